/* GFF V3.2: the generic files of Neverwinter Nights 1 and 2 and of Knights of the Old Republic.
** Areas (.are), what stands on them (.git), blueprints (.utc, .uti ...), dialogues, journals and
** module.ifo are all trees of structs, whose fields have labels and types. Little-endian, without
** padding or checksum:
**
**     offset  size    type    field
**     0       4       char    type, padded with blanks: "GIT ", "UTC " (not always true)
**     4       4       char    "V3.2"
**     8       8       u32[2]  structs: offset and count, of 12 bytes each
**     16      8       u32[2]  fields: offset and count, of 12 bytes each
**     24      8       u32[2]  labels: offset and count, of 16 bytes each
**     32      8       u32[2]  field data: offset and bytes
**     40      8       u32[2]  field indices: offset and bytes
**     48      8       u32[2]  list indices: offset and bytes
**
**     struct  0       u32     id, which means something to the program; the root has 0xFFFFFFFF
**             4       u32     with one field its index; with more a byte offset into the field
**                             indices, where so many u32 lie; with none unused
**             8       u32     number of fields
**     field   0       u32     type
**             4       u32     label
**             8       u32     "number": the value, or where it is
**     label   0       char[16] padded with NULs
**     list    0       u32     n, then n u32: structs. The field has a byte offset into the list
**                             indices
**
** Struct 0 is the root. In all real files the sections follow each other in this order, each struct
** and each field is used exactly once, structs stand depth first, and no struct is deeper than 7.
**
**     type  name            value
**     0     Byte    u8      low bits of the number
**     1     Char    i8      low bits
**     2     Word    u16     low bits
**     3     Short   i16     low bits
**     4     Dword   u32     the number
**     5     Int     i32     the number
**     6     Dword64 u64     8 bytes in the field data ("there"), at the offset in the number
**     7     Int64   i64     8 bytes there
**     8     Float   f32     the number
**     9     Double  f64     8 bytes there
**     10    CExoString      u32 length and bytes, there
**     11    ResRef          u8 length and bytes, there: the name of a file without its ending
**     12    CExoLocString   there: u32 bytes that follow; u32 StrRef, a string of the game's TLK;
**                           u32 n; n times u32 id, u32 length, bytes
**     13    Void            u32 length and bytes, there
**     14    Struct          index of the struct
**     15    List            byte offset into the list indices
**     16    Orientation     4 f32 there: only in Knights of the Old Republic
**     17    Vector          3 f32 there: only in Knights of the Old Republic
**     18    StrRef          not in known files; its number is shown
**
** A substring's id is language * 2 + gender (0 male or neutral, 1 female), languages: 0 English,
** 1 French, 2 German, 3 Italian, 4 Spanish, 5 Polish, 128 Korean, 129 and 130 Chinese, 131 Japanese.
** No StrRef is 0xFFFFFFFF; bit 24 stands for the module's own TLK.
**
** Texts are in Windows-1252 in Neverwinter Nights 1 and in UTF-8 in Neverwinter Nights 2, where
** only ResRefs are in Windows-1252. The file doesn't say which, so each text is decoded by itself:
** as UTF-8 if it is valid UTF-8, else as Windows-1252, which is right for all known texts.
**
** A struct or a field that is used again (in no known file) belongs to where it was used first: so
** cycles end, and no file has more rows than fields. Structs deeper than GFF_DEPTH_MOST are
** refused, and so are files whose parts are shared so often that a walk over them would be out of
** proportion.
**
** Known from neverwinter.nim, nwn-lib-d, rollnw, PyKotor and xoreos, and from 108,220 real files,
** read whole. */
#pragma once

#include "table/value.h"

enum {
    GFF_HEADER_BYTES = 56,
    GFF_TYPE_BYTES = 4,
    GFF_STRUCT_BYTES = 12,
    GFF_STRUCT_ID = 0,
    GFF_STRUCT_FIELDS = 4,
    GFF_STRUCT_FIELD_COUNT = 8,
    GFF_FIELD_BYTES = 12,
    GFF_FIELD_TYPE = 0,
    GFF_FIELD_LABEL = 4,
    GFF_FIELD_VALUE = 8,
    GFF_LABEL_BYTES = 16,
    GFF_INDEX_BYTES = 4,
    GFF_DEPTH_MOST = 255,
    /* of a localized string */
    GFF_LOC_STRREF = 4,
    GFF_LOC_COUNT = 8,
    GFF_LOC_HEADER_BYTES = 12,
    GFF_SUBSTRING_HEADER_BYTES = 8,
};

