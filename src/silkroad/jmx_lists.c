/* Decoder of Silkroad's text lists. jmx_lists.h describes them. */
#include "silkroad/jmx_lists.h"
#include "codec/text.h"

#define OBJECTS_SIGNATURE "JMXVOBJI1000"
#define TILES_SIGNATURE   "JMXV2DTI1001"
enum { SIGNATURE_BYTES = 12 };

/* ---- Words of a line ------------------------------------------------------------------------- */

typedef struct Line {
    const uint8_t *bytes; /* of the file */
    uint64_t at, end;
} Line;

static bool skip_blanks(Line *line) {
    uint64_t start = line->at;
    while (line->at < line->end && memchr(" \t\v\f\r", line->bytes[line->at], 5)) line->at++;
    return line->at > start;
}

static bool at_end(Line line) {
    skip_blanks(&line);
    return line.at == line.end;
}

static bool read_decimal(Line *line, uint64_t most, uint64_t *number) {
    uint64_t start = line->at;
    for (*number = 0; line->at < line->end; line->at++) {
        uint8_t digit = (uint8_t)(line->bytes[line->at] - '0');
        if (digit > 9) break;
        if (*number > (most - digit) / 10) return false;
        *number = *number * 10 + digit;
    }
    return line->at > start;
}

static bool read_number(Line *line, uint32_t *number) {
    uint64_t wide;
    if (!read_decimal(line, UINT32_MAX, &wide)) return false;
    *number = (uint32_t)wide;
    return true;
}

/* Reads 0x and one to eight digits. */
static bool read_hex(Line *line, uint32_t *number) {
    int digit, count = 0;
    if (line->end - line->at < 2 || memcmp(line->bytes + line->at, "0x", 2) != 0) return false;
    *number = 0;
    for (line->at += 2; line->at < line->end; line->at++, count++) {
        digit = hex_digit((char)line->bytes[line->at]);
        if (digit < 0 || count == 8) break;
        *number = *number << 4 | (uint32_t)digit;
    }
    return count > 0;
}

/* Reads a float by its bits; NaN: it isn't finite. */
static bool read_real(Line *line, float *number) {
    uint32_t bits;
    if (!skip_blanks(line) || !read_hex(line, &bits)) return false;
    memcpy(number, &bits, sizeof *number);
    if (!isfinite(*number)) *number = NAN;
    return true;
}

/* Reads a text in quotes. `may_be_open`: at the end of the line the closing quote may be
** missing. */
static bool read_text(Line *line, bool may_be_open, JmxText *text) {
    if (line->at == line->end || line->bytes[line->at] != '"') return false;
    const uint8_t *start = line->bytes + ++line->at;
    const uint8_t *quote = memchr(start, '"', (size_t)(line->end - line->at));
    if (!quote && !may_be_open) return false;
    uint64_t end = quote ? (uint64_t)(quote - line->bytes) : line->end;
    *text = (JmxText){(uint32_t)line->at, (uint32_t)(end - line->at)};
    line->at = end + (quote != NULL);
    return true;
}

/* ---- Records --------------------------------------------------------------------------------- */

/* Reads the record of a line into *record. Returns false if the line isn't one, or with *error set
** if memory runs out. */
typedef bool ReadRecord(JmxList *list, Line line, void *record, Error *error);

static bool read_asset(JmxList *list UNUSED, Line line, void *record, Error *error UNUSED) {
    JmxAsset *asset = record;
    asset->line_at = (uint32_t)line.at;
    return read_decimal(&line, INT64_MAX, &asset->id) && skip_blanks(&line) &&
           read_hex(&line, &asset->flags) && skip_blanks(&line) &&
           read_text(&line, true, &asset->path) && at_end(line);
}

static bool read_name(JmxList *list UNUSED, Line line, void *record, Error *error UNUSED) {
    JmxName *name = record;
    name->line_at = (uint32_t)line.at;
    return read_hex(&line, &name->world_uid) && skip_blanks(&line) &&
           read_hex(&line, &name->flags) && skip_blanks(&line) &&
           read_number(&line, &name->region_x) && skip_blanks(&line) &&
           read_number(&line, &name->region_z) && read_real(&line, &name->x) &&
           read_real(&line, &name->y) && read_real(&line, &name->z) &&
           read_real(&line, &name->yaw) && skip_blanks(&line) &&
           read_text(&line, false, &name->name) && at_end(line);
}

