/* The nodes of a model's GLB, and its lights: see mdl_glb.h. */
#include "neverwinter/mdl/mdl_glb.h"
#include "neverwinter/mdl/mdl_part.h"

/* Controllers of lights. */
enum { LIGHT_COLOR = 76, LIGHT_RADIUS = 88, LIGHT_MULTIPLIER = 140 };

const char *mdl_glb_text(Glb *glb, const uint8_t *field, size_t size) {
    const char *text = text_string(glb->arena, ENCODING_CP1252, field, size);
    if (!text) fail_memory(glb->error, glb->arena);
    return text ? text : "";
}

static double between_0_and(double most, float value) {
    return value > 0 ? ((double)value < most ? (double)value : most) : 0;
}

static uint32_t add_light(const MdlScene *scene, uint64_t node, const char *name) {
    const Mdl *mdl = scene->mdl;
    Json *json = &scene->glb->lists[GLB_LIGHTS];
    const uint8_t *color = mdl_bind_value(mdl, node, LIGHT_COLOR, 3);
    const uint8_t *radius = mdl_bind_value(mdl, node, LIGHT_RADIUS, 1);
    const uint8_t *multiplier = mdl_bind_value(mdl, node, LIGHT_MULTIPLIER, 1);
    double parts[3] = {1, 1, 1};
    if (!(mdl->nodes[node].flags & MDL_FLAG_LIGHT)) return GLB_NONE;
    for (unsigned i = 0; color && i < 3; i++) {
        parts[i] = between_0_and(1, load_f32(color + 4 * (size_t)i));
    }
    uint32_t light = glb_open(scene->glb, GLB_LIGHTS, name);
    json_text(json, "type", "point");
    json_numbers(json, "color", parts, 3);
    if (multiplier) {
        json_number(json, "intensity", between_0_and((double)FLT_MAX, load_f32(multiplier)));
    }
    if (radius && load_f32(radius) > 0 && isfinite(load_f32(radius))) {
        json_number(json, "range", (double)load_f32(radius));
    }
    json_close(json, '}');
    return light;
}

static uint32_t parent_of(const void *mdl, uint64_t node) {
    uint32_t parent = ((const Mdl *)mdl)->nodes[node].parent;
    return parent == MDL_NONE ? NO_PARENT : parent;
}

static bool add_extras(const MdlScene *scene, uint64_t node, Json *extras) {
    const char *kind = mdl_kind(scene->mdl->nodes[node].flags);
    json_open(extras, NULL, '{');
    if (kind) json_text(extras, "kind", kind);
    if (scene->describe && !scene->describe(scene->mdl, node, extras, scene->glb->error)) {
        return false;
    }
    json_close(extras, '}');
    return true;
}

static void add_node(const MdlScene *scene, uint64_t number, const Children *children) {
    const MdlPlace *place = &scene->mdl->bind[number].local;
    const double position[] = {place->position.x, place->position.y, place->position.z};
    const double turn[] = {place->turn.x, place->turn.y, place->turn.z, place->turn.w};
    ChildRange range = children_of(children, number);
    Json extras = glb_json(scene->glb);
    GlbNode node = glb_no_node;
    node.name = mdl_glb_text(scene->glb, mdl_node(scene->mdl, number) + MDL_NODE_NAME, MDL_NAME);
    if (glb_failed(scene->glb) || !add_extras(scene, number, &extras)) return;
    /* the mesh and the light are those of the same model elsewhere, or new ones */
    MdlGlbShared alone = {0}, *shared = scene->shared ? &scene->shared[number] : &alone;
    if (shared->is_made && !shared->has_skin) node.mesh = shared->mesh;
    else node.mesh = mdl_glb_mesh(scene, number, node.name, &node.skin);
    node.light = shared->is_made ? shared->light : add_light(scene, number, node.name);
    *shared = (MdlGlbShared){true, node.skin != GLB_NONE, node.mesh, node.light};
    node.position = position;
    node.turn = turn;
    node.scale = place->scale;
    node.children = children->order + range.first;
    node.child_count = range.end - range.first;
    node.before_children = scene->first_node;
    node.is_hidden = mdl_is_walkmesh(scene->mdl, number) && !node.child_count &&
                     !mdl_is_walkmesh_file(scene->mdl);
    node.extras = &extras;
    glb_node(scene->glb, &node);
    arena_release(scene->glb->arena, extras.text.items);
}

/* Returns the root. If there are several, as in files of walkmeshes, adds a node above them. */
static uint32_t add_roots(const MdlScene *scene) {
    const Mdl *mdl = scene->mdl;
    Arena *arena = scene->glb->arena;
    uint32_t *roots = arena_alloc(arena, mdl->geometry_count, sizeof *roots);
    uint32_t count = 0;
    if (!roots) return glb_none_after(fail_memory(scene->glb->error, arena));
    for (uint32_t i = 0; i < mdl->geometry_count; i++) {
        if (mdl->nodes[i].parent == MDL_NONE) roots[count++] = scene->first_node + i;
    }
    return count > 1 ? glb_group(scene->glb, "", roots, count, NULL) : scene->first_node;
}

uint32_t mdl_write_glb(const MdlScene *scene) {
    Mdl *mdl = scene->mdl;
    Glb *glb = scene->glb;
    Children children = {0};
    if (!mdl_make_bind(mdl, glb->error) || !mdl_list(mdl, MDL_FACES | MDL_WEIGHTS, glb->error)) {
        return GLB_NONE;
    }
    if (!mdl->geometry_count) { /* the scene has an empty node with the model's name */
        const uint8_t *name = mdl_bytes(mdl, MDL_FILE_HEADER_BYTES + MDL_HEADER_NAME);
        const char *text = mdl_glb_text(glb, name, MDL_LONG_NAME);
        return glb_failed(glb) ? GLB_NONE : glb_mesh_node(glb, text, GLB_NONE);
    }
    if (!children_sort(&children, glb->arena, mdl->geometry_count, mdl->geometry_count, parent_of,
                       mdl, glb->error)) {
        return GLB_NONE;
    }
    for (uint64_t i = 0; i < mdl->geometry_count && !glb_stops(glb, i); i++) {
        add_node(scene, i, &children);
    }
    uint32_t root = glb_failed(glb) ? GLB_NONE : add_roots(scene);
    if (!glb_failed(glb) && !scene->shared) mdl_glb_motions(scene);
    return root;
}
