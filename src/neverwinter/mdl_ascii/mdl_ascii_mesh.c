/* The meshes of ASCII models: from rows of verts, tverts and faces to vertices and faces. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

#define VERTICES_MOST 65535 /* a model counts vertices in 16 bits */

static uint8_t *mesh_part(const Ascii *ascii) {
    return ascii_part(ascii, MDL_MESH);
}

static const AsciiList *list_of(const Ascii *ascii, int id) {
    return &ascii->lists[id];
}

/* ---- What the text says of all vertices ------------------------------------------------------ */

/* Widens a box by the rows of a list. */
static void widen(const Ascii *ascii, const AsciiList *list, float min[3], float max[3]) {
    for (uint32_t i = 0; i < list->rows; i++) {
        const uint32_t *row = ascii_row(ascii, list, i) + ASCII_ROW_VALUES;
        for (int k = 0; k < 3; k++) {
            float value = ascii_float(row[k]);
            if (value < min[k]) min[k] = value;
            if (value > max[k]) max[k] = value;
        }
    }
}

static Vector find_middle(const Ascii *ascii, double *radius) {
    uint32_t rows = list_of(ascii, ASCII_VERTS)->rows;
    Vector sum = {0, 0, 0};
    double most = 0;
    for (uint32_t i = 0; i < rows; i++) sum = vector_plus(sum, ascii_vertex(ascii, i));
    Vector average = rows ? (Vector){sum.x / rows, sum.y / rows, sum.z / rows} : sum;
    for (uint32_t i = 0; i < rows; i++) {
        Vector off = vector_minus(ascii_vertex(ascii, i), average);
        most = fmax(most, vector_dot(off, off));
    }
    *radius = sqrt(most);
    return average;
}

/* Sets the mesh's bounds which, as compilers have it, include the origin and unused rows. */
static void set_bounds(const Ascii *ascii) {
    float min[3] = {0}, max[3] = {0};
    double radius;
    uint8_t *mesh = mesh_part(ascii);
    widen(ascii, list_of(ascii, ASCII_VERTS), min, max);
    widen(ascii, list_of(ascii, ASCII_ANIMVERTS), min, max);
    mdl_store_vector(mesh + MDL_MESH_AVERAGE, find_middle(ascii, &radius));
    for (int i = 0; i < 3; i++) {
        store_f32(mesh + MDL_MESH_MIN + 4 * i, min[i]);
        store_f32(mesh + MDL_MESH_MAX + 4 * i, max[i]);
    }
    store_f32(mesh + MDL_MESH_RADIUS, (float)radius);
}

/* ---- Faces ----------------------------------------------------------------------------------- */

/* Collects the faces whose rows of verts exist. */
static bool collect_faces(AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    uint32_t count = mesh->faces->rows, rows = mesh->verts->rows;
    mesh->good = ascii_room(ascii, count, sizeof *mesh->good);
    mesh->good_rows = ascii_room(ascii, count, sizeof *mesh->good_rows);
    if (!mesh->good || !mesh->good_rows) return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *face = ascii_row(ascii, mesh->faces, i);
        const uint32_t *corners = face + ASCII_FACE_CORNERS;
        if (corners[0] >= rows || corners[1] >= rows || corners[2] >= rows) {
            ascii_note(ascii, SEVERITY_WARNING, "face_row", mesh->faces->line,
                       face[ASCII_ROW_OFFSET],
                       "face %u has a row of verts that isn't there; it is left out", i);
            continue;
        }
        mesh->good_rows[mesh->count] = i;
        mesh->good[mesh->count++] = face;
    }
    return true;
}

/* ---- Vertices -------------------------------------------------------------------------------- */

/* Makes space for an array of the vertices, and sets its pointer. */
static uint8_t *put_array(const AsciiMesh *mesh, MdlVertexArray array) {
    const struct MdlVertexField *field = &mdl_vertex_fields[array];
    Ascii *ascii = mesh->ascii;
    store_u32(mesh_part(ascii) + field->pointer, ascii_here(ascii));
    return ascii_put(ascii, (uint64_t)mesh->vertex_count * field->bytes);
}

/* Puts the numbers `first` to `first` + `width` - 1 of each vertex's row of a list. Without a row,
** they are NaN, which reads as NULL. */
static bool put_numbers(const AsciiMesh *mesh, int id, uint32_t first, uint32_t width,
                        uint8_t *at) {
    bool is_texture = id >= ASCII_TVERTS && id < ASCII_TVERTS + 4;
    for (uint32_t i = 0; at && i < mesh->vertex_count; i++) {
        uint32_t corner = mesh->corners[i];
        const uint32_t *row =
            ascii_row_if(mesh->ascii, id,
                         is_texture ? ascii_texture_row(mesh, corner, id - ASCII_TVERTS)
                                    : ascii_vert_row(mesh, corner));
        for (uint32_t k = first; k < first + width; k++, at += 4) {
            store_u32(at, row ? row[ASCII_ROW_VALUES + k] : ascii_bits(NAN));
        }
    }
    return at != NULL;
}

