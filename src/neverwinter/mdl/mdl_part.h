/* The parts behind a node, for the files of the MDL decoder only. */
#pragma once

#include "neverwinter/mdl/mdl_world.h"

extern const struct MdlPartField {
    uint32_t flag;
    uint32_t bytes; /* size; for a skin, that with 18 slots */
} mdl_part_fields[MDL_PARTS];

/* Returns the part that a flag of mdl_part_fields stands for. */
static inline MdlPart mdl_part_of_flag(uint32_t flag) {
    MdlPart part = MDL_LIGHT;
    while (part < MDL_AABB && mdl_part_fields[part].flag != flag) part++;
    return part;
}

static inline uint32_t mdl_part_bytes(MdlPart part, uint32_t slots) {
    bool more = part == MDL_SKIN && slots == MDL_SLOTS_EE;
    return mdl_part_fields[part].bytes + (more ? MDL_SLOT_BYTES * (MDL_SLOTS_EE - MDL_SLOTS) : 0);
}

#define MDL_NODE_BYTES_MOST 2048 /* more than a node with all parts has */

/* Returns where a part begins in a node with these flags; MDL_PARTS: where the node ends. */
static inline uint32_t mdl_part_offset(uint32_t flags, uint32_t slots, MdlPart part) {
    uint32_t offset = MDL_NODE_BYTES;
    for (MdlPart before = MDL_LIGHT; before < part; before++) {
        if (flags & mdl_part_fields[before].flag) offset += mdl_part_bytes(before, slots);
    }
    return offset;
}

typedef enum MdlPointerKind {
    MDL_ARRAY,       /* a model pointer and two counts */
    MDL_EMPTY_ARRAY, /* an array that is empty in every known file */
    MDL_MODEL_POINTER,
    MDL_RAW_POINTER,
} MdlPointerKind;

/* What nodes and their parts point to, except for the arrays of vertices and the boxes. */
enum { MDL_POINTERS = 26 };
extern const struct MdlPointer {
    uint8_t part; /* MDL_PARTS: the node itself */
    uint8_t kind;
    uint16_t at;
    uint8_t each;  /* bytes of a record */
    uint32_t rows; /* the list whose rows the records are, or 0. A list's longest array counts */
    const char *what;
    /* How many records a pointer that is no array has: the number at `count_at` (if that isn't 0)
    ** times `per_vertex` for each vertex of the mesh (if that isn't 0). */
    uint8_t count_at, per_vertex;
} mdl_pointers[MDL_POINTERS];

static inline bool mdl_has_pointer(uint32_t flags, const struct MdlPointer *pointer) {
    return pointer->part == MDL_PARTS || flags & mdl_part_fields[pointer->part].flag;
}
/* Returns where a pointer of a node stands in the file; the node must have it. */
uint64_t mdl_pointer_place(const Mdl *mdl, uint64_t node, const struct MdlPointer *pointer);
/* Finds what a pointer of a node points to. */
bool mdl_follow(const Mdl *mdl, uint64_t node, const struct MdlPointer *pointer, MdlSpan *span,
                Error *error);

/* Finds where the children of a parent lie in a list; `span` is empty before. */
typedef bool MdlLocate(Mdl *mdl, uint32_t list, uint64_t parent, MdlSpan *span, Error *error);
MdlLocate mdl_locate_vertices, mdl_locate_index_lists, mdl_locate_indices, mdl_locate_slots;
bool mdl_find_vertex_arrays(Mdl *mdl, Error *error); /* makes vertex_arrays */
bool mdl_find_boxes(Mdl *mdl, Error *error);         /* makes boxes and box_links */

/* Returns the number of vertices that a node's mesh declares. */
uint32_t mdl_declared_vertices(const Mdl *mdl, uint64_t node);

/* Finds all nodes of the geometry and of animations (mdl_trees.c). */
bool mdl_walk_trees(Mdl *mdl, Error *error);

/* Tells whether the skin in the node at `start` has 64 slots, as what it points to begins behind
** them. If not, it has 18. */
bool mdl_has_many_slots(const Mdl *mdl, uint64_t start, uint32_t flags);

/* Sets a bit; returns whether it was set before. */
static inline bool mdl_set_bit(uint8_t *bits, uint64_t bit) {
    uint8_t mask = (uint8_t)(1u << bit % 8);
    bool before = bits[bit / 8] & mask;
    bits[bit / 8] |= mask;
    return before;
}

