/* What stands in the nodes of ASCII models: fields, controllers and lists. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* ---- Fields ---------------------------------------------------------------------------------- */

static uint8_t *field_of(const Ascii *ascii, const AsciiWord *word) {
    uint32_t place = word->kind == ASCII_BIT ? MDL_EMITTER_FLAGS : word->place;
    switch (word->where) {
    case ASCII_IN_MODEL: return ascii_header(ascii) + place;
    case ASCII_IN_ANIMATION: return ascii_animation(ascii) + place;
    case MDL_FLAG_NODE: return ascii_model(ascii, ascii->node->start) + place;
    default: return ascii_part(ascii, mdl_part_of_flag(word->where)) + place;
    }
}

static bool set_chars(Ascii *ascii, const AsciiWord *word, const char *name) {
    AsciiToken text = ascii_token(ascii);
    bool *is_named = word->place == MDL_MESH_TEXTURE0   ? &ascii->texture_named
                     : word->place == MDL_MESH_TEXTURE3 ? &ascii->material_named
                                                        : NULL;
    if (!(word->where & MDL_FLAG_MESH)) is_named = NULL;
    if (is_named && word->kind == ASCII_WEAK_CHARS && *is_named) return true;
    if (is_named && word->kind == ASCII_CHARS) *is_named = true;
    ascii_set_chars(field_of(ascii, word), text, word->width);
    if (text.length > word->width) {
        ASCII_NOTE(ascii, WARNING, "name_cut", "%s has %u bytes, the game reads %u of them", name,
                   text.length, word->width);
    }
    if (ascii_token(ascii).length) {
        ASCII_NOTE(ascii, INFO, "name_spaces", "words behind that of %s", name);
    }
    return true;
}

bool ascii_set_floats(Ascii *ascii, const AsciiWord *word, const char *name, int count) {
    float values[3];
    for (uint32_t i = 0; i < word->width; i++) ascii_token(ascii);
    for (int i = 0; i < count; i++) {
        if (!ascii_need_float(ascii, name, &values[i])) return false;
    }
    uint8_t *field = field_of(ascii, word);
    for (int i = 0; i < count; i++) store_f32(field + 4 * i, values[i]);
    return true;
}

static bool set_number(Ascii *ascii, const AsciiWord *word, const char *name) {
    uint32_t value;
    if (!ascii_need_integer(ascii, name, &value)) return false;
    uint8_t *field = field_of(ascii, word);
    switch (word->kind) {
    case ASCII_U8: *field = (uint8_t)(value < 255 ? value : 255); break;
    case ASCII_U16: ascii_set_u16(field, value); break;
    case ASCII_U32: store_u32(field, value); break;
    default: {
        uint32_t flags = load_u32(field);
        store_u32(field, value ? flags | word->place : flags & ~(uint32_t)word->place);
    }
    }
    return true;
}

static bool set_hint(Ascii *ascii, const AsciiWord *word) {
    bool maps = ascii_token_is(ascii_token(ascii), "normalandspecmapped");
    store_u32(field_of(ascii, word), maps ? MDL_HINT_NORMAL_MAPS : 0);
    return true;
}

/* ---- Controllers ----------------------------------------------------------------------------- */

static AsciiController *add_controller(Ascii *ascii, const AsciiWord *word, const char *name) {
    const AsciiController *all = ascii->controllers.items;
    for (uint64_t i = 0; ascii->findings && i < ascii->controllers.count; i++) {
        if (all[i].type != word->place) continue;
        ASCII_NOTE(ascii, INFO, "word_repeated", "%s stands in the node before", name);
        break;
    }
    AsciiController *controller =
        list_add(&ascii->scratch, &ascii->controllers, sizeof *controller);
    if (!controller) return null_after(fail_memory(ascii->error, &ascii->scratch));
    *controller = (AsciiController){.type = word->place, .width = word->width};
    return controller;
}

static bool set_no_data(Ascii *ascii, const AsciiWord *word, const char *name) {
    AsciiController *controller = add_controller(ascii, word, name);
    if (!controller) return false;
    controller->no_data = true;
    controller->list.offset = ascii_line_offset(ascii);
    return true;
}

static bool read_keys(Ascii *ascii, const AsciiWord *word, bool bezier, const char *name) {
    AsciiList list = {0};
    uint32_t shortest, line = ascii->line;
    if (word->place == MDL_DETONATE) {
        return set_no_data(ascii, word, name) && ascii_read_detonate(ascii);
    }
    if (!ascii_read_keys(ascii, word->width, bezier, &list, &shortest, name)) return false;
    if (!list.rows) {
        ascii_note(ascii, SEVERITY_INFO, "keys_missing", line, list.offset, "%s has no rows", name);
        return true;
    }
    AsciiController *controller = add_controller(ascii, word, name);
    if (!controller) return false;
    controller->list = list;
    controller->bezier = bezier;
    if (bezier) controller->width = (uint16_t)shortest;
    if (ascii->in_animation) return true;
    ascii_note(ascii, SEVERITY_INFO, "keys_in_geometry", line, list.offset,
               "%s stands outside of animations", name);
    return true;
}

