/* GTCHUNK tables of the container: chunks, LODs, blocks and nodes; and the module. */
#include "firefall/gt_tables.h"
#include "firefall/gt_place.h"
#include "scene/glb_call.h"

static const Column chunk_columns[] = {
    MEMBER(BOOL, "container", NULL,
           "1 if the file is a .gtchunk, 0 if it is a payload or a node alone", Gt, is_container),
    MEMBER(
        STRING, "status", NULL,
        "State of the index: ok, or where it breaks off: root-length (it goes on beyond the file), "
        "truncated, lod-id or sub-id (not the node that belongs there), subchunk-exp (beyond 8)",
        Gt, status),
    MEMBER(U32, "version", NULL,
           "Version of the container, 8 or 7; NULL without one, and where it is cut before it", Gt,
           version, WHERE_MEMBER(Gt, has_version)),
    POINTED(U64, "timestamp", "ms since 1970",
            "When the container was made; NULL without one, and where it is cut before it", Gt,
            time, 0),
    MEMBER(U32, "lod_count", "LODs",
           "Levels of detail, as stored; NULL without a container, and where it is cut before "
           "that",
           Gt, stored_lod_count, WHERE_MEMBER(Gt, has_lod_count)),
    MEMBER(U64, "block_count", "blocks", "Blocks, empty and damaged ones included", Gt,
           blocks.count),
    MEMBER(U64, "node_count", "nodes",
           "Nodes in all blocks, as gt_nodes lists them; all blocks are inflated for it", Gt,
           nodes.count),
    MEMBER(U32, "face", NULL,
           "Face of the cube that the world is mapped to, from the file's name; NULL where that "
           "doesn't begin with face_x_y and a point",
           Gt, face, WHERE_MEMBER(Gt, has_place)),
    MEMBER(U32, "x", "chunks", "Column of the chunk on its face, from the file's name", Gt, x,
           WHERE_MEMBER(Gt, has_place)),
    MEMBER(U32, "y", "chunks", "Row of the chunk on its face, from the file's name", Gt, y,
           WHERE_MEMBER(Gt, has_place)),
};

static const Table gt_chunks = {
    TABLE("gt_chunks", gt_format, chunk_columns),
    .doc = "One row for each Firefall chunk, or payload or node alone.",
    .example = "SELECT file, status, version, lod_count, block_count, node_count, face, x, y "
               "FROM gt_chunks('samples/*.gtchunk')",
    ONE_ROW,
    .prepare = gt_read_blocks,
};

static const Column lod_columns[] = {
    POINTED(U32, "lod_index", NULL, "Number of the level of detail, as stored; 0 is the coarsest",
            GtLod, record, 0),
    MEMBER(U32, "exponent", NULL, "The level has 2^exponent x 2^exponent subchunks", GtLod,
           exponent),
    MEMBER(U32, "subchunk_count", "subchunks", "4^exponent; NULL where the exponent is beyond 8",
           GtLod, subchunk_count, WHERE_MEMBER(GtLod, subchunk_count)),
};

static const Table gt_lods = {
    TABLE("gt_lods", gt_format, lod_columns),
    .doc = "The levels of detail of a chunk.",
    .example =
        "SELECT lod_index, exponent, subchunk_count FROM gt_lods('samples/5_0001_0002.gtchunk')",
    .typical_rows = 5,
    LIST_ROWS(Gt, lods),
    OFFSET_MEMBER(GtLod, offset),
};

ROW_RECORD(GtBlock, block_of)

static Value block_lod(const Row *row) {
    const GtBlock *block = block_of(row);
    if (block->lod == GT_NONE) return value_null();
    return value_integer(((const Gt *)row->document)->lods.items[block->lod].index);
}

static Value block_magic(const Row *row) {
    const uint8_t *magic = gt_block_magic(row->document, block_of(row));
    return magic ? value_blob(magic, GT_MAGIC_BYTES) : value_null();
}

static Value block_payload(const Row *row) {
    const GtBlock *block = block_of(row);
    if (!block->payload) return value_null();
    Value value = value_blob(block->payload, block->payload_size);
    if (value.type == VALUE_BLOB && value.length) value.type = VALUE_BLOCK;
    return value;
}

#define BLOCK_BOX(name, called, doc, number)                                                       \
    POINTED(F32, name, "chunk units", doc, GtBlock, box, 4 * (number))
