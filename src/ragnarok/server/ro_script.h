/* RO-SCRIPT: what stands where on a Ragnarok Online server. The scripts of rAthena, Hercules and
** eAthena are text without a magic; each line has four fields, separated by tabs:
**
**     w1              w2                        w3            w4
**     map,x,y,facing  warp, warp2               name          span x,span y,to map,to x,to y
**     map,x,y,span x,span y
**                     monster, boss_monster,    name,level    id,amount,delay,random delay,event,
**                     miniboss_monster                        size,ai
**     map,x,y,facing  script, trader            name          sprite,trigger x,trigger y,{ ... }
**     or -            shop, cashshop, itemshop, name          sprite,item:price,...
**                     pointshop, marketshop
**                     duplicate(source)         name          sprite,trigger x,trigger y
**     function        script                    name          { ... }
**                     warp, warp2 and script may have a state behind them (newer rAthena):
**                     script(DISABLED), warp(HIDDEN), script(CLOAKED)
**     map             mapflag                   flag          value (may be missing)
**
** The walk is the servers'. White space and comments, line comments and block comments, are skipped
** between lines. The fourth field is all the rest of the line, comments included; the line ends at
** LF or CRLF. Braces are counted from the first one on, skipping comments and strings; what follows
** the last one is read as a new line, even on the same line of the file. In a string a backslash
** takes the next byte with it, unless the byte before it is above 0x7E: there it is the second byte
** of a Korean letter, or so the servers think. Numbers are read as C's scanf does: white space
** before them is skipped, and what follows the last of them is ignored. Maps of before 2009 have
** .gat behind their names, which is cut off.
**
** A server stops reading a file at a line of fewer than three fields, at a script whose brace is
** missing or doesn't close, at a string that isn't closed on its line; it doesn't read a file that
** begins with the byte order mark of UTF-8. Here the walk goes on with the next line, and later
** rows say after_stop.
**
** Known from the loaders of rAthena (2019), Hercules (2026) and eAthena (2014), and from 3,908
** files of five servers. */
#pragma once

#include "codec/encoding.h"
#include "table/table.h"

typedef enum RoKind {
    RO_OTHER, /* no server knows the line */
    RO_WARP,
    RO_WARP2,
    RO_MONSTER,
    RO_BOSS_MONSTER,
    RO_MINIBOSS_MONSTER,
    RO_SCRIPT,
    RO_TRADER,
    RO_SHOP,
    RO_CASHSHOP,
    RO_ITEMSHOP,
    RO_POINTSHOP,
    RO_MARKETSHOP,
    RO_DUPLICATE,
    RO_FUNCTION,
    RO_MAPFLAG,
    RO_KINDS
} RoKind;

/* Why a server doesn't take a line, or not every server. */
typedef enum RoProblem {
    RO_FINE,
    RO_FEW_FIELDS,
    RO_UNKNOWN,
    RO_WARP_NUMBERS,
    RO_SPAWN_NUMBERS,
    RO_AMOUNT,
    RO_MOB_NAME,
    RO_RATHENA_ONLY,
    RO_NPC_NUMBERS,
    RO_NO_TARGET,
    RO_NO_BRACE,
    RO_NO_COMMA_BRACE,
    RO_OPEN_BRACES,
    RO_OPEN_STRING,
    RO_LINE_IN_STRING,
    RO_COORDINATE,
    RO_NUMBER,
    RO_NUL,
    RO_PROBLEMS
} RoProblem;

/* Bytes of the file; NULL: the line has no such text. */
typedef struct RoText {
    const uint8_t *at;
    uint32_t length;
} RoText;

enum { /* texts of a line */
       RO_MAP,
       RO_NAME,
       RO_TO_MAP,
       RO_MOB = RO_TO_MAP,
       RO_SPRITE = RO_TO_MAP,
       RO_VALUE = RO_TO_MAP, /* of a map flag; RO_NAME is the flag's name */
       RO_EVENT,
       RO_TARGET = RO_EVENT,
       RO_ARGUMENT = RO_EVENT, /* of a statement that warps */
       RO_STATE,
       RO_TEXTS
};

enum { /* numbers of a line */
       RO_X,
       RO_Y,
       RO_SPAN_X,
       RO_SPAN_Y,
       RO_FACING,
       RO_TO_X,
       RO_TO_Y,
       RO_TRIGGER_X = RO_TO_X,
       RO_TRIGGER_Y = RO_TO_Y,
       RO_LEVEL = RO_FACING,
       RO_MOB_ID = RO_TO_X,
       RO_AMOUNT_OF = RO_TO_Y,
       RO_DELAY,
       RO_DELAY_RANDOM,
       RO_SIZE,
       RO_AI,
       RO_NUMBERS
};

typedef struct RoLine {
    RoText texts[RO_TEXTS];
    int32_t numbers[RO_NUMBERS];
    uint32_t given;  /* bit 1 << number: the line has it, and it fits into 32 bits */
    uint32_t beyond; /* bit 1 << number: the number doesn't fit into 32 bits */
    uint32_t line, end_line;
    uint32_t start;          /* where it begins in the file */
    uint32_t body, body_end; /* of a script: its first brace, and what follows the last one */
    uint32_t npc_line;       /* of a statement that warps: where its NPC begins */
    uint8_t kind, problem;
    uint8_t encoding; /* FileEncoding of its texts */
    bool after_stop;
} RoLine;

