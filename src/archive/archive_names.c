/* Names of entries: how a stored name becomes the one that users see, and how entries are found by
** it. */
#include "archive/archive.h"

#include <stdio.h>

enum {
    POOL_BYTES = 65536, /* names are copied into blocks of this size */
    LABEL_BYTES = 16,   /* "#4194304" */
};

/* ---- Stored names ---------------------------------------------------------------------------- */

/* Returns space for a name of `size` bytes, which include its NUL. */
static char *pool_alloc(Archive *archive, uint64_t size, Error *error) {
    Arena *arena = &archive->document.arena;
    archive->pool_used += size;
    if (archive->pool_used > ARCHIVE_TABLE_BYTES_MAX) {
        return null_after(fail(error, ERROR_TOO_BIG, "its names have more than %" PRIu64 " bytes",
                               ARCHIVE_TABLE_BYTES_MAX));
    }
    if (size > archive->pool_left) {
        uint64_t bytes = size > POOL_BYTES / 4 ? size : POOL_BYTES;
        char *block = arena_alloc(arena, bytes, 1);
        if (!block) fail_memory(error, arena);
        if (!block || bytes == size) return block;
        archive->pool = block;
        archive->pool_left = bytes;
    }
    char *room = archive->pool;
    archive->pool += size;
    archive->pool_left -= size;
    return room;
}

/* Takes back the unused end of the space that pool_alloc() returned last. If that space is a block
** of its own, its end stays unused until the archive is closed. */
static void pool_return(Archive *archive, const char *end, uint64_t unused) {
    archive->pool_used -= unused;
    if (end + unused != archive->pool) return;
    archive->pool -= unused;
    archive->pool_left += unused;
}

char *archive_keep(Archive *archive, const void *bytes, uint64_t size, Error *error) {
    char *copy = pool_alloc(archive, size, error);
    if (copy && size) memcpy(copy, bytes, (size_t)size);
    return copy;
}

bool archive_name_utf8(Archive *archive, ArchiveEntry *entry, const uint8_t *raw, uint32_t length,
                       const char *text, uint32_t text_length, Error *error) {
    static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */
    uint64_t size = text_length;
    for (uint32_t i = 0; i < text_length; i++) {
        if (!text[i]) size += strlen(replacement) - 1;
    }
    if (size > UINT32_MAX - LABEL_BYTES) return fail(error, ERROR_TOO_BIG, "a name is too long");
    char *name = pool_alloc(archive, size + 1, error), *end = name;
    if (!name) return false;
    for (uint32_t i = 0; i < text_length; i++) {
        if (text[i]) {
            *end++ = text[i] == '\\' ? '/' : text[i];
        } else {
            memcpy(end, replacement, strlen(replacement));
            end += strlen(replacement);
        }
    }
    *end = 0;
    entry->name = name;
    entry->name_length = (uint32_t)size;
    entry->raw = raw;
    entry->raw_length = length;
    return true;
}

#define EACH_BYTE 0x0101010101010101u

/* Sets the top bit of each of eight ASCII characters that equals `byte`. */
static uint64_t bytes_that_are(uint64_t eight, uint8_t byte) {
    uint64_t other = eight ^ byte * EACH_BYTE;
    return ~((other & 0x7f * EACH_BYTE) + 0x7f * EACH_BYTE) & ~other & 0x80 * EACH_BYTE;
}

/* What kinds of bytes a name has. Eight bytes are looked at together, because a client has hundreds
** of thousands of names; the last eight overlap those before. */
typedef struct NameBytes {
    uint64_t tops, slashes, backslashes; /* 0: the name has none */
} NameBytes;

static uint64_t load_eight(const uint8_t *bytes) {
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return eight;
}

static inline void look_at_eight(NameBytes *has, uint64_t eight) {
    has->tops |= eight & 0x80 * EACH_BYTE;
    has->slashes |= bytes_that_are(eight, '/');
    has->backslashes |= bytes_that_are(eight, '\\');
}

static NameBytes look_at_name(const uint8_t *raw, uint32_t length) {
    NameBytes has = {0};
    if (length >= sizeof(uint64_t)) {
        uint32_t last = length - (uint32_t)sizeof(uint64_t);
        for (uint32_t at = 0; at < last; at += sizeof(uint64_t)) {
            look_at_eight(&has, load_eight(raw + at));
        }
        look_at_eight(&has, load_eight(raw + last));
    } else {
        for (uint32_t at = 0; at < length; at++) look_at_eight(&has, raw[at]);
    }
    return has;
}

static inline void turn_eight(uint8_t *bytes) {
    uint64_t eight = load_eight(bytes);
    eight ^= (bytes_that_are(eight, '\\') >> 7) * ('\\' ^ '/');
    memcpy(bytes, &eight, sizeof eight);
}

static void turn_backslashes(uint8_t *raw, uint32_t length) {
    if (length >= sizeof(uint64_t)) {
        uint32_t last = length - (uint32_t)sizeof(uint64_t);
        for (uint32_t at = 0; at < last; at += sizeof(uint64_t)) turn_eight(raw + at);
        turn_eight(raw + last);
    } else {
        for (uint32_t at = 0; at < length; at++) {
            if (raw[at] == '\\') raw[at] = '/';
        }
    }
}

