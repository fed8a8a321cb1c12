/* Taking times and printing them: see bench.h. */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define ROUNDS_MAX        99
#define LEAST_NANOSECONDS 10e6 /* of one timing; shorter runs are repeated */
#define LEAST_ROWS        1000 /* with fewer, the time is mainly that of the statement */

Options options = {.rounds = 9};

/* ---- Failing --------------------------------------------------------------------------------- */

void die(const char *what, const char *why) {
    fflush(stdout);
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

void *allocate(uint64_t bytes) {
    void *block = malloc(bytes ? bytes : 1);
    if (!block) die("malloc", "out of memory");
    return block;
}

char *text_of(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    if (!text) die("text", "out of memory");
    return text;
}

/* ---- SQL ------------------------------------------------------------------------------------- */

sqlite3_stmt *prepare(sqlite3 *database, const char *sql, const char *source) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) {
        die(sql, sqlite3_errmsg(database));
    }
    if (sqlite3_bind_parameter_count(statement)) {
        sqlite3_bind_text(statement, 1, source, -1, SQLITE_STATIC);
    }
    return statement;
}

static void step_to_end(sqlite3_stmt *statement) {
    int code;
    do code = sqlite3_step(statement);
    while (code == SQLITE_ROW);
    if (code != SQLITE_DONE) {
        die(sqlite3_sql(statement), sqlite3_errmsg(sqlite3_db_handle(statement)));
    }
    sqlite3_reset(statement);
}

void execute(sqlite3 *database, const char *sql, const char *source) {
    sqlite3_stmt *statement = prepare(database, sql, source);
    step_to_end(statement);
    sqlite3_finalize(statement);
}

double number_of(sqlite3 *database, const char *sql, const char *source) {
    sqlite3_stmt *statement = prepare(database, sql, source);
    double number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_double(statement, 0) : 0;
    sqlite3_finalize(statement);
    return number;
}

bool has_table(sqlite3 *database, const char *table) {
    char *sql = text_of("SELECT count(*) FROM pragma_module_list WHERE name = '%q'", table);
    bool found = number_of(database, sql, NULL) > 0;
    sqlite3_free(sql);
    return found;
}

Side sql_side(sqlite3 *database, const char *sql, const char *source) {
    return (Side){.statement = prepare(database, sql, source)};
}

/* Returns the first value of the first row, as text. */
static char *answer_of(sqlite3_stmt *statement) {
    char *answer = NULL;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        answer = text_of("%s", text ? text : "NULL");
    }
    sqlite3_reset(statement);
    return answer ? answer : text_of("no row");
}

static void check_answers(const Measure *measure, const Side *ours, const Side *theirs) {
    if (!ours->statement || !theirs->statement || measure->other_answer) return;
    char *one = answer_of(ours->statement), *other = answer_of(theirs->statement);
    if (strcmp(one, other) != 0) {
        die(measure->name, text_of("the answers differ: %s and %s", one, other));
    }
    sqlite3_free(one);
    sqlite3_free(other);
}

/* ---- Times ----------------------------------------------------------------------------------- */

