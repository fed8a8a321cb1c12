/* The triangles round each vertex of a walkmesh, and where a way can turn. */
#ifndef GAMEMAP_ASWM_FANS_H
#define GAMEMAP_ASWM_FANS_H

#include "neverwinter/aswm/aswm.h"

/* A vertex with walkable triangles round it that hang together over edges. */
typedef struct AswmFan {
    uint32_t first, count; /* its triangles, in AswmFans.around; none where one can't turn there */
    uint32_t query;        /* the last one that came to it */
    bool is_expanded;      /* it has gone on from there */
    double cost;           /* the least with which it came there */
} AswmFan;

/* The fans of a walkmesh, made on demand. */
typedef struct AswmFans {
    uint32_t *of;   /* the fan of vertex i of triangle t at 3 * t + i */
    List fans;      /* AswmFan */
    List around;    /* uint32_t: triangles */
    uint32_t query; /* counts queries, so that nothing has to be cleared between two of them */
} AswmFans;

/* Finds all fans: mesh->fans. Done once. */
bool aswm_find_fans(Aswm *mesh, Arena *arena, Error *error);

/* Returns which vertex of a triangle a vertex is, or -1. */
int aswm_slot_of(const Aswm *mesh, uint32_t triangle, uint32_t vertex);
/* Returns the place of the fan of a triangle's vertex. */
uint32_t *aswm_fan_at(const AswmFans *fans, uint32_t triangle, int slot);

/* Of a triangle at a vertex: the edges that end there, and the walkable triangles behind them. */
typedef struct AswmSpoke {
    uint32_t end;  /* the vertex at the other end of the edge */
    uint32_t next; /* ASWM_NONE: the edge is a rim */
} AswmSpoke;

int aswm_find_spokes(const Aswm *mesh, uint32_t triangle, uint32_t vertex, AswmSpoke spokes[3]);

#endif
