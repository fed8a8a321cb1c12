/* See routines.h. An extension calls SQLite by the list of routines that it is handed when it is
** loaded; here it gets a copy, in which two of them are this program's own. */
#define SQLITE_CORE 1 /* this program calls SQLite's functions by their names */
#include "routines.h"
#include "../sample/sample.h"
#include "queries.h"

#include <dlfcn.h>
#include <limits.h>
#include <sqlite3ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
** unreadable. With a sample it stops at the first one, the last one and those of the sample. Returns
** how many questions there are. */
static int check_each_stop(EntryPoint *load, const char *folder, const char *query) {
    char *sql = sqlite3_mprintf(query, folder);
    Answer whole = ask_as(load, 3041000, INT_MAX, sql);
    int questions = asked;
    check(whole.code == SQLITE_DONE && questions > 1, "%s asks %d times: %d, %s", sql, questions,
          whole.code, whole.error);
    for (int stop = 1; stop <= questions; stop++) {
        if (stop > 1 && stop < questions && !sample_holds(query, (uint64_t)stop)) continue;
        Answer answer = ask_as(load, 3041000, stop, sql);
        check(answer.code == SQLITE_INTERRUPT, "%s isn't interrupted at %d of %d: %d, %s", sql,
              stop, questions, answer.code, answer.error);
    }
    sqlite3_free(sql);
    return questions;
}

/* ---- Patterns and long names ----------------------------------------------------------------- */

enum {
    NAME_BYTES = 20000,
    EQUAL_NAMES = 50000,
    LONG_NAMES = 1500,
    ZIP_LOCAL = 30,
    ZIP_ENTRY = 46,
    ZIP_END = 22
};

static void put_number(char *at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (char)(value >> 8 * i);
}

/* Writes a ZIP of one empty file, which its directory names `count` times. */
static void write_zip(const char *path, const char *name, uint32_t name_bytes, uint32_t count) {
    char local[ZIP_LOCAL] = {0}, entry[ZIP_ENTRY] = {0}, end[ZIP_END] = {0};
    FILE *zip = fopen(path, "wb");
    if (!zip) exit(2);
    put_number(local, 0x04034B50, 4);
    put_number(local + 26, name_bytes, 2);
    fwrite(local, ZIP_LOCAL, 1, zip);
    fwrite(name, name_bytes, 1, zip);
    put_number(entry, 0x02014B50, 4);
    put_number(entry + 28, name_bytes, 2);
    for (uint32_t i = 0; i < count; i++) {
        fwrite(entry, ZIP_ENTRY, 1, zip);
        fwrite(name, name_bytes, 1, zip);
    }
    put_number(end, 0x06054B50, 4);
    put_number(end + 8, count, 2);
    put_number(end + 10, count, 2);
    put_number(end + 12, (ZIP_ENTRY + name_bytes) * count, 4);
    put_number(end + 16, ZIP_LOCAL + name_bytes, 4);
    if (fwrite(end, ZIP_END, 1, zip) != 1 || fclose(zip)) exit(2);
}

/* Makes a name of `text`, again and again, and `last`. */
static void make_long_name(char name[NAME_BYTES], const char *text, const char *last) {
    for (size_t i = 0; i < NAME_BYTES; i++) name[i] = text[i % strlen(text)];
    memcpy(name + NAME_BYTES - strlen(last), last, strlen(last));
}

