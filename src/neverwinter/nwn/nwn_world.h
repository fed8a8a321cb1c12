/* Ways through a module of Neverwinter Nights, from area to area; areas of both games may meet.
**
** Areas are joined by transitions (nwn.h), which cost nothing. Between two of them one walks over
** the ground of an area: that of the TRX beside its GIT or, in the first game, that of the ARE
** (nwn_walk.h). A walk is the shortest one (walk_way.h), in metres.
**
** One takes a transition at the first of these spots to which a way leads: of a door those of its
** use points (nwn_things.h), then the ground in reach of them, of several what is nearest to where
** the walk begins; of a trigger the mean of its corners, then its corners, each with the middle of
** the side behind it. Without any, it is out of reach. A door is then taken at the nearest ground
** within 0.8 m of a use point that hangs together with where one has arrived, or else at the walkable
** point that is nearest to a use point, if one can come there; a trigger at the one that is nearest
** to the mean. Use points are known where tables and models name the door's walkmesh; else the door's
** place is one.
**
** One arrives at the walkable point that is nearest to the target. A trigger stops nobody: one can
** walk round it. Neither keys nor scripts are known, so that locked doors are passed; they are told
** apart. */
#pragma once

#include "neverwinter/nwn/nwn_ground.h"

typedef struct NwnWorldArea {
    uint32_t file;        /* its GIT; NO_FILE: this file is none, and so no area */
    const char *name;     /* that of the GIT, without its ending */
    const char *problem;  /* why it has no ground; NULL: it has, or nobody comes there */
    struct NwnWalk *walk; /* its ground as long as that is kept, of the first game; or NULL */
    List points;          /* NwnUsePoint: where one stands to use things there, if walk is set */
    bool is_reached;
    double length; /* until one first arrives there */
    Point2 at;     /* where that is */
} NwnWorldArea;

/* Zero but for module, tileset, tables, skips, arena and error. */
typedef struct NwnWorld {
    const FileSet *module; /* of which each GIT is an area */
    NwnTileset tileset;
    const FileSet *tables; /* of placeables and doors, which block then; or NULL */
    bool skips;            /* an area of which a file can't be read has no ground */
    Arena *arena;
    Error *error;
    NwnWorldArea *areas;          /* for each file */
    LIST_OF(NwnTransition) links; /* behind the transitions the goal, and one to the start */
    uint32_t link_count;          /* without these two */
    NwnTransition *legs;          /* what one takes on the way, at last the goal */
    uint64_t leg_count;           /* 0: there is no way */
    Map landings;                 /* targets where one has come, by their files and objects */
    /* Of the area that was entered last: */
    Gff *git;                    /* NULL: it is broken and to be skipped */
    const struct WalkMesh *mesh; /* NULL: it has no ground */
    List starts;                 /* uint32_t: triangles where one has arrived on it */
    Arena grounds, scratch;
} NwnWorld;

/* Reads the transitions of the module. Its files are asked until the world isn't used any more. */
bool nwn_world_begin(NwnWorld *world);
/* Walks to a spot, once in a world; in the file NO_FILE that means everywhere. A spot where nobody
** can walk is an error. */
bool nwn_world_walk(NwnWorld *world, NwnSpot from, NwnSpot to);
