/* The ground of an area of Neverwinter Nights 1 as a walkmesh for ways. The game's own engine is
** closed, so this is defined here.
**
** Faces of one tile are neighbours if they share two corners, bit for bit. Over the border of two
** tiles, edges are joined along the part of the border that both cover: their tiles are modelled
** apart, so that one edge may lie beside several others (a T-junction). An edge lies on a border if
** both of its ends are within 0.05 m of it. The part must be longer than 0.01 m, and the heights of
** the two at both of its ends mustn't differ by more than 0.5 m.
**
** Where two edges are joined, corners of the eastern or northern tile move in the plane, so that no
** slit is left: onto a corner of the other tile within 0.01 m along the border, else onto its edge.
** In real tiles that is rounding. Heights stay.
**
** With things (nwn_things.h) the walkable faces are cut, so that each piece is free or blocked. */
#pragma once

#include "neverwinter/nwn/nwn_things.h"
#include "neverwinter/walk/walk_mesh.h"

typedef struct NwnWalk {
    NwnGround ground;
    WalkMesh mesh; /* triangle i is ground.triangles[i] */
    Map walls;     /* see nwn_cut_ground() */
    Children tile_triangles;
    uint32_t
        *closed_by; /* of each side: the object that does, in the triangle's tile, or GFF_NONE */
} NwnWalk;

/* Makes the ground and its walkmesh, which points to *walk. Everything lies in the arena. A face
** with a corner that isn't a finite place is nowhere and not walkable. things->git NULL: the ground
** without things. Many questions can be asked of one mesh: walk_prepare_ways(), then
** walk_shortest_way() or walk_nearest(). */
bool nwn_make_walk(const Gff *are, const NwnTileset *tileset, const NwnThings *things, Arena *arena,
                   NwnWalk *walk, Error *error);
