/* Ways to damage a file, or what is compressed in it: see hostile.c. */
#include "field_map.h"
#include "hostile.h"
#include "repack.h"

#include <inttypes.h>
#include <stdlib.h>

/* A subject with a copy of its bytes, or of those of a compressed part, and space behind them. */
typedef struct Damage {
    const Subject *subject;
    const uint8_t *original;
    uint8_t *bytes;
    uint64_t size;
    const Parts *parts; /* NULL: the file itself */
    size_t which;
} Damage;

#define JUNK_MAX 4096

#define FILE_MAX ((size_t)256 << 20)

static const uint8_t *original(const Damage *damage) {
    return damage->original;
}

/* Tries the first `size` bytes as they are. Whoever damages them asks next_is_tried() before, since
** most changes aren't in a sample, and what prepares them would take longer than all that are. */
static void try_damage(const Damage *damage, ChangeKind kind, uint64_t size) {
    const Content *file = &damage->subject->content;
    size_t packed_size;
    if (!damage->parts) {
        try_bytes(damage->subject, kind, damage->bytes, size);
        return;
    }
    uint8_t *packed = repack_part(file->bytes, (size_t)file->size, damage->parts, damage->which,
                                  damage->bytes, (size_t)size, FILE_MAX, &packed_size);
    if (kind != FIELD && kind != FIELD_PAIR) kind = kind == CUT ? INFLATED_CUT : INFLATED;
    if (packed) try_bytes(damage->subject, kind, packed, packed_size);
    free(packed);
}

static void restore(Damage *damage, uint64_t at, uint64_t size) {
    memcpy(damage->bytes + at, original(damage) + at, size);
}

/* Returns the distance between tries, so that `positions` of them times `each` stay within the
** limit. */
static uint64_t stride(uint64_t positions, uint64_t each) {
    uint64_t allowed = changes_allowed() / each + 1;
    return positions > allowed ? positions / allowed + 1 : 1;
}

static uint64_t random_next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint64_t mixed = (*state ^ *state >> 33) * 0xff51afd7ed558ccdu;
    return mixed ^ mixed >> 29;
}

/* ---- Length ---------------------------------------------------------------------------------- */

static void cut(Damage *damage) {
    uint64_t step = stride(damage->size, 1);
    for (uint64_t size = 0; size < damage->size; size += step) {
        describe(damage->subject, "cut to %" PRIu64 " bytes", size);
        if (next_is_tried(damage->subject)) try_damage(damage, CUT, size);
        if (!next_is_tried(damage->subject)) continue;
        if (!mend_cut_nodes(damage->bytes, (size_t)size)) continue;
        try_damage(damage, CUT, size);
        restore(damage, 0, size);
    }
}

static void lengthen(Damage *damage) {
    static const uint64_t more[] = {1, 2, 3, 4, 28, JUNK_MAX};
    for (size_t i = 0; i < LENGTH(more); i++) {
        for (int value = 0; value < 256; value += 0xa5) {
            if (!next_is_tried(damage->subject)) continue;
            memset(damage->bytes + damage->size, value, more[i]);
            describe(damage->subject, "and %" PRIu64 " bytes of %d", more[i], value);
            try_damage(damage, LONGER, damage->size + more[i]);
        }
    }
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void change_byte(Damage *damage, uint64_t at) {
    uint8_t was = damage->bytes[at];
    const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff, (uint8_t)(was + 1), (uint8_t)(was - 1)};
    for (size_t i = 0; i < LENGTH(values); i++) {
        if (values[i] == was || !next_is_tried(damage->subject)) continue;
        damage->bytes[at] = values[i];
        describe(damage->subject, "byte 0x%" PRIx64 " is 0x%02x", at, values[i]);
        try_damage(damage, BYTE, damage->size);
    }
    damage->bytes[at] = was;
}

/* Values that break careless arithmetic: limits of types, counts that overflow when multiplied, and
** what just fits or just doesn't. */
static uint32_t special(const Damage *damage, uint64_t at, uint32_t was, size_t which) {
    uint32_t left = (uint32_t)(damage->size - at);
    switch (which) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 0x7fff;
    case 3: return 0x8000;
    case 4: return 0xffff;
    case 5: return was + 1;
    case 6: return was - 1;
    case 7: return left;
    case 8: return was * 2;
    case 9: return 0x7fffffff;
    case 10: return 0x80000000;
    case 11: return 0xffffffff;
    case 12: return 0xfffffffe;
    case 13: return 0x10000;
    case 14: return 0x04924925; /* times 56 is about 2^32 + 8: small counts after an overflow */
    case 15: return 0x40000001; /* times 4 wraps to 4 */
    case 16: return left - 4;
    case 17: return (uint32_t)damage->size;
    case 18: return (uint32_t)at;
    case 19: return 0x7fc00000; /* NaN */
    case 20: return 0x7f800000; /* infinity */
    case 21: return 0xff7fffff; /* the least float */
    default: return 0x00000100;
    }
}
#define SPECIALS_16 9
#define SPECIALS    23

