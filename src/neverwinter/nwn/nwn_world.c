/* See nwn_world.h. All areas are walked together, from transition to transition in the order of
** lengths. A walk is measured only if a straight line to its end would be an improvement. */
#include "neverwinter/nwn/nwn_world.h"
#include "modules.h"
#include "neverwinter/nwn/nwn_walk.h"
#include "neverwinter/trn/trn.h"
#include "neverwinter/trn/trn_functions.h"
#include "codec/text.h"
#include "core/search.h"

#define DOOR_SIDE  0.8                   /* metres, from a door to ground on one's own side of it */
#define THERE      1e-6                  /* metres, up to which a place is another one */
#define KEPT_BYTES ((uint64_t)256 << 20) /* of grounds; beyond it they are made anew */

bool nwn_world_begin(NwnWorld *world) {
    const FileSet *module = world->module;
    world->grounds.host = world->scratch.host = world->arena->host;
    world->areas = arena_zeroed(world->arena, module->count, sizeof *world->areas);
    if (!world->areas) return fail_memory(world->error, world->arena);
    for (uint32_t i = 0; i < module->count; i++) {
        const char *file = module->file(module, i).name; /* NULL: a BLOB */
        const char *own = name_without_text(world->arena, file ? file : ".git");
        const char *name = own ? text_with_ending(world->arena, own, "") : NULL;
        if (!name) return fail_memory(world->error, world->arena);
        world->areas[i].name = name;
        world->areas[i].file = text_has_ending(own, ".git") ? i : NO_FILE;
    }
    if (!nwn_find_transitions(module, world->arena, &world->links.list, world->error)) return false;
    world->link_count = (uint32_t)world->links.count;
    return true;
}

/* ---- The ground ------------------------------------------------------------------------------ */

/* Says which area an error is about. */
static bool fail_of(const NwnWorldArea *area, Error own, Error *error) {
    *error = (Error){0};
    return fail(error, own.kind, "the area %s: %s", area->name, own.message);
}

/* Makes the ground of an area of the first game; area->problem says why it can't. */
static bool make_walk(NwnWorld *world, NwnWorldArea *area, const Document *are) {
    Error own = {0}, *error = world->error;
    const NwnThings things = {world->tables ? world->git : NULL, world->tables,
                              world->tileset.models, NWN_DOORS_OPEN};
    Arena *arena = &world->grounds;
    if (arena->bytes > KEPT_BYTES) {
        for (uint32_t i = 0; i < world->module->count; i++) world->areas[i].walk = NULL;
        arena_clear(arena);
    }
    arena->limit = arena->bytes + are->arena.limit; /* as much as a table of it would have */
    NwnWalk *walk = arena_alloc(arena, 1, sizeof *walk);
    if (!walk) return fail_memory(error, arena);
    if (nwn_make_walk((const Gff *)are, &world->tileset, &things, arena, walk, &own)) {
        area->walk = walk;
        area->points = (List){0};
        if (things.git && !nwn_find_use_points(&things, arena, &area->points, error)) return false;
        return walk_prepare_ways(&walk->mesh, arena, error);
    }
    bool is_missing = own.kind == ERROR_CANNOT_OPEN || own.kind == ERROR_UNSUPPORTED ||
                      (world->skips && error_is_skippable(&own));
    if (!is_missing) return fail_of(area, own, error);
    area->problem = text_copy(world->arena, own.message, strlen(own.message));
    return area->problem || fail_memory(error, world->arena);
}

/* Opens the GIT of an area and finds its ground. */
static bool enter(NwnWorld *world, uint32_t number) {
    const FileSet *module = world->module;
    NwnWorldArea *area = &world->areas[number];
    Error *error = world->error;
    world->mesh = NULL;
    world->tileset.area = number;
    world->git = (Gff *)module->open(module, number, NULL, error);
    if (!world->git || !nwn_list_placed(world->git, error)) return error->kind == ERROR_NONE;
    if (!area->walk && !area->problem) {
        Document *document = module->open_beside(module, number, ".trx", &trn_format, error);
        if (document) {
            world->mesh = aswm_ways(document, error);
            return world->mesh;
        }
        if (!error->kind) document = module->open_beside(module, number, ".are", NULL, error);
        if (error->kind) return fail_of(area, *error, error);
        if (document && !make_walk(world, area, document)) return false;
        if (!document)
            area->problem = "neither a TRX nor an ARE that can be read is beside its GIT";
    }
    if (area->walk) world->mesh = &area->walk->mesh;
    return true;
}

/* Moves a place to the nearest walkable point; returns false if there is none. */
static bool move_onto(const WalkMesh *mesh, Point2 *place) {
    if (!exact_place(place)) return false;
    WalkNearest nearest = walk_nearest(mesh, place->x, place->y, NULL, WALK_NONE, HUGE_VAL);
    *place = (Point2){nearest.point.x, nearest.point.y};
    return nearest.triangle != WALK_NONE;
}

