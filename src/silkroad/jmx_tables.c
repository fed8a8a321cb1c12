/* Tables of JMXVNVM, the navigation mesh of Silkroad Online's regions. jmx.h describes the
** format. */
#include "silkroad/jmx.h"
#include "silkroad/jmx_lists.h"

/* Every file that is opened begins so. */
static Value region_signature(const Row *row UNUSED) {
    return value_name("JMXVNVM");
}

#define REGION_MEMBER(Kind, Name, Unit, Doc, Member)                                               \
    MEMBER(Kind, Name, Unit, Doc, Jmx, Member, WHERE_MEMBER(Jmx, has_region))

static const Column region_columns[] = {
    GET("signature", TEXT, NULL, "JMXVNVM, with which the file begins", region_signature),
    MEMBER(STRING, "version", NULL, "1000, the version behind the signature", Jmx,
           document.version),
    REGION_MEMBER(U16, "region_id", NULL,
                  "Number of the region, by the file's name or else by its global edges; NULL "
                  "where neither shows it",
                  region_id),
    REGION_MEMBER(U16, "x", "regions", "Place of the region, counted to the east", region_x),
    REGION_MEMBER(U16, "z", "regions", "Place of the region, counted to the north", region_z),
    REGION_MEMBER(BOOL, "old_numbering", NULL,
                  "1 if ids count in the old way, x = id & 127 and z = id >> 7, as the region's "
                  "edges to the north or south show",
                  has_old_numbering),
    MEMBER(STRING, "variant", NULL,
           "Variant of the format. A: all parts are there; B: tiles have no texture; C: like B, "
           "and without planes; D: without planes",
           Jmx, variant_name),
    MEMBER(U64, "object_count", NULL, "Rows of jmx_objects", Jmx, objects.count,
           .also_called = "objCount"),
    MEMBER(U64, "cell_count", NULL, "Rows of jmx_cells", Jmx, cells.count,
           .also_called = "totalCellCount"),
    MEMBER(U32, "open_cell_count", NULL, "How many cells are open, as stored; they come first", Jmx,
           open_cell_count, .also_called = "openCellCount"),
    MEMBER(U64, "global_edge_count", NULL, "Edges to other regions", Jmx, global_edge_count,
           .also_called = "globalEdgeCount"),
    MEMBER(U64, "internal_edge_count", NULL, "Edges within the region", Jmx, internal_edge_count,
           .also_called = "internalEdgeCount"),
    MEMBER(U64, "trailing_bytes", "bytes", "What follows the last part; 0 in sound files", Jmx,
           trailing.size),
    RUN(BYTES, "trailing", "The bytes after the last part", Jmx, trailing, .hidden = true,
        .of_whole = true),
};

const Table jmx_regions = {
    TABLE("jmx_regions", jmx_format, region_columns),
    .also_called = "RTNavMeshTerrain",
    .doc = "The region that a file describes, one row per file.",
    .example = "SELECT file, region_id, x, z, variant, cell_count, open_cell_count, object_count "
               "FROM jmx_regions('samples/*.nvm')",
    .reads = READS_HEADER,
    ONE_ROW,
};

static const Name object_types[] = {{-1, "static"}, {0, "skinned"}, {0}};

static uint16_t object_uid(const Row *row) {
    return load_u16(row->record + JMX_OBJECT_UID);
}

static Value object_block(const Row *row, const Column *column) {
    return value_integer(object_uid(row) >> column->number & JMX_UID_BLOCK);
}

static Value object_serial(const Row *row) {
    return value_integer(object_uid(row) & JMX_UID_SERIAL);
}

static Value object_world_uid(const Row *row) {
    return value_integer((int64_t)load_u16(row->record + JMX_OBJECT_REGION) << 16 |
                         object_uid(row));
}

static Value object_owned(const Row *row) {
    const Jmx *jmx = row->document;
    if (!jmx->has_region) return value_null();
    return value_integer(load_u16(row->record + JMX_OBJECT_REGION) == jmx->region_id);
}

/* Positions are relative to the file's region, even if another region owns the object. The column
** has the offset of x or z. */
static Value object_world(const Row *row, const Column *column) {
    const Jmx *jmx = row->document;
    if (!jmx->has_region) return value_null();
    return value_real(jmx_world(jmx->region_id,
                                column->number == JMX_OBJECT_X ? jmx->region_x : jmx->region_z,
                                (double)load_f32(row->record + column->number)));
}

