/* 2DA tables and functions: rules by row and column. twoda.h describes the format. */
#include "neverwinter/twoda/twoda.h"
#include "scene/json.h"
#include "table/naming.h"

static Value text_at(const Row *row, uint32_t at) {
    TwoDaText text = twoda_text(row->document, at);
    return row_mixed_text(row, ENCODING_CP1252, text.bytes, text.length);
}

/* Where a text begins: the name of a column, the label of a row, or a cell. */
typedef struct Place {
    uint32_t at;
} Place;

static Value place_text(const Row *row) {
    return text_at(row, ((const Place *)(const void *)row->record)->at);
}

static Value file_kind(const Row *row) {
    return value_name(((const TwoDa *)row->document)->is_binary ? "binary" : "text");
}

static Value file_default(const Row *row) {
    const TwoDa *twoda = row->document;
    return twoda->default_at ? text_at(row, twoda->default_at) : value_null();
}

static const Column file_columns[] = {
    GET("kind", TEXT, NULL, "text (V2.0) or binary (V2.b, as KOTOR has)", file_kind),
    MEMBER(U64, "column_count", NULL, "Number of columns", TwoDa, column_count),
    MEMBER(U64, "row_count", NULL, "Number of rows", TwoDa, row_count),
    GET("default_value", TEXT, NULL,
        "What the line \"DEFAULT: ...\" says; NULL: there is none. twoda_value doesn't use it",
        file_default, WRITTEN, .with_nul = true),
};

static const Table twoda_files = {
    TABLE("twoda_files", twoda_format, file_columns),
    .doc = "The size of each table of rules, one row for a file.",
    .example = "SELECT file, kind, column_count, row_count FROM twoda_files('samples/*.2da')",
    ONE_ROW,
};

static const Column column_columns[] = {
    GET("name", TEXT, NULL, "Name of the column", place_text, WRITTEN, .nocase = true,
        .with_nul = true),
    ITEM(U32, "filled", NULL, "Number of cells that aren't NULL", TwoDa, filled_of_column, 0,
         .prepare = twoda_list_filled),
};

static const Table twoda_columns = {
    TABLE("twoda_columns", twoda_format, column_columns),
    .doc = "The columns of tables of rules.",
    .example = "SELECT id, name, filled FROM twoda_columns('samples/appearance.2da')",
    .typical_rows = 12,
    ROWS(TwoDa, columns, column_count, sizeof(Place)),
    OFFSET_MEMBER(Place, at),
    .identity = {"name"},
};

static Value row_cell_count(const Row *row) {
    return value_integer((int64_t)twoda_written_cells(row->document, row->index));
}

static Value row_cells(const Row *row) {
    const TwoDa *twoda = row->document;
    ChildRange range = children_of(&twoda->row_cells, row->index);
    Json json = {.arena = row->scratch};
    json_open(&json, NULL, '{');
    for (uint64_t cell = range.first; cell < range.end && !json.failed; cell++) {
        TwoDaText text = twoda_text(twoda, twoda->cells[cell]);
        uint64_t column = cell - range.first;
        uint32_t key_length, length;
        if (twoda_is_null(&text)) continue;
        const char *key = twoda_name(twoda, column, row->scratch, &key_length);
        const char *value = text_mixed(row->scratch, text.bytes, text.length, &length);
        if (!key || !value) return value_null();
        json_member(&json, (JsonString){key, key_length}, (JsonString){value, length});
    }
    json_close(&json, '}');
    return json.failed ? value_null() : value_text_of(json.text.items, (uint32_t)json.text.count);
}

static const Column row_columns[] = {
    GET("label", TEXT, NULL,
        "Label of the row; readers take its position instead, which is id, so that it may repeat "
        "or say something else",
        place_text, WRITTEN, .with_nul = true),
    GET("cell_count", INTEGER, NULL,
        "Cells that are written, NULLs and those beyond the last column included", row_cell_count),
    GET("cells", TEXT, NULL,
        "The cells that aren't NULL as a JSON object by the names of columns: cells ->> 'LABEL'. "
        "Where a name stands again, #2 is added to it",
        row_cells, .prepare = twoda_number_names),
};

