/* Paths such as "Creature List[3].Tag": labels with points between them, the structs of a list by
** their numbers from 0, and the substrings of a localized string by their ids, "Name:2". */
#include "neverwinter/gff/gff.h"

/* ---- Writing --------------------------------------------------------------------------------- */

enum { NUMBER_BYTES = 16, USUAL_BYTES = 256 };

/* A path that is written from its end to its beginning; what doesn't fit is only counted. */
typedef struct Path {
    char *end; /* of the room, where the path's end goes */
    uint64_t room, length;
} Path;

static void put_before(Path *path, const char *bytes, uint32_t length) {
    path->length += length;
    if (path->length <= path->room) memcpy(path->end - path->length, bytes, length);
}

/* Writes "[3]". */
static void put_number(Path *path, uint32_t number) {
    char text[NUMBER_BYTES], *at = text + sizeof text;
    *--at = ']';
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    *--at = '[';
    put_before(path, at, (uint32_t)(text + sizeof text - at));
}

/* Writes the parts of the path for a struct and for the structs above it. */
static void put_structs(const Gff *gff, uint32_t structure, bool is_pattern, Path *path) {
    for (;;) {
        const GffPlace *place = &gff->places[structure];
        if (place->field == GFF_NONE) return;
        if (place->list_index != GFF_NONE) {
            if (is_pattern) put_before(path, "[]", 2);
            else put_number(path, place->list_index);
        }
        const GffLabel *label = gff_label(gff, place->field);
        put_before(path, label->text, label->length);
        structure = gff->owners[place->field];
        if (structure) put_before(path, ".", 1);
    }
}

const char *gff_path(const Gff *gff, uint32_t structure, uint32_t field, bool is_pattern,
                     Arena *scratch, uint32_t *length) {
    uint64_t room = USUAL_BYTES;
    if (structure == GFF_NONE || gff->places[structure].depth == GFF_NONE) return NULL;
    for (;;) {
        char *text = arena_alloc(scratch, room, 1);
        if (!text) return NULL;
        Path path = {text + room, room, 0};
        if (field != GFF_NONE) {
            const GffLabel *label = gff_label(gff, field);
            put_before(&path, label->text, label->length);
            if (structure) put_before(&path, ".", 1);
        }
        put_structs(gff, structure, is_pattern, &path);
        *length = (uint32_t)path.length;
        if (path.length <= room) return path.end - path.length;
        arena_release(scratch, text);
        room = path.length;
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct Rest {
    const char *text, *end;
} Rest;

/* Returns the field of a struct whose label the rest of the path begins with, and moves behind it.
** Labels could contain points and brackets, so the longest label is taken that ends where a part of
** a path can end; of equal labels the first, in a text the last. */
static uint32_t take_label(const Gff *gff, uint32_t structure, Rest *rest) {
    GffFields fields = gff_fields_of(gff, structure);
    uint32_t found = GFF_NONE, longest = 0;
    size_t left = (size_t)(rest->end - rest->text);
    for (uint32_t i = 0; i < fields.count; i++) {
        uint32_t field = gff_field_at(&fields, i);
        if (gff->owners[field] != structure) continue;
        const GffLabel *label = gff_label(gff, field);
        if (label->length > left || memcmp(label->text, rest->text, label->length) != 0) continue;
        if (label->length < left && !strchr(".[:", rest->text[label->length])) continue;
        bool is_longer = found == GFF_NONE || label->length > longest;
        if (!is_longer && !(gff->json && label->length == longest)) continue;
        found = field;
        longest = label->length;
    }
    if (found != GFF_NONE) rest->text += longest;
    return found;
}

static bool take_char(Rest *rest, char wanted) {
    if (rest->text == rest->end || *rest->text != wanted) return false;
    rest->text++;
    return true;
}

/* Reads a number below 2^32 in decimal. */
static bool take_number(Rest *rest, uint32_t *number) {
    uint64_t value = 0;
    const char *start = rest->text;
    for (; rest->text < rest->end && *rest->text >= '0' && *rest->text <= '9'; rest->text++) {
        value = value * 10 + (uint64_t)(*rest->text - '0');
        if (value > UINT32_MAX) return false;
    }
    *number = (uint32_t)value;
    return rest->text > start;
}

/* Takes "[3]" behind a list's label. */
static bool take_element(const Gff *gff, uint32_t field, Rest *rest, uint32_t *structure) {
    uint32_t number;
    if (gff_type(gff, field) != GFF_LIST || !take_char(rest, '[') || !take_number(rest, &number) ||
        !take_char(rest, ']')) {
        return false;
    }
    GffList list = gff_list(gff, field);
    if (number >= list.count) return false;
    *structure = gff_element(&list, number);
    return gff_is_element(gff, *structure, field, number);
}

/* Takes ":2" behind a localized string's label; the path has to end there. */
static bool take_substring(const Gff *gff, uint32_t field, Rest *rest, GffTarget *target) {
    uint32_t id;
    if (gff_type(gff, field) != GFF_LOCSTRING || !take_char(rest, ':') || !take_number(rest, &id) ||
        rest->text != rest->end) {
        return false;
    }
    *target = (GffTarget){field, GFF_NONE, gff_substring(gff, field, id)};
    return target->substring;
}

bool gff_resolve(const Gff *gff, const char *path, uint32_t length, GffTarget *target) {
    Rest rest = {path, path + length};
    uint32_t structure = 0;
    *target = (GffTarget){GFF_NONE, 0, NULL};
    while (rest.text < rest.end) {
        uint32_t field = take_label(gff, structure, &rest);
        if (field == GFF_NONE) return false;
        if (rest.text == rest.end) {
            *target = (GffTarget){field, GFF_NONE, NULL};
            return true;
        }
        if (*rest.text == ':') return take_substring(gff, field, &rest, target);
        if (*rest.text == '[') {
            if (!take_element(gff, field, &rest, &structure)) return false;
        } else {
            structure = gff_type(gff, field) == GFF_STRUCT ? gff_child(gff, field) : GFF_NONE;
            if (structure == GFF_NONE) return false;
        }
        if (rest.text == rest.end) break;
        if (!take_char(&rest, '.') || rest.text == rest.end) return false;
    }
    *target = (GffTarget){GFF_NONE, structure, NULL};
    return true;
}
