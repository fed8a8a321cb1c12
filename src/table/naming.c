#include "table/naming.h"

Value names_line_other(Document *list, Arena *arena, const char *name, size_t length) {
    const uint8_t *end = list->bytes + list->size, *next;
    for (const uint8_t *line = list->bytes; line < end; line = next) {
        const uint8_t *at = memchr(line, '\n', (size_t)(end - line));
        if (!at) at = end;
        next = at + (at < end);
        const uint8_t *behind = memchr(line, '#', (size_t)(at - line));
        size_t bytes = behind ? (size_t)(behind - line) : 0;
        /* two bytes are up to three in UTF-8: other lines needn't be converted */
        if (!behind || bytes > length || 3 * bytes < 2 * length) continue;
        const uint8_t *last = memchr(behind + 1, '#', (size_t)(at - behind - 1));
        uint32_t put;
        const char *key = text_convert(arena, ENCODING_CP949, line, bytes, &put);
        if (!key) return value_null();
        bool is_its = last && text_same(key, put, name, length);
        if (key != (const char *)line) arena_release(arena, (void *)(uintptr_t)key);
        if (!is_its) continue;
        bytes = (size_t)(last - behind - 1);
        return value_text(text_string(arena, ENCODING_CP949, behind + 1, bytes));
    }
    return value_null();
}

/* Finds the other name that a list has for a name, if the list is found and has one. */
static bool find_other(const NameSearch *search, const NameList *list, const char *text,
                       size_t length, Value *other) {
    FoundFile found;
    const FilesBeside *beside = search->beside;
    const FileName file = {.text = list->file, .length = strlen(list->file)};
    if (!beside->find(beside, &file, &found, search->error)) return false;
    if (!found.path) return true;
    Document *document = beside->open_found(beside, &found, list->format, search->error);
    if (!document) return false;
    *other = list->other(document, search->arena, text, length);
    if (other->type != VALUE_NULL) {
        other->bytes = text_copy(search->arena, other->bytes, other->length);
    }
    bool failed = document->arena.failed || search->arena->failed;
    beside->close(beside, document);
    return !failed || fail_memory(search->error, search->arena);
}

bool names_take_places(const Opening *opening, const char *argument, Value value,
                       const char **places) {
    *places = NULL;
    if (value.type == VALUE_NULL) return true;
    if (value.type != VALUE_TEXT) {
        return fail(opening->error, ERROR_ARGUMENT,
                    "%s isn't text, expected a path such as 'client/data.grf/data' or a JSON array "
                    "of paths",
                    argument);
    }
    *places = text_copy(opening->scratch, value.bytes, value.length);
    return *places || fail_memory(opening->error, opening->scratch);
}

bool names_begin(const NameSearch *search, const NameKind *kind, const char *places) {
    return search->beside->add_roots(search->beside, places, kind->below, kind->within,
                                     search->error);
}

/* Tells whether a name can be that of a file. */
static bool may_be_found(const NameKind *kind, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if ((uint8_t)text[i] < ' ') return false;
        if (kind->is_flat && (text[i] == '/' || text[i] == '\\')) return false;
    }
    return length;
}

bool names_find_at(const NameSearch *search, const NameKind *kind, const char *text, size_t length,
                   int stage, FoundName *found) {
    *found = (FoundName){.rule = kind->rule, .other = value_null()};
    if (!may_be_found(kind, text, length)) return true;
    if (kind->renamed_by) {
        if (!find_other(search, kind->renamed_by, text, length, &found->other)) return false;
        if (found->other.type != VALUE_NULL) {
            found->rule = kind->renamed_by->rule;
            text = found->other.bytes;
            length = found->other.length;
        } else if (kind->renamed_by->is_source) {
            return true;
        }
    }
    if (kind->prefix && !text_begins(text, length, kind->prefix)) {
        text = text_printed(search->arena, "%s%.*s", kind->prefix, (int)length, text);
        if (!text) return fail_memory(search->error, search->arena);
        length = strlen(text);
    }
    FileName wanted = {
        .above = kind->above, .folder = kind->folder, .text = text, .length = length};
    for (int i = stage; i < NAME_STAGES_MAX && !found->file.path && (!i || kind->stages[i]); i++) {
        wanted.endings = kind->stages[i];
        found->stage = i;
        if (!search->beside->find(search->beside, &wanted, &found->file, search->error)) {
            return false;
        }
    }
    return true;
}

bool names_find_korean(const NameSearch *search, const NameKind *kind, const uint8_t *field,
                       size_t size, FoundName *found) {
    uint32_t length;
    const char *text = text_convert(search->arena, ENCODING_CP949, field, size, &length);
    return text ? names_find(search, kind, text, length, found)
                : fail_memory(search->error, search->arena);
}

bool names_find_paths(Opening *opening, const Column *column) {
    Arena *arena = opening->scratch;
    const NameSearch search = {opening->beside, arena, opening->error};
    const char **paths;
    RowNotes notes;
    Row row = {
        .document = opening->document, .array = opening->array, .notes = &notes, .scratch = arena};
    if (opening->is_plain || !opening->beside) return true;
    if (!names_begin(&search, column->names, NULL)) return false;
    paths = arena_zeroed(arena, opening->array->count, sizeof *paths);
    if (!paths) return fail_memory(opening->error, arena);
    for (uint64_t i = 0; i < opening->array->count; i++) {
        bool no_memory = false;
        FoundName found;
        row_go_to(&row, i);
        Value name = cell_value(column, &row, &no_memory);
        if (no_memory) return fail_memory(opening->error, arena);
        if (name.type == VALUE_NULL) continue;
        if (!names_find(&search, column->names, name.bytes, name.length, &found)) return false;
        paths[i] = found.file.path;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(opening->error);
    }
    opening->array->extra = paths;
    return true;
}

Value found_path_cell(const Row *row) {
    const char *const *paths = row->array->extra;
    return paths ? value_text(paths[row->index]) : value_null();
}

/* Takes the next part of a line, which ends before one of `separators`; an empty one: there is
** none. */
static Value next_part(const char **at, const char *end, const char *separators) {
    while (*at < end && memchr(" \t:", **at, 3)) ++*at;
    const char *part = *at;
    while (*at < end && !memchr(separators, **at, strlen(separators))) ++*at;
    const char *last = *at;
    while (last > part && (last[-1] == ' ' || last[-1] == '\t')) last--;
    return value_text_of(part, (uint32_t)(last - part));
}

bool names_in_line(const LineNames *names, Value line, Named *named) {
    const char *at = line.bytes, *end = at + line.length;
    for (const char *c = at; c + 1 < end; c++) {
        if (c[0] == '/' && c[1] == '/') end = c;
    }
    Value key = next_part(&at, end, " \t:");
    Value name = next_part(&at, end, names->has_blanks ? "" : " \t");
    const char *text = key.bytes;
    size_t stem = key.length; /* without a number at its end */
    while (stem && text[stem - 1] >= '0' && text[stem - 1] <= '9') stem--;
    if (names->none && text_is(name.bytes, name.length, names->none)) return false;
    for (const struct LineKey *k = names->keys; k->key; k++) {
        size_t bytes = strcspn(k->key, "#");
        bool has_number = k->key[bytes];
        if (has_number && stem == key.length) continue;
        if (!text_same(text, has_number ? stem : key.length, k->key, bytes)) continue;
        *named = name_of_kind(k->kind, name);
        return true;
    }
    return false;
}
