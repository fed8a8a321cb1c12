/* Random queries: see random_sql.h. */
#include "random_sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLES_MAX 3
#define ROWS_MAX   6000 /* product of the rows of a query's tables */

/* A table in FROM, by an alias of one letter. */
typedef struct Item {
    const Subject *subject;
    char alias[4];
} Item;

/* The scope of a SELECT: the tables whose columns may be named, including those around it. */
typedef struct Scope {
    Item items[2 * TABLES_MAX];
    int count;
} Scope;

typedef struct Writer {
    const Family *family;
    Twins *twins;
    size_t real, copy; /* lengths of the two forms */
    uint64_t state;
    int aliases;  /* used so far */
    Twins before; /* WITH and its tables, or nothing; they stand before the query */
    int tables_before;
} Writer;

/* ---- Text and chance ------------------------------------------------------------------------- */

static uint32_t chance(Writer *writer, uint32_t of) {
    writer->state = writer->state * 6364136223846793005u + 1442695040888963407u;
    uint64_t mixed = (writer->state ^ writer->state >> 33) * 0xff51afd7ed558ccdu;
    return (uint32_t)((mixed ^ mixed >> 29) >> 16) % of;
}

#define PICK(writer, list) (list)[chance(writer, sizeof(list) / sizeof((list)[0]))]

static void append(Sql *text, size_t *length, const char *format, va_list arguments) {
    size_t room = sizeof text->text - *length;
    sqlite3_vsnprintf((int)room, text->text + *length, format, arguments);
    *length += strlen(text->text + *length);
    if (*length + 1 >= sizeof text->text) stop("a query is too long");
}

/* Writes to both forms. */
static void put(Writer *writer, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    append(&writer->twins->real, &writer->real, format, arguments);
    append(&writer->twins->copy, &writer->copy, format, again);
    va_end(again);
    va_end(arguments);
}

/* ---- Values and columns ---------------------------------------------------------------------- */

static const char *const odd_values[] = {"NULL",
                                         "0",
                                         "1",
                                         "-1",
                                         "2",
                                         "3",
                                         "1.0",
                                         "2.5",
                                         "'1'",
                                         "'3'",
                                         "''",
                                         "'a'",
                                         "x'31'",
                                         "9e999",
                                         "-9e999",
                                         "4294967296",
                                         "9223372036854775807",
                                         "9223372036854775808.0",
                                         "'\xC3\xA9'",
                                         "'\xE4\xB8\x80'",
                                         "' 1'",
                                         "'1 '",
                                         "1e300"};

static const SubjectColumn *some_column(Writer *writer, const Subject *subject) {
    int among = subject->column_count;
    if (chance(writer, 3) == 0 && among > 2) among = 2;      /* file, id */
    else if (chance(writer, 2) == 0 && among > 6) among = 6; /* the columns of keys come first */
    return &subject->columns[chance(writer, (uint32_t)among)];
}

static const char *some_value(Writer *writer, const SubjectColumn *column) {
    if (!column->value_count || chance(writer, 4) == 0) return PICK(writer, odd_values);
    return column->values[chance(writer, (uint32_t)column->value_count)];
}

static void put_collation(Writer *writer) {
    static const char *const collations[] = {"NOCASE", "RTRIM", "BINARY"};
    if (chance(writer, 14) == 0) put(writer, " COLLATE %s", PICK(writer, collations));
}

static const Item *some_item(Writer *writer, const Scope *scope) {
    return &scope->items[chance(writer, (uint32_t)scope->count)];
}

/* Writes a column of the scope, or a literal. */
static void put_operand(Writer *writer, const Scope *scope, const SubjectColumn *against) {
    const Item *item = some_item(writer, scope);
    const SubjectColumn *column = some_column(writer, item->subject);
    static const char *const nearby[] = {"+ 1", "- 1", "- 0.5", "* 2", "/ 2.0"};
    switch (chance(writer, 8)) {
    case 0:
    case 1:
        for (int c = 0; c < item->subject->column_count; c++) { /* a column with the same name */
            if (!strcmp(item->subject->columns[c].name, against->name)) {
                column = &item->subject->columns[c];
            }
        }
        put(writer, "%s.%s", item->alias, column->name);
        break;
    case 2: put(writer, "%s.%s", item->alias, column->name); break;
    case 3:
        put(writer, "%s.%s %s", item->alias, chance(writer, 2) ? "id" : column->name,
            PICK(writer, nearby));
        break;
    case 4:
        put(writer, "%s(%s.%s, %s)", chance(writer, 2) ? "coalesce" : "nullif", item->alias,
            column->name, some_value(writer, against));
        break;
    default: put(writer, "%s", some_value(writer, against)); break;
    }
}

