/*
** Compares files in archives with the same files loose.
**
**     packed --extension FILE [--sample SEED/N] FOLDER
**
** packs the files below FOLDER (the fixtures) into a ZIP and queries every table and function about
** each of them, loose and in the ZIP. Except for the paths, the answers must be the same, including
** errors. If CORPUS is set, the same is done with the maps and models in CORPUS/archives/realmix,
** of which there are loose copies elsewhere below CORPUS. With --sample one of N queries is asked
** (sample.h).
*/
#include "../hosts/queries.h"
#include "../sample/sample.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* ---- Files ----------------------------------------------------------------------------------- */

typedef struct File {
    char *path;
    unsigned long size, crc;
} File;

static File *files;
static size_t file_count;

static unsigned char *read_file(const char *path, unsigned long *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) exit(2);
    *size = (unsigned long)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size) exit(2);
    fclose(file);
    return bytes;
}

/* Tells whether each byte of a path that isn't ASCII belongs to a character of UTF-8. A fixture has
** a name in CP949, as files in public folders of Ragnarok Online have. */
static bool is_utf8(const char *path) {
    for (const unsigned char *at = (const unsigned char *)path; *at;) {
        int more = *at < 0x80 ? 0 : *at < 0xC2 ? -1 : *at < 0xE0 ? 1 : *at < 0xF0 ? 2 : 3;
        if (more < 0) return false;
        for (at++; more > 0; more--, at++) {
            if ((*at & 0xC0) != 0x80) return false;
        }
    }
    return true;
}

static unsigned long crc_of(const void *bytes, unsigned long size) {
    return crc32(crc32(0, NULL, 0), bytes, (uInt)size);
}

static void forget_files(void) {
    for (size_t i = 0; i < file_count; i++) free(files[i].path);
    free(files);
    files = NULL;
    file_count = 0;
}

#define FILE_MOST (4 << 20) /* larger files are left out */

static int collect(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)walk;
    if (kind != FTW_F || status->st_size > FILE_MOST || strstr(path, "/archives/")) return 0;
    File *more = realloc(files, (file_count + 1) * sizeof *files);
    if (!more) exit(2);
    files = more;
    File *file = &files[file_count++];
    unsigned char *bytes = read_file(path, &file->size);
    file->crc = crc_of(bytes, file->size);
    file->path = strdup(path);
    free(bytes);
    return 0;
}

/* ---- A ZIP of all of them -------------------------------------------------------------------- */

typedef struct Bytes {
    unsigned char data[256];
    size_t size;
} Bytes;

static void put(Bytes *bytes, unsigned long value, size_t size) {
    for (size_t i = 0; i < size; i++) bytes->data[bytes->size++] = (unsigned char)(value >> 8 * i);
}

/* Writes the fields that a local header and an entry of the directory have in common; nothing is
** compressed. */
static void put_fields(Bytes *bytes, const File *file, const char *name, size_t name_length) {
    put(bytes, 20, 2);
    put(bytes, is_utf8(name) ? 0x800 : 0, 2);
    put(bytes, 0, 6);
    put(bytes, file->crc, 4);
    put(bytes, file->size, 4);
    put(bytes, file->size, 4);
    put(bytes, name_length, 4);
}

static void write_bytes(FILE *zip, const Bytes *bytes, const char *name) {
    if (fwrite(bytes->data, 1, bytes->size, zip) != bytes->size || fputs(name, zip) < 0) exit(2);
}

