/* Names that exist, and those that are similar to one that doesn't. */
#include "program.h"

bool names_have(const char *lines, const char *name) {
    size_t length = strlen(name), bytes;
    for (; *lines; lines += bytes + (lines[bytes] != 0)) {
        bytes = strcspn(lines, "\n");
        if (bytes == length && !memcmp(lines, name, bytes)) return true;
    }
    return false;
}

char *names_near(const char *lines, const char *name) {
    sqlite3 *database = NULL;
    char *near = NULL;
    if (lines && sqlite3_open(":memory:", &database) == SQLITE_OK) {
        near = ask_about(database, sql_near, name, lines);
    }
    sqlite3_close(database);
    return near ? near : sqlite3_mprintf("");
}

char *rules_check(sqlite3 *database, const char *ignored) {
    char *name = ask_about(database, sql_no_rule, ignored, rule_names);
    if (!name) return NULL;
    char *near = names_near(rule_names, name);
    char *problem = sqlite3_mprintf(
        "--ignore: there is no rule %s%s; ext/reference/rules.md has all", name, near);
    sqlite3_free(name);
    sqlite3_free(near);
    return problem;
}