/* ---- Conditions ------------------------------------------------------------------------------ */

static const Subject *some_subject(Writer *writer, int64_t rows_most) {
    const Family *family = writer->family;
    for (int tries = 0; tries < 20; tries++) {
        const Subject *subject = &family->subjects[chance(writer, (uint32_t)family->count)];
        if (subject->rows <= rows_most) return subject;
    }
    const Subject *least = family->subjects;
    for (size_t i = 1; i < family->count; i++) {
        if (family->subjects[i].rows < least->rows) least = &family->subjects[i];
    }
    return least;
}

static Item new_item(Writer *writer, int64_t rows_most) {
    Item item = {.subject = some_subject(writer, rows_most)};
    int number = writer->aliases++;
    snprintf(item.alias, sizeof item.alias, number < 26 ? "%c" : "z%c", 'a' + number % 26);
    return item;
}

static void put_both(Writer *writer, const Sql *real, const Sql *copy) {
    Twins *twins = writer->twins;
    size_t room = sizeof twins->real.text - 1;
    if (writer->real + strlen(real->text) > room || writer->copy + strlen(copy->text) > room) {
        stop("a query is too long");
    }
    strcpy(twins->real.text + writer->real, real->text);
    strcpy(twins->copy.text + writer->copy, copy->text);
    writer->real += strlen(real->text);
    writer->copy += strlen(copy->text);
}

static void put_table(Writer *writer, const Item *item) {
    Sql real = sql("%s AS %s", item->subject->call, item->alias);
    Sql copy = sql("%s AS %s", item->subject->copy, item->alias);
    put_both(writer, &real, &copy);
}

static void put_pattern(Writer *writer, const SubjectColumn *column, bool is_glob) {
    const char *value = some_value(writer, column);
    if (value[0] != '\'' || strlen(value) < 4) {
        put(writer, is_glob ? "'*[1-3]*'" : "'%%1%%'");
        return;
    }
    int quotes = 0, keep = 1 + (int)chance(writer, (uint32_t)strlen(value) - 2);
    while (keep > 1 && ((unsigned char)value[keep] & 0xC0) == 0x80) keep--;
    for (const char *c = value; c < value + keep; c++) quotes += *c == '\'';
    if (quotes % 2 == 0) { /* the first of a pair */
        put(writer, "'%%'");
        return;
    }
    put(writer, "%.*s%s'", keep, value, is_glob ? "*" : "%");
}

static void put_condition(Writer *writer, const Scope *scope, int depth);

/* The text before FROM can be written only when it is known what stands there: what was written
** last is cut off for this, and put back. */
typedef struct Cut {
    Sql real, copy;
} Cut;

static Cut cut_from(Writer *writer, size_t real, size_t copy) {
    Cut cut;
    strcpy(cut.real.text, writer->twins->real.text + real);
    strcpy(cut.copy.text, writer->twins->copy.text + copy);
    writer->real = real, writer->copy = copy;
    writer->twins->real.text[real] = writer->twins->copy.text[copy] = 0;
    return cut;
}

/* Writes a table as a SELECT of its own, with or without conditions. */
static void put_subquery(Writer *writer, const Item *item) {
    const Subject *subject = item->subject;
    Scope scope = {.items = {*item}, .count = 1};
    put(writer, "(SELECT %ssource", chance(writer, 5) ? "" : "DISTINCT ");
    for (int i = 0; i < subject->column_count; i++) {
        put(writer, ", %s", subject->columns[i].name);
    }
    put(writer, " FROM ");
    put_table(writer, item);
    if (chance(writer, 2)) {
        put(writer, " WHERE ");
        put_condition(writer, &scope, 1);
    }
    put(writer, ")");
}

/* Writes the table under a name of its own into WITH. */
static void put_before(Writer *writer, const Item *item) {
    static const char *const hints[] = {"", "", " MATERIALIZED", " NOT MATERIALIZED"};
    size_t real = writer->real, copy = writer->copy;
    put(writer, "%s with_%s AS%s ", writer->tables_before++ ? "," : "WITH", item->alias,
        PICK(writer, hints));
    put_subquery(writer, item);
    Cut table = cut_from(writer, real, copy);
    writer->before.real = sql("%s%s", writer->before.real.text, table.real.text);
    writer->before.copy = sql("%s%s", writer->before.copy.text, table.copy.text);
    put(writer, "with_%s AS %s", item->alias, item->alias);
}

