/* SET tables: the tiles of tilesets. set.h describes the format. */
#include "neverwinter/set/set.h"
#include "table/table.h"

static Value text_of(const Row *row, uint32_t section, const char *key) {
    const Set *set = row->document;
    const SetText *text = set_value(set, section, key);
    return text ? row_mixed_text(row, set->document.bytes + text->at, text->length) : value_null();
}

static Value integer_of(const Row *row, uint32_t section, const char *key) {
    int64_t number;
    bool is_number = set_integer(row->document, section, key, &number);
    return is_number ? value_integer(number) : value_null();
}

static Value real_of(const Row *row, uint32_t section, const char *key) {
    double number;
    bool is_number = set_real(row->document, section, key, &number);
    return is_number ? value_real(number) : value_null();
}

static uint64_t offset_of(const Row *row, uint32_t section) {
    const Set *set = row->document;
    return section == SET_NO_SECTION ? NO_OFFSET : set->sections[section].name.at - 1;
}

/* The keys of sections, by the number that columns have as their parameter. */
static const char *const set_keys[] = {
    "Name",
    "Interior",
    "DisplayName",
    "Transition",
    "HasHeightTransition",
    "SelectorHeight",
    "EnvMap",
    "UnlocalizedName",
    "Border",
    "Default",
    "Floor",
    "Model",
    "PathNode",
    "Orientation",
    "ImageMap2D",
    "TopLeft",
    "TopRight",
    "BottomLeft",
    "BottomRight",
    "TopLeftHeight",
    "TopRightHeight",
    "BottomLeftHeight",
    "BottomRightHeight",
    "Top",
    "Right",
    "Bottom",
    "Left",
    "Doors",
    "Type",
    "X",
    "Y",
    "Z",
    "VisibilityNode",
    "VisibilityOrientation",
    "DoorVisibilityNode",
    "Sounds",
    "MainLight1",
    "MainLight2",
    "SourceLight1",
    "SourceLight2",
    "AnimLoop1",
    "AnimLoop2",
    "AnimLoop3",
    "WalkMesh",
    "Version",
};
enum {
    NAME,
    INTERIOR,
    DISPLAY_NAME,
    TRANSITION,
    HAS_TRANSITION,
    SELECTOR_HEIGHT,
    ENV_MAP,
    UNLOCALIZED_NAME,
    BORDER,
    DEFAULT,
    FLOOR,
    MODEL,
    PATH_NODE,
    ORIENTATION,
    IMAGE,
    TOP_LEFT,
    TOP_RIGHT,
    BOTTOM_LEFT,
    BOTTOM_RIGHT,
    TOP_LEFT_HEIGHT,
    TOP_RIGHT_HEIGHT,
    BOTTOM_LEFT_HEIGHT,
    BOTTOM_RIGHT_HEIGHT,
    TOP,
    RIGHT,
    BOTTOM,
    LEFT,
    DOORS,
    TYPE,
    PLACE_X,
    PLACE_Y,
    PLACE_Z,
    VISIBILITY_NODE,
    VISIBILITY_ORIENTATION,
    DOOR_VISIBILITY_NODE,
    SOUNDS,
    MAIN_LIGHT1,
    MAIN_LIGHT2,
    SOURCE_LIGHT1,
    SOURCE_LIGHT2,
    ANIM_LOOP1,
    ANIM_LOOP2,
    ANIM_LOOP3,
    WALKMESH,
    VERSION,
    KEY_COUNT,
};
_Static_assert(LENGTH(set_keys) == KEY_COUNT, "each key has a number");

/* ---- set_files ------------------------------------------------------------------------------- */

static uint32_t general_of(const Row *row) {
    return ((const Set *)row->document)->general;
}

static Value file_text(const Row *row, uint32_t key) {
    return text_of(row, general_of(row), set_keys[key]);
}

static Value file_integer(const Row *row, uint32_t key) {
    return integer_of(row, general_of(row), set_keys[key]);
}

static Value file_real(const Row *row, uint32_t key) {
    return real_of(row, general_of(row), set_keys[key]);
}

