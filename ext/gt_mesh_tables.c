/* GTCHUNK tables of what parts are decoded to: unique vertices, vertices, triangles. */
#include "gt_tables.h"
#include "../src/gt_place.h"

static const Argument vgeo_argument[] = {{
    .name = "vgeo",
    .doc = "static.vgeo_idx of the client, with static.vgeo beside it: fills x, y and z",
    .optional = true,
    .source = &vgeo_format,
}};

/* Where the part of a row begins in the payload. */
static uint64_t part_offset(const Row *row, uint32_t part) {
    return ((const Gt *)row->document)->parts[part].offset;
}

/* x, y and z: members that are NaN, which reads as NULL, without vgeo. */
#define POSITION(Struct)                                                                           \
    MEMBER(F32, "x", "chunk units",                                                                \
           "Position, transformed; NULL without vgeo, and where its pages have no such vertex",    \
           Struct, position[0]),                                                                   \
        MEMBER(F32, "y", "chunk units", "Position, transformed", Struct, position[1]),             \
        MEMBER(F32, "z", "chunk units", "Position, transformed; taken to be up", Struct,           \
               position[2])

/* ---- gt_unique_vertices -------------------------------------------------------------------------
 */

/* The file's unique vertices: without vgeo the document's own, with it a copy that has positions.
 */
static const GtUniqueVertex *placed_vertices(Gt *gt, const Arguments *arguments, Arena *scratch,
                                             Error *error) {
    Document *vgeo = arguments->documents[0];
    if (!gt_decode_parts(&gt->document, error)) return NULL;
    if (!vgeo) return gt->unique_vertices;
    uint64_t count = gt->unique_vertex_count;
    GtUniqueVertex *placed = arena_alloc(scratch, count, sizeof *placed);
    if (!placed) {
        fail_memory(error, scratch);
        return NULL;
    }
    if (count) memcpy(placed, gt->unique_vertices, (size_t)(count * sizeof *placed));
    return gt_place(gt, (Vgeo *)vgeo, placed, error) ? placed : NULL;
}

static bool unique_rows(Document *document, const Arguments *arguments, Arena *scratch,
                        Array *array, Error *error) {
    Gt *gt = (Gt *)document;
    array->records = placed_vertices(gt, arguments, scratch, error);
    array->count = gt->unique_vertex_count;
    array->stride = sizeof *gt->unique_vertices;
    return array->records != NULL;
}

static const GtUniqueVertex *unique_of(const Row *row) {
    return &((const Gt *)row->document)->unique_vertices[row->index];
}

static uint64_t unique_offset(const Row *row) {
    return part_offset(row, unique_of(row)->part);
}

static Value unique_index(const Row *row, uint32_t unused) {
    const Gt *gt = row->document;
    (void)unused;
    return value_integer((int64_t)(row->index - gt->parts[unique_of(row)->part].first_unique));
}

static Value unique_page(const Row *row, uint32_t unused) {
    (void)unused;
    return value_integer(unique_of(row)->place >> GT_SLOT_BITS);
}

static Value unique_slot(const Row *row, uint32_t unused) {
    (void)unused;
    return value_integer(unique_of(row)->place & (((uint32_t)1 << GT_SLOT_BITS) - 1));
}

static const Column unique_columns[] = {
    MEMBER_REF("part_id", "gt_parts", "The part", GtUniqueVertex, part),
    GET("unique_index", INTEGER, NULL, "Number of the vertex in its part", unique_index, 0),
    GET("page", INTEGER, NULL, "id of its page in vgeo_pages", unique_page, 0),
    GET("slot", INTEGER, NULL, "Its slot in the page, 0 to 2047", unique_slot, 0),
    MEMBER_REF("transform_id", "gt_transforms", "The transform that is applied to it",
               GtUniqueVertex, transform),
    POSITION(GtUniqueVertex),
};

const Table gt_unique_vertices = {
    .name = "gt_unique_vertices",
    .doc =
        "The vertices that each part takes from the client's vertex pages; of parts that are ok.",
    .example =
        "SELECT part_id, unique_index, page, slot, x, y, z FROM "
        "gt_unique_vertices('samples/5_0001_0002.gtchunk', 'samples/static.vgeo_idx') LIMIT 5",
    .format = &gt_format,
    COLUMNS(unique_columns),
    ARGUMENTS(vgeo_argument),
    .typical_rows = 500000,
    .rows = unique_rows,
    .indexes = {{.keys = {"part_id"}, .rows_per_key = 100}},
    .byte_offset = unique_offset,
};

/* ---- gt_vertices --------------------------------------------------------------------------------
 */

