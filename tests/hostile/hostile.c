/*
** Hostile bytes and failing memory for every decoder, without SQLite.
**
**     hostile [--whole | --cuts] [--sample SEED/N] [--jobs N] [--only TEXT] [--errors FILE] FOLDER
**
** takes each file below FOLDER (the fixtures) through every format's decoder in exact-size blocks:
**
**     itself, and as every other format
**     cut at every length, with junk appended
**     every byte as 0, 1, 0x7f, 0x80, 0xff, one more and one less
**     every u16 and u32, aligned or not, as one of the values that break careless arithmetic
**     every field that the fixtures' writer knows (field_map.h), alone and in pairs
**     pairs of u32, blocks moved, doubled, removed
**     all of these behind the compression of containers, too (repack.h)
**     each allocation failing, once and with all that follow
**
** and holds whatever opens against the promises of checker.h. By default a few hundred changed
** contents for each file; with --whole all of them, with --sample one of N of those few hundred
** (sample.h). Work is spread over N processes, so that a crash is reported with the change that caused
** it. Prints the counts and `N passed, N failed`.
*/
#include "../checker/checker.h"
#include "../sample/sample.h"
#include "modules.h"
#include "field_map.h"
#include "hostile.h"

#include <ftw.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX        16
#define SECONDS_MAX     20  /* for one change, under a sanitizer and on a busy machine */
#define COMPLAINTS_MAX  40  /* printed by each job */
#define SAMPLED_CHANGES 100 /* of each kind, for each file */
#define WHOLE_CHANGES   1500
#define CUTS_ALONE      12000

/* The state that the processes share. */
typedef struct Shared {
    struct Job {
        uint64_t passed, failed, opened, cells, peak;
        double slowest; /* most seconds of processor time for one change */
        char slowest_change[512];
        uint64_t changes[KINDS];
        char current[512]; /* the file and the change being tried */
    } jobs[JOBS_MAX];
    atomic_size_t next_file; /* that no process has begun */
} Shared;

static struct {
    bool whole, only_cuts;
    int jobs;
    const char *only;
    FILE *errors; /* NULL: not wanted */
    char **paths;
    size_t path_count;
} options = {.jobs = 2};

static Shared *shared;
static struct Job *job; /* this process's own */
static uint64_t complaints;
static uint64_t change_number; /* among those of one file as one format, tried or not */

