/* Tables of transitions, and of ways over them: see nwn_world.h. */
#include "neverwinter/nwn/nwn_world.h"
#include "neverwinter/nwn/nwn_tables.h"
#include "neverwinter/twoda/twoda.h"
#include "neverwinter/walk/walk_tables.h"
#include "codec/text.h"

static int compare_objects(const void *context, uint32_t a, uint32_t b) {
    const NwnTransition *transitions = context;
    return COMPARE(transitions[a].object_id, transitions[b].object_id);
}

/* Finds the transitions, in the order of files, and makes an order of them by object_id. */
static bool transition_rows(Opening *opening) {
    List links;
    Arena *scratch = opening->scratch;
    if (!nwn_find_transitions(opening->files, scratch, &links, opening->error)) return false;
    opening->array->extra =
        sorted_order(scratch, links.count, compare_objects, links.items, opening->error);
    return opening->array->extra &&
           opening_set_rows(opening, links.items, links.count, sizeof(NwnTransition));
}

/* Finds the transitions of one object of each file. */
static void find_transitions(const Seek *seek, RowRange *range) {
    const NwnTransition *transitions = seek->array->records;
    const uint32_t *order = seek->array->extra;
    int64_t object = seek->ranges->lo;
    if (object != seek->ranges->hi) return; /* transitions of several objects aren't in order */
    uint64_t first, end;
    BISECT(first, range->first, range->end, transitions[order[first]].object_id < object);
    BISECT(end, first, range->end, transitions[order[end]].object_id <= object);
    *range = (RowRange){first, end, order};
}

/* NULL where the member `If` is 0. */
#define METERS_IF(If, Name, Doc, Struct, Member)                                                   \
    MEMBER(F64, Name, METERS, Doc, Struct, Member, WHERE_MEMBER(Struct, If))
#define CERTAIN                                                                                    \
    MEMBER(BOOL, "certain", NULL, "0 where the transition is a locked door", NwnTransition,        \
           is_certain)

/* nwn_transitions lacks the last ones, which only walking tells. */
enum { WALKED_COLUMNS = 5 };
static const Column transition_columns[] = {
    MEMBER_REF("object_id", "nwn_objects", "The door or trigger", NwnTransition, object_id),
    MEMBER(STRING, "tag", NULL, "Its tag", NwnTransition, tag),
    MEMBER(F64, "x", METERS, "Where it is, to the east", NwnTransition, spot.at.x),
    MEMBER(F64, "y", METERS, "Where it is, to the north", NwnTransition, spot.at.y),
    MEMBER(STRING, "linked_to", NULL, "The tag to which it leads", NwnTransition, linked_to),
    MEMBER(STRING, "kind", NULL,
           "door or waypoint: what it says has that tag (LinkedToFlags); NULL: it doesn't say",
           NwnTransition, linked_kind),
    MEMBER(STRING, "target_file", NULL,
           "Path of the area where that is: the first one of that kind in the order of files, or, "
           "where none is of that kind, of the other; NULL: it leads nowhere",
           NwnTransition, target_file),
    MEMBER(U32, "target_object_id", NULL, "It, an id of nwn_objects of that file", NwnTransition,
           target_id, WHERE_MEMBER(NwnTransition, matches)),
    METERS_IF(matches, "target_x", "Where it is, to the east", NwnTransition, target.at.x),
    METERS_IF(matches, "target_y", "Where it is, to the north", NwnTransition, target.at.y),
    MEMBER(U64, "matches", NULL,
           "How many have that tag, of that kind; where none is of that kind, of the other",
           NwnTransition, matches),
    MEMBER(STRING, "target_kind", NULL, "door or waypoint: what it is; NULL: it leads nowhere",
           NwnTransition, target_kind),
    MEMBER(STRING, "object_kind", NULL, "door or trigger: what leads there", NwnTransition, kind),
    METERS_IF(is_reached, "length", "How far one walks until one takes it; NULL: nobody does",
              NwnTransition, length),
    METERS_IF(is_reached, "at_x", "Where one takes it, to the east", NwnTransition, at.x),
    METERS_IF(is_reached, "at_y", "Where one takes it, to the north", NwnTransition, at.y),
    CERTAIN,
    MEMBER(BOOL, "in_reach", NULL,
           "Whether one can use it there: a door within 0.5 m of one of its use points, a "
           "trigger where it is; NULL: nobody comes there",
           NwnTransition, in_reach, WHERE_MEMBER(NwnTransition, is_reached)),
};