static Value object_game(const Row *row, const Column *column) {
    const Jmx *jmx = row->document;
    bool is_x = column->number == JMX_OBJECT_X;
    if (!jmx->has_region) return value_null();
    return value_real(jmx_game(jmx->region_id, is_x ? jmx->region_x : jmx->region_z,
                               is_x ? JMX_GAME_X : JMX_GAME_Z,
                               (double)load_f32(row->record + column->number)));
}

static const Column object_columns[] = {
    U32("asset_id", NULL,
        "What stands there: the number of a row of object.ifo, jmx_assets.asset_id",
        JMX_OBJECT_ASSET, .names = &jmx_numbered_asset, .also_called = "AssetID, MapObjectIndex"),
    F32("x", "units",
        "Position in the file's region, to the east, whichever region owns the object",
        JMX_OBJECT_X, .also_called = "LocalPosition.X"),
    F32("y", "units", "Height, up", JMX_OBJECT_Y, .also_called = "LocalPosition.Y"),
    F32("z", "units", "Position in the file's region, to the north", JMX_OBJECT_Z,
        .also_called = "LocalPosition.Z"),
    ENUM(I16, "type", "-1 for static objects, 0 for skinned ones; a few objects have others",
         JMX_OBJECT_TYPE, object_types),
    F32("yaw", "radians", "Rotation about the upward axis", JMX_OBJECT_YAW,
        .also_called = "LocalYaw"),
    U16("local_uid", NULL, "Number of the object in the region that owns it", JMX_OBJECT_UID,
        .also_called = "LocalUID"),
    GET_WITH("block_x", INTEGER, "blocks of 320 units", "Part of the local uid: place to the east",
             object_block, JMX_UID_BLOCK_X_SHIFT),
    GET_WITH("block_z", INTEGER, "blocks of 320 units", "Part of the local uid: place to the north",
             object_block, JMX_UID_BLOCK_Z_SHIFT),
    GET("serial", INTEGER, NULL, "Part of the local uid: number in the block, from 1",
        object_serial),
    U16("unknown_24", NULL,
        "Unknown; the object has the same value in the map (.o2), and the server doesn't read it",
        JMX_OBJECT_UNKNOWN, .also_called = "Short0"),
    U8("is_big", NULL, "1 if the object is shown from afar (gates, bridges); the byte as stored",
       JMX_OBJECT_BIG, .also_called = "IsBig"),
    U8("is_struct", NULL, "1 if the object has a row in objectstring.ifo; the byte as stored",
       JMX_OBJECT_STRUCT, .also_called = "IsStruct"),
    U16("region_id", NULL, "The region that owns the object", JMX_OBJECT_REGION,
        .also_called = "RID, RegionID"),
    U16("link_count", NULL, "Rows of jmx_object_links", JMX_OBJECT_LINKS, SHAPES_COUNT,
        .also_called = "linkEdgeCount"),
    GET("world_uid", INTEGER, NULL,
        "region_id << 16 | local_uid: the same in every file that lists the object",
        object_world_uid, .also_called = "WorldUID"),
    GET("owned", INTEGER, NULL,
        "1 if the file's region owns it, 0 if another one does, whose file has it, too; NULL if "
        "the region is unknown",
        object_owned),
    GET_WITH("world_x", REAL, "units",
             "Position in the world, to the east; NULL if the region is unknown", object_world,
             JMX_OBJECT_X),
    GET_WITH("world_z", REAL, "units",
             "Position in the world, to the north; NULL if the region is unknown", object_world,
             JMX_OBJECT_Z),
    GET_WITH("game_x", REAL, NULL, "First coordinate that the game shows for its place",
             object_game, JMX_OBJECT_X),
    GET_WITH("game_y", REAL, NULL, "Second coordinate, to the north", object_game, JMX_OBJECT_Z),
};

const Table jmx_objects = {
    TABLE("jmx_objects", jmx_format, object_columns),
    .also_called = "RTNavMeshObj, MapObject, NavMeshObjInst, ObjectList",
    .doc = "Objects that stand in the region or reach into it; their own meshes (.bms) are other "
           "files.",
    .example = "SELECT id, asset_id, x, y, z, type_name, world_uid, owned "
               "FROM jmx_objects('samples/nv_61a8.nvm')",
    .identity = {"world_uid"},
    .typical_rows = 100,
    CHILD_ROWS(Jmx, objects),
};