/* Tells whether a node is a walkmesh of the geometry. */
static inline bool mdl_is_walkmesh(const Mdl *mdl, uint64_t node) {
    uint32_t both = mdl->is_walkmesh ? MDL_FLAG_MESH : MDL_FLAG_AABB | MDL_FLAG_MESH;
    return node < mdl->geometry_count && (mdl->nodes[node].flags & both) == both;
}

/* Tells whether a file is a walkmesh and nothing else. */
static inline bool mdl_is_walkmesh_file(const Mdl *mdl) {
    return mdl->container[0] != 'm';
}

/* Returns twice the area of the triangle of an edge and a point, as seen from above; positive if
** the point lies left of the edge. */
static inline double mdl_side(const Vector *a, const Vector *b, Point2 point) {
    return point_turn((Point2){a->x, a->y}, (Point2){b->x, b->y}, point);
}

/* What keys of a node move. */
typedef enum MdlChannel {
    MDL_CHANNEL_POSITION,
    MDL_CHANNEL_ORIENTATION,
    MDL_CHANNEL_SCALE,
    MDL_CHANNELS
} MdlChannel;

typedef struct MdlTrack {
    uint32_t times, values;
    uint32_t node;
    uint16_t rows; /* 0: the node has no keys of the channel */
    uint8_t channel;
    uint8_t width; /* floats in a row; Bezier keys have more behind the value */
    bool rising;   /* no time is less than the one before it */
} MdlTrack;

/* Real nodes have some dozens of controllers. Of more than this, only the first are searched. */
#define MDL_CONTROLLERS_SEARCHED 256

/* Finds a node's channels: the first controller of each type whose keys fit into its floats. */
void mdl_find_tracks(const Mdl *mdl, uint64_t node, MdlTrack tracks[MDL_CHANNELS]);

/* ---- Tracks of keys, in mdl_tracks.c --------------------------------------------------------- */

/* The tracks of animations: those of animation i are items[first[i]] .. items[first[i + 1] - 1], in
** the order of their nodes. */
typedef struct MdlTracks {
    const MdlTrack *items;
    const uint32_t *first;
} MdlTracks;

bool mdl_make_tracks(Mdl *mdl, Error *error); /* makes mdl->tracks */

static inline double mdl_track_time(const Mdl *mdl, const MdlTrack *track, uint32_t row) {
    return (double)load_f32(mdl_bytes(mdl, track->times + 4 * (uint64_t)row));
}

/* Returns the node of a model's geometry that a node of an animation of `owner` moves; MDL_NONE:
** none. Needs mdl_find_namesakes(). */
uint32_t mdl_moved_node(const Mdl *mdl, const Mdl *owner, uint32_t node);

/* Sets the part of a place that a track defines to its value at a time. */
void mdl_sample(const MdlMotion *motion, const MdlTrack *track, double time, MdlPlace *local);

/* ---- Skins, in mdl_pose_vertices.c ----------------------------------------------------------- */

/* What a skin stores about its vertices and bones. */
typedef struct MdlSkin {
    const uint8_t *weights, *slots;  /* MDL_LANES for each vertex; NULL: none */
    uint32_t bones[MDL_SLOTS_EE];    /* MDL_NONE: no bone, or nothing tells where it is */
    MdlPlace inverses[MDL_SLOTS_EE]; /* where the skin is in each bone, in the bind pose */
} MdlSkin;

/* A bone that moves a vertex. */
typedef struct MdlLane {
    uint8_t slot;
    double weight; /* above 0 */
} MdlLane;

/* Reads a skin. Needs MDL_WEIGHTS. Returns false if the skin has no weights: then it follows its
** node. */
bool mdl_read_skin(const Mdl *mdl, uint64_t node, MdlSkin *skin);
/* Finds the bones of a vertex and returns how many there are. Their weights may have any sum. */
unsigned mdl_skin_lanes(const MdlSkin *skin, uint64_t vertex, MdlLane lanes[MDL_LANES]);

/* ---- Names ----------------------------------------------------------------------------------- */

/* Compares two names without regard to case. They end at a NUL or after `size` bytes. */
int mdl_compare_names(const uint8_t *a, const uint8_t *b, uint32_t size);
bool mdl_sort_names(Mdl *mdl, Error *error); /* makes by_name */
/* Returns the first of the geometry's nodes with the name in this field; MDL_NONE: there is
** none. */
uint32_t mdl_find_name(const Mdl *mdl, const uint8_t *name);
bool mdl_find_namesakes(Mdl *mdl, Error *error); /* makes namesakes, and by_name */
