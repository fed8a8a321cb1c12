/* GND tables of lightmaps, of the planes that indexed lightmaps share, of single texels, and of the
** picture of all lightmaps. */
#include "ragnarok/gnd/gnd.h"
#include "codec/unpack.h"

static uint64_t texels_of(const Gnd *gnd) {
    return (uint64_t)gnd->lightmap_width * gnd->lightmap_height;
}

/* Makes the colours of an indexed lightmap, whose planes have one channel each. */
static const uint8_t *mix_colors(const Row *row) {
    uint8_t *color = arena_alloc(row->scratch, 3, GND_PLANE_TEXELS);
    for (uint32_t channel = GND_RED; color && channel <= GND_BLUE; channel++) {
        const uint8_t *plane = gnd_texel(row->document, row->index, 0, (GndChannel)channel);
        if (!plane) return NULL;
        for (unsigned i = 0; i < GND_PLANE_TEXELS; i++) color[3 * i + channel - GND_RED] = plane[i];
    }
    return color;
}

static const uint8_t *lightmap_texels_at(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    if (gnd->is_indexed && channel != GND_SHADOW) return mix_colors(row);
    return gnd_texel(gnd, row->index, 0, (GndChannel)channel);
}

static uint32_t lightmap_texels_bytes(const Row *row, uint32_t channel) {
    return (uint32_t)texels_of(row->document) * (channel == GND_SHADOW ? 1 : 3);
}

#define CHANNELS_OF(Make)                                                                          \
    Make("a", "shadow", GND_SHADOW), Make("r", "red", GND_RED), Make("g", "green", GND_GREEN),     \
        Make("b", "blue", GND_BLUE)
#define PLANE(letter, color, channel)                                                              \
    REF_WITH(I32, "plane_" letter, "gnd_lightmap_planes",                                          \
             "Plane that holds the " color " of an indexed lightmap; NULL for other lightmaps",    \
             4 * (channel), Gnd, plane_count, WHERE_DOCUMENT(Gnd, is_indexed))
#define PLANE_RAW(letter, color, channel)                                                          \
    I32("plane_" letter "_raw", NULL, "Plane of " color " as stored", 4 * (channel),               \
        WHERE_DOCUMENT(Gnd, is_indexed), .hidden = true)

/* Returns a side of a lightmap in the picture; column->number is its offset in GndAtlasPlace. */
static Value lightmap_in_atlas(const Row *row, const Column *column) {
    GndAtlasPlace place;
    double side;
    if (!gnd_place_in_atlas(row->document, row->index, &place)) return value_null();
    memcpy(&side, (const char *)&place + column->number, sizeof side);
    return value_real(side);
}

static const Column lightmap_columns[] = {
    FIELD_AT(BYTES, "shadow", "0 to 255",
             "Shadow of each texel, one byte each: rows from the south, each from the west. The "
             "outermost ring of texels isn't shown",
             lightmap_texels_at, GND_SHADOW, .bytes_of = lightmap_texels_bytes, .in_record = true,
             .also_called = "Shadowmap Pixels"),
    FIELD_AT(BYTES, "color", "RGB", "Red, green and blue of each texel, in the same order",
             lightmap_texels_at, GND_RED, .bytes_of = lightmap_texels_bytes, .in_record = true,
             .also_called = "Lightmap Pixels"),
    CHANNELS_OF(PLANE),
    GET_WITH("atlas_u0", REAL, "pictures",
             "Western edge in the picture of gnd_lightmap_atlas, as a fraction of its width; the "
             "ring that isn't shown is left out",
             lightmap_in_atlas, offsetof(GndAtlasPlace, u0), .also_called = "texture bleeding"),
    GET_WITH(
        "atlas_v0", REAL, "pictures",
        "Southern edge in that picture, as a fraction of its height counted from its first row",
        lightmap_in_atlas, offsetof(GndAtlasPlace, v0)),
    GET_WITH("atlas_u1", REAL, "pictures", "Eastern edge in that picture", lightmap_in_atlas,
             offsetof(GndAtlasPlace, u1)),
    GET_WITH("atlas_v1", REAL, "pictures", "Northern edge in that picture", lightmap_in_atlas,
             offsetof(GndAtlasPlace, v1)),
    CHANNELS_OF(PLANE_RAW),
};

const Table gnd_lightmaps = {
    TABLE("gnd_lightmaps", gnd_format, lightmap_columns),
    .also_called = "Lightmap Slices",
    .doc = "Lightmaps: the baked shadow and coloured light of surfaces.",
    .example =
        "SELECT id, hex(substr(shadow, 1, 8)) FROM gnd_lightmaps('samples/town.gnd') LIMIT 3",
    .typical_rows = 1000,
    SIZED_ROWS(Gnd, lightmaps, lightmap_count, lightmap_bytes),
    .prepare = gnd_decode_planes,
};

static Value plane_texels(const Row *row) {
    const Gnd *gnd = row->document;
    return value_blob(gnd->plane_texels + row->index * GND_PLANE_TEXELS, GND_PLANE_TEXELS);
}

static const Column plane_columns[] = {
    GET("texels", BLOB, "0 to 248, multiples of 8",
        "8 x 8 values of five bits as the high bits of a byte, rows from the south", plane_texels),
    BYTES("packed", "The 40 bytes as stored: five bits each, columns from the west", 0,
          GND_PLANE_BYTES, .hidden = true),
};