/* A line that is read when a table asks for it: a warp, a spawn or a map flag. */
typedef struct RoMark {
    uint32_t start, end, line;
    uint8_t kind;
    bool has_nul, after_stop;
} RoMark;

typedef struct RoScript {
    Document document;
    FileEncoding encoding;
    LIST_OF(RoMark) marks;
    LIST_OF(RoLine) warps;     /* counted; made by ro_script_read_warps() */
    LIST_OF(RoLine) spawns;    /* so, too */
    LIST_OF(RoLine) mapflags;  /* so, too */
    LIST_OF(RoLine) npcs;      /* NPCs and functions */
    LIST_OF(RoLine) npc_warps; /* made by ro_script_find_warps() */
    bool has_npc_warps;
    uint64_t line_count, function_count;
    uint64_t problem_count; /* without those of lists that aren't made */
    uint32_t stopped_at;    /* the line at which servers stop; 0: they read the whole file */
} RoScript;

extern const Format ro_script_format;

/* Make a list of a script, once. */
bool ro_script_read_warps(Document *document, Error *error);
bool ro_script_read_spawns(Document *document, Error *error);
bool ro_script_read_mapflags(Document *document, Error *error);

/* The word for each kind of line, NULL for RO_OTHER; and the text for each problem. */
extern const char *const ro_kind_names[RO_KINDS];
extern const char *const ro_problem_texts[RO_PROBLEMS];

/* Tells whether a byte is white space, as C's isspace() does. */
static inline bool ro_is_space(uint8_t byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}
/* Returns the name of a map without the .gat that old files have behind it. */
RoText ro_without_gat(RoText map);

/* ---- The walk (ro_script_walk.c) ------------------------------------------------------------- */

typedef struct RoWalk {
    const uint8_t *bytes;
    uint64_t size;
    const Arena *arena;
    /* Takes each line; returns false to stop, with the error set. */
    bool (*take)(void *context, const RoLine *line, Error *error);
    void *context;
    FileEncoding encoding; /* of the lines */
    uint32_t puts_off;     /* bit 1 << kind: such lines have only body_end, their end, and RO_NUL */
    uint64_t line_count;
    uint32_t stopped_at; /* as in RoScript */
    uint64_t steps;      /* of the walk itself, between which it looks for an interruption */
    bool interrupted;
} RoWalk;

/* Walks over all lines. Servers stop at braces that don't close. Scripts behind that place are
** still measured, but once this has taken as long as reading the file several times, each further
** script counts as open, so that the work stays in proportion to the size. */
bool ro_script_walk(RoWalk *walk, Error *error);
/* Reads a line that was put off. */
void ro_script_read_line(const RoWalk *walk, const RoMark *mark, RoLine *line);

/* Returns the next byte that is neither white space nor in a comment. */
uint64_t ro_skip_space(RoWalk *walk, uint64_t at);
/* Moves from the quote that opens a string to the one that closes it; else to where it ends. */
RoProblem ro_skip_string(RoWalk *walk, uint64_t *at);

/* ---- One line (ro_script_line.c) ------------------------------------------------------------- */

/* A line cut at its tabs. */
typedef struct RoFields {
    RoText w[4];
    uint32_t count; /* 4 means 4 or more */
} RoFields;

/* Cuts a line at its tabs; `joins`: several tabs side by side count as one. */
RoFields ro_fields(const uint8_t *at, const uint8_t *end, bool joins);
/* Returns what a line is by its first three fields. */
RoKind ro_fields_kind(const RoFields *fields);
/* Reads the texts and numbers of a line whose kind is known, and notes the problems that these
** have. */
void ro_line_read(RoLine *line, const RoFields *fields);
/* Reads the place to which a statement warps, "<map>",<x>,<y>; if it isn't written out so, the text
** is RO_ARGUMENT. */
void ro_line_read_target(RoLine *line, RoText argument);
/* Finds the problems that any line can have; `has_nul`: a NUL stands in it. */
void ro_line_check(RoLine *line, bool has_nul);

/* ---- Statements (ro_npc_warps.c) ------------------------------------------------------------- */

/* Finds, once, the statements of scripts that take a player elsewhere. Each is a warp with the
** name, place and problem of its NPC. It spans the trigger area of that, or else, with spans that
** aren't given, the tiles from which one talks to it. It has RO_ARGUMENT instead of RO_TO_MAP where
** the place isn't written out. */
bool ro_script_find_warps(Document *document, Error *error);

/* ---- What the tables of servers' files share ------------------------------------------------- */

/* Returns bytes of the file as text; NULL where there are none, or no memory. */
Value ro_text_value(const Row *row, FileEncoding encoding, RoText text);

extern const Format ro_map_index_format;
extern const Table ro_warps, ro_npc_warps, ro_spawns, ro_npcs, ro_mapflags, ro_script_files,
    ro_map_index, ro_cell_maps, ro_cells;
extern const Function ro_cell_map;
