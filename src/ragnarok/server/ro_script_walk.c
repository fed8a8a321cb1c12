/* The walk over a server's script, as servers walk: ro_script.h tells how. */
#include "ragnarok/server/ro_script.h"

enum {
    MEASURED_AGAIN = 8, /* bytes measured behind the stop, in sizes of the file */
    MARK_BYTES = 3,
    STEP_MOST = 4096, /* bytes that count as one step */
};

/* Where the walk is, and what it has found further on. */
typedef struct Place {
    RoWalk *walk;
    uint64_t at;
    uint64_t line, end; /* the number of the line at `at`, and its LF or the end of the file */
    uint64_t nul;       /* the first NUL from `at` on, or the end of the file */
    uint64_t measured;  /* bytes of scripts that were measured behind the stop */
} Place;

/* ---- Between lines --------------------------------------------------------------------------- */

/* Returns the first place of a byte from `at` on, or `end`. */
static uint64_t find_before(const RoWalk *walk, uint64_t at, uint64_t end, char byte) {
    const uint8_t *found = at < end ? memchr(walk->bytes + at, byte, (size_t)(end - at)) : NULL;
    return found ? (uint64_t)(found - walk->bytes) : end;
}

static uint64_t find_byte(const RoWalk *walk, uint64_t at, char byte) {
    return find_before(walk, at, walk->size, byte);
}

/* Notes whether the user wants to stop. Functions that go on byte by byte ask at each step, and
** then go to the end of the file at once. */
static bool is_interrupted(RoWalk *walk) {
    if (arena_interrupted_at(walk->arena, walk->steps++)) walk->interrupted = true;
    return walk->interrupted;
}

static bool is_pair(const RoWalk *walk, uint64_t at, const char *pair) {
    return walk->size - at >= 2 && memcmp(walk->bytes + at, pair, 2) == 0;
}

/* Returns the end of a block comment; a comment that isn't closed ends with the file. */
static uint64_t skip_comment(RoWalk *walk, uint64_t at) {
    for (at += 2; (at = find_byte(walk, at, '*')) < walk->size && !is_interrupted(walk); at++) {
        if (is_pair(walk, at, "*/")) return at + 2;
    }
    return walk->size;
}

uint64_t ro_skip_space(RoWalk *walk, uint64_t at) {
    const uint8_t *bytes = walk->bytes;
    while (at < walk->size && !is_interrupted(walk)) {
        uint64_t most = walk->size - at < STEP_MOST ? walk->size : at + STEP_MOST;
        while (at < most && ro_is_space(bytes[at])) at++;
        if (at == most) continue;
        if (is_pair(walk, at, "//")) at = find_byte(walk, at, '\n');
        else if (is_pair(walk, at, "/*")) at = skip_comment(walk, at);
        else return at;
    }
    return walk->size;
}

static uint64_t count_lines(RoWalk *walk, uint64_t from, uint64_t to) {
    uint64_t count = 0;
    while ((from = find_before(walk, from, to, '\n')) < to && !is_interrupted(walk)) {
        count++;
        from++;
    }
    return count;
}

/* ---- Braces ---------------------------------------------------------------------------------- */

RoProblem ro_skip_string(RoWalk *walk, uint64_t *at) {
    const uint8_t *bytes = walk->bytes;
    for (++*at; *at < walk->size && !is_interrupted(walk); ++*at) {
        if (bytes[*at] == '"') return RO_FINE;
        if (bytes[*at] == '\n') return RO_LINE_IN_STRING;
        if (bytes[*at] == '\\' && bytes[*at - 1] <= 0x7E) ++*at;
    }
    *at = walk->size;
    return RO_OPEN_STRING;
}

/* Moves *at from an opening brace to the byte behind the brace that closes it. Without one, *at
** stops at the end of the file, or at a string that doesn't end. */
static RoProblem skip_braces(RoWalk *walk, uint64_t *at) {
    static const bool tells[256] = {['"'] = true, ['/'] = true, ['{'] = true, ['}'] = true};
    RoProblem problem = RO_FINE;
    uint64_t depth = 1;
    while (depth && !problem && ++*at < walk->size) {
        uint8_t byte = walk->bytes[*at];
        if (!tells[byte] && *at % STEP_MOST) continue;
        if (is_interrupted(walk)) break;
        uint64_t next = byte == '/' ? ro_skip_space(walk, *at) : 0;
        if (next > *at) *at = next - 1;
        if (byte == '"') problem = ro_skip_string(walk, at);
        depth = depth + (byte == '{') - (byte == '}');
    }
    *at += !depth;
    return problem || !depth ? problem : RO_OPEN_BRACES;
}

/* Returns the first place of a '{', from `at` on in the line, that follows the byte `before`; 0:
** there is none. */
static uint64_t find_brace(const Place *place, uint64_t at, char before) {
    const RoWalk *walk = place->walk;
    for (; (at = find_before(walk, at, place->end, '{')) < place->end; at++) {
        if (at > place->at && walk->bytes[at - 1] == (uint8_t)before) return at;
    }
    return 0;
}