#define GFF_NONE UINT32_MAX

typedef enum GffType {
    GFF_BYTE,
    GFF_CHAR,
    GFF_WORD,
    GFF_SHORT,
    GFF_DWORD,
    GFF_INT,
    GFF_DWORD64,
    GFF_INT64,
    GFF_FLOAT,
    GFF_DOUBLE,
    GFF_STRING,
    GFF_RESREF,
    GFF_LOCSTRING,
    GFF_VOID,
    GFF_STRUCT,
    GFF_LIST,
    GFF_ORIENTATION,
    GFF_VECTOR,
    GFF_STRREF,
    GFF_TYPES,
    GFF_ODD = GFF_TYPES, /* in a text: the value isn't what its type needs */
} GffType;

typedef enum GffSectionKind {
    GFF_STRUCTS,
    GFF_FIELDS,
    GFF_LABELS,
    GFF_FIELD_DATA,
    GFF_FIELD_INDICES,
    GFF_LIST_INDICES,
    GFF_SECTIONS,
} GffSectionKind;

typedef struct GffSection {
    uint64_t offset, count, size; /* size in bytes */
    const uint8_t *bytes;         /* NULL until all of the file is opened */
} GffSection;

/* Where a struct is in the tree. */
typedef struct GffPlace {
    uint32_t field;      /* that has the struct; GFF_NONE: the root, or nothing uses the struct */
    uint32_t list_index; /* GFF_NONE outside of lists */
    uint32_t depth;      /* 0 for the root; GFF_NONE: nothing uses the struct */
} GffPlace;

typedef struct GffLabel {
    const char *text; /* UTF-8, `length` bytes */
    uint32_t length;
} GffLabel;

/* A substring of a localized string. */
typedef struct GffSubstring {
    uint32_t field;
    const uint8_t *record; /* its id, length and bytes */
} GffSubstring;

typedef struct Gff {
    Document document;
    char type[GFF_TYPE_BYTES * 3 + 1]; /* UTF-8, without blanks at its end */
    const char *notation, *version;    /* "binary" or "json"; NULL: the file doesn't say it */
    struct GffJson *json;              /* NULL, or what only a text has: see gff_json.h */
    GffSection sections[GFF_SECTIONS];
    uint64_t root_fields;
    /* what completing makes */
    uint64_t label_count, struct_count, field_count;
    GffPlace *places; /* of each struct */
    uint32_t *owners; /* the struct of each field; GFF_NONE: nothing uses it */
    GffLabel *labels;
    uint32_t max_depth, types_seen; /* a bit for each type that is used */
    bool is_utf8;                   /* the texts are UTF-8, as in Neverwinter Nights 2 */
    const char *game;               /* "NWN", "NWN2" or "KOTOR", if the file shows it; else NULL */
    /* made on demand */
    Children fields_of; /* the fields of each struct */
    GffSubstring *substrings;
    uint64_t substring_count;
    struct NwnPlaced *placed; /* see nwn.h */
} Gff;

extern const Format gff_format;

/* How the names of GFF files end in Neverwinter Nights. Files of other formats may have these
** endings, too, so they only count where files are looked for by their names alone. */
#define GFF_BLUEPRINT_ENDINGS ".utc .utd .ute .uti .utm .utp .uts .utt .utw .ult .utr .upe .uen"
#define GFF_MADE_OF           "it is made of fields, and gff_fields is where they are edited"
#define GFF_ENDINGS                                                                                \
    GFF_BLUEPRINT_ENDINGS " .are .git .gic .ifo .dlg .jrl .fac .itp .bic .pfb .gff .gui .ptm .ptt"

/* ---- Parts of the tree ----------------------------------------------------------------------- */

