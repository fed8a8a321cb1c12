/* RSW tables: the objects on a map. rsw.h describes the format. */
#include "ragnarok/ro_names.h"
#include "ragnarok/rsw_place.h"
#include "ragnarok/rsm/rsm_tables.h"
#include "scene/glb_call.h"
#include "table/options.h"

static const Name kind_names[] = {
    {RSW_MODEL, "model"}, {RSW_LIGHT, "light"}, {RSW_SOUND, "sound"}, {RSW_EFFECT, "effect"}, {0},
};

ROW_RECORD(RswObject, object_of)

static Value object_of_kind(const Row *row, const Column *column) {
    const RswObject *object = object_of(row);
    return object->kind == column->number ? value_integer(object->index) : value_null();
}

static Value object_name(const Row *row) {
    uint32_t bytes;
    const uint8_t *name = rsw_name(row->document, row->index, &bytes);
    return name ? row_text(row, ENCODING_CP949, name, bytes) : value_null();
}

#define OF_KIND(name, table, doc, kind) GET_REF_WITH(name, table, doc, object_of_kind, kind)

#define X_DOC "To the east of the middle of the map; tile x = x / 5 + half of the GAT's width"
#define Y_DOC "Down"
#define Z_DOC "To the north of the middle of the map; tile y = z / 5 + half of the GAT's height"

static const Column object_columns[] = {
    ENUM(MEMBER_U32, "type", "Kind of the object, 1 to 4", offsetof(RswObject, kind), kind_names),
    OF_KIND("model_id", "rsw_models", "The model that it is; NULL for other objects", RSW_MODEL),
    OF_KIND("light_id", "rsw_lights", "The light that it is", RSW_LIGHT),
    OF_KIND("sound_id", "rsw_sounds", "The sound that it is", RSW_SOUND),
    OF_KIND("effect_id", "rsw_effects", "The effect that it is", RSW_EFFECT),
    GET("name", TEXT, NULL, "Its name, from CP949; NULL for models before 1.3", object_name),
    POINTED(F32, "x", "GND units", X_DOC, RswObject, position, RSW_X),
    POINTED(F32, "y", "GND units", Y_DOC, RswObject, position, RSW_Y),
    POINTED(F32, "z", "GND units", Z_DOC, RswObject, position, RSW_Z),
};

static const Table rsw_objects = {
    TABLE("rsw_objects", rsw_format, object_columns),
    .doc = "All objects of a world in the order of the file: models, lights, sounds and effects.",
    .example = "SELECT type_name, count(*) FROM rsw_objects('samples/town.rsw') GROUP BY 1",
    .typical_rows = 900,
    ROWS(Rsw, objects, object_count, sizeof(RswObject)),
    OFFSET_MEMBER(RswObject, start),
    .again = "rsw_models, rsw_lights, rsw_sounds and rsw_effects",
};

static Value list_object_id(const Row *row, const Column *column) {
    return value_integer(((const Rsw *)row->document)->lists[column->number].parents[row->index]);
}

/* Returns where an object begins that isn't a model: models may have fields before their body. */
static uint64_t body_offset(const Row *row) {
    return document_offset(row->document, row->record) - RSW_OBJECT_BODY;
}

#define OBJECT_ID(kind)                                                                            \
    GET_REF_WITH("object_id", "rsw_objects", "Its number among all objects", list_object_id, kind)
#define POSITION(offset)                                                                           \
    F32("x", "GND units", X_DOC, (offset) + RSW_X),                                                \
        F32("y", "GND units", Y_DOC, (offset) + RSW_Y),                                            \
        F32("z", "GND units", Z_DOC, (offset) + RSW_Z)
#define NAME(name, doc, offset, ...)                                                               \
    CHARS_CP949(name, doc, offset, RSW_NAME_BYTES, __VA_ARGS__),                                   \
        BYTES(name "_raw", RO_RAW_DOC, offset, RSW_NAME_BYTES, .hidden = true)
#define OBJECT_NAME NAME("name", "Its name, from CP949", RSW_NAME, .nocase = false)

/* Finds the models and places them: with an argument in the folders that it names, else in model/
** beside the world. */
static bool place_models(Opening *opening) {
    const FilesBeside *beside = opening->beside;
    const Value *models = opening->arguments ? &opening->arguments->values[0] : NULL;
    Arena *arena = opening->scratch;
    RswPlacing *placing = arena_zeroed(arena, 1, sizeof *placing);
    const NameSearch search = {beside, arena, opening->error};
    const char *places;
    if (!placing) return fail_memory(opening->error, arena);
    if (!names_take_places(opening, "models", models ? *models : value_null(), &places))
        return false;
    opening->array->extra = placing;
    return names_begin(&search, &ro_model, places) &&
           rsw_list_models((const Rsw *)opening->document, beside, arena, placing,
                           opening->error) &&
           rsw_measure_models(placing, beside, arena, opening->error);
}

