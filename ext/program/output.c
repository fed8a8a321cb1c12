/* Rows as people and programs read them. */
#include "program.h"

#include <stdlib.h>

/* ---- Values ---------------------------------------------------------------------------------- */

/* Appends a number with as many digits as it takes to read it back. */
static void append_number(sqlite3_str *out, double number) {
    char text[32];
    sqlite3_snprintf(sizeof text, text, "%!.15g", number);
    if (strtod(text, NULL) == number) sqlite3_str_appendall(out, text);
    else sqlite3_str_appendf(out, "%!.17g", number);
}

/* Returns a value as text, which the caller frees; a BLOB as hexadecimal digits. NULL is "". */
static char *text_of(sqlite3_stmt *statement, int column, int *bytes) {
    int type = sqlite3_column_type(statement, column);
    sqlite3_str *out = sqlite3_str_new(NULL);
    if (type == SQLITE_FLOAT) {
        append_number(out, sqlite3_column_double(statement, column));
    } else if (type == SQLITE_BLOB) {
        const unsigned char *blob = sqlite3_column_blob(statement, column);
        int left = sqlite3_column_bytes(statement, column);
        while (left--) sqlite3_str_appendf(out, "%02x", *blob++);
    } else {
        const char *text = (const char *)sqlite3_column_text(statement, column);
        sqlite3_str_append(out, text, sqlite3_column_bytes(statement, column));
    }
    *bytes = sqlite3_str_length(out);
    char *text = sqlite3_str_finish(out);
    return text ? text : sqlite3_mprintf("");
}

/* ---- Tabs, CSV, JSON ------------------------------------------------------------------------- */

/* Writes a text; characters that would end a value get a backslash. */
static void write_tabs(FILE *file, const char *text, int bytes) {
    for (int i = 0; i < bytes; i++) {
        static const char special[] = "\t\n\r\\", letters[] = "tnr\\";
        const char *place = text[i] ? strchr(special, text[i]) : NULL;
        if (place) fprintf(file, "\\%c", letters[place - special]);
        else fputc(text[i], file);
    }
}

/* Writes a text in CSV. Programs of tables take what begins with one of four characters for a
** formula, which may do harm when a stranger wrote it; an apostrophe makes it a text. */
static void write_csv(FILE *file, const char *text, int bytes, bool is_text) {
    bool is_formula = is_text && bytes && strchr("=+-@", text[0]);
    bool plain = !strpbrk(text, ",\"\r\n") && bytes == (int)strlen(text) && !is_formula &&
                 !(bytes && (text[0] == ' ' || text[bytes - 1] == ' '));
    if (plain) {
        fwrite(text, 1, (size_t)bytes, file);
        return;
    }
    fputs(is_formula ? "\"'" : "\"", file);
    for (int i = 0; i < bytes; i++) {
        if (text[i] == '"') fputc('"', file);
        fputc(text[i], file);
    }
    fputc('"', file);
}

/* Writes a text as Markdown shows it: nothing in it is a mark, a tag or the end of a cell. */
static void write_markdown(FILE *file, const char *text, int bytes) {
    for (int i = 0; i < bytes; i++) {
        if (text[i] == '\n') fputs("<br>", file);
        else if (text[i] && strchr("\\`*_[]<>|#~&!", text[i])) fprintf(file, "\\%c", text[i]);
        else if (text[i] != '\r') fputc(text[i], file);
    }
}

void output_json_text(sqlite3_str *out, const char *text, int bytes) {
    sqlite3_str_appendchar(out, 1, '"');
    for (int i = 0; i < bytes; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '"' || byte == '\\') sqlite3_str_appendf(out, "\\%c", byte);
        else if (byte < ' ' || byte == 0x7F) sqlite3_str_appendf(out, "\\u%04x", byte);
        else sqlite3_str_appendchar(out, 1, text[i]);
    }
    sqlite3_str_appendchar(out, 1, '"');
}

