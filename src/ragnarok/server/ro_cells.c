/* Cell maps of servers and bots: opening and what is odd. ro_cells.h describes them. */
#include "ragnarok/server/ro_cells.h"
#include "codec/digest.h"
#include "codec/unpack.h"

static const char *const layout_versions[] = {"map_cache", "mcache", "fld2"};

/* ---- Which of the three layouts a file has --------------------------------------------------- */

static bool is_gzip(const uint8_t *head, uint64_t size) {
    return size >= 3 && head[0] == 0x1F && head[1] == 0x8B && head[2] == 8;
}

static bool is_mcache(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (head_size < MCACHE_BYTES || load_i16(head) != 1) return false;
    int64_t packed = load_i32(head + MCACHE_BYTES - MAP_FIELDS_BYTES + MAP_FIELDS_PACKED);
    return packed >= 0 && (uint64_t)packed + MCACHE_BYTES == size;
}

static bool is_fld2(const uint8_t *head, uint64_t head_size, uint64_t size) {
    enum { ALL_BITS = RO_FLD2_WALK | RO_FLD2_SNIPE | RO_FLD2_WATER | RO_FLD2_CLIFF };
    if (head_size <= RO_FLD2_BYTES) return false;
    uint64_t cells = (uint64_t)load_u16(head) * load_u16(head + RO_FLD2_HEIGHT);
    bool fits = cells + RO_FLD2_BYTES == size;
    for (uint64_t i = RO_FLD2_BYTES; fits && i < head_size; i++) fits = !(head[i] & ~ALL_BITS);
    return fits;
}

/* Tells whether a gzip file says, as gzip writes it, that the packed file was called *.fld2. */
static bool is_packed_fld2(const uint8_t *head, uint64_t head_size) {
    enum { FLAGS = 3, HAS_NAME = 8, HAS_EXTRA = 4, NAME = 10 };
    if (!is_gzip(head, head_size) || head_size <= NAME) return false;
    if ((head[FLAGS] & (HAS_NAME | HAS_EXTRA)) != HAS_NAME) return false;
    const uint8_t *end = memchr(head + NAME, 0, (size_t)(head_size - NAME));
    size_t length = end ? (size_t)(end - (head + NAME)) : 0, ending = strlen(".fld2");
    return length >= ending && memcmp(end - ending, ".fld2", ending) == 0;
}

static bool ro_cells_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return is_mcache(head, head_size, size) || map_cache_detect(head, head_size, size) ||
           is_packed_fld2(head, head_size) || is_fld2(head, head_size, size);
}

/* Returns where an ending begins in a name, without regard to case; 0: nowhere. */
static size_t find_ending(const char *name, const char *ending) {
    size_t length = name ? strlen(name) : 0;
    for (size_t at = 1; at < length; at++) {
        if (text_begins(name + at, length - at, ending)) return at;
    }
    return 0;
}