static const Table twoda_rows = {
    TABLE("twoda_rows", twoda_format, row_columns),
    .has_global_ids = true,
    .doc = "The rows of tables of rules; `id` is the number by which other files refer to a row.",
    .example = "SELECT id, label, cells FROM twoda_rows('samples/appearance.2da')",
    .typical_rows = 200,
    ROWS(TwoDa, rows, row_count, sizeof(Place)),
    OFFSET_MEMBER(Place, at),
};

ROW_RECORD(TwoDaCell, cell_of)

static Value cell_column_name(const Row *row) {
    return text_at(row, ((const TwoDa *)row->document)->columns[cell_of(row)->column]);
}

static Value cell_quoted(const Row *row) {
    return value_integer(twoda_text(row->document, cell_of(row)->at).is_quoted);
}

static bool cell_tells(const Row *row, uint32_t number, Named *named) {
    const TwoDaText text = twoda_text(row->document, cell_of(row)->at);
    const NameKind *kind = twoda_kind_of_cell(row->document, cell_of(row)->column, &text);
    if (number || !kind) return false;
    *named = name_of_kind(kind, place_text(row));
    return true;
}

static bool prepare_cells(Document *document, Error *error) {
    return twoda_list_filled(document, error) && twoda_find_names((TwoDa *)document, error);
}

static const Column cell_columns[] = {
    MEMBER_REF("row_id", "twoda_rows", "Its row", TwoDaCell, row),
    MEMBER_REF("column_id", "twoda_columns", "Its column", TwoDaCell, column),
    GET("column", TEXT, NULL, "Name of its column", cell_column_name, .nocase = true,
        .with_nul = true),
    GET("value", TEXT, NULL, "The text; numbers are text, too", place_text, WRITTEN,
        .with_nul = true, .tells = cell_tells),
    GET("quoted", INTEGER, NULL, "1 if it stands in quotes", cell_quoted, WRITTEN),
};

static const Table twoda_cells = {
    TABLE("twoda_cells", twoda_format, cell_columns),
    .asked_as = "spell icon feat class",
    .doc = "The cells of tables of rules that are written and aren't NULL (****).",
    .example = "SELECT row_id, \"column\", value FROM twoda_cells('samples/appearance.2da') "
               "WHERE value LIKE '%dwarf%'",
    .typical_rows = 2000,
    .prepare = prepare_cells,
    ROWS(TwoDa, filled, filled_count, sizeof(TwoDaCell)),
    .indexes = {{.keys = {"row_id"}, .rows_per_key = 10}},
    OFFSET_MEMBER(TwoDaCell, at),
    .identity = {"row_id", "column_id"},
    .shown_by = "column",
};

static Value value_call(Call *call) {
    int64_t number;
    uint32_t length;
    TwoDaText text;
    if (!value_to_written_integer(call->values[0], &number)) {
        return call_fail(call, "row must be an integer, the position of a row");
    }
    if (call->values[1].type != VALUE_TEXT) {
        return call_fail(call, "column must be text, the name of a column");
    }
    if (!twoda_find((TwoDa *)call->document, number, call->values[1].bytes, call->values[1].length,
                    call->scratch, &text, call->error)) {
        return value_null();
    }
    const char *converted = text_mixed(call->scratch, text.bytes, text.length, &length);
    if (converted) return value_text_of(converted, length);
    return value_null_after(fail_memory(call->error, call->scratch));
}

static const Function twoda_functions[] = {
    {"twoda_value", "src, row, column",
     .doc =
         "A cell of a table of rules as text. `row` is the position of the row, as other files "
         "mean it, also as a text, `column` the name of the column as twoda_rows.cells has it; if "
         "no column has that, the first of which it is the name without regard to case. NULL "
         "where the cell is ****, or where there is no such row or column.",
     .example = "SELECT twoda_value('samples/appearance.2da', 1, 'LABEL')", .format = &twoda_format,
     .call = value_call, .with_nul = true},
};

const Module twoda_module = {
    FORMATS(&twoda_format),
    TABLES(&twoda_files, &twoda_columns, &twoda_rows, &twoda_cells),
    MODULE_PARTS(twoda_functions, function),
};