/* Fails if nobody can walk at a spot that was asked for. */
static bool check_spot(NwnWorld *world, NwnSpot spot) {
    const NwnWorldArea *area = &world->areas[spot.file];
    Point2 near = spot.at;
    if (!enter(world, spot.file)) return false;
    if (!world->mesh || !move_onto(world->mesh, &near)) {
        return fail(world->error, ERROR_ARGUMENT, "one can't walk at (%g, %g) in %s: %s", spot.at.x,
                    spot.at.y, area->name,
                    area->problem ? area->problem : "no place there is walkable");
    }
    double away = point_distance(spot.at, near);
    return away < THERE ||
           fail(world->error, ERROR_ARGUMENT,
                "one can't walk at (%g, %g) in %s; the nearest place where one can is "
                "(%.3f, %.3f), %.6g m away",
                spot.at.x, spot.at.y, area->name, near.x, near.y, away);
}

/* ---- Walks ----------------------------------------------------------------------------------- */

/* Moves a spot onto the nearest ground that hangs together with where one has arrived, and returns
** how far that is; if it is more than `within`, there is none. */
static double join(const NwnWorld *world, Point2 *spot, double within) {
    const uint32_t *starts = world->starts.items, *parts = world->mesh->triangle_components;
    Point2 asked = *spot;
    double least = within + THERE;
    if (!exact_place(&asked)) return HUGE_VAL;
    for (uint64_t i = 0; i < world->starts.count; i++) {
        if (i && parts[starts[i]] == parts[starts[i - 1]]) continue;
        WalkNearest near =
            walk_nearest(world->mesh, asked.x, asked.y, NULL, parts[starts[i]], least);
        if (near.triangle == WALK_NONE) continue;
        *spot = near.distance > THERE ? (Point2){near.point.x, near.point.y} : asked;
        least = near.distance;
    }
    return least;
}

/* Tells whether one can walk to a spot, or to the walkable point that is nearest to it. */
static bool is_joined(const NwnWorld *world, Point2 at, Point2 *spot) {
    *spot = at;
    return join(world, spot, THERE) <= THERE;
}
static bool is_near_joined(const NwnWorld *world, Point2 at, Point2 *spot) {
    return move_onto(world->mesh, &at) && is_joined(world, at, spot);
}

/* Finds where one uses a door or, as nobody can, the ground nearest to where one would. */
static bool find_door(const NwnWorld *world, const NwnTransition *door, Point2 from, Point2 *spot,
                      bool *in_reach) {
    enum { ON_GROUND, IN_REACH, OUT_OF_REACH, NOWHERE } best = NOWHERE, found;
    const NwnWorldArea *area = &world->areas[door->spot.file];
    const NwnUsePoint place = {.place = {door->spot.at.x, door->spot.at.y, 0}};
    const NwnUsePoint *uses = area->points.items;
    uint64_t first = 0, end = 0;
    double least = HUGE_VAL;
    if (area->walk) {
        BISECT(first, 0, area->points.count, uses[first].object < door->object_id);
        BISECT(end, first, area->points.count, uses[end].object <= door->object_id);
    }
    if (first == end) uses = &place, first = 0, end = 1;
    for (uint64_t i = first; i < end; i++) {
        const Point2 use = {uses[i].place.x, uses[i].place.y};
        Point2 near = use;
        double off = join(world, &near, DOOR_SIDE), away = point_distance(from, use);
        if (off > DOOR_SIDE && !is_near_joined(world, use, &near)) continue;
        found = off <= THERE ? ON_GROUND : off <= NWN_REACH ? IN_REACH : OUT_OF_REACH;
        if (found == OUT_OF_REACH) away = point_distance(use, near);
        if (found > best || (found == best && away >= least)) continue;
        *spot = near;
        least = away;
        best = found;
    }
    *in_reach = best < OUT_OF_REACH;
    return best < NOWHERE;
}

/* Finds where one takes a transition, or the goal, if one comes from a place. */
static bool find_spot(const NwnWorld *world, const NwnTransition *link, Point2 from, Point2 *spot,
                      bool *in_reach) {
    const NwnPart *points = world->git->placed->lists[NWN_POINTS].items;
    uint64_t first, end, count = nwn_count(world->git, NWN_POINTS);
    BISECT(first, 0, count, points[first].object < link->object_id);
    BISECT(end, first, count, points[end].object <= link->object_id);
    *in_reach = false;
    if (link->object_id == GFF_NONE) return is_joined(world, link->spot.at, spot);
    if (!link->linked_kind) return false; /* LinkedToFlags say that it leads nowhere */
    if (link->kind == nwn_kinds[NWN_DOOR].kind) return find_door(world, link, from, spot, in_reach);
    if (end - first < 3) return false; /* nobody enters a trigger without an outline */
    Point2 mean = {0, 0};
    for (uint64_t i = first; i < end; i++) {
        Vector corner = nwn_point_place(world->git, &points[i], false);
        mean.x += corner.x / (double)(end - first);
        mean.y += corner.y / (double)(end - first);
    }
    *in_reach = is_joined(world, mean, spot);
    for (uint64_t i = 2 * first; !*in_reach && i < 2 * end; i++) {
        if (arena_interrupted(world->arena)) return fail_interrupted(world->error);
        uint64_t next = i / 2 + i % 2; /* the corner, or the middle between it and the next one */
        Vector a = nwn_point_place(world->git, &points[i / 2], false);
        Vector b = nwn_point_place(world->git, &points[next < end ? next : first], false);
        *in_reach = is_joined(world, (Point2){(a.x + b.x) / 2, (a.y + b.y) / 2}, spot);
    }
    return *in_reach || is_near_joined(world, mean, spot);
}