/* Adds an array of the vertices to the image, of numbers from a list, if the node has the list. */
static bool put_list(const AsciiMesh *mesh, int id, uint32_t first, uint32_t width,
                     MdlVertexArray array) {
    return !list_of(mesh->ascii, id)->rows ||
           put_numbers(mesh, id, first, width, put_array(mesh, array));
}

static bool put_normals(const AsciiMesh *mesh) {
    uint8_t *at = put_array(mesh, MDL_NORMALS);
    if (!at) return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t normal[3];
        ascii_corner_normal(mesh, mesh->corners[i], normal);
        for (int k = 0; k < 3; k++, at += 4) store_u32(at, normal[k]);
    }
    return true;
}

static uint8_t color_byte(uint32_t bits) {
    float value = ascii_float(bits);
    return (uint8_t)(value <= 0 ? 0 : value >= 1 ? 255 : value * 255 + 0.5f);
}

static bool put_colors(const AsciiMesh *mesh) {
    if (!list_of(mesh->ascii, ASCII_COLORS)->rows) return true;
    uint8_t *at = put_array(mesh, MDL_COLORS);
    if (!at) return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++, at += 4) {
        const uint32_t *row = ascii_row_of_corner(mesh, ASCII_COLORS, mesh->corners[i]);
        for (int k = 0; k < 3; k++) at[k] = row ? color_byte(row[ASCII_ROW_VALUES + k]) : 255;
        at[3] = 255;
    }
    return true;
}

/* Adds where each vertex comes from in the text: ASCII_VERTEX_ROW and so on. */
static bool put_origins(const AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    bool is_skin = ascii->node->flags & MDL_FLAG_SKIN;
    uint32_t start = ascii_here(ascii);
    uint8_t *at = ascii_put(ascii, (uint64_t)mesh->vertex_count * ASCII_VERTEX_BYTES);
    if (!at) return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++, at += ASCII_VERTEX_BYTES) {
        uint32_t corner = mesh->corners[i];
        const uint32_t *second =
            ascii_row_of_corner(mesh, is_skin ? ASCII_WEIGHTS : ASCII_CONSTRAINTS, corner);
        store_u32(at + ASCII_VERTEX_ROW, ascii_vert_row(mesh, corner));
        store_u32(at + ASCII_VERTEX_OFFSET,
                  ascii_row_of_corner(mesh, ASCII_VERTS, corner)[ASCII_ROW_OFFSET]);
        store_u32(at + ASCII_VERTEX_SECOND, second ? second[ASCII_ROW_OFFSET] : UINT32_MAX);
    }
    ascii_set_array(mesh_part(ascii) + MDL_MESH_VERTEX_INDICES, start, mesh->vertex_count);
    return true;
}

static bool put_vertices(const AsciiMesh *mesh) {
    uint8_t *part = mesh_part(mesh->ascii);
    ascii_set_u16(part + MDL_MESH_VERTEX_COUNT, mesh->vertex_count);
    ascii_set_u16(part + MDL_MESH_TEXTURE_COUNT, list_of(mesh->ascii, ASCII_TVERTS)->rows > 0);
    if (!mesh->vertex_count) return true;
    for (int set = 0; set < 4; set++) {
        if (!put_list(mesh, ASCII_TVERTS + set, 0, 2, (MdlVertexArray)(MDL_UV0 + set)))
            return false;
    }
    /* a row of tangents has a vector, and the sign of the third axis */
    return put_list(mesh, ASCII_VERTS, 0, 3, MDL_POSITIONS) && put_normals(mesh) &&
           put_colors(mesh) && put_list(mesh, ASCII_TANGENTS, 0, 3, MDL_TANGENTS) &&
           put_list(mesh, ASCII_TANGENTS, 3, 1, MDL_HANDEDNESS) && put_origins(mesh);
}

/* ---- Faces of the model ---------------------------------------------------------------------- */

/* Sets the plane of a face, and returns its area. */
static double set_plane(const AsciiMesh *mesh, uint32_t face, uint8_t *at) {
    Vector p[3];
    ascii_load_face(mesh, face, p);
    Vector normal = corners_normal(p), unit = vector_unit(normal);
    mdl_store_vector(at + MDL_FACE_NORMAL, unit);
    store_f32(at + MDL_FACE_DISTANCE, (float)(0 - vector_dot(unit, p[0])));
    return vector_length(normal) / 2;
}

