/* KEY decoder; key.h describes the format. */
#include "archive/key.h"
#include "archive/bif.h"
#include "archive/resource.h"
#include "codec/digest.h"

enum {
    HEADER_BYTES = 64,
    VERSION = 4,
    BIF_COUNT = 8,
    KEY_COUNT = 12,
    OID = 32,
    BIF_ROW_BYTES = 12,
    BIF_PATH = 4,
    BIF_PATH_BYTES = 8,
    NAME_BYTES = 16,
    KEY_TYPE = 16,
    KEY_ID = 18,
    KEY_FLAGS = 22,
    KEY_DIGEST = 22,
    SHOWN_BYTES = 64, /* the most that a message shows of a path */
};

typedef enum Refusal {
    REFUSED_COMPRESSION = RESOURCE_REFUSED_COMPRESSION,
    REFUSED_BIF_MISSING,
    REFUSED_ALONE,
    REFUSED_NO_BIF,
    REFUSED_NO_RESOURCE,
} Refusal;

static const char *const refusals[] = {
    [REFUSED_COMPRESSION] = RESOURCE_COMPRESSION_REFUSAL,
    [REFUSED_BIF_MISSING] = "lies in a BIF that can't be read: gamemap_findings says why",
    [REFUSED_ALONE] =
        "lies in a BIF, and this KEY has none beside it: it is a BLOB or lies in an archive",
    [REFUSED_NO_BIF] = "lies in a BIF that the KEY doesn't list",
    [REFUSED_NO_RESOURCE] = "isn't in the BIF that the KEY names",
};

typedef struct KeyLayout {
    const char *stored_version, *version;
    uint32_t key_bytes;
    uint32_t tables; /* where the offsets of the tables are */
    bool has_flags, has_digests;
} KeyLayout;

static const KeyLayout layouts[] = {
    {"V1  ", "V1", 22, 16, false, false},
    {"V1.1", "V1.1", 26, 20, true, false},
    {"E1  ", "E1", 42, 16, false, true},
};

/* A BIF that keys name. It is opened when the first such key is read. */
typedef struct KeyBif {
    const char *path;   /* NUL-terminated, with '/' between parts; NULL: the path isn't usable */
    uint64_t path_hash; /* equal for paths that only differ in case */
    enum { BIF_UNSEEN, BIF_OPEN, BIF_MISSING } state;
    uint16_t file;
    BifTable table;
    Children by_id; /* the rows of each id; not made if ids are positions */
} KeyBif;

typedef struct Key {
    Archive *archive;
    const KeyLayout *layout;
    KeyBif *bifs;
    uint32_t bif_count;   /* at most as many as ids can name */
    uint64_t table_bytes; /* of all tables read so far */
    uint8_t oid[BIF_OID_BYTES];
} Key;

static bool key_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    return head_size >= VERSION + 4 && memcmp(head, "KEY ", 4) == 0 &&
           (head[VERSION] == 'V' || head[VERSION] == 'E') && head[VERSION + 1] >= '0' &&
           head[VERSION + 1] <= '9';
}

static Arena *arena_of(const Key *key) {
    return &key->archive->document.arena;
}

/* ---- Paths of BIFs --------------------------------------------------------------------------- */

static bool is_separator(char c) {
    return c == '/' || c == '\\';
}

/* Normalises a path for archive_open_sister(): '/' between parts, no empty parts, no ".". Returns
** false if it leads out of the folder. */
static bool clean_path(char *path) {
    char *out = path;
    for (const char *at = path; *at;) {
        const char *part = at;
        while (*at && !is_separator(*at)) at++;
        size_t length = (size_t)(at - part);
        while (is_separator(*at)) at++;
        if (length == 2 && part[0] == '.' && part[1] == '.') return false;
        if (!length || (length == 1 && part[0] == '.')) continue;
        if (out > path) *out++ = '/';
        memmove(out, part, length);
        out += length;
    }
    *out = 0;
    return out > path;
}

