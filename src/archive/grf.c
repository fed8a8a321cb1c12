#include "archive/grf.h"
#include "codec/des.h"
#include "archive/archive_writer.h"
#include "archive/packed_entry.h"

enum {
    MAGIC_BYTES = 15,
    TABLE_3_PREFIX = 4, /* a zero before the sizes of 0x300's table */
    TABLE_SIZES_BYTES = 8,
    HEADER_TABLE = 30,
    HEADER_SEED = 34,
    HEADER_COUNT = 38,
    HEADER_VERSION = 42,
    ENTRY_PACKED = 0, /* offsets behind the name */
    ENTRY_ALIGNED = 4,
    ENTRY_SIZE = 8,
    ENTRY_FLAGS = 12,
    ENTRY_OFFSET = 13,
    ENTRY_BYTES = 17, /* without the name; the offset has four bytes */
    ENTRY_3_BYTES = 21,
    NAME_EXTRA = 6, /* in 0x10x: added to the length of a name */
    NAME_AT = 6,
    PACKED_EXTRA = 715,
    ALIGNED_EXTRA = 37579,
    COUNT_EXTRA = 7,
    ENCRYPTED_BLOCKS = 20, /* at the beginning of content, in both modes */
    SHUFFLE_EVERY = 7,
    ALPHA_TRAILER_BYTES = 9,
    ALPHA_ENTRY_BYTES = 14,
    ALPHA_VERSION = 0x12,
};

enum { GRF_NOT_REFUSED, GRF_REFUSED_METHOD };

static const char *const refusals[] = {
    NULL,
    [GRF_REFUSED_METHOD] =
        "is encrypted by a method of 2026 (flag 0x80), which only its maker knows",
};

typedef struct Grf {
    Archive archive;
    uint32_t number; /* of the version */
} Grf;

/* ---- Recognising ----------------------------------------------------------------------------- */

static bool grf_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    return head_size >= MAGIC_BYTES && (memcmp(head, "Master of Magic", MAGIC_BYTES) == 0 ||
                                        memcmp(head, "Event Horizon\0", MAGIC_BYTES - 1) == 0);
}

/* Recognises an archive of the alpha client: its entries end exactly at its last nine bytes. */
static bool grf_detect_alpha(const uint8_t *tail, uint64_t tail_size, uint64_t size) {
    if (tail_size < ALPHA_TRAILER_BYTES || tail[tail_size - 1] != ALPHA_VERSION) return false;
    const uint8_t *trailer = tail + tail_size - ALPHA_TRAILER_BYTES;
    uint32_t table = load_u32(trailer), count = load_u32(trailer + 4);
    uint64_t left_out = size - tail_size, end = tail_size - ALPHA_TRAILER_BYTES;
    count = count << 16 | count >> 16;
    if (table < left_out || table - left_out >= end) return false;
    uint64_t at = table - left_out;
    for (uint32_t i = 0; i < count; i++) {
        if (end - at < ALPHA_ENTRY_BYTES + 1) return false;
        uint64_t bytes = ALPHA_ENTRY_BYTES + (uint64_t)tail[at] + 1;
        if (tail[at + 1] > 2 || bytes > end - at || tail[at + bytes - 1]) return false;
        at += bytes;
    }
    return at == end;
}

/* ---- Entries --------------------------------------------------------------------------------- */

static bool ends_in(const ArchiveEntry *entry, const char *extension) {
    size_t length;
    const char *own = archive_extension(entry->name, entry->name + entry->name_length, &length);
    return text_is(own, length, extension);
}

static bool is_version_1(const Grf *grf) {
    return grf->number >> 8 == 1;
}

