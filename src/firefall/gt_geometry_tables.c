/* GTCHUNK tables of geometry nodes: entries, groups, parts, and the streams that store them. */
#include "firefall/gt_tables.h"

static const Name geometry_kinds[] = {{1, "CHUNK_GEOMETRY"}, {2, "CHUNK_GEOMETRY2"}, {0}};

#define HEAD_FIELD(kind, name, unit, doc, ...)                                                     \
    MEMBER(kind, name, unit, doc, GtGeometry, __VA_ARGS__, WHERE_MEMBER(GtGeometry, head))

static const Column geometry_columns[] = {
    MEMBER_REF("node_id", "gt_nodes", "The node", GtGeometry, node),
    ENUM(MEMBER_U32, "kind", "1 for CHUNK_GEOMETRY (0x40210), 2 for CHUNK_GEOMETRY2 (0x40203)",
         offsetof(GtGeometry, kind), geometry_kinds),
    HEAD_FIELD(U16, "layer_version", NULL,
               "Version of the layout, 0 to 3; NULL where the head is cut", layer_version),
    HEAD_FIELD(U16, "entry_count", "entries", "Entries, as stored", entry_count,
               .also_called = "countEntries"),
    POINTED(U32, "constant_8", NULL,
            "8: taken to be the side of the grid that entries are cells of", GtGeometry, head, 4,
            .also_called = "unknown 10 bytes"),
    POINTED(U32, "constant_64", NULL, "64: taken to be the number of cells of that grid",
            GtGeometry, head, 8, .also_called = "unknown 10 bytes"),
    MEMBER(U32, "trailing", "bytes", "Bytes of the node that weren't read", GtGeometry, trailing),
    MEMBER(STRING, "status", NULL,
           "ok; truncated: it breaks off, and what was whole before is there; version: its layout "
           "is unknown",
           GtGeometry, status),
    MEMBER(STRING, "problem", NULL, "Where it breaks off and why; NULL where it is ok", GtGeometry,
           problem),
    RUN(BYTES, "pre_data",
        "What layer versions 1 and 2 have between head and entries; NULL in others", GtGeometry,
        pre_data, .hidden = true),
};

const Table gt_geometries = {
    TABLE("gt_geometries", gt_format, geometry_columns),
    .also_called = "CHUNK_GEOMETRY, CHUNK_GEOMETRY2",
    .doc = "The nodes that hold the visible geometry of static objects.",
    .example = "SELECT id, node_id, kind, layer_version, entry_count, status "
               "FROM gt_geometries('samples/5_0001_0002.gtchunk')",
    .typical_rows = 100,
    LIST_ROWS_OF("node_id", 1, Gt, geometries),
    .prepare = gt_read_geometry,
    OFFSET_MEMBER(GtGeometry, offset),
};

static Value entry_layer(const Row *row) {
    return value_integer(gt_geometry_of_entry(row->document, (uint32_t)row->index)->layer_version);
}

static const Column entry_columns[] = {
    MEMBER_REF("geometry_id", "gt_geometries", "The geometry node", GtEntry, geometry),
    POINTED(
        U32, "grid_index", NULL,
        "Cell of the chunk's 8 x 8 grid, numbered as the subchunks of the finest level are (taken "
        "to be so: no real file is public)",
        GtEntry, record, 0, .also_called = "index"),
    MEMBER(
        REF_U32, "x", "cells",
        "Column of the cell: grid_index % 8; its centre is at -256 + 64 * (x + 0.5) in the chunk; "
        "NULL beyond the grid",
        GtEntry, x),
    MEMBER(REF_U32, "y", "cells", "Row of the cell: grid_index / 8", GtEntry, y),
    MEMBER(U32, "group_count", "groups", "Groups, as stored", GtEntry, group_count,
           .also_called = "count1"),
    MEMBER(U32, "treenode_count", "treenodes", "Treenodes, as stored; NULL where that is cut off",
           GtEntry, treenode_count, WHERE_MEMBER(GtEntry, has_treenode_count),
           .also_called = "count2"),
    GET("layer_version", INTEGER, NULL, "Version of the geometry's layout, 0 to 3", entry_layer),
};

