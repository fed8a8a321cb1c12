/* What the writers of Firefall fixtures share: packing, strips and vertex pages. */
#ifndef GAMEMAP_FIXTURES_GT_H
#define GAMEMAP_FIXTURES_GT_H

#include "fixtures.h"

/* ---- Geometry (fixtures_gt.c) -------------------------------------------------------------- */

#define GT_MARKER 0x12ED5A12ED5B12EDu

enum { KIND1 = 0x40210, KIND2 = 0x40203, VERTICES_MAX = 2048 };

typedef struct Triangle {
    unsigned corners[3];
} Triangle;

typedef struct Mesh {
    const Triangle *triangles;
    unsigned triangle_count;
    /* vertex v is number v / transform_count of the slots, and has transform v % transform_count */
    unsigned page, first_slot, slot_step;
    unsigned transform_count;
    const float (*transforms)[16];
} Mesh;

/* The five streams of a part before they are packed. */
typedef struct Strip {
    int32_t unique[VERTICES_MAX], transform[VERTICES_MAX];
    unsigned unique_count, transform_count;
    int16_t repeat[VERTICES_MAX];
    unsigned repeat_count;
    uint8_t vertex[2 * VERTICES_MAX], instruction[VERTICES_MAX];
    unsigned vertex_count, instruction_count;
    int repeat_offset;
} Strip;

typedef struct Part {
    const Mesh *mesh;
    unsigned material, flag, info_version;
    unsigned textures[3];
    int level, repeat_offset;
    unsigned unknown_last;
    float box[6];
    void (*spoil)(Strip *strip); /* what to break before packing */
    const char *unique;          /* bytes instead of the packed unique stream */
    unsigned unique_size;
    int unique_more; /* added to its count */
    /* out: where fields are in the bytes */
    size_t transform_count_at, corners_at, unique_at;
} Part;

typedef struct Group {
    Part *parts;
    unsigned part_count;
    float box[6];
    uint64_t unknown;
} Group;

typedef struct Entry {
    unsigned cell;
    Group *groups;
    unsigned group_count, treenode_count;
} Entry;

/* A node around the content, which is freed. */
void put_node(Bytes *out, unsigned type, Bytes *content, int marker);
Bytes geometry_content(unsigned kind, unsigned layer, const Entry *entries, unsigned entry_count);
void put_geometry(Bytes *out, unsigned kind, unsigned layer, const Entry *entries,
                  unsigned entry_count);

typedef struct Lod {
    unsigned exponent;
    Bytes *payloads; /* the shared one, then 4^exponent; freed by put_chunk */
    const float (*boxes)[6];
} Lod;

/* Blocks are zlib and LZMA by turns. */
Bytes chunk(unsigned version, const Lod *lods, unsigned lod_count);
/* A chunk of one LOD and one subchunk: the shared block holds the payload, which is freed,
** the other is empty. */
Bytes small_chunk(Bytes *payload);

/* ---- Meshes (fixtures_gt_files.c) ---------------------------------------------------------- */

/* width x height squares of two triangles; vertices row by row. */
unsigned make_grid(Triangle *triangles, unsigned width, unsigned height);
extern const float places[3][16];
extern const float whole_box[6];
/* A part of these triangles with three textures, its streams at level 1. */
Part sound_part(const Mesh *mesh, unsigned info_version);
void write_damaged_gt(const char *folder); /* fixtures_gt_damage.c */

/* ---- Packing (fixtures_gt_pack.c) ---------------------------------------------------------- */

/* FastLZ of either level; matches wherever three bytes repeat. */
Bytes pack_fastlz(const void *data, size_t size, int level);
Bytes pack_zlib(const void *data, size_t size);
/* Five bytes of properties and a raw LZMA1 stream. */
Bytes pack_lzma(const void *data, size_t size);
void write_fastlz_fixtures(const char *folder);

/* ---- Vertex pages -------------------------------------------------------------------------- */

typedef struct PageVertex {
    unsigned slot;
    float position[3];
} PageVertex;

typedef struct VertexPage {
    const PageVertex *vertices; /* by rising slot */
    unsigned count;
    int wide; /* 27 bytes for each vertex, else 23; version 3 only */
} VertexPage;

typedef struct VertexPages {
    int version; /* in version 1 and 2 pages aren't compressed */
    const VertexPage *pages;
    unsigned page_count;
    size_t patch_at; /* in the index; 0: nothing is patched */
    uint32_t patch;
} VertexPages;

/* Writes NAME.vgeo_idx and NAME.vgeo. */
void write_vgeo(const char *folder, const char *name, const VertexPages *pages);
void write_vgeo_fixtures(const char *folder);

#endif
