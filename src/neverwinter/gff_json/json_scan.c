/* See json_scan.h. */
#include "neverwinter/gff_json/json_scan.h"
#include "codec/text.h"
#include "codec/utf8.h"
#include "core/decimal.h"
#include "neverwinter/mdl_ascii/mdl_ascii_number.h"

bool scan_fail(const JsonScan *scan, const uint8_t *at, const char *expected) {
    uint64_t line = 1;
    const uint8_t *first = scan->start;
    for (const uint8_t *byte = first; byte < at; byte++) {
        if (*byte != '\n') continue;
        line++;
        first = byte + 1;
    }
    char found[16] = "the end";
    if (at < scan->end) {
        bool is_shown = *at > ' ' && *at < 0x7F;
        print_text(found, sizeof found, is_shown ? "'%c'" : "byte 0x%02x", *at);
    }
    return fail_at(scan->error, ERROR_CORRUPT, scan_offset(scan, at),
                   "line %" PRIu64 ", column %" PRIu64 ": expected %s, found %s", line,
                   (uint64_t)(at - first) + 1, expected, found);
}

/* ---- Blanks ---------------------------------------------------------------------------------- */

/* Passes over a comment, of a line or between marks. */
static bool skip_comment(JsonScan *scan) {
    const uint8_t *at = scan->at, *end = scan->end;
    bool is_line = end - at > 1 && at[1] == '/';
    if (!is_line && (end - at < 2 || at[1] != '*')) return scan_fail(scan, at, "a value");
    scan_note(scan, JSON_ODD_COMMENT, at);
    at += 2;
    if (is_line) {
        while (at < end && *at != '\n') at++;
    } else {
        while (end - at > 1 && !(at[0] == '*' && at[1] == '/')) at++;
        if (end - at < 2) return scan_fail(scan, end, "the end of the comment");
        at += 2;
    }
    scan->at = at;
    return true;
}

/* Eight bytes of one value each. */
#define EIGHT(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Returns how many of the eight bytes of `marks` stand before the first that isn't zero. */
static inline unsigned bytes_before(uint64_t marks) {
    return marks ? (unsigned)__builtin_ctzll(marks) / 8 : 8;
}

bool scan_many_blanks(JsonScan *scan) {
    for (;;) {
        const uint8_t *at = scan->at, *end = scan->end;
        while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) {
            unsigned spaces = 8;
            for (at++; spaces == 8 && end - at >= 8; at += spaces) {
                spaces = bytes_before(load_u64(at) ^ EIGHT(' '));
            }
        }
        scan->at = at;
        if (at == end || *at != '/') return true;
        if (!skip_comment(scan)) return false;
    }
}