/* Reads {757,64}, in which blanks may stand. */
static bool read_grass(Line *line, JmxGrass *grass) {
    skip_blanks(line);
    if (line->at == line->end || line->bytes[line->at] != '{') return false;
    grass->at = (uint32_t)line->at++;
    skip_blanks(line);
    if (!read_decimal(line, INT64_MAX, &grass->asset_id)) return false;
    skip_blanks(line);
    if (line->at == line->end || line->bytes[line->at++] != ',') return false;
    skip_blanks(line);
    if (!read_decimal(line, INT64_MAX, &grass->amount)) return false;
    skip_blanks(line);
    return line->at < line->end && line->bytes[line->at++] == '}';
}

static bool read_tile(JmxList *list, Line line, void *record, Error *error) {
    Arena *arena = &list->document.arena;
    JmxTileTexture *tile = record;
    uint64_t first = list->grass.count;
    tile->line_at = (uint32_t)line.at;
    bool is_record = read_decimal(&line, INT64_MAX, &tile->id) && skip_blanks(&line) &&
                     read_hex(&line, &tile->type) && skip_blanks(&line) &&
                     read_text(&line, false, &tile->category) && skip_blanks(&line) &&
                     read_text(&line, false, &tile->texture);
    while (is_record && !at_end(line)) {
        JmxGrass *group = list_add(arena, &list->grass.list, sizeof *group);
        if (!group) return fail_memory(error, arena);
        group->tile = (uint32_t)list->records.count - 1;
        is_record = read_grass(&line, group);
    }
    if (!is_record) list->grass.count = first;
    return is_record;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Takes the line at *at, without its line end, and moves *at behind it. */
static Line next_line(const uint8_t *bytes, uint64_t size, uint64_t *at) {
    const uint8_t *newline = *at < size ? memchr(bytes + *at, '\n', (size_t)(size - *at)) : NULL;
    Line line = {bytes, *at, newline ? (uint64_t)(newline - bytes) : size};
    *at = line.end + (newline != NULL);
    while (line.end > line.at && bytes[line.end - 1] == '\r') line.end--;
    return line;
}

static bool read_list_records(JmxList *list, uint64_t at, ReadRecord *read, size_t record_bytes,
                              Error *error) {
    Arena *arena = &list->document.arena;
    const uint8_t *bytes = list->document.bytes;
    for (uint64_t lines = 1; at < list->document.size; lines++) {
        Line line = next_line(bytes, list->document.size, &at);
        if (arena_interrupted_at(arena, lines)) return fail_interrupted(error);
        if (at_end(line)) continue;
        void *record = list_add(arena, &list->records, record_bytes);
        if (!record) return fail_memory(error, arena);
        skip_blanks(&line);
        if (read(list, line, record, error)) continue;
        if (error->kind != ERROR_NONE) return false;
        list->records.count--;
        if (!list->bad_lines++) list->first_bad = (uint32_t)line.at;
    }
    return true;
}

/* Finds the first record of a list with the signature; *at is behind the second line. Returns false
** if it has another signature. */
static bool first_record(const uint8_t *bytes, uint64_t size, const char *signature, uint64_t *at,
                         Line *count, Line *record) {
    *at = 0;
    Line line = next_line(bytes, size, at);
    skip_blanks(&line);
    if (line.end - line.at < SIGNATURE_BYTES ||
        memcmp(bytes + line.at, signature, SIGNATURE_BYTES) != 0) {
        return false;
    }
    line.at += SIGNATURE_BYTES;
    if (!at_end(line)) return false;
    *count = next_line(bytes, size, at);
    uint64_t next = *at;
    do {
        *record = next_line(bytes, size, &next);
    } while (at_end(*record) && next < size);
    skip_blanks(record);
    return true;
}

/* What the first record of a JMXVOBJI1000 says that it is. */
typedef enum ObjectList { NO_OBJECTS, ASSETS, NAMES, EXTENSIONS } ObjectList;

static ObjectList kind_of(const uint8_t *head, uint64_t size) {
    Line count, record;
    uint64_t at;
    uint32_t number;
    if (!first_record(head, size, OBJECTS_SIGNATURE, &at, &count, &record)) return NO_OBJECTS;
    if (!read_hex(&record, &number)) return ASSETS;
    skip_blanks(&record);
    return record.at < record.end && head[record.at] == '"' ? EXTENSIONS : NAMES;
}

static bool detect_assets(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    return kind_of(head, head_size) == ASSETS;
}

static bool detect_names(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    return kind_of(head, head_size) == NAMES;
}

static bool detect_tiles(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    Line count, record;
    uint64_t at;
    return first_record(head, head_size, TILES_SIGNATURE, &at, &count, &record);
}

static bool open_list(Document *document, Error *error);

/* ---- Checking: odd but readable data --------------------------------------------------------- */

static void check_lines(const JmxList *list, Findings *findings) {
    uint64_t count = list->records.count + list->bad_lines;
    if (list->said_count != count) {
        finding_add(findings, SEVERITY_WARNING, "record_count", NO_OFFSET,
                    "the second line says %" PRIu64 " records, the file has %" PRIu64,
                    list->said_count, count);
    }
    if (list->bad_lines) {
        finding_add_times(findings, list->bad_lines, SEVERITY_WARNING, "line_unknown",
                          list->first_bad, "lines that aren't records of this list: %" PRIu64,
                          list->bad_lines);
    }
}

/* Tells how many records have the id of an earlier one. A record has `record_bytes` bytes and
** begins with an id of `id_bytes`. */
static bool check_ids(const JmxList *list, size_t record_bytes, size_t id_bytes, Findings *findings,
                      Error *error) {
    const char *records = list->records.items;
    Arena scratch = arena_scratch(&list->document.arena);
    uint64_t repeated = 0;
    uint64_t *ids = arena_alloc(&scratch, list->records.count, 2 * sizeof *ids);
    if (!ids) return fail_memory(error, &scratch);
    for (uint64_t i = 0; i < list->records.count; i++) {
        const void *id = records + i * record_bytes;
        ids[i] = id_bytes == 4 ? *(const uint32_t *)id : *(const uint64_t *)id;
    }
    sort_numbers(ids, list->records.count, ids + list->records.count);
    for (uint64_t i = 1; i < list->records.count; i++) repeated += ids[i] == ids[i - 1];
    if (repeated) {
        finding_add_times(findings, repeated, SEVERITY_WARNING, "id_repeated", NO_OFFSET,
                          "records with the id of another one: %" PRIu64, repeated);
    }
    arena_clear(&scratch);
    return true;
}

static bool check_asset_list(Document *document, Findings *findings, Error *error) {
    const JmxList *list = (const JmxList *)document;
    const JmxAsset *assets = list->records.items;
    check_lines(list, findings);
    for (uint64_t i = 0; i < list->records.count; i++) {
        uint64_t end = (uint64_t)assets[i].path.at + assets[i].path.length;
        if (end < document->size && document->bytes[end] == '"') continue;
        finding_add(findings, SEVERITY_INFO, "quote_open", assets[i].line_at,
                    "the path of asset %" PRIu64 " has no closing quote", assets[i].id);
    }
    return check_ids(list, sizeof *assets, sizeof assets->id, findings, error);
}

static bool check_name_list(Document *document, Findings *findings, Error *error) {
    const JmxList *list = (const JmxList *)document;
    const JmxName *names = list->records.items;
    check_lines(list, findings);
    for (uint64_t i = 0; i < list->records.count; i++) {
        uint32_t region = names[i].region_z << 8 | names[i].region_x,
                 high = names[i].world_uid >> 16;
        if (high == region || high == UINT16_MAX) continue; /* 0xFFFF: a running number */
        finding_add(findings, SEVERITY_WARNING, "region_other", names[i].line_at,
                    "id 0x%08x belongs to region %u, the record says %u", names[i].world_uid, high,
                    region);
    }
    return check_ids(list, sizeof *names, sizeof names->world_uid, findings, error);
}

static bool check_tile_list(Document *document, Findings *findings, Error *error) {
    const JmxList *list = (const JmxList *)document;
    const JmxTileTexture *tiles = list->records.items;
    check_lines(list, findings);
    for (uint64_t i = 0; i < list->records.count; i++) {
        if (jmx_ground_name(tiles[i].type)) continue;
        finding_add(findings, SEVERITY_INFO, "ground_unknown", tiles[i].line_at,
                    "tile %" PRIu64 " has the unknown type of ground %u", tiles[i].id,
                    tiles[i].type);
    }
    return check_ids(list, sizeof *tiles, sizeof tiles->id, findings, error);
}

/* ---- Formats --------------------------------------------------------------------------------- */

const Format jmx_asset_list_format = {
    .name = "JMX asset list",
    .ending = ".ifo",
    .doc = "Silkroad object.ifo: the model of each asset that navmeshes name by its number.",
    .detect = detect_assets,
    .document_bytes = sizeof(JmxList),
    .open = open_list,
    .check = check_asset_list,
};

const Format jmx_name_list_format = {
    .name = "JMX name list",
    .ending = ".ifo",
    .doc = "Silkroad objectstring.ifo: gates and other places that have a name.",
    .detect = detect_names,
    .document_bytes = sizeof(JmxList),
    .open = open_list,
    .check = check_name_list,
};

const Format jmx_tile_list_format = {
    .name = "JMX tile list",
    .ending = ".ifo",
    .doc = "Silkroad tile2d.ifo: the ground textures, and what grows on them.",
    .detect = detect_tiles,
    .document_bytes = sizeof(JmxList),
    .open = open_list,
    .check = check_tile_list,
};

static const struct ListKind {
    const Format *format;
    const char *signature, *version;
    ReadRecord *read;
    size_t record_bytes;
} kinds[] = {
    {&jmx_asset_list_format, OBJECTS_SIGNATURE, "1000", read_asset, sizeof(JmxAsset)},
    {&jmx_name_list_format, OBJECTS_SIGNATURE, "1000", read_name, sizeof(JmxName)},
    {&jmx_tile_list_format, TILES_SIGNATURE, "1001", read_tile, sizeof(JmxTileTexture)},
};

static bool open_list(Document *document, Error *error) {
    JmxList *list = (JmxList *)document;
    const struct ListKind *kind = kinds;
    Line count = {0}, record;
    uint64_t at = 0;
    while (kind->format != document->format) kind++;
    document->is_text = true;
    document->version = kind->version;
    first_record(document->bytes, document->size, kind->signature, &at, &count, &record);
    skip_blanks(&count);
    if (!read_decimal(&count, INT64_MAX, &list->said_count) || !at_end(count)) {
        return fail_at(error, ERROR_CORRUPT, count.at,
                       "the second line isn't the number of records");
    }
    list->is_utf8 = text_is_utf8(document->bytes, (size_t)document->size);
    return read_list_records(list, at, kind->read, kind->record_bytes, error);
}

const char *jmx_ground_name(uint32_t type) {
    static const char *const names[] = {"Dirt",  "Sand",      "Ashfield", "Stone",     "Metal",
                                        "Wood",  "Mud",       "Water",    "DeepWater", "Snow",
                                        "Grass", "LongGrass", "Forest",   "Cloud"};
    return type < LENGTH(names) ? names[type] : NULL;
}

/* ---- Enabled regions ------------------------------------------------------------------------- */

static bool open_map(Document *document, Error *error) {
    JmxRegionMap *map = (JmxRegionMap *)document;
    if (document->size < JMX_MAP_HEADER_BYTES) {
        return fail_at(error, ERROR_CORRUPT, document->size,
                       "the header has 24 bytes, %u are there", (unsigned)document->size);
    }
    uint64_t bytes = document->size - JMX_MAP_HEADER_BYTES;
    const uint8_t *bits = document->bytes + JMX_MAP_HEADER_BYTES;
    if (bytes > JMX_MAP_BYTES) bytes = JMX_MAP_BYTES;
    map->enabled = arena_alloc(&document->arena, 8 * bytes, sizeof *map->enabled);
    if (!map->enabled) return fail_memory(error, &document->arena);
    for (uint32_t region = 0; region < 8 * bytes; region++) {
        if (bits[region / 8] & 0x80 >> region % 8) {
            map->enabled[map->enabled_count++] = (uint16_t)region;
        }
    }
    document->version = "1000";
    return true;
}

static bool check_map(Document *document, Findings *findings, Error *error UNUSED) {
    if (document->size != JMX_MAP_HEADER_BYTES + JMX_MAP_BYTES) {
        finding_add(findings, SEVERITY_WARNING, "size", NO_OFFSET,
                    "the file has %u bytes, expected 8216", (unsigned)document->size);
    }
    return true;
}

const Format jmx_region_map_format = {
    .name = "JMXVMFO",
    .ending = ".mfo",
    .doc = "Silkroad mapinfo.mfo: which regions of the world are on.",
    .magic = "JMXVMFO 1000",
    .document_bytes = sizeof(JmxRegionMap),
    .open = open_map,
    .check = check_map,
};
