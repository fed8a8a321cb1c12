/* The descriptors: tables, columns and functions as data.
**
** A table is a named view of one array of a document; a row is an index. The engine treats all
** descriptors alike: arguments, planning, seeks, many files, caching, errors, documentation. The
** *_tables.c files contain only descriptors and the getters of computed cells, and include no
** SQLite header.
**
**     static const Column cube_columns[] = {
**         F32("height_sw", "GND units", "Altitude of the south-west corner", GND_CUBE_HEIGHTS),
**         GRID(X, "x", "cubes", "Column of the cube, counted from the west", Gnd, width),
**         GET("source", TEXT, NULL, "What a join passes on", source_of),
**     };
**
** The engine adds to every table: file and id at the beginning; then, hidden, src, the table's own
** arguments and on_error; and at the end, hidden, source and byte_offset. */
#pragma once

#include "table/column.h"
#include "core/file_set.h"

/* ---- Tables ---------------------------------------------------------------------------------- */

#define INDEXES_MAX   3
#define KEYS_MAX      3
#define ARGUMENTS_MAX 10
#define IDENTITY_MAX  4

/* A condition on a key column: lo <= key <= hi, or key = text. Finding too many rows is fine,
** because SQLite checks them again. Without a condition, lo is INT64_MIN and hi INT64_MAX; the
** first key always has one. A row whose key is NULL only fits if that key has no condition. */
typedef struct KeyRange {
    int64_t lo, hi;
    const char *text; /* NULL for a numeric range */
    uint32_t text_length;
} KeyRange;

/* The rows first .. end - 1, or the sorted order[first] .. order[end - 1]. */
typedef struct RowRange {
    uint64_t first, end;
    const uint32_t *order;
} RowRange;

/* What find() gets. */
typedef struct Seek {
    const void *document; /* the format's struct */
    const Array *array;
    const KeyRange *ranges; /* one for each key */
} Seek;

/* A way to find rows by the values of columns. */
typedef struct Index {
    const char *keys[KEYS_MAX]; /* columns, most significant first; a key is used only if the query
                                ** has equalities on all keys before it */
    double rows_per_key;        /* typical number of rows that share a value of the first key */
    /* How rows are found. If none of these is set, the rows are sorted by the first key and the
    ** engine finds them by bisection. Not used if array->unsorted. */
    size_t children; /* set by BY_PARENT: a Children of the document's struct */
    size_t grid;     /* set by IN_GRID: the keys are {y, x}; this is the grid's width, a uint32_t
                    ** of the document's struct */
    uint32_t width;  /* set by IN_GRID_OF: the width; by EACH_PARENT_HAS: a parent's rows */
    /* Narrows `range`, which is all rows on entry, to those that can match. */
    void (*find)(const Seek *seek, RowRange *range);
    /* Makes what finding needs in addition to the rows, before its first use on a document, and
    ** stores it there. NULL: nothing is needed. */
    bool (*prepare)(Document *document, Error *error);
} Index;

/* Offsets count from 1 here, so that 0 is none. */
#define BY_PARENT(Key, Typical, Struct, Member)                                                    \
    .keys = {Key}, .rows_per_key = Typical, .children = offsetof(Struct, Member) + 1
#define IN_GRID(Struct, Member)     .grid = offsetof(Struct, Member) + 1
#define IN_GRID_OF(Width)           .width = Width
#define EACH_PARENT_HAS(RowsOfEach) .width = RowsOfEach

/* Narrows `range` to rows of a grid with the keys {y, x}; row = y * width + x. */
void find_in_grid(uint64_t width, const KeyRange *y, const KeyRange *x, RowRange *range);
/* Narrows `range` to the children of some parents, in the order of `children`. */
void find_children(const Children *children, const KeyRange *parent, RowRange *range);
/* Narrows `range` by an index that isn't searched by bisection; returns false if it is. */
bool find_by_index(const Index *index, const Seek *seek, RowRange *range);

