/* ZONE tables: where chunks lie in the world, and the regions, names and paths of a zone. */
#include "firefall/gt_tables.h"
#include "firefall/zone.h"
#include "table/naming.h"

/* Returns where the node of a row lies, with whose number most records begin. */
static uint64_t offset_of_node(const Row *row) {
    const uint32_t *node = (const uint32_t *)(const void *)row->record;
    return ((const Zone *)row->document)->nodes.items[*node].offset;
}

#define BOX(name, doc, number) POINTED(F32, name, "world units", doc, Zone, box, 4 * (number))

static const Column file_columns[] = {
    MEMBER(U32, "zone_id", NULL,
           "Number of the zone, up to nine digits before the first point of the file's name; "
           "NULL without them",
           Zone, number, WHERE_MEMBER(Zone, has_number)),
    MEMBER(I32, "version", NULL, "Version of the file, 8 or 7", Zone, file_version),
    POINTED(I64, "timestamp", "ms since 1970", "When the file was made", Zone, document.bytes,
            ZONE_TIME),
    RUN(UTF8, "name", "Name of the zone", Zone, text),
    BOX("min_x", "Least x of the zone's box; NULL without one", 0),
    BOX("min_y", "Least y of the zone's box", 1),
    BOX("min_z", "Least z of the zone's box", 2),
    BOX("max_x", "Greatest x of the zone's box", 3),
    BOX("max_y", "Greatest y of the zone's box", 4),
    BOX("max_z", "Greatest z of the zone's box", 5),
    POINTED(U32, "skybox_id", NULL, "Record of its skybox; NULL without one", Zone, skybox, 0),
    MEMBER(U64, "node_count", "nodes", "Nodes, as zone_nodes lists them", Zone, nodes.count),
    MEMBER(U64, "chunk_count", "chunks", "Chunks, each counted once", Zone, chunks.count),
    MEMBER(STRING, "status", NULL,
           "ok; empty: there is no root node; header, node-length or node-budget: the nodes in the "
           "root break off",
           Zone, status),
    RUN(BYTES, "name_raw", "The bytes of the name, with its NUL", Zone, name, .hidden = true,
        SHAPES("the column name stands for it")),
    RUN(BYTES, "trailing", "The bytes behind the root node", Zone, trailing, .hidden = true),
};

static const Table zone_files = {
    TABLE("zone_files", zone_format, file_columns),
    .doc = "One row for each zone of Firefall's world.",
    .example = "SELECT zone_id, name, version, chunk_count FROM zone_files('samples/448.zone')",
    ONE_ROW,
};

ROW_RECORD(GtNode, node_of)

static Value node_name(const Row *row) {
    return value_name(gt_node_name(zone_kinds, node_of(row)));
}

static Value node_data(const Row *row) {
    const GtNode *node = node_of(row);
    return value_blob(((const Document *)row->document)->bytes + gt_node_content(node),
                      node->length);
}

static const Column node_columns[] = {
    MEMBER_REF("parent_id", "zone_nodes", "The node that holds it; NULL for the root", GtNode,
               parent),
    MEMBER(U32, "depth", NULL, "0 for the root, one more inside of each node", GtNode, depth),
    GT_NODE_HEADER(node_name),
    ITEM(STRING, "status", NULL,
         "ok: other tables show its content; short, long or bitmap-size: it isn't what its type "
         "says, and no table shows it; NULL where only the node itself is read",
         Zone, node_statuses, 0),
    GT_NODE_DATA(node_data),
};

static const Table zone_nodes = {
    TABLE("zone_nodes", zone_format, node_columns),
    .doc = "The nodes of a zone, each before those that it holds.",
    .example = "SELECT depth, type_name, count(*) FROM zone_nodes('samples/448.zone') "
               "GROUP BY depth, type_name",
    .typical_rows = 500,
    LIST_ROWS(Zone, nodes),
    OFFSET_MEMBER(GtNode, offset),
};

