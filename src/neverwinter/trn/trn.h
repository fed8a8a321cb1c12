/* TRN and TRX: an area of Neverwinter Nights 2; the toolset writes the TRN and bakes the TRX from
** it. A container of packets, little-endian, packed. Only the walkmesh's baked bit tells which of
** the two a file is.
**
**     offset  size  type   field
**     0       4     char   "NWN2"
**     4       2+2   u16    version, major first: 2.3
**     8       4     u32    N: number of packets
**     12      8*N          directory: char[4] type, u32 offset from the start of the file
**     each offset:
**             4     char   type, the same as in the directory
**             4     u32    size of the data that follow
**
** Known files hold one TRWH, then TRRN and WATR, then one ASWM, back to back in the order of the
** directory. Models (MDB) use the same container with other packets; all unknown ones are listed.
**
** TRWH, 12 bytes: u32 width, height, id of the area. Interiors count tiles of 9 m; exteriors count
** megatiles of 40 m, two of them border on each side.
**
** TRRN, the ground of one megatile, row by row: x = i % width. Only in exteriors.
**     0       128   char   name
**     128     6*32  char   textures 0 to 5
**     320     6*12  f32    red, green, blue of each texture
**     392     4+4   u32    number of vertices (625) and triangles (1152)
**     400     44*n         vertices: 0 f32[3] position, 12 f32[3] normal, 24 u8 b, g, r, a of the
**                          tint, 28 f32[2] texture coordinates u, v, 36 f32[2] weights
**             6*n          triangles: u16[3] vertices
**             4+n          u32 size and a DDS image: r, g, b, a are the strengths of textures 0-3
**             4+n          another: r, g are the strengths of textures 4 and 5
**             4     u32    number of kinds of grass, each: char[32] name, char[32] texture, u32
**                          number of blades, 36 bytes each: f32[3] position, direction, dimensions
**
** WATR, the water of one megatile:
**     0       32    char   name, empty
**     32      96    u8     unknown, mostly not zero
**     128     12    f32    red, green, blue
**     140     8     f32    ripple in x and y
**     148     20    f32    smoothness, reflection bias, reflection power, specular power,
**                          specular coefficient
**     168     3*48         scrolling textures: char[32] name, f32[2] direction, f32 rate, f32 angle
**     312     8     f32    offset of the texture coordinates u, v
**     320     4+4   u32    number of vertices (625) and triangles (1152)
**     328     28*n         vertices: f32[3] position, f32[2] texture coordinates times 5, f32[2]
**                          texture coordinates
**             6*n          triangles: u16[3] vertices
**             4*n          a flag for each triangle: 0 water, 1 none
**             4+n          u32 size and a DDS image of 8 bits
**             4+4   u32    x, y of the megatile; interiors: the least corner / 9
**
** Text is Windows-1252, NUL-terminated only where shorter than its field.
**
** Known from nwn-lib-d, Skywing's NWN2DataLib and xoreos; measured on 1,801 files of interiors. */
#pragma once

#include "neverwinter/aswm/aswm.h"

/* Offsets of fields; those of a run of 4-byte fields by TRN_AT(first, number). */
#define TRN_AT(first, number) ((first) + 4 * (number))

