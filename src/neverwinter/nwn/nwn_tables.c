/* Tables of what GFF files of Neverwinter Nights mean. nwn.h has the definitions; the list of
** everything that the module has is in nwn_area_tables.c. */
#include "neverwinter/nwn/nwn_tables.h"

/* Finds the first of several labels, with blanks between them, that a struct has. */
static uint32_t first_of(const Gff *gff, uint32_t structure, const char *labels) {
    uint32_t field = GFF_NONE;
    for (size_t length; field == GFF_NONE && *labels; labels += length + (labels[length] == ' ')) {
        char label[GFF_LABEL_BYTES + 1] = {0};
        length = strcspn(labels, " ");
        memcpy(label, labels, length);
        field = gff_find(gff, structure, label);
    }
    return field;
}

static Value value_of(const Row *row, uint32_t structure, const Column *column) {
    const Gff *gff = row->document;
    uint32_t field = first_of(gff, structure, column->word);
    switch (column->type) {
    case TEXT: return gff_text_of(gff, field, row->scratch);
    case REAL: return gff_real_of(gff, field);
    case INTEGER: return gff_integer_of(gff, field);
    default: return field == GFF_NONE ? value_null() : gff_value(gff, field, row->scratch);
    }
}

Value nwn_root_value(const Row *row, const Column *column) {
    return value_of(row, 0, column);
}

static uint32_t structure_of(const Row *row) {
    return *(const uint32_t *)(const void *)row->record;
}

Value nwn_struct_value(const Row *row, const Column *column) {
    return value_of(row, structure_of(row), column);
}

uint64_t nwn_struct_offset(const Row *row) {
    return gff_struct_offset(row->document, structure_of(row));
}

Value nwn_root_strref(const Row *row, const Column *column) {
    return gff_strref_of(row->document, first_of(row->document, 0, column->word));
}

/* Finds the rows of the NwnPlacedList that the table's number is. */
static bool placed_rows(Opening *opening) {
    Gff *gff = (Gff *)opening->document;
    NwnPlacedList list = (NwnPlacedList)opening->table->number;
    if (!nwn_list_placed(gff, opening->error)) return false;
    return opening_set_rows(opening, gff->placed->lists[list].items, nwn_count(gff, list),
                            nwn_placed_bytes(list));
}
#define PLACED_ROWS(list)                                                                          \
    .made_of = GFF_MADE_OF, .rows = placed_rows, .number = list, .byte_offset = nwn_struct_offset

ROW_RECORD(NwnObject, object_of)

static Value object_kind(const Row *row) {
    return value_name(nwn_kinds[object_of(row)->kind].kind);
}

static Value object_list(const Row *row) {
    return value_name(nwn_kinds[object_of(row)->kind].list);
}

/* Returns the value of the field with the label column->number, or else with column->offset. */
static Value object_value(const Row *row, const Column *column) {
    const uint32_t *fields = object_of(row)->fields;
    uint32_t field = fields[column->number];
    if (field == GFF_NONE && column->offset) field = fields[column->offset];
    return column->type == TEXT ? gff_text_of(row->document, field, row->scratch)
                                : gff_integer_of(row->document, field);
}

static Value object_name(const Row *row) {
    return gff_text_of(row->document, nwn_name_field(object_of(row)), row->scratch);
}

static Value object_strref(const Row *row) {
    return gff_strref_of(row->document, nwn_name_field(object_of(row)));
}

static Value object_place(const Row *row, const Column *column) {
    return axis_value(nwn_place(row->document, object_of(row)), column->number);
}

static Value object_facing(const Row *row) {
    return value_real(nwn_facing(row->document, object_of(row)));
}

static Value object_link_kind(const Row *row) {
    return value_name(nwn_link_kind(row->document, object_of(row)));
}

static Value object_trigger_type(const Row *row) {
    const NwnObject *object = object_of(row);
    if (object->kind != NWN_TRIGGER) return value_null();
    return gff_integer_of(row->document, object->fields[NWN_TYPE]);
}

static Value object_corners(const Row *row) {
    const Gff *gff = row->document;
    uint32_t field = object_of(row)->fields[NWN_GEOMETRY];
    return gff_is(gff, field, GFF_LIST) ? value_integer(gff_list(gff, field).count) : value_null();
}