/* An argument of a table's or function's own, after src. */
typedef struct Argument {
    const char *name;
    const char *doc;
    bool optional; /* a missing required argument is an error that names it */
    bool of_place; /* optional, but there are no rows where it is given as NULL: an unknown place */
    /* Not NULL: the argument is a source (path or BLOB) of this format. If it is missing or NULL,
    ** the document is NULL. */
    const struct Format *source;
    const char *endings; /* of its files in a folder, an archive or a list, if not the format's */
    bool of_any;         /* it is a source of any format */
    bool many;           /* it may name many files; rows() opens those that it needs */
    bool one_open;       /* of many files only the one that was opened last stays open */
    bool may_lack;       /* of many files those that can't be read are passed over with 'skip' */
    bool of_contents;    /* a folder or archive stands for the files in it */
    bool any_text;       /* if not set, 'skip' and 'fail' in its place mean on_error */
    bool finds;          /* it names a table: src stands for the files that this takes of it */
} Argument;

typedef struct Arguments {
    Value values[ARGUMENTS_MAX];
    Document *documents[ARGUMENTS_MAX]; /* of arguments that are a source */
    /* Of arguments that may name many files, in byte order of their paths; NULL: not given. */
    const FileSet *files[ARGUMENTS_MAX];
    uint64_t span; /* while it is the same, equal values name equal files */
} Arguments;

/* Where the rows of a table are in a document's struct. Made by ROWS, SIZED_ROWS, COMPUTED,
** ONE_ROW, HEADER_ROW and CHILD_ROWS. */
typedef struct ArrayPlace {
    enum {
        PLACE_RECORDS = 1,
        PLACE_SIZED_RECORDS,
        PLACE_COMPUTED,
        PLACE_DOCUMENT,
        PLACE_HEADER,
        PLACE_CHILDREN
    } kind;
    size_t records, count; /* offsets of members; of a Children, `records` */
    size_t bytes;          /* of a record, or of the member that has the size */
} ArrayPlace;

/* What rows() gets. */
typedef struct Opening {
    const struct Table *table;   /* whose rows they are */
    Document *document;          /* NULL where the table speaks about all files together */
    const FileSet *files;        /* all files, where `document` is NULL */
    const FilesBeside *beside;   /* the document's file; NULL unless the table looks beside */
    const List *opened;          /* of OpenedPlace: what gamemap_open() has opened, or NULL */
    const Arguments *arguments;  /* NULL where the table has none of its own */
    bool is_plain;               /* no column with a prepare() of its own is asked for */
    bool skips;                  /* what can't be read may be left out; `error` then says it */
    Arena *scratch;              /* for rows that it makes; lives as long as they are read */
    Array *array;                /* to be set: zeroed, without an offset */
    const struct Ranges *ranges; /* of an archive: how its bytes are read, or NULL */
    Error *error;
} Opening;

/* A file, a folder or an archive that gamemap_open() took as something. */
typedef struct OpenedPlace {
    const char *name;     /* by which it was looked for, or NULL */
    const char *path;     /* NULL: it isn't there */
    const char *taken_as; /* "archive", "override" ... */
    int64_t number;       /* in the order of the places in which names are looked up, from 1 on; 0:
                             it is none of them */
} OpenedPlace;

/* Sets the rows, records of `stride` bytes that usually lie in opening->scratch. Returns true. */
static inline bool opening_set_rows(Opening *opening, const void *records, uint64_t count,
                                    size_t stride) {
    opening->array->records = records;
    opening->array->count = count;
    opening->array->stride = (uint32_t)stride;
    return true;
}
/* Sets a single row, a struct of zeros of `bytes` bytes, and returns it; NULL: memory ran out. */
void *opening_set_row(Opening *opening, size_t bytes);

