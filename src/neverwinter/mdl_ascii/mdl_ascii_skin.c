/* The skins of ASCII models: slots in the order of first use, and inverse bind poses of bones. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* A bone that a skin names; slot i of a skin is the i-th of its names. */
typedef struct BoneName {
    uint8_t name[MDL_NAME];
} BoneName;

/* Returns the slot of a bone, which is made if it is new; -1: none is left, or memory ran out. */
static int32_t slot_of(Ascii *ascii, const uint32_t *pair) {
    AsciiNode *node = ascii->node;
    BoneName name;
    AsciiToken token = {ascii->text + pair[0], pair[1]};
    ascii_set_chars(name.name, token, MDL_NAME);
    const BoneName *names = ascii->bones.items;
    if (names) names += node->bones;
    for (uint32_t i = 0; i < node->slots; i++) {
        if (mdl_compare_names(names[i].name, name.name, MDL_NAME) == 0) return (int32_t)i;
    }
    if (node->slots == MDL_SLOTS_EE) {
        node->lacks_slots = true;
        return -1;
    }
    BoneName *place = list_add(&ascii->scratch, &ascii->bones, sizeof *place);
    if (!place) {
        fail_memory(ascii->error, &ascii->scratch);
        return -1;
    }
    *place = name;
    return (int32_t)node->slots++;
}

/* Writes the lanes of a vertex. A lane without weight has no bone. */
static bool put_lanes(Ascii *ascii, const uint32_t *row, uint8_t *weights, uint8_t *slots) {
    uint32_t count = row ? row[ASCII_WEIGHT_COUNT] : 0;
    double sum = 0;
    for (uint32_t i = 0; i < MDL_LANES; i++) {
        const uint32_t *pair = i < count ? row + ASCII_WEIGHT_PAIRS + ASCII_WEIGHT_WORDS * i : NULL;
        bool used = pair && ascii_float(pair[2]) != 0;
        int32_t slot = used ? slot_of(ascii, pair) : -1;
        if (used && slot < 0 && ascii->error->kind) return false;
        if (pair) sum += (double)ascii_float(pair[2]);
        store_u32(weights + MDL_WEIGHT_BYTES * i, used ? pair[2] : 0);
        ascii_set_u16(slots + MDL_SLOT_BYTES * i, (uint32_t)slot);
    }
    if (count && (sum < 0.99 || sum > 1.01)) {
        ascii_note(ascii, SEVERITY_WARNING, "weight_sum", ascii->lists[ASCII_WEIGHTS].line,
                   row[ASCII_ROW_OFFSET], "the weights of a vertex sum to %.3f", sum);
    }
    return true;
}

bool ascii_put_weights(AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    if (!ascii->lists[ASCII_WEIGHTS].rows || !mesh->vertex_count) return true;
    ascii->node->bones = (uint32_t)ascii->bones.count;
    uint32_t start = ascii_here(ascii), count = mesh->vertex_count * MDL_LANES;
    uint32_t slots = start + count * MDL_WEIGHT_BYTES;
    if (!ascii_put(ascii, (uint64_t)count * (MDL_WEIGHT_BYTES + MDL_SLOT_BYTES))) {
        return false;
    }
    uint8_t *raw = ascii->model.items;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const uint32_t *row = ascii_row_of_corner(mesh, ASCII_WEIGHTS, mesh->corners[i]);
        uint64_t lane = (uint64_t)i * MDL_LANES;
        if (!put_lanes(ascii, row, raw + start + lane * MDL_WEIGHT_BYTES,
                       raw + slots + lane * MDL_SLOT_BYTES)) {
            return false;
        }
    }
    if (ascii->node->lacks_slots) {
        uint32_t line = ascii->lists[ASCII_WEIGHTS].line;
        ascii_note(ascii, SEVERITY_WARNING, "skin_bones_many", line, ascii->node->offset,
                   "weights of more than %d bones: no vertex follows the others", MDL_SLOTS_EE);
    }
    uint8_t *skin = ascii_part(ascii, MDL_SKIN);
    store_u32(skin + MDL_SKIN_WEIGHTS, start);
    store_u32(skin + MDL_SKIN_VERTEX_SLOTS, slots);
    return true;
}

/* ---- Bones ----------------------------------------------------------------------------------- */

static uint64_t skin_start(const AsciiNode *node) {
    return node->start + MDL_NODE_BYTES + mdl_part_fields[MDL_MESH].bytes;
}

/* Makes space in a skin for a rotation, a translation and a slot of each node of the geometry. */
static bool reserve_skin(Ascii *ascii, const AsciiNode *node) {
    uint64_t count = ascii->mdl->geometry_count;
    uint32_t start = ascii_here(ascii);
    uint32_t translations = start + (uint32_t)count * MDL_ROTATION_BYTES;
    uint32_t map = translations + (uint32_t)count * MDL_TRANSLATION_BYTES;
    uint64_t each = MDL_ROTATION_BYTES + MDL_TRANSLATION_BYTES + MDL_SLOT_BYTES;
    if (!ascii_put(ascii, count * each)) return false;
    uint8_t *skin = ascii_model(ascii, skin_start(node));
    ascii_set_array(skin + MDL_SKIN_ROTATIONS, start, count);
    ascii_set_array(skin + MDL_SKIN_TRANSLATIONS, translations, count);
    store_u32(skin + MDL_SKIN_MAP, map - MDL_FILE_HEADER_BYTES);
    store_u32(skin + MDL_SKIN_MAP_COUNT, (uint32_t)count);
    return true;
}

