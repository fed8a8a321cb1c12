#include "picture/pixel_font.h"
#include "picture/hangul.h"

enum {
    SHEET_ROWS = 11,    /* of a letter in a sheet */
    SHEET_COLUMNS = 8,  /* with the gap behind it */
    SHEET_LETTERS = 10, /* beside each other */
    FIRST_ROW = 3,      /* of the sheet, in a glyph */
    LAST_ROW = 10,      /* of letters that don't hang below the line */
    BLANK_WIDTH = 3,
};

/* clang-format off */

/* ascii_sheet has the characters from ! to ~, extra_sheet those of extra_characters. */
#include "picture/pixel_font.inc"

/* Letters that aren't a plain one with an accent, and signs. */
static const char extra_characters[][3] = {
    "Æ", "æ", "Ø", "ø", "ß", "Þ", "þ", "ð", "Œ", "œ", "ı", "°",
    "±", "²", "³", "·", "×", "÷", "«", "»", "¿", "¡", "§", "µ",
};

/* What the letters from U+00C0 to U+017F consist of: a letter and its accent each, or blanks. */
static const char accented[] =
    "A`A'A^A~A:Ao  C,E`E'E^E:I`I'I^I:D-N~O`O'O^O~O:    U`U'U^U:Y'    "
    "a`a'a^a~a:ao  c,e`e'e^e:i`i'i^i:  n~o`o'o^o~o:    u`u'u^u:y'  y:"
    "A_a_AuauA;a;C'c'C^c^C.c.CvcvDvdvD-d-E_e_EueuE.e.E;e;EvevG^g^Gugu"
    "G.g.G,g,H^h^H-h-I~i~I_i_IuiuI;i;I.  J j J^j^K,k,k L'l'L,l,LvlvL "
    "l L/l/N'n'N,n,Nvnvn'N,n,O_o_OuouO\"o\"    R'r'R,r,RvrvS's'S^s^S,s,"
    "SvsvT,t,TvtvT-t-U~u~U_u_UuuuUouoU\"u\"U;u;W^w^Y^y^Y:Z'z'Z.z.Zvzvf ";

/* Accents above and below letters, row by row. */
static const struct Accent {
    char name;
    uint16_t combining; /* the character that adds the accent to the one before */
    bool below;
    const char *rows[3];
} accents[] = {
    {'`', 0x300, false, {"# ", " #"}},
    {'\'', 0x301, false, {" #", "# "}},
    {'^', 0x302, false, {" # ", "# #"}},
    {'~', 0x303, false, {" ## #", "#  # "}},
    {'_', 0x304, false, {"    ", "####"}},
    {'u', 0x306, false, {"#  #", " ## "}},
    {'.', 0x307, false, {" ", "#"}},
    {':', 0x308, false, {"   ", "# #"}},
    {'o', 0x30A, false, {" # ", "# #", " # "}},
    {'"', 0x30B, false, {" # #", "# # "}},
    {'v', 0x30C, false, {"# #", " # "}},
    {',', 0x327, true, {" #", "# "}},
    {';', 0x328, true, {"# ", " #"}},
};

/* clang-format on */

/* ---- Dots ------------------------------------------------------------------------------------ */

/* Sets the dots that text shows, and returns how wide it is. */
static int copy_row(PixelGlyph *glyph, int x, int y, const char *row, int length) {
    int wide = 0;
    for (int i = 0; i < length; i++) {
        if (row[i] != '#') continue;
        pixel_set(glyph, x + i, y);
        wide = i + 1;
    }
    return wide;
}

static void copy_letter(PixelGlyph *glyph, const char *const *sheet, uint32_t number) {
    const char *const *rows = sheet + number / SHEET_LETTERS * SHEET_ROWS;
    int left = (int)(number % SHEET_LETTERS) * SHEET_COLUMNS;
    for (int row = 0; row < SHEET_ROWS; row++) {
        int wide = copy_row(glyph, 0, FIRST_ROW + row, rows[row] + left, SHEET_COLUMNS - 1);
        if (wide > (int)glyph->width) glyph->width = (uint32_t)wide;
    }
}

/* ---- Letters --------------------------------------------------------------------------------- */

/* Returns the ASCII sign that looks like a character: in Korea a backslash looks like a won. */
static uint32_t plain_sign(uint32_t character) {
    static const struct {
        uint32_t first, last, plain;
    } signs[] = {{0xA0, 0xA0, ' '},     {0x3000, 0x3000, ' '}, {0xAD, 0xAD, '-'},
                 {0x2010, 0x2014, '-'}, {0x2212, 0x2212, '-'}, {0x2018, 0x2019, '\''},
                 {0x201C, 0x201D, '"'}, {0x20A9, 0x20A9, '\\'}};
    if (character >= 0xFF01 && character <= 0xFF5E) return character - 0xFF01 + '!';
    for (size_t i = 0; i < LENGTH(signs); i++) {
        if (character >= signs[i].first && character <= signs[i].last) return signs[i].plain;
    }
    return character;
}

