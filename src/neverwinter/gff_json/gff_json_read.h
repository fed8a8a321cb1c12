/* What the parts of the reader share. */
#pragma once

#include "neverwinter/gff_json/gff_json.h"

/* The keys of a field's object. */
typedef enum JsonKey {
    KEY_TYPE,
    KEY_VALUE,
    KEY_VALUE64,
    KEY_STRUCT_ID,
    KEY_ID,
    KEY_STR_REF,
    KEYS,
} JsonKey;

/* A field whose object is being read. */
typedef struct Member {
    bool is_open, is_first, has_type, has_value, has_more, is_old; /* is_old: has nwn-lib's names */
    uint32_t number, type;
    uint32_t others; /* how many keys mean nothing */
    const uint8_t *start;
    uint64_t notes;            /* JsonScan.notes before the field, later behind its value */
    const uint8_t *keys[KEYS]; /* where the value of each key is; NULL: no such key */
    const uint8_t *end;        /* the end of the object, if is_careful */
    JsonText type_name;
} Member;

/* Bytes that may stand again elsewhere in the text; 0 bytes: not known. */
typedef struct Piece {
    uint32_t start, bytes;
} Piece;

/* What stood between a field's value and the next one's, and what that next field was. */
typedef struct Bridge {
    Piece piece;
    uint32_t label, type;
    uint32_t brace; /* where the next field's object begins in the piece */
} Bridge;

/* A struct or a list that is being read. */
typedef struct Level {
    bool is_list, is_first;
    uint32_t id;    /* number of the struct, or of the list's field */
    uint64_t items; /* where its own items begin in `pending` */
    uint32_t depth; /* depth of the struct */
    bool has_id;
    Member member; /* the current field of a struct */
    /* The end of the last value, or of the struct's id, if nothing odd belongs to it; and how much
    ** that was odd had been noted before. */
    const uint8_t *value_end;
    uint64_t notes;
    uint32_t bridge; /* number of the bridge that begins there */
} Level;

typedef struct GffJsonReader {
    JsonScan scan;
    Gff *gff;
    /* What is made: the records of a binary file, and the lists of gff.h and gff_json.h. */
    List structs, fields, data, field_indices, list_indices;
    List places, owners, labels, struct_places, field_places, string_places, odd;
    List pending; /* the fields of open structs, and the structs of open lists */
    LIST_OF(Bridge)
    bridges; /* the first one is that behind a struct's id, each other one that behind a label */
    Piece heads[8],
        rests[8]; /* of a field's object: up to its type, and then its value; by depth */
    uint32_t type_place;
    Map label_map;
    /* Some field has its keys in an unusual order, or one twice: so all keys of a field are found
    ** before its value is read. */
    bool is_careful, restarts;
    LIST_OF(Level) levels; /* those that are open; none: the root has ended */
} GffJsonReader;

static inline uint8_t *field_record(GffJsonReader *reader, uint32_t field) {
    return (uint8_t *)reader->fields.items + (size_t)field * GFF_FIELD_BYTES;
}
static inline bool reader_no_memory(const GffJsonReader *reader) {
    const JsonScan *scan = &reader->scan;
    return fail_memory(scan->error, scan->scratch->failed ? scan->scratch : scan->arena);
}

JsonKey json_key_named(const JsonText *key);
/* Reads the type of a field. */
bool json_take_type(GffJsonReader *reader, Member *member);
/* Makes room for more bytes of data. */
bool json_reserve_data(GffJsonReader *reader, uint64_t bytes);
/* Makes a field GFF_ODD, since its value, from `start` to `end`, isn't what its type needs. */
bool json_odd_field(GffJsonReader *reader, const Member *member, const uint8_t *start,
                    const uint8_t *end, const int64_t *number);
/* Reads a value of any type but Struct and List (gff_json_value.c). */
bool json_read_value(GffJsonReader *reader, const Member *member);
/* Gives a localized string the StrRef that stands beside its type. */
void json_outer_strref(GffJsonReader *reader, const Member *member);
/* Reads the integer modulo 2^32 at a place; returns false if no integer stands there. */
bool scan_number_at(JsonScan *scan, const uint8_t *at, uint32_t *number);
