/* The things that stand on an area of Neverwinter Nights 1, placeables and doors, as far as they
** block ways over its ground. A thing's walkmesh is a file of its own:
**
**     placeable   <ModelName of row Appearance in placeables.2da>.pwk
**     door        <Model of row Appearance in doortypes.2da>.dwk; if Appearance is 0, <ModelName of
**                 row GenericType in genericdoors.2da>.dwk (GenericType_New, where the GIT has it)
**
** It is turned by Bearing and moved to X, Y, Z. A door's .dwk has nodes for each of its states, of
** which one counts. A face blocks if one doesn't walk on its surface, where its height is between
** 0.05 m below the ground and 2 m above: what lies strictly inside of it isn't free, and one doesn't
** cross a face that is upright. One may walk along the rim of either. */
#pragma once

#include "neverwinter/nwn/nwn_ground.h"

/* In which state the doors of an area are. */
typedef enum NwnDoors {
    NWN_DOORS_OPEN,   /* all are open, as walkers open them, locked ones, too */
    NWN_DOORS_PLACED, /* as the GIT says */
    NWN_DOORS_LOCKED, /* locked ones are closed, the others open */
    NWN_DOORS_NONE,   /* there are no doors */
} NwnDoors;

/* What stands on an area, and where its models are found. */
typedef struct NwnThings {
    Gff *git;              /* NULL: nothing */
    const FileSet *tables; /* with the 2DA files that they need; else it is an error */
    const FileSet *models;
    NwnDoors doors;
} NwnThings;

/* A face that blocks, in the area. */
typedef struct NwnBlock {
    Vector corners[3];
    uint32_t object; /* an id of nwn_objects */
} NwnBlock;

/* Lists the faces of all things that block. It is an error if one of the 2DA files that are needed
** isn't among the tables; a thing without a walkmesh doesn't block. */
bool nwn_find_blocks(const NwnThings *things, Arena *arena, List *blocks, Error *error);

/* Cuts the walkable triangles of the ground, whose equal vertices in a tile must be one, so that
** each is either free or blocked, and adds those that upright faces close to `walls`: a map from
** the numbers of an edge's two vertices, the lesser one first, to a NwnWall. */
typedef struct NwnWall {
    uint32_t middle; /* the vertex at which the edge is cut; GFF_NONE: it isn't */
    uint32_t object; /* that closes the edge; GFF_NONE: nothing does */
} NwnWall;

bool nwn_cut_ground(NwnGround *ground, const List *blocks, Map *walls, Arena *arena, Error *error);
/* Returns what is known of an edge of the ground, or NULL; with an arena it is added if it is new,
** and NULL means that memory ran out. */
NwnWall *nwn_wall_at(Map *walls, uint32_t a, uint32_t b, Arena *adds);

/* Where one stands to use a thing. */
typedef struct NwnUsePoint {
    uint32_t object, number; /* an id of nwn_objects; the number in the dummy's name, or 0 */
    const char *state;       /* of a door: "closed", "open1", "open2"; NULL: any */
    Vector place;
} NwnUsePoint;

/* One uses a thing from ground so far from one of its use points, in metres. */
#define NWN_REACH 0.5
/* Lists the use points of all placeables and doors, of objects in their order: the dummies of their
** walkmeshes whose names say so, or, without any, the thing's own place. */
bool nwn_find_use_points(const NwnThings *things, Arena *arena, List *points, Error *error);
