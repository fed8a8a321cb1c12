/*
** The benchmark: how gamemap compares with what a user would do otherwise, as ratios.
**
**     bench --extension ./gamemap.so --large FOLDER --scratch FOLDER [--format NAME]
**          [--only TEXT] [--rounds N]
**
** Every row of its table times two ways to the same answer, ours and another, turn by turn in one
** process and one run: so what slows the machine down slows both. Times are those that the
** processor spent on this process, in the program and in the system; other programs don't count.
**
**     bench.c       which measures there are
**     formats.c     which tables, joins and seeks each format is measured with: data
**     measure.c     taking times, medians, the printed table
**     opening.c     opening files, many files, and whole processes
**     scans.c       very many files, headers alone, threads
**     memory.c      what keeping files costs, and what it spares
**     archives.c    a client's archive, many small files in one
**     pictures.c    pictures, and a sheet of many
**     waiting.c     jobs for which a person waits, against other programs: the last table
**     reverse.c     joins against the direction of a reference, and what repeats
**     floor.c       what a file costs at least: read, inflated, and no more
**     bare_table.c  a virtual table written by hand, which only hands out values from memory
*/
#ifndef GAMEMAP_BENCH_H
#define GAMEMAP_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

/* ---- Measuring (measure.c) ------------------------------------------------------------------- */

/* One of two ways to an answer: a statement that is stepped to its end, or a function. */
typedef struct Side {
    sqlite3_stmt *statement;
    void (*run)(void *context);
    void (*before)(void *context); /* not timed, before every run; NULL: nothing */
    void *context;
    bool in_children; /* what run() costs is spent in processes that it starts */
    bool of_wall;     /* the time that passes, not the processor's */
} Side;

typedef struct Measure {
    const char *name;
    double goal;        /* the most that ours / theirs may be; 0: there is no goal */
    double units;       /* how many `unit`s one run is, for the printed times; 0: one */
    double their_units; /* 0: the same */
    const char *unit;   /* "row", "file"; NULL: a whole run */
    bool other_answer;  /* the two statements needn't give the same answer */
    double allowance;   /* nanoseconds that are added to each of their runs */
} Measure;

typedef struct Options {
    const char *extension, *large, *scratch, *corpus, *only, *format;
    int rounds;
} Options;
extern Options options;

void print_legend(void);
void print_title(const char *title);
/* Is a measure of this name wanted? */
bool is_wanted(const char *name);
/* Times both sides in turn and prints a row; finalizes their statements. */
void compare(Measure measure, Side ours, Side theirs);
/* The nanoseconds of one run, the least of all rounds; finalizes its statement. */
double least_time(Side side);
/* Times one side alone and prints a row whose goal is a time, in nanoseconds a unit. */
void compare_with_limit(Measure measure, Side side, double nanoseconds);
/* Prints a row for a ratio that is no comparison of times. */
void print_ratio(const char *name, const char *ours, const char *theirs, double ratio, double goal);
void print_note(const char *format, ...);
/* Prints how many goals were met; false if some weren't. */
bool print_summary(void);

/* Everything here ends the program with a message when it fails. */
void die(const char *what, const char *why);
void *allocate(uint64_t bytes);
char *text_of(const char *format, ...); /* as sqlite3_mprintf; never freed */
sqlite3_stmt *prepare(sqlite3 *database, const char *sql, const char *source);
void execute(sqlite3 *database, const char *sql, const char *source);
double number_of(sqlite3 *database, const char *sql, const char *source);
bool has_table(sqlite3 *database, const char *table);
Side sql_side(sqlite3 *database, const char *sql, const char *source);

/* ---- What a format is measured with (formats.c) ---------------------------------------------- */

/* A table and a question that reads one or two of its columns in every row. */
typedef struct BenchTable {
    const char *table, *aggregate;
    const char *file[2]; /* of this table's own, as in BenchFormat.file; NULLs: the format's */
    double bare_goal;    /* against bare_rows; 0: none */
    const char *columns; /* those of "every column"; NULL: all that are visible */
} BenchTable;