typedef struct Table {
    const char *name;
    const char *doc;         /* one sentence */
    const char *also_called; /* its names in the public note on the format, or NULL */
    const char *asked_as;    /* words with which newcomers ask for it (gamemap_help), or NULL */
    const char *example;     /* a query on the files that `make demo` writes to samples/ */
    const Format *format;    /* NULL: a file of any format, or a table about the extension itself */
    const Format *skipped_as; /* of what gamemap_skipped() says that 'skip' left it out; or NULL */
    const char *endings;      /* of its files in a game's order, if not the format's */
    bool about_extension;     /* no file, no src, no common columns; it may have arguments */
    bool opens_none;          /* looks at the names of its files only */
    bool of_hidden;           /* its files are those that others hide in a game's order (order.h) */
    bool has_global_ids;      /* files of other formats mean its rows by their ids */
    bool of_contents;         /* a folder or archive stands for the files in it */
    bool compares;     /* compares lists of files, which may be empty: no match is no error */
    Reads reads;       /* what it needs of each file; the rest isn't looked at */
    bool checks;       /* its rows are findings, made by the thread that opens a file */
    bool looks_beside; /* its rows can depend on the files beside the one they belong to */
    bool names_files;  /* some of its columns can depend on files that it names: see Opening */
    /* Not NULL: other files decide only about cells whose columns have `of_source` and a prepare().
    ** This reads from those files what such cells need, and stores it in the document. */
    bool (*look_beside)(Opening *opening);
    const Column *columns; /* its own, after file and id; hidden ones behind the arguments */
    const Argument *arguments;
    int column_count, argument_count;
    const char *made_of; /* not NULL: why its cells can't be edited, and which can instead */
    double typical_rows; /* for the planner; 0: one */
    /* Not NULL: what follows from the file's own name, as Column.tells gives it. */
    bool (*file_tells)(const Row *row, uint32_t number, struct Named *named);

    /* Where the rows are: an array that the document's struct points to, given by ROWS and similar
    ** macros. prepare() decodes what only some tables need, and stores it in the document; NULL:
    ** opening decodes everything. */
    ArrayPlace place;
    bool (*prepare)(Document *document, Error *error);
    /* Not NULL: makes the array, or adds to the one that `place` gives. If the table has arguments,
    ** it is called for each new tuple of them. */
    bool (*rows)(Opening *opening);
    uint32_t number; /* what rows() wants to know of the table */

    /* Set by ALL_FILES, else 0: the table is about all files of its source together. rows() gets
    ** the set of files and makes one array; each record has the number of its file. */
    size_t row_file;

    Index indexes[INDEXES_MAX];

    /* Where a record lies, if that isn't array->offset + record_start(): this function returns it,
    ** or the member of the record that OFFSET_MEMBER names has it. */
    uint64_t (*byte_offset)(const Row *row);
    size_t offset_member, offset_bytes;

    /* Comparing two files matches the rows of this table by these columns; where a column is a
    ** reference, by what it refers to. Rows that agree in them are matched in their order. Without
    ** any, by the parent (a column made by PARENT), if it has an identity, by its place in a grid
    ** (a column made by GRID), else by id. */
    const char *identity[IDENTITY_MAX];
    const char *shown_by; /* the column that tells people which row it is; NULL: one of identity */
    const char *again;    /* those tables that show the same bytes and stand for it, or NULL */
    /* Returns the row behind which this one stands, UINT32_MAX for the first one, where the order
    ** of the table isn't that of the content. */
    uint32_t (*follows)(const Row *row);
    /* Editing: not NULL, where a field lies whose column has the place `offset` in the record or in
    ** the struct that the decoder made of it; NULL: nowhere. */
    const uint8_t *(*field_at)(const Row *row, uint32_t offset);
} Table;

/* How a table of a format begins: TABLE("trn_grass", trn_format, grass_columns). */
#define TABLE(Name, Format, Columns) .name = Name, .format = &(Format), COLUMNS(Columns)

/* `count` records of `bytes` bytes each; both are members of the struct, a pointer and a uint64_t.
** If the records lie in the file, their offset is known. */
#define ROWS(Struct, Records, Count, Bytes)                                                        \
    .place = {PLACE_RECORDS, offsetof(Struct, Records), offsetof(Struct, Count), Bytes}