/* A match takes at most as many steps as the product of both lengths, and 65,536 of them at most
** go by between two questions. */
static void check_patterns(EntryPoint *load) {
    static const struct {
        const char *text, *last, *before, *times, *behind;
        int count, least;
    } cases[] = {
        {"a", "b", "*", "a", "b*", 100, NAME_BYTES * 100 / 65536 / 2},
        {"a/", "c/bb", "**", "/a", "/c/**", 100, NAME_BYTES / 2 * 100 / 65536},
        {"a", "b", "*[^", "c", "a]*", 100, NAME_BYTES * 100 / 65536 / 2},
    };
    char zip[] = "/tmp/gamemap-pattern-XXXXXX", name[NAME_BYTES];
    int descriptor = mkstemp(zip);
    if (descriptor < 0 || close(descriptor)) exit(2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_long_name(name, cases[i].text, cases[i].last);
        write_zip(zip, name, NAME_BYTES, 1);
        char *sql = sqlite3_mprintf("SELECT count(*) FROM gamemap_paths('%%q/%s", cases[i].before);
        for (int k = 0; k < cases[i].count; k++) sql = sqlite3_mprintf("%z%s", sql, cases[i].times);
        sql = sqlite3_mprintf("%z%s')", sql, cases[i].behind);
        int asked_times = check_each_stop(load, zip, sql);
        check(asked_times >= cases[i].least, "a long name is matched with %s and asks %d times",
              sql, asked_times);
        sqlite3_free(sql);
    }
    remove(zip);
}

/* Names of which each is numbered, since they are all alike, or alike once they are numbered. */
static void check_equal_names(EntryPoint *load) {
    static const char *const names[] = {"data/a.gnd", "data/a#2#2#2#2.gnd"};
    char zip[] = "/tmp/gamemap-names-XXXXXX";
    int descriptor = mkstemp(zip);
    if (descriptor < 0 || close(descriptor)) exit(2);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_zip(zip, names[i], (uint32_t)strlen(names[i]), EQUAL_NAMES);
        int times = check_each_stop(load, zip, "SELECT count(*) FROM gamemap_paths('%q/**')");
        check(times >= EQUAL_NAMES / 4096 * 5 / 2, "%d names like %s: asks %d times", EQUAL_NAMES,
              names[i], times);
    }
    remove(zip);
}

/* Few entries take long if they have long names. */
static void check_long_names(EntryPoint *load) {
    char zip[] = "/tmp/gamemap-long-XXXXXX", name[NAME_BYTES];
    int descriptor = mkstemp(zip);
    if (descriptor < 0 || close(descriptor)) exit(2);
    make_long_name(name, "a", "b");
    write_zip(zip, name, NAME_BYTES, LONG_NAMES);
    char *entries = sqlite3_mprintf("SELECT count(*) FROM archive_entries(%Q)", zip);
    Answer answer = ask_as(load, 3041000, INT_MAX, entries);
    check(answer.code == SQLITE_DONE && asked >= NAME_BYTES * LONG_NAMES >> 22,
          "long names are read and ask %d times: %s", asked, answer.error);
    char *order = sqlite3_mprintf("SELECT count(*) FROM gamemap_shadowed(json_array(%Q))", zip);
    answer = ask_as(load, 3041000, INT_MAX, order);
    check(answer.code == SQLITE_DONE && asked >= LONG_NAMES,
          "long names are taken in an order and ask %d times: %s", asked, answer.error);
    char *pair = sqlite3_mprintf("SELECT count(*) FROM gamemap_differences(%Q, %Q)", zip, zip);
    answer = ask_as(load, 3041000, INT_MAX, pair);
    check(answer.code == SQLITE_DONE && asked >= 4 * LONG_NAMES,
          "long names are compared and ask %d times: %s", asked, answer.error);
    sqlite3_free(order);
    sqlite3_free(pair);
    sqlite3_free(entries);
    remove(zip);
}

/* A list of files is read, and its members are looked at, which aren't there. */
static void check_long_lists(EntryPoint *load) {
    enum { MEMBERS = 100000 };
    char *sql = sqlite3_mprintf(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT "
        "count(*) FROM gamemap_paths((SELECT json_object('files', json_group_array(i)) "
        "FROM (SELECT 'no/' || i AS i FROM n)))",
        MEMBERS);
    Answer answer = ask_as(load, 3041000, INT_MAX, sql);
    check(answer.code == SQLITE_DONE && asked >= MEMBERS / 4096 * 2,
          "a long list is read and asks %d times: %s", asked, answer.error);
    sqlite3_free(sql);
}

/* ---- Streams and texts that go on and on ----------------------------------------------------- */

enum { ENDLESS_BYTES = 12 << 20, ENDLESS_LEAST = 10 };

