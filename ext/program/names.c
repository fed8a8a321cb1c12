/* Names that exist, and those that are similar to one that doesn't. */
#include "program.h"

#define NAME_BYTES   64 /* of longer names, so many bytes are compared */
#define NEAR_MOST    3
#define END_OF_NAMES (-1)

/* Returns the length of the line at `at`, which is a name; END_OF_NAMES behind the last name. */
static int name_length(const char *at) {
    return *at ? (int)strcspn(at, "\n") : END_OF_NAMES;
}

/* Returns how many characters must be changed, added or left out to turn one name into another. */
static int distance(const char *a, int a_length, const char *b, int b_length) {
    int row[NAME_BYTES + 1];
    for (int i = 0; i <= b_length; i++) row[i] = i;
    for (int i = 1; i <= a_length; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int k = 1; k <= b_length; k++) {
            int changed = diagonal + (a[i - 1] != b[k - 1]);
            int least = row[k] < row[k - 1] ? row[k] + 1 : row[k - 1] + 1;
            diagonal = row[k];
            row[k] = changed < least ? changed : least;
        }
    }
    return row[b_length];
}

static int shorter(int length) {
    return length < NAME_BYTES ? length : NAME_BYTES;
}

char *names_near(const char *lines, const char *name, int length) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    int named = 0;
    for (int far = 0; far <= shorter(length) / 4 + 1 && named < NEAR_MOST; far++) {
        const char *at = lines;
        for (int bytes; (bytes = name_length(at)) != END_OF_NAMES && named < NEAR_MOST;) {
            if (distance(name, shorter(length), at, shorter(bytes)) == far) {
                sqlite3_str_appendf(text, "%s%.*s", named++ ? ", " : "; near it are: ", bytes, at);
            }
            at += bytes + (at[bytes] != 0);
        }
    }
    char *near = sqlite3_str_finish(text);
    return near ? near : sqlite3_mprintf("");
}

bool names_have(const char *lines, const char *name, int length) {
    for (int bytes; (bytes = name_length(lines)) != END_OF_NAMES;) {
        if (bytes == length && !memcmp(lines, name, (size_t)bytes)) return true;
        lines += bytes + (lines[bytes] != 0);
    }
    return false;
}

char *rules_check(sqlite3 *database, const char *ignored) {
    static const char each_sql[] =
        "SELECT value FROM json_each(iif(json_valid(?1), ?1, '[]')) WHERE value IS NOT NULL";
    sqlite3_stmt *each = NULL;
    char *problem = NULL;
    if (sqlite3_prepare_v2(database, each_sql, -1, &each, NULL) == SQLITE_OK) {
        sqlite3_bind_text(each, 1, ignored, -1, SQLITE_STATIC);
    }
    while (!problem && sqlite3_step(each) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(each, 0);
        int length = name ? (int)strcspn(name, "@") : 0;
        if (!name || names_have(rule_names, name, length)) continue;
        char *near = names_near(rule_names, name, length);
        problem =
            sqlite3_mprintf("--ignore: there is no rule %.*s%s; ext/reference/rules.md has all",
                            length, name, near);
        sqlite3_free(near);
    }
    sqlite3_finalize(each);
    return problem;
}
