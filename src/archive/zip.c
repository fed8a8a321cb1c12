/* ZIP decoder: the directory and the entries. zip.h describes the format. */
#include "archive/zip.h"
#include "archive/archive_writer.h"
#include "codec/encoding.h"

enum {
    ENTRY_BYTES = 46,
    ENTRY_FLAGS = 8,
    ENTRY_METHOD = 10,
    ENTRY_TIME = 12,
    ENTRY_DATE = 14,
    ENTRY_CRC = 16,
    ENTRY_PACKED = 20,
    ENTRY_SIZE = 24,
    ENTRY_NAME_BYTES = 28,
    ENTRY_EXTRA_BYTES = 30,
    ENTRY_COMMENT_BYTES = 32,
    ENTRY_PART = 34,
    ENTRY_OFFSET = 42,
    LOCAL_BYTES = 30,
    LOCAL_FLAGS = 6,
    LOCAL_CRC = 14,
    LOCAL_PACKED = 18,
    LOCAL_SIZE = 22,
    LOCAL_NAME_BYTES = 26,
    LOCAL_EXTRA_BYTES = 28,
    EXTRA_HEADER_BYTES = 4,
    EXTRA_ZIP64 = 0x0001,
    EXTRA_NAME = 0x7075,
    EXTRA_NAME_BEGIN = 5, /* after a version and the CRC-32 of the other name */
    FLAG_ENCRYPTED = 0x0001,
    FLAG_DESCRIPTOR = 0x0008,
    FLAG_UTF8 = 0x0800,
    FLAG_MASKED = 0x2000,  /* parts of the directory are encrypted */
    LZMA_HEADER_BYTES = 4, /* before the properties */
    LZMA_PROPERTIES_LENGTH = 2,
    USUAL_EXTRA_BYTES = 64, /* of a local header; read together with the content */
    STEP_BYTES = 1 << 22,   /* bytes of a checksum between two polls */
};

typedef enum Refusal {
    REFUSED_ENCRYPTED = 1,
    REFUSED_PART,
    REFUSED_DEFLATE64,
    REFUSED_XZ,
    REFUSED_METHOD,
} Refusal;

static const char *const refusals[] = {
    [REFUSED_ENCRYPTED] = "is encrypted",
    [REFUSED_PART] = "lies in another part of the archive",
    [REFUSED_DEFLATE64] = "is packed by deflate64, which isn't read",
    [REFUSED_XZ] = "is packed by xz, which isn't read",
    [REFUSED_METHOD] = "is packed by a method that isn't read",
};

static const struct {
    uint16_t number;
    uint8_t method, refused;
} methods[] = {
    {0, METHOD_STORED, 0},
    {8, METHOD_DEFLATE, 0},
    {9, METHOD_DEFLATE64, REFUSED_DEFLATE64},
    {12, METHOD_BZIP2, 0},
    {14, METHOD_LZMA, 0},
    {93, METHOD_ZSTD, 0},
    {95, METHOD_XZ, REFUSED_XZ},
    {99, METHOD_AES, REFUSED_ENCRYPTED},
};

static bool zip_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    return head_size >= 4 && head[0] == 'P' && head[1] == 'K' &&
           ((head[2] == 3 && head[3] == 4) || (head[2] == 5 && head[3] == 6) ||
            (head[2] == 7 && head[3] == 8));
}

/* ---- The directory --------------------------------------------------------------------------- */

static void set_method(ArchiveEntry *entry, uint16_t number, uint16_t part) {
    entry->method = METHOD_OTHER;
    entry->refused = REFUSED_METHOD;
    for (size_t i = 0; i < LENGTH(methods); i++) {
        if (methods[i].number != number) continue;
        entry->method = methods[i].method;
        entry->refused = methods[i].refused;
    }
    entry->encrypted =
        (entry->flags & (FLAG_ENCRYPTED | FLAG_MASKED)) || entry->method == METHOD_AES;
    if (entry->encrypted) entry->refused = REFUSED_ENCRYPTED;
    if (part && part != UINT16_MAX) entry->refused = REFUSED_PART;
}