static const Column range_columns[] = {
    MEMBER_REF("node_id", "zone_nodes", "The node", ZoneRange, node),
    POINTED(U32, "face", NULL, "Face of the cube that the world is mapped to", ZoneRange, record,
            ZONE_RANGE_FACE),
    POINTED(U32, "min_x", "chunks", "First column of chunks", ZoneRange, record, ZONE_RANGE_MIN_X),
    POINTED(U32, "max_x", "chunks", "Last column of chunks", ZoneRange, record, ZONE_RANGE_MAX_X),
    POINTED(U32, "min_y", "chunks", "First row of chunks", ZoneRange, record, ZONE_RANGE_MIN_Y),
    POINTED(U32, "max_y", "chunks", "Last row of chunks", ZoneRange, record, ZONE_RANGE_MAX_Y),
};

static const Table zone_ranges = {
    TABLE("zone_ranges", zone_format, range_columns),
    .doc = "The ranges of chunks that a zone covers; usually one.",
    .example = "SELECT face, min_x, max_x, min_y, max_y FROM zone_ranges('samples/448.zone')",
    LIST_ROWS(Zone, ranges),
    .byte_offset = offset_of_node,
};

enum { FILE_NAME_CHARS = 64 };

ROW_RECORD(ZoneChunk, chunk_of)

/* Writes a number with at least `digits` digits, and returns its end. */
static char *put_number(char *at, uint32_t number, int digits) {
    int count = 1;
    for (uint32_t rest = number / 10; rest; rest /= 10) count++;
    if (count < digits) count = digits;
    for (int i = count; i--; number /= 10) at[i] = (char)('0' + number % 10);
    return at + count;
}

/* Writes chunks/5_0001_0002.gtchunk. Using snprintf would take half of a scan's time. */
static Value chunk_file(const Row *row) {
    static const char folder[] = "chunks/", ending[] = ".gtchunk";
    const ZoneChunk *chunk = chunk_of(row);
    if (!chunk->has_origin) return value_null();
    char *name = row_room(row, FILE_NAME_CHARS);
    if (!name) return value_null();
    memcpy(name, folder, sizeof folder);
    char *end = put_number(name + sizeof folder - 1, chunk->face, 1);
    *end++ = '_';
    end = put_number(end, chunk->x, 4);
    *end++ = '_';
    end = put_number(end, chunk->y, 4);
    memcpy(end, ending, sizeof ending);
    return value_text_of(name, (uint32_t)(end - name) + (uint32_t)sizeof ending - 1);
}

static Value chunk_rule(const Row *row) {
    const Zone *zone = row->document;
    if (!chunk_of(row)->has_origin) return value_null();
    return value_name(zone->exception    ? "exception"
                      : zone->has_number ? "centre"
                                         : "centre, unnamed");
}

enum { CHUNK_X = 0, CHUNK_Y = 4, CHUNK_RECORD = 8 }; /* in a node */

/* Returns where a field is stored; NULL for the place of a doubled chunk, which two nodes name. */
static const uint8_t *chunk_at(const Row *row, uint32_t at) {
    const ZoneChunk *chunk = chunk_of(row);
    const Zone *zone = row->document;
    if (at == CHUNK_RECORD ? !chunk->has_record : chunk->is_doubled) return NULL;
    return zone->document.bytes + gt_node_content(&zone->nodes.items[chunk->node]) + at;
}

#define ORIGIN(name, doc, member)                                                                  \
    MEMBER(I64, name, "world units", doc, ZoneChunk, member, WHERE_MEMBER(ZoneChunk, has_origin))

static const NameKind chunk_kind = {.name = "chunk", .rule = "firefall"};

