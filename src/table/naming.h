/*
** What names what: a column whose cells name files points to the kind of these names, which says
** where the game looks for them. gamemap_references shows all of them, and whatever else looks up
** a name asks by its kind. The constants stand with their games: ragnarok/ro_names.h,
** neverwinter/names/names.h.
*/
#ifndef GAMEMAP_NAMING_H
#define GAMEMAP_NAMING_H

#include "table/table.h"

enum { NAME_STAGES_MAX = 2 };

typedef struct NameKind {
    const char *name; /* "texture" */
    const char *rule; /* a short name of how the file is found: "data/texture" */
    /* Where its game has its files: see FilesBeside.add_roots() and add_own_root(). */
    const char *below, *within;
    const char *folder; /* below a root, where the file is to be found; NULL: in the root */
    const char *prefix; /* what a name lacks at its beginning, or NULL */
    /* What a name lacks at its end, with blanks between several. The first stage that has a file in
    ** any place counts, in it the first place, in it the first ending. NULL: it lacks nothing. */
    const char *stages[NAME_STAGES_MAX];
    const char *renamed_by; /* a file in the root with lines NAME#OTHER#: OTHER is meant. Or NULL */
    bool is_flat;           /* a name has no folders, and "null" is none */
    bool is_optional;       /* the game can do without the file */
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

/* What the lines of texts with such an ending name: Module.line_names. */
typedef struct LineNames {
    const char *ending;
    bool (*tells)(Value line, Named *named); /* fills in *named, which is zeroed; false: nothing */
} LineNames;

#endif