/* Finds the controller of a word like positionkey; NULL: the word isn't one. */
static const AsciiWord *find_keyed(const Ascii *ascii, const char *name, uint32_t length,
                                   bool *bezier) {
    char base[ASCII_WORD_LONGEST + 1];
    uint32_t end = length > 9 && strcmp(name + length - 9, "bezierkey") == 0 ? 9
                   : length > 3 && strcmp(name + length - 3, "key") == 0     ? 3
                                                                             : 0;
    *bezier = end == 9;
    if (!end) return NULL;
    memcpy(base, name, length - end);
    base[length - end] = 0;
    const AsciiWord *word = mdl_ascii_find_word(&ascii->words, base);
    return word && word->kind == ASCII_CONTROLLER ? word : NULL;
}

/* ---- Words of nodes -------------------------------------------------------------------------- */

static void note_repeated(Ascii *ascii, const AsciiWord *word, const char *name) {
    if (mdl_set_bit(ascii->said, mdl_ascii_word_number(word))) {
        ASCII_NOTE(ascii, INFO, "word_repeated", "%s stands in the node before; the last counts",
                   name);
    }
}

static bool read_word(Ascii *ascii, const AsciiWord *word, const char *name) {
    AsciiKind kind = (AsciiKind)word->kind;
    if (kind == ASCII_CONTROLLER && word->place == MDL_DETONATE && !ascii_is_number(ascii)) {
        return set_no_data(ascii, word, name);
    }
    if (kind == ASCII_CONTROLLER) {
        AsciiController *controller = add_controller(ascii, word, name);
        return controller && ascii_read_value(ascii, word->width, &controller->list, name);
    }
    if (kind == ASCII_NOTHING) return true;
    note_repeated(ascii, word, name);
    switch (kind) {
    case ASCII_F32: return ascii_set_floats(ascii, word, name, 1);
    case ASCII_VECTOR: return ascii_set_floats(ascii, word, name, 3);
    case ASCII_CHARS:
    case ASCII_WEAK_CHARS: return set_chars(ascii, word, name);
    case ASCII_HINT: return set_hint(ascii, word);
    default: return set_number(ascii, word, name);
    }
}

static const AsciiWord unused_list = {.kind = ASCII_LIST, .place = ASCII_UNUSED_NUMBERS};

/* Reads a list of the node; one that belongs to another kind of node (!is_ours) is skipped. */
static bool read_list(Ascii *ascii, const AsciiWord *word, const char *name, bool is_ours) {
    AsciiList skipped;
    bool is_kept = is_ours && word->place < ASCII_LISTS;
    if (is_ours) note_repeated(ascii, word, name);
    if (!is_ours && word->place != ASCII_UNUSED_TEXTS && word->place != ASCII_FLARE_TEXTURES &&
        word->place != ASCII_WEIGHTS) {
        word = &unused_list;
    }
    return ascii_read_list(ascii, word, is_kept ? &ascii->lists[word->place] : &skipped, name);
}

/* Skips a word that the node's kind doesn't have, with its rows. */
static bool read_foreign(Ascii *ascii, const AsciiWord *word, const char *name, bool *is_list) {
    ASCII_NOTE(ascii, INFO, "word_kind", "%s belongs to another kind of node", name);
    *is_list = true;
    if (word->kind == ASCII_LIST) return read_list(ascii, word, name, false);
    AsciiList skipped;
    if (word->kind == ASCII_STATEMENT && word->place == ASCII_AABB) {
        return ascii_read_boxes(ascii, &skipped);
    }
    *is_list = false;
    return true;
}

bool ascii_read_in_node(Ascii *ascii, const AsciiWord *word, const char *name, uint32_t length,
                        bool *is_list) {
    const AsciiWord *meaning = word ? mdl_ascii_meaning(word, ascii->node->flags) : NULL;
    bool bezier;
    if (meaning && meaning->kind == ASCII_LIST) {
        *is_list = true;
        return read_list(ascii, meaning, name, true);
    }
    if (meaning) return read_word(ascii, meaning, name);
    if (word) return read_foreign(ascii, word, name, is_list);
    const AsciiWord *keyed = find_keyed(ascii, name, length, &bezier);
    *is_list = keyed || (length > 3 && strcmp(name + length - 3, "key") == 0);
    if (!keyed) {
        AsciiList skipped;
        ASCII_NOTE(ascii, INFO, "word_unknown", "an unknown word, which is ignored");
        return !*is_list ||
               ascii_read_list(ascii, &unused_list, &skipped, "a list of unknown keys");
    }
    if (!mdl_ascii_meaning(keyed, ascii->node->flags)) {
        ASCII_NOTE(ascii, INFO, "word_kind", "%s belongs to another kind of node", name);
    }
    return read_keys(ascii, keyed, bezier, name);
}
