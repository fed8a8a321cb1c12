/*
** Runs sqllogictest scripts against the system's SQLite with the extension loaded.
**
**     .build/runner tests/scripts/gnd.test ...
**
**     --extension FILE   the library to load into each connection (./gamemap.so)
**     --nofs             load it by its entry point without file access
**     --complete         write the actual results into the scripts instead of comparing, for review;
**                        all else stays as it is, and so does what fails otherwise
**     --wrong            every record must fail: passes the other way round, to test the runner
**
** The last line is "N passed, N failed", before it "N skipped" if any were; the exit status is 1
** if anything failed. Each script gets an in-memory database of its own, `main`, and fails as a
** whole if it leaves memory or file descriptors behind when its connections are closed.
**
** The format is that of sqllogictest, as DuckDB writes results. Records are separated by blank
** lines, lines that begin with # between records are comments.
**
**     statement ok
**     CREATE TEMP VIEW maps AS SELECT * FROM gnd_maps('${FIXTURES}/gnd/v17.gnd')
**
**     statement error expected text
**     SELECT * FROM gnd_maps(42)
**
** fails unless the error message contains the text (which may be missing). The whole message
** follows after ---- where it is to be equal:
**
**     statement error
**     SELECT * FROM missing
**     ----
**     no such table: missing
**
** A query gives the types of its columns (T text, I integer, R real), how to sort (nosort, the
** default; rowsort; valuesort, every value by itself), and perhaps a label: queries of one script
** with the same label must have the same result. One row stands on each line, its values separated
** by tabs (after valuesort one value):
**
**     query TIR rowsort label-1
**     VALUES ('text', 9223372036854775807, 0.5), (NULL, 1, 2)
**     ----
**     NULL	1	2.000
**     text	9223372036854775807	0.500
**
** EXPLAIN QUERY PLAN as `query T` gives the column `detail` alone.
**
** NULL reads `NULL`, empty text `(empty)`, reals have three decimals. Text stands in double quotes
** where it could be misread without them: see results.h. `N values hashing to MD5` stands for a
** long result; --complete writes it for more values than the last `hash-threshold N` said (0, the
** default: never).
**
**     skipif TAG [-- REASON], onlyif TAG [-- REASON]
**                               before a record (also before halt and hash-threshold); the reason
**                               is printed with each record, or script, that is left out. Tags:
**                               sqlite, sqlite >= 3.41 (also > <= < ==), linux, macos, windows,
**                               wine, root (the user is), corpus (CORPUS is set), nofs (the option
**                               is given), zstd and bzip2 (built with them), a path from / on (it
**                               is there, and this isn't Windows); any other is another engine's
**                               name
**     halt                      ends the script
**     hash-threshold N          --complete writes results of more than N values as a hash; 0: never
**     report NAME               runs sql/NAME.sql in a connection of its own, as the shell would, but
**                               without the shell's own commands: a line for each parameter
**                               follows, ":files samples", and behind ---- what it answers (see
**                               reports.h); a connection `report` that is open is that one
**     connection NAME [DATABASE [full|nofs|none]]
**                               the records that follow use this connection. A new name is opened
**                               first, on DATABASE (:memory:), with the extension loaded by its
**                               usual entry point, by the one without file access, or not at all
**     close NAME                closes a connection; `main` becomes the current one
**     load [nofs]               loads the extension (again) into the current connection
**
** In SQL, expected results and the arguments of directives ${NAME} stands for the environment
** variable. FIXTURES and SAMPLES are the folders that the fixture writer has filled
** (.build/fixtures and samples where they aren't set). SCRATCH is an empty folder, made for each
** script in $SCRATCH or where the system keeps such, and removed with all that it holds. ERRNO is
** what the system's error numbers are called. CORPUS, real files, is ../shared/corpus where that is
** there; a record that uses it is skipped where it isn't. Any other unset variable is a failure. See
** file_functions.h for the SQL functions that write files, and picture_functions.h for those that
** look at pictures.
*/
#include "difference.h"
#include "reports.h"
#include "script.h"
#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Records --------------------------------------------------------------------------------- */

typedef struct Record {
    Text sql;
    Lines expected;
    Lines written;    /* what is expected, with variables as they stand in the script */
    bool has_results; /* there is a ---- line */
    size_t results;   /* the line behind them, or the one where it would be */
    Expansion expansion;
} Record;

static void worse(Record *record, Expansion expansion) {
    if (expansion > record->expansion) record->expansion = expansion;
}

