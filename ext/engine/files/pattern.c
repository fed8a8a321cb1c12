#include "engine/files/pattern.h"
#include "codec/text.h"

bool pattern_read(Arena *arena, const char *text, Pattern *pattern, Error *error) {
    size_t count = 1;
    for (const char *at = text; *at; at++) count += *at == '/';
    PatternPart *parts = arena_zeroed(arena, count, sizeof *parts);
    if (!parts) return fail_memory(error, arena);
    for (size_t i = 0; i < count; i++) {
        PatternPart *part = &parts[i];
        part->length = strcspn(text, "/");
        part->text = text_copy(arena, text, part->length);
        if (!part->text) return fail_memory(error, arena);
        part->has_wildcard = glob_wildcard(part->text);
        part->any_depth = strcmp(part->text, "**") == 0;
        text += part->length + 1;
    }
    *pattern = (Pattern){parts, count};
    return true;
}

Pattern pattern_next(Pattern pattern) {
    size_t next = 1;
    while (next + 1 < pattern.count && !pattern.parts[next].length) next++;
    return pattern_behind(pattern, next);
}

bool pattern_part_fits(const PatternPart *part, const char *name) {
    if (name[0] == '.' && part->text[0] != '.') return false;
    return part->any_depth || glob_matches(part->text, name);
}

/* Tells whether macOS put an entry beside others: "._town.gnd", which is no map, or ".DS_Store". */
static bool is_left_behind(const char *name, size_t length) {
    static const char store[] = ".DS_Store";
    return (length > 2 && name[0] == '.' && name[1] == '_') ||
           (length == sizeof store - 1 && !memcmp(name, store, length));
}

static bool fits_part(const PatternPart *part, const char *name, size_t length, GlobWork *work) {
    if (!glob_goes_on(work, length + 1)) return false;
    if (part->has_wildcard && is_left_behind(name, length) && part->text[0] != '.') return false;
    if (part->has_wildcard) return glob_matches_part(part->text, name, length, work);
    return text_same(part->text, part->length, name, length);
}

/* What is left of a name, without a NUL at its end; `begin` is NULL if nothing is left. */
typedef struct NamePart {
    const char *begin, *end;
} NamePart;

static size_t first_length(NamePart name) {
    const char *slash = memchr(name.begin, '/', (size_t)(name.end - name.begin));
    return (size_t)((slash ? slash : name.end) - name.begin);
}

/* Returns what follows the first part of a name. */
static NamePart behind_first(NamePart name) {
    const char *next = name.begin + first_length(name) + 1;
    if (next > name.end) return (NamePart){0};
    return (NamePart){next, name.end};
}

/* Compares the parts behind the last `**`, each of which stands for one part of the name, from the
** end on. False: they don't fit; else *pattern and *name become what is left before them. */
static bool fits_end(Pattern *pattern, NamePart *name, GlobWork *work) {
    while (pattern->count && !pattern->parts[pattern->count - 1].any_depth) {
        const char *begin = name->end;
        if (!name->begin) return false;
        while (begin > name->begin && begin[-1] != '/') begin--;
        size_t length = (size_t)(name->end - begin);
        if (!fits_part(&pattern->parts[--pattern->count], begin, length, work)) return false;
        *name = begin > name->begin ? (NamePart){name->begin, begin - 1} : (NamePart){0};
    }
    return true;
}

/* Tells whether `**` may stand for all that is left of a name: not for what macOS leaves behind. */
static bool fits_depth(NamePart name) {
    for (; name.begin; name = behind_first(name)) {
        if (is_left_behind(name.begin, first_length(name))) return false;
    }
    return true;
}

/* `**` takes as few parts as it can, and one more whenever what follows it doesn't match. */
bool pattern_fits_entry(Pattern pattern, const char *text, GlobWork *work) {
    size_t whole = pattern.count, at = 0, behind_depth = 0; /* after the last `**`; 0: none yet */
    NamePart name = {text, text + strlen(text)}, resume = {0};
    if (!fits_end(&pattern, &name, work)) return false;
    if (!pattern.count) return !name.begin;
    bool ends_so = pattern.count == whole; /* a `**` at the end takes at least one part */
    for (;;) {
        const PatternPart *part = &pattern.parts[at];
        if (part->any_depth) {
            if (at + 1 == pattern.count) return (name.begin || !ends_so) && fits_depth(name);
            behind_depth = ++at;
            resume = name;
        } else if (name.begin && fits_part(part, name.begin, first_length(name), work)) {
            name = behind_first(name);
            at++;
        } else {
            if (!behind_depth || !resume.begin || work->interrupted) return false;
            if (is_left_behind(resume.begin, first_length(resume))) return false;
            name = resume = behind_first(resume);
            at = behind_depth;
        }
    }
}