/* Writes a table as it stands in FROM. SQLite can't pass arguments on to the right side of RIGHT
** and FULL JOIN: there, no table has its own. */
static void put_item(Writer *writer, const Item *item, bool is_right) {
    uint32_t kind = chance(writer, 12);
    if (kind == 0) {
        put_before(writer, item);
    } else if (kind == 1 || is_right) {
        put_subquery(writer, item);
        put(writer, " AS %s", item->alias);
    } else {
        put_table(writer, item);
    }
}

/* Writes a subquery over one more table, whose conditions may name the outer ones. */
static void put_inner(Writer *writer, const Scope *scope, const char *what, int depth) {
    Scope inner = *scope;
    Item item = new_item(writer, 30);
    if (inner.count < 2 * TABLES_MAX) inner.items[inner.count++] = item;
    put(writer, "(SELECT %s FROM ", what);
    put_table(writer, &item);
    put(writer, " WHERE ");
    put_condition(writer, &inner, depth);
    put(writer, ")");
}

/* Tells whether a row of the table is among those of another one. */
static void put_row_membership(Writer *writer, const Scope *scope, const Item *item) {
    Item other = new_item(writer, 60);
    Scope inner = *scope;
    inner.items[0] = other;
    put(writer, "(%s.file, %s.id) %s (SELECT %s.file, %s.%s FROM ", item->alias, item->alias,
        chance(writer, 3) ? "IN" : "NOT IN", other.alias, other.alias,
        chance(writer, 3) ? "id" : some_column(writer, other.subject)->name);
    put_table(writer, &other);
    if (chance(writer, 2)) {
        put(writer, " WHERE ");
        put_condition(writer, &inner, 1);
    }
    put(writer, ")");
}

static void put_membership(Writer *writer, const Scope *scope, const SubjectColumn *column) {
    put(writer, chance(writer, 4) ? " IN (" : " NOT IN (");
    if (chance(writer, 3)) {
        int count = 1 + (int)chance(writer, 4);
        for (int i = 0; i < count; i++) {
            put(writer, i ? ", %s" : "%s", some_value(writer, column));
        }
        put(writer, ")");
        return;
    }
    Item item = new_item(writer, 60);
    Scope inner = *scope;
    inner.items[0] = item;
    put(writer, "SELECT %s.%s FROM ", item.alias, some_column(writer, item.subject)->name);
    put_table(writer, &item);
    if (chance(writer, 2)) {
        put(writer, " WHERE ");
        put_condition(writer, &inner, 1);
    }
    put(writer, ")");
}

static void put_comparison(Writer *writer, const Scope *scope) {
    static const char *const operators[] = {"=",  "=", "=",  "=",      "IS", "<",
                                            "<=", ">", ">=", "IS NOT", "<>"};
    const Item *item = some_item(writer, scope);
    const SubjectColumn *column = some_column(writer, item->subject);
    uint32_t kind = chance(writer, 16);
    put(writer, "%s.%s", item->alias, column->name);
    if (kind < 9) {
        put_collation(writer);
        put(writer, " %s ", PICK(writer, operators));
        put_operand(writer, scope, column);
    } else if (kind < 11) {
        put_membership(writer, scope, column);
    } else if (kind == 11) {
        put(writer, chance(writer, 4) ? " BETWEEN " : " NOT BETWEEN ");
        put_operand(writer, scope, column);
        put(writer, " AND ");
        put_operand(writer, scope, column);
    } else if (kind == 12) {
        put(writer, chance(writer, 2) ? " IS NULL" : " IS NOT NULL");
    } else if (kind == 13) {
        put(writer, chance(writer, 4) ? " LIKE " : " NOT LIKE ");
        put_pattern(writer, column, false);
    } else {
        put(writer, chance(writer, 4) ? " GLOB " : " NOT GLOB ");
        put_pattern(writer, column, true);
    }
}

