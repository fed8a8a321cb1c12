/* The range of values and their colours, which both kinds of pictures need. See picture.h. */
#include "picture/picture.h"

#include <math.h>

enum {
    VALUE_COLORS = 256 - COLORS_RESERVED,
};

#define ALIKE 1e-4 /* values that differ by less may differ only by rounding */

const PictureOptions picture_defaults = {
    .palette = PALETTE_VIRIDIS, .low = NAN, .high = NAN, .line = 1.5};

/* ---- Range ----------------------------------------------------------------------------------- */

/* Maps values to whole numbers in the same order, and back. */
static uint32_t rank_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 ? ~bits : bits | (uint32_t)1 << 31;
}

static float value_of_rank(uint32_t rank) {
    uint32_t bits = rank >> 31 ? rank & ~((uint32_t)1 << 31) : ~rank;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A rank is found in several passes, starting with its highest bits; this is the number of bits of
** a pass. */
enum { LEVELS = 3, FIRST_BITS = 12, NEXT_BITS = 10 };
static const uint32_t level_shift[LEVELS] = {2 * NEXT_BITS, NEXT_BITS, 0};

/* The search for the value at a place in sorted order. It continues among the values whose ranks
** begin with the bits found so far. */
typedef struct Search {
    uint64_t place;
    uint32_t rank; /* the bits found so far, shifted down */
    uint64_t counts[1 << FIRST_BITS];
} Search;

/* Counts the values by the highest bits of their ranks. Returns how many are finite. */
static uint64_t count_first(const CellView *values, Search *search) {
    uint64_t finite = 0;
    for (uint64_t row = 0; row < values->rows; row++) {
        const float *at = values->values + row * values->row_stride;
        for (uint64_t i = 0; i < values->columns; i++, at += values->column_stride) {
            if (!isfinite(*at)) continue;
            search->counts[rank_of(*at) >> level_shift[0]]++;
            finite++;
        }
    }
    return finite;
}

/* Among values whose ranks begin with the bits that a search has found, counts the next bits. */
static void count_next(const CellView *values, uint32_t level, Search *low, Search *high) {
    uint32_t shift = level_shift[level], low_bits = (1 << NEXT_BITS) - 1;
    for (uint64_t row = 0; row < values->rows; row++) {
        const float *at = values->values + row * values->row_stride;
        for (uint64_t i = 0; i < values->columns; i++, at += values->column_stride) {
            uint32_t rank = rank_of(*at) >> shift, begin = rank >> NEXT_BITS;
            if (begin == low->rank) low->counts[rank & low_bits]++;
            if (begin == high->rank) high->counts[rank & low_bits]++;
        }
    }
}

/* Finds the next bits. */
static void descend(Search *search, uint32_t level) {
    uint32_t digit = 0;
    while (search->place >= search->counts[digit]) search->place -= search->counts[digit++];
    search->rank = level ? search->rank << NEXT_BITS | digit : digit;
    memset(search->counts, 0, sizeof search->counts);
}

/* Finds the finite values at two places in sorted order, exactly, in three passes. */
static bool values_at(const CellView *values, double low_share, double high_share, Arena *arena,
                      ValueRange *range, Error *error) {
    Search *low = arena_zeroed(arena, 2, sizeof *low), *high = low + 1;
    if (!low) return fail_memory(error, arena);
    *range = (ValueRange){0};
    uint64_t count = count_first(values, low), last = count ? count - 1 : 0;
    memcpy(high->counts, low->counts, sizeof high->counts);
    high->place = (uint64_t)((double)last * high_share + 0.5);
    low->place = (uint64_t)((double)last * low_share);
    for (uint32_t level = 0; count && level < LEVELS; level++) {
        if (level) count_next(values, level, low, high);
        descend(low, level);
        descend(high, level);
    }
    if (count) {
        range->low = (double)value_of_rank(low->rank);
        range->high = (double)value_of_rank(high->rank);
    }
    arena_release(arena, low);
    return true;
}

/* Where most of an area is as high as its highest places, the range goes on above them, and where
** it is as low as its lowest, the range begins below them: a plain is meadow. */
#define HIGH_SHARE  0.65
#define LOW_SHARE   0.15
#define USUAL_SHARE 0.5
#define PLAIN_SHARE 0.4

static bool widen_terrain(const CellView *values, Arena *arena, ValueRange *range, Error *error) {
    ValueRange middle;
    if (!values_at(values, 0.5, 0.5, arena, &middle, error)) return false;
    double above = middle.low - range->low, size = range->high - range->low;
    if (above > HIGH_SHARE * size) {
        range->high = range->low + above / USUAL_SHARE;
    } else if (size > 0 && above < LOW_SHARE * size) {
        range->low = (middle.low - PLAIN_SHARE * range->high) / (1 - PLAIN_SHARE);
    }
    return true;
}

/* Notes whether there are values below or above the range. */
static void find_cuts(const CellView *values, ValueRange *range) {
    double least = INFINITY, most = -INFINITY;
    for (uint64_t row = 0; row < values->rows; row++) {
        const float *at = values->values + row * values->row_stride;
        for (uint64_t i = 0; i < values->columns; i++, at += values->column_stride) {
            if ((double)*at < least) least = (double)*at;
            if ((double)*at > most) most = (double)*at;
        }
    }
    bool turned = range->low > range->high; /* the options say so */
    range->low_cut = turned ? most > range->low : least < range->low;
    range->high_cut = turned ? least < range->high : most > range->high;
}

/* Heights that differ by rounding only are a plain: the range is so wide that they have one
** colour. */
static void widen_rounding(ValueRange *range) {
    double size = range->high - range->low;
    if (size <= 0 || size >= ALIKE) return;
    double middle = round(range->low / ALIKE) * ALIKE;
    *range = (ValueRange){.low = middle - 50 * ALIKE, .high = middle + 50 * ALIKE};
}

bool picture_range(const CellView *values, const PictureOptions *options, Arena *arena,
                   ValueRange *range, Error *error) {
    if (!values_at(values, 0.02, 0.98, arena, range, error)) return false;
    /* If nearly all values are alike except for rounding, the range is that of the others, so that
    ** the stairs in a flat house are visible. */
    static const double shares[] = {0.002, 0};
    for (size_t i = 0; i < LENGTH(shares) && range->high - range->low < ALIKE; i++) {
        ValueRange wide;
        if (!values_at(values, shares[i], 1 - shares[i], arena, &wide, error)) return false;
        if (wide.high - wide.low > 1000 * (range->high - range->low)) *range = wide;
    }
    bool is_terrain = options->palette == PALETTE_TERRAIN || options->palette == PALETTE_RELIEF;
    if (is_terrain && !widen_terrain(values, arena, range, error)) return false;
    if (is_terrain) widen_rounding(range);
    if (!isnan(options->low)) range->low = options->low;
    if (!isnan(options->high)) range->high = options->high;
    find_cuts(values, range);
    return true;
}

/* ---- Colours --------------------------------------------------------------------------------- */

static Color class_color(const PictureOptions *options, uint64_t number) {
    bool is_name = number >= CLASS_NAMES && options->name_colors;
    return is_name ? options->name_colors[number - CLASS_NAMES] : palette_class(number);
}

Color picture_color(const PictureOptions *options, const ValueRange *range, double value) {
    if (options->palette <= PALETTE_RELIEF) {
        return palette_color(options->palette, picture_share(range, value));
    }
    if (options->palette == PALETTE_CLASSES) return class_color(options, (uint64_t)value);
    uint32_t rgb = !(value > 0) ? 0 : value < 0x1000000 ? (uint32_t)value : 0xFFFFFF;
    return (Color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
}

void picture_palette(Canvas *canvas, const PictureOptions *options) {
    const Color grey = {222, 224, 228, 255}, clear = {0, 0, 0, 0};
    bool is_framed = picture_is_framed(options);
    canvas->palette[COLOR_BACKGROUND] = options->has_background ? options->background
                                        : is_framed             ? grey
                                                                : clear;
    canvas->palette[COLOR_HATCH] = (Color){196, 199, 206, 255};
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
