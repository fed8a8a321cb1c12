/* GND: the ground of a Ragnarok Online map. Little-endian, packed, no checksums; sections follow
** each other without offsets.
**
**     offset      size  type   field
**     0           4     char   "GRGN"
**     4           1+1   u8     version, major first: 1.5 to 1.9 are known
**     6           4     u32    W: cubes from west to east
**     10          4     u32    H: cubes from south to north
**     14          4     f32    scale, 10 in every known file
**     18          4     u32    T: number of textures
**     22          4     u32    P: bytes per texture path, usually 80
**     26          T*P   char   paths, CP949, cut at the first NUL (what follows is often garbage)
**     ...         4     u32    L: number of lightmaps
**                 4+4+4 i32    lightmap width and height (8 x 8; 0 x 0 stands for that), format (1)
**                 L*w*h*4      lightmaps: w*h bytes of shadow (255: none), then w*h times R, G, B.
**                              Texel x + w*y, x to the east, y to the north. The outermost ring
**                              repeats the neighbours: 6 x 6 texels are visible
**     ...         4     u32    S: number of surfaces
**                 S*40         surfaces:  0 f32[4] u, 16 f32[4] v of the corners SW, SE, NW, NE;
**                              32 i16 texture (-1: none); 34 u16 lightmap (0xFFFF: none);
**                              36 u8 B, G, R, A: the colour of the SW corner
**     ...         W*H*28       cubes, rows from the south, each from the west:
**                              0 f32[4] altitude of SW, SE, NW, NE (negative is up);
**                              16 i32 surface of the top, 20 of the north wall, 24 of the east
**                              wall (-1: none)
**     ...         32           1.8, 1.9: water. f32 level, i32 type, f32 wave height, speed, pitch,
**                              i32 texture cycle; u32 planes in U and in V. Then for each plane (V
**                              outer, from the south-west) 1.8: its f32 level, 1.9: the same six
**                              fields. 0 x 0 planes: the first block is the only one
**
** Older layouts are disputed among the tools that read them, and no official file is known:
**
**     1.5, 1.6    lightmaps as in 1.7 ("rgb"), or "indexed": L * 16 bytes i32 a, r, g, b, then u32 C
**                 and C planes of 40 bytes: 64 values of 5 bits, high bit first, value i for the
**                 texel x = i / 8, y = i % 8. Cubes of 28 bytes, or with surfaces of i16: 22 bytes,
**                 or 24 with 2 bytes of padding. A file has the layout that ends exactly at its
**                 end; where several do, 1.5 is rgb24 and 1.6 is rgb28.
**     no header   i32 T, W, H; T paths of 80 bytes; W*H cells of 132 bytes: 0 i32[3] texture of top,
**                 north and east (-1: no face), 12 f32[4] altitudes, 28 8 bytes unknown, 36 f32[24]
**                 (u, v) of 4 corners of 3 faces. No lightmaps, surfaces or water. Recognised by
**                 its exact size. The order of the two walls is disputed.
**
** Geometry. A cube is 2 x 2 tiles of the game. In tiles: x east, z north, y up = -altitude / (scale
** / 2), which is -altitude / 5 in all known files:
**
**     face    corners 0 to 3 (the order of u and v)              drawn if
**     top     own SW, SE, NW, NE                                 surface >= 0
**     north   own NW, NE, then the northern cube's SW, SE        surface >= 0, and not the last row
**     east    own NE, SE, then the eastern cube's NW, SW         surface >= 0, and not the last column
**
** Each face is two triangles, corners (0, 1, 2) and (1, 3, 2). A corner has the colour of the top
** surface of the cube whose SW corner it is; where there is no such cube or top, none.
**
** The public note says that surfaces without texture aren't drawn, nor walls whose neighbour has no
** top with a texture. Real maps have such walls, and most programs draw them (gnd_hidden_reason).
**
** The height of the ground at a place in tiles is that of the top's triangle there as drawn, or
** bilinear in the four corners as units walk (the GAT's tiles are made so). Flat normals are those
** of triangles. The smooth normal at a corner of the grid is the mean of the unit normals of the up
** to six triangles around it, drawn or not, steps or not, and isn't made unit again, as RagLite has
** it. The client's normal, as BrowEdit3 has it, is the unit sum of those of the cube's own top and of
** the up to three other cubes at the corner whose corner there has exactly the same altitude: of its
** SW corner a cube gives its first triangle's, of NE its second's (of its own NE the first's), of SE
** and NW both. A wall's normal looks to the side of the lower cube; of equal ones, to its own.
**
** Known from the RagnarokFileFormats notes and from what RagLite, BrowEdit, GRFEditor, noclip,
** korangar and open-midgard do with the files; checked on 867 real files, all of 1.7 to 1.9. */
#pragma once