/* Completes an entry that has its name and fields. `word` becomes the number of bytes of content
** that have to be decrypted, 0 for plain content. */
static void classify(const Grf *grf, uint32_t aligned, ArchiveEntry *entry) {
    uint64_t file_size = grf->archive.document.size;
    entry->modified = ARCHIVE_NO_TIME;
    entry->method = METHOD_ZLIB;
    if (!(entry->flags & (GRF_FLAG_FILE | GRF_FLAG_UNKNOWN_METHOD))) {
        size_t length;
        const char *end = entry->name + entry->name_length;
        const char *extension = archive_extension(entry->name, end, &length);
        bool has_dot = extension > entry->name && extension[-1] == '.';
        bool is_there =
            entry->data_offset <= file_size && aligned <= file_size - entry->data_offset;
        entry->kind = has_dot && is_there ? ARCHIVE_FILE : ARCHIVE_FOLDER;
        entry->method = entry->kind == ARCHIVE_FILE ? METHOD_STORED : METHOD_NONE;
        return;
    }
    if (entry->flags & GRF_FLAG_UNKNOWN_METHOD) {
        entry->refused = GRF_REFUSED_METHOD;
        entry->method = METHOD_OTHER;
    }
    entry->encrypted =
        entry->refused || is_version_1(grf) || entry->flags & (GRF_FLAG_MIXED | GRF_FLAG_HEADER);
    /* blocks are independent of each other, so what lies behind the last encrypted one isn't
    ** decrypted */
    uint64_t most = (entry->packed_size + DES_BLOCK_BYTES - 1) / DES_BLOCK_BYTES * DES_BLOCK_BYTES;
    uint64_t more = aligned > entry->packed_size ? aligned : entry->packed_size;
    if (entry->encrypted) entry->word = (uint32_t)(more < most ? more : most);
}

/* Reads the table of 0x200 and 0x300, and moves its names to its beginning, *used bytes of it.
** Returns false only if adding an entry failed. */
static bool walk_table(Grf *grf, uint8_t *table, uint64_t size, uint32_t fixed, uint64_t *used,
                       Error *error) {
    for (uint64_t at = 0; at < size;) {
        const uint8_t *nul = memchr(table + at, 0, (size_t)(size - at));
        if (!nul || (uint64_t)(table + size - nul) - 1 < fixed) {
            archive_note(
                &grf->archive, SEVERITY_ERROR, "archive_table_cut", grf->archive.table_offset,
                "entry %" PRIu64 " runs over the end of the table", grf->archive.entries.count);
            return true;
        }
        const uint8_t *fields = nul + 1;
        uint32_t length = (uint32_t)(nul - (table + at));
        uint8_t *name = memmove(table + *used, table + at, (size_t)length + 1);
        *used += (uint64_t)length + 1;
        at = (uint64_t)(fields - table) + fixed;
        ArchiveEntry entry = {.packed_size = load_u32(fields + ENTRY_PACKED),
                              .size = load_u32(fields + ENTRY_SIZE),
                              .flags = fields[ENTRY_FLAGS],
                              .data_offset = fixed == ENTRY_3_BYTES
                                                 ? load_u64(fields + ENTRY_OFFSET)
                                                 : load_u32(fields + ENTRY_OFFSET)};
        uint64_t room = UINT64_MAX - GRF_HEADER_BYTES;
        entry.data_offset =
            (entry.data_offset < room ? entry.data_offset : room) + GRF_HEADER_BYTES;
        if (!archive_name_in_place(&grf->archive, &entry, name, length, error)) return false;
        classify(grf, load_u32(fields + ENTRY_ALIGNED), &entry);
        if (!archive_add(&grf->archive, &entry, error)) return false;
    }
    return true;
}

/* ---- The table of 0x200 and 0x300 ------------------------------------------------------------ */

/* Tells whether sizes and an unencrypted zlib stream stand at `at`. */
static bool table_stands_at(Grf *grf, uint64_t at, Error *error) {
    Archive *archive = &grf->archive;
    if (archive->document.size < TABLE_SIZES_BYTES + 1 ||
        at > archive->document.size - TABLE_SIZES_BYTES - 1) {
        return false;
    }
    uint8_t sizes[TABLE_SIZES_BYTES + 1];
    if (!archive_take(archive, "the table", at, sizeof sizes, sizes, error)) return false;
    uint64_t left = archive->document.size - at - TABLE_SIZES_BYTES;
    uint8_t first = sizes[TABLE_SIZES_BYTES];
    return load_u32(sizes) && load_u32(sizes) <= left && load_u32(sizes + 4) &&
           (first == 0x78 || first == 0);
}

