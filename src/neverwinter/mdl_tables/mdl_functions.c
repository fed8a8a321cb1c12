/* mdl_glb(): calls mdl_write_glb() and tells it what the tables of lights, emitters, references and
** danglymeshes say of a node. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl/mdl_glb.h"
#include "scene/glb_call.h"

/* The most controllers of a node that are written; an emitter has some dozens. */
#define CONTROLLERS_TOLD 256

static void put_value(Json *json, const char *key, Value value, Arena *scratch) {
    switch (value.type) {
    case VALUE_INTEGER: json_integer(json, key, value.integer); break;
    case VALUE_REAL: json_number(json, key, value.real); break;
    case VALUE_TEXT: {
        char *text = text_copy(scratch, value.bytes, value.length);
        if (text) json_text(json, key, text);
        break;
    }
    default: break;
    }
}

/* Writes the visible columns of the node's row in a table. */
static bool describe_part(Mdl *mdl, uint64_t node, const Table *table, MdlPart part, Json *extras,
                          Error *error) {
    Arena scratch = {.host = mdl->document.arena.host};
    Array array = {0};
    bool no_memory = false;
    Opening opening = {
        .document = &mdl->document, .scratch = &scratch, .array = &array, .error = error};
    if (!table_rows(table, &opening)) return false;
    RowNotes notes;
    Row row = {.document = mdl, .array = &array, .notes = &notes, .scratch = &scratch};
    row_go_to(&row, mdl->parts[part].first[node]);
    for (int i = 0; i < table->column_count; i++) {
        const Column *column = &table->columns[i];
        if (column->references || column->hidden) continue;
        put_value(extras, column->name, cell_value(column, &row, &no_memory), &scratch);
    }
    bool done = !no_memory && !scratch.failed;
    if (!done) fail_memory(error, &scratch);
    arena_clear(&scratch);
    return done;
}

/* Tells whether an earlier controller of this node has the same name. */
static bool is_told(const Mdl *mdl, uint64_t first, uint64_t controller, const char *name) {
    for (uint64_t i = first; i < controller; i++) {
        const char *other = mdl_controller_name(mdl, i);
        if (other && strcmp(other, name) == 0) return true;
    }
    return false;
}

/* Writes the values of controllers that have a name and one row, like "birthrate": 10. */
static bool describe_controllers(Mdl *mdl, uint64_t node, Json *extras, Error *error) {
    if (!mdl_name_controllers(mdl, error)) return false;
    ChildRange range = children_of(&mdl->controllers, node);
    json_open(extras, "controllers", '{');
    for (uint64_t i = range.first; i < range.end && i - range.first < CONTROLLERS_TOLD; i++) {
        const uint8_t *key = mdl_bytes(mdl, mdl->controllers.starts[i]);
        const char *name = mdl_controller_name(mdl, i);
        double numbers[MDL_COLUMN_BITS];
        uint32_t width = mdl_controller_width(key);
        const uint8_t *values = mdl_bind_value(mdl, node, load_i32(key), width);
        if (!name || !values || !width || is_told(mdl, range.first, i, name)) continue;
        load_floats(values, width, numbers);
        if (width == 1) json_number(extras, name, numbers[0]);
        else json_numbers(extras, name, numbers, width);
    }
    json_close(extras, '}');
    return true;
}

static bool describe(Mdl *mdl, uint64_t node, Json *extras, Error *error) {
    static const struct {
        const Table *table;
        MdlPart part;
        uint32_t flag;
    } parts[] = {
        {&mdl_lights, MDL_LIGHT, MDL_FLAG_LIGHT},
        {&mdl_emitters, MDL_EMITTER, MDL_FLAG_EMITTER},
        {&mdl_references, MDL_REFERENCE, MDL_FLAG_REFERENCE},
        {&mdl_danglies, MDL_DANGLY, MDL_FLAG_DANGLY},
    };
    uint32_t flags = mdl->nodes[node].flags;
    for (size_t i = 0; i < LENGTH(parts); i++) {
        if (flags & parts[i].flag &&
            !describe_part(mdl, node, parts[i].table, parts[i].part, extras, error)) {
            return false;
        }
    }
    return !(flags & MDL_FLAG_EMITTER) || describe_controllers(mdl, node, extras, error);
}

Value mdl_glb_call(Call *call) {
    Glb glb;
    const MdlScene scene = {.mdl = (Mdl *)call->document,
                            .glb = &glb,
                            .supermodels = call->arguments ? call->arguments->files[0] : NULL,
                            .describe = describe};
    if (!glb_call_begin(call, &glb, 1, &nwn_texture)) return value_null();
    return glb_call_end(&glb, mdl_write_glb(&scene));
}
