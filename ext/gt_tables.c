/* GTCHUNK tables of the container: chunks, LODs, blocks and nodes; and the module. */
#include "gt_tables.h"
#include "../src/unpack.h"

enum { MAGIC_BYTES = 4 };

/* ---- gt_chunks ----------------------------------------------------------------------------- */

typedef enum ChunkFact {
    CHUNK_VERSION,
    CHUNK_TIMESTAMP,
    CHUNK_LODS,
    CHUNK_FACE,
    CHUNK_X,
    CHUNK_Y
} ChunkFact;

static Value chunk_fact(const Row *row, uint32_t fact) {
    const Gt *gt = row->document;
    if (fact >= CHUNK_FACE ? !gt->has_place : !gt->is_container) return value_null();
    switch ((ChunkFact)fact) {
    case CHUNK_VERSION:
        return value_integer(gt->version);
    case CHUNK_TIMESTAMP:
        return value_integer((int64_t)gt->timestamp);
    case CHUNK_LODS:
        return value_integer(gt->stored_lod_count);
    case CHUNK_FACE:
        return value_integer(gt->face);
    case CHUNK_X:
        return value_integer(gt->x);
    case CHUNK_Y:
        return value_integer(gt->y);
    }
    return value_null();
}

static const Column chunk_columns[] = {
    MEMBER(BOOL, "container", NULL, "1: a .gtchunk; 0: a payload or a node alone", Gt,
           is_container),
    MEMBER(STRING, "status", NULL,
           "Of the index: ok, or where it breaks off: root-length (it goes on beyond the file), "
           "truncated, lod-id or sub-id (not the node that belongs there), subchunk-exp (beyond 8)",
           Gt, status),
    GET_WITH("version", INTEGER, NULL, "Version of the container, 8 or 7; NULL without one", chunk_fact,
        CHUNK_VERSION),
    GET_WITH("timestamp", INTEGER, "ms since 1970", "When the container was made; NULL without one",
        chunk_fact, CHUNK_TIMESTAMP),
    GET_WITH("lod_count", INTEGER, "LODs", "Levels of detail, as stored; NULL without a container",
        chunk_fact, CHUNK_LODS),
    MEMBER(U64, "block_count", "blocks", "Blocks, empty and damaged ones included", Gt,
           block_count),
    MEMBER(U64, "node_count", "nodes",
           "Nodes in all blocks, as gt_nodes lists them; all blocks are inflated for it", Gt,
           node_count),
    GET_WITH("face", INTEGER, NULL,
        "Face of the cube that the world is mapped to, from the file's name; NULL where that isn't "
        "face_x_y.gtchunk",
        chunk_fact, CHUNK_FACE),
    GET_WITH("x", INTEGER, "chunks", "Column of the chunk on its face, from the file's name", chunk_fact,
        CHUNK_X),
    GET_WITH("y", INTEGER, "chunks", "Row of the chunk on its face, from the file's name", chunk_fact,
        CHUNK_Y),
};

static const Table gt_chunks = {
    .name = "gt_chunks",
    .doc = "One row for each Firefall chunk, or payload or node alone.",
    .example = "SELECT file, status, version, lod_count, block_count, node_count, face, x, y "
               "FROM gt_chunks('samples/*.gtchunk')",
    .format = &gt_format,
    COLUMNS(chunk_columns),
    .typical_rows = 1,
    ONE_ROW,
    .prepare = gt_read_blocks,
};

/* ---- gt_lods ------------------------------------------------------------------------------- */

static uint64_t lod_offset(const Row *row) {
    return ((const Gt *)row->document)->lods[row->index].offset;
}

static Value lod_subchunks(const Row *row) {
    uint64_t count = ((const Gt *)row->document)->lods[row->index].subchunk_count;
    return count ? value_integer((int64_t)count) : value_null();
}

static const Column lod_columns[] = {
    MEMBER(U32, "lod_index", NULL, "Number of the level of detail, as stored; 0 is the coarsest",
           GtLod, index),
    MEMBER(U32, "exponent", NULL, "The level has 2^exponent x 2^exponent subchunks", GtLod,
           exponent),
    GET("subchunk_count", INTEGER, "subchunks", "4^exponent; NULL where the exponent is beyond 8",
        lod_subchunks),
};

