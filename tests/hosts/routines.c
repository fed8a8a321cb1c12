/* See routines.h. An extension calls SQLite by the list of routines that it is handed when it is
** loaded; here it gets a copy, in which two of them are this program's own. */
#define SQLITE_CORE 1 /* this program calls SQLite's functions by their names */
#include "routines.h"
#include "queries.h"

#include <dlfcn.h>
#include <limits.h>
#include <sqlite3ext.h>
#include <string.h>

typedef int EntryPoint(sqlite3 *db, char **message, const sqlite3_api_routines *routines);

/* What 3.38 has, and five routines behind that the one of 3.41. */
enum {
    KNOWN_BYTES = offsetof(sqlite3_api_routines, vtab_in_next) + sizeof(void *),
    INTERRUPTED_AT = KNOWN_BYTES + 4 * sizeof(void *),
};

static const sqlite3_api_routines *hosts_own;
static union {
    sqlite3_api_routines routines;
    char bytes[INTERRUPTED_AT + sizeof(void *)];
} list;
static int version, asked, interrupted_at;

static int take_routines(sqlite3 *db, char **message, const sqlite3_api_routines *routines) {
    (void)db, (void)message;
    hosts_own = routines;
    return SQLITE_OK;
}

static int say_version(void) {
    return version;
}

static int is_interrupted(sqlite3 *db) {
    (void)db;
    return ++asked >= interrupted_at;
}

static void make_list(void) {
    int (*routine)(sqlite3 *) = is_interrupted;
    sqlite3_auto_extension((void (*)(void))take_routines);
    host_close(host_open(":memory:", false));
    sqlite3_reset_auto_extension();
    memcpy(&list, hosts_own, KNOWN_BYTES);
    memcpy(list.bytes + INTERRUPTED_AT, &routine, sizeof routine);
    list.routines.libversion_number = say_version;
}

/* Asks about all files, as a SQLite of this version that wants to stop at question `stop`. */
static Answer ask_as(EntryPoint *load, int number, int stop, const char *sql) {
    sqlite3 *db = NULL;
    sqlite3_open(":memory:", &db);
    version = number;
    asked = 0;
    interrupted_at = stop;
    check(load(db, NULL, &list.routines) == SQLITE_OK, "it can't be loaded as %d", number);
    ask(db, "SELECT gamemap_threads(0)");
    Answer answer = ask(db, sql);
    host_close(db);
    return answer;
}

/* Stops at each question that a query asks in turn; %q in it stands for the folder. Never may the
** interruption become a part of the answer: a file beside the one that is checked is whole, and not
** unreadable. */
static void check_each_stop(EntryPoint *load, const char *folder, const char *query) {
    char *sql = sqlite3_mprintf(query, folder);
    Answer whole = ask_as(load, 3041000, INT_MAX, sql);
    int questions = asked;
    check(whole.code == SQLITE_DONE && questions > 1, "%s asks %d times: %d, %s", sql, questions,
          whole.code, whole.error);
    for (int stop = 1; stop <= questions; stop++) {
        Answer answer = ask_as(load, 3041000, stop, sql);
        check(answer.code == SQLITE_INTERRUPT, "%s isn't interrupted at %d of %d: %d, %s", sql,
              stop, questions, answer.code, answer.error);
    }
    sqlite3_free(sql);
}

void check_routines(const char *folder) {
    EntryPoint *load = NULL;
    void *library = dlopen(host_extension, RTLD_NOW);
    if (library) *(void **)&load = dlsym(library, "sqlite3_gamemap_init");
    if (!load) {
        check(false, "%s has no entry point: %s", host_extension, dlerror());
        return;
    }
    make_list();
    char *sql = sqlite3_mprintf("SELECT count(*) FROM gamemap_files('%q/gnd/*')", folder);
    Answer older = ask_as(load, 3040999, 2, sql);
    check(older.code == SQLITE_DONE && asked == 0, "3.40 is asked %d times: %d", asked, older.code);
    Answer newer = ask_as(load, 3041000, 2, sql);
    check(newer.code == SQLITE_INTERRUPT && asked, "3.41 isn't interrupted: %d", newer.code);
    sqlite3_free(sql);
    check_each_stop(load, folder, "SELECT * FROM gamemap_findings('%q/maps/field.rsw')");
    check_each_stop(load, folder, "SELECT * FROM gamemap_findings('%q/maps/uneven.gat')");
    check_each_stop(load, folder, "SELECT * FROM gamemap_findings('%q/jmx/faulty/nv_140a.nvm')");
    check_each_stop(load, folder,
                    "SELECT * FROM gamemap_findings('%q/zip/together.zip/data/FIELD.RSW')");
    check_each_stop(load, folder, /* the first question sifts, the second makes an index */
                    "SELECT count(*) FROM (VALUES (1), (2)) a CROSS JOIN "
                    "jmx_tiles('%q/jmx/variant_a.nvm') t ON t.flags = a.column1");
    check_each_stop(load, folder,
                    "SELECT count(*) FROM (VALUES (1.5), (2.5)) a CROSS JOIN "
                    "jmx_heights('%q/jmx/variant_a.nvm') h ON h.height = a.column1");
    check_each_stop(load, folder, /* more rows than are sorted without asking */
                    "SELECT count(*) FROM (VALUES (1), (2)) a CROSS JOIN "
                    "jmx_tiles('%q/jmx/variant_a.nvm') t ON t.texture_id BETWEEN a.column1 AND 20");
    host_close(host_open(":memory:", false)); /* gets the host's own list again */
    dlclose(library);
}
