/* ERF decoder; erf.h describes the format. */
#include "archive/erf.h"
#include "archive/archive_writer.h"
#include "archive/resource.h"
#include "codec/digest.h"

enum {
    MAGIC_BYTES = 8, /* the type and the version */
    SHORT_NAME_BYTES = 16,
    LONG_KEY_BYTES = 40,
};

/* The sizes of records in each version; the fields behind a name have one order in all. */
typedef struct ErfLayout {
    const char *version;
    uint32_t name_bytes, key_bytes, resource_bytes;
} ErfLayout;

enum { KEY_ID = 0, KEY_TYPE = 4, KEY_DIGEST = 8 }; /* counted from the end of the name */
enum { RESOURCE_OFFSET = 0, RESOURCE_SIZE = 4, RESOURCE_COMPRESSION = 8, RESOURCE_CONTENT = 12 };

static const ErfLayout layouts[] = {
    {"V1.0", SHORT_NAME_BYTES, 24, 8},
    {"V1.1", 32, LONG_KEY_BYTES, 8},
    {"E1.0", SHORT_NAME_BYTES, 44, 16},
};
static const ErfLayout premium_layout = {"V1.1", SHORT_NAME_BYTES, 24, 8};
static const ErfLayout *const nwn2_layout = &layouts[1];

/* ---- Recognising ----------------------------------------------------------------------------- */

static const ErfLayout *find_layout(const uint8_t *version) {
    for (size_t i = 0; i < LENGTH(layouts); i++) {
        if (memcmp(version, layouts[i].version, 4) == 0) return &layouts[i];
    }
    return NULL;
}

static bool is_known_type(const uint8_t *type) {
    static const char types[][5] = {"ERF ", "HAK ", "MOD ", "SAV ", "NWM ", "PWC ", "PCC ", "    "};
    for (size_t i = 0; i < LENGTH(types); i++) {
        if (memcmp(type, types[i], 4) == 0) return true;
    }
    return false;
}

/* Recognises versions such as "V2.2" too, of which only the three of `layouts` can be read. */
static bool is_version(const uint8_t *version) {
    return (version[0] == 'V' || version[0] == 'E') && version[1] >= '0' && version[1] <= '9' &&
           version[2] == '.' && version[3] >= '0' && version[3] <= '9';
}

/* Recognises later versions, which store type and version in UTF-16. */
static bool is_wide(const uint8_t *head, uint64_t head_size) {
    static const uint8_t start[] = {'E', 0, 'R', 0, 'F', 0, ' ', 0, 'V', 0};
    return head_size >= 16 && memcmp(head, start, sizeof start) == 0;
}

/* An unknown type is accepted if the tables lie in the file. Sound sets ("SSF V1.0") and the
** modules of Knights of the Old Republic ("RIM V1.0") are other formats. */
static bool has_tables(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (head_size < ERF_HEADER_BYTES || memcmp(head, "SSF ", 4) == 0 ||
        memcmp(head, "RIM ", 4) == 0) {
        return false;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (head[i] < ' ' || head[i] > '~') return false;
    }
    uint64_t strings = load_u32(head + ERF_STRINGS), keys = load_u32(head + ERF_KEYS);
    uint64_t resources = load_u32(head + ERF_RESOURCES), count = load_u32(head + ERF_ENTRY_COUNT);
    const ErfLayout *layout = find_layout(head + ERF_VERSION);
    return strings >= ERF_HEADER_BYTES && keys >= ERF_HEADER_BYTES && strings <= size &&
           resources >= ERF_HEADER_BYTES && keys + count * layout->key_bytes <= size &&
           resources + count * layout->resource_bytes <= size;
}

static bool erf_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (is_wide(head, head_size)) return true;
    if (head_size < MAGIC_BYTES || !is_version(head + ERF_VERSION)) return false;
    bool is_readable = find_layout(head + ERF_VERSION) != NULL;
    /* A type of blanks is also one of GFF, whose versions are others. */
    if (is_known_type(head)) return is_readable || memcmp(head, "    ", 4) != 0;
    return is_readable && has_tables(head, head_size, size);
}

/* ---- Opening --------------------------------------------------------------------------------- */

typedef struct ErfTables {
    const ErfLayout *layout;
    uint64_t count;
    const uint8_t *keys, *resources;
} ErfTables;