static const Column file_columns[] = {
    GET_WITH("name", TEXT, NULL, "Name of the tileset", file_text, NAME, .with_nul = true, WRITTEN),
    GET_WITH("transition", REAL, "metres", "How much a step of a tile's height is", file_real,
             TRANSITION, WRITTEN),
    GET_WITH("interior", INTEGER, NULL, "1 for the inside of buildings", file_integer, INTERIOR,
             WRITTEN),
    GET_WITH("display_name_strref", INTEGER, NULL, "StrRef of its name, see tlk_text; -1: none",
             file_integer, DISPLAY_NAME, WRITTEN),
    MEMBER(U64, "tile_count", NULL, "Tiles, up to the last number", Set, tile_count),
    MEMBER(U64, "door_count", NULL, "Doors of tiles", Set, door_count),
    GET_WITH("version", TEXT, NULL, "Version", file_text, VERSION, .with_nul = true, WRITTEN),
    GET_WITH("has_height_transition", INTEGER, NULL, "1 where tiles can lie at other heights",
             file_integer, HAS_TRANSITION, WRITTEN),
    GET_WITH("environment_map", TEXT, NULL, "Texture that shining surfaces show", file_text,
             ENV_MAP, .nocase = true, .with_nul = true, WRITTEN),
    GET_WITH("unlocalized_name", TEXT, NULL, "Its name in no language", file_text, UNLOCALIZED_NAME,
             .with_nul = true, WRITTEN),
    GET_WITH("selector_height", INTEGER, NULL, "Height at which the toolset shows its cursor",
             file_integer, SELECTOR_HEIGHT, WRITTEN),
    GET_WITH("border", TEXT, NULL, "Terrain around an area", file_text, BORDER, .with_nul = true,
             WRITTEN),
    GET_WITH("default_terrain", TEXT, NULL, "Terrain of a new area", file_text, DEFAULT,
             .with_nul = true, WRITTEN),
    GET_WITH("floor", TEXT, NULL, "Terrain on which one walks", file_text, FLOOR, .with_nul = true,
             WRITTEN),
};

static const Table set_files = {
    .name = "set_files",
    .doc = "What each tileset says of itself, one row for a file.",
    .example = "SELECT file, name, transition, tile_count FROM set_files('samples/*.set')",
    .format = &set_format,
    COLUMNS(file_columns),
    .typical_rows = 1,
    ONE_ROW,
};

/* ---- set_tiles ------------------------------------------------------------------------------- */

static uint32_t tile_section(const Row *row) {
    return ((const SetTile *)(const void *)row->record)->section;
}

static uint64_t tile_offset(const Row *row) {
    return offset_of(row, tile_section(row));
}

static Value tile_text(const Row *row, uint32_t key) {
    return text_of(row, tile_section(row), set_keys[key]);
}

static Value tile_integer(const Row *row, uint32_t key) {
    return integer_of(row, tile_section(row), set_keys[key]);
}

#define TILE_TEXT(name, doc, key)                                                                  \
    GET_WITH(name, TEXT, NULL, doc, tile_text, key, WRITTEN, .with_nul = true)

#define TILE_INTEGER(name, doc, key) GET_WITH(name, INTEGER, NULL, doc, tile_integer, key, WRITTEN)
#define CORNER(name, where, key)     TILE_TEXT(name, "Terrain of the " where " corner", key)
#define CORNER_HEIGHT(name, where, key)                                                            \
    TILE_INTEGER(name, "Height of the " where " corner in steps (set_files.transition)", key)
#define CROSSER(name, where, key)                                                                  \
    TILE_TEXT(name, "What crosses the " where " edge, such as a road", key)

