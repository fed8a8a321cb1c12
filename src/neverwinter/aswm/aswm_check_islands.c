/* Checks for odd but readable data in the islands of a walkmesh and the paths between them. */
#include "neverwinter/aswm/aswm_route.h"

#define CENTER_TOLERANCE   0.02 /* metres */
#define DISTANCE_TOLERANCE 0.05
#define SLACK              1e-2 /* metres by which a route may be longer than the shortest */
#define SHORTEST_STEPS     ((uint64_t)1 << 28) /* beyond this, only arrival is checked */

/* The working memory of the checks, in an arena of its own. */
typedef struct Survey {
    const Aswm *mesh;
    Findings *findings;
    uint8_t *linked;     /* a bit for each pair of islands: set if the first lists the second */
    uint32_t *mark;      /* for each island: the last island that met it */
    uint32_t *touched;   /* for each island: the last island that touched it, plus 1 */
    uint32_t *weight;    /* bits of the distance to each island in `mark` */
    uint32_t *component; /* for each island: equal if links connect them */
    uint32_t *queue;     /* islands or triangles */
    uint8_t *reached;    /* for each triangle */
    double *length;      /* length of each island's way to a goal */
} Survey;

static bool is_linked(const Survey *survey, uint64_t from, uint64_t to) {
    uint64_t bit = from * survey->mesh->island_count + to;
    return survey->linked[bit / 8] >> bit % 8 & 1;
}

/* ---- Members --------------------------------------------------------------------------------- */

/* Counts the triangles of an island that can be reached from its first one without leaving it. */
static uint32_t count_connected(Survey *survey, uint32_t island) {
    const Aswm *mesh = survey->mesh;
    const Children *members = &mesh->island_triangles;
    uint32_t first = members->order[members->first[island]];
    uint32_t taken = 0, count = 0;
    survey->queue[count++] = first;
    survey->reached[first] = 1;
    while (taken < count) {
        uint32_t triangle = survey->queue[taken++];
        for (unsigned side = 0; side < 3; side++) {
            uint32_t neighbor = aswm_neighbor(mesh, triangle, side);
            if (neighbor >= mesh->triangle_count || survey->reached[neighbor] ||
                aswm_island_of(mesh, neighbor) != island) {
                continue;
            }
            survey->reached[neighbor] = 1;
            survey->queue[count++] = neighbor;
        }
    }
    return count;
}

static void check_members(Survey *survey, uint32_t island) {
    const Aswm *mesh = survey->mesh;
    const uint8_t *header = survey->mesh->islands[island].header;
    uint64_t offset = aswm_offset(survey->mesh, header);
    const uint32_t *members = mesh->island_triangles.order + mesh->island_triangles.first[island];
    uint32_t count = (uint32_t)child_count(&mesh->island_triangles, island);
    uint32_t stored_count = load_u32(header + ASWM_ISLAND_TRIANGLE_COUNT);
    if (stored_count != count) {
        finding_add(survey->findings, SEVERITY_ERROR, "island_triangle_count",
                    offset + ASWM_ISLAND_TRIANGLE_COUNT,
                    "island %u says that it has %u triangles, but %u name it", island, stored_count,
                    count);
    }
    if (!count) return;
    double x = 0, y = 0;
    uint32_t tile = aswm_tile_of(mesh, members[0]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t triangle = members[i];
        Vector center = aswm_center(mesh, triangle);
        x += center.x;
        y += center.y;
        if (aswm_tile_of(mesh, triangle) != tile) {
            finding_add(survey->findings, SEVERITY_ERROR, "island_in_two_tiles",
                        aswm_field_offset(mesh, triangle, ASWM_TRIANGLE_ISLAND),
                        "island %u lies in tile %d, but triangle %u in tile %d", island, (int)tile,
                        triangle, (int)aswm_tile_of(mesh, triangle));
        }
    }
    double stored_x = (double)load_f32(header + ASWM_ISLAND_CENTER);
    double stored_y = (double)load_f32(header + ASWM_ISLAND_CENTER + 4);
    x /= count;
    y /= count;
    if (!(fabs(x - stored_x) <= CENTER_TOLERANCE && fabs(y - stored_y) <= CENTER_TOLERANCE)) {
        finding_add(survey->findings, SEVERITY_WARNING, "island_center",
                    offset + ASWM_ISLAND_CENTER,
                    "island %u: its centre is (%g, %g); by its triangles it is (%g, %g)", island,
                    stored_x, stored_y, x, y);
    }
    uint32_t connected = count_connected(survey, island);
    if (connected != count) {
        finding_add(survey->findings, SEVERITY_ERROR, "island_not_connected", offset,
                    "island %u: only %u of its %u triangles can be reached from the first", island,
                    connected, count);
    }
}

