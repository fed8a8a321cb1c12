/* What names what: a column whose cells name files points to the kind of these names, which says
** where the game looks for them. gamemap_references shows all of them, and whatever else looks up
** a name asks by its kind. The constants stand with their games: ragnarok/ro_names.h,
** neverwinter/names/names.h. */
#pragma once

#include "table/table.h"

enum { NAME_STAGES_MAX = 2 };

/* What looking for names takes. */
typedef struct NameSearch {
    const FilesBeside *beside;
    Arena *arena; /* for what is found and what finding takes */
    Error *error;
} NameSearch;

/* A file, found like any other, that gives other names to some names. */
typedef struct NameList {
    const char *file, *rule;
    const Format *format;
    /* Returns the other name, in `arena` or in the file; NULL: it has none, or memory ran out. */
    Value (*other)(Document *list, Arena *arena, const char *name, size_t length);
    bool is_source; /* it has all names: what it has no other name for names nothing */
} NameList;

typedef struct NameKind {
    const char *name; /* "texture" */
    const char *rule; /* a short name of how the file is found: "data/texture" */
    /* Where its game has its files: see FilesBeside.add_roots(). */
    const char *below, *within;
    const char *above, *folder; /* see FileName */
    const char *prefix;         /* what a name lacks at its beginning, or NULL */
    /* What a name lacks at its end, with blanks between several. The first stage that has a file in
    ** any place counts, there the first place, there the first ending. NULL: it lacks nothing. */
    const char *stages[NAME_STAGES_MAX];
    const NameList *renamed_by; /* NULL: names are those of files */
    /* Not NULL: what the first stage finds is a text, whose lines say which file is meant. */
    const struct LineNames *lines;
    bool is_flat;     /* a name has no folders, and "null" names nothing */
    bool is_optional; /* the game can do without the file */
    /* Not NULL: tells whether the game needs the file, by others that this one names. */
    bool (*needs)(const NameSearch *search, const Document *document, bool *is_needed);
} NameKind;

/* A name in a cell. */
typedef struct Named {
    const NameKind *kind; /* NULL: there is none here */
    Value name;           /* a text; NULL: memory ran out */
    bool is_needed;
} Named;

/* Returns what a cell names: `name` is of this kind. */
static inline Named name_of_kind(const NameKind *kind, Value name) {
    return (Named){kind, name, !kind->is_optional};
}

typedef struct FoundName {
    FoundFile file; /* the path is NULL: it is missing */
    const char *rule;
    Value other; /* by which it was looked for, if a NameList has another name; else NULL */
    int stage;   /* the stage of the kind in which it was found */
} FoundName;

/* Reads an argument that says where files are; *places is NULL if it isn't given. */
bool names_take_places(const Opening *opening, const char *argument, Value value,
                       const char **places);
/* Sets where names are looked for: in `places`, a path or a JSON array of paths; if that is NULL,
** where the game looks for files of this kind that the file itself names. */
bool names_begin(const NameSearch *search, const NameKind *kind, const char *places);
/* Finds the file of a name in UTF-8, from a stage of its kind on. */
bool names_find_at(const NameSearch *search, const NameKind *kind, const char *text, size_t length,
                   int stage, FoundName *found);
/* Finds the file of a name in a field of `size` bytes in CP949, up to its first NUL. */
bool names_find_korean(const NameSearch *search, const NameKind *kind, const uint8_t *field,
                       size_t size, FoundName *found);
static inline bool names_find(const NameSearch *search, const NameKind *kind, const char *text,
                              size_t length, FoundName *found) {
    return names_find_at(search, kind, text, length, 0, found);
}

/* The other name that lines NAME#OTHER# in CP949 have for a name: NameList.other. */
Value names_line_other(Document *list, Arena *arena, const char *name, size_t length);

/* Finds the files that a column names, in each row that was made, for cells of FOUND_PATH: the end
** of Table.rows. */
bool names_find_paths(Opening *opening, const Column *column);
Value found_path_cell(const Row *row);
#define FOUND_PATH(Name, Doc)                                                                      \
    GET(Name, TEXT, NULL,                                                                          \
        Doc "; NULL if it is missing. Names on disk may be Korean text, its bytes, and those "     \
            "read as Latin-1 or as Chinese",                                                       \
        found_path_cell, .prepare = prepared_with_rows, .of_source = true)

/* What the lines of a text name: Module.line_names. A line is "KEY NAME" or "KEY: NAME", and "//"
** begins a comment. */
typedef struct LineNames {
    const char *beginning, *ending; /* of the name of the text's file; NULL: any beginning */
    const char *none;               /* not NULL: a word that names nothing */
    bool has_blanks;                /* a name runs to the end of the line */
    struct LineKey {
        const char *key; /* behind the last one NULL; "texture#" is texture with a number */
        const NameKind *kind;
    } keys[6];
} LineNames;

/* Finds what a line names; false: nothing. */
bool names_in_line(const LineNames *names, Value line, Named *named);
