/* Checks for odd but readable data in a 2DA. An oddity that repeats is one finding with a count. */
#include "neverwinter/twoda/twoda.h"
#include "neverwinter/twoda/twoda_rules.inc"

/* What is odd in lines. */
enum {
    TWODA_RULES(SIGHTING_NUMBER),
    TWODA_RULE_COUNT,
};

static const SightingKind seen_kinds[] = {TWODA_RULES(SIGHTING_KIND)};

static bool all_stars(TwoDaText text) {
    for (uint32_t i = 0; i < text.length; i++) {
        if (text.bytes[i] != '*') return false;
    }
    return text.length > 0;
}

static void check_cell(const TwoDaWalk *walk, Sightings *seen) {
    TwoDaText text = twoda_text(walk->twoda, walk->cell);
    const uint8_t *end = walk->twoda->document.bytes + walk->twoda->document.size;
    const uint8_t *behind = text.bytes + text.length + 1;
    sightings_add(&seen[SEEN_QUOTE_OPEN], text.is_open, walk->cell);
    if (text.is_quoted && !text.is_open && behind < end && !strchr(" \t\r\n", *behind)) {
        sightings_add(&seen[SEEN_QUOTE_JOINED], true, walk->cell);
    }
    if (!text.is_quoted && memchr(text.bytes, '"', text.length)) {
        sightings_add(&seen[SEEN_QUOTE_INSIDE], true, walk->cell);
    }
}

static void check_row(TwoDaWalk *walk, uint64_t row, Sightings *seen) {
    const TwoDa *twoda = walk->twoda;
    uint64_t count = 0;
    char number[24];
    int length = print_text(number, sizeof number, "%" PRIu64, row);
    TwoDaText label = twoda_text(twoda, twoda->rows[row]);
    if (label.length != (uint32_t)length || memcmp(label.bytes, number, label.length) != 0) {
        sightings_add(&seen[SEEN_ROW_LABEL], true, twoda->rows[row]);
    }
    for (; twoda_next_cell(walk); count++) {
        TwoDaText text = twoda_text(twoda, walk->cell);
        check_cell(walk, seen);
        if (!text.is_quoted && all_stars(text) && !twoda_is_null(&text)) {
            sightings_add(&seen[SEEN_STARS], true, walk->cell);
        }
    }
    sightings_add(&seen[SEEN_ROW_SHORT], count < twoda->column_count, twoda->rows[row]);
    sightings_add(&seen[SEEN_ROW_LONG], count > twoda->column_count, twoda->rows[row]);
}

static bool check_lines(const TwoDa *twoda, Sightings *seen, Error *error) {
    TwoDaWalk walk = {.twoda = twoda, .at = twoda->header_end};
    uint64_t row = 0;
    Sightings blank = {0};
    for (uint64_t line = 0; twoda_next_line(&walk); line++) {
        uint32_t start = walk.at;
        if (arena_interrupted_at(&twoda->document.arena, line)) return fail_interrupted(error);
        if (!twoda_next_cell(&walk)) {
            sightings_add(&blank, row, start);
            continue;
        }
        check_cell(&walk, seen);
        if (row < twoda->row_count && walk.cell == twoda->rows[row]) {
            if (blank.count && !seen[SEEN_BLANK_LINE].count) {
                seen[SEEN_BLANK_LINE].first = blank.first;
            }
            seen[SEEN_BLANK_LINE].count += blank.count;
            blank = (Sightings){0};
            check_row(&walk, row++, seen);
        } else {
            while (twoda_next_cell(&walk)) check_cell(&walk, seen);
        }
    }
    return true;
}

static void check_header(const TwoDa *twoda, Findings *findings) {
    const uint8_t *bytes = twoda->document.bytes;
    TwoDaWalk walk = {.twoda = twoda, .at = bytes[0] == 0xEF ? 3 : 0};
    bool is_odd = false;
    if (walk.at) {
        finding_add(findings, SEVERITY_WARNING, "bom", 0,
                    "the file begins with a byte order mark, which games don't expect");
    }
    twoda_next_cell(&walk);
    is_odd = memcmp(bytes + walk.cell, "2DA", 3) != 0;
    twoda_next_cell(&walk);
    is_odd = is_odd || memcmp(bytes + walk.cell, "V2.0", 4) != 0 || twoda_next_cell(&walk);
    if (is_odd) {
        finding_add(findings, SEVERITY_INFO, "header_odd", 0,
                    "the first line is more than \"2DA V2.0\", or in lower case");
    }
    const uint8_t *nul = memchr(bytes, 0, (size_t)twoda->document.size);
    if (nul) {
        finding_add(findings, SEVERITY_WARNING, "nul", document_offset(&twoda->document, nul),
                    "a NUL byte stands in the text");
    }
}

static bool check_columns(const TwoDa *twoda, Findings *findings, Error *error) {
    Arena scratch = arena_scratch(&twoda->document.arena);
    Map names = {0};
    bool done = true;
    for (uint64_t i = 0; done && i < twoda->column_count; i++) {
        TwoDaText text = twoda_text(twoda, twoda->columns[i]);
        uint8_t *name = arena_piece(&scratch, text.length + 1);
        void **place = NULL;
        for (uint32_t k = 0; name && k < text.length; k++) name[k] = fold_byte(text.bytes[k]);
        if (name) place = map_place(&names, &scratch, name, text.length);
        done = place || fail_memory(error, &scratch);
        if (!done) break;
        if (*place) {
            finding_add(findings, SEVERITY_WARNING, "column_twice", twoda->columns[i],
                        "column %" PRIu64 " has the name of an earlier one, which readers find", i);
        }
        *place = &names;
        if (arena_interrupted_at(&scratch, i)) done = fail_interrupted(error);
    }
    arena_clear(&scratch);
    return done;
}

bool twoda_check(Document *document, Findings *findings, Error *error) {
    const TwoDa *twoda = (const TwoDa *)document;
    Sightings seen[TWODA_RULE_COUNT] = {{0}};
    if (twoda->is_binary) {
        uint64_t said = load_u16(twoda->document.bytes + twoda->texts - 2);
        uint64_t left = twoda->document.size - twoda->texts;
        if (said != left) {
            finding_add(findings, SEVERITY_INFO, "data_size", twoda->texts - 2,
                        "the texts have %" PRIu64 " bytes, the header says %" PRIu64, left, said);
        }
    } else {
        check_header(twoda, findings);
        if (!check_lines(twoda, seen, error)) return false;
    }
    sightings_tell(seen, seen_kinds, TWODA_RULE_COUNT, findings);
    return check_columns(twoda, findings, error);
}