/* Reads and inflates the table whose sizes stand at `at`; *size becomes 0 if it has no entries. */
static bool unpack_table(Archive *archive, uint64_t at, uint8_t **table, uint64_t *size,
                         Error *error) {
    Arena *arena = &archive->document.arena;
    uint8_t sizes[TABLE_SIZES_BYTES];
    const uint8_t *stream;
    if (!archive_take(archive, "the head of the table", at, sizeof sizes, sizes, error)) {
        return false;
    }
    uint64_t packed = load_u32(sizes);
    *size = load_u32(sizes + 4);
    archive->table_offset = at + TABLE_SIZES_BYTES;
    archive->table_packed_size = packed;
    archive->table_size = *size;
    if (!packed || !*size) {
        *size = 0;
        return true;
    }
    if (*size > ARCHIVE_TABLE_BYTES_MAX) {
        return fail_at(error, ERROR_TOO_BIG, at,
                       "the table unpacks to %" PRIu64 " bytes, expected at most %" PRIu64, *size,
                       ARCHIVE_TABLE_BYTES_MAX);
    }
    if (!archive_hold(archive, "the table", archive->table_offset, packed, &stream, error)) {
        return false;
    }
    archive_table_unpacked(archive, *size);
    bool done = unpack_zlib_or_lzma(arena, stream, packed, *size, archive->table_offset,
                                    "the table", table, error);
    archive_let_go(archive, stream);
    return done;
}

/* Gives back what isn't names of a table, in which these are the first `used` bytes. */
static bool keep_names(Archive *archive, uint8_t *table, uint64_t used, Error *error) {
    const uintptr_t old = (uintptr_t)table;
    const uint8_t *kept = arena_resize(&archive->document.arena, table, used + 1);
    if (!kept) return fail_memory(error, &archive->document.arena);
    for (uint64_t i = 0; (uintptr_t)kept != old && i < archive->entries.count; i++) {
        KeptEntry *entry = &archive->entries.items[i];
        ArchiveEntry *whole = archive->wholes.items ? &archive->wholes.items[i] : NULL;
        uintptr_t name = (uintptr_t)entry->name - old;
        if (name < used) entry->name = (const char *)kept + name;
        archive_follow(archive, i);
        if (whole && whole->raw) whole->raw = kept + ((uintptr_t)whole->raw - old);
    }
    return true;
}

static bool open_packed_table(Grf *grf, uint64_t at, uint32_t fixed, Error *error) {
    uint8_t *table;
    uint64_t size, count = grf->archive.stored_count, used = 0;
    if (!unpack_table(&grf->archive, at, &table, &size, error)) return false;
    if (!size) return true;
    bool may_be = count <= size / (fixed + 1); /* a larger count can't be right */
    return (!may_be || archive_reserve(&grf->archive, count, error)) &&
           walk_table(grf, table, size, fixed, &used, error) &&
           keep_names(&grf->archive, table, used, error);
}

/* Opens the table of version 0x300, where some files have one of 0x200. */
static bool open_table_3(Grf *grf, uint64_t at, Error *error) {
    bool is_3 = table_stands_at(grf, at + TABLE_3_PREFIX, error);
    bool is_2 = !is_3 && error->kind == ERROR_NONE && table_stands_at(grf, at, error);
    if (error->kind != ERROR_NONE) return false;
    bool done = is_2 ? open_packed_table(grf, at, ENTRY_BYTES, error)
                     : open_packed_table(grf, at + TABLE_3_PREFIX, ENTRY_3_BYTES, error);
    /* a header of 0x200 with a seed of 0 looks like one of 0x300 */
    uint64_t without_extra = grf->archive.stored_count - COUNT_EXTRA;
    if (without_extra == grf->archive.entries.count) grf->archive.stored_count = without_extra;
    return done;
}

/* ---- The table of 0x101 to 0x103 ------------------------------------------------------------- */

static bool is_by_header(const ArchiveEntry *entry) {
    return ends_in(entry, "gnd") || ends_in(entry, "gat") || ends_in(entry, "act") ||
           ends_in(entry, "str");
}

/* Adds an entry whose record has 4 + `length` bytes before its fields. At least four of these
** follow the name, so a NUL fits behind it. */
static bool add_entry_1(Grf *grf, const Des *des, uint8_t *record, uint64_t length, Error *error) {
    uint8_t *name = record + NAME_AT;
    uint64_t name_length = (length - NAME_EXTRA) / DES_BLOCK_BYTES * DES_BLOCK_BYTES;
    const uint8_t *fields = record + 4 + length;
    uint32_t size = load_u32(fields + 8);
    ArchiveEntry entry = {.packed_size = load_u32(fields) - size - PACKED_EXTRA,
                          .size = size,
                          .flags = fields[12],
                          .data_offset = (uint64_t)load_u32(fields + 13) + GRF_HEADER_BYTES};
    uint32_t aligned = load_u32(fields + 4) - ALIGNED_EXTRA;
    for (uint64_t i = 0; i < name_length; i++) name[i] = (uint8_t)(name[i] >> 4 | name[i] << 4);
    for (uint64_t at = 0; at < name_length; at += DES_BLOCK_BYTES) des_one_round(des, name + at);
    if (!archive_name_in_place(&grf->archive, &entry, name, (uint32_t)name_length, error)) {
        return false;
    }
    classify(grf, aligned, &entry);
    return archive_add(&grf->archive, &entry, error);
}

