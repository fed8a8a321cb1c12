/* GTCHUNK tables of decoded parts: unique vertices, vertices, triangles. */
#include "firefall/gt_tables.h"
#include "firefall/gt_place.h"

static const Argument vgeo_argument[] = {{
    .name = "vgeo",
    .doc = "static.vgeo_idx of the client, with static.vgeo beside it: fills x, y and z",
    .optional = true,
    .source = &vgeo_format,
}};

static uint64_t part_offset(const Gt *gt, const Children *rows, uint64_t row) {
    return gt->parts.items[children_parent(rows, row)].offset;
}

/* Finds the positions of the file's unique vertices, for both vertex tables; none without vgeo. */
static bool find_positions(Opening *opening) {
    Gt *gt = (Gt *)opening->document;
    Document *vgeo = opening->arguments->documents[0];
    if (!vgeo) return true;
    GtPosition *positions =
        arena_alloc(opening->scratch, gt->unique_vertices.count, sizeof *positions);
    if (!positions) return fail_memory(opening->error, opening->scratch);
    opening->array->extra = positions;
    return gt_place(gt, (Vgeo *)vgeo, positions, opening->error);
}

static Value position_of(const Row *row, const Column *column, uint64_t unique) {
    const GtPosition *positions = row->array->extra;
    float number;
    if (!positions) return value_null();
    memcpy(&number, (const char *)&positions[unique] + column->number, sizeof number);
    return value_real((double)number);
}

#define POSITION(getter)                                                                           \
    GET_WITH("x", REAL, "chunk units",                                                             \
             "Position, transformed; NULL without vgeo, and where its pages have no such vertex",  \
             getter, offsetof(GtPosition, x)),                                                     \
        GET_WITH("y", REAL, "chunk units", "Position, transformed", getter,                        \
                 offsetof(GtPosition, y)),                                                         \
        GET_WITH("z", REAL, "chunk units", "Position, transformed; taken to be up", getter,        \
                 offsetof(GtPosition, z))

static uint64_t unique_offset(const Row *row) {
    return part_offset(row->document, &((const Gt *)row->document)->unique_vertices, row->index);
}

static Value unique_position(const Row *row, const Column *column) {
    return position_of(row, column, row->index);
}

static const Column unique_columns[] = {
    PARENT("part_id", "gt_parts", "The part", Gt, unique_vertices),
    NUMBER("unique_index", "Number of the vertex in its part", Gt, unique_vertices),
    ITEM(U32, "page", NULL, "id of its page in vgeo_pages", Gt, places, 0,
         .bits = ~(uint32_t)GT_SLOT_MASK,
         .also_called = "uniqueIndex, pageIdx, parseGTLz77_UniqueIndex"),
    ITEM(U32, "slot", NULL, "Its slot in the page, 0 to 2047", Gt, places, 0, .bits = GT_SLOT_MASK,
         .also_called = "uniqueIndex, vertIdx, parseGTLz77_UniqueIndex"),
    ITEM(U32, "transform_id", NULL, "The transform that is applied to it", Gt, transform_ids, 0,
         .references = "gt_transforms", .also_called = "transformIndex, parseGTLz77_MatrixIndex"),
    POSITION(unique_position),
};

const Table gt_unique_vertices = {
    TABLE("gt_unique_vertices", gt_format, unique_columns),
    .doc =
        "The vertices that each part takes from the client's vertex pages; of parts that are ok.",
    .example =
        "SELECT part_id, unique_index, page, slot, x, y, z FROM "
        "gt_unique_vertices('samples/5_0001_0002.gtchunk', 'samples/static.vgeo_idx') LIMIT 5",
    ARGUMENTS_FROM(vgeo_argument),
    .typical_rows = 500000,
    COMPUTED(Gt, unique_vertices.count),
    .prepare = gt_decode_parts,
    .rows = find_positions,
    .indexes = {{BY_PARENT("part_id", 100, Gt, unique_vertices)}},
    .byte_offset = unique_offset,
};

