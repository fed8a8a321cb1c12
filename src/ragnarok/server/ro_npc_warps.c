/* Statements of scripts that take a player elsewhere. Whether a player gets as far as that, which
** may cost money or a quest, isn't known. */
#include "ragnarok/server/ro_script.h"
#include "codec/text.h"

static bool is_one_of(const char *bytes, uint8_t byte) {
    return byte && strchr(bytes, byte);
}

/* Tells whether a byte can stand in the name of a command or a variable: .@x, $y$, 'z. */
static bool is_name_byte(uint8_t byte) {
    uint8_t folded = fold_byte(byte);
    return (folded >= 'a' && folded <= 'z') || byte >= 0x80 || is_one_of("0123456789_@$#.'", byte);
}

/* Moves *at over what stands before the next semicolon or brace, and returns that without
** parentheses around it. */
static RoText read_arguments(RoWalk *walk, uint64_t *at, uint64_t end) {
    const uint8_t *first = walk->bytes + *at, *last = first;
    while (*at < end && !is_one_of(";{}", walk->bytes[*at])) {
        if (walk->bytes[*at] == '"') ro_skip_string(walk, at);
        if (*at < end) ++*at;
        last = walk->bytes + *at;
        *at = ro_skip_space(walk, *at);
    }
    bool is_wrapped = last - first > 1 && *first == '(' && last[-1] == ')';
    return (RoText){first + is_wrapped, (uint32_t)(last - first - 2 * is_wrapped)};
}

/* Adds a statement as a warp: see ro_script_find_warps(). */
static bool add_warp(RoScript *script, const RoLine *npc, RoText argument, uint64_t start,
                     uint32_t line, Error *error) {
    enum { REACH = 2, TRIGGERS = 1 << RO_TRIGGER_X | 1 << RO_TRIGGER_Y };
    RoLine warp = *npc;
    const int32_t x = npc->numbers[RO_TRIGGER_X], y = npc->numbers[RO_TRIGGER_Y];
    const bool is_touched = (npc->given & TRIGGERS) == TRIGGERS && x >= 0 && y >= 0;
    warp.numbers[RO_SPAN_X] = is_touched ? x : REACH;
    warp.numbers[RO_SPAN_Y] = is_touched ? y : REACH;
    warp.given &= ~(uint32_t)TRIGGERS;
    if (is_touched) warp.given |= 1 << RO_SPAN_X | 1 << RO_SPAN_Y;
    warp.npc_line = npc->line;
    warp.line = line;
    warp.start = (uint32_t)start;
    warp.texts[RO_TO_MAP] = warp.texts[RO_ARGUMENT] = (RoText){0};
    ro_line_read_target(&warp, argument);
    return list_push(&script->document.arena, &script->npc_warps.list, &warp, sizeof warp, error);
}

static bool find_in_script(RoScript *script, RoWalk *walk, const RoLine *npc, Error *error) {
    const uint8_t *bytes = walk->bytes;
    const uint64_t end = npc->body_end;
    uint64_t at = npc->body, counted = at;
    uint32_t line = npc->line;
    while (at < end && (at = ro_skip_space(walk, at)) < end) {
        const uint64_t start = at;
        if (bytes[at] == '"') ro_skip_string(walk, &at);
        while (at < end && is_name_byte(bytes[at])) at++;
        const size_t length = (size_t)(at - start);
        if (!length || bytes[start] == '"') at++;
        /* the second one has a name before the place */
        bool is_declared = text_is(bytes + start, length, "naviregisterwarp");
        if (!is_declared && !text_is(bytes + start, length, "warp")) continue;
        at = ro_skip_space(walk, at);
        if (at >= end || is_one_of(":,)=", bytes[at])) continue; /* a label, a name */
        RoText argument = read_arguments(walk, &at, end);
        const uint8_t *comma = is_declared ? memchr(argument.at, ',', argument.length) : NULL;
        const uint8_t *behind = argument.at + argument.length;
        if (comma) argument = (RoText){comma + 1, (uint32_t)(behind - comma - 1)};
        for (; counted < start; counted++) line += bytes[counted] == '\n';
        if (!add_warp(script, npc, argument, start, line, error)) return false;
    }
    return true;
}

bool ro_script_find_warps(Document *document, Error *error) {
    RoScript *script = (RoScript *)document;
    RoWalk walk = {document->bytes, document->size, .arena = &document->arena};
    if (script->has_npc_warps) return true;
    script->npc_warps.count = 0;
    for (uint64_t i = 0; i < script->npcs.count; i++) {
        if (!find_in_script(script, &walk, &script->npcs.items[i], error)) return false;
    }
    script->has_npc_warps = !walk.interrupted;
    return script->has_npc_warps || fail_interrupted(error);
}