static void put_condition(Writer *writer, const Scope *scope, int depth) {
    uint32_t kind = depth > 0 ? chance(writer, 10) : 9;
    const Item *item = some_item(writer, scope);
    if (kind < 4) {
        put(writer, "(");
        put_condition(writer, scope, depth - 1);
        put(writer, kind < 2 ? " AND " : " OR ");
        put_condition(writer, scope, depth - 1);
        put(writer, ")");
    } else if (kind == 4) {
        put(writer, "NOT (");
        put_condition(writer, scope, depth - 1);
        put(writer, ")");
    } else if (kind == 5) {
        put(writer, chance(writer, 3) ? "EXISTS " : "NOT EXISTS ");
        put_inner(writer, scope, "1", depth - 1);
    } else if (kind == 6) {
        put(writer, "%s.id = ", item->alias);
        put_inner(writer, scope, chance(writer, 2) ? "max(1)" : "count(*)", depth - 1);
    } else if (kind == 7) {
        static const char *const operators[] = {"=", ">=", "<", "IS"};
        const Item *other = some_item(writer, scope);
        if (chance(writer, 3) == 0) {
            put_row_membership(writer, scope, item);
            return;
        }
        put(writer, "(%s.file, %s.id) %s (%s.file, %s.id)", item->alias, item->alias,
            PICK(writer, operators), other->alias, other->alias);
    } else {
        put_comparison(writer, scope);
    }
}

/* ---- FROM ------------------------------------------------------------------------------------ */

/* Writes a table whose source is that of an earlier table; in the copy this is a condition. What a
** difference says of a file that is new has no source. */
static bool put_by_source(Writer *writer, const Scope *scope, const Item *item) {
    if (!item->subject->behind_source) return false;
    const char *before = scope->items[chance(writer, (uint32_t)scope->count)].alias;
    Sql real = sql("%s(%s.source%s AS %s ON true", item->subject->table, before,
                   item->subject->behind_source, item->alias);
    Sql copy = sql("%s AS %s ON ifnull(%s.source, %s.source) = %s.source", item->subject->copy,
                   item->alias, item->alias, before, before);
    put_both(writer, &real, &copy);
    return true;
}

/* Chooses tables whose rows, multiplied, stay within the limit. */
static void put_tables(Writer *writer, Scope *scope, int most) {
    static const char *const joins[] = {", ",          " JOIN ",       " LEFT JOIN ",
                                        " LEFT JOIN ", " CROSS JOIN ", " RIGHT JOIN ",
                                        " FULL JOIN "};
    bool full = sqlite3_libversion_number() >= 3039000;
    int count = 1 + (int)chance(writer, (uint32_t)most);
    int64_t rows = 1;
    put(writer, " FROM ");
    for (int i = 0; i < count; i++) {
        Item item = new_item(writer, ROWS_MAX / rows < 200 ? ROWS_MAX / rows : 200);
        rows *= item.subject->rows > 1 ? item.subject->rows : 1;
        if (i && rows > ROWS_MAX) break;
        const char *join = i ? joins[chance(writer, full ? 7 : 5)] : "";
        bool right = strstr(join, "RIGHT") || strstr(join, "FULL");
        bool by_source = i && !strchr(join, ',') && !right;
        put(writer, "%s", join);
        by_source = by_source && chance(writer, 3) == 0 && put_by_source(writer, scope, &item);
        if (!by_source) put_item(writer, &item, right);
        scope->items[scope->count++] = item;
        if (!i || strchr(join, ',')) continue;
        if (i == 1 && !by_source && chance(writer, 8) == 0) {
            put(writer, chance(writer, 2) ? " USING (file, id)" : " USING (id)");
            continue;
        }
        if (right || strstr(join, "LEFT") || by_source || chance(writer, 4)) {
            put(writer, by_source ? " AND " : " ON ");
            put_condition(writer, scope, 1 + (int)chance(writer, 2));
        }
    }
}

/* ---- SELECT ---------------------------------------------------------------------------------- */

/* Writes a result column. If equal rows become one, or some of them are left out, it must not
** matter which, so `exact` columns are equal to the last bit. */
static void put_result(Writer *writer, const Item *item, const SubjectColumn *column, bool exact) {
    put(writer, "%s.%s%s", item->alias, column->name,
        exact && column->is_caseless ? " COLLATE BINARY" : "");
}

