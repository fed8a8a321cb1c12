/* Lines and words of ASCII models. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

bool ascii_fail(const Ascii *ascii, uint32_t line, const char *format, ...) {
    char message[200];
    va_list arguments;
    va_start(arguments, format);
    print_list(message, sizeof message, format, arguments);
    va_end(arguments);
    size_t size = (size_t)(ascii->end - ascii->text);
    /* in a text of one line, the place in it says more than its number */
    if (!memchr(ascii->text, '\n', size) && !memchr(ascii->text, '\r', size)) {
        return fail(ascii->error, ERROR_CORRUPT, "byte %" PRIu64 ": %s",
                    (uint64_t)(ascii->at - ascii->text), message);
    }
    return fail(ascii->error, ERROR_CORRUPT, "line %u: %s", line, message);
}

void ascii_note(const Ascii *ascii, Severity severity, const char *code, uint32_t line,
                uint32_t offset, const char *format, ...) {
    char message[200];
    va_list arguments;
    if (!ascii->findings) return;
    va_start(arguments, format);
    print_list(message, sizeof message, format, arguments);
    va_end(arguments);
    finding_add(ascii->findings, severity, code, offset, "line %u: %s", line, message);
}

static inline const uint8_t *skip_blanks(const uint8_t *at) {
    while (mdl_ascii_class[*at] == ASCII_BLANK) at++;
    return at;
}

void ascii_end_line(Ascii *ascii) {
    const uint8_t *at = ascii->at;
    while (mdl_ascii_class[*at] != ASCII_LINE_END) at++;
    at += at[0] == '\r' && at + 1 < ascii->end && at[1] == '\n' ? 2 : 1;
    ascii->at = at;
}

bool ascii_next_line(Ascii *ascii) {
    while (ascii->at < ascii->end) {
        ascii->line_start = ascii->at;
        ascii->line++;
        ascii->at = skip_blanks(ascii->at);
        if (*ascii->at != '#' && mdl_ascii_class[*ascii->at] == ASCII_WORD) return true;
        ascii_end_line(ascii);
        if (ascii_interrupted_at(ascii, ascii->line)) return false;
    }
    return false;
}

AsciiToken ascii_token(Ascii *ascii) {
    const uint8_t *start = skip_blanks(ascii->at), *at = start;
    while (mdl_ascii_class[*at] == ASCII_WORD) at++;
    ascii->at = at;
    return (AsciiToken){start, (uint32_t)(at - start)};
}

uint32_t ascii_fold(AsciiToken token, char word[ASCII_WORD_LONGEST + 1]) {
    if (token.length > ASCII_WORD_LONGEST) return 0;
    for (uint32_t i = 0; i < token.length; i++) word[i] = (char)fold_byte(token.start[i]);
    word[token.length] = 0;
    return token.length;
}

bool ascii_is_number(const Ascii *ascii) {
    const uint8_t *at = skip_blanks(ascii->at);
    float ignored;
    AsciiNumber kind = mdl_ascii_number(&at, &ignored);
    return kind == ASCII_NUMBER || kind == ASCII_NOT_FINITE;
}

void ascii_note_odd_number(const Ascii *ascii, const char *what) {
    ASCII_NOTE(ascii, WARNING, "number_odd",
               "%s has a number with something behind it, which isn't read", what);
}

bool ascii_need_float(Ascii *ascii, const char *what, float *value) {
    ascii->at = skip_blanks(ascii->at);
    if (mdl_ascii_class[*ascii->at] == ASCII_LINE_END) {
        return ascii_fail(ascii, ascii->line, "%s has too few numbers", what);
    }
    switch (mdl_ascii_number(&ascii->at, value)) {
    case ASCII_ODD_NUMBER: ascii_note_odd_number(ascii, what); return true;
    case ASCII_NUMBER: return true;
    case ASCII_NO_NUMBER:
        return ascii_fail(ascii, ascii->line, "%s has a word, expected a number", what);
    case ASCII_NOT_FINITE: break;
    }
    return ascii_fail(ascii, ascii->line, "%s has a number that isn't finite as float32", what);
}

/* Reads a word of digits, with or without a sign; returns false if it is something else. */
static bool read_digits(Ascii *ascii, int64_t *value) {
    const uint8_t *at = ascii->at;
    bool negative = *at == '-';
    uint64_t number = 0;
    const uint8_t *first = at + (negative || *at == '+');
    const uint8_t *end = mdl_ascii_digits(first, &number);
    if (end == first || end - first > 18 || mdl_ascii_class[*end] == ASCII_WORD) return false;
    *value = negative ? -(int64_t)number : (int64_t)number;
    ascii->at = end;
    return true;
}

static bool read_truth(Ascii *ascii, int64_t *value) {
    const uint8_t *before = ascii->at;
    AsciiToken token = ascii_token(ascii);
    *value = ascii_token_is(token, "true");
    if (*value || ascii_token_is(token, "false")) return true;
    ascii->at = before;
    return false;
}

bool ascii_need_integer(Ascii *ascii, const char *what, uint32_t *value) {
    int64_t number;
    float real;
    ascii->at = skip_blanks(ascii->at);
    if (!read_digits(ascii, &number) && !read_truth(ascii, &number)) {
        if (!ascii_need_float(ascii, what, &real)) return false;
        number = fabsf(real) < 1e18f ? (int64_t)real : INT64_MAX;
    }
    if (number < INT32_MIN || number > UINT32_MAX) {
        return ascii_fail(ascii, ascii->line, "%s has a number beyond 32 bits", what);
    }
    *value = (uint32_t)number;
    return true;
}

/* Nearly all counts are digits, so the text for a message is only made for other words. */
bool ascii_need_count(Ascii *ascii, const char *list, uint32_t *value) {
    char what[ASCII_WORD_LONGEST + 16];
    int64_t number;
    ascii->at = skip_blanks(ascii->at);
    const uint8_t *start = ascii->at;
    if (read_digits(ascii, &number) && number >= INT32_MIN && number <= UINT32_MAX) {
        *value = (uint32_t)number;
        return true;
    }
    ascii->at = start;
    print_text(what, sizeof what, "the count of %s", list);
    return ascii_need_integer(ascii, what, value);
}