static void write_endless(const char *path, const void *head, size_t head_bytes, const void *unit,
                          size_t unit_bytes, const void *end, size_t end_bytes) {
    FILE *file = fopen(path, "wb");
    if (!file) exit(2);
    fwrite(head, 1, head_bytes, file);
    char many[1 << 12]; /* of the units, since a call for each takes as long as the test */
    size_t many_bytes = sizeof many / unit_bytes * unit_bytes;
    for (size_t at = 0; at < many_bytes; at++) many[at] = ((const char *)unit)[at % unit_bytes];
    size_t left = (ENDLESS_BYTES + unit_bytes - 1) / unit_bytes * unit_bytes;
    for (size_t bytes; left > 0; left -= bytes) {
        bytes = left < many_bytes ? left : many_bytes;
        fwrite(many, bytes, 1, file);
    }
    fwrite(end, 1, end_bytes, file);
    if (fclose(file)) exit(2);
}

/* Writes a ZIP of one file, "a", the letter a: deflated, behind blocks that hold nothing, each of
** which describes its codes all the same. */
static void write_empty_blocks(const char *path) {
    static const uint8_t four_blocks[] = {
        0x04, 0xC0, 0x81, 0x00, 0x00, 0x00, 0x00, 0x00, 0x90, 0xFF, 0x6B, 0x10, 0x00, 0x07, 0x02,
        0x00, 0x00, 0x00, 0x00, 0x40, 0xFE, 0xAF, 0x41, 0x00, 0x1C, 0x08, 0x00, 0x00, 0x00, 0x00,
        0x00, 0xF9, 0xBF, 0x06, 0x01, 0x70, 0x20, 0x00, 0x00, 0x00, 0x00, 0x00, 0xE4, 0xFF, 0x1A};
    static const char stored[] = {1, 1, 0, (char)0xFE, (char)0xFF, 'a'};
    enum { NAME = 1, DEFLATED = 8 };
    uint32_t blocks = (ENDLESS_BYTES + sizeof four_blocks - 1) / sizeof four_blocks;
    uint32_t packed = blocks * (uint32_t)sizeof four_blocks + (uint32_t)sizeof stored;
    char local[ZIP_LOCAL + NAME] = {0}, rest[sizeof stored + ZIP_ENTRY + NAME + ZIP_END] = {0};
    char *entry = rest + sizeof stored, *end = entry + ZIP_ENTRY + NAME;
    memcpy(rest, stored, sizeof stored);
    for (int side = 0; side < 2; side++) {
        char *at = side ? entry + 2 : local; /* an entry has the fields two bytes further on */
        put_number(side ? entry : local, side ? 0x02014B50 : 0x04034B50, 4);
        put_number(at + 8, DEFLATED, 2);
        put_number(at + 14, 0xE8B7BE43, 4); /* the CRC of "a" */
        put_number(at + 18, packed, 4);
        put_number(at + 22, 1, 4);
        put_number(at + 26, NAME, 2);
    }
    local[ZIP_LOCAL] = entry[ZIP_ENTRY] = 'a';
    put_number(end, 0x06054B50, 4);
    put_number(end + 8, 1, 2);
    put_number(end + 10, 1, 2);
    put_number(end + 12, ZIP_ENTRY + NAME, 4);
    put_number(end + 16, (uint32_t)sizeof local + packed, 4);
    write_endless(path, local, sizeof local, four_blocks, sizeof four_blocks, rest, sizeof rest);
}

/* Whoever reads such a file asks at least once a megabyte, and stops. With a sample it stops at the
** first question and those of the sample. */
static void check_endless_file(EntryPoint *load, const char *path, const char *query) {
    char *sql = sqlite3_mprintf(query, path);
    Answer whole = ask_as(load, 3041000, INT_MAX, sql);
    int times = asked;
    check(whole.code == SQLITE_DONE && times >= ENDLESS_LEAST, "%s asks %d times: %s", sql, times,
          whole.error);
    for (int stop = 1; stop <= times; stop += 1 + times / 8) {
        if (stop > 1 && !sample_holds(query, (uint64_t)stop)) continue;
        Answer answer = ask_as(load, 3041000, stop, sql);
        check(answer.code == SQLITE_INTERRUPT, "%s isn't interrupted at %d of %d: %d, %s", sql,
              stop, times, answer.code, answer.error);
    }
    sqlite3_free(sql);
}