static const Table gt_lods = {
    .name = "gt_lods",
    .doc = "The levels of detail of a chunk.",
    .example =
        "SELECT lod_index, exponent, subchunk_count FROM gt_lods('samples/5_0001_0002.gtchunk')",
    .format = &gt_format,
    COLUMNS(lod_columns),
    .typical_rows = 5,
    ROWS(Gt, lods, lod_count, sizeof(GtLod)),
    .byte_offset = lod_offset,
};

/* ---- gt_blocks ----------------------------------------------------------------------------- */

static const GtBlock *block_of(const Row *row) {
    return &((const Gt *)row->document)->blocks[row->index];
}

static uint64_t block_offset(const Row *row) {
    return block_of(row)->record_offset;
}

static Value block_lod(const Row *row) {
    const GtBlock *block = block_of(row);
    if (block->lod == GT_NONE) return value_null();
    return value_integer(((const Gt *)row->document)->lods[block->lod].index);
}

typedef enum Axis { AXIS_X, AXIS_Y } Axis;

static Value block_place(const Row *row, uint32_t axis) {
    const GtBlock *block = block_of(row);
    if (block->subchunk == GT_NONE) return value_null();
    uint32_t width = (uint32_t)1 << ((const Gt *)row->document)->lods[block->lod].exponent;
    return value_integer(axis == AXIS_X ? block->subchunk % width : block->subchunk / width);
}

typedef enum PropertyFact {
    PROPERTY_LC,
    PROPERTY_LP,
    PROPERTY_PB,
    PROPERTY_DICTIONARY
} PropertyFact;

static Value block_property(const Row *row, uint32_t fact) {
    const GtBlock *block = block_of(row);
    const Document *document = row->document;
    LzmaProperties properties;
    if (!block->has_properties) return value_null();
    lzma_read_properties(document->bytes + block->data_offset + MAGIC_BYTES, &properties);
    switch ((PropertyFact)fact) {
    case PROPERTY_LC:
        return value_integer(properties.lc);
    case PROPERTY_LP:
        return value_integer(properties.lp);
    case PROPERTY_PB:
        return value_integer(properties.pb);
    case PROPERTY_DICTIONARY:
        return value_integer(properties.dictionary);
    }
    return value_null();
}

static Value block_stored_offset(const Row *row) {
    return block_of(row)->lod == GT_NONE ? value_null()
                                         : value_integer(block_of(row)->stored_offset);
}

static Value block_magic(const Row *row) {
    const GtBlock *block = block_of(row);
    const Document *document = row->document;
    if (block->lod == GT_NONE || block->compressed_size < MAGIC_BYTES ||
        document->size < MAGIC_BYTES || block->data_offset > document->size - MAGIC_BYTES) {
        return value_null();
    }
    return value_blob(document->bytes + block->data_offset, MAGIC_BYTES);
}

static Value block_payload(const Row *row) {
    const GtBlock *block = block_of(row);
    if (!block->payload) return value_null();
    Value value = value_blob(block->payload, block->payload_size);
    if (value.type == VALUE_BLOB && value.length) value.type = VALUE_BLOCK;
    return value;
}

static const Column block_columns[] = {
    MEMBER_REF("lod_id", "gt_lods", "The level of detail; NULL for a payload alone", GtBlock, lod),
    GET("lod", INTEGER, NULL, "Its number as stored", block_lod),
    MEMBER_REF("subchunk", NULL,
               "Number of the subchunk in its level; NULL for the block that all of them share",
               GtBlock, subchunk),
    GET_WITH("x", INTEGER, "subchunks", "Column of the subchunk: subchunk % 2^exponent", block_place,
        AXIS_X),
    GET_WITH("y", INTEGER, "subchunks", "Row of the subchunk: subchunk / 2^exponent", block_place,
        AXIS_Y),
    MEMBER(STRING, "magic", NULL, "DATA (zlib) or DAT2 (LZMA); NULL where it is neither", GtBlock,
           magic),
    MEMBER(U64, "data_offset", "bytes", "Where the block begins in the file", GtBlock, data_offset),
    MEMBER(U32, "compressed_size", "bytes", "Its size there, with magic and LZMA properties",
           GtBlock, compressed_size),
    MEMBER(U32, "uncompressed_size", "bytes", "Size of its payload, as the index has it; 0: none",
           GtBlock, stored_size),
    GT_BOX(GtBlock, box, "the subchunk"),
    GET_WITH("lzma_lc", INTEGER, "bits", "LZMA: literal context bits; NULL for other blocks",
        block_property, PROPERTY_LC),
    GET_WITH("lzma_lp", INTEGER, "bits", "LZMA: literal position bits", block_property, PROPERTY_LP),
    GET_WITH("lzma_pb", INTEGER, "bits", "LZMA: position bits", block_property, PROPERTY_PB),
    GET_WITH("lzma_dictionary", INTEGER, "bytes", "LZMA: size of the dictionary", block_property,
        PROPERTY_DICTIONARY),
    MEMBER(STRING, "status", NULL,
           "ok, empty, or why there is no payload: block-usize (over 256 MiB), block-range (not in the "
           "file), block-magic (neither DATA nor DAT2), block-size (another size than declared), "
           "block-budget (too large with those before), zlib or lzma (damaged); or where its nodes "
           "break off: header, node-length or node-budget",
           GtBlock, status),
    MEMBER(U64, "node_count", "nodes", "Nodes in the payload, as gt_nodes lists them", GtBlock,
           node_count),
};