bool scan_next(JsonScan *scan, char close, bool *is_first, bool *ended) {
    if (!scan_blanks(scan)) return false;
    *ended = scan_is_at(scan, close);
    if (!*ended && !*is_first) {
        const uint8_t *comma = scan->at;
        if (!scan_is_at(scan, ',')) {
            return scan_fail(scan, comma, close == '}' ? "',' or '}'" : "',' or ']'");
        }
        scan->at++;
        if (!scan_blanks(scan)) return false;
        *ended = scan_is_at(scan, close);
        if (*ended) scan_note(scan, JSON_ODD_COMMA, comma);
    }
    *is_first = false;
    scan->at += *ended;
    return true;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* Returns how many of the eight bytes at `at` mean nothing special in a text. In each sum, the
** lowest top bit that is set belongs to such a byte. */
static inline unsigned plain_bytes(const uint8_t *at) {
    uint64_t eight = load_u64(at), quotes = eight ^ EIGHT('"'), escapes = eight ^ EIGHT('\\');
    uint64_t marks = ((quotes - EIGHT(1)) & ~quotes) | ((escapes - EIGHT(1)) & ~escapes) |
                     ((eight - EIGHT(' ')) & ~eight) | eight;
    return bytes_before(marks & EIGHT(0x80));
}

static const char escape_letters[] = "\"\\/bfnrtv'", escape_bytes[] = "\"\\/\b\f\n\r\t\v'";

/* Passes over an escape, which begins with a backslash. */
static bool skip_escape(const JsonScan *scan, const uint8_t **at) {
    const uint8_t *start = *at, *letter = start + 1;
    if (letter == scan->end) return scan_fail(scan, letter, "the end of the text");
    if (*letter != 'u') {
        *at = letter + 1;
        return (*letter && strchr(escape_letters, *letter)) ||
               scan_fail(scan, start, "a known escape");
    }
    for (int i = 1; i <= 4; i++) {
        if (letter + i >= scan->end || hex_digit((char)letter[i]) < 0) {
            return scan_fail(scan, start, "four hexadecimal digits behind \\u");
        }
    }
    *at = letter + 5;
    return true;
}

bool scan_text(JsonScan *scan, JsonText *text) {
    if (!scan_is_at(scan, '"')) return scan_fail(scan, scan->at, "a text");
    const uint8_t *first = scan->at + 1, *at = first, *end = scan->end;
    bool has_escape = false, has_control = false, has_high = false;
    for (unsigned plain = 8; plain == 8 && end - at >= 8; at += plain) plain = plain_bytes(at);
    for (; at < end && *at != '"'; at++) {
        has_control = has_control || *at < ' ';
        has_high = has_high || *at >= 0x80;
        if (*at != '\\') continue;
        has_escape = true;
        if (!skip_escape(scan, &at)) return false;
        at--;
    }
    if (at == end) return scan_fail(scan, end, "the end of the text");
    *text = (JsonText){first, (uint32_t)(at - first), !has_escape && !has_high, true};
    if (has_control) scan_note(scan, JSON_ODD_CONTROL, first);
    if (has_high && !text_is_utf8(first, text->size)) {
        text->is_utf8 = false;
        scan_note(scan, JSON_ODD_NOT_UTF8, first);
    }
    scan->at = at + 1;
    return true;
}

bool scan_key(JsonScan *scan, JsonText *key) {
    if (!scan_is_at(scan, '"')) return scan_fail(scan, scan->at, "a key");
    if (!scan_text(scan, key) || !scan_blanks(scan)) return false;
    if (!scan_is_at(scan, ':')) return scan_fail(scan, scan->at, "':'");
    scan->at++;
    return scan_blanks(scan);
}

static uint32_t four_digits(const uint8_t *at) {
    uint32_t unit = 0;
    for (int i = 0; i < 4; i++) unit = unit << 4 | (uint32_t)hex_digit((char)at[i]);
    return unit;
}

/* Reads the character of an escape, which scan_text() has checked. Half a pair of surrogates stands
** for no character. */
static uint32_t escaped(const uint8_t **at, const uint8_t *end) {
    const uint8_t *letter = *at + 1;
    *at = letter + 1;
    if (*letter != 'u')
        return (uint8_t)escape_bytes[strchr(escape_letters, *letter) - escape_letters];
    uint32_t unit = four_digits(letter + 1), low;
    *at = letter + 5;
    if (unit < 0xD800 || unit > 0xDFFF) return unit;
    if (unit > 0xDBFF || end - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u') {
        return UTF8_REPLACEMENT;
    }
    low = four_digits(*at + 2);
    if (low < 0xDC00 || low > 0xDFFF) return UTF8_REPLACEMENT;
    *at += 6;
    return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
}

bool scan_undo_escapes(JsonScan *scan, const JsonText *text, List *bytes) {
    if (!list_reserve(scan->arena, bytes, (uint64_t)text->size + 1, 1)) {
        return fail_memory(scan->error, scan->arena);
    }
    char *out = (char *)bytes->items + bytes->count;
    const uint8_t *at = text->bytes, *end = at + text->size;
    while (at < end) {
        const uint8_t *plain = memchr(at, '\\', (size_t)(end - at));
        size_t length = (size_t)((plain ? plain : end) - at);
        memcpy(out, at, length);
        out += length;
        at += length;
        if (at < end) out += utf8_write(escaped(&at, end), out);
    }
    bytes->count = (uint64_t)(out - (char *)bytes->items);
    return true;
}

bool scan_decode(JsonScan *scan, const JsonText *text, List *bytes) {
    if (text->is_utf8) return scan_undo_escapes(scan, text, bytes);
    char *mixed = arena_alloc(scan->arena, text->size, TEXT_BYTES_MAX);
    if (!mixed) return fail_memory(scan->error, scan->arena);
    size_t length = text_mixed_into(text->bytes, text->size, mixed);
    const JsonText converted = {(const uint8_t *)mixed, (uint32_t)length, false, true};
    bool done = scan_undo_escapes(scan, &converted, bytes);
    arena_release(scan->arena, mixed);
    return done;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

enum { DIGITS_MOST = 19, EXPONENT_DIGITS_MOST = 4 };

/* Appends digits to those of a number; returns how many there are. */
static uint64_t take_digits(const JsonScan *scan, const uint8_t **at, uint64_t *digits) {
    const uint8_t *first = *at, *byte = first;
    for (; byte < scan->end && (uint8_t)(*byte - '0') <= 9; byte++) {
        *digits = *digits * 10 + (uint8_t)(*byte - '0');
    }
    *at = byte;
    return (uint64_t)(byte - first);
}

bool scan_number(JsonScan *scan, JsonNumber *number) {
    const uint8_t *at = scan->at, *end = scan->end;
    *number = (JsonNumber){.start = at, .is_integer = true};
    number->is_negative = scan_is_at(scan, '-');
    at += number->is_negative;
    bool is_zero = at < end && *at == '0';
    uint64_t count = take_digits(scan, &at, &number->digits);
    if (!count || (is_zero && count > 1)) return scan_fail(scan, scan->at, "a value");
    if (at < end && *at == '.') {
        at++;
        uint64_t places = take_digits(scan, &at, &number->digits);
        if (!places) return scan_fail(scan, at, "digits behind the point");
        number->is_integer = false;
        number->exponent = -(int32_t)(places <= DIGITS_MOST ? places : 0);
        count += places;
    }
    number->is_long = count > DIGITS_MOST;
    if (at < end && (*at | 0x20) == 'e') {
        at++;
        bool is_negative = at < end && *at == '-';
        uint64_t exponent = 0;
        if (at < end && (*at == '-' || *at == '+')) at++;
        uint64_t digits = take_digits(scan, &at, &exponent);
        if (!digits) return scan_fail(scan, at, "digits of the exponent");
        number->is_integer = false;
        number->is_long = number->is_long || digits > EXPONENT_DIGITS_MOST;
        number->exponent += is_negative ? -(int32_t)exponent : (int32_t)exponent;
    }
    number->end = scan->at = at;
    return true;
}

bool scan_integer(const JsonNumber *number, uint64_t *integer, bool *fits) {
    uint64_t value = 0;
    bool is_long = false;
    if (!number->is_integer) return false;
    const uint8_t *at = number->start + number->is_negative;
    if (number->is_long) {
        for (; at < number->end; at++) {
            uint8_t digit = (uint8_t)(*at - '0');
            is_long = is_long || value > (UINT64_MAX - digit) / 10;
            value = value * 10 + digit;
        }
    } else {
        value = number->digits;
    }
    *fits = !is_long && (!number->is_negative || value <= (uint64_t)INT64_MAX + 1);
    *integer = number->is_negative ? 0 - value : value;
    return true;
}

double scan_double(const JsonNumber *number) {
    double size = 0;
    bool is_exact = !number->is_long && number->digits <= UINT64_C(1) << 53;
    if (is_exact && number->exponent >= -22 && number->exponent <= 22) {
        size = (double)number->digits;
        if (number->exponent < 0) size /= mdl_ascii_powers[-number->exponent];
        else size *= mdl_ascii_powers[number->exponent];
    } else {
        const uint8_t *first = number->start + number->is_negative;
        decimal_read(first, (size_t)(number->end - first), &size);
    }
    /* neverwinter.nim reads the integer -0 as 0 */
    return number->is_negative && (size != 0 || !number->is_integer) ? -size : size;
}

/* ---- Values that nobody needs ---------------------------------------------------------------- */

typedef struct Skipped {
    uint32_t start, end;
} Skipped;

static bool skip_word(JsonScan *scan) {
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < LENGTH(words); i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, words[i], length) != 0) {
            continue;
        }
        scan->at += length;
        return true;
    }
    return scan_fail(scan, scan->at, "a value");
}