#include "core/geometry.h"
#include "scene/glb.h"
#include "table/table.h"

enum {
    GND_HEADER_SCALE = 14,
    GND_LIGHTMAP_SIDE = 8,
    GND_INDEXED_LIGHTMAP_BYTES = 16,
    GND_PLANE_BYTES = 40,
    GND_PLANE_TEXELS = 64,
    GND_SURFACE_BYTES = 40,
    GND_SURFACE_U = 0, /* of four corners */
    GND_SURFACE_V = 16,
    GND_SURFACE_TEXTURE = 32,
    GND_SURFACE_LIGHTMAP = 34,
    GND_SURFACE_BLUE = 36,
    GND_SURFACE_GREEN = 37,
    GND_SURFACE_RED = 38,
    GND_SURFACE_ALPHA = 39,
    GND_NO_LIGHTMAP = 0xFFFF,
    GND_CUBE_HEIGHTS = 0, /* offset from Gnd.cubes, in every layout */
    GND_CUBE_SURFACES = 16,
    GND_CUBE_PADDING = 22, /* where a cube of 24 bytes has its padding */
    GND_CUBE_PADDING_BYTES = 2,
    GND_WATER_LEVEL = 0,
    GND_WATER_TYPE = 4,
    GND_WATER_WAVE_HEIGHT = 8,
    GND_WATER_WAVE_SPEED = 12,
    GND_WATER_WAVE_PITCH = 16,
    GND_WATER_CYCLE = 20,
    GND_WATER_BYTES = 24,
    GND_CELL_BYTES = 132, /* in files without header */
    GND_CELL_HEIGHTS = 12,
    GND_CELL_UNKNOWN = 28,
    GND_CELL_UNKNOWN_BYTES = 8,
    GND_CELL_UV = 36,
    GND_CUBE_TILES = 2, /* tiles of a cube in each direction */
    GND_FACE_VERTICES = 4,
    GND_FACE_TRIANGLES = 2,
};

typedef enum GndFace { GND_TOP, GND_NORTH, GND_EAST, GND_FACES } GndFace;
typedef enum GndCorner { GND_SW, GND_SE, GND_NW, GND_NE } GndCorner;
typedef enum GndChannel { GND_SHADOW, GND_RED, GND_GREEN, GND_BLUE } GndChannel; /* of a lightmap */

extern const char *const gnd_face_names[GND_FACES];

/* The offset of a corner's value among four f32 at `offset`. */
#define GND_AT(offset, corner) ((offset) + 4 * (corner))

/* The columns that Make(name, offset) makes of a surface's colour. */
#define GND_COLORS_OF(Make)                                                                        \
    Make("red", GND_SURFACE_RED), Make("green", GND_SURFACE_GREEN),                                \
        Make("blue", GND_SURFACE_BLUE), Make("alpha", GND_SURFACE_ALPHA)

/* How lightmaps and cubes are stored. */
typedef struct GndLayout {
    const char *name; /* "rgb28" */
    bool has_header;
    bool indexed;        /* lightmaps name planes */
    uint32_t cube_bytes; /* 28: surfaces are i32; 24, 22: i16; 132: textures instead */
} GndLayout;

typedef struct Gnd {
    Document document;
    const GndLayout *layout;
    bool has_header, has_water;
    bool is_indexed;          /* lightmaps name planes */
    bool layout_is_ambiguous; /* other layouts end at the end of the file, too */
    uint8_t minor;            /* of version 1.minor; 0 without header */
    uint32_t width, height;   /* cubes */
    float scale;
    double tile_units; /* the altitude that is as high as a tile is wide: usually 5 */
    uint64_t texture_count;
    uint64_t texture_path_length;
    uint64_t lightmap_count;
    uint32_t lightmap_width, lightmap_height; /* texels; 8 x 8 where the file says 0 x 0 */
    int32_t stored_lightmap_width, stored_lightmap_height, lightmap_format;
    uint64_t lightmap_bytes; /* of each lightmap */
    uint64_t texel_count;    /* of all lightmaps */
    uint64_t plane_count;
    uint64_t surface_count;
    uint64_t cube_count;
    uint64_t cube_bytes; /* of each cube in the file */
    uint32_t cube_number_bytes, cube_numbers_step, cube_unknown_bytes;
    uint32_t water_planes_u, water_planes_v;
    uint64_t water_plane_count;
    uint64_t water_count;       /* the default block and the planes */
    uint32_t water_plane_bytes; /* 4 or 24 */

    /* These point into the file; NULL: it has no such part. */
    const uint8_t *textures;  /* texture_count * texture_path_length */
    const uint8_t *lightmaps; /* lightmap_count * lightmap_bytes */
    const uint8_t *planes;    /* plane_count * GND_PLANE_BYTES */
    const uint8_t *surfaces;  /* surface_count * GND_SURFACE_BYTES; made up without header */
    const uint8_t *cubes;     /* the first cube's altitudes, cube_count * layout->cube_bytes */
    /* The numbers of the first cube's surfaces, three of cube_number_bytes; those of the next cube
    ** stand cube_numbers_step bytes later. Without header they are made up. */
    const uint8_t *cube_numbers;
    const uint8_t *water; /* the first block of water */
    const uint8_t *water_planes;
    FileRun trailing;

    /* Made on demand. */
    const uint8_t *plane_texels; /* gnd_decode_planes: plane_count * GND_PLANE_TEXELS */
    const uint32_t *drawn_faces; /* gnd_list_faces: cube * 4 + GndFace, rising */
    uint64_t drawn_face_count;
    uint64_t vertex_count, triangle_count; /* of drawn faces, which have four and two each */
    const Vector *normals; /* gnd_list_normals: of (width + 1) * (height + 1) corners */
    const uint32_t *walls; /* gnd_list_walls: those of drawn_faces that are walls */
    uint64_t wall_count;
    const struct GndLight *light; /* gnd_make_light */
    float deepest_top;            /* gnd_measure_tops: of all corners of cubes that have a top */
    bool has_deepest_top;
} Gnd;