static bool refuse_version(const uint8_t *header, Error *error) {
    if (is_wide(header, ERF_HEADER_BYTES)) {
        return fail_at(
            error, ERROR_UNSUPPORTED, 0,
            "a version from 2.0 on, as Dragon Age has; only V1.0, V1.1 and E1.0 are read");
    }
    const uint8_t *version = header + ERF_VERSION;
    return fail_at(error, ERROR_UNSUPPORTED, ERF_VERSION,
                   "version %c%c.%c, expected V1.0, V1.1 or E1.0", version[0], version[1],
                   version[3]);
}

/* Chooses a layout. V1.1 has either of two, or is a module whose numbers are encrypted. */
static bool choose_layout(Archive *archive, const uint8_t *header, ErfTables *tables,
                          Error *error) {
    tables->layout = find_layout(header + ERF_VERSION);
    if (!tables->layout) return refuse_version(header, error);
    if (tables->layout != nwn2_layout) return true;
    uint64_t keys = load_u32(header + ERF_KEYS), resources = load_u32(header + ERF_RESOURCES);
    uint64_t size = archive->document.size, each = nwn2_layout->resource_bytes;
    if (keys > size || resources > size || tables->count > (size - resources) / each) {
        return fail_at(error, ERROR_UNSUPPORTED, ERF_ENTRY_COUNT,
                       "%" PRIu64 " entries don't fit a file of %" PRIu64
                       " bytes: it is encrypted, as premium modules are, or damaged",
                       tables->count, size);
    }
    if (resources > keys && resources - keys < tables->count * LONG_KEY_BYTES) {
        tables->layout = &premium_layout;
        archive_note(archive, SEVERITY_INFO, "erf_premium_names", ERF_VERSION,
                     "V1.1 with names of 16 bytes, as premium modules of Neverwinter Nights have");
    }
    return true;
}

static bool read_tables(Archive *archive, const uint8_t *header, ErfTables *tables, Error *error) {
    uint64_t keys = load_u32(header + ERF_KEYS), resources = load_u32(header + ERF_RESOURCES);
    uint64_t key_bytes = tables->count * tables->layout->key_bytes;
    uint64_t resource_bytes = tables->count * tables->layout->resource_bytes;
    /* names and digests point into the table of keys, which stays */
    if (!archive_hold(archive, "the table of keys", keys, key_bytes, &tables->keys, error) ||
        !archive_hold(archive, "the table of resources", resources, resource_bytes,
                      &tables->resources, error)) {
        return false;
    }
    archive->table_offset = keys < resources ? keys : resources;
    archive->table_size = archive->table_packed_size = key_bytes + resource_bytes;
    return true;
}

static bool add_entry(Archive *archive, const ErfTables *tables, uint64_t index, Error *error) {
    const ErfLayout *layout = tables->layout;
    const uint8_t *name = tables->keys + index * layout->key_bytes;
    const uint8_t *key = name + layout->name_bytes;
    const uint8_t *resource = tables->resources + index * layout->resource_bytes;
    uint32_t type = load_u16(key + KEY_TYPE), id = load_u32(key + KEY_ID);
    ArchiveEntry entry = {.kind = type == RESOURCE_DELETED ? ARCHIVE_UNUSED : ARCHIVE_FILE,
                          .method = METHOD_STORED,
                          .modified = ARCHIVE_NO_TIME,
                          .data_offset = load_u32(resource + RESOURCE_OFFSET),
                          .packed_size = load_u32(resource + RESOURCE_SIZE),
                          .size = load_u32(resource + RESOURCE_SIZE)};
    if (layout->resource_bytes > RESOURCE_CONTENT) {
        entry.size = load_u32(resource + RESOURCE_CONTENT);
        entry.has_checksum = resource_has_digest(key + KEY_DIGEST);
        resource_compression(archive, &entry, load_u32(resource + RESOURCE_COMPRESSION));
    }
    if (id != index) {
        archive_note(archive, SEVERITY_WARNING, "erf_key_id", NO_OFFSET,
                     "key %" PRIu64 " has the id %" PRIu32
                     ", expected its position, by which its resource is found",
                     index, id);
    }
    return resource_name(archive, &entry, name, layout->name_bytes, type, error) &&
           archive_add(archive, &entry, error);
}