#define LZMA_PROPERTY(kind, name, unit, doc, member)                                               \
    MEMBER(kind, name, unit, doc, GtBlock, properties.member, WHERE_MEMBER(GtBlock, has_properties))

static const Column block_columns[] = {
    MEMBER_REF("lod_id", "gt_lods", "The level of detail; NULL for a payload alone", GtBlock, lod),
    GET("lod", INTEGER, NULL, "Its number as stored", block_lod),
    MEMBER_REF("subchunk", NULL,
               "Number of the subchunk in its level; NULL for the block that all of them share",
               GtBlock, subchunk),
    MEMBER(REF_U32, "x", "subchunks", "Column of the subchunk: subchunk % 2^exponent", GtBlock, x),
    MEMBER(REF_U32, "y", "subchunks", "Row of the subchunk: subchunk / 2^exponent", GtBlock, y),
    MEMBER(STRING, "magic", NULL, "DATA (zlib) or DAT2 (LZMA); NULL where it is neither", GtBlock,
           magic),
    MEMBER(U64, "data_offset", "bytes", "Where the block begins in the file", GtBlock, data_offset),
    MEMBER(U32, "compressed_size", "bytes", "Its size there, with magic and LZMA properties",
           GtBlock, compressed_size),
    MEMBER(U32, "uncompressed_size", "bytes",
           "Size of its payload as the index states it; 0 if it has none", GtBlock, stored_size),
    GT_BOX(BLOCK_BOX, "the subchunk"),
    LZMA_PROPERTY(U8, "lzma_lc", "bits", "LZMA: literal context bits; NULL for other blocks", lc),
    LZMA_PROPERTY(U8, "lzma_lp", "bits", "LZMA: literal position bits", lp),
    LZMA_PROPERTY(U8, "lzma_pb", "bits", "LZMA: position bits", pb),
    LZMA_PROPERTY(U32, "lzma_dictionary", "bytes", "LZMA: size of the dictionary", dictionary),
    MEMBER(STRING, "status", NULL,
           "ok, empty, or why there is no payload: block-usize (over 256 MiB), block-range (not in "
           "the file), block-magic (neither DATA nor DAT2), block-size (another size than "
           "declared), block-budget (too large with those before), zlib or lzma (damaged); or "
           "where its nodes break off: header, node-length or node-budget",
           GtBlock, status),
    MEMBER(U64, "node_count", "nodes", "Nodes in the payload, as gt_nodes lists them", GtBlock,
           node_count),
    MEMBER(U32, "data_offset_raw", "bytes",
           "Offset as stored, from the end of the index; NULL for a payload alone", GtBlock,
           stored_offset, WHERE_MEMBER(GtBlock, is_referred), .hidden = true),
    GET("magic_raw", BLOB, NULL, "The first four bytes of the block", block_magic, .hidden = true),
    GET("payload", BLOB, NULL, "What the block inflates to; a source for all GT tables",
        block_payload, .hidden = true),
};

static const Table gt_blocks = {
    TABLE("gt_blocks", gt_format, block_columns),
    .doc = "The blocks of a chunk: for each level of detail the one that its subchunks share, then "
           "one for each subchunk. A payload alone is one block.",
    .example = "SELECT id, lod, subchunk, x, y, magic, compressed_size, uncompressed_size, status "
               "FROM gt_blocks('samples/5_0001_0002.gtchunk')",
    .typical_rows = 91,
    LIST_ROWS_OF("lod_id", 18, Gt, blocks),
    .prepare = gt_read_blocks,
    OFFSET_MEMBER(GtBlock, record_offset),
};

ROW_RECORD(GtNode, node_of)

static Value node_type_name(const Row *row) {
    return value_name(gt_node_name(gt_kinds, node_of(row)));
}

static Value node_data(const Row *row) {
    const GtNode *node = node_of(row);
    const Gt *gt = row->document;
    return value_blob(gt->blocks.items[node->block].payload + gt_node_content(node), node->length);
}

static const Column node_columns[] = {
    MEMBER_REF("block_id", "gt_blocks", "The block that the node lies in", GtNode, block),
    MEMBER_REF("parent_id", "gt_nodes", "The node that holds it; NULL at the payload's level",
               GtNode, parent),
    MEMBER(U32, "depth", NULL, "0 at the payload's level, one more inside of each node", GtNode,
           depth),
    GT_NODE_HEADER(node_type_name),
    GT_NODE_DATA(node_data),
};

