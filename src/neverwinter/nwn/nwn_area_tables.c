/* Tables of areas, their tiles, and blueprints. nwn.h has the definitions. The list of everything
** that the module has is at the end. */
#include "neverwinter/mdl/mdl.h"
#include "neverwinter/nwn/nwn_tables.h"
#include "neverwinter/set/set.h"
#include "neverwinter/names/names.h"
#include "neverwinter/twoda/twoda.h"
#include "neverwinter/walk/walk_tables.h"
#include "scene/glb_call.h"

/* Sets one row for a file, or none; its cells read the document. */
static bool one_row_if(Opening *opening, bool is_there) {
    return opening_set_rows(opening, opening->document, is_there, 0);
}

static bool area_rows(Opening *opening) {
    return one_row_if(opening, nwn_area((const Gff *)opening->document).is_area);
}

static Value area_tile_size(const Row *row) {
    return value_real(nwn_area(row->document).tile_metres);
}

static Value area_interior(const Row *row) {
    Value flags = gff_integer_of(row->document, gff_find(row->document, 0, "Flags"));
    return flags.type == VALUE_INTEGER ? value_integer(flags.integer & 1) : flags;
}

static Value area_tile_count(const Row *row) {
    return value_integer(gff_list(row->document, nwn_area(row->document).tiles).count);
}

/* The game finds files without regard to case. */
#define RESREF(Name, Doc, Label) ROOT_FIELD(TEXT, Name, NULL, Doc, Label, .nocase = true)

static const Column area_columns[] = {
    ROOT_FIELD(TEXT, "tag", NULL, "Its tag", "Tag"),
    RESREF("resref", "Its name as a file, without the ending", "ResRef"),
    ROOT_FIELD(TEXT, "name", NULL,
               "Its name: the English text, masculine or neutral, if there is one, else the first",
               "Name"),
    ROOT_STRREF("name_strref", "Name"),
    ROOT_FIELD(INTEGER, "width", "tiles", "Tiles from west to east", "Width"),
    ROOT_FIELD(INTEGER, "height", "tiles", "Tiles from south to north", "Height"),
    GET("tile_size", REAL, "metres",
        "How large a tile is: 10 in the first game, 9 in interiors of the second; NULL for "
        "exteriors of the second, which have none, and in Knights of the Old Republic",
        area_tile_size),
    RESREF("tileset", "Name of its SET; NULL in the second game", "Tileset"),
    GET("interior", INTEGER, NULL, "1 if it is an interior (bit 0 of flags)", area_interior),
    ROOT_FIELD(INTEGER, "has_terrain", NULL,
               "In the second game: 1 if it is an exterior, which has a terrain", "HasTerrain"),
    ROOT_FIELD(INTEGER, "flags", NULL, "Bit 0 interior, 1 underground, 2 natural", "Flags"),
    RESREF("on_enter", "Name of the script that runs when something enters", "OnEnter"),
    RESREF("on_exit", "Name of the script that runs when something leaves", "OnExit"),
    RESREF("on_heartbeat", "Name of the script that runs every six seconds", "OnHeartbeat"),
    ROOT_FIELD(INTEGER, "load_screen", NULL, "LoadScreenID: a row of loadscreens.2da",
               "LoadScreenID"),
    GET("tile_count", INTEGER, NULL, "Number of tiles in the file", area_tile_count),
};

static const Table nwn_areas = {
    TABLE("nwn_areas", gff_format, area_columns),
    .asked_as = "weather rain snow fog music",
    .doc = "What each area is (.are), one row for a file. Files that aren't areas have no rows.",
    .example =
        "SELECT tag, name, width, height, tile_size, tileset FROM nwn_areas('samples/*.are')",
    .made_of = GFF_MADE_OF,
    .endings = ".are",
    .rows = area_rows,
};

/* A tile of an area, and the area. */
typedef struct Tile {
    uint32_t structure, number;
    bool is_second;
    int64_t width;
} Tile;

static bool tile_rows(Opening *opening) {
    const Gff *gff = (const Gff *)opening->document;
    NwnArea area = nwn_area(gff);
    GffList list = gff_list(gff, area.is_area ? area.tiles : GFF_NONE);
    Tile *tiles = arena_alloc(opening->scratch, list.count, sizeof *tiles);
    if (!tiles) return fail_memory(opening->error, opening->scratch);
    uint64_t count = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t structure = gff_element(&list, i);
        if (!gff_is_element(gff, structure, area.tiles, i)) continue;
        tiles[count++] = (Tile){structure, i, area.is_second, area.width};
        if (arena_interrupted_at(opening->scratch, i)) return fail_interrupted(opening->error);
    }
    return opening_set_rows(opening, tiles, count, sizeof *tiles);
}

ROW_RECORD(Tile, tile_of)

static Value tile_integer(const Row *row, const char *label) {
    return gff_integer_of(row->document, gff_find(row->document, tile_of(row)->structure, label));
}

static Vector stored_place(const Row *row) {
    const Gff *gff = row->document;
    return nwn_struct_vector(gff, gff_find(gff, tile_of(row)->structure, "Position"));
}

/* Returns in which column (axis 0) or row (axis 1) a tile lies; NaN: unknown. */
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
    if (tile_of(row)->is_second) return axis_value(stored_place(row), column->number);
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
    STRUCT_FIELD(INTEGER, "height", "steps",
                 "How high it lies, in steps of the SET's transition; NULL in the second game",
                 "Tile_Height"),
    GET_WITH("z", REAL, "metres", "How high it lies in the second game; NULL in the first",
             tile_place, 2),
};

