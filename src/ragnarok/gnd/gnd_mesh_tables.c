/* GND tables of the mesh that cubes and surfaces form, and of its walls, which are computed as rows
** are read. gnd.h says which faces are drawn and where their corners are. */
#include "ragnarok/gnd/gnd.h"

enum { OF_WALLS = 0 }; /* in place of `each`: a row is a wall */

static uint32_t face_of(const Row *row, uint32_t each) {
    const Gnd *gnd = row->document;
    return each == OF_WALLS ? gnd->walls[row->index] : gnd->drawn_faces[row->index / each];
}

static Value face_cube(const Row *row, const Column *column) {
    return value_integer(face_of(row, column->number) / 4);
}

static Value face_name(const Row *row, const Column *column) {
    return value_name(gnd_face_names[face_of(row, column->number) % 4]);
}

static Value face_surface(const Row *row, const Column *column) {
    uint32_t face = face_of(row, column->number);
    return value_integer(gnd_surface(row->document, face / 4, (GndFace)(face % 4)));
}

static Value face_hidden_reason(const Row *row, const Column *column) {
    return value_name(gnd_hidden_reason(row->document, face_of(row, column->number)));
}

static uint64_t vertex_offset(const Row *row) {
    return gnd_cube_offset(row->document, face_of(row, GND_FACE_VERTICES) / 4);
}

static uint64_t triangle_offset(const Row *row) {
    return gnd_cube_offset(row->document, face_of(row, GND_FACE_TRIANGLES) / 4);
}

#define FACE_COLUMNS(each)                                                                         \
    GET_REF_WITH("cube_id", "gnd_cubes", "The cube that the face belongs to", face_cube, each),    \
        GET_WITH("face", TEXT, NULL, "top, north or east", face_name, each,                        \
                 .also_called = "GROUND, TOP, WALL")
#define FACE_SURFACE(each)                                                                         \
    GET_REF_WITH("surface_id", "gnd_surfaces", "The surface that paints the face", face_surface,   \
                 each)

#define FACE_HIDDEN(each)                                                                          \
    GET_WITH(                                                                                      \
        "hidden_reason", TEXT, NULL,                                                               \
        "Why the public note on the format says that the face isn't drawn, though most programs "  \
        "draw it: no texture, or untextured neighbour (of a wall); NULL where it is drawn",        \
        face_hidden_reason, each)

static unsigned corner_of(const Row *row) {
    return (unsigned)(row->index % GND_FACE_VERTICES);
}

static Value vertex_corner(const Row *row) {
    return value_integer(corner_of(row));
}

/* The vectors of a corner: its place, and the three normals that gnd.h defines. */
typedef enum VertexVector {
    PLACE,
    SMOOTH_NORMAL,
    FLAT_NORMAL,
    CLIENT_NORMAL,
    VECTORS
} VertexVector;

static Vector (*const vectors[VECTORS])(const Gnd *, uint64_t, unsigned) = {
    [PLACE] = gnd_corner,
    [SMOOTH_NORMAL] = gnd_vertex_normal,
    [FLAT_NORMAL] = gnd_vertex_flat_normal,
    [CLIENT_NORMAL] = gnd_vertex_client_normal,
};

/* What several cells of a corner show. `vectors` comes first: see OF_VECTOR. */
typedef struct VertexNotes {
    Vector vectors[VECTORS];
    const uint8_t *surface, *color;
} VertexNotes;

enum { NOTED_SURFACE = VECTORS, NOTED_COLOR };

ROW_NOTES(VertexNotes, vertex_notes)

/* The place of a vector's component in VertexNotes, as the number of a column. */
#define OF_VECTOR(which, axis) offsetof(VertexNotes, vectors[which].axis)

static const uint8_t *vertex_vector_at(const Row *row, uint32_t member) {
    VertexNotes *notes = vertex_notes(row);
    uint32_t which = member / sizeof(Vector);
    if (row_must_note(row, which)) {
        notes->vectors[which] =
            vectors[which](row->document, row->index / GND_FACE_VERTICES, corner_of(row));
    }
    return (const uint8_t *)notes + member;
}