/* Measures the script that a line begins, and returns where the walk goes on behind it. */
static uint64_t measure(Place *place, uint64_t brace, RoLine *line) {
    RoWalk *walk = place->walk;
    bool is_tired = place->measured / MEASURED_AGAIN > walk->size;
    uint64_t at = brace;
    RoProblem problem = is_tired ? RO_OPEN_BRACES : skip_braces(walk, &at);
    if (walk->stopped_at) place->measured += at - brace;
    if (!is_tired) line->end_line += (uint32_t)count_lines(walk, place->at, at);
    /* a script that doesn't close ends where the file does */
    if (is_tired || line->end_line > walk->line_count) line->end_line = (uint32_t)walk->line_count;
    if (problem) {
        line->problem = (uint8_t)problem;
        return place->end;
    }
    if (place->end < at) place->end = find_byte(walk, at, '\n');
    place->line = line->end_line;
    line->body = (uint32_t)brace;
    line->body_end = (uint32_t)at;
    return at;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Reads a script from its brace on, which the fourth field must have: that of a function as its
** first byte, that of others behind a comma. Returns where the walk goes on; *stops: servers stop
** here. */
static uint64_t read_script(Place *place, RoLine *line, const RoFields *fields, bool *stops) {
    const RoText w4 = fields->w[3];
    bool is_function = line->kind == RO_FUNCTION;
    uint64_t brace = find_brace(place, place->at, is_function ? '\t' : ',');
    uint64_t own = (uint64_t)(w4.at - place->walk->bytes), next = place->end;
    bool has_brace = is_function ? w4.length && w4.at[0] == '{' : find_brace(place, own + 1, ',');
    if (brace && has_brace) next = measure(place, brace, line);
    else line->problem = is_function ? RO_NO_BRACE : RO_NO_COMMA_BRACE;
    *stops = line->problem != RO_FINE;
    return next;
}

/* Reads the line at the place. Returns where the next one may begin. */
static uint64_t read_line(Place *place, RoLine *line, bool *stops) {
    const uint8_t *bytes = place->walk->bytes;
    uint64_t end = place->end;
    if (end > place->at && bytes[end - 1] == '\r') end--;
    RoFields fields = ro_fields(bytes + place->at, bytes + end, false);
    line->kind = (uint8_t)ro_fields_kind(&fields);
    if (place->walk->puts_off >> line->kind & 1) {
        line->body_end = (uint32_t)end;
        line->problem = place->nul < end ? RO_NUL : RO_FINE;
        return place->end;
    }
    ro_line_read(line, &fields);
    *stops = line->problem == RO_FEW_FIELDS;
    bool is_script =
        line->kind == RO_SCRIPT || line->kind == RO_TRADER || line->kind == RO_FUNCTION;
    uint64_t next = is_script ? read_script(place, line, &fields, stops) : place->end;
    ro_line_check(line, place->nul < end);
    return next > place->at ? next : place->at + 1;
}

static RoLine begin_line(const RoWalk *walk, RoMark mark) {
    return (RoLine){.line = mark.line,
                    .end_line = mark.line,
                    .start = mark.start,
                    .kind = mark.kind,
                    .encoding = (uint8_t)walk->encoding,
                    .after_stop = mark.after_stop};
}

void ro_script_read_line(const RoWalk *walk, const RoMark *mark, RoLine *line) {
    RoFields fields = ro_fields(walk->bytes + mark->start, walk->bytes + mark->end, false);
    *line = begin_line(walk, *mark);
    ro_line_read(line, &fields);
    ro_line_check(line, mark->has_nul);
}

bool ro_script_walk(RoWalk *walk, Error *error) {
    bool has_mark = encoding_mark_bytes(FILE_UTF8, walk->bytes, walk->size) != 0;
    Place place = {.walk = walk, .at = has_mark ? MARK_BYTES : 0, .line = 1};
    place.end = find_byte(walk, 0, '\n');
    walk->line_count = count_lines(walk, 0, walk->size);
    walk->line_count += walk->size && walk->bytes[walk->size - 1] != '\n';
    if (has_mark) walk->stopped_at = 1;
    while ((place.at = ro_skip_space(walk, place.at)) < walk->size) {
        bool stops = false;
        if (place.nul <= place.at) place.nul = find_byte(walk, place.at, '\0');
        for (; place.end < place.at && !is_interrupted(walk); place.line++) {
            place.end = find_byte(walk, place.end + 1, '\n');
        }
        RoMark mark = {.start = (uint32_t)place.at, .line = (uint32_t)place.line};
        mark.after_stop = walk->stopped_at != 0;
        RoLine line = begin_line(walk, mark);
        place.at = read_line(&place, &line, &stops);
        if (stops && !walk->stopped_at) walk->stopped_at = line.line;
        if (is_interrupted(walk)) break;
        if (!walk->take(walk->context, &line, error)) return false;
    }
    return !walk->interrupted || fail_interrupted(error);
}
