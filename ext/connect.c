/*
** Connecting a descriptor: its columns as SQLite sees them, and the CREATE TABLE text.
**
**     gnd_cubes('a.gnd')  is  file, id, <visible columns>,
**                             src, <own arguments>, on_error,  <own hidden columns>,
**                             source, byte_offset              (all from src on are hidden)
**
** The arguments stand before the hidden outputs, because SQLite takes hidden columns in order as
** the arguments of the table-valued function.
*/
#include "engine.h"
#include "cursor.h"

static const Column file_column = {
    .name = "file",
    .type = TEXT,
    .kind = CELL_FILE,
    .doc = "Path that the row came from; NULL for a BLOB",
};
static const Column id_column = {
    .name = "id",
    .type = INTEGER,
    .kind = CELL_ID,
    .doc = "Number of the row in its file, from 0: what the file's own references hold",
};
static const Column src_column = {
    .name = "src",
    .type = ANY,
    .kind = CELL_ARGUMENT,
    .doc = "Argument: a path, a pattern with *, ?, [...] or **, or a BLOB with the content of a file",
};
static const Column on_error_column = {
    .name = "on_error",
    .type = TEXT,
    .kind = CELL_ARGUMENT,
    .doc = "Argument: 'fail' (default), or 'skip' to pass over files that can't be decoded",
};
static const Column source_column = {
    .name = "source",
    .type = ANY,
    .kind = CELL_SOURCE,
    .doc = "What to pass on as src to another table: the path, or the BLOB by reference",
};
static const Column byte_offset_column = {
    .name = "byte_offset",
    .type = INTEGER,
    .unit = "bytes",
    .kind = CELL_BYTE_OFFSET,
    .doc = "Where the record begins in the file, or in the inflated packet; NULL if it is nowhere",
};

static bool has_column(const Table *table, const char *name) {
    for (int i = 0; i < table->column_count; i++) {
        if (strcmp(table->columns[i].name, name) == 0) return true;
    }
    return false;
}

int list_columns(const Table *table, Column *columns, int *first_hidden) {
    int count = 0;
    if (!table->about_extension) {
        columns[count++] = file_column;
        columns[count++] = id_column;
    }
    for (int i = 0; i < table->column_count; i++) columns[count++] = table->columns[i];
    *first_hidden = count;
    if (table->about_extension) return count;
    columns[count++] = src_column;
    for (int i = 0; i < table->argument_count; i++) {
        const Argument *argument = &table->arguments[i];
        columns[count++] = (Column){
            .name = argument->name, .doc = argument->doc, .kind = CELL_ARGUMENT, .type = ANY};
    }
    columns[count++] = on_error_column;
    for (int i = 0; i < table->hidden_count; i++) columns[count++] = table->hidden[i];
    columns[count++] = source_column;
    if (!has_column(table, byte_offset_column.name)) columns[count++] = byte_offset_column;
    return count;
}

static const char *const type_names[] = {"INTEGER", "REAL", "TEXT", "BLOB", ""};

const char *sql_type_name(SqlType type) {
    return type_names[type];
}

static int declare(sqlite3 *database, const Column *columns, int count, int first_hidden) {
    sqlite3_str *text = sqlite3_str_new(database);
    sqlite3_str_appendall(text, "CREATE TABLE x(");
    for (int i = 0; i < count; i++) {
        sqlite3_str_appendf(text, "%s%s %s%s", i ? ", " : "", columns[i].name,
                            type_names[columns[i].type], i >= first_hidden ? " HIDDEN" : "");
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

/* A hostile database can hold the schema row CREATE VIRTUAL TABLE users USING gnd_cubes('/etc/x'),
** and SQLite would connect it even for a module that is only eponymous. */
static bool is_plain_use(const Table *table, int count, const char *const *arguments) {
    return count <= 3 && sqlite3_stricmp(arguments[0], arguments[2]) == 0 &&
           sqlite3_stricmp(arguments[2], table->name) == 0;
}

/* What the module of a table is registered with. */
typedef struct TableClient {
    Session *session;
    const Table *table;
} TableClient;

static void free_client(void *context) {
    TableClient *client = context;
    session_release(client->session);
    sqlite3_free(client);
}

static int disconnect(sqlite3_vtab *base) {
    VirtualTable *table = (VirtualTable *)base;
    session_release(table->session);
    sqlite3_free(table);
    return SQLITE_OK;
}

static int connect_table(sqlite3 *database, void *context, int count,
                         const char *const *arguments, sqlite3_vtab **result, char **message) {
    const TableClient *client = context;
    const Table *descriptor = client->table;
    if (!is_plain_use(descriptor, count, arguments)) {
        *message = sqlite3_mprintf("%s can't be made with CREATE VIRTUAL TABLE: use it as %s(src)",
                                   descriptor->name, descriptor->name);
        return SQLITE_ERROR;
    }
    int most = COMMON_COLUMNS_MAX + descriptor->column_count + descriptor->hidden_count +
               descriptor->argument_count;
    VirtualTable *table = sqlite3_malloc64(sizeof *table + (size_t)most * sizeof(Column));
    if (!table) return SQLITE_NOMEM;
    int first_hidden;
    *table = (VirtualTable){.session = client->session, .table = descriptor};
    table->columns = (Column *)(table + 1);
    table->column_count = list_columns(descriptor, table->columns, &first_hidden);
    table->src_column = first_hidden;
    table->on_error_column = first_hidden + 1 + descriptor->argument_count;
    for (int i = 0; i < INDEXES_MAX; i++) {
        for (int k = 0; k < KEYS_MAX; k++) {
            table->key_columns[i][k] = find_column(table, descriptor->indexes[i].keys[k]);
        }
    }
    for (int i = 0; i <= descriptor->argument_count + 1; i++) { /* which argument each one is */
        if (!descriptor->about_extension) {
            table->columns[table->src_column + i].parameter = (uint32_t)i;
        }
    }
    int code = declare(database, table->columns, table->column_count, first_hidden);
    if (code == SQLITE_OK && table->session->file_access && !descriptor->about_extension) {
        code = sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
    }
    if (code != SQLITE_OK) {
        sqlite3_free(table);
        return code;
    }
    session_retain(table->session);
    *result = &table->base;
    return SQLITE_OK;
}

static const sqlite3_module table_module = {
    .iVersion = 0, /* no xCreate: the table exists only as a function of its source */
    .xConnect = connect_table,
    .xBestIndex = plan_query,
    .xDisconnect = disconnect,
    .xOpen = cursor_open,
    .xClose = cursor_close,
    .xFilter = cursor_filter,
    .xNext = cursor_next,
    .xEof = cursor_at_end,
    .xColumn = cursor_column,
    .xRowid = cursor_rowid,
};

int register_tables(Session *session) {
    for (int m = 0; m < module_count; m++) {
        for (int t = 0; t < modules[m]->table_count; t++) {
            const Table *table = modules[m]->tables[t];
            TableClient *client = sqlite3_malloc64(sizeof *client);
            if (!client) return SQLITE_NOMEM;
            *client = (TableClient){session, table};
            session_retain(session);
            int code = sqlite3_create_module_v2(session->database, table->name, &table_module,
                                                client, free_client);
            if (code != SQLITE_OK) return code; /* SQLite has freed the client */
        }
    }
    return SQLITE_OK;
}
