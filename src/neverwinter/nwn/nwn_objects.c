/* What stands on an area: see nwn.h. */
#include "neverwinter/nwn/nwn.h"

const NwnKindName nwn_kinds[NWN_KINDS] = {
    [NWN_CREATURE] = {"creature", "Creature List"},
    [NWN_DOOR] = {"door", "Door List"},
    [NWN_ENCOUNTER] = {"encounter", "Encounter List"},
    [NWN_ITEM] = {"item", "List"},
    [NWN_PLACEABLE] = {"placeable", "Placeable List"},
    [NWN_SOUND] = {"sound", "SoundList"},
    [NWN_STORE] = {"store", "StoreList"},
    [NWN_TRIGGER] = {"trigger", "TriggerList"},
    [NWN_WAYPOINT] = {"waypoint", "WaypointList"},
    [NWN_LIGHT] = {"light", "LightList"},
    [NWN_ENVIRONMENT] = {"environment", "EnvironmentList"},
    [NWN_TREE] = {"tree", "TreeList"},
    [NWN_PLACED_EFFECT] = {"placed_effect", "PlacedFXList"},
    [NWN_CAMERA] = {"camera", "CameraList"},
    [NWN_STATIC_CAMERA] = {"static_camera", "StaticCameraList"},
};

static const char *const labels[NWN_LABELS] = {
#define LABEL(number, label) [number] = label,
    NWN_OBJECT_LABELS(LABEL)
#undef LABEL
};

/* ---- Listing --------------------------------------------------------------------------------- */

typedef struct Listing {
    Gff *gff;
    Error *error;
    Arena *arena;
    NwnPlaced *placed;
    uint8_t *meanings; /* by label of the file: an NwnLabel; NWN_LABELS: none */
} Listing;

/* Finds which NwnLabel each label of the file is, so that fields needn't be compared by text. */
static void find_meanings(const Gff *gff, uint8_t *meanings) {
    for (uint64_t i = 0; i < gff->label_count; i++) {
        const GffLabel *own = &gff->labels[i];
        unsigned meaning = 0;
        while (meaning < NWN_LABELS && (strlen(labels[meaning]) != own->length ||
                                        memcmp(labels[meaning], own->text, own->length) != 0)) {
            meaning++;
        }
        meanings[i] = (uint8_t)meaning;
    }
}

static void find_fields(const Listing *listing, NwnObject *object) {
    const Gff *gff = listing->gff;
    GffFields fields = gff_fields_of(gff, object->structure);
    memset(object->fields, 0xFF, sizeof object->fields);
    for (uint32_t i = 0; i < fields.count; i++) {
        uint32_t field = gff_field_at(&fields, i);
        if (gff->owners[field] != object->structure) continue;
        unsigned meaning = listing->meanings[load_u32(gff_field(gff, field) + GFF_FIELD_LABEL)];
        if (meaning < NWN_LABELS && (gff->json || object->fields[meaning] == GFF_NONE)) {
            object->fields[meaning] = field;
        }
    }
}

/* Adds a part of the object for each struct of a list. */
static bool add_parts(Listing *listing, NwnPlacedList parts, uint32_t object, uint32_t field) {
    const Gff *gff = listing->gff;
    GffList list = gff_list(gff, field);
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t structure = gff_element(&list, i);
        if (!gff_is_element(gff, structure, field, i)) continue;
        const NwnPart part = {structure, object, i};
        if (!list_push(listing->arena, &listing->placed->lists[parts], &part, sizeof part,
                       listing->error)) {
            return false;
        }
    }
    return true;
}

static bool add_object(Listing *listing, uint32_t kind, uint32_t structure, uint32_t number) {
    List *objects = &listing->placed->lists[NWN_OBJECTS];
    uint32_t id = (uint32_t)objects->count;
    NwnObject object = {.structure = structure, .list_index = number, .kind = kind};
    find_fields(listing, &object);
    return list_push(listing->arena, objects, &object, sizeof object, listing->error) &&
           add_parts(listing, NWN_POINTS, id, object.fields[NWN_GEOMETRY]) &&
           add_parts(listing, NWN_SPAWNS, id, object.fields[NWN_SPAWN_POINTS]) &&
           add_parts(listing, NWN_OBJECT_VARIABLES, id, object.fields[NWN_VARIABLES]);
}