static inline const uint8_t *gff_struct(const Gff *gff, uint64_t index) {
    return gff->sections[GFF_STRUCTS].bytes + index * GFF_STRUCT_BYTES;
}
static inline const uint8_t *gff_field(const Gff *gff, uint64_t index) {
    return gff->sections[GFF_FIELDS].bytes + index * GFF_FIELD_BYTES;
}
/* Return where a struct or a field begins in the file; in a text, where a field's value begins. */
uint64_t gff_struct_offset(const Gff *gff, uint32_t structure);
uint64_t gff_field_offset(const Gff *gff, uint32_t field);
static inline uint32_t gff_type(const Gff *gff, uint32_t field) {
    return load_u32(gff_field(gff, field) + GFF_FIELD_TYPE);
}
/* Tells whether a field exists, which may be GFF_NONE, and has a type. */
static inline bool gff_is(const Gff *gff, uint32_t field, uint32_t type) {
    return field != GFF_NONE && gff_type(gff, field) == type;
}
static inline const GffLabel *gff_label(const Gff *gff, uint32_t field) {
    return &gff->labels[load_u32(gff_field(gff, field) + GFF_FIELD_LABEL)];
}
static inline uint32_t gff_number(const Gff *gff, uint32_t field) {
    return load_u32(gff_field(gff, field) + GFF_FIELD_VALUE);
}
/* Returns where the data of a field is. */
static inline const uint8_t *gff_data(const Gff *gff, uint32_t field) {
    return gff->sections[GFF_FIELD_DATA].bytes + gff_number(gff, field);
}

/* The fields of a struct, in the order of the file. The caller leaves out those that belong to
** another struct by gff->owners. */
typedef struct GffFields {
    const uint8_t *indices; /* NULL: there is at most one field, `only` */
    uint32_t only, count;
} GffFields;

GffFields gff_fields_of(const Gff *gff, uint32_t structure);
static inline uint32_t gff_field_at(const GffFields *fields, uint32_t number) {
    return fields->indices ? load_u32(fields->indices + (size_t)number * GFF_INDEX_BYTES)
                           : fields->only;
}
/* The structs of a list. The caller leaves out those that belong to another place:
** gff_is_element(). */
typedef struct GffList {
    const uint8_t *indices;
    uint32_t count;
} GffList;
/* Returns the list that a field is; it is empty if the field is another one, or GFF_NONE. */
GffList gff_list(const Gff *gff, uint32_t field);
static inline uint32_t gff_element(const GffList *list, uint32_t number) {
    return load_u32(list->indices + (size_t)number * GFF_INDEX_BYTES);
}
/* Tells whether a struct belongs to place `number` of a list's field. */
static inline bool gff_is_element(const Gff *gff, uint32_t structure, uint32_t field,
                                  uint32_t number) {
    return gff->places[structure].field == field && gff->places[structure].list_index == number;
}
/* Returns the struct of a field of type Struct; GFF_NONE if it belongs to another field. */
uint32_t gff_child(const Gff *gff, uint32_t field);
/* Returns the struct that holds a struct; GFF_NONE for the root and for one that nothing uses. */
static inline uint32_t gff_parent(const Gff *gff, uint32_t structure) {
    uint32_t field = gff->places[structure].field;
    return field == GFF_NONE ? GFF_NONE : gff->owners[field];
}
/* Returns the field of a struct with a label; GFF_NONE: there is none. Of several the first one
** counts, in a text the last one. */
uint32_t gff_find(const Gff *gff, uint32_t structure, const char *label);

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct GffBytes {
    const uint8_t *bytes;
    uint32_t size;
} GffBytes;