static const Table gt_nodes = {
    TABLE("gt_nodes", gt_format, node_columns),
    .doc =
        "The nodes of all payloads, and those that lie in other nodes: terrain, props, sectors and "
        "their parts.",
    .example = "SELECT type_name, printf('0x%x', type) AS type, count(*), sum(length) "
               "FROM gt_nodes('samples/*.gtchunk') WHERE depth = 0 GROUP BY type",
    .typical_rows = 600,
    LIST_ROWS(Gt, nodes),
    .prepare = gt_read_blocks,
    .indexes = {{.keys = {"block_id"}, .rows_per_key = 8},
                {BY_PARENT("parent_id", 5, Gt, child_nodes), .prepare = gt_sort_nodes}},
    OFFSET_MEMBER(GtNode, offset),
};

static Value decompress(Call *call) {
    const Value stream = call->values[0];
    int64_t size;
    uint64_t at = 0;
    if (stream.type != VALUE_BLOB) return call_fail(call, "expected a BLOB of FastLZ data");
    if (!value_to_integer(call->values[1], &size) || size < 0) {
        return call_fail(call, "expected the size of the output, a whole number from 0 on");
    }
    FastlzResult result = fastlz_expands_to(stream.length, (uint64_t)size);
    if (result == FASTLZ_OK) {
        uint8_t *out = arena_alloc(call->scratch, (uint64_t)size, 1);
        if (!out) return value_null_after(fail_memory(call->error, call->scratch));
        result = fastlz_decompress(stream.bytes, stream.length, out, (uint64_t)size, &at);
        if (result == FASTLZ_OK) return value_blob(out, (uint64_t)size);
    }
    return value_null_after(fail_at(call->error, ERROR_CORRUPT, at, "%s", fastlz_text(result)));
}

static Value texture_hash(Call *call) {
    int64_t asset;
    if (!value_to_integer(call->values[0], &asset)) {
        return call_fail(call, "expected the number of a texture asset");
    }
    if (asset < 0 || asset > VGEO_ASSET_MAX) return value_null();
    return value_integer(vgeo_texture_hash((uint32_t)asset));
}

static Value gt_glb_call(Call *call) {
    Glb glb;
    Document *vgeo = call->arguments ? call->arguments->documents[0] : NULL;
    if (!glb_call_begin(call, &glb, 0, NULL)) return value_null();
    return glb_call_end(&glb, gt_write_glb((Gt *)call->document, (Vgeo *)vgeo, &glb));
}

static const Function gt_functions[] = {
    {
        "gt_decompress",
        "blob, size",
        .doc = "Decompresses a FastLZ stream of level 1 or 2 to a BLOB of exactly `size` bytes; "
               "anything else is an error.",
        .example = "SELECT CAST(gt_decompress(x'01666fe00101', 12) AS TEXT)",
        .call = decompress,
    },
    {
        "vgeo_texture_hash",
        "asset_id",
        .doc = "The hash of a texture asset's path, as vgeo_textures lists it. NULL for numbers of "
               "more than eight digits.",
        .example = "SELECT vgeo_texture_hash(113473)",
        .call = texture_hash,
    },
    {"gt_glb", "src [, vgeo]",
     .doc = "The static objects of a Firefall chunk in the finest level of detail that has some, "
            "as binary glTF (.glb), in chunk units, y is up: a material for each material id. "
            "Their vertices lie in `vgeo`, the client's static.vgeo_idx with static.vgeo beside "
            "it; without it each part is a box.",
     .example = "SELECT length(gt_glb('samples/5_0001_0002.gtchunk', 'samples/static.vgeo_idx')) > "
                "1000",
     .format = &gt_format,
     ARGUMENTS({"vgeo", "static.vgeo_idx of the client, with static.vgeo beside it",
                .optional = true, .source = &vgeo_format}),
     .call = gt_glb_call},
};

const Module gt_module = {
    FORMATS(&gt_format, &vgeo_format),
    TABLES(&gt_chunks, &gt_lods, &gt_blocks, &gt_nodes, &gt_geometries, &gt_entries, &gt_groups,
           &gt_parts, &gt_streams, &gt_treenodes, &gt_transforms, &gt_unique_vertices, &gt_vertices,
           &gt_triangles, &gt_subzones, &gt_encounter_names, &gt_props, &gt_collisions,
           &gt_collision_vertices, &gt_collision_triangles, &vgeo_files, &vgeo_pages,
           &vgeo_vertices, &vgeo_textures),
    MODULE_PARTS(gt_functions, function),
};