static double seconds_in_children(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static double nanoseconds_now(const Side *side) {
    struct timespec now;
    if (side->in_children) return 1e9 * seconds_in_children();
    clock_gettime(side->of_wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static double time_of_runs(const Side *side, int times) {
    double total = 0;
    for (int done = 0; done < times;) {
        if (side->before) side->before(side->context);
        double start = nanoseconds_now(side);
        do { /* one clock for many runs if nothing has to be done between them */
            if (side->statement) step_to_end(side->statement);
            else side->run(side->context);
        } while (++done < times && !side->before);
        total += nanoseconds_now(side) - start;
    }
    return total / times;
}

double least_time(Side side) {
    double least = time_of_runs(&side, 1);
    for (int i = 0; i < options.rounds; i++) {
        double time = time_of_runs(&side, 1);
        if (time < least) least = time;
    }
    sqlite3_finalize(side.statement);
    return least;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
}

/* ---- The table ------------------------------------------------------------------------------- */

static int goals, goals_met, left_out;

void print_legend(void) {
    printf("gamemap's speed: two ways to the same answer, timed in turn in this one process.\n"
           "\n"
           "  measure  what is asked\n"
           "  ours     gamemap's time, the median of %d\n"
           "  theirs   the time of what it is compared with, which each heading names\n"
           "  ratio    ours / theirs, the median of %d pairs: below 1.00 gamemap is faster\n"
           "  spread   the ratios of the pairs without the lowest and the highest quarter\n"
           "  goal     the most that the ratio should be\n"
           "\n"
           "Times are processor time, in the program and in the system. SQLite %s.\n",
           options.rounds, options.rounds, sqlite3_libversion());
}

static const char *title; /* of the rows that follow; NULL once it is printed */

void print_title(const char *text) {
    title = text;
}

static void print_pending_title(void) {
    if (!title) return;
    printf("\n%-51s %13s %13s %6s  %-9s %5s\n", title, "ours", "theirs", "ratio", "spread", "goal");
    title = NULL;
}

bool is_wanted(const char *name) {
    return !options.only || strstr(name, options.only);
}

static void print_row(const char *name, const char *ours, const char *theirs, double ratio,
                      const char *spread, double goal) {
    print_pending_title();
    printf("  %-49s %13s %13s %6.2f  %-9s ", name, ours, theirs, ratio, spread);
    if (goal > 0) {
        bool met = ratio <= goal + 0.005; /* rounded as it is printed */
        printf("%5.2f  %s\n", goal, met ? "met" : "MISSED");
        goals++;
        goals_met += met;
    } else {
        printf("    -\n");
    }
    fflush(stdout);
}

void print_ratio(const char *name, const char *ours, const char *theirs, double ratio,
                 double goal) {
    print_row(name, ours, theirs, ratio, "", goal);
}

void print_note(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_pending_title();
    printf("  ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

bool print_summary(void) {
    printf("\n%d of %d goals met; %d measures left out, with fewer than %d rows\n", goals_met,
           goals, left_out, LEAST_ROWS);
    return goals_met == goals;
}

static char *time_text(double nanoseconds, const char *unit) {
    const char *per = unit ? "/" : "";
    if (!unit) unit = "";
    if (nanoseconds < 1e3) return text_of("%.0f ns%s%s", nanoseconds, per, unit);
    if (nanoseconds < 1e6) return text_of("%.1f us%s%s", nanoseconds / 1e3, per, unit);
    return text_of("%.2f ms%s%s", nanoseconds / 1e6, per, unit);
}

void compare_with_limit(Measure measure, Side side, double nanoseconds) {
    double times[ROUNDS_MAX];
    int rounds = options.rounds < ROUNDS_MAX ? options.rounds : ROUNDS_MAX;
    double units = measure.units > 0 ? measure.units : 1;
    if (is_wanted(measure.name)) {
        int runs = 1 + (int)(LEAST_NANOSECONDS / (time_of_runs(&side, 1) + 1));
        for (int i = 0; i < rounds; i++) times[i] = time_of_runs(&side, runs) / units;
        sort(times, rounds);
        char *time = time_text(times[rounds / 2], measure.unit);
        char *limit = time_text(nanoseconds, measure.unit);
        print_row(measure.name, time, limit, times[rounds / 2] / nanoseconds, "", 1);
        sqlite3_free(time);
        sqlite3_free(limit);
    }
    sqlite3_finalize(side.statement);
}

void compare(Measure measure, Side ours, Side theirs) {
    double our_times[ROUNDS_MAX], their_times[ROUNDS_MAX], ratios[ROUNDS_MAX];
    int rounds = options.rounds < ROUNDS_MAX ? options.rounds : ROUNDS_MAX;
    double units = measure.units > 0 ? measure.units : 1;
    double their_units = measure.their_units > 0 ? measure.their_units : units;
    bool small = measure.unit && strcmp(measure.unit, "file") && units < LEAST_ROWS;
    left_out += small;
    if (is_wanted(measure.name) && !small) {
        check_answers(&measure, &ours, &theirs);
        int our_runs = 1 + (int)(LEAST_NANOSECONDS / (time_of_runs(&ours, 1) + 1));
        int their_runs = 1 + (int)(LEAST_NANOSECONDS / (time_of_runs(&theirs, 1) + 1));
        for (int i = 0; i < rounds; i++) { /* so that each side goes first equally often */
            if (i % 2) their_times[i] = time_of_runs(&theirs, their_runs);
            our_times[i] = time_of_runs(&ours, our_runs) / units;
            if (i % 2 == 0) their_times[i] = time_of_runs(&theirs, their_runs);
            their_times[i] = (their_times[i] + measure.allowance) / their_units;
            ratios[i] = our_times[i] / their_times[i];
        }
        sort(our_times, rounds);
        sort(their_times, rounds);
        sort(ratios, rounds);
        char *spread = text_of("%.2f-%.2f", ratios[rounds / 4], ratios[rounds - 1 - rounds / 4]);
        char *one = time_text(our_times[rounds / 2], measure.unit);
        char *other = time_text(their_times[rounds / 2], measure.unit);
        print_row(measure.name, one, other, ratios[rounds / 2], spread, measure.goal);
        sqlite3_free(spread);
        sqlite3_free(one);
        sqlite3_free(other);
    }
    sqlite3_finalize(ours.statement);
    sqlite3_finalize(theirs.statement);
}
