/* What the descriptors of the MDL tables have in common. */
#pragma once

#include "neverwinter/names/names.h"
#include "neverwinter/mdl/mdl_world.h"

/* ---- Tables of lists ------------------------------------------------------------------------- */

/* Defines the prepare() of a table; `make`, which uses Mdl *mdl and Error *error, is its result. */
#define PREPARE(function, make)                                                                    \
    static bool function(Document *document, Error *error) {                                       \
        Mdl *mdl = (Mdl *)document;                                                                \
        return make;                                                                               \
    }

/* Returns where a record begins in the file; in a text, the line of which it was made. `start` is
** its place in the binary model, or in the image of a text. */
uint64_t mdl_offset_in_file(const Mdl *mdl, uint64_t start);
/* Returns where the row's record begins in the file; in a text, the line of which it was made. */
uint64_t mdl_byte_offset(const Row *row);
/* Returns where the row's record begins in the file: nowhere in a text, which has no such line. */
uint64_t mdl_computed_offset(const Row *row);

/* Returns what the image keeps of a vertex of a text (ASCII_VERTEX_...); NULL in a binary. */
const uint8_t *mdl_vertex_origin(const Mdl *mdl, uint64_t vertex);
/* Returns where a record of a vertex (-1: of none) begins: at `start` of a binary model; in a text,
** where `field` of the vertex's origin says. */
uint64_t mdl_vertex_offset(const Mdl *mdl, int64_t vertex, uint32_t field, uint64_t start);
/* Returns where the vertex begins whose number the row has. */
uint64_t mdl_offset_of_vertex(const Row *row);

/* The rows of a list of nodes, and the index by which a node's rows are found. */
#define NODE_ROWS(list, typical_of_node) NODE_ROWS_AT(list, typical_of_node, mdl_byte_offset)
#define NODE_ROWS_AT(list, typical_of_node, offset_function)                                       \
    CHILD_ROWS(Mdl, list), .byte_offset = offset_function,                                         \
                           .indexes = {{BY_PARENT("node_id", typical_of_node, Mdl, list)}}

#define NODE_ID(list) PARENT("node_id", "mdl_nodes", "Its node", Mdl, list)

static inline Value value_vertex(const Row *row, uint64_t node, uint64_t vertex) {
    int64_t id = mdl_vertex(row->document, node, vertex);
    return id < 0 ? value_null() : value_integer(id);
}

/* Returns the id of a face by its number in its node; NULL: the node has no such face. */
static inline Value value_face(const Mdl *mdl, uint32_t node, int32_t number) {
    if (number < 0 || (uint64_t)number >= child_count(&mdl->faces, node)) return value_null();
    return value_integer((int64_t)mdl->faces.first[node] + number);
}

/* Returns entry `number` of the array whose pointer is at `array` of a part of a node; NULL if the
** array is shorter. */
static inline const uint8_t *mdl_entry(const Mdl *mdl, const uint8_t *part, uint32_t array,
                                       uint64_t number, uint32_t each) {
    if (number >= load_u32(part + MDL_USED(array))) return NULL;
    return mdl_bytes(mdl, MDL_FILE_HEADER_BYTES + (uint64_t)load_u32(part + array) + number * each);
}

/* Numbers of the floats of a vector or a quaternion. */
enum { X, Y, Z, W };

/* The prepare() of columns that show the bind pose. */
bool prepare_bind(Document *document, Error *error);

/* ---- Text ------------------------------------------------------------------------------------ */

/* A name, which is NULL if the file has an empty one or "NULL". */
#define NAME(Name, Doc, Offset, ...)                                                               \
    CHARS(Name, Doc, Offset, __VA_ARGS__, .nocase = true, .empties = true, .nothing = "NULL")

/* Returns the node to which row `number` of a table of parts belongs. */
static inline uint32_t mdl_node_of(const Mdl *mdl, MdlPart part, uint64_t number) {
    return (uint32_t)children_parent(&mdl->parts[part], number);
}
/* Tells whether a node's names are needed: fields of names in animations hold garbage. */
static inline Need mdl_need_of(const Mdl *mdl, uint32_t node) {
    return mdl->nodes[node].animation == MDL_NONE ? NEEDED : NAMES_NOTHING;
}

/* ---- Columns --------------------------------------------------------------------------------- */

#define POINT(prefix, unit, doc, offset)                                                           \
    F32(prefix "x", unit, doc ", x", offset), F32(prefix "y", unit, doc ", y", (offset) + 4),      \
        F32(prefix "z", unit, doc ", z (up)", (offset) + 8)
#define COLOR(prefix, doc, offset)                                                                 \
    F32(prefix "_red", "0 to 1", doc ", red", offset),                                             \
        F32(prefix "_green", "0 to 1", doc ", green", (offset) + 4),                               \
        F32(prefix "_blue", "0 to 1", doc ", blue", (offset) + 8)
/* The floats of a vector and of a quaternion whose address a function returns. */
#define VECTOR_AT(prefix, unit, doc, x_doc, z_doc, where, is_again)                                \
    FIELD_AT(F32, prefix "x", unit, doc ", x" x_doc, where, X, .again = is_again),                 \
        FIELD_AT(F32, prefix "y", unit, doc ", y", where, Y, .again = is_again),                   \
        FIELD_AT(F32, prefix "z", unit, doc ", z" z_doc, where, Z, .again = is_again)
