/* The range of values and their colours, which both kinds of pictures need. See picture.h. */
#include "picture/picture.h"

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

/* A rank is found in two passes, the higher half of its bits first. */
enum { HALF_BITS = 16 };

/* The search for the value at a place in sorted order. The second pass is among the values whose
** ranks begin with the bits that the first one found. */
typedef struct Search {
    uint64_t place;
    uint32_t rank; /* the bits found so far, shifted down */
    uint64_t counts[1 << HALF_BITS];
} Search;

/* Counts the finite values whose ranks begin with the bits that the searches have found, by the
** next bits. Returns how many the first search counted. */
static uint64_t count_bits(const CellView *values, uint32_t shift, Search *low, Search *high) {
    uint64_t count = 0;
    for (uint64_t row = 0; row < values->rows; row++) {
        const float *at = values->values + row * values->row_stride;
        for (uint64_t i = 0; i < values->columns; i++, at += values->column_stride) {
            if (!isfinite(*at)) continue;
            uint64_t rank = rank_of(*at) >> shift;
            uint32_t begin = (uint32_t)(rank >> HALF_BITS), bits = rank & UINT16_MAX;
            if (begin == low->rank) low->counts[bits]++, count++;
            if (begin == high->rank) high->counts[bits]++;
        }
    }
    return count;
}

/* Finds the next bits of the rank by the counts. */
static void descend(Search *search) {
    uint32_t digit = 0;
    while (search->place >= search->counts[digit]) search->place -= search->counts[digit++];
    search->rank = search->rank << HALF_BITS | digit;
    memset(search->counts, 0, sizeof search->counts);
}

/* Finds the finite values at two places in sorted order, exactly. */
static bool values_at(const CellView *values, double low_share, double high_share, Arena *arena,
                      ValueRange *range, Error *error) {
    Search *low = arena_zeroed(arena, 2, sizeof *low), *high = low + 1;
    if (!low) return fail_memory(error, arena);
    *range = (ValueRange){0};
    uint64_t count = count_bits(values, HALF_BITS, low, high), last = count ? count - 1 : 0;
    if (count) {
        high->place = (uint64_t)((double)last * high_share + 0.5);
        low->place = (uint64_t)((double)last * low_share);
        descend(low);
        descend(high);
        count_bits(values, 0, low, high);
        descend(low);
        descend(high);
        range->low = (double)value_of_rank(low->rank);
        range->high = (double)value_of_rank(high->rank);
    }
    arena_release(arena, low);
    return true;
}

/* Where most of an area is as high as its highest places, the range goes on above them, and where
** it is as low as its lowest, the range begins below them: a plain is meadow. */
#define HIGH_SHARE  0.65
#define LOW_SHARE   0.28
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

uint64_t picture_extent(const CellView *values, double *least, double *most) {
    uint64_t gaps = 0;
    *least = INFINITY, *most = -INFINITY;
    for (uint64_t row = 0; row < values->rows; row++) {
        for (uint64_t i = 0; i < values->columns; i++) {
            double value = cell_at(values, i, row);
            if (value < *least) *least = value;
            if (value > *most) *most = value;
            if (isnan(value)) gaps++;
        }
    }
    return gaps;
}

double picture_round(double most) {
    double length = 1;
    while (length * 10 <= most && length < 1e300) length *= 10;
    while (length > most && length > 1e-300) length /= 10;
    return length * 5 <= most ? length * 5 : length * 2 <= most ? length * 2 : length;
}

/* Widens a range by at most a tenth on each side, so that its ends are round numbers. */
static void round_ends(ValueRange *range) {
    double step = picture_round((range->high - range->low) / 10);
    if (!(step > 1e-300 && step < 1e300)) return;
    range->low = floor(range->low / step + 1e-6) * step;
    range->high = ceil(range->high / step - 1e-6) * step;
}

bool picture_range(const CellView *values, const PictureOptions *options, Arena *arena,
                   ValueRange *range, Error *error) {
    bool is_terrain = options->palette >= PALETTE_TERRAIN && options->palette <= PALETTE_LAND;
    if (!values_at(values, 0.01, 0.99, arena, range, error)) return false;
    /* Values differ from this size on: a millimetre of heights, a millionth of the unit of others,
    ** and a millionth of the values where these are large. */
    double largest = fmax(fabs(range->low), fabs(range->high));
    double flat = fmax(is_terrain ? 1e-3 : 0, 1e-6 * fmax(1, largest));
    /* If nearly all values are alike except for rounding, the range is that of the others, so that
    ** the stairs in a flat house are visible. */
    static const double shares[] = {0.002, 0};
    for (size_t i = 0; i < LENGTH(shares) && range->high - range->low < flat; i++) {
        ValueRange wide;
        if (!values_at(values, shares[i], 1 - shares[i], arena, &wide, error)) return false;
        if (wide.high - wide.low > 10 * flat) *range = wide;
    }
    range->is_flat = range->high - range->low < flat && isnan(options->low) && isnan(options->high);
    if (range->is_flat) {
        range->low = range->high = round(range->low / flat) * flat;
        return true;
    }
    if (is_terrain && !widen_terrain(values, arena, range, error)) return false;
    round_ends(range);
    if (!isnan(options->low)) range->low = options->low;
    if (!isnan(options->high)) range->high = options->high;
    double least, most;
    picture_extent(values, &least, &most);
    bool turned = range->low > range->high; /* the options low and high say so */
    range->low_cut = turned ? most > range->low : least < range->low;
    range->high_cut = turned ? least < range->high : most > range->high;
    return true;
}

/* ---- Colours --------------------------------------------------------------------------------- */

Color picture_color(const PictureOptions *options, const ValueRange *range, double value) {
    if (options->palette <= PALETTE_LAND) {
        return palette_color(options->palette, picture_share(range, value));
    }
    if (options->palette == PALETTE_CLASSES) {
        uint64_t number = (uint64_t)value;
        bool is_name = number >= CLASS_NAMES && options->name_colors;
        return is_name ? options->name_colors[number - CLASS_NAMES] : palette_class(number);
    }
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
