/* Silkroad's lists: what the numbers in navmeshes mean. Three are text, one record a line, with the
** signature in the first line and the number of records in the second. Words are separated by
** blanks, and blanks inside of quotes are part of a text:
**
**     object.ifo        JMXVOBJI1000   00042 0x00000001 "res\bldg\china\gate.bsr"
**                       id, flags (1: one walks on or into it), path below Data/. The asset id of
**                       navmeshes is this id. A closing quote can be missing
**     objectstring.ifo  JMXVOBJI1000   0x5d559008 0x00000000 85 93 0x44a59295 ... 0x4067389e "NAME"
**                       id in the world, flags, region x and z, then x, y, z and yaw as the bits of
**                       float32, name
**     tile2d.ifo        JMXV2DTI1001   00007 0x0000000a "CJfild" "grass.ddj" {757,64} {760,8}
**                       id, type of ground, category, texture, then any number of {asset, amount}:
**                       what is strewn on such a tile
**
** The first record tells which of two lists a JMXVOBJI1000 is. A third, objext.ifo, has one record of
** unknown meaning and no table. Text is UTF-8 if all of the file is, else CP949.
**
**     mapinfo.mfo       char[12] "JMXVMFO 1000", u16 width, u16 height, 4 unknown u16, then 8,192
**                       bytes: region r is on if byte r / 8 has the bit 0x80 >> r % 8
**
** Known from server files in public repositories and from what several programs agree on. */
#pragma once

#include "table/naming.h"

/* A part of the file. */
typedef struct JmxText {
    uint32_t at, length;
} JmxText;

typedef struct JmxAsset {
    uint64_t id;
    uint32_t flags, line_at;
    JmxText path;
} JmxAsset;

typedef struct JmxName {
    uint32_t world_uid, flags, region_x, region_z;
    float x, y, z, yaw;
    JmxText name;
    uint32_t line_at;
} JmxName;

typedef struct JmxTileTexture {
    uint64_t id;
    uint32_t type, line_at;
    JmxText category, texture;
} JmxTileTexture;

typedef struct JmxGrass {
    uint64_t asset_id, amount;
    uint32_t tile, at;
} JmxGrass;

/* What all three lists have. The records are of one of the types above. */
typedef struct JmxList {
    Document document;
    bool is_utf8;
    uint64_t said_count; /* what the second line says */
    uint64_t bad_lines;  /* that aren't records */
    uint32_t first_bad;  /* where the first one begins */
    List records;
    Map numbered; /* assets by their numbers as text, once a number is looked for */
    LIST_OF(JmxGrass) grass;
} JmxList;

extern const Format jmx_asset_list_format, jmx_name_list_format, jmx_tile_list_format;

/* The number of an asset names its file: jmx_assets.path. */
extern const NameKind jmx_numbered_asset;

/* Returns the name of a tile texture's type; NULL: it is unknown. */
const char *jmx_ground_name(uint32_t type);

enum {
    JMX_MAP_HEADER_BYTES = 24,
    JMX_MAP_BYTES = 8192,
    JMX_MAP_WIDTH = 12,
    JMX_MAP_HEIGHT = 14,
    JMX_MAP_UNKNOWN = 16,
};

typedef struct JmxRegionMap {
    Document document;
    uint64_t enabled_count;
    uint16_t *enabled; /* the numbers of regions, rising */
} JmxRegionMap;

extern const Format jmx_region_map_format;