static bool skip_scalar(JsonScan *scan) {
    JsonText text;
    JsonNumber number;
    if (scan_is_at(scan, '"')) return scan_text(scan, &text);
    return scan_is_at_number(scan) ? scan_number(scan, &number) : skip_word(scan);
}

/* Jumps to the end of the object or array that begins here, if it was passed over before. */
static bool jump(JsonScan *scan) {
    const Skipped *all = scan->skipped.items;
    uint32_t start = scan_offset(scan, scan->at);
    uint64_t place, count = scan->skipped.count;
    if (!count || all[count - 1].start < start) return false;
    BISECT(place, 0, count, all[place].start < start);
    if (place == count || all[place].start != start) return false;
    scan->at = scan->start + all[place].end;
    return true;
}

/* The objects and arrays that are open. */
typedef struct Brackets {
    uint32_t depth;
    uint64_t numbers[JSON_DEPTH_MOST]; /* the number of each in scan->skipped */
} Brackets;

static bool open_bracket(JsonScan *scan, Brackets *open) {
    if (open->depth == JSON_DEPTH_MOST) {
        return scan_fail(scan, scan->at, "at most 1000 brackets in each other");
    }
    Skipped *made = list_add(scan->scratch, &scan->skipped, sizeof *made);
    if (!made) return fail_memory(scan->error, scan->scratch);
    *made = (Skipped){scan_offset(scan, scan->at++), 0};
    open->numbers[open->depth++] = scan->skipped.count - 1;
    return true;
}

bool scan_skip(JsonScan *scan) {
    Brackets open; /* whose numbers are many, and set when needed */
    open.depth = 0;
    bool is_first = false, ended;
    if (jump(scan)) return true;
    do {
        if (scan_is_at(scan, '{') || scan_is_at(scan, '[')) {
            if (!open_bracket(scan, &open)) return false;
            is_first = true;
        } else if (!skip_scalar(scan)) {
            return false;
        }
        for (ended = true; open.depth && ended;) {
            Skipped *top = (Skipped *)scan->skipped.items + open.numbers[open.depth - 1];
            bool is_object = scan->start[top->start] == '{';
            JsonText key;
            if (!scan_next(scan, is_object ? '}' : ']', &is_first, &ended)) return false;
            if (ended) {
                top->end = scan_offset(scan, scan->at);
                open.depth--;
            } else if (is_object && !scan_key(scan, &key)) {
                return false;
            }
        }
        if (arena_interrupted(scan->arena)) return fail_interrupted(scan->error);
    } while (open.depth);
    return true;
}