enum {
    TRN_HEADER_BYTES = 12,
    TRN_TYPE_BYTES = 4,
    TRN_ENTRY_BYTES = 8,
    TRN_ENTRY_TYPE = 0,
    TRN_ENTRY_OFFSET = 4,
    TRN_PACKET_HEADER_BYTES = 8,
    TRN_AREA_BYTES = 12,
    TRN_AREA_WIDTH = 0,
    TRN_AREA_HEIGHT = 4,
    TRN_AREA_ID = 8,
    TRN_NAME_BYTES = 32, /* names of textures, grass and water */
    TRN_TERRAIN_BYTES = 400,
    TRN_TERRAIN_NAME = 0,
    TRN_TERRAIN_NAME_BYTES = 128,
    TRN_TERRAIN_TEXTURES = 128, /* six names */
    TRN_TERRAIN_COLORS = 320,   /* six times red, green, blue */
    TRN_TERRAIN_VERTEX_COUNT = 392,
    TRN_TERRAIN_TRIANGLE_COUNT = 396,
    TRN_TERRAIN_VERTEX_BYTES = 44,
    TRN_VERTEX_POSITION = 0, /* in vertices of terrain and water */
    TRN_VERTEX_NORMAL = 12,
    TRN_VERTEX_TINT_BLUE = 24,
    TRN_VERTEX_TINT_GREEN = 25,
    TRN_VERTEX_TINT_RED = 26,
    TRN_VERTEX_TINT_ALPHA = 27,
    TRN_VERTEX_UV = 28,
    TRN_VERTEX_WEIGHTS = 36,
    TRN_GRASS_BYTES = 68,
    TRN_GRASS_NAME = 0,
    TRN_GRASS_TEXTURE = 32,
    TRN_GRASS_BLADE_COUNT = 64,
    TRN_BLADE_BYTES = 36,
    TRN_BLADE_POSITION = 0,
    TRN_BLADE_DIRECTION = 12,
    TRN_BLADE_DIMENSIONS = 24,
    TRN_WATER_BYTES = 328,
    TRN_WATER_NAME = 0,
    TRN_WATER_UNKNOWN = 32,
    TRN_WATER_UNKNOWN_BYTES = 96,
    TRN_WATER_COLOR = 128,
    TRN_WATER_RIPPLE = 140,
    TRN_WATER_SMOOTHNESS = 148,
    TRN_WATER_REFLECTION_BIAS = 152,
    TRN_WATER_REFLECTION_POWER = 156,
    TRN_WATER_SPECULAR_POWER = 160,
    TRN_WATER_SPECULAR_COEFFICIENT = 164,
    TRN_WATER_TEXTURES = 168, /* three scrolling textures */
    TRN_WATER_UV_OFFSET = 312,
    TRN_WATER_VERTEX_COUNT = 320,
    TRN_WATER_TRIANGLE_COUNT = 324,
    TRN_WATER_VERTEX_BYTES = 28,
    TRN_WATER_VERTEX_UV5 = 12,
    TRN_WATER_VERTEX_UV = 20,
    TRN_SCROLLING_BYTES = 48,
    TRN_SCROLLING_DIRECTION = 32,
    TRN_SCROLLING_RATE = 40,
    TRN_SCROLLING_ANGLE = 44,
    TRN_TRIANGLE_BYTES = 6,
    TRN_TRIANGLE_VERTEX_BYTES = 2,
};

/* Records that lie in runs, one run for each parent. */
typedef struct TrnRuns {
    Children children; /* their starts are made on demand */
    uint64_t *starts;  /* where each parent's run begins in the file */
    uint32_t record_bytes;
} TrnRuns;

typedef struct TrnImage {
    const uint8_t *bytes;
    uint32_t size;
} TrnImage;

/* The content of a TRRN or WATR. */
typedef struct TrnSurface {
    TrnImage images[2];   /* the second is empty in water */
    const uint8_t *place; /* WATR: x, y of the megatile */
    const uint8_t *flags; /* WATR: u32 for each triangle */
    uint64_t trailing_bytes;
} TrnSurface;

/* The packets of one type. */
typedef struct TrnPackets {
    Children rows;     /* only how many, and where their data start in the file */
    uint64_t *numbers; /* their numbers among all packets */
} TrnPackets;

typedef struct TrnSurfaces {
    TrnPackets packets;
    TrnSurface *items;
    TrnRuns vertices, triangles;
} TrnSurfaces;

typedef struct Trn {
    Document document;
    bool is_container; /* false: a walkmesh alone, without packets */
    uint32_t major, minor;
    uint64_t packet_count;
    const uint8_t *directory;
    uint32_t *packet_sizes; /* the sizes of their data */

    TrnPackets areas;    /* TRWH */
    uint32_t area_width; /* of the first area; 0: there is none */
    TrnSurfaces terrains, waters;
    Children grass; /* parents: terrains */
    TrnRuns blades; /* parents: grass */

    TrnPackets meshes;   /* ASWM, of which the first is read */
    uint64_t mesh_start; /* where its data start in the file */
    Aswm mesh;
} Trn;

extern const Format trn_format;

/* Return the offset of a packet's header in the file, and the length of its data. */
static inline uint32_t trn_packet_offset(const Trn *trn, uint64_t packet) {
    return load_u32(trn->directory + packet * TRN_ENTRY_BYTES + TRN_ENTRY_OFFSET);
}
static inline uint32_t trn_packet_size(const Trn *trn, uint64_t packet) {
    return trn->packet_sizes[packet];
}

/* Editing, in trn_pack.c: the inflated walkmesh as a part of the file; see Format. */
bool trn_part(const Document *document, uint64_t number, FilePart *part);
bool trn_pack(const Document *document, const uint8_t *file, const uint8_t *const *contents,
              Arena *arena, FilePart *result, Error *error);

/* Adds the findings about a file alone (trn_check.c). */
bool trn_check(Document *document, Findings *findings, Error *error);
/* Compares a TRX with the TRN of its name (trn_check_beside.c). */
bool trn_check_beside(Document *document, const struct FilesBeside *beside, Findings *findings,
                      Error *error);
