/*
** Compares random queries against tables with the same queries against ordinary copies of them.
**
**     random_queries [--count N] [--first N] [--sample SEED/N] [--verbose] EXTENSION FOLDER
**
** The queries (random_sql.h) join up to three tables in every way, with conditions in ON and in
** WHERE, subqueries, WITH, windows, groups and set operations; some change a table of the database,
** which is undone. They run in three databases, in UTF-8, UTF-16le and UTF-16be, on files below FOLDER
** that show most tables with a few rows each: by path, as a BLOB, in a ZIP, and by a pattern that
** matches files with names beyond ASCII. Query N is the same in each run; with --sample one of so
** many is asked, about one of three formats (sample.h), whose files alone are read and copied. The last
** line is "N passed, N failed"; the exit status is 1 if anything failed.
*/
#include "../runner/file_functions.h"
#include "../sample/sample.h"
#include "random_sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FAILURES_SHOWN   20
#define ROWS_MOST        60
#define SIZE_MOST        30000
#define FILES_EACH       4 /* of each format */
#define FAMILIES_MAX     256
#define FORMATS_MAX      64
#define FORMAT_GROUPS    3 /* one of which is in a sample */
#define ENCODINGS        3
#define STEPS_MOST       40 /* million operations of SQLite's machine, for the query of copies */
#define STEPS_REAL       10 /* times as many for that of tables: its plan may be another */
#define INVALID_PER_MILL 10

static const char *const encodings[ENCODINGS] = {"UTF-8", "UTF-16le", "UTF-16be"};
static const char *const names[] = {"\xC3\xA9", "\xC4\x80", "z", "\xE4\xB8\x80",
                                    "\xC3\xBF", "\xC8\x80", "A", "a"};

typedef struct Database {
    sqlite3 *db;
    Family families[FAMILIES_MAX];
    size_t family_count;
} Database;

static Database databases[ENCODINGS];
static char *sources[FAMILIES_MAX], *formats[FAMILIES_MAX]; /* of each family */
static size_t source_count;
static char *all_formats[FORMATS_MAX]; /* of files, in the sample or not */
static size_t format_count;
static char scratch[] = "/tmp/gamemap-random-XXXXXX";
static long passed, failed, invalid, endless, rows_seen;

/* ---- Families -------------------------------------------------------------------------------- */

static char *copy_text(const char *text) {
    char *copy = sqlite3_mprintf("%s", text);
    if (!copy) stop("no memory");
    return copy;
}

static void add_source(const char *source, const char *format) {
    if (source_count == FAMILIES_MAX) stop("too many sources");
    sources[source_count] = copy_text(source);
    formats[source_count++] = copy_text(format);
}

/* Writes files with the names above, all with one content, and a pattern that matches them. */
static void add_pattern(const char *file, const char *format) {
    const char *ending = strrchr(file, '.');
    for (size_t i = 0; ending && i < sizeof names / sizeof names[0]; i++) {
        run(sql("SELECT writefile('%s/%s%s', readfile(%Q))", scratch, names[i], ending, file).text);
    }
    if (ending) add_source(sql("'%s/*%s'", scratch, ending).text, format);
}

static void put_number(FILE *file, uint32_t number, int bytes) {
    for (int i = 0; i < bytes; i++) fputc((int)(number >> 8 * i & 0xFF), file);
}

