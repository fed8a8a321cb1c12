/* Tables of JMXVNVM about all regions of a world together. jmx_world.h has the definitions. */
#include "silkroad/jmx_world.h"

#define PLACE_ARGUMENTS(Region, RegionDoc, X, Z)                                                   \
    {.name = Region, .doc = RegionDoc}, {.name = X, .doc = "Where in that region, to the east"}, { \
        .name = Z, .doc = "Where in that region, to the north"                                     \
    }

static const Argument from_to_arguments[] = {
    PLACE_ARGUMENTS("from_region", "Id of the region where it begins", "from_x", "from_z"),
    PLACE_ARGUMENTS("to_region", "Id of the region where it ends", "to_x", "to_z"),
};

static const Argument ray_arguments[] = {
    PLACE_ARGUMENTS("from_region", "Id of the region where it begins", "x1", "z1"),
    PLACE_ARGUMENTS("to_region", "Id of the region where it is to end", "x2", "z2"),
};

/* Reads the place that three arguments give, from number `first` on. */
static bool place_argument(const Opening *opening, const Argument *arguments, int first,
                           JmxPlace *place) {
    const Value *values = opening->arguments->values + first;
    int64_t region;
    if (!value_to_integer(values[0], &region) || region < 0 || region > UINT16_MAX) {
        return fail(opening->error, ERROR_ARGUMENT, "%s isn't the id of a region, 0 to 65535",
                    arguments[first].name);
    }
    place->region_id = (uint32_t)region;
    return value_take_real(values[1], arguments[first + 1].name, &place->x, opening->error) &&
           value_take_real(values[2], arguments[first + 2].name, &place->z, opening->error);
}

static bool find_way(Opening *opening, JmxWay *way) {
    JmxPlace from, to;
    return place_argument(opening, from_to_arguments, 0, &from) &&
           place_argument(opening, from_to_arguments, 3, &to) &&
           jmx_find_way(opening->files, from, to, opening->scratch, way, opening->error);
}

static bool way_rows(Opening *opening) {
    JmxWay way;
    if (!find_way(opening, &way)) return false;
    return opening_set_rows(opening, way.steps, way.count, sizeof *way.steps);
}

static const Column way_columns[] = {
    GET("step", INTEGER, NULL, "Number of the step, from 0", row_number),
    MEMBER(U32, "region_id", NULL, "The region of the cell, which file describes", JmxWayStep,
           region_id),
    MEMBER_REF("cell_id", "jmx_cells", "The cell", JmxWayStep, cell_id),
    MEMBER_REF(
        "edge_id", NULL,
        "The edge by which the cell is entered, an id of jmx_edges of edge_region_id; NULL at "
        "the first step, and where the way stays in one cell",
        JmxWayStep, edge_id),
    MEMBER(F64, "x", "units",
           "Where the way passes through the cell, to the east in region_id: the start, the cell's "
           "centre, or the goal",
           JmxWayStep, x),
    MEMBER(F64, "z", "units", "Where the way passes through the cell, to the north in region_id",
           JmxWayStep, z),
    MEMBER(F64, "distance", "units", "Length of the way so far, over the middles of the edges",
           JmxWayStep, distance),
    MEMBER_REF("edge_region_id", NULL,
               "The region that is left over that edge, in whose file it stands", JmxWayStep,
               edge_region_id),
    MEMBER(F64, "edge_x", "units", "Middle of the edge, to the east in region_id", JmxWayStep,
           edge_x),
    MEMBER(F64, "edge_z", "units", "Middle of the edge, to the north in region_id", JmxWayStep,
           edge_z),
};

const Table jmx_world_path = {
    TABLE("jmx_world_path", jmx_format, way_columns),
    .doc =
        "The shortest way between two places over the borders of regions: over open cells and "
        "edges that aren't walls, through the centres of cells and the middles of edges; there "
        "are no rows where there is no way (jmx_world_path_status says why). A look-up opens "
        "only the regions that a shorter way could cross. The objects' own meshes, which are .bms "
        "files, aren't taken into account.",
    .example = "SELECT step, region_id, cell_id, x, z, distance "
               "FROM jmx_world_path('samples/*.nvm', 25000, 100, 100, 25257, 1800, 1800)",
    ARGUMENTS_FROM(from_to_arguments),
    .typical_rows = 100,
    .rows = way_rows,
    ALL_FILES(JmxWayStep, file),
};

static bool status_rows(Opening *opening) {
    JmxWay *way = opening_set_row(opening, sizeof *way);
    return way && find_way(opening, way);
}