/* Returns a time of DOS in seconds. It is local, and a ZIP doesn't tell the time zone. */
static int64_t seconds_of(uint16_t date, uint16_t time) {
    int year = 1980 + (date >> 9), month = date >> 5 & 15, day = date & 31;
    int hour = time >> 11, minute = time >> 5 & 63, second = (time & 31) * 2;
    if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59) return ARCHIVE_NO_TIME;
    int from_march = month > 2 ? month - 3 : month + 9; /* so that leap days end a year */
    if (month < 3) year--;
    int64_t days = (int64_t)year * 365 + year / 4 - year / 100 + year / 400 +
                   (153 * from_march + 2) / 5 + day - 1 - 719468; /* since 1970-01-01 */
    return ((days * 24 + hour) * 60 + minute) * 60 + second;
}

/* Reads the numbers whose short form is saturated, which the field has in this order. */
static void read_zip64(const uint8_t *field, uint64_t size, ArchiveEntry *entry) {
    uint64_t *numbers[] = {&entry->size, &entry->packed_size, &entry->data_offset};
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        if (*numbers[i] != UINT32_MAX) continue;
        if (size < 8) return;
        *numbers[i] = load_u64(field);
        field += 8;
        size -= 8;
    }
}

typedef struct ZipName {
    const uint8_t *bytes;
    uint32_t size;
    bool is_utf8;
} ZipName;

/* Reads the extra fields, of which the last may be truncated. A hostile entry has thousands of
** other names, so the checksum of its long name is computed once. */
static void read_extra(const uint8_t *extra, uint64_t size, ArchiveEntry *entry, ZipName *name) {
    uint32_t checksum = 0;
    bool is_known = false;
    while (size >= EXTRA_HEADER_BYTES) {
        uint32_t id = load_u16(extra), bytes = load_u16(extra + 2);
        const uint8_t *field = extra + EXTRA_HEADER_BYTES;
        size -= EXTRA_HEADER_BYTES;
        if (bytes > size) bytes = (uint32_t)size;
        if (id == EXTRA_ZIP64) read_zip64(field, bytes, entry);
        if (id == EXTRA_NAME && bytes > EXTRA_NAME_BEGIN) {
            if (!is_known) checksum = unpack_crc32(0, entry->raw, entry->raw_length);
            is_known = true;
            if (load_u32(field + 1) == checksum) {
                *name = (ZipName){field + EXTRA_NAME_BEGIN, bytes - EXTRA_NAME_BEGIN, true};
            }
        }
        extra = field + bytes;
        size -= bytes;
    }
}

/* Returns a name as UTF-8 of *length bytes: the name itself, or a new block of `arena`. Many
** programs write UTF-8 without setting the flag, so a name that is valid UTF-8 is taken for that;
** any other without the flag is in code page 437. NULL: memory ran out. */
static const char *convert_name(Arena *arena, const ZipName *name, uint32_t *length) {
    *length = name->size;
    if (text_is_utf8(name->bytes, name->size)) return (const char *)name->bytes;
    char *text = arena_alloc(arena, name->size, TEXT_BYTES_MAX);
    if (!text) return NULL;
    *length = (uint32_t)(name->is_utf8
                             ? encoding_convert(FILE_UTF8, name->bytes, name->size, text, NULL)
                             : text_convert_into(ENCODING_CP437, name->bytes, name->size, text));
    return text;
}

/* Slashes at the end mark a folder and aren't part of its name. */
static bool name_entry(Archive *archive, ArchiveEntry *entry, const ZipName *name, Error *error) {
    Arena *arena = &archive->document.arena;
    uint32_t length, whole;
    const char *text = convert_name(arena, name, &length);
    if (!text) return fail_memory(error, arena);
    for (whole = length; length && (text[length - 1] == '/' || text[length - 1] == '\\');) length--;
    if (length < whole) {
        entry->kind = ARCHIVE_FOLDER;
        entry->method = METHOD_NONE;
        entry->refused = 0;
    }
    bool done =
        archive_name_utf8(archive, entry, entry->raw, entry->raw_length, text, length, error);
    if (text != (const char *)name->bytes) arena_release(arena, (void *)(uintptr_t)text);
    return done;
}