bool archive_name(Archive *archive, ArchiveEntry *entry, const uint8_t *raw, uint32_t length,
                  Error *error) {
    length = field_length(raw, length);
    if (length > (UINT32_MAX - LABEL_BYTES) / TEXT_BYTES_MAX) {
        return fail(error, ERROR_TOO_BIG, "a name of %" PRIu32 " bytes is too long", length);
    }
    uint64_t room = (uint64_t)length * TEXT_BYTES_MAX + 1;
    char *name = pool_alloc(archive, room, error);
    if (!name) return false;
    size_t used = text_convert_into(ENCODING_CP949, raw, length, name);
    turn_backslashes((uint8_t *)name, (uint32_t)used);
    name[used] = 0;
    pool_return(archive, name + used + 1, room - used - 1);
    entry->name = name;
    entry->name_length = (uint32_t)used;
    entry->raw = raw;
    entry->raw_length = length;
    return true;
}

bool archive_name_in_place(Archive *archive, ArchiveEntry *entry, uint8_t *raw, uint32_t length,
                           Error *error) {
    length = field_length(raw, length);
    NameBytes has = look_at_name(raw, length);
    if (has.tops || (has.slashes && has.backslashes)) {
        return archive_name(archive, entry, raw, length, error);
    }
    if (has.backslashes) turn_backslashes(raw, length);
    raw[length] = 0;
    entry->name = (const char *)raw;
    entry->raw = NULL;
    entry->backslashes = has.backslashes != 0;
    entry->name_length = entry->raw_length = length;
    return true;
}

const uint8_t *archive_raw_name(const ArchiveEntry *entry, uint8_t *buffer) {
    if (entry->raw) return entry->raw;
    if (!entry->backslashes) return (const uint8_t *)entry->name;
    for (uint32_t i = 0; i < entry->raw_length; i++) {
        buffer[i] = entry->name[i] == '/' ? '\\' : (uint8_t)entry->name[i];
    }
    return buffer;
}

const char *archive_extension(const char *name, const char *end, size_t *length) {
    const char *at = end;
    while (at > name && at[-1] != '/' && at[-1] != '.') at--;
    if (at == name || at[-1] != '.') at = end;
    *length = (size_t)(end - at);
    return at;
}

/* ---- Order and look-up ----------------------------------------------------------------------- */

static int compare(const KeptEntry *entry, const char *name, size_t length, bool fold) {
    size_t common = entry->name_length < length ? entry->name_length : length;
    int difference = fold ? 0 : memcmp(entry->name, name, common);
    if (difference) return difference;
    for (size_t i = 0; fold && i < common; i++) {
        uint8_t a = fold_byte((uint8_t)entry->name[i]), b = fold_byte((uint8_t)name[i]);
        if (a != b) return a < b ? -1 : 1;
    }
    return (entry->name_length > length) - (entry->name_length < length);
}

/* Counts the names that are less than `name`; `places` are sorted by the same comparison. */
static uint32_t lower_bound(const Archive *archive, const uint32_t *places, bool fold,
                            const char *name, size_t length) {
    uint64_t at;
    BISECT(at, 0, archive->entries.count,
           compare(&archive->entries.items[fold ? archive->by_name[places[at]] : places[at]], name,
                   length, fold) < 0);
    return (uint32_t)at;
}

static bool find_exact(const Archive *archive, const char *name, size_t length, uint32_t *place) {
    *place = lower_bound(archive, archive->by_name, false, name, length);
    return *place < archive->entries.count &&
           compare(archive_kept(archive, *place), name, length, false) == 0;
}

/* Sorts the entries into `folded` without regard to case; names that are equal then stay in byte
** order. `places` is room for as many numbers. */
static bool sort_folded(Archive *archive, uint32_t *folded, uint32_t *places, Error *error) {
    Arena *arena = &archive->document.arena;
    const KeptEntry *entries = archive->entries.items;
    uint32_t count = (uint32_t)archive->entries.count;
    bool any_equal;
    for (uint32_t i = 0; i < count; i++) folded[i] = archive->by_name[i];
    if (!archive_sort(arena, entries, true, folded, count, &any_equal, error)) return false;
    /* turns places in `entries` into places in `by_name` */
    for (uint32_t i = 0; i < count; i++) places[archive->by_name[i]] = i;
    for (uint32_t i = 0; i < count; i++) folded[i] = places[folded[i]];
    return true;
}

static bool make_folded(Archive *archive, Error *error) {
    Arena *arena = &archive->document.arena;
    uint32_t *folded = arena_alloc(arena, archive->entries.count, sizeof *folded);
    uint32_t *places = arena_alloc(arena, archive->entries.count, sizeof *places);
    bool done =
        folded && places ? sort_folded(archive, folded, places, error) : fail_memory(error, arena);
    arena_release(arena, places);
    if (done) archive->folded = folded;
    else arena_release(arena, folded);
    return done;
}