static Value object_guid(const Row *row) {
    const Gff *gff = row->document;
    uint32_t field = object_of(row)->fields[NWN_GUID];
    return gff_is(gff, field, GFF_VOID) ? gff_value(gff, field, row->scratch) : value_null();
}

static Value object_scale(const Row *row, const Column *column) {
    uint32_t field = object_of(row)->fields[NWN_SCALE];
    return axis_value(nwn_struct_vector(row->document, field), column->number);
}

static const Column object_columns[] = {
    GET("kind", TEXT, NULL,
        "creature, door, encounter, item, placeable, sound, store, trigger, waypoint, light, "
        "environment, tree, placed_effect, camera or static_camera",
        object_kind),
    GET("list", TEXT, NULL, "Label of its list", object_list),
    MEMBER(U32, "list_index", NULL, "Its number in that list, by which the GIC has its comment",
           NwnObject, list_index),
    MEMBER_REF("struct_id", "gff_structs", "Its struct", NwnObject, structure),
    GET_WITH("tag", TEXT, NULL, "Its tag, by which scripts and transitions find it", object_value,
             NWN_TAG, .with_nul = true),
    GET_WITH("template", TEXT, NULL,
             "Name of the blueprint from which it was made: TemplateResRef, or ResRef of a store",
             object_value, NWN_TEMPLATE, .offset = NWN_RESREF, .nocase = true, .with_nul = true),
    GET("name", TEXT, NULL,
        "Its name, of a creature the first name: the English text, masculine or neutral, if there "
        "is one, else the first",
        object_name, .with_nul = true),
    GET("name_strref", INTEGER, NULL,
        "The string of its name in the game's TLK, with bit 24 in the module's own", object_strref),
    GET_WITH("x", REAL, METERS, "Position, to the east", object_place, 0),
    GET_WITH("y", REAL, METERS, "Position, to the north", object_place, 1),
    GET_WITH("z", REAL, METERS, "Height, up", object_place, 2),
    GET("facing", REAL, "radians",
        "Where it faces, counter-clockwise. Creatures, waypoints and items face that far from the "
        "east; doors, placeables and what has a quaternion are turned that far from how their "
        "models lie. NULL where it isn't stored, isn't a number, or isn't about the vertical only",
        object_facing),
    GET_WITH(
        "appearance", INTEGER, NULL,
        "Appearance_Type or Appearance: a row of appearance.2da, placeables.2da, doortypes.2da ...",
        object_value, NWN_APPEARANCE_TYPE, .offset = NWN_APPEARANCE),
    GET_WITH("faction", INTEGER, NULL, "FactionID or Faction: a row of FactionList in repute.fac",
             object_value, NWN_FACTION_ID, .offset = NWN_FACTION),
    GET_WITH("conversation", TEXT, NULL, "Name of the dialogue that it begins", object_value,
             NWN_CONVERSATION, .nocase = true, .with_nul = true),
    GET_WITH("linked_to", TEXT, NULL,
             "The tag to which a door or trigger leads; empty: it leads nowhere", object_value,
             NWN_LINKED_TO, .with_nul = true),
    GET("linked_to_kind", TEXT, NULL,
        "door or waypoint, as LinkedToFlags say of that tag; NULL: they don't", object_link_kind),
    GET("trigger_type", INTEGER, NULL,
        "Of a trigger: 0 generic, 1 area transition, 2 trap, 3 unknown; else NULL",
        object_trigger_type),
    GET_WITH("load_screen", INTEGER, NULL, "LoadScreenID: a row of loadscreens.2da", object_value,
             NWN_LOAD_SCREEN),
    GET_WITH("map_note", TEXT, NULL, "Of a waypoint: the note that the map shows", object_value,
             NWN_MAP_NOTE, .with_nul = true),
    GET("geometry_count", INTEGER, NULL,
        "Corners of the outline of a trigger or encounter; NULL where it has no list of them",
        object_corners),
    GET("guid", BLOB, NULL, "Its number in the second game, 16 bytes", object_guid),
    GET_WITH("scale_x", REAL, NULL, "How much larger it is drawn, in x", object_scale, 0),
    GET_WITH("scale_y", REAL, NULL, "How much larger it is drawn, in y", object_scale, 1),
    GET_WITH("scale_z", REAL, NULL, "How much larger it is drawn, in z", object_scale, 2),
    GET_WITH("linked_to_flags", INTEGER, NULL, "LinkedToFlags as stored: 1 a door, 2 a waypoint",
             object_value, NWN_LINKED_TO_FLAGS, .hidden = true),
};

