/* GND tables of lightmaps: slices, the planes that indexed slices share, and single texels. */
#include "ragnarok/gnd/gnd_tables.h"

/* ---- gnd_lightmaps --------------------------------------------------------------------------- */

static uint64_t texels_of(const Gnd *gnd) {
    return (uint64_t)gnd->lightmap_width * gnd->lightmap_height;
}

/* Returns the texels of the plane that an indexed lightmap refers to for a channel; NULL: the file
** has no such plane. */
static const uint8_t *plane_of(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    int32_t plane = load_i32(row->record + 4 * channel);
    if (plane < 0 || (uint64_t)plane >= gnd->plane_count) return NULL;
    return gnd->plane_texels + (uint64_t)plane * GND_PLANE_TEXELS;
}

static Value lightmap_shadow(const Row *row) {
    const Gnd *gnd = row->document;
    if (!gnd->layout->indexed) return value_blob(row->record, texels_of(gnd));
    const uint8_t *plane = plane_of(row, GND_SHADOW);
    return plane ? value_blob(plane, GND_PLANE_TEXELS) : value_null();
}

static Value lightmap_color(const Row *row) {
    const Gnd *gnd = row->document;
    if (!gnd->layout->indexed) {
        return value_blob(row->record + texels_of(gnd), 3 * texels_of(gnd));
    }
    uint8_t *color = arena_alloc(row->scratch, 3, GND_PLANE_TEXELS);
    if (!color) return value_null();
    for (uint32_t channel = GND_RED; channel <= GND_BLUE; channel++) {
        const uint8_t *plane = plane_of(row, channel);
        if (!plane) return value_null();
        for (unsigned i = 0; i < GND_PLANE_TEXELS; i++) color[3 * i + channel - GND_RED] = plane[i];
    }
    return value_blob(color, 3 * GND_PLANE_TEXELS);
}

static Value lightmap_plane(const Row *row, const Column *column) {
    const Gnd *gnd = row->document;
    if (!gnd->layout->indexed) return value_null();
    return value_reference(load_i32(row->record + 4 * column->number), gnd->plane_count);
}

static Value lightmap_plane_raw(const Row *row, const Column *column) {
    const Gnd *gnd = row->document;
    return gnd->layout->indexed ? value_integer(load_i32(row->record + 4 * column->number))
                                : value_null();
}

/* Where texels lie, unless lightmaps share planes, whose texels are packed. */
static const uint8_t *lightmap_texels_at(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    if (gnd->layout->indexed) return NULL;
    return row->record + (channel == GND_SHADOW ? 0 : texels_of(gnd));
}

static const uint8_t *lightmap_plane_at(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    return gnd->layout->indexed ? row->record + (size_t)4 * channel : NULL;
}

#define PLANE(letter, color, channel)                                                              \
    GET_REF_WITH("plane_" letter, "gnd_lightmap_planes",                                           \
                 "Plane that holds the " color                                                     \
                 " of an indexed lightmap; NULL for other lightmaps",                              \
                 lightmap_plane, channel, LIES_WHERE(I32, lightmap_plane_at, channel))
#define PLANE_RAW(letter, color, channel)                                                          \
    GET_WITH("plane_" letter "_raw", INTEGER, NULL, "Plane of " color " as stored",                \
             lightmap_plane_raw, channel, LIES_WHERE(I32, lightmap_plane_at, channel))

/* The parameter is the offset of the side in GndAtlasPlace. */
static Value lightmap_in_atlas(const Row *row, const Column *column) {
    GndAtlasPlace place;
    double side;
    if (!gnd_place_in_atlas(row->document, row->index, &place)) return value_null();
    memcpy(&side, (const char *)&place + column->number, sizeof side);
    return value_real(side);
}

static const Column lightmap_columns[] = {
    GET("shadow", BLOB, "0 to 255",
        "Shadow of each texel, one byte each: rows from the south, each from the west. The "
        "outermost ring of texels isn't shown",
        lightmap_shadow, LIES_WHERE(BYTES, lightmap_texels_at, GND_SHADOW)),
    GET("color", BLOB, "RGB", "Red, green and blue of each texel, in the same order",
        lightmap_color, LIES_WHERE(BYTES, lightmap_texels_at, GND_RED)),
    PLANE("a", "shadow", GND_SHADOW),
    PLANE("r", "red", GND_RED),
    PLANE("g", "green", GND_GREEN),
    PLANE("b", "blue", GND_BLUE),
    GET_WITH("atlas_u0", REAL, "pictures",
             "Western edge in the picture of gnd_lightmap_atlas, as a fraction of its width; the "
             "ring that isn't shown is left out",
             lightmap_in_atlas, offsetof(GndAtlasPlace, u0)),
    GET_WITH(
        "atlas_v0", REAL, "pictures",
        "Southern edge in that picture, as a fraction of its height counted from its first row",
        lightmap_in_atlas, offsetof(GndAtlasPlace, v0)),
    GET_WITH("atlas_u1", REAL, "pictures", "Eastern edge in that picture", lightmap_in_atlas,
             offsetof(GndAtlasPlace, u1)),
    GET_WITH("atlas_v1", REAL, "pictures", "Northern edge in that picture", lightmap_in_atlas,
             offsetof(GndAtlasPlace, v1)),
};

static const Column lightmap_hidden[] = {
    PLANE_RAW("a", "shadow", GND_SHADOW),
    PLANE_RAW("r", "red", GND_RED),
    PLANE_RAW("g", "green", GND_GREEN),
    PLANE_RAW("b", "blue", GND_BLUE),
};