const Table nwn_transitions = {
    .name = "nwn_transitions",
    .format = &gff_format,
    .columns = transition_columns,
    .column_count = (int)LENGTH(transition_columns) - WALKED_COLUMNS,
    .doc =
        "Doors and triggers that lead somewhere (LinkedTo isn't empty), and what has that tag in "
        "any of the files, as the game finds it: tags are compared exactly.",
    .example = "SELECT file, tag, linked_to, kind, target_file, target_kind, matches "
               "FROM nwn_transitions('samples/*.git')",
    .endings = ".git",
    .typical_rows = 100,
    .rows = transition_rows,
    .indexes = {{.keys = {"object_id"}, .rows_per_key = 1, .find = find_transitions}},
    ALL_FILES(NwnTransition, spot.file),
};

#define PLACE_ARGUMENTS(Area, X, Y, What)                                                          \
    {.name = Area, .doc = "Area where " What ": its file's name without the ending"},              \
        {.name = X, .doc = "x of the place there, to the east, in metres"}, {                      \
        .name = Y, .doc = "y of the place there, to the north, in metres"                          \
    }

static const Argument path_arguments[] = {
    PLACE_ARGUMENTS("from_area", "x1", "y1", "the way begins"),
    PLACE_ARGUMENTS("to_area", "x2", "y2", "it is to end"), NWN_MODELS_OF(true), NWN_SETS,
    NWN_TABLES(.optional = true)};
static const Argument reach_arguments[] = {
    PLACE_ARGUMENTS("from_area", "from_x", "from_y", "all ways begin"), NWN_MODELS_OF(true),
    NWN_SETS, NWN_TABLES(.optional = true)};

/* Reads the place that three arguments give. */
static bool take_place(const NwnWorld *world, const Argument *arguments, const Value *values,
                       NwnSpot *spot) {
    if (values->type != VALUE_TEXT) {
        return fail(world->error, ERROR_ARGUMENT, "%s isn't TEXT, expected the name of an area",
                    arguments->name);
    }
    for (spot->file = 0; spot->file < world->module->count; spot->file++) {
        const NwnWorldArea *area = &world->areas[spot->file];
        if (area->file != NO_FILE && text_is(values->bytes, values->length, area->name)) {
            return value_take_point(values + 1, arguments[1].name, arguments[2].name, &spot->at,
                                    world->error);
        }
    }
    return fail(world->error, ERROR_ARGUMENT, "%s: no area has that name", arguments->name);
}

/* Walks between the places that the first arguments give, or, if `ground`, the number of the
** argument behind them, is 3, from a place everywhere. */
static bool walk(Opening *opening, const Argument *arguments, int ground, NwnWorld *world) {
    const Arguments *given = opening->arguments;
    NwnSpot from, to = {.file = NO_FILE};
    *world = (NwnWorld){.module = opening->files,
                        .tileset = {.models = given->files[ground],
                                    .sets = given->files[ground + 1],
                                    .areas = opening->files},
                        .tables = given->files[ground + 2],
                        .skips = opening->skips,
                        .arena = opening->scratch,
                        .error = opening->error};
    return nwn_world_begin(world) && take_place(world, arguments, given->values, &from) &&
           (ground == 3 || take_place(world, arguments + 3, given->values + 3, &to)) &&
           nwn_world_walk(world, from, to);
}

#define WORLD_DOC                                                                                  \
    " One walks over the ground of areas, that of the TRX or of the ARE beside each GIT; only "    \
    "areas of the first game need models. A door is where it stands, a trigger where one can "     \
    "walk to it, and a transition costs nothing. Nobody takes one that LinkedToFlags lead "        \
    "nowhere, or a trigger without an outline. Keys and scripts aren't known: locked doors are "   \
    "passed, with 0 in certain."
#define WORLD_TABLE(Name, Columns, Arguments)                                                      \
    TABLE(Name, gff_format, Columns), .endings = ".git", .typical_rows = 100,                      \
                                      ARGUMENTS_FROM(Arguments)

static bool path_rows(Opening *opening) {
    NwnWorld world;
    return walk(opening, path_arguments, 6, &world) &&
           opening_set_rows(opening, world.legs, world.leg_count, sizeof *world.legs);
}

