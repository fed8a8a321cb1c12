/* GND tables and functions of the world that a map describes: walls, the lightmaps as one picture,
** the height of the ground. gnd.h has the definitions. */
#include "ragnarok/gnd/gnd_tables.h"
#include "codec/unpack.h"

/* ---- gnd_walls ------------------------------------------------------------------------------- */

static uint32_t wall_of(const Row *row) {
    return ((const Gnd *)row->document)->walls[row->index];
}

static Value wall_cube(const Row *row) {
    return value_integer(wall_of(row) / 4);
}

static Value wall_face(const Row *row) {
    return value_name(gnd_face_names[wall_of(row) % 4]);
}

static Value wall_neighbor(const Row *row) {
    return value_integer((int64_t)gnd_wall_neighbor(row->document, wall_of(row)));
}

static Value wall_surface(const Row *row) {
    uint32_t wall = wall_of(row);
    return value_integer(gnd_surface(row->document, wall / 4, (GndFace)(wall % 4)));
}

static bool has_no_top(const Gnd *gnd, uint64_t cube) {
    return gnd_stored_surface(gnd, cube, GND_TOP) < 0;
}

static Value wall_own_untextured(const Row *row) {
    return value_integer(has_no_top(row->document, wall_of(row) / 4));
}

static Value wall_neighbor_untextured(const Row *row) {
    const Gnd *gnd = row->document;
    return value_integer(has_no_top(gnd, gnd_wall_neighbor(gnd, wall_of(row))));
}

static Value wall_is_flat(const Row *row) {
    return value_integer(gnd_wall_is_flat(row->document, wall_of(row)));
}

static Value wall_normal_x(const Row *row) {
    return value_real(gnd_wall_normal(row->document, wall_of(row)).x);
}

static Value wall_normal_z(const Row *row) {
    return value_real(gnd_wall_normal(row->document, wall_of(row)).z);
}

static Value wall_hidden_reason(const Row *row) {
    return value_name(gnd_hidden_reason(row->document, wall_of(row)));
}

static uint64_t wall_offset(const Row *row) {
    return gnd_cube_offset(row->document, wall_of(row) / 4);
}

static const Column wall_columns[] = {
    GET_REF("cube_id", "gnd_cubes", "The cube that the wall belongs to", wall_cube),
    GET("face", TEXT, NULL, "Which of its sides it closes: north or east", wall_face,
        .also_called = "WALL"),
    GET_REF("neighbour_id", "gnd_cubes", "The cube on the other side", wall_neighbor),
    GET_REF("surface_id", "gnd_surfaces", "The surface that paints the wall", wall_surface),
    GET("own_untextured", INTEGER, NULL, "1 if its own cube has no top", wall_own_untextured),
    GET("neighbour_untextured", INTEGER, NULL, "1 if the cube on the other side has no top",
        wall_neighbor_untextured),
    GET("flat", INTEGER, NULL, "1 if the wall has no height, both cubes' edges being equal",
        wall_is_flat),
    GET("normal_x", REAL, NULL,
        "Which way an eastern wall faces, to the side of the lower cube: -1 or 1; 0 for other "
        "walls",
        wall_normal_x),
    GET("normal_z", REAL, NULL,
        "Which way a northern wall faces, to the side of the lower cube: -1 or 1; 0 for other "
        "walls",
        wall_normal_z),
    GET("hidden_reason", TEXT, NULL, "Why some programs don't draw it, as in gnd_vertices",
        wall_hidden_reason),
};

const Table gnd_walls = {
    .name = "gnd_walls",
    .doc = "The walls that are drawn, and what is on either side of them. Walls on the edge of the "
           "map aren't drawn.",
    .example =
        "SELECT face, count(*), sum(neighbour_untextured) FROM gnd_walls('samples/town.gnd') "
        "GROUP BY face",
    .format = &gnd_format,
    .reads = READS_BODY,
    COLUMNS(wall_columns),
    .typical_rows = 1000,
    COMPUTED(Gnd, wall_count),
    .prepare = gnd_list_walls,
    .indexes = {{.keys = {"cube_id"}, .rows_per_key = 1}},
    .byte_offset = wall_offset,
};

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
