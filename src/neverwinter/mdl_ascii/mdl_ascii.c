/* ASCII models: statements, from the first line to the last. See mdl_ascii.h. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* ---- Nodes ----------------------------------------------------------------------------------- */

static bool end_node(Ascii *ascii) {
    if (!ascii->in_node) return true;
    ascii->in_node = false;
    return ascii_finish_node(ascii);
}

/* Ends a node that lacks its endnode. */
static bool cut_node(Ascii *ascii) {
    if (ascii->in_node) {
        ASCII_NOTE(ascii, WARNING, "endnode_missing", "the node before this line has no endnode");
    }
    return end_node(ascii);
}

static bool begin_node(Ascii *ascii) {
    AsciiToken kind = ascii_token(ascii), name = ascii_token(ascii);
    if (!name.length) {
        return ascii_fail(ascii, ascii->line, "a node has no name, expected its kind and its name");
    }
    if (!cut_node(ascii)) return false;
    uint32_t flags = mdl_ascii_kind(kind);
    if (!flags) {
        ASCII_NOTE(ascii, WARNING, "node_kind", "an unknown kind of node, which counts as a dummy");
        flags = MDL_FLAG_NODE;
    }
    if (name.length > MDL_NAME) {
        ASCII_NOTE(ascii, WARNING, "name_cut",
                   "a node's name has %u bytes, the game reads %d of them", name.length, MDL_NAME);
    }
    if (ascii_token(ascii).length) {
        ASCII_NOTE(ascii, INFO, "name_spaces",
                   "words behind the name of a node, which is one word");
    }
    if (ascii->animations.count && !ascii->in_animation) {
        return ascii_fail(ascii, ascii->line, "a node of the geometry behind an animation");
    }
    if (ascii->is_outside && !ascii->in_animation) {
        ASCII_NOTE(ascii, WARNING, "node_outside", "a node behind the end of the geometry");
    }
    ascii->name = name;
    ascii->in_node = true;
    return ascii_begin_node(ascii, flags);
}

/* Returns the place of a name among those of the tree; *place is a node's number + 1, or 0: new. */
static void **place_name(Ascii *ascii, AsciiToken name, bool is_new) {
    uint8_t *folded = ascii_room(ascii, name.length, 1);
    if (!folded) return NULL;
    for (uint32_t i = 0; i < name.length; i++) folded[i] = fold_byte(name.start[i]);
    void **place = is_new ? map_place(&ascii->by_name, &ascii->names, folded, name.length)
                          : map_find(&ascii->by_name, folded, name.length);
    if (is_new && !place) fail_memory(ascii->error, &ascii->names);
    ascii_clear_room(ascii);
    return place;
}

/* Reads the parent: the latest earlier node of a name. In a walkmesh file it may be missing. */
static bool read_parent(Ascii *ascii) {
    AsciiToken name = ascii_token(ascii);
    ascii->node->parent = MDL_NONE;
    if (!name.length || ascii_token_is(name, "null")) return true;
    void **place = place_name(ascii, name, false);
    if (ascii->error->kind) return false;
    if (place) {
        ascii->node->parent = (uint32_t)(uintptr_t)*place - 1;
        if (((const AsciiNode *)ascii->nodes.items)[ascii->node->parent].is_namesake) {
            ASCII_NOTE(ascii, WARNING, "parent_ambiguous",
                       "several nodes have the name of the parent; the last before is meant");
        }
        return true;
    }
    return mdl_is_walkmesh_file(ascii->mdl) ||
           ascii_fail(ascii, ascii->line,
                      "the parent of node %" PRIu64 " isn't among the nodes before it",
                      ascii->nodes.count - 1 - ascii->tree_start);
}

/* Enters a node that has ended into its tree. */
bool ascii_enter_node(Ascii *ascii) {
    uint32_t number = (uint32_t)ascii->nodes.count - 1;
    AsciiNode *node = ascii->node;
    if (node->parent == MDL_NONE && ascii->has_root && !mdl_is_walkmesh_file(ascii->mdl)) {
        return ascii_fail(ascii, node->line,
                          "a second node without a parent; a model has one root");
    }
    if (node->parent == MDL_NONE) ascii->has_root = true;
    void **place = place_name(ascii, ascii->name, true);
    if (!place) return false;
    node->is_namesake = *place != NULL;
    *place = (void *)(uintptr_t)(number + 1);
    return true;
}

/* ---- Statements ------------------------------------------------------------------------------ */

