/* Text files: their lines and what is odd in them. text_file.h says what a line is. */
#include "text/text_file.h"
#include "modules.h"

static bool text_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return head_size && encoding_takes_text(head, head_size, size);
}

static bool text_takes(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return encoding_takes_text(head, head_size, size) || encoding_looks_wide(head, head_size);
}

static bool text_open(Document *document, Error *error UNUSED) {
    TextFile *text = (TextFile *)document;
    document->is_text = true;
    text->encoding = encoding_guess(document->bytes, document->size);
    document->version = encoding_name(text->encoding);
    return true;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* How the characters of an encoding lie in the bytes. */
typedef struct Units {
    const uint8_t *bytes;
    uint64_t size;
    uint32_t step;    /* bytes of a unit */
    uint32_t ascii;   /* where in a unit the byte of an ASCII character is */
    bool has_padding; /* the other byte of such a unit is NUL */
} Units;

static Units units_of(const Document *document, FileEncoding encoding) {
    bool wide = encoding_is_wide(encoding);
    return (Units){.bytes = document->bytes,
                   .size = document->size,
                   .step = wide ? 2 : 1,
                   .ascii = encoding == FILE_UTF16BE ? 1 : 0,
                   .has_padding = wide};
}

static bool unit_is(const Units *units, uint64_t at, char wanted) {
    if (units->size - at < units->step || units->bytes[at + units->ascii] != (uint8_t)wanted) {
        return false;
    }
    return !units->has_padding || !units->bytes[at + 1 - units->ascii];
}

/* Returns where the line that begins at `at` ends, behind its line end. */
static uint64_t line_end(const Units *units, uint64_t at) {
    for (; units->size - at >= units->step; at += units->step) {
        uint8_t byte = units->bytes[at + units->ascii];
        if (byte > '\r' || !(unit_is(units, at, '\n') || unit_is(units, at, '\r'))) continue;
        bool both = byte == '\r' && units->size - at >= 2 * units->step &&
                    unit_is(units, at + units->step, '\n');
        return at + units->step * (both ? 2u : 1u);
    }
    return units->size;
}

/* Counts the lines, and notes where they begin unless `starts` is NULL. */
static bool walk_lines(const Units *units, uint64_t at, uint32_t *starts, const Arena *arena,
                       uint64_t *count, Error *error) {
    for (*count = 0; at < units->size; ++*count) {
        if (starts) starts[*count] = (uint32_t)at;
        at = line_end(units, at);
        if (arena_interrupted_at(arena, *count)) return fail_interrupted(error);
    }
    if (starts) starts[*count] = (uint32_t)units->size;
    return true;
}

TextLines *text_list_lines(const Document *document, FileEncoding encoding, Arena *arena,
                           Error *error) {
    const Units units = units_of(document, encoding);
    uint64_t first = encoding_mark_bytes(encoding, document->bytes, document->size), count;
    if (!walk_lines(&units, first, NULL, arena, &count, error)) return NULL;
    TextLines *lines = arena_alloc(arena, 1, sizeof *lines + (count + 1) * sizeof lines->starts[0]);
    if (!lines) return null_after(fail_memory(error, arena));
    lines->encoding = encoding;
    if (!walk_lines(&units, first, lines->starts, arena, &lines->count, error)) return NULL;
    return lines;
}

uint32_t text_line_length(const Document *document, const TextLines *lines, uint64_t line) {
    const Units units = units_of(document, lines->encoding);
    uint32_t start = lines->starts[line], end = lines->starts[line + 1];
    if ((end - start) % units.step) return end - start; /* half a unit ends the file: no line end */
    if (end - start >= units.step && unit_is(&units, end - units.step, '\n')) end -= units.step;
    if (end - start >= units.step && unit_is(&units, end - units.step, '\r')) end -= units.step;
    return end - start;
}

/* ---- Findings -------------------------------------------------------------------------------- */

/* What reads as U+FFFD. */
typedef struct Wrong {
    Sightings nuls, others;
} Wrong;

static void note(uint64_t more, uint64_t at, Sightings *sightings) {
    if (!sightings->count) sightings->first = at;
    sightings->count += more;
}

/* Converts the text line by line, since only what goes wrong is of interest: a piece that ends
** elsewhere may cut a character. Lines are long in made files alone. */
static bool find_wrong(const TextFile *text, const TextLines *lines, Arena *arena, Wrong *wrong,
                       Error *error) {
    const uint8_t *bytes = text->document.bytes;
    List room = {0};
    bool done = true;
    for (uint64_t i = 0; done && i < lines->count; i++) {
        uint32_t start = lines->starts[i], length = text_line_length(&text->document, lines, i);
        uint64_t replaced = 0, nuls = 0;
        if (arena_interrupted_at(arena, i)) done = fail_interrupted(error);
        if (!done || encoding_is_plain(text->encoding, bytes + start, length)) continue;
        done = list_reserve(arena, &room, (uint64_t)length * TEXT_BYTES_MAX, 1) ||
               fail_memory(error, arena);
        if (!done) break;
        encoding_convert(text->encoding, bytes + start, length, room.items, &replaced);
        uint32_t step = encoding_is_wide(text->encoding) ? 2 : 1;
        for (uint32_t at = 0; at + step <= length; at += step) {
            nuls += !bytes[start + at] && (step == 1 || !bytes[start + at + 1]);
        }
        note(nuls, start, &wrong->nuls);
        note(replaced > nuls ? replaced - nuls : 0, start, &wrong->others);
    }
    arena_release(arena, room.items);
    return done;
}

static bool text_check(Document *document, Findings *findings, Error *error) {
    const TextFile *text = (const TextFile *)document;
    const char *name = document->name;
    if (name && length_without_text(name, strlen(name)) < strlen(name)) {
        finding_add(findings, SEVERITY_INFO, "text_of_no_format", NO_OFFSET,
                    "named as the text of a game's file is, which it isn't");
    }
    Wrong wrong = {0};
    TextLines *lines = text_list_lines(document, text->encoding, findings->arena, error);
    bool done = lines && find_wrong(text, lines, findings->arena, &wrong, error);
    arena_release(findings->arena, lines);
    if (!done) return false;
    if (wrong.nuls.count) {
        finding_add_times(
            findings, wrong.nuls.count, SEVERITY_WARNING, "text_nul", wrong.nuls.first,
            "NUL characters read as U+FFFD: %" PRIu64 ", the first in the line that begins here",
            wrong.nuls.count);
    }
    if (wrong.others.count) {
        finding_add_times(findings, wrong.others.count, SEVERITY_WARNING, "text_undecodable",
                          wrong.others.first,
                          "places that aren't %s read as U+FFFD: %" PRIu64
                          ", the first in the line that begins here",
                          encoding_name(text->encoding), wrong.others.count);
    }
    return true;
}

const Format text_format = {
    .name = "TEXT",
    .ending = ".txt",
    .doc = "Lines of text in UTF-8, UTF-16, Windows-1252 or a code page of Korea, Japan or China.",
    .detect = text_detect,
    .detects_by_lines = true,
    .takes = text_takes,
    .is_last_resort = true,
    .document_bytes = sizeof(TextFile),
    .open = text_open,
    .check = text_check,
};