static bool read_path(Key *key, uint32_t index, const uint8_t *row, Error *error) {
    Archive *archive = key->archive;
    uint64_t offset = load_u32(row + BIF_PATH);
    uint32_t length =
        key->layout->has_flags ? load_u32(row + BIF_PATH_BYTES) : load_u16(row + BIF_PATH_BYTES);
    const uint8_t *stored;
    if (length > KEY_PATH_BYTES_MAX) {
        archive_note(archive, SEVERITY_ERROR, "key_bif_path", NO_OFFSET,
                     "the path of BIF %" PRIu32 " has %" PRIu32 " bytes, expected at most %d",
                     index, length, KEY_PATH_BYTES_MAX);
        return true;
    }
    char *path = arena_zeroed(arena_of(key), (uint64_t)length + 1, 1);
    if (!path) return fail_memory(error, arena_of(key));
    if (!archive_hold(archive, "the path of a BIF", offset, length, &stored, error)) return false;
    memcpy(path, stored, length);
    archive_let_go(archive, stored);
    if (clean_path(path)) {
        key->bifs[index].path = path;
        /* forged hashes only slow down the comparison of at most 4,096 paths */
        key->bifs[index].path_hash = text_hash(path);
    } else {
        archive_note(archive, SEVERITY_ERROR, "key_bif_path", length ? offset : NO_OFFSET,
                     "the path of BIF %" PRIu32 " is empty or leads out of the folder of the KEY",
                     index);
    }
    return true;
}

static bool read_bifs(Key *key, uint64_t offset, uint64_t count, Error *error) {
    Archive *archive = key->archive;
    uint64_t size = archive->document.size;
    if (offset > size || count > (size - offset) / BIF_ROW_BYTES) {
        return fail_at(error, ERROR_CORRUPT, BIF_COUNT,
                       "%" PRIu64 " BIFs need %" PRIu64 " bytes, %" PRIu64 " left", count,
                       count * BIF_ROW_BYTES, offset < size ? size - offset : 0);
    }
    if (count > KEY_BIFS_MAX) {
        archive_note(archive, SEVERITY_WARNING, "key_bif_count", BIF_COUNT,
                     "%" PRIu64 " BIFs are listed, of which keys can name only %d", count,
                     KEY_BIFS_MAX);
    }
    key->bif_count = (uint32_t)(count < KEY_BIFS_MAX ? count : KEY_BIFS_MAX);
    key->bifs = arena_zeroed(arena_of(key), key->bif_count, sizeof *key->bifs);
    if (!key->bifs) return fail_memory(error, arena_of(key));
    const uint8_t *rows;
    uint64_t bytes = (uint64_t)key->bif_count * BIF_ROW_BYTES;
    if (!archive_hold(archive, "the table of BIFs", offset, bytes, &rows, error)) return false;
    for (uint32_t i = 0; i < key->bif_count; i++) {
        if (!read_path(key, i, rows + (uint64_t)i * BIF_ROW_BYTES, error)) return false;
    }
    archive_let_go(archive, rows);
    return true;
}

/* ---- Opening BIFs ---------------------------------------------------------------------------- */

static void miss_bif(Key *key, uint32_t index, const char *why) {
    KeyBif *bif = &key->bifs[index];
    char shown[SHOWN_BYTES] = "", *out = shown;
    const char *path = bif->path ? bif->path : "";
    size_t length = strlen(path);
    /* its last characters are shown, with '?' for bytes that aren't ASCII */
    path += length < SHOWN_BYTES ? 0 : length - (SHOWN_BYTES - 1);
    for (; *path; path++) *out++ = *path >= ' ' && *path < 0x7f ? *path : '?';
    bif->state = BIF_MISSING;
    archive_note(key->archive, SEVERITY_ERROR, "key_bif_missing", NO_OFFSET,
                 "BIF %" PRIu32 "%s%s can't be read: %s", index, *shown ? " at " : "", shown, why);
}

/* Returns an opened BIF with the same path, so that no file is opened twice. */
static const KeyBif *find_twin(const Key *key, uint32_t index) {
    const char *path = key->bifs[index].path;
    for (uint32_t i = 0; i < key->bif_count; i++) {
        const KeyBif *other = &key->bifs[i];
        if (other->state == BIF_UNSEEN || !other->path ||
            other->path_hash != key->bifs[index].path_hash) {
            continue;
        }
        if (text_is(path, strlen(path), other->path)) return other;
    }
    return NULL;
}

static uint32_t id_of_row(const void *table, uint64_t row) {
    return bif_id(table, (uint32_t)row);
}