static const Column block_hidden[] = {
    GET("data_offset_raw", INTEGER, "bytes",
        "Offset as stored, from the end of the index; NULL for a payload alone",
        block_stored_offset),
    GET("magic_raw", BLOB, NULL, "The first four bytes of the block", block_magic),
    GET("payload", BLOB, NULL, "What the block inflates to; a source for all GT tables",
        block_payload),
};

static const Table gt_blocks = {
    .name = "gt_blocks",
    .doc = "The blocks of a chunk: for each level of detail the one that its subchunks share, then "
           "one for each subchunk. A payload alone is one block.",
    .example = "SELECT id, lod, subchunk, x, y, magic, compressed_size, uncompressed_size, status "
               "FROM gt_blocks('samples/5_0001_0002.gtchunk')",
    .format = &gt_format,
    COLUMNS(block_columns),
    HIDDEN(block_hidden),
    .typical_rows = 91,
    ROWS(Gt, blocks, block_count, sizeof(GtBlock)),
    .prepare = gt_read_blocks,
    .indexes = {{.keys = {"lod_id"}, .rows_per_key = 18}},
    .byte_offset = block_offset,
};

/* ---- gt_nodes ------------------------------------------------------------------------------ */

static const GtNode *node_of(const Row *row) {
    return &((const Gt *)row->document)->nodes[row->index];
}

static uint64_t node_offset(const Row *row) {
    return node_of(row)->offset;
}

static Value node_depth(const Row *row) {
    return value_integer(node_of(row)->parent == GT_NONE ? 0 : 1);
}

/* Ids have one meaning at the payload's level only. */
static Value node_type_name(const Row *row) {
    static const struct {
        uint32_t type;
        const char *name;
    } names[] = {
        {0x40100, "terrain"},
        {0x40101, "static collision"},
        {0x40102, "subzone grid"},
        {0x40103, "movement blocker collision"},
        {0x40104, "encounter name registry"},
        {0x40105, "water collision"},
        {0x40200, "props"},
        {GT_GEOMETRY2, "geometry 2"},
        {0x40204, "encounter name registry"},
        {0x40205, "vegetation"},
        {0x40206, "overlay"},
        {0x40207, "sectors"},
        {0x40208, "water"},
        {0x40209, "vegetation 2"},
        {GT_GEOMETRY, "geometry"},
    };
    const GtNode *node = node_of(row);
    if (node->parent != GT_NONE) return value_null();
    for (size_t i = 0; i < LENGTH(names); i++) {
        if (names[i].type == node->type) return value_text(names[i].name);
    }
    return value_null();
}

static Value node_data(const Row *row) {
    const GtNode *node = node_of(row);
    const Gt *gt = row->document;
    return value_blob(gt->blocks[node->block].payload + node->offset + gt_header_bytes(node),
                      node->length);
}

/* Children follow their parent. */
static void find_child_nodes(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Gt *gt = seek->document;
    if (ranges->hi < 0 || ranges->lo > ranges->hi || ranges->lo >= (int64_t)gt->node_count) {
        range->end = range->first = 0;
        return;
    }
    uint64_t parent = ranges->lo > 0 ? (uint64_t)ranges->lo : 0;
    range->first = parent + 1;
    if (ranges->lo != ranges->hi) return;
    for (range->end = range->first; range->end < gt->node_count; range->end++) {
        if (gt->nodes[range->end].parent != parent) break;
    }
}