/* Names are relative to the folder. */
static void write_zip(const char *path, const char *folder) {
    FILE *zip = fopen(path, "wb");
    long *places = calloc(file_count + 1, sizeof *places);
    if (!zip || !places) exit(2);
    for (size_t i = 0; i < file_count; i++) {
        const char *name = files[i].path + strlen(folder) + 1;
        unsigned long size;
        unsigned char *content = read_file(files[i].path, &size);
        Bytes header = {0};
        places[i] = ftell(zip);
        put(&header, 0x04034b50, 4);
        put_fields(&header, &files[i], name, strlen(name));
        write_bytes(zip, &header, name);
        if (fwrite(content, 1, size, zip) != size) exit(2);
        free(content);
    }
    long directory = ftell(zip);
    for (size_t i = 0; i < file_count; i++) {
        const char *name = files[i].path + strlen(folder) + 1;
        Bytes entry = {0};
        put(&entry, 0x02014b50, 4);
        put(&entry, 20, 2);
        put_fields(&entry, &files[i], name, strlen(name));
        put(&entry, 0, 8);
        put(&entry, 0, 2);
        put(&entry, (unsigned long)places[i], 4);
        write_bytes(zip, &entry, name);
    }
    Bytes end = {0};
    put(&end, 0x06054b50, 4);
    put(&end, 0, 4);
    put(&end, file_count, 2);
    put(&end, file_count, 2);
    put(&end, (unsigned long)(ftell(zip) - directory), 4);
    put(&end, (unsigned long)directory, 4);
    put(&end, 0, 2);
    write_bytes(zip, &end, "");
    if (fclose(zip)) exit(2);
    free(places);
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Returns what an error says behind the path. */
static const char *behind(const Answer *answer, const char *path) {
    const char *found = strstr(answer->error, path);
    return found ? found + strlen(path) : answer->error;
}

static size_t with_rows; /* of the compared queries */

/* Returns the query with the packed file in each place of the loose one, which has one at least. */
static char *packed_query(const Query *query, const char *packed) {
    char *loose_text = sqlite3_mprintf("%Q", query->path);
    const char *left = query->sql, *at = strstr(left, loose_text);
    if (!at) exit(2);
    sqlite3_str *sql = sqlite3_str_new(NULL);
    for (; at; left = at + strlen(loose_text), at = strstr(left, loose_text)) {
        sqlite3_str_appendf(sql, "%.*s%Q", (int)(at - left), left, packed);
    }
    sqlite3_str_appendall(sql, left);
    sqlite3_free(loose_text);
    return sqlite3_str_finish(sql);
}

static void compare(sqlite3 *db, const Query *query, const char *packed) {
    char *sql = packed_query(query, packed);
    Answer loose = ask_without_path(db, query->sql), other = ask_without_path(db, sql);
    bool same = loose.code == other.code && loose.rows == other.rows && loose.hash == other.hash &&
                !strcmp(behind(&loose, query->path), behind(&other, packed));
    check(same, "%s: %llu rows, %d %s; loose %llu rows, %d %s", sql, (unsigned long long)other.rows,
          other.code, other.error, (unsigned long long)loose.rows, loose.code, loose.error);
    with_rows += loose.rows > 0;
    sqlite3_free(sql);
}

/* Some answers differ: a KEY in an archive has no BIFs, the entries of an archive and the targets
** of transitions have paths, and a picture contains the text of its query. The name of an entry is
** always text, while that of a file may be bytes that aren't UTF-8: world.rsw looks for such a
** one. A scene tells the paths of its textures. Where an area has no models beside it, the error
** names where they were looked for. */
static bool is_comparable(const Query *query) {
    static const char *const telling[] = {"archive_entries", "gamemap_picture", "gamemap_drawing",
                                          "nwn_transitions", "nwn_world_"};
    bool looks_up = !strcmp(query->name, "gamemap_findings") || strstr(query->name, "_glb");
    if (!is_utf8(query->path) || (looks_up && strstr(query->path, "/placed/"))) return false;
    if (!strcmp(query->name, "nwn_area_glb") && !strstr(query->path, "/area/")) return false;
    if (query->size > FILE_MOST || (query->format && !strcmp(query->format, "KEY"))) return false;
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
        if (!strncmp(query->name, telling[i], strlen(telling[i]))) return false;
    return true;
}

/* A damaged archive could name files; in another archive it isn't looked into, so it can't. */
static void leave_out_could_name(char *sql) {
    static const char column[] = "\"could_name\", ";
    char *at = strstr(sql, column), *behind_it = at ? at + strlen(column) : NULL;
    if (at) memmove(at, behind_it, strlen(behind_it) + 1);
}

static void compare_fixtures(sqlite3 *db, const char *folder) {
    char scratch[] = "/tmp/gamemap-packed-XXXXXX", zip[64];
    Queries queries = {0};
    size_t asked = 0;
    if (!mkdtemp(scratch)) exit(2);
    snprintf(zip, sizeof zip, "%s/all.zip", scratch);
    nftw(folder, collect, 16, FTW_PHYS);
    write_zip(zip, folder);
    list_queries(db, folder, 2, &queries);
    for (size_t i = 0; i < queries.count; i++) {
        const Query *query = &queries.items[i];
        if (!is_comparable(query) || !sample_holds(query->sql, 0)) continue;
        asked++;
        leave_out_could_name(query->sql);
        char *packed = sqlite3_mprintf("%s/%s", zip, query->path + strlen(folder) + 1);
        compare(db, query, packed);
        sqlite3_free(packed);
    }
    check(with_rows > asked / 4, "only %zu queries give rows", with_rows);
    printf("%zu queries of fixtures, loose and in a ZIP, %zu of them with rows\n", asked,
           with_rows);
    free_queries(&queries);
    forget_files();
    unlink(zip);
    rmdir(scratch);
}

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Finds the loose copy of an entry. */
static const File *copy_of(sqlite3_stmt *entry) {
    unsigned long size = (unsigned long)sqlite3_column_bytes(entry, 1);
    unsigned long crc = crc_of(sqlite3_column_blob(entry, 1), size);
    const char *path = (const char *)sqlite3_column_text(entry, 0);
    for (size_t i = 0; i < file_count; i++) {
        const File *file = &files[i];
        bool alike = file->size == size && file->crc == crc &&
                     !sqlite3_stricmp(base_of(file->path), base_of(path));
        if (alike) return file;
    }
    return NULL;
}

static void compare_corpus(sqlite3 *db, const char *corpus) {
    Queries queries = {0};
    size_t packed_count = 0, asked = 0;
    nftw(corpus, collect, 16, FTW_PHYS);
    char *sql = sqlite3_mprintf("SELECT path, data FROM archive_entries('%q/archives/realmix/*', "
                                "'skip') WHERE type IN ('gnd', 'trn', 'trx', 'mdl', 'nvm') "
                                "AND method <> 'zstd'",
                                corpus);
    sqlite3_stmt *entries = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &entries, NULL) != SQLITE_OK) exit(2);
    while (sqlite3_step(entries) == SQLITE_ROW) {
        char *packed = strdup((const char *)sqlite3_column_text(entries, 0));
        const File *loose = copy_of(entries);
        if (!packed) exit(2);
        check(loose != NULL, "%s: no loose copy", packed);
        packed_count++;
        if (loose) list_queries_of(db, loose->path, 2, &queries);
        for (size_t i = 0; i < queries.count; i++) {
            const Query *query = &queries.items[i];
            /* its loose copy has other files beside it than the entry has in its archive */
            if (!strcmp(query->name, "gamemap_findings") || !is_comparable(query)) continue;
            if (!sample_holds(query->sql, 0)) continue;
            compare(db, query, packed);
            asked++;
        }
        free_queries(&queries);
        free(packed);
    }
    check(packed_count > 0, "no archives in %s/archives/realmix", corpus);
    printf("%zu queries of %zu files in archives\n", asked, packed_count);
    sqlite3_finalize(entries);
    sqlite3_free(sql);
    forget_files();
}

int main(int count, char **arguments) {
    bool is_sample = count == 6 && !strcmp(arguments[3], "--sample");
    if ((count != 4 && !is_sample) || strcmp(arguments[1], "--extension") != 0 ||
        (is_sample && !sample_read(arguments[4]))) {
        fprintf(stderr, "usage: packed --extension FILE [--sample SEED/N] FOLDER\n");
        return 2;
    }
    host_extension = arguments[2];
    setvbuf(stdout, NULL, _IOLBF, 0);
    sqlite3 *db = host_open(":memory:", false);
    const char *corpus = getenv("CORPUS");
    compare_fixtures(db, arguments[count - 1]);
    if (corpus && *corpus) compare_corpus(db, corpus);
    host_close(db);
    sample_print();
    return finish_checks();
}
