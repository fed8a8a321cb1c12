/* gamemap_picture() and gamemap_drawing(): pictures of what a query gives, as PNG.
**
**     SELECT writefile('heights.png', gamemap_picture(x, y, -height_sw, 'terrain'))
**     FROM gnd_cubes('prontera.gnd'); */
#include "table/options.h"
#include "picture/material.h"
#include "picture/picture.h"
#include "picture/png.h"

#include <float.h>
#include <stdio.h>

/* The state of an aggregate. */
typedef struct PictureState {
    Arena arena; /* first: the engine clears it */
    bool has_options, is_cells;
    PictureOptions options;
    CellGrid cells; /* for gamemap_picture */
    List shapes;    /* for gamemap_drawing: PictureShape */
    Map classes;    /* numbers, from 1 on, of texts and of values that aren't ids */
    List names;     /* of those classes, as text */
    List labels;    /* PictureLabel */
} PictureState;

static const char *const norths[] = {"up", "down", NULL};
static const char *const merges[] = {[MERGE_LAST] = "last",
                                     [MERGE_MEAN] = "mean",
                                     [MERGE_MAX] = "max",
                                     [MERGE_COUNT] = "count",
                                     NULL};

static bool take_background(void *member, Value value) {
    PictureOptions *options = member;
    options->has_background = true;
    return value.type == VALUE_TEXT &&
           palette_parse(value.bytes, value.length, &options->background);
}

#define OPTION_AT(Kind, Key, Member)                                                               \
    .key = Key, .kind = Kind, .offset = offsetof(PictureState, Member)
#define BOUND .least = -1e300, .most = 1e300
#define COMMON_OPTIONS                                                                             \
    {OPTION_AT(OPTION_NUMBER, "low", options.low), BOUND},                                         \
        {OPTION_AT(OPTION_NUMBER, "high", options.high), BOUND},                                   \
        {OPTION_AT(OPTION_OTHER, "background", options), .take = take_background,                  \
         .expected = "a colour, expected '#RRGGBB'"},                                              \
        {OPTION_AT(OPTION_CHOICE, "north", options.north), .words = norths},                       \
        {OPTION_AT(OPTION_FLAG, "legend", options.legend)},                                        \
        {OPTION_AT(OPTION_NUMBER, "letters", options.letters), .least = 1, .most = 64,             \
         .is_whole = true},                                                                        \
        {OPTION_AT(OPTION_TEXT, "title", options.title)}, {                                        \
        OPTION_AT(OPTION_TEXT, "unit", options.unit)                                               \
    }

static const Option of_pictures[] = {
    {OPTION_AT(OPTION_NUMBER, "scale", options.scale), .least = 1, .most = CANVAS_SIDE_MAX,
     .is_whole = true},
    COMMON_OPTIONS,
    {OPTION_AT(OPTION_CHOICE, "cells", cells.merge), .words = merges},
};
static const Option of_drawings[] = {
    {OPTION_AT(OPTION_NUMBER, "scale", options.scale), .most = 1e300, .is_above = true},
    COMMON_OPTIONS,
    {OPTION_AT(OPTION_NUMBER, "line", options.line), .most = CANVAS_SIDE_MAX, .is_above = true},
};

static bool take_palette(PictureState *state, Value value, Error *error) {
    if (value.type == VALUE_TEXT &&
        palette_find(value.bytes, value.length, &state->options.palette)) {
        return true;
    }
    return fail(error, ERROR_ARGUMENT,
                "an unknown palette, expected 'gray', 'viridis', 'terrain', 'relief', 'land', "
                "'classes' or 'rgb'");
}

/* Reads palette and options, which follow the `fixed` first arguments, from the first row. */
static bool take_options(PictureState *state, Call *call, int fixed) {
    if (state->has_options) return true;
    state->has_options = true;
    state->options = picture_defaults;
    state->is_cells = fixed == 3;
    if (call->count > fixed && call->values[fixed].type != VALUE_NULL &&
        !take_palette(state, call->values[fixed], call->error)) {
        return false;
    }
    if (call->count <= fixed + 1) return true;
    const Option *options = state->is_cells ? of_pictures : of_drawings;
    size_t count = state->is_cells ? LENGTH(of_pictures) : LENGTH(of_drawings);
    if (!options_take(call, call->values[fixed + 1], "{\"scale\": 4}", options, count, state,
                      &state->arena)) {
        return false;
    }
    bool has_no_mean =
        state->options.palette == PALETTE_CLASSES && state->cells.merge == MERGE_MEAN;
    return !has_no_mean ||
           fail(call->error, ERROR_ARGUMENT,
                "classes have no mean, the option cells may be 'last', 'max' or 'count' for them");
}

