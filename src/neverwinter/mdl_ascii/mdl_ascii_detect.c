/* How ASCII models and walkmeshes are recognised, by their first words. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"
#include "codec/utf8.h"

#define TEXT_LOOK 512 /* a text has no control characters in so many bytes */
#define NULS_MOST 8

uint32_t mdl_ascii_kind(AsciiToken kind) {
    for (size_t i = 0; i < MDL_KINDS; i++) {
        if (ascii_token_is(kind, mdl_kinds[i].name)) return mdl_kinds[i].flags;
    }
    return 0;
}

/* Takes the next word of the line. */
static AsciiToken take_word(const uint8_t **place, const uint8_t *end) {
    const uint8_t *at = *place;
    while (at < end && mdl_ascii_class[*at] == ASCII_BLANK) at++;
    const uint8_t *start = at;
    while (at < end && mdl_ascii_class[*at] == ASCII_WORD) at++;
    *place = at;
    return (AsciiToken){start, (uint32_t)(at - start)};
}

static AsciiBeginning beginning_of_line(const uint8_t *at, const uint8_t *end) {
    AsciiToken word = take_word(&at, end);
    if (!word.length || *word.start == '#') return ASCII_BEGINS_NOT;
    /* few of the lines begin like the words that follow, so the first byte is compared first */
    if (!strchr("bBnN", *word.start)) return ASCII_BEGINS_ELSE;
    if (ascii_token_is(word, "newmodel") || ascii_token_is(word, "beginmodelgeom")) {
        return ASCII_BEGINS_MODEL;
    }
    if (ascii_token_is(word, "beginwalkmeshgeom")) return ASCII_BEGINS_WALKMESH;
    bool is_node = ascii_token_is(word, "node") && mdl_ascii_kind(take_word(&at, end));
    return is_node && take_word(&at, end).length ? ASCII_BEGINS_NODES : ASCII_BEGINS_ELSE;
}

/* Nodes count only if no line names a model, since rubbish before a model may have nodes, too. */
AsciiBeginning mdl_ascii_beginning(const uint8_t *bytes, uint64_t size) {
    const uint8_t *at = bytes + utf8_mark_bytes(bytes, size), *end = bytes + size, *newline = NULL;
    AsciiBeginning found = ASCII_BEGINS_NOT;
    while (at < end) {
        AsciiBeginning line = beginning_of_line(at, end);
        if (line == ASCII_BEGINS_MODEL || line == ASCII_BEGINS_WALKMESH) return line;
        if (line > found) found = line;
        if (!newline || newline < at) newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline) newline = end;
        const uint8_t *carriage_return = memchr(at, '\r', (size_t)(newline - at));
        at = carriage_return ? carriage_return : newline;
        at += at < end;
    }
    return found;
}

static bool looks_like_text(const uint8_t *head, uint64_t size) {
    uint64_t part = size < TEXT_LOOK ? size : TEXT_LOOK, nuls = 0;
    for (uint64_t i = 0; i < part; i++) {
        if (!head[i] && ++nuls > NULS_MOST) return false;
        if (head[i] < ' ' && mdl_ascii_class[head[i]] == ASCII_WORD) return false;
    }
    return true;
}

/* Tells whether comments name a walkmesh, as "walkmesh" or as in NWmaxPWKMESH. */
static bool names_walkmesh(const uint8_t *bytes, uint64_t size) {
    for (uint64_t i = 0; i < size; i++) {
        size_t left = (size_t)(size - i);
        if (text_begins(bytes + i, left, "wkmesh") || text_begins(bytes + i, left, "walkmesh")) {
            return true;
        }
    }
    return false;
}

bool mdl_ascii_detect(const uint8_t *head, uint64_t head_size) {
    uint64_t size = head_size < DETECT_BYTES ? head_size : DETECT_BYTES;
    if (!looks_like_text(head, size)) return false;
    AsciiBeginning begins = mdl_ascii_beginning(head, size);
    return begins > ASCII_BEGINS_ELSE ||
           (begins == ASCII_BEGINS_NOT && size == head_size && names_walkmesh(head, size));
}

const char *mdl_ascii_ending(const Document *document) {
    static const char *const endings[] = {"mdl", "wok", "pwk", "dwk"};
    const char *name = document->name, *point = name ? strrchr(name, '.') : NULL;
    for (size_t i = 0; point && i < LENGTH(endings); i++) {
        if (text_is(point + 1, strlen(point + 1), endings[i])) return endings[i];
    }
    return NULL;
}

bool mdl_ascii_is_empty(const Document *document) {
    const char *ending = mdl_ascii_ending(document);
    return document->bytes && ending && strcmp(ending, "mdl") != 0 &&
           mdl_ascii_beginning(document->bytes, document->size) == ASCII_BEGINS_NOT;
}
