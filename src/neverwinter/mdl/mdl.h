/* MDL: the models of Neverwinter Nights. mdl_format.h describes the format, mdl_world.h what its
** numbers mean in space. */
#pragma once

#include "table/column.h"
#include "neverwinter/mdl/mdl_format.h"

#define MDL_NONE UINT32_MAX

/* Real models have 12 levels of nodes at most; paths of nodes stay short. */
#define MDL_DEPTH_MAX 256

/* The parts that may follow a node, in the order of the file. */
typedef enum MdlPart {
    MDL_LIGHT,
    MDL_EMITTER,
    MDL_REFERENCE,
    MDL_MESH,
    MDL_SKIN,
    MDL_ANIM,
    MDL_DANGLY,
    MDL_AABB,
    MDL_PARTS
} MdlPart;

/* What a mesh stores for each vertex, in the order of its pointers. */
typedef enum MdlVertexArray {
    MDL_POSITIONS,
    MDL_UV0,
    MDL_UV1,
    MDL_UV2,
    MDL_UV3,
    MDL_NORMALS,
    MDL_COLORS,
    MDL_UNUSED0,
    MDL_UNUSED1,
    MDL_UNUSED2,
    MDL_TANGENTS,
    MDL_UNUSED3,
    MDL_HANDEDNESS,
    MDL_VERTEX_ARRAYS
} MdlVertexArray;

/* Where a mesh has the raw pointer to each of these arrays, and the bytes of one vertex. */
extern const struct MdlVertexField {
    uint16_t pointer;
    uint8_t bytes;
    const char *name; /* "normals" */
} mdl_vertex_fields[MDL_VERTEX_ARRAYS];

typedef struct MdlNode {
    uint32_t parent;    /* MDL_NONE at the root of a tree */
    uint32_t animation; /* MDL_NONE in the geometry */
    uint32_t flags;
    uint16_t depth; /* 0 at the root */
    uint16_t slots; /* of a skin: 18 or 64, in a text as many as it uses; else 0 */
} MdlNode;

/* Where the arrays of a mesh's vertices begin; 0: the mesh has no such array. */
typedef struct MdlVertexArrays {
    uint64_t starts[MDL_VERTEX_ARRAYS];
} MdlVertexArrays;

/* A box of a tree. */
typedef struct MdlBox {
    uint32_t parent, left, right; /* MDL_NONE: none */
    uint32_t depth;
} MdlBox;

/* A line of a text that is a model: the image's records from `start` on, up to the next line's,
** were made of the line at `offset` of the text. */
typedef struct MdlTextLine {
    uint32_t start, offset;
} MdlTextLine;

typedef struct Mdl {
    Document document;
    /* The binary model that everything below points into: the bytes of the file, or what was made
    ** of a text (mdl_ascii.h). An offset "in the file" is one in these bytes. If the file is read
    ** by parts, only the bytes up to the end of the model header are there. */
    const uint8_t *image;
    uint64_t image_size;
    const char *encoding;        /* "binary", "ascii" */
    const char *container;       /* "mdl", "wok", "pwk", "dwk": what kind of file it is */
    const char *file_dependency; /* of a text: from which scene it was exported, or NULL */
    bool is_binary;
    bool has_name, has_fog, has_part_numbers; /* always in a binary model */
    bool is_walkmesh;         /* every mesh of the geometry is a walkmesh: .pwk and .dwk */
    const MdlTextLine *lines; /* of a text: line_count lines, rising; else NULL */
    uint64_t line_count;

    uint64_t model_end; /* of the model data */
    uint64_t raw_start; /* where raw pointers count from: model_end, or in a text 0 */
    uint64_t raw_end;
    const char *compiler; /* "bioware", "nwnmdlcomp", "nwn:ee" or NULL */
    const char *layout;   /* "1.69", "ee" or NULL: by the compiler until the nodes are known */
    Children animations;  /* of the model; only `starts` is set */
    uint64_t animation_pointers;      /* where the pointers to animations stand */
    const uint8_t *animation_headers; /* if the file is read by parts: their headers */

    /* Made when the whole file is opened: */
    uint64_t node_count;
    uint64_t geometry_count; /* the first nodes are those of the geometry */
    const MdlNode *nodes;    /* parents before children */
    Children trees;          /* the nodes of each animation, behind those of the geometry */

    /* Made on demand. The parents of Children are nodes unless said otherwise. */
    Children parts[MDL_PARTS];
    Children events; /* of animations */
    Children controllers;
    Children keys; /* of controllers */
    Children vertices, faces;
    Children index_lists;
    Children indices; /* of index lists */
    Children weights; /* 4 for each vertex of a skin */
    Children bones, slots;
    Children constraints, animated;
    Children flares;
    Children boxes;
    const MdlBox *box_links;              /* for each of boxes */
    const MdlVertexArrays *vertex_arrays; /* of the meshes with vertices */
    const uint32_t *vertex_arrays_of;     /* by node: the place in vertex_arrays; MDL_NONE: none */
    const uint32_t *namesakes;            /* see mdl_name_controllers */
    bool names_controllers, midlife_nwnmdlcomp;
    const uint32_t *by_name; /* the geometry's nodes by name without case, equal ones rising */
    /* see mdl_world.h */
    const struct MdlPosedNode *bind; /* geometry_count */
    const struct MdlBounds *drawn;
    const struct MdlTracks *tracks;
    const struct MdlWalkmesh *walkmesh;
} Mdl;