static bool put_faces(const AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    uint32_t start = ascii_here(ascii);
    double area = 0;
    for (uint32_t i = 0; i < mesh->count; i++) {
        const uint32_t *face = mesh->good[i];
        if (ascii_interrupted_at(ascii, i)) return false;
        uint8_t *at = ascii_put_record(ascii, face[ASCII_ROW_OFFSET], MDL_FACE_BYTES);
        if (!at) return false;
        area += set_plane(mesh, i, at);
        store_u32(at + MDL_FACE_SURFACE, face[ASCII_FACE_SURFACE]);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t neighbor = (uint32_t)mesh->neighbors[3 * i + k]; /* -1: none */
            if (neighbor > INT16_MAX) neighbor = UINT32_MAX; /* more than 16 bits can say */
            ascii_set_u16(at + MDL_FACE_NEIGHBOR0 + 2 * k, neighbor);
            ascii_set_u16(at + MDL_FACE_VERTEX0 + 2 * k, mesh->vertices[3 * i + k]);
        }
    }
    uint8_t *part = mesh_part(ascii);
    bool sums = ascii->node->flags == 0x21 || ascii->node->flags & MDL_FLAG_AABB;
    ascii_set_array(part + MDL_MESH_FACES, start, mesh->count);
    if (sums) store_f32(part + MDL_MESH_NORMAL_SUM, (float)area);
    return true;
}

static bool put_groups(const AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    uint32_t start = ascii_here(ascii);
    uint8_t *at = ascii_put(ascii, (uint64_t)mesh->count * ASCII_FACE_BYTES);
    if (!at) return false;
    for (uint32_t i = 0; i < mesh->count; i++, at += ASCII_FACE_BYTES) {
        store_u32(at + ASCII_FACE_ROW, mesh->good_rows[i]);
        store_u32(at + ASCII_FACE_GROUP, mesh->good[i][ASCII_FACE_SMOOTHING]);
    }
    ascii_set_array(mesh_part(ascii) + MDL_MESH_LEFT_OVER_FACES, start, mesh->count);
    return true;
}

/* Adds one index list, which repeats the faces' vertices. */
static bool put_indices(const AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    uint32_t raw = ascii_here(ascii);
    if (!mesh->count) return true;
    uint8_t *at = ascii_put(ascii, (uint64_t)6 * mesh->count);
    if (!at) return false;
    for (uint32_t i = 0; i < 3 * mesh->count; i++) ascii_set_u16(at + 2 * i, mesh->vertices[i]);
    uint32_t counts = ascii_here(ascii);
    at = ascii_put(ascii, 8);
    if (!at) return false;
    store_u32(at, 3 * mesh->count);
    store_u32(at + 4, raw);
    ascii_set_array(mesh_part(ascii) + MDL_MESH_INDEX_COUNTS, counts, 1);
    ascii_set_array(mesh_part(ascii) + MDL_MESH_INDEX_LISTS, counts + 4, 1);
    return true;
}

/* ---- Danglymeshes and animmeshes ------------------------------------------------------------- */

static bool put_constraints(const AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    uint32_t start = ascii_here(ascii);
    if (!list_of(ascii, ASCII_CONSTRAINTS)->rows || !mesh->vertex_count) return true;
    if (!put_numbers(mesh, ASCII_CONSTRAINTS, 0, 1,
                     ascii_put(ascii, (uint64_t)4 * mesh->vertex_count))) {
        return false;
    }
    ascii_set_array(ascii_part(ascii, MDL_DANGLY) + MDL_DANGLY_CONSTRAINTS, start,
                    mesh->vertex_count);
    return true;
}

