#include "picture/hangul.h"

enum {
    VOWELS = 21,
    FINALS = 28, /* the first one stands for none */
    WIDTH = 12,
    ADVANCE = WIDTH + 1, /* two dots between syllables, of which the text adds one */
    BOTTOM = GLYPH_ROWS - 1,
    FINAL_TOP = 9, /* a final has the rows from here to the bottom */
};

/* A rectangle of dots, both ends included. */
typedef struct Box {
    int left, top, right, bottom;
} Box;

/* ---- Consonants ------------------------------------------------------------------------------ */

/* The strokes of consonants, in a box:
**
**     T B M    lines across at the top, at the bottom, in the middle
**     L R      lines down at the left and right; l and r their lower and upper halves
**     I        two lines down within the box
**     A O      two legs from the top to the lower corners; a ring
**     t        a short line above, and what follows has the rows below it
**     u        a line across, and what follows has the rows below it
**     |        what follows stands in the right half of the box, what came before in the left */
static const char *const initials[] = {
    "TR",  "TR|TR", "LB", "TLB",   "TLB|TLB", "TrMlB", "TLRB", "LRMB", "LRMB|LRMB", "A",
    "A|A", "O",     "TA", "TA|TA", "tTA",     "TRM",   "TLMB", "TIB",  "tuO",
};
static const char *const finals[FINALS] = {
    "",          "TR",        "TR|TR",    "TR|A",       "LB",         "LB|TA",   "LB|tuO",
    "TLB",       "TrMlB",     "TrMlB|TR", "TrMlB|TLRB", "TrMlB|LRMB", "TrMlB|A", "TrMlB|TLMB",
    "TrMlB|TIB", "TrMlB|tuO", "TLRB",     "LRMB",       "LRMB|A",     "A",       "A|A",
    "O",         "TA",        "tTA",      "TRM",        "TLMB",       "TIB",     "tuO",
};

/* Draws two legs that part at the top. */
static void draw_legs(PixelGlyph *glyph, Box box) {
    int high = box.bottom - box.top, left = (box.left + box.right) / 2, right = left;
    int wide_left = left - box.left, wide_right = box.right - right;
    for (int y = 0; y <= high; y++) {
        int part = 2 * y - 1 > 0 ? 2 * y - 1 : 0, whole = 2 * high - 1;
        int to_left = left - (wide_left * part + whole / 2) / whole;
        int to_right = right + (wide_right * part + whole / 2) / whole;
        pixel_across(glyph, to_left, to_left, box.top + y);
        pixel_across(glyph, to_right, to_right, box.top + y);
    }
}

/* Draws a ring, not much wider than high. */
static void draw_ring(PixelGlyph *glyph, Box box) {
    int high = box.bottom - box.top + 1, spare = box.right - box.left + 1 - (high + 2);
    if (spare > 0) {
        box.left += spare / 2;
        box.right -= spare - spare / 2;
    }
    int corner = high >= 6 && box.right - box.left >= 5 ? 2 : 1;
    pixel_across(glyph, box.left + corner, box.right - corner, box.top);
    pixel_across(glyph, box.left + corner, box.right - corner, box.bottom);
    pixel_down(glyph, box.left, box.top + corner, box.bottom - corner);
    pixel_down(glyph, box.right, box.top + corner, box.bottom - corner);
    if (corner == 1) return;
    for (int i = 0; i < 2; i++) {
        int y = i ? box.bottom - 1 : box.top + 1;
        pixel_across(glyph, box.left + 1, box.left + 1, y);
        pixel_across(glyph, box.right - 1, box.right - 1, y);
    }
}

static void draw_inner_lines(PixelGlyph *glyph, Box box) {
    int inset = (box.right - box.left + 1) / 4;
    pixel_down(glyph, box.left + inset, box.top, box.bottom);
    pixel_down(glyph, box.right - inset, box.top, box.bottom);
}

/* Draws a line above the rest of the box and takes its rows from it. */
static void draw_above(PixelGlyph *glyph, Box *box, int inset) {
    bool is_low = box->bottom - box->top < 6;
    pixel_across(glyph, box->left + inset, box->right - inset, box->top);
    box->top += is_low ? 1 : 2;
}

