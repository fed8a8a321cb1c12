/* Questions of the world of a Ragnarok Online server: its maps are cells (ro_cells.h, gat.h), and
** warps of its scripts (ro_script.h) join them.
**
** A warp has an area: of the cells from x - span_x to x + span_x and y - span_y to y + span_y,
** those that can be entered. The server looks after each step whether one stands in an area, so
** that nobody walks through one: the first cell of an area on which one steps ends the walk there.
** Of several areas on a cell, that of the warp which was loaded first counts, and here that is the
** order of ro_warps. Who arrives on a cell of an area is warped on at once.
**
** A warp leads to a random place if that is (0, 0) or off its map. Where the place can't be
** entered, one stands in the wall, and may leave it. Warps themselves cost nothing; steps cost what
** they do in gat.h.
**
** The start is a place of its own: if it lies in an area, that doesn't matter, since one has logged
** in there. Stepping onto another cell of that area does.
**
** NPCs whose scripts warp are asked about only where that is wanted, since nobody knows whether they
** do it. One comes to them on each tile of their trigger area, or within two tiles of them, and one
** can walk on from there.
**
** Known from rAthena and Hercules, whose npc_setcells, unit_walktoxy_timer and
** clif_parse_LoadEndAck agree. */
#pragma once

#include "ragnarok/gat_walk.h"
#include "ragnarok/server/ro_script.h"

#define RO_NONE UINT32_MAX /* no warp, no map */
#define RO_NPC  (UINT32_C(1) << 31)

/* A warp that servers take, or a statement of an NPC. */
typedef struct RoWorldWarp {
    RoLine line;       /* the first member, for the columns of ro_warps */
    uint32_t file, id; /* of the scripts; the row of ro_warps, or ro_npc_warps, there */
    uint32_t map, to_map;
    uint32_t next;     /* the next warp of its map */
    const char *fault; /* why nobody can step on it, by its map alone, or NULL */
    /* Once it is reached: */
    GatGrid *grid; /* the map on which one walks to it, or the start's copy of it */
    uint32_t tile; /* the one on which one steps */
    uint64_t cost; /* until then */
    /* Made by ro_world_describe: */
    uint64_t leg_cost;
    const char *previous_file, *lands, *status;
    uint32_t previous_line;
    bool is_reached;
} RoWorldWarp;

/* A map that is named by warps, cells or the question. */
typedef struct RoWorldMap {
    GatGrid grid;          /* the first member; without tiles until it is entered */
    const char *name;      /* in lower case */
    uint32_t file, number; /* the cells' file, and which map of that file; NO_FILE: none has it */
    uint32_t first_warp, last_warp;
    /* tile << 32 | warp of each tile in an area, in rising order; RO_NPC | for those of NPCs */
    const uint64_t *areas;
    uint64_t area_count;
    bool is_entered, is_reached;
} RoWorldMap;

typedef struct RoPlace {
    uint32_t map;
    int64_t x, y;
} RoPlace;

typedef struct RoWorld {
    GatWalk walk; /* the first member */
    Arena *arena;
    const FileSet *scripts, *cells;
    Document *names;    /* a resnametable.txt, or NULL */
    uint64_t npc_tiles; /* in areas of NPCs */
    LIST_OF(RoWorldWarp) warps;
    LIST_OF(RoWorldMap) maps;
    Map by_name;      /* of maps: their numbers, from 1 */
    Map landings;     /* places where one arrives: the warps that lead there first, from 1 */
    RoWorldMap start; /* a copy of the map of the start, walked on from there */
    RoPlace from;
    const RoPlace *goal;      /* or NULL */
    const GatGrid *goal_grid; /* on which one has come there, or NULL */
} RoWorld;

/* One walk of a way. */
typedef struct RoLeg {
    RoLine line;           /* of the warp that ends it; zeroed: the goal does */
    uint32_t file, id;     /* of that warp, or NO_FILE and RO_NONE */
    uint32_t npc_id;       /* of that NPC's statement, or RO_NONE */
    const char *warp_file; /* or NULL */
    const char *map;
    uint32_t x, y, to_x, to_y;
    uint64_t cost, total;
    const char *kind; /* of what ends it: "warp", "npc" or NULL */
    bool is_certain;  /* it doesn't depend on an NPC */
} RoLeg;

typedef struct RoWay {
    const char *status; /* "ok", "same", or why there is none */
    LIST_OF(RoLeg) legs;
} RoWay;

static inline bool ro_warp_is_npc(const RoWorldWarp *warp) {
    return warp->line.kind != RO_WARP && warp->line.kind != RO_WARP2;
}

/* Reads the warps of scripts, if wanted those of NPCs, too, and the names of maps. Both sets of
** files are asked until the world isn't used any more. */
bool ro_world_begin(RoWorld *world, const FileSet *scripts, const FileSet *cells, Document *names,
                    bool has_npcs, Arena *arena, Error *error);
/* Finds a map by its name in any case, or adds it; RO_NONE: the error is set. All are added before
** one is entered. */
uint32_t ro_world_map(RoWorld *world, const void *name, uint64_t length, Error *error);
/* Reads the cells of a map and marks the areas of its warps, unless that was done before. */
bool ro_world_enter(RoWorld *world, uint32_t map, Error *error);
/* Returns where a warp leads, to a map that was entered: "ok", "random" or "no cells". */
const char *ro_world_landing(const RoWorld *world, const RoWorldWarp *warp);

/* ---- Walking (ro_world_walk.c), once in a world ---------------------------------------------- */

/* Finds the way of least cost between two places. */
bool ro_world_find_way(RoWorld *world, RoPlace from, RoPlace to, RoWay *way, Error *error);
/* Walks everywhere and describes all warps. */
bool ro_world_describe(RoWorld *world, RoPlace from, Error *error);
