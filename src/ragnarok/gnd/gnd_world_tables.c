/* The table of a map's lightmaps as one picture, and the function of the height of its ground.
** gnd.h has the definitions. */
#include "ragnarok/gnd/gnd_tables.h"
#include "codec/unpack.h"

/* ---- gnd_lightmap_atlas ---------------------------------------------------------------------- */

enum { GAME_LEVELS = 4, MOST_LEVELS = 8 };

static bool atlas_rows(Opening *opening) {
    const Value levels = opening->arguments->values[0];
    int64_t lost = GAME_LEVELS;
    if (levels.type != VALUE_NULL &&
        (!value_to_integer(levels, &lost) || lost < 0 || lost > MOST_LEVELS)) {
        return fail(opening->error, ERROR_ARGUMENT, "levels must be a whole number from 0 to 8");
    }
    GndAtlas *atlas = arena_alloc(opening->scratch, 1, sizeof *atlas);
    if (!atlas) return fail_memory(opening->error, opening->scratch);
    return gnd_draw_atlas((Gnd *)opening->document, (unsigned)lost, opening->scratch, atlas,
                          opening->error) &&
           opening_set_rows(opening, atlas, 1, sizeof *atlas);
}

static Value atlas_rgba(const Row *row) {
    const GndAtlas *atlas = (const GndAtlas *)(const void *)row->record;
    return value_blob(atlas->rgba, atlas->bytes);
}

static Value atlas_crc32(const Row *row) {
    const GndAtlas *atlas = (const GndAtlas *)(const void *)row->record;
    return value_integer(unpack_crc32(0, atlas->rgba, (size_t)atlas->bytes));
}

static const Column atlas_columns[] = {
    MEMBER(U64, "width", "texels", "Width of the picture, 2048", GndAtlas, width),
    MEMBER(U64, "height", "texels", "Height of the picture, a power of two", GndAtlas, height),
    GET("rgba", BLOB, NULL,
        "Red, green, blue and shadow of each texel, rows from the top; what no lightmap covers is "
        "255, 0, 255, 255",
        atlas_rgba),
    GET("crc32", INTEGER, NULL, "CRC-32 of rgba, by which RagLite compares pictures", atlas_crc32),
};

static const Argument atlas_arguments[] = {
    {.name = "levels",
     .doc = "How many low bits of each value are cleared: 4, the default, leaves 16 levels, as the "
            "game shows them; 0 clears none",
     .optional = true},
};

const Table gnd_lightmap_atlas = {
    .name = "gnd_lightmap_atlas",
    .doc =
        "All lightmaps as one picture, one row for a file: lightmap i is at column i mod 256 and "
        "row i / 256 of slices, southern texels first, in fewer levels as the game shows them. "
        "The bytes are those of RagLite.",
    .example = "SELECT width, height, length(rgba) FROM gnd_lightmap_atlas('samples/town.gnd', 4)",
    .format = &gnd_format,
    COLUMNS(atlas_columns),
    ARGUMENTS(atlas_arguments),
    .typical_rows = 1,
    .rows = atlas_rows,
};

/* ---- gnd_height ------------------------------------------------------------------------------ */

Value gnd_height(Call *call) {
    const Gnd *gnd = (const Gnd *)call->document;
    double x, y;
    if (!value_to_place(call->values[0], &x) || !value_to_place(call->values[1], &y)) {
        return call_fail(call, "x and y must be numbers");
    }
    if (call->count < 3 || value_is_text(call->values[2], "drawn")) {
        return value_real(gnd_drawn_height(gnd, x, y));
    }
    if (value_is_text(call->values[2], "walk")) return value_real(gnd_walked_height(gnd, x, y));
    return call_fail(call, "expected 'drawn' or 'walk'");
}
