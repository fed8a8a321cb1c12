/* What pictures of both kinds share: the range of values, title and legend. See picture.h. */
#include "picture.h"

#include <math.h>
#include <stdio.h>

enum {
    BINS = 65536,
    DOT_LEAST = 2,      /* pixels of a dot of a letter */
    DOT_OF_WIDTH = 450, /* one more for so many pixels */
    MARGIN = 6,
    BAR_HEIGHT = 12,
    BAR_WIDTH = 240,
    NUMBER_BYTES = 32,
    VALUE_COLORS = 256 - COLORS_RESERVED,
};

const PictureOptions picture_defaults = {
    .palette = PALETTE_VIRIDIS, .low = NAN, .high = NAN, .line = 1.5};

/* ---- Range ----------------------------------------------------------------------------------- */

static double value_at(const void *values, uint64_t i, size_t stride) {
    double value;
    memcpy(&value, (const char *)values + i * stride, sizeof value);
    return value;
}

/* The values below which the given shares of all lie, as exactly as BINS between least and most
** are. */
static void find_percentiles(const uint64_t *bins, uint64_t count, double least, double most,
                             ValueRange *range) {
    uint64_t low_count = count / 50, high_count = count - count / 50, below = 0;
    double width = (most - least) / BINS;
    range->low = least;
    range->high = most;
    for (uint32_t i = 0; i < BINS; i++) {
        uint64_t with = below + bins[i];
        if (below <= low_count && with > low_count) range->low = least + width * i;
        if (below < high_count && with >= high_count) range->high = least + width * (i + 1);
        below = with;
    }
}

bool picture_range(const void *values, uint64_t count, size_t stride, const PictureOptions *options,
                   Arena *arena, ValueRange *range, Error *error) {
    double least = INFINITY, most = -INFINITY;
    uint64_t finite = 0;
    for (uint64_t i = 0; i < count; i++) {
        double value = value_at(values, i, stride);
        if (!isfinite(value)) continue;
        if (value < least) least = value;
        if (value > most) most = value;
        finite++;
    }
    *range = (ValueRange){0, 0};
    if (finite && most > least && most - least < INFINITY) {
        uint64_t *bins = arena_zeroed(arena, BINS, sizeof *bins);
        if (!bins) return fail_memory(error, arena);
        for (uint64_t i = 0; i < count; i++) {
            double value = value_at(values, i, stride);
            if (!isfinite(value)) continue;
            uint32_t bin = (uint32_t)((value - least) / (most - least) * BINS);
            bins[bin < BINS ? bin : BINS - 1]++;
        }
        find_percentiles(bins, finite, least, most, range);
        bool hides = range->high - range->low < (most - least) / 1000; /* all but a few are alike */
        if (hides) *range = (ValueRange){least, most};
        arena_release(arena, bins);
    } else if (finite) {
        *range = (ValueRange){least, most};
    }
    if (!isnan(options->low)) range->low = options->low;
    if (!isnan(options->high)) range->high = options->high;
    return true;
}

Color picture_color(const PictureOptions *options, const ValueRange *range, double value) {
    if (options->palette <= PALETTE_TERRAIN) {
        return palette_color(options->palette, picture_share(range, value));
    }
    if (options->palette == PALETTE_CLASSES) {
        double id = value < 0 ? 7 - value : value;
        return palette_class(id < 0x1p63 ? (uint64_t)id : 0);
    }
    uint32_t rgb = value > 0 && value < 0x1000000 ? (uint32_t)value : value > 0 ? 0xFFFFFF : 0;
    return (Color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
}

/* ---- Frame ----------------------------------------------------------------------------------- */

static bool has_bar(const PictureOptions *options) {
    return options->legend && options->palette <= PALETTE_TERRAIN;
}

PictureFrame picture_frame(const PictureOptions *options, uint64_t width) {
    uint32_t dot = width > CANVAS_SIDE_MAX ? 0 : (uint32_t)width / DOT_OF_WIDTH;
    PictureFrame frame = {.dot = dot > DOT_LEAST ? dot : DOT_LEAST};
    uint32_t line = frame.dot * TEXT_DOTS_HIGH + MARGIN;
    if (options->title) {
        frame.above = line + MARGIN;
        frame.width = canvas_text_width(options->title, frame.dot) + 2 * MARGIN;
    }
    if (has_bar(options)) {
        frame.below = line + BAR_HEIGHT + MARGIN;
        if (frame.width < BAR_WIDTH) frame.width = BAR_WIDTH;
    }
    return frame;
}

void picture_palette(Canvas *canvas, const PictureOptions *options) {
    canvas->palette[COLOR_BACKGROUND] = options->background;
    canvas->palette[COLOR_INK] = (Color){32, 32, 36, 255};
    canvas->palette[COLOR_PAPER] = (Color){255, 255, 255, 255};
    canvas->color_count = COLORS_RESERVED;
    if (!canvas->indexed) return;
    canvas->color_count = 256;
    for (uint32_t i = 0; i < VALUE_COLORS; i++) {
        canvas->palette[COLORS_RESERVED + i] =
            palette_color(options->palette, (double)i / (VALUE_COLORS - 1));
    }
}

/* A number with as many digits as say something; the same in every locale. */
static void write_number(char text[NUMBER_BYTES], double value) {
    snprintf(text, NUMBER_BYTES, "%.4g", value);
    for (char *at = text; *at; at++) {
        if (*at == ',') *at = '.';
    }
}

static void draw_bar(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame,
                     const ValueRange *range) {
    int64_t left = MARGIN, top = (int64_t)canvas->height - frame->below + MARGIN;
    int64_t width = (int64_t)canvas->width - 2 * MARGIN;
    char number[NUMBER_BYTES];
    Color ink = canvas->palette[COLOR_INK];
    for (int64_t i = 0; i < width; i++) {
        double share = width > 1 ? (double)i / (double)(width - 1) : 0;
        uint8_t color = COLOR_INK;
        if (canvas->indexed) {
            color = (uint8_t)(COLORS_RESERVED + (uint32_t)(share * (VALUE_COLORS - 1) + 0.5));
        } else {
            canvas->palette[COLOR_INK] = palette_color(options->palette, share);
        }
        canvas_fill(canvas, left + i, top, 1, BAR_HEIGHT, color);
    }
    canvas->palette[COLOR_INK] = ink;
    top += BAR_HEIGHT + MARGIN / 2;
    write_number(number, range->low);
    canvas_text(canvas, left, top, frame->dot, number, COLOR_INK);
    write_number(number, range->high);
    canvas_text(canvas, left + width - (int64_t)canvas_text_width(number, frame->dot) + frame->dot,
                top, frame->dot, number, COLOR_INK);
}

void picture_draw_frame(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame,
                        const ValueRange *range) {
    canvas_fill(canvas, 0, 0, canvas->width, frame->above, COLOR_PAPER);
    canvas_fill(canvas, 0, (int64_t)canvas->height - frame->below, canvas->width, frame->below,
                COLOR_PAPER);
    if (options->title) {
        canvas_text(canvas, MARGIN, MARGIN, frame->dot, options->title, COLOR_INK);
    }
    if (frame->below) draw_bar(canvas, options, frame, range);
}
