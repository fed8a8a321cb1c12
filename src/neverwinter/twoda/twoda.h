/* 2DA: the tables of rules of Neverwinter Nights 1 and 2 (text) and KOTOR (binary).
**
** Text, V2.0. Lines end with LF, CRLF or CR:
**
**     2DA V2.0                 blanks and tabs between and behind the words
**                              a blank line, or "DEFAULT: value", or nothing
**     LABEL   NAME   ...       the names of the columns
**     0       one    ****      the label of the row, then a cell for each column
**
** A cell is a run of bytes other than blank and tab. One that begins with a quote ends at the next
** quote, or with its line, and can hold blanks. **** without quotes is NULL, like the cells that a
** short row lacks; those beyond the last column are dropped. Blank lines are no rows. A row's number
** is its position, whatever its label says.
**
** Binary, V2.b:
**
**     0    char[9]    "2DA V2.b\n"
**     9               names of columns, each ended by a TAB; then a NUL
**          u32        rows
**                     labels of rows, each ended by a TAB
**          u16[]      rows * columns offsets of texts, counted from behind the next field
**          u16        size of the texts, which no reader needs
**                     texts, each ended by a NUL; equal cells share one
**
** Texts are UTF-8 if they are valid UTF-8, else Windows-1252. Known from files of public modules and
** from the readers neverwinter.nim, nwn-lib-d, rollnw and PyKotor, which disagree on blank lines,
** empty quotes and quoted stars. */
#pragma once

#include "core/core.h"

/* A cell that isn't NULL. */
typedef struct TwoDaCell {
    uint32_t at; /* where its text begins */
    uint32_t row, column;
} TwoDaCell;

typedef struct TwoDa {
    Document document;
    bool is_binary;
    uint32_t header_end;   /* where the line behind the header begins, in a text */
    uint32_t default_at;   /* where the default's text begins; 0: none */
    uint64_t column_count; /* where the names begin: */
    uint32_t *columns;
    uint64_t row_count; /* where the labels begin: */
    uint32_t *rows;
    Children row_cells; /* of rows: the cells that are written, up to the last column */
    uint32_t *cells;    /* where the text of each begins */
    uint32_t texts;     /* where the texts begin, in a binary file */
    /* Made by twoda_list_filled(): cells that aren't NULL, and how many each column has. */
    uint64_t filled_count;
    TwoDaCell *filled;
    uint32_t *filled_of_column;
    const struct NameKind **names; /* made by twoda_find_names(): which files each column names */
    /* Made by twoda_number_names(): how many columns before this one have the same name. */
    uint32_t *name_numbers;
} TwoDa;

extern const Format twoda_format;

/* A text of the file. */
typedef struct TwoDaText {
    const uint8_t *bytes;
    uint32_t length;
    bool is_quoted;
    bool is_open; /* the closing quote is missing */
} TwoDaText;

/* Returns the text that begins at an offset which opening has stored. */
TwoDaText twoda_text(const TwoDa *twoda, uint32_t at);

/* Tells whether a cell is NULL: **** without quotes. */
static inline bool twoda_is_null(const TwoDaText *text) {
    return !text->is_quoted && text->length == 4 && memcmp(text->bytes, "****", 4) == 0;
}

/* Counts the cells that are written in a row, those beyond the last column included. */
uint64_t twoda_written_cells(const TwoDa *twoda, uint64_t row);

/* Returns the name of a column in UTF-8, with #2 behind the second of a name; NULL: memory ran out.
** twoda_number_names() comes before it. */
const char *twoda_name(const TwoDa *twoda, uint64_t column, Arena *scratch, uint32_t *length);

/* Finds the text of a row in the column that twoda_name() calls so or, if there is none, in the
** first one whose name differs in the case of ASCII letters. Returns false if there is none or it is
** NULL, or with the error set. */
bool twoda_find(TwoDa *twoda, int64_t row, const void *column, uint32_t length, Arena *scratch,
                TwoDaText *text, Error *error);

/* Make the members of TwoDa that name them, once. */
bool twoda_list_filled(Document *document, Error *error);
bool twoda_number_names(Document *document, Error *error);

/* Finds which columns name files: twoda->names; and what a cell of one names, or NULL. */
bool twoda_find_names(TwoDa *twoda, Error *error);
const struct NameKind *twoda_kind_of_cell(const TwoDa *twoda, uint64_t column,
                                          const TwoDaText *text);

/* ---- Lines of a text ------------------------------------------------------------------------- */

/* Walks over the cells of lines: at the start of a line, twoda_next_cell() finds the cells of this
** line, one after another, then returns false, and twoda_next_line() goes on. */
typedef struct TwoDaWalk {
    const TwoDa *twoda;
    uint32_t at;   /* where the search goes on */
    uint32_t cell; /* where the last cell that was found begins */
} TwoDaWalk;

bool twoda_next_cell(TwoDaWalk *walk);
/* Goes to the next line; returns false at the end of the file. */
bool twoda_next_line(TwoDaWalk *walk);

/* Adds the findings (twoda_check.c). */
bool twoda_check(Document *document, Findings *findings, Error *error);