static const Column status_columns[] = {
    MEMBER(STRING, "status", NULL,
           "Whether there is a way. ok: over other cells. same: both places are in one cell. off "
           "the world: no file has a cell at the place. blocked: the cell there isn't open. "
           "unreachable: the cells aren't joined, as far as there are files",
           JmxWay, status),
    MEMBER(STRING, "place", NULL, "Which place is off the world or blocked: from or to; else NULL",
           JmxWay, place),
    MEMBER(F64, "distance", "units", "Length of the way; NULL without one", JmxWay, distance),
};

const Table jmx_world_path_status = {
    TABLE("jmx_world_path_status", jmx_format, status_columns),
    .doc = "Whether jmx_world_path has a way between two places, and why not: one row.",
    .example = "SELECT status, place, distance FROM jmx_world_path_status('samples/*.nvm', 25000, "
               "100, 100, 77, 1800, 1800)",
    ARGUMENTS_FROM(from_to_arguments),
    .rows = status_rows,
    ALL_FILES(JmxWay, file),
};

static bool ray_rows(Opening *opening) {
    JmxPlace from, to;
    JmxRay *ray = opening_set_row(opening, sizeof *ray);
    return ray && place_argument(opening, ray_arguments, 0, &from) &&
           place_argument(opening, ray_arguments, 3, &to) &&
           jmx_cast_ray(opening->files, from, to, opening->scratch, ray, opening->error);
}

static const Column ray_columns[] = {
    MEMBER(STRING, "status", NULL,
           "How the walk ends. clear: it reaches the end. blocked: it meets an edge that is a wall "
           "or leads to no cell. leaves the files: it meets an edge to a region that no file "
           "describes. no edge: it meets a side of a cell that has no edge. blocked at start: the "
           "cell at the start isn't open. off the world: there is no cell at the start",
           JmxRay, status),
    MEMBER(F64, "distance", "units", "How far the walk gets; NULL off the world", JmxRay, distance),
    MEMBER_REF("region_id", NULL, "The region of the cell in which it ends", JmxRay, region_id),
    MEMBER(F64, "x", "units", "Where it ends, to the east in region_id", JmxRay, x),
    MEMBER(F64, "z", "units", "Where it ends, to the north in region_id", JmxRay, z),
    MEMBER_REF("cell_id", "jmx_cells", "The cell in which it ends", JmxRay, cell_id),
    MEMBER_REF("edge_id", "jmx_edges",
               "The edge of that cell that it can't pass; NULL unless blocked or at the end of the "
               "files",
               JmxRay, edge_id),
};

const Table jmx_ray = {
    TABLE("jmx_ray", jmx_format, ray_columns),
    .doc = "How far one can walk straight from one place towards another, over the borders of "
           "regions: one row. The walk may touch corners and run along edges; cells that share "
           "only a corner aren't joined. The objects' own meshes, which are .bms files, aren't "
           "taken into account.",
    .example = "SELECT status, distance, region_id, x, z, edge_id "
               "FROM jmx_ray('samples/*.nvm', 25000, 100, 100, 25257, 1800, 1800)",
    ARGUMENTS_FROM(ray_arguments),
    .rows = ray_rows,
    ALL_FILES(JmxRay, file),
};

static bool link_rows(Opening *opening) {
    const JmxWorldLink *links = NULL;
    uint64_t count = 0;
    return jmx_find_links(opening->files, opening->scratch, &links, &count, opening->error) &&
           opening_set_rows(opening, links, count, sizeof *links);
}

enum { FAULTS_LENGTH = 128 }; /* fits all names and commas */

static Value link_faults(const Row *row) {
    uint8_t faults = ((const JmxWorldLink *)(const void *)row->record)->faults;
    char *text = row_room(row, FAULTS_LENGTH);
    if (!faults || !text) return value_null();
    print_flags(text, FAULTS_LENGTH, faults, jmx_fault_names, ", ");
    return value_text(text);
}

#define FAULT(Name, Doc, Fault) BIT(8, Name, Doc, offsetof(JmxWorldLink, faults), Fault)