static const uint8_t *vertex_surface(const Row *row) {
    VertexNotes *notes = vertex_notes(row);
    if (row_must_note(row, NOTED_SURFACE)) {
        const Gnd *gnd = row->document;
        uint32_t face = face_of(row, GND_FACE_VERTICES);
        uint64_t surface = (uint64_t)gnd_surface(gnd, face / 4, (GndFace)(face % 4));
        notes->surface = gnd->surfaces + surface * GND_SURFACE_BYTES;
    }
    return notes->surface;
}

static Value vertex_uv(const Row *row, const Column *column) {
    return value_real(
        (double)load_f32(vertex_surface(row) + GND_AT(column->number, corner_of(row))));
}

/* Returns where a corner lies in a lightmap: one texel inside, since the outermost texels repeat
** those of the neighbours. column->number is the bit of the corners that lie farther along. */
static Value vertex_lightmap(const Row *row, const Column *column) {
    uint16_t lightmap = load_u16(vertex_surface(row) + GND_SURFACE_LIGHTMAP);
    const Gnd *gnd = row->document;
    if (lightmap == GND_NO_LIGHTMAP || lightmap >= gnd->lightmap_count) return value_null();
    double texels = column->number == GND_SE ? gnd->lightmap_width : gnd->lightmap_height;
    return value_real((corner_of(row) & column->number ? texels - 1 : 1) / texels);
}

static const uint8_t *vertex_color_at(const Row *row, uint32_t field) {
    VertexNotes *notes = vertex_notes(row);
    if (row_must_note(row, NOTED_COLOR)) {
        notes->color =
            gnd_corner_color(row->document, row->index / GND_FACE_VERTICES, corner_of(row));
    }
    return notes->color ? notes->color + field - GND_SURFACE_BLUE : NULL;
}

#define VERTEX_COLOR(name, offset)                                                                 \
    FIELD_AT(MEMBER_U8, name, "0 to 255",                                                          \
             "Colour of the top surface of the cube whose south-west corner this is; NULL if "     \
             "that cube has no top",                                                               \
             vertex_color_at, offset, .also_called = "Diffuse color")

#define VERTEX_NORMAL(prefix, which, doc, x_doc, ...)                                              \
    FIELD_AT(MEMBER_F64, prefix "_x", NULL, x_doc, vertex_vector_at, OF_VECTOR(which, x),          \
             __VA_ARGS__),                                                                         \
        FIELD_AT(MEMBER_F64, prefix "_y", NULL, doc ", up", vertex_vector_at, OF_VECTOR(which, y), \
                 __VA_ARGS__),                                                                     \
        FIELD_AT(MEMBER_F64, prefix "_z", NULL, doc ", to the north", vertex_vector_at,            \
                 OF_VECTOR(which, z), __VA_ARGS__)

static const Column vertex_columns[] = {
    FACE_COLUMNS(GND_FACE_VERTICES),
    GET("corner", INTEGER, NULL,
        "0 to 3, the order of texture coordinates: SW, SE, NW, NE of a top; a wall's 0 and 1 are "
        "its own cube's",
        vertex_corner),
    FACE_SURFACE(GND_FACE_VERTICES),
    FIELD_AT(MEMBER_F64, "x", "GAT tiles", "Position to the east; a cube is two tiles wide",
             vertex_vector_at, OF_VECTOR(PLACE, x)),
    FIELD_AT(MEMBER_F64, "y", "GAT tiles",
             "Height, up: the altitude divided by -5, or by half of the negative scale where the "
             "scale isn't 10",
             vertex_vector_at, OF_VECTOR(PLACE, y)),
    FIELD_AT(MEMBER_F64, "z", "GAT tiles", "Position to the north; a cube is two tiles wide",
             vertex_vector_at, OF_VECTOR(PLACE, z)),
    GET_WITH("u", REAL, "textures", "U in the texture", vertex_uv, GND_SURFACE_U),
    GET_WITH("v", REAL, "textures", "V in the texture", vertex_uv, GND_SURFACE_V),
    GET_WITH(
        "lightmap_u", REAL, "lightmaps",
        "U in the lightmap: 1/8 or 7/8 where it is 8 texels wide; NULL if the face has no lightmap",
        vertex_lightmap, GND_SE),
    GET_WITH("lightmap_v", REAL, "lightmaps", "V in the lightmap, from the south", vertex_lightmap,
             GND_NW),
    GND_COLORS_OF(VERTEX_COLOR),
    VERTEX_NORMAL(
        "normal", SMOOTH_NORMAL, "Smooth normal",
        "Smooth normal, to the east: the mean of the unit normals of the triangles around the "
        "corner of the grid, as RagLite computes it, so that its length isn't always 1. That of a "
        "wall is the direction in which the wall faces",
        .prepare = gnd_list_normals),
    VERTEX_NORMAL(
        "flat_normal", FLAT_NORMAL, "The flat unit normal",
        "Unit normal of the face's first triangle, to the east; corner 3 of a top has that of the "
        "second triangle",
        .hidden = false),
    FACE_HIDDEN(GND_FACE_VERTICES),
    VERTEX_NORMAL(
        "client_normal", CLIENT_NORMAL, "The client's normal",
        "Unit normal as the game's client is said to compute it, to the east: of the cubes at the "
        "corner of the grid only those count whose corner has exactly the same altitude. "
        "BrowEdit3 does the same; it wasn't checked against the client",
        .hidden = true),
};

