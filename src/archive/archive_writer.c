#include "archive/archive_writer.h"
#include "archive/resource.h"
#include "codec/utf8.h"

#include <stdio.h>

static const WriterKind *const kinds[] = {
    &zip_writer, &grf_writer, &thor_writer, &erf_writers[0], &erf_writers[1], &erf_writers[2],
};

/* Returns what is wrong with a name, whose folders end with '/'; NULL: nothing. */
static const char *fault_of_name(const char *name, size_t length) {
    bool has_drive = length > 1 && name[1] == ':';
    if (!text_is_utf8((const uint8_t *)name, length)) return "isn't UTF-8";
    for (size_t i = 0; i < length; i++) {
        if ((uint8_t)name[i] < ' ') return "has a control character";
    }
    for (size_t i = 0, part; i <= length; i += part + 1) {
        part = strcspn(name + i, "/");
        bool is_dots = part <= 2 && !memcmp(name + i, "..", part); /* or an empty part */
        if (is_dots || has_drive) return "isn't a path below a folder";
    }
    return NULL;
}

static bool fail_entry(ArchiveWriter *writer, const char *name, const char *what, Error *error) {
    const char *shown = clean_text(&writer->arena, name, true);
    if (!shown) return fail_memory(error, &writer->arena);
    return fail(error, ERROR_ARGUMENT, "'%.100s' %s", shown, what);
}

/* Sets how a name is stored. */
static bool store_name(ArchiveWriter *writer, WrittenEntry *entry, size_t length, Error *error) {
    const WriterKind *kind = writer->kind;
    uint64_t used = length;
    if (!kind->separator) {
        const char *dot = strrchr(entry->name, '.');
        if (strchr(entry->name, '/')) {
            return fail_entry(writer, entry->name, "has a folder, which the archive can't store",
                              error);
        }
        entry->word = dot ? resource_type(dot + 1) : RESOURCE_DELETED;
        if (entry->word == RESOURCE_DELETED) {
            return fail_entry(writer, entry->name, "has an ending that stands for no type", error);
        }
        used = (uint64_t)(dot - entry->name);
    }
    uint8_t *raw = (uint8_t *)text_copy(&writer->arena, entry->name, (size_t)used);
    if (!raw) return fail_memory(error, &writer->arena);
    for (uint8_t *at = raw; *at; at++) {
        if (*at == '/') *at = (uint8_t)kind->separator;
    }
    if (kind->encoding != NAMES_UTF8) { /* no character takes more bytes in it than in UTF-8 */
        const char *text = (const char *)raw;
        raw = arena_piece(&writer->arena, used + 1);
        if (!raw) return fail_memory(error, &writer->arena);
        if (!text_encode((TextEncoding)kind->encoding, text, used, raw, used + 1, &used)) {
            return fail_entry(writer, entry->name, "has characters that the archive can't store",
                              error);
        }
    }
    entry->raw = raw;
    entry->raw_length = (uint32_t)used;
    if (used && used <= kind->name_most) return true;
    char what[80];
    snprintf(what, sizeof what, "has a name of %" PRIu64 " bytes, expected 1 to %" PRIu32, used,
             kind->name_most);
    return fail_entry(writer, entry->name, what, error);
}

static bool take_name(ArchiveWriter *writer, Value given, WrittenEntry *entry, Error *error) {
    Arena *arena = &writer->arena;
    if (given.type != VALUE_TEXT || !given.length) {
        return fail(error, ERROR_ARGUMENT, "the name isn't a text, expected a path in the archive");
    }
    char *name = text_copy(arena, given.bytes, given.length);
    char *key = name;
    if (!name) return fail_memory(error, arena);
    for (uint32_t i = 0; i < given.length; i++) {
        if (name[i] == '\\') name[i] = '/';
    }
    const char *fault = fault_of_name(name, given.length);
    entry->name = name;
    if (fault) return fail_entry(writer, name, fault, error);
    if (!store_name(writer, entry, given.length, error)) return false;
    if (!writer->kind->heeds_case) key = text_folded(arena, name, given.length);
    void **known = key ? map_place(&writer->names, arena, key, given.length) : NULL;
    if (!known) return fail_memory(error, arena);
    if (*known) return fail_entry(writer, name, "is there twice", error);
    *known = name;
    return true;
}

