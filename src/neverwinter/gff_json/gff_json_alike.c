/* Fields that look like those before them: what stands between values is compared with what stood
** there last time, so that little but the values is read. */
#include "neverwinter/gff_json/gff_json_read.h"

/* Tells whether a field has nothing but its type and then its value, and nothing odd was noted
** since member->notes. */
static inline bool is_usual(const GffJsonReader *reader, const Member *member) {
    uintptr_t others = member->others;
    for (int key = KEY_VALUE64; key < KEYS; key++) others |= (uintptr_t)member->keys[key];
    return !others && member->head && member->notes == reader->scan.notes && !reader->is_careful;
}

/* Tells whether the same bytes as at a place before come next. */
static inline bool is_again(const JsonScan *scan, uint32_t start, uint32_t bytes) {
    return bytes && (uint64_t)(scan->end - scan->at) >= bytes &&
           memcmp(scan->start + start, scan->at, bytes) == 0;
}

/* ---- Gaps ------------------------------------------------------------------------------------ */

static void keep_gap(GffJsonReader *reader, const Level *level, GapKind kind, const uint8_t *start,
                     const uint8_t *end) {
    reader->gaps[level->depth % GAP_DEPTHS][kind] =
        (Gap){scan_offset(&reader->scan, start), (uint32_t)(end - start)};
}

/* Passes over a gap between the parts of a field if it is what it was last time at this depth. */
static inline bool pass_gap(GffJsonReader *reader, const Level *level, GapKind kind) {
    Gap gap = reader->gaps[level->depth % GAP_DEPTHS][kind];
    bool is_same = is_again(&reader->scan, gap.start, gap.bytes);
    if (is_same) reader->scan.at += gap.bytes;
    return is_same;
}

/* ---- Bridges --------------------------------------------------------------------------------- */

static void mark(GffJsonReader *reader, Level *level, uint32_t bridge) {
    level->value_end = reader->is_careful ? NULL : reader->scan.at;
    level->notes = reader->scan.notes;
    level->bridge = bridge;
}

void json_mark_id(GffJsonReader *reader, Level *level) {
    mark(reader, level, 0);
}

void json_mark_value(GffJsonReader *reader, Level *level) {
    const uint8_t *record = field_record(reader, level->member.number);
    if (is_usual(reader, &level->member))
        mark(reader, level, load_u32(record + GFF_FIELD_LABEL) + 1);
}

/* Notes what stands between the value before a field and its own. */
static void keep_bridge(GffJsonReader *reader, const Level *level) {
    const JsonScan *scan = &reader->scan;
    const Member *member = &level->member;
    if (!level->value_end || level->notes != scan->notes || member->is_old) return;
    uint32_t label = load_u32(field_record(reader, member->number) + GFF_FIELD_LABEL);
    reader->bridges.items[level->bridge] =
        (Bridge){.start = scan_offset(scan, level->value_end),
                 .bytes = (uint32_t)(scan->at - level->value_end),
                 .label = label,
                 .type = member->type,
                 .brace = (uint32_t)(member->start - level->value_end)};
}

/* Adds a field of which everything before its value is as it should be. */
static bool add_usual(GffJsonReader *reader, Level *level, uint32_t label, uint32_t type,
                      const uint8_t *start) {
    Member *member = &level->member;
    if (!json_add_field(reader, level, label, start)) return false;
    member->is_first = false;
    member->has_type = true;
    member->type = type;
    member->head = start;
    member->notes = reader->scan.notes;
    member->keys[KEY_TYPE] = member->keys[KEY_VALUE] = reader->scan.at;
    return true;
}

bool json_cross_bridge(GffJsonReader *reader, Level *level, bool *taken) {
    JsonScan *scan = &reader->scan;
    Bridge bridge = reader->bridges.items[level->bridge];
    *taken = is_again(scan, bridge.start, bridge.bytes);
    if (!*taken) {
        bool is_member = level->member.is_open && level->member.type < GFF_STRUCT;
        if (is_member && pass_gap(reader, level, GAP_END)) level->member.is_open = false;
        return true;
    }
    const uint8_t *start = scan->at + bridge.brace;
    scan->at += bridge.bytes;
    bool is_longer = scan->at < scan->end && (*scan->at <= ' ' || *scan->at == '/');
    if (is_longer && !scan_blanks(scan)) return false;
    return add_usual(reader, level, bridge.label, bridge.type, start) &&
           json_begin_value(reader, level);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

void json_keep_gaps(GffJsonReader *reader, const Level *level) {
    const JsonText *label = &level->member.label, *type = &level->member.type_name;
    if (!is_usual(reader, &level->member)) return;
    keep_gap(reader, level, GAP_LABEL, level->member.head, label->bytes - 1);
    keep_gap(reader, level, GAP_TYPE, label->bytes + label->size + 1, type->bytes - 1);
    keep_gap(reader, level, GAP_VALUE, type->bytes + type->size + 1, reader->scan.at);
    keep_bridge(reader, level);
}

void json_keep_end(GffJsonReader *reader, Level *level) {
    const Member *member = &level->member;
    if (!is_usual(reader, member)) {
        level->value_end = NULL;
    } else if (member->type < GFF_STRUCT) {
        keep_gap(reader, level, GAP_END, member->value_end, reader->scan.at);
    }
}

bool json_read_alike(GffJsonReader *reader, Level *level, bool *taken) {
    JsonScan *scan = &reader->scan;
    const uint8_t *before = scan->at;
    JsonText key = {.size = 0}, name;
    uint32_t label, type = GFF_NONE;
    if (level->is_first || reader->is_careful || !pass_gap(reader, level, GAP_LABEL)) return true;
    bool is_label = scan_plain(scan, &key) && key.size && key.bytes[0] != '_';
    const uint8_t *start = scan->at;
    if (is_label && pass_gap(reader, level, GAP_TYPE) && scan_plain(scan, &name)) {
        type = json_type_named(&name);
    }
    bool is_known = type <= GFF_LIST && type != GFF_STRUCT && type != GFF_VOID;
    *taken = is_known && pass_gap(reader, level, GAP_VALUE);
    if (!*taken) {
        scan->at = before;
        return true;
    }
    if (!scan_blanks(scan)) return false; /* more of them than in the gap before */
    while (*start != '{') start++;
    if (!json_find_label(reader, &key, &label) || !add_usual(reader, level, label, type, start)) {
        return false;
    }
    keep_bridge(reader, level);
    return json_begin_value(reader, level);
}
