/* The functions that return models and maps of Ragnarok Online as binary glTF. */
#include "ragnarok/rsm/rsm_glb.h"
#include "ragnarok/rsw_glb.h"

#include "codec/text.h"
#include "scene/glb_call.h"

/* ---- rsm_glb --------------------------------------------------------------------------------- */

static bool take_flag(bool *flag, Value value, Error *error) {
    int64_t number;
    if (value.type == VALUE_NULL) return true;
    if (!value_to_integer(value, &number) || number < 0 || number > 1) {
        return fail(error, ERROR_ARGUMENT, "an option isn't true or false, as was expected");
    }
    *flag = number;
    return true;
}

static bool take_model_option(void *target, const char *key, Value value, Error *error) {
    if (strcmp(key, "centre") == 0) return take_flag(target, value, error);
    return fail(error, ERROR_ARGUMENT, "an unknown option, expected centre");
}

Value rsm_glb_call(Call *call) {
    Glb glb;
    bool centred = true;
    Value options = call->arguments ? call->arguments->values[1] : value_null();
    if (options.type != VALUE_NULL && call->each_member &&
        !call->each_member(call, options, "{\"centre\": false}", take_model_option, &centred)) {
        return value_null();
    }
    if (!glb_call_begin_in(call, &glb, 0, "model", "texture")) return value_null();
    return glb_call_end(&glb, rsm_write_glb((Rsm *)call->document, &glb, centred));
}

/* ---- rsw_glb --------------------------------------------------------------------------------- */

typedef struct MapOptions {
    Arena *arena;
    RswSceneOptions scene;
    const char *data, *pattern;
    bool textures, animations;
    uint64_t limit;
} MapOptions;

static bool take_text(const MapOptions *options, const char **text, Value value, Error *error) {
    if (value.type == VALUE_NULL) return true;
    if (value.type != VALUE_TEXT) {
        return fail(error, ERROR_ARGUMENT, "an option isn't text, as was expected");
    }
    *text = text_copy(options->arena, value.bytes, value.length);
    return *text || fail_memory(error, options->arena);
}

static bool take_missing(MapOptions *options, Value value, Error *error) {
    static const char *const names[] = {"skip", "box", "error"};
    for (int i = 0; i < 3; i++) {
        if (!value_is_text(value, names[i])) continue;
        options->scene.missing = (RswMissing)i;
        return true;
    }
    return fail(error, ERROR_ARGUMENT, "the option missing isn't \"skip\", \"box\" or \"error\"");
}

static bool take_limit(MapOptions *options, Value value, Error *error) {
    int64_t number;
    if (!value_to_integer(value, &number) || number < 1) {
        return fail(error, ERROR_ARGUMENT, "the option limit_bytes isn't a number above 0");
    }
    options->limit = (uint64_t)number;
    return true;
}

static bool take_map_option(void *target, const char *key, Value value, Error *error) {
    MapOptions *options = target;
    const struct {
        const char *key;
        bool *flag;
    } flags[] = {{"models", &options->scene.models},
                 {"lights", &options->scene.lights},
                 {"water", &options->scene.water},
                 {"ground", &options->scene.ground},
                 {"animations", &options->animations}};
    for (size_t i = 0; i < LENGTH(flags); i++) {
        if (strcmp(key, flags[i].key) == 0) return take_flag(flags[i].flag, value, error);
    }
    if (value.type == VALUE_NULL) return true;
    if (strcmp(key, "data") == 0) return take_text(options, &options->data, value, error);
    if (strcmp(key, "missing") == 0) return take_missing(options, value, error);
    if (strcmp(key, "limit_bytes") == 0) return take_limit(options, value, error);
    if (strcmp(key, "textures") == 0) {
        return value.type == VALUE_TEXT ? take_text(options, &options->pattern, value, error)
                                        : take_flag(&options->textures, value, error);
    }
    return fail(error, ERROR_ARGUMENT,
                "an unknown option, expected data, textures, models, animations, lights, water, "
                "ground, missing or limit_bytes");
}

static bool take_map_options(Call *call, MapOptions *options) {
    Value value = call->arguments ? call->arguments->values[0] : value_null();
    *options = (MapOptions){.arena = call->scratch,
                            .scene = {true, true, true, true, RSW_SKIP_MISSING},
                            .textures = true};
    if (value.type != VALUE_NULL && call->each_member &&
        !call->each_member(call, value, "{\"textures\": false}", take_map_option, options)) {
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
    call->scratch->limit = options.limit ? options.limit : 2 * GLB_BYTES_MAX;
    if ((options.data && !beside->add_roots(beside, options.data, "data", call->error)) ||
        !beside->add_own_root(beside, NULL, call->error)) {
        return value_null();
    }
    glb_begin(&glb, call->scratch, options.pattern, call->error);
    if (options.textures && !options.pattern) {
        glb.inside = (GlbTextures){.beside = beside, .folder = "texture"};
    }
    return glb_call_end(&glb,
                        rsw_write_glb((const Rsw *)call->document, beside, &options.scene, &glb));
}
