/* What the descriptors of the MDL tables share. */
#ifndef GAMEMAP_MDL_TABLES_H
#define GAMEMAP_MDL_TABLES_H

#include "engine/table.h"
#include "../src/mdl.h"
#include "../src/text.h"

/* ---- Tables of lists --------------------------------------------------------------------------- */

static inline bool list_array(const Mdl *mdl, const MdlList *list, Array *array) {
    array->records = mdl->document.bytes;
    array->starts = list->starts;
    array->count = list->count;
    array->offset = 0;
    return true;
}

/* rows() of the table of a list, which `make` makes. */
#define LIST_ROWS(function, list, make)                                                            \
    static bool function(Opening *opening) {                                                       \
        Mdl *mdl = (Mdl *)opening->document;                                                       \
        Error *error = opening->error;                                                             \
        return make && list_array(mdl, &mdl->list, opening->array);                                \
    }

/* find() by the owner, where there are `owners` of them. */
#define LIST_FIND(function, list, owners)                                                          \
    static void function(const Seek *seek, RowRange *range) {                                      \
        const Mdl *mdl = seek->document;                                                           \
        find_by_first(mdl->list.first, mdl->owners, &seek->ranges[0], range);                      \
    }

/* find() by vertex in a list of nodes that has `each` rows for each of their vertices. */
#define LIST_FIND_VERTEX(function, list, each)                                                     \
    static void function(const Seek *seek, RowRange *range) {                                      \
        const Mdl *mdl = seek->document;                                                           \
        find_of_vertices(&mdl->vertices, &mdl->list, each, &seek->ranges[0], range);               \
    }

/* Where the rows of a vertex begin; one that has none, where those of the next do. */
static inline uint64_t first_of_vertex(const MdlList *vertices, const MdlList *list, uint64_t each,
                                       uint64_t vertex) {
    uint32_t node = vertices->owners[vertex];
    uint64_t first = list->first[node] + each * (vertex - vertices->first[node]);
    return first < list->first[node + 1] ? first : list->first[node + 1];
}

static inline void find_of_vertices(const MdlList *vertices, const MdlList *list, uint64_t each,
                                    const KeyRange *vertex, RowRange *range) {
    uint64_t lo = vertex->lo > 0 ? (uint64_t)vertex->lo : 0;
    if (vertex->hi < 0 || vertex->lo > vertex->hi || lo >= vertices->count) {
        range->end = range->first = 0;
        return;
    }
    range->first = first_of_vertex(vertices, list, each, lo);
    if ((uint64_t)vertex->hi + 1 < vertices->count) {
        range->end = first_of_vertex(vertices, list, each, (uint64_t)vertex->hi + 1);
    }
}

/* A list's offset in Mdl is the parameter of what follows. */
#define LIST(list) ((uint32_t)offsetof(Mdl, list))

static inline const MdlList *list_of(const Row *row, uint32_t list) {
    return (const MdlList *)(const void *)((const char *)row->document + list);
}

/* The row's owner, and its number there. */
static inline uint32_t owner_of(const Row *row, uint32_t list) {
    return list_of(row, list)->owners[row->index];
}
static inline uint64_t number_of(const Row *row, uint32_t list) {
    const MdlList *of = list_of(row, list);
    return row->index - of->first[of->owners[row->index]];
}
static inline Value list_owner(const Row *row, uint32_t list) {
    return value_integer(owner_of(row, list));
}
static inline Value list_number(const Row *row, uint32_t list) {
    return value_integer((int64_t)number_of(row, list));
}

#define NODE_ID(list) GET_REF_WITH("node_id", "mdl_nodes", "Its node", list_owner, LIST(list))

/* ---- Text -------------------------------------------------------------------------------------- */

#define TEXT_FIELD(offset, length) ((uint32_t)(offset) << 8 | (length))

/* A name that is NULL where the file has none: empty, or "NULL". */
static inline Value name_or_null(const Row *row, uint32_t parameter) {
    const uint8_t *field = row->record + (parameter >> 8);
    uint32_t length;
    const char *text =
        text_convert(row->scratch, ENCODING_CP1252, field, parameter & 0xFF, &length);
    if (!text || !length) return value_null();
    if (length == 4 && (text[0] | 0x20) == 'n' && (text[1] | 0x20) == 'u' &&
        (text[2] | 0x20) == 'l' && (text[3] | 0x20) == 'l') {
        return value_null();
    }
    return value_text_of(text, length);
}
#define NAME(Name, Doc, Offset, Length)                                                            \
    GET_WITH(Name, TEXT, NULL, Doc, name_or_null, TEXT_FIELD(Offset, Length))

/* ---- Columns ----------------------------------------------------------------------------------- */

#define POINT(prefix, unit, doc, offset)                                                           \
    F32(prefix "_x", unit, doc ", x", offset), F32(prefix "_y", unit, doc ", y", (offset) + 4),    \
        F32(prefix "_z", unit, doc ", z (up)", (offset) + 8)
#define COLOR(prefix, doc, offset)                                                                 \
    F32(prefix "_red", "0 to 1", doc ", red", offset),                                             \
        F32(prefix "_green", "0 to 1", doc ", green", (offset) + 4),                               \
        F32(prefix "_blue", "0 to 1", doc ", blue", (offset) + 8)
/* Pointer, used and allocated of an array. */
#define ARRAY(prefix, doc, offset)                                                                 \
    U32(prefix "_pointer", NULL, "Stored pointer to " doc, offset),                                \
        U32(prefix "_used", NULL, "Stored number of " doc, (offset) + 4),                          \
        U32(prefix "_allocated", NULL, "Stored room for " doc, (offset) + 8)
/* What only a program in memory has a use for, at the start of every geometry header. */
#define HEADER_LEFTOVERS(at)                                                                       \
    U32("function0", NULL, "Address of a function of the writer", (at)),                           \
        U32("function1", NULL, "Address of a function of the writer", (at) + 4),                   \
        U32("root_pointer", NULL, "Stored pointer to the root node",                               \
            (at) + MDL_HEADER_ROOT),                                                               \
        ARRAY("runtime0", "an array of the running game", (at) + MDL_HEADER_RUNTIME_ARRAYS),       \
        ARRAY("runtime1", "an array of the running game", (at) + MDL_HEADER_RUNTIME_ARRAYS + 12),  \
        U32("reference_count", NULL, "References counted by the running game",                     \
            (at) + MDL_HEADER_RUNTIME_ARRAYS + 24),                                                \
        BYTES("padding", "Bytes that fill up the geometry header", (at) + MDL_HEADER_TYPE + 1, 3)

#define METERS "metres"

extern const Table mdl_lights, mdl_flares, mdl_emitters, mdl_references, mdl_danglies,
    mdl_constraints, mdl_animmeshes, mdl_animmesh_sets, mdl_aabbs;
extern const Table mdl_meshes, mdl_vertices, mdl_faces, mdl_index_lists, mdl_indices;
extern const Table mdl_skins, mdl_bones, mdl_bone_slots, mdl_weights;

#endif
