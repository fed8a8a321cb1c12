/* Rules that makers of tiles and models keep, as cleanmodels and the game's wiki state them, and as
** nearly all shipped models do. A rule that only some of these keep gives an info. */
#include "neverwinter/mdl/mdl_part.h"
#include "neverwinter/mdl_tables/mdl_rules.inc"
#include "neverwinter/mdl_tables/mdl_tables.h"

enum {
    FACES_MOST = 10922,       /* of a mesh, as corners of faces are counted in 15 bits */
    SURFACES_MOST = 64,       /* rows of surfacemat.2da */
    FACES_AT_VERTEX_MOST = 8, /* walkable faces at a vertex */
    BONES_OLD_MOST = 17,
};

typedef enum Rule {
    MDL_RULES(SIGHTING_NUMBER),
    MDL_RULE_COUNT,
} Rule;

static const SightingKind kinds[] = {MDL_RULES(SIGHTING_KIND)};

typedef struct RuleCheck {
    Mdl *mdl;
    const uint8_t *header; /* the model's header, which follows the file's */
    bool is_tile;
    Sightings seen[MDL_RULE_COUNT];
} RuleCheck;

static void see(RuleCheck *check, Rule rule, bool is_so, uint64_t offset) {
    sightings_add(&check->seen[rule], is_so, offset);
}

/* Returns the node whose name is the model's name and a word behind that; MDL_NONE: none. */
static uint32_t find_suffixed(const RuleCheck *check, const char *word) {
    char name[MDL_LONG_NAME + 8];
    const char *model = (const char *)check->header + MDL_HEADER_NAME;
    int length = print_text(name, sizeof name, "%.*s%s", MDL_LONG_NAME, model, word);
    return length < MDL_NAME ? mdl_find_name(check->mdl, (const uint8_t *)name) : MDL_NONE;
}

/* Checks at how many vertices too many walkable faces meet. */
static bool check_vertices(RuleCheck *check, const MdlShape *shape, Error *error) {
    Arena *arena = &check->mdl->document.arena;
    uint64_t *corners = arena_alloc(arena, shape->face_count, 6 * sizeof *corners), count = 0;
    if (!corners) return fail_memory(error, arena);
    for (uint64_t i = 0; i < 3 * shape->face_count; i++) {
        const uint8_t *face = shape->faces + i / 3 * MDL_FACE_BYTES;
        uint32_t surface = load_u32(face + MDL_FACE_SURFACE); /* the game's surfacemat.2da has 32 */
        if (surface >= 32 || !(UINT32_C(0x7C7E7A) >> surface & 1)) continue; /* not walkable */
        corners[count++] = load_u16(face + MDL_FACE_VERTEX0 + 2 * (i % 3));
    }
    sort_numbers(corners, count, corners + count);
    for (uint64_t i = 0, first = 0; i < count; i++) {
        if (corners[i] != corners[first]) first = i;
        see(check, FACES_AT_VERTEX, i - first == FACES_AT_VERTEX_MOST,
            (uint64_t)(shape->faces - check->mdl->image));
    }
    arena_release(arena, corners);
    return true;
}

static bool check_walkmesh(RuleCheck *check, uint32_t node, uint64_t number, Error *error) {
    const Mdl *mdl = check->mdl;
    uint64_t start = mdl->trees.starts[node];
    const uint8_t *mesh = mdl_bytes(mdl, mdl_mesh_start(mdl, node));
    MdlShape shape = mdl_shape(mdl, node);
    bool is_model = !mdl_is_walkmesh_file(mdl);
    see(check, WALKMESH_SEVERAL, is_model && number, start);
    see(check, WALKMESH_NO_TILE, is_model && !check->is_tile, start);
    see(check, WALKMESH_DRAWN, is_model && load_u32(mesh + MDL_MESH_RENDER), start);
    see(check, WALKMESH_SHADOW, is_model && load_u32(mesh + MDL_MESH_SHADOW), start);
    for (uint64_t i = 0; i < shape.face_count; i++) {
        const uint8_t *face = shape.faces + i * MDL_FACE_BYTES;
        uint32_t surface = load_u32(face + MDL_FACE_SURFACE);
        see(check, SURFACE_NONE, !surface, (uint64_t)(face - mdl->image));
        see(check, SURFACE_UNKNOWN, surface >= SURFACES_MOST, (uint64_t)(face - mdl->image));
    }
    return check_vertices(check, &shape, error);
}

