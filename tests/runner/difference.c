/* See difference.h. */
#include "difference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_LINES   24 /* lines of each difference that are shown */
#define CONTEXT_LINES 2  /* equal lines before and after them */
#define SCREEN_WIDTH  150
#define COLUMNS_MAX   64
#define COLUMN_WIDTH  40 /* longer values aren't aligned */

/* Returns the width of a text on a screen: Chinese, Japanese and Korean characters take two
** columns. */
static size_t width_of(const char *text, size_t size) {
    size_t width = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >> 6 != 2) width += byte >= 0xe3 ? 2 : 1;
    }
    return width;
}

static void widen(size_t widths[COLUMNS_MAX], const char *line) {
    for (size_t column = 0; column < COLUMNS_MAX; column++) {
        size_t length = strcspn(line, "\t");
        size_t width = width_of(line, length);
        if (width > widths[column] && width <= COLUMN_WIDTH) widths[column] = width;
        line += length;
        if (!*line++) return;
    }
}

static void pad(Text *text, size_t width, size_t wanted) {
    for (; width < wanted; width++) text_add(text, " ", 1);
}

/* Returns the line with its values in columns. */
static Text aligned(const size_t widths[COLUMNS_MAX], const char *line) {
    Text text = {0};
    for (size_t column = 0;; column++) {
        size_t length = strcspn(line, "\t");
        text_add(&text, line, length);
        if (!line[length]) return text;
        pad(&text, width_of(line, length), column < COLUMNS_MAX ? widths[column] : 0);
        text_add(&text, "  ", 2);
        line += length + 1;
    }
}

typedef struct Difference {
    const Lines *expected, *found;
    size_t head, tail; /* equal lines */
    size_t rows;       /* rows to be shown, from head - before on */
    size_t before;
} Difference;

static Difference compare(const Lines *expected, const Lines *found) {
    Difference it = {.expected = expected, .found = found};
    size_t least = expected->count < found->count ? expected->count : found->count;
    size_t most = expected->count > found->count ? expected->count : found->count;
    while (it.head < least && !strcmp(expected->items[it.head], found->items[it.head])) it.head++;
    while (it.tail < least - it.head && !strcmp(expected->items[expected->count - 1 - it.tail],
                                                found->items[found->count - 1 - it.tail])) {
        it.tail++;
    }
    size_t differing = most - it.head - it.tail;
    it.before = it.head > CONTEXT_LINES ? CONTEXT_LINES : it.head;
    it.rows = it.before + (differing > SHOWN_LINES ? SHOWN_LINES : differing);
    if (differing <= SHOWN_LINES) it.rows += it.tail > CONTEXT_LINES ? CONTEXT_LINES : it.tail;
    return it;
}

/* Returns the index of the line in a row, or the count of lines if there is none. */
static size_t line_in_row(const Difference *it, const Lines *lines, size_t row) {
    size_t most = it->expected->count > it->found->count ? it->expected->count : it->found->count;
    size_t at = it->head - it->before + row;
    if (at >= most - it->tail) return at - (most - lines->count);
    return at < lines->count - it->tail ? at : lines->count;
}

static const char *text_in_row(const Difference *it, const Lines *lines, size_t row) {
    size_t at = line_in_row(it, lines, row);
    return at < lines->count ? lines->items[at] : NULL;
}

static void show_row(const Difference *it, size_t row, size_t first, const size_t *widths,
                     size_t left_width) {
    const char *sides[2] = {text_in_row(it, it->expected, row), text_in_row(it, it->found, row)};
    bool differs = !sides[0] || !sides[1] || strcmp(sides[0], sides[1]) != 0;
    Text left = aligned(widths, sides[0] ? sides[0] : "(nothing)");
    Text right = aligned(widths, sides[1] ? sides[1] : "(nothing)");
    char place[24] = "";
    if (sides[0]) snprintf(place, sizeof place, "%zu", first + line_in_row(it, it->expected, row));
    if (left_width) {
        pad(&left, width_of(left.data, left.size), left_width);
        printf("   %c%5s  %s | %s\n", differs ? '*' : ' ', place, left.data, right.data);
    } else if (differs) {
        printf("   *%5s  expected: %s\n          found:    %s\n", place, left.data, right.data);
    } else {
        printf("    %5s            %s\n", place, left.data);
    }
    free(left.data);
    free(right.data);
}

void show_difference(const Lines *expected, const Lines *found, size_t first) {
    Difference it = compare(expected, found);
    size_t widths[COLUMNS_MAX] = {0}, left_width = strlen("(nothing)"), right_width = left_width;
    for (size_t row = 0; row < it.rows; row++) {
        const char *left = text_in_row(&it, expected, row), *right = text_in_row(&it, found, row);
        if (left) widen(widths, left);
        if (right) widen(widths, right);
    }
    for (size_t row = 0; row < it.rows; row++) {
        for (int side = 0; side < 2; side++) {
            size_t *widest = side ? &right_width : &left_width;
            const char *line = text_in_row(&it, side ? found : expected, row);
            if (!line) continue;
            Text text = aligned(widths, line);
            size_t width = width_of(text.data, text.size);
            if (width > *widest) *widest = width;
            free(text.data);
        }
    }
    if (left_width + right_width > SCREEN_WIDTH) left_width = 0;
    if (left_width) printf("          %-*s | found\n", (int)left_width, "expected");
    for (size_t row = 0; row < it.rows; row++) show_row(&it, row, first, widths, left_width);
    if (expected->count != found->count) {
        printf("    %zu lines expected, %zu found\n", expected->count, found->count);
    }
}
