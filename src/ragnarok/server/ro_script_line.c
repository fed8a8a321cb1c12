/* One line of a server's script: its fields, texts and numbers. ro_script.h has the layout. */
#include "ragnarok/server/ro_script.h"

const char *const ro_kind_names[RO_KINDS] = {
    NULL,         "warp",      "warp2",    "monster",  "boss_monster", "miniboss_monster",
    "script",     "trader",    "shop",     "cashshop", "itemshop",     "pointshop",
    "marketshop", "duplicate", "function", "mapflag",
};

const char *const ro_problem_texts[RO_PROBLEMS] = {
    [RO_FEW_FIELDS] = "fewer than 3 fields",
    [RO_UNKNOWN] = "unknown keyword, or a tab too few or too many",
    [RO_WARP_NUMBERS] = "not <map>,<x>,<y> and <span x>,<span y>,<map>,<x>,<y>",
    [RO_SPAWN_NUMBERS] = "not <map>, <name>, <id>,<amount>",
    [RO_AMOUNT] = "amount isn't 1 to 1000",
    [RO_MOB_NAME] = "a name for an id: taken by newer rAthena only",
    [RO_RATHENA_ONLY] = "taken by rAthena only",
    [RO_NPC_NUMBERS] = "not <map>,<x>,<y>,<facing>",
    [RO_NO_TARGET] = "no name in duplicate()",
    [RO_NO_BRACE] = "no '{'",
    [RO_NO_COMMA_BRACE] = "no ',{'",
    [RO_OPEN_BRACES] = "braces don't close",
    [RO_OPEN_STRING] = "string doesn't close",
    [RO_LINE_IN_STRING] = "line ends in a string",
    [RO_COORDINATE] = "a coordinate beyond 16 bits",
    [RO_NUMBER] = "a number beyond 32 bits",
    [RO_NUL] = "NUL in the line",
};

/* ---- Fields ---------------------------------------------------------------------------------- */

RoFields ro_fields(const uint8_t *at, const uint8_t *end, bool joins) {
    RoFields fields = {.count = 0};
    for (int i = 0; i < 4; i++) {
        const uint8_t *tab = i < 3 && at < end ? memchr(at, '\t', (size_t)(end - at)) : NULL;
        fields.w[i] = (RoText){at, (uint32_t)((tab ? tab : end) - at)};
        fields.count++;
        if (!tab) break;
        at = tab + 1;
        while (joins && at < end && *at == '\t') at++;
    }
    for (uint32_t i = fields.count; i < 4; i++) fields.w[i] = (RoText){end, 0};
    return fields;
}

static bool is_word(RoText text, const char *word) {
    return text.length && fold_byte(text.at[0]) == (uint8_t)word[0] &&
           text_is(text.at, text.length, word);
}

#define DUPLICATE "duplicate("

/* Cuts off the state with which an NPC begins, as in "script(DISABLED)"; returns it, or no text. */
static RoText cut_state(RoText *word) {
    const uint8_t *open = word->length ? memchr(word->at, '(', word->length) : NULL;
    if (!open || word->at[word->length - 1] != ')') return (RoText){0};
    uint32_t begin = (uint32_t)(open - word->at), length = word->length - begin - 2;
    word->length = begin;
    return (RoText){open + 1, length};
}

RoKind ro_fields_kind(const RoFields *fields) {
    RoText word = fields->w[1];
    if (fields->count > 2 && is_word(word, "mapflag")) return RO_MAPFLAG;
    if (fields->count < 4) return RO_OTHER;
    size_t begin = strlen(DUPLICATE);
    if (word.length >= begin && memcmp(word.at, DUPLICATE, begin) == 0) return RO_DUPLICATE;
    const bool has_state = cut_state(&word).at, is_function = is_word(fields->w[0], "function");
    for (int kind = RO_WARP; kind < RO_DUPLICATE; kind++) {
        if (!is_word(word, ro_kind_names[kind])) continue;
        if (has_state && (is_function || (kind > RO_WARP2 && kind != RO_SCRIPT))) break;
        return is_function && kind == RO_SCRIPT ? RO_FUNCTION : (RoKind)kind;
    }
    return RO_OTHER;
}

