/* What a person waits for, in whole processes, which pay for their memory: see bench.h. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A job for many files, and another program that does what is most like it. */
typedef struct Job {
    const char *name, *folder;
    int count;
    const char *file[2]; /* as in BenchFormat, or a pattern */
    const char *ours;    /* statements, %s: the pattern; or, with two folders, %s and %s */
    const char *theirs;  /* a command of the shell, %s: the folder; NULL: each file is read into one
                         ** buffer, and its bytes are added */
    const char *asked;   /* a command that fails where the other program isn't installed, or NULL */
    double goal;
} Job;

static const Job jobs[] = {
    {"findings of 96 walkmeshes, over reading them",
     "waiting_trx",
     96,
     {"aswm/real/**/*.[tT][rR][xX]", "hall.trx"},
     "SELECT count(*) FROM gamemap_findings('%s', 'skip')",
     NULL,
     NULL,
     0},
    {"27 archives, every entry, over reading them",
     "waiting_erf",
     27,
     {"archives/realmix/areas.mod", "module.hak"},
     "SELECT count(*) FROM gamemap_findings('%s/**', 'skip')",
     NULL,
     NULL,
     0},
    {"2,000 texts: what each is, over reading them",
     "waiting_text",
     2000,
     {"ro_server/**/*.txt", "npc/*.txt"},
     "SELECT count(format) FROM gamemap_files('%s')",
     NULL,
     NULL,
     0},
    {"2,000 texts: warps, over a regular expression",
     "waiting_text",
     2000,
     {"ro_server/**/*.txt", "npc/*.txt"},
     "SELECT count(*) FROM ro_warps('%s', 'skip')",
     "python3 -c \"import glob, re; w = re.compile(rb'^[^,\\s]+,-?\\d+,-?\\d+,-?\\d+\\twarp2?\\t"
     "[^\\t]*\\t-?\\d+,-?\\d+,[^,]+,-?\\d+,-?\\d+', re.M); "
     "sum(len(w.findall(open(f, 'rb').read())) for f in glob.glob('%s/*'))\"",
     "python3 -c 'import re'",
     0.2},
    {"2,000 GFF as JSON: fields, over json.loads",
     "waiting_json",
     2000,
     {"gff_json/real/*.json", NULL},
     "SELECT sum(field_count) FROM gff_files('%s', 'skip')",
     "python3 -c \"import glob, json; "
     "[json.loads(open(f, 'rb').read().decode('utf-8', 'replace')) for f in glob.glob('%s/*')]\"",
     "python3 -c 'import json'",
     0.16},
    {"differences, 33 of 99 maps changed, over diff -rq",
     "waiting_gnd",
     99,
     {"gnd/real/*.gnd", "*.gnd"},
     "SELECT count(*) FROM gamemap_differences('%s/', '%s/')",
     "diff -rq %s %s; true",
     "diff --version",
     2},
    {"names of textures in 99 maps edited, over cp -r",
     "waiting_gnd",
     99,
     {"gnd/real/*.gnd", "*.gnd"},
     /* as it is used, by the function that gets it: SQLite copies what a subquery passes on */
     "SELECT sum(bytes) FROM (SELECT length(gamemap_edit(source, 'gnd_textures', id, 'path', "
     "'meadow.bmp')) AS bytes FROM gnd_textures('%s') WHERE id = 0 GROUP BY source)",
     "rm -rf %s.copy && cp -rL %s %s.copy",
     "cp --version",
     2},
    {"45 walkmeshes in turn, 20 MB, over all in memory",
     "waiting_turn",
     45,
     {"aswm/real/**/*.[tT][rR][xX]", "hall.trx"},
     NULL,
     NULL,
     NULL,
     3},
};

/* ---- Both sides ------------------------------------------------------------------------------ */

/* Returns the side that runs statements in the sqlite3 shell. */
static Side shell_side(const char *setup, const char *sql) {
    const char *shell = getenv("SQLITE3");
    const char **arguments = allocate(7 * sizeof *arguments);
    arguments[0] = shell ? shell : "sqlite3";
    arguments[1] = ":memory:";
    arguments[2] = "-cmd";
    arguments[3] = text_of(".load %s", options.extension);
    arguments[4] = setup;
    arguments[5] = sql;
    arguments[6] = NULL;
    return command_side(arguments);
}

static Side system_side(const char *command) {
    const char **arguments = allocate(4 * sizeof *arguments);
    arguments[0] = "sh";
    arguments[1] = "-c";
    arguments[2] = command;
    arguments[3] = NULL;
    return command_side(arguments);
}