static void check_mesh(RuleCheck *check, uint32_t node) {
    const Mdl *mdl = check->mdl;
    uint64_t start = mdl->trees.starts[node], faces = child_count(&mdl->faces, node);
    const uint8_t *mesh = mdl_bytes(mdl, mdl_mesh_start(mdl, node));
    const uint8_t *texture = mesh + MDL_MESH_TEXTURE0;
    bool is_drawn = load_u32(mesh + MDL_MESH_RENDER) != 0, is_named = !mdl_is_no_name(texture);
    bool is_odd = false;
    for (uint32_t i = 0; is_named && i < MDL_LONG_NAME && texture[i]; i++) {
        is_odd = is_odd || texture[i] <= ' ' || texture[i] == '.' || texture[i] == 0x7F;
    }
    see(check, FACES_MANY, faces > FACES_MOST, start);
    see(check, FACES_NONE, is_drawn && !faces, start);
    see(check, TEXTURE_NONE, is_drawn && faces && !is_named, start);
    see(check, TEXTURE_WORD, is_odd, start);
}

/* Checks on how many slots of a skin vertices have weight. */
static void check_skin(RuleCheck *check, uint32_t node) {
    const Mdl *mdl = check->mdl;
    MdlSkin skin;
    MdlLane lanes[MDL_LANES];
    uint64_t slots = 0, vertices = child_count(&mdl->vertices, node), used = 0;
    if (!mdl_read_skin(mdl, node, &skin)) return;
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        for (unsigned i = mdl_skin_lanes(&skin, vertex, lanes); i--;) {
            slots |= UINT64_C(1) << lanes[i].slot;
        }
    }
    for (; slots; slots &= slots - 1) used++;
    see(check, BONES_OLD, used > BONES_OLD_MOST, mdl->trees.starts[node]);
}

static void check_node(RuleCheck *check, uint32_t node, const uint32_t lights[4]) {
    const Mdl *mdl = check->mdl;
    uint64_t start = mdl->trees.starts[node];
    uint32_t flags = mdl->nodes[node].flags, parent = mdl->nodes[node].parent;
    uint32_t above = parent == MDL_NONE ? 0 : mdl->nodes[parent].flags;
    see(check, WALKMESH_CHILDREN, (above & MDL_FLAG_AABB) != 0, start);
    see(check, TILE_LIGHT_CHILDREN, check->is_tile && above & MDL_FLAG_LIGHT, start);
    if (flags & MDL_FLAG_MESH) check_mesh(check, node);
    if (flags & MDL_FLAG_SKIN && (mdl->weights.first || !mdl->is_binary)) check_skin(check, node);
    if (!(flags & MDL_FLAG_LIGHT)) return;
    const uint8_t *light = mdl_bytes(mdl, mdl_part_start(mdl, node, MDL_LIGHT));
    static const uint8_t lists[] = {MDL_FLARE_POSITIONS, MDL_FLARE_SHIFTS, MDL_FLARE_TEXTURES};
    uint32_t sizes = load_u32(light + MDL_USED(MDL_FLARE_SIZES));
    bool differ = false;
    for (int i = 0; i < 3; i++) differ = differ || load_u32(light + MDL_USED(lists[i])) != sizes;
    see(check, FLARE_LISTS, differ, start);
    if (!check->is_tile) return;
    bool is_known = false;
    for (int i = 0; i < 4; i++) is_known = is_known || lights[i] == node;
    see(check, TILE_LIGHT_NAME, !is_known, start);
    see(check, TILE_LIGHT_PARENT, parent != 0, start);
}

static void check_animation(RuleCheck *check, uint32_t number) {
    const Mdl *mdl = check->mdl;
    uint64_t start = mdl->animations.starts[number];
    const uint8_t *root = mdl_animation(mdl, number) + MDL_ANIMATION_ROOT;
    const uint8_t *model = check->header + MDL_HEADER_NAME;
    bool is_own = !mdl_compare_names(root, model, MDL_LONG_NAME);
    see(check, ANIMATION_ROOT, mdl_find_name(mdl, root) == MDL_NONE, start);
    see(check, TILE_ANIMATION_ROOT, check->is_tile && !is_own, start);
    if (!mdl->namesakes) return;
    for (uint32_t i = mdl->trees.first[number]; i < mdl->trees.first[number + 1]; i++) {
        uint32_t moved = mdl->namesakes[i];
        bool is_walkmesh = moved != MDL_NONE && mdl->nodes[moved].flags & MDL_FLAG_AABB;
        see(check, WALKMESH_ANIMATED, is_walkmesh && child_count(&mdl->controllers, i),
            mdl->trees.starts[i]);
    }
}

static int compare_animations(const void *mdl, uint32_t a, uint32_t b) {
    return mdl_compare_names(mdl_animation(mdl, a) + MDL_HEADER_NAME,
                             mdl_animation(mdl, b) + MDL_HEADER_NAME, MDL_LONG_NAME);
}