#define TURN_AT(prefix, doc, w_doc, where, is_again)                                               \
    VECTOR_AT(prefix, NULL, doc " as a quaternion", "", "", where, is_again),                      \
        FIELD_AT(F32, prefix "w", NULL, doc " as a quaternion, w" w_doc, where, W,                 \
                 .again = is_again)
#define MDL_PLACES SHAPES("it says where other data lie, or how many")
/* The condition of columns that are NULL in a text, since only a compiler's file has them. */
#define BINARY_ONLY WHERE_DOCUMENT(Mdl, is_binary)
/* Hidden columns of what only a compiler's file has: a number, a pointer, room for entries, and the
** bytes of a text with those behind its NUL. */
#define LEFT_OVER(Kind, name, doc, ...)                                                            \
    Kind(name, NULL, doc, __VA_ARGS__, BINARY_ONLY, .hidden = true)
#define STORED_PLACE(name, doc, ...) LEFT_OVER(U32, name, doc, __VA_ARGS__, MDL_PLACES)
#define STORED_ROOM(name, doc, array)                                                              \
    STORED_PLACE(name, "Stored room for " doc, MDL_ALLOCATED(array),                               \
                 .also_called = "Array allocated")
/* The pointer and the room of an array whose number of entries is a column of its own. */
#define STORED_ENDS(prefix, doc, array)                                                            \
    STORED_PLACE(prefix "_pointer", "Stored pointer to the " doc, array),                          \
        STORED_ROOM(prefix "_allocated", doc, array)
#define WHOLE_TEXT(name, text, offset, length)                                                     \
    BYTES(name, text " with what follows its NUL", offset, length, BINARY_ONLY, .hidden = true)
/* The pointer of an array, which the public note calls `called`, and its counts, used and
** allocated. */
#define ARRAY_CALLED(prefix, doc, offset, called)                                                  \
    STORED_PLACE(prefix "_pointer", "Stored pointer to " doc, offset, .also_called = called),      \
        STORED_PLACE(prefix "_used", "Stored number of " doc, MDL_USED(offset),                    \
                     .also_called = "Array used"),                                                 \
        STORED_ROOM(prefix "_allocated", doc, offset)
#define ARRAY(prefix, doc, offset) ARRAY_CALLED(prefix, doc, offset, "Array pointer")
/* Fields of the geometry header, at `at` of the record, that only a running program uses. */
#define HEADER_LEFTOVERS(at)                                                                       \
    LEFT_OVER(U32, "function0", "Address of a function of the writer",                             \
              (at) + MDL_HEADER_FUNCTION0, .also_called = "Pointer to a function"),                \
        LEFT_OVER(U32, "function1", "Address of a function of the writer",                         \
                  (at) + MDL_HEADER_FUNCTION1, .also_called = "ASCII model line"),                 \
        STORED_PLACE("root_pointer", "Stored pointer to the root node", (at) + MDL_HEADER_ROOT,    \
                     .also_called = "model data pointer"),                                         \
        ARRAY_CALLED("runtime0", "an array of the running game", (at) + MDL_HEADER_RUNTIME0,       \
                     "unknown array 80"),                                                          \
        ARRAY_CALLED("runtime1", "an array of the running game", (at) + MDL_HEADER_RUNTIME1,       \
                     "unknown array 92"),                                                          \
        LEFT_OVER(U32, "reference_count", "References counted by the running game",                \
                  (at) + MDL_HEADER_REFERENCES),                                                   \
        BYTES("padding", "Bytes of padding in the geometry header", (at) + MDL_HEADER_PADDING,     \
              MDL_HEADER_PADDING_BYTES, .also_called = "Padding 109", BINARY_ONLY, .hidden = true)

#define METERS "metres"

/* The argument that names the models among which supermodels are looked for. */
#define MDL_SUPERMODELS                                                                            \
    {                                                                                              \
        .name = "supermodels",                                                                     \
        .doc = "Path or pattern of models that are searched for the supermodels by their file "    \
               "names; an animation that the model lacks is looked for in them",                   \
        .optional = true, .source = &mdl_format, .many = true                                      \
    }

/* The tables of the MDL module, whose list is in mdl_walk_tables.c. */
extern const Table mdl_models, mdl_animations, mdl_events, mdl_nodes, mdl_controllers, mdl_keys;
extern const Table mdl_lights, mdl_flares, mdl_emitters, mdl_references, mdl_danglies,
    mdl_constraints, mdl_animmeshes, mdl_animmesh_sets, mdl_aabbs;
extern const Table mdl_meshes, mdl_vertices, mdl_faces, mdl_index_lists, mdl_indices;
extern const Table mdl_pose_table, mdl_posed_vertices;
extern const Table mdl_skins, mdl_bones, mdl_bone_slots, mdl_weights;

/* Tells for each node of the geometry whether a text needs a number behind its name; NULL: the
** error is set. Needs MDL_BONE_SLOTS. In mdl_text_names.c. */
const uint8_t *mdl_text_renamed(const Mdl *mdl, Arena *arena, Error *error);
/* Returns the name of a controller ("alphastart"), which depends on the kind of its node; NULL if
** it is unknown. Needs mdl_name_controllers(). In mdl_controller_tables.c. */
const char *mdl_controller_name(const Mdl *mdl, uint64_t controller);
/* Writes a model as text in Windows-1252, into `arena`. Reading it gives the rows of the model. In
** mdl_text.c. */
bool mdl_write_text(Mdl *mdl, Arena *arena, const uint8_t **text, uint64_t *size, Error *error);
/* mdl_glb(src [, supermodels [, textures]]), in mdl_functions.c. */
Value mdl_glb_call(Call *call);