const Table gnd_vertices = {
    TABLE("gnd_vertices", gnd_format, vertex_columns),
    .doc = "The corners of all drawn faces, four each, by cube, then top, north, east. Walls on "
           "the edge of the map aren't drawn.",
    .example =
        "SELECT cube_id, face, corner, x, y, z FROM gnd_vertices('samples/town.gnd') LIMIT 8",
    .reads = READS_BODY,
    .typical_rows = 100000,
    COMPUTED(Gnd, vertex_count),
    .prepare = gnd_list_faces,
    .indexes = {{.keys = {"cube_id"}, .rows_per_key = GND_FACE_VERTICES}},
    .byte_offset = vertex_offset,
};

static unsigned half_of(const Row *row) {
    return (unsigned)(row->index % GND_FACE_TRIANGLES);
}

enum { FIRST, SECOND, THIRD };

static Value triangle_vertex(const Row *row, const Column *column) {
    static const uint8_t corners[GND_FACE_TRIANGLES][3] = {{0, 1, 2}, {1, 3, 2}};
    return value_integer((int64_t)(row->index / GND_FACE_TRIANGLES * GND_FACE_VERTICES +
                                   corners[half_of(row)][column->number]));
}

typedef struct TriangleNotes {
    Vector normal; /* its length is twice the area */
    double length;
} TriangleNotes;

ROW_NOTES(TriangleNotes, triangle_notes)

static const TriangleNotes *size_of_triangle(const Row *row) {
    TriangleNotes *notes = triangle_notes(row);
    if (row_must_note(row, 0)) {
        uint64_t face = row->index / GND_FACE_TRIANGLES;
        Vector normal = gnd_triangle_normal(row->document, face, half_of(row));
        notes->normal = normal;
        notes->length = vector_length(normal);
    }
    return notes;
}

/* Returns a component of the unit normal; column->number is its offset in the vector. */
static Value triangle_normal(const Row *row, const Column *column) {
    const TriangleNotes *triangle = size_of_triangle(row);
    double along;
    memcpy(&along, (const char *)&triangle->normal + column->number, sizeof along);
    return triangle->length > 0 ? value_real(along / triangle->length) : value_null();
}

static Value triangle_area(const Row *row) {
    return value_real(size_of_triangle(row)->length / 2);
}

static const Column triangle_columns[] = {
    FACE_COLUMNS(GND_FACE_TRIANGLES),
    FACE_SURFACE(GND_FACE_TRIANGLES),
    GET_REF_WITH("vertex0", "gnd_vertices", "First vertex", triangle_vertex, FIRST,
                 .also_called = "vertices connected"),
    GET_REF_WITH("vertex1", "gnd_vertices",
                 "Second vertex; seen from above, a top's run counter-clockwise", triangle_vertex,
                 SECOND),
    GET_REF_WITH("vertex2", "gnd_vertices", "Third vertex", triangle_vertex, THIRD),
    GET_WITH("normal_x", REAL, NULL, "Unit normal, to the east; NULL where the area is 0",
             triangle_normal, offsetof(Vector, x)),
    GET_WITH("normal_y", REAL, NULL, "Unit normal, up", triangle_normal, offsetof(Vector, y)),
    GET_WITH("normal_z", REAL, NULL, "Unit normal, to the north", triangle_normal,
             offsetof(Vector, z)),
    GET("area", REAL, "square GAT tiles", "Area of the triangle", triangle_area),
    FACE_HIDDEN(GND_FACE_TRIANGLES),
};