static volatile uint64_t added; /* so that the compiler keeps the sum */

/* Files that are read one after the other into one buffer. */
typedef struct Read {
    char *folder;
    int count;
    char **paths;
} Read;

static void read_and_add(void *context) {
    static uint8_t *buffer;
    static size_t room;
    const Read *read = context;
    for (int i = 0; i < read->count; i++) {
        struct stat status;
        FILE *file = fopen(read->paths[i], "rb");
        if (!file || fstat(fileno(file), &status)) die(read->paths[i], "can't open");
        size_t size = (size_t)status.st_size;
        if (size > room) {
            free(buffer);
            buffer = allocate(room = size);
        }
        setvbuf(file, NULL, _IONBF, 0);
        if (fread(buffer, 1, size, file) != size) die(read->paths[i], "can't read");
        fclose(file);
        uint64_t sum = 0;
        for (size_t at = 0; at < size; at++) sum += buffer[at];
        added += sum;
    }
}

static Side reading_side(sqlite3 *database, const char *pattern, int count) {
    Read *read = allocate(sizeof *read);
    sqlite3_stmt *files = prepare(database, "SELECT file FROM gamemap_files(?1)", pattern);
    *read = (Read){.paths = allocate((uint64_t)count * sizeof *read->paths)};
    while (read->count < count && sqlite3_step(files) == SQLITE_ROW) {
        read->paths[read->count++] = text_of("%s", sqlite3_column_text(files, 0));
    }
    sqlite3_finalize(files);
    return (Side){.run = read_and_add, .context = read};
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

/* Copies the files of a pattern to another folder; of each third one a byte is changed. */
static char *changed_copy(sqlite3 *database, const char *pattern, const char *folder) {
    char *other = text_of("%s.changed", folder);
    sqlite3_stmt *files = prepare(database, "SELECT file FROM gamemap_files(?1)", pattern);
    mkdir(other, 0777);
    for (int i = 0; sqlite3_step(files) == SQLITE_ROW; i++) {
        const char *path = (const char *)sqlite3_column_text(files, 0);
        uint64_t size;
        uint8_t *bytes = read_file(path, &size);
        char *target = text_of("%s%s", other, strrchr(path, '/'));
        FILE *file = fopen(target, "wb");
        if (i % 3 == 0) bytes[size / 2] ^= 1;
        if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
            die(target, "can't be written");
        }
        free(bytes);
    }
    sqlite3_finalize(files);
    return other;
}

/* Asks each file in turn for one triangle, ten times. */
static void measure_in_turn(const Job *job, const char *pattern) {
    char *sql = text_of(
        "CREATE TEMP TABLE f AS SELECT row_number() OVER () - 1 AS i, file FROM "
        "gamemap_files('%q'); CREATE UNIQUE INDEX fi ON f(i); WITH RECURSIVE n(i) AS (SELECT 0 "
        "UNION ALL SELECT i + 1 FROM n WHERE i < 449) SELECT sum((SELECT center_x FROM "
        "aswm_triangles((SELECT file FROM f WHERE f.i = n.i %% 45)) WHERE id = 7)) FROM n",
        pattern);
    compare((Measure){.name = job->name, .goal = job->goal},
            shell_side("SELECT gamemap_cache_limit(20000000)", sql),
            shell_side("SELECT gamemap_cache_limit(1000000000)", sql));
}

static void measure_job(sqlite3 *database, const Job *job) {
    const char *path = bench_path(job->file);
    if (!path || !is_wanted(job->name)) return;
    if (job->asked && system(text_of("%s > /dev/null 2>&1", job->asked))) {
        print_note("%s: not installed", job->name);
        return;
    }
    char *pattern = link_pattern(database, job->folder, path, job->count);
    char *folder = text_of("%.*s", (int)(strrchr(pattern, '/') - pattern), pattern);
    if (!job->ours) {
        measure_in_turn(job, pattern);
        return;
    }
    bool has_two = strstr(job->ours, "differences") != NULL;
    char *other = has_two ? changed_copy(database, pattern, folder) : folder;
    char *ours = has_two ? text_of(job->ours, folder, other) : text_of(job->ours, pattern);
    Side theirs = job->theirs ? system_side(text_of(job->theirs, folder, other, folder))
                              : reading_side(database, pattern, job->count);
    compare((Measure){.name = job->name, .goal = job->goal}, shell_side("SELECT 1", ours), theirs);
}

