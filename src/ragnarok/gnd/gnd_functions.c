/* The SQL functions posterize, which reduces a colour component to fewer levels, gnd_height and
** gnd_glb. */
#include "ragnarok/gnd/gnd.h"
#include "ragnarok/ro_names.h"
#include "picture/image.h"
#include "scene/glb_call.h"

enum { DEFAULT_STEP = 16, MOST_STEP = 256, COMPONENT_BITS = 8 };
enum { PIECE_BYTES = 1 << 22 }; /* bytes between two polls for interruption */

/* Drops the low bits below the step and repeats the others to fill eight bits: (c >> 4) * 17 for
** step 16. */
static uint8_t replicate_byte(uint8_t component, unsigned step) {
    unsigned lost = 0;
    while (1u << lost < step) lost++;
    unsigned kept = COMPONENT_BITS - lost;
    return kept ? image_widen((uint32_t)component >> lost, kept) : 0;
}

static Value posterize_blob(Value blob, unsigned step, bool replicate, Call *call) {
    const uint8_t *bytes = blob.bytes;
    uint8_t *result = arena_alloc(call->scratch, blob.length, 1);
    if (!result) return value_null_after(fail_memory(call->error, call->scratch));
    uint8_t levels[256];
    for (unsigned i = 0; i < 256; i++) {
        levels[i] = (uint8_t)(replicate ? replicate_byte((uint8_t)i, step) : i / step * step);
    }
    for (uint32_t start = 0, end; start < blob.length; start = end) {
        if (arena_interrupted(call->scratch))
            return value_null_after(fail_interrupted(call->error));
        end = blob.length - start < PIECE_BYTES ? blob.length : start + PIECE_BYTES;
        for (uint32_t i = start; i < end; i++) result[i] = levels[bytes[i]];
    }
    return value_blob(result, blob.length);
}

static Value floor_integer(int64_t component, int64_t step, Call *call) {
    int64_t above = component % step;
    if (above < 0) above += step;
    if (component < INT64_MIN + above) {
        return call_fail(call, "the result is below the least integer");
    }
    return value_integer(component - above);
}

Value gnd_posterize(Call *call) {
    const Value *values = call->values, value = values[0];
    int64_t step = DEFAULT_STEP;
    if (call->count > 1 && (!value_to_integer(values[1], &step) || step < 1 || step > MOST_STEP)) {
        return call_fail(call, "expected a whole step from 1 to 256");
    }
    bool has_mode = call->count > 2, replicate = has_mode && value_is_text(values[2], "replicate");
    if (has_mode && !replicate && !value_is_text(values[2], "floor")) {
        return call_fail(call, "expected mode 'floor' or 'replicate'");
    }
    if (replicate && (step & (step - 1))) {
        return call_fail(call, "mode 'replicate' expects a step that is a power of two");
    }
    if (value.type == VALUE_BLOB) {
        return posterize_blob(value, (unsigned)step, replicate, call);
    }
    if (value.type == VALUE_INTEGER && !replicate) return floor_integer(value.integer, step, call);
    if (value.type == VALUE_REAL && !replicate) {
        return value_real(floor(value.real / (double)step) * (double)step);
    }
    if (value.type == VALUE_INTEGER && value.integer >= 0 && value.integer <= UINT8_MAX) {
        return value_integer(replicate_byte((uint8_t)value.integer, (unsigned)step));
    }
    return call_fail(call, "expected %s or a BLOB of bytes",
                     replicate ? "an integer from 0 to 255" : "a number");
}

Value gnd_height(Call *call) {
    const Gnd *gnd = (const Gnd *)call->document;
    Point2 at;
    if (!value_take_place(call->values, &at, call->error)) return value_null();
    if (call->count < 3 || value_is_text(call->values[2], "drawn")) {
        return value_real(gnd_drawn_height(gnd, at.x, at.y));
    }
    if (value_is_text(call->values[2], "walk"))
        return value_real(gnd_walked_height(gnd, at.x, at.y));
    return call_fail(call, "expected 'drawn' or 'walk'");
}

Value gnd_glb_call(Call *call) {
    Glb glb;
    if (!glb_call_begin(call, &glb, 0, &ro_texture)) return value_null();
    return glb_call_end(&glb, gnd_write_glb((Gnd *)call->document, &glb));
}
