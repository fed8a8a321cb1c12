#include "engine/documents/advice.h"
#include "engine/system/system.h"
#include "modules.h"

#include <stdio.h>

/* Tells whether text begins with a scheme like "https://". A single letter is a drive instead. */
static bool is_url(const char *path) {
    size_t length = 0;
    while ((path[length] | 0x20) >= 'a' && (path[length] | 0x20) <= 'z') length++;
    return length > 1 && strncmp(path + length, "://", 3) == 0;
}

/* Returns advice on a text that begins like a JSON list or an order, but was taken as a path. */
static const char *advice_on_list(const char *path) {
    const char *at = text_skip_blanks(path);
    const char *next = *at ? text_skip_blanks(at + 1) : at;
    bool is_empty = *next == ']' && !*text_skip_blanks(next + 1);
    if (*at == '{' && *next == '"') {
        return "a list of files is JSON such as '{\"files\": [\"maps\", \"data.grf\"]}'";
    }
    if (*at == '[' && (*next == '"' || is_empty)) {
        return "a game's order is JSON such as '[\"override\", \"data.grf\"]'";
    }
    return NULL;
}

static const char *advice_on(const char *path) {
    size_t length = strlen(path);
    if (!length) return NULL;
    const char *of_list = advice_on_list(path);
    if (of_list) return of_list;
    if (!sqlite3_strnicmp(path, "file:", 5)) return "expected a path, without 'file:'";
    if (is_url(path)) return "this looks like a URL, and only files are read: download it first";
    if (path[0] == '~') return "only a shell knows '~': write the whole path";
    if (path[0] == '$' || path[0] == '%') {
        return "only a shell knows variables: write the whole path";
    }
    bool is_quoted = length > 1 && strchr("\"'", path[0]) && path[length - 1] == path[0];
    if (is_quoted) return "the quotation marks are taken as part of the name";
    if (path[0] == ' ' || path[length - 1] == ' ') return "a blank begins or ends the name";
    if (strchr(path, '\\')) return "here '\\' is part of a name, and '/' separates folders";
    return NULL;
}

void advice_add(Error *error, const char *advice) {
    size_t used = strlen(error->message);
    print_text(error->message + used, sizeof error->message - used, "; %s", advice);
}

void advice_on_text(const char *path, Error *error) {
    const char *advice = advice_on(path);
    if (advice) advice_add(error, advice);
}

void advice_on_pattern(Error *error) {
    advice_add(error, "write several files as one argument, a pattern such as 'maps/*.gnd'");
}

void advice_on_path(const char *path, Error *error) {
    int ignored;
    PathType type = system_path_type(path, &ignored);
    if (type == PATH_ABSENT) advice_on_text(path, error);
    if (type < PATH_FOLDER) return;
    *error = (Error){0};
    fail(error, ERROR_CANNOT_OPEN, "a folder, expected a file; tables take it with '/' behind it");
}

/* Tells whether other tables have names with the same beginning, such as "ro_" or "gamemap_". */
static bool is_shared(const Table *table) {
    size_t length = strcspn(table->name, "_") + 1;
    const Table *other;
    for (ModulePlace at = {0}; (other = next_table(&at));) {
        bool is_other = other->format != table->format;
        if (is_other && !strncmp(other->name, table->name, length)) return true;
    }
    return false;
}

/* Adds to `text` the names of a table's family, "gnd_*", or the table's own name where other
** formats share the beginning, unless `text` already has these or lacks the room. */
static void add_family(char *text, size_t size, const Table *table) {
    char family[40];
    if (is_shared(table)) snprintf(family, sizeof family, "%s", table->name);
    else snprintf(family, sizeof family, "%.*s*", (int)strcspn(table->name, "_") + 1, table->name);
    size_t used = strlen(text);
    if (strstr(text, family) || used + strlen(family) + sizeof " or " > size) return;
    snprintf(text + used, size - used, "%s%s", used ? " or " : "", family);
}

bool advice_fail_known_format(Error *error, const Format *wanted, const Format *found) {
    char families[80] = "";
    const Table *table;
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        if (table->format == found) add_family(families, sizeof families, table);
    }
    return fail(error, ERROR_NOT_THIS_FORMAT, "not %s %s %s, this is %s %s: use %s",
                format_article(wanted->name), wanted->name,
                wanted->second_ending ? "index" : "file", format_article(found->name), found->name,
                families);
}

void advice_to_skip(bool has_source, Error *error) {
    if (error->kind != ERROR_NOT_THIS_FORMAT) return;
    advice_add(error, has_source ? "'skip' as the last argument leaves such files out"
                                 : "WHERE on_error = 'skip' leaves such files out");
}

/* Tells whether the text contains "name(readfile(" with any spacing. */
static bool calls_readfile(const char *text, const char *name) {
    static const char function[] = "readfile";
    size_t length = strlen(name);
    for (; *text; text++) {
        if (sqlite3_strnicmp(text, name, (int)length) != 0) continue;
        const char *at = text_skip_blanks(text + length);
        if (*at != '(') continue;
        at = text_skip_blanks(at + 1);
        if (sqlite3_strnicmp(at, function, sizeof function - 1) != 0) continue;
        if (*text_skip_blanks(at + sizeof function - 1) == '(') return true;
    }
    return false;
}

bool advice_accept_null(sqlite3 *database, const Table *table, Error *error) {
    for (sqlite3_stmt *statement = NULL; (statement = sqlite_next_busy(database, statement));) {
        const char *text = sqlite3_sql(statement);
        if (!text || !calls_readfile(text, table->name)) continue;
        return fail(error, ERROR_ARGUMENT,
                    "readfile() gave NULL, as it does for a file that it can't read; write "
                    "%s('file') with the path itself",
                    table->name);
    }
    return true;
}