/* b.id = a.<reference>, and for three tables c.id = b.<next_reference>. The aggregate is over the
** last of them. */
typedef struct BenchJoin {
    const char *outer, *reference, *inner, *aggregate;
    const char *next_reference, *third, *third_aggregate;
} BenchJoin;

/* Rows found by one or two columns. */
typedef struct BenchSeek {
    const char *table, *keys[2], *aggregate;
} BenchSeek;

/* A cold file, or all files of a pattern: the time to the end of a query, above a floor: reading
** them, and so much time for each row that the query counts. */
typedef struct BenchOpening {
    const char *file[2]; /* as in BenchFormat */
    const char *query;
    const char *floor_name; /* "reading", as in "against reading" */
    void (*floor)(const char *path);
    double goal;
    double row_nanoseconds;
} BenchOpening;

/* Any other two queries, each with a query that tells how many units it does. */
typedef struct BenchPair {
    const char *name, *unit;
    const char *setup; /* NULL, or a statement to run before */
    const char *ours, *our_units, *theirs, *their_units;
    double goal;
} BenchPair;

/* A question that mustn't take longer than so many nanoseconds a unit. */
typedef struct BenchLimit {
    const char *name, *unit; /* NULL: a whole run */
    const char *setup;       /* NULL, or a statement to run before */
    const char *query, *units;
    const char *file[2]; /* of its own; NULLs: the format's */
    double nanoseconds;
    bool cold; /* every run opens its files anew */
} BenchLimit;

#define BENCH_LISTS_MAX 8

typedef struct BenchFormat {
    const char *name;
    /* Relative to the corpus or else to --large: the file that is measured, and a small one for the
    ** measures of many files; NULL: there is none. */
    const char *file[2], *small[2];
    BenchTable tables[BENCH_LISTS_MAX];
    BenchJoin joins[3];
    BenchSeek seeks[BENCH_LISTS_MAX];
    BenchOpening openings[4];
    BenchPair pairs[4];
    BenchLimit limits[3];
    const char *script_table, *script_columns; /* what compare_import.py can import of it */
} BenchFormat;

extern const BenchFormat bench_formats[];
extern const int bench_format_count;

/* The path of a format's file, in `corpus or large` order; NULL if there is none. */
const char *bench_path(const char *const file[2]);

/* ---- Parts ----------------------------------------------------------------------------------- */

/* bare_table.c: registers the module bare_rows. */
void register_bare_rows(sqlite3 *database);

/* floor.c: a whole file in memory, to be freed, and what opening costs without gamemap. */
uint8_t *read_file(const char *path, uint64_t *size);
void floor_read(const char *path);
void floor_forget(void);              /* frees what the last of these has read */
void floor_inflate(const char *path); /* the walkmesh of a TRN or TRX file, too */
void floor_unpack(const char *path);  /* the packed pieces of a GTCHUNK file, too */
void list_pieces(sqlite3 *database, const char *path); /* asked before floor_unpack */

/* pictures.c: those of one map, and of many on one sheet */
void measure_pictures(sqlite3 *database, const char *path);

/* opening.c */
void measure_open(sqlite3 *database, const BenchFormat *format);
void measure_many_files(sqlite3 *database, const BenchFormat *format);
void measure_processes(const BenchFormat *format);
/* A process with these arguments, NULL at the end, of which the first is the program. */
Side command_side(const char *const *arguments);

/* A folder of the scratch folder with so many links to one file, and the pattern that finds them:
** its bytes lie in the system's memory once, and gamemap can't know. */
char *link_files(const char *name, const char *file, int count);
/* Works like link_files(), with the files of a pattern in turn. */
char *link_pattern(sqlite3 *database, const char *name, const char *pattern, int count);

/* scans.c: on two connections, of which the second one gets no threads */
void measure_scans(sqlite3 *database, sqlite3 *other);

/* memory.c: on a connection without threads */
void measure_memory_of_scans(sqlite3 *database);

/* archives.c */
void measure_archives(sqlite3 *database);

/* reverse.c */
void measure_reverse_joins(sqlite3 *database);

/* waiting.c */
void measure_waiting(sqlite3 *database);

#endif