const Table gnd_triangles = {
    TABLE("gnd_triangles", gnd_format, triangle_columns),
    .doc = "The triangles of all drawn faces, two each: corners 0, 1, 2 and 1, 3, 2.",
    .example = "SELECT face, count(*), sum(area) FROM gnd_triangles('samples/town.gnd') GROUP BY 1",
    .reads = READS_BODY,
    .typical_rows = 50000,
    COMPUTED(Gnd, triangle_count),
    .prepare = gnd_list_faces,
    .indexes = {{.keys = {"cube_id"}, .rows_per_key = GND_FACE_TRIANGLES}},
    .byte_offset = triangle_offset,
};

static Value wall_neighbor(const Row *row) {
    return value_integer((int64_t)gnd_wall_neighbor(row->document, face_of(row, OF_WALLS)));
}

static bool has_no_top(const Gnd *gnd, uint64_t cube) {
    return gnd_surface(gnd, cube, GND_TOP) < 0;
}

static Value wall_own_untextured(const Row *row) {
    return value_integer(has_no_top(row->document, face_of(row, OF_WALLS) / 4));
}

static Value wall_neighbor_untextured(const Row *row) {
    const Gnd *gnd = row->document;
    return value_integer(has_no_top(gnd, gnd_wall_neighbor(gnd, face_of(row, OF_WALLS))));
}

static Value wall_is_flat(const Row *row) {
    return value_integer(gnd_wall_is_flat(row->document, face_of(row, OF_WALLS)));
}

static Value wall_normal(const Row *row, const Column *column) {
    Vector normal = gnd_wall_normal(row->document, face_of(row, OF_WALLS));
    return value_real(column->number == offsetof(Vector, x) ? normal.x : normal.z);
}

static uint64_t wall_offset(const Row *row) {
    return gnd_cube_offset(row->document, face_of(row, OF_WALLS) / 4);
}

static const Column wall_columns[] = {
    GET_REF_WITH("cube_id", "gnd_cubes", "The cube that the wall belongs to", face_cube, OF_WALLS),
    GET_WITH("face", TEXT, NULL, "Which of its sides it closes: north or east", face_name, OF_WALLS,
             .also_called = "WALL"),
    GET_REF("neighbour_id", "gnd_cubes", "The cube on the other side", wall_neighbor),
    GET_REF_WITH("surface_id", "gnd_surfaces", "The surface that paints the wall", face_surface,
                 OF_WALLS),
    GET("own_untextured", INTEGER, NULL, "1 if its own cube has no top", wall_own_untextured),
    GET("neighbour_untextured", INTEGER, NULL, "1 if the cube on the other side has no top",
        wall_neighbor_untextured),
    GET("flat", INTEGER, NULL, "1 if the wall has no height, both cubes' edges being equal",
        wall_is_flat),
    GET_WITH("normal_x", REAL, NULL,
             "Which way an eastern wall faces, to the side of the lower cube: -1 or 1; 0 for other "
             "walls",
             wall_normal, offsetof(Vector, x)),
    GET_WITH("normal_z", REAL, NULL,
             "Which way a northern wall faces, to the side of the lower cube: -1 or 1; 0 for other "
             "walls",
             wall_normal, offsetof(Vector, z)),
    GET_WITH("hidden_reason", TEXT, NULL, "Why some programs don't draw it, as in gnd_vertices",
             face_hidden_reason, OF_WALLS),
};

const Table gnd_walls = {
    TABLE("gnd_walls", gnd_format, wall_columns),
    .doc = "The walls that are drawn, and what is on either side of them. Walls on the edge of the "
           "map aren't drawn.",
    .example =
        "SELECT face, count(*), sum(neighbour_untextured) FROM gnd_walls('samples/town.gnd') "
        "GROUP BY face",
    .reads = READS_BODY,
    .typical_rows = 1000,
    COMPUTED(Gnd, wall_count),
    .prepare = gnd_list_walls,
    .indexes = {{.keys = {"cube_id"}, .rows_per_key = 1}},
    .byte_offset = wall_offset,
};
