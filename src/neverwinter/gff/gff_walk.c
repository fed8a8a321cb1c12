/* Walks over the tree of a GFF file when it is opened: whatever later access relies on is checked
** here, and each struct and field learns its place. There is no recursion: levels, GFF_DEPTH_MOST
** at most, lead down to a struct. */
#include "neverwinter/gff/gff.h"

/* A struct on the way down, its fields, and the list through which the walk is going. */
typedef struct Level {
    uint32_t structure, next_field;
    GffFields fields;
    uint32_t list_field, next_element; /* list_field is GFF_NONE outside of lists */
    GffList list;
} Level;

typedef struct Walk {
    Gff *gff;
    Error *error;
    uint64_t work, work_most; /* bytes that were read, and the most that may be: see spend() */
    uint32_t depth;           /* of the current struct */
    Level levels[GFF_DEPTH_MOST + 1];
} Walk;

/* Counts the bytes of a part of the file that is read. Real files share nothing, so the sum stays
** below their size. A little sharing does no harm, but n fields with one list of n structs
** would. */
static bool spend(Walk *walk, uint64_t bytes, uint64_t at) {
    walk->work += bytes;
    if (walk->work <= walk->work_most) return true;
    return fail_at(
        walk->error, ERROR_CORRUPT, at,
        "parts of the file are shared so often that reading it would take more than %" PRIu64
        " bytes",
        walk->work_most);
}

/* Checks each substring; `left` bytes are there from the beginning of the localized string on.
** *size becomes its size. */
static bool measure_localized(const uint8_t *data, uint64_t left, uint64_t *size) {
    if (left < GFF_LOC_HEADER_BYTES) return false;
    uint32_t count = load_u32(data + GFF_LOC_COUNT);
    uint64_t at = GFF_LOC_HEADER_BYTES;
    for (uint32_t i = 0; i < count; i++) {
        if (left - at < GFF_SUBSTRING_HEADER_BYTES) return false;
        at += GFF_SUBSTRING_HEADER_BYTES;
        uint32_t length = load_u32(data + at - 4);
        if (left - at < length) return false;
        at += length;
    }
    *size = at;
    return true;
}

/* Finds the size of a field's data; returns false if fewer bytes are left. */
static bool measure(const uint8_t *data, uint64_t left, uint32_t type, uint64_t *size) {
    switch (type) {
    case GFF_DWORD64:
    case GFF_INT64:
    case GFF_DOUBLE: *size = 8; break;
    case GFF_STRING:
    case GFF_VOID:
        if (left < 4) return false;
        *size = 4 + (uint64_t)load_u32(data);
        break;
    case GFF_RESREF:
        if (left < 1) return false;
        *size = 1 + (uint64_t)data[0];
        break;
    case GFF_LOCSTRING: return measure_localized(data, left, size);
    case GFF_ORIENTATION:
    case GFF_VECTOR: *size = 4 * (uint64_t)gff_float_count(type); break;
    default: *size = 0; return true; /* the value is in the field itself */
    }
    return *size <= left;
}

static bool check_value(Walk *walk, uint32_t field, uint32_t type) {
    const Gff *gff = walk->gff;
    const GffSection *data = &gff->sections[GFF_FIELD_DATA];
    uint64_t where = gff_number(gff, field), size;
    uint64_t left = where < data->size ? data->size - where : 0;
    if (!measure(data->bytes + (left ? where : 0), left, type, &size)) {
        return fail_at(walk->error, ERROR_CORRUPT, gff_field_offset(gff, field) + GFF_FIELD_VALUE,
                       "the %s of field %u at %" PRIu64 " doesn't end within the %" PRIu64
                       " bytes of field data",
                       gff_type_name(type), field, where, data->size);
    }
    return spend(walk, size, gff_field_offset(gff, field));
}

/* Checks that the indices of a struct's fields lie in the file. */
static bool check_fields(Walk *walk, uint32_t structure) {
    const Gff *gff = walk->gff;
    const uint8_t *record = gff_struct(gff, structure);
    uint64_t count = load_u32(record + GFF_STRUCT_FIELD_COUNT),
             at = gff_struct_offset(gff, structure);
    uint64_t where = load_u32(record + GFF_STRUCT_FIELDS);
    uint64_t room = gff->sections[GFF_FIELD_INDICES].size;
    if (count < 2) return true;
    if (where % GFF_INDEX_BYTES) {
        return fail_at(walk->error, ERROR_CORRUPT, at + GFF_STRUCT_FIELDS,
                       "struct %u has its field indices at %" PRIu64 ", expected a multiple of 4",
                       structure, where);
    }
    if (where > room || count > (room - where) / GFF_INDEX_BYTES) {
        return fail_at(walk->error, ERROR_CORRUPT, at + GFF_STRUCT_FIELDS,
                       "struct %u: %" PRIu64 " field indices at %" PRIu64
                       " don't end within the %" PRIu64 " bytes of field indices",
                       structure, count, where, room);
    }
    return true;
}