extern const Format gnd_format;

/* Each of these decodes a part, once, and stores it; it returns false if memory runs out. */
bool gnd_decode_planes(Document *document, Error *error);
bool gnd_list_faces(Document *document, Error *error);
bool gnd_measure_tops(Document *document, Error *error);
/* Tells whether water is seen after gnd_measure_tops(): waves reach above some ground. */
static inline bool gnd_shows_water(const Gnd *gnd, float level, float wave_height) {
    return gnd->deepest_top > level - wave_height;
}

/* Returns where the file has the number of a face's surface. */
static inline const uint8_t *gnd_cube_number(const Gnd *gnd, uint64_t cube, uint32_t face) {
    return gnd->cube_numbers + cube * gnd->cube_numbers_step + gnd->cube_number_bytes * face;
}

/* Returns the surface of a cube's face as stored; -1: none; it may be out of range. Without a
** header it is 3 * cube + face, or -1 if the face has no texture. */
static inline int64_t gnd_stored_surface(const Gnd *gnd, uint64_t cube, GndFace face) {
    const uint8_t *number = gnd_cube_number(gnd, cube, face);
    return gnd->cube_number_bytes == 4 ? load_i32(number) : load_i16(number);
}

/* Returns the surface of a cube's face; -1: none, or one that the file doesn't have. */
static inline int64_t gnd_surface(const Gnd *gnd, uint64_t cube, GndFace face) {
    int64_t surface = gnd_stored_surface(gnd, cube, face);
    return surface >= 0 && (uint64_t)surface < gnd->surface_count ? surface : -1;
}

/* Returns the texture of a surface as stored: i32 without a header, else i16. */
int32_t gnd_stored_texture(const Gnd *gnd, uint64_t surface);

/* Returns the altitude of a cube's corner (GndCorner). */
static inline float gnd_altitude(const Gnd *gnd, uint64_t cube, unsigned corner) {
    return load_f32(gnd->cubes + cube * gnd->cube_bytes + GND_AT(GND_CUBE_HEIGHTS, corner));
}

/* Returns where a cube begins in the file. */
static inline uint64_t gnd_cube_offset(const Gnd *gnd, uint64_t cube) {
    uint64_t before = gnd->has_header ? 0 : GND_CELL_HEIGHTS; /* the fields before its altitudes */
    return document_offset(&gnd->document, gnd->cubes) - before + cube * gnd->cube_bytes;
}

/* Returns where a file without a header stores the texture of a surface: in its cube's cell. */
static inline const uint8_t *gnd_cell_texture(const Gnd *gnd, uint64_t surface) {
    const uint8_t *cell = gnd->cubes - GND_CELL_HEIGHTS + surface / GND_FACES * GND_CELL_BYTES;
    return cell + 4 * (surface % GND_FACES);
}

/* Tells whether the cube on the other side of a wall is on the map, so that the wall has four
** corners; a top always has. */
bool gnd_has_neighbor(const Gnd *gnd, uint64_t cube, GndFace face);
/* Returns the altitude of corner 0 to 3 of a face, cube * 4 + GndFace, that has all of them. */
float gnd_corner_altitude(const Gnd *gnd, uint32_t face, unsigned corner);
/* Returns the position of corner 0 to 3 of a drawn face, in tiles. */
Vector gnd_corner(const Gnd *gnd, uint64_t drawn_face, unsigned corner);
/* Returns the bytes B, G, R, A of a drawn face's corner; NULL if the file has no colour for it. */
const uint8_t *gnd_corner_color(const Gnd *gnd, uint64_t drawn_face, unsigned corner);