static const Table nwn_tiles = {
    TABLE("nwn_tiles", gff_format, tile_columns),
    .doc = "Tiles of areas (.are), in the first game the southern row first, each from the west; "
           "exteriors of the second game have none.",
    .example = "SELECT id, \"column\", \"row\", x, y, tile, orientation, height "
               "FROM nwn_tiles('samples/cellar.are')",
    .made_of = GFF_MADE_OF,
    .endings = ".are",
    .typical_rows = 100,
    .rows = tile_rows,
    .byte_offset = nwn_struct_offset,
};

/* Returns the field with a blueprint's own name: TemplateResRef, or ResRef in a type like "UTI". */
static uint32_t template_field(const Gff *gff) {
    if (gff->type[0] != 'U') return GFF_NONE; /* a player's character and a prefab have one, too */
    uint32_t field = gff_find(gff, 0, "TemplateResRef");
    return field == GFF_NONE && gff->type[1] == 'T' ? gff_find(gff, 0, "ResRef") : field;
}

static bool blueprint_rows(Opening *opening) {
    return one_row_if(opening, template_field((const Gff *)opening->document) != GFF_NONE);
}

static Value blueprint_type(const Row *row) {
    return value_text(((const Gff *)row->document)->type);
}

static Value blueprint_template(const Row *row) {
    return gff_text_of(row->document, template_field(row->document), row->scratch);
}

/* FirstName is first, since a creature of the second game also has an empty LocName. */
#define BLUEPRINT_NAMES "FirstName LocalizedName LocName"

static const Column blueprint_columns[] = {
    GET("type", TEXT, NULL,
        "What it is a blueprint of: UTC creature, UTD door, UTE encounter, UTI item, UTM store, "
        "UTP placeable, UTS sound, UTT trigger, UTW waypoint ...",
        blueprint_type),
    GET("template", TEXT, NULL, "The name by which areas refer to it: TemplateResRef, or ResRef",
        blueprint_template, .nocase = true, .with_nul = true),
    ROOT_FIELD(TEXT, "tag", NULL, "Its tag", "Tag"),
    ROOT_FIELD(
        TEXT, "name", NULL,
        "Its name, of a creature the first name: the English text, masculine or neutral, if there "
        "is one, else the first",
        BLUEPRINT_NAMES),
    ROOT_STRREF("strref", BLUEPRINT_NAMES),
    ROOT_FIELD(
        INTEGER, "appearance", NULL,
        "Appearance_Type or Appearance: a row of appearance.2da, placeables.2da, doortypes.2da ...",
        "Appearance_Type Appearance"),
};

static const Table nwn_blueprints = {
    TABLE("nwn_blueprints", gff_format, blueprint_columns),
    .asked_as = "creature item",
    .doc = "Blueprints (.utc, .utp, .uti ...), one row for a file. Other files have no rows.",
    .example =
        "SELECT type, template, tag, name, appearance FROM nwn_blueprints('samples/*.ut[cp]')",
    .made_of = GFF_MADE_OF,
    .endings = GFF_BLUEPRINT_ENDINGS,
    .rows = blueprint_rows,
};

static const Function nwn_functions[] = {
    {"nwn_area_distance", "src, models, x1, y1, x2, y2 [, sets [, git, tables [, doors]]]",
     .doc = "The length of the shortest way over the ground of an area of the first game (.are) in "
            "metres, that of nwn_area_path, which tells where it may be too long. NULL where there "
            "is no way; a place off the ground is an error that names the nearest one on it.",
     .example = "SELECT nwn_area_distance('samples/cellar.are', 'samples/tc_*.mdl', 6, 1, 18, 8)",
     .format = &gff_format, .names_files = true,
     ARGUMENTS(NWN_MODELS, WALK_PLACES_ARGUMENTS, NWN_SETS, NWN_THINGS), .keeps = true,
     .call = nwn_area_distance_call},
    {"nwn_area_glb", "src, models [, sets [, textures]]",
     .doc = "An area of the first game (.are) as binary glTF (.glb), in metres, y is up: the model "
            "of each tile, as in mdl_glb() and at rest, put where the area and its tileset say. "
            "The extras of a tile's node tell where its model isn't found, which is an error if it "
            "is so of all of them. Textures are looked for beside the area and where the models "
            "are. " GLB_TEXTURES_DOC,
     .example = "SELECT length(nwn_area_glb('samples/cellar.are', 'samples/tc_*.mdl')) > 1000",
     .format = &gff_format, .names_files = true,
     ARGUMENTS(NWN_MODELS, NWN_SETS, GLB_TEXTURES_OPTION), .call = nwn_area_glb_call},
};

const Module nwn_module = {
    TABLES(&nwn_objects, &nwn_points, &nwn_spawns, &nwn_variables, &nwn_areas, &nwn_tiles,
           &nwn_transitions, &nwn_blueprints, &nwn_area_vertices, &nwn_area_triangles,
           &nwn_walk_hits, &nwn_area_path, &nwn_area_sight, &nwn_area_nearest, &nwn_area_sheets,
           &nwn_area_components, &nwn_use_points, &nwn_world_path, &nwn_world_areas,
           &nwn_world_transitions),
    MODULE_PARTS(nwn_functions, function),
    .line_names = nwn_line_names,
    .line_name_count = NWN_LINE_NAMES,
    .client = nwn_client,
};