/* The items of a list, a member made by LIST_OF. */
#define LIST_ROWS(Struct, Member)                                                                  \
    ROWS(Struct, Member.items, Member.count, sizeof(*((Struct *)NULL)->Member.items))
/* ROWS whose size of a record is a uint64_t member, too. */
#define SIZED_ROWS(Struct, Records, Count, Size)                                                   \
    .place = {PLACE_SIZED_RECORDS, offsetof(Struct, Records), offsetof(Struct, Count),             \
              offsetof(Struct, Size)}
/* As many rows as a uint64_t member says; all cells are computed. */
#define COMPUTED(Struct, Count) .place = {PLACE_COMPUTED, 0, offsetof(Struct, Count), 0}
/* One row for each file, whose record is the document's struct. */
#define ONE_ROW .place = {PLACE_DOCUMENT, 0, 0, 0}
/* One row for a file: its record is the beginning of the file, to which a member points. */
#define HEADER_ROW(Struct, Member) .place = {PLACE_HEADER, offsetof(Struct, Member), 0, 0}
/* The children of a Children, which has their starts in the file, or, without, cells that are
** computed. */
#define CHILD_ROWS(Struct, Member) .place = {PLACE_CHILDREN, offsetof(Struct, Member), 0, 0}
/* CHILD_ROWS that are found by their parent, whose id is the column `key`; `typical` is their
** number. */
#define ROWS_OF(key, typical, Struct, Member)                                                      \
    CHILD_ROWS(Struct, Member), .indexes = {{BY_PARENT(key, typical, Struct, Member)}}
/* LIST_ROWS that are sorted by their parent, whose id is the column `key`, and found by it. */
#define LIST_ROWS_OF(key, typical, Struct, Member)                                                 \
    LIST_ROWS(Struct, Member), .indexes = {{.keys = {key}, .rows_per_key = typical}}

/* A uint32_t or uint64_t of each record says where it lies. Offsets count from 1 here, so that 0
** means none. */
#define OFFSET_MEMBER(Struct, Member)                                                              \
    .offset_member = offsetof(Struct, Member) + 1,                                                 \
    .offset_bytes = sizeof(((const Struct *)NULL)->Member)

/* One array for all files. `Member` is a uint32_t of each record: the number of the row's file, or
** NO_FILE. Offsets count from 1 here, so that 0 means none. */
#define ALL_FILES(Struct, Member) .row_file = offsetof(Struct, Member) + 1

/* Returns the number of a row's file, in a table made by ALL_FILES. */
static inline uint32_t file_of_row(const Table *table, const uint8_t *record) {
    return *(const uint32_t *)(const void *)(record + table->row_file - 1);
}

/* Makes the rows of a table, in a document or in all files. */
bool table_rows(const Table *table, Opening *opening);

/* Returns where a row's record lies in the file or in the inflated packet, or NO_OFFSET. */
uint64_t record_offset(const Table *table, const Row *row);

/* Writes how a table is called, "gnd_cubes(src)", with optional arguments in brackets and `more`
** behind the last one. */
enum { CALL_BYTES = 400 };
void table_write_call(const Table *table, const char *more, char text[CALL_BYTES]);

/* The prepare() of columns whose cells rows() or look_beside() make ready: it does nothing, but for
** queries without such a column the opening is plain. */
bool prepared_with_rows(Document *document, Error *error);

#define COLUMNS(array)        .columns = array, .column_count = (int)LENGTH(array)
#define ARGUMENTS_FROM(array) .arguments = array, .argument_count = (int)LENGTH(array)
/* Arguments that stand in the table or function that takes them. */
#define ARGUMENTS(...) ARGUMENTS_FROM(((const Argument[]){__VA_ARGS__}))

/* ---- Functions ------------------------------------------------------------------------------- */

