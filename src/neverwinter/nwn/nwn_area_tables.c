/* Tables of areas, their tiles, and blueprints. nwn.h has the definitions. The list of everything
** that the module has is at the end. */
#include "neverwinter/mdl/mdl.h"
#include "neverwinter/nwn/nwn_glb.h"
#include "neverwinter/nwn/nwn_tables.h"
#include "neverwinter/set/set.h"
#include "scene/glb_call.h"

#include <math.h>

/* ---- Fields of the root ---------------------------------------------------------------------- */

static Value root_text(const Row *row, const char *label) {
    return gff_text_of(row->document, gff_find(row->document, 0, label), row->scratch);
}

static Value root_integer(const Row *row, const char *label) {
    return gff_integer_of(row->document, gff_find(row->document, 0, label));
}

/* The first of several labels that the root has. */
static uint32_t first_of(const Gff *gff, const char *const *labels, size_t count) {
    uint32_t field = GFF_NONE;
    for (size_t i = 0; field == GFF_NONE && i < count; i++) field = gff_find(gff, 0, labels[i]);
    return field;
}

/* One row for a file, or none; its cells read the document. */
static bool one_row_if(Opening *opening, bool is_there) {
    return opening_set_rows(opening, opening->document, is_there, 0);
}

/* ---- nwn_areas ------------------------------------------------------------------------------- */

static bool area_rows(Opening *opening) {
    return one_row_if(opening, nwn_area((const Gff *)opening->document).is_area);
}

static const char *const area_texts[] = {"Tag",     "ResRef", "Name",       "Tileset",
                                         "OnEnter", "OnExit", "OnHeartbeat"};
enum { AREA_TAG, AREA_RESREF, AREA_NAME, AREA_TILESET, AREA_ENTER, AREA_EXIT, AREA_HEARTBEAT };

static Value area_text(const Row *row, const Column *column) {
    return root_text(row, area_texts[column->number]);
}

static const char *const area_numbers[] = {"Width", "Height", "HasTerrain", "Flags",
                                           "LoadScreenID"};
enum { AREA_WIDTH, AREA_HEIGHT, AREA_TERRAIN, AREA_FLAGS, AREA_SCREEN };

static Value area_number(const Row *row, const Column *column) {
    return root_integer(row, area_numbers[column->number]);
}

static Value area_strref(const Row *row) {
    return gff_strref_of(row->document, gff_find(row->document, 0, "Name"));
}

static Value area_tile_size(const Row *row) {
    return value_real(nwn_area(row->document).tile_metres);
}

static Value area_interior(const Row *row) {
    Value flags = root_integer(row, "Flags");
    return flags.type == VALUE_INTEGER ? value_integer(flags.integer & 1) : flags;
}

static Value area_tile_count(const Row *row) {
    uint32_t tiles = nwn_area(row->document).tiles;
    return value_integer(tiles == GFF_NONE ? 0 : gff_list(row->document, tiles).count);
}

#define AREA_TEXT(Name, Doc, Which)                                                                \
    GET_WITH(Name, TEXT, NULL, Doc, area_text, Which, .with_nul = true)
/* The game finds files without regard to case. */
#define AREA_RESREF_TEXT(Name, Doc, Which)                                                         \
    GET_WITH(Name, TEXT, NULL, Doc, area_text, Which, .nocase = true, .with_nul = true)
#define AREA_NUMBER(Name, Unit, Doc, Which) GET_WITH(Name, INTEGER, Unit, Doc, area_number, Which)