/* Reads SQL up to a blank line or ----, and the expected lines behind that. */
static Record read_record(Script *script) {
    Record record = {0};
    Lines *lines = &script->lines;
    text_add(&record.sql, "", 0);
    for (; script->at < lines->count && !is_blank(lines->items[script->at]); script->at++) {
        if (!strcmp(lines->items[script->at], "----")) {
            record.has_results = true;
            script->at++;
            break;
        }
        if (record.sql.size) text_add(&record.sql, "\n", 1);
        worse(&record, expand(script, lines->items[script->at], &record.sql));
    }
    record.results = script->at;
    while (record.has_results && script->at < lines->count && !is_blank(lines->items[script->at])) {
        Text line = {0};
        const char *written = lines->items[script->at++];
        lines_add(&record.written, written, strlen(written));
        worse(&record, expand(script, written, &line));
        lines_add(&record.expected, line.data, line.size);
        free(line.data);
    }
    return record;
}

static void record_clear(Record *record) {
    free(record->sql.data);
    lines_clear(&record->expected);
    lines_clear(&record->written);
}

static void copy_lines(Script *script, size_t to) {
    for (; script->copied < to; script->copied++) {
        const char *line = script->lines.items[script->copied];
        text_add(&script->completed, line, strlen(line));
        text_add(&script->completed, "\n", 1);
    }
}

/* Returns the expected line as the script has it, perhaps from another place, or NULL. */
static const char *as_written(const Record *record, const char *line) {
    for (size_t i = 0; i < record->expected.count; i++) {
        if (!strcmp(record->expected.items[i], line)) return record->written.items[i];
    }
    return NULL;
}

/* With --complete: replaces the record's results by these. */
static void complete(Script *script, const Record *record, const Lines *actual) {
    copy_lines(script, record->results);
    if (!record->has_results) text_add(&script->completed, "----\n", 5);
    for (size_t i = 0; i < actual->count; i++) {
        const char *written = as_written(record, actual->items[i]);
        if (written) text_add(&script->completed, written, strlen(written));
        else collapse(script, actual->items[i], &script->completed);
        text_add(&script->completed, "\n", 1);
    }
    script->copied = script->at;
}