static void put(Damage *damage, uint64_t at, uint32_t value, int size) {
    for (int i = 0; i < size; i++) damage->bytes[at + (uint64_t)i] = (uint8_t)(value >> 8 * i);
}

static void change_number(Damage *damage, uint64_t at, int size) {
    uint32_t was = size == 2 ? load_u16(original(damage) + at) : load_u32(original(damage) + at);
    for (size_t i = 0; i < (size == 2 ? SPECIALS_16 : SPECIALS); i++) {
        if (!next_is_tried(damage->subject)) continue;
        uint32_t value = special(damage, at, was, i);
        put(damage, at, value, size);
        describe(damage->subject, "u%d at 0x%" PRIx64 " is 0x%" PRIx32, size * 8, at, value);
        try_damage(damage, NUMBER, damage->size);
    }
    restore(damage, at, (uint64_t)size);
}

static void change_numbers(Damage *damage) {
    uint64_t step = stride(damage->size, 7);
    for (uint64_t at = 0; at < damage->size; at += step) change_byte(damage, at);
    step = stride(damage->size, SPECIALS_16);
    for (uint64_t at = 0; at + 2 <= damage->size; at += step) change_number(damage, at, 2);
    step = stride(damage->size, SPECIALS * 2 / 5); /* most counts and offsets are small */
    for (uint64_t at = 0; at + 4 <= damage->size; at += step) change_number(damage, at, 4);
}

/* ---- Fields that are known by name ----------------------------------------------------------- */

/* The limits of a field's type, and values that just fit or just don't. */
static uint64_t field_value(const Damage *damage, const MapField *field, size_t which) {
    uint64_t most = field->size == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * field->size) - 1, was = 0;
    uint64_t left = damage->size - field->at;
    for (size_t i = field->size; i-- > 0;) was = was << 8 | original(damage)[field->at + i];
    const uint64_t values[] = {
        0,    1,        most / 2, most / 2 + 1, most - 1, most,     was - 1,      was + 1,
        left, left + 1, was * 2,  damage->size, was / 2,  left / 4, left / 4 + 1, field->at};
    return values[which] & most;
}
#define FIELD_VALUES 16

static void put_value(Damage *damage, const MapField *field, uint64_t value) {
    for (size_t i = 0; i < field->size; i++) {
        damage->bytes[field->at + i] = (uint8_t)(value >> 8 * i);
    }
}

/* Numbers that make odd shapes: one row, one column, nothing, as many as fit in a byte. */
static uint64_t shape_value(uint64_t random) {
    static const uint16_t shapes[] = {0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 32, 63, 64, 128, 255, 256};
    return shapes[random % LENGTH(shapes)];
}

/* Half of the pairs are shapes. In every other one, the file is long enough for more records than
** before. */
static void change_field_pair(Damage *damage, const FieldList *list, uint64_t random) {
    const MapField *fields[] = {&list->fields[random % list->count],
                                &list->fields[(random >> 16) % list->count]};
    bool shapes = random >> 62 & 1, longer = random >> 63;
    uint64_t values[2];
    if (fields[0] == fields[1] || !next_is_tried(damage->subject)) return;
    for (int i = 0; i < 2; i++) {
        uint64_t bits = random >> (32 + 12 * i);
        values[i] = shapes ? shape_value(bits & 0xfff)
                           : field_value(damage, fields[i], (bits & 0xfff) % FIELD_VALUES);
        put_value(damage, fields[i], values[i]);
    }
    if (longer) memset(damage->bytes + damage->size, (int)(random >> 56 & 1), JUNK_MAX);
    describe(damage->subject, "%s at 0x%zx is 0x%" PRIx64 ", %s at 0x%zx 0x%" PRIx64 "%s",
             fields[0]->name, fields[0]->at, values[0], fields[1]->name, fields[1]->at, values[1],
             longer ? ", and 4096 bytes more" : "");
    try_damage(damage, FIELD_PAIR, damage->size + (longer ? JUNK_MAX : 0));
    for (int i = 0; i < 2; i++) restore(damage, fields[i]->at, fields[i]->size);
}