static const Column tile_columns[] = {
    GET_WITH("model", TEXT, NULL, "Name of its model", tile_text, MODEL, WRITTEN, .nocase = true,
             .with_nul = true),
    TILE_TEXT("path_node", "Letter of the ways through it", PATH_NODE),
    TILE_INTEGER("orientation", "Degrees by which these ways are turned", ORIENTATION),
    GET_WITH("image", TEXT, NULL, "Name of its picture on the map", tile_text, IMAGE, WRITTEN,
             .nocase = true, .with_nul = true),
    CORNER("top_left", "north-west", TOP_LEFT),
    CORNER("top_right", "north-east", TOP_RIGHT),
    CORNER("bottom_left", "south-west", BOTTOM_LEFT),
    CORNER("bottom_right", "south-east", BOTTOM_RIGHT),
    CORNER_HEIGHT("top_left_height", "north-west", TOP_LEFT_HEIGHT),
    CORNER_HEIGHT("top_right_height", "north-east", TOP_RIGHT_HEIGHT),
    CORNER_HEIGHT("bottom_left_height", "south-west", BOTTOM_LEFT_HEIGHT),
    CORNER_HEIGHT("bottom_right_height", "south-east", BOTTOM_RIGHT_HEIGHT),
    CROSSER("top", "north", TOP),
    CROSSER("right", "east", RIGHT),
    CROSSER("bottom", "south", BOTTOM),
    CROSSER("left", "west", LEFT),
    TILE_INTEGER("door_count", "Number of its doors, as it says", DOORS),
    TILE_TEXT("walkmesh", "msb01 in all tiles; the walkmesh is the model's", WALKMESH),
    TILE_TEXT("visibility_node", "Letter of what one sees through it", VISIBILITY_NODE),
    TILE_INTEGER("visibility_orientation", "Degrees by which that is turned",
                 VISIBILITY_ORIENTATION),
    TILE_TEXT("door_visibility_node", "The same with its doors open", DOOR_VISIBILITY_NODE),
    TILE_INTEGER("sounds", "Number of its sounds", SOUNDS),
    TILE_INTEGER("main_light1", "1 where it has this light", MAIN_LIGHT1),
    TILE_INTEGER("main_light2", "1 where it has this light", MAIN_LIGHT2),
    TILE_INTEGER("source_light1", "1 where it has this light", SOURCE_LIGHT1),
    TILE_INTEGER("source_light2", "1 where it has this light", SOURCE_LIGHT2),
    TILE_INTEGER("anim_loop1", "1 where it has this animation", ANIM_LOOP1),
    TILE_INTEGER("anim_loop2", "1 where it has this animation", ANIM_LOOP2),
    TILE_INTEGER("anim_loop3", "1 where it has this animation", ANIM_LOOP3),
};

static const Table set_tiles = {
    .name = "set_tiles",
    .doc = "The tiles of tilesets; `id` is the number by which areas refer to a tile. One that the "
           "file leaves out has NULLs.",
    .example = "SELECT id, model, top_left, door_count FROM set_tiles('samples/meadow.set')",
    .format = &set_format,
    COLUMNS(tile_columns),
    .typical_rows = 300,
    ROWS(Set, tiles, tile_count, sizeof(SetTile)),
    .byte_offset = tile_offset,
};

/* ---- set_doors ------------------------------------------------------------------------------- */

static uint32_t door_section(const Row *row) {
    return ((const SetDoor *)(const void *)row->record)->section;
}

static uint64_t door_offset(const Row *row) {
    return offset_of(row, door_section(row));
}

static Value door_tile(const Row *row) {
    const Set *set = row->document;
    return value_reference(((const SetDoor *)(const void *)row->record)->tile, set->tile_count);
}

static Value door_type(const Row *row) {
    return integer_of(row, door_section(row), set_keys[TYPE]);
}

static Value door_real(const Row *row, uint32_t key) {
    return real_of(row, door_section(row), set_keys[key]);
}

static const Column door_columns[] = {
    GET_REF("tile_id", "set_tiles", "Its tile", door_tile),
    MEMBER(U32, "number", NULL, "Its number among the doors of the tile", SetDoor, number),
    GET("type", INTEGER, NULL, "Kind of door, a row of doortypes.2da", door_type, WRITTEN),
    GET_WITH("x", REAL, "metres", "Place from the middle of the tile, eastwards", door_real,
             PLACE_X, WRITTEN),
    GET_WITH("y", REAL, "metres", "Place from the middle of the tile, northwards", door_real,
             PLACE_Y, WRITTEN),
    GET_WITH("z", REAL, "metres", "Height above the tile", door_real, PLACE_Z, WRITTEN),
    GET_WITH("orientation", REAL, "degrees", "Direction", door_real, ORIENTATION, WRITTEN),
};

static const Table set_doors = {
    .name = "set_doors",
    .doc = "Where tiles have doors.",
    .example = "SELECT tile_id, type, x, y, orientation FROM set_doors('samples/meadow.set')",
    .format = &set_format,
    COLUMNS(door_columns),
    .typical_rows = 100,
    ROWS(Set, doors, door_count, sizeof(SetDoor)),
    .indexes = {{.keys = {"tile_id"}, .rows_per_key = 1}},
    .byte_offset = door_offset,
    .identity = {"tile_id", "number"},
};

/* ---- Module ---------------------------------------------------------------------------------- */

static const Format *const set_formats[] = {&set_format};

static const Table *const set_tables[] = {&set_files, &set_tiles, &set_doors};

const Module set_module = {
    MODULE_PARTS(set_formats, format),
    MODULE_PARTS(set_tables, table),
};