static bool open_plain_table(Grf *grf, uint64_t at, int64_t count, Error *error) {
    Archive *archive = &grf->archive;
    uint64_t size = archive->document.size;
    uint64_t left = at < size ? size - at : 0, place = 0;
    uint8_t *table;
    archive->table_offset = at;
    archive->table_packed_size = archive->table_size = left;
    if (left > ARCHIVE_TABLE_BYTES_MAX) {
        return fail_at(error, ERROR_TOO_BIG, at,
                       "the table has %" PRIu64 " bytes, expected at most %" PRIu64, left,
                       ARCHIVE_TABLE_BYTES_MAX);
    }
    if (!archive_read_copy(archive, archive->ranges, 0, "the table", at, left,
                           &archive->document.arena, &table, error)) {
        return false;
    }
    Des des;
    des_init(&des);
    for (int64_t i = 0; i < count; i++) {
        uint64_t rest = left - place, length = rest >= 4 ? load_u32(table + place) : 0;
        if (length < NAME_EXTRA || length > rest || rest - length < 4 + ENTRY_BYTES) {
            archive_note(archive, SEVERITY_ERROR, "archive_table_cut", at + place,
                         rest ? "entry %" PRId64 " of %" PRId64 " runs over the end of the table"
                              : "the table ends before entry %" PRId64 " of %" PRId64,
                         i, count);
            break;
        }
        if (!add_entry_1(grf, &des, table + place, length, error)) return false;
        place += 4 + length + ENTRY_BYTES;
    }
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool open_version(Grf *grf, const uint8_t *header, Error *error) {
    Archive *archive = &grf->archive;
    uint64_t at = load_u32(header + HEADER_TABLE);
    int64_t count =
        (int64_t)load_i32(header + HEADER_COUNT) - load_i32(header + HEADER_SEED) - COUNT_EXTRA;
    if (grf->number == 0x300 && !header[35] && !header[36] && !header[37]) {
        at = load_u64(header + HEADER_TABLE);
        count = load_i32(header + HEADER_COUNT);
    }
    uint64_t room = UINT64_MAX / 2;
    at = (at < room ? at : room) + GRF_HEADER_BYTES;
    archive->stored_count = (uint64_t)count;
    switch (grf->number) {
    case 0x101:
    case 0x102:
    case 0x103: return open_plain_table(grf, at, count, error);
    case 0x200: return open_packed_table(grf, at, ENTRY_BYTES, error);
    case 0x300: return open_table_3(grf, at, error);
    case 0x100:
        return fail_at(error, ERROR_UNSUPPORTED, 42,
                       "version 0x100, expected 0x101 to 0x103, 0x200 or 0x300: it stores names in "
                       "another way, and no such file is known");
    default:
        return fail_at(error, ERROR_UNSUPPORTED, 42,
                       "version 0x%" PRIx32 ", expected 0x101 to 0x103, 0x200 or 0x300",
                       grf->number);
    }
}

static bool grf_read_table(Archive *archive, Error *error) {
    Document *document = &archive->document;
    Grf *grf = (Grf *)archive;
    uint64_t size = document->size < MAGIC_BYTES ? document->size : MAGIC_BYTES;
    uint8_t header[GRF_HEADER_BYTES];
    if (!archive_take(archive, "the magic", 0, size, header, error)) return false;
    if (!grf_detect(header, size, document->size)) {
        return fail(error, ERROR_UNSUPPORTED,
                    "an archive of the alpha client (0.18), which isn't read: no client since 2002 "
                    "has used it");
    }
    if (!archive_take(archive, "the header", 0, GRF_HEADER_BYTES, header, error)) return false;
    grf->number = load_u32(header + HEADER_VERSION);
    archive_set_version(archive, grf->number);
    return open_version(grf, header, error);
}

/* ---- Content --------------------------------------------------------------------------------- */

/* Restores the order of the bytes in a shuffled block. */
static void unshuffle(uint8_t *block) {
    static const uint8_t order[DES_BLOCK_BYTES] = {3, 4, 6, 0, 1, 2, 5, 7};
    static const uint8_t pairs[][2] = {{0x00, 0x2b}, {0x6c, 0x80}, {0x01, 0x68}, {0x48, 0x77},
                                       {0x60, 0xff}, {0xb9, 0xc0}, {0xeb, 0xfe}};
    uint8_t out[DES_BLOCK_BYTES];
    for (int i = 0; i < DES_BLOCK_BYTES; i++) out[i] = block[order[i]];
    uint8_t last = out[7];
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        if (last == pairs[i][0]) out[7] = pairs[i][1];
        if (last == pairs[i][1]) out[7] = pairs[i][0];
    }
    memcpy(block, out, sizeof out);
}