static void draw_stroke(PixelGlyph *glyph, char stroke, Box *box) {
    int middle = (box->top + box->bottom) / 2, third = (box->right - box->left + 1) / 3;
    switch (stroke) {
    case 'T': pixel_across(glyph, box->left, box->right, box->top); break;
    case 'M': pixel_across(glyph, box->left, box->right, middle); break;
    case 'B': pixel_across(glyph, box->left, box->right, box->bottom); break;
    case 'L': pixel_down(glyph, box->left, box->top, box->bottom); break;
    case 'R': pixel_down(glyph, box->right, box->top, box->bottom); break;
    case 'l': pixel_down(glyph, box->left, middle, box->bottom); break;
    case 'r': pixel_down(glyph, box->right, box->top, middle); break;
    case 'I': draw_inner_lines(glyph, *box); break;
    case 'A': draw_legs(glyph, *box); break;
    case 'O': draw_ring(glyph, *box); break;
    case 't': draw_above(glyph, box, third); break;
    case 'u': draw_above(glyph, box, 0); break;
    default: break;
    }
}

/* Draws a consonant, whose halves touch where there is no room for a gap. */
static void draw_consonant(PixelGlyph *glyph, const char *strokes, Box box) {
    int wide = box.right - box.left + 1, half = wide < 7 ? wide / 2 : (wide - 1) / 2;
    Box left = box, right = box;
    bool is_double = strchr(strokes, '|') != NULL;
    left.right = is_double ? box.left + half - 1 : box.right;
    right.left = box.right - half + 1;
    for (bool is_left = true; *strokes; strokes++) {
        if (*strokes == '|') is_left = false;
        else draw_stroke(glyph, *strokes, is_left ? &left : &right);
    }
}

/* ---- Vowels ---------------------------------------------------------------------------------- */

/* The part of a vowel that stands beside the initial: one or two lines down, and one or two short
** lines at one of them. */
typedef struct Upright {
    int lines[2];         /* columns, -1: none */
    int arms;             /* 0, 1 or 2 */
    int arm_from, arm_to; /* columns */
    int initial_right;    /* the last column of the initial */
} Upright;

enum { NO_UPRIGHT, I, A, YA, AE, YAE, EO, YEO, E, YE };
static const Upright uprights[] = {
    [I] = {{10, -1}, 0, 0, 0, 7},   [A] = {{8, -1}, 1, 9, 11, 6},   [YA] = {{8, -1}, 2, 9, 11, 6},
    [AE] = {{8, 11}, 1, 9, 10, 6},  [YAE] = {{8, 11}, 2, 9, 10, 6}, [EO] = {{10, -1}, 1, 7, 9, 5},
    [YEO] = {{10, -1}, 2, 7, 9, 5}, [E] = {{9, 11}, 1, 7, 8, 5},    [YE] = {{9, 11}, 2, 7, 8, 5},
};

/* The part that lies below the initial: a line across, with short lines above or below it. */
enum { NO_LEVEL, O, YO, U, YU, EU };

/* Vowels in their order. */
static const struct Vowel {
    uint8_t level, upright;
} vowels[VOWELS] = {
    {NO_LEVEL, A}, {NO_LEVEL, AE},  {NO_LEVEL, YA},   {NO_LEVEL, YAE},  {NO_LEVEL, EO},
    {NO_LEVEL, E}, {NO_LEVEL, YEO}, {NO_LEVEL, YE},   {O, NO_UPRIGHT},  {O, A},
    {O, AE},       {O, I},          {YO, NO_UPRIGHT}, {U, NO_UPRIGHT},  {U, EO},
    {U, E},        {U, I},          {YU, NO_UPRIGHT}, {EU, NO_UPRIGHT}, {EU, I},
    {NO_LEVEL, I},
};

static void draw_upright(PixelGlyph *glyph, const Upright *upright, bool has_level, int bottom) {
    for (int i = 0; i < 2; i++) {
        if (upright->lines[i] >= 0) pixel_down(glyph, upright->lines[i], 0, bottom);
    }
    /* beside a level part, arms that point to the left lie below it if there is room */
    bool is_beside = has_level && upright->arm_to < upright->lines[0];
    int y = !is_beside ? bottom / 2 : bottom == BOTTOM ? 11 : 4;
    int spread = upright->arms == 2 ? (bottom == BOTTOM ? 2 : 1) : 0;
    if (upright->arms) pixel_across(glyph, upright->arm_from, upright->arm_to, y - spread);
    if (spread) pixel_across(glyph, upright->arm_from, upright->arm_to, y + spread);
}

