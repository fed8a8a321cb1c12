/* The lightmaps of a GND map as a PNG: see GndLight in gnd.h. */
#include "ragnarok/gnd/gnd.h"
#include "picture/png.h"

enum { LOST_BITS = 4, /* as the game shows them */ HASHES = 1024 };

/* The palette of a picture while it is built, with at most 256 colours. */
typedef struct Colors {
    Canvas *canvas;
    uint8_t *numbers;       /* of pixels: indices of the palette */
    int16_t places[HASHES]; /* hash table: a colour's index, or -1 */
} Colors;

static void light_texels(uint8_t *rgba, uint64_t bytes) {
    for (uint64_t left = bytes / 4; left--; rgba += 4) {
        for (int k = 0; k < 3; k++) {
            unsigned sum = (unsigned)rgba[k] + rgba[3];
            rgba[k] = (uint8_t)(sum < 255 ? sum : 255);
        }
        rgba[3] = 255;
    }
}

/* Returns the index of a colour, which is added to the palette if it is new; -1: the palette is
** full. */
static int number_of(Colors *colors, const uint8_t *rgba) {
    Canvas *canvas = colors->canvas;
    uint32_t hash = (uint32_t)(rgba[0] * 1u + rgba[1] * 31u + rgba[2] * 517u);
    for (;; hash++) {
        int16_t *place = &colors->places[hash % HASHES];
        if (*place >= 0) {
            if (memcmp(&canvas->palette[*place], rgba, 3) == 0) return *place;
            continue;
        }
        if (canvas->color_count == LENGTH(canvas->palette)) return -1;
        canvas->palette[canvas->color_count] = (Color){rgba[0], rgba[1], rgba[2], 255};
        return *place = (int16_t)canvas->color_count++;
    }
}

/* Gives the canvas a palette if it has at most 256 colours. Without colours, it has only 16. */
static bool use_palette(Canvas *canvas, Arena *scratch, Error *error) {
    uint64_t count = (uint64_t)canvas->width * canvas->height;
    Colors colors = {.canvas = canvas, .numbers = arena_alloc(scratch, count, 1)};
    int number = -1;
    if (!colors.numbers) return fail_memory(error, scratch);
    memset(colors.places, 0xFF, sizeof colors.places);
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *rgba = canvas->pixels + 4 * i;
        if (!i || memcmp(rgba, rgba - 4, 3) != 0) number = number_of(&colors, rgba);
        if (number < 0) return true;
        colors.numbers[i] = (uint8_t)number;
    }
    canvas->pixels = colors.numbers;
    canvas->indexed = true;
    return true;
}

static bool write_picture(const GndAtlas *atlas, Arena *scratch, GndLight *light, Error *error) {
    uint8_t *png;
    uint8_t *rgba = (uint8_t *)(uintptr_t)atlas->rgba; /* nobody else uses the picture */
    Canvas canvas = {.width = (uint32_t)atlas->width,
                     .height = (uint32_t)atlas->height,
                     .pixels = rgba,
                     .is_quick = true};
    light_texels(rgba, atlas->bytes);
    if (!use_palette(&canvas, scratch, error) ||
        !png_write(&canvas, NULL, scratch, &png, &light->size, error)) {
        return false;
    }
    light->png = png;
    return true;
}

bool gnd_make_light(Gnd *gnd, Arena *scratch, Error *error) {
    Arena *arena = &gnd->document.arena, own = {.host = scratch->host, .limit = scratch->limit};
    GndAtlas atlas = {0};
    GndLight light = {0};
    if (gnd->light) return true;
    bool done = !gnd->lightmap_count || gnd_draw_atlas(gnd, LOST_BITS, &own, &atlas, error);
    light.width = atlas.width;
    light.height = atlas.height;
    if (done && atlas.height && atlas.height <= CANVAS_SIDE_MAX) {
        done = write_picture(&atlas, &own, &light, error);
    }
    GndLight *kept = done ? arena_alloc(arena, 1, sizeof light + light.size) : NULL;
    if (kept) {
        *kept = light;
        if (light.size) kept->png = memcpy(kept + 1, light.png, (size_t)light.size);
        gnd->light = kept;
    } else if (done) {
        fail_memory(error, arena);
    }
    arena_clear(&own);
    return kept != NULL;
}