/* Returns the bytes of a CExoString, ResRef or Void. */
GffBytes gff_bytes(const Gff *gff, uint32_t field);
/* Returns the bytes of a value as stored, without the length before them; none of structs and
** lists. */
GffBytes gff_stored_bytes(const Gff *gff, uint32_t field);
/* Returns a text of a localized string: the English male one, else the first; NULL bytes: it has
** none. */
GffBytes gff_localized(const Gff *gff, uint32_t field);
/* Return how many substrings a localized string has, the first one, and the next one. */
uint32_t gff_substring_count(const Gff *gff, uint32_t field);
const uint8_t *gff_first_substring(const Gff *gff, uint32_t field);
const uint8_t *gff_next_substring(const uint8_t *substring);
/* Returns the one with an id, of several as gff_find(); NULL: there is none. */
const uint8_t *gff_substring(const Gff *gff, uint32_t field, uint32_t id);
static inline GffBytes gff_substring_bytes(const uint8_t *substring) {
    return (GffBytes){substring + GFF_SUBSTRING_HEADER_BYTES, load_u32(substring + 4)};
}
/* Finds the number that doesn't fit the type of a GFF_ODD field; false: the field has none. */
bool gff_odd_integer(const Gff *gff, uint32_t field, int64_t *number);
/* Finds the integer of a field, whatever its type; false: it has none. Inline, because most fields
** are integers. */
static inline bool gff_integer(const Gff *gff, uint32_t field, int64_t *number) {
    uint32_t raw = gff_number(gff, field);
    switch (gff_type(gff, field)) {
    case GFF_BYTE: *number = (uint8_t)raw; return true;
    case GFF_CHAR: *number = (int8_t)(uint8_t)raw; return true;
    case GFF_WORD: *number = (uint16_t)raw; return true;
    case GFF_SHORT: *number = (int16_t)(uint16_t)raw; return true;
    case GFF_DWORD:
    case GFF_STRREF: *number = raw; return true;
    case GFF_INT: *number = (int32_t)raw; return true;
    case GFF_DWORD64:
    case GFF_INT64: *number = (int64_t)load_u64(gff_data(gff, field)); return true;
    case GFF_ODD: return gff_odd_integer(gff, field, number);
    default: return false;
    }
}
/* Returns the integer of a struct's field, or `otherwise` if there is none with that label. */
static inline int64_t gff_integer_or(const Gff *gff, uint32_t structure, const char *label,
                                     int64_t otherwise) {
    int64_t number;
    uint32_t field = gff_find(gff, structure, label);
    return field != GFF_NONE && gff_integer(gff, field, &number) ? number : otherwise;
}
bool gff_real(const Gff *gff, uint32_t field, double *number);
/* Returns how many floats a field of type Orientation or Vector has. */
static inline unsigned gff_float_count(uint32_t type) {
    return type == GFF_ORIENTATION ? 4 : 3;
}

const char *gff_type_name(uint32_t type); /* NULL: an unknown type */
/* Returns the type that the file names; GFF_NONE: a text names none that is known. */
uint32_t gff_named_type(const Gff *gff, uint32_t field);

/* ---- Paths (gff_path.c) ---------------------------------------------------------------------- */

/* What a path such as "Creature List[3].Tag" names: a field, or a struct. */
typedef struct GffTarget {
    uint32_t field;           /* GFF_NONE: the path names a struct */
    uint32_t structure;       /* GFF_NONE: the path names a field */
    const uint8_t *substring; /* NULL, or the field's substring that is named */
} GffTarget;

/* Finds what a path names. Returns false if there is nothing of that name. */
bool gff_resolve(const Gff *gff, const char *path, uint32_t length, GffTarget *target);

/* Returns the path of a struct or, unless it is GFF_NONE, of one of its fields; with `is_pattern`
** list elements are "[]". The text lies in the scratch arena; NULL: memory ran out, or nothing uses
** the struct, or it is GFF_NONE, as the owner of a field that nothing uses is. */
const char *gff_path(const Gff *gff, uint32_t structure, uint32_t field, bool is_pattern,
                     Arena *scratch, uint32_t *length);

/* ---- Opening and checking -------------------------------------------------------------------- */

/* Walks over the tree (gff_walk.c): checks all of it, and makes places and owners. */
bool gff_walk(Gff *gff, Error *error);
/* Adds the findings about one file (gff_check.c). */
bool gff_check(Document *document, Findings *findings, Error *error);
/* Add findings about areas and blueprints, and between the files of an area (nwn_check.c). */
bool nwn_check(Gff *gff, Findings *findings, Error *error);
bool nwn_check_beside(Document *document, const struct FilesBeside *beside, Findings *findings,
                      Error *error);