/* Returns the normal of a drawn face's first (0) or second (1) triangle, as long as twice the
** triangle's area. A level top has a normal that points up. */
Vector gnd_triangle_normal(const Gnd *gnd, uint64_t drawn_face, unsigned half);

/* Returns where a texel of a lightmap is; NULL if an indexed lightmap refers to a plane that the
** file doesn't have. Needs gnd_decode_planes(). */
const uint8_t *gnd_texel(const Gnd *gnd, uint64_t lightmap, uint64_t texel, GndChannel channel);

/* ---- The world, in gnd_world.c --------------------------------------------------------------- */

/* Returns the altitude at a place in tiles as stored (larger is lower); NaN outside of 0 <= x < 2 *
** width, 0 <= y < 2 * height. At a step between two cubes, the cube that contains the place counts.
** A cube without a top has corners, too. */
double gnd_drawn_height(const Gnd *gnd, double x, double y);
double gnd_walked_height(const Gnd *gnd, double x, double y);

bool gnd_list_normals(Document *document, Error *error); /* lists the drawn faces, too */
bool gnd_list_walls(Document *document, Error *error);   /* of the drawn faces */

/* Return the flat, the smooth and the client's normal at corner 0 to 3 of a drawn face. The flat
** normal of a top is that of its first triangle, but at the north-eastern corner that of the
** second. The smooth normal needs gnd_list_normals(). */
Vector gnd_vertex_flat_normal(const Gnd *gnd, uint64_t drawn_face, unsigned corner);
Vector gnd_vertex_normal(const Gnd *gnd, uint64_t drawn_face, unsigned corner);
Vector gnd_vertex_client_normal(const Gnd *gnd, uint64_t drawn_face, unsigned corner);

/* About a drawn wall, cube * 4 + GndFace: the cube on its other side, the direction in which it
** looks, and whether it has no height. */
uint64_t gnd_wall_neighbor(const Gnd *gnd, uint32_t wall);
Vector gnd_wall_normal(const Gnd *gnd, uint32_t wall);
bool gnd_wall_is_flat(const Gnd *gnd, uint32_t wall);

/* Returns why a drawn face, cube * 4 + GndFace, isn't drawn according to the public note, or
** NULL. */
const char *gnd_hidden_reason(const Gnd *gnd, uint32_t face);

/* All lightmaps as one picture: red, green, blue and shadow of each texel, from the top. Lightmap i
** is in column i mod 256 and row i / 256 (for 8 x 8 texels), southern texels first. The height is a
** power of two; unused texels are 255, 0, 255, 255. */
typedef struct GndAtlas {
    uint64_t width, height;
    const uint8_t *rgba;
    uint64_t bytes;
} GndAtlas;

/* The part of the picture that shows a lightmap: u is 0 to 1 from the west, v starts at the first
** row; both are half a texel within the ring that isn't shown. */
typedef struct GndAtlasPlace {
    double u0, v0, u1, v1;
} GndAtlasPlace;

/* Finds a lightmap's place in the picture; false: lightmaps are wider than the picture. */
bool gnd_place_in_atlas(const Gnd *gnd, uint64_t lightmap, GndAtlasPlace *place);

/* Draws the picture into `scratch`. Each value loses its `lost` (0 to 8) low bits, which its high
** bits replace, so that 255 stays 255: 4 gives the 16 levels of the game, 0 keeps all. */
bool gnd_draw_atlas(Gnd *gnd, unsigned lost, Arena *scratch, GndAtlas *atlas, Error *error);

/* The picture of all lightmaps as a PNG in which each texel has the colour that it gives a white
** face: the shadow with the light added. */
typedef struct GndLight {
    const uint8_t *png;
    uint64_t size; /* of the file; 0: there are no lightmaps, or more than fit in a picture */
    uint64_t width, height;
} GndLight;

/* Makes gnd->light, once (gnd_light.c). */
bool gnd_make_light(Gnd *gnd, Arena *scratch, Error *error);

/* Adds the findings (gnd_check.c). */
bool gnd_check(Document *document, Findings *findings, Error *error);

/* ---- What the files of the module share ------------------------------------------------------ */

/* In gnd_lightmap_tables.c. */
extern const Table gnd_lightmaps, gnd_lightmap_planes, gnd_texels, gnd_lightmap_atlas;
/* In gnd_mesh_tables.c. */
extern const Table gnd_vertices, gnd_triangles, gnd_walls;

/* In gnd_functions.c. */
Value gnd_height(Call *call);
Value gnd_posterize(Call *call);
Value gnd_glb_call(Call *call);

/* Fills in a Glb that has been started and returns the node that is the scene (gnd_glb.c). */
uint32_t gnd_write_glb(Gnd *gnd, Glb *glb);
