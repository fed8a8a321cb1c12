/* Tables of Silkroad's lists: assets, names, tiles and enabled regions. jmx_lists.h describes the
** files. */
#include "silkroad/jmx_lists.h"

ROW_RECORD(JmxAsset, asset_of)
ROW_RECORD(JmxName, name_of)
ROW_RECORD(JmxTileTexture, tile_of)
ROW_RECORD(JmxGrass, grass_of)

/* Returns a text of the list, in the encoding of the whole file. */
static Value text_of(const Row *row, JmxText text) {
    const JmxList *list = row->document;
    const uint8_t *bytes = list->document.bytes + text.at;
    if (list->is_utf8) return value_text_of((const char *)bytes, text.length);
    return row_text(row, ENCODING_CP949, bytes, text.length);
}

/* The column has the place of the text in the record. */
static Value list_text(const Row *row, const Column *column) {
    JmxText text;
    memcpy(&text, row->record + column->number, sizeof text);
    return text_of(row, text);
}

static Value asset_path(const Row *row) {
    Value path = text_of(row, asset_of(row)->path);
    if (path.type != VALUE_TEXT || !memchr(path.bytes, '\\', path.length)) return path;
    char *slashed = text_copy(row->scratch, path.bytes, path.length);
    for (uint32_t i = 0; slashed && i < path.length; i++) {
        if (slashed[i] == '\\') slashed[i] = '/';
    }
    return slashed ? value_text_of(slashed, path.length) : value_null();
}

static Value asset_kind(const Row *row) {
    Value path = text_of(row, asset_of(row)->path);
    const char *text = path.bytes;
    uint32_t dot = path.type == VALUE_TEXT ? path.length : 0;
    while (dot && !memchr(".\\/", text[dot - 1], 3)) dot--;
    bool is_named = dot && text[dot - 1] == '.';
    char *kind = is_named ? text_folded(row->scratch, text + dot, path.length - dot) : NULL;
    return kind ? value_text_of(kind, path.length - dot) : value_null();
}

/* Finds the path of an asset by its number. */
static Value numbered_asset(Document *document, Arena *arena, const char *name, size_t length) {
    JmxList *list = (JmxList *)document;
    JmxAsset *assets = list->records.items;
    uint64_t count = list->numbered.count ? 0 : list->records.count;
    for (uint64_t i = 0; i < count; i++) {
        char number[24];
        print_text(number, sizeof number, "%" PRIu64, assets[i].id);
        void **place = map_place(&list->numbered, &document->arena, number, strlen(number));
        if (!place) return value_null();
        if (!*place) *place = &assets[i];
    }
    void **place = map_find(&list->numbered, name, length);
    const Row row = {.document = list, .record = place ? *place : NULL, .scratch = arena};
    return place ? asset_path(&row) : value_null();
}

static const NameList assets = {"object.ifo", "silkroad", &jmx_asset_list_format, numbered_asset,
                                .is_source = true};
#define ASSET_KIND(...)                                                                            \
    { .name = "model", .rule = "silkroad", .below = "navmesh", .above = "/navmesh", __VA_ARGS__ }
static const NameKind asset_file = ASSET_KIND();
const NameKind jmx_numbered_asset = ASSET_KIND(.renamed_by = &assets);

static const Column asset_columns[] = {
    MEMBER(U64, "asset_id", NULL, "The number by which navmeshes refer to it: jmx_objects.asset_id",
           JmxAsset, id, WRITTEN, .also_called = "object.ifo"),
    MEMBER(U32, "flags", NULL, "1 for what one walks on or into, such as gates and inns", JmxAsset,
           flags, WRITTEN),
    GET("path", TEXT, NULL, "Its file below Data/, with / between the parts", asset_path, WRITTEN,
        .nocase = true, .with_nul = true, .names = &asset_file),
    GET("kind", TEXT, NULL, "The ending of its file: bsr, cpd or bms", asset_kind,
        .with_nul = true),
};

