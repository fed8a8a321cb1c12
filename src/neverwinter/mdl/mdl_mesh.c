/* MDL: meshes with their vertices, faces and index lists. See mdl_format.h. */
#include "neverwinter/mdl/mdl_part.h"

const struct MdlVertexField mdl_vertex_fields[MDL_VERTEX_ARRAYS] = {
    [MDL_POSITIONS] = {MDL_MESH_POSITIONS, 12, "positions"},
    [MDL_UV0] = {MDL_MESH_UV0, 8, "texture coordinates 0"},
    [MDL_UV1] = {MDL_MESH_UV1, 8, "texture coordinates 1"},
    [MDL_UV2] = {MDL_MESH_UV2, 8, "texture coordinates 2"},
    [MDL_UV3] = {MDL_MESH_UV3, 8, "texture coordinates 3"},
    [MDL_NORMALS] = {MDL_MESH_NORMALS, 12, "normals"},
    [MDL_COLORS] = {MDL_MESH_COLORS, 4, "colours"},
    [MDL_UNUSED0] = {MDL_MESH_UNUSED_476, 12, "vectors of array 476"},
    [MDL_UNUSED1] = {MDL_MESH_UNUSED_480, 12, "vectors of array 480"},
    [MDL_UNUSED2] = {MDL_MESH_UNUSED_484, 12, "vectors of array 484"},
    [MDL_TANGENTS] = {MDL_MESH_TANGENTS, 12, "tangents"},
    [MDL_UNUSED3] = {MDL_MESH_UNUSED_492, 12, "vectors of array 492"},
    [MDL_HANDEDNESS] = {MDL_MESH_HANDEDNESS, 4, "signs of tangents"},
};

static uint32_t vertex_count(const Mdl *mdl, uint64_t mesh) {
    return load_u16(mdl_bytes(mdl, mesh) + MDL_MESH_VERTEX_COUNT);
}

/* Finds the vertex arrays of a mesh. *bytes sums up what all meshes need, which can't be more than
** the file has, since no byte belongs to two. */
static bool read_vertex_arrays(const Mdl *mdl, uint64_t mesh, MdlVertexArrays *arrays,
                               uint64_t *bytes, Error *error) {
    for (int a = 0; a < MDL_VERTEX_ARRAYS; a++) {
        const struct MdlVertexField *field = &mdl_vertex_fields[a];
        MdlSpan span;
        if (!mdl_read_raw(mdl, mesh + field->pointer, field->name, vertex_count(mdl, mesh),
                          field->bytes, &span, error)) {
            return false;
        }
        arrays->starts[a] = span.count ? span.start : 0;
        *bytes += span.count * span.each;
    }
    if (*bytes <= mdl->raw_end - mdl->raw_start) return true;
    return fail_at(error, ERROR_CORRUPT, mesh,
                   "the vertices of the meshes up to this one need %" PRIu64
                   " bytes, the raw data have %" PRIu64,
                   *bytes, mdl->raw_end - mdl->raw_start);
}

/* Makes vertex_arrays only for meshes with vertices: most belong to animations and have none. */
bool mdl_find_vertex_arrays(Mdl *mdl, Error *error) {
    Arena *arena = &mdl->document.arena;
    const Children *meshes = &mdl->parts[MDL_MESH];
    uint64_t bytes = 0;
    uint32_t count = 0;
    if (mdl->vertex_arrays) return true;
    for (uint64_t i = 0; i < meshes->count; i++) count += vertex_count(mdl, meshes->starts[i]) > 0;
    MdlVertexArrays *arrays = arena_alloc(arena, count, sizeof *arrays);
    uint32_t *numbers = arena_alloc(arena, mdl->node_count, sizeof *numbers);
    bool done = arrays && numbers;
    if (!done) fail_memory(error, arena);
    for (uint64_t i = 0; done && i < mdl->node_count; i++) numbers[i] = MDL_NONE;
    count = 0;
    for (uint64_t i = 0; done && i < meshes->count; i++) {
        if (!vertex_count(mdl, meshes->starts[i])) continue;
        done = read_vertex_arrays(mdl, meshes->starts[i], &arrays[count], &bytes, error);
        numbers[meshes->parents[i]] = count++;
    }
    if (!done) {
        arena_release(arena, arrays);
        arena_release(arena, numbers);
        return false;
    }
    mdl->vertex_arrays = arrays;
    mdl->vertex_arrays_of = numbers;
    return true;
}

