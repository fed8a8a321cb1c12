/* ZIP: finds the end of the archive, which tells where the directory is. See zip.h. */
#include "archive/zip.h"

enum {
    END_BYTES = 22,
    END_PART = 4,
    END_DIRECTORY_PART = 6,
    END_COUNT = 10,
    END_SIZE = 12,
    END_OFFSET = 16,
    END_COMMENT = 20,
    LOCATOR_BYTES = 20,
    LOCATOR_OFFSET = 8,
    LOCATOR_PARTS = 16,
    RECORD_BYTES = 56, /* of zip64 */
    RECORD_PART = 16,
    RECORD_DIRECTORY_PART = 20,
    RECORD_COUNT = 32,
    RECORD_SIZE = 40,
    RECORD_OFFSET = 48,
    ZIP64_VERSION = 45, /* what readers need for zip64 */
};

static bool has_signature(const uint8_t *at, uint8_t third, uint8_t fourth) {
    return at[0] == 'P' && at[1] == 'K' && at[2] == third && at[3] == fourth;
}

/* ---- Finding it ------------------------------------------------------------------------------ */

/* Returns the place of the end record in `tail`: the last one whose comment ends with the file and
** whose directory fits before it, else the last one. NO_OFFSET: there is none. */
static uint64_t find_record(const uint8_t *tail, uint64_t tail_size, uint64_t size, bool *added) {
    uint64_t best = NO_OFFSET;
    bool is_found = false;
    *added = false;
    if (tail_size < END_BYTES) return NO_OFFSET;
    /* hardly any text has the third byte of the signature */
    const uint8_t *third = tail + 2, *stop = third + (tail_size - END_BYTES + 1);
    for (; (third = memchr(third, 5, (size_t)(stop - third))); third++) {
        uint64_t at = (uint64_t)(third - 2 - tail);
        if (!has_signature(tail + at, 5, 6)) continue;
        uint64_t end = at + END_BYTES + load_u16(tail + at + END_COMMENT);
        uint64_t bytes = load_u32(tail + at + END_SIZE), offset = load_u32(tail + at + END_OFFSET);
        bool is_zip64 = bytes == UINT32_MAX || offset == UINT32_MAX;
        bool is_last = end == tail_size && (is_zip64 || bytes + offset <= size - tail_size + at);
        if (end > tail_size || (is_found && !is_last)) continue;
        is_found = is_last;
        best = at;
        *added = end < tail_size;
    }
    return best;
}

bool zip_detect_tail(const uint8_t *tail, uint64_t tail_size, uint64_t size) {
    bool added;
    uint64_t at = find_record(tail, tail_size, size, &added);
    if (at == NO_OFFSET || added) return false;
    uint64_t bytes = load_u32(tail + at + END_SIZE);
    return bytes == UINT32_MAX || bytes > at || bytes < 4 || has_signature(tail + at - bytes, 1, 2);
}

/* ---- Reading it ------------------------------------------------------------------------------ */

/* Copies `size` bytes at `offset`, which lies in the file. Returns false without an error if the
** file doesn't have that many there. */
static bool peek(Archive *archive, uint64_t offset, uint64_t size, uint8_t *into, Error *error) {
    return size <= archive->document.size - offset &&
           archive_take(archive, "the end", offset, size, into, error);
}

static bool refuse_parts(uint64_t offset, Error *error) {
    return fail_at(error, ERROR_UNSUPPORTED, offset, "one of several parts of an archive");
}

static bool read_zip64(Archive *archive, ZipEnd *end, bool *found, Error *error) {
    uint8_t locator[LOCATOR_BYTES], record[RECORD_BYTES];
    uint64_t before = LOCATOR_BYTES + RECORD_BYTES;
    *found = false;
    if (end->record < LOCATOR_BYTES ||
        !peek(archive, end->record - LOCATOR_BYTES, LOCATOR_BYTES, locator, error) ||
        !has_signature(locator, 6, 7)) {
        return error->kind == ERROR_NONE;
    }
    uint64_t at = load_u64(locator + LOCATOR_OFFSET);
    bool there = at <= end->record && peek(archive, at, RECORD_BYTES, record, error) &&
                 has_signature(record, 6, 6);
    if (!there && error->kind == ERROR_NONE && end->record >= before) {
        at = end->record - before;
        there = peek(archive, at, RECORD_BYTES, record, error) && has_signature(record, 6, 6);
    }
    if (!there) return error->kind == ERROR_NONE;
    if (load_u32(locator + LOCATOR_PARTS) > 1 || load_u32(record + RECORD_PART) ||
        load_u32(record + RECORD_DIRECTORY_PART)) {
        return refuse_parts(at + RECORD_PART, error);
    }
    if (end->entry_count == UINT16_MAX) end->entry_count = load_u64(record + RECORD_COUNT);
    if (end->directory_size == UINT32_MAX) end->directory_size = load_u64(record + RECORD_SIZE);
    if (end->directory_offset == UINT32_MAX) {
        end->directory_offset = load_u64(record + RECORD_OFFSET);
    }
    end->directory_end = at;
    end->is_zip64 = *found = true;
    return true;
}