/* ---- Reading as C's sscanf ------------------------------------------------------------------- */

typedef struct Scan {
    const uint8_t *at, *end;
    bool failed; /* so nothing further is read */
} Scan;

static Scan scan_of(RoText text) {
    return (Scan){.at = text.at, .end = text.at + text.length};
}

/* Reads a number into the line; returns false if there is none. Beyond 32 bits not all digits
** count. */
static bool scan_number(Scan *scan, RoLine *line, int number) {
    const uint8_t *at = scan->at, *end = scan->end;
    while (at < end && ro_is_space(*at)) at++;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    int64_t value = 0;
    const uint8_t *digits = at;
    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        if (value <= INT32_MAX) value = 10 * value + (*at - '0');
    }
    scan->failed = scan->failed || at == digits;
    if (scan->failed) return false;
    scan->at = at;
    if (negative) value = -value;
    bool fits = value >= INT32_MIN && value <= INT32_MAX;
    line->numbers[number] = fits ? (int32_t)value : negative ? INT32_MIN : INT32_MAX;
    *(fits ? &line->given : &line->beyond) |= 1u << number;
    return true;
}

static bool scan_comma(Scan *scan) {
    scan->failed = scan->failed || scan->at == scan->end || *scan->at != ',';
    scan->at += !scan->failed;
    return !scan->failed;
}

/* Reads what stands before the next comma, at least one byte. */
static RoText scan_text(Scan *scan) {
    const uint8_t *start = scan->at;
    if (scan->failed) return (RoText){0};
    const uint8_t *comma =
        start < scan->end ? memchr(start, ',', (size_t)(scan->end - start)) : NULL;
    scan->at = comma ? comma : scan->end;
    scan->failed = scan->at == start;
    if (scan->failed) return (RoText){0};
    return (RoText){start, (uint32_t)(scan->at - start)};
}

/* Reads numbers, each behind a comma, until one is missing; returns how many there are. */
static int scan_numbers(Scan *scan, RoLine *line, const uint8_t *numbers, int count) {
    int read = 0;
    while (read < count && scan_comma(scan) && scan_number(scan, line, numbers[read])) read++;
    return read;
}

RoText ro_without_gat(RoText map) {
    if (text_ends(map.at, map.length, ".gat")) map.length -= (uint32_t)strlen(".gat");
    return map;
}

/* Reads "<map>,<number>,..."; returns how many numbers there are. */
static int read_place(RoLine *line, RoText field, const uint8_t *numbers, int count) {
    Scan scan = scan_of(field);
    line->texts[RO_MAP] = ro_without_gat(scan_text(&scan));
    return scan_numbers(&scan, line, numbers, count);
}

static RoText trimmed(RoText text) {
    while (text.length && ro_is_space(text.at[0])) text = (RoText){text.at + 1, text.length - 1};
    while (text.length && ro_is_space(text.at[text.length - 1])) text.length--;
    return text;
}