static bool draw_extra(PixelGlyph *glyph, uint32_t character) {
    for (uint32_t i = 0; i < LENGTH(extra_characters); i++) {
        const unsigned char *bytes = (const unsigned char *)extra_characters[i];
        if ((((uint32_t)bytes[0] & 0x1F) << 6 | (bytes[1] & 0x3Fu)) != character) continue;
        copy_letter(glyph, extra_sheet, i);
        return true;
    }
    return false;
}

static void draw_accent(PixelGlyph *glyph, char letter, const struct Accent *accent) {
    int wide = (int)strlen(accent->rows[0]), highest = 0;
    int left = ((int)glyph->width - wide + 1) / 2;
    bool has_dot = letter == 'i' || letter == 'j'; /* an accent replaces it */
    if (!accent->below && has_dot) glyph->rows[FIRST_ROW] = 0;
    while (highest < LAST_ROW && !glyph->rows[highest]) highest++;
    int top = accent->below ? LAST_ROW + 1 : highest - 3;
    for (int row = 0; row < 3 && accent->rows[row]; row++) {
        copy_row(glyph, left < 0 ? 0 : left, top < 0 ? row : top + row, accent->rows[row], wide);
    }
}

/* Draws the stroke through a letter. */
static void draw_stroke(PixelGlyph *glyph, char letter, char stroke) {
    bool is_capital = letter >= 'A' && letter <= 'Z';
    if (stroke == '-') {
        pixel_across(glyph, letter == 'd' ? 2 : 0, letter == 'd' ? 5 : 3, is_capital ? 6 : 4);
    } else {
        pixel_set(glyph, is_capital ? 1 : 2, 6);
        pixel_set(glyph, is_capital ? 2 : 0, is_capital ? 5 : 8);
    }
}

static void draw_accented(PixelGlyph *glyph, char letter, char name) {
    copy_letter(glyph, ascii_sheet, (uint32_t)(letter - '!'));
    if (name == '-' || name == '/') draw_stroke(glyph, letter, name);
    for (size_t i = 0; i < LENGTH(accents); i++) {
        if (accents[i].name == name) draw_accent(glyph, letter, &accents[i]);
    }
}

static void draw_character(uint32_t character, PixelGlyph *glyph) {
    *glyph = (PixelGlyph){0};
    character = plain_sign(character);
    if (character == ' ') {
        glyph->width = BLANK_WIDTH;
    } else if (character > ' ' && character <= '~') {
        copy_letter(glyph, ascii_sheet, character - '!');
    } else if (character >= HANGUL_FIRST && character < HANGUL_END) {
        hangul_glyph(character, glyph);
    } else if (character >= 0xC0 && character < 0x180 && accented[2 * (character - 0xC0)] != ' ') {
        const char *pair = accented + 2 * (character - 0xC0);
        draw_accented(glyph, pair[0], pair[1]);
    } else if (character == 0x2026) { /* an ellipsis */
        glyph->width = 5;
        for (int x = 0; x < 5; x += 2) pixel_set(glyph, x, LAST_ROW);
    } else if (!draw_extra(glyph, character) && !hangul_letter(character, glyph)) {
        glyph->width = 6; /* a box stands for a character that has no letter here */
        pixel_across(glyph, 0, 5, FIRST_ROW);
        pixel_across(glyph, 0, 5, LAST_ROW);
        pixel_down(glyph, 0, FIRST_ROW, LAST_ROW);
        pixel_down(glyph, 5, FIRST_ROW, LAST_ROW);
    }
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Reads a character of UTF-8; a byte that isn't part of one is read as a box. */
static uint32_t next_character(const char **at) {
    uint32_t character = (unsigned char)*(*at)++;
    if (character < 0xC0) return character < 0x80 ? character : UINT32_MAX;
    character &= character < 0xE0 ? 0x1Fu : character < 0xF0 ? 0x0Fu : 0x07u;
    while (((unsigned char)**at & 0xC0) == 0x80) {
        character = character << 6 | ((unsigned char)*(*at)++ & 0x3Fu);
    }
    return character;
}

static const struct Accent *combining_accent(uint32_t character) {
    for (size_t i = 0; i < LENGTH(accents); i++) {
        if (accents[i].combining == character) return &accents[i];
    }
    return NULL;
}

void pixel_glyph(const char **at, PixelGlyph *glyph) {
    uint32_t character = next_character(at), first = character;
    const char *behind = *at;
    for (uint32_t composed; *behind; *at = behind) {
        composed = hangul_composed(character, next_character(&behind));
        if (!composed) break;
        character = composed;
    }
    draw_character(character, glyph);
    for (behind = *at; *behind; *at = behind) {
        const struct Accent *accent = combining_accent(next_character(&behind));
        if (!accent) break;
        draw_accent(glyph, first < 0x80 ? (char)first : ' ', accent);
    }
}