bool ascii_reserve_bones(Ascii *ascii) {
    const AsciiNode *all = ascii->nodes.items;
    for (uint64_t i = 0; i < ascii->nodes.count; i++) {
        if (all[i].bones != MDL_NONE && !reserve_skin(ascii, &all[i])) return false;
    }
    return true;
}

/* Writes the skin's place in the space of a bone, in the bind pose and without scales. */
static void set_bone(const Mdl *mdl, uint8_t *rotation, uint8_t *translation, uint64_t bone,
                     uint64_t skin) {
    const MdlPlace *from = &mdl->bind[bone].world, *to = &mdl->bind[skin].world;
    MdlTurn back = {-from->turn.x, -from->turn.y, -from->turn.z, from->turn.w};
    MdlPlace inverse = {mdl_turned(back, vector_minus((Vector){0, 0, 0}, from->position)), back, 1};
    MdlPlace place = mdl_place_in(&inverse, to);
    const double turn[] = {place.turn.w, place.turn.x, place.turn.y, place.turn.z};
    for (int i = 0; i < 4; i++) store_f32(rotation + 4 * i, (float)turn[i]);
    mdl_store_vector(translation, place.position);
}

/* Writes which node each slot stands for, and which slot each node has. A bone that no node has the
** name of keeps its slot, which then stands for none. */
static void set_slots(const Ascii *ascii, const AsciiNode *node, uint8_t *image) {
    const Mdl *mdl = ascii->mdl;
    uint8_t *skin = image + skin_start(node);
    uint8_t *map = image + MDL_FILE_HEADER_BYTES + load_u32(skin + MDL_SKIN_MAP);
    const BoneName *names = (const BoneName *)ascii->bones.items + node->bones;
    memset(map, 0xFF, (size_t)mdl->geometry_count * MDL_SLOT_BYTES);
    memset(skin + MDL_SKIN_SLOTS, 0xFF, MDL_SLOTS_EE * MDL_SLOT_BYTES);
    for (uint32_t i = 0; i < node->slots; i++) {
        uint32_t bone = mdl_find_name(mdl, names[i].name);
        if (bone == MDL_NONE) continue;
        ascii_set_u16(skin + MDL_SKIN_SLOTS + MDL_SLOT_BYTES * i, bone);
        ascii_set_u16(map + (uint64_t)MDL_SLOT_BYTES * bone, i);
    }
}

bool ascii_finish_skins(Ascii *ascii, uint8_t *image) {
    Mdl *mdl = ascii->mdl;
    const AsciiNode *all = ascii->nodes.items;
    for (uint64_t i = 0; i < ascii->nodes.count; i++) {
        if (all[i].bones == MDL_NONE) continue;
        if (!mdl_make_bind(mdl, ascii->error) || !mdl_sort_names(mdl, ascii->error)) return false;
        const uint8_t *skin = image + skin_start(&all[i]);
        uint8_t *rotations = image + MDL_FILE_HEADER_BYTES + load_u32(skin + MDL_SKIN_ROTATIONS);
        uint8_t *translations =
            image + MDL_FILE_HEADER_BYTES + load_u32(skin + MDL_SKIN_TRANSLATIONS);
        uint32_t number = ascii->numbers[i];
        for (uint64_t k = 0; number < mdl->geometry_count && k < mdl->geometry_count; k++) {
            set_bone(mdl, rotations + k * MDL_ROTATION_BYTES,
                     translations + k * MDL_TRANSLATION_BYTES, k, number);
        }
        set_slots(ascii, &all[i], image);
    }
    return true;
}

bool ascii_check_bones(Ascii *ascii) {
    const AsciiNode *all = ascii->nodes.items;
    for (uint64_t i = 0; i < ascii->nodes.count; i++) {
        if (all[i].bones == MDL_NONE) continue;
        if (!mdl_sort_names(ascii->mdl, ascii->error)) return false;
        const BoneName *names = (const BoneName *)ascii->bones.items + all[i].bones;
        for (uint32_t k = 0; k < all[i].slots; k++) {
            if (mdl_find_name(ascii->mdl, names[k].name) != MDL_NONE) continue;
            const char *shown =
                text_shown(&ascii->scratch, ENCODING_CP1252, names[k].name, MDL_NAME);
            if (!shown) return fail_memory(ascii->error, &ascii->scratch);
            ascii_note(ascii, SEVERITY_WARNING, "bone_unknown", all[i].line, all[i].offset,
                       "weights name the bone \"%s\", which the geometry doesn't have", shown);
        }
    }
    return true;
}