static bool read_newmodel(Ascii *ascii) {
    AsciiToken name = ascii_token(ascii);
    if (ascii->has_model) return ascii_fail(ascii, ascii->line, "a second newmodel");
    if (!name.length) ASCII_NOTE(ascii, WARNING, "name_missing", "newmodel has no name");
    ascii->has_model = ascii->mdl->has_name = true;
    ((MdlTextLine *)ascii->lines.items)->offset = ascii_line_offset(ascii);
    ascii_set_chars(ascii_header(ascii) + MDL_HEADER_NAME, name, MDL_LONG_NAME);
    ascii->model_name = name;
    return true;
}

/* Adds a finding if a statement names another model than newmodel. */
static void check_name(Ascii *ascii, AsciiToken name, const char *statement) {
    const AsciiToken *own = &ascii->model_name;
    bool same = text_same(name.start, name.length, own->start, own->length);
    if (same || !name.length || !ascii->has_model) return;
    ASCII_NOTE(ascii, INFO, "model_name", "%s names another model than newmodel", statement);
}

static bool read_classification(Ascii *ascii) {
    AsciiToken word = ascii_token(ascii);
    uint8_t class = ascii_token_is(word, "effects") ? MDL_CLASS_EFFECT : MDL_CLASS_NONE;
    for (const Name *known = mdl_class_names; known->name; known++) {
        if (ascii_token_is(word, known->name)) class = (uint8_t)known->value;
    }
    ascii_header(ascii)[MDL_MODEL_CLASSIFICATION] = class;
    if (class == MDL_CLASS_NONE) {
        ASCII_NOTE(ascii, INFO, "classification", "a classification that the game doesn't have");
    }
    return true;
}

static bool read_fog(Ascii *ascii) {
    uint32_t ignored;
    if (!ascii_need_integer(ascii, "ignorefog", &ignored)) return false;
    ascii_header(ascii)[MDL_MODEL_FOG] = !ignored;
    ascii->mdl->has_fog = true;
    return true;
}

/* Reads filedependancy: the name of a scene, which may have blanks. */
static bool read_dependency(Ascii *ascii) {
    AsciiToken first = ascii_token(ascii), last = first;
    for (AsciiToken next; (next = ascii_token(ascii)).length;) last = next;
    if (!first.length) return true;
    ascii->dependency = first;
    ascii->dependency.length = (uint32_t)(last.start + last.length - first.start);
    return true;
}

static bool end_animation(Ascii *ascii) {
    if (!cut_node(ascii)) return false;
    ascii->in_animation = false;
    return ascii_end_animation(ascii);
}

static bool begin_animation(Ascii *ascii) {
    AsciiToken name = ascii_token(ascii);
    if (ascii->in_animation) {
        ASCII_NOTE(ascii, WARNING, "doneanim_missing",
                   "the animation before this line has no doneanim");
        if (!end_animation(ascii)) return false;
    }
    if (!name.length) ASCII_NOTE(ascii, WARNING, "name_missing", "newanim has no name");
    check_name(ascii, ascii_token(ascii), "newanim");
    ascii->is_outside = ascii->in_animation = true;
    return ascii_begin_animation(ascii, name);
}

static bool read_event(Ascii *ascii) {
    float time;
    if (!ascii_need_float(ascii, "event", &time)) return false;
    AsciiEvent *event = list_add(&ascii->scratch, &ascii->events, sizeof *event);
    if (!event) return fail_memory(ascii->error, &ascii->scratch);
    AsciiToken name = ascii_token(ascii);
    *event = (AsciiEvent){.time = time, .offset = ascii_line_offset(ascii)};
    ascii_set_chars(event->name, name, MDL_NAME);
    if (!name.length) ASCII_NOTE(ascii, WARNING, "name_missing", "an event has no name");
    return true;
}

/* Reads a statement that may stand anywhere, and ends a node that is open. */
static bool read_frame(Ascii *ascii, AsciiStatement statement) {
    if (statement != ASCII_NODE && !cut_node(ascii)) return false;
    switch (statement) {
    case ASCII_NODE: return begin_node(ascii);
    case ASCII_NEWMODEL: return read_newmodel(ascii);
    case ASCII_BEGINMODELGEOM: check_name(ascii, ascii_token(ascii), "beginmodelgeom"); return true;
    case ASCII_BEGINWALKMESHGEOM:
        ascii->mdl->has_name = true;
        ascii_set_chars(ascii_header(ascii) + MDL_HEADER_NAME, ascii_token(ascii), MDL_LONG_NAME);
        return true;
    case ASCII_ENDGEOM: ascii->is_outside = ascii->has_geometry_end = true; return true;
    case ASCII_NEWANIM: return begin_animation(ascii);
    case ASCII_DONEANIM: return !ascii->in_animation || end_animation(ascii);
    default: ascii->has_end = true; return true;
    }
}