static uint64_t cycle_of(uint64_t packed_size) {
    uint64_t digits = 1;
    for (uint64_t rest = packed_size / 10; rest; rest /= 10) digits++;
    return digits < 3 ? 1 : digits < 5 ? digits + 1 : digits < 7 ? digits + 9 : digits + 15;
}

/* `size` must be a multiple of the block size. */
static void decrypt(uint8_t *bytes, uint64_t size, bool mixed, uint64_t packed_size) {
    Des des;
    des_init(&des);
    uint64_t cycle = cycle_of(packed_size), plain = 0;
    for (uint64_t i = 0; i < size / DES_BLOCK_BYTES; i++) {
        uint8_t *block = bytes + i * DES_BLOCK_BYTES;
        if (i < ENCRYPTED_BLOCKS || (mixed && i % cycle == 0)) {
            des_one_round(&des, block);
        } else if (!mixed) {
            break;
        } else if (plain++ % SHUFFLE_EVERY == 0 && plain > 1) {
            unshuffle(block);
        }
    }
}

/* Reads and decrypts the packed bytes: to a new block's beginning, or in ranges->bytes. */
static bool read_packed(const EntryReading *reading, const uint8_t **packed, Error *error) {
    const Archive *archive = reading->archive;
    const ArchiveEntry *entry = &reading->entry;
    Arena *arena = reading->arena;
    if (!entry->encrypted) return entry_read_packed(reading, packed, error);
    /* if the last block reaches beyond the end of the file, it is filled up with zeros */
    uint64_t there = archive->document.size - entry->data_offset;
    uint64_t wanted = entry->word < there ? entry->word : there;
    uint8_t *bytes;
    if (!archive_read_copy(archive, reading->ranges, 0, "its content", entry->data_offset, wanted,
                           arena, &bytes, error)) {
        return false;
    }
    uint64_t padded =
        ((uint64_t)entry->word + DES_BLOCK_BYTES - 1) / DES_BLOCK_BYTES * DES_BLOCK_BYTES;
    uint8_t *grown = arena_resize(arena, bytes, padded);
    if (!grown) return fail_memory(error, arena);
    memset(grown + wanted, 0, (size_t)(padded - wanted));
    bool mixed = is_version_1((const Grf *)archive) ? !is_by_header(entry)
                                                    : (entry->flags & GRF_FLAG_MIXED) != 0;
    decrypt(grown, padded, mixed, entry->packed_size);
    *packed = grown;
    return true;
}

static bool grf_unpack(const EntryReading *reading, const uint8_t **bytes, Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    Arena *arena = reading->arena;
    const uint8_t *packed;
    *bytes = entry->size ? NULL : arena_alloc(arena, 0, 1);
    if (!entry->size) return *bytes || fail_memory(error, arena);
    if (!read_packed(reading, &packed, error)) return false;
    if (entry->method == METHOD_STORED) {
        *bytes = packed;
        return true;
    }
    uint8_t *unpacked = NULL;
    Error damage = {0};
    if (!unpack_zlib_or_lzma(arena, packed, entry->packed_size, entry->size, entry->data_offset,
                             "its content", &unpacked, &damage)) {
        bool is_stored = entry->packed_size == entry->size &&
                         (damage.kind == ERROR_CORRUPT || damage.kind == ERROR_UNSUPPORTED);
        *bytes = packed;
        if (!is_stored) *error = damage;
        return is_stored;
    }
    bool in_arena = entry->encrypted || !reading->ranges->bytes;
    if (in_arena) arena_release(arena, (void *)(uintptr_t)packed);
    *bytes = unpacked;
    return true;
}