static const Column link_columns[] = {
    MEMBER(U32, "region_id", NULL, "The region that is left", JmxWorldLink, region_id),
    MEMBER_REF("edge_id", "jmx_edges", "The edge over the border", JmxWorldLink, edge_id),
    MEMBER_REF("cell_id", "jmx_cells", "The cell that is left", JmxWorldLink, cell_id),
    MEMBER(U8, "flags", NULL, "Flags of the edge", JmxWorldLink, flags),
    MEMBER_REF("other_region_id", NULL, "The region that the edge names", JmxWorldLink,
               other_region_id),
    MEMBER_REF(
        "other_edge_id", NULL,
        "An edge of that region that faces this one, an id of its jmx_edges; NULL if no edge does",
        JmxWorldLink, other_edge_id),
    MEMBER_REF("other_cell_id", NULL,
               "The cell of that edge; without one, the cell that this edge names", JmxWorldLink,
               other_cell_id),
    MEMBER(U8, "other_flags", NULL, "Flags of that edge", JmxWorldLink, other_flags,
           WHERE_MEMBER(JmxWorldLink, has_twin)),
    MEMBER(BOOL, "same_span", NULL, "1 if they have the same ends", JmxWorldLink, same_span,
           WHERE_MEMBER(JmxWorldLink, has_twin)),
    MEMBER(F64, "length", "units", "How much of the border they have in common", JmxWorldLink,
           length, WHERE_MEMBER(JmxWorldLink, has_twin)),
    GET("faults", TEXT, NULL,
        "What is wrong, separated by commas: no region, not on a border, no twin, direction, not "
        "adjacent, span, cell, flag, as the columns that follow say it; NULL if nothing is",
        link_faults),
    FAULT("no_region",
          "1 if no file describes the region that the edge names; the faults behind this one are 0 "
          "then",
          JMX_FAULT_NO_REGION),
    FAULT(
        "not_on_border",
        "1 if the edge doesn't lie on a side of its region; the faults behind this one are 0 then",
        JMX_FAULT_NOT_ON_BORDER),
    FAULT("no_twin", "1 if no edge of that region faces this one", JMX_FAULT_NO_TWIN),
    FAULT("direction", "1 if direction 0 of the edge isn't the side that it lies on",
          JMX_FAULT_DIRECTION),
    FAULT("not_adjacent", "1 if by their ids the regions aren't neighbours on this side",
          JMX_FAULT_NOT_ADJACENT),
    FAULT("span", "1 if the two edges have only a part in common", JMX_FAULT_SPAN),
    FAULT("cell", "1 if the facing edge belongs to another cell than this one names",
          JMX_FAULT_CELL),
    FAULT("flag", "1 if the facing edge has the same ends and other flags, with 1 and 2 exchanged",
          JMX_FAULT_FLAG),
};

const Table jmx_world_links = {
    TABLE("jmx_world_links", jmx_format, link_columns),
    .doc = "Edges over the borders of regions with the neighbour's edges that face them, and what "
           "is wrong with them; in real files nothing is. An edge that no other edge faces has one "
           "row, too. Where several files describe one region, the first one counts.",
    .example = "SELECT faults, count(*) FROM jmx_world_links('samples/*.nvm') GROUP BY faults",
    .typical_rows = 1000,
    .rows = link_rows,
    ALL_FILES(JmxWorldLink, file),
};

typedef struct GamePlace {
    JmxPlace place;
    bool exists;
} GamePlace;

static bool place_rows(Opening *opening) {
    Point2 at;
    GamePlace *found = opening_set_row(opening, sizeof *found);
    if (!found ||
        !value_take_point(opening->arguments->values, "game_x", "game_y", &at, opening->error)) {
        return false;
    }
    found->exists = jmx_place(at.x, at.y, &found->place);
    return true;
}

#define PLACE_MEMBER(Kind, Name, Unit, Doc, Member)                                                \
    MEMBER(Kind, Name, Unit, Doc, GamePlace, place.Member, WHERE_MEMBER(GamePlace, exists))

static const Column place_columns[] = {
    PLACE_MEMBER(U32, "region_id", NULL, "The region there; NULL where none can be", region_id),
    PLACE_MEMBER(F64, "x", "units", "Place in it, to the east", x),
    PLACE_MEMBER(F64, "z", "units", "Place in it, to the north", z),
};

const Table jmx_place_table = {
    .name = "jmx_place",
    .doc = "The region and the place in it for two coordinates that the game shows, in today's "
           "numbering: one row, with NULLs where no region can be. In dungeons the game shows "
           "other coordinates.",
    .example = "SELECT region_id, x, z FROM jmx_place(6432, 1056)",
    .about_extension = true,
    COLUMNS(place_columns),
    ARGUMENTS({.name = "game_x", .doc = "The first coordinate that the game shows"},
              {.name = "game_y", .doc = "The second coordinate that the game shows"}),
    .rows = place_rows,
};