const Table gt_entries = {
    TABLE("gt_entries", gt_format, entry_columns),
    .doc = "The cells of the chunk into which a geometry is sorted.",
    .example = "SELECT geometry_id, grid_index, x, y, group_count, treenode_count "
               "FROM gt_entries('samples/5_0001_0002.gtchunk')",
    .typical_rows = 500,
    LIST_ROWS_OF("geometry_id", 5, Gt, entries),
    .prepare = gt_read_geometry,
    OFFSET_MEMBER(GtEntry, offset),
};

#define GROUP_BOX(name, called, doc, number)                                                       \
    POINTED(F32, name, "chunk units", doc, GtGroup, box, 4 * (number), .also_called = called)

static const Column group_columns[] = {
    MEMBER_REF("entry_id", "gt_entries", "The entry", GtGroup, entry),
    GT_BOX(GROUP_BOX, "the group" GT_AXES_DOC),
    POINTED(U64, "unknown_u64", NULL,
            "Unknown; NULL except in CHUNK_GEOMETRY of layer 3. Values of 2^63 and more read "
            "as negative",
            GtGroup, number, 0, .also_called = "unknown"),
    MEMBER(U32, "part_count", "parts", "Parts, as stored; NULL where that is cut off", GtGroup,
           part_count, WHERE_MEMBER(GtGroup, has_part_count), .also_called = "count inner"),
};

const Table gt_groups = {
    TABLE("gt_groups", gt_format, group_columns),
    .doc =
        "Groups of parts with the box around them, taken to be the leaves of their entry's tree.",
    .example = "SELECT entry_id, min_x, min_y, min_z, max_x, max_y, max_z, part_count "
               "FROM gt_groups('samples/5_0001_0002.gtchunk')",
    .typical_rows = 2000,
    LIST_ROWS_OF("entry_id", 4, Gt, groups),
    .prepare = gt_read_geometry,
    OFFSET_MEMBER(GtGroup, offset),
};

