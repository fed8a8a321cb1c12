/* Questions of a world of Silkroad: its regions are files of their own (jmx.h), and their edges
** name cells of each other.
**
** World coordinates are region-local ones plus 1920 for each region to the west (x) or south (z).
** Every look-up opens only the regions that it comes to, and takes them to be numbered as the first
** one is (jmx.h): its own edges to the north or south tell how, else those of the regions that it
** hangs together with. The end of a ray is asked of its own edges where it may be numbered
** otherwise. A region without file counts in the old way if one that does names it. Where several
** files describe one region, the first one counts. Objects have meshes of their own in other files,
** of which nothing here knows.
**
**     way    Over open cells and edges that aren't walls. A step leads from the centre of a cell over
**            the middle of the edge to the centre of the next, but from the start and to the goal
**            themselves. Over a border the file that one leaves decides; that of the neighbour
**            isn't asked for its mirror image
**     ray    A straight walk, as far as edges that aren't walls let it through. It may touch corners
**            and run along edges; a corner alone joins nothing. Which edges it meets, and in which
**            order, is computed exactly
**     link   A border edge and one of the neighbour's that faces it: on the same line, once the
**            neighbour's frame is moved to that side, and with more than a point in common
**
** The definitions follow the server's code as it was described by others. It has no search for ways
** outdoors: it walks one straight line. */
#pragma once

#include "core/geometry.h"
#include "core/search.h"
#include "silkroad/jmx.h"

/* A place in a region. Coordinates below 0, or from 1920 on, are in a neighbour. */
typedef struct JmxPlace {
    uint32_t region_id;
    double x, z;
} JmxPlace;

/* Converts coordinates that the game shows, in today's numbering; returns false if there can't be a
** region. */
bool jmx_place(double game_x, double game_y, JmxPlace *place);

/* ---- Ways (jmx_way.c) ------------------------------------------------------------------------ */

/* A cell of a way with its file, and the edge over which the way enters it. UINT32_MAX: none. */
typedef struct JmxWayStep {
    uint32_t file, region_id, cell_id;
    uint32_t edge_id,
        edge_region_id;    /* the edge is in the file of the region that the way leaves */
    double x, z;           /* in the region: the start, a centre, or the goal */
    double edge_x, edge_z; /* middle of the edge, in the region that one enters */
    double distance;       /* so far */
} JmxWayStep;

/* A way, or why there is none. */
typedef struct JmxWay {
    const char *status; /* "ok", "same", "off the world", "blocked" or "unreachable" */
    const char *place;  /* "from" or "to": which of them is off the world or blocked, or NULL */
    const JmxWayStep *steps; /* `count`; within one cell two, the start and the goal */
    uint64_t count;
    double distance; /* of the last step; NaN: there is no way */
    uint32_t file;   /* in which it begins; UINT32_MAX: there is none */
} JmxWay;

/* Finds the shortest way within a region between two cells (below cells.count), from centre to
** centre. It has no steps if there is none, for example because a cell is blocked. They lie in
** `scratch`. */
bool jmx_find_path(Jmx *jmx, uint32_t from, uint32_t to, Arena *scratch, JmxWay *way, Error *error);

/* Finds the shortest way. Its steps lie in `scratch`. */
bool jmx_find_way(const FileSet *files, JmxPlace from, JmxPlace to, Arena *scratch, JmxWay *way,
                  Error *error);

/* ---- Rays (jmx_ray.c) ------------------------------------------------------------------------ */

typedef enum JmxRayStatus {
    JMX_RAY_OFF,     /* the start has no file, or no cell */
    JMX_RAY_INSIDE,  /* the start is blocked */
    JMX_RAY_CLEAR,   /* the end is reached */
    JMX_RAY_BLOCKED, /* at an edge that is a wall, or leads nowhere */
    JMX_RAY_LEAVES,  /* at an edge to a region that no file describes */
    JMX_RAY_NO_EDGE, /* where the side of a cell has no edge */
} JmxRayStatus;

typedef struct JmxRay {
    const char *status; /* "clear", as tables show it */
    JmxRayStatus kind;
    uint32_t file, region_id, cell_id; /* of the cell in which it ends; UINT32_MAX: none */
    uint32_t edge_id;                  /* at which it ends; UINT32_MAX: at none */
    double x, z;                       /* where it ends, in the region; NaN: nowhere */
    double distance;
} JmxRay;

/* Walks straight from one place towards another, and fills in *ray with how and where that ends. */
bool jmx_cast_ray(const FileSet *files, JmxPlace from, JmxPlace to, Arena *scratch, JmxRay *ray,
                  Error *error);

/* ---- Links (jmx_links.c) --------------------------------------------------------------------- */

/* What is wrong with a border edge (the first five) or a link. Real files have none of these
** faults. */
enum {
    JMX_FAULT_NO_REGION = 1, /* no file describes the neighbour; others aren't checked */
    JMX_FAULT_NOT_ON_BORDER = 2,
    JMX_FAULT_NO_TWIN = 4,       /* no edge of the neighbour faces it */
    JMX_FAULT_DIRECTION = 8,     /* direction 0 isn't the side that it lies on */
    JMX_FAULT_NOT_ADJACENT = 16, /* by their ids, the regions aren't neighbours on that side */
    JMX_FAULT_SPAN = 32,         /* edge and twin have only a part of their span in common */
    JMX_FAULT_CELL = 64,         /* the twin doesn't belong to the cell that the edge names */
    JMX_FAULT_FLAG = 128,        /* the twin's flags differ, with 1 and 2 exchanged */
};
#define JMX_FAULT_COUNT 8
extern const char *const jmx_fault_names[JMX_FAULT_COUNT]; /* "no region", by bit */