static const Table jmx_assets = {
    TABLE("jmx_assets", jmx_asset_list_format, asset_columns),
    .doc = "What Silkroad's assets are (object.ifo): the file of each number that a navmesh names.",
    .example = "SELECT asset_id, flags, path FROM jmx_assets('samples/object.ifo')",
    .typical_rows = 3000,
    ROWS(JmxList, records.items, records.count, sizeof(JmxAsset)),
    OFFSET_MEMBER(JmxAsset, line_at),
    .identity = {"asset_id"},
};

static Value name_region(const Row *row) {
    return value_integer((int64_t)name_of(row)->region_z << 8 | name_of(row)->region_x);
}

static Value name_dungeon(const Row *row) {
    return value_integer(name_of(row)->region_z >= 128);
}

static const Column name_columns[] = {
    MEMBER(U32, "world_uid", NULL,
           "Its id in the world: the region and its id there, or 0xFFFF and a running number",
           JmxName, world_uid, WRITTEN),
    GET("region_id", INTEGER, NULL, "Its region: z << 8 | x", name_region),
    MEMBER(U32, "region_x", "regions", "Column of the region; in dungeons the dungeon", JmxName,
           region_x, WRITTEN),
    MEMBER(U32, "region_z", "regions", "Row of the region; 128 in dungeons", JmxName, region_z,
           WRITTEN),
    GET("is_dungeon", INTEGER, NULL, "1 in dungeons", name_dungeon),
    MEMBER(F32, "x", "region units", "Place in the region, eastwards; NULL where it isn't finite",
           JmxName, x, WRITTEN),
    MEMBER(F32, "y", "region units", "Height; NULL where it isn't finite", JmxName, y, WRITTEN),
    MEMBER(F32, "z", "region units", "Place in the region, northwards; NULL where it isn't finite",
           JmxName, z, WRITTEN),
    MEMBER(F32, "yaw", "radians", "Direction; NULL where it isn't finite", JmxName, yaw, WRITTEN),
    GET_WITH("name", TEXT, NULL, "The name", list_text, offsetof(JmxName, name), WRITTEN,
             .with_nul = true),
    MEMBER(U32, "flags", NULL, "0 in all known files", JmxName, flags, WRITTEN),
};

static const Table jmx_object_strings = {
    TABLE("jmx_object_strings", jmx_name_list_format, name_columns),
    .doc = "Silkroad's places that have a name (objectstring.ifo): gates, and where one arrives.",
    .example = "SELECT name, region_id, x, z FROM jmx_object_strings('samples/objectstring.ifo')",
    .typical_rows = 400,
    ROWS(JmxList, records.items, records.count, sizeof(JmxName)),
    OFFSET_MEMBER(JmxName, line_at),
    .identity = {"world_uid"},
};

static Value tile_type_name(const Row *row) {
    return value_name(jmx_ground_name(tile_of(row)->type));
}

static const NameKind tile_texture = {.name = "texture", .rule = "silkroad", .folder = "tile2d"};

static const Column tile_columns[] = {
    MEMBER(U64, "texture_id", NULL, "The number by which maps refer to it", JmxTileTexture, id,
           WRITTEN),
    MEMBER(U32, "type", NULL, "Kind of ground", JmxTileTexture, type, WRITTEN),
    GET("type_name", TEXT, NULL, "Its name; NULL where none is known", tile_type_name),
    GET_WITH("category", TEXT, NULL, "The editor's category", list_text,
             offsetof(JmxTileTexture, category), WRITTEN, .with_nul = true),
    GET_WITH("texture", TEXT, NULL, "File of the texture", list_text,
             offsetof(JmxTileTexture, texture), WRITTEN, .nocase = true, .with_nul = true,
             .names = &tile_texture),
};

static const Table jmx_tile_textures = {
    TABLE("jmx_tile_textures", jmx_tile_list_format, tile_columns),
    .also_called = "Tile2D.ifo",
    .doc = "Silkroad's ground textures (tile2d.ifo).",
    .example = "SELECT texture_id, type_name, texture FROM jmx_tile_textures('samples/tile2d.ifo')",
    .typical_rows = 700,
    ROWS(JmxList, records.items, records.count, sizeof(JmxTileTexture)),
    OFFSET_MEMBER(JmxTileTexture, line_at),
    .identity = {"texture_id"},
};

