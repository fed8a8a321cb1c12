/* A program that links gamemap by pkg-config instead of loading it. */
#include <sqlite3_gamemap.h>
#include <stdio.h>
#include <stdlib.h>

static sqlite3 *db;

static void ask(const char *name, const char *sql, const void *blob, int length) {
    sqlite3_stmt *question;
    printf("%s", name);
    int code = sqlite3_prepare_v2(db, sql, -1, &question, NULL);
    if (blob) sqlite3_bind_blob(question, 1, blob, length, SQLITE_STATIC);
    if (code == SQLITE_OK) code = sqlite3_step(question);
    for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(question); i++) {
        printf(" %s", (const char *)sqlite3_column_text(question, i));
    }
    if (code != SQLITE_ROW) printf(" %s", sqlite3_errmsg(db));
    printf("\n");
    sqlite3_finalize(question);
}

int main(void) {
    static char town[1 << 20];
    sqlite3_auto_extension((void (*)(void))sqlite3_gamemap_init);
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 1;
    FILE *file = fopen("samples/town.gnd", "rb");
    if (!file) return 1;
    size_t length = fread(town, 1, sizeof town, file);
    fclose(file);

    ask("sqlite", "SELECT sqlite_version()", NULL, 0);
    ask("version", "SELECT gamemap_version()", NULL, 0);
    ask("glob", "SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')", NULL, 0);
    ask("join",
        "SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s"
        " JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1",
        NULL, 0);
    ask("blob", "SELECT count(*) FROM gnd_cubes(?)", town, (int)length);
    ask("error", "SELECT * FROM gnd_maps('samples/missing.gnd')", NULL, 0);
    return sqlite3_close(db) != SQLITE_OK;
}