/* Names a value that isn't an id: text as it is, numbers as they are displayed. */
static char *name_of(Arena *arena, Value value) {
    char number[32];
    if (value.type == VALUE_TEXT) return text_copy(arena, value.bytes, value.length);
    if (value.type == VALUE_REAL) print_text(number, sizeof number, "%.6g", value.real);
    else snprintf(number, sizeof number, "%" PRId64, value.integer);
    return text_copy(arena, number, strlen(number));
}

/* Returns the number of a class. For an id it is the id. Other values are numbered in the order in
** which they come; equal ones have the same number. */
static bool class_of(PictureState *state, Value value, float *number, Error *error) {
    if (value.type == VALUE_REAL && value.real == floor(value.real) && fabs(value.real) < 0x1p53) {
        value = value_integer((int64_t)value.real);
    }
    if (value.type == VALUE_INTEGER && value.integer >= 0 && value.integer < CLASS_NAMES) {
        *number = (float)value.integer;
        return true;
    }
    char key[1 + sizeof value.integer] = {(char)0xFF}; /* text never begins with this byte */
    memcpy(key + 1, &value.integer, sizeof value.integer);
    bool is_text = value.type == VALUE_TEXT;
    void **place = map_place(&state->classes, &state->arena, is_text ? value.bytes : key,
                             is_text ? value.length : sizeof key);
    if (!place) return fail_memory(error, &state->arena);
    if (!*place) {
        if (state->names.count >= CLASS_NAMES_MAX) {
            return fail(error, ERROR_TOO_BIG, "more than %d different values for 'classes'",
                        CLASS_NAMES_MAX);
        }
        char *name = name_of(&state->arena, value);
        if (!name) return fail_memory(error, &state->arena);
        if (!list_push(&state->arena, &state->names, &name, sizeof name, error)) return false;
        *place = (void *)(uintptr_t)state->names.count;
    }
    *number = (float)(CLASS_NAMES + (uintptr_t)*place - 1);
    return true;
}

/* Converts the value of a row to the value of a cell. */
static inline bool take_value(PictureState *state, Value value, float *number, Error *error) {
    double real = NAN;
    *number = NAN;
    if (value.type == VALUE_NULL) return true;
    if (state->options.palette == PALETTE_CLASSES && value.type != VALUE_BLOB) {
        return class_of(state, value, number, error);
    }
    switch (value.type) {
    case VALUE_INTEGER: real = (double)value.integer; break;
    case VALUE_REAL: real = value.real; break;
    default:
        return fail(error, ERROR_ARGUMENT, "a value is a BLOB, expected a number, text or NULL");
    }
    *number = real > FLT_MAX ? INFINITY : real < -FLT_MAX ? -INFINITY : (float)real;
    return true;
}

/* Tells whether a row is a label: its value is text, in a picture of numbers. */
static bool is_label(const PictureState *state, Value value) {
    return value.type == VALUE_TEXT && state->options.palette != PALETTE_CLASSES;
}

static bool add_label(PictureState *state, double x, double y, Value value, Error *error) {
    if (state->labels.count >= PICTURE_LABELS_MAX) {
        return fail(error, ERROR_TOO_BIG, "more than %d labels", PICTURE_LABELS_MAX);
    }
    const PictureLabel label = {x, y, text_copy(&state->arena, value.bytes, value.length)};
    if (!label.text) return fail_memory(error, &state->arena);
    return list_push(&state->arena, &state->labels, &label, sizeof label, error);
}

/* Reads a coordinate. Returns false if it isn't a number: then the row isn't drawn. */
static bool take_place(Value value, double *place, Error *error) {
    switch (value.type) {
    case VALUE_INTEGER: *place = (double)value.integer; return true;
    case VALUE_REAL: *place = value.real; return isfinite(value.real);
    case VALUE_NULL: return false;
    default: return fail(error, ERROR_ARGUMENT, "a coordinate is neither a number nor NULL");
    }
}

static bool add_cell(void *data, Call *call) {
    PictureState *state = data;
    double x = 0, y = 0;
    float value = NAN;
    if (!take_options(state, call, 3)) return false;
    bool label = is_label(state, call->values[2]);
    if (!label && !take_value(state, call->values[2], &value, call->error)) return false;
    if (!take_place(call->values[0], &x, call->error) ||
        !take_place(call->values[1], &y, call->error)) {
        return call->error->kind == ERROR_NONE;
    }
    if (label) return add_label(state, x, y, call->values[2], call->error);
    return cell_grid_add(&state->cells, &state->arena, x, y, value, call->error);
}