void complain(const char *format, ...) {
    if (complaints++ >= COMPLAINTS_MAX) return;
    va_list arguments;
    va_start(arguments, format);
    printf("%s: ", job->current);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

/* ---- Errors that were met -------------------------------------------------------------------- */

#define TEXTS_MAX 65536 /* slots of a hash table; losing a text is harmless */

static ChangeKind current_kind;

/* Writes each error once to the file of --errors: S for an undamaged file, C for a truncated one, D
** for other damage, and the text with # for its numbers. The errors of tables and functions count
** like the file's own. */
void error_seen(const Error *error) {
    static uint64_t texts[TEXTS_MAX];
    char line[300];
    size_t length = 2;
    if (!options.errors) return;
    bool is_cut = current_kind == CUT || current_kind == INFLATED_CUT;
    line[0] = current_kind == UNCHANGED ? 'S' : is_cut ? 'C' : 'D';
    line[1] = ' ';
    uint64_t hash = (uint64_t)line[0] * 0x9e3779b97f4a7c15u;
    for (const char *c = error->message; *c && length < sizeof line - 2; c++) {
        bool digit = *c >= '0' && *c <= '9';
        if (digit && line[length - 1] == '#') continue;
        line[length++] = digit ? '#' : *c;
        hash = (hash ^ (uint8_t)line[length - 1]) * 0x100000001b3u;
    }
    uint64_t *slot = &texts[hash >> 40 & (TEXTS_MAX - 1)];
    if (*slot == hash) return;
    *slot = hash;
    line[length++] = '\n';
    fwrite(line, 1, length, options.errors);
    fflush(options.errors);
}

/* ---- One change ------------------------------------------------------------------------------ */

/* The ratio of zlib limits what inflated data may take. */
static uint64_t memory_allowed(const Subject *subject, uint64_t size) {
    uint64_t file = size + subject->second.size;
    return ((uint64_t)64 << 20) + 4 * file * (subject->format->inflates ? 1033 : 1);
}

/* The limit of a document that is open; a table of an archive counts more than other bytes. */
static uint64_t limit_allowed(const Subject *subject, uint64_t size) {
    uint64_t each = archive_format_of(subject->format) ? ARCHIVE_BYTES_PER_TABLE_BYTE : 4;
    return memory_allowed(subject, size) / 4 * each + size;
}

static void check_memory(const Memory *memory, uint64_t allowed) {
    if (memory->now || memory->blocks) {
        complain("%" PRIu64 " bytes in %" PRIu64 " blocks are left", memory->now, memory->blocks);
    }
    if (memory->peak > allowed) complain("%" PRIu64 " bytes at the peak", memory->peak);
    if (memory->peak > job->peak) job->peak = memory->peak;
}

static bool detects(const Format *format, const uint8_t *bytes, uint64_t size) {
    uint64_t head = size < DETECT_BYTES ? size : DETECT_BYTES;
    uint8_t *copy = malloc(head ? head : 1); /* of exact size, for the sanitizer */
    if (!copy) return false;
    memcpy(copy, bytes, head);
    bool detected = format_takes(format, copy, head, size) || is_archive(format, bytes, size) ||
                    format->open_decides;
    free(copy);
    return detected;
}

static void try_open(const Subject *subject, const Host *host, const uint8_t *bytes,
                     uint64_t size) {
    Error error = {0};
    Walk walk = {.rows_per_table = options.whole ? 24 : 12, .argument_tuples = 3};
    bool detected = detects(subject->format, bytes, size);
    check_by_parts(subject->format, host, bytes, size, subject->name);
    Document *document = open_copy(subject->format, host, bytes, size, subject->name,
                                   subject->second.bytes, subject->second.size, &error);
    if (document) {
        if (!detected) complain("opens as %s, but isn't detected", subject->format->name);
        uint64_t limit = document->arena.limit, allowed = limit_allowed(subject, size);
        if (!limit || limit > allowed) complain("may hold %" PRIu64 " bytes", limit);
        check_document(document, &walk);
        check_by_ranges(document, host, bytes, size, subject->second.bytes, subject->second.size);
        document_free(document);
        job->opened++;
        job->cells += walk.cells;
    } else {
        check_error_text(&error);
        /* VGEO has no magic, so what it is depends on its numbers */
        bool is_other =
            current_kind == UNCHANGED && !detected && strcmp(subject->format->name, "VGEO") != 0;
        if (is_other && error.kind != ERROR_NOT_THIS_FORMAT) {
            complain("isn't detected, but fails as %s: %s", subject->format->name, error.message);
        }
    }
}

#define ACTED_ON 4 /* one of so many changes */
#define COMPARED 4 /* one of so many of these, with the file as it was */

static Document *open_subject(const Subject *subject, const Host *host, Error *error) {
    return open_copy(subject->format, host, subject->content.bytes, subject->content.size,
                     subject->name, subject->second.bytes, subject->second.size, error);
}

/* What is searched, edited and compared takes the memory of two documents and of two files. */
static void try_acting(const Subject *subject, const uint8_t *bytes, uint64_t size,
                       uint64_t number) {
    Memory memory = {0};
    Host host = memory_host(&memory);
    Error error = {0};
    Document *document = open_copy(subject->format, &host, bytes, size, subject->name,
                                   subject->second.bytes, subject->second.size, &error);
    Document *sound =
        document && number % COMPARED == 0 ? open_subject(subject, &host, &error) : NULL;
    if (document) check_acting(document, number);
    if (sound) check_comparing(sound, document);
    document_free(sound);
    document_free(document);
    uint64_t largest = size > subject->content.size ? size : subject->content.size;
    check_memory(&memory, 2 * (memory_allowed(subject, largest) + largest));
}

static double processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void note_time(double seconds) {
    if (seconds <= job->slowest) return;
    job->slowest = seconds;
    memcpy(job->slowest_change, job->current, sizeof job->slowest_change);
}

void try_bytes(const Subject *subject, ChangeKind kind, const uint8_t *bytes, uint64_t size) {
    uint64_t before = complaints;
    Memory memory = {0};
    Host host = memory_host(&memory);
    current_kind = kind;
    alarm(SECONDS_MAX);
    double begin = processor_time();
    try_open(subject, &host, bytes, size);
    note_time(processor_time() - begin);
    alarm(0);
    check_memory(&memory, memory_allowed(subject, size));
    uint64_t chance = sample_mix(change_number, kind);
    if (chance % ACTED_ON == 0) {
        alarm(SECONDS_MAX);
        try_acting(subject, bytes, size, chance / ACTED_ON);
        alarm(0);
    }
    job->changes[kind]++;
    if (complaints > before) job->failed++;
    else job->passed++;
}

bool next_is_tried(const Subject *subject) {
    change_number++;
    return sample_holds(subject->name, sample_mix(change_number, (uint8_t)*subject->format->name));
}

void describe(const Subject *subject, const char *format, ...) {
    int length = snprintf(job->current, sizeof job->current, "%s as %s: %s", subject->path,
                          subject->format->name, subject->place ? subject->place : "");
    if (length < 0 || (size_t)length >= sizeof job->current) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(job->current + length, sizeof job->current - (size_t)length, format, arguments);
    va_end(arguments);
}

bool wants_only_cuts(void) {
    return options.only_cuts;
}

uint64_t changes_allowed(void) {
    if (options.only_cuts) return CUTS_ALONE;
    return options.whole ? WHOLE_CHANGES : SAMPLED_CHANGES;
}

/* ---- Failing memory -------------------------------------------------------------------------- */

/* The results of all steps on an open document. */
typedef struct Answers {
    uint64_t hashes[4096];
    int count;
    bool opened;
    uint64_t held; /* bytes, at the end */
} Answers;

#define MEMORY_TUPLES 2
#define MEMORY_ROWS   16

static void record_answers(const Subject *subject, Answers *answers, Memory *memory) {
    Host host = memory_host(memory);
    Error error = {0};
    Document *document = open_subject(subject, &host, &error);
    answers->opened = document != NULL;
    answers->count = document ? step_count(document, MEMORY_TUPLES) : 0;
    if (answers->count > (int)LENGTH(answers->hashes)) answers->count = LENGTH(answers->hashes);
    for (int i = 0; i < answers->count; i++) {
        if (!run_step(document, i, MEMORY_TUPLES, MEMORY_ROWS, &answers->hashes[i])) {
            complain("%s fails for want of memory that is there",
                     step_name(document, i, MEMORY_TUPLES));
        }
    }
    answers->held = memory->now;
    document_free(document);
}

/* Each step must give the right answer or report that memory ran out. After that, with memory, it
** must give the right answer. */
static void compare_step(Document *document, int step, const Answers *answers, Memory *memory) {
    uint64_t hash;
    if (run_step(document, step, MEMORY_TUPLES, MEMORY_ROWS, &hash)) {
        if (hash == answers->hashes[step]) return;
        complain("%s gives a wrong answer without memory",
                 step_name(document, step, MEMORY_TUPLES));
    }
    Memory failing = *memory;
    memory->fail_at = 0;
    if (!run_step(document, step, MEMORY_TUPLES, MEMORY_ROWS, &hash) ||
        hash != answers->hashes[step]) {
        complain("%s gives a wrong answer after a failure",
                 step_name(document, step, MEMORY_TUPLES));
    }
    memory->fail_at = failing.fail_at;
}

static void fail_allocation(const Subject *subject, const Answers *answers, uint64_t call,
                            bool on) {
    uint64_t before = complaints;
    Memory memory = {.fail_at = call, .fail_on = on};
    Host host = memory_host(&memory);
    Error error = {0};
    describe(subject, "allocation %" PRIu64 "%s fails", call, on ? " and all after it" : "");
    alarm(SECONDS_MAX);
    Document *document = open_subject(subject, &host, &error);
    for (int i = 0; document && i < answers->count; i++) {
        compare_step(document, i, answers, &memory);
    }
    /* zlib takes one byte more than libdeflate, which needs memory of its own */
    if (document && memory.now > answers->held + 1) {
        complain("holds %" PRIu64 " bytes more than if nothing had failed",
                 memory.now - answers->held);
    }
    if (!document) {
        check_error_text(&error);
        if (answers->opened && error.kind != ERROR_NO_MEMORY) {
            complain("fails with '%s'", error.message);
        }
    } else if (!answers->opened) {
        complain("opens when memory fails");
    }
    document_free(document);
    alarm(0);
    check_memory(&memory, UINT64_MAX);
    job->changes[FAILED_ALLOCATION]++;
    if (complaints > before) job->failed++;
    else job->passed++;
}

static void fail_allocations(const Subject *subject) {
    Memory memory = {0};
    Answers *answers = calloc(1, sizeof *answers);
    if (!answers) return;
    current_kind = FAILED_ALLOCATION;
    describe(subject, "answers");
    record_answers(subject, answers, &memory);
    for (uint64_t call = 1; call <= memory.calls; call++) {
        if (next_is_tried(subject)) fail_allocation(subject, answers, call, false);
        if (next_is_tried(subject)) fail_allocation(subject, answers, call, true);
    }
    free(answers);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool read_content(const char *path, Content *content) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    content->size = (uint64_t)ftell(file);
    rewind(file);
    content->bytes = malloc(content->size + 1);
    bool good =
        content->bytes && fread(content->bytes, 1, content->size, file) == (size_t)content->size;
    fclose(file);
    return good;
}

/* Reads the second file that belongs to the first of a pair; for a KEY, its BIF. */
static void read_second(Subject *subject) {
    const Format *format = subject->format;
    bool is_key = !strcmp(format->name, "KEY");
    const char *first = is_key ? "chitin.key" : format->ending;
    const char *second = is_key ? "data/models.bif" : format->second_ending;
    size_t length = strlen(subject->path);
    if (!second || length < strlen(first)) return;
    size_t stem = length - strlen(first);
    if (strcmp(subject->path + stem, first)) return;
    char path[1024];
    snprintf(path, sizeof path, "%.*s%s", (int)stem, subject->path, second);
    read_content(path, &subject->second);
}

static void attack_as(Subject *subject) {
    describe(subject, "unchanged");
    read_second(subject);
    uint64_t opened = job->opened;
    change_number = 0;
    try_bytes(subject, UNCHANGED, subject->content.bytes, subject->content.size);
    if (job->opened > opened ||
        detects(subject->format, subject->content.bytes, subject->content.size)) {
        change_bytes(subject);
        if (job->opened > opened && !options.only_cuts) fail_allocations(subject);
    }
    free(subject->second.bytes);
}

static void attack_file(const char *path) {
    Subject subject = {.path = path};
    const char *slash = strrchr(path, '/');
    subject.name = slash ? slash + 1 : path;
    if (!read_content(path, &subject.content)) {
        printf("can't read %s\n", path);
        job->failed++;
        return;
    }
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            Subject as = subject;
            as.format = modules[m]->formats[f];
            attack_as(&as);
        }
    }
    free(subject.content.bytes);
}