static bool add_list(Listing *listing, uint32_t kind) {
    const Gff *gff = listing->gff;
    /* A store's blueprint has its panes in a StoreList, a GIC comments in lists of all kinds. */
    bool has_objects = gff->type[0] != 'U' && strcmp(gff->type, "GIC") != 0;
    uint32_t field = has_objects ? gff_find(gff, 0, nwn_kinds[kind].list) : GFF_NONE;
    GffList list = gff_list(gff, field);
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t structure = gff_element(&list, i);
        if (gff_is_element(gff, structure, field, i) && !add_object(listing, kind, structure, i)) {
            return false;
        }
        if (arena_interrupted_at(listing->arena, i)) return fail_interrupted(listing->error);
    }
    return true;
}

bool nwn_list_placed(Gff *gff, Error *error) {
    if (gff->placed) return true;
    Arena *arena = &gff->document.arena;
    NwnPlaced *placed = arena_zeroed(arena, 1, sizeof *placed);
    uint8_t *meanings = arena_alloc(arena, gff->label_count, 1);
    Listing listing = {gff, error, arena, placed, meanings};
    bool done = (placed && meanings) || fail_memory(error, arena);
    if (done) find_meanings(gff, meanings);
    done = done && add_parts(&listing, NWN_OBJECT_VARIABLES, GFF_NONE,
                             gff_find(gff, 0, labels[NWN_VARIABLES]));
    for (uint32_t kind = 0; done && kind < NWN_KINDS; kind++) done = add_list(&listing, kind);
    for (int i = 0; done && i < NWN_PLACED_LISTS; i++) {
        done = list_trim(arena, &placed->lists[i], nwn_placed_bytes((NwnPlacedList)i)) ||
               fail_memory(error, arena);
    }
    arena_release(arena, meanings);
    if (done) {
        gff->placed = placed;
        return true;
    }
    for (int i = 0; placed && i < NWN_PLACED_LISTS; i++) {
        arena_release(arena, placed->lists[i].items);
    }
    arena_release(arena, placed);
    return false;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* FirstName goes first, since a creature of the second game also has an empty LocName. */
uint32_t nwn_name_field(const NwnObject *object) {
    const uint32_t *fields = object->fields;
    if (fields[NWN_FIRST_NAME] != GFF_NONE) return fields[NWN_FIRST_NAME];
    return fields[fields[NWN_LOCALIZED_NAME] != GFF_NONE ? NWN_LOCALIZED_NAME : NWN_LOC_NAME];
}

static double number_of(const Gff *gff, uint32_t field) {
    double number;
    return field != GFF_NONE && gff_real(gff, field, &number) ? number : (double)NAN;
}

/* Returns the numbers of a struct under three labels; NaN if they are missing. */
static Vector numbers_of(const Gff *gff, uint32_t structure, const char *const names[3]) {
    return (Vector){number_of(gff, nwn_field(gff, structure, names[0])),
                    number_of(gff, nwn_field(gff, structure, names[1])),
                    number_of(gff, nwn_field(gff, structure, names[2]))};
}

static uint32_t child_of(const Gff *gff, uint32_t field) {
    return gff_is(gff, field, GFF_STRUCT) ? gff_child(gff, field) : GFF_NONE;
}

static const char *const small[] = {"x", "y", "z"};

Vector nwn_struct_vector(const Gff *gff, uint32_t field) {
    return numbers_of(gff, child_of(gff, field), small);
}

/* Returns the numbers of a struct under x, y and z, or else under X, Y and Z. */
static Vector numbers_of_struct(const Gff *gff, uint32_t structure) {
    static const char *const large[] = {"X", "Y", "Z"};
    Vector place = numbers_of(gff, structure, small), other = numbers_of(gff, structure, large);
    return (Vector){isnan(place.x) ? other.x : place.x, isnan(place.y) ? other.y : place.y,
                    isnan(place.z) ? other.z : place.z};
}

Vector nwn_place(const Gff *gff, const NwnObject *object) {
    const uint32_t *fields = object->fields;
    NwnLabel first = fields[NWN_X_POSITION] != GFF_NONE ? NWN_X_POSITION : NWN_X;
    if (fields[first] == GFF_NONE) {
        const uint32_t field = fields[NWN_POSITION]; /* Knights of the Old Republic has a vector */
        return gff_is(gff, field, GFF_VECTOR) ? load_vector(gff_data(gff, field))
                                              : numbers_of_struct(gff, child_of(gff, field));
    }
    return (Vector){number_of(gff, fields[first]), number_of(gff, fields[first + 1]),
                    number_of(gff, fields[first + 2])};
}

Vector nwn_point_place(const Gff *gff, const NwnPart *point, bool is_relative) {
    static const char *const of_trigger[] = {"PointX", "PointY", "PointZ"};
    Vector place = numbers_of(gff, point->structure, of_trigger);
    if (isnan(place.x) && isnan(place.y)) place = numbers_of_struct(gff, point->structure);
    return is_relative ? place : vector_plus(nwn_place(gff, nwn_object(gff, point->object)), place);
}

/* Returns the angle of a quaternion that turns about the vertical only; NaN: it also tilts. */
static double angle_of_quaternion(const Gff *gff, uint32_t structure) {
    static const char *const zw[] = {"z", "w", "z"};
    Vector tilt = numbers_of_struct(gff, structure), turned = numbers_of(gff, structure, zw);
    if (structure == GFF_NONE || tilt.x != 0 || tilt.y != 0) return (double)NAN;
    return remainder(2 * atan2(turned.x, turned.y), 2 * acos(-1));
}

double nwn_facing(const Gff *gff, const NwnObject *object) {
    const uint32_t *fields = object->fields;
    if (fields[NWN_BEARING] != GFF_NONE) return number_of(gff, fields[NWN_BEARING]);
    if (fields[NWN_X_ORIENTATION] == GFF_NONE || fields[NWN_Y_ORIENTATION] == GFF_NONE) {
        return angle_of_quaternion(gff, child_of(gff, fields[NWN_ORIENTATION]));
    }
    double x = number_of(gff, fields[NWN_X_ORIENTATION]);
    double y = number_of(gff, fields[NWN_Y_ORIENTATION]);
    return x == 0 && y == 0 ? (double)NAN : atan2(y, x);
}

const char *nwn_link_kind(const Gff *gff, const NwnObject *object) {
    int64_t flags = gff_integer_or(gff, object->structure, "LinkedToFlags", 0);
    return flags == 1 ? nwn_kinds[NWN_DOOR].kind : flags == 2 ? nwn_kinds[NWN_WAYPOINT].kind : NULL;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

NwnArea nwn_area(const Gff *gff) {
    NwnArea area = {.tiles = gff_find(gff, 0, "Tile_List"), .tile_metres = NWN_TILE_METRES};
    uint32_t width = gff_find(gff, 0, "Width"), height = gff_find(gff, 0, "Height");
    area.has_size = width != GFF_NONE && height != GFF_NONE &&
                    gff_integer(gff, width, &area.width) && gff_integer(gff, height, &area.height);
    area.is_area = area.has_size || strcmp(gff->type, "ARE") == 0;
    if (area.tiles == GFF_NONE) {
        uint32_t terrain = gff_find(gff, 0, "HasTerrain");
        area.tiles = gff_find(gff, 0, "TileList");
        area.is_second = area.tiles != GFF_NONE || terrain != GFF_NONE;
        bool has_terrain = gff_integer_or(gff, 0, "HasTerrain", 0);
        area.tile_metres = area.is_second && !has_terrain ? NWN2_TILE_METRES : (double)NAN;
    }
    if (!gff_is(gff, area.tiles, GFF_LIST)) area.tiles = GFF_NONE;
    return area;
}