static void show_sql(const Record *record) {
    for (const char *line = record->sql.data; *line;) {
        size_t length = strcspn(line, "\n");
        say("    %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void show_wrong(const Record *record, const Lines *actual) {
    if (!options.wrong) show_difference(&record->expected, actual, record->results + 1);
}

/* Compares results with the same label; notes the first ones of each label. */
static bool label_agrees(Script *script, const char *label, const char *hash) {
    char line[320];
    int length = snprintf(line, sizeof line, "%s %s", label, hash);
    size_t name = strlen(label) + 1;
    for (size_t i = 0; i < script->labels.count; i++) {
        if (!strncmp(script->labels.items[i], line, name)) {
            return !strcmp(script->labels.items[i], line);
        }
    }
    lines_add(&script->labels, line, (size_t)length);
    return true;
}

static bool is_hash_line(const Lines *lines) {
    return lines->count == 1 && strstr(lines->items[0], " values hashing to ");
}

static void check_query(Script *script, Record *record, Result *result) {
    const char *label = script->words[3];
    char hash[80];
    sort_result(result, script->words[2]);
    result_lines(result, script->words[2]);
    hash_result(result);
    hash_line(result, hash);
    Lines hashed = {0};
    lines_add(&hashed, hash, strlen(hash));
    bool by_hash = is_hash_line(&record->expected);
    const Lines *actual = by_hash ? &hashed : &result->lines;
    if (options.complete) {
        bool is_long = script->hash_threshold && result->values.count > script->hash_threshold;
        complete(script, record, is_long ? &hashed : actual);
        options.passed++;
    } else {
        bool agrees = !*label || label_agrees(script, label, result->hash);
        if (!same_lines(&record->expected, actual)) {
            report(script, "wrong result");
            show_sql(record);
            show_wrong(record, actual);
            if (result->columns > 1 && record->expected.count == result->values.count) {
                say("    a line holds a row, its values separated by tabs\n");
            }
        } else if (!agrees) {
            report(script, "the result differs from the one before with label %s", label);
            show_sql(record);
        } else {
            options.passed++;
        }
    }
    lines_clear(&hashed);
}

static void do_query(Script *script, Record *record) {
    const char *types = script->words[1], *sort = script->words[2];
    if (!*types || strspn(types, "TIR") != strlen(types)) {
        report(script, "a query needs the types of its columns (T, I, R)");
        return;
    }
    if (*sort && strcmp(sort, "nosort") && strcmp(sort, "rowsort") && strcmp(sort, "valuesort")) {
        report(script, "unknown way to sort: %s", sort);
        return;
    }
    Result result = {.columns = strlen(types)};
    run_sql(current_db(script), record->sql.data, types, &result);
    if (result.error) {
        report(script, "%s", result.error);
        show_sql(record);
    } else {
        check_query(script, record, &result);
    }
    result_clear(&result);
}

static void check_error(Script *script, Record *record, const char *message) {
    Text part = {0};
    Lines actual = {0};
    lines_add(&actual, message, strlen(message));
    worse(record, expand(script, script->rest, &part));
    bool contains = strstr(message, part.data) != NULL;
    if (options.complete && contains && record->has_results) {
        complete(script, record, &actual);
        options.passed++;
    } else if (!contains) {
        report(script, "wrong error");
        show_sql(record);
        say("    expected: ...%s...\n    found:    %s\n", part.data, message);
    } else if (record->has_results && !same_lines(&record->expected, &actual)) {
        report(script, "wrong error");
        show_sql(record);
        show_wrong(record, &actual);
    } else {
        options.passed++;
    }
    lines_clear(&actual);
    free(part.data);
}

static void do_statement(Script *script, Record *record) {
    bool wants_error = !strcmp(script->words[1], "error");
    if (!wants_error && strcmp(script->words[1], "ok")) {
        report(script, "a statement is ok or error, not '%s'", script->words[1]);
        return;
    }
    Result result = {0};
    run_sql(current_db(script), record->sql.data, NULL, &result);
    if (wants_error && result.error) {
        check_error(script, record, result.error);
    } else if (result.error) {
        report(script, "%s", result.error);
        show_sql(record);
    } else if (wants_error) {
        report(script, "no error");
        show_sql(record);
    } else {
        options.passed++;
    }
    result_clear(&result);
}

static Lines lines_of(const char *text) {
    Lines lines = {0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        lines_add(&lines, text, length);
        text += length + (text[length] == '\n');
    }
    return lines;
}

static void do_report(Script *script, Record *record) {
    Result result = {0};
    Lines given = lines_of(record->sql.data);
    int before = script->current, prepared = find_connection(script, "report");
    if (prepared >= 0) script->current = prepared;
    if (prepared >= 0 || open_connection(script, "report", ":memory:", "")) {
        run_report(current_db(script), script->words[1], &given, &result);
        close_connection(script, script->current);
        script->current = before;
        if (result.error) {
            report(script, "%s", result.error);
        } else if (options.complete) {
            complete(script, record, &result.lines);
            options.passed++;
        } else if (!same_lines(&record->expected, &result.lines)) {
            report(script, "wrong result");
            show_wrong(record, &result.lines);
        } else {
            options.passed++;
        }
    }
    lines_clear(&given);
    result_clear(&result);
}

static void count_skipped(Script *script, bool has_reason) {
    options.skipped++;
    if (has_reason && script->reason && *script->reason) {
        say("%s:%zu: skipped: %s\n", script->path, script->record + 1, script->reason);
    }
}

static void do_record(Script *script, bool skip, void (*run)(Script *, Record *)) {
    Record record = read_record(script);
    Text ignored = {0};
    worse(&record, expand(script, script->rest, &ignored));
    free(ignored.data);
    if (skip || record.expansion == EXPANSION_SKIPS) {
        count_skipped(script, skip);
    } else if (record.expansion == EXPANSION_FAILS) {
        report(script, "a variable isn't set");
        show_sql(&record);
    } else {
        run(script, &record);
    }
    record_clear(&record);
}

/* ---- Directives ------------------------------------------------------------------------------ */

static void do_connection(Script *script) {
    const char *name = script->words[1], *entry = script->words[3];
    int known = find_connection(script, name);
    if (known >= 0) {
        script->current = known;
        return;
    }
    Text database = {0};
    const char *given = *script->words[2] ? script->words[2] : ":memory:";
    if (expand(script, given, &database) != EXPANDED) report(script, "a variable isn't set");
    else open_connection(script, name, database.data, *entry ? entry : options.nofs ? "nofs" : "");
    free(database.data);
}

static void do_close(Script *script) {
    int which = find_connection(script, script->words[1]);
    if (which > 0) close_connection(script, which);
    else report(script, "no connection '%s' to close", script->words[1]);
}

static void split_command(Script *script, const char *line) {
    memset(script->words, 0, sizeof script->words);
    script->rest = "";
    size_t tag_size = 0;
    const char *reason = strstr(line, " -- ");
    for (const char *at = line + strcspn(line, " \t"); *at && at != reason; at++) {
        if (*at != ' ' && *at != '\t' && tag_size + 1 < sizeof script->tag) {
            script->tag[tag_size++] = *at;
        }
    }
    script->tag[tag_size] = 0;
    for (int i = 0; i < 4; i++) {
        line += strspn(line, " \t");
        if (i == 2) script->rest = line;
        size_t length = strcspn(line, " \t");
        snprintf(script->words[i], sizeof script->words[i], "%.*s", (int)length, line);
        line += length;
    }
}

/* Reads and runs one record or directive; returns false at halt. */
static bool do_command(Script *script, bool *skip) {
    const char *command = script->words[0];
    bool skipped = *skip;
    if (!strcmp(command, "skipif") || !strcmp(command, "onlyif")) {
        const char *reason = strstr(script->lines.items[script->record], " -- ");
        if (reason) script->reason = reason + strlen(" -- ");
        else if (!script->reason) script->reason = "";
        *skip |= host_is(script->tag) == (*command == 's');
        return true;
    }
    *skip = false;
    if (!strcmp(command, "statement")) do_record(script, skipped, do_statement);
    else if (!strcmp(command, "query")) do_record(script, skipped, do_query);
    else if (!strcmp(command, "report")) do_record(script, skipped, do_report);
    else if (skipped) return true;
    else if (!strcmp(command, "halt")) {
        if (script->reason) count_skipped(script, true);
        return false;
    } else if (!strcmp(command, "hash-threshold")) {
        script->hash_threshold = strtoul(script->words[1], NULL, 10);
    } else if (!strcmp(command, "connection")) do_connection(script);
    else if (!strcmp(command, "close")) do_close(script);
    else if (!strcmp(command, "load")) {
        load(script, current_db(script), !strcmp(script->words[1], "nofs"));
    } else {
        report(script, "unknown command '%s'", command);
        while (script->at < script->lines.count && !is_blank(script->lines.items[script->at])) {
            script->at++;
        }
    }
    return true;
}

/* With --wrong: counts a command that failed as passed, and the other way round. */
static void turn_round(const Script *script, long passed, long failed) {
    if (options.failed > failed) {
        options.passed = passed + 1;
        options.failed = failed;
    } else if (options.passed > passed) {
        options.passed = passed;
        options.failed = failed + 1;
        printf("%s:%zu: should have failed\n", script->path, script->record + 1);
    }
}

static void run_commands(Script *script) {
    bool skip = false;
    while (script->at < script->lines.count) {
        const char *line = script->lines.items[script->at];
        script->record = script->at++;
        if (is_blank(line)) script->reason = NULL;
        if (is_blank(line) || *line == '#') continue;
        split_command(script, line);
        long passed = options.passed, failed = options.failed;
        if (!do_command(script, &skip)) break;
        if (options.wrong) turn_round(script, passed, failed);
    }
}

/* ---- Whole scripts --------------------------------------------------------------------------- */

static void write_completed(Script *script) {
    copy_lines(script, script->lines.count);
    FILE *file = fopen(script->path, "wb");
    size_t size = script->completed.size;
    bool written = file && (!size || fwrite(script->completed.data, 1, size, file) == size);
    if (file && fclose(file)) written = false;
    if (!written) report(script, "can't write the script");
}

static void run_script(const char *path) {
    Script script = {.path = path};
    long before = options.passed + options.failed + options.skipped;
    int descriptors = open_descriptors();
    sqlite3_int64 memory = sqlite3_memory_used();
    if (!read_lines(path, &script.lines)) {
        report(&script, "can't read the script");
    } else if (!make_scratch(&script)) {
        report(&script, "can't make a scratch folder");
    } else {
        if (open_connection(&script, "main", ":memory:", options.nofs ? "nofs" : "")) {
            run_commands(&script);
        }
        while (script.connection_count) close_connection(&script, script.connection_count - 1);
        remove_scratch(&script);
        if (options.passed + options.failed + options.skipped == before) {
            report(&script, "the script holds no record");
        }
    }
    sqlite3_int64 leaked = sqlite3_memory_used() - memory;
    if (leaked) report(&script, "%lld bytes of memory are left", (long long)leaked);
    if (open_descriptors() != descriptors) report(&script, "file descriptors are left open");
    if (options.complete && script.lines.count) write_completed(&script);
    lines_clear(&script.lines);
    lines_clear(&script.labels);
    free(script.completed.data);
}

int main(int count, char **arguments) {
    int at = 1;
    for (; at < count && !strncmp(arguments[at], "--", 2); at++) {
        if (!strcmp(arguments[at], "--nofs")) options.nofs = true;
        else if (!strcmp(arguments[at], "--complete")) options.complete = true;
        else if (!strcmp(arguments[at], "--wrong")) options.wrong = true;
        else if (!strcmp(arguments[at], "--extension") && at + 1 < count) {
            options.extension = arguments[++at];
        } else {
            at = count;
        }
    }
    if (at >= count) {
        fprintf(stderr,
                "usage: runner [--extension FILE] [--nofs] [--complete|--wrong] SCRIPT...\n");
        return 2;
    }
    set_defaults();
    prepare_output();
    sqlite3_initialize();
    for (; at < count; at++) run_script(arguments[at]);
    if (options.skipped) printf("%ld skipped\n", options.skipped);
    printf("%ld passed, %ld failed\n", options.passed, options.failed);
    return options.failed > 0;
}