/* Reads the entry at `at`, whose name and extra fields are known to be there. */
static bool add_entry(Archive *archive, const ZipEnd *end, const uint8_t *at, Error *error) {
    ArchiveEntry entry = {.kind = ARCHIVE_FILE,
                          .flags = load_u16(at + ENTRY_FLAGS),
                          .raw = at + ENTRY_BYTES,
                          .raw_length = load_u16(at + ENTRY_NAME_BYTES),
                          .has_checksum = true,
                          .data_offset = load_u32(at + ENTRY_OFFSET),
                          .packed_size = load_u32(at + ENTRY_PACKED),
                          .size = load_u32(at + ENTRY_SIZE),
                          .modified =
                              seconds_of(load_u16(at + ENTRY_DATE), load_u16(at + ENTRY_TIME))};
    ZipName name = {entry.raw, entry.raw_length, (entry.flags & FLAG_UTF8) != 0};
    read_extra(entry.raw + entry.raw_length, load_u16(at + ENTRY_EXTRA_BYTES), &entry, &name);
    uint64_t most = NO_SIZE - 1 - end->before;
    entry.data_offset = (entry.data_offset < most ? entry.data_offset : most) + end->before;
    set_method(&entry, load_u16(at + ENTRY_METHOD), load_u16(at + ENTRY_PART));
    return name_entry(archive, &entry, &name, error) && archive_add(archive, &entry, error);
}

static bool read_directory(Archive *archive, const ZipEnd *end, Error *error) {
    uint64_t start = end->directory_offset + end->before, size = end->directory_size, at = 0;
    const uint8_t *directory; /* names and checksums point into it */
    if (!archive_hold(archive, "the directory", start, size, &directory, error)) return false;
    while (size - at >= ENTRY_BYTES && memcmp(directory + at, "PK\1\2", 4) == 0) {
        const uint8_t *entry = directory + at;
        uint64_t variable =
            (uint64_t)load_u16(entry + ENTRY_NAME_BYTES) + load_u16(entry + ENTRY_EXTRA_BYTES);
        if (variable > size - at - ENTRY_BYTES) break;
        if (!add_entry(archive, end, entry, error)) return false;
        variable += load_u16(entry + ENTRY_COMMENT_BYTES);
        at += ENTRY_BYTES;
        at += variable < size - at ? variable : size - at;
    }
    if (at < size) {
        archive_note(archive, SEVERITY_WARNING, "zip_directory_rest", start + at,
                     "the last %" PRIu64 " bytes of the directory aren't an entry", size - at);
    }
    return true;
}

static bool zip_read_table(Archive *archive, Error *error) {
    ZipEnd end;
    if (!zip_find_end(archive, &end, error) || !read_directory(archive, &end, error)) return false;
    archive->document.version = end.is_zip64 ? "zip64" : NULL;
    archive->stored_count = end.entry_count;
    archive->table_offset = end.directory_offset + end.before;
    archive->table_size = archive->table_packed_size = end.directory_size;
    return true;
}

/* ---- Content --------------------------------------------------------------------------------- */

/* A local header with the content behind it. */
typedef struct Local {
    const uint8_t *header;
    uint64_t bytes;   /* of the header and the content */
    uint64_t content; /* its position behind the header */
} Local;

static bool read_bytes_of(const EntryReading *reading, uint64_t bytes, Local *local, Error *error) {
    local->bytes = bytes;
    return entry_read(reading, "its local header and content", bytes, &local->header, error);
}

/* Reads header and content at once, unless the header has unusually many extra fields. */
static bool read_local(const EntryReading *reading, Local *local, Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    uint64_t left = reading->archive->document.size - entry->data_offset;
    uint64_t usual = LOCAL_BYTES + (uint64_t)entry->raw_length + USUAL_EXTRA_BYTES;
    uint64_t guess = usual + entry->packed_size;
    if (guess > left && left >= LOCAL_BYTES) guess = left;
    if (!read_bytes_of(reading, guess, local, error)) return false;
    if (memcmp(local->header, "PK\3\4", 4) != 0) {
        return fail_at(error, ERROR_CORRUPT, entry->data_offset, "it has no local header");
    }
    local->content = LOCAL_BYTES + (uint64_t)load_u16(local->header + LOCAL_NAME_BYTES) +
                     load_u16(local->header + LOCAL_EXTRA_BYTES);
    if (local->content + entry->packed_size <= guess) return true;
    entry_let_go(reading, local->header);
    return read_bytes_of(reading, local->content + entry->packed_size, local, error);
}

