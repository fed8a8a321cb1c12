/* GTCHUNK tables of what parts are decoded to: unique vertices, vertices, triangles. */
#include "gt_tables.h"
#include "../src/gt_place.h"

static const Argument vgeo_argument[] = {{
    .name = "vgeo",
    .doc = "static.vgeo_idx of the client, with static.vgeo beside it: fills x, y and z",
    .optional = true,
    .source = &vgeo_format,
}};

/* ---- What the tables share ----------------------------------------------------------------- */

/* The part that a row belongs to: the last one whose rows begin at or before it. */
static uint32_t part_of_row(const uint32_t *first_rows, uint64_t part_count, uint64_t row) {
    uint64_t first = 0, end = part_count;
    while (end - first > 1) {
        uint64_t middle = first + (end - first) / 2;
        if (first_rows[middle] <= row)
            first = middle;
        else
            end = middle;
    }
    return (uint32_t)first;
}

/* Each table's rows by part: where those of part p begin in it. */
typedef enum MeshRows { UNIQUE_ROWS, VERTEX_ROWS, TRIANGLE_ROWS } MeshRows;

static const uint32_t *first_rows(const Gt *gt, MeshRows rows) {
    return rows == UNIQUE_ROWS   ? gt->first_unique
           : rows == VERTEX_ROWS ? gt->first_vertex
                                 : gt->first_triangle;
}

static Value part_id(const Row *row, uint32_t rows) {
    const Gt *gt = row->document;
    return value_integer(part_of_row(first_rows(gt, (MeshRows)rows), gt->part_count, row->index));
}

static Value index_in_part(const Row *row, uint32_t rows) {
    const Gt *gt = row->document;
    const uint32_t *first = first_rows(gt, (MeshRows)rows);
    return value_integer(
        (int64_t)(row->index - first[part_of_row(first, gt->part_count, row->index)]));
}

#define PART_ID(rows) GET_REF_WITH("part_id", "gt_parts", "The part", part_id, rows)

/* Where the part of a row begins in the payload. */
static uint64_t part_offset(const Row *row, MeshRows rows) {
    const Gt *gt = row->document;
    return gt->parts[part_of_row(first_rows(gt, rows), gt->part_count, row->index)].offset;
}

#define ROWS_OF_PART(name, rows)                                                                   \
    static void name(const Seek *seek, RowRange *range) {                                          \
        const Gt *gt = seek->document;                                                             \
        find_by_first(first_rows(gt, rows), gt->part_count, &seek->ranges[0], range);              \
    }                                                                                              \
    static uint64_t name##_offset(const Row *row) {                                                \
        return part_offset(row, rows);                                                             \
    }
ROWS_OF_PART(unique_of_part, UNIQUE_ROWS)
ROWS_OF_PART(vertices_of_part, VERTEX_ROWS)
ROWS_OF_PART(triangles_of_part, TRIANGLE_ROWS)

/* The positions of the file's unique vertices are what the records of both vertex tables are; NULL
** without vgeo. */
static bool position_rows(Gt *gt, const Arguments *arguments, Arena *scratch, Array *array,
                          Error *error) {
    Document *vgeo = arguments->documents[0];
    if (!gt_decode_parts(&gt->document, error)) return false;
    if (!vgeo) return true;
    float(*positions)[3] = arena_alloc(scratch, gt->unique_vertex_count, sizeof *positions);
    if (!positions) return fail_memory(error, scratch);
    array->records = positions;
    return gt_place(gt, (Vgeo *)vgeo, positions, error);
}

#define POSITION(getter)                                                                           \
    GET_WITH("x", REAL, "chunk units",                                                                  \
        "Position, transformed; NULL without vgeo, and where its pages have no such vertex",       \
        getter, 0),                                                                                \
        GET_WITH("y", REAL, "chunk units", "Position, transformed", getter, 1),                         \
        GET_WITH("z", REAL, "chunk units", "Position, transformed; taken to be up", getter, 2)

/* ---- gt_unique_vertices -------------------------------------------------------------------- */

static bool unique_rows(Opening *opening) {
    Array *array = opening->array;
    Gt *gt = (Gt *)opening->document;
    array->stride = 3 * sizeof(float);
    if (!position_rows(gt, opening->arguments, opening->scratch, array, opening->error)) return false;
    array->count = gt->unique_vertex_count;
    return true;
}

static Value unique_page(const Row *row) {
    return value_integer(((const Gt *)row->document)->places[row->index] >> GT_SLOT_BITS);
}

