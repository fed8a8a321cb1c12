/* Placeables and doors of an area: see nwn_things.h. */
#include "neverwinter/nwn/nwn_things.h"
#include "neverwinter/gff/gff_value.h"
#include "neverwinter/mdl/mdl_part.h"

/* A thing that stands on the area. */
typedef struct Thing {
    const Gff *git;
    const NwnObject *object;
    uint32_t id;
    bool is_door;
    Vector place;
    double cosine, sine; /* of its bearing */
    Mdl *mdl;            /* its walkmesh; NULL: it has none */
} Thing;

/* Finds a thing's walkmesh and place. */
static bool find_thing(const NwnThings *things, uint32_t id, Arena *arena, Thing *thing,
                       Error *error) {
    const NwnObject *object = nwn_object(things->git, id);
    bool is_door = object->kind == NWN_DOOR;
    double bearing = nwn_facing(things->git, object);
    if (isnan(bearing)) bearing = 0;
    char name[NWN_NAME_BYTES];
    *thing = (Thing){.git = things->git,
                     .object = object,
                     .id = id,
                     .is_door = is_door,
                     .place = nwn_place(things->git, object),
                     .cosine = cos(bearing),
                     .sine = sin(bearing)};
    const uint32_t structure = object->structure;
    int64_t row = gff_integer_or(things->git, structure, "Appearance", 0);
    bool is_generic = is_door && row == 0;
    if (is_generic) {
        row = gff_integer_or(things->git, structure, "GenericType", -1);
        row = gff_integer_or(things->git, structure, "GenericType_New", row);
    }
    return nwn_find_model(things->tables,
                          is_generic ? "genericdoors"
                          : is_door  ? "doortypes"
                                     : "placeables",
                          is_door && !is_generic ? "Model" : "ModelName", row, arena, name,
                          error) &&
           (!*name ||
            nwn_open_walkmesh(things->models, name, is_door ? ".dwk" : ".pwk", &thing->mdl, error));
}

/* Returns the state in which a door is. */
static const char *state_of(const NwnThings *things, const Thing *door) {
    const uint32_t id = door->object->structure;
    bool is_locked =
        things->doors == NWN_DOORS_LOCKED && gff_integer_or(door->git, id, "Locked", 0);
    int64_t state = is_locked ? MDL_CLOSED : MDL_OPEN1;
    if (things->doors == NWN_DOORS_PLACED) {
        state = gff_integer_or(door->git, id, "AnimationState", MDL_CLOSED);
    }
    return mdl_door_states[state < MDL_CLOSED ? MDL_CLOSED : state > MDL_OPEN2 ? MDL_OPEN2 : state];
}

static Vector in_area(const Thing *thing, Vector v) {
    return (Vector){thing->place.x + thing->cosine * v.x - thing->sine * v.y,
                    thing->place.y + thing->sine * v.x + thing->cosine * v.y, thing->place.z + v.z};
}

/* Calls visit() with each placeable and door, but for doors that are left out. */
static bool each_thing(const NwnThings *things, Arena *arena,
                       bool (*visit)(const NwnThings *things, const Thing *thing, Arena *arena,
                                     List *list, Error *error),
                       List *list, Error *error) {
    if (!nwn_list_placed(things->git, error)) return false;
    for (uint32_t id = 0; id < nwn_count(things->git, NWN_OBJECTS); id++) {
        uint32_t kind = nwn_object(things->git, id)->kind;
        bool is_door = kind == NWN_DOOR && things->doors != NWN_DOORS_NONE;
        Thing thing;
        if (kind != NWN_PLACEABLE && !is_door) continue;
        if (!find_thing(things, id, arena, &thing, error) ||
            !visit(things, &thing, arena, list, error)) {
            return false;
        }
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    return true;
}

static bool list_faces(const NwnThings *things, const Thing *thing, Arena *arena, List *list,
                       Error *error) {
    const Mdl *mdl = thing->mdl;
    for (uint32_t node = 0; mdl && node < mdl->geometry_count; node++) {
        MdlShape shape = mdl_shape(mdl, node);
        if (!mdl_is_walkmesh(mdl, node)) continue;
        if (thing->is_door && mdl_door_state(mdl, node) != state_of(things, thing)) continue;
        for (uint64_t i = 0; i < shape.face_count; i++) {
            NwnBlock block = {.object = thing->id};
            const uint8_t *face = shape.faces + i * MDL_FACE_BYTES;
            if (nwn_is_walkable(load_i32(face + MDL_FACE_SURFACE))) continue;
            if (!mdl_model_face(mdl, node, &shape, i, block.corners)) continue;
            for (int k = 0; k < 3; k++) block.corners[k] = in_area(thing, block.corners[k]);
            if (!list_push(arena, list, &block, sizeof block, error)) return false;
        }
    }
    return true;
}

bool nwn_find_blocks(const NwnThings *things, Arena *arena, List *blocks, Error *error) {
    return each_thing(things, arena, list_faces, blocks, error);
}

/* Tells whether the name of a node is that of a use point, as pwk_use01 or DWK_dp_open1_02, and the
** number at its end. */
static bool is_use_point(const Mdl *mdl, uint32_t node, bool is_door, uint32_t *number) {
    const char *word = is_door ? "dp_" : "_use";
    const uint8_t *name = mdl_node(mdl, node) + MDL_NODE_NAME;
    uint32_t length = field_length(name, MDL_NAME), digits = length, at = 0;
    while (at < length && !text_begins(name + at, length - at, word)) at++;
    while (digits > at && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
    *number = 0;
    for (uint32_t i = digits; i < length; i++) *number = 10 * *number + (uint32_t)(name[i] - '0');
    return at < length && length - digits < 10 && (is_door || digits == at + 4) &&
           !(mdl->nodes[node].flags & MDL_FLAG_MESH);
}

static bool list_points(const NwnThings *things UNUSED, const Thing *thing, Arena *arena,
                        List *list, Error *error) {
    const Mdl *mdl = thing->mdl;
    uint64_t before = list->count;
    NwnUsePoint point = {.object = thing->id};
    for (uint32_t node = 0; mdl && node < mdl->geometry_count; node++) {
        if (!is_use_point(mdl, node, thing->is_door, &point.number)) continue;
        point.state = thing->is_door ? mdl_door_state(mdl, node) : NULL;
        point.place = in_area(thing, mdl->bind[node].world.position);
        if (!list_push(arena, list, &point, sizeof point, error)) return false;
    }
    point = (NwnUsePoint){.object = thing->id, .place = thing->place};
    return list->count > before || list_push(arena, list, &point, sizeof point, error);
}

bool nwn_find_use_points(const NwnThings *things, Arena *arena, List *points, Error *error) {
    return each_thing(things, arena, list_points, points, error);
}