/* LZMA has a header of its own: two bytes of a version, u16 5, and the properties. */
static UnpackResult unpack_lzma_entry(Arena *arena, const uint8_t *packed,
                                      const ArchiveEntry *entry, Inflated *inflated) {
    *inflated = (Inflated){0};
    if (entry->packed_size < LZMA_HEADER_BYTES ||
        load_u16(packed + LZMA_PROPERTIES_LENGTH) != LZMA_PROPERTY_BYTES) {
        return UNPACK_DAMAGED;
    }
    return unpack_lzma(arena, packed + LZMA_HEADER_BYTES, entry->packed_size - LZMA_HEADER_BYTES,
                       entry->size, inflated);
}

static UnpackResult unpack_by_method(Arena *arena, const uint8_t *packed, const ArchiveEntry *entry,
                                     Inflated *inflated) {
    uint32_t bytes = (uint32_t)entry->packed_size;
    switch (entry->method) {
    case METHOD_LZMA: return unpack_lzma_entry(arena, packed, entry, inflated);
    case METHOD_ZSTD: return unpack_zstd(arena, packed, bytes, entry->size, inflated);
    case METHOD_BZIP2: return unpack_bzip2(arena, packed, bytes, entry->size, inflated);
    default: return unpack_deflate(arena, packed, bytes, entry->size, inflated);
    }
}

static bool inflate_content(const EntryReading *reading, const Local *local, const uint8_t **bytes,
                            Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    Arena *arena = reading->arena;
    uint64_t offset = entry->data_offset + local->content;
    Inflated inflated;
    if (entry->method == METHOD_DEFLATE && entry->size / ZLIB_RATIO_MAX > entry->packed_size) {
        return fail_at(error, ERROR_CORRUPT, offset,
                       "%" PRIu64 " bytes of a deflate stream can't inflate to %" PRIu64,
                       entry->packed_size, entry->size);
    }
    UnpackResult result = unpack_by_method(arena, local->header + local->content, entry, &inflated);
    entry_let_go(reading, local->header);
    *bytes = inflated.bytes;
    return result == UNPACK_OK ||
           unpack_fail(result, &inflated, arena, offset, "its content", entry->size, error);
}

/* Moves the content to the beginning of its block, and shrinks the block to it. */
static bool take_stored(const EntryReading *reading, const Local *local, const uint8_t **bytes,
                        Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    if (entry->size != entry->packed_size) {
        return fail(error, ERROR_CORRUPT,
                    "its stored content has %" PRIu64 " bytes, declared are %" PRIu64,
                    entry->packed_size, entry->size);
    }
    *bytes = local->header + local->content;
    if (reading->ranges->bytes) return true;
    uint8_t *block = (uint8_t *)(uintptr_t)local->header;
    memmove(block, *bytes, (size_t)entry->size);
    *bytes = arena_resize(reading->arena, block, entry->size);
    return *bytes || fail_memory(error, reading->arena);
}

static bool find_crc(const Arena *arena, const uint8_t *bytes, uint64_t size, uint32_t *found,
                     Error *error) {
    *found = 0;
    for (uint64_t at = 0; at < size; at += STEP_BYTES) {
        uint64_t left = size - at;
        if (arena_interrupted(arena)) return fail_interrupted(error);
        *found = unpack_crc32(*found, bytes + at, (size_t)(left < STEP_BYTES ? left : STEP_BYTES));
    }
    return true;
}

