/* Joins against the direction of a reference, which use indexes made on demand, and repeated
** questions: see bench.h. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

/* A join by a column that isn't an id, and what a user could do instead: copy both tables and make
** an index. */
typedef struct ReverseJoin {
    const char *name;
    const char *file[2]; /* as in BenchFormat */
    const char *ours;
    const char *copies, *theirs; /* statements; ?1 stands for the path */
    double goal;
} ReverseJoin;

enum { BY_RANGES = 3 }; /* its place among them */

static const ReverseJoin joins[] = {
    {"gnd_cubes by surface_top",
     {"gnd/real/prontera.gnd", "city.gnd"},
     "SELECT count(c.id) FROM gnd_surfaces(?1) s JOIN gnd_cubes(s.source) c ON c.surface_top = "
     "s.id",
     "CREATE TABLE one AS SELECT * FROM gnd_surfaces(?1); CREATE TABLE other AS SELECT * FROM "
     "gnd_cubes(?1); CREATE INDEX other_by ON other(surface_top)",
     "SELECT count(c.id) FROM one s CROSS JOIN other c ON c.surface_top = s.id",
     0.5},
    {"gnd_surfaces by texture_id",
     {"gnd/real/prontera.gnd", "city.gnd"},
     "SELECT count(s.id) FROM gnd_textures(?1) t JOIN gnd_surfaces(t.source) s ON s.texture_id = "
     "t.id",
     "CREATE TABLE one AS SELECT * FROM gnd_textures(?1); CREATE TABLE other AS SELECT * FROM "
     "gnd_surfaces(?1); CREATE INDEX other_by ON other(texture_id)",
     "SELECT count(s.id) FROM one t CROSS JOIN other s ON s.texture_id = t.id",
     0.35},
    {"aswm_triangles by vertex0",
     {"aswm/real/alfa003_tsm/7d_int_silverwood1_ancient_maze.TRX", "hall.trx"},
     "SELECT count(t.id) FROM aswm_vertices(?1) v JOIN aswm_triangles(v.source) t ON t.vertex0 = "
     "v.id",
     "CREATE TABLE one AS SELECT * FROM aswm_vertices(?1); CREATE TABLE other AS SELECT * FROM "
     "aswm_triangles(?1); CREATE INDEX other_by ON other(vertex0)",
     "SELECT count(t.id) FROM one v CROSS JOIN other t ON t.vertex0 = v.id",
     0.65},
    {"gnd_cubes by ranges of x",
     {"gnd/real/prontera.gnd", "city.gnd"},
     "SELECT count(c.id) FROM gnd_cubes(?1) s JOIN gnd_cubes(s.source) c ON c.x >= s.x AND c.x < "
     "s.x + 8 WHERE s.y = 0 AND s.x % 8 = 0",
     "CREATE TABLE other AS SELECT * FROM gnd_cubes(?1); CREATE INDEX other_by ON other(x)",
     "SELECT count(c.id) FROM other s CROSS JOIN other c ON c.x >= s.x AND c.x < s.x + 8 WHERE "
     "s.y = 0 AND s.x % 8 = 0",
     0.3},
    {"mdl_nodes of all models by name, NOCASE",
     {"mdl/real/**/*.mdl", "*.mdl"},
     "SELECT count(b.id) FROM mdl_nodes(?1) a JOIN mdl_nodes(a.source) b ON b.name = upper(a.name) "
     "WHERE a.animation_id IS NULL",
     "CREATE TABLE one AS SELECT * FROM mdl_nodes(?1); CREATE INDEX other_by ON one(file, name "
     "COLLATE NOCASE)",
     "SELECT count(b.id) FROM one a CROSS JOIN one b ON b.file = a.file AND b.name COLLATE NOCASE "
     "= "
     "upper(a.name) WHERE a.animation_id IS NULL",
     0.6},
    {"all maps, gnd_cubes by surface_top",
     {"gnd/real/*.gnd", "*.gnd"},
     "SELECT count(c.id) FROM gnd_surfaces(?1) s JOIN gnd_cubes(s.source) c ON c.surface_top = "
     "s.id",
     "CREATE TABLE one AS SELECT * FROM gnd_surfaces(?1); CREATE TABLE other AS SELECT * FROM "
     "gnd_cubes(?1); CREATE INDEX other_by ON other(file, surface_top)",
     "SELECT count(c.id) FROM one s CROSS JOIN other c ON c.file = s.file AND c.surface_top = s.id",
     0.1},
};

