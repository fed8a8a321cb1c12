/* SET tables: the tiles of tilesets. set.h describes the format. */
#include "neverwinter/set/set.h"
#include "neverwinter/names/names.h"

/* Returns the value of key column->word in the section that the record has at column->offset. */
static Value value_of_key(const Row *row, const Column *column) {
    const Set *set = row->document;
    uint32_t section;
    int64_t integer;
    double real;
    memcpy(&section, row->record + column->offset, sizeof section);
    switch (column->type) {
    case INTEGER:
        return set_integer(set, section, column->word, &integer) ? value_integer(integer)
                                                                 : value_null();
    case REAL: return set_real(set, section, column->word, &real) ? value_real(real) : value_null();
    default: {
        const SetText *text = set_value(set, section, column->word);
        return text ? row_mixed_text(row, ENCODING_CP1252, set->document.bytes + text->at,
                                     text->length)
                    : value_null();
    }
    }
}

/* KEY(TEXT, "name", NULL, "Name of the tileset", Set, general, "Name"): the key "Name" of the
** section that the member `general` numbers. */
#define KEY(Type, Name, Unit, Doc, Struct, Section, ...)                                           \
    {                                                                                              \
        .name = Name, .unit = Unit, .doc = Doc, .kind = CELL_GET_WITH, .type = Type,               \
        .get_with = value_of_key, .with_nul = Type == TEXT, WRITTEN,                               \
        .offset = offsetof(Struct, Section), .word = __VA_ARGS__                                   \
    }

/* Returns where the section of a tile or a door lies; the record begins with its number. */
static uint64_t section_offset(const Row *row) {
    const Set *set = row->document;
    uint32_t section = *(const uint32_t *)(const void *)row->record;
    return section == SET_NO_SECTION ? NO_OFFSET : set->sections[section].name.at - 1;
}

static const Column file_columns[] = {
    KEY(TEXT, "name", NULL, "Name of the tileset", Set, general, "Name"),
    KEY(REAL, "transition", "metres", "How much a step of a tile's height is", Set, general,
        "Transition"),
    KEY(INTEGER, "interior", NULL, "1 for the inside of buildings", Set, general, "Interior"),
    KEY(INTEGER, "display_name_strref", NULL, "StrRef of its name, see tlk_text; -1: none", Set,
        general, "DisplayName"),
    MEMBER(U64, "tile_count", NULL, "Tiles, up to the last number", Set, tile_count),
    MEMBER(U64, "door_count", NULL, "Doors of tiles", Set, door_count),
    KEY(TEXT, "version", NULL, "Version", Set, general, "Version"),
    KEY(INTEGER, "has_height_transition", NULL, "1 where tiles can lie at other heights", Set,
        general, "HasHeightTransition"),
    KEY(TEXT, "environment_map", NULL, "Texture that shining surfaces show", Set, general, "EnvMap",
        .nocase = true, .names = &nwn_shine),
    KEY(TEXT, "unlocalized_name", NULL, "Its name in no language", Set, general, "UnlocalizedName"),
    KEY(INTEGER, "selector_height", NULL, "Height at which the toolset shows its cursor", Set,
        general, "SelectorHeight"),
    KEY(TEXT, "border", NULL, "Terrain around an area", Set, general, "Border"),
    KEY(TEXT, "default_terrain", NULL, "Terrain of a new area", Set, general, "Default"),
    KEY(TEXT, "floor", NULL, "Terrain on which one walks", Set, general, "Floor"),
};

static const Table set_files = {
    TABLE("set_files", set_format, file_columns),
    .doc = "What each tileset says of itself, one row for a file.",
    .example = "SELECT file, name, transition, tile_count FROM set_files('samples/*.set')",
    ONE_ROW,
};

#define TILE_TEXT(name, doc, key)    KEY(TEXT, name, NULL, doc, SetTile, section, key)
#define TILE_INTEGER(name, doc, key) KEY(INTEGER, name, NULL, doc, SetTile, section, key)
#define CORNER(name, where, key)     TILE_TEXT(name, "Terrain of the " where " corner", key)
#define CORNER_HEIGHT(name, where, key)                                                            \
    TILE_INTEGER(name, "Height of the " where " corner in steps (set_files.transition)", key)
#define CROSSER(name, where, key)                                                                  \
    TILE_TEXT(name, "What crosses the " where " edge, such as a road", key)