const Table nwn_objects = {
    TABLE("nwn_objects", gff_format, object_columns),
    .asked_as = "creature chest treasure door sound merchant",
    .doc = "What stands on an area (.git): each object of its lists. Comments (.gic) and files "
           "without such lists have no rows.",
    .example =
        "SELECT kind, tag, template, name, x, y, z, facing FROM nwn_objects('samples/*.git')",
    .endings = ".git",
    .typical_rows = 100,
    PLACED_ROWS(NWN_OBJECTS),
};

ROW_RECORD(NwnPart, part_of)

static Value point_place(const Row *row, const Column *column) {
    return axis_value(nwn_point_place(row->document, part_of(row), false), column->number);
}

static Value point_stored(const Row *row, const Column *column) {
    return axis_value(nwn_point_place(row->document, part_of(row), true), column->number);
}

static const Column point_columns[] = {
    MEMBER_REF("object_id", "nwn_objects", "The trigger or encounter", NwnPart, object),
    MEMBER(U32, "corner", NULL, "Number of the corner, from 0", NwnPart, number),
    GET_WITH("x", REAL, METERS, "Where it is, to the east", point_place, 0),
    GET_WITH("y", REAL, METERS, "Where it is, to the north", point_place, 1),
    GET_WITH("z", REAL, METERS, "Its height, up", point_place, 2),
    GET_WITH("dx", REAL, METERS, "How far it is from the object, to the east, as stored",
             point_stored, 0),
    GET_WITH("dy", REAL, METERS, "How far it is from the object, to the north, as stored",
             point_stored, 1),
    GET_WITH("dz", REAL, METERS, "How far it is from the object, up, as stored", point_stored, 2),
};

const Table nwn_points = {
    TABLE("nwn_points", gff_format, point_columns),
    .doc =
        "Corners of the outlines of triggers and encounters, in order; the last one is joined to "
        "the first.",
    .example = "SELECT o.tag, p.corner, p.x, p.y FROM nwn_objects('samples/cellar.git') o "
               "JOIN nwn_points(o.source) p ON p.object_id = o.id",
    .endings = ".git",
    .typical_rows = 60,
    PLACED_ROWS(NWN_POINTS),
    .indexes = {{.keys = {"object_id"}, .rows_per_key = 5}},
};

static const Column spawn_columns[] = {
    MEMBER_REF("object_id", "nwn_objects", "The encounter", NwnPart, object),
    GET_WITH("x", REAL, METERS, "Where it is, to the east", point_stored, 0),
    GET_WITH("y", REAL, METERS, "Where it is, to the north", point_stored, 1),
    GET_WITH("z", REAL, METERS, "Its height, up", point_stored, 2),
    STRUCT_FIELD(REAL, "facing", "radians",
                 "Where creatures face that appear there, counter-clockwise from the east",
                 "Orientation"),
};

const Table nwn_spawns = {
    TABLE("nwn_spawns", gff_format, spawn_columns),
    .doc = "Where the creatures of encounters appear.",
    .example = "SELECT object_id, x, y, z, facing FROM nwn_spawns('samples/cellar.git')",
    .endings = ".git",
    .typical_rows = 20,
    PLACED_ROWS(NWN_SPAWNS),
    .indexes = {{.keys = {"object_id"}, .rows_per_key = 3}},
};

static const Column variable_columns[] = {
    MEMBER_REF("object_id", "nwn_objects", "The object; NULL: the area, or the file itself",
               NwnPart, object),
    STRUCT_FIELD(TEXT, "name", NULL, "Its name", "Name"),
    STRUCT_FIELD(INTEGER, "type", NULL, "1 an integer, 2 a float, 3 a text", "Type"),
    STRUCT_FIELD(ANY, "value", NULL, "Its value, as it is stored", "Value"),
};

const Table nwn_variables = {
    TABLE("nwn_variables", gff_format, variable_columns),
    .doc = "Variables that scripts read, of areas, of what stands on them, and of blueprints "
           "(VarTable).",
    .example = "SELECT object_id, name, type, value FROM nwn_variables('samples/*.git')",
    .endings = GFF_ENDINGS,
    .typical_rows = 20,
    PLACED_ROWS(NWN_OBJECT_VARIABLES),
};