static Value link_target_edge(const Row *row) {
    int16_t edge = load_i16(row->record + JMX_LINK_OTHER_EDGE);
    return edge < 0 ? value_null() : value_integer(edge);
}

static const Column link_columns[] = {
    PARENT("object_id", "jmx_objects", "The object that is linked", Jmx, links),
    REF_AND_RAW(I16, "linked_object", "jmx_objects",
                "The object it is linked to; NULL where that isn't in this file",
                ", where -1 means none", JMX_LINK_OBJECT, Jmx, objects.count,
                .also_called = "LinkedObjID"),
    GET("linked_edge", INTEGER, NULL,
        "Edge of that object's outline, counted in its .bms file; NULL where this file doesn't "
        "know it",
        link_target_edge, .also_called = "LinkedObjEdgeID"),
    RAW(I16, "linked_edge", ", where -1 means none", JMX_LINK_OTHER_EDGE),
    I16("edge", NULL, "Edge of the object's own outline, counted in its .bms file", JMX_LINK_EDGE,
        .also_called = "EdgeID"),
};

const Table jmx_object_links = {
    TABLE("jmx_object_links", jmx_format, link_columns),
    .also_called = "LinkEdge",
    .doc = "Where one can walk from the mesh of one object to that of another.",
    .example = "SELECT object_id, edge, linked_object, linked_edge "
               "FROM jmx_object_links('samples/nv_61a8.nvm')",
    .typical_rows = 50,
    .prepare = jmx_list_links,
    ROWS_OF("object_id", 2, Jmx, links),
};

static Value cell_is_open(const Row *row) {
    const Jmx *jmx = row->document;
    return value_integer(row->index < jmx->open_cell_count);
}

static const Column cell_columns[] = {
    F32("min_x", "units", "Western bound in the region", JMX_CELL_MIN_X,
        .also_called = "cell.Min, NavRect, Rectangle.Min.X"),
    F32("min_z", "units", "Southern bound", JMX_CELL_MIN_Z,
        .also_called = "cell.Min, Rectangle.Min.Y"),
    F32("max_x", "units", "Eastern bound, which isn't part of the cell", JMX_CELL_MAX_X,
        .also_called = "cell.Max, Rectangle.Max.X"),
    F32("max_z", "units", "Northern bound, which isn't part of the cell", JMX_CELL_MAX_Z,
        .also_called = "cell.Max, Rectangle.Max.Y"),
    GET("is_open", INTEGER, NULL, "1 if one can walk there, 0 if it is blocked", cell_is_open),
    U8("object_count", NULL, "Rows of jmx_cell_objects", JMX_CELL_OBJECTS, SHAPES_COUNT,
       .also_called = "cellObjCount, ObjectIndexCount"),
};

const Table jmx_cells = {
    TABLE("jmx_cells", jmx_format, cell_columns),
    .also_called = "RTNavMeshCellQuad, NavCellQuad, QuadCellList",
    .doc = "Cells: rectangles of tiles that are walkable or blocked as a whole.",
    .example = "SELECT is_open, count(*), sum((max_x - min_x) * (max_z - min_z)) AS area "
               "FROM jmx_cells('samples/nv_61a8.nvm') GROUP BY is_open",
    .typical_rows = 800,
    CHILD_ROWS(Jmx, cells),
};

static const Column cell_object_columns[] = {
    PARENT("cell_id", "jmx_cells", "The cell", Jmx, cell_objects),
    REF_AND_RAW(U16, "object_id", "jmx_objects",
                "An object in it; NULL where there is none of that number", "", JMX_CELL_OBJECT,
                Jmx, objects.count, .also_called = "objIndex, ObjectIndices"),
};

const Table jmx_cell_objects = {
    TABLE("jmx_cell_objects", jmx_format, cell_object_columns),
    .doc = "Which objects stand in which cell.",
    .example =
        "SELECT o.asset_id, count(*) AS cells FROM jmx_cell_objects('samples/nv_61a8.nvm') c "
        "JOIN jmx_objects(c.source) o ON o.id = c.object_id GROUP BY o.asset_id",
    .typical_rows = 200,
    .prepare = jmx_list_cell_objects,
    ROWS_OF("cell_id", 2, Jmx, cell_objects),
};