/* Finds the method by the first byte, for which the first block may have to be decrypted. */
static bool grf_find_method(const EntryReading *reading, uint8_t *method, Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    uint8_t block[DES_BLOCK_BYTES] = {0};
    uint64_t there = reading->archive->document.size - entry->data_offset;
    if (entry->method != METHOD_ZLIB) return true;
    if (there > sizeof block) there = sizeof block;
    if (!entry_read_into(reading, "its content", there, block, error)) return false;
    if (entry->encrypted) {
        Des des;
        des_init(&des);
        des_one_round(&des, block);
    }
    *method = packed_entry_method(block[0], entry->packed_size, entry->size);
    return true;
}

const ArchiveFormat grf_format = {
    .format = {.name = "GRF",
               .doc = "Archive of a Ragnarok Online client.",
               .detect = grf_detect,
               .inflates = true,
               ARCHIVE_DOCUMENT(Grf, archive_check)},
    .detect_tail = grf_detect_alpha,
    .read_table = grf_read_table,
    .unpack = grf_unpack,
    .find_method = grf_find_method,
    .refusals = refusals,
    .endings = {".grf", ".gpf"},
    .folder = "data/",
};

/* ---- Writing --------------------------------------------------------------------------------- */

/* Fills each content up to a multiple of eight bytes, as most writers do. */
static bool grf_add(ArchiveWriter *writer, WrittenEntry *entry, const uint8_t *content,
                    Error *error) {
    if (!writer_pack(writer, entry, content, true, error)) return false;
    uint64_t padding = -entry->packed_size % DES_BLOCK_BYTES;
    uint8_t *at = packed_room(&writer->arena, &writer->out, padding);
    if (!at) return fail_memory(error, &writer->arena);
    memset(at, 0, (size_t)padding);
    writer->out.size += padding;
    return true;
}

/* Writes version 0x200. */
static bool grf_finish(ArchiveWriter *writer, uint64_t *after, Error *error) {
    const uint64_t count = writer->entries.count;
    Arena *arena = &writer->arena;
    Packed packed = {0};
    uint64_t size = 0;
    for (uint64_t i = 0; i < count; i++) {
        size += writer->entries.items[i].raw_length + 1 + ENTRY_BYTES;
    }
    uint8_t *table = arena_alloc(arena, size, 1), *at = table, *head, *tail;
    if (!table) return fail_memory(error, arena);
    for (uint64_t i = 0; i < count; i++, at += ENTRY_BYTES) {
        const WrittenEntry *entry = &writer->entries.items[i];
        memcpy(at, entry->raw, entry->raw_length);
        at += entry->raw_length;
        *at++ = 0;
        store_u32(at + ENTRY_PACKED, (uint32_t)entry->packed_size);
        store_u32(at + ENTRY_ALIGNED, (uint32_t)entry->bytes);
        store_u32(at + ENTRY_SIZE, (uint32_t)entry->size);
        at[ENTRY_FLAGS] = GRF_FLAG_FILE;
        store_u32(at + ENTRY_OFFSET, (uint32_t)entry->offset);
    }
    bool done = pack_onto(arena, table, size, true, &packed, error) &&
                writer_frame(writer, GRF_HEADER_BYTES, TABLE_SIZES_BYTES + packed.size, &head,
                             &tail, error);
    arena_release(arena, table);
    if (!done) return false;
    memcpy(head, "Master of Magic", MAGIC_BYTES);
    for (int i = 1; i < MAGIC_BYTES; i++) head[MAGIC_BYTES + i] = (uint8_t)i;
    store_u32(head + HEADER_TABLE, (uint32_t)(writer->out.size - GRF_HEADER_BYTES));
    store_u32(head + HEADER_COUNT, (uint32_t)count + COUNT_EXTRA);
    store_u32(head + HEADER_VERSION, 0x200);
    store_u32(tail, (uint32_t)packed.size);
    store_u32(tail + 4, (uint32_t)size);
    memcpy(tail + TABLE_SIZES_BYTES, packed.bytes, (size_t)packed.size);
    arena_release(arena, packed.bytes);
    *after = TABLE_SIZES_BYTES + packed.size;
    return true;
}

const WriterKind grf_writer = {.name = "grf",
                               .encoding = ENCODING_CP949,
                               .separator = '\\',
                               .name_most = UINT8_MAX,
                               .add = grf_add,
                               .finish = grf_finish};
