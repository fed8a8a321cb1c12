/* Where rows of the MDL tables come from: their record in a binary model, their line in a text. */
#include "neverwinter/mdl_tables/mdl_tables.h"
#include "neverwinter/mdl_ascii/mdl_ascii.h"

uint64_t mdl_offset_in_file(const Mdl *mdl, uint64_t start) {
    return mdl->is_binary ? start : mdl_ascii_offset(mdl, start);
}

uint64_t mdl_byte_offset(const Row *row) {
    return mdl_offset_in_file(row->document, record_start(row->array, row->index));
}

uint64_t mdl_computed_offset(const Row *row) {
    const Mdl *mdl = row->document;
    return mdl->is_binary ? record_start(row->array, row->index) : NO_OFFSET;
}

const uint8_t *mdl_vertex_origin(const Mdl *mdl, uint64_t vertex) {
    if (mdl->is_binary) return NULL;
    uint32_t node = mdl->vertices.parents[vertex];
    const uint8_t *mesh = mdl_bytes(mdl, mdl_mesh_start(mdl, node));
    return mdl_bytes(mdl, (uint64_t)MDL_FILE_HEADER_BYTES +
                              load_u32(mesh + MDL_MESH_VERTEX_INDICES) +
                              ASCII_VERTEX_BYTES * (vertex - mdl->vertices.first[node]));
}

uint64_t mdl_vertex_offset(const Mdl *mdl, int64_t vertex, uint32_t field, uint64_t start) {
    if (mdl->is_binary) return start;
    uint32_t offset =
        vertex < 0 ? UINT32_MAX : load_u32(mdl_vertex_origin(mdl, (uint64_t)vertex) + field);
    return offset == UINT32_MAX ? NO_OFFSET : offset;
}

uint64_t mdl_offset_of_vertex(const Row *row) {
    const Mdl *mdl = row->document;
    return mdl_vertex_offset(mdl, (int64_t)row->index, ASCII_VERTEX_OFFSET,
                             mdl->vertices.starts[row->index]);
}