/* Sorts the rows by id, unless ids equal positions. */
static bool index_ids(Key *key, KeyBif *bif, Error *error) {
    uint32_t greatest = 0, row = 0;
    while (row < bif->table.count && bif_id(&bif->table, row) == row) row++;
    if (row == bif->table.count) return true;
    for (row = 0; row < bif->table.count; row++) {
        uint32_t id = bif_id(&bif->table, row);
        if (id > greatest) greatest = id;
    }
    return children_sort(&bif->by_id, arena_of(key), (uint64_t)greatest + 1, bif->table.count,
                         id_of_row, &bif->table, error);
}

static void note_bif(Key *key, uint32_t index) {
    const BifTable *table = &key->bifs[index].table;
    if (table->fixed_count) {
        archive_note(key->archive, SEVERITY_WARNING, "bif_fixed_resources", NO_OFFSET,
                     "BIF %" PRIu32 " has %" PRIu32 " fixed resources, which aren't read", index,
                     table->fixed_count);
    }
    if (memcmp(table->oid, key->oid, BIF_OID_BYTES) != 0) {
        archive_note(key->archive, SEVERITY_WARNING, "key_bif_build", OID,
                     "BIF %" PRIu32 " belongs to another build than the KEY", index);
    }
}

/* Tells whether a failure is this BIF's alone, so that all others can still be listed. */
static bool is_bifs_own(const Error *error) {
    return error->kind == ERROR_CANNOT_OPEN || error->kind == ERROR_NOT_THIS_FORMAT ||
           error->kind == ERROR_UNSUPPORTED || error->kind == ERROR_CORRUPT;
}

static bool open_bif(Key *key, uint32_t index, Error *error) {
    KeyBif *bif = &key->bifs[index];
    Error why = {0};
    if (!bif->path) {
        miss_bif(key, index, "its path can't be followed");
        return true;
    }
    const KeyBif *twin = find_twin(key, index);
    if (twin) {
        const char *path = bif->path;
        *bif = *twin;
        bif->path = path;
        return true;
    }
    uint64_t left = ARCHIVE_TABLE_BYTES_MAX - key->table_bytes;
    if (!archive_open_sister(key->archive, bif->path, &bif->file, &why) ||
        !bif_load_table(key->archive, bif->file, left, &bif->table, &why)) {
        if (is_bifs_own(&why)) miss_bif(key, index, why.message);
        else *error = why;
        return bif->state == BIF_MISSING;
    }
    key->table_bytes += (uint64_t)bif->table.count * bif->table.layout->row_bytes;
    bif->state = BIF_OPEN;
    note_bif(key, index);
    return index_ids(key, bif, error);
}

