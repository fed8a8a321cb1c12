/* The ground and water of an area as a GLB, in metres.
**
**     area            node; its extras count the terrains and waters
**       terrain 0     node with a mesh for each megatile: its vertices with their tints. Its
**       ...           material is the first of its textures, since glTF can't blend all six
**       water 0       node with a mesh for each water: its triangles that are wet
**       ... */
#include "neverwinter/trn/trn_tables.h"
#include "codec/text.h"
#include "neverwinter/names/names.h"
#include "scene/glb_call.h"
#include "scene/glb_surfaces.h"

/* The ground or water of one megatile. */
typedef struct Piece {
    const Trn *trn;
    Glb *glb;
    bool is_water;
    const uint8_t *packet, *vertices, *triangles;
    const uint8_t *flags; /* flags of the triangles; water only */
    uint32_t vertex_bytes, vertex_count, triangle_count;
} Piece;

static Piece piece_of(const Trn *trn, Glb *glb, bool is_water, uint64_t number) {
    const TrnSurfaces *surfaces = is_water ? &trn->waters : &trn->terrains;
    const uint8_t *bytes = trn->document.bytes;
    return (Piece){
        .trn = trn,
        .glb = glb,
        .is_water = is_water,
        .packet = bytes + surfaces->packets.rows.starts[number],
        .vertices = bytes + surfaces->vertices.starts[number],
        .triangles = bytes + surfaces->triangles.starts[number],
        .flags = surfaces->items[number].flags,
        .vertex_bytes = surfaces->vertices.record_bytes,
        .vertex_count = (uint32_t)child_count(&surfaces->vertices.children, number),
        .triangle_count = (uint32_t)child_count(&surfaces->triangles.children, number),
    };
}

static bool has_place(const Piece *piece, uint32_t vertex) {
    if (vertex >= piece->vertex_count) return false;
    return vector_is_finite(load_vector(piece->vertices + (uint64_t)vertex * piece->vertex_bytes));
}

/* Writes the triangles whose corners are all finite; of water, only triangles that are wet. */
static bool add_triangles(const Piece *piece, uint32_t *indices) {
    uint64_t count = 0;
    uint8_t *at = glb_items(piece->glb, GLB_INDEX, 3 * (uint64_t)piece->triangle_count, indices);
    for (uint64_t i = 0; at && i < piece->triangle_count && !glb_stops(piece->glb, i); i++) {
        const uint8_t *triangle = piece->triangles + i * TRN_TRIANGLE_BYTES;
        uint32_t a = load_u16(triangle), b = load_u16(triangle + 2), c = load_u16(triangle + 4);
        if (piece->flags && load_u32(piece->flags + 4 * i)) continue;
        if (!has_place(piece, a) || !has_place(piece, b) || !has_place(piece, c)) continue;
        at = glb_put_triangle(at, a, b, c);
        count++;
    }
    return glb_shorten(piece->glb, *indices, 3 * count);
}

static GlbVertices add_vertices(const Piece *piece) {
    Glb *glb = piece->glb;
    GlbVertices made = glb_no_vertices;
    uint64_t count = piece->vertex_count;
    uint32_t uv_field = piece->is_water ? TRN_WATER_VERTEX_UV : TRN_VERTEX_UV;
    uint8_t *positions = glb_items(glb, GLB_POSITION, count, &made.positions);
    uint8_t *uv = glb_items(glb, GLB_UV, count, &made.uv), *normals = NULL, *colors = NULL;
    if (!piece->is_water) {
        normals = glb_items(glb, GLB_NORMAL, count, &made.normals);
        colors = glb_items(glb, GLB_COLOR, count, &made.colors);
    }
    for (uint64_t i = 0; i < count && !glb_stops(glb, i); i++) {
        const uint8_t *vertex = piece->vertices + i * piece->vertex_bytes;
        Vector place = load_vector(vertex);
        glb_put_place(positions + 12 * i, place.x, place.y, place.z);
        glb_put_uv(uv + 8 * i, (double)load_f32(vertex + uv_field),
                   (double)load_f32(vertex + uv_field + 4));
        if (!normals || !colors) continue;
        Vector normal = load_vector(vertex + TRN_VERTEX_NORMAL);
        glb_put_direction(normals + 12 * i, normal.x, normal.y, normal.z);
        colors[4 * i] = vertex[TRN_VERTEX_TINT_RED];
        colors[4 * i + 1] = vertex[TRN_VERTEX_TINT_GREEN];
        colors[4 * i + 2] = vertex[TRN_VERTEX_TINT_BLUE];
        colors[4 * i + 3] = vertex[TRN_VERTEX_TINT_ALPHA];
    }
    return made;
}

static uint8_t byte_of(float part) {
    return part >= 1 ? 255 : part > 0 ? (uint8_t)lroundf(part * 255) : 0;
}

static uint32_t water_material(const Piece *piece) {
    const uint8_t *field = piece->packet + TRN_WATER_COLOR;
    const Color color = {byte_of(load_f32(field)), byte_of(load_f32(field + 4)),
                         byte_of(load_f32(field + 8)), 255};
    return glb_plain_material(piece->glb, "water", &color, 0.7);
}

static uint32_t terrain_material(const Piece *piece) {
    const char *name = text_string(piece->glb->arena, ENCODING_CP1252,
                                   piece->packet + TRN_TERRAIN_TEXTURES, TRN_NAME_BYTES);
    if (!name) return glb_none_after(fail_memory(piece->glb->error, piece->glb->arena));
    return glb_material(piece->glb, &(GlbMaterial){.name = *name ? name : "none",
                                                   .is_texture = *name,
                                                   .opacity = 1,
                                                   .two_sided = true,
                                                   .light = GLB_NONE});
}

static uint32_t add_piece(const Trn *trn, Glb *glb, bool is_water, uint64_t number) {
    Piece piece = piece_of(trn, glb, is_water, number);
    uint32_t indices, mesh = GLB_NONE;
    char name[40];
    print_text(name, sizeof name, "%s %u", is_water ? "water" : "terrain", (unsigned)number);
    if (add_triangles(&piece, &indices)) {
        GlbVertices vertices = add_vertices(&piece);
        mesh = glb_mesh(glb, name, &vertices, indices,
                        is_water ? water_material(&piece) : terrain_material(&piece));
    }
    return glb_mesh_node(glb, name, mesh);
}

static uint32_t write_ground(Trn *trn, Glb *glb) {
    uint64_t terrains = trn->terrains.packets.rows.count,
             count = terrains + trn->waters.packets.rows.count;
    uint32_t *nodes = arena_alloc(glb->arena, count, sizeof *nodes);
    Json extras = glb_json(glb);
    if (!count) {
        return glb_none_after(fail(
            glb->error, ERROR_UNSUPPORTED,
            "there is neither ground nor water, as in most interiors: aswm_glb shows a walkmesh"));
    }
    if (!nodes) return glb_none_after(fail_memory(glb->error, glb->arena));
    for (uint64_t i = 0; i < count && !glb_failed(glb); i++) {
        nodes[i] = add_piece(trn, glb, i >= terrains, i < terrains ? i : i - terrains);
    }
    json_print(&extras, NULL, "{'terrains':%" PRIu64 ",'waters':%" PRIu64 "}", terrains,
               trn->waters.packets.rows.count);
    return glb_failed(glb) ? GLB_NONE : glb_group(glb, "area", nodes, count, &extras);
}

Value trn_glb_call(Call *call) {
    Glb glb;
    if (!glb_call_begin(call, &glb, 0, &nwn2_texture)) return value_null();
    return glb_call_end(&glb, write_ground((Trn *)call->document, &glb));
}