/* What files that 'skip' left out were asked as: a source and the format of its table. */
typedef struct SkippedAs {
    char source[400];     /* "" where it was a BLOB or is too long */
    const Format *format; /* NULL: of any */
    Reads reads;          /* how much of each file it wanted */
    const char *endings;  /* that the table asks for; NULL: those of the format */
    bool of_list;         /* the source is a list, a folder or an archive */
} SkippedAs;

/* What a connection can ask and set. */
typedef struct Settings {
    int64_t cache_limit;   /* bytes */
    char cache_reason[80]; /* why the limit is that, for gamemap_debug() */
    int64_t cache_bytes;   /* that the documents in the cache have now */
    char pk2_key[57];      /* for Silkroad archives; "": the usual one */
    bool is_outdated;      /* documents in the cache were read with other settings */
    bool file_access;
    int64_t threads, threads_most; /* threads that open files ahead */
    const char *sqlite_version, *sqlite_built_for;
    uint64_t indexes_made, opened, opened_ahead, opened_by_parts;
    /* Of the last statement with cursors: the files that 'skip' left out, and what they were asked
    ** as, each once; there may have been more. */
    uint64_t skipped;
    SkippedAs skipped_as[4];
    int skipped_as_count;
    bool skipped_as_more;
    uint64_t refused;    /* of the skipped files: those that can be read, but not as this table */
    char refusal[400];   /* one line: the first refused file, else the first skipped, and why */
    char unmatched[240]; /* one line: the first pattern, or other source, that no file matched */
} Settings;

/* What a function gets. No value is NULL: a function with a NULL argument returns NULL without
** being called. (Aggregates are called, and those that take NULL.) */
typedef struct Call {
    Document *document;  /* of src; NULL if the function has no source */
    const Value *values; /* the arguments after src */
    int count;
    const Arguments *arguments; /* if the function describes those after src, else NULL */
    const FilesBeside *beside;  /* of src, if the function says names_files; else NULL */
    Arena *scratch;             /* the result may lie in it */
    Arena *giver; /* in which a VALUE_GIVEN lies, where finish() sets it; or scratch */
    Error *error;
    /* Calls take() with each member of a JSON object until it fails. The error about what isn't one
    ** gives `example`. */
    bool (*each_member)(struct Call *call, Value json, const char *example,
                        bool (*take)(void *target, const char *key, Value value, Error *error),
                        void *target);
    /* For functions with looks_up: finds the file of a name in the game's order that the first
    ** argument is. For those with finds_beside: finds the file beside the one that this argument
    ** names, with the same stem and this ending, without regard to the case of ASCII letters.
    ** Returns its path, which lives as long as the call; without an error NULL if there is none. */
    const char *(*find_file)(struct Call *call, const char *name);
    uint64_t blob_most;    /* how many bytes the host takes as a BLOB */
    bool skips;            /* where a file can't be read, the result is NULL instead of the error */
    void *host;            /* the engine's own */
    const char *statement; /* the SQL text that calls it, or NULL */
} Call;

/* Fails because of the arguments: `return call_fail(call, "expected a BLOB")`. Returns NULL. */
Value call_fail(Call *call, const char *format, ...) PRINTF_LIKE(2, 3);