static void write_json_text(FILE *file, const char *text, int bytes) {
    sqlite3_str *out = sqlite3_str_new(NULL);
    output_json_text(out, text, bytes);
    fwrite(sqlite3_str_value(out), 1, (size_t)sqlite3_str_length(out), file);
    sqlite3_free(sqlite3_str_finish(out));
}

/* Writes a value as JSON, which has no infinity: 1e999 is read as one. */
static void write_json(FILE *file, sqlite3_stmt *statement, int column, const char *text,
                       int bytes) {
    int type = sqlite3_column_type(statement, column);
    bool is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
    if (type == SQLITE_NULL) fputs("null", file);
    else if (is_number && strstr(text, "Inf")) fputs(text[0] == '-' ? "-1e999" : "1e999", file);
    else if (is_number) fputs(text, file);
    else write_json_text(file, text, bytes);
}

static void write_text(FILE *file, Form form, const char *text, int bytes, bool is_text) {
    if (form == FORM_CSV) write_csv(file, text, bytes, is_text);
    else if (form == FORM_MARKDOWN) write_markdown(file, text, bytes);
    else write_tabs(file, text, bytes);
}

static void write_value(FILE *file, sqlite3_stmt *statement, int column, Form form) {
    int bytes = 0;
    char *text = text_of(statement, column, &bytes);
    if (!text) return;
    if (form == FORM_JSON) {
        const char *name = sqlite3_column_name(statement, column);
        write_json_text(file, name, (int)strlen(name));
        fputc(':', file);
        write_json(file, statement, column, text, bytes);
    } else {
        bool is_text = sqlite3_column_type(statement, column) == SQLITE_TEXT;
        write_text(file, form, text, bytes, is_text);
    }
    sqlite3_free(text);
}

/* What stands before, between and behind the values of a row. */
static const struct Marks {
    const char *before, *between, *behind;
} marks[] = {
    [FORM_TABS] = {"", "\t", "\n"}, [FORM_HEADED] = {"", "\t", "\n"},
    [FORM_CSV] = {"", ",", "\n"},   [FORM_MARKDOWN] = {"| ", " | ", " |\n"},
    [FORM_JSON] = {"{", ",", "}"},
};

/* Writes the names of the columns, or the values of a row. */
static void write_row(FILE *file, sqlite3_stmt *statement, Form form, bool is_head) {
    int count = sqlite3_column_count(statement);
    for (int i = 0; i < count; i++) {
        fputs(i ? marks[form].between : marks[form].before, file);
        if (is_head) {
            const char *name = sqlite3_column_name(statement, i);
            write_text(file, form, name, (int)strlen(name), true);
        } else {
            write_value(file, statement, i, form);
        }
    }
    fputs(marks[form].behind, file);
    if (form != FORM_MARKDOWN || !is_head) return;
    for (int i = 0; i < count; i++) fputs("|---", file);
    fputs("|\n", file);
}

static int write_stream(FILE *file, sqlite3_stmt *statement, Form form) {
    int code;
    bool any = false;
    if (form == FORM_JSON) fputc('[', file);
    else if (form != FORM_TABS) write_row(file, statement, form, true);
    while ((code = run_step(statement)) == SQLITE_ROW && !ferror(file)) {
        if (form == FORM_JSON) fputs(any ? ",\n " : "\n ", file);
        write_row(file, statement, form, false);
        any = true;
    }
    if (form == FORM_JSON) fputs(any ? "\n]\n" : "]\n", file);
    return code == SQLITE_ROW ? SQLITE_DONE : code;
}

/* ---- Aligned columns ------------------------------------------------------------------------- */

/* Widths are fixed after ROWS_AHEAD rows; a column of text is at most WIDTH_MOST wide. */
#define ROWS_AHEAD 1000
#define WIDTH_MOST 72
/* Columns are made narrower down to this where they don't fit the terminal. */
#define WIDTH_LEAST 8
#define GAP         2

