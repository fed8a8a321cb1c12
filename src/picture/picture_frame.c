/* The frame of a picture: title, scale of colours, list of classes, scale bar. See picture.h. */
#include "picture/picture.h"
#include "core/print.h"

#include <stdio.h>

enum {
    /* Pixels of width for each pixel of a dot of a letter. Maps, which have a unit, are seen whole,
    ** so that wide ones are shown smaller than they are, and their letters with them. */
    DOT_OF_WIDTH = 1420,
    DOT_OF_MAP_WIDTH = 640,
    MARGIN = 6,
    BAR_HEIGHT = 12,
    WIDTH_LEAST = 240,    /* of a scale of colours or a truncated title */
    LETTERS_OF_NAME = 32, /* of a class; longer names lose their start, as paths start alike */
    TEXT_BYTES = 4 * LETTERS_OF_NAME + 8,
};

/* ---- Classes --------------------------------------------------------------------------------- */

/* Inserts a class among the most frequent ones. Of equally frequent classes, the one with the
** lowest number comes first. */
static void rank_entry(PictureFrame *frame, LegendEntry entry) {
    uint32_t at = frame->entry_count;
    if (at < LENGTH(frame->entries)) {
        frame->entry_count++;
    } else {
        frame->more++;
        at--;
        if (frame->entries[at].count >= entry.count) return;
    }
    for (; at && frame->entries[at - 1].count < entry.count; at--) {
        frame->entries[at] = frame->entries[at - 1];
    }
    frame->entries[at] = entry;
}

static bool find_entries(const CellView *values, Arena *arena, PictureFrame *frame, Error *error) {
    double least, most;
    picture_extent(values, &least, &most);
    if (!(most >= least)) return true;
    uint32_t first = (uint32_t)least, size = (uint32_t)most - first + 1;
    uint64_t *counts = arena_zeroed(arena, size, sizeof *counts);
    if (!counts) return fail_memory(error, arena);
    for (uint64_t row = 0; row < values->rows; row++) {
        for (uint64_t i = 0; i < values->columns; i++) {
            double value = cell_at(values, i, row);
            if (!isnan(value)) counts[(uint32_t)value - first]++;
        }
    }
    for (uint32_t i = 0; i < size; i++) {
        if (counts[i]) rank_entry(frame, (LegendEntry){first + i, counts[i]});
    }
    arena_release(arena, counts);
    return true;
}

/* Returns the start of the last `letters` characters of UTF-8 text. */
static const char *end_of_text(const char *text, uint64_t letters) {
    const char *at = text + strlen(text);
    while (at > text && letters) {
        at--;
        letters -= ((unsigned char)*at & 0xC0) != 0x80;
    }
    return at;
}

static void write_entry(char text[TEXT_BYTES], const PictureOptions *options, uint32_t number) {
    if (number < CLASS_NAMES || !options->names) {
        snprintf(text, TEXT_BYTES, "%" PRIu32, number);
        return;
    }
    const char *name = options->names[number - CLASS_NAMES];
    const char *end = end_of_text(name, LETTERS_OF_NAME);
    if (end == name) snprintf(text, TEXT_BYTES, "%s", name);
    else snprintf(text, TEXT_BYTES, "...%s", end_of_text(name, LETTERS_OF_NAME - 3));
}

/* ---- Layout ---------------------------------------------------------------------------------- */

static void place_entries(PictureFrame *frame, const PictureOptions *options, uint64_t width) {
    uint64_t widest = 0;
    char text[TEXT_BYTES];
    for (uint32_t i = 0; i < frame->entry_count; i++) {
        write_entry(text, options, frame->entries[i].number);
        uint64_t wide = canvas_text_width(text, frame->dot);
        if (wide > widest) widest = wide;
    }
    frame->entry_width = (uint32_t)widest + frame->line + 2 * MARGIN;
    if (frame->width < frame->entry_width + MARGIN) frame->width = frame->entry_width + MARGIN;
    if (width < frame->width) width = frame->width;
    uint64_t across = (width - MARGIN) / frame->entry_width;
    uint64_t shown = frame->entry_count + (frame->more > 0);
    frame->below = (uint32_t)((shown + across - 1) / across) * frame->line + 2 * MARGIN;
}

bool picture_is_framed(const PictureOptions *options) {
    return options->title || options->legend || options->unit;
}