typedef struct Function {
    const char *name;
    const char *takes; /* its arguments: "src, x [, y]"; NULL: none */
    const char *doc;
    const char *asked_as; /* as in Table */
    const char *example;
    int most;             /* not 0: it takes up to so many arguments, more than `takes` names */
    const Format *format; /* the first argument is a source of this format, and behind the others
                             may stand 'skip'; NULL: no source */
    /* The arguments after src (of a function without a format all of them, which may name many
    ** files), described like a table's if any of them is a source or may be NULL; the call gets
    ** them as `arguments`. */
    const Argument *arguments;
    int argument_count;
    Value (*call)(Call *call); /* if it fails, the error is set */
    /* Instead of call(), a function about the connection. `sets`: with arguments it changes a
    ** setting, so that only the user's own SQL may call it. */
    Value (*ask)(Settings *settings, Call *call);
    /* Instead of call(), an aggregate. Its state has so many bytes, which are zeroed and begin with
    ** an Arena, which the engine sets up and clears. finish() returns the result of the rows so
    ** far. Window functions call it again and again, so it must not change what the state means. */
    size_t state_bytes;
    bool names_files; /* its result can depend on files that src names: it gets Call.beside */
    int row_values;   /* arguments that are given for every row; the others only for the first */
    bool (*step)(void *state, Call *call);
    Value (*finish)(void *state, Call *call);
    bool takes_null; /* it is called with NULL among its arguments, too */
    /* The first argument of an aggregate is a source of any format, in the group always the same:
    ** step() gets the document, which stays open until after finish(). */
    bool of_source;
    bool sets;
    bool tells_files;  /* the result may tell about files: only the user's own SQL may call it */
    bool varies;       /* the same call may give different results */
    bool with_nul;     /* the result may be a text with NUL, as in columns */
    bool finds_beside; /* call() uses Call.find_file for a file beside another one */
    bool looks_up;     /* call() uses Call.find_file for a file of a game's order */
    bool opens;        /* the engine itself answers: gamemap_open() */
    bool keeps;        /* the document keeps what was made of it and constant files */
} Function;

/* Tells whether a function takes 'skip' behind its arguments: it opens files that these name. */
static inline bool takes_skip(const Function *function) {
    return function->format || function->finds_beside || function->looks_up ||
           (function->tells_files && function->arguments);
}
/* Counts the arguments that a function must have and those that it can have, src included. */
void count_arguments(const Function *function, int *least, int *most);

/* ---- What a format brings -------------------------------------------------------------------- */

typedef struct Module {
    const Format *const *formats;
    int format_count;
    const Table *const *tables;
    const Function *functions;
    const struct LineNames *line_names; /* what lines of texts name (naming.h) */
    /* How a client of the game is known, and its own order, or NULL: a query about ?1, a folder or
    ** an archive with a slash behind it, without rows where that is no client of this game. Its
    ** columns are place (a number by which the rows are sorted; NULL where no names are looked up),
    ** name, path (NULL: it isn't there) and taken_as, see OpenedPlace. */
    const char *client;
    int table_count, function_count, line_name_count;
} Module;

#define MODULE_PARTS(array, name) .name##s = array, .name##_count = (int)LENGTH(array)
/* Lists that stand in the module itself: FORMATS(&set_format). */
#define FORMATS(...) MODULE_PARTS(((const Format *const[]){__VA_ARGS__}), format)
#define TABLES(...)  MODULE_PARTS(((const Table *const[]){__VA_ARGS__}), table)

/* ---- Columns as SQLite sees them (columns.c) ------------------------------------------------- */

#define COMMON_COLUMNS_MAX 7 /* file, id, src, on_error, surplus, source, byte_offset */

/* Writes all columns of a table, including the common ones, in the order of its CREATE TABLE, and
** returns how many there are. Those from *first_hidden on are hidden. */
int list_columns(const Table *table, Column *columns, int *first_hidden);

/* Returns the output of that name that list_columns() adds to a table's own columns, or NULL. */
const Column *added_column(const char *name, uint32_t length);
/* Tells whether a name is one of `names` (see also_called), or that of the array or struct of which
** they are members: "linked_edges" fits "linked_edges[0]". */
bool is_called(const char *names, const char *name, uint32_t length);
/* Returns the first column that the public note on the format calls so; NULL: none. */
const Column *column_called(const Table *table, const char *name, uint32_t length);
const char *sql_type_name(SqlType type); /* "" for ANY */

/* Returns the value of a cell of any kind that the engine doesn't supply; a VALUE_NAME comes as a
** VALUE_TEXT. It can't fail: if memory runs out, *no_memory is set and the value is NULL. */
Value cell_value(const Column *column, const Row *row, bool *no_memory);
/* Reads a placed column, see is_placed(), whatever its place may be (place.h). */
Value placed_value(const Column *column, const Row *row);
