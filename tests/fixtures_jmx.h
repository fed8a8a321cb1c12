/* What the writers of JMXVNVM files share: see fixtures_jmx.c. */
#ifndef GAMEMAP_FIXTURES_JMX_H
#define GAMEMAP_FIXTURES_JMX_H

#include "fixtures.h"

#include <stdbool.h>

#define UNITS 1920
#define CELLS_MAX 32 /* along a side */
#define OBJECTS_MAX 128

typedef struct Link {
    int linked, linked_edge, edge;
} Link;

typedef struct Object {
    uint32_t asset;
    double x, y, z, yaw;
    int type;
    unsigned uid, unknown, is_big, is_struct, region;
    Link links[4];
    int link_count;
} Object;

typedef struct Region {
    unsigned x, z;  /* in the world */
    unsigned cells; /* along a side */
    char variant;   /* 'A' to 'D' */
    bool (*is_blocked)(double x, double z); /* in the world, in units */
    double (*height)(double x, double z);
    bool (*exists)(unsigned x, unsigned z); /* is there such a region? */
    unsigned (*plane)(double x, double z, double *height); /* type */
    Object objects[OBJECTS_MAX];
    int object_count;

    unsigned numbers[CELLS_MAX][CELLS_MAX]; /* of the cells, [z][x] */
    unsigned open_count;
    struct Places { /* where parts begin in the file, to patch them */
        size_t objects, counts, cells, global_edges, internal_edges, tiles, heights, planes;
    } at;
} Region;

/* The region's file; fills the region's last members. */
Bytes write_region(Region *region);
/* The small region of most fixtures: 4 x 4 cells, three objects. */
Region fixture_region(char variant);

void write_jmx_faults(const char *folder); /* fixtures_jmx_faults.c */

#endif