static bool model_rows(Opening *opening) {
    return opening->is_plain || !opening->beside || place_models(opening);
}

static const RswModelFile *file_of(const Row *row) {
    const RswPlacing *placing = row->array->extra;
    if (!placing) return NULL;
    return &placing->models.items[placing->placed[row->index].model];
}

static Value model_path(const Row *row) {
    const RswModelFile *file = file_of(row);
    return file ? value_text(file->found.path) : value_null();
}

static Value model_face_count(const Row *row) {
    const RswModelFile *file = file_of(row);
    if (!file || !file->is_readable) return value_null();
    return value_integer((int64_t)file->face_count);
}

/* The column's number is a RsmBound, of the box of the vertices; plus CORNERS, of the box of the
** corners. */
enum { CORNERS = 16 };

static Value model_bound(const Row *row, const Column *column) {
    const RswPlacing *placing = row->array->extra;
    if (!placing) return value_null();
    const RswPlaced *placed = &placing->placed[row->index];
    return column->number < CORNERS ? rsm_bound(&placed->box, column->number)
                                    : rsm_bound(&placed->corners, column->number - CORNERS);
}

static uint64_t model_offset(const Row *row) {
    const Rsw *rsw = row->document;
    return body_offset(row) - rsw_model_extra_bytes(rsw) - rsw_model_head_bytes(rsw);
}

/* Returns a field before the model's file; NULL before 1.3. */
static const uint8_t *model_head_at(const Row *row, uint32_t offset) {
    const Rsw *rsw = row->document;
    uint32_t bytes = rsw_model_head_bytes(rsw);
    return bytes ? row->record - rsw_model_extra_bytes(rsw) - bytes + offset : NULL;
}

static const uint8_t *model_byte_at(const Row *row, uint32_t at UNUSED) {
    const Rsw *rsw = row->document;
    return rsw->has_model_byte ? row->record - rsw_model_extra_bytes(rsw) : NULL;
}

static const uint8_t *model_number_at(const Row *row, uint32_t at UNUSED) {
    return ((const Rsw *)row->document)->unknowns.bytes ? row->record - sizeof(int32_t) : NULL;
}

static const Name animation_names[] = {{0, "none"}, {1, "once"}, {2, "loop"}, {0}};

static const Column model_columns[] = {
    OBJECT_ID(RSW_MODEL),
    FIELD_AT(CHARS_CP949, "name", NULL, "Its name, from CP949; NULL before 1.3", model_head_at,
             RSW_MODEL_NAME, .bytes = RSW_MODEL_NAME_BYTES),
    NAME("model_file", "Path below data\\model\\, backslashes as stored; from CP949",
         RSW_MODEL_FILE, .nocase = true, .names = &ro_model),
    NAME("node_name", "Name of a node of the model; a leftover that no known program uses",
         RSW_MODEL_NODE, .nocase = false),
    ENUM_AT(I32, "animation_type", "How it is animated; NULL before 1.3", model_head_at,
            RSW_MODEL_ANIMATION, animation_names),
    FIELD_AT(F32, "animation_speed", NULL, "Speed of its animation, 1 for nearly all",
             model_head_at, RSW_MODEL_SPEED),
    FIELD_AT(I32, "block_type", NULL, "0, or left-over memory", model_head_at, RSW_MODEL_BLOCK),
    FIELD_AT(U8, "unknown_52", NULL,
             "A byte of unknown use, 0 in known files; NULL in versions without it", model_byte_at,
             0),
    FIELD_AT(I32, "unknown_53", NULL, "A number of unknown use, mostly -1; NULL before 2.7",
             model_number_at, 0),
    POSITION(RSW_MODEL_POSITION),
    F32("rotation_x", "degrees", "Rotation about x: the model is turned about y, then x, then z",
        RSW_MODEL_ROTATION + RSW_X),
    F32("rotation_y", "degrees", "Rotation about y, the first of the three",
        RSW_MODEL_ROTATION + RSW_Y),
    F32("rotation_z", "degrees", "Rotation about z, the last of the three",
        RSW_MODEL_ROTATION + RSW_Z),
    F32("scale_x", NULL, "Scale along x; values below 0 mirror the model", RSW_MODEL_SCALE + RSW_X),
    F32("scale_y", NULL, "Scale along y", RSW_MODEL_SCALE + RSW_Y),
    F32("scale_z", NULL, "Scale along z", RSW_MODEL_SCALE + RSW_Z),
    GET("model_path", TEXT, NULL,
        "The model's file as it was found in `models`, or without that in model/ beside the world; "
        "NULL if it is missing",
        model_path, .prepare = prepared_with_rows, .of_source = true),
    RSM_BOUNDS("", model_bound, 0,
               "Box of the model where it stands, exactly that of its vertices: lower bound",
               .prepare = prepared_with_rows, .of_source = true),
    GET("face_count", INTEGER, NULL, "Faces of the model; NULL if it is missing or broken",
        model_face_count, .prepare = prepared_with_rows, .of_source = true),
    FIELD_AT(BYTES, "name_raw", NULL, RO_RAW_DOC, model_head_at, RSW_MODEL_NAME,
             .bytes = RSW_MODEL_NAME_BYTES, .hidden = true),
    RSM_HIDDEN_BOUNDS("corner_", model_bound, CORNERS,
                      "Box of the eight corners of the model's own box, which the client culls by",
                      .prepare = prepared_with_rows, .of_source = true),
};

