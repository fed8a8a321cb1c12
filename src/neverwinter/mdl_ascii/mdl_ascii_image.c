/* The binary model that an ASCII model is compiled into: its bytes, headers and nodes. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"
#include "codec/utf8.h"

/* ---- Bytes ----------------------------------------------------------------------------------- */

uint8_t *ascii_put(Ascii *ascii, uint64_t bytes) {
    List *model = &ascii->model;
    Arena *arena = &ascii->mdl->document.arena;
    if (!list_reserve(arena, model, bytes, 1)) return null_after(fail_memory(ascii->error, arena));
    uint8_t *start = (uint8_t *)model->items + model->count;
    model->count += bytes;
    if (model->count > INT32_MAX) {
        return null_after(
            fail(ascii->error, ERROR_TOO_BIG, "the compiled model has more than 2 GiB"));
    }
    return memset(start, 0, (size_t)bytes);
}

void *ascii_room(Ascii *ascii, uint64_t count, uint64_t size) {
    uint64_t bytes = (count * size + 7) / 8 * 8; /* counts are below 2^33 */
    if (bytes <= ascii->room_size - ascii->room_used) {
        ascii->room_used += bytes;
        return ascii->room + ascii->room_used - bytes;
    }
    ascii->room_wanted += bytes;
    void *room = arena_alloc(&ascii->work, count, size);
    if (!room) fail_memory(ascii->error, &ascii->work);
    return room;
}

void *ascii_zeroed_room(Ascii *ascii, uint64_t count, uint64_t size) {
    void *room = ascii_room(ascii, count, size);
    return room ? memset(room, 0, (size_t)(count * size)) : NULL;
}

/* If the room was too small, the next node gets a larger one, or none if memory runs out. */
void ascii_clear_room(Ascii *ascii) {
    if (ascii->room_wanted) {
        uint64_t bytes = 2 * (ascii->room_used + ascii->room_wanted);
        arena_clear(&ascii->work);
        ascii->room = arena_alloc(&ascii->work, bytes, 1);
        ascii->room_size = ascii->room ? bytes : 0;
    }
    ascii->room_used = ascii->room_wanted = 0;
}

uint8_t *ascii_put_record(Ascii *ascii, uint32_t offset, uint64_t bytes) {
    Arena *arena = &ascii->mdl->document.arena;
    MdlTextLine *line = list_add(arena, &ascii->lines, sizeof *line);
    if (!line) return null_after(fail_memory(ascii->error, arena));
    *line = (MdlTextLine){ascii_here(ascii), offset};
    return ascii_put(ascii, bytes);
}

void ascii_set_array(uint8_t *at, uint32_t start, uint64_t count) {
    store_u32(at, count ? start - MDL_FILE_HEADER_BYTES : 0);
    store_u32(MDL_USED(at), (uint32_t)count);
    store_u32(MDL_ALLOCATED(at), (uint32_t)count);
}