const Table gnd_lightmap_planes = {
    TABLE("gnd_lightmap_planes", gnd_format, plane_columns),
    .doc = "The planes that indexed lightmaps (1.5 and 1.6) share: one channel of 8 x 8 texels.",
    .example = "SELECT id, hex(texels) FROM gnd_lightmap_planes('samples/old.gnd')",
    .typical_rows = 100,
    ROWS(Gnd, planes, plane_count, GND_PLANE_BYTES),
    .prepare = gnd_decode_planes,
};

static uint64_t texel_offset(const Row *row) {
    const Gnd *gnd = row->document;
    uint64_t lightmap = row->index / texels_of(gnd);
    uint64_t within = gnd->is_indexed ? 0 : row->index % texels_of(gnd);
    return document_offset(&gnd->document, gnd->lightmaps) + lightmap * gnd->lightmap_bytes +
           within;
}

static Value texel_lightmap(const Row *row) {
    return value_integer((int64_t)(row->index / texels_of(row->document)));
}

static Value texel_y(const Row *row) {
    const Gnd *gnd = row->document;
    return value_integer((int64_t)(row->index / gnd->lightmap_width % gnd->lightmap_height));
}

static void find_texels(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Gnd *gnd = seek->document;
    uint64_t texels = texels_of(gnd);
    find_in_grid(texels, &ranges[0], &(KeyRange){.lo = INT64_MIN, .hi = INT64_MAX}, range);
    if (range->end - range->first != texels) return; /* narrows only within a single lightmap */
    RowRange within = {.end = texels};
    find_in_grid(gnd->lightmap_width, &ranges[1], &ranges[2], &within);
    range->end = range->first + within.end;
    range->first += within.first;
}

static const uint8_t *texel_at(const Row *row, uint32_t channel) {
    uint64_t texels = texels_of(row->document);
    return gnd_texel(row->document, row->index / texels, row->index % texels, (GndChannel)channel);
}

#define TEXEL(Name, Doc, ...) FIELD_AT(U8, Name, "0 to 255", Doc, texel_at, __VA_ARGS__)

static const Column texel_columns[] = {
    GET_REF("lightmap_id", "gnd_lightmaps", "The lightmap", texel_lightmap),
    GRID(X, "x", "texels",
         "Column, counted from the west. The first and the last aren't shown; the last repeats the "
         "second one of the eastern neighbour",
         Gnd, lightmap_width, .also_called = "buffer area"),
    GET("y", INTEGER, "texels",
        "Row, counted from the south. The first and the last aren't shown; the last repeats the "
        "second one of the northern neighbour",
        texel_y),
    TEXEL("shadow",
          "Shadow, where 255 means none; NULL where an indexed lightmap's plane is missing",
          GND_SHADOW, .also_called = "ambient occlusion"),
    TEXEL("red", "Red of the light", GND_RED),
    TEXEL("green", "Green of the light", GND_GREEN),
    TEXEL("blue", "Blue of the light", GND_BLUE),
};

const Table gnd_texels = {
    TABLE("gnd_texels", gnd_format, texel_columns),
    .doc = "The texels of all lightmaps, one row each.",
    .example = "SELECT x, y, shadow, red, green, blue FROM gnd_texels('samples/town.gnd') "
               "WHERE lightmap_id = 1 AND y = 3",
    .typical_rows = 64000,
    COMPUTED(Gnd, texel_count),
    .prepare = gnd_decode_planes,
    .again = "gnd_lightmaps and gnd_lightmap_planes",
    .indexes = {{.keys = {"lightmap_id", "y", "x"}, .rows_per_key = 64, .find = find_texels}},
    .byte_offset = texel_offset,
};

enum { GAME_LEVELS = 4, MOST_LEVELS = 8 };

static bool atlas_rows(Opening *opening) {
    const Value levels = opening->arguments->values[0];
    int64_t lost = GAME_LEVELS;
    if (levels.type != VALUE_NULL &&
        (!value_to_integer(levels, &lost) || lost < 0 || lost > MOST_LEVELS)) {
        return fail(opening->error, ERROR_ARGUMENT, "levels must be a whole number from 0 to 8");
    }
    GndAtlas *atlas = opening_set_row(opening, sizeof *atlas);
    return atlas && gnd_draw_atlas((Gnd *)opening->document, (unsigned)lost, opening->scratch,
                                   atlas, opening->error);
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

const Table gnd_lightmap_atlas = {
    TABLE("gnd_lightmap_atlas", gnd_format, atlas_columns),
    .doc =
        "All lightmaps as one picture, one row for a file: lightmap i is at column i mod 256 and "
        "row i / 256 of slices, southern texels first, in fewer levels as the game shows them. "
        "The bytes are those of RagLite.",
    .example = "SELECT width, height, length(rgba) FROM gnd_lightmap_atlas('samples/town.gnd', 4)",
    ARGUMENTS(
        {"levels",
         "How many low bits of each value are cleared: 4, the default, leaves 16 levels, as the "
         "game shows them; 0 clears none",
         .optional = true}),
    .rows = atlas_rows,
};