/* ---- Processes ------------------------------------------------------------------------------- */

static int collect(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)walk;
    if (kind != FTW_F || (options.only && !strstr(path, options.only))) return 0;
    options.paths = realloc(options.paths, (options.path_count + 1) * sizeof(char *));
    char *copy = malloc(strlen(path) + 1);
    if (!options.paths || !copy) return 1;
    options.paths[options.path_count++] = strcpy(copy, path);
    return 0;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Starts a process that takes one file after another, until all are begun. */
static pid_t start_job(int number) {
    fflush(stdout);
    pid_t child = fork();
    if (child != 0) return child;
    job = &shared->jobs[number];
    for (size_t file; (file = atomic_fetch_add(&shared->next_file, 1)) < options.path_count;) {
        attack_file(options.paths[file]);
    }
    fflush(stdout);
    exit(0); /* not _exit(), so that coverage is written */
}

static void report_death(struct Job *dead, int status) {
    dead->failed++;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
        printf("%s: takes more than %d s\n", dead->current, SECONDS_MAX);
    } else {
        printf("%s: crashes (status 0x%x)\n", dead->current, (unsigned)status);
    }
}

/* Reports a process that dies, and starts a new one for the next file. */
static void run_jobs(void) {
    pid_t children[JOBS_MAX];
    for (int i = 0; i < options.jobs; i++) children[i] = start_job(i);
    for (int running = options.jobs; running > 0;) {
        int status = 0;
        pid_t child = wait(&status);
        int number = 0;
        while (number < options.jobs && children[number] != child) number++;
        if (child < 0 || number == options.jobs) break;
        running--;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
        report_death(&shared->jobs[number], status);
        children[number] = start_job(number);
        running++;
    }
}