void ascii_set_chars(uint8_t *at, AsciiToken token, uint32_t bytes) {
    uint32_t length = token.length < bytes ? token.length : bytes;
    memcpy(at, token.start, length);
    memset(at + length, 0, bytes - length);
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

uint8_t *ascii_part(const Ascii *ascii, MdlPart part) {
    return ascii_model(ascii, ascii->node->start + ascii_part_offset(ascii->node->flags, part));
}

/* Sets what the fields of a mesh are if the text doesn't give them. */
static void set_mesh_defaults(uint8_t *mesh, uint32_t flags) {
    bool is_drawn = !(flags & MDL_FLAG_AABB);
    for (uint32_t i = 0; i < 12; i += 4) {
        store_f32(mesh + MDL_MESH_DIFFUSE + i, 0.8f);
        store_f32(mesh + MDL_MESH_AMBIENT + i, 0.2f);
    }
    store_f32(mesh + MDL_MESH_SHININESS, 1);
    store_u32(mesh + MDL_MESH_SHADOW, is_drawn);
    store_u32(mesh + MDL_MESH_RENDER, is_drawn);
    mesh[MDL_MESH_MODE] = MDL_MODE_TRIANGLES;
    for (int i = 0; i < MDL_VERTEX_ARRAYS; i++) {
        store_u32(mesh + mdl_vertex_fields[i].pointer, UINT32_MAX);
    }
}

void ascii_set_defaults(uint8_t *node, uint32_t flags) {
    if (flags & MDL_FLAG_MESH) set_mesh_defaults(node + ascii_part_offset(flags, MDL_MESH), flags);
    if (flags & MDL_FLAG_LIGHT) {
        uint8_t *light = node + ascii_part_offset(flags, MDL_LIGHT);
        store_u32(light + MDL_LIGHT_PRIORITY, 5);
        store_u32(light + MDL_LIGHT_DYNAMIC_TYPE, 1);
        store_u32(light + MDL_LIGHT_AFFECT_DYNAMIC, 1);
        store_u32(light + MDL_LIGHT_SHADOW, 1);
        store_u32(light + MDL_LIGHT_FADING, 1);
    }
    if (flags & MDL_FLAG_SKIN) {
        uint8_t *skin = node + ascii_part_offset(flags, MDL_SKIN);
        store_u32(skin + MDL_SKIN_WEIGHTS, UINT32_MAX);
        store_u32(skin + MDL_SKIN_VERTEX_SLOTS, UINT32_MAX);
    }
}

bool ascii_begin_node(Ascii *ascii, uint32_t flags) {
    uint32_t start = ascii_here(ascii), offset = ascii_line_offset(ascii);
    AsciiNode *node = list_add(&ascii->scratch, &ascii->nodes, sizeof *node);
    if (!node) return fail_memory(ascii->error, &ascii->scratch);
    *node = (AsciiNode){start, MDL_NONE, ascii->line, offset, flags, 0, MDL_NONE, false, false};
    ascii->node = node;
    ascii->rows.count = ascii->controllers.count = 0;
    memset(ascii->lists, 0, sizeof ascii->lists);
    memset(ascii->said, 0, sizeof ascii->said);
    ascii->texture_named = ascii->material_named = false;
    uint8_t *bytes = ascii_put_record(ascii, offset, ascii_part_offset(flags, MDL_PARTS));
    if (!bytes) return false;
    ascii_set_chars(bytes + MDL_NODE_NAME, ascii->name, MDL_NAME);
    store_u32(bytes + MDL_NODE_FLAGS, flags);
    store_u32(bytes + MDL_NODE_PART_NUMBER, (uint32_t)(ascii->nodes.count - 1 - ascii->tree_start));
    ascii_set_defaults(bytes, flags);
    return true;
}

/* ---- Controllers ----------------------------------------------------------------------------- */

/* Makes a quaternion of an axis and an angle; without an axis, there is no rotation. */
static void turn_axis(uint32_t values[4]) {
    double axis[3], angle = (double)ascii_float(values[3]);
    for (int i = 0; i < 3; i++) axis[i] = (double)ascii_float(values[i]);
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double part = length > 0 ? sin(angle / 2) / length : 0;
    for (int i = 0; i < 3; i++) values[i] = ascii_bits(length > 0 ? (float)(axis[i] * part) : 0);
    values[3] = ascii_bits(length > 0 ? (float)cos(angle / 2) : 1);
}

/* Adds the first `width` numbers of each row of a list to the image. */
static bool put_numbers(Ascii *ascii, const AsciiList *list, uint32_t width) {
    for (uint32_t i = 0; i < list->rows; i++) {
        const uint32_t *row = ascii_row(ascii, list, i);
        uint8_t *at = ascii_put_record(ascii, row[ASCII_ROW_OFFSET], (uint64_t)4 * width);
        if (!at) return false;
        for (uint32_t k = 0; k < width; k++) store_u32(at + 4 * k, row[ASCII_ROW_VALUES + k]);
    }
    return true;
}

static bool put_values(Ascii *ascii, const AsciiController *controller) {
    const AsciiList *list = &controller->list;
    uint8_t *at = ascii_put(ascii, (uint64_t)4 * controller->width * list->rows);
    if (!at) return false;
    for (uint32_t i = 0; i < list->rows; i++) {
        uint32_t *values = ascii_row(ascii, list, i) + ASCII_ROW_VALUES + 1;
        if (controller->type == MDL_ORIENTATION) turn_axis(values);
        for (uint32_t k = 0; k < controller->width; k++, at += 4) store_u32(at, values[k]);
    }
    return true;
}

static void set_controller(uint8_t *at, const AsciiController *controller, uint64_t floats) {
    uint32_t rows = controller->no_data ? UINT16_MAX : controller->list.rows;
    store_u32(at + MDL_CONTROLLER_TYPE, controller->type);
    ascii_set_u16(at + MDL_CONTROLLER_ROWS, rows);
    at[MDL_CONTROLLER_COLUMNS] = MDL_NO_DATA;
    if (controller->no_data) return;
    ascii_set_u16(at + MDL_CONTROLLER_TIMES, (uint32_t)floats);
    ascii_set_u16(at + MDL_CONTROLLER_VALUES, (uint32_t)floats + rows);
    at[MDL_CONTROLLER_COLUMNS] =
        (uint8_t)(controller->width | (controller->bezier ? MDL_BEZIER : 0));
}

/* Adds the node's controllers to the image, in which places of floats have 16 bits. */
static bool put_controllers(Ascii *ascii) {
    const AsciiController *all = ascii->controllers.items;
    uint64_t count = ascii->controllers.count, floats = 0;
    uint32_t keys = ascii_here(ascii);
    for (uint64_t i = 0; i < count; i++) {
        uint8_t *at = ascii_put_record(ascii, all[i].list.offset, MDL_CONTROLLER_BYTES);
        if (!at) return false;
        set_controller(at, &all[i], floats);
        floats += (uint64_t)all[i].list.rows * (1 + all[i].width);
        if (floats > UINT16_MAX) {
            return ascii_fail(ascii, all[i].list.line,
                              "the keys of a node have more than 65535 numbers, the most that a "
                              "model can hold");
        }
    }
    uint32_t data = ascii_here(ascii);
    for (uint64_t i = 0; i < count; i++) {
        if (!put_numbers(ascii, &all[i].list, 1) || !put_values(ascii, &all[i])) return false;
    }
    uint8_t *node = ascii_model(ascii, ascii->node->start);
    ascii_set_array(node + MDL_NODE_CONTROLLERS, keys, count);
    ascii_set_array(node + MDL_NODE_DATA, data, floats);
    return true;
}

/* ---- Flares ---------------------------------------------------------------------------------- */

/* Adds pointers to the names of flare textures to the image, and the names behind them. */
static bool put_flare_textures(Ascii *ascii) {
    const AsciiList *list = &ascii->lists[ASCII_FLARE_TEXTURES];
    uint32_t start = ascii_here(ascii);
    for (uint32_t i = 0; i < list->rows; i++) {
        uint32_t offset = ascii_row(ascii, list, i)[ASCII_ROW_OFFSET];
        if (!ascii_put_record(ascii, offset, MDL_POINTER_BYTES)) return false;
    }
    for (uint32_t i = 0; i < list->rows; i++) {
        const uint32_t *row = ascii_row(ascii, list, i) + ASCII_ROW_VALUES;
        uint32_t name = ascii_here(ascii);
        uint32_t length = row[1] < MDL_LONG_NAME ? row[1] : MDL_LONG_NAME;
        uint8_t *at = ascii_put(ascii, (uint64_t)length + 1);
        if (!at) return false;
        memcpy(at, ascii->text + row[0], length);
        store_u32(ascii_model(ascii, start + (uint64_t)i * MDL_POINTER_BYTES),
                  name - MDL_FILE_HEADER_BYTES);
    }
    ascii_set_array(ascii_part(ascii, MDL_LIGHT) + MDL_FLARE_TEXTURES, start, list->rows);
    return true;
}

static bool put_flares(Ascii *ascii) {
    static const struct {
        uint8_t list, width, field;
    } lists[] = {
        {ASCII_FLARE_SIZES, 1, MDL_FLARE_SIZES},
        {ASCII_FLARE_POSITIONS, 1, MDL_FLARE_POSITIONS},
        {ASCII_FLARE_SHIFTS, 3, MDL_FLARE_SHIFTS},
    };
    for (size_t i = 0; i < LENGTH(lists); i++) {
        const AsciiList *list = &ascii->lists[lists[i].list];
        uint32_t start = ascii_here(ascii);
        if (!put_numbers(ascii, list, lists[i].width)) return false;
        ascii_set_array(ascii_part(ascii, MDL_LIGHT) + lists[i].field, start, list->rows);
    }
    return put_flare_textures(ascii);
}

bool ascii_finish_node(Ascii *ascii) {
    uint32_t flags = ascii->node->flags;
    return (!(flags & MDL_FLAG_LIGHT) || put_flares(ascii)) &&
           (!(flags & MDL_FLAG_MESH) || ascii_put_mesh(ascii)) && put_controllers(ascii) &&
           ascii_enter_node(ascii);
}

/* ---- Animations ------------------------------------------------------------------------------ */

/* Begins a tree of nodes. */
static void begin_tree(Ascii *ascii) {
    arena_clear(&ascii->names);
    ascii->by_name = (Map){0};
    ascii->tree_start = ascii->nodes.count;
    ascii->has_root = false;
}

bool ascii_begin_animation(Ascii *ascii, AsciiToken name) {
    uint32_t start = ascii_here(ascii);
    AsciiAnimation *animation = list_add(&ascii->scratch, &ascii->animations, sizeof *animation);
    if (!animation) return fail_memory(ascii->error, &ascii->scratch);
    *animation = (AsciiAnimation){start, (uint32_t)ascii->nodes.count};
    begin_tree(ascii);
    ascii->events.count = 0;
    uint8_t *header = ascii_put_record(ascii, ascii_line_offset(ascii), MDL_ANIMATION_BYTES);
    if (!header) return false;
    ascii_set_chars(header + MDL_HEADER_NAME, name, MDL_LONG_NAME);
    header[MDL_HEADER_TYPE] = MDL_TYPE_ANIMATION;
    store_f32(header + MDL_ANIMATION_LENGTH, 1);
    store_f32(header + MDL_ANIMATION_TRANSITION, 0.25f);
    return true;
}

static int compare_events(const void *context, uint32_t a, uint32_t b) {
    const AsciiEvent *events = context;
    return COMPARE(events[a].time, events[b].time);
}

static bool put_events(Ascii *ascii) {
    const AsciiEvent *events = ascii->events.items;
    for (uint64_t i = 0; i < ascii->events.count; i++) {
        uint8_t *at = ascii_put_record(ascii, events[i].offset, MDL_EVENT_BYTES);
        if (!at) return false;
        store_f32(at + MDL_EVENT_TIME, events[i].time);
        memcpy(at + MDL_EVENT_NAME, events[i].name, MDL_NAME);
    }
    return true;
}

bool ascii_end_animation(Ascii *ascii) {
    uint32_t start = ascii_here(ascii);
    const List *events = &ascii->events;
    if (!sort_array(&ascii->scratch, events->items, events->count, sizeof(AsciiEvent),
                    compare_events, events->items, NULL, ascii->error) ||
        !put_events(ascii)) {
        return false;
    }
    ascii_set_array(ascii_animation(ascii) + MDL_ANIMATION_EVENTS, start, events->count);
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Sets the text; if its last line has no end, a copy gets one. */
static bool begin_text(Ascii *ascii) {
    const Document *document = &ascii->mdl->document;
    const uint8_t *text = document->bytes;
    uint64_t size = document->size;
    if (size && mdl_ascii_class[text[size - 1]] != ASCII_LINE_END) {
        uint8_t *copy = arena_alloc(&ascii->scratch, size + 1, 1);
        if (!copy) return fail_memory(ascii->error, &ascii->scratch);
        memcpy(copy, text, (size_t)size);
        copy[size] = '\n';
        text = copy;
    }
    ascii->text = ascii->at = ascii->line_start = text;
    ascii->end = text + size;
    ascii->at += utf8_mark_bytes(text, size);
    mdl_ascii_index_words(&ascii->words);
    return true;
}

/* The bytes that are reserved at the beginning, which are enough for most texts. */
#define ROOM_LEAST 4096
#define ROOM_FIRST (1 << 19)

bool ascii_begin(Ascii *ascii) {
    if (!begin_text(ascii)) return false;
    uint64_t size = ascii->mdl->document.size;
    Arena *arena = &ascii->mdl->document.arena;
    if (!list_reserve(arena, &ascii->model, 2 * size + ROOM_LEAST, 1) ||
        !list_reserve(arena, &ascii->lines, size / 64, sizeof(MdlTextLine))) {
        return fail_memory(ascii->error, arena);
    }
    if (!list_reserve(&ascii->scratch, &ascii->rows, ROOM_LEAST, sizeof(uint32_t)) ||
        !list_reserve(&ascii->scratch, &ascii->nodes, 64, sizeof(AsciiNode))) {
        return fail_memory(ascii->error, &ascii->scratch);
    }
    if (!ascii_put(ascii, MDL_FILE_HEADER_BYTES)) return false;
    uint8_t *header =
        ascii_put_record(ascii, 0, MDL_MODEL_BYTES); /* newmodel sets the line later */
    if (!header) return false;
    header[MDL_HEADER_TYPE] = MDL_TYPE_MODEL;
    store_f32(header + MDL_MODEL_ANIMATION_SCALE, 1);
    begin_tree(ascii);
    ascii->room_wanted = size < ROOM_FIRST ? size : ROOM_FIRST; /* enough for most meshes */
    ascii_clear_room(ascii);
    return true;
}