static void draw_level(PixelGlyph *glyph, int level, int right, bool has_final) {
    bool is_above = level == O || level == YO, is_two = level == YO || level == YU;
    bool has_arms = level != EU;
    int line = has_final ? (is_above ? 7 : 6) : is_above || !has_arms ? 11 : 9;
    int from = is_above ? (has_final ? 6 : 8) : line + 1;
    int to = is_above ? line - 1 : has_final ? 7 : 12;
    int middle = right / 2, spread = is_two ? 2 : 0;
    pixel_across(glyph, 0, right, line);
    if (!has_arms) return;
    pixel_down(glyph, middle - spread, from, to);
    if (is_two) pixel_down(glyph, middle + spread + 1, from, to);
}

static void draw_vowel(PixelGlyph *glyph, const struct Vowel *vowel, bool has_final) {
    int bottom = has_final ? FINAL_TOP - 2 : BOTTOM;
    if (vowel->level) draw_level(glyph, vowel->level, vowel->upright ? 6 : WIDTH - 1, has_final);
    if (vowel->upright) {
        draw_upright(glyph, &uprights[vowel->upright], vowel->level != NO_LEVEL, bottom);
    }
}

/* ---- Syllables ------------------------------------------------------------------------------- */

static Box initial_box(const struct Vowel *vowel, bool has_final) {
    if (!vowel->level) {
        return (Box){0, 1, uprights[vowel->upright].initial_right, has_final ? 7 : 10};
    }
    if (!vowel->upright) return (Box){1, 0, 10, has_final ? 4 : 6};
    return (Box){0, 0, 5, has_final ? 4 : 6};
}

void hangul_glyph(uint32_t syllable, PixelGlyph *glyph) {
    uint32_t number = syllable - HANGUL_FIRST, final = number % FINALS;
    const struct Vowel *vowel = &vowels[number / FINALS % VOWELS];
    *glyph = (PixelGlyph){.width = ADVANCE};
    draw_consonant(glyph, initials[number / FINALS / VOWELS], initial_box(vowel, final != 0));
    draw_vowel(glyph, vowel, final != 0);
    if (!final) return;
    bool is_double = strchr(finals[final], '|') != NULL;
    draw_consonant(glyph, finals[final], (Box){is_double ? 0 : 1, FINAL_TOP, 10, BOTTOM});
}

/* The letters U+3131 to U+314E: numbers of initials, or 100 + numbers of finals. */
static const uint8_t lone_consonants[] = {
    0,   1, 103, 2, 105, 106, 3,  4,  5,  109, 110, 111, 112, 113, 114,
    115, 6, 7,   8, 118, 9,   10, 11, 12, 13,  14,  15,  16,  17,  18,
};

bool hangul_letter(uint32_t letter, PixelGlyph *glyph) {
    const Box whole = {1, 1, 10, 11};
    *glyph = (PixelGlyph){.width = ADVANCE};
    if (letter >= 0x3131 && letter < 0x3131 + LENGTH(lone_consonants)) {
        uint32_t number = lone_consonants[letter - 0x3131];
        draw_consonant(glyph, number < LENGTH(initials) ? initials[number] : finals[number - 100],
                       whole);
    } else if (letter >= HANGUL_INITIALS && letter < HANGUL_INITIALS + LENGTH(initials)) {
        draw_consonant(glyph, initials[letter - HANGUL_INITIALS], whole);
    } else if (letter > HANGUL_FINALS - 1 && letter < HANGUL_FINALS - 1 + FINALS) {
        draw_consonant(glyph, finals[letter - HANGUL_FINALS + 1], whole);
    } else {
        uint32_t number = letter >= 0x314F ? letter - 0x314F : letter - HANGUL_VOWELS;
        if (number >= VOWELS) return false;
        draw_vowel(glyph, &vowels[number], false);
    }
    return true;
}

uint32_t hangul_composed(uint32_t before, uint32_t character) {
    if (before - HANGUL_INITIALS < LENGTH(initials) && character - HANGUL_VOWELS < VOWELS) {
        return HANGUL_FIRST +
               ((before - HANGUL_INITIALS) * VOWELS + character - HANGUL_VOWELS) * FINALS;
    }
    bool is_open =
        before >= HANGUL_FIRST && before < HANGUL_END && (before - HANGUL_FIRST) % FINALS == 0;
    uint32_t final = character - HANGUL_FINALS + 1;
    return is_open && final > 0 && final < FINALS ? before + final : 0;
}
