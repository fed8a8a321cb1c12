/* ro_world_path, ro_world_path_status and ro_world_warps: see ro_world.h. */
#include "ragnarok/server/ro_world.h"
#include "ragnarok/server/ro_line_columns.h"
#include "text/text_file.h"

#define CELLS_ARGUMENT                                                                             \
    {                                                                                              \
        .name = "cells",                                                                           \
        .doc =                                                                                     \
            "Where one can walk: a map_cache.dat, or a pattern or list of .mcache, .fld2 or .gat " \
            "files, whose names are those of the maps",                                            \
        .source = &ro_cells_format, .endings = RO_CELLS_ENDINGS " .gat", .many = true,             \
        .one_open = true, .may_lack = true                                                         \
    }

#define NAMES_ARGUMENT                                                                             \
    {                                                                                              \
        "names", "The client's resnametable.txt, by which maps have the .gat of others",           \
            .optional = true, .source = &text_format                                               \
    }

static const Argument way_arguments[] = {
    {"scripts", "The scripts with the warps, as src of ro_warps", .source = &ro_script_format,
     .many = true, .one_open = true},
    CELLS_ARGUMENT,
    {.name = "from_map", .doc = "Map where the way begins, without an ending"},
    {.name = "x1", .doc = "Column of the tile there"},
    {.name = "y1", .doc = "Row of that tile"},
    {.name = "to_map", .doc = "Map where the way ends"},
    {.name = "x2", .doc = "Column of the tile there"},
    {.name = "y2", .doc = "Row of that tile"},
    NAMES_ARGUMENT,
    {"npcs", "1: over NPCs that warp, too, though nobody knows whether they do", .optional = true},
};

static const Argument warp_arguments[] = {
    CELLS_ARGUMENT,
    {.name = "from_map", .doc = "Map where all ways begin, without an ending"},
    {.name = "from_x", .doc = "Column of the tile there"},
    {.name = "from_y", .doc = "Row of that tile"},
    NAMES_ARGUMENT,
};

/* Reads the place that three arguments give. */
static bool take_place(RoWorld *world, const Argument *arguments, const Value *values,
                       RoPlace *place, Error *error) {
    int64_t *const numbers[] = {&place->x, &place->y};
    if (values->type != VALUE_TEXT) {
        return fail(error, ERROR_ARGUMENT, "%s isn't TEXT, expected the name of a map",
                    arguments->name);
    }
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        if (!value_to_written_integer(values[1 + i], numbers[i])) {
            return fail(error, ERROR_ARGUMENT, "%s isn't a tile's whole number",
                        arguments[1 + i].name);
        }
    }
    place->map = ro_world_map(world, values->bytes, values->length, error);
    return place->map != RO_NONE;
}

/* `first` is the number of the argument `cells`. */
static bool find_way(const FileSet *scripts, const Arguments *arguments, int first, Arena *arena,
                     RoWay *way, Error *error) {
    enum { FROM = 1, TO = 4, NAMES = 7, NPCS = 8 };
    const Value *values = arguments->values + first;
    RoWorld world;
    RoPlace from, to;
    bool npcs = false;
    return (value_to_flag(values[NPCS], &npcs) ||
            fail(error, ERROR_ARGUMENT, "npcs isn't 0 or 1")) &&
           ro_world_begin(&world, scripts, arguments->files[first],
                          arguments->documents[first + NAMES], npcs, arena, error) &&
           take_place(&world, way_arguments + 1 + FROM, values + FROM, &from, error) &&
           take_place(&world, way_arguments + 1 + TO, values + TO, &to, error) &&
           ro_world_find_way(&world, from, to, way, error);
}

static bool path_rows(Opening *opening) {
    RoWay way;
    return find_way(opening->files, opening->arguments, 0, opening->scratch, &way,
                    opening->error) &&
           opening_set_rows(opening, way.legs.items, way.legs.count, sizeof *way.legs.items);
}

static const Column path_columns[] = {
    GET("leg", INTEGER, NULL, "Number of the leg, from 0", row_number),
    MEMBER(STRING, "map", NULL, "Map on which one walks, in lower case", RoLeg, map),
    MEMBER(U32, "x", "tiles", "Column where the leg begins: the start, or where a warp leads",
           RoLeg, x),
    MEMBER(U32, "y", "tiles", "Row where the leg begins", RoLeg, y),
    MEMBER(U32, "to_x", "tiles",
           "Column where it ends: the first tile of a warp on which one steps, or the goal", RoLeg,
           to_x),
    MEMBER(U32, "to_y", "tiles", "Row where it ends", RoLeg, to_y),
    MEMBER(U64, "cost", NULL, "What walking there costs, as gat_path counts it", RoLeg, cost),
    MEMBER(U64, "total", NULL, "That of all legs so far", RoLeg, total),
    TEXT_OF("warp", "Name of the warp or NPC that ends the leg; NULL where the goal does", RO_NAME),
    MEMBER(STRING, "warp_file", NULL, "The script in which the warp stands", RoLeg, warp_file),
    MEMBER(U32, "warp_line", NULL, "Its line there", RoLeg, line.line,
           WHERE_MEMBER(RoLeg, line.line)),
    MEMBER_REF("warp_id", "ro_warps", "The warp there", RoLeg, id),
    MEMBER(STRING, "kind", NULL, "What ends the leg: warp or npc; NULL where the goal does", RoLeg,
           kind),
    MEMBER(BOOL, "certain", NULL,
           "0 where an NPC may ask for money, a quest or an answer first, and where a warp begins "
           "disabled or hidden until a script shows it",
           RoLeg, is_certain),
    MEMBER_REF("npc_warp_id", "ro_npc_warps", "The statement of the NPC there", RoLeg, npc_id),
};

