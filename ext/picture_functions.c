/* gamemap_picture() and gamemap_drawing(): pictures of what a query gives, as PNG. */
#include "engine/hash_map.h"
#include "engine/table.h"
#include "../src/picture.h"
#include "../src/png.h"

#include <math.h>

/* What an aggregate has been given so far. */
typedef struct PictureState {
    Arena arena; /* first: the engine clears it */
    bool is_drawing;
    List rows; /* of PictureCell or PictureShape */
    bool has_options;
    PictureOptions options;
    /* numbers of texts, in the order in which they came, and those of other values above 2^24 */
    Map classes;
    uint64_t class_count;
} PictureState;

/* ---- Options --------------------------------------------------------------------------------- */

static bool take_text_option(PictureState *state, const char *key, Value value, Error *error) {
    static const struct {
        const char *name;
        CellMerge merge;
    } merges[] = {
        {"last", MERGE_LAST}, {"mean", MERGE_MEAN}, {"max", MERGE_MAX}, {"count", MERGE_COUNT}};
    PictureOptions *options = &state->options;
    if (!strcmp(key, "title")) {
        char *title = arena_alloc(&state->arena, (uint64_t)value.length + 1, 1);
        if (!title) return fail_memory(error, &state->arena);
        memcpy(title, value.bytes, value.length);
        title[value.length] = 0;
        options->title = title;
        return true;
    }
    if (!strcmp(key, "background")) {
        return color_parse(value.bytes, value.length, &options->background) ||
               fail(error, ERROR_ARGUMENT, "background is no colour, expected '#RRGGBB'");
    }
    if (!strcmp(key, "north")) {
        options->south_up = value_is_text(value, "down");
        return options->south_up || value_is_text(value, "up") ||
               fail(error, ERROR_ARGUMENT, "north is neither 'up' nor 'down'");
    }
    for (size_t i = 0; !strcmp(key, "cells") && i < LENGTH(merges); i++) {
        if (!value_is_text(value, merges[i].name)) continue;
        options->merge = merges[i].merge;
        return true;
    }
    return fail(error, ERROR_ARGUMENT, "the option %.40s has a value that it doesn't take", key);
}

static bool take_option(void *target, const char *key, Value value, Error *error) {
    PictureState *state = target;
    PictureOptions *options = &state->options;
    const struct {
        const char *name;
        double *place;
    } numbers[] = {{"scale", &options->scale},
                   {"low", &options->low},
                   {"high", &options->high},
                   {"line", &options->line}};
    double number;
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        if (strcmp(key, numbers[i].name)) continue;
        if (!value_to_real(value, &number)) {
            return fail(error, ERROR_ARGUMENT, "the option %s isn't a number", key);
        }
        *numbers[i].place = number;
        return true;
    }
    if (!strcmp(key, "legend")) {
        options->legend = value_to_real(value, &number) && number != 0;
        return true;
    }
    if (value.type == VALUE_TEXT) return take_text_option(state, key, value, error);
    return fail(
        error, ERROR_ARGUMENT,
        "an unknown option, expected scale, low, high, line, background, north, cells, legend or "
        "title");
}

static bool take_palette(PictureState *state, Value value, Error *error) {
    if (value.type == VALUE_TEXT &&
        palette_find(value.bytes, value.length, &state->options.palette)) {
        return true;
    }
    return fail(error, ERROR_ARGUMENT,
                "an unknown palette, expected 'gray', 'viridis', 'terrain', 'classes' or 'rgb'");
}