/* Returns the first row with this id, or the table's count if there is none. */
static uint32_t find_row(const KeyBif *bif, uint32_t id) {
    if (!bif->by_id.first) return id < bif->table.count ? id : bif->table.count;
    if (id >= bif->by_id.parent_count || !child_count(&bif->by_id, id)) return bif->table.count;
    return (uint32_t)child_at(&bif->by_id, children_of(&bif->by_id, id).first);
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Finds an entry's content, or the reason why it isn't available. */
static bool find_content(Key *key, uint64_t index, uint32_t bif_index, uint32_t id, uint32_t type,
                         ArchiveEntry *entry, Error *error) {
    Archive *archive = key->archive;
    if (bif_index >= key->bif_count) {
        entry->refused = REFUSED_NO_BIF;
        archive_note(archive, SEVERITY_ERROR, "key_bif_range", NO_OFFSET,
                     "key %" PRIu64 " names BIF %" PRIu32 ", but there are only %" PRIu32, index,
                     bif_index, key->bif_count);
        return true;
    }
    KeyBif *bif = &key->bifs[bif_index];
    if (bif->state == BIF_UNSEEN && !open_bif(key, bif_index, error)) return false;
    if (bif->state == BIF_MISSING) {
        entry->refused = archive->ranges->open_sister ? REFUSED_BIF_MISSING : REFUSED_ALONE;
        return true;
    }
    uint32_t row = find_row(bif, id);
    if (row == bif->table.count) {
        entry->refused = REFUSED_NO_RESOURCE;
        archive_note(archive, SEVERITY_ERROR, "key_resource_missing", NO_OFFSET,
                     "key %" PRIu64 " names resource %" PRIu32 " of BIF %" PRIu32
                     ", which has no resource of that id among its %" PRIu32,
                     index, id, bif_index, bif->table.count);
        return true;
    }
    bif_read_entry(archive, &bif->table, bif->file, row, entry);
    if (bif_type(&bif->table, row) != type) {
        archive_note(archive, SEVERITY_WARNING, "key_type", NO_OFFSET,
                     "key %" PRIu64 " has type %" PRIu32 ", its BIF says %" PRIu32, index, type,
                     bif_type(&bif->table, row));
    }
    return true;
}

static bool add_key(Key *key, const uint8_t *row, uint64_t index, Error *error) {
    uint32_t type = load_u16(row + KEY_TYPE), id = load_u32(row + KEY_ID);
    uint32_t place = key->layout->has_flags ? load_u32(row + KEY_FLAGS) : id;
    ArchiveEntry entry = {.kind = ARCHIVE_FILE,
                          .method = METHOD_NONE,
                          .modified = ARCHIVE_NO_TIME,
                          .data_offset = NO_SIZE,
                          .packed_size = NO_SIZE,
                          .size = NO_SIZE};
    if (!find_content(key, index, place >> BIF_ID_BITS, id & ((1 << BIF_ID_BITS) - 1), type, &entry,
                      error)) {
        return false;
    }
    if (key->layout->has_digests) entry.has_checksum = resource_has_digest(row + KEY_DIGEST);
    return resource_name(key->archive, &entry, row, NAME_BYTES, type, error) &&
           archive_add(key->archive, &entry, error);
}

static bool read_keys(Key *key, uint64_t offset, uint64_t count, Error *error) {
    Archive *archive = key->archive;
    uint64_t bytes = count * key->layout->key_bytes;
    const uint8_t *rows; /* names and digests point into these */
    if (!archive_hold(archive, "the table of keys", offset, bytes, &rows, error) ||
        !archive_reserve(archive, count, error)) {
        return false;
    }
    archive->stored_count = count;
    archive->table_offset = offset;
    archive->table_size = archive->table_packed_size = key->table_bytes = bytes;
    for (uint64_t i = 0; i < count; i++) {
        if (!add_key(key, rows + i * key->layout->key_bytes, i, error)) return false;
    }
    return true;
}

/* Frees what only the opening needs. */
static void release_bifs(Key *key) {
    for (uint32_t i = 0; i < key->bif_count; i++) {
        KeyBif *bif = &key->bifs[i];
        arena_release(arena_of(key), (void *)(uintptr_t)bif->path);
        if (bif->state != BIF_OPEN) continue;
        for (uint32_t other = i + 1; other < key->bif_count; other++) { /* they share its table */
            if (key->bifs[other].table.rows == bif->table.rows) {
                key->bifs[other].state = BIF_MISSING;
            }
        }
        arena_release(arena_of(key), (void *)(uintptr_t)bif->table.rows);
        arena_release(arena_of(key), bif->by_id.first);
        arena_release(arena_of(key), (void *)(uintptr_t)bif->by_id.order);
    }
    arena_release(arena_of(key), key->bifs);
}

static bool key_read_table(Archive *archive, Error *error) {
    Key key = {.archive = archive};
    uint8_t header[HEADER_BYTES];
    if (!archive_take(archive, "the header", 0, sizeof header, header, error)) return false;
    for (size_t i = 0; i < LENGTH(layouts); i++) {
        if (memcmp(header + VERSION, layouts[i].stored_version, 4) == 0) key.layout = &layouts[i];
    }
    if (!key.layout) {
        return fail_at(error, ERROR_UNSUPPORTED, VERSION,
                       "KEY of an unknown version, expected V1, V1.1 or E1");
    }
    archive->document.version = key.layout->version;
    if (key.layout->has_digests) memcpy(key.oid, header + OID, BIF_OID_BYTES);
    const uint8_t *tables = header + key.layout->tables;
    if (!read_bifs(&key, load_u32(tables), load_u32(header + BIF_COUNT), error) ||
        !read_keys(&key, load_u32(tables + 4), load_u32(header + KEY_COUNT), error)) {
        return false;
    }
    release_bifs(&key);
    return true;
}

const ArchiveFormat key_format = {
    .format = {.name = "KEY",
               .doc = "Names of what lies in the BIFs beside it: chitin.key",
               .found_by_name = true,
               .detect = key_detect,
               ARCHIVE_DOCUMENT(Archive, archive_check)},
    .read_table = key_read_table,
    .unpack = resource_unpack,
    .find_method = resource_find_method,
    .endings = {".key"},
    .folder = "",
    .checksum_bytes = SHA1_BYTES,
    .checksum_at = KEY_DIGEST,
    .refusals = refusals,
};
