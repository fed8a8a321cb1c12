/* The triangles round each vertex of a walkmesh, and where a way can turn. */
#pragma once

#include "neverwinter/walk/walk_mesh.h"

/* A vertex with walkable triangles round it that edges connect. A vertex may have several fans. */
typedef struct WalkFan {
    uint32_t first, count; /* its triangles, in WalkFans.around; none where one can't turn there */
    uint32_t query;        /* the last query that came to this fan */
    bool is_expanded;      /* this query has gone on from here */
    double cost;           /* the least cost at which this query came here */
} WalkFan;

/* The fans of a walkmesh, made on demand. */
typedef struct WalkFans {
    uint32_t *of;   /* the fan of each side's vertex */
    List fans;      /* WalkFan */
    List around;    /* uint32_t: triangles */
    uint32_t query; /* counts queries, so that nothing has to be cleared between two of them */
} WalkFans;

/* Finds all fans, once: mesh->fans. */
bool walk_find_fans(WalkMesh *mesh, Arena *arena, Error *error);

/* Returns the first side that has a vertex of a triangle; NULL: it isn't one of its vertices. */
const WalkSide *walk_side_of(const WalkMesh *mesh, uint32_t triangle, uint32_t vertex);
/* Returns the place of the fan of a side's vertex. */
static inline uint32_t *walk_fan_at(const WalkMesh *mesh, const WalkFans *fans,
                                    const WalkSide *side) {
    return &fans->of[side - mesh->sides];
}

/* Tells whether one of the triangles at a side is folded back over the other: both lie on the same
** side of it. */
bool walk_folds(const WalkMesh *mesh, uint32_t triangle, const WalkSide *side);

/* Tells whether a side ends at a vertex: then it is a spoke there. Returns the triangle behind it,
** if that has the vertex, too; WALK_NONE: the side is a rim. */
static inline bool walk_is_spoke(const WalkSide *side, uint32_t vertex) {
    return side->ends[0] == vertex || side->ends[1] == vertex;
}
uint32_t walk_behind_spoke(const WalkMesh *mesh, const WalkSide *side, uint32_t vertex);
