/*
** Walks an open document through the descriptors, as SQL would, and holds it against what tables
** promise: cells have the types of their columns, references resolve or are NULL, parents come
** before their children, TEXT is UTF-8 without NUL, offsets lie inside of the file, index searches
** miss no row, two walks see the same. Memory is counted, can be made to fail, and is asked back.
*/
#ifndef GAMEMAP_CHECKER_H
#define GAMEMAP_CHECKER_H

#include "table/table.h"
#include "archive/archive.h"

/* ---- Memory that counts and fails ------------------------------------------------------------ */

typedef struct Memory {
    uint64_t now, peak; /* bytes */
    uint64_t blocks;    /* not yet freed */
    uint64_t calls;     /* that wanted memory */
    uint64_t fail_at;   /* the call that fails, counted from 1; 0: none */
    bool fail_on;       /* and all after it */
    uint64_t failures;  /* that happened */
} Memory;

Host memory_host(Memory *memory);

/* ---- Checks ---------------------------------------------------------------------------------- */

/* What is being looked at, for messages; the rest of the line is the complaint. */
void complain(const char *format, ...) PRINTF_LIKE(1, 2);

/* Told of every error that comes; see check_error_text. */
void error_seen(const Error *error);

typedef struct Walk {
    uint64_t rows_per_table;  /* at most; spread over the table */
    uint64_t argument_tuples; /* for tables and functions with arguments */
    uint64_t one_in, which;   /* not 0: only every so many-th table or function, from this one on */
    /* out */
    uint64_t cells;
    uint64_t hash; /* of all values and errors seen */
} Walk;

/* Tells whether bytes could be an archive of that format: some are recognised by their end, which
** Format.detect doesn't see. */
bool is_archive(const Format *format, const uint8_t *bytes, uint64_t size);
/* A copy of exactly these bytes in an arena, opened. NULL with the error set. */
Document *open_copy(const Format *format, const Host *host, const uint8_t *bytes, uint64_t size,
                    const char *name, const uint8_t *second, uint64_t second_size, Error *error);

/* Everything, once; complains about what breaks a promise. */
void check_document(Document *document, Walk *walk);
void check_error_text(const Error *error);

/* The findings of a document beside which everything that it names is itself or broken. They lie in
** `scratch`; NULL with the error set. */
const Findings *checked_findings(Document *document, Arena *scratch, Error *error);

/* An archive that was opened from these bytes is read by ranges, too, as files are, and must be the
** same. With `second` it isn't compared, but finds that beside it: a KEY its BIF. Nothing is done for
** other documents. */
void check_by_ranges(const Document *document, const Host *host, const uint8_t *bytes,
                     uint64_t size, const uint8_t *second, uint64_t second_size);

/* What is of headers only must be the same where nothing but that was read. */
void check_by_parts(const Format *format, const Host *host, const uint8_t *bytes, uint64_t size,
                    const char *name);

/* Changes some stored cells, which and how `number` says: each result must open and be compared. */
void check_acting(Document *document, uint64_t number);

/* Compares two documents of a format both ways, which may fail with an error. */
void check_comparing(Document *first, Document *second);

/* ---- Parts of it, for failing allocations ---------------------------------------------------- */

/* One table (with its n-th tuple of arguments), the findings, or one function, by number. */
int step_count(const Document *document, uint64_t tuples);
/* False when memory ran out; else *hash tells what was seen. */
bool run_step(Document *document, int step, uint64_t tuples, uint64_t rows, uint64_t *hash);
const char *step_name(const Document *document, int step, uint64_t tuples);

#endif