#define TEXTURE(number, ordinal)                                                                   \
    POINTED(U32, "texture" #number, NULL,                                                          \
            "Id of the " ordinal                                                                   \
            " .r5tex asset, perhaps 0 if there is none; NULL where flag is 0",                     \
            GtPart, textures, 4 * (number - 1), .also_called = "textureId" #number)
#define CENTER(axis, number, doc)                                                                  \
    POINTED(F32, "center_" axis, "chunk units", doc, GtPart, center, 4 * (number),                 \
            .also_called = "center." axis)
#define PART_BOX_CELL(name, called, doc, number)                                                   \
    POINTED(F32, name, "chunk units", doc, GtPart, box, 4 * (number), .also_called = called)

static const Column part_columns[] = {
    MEMBER_REF("group_id", "gt_groups", "The group", GtPart, group),
    POINTED(U32, "material_id", NULL, "Id of the .tmlt asset, 24 bits", GtPart, record, 0,
            .bits = 0xFFFFFF, .also_called = "materialId"),
    MEMBER(U32, "flag", NULL, "High byte of the material; not 0: textures follow", GtPart, flag,
           WRITTEN, SHAPES("textures follow where it isn't 0")),
    TEXTURE(1, "first"),
    TEXTURE(2, "second"),
    TEXTURE(3, "third"),
    CENTER("x", 0, "Center of the part; NULL except in CHUNK_GEOMETRY2"),
    CENTER("y", 1, "Center of the part"),
    CENTER("z", 2, "Center of the part"),
    POINTED(F32, "extra", NULL, "Unknown float behind the centre; perhaps a radius", GtPart, center,
            12),
    GT_BOX(PART_BOX_CELL, "the part" GT_AXES_DOC),
    MEMBER(U16, "info_version", NULL, "Version of the part's layout, 5 to 8", GtPart, info_version),
    MEMBER(U16, "unique_count", "vertices", "Unique vertices as stored, in 16 bits", GtPart,
           unique_count, .also_called = "node/leaf count"),
    POINTED(U32, "unknown2", NULL, "Unknown; 0 seen", GtPart, box, 4 * GT_BOX_FLOATS + 4,
            .also_called = "unk2"),
    MEMBER(U32, "transform_count", "transforms", "Transforms", GtPart, transform_count,
           .also_called = "numTransforms"),
    MEMBER(U32, "corner_count", "corners", "Corners of triangles as stored, three for each", GtPart,
           corner_count, .also_called = "numVerts"),
    POINTED(I16, "repeat_offset", NULL, "What is added at each step of the repeat stream", GtPart,
            repeat_offset, 0, .also_called = "offset"),
    POINTED(U32, "unknown_last", NULL, "Last field; may refer to a treenode", GtPart, last, 0,
            .also_called = "unk10"),
    MEMBER(U32, "triangle_count", "triangles", "Triangles that it was decoded to", GtPart,
           triangle_total),
    MEMBER(STRING, "status", NULL,
           "ok; legacy (version 5, never decoded); mesh-budget (too large); or why it has no "
           "triangles: the stream (uniq, xform, repeat, vert, rept for instructions) and what is "
           "wrong in it: lz-... its compression; range, value, count or first a value; overrun: "
           "too few",
           GtPart, status),
    MEMBER(STRING, "warnings", NULL,
           "What is odd in a part as far as it reads, separated by |: ver (unknown info_version), "
           "unk1 "
           "(unique_count isn't the stream's), corners (not three for each triangle), uniq-left, "
           "repeat-left, vert-left (values that no triangle takes); NULL for nothing",
           GtPart, warnings),
    MEMBER(U32, "matrix_count", "matrices", "Matrices of version 5", GtPart, matrix_count,
           .hidden = true),
    RUN(BYTES, "matrices", "Matrices of version 5, 12 floats each; NULL in others", GtPart,
        matrices, .hidden = true),
};

const Table gt_parts = {
    TABLE("gt_parts", gt_format, part_columns),
    .doc = "Parts: triangles of one material. A damaged one has a status and no triangles.",
    .example = "SELECT id, material_id, info_version, transform_count, triangle_count, status "
               "FROM gt_parts('samples/5_0001_0002.gtchunk')",
    .typical_rows = 5000,
    LIST_ROWS_OF("group_id", 3, Gt, parts),
    .prepare = gt_decode_parts,
    OFFSET_MEMBER(GtPart, offset),
};

ROW_RECORD(GtStream, stream_of)

static Value stream_name(const Row *row) {
    static const char *const names[GT_STREAM_KINDS] = {
        "unique",   "transform", "repeat",    "vertex",    "instruction", "extra",    "legacy_0",
        "legacy_1", "legacy_2",  "legacy_3",  "legacy_4",  "legacy_5",    "legacy_6", "legacy_7",
        "legacy_8", "legacy_9",  "legacy_10", "legacy_11", "legacy_12",   "legacy_13"};
    return value_name(names[stream_of(row)->kind]);
}

static Value stream_decoded(const Row *row) {
    const GtStream *stream = stream_of(row);
    unsigned width = gt_stream_width((GtStreamKind)stream->kind);
    uint64_t size = (uint64_t)stream->count * width;
    const uint8_t *data = stream->data.bytes;
    uint64_t stored = stream->data.size;
    if (!width || size > GT_MESH_BYTES_MAX || fastlz_expands_to(stored, size) != FASTLZ_OK) {
        return value_null();
    }
    uint8_t *out = arena_alloc(row->scratch, size, 1);
    if (!out || fastlz_decompress(data, stored, out, size, NULL) != FASTLZ_OK) {
        return value_null();
    }
    return value_blob(out, size);
}

static const Column stream_columns[] = {
    MEMBER_REF("part_id", "gt_parts", "The part", GtStream, part),
    GET("name", TEXT, NULL,
        "unique, transform, repeat, vertex or instruction; extra (version 8); legacy_0 to "
        "legacy_13 (version 5)",
        stream_name),
    MEMBER(U32, "count", "values", "Values in the stream, as stored", GtStream, count,
           .also_called = "num"),
    MEMBER(U64, "size", "bytes", "Size as stored", GtStream, data.size),
    RUN(BYTES, "data", "The stream as stored", GtStream, data, .also_called = "compressedData",
        .hidden = true),
    GET("decoded", BLOB, NULL,
        "The stream decompressed with FastLZ: i32 in unique and transform, i16 in repeat, bytes in "
        "vertex and "
        "instruction; NULL for others, where it is damaged, and beyond 512 MiB",
        stream_decoded, .also_called = "Lz77", .hidden = true),
};

const Table gt_streams = {
    TABLE("gt_streams", gt_format, stream_columns),
    .doc = "The FastLZ streams of all parts, in the order of the file.",
    .example = "SELECT part_id, name, count, size, length(decoded) "
               "FROM gt_streams('samples/5_0001_0002.gtchunk')",
    .typical_rows = 25000,
    LIST_ROWS_OF("part_id", 5, Gt, streams),
    .prepare = gt_read_geometry,
    OFFSET_MEMBER(GtStream, offset),
};

#define TREENODE_FLOAT(number)                                                                     \
    POINTED(F32, "unknown_float" #number, NULL,                                                    \
            "Unknown float; the first ones may be a sphere and a box", GtTreenode, record,         \
            4 * number)
#define TREENODE_OLD_FLOAT(number)                                                                 \
    POINTED(F32, "unknown_float" #number, NULL, "Unknown float; NULL in layer 3", GtTreenode, old, \
            4 * number)
#define TREENODE_LINK(number)                                                                      \
    POINTED(I32, "unknown_int" #number, NULL,                                                      \
            "Unknown, perhaps one of the two children; NULL before layer 3", GtTreenode, links,    \
            4 * number)

static const Column treenode_columns[] = {
    MEMBER_REF("entry_id", "gt_entries", "The entry", GtTreenode, entry),
    SIX_OF(TREENODE_FLOAT),
    TREENODE_FLOAT(6),
    TREENODE_FLOAT(7),
    TREENODE_FLOAT(8),
    TREENODE_FLOAT(9),
    TREENODE_OLD_FLOAT(10),
    TREENODE_OLD_FLOAT(11),
    POINTED(U64, "unknown_u64", NULL,
            "Unknown; NULL except in CHUNK_GEOMETRY of layer 3. Values of 2^63 and more read as "
            "negative",
            GtTreenode, number, 0),
    TREENODE_LINK(0),
    TREENODE_LINK(1),
};

const Table gt_treenodes = {
    TABLE("gt_treenodes", gt_format, treenode_columns),
    .doc = "The second list of each entry, taken to be the inner nodes of the tree whose leaves "
           "are the groups, which hasn't been confirmed.",
    .example = "SELECT * FROM gt_treenodes('samples/5_0001_0002.gtchunk')",
    .typical_rows = 500,
    LIST_ROWS_OF("entry_id", 3, Gt, treenodes),
    .prepare = gt_read_geometry,
    OFFSET_MEMBER(GtTreenode, offset),
};

#define CELL(row, column)                                                                          \
    POINTED(F32, "m" #row #column, NULL, "Row " #row ", column " #column, GtTransform, matrix,     \
            4 * (4 * row + column))
#define PLACE(column, axis)                                                                        \
    POINTED(F32, "m3" #column, "chunk units", "Row 3, column " #column ": the place along " axis,  \
            GtTransform, matrix, GT_MATRIX_PLACE + 4 * column)

static const Column transform_columns[] = {
    MEMBER_REF("part_id", "gt_parts", "The part", GtTransform, part),
    MEMBER(U32, "transform_index", NULL, "Number of the transform in its part", GtTransform,
           number),
    MATRIX_ROW(CELL, 0),
    MATRIX_ROW(CELL, 1),
    MATRIX_ROW(CELL, 2),
    AXES_OF(PLACE),
    CELL(3, 3),
};

const Table gt_transforms = {
    TABLE("gt_transforms", gt_format, transform_columns),
    .also_called = "Matrix4x4, transform",
    .doc = "The transforms of all parts, for row vectors: (x, y, z, 1) * M.",
    .example = "SELECT part_id, transform_index, m30, m31, m32 "
               "FROM gt_transforms('samples/5_0001_0002.gtchunk')",
    .typical_rows = 20000,
    LIST_ROWS_OF("part_id", 4, Gt, transforms),
    .prepare = gt_read_geometry,
    OFFSET_MEMBER(GtTransform, offset),
};