static bool vertex_rows(Document *document, const Arguments *arguments, Arena *scratch,
                        Array *array, Error *error) {
    Gt *gt = (Gt *)document;
    const GtUniqueVertex *placed = placed_vertices(gt, arguments, scratch, error);
    if (!placed) return false;
    array->records = gt->vertices;
    array->count = gt->vertex_count;
    array->stride = sizeof *gt->vertices;
    if (!arguments->documents[0]) return true;
    GtVertex *vertices = arena_alloc(scratch, gt->vertex_count, sizeof *vertices);
    if (!vertices) return fail_memory(error, scratch);
    for (uint64_t i = 0; i < gt->vertex_count; i++) {
        vertices[i] = gt->vertices[i];
        const float *position = placed[vertices[i].unique].position;
        memcpy(vertices[i].position, position, sizeof vertices[i].position);
    }
    array->records = vertices;
    return true;
}

static const GtVertex *vertex_of(const Row *row) {
    return &((const Gt *)row->document)->vertices[row->index];
}

static uint64_t vertex_offset(const Row *row) {
    return part_offset(row, vertex_of(row)->part);
}

static Value vertex_index(const Row *row, uint32_t unused) {
    const Gt *gt = row->document;
    (void)unused;
    return value_integer((int64_t)(row->index - gt->parts[vertex_of(row)->part].first_vertex));
}

static const Column vertex_columns[] = {
    MEMBER_REF("part_id", "gt_parts", "The part", GtVertex, part),
    GET("vertex_index", INTEGER, NULL, "Number of the vertex in its part", vertex_index, 0),
    MEMBER_REF("unique_id", "gt_unique_vertices", "The unique vertex that it is", GtVertex, unique),
    MEMBER(BOOL, "is_repeat", NULL, "1: the unique vertex was used before", GtVertex, is_repeat),
    POSITION(GtVertex),
};

const Table gt_vertices = {
    .name = "gt_vertices",
    .doc = "The vertices of all triangles in the order in which those take them.",
    .example = "SELECT part_id, vertex_index, unique_id, is_repeat, x, y, z FROM "
               "gt_vertices('samples/5_0001_0002.gtchunk', 'samples/static.vgeo_idx') LIMIT 5",
    .format = &gt_format,
    COLUMNS(vertex_columns),
    ARGUMENTS(vgeo_argument),
    .typical_rows = 1000000,
    .rows = vertex_rows,
    .indexes = {{.keys = {"part_id"}, .rows_per_key = 200}},
    .byte_offset = vertex_offset,
};

/* ---- gt_triangles -------------------------------------------------------------------------------
 */

static const GtTriangle *triangle_of(const Row *row) {
    return (const GtTriangle *)(const void *)row->record;
}

static uint64_t triangle_offset(const Row *row) {
    return part_offset(row, triangle_of(row)->part);
}

static Value triangle_unique(const Row *row, uint32_t corner) {
    const Gt *gt = row->document;
    return value_integer(gt->vertices[triangle_of(row)->vertices[corner]].unique);
}

static const Column triangle_columns[] = {
    MEMBER_REF("part_id", "gt_parts", "The part", GtTriangle, part),
    MEMBER(U32, "instruction", NULL,
           "3: new vertices; 0, 1, 2: joined to an edge (a, c), (c, b) or (b, a) of the triangle "
           "(a, b, c) before it",
           GtTriangle, instruction),
    MEMBER_REF("vertex0", "gt_vertices", "First vertex", GtTriangle, vertices[0]),
    MEMBER_REF("vertex1", "gt_vertices",
               "Second vertex; all triangles of a strip turn the same way", GtTriangle,
               vertices[1]),
    MEMBER_REF("vertex2", "gt_vertices", "Third vertex", GtTriangle, vertices[2]),
    GET_REF("unique0", "gt_unique_vertices", "First vertex as a unique one", triangle_unique, 0),
    GET_REF("unique1", "gt_unique_vertices", "Second vertex as a unique one", triangle_unique, 1),
    GET_REF("unique2", "gt_unique_vertices", "Third vertex as a unique one", triangle_unique, 2),
};

const Table gt_triangles = {
    .name = "gt_triangles",
    .doc = "The triangles of all parts that are ok.",
    .example = "SELECT p.material_id, count(*) FROM gt_parts('samples/5_0001_0002.gtchunk') p "
               "JOIN gt_triangles(p.source) t ON t.part_id = p.id GROUP BY 1",
    .format = &gt_format,
    COLUMNS(triangle_columns),
    .typical_rows = 1000000,
    ROWS(Gt, triangles, triangle_count, sizeof(GtTriangle)),
    .prepare = gt_decode_parts,
    .indexes = {{.keys = {"part_id"}, .rows_per_key = 200}},
    .byte_offset = triangle_offset,
};