static const Column area_columns[] = {
    AREA_TEXT("tag", "Its tag", AREA_TAG),
    AREA_RESREF_TEXT("resref", "Its name as a file, without the ending", AREA_RESREF),
    AREA_TEXT("name",
              "Its name: the English text, masculine or neutral, if there is one, else the first",
              AREA_NAME),
    GET("name_strref", INTEGER, NULL,
        "The string of its name in the game's TLK, with bit 24 in the module's own", area_strref),
    AREA_NUMBER("width", "tiles", "Tiles from west to east", AREA_WIDTH),
    AREA_NUMBER("height", "tiles", "Tiles from south to north", AREA_HEIGHT),
    GET("tile_size", REAL, "metres",
        "How large a tile is: 10 in the first game, 9 in interiors of the second; NULL for "
        "exteriors of the second, which have none",
        area_tile_size),
    AREA_RESREF_TEXT("tileset", "Name of its SET; NULL in the second game", AREA_TILESET),
    GET("interior", INTEGER, NULL, "1 if it is an interior (bit 0 of flags)", area_interior),
    AREA_NUMBER("has_terrain", NULL,
                "In the second game: 1 if it is an exterior, which has a terrain", AREA_TERRAIN),
    AREA_NUMBER("flags", NULL, "Bit 0 interior, 1 underground, 2 natural", AREA_FLAGS),
    AREA_RESREF_TEXT("on_enter", "Name of the script that runs when something enters", AREA_ENTER),
    AREA_RESREF_TEXT("on_exit", "Name of the script that runs when something leaves", AREA_EXIT),
    AREA_RESREF_TEXT("on_heartbeat", "Name of the script that runs every six seconds",
                     AREA_HEARTBEAT),
    AREA_NUMBER("load_screen", NULL, "LoadScreenID: a row of loadscreens.2da", AREA_SCREEN),
    GET("tile_count", INTEGER, NULL, "Number of tiles in the file", area_tile_count),
};

static const Table nwn_areas = {
    .name = "nwn_areas",
    .doc = "What each area is (.are), one row for a file. Files that aren't areas have no rows.",
    .example =
        "SELECT tag, name, width, height, tile_size, tileset FROM nwn_areas('samples/*.are')",
    .format = &gff_format,
    .made_of = GFF_MADE_OF,
    .endings = ".are",
    COLUMNS(area_columns),
    .typical_rows = 1,
    .rows = area_rows,
};

/* ---- nwn_tiles ------------------------------------------------------------------------------- */

/* A tile of an area, and the area. */
typedef struct Tile {
    uint32_t structure, number;
    bool is_second;
    int64_t width;
} Tile;

static bool tile_rows(Opening *opening) {
    const Gff *gff = (const Gff *)opening->document;
    NwnArea area = nwn_area(gff);
    GffList list = {NULL, 0};
    if (area.is_area && area.tiles != GFF_NONE) list = gff_list(gff, area.tiles);
    Tile *tiles = arena_alloc(opening->scratch, list.count, sizeof *tiles);
    if (!tiles) return fail_memory(opening->error, opening->scratch);
    uint64_t count = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t structure = gff_element(&list, i);
        if (!gff_is_element(gff, structure, area.tiles, i)) continue;
        tiles[count++] = (Tile){structure, i, area.is_second, area.width};
        if (arena_interrupted_at(opening->scratch, i)) return fail_interrupted(opening->error);
    }
    *opening->array =
        (Array){.records = tiles, .count = count, .stride = sizeof *tiles, .offset = NO_OFFSET};
    return true;
}

static const Tile *tile_of(const Row *row) {
    return (const Tile *)(const void *)row->record;
}

static Value tile_integer(const Row *row, const char *label) {
    return gff_integer_of(row->document, gff_find(row->document, tile_of(row)->structure, label));
}

static Vector stored_place(const Row *row) {
    static const char *const names[] = {"x", "y", "z"};
    const Gff *gff = row->document;
    uint32_t field = gff_find(gff, tile_of(row)->structure, "Position");
    bool is_struct = field != GFF_NONE && gff_type(gff, field) == GFF_STRUCT;
    return nwn_numbers(gff, is_struct ? gff_child(gff, field) : GFF_NONE, names);
}

/* In which column (0) or row (1) a tile lies; NaN: unknown. */
static double grid_place(const Row *row, uint32_t axis) {
    const Tile *tile = tile_of(row);
    if (tile->is_second) {
        Vector place = stored_place(row);
        return floor((axis == 0 ? place.x : place.y) / NWN2_TILE_METRES);
    }
    if (tile->width <= 0) return (double)NAN;
    return (double)(axis == 0 ? tile->number % tile->width : tile->number / tile->width);
}

