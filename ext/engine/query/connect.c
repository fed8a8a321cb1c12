/* Connecting a table: its CREATE TABLE text, and the module that SQLite calls. */
#include "engine/query/connect.h"
#include "engine/query/cursor.h"
#include "engine/query/filter.h"
#include "engine/query/plan.h"
#include "engine/query/show.h"
#include "modules.h"

/* A hidden column without a type would have the affinity of the type "HIDDEN", which is NUMERIC:
** the files "7", "07" and "7.0" would be the same. */
static const char *declared_type(const Column *column, bool hidden) {
    return hidden && column->type == ANY ? "BLOB" : sql_type_name(column->type);
}

static int declare(sqlite3 *database, const Column *columns, int count, int first_hidden) {
    sqlite3_str *text = sqlite3_str_new(database);
    sqlite3_str_appendall(text, "CREATE TABLE x(");
    for (int i = 0; i < count; i++) {
        sqlite3_str_appendf(text, "%s%s %s%s%s", i ? ", " : "", columns[i].name,
                            declared_type(&columns[i], i >= first_hidden),
                            i >= first_hidden ? " HIDDEN" : "",
                            columns[i].nocase ? " COLLATE NOCASE" : "");
    }
    sqlite3_str_appendall(text, ")");
    char *statement = sqlite3_str_finish(text);
    if (!statement) return SQLITE_NOMEM;
    int code = sqlite3_declare_vtab(database, statement);
    sqlite3_free(statement);
    return code;
}

static int find_column(const VirtualTable *table, const char *name) {
    for (int i = 0; name && i < table->column_count; i++) {
        if (strcmp(table->columns[i].name, name) == 0) return i;
    }
    return -1;
}

/* What a table's module is registered with. */
typedef struct TableClient {
    Session *session;
    const Table *table;
} TableClient;

static int disconnect(sqlite3_vtab *base) {
    VirtualTable *table = (VirtualTable *)base;
    session_release(table->session);
    sqlite3_free(table);
    return SQLITE_OK;
}

/* Lists the columns in the room behind the struct, and notes the numbers of those that the engine
** asks for. Returns the number of the first hidden one. */
static int place_columns(VirtualTable *table, int room) {
    const Table *descriptor = table->table;
    int first_hidden;
    table->columns = (Column *)(table + 1);
    table->shown = (ShownColumn *)(table->columns + room);
    table->column_count = list_columns(descriptor, table->columns, &first_hidden);
    for (int i = 0; i < table->column_count; i++) {
        table->shown[i] = show_column(&table->columns[i]);
    }
    bool has_source = !descriptor->about_extension;
    table->src_column = has_source ? first_hidden : -1;
    table->first_argument = first_hidden + has_source;
    table->on_error_column = table->first_argument + descriptor->argument_count;
    table->surplus_column = table->on_error_column + 1;
    for (int i = 0; i < INDEXES_MAX; i++) {
        for (int k = 0; k < KEYS_MAX; k++) {
            table->key_columns[i][k] = find_column(table, descriptor->indexes[i].keys[k]);
        }
    }
    /* a column that shows an argument has its place: src, the table's own, on_error */
    int last = descriptor->argument_count + (has_source ? 1 : 0);
    for (int i = has_source ? 0 : 1; i <= last; i++) {
        table->columns[table->first_argument - 1 + i].number = (uint32_t)i;
    }
    return first_hidden;
}

static int connect_table(sqlite3 *database, void *context, int count, const char *const *arguments,
                         sqlite3_vtab **result, char **message) {
    const TableClient *client = context;
    const Table *descriptor = client->table;
    /* A hostile database can contain the schema row CREATE VIRTUAL TABLE users USING
    ** gnd_cubes('/etc/x'). SQLite would connect it even if the module is only eponymous. */
    bool is_plain = count <= 3 && !sqlite3_stricmp(arguments[0], arguments[2]) &&
                    !sqlite3_stricmp(arguments[2], descriptor->name);
    if (!is_plain) {
        *message = sqlite3_mprintf("%s can't be made with CREATE VIRTUAL TABLE: use it as %s(src)",
                                   descriptor->name, descriptor->name);
        return SQLITE_ERROR;
    }
    int room = COMMON_COLUMNS_MAX + descriptor->column_count + descriptor->argument_count;
    VirtualTable *table =
        sqlite3_malloc64(sizeof *table + (size_t)room * (sizeof(Column) + sizeof(ShownColumn)));
    if (!table) return SQLITE_NOMEM;
    *table = (VirtualTable){.session = client->session, .table = descriptor};
    int first_hidden = place_columns(table, room);
    int code = declare(database, table->columns, table->column_count, first_hidden);
    if (code == SQLITE_OK) { /* tables that read files are for the user's own SQL only */
        bool reads = table->session->settings.file_access && !descriptor->about_extension;
        code =
            sqlite3_vtab_config(database, reads ? SQLITE_VTAB_DIRECTONLY : SQLITE_VTAB_INNOCUOUS);
    }
    if (code != SQLITE_OK) {
        *message = sqlite3_mprintf("%s", sqlite3_errmsg(database));
        sqlite3_free(table);
        return code;
    }
    session_retain(table->session);
    *result = &table->base;
    return SQLITE_OK;
}

static const sqlite3_module table_module = {
    .iVersion = 0, /* without xCreate, the table can only be used as a function of its source */
    .xConnect = connect_table,
    .xBestIndex = plan_query,
    .xDisconnect = disconnect,
    .xOpen = cursor_open,
    .xClose = cursor_close,
    .xFilter = filter_rows,
    .xNext = cursor_next,
    .xEof = cursor_at_end,
    .xColumn = cursor_column,
    .xRowid = cursor_rowid,
};

int connect_tables(Session *session) {
    const Table *table;
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        TableClient *client = sqlite3_malloc64(sizeof *client);
        if (!client) return SQLITE_NOMEM;
        *client = (TableClient){session, table};
        session_retain(session);
        int code = sqlite3_create_module_v2(session->database, table->name, &table_module, client,
                                            session_free_client);
        if (code != SQLITE_OK) return code; /* SQLite has freed the client */
    }
    return SQLITE_OK;
}