static void change_fields(Damage *damage) {
    const FieldList *list = fields_of(damage->original, damage->size);
    uint64_t state = damage->size + 2;
    if (!list || !list->count) return; /* texts have none */
    uint64_t step = stride(list->count, 2 * FIELD_VALUES);
    for (size_t f = 0; f < list->count; f += step) {
        const MapField *field = &list->fields[f];
        for (size_t v = 0; v < FIELD_VALUES; v++) {
            if (!next_is_tried(damage->subject)) continue;
            uint64_t value = field_value(damage, field, v);
            put_value(damage, field, value);
            describe(damage->subject, "%s at 0x%zx is 0x%" PRIx64, field->name, field->at, value);
            try_damage(damage, FIELD, damage->size);
        }
        restore(damage, field->at, field->size);
    }
    for (uint64_t i = 0; i < changes_allowed() / 2; i++) {
        change_field_pair(damage, list, random_next(&state));
    }
}

/* ---- Pairs, wherever they are ---------------------------------------------------------------- */

/* Changes two numbers at once, more often nearby ones, since counts are close together. */
static void change_pairs(Damage *damage) {
    uint64_t state = damage->size;
    if (damage->size < 8) return;
    for (uint64_t i = 0; i < changes_allowed() / 4; i++) {
        uint64_t random = random_next(&state);
        if (!next_is_tried(damage->subject)) continue;
        uint64_t first = random % (damage->size - 3);
        uint64_t second = random >> 20 & 1 ? first + 4 * (random >> 24 & 15) : random >> 30;
        second %= damage->size - 3;
        uint32_t one =
            special(damage, first, load_u32(original(damage) + first), (random >> 8) % SPECIALS);
        uint32_t other =
            special(damage, second, load_u32(original(damage) + second), (random >> 40) % SPECIALS);
        put(damage, first, one, 4);
        put(damage, second, other, 4);
        describe(damage->subject,
                 "u32 at 0x%" PRIx64 " is 0x%" PRIx32 ", at 0x%" PRIx64 " 0x%" PRIx32, first, one,
                 second, other);
        try_damage(damage, PAIR, damage->size);
        restore(damage, first, 4);
        restore(damage, second, 4);
    }
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static void move_blocks(Damage *damage) {
    uint64_t state = damage->size + 1;
    if (damage->size < 8) return;
    for (uint64_t i = 0; i < changes_allowed() / 4; i++) {
        uint64_t random = random_next(&state);
        uint64_t size = (random >> 3) % (random & 4 ? 64 : damage->size / 2) + 1;
        if (size * 2 > damage->size) size = damage->size / 2;
        uint64_t from = random_next(&state) % (damage->size - size + 1);
        uint64_t to = random_next(&state) % (damage->size - size + 1);
        if (!next_is_tried(damage->subject)) continue;
        uint64_t length = damage->size;
        const char *what;
        switch (random & 3) {
        case 0:
            what = "copied over";
            memcpy(damage->bytes + to, original(damage) + from, size);
            break;
        case 1:
            what = "removed";
            length -= size;
            memcpy(damage->bytes + from, original(damage) + from + size, length - from);
            break;
        case 2:
            what = "turned round";
            for (uint64_t k = 0; k < size; k++) {
                damage->bytes[from + k] = original(damage)[from + size - 1 - k];
            }
            break;
        default:
            what = "random";
            for (uint64_t k = 0; k < size; k++)
                damage->bytes[from + k] = (uint8_t)random_next(&random);
        }
        describe(damage->subject, "block %" PRIu64 " (%" PRIu64 " bytes at 0x%" PRIx64 ") %s", i,
                 size, from, what);
        try_damage(damage, BLOCK, length);
        restore(damage, 0, damage->size);
    }
}

static void change_all(Damage *damage) {
    damage->bytes = calloc(damage->size + JUNK_MAX, 1);
    if (!damage->bytes) return;
    if (damage->size) restore(damage, 0, damage->size);
    cut(damage);
    if (!wants_only_cuts()) {
        lengthen(damage);
        change_numbers(damage);
        change_fields(damage);
        change_pairs(damage);
        move_blocks(damage);
    }
    free(damage->bytes);
}

/* Returns a sample of the compressed parts, which includes the first one. */
static void change_parts(const Subject *subject) {
    const Content *file = &subject->content;
    Subject inflated = *subject;
    inflated.place = "inflated, ";
    Parts parts;
    find_parts(file->bytes, (size_t)file->size, &parts);
    size_t step = wants_only_cuts() ? 1 : parts.count / 3 + 1;
    for (size_t i = 0; i < parts.count; i += step) {
        size_t size;
        uint8_t *content =
            unpack_part(file->bytes, (size_t)file->size, &parts.items[i], FILE_MAX, &size);
        Damage damage = {
            .subject = &inflated, .original = content, .size = size, .parts = &parts, .which = i};
        if (content && size) change_all(&damage);
        free(content);
    }
}

void change_bytes(const Subject *subject) {
    Damage damage = {
        .subject = subject, .original = subject->content.bytes, .size = subject->content.size};
    change_all(&damage);
    change_parts(subject);
}