static bool check_animations(RuleCheck *check, Error *error) {
    Mdl *mdl = check->mdl;
    uint64_t count = mdl->animations.count;
    for (uint32_t i = 0; i < count; i++) check_animation(check, i);
    uint32_t *order = sorted_order(&mdl->document.arena, count, compare_animations, mdl, error);
    if (!order) return false;
    for (uint64_t i = 1; i < count; i++) {
        see(check, ANIMATION_TWICE, !compare_animations(mdl, order[i - 1], order[i]),
            mdl->animations.starts[order[i]]);
    }
    arena_release(&mdl->document.arena, order);
    return true;
}

static void check_tile(RuleCheck *check, const uint32_t lights[4], bool has_walkmesh,
                       bool has_emitter) {
    const Mdl *mdl = check->mdl;
    const char *name = (const char *)check->header + MDL_HEADER_NAME;
    uint64_t at = MDL_FILE_HEADER_BYTES;
    uint32_t own = find_suffixed(check, "a");
    bool is_edge = false; /* a tile of a tileset's last row, z, which lies beyond the area */
    for (int i = 0; i + 1 < MDL_LONG_NAME && name[i]; i++) {
        is_edge = is_edge || (name[i] == '_' && (name[i + 1] | 0x20) == 'z');
    }
    see(check, WALKMESH_MISSING, !has_walkmesh && !is_edge, at);
    for (int i = 0; i < 2; i++) see(check, TILE_MAIN_LIGHT, lights[i] == MDL_NONE, at);
    see(check, TILE_SUPERMODEL, !mdl_is_no_name(check->header + MDL_MODEL_SUPERMODEL),
        at + MDL_MODEL_SUPERMODEL);
    see(check, TILE_NODE_MISSING, own == MDL_NONE && (mdl->animations.count || has_emitter), at);
    if (own == MDL_NONE) return;
    see(check, TILE_NODE, mdl->nodes[own].flags != MDL_FLAG_NODE || mdl->nodes[own].parent != 0,
        mdl->trees.starts[own]);
}

static void check_file_name(RuleCheck *check) {
    const char *file = check->mdl->document.name, *ending = file ? strrchr(file, '.') : NULL;
    char stem[MDL_LONG_NAME + 1];
    if (!ending) return;
    print_text(stem, sizeof stem, "%.*s", (int)(ending - file), file);
    see(check, FILE_NAME,
        mdl_compare_names((uint8_t *)stem, check->header + MDL_HEADER_NAME, MDL_LONG_NAME) != 0,
        MDL_FILE_HEADER_BYTES + MDL_HEADER_NAME);
}

bool mdl_check_rules(Mdl *mdl, Findings *findings, Error *error) {
    static const char *const names[] = {"ml1", "ml2", "sl1", "sl2"};
    RuleCheck check = {.mdl = mdl, .header = mdl_bytes(mdl, MDL_FILE_HEADER_BYTES)};
    bool is_model = !mdl_is_walkmesh_file(mdl), has_emitter = false;
    uint64_t walkmeshes = 0;
    uint32_t lights[4];
    if (!mdl_sort_names(mdl, error)) return false;
    check.is_tile = is_model && check.header[MDL_MODEL_CLASSIFICATION] == MDL_CLASS_TILE;
    for (int i = 0; i < 4; i++) lights[i] = find_suffixed(&check, names[i]);
    for (uint32_t node = 0; node < mdl->geometry_count; node++) {
        if (arena_interrupted_at(&mdl->document.arena, node)) return fail_interrupted(error);
        has_emitter = has_emitter || mdl->nodes[node].flags & MDL_FLAG_EMITTER;
        if (is_model) check_node(&check, node, lights);
        if (mdl_is_walkmesh(mdl, node) && !check_walkmesh(&check, node, walkmeshes++, error)) {
            return false;
        }
    }
    if (!check_animations(&check, error)) return false;
    if (check.is_tile) check_tile(&check, lights, walkmeshes, has_emitter);
    if (is_model && mdl->geometry_count) {
        check_file_name(&check);
        const uint8_t *root = mdl_node(mdl, 0) + MDL_NODE_NAME;
        bool is_own = !mdl_compare_names(root, check.header + MDL_HEADER_NAME, MDL_NAME);
        see(&check, ROOT_NAME, mdl->nodes[0].flags != MDL_FLAG_NODE || !is_own,
            mdl->trees.starts[0]);
    }
    sightings_tell(check.seen, kinds, MDL_RULE_COUNT, findings);
    return true;
}