typedef struct Grid {
    int columns, rows;
    int shown;    /* columns that fit the terminal */
    int width;    /* as output_rows() takes it */
    char **cells; /* of the rows ahead */
    int *widths;
    bool *are_numbers;
} Grid;

/* Returns a value as a terminal shows it. */
static char *cell_text(sqlite3_stmt *statement, int column, int width) {
    int type = sqlite3_column_type(statement, column);
    if (type == SQLITE_NULL) return sqlite3_mprintf("NULL");
    int bytes = sqlite3_column_bytes(statement, column);
    if (type == SQLITE_BLOB) return sqlite3_mprintf("(%d bytes)", bytes);
    const char *text = (const char *)sqlite3_column_text(statement, column);
    bytes = sqlite3_column_bytes(statement, column);
    return text ? shown_text(text, bytes, width < 0 ? 0 : WIDTH_MOST, false) : NULL;
}

static bool grid_begin(Grid *grid, sqlite3_stmt *statement, int width) {
    int columns = sqlite3_column_count(statement);
    sqlite3_uint64 count = (sqlite3_uint64)columns;
    *grid = (Grid){.columns = columns,
                   .shown = columns,
                   .width = width,
                   .cells = sqlite3_malloc64(count * ROWS_AHEAD * sizeof *grid->cells),
                   .widths = sqlite3_malloc64(count * sizeof *grid->widths),
                   .are_numbers = sqlite3_malloc64(count * sizeof *grid->are_numbers)};
    if (!grid->cells || !grid->widths || !grid->are_numbers) return false;
    for (int i = 0; i < columns; i++) {
        grid->widths[i] = shown_width(sqlite3_column_name(statement, i));
        grid->are_numbers[i] = true;
    }
    return true;
}

static void grid_end(Grid *grid) {
    for (int i = 0; i < grid->rows * grid->columns; i++) sqlite3_free(grid->cells[i]);
    sqlite3_free(grid->cells);
    sqlite3_free(grid->widths);
    sqlite3_free(grid->are_numbers);
}

static bool grid_take(Grid *grid, sqlite3_stmt *statement) {
    char **row = grid->cells + (size_t)grid->rows * (size_t)grid->columns;
    memset(row, 0, (size_t)grid->columns * sizeof *row);
    grid->rows++;
    for (int i = 0; i < grid->columns; i++) {
        row[i] = cell_text(statement, i, grid->width);
        if (!row[i]) return false;
        int width = shown_width(row[i]), type = sqlite3_column_type(statement, i);
        if (width > grid->widths[i]) grid->widths[i] = width;
        if (type == SQLITE_TEXT || type == SQLITE_BLOB) grid->are_numbers[i] = false;
    }
    return true;
}

/* Returns the widest column of texts that can be narrower, or -1: numbers are never cut. */
static int grid_widest(const Grid *grid) {
    int best = -1;
    for (int i = 0; i < grid->columns; i++) {
        if (grid->are_numbers[i] || grid->widths[i] <= WIDTH_LEAST) continue;
        if (best < 0 || grid->widths[i] > grid->widths[best]) best = i;
    }
    return best;
}

/* Makes a row fit so many columns of the terminal; what doesn't at all is left out at its end. */
static void grid_fit(Grid *grid, int width) {
    int total = -GAP, widest;
    for (int i = 0; i < grid->columns; i++) total += grid->widths[i] + GAP;
    for (; total > width && (widest = grid_widest(grid)) >= 0; total--) grid->widths[widest]--;
    while (total > width && grid->shown > 1) total -= grid->widths[--grid->shown] + GAP;
}