extern const Format mdl_format;

/* ---- Nodes ----------------------------------------------------------------------------------- */

static inline const uint8_t *mdl_bytes(const Mdl *mdl, uint64_t start) {
    return mdl->image + start;
}
static inline const uint8_t *mdl_node(const Mdl *mdl, uint64_t node) {
    return mdl->image + mdl->trees.starts[node];
}
/* Returns the header of an animation; the whole file must be there. */
static inline const uint8_t *mdl_animation(const Mdl *mdl, uint64_t animation) {
    return mdl->image + mdl->animations.starts[animation];
}
/* Opens a binary model: reads its header, and finds its animations. */
bool mdl_open_binary(Mdl *mdl, Error *error);
/* Tells whether a name of 5 bytes or more is missing, that is, empty or "NULL". */
static inline bool mdl_is_no_name(const uint8_t *field) {
    return !field[0] || (!field[4] && (field[0] | 0x20) == 'n' && (field[1] | 0x20) == 'u' &&
                         (field[2] | 0x20) == 'l' && (field[3] | 0x20) == 'l');
}
/* The kinds of nodes, by the words that texts have for them. */
enum { MDL_KINDS = 10 };
extern const struct MdlKind {
    const char *name;
    uint32_t flags;
} mdl_kinds[MDL_KINDS];
/* Returns the kind of a node by its flags, like "trimesh"; NULL if they aren't those of a known
** kind. */
const char *mdl_kind(uint32_t flags);
/* The classifications of models, by the words that texts have for them; NULL ends them. */
extern const Name mdl_class_names[];
/* Returns the path of a node, like "root/torso/head", as UTF-8 in `arena`; NULL: memory ran out. */
const char *mdl_path(const Mdl *mdl, uint64_t node, Arena *arena, uint32_t *length);
/* Returns a value of a node that isn't animated: `width` floats, from the controller of `type` that
** has one row at time 0. NULL: there is none. */
const uint8_t *mdl_bind_value(const Mdl *mdl, uint64_t node, int32_t type, uint32_t width);

/* ---- Lists ----------------------------------------------------------------------------------- */

/* The lists that are made on demand, as bits of a set. MDL_HAVING(part) lists the nodes with a
** part. */
enum {
    MDL_EVENTS = 1 << MDL_PARTS, /* of animations */
    MDL_CONTROLLERS = MDL_EVENTS << 1,
    MDL_KEYS = MDL_EVENTS << 2, /* of controllers */
    MDL_FLARES = MDL_EVENTS << 3,
    MDL_VERTICES = MDL_EVENTS << 4, /* makes vertex_arrays, too */
    MDL_FACES = MDL_EVENTS << 5,
    MDL_INDEX_LISTS = MDL_EVENTS << 6,
    MDL_INDICES = MDL_EVENTS << 7,
    MDL_BONES = MDL_EVENTS << 8,
    MDL_WEIGHTS = MDL_EVENTS << 9,
    MDL_BONE_SLOTS = MDL_EVENTS << 10,
    MDL_CONSTRAINTS = MDL_EVENTS << 11,
    MDL_ANIMATED = MDL_EVENTS << 12, /* sets of animmeshes */
    MDL_BOXES = MDL_EVENTS << 13,    /* makes box_links, too */
};
#define MDL_HAVING(part) (UINT32_C(1) << (part))

/* Makes the lists of a set, and those that they need, each once. Fails if the file has a pointer
** that leads outside. */
bool mdl_list(Mdl *mdl, uint32_t lists, Error *error);
/* Makes the list whose Children is at an offset of the Mdl; see Format.make_children. */
bool mdl_list_children(Document *document, size_t offset, Error *error);
/* Lists the controllers, and makes mdl->namesakes: for each node of an animation, the first node of
** the geometry with the same name, without regard to case; MDL_NONE if there is none, and for nodes
** of the geometry. */
bool mdl_name_controllers(Mdl *mdl, Error *error);

/* Returns where a part of a node begins in the file; the node must have the part. */
uint64_t mdl_part_start(const Mdl *mdl, uint64_t node, MdlPart part);
/* Returns how many floats a row of a controller key has, 0 to 15. */
static inline uint32_t mdl_controller_width(const uint8_t *key) {
    return key[MDL_CONTROLLER_COLUMNS] == MDL_NO_DATA
               ? 0
               : key[MDL_CONTROLLER_COLUMNS] & MDL_COLUMN_BITS;
}
/* Returns the values of a row of keys, *width of them. Needs MDL_KEYS. */
static inline const uint8_t *mdl_key_values(const Mdl *mdl, uint64_t row, uint32_t *width) {
    uint32_t controller = mdl->keys.parents[row];
    const uint8_t *key = mdl_bytes(mdl, mdl->controllers.starts[controller]);
    uint64_t number = row - mdl->keys.first[controller];
    uint64_t times = load_u16(key + MDL_CONTROLLER_TIMES);
    uint64_t values = load_u16(key + MDL_CONTROLLER_VALUES);
    *width = mdl_controller_width(key);
    /* times and values are places among the same floats */
    return mdl_bytes(mdl,
                     mdl->keys.starts[row] - 4 * (times + number) + 4 * (values + number * *width));
}

