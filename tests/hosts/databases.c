/* See databases.h. */
#include "databases.h"
#include "queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CUBES = 6 }; /* of gnd/v17.gnd, 3 x 2 */

static sqlite3 *open_uri(const char *uri) {
    sqlite3 *db = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
    check(sqlite3_open_v2(uri, &db, flags, NULL) == SQLITE_OK, "can't open %s", uri);
    check(host_load(db, false) == SQLITE_OK, "can't load into %s", uri);
    sqlite3_extended_result_codes(db, 1);
    return db;
}

static void run(sqlite3 *db, const char *sql) {
    char *message = NULL;
    check(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s: %s", sql, message);
    sqlite3_free(message);
}

/* `sql` ends with this code, and has a first column of that number in its last row. */
static void expect(sqlite3 *db, const char *sql, int code, int number) {
    sqlite3_stmt *statement = NULL;
    int found = sqlite3_prepare_v2(db, sql, -1, &statement, NULL), last = -1;
    while (found == SQLITE_OK || found == SQLITE_ROW) {
        found = sqlite3_step(statement);
        if (found == SQLITE_ROW) last = sqlite3_column_int(statement, 0);
    }
    check(found == code && (code != SQLITE_DONE || last == number), "%s: %d, %d, %s", sql, found,
          last, sqlite3_errmsg(db));
    sqlite3_finalize(statement);
}

/* ---- A cache that connections share ---------------------------------------------------------- */

void share_cache(const char *folder) {
    if (sqlite3_compileoption_used("OMIT_SHARED_CACHE")) return;
    sqlite3 *one = open_uri("file:gamemap?mode=memory&cache=shared");
    sqlite3 *other = open_uri("file:gamemap?mode=memory&cache=shared");
    char *cubes = sqlite3_mprintf("gnd_cubes('%q/gnd/v17.gnd')", folder);
    char *kept = sqlite3_mprintf("CREATE TABLE kept AS SELECT * FROM %s; "
                                 "CREATE VIEW seen AS SELECT * FROM %s",
                                 cubes, cubes);
    char *own = sqlite3_mprintf("CREATE TEMP TABLE own AS SELECT * FROM %s; "
                                "CREATE TEMP VIEW own_seen AS SELECT * FROM %s",
                                cubes, cubes);
    char *joined = sqlite3_mprintf("SELECT count(*) FROM kept JOIN %s c USING (x, y)", cubes);
    char *made = sqlite3_mprintf("CREATE VIRTUAL TABLE made USING %s", cubes);
    char *own_made = sqlite3_mprintf("CREATE VIRTUAL TABLE temp.made USING %s", cubes);
    run(one, kept);
    run(one, own);
    expect(other, "SELECT count(*) FROM own", SQLITE_ERROR, 0); /* that of the other connection */
    run(other, own);
    for (int i = 0; i < 2; i++) {
        sqlite3 *db = i ? other : one;
        expect(db, joined, SQLITE_DONE, CUBES);
        expect(db, "SELECT count(*) FROM own_seen JOIN kept USING (x, y)", SQLITE_DONE, CUBES);
        expect(db, "SELECT count(*) FROM own_seen JOIN own USING (x, y)", SQLITE_DONE, CUBES);
        expect(db, "SELECT * FROM seen", SQLITE_ERROR, 0); /* a database opens no files */
        expect(db, made, SQLITE_ERROR, 0);                 /* they are called, not created */
        expect(db, own_made, SQLITE_ERROR, 0);
    }
    sqlite3_stmt *reading = NULL; /* locks the table, and nothing of the extension */
    sqlite3_prepare_v2(one, "SELECT * FROM kept JOIN own_seen USING (x, y)", -1, &reading, NULL);
    check(sqlite3_step(reading) == SQLITE_ROW, "no row: %s", sqlite3_errmsg(one));
    expect(other, joined, SQLITE_DONE, CUBES);
    expect(other, "DELETE FROM kept", SQLITE_LOCKED_SHAREDCACHE, 0);
    sqlite3_finalize(reading);
    run(other, "DELETE FROM kept");
    expect(one, joined, SQLITE_DONE, 0);
    host_close(one);
    expect(other, "SELECT count(*) FROM own_seen", SQLITE_DONE, CUBES);
    host_close(other);
    char *texts[] = {cubes, kept, own, joined, made, own_made};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) sqlite3_free(texts[i]);
}

/* ---- A database in WAL mode ------------------------------------------------------------------ */

/* Steps to the end, a writer's transaction behind each row; returns the rows. */
static int step_while_writing(sqlite3_stmt *reading, sqlite3 *writer) {
    int rows = 0, code;
    while ((code = sqlite3_step(reading)) == SQLITE_ROW) {
        rows++;
        run(writer, "BEGIN IMMEDIATE");
        run(writer, "UPDATE place SET x = x + 1");
        run(writer, "INSERT INTO place VALUES (0, 1), (1, 1)");
        run(writer, "COMMIT; PRAGMA wal_checkpoint(PASSIVE)");
    }
    check(code == SQLITE_DONE, "a join of a database in WAL mode ends with %d", code);
    return rows;
}

void join_while_writing(const char *folder) {
    char path[] = "/tmp/gamemap-wal-XXXXXX";
    int file = mkstemp(path);
    check(file >= 0, "no file");
    close(file);
    sqlite3 *reader = host_open(path, false), *writer = host_open(path, false);
    run(writer, "PRAGMA journal_mode = WAL; CREATE TABLE place(x, y); "
                "INSERT INTO place VALUES (0, 0), (1, 0), (2, 0)");
    /* either table may be the outer one */
    static const char *const joins[] = {
        "SELECT * FROM place p CROSS JOIN gnd_cubes('%q/gnd/v17.gnd') c USING (x, y)",
        "SELECT * FROM gnd_cubes('%q/gnd/v17.gnd') c CROSS JOIN place p USING (x, y)",
    };
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
        run(writer, "DELETE FROM place; INSERT INTO place VALUES (0, 0), (1, 0), (2, 0)");
        char *join = sqlite3_mprintf(joins[i], folder);
        char *count = sqlite3_mprintf("SELECT count(*) FROM (%s)", join);
        sqlite3_stmt *reading = NULL;
        sqlite3_prepare_v2(reader, join, -1, &reading, NULL);
        check(step_while_writing(reading, writer) == 3, "%s sees what is written behind it", join);
        sqlite3_finalize(reading);
        expect(reader, count, SQLITE_DONE, 5); /* (1, 1) twice, (2, 1) twice, (0, 1) */
        sqlite3_free(count);
        sqlite3_free(join);
    }
    char *keep =
        sqlite3_mprintf("INSERT INTO place SELECT x, y FROM gnd_cubes('%q/gnd/v17.gnd')", folder);
    run(writer, "BEGIN IMMEDIATE");
    expect(reader, keep, SQLITE_BUSY, 0);
    run(writer, "DELETE FROM place; COMMIT");
    run(reader, keep);
    expect(writer, "SELECT count(*) FROM place", SQLITE_DONE, CUBES);
    sqlite3_free(keep);
    host_close(reader);
    host_close(writer); /* the last one removes the WAL */
    unlink(path);
}