static const Column path_columns[] = {
    GET("leg", INTEGER, NULL, "Number of the leg, from 0", row_number),
    MEMBER(STRING, "area", NULL, "Area in which one walks: its file's name without the ending",
           NwnTransition, area),
    MEMBER(F64, "x", METERS, "Where the leg begins, to the east: the start, or where one arrives",
           NwnTransition, from.x),
    MEMBER(F64, "y", METERS, "Where the leg begins, to the north", NwnTransition, from.y),
    MEMBER(F64, "to_x", METERS,
           "Where it ends, to the east: where one takes the transition, or the goal", NwnTransition,
           at.x),
    MEMBER(F64, "to_y", METERS, "Where it ends, to the north", NwnTransition, at.y),
    MEMBER(F64, "length", METERS,
           "How far one walks there, as nwn_area_distance or aswm_distance measure it",
           NwnTransition, walked),
    MEMBER(F64, "total", METERS, "That of all legs so far", NwnTransition, length),
    MEMBER_REF("transition", "nwn_objects",
               "The door or trigger that ends the leg; NULL where the goal does", NwnTransition,
               object_id),
    MEMBER(STRING, "target_file", NULL, "Path of the GIT to which it leads", NwnTransition,
           target_file),
    CERTAIN,
};

const Table nwn_world_path = {
    WORLD_TABLE("nwn_world_path", path_columns, path_arguments),
    .doc = "The shortest way between places of a module of Neverwinter Nights 1 or 2, given by its "
           "GITs: a row for each leg, to the next transition or the goal. That there are no rows "
           "means that there is no way: an area that isn't there, and a place where one can't "
           "walk, are errors." WORLD_DOC,
    .example = "SELECT leg, area, x, y, to_x, to_y, length, total, transition FROM nwn_world_path("
               "'samples/*.git', 'cellar', 8, 4, 'house', 2, 3, 'samples/tc_*', 'samples/*.set')",
    .rows = path_rows,
    ALL_FILES(NwnTransition, spot.file),
};

static bool area_rows(Opening *opening) {
    NwnWorld world;
    uint32_t count = 0;
    if (!walk(opening, reach_arguments, 3, &world)) return false;
    for (uint32_t i = 0; i < opening->files->count; i++) {
        if (world.areas[i].file == i) world.areas[count++] = world.areas[i];
    }
    return opening_set_rows(opening, world.areas, count, sizeof *world.areas);
}

static const Column area_columns[] = {
    MEMBER(STRING, "area", NULL, "Its name: that of its file without the ending", NwnWorldArea,
           name),
    METERS_IF(is_reached, "length",
              "How far one walks until one first arrives there; NULL: nobody does", NwnWorldArea,
              length),
    METERS_IF(is_reached, "x", "Where that is, to the east", NwnWorldArea, at.x),
    METERS_IF(is_reached, "y", "Where that is, to the north", NwnWorldArea, at.y),
    MEMBER(STRING, "problem", NULL,
           "Where one comes there and can't go on: why its ground isn't known", NwnWorldArea,
           problem),
};

const Table nwn_world_areas = {
    WORLD_TABLE("nwn_world_areas", area_columns, reach_arguments),
    .doc = "All areas of a module of Neverwinter Nights 1 or 2, a row for each GIT, with how far "
           "it is from one place to each, as nwn_world_path measures it." WORLD_DOC,
    .example = "SELECT area, length, x, y, problem FROM nwn_world_areas("
               "'samples/*.git', 'cellar', 8, 4, 'samples/tc_*', 'samples/*.set')",
    .rows = area_rows,
    ALL_FILES(NwnWorldArea, file),
};

static bool link_rows(Opening *opening) {
    NwnWorld world;
    return walk(opening, reach_arguments, 3, &world) &&
           opening_set_rows(opening, world.links.items, world.link_count,
                            sizeof *world.links.items);
}

const Table nwn_world_transitions = {
    WORLD_TABLE("nwn_world_transitions", transition_columns, reach_arguments),
    .doc =
        "What nwn_transitions shows, and how far one walks from a place to each door or trigger, "
        "as nwn_world_path measures it." WORLD_DOC,
    .example = "SELECT file, object_id, tag, length, at_x, at_y FROM nwn_world_transitions("
               "'samples/*.git', 'cellar', 8, 4, 'samples/tc_*', 'samples/*.set')",
    .rows = link_rows,
    ALL_FILES(NwnTransition, spot.file),
};