/* ---- Cold: files are read and indexes made anew ---------------------------------------------- */

typedef struct Script {
    sqlite3 *database;
    const char *sql, *path;
} Script;

/* Runs each statement of a script with the path bound. */
static void run_script(void *context) {
    const Script *script = context;
    for (const char *sql = script->sql; *sql;) {
        sqlite3_stmt *statement = NULL;
        if (sqlite3_prepare_v2(script->database, sql, -1, &statement, &sql) != SQLITE_OK) {
            die(script->sql, sqlite3_errmsg(script->database));
        }
        if (sqlite3_bind_parameter_count(statement)) {
            sqlite3_bind_text(statement, 1, script->path, -1, SQLITE_STATIC);
        }
        int code = SQLITE_ROW;
        while (statement && code == SQLITE_ROW) code = sqlite3_step(statement);
        if (sqlite3_finalize(statement) != SQLITE_OK) {
            die(script->sql, sqlite3_errmsg(script->database));
        }
    }
}

static void forget_all(void *context) {
    const Script *script = context;
    execute(script->database, "DROP TABLE IF EXISTS one", NULL);
    execute(script->database, "DROP TABLE IF EXISTS other", NULL);
    execute(script->database, "SELECT gamemap_cache_limit(0)", NULL);
    execute(script->database, "SELECT gamemap_cache_limit(268435456)", NULL);
}

static Side script_side(sqlite3 *database, const char *sql, const char *path) {
    Script *script = allocate(sizeof *script);
    *script = (Script){database, sql, path};
    return (Side){.run = run_script, .before = forget_all, .context = script};
}

static void measure_cold(sqlite3 *database, const ReverseJoin *join, const char *path) {
    char *all = text_of("%s; %s", join->copies, join->theirs);
    compare((Measure){.name = join->name, .goal = join->goal, .other_answer = true},
            script_side(database, join->ours, path), script_side(database, all, path));
}

/* ---- Warm, and ten times the rows ------------------------------------------------------------ */

static void measure_warm(sqlite3 *database) {
    const char *path = bench_path(joins[0].file);
    execute(database, joins[0].ours, path);
    double time = least_time(sql_side(database, joins[0].ours, path));
    print_ratio("gnd_cubes by surface_top again, against 5 ms", text_of("%.2f ms", time / 1e6),
                "5.00 ms", time / 5e6, 1);
}

/* All maps, read anew, and once their indexes are made. */
static void measure_forward(sqlite3 *database) {
    const ReverseJoin *join = &joins[sizeof joins / sizeof *joins - 1];
    const char *path = bench_path(join->file);
    const char *forward = "SELECT count(s.id) FROM gnd_cubes(?1) c JOIN gnd_surfaces(c.source) s "
                          "ON s.id = c.surface_top";
    compare((Measure){.name = "all maps by source, cold: against forward, cold",
                      .goal = 1.2,
                      .other_answer = true},
            script_side(database, join->ours, path), script_side(database, forward, path));
    execute(database, join->ours, path);
    compare((Measure){.name = "all maps by source: against the forward join",
                      .goal = 1.2,
                      .other_answer = true},
            sql_side(database, join->ours, path), sql_side(database, forward, path));
}