/* Finds the layout by the file's name, as servers and bots do; else by the content. */
static bool find_layout(RoCells *cells) {
    const Document *document = &cells->document;
    const char *name = document->name ? document->name : "";
    const uint8_t *bytes = document->bytes;
    uint64_t size = document->size, length = strlen(name);
    bool as_mcache = text_ends(name, length, ".mcache"), as_fld2 = find_ending(name, ".fld");
    bool is_named = as_mcache || as_fld2 || text_ends(name, length, ".dat");
    if (is_named ? as_mcache : is_mcache(bytes, size, size)) cells->layout = RO_MCACHE;
    else if (is_named ? !as_fld2 : map_cache_detect(bytes, size, size))
        cells->layout = RO_MAP_CACHE;
    else if (is_named || is_packed_fld2(bytes, size) || is_fld2(bytes, size, size))
        cells->layout = RO_FLD2;
    else return false;
    return true;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* Returns the name of the map in a file of one map: what stands before the ending. */
static const char *name_of_file(RoCells *cells, const char *ending) {
    const char *name = cells->document.name;
    size_t length = find_ending(name, ending);
    if (!name) return NULL;
    return text_string(&cells->document.arena, ENCODING_CP949, (const uint8_t *)name,
                       length ? length : strlen(name));
}

/* Notes which names occur before. Names of maps are compared without regard to case. */
static bool find_twins(RoCells *cells, Error *error) {
    Arena *arena = &cells->document.arena;
    Map seen = {0};
    for (uint64_t i = 0; i < cells->map_count; i++) {
        RoCellMap *map = &cells->maps[i];
        const uint8_t *name = cells->document.bytes + map->start;
        uint8_t folded[MAP_CACHE_NAME_BYTES];
        size_t length = 0;
        for (; length < sizeof folded && name[length]; length++) {
            folded[length] = fold_byte(name[length]);
        }
        void **place = map_place(&seen, arena, folded, length);
        if (!place) return fail_memory(error, arena);
        if (*place && !map->problem) map->problem = "name occurs before";
        *place = map;
    }
    return true;
}

/* Takes the fields in front of packed cells, which map_cache.dat and .mcache have alike. */
static void take_packed(const RoCells *cells, uint64_t at, RoCellMap *map) {
    const uint8_t *fields = cells->document.bytes + at - MAP_FIELDS_BYTES;
    map->width = load_i16(fields);
    map->height = load_i16(fields + MAP_FIELDS_HEIGHT);
    map->packed_size = load_i32(fields + MAP_FIELDS_PACKED);
    map->cells = (uint32_t)at;
    map->bytes = (uint32_t)map->packed_size;
    bool is_there = map->packed_size >= 0 && cells->document.size - at >= map->bytes;
    map->packing = is_there ? RO_ZLIB : RO_NOWHERE;
}

/* ---- map_cache.dat --------------------------------------------------------------------------- */

static bool open_map_cache(RoCells *cells, Error *error) {
    Document *document = &cells->document;
    uint64_t at, size = document->size;
    if (!map_cache_begin(document->bytes, size, &at, error)) return false;
    cells->stated_size = load_u32(document->bytes);
    cells->stated_count = load_u16(document->bytes + MAP_CACHE_COUNT);
    List maps = {0};
    while (at <= size && maps.count < cells->stated_count && size - at >= MAP_CACHE_MAP_BYTES) {
        const uint8_t *name = document->bytes + at;
        RoCellMap map = {.start = (uint32_t)at};
        take_packed(cells, at + MAP_CACHE_MAP_BYTES, &map);
        bool is_large = (int64_t)map.width * map.height > RO_CELLS_MOST;
        if (!memchr(name, 0, MAP_CACHE_NAME_BYTES)) map.problem = "name has no end";
        else if (is_large) map.problem = "more than 512 * 512 cells";
        map.name = text_string(&document->arena, ENCODING_CP949, name, MAP_CACHE_NAME_BYTES);
        if (!map.name) return fail_memory(error, &document->arena);
        if (!list_push(&document->arena, &maps, &map, sizeof map, error)) return false;
        at = (uint64_t)map.cells + map.bytes;
    }
    cells->is_cut = maps.count < cells->stated_count;
    if (!cells->is_cut && at < size) cells->trailing = (FileRun){document->bytes + at, size - at};
    cells->maps = maps.items;
    cells->map_count = maps.count;
    return find_twins(cells, error);
}

/* ---- Files of one map ------------------------------------------------------------------------ */

static RoCellMap *add_only_map(RoCells *cells, const char *ending, Error *error) {
    cells->maps = arena_zeroed(&cells->document.arena, 1, sizeof *cells->maps);
    cells->map_count = cells->stated_count = 1;
    if (cells->maps) cells->maps->name = name_of_file(cells, ending);
    if (cells->maps && (cells->maps->name || !cells->document.name)) return cells->maps;
    return null_after(fail_memory(error, &cells->document.arena));
}

static bool open_mcache(RoCells *cells, Error *error) {
    const Document *document = &cells->document;
    Reader reader = document_reader(document, error);
    const uint8_t *bytes;
    if (!read_bytes(&reader, "the header", MCACHE_BYTES, &bytes)) return false;
    RoCellMap *map = add_only_map(cells, ".mcache", error);
    if (!map) return false;
    take_packed(cells, MCACHE_BYTES, map);
    if (map->packing == RO_NOWHERE) return true;
    reader.at += map->bytes;
    cells->trailing.size = reader_rest(&reader, &cells->trailing.bytes);
    uint8_t digest[MD5_BYTES];
    if (!md5(&document->arena, document->bytes + map->cells, map->bytes, digest)) {
        return fail_interrupted(error);
    }
    if (load_i16(bytes) != 1) map->problem = "version isn't 1";
    else if (memcmp(digest, bytes + MCACHE_MD5, MD5_BYTES)) map->problem = "MD5 doesn't fit";
    return true;
}

/* Opens a .fld2.gz, of which it unpacks no more than the size of the map. */
static bool open_gzip(RoCells *cells, RoCellMap *map, Error *error) {
    Document *document = &cells->document;
    Inflated head;
    UnpackResult result = unpack_most(&document->arena, true, document->bytes,
                                      (uint32_t)document->size, RO_FLD2_BYTES, &head);
    if (!head.bytes || head.written < RO_FLD2_BYTES) {
        if (head.bytes) result = UNPACK_CUT;
        return unpack_fail(result, &head, &document->arena, 0, "the header", RO_FLD2_BYTES, error);
    }
    map->width = load_u16(head.bytes);
    map->height = load_u16(head.bytes + RO_FLD2_HEIGHT);
    map->packing = RO_GZIP;
    map->bytes = (uint32_t)document->size;
    arena_release(&document->arena, head.bytes);
    return true;
}

static bool open_fld2(RoCells *cells, Error *error) {
    const Document *document = &cells->document;
    RoCellMap *map = add_only_map(cells, ".fld", error);
    if (!map) return false;
    if (is_gzip(document->bytes, document->size)) return open_gzip(cells, map, error);
    Reader reader = document_reader(document, error);
    const uint8_t *bytes;
    if (!read_bytes(&reader, "the header", RO_FLD2_BYTES, &bytes)) return false;
    map->width = load_u16(bytes);
    map->height = load_u16(bytes + RO_FLD2_HEIGHT);
    uint64_t wanted = (uint64_t)map->width * (uint32_t)map->height, left = reader_left(&reader);
    map->cells = RO_FLD2_BYTES;
    map->bytes = (uint32_t)(wanted < left ? wanted : left);
    reader.at += map->bytes;
    cells->trailing.size = reader_rest(&reader, &cells->trailing.bytes);
    return true;
}

static bool ro_cells_open(Document *document, Error *error) {
    RoCells *cells = (RoCells *)document;
    if (!find_layout(cells)) return format_fail_other(document->format, error);
    cells->document.version = layout_versions[cells->layout];
    switch (cells->layout) {
    case RO_MAP_CACHE: return open_map_cache(cells, error);
    case RO_MCACHE: return open_mcache(cells, error);
    default: return open_fld2(cells, error);
    }
}

/* ---- Findings -------------------------------------------------------------------------------- */

static void check_header(const RoCells *cells, Findings *findings) {
    uint64_t size = cells->document.size;
    if (cells->layout == RO_MAP_CACHE && cells->stated_size != size) {
        finding_add(findings, SEVERITY_WARNING, "size_wrong", 0,
                    "the header says that the file has %" PRIu32 " bytes, it has %" PRIu64,
                    cells->stated_size, size);
    }
    if (cells->is_cut) {
        finding_add(findings, SEVERITY_ERROR, "maps_missing", MAP_CACHE_COUNT,
                    "the header says that there are %" PRIu32 " maps, the file has %" PRIu64,
                    cells->stated_count, cells->map_count);
    }
    document_check_trailing(&cells->document, cells->trailing, "after the cells", findings);
}

static bool ro_cells_check(Document *document, Findings *findings, Error *error) {
    const RoCells *cells = (const RoCells *)document;
    check_header(cells, findings);
    if (!ro_cells_measure(document, error)) return false;
    for (uint64_t i = 0; i < cells->map_count; i++) {
        const RoCellMap *map = &cells->maps[i];
        if (!map->problem) continue;
        if (map->is_gzip_wrong) {
            finding_add(findings, SEVERITY_WARNING, "gzip_wrong", 0, "%s", map->problem);
            continue;
        }
        finding_add(findings, SEVERITY_WARNING, "cell_map_wrong", map->start,
                    "map %" PRIu64 ", %" PRId32 " x %" PRId32 " cells: %s", i, map->width,
                    map->height, map->problem);
    }
    return true;
}

const Format ro_cells_format = {
    .name = "RO-CELLS",
    .ending = ".mcache",
    .other_endings = ".fld2 .fld2.gz map_cache.dat",
    .doc = "Cell maps of Ragnarok Online servers and of OpenKore: where one can walk.",
    .detect = ro_cells_detect,
    .open_decides = true,
    .document_bytes = sizeof(RoCells),
    .open = ro_cells_open,
    .check = ro_cells_check,
    .inflates = true,
};