static const Column chunk_columns[] = {
    MEMBER(U32, "face", NULL,
           "Face of the cube that the world is mapped to, from its range; NULL without one",
           ZoneChunk, face, WHERE_MEMBER(ZoneChunk, has_origin)),
    MEMBER(U32, "x", "chunks", "Column of the chunk on its face", ZoneChunk, x,
           LIES_WHERE(U32, chunk_at, CHUNK_X)),
    MEMBER(U32, "y", "chunks", "Row of the chunk on its face", ZoneChunk, y,
           LIES_WHERE(U32, chunk_at, CHUNK_Y)),
    MEMBER(U32, "record_id", NULL, "Its record; NULL where only the bare kind of node names it",
           ZoneChunk, record, WHERE_MEMBER(ZoneChunk, has_record),
           LIES_WHERE(U32, chunk_at, CHUNK_RECORD)),
    GET("chunk_file", TEXT, NULL, "Its file, below the folder of maps; NULL without a range",
        chunk_file, .names = &chunk_kind),
    ORIGIN("origin_x",
           "Where the centre of the chunk lies: x in the world is x in the chunk + origin_x; NULL "
           "without a range",
           origin_x),
    ORIGIN("origin_y",
           "Where the centre of the chunk lies: y in the world is y in the chunk + origin_y; z is "
           "the same in both",
           origin_y),
    GET("origin_rule", TEXT, NULL,
        "How the centre is known. centre: from the middle of the range, which is unconfirmed; "
        "exception: zones 448 and 1030 have a centre of their own, with which players of 448 stand "
        "on the ground; centre, unnamed: as centre, but the file's name doesn't say which zone it "
        "is, so it may be an exception",
        chunk_rule),
    MEMBER(BOOL, "doubled", NULL, "1 if nodes of both kinds name it", ZoneChunk, is_doubled,
           WRITTEN),
    MEMBER_REF("range_id", "zone_ranges",
               "The range that holds it, or the first of its list; NULL without one", ZoneChunk,
               range),
    MEMBER_REF("node_id", "zone_nodes", "The node that names it", ZoneChunk, node),
    MEMBER(U32, "record", NULL, "Another name of record_id", ZoneChunk, record,
           WHERE_MEMBER(ZoneChunk, has_record), .hidden = true),
    MEMBER(U32, "chunk_record_id", NULL, "Another name of record_id", ZoneChunk, record,
           WHERE_MEMBER(ZoneChunk, has_record), .hidden = true),
};

static const Table zone_chunks = {
    TABLE("zone_chunks", zone_format, chunk_columns),
    .doc = "The chunks of a zone and where they lie in the world, each once in its list.",
    .example =
        "SELECT z.chunk_file, p.id, p.center_x + z.origin_x AS x, p.center_y + z.origin_y AS y, "
        "p.center_z AS z FROM gt_chunks('samples/5_0001_0002.gtchunk') c "
        "JOIN zone_chunks('samples/448.zone') z USING (face, x, y) "
        "JOIN gt_parts(c.source) p",
    .typical_rows = 100,
    LIST_ROWS(Zone, chunks),
    .byte_offset = offset_of_node,
};

ROW_RECORD(ZoneRegion, region_of)

static Value region_set_bits(const Row *row) {
    const ZoneRegion *region = region_of(row);
    int64_t count = 0;
    for (uint64_t i = 0; i < region->bitmap.size; i++) {
        for (unsigned bits = region->bitmap.bytes[i]; bits; bits &= bits - 1) count++;
    }
    return value_integer(count);
}

static const Column region_columns[] = {
    MEMBER_REF("node_id", "zone_nodes", "The node", ZoneRegion, node),
    POINTED(U32, "region_id", NULL, "Number of the subzone", ZoneRegion, record, ZONE_REGION_ID),
    POINTED(F32, "origin_x", "world units", "x of the corner of its area", ZoneRegion, record,
            ZONE_REGION_X),
    POINTED(F32, "origin_y", "world units", "y of the corner of its area", ZoneRegion, record,
            ZONE_REGION_Y),
    MEMBER(U32, "width", "cells", "Cells along x", ZoneRegion, width),
    MEMBER(U32, "height", "cells", "Cells along y", ZoneRegion, height),
    POINTED(F32, "cell_size", "world units", "Side of a cell; 8 seen", ZoneRegion, record,
            ZONE_REGION_CELL),
    GET("set_cells", INTEGER, "cells", "Cells that belong to it: bits that are set",
        region_set_bits),
    RUN(BYTES, "bitmap", "A bit for each cell; their order within a byte is unknown", ZoneRegion,
        bitmap, .hidden = true),
};