static const Column node_columns[] = {
    MEMBER_REF("block_id", "gt_blocks", "The block that the node lies in", GtNode, block),
    MEMBER_REF("parent_id", "gt_nodes",
               "The terrain, props or sectors node that holds it; NULL at the payload's level",
               GtNode, parent),
    GET("depth", INTEGER, NULL, "0 at the payload's level, 1 inside of a container", node_depth),
    MEMBER(U32, "type", NULL, "Id of the node; inside of a container its meaning depends on that",
           GtNode, type),
    GET("type_name", TEXT, NULL,
        "What the id means at the payload's level; NULL where it is unknown", node_type_name),
    MEMBER(U32, "length", "bytes", "Length of its content", GtNode, length),
    MEMBER(BOOL, "has_marker", NULL, "1: its header has 16 bytes, marker first; 0: 8 bytes", GtNode,
           has_marker),
};

static const Column node_hidden[] = {
    GET("data", BLOB, NULL, "Its content", node_data),
};

static const Table gt_nodes = {
    .name = "gt_nodes",
    .doc = "The nodes of all payloads, and those inside of terrain, props and sectors nodes.",
    .example = "SELECT type_name, printf('0x%x', type) AS type, count(*), sum(length) "
               "FROM gt_nodes('samples/*.gtchunk') WHERE depth = 0 GROUP BY type",
    .format = &gt_format,
    COLUMNS(node_columns),
    HIDDEN(node_hidden),
    .typical_rows = 600,
    ROWS(Gt, nodes, node_count, sizeof(GtNode)),
    .prepare = gt_read_blocks,
    .indexes = {{.keys = {"block_id"}, .rows_per_key = 8},
                {.keys = {"parent_id"}, .rows_per_key = 5, .find = find_child_nodes}},
    .byte_offset = node_offset,
};

/* ---- gt_decompress ------------------------------------------------------------------------- */

static Value decompress(Call *call) {
    const Value *values = call->values;
    Arena *scratch = call->scratch;
    Error *error = call->error;
    Value stream = values[0];
    int64_t size;
    uint64_t at = 0;
    if (stream.type != VALUE_BLOB) {
        fail(error, ERROR_ARGUMENT, "expected a BLOB of FastLZ data");
        return value_null();
    }
    if (!value_to_integer(values[1], &size) || size < 0) {
        fail(error, ERROR_ARGUMENT, "expected the size of the output, a whole number from 0 on");
        return value_null();
    }
    FastlzResult result = fastlz_expands_to(stream.length, (uint64_t)size);
    if (result == FASTLZ_OK) {
        uint8_t *out = arena_alloc(scratch, (uint64_t)size, 1);
        if (!out) {
            fail_memory(error, scratch);
            return value_null();
        }
        result = fastlz_decompress(stream.bytes, stream.length, out, (uint64_t)size, &at);
        if (result == FASTLZ_OK) return value_blob(out, (uint64_t)size);
    }
    fail_at(error, ERROR_CORRUPT, at, "%s", fastlz_text(result));
    return value_null();
}

/* ---- Module -------------------------------------------------------------------------------- */

static const Format *const gt_formats[] = {&gt_format, &vgeo_format};

static const Table *const gt_tables[] = {
    &gt_chunks,   &gt_lods,      &gt_blocks,  &gt_nodes,     &gt_geometries, &gt_entries,
    &gt_groups,   &gt_parts,     &gt_streams, &gt_treenodes, &gt_transforms, &gt_unique_vertices,
    &gt_vertices, &gt_triangles, &vgeo_files, &vgeo_pages,   &vgeo_vertices, &vgeo_textures,
};

static const Function gt_functions[] = {{
    .name = "gt_decompress",
    .signature = "gt_decompress(blob, size)",
    .doc =
        "A FastLZ stream of level 1 or 2 as the BLOB of exactly `size` bytes that it stands for; "
        "anything else is an error.",
    .example = "SELECT CAST(gt_decompress(x'01666fe00101', 12) AS TEXT)",
    .least = 2,
    .most = 2,
    .call = decompress,
}};

const Module gt_module = {
    MODULE_PARTS(gt_formats, format),
    MODULE_PARTS(gt_tables, table),
    MODULE_PARTS(gt_functions, function),
};