static const Table ro_world_path = {
    TABLE("ro_world_path", ro_script_format, path_columns),
    .doc = "The way of least cost between places of a Ragnarok Online server's world, over the "
           "warps of its scripts: a row for each walk, from where one arrives to the next warp "
           "or the goal. Nobody can walk through a warp; steps are those of gat_path. There are "
           "rows only where ro_world_path_status() is 'ok' or 'same'. Copies of warps "
           "(duplicates in ro_npcs) aren't taken.",
    .example =
        "SELECT leg, map, x, y, to_x, to_y, cost, total, warp FROM "
        "ro_world_path('samples/npc/*.txt', 'samples/map_cache.dat', 'town', 2, 2, 'field', 5, 8)",
    .arguments = way_arguments + 1,
    .argument_count = LENGTH(way_arguments) - 1,
    .typical_rows = 10,
    .rows = path_rows,
    ALL_FILES(RoLeg, file),
};

static Value path_status_call(Call *call) {
    RoWay way;
    bool done =
        find_way(call->arguments->files[0], call->arguments, 1, call->scratch, &way, call->error);
    return done ? value_name(way.status) : value_null();
}

static const Function functions[] = {
    {
        "ro_world_path_status",
        "scripts, cells, from_map, x1, y1, to_map, x2, y2 [, names] [, npcs]",
        .doc =
            "Whether ro_world_path has a way between places, and why not: 'ok', 'same', 'off "
            "map', 'no cells' (nothing is known of one of their grounds, or its file lacks cells), "
            "'not walkable' (nobody can step on the tile where it is to end; who stands there "
            "already is the 'same') or 'unreachable'. Both sources may name many files.",
        .example = "SELECT ro_world_path_status('samples/npc/*.txt', 'samples/map_cache.dat', "
                   "'town', 2, 2, 'field', 5, 8)",
        ARGUMENTS_FROM(way_arguments),
        .tells_files = true,
        .call = path_status_call,
    },
};

static bool warp_rows(Opening *opening) {
    const Arguments *arguments = opening->arguments;
    RoWorld world;
    RoPlace from;
    return ro_world_begin(&world, opening->files, arguments->files[0], arguments->documents[4],
                          false, opening->scratch, opening->error) &&
           take_place(&world, warp_arguments + 1, arguments->values + 1, &from, opening->error) &&
           ro_world_describe(&world, from, opening->error) &&
           opening_set_rows(opening, world.warps.items, world.warps.count,
                            sizeof *world.warps.items);
}

static const Column warp_columns[] = {
    WARP_COLUMNS,
    PROBLEM,
    STATE,
    MEMBER(U64, "cost", NULL,
           "What it costs to walk from the start until one steps on it; NULL: nobody does",
           RoWorldWarp, cost, WHERE_MEMBER(RoWorldWarp, is_reached)),
    MEMBER(U64, "leg_cost", NULL, "That of the last walk alone, behind the warp before it",
           RoWorldWarp, leg_cost, WHERE_MEMBER(RoWorldWarp, is_reached)),
    MEMBER(STRING, "previous_file", NULL,
           "The script of the warp that one takes before it; NULL where one walks from the start",
           RoWorldWarp, previous_file),
    MEMBER(U32, "previous_line", NULL, "The line of that warp", RoWorldWarp, previous_line,
           WHERE_MEMBER(RoWorldWarp, previous_line)),
    MEMBER(STRING, "lands", NULL,
           "Where it leads. ok: to a tile. random: anywhere on the map, since the place is 0, 0 or "
           "off the map. no cells: to a map that no file has",
           RoWorldWarp, lands),
    MEMBER(STRING, "status", NULL,
           "Whether one comes to it. ok, random and no cells (as lands says): one does. walled: no "
           "tile of it can be entered. covered: those belong to warps before it. unreachable: one "
           "comes to its map, not to it. map unreachable: one doesn't come to its map. no cells "
           "without a cost: no file has its map",
           RoWorldWarp, status),
    MEMBER_REF("warp_id", "ro_warps", "Its row there", RoWorldWarp, id),
};

static const Table ro_world_warps = {
    TABLE("ro_world_warps", ro_script_format, warp_columns),
    .doc = "All warps that a Ragnarok Online server takes from its scripts, with what it costs to "
           "come to each from one place, as ro_world_path counts it, or why nobody does. The least "
           "cost by to_map is how far each map is.",
    .example = "SELECT line, map, to_map, cost, leg_cost, previous_line, status "
               "FROM ro_world_warps('samples/npc/*.txt', 'samples/map_cache.dat', 'town', 2, 2)",
    ARGUMENTS_FROM(warp_arguments),
    .typical_rows = 3000,
    .rows = warp_rows,
    ALL_FILES(RoWorldWarp, file),
    OFFSET_MEMBER(RoWorldWarp, line.start),
};

const Module ro_world_module = {
    TABLES(&ro_world_path, &ro_world_warps),
    MODULE_PARTS(functions, function),
};