/* Walks to a transition, or to the goal. */
static bool walk_to(Search *search, uint32_t node, uint32_t next) {
    NwnWorld *world = search->context;
    const NwnTransition *before = &world->links.items[node];
    NwnTransition *link = &world->links.items[next];
    double cost = search_cost(search, node);
    Point2 from = before->arrival, spot;
    WalkPulled way;
    WalkStatus status;
    bool in_reach;
    arena_reset(&world->scratch);
    if (!find_spot(world, link, from, &spot, &in_reach) ||
        !search_is_better(search, next, cost + point_distance(from, spot))) {
        return world->error->kind == ERROR_NONE;
    }
    if (!walk_shortest_way(world->mesh, from, spot, &world->scratch, &way, &status, world->error)) {
        return false;
    }
    double walked = status == WALK_OK ? way.turns[way.count - 1].distance : (double)INFINITY;
    if (!search_is_better(search, next, cost + walked)) return true;
    link->area = world->areas[before->target.file].name;
    link->from = from;
    link->at = spot;
    link->in_reach = in_reach;
    link->walked = walked;
    search_reach(search, next, node, 0, cost + walked, 0);
    return true;
}

/* Nodes are the links of the world, each where it leads. */
static bool expand(Search *search, uint32_t node, Error *error) {
    NwnWorld *world = search->context;
    NwnTransition *links = world->links.items, *link = &links[node];
    link->is_reached = true;
    link->length = search_cost(search, node);
    if (!link->matches) return true;
    const uint32_t key[] = {link->target.file, link->target_id};
    void **landing = map_place(&world->landings, world->arena, key, sizeof key);
    if (!landing) return fail_memory(error, world->arena);
    if (*landing) return true; /* one came here before, and had walked less */
    *landing = link;
    NwnWorldArea *area = &world->areas[link->target.file];
    link->arrival = link->target.at;
    if (!enter(world, link->target.file)) return false;
    bool is_on = world->mesh && move_onto(world->mesh, &link->arrival);
    Point2 start = link->arrival;
    if (!area->is_reached) area->length = link->length, area->at = link->arrival;
    area->is_reached = true;
    if (!is_on || !exact_place(&start)) return true;
    world->starts.count = 0;
    if (!walk_ground_at(world->mesh, start, world->arena, &world->starts, error)) return false;
    if (link->target.file == links[world->link_count].spot.file &&
        !walk_to(search, node, world->link_count))
        return false;
    uint64_t next;
    BISECT(next, 0, world->link_count, links[next].spot.file < link->target.file);
    for (; next < world->link_count && links[next].spot.file == link->target.file; next++) {
        if (!search_is_better(search, (uint32_t)next, link->length)) continue;
        if (!walk_to(search, node, (uint32_t)next)) return false;
        if (arena_interrupted_at(world->arena, next)) return fail_interrupted(error);
    }
    return true;
}

bool nwn_world_walk(NwnWorld *world, NwnSpot from, NwnSpot to) {
    Search search = {.arena = world->arena, .expand = expand, .context = world};
    const uint32_t goal = world->link_count, start = goal + 1;
    const NwnTransition ends[] = {{.spot = to, .object_id = GFF_NONE, .is_certain = true},
                                  {.target = from, .target_id = GFF_NONE, .matches = 1}};
    bool found = false;
    bool done =
        list_append(world->arena, &world->links.list, ends, 2, sizeof *ends, world->error) &&
        check_spot(world, from) && (to.file == NO_FILE || check_spot(world, to)) &&
        search_run(&search, (uint64_t)start + 1, start, 0, to.file == NO_FILE ? SEARCH_NONE : goal,
                   &found, world->error);
    arena_clear(&world->grounds);
    arena_clear(&world->scratch);
    if (!done || !found) return done;
    NwnTransition *links = world->links.items;
    links[goal].length = search_cost(&search, goal);
    world->leg_count = search_length(&search, goal) - 1;
    world->legs = arena_alloc(world->arena, world->leg_count, sizeof *links);
    if (!world->legs) return fail_memory(world->error, world->arena);
    NwnTransition *leg = world->legs + world->leg_count;
    for (uint32_t at = goal; at != start; at = search.nodes[at].previous) *--leg = links[at];
    return true;
}
