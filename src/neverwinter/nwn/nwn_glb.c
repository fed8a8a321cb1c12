/* An area of Neverwinter Nights 1 as a GLB, in metres: the last node is the area, whose children
** are its tiles. A tile's node has its place, its extras are its `tile_id` in nwn_tiles and its
** `model`, and its child is the model as in mdl_glb(), at rest. Each mesh is in the file once, with
** a node for each place; but one with a skin once for each place. A tile whose model isn't found
** has no child, and `missing` in its extras. */
#include "neverwinter/nwn/nwn_tables.h"
#include "neverwinter/mdl/mdl_glb.h"
#include "neverwinter/gff/gff_value.h"
#include "neverwinter/names/names.h"
#include "neverwinter/nwn/nwn_ground.h"
#include "scene/glb_call.h"

static uint32_t add_tile(Glb *glb, const NwnPlacedTile *tile, const uint32_t *model) {
    static const double sines[] = {0, 0.70710678118654752440, 1, 0.70710678118654752440};
    static const double cosines[] = {1, 0.70710678118654752440, 0, -0.70710678118654752440};
    const double position[] = {tile->centre.x, tile->centre.y, tile->centre.z};
    const double turn[] = {0, 0, sines[tile->quarters], cosines[tile->quarters]};
    Json extras = glb_json(glb);
    json_open(&extras, NULL, '{');
    json_integer(&extras, "tile_id", tile->tile_id);
    if (tile->model) json_text(&extras, "model", tile->model);
    if (!model) json_print(&extras, "missing", "true");
    json_close(&extras, '}');
    GlbNode node = glb_no_node;
    node.name = tile->model ? tile->model : "no model";
    node.position = position;
    node.turn = turn;
    node.children = model;
    node.child_count = model ? 1 : 0;
    node.extras = &extras;
    uint32_t number = glb_node(glb, &node);
    arena_release(glb->arena, extras.text.items);
    return number;
}

/* Writes tiles that have the same model; numbers[i] is the node of tiles[i]. */
static void add_tiles(const NwnTileset *tileset, Glb *glb, const NwnPlacedTile *tiles,
                      uint64_t count, uint32_t *numbers) {
    MdlScene scene = {.glb = glb};
    if (tiles->model && !nwn_open_tile(tileset, tiles->model, &scene.mdl, glb->error)) return;
    if (scene.mdl) {
        scene.shared = arena_zeroed(glb->arena, scene.mdl->node_count, sizeof *scene.shared);
        if (!scene.shared) fail_memory(glb->error, glb->arena);
    }
    for (uint64_t i = 0; i < count && !glb_failed(glb) && !glb_stops(glb, i); i++) {
        uint32_t model = GLB_NONE;
        scene.first_node = glb->counts[GLB_NODES];
        if (scene.mdl) model = mdl_write_glb(&scene);
        if (!glb_failed(glb)) numbers[i] = add_tile(glb, &tiles[i], scene.mdl ? &model : NULL);
    }
    arena_release(glb->arena, scene.shared);
}

static uint32_t add_area(const Gff *are, Glb *glb, const uint32_t *tiles, uint64_t count) {
    Value tag = gff_text_of(are, gff_find(are, 0, "Tag"), glb->arena);
    bool is_text = tag.type == VALUE_TEXT && tag.length;
    const char *name = is_text ? text_copy(glb->arena, tag.bytes, tag.length) : "area";
    if (name) return glb_group(glb, name, tiles, count, NULL);
    return glb_none_after(fail_memory(glb->error, glb->arena));
}

/* Fills in a Glb that has been started and returns the node that is the scene. */
static uint32_t write_area(const Gff *are, const NwnTileset *tileset, Glb *glb) {
    NwnPlacedTile *tiles = NULL;
    uint64_t count = 0, end;
    if (!nwn_place_tiles(are, tileset, glb->arena, &tiles, &count, glb->error)) return GLB_NONE;
    uint32_t *numbers = arena_alloc(glb->arena, count, sizeof *numbers);
    if (!numbers) return glb_none_after(fail_memory(glb->error, glb->arena));
    for (uint64_t i = 0; i < count && !glb_failed(glb); i = end) {
        for (end = i + 1; end < count && tiles[end].model == tiles[i].model;) end++;
        add_tiles(tileset, glb, tiles + i, end - i, numbers + i);
    }
    return glb_failed(glb) ? GLB_NONE : add_area(are, glb, numbers, count);
}

enum { GLB_MODELS, GLB_SETS, GLB_TEXTURES_ARGUMENT };

/* Adds a root for textures, which may lie with the models: in their order or their folder. */
static bool add_models_root(Call *call, Glb *glb) {
    const FileSet *models = call->arguments->files[GLB_MODELS];
    Value given = call->arguments->values[GLB_MODELS];
    const char *path = models && models->count ? models->file(models, 0).path : NULL;
    if (!glb->inside.beside || given.type != VALUE_TEXT || !path) return true;
    const char *slash = strrchr(path, '/');
    char *list = text_copy(call->scratch, given.bytes, given.length);
    if (!list) return fail_memory(call->error, call->scratch);
    /* a list names folders and archives, or the files themselves */
    bool is_order = *list == '[' && !strstr(list, path);
    size_t length = slash ? (size_t)(slash - path) : 0;
    char *root = is_order ? list : length ? text_copy(call->scratch, path, length) : ".";
    if (!root) return fail_memory(call->error, call->scratch);
    return call->beside->add_roots(call->beside, root, NULL, NULL, call->error);
}

Value nwn_area_glb_call(Call *call) {
    const NwnTileset tileset = {.models = call->arguments->files[GLB_MODELS],
                                .sets = call->arguments->files[GLB_SETS],
                                .beside = call->beside};
    Glb glb;
    if (!glb_call_begin(call, &glb, GLB_TEXTURES_ARGUMENT, &nwn_texture) ||
        !add_models_root(call, &glb)) {
        return value_null();
    }
    return glb_call_end(&glb, write_area((const Gff *)call->document, &tileset, &glb));
}