/* Writes what the local header of a ZIP's entry and its entry in the directory have in common. */
static void put_entry(FILE *zip, const char *name, const uint8_t *bytes, uint32_t size) {
    uint32_t crc = UINT32_MAX;
    for (uint32_t i = 0; i < 8 * size; i++) {
        uint32_t bit = (crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1;
        crc = crc >> 1 ^ (bit ? 0xEDB88320 : 0);
    }
    put_number(zip, 20, 2); /* version; flags, method: stored; time and date */
    for (int i = 0; i < 4; i++) put_number(zip, 0, 2);
    put_number(zip, ~crc, 4);
    put_number(zip, size, 4);
    put_number(zip, size, 4);
    put_number(zip, (uint32_t)strlen(name), 2);
    put_number(zip, 0, 2);
}

/* Writes a ZIP with the file in two folders, and adds one of them and both. */
static void add_zip(const char *file, const char *format) {
    static const char *const folders[] = {"maps", "Maps 2"};
    Sql path = sql("%s/%s.zip", scratch, format);
    sqlite3_stmt *statement = prepare(sql("SELECT readfile(%Q)", file).text);
    if (sqlite3_step(statement) != SQLITE_ROW) stop("no file");
    const uint8_t *bytes = sqlite3_column_blob(statement, 0);
    uint32_t size = (uint32_t)sqlite3_column_bytes(statement, 0), starts[2], start;
    FILE *zip = fopen(path.text, "wb");
    if (!zip) {
        stop("can't write");
        return;
    }
    for (int i = 0; i < 2; i++) {
        Sql name = sql("%s%s", folders[i], strrchr(file, '/'));
        starts[i] = (uint32_t)ftell(zip);
        fputs("PK\3\4", zip);
        put_entry(zip, name.text, bytes, size);
        fputs(name.text, zip);
        fwrite(bytes, 1, size, zip);
    }
    start = (uint32_t)ftell(zip);
    for (int i = 0; i < 2; i++) {
        Sql name = sql("%s%s", folders[i], strrchr(file, '/'));
        fputs("PK\1\2", zip);
        put_number(zip, 20, 2);
        put_entry(zip, name.text, bytes, size);
        for (int k = 0; k < 5; k++) put_number(zip, 0, 2); /* comment, disk, attributes */
        put_number(zip, starts[i], 4);
        fputs(name.text, zip);
    }
    uint32_t end = (uint32_t)ftell(zip);
    fputs("PK\5\6", zip);
    put_number(zip, 0, 4);
    put_number(zip, 2, 2);
    put_number(zip, 2, 2);
    put_number(zip, end - start, 4);
    put_number(zip, start, 4);
    put_number(zip, 0, 2);
    fclose(zip);
    add_source(sql("'%s/maps%s'", path.text, strrchr(file, '/')).text, format);
    add_source(sql("'%s/**'", path.text).text, format);
    sqlite3_finalize(statement);
}

/* Lists the formats of files. Those out of the sample aren't asked. */
static void choose_formats(void) {
    sqlite3_stmt *statement = prepare("SELECT DISTINCT format FROM file WHERE format IS NOT NULL "
                                      "ORDER BY 1");
    while (sqlite3_step(statement) == SQLITE_ROW) {
        if (format_count == FORMATS_MAX) stop("too many formats");
        all_formats[format_count++] = copy_text((const char *)sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    for (size_t i = 0; i < format_count; i++) {
        if (sample_holds_group(all_formats[i], FORMAT_GROUPS)) continue;
        run(sql("UPDATE file SET is_asked = 0 WHERE format = %Q", all_formats[i]).text);
    }
}

/* Makes temp.shown: how many rows each table shows of each file. */
static void count_rows(void) {
    run("CREATE TEMP TABLE shown(name TEXT, format TEXT, file TEXT, rows INTEGER)");
    run("CREATE TEMP TABLE subject AS SELECT name FROM known_table WHERE call LIKE '%(src%'");
    for (char *table; (table = ask("SELECT name FROM subject"));) {
        list_candidates(table);
        run(sql("INSERT INTO shown SELECT %Q, format, file, rows FROM candidate "
                "JOIN file USING (file)",
                table)
                .text);
        run(sql("DELETE FROM subject WHERE name = %Q", table).text);
        sqlite3_free(table);
    }
    run(sql("DELETE FROM shown WHERE rows > %d", ROWS_MOST).text);
}

static bool is_chosen(const char *source) {
    for (size_t i = 0; i < source_count; i++) {
        if (!strcmp(sources[i], source)) return true;
    }
    return false;
}

/* For each format, chooses files that together show most tables, each time the one that adds
** most. */
static void choose_sources(void) {
    run("CREATE TEMP TABLE seen(format TEXT, name TEXT, PRIMARY KEY (format, name))");
    sqlite3_stmt *statement = prepare("SELECT DISTINCT format FROM shown ORDER BY 1");
    while (sqlite3_step(statement) == SQLITE_ROW) {
        Sql format = sql("%s", sqlite3_column_text(statement, 0));
        for (int i = 0; i < FILES_EACH; i++) {
            char *file = ask(sql("SELECT file FROM shown s WHERE format = %Q GROUP BY file "
                                 "ORDER BY sum(rows > 1 AND NOT EXISTS (SELECT 1 FROM seen WHERE "
                                 "seen.name = s.name AND seen.format = s.format)) DESC, "
                                 "file LIKE '%%/bad%%', sum(rows > 1) DESC, sum(rows), file "
                                 "LIMIT 1 OFFSET %d",
                                 format.text, i == FILES_EACH - 1 ? 3 : 0)
                                 .text);
            if (!file || is_chosen(sql("%Q", file).text)) continue;
            add_source(sql("%Q", file).text, format.text);
            if (i == 0) add_source(sql("CAST(readfile(%Q) AS BLOB)", file).text, format.text);
            if (i == 0) add_pattern(file, format.text);
            if (i == 0) add_zip(file, format.text);
            run(sql("INSERT OR IGNORE INTO seen SELECT format, name FROM shown WHERE file = %Q "
                    "AND rows > 1",
                    file)
                    .text);
            sqlite3_free(file);
        }
    }
    sqlite3_finalize(statement);
}

/* ---- Copies ---------------------------------------------------------------------------------- */

static void read_values(SubjectColumn *column, const char *copy) {
    sqlite3_stmt *statement =
        prepare(sql("SELECT replace(quote(v), 'Inf', '9e999') FROM (SELECT DISTINCT %s AS v FROM "
                    "%s WHERE v IS NOT NULL) WHERE length(v) < 300 LIMIT %d",
                    column->name, copy, SUBJECT_VALUES)
                    .text);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        column->values[column->value_count++] =
            copy_text((const char *)sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
}

static void add_column(Subject *subject, const char *name, const char *type, bool is_caseless) {
    SubjectColumn *column = &subject->columns[subject->column_count++];
    *column = (SubjectColumn){.name = copy_text(name)};
    column->is_caseless = is_caseless;
    column->is_whole = !strcmp(type, "INTEGER");
}

/* Lists the columns of a table, those that can be searched by first, and their declarations in the
** copy. */
static Sql list_columns(Subject *subject) {
    Sql definition = sql("source, file TEXT, id INTEGER");
    add_column(subject, "file", "TEXT", false);
    add_column(subject, "id", "INTEGER", false);
    sqlite3_stmt *statement =
        prepare(sql("SELECT name, type, ifnull(collation, 'BINARY') FROM known_column "
                    "WHERE table_name = %Q AND NOT is_argument AND type <> 'BLOB' AND name NOT IN "
                    "('file', 'id', 'src', 'source', 'on_error', 'surplus') "
                    "ORDER BY hidden, refers_to IS NULL, position LIMIT %d",
                    subject->table, SUBJECT_COLUMNS - 2)
                    .text);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        const char *type = (const char *)sqlite3_column_text(statement, 1);
        const char *collation = (const char *)sqlite3_column_text(statement, 2);
        add_column(subject, name, type, !sqlite3_stricmp(collation, "NOCASE"));
        definition = sql("%s, %s %s COLLATE %s", definition.text, name, type, collation);
    }
    sqlite3_finalize(statement);
    return definition;
}

/* Tells whether rows have other sources than the files that the table is given, as those of an
** archive whose entries are listed. */
static bool has_other_sources(const Subject *subject, const char *source, bool is_pattern) {
    Sql of_file = sql("source <> %s", source);
    Sql of_files = sql("source NOT IN (SELECT source FROM gamemap_paths(%s, 'skip'))", source);
    char *rows = ask(sql("SELECT count(*) FROM %s WHERE %s", subject->copy,
                         is_pattern ? of_files.text : of_file.text)
                         .text);
    bool found = strcmp(rows, "0") != 0;
    sqlite3_free(rows);
    return found;
}

/* Returns false if the table doesn't accept the source, or shows nothing or too much of it. */
static bool copy_subject(Subject *subject, const char *table, const char *source, size_t number) {
    Sql call = call_of(table, source), names_of = sql("source");
    *subject = (Subject){.table = copy_text(table), .call = copy_text(call.text)};
    Sql definition = list_columns(subject);
    for (int i = 0; i < subject->column_count; i++) {
        names_of = sql("%s, %s", names_of.text, subject->columns[i].name);
    }
    subject->copy = copy_text(sql("copy%d", (int)number).text);
    run(sql("CREATE TABLE %s(%s)", subject->copy, definition.text).text);
    Sql insert = sql("INSERT INTO %s SELECT %s FROM %s LIMIT %d", subject->copy, names_of.text,
                     call.text, 4 * ROWS_MOST + 1);
    if (sqlite3_exec(db, insert.text, NULL, NULL, NULL) != SQLITE_OK) return false;
    subject->rows = sqlite3_changes(db);
    if (subject->rows == 0 || subject->rows > 4 * (int64_t)ROWS_MOST) return false;
    for (int i = 0; i < subject->column_count; i++) {
        read_values(&subject->columns[i], subject->copy);
    }
    const char *behind = call.text + strlen(table) + 1 + strlen(source);
    bool is_pattern = strchr(source, '*') && *source == '\'';
    /* what other tables show of an entry isn't copied */
    if (has_other_sources(subject, source, is_pattern)) return false;
    if (!strstr(behind, "SELECT") && !(is_pattern && speaks_of_all_files(table))) {
        subject->behind_source = copy_text(behind);
    }
    return true;
}

static void make_family(Database *database, size_t which) {
    Family *family = &database->families[which];
    char *count = ask("SELECT count(*) FROM known_table");
    family->source = sources[which];
    family->subjects = calloc((size_t)atoi(count), sizeof *family->subjects);
    sqlite3_free(count);
    if (!family->subjects) stop("no memory");
    sqlite3_stmt *tables =
        prepare(sql("SELECT name FROM known_table WHERE call LIKE '%%(src%%' AND "
                    "ifnull(format, %Q) IN (%Q, 'archive')",
                    formats[which], formats[which])
                    .text);
    for (size_t number = 1000 * which; sqlite3_step(tables) == SQLITE_ROW; number++) {
        const char *table = (const char *)sqlite3_column_text(tables, 0);
        Subject *subject = &family->subjects[family->count];
        family->count += copy_subject(subject, table, sources[which], number);
    }
    sqlite3_finalize(tables);
    if (!family->count) {
        printf("%s shows nothing\n", sources[which]);
        failed++;
    }
    database->family_count = which + 1;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

typedef struct Rows {
    uint64_t *hashes;
    size_t count, capacity;
    const char *error; /* NULL: none */
} Rows;

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    }
    return (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
}

/* 1 and 1.0 are equal, as in set operations. */
static uint64_t hash_value(uint64_t hash, sqlite3_value *value) {
    int type = sqlite3_value_type(value);
    double real = sqlite3_value_double(value) + 0.0; /* turns -0.0 into 0.0 */
    int64_t whole = sqlite3_value_int64(value);
    if (type == SQLITE_FLOAT && real >= -0x1p62 && real <= 0x1p62 &&
        real == (double)(int64_t)real) {
        type = SQLITE_INTEGER;
        whole = (int64_t)real;
    }
    hash = mix(hash, &type, sizeof type);
    switch (type) {
    case SQLITE_NULL: return hash;
    case SQLITE_INTEGER: return mix(hash, &whole, sizeof whole);
    case SQLITE_FLOAT: return mix(hash, &real, sizeof real);
    case SQLITE_TEXT: {
        const void *text = sqlite3_value_text(value);
        return mix(hash, text, (size_t)sqlite3_value_bytes(value));
    }
    default: return mix(hash, sqlite3_value_blob(value), (size_t)sqlite3_value_bytes(value));
    }
}

static void add_row(Rows *rows, sqlite3_stmt *statement) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        hash = hash_value(hash, sqlite3_column_value(statement, i));
    }
    if (rows->count == rows->capacity) {
        rows->capacity = rows->capacity ? rows->capacity * 2 : 256;
        rows->hashes = realloc(rows->hashes, rows->capacity * sizeof *rows->hashes);
        if (!rows->hashes) stop("no memory");
    }
    rows->hashes[rows->count++] = hash;
}

static void read_rows(const Sql *text, Rows *rows) {
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(db, text->text, -1, &statement, NULL);
    bool changes = code == SQLITE_OK && !sqlite3_stmt_readonly(statement);
    rows->count = 0;
    if (changes) run("SAVEPOINT change");
    if (code == SQLITE_OK) {
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) add_row(rows, statement);
    }
    rows->error = code == SQLITE_DONE ? NULL : sqlite3_errmsg(db);
    if (rows->error) rows->error = copy_text(rows->error);
    sqlite3_finalize(statement);
    if (changes) run("ROLLBACK TO change");
    if (changes) run("RELEASE change");
}