static uint64_t vertex_offset(const Row *row) {
    return part_offset(row->document, &((const Gt *)row->document)->vertices, row->index);
}

static Value vertex_is_repeat(const Row *row) {
    return value_integer(!((const Gt *)row->document)->vertex_is_new[row->index]);
}

static Value vertex_position(const Row *row, const Column *column) {
    return position_of(row, column, ((const Gt *)row->document)->vertex_uniques[row->index]);
}

static const Column vertex_columns[] = {
    PARENT("part_id", "gt_parts", "The part", Gt, vertices),
    NUMBER("vertex_index", "Number of the vertex in its part", Gt, vertices),
    ITEM(U32, "unique_id", NULL, "The unique vertex that it is", Gt, vertex_uniques, 0,
         .references = "gt_unique_vertices", .also_called = "repeatIndex, parseGTLz77_RepeatIndex"),
    GET("is_repeat", INTEGER, NULL,
        "1 if the unique vertex was taken before: the opposite of vertIndex "
        "(parseGTLz77_SourceIndex)",
        vertex_is_repeat),
    POSITION(vertex_position),
};

const Table gt_vertices = {
    TABLE("gt_vertices", gt_format, vertex_columns),
    .also_called = "outputVerts",
    .doc = "The vertices of all triangles in the order in which those take them.",
    .example = "SELECT part_id, vertex_index, unique_id, is_repeat, x, y, z FROM "
               "gt_vertices('samples/5_0001_0002.gtchunk', 'samples/static.vgeo_idx') LIMIT 5",
    ARGUMENTS_FROM(vgeo_argument),
    .typical_rows = 1000000,
    COMPUTED(Gt, vertices.count),
    .prepare = gt_decode_parts,
    .rows = find_positions,
    .indexes = {{BY_PARENT("part_id", 200, Gt, vertices)}},
    .byte_offset = vertex_offset,
};

static uint64_t triangle_offset(const Row *row) {
    return part_offset(row->document, &((const Gt *)row->document)->triangles, row->index);
}

static Value triangle_unique(const Row *row, const Column *column) {
    const GtTriangle *triangle = (const GtTriangle *)(const void *)row->record;
    return value_integer(
        ((const Gt *)row->document)->vertex_uniques[triangle->vertices[column->number]]);
}

#define UNIQUE(corner, ordinal)                                                                    \
    GET_REF_WITH("unique" #corner, "gt_unique_vertices", ordinal " vertex as a unique one",        \
                 triangle_unique, corner)

static const Column triangle_columns[] = {
    PARENT("part_id", "gt_parts", "The part", Gt, triangles),
    ITEM(U8, "instruction", NULL,
         "3: new vertices; 0, 1, 2: joined to an edge (a, c), (c, b) or (b, a) of the triangle "
         "(a, b, c) before it",
         Gt, instructions, 0, .also_called = "repTable, parseGTLz77_TriStripIndex"),
    MEMBER_REF("vertex0", "gt_vertices", "First vertex", GtTriangle, vertices[0]),
    MEMBER_REF("vertex1", "gt_vertices",
               "Second vertex; all triangles of a strip turn the same way", GtTriangle,
               vertices[1]),
    MEMBER_REF("vertex2", "gt_vertices", "Third vertex", GtTriangle, vertices[2]),
    UNIQUE(0, "First"),
    UNIQUE(1, "Second"),
    UNIQUE(2, "Third"),
};

const Table gt_triangles = {
    TABLE("gt_triangles", gt_format, triangle_columns),
    .also_called = "indices",
    .doc = "The triangles of all parts that are ok.",
    .example = "SELECT p.material_id, count(*) FROM gt_parts('samples/5_0001_0002.gtchunk') p "
               "JOIN gt_triangles(p.source) t ON t.part_id = p.id GROUP BY 1",
    .typical_rows = 1000000,
    ROWS(Gt, corners, triangles.count, sizeof(GtTriangle)),
    .prepare = gt_decode_parts,
    .indexes = {{BY_PARENT("part_id", 200, Gt, triangles)}},
    .byte_offset = triangle_offset,
};