/* One process with two threads against one without, by the time that passes. */
static void measure_two_threads(sqlite3 *database) {
    const char *path = bench_path(jobs[0].file), *name = "findings by two threads, over none: time";
    if (!path || !is_wanted(name)) return;
    if (number_of(database, "SELECT gamemap_threads()", NULL) < 2) {
        print_note("one core or no threads here: not measured");
        return;
    }
    char *sql = text_of(jobs[0].ours, link_pattern(database, jobs[0].folder, path, jobs[0].count));
    Side one = shell_side("SELECT gamemap_threads(2)", sql);
    Side none = shell_side("SELECT gamemap_threads(0)", sql);
    one.in_children = none.in_children = false;
    one.of_wall = none.of_wall = true;
    compare((Measure){.name = name, .goal = 0.56}, one, none);
}

/* What `git diff` asks of each of two versions, over a table of all cells that it reads. */
static void measure_text(void) {
    static const char *const file[2] = {"aswm/real/kaedrin-nwn2cc/alg_goblincaves.trx", "hall.trx"};
    const char *path = bench_path(file), *shell = getenv("SQLITE3");
    const char *name = "a walkmesh as text for git, over its cells in a table";
    if (!path || !is_wanted(name)) return;
    char *text = text_of("%s :memory: '.load %s' '.read sql/textconv.sql' < '%s' > /dev/null",
                         shell ? shell : "sqlite3", options.extension, path);
    char *cells =
        text_of("CREATE TEMP TABLE c AS SELECT * FROM gamemap_cells('%q', NULL, 'every')", path);
    compare((Measure){.name = name, .goal = 3}, system_side(text), shell_side("SELECT 1", cells));
}

/* ---- Questions that are asked again ---------------------------------------------------------- */

/* A question about files that are open, and the same one of a copy in a table of SQLite's own. */
typedef struct Question {
    const char *name;
    const char *file[2]; /* as in BenchFormat */
    const char *ours;
    const char *copy, *theirs; /* NULL: there is no copy, and ?1 stands for the path */
    double goal;
} Question;

static const Question questions[] = {
    {"GROUP BY a column of two values, over a scan",
     {"aswm/real/**/*.[tT][rR][xX]", "hall.trx"},
     "SELECT count(*) FROM (SELECT walkable, count(*) FROM aswm_triangles(?1, 'skip') GROUP BY 1)",
     NULL,
     "SELECT sum(walkable) FROM aswm_triangles(?1, 'skip')",
     2.5},
    {"cells of 2DA, over a table of SQLite's own",
     {"twoda/**/*.2da", "appearance.2da"},
     "SELECT sum(length(value)) FROM twoda_cells(?1, 'skip')",
     "CREATE TEMP TABLE waited AS SELECT * FROM twoda_cells(?1, 'skip')",
     "SELECT sum(length(value)) FROM waited",
     1.2},
    {"fields of GFF by label, over a scan of a copy",
     {"gff/**/*.git", "cellar.git"},
     "SELECT sum(id) FROM gff_fields(?1, 'skip') WHERE +label = 'Tag'",
     "CREATE TEMP TABLE waited AS SELECT * FROM gff_fields(?1, 'skip')",
     "SELECT sum(id) FROM waited WHERE +label = 'Tag'",
     1.2},
    {"transitions of objects, over an indexed copy",
     {"nwn_areas/*.git", "cellar.git"},
     "SELECT count(t.id) FROM nwn_objects(?1) o JOIN nwn_transitions(o.source) t ON t.object_id = "
     "o.id",
     "CREATE TEMP TABLE waited AS SELECT * FROM nwn_transitions(?1)",
     "SELECT count(t.id) FROM nwn_objects(?1) o JOIN waited t ON t.file = o.file AND t.object_id "
     "= o.id",
     1.2},
};

static void measure_question(sqlite3 *database, const Question *question) {
    const char *path = bench_path(question->file);
    if (!path || !is_wanted(question->name)) return;
    if (question->copy) execute(database, "DROP TABLE IF EXISTS temp.waited", NULL);
    if (question->copy) execute(database, question->copy, path);
    execute(database, question->ours, path);
    compare(
        (Measure){.name = question->name, .goal = question->goal, .other_answer = !question->copy},
        sql_side(database, question->ours, path), sql_side(database, question->theirs, path));
}

void measure_waiting(sqlite3 *database) {
    printf("\n==== What a person waits for ====\n");
    print_title("whole processes, and questions asked again");
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) measure_job(database, &jobs[i]);
    measure_two_threads(database);
    measure_text();
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        measure_question(database, &questions[i]);
    }
}