/* Goes down to a struct, unless the struct already has another place. */
static bool enter(Walk *walk, uint32_t structure, uint32_t field, uint32_t list_index) {
    Gff *gff = walk->gff;
    if (structure >= gff->struct_count) {
        return fail_at(walk->error, ERROR_CORRUPT, gff_field_offset(gff, field) + GFF_FIELD_VALUE,
                       "field %u has struct %u, the file has %" PRIu64, field, structure,
                       gff->struct_count);
    }
    GffPlace *place = &gff->places[structure];
    if (place->depth != GFF_NONE) return true; /* a finding */
    uint32_t depth = field == GFF_NONE ? 0 : walk->depth + 1;
    if (depth > GFF_DEPTH_MOST) {
        return fail_at(walk->error, ERROR_CORRUPT, gff_struct_offset(gff, structure),
                       "struct %u lies %u deep, expected at most %d", structure, depth,
                       GFF_DEPTH_MOST);
    }
    if (!check_fields(walk, structure)) return false;
    *place = (GffPlace){field, list_index, depth};
    if (depth > gff->max_depth) gff->max_depth = depth;
    walk->depth = depth;
    walk->levels[depth] = (Level){
        .structure = structure, .fields = gff_fields_of(gff, structure), .list_field = GFF_NONE};
    return spend(walk, GFF_STRUCT_BYTES, gff_struct_offset(gff, structure));
}

static bool begin_list(Walk *walk, Level *level, uint32_t field) {
    const Gff *gff = walk->gff;
    uint64_t where = gff_number(gff, field), at = gff_field_offset(gff, field) + GFF_FIELD_VALUE;
    uint64_t room = gff->sections[GFF_LIST_INDICES].size;
    if (where % GFF_INDEX_BYTES) {
        return fail_at(walk->error, ERROR_CORRUPT, at,
                       "field %u has its list at %" PRIu64 ", expected a multiple of 4", field,
                       where);
    }
    if (where > room || room - where < GFF_INDEX_BYTES) {
        return fail_at(walk->error, ERROR_CORRUPT, at,
                       "field %u has its list at %" PRIu64 ", there are %" PRIu64
                       " bytes of list indices",
                       field, where, room);
    }
    GffList list = gff_list(gff, field);
    if (list.count > (room - where) / GFF_INDEX_BYTES - 1) {
        return fail_at(walk->error, ERROR_CORRUPT, gff->sections[GFF_LIST_INDICES].offset + where,
                       "the list of field %u has %u structs, the list indices end after %" PRIu64,
                       field, list.count, (room - where) / GFF_INDEX_BYTES - 1);
    }
    level->list = list;
    level->list_field = field;
    level->next_element = 0;
    return spend(walk, (uint64_t)list.count * GFF_INDEX_BYTES, at);
}

/* Gives a field to a struct and checks the field, unless it already belongs to a struct. */
static bool take_field(Walk *walk, Level *level, uint32_t field) {
    Gff *gff = walk->gff;
    uint64_t at = gff_struct_offset(gff, level->structure);
    if (field >= gff->field_count) {
        return fail_at(walk->error, ERROR_CORRUPT, at,
                       "struct %u has field %u, the file has %" PRIu64, level->structure, field,
                       gff->field_count);
    }
    if (!spend(walk, GFF_FIELD_BYTES, at)) return false;
    if (gff->owners[field] != GFF_NONE) return true; /* a finding */
    gff->owners[field] = level->structure;
    const uint8_t *record = gff_field(gff, field);
    uint32_t type = load_u32(record + GFF_FIELD_TYPE), label = load_u32(record + GFF_FIELD_LABEL);
    if (label >= gff->label_count) {
        return fail_at(walk->error, ERROR_CORRUPT, gff_field_offset(gff, field) + GFF_FIELD_LABEL,
                       "field %u has label %u, the file has %" PRIu64, field, label,
                       gff->label_count);
    }
    if (type >= GFF_TYPES) {
        return fail_at(walk->error, ERROR_CORRUPT, gff_field_offset(gff, field),
                       "field %u has the unknown type %u, expected 0 to 18", field, type);
    }
    gff->types_seen |= 1u << type;
    if (type == GFF_STRUCT) return enter(walk, gff_number(gff, field), field, GFF_NONE);
    if (type == GFF_LIST) return begin_list(walk, level, field);
    return check_value(walk, field, type);
}

/* Takes one step: to the next struct of a list, the next field, or back up. */
static bool step(Walk *walk) {
    Level *level = &walk->levels[walk->depth];
    if (level->list_field != GFF_NONE) {
        uint32_t number = level->next_element++;
        if (number < level->list.count) {
            return enter(walk, gff_element(&level->list, number), level->list_field, number);
        }
        level->list_field = GFF_NONE;
    }
    if (level->next_field < level->fields.count) {
        return take_field(walk, level, gff_field_at(&level->fields, level->next_field++));
    }
    walk->depth--; /* behind the root it wraps, which ends the walk */
    return true;
}

bool gff_walk(Gff *gff, Error *error) {
    Arena *arena = &gff->document.arena;
    gff->places = arena_alloc(arena, gff->struct_count, sizeof *gff->places);
    gff->owners = arena_alloc(arena, gff->field_count, sizeof *gff->owners);
    Walk *walk = arena_alloc(arena, 1, sizeof *walk);
    if (!gff->places || !gff->owners || !walk) return fail_memory(error, arena);
    memset(gff->places, 0xFF, (size_t)gff->struct_count * sizeof *gff->places);
    memset(gff->owners, 0xFF, (size_t)gff->field_count * sizeof *gff->owners);
    walk->gff = gff;
    walk->error = error;
    walk->work = walk->depth = 0;
    walk->work_most = DOCUMENT_BYTES_PER_BYTE * gff->document.size;
    bool done = enter(walk, 0, GFF_NONE, GFF_NONE);
    for (uint64_t i = 1; done && walk->depth <= GFF_DEPTH_MOST; i++) {
        done = step(walk);
        if (arena_interrupted_at(arena, i)) done = fail_interrupted(error);
    }
    arena_release(arena, walk);
    return done;
}
