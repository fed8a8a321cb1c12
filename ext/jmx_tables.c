/* Tables of JMXVNVM, the navigation mesh of Silkroad Online's regions. The format: src/jmx.h. */
#include "jmx_tables.h"

/* ---- jmx_regions ------------------------------------------------------------------------------- */

static Value region_trailing(const Row *row) {
    const Jmx *jmx = row->document;
    return value_blob(jmx->trailing, jmx->trailing_bytes);
}

typedef enum RegionFact { REGION_ID, REGION_X, REGION_Z, REGION_VARIANT } RegionFact;

static Value region_fact(const Row *row, uint32_t fact) {
    const Jmx *jmx = row->document;
    if (fact == REGION_VARIANT) return value_text(jmx->variant->name);
    if (jmx->region_id < 0) return value_null();
    uint32_t region = (uint32_t)jmx->region_id;
    switch ((RegionFact)fact) {
    case REGION_X: return value_integer(jmx_region_x(region));
    case REGION_Z: return value_integer(jmx_region_z(region));
    default: return value_integer(region);
    }
}

static const Column region_columns[] = {
    GET_WITH("region_id", INTEGER, NULL,
        "Number of the region by the file's name, else by its global edges; NULL where neither "
        "tells", region_fact, REGION_ID),
    GET_WITH("x", INTEGER, "regions", "Place of the region, counted to the east", region_fact, REGION_X),
    GET_WITH("z", INTEGER, "regions", "Place of the region, counted to the north", region_fact,
        REGION_Z),
    GET_WITH("variant", TEXT, NULL,
        "A: all parts; B: tiles hold only their cell; C: like B, and no planes; D: no planes",
        region_fact, REGION_VARIANT),
    MEMBER(U64, "object_count", NULL, "Rows of jmx_objects", Jmx, object_count),
    MEMBER(U64, "cell_count", NULL, "Rows of jmx_cells", Jmx, cell_count),
    MEMBER(U32, "open_cell_count", NULL, "How many cells are open, as stored; they come first", Jmx,
           open_cell_count),
    MEMBER(U64, "global_edge_count", NULL, "Edges to other regions", Jmx, global_edge_count),
    MEMBER(U64, "internal_edge_count", NULL, "Edges within the region", Jmx, internal_edge_count),
    MEMBER(U64, "trailing_bytes", "bytes", "What follows the last part; 0 in sound files", Jmx,
           trailing_bytes),
};

static const Column region_hidden[] = {
    GET("trailing", BLOB, NULL, "The bytes after the last part", region_trailing),
};

static const Table jmx_regions = {
    .name = "jmx_regions",
    .doc = "The region that a file describes, one row per file.",
    .example = "SELECT file, region_id, x, z, variant, cell_count, open_cell_count, object_count "
               "FROM jmx_regions('samples/*.nvm')",
    .format = &jmx_format,
    COLUMNS(region_columns),
    HIDDEN(region_hidden),
    .typical_rows = 1,
    ONE_ROW,
};

/* ---- jmx_objects ------------------------------------------------------------------------------- */

static const JmxObject *object_of(const Row *row) {
    return (const JmxObject *)(const void *)row->record;
}

static uint64_t object_offset(const Row *row) {
    return object_of(row)->offset;
}

static Value object_type_name(const Row *row) {
    int32_t type = object_of(row)->type;
    return value_text(type == -1 ? "static" : type == 0 ? "skinned" : NULL);
}

/* Bits of the local uid: the parameter is shift << 16 | mask. */
static Value object_uid_part(const Row *row, uint32_t part) {
    return value_integer((uint32_t)object_of(row)->local_uid >> (part >> 16) & (part & 0xFFFF));
}

static Value object_world_uid(const Row *row) {
    const JmxObject *object = object_of(row);
    return value_integer((int64_t)object->region_id << 16 | object->local_uid);
}

static Value object_owned(const Row *row) {
    const Jmx *jmx = row->document;
    if (jmx->region_id < 0) return value_null();
    return value_integer(object_of(row)->region_id == jmx->region_id);
}

/* Positions are relative to the file's region, whoever owns the object. */
static Value object_world_x(const Row *row) {
    const Jmx *jmx = row->document;
    if (jmx->region_id < 0) return value_null();
    return value_real(jmx_world((uint32_t)jmx->region_id, jmx_region_x((uint32_t)jmx->region_id),
                                (double)object_of(row)->x));
}

static Value object_world_z(const Row *row) {
    const Jmx *jmx = row->document;
    if (jmx->region_id < 0) return value_null();
    return value_real(jmx_world((uint32_t)jmx->region_id, jmx_region_z((uint32_t)jmx->region_id),
                                (double)object_of(row)->z));
}