static Value unique_slot(const Row *row) {
    return value_integer(((const Gt *)row->document)->places[row->index] & GT_SLOT_MASK);
}

static Value unique_transform(const Row *row) {
    return value_integer(((const Gt *)row->document)->transform_ids[row->index]);
}

static Value unique_position(const Row *row, uint32_t axis) {
    const float *position = (const float *)(const void *)row->record;
    return position ? value_real((double)position[axis]) : value_null();
}

static const Column unique_columns[] = {
    PART_ID(UNIQUE_ROWS),
    GET_WITH("unique_index", INTEGER, NULL, "Number of the vertex in its part", index_in_part,
        UNIQUE_ROWS),
    GET("page", INTEGER, NULL, "id of its page in vgeo_pages", unique_page),
    GET("slot", INTEGER, NULL, "Its slot in the page, 0 to 2047", unique_slot),
    GET_REF("transform_id", "gt_transforms", "The transform that is applied to it",
            unique_transform),
    POSITION(unique_position),
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
    .indexes = {{.keys = {"part_id"}, .rows_per_key = 100, .find = unique_of_part}},
    .byte_offset = unique_of_part_offset,
};

/* ---- gt_vertices --------------------------------------------------------------------------- */

static bool vertex_rows(Opening *opening) {
    Array *array = opening->array;
    Gt *gt = (Gt *)opening->document;
    if (!position_rows(gt, opening->arguments, opening->scratch, array, opening->error)) return false;
    array->count = gt->vertex_count;
    return true;
}

static Value vertex_unique(const Row *row) {
    return value_integer(((const Gt *)row->document)->vertex_uniques[row->index]);
}

static Value vertex_is_repeat(const Row *row) {
    return value_integer(!((const Gt *)row->document)->vertex_is_new[row->index]);
}

/* All rows have the one record (the stride is 0): the positions of the unique vertices. */
static Value vertex_position(const Row *row, uint32_t axis) {
    const float *positions = (const float *)(const void *)row->record;
    if (!positions) return value_null();
    uint64_t unique = ((const Gt *)row->document)->vertex_uniques[row->index];
    return value_real((double)positions[3 * unique + axis]);
}

static const Column vertex_columns[] = {
    PART_ID(VERTEX_ROWS),
    GET_WITH("vertex_index", INTEGER, NULL, "Number of the vertex in its part", index_in_part,
        VERTEX_ROWS),
    GET_REF("unique_id", "gt_unique_vertices", "The unique vertex that it is", vertex_unique),
    GET("is_repeat", INTEGER, NULL, "1: the unique vertex was taken before", vertex_is_repeat),
    POSITION(vertex_position),
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
    .indexes = {{.keys = {"part_id"}, .rows_per_key = 200, .find = vertices_of_part}},
    .byte_offset = vertices_of_part_offset,
};

/* ---- gt_triangles -------------------------------------------------------------------------- */

static Value triangle_instruction(const Row *row) {
    return value_integer(((const Gt *)row->document)->instructions[row->index]);
}

static Value triangle_unique(const Row *row, uint32_t corner) {
    const GtTriangle *triangle = (const GtTriangle *)(const void *)row->record;
    return value_integer(((const Gt *)row->document)->vertex_uniques[triangle->vertices[corner]]);
}

static const Column triangle_columns[] = {
    PART_ID(TRIANGLE_ROWS),
    GET("instruction", INTEGER, NULL,
        "3: new vertices; 0, 1, 2: joined to an edge (a, c), (c, b) or (b, a) of the triangle "
        "(a, b, c) before it",
        triangle_instruction),
    MEMBER_REF("vertex0", "gt_vertices", "First vertex", GtTriangle, vertices[0]),
    MEMBER_REF("vertex1", "gt_vertices",
               "Second vertex; all triangles of a strip turn the same way", GtTriangle,
               vertices[1]),
    MEMBER_REF("vertex2", "gt_vertices", "Third vertex", GtTriangle, vertices[2]),
    GET_REF_WITH("unique0", "gt_unique_vertices", "First vertex as a unique one", triangle_unique, 0),
    GET_REF_WITH("unique1", "gt_unique_vertices", "Second vertex as a unique one", triangle_unique, 1),
    GET_REF_WITH("unique2", "gt_unique_vertices", "Third vertex as a unique one", triangle_unique, 2),
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
    .indexes = {{.keys = {"part_id"}, .rows_per_key = 200, .find = triangles_of_part}},
    .byte_offset = triangles_of_part_offset,
};