static bool add_shape(void *data, Call *call) {
    PictureState *state = data;
    PictureShape shape = {.value = NAN};
    if (!take_options(state, call, 7)) return false;
    bool label = is_label(state, call->values[6]);
    if (!label && !take_value(state, call->values[6], &shape.value, call->error)) return false;
    for (int i = 0; i < 3; i++) {
        if (!take_place(call->values[2 * i], &shape.x[i], call->error) ||
            !take_place(call->values[2 * i + 1], &shape.y[i], call->error)) {
            return call->error->kind == ERROR_NONE;
        }
    }
    if (label) return add_label(state, shape.x[0], shape.y[0], call->values[6], call->error);
    if (state->shapes.count >= PICTURE_SHAPES_MAX) {
        return fail(call->error, ERROR_TOO_BIG, "more than %u rows for one picture",
                    (unsigned)PICTURE_SHAPES_MAX);
    }
    return list_push(&state->arena, &state->shapes, &shape, sizeof shape, call->error);
}

/* Finds the colours of named classes. */
static bool color_names(PictureState *state, Arena *arena, Error *error) {
    bool is_named = state->names.count && state->cells.merge != MERGE_COUNT; /* counts are ids */
    if (!is_named) return true;
    Color *colors = arena_alloc(arena, state->names.count, sizeof *colors);
    if (!colors) return fail_memory(error, arena);
    material_colors(state->names.items, state->names.count, CLASS_NAMES, colors);
    state->options.names = state->names.items;
    state->options.name_colors = colors;
    return true;
}

/* Draws the picture of the rows so far and keeps them. */
static Value finish_picture(void *data, Call *call) {
    PictureState *state = data;
    Arena *arena = call->scratch;
    Canvas canvas;
    uint8_t *bytes;
    uint64_t size;
    if (!state || (!state->cells.added && !state->shapes.count && !state->labels.count)) {
        return value_null();
    }
    if (!state->cells.added && !state->shapes.count) {
        return call_fail(
            call,
            "every value is text, which is a label; the palette 'classes' gives names colours");
    }
    state->options.labels = state->labels.items;
    state->options.label_count = state->labels.count;
    if (!color_names(state, arena, call->error)) return value_null();
    bool done =
        state->is_cells
            ? picture_of_cells(&state->cells, &state->options, arena, &canvas, call->error)
            : picture_of_shapes(&state->shapes, &state->options, arena, &canvas, call->error);
    if (!done || !png_write(&canvas, call->statement, arena, &bytes, &size, call->error)) {
        return value_null();
    }
    return value_blob(bytes, size);
}

static const Function picture_functions[] = {
    {"gamemap_picture", "x, y, value [, palette [, options]]",
     .asked_as = "picture image heightmap",
     .doc =
         "An aggregate that draws a PNG in which each row is a cell of a grid, coloured by its "
         "value; y points up, and NULL is transparent. Palettes are 'gray', 'viridis' (the "
         "default), 'terrain', 'relief' (terrain with the light and shade of its slopes), "
         "'land' (its like for land without water, paler where it is higher), "
         "'classes' (which takes text, too, and gives names of water, grass, wood, stone and the "
         "like colours of their own) and 'rgb' (0xRRGGBB). With other palettes a row whose value "
         "is text is a label, written at its place. The options are a JSON object, taken from the "
         "first row: scale (pixels of a cell), low and high (by default round numbers that "
         "leave out the outermost percent on each side), background ('#RRGGBB'), north ('up' or "
         "'down'), cells (how several rows of "
         "one cell are combined: 'last', 'mean', 'max' or 'count'), legend (true adds a scale of "
         "colours, or the most frequent classes; an end like <= 4 says that values go on beyond "
         "it), title, unit (of x and y: adds a scale bar), letters (pixels of a dot of a letter, "
         "by "
         "default more on wider pictures). In a picture with a title, a legend or a scale bar NULL "
         "is hatched. Labels that would overlap earlier ones are left out, and counted below. "
         "Texts "
         "are written in Latin and Korean letters, others are boxes.",
     .example = "SELECT length(gamemap_picture(x, y, -height_sw, 'terrain')) > 100 "
                "FROM gnd_cubes('samples/town.gnd')",
     .state_bytes = sizeof(PictureState), .row_values = 3, .step = add_cell,
     .finish = finish_picture},
    {"gamemap_drawing", "x0, y0, x1, y1, x2, y2, value [, palette [, options]]",
     .doc = "An aggregate that draws a PNG in which each row is a triangle, or a line if two of "
            "its corners are the same, coloured by its value; y points up. Palettes and options "
            "are those of gamemap_picture, but scale is in pixels per unit, and line is the width "
            "of lines in pixels.",
     .example = "SELECT length(gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, t.island_id, "
                "'classes')) > 100 FROM aswm_triangles('samples/house.trx') t "
                "JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 "
                "JOIN aswm_vertices(t.source) b ON b.id = t.vertex1 "
                "JOIN aswm_vertices(t.source) c ON c.id = t.vertex2",
     .state_bytes = sizeof(PictureState), .row_values = 7, .step = add_shape,
     .finish = finish_picture},
};

const Module picture_module = {
    MODULE_PARTS(picture_functions, function),
};
