/* The frame of a picture: title, scale of colours, list of classes, scale bar. See picture.h. */
#include "picture/picture.h"

#include <stdio.h>

enum {
    /* Pixels of width for each pixel of a dot of a letter: wide pictures are seen whole, smaller
    ** than they are, and their letters with them. */
    DOT_OF_WIDTH = 720,
    MARGIN = 6,
    BAR_HEIGHT = 12,
    WIDTH_LEAST = 240,    /* of a scale of colours or a truncated title */
    LETTERS_OF_NAME = 32, /* of a class; longer names lose their start, as paths start alike */
    TEXT_BYTES = 4 * LETTERS_OF_NAME + 8,
    HATCH = 8, /* pixels from one stripe to the next */
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

/* Finds what the legend tells: that there are gaps, and the classes. */
static bool find_entries(const CellView *values, const PictureOptions *options, bool is_hatched,
                         Arena *arena, PictureFrame *frame, Error *error) {
    double least, most;
    frame->has_gaps = picture_extent(values, &least, &most) > 0 && is_hatched;
    if (options->palette != PALETTE_CLASSES || !(most >= least)) return true;
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

static const char no_value[] = "no value";

/* Writes what stands beside an entry of the legend: behind the classes what a gap is, and at last
** how many more classes there are. */
static void write_entry(char text[TEXT_BYTES], const PictureOptions *options,
                        const PictureFrame *frame, uint32_t entry) {
    uint32_t number = frame->entries[entry % LENGTH(frame->entries)].number;
    if (entry == frame->entry_count && frame->has_gaps) {
        snprintf(text, TEXT_BYTES, "%s", no_value);
    } else if (entry >= frame->entry_count) {
        snprintf(text, TEXT_BYTES, "and %" PRIu64 " more", frame->more);
    } else if (number < CLASS_NAMES || !options->names) {
        snprintf(text, TEXT_BYTES, "%" PRIu32, number);
    } else {
        const char *name = options->names[number - CLASS_NAMES];
        const char *end = end_of_text(name, LETTERS_OF_NAME);
        if (end == name) snprintf(text, TEXT_BYTES, "%s", name);
        else snprintf(text, TEXT_BYTES, "...%s", end_of_text(name, LETTERS_OF_NAME - 3));
    }
}

/* ---- Layout ---------------------------------------------------------------------------------- */

static void place_entries(PictureFrame *frame, const PictureOptions *options, uint64_t width) {
    uint32_t shown = frame->entry_count + (frame->more > 0) + frame->has_gaps;
    uint64_t widest = 0;
    char text[TEXT_BYTES];
    for (uint32_t i = 0; i < shown; i++) {
        write_entry(text, options, frame, i);
        uint64_t wide = canvas_text_width(text, frame->dot);
        if (i < frame->entry_count + frame->has_gaps) wide += frame->line; /* a square */
        if (wide > widest) widest = wide;
    }
    frame->entry_width = (uint32_t)widest + 2 * MARGIN;
    if (frame->width < frame->entry_width + MARGIN) frame->width = frame->entry_width + MARGIN;
    if (width < frame->width) width = frame->width;
    uint64_t across = (width - MARGIN) / frame->entry_width;
    frame->below = (uint32_t)((shown + across - 1) / across) * frame->line + 2 * MARGIN;
}

bool picture_is_framed(const PictureOptions *options) {
    return options->title || options->legend || options->unit;
}

/* Chooses the labels that are shown: those whose place is in the picture and which don't overlap
** earlier ones. One that would be cut moves inwards. */
static bool place_labels(const PictureOptions *options, const PictureView *view, Arena *arena,
                         PictureFrame *frame, Error *error) {
    int64_t dot = frame->dot, width = (int64_t)frame->width, height = (int64_t)view->height;
    frame->labels = arena_alloc(arena, options->label_count, sizeof *frame->labels);
    if (!frame->labels) return fail_memory(error, arena);
    for (uint64_t i = 0; i < options->label_count; i++) {
        const PictureLabel *label = &options->labels[i];
        double x = picture_column(view, label->x), y = picture_row(view, label->y);
        if (arena_interrupted_at(arena, i * 64)) return fail_interrupted(error);
        bool is_shown = x >= 0 && x <= (double)width && y >= 0 && y <= (double)height;
        int64_t wide = (int64_t)canvas_text_width(label->text, frame->dot) + 2 * dot;
        int64_t high = (TEXT_DOTS_HIGH + 2) * dot;
        int64_t left = is_shown ? (int64_t)x : 0, bottom = is_shown ? (int64_t)y + dot : 0;
        if (left > width - wide) left = width > wide ? width - wide : 0;
        if (bottom > height) bottom = height;
        if (bottom < high) bottom = high;
        const LabelBox box = {left, bottom - high, left + wide, bottom, label->text};
        for (uint64_t k = 0; k < frame->label_count && is_shown; k++) {
            const LabelBox *other = &frame->labels[k];
            is_shown = box.left >= other->right || box.right <= other->left ||
                       box.top >= other->bottom || box.bottom <= other->top;
        }
        if (is_shown) frame->labels[frame->label_count++] = box;
    }
    frame->hidden = options->label_count - frame->label_count;
    return true;
}

bool picture_frame(const CellView *values, const PictureOptions *options, const PictureView *view,
                   Arena *arena, PictureFrame *frame, Error *error) {
    uint64_t width = view->width;
    *frame = (PictureFrame){.width = width,
                            .unit_pixels = view->per_x,
                            .dot = options->letters > 0 ? (uint32_t)options->letters
                                                        : 1 + (uint32_t)(width / DOT_OF_WIDTH)};
    bool has_scale = options->palette <= PALETTE_LAND;
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
    if (options->legend && options->palette != PALETTE_RGB) {
        if (!find_entries(values, options, view->is_hatched, arena, frame, error)) return false;
        if (frame->entry_count) place_entries(frame, options, width);
    }
    if (options->unit) {
        frame->scale_bar = frame->line + MARGIN;
        frame->below += frame->scale_bar;
        if (frame->width < WIDTH_LEAST) frame->width = WIDTH_LEAST;
    }
    if (options->label_count && !place_labels(options, view, arena, frame, error)) return false;
    if (frame->hidden && picture_is_framed(options)) frame->below += frame->note = frame->line;
    return true;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* Formats a number with its significant digits. The text doesn't depend on the locale or on whether
** the system writes exponents with three digits. */
static void write_number(char text[TEXT_BYTES], double value) {
    print_text(text, TEXT_BYTES, "%.7g", value + 0.0); /* -0 becomes 0 */
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

void picture_hatch(Canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height) {
    for (int64_t row = y; row < y + height; row++) {
        int64_t first = x + (row % HATCH - x % HATCH + HATCH) % HATCH;
        for (int64_t at = first; at < x + width; at += HATCH) {
            canvas_fill(canvas, at, row, 1, 1, COLOR_HATCH);
        }
    }
}

/* Draws a square of the legend and the text beside it, in a colour, or hatched without one. */
static void draw_entry(Canvas *canvas, const PictureFrame *frame, int64_t x, int64_t y,
                       const Color *color, const char *text) {
    uint32_t swatch = frame->line - MARGIN;
    Color ink = canvas->palette[COLOR_INK];
    canvas_fill(canvas, x, y, swatch, swatch, COLOR_HATCH);
    if (color) canvas->palette[COLOR_INK] = *color;
    canvas_fill(canvas, x + 1, y + 1, swatch - 2, swatch - 2, color ? COLOR_INK : COLOR_BACKGROUND);
    canvas->palette[COLOR_INK] = ink;
    if (!color) picture_hatch(canvas, x + 1, y + 1, swatch - 2, swatch - 2);
    canvas_text(canvas, x + swatch + MARGIN, y, frame->dot, COLOR_INK, text);
}

/* Draws the scale of colours. Its ends tell where values go on beyond them; a plain has one colour
** and one number. */
static void draw_bar(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame) {
    int64_t left = MARGIN, top = (int64_t)canvas->height - frame->below + MARGIN;
    int64_t width = (int64_t)canvas->width - 2 * MARGIN;
    char text[TEXT_BYTES];
    Color ink = canvas->palette[COLOR_INK];
    for (int64_t i = 0; i < width; i++) {
        double share = frame->range.is_flat ? 0.5 : (double)i / (double)(width - 1);
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
    left += (int64_t)canvas_text_width(text, frame->dot);
    write_end(text, turned ? "<= " : ">= ", frame->range.high_cut, frame->range.high);
    int64_t end =
        canvas->width - MARGIN - (int64_t)canvas_text_width(text, frame->dot) + frame->dot;
    if (frame->range.is_flat) end = canvas->width;
    else canvas_text(canvas, end, top, frame->dot, COLOR_INK, text);
    int64_t wide = frame->line + (int64_t)canvas_text_width(no_value, frame->dot);
    int64_t x = (left + end - wide) / 2;
    if (frame->has_gaps && x > left) draw_entry(canvas, frame, x, top, NULL, no_value);
}

static void draw_entries(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame) {
    int64_t top = (int64_t)canvas->height - frame->below + MARGIN;
    uint32_t across = (canvas->width - MARGIN) / frame->entry_width;
    char text[TEXT_BYTES];
    for (uint32_t i = 0; i < frame->entry_count + frame->has_gaps + (frame->more > 0); i++) {
        int64_t x = MARGIN + (int64_t)(i % across) * frame->entry_width;
        int64_t y = top + (int64_t)(i / across) * frame->line;
        write_entry(text, options, frame, i);
        if (i < frame->entry_count) {
            Color color = picture_color(options, &frame->range, (double)frame->entries[i].number);
            draw_entry(canvas, frame, x, y, &color, text);
        } else if (i == frame->entry_count && frame->has_gaps) {
            draw_entry(canvas, frame, x, y, NULL, text);
        } else {
            canvas_text(canvas, x, y, frame->dot, COLOR_INK, text);
        }
    }
}

static void draw_scale_bar(Canvas *canvas, const PictureFrame *frame, const char *unit) {
    char number[TEXT_BYTES];
    double length = picture_round(canvas->width / 3.0 / frame->unit_pixels);
    int64_t y = (int64_t)canvas->height - frame->note - frame->line, middle = y + 7 * frame->dot;
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

/* Draws a label in ink, with a rim of paper that is a dot wide. */
static void draw_label(Canvas *canvas, const PictureFrame *frame, const LabelBox *label) {
    int64_t dot = frame->dot, top = label->top + frame->above;
    for (int64_t i = 0; i < 9; i++) {
        canvas_text(canvas, label->left + i % 3 * dot, top + i / 3 * dot, frame->dot, COLOR_PAPER,
                    label->text);
    }
    canvas_text(canvas, label->left + dot, top + dot, frame->dot, COLOR_INK, label->text);
}

void picture_draw_frame(Canvas *canvas, const PictureOptions *options, const PictureFrame *frame) {
    for (uint64_t i = 0; i < frame->label_count; i++) draw_label(canvas, frame, &frame->labels[i]);
    canvas_fill(canvas, 0, 0, canvas->width, frame->above, COLOR_PAPER);
    canvas_fill(canvas, 0, (int64_t)canvas->height - frame->below, canvas->width, frame->below,
                COLOR_PAPER);
    if (options->title) draw_title(canvas, frame, options->title);
    if (frame->entry_count) draw_entries(canvas, options, frame);
    else if (frame->below > frame->scale_bar + frame->note) draw_bar(canvas, options, frame);
    if (frame->scale_bar) draw_scale_bar(canvas, frame, options->unit);
    if (!frame->note) return;
    char note[TEXT_BYTES];
    snprintf(note, sizeof note, "%" PRIu64 " %s no room here", frame->hidden,
             frame->hidden == 1 ? "label has" : "labels have");
    canvas_text(canvas, MARGIN, (int64_t)canvas->height - frame->note, frame->dot, COLOR_INK, note);
}