/* The ranges again, each of which would otherwise take a scan. */
static void measure_ranges(sqlite3 *database) {
    const ReverseJoin *join = &joins[BY_RANGES];
    const char *path = bench_path(join->file);
    Script copies = {database, join->copies, path};
    forget_all(&copies);
    run_script(&copies);
    execute(database, join->ours, path);
    compare((Measure){.name = "gnd_cubes by ranges of x again: against copies", .goal = 0.4},
            sql_side(database, join->ours, path), sql_side(database, join->theirs, NULL));
    compare((Measure){.name = "gnd_cubes by ranges of x again: against scans", .goal = 0.15},
            sql_side(database, join->ours, path),
            sql_side(database,
                     "SELECT count(c.id) FROM gnd_cubes(?1) s JOIN gnd_cubes(s.source) c ON +c.x "
                     ">= s.x AND +c.x < s.x + 8 WHERE s.y = 0 AND s.x % 8 = 0",
                     path));
}

/* A tenth of the surfaces ask for their cubes, and then all of them. */
static void measure_growth(sqlite3 *database) {
    const char *path = bench_path(joins[0].file);
    const char *few = text_of("%s WHERE s.id %% 10 = 3", joins[0].ours);
    execute(database, joins[0].ours, path);
    compare((Measure){.name = "ten times the questions", .goal = 13, .other_answer = true},
            sql_side(database, joins[0].ours, path), sql_side(database, few, path));
}

/* ---- Filters --------------------------------------------------------------------------------- */

static void open_anew(void *context) {
    const Script *script = context;
    forget_all(context);
    execute(script->database, "SELECT count(*) FROM aswm_triangles(?1)", script->path);
}

static Side first_side(sqlite3 *database, const char *sql, const char *path) {
    Side side = script_side(database, sql, path);
    side.before = open_anew;
    return side;
}

/* A condition that most rows meet: neither the first question nor a later one takes longer than
** without an index, which the + prevents. */
static void measure_filter(sqlite3 *database) {
    const char *path = bench_path(joins[2].file);
    const char *sought = "SELECT count(*), sum(id) FROM aswm_triangles(?1) WHERE walkable = 1";
    const char *scanned = "SELECT count(*), sum(id) FROM aswm_triangles(?1) WHERE +walkable = 1";
    compare((Measure){.name = "what most rows have, asked first: against a scan", .goal = 1.05},
            first_side(database, sought, path), first_side(database, scanned, path));
    execute(database, sought, path);
    compare((Measure){.name = "what most rows have, asked again: against a scan", .goal = 0.95},
            sql_side(database, sought, path), sql_side(database, scanned, path));
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* A million calls of a table with arguments of its own must leave no memory behind. */
static void measure_calls(sqlite3 *database) {
    const char *file[2] = {"aswm/synthetic/ext_6x5_server.trx", "hall.trx"};
    const char *path = bench_path(file);
    const char *calls = "WITH t AS (SELECT id FROM aswm_triangles(?1) WHERE walkable LIMIT %d) "
                        "SELECT count(p.step) FROM t a CROSS JOIN t b CROSS JOIN "
                        "aswm_path(?1, a.id, b.id) p WHERE p.step = 0";
    if (!is_wanted("calls of aswm_path")) return;
    double memory[2];
    for (int i = 0; i < 2; i++) {
        sqlite3_memory_highwater(1);
        execute(database, text_of(calls, i ? 1000 : 100), path);
        memory[i] = (double)sqlite3_memory_highwater(1);
    }
    print_ratio("1,000,000 calls of aswm_path: memory, against 10,000",
                text_of("%.2f MB", memory[1] / 1e6), text_of("%.2f MB", memory[0] / 1e6),
                memory[1] / memory[0], 1.1);
}

void measure_reverse_joins(sqlite3 *database) {
    printf("\n==== Joins against the direction of a reference ====\n");
    print_title("read, and indexes made anew, against copies with an index");
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
        measure_cold(database, &joins[i], bench_path(joins[i].file));
    }
    print_title("the same again");
    if (is_wanted("again")) measure_warm(database);
    measure_forward(database);
    measure_ranges(database);
    measure_growth(database);
    measure_filter(database);
    measure_calls(database);
}
