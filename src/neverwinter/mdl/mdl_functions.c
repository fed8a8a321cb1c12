/* The functions that return a file as binary glTF: see src/glb.h. */
#include "mdl_tables.h"
#include "../src/gnd_glb.h"
#include "../src/gt_glb.h"
#include "../src/mdl_glb.h"
#include "../src/trn_glb.h"

/* The most controllers of a node that are written; an emitter has some dozens. */
#define CONTROLLERS_TOLD 256

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Begins a Glb whose textures are the argument of that number; NO_TEXTURES: the function has no
** such argument. The memory counts towards the document's limit. */
enum { NO_TEXTURES = -1 };

static bool begin(Call *call, Glb *glb, int textures) {
    bool given = call->arguments && textures != NO_TEXTURES;
    Value value = given ? call->arguments->values[textures] : value_null();
    char *text = NULL;
    if (value.type != VALUE_NULL && value.type != VALUE_TEXT) {
        return fail(call->error, ERROR_ARGUMENT,
                    "textures isn't text, expected a folder or a pattern such as "
                    "'textures/{}.png'");
    }
    arena_share_limit(&call->document->arena, call->scratch);
    if (value.type == VALUE_TEXT) {
        text = arena_alloc(call->scratch, (uint64_t)value.length + 1, 1);
        if (!text) return fail_memory(call->error, call->scratch);
        memcpy(text, value.bytes, value.length);
        text[value.length] = '\0';
    }
    glb_begin(glb, call->scratch, text, call->error);
    return true;
}

static Value end(Glb *glb, uint32_t root) {
    uint8_t *bytes;
    uint64_t size;
    return glb_end(glb, root, &bytes, &size) ? value_given(bytes, size) : value_null();
}

static Value gnd_call(Call *call) {
    Glb glb;
    if (!begin(call, &glb, 0)) return value_null();
    return end(&glb, gnd_write_glb((Gnd *)call->document, &glb));
}

static Value aswm_call(Call *call) {
    Glb glb;
    if (!begin(call, &glb, NO_TEXTURES)) return value_null();
    return end(&glb, aswm_write_glb((const Trn *)call->document, &glb));
}

static Value trn_call(Call *call) {
    Glb glb;
    if (!begin(call, &glb, 0)) return value_null();
    return end(&glb, trn_write_glb((Trn *)call->document, &glb));
}

static Value gt_call(Call *call) {
    Glb glb;
    Document *vgeo = call->arguments ? call->arguments->documents[0] : NULL;
    if (!begin(call, &glb, NO_TEXTURES)) return value_null();
    return end(&glb, gt_write_glb((Gt *)call->document, (Vgeo *)vgeo, &glb));
}

/* ---- Models ---------------------------------------------------------------------------------- */