static const Table rsw_models = {
    TABLE("rsw_models", rsw_format, model_columns),
    .doc = "The models that stand on a map; where their files are found, with their boxes.",
    .example = "SELECT model_file, count(*) FROM rsw_models('samples/town.rsw') GROUP BY 1",
    .names_files = true,
    ARGUMENTS(
        {"models",
         "Where the models are: a path such as 'client/data.grf/data/model', which may end with "
         "/{}, one whose folder model/ or data/model/ has them, such as 'client/data.grf', or a "
         "JSON array of such paths, the first of which that has a model wins; that none of them is "
         "there is an error",
         .optional = true}),
    .typical_rows = 800,
    CHILD_ROWS(Rsw, lists[RSW_MODEL]),
    .rows = model_rows,
    .identity = {"model_file", "x", "y", "z"},
    .byte_offset = model_offset,
};

static const Column light_columns[] = {
    OBJECT_ID(RSW_LIGHT),
    OBJECT_NAME,
    POSITION(RSW_LIGHT_POSITION),
    F32("red", "0 to 1",
        "Its colour. Some editors wrote whole numbers up to 255, which as the format's floats are "
        "next to 0: divide by 1.401298464324817e-45. The finding light_color_integer tells "
        "of them",
        RSW_LIGHT_COLOR + RSW_R),
    F32("green", "0 to 1", "Colour of the light, green", RSW_LIGHT_COLOR + RSW_G),
    F32("blue", "0 to 1", "Colour of the light, blue", RSW_LIGHT_COLOR + RSW_B),
    F32("range", "GND units", "How far it shines", RSW_LIGHT_RANGE),
};

static const Table rsw_lights = {
    TABLE("rsw_lights", rsw_format, light_columns),
    .asked_as = "light lamp source",
    .doc = "The lights of a map. The client doesn't draw them: they are baked into the GND's "
           "lightmaps.",
    .example = "SELECT name, x, z, red, green, blue, range FROM rsw_lights('samples/town.rsw')",
    .typical_rows = 70,
    CHILD_ROWS(Rsw, lists[RSW_LIGHT]),
    .identity = {"name", "x", "y", "z"},
    .byte_offset = body_offset,
};

static const Column sound_columns[] = {
    OBJECT_ID(RSW_SOUND),
    OBJECT_NAME,
    NAME("wave_file", "File below data\\wav\\, from CP949", RSW_SOUND_FILE, .nocase = true,
         .names = &ro_sound),
    POSITION(RSW_SOUND_POSITION),
    F32("volume", "0 to 1", "Its volume, 1 for most", RSW_SOUND_VOLUME),
    I32("width", NULL, "Of unknown use, 1 for most", RSW_SOUND_WIDTH),
    I32("height", NULL, "Of unknown use, 1 for most", RSW_SOUND_HEIGHT),
    F32("range", "GND units", "How far it is heard", RSW_SOUND_RANGE),
    F32("cycle", "seconds", "How long it takes until the sound is played again; NULL before 2.0",
        RSW_SOUND_CYCLE, WHERE_DOCUMENT(Rsw, has_sound_cycle)),
};

static const Table rsw_sounds = {
    TABLE("rsw_sounds", rsw_format, sound_columns),
    .doc = "The sounds that a map plays.",
    .example = "SELECT wave_file, x, z, range, cycle FROM rsw_sounds('samples/town.rsw')",
    .typical_rows = 25,
    CHILD_ROWS(Rsw, lists[RSW_SOUND]),
    .identity = {"wave_file", "x", "y", "z"},
    .byte_offset = body_offset,
};

