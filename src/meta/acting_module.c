/* What searches, compares and changes cells of any format, as a module. */
#include "meta/compare.h"
#include "meta/edit.h"

static Value hash_call(Call *call) {
    const Value *value = &call->values[0];
    if (value->type != VALUE_BLOB) return call_fail(call, "expected a BLOB");
    return value_integer((int64_t)hash_content(value->bytes, value->length));
}

enum { EDIT_TABLE, EDIT_ID, EDIT_COLUMN, EDIT_VALUE, EDIT_FORCE };

typedef struct EditState {
    Arena arena;
    Edit edit;
    bool begun, force;
} EditState;

static bool edit_step(void *memory, Call *call) {
    EditState *state = memory;
    const Value *values = call->values;
    if (!state->begun) {
        state->begun = true;
        state->edit = (Edit){.document = call->document, .arena = &state->arena};
        arena_share_limit(&call->document->arena, &state->arena);
        Value last = call->count > EDIT_FORCE ? values[EDIT_FORCE] : value_null();
        state->force = value_is_text(last, "force");
        if (!state->force && !call->skips && last.type != VALUE_NULL) {
            return fail(call->error, ERROR_ARGUMENT,
                        "the last argument is neither 'force' nor 'skip'");
        }
    }
    return edit_add(&state->edit, values[EDIT_TABLE], values[EDIT_ID], values[EDIT_COLUMN],
                    values[EDIT_VALUE], call->error);
}

static Value edit_result(void *memory, Call *call) {
    EditState *state = memory;
    FilePart result;
    if (!edit_finish(&state->edit, state->force, call->scratch, &result, call->error)) {
        return value_null();
    }
    if (result.bytes == state->edit.document->bytes) return value_blob(result.bytes, result.size);
    return value_given((void *)(uintptr_t)result.bytes, result.size);
}

static const Function acting_functions[] = {
    {"gamemap_hash", "blob",
     .doc =
         "A number of 64 bits by which equal contents are found: the same for the same bytes, on "
         "every computer, and hardly ever the same for others (SipHash-1-3 with the key 0). It "
         "isn't cryptographic: whoever wants to can make two contents with the same number.",
     .example = "SELECT gamemap_hash(x'00c8ff')", .call = hash_call},
    {"gamemap_edit", "source, table, id, column, value [, 'force' or 'skip']",
     .asked_as = "rename replace set",
     .doc = "An aggregate: the file with these cells changed, as a BLOB. Nothing is written in "
            "place, and nothing is changed that isn't named; a value that equals the stored one is "
            "no change. gamemap_columns.stored says which columns can be edited; rows can't be "
            "added or removed. What is packed is packed again. A result that the decoder can't "
            "read, or that has new findings of severity error, is refused; 'force' allows the "
            "latter; with 'skip' a file that can't be read gives NULL. Without rows the result is "
            "NULL, which writefile() would write as an empty file: so use no WHERE, and write into "
            "another folder.",
     .example = "SELECT length(gamemap_edit(source, 'gnd_textures', id, 'path', "
                "replace(path, 'grass', 'sand'))) FROM gnd_textures('samples/town.gnd')",
     .state_bytes = sizeof(EditState), .row_values = 5, .of_source = true, .step = edit_step,
     .finish = edit_result},
};

const Module acting_module = {
    TABLES(&gamemap_cells, &gamemap_differences),
    MODULE_PARTS(acting_functions, function),
};