static bool erf_read_table(Archive *archive, Error *error) {
    const uint8_t *header;
    if (!archive_hold(archive, "the header", 0, ERF_HEADER_BYTES, &header, error)) return false;
    ErfTables tables = {.count = load_u32(header + ERF_ENTRY_COUNT)};
    if (!choose_layout(archive, header, &tables, error) ||
        !read_tables(archive, header, &tables, error) ||
        !archive_reserve(archive, tables.count, error)) {
        return false;
    }
    archive->document.version = tables.layout->version;
    archive->stored_count = tables.count;
    for (uint64_t i = 0; i < tables.count; i++) {
        if (!add_entry(archive, &tables, i, error)) return false;
    }
    archive_let_go(archive, tables.resources);
    return true;
}

const ArchiveFormat erf_format = {
    .format = {.name = "ERF",
               .doc = "Archives of Neverwinter Nights 1 and 2: .erf, .hak, .mod, .nwm, .sav, .pwc",
               .found_by_name = true,
               .detect = erf_detect,
               ARCHIVE_DOCUMENT(Archive, archive_check)},
    .read_table = erf_read_table,
    .unpack = resource_unpack,
    .find_method = resource_find_method,
    .endings = {".erf", ".hak", ".mod", ".nwm", ".sav", ".pwc"},
    .folder = "",
    .checksum_bytes = SHA1_BYTES,
    .checksum_at = SHORT_NAME_BYTES + KEY_DIGEST,
    .refusals = resource_refusals,
};

/* ---- Writing --------------------------------------------------------------------------------- */

static bool erf_add(ArchiveWriter *writer, WrittenEntry *entry, const uint8_t *content,
                    Error *error) {
    uint8_t *at = packed_room(&writer->arena, &writer->out, entry->size);
    if (!at) return fail_memory(error, &writer->arena);
    memcpy(at, content, (size_t)entry->size);
    writer->out.size += entry->size;
    return true;
}

/* Writes what BioWare's toolset writes: the tables before the contents, no texts, and as the
** description of a module "none". The year and day of the build stay 0. */
static bool erf_finish(ArchiveWriter *writer, uint64_t *after, Error *error) {
    const ErfLayout *layout = &layouts[0];
    const uint64_t count = writer->entries.count, keys = ERF_HEADER_BYTES;
    const uint64_t resources = keys + count * layout->key_bytes;
    const uint64_t begin = resources + count * layout->resource_bytes;
    uint8_t *head, *tail;
    *after = 0;
    if (!writer_frame(writer, begin, 0, &head, &tail, error)) return false;
    memcpy(head, writer->kind->magic, MAGIC_BYTES);
    store_u32(head + ERF_ENTRY_COUNT, (uint32_t)count);
    store_u32(head + ERF_STRINGS, (uint32_t)keys);
    store_u32(head + ERF_KEYS, (uint32_t)keys);
    store_u32(head + ERF_RESOURCES, (uint32_t)resources);
    store_u32(head + ERF_DESCRIPTION, *head == 'M' ? UINT32_MAX : 0);
    for (uint64_t i = 0; i < count; i++) {
        const WrittenEntry *entry = &writer->entries.items[i];
        uint8_t *name = head + keys + i * layout->key_bytes, *key = name + layout->name_bytes;
        uint8_t *resource = head + resources + i * layout->resource_bytes;
        memcpy(name, entry->raw, entry->raw_length);
        store_u32(key + KEY_ID, (uint32_t)i);
        store_u16(key + KEY_TYPE, (uint16_t)entry->word);
        store_u32(resource + RESOURCE_OFFSET, (uint32_t)(begin + entry->offset));
        store_u32(resource + RESOURCE_SIZE, (uint32_t)entry->size);
    }
    return true;
}

#define ERF_WRITER(Name, Magic)                                                                    \
    {                                                                                              \
        .name = Name, .magic = Magic "V1.0", .encoding = ENCODING_CP1252,                          \
        .name_most = SHORT_NAME_BYTES, .add = erf_add, .finish = erf_finish                        \
    }

const WriterKind erf_writers[] = {ERF_WRITER("hak", "HAK "), ERF_WRITER("erf", "ERF "),
                                  ERF_WRITER("mod", "MOD ")};
