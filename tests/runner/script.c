/* See script.h. */
#include "script.h"
#include "file_functions.h"
#include "picture_functions.h"
#include "system.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Options options;

void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!options.wrong) vprintf(format, arguments);
    va_end(arguments);
}

void report(const Script *script, const char *format, ...) {
    options.failed++;
    say("%s:%zu: ", script->path, script->record + 1);
    va_list arguments;
    va_start(arguments, format);
    if (!options.wrong) vprintf(format, arguments);
    va_end(arguments);
    say("\n");
}

bool read_lines(const char *path, Lines *lines) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    Text text = {0};
    char buffer[65536];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;) text_add(&text, buffer, n);
    bool good = !ferror(file);
    fclose(file);
    for (size_t at = 0; at < text.size;) {
        size_t length = strcspn(text.data + at, "\n");
        bool carriage = length && text.data[at + length - 1] == '\r';
        lines_add(lines, text.data + at, length - carriage);
        at += length + 1;
    }
    free(text.data);
    return good;
}

/* ---- Environment ----------------------------------------------------------------------------- */

#define CORPUS "../shared/corpus"

void set_defaults(void) {
    if (!options.extension) options.extension = system_extension;
    set_default("FIXTURES", ".build/fixtures");
    set_default("SAMPLES", "samples");
    if (path_is_there(CORPUS)) set_default("CORPUS", CORPUS);
}

static const char *variable(const Script *script, const char *name) {
    if (!strcmp(name, "SCRATCH")) return script->scratch;
    if (!strcmp(name, "ERRNO")) return system_errors;
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

Expansion expand(const Script *script, const char *line, Text *text) {
    Expansion result = EXPANDED;
    while (*line) {
        const char *start = strstr(line, "${");
        const char *end = start ? strchr(start, '}') : NULL;
        char name[64];
        if (!end || (size_t)(end - start - 2) >= sizeof name) break;
        text_add(text, line, (size_t)(start - line));
        snprintf(name, sizeof name, "%.*s", (int)(end - start - 2), start + 2);
        const char *value = variable(script, name);
        if (value) text_add(text, value, strlen(value));
        else if (!strcmp(name, "CORPUS")) result = EXPANSION_SKIPS;
        else result = EXPANSION_FAILS;
        line = end + 1;
    }
    text_add(text, line, strlen(line));
    return result;
}

static bool in_word(char byte) {
    return isalnum((unsigned char)byte) || (byte && strchr("_-./", byte));
}

void collapse(const Script *script, const char *line, Text *text) {
    static const char *const names[] = {"SCRATCH", "CORPUS", "FIXTURES", "SAMPLES"};
    for (const char *at = line; *at;) {
        size_t used = 0;
        for (size_t i = 0; i < sizeof names / sizeof *names && !used; i++) {
            const char *value = variable(script, names[i]);
            size_t length = value ? strlen(value) : 0;
            if (!length || strncmp(at, value, length)) continue;
            bool begins = at == line || !in_word(at[-1]);
            bool ends = at[length] == '/' || !in_word(at[length]);
            if (*value != '/' && !(begins && ends)) continue; /* a word, such as "samples" */
            used = length;
            text_add(text, "${", 2);
            text_add(text, names[i], strlen(names[i]));
            text_add(text, "}", 1);
        }
        if (!used) text_add(text, at, used = 1);
        at += used;
    }
}

bool make_scratch(Script *script) {
    const char *folder = getenv("SCRATCH");
    return make_folder(folder && *folder ? folder : NULL, script->scratch, sizeof script->scratch);
}

/* Tells whether SQLite's version fits "<3.39" or ">=3.41.1". */
static bool host_version_is(const char *comparison) {
    int parts[3] = {0};
    const char *digits = comparison + strspn(comparison, "<>=");
    if (sscanf(digits, "%d.%d.%d", &parts[0], &parts[1], &parts[2]) < 1) return false;
    int version = parts[0] * 1000000 + parts[1] * 1000 + parts[2];
    int host = sqlite3_libversion_number();
    if (!strncmp(comparison, ">=", 2)) return host >= version;
    if (!strncmp(comparison, "<=", 2)) return host <= version;
    if (*comparison == '>') return host > version;
    if (*comparison == '<') return host < version;
    return host == version;
}

bool host_is(const char *tag) {
    if (!strcmp(tag, "sqlite")) return true;
    if (!strncmp(tag, "sqlite", 6) && strchr("<>=", tag[6])) return host_version_is(tag + 6);
    if (!strcmp(tag, "root")) return is_root();
    if (!strcmp(tag, "wine")) return is_wine();
#ifdef GAMEMAP_ZSTD
    if (!strcmp(tag, "zstd")) return true;
#endif
#ifdef GAMEMAP_BZIP2
    if (!strcmp(tag, "bzip2")) return true;
#endif
    if (!strcmp(tag, "corpus")) return getenv("CORPUS") && *getenv("CORPUS");
    if (*tag == '/') return path_is_there(tag);
    if (!strcmp(tag, "nofs")) return options.nofs;
    return !strcmp(tag, system_name);
}

void remove_scratch(const Script *script) {
    remove_folder(script->scratch);
}

/* ---- Connections ----------------------------------------------------------------------------- */

/* The cache's size depends on the machine, what scripts expect doesn't. */
#define SAME_CACHE "SELECT gamemap_cache_limit(256 << 20)"

bool load(Script *script, sqlite3 *db, bool nofs) {
    char *message = NULL;
    int status = sqlite3_load_extension(db, options.extension,
                                        nofs ? "sqlite3_gamemap_nofs_init" : NULL, &message);
    if (status != SQLITE_OK) {
        report(script, "can't load %s: %s", options.extension, message ? message : "no reason");
    }
    sqlite3_free(message);
    if (status != SQLITE_OK) return false;
    if (!nofs) sqlite3_exec(db, SAME_CACHE, NULL, NULL, NULL);
    return true;
}

bool open_connection(Script *script, const char *name, const char *database, const char *entry) {
    if (script->connection_count == CONNECTIONS_MAX) {
        report(script, "more than %d connections", CONNECTIONS_MAX);
        return false;
    }
    Connection *connection = &script->connections[script->connection_count];
    snprintf(connection->name, sizeof connection->name, "%s", name);
    if (sqlite3_open(database, &connection->db) != SQLITE_OK) {
        report(script, "can't open %s: %s", database, sqlite3_errmsg(connection->db));
        sqlite3_close(connection->db);
        return false;
    }
    script->current = script->connection_count++;
    sqlite3_extended_result_codes(connection->db, 1);
    sqlite3_enable_load_extension(connection->db, 1);
    if (add_file_functions(connection->db) != SQLITE_OK ||
        add_picture_functions(connection->db) != SQLITE_OK) {
        return false;
    }
    if (!strcmp(entry, "none")) return true;
    return load(script, connection->db, !strcmp(entry, "nofs"));
}

int find_connection(const Script *script, const char *name) {
    for (int i = 0; i < script->connection_count; i++) {
        if (!strcmp(script->connections[i].name, name)) return i;
    }
    return -1;
}

void close_connection(Script *script, int which) {
    if (sqlite3_close(script->connections[which].db) != SQLITE_OK) {
        report(script, "can't close connection %s", script->connections[which].name);
    }
    script->connections[which] = script->connections[--script->connection_count];
    script->current = 0;
}

sqlite3 *current_db(const Script *script) {
    return script->connections[script->current].db;
}