bool picture_frame(const CellView *values, const PictureOptions *options, uint64_t width,
                   Arena *arena, PictureFrame *frame, Error *error) {
    uint64_t dot_width = options->unit ? DOT_OF_MAP_WIDTH : DOT_OF_WIDTH;
    *frame = (PictureFrame){.width = width, .dot = 1 + (uint32_t)(width / dot_width)};
    bool has_scale = options->palette <= PALETTE_RELIEF;
    if (has_scale && !picture_range(values, options, arena, &frame->range, error)) return false;
    if (width > CANVAS_SIDE_MAX) return true; /* canvas_make() will refuse it */
    frame->line = frame->dot * TEXT_DOTS_HIGH + MARGIN;
    if (options->title) {
        uint64_t wanted = canvas_text_width(options->title, frame->dot) + 2 * MARGIN;
        frame->above = frame->line + MARGIN;
        if (frame->width < WIDTH_LEAST && frame->width < wanted) {
            frame->width = wanted < WIDTH_LEAST ? wanted : WIDTH_LEAST;
        }
    }
    if (options->legend && has_scale) {
        frame->below = frame->line + BAR_HEIGHT + MARGIN;
        if (frame->width < WIDTH_LEAST) frame->width = WIDTH_LEAST;
    }
    if (options->legend && options->palette == PALETTE_CLASSES) {
        if (!find_entries(values, arena, frame, error)) return false;
        if (frame->entry_count) place_entries(frame, options, width);
    }
    if (options->unit) {
        frame->scale_bar = frame->line + MARGIN;
        frame->below += frame->scale_bar;
        if (frame->width < WIDTH_LEAST) frame->width = WIDTH_LEAST;
    }
    return true;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* Formats a number with its significant digits. The text doesn't depend on the locale or on whether
** the system writes exponents with three digits. */
static void write_number(char text[TEXT_BYTES], double value) {
    print_text(text, TEXT_BYTES, "%.4g", value);
    if (!strcmp(text, "-0")) memcpy(text, "0", 2);
    char *exponent = strchr(text, 'e');
    if (exponent && strlen(exponent) == 5 && exponent[2] == '0') {
        memmove(exponent + 2, exponent + 3, 3);
    }
}

static void write_end(char text[TEXT_BYTES], const char *sign, bool is_cut, double value) {
    char number[TEXT_BYTES];
    write_number(number, value);
    snprintf(text, TEXT_BYTES, "%s%.64s", is_cut ? sign : "", number);
}

/* Draws the scale of colours. Its ends tell where values go on beyond them. */
static void draw_bar(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame) {
    int64_t left = MARGIN, top = (int64_t)canvas->height - frame->below + MARGIN;
    int64_t width = (int64_t)canvas->width - 2 * MARGIN;
    char text[TEXT_BYTES];
    Color ink = canvas->palette[COLOR_INK];
    for (int64_t i = 0; i < width; i++) {
        double share = (double)i / (double)(width - 1);
        uint8_t color = COLOR_INK;
        if (canvas->indexed) {
            color = picture_number(share);
        } else {
            canvas->palette[COLOR_INK] = palette_color(options->palette, share);
        }
        canvas_fill(canvas, left + i, top, 1, BAR_HEIGHT, color);
    }
    canvas->palette[COLOR_INK] = ink;
    top += BAR_HEIGHT + MARGIN / 2;
    bool turned = frame->range.low > frame->range.high; /* the options low and high say so */
    write_end(text, turned ? ">= " : "<= ", frame->range.low_cut, frame->range.low);
    canvas_text(canvas, left, top, frame->dot, COLOR_INK, text);
    write_end(text, turned ? "<= " : ">= ", frame->range.high_cut, frame->range.high);
    canvas_text(canvas, left + width - (int64_t)canvas_text_width(text, frame->dot) + frame->dot,
                top, frame->dot, COLOR_INK, text);
}

static void draw_entries(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame) {
    int64_t top = (int64_t)canvas->height - frame->below + MARGIN;
    uint32_t across = (canvas->width - MARGIN) / frame->entry_width;
    uint32_t swatch = frame->line - MARGIN;
    char text[TEXT_BYTES];
    for (uint32_t i = 0; i < frame->entry_count + (frame->more > 0); i++) {
        int64_t x = MARGIN + (int64_t)(i % across) * frame->entry_width;
        int64_t y = top + (int64_t)(i / across) * frame->line;
        if (i == frame->entry_count) {
            snprintf(text, sizeof text, "and %" PRIu64 " more", frame->more);
            canvas_text(canvas, x, y, frame->dot, COLOR_INK, text);
            return;
        }
        double number = (double)frame->entries[i].number;
        Color ink = canvas->palette[COLOR_INK];
        canvas_fill(canvas, x, y, swatch, swatch, COLOR_HATCH);
        canvas->palette[COLOR_INK] = picture_color(options, &frame->range, number);
        canvas_fill(canvas, x + 1, y + 1, swatch - 2, swatch - 2, COLOR_INK);
        canvas->palette[COLOR_INK] = ink;
        write_entry(text, options, frame->entries[i].number);
        canvas_text(canvas, x + swatch + MARGIN, y, frame->dot, COLOR_INK, text);
    }
}

/* Returns the longest round number of units (1, 2, 5, 10, 20 ...) of at most `most` pixels. */
static double round_length(double unit_pixels, double most) {
    double length = 1;
    while (length * 10 * unit_pixels <= most && length < 1e300) length *= 10;
    while (length * unit_pixels > most && length > 1e-300) length /= 10;
    if (length * 5 * unit_pixels <= most) return length * 5;
    return length * 2 * unit_pixels <= most ? length * 2 : length;
}

static void draw_scale_bar(Canvas *canvas, const PictureFrame *frame, const char *unit) {
    char number[TEXT_BYTES];
    double length = round_length(frame->unit_pixels, canvas->width / 3.0);
    int64_t y = (int64_t)canvas->height - frame->line, middle = y + 7 * frame->dot;
    int64_t wide = (int64_t)(length * frame->unit_pixels + 0.5), tick = 3 * frame->dot;
    if (!(length > 0 && length < 1e300)) return;
    canvas_fill(canvas, MARGIN, middle, wide, frame->dot, COLOR_INK);
    canvas_fill(canvas, MARGIN, middle - tick, frame->dot, 2 * tick + frame->dot, COLOR_INK);
    canvas_fill(canvas, MARGIN + wide - frame->dot, middle - tick, frame->dot,
                2 * tick + frame->dot, COLOR_INK);
    write_number(number, length);
    int64_t x = 2 * MARGIN + wide;
    canvas_text(canvas, x, y, frame->dot, COLOR_INK, number);
    x += (int64_t)canvas_text_width(number, frame->dot) + 3 * frame->dot;
    canvas_text(canvas, x, y, frame->dot, COLOR_INK, unit);
}

/* Writes the title; one that is too wide loses its start, as paths start alike. */
static void draw_title(Canvas *canvas, const PictureFrame *frame, const char *title) {
    uint64_t dots = canvas_text_width("...", frame->dot), width = canvas->width - 2 * MARGIN;
    int64_t x = MARGIN;
    if (canvas_text_width(title, frame->dot) > width + frame->dot) {
        canvas_text(canvas, x, MARGIN, frame->dot, COLOR_INK, "...");
        x += (int64_t)dots;
        title = canvas_text_end(title, frame->dot, width > dots ? width - dots : 0);
    }
    canvas_text(canvas, x, MARGIN, frame->dot, COLOR_INK, title);
}

void picture_draw_label(Canvas *canvas, const PictureFrame *frame, double x, double y,
                        const char *text) {
    int64_t dot = frame->dot, left = (int64_t)x + dot, top = (int64_t)y - TEXT_DOTS_HIGH * dot;
    for (int64_t i = 0; i < 9; i++) {
        if (i == 4) continue;
        canvas_text(canvas, left + (i % 3 - 1) * dot, top + (i / 3 - 1) * dot, frame->dot,
                    COLOR_PAPER, text);
    }
    canvas_text(canvas, left, top, frame->dot, COLOR_INK, text);
}

void picture_draw_frame(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame) {
    canvas_fill(canvas, 0, 0, canvas->width, frame->above, COLOR_PAPER);
    canvas_fill(canvas, 0, (int64_t)canvas->height - frame->below, canvas->width, frame->below,
                COLOR_PAPER);
    if (options->title) draw_title(canvas, frame, options->title);
    if (frame->entry_count) draw_entries(canvas, options, frame);
    else if (frame->below > frame->scale_bar) draw_bar(canvas, options, frame);
    if (frame->scale_bar) draw_scale_bar(canvas, frame, options->unit);
}