/* Writes a result that is computed for each row: by a subquery, a condition or a window. */
static void put_computed(Writer *writer, const Scope *scope) {
    static const char *const windows[] = {"count(*)", "rank()", "dense_rank()", "sum(%s.id)",
                                          "min(%s.id)"};
    const Item *item = some_item(writer, scope);
    const SubjectColumn *column = some_column(writer, item->subject);
    uint32_t window = chance(writer, sizeof windows / sizeof windows[0]), kind = chance(writer, 4);
    if (kind == 0) {
        put_inner(writer, scope, "count(*)", 1);
    } else if (kind == 1) {
        put(writer, "CASE WHEN ");
        put_condition(writer, scope, 1);
        put(writer, " THEN %s.id ELSE %s END", item->alias, some_value(writer, column));
    } else {
        put(writer, windows[window], item->alias);
        if (window > 2 && chance(writer, 3) == 0) {
            put(writer, " FILTER (WHERE ");
            put_condition(writer, scope, 1);
            put(writer, ")");
        }
        put(writer, " OVER (");
        if (chance(writer, 2)) put(writer, "PARTITION BY %s.%s ", item->alias, column->name);
        put(writer, "ORDER BY %s.%s%s)", item->alias, some_column(writer, item->subject)->name,
            chance(writer, 2) ? " DESC" : "");
    }
}

/* Writes SELECT ... FROM ... WHERE with `columns` columns. */
static void put_core(Writer *writer, int columns, int tables, bool distinct, bool exact) {
    size_t real = writer->real, copy = writer->copy;
    Scope scope = {.count = 0};
    put_tables(writer, &scope, tables);
    if (chance(writer, 4)) {
        put(writer, " WHERE ");
        put_condition(writer, &scope, 1 + (int)chance(writer, 3));
    }
    Cut tail = cut_from(writer, real, copy);
    put(writer, "SELECT %s", distinct ? "DISTINCT " : "");
    for (int i = 0; i < columns; i++) {
        const Item *item = some_item(writer, &scope);
        const SubjectColumn *column = some_column(writer, item->subject);
        if (i < 2 && chance(writer, 2)) { /* file, id: an order that needs no sorting */
            item = &scope.items[0];
            column = &item->subject->columns[i];
        }
        if (i) put(writer, ", ");
        if (chance(writer, 12) == 0) put_computed(writer, &scope);
        else put_result(writer, item, column, exact);
    }
    put_both(writer, &tail.real, &tail.copy);
}

/* Sorts by all columns, or by some, after which the order of the rest is undefined. */
static void put_order(Writer *writer, int columns) {
    static const char *const ways[] = {
        "", "", "", " DESC", " ASC", " NULLS LAST", " DESC NULLS FIRST"};
    int some = chance(writer, 4) ? columns : 1;
    put(writer, " ORDER BY ");
    if (chance(writer, 6) == 0) {
        put(writer, "%d COLLATE %s%s, ", 1 + (int)chance(writer, (uint32_t)columns),
            chance(writer, 2) ? "NOCASE" : "RTRIM", PICK(writer, ways));
    }
    for (int i = 0; i < some; i++) put(writer, i ? ", %d%s" : "%d%s", i + 1, PICK(writer, ways));
    if (some < columns) return;
    writer->twins->is_ordered = true;
    if (chance(writer, 3)) return;
    put(writer, " LIMIT %d", (int)chance(writer, 6));
    if (chance(writer, 3) == 0) put(writer, " OFFSET %d", (int)chance(writer, 4));
}

static void put_select(Writer *writer) {
    int columns = 1 + (int)chance(writer, 4);
    bool distinct = chance(writer, 6) == 0, ordered = chance(writer, 3);
    put_core(writer, columns, TABLES_MAX, distinct, distinct || ordered);
    if (ordered) put_order(writer, columns);
}

static void put_compound(Writer *writer) {
    static const char *const operators[] = {" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT "};
    int columns = 1 + (int)chance(writer, 2), parts = 2 + (int)chance(writer, 2);
    for (int i = 0; i < parts; i++) {
        if (i) put(writer, "%s", PICK(writer, operators));
        put_core(writer, columns, 2, chance(writer, 8) == 0, true);
    }
    if (chance(writer, 4)) put_order(writer, columns);
}

#define GROUP_COLUMNS 5 /* by which groups are sorted */