static const Column tile_columns[] = {
    KEY(TEXT, "model", NULL, "Name of its model", SetTile, section, "Model", .nocase = true,
        .names = &nwn_model),
    TILE_TEXT("path_node", "Letter of the ways through it", "PathNode"),
    TILE_INTEGER("orientation", "Degrees by which these ways are turned", "Orientation"),
    KEY(TEXT, "image", NULL, "Name of its picture on the map", SetTile, section, "ImageMap2D",
        .nocase = true, .names = &nwn_minimap),
    CORNER("top_left", "north-west", "TopLeft"),
    CORNER("top_right", "north-east", "TopRight"),
    CORNER("bottom_left", "south-west", "BottomLeft"),
    CORNER("bottom_right", "south-east", "BottomRight"),
    CORNER_HEIGHT("top_left_height", "north-west", "TopLeftHeight"),
    CORNER_HEIGHT("top_right_height", "north-east", "TopRightHeight"),
    CORNER_HEIGHT("bottom_left_height", "south-west", "BottomLeftHeight"),
    CORNER_HEIGHT("bottom_right_height", "south-east", "BottomRightHeight"),
    CROSSER("top", "north", "Top"),
    CROSSER("right", "east", "Right"),
    CROSSER("bottom", "south", "Bottom"),
    CROSSER("left", "west", "Left"),
    TILE_INTEGER("door_count", "Number of its doors, as it says", "Doors"),
    TILE_TEXT("walkmesh", "msb01 in all tiles; the walkmesh is the model's", "WalkMesh"),
    TILE_TEXT("visibility_node", "Letter of what one sees through it", "VisibilityNode"),
    TILE_INTEGER("visibility_orientation", "Degrees by which that is turned",
                 "VisibilityOrientation"),
    TILE_TEXT("door_visibility_node", "The same with its doors open", "DoorVisibilityNode"),
    TILE_INTEGER("sounds", "Number of its sounds", "Sounds"),
    TILE_INTEGER("main_light1", "1 where it has this light", "MainLight1"),
    TILE_INTEGER("main_light2", "1 where it has this light", "MainLight2"),
    TILE_INTEGER("source_light1", "1 where it has this light", "SourceLight1"),
    TILE_INTEGER("source_light2", "1 where it has this light", "SourceLight2"),
    TILE_INTEGER("anim_loop1", "1 where it has this animation", "AnimLoop1"),
    TILE_INTEGER("anim_loop2", "1 where it has this animation", "AnimLoop2"),
    TILE_INTEGER("anim_loop3", "1 where it has this animation", "AnimLoop3"),
};

static const Table set_tiles = {
    TABLE("set_tiles", set_format, tile_columns),
    .has_global_ids = true,
    .doc = "The tiles of tilesets; `id` is the number by which areas refer to a tile. One that the "
           "file leaves out has NULLs.",
    .example = "SELECT id, model, top_left, door_count FROM set_tiles('samples/meadow.set')",
    .typical_rows = 300,
    ROWS(Set, tiles, tile_count, sizeof(SetTile)),
    .byte_offset = section_offset,
};

static const Column door_columns[] = {
    MEMBER_REF("tile_id", "set_tiles", "Its tile", SetDoor, tile),
    MEMBER(U32, "number", NULL, "Its number among the doors of the tile", SetDoor, number, WRITTEN),
    KEY(INTEGER, "type", NULL, "Kind of door, a row of doortypes.2da", SetDoor, section, "Type"),
    KEY(REAL, "x", "metres", "Place from the middle of the tile, eastwards", SetDoor, section, "X"),
    KEY(REAL, "y", "metres", "Place from the middle of the tile, northwards", SetDoor, section,
        "Y"),
    KEY(REAL, "z", "metres", "Height above the tile", SetDoor, section, "Z"),
    KEY(REAL, "orientation", "degrees", "Direction", SetDoor, section, "Orientation"),
};

static const Table set_doors = {
    TABLE("set_doors", set_format, door_columns),
    .doc = "Where tiles have doors.",
    .example = "SELECT tile_id, type, x, y, orientation FROM set_doors('samples/meadow.set')",
    .typical_rows = 100,
    ROWS(Set, doors, door_count, sizeof(SetDoor)),
    .indexes = {{.keys = {"tile_id"}, .rows_per_key = 1}},
    .byte_offset = section_offset,
    .identity = {"tile_id", "number"},
};

/* Counts the odd numbers of a section under the keys of a table's columns. */
static void count_odd(const Set *set, const Table *table, uint32_t section, Sightings *odd) {
    for (int i = 0; i < table->column_count; i++) {
        const Column *column = &table->columns[i];
        if (column->get_with != value_of_key || column->type == TEXT) continue;
        const SetText *text = set_value(set, section, column->word);
        bool is_odd = text && text->length && !set_is_number(set, *text, column->type == INTEGER);
        sightings_add(odd, is_odd, text ? text->at : 0);
    }
}

bool set_count_odd_numbers(const Set *set, Sightings *odd, Error *error) {
    count_odd(set, &set_files, set->general, odd);
    for (uint64_t i = 0; i < set->tile_count; i++) {
        count_odd(set, &set_tiles, set->tiles[i].section, odd);
        if (arena_interrupted_at(&set->document.arena, i)) return fail_interrupted(error);
    }
    for (uint64_t i = 0; i < set->door_count; i++) {
        count_odd(set, &set_doors, set->doors[i].section, odd);
        if (arena_interrupted_at(&set->document.arena, i)) return fail_interrupted(error);
    }
    return true;
}

const Module set_module = {
    FORMATS(&set_format),
    TABLES(&set_files, &set_tiles, &set_doors),
};