static void check_header(Survey *survey, uint32_t island) {
    const AswmIsland *at = &survey->mesh->islands[island];
    const uint8_t *header = survey->mesh->islands[island].header;
    const uint8_t *first = survey->mesh->islands[0].header;
    uint64_t offset = aswm_offset(survey->mesh, header);
    if (load_u32(header) != island) {
        finding_add(survey->findings, SEVERITY_ERROR, "island_index", offset,
                    "island %u says that it is island %u", island, load_u32(header));
    }
    if (load_u32(header + ASWM_ISLAND_UNKNOWN) != load_u32(first + ASWM_ISLAND_UNKNOWN)) {
        finding_add(survey->findings, SEVERITY_INFO, "island_unknown_tile",
                    offset + ASWM_ISLAND_UNKNOWN,
                    "island %u has another unknown_tile than the first", island);
    }
    if (load_u32(header + ASWM_ISLAND_CENTER_Z) << 1) {
        finding_add(survey->findings, SEVERITY_INFO, "island_center_z",
                    offset + ASWM_ISLAND_CENTER_Z, "island %u: z of the centre isn't 0", island);
    }
    if (at->link_count != at->distance_count || at->link_count != at->exit_count) {
        finding_add(survey->findings, SEVERITY_ERROR, "island_list_lengths",
                    offset + ASWM_ISLAND_BYTES,
                    "island %u has %u linked islands, %u distances and %u exits", island,
                    at->link_count, at->distance_count, at->exit_count);
    }
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* Marks the islands that an island touches across walkable edges, and reports neighbours that
** should be one island with it. */
static void touch(Survey *survey, uint32_t island) {
    const Aswm *mesh = survey->mesh;
    ChildRange members = children_of(&mesh->island_triangles, island);
    for (uint64_t i = members.first; i < members.end; i++) {
        uint32_t triangle = mesh->island_triangles.order[i];
        for (unsigned side = 0; side < 3; side++) {
            uint32_t neighbor = aswm_neighbor(mesh, triangle, side);
            if (neighbor >= mesh->triangle_count || !aswm_walkable(mesh, neighbor)) continue;
            uint32_t other = aswm_island_of(mesh, neighbor);
            if (other == island || other >= mesh->island_count) continue;
            survey->touched[other] = island + 1;
            if (aswm_tile_of(mesh, triangle) != aswm_tile_of(mesh, neighbor) ||
                triangle > neighbor) {
                continue;
            }
            finding_add(survey->findings, SEVERITY_ERROR, "island_split",
                        aswm_field_offset(mesh, neighbor, ASWM_TRIANGLE_ISLAND),
                        "triangles %u and %u of one tile touch, but are on islands %u and %u",
                        triangle, neighbor, island, other);
        }
    }
}

static void check_exit(Survey *survey, uint32_t island, uint32_t link, uint32_t linked) {
    const Aswm *mesh = survey->mesh;
    const AswmIsland *at = &mesh->islands[island];
    const uint8_t *record = at->exits + 4 * link;
    uint64_t offset = aswm_offset(mesh, record);
    uint32_t exit = load_u32(record);
    if (exit >= mesh->triangle_count) {
        finding_add(
            survey->findings, SEVERITY_ERROR, "island_exit_range", offset,
            "island %u: its exit to island %u refers to triangle %u, but there are only %" PRIu64,
            island, linked, exit, mesh->triangle_count);
        return;
    }
    if (aswm_island_of(mesh, exit) != island) {
        finding_add(survey->findings, SEVERITY_ERROR, "island_exit_elsewhere", offset,
                    "island %u: the exit to island %u is triangle %u, which is on island %u",
                    island, linked, exit, aswm_island_of(mesh, exit));
    }
    if (aswm_entrance(mesh, exit, linked) != ASWM_NONE) return;
    finding_add(survey->findings, SEVERITY_ERROR, "island_exit_not_touching", offset,
                "island %u: the exit to island %u is triangle %u, which doesn't touch it", island,
                linked, exit);
}

static void check_distance(Survey *survey, uint32_t island, uint32_t link, uint32_t linked) {
    const uint8_t *record = survey->mesh->islands[island].distances + 4 * link;
    const uint8_t *a = survey->mesh->islands[island].header + ASWM_ISLAND_CENTER;
    const uint8_t *b = survey->mesh->islands[linked].header + ASWM_ISLAND_CENTER;
    Point2 from = {(double)load_f32(a), (double)load_f32(a + 4)};
    Point2 to = {(double)load_f32(b), (double)load_f32(b + 4)};
    double stored = (double)load_f32(record), distance = point_distance(from, to);
    if (fabs(distance - stored) <= DISTANCE_TOLERANCE) return;
    finding_add(survey->findings, SEVERITY_WARNING, "island_distance",
                aswm_offset(survey->mesh, record),
                "island %u: its distance to island %u is %g; by their centres it is %g", island,
                linked, stored, distance);
}

static void check_links(Survey *survey, uint32_t island) {
    const Aswm *mesh = survey->mesh;
    const AswmIsland *at = &mesh->islands[island];
    touch(survey, island);
    for (uint32_t i = 0; i < at->link_count; i++) {
        uint64_t offset = aswm_offset(mesh, at->links + 4 * i);
        uint32_t linked = load_u32(at->links + 4 * i);
        if (linked >= mesh->island_count) {
            finding_add(survey->findings, SEVERITY_ERROR, "island_link_range", offset,
                        "island %u: its link %u refers to island %u, but there are only %" PRIu64,
                        island, i, linked, mesh->island_count);
            continue;
        }
        if (linked == island || survey->mark[linked] == island + 1) {
            finding_add(survey->findings, SEVERITY_ERROR, "island_link_twice", offset,
                        "island %u links island %u%s", island, linked,
                        linked == island ? ", itself" : " twice");
            continue;
        }
        survey->mark[linked] = island + 1;
        if (survey->touched[linked] != island + 1) {
            finding_add(survey->findings, SEVERITY_ERROR, "island_link_not_touching", offset,
                        "island %u links island %u, which it doesn't touch", island, linked);
        }
        if (!is_linked(survey, linked, island)) {
            finding_add(survey->findings, SEVERITY_ERROR, "island_link_one_way", offset,
                        "island %u links island %u, which doesn't link it", island, linked);
        }
        if (i < at->exit_count) check_exit(survey, island, i, linked);
        if (i < at->distance_count) check_distance(survey, island, i, linked);
    }
    for (uint32_t other = 0; other < mesh->island_count; other++) {
        if (survey->touched[other] != island + 1 || survey->mark[other] == island + 1) continue;
        finding_add(survey->findings, SEVERITY_ERROR, "island_link_missing",
                    aswm_offset(mesh, at->header), "island %u touches island %u without a link",
                    island, other);
    }
}

/* Records each link as a bit, and gives islands that links connect the same number. */
static void note_links(Survey *survey) {
    const Aswm *mesh = survey->mesh;
    uint32_t islands = (uint32_t)mesh->island_count;
    for (uint32_t island = 0; island < islands; island++) {
        survey->component[island] = ASWM_NONE;
        for (uint32_t i = 0; i < mesh->islands[island].link_count; i++) {
            uint64_t linked = load_u32(mesh->islands[island].links + 4 * i);
            uint64_t bit = (uint64_t)island * islands + linked;
            if (linked < islands) survey->linked[bit / 8] |= (uint8_t)(1 << bit % 8);
        }
    }
    for (uint32_t start = 0; start < islands; start++) {
        uint32_t taken = 0, count = 0;
        if (survey->component[start] != ASWM_NONE) continue;
        survey->component[start] = start;
        survey->queue[count++] = start;
        while (taken < count) {
            uint32_t island = survey->queue[taken++];
            for (uint32_t i = 0; i < mesh->islands[island].link_count; i++) {
                uint32_t linked = load_u32(mesh->islands[island].links + 4 * i);
                if (linked >= islands || survey->component[linked] != ASWM_NONE) continue;
                survey->component[linked] = start;
                survey->queue[count++] = linked;
            }
        }
    }
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static void check_cell(Survey *survey, uint32_t from, uint32_t to) {
    const Aswm *mesh = survey->mesh;
    const uint8_t *cell = aswm_island_path(mesh, from, to);
    uint64_t offset = aswm_offset(mesh, cell);
    uint32_t next = load_u16(cell);
    if (from == to) {
        if (next == ASWM_NO_ISLAND) return;
        finding_add(survey->findings, SEVERITY_ERROR, "island_path_to_itself", offset,
                    "there is a way from island %u to itself", from);
        return;
    }
    bool connected = survey->component[from] == survey->component[to];
    if (next == ASWM_NO_ISLAND) {
        if (!connected) return;
        finding_add(survey->findings, SEVERITY_ERROR, "island_path_missing", offset,
                    "there is no way from island %u to %u, though links connect them", from, to);
        return;
    }
    if (!connected) {
        finding_add(survey->findings, SEVERITY_ERROR, "island_path_unconnected", offset,
                    "there is a way from island %u to %u, though no links connect them", from, to);
    }
    if (next >= mesh->island_count) {
        finding_add(
            survey->findings, SEVERITY_ERROR, "island_path_range", offset,
            "the way from island %u to %u goes on at island %u, but there are only %" PRIu64, from,
            to, next, mesh->island_count);
    } else if (!is_linked(survey, from, next)) {
        finding_add(survey->findings, SEVERITY_ERROR, "island_path_not_linked", offset,
                    "the way from island %u to %u goes on at island %u, which isn't linked", from,
                    to, next);
    } else if (load_u32(cell + ASWM_ISLAND_PATH_WEIGHT) != survey->weight[next]) {
        finding_add(survey->findings, SEVERITY_WARNING, "island_path_weight",
                    offset + ASWM_ISLAND_PATH_WEIGHT,
                    "the way from island %u to %u: the weight isn't the distance to island %u",
                    from, to, next);
    }
}

static void check_row(Survey *survey, uint32_t from) {
    const AswmIsland *at = &survey->mesh->islands[from];
    for (uint32_t i = at->link_count; i-- > 0;) {
        uint32_t linked = load_u32(at->links + 4 * i);
        if (linked >= survey->mesh->island_count) continue;
        survey->weight[linked] = i < at->distance_count ? load_u32(at->distances + 4 * i) : 0;
    }
    for (uint32_t to = 0; to < survey->mesh->island_count; to++) check_cell(survey, from, to);
}

/* Measures the way from each island to a goal (-1: none). Returns false if one runs in a circle. */
static bool measure(Survey *survey, uint32_t goal) {
    const Aswm *mesh = survey->mesh;
    uint32_t islands = (uint32_t)mesh->island_count;
    double *length = survey->length;
    bool arrives = true;
    for (uint32_t i = 0; i < islands; i++) length[i] = -2; /* unknown so far */
    length[goal] = 0;
    for (uint32_t start = 0; start < islands; start++) {
        uint32_t at = start, count = 0;
        while (at < islands && length[at] < -1 && count < islands) {
            survey->queue[count++] = at;
            at = load_u16(aswm_island_path(mesh, at, goal));
        }
        bool circles = at < islands && length[at] < -1;
        if (circles) {
            arrives = false;
            finding_add(survey->findings, SEVERITY_ERROR, "island_path_loop",
                        aswm_offset(mesh, aswm_island_path(mesh, start, goal)),
                        "the way from island %u to %u runs in a circle", start, goal);
        }
        double sum = at < islands && !circles ? length[at] : -1;
        while (count--) {
            const uint8_t *path = aswm_island_path(survey->mesh, survey->queue[count], goal);
            if (sum >= 0) sum += (double)load_f32(path + ASWM_ISLAND_PATH_WEIGHT);
            length[survey->queue[count]] = sum >= 0 ? sum : -1;
        }
    }
    return arrives;
}

/* Reports ways to a goal that aren't the shortest: some link offers a shorter one. */
static void check_shortest(Survey *survey, uint32_t goal) {
    const Aswm *mesh = survey->mesh;
    for (uint32_t from = 0; from < mesh->island_count; from++) {
        const AswmIsland *at = &mesh->islands[from];
        if (!(survey->length[from] > 0)) continue;
        for (uint32_t i = 0; i < at->link_count && i < at->distance_count; i++) {
            uint32_t linked = load_u32(at->links + 4 * i);
            if (linked >= mesh->island_count || survey->length[linked] < 0) continue;
            double other = (double)load_f32(at->distances + 4 * i) + survey->length[linked];
            if (!(other < survey->length[from] - SLACK)) continue;
            finding_add(survey->findings, SEVERITY_INFO, "island_path_not_shortest",
                        aswm_offset(mesh, aswm_island_path(mesh, from, goal)),
                        "the way from island %u to %u is %.3f m long; over island %u it is %.3f m",
                        from, goal, survey->length[from], linked, other);
            break;
        }
    }
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool check_all(Survey *survey, Error *error) {
    const Aswm *mesh = survey->mesh;
    uint32_t islands = (uint32_t)mesh->island_count;
    bool wants_shortest = mesh->island_count * mesh->island_links.count < SHORTEST_STEPS;
    note_links(survey);
    for (uint32_t island = 0; island < islands; island++) {
        check_header(survey, island);
        check_members(survey, island);
        check_links(survey, island);
        check_row(survey, island);
        if (arena_interrupted(survey->findings->arena)) return fail_interrupted(error);
    }
    for (uint32_t goal = 0; goal < islands; goal++) {
        if (measure(survey, goal) && wants_shortest) check_shortest(survey, goal);
        if (arena_interrupted(survey->findings->arena)) return fail_interrupted(error);
    }
    return true;
}

/* Reports islands of an unbaked walkmesh, which should have none. */
static void check_unbaked(const Aswm *mesh, Findings *findings) {
    uint64_t offset = aswm_offset(mesh, mesh->islands_header);
    if (mesh->island_count) {
        finding_add(findings, SEVERITY_WARNING, "stale_islands", offset + 4,
                    "there are %" PRIu64 " islands, though the walkmesh isn't baked",
                    mesh->island_count);
    } else if (mesh->triangle_count) {
        finding_add(findings, SEVERITY_INFO, "no_islands", offset + 4,
                    "the walkmesh isn't baked: no islands, no path tables");
    }
}

bool aswm_check_islands(const Aswm *mesh, Findings *findings, Error *error) {
    Arena notes = arena_scratch(findings->arena), *arena = &notes;
    uint64_t islands = mesh->island_count;
    uint64_t queue = islands > mesh->triangle_count ? islands : mesh->triangle_count;
    if (!mesh->baked) {
        check_unbaked(mesh, findings);
        return true;
    }
    if (!islands) return true;
    Survey survey = {.mesh = mesh, .findings = findings};
    survey.linked = arena_zeroed(arena, islands * islands / 8 + 1, 1);
    survey.mark = arena_zeroed(arena, islands, sizeof *survey.mark);
    survey.touched = arena_zeroed(arena, islands, sizeof *survey.touched);
    survey.weight = arena_zeroed(arena, islands, sizeof *survey.weight);
    survey.component = arena_alloc(arena, islands, sizeof *survey.component);
    survey.queue = arena_alloc(arena, queue, sizeof *survey.queue);
    survey.reached = arena_zeroed(arena, mesh->triangle_count, 1);
    survey.length = arena_alloc(arena, islands, sizeof *survey.length);
    bool done = arena->failed ? fail_memory(error, arena) : check_all(&survey, error);
    arena_clear(arena);
    return done;
}