/* Palette and options behind the `fixed` first arguments, from the first row. */
static bool take_options(PictureState *state, Call *call, int fixed) {
    if (state->has_options) return true;
    state->has_options = true;
    state->options = picture_defaults;
    state->is_drawing = fixed > 3;
    if (call->count > fixed && call->values[fixed].type != VALUE_NULL &&
        !take_palette(state, call->values[fixed], call->error)) {
        return false;
    }
    if (call->count <= fixed + 1 || call->values[fixed + 1].type == VALUE_NULL) return true;
    if (!call->each_member(call, call->values[fixed + 1], take_option, state)) return false;
    if (state->options.scale < 0 || !(state->options.line > 0)) {
        return fail(call->error, ERROR_ARGUMENT, "scale and line are to be above 0");
    }
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The number of a class: equal values have one, in the order in which they came. */
static bool class_of(PictureState *state, Value value, double *number, Error *error) {
    const void *key = value.type == VALUE_TEXT ? value.bytes : &value.integer;
    size_t size = value.type == VALUE_TEXT ? value.length : sizeof value.integer;
    void **place = map_place(&state->classes, &state->arena, key, size);
    if (!place) return fail_memory(error, &state->arena);
    if (!*place) *place = (void *)(uintptr_t)++state->class_count;
    *number = (double)((uintptr_t)*place - 1);
    return true;
}

/* The value of a row as pictures know it. */
static bool take_value(PictureState *state, Value value, double *number, Error *error) {
    enum { IDS_MAX = 1 << 24 };
    *number = NAN;
    if (value.type == VALUE_NULL) return true;
    bool classes = state->options.palette == PALETTE_CLASSES;
    if (classes &&
        (value.type == VALUE_TEXT ||
         (value.type == VALUE_INTEGER && (value.integer < 0 || value.integer >= IDS_MAX)))) {
        return class_of(state, value, number, error);
    }
    if (value_to_real(value, number)) return true;
    return fail(error, ERROR_ARGUMENT,
                "a value is neither a number nor NULL; text takes the palette 'classes'");
}

/* A coordinate: false where it is none, and the row isn't drawn. */
static bool take_place(Value value, double *place, Error *error) {
    if (value.type == VALUE_NULL) return false;
    if (!value_to_real(value, place)) {
        return fail(error, ERROR_ARGUMENT, "a coordinate is neither a number nor NULL");
    }
    return isfinite(*place);
}

static void *add_row(PictureState *state, uint64_t size, uint64_t most, Error *error) {
    if (state->rows.count >= most) {
        fail(error, ERROR_TOO_BIG, "more than %u rows for one picture", (unsigned)most);
        return NULL;
    }
    void *row = list_add(&state->arena, &state->rows, size);
    if (!row) fail_memory(error, &state->arena);
    return row;
}

static bool add_cell(void *data, Call *call) {
    PictureState *state = data;
    PictureCell cell;
    if (!take_options(state, call, 3) ||
        !take_value(state, call->values[2], &cell.value, call->error)) {
        return false;
    }
    if (!take_place(call->values[0], &cell.x, call->error) ||
        !take_place(call->values[1], &cell.y, call->error)) {
        return call->error->kind == ERROR_NONE;
    }
    PictureCell *row = add_row(state, sizeof cell, PICTURE_CELLS_MAX, call->error);
    if (row) *row = cell;
    return row != NULL;
}

static bool add_shape(void *data, Call *call) {
    PictureState *state = data;
    PictureShape shape;
    if (!take_options(state, call, 7) ||
        !take_value(state, call->values[6], &shape.value, call->error)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (!take_place(call->values[2 * i], &shape.x[i], call->error) ||
            !take_place(call->values[2 * i + 1], &shape.y[i], call->error)) {
            return call->error->kind == ERROR_NONE;
        }
    }
    PictureShape *row = add_row(state, sizeof shape, PICTURE_SHAPES_MAX, call->error);
    if (row) *row = shape;
    return row != NULL;
}

/* ---- Result ---------------------------------------------------------------------------------- */

static Value finish_picture(void *data, Call *call) {
    PictureState *state = data;
    Canvas canvas;
    uint8_t *bytes;
    uint64_t size;
    if (!state || !state->rows.count) return value_null();
    bool done = (state->is_drawing ? picture_of_shapes : picture_of_cells)(
        &state->rows, &state->options, &state->arena, &canvas, call->error);
    if (!done || !png_write(&canvas, call->statement, &state->arena, &bytes, &size, call->error)) {
        return value_null();
    }
    return value_blob(bytes, size);
}

static const Function picture_functions[] = {
    {.name = "gamemap_picture",
     .signature = "gamemap_picture(x, y, value [, palette [, options]])",
     .doc =
         "Aggregate: a PNG in which each row is a cell of a grid, coloured by its value; NULL is "
         "transparent, text takes 'classes'. Palettes: 'gray', 'viridis' (the default), "
         "'terrain', 'classes', 'rgb' (0xRRGGBB). Options, a JSON object: scale (pixels of a "
         "cell), low and high (by default the 2nd and 98th percentile), background ('#RRGGBB'), "
         "north ('up', 'down'), cells (what several rows of one cell come to: 'last', 'mean', "
         "'max', 'count'), legend (true), title.",
     .example = "SELECT length(gamemap_picture(x, y, -height_sw, 'terrain')) > 100 "
                "FROM gnd_cubes('samples/town.gnd')",
     .least = 3,
     .most = 5,
     .state_bytes = sizeof(PictureState),
     .step = add_cell,
     .finish = finish_picture},
    {.name = "gamemap_drawing",
     .signature = "gamemap_drawing(x0, y0, x1, y1, x2, y2, value [, palette [, options]])",
     .doc =
         "Aggregate: a PNG in which each row is a triangle, or a line where two of its corners are "
         "one, coloured by its value, y up; palettes and options as for gamemap_picture, but "
         "scale is pixels a unit, and line the width of lines in pixels.",
     .example = "SELECT length(gamemap_drawing(a.x, a.y, b.x, b.y, c.x, c.y, t.island_id, "
                "'classes')) > 100 FROM aswm_triangles('samples/house.trx') t "
                "JOIN aswm_vertices(t.source) a ON a.id = t.vertex0 "
                "JOIN aswm_vertices(t.source) b ON b.id = t.vertex1 "
                "JOIN aswm_vertices(t.source) c ON c.id = t.vertex2",
     .least = 7,
     .most = 9,
     .state_bytes = sizeof(PictureState),
     .step = add_shape,
     .finish = finish_picture},
};

const Module picture_module = {
    MODULE_PARTS(picture_functions, function),
};
