/* The functions that return models and maps of Ragnarok Online as binary glTF. */
#include "ragnarok/ro_names.h"
#include "ragnarok/rsm/rsm_glb.h"
#include "ragnarok/rsw_glb.h"

#include "scene/glb_call.h"
#include "table/options.h"

/* ---- rsm_glb --------------------------------------------------------------------------------- */

static const Option model_options[] = {{.key = "centre", .kind = OPTION_FLAG}};

Value rsm_glb_call(Call *call) {
    Glb glb;
    bool centred = true;
    Value options = call->arguments ? call->arguments->values[1] : value_null();
    if (!options_take(call, options, "{\"centre\": false}", model_options, LENGTH(model_options),
                      &centred, call->scratch)) {
        return value_null();
    }
    if (!glb_call_begin(call, &glb, 0, &rsm_texture)) return value_null();
    return glb_call_end(&glb, rsm_write_glb((Rsm *)call->document, &glb, centred));
}

/* ---- rsw_glb --------------------------------------------------------------------------------- */

typedef struct MapOptions {
    RswSceneOptions scene;
    const char *data, *pattern;
    bool textures, animations;
    double limit;
} MapOptions;

static const char *const missing_words[] = {
    [RSW_SKIP_MISSING] = "skip", [RSW_BOX_MISSING] = "box", [RSW_REFUSE_MISSING] = "error", NULL};

#define OPTION_AT(Kind, Key, Member)                                                               \
    .key = Key, .kind = Kind, .offset = offsetof(MapOptions, Member)

static const Option map_options[] = {
    {OPTION_AT(OPTION_TEXT, "data", data)},
    {OPTION_AT(OPTION_FLAG, "textures", textures), .text = offsetof(MapOptions, pattern) + 1},
    {OPTION_AT(OPTION_FLAG, "models", scene.models)},
    {OPTION_AT(OPTION_FLAG, "animations", animations)},
    {OPTION_AT(OPTION_FLAG, "lights", scene.lights)},
    {OPTION_AT(OPTION_FLAG, "water", scene.water)},
    {OPTION_AT(OPTION_FLAG, "ground", scene.ground)},
    {OPTION_AT(OPTION_CHOICE, "missing", scene.missing), .words = missing_words},
    {OPTION_AT(OPTION_NUMBER, "limit_bytes", limit), .least = 1, .most = 0x1p53},
};

static bool take_map_options(Call *call, MapOptions *options) {
    Value value = call->arguments ? call->arguments->values[0] : value_null();
    *options = (MapOptions){.scene = {true, true, true, true, RSW_SKIP_MISSING}, .textures = true};
    if (!options_take(call, value, "{\"textures\": false}", map_options, LENGTH(map_options),
                      options, call->scratch)) {
        return false;
    }
    return !options->animations ||
           fail(call->error, ERROR_ARGUMENT,
                "models of a map don't move yet: the option animations must be false");
}

Value rsw_glb_call(Call *call) {
    Glb glb;
    MapOptions options;
    const FilesBeside *beside = call->beside;
    if (!take_map_options(call, &options)) return value_null();
    if (!beside) {
        return value_null_after(
            fail(call->error, ERROR_CANNOT_OPEN, "files beside the map can't be read here"));
    }
    call->scratch->limit = options.limit > 0 ? (uint64_t)options.limit : 2 * GLB_BYTES_MAX;
    if ((options.data && !beside->add_roots(beside, options.data, RO_DATA, call->error)) ||
        !beside->add_own_root(beside, NULL, call->error)) {
        return value_null();
    }
    glb_begin(&glb, call->scratch, options.pattern, call->error);
    if (options.textures && !options.pattern) {
        glb.inside = (GlbTextures){beside, &ro_texture};
    }
    return glb_call_end(&glb,
                        rsw_write_glb((const Rsw *)call->document, beside, &options.scene, &glb));
}