static bool zip_unpack(const EntryReading *reading, const uint8_t **bytes, Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    Local local;
    bool is_stored = entry->method == METHOD_STORED || (!entry->size && !entry->packed_size);
    uint32_t found;
    bool done = read_local(reading, &local, error) &&
                (is_stored ? take_stored(reading, &local, bytes, error)
                           : inflate_content(reading, &local, bytes, error)) &&
                find_crc(reading->arena, *bytes, entry->size, &found, error);
    if (!done) return false;
    uint32_t stored = load_u32(archive_checksum(reading->archive, entry));
    if (found == stored) return true;
    return fail(error, ERROR_CORRUPT,
                "its content has the CRC-32 0x%08" PRIx32 ", the archive says 0x%08" PRIx32, found,
                stored);
}

/* ---- Findings -------------------------------------------------------------------------------- */

/* Compares a local header with its entry: a reader that uses it must see the same file. */
static void compare_local(const EntryReading *reading, const Local *local, Findings *findings) {
    const ArchiveEntry *entry = &reading->entry;
    uint32_t name_bytes = load_u16(local->header + LOCAL_NAME_BYTES);
    if (name_bytes != entry->raw_length ||
        memcmp(local->header + LOCAL_BYTES, entry->raw, name_bytes) != 0) {
        finding_add(findings, SEVERITY_WARNING, "zip_local_name", entry->data_offset,
                    "entry %" PRIu32 " has another name in its local header", reading->place);
    }
    uint32_t flags = load_u16(local->header + LOCAL_FLAGS);
    bool is_later = flags & FLAG_DESCRIPTOR; /* the numbers stand behind the content */
    uint32_t packed = load_u32(local->header + LOCAL_PACKED);
    uint32_t size = load_u32(local->header + LOCAL_SIZE);
    bool is_other = !is_later && ((packed != UINT32_MAX && packed != entry->packed_size) ||
                                  (size != UINT32_MAX && size != entry->size) ||
                                  load_u32(local->header + LOCAL_CRC) !=
                                      load_u32(archive_checksum(reading->archive, entry)));
    if (is_other || ((flags ^ entry->flags) & FLAG_ENCRYPTED)) {
        finding_add(findings, SEVERITY_WARNING, "zip_local_content", entry->data_offset,
                    "entry %" PRIu32
                    " has other sizes, flags or another CRC-32 in its local header",
                    reading->place);
    }
}

static bool check_local(const Archive *archive, uint32_t place, Findings *findings, Arena *arena,
                        Error *error) {
    const EntryReading reading = {archive, archive->ranges, place, archive_entry(archive, place),
                                  arena};
    const ArchiveEntry *entry = &reading.entry;
    uint64_t size = archive->document.size, bytes = LOCAL_BYTES + (uint64_t)entry->raw_length;
    Local local;
    if (entry->data_offset > size || bytes > size - entry->data_offset) {
        finding_add(findings, SEVERITY_ERROR, "zip_local_header", NO_OFFSET,
                    "the local header of entry %" PRIu32 " doesn't lie in the file", place);
        return true;
    }
    if (!read_bytes_of(&reading, bytes, &local, error)) return false;
    if (memcmp(local.header, "PK\3\4", 4) == 0) {
        compare_local(&reading, &local, findings);
    } else {
        finding_add(findings, SEVERITY_ERROR, "zip_local_header", entry->data_offset,
                    "entry %" PRIu32 " has no local header", place);
    }
    entry_let_go(&reading, local.header);
    return true;
}

static bool zip_check(Document *document, Findings *findings, Error *error) {
    const Archive *archive = (const Archive *)document;
    if (!archive_check(document, findings, error)) return false;
    for (uint32_t i = 0; archive->ranges && i < archive->entries.count; i++) {
        if (arena_interrupted_at(&document->arena, i)) return fail_interrupted(error);
        if (!check_local(archive, i, findings, &document->arena, error)) return false;
    }
    return true;
}

const ArchiveFormat zip_format = {
    .format = {.name = "ZIP",
               .doc = "Downloads of maps and models, and the data of Neverwinter Nights 2",
               .detect = zip_detect,
               ARCHIVE_DOCUMENT(Archive, zip_check)},
    .detect_tail = zip_detect_tail,
    .read_table = zip_read_table,
    .unpack = zip_unpack,
    .endings = {".zip"},
    .folder = "**/",
    .checksum_bytes = 4,
    .checksum_at = ENTRY_CRC - ENTRY_BYTES,
    .refusals = refusals,
};