static const Column object_columns[] = {
    MEMBER(U32, "asset_id", NULL, "What stands there: row of object.ifo", JmxObject, asset_id),
    MEMBER(F32, "x", "units", "Position in the file's region, to the east", JmxObject, x),
    MEMBER(F32, "y", "units", "Height, up", JmxObject, y),
    MEMBER(F32, "z", "units", "Position in the file's region, to the north", JmxObject, z),
    MEMBER(I32, "type", NULL, "-1 static, 0 skinned", JmxObject, type),
    GET("type_name", TEXT, NULL, "static or skinned; NULL for other types", object_type_name),
    MEMBER(F32, "yaw", "radians", "Turn about the upward axis", JmxObject, yaw),
    MEMBER(U16, "local_uid", NULL, "Number of the object in the region that owns it", JmxObject,
           local_uid),
    GET_WITH("block_x", INTEGER, "blocks of 320 units", "Part of the local uid: place to the east",
        object_uid_part, 10 << 16 | 7),
    GET_WITH("block_z", INTEGER, "blocks of 320 units", "Part of the local uid: place to the north",
        object_uid_part, 13 << 16 | 7),
    GET_WITH("serial", INTEGER, NULL, "Part of the local uid: number in the block, from 1",
        object_uid_part, 0x3FF),
    MEMBER(U16, "unknown_24", NULL, "Unknown", JmxObject, unknown_24),
    MEMBER(U8, "is_big", NULL, "1: shown from afar (gates, bridges); the byte as stored", JmxObject,
           is_big),
    MEMBER(U8, "is_struct", NULL, "1: has a row in objectstring.ifo; the byte as stored", JmxObject,
           is_struct),
    MEMBER(U16, "region_id", NULL, "The region that owns the object", JmxObject, region_id),
    MEMBER(U16, "link_count", NULL, "Rows of jmx_object_links", JmxObject, link_count),
    GET("world_uid", INTEGER, NULL,
        "region_id << 16 | local_uid: the same in every file that lists the object",
        object_world_uid),
    GET("owned", INTEGER, NULL,
        "1: the file's region owns it; 0: another, whose file has it, too; NULL: region unknown",
        object_owned),
    GET("world_x", REAL, "units", "Position in the world, to the east; NULL: region unknown",
        object_world_x),
    GET("world_z", REAL, "units", "Position in the world, to the north; NULL: region unknown",
        object_world_z),
};

static const Table jmx_objects = {
    .name = "jmx_objects",
    .doc = "Objects that stand in the region or reach into it; their own meshes (.bms) are other "
           "files.",
    .example = "SELECT id, asset_id, x, y, z, type_name, world_uid, owned "
               "FROM jmx_objects('samples/nv_61a8.nvm')",
    .format = &jmx_format,
    COLUMNS(object_columns),
    .typical_rows = 100,
    ROWS(Jmx, objects, object_count, sizeof(JmxObject)),
    .byte_offset = object_offset,
};

/* ---- jmx_object_links -------------------------------------------------------------------------- */

static void find_links(const Seek *seek, RowRange *range) {
    const Jmx *jmx = seek->document;
    find_by_first(jmx->first_link, jmx->object_count, seek->ranges, range);
}

static uint64_t link_offset(const Row *row) {
    const Jmx *jmx = row->document;
    return (uint64_t)(jmx_link(jmx, row->index) - jmx->document.bytes);
}

static Value link_object(const Row *row) {
    const Jmx *jmx = row->document;
    return value_integer(jmx->link_objects[row->index]);
}

static Value link_raw(const Row *row, uint32_t offset) {
    return value_integer(load_i16(jmx_link(row->document, row->index) + offset));
}

static Value link_target(const Row *row) {
    const Jmx *jmx = row->document;
    return value_reference(load_i16(jmx_link(jmx, row->index) + JMX_LINK_OBJECT),
                           jmx->object_count);
}

static Value link_target_edge(const Row *row) {
    int16_t edge = load_i16(jmx_link(row->document, row->index) + JMX_LINK_OTHER_EDGE);
    return edge < 0 ? value_null() : value_integer(edge);
}

static const Column link_columns[] = {
    GET_REF("object_id", "jmx_objects", "The object that is linked", link_object),
    GET_REF("linked_object", "jmx_objects",
            "The object it is linked to; NULL where that isn't in this file", link_target),
    GET("linked_edge", INTEGER, NULL,
        "Edge of that object's outline, counted in its .bms file; NULL where it isn't known here",
        link_target_edge),
    GET_WITH("edge", INTEGER, NULL, "Edge of the own outline, counted in the .bms file", link_raw,
        JMX_LINK_EDGE),
};

static const Column link_hidden[] = {
    GET_WITH("linked_object_raw", INTEGER, NULL, "linked_object as stored; -1 for none", link_raw,
        JMX_LINK_OBJECT),
    GET_WITH("linked_edge_raw", INTEGER, NULL, "linked_edge as stored; -1 for none", link_raw,
        JMX_LINK_OTHER_EDGE),
};