static bool read_statement(Ascii *ascii, AsciiStatement statement) {
    switch (statement) {
    case ASCII_ENDNODE:
        if (!ascii->in_node) ASCII_NOTE(ascii, INFO, "endnode_stray", "an endnode without a node");
        return end_node(ascii);
    case ASCII_PARENT: return read_parent(ascii);
    case ASCII_ENDLIST:
        ASCII_NOTE(ascii, INFO, "endlist_stray", "an endlist without a list");
        return true;
    case ASCII_AABB: return ascii_read_boxes(ascii, &ascii->lists[ASCII_BOXES]);
    case ASCII_SETSUPERMODEL:
        check_name(ascii, ascii_token(ascii), "setsupermodel");
        ascii_set_chars(ascii_header(ascii) + MDL_MODEL_SUPERMODEL, ascii_token(ascii),
                        MDL_LONG_NAME);
        return true;
    case ASCII_CLASSIFICATION: return read_classification(ascii);
    case ASCII_IGNOREFOG: return read_fog(ascii);
    case ASCII_FILEDEPENDENCY: return read_dependency(ascii);
    case ASCII_ANIMROOT:
        ascii_set_chars(ascii_animation(ascii) + MDL_ANIMATION_ROOT, ascii_token(ascii),
                        MDL_LONG_NAME);
        return true;
    case ASCII_EVENT: return read_event(ascii);
    default: return read_frame(ascii, statement);
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Tells whether the model hasn't begun. Before it, only the file dependency counts. */
static bool is_before_model(Ascii *ascii, const AsciiWord *word) {
    if (!ascii->waits) return false;
    bool begins = word && word->kind == ASCII_STATEMENT &&
                  (word->place == ASCII_NEWMODEL || word->place == ASCII_BEGINMODELGEOM ||
                   word->place == ASCII_BEGINWALKMESHGEOM);
    ascii->waits = !begins;
    return ascii->waits &&
           !(word && word->kind == ASCII_STATEMENT && word->place == ASCII_FILEDEPENDENCY);
}

/* Reads a line, from its first word on. */
static bool read_line(Ascii *ascii, bool *is_list) {
    char name[ASCII_WORD_LONGEST + 1] = "";
    const uint8_t *start = ascii->at;
    bool is_number =
        mdl_ascii_class[*start] == ASCII_WORD && *start <= '9' && ascii_is_number(ascii);
    AsciiToken token = ascii_token(ascii);
    uint32_t length = ascii_fold(token, name);
    const AsciiWord *word = length ? mdl_ascii_find_word(&ascii->words, name) : NULL;
    if (is_before_model(ascii, word)) return true;
    if (is_number) {
        ASCII_NOTE(ascii, INFO, "surplus_row", "a row of numbers that belongs to no list");
        return true;
    }
    uint32_t where = ascii->in_node        ? ascii->node->flags
                     : ascii->in_animation ? ASCII_IN_ANIMATION
                                           : ASCII_IN_MODEL;
    const AsciiWord *meaning = word ? mdl_ascii_meaning(word, where) : NULL;
    if (meaning && meaning->kind == ASCII_STATEMENT) {
        *is_list = meaning->place == ASCII_AABB;
        return read_statement(ascii, (AsciiStatement)meaning->place);
    }
    if (ascii->in_node) return ascii_read_in_node(ascii, word, name, length, is_list);
    if (meaning && meaning->kind == ASCII_F32) return ascii_set_floats(ascii, meaning, name, 1);
    if (!meaning) ASCII_NOTE(ascii, INFO, "word_unknown", "an unknown word, which is ignored");
    return true;
}

static bool check_end(Ascii *ascii) {
    if (!cut_node(ascii)) return false;
    if (ascii->in_animation) {
        ASCII_NOTE(ascii, WARNING, "doneanim_missing", "the last animation has no doneanim");
        if (!end_animation(ascii)) return false;
    }
    if (mdl_is_walkmesh_file(ascii->mdl)) return true;
    if (!ascii->has_model) return ascii_fail(ascii, 1, "there is no newmodel");
    if (!ascii->has_end) {
        return ascii_fail(ascii, ascii->line, "the text ends without donemodel");
    }
    if (!ascii->has_geometry_end) {
        ASCII_NOTE(ascii, WARNING, "endmodelgeom_missing", "there is no endmodelgeom");
    }
    return true;
}

bool ascii_read(Ascii *ascii) {
    while (!ascii->has_end && (ascii->pending || ascii_next_line(ascii))) {
        bool is_list = false;
        ascii->pending = false;
        if (!read_line(ascii, &is_list)) return false;
        if (!is_list) ascii_end_line(ascii);
    }
    return !ascii->error->kind && check_end(ascii);
}