/* Adds an animmesh's sets: a text has set after set, a model vertex after vertex. Texture
** coordinates are those of the row of tverts that a vertex has. */
static bool put_sets(const AsciiMesh *mesh, int id, uint32_t width, uint32_t pointer,
                     uint32_t count) {
    Ascii *ascii = mesh->ascii;
    const AsciiList *list = list_of(ascii, id);
    bool is_texture = id == ASCII_ANIMTVERTS;
    uint32_t each = list_of(ascii, is_texture ? ASCII_TVERTS : ASCII_VERTS)->rows;
    uint32_t sets = each ? list->rows / each : 0, start = ascii_here(ascii);
    uint8_t *part = ascii_part(ascii, MDL_ANIM);
    store_u32(part + count, sets);
    if (!sets || !mesh->vertex_count) return true;
    store_u32(part + pointer, start - MDL_FILE_HEADER_BYTES);
    for (uint64_t i = 0; i < (uint64_t)mesh->vertex_count * sets; i++) {
        uint32_t corner = mesh->corners[i / sets];
        uint64_t row =
            is_texture ? ascii_texture_row(mesh, corner, 0) : ascii_vert_row(mesh, corner);
        const uint32_t *from = row < each ? ascii_row(ascii, list, i % sets * each + row) : NULL;
        uint8_t *at = from ? ascii_put_record(ascii, from[ASCII_ROW_OFFSET], (uint64_t)4 * width)
                           : ascii_put(ascii, (uint64_t)4 * width);
        if (!at) return false;
        for (uint32_t k = 0; k < width; k++) {
            store_u32(at + 4 * k, from ? from[ASCII_ROW_VALUES + k] : ascii_bits(NAN));
        }
    }
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Adds findings about lists that don't have a row for each row of verts. */
static void check_lengths(const AsciiMesh *mesh) {
    static const struct {
        int id;
        const char *name;
    } lists[] = {
        {ASCII_NORMALS, "normals"},         {ASCII_TANGENTS, "tangents"}, {ASCII_COLORS, "colors"},
        {ASCII_CONSTRAINTS, "constraints"}, {ASCII_WEIGHTS, "weights"},
    };
    for (size_t i = 0; i < LENGTH(lists); i++) {
        const AsciiList *list = list_of(mesh->ascii, lists[i].id);
        if (!list->line || list->rows == mesh->verts->rows) continue;
        ascii_note(mesh->ascii, SEVERITY_WARNING, "list_length", list->line, list->offset,
                   "%u rows of %s for %u rows of verts", list->rows, lists[i].name,
                   mesh->verts->rows);
    }
}

/* Adds a finding if the rows of an animmesh's sets make no whole sets, so that some are lost. */
static void check_sets(const Ascii *ascii, int id, int each_id, const char *name,
                       const char *each_name) {
    const AsciiList *list = list_of(ascii, id);
    uint32_t each = list_of(ascii, each_id)->rows;
    if (!list->rows || (each && list->rows % each == 0)) return;
    ascii_note(ascii, SEVERITY_WARNING, "list_length", list->line, list->offset,
               "%u rows of %s for %u rows of %s in this node: sets have a row for each", list->rows,
               name, each, each_name);
}

static void check_textures(const AsciiMesh *mesh) {
    const AsciiList *list = list_of(mesh->ascii, ASCII_TVERTS);
    for (uint32_t i = 0; list->rows && mesh->ascii->findings && i < mesh->count; i++) {
        const uint32_t *rows = mesh->good[i] + ASCII_FACE_TEXTURE;
        if (rows[0] < list->rows && rows[1] < list->rows && rows[2] < list->rows) continue;
        ascii_note(mesh->ascii, SEVERITY_WARNING, "face_texture_row", mesh->faces->line,
                   mesh->good[i][ASCII_ROW_OFFSET], "face %u has a row of tverts that isn't there",
                   mesh->good_rows[i]);
    }
}

static bool put_all(AsciiMesh *mesh) {
    uint32_t flags = mesh->ascii->node->flags;
    if (mesh->vertex_count > VERTICES_MOST) {
        return ascii_fail(mesh->ascii, mesh->faces->line,
                          "the faces of a node make %u vertices, a model can hold %d",
                          mesh->vertex_count, VERTICES_MOST);
    }
    return put_vertices(mesh) && put_faces(mesh) && put_groups(mesh) && put_indices(mesh) &&
           (!(flags & MDL_FLAG_DANGLY) || put_constraints(mesh)) &&
           (!(flags & MDL_FLAG_ANIM) ||
            (put_sets(mesh, ASCII_ANIMVERTS, 3, MDL_ANIM_SETS, MDL_ANIM_SET_COUNT) &&
             put_sets(mesh, ASCII_ANIMTVERTS, 2, MDL_ANIM_UV_SETS, MDL_ANIM_UV_SET_COUNT))) &&
           (!(flags & MDL_FLAG_SKIN) || ascii_put_weights(mesh)) &&
           (!(flags & MDL_FLAG_AABB) || ascii_put_boxes(mesh));
}

bool ascii_put_mesh(Ascii *ascii) {
    AsciiMesh mesh = {
        .ascii = ascii, .verts = list_of(ascii, ASCII_VERTS), .faces = list_of(ascii, ASCII_FACES)};
    set_bounds(ascii);
    check_lengths(&mesh);
    check_sets(ascii, ASCII_ANIMVERTS, ASCII_VERTS, "animverts", "verts");
    check_sets(ascii, ASCII_ANIMTVERTS, ASCII_TVERTS, "animtverts", "tverts");
    bool done = true;
    if (mesh.faces->rows) {
        done = collect_faces(&mesh) && ascii_make_normals(&mesh) && ascii_split(&mesh) &&
               ascii_find_neighbors(&mesh);
        if (done) check_textures(&mesh);
    }
    done = done && put_all(&mesh);
    ascii_clear_room(ascii);
    return done;
}
