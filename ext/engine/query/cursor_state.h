/* The state of a cursor, which cursor.c keeps and filter.c sets from what a query asks. */
#pragma once

#include "engine/query/arguments.h"
#include "table/cell.h"
#include "engine/query/made_index.h"
#include "engine/query/plan.h"

typedef struct Groups Groups;

struct Cursor {
    sqlite3_vtab_cursor base;
    const Column *columns;
    const ShownColumn *shown; /* how each is shown */

    /* The current row: `position`, or order[position], of the current array. */
    Row row;
    uint64_t position, end;
    const uint32_t *order;
    bool at_end;

    Client *client; /* by gamemap_open(), when the query began; or NULL */

    /* The open file: number `file` of `source`. */
    Source *source;
    const Table *finder;  /* that takes the files of `source`, if an argument names it; or NULL */
    CachedDocument *held; /* the reference to a BLOB's document */
    uint32_t file;
    Scan scan;               /* over the files of `source` */
    CachedDocument *cached;  /* NULL: no document is open */
    const Plan *opened_plan; /* for which the document was opened; NULL: none */
    bool has_rows;           /* `array` is made, for the open file or for all files together */
    bool skipped_then;       /* broken files were skipped when the rows of all files were made */
    Array array;
    Arena cell_scratch, rows_scratch;
    Ranges ranges; /* if the open file is an archive */
    Error cell_error;
    RowNotes row_notes;
    char cell_room[ROW_ROOM];

    /* What the query asks for. */
    const Plan *plan;        /* of the statement that uses the cursor */
    const Plan *joined_plan; /* the last one that has `joined` */
    bool skips_broken;
    Bounds id;
    KeyRange keys[KEYS_MAX];
    MadeKey made_key;
    Bounds made_within; /* a range of values, in place of made_key */
    MadeIndex *made;    /* of the open file; NULL: not asked for yet */
    bool asked_again;   /* the last file with a made index was asked more than once */
    uint64_t sift_end;  /* if beyond `end`: the end of rows that are left to sift or list */
    int64_t sift_saved;
    ChildRange listed;         /* places of the rows in the made index; empty: not listed */
    RowList list;              /* lies in rows_scratch */
    bool fits_nothing;         /* no row can match */
    sqlite3_value *file_equal; /* of the only file that is asked for, or NULL */
    sqlite3_value *key_texts[KEYS_MAX];
    sqlite3_value *on_error;
    OwnArguments *own;     /* NULL if the table has none */
    Groups *groups;        /* of counted rows (groups.h), or NULL */
    uint32_t first_number; /* of the source's files in rowids, given the arguments */
    bool numbered;         /* first_number is set, which a rowid needs */
};

static inline VirtualTable *table_of(const Cursor *cursor) {
    return (VirtualTable *)cursor->base.pVtab;
}

/* Sets "table: file: message" as the table's error; returns its code. `file` may be NULL. */
int cursor_fail(Cursor *cursor, const char *file, const Error *error);

/* Counts a file of the source (NULL: a BLOB) that the table passed over: sources_skip(). */
void cursor_skip(Cursor *cursor, SpanFile *file, const Error *why, bool is_read);

void cursor_forget_rows(Cursor *cursor); /* the open file stays open */
void cursor_forget_source(Cursor *cursor);

/* Goes to the first row of the first file, from number `file` on, that has rows. */
int cursor_next_file(Cursor *cursor, uint32_t file);
/* Makes cursor->array, of the rows of a document or of all files together. */
bool cursor_make_rows(Cursor *cursor, Document *document, const FileSet *files, Error *error);
/* Finds the rows of cursor->array that can match the query. Returns false if there are none or,
** with the error set, if this was interrupted. */
bool cursor_start_rows(Cursor *cursor, Error *error);

/* Points the row to the current position. */
static inline void load_row(Cursor *cursor) {
    row_go_to(&cursor->row, cursor->order ? cursor->order[cursor->position] : cursor->position);
}

/* Makes the first row of a range the current one. */
static inline void go_to(Cursor *cursor, const RowRange *range) {
    cursor->position = range->first;
    cursor->end = cursor->sift_end = range->end;
    cursor->order = range->order;
    cursor->at_end = false;
    load_row(cursor);
}

/* Tells whether file number `file` is open with all that the query needs of it. */
static inline bool is_open(const Cursor *cursor, uint32_t file) {
    return cursor->has_rows && cursor->file == file && plan_same(cursor->plan, cursor->opened_plan);
}

/* Returns the name of a file for an error. */
static inline const char *file_label(const Cursor *cursor, uint32_t file) {
    const char *shown = cursor->source->files[file]->shown;
    return shown ? shown : "BLOB";
}