static const Table zone_regions = {
    TABLE("zone_regions", zone_format, region_columns),
    .doc = "The areas of the subzones of a zone.",
    .example = "SELECT region_id, origin_x, origin_y, set_cells * cell_size * cell_size AS area "
               "FROM zone_regions('samples/448.zone')",
    .typical_rows = 30,
    LIST_ROWS(Zone, regions),
    .byte_offset = offset_of_node,
};

static const Column name_columns[] = {
    MEMBER_REF("node_id", "zone_nodes", "The node", GtName, node),
    GT_NAME_COLUMNS,
};

static const Table zone_names = {
    TABLE("zone_names", zone_format, name_columns),
    .doc = "The names by which encounters know props of the zone.",
    .example = "SELECT name_index, name FROM zone_names('samples/448.zone')",
    .typical_rows = 100,
    LIST_ROWS(Zone, names),
    OFFSET_MEMBER(GtName, offset),
};

static const Column path_columns[] = {
    MEMBER_REF("node_id", "zone_nodes", "The node", ZonePath, node),
    POINTED(U32, "cce_id", NULL, "Number of the path", ZonePath, record, ZONE_PATH_ID),
    POINTED(U32, "unknown_1", NULL, "Unknown", ZonePath, record, ZONE_PATH_UNKNOWN),
    MEMBER(U32, "step_count", "steps", "Steps", ZonePath, step_count),
};

static const Table zone_paths = {
    TABLE("zone_paths", zone_format, path_columns),
    .doc = "The paths of a zone, as vehicles follow them.",
    .example = "SELECT id, cce_id, step_count FROM zone_paths('samples/448.zone')",
    .typical_rows = 20,
    LIST_ROWS(Zone, paths),
    .byte_offset = offset_of_node,
};

ROW_RECORD(ZoneStep, step_of)

static uint64_t step_offset(const Row *row) {
    return document_offset(row->document, step_of(row)->record);
}

static Value step_number(const Row *row) {
    const Zone *zone = row->document;
    return value_integer((int64_t)row->index - zone->paths.items[step_of(row)->path].first_step);
}

static const Column step_columns[] = {
    MEMBER_REF("path_id", "zone_paths", "The path", ZoneStep, path),
    GET("step", INTEGER, NULL, "Number of the step in its path", step_number),
    POINTED(F32, "x", "world units", "Position, x", ZoneStep, record, ZONE_STEP_X),
    POINTED(F32, "y", "world units", "Position, y", ZoneStep, record, ZONE_STEP_Y),
    POINTED(F32, "z", "world units", "Position, z (up)", ZoneStep, record, ZONE_STEP_Z),
    POINTED(F32, "orientation_0", NULL, "First of the four floats of its orientation", ZoneStep,
            record, ZONE_STEP_ORIENTATION),
    POINTED(F32, "orientation_1", NULL, "Second of them", ZoneStep, record,
            ZONE_STEP_ORIENTATION + 4),
    POINTED(F32, "orientation_2", NULL, "Third of them", ZoneStep, record,
            ZONE_STEP_ORIENTATION + 8),
    POINTED(F32, "orientation_3", NULL, "Fourth of them", ZoneStep, record,
            ZONE_STEP_ORIENTATION + 12),
    RUN(UTF8, "action", "What is done at the step; often empty", ZoneStep, action),
    RUN(BYTES, "action_raw", "Its bytes", ZoneStep, action, .hidden = true),
};

static const Table zone_path_steps = {
    TABLE("zone_path_steps", zone_format, step_columns),
    .doc = "The steps of the paths of a zone.",
    .example = "SELECT path_id, step, x, y, z, action FROM zone_path_steps('samples/448.zone')",
    .typical_rows = 500,
    LIST_ROWS_OF("path_id", 25, Zone, steps),
    .byte_offset = step_offset,
};

const Module zone_module = {
    FORMATS(&zone_format),
    TABLES(&zone_files, &zone_nodes, &zone_ranges, &zone_chunks, &zone_regions, &zone_names,
           &zone_paths, &zone_path_steps),
};