static const Table jmx_object_links = {
    .name = "jmx_object_links",
    .doc = "Where one walks from the mesh of an object to that of another.",
    .example = "SELECT object_id, edge, linked_object, linked_edge "
               "FROM jmx_object_links('samples/nv_61a8.nvm')",
    .format = &jmx_format,
    COLUMNS(link_columns),
    HIDDEN(link_hidden),
    .typical_rows = 50,
    COMPUTED(Jmx, link_count),
    .prepare = jmx_list_links,
    .indexes = {{.keys = {"object_id"}, .rows_per_key = 2, .find = find_links}},
    .byte_offset = link_offset,
};

/* ---- jmx_cells --------------------------------------------------------------------------------- */

static uint64_t cell_offset(const Row *row) {
    return ((const JmxCell *)(const void *)row->record)->offset;
}

static Value cell_is_open(const Row *row) {
    const Jmx *jmx = row->document;
    return value_integer(row->index < jmx->open_cell_count);
}

static const Column cell_columns[] = {
    MEMBER(F32, "min_x", "units", "Western bound in the region", JmxCell, min_x),
    MEMBER(F32, "min_z", "units", "Southern bound", JmxCell, min_z),
    MEMBER(F32, "max_x", "units", "Eastern bound, which isn't part of the cell", JmxCell, max_x),
    MEMBER(F32, "max_z", "units", "Northern bound, which isn't part of the cell", JmxCell, max_z),
    GET("is_open", INTEGER, NULL, "1: one can walk there; 0: blocked", cell_is_open),
    MEMBER(U32, "object_count", NULL, "Rows of jmx_cell_objects", JmxCell, object_count),
};

static const Table jmx_cells = {
    .name = "jmx_cells",
    .doc = "Cells: rectangles of tiles that are walkable or blocked as a whole.",
    .example = "SELECT is_open, count(*), sum((max_x - min_x) * (max_z - min_z)) AS area "
               "FROM jmx_cells('samples/nv_61a8.nvm') GROUP BY is_open",
    .format = &jmx_format,
    COLUMNS(cell_columns),
    .typical_rows = 800,
    ROWS(Jmx, cells, cell_count, sizeof(JmxCell)),
    .byte_offset = cell_offset,
};

/* ---- jmx_cell_objects -------------------------------------------------------------------------- */

static void find_cell_objects(const Seek *seek, RowRange *range) {
    const Jmx *jmx = seek->document;
    find_by_first(jmx->first_cell_object, jmx->cell_count, seek->ranges, range);
}

static uint64_t cell_object_offset(const Row *row) {
    const Jmx *jmx = row->document;
    return (uint64_t)(jmx_cell_object(jmx, row->index) - jmx->document.bytes);
}

static Value cell_object_cell(const Row *row) {
    const Jmx *jmx = row->document;
    return value_integer(jmx->cell_object_cells[row->index]);
}

static Value cell_object_raw(const Row *row) {
    return value_integer(load_u16(jmx_cell_object(row->document, row->index)));
}

static Value cell_object_id(const Row *row) {
    const Jmx *jmx = row->document;
    return value_reference(load_u16(jmx_cell_object(jmx, row->index)), jmx->object_count);
}

static const Column cell_object_columns[] = {
    GET_REF("cell_id", "jmx_cells", "The cell", cell_object_cell),
    GET_REF("object_id", "jmx_objects", "An object in it; NULL where there is none of that number",
            cell_object_id),
};

static const Column cell_object_hidden[] = {
    GET("object_id_raw", INTEGER, NULL, "object_id as stored", cell_object_raw),
};

static const Table jmx_cell_objects = {
    .name = "jmx_cell_objects",
    .doc = "Which objects stand in which cell.",
    .example = "SELECT o.asset_id, count(*) AS cells FROM jmx_cell_objects('samples/nv_61a8.nvm') c "
               "JOIN jmx_objects(c.source) o ON o.id = c.object_id GROUP BY o.asset_id",
    .format = &jmx_format,
    COLUMNS(cell_object_columns),
    HIDDEN(cell_object_hidden),
    .typical_rows = 200,
    COMPUTED(Jmx, cell_object_count),
    .prepare = jmx_list_cell_objects,
    .indexes = {{.keys = {"cell_id"}, .rows_per_key = 2, .find = find_cell_objects}},
    .byte_offset = cell_object_offset,
};

/* ---- Module ------------------------------------------------------------------------------------ */

static const Format *const jmx_formats[] = {&jmx_format};

static const Table *const jmx_tables[] = {
    &jmx_regions, &jmx_objects,      &jmx_object_links, &jmx_cells,  &jmx_cell_objects,
    &jmx_edges,   &jmx_tiles,        &jmx_heights,      &jmx_planes, &jmx_path,
};

const Module jmx_module = {
    MODULE_PARTS(jmx_formats, format),
    MODULE_PARTS(jmx_tables, table),
    MODULE_PARTS(jmx_functions, function),
};
