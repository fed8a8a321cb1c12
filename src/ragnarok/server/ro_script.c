/* Scripts of a Ragnarok Online server: opening and findings. ro_script.h describes them. */
#include "ragnarok/server/ro_script.h"

static bool is_telling(const RoFields *fields) {
    RoText place = fields->w[0];
    RoKind kind = ro_fields_kind(fields);
    if (kind == RO_OTHER || !place.length) return false;
    if (kind == RO_MAPFLAG || kind == RO_FUNCTION) return true;
    if (place.at[0] == '-' || memchr(place.at, ',', place.length)) return true;
    /* a place without a comma is a whole map, on which only monsters are put */
    RoLine line = {.kind = (uint8_t)kind};
    ro_line_read(&line, fields);
    return line.problem == RO_RATHENA_ONLY;
}

/* Looks for a line that only scripts have, near the beginning: a long text isn't read whole. */
static bool ro_script_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    enum { TELLING_MOST = 1 << 20 };
    const uint8_t *at = head, *end = head + (head_size < TELLING_MOST ? head_size : TELLING_MOST);
    while (at < end) {
        const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end) line_end = end;
        if (memchr(at, '\t', (size_t)(line_end - at))) {
            /* lines with a tab too many are skipped by servers, but meant for them */
            RoFields fields = ro_fields(at, line_end, false), meant = ro_fields(at, line_end, true);
            if (is_telling(&fields) || is_telling(&meant)) {
                return encoding_takes_text(head, head_size, size);
            }
        }
        at = line_end < end ? line_end + 1 : end;
    }
    return false;
}

/* Returns the list for lines of a kind; NULL: they are in none. */
static List *list_of(RoScript *script, RoKind kind) {
    switch (kind) {
    case RO_OTHER: return NULL;
    case RO_WARP:
    case RO_WARP2: return &script->warps.list;
    case RO_MONSTER:
    case RO_BOSS_MONSTER:
    case RO_MINIBOSS_MONSTER: return &script->spawns.list;
    case RO_MAPFLAG: return &script->mapflags.list;
    default: return &script->npcs.list;
    }
}

/* Lines of these kinds are put off. */
static const uint32_t put_off = 1 << RO_WARP | 1 << RO_WARP2 | 1 << RO_MONSTER |
                                1 << RO_BOSS_MONSTER | 1 << RO_MINIBOSS_MONSTER | 1 << RO_MAPFLAG;

static bool gather(void *context, const RoLine *line, Error *error) {
    RoScript *script = context;
    Arena *arena = &script->document.arena;
    List *list = list_of(script, (RoKind)line->kind);
    if (!(put_off >> line->kind & 1)) {
        script->problem_count += line->problem != RO_FINE;
        script->function_count += line->kind == RO_FUNCTION;
        return !list || list_push(arena, list, line, sizeof *line, error);
    }
    RoMark mark = {line->start, line->body_end,          line->line,
                   line->kind,  line->problem == RO_NUL, line->after_stop};
    list->count++;
    return list_push(arena, &script->marks.list, &mark, sizeof mark, error);
}

static bool ro_script_open(Document *document, Error *error UNUSED) {
    RoScript *script = (RoScript *)document;
    document->is_text = true;
    script->encoding = encoding_guess(document->bytes, document->size);
    document->version = encoding_name(script->encoding);
    return true;
}

static bool ro_script_complete(Document *document, Error *error) {
    RoScript *script = (RoScript *)document;
    RoWalk walk = {document->bytes, document->size, &document->arena, gather, .context = script};
    walk.puts_off = put_off;
    walk.encoding = script->encoding;
    if (!ro_script_walk(&walk, error)) return false;
    script->line_count = walk.line_count;
    script->stopped_at = walk.stopped_at;
    Arena *arena = &document->arena;
    return (list_trim(arena, &script->marks.list, sizeof(RoMark)) &&
            list_trim(arena, &script->npcs.list, sizeof(RoLine))) ||
           fail_memory(error, arena);
}