/* Numbers stand at the right of their column; nothing stands behind the last text. */
static void write_cell(FILE *file, const Grid *grid, int column, const char *text) {
    if (column >= grid->shown) return;
    int blanks = grid->widths[column] - shown_width(text);
    bool is_last = column + 1 == grid->shown, is_number = grid->are_numbers[column];
    char *cut = blanks < 0 && grid->width > 0
                    ? shown_text(text, (int)strlen(text), grid->widths[column], false)
                    : NULL;
    if (blanks < 0) blanks = 0;
    if (column) fprintf(file, "%*s", GAP, "");
    if (is_number) fprintf(file, "%*s", blanks, "");
    fputs(cut ? cut : text, file);
    sqlite3_free(cut);
    if (!is_number && !is_last) fprintf(file, "%*s", blanks, "");
    if (is_last) fputc('\n', file);
}

static void grid_write_head(FILE *file, const Grid *grid, sqlite3_stmt *statement) {
    for (int i = 0; i < grid->columns; i++) {
        write_cell(file, grid, i, sqlite3_column_name(statement, i));
    }
    for (int i = 0; i < grid->shown; i++) {
        if (i) fprintf(file, "%*s", GAP, "");
        for (int at = 0; at < grid->widths[i]; at++) fputc('-', file);
    }
    fputc('\n', file);
}

static int write_rest(FILE *file, const Grid *grid, sqlite3_stmt *statement, int code) {
    while (code == SQLITE_ROW && !ferror(file)) {
        for (int i = 0; i < grid->columns; i++) {
            char *text = cell_text(statement, i, grid->width);
            write_cell(file, grid, i, text ? text : "");
            sqlite3_free(text);
        }
        code = run_step(statement);
    }
    return code == SQLITE_ROW ? SQLITE_DONE : code;
}

static int write_table(FILE *file, sqlite3_stmt *statement, Form form, int width) {
    Grid grid;
    int code = grid_begin(&grid, statement, width) ? SQLITE_ROW : SQLITE_NOMEM;
    while (code == SQLITE_ROW && grid.rows < ROWS_AHEAD) {
        code = run_step(statement);
        if (code == SQLITE_ROW && !grid_take(&grid, statement)) code = SQLITE_NOMEM;
    }
    if (code == SQLITE_ROW) code = run_step(statement);
    if (code == SQLITE_ROW || (code == SQLITE_DONE && grid.rows)) {
        if (width > 0) grid_fit(&grid, width);
        grid_write_head(file, &grid, statement);
        for (int i = 0; i < grid.rows * grid.columns; i++) {
            write_cell(file, &grid, i % grid.columns, grid.cells[i]);
        }
        code = write_rest(file, &grid, statement, code);
        int left_out = grid.columns - grid.shown;
        if (left_out) fprintf(file, "(%d more columns: --wide)\n", left_out);
    } else if (code == SQLITE_DONE) {
        fputs(form == FORM_REPORT ? "" : "(no rows)\n", file);
    }
    if (form == FORM_REPORT && grid.rows) fputc('\n', file);
    grid_end(&grid);
    return code;
}

/* ---- What run.c calls ------------------------------------------------------------------------ */

int output_rows(FILE *file, sqlite3_stmt *statement, Form form, int width) {
    return form == FORM_TABLE || form == FORM_REPORT ? write_table(file, statement, form, width)
                                                     : write_stream(file, statement, form);
}

static void write_listed(FILE *file, sqlite3_stmt *statement, int column, bool to_terminal,
                         int width) {
    int bytes = 0;
    char *text = text_of(statement, column, &bytes);
    char *shown = text && to_terminal ? shown_text(text, bytes, width < 0 ? 0 : width, true) : NULL;
    if (column) fputc('|', file);
    if (shown) fputs(shown, file);
    else if (text) fwrite(text, 1, (size_t)bytes, file);
    sqlite3_free(shown);
    sqlite3_free(text);
}

int output_lines(FILE *file, sqlite3_stmt *statement, bool to_terminal, int width) {
    int code;
    while ((code = run_step(statement)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            write_listed(file, statement, i, to_terminal, width);
        }
        fputc('\n', file);
    }
    return code;
}