static void print_counts(void) {
    static const char *const names[KINDS] = {[UNCHANGED] = "files as formats",
                                             [CUT] = "cut",
                                             [LONGER] = "longer",
                                             [BYTE] = "bytes changed",
                                             [NUMBER] = "numbers changed",
                                             [FIELD] = "fields changed",
                                             [FIELD_PAIR] = "pairs of fields changed",
                                             [PAIR] = "pairs changed",
                                             [BLOCK] = "blocks moved",
                                             [INFLATED_CUT] = "inflated bytes cut",
                                             [INFLATED] = "inflated bytes changed",
                                             [FAILED_ALLOCATION] = "allocations failed"};
    struct Job sum = {0};
    const struct Job *slowest = &shared->jobs[0];
    for (int i = 0; i < options.jobs; i++) {
        const struct Job *one = &shared->jobs[i];
        sum.passed += one->passed, sum.failed += one->failed;
        sum.opened += one->opened, sum.cells += one->cells;
        if (one->peak > sum.peak) sum.peak = one->peak;
        if (one->slowest > slowest->slowest) slowest = one;
        for (int k = 0; k < KINDS; k++) sum.changes[k] += one->changes[k];
    }
    printf("%zu files:", options.path_count);
    for (int k = 0; k < KINDS; k++)
        printf("%s %" PRIu64 " %s", k ? "," : "", sum.changes[k], names[k]);
    printf("; %" PRIu64 " opened, %" PRIu64 " cells read, %" PRIu64 " KiB at the peak\n",
           sum.opened, sum.cells, sum.peak >> 10);
    printf("at most %.1f ms: %s\n", slowest->slowest * 1e3, slowest->slowest_change);
    sample_print();
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", sum.passed, sum.failed);
    if (sum.failed) exit(1);
}

