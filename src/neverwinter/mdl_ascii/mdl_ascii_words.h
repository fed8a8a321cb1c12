/* The words of ASCII models: what each means in each kind of node. */
#pragma once

#include "core/load.h"

/* Where a word is known: in nodes with a flag of mdl_format.h, or outside of them. */
enum {
    ASCII_IN_MODEL = 0x10000,
    ASCII_IN_ANIMATION = 0x20000,
    ASCII_ANYWHERE = 0x3FFFF,
};

typedef enum AsciiKind {
    ASCII_CONTROLLER, /* `place` is the controller's type; `width` floats follow */
    /* A field of the node's part, or of the header of the model or animation, at `place` in it: */
    ASCII_U8,
    ASCII_U16,
    ASCII_U32,
    ASCII_F32, /* which stands behind `width` words */
    ASCII_VECTOR,
    ASCII_CHARS,      /* a text of `width` bytes */
    ASCII_WEAK_CHARS, /* like ASCII_CHARS, unless a stronger word has set the field */
    ASCII_BIT,        /* a bit of an emitter's flags: `place` is the mask */
    ASCII_HINT,       /* the render hint, a word */
    ASCII_NOTHING,    /* known, and for editors only */
    ASCII_LIST,       /* `place` is its number; rows have `width` numbers, at least `least` */
    ASCII_STATEMENT,  /* `place` is its number */
} AsciiKind;

typedef enum AsciiListId {
    ASCII_VERTS,
    ASCII_TVERTS, /* and tverts1 to tverts3 */
    ASCII_FACES = ASCII_TVERTS + 4,
    ASCII_TEXINDICES, /* texindices1 to texindices3 */
    ASCII_NORMALS = ASCII_TEXINDICES + 3,
    ASCII_TANGENTS,
    ASCII_COLORS,
    ASCII_CONSTRAINTS,
    ASCII_WEIGHTS,
    ASCII_ANIMVERTS,
    ASCII_ANIMTVERTS,
    ASCII_FLARE_SIZES,
    ASCII_FLARE_POSITIONS,
    ASCII_FLARE_SHIFTS,
    ASCII_FLARE_TEXTURES,
    ASCII_BOXES, /* the list of the word aabb */
    ASCII_LISTS,
    /* lists whose rows are read and forgotten */
    ASCII_UNUSED_NUMBERS = ASCII_LISTS,
    ASCII_UNUSED_TEXTS,
} AsciiListId;

typedef enum AsciiStatement {
    ASCII_NEWMODEL,
    ASCII_BEGINMODELGEOM,
    ASCII_BEGINWALKMESHGEOM,
    ASCII_ENDGEOM,
    ASCII_NEWANIM,
    ASCII_DONEANIM,
    ASCII_DONEMODEL,
    ASCII_NODE,
    ASCII_ENDNODE,
    ASCII_PARENT,
    ASCII_SETSUPERMODEL,
    ASCII_CLASSIFICATION,
    ASCII_IGNOREFOG,
    ASCII_FILEDEPENDENCY,
    ASCII_ANIMROOT,
    ASCII_EVENT,
    ASCII_AABB,
    ASCII_ENDLIST,
} AsciiStatement;

typedef struct AsciiWord {
    const char *word; /* in small letters; NULL: another meaning of the word before */
    uint32_t where;   /* flags of nodes, or ASCII_IN_... */
    uint8_t kind, width, least;
    uint16_t place;
} AsciiWord;

#define ASCII_WORD_LONGEST 31
#define ASCII_WORD_SLOTS   1024

/* A table in which words are found by their hash. It is made for each text, which takes as long as
** reading a few lines. */
typedef struct AsciiWords {
    uint8_t slots[ASCII_WORD_SLOTS]; /* number of a word + 1 */
} AsciiWords;

void mdl_ascii_index_words(AsciiWords *words);
/* Returns the first meaning of a word in small letters; NULL: it is unknown. */
const AsciiWord *mdl_ascii_find_word(const AsciiWords *words, const char *word);
/* Returns the meaning of a word where `where` says; NULL: the word has none there. */
const AsciiWord *mdl_ascii_meaning(const AsciiWord *word, uint32_t where);

/* Returns the name of a type of controller in nodes with some flags; NULL: there is none. */
const char *mdl_ascii_controller(uint32_t flags, int32_t type);
/* Returns how many floats a text needs for a controller, by its name from mdl_ascii_controller(); 0
** for other names. */
uint32_t mdl_ascii_controller_width(const char *name);

/* Returns all meanings, in the order in which a node's fields are written. */
const AsciiWord *mdl_ascii_all_words(uint32_t *count);
/* Returns a number below 256 for a meaning. */
uint32_t mdl_ascii_word_number(const AsciiWord *word);