bool mdl_locate_vertices(Mdl *mdl, uint32_t list UNUSED, uint64_t node, MdlSpan *span,
                         Error *error UNUSED) {
    uint64_t start = mdl_vertex_array(mdl, node, MDL_POSITIONS);
    if (!start) return true;
    *span = (MdlSpan){start, vertex_count(mdl, mdl_mesh_start(mdl, node)),
                      mdl_vertex_fields[MDL_POSITIONS].bytes};
    return true;
}

int64_t mdl_vertex(const Mdl *mdl, uint64_t node, uint64_t vertex) {
    ChildRange range = children_of(&mdl->vertices, node);
    return vertex < range.end - range.first ? (int64_t)(range.first + vertex) : -1;
}

/* Finds an array of a mesh; one that doesn't lie in the model data is taken as empty. */
static MdlSpan array_or_nothing(const Mdl *mdl, const uint8_t *mesh, uint32_t field,
                                uint32_t each) {
    MdlSpan span;
    mdl_find_array(mdl, (uint64_t)(mesh - mdl->image) + field, each, &span);
    return span;
}

uint32_t mdl_index_pointer(const Mdl *mdl, const uint8_t *mesh, uint64_t list) {
    MdlSpan pointers = array_or_nothing(mdl, mesh, MDL_MESH_INDEX_LISTS, 4);
    return list < pointers.count ? load_u32(mdl_bytes(mdl, pointers.start + 4 * list)) : UINT32_MAX;
}

uint64_t mdl_index_count(const Mdl *mdl, const uint8_t *mesh, uint64_t list, uint32_t stored) {
    if (stored || list) return stored;
    uint64_t count = 3 * array_or_nothing(mdl, mesh, MDL_MESH_FACES, MDL_FACE_BYTES).count;
    uint32_t pointer = mdl_index_pointer(mdl, mesh, list);
    uint64_t size = mdl->raw_end - mdl->raw_start;
    return pointer != UINT32_MAX && pointer <= size && count <= (size - pointer) / 2 ? count : 0;
}

const char *mdl_merged(const Mdl *mdl, const uint8_t *mesh) {
    uint64_t faces = array_or_nothing(mdl, mesh, MDL_MESH_FACES, MDL_FACE_BYTES).count;
    MdlSpan counts = array_or_nothing(mdl, mesh, MDL_MESH_INDEX_COUNTS, 4);
    if (!faces || !counts.count) return NULL;
    uint32_t stored = load_u32(mdl_bytes(mdl, counts.start));
    if (stored > 3 * faces) return "holder";
    return !stored && mdl_index_count(mdl, mesh, 0, 0) ? "sibling" : NULL;
}

bool mdl_is_rendered(const Mdl *mdl, const uint8_t *mesh) {
    if (load_u32(mesh + MDL_MESH_RENDER)) return true;
    const char *merged = mdl_merged(mdl, mesh);
    return merged && strcmp(merged, "sibling") == 0;
}

bool mdl_locate_index_lists(Mdl *mdl, uint32_t list UNUSED, uint64_t node, MdlSpan *span,
                            Error *error) {
    MdlSpan pointers;
    if (!(mdl->nodes[node].flags & MDL_FLAG_MESH)) return true;
    uint64_t mesh = mdl_mesh_start(mdl, node);
    return mdl_read_array(mdl, mesh + MDL_MESH_INDEX_LISTS, "index lists", 4, &pointers, error) &&
           mdl_read_array(mdl, mesh + MDL_MESH_INDEX_COUNTS, "index counts", 4, span, error);
}

bool mdl_locate_indices(Mdl *mdl, uint32_t list UNUSED, uint64_t parent, MdlSpan *span,
                        Error *error) {
    const Children *lists = &mdl->index_lists;
    uint32_t node = lists->parents[parent];
    const uint8_t *mesh = mdl_bytes(mdl, mdl_mesh_start(mdl, node));
    uint64_t number = parent - lists->first[node];
    uint32_t pointer = mdl_index_pointer(mdl, mesh, number);
    uint64_t count =
        mdl_index_count(mdl, mesh, number, load_u32(mdl_bytes(mdl, lists->starts[parent])));
    if (pointer == UINT32_MAX) return true;
    *span = (MdlSpan){mdl->raw_start + pointer, count, 2};
    if (span->start <= mdl->raw_end && count <= (mdl->raw_end - span->start) / 2) return true;
    return fail_at(error, ERROR_CORRUPT, lists->starts[parent],
                   "%" PRIu64 " indices of node %u at 0x%" PRIx64
                   ", the raw data end at 0x%" PRIx64,
                   count, node, span->start, mdl->raw_end);
}