int main(int count, char **arguments) {
    int at = 1;
    for (; at < count && !strncmp(arguments[at], "--", 2); at++) {
        if (!strcmp(arguments[at], "--whole")) options.whole = true;
        else if (!strcmp(arguments[at], "--cuts")) options.only_cuts = true;
        else if (!strcmp(arguments[at], "--jobs") && at + 1 < count) {
            options.jobs = atoi(arguments[++at]);
        } else if (!strcmp(arguments[at], "--sample") && at + 1 < count &&
                   sample_read(arguments[at + 1])) {
            at++;
        } else if (!strcmp(arguments[at], "--only") && at + 1 < count) {
            options.only = arguments[++at];
        } else if (!strcmp(arguments[at], "--errors") && at + 1 < count) {
            options.errors = fopen(arguments[++at], "a");
        } else {
            at = count;
        }
    }
    if (at != count - 1 || options.jobs < 1 || options.jobs > JOBS_MAX) {
        fprintf(stderr, "usage: hostile [--whole | --cuts] [--sample SEED/N] [--jobs N] "
                        "[--only TEXT] [--errors FILE] FOLDER\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!load_field_map(arguments[at])) printf("no fields are known by name\n");
    nftw(arguments[at], collect, 16, FTW_PHYS);
    if (!options.path_count) {
        printf("no files in %s\n0 passed, 0 failed\n", arguments[at]);
        return 0;
    }
    qsort(options.paths, options.path_count, sizeof *options.paths, compare_paths);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 2;
    run_jobs();
    print_counts();
    return 0;
}
