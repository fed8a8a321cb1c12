#include "engine/files/glob.h"
#include "codec/utf8.h"
#include "engine/system/system.h"

static const char wildcards[] = "*?[";

const char *glob_wildcard(const char *text) {
    return strpbrk(text, wildcards);
}

size_t glob_folder_bytes(const char *pattern) {
    size_t at = strcspn(pattern, wildcards);
    while (at && pattern[at - 1] != '/') at--;
    return at;
}

char *glob_write_exactly(char *text, const char *path, size_t length) {
    for (size_t i = 0; i < length; i++) {
        bool is_wildcard = path[i] && strchr(wildcards, path[i]);
        if (is_wildcard) *text++ = '[';
        *text++ = path[i];
        if (is_wildcard) *text++ = ']';
    }
    *text = 0;
    return text;
}

/* Returns the character that represents all characters that count as equal to this one. Listing a
** folder asks this for each character of each name, so the callers are inlined for each Fold. */
typedef uint32_t Fold(uint32_t character);

static uint32_t fold_ascii(uint32_t character) {
    return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
}

static uint32_t fold_as_system(uint32_t character) {
    return character < 0x80 ? fold_ascii(character) : system_fold(character);
}

#define BYTE_AS_CHARACTER ((uint32_t)0x110000) /* the number of byte 0, beyond all characters */

/* Returns the UTF-8 character at *at and advances *at behind it. A byte that isn't part of one is a
** character of its own, as it is shown (path.h). */
static ALWAYS_INLINE uint32_t next_character(Fold *fold, const char **at) {
    const uint8_t *bytes = (const uint8_t *)*at;
    uint32_t character = *bytes;
    if (character < 0x80) {
        *at += 1;
        return fold(character);
    }
    size_t length = utf8_read(bytes, 4, &character); /* reading ends at a NUL or a slash */
    *at += character == UTF8_WRONG ? 1 : length;
    return character == UTF8_WRONG ? BYTE_AS_CHARACTER + *bytes : fold(character);
}

/* Tells whether a character is in the set behind a '[', where `at` points. *end becomes the end of
** the set, or NULL if there is no ']'. As in SQLite's GLOB, a ']' at the beginning stands for
** itself. */
static bool set_holds(Fold *fold, const char *at, uint32_t character, const char **end) {
    bool inverted = *at == '^', holds = false;
    if (inverted) at++;
    uint32_t before = 0;
    for (bool first = true; first || *at != ']'; first = false) {
        *end = NULL;
        if (!*at) return false;
        if (*at == '-' && before && at[1] && at[1] != ']') {
            at++;
            uint32_t last = next_character(fold, &at);
            holds = holds || (character >= before && character <= last);
            before = 0;
        } else {
            before = next_character(fold, &at);
            holds = holds || character == before;
        }
    }
    *end = at + 1;
    return holds != inverted;
}

enum { STEPS_PER_POLL = 1 << 16 }; /* letters that are compared: about half a millisecond */

bool glob_goes_on(GlobWork *work, uint64_t steps) {
    work->steps += steps;
    if (work->steps >= STEPS_PER_POLL && !work->interrupted) {
        work->steps = 0;
        work->interrupted = arena_interrupted(work->arena);
    }
    return !work->interrupted;
}

/* Matches a name with a pattern. `work` is NULL for names of files, which are short. */
static ALWAYS_INLINE bool matches(Fold *fold, const char *pattern, const char *name, size_t length,
                                  GlobWork *work) {
    const char *end_of_name = name + length;
    const char *star = NULL, *resume = NULL; /* after the last '*'; end of what it stands for */
    while (name < end_of_name || *pattern) {
        const char *next = name;
        bool fits = false;
        if (*pattern == '*') {
            star = ++pattern;
            resume = name;
            continue;
        }
        uint32_t character = name < end_of_name ? next_character(fold, &next) : 0;
        if (!character) fits = false;
        else if (*pattern == '[') {
            const char *end;
            fits = set_holds(fold, pattern + 1, character, &end);
            if (!end) return false; /* without a ']' nothing matches, as in SQLite's GLOB */
            if (work && !glob_goes_on(work, (uint64_t)(end - pattern))) return false;
            if (fits) pattern = end;
        } else if (*pattern == '?') {
            fits = true;
            pattern++;
        } else if (*pattern) {
            const char *behind = pattern;
            fits = next_character(fold, &behind) == character;
            if (fits) pattern = behind;
        }
        if (fits) {
            name = next;
            continue;
        }
        if (!star || resume == end_of_name) return false;
        if (work && !glob_goes_on(work, (uint64_t)(name - resume) + 1)) return false;
        next_character(fold, &resume); /* the last '*' takes one more character */
        pattern = star;
        name = resume;
    }
    return true;
}

bool glob_matches(const char *pattern, const char *name) {
    return matches(fold_as_system, pattern, name, strlen(name), NULL);
}

bool glob_matches_part(const char *pattern, const char *name, size_t length, GlobWork *work) {
    return matches(fold_ascii, pattern, name, length, work);
}