static RoText or_none(RoText text) {
    return text.length ? text : (RoText){0};
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static const uint8_t place_and_facing[] = {RO_X, RO_Y, RO_FACING};
static const uint8_t triggers[] = {RO_TRIGGER_X, RO_TRIGGER_Y};
static const uint8_t target[] = {RO_TO_X, RO_TO_Y};

static void read_warp(RoLine *line, const RoFields *fields) {
    static const uint8_t span_y[] = {RO_SPAN_Y};
    int numbers = read_place(line, fields->w[0], place_and_facing, 3);
    Scan scan = scan_of(fields->w[3]);
    scan_number(&scan, line, RO_SPAN_X);
    scan_numbers(&scan, line, span_y, 1);
    scan_comma(&scan);
    line->texts[RO_TO_MAP] = ro_without_gat(scan_text(&scan));
    if (scan_numbers(&scan, line, target, 2) < 2 || numbers < 2) line->problem = RO_WARP_NUMBERS;
}

void ro_line_read_target(RoLine *line, RoText argument) {
    Scan scan = scan_of(argument);
    RoText map = trimmed(scan_text(&scan));
    bool is_quoted = map.length > 2 && map.at[0] == '"' &&
                     memchr(map.at + 1, '"', map.length - 1) == map.at + map.length - 1;
    for (size_t i = 0; i < LENGTH(target); i++) {
        while (scan.at < scan.end && ro_is_space(*scan.at)) scan.at++;
        if (scan_comma(&scan)) scan_number(&scan, line, target[i]);
    }
    if (is_quoted && !scan.failed && scan.at == scan.end) {
        line->texts[RO_TO_MAP] = ro_without_gat((RoText){map.at + 1, map.length - 2});
    } else {
        line->texts[RO_ARGUMENT] = argument;
        line->given &= ~(uint32_t)(1 << RO_TO_X | 1 << RO_TO_Y);
    }
}

/* Reads the id of a monster: a number by itself. Returns false if the text is a name. */
static bool read_mob_id(RoLine *line, RoText text) {
    if (!text.at) return false;
    Scan scan = scan_of(text);
    bool found = scan_number(&scan, line, RO_MOB_ID) && scan.at == scan.end;
    if (!found) line->given &= ~(1u << RO_MOB_ID);
    return found;
}

static void read_spawn(RoLine *line, const RoFields *fields) {
    static const uint8_t place[] = {RO_X, RO_Y, RO_SPAN_X, RO_SPAN_Y};
    static const uint8_t amounts[] = {RO_AMOUNT_OF, RO_DELAY, RO_DELAY_RANDOM};
    static const uint8_t level[] = {RO_LEVEL}, size[] = {RO_SIZE, RO_AI};
    int places = read_place(line, fields->w[0], place, 4);
    Scan scan = scan_of(fields->w[2]);
    line->texts[RO_NAME] = scan_text(&scan);
    scan_numbers(&scan, line, level, 1);
    scan = scan_of(fields->w[3]);
    line->texts[RO_MOB] = scan_text(&scan);
    int numbers = scan_numbers(&scan, line, amounts, 3);
    if (scan_comma(&scan)) {
        RoText event = scan_text(&scan);
        /* git may have doubled a line end of Windows */
        while (event.length && event.at[event.length - 1] == '\r') event.length--;
        line->texts[RO_EVENT] = event;
    }
    scan_numbers(&scan, line, size, 2);
    int32_t amount = line->numbers[RO_AMOUNT_OF];
    bool has_id = read_mob_id(line, line->texts[RO_MOB]);
    bool is_spawn = line->texts[RO_MAP].at && line->texts[RO_NAME].at && numbers;
    bool is_usual = places == 4 && numbers == 3;
    line->problem = !is_spawn                     ? RO_SPAWN_NUMBERS
                    : amount < 1 || amount > 1000 ? RO_AMOUNT
                    : !has_id                     ? RO_MOB_NAME
                    : !is_usual                   ? RO_RATHENA_ONLY
                                                  : RO_FINE;
}

/* Reads "<sprite>,<x>,<y>": both numbers or none. */
static void read_triggers(RoLine *line, RoText field) {
    Scan scan = scan_of(field);
    scan_text(&scan);
    uint32_t given = line->given;
    if (scan_numbers(&scan, line, triggers, 2) < 2) line->given = given;
}

/* Reads the place of an NPC, which may be "-" for none. */
static void read_npc_place(RoLine *line, const RoFields *fields) {
    RoText field = fields->w[0];
    if (field.length == 1 && field.at[0] == '-') return;
    if (read_place(line, field, place_and_facing, 3) < 3) line->problem = RO_NPC_NUMBERS;
}

static void read_duplicate(RoLine *line, const RoFields *fields) {
    RoText word = fields->w[1], sprite = fields->w[3];
    uint32_t begin = (uint32_t)strlen(DUPLICATE);
    const uint8_t *comma = sprite.length ? memchr(sprite.at, ',', sprite.length) : NULL;
    if (comma) sprite.length = (uint32_t)(comma - sprite.at);
    line->texts[RO_SPRITE] = or_none(trimmed(sprite));
    read_npc_place(line, fields);
    read_triggers(line, fields->w[3]);
    if (word.length > begin && word.at[word.length - 1] == ')') {
        line->texts[RO_TARGET] = (RoText){word.at + begin, word.length - begin - 1};
    }
    if (!line->texts[RO_TARGET].length) line->problem = RO_NO_TARGET;
}

static void read_npc(RoLine *line, const RoFields *fields) {
    RoText sprite = fields->w[3];
    uint32_t length = 0;
    while (length < sprite.length && !ro_is_space(sprite.at[length]) && sprite.at[length] != '/' &&
           sprite.at[length] != ',') {
        length++;
    }
    line->texts[RO_SPRITE] = or_none((RoText){sprite.at, length});
    read_npc_place(line, fields);
    if (line->kind == RO_SCRIPT || line->kind == RO_TRADER) read_triggers(line, fields->w[3]);
}

static void read_mapflag(RoLine *line, const RoFields *fields) {
    read_place(line, fields->w[0], NULL, 0);
    line->texts[RO_NAME] = trimmed(fields->w[2]);
    line->texts[RO_VALUE] = or_none(trimmed(fields->w[3]));
}

void ro_line_read(RoLine *line, const RoFields *fields) {
    if (line->kind != RO_OTHER) line->texts[RO_NAME] = fields->w[2];
    if (line->kind == RO_WARP || line->kind == RO_WARP2 || line->kind == RO_SCRIPT) {
        RoText word = fields->w[1];
        line->texts[RO_STATE] = cut_state(&word);
    }
    switch ((RoKind)line->kind) {
    case RO_WARP:
    case RO_WARP2: read_warp(line, fields); break;
    case RO_MONSTER:
    case RO_BOSS_MONSTER:
    case RO_MINIBOSS_MONSTER: read_spawn(line, fields); break;
    case RO_DUPLICATE: read_duplicate(line, fields); break;
    case RO_MAPFLAG: read_mapflag(line, fields); break;
    case RO_FUNCTION: break;
    case RO_OTHER: line->problem = fields->count < 3 ? RO_FEW_FIELDS : RO_UNKNOWN; break;
    default: read_npc(line, fields);
    }
}

/* Tells whether a number, if the line has it, fits into the 16 bits that servers use. */
static bool is_short(const RoLine *line, int number) {
    if (line->beyond >> number & 1) return false;
    bool is_read = line->given >> number & 1;
    return !is_read || (line->numbers[number] >= INT16_MIN && line->numbers[number] <= INT16_MAX);
}

void ro_line_check(RoLine *line, bool has_nul) {
    if (!line->problem && line->texts[RO_STATE].at) line->problem = RO_RATHENA_ONLY;
    bool is_fine = is_short(line, RO_X) && is_short(line, RO_Y) && is_short(line, RO_SPAN_X) &&
                   is_short(line, RO_SPAN_Y);
    bool leads = line->kind == RO_WARP || line->kind == RO_WARP2;
    if (leads) is_fine = is_fine && is_short(line, RO_TO_X) && is_short(line, RO_TO_Y);
    if (!line->problem && !is_fine) line->problem = RO_COORDINATE;
    if (!line->problem && line->beyond) line->problem = RO_NUMBER;
    if (!line->problem && has_nul) line->problem = RO_NUL;
}