static void put_groups(Writer *writer) {
    size_t real = writer->real, copy = writer->copy;
    Scope scope = {.count = 0};
    put_tables(writer, &scope, 2);
    const Item *item = some_item(writer, &scope), *other = some_item(writer, &scope);
    const SubjectColumn *column = some_column(writer, item->subject);
    const SubjectColumn *counted = some_column(writer, other->subject);
    const char *collation = column->is_caseless ? " COLLATE BINARY" : "";
    if (chance(writer, 3)) {
        put(writer, " WHERE ");
        put_condition(writer, &scope, 1);
    }
    put(writer, " GROUP BY %s.%s%s", item->alias, column->name, collation);
    if (chance(writer, 4) == 0) put(writer, ", %s.id", some_item(writer, &scope)->alias);
    if (chance(writer, 3) == 0) put(writer, " HAVING count(*) > %d", (int)chance(writer, 4));
    if (chance(writer, 2)) put_order(writer, GROUP_COLUMNS);
    Cut tail = cut_from(writer, real, copy);
    put(writer,
        "SELECT %s.%s%s, count(*), count(DISTINCT %s.%s), min(%s.id), max(%s.%s), sum(%s.id)",
        item->alias, column->name, collation, other->alias, counted->name, other->alias,
        other->alias, counted->is_whole ? counted->name : "id", item->alias);
    if (chance(writer, 2)) {
        put(writer, " FILTER (WHERE ");
        put_condition(writer, &scope, 1);
        put(writer, ")");
    }
    put_both(writer, &tail.real, &tail.copy);
}

/* ---- Other statements ------------------------------------------------------------------------ */

/* Climbs from each row to those with the next ids, a few times. */
static void put_recursion(Writer *writer) {
    Item item = new_item(writer, 60), next = new_item(writer, 60);
    next.subject = item.subject;
    const Scope scope = {.items = {item}, .count = 1};
    const SubjectColumn *column = some_column(writer, item.subject);
    put(writer,
        "WITH RECURSIVE climb(file, id, value, step) AS (SELECT %s.file, %s.id, %s.%s, 0 FROM ",
        item.alias, item.alias, item.alias, column->name);
    put_table(writer, &item);
    put(writer, " WHERE ");
    put_condition(writer, &scope, 1);
    put(writer, " UNION SELECT %s.file, %s.id, %s.%s, climb.step + 1 FROM climb JOIN ", next.alias,
        next.alias, next.alias, column->name);
    put_table(writer, &next);
    put(writer,
        " ON %s.id = climb.%s AND %s.file IS climb.file WHERE climb.step < 4) SELECT * FROM climb",
        next.alias, chance(writer, 2) ? "id + 1" : "value", next.alias);
    if (chance(writer, 2)) put_order(writer, 4);
}

/* Changes the table `target` by what a query finds; the caller undoes it. */
static void put_change(Writer *writer) {
    Item item = new_item(writer, 200);
    Scope scope = {.items = {item}, .count = 1};
    const SubjectColumn *column = some_column(writer, item.subject);
    uint32_t kind = chance(writer, 3);
    if (kind == 0) {
        put(writer,
            "UPDATE target SET value = found.n FROM (SELECT %s.%s AS v, count(*) AS n FROM ",
            item.alias, column->is_whole ? column->name : "id");
    } else if (kind == 1) {
        put(writer, "DELETE FROM target WHERE id IN (SELECT %s.%s FROM ", item.alias, column->name);
    } else {
        put(writer, "INSERT INTO target SELECT %s.id + 1000, %s.%s FROM ", item.alias, item.alias,
            column->name);
    }
    put_table(writer, &item);
    put(writer, " WHERE ");
    put_condition(writer, &scope, 2);
    if (kind == 0) put(writer, " GROUP BY 1) AS found WHERE target.id = found.v");
    if (kind == 1) put(writer, ")");
    put(writer, " RETURNING id, value");
}

void random_twins(const Family *family, uint64_t number, Twins *twins) {
    Writer writer = {.family = family, .twins = twins, .state = number * 0x9e3779b97f4a7c15u + 1};
    twins->real.text[0] = twins->copy.text[0] = 0;
    twins->is_ordered = false;
    switch (chance(&writer, 20)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: put_compound(&writer); break;
    case 5:
    case 6:
    case 7: put_groups(&writer); break;
    case 8: put_recursion(&writer); break;
    case 9: put_change(&writer); break;
    default: put_select(&writer); break;
    }
    if (!writer.tables_before) return;
    twins->real = sql("%s %s", writer.before.real.text, twins->real.text);
    twins->copy = sql("%s %s", writer.before.copy.text, twins->copy.text);
}