static int compare_hashes(const void *a, const void *b) {
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static void sort_rows(Rows *rows) {
    if (rows->count > 1) qsort(rows->hashes, rows->count, sizeof *rows->hashes, compare_hashes);
}

static void tell(const char *what, const Twins *twins, long number) {
    failed++;
    if (failed > FAILURES_SHOWN) return;
    printf("query %ld, %s: %s\n    %s\n    %s\n", number, encodings[number % ENCODINGS], what,
           twins->real.text, twins->copy.text);
}

static int millions, millions_most; /* of operations of the query that runs */

static int count_steps(void *unused) {
    (void)unused;
    return ++millions > millions_most;
}

static void read_rows_within(const Sql *text, int most, Rows *rows) {
    millions = 0;
    millions_most = most;
    read_rows(text, rows);
}

static void ask_twins(const Twins *twins, long number) {
    static Rows real, copy;
    read_rows_within(&twins->copy, STEPS_MOST, &copy);
    if (copy.error) {
        if (millions > STEPS_MOST) endless++;
        else if (!invalid++) printf("no query: %s: %s\n", copy.error, twins->copy.text);
        return;
    }
    read_rows_within(&twins->real, STEPS_REAL * STEPS_MOST, &real);
    if (!twins->is_ordered) {
        sort_rows(&real);
        sort_rows(&copy);
    }
    rows_seen += (long)copy.count;
    if (real.error) {
        tell(real.error, twins, number);
    } else if (real.count != copy.count) {
        tell(sql("%d rows, not %d", (int)real.count, (int)copy.count).text, twins, number);
    } else if (real.count && memcmp(real.hashes, copy.hashes, real.count * sizeof *real.hashes)) {
        tell("another value or order", twins, number);
    } else {
        passed++;
    }
}

/* ---- The run --------------------------------------------------------------------------------- */

static void open_database(size_t which, const char *extension) {
    char *message = NULL;
    Database *database = &databases[which];
    if (sqlite3_open(":memory:", &database->db) != SQLITE_OK) stop("open");
    db = database->db;
    run(sql("PRAGMA encoding = '%s'", encodings[which]).text);
    run("CREATE TABLE encoded(text)"); /* from now on the encoding is fixed */
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
    if (sqlite3_load_extension(db, extension, NULL, &message) != SQLITE_OK) stop(message);
    if (add_file_functions(db) != SQLITE_OK) stop("file functions");
    run("CREATE TABLE target(id, value)");
    run("INSERT INTO target SELECT value, NULL FROM (WITH n(value) AS (VALUES (0) UNION ALL SELECT "
        "value + 1 FROM n WHERE value < 40) SELECT value FROM n)");
    run("PRAGMA automatic_index = off"); /* it has a fault with COLLATE RTRIM in SQLite 3.40 */
}

static void remove_scratch(void) {
    sqlite3_stmt *files = prepare(sql("SELECT file FROM gamemap_files('%s/*')", scratch).text);
    while (sqlite3_step(files) == SQLITE_ROW) {
        unlink((const char *)sqlite3_column_text(files, 0));
    }
    sqlite3_finalize(files);
    rmdir(scratch);
}

/* Returns the family that a query is about: formats come in turn, and so do the families of each.
** NULL: its format isn't in the sample. */
static const Family *family_of(const Database *database, size_t turn) {
    const char *format = all_formats[turn % format_count];
    size_t first = 0, count = 0;
    while (first < source_count && strcmp(formats[first], format) != 0) first++;
    while (first + count < source_count && !strcmp(formats[first + count], format)) count++;
    return count ? &database->families[first + turn / format_count % count] : NULL;
}

/* Prints how many tables are queried, and by how many sources. */
static void tell_families(void) {
    for (size_t i = 0; i < databases[0].family_count; i++) {
        const Family *family = &databases[0].families[i];
        printf("%s:", family->source);
        for (size_t s = 0; s < family->count; s++) printf(" %s", family->subjects[s].table);
        printf("\n");
    }
}

int main(int count, char **arguments) {
    long queries = 9000, first = 0, answered = 0;
    bool verbose = false;
    int at = 1;
    for (; at < count && !strncmp(arguments[at], "--", 2); at++) {
        if (!strcmp(arguments[at], "--verbose")) verbose = true;
        else if (!strcmp(arguments[at], "--count") && at + 1 < count)
            queries = atol(arguments[++at]);
        else if (!strcmp(arguments[at], "--first") && at + 1 < count) first = atol(arguments[++at]);
        else if (!strcmp(arguments[at], "--sample") && at + 1 < count &&
                 sample_read(arguments[at + 1]))
            at++;
        else at = count;
    }
    if (at + 2 != count || !mkdtemp(scratch)) {
        fprintf(stderr, "usage: random_queries [--count N] [--first N] [--sample SEED/N] "
                        "[--verbose] EXTENSION FOLDER\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    for (size_t e = 0; e < ENCODINGS; e++) {
        open_database(e, arguments[at]);
        list_files(arguments[at + 1]);
        run(sql("DELETE FROM file WHERE size > %d", SIZE_MOST).text);
        if (e == 0) {
            choose_formats();
            count_rows();
            choose_sources();
        }
        for (size_t i = 0; i < source_count; i++) make_family(&databases[e], i);
        sqlite3_progress_handler(db, 1000000, count_steps, NULL);
    }
    if (verbose) tell_families();
    static Twins twins;
    for (long number = first; number < first + queries; number++) {
        const Database *database = &databases[number % ENCODINGS];
        const Family *family = family_of(database, (size_t)(number / ENCODINGS));
        if (!sample_holds("query", (uint64_t)number) || !family || !family->count) continue;
        db = database->db;
        random_twins(family, (uint64_t)number, &twins);
        ask_twins(&twins, number);
        answered++;
    }
    sqlite3_progress_handler(db, 0, NULL, NULL);
    remove_scratch();
    for (size_t e = 0; e < ENCODINGS; e++) sqlite3_close(databases[e].db);
    printf("%ld queries of %zu sources in %d encodings: %ld rows; %ld were no queries, %ld had no "
           "end\n",
           answered, source_count, ENCODINGS, rows_seen, invalid, endless);
    if (invalid + endless > answered * INVALID_PER_MILL / 1000 + 1) {
        printf("too many\n");
        failed++;
    }
    sample_print();
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed || !passed;
}