static bool take_kind(ArchiveWriter *writer, Value given, Error *error) {
    const WriterKind *kind = NULL;
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        if (value_is_text(given, kinds[i]->name)) kind = kinds[i];
    }
    if (!kind) {
        return fail(error, ERROR_ARGUMENT,
                    "an unknown kind, expected 'zip', 'grf', 'thor', 'hak', 'erf' or 'mod'");
    }
    if (!writer->kind) writer->kind = kind;
    return writer->kind == kind ||
           fail(error, ERROR_ARGUMENT, "the rows are of several kinds of archives");
}

bool writer_add(ArchiveWriter *writer, const Value *row, uint64_t most, Error *error) {
    const Value content = row[2];
    WrittenEntry entry = {.size = content.length};
    if (!take_kind(writer, row[0], error) || !take_name(writer, row[1], &entry, error))
        return false;
    entry.is_deletion = content.type == VALUE_NULL;
    if (entry.is_deletion && !writer->kind->deletes) {
        return fail_entry(writer, entry.name, "has no content; only 'thor' deletes files", error);
    }
    if (!entry.is_deletion && content.type != VALUE_BLOB && content.type != VALUE_TEXT) {
        return fail_entry(writer, entry.name, "has a number as its content, expected a BLOB",
                          error);
    }
    entry.offset = writer->out.size - writer->begin;
    const void *bytes = content.length ? content.bytes : ""; /* an empty BLOB may have none */
    if (!entry.is_deletion && !writer->kind->add(writer, &entry, bytes, error)) {
        return false;
    }
    entry.bytes = writer->out.size - writer->begin - entry.offset;
    if (!list_push(&writer->arena, &writer->entries.list, &entry, sizeof entry, error))
        return false;
    return writer->out.size <= most ||
           fail(error, ERROR_TOO_BIG,
                "with '%.100s' the archive has more than %" PRIu64
                " bytes, SQLite's limit of length: make several archives",
                entry.name, most);
}

bool writer_pack(ArchiveWriter *writer, WrittenEntry *entry, const uint8_t *content,
                 bool has_zlib_header, Error *error) {
    uint64_t before = writer->out.size;
    bool done =
        pack_onto(&writer->arena, content, entry->size, has_zlib_header, &writer->out, error);
    entry->packed_size = writer->out.size - before;
    return done;
}

static int compare_names(const void *context, uint32_t a, uint32_t b) {
    const ArchiveWriter *writer = context;
    return strcmp(writer->entries.items[a].name, writer->entries.items[b].name);
}

/* Sorts the entries, and their contents if those aren't in this order. */
static bool sort_entries(ArchiveWriter *writer, Error *error) {
    Arena *arena = &writer->arena;
    Packed *out = &writer->out;
    bool is_sorted = true;
    uint64_t at = 0;
    if (!sort_array(arena, writer->entries.items, writer->entries.count, sizeof(WrittenEntry),
                    compare_names, writer, NULL, error)) {
        return false;
    }
    for (uint64_t i = 0; i < writer->entries.count; i++) {
        WrittenEntry *entry = &writer->entries.items[i];
        if (!entry->bytes) entry->offset = at;
        is_sorted = is_sorted && entry->offset == at;
        at += entry->bytes;
    }
    if (is_sorted) return true;
    uint8_t *sorted = arena_alloc(arena, out->size, 1);
    if (!sorted) return fail_memory(error, arena);
    at = writer->begin;
    for (uint64_t i = 0; i < writer->entries.count; i++) {
        WrittenEntry *entry = &writer->entries.items[i];
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
        memcpy(sorted + at, out->bytes + writer->begin + entry->offset, (size_t)entry->bytes);
        entry->offset = at - writer->begin;
        at += entry->bytes;
    }
    arena_release(arena, out->bytes);
    *out = (Packed){sorted, at, at};
    return true;
}

bool writer_frame(ArchiveWriter *writer, uint64_t before, uint64_t after, uint8_t **head,
                  uint8_t **tail, Error *error) {
    Packed *out = &writer->out;
    uint64_t content = out->size - writer->begin;
    if (!packed_room(&writer->arena, out, before + after)) {
        return fail_memory(error, &writer->arena);
    }
    *head = out->bytes;
    *tail = out->bytes + before + content;
    memmove(*head + before, *head + writer->begin, (size_t)content);
    memset(*head, 0, (size_t)before);
    memset(*tail, 0, (size_t)after);
    writer->begin = before;
    out->size = before + content;
    return true;
}

bool writer_finish(ArchiveWriter *writer, FilePart *result, Error *error) {
    uint64_t after = 0;
    if (!sort_entries(writer, error) || !writer->kind->finish(writer, &after, error)) return false;
    *result = (FilePart){writer->out.bytes, writer->out.size + after};
    return true;
}