/* Finds how many bytes stand before the archive. */
static bool find_begin(Archive *archive, ZipEnd *end, Error *error) {
    uint64_t size = end->directory_size, offset = end->directory_offset;
    if (size > end->directory_end || offset > end->directory_end - size) {
        return fail_at(error, ERROR_CORRUPT, end->record + END_SIZE,
                       "a directory of %" PRIu64 " bytes at %" PRIu64
                       " doesn't fit before its end at %" PRIu64,
                       size, offset, end->directory_end);
    }
    uint64_t before = end->directory_end - size - offset;
    uint8_t there[4] = {0}, plain[4] = {0};
    if (before && size) {
        bool done = peek(archive, offset, sizeof plain, plain, error) &&
                    peek(archive, offset + before, sizeof there, there, error);
        if (!done && error->kind != ERROR_NONE) return false;
        if (has_signature(plain, 1, 2) && !has_signature(there, 1, 2)) before = 0;
    }
    end->before = before;
    if (before) {
        archive_note(archive, SEVERITY_INFO, "zip_bytes_before", 0,
                     "%" PRIu64 " bytes stand before the archive", before);
    }
    return true;
}

static bool read_record(Archive *archive, const uint8_t *record, ZipEnd *end, Error *error) {
    bool has_zip64;
    end->directory_end = end->record;
    end->entry_count = load_u16(record + END_COUNT);
    end->directory_size = load_u32(record + END_SIZE);
    end->directory_offset = load_u32(record + END_OFFSET);
    bool full = end->directory_size == UINT32_MAX || end->directory_offset == UINT32_MAX;
    if (!read_zip64(archive, end, &has_zip64, error)) return false;
    if (!has_zip64 && full) {
        return fail_at(error, ERROR_CORRUPT, end->record, "the end record of zip64 is missing");
    }
    if (!has_zip64 && (load_u16(record + END_PART) || load_u16(record + END_DIRECTORY_PART))) {
        return refuse_parts(end->record + END_PART, error);
    }
    return find_begin(archive, end, error);
}

bool zip_find_end(Archive *archive, ZipEnd *end, Error *error) {
    uint64_t size = archive->document.size;
    uint64_t tail_size = size < ARCHIVE_TAIL_BYTES ? size : ARCHIVE_TAIL_BYTES;
    const uint8_t *tail;
    bool added;
    if (!archive_hold(archive, "the end", size - tail_size, tail_size, &tail, error)) return false;
    uint64_t at = find_record(tail, tail_size, size, &added);
    if (at == NO_OFFSET) {
        return fail(error, ERROR_CORRUPT, "the end record is missing: the archive is cut");
    }
    *end = (ZipEnd){.record = size - tail_size + at};
    if (added) {
        archive_note(archive, SEVERITY_WARNING, "zip_bytes_after", end->record,
                     "bytes stand behind the archive");
    }
    bool done = read_record(archive, tail + at, end, error);
    archive_let_go(archive, tail);
    return done;
}

/* ---- Writing it ------------------------------------------------------------------------------ */

uint64_t zip_end_bytes(uint64_t entry_count) {
    return END_BYTES + (entry_count < UINT16_MAX ? 0 : RECORD_BYTES + LOCATOR_BYTES);
}

static void put_signature(uint8_t *at, uint8_t third, uint8_t fourth) {
    memcpy(at, (const uint8_t[]){'P', 'K', third, fourth}, 4);
}

void zip_write_end(uint8_t *at, uint64_t entry_count, uint64_t size, uint64_t offset) {
    const uint32_t count = entry_count < UINT16_MAX ? (uint32_t)entry_count : UINT16_MAX;
    if (count == UINT16_MAX) {
        put_signature(at, 6, 6);
        store_u32(at + 4, RECORD_BYTES - 12);
        store_u32(at + 12, ZIP64_VERSION << 16 | ZIP64_VERSION);
        store_u32(at + RECORD_COUNT - 8, (uint32_t)entry_count);
        store_u32(at + RECORD_COUNT, (uint32_t)entry_count);
        store_u32(at + RECORD_SIZE, (uint32_t)size);
        store_u32(at + RECORD_OFFSET, (uint32_t)offset);
        at += RECORD_BYTES;
        put_signature(at, 6, 7);
        store_u32(at + LOCATOR_OFFSET, (uint32_t)(offset + size));
        store_u32(at + LOCATOR_PARTS, 1);
        at += LOCATOR_BYTES;
    }
    put_signature(at, 5, 6);
    store_u32(at + END_COUNT - 2, count << 16 | count);
    store_u32(at + END_SIZE, (uint32_t)size);
    store_u32(at + END_OFFSET, (uint32_t)offset);
}
