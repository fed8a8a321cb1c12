/* The colours of pictures: see canvas.h. */
#include "picture/palette.h"
#include "codec/text.h"

/* Colours at equal distances; the colours between them are interpolated. */
typedef struct Ramp {
    const char *name;
    const Color *colors;
    uint32_t count;
} Ramp;

static const Color gray[] = {{0, 0, 0, 255}, {255, 255, 255, 255}};
static const Color viridis[] = {
    {68, 1, 84, 255},    {72, 40, 120, 255},  {62, 74, 137, 255},  {49, 104, 142, 255},
    {38, 130, 142, 255}, {31, 158, 137, 255}, {53, 183, 121, 255}, {109, 205, 89, 255},
    {180, 222, 44, 255}, {253, 231, 37, 255},
};
static const Color terrain[] = {
    {28, 62, 108, 255},   {70, 136, 178, 255},  {216, 208, 156, 255}, {146, 180, 98, 255},
    {104, 150, 76, 255},  {88, 128, 66, 255},   {138, 122, 82, 255},  {162, 146, 128, 255},
    {204, 198, 192, 255}, {246, 246, 248, 255},
};
/* Higher land is paler, so that a hollow doesn't look like a hill in the sun. */
static const Color land[] = {
    {66, 102, 60, 255},   {92, 134, 68, 255},   {130, 164, 86, 255},  {178, 182, 112, 255},
    {184, 164, 112, 255}, {176, 156, 132, 255}, {214, 206, 196, 255},
};

static const Ramp ramps[] = {
    [PALETTE_GRAY] = {"gray", gray, LENGTH(gray)},
    [PALETTE_VIRIDIS] = {"viridis", viridis, LENGTH(viridis)},
    [PALETTE_TERRAIN] = {"terrain", terrain, LENGTH(terrain)},
    [PALETTE_RELIEF] = {"relief", terrain, LENGTH(terrain)},
    [PALETTE_LAND] = {"land", land, LENGTH(land)},
    [PALETTE_CLASSES] = {"classes", NULL, 0},
    [PALETTE_RGB] = {"rgb", NULL, 0},
};

bool palette_find(const char *name, uint64_t length, PaletteKind *kind) {
    for (size_t i = 0; i < LENGTH(ramps); i++) {
        if (strlen(ramps[i].name) != length || memcmp(ramps[i].name, name, (size_t)length)) {
            continue;
        }
        *kind = (PaletteKind)i;
        return true;
    }
    return false;
}

static uint8_t between(uint8_t a, uint8_t b, double share) {
    return (uint8_t)((double)a + ((double)b - (double)a) * share + 0.5);
}

Color palette_color(PaletteKind kind, double share) {
    const Ramp *ramp = &ramps[kind];
    if (!ramp->count) return (Color){0, 0, 0, 255};
    double at = (!(share > 0) ? 0 : share > 1 ? 1 : share) * (ramp->count - 1);
    uint32_t step = (uint32_t)at < ramp->count - 1 ? (uint32_t)at : ramp->count - 2;
    const Color *a = &ramp->colors[step], *b = a + 1;
    double rest = at - step;
    return (Color){between(a->red, b->red, rest), between(a->green, b->green, rest),
                   between(a->blue, b->blue, rest), 255};
}

/* Returns one of the three components of a pure hue (0 to 1: red, yellow, green, ...). */
static double hue_part(double hue, double offset) {
    double at = hue + offset;
    at = (at - (double)(int)at) * 6;
    double part = at < 3 ? at - 1 : 5 - at;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

/* Each id turns the hue by the golden ratio, so the colours of neighbouring ids differ much. Ids
** whose difference is a multiple of 3 have the same strength and brightness. */
Color palette_class(uint64_t id) {
    static const struct {
        double white, strength;
    } looks[] = {{0.36, 0.50}, {0.56, 0.38}, {0.22, 0.46}};
    double turn = (double)(id % 1000003) * 0.61803398874989485 + 0.3;
    double hue = turn - (double)(uint64_t)turn;
    double white = looks[id % LENGTH(looks)].white, strength = looks[id % LENGTH(looks)].strength;
    return (Color){(uint8_t)(255 * (white + strength * hue_part(hue, 1.0 / 3)) + 0.5),
                   (uint8_t)(255 * (white + strength * hue_part(hue, 0)) + 0.5),
                   (uint8_t)(255 * (white + strength * hue_part(hue, 2.0 / 3)) + 0.5), 255};
}

bool palette_parse(const char *text, uint64_t length, Color *color) {
    uint8_t bytes[4] = {0, 0, 0, 255};
    if (length && text[0] == '#') text++, length--;
    if (length != 6 && length != 8) return false;
    for (uint64_t i = 0; i < length; i += 2) {
        int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i / 2] = (uint8_t)(high << 4 | low);
    }
    *color = (Color){bytes[0], bytes[1], bytes[2], bytes[3]};
    return true;
}