/* ---- Writing --------------------------------------------------------------------------------- */

enum {
    LOCAL_VERSION = 4, /* a local header has from here on what an entry has from ENTRY_VERSION on */
    ENTRY_VERSION = 6,
    DEFLATE_VERSION = 20, /* what readers need for deflate */
    DATE = 1 << 5 | 1,    /* 1980-01-01, so that packing again gives the same bytes */
};

/* Writes what an entry of the directory and a local header have in common, to the fields that begin
** with the version. */
static void put_fields(uint8_t *at, const WrittenEntry *entry) {
    store_u16(at, DEFLATE_VERSION);
    store_u16(at + ENTRY_FLAGS - ENTRY_VERSION, FLAG_UTF8);
    store_u16(at + ENTRY_METHOD - ENTRY_VERSION, entry->is_stored ? 0 : 8);
    store_u16(at + ENTRY_DATE - ENTRY_VERSION, DATE);
    store_u32(at + ENTRY_CRC - ENTRY_VERSION, entry->word);
    store_u32(at + ENTRY_PACKED - ENTRY_VERSION, (uint32_t)entry->packed_size);
    store_u32(at + ENTRY_SIZE - ENTRY_VERSION, (uint32_t)entry->size);
    store_u16(at + ENTRY_NAME_BYTES - ENTRY_VERSION, (uint16_t)entry->raw_length);
}

/* Appends a local header and the content, packed if that makes it smaller. */
static bool zip_add(ArchiveWriter *writer, WrittenEntry *entry, const uint8_t *content,
                    Error *error) {
    Packed *out = &writer->out;
    const uint64_t header_bytes = LOCAL_BYTES + (uint64_t)entry->raw_length;
    const uint64_t begin = out->size, behind = begin + header_bytes;
    uint8_t *at = packed_room(&writer->arena, out, header_bytes + entry->size);
    if (!at) return fail_memory(error, &writer->arena);
    out->size = behind;
    if (!find_crc(&writer->arena, content, entry->size, &entry->word, error) ||
        !writer_pack(writer, entry, content, false, error)) {
        return false;
    }
    entry->is_stored = entry->packed_size >= entry->size;
    if (entry->is_stored) {
        memcpy(out->bytes + behind, content, (size_t)entry->size);
        entry->packed_size = entry->size;
        out->size = behind + entry->size;
    }
    at = out->bytes + begin;
    memset(at, 0, LOCAL_BYTES);
    memcpy(at, "PK\3\4", 4);
    put_fields(at + LOCAL_VERSION, entry);
    memcpy(at + LOCAL_BYTES, entry->raw, entry->raw_length);
    return true;
}

static bool zip_finish(ArchiveWriter *writer, uint64_t *after, Error *error) {
    const uint64_t count = writer->entries.count;
    uint64_t size = 0;
    uint8_t *head, *at;
    for (uint64_t i = 0; i < count; i++) size += ENTRY_BYTES + writer->entries.items[i].raw_length;
    *after = size + zip_end_bytes(count);
    if (!writer_frame(writer, 0, *after, &head, &at, error)) return false;
    for (uint64_t i = 0; i < count; i++) {
        const WrittenEntry *entry = &writer->entries.items[i];
        memcpy(at, "PK\1\2", 4);
        store_u16(at + ENTRY_VERSION - 2, DEFLATE_VERSION);
        put_fields(at + ENTRY_VERSION, entry);
        store_u32(at + ENTRY_OFFSET, (uint32_t)entry->offset);
        memcpy(at + ENTRY_BYTES, entry->raw, entry->raw_length);
        at += ENTRY_BYTES + entry->raw_length;
    }
    zip_write_end(at, count, size, writer->out.size);
    return true;
}

const WriterKind zip_writer = {.name = "zip",
                               .encoding = NAMES_UTF8,
                               .separator = '/',
                               .name_most = UINT16_MAX,
                               .heeds_case = true,
                               .add = zip_add,
                               .finish = zip_finish};