/* A border edge and one that faces it, or a border edge that no other faces. */
typedef struct JmxWorldLink {
    uint32_t file, region_id, edge_id, cell_id; /* cell_id UINT32_MAX: not a cell of the region */
    uint32_t other_region_id;                   /* UINT32_MAX: none */
    uint32_t other_edge_id, other_cell_id;      /* UINT32_MAX: none */
    uint8_t flags, other_flags, faults;
    bool has_twin, same_span;
    double length; /* of the part of the border that both have in common */
} JmxWorldLink;

/* An edge faces at most 96 others, as many as a side has tiles; more aren't listed. */
#define JMX_FACING_MOST 96

/* Finds all links, sorted by file, edge and other edge. They lie in `scratch`. */
bool jmx_find_links(const FileSet *files, Arena *scratch, const JmxWorldLink **links,
                    uint64_t *count, Error *error);

/* Checks only the first file, whose neighbours the others may be. The result has, for each of its
** global edges, the faults of all its links; NULL: the file's region isn't known. Edges of the
** others that lead elsewhere are ignored. */
bool jmx_find_edge_faults(const FileSet *files, Arena *scratch, const uint8_t **faults,
                          Error *error);

/* ---- The regions of a look-up (jmx_world.c) -------------------------------------------------- */

/* A visited region. Nodes of a search are numbers: its cells from first_node on, and behind them
** its border edges. */
typedef struct JmxRegion {
    uint32_t region_id, file;
    uint32_t cells, borders;
    uint64_t first_node;
} JmxRegion;

/* A step of a search, over an edge. A border takes two of them: from a cell onto the edge, and
** from there into the neighbour's cell. So a region is opened only when an edge that leads into it
** is the nearest node that is left. */
typedef struct JmxCrossing {
    const uint8_t *edge;
    uint32_t edge_id;
    const JmxRegion *edge_region; /* in whose file the edge stands */
    uint32_t from, to;            /* nodes */
    uint32_t from_cell, to_cell;  /* cells of `region`; UINT32_MAX: the border edge itself */
    const JmxRegion *region;
    const Jmx *jmx; /* the region's */
} JmxCrossing;

typedef struct JmxWorld {
    const FileSet *files;
    Jmx *alone; /* not NULL: the only region, with number 0 and without files; borders end it */
    Arena *arena;
    uint32_t *file_of;   /* of each region id, counted from 1; 0: none */
    uint32_t *number_of; /* for each region id, its number in `regions` plus 1; 0: not visited */
    bool knows_all;      /* files whose names don't give a region have been opened, too */
    bool old;            /* the numbering */
    LIST_OF(JmxRegion) regions; /* by first_node */
    uint64_t node_count;
    Search search; /* over nodes */
    /* Reaches a node over an edge that isn't a wall, if the search may. */
    void (*cross)(struct JmxWorld *world, const JmxCrossing *crossing);
} JmxWorld;

/* Begins one look-up, which starts in a region. */
bool jmx_world_begin(JmxWorld *world, const FileSet *files, uint32_t region_id, Arena *arena,
                     Error *error);

/* Opens a region's file and orders its edges; it stays open until the next call. NULL: the error is
** set or, without an error, no file describes the region. */
Jmx *jmx_world_open(JmxWorld *world, uint32_t region_id, Error *error);

/* Opens a region like jmx_world_open(), adds it to `regions`, and sets *number to its number
** there. */
Jmx *jmx_world_enter(JmxWorld *world, uint32_t region_id, uint32_t *number, Error *error);

/* Returns the region to which a node belongs. */
const JmxRegion *jmx_world_region_of_node(const JmxWorld *world, uint32_t node);

/* Enters the region behind a border edge, and finds the cell there. *jmx is NULL if there is none,
** *number is UINT32_MAX if no file describes the region. Returns false only with the error set. */
bool jmx_world_open_beyond(JmxWorld *world, const uint8_t *edge, const Jmx **jmx, uint32_t *number,
                           uint32_t *cell, Error *error);

/* Reaches whatever lies behind a node: Search.expand of a search whose context is a JmxWorld. */
bool jmx_world_expand(Search *search, uint32_t node, Error *error);

/* Finds out whether a region uses the old numbering. */
bool jmx_world_is_old(JmxWorld *world, uint32_t region_id, bool *old, Error *error);

/* Finds the region in which a place really lies; returns false if there can't be one. */
bool jmx_world_settle(const JmxWorld *world, JmxPlace *place);

/* Returns where a place of a region is in the world; its z is the y of the point. */
static inline Point2 jmx_in_world(const JmxWorld *world, uint32_t region_id, double x, double z) {
    JmxSector sector = jmx_sector(region_id, world->old);
    return (Point2){(double)sector.x * JMX_REGION_UNITS + x,
                    (double)sector.z * JMX_REGION_UNITS + z};
}
