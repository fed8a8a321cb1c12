/* Begins and ends the calls of functions that return binary glTF. */
#include "scene/glb_call.h"

/* What textures may take in addition to the document's limit. */
#define GLB_TEXTURE_BYTES ((uint64_t)1 << 30)

/* Reads the argument: NULL and 1 mean that textures are put into the file, 0 that there are none; a
** text is a folder or a pattern. */
static bool take_textures(Call *call, Value value, char **text, bool *inside) {
    *text = NULL;
    if (value.type == VALUE_TEXT) {
        *text = text_copy(call->scratch, value.bytes, value.length);
        return *text || fail_memory(call->error, call->scratch);
    }
    *inside = true;
    return value_to_flag(value, inside) ||
           fail(call->error, ERROR_ARGUMENT,
                "textures isn't 0, 1, or text, expected a folder or a pattern such as "
                "'textures/{}.png'");
}

bool glb_call_begin(Call *call, Glb *glb, int textures, const NameKind *naming) {
    bool given = call->arguments && naming, inside = false;
    Value value = given ? call->arguments->values[textures] : value_null();
    char *text = NULL;
    arena_share_limit(&call->document->arena, call->scratch);
    if (naming && !take_textures(call, value, &text, &inside)) return false;
    glb_begin(glb, call->scratch, text, call->error);
    if (!inside || !call->beside) return true;
    arena_allow(call->scratch, GLB_TEXTURE_BYTES);
    glb->inside = (GlbTextures){call->beside, naming};
    const NameSearch search = {call->beside, call->scratch, call->error};
    return names_begin(&search, naming, NULL);
}

Value glb_call_end(Glb *glb, uint32_t root) {
    uint8_t *bytes;
    uint64_t size;
    return glb_end(glb, root, &bytes, &size) ? value_given(bytes, size) : value_null();
}
