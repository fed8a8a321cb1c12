/* See seeks.h. */
#include "seeks.h"
#include "queries.h"

/* Returns how many steps SQLite takes to count cells. */
static int steps_of(sqlite3 *db, const char *folder, const char *where) {
    sqlite3_stmt *statement = NULL;
    char *sql =
        sqlite3_mprintf("SELECT count(*) FROM gamemap_cells('%q/gnd/v17.gnd')%s", folder, where);
    bool is_there = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
                    sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) > 0;
    check(is_there, "%s finds nothing", sql);
    int steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return steps;
}

void check_seeks(const char *folder) {
    sqlite3 *db = host_open(":memory:", false);
    int all = steps_of(db, folder, ""),
        few = steps_of(db, folder, " WHERE table_name = 'gnd_maps'");
    check(few < all / 2, "a table's cells take %d steps, those of the file %d", few, all);
    host_close(db);
}
