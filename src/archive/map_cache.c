/* Map cache decoder; map_cache.h describes the format. */
#include "archive/map_cache.h"
#include "codec/digest.h"

/* Tells whether a map could begin here: a name, a size, a zlib stream. */
static bool is_map(const uint8_t *map, uint64_t left) {
    uint32_t name = 0;
    if (left < MAP_CACHE_MAP_BYTES + 2) return false;
    while (name < MAP_CACHE_NAME_BYTES && map[name] > ' ' && map[name] < 0x7F) name++;
    for (uint32_t i = name; i < MAP_CACHE_NAME_BYTES; i++) {
        if (map[i]) return false;
    }
    const uint8_t *stream = map + MAP_CACHE_MAP_BYTES;
    bool is_zlib = stream[0] == 0x78 && (stream[0] << 8 | stream[1]) % 31 == 0;
    return name && is_zlib;
}

bool map_cache_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (head_size < MAP_CACHE_SHORT_HEADER_BYTES) return false;
    uint64_t count = load_u16(head + MAP_CACHE_COUNT);
    if (!count) return size <= MAP_CACHE_HEADER_BYTES && load_u32(head) == size;
    const uint32_t starts[] = {MAP_CACHE_HEADER_BYTES, MAP_CACHE_SHORT_HEADER_BYTES};
    for (size_t i = 0; i < LENGTH(starts); i++) {
        if (head_size > starts[i] && is_map(head + starts[i], head_size - starts[i])) return true;
    }
    return false;
}

/* Finds where the map ends that begins at a place from which on there are MAP_CACHE_MAP_BYTES.
** Returns false if its cells aren't in the file. */
static bool find_end(const uint8_t *bytes, uint64_t size, uint64_t at, uint64_t *end) {
    at += MAP_CACHE_MAP_BYTES;
    int32_t packed = load_i32(bytes + at - MAP_FIELDS_BYTES + MAP_FIELDS_PACKED);
    *end = at + (uint32_t)packed;
    return packed >= 0 && *end <= size;
}

/* Tells whether the maps end with the file if they begin at `at`. */
static bool ends_exactly(const uint8_t *bytes, uint64_t size, uint64_t at) {
    for (uint32_t left = load_u16(bytes + MAP_CACHE_COUNT); left; left--) {
        if (size - at < MAP_CACHE_MAP_BYTES || !find_end(bytes, size, at, &at)) return false;
    }
    return at == size;
}

bool map_cache_begin(const uint8_t *bytes, uint64_t size, uint64_t *first, Error *error) {
    bool has_header = size >= MAP_CACHE_HEADER_BYTES;
    if (size < MAP_CACHE_SHORT_HEADER_BYTES || (!has_header && load_u16(bytes + MAP_CACHE_COUNT))) {
        return fail_at(error, ERROR_CORRUPT, 0, "the header needs %d bytes, the file has %" PRIu64,
                       MAP_CACHE_HEADER_BYTES, size);
    }
    bool is_short = !has_header || (!ends_exactly(bytes, size, MAP_CACHE_HEADER_BYTES) &&
                                    ends_exactly(bytes, size, MAP_CACHE_SHORT_HEADER_BYTES));
    *first = is_short ? MAP_CACHE_SHORT_HEADER_BYTES : MAP_CACHE_HEADER_BYTES;
    return true;
}

bool map_cache_write_header(const Arena *arena, const uint8_t *fields, uint8_t *mcache) {
    enum { VERSION = 1 };
    store_u16(mcache, VERSION);
    memcpy(mcache + MCACHE_BYTES - MAP_FIELDS_BYTES, fields, MAP_FIELDS_BYTES);
    return md5(arena, mcache + MCACHE_BYTES, load_u32(fields + MAP_FIELDS_PACKED),
               mcache + MCACHE_MD5);
}

static bool read_table(Archive *archive, Error *error) {
    const uint64_t size = archive->document.size;
    const uint8_t *bytes;
    uint64_t at;
    if (!archive_hold(archive, "the maps", 0, size, &bytes, error) ||
        !map_cache_begin(bytes, size, &at, error)) {
        return false;
    }
    archive->table_offset = at;
    archive->stored_count = load_u16(bytes + MAP_CACHE_COUNT);
    for (uint64_t i = 0, end; i < archive->stored_count && size - at >= MAP_CACHE_MAP_BYTES;
         i++, at = end) {
        const bool is_last = !find_end(bytes, size, at, &end);
        ArchiveEntry entry = {.method = METHOD_ZLIB,
                              .modified = ARCHIVE_NO_TIME,
                              .data_offset = at + MAP_CACHE_MAP_BYTES};
        entry.packed_size = end - entry.data_offset;
        entry.size = entry.packed_size + MCACHE_BYTES;
        const void *name = archive_keep(archive, bytes + at, MAP_CACHE_NAME_BYTES, error);
        if (!name || !archive_name(archive, &entry, name, MAP_CACHE_NAME_BYTES, error) ||
            !archive_add(archive, &entry, error)) {
            return false;
        }
        if (is_last) break;
    }
    archive_let_go(archive, bytes);
    return true;
}

static bool unpack(const EntryReading *reading, const uint8_t **bytes, Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    Arena *arena = reading->arena;
    uint8_t fields[MAP_FIELDS_BYTES], *mcache = arena_alloc(arena, entry->size, 1);
    if (!mcache) return fail_memory(error, arena);
    *bytes = mcache;
    if (!archive_read_into(reading->archive, reading->ranges, 0, "the map",
                           entry->data_offset - sizeof fields, sizeof fields, fields, error) ||
        !entry_read_into(reading, "the cells", entry->packed_size, mcache + MCACHE_BYTES, error)) {
        return false;
    }
    /* the file may have changed since its table was read, for which there is memory */
    store_u32(fields + MAP_FIELDS_PACKED, (uint32_t)entry->packed_size);
    return map_cache_write_header(arena, fields, mcache) || fail_interrupted(error);
}

const ArchiveFormat map_cache_format = {
    .format = {.name = "MAP-CACHE",
               .doc = "Cell maps of Ragnarok Online servers, as an archive of .mcache files",
               .detect = map_cache_detect,
               ARCHIVE_DOCUMENT(Archive, archive_check)},
    .only_if_asked = true,
    .read_table = read_table,
    .unpack = unpack,
    .folder = "",
};