static Value tile_grid(const Row *row, const Column *column) {
    double place = grid_place(row, column->number);
    return fabs(place) < 1e9 ? value_integer((int64_t)place) : value_null();
}

static Value tile_place(const Row *row, const Column *column) {
    if (tile_of(row)->is_second) {
        Vector place = stored_place(row);
        return value_real(column->number == 0 ? place.x : column->number == 1 ? place.y : place.z);
    }
    if (column->number == 2) return value_null();
    return value_real((grid_place(row, column->number) + 0.5) * NWN_TILE_METRES);
}

static Value tile_number(const Row *row) {
    return tile_integer(row, tile_of(row)->is_second ? "Appearance" : "Tile_ID");
}

static Value tile_orientation(const Row *row) {
    return tile_integer(row, tile_of(row)->is_second ? "Orientation" : "Tile_Orientation");
}

static Value tile_facing(const Row *row) {
    Value quarters = tile_orientation(row);
    if (quarters.type != VALUE_INTEGER) return quarters;
    return value_real((double)quarters.integer * acos(0));
}

static Value tile_height(const Row *row) {
    return tile_integer(row, "Tile_Height");
}

static uint64_t tile_offset(const Row *row) {
    const Gff *gff = row->document;
    return gff_struct_offset(gff, tile_of(row)->structure);
}

static const Column tile_columns[] = {
    GET_WITH("column", INTEGER, "tiles", "Column, from the west", tile_grid, 0),
    GET_WITH("row", INTEGER, "tiles", "Row, from the south", tile_grid, 1),
    GET_WITH("x", REAL, "metres", "Its centre, to the east", tile_place, 0),
    GET_WITH("y", REAL, "metres", "Its centre, to the north", tile_place, 1),
    GET("tile", INTEGER, NULL,
        "What lies there: Tile_ID, a tile of the SET, or in the second game Appearance, a row of "
        "tiles.2da",
        tile_number),
    GET("orientation", INTEGER, NULL, "Quarter turns counter-clockwise about its centre, 0 to 3",
        tile_orientation),
    GET("facing", REAL, "radians", "The same as an angle", tile_facing),
    GET("height", INTEGER, "steps",
        "How high it lies, in steps of the SET's transition; NULL in the second game", tile_height),
    GET_WITH("z", REAL, "metres", "How high it lies in the second game; NULL in the first",
             tile_place, 2),
};

static const Table nwn_tiles = {
    .name = "nwn_tiles",
    .doc = "Tiles of areas (.are), in the first game the southern row first, each from the west; "
           "exteriors of the second game have none.",
    .example = "SELECT id, \"column\", \"row\", x, y, tile, orientation, height "
               "FROM nwn_tiles('samples/cellar.are')",
    .format = &gff_format,
    .made_of = GFF_MADE_OF,
    .endings = ".are",
    COLUMNS(tile_columns),
    .typical_rows = 100,
    .rows = tile_rows,
    .byte_offset = tile_offset,
};

/* ---- nwn_blueprints -------------------------------------------------------------------------- */

/* A blueprint names itself: TemplateResRef, or ResRef in a file of a type that begins with UT. */
static uint32_t template_field(const Gff *gff) {
    uint32_t field = gff_find(gff, 0, "TemplateResRef");
    bool is_template = gff->type[0] == 'U' && gff->type[1] == 'T';
    return field == GFF_NONE && is_template ? gff_find(gff, 0, "ResRef") : field;
}

static bool blueprint_rows(Opening *opening) {
    return one_row_if(opening, template_field((const Gff *)opening->document) != GFF_NONE);
}

/* A creature of the second game has an empty LocName, too. */
static uint32_t blueprint_name_field(const Gff *gff) {
    static const char *const labels[] = {"FirstName", "LocalizedName", "LocName"};
    return first_of(gff, labels, LENGTH(labels));
}

