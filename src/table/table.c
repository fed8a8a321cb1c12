/* Rows without SQLite: see table.h. */
#include "table/table.h"

/* Returns the array at `place`. Pointers are copied as bytes since their types differ. */
static void find_array(const ArrayPlace *place, const Document *document, Array *array) {
    const char *members = (const char *)document;
    if (place->kind == PLACE_DOCUMENT) {
        *array = (Array){.records = document, .count = 1};
        return;
    }
    if (place->kind == PLACE_HEADER) {
        *array = (Array){.count = 1};
        memcpy(&array->records, members + place->records, sizeof array->records);
        return;
    }
    if (place->kind == PLACE_CHILDREN) {
        Children children;
        memcpy(&children, members + place->records, sizeof children);
        array->count = children.count;
        array->starts = children.starts;
        if (!children.starts) return;
        array->records = document->records;
        if (document->records == document->bytes) array->offset = 0;
        return;
    }
    memcpy(&array->count, members + place->count, sizeof array->count);
    if (place->kind == PLACE_COMPUTED) return;
    memcpy(&array->records, members + place->records, sizeof array->records);
    uint64_t bytes = place->bytes;
    if (place->kind == PLACE_SIZED_RECORDS) memcpy(&bytes, members + place->bytes, sizeof bytes);
    array->stride = (uint32_t)bytes;
    uintptr_t file = (uintptr_t)document->bytes, records = (uintptr_t)array->records;
    if (array->records && document->bytes && records >= file && records - file <= document->size) {
        array->offset = records - file;
    }
}

bool prepared_with_rows(Document *document UNUSED, Error *error UNUSED) {
    return true;
}

bool table_rows(const Table *table, Opening *opening) {
    *opening->array = (Array){.offset = NO_OFFSET};
    opening->table = table;
    if (opening->document) arena_share_limit(&opening->document->arena, opening->scratch);
    for (int i = 0; !opening->is_plain && i < table->column_count; i++) {
        bool (*prepare)(Document *, Error *) = table->columns[i].prepare;
        if (prepare && !prepare(opening->document, opening->error)) return false;
    }
    if (!opening->is_plain && table->look_beside && !table->look_beside(opening)) return false;
    if (table->prepare && !table->prepare(opening->document, opening->error)) return false;
    if (table->place.kind == PLACE_CHILDREN && table->format->make_children &&
        !table->format->make_children(opening->document, table->place.records, opening->error)) {
        return false;
    }
    if (table->place.kind) find_array(&table->place, opening->document, opening->array);
    return !table->rows || table->rows(opening);
}

void *opening_set_row(Opening *opening, size_t bytes) {
    void *row = arena_zeroed(opening->scratch, 1, bytes);
    if (!row) fail_memory(opening->error, opening->scratch);
    opening_set_rows(opening, row, 1, bytes);
    return row;
}

uint64_t record_offset(const Table *table, const Row *row) {
    if (table->byte_offset) return table->byte_offset(row);
    if (table->offset_member) {
        const void *member = row->record + table->offset_member - 1;
        bool is_short = table->offset_bytes == sizeof(uint32_t);
        return is_short ? *(const uint32_t *)member : *(const uint64_t *)member;
    }
    uint64_t first = row->array->offset;
    return first == NO_OFFSET ? NO_OFFSET : first + record_start(row->array, row->index);
}

void table_write_call(const Table *table, const char *more, char text[CALL_BYTES]) {
    bool has_source = !table->about_extension;
    int used = print_text(text, CALL_BYTES, "%s(%s", table->name, has_source ? "src" : "");
    for (int i = 0; i < table->argument_count; i++) {
        const Argument *own = &table->arguments[i];
        const char *format = !i && !has_source ? "%s" : own->optional ? " [, %s]" : ", %s";
        used += print_text(text + used, (size_t)(CALL_BYTES - used), format, own->name);
    }
    print_text(text + used, (size_t)(CALL_BYTES - used), "%s)", more);
}

Value call_fail(Call *call, const char *format, ...) {
    char message[sizeof call->error->message];
    va_list arguments;
    va_start(arguments, format);
    print_list(message, sizeof message, format, arguments);
    va_end(arguments);
    return value_null_after(fail(call->error, ERROR_ARGUMENT, "%s", message));
}

void count_arguments(const Function *function, int *least, int *most) {
    const char *at = function->takes ? function->takes : "";
    bool is_optional = *at == '[';
    *most = *at != '\0';
    *least = *most && !is_optional;
    for (; *at; at++) {
        if (*at == '[') is_optional = true;
        if (*at != ',') continue;
        *most += 1;
        *least += !is_optional;
    }
    if (function->most) *most = function->most;
}

void find_in_grid(uint64_t width, const KeyRange *y, const KeyRange *x, RowRange *range) {
    uint64_t height = width ? range->end / width : 0;
    uint64_t first = y->lo > 0 ? (uint64_t)y->lo : 0;
    uint64_t last = y->hi < 0 ? 0 : (uint64_t)y->hi;
    if (y->hi < 0 || first >= height || first > last) {
        range->end = range->first = 0;
        return;
    }
    if (last >= height) last = height - 1;
    uint64_t left = 0, right = width - 1;
    if (first == last) { /* a single row of the grid: x narrows further */
        if (x->hi < 0 || (x->lo > 0 && (uint64_t)x->lo >= width) || x->lo > x->hi) {
            range->end = range->first = 0;
            return;
        }
        if (x->lo > 0) left = (uint64_t)x->lo;
        if ((uint64_t)x->hi < width) right = (uint64_t)x->hi;
    }
    range->first = first * width + left;
    range->end = last * width + right + 1;
}

void find_children(const Children *children, const KeyRange *parent, RowRange *range) {
    if (children->order && parent->lo != parent->hi) return; /* ids rise only within a parent */
    ChildRange found = children_of_range(children, parent->lo, parent->hi);
    *range = (RowRange){found.first, found.end, children->order};
}

bool find_by_index(const Index *index, const Seek *seek, RowRange *range) {
    static const KeyRange any = {.lo = INT64_MIN, .hi = INT64_MAX};
    const char *members = seek->document;
    if (index->find) {
        index->find(seek, range);
        return true;
    }
    if (index->children) {
        find_children((const void *)(members + index->children - 1), &seek->ranges[0], range);
        return true;
    }
    uint64_t width = index->width;
    if (index->grid) width = *(const uint32_t *)(const void *)(members + index->grid - 1);
    else if (!width) return false;
    find_in_grid(width, &seek->ranges[0], index->keys[1] ? &seek->ranges[1] : &any, range);
    return true;
}