/* Makes a list of lines that opening has put off, once, and counts their problems. */
static bool read_list(RoScript *script, List *list, Error *error) {
    Arena *arena = &script->document.arena;
    RoWalk walk = {script->document.bytes, script->document.size, .encoding = script->encoding};
    if (list->items || !list->count) return true;
    RoLine *lines = arena_alloc(arena, list->count, sizeof *lines), *line = lines;
    if (!lines) return fail_memory(error, arena);
    uint64_t problems = 0;
    for (uint64_t i = 0; i < script->marks.count; i++) {
        const RoMark *mark = &script->marks.items[i];
        if (arena_interrupted_at(arena, i)) {
            arena_release(arena, lines);
            return fail_interrupted(error);
        }
        if (list_of(script, (RoKind)mark->kind) != list) continue;
        ro_script_read_line(&walk, mark, line);
        problems += line++->problem != RO_FINE;
    }
    list->items = lines;
    script->problem_count += problems;
    return true;
}

bool ro_script_read_warps(Document *document, Error *error) {
    return read_list((RoScript *)document, &((RoScript *)document)->warps.list, error);
}

bool ro_script_read_spawns(Document *document, Error *error) {
    return read_list((RoScript *)document, &((RoScript *)document)->spawns.list, error);
}

bool ro_script_read_mapflags(Document *document, Error *error) {
    return read_list((RoScript *)document, &((RoScript *)document)->mapflags.list, error);
}

typedef struct Checked {
    Findings *findings;
    bool has_stopped;
} Checked;

static bool check_line(void *context, const RoLine *line, Error *error UNUSED) {
    Checked *checked = context;
    const char *text = ro_problem_texts[line->problem];
    if (!text || line->after_stop || checked->has_stopped) return true;
    RoProblem problem = (RoProblem)line->problem;
    bool is_script = line->kind == RO_SCRIPT || line->kind == RO_TRADER;
    bool is_end = problem == RO_FEW_FIELDS || (is_script && problem == RO_NPC_NUMBERS) ||
                  (problem >= RO_NO_BRACE && problem <= RO_LINE_IN_STRING);
    /* a line that only some servers take is no finding */
    bool is_dialect = problem == RO_MOB_NAME || problem == RO_RATHENA_ONLY;
    if (is_end) {
        checked->has_stopped = true;
        finding_add(checked->findings, SEVERITY_ERROR, "script_stops", line->start,
                    "line %" PRIu32 ": servers stop reading the file here: %s", line->line, text);
    } else if (line->kind == RO_OTHER) {
        finding_add(checked->findings, SEVERITY_WARNING, "script_line_unknown", line->start,
                    "line %" PRIu32 ": %s; servers skip it", line->line, text);
    } else if (!is_dialect) {
        finding_add(checked->findings, SEVERITY_WARNING, "script_line_wrong", line->start,
                    "line %" PRIu32 ": %s", line->line, text);
    }
    return true;
}

static bool ro_script_check(Document *document, Findings *findings, Error *error) {
    Checked checked = {.findings = findings};
    RoWalk walk = {document->bytes, document->size, &document->arena, check_line,
                   .context = &checked};
    if (encoding_mark_bytes(FILE_UTF8, document->bytes, document->size)) {
        finding_add(findings, SEVERITY_ERROR, "script_mark", 0,
                    "servers refuse a file that begins with the byte order mark of UTF-8");
    }
    return ro_script_walk(&walk, error);
}

const Format ro_script_format = {
    .name = "RO-SCRIPT",
    .ending = ".txt",
    .doc = "Scripts of Ragnarok Online servers: warps, spawns, NPCs and map flags.",
    .detect = ro_script_detect,
    .detects_by_lines = true,
    .takes = encoding_takes_text,
    .document_bytes = sizeof(RoScript),
    .open = ro_script_open,
    .complete = ro_script_complete,
    .check = ro_script_check,
};