static void check_endless(EntryPoint *load) {
    static const struct {
        const char *unit, *query;
    } texts[] = {
        {"\n", "SELECT count(*) FROM ro_warps('%q')"},
        {"//\n", "SELECT count(*) FROM ro_warps('%q')"},
        {"*", "SELECT count(*) FROM ro_warps('%q')"},
        {"*//*", "SELECT count(*) FROM ro_warps('%q')"},
        {"\n", "SELECT count(*) FROM gamemap_findings('%q')"},
    };
    char path[] = "/tmp/gamemap-endless-XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0 || close(descriptor)) exit(2);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_endless(path, "/*", 2, texts[i].unit, strlen(texts[i].unit), "*/\n", 3);
        check_endless_file(load, path, texts[i].query);
    }
    write_empty_blocks(path);
    check_endless_file(load, path, "SELECT data = x'61' FROM archive_entries('%q')");
    remove(path);
}

/* ---- Rows that are counted ------------------------------------------------------------------- */

typedef struct Counting {
    sqlite3 *db;
    int calls;
    bool interrupts; /* instead of stopping the statement */
} Counting;

static int stop_counting(void *context) {
    Counting *counting = context;
    bool is_time = ++counting->calls == 3;
    if (is_time && counting->interrupts) sqlite3_interrupt(counting->db);
    return is_time && !counting->interrupts;
}

/* A million rows are counted in one step of the statement, in which SQLite of any version stops. */
static void check_counting(void) {
    static const char sql[] =
        "SELECT type FROM gat_tiles((SELECT CAST(x'475241540102E8030000E8030000' || "
        "zeroblob(20000000) AS BLOB))) ORDER BY type LIMIT 1";
    for (int i = 0; i < 2; i++) {
        Counting counting = {.db = host_open(":memory:", false), .interrupts = i};
        Answer whole = ask(counting.db, sql);
        sqlite3_progress_handler(counting.db, 100, stop_counting, &counting);
        Answer answer = ask(counting.db, sql);
        check(whole.code == SQLITE_DONE && answer.code == SQLITE_INTERRUPT && counting.calls == 3,
              "counting isn't stopped: %d, %d at call %d", whole.code, answer.code, counting.calls);
        host_close(counting.db);
    }
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
    check_each_stop(load, folder,
                    "SELECT sum(length(value)) FROM gamemap_cells('%q/mdl/versions/first.mdl')");
    check_each_stop(load, folder,
                    "WITH f(path) AS (SELECT '%q/mdl/versions/') SELECT count(*) FROM f "
                    "JOIN gamemap_differences(path || 'first.mdl', path || 'second.mdl')");
    check_each_stop(load, folder,
                    "SELECT gamemap_edit(source, 'gat_tiles', id, 'height_sw', id, 'force') "
                    "FROM gat_tiles('%q/maps/uneven.gat')");
    check_each_stop(load, folder, "SELECT * FROM gamemap_findings('%q/jmx/faulty/nv_140a.nvm')");
    check_each_stop(load, folder, "SELECT * FROM gamemap_findings('%q/text/utf8.txt')");
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
    check_each_stop(
        load, folder, /* the values are sorted when they are counted */
        "SELECT texture_id, max(rowid) FROM jmx_tiles('%q/jmx/variant_a.nvm') GROUP BY 1");
    check_counting();
    check_patterns(load);
    check_equal_names(load);
    check_long_names(load);
    check_long_lists(load);
    check_endless(load);
    int pieces = check_each_stop(load, "", "SELECT length(posterize(zeroblob(30000000%q)))");
    check(pieces >= 7, "30 MB are posterized in %d pieces", pieces);
    host_close(host_open(":memory:", false)); /* gets the host's own list again */
    dlclose(library);
}