static Value blueprint_type(const Row *row) {
    return value_text(((const Gff *)row->document)->type);
}

static Value blueprint_template(const Row *row) {
    return gff_text_of(row->document, template_field(row->document), row->scratch);
}

static Value blueprint_tag(const Row *row) {
    return root_text(row, "Tag");
}

static Value blueprint_name(const Row *row) {
    return gff_text_of(row->document, blueprint_name_field(row->document), row->scratch);
}

static Value blueprint_strref(const Row *row) {
    return gff_strref_of(row->document, blueprint_name_field(row->document));
}

static Value blueprint_appearance(const Row *row) {
    static const char *const labels[] = {"Appearance_Type", "Appearance"};
    return gff_integer_of(row->document, first_of(row->document, labels, LENGTH(labels)));
}

static const Column blueprint_columns[] = {
    GET("type", TEXT, NULL,
        "What it is a blueprint of: UTC creature, UTD door, UTE encounter, UTI item, UTM store, "
        "UTP placeable, UTS sound, UTT trigger, UTW waypoint ...",
        blueprint_type),
    GET("template", TEXT, NULL, "The name by which areas refer to it: TemplateResRef, or ResRef",
        blueprint_template, .nocase = true, .with_nul = true),
    GET("tag", TEXT, NULL, "Its tag", blueprint_tag, .with_nul = true),
    GET("name", TEXT, NULL,
        "Its name, of a creature the first name: the English text, masculine or neutral, if there "
        "is one, else the first",
        blueprint_name, .with_nul = true),
    GET("strref", INTEGER, NULL,
        "The string of its name in the game's TLK, with bit 24 in the module's own",
        blueprint_strref),
    GET("appearance", INTEGER, NULL,
        "Appearance_Type or Appearance: a row of appearance.2da, placeables.2da, doortypes.2da ...",
        blueprint_appearance),
};

static const Table nwn_blueprints = {
    .name = "nwn_blueprints",
    .doc = "Blueprints (.utc, .utp, .uti ...), one row for a file. Other files have no rows.",
    .example =
        "SELECT type, template, tag, name, appearance FROM nwn_blueprints('samples/*.ut[cp]')",
    .format = &gff_format,
    .made_of = GFF_MADE_OF,
    .endings = GFF_BLUEPRINT_ENDINGS,
    COLUMNS(blueprint_columns),
    .typical_rows = 1,
    .rows = blueprint_rows,
};

/* ---- Functions ------------------------------------------------------------------------------- */

static const Argument glb_arguments[] = {NWN_MODELS, NWN_SETS, GLB_TEXTURES};

static const Function nwn_functions[] = {
    {.name = "nwn_area_glb",
     .signature = "nwn_area_glb(src, models [, sets [, textures]])",
     .doc = "An area of the first game (.are) as binary glTF (.glb), in metres, y is up: the model "
            "of each tile, as in mdl_glb() and at rest, put where the area and its tileset say. "
            "The extras of a tile's node tell where its model isn't found, which is an error if it "
            "is so of all of them. Textures are looked for beside the area and where the models "
            "are. " GLB_TEXTURES_DOC,
     .example = "SELECT length(nwn_area_glb('samples/cellar.are', 'samples/tc_*.mdl')) > 1000",
     .least = 2,
     .most = 4,
     .format = &gff_format,
     .names_files = true,
     ARGUMENTS(glb_arguments),
     .call = nwn_area_glb_call},
};

/* ---- Module ---------------------------------------------------------------------------------- */

static const Table *const nwn_tables[] = {
    &nwn_objects,       &nwn_points,         &nwn_spawns,      &nwn_variables,
    &nwn_areas,         &nwn_tiles,          &nwn_transitions, &nwn_blueprints,
    &nwn_area_vertices, &nwn_area_triangles, &nwn_walk_hits,
};

const Module nwn_module = {
    MODULE_PARTS(nwn_tables, table),
    MODULE_PARTS(nwn_functions, function),
};