static Value grass_texture(const Row *row) {
    const JmxTileTexture *tiles = ((const JmxList *)row->document)->records.items;
    return value_integer((int64_t)tiles[grass_of(row)->tile].id);
}

static const Column grass_columns[] = {
    MEMBER_REF("tile_id", "jmx_tile_textures", "The row of its texture", JmxGrass, tile),
    GET("texture_id", INTEGER, NULL, "The number of its texture", grass_texture),
    MEMBER(U64, "asset_id", NULL, "What is strewn there: jmx_assets.asset_id", JmxGrass, asset_id,
           WRITTEN),
    MEMBER(U64, "amount", NULL, "How many on a tile", JmxGrass, amount, WRITTEN),
};

static const Table jmx_tile_grass = {
    TABLE("jmx_tile_grass", jmx_tile_list_format, grass_columns),
    .doc = "What is strewn on the tiles of a texture (tile2d.ifo).",
    .example = "SELECT texture_id, asset_id, amount FROM jmx_tile_grass('samples/tile2d.ifo')",
    .typical_rows = 200,
    LIST_ROWS_OF("tile_id", 1, JmxList, grass),
    OFFSET_MEMBER(JmxGrass, at),
    .identity = {"tile_id", "asset_id"},
};

static const Column map_columns[] = {
    U16("width", "regions", "Width of the world", JMX_MAP_WIDTH),
    U16("height", "regions", "Height of the world", JMX_MAP_HEIGHT),
    U16("unknown_16", NULL, "Unknown", JMX_MAP_UNKNOWN),
    U16("unknown_18", NULL, "Unknown", JMX_MAP_UNKNOWN + 2),
    U16("unknown_20", NULL, "Unknown", JMX_MAP_UNKNOWN + 4),
    U16("unknown_22", NULL, "Unknown", JMX_MAP_UNKNOWN + 6),
    DOCUMENT_MEMBER(U64, "enabled_count", NULL, "Number of regions that are on", JmxRegionMap,
                    enabled_count),
};

static const Table jmx_region_maps = {
    TABLE("jmx_region_maps", jmx_region_map_format, map_columns),
    .doc = "The header of mapinfo.mfo, which says what regions of the world are on.",
    .example = "SELECT width, height, enabled_count FROM jmx_region_maps('samples/mapinfo.mfo')",
    HEADER_ROW(JmxRegionMap, document.bytes),
};

static uint64_t region_offset(const Row *row) {
    return JMX_MAP_HEADER_BYTES + ((const JmxRegionMap *)row->document)->enabled[row->index] / 8u;
}

static const Column region_columns[] = {
    ITEM(U16, "region_id", NULL, "The region: z << 8 | x, as jmx_regions has it", JmxRegionMap,
         enabled, 0, WRITTEN),
    ITEM(U16, "x", "regions", "Its column", JmxRegionMap, enabled, 0, .bits = 0xFF),
    ITEM(U16, "z", "regions", "Its row", JmxRegionMap, enabled, 0, .bits = 0xFF00),
};

static const Table jmx_enabled_regions = {
    TABLE("jmx_enabled_regions", jmx_region_map_format, region_columns),
    .doc = "The regions of the world that are on (mapinfo.mfo).",
    .example = "SELECT region_id, x, z FROM jmx_enabled_regions('samples/mapinfo.mfo')",
    .typical_rows = 5000,
    COMPUTED(JmxRegionMap, enabled_count),
    .byte_offset = region_offset,
    .identity = {"region_id"},
};

const Module jmx_lists_module = {
    FORMATS(&jmx_asset_list_format, &jmx_name_list_format, &jmx_tile_list_format,
            &jmx_region_map_format),
    TABLES(&jmx_assets, &jmx_object_strings, &jmx_tile_textures, &jmx_tile_grass, &jmx_region_maps,
           &jmx_enabled_regions),
};