enum { LUB_EFFECT = 974 };

static const Name effect_names[] = {
    {44, "smoke"},        {45, "fireflies"},    {47, "torch"}, {LUB_EFFECT, "lub effect"},
    {1039, "evil's paw"}, {1412, "STR effect"}, {0},
};

#define PARAMETER(number)                                                                          \
    F32("parameter_" #number, NULL, "Parameter, whose meaning depends on the effect",              \
        RSW_EFFECT_PARAMETERS + 4 * number)

static bool effect_tells(const Row *row, uint32_t number, Named *named) {
    const Document *document = row->document;
    bool is_lub = load_i32(row->record + RSW_EFFECT_NUMBER) == LUB_EFFECT;
    if (number || !is_lub || !document->name) return false;
    *named = name_of_kind(&ro_effects, ro_name_of_stem(row, "", ".lub"));
    return true;
}

static const Column effect_columns[] = {
    OBJECT_ID(RSW_EFFECT),
    OBJECT_NAME,
    POSITION(RSW_EFFECT_POSITION),
    I32("effect", NULL,
        "Number of the effect in the client; the n-th effect 974 of a world is entry n of the "
        "world's lub file",
        RSW_EFFECT_NUMBER, .tells = effect_tells),
    ENUM_NAME(I32, "effect", effect_names, .offset = RSW_EFFECT_NUMBER),
    F32("emit_speed", "frames",
        "Delay from one to the next in sixtieths of a second; 9999999 means only once",
        RSW_EFFECT_EMIT_SPEED),
    THREE_OF(PARAMETER),
    PARAMETER(3),
};

static const Table rsw_effects = {
    TABLE("rsw_effects", rsw_format, effect_columns),
    .doc = "The effects of a map: smoke, torches, fireflies.",
    .example = "SELECT effect, effect_name, count(*) FROM rsw_effects('samples/town.rsw') "
               "GROUP BY 1",
    .typical_rows = 25,
    CHILD_ROWS(Rsw, lists[RSW_EFFECT]),
    .identity = {"effect", "x", "y", "z"},
    .byte_offset = body_offset,
};

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

static Value glb_call(Call *call) {
    Glb glb;
    MapOptions options;
    const FilesBeside *beside = call->beside;
    if (!take_map_options(call, &options)) return value_null();
    if (!beside) {
        return value_null_after(
            fail(call->error, ERROR_CANNOT_OPEN, "files beside the map can't be read here"));
    }
    call->scratch->limit = options.limit > 0 ? (uint64_t)options.limit : 2 * GLB_BYTES_MAX;
    const NameSearch search = {beside, call->scratch, call->error};
    if ((options.data && !names_begin(&search, &ro_ground, options.data)) ||
        !names_begin(&search, &ro_ground, NULL)) {
        return value_null();
    }
    glb_begin(&glb, call->scratch, options.pattern, call->error);
    if (options.textures && !options.pattern) {
        glb.inside = (GlbTextures){beside, &ro_texture};
    }
    return glb_call_end(&glb,
                        rsw_write_glb((const Rsw *)call->document, beside, &options.scene, &glb));
}

static const Function rsw_functions[] = {
    {"rsw_glb", "src [, options]",
     .doc =
         "A whole map as binary glTF (.glb), in GAT tiles, y is up: its ground as gnd_glb has it, "
         "each model once as a mesh at rest and once as a node for each place, water or lava, and "
         "lights (KHR_lights_punctual). Textures that are found are in the file. The extras of the "
         "scene tell what isn't found or can't be read; if because of that nothing would be drawn, "
         "it is an error. The options are a JSON object: data (where the ground, model/ and "
         "texture/ are, a path such as 'client/data.grf/data' or 'client/data.grf', or an array of "
         "paths, the first of which that has a file wins; the folder of the map comes last), "
         "textures (false, or a folder or pattern of pictures outside), models, lights, water and "
         "ground (false leaves them out), missing (what becomes of missing models: 'skip', 'box' "
         "or 'error', which wants the ground, too), limit_bytes (of memory).",
     .example = "SELECT length(rsw_glb('samples/town.rsw')) > 1000", .format = &rsw_format,
     .names_files = true,
     ARGUMENTS({"options", "A JSON object, see the function", .optional = true, .any_text = true}),
     .call = glb_call},
};

const Module rsw_module = {
    FORMATS(&rsw_format),
    TABLES(&rsw_worlds, &rsw_objects, &rsw_models, &rsw_lights, &rsw_sounds, &rsw_effects,
           &rsw_quadtree),
    MODULE_PARTS(rsw_functions, function),
    .client = ro_client,
};