const Table gnd_lightmaps = {
    .name = "gnd_lightmaps",
    .doc = "Lightmaps: the baked shadow and coloured light of surfaces.",
    .example =
        "SELECT id, hex(substr(shadow, 1, 8)) FROM gnd_lightmaps('samples/town.gnd') LIMIT 3",
    .format = &gnd_format,
    COLUMNS(lightmap_columns),
    HIDDEN(lightmap_hidden),
    .typical_rows = 1000,
    SIZED_ROWS(Gnd, lightmaps, lightmap_count, lightmap_bytes),
    .prepare = gnd_decode_planes,
};

/* ---- gnd_lightmap_planes --------------------------------------------------------------------- */

static Value plane_texels(const Row *row) {
    const Gnd *gnd = row->document;
    return value_blob(gnd->plane_texels + row->index * GND_PLANE_TEXELS, GND_PLANE_TEXELS);
}

static const Column plane_columns[] = {
    GET("texels", BLOB, "0 to 248, multiples of 8",
        "8 x 8 values of five bits as the high bits of a byte, rows from the south", plane_texels),
};

static Value plane_packed(const Row *row) {
    return value_blob(row->record, GND_PLANE_BYTES);
}

static const Column plane_hidden[] = {
    GET("packed", BLOB, NULL, "The 40 bytes as stored: five bits each, columns from the west",
        plane_packed, LIES_AT(BYTES, 0)),
};

const Table gnd_lightmap_planes = {
    .name = "gnd_lightmap_planes",
    .doc = "The planes that indexed lightmaps (1.5 and 1.6) share: one channel of 8 x 8 texels.",
    .example = "SELECT id, hex(texels) FROM gnd_lightmap_planes('samples/old.gnd')",
    .format = &gnd_format,
    COLUMNS(plane_columns),
    HIDDEN(plane_hidden),
    .typical_rows = 100,
    ROWS(Gnd, planes, plane_count, GND_PLANE_BYTES),
    .prepare = gnd_decode_planes,
};

/* ---- gnd_texels ------------------------------------------------------------------------------ */

static uint64_t texel_offset(const Row *row) {
    const Gnd *gnd = row->document;
    uint64_t lightmap = row->index / texels_of(gnd);
    uint64_t within = gnd->layout->indexed ? 0 : row->index % texels_of(gnd);
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

static Value texel_channel(const Row *row, const Column *column) { /* a GndChannel */
    const Gnd *gnd = row->document;
    uint64_t texels = texels_of(gnd);
    return value_integer_unless_negative(gnd_texel(
        gnd, row->index / texels, (uint32_t)(row->index % texels), (GndChannel)column->number));
}

static void find_texels(const Seek *seek, RowRange *range) {
    const KeyRange *ranges = seek->ranges;
    const Gnd *gnd = seek->document;
    uint64_t texels = texels_of(gnd);
    find_in_grid(texels, &ranges[0], &(KeyRange){.lo = INT64_MIN, .hi = INT64_MAX}, range);
    if (range->end - range->first != texels) return; /* not exactly one lightmap */
    RowRange within = {.end = texels};
    find_in_grid(gnd->lightmap_width, &ranges[1], &ranges[2], &within);
    range->end = range->first + within.end;
    range->first += within.first;
}

static const uint8_t *texel_at(const Row *row, uint32_t channel) {
    const Gnd *gnd = row->document;
    uint64_t texels = texels_of(gnd), texel = row->index % texels;
    const uint8_t *record = gnd->lightmaps + row->index / texels * gnd->lightmap_bytes;
    if (gnd->layout->indexed) return NULL;
    return channel == GND_SHADOW ? record + texel : record + texels + 3 * texel + channel - GND_RED;
}

#define TEXEL(name, doc, channel)                                                                  \
    GET_WITH(name, INTEGER, "0 to 255", doc, texel_channel, channel,                               \
             LIES_WHERE(U8, texel_at, channel))

static const Column texel_columns[] = {
    GET_REF("lightmap_id", "gnd_lightmaps", "The lightmap", texel_lightmap),
    GRID(X, "x", "texels",
         "Column, counted from the west. The first and the last aren't shown; the last repeats the "
         "second one of the eastern neighbour",
         Gnd, lightmap_width),
    GET("y", INTEGER, "texels",
        "Row, counted from the south. The first and the last aren't shown; the last repeats the "
        "second one of the northern neighbour",
        texel_y),
    TEXEL("shadow",
          "Shadow, where 255 means none; NULL where an indexed lightmap's plane is missing",
          GND_SHADOW),
    TEXEL("red", "Red of the light", GND_RED),
    TEXEL("green", "Green of the light", GND_GREEN),
    TEXEL("blue", "Blue of the light", GND_BLUE),
};

const Table gnd_texels = {
    .name = "gnd_texels",
    .doc = "The texels of all lightmaps, one row each.",
    .example = "SELECT x, y, shadow, red, green, blue FROM gnd_texels('samples/town.gnd') "
               "WHERE lightmap_id = 1 AND y = 3",
    .format = &gnd_format,
    COLUMNS(texel_columns),
    .typical_rows = 64000,
    COMPUTED(Gnd, texel_count),
    .prepare = gnd_decode_planes,
    .again = true,
    .indexes = {{.keys = {"lightmap_id", "y", "x"}, .rows_per_key = 64, .find = find_texels}},
    .byte_offset = texel_offset,
};