/* ---- Pointers -------------------------------------------------------------------------------- */

/* `count` records of `each` bytes in the file; count * each fits in 64 bits. */
typedef struct MdlSpan {
    uint64_t start, count;
    uint32_t each;
} MdlSpan;

/* Tells whether all records of a span lie before `end`. */
static inline bool mdl_fits(const MdlSpan *span, uint64_t end) {
    return span->start <= end && span->count * span->each <= end - span->start;
}
/* Finds the array whose pointer and two counts, used and allocated, are at `at` in the file.
** Returns false, with 0 records, if it doesn't lie in the model data. */
static inline bool mdl_find_array(const Mdl *mdl, uint64_t at, uint32_t each, MdlSpan *span) {
    const uint8_t *field = mdl_bytes(mdl, at);
    uint32_t pointer = load_u32(field), used = load_u32(MDL_USED(field));
    *span = (MdlSpan){(uint64_t)MDL_FILE_HEADER_BYTES + pointer, used, each};
    if (!used || (pointer && mdl_fits(span, mdl->model_end))) return true;
    span->count = 0;
    return false;
}
/* Works like mdl_find_array(), but if the array doesn't lie in the model data, sets an error that
** calls the records `what` (plural). */
bool mdl_read_array(const Mdl *mdl, uint64_t at, const char *what, uint32_t each, MdlSpan *span,
                    Error *error);
/* Finds what the model pointer at `at` points to; no records if the pointer is null. */
bool mdl_read_model(const Mdl *mdl, uint64_t at, const char *what, uint64_t count, uint32_t each,
                    MdlSpan *span, Error *error);
/* Finds what the raw pointer at `at` points to; no records if the pointer is null. */
bool mdl_read_raw(const Mdl *mdl, uint64_t at, const char *what, uint64_t count, uint32_t each,
                  MdlSpan *span, Error *error);

/* ---- Meshes ---------------------------------------------------------------------------------- */

/* Returns where a node's mesh begins in the file. Needs the list of meshes. */
static inline uint64_t mdl_mesh_start(const Mdl *mdl, uint64_t node) {
    return mdl->parts[MDL_MESH].starts[mdl->parts[MDL_MESH].first[node]];
}
/* Returns where an array of a node's vertices begins in the file; 0: there is none. Needs the
** vertices. */
static inline uint64_t mdl_vertex_array(const Mdl *mdl, uint64_t node, MdlVertexArray array) {
    uint32_t number = mdl->vertex_arrays_of[node];
    return number == MDL_NONE ? 0 : mdl->vertex_arrays[number].starts[array];
}
/* Returns a vertex of a node as an id of mdl->vertices; -1 if the node has no such vertex. */
int64_t mdl_vertex(const Mdl *mdl, uint64_t node, uint64_t vertex);
/* Returns how NWN:EE merged a mesh, at `mesh` in the file: "holder", "sibling" or NULL. */
const char *mdl_merged(const Mdl *mdl, const uint8_t *mesh);
/* Tells whether a mesh, at `mesh` in the file, is drawn: its render flag is set, or NWN:EE cleared
** the flag because the mesh is drawn together with the sibling that it was merged into. */
bool mdl_is_rendered(const Mdl *mdl, const uint8_t *mesh);
/* Returns the raw pointer of index list `list` of a mesh; UINT32_MAX if there is none. */
uint32_t mdl_index_pointer(const Mdl *mdl, const uint8_t *mesh, uint64_t list);
/* Returns the length of index list `list` of a mesh: as stored, or 3 for each face if 0 is stored
** but the indices exist. */
uint64_t mdl_index_count(const Mdl *mdl, const uint8_t *mesh, uint64_t list, uint32_t stored);

/* ---- Skins ----------------------------------------------------------------------------------- */

/* Returns the slot of geometry node `index` in a skin that begins at `skin` in the file; -1: no
** bone. */
int32_t mdl_bone_slot(const Mdl *mdl, const uint8_t *skin, uint64_t index);
/* Returns the geometry's node of a skin's slot; -1: there is no such slot, or no node has it. */
int64_t mdl_slot_node(const Mdl *mdl, uint64_t node, int64_t slot);

/* ---- Findings -------------------------------------------------------------------------------- */

bool mdl_check(Document *document, Findings *findings, Error *error);
/* Finds the bytes of the file that belong to no structure or to several. */
bool mdl_check_bytes(Mdl *mdl, Findings *findings, Error *error);