bool archive_find(Archive *archive, const char *name, size_t length, uint32_t *place,
                  Error *error) {
    if (find_exact(archive, name, length, place)) return true;
    if (!archive->folded && !make_folded(archive, error)) return false;
    uint32_t at = lower_bound(archive, archive->folded, true, name, length);
    *place = NO_PLACE;
    if (at < archive->entries.count) {
        uint32_t candidate = archive->folded[at];
        if (compare(archive_kept(archive, candidate), name, length, true) == 0) *place = candidate;
    }
    return true;
}

bool archive_has_folder(Archive *archive, const char *name, size_t length, bool *found,
                        Error *error) {
    if (!archive->folded && !make_folded(archive, error)) return false;
    uint32_t at = lower_bound(archive, archive->folded, true, name, length);
    const KeptEntry *entry =
        at < archive->entries.count ? archive_kept(archive, archive->folded[at]) : NULL;
    *found = entry && entry->name_length >= length && text_same(entry->name, length, name, length);
    return true;
}

static bool same_name(const KeptEntry *a, const KeptEntry *b) {
    return a->name_length == b->name_length && memcmp(a->name, b->name, a->name_length) == 0;
}

/* Appends "#<number>" to an entry's name: the first number from *number on that gives a name no
** other entry has. The entry's length changes only when all entries have their numbers, because
** find_exact() still needs the old names. */
static bool number_entry(Archive *archive, uint32_t index, bool taken, uint32_t *number,
                         uint64_t *tried, Error *error) {
    KeptEntry *entry = &archive->entries.items[index];
    uint32_t stem = entry->name_length, place;
    char *name = pool_alloc(archive, (uint64_t)stem + LABEL_BYTES, error);
    if (!name) return false;
    memcpy(name, entry->name, stem);
    int label;
    do {
        label = snprintf(name + stem, LABEL_BYTES, "#%" PRIu32, (*number)++);
        if (interrupted_at(&archive->document.arena, (*tried)++, error)) return false;
    } while (taken && find_exact(archive, name, stem + (size_t)label, &place));
    entry->number_length = (uint8_t)label;
    entry->name = name;
    pool_return(archive, name + stem + label + 1, (uint64_t)(LABEL_BYTES - label - 1));
    return true;
}

/* Tells whether some entry's name begins with this one's name and a '#'. */
static bool numbers_are_taken(Archive *archive, const KeptEntry *entry, bool *taken, Error *error) {
    char *name = pool_alloc(archive, (uint64_t)entry->name_length + 2, error);
    if (!name) return false;
    memcpy(name, entry->name, entry->name_length);
    name[entry->name_length] = '#';
    size_t length = (size_t)entry->name_length + 1;
    uint32_t place = lower_bound(archive, archive->by_name, false, name, length);
    *taken = place < archive->entries.count &&
             archive_kept(archive, place)->name_length >= length &&
             !memcmp(archive_kept(archive, place)->name, name, length);
    return true;
}

/* Numbers all entries but the first of those that share a name. If it fails, all names keep their
** lengths and it can be called again. */
static bool number_duplicates(Archive *archive, Error *error) {
    KeptEntry *entries = archive->entries.items;
    uint32_t count = (uint32_t)archive->entries.count;
    uint64_t tried = 0; /* numbers tried in all groups together, for polls */
    for (uint32_t first = 0, end; first < count; first = end) {
        const KeptEntry *entry = archive_kept(archive, first);
        uint32_t number = 2;
        bool taken;
        end = first + 1;
        if (interrupted_at(&archive->document.arena, tried++, error)) return false;
        if (end == count || !same_name(entry, archive_kept(archive, end))) continue;
        if (!numbers_are_taken(archive, entry, &taken, error)) return false;
        for (; end < count && same_name(entry, archive_kept(archive, end)); end++) {
            if (!number_entry(archive, archive->by_name[end], taken, &number, &tried, error)) {
                return false;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        entries[i].name_length += entries[i].number_length;
        archive_follow(archive, i);
    }
    return true;
}

static bool sort_by_name(Archive *archive, bool *any_equal, Error *error) {
    return archive_sort(&archive->document.arena, archive->entries.items, false, archive->by_name,
                        (uint32_t)archive->entries.count, any_equal, error);
}

bool archive_order(Archive *archive, Error *error) {
    Arena *arena = &archive->document.arena;
    uint32_t count = (uint32_t)archive->entries.count;
    bool any_equal;
    if (archive->by_name) return true;
    uint32_t *by_name = arena_alloc(arena, count, sizeof *by_name);
    if (!by_name) return fail_memory(error, arena);
    for (uint32_t i = 0; i < count; i++) by_name[i] = i;
    archive->by_name = by_name;
    bool done = sort_by_name(archive, &any_equal, error);
    if (done && any_equal) {
        done = number_duplicates(archive, error) && sort_by_name(archive, &any_equal, error);
    }
    if (done) return true;
    archive->by_name = NULL;
    arena_release(arena, by_name);
    return false;
}