static void put_value(Json *json, const char *key, Value value, Arena *scratch) {
    switch (value.type) {
    case VALUE_INTEGER: json_integer(json, key, value.integer); break;
    case VALUE_REAL: json_number(json, key, value.real); break;
    case VALUE_TEXT: {
        char *text = arena_alloc(scratch, (uint64_t)value.length + 1, 1);
        if (!text) break;
        memcpy(text, value.bytes, value.length);
        text[value.length] = '\0';
        json_text(json, key, text);
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
        if (column->references) continue;
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
        for (uint32_t k = 0; k < width; k++) {
            numbers[k] = (double)load_f32(values + 4 * (size_t)k);
        }
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

static Value mdl_call(Call *call) {
    Glb glb;
    const MdlScene scene = {.mdl = (Mdl *)call->document,
                            .glb = &glb,
                            .supermodels = call->arguments ? call->arguments->files[0] : NULL,
                            .describe = describe};
    if (!begin(call, &glb, 1)) return value_null();
    return end(&glb, mdl_write_glb(&scene));
}

/* ---- Functions ------------------------------------------------------------------------------- */

#define TEXTURES                                                                                   \
    {                                                                                              \
        .name = "textures", .doc = "Folder of textures, or a pattern with {} for the name of one", \
        .optional = true                                                                           \
    }

static const Argument textures_argument[] = {TEXTURES};

static const Argument gt_arguments[] = {
    {.name = "vgeo",
     .doc = "static.vgeo_idx of the client, with static.vgeo beside it",
     .optional = true,
     .source = &vgeo_format},
};

static const Argument mdl_arguments[] = {MDL_SUPERMODELS, TEXTURES};

#define TEXTURES_DOC                                                                               \
    "`textures` is a folder, or a pattern such as 'textures/{}.png', of pictures that the file "   \
    "will name; without it materials have a colour that their name gives."

static const Function glb_functions[] = {
    {.name = "gnd_glb",
     .signature = "gnd_glb(src [, textures])",
     .doc = "The faces of a map that are drawn as binary glTF (.glb), which 3D programs open: tops "
            "and walls as nodes, a material for each texture, colours of vertices, the lightmaps "
            "as a picture inside with the second texture coordinates. In GAT tiles, y is up, z is "
            "south. " TEXTURES_DOC,
     .example = "SELECT length(gnd_glb('samples/town.gnd')) > 1000",
     .least = 1,
     .most = 2,
     .format = &gnd_format,
     ARGUMENTS(textures_argument),
     .call = gnd_call},
    {.name = "aswm_glb",
     .signature = "aswm_glb(src)",
     .doc = "A walkmesh as binary glTF (.glb), in metres, y is up: walkable triangles by what the "
            "ground is, all others grey.",
     .example = "SELECT length(aswm_glb('samples/house.trx')) > 1000",
     .least = 1,
     .most = 1,
     .format = &trn_format,
     .call = aswm_call},
    {.name = "trn_glb",
     .signature = "trn_glb(src [, textures])",
     .doc = "The ground and water of an exterior as binary glTF (.glb), in metres, y is up: a node "
            "for each megatile, with its tints, and the first of its textures. Interiors have "
            "neither: aswm_glb shows those. " TEXTURES_DOC,
     .example = "SELECT length(trn_glb('samples/meadow.trx')) > 1000",
     .least = 1,
     .most = 2,
     .format = &trn_format,
     ARGUMENTS(textures_argument),
     .call = trn_call},
    {.name = "mdl_glb",
     .signature = "mdl_glb(src [, supermodels [, textures]])",
     .doc =
         "A model as binary glTF (.glb), in metres, y is up: its nodes with their names, numbered "
         "as in mdl_nodes, meshes, skins, lights, and its animations. `supermodels` is a path "
         "or pattern of models among which its supermodels are, by their file names: their "
         "animations are added. Walkmeshes and meshes that aren't drawn are there, but not "
         "seen. The numbers of emitters, references, lights and danglymeshes are in the extras "
         "of nodes, the events of animations in theirs. " TEXTURES_DOC,
     .example = "SELECT length(mdl_glb('samples/windmill.mdl', 'samples/*.mdl')) > 1000",
     .least = 1,
     .most = 3,
     .format = &mdl_format,
     ARGUMENTS(mdl_arguments),
     .call = mdl_call},
    {.name = "gt_glb",
     .signature = "gt_glb(src [, vgeo])",
     .doc = "The static objects of a Firefall chunk in its finest level of detail as binary glTF "
            "(.glb), in chunk units, y is up: a material for each material id. Their vertices lie "
            "in `vgeo`, the client's static.vgeo_idx with static.vgeo beside it; without it each "
            "part is a box.",
     .example = "SELECT length(gt_glb('samples/5_0001_0002.gtchunk', 'samples/static.vgeo_idx')) > "
                "1000",
     .least = 1,
     .most = 2,
     .format = &gt_format,
     ARGUMENTS(gt_arguments),
     .call = gt_call},
};

const Module glb_module = {
    MODULE_PARTS(glb_functions, function),
};
