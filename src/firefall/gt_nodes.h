/* Nodes: what Firefall's world files, chunks and zones, are built of.
**
**     offset  size  type  field
**     0       8     u64   marker 0x12ED5A12ED5B12ED. Where the first eight bytes are not the marker,
**                         the header has 8 bytes and begins with the type
**     8       4     u32   type
**     12      4     u32   L: length of the content
**     16      L           content: data of the node's own, then child nodes back to back
**
** Small types repeat under different parents, so what a type means depends on the parent. Nothing
** in a node says whether it holds children: the tables of kinds below do.
**
** Known from the themeldingwars documentation and from FauFau. */
#pragma once

#include "core/core.h"

#define GT_MARKER    0x12ED5A12ED5B12EDu
#define GT_NODES_MAX ((uint64_t)1 << 22) /* of a file; far beyond any real one */
#define GT_NONE      UINT32_MAX          /* no parent, no kind, no other reference */
#define GT_ANY_TYPE  UINT32_MAX          /* of a GtNodeKind: any type within its parent */

struct GtReader;

/* Where a node may be, and what it is. A table of these, behind which one has no name, describes a
** kind of file. */
typedef struct GtNodeKind {
    uint32_t type, parent; /* types of the node and of the one that holds it; GT_NONE: none does */
    const char *name;      /* for users */
    uint32_t fixed_bytes;  /* of data of its own, before all else that it holds */
    bool has_children;     /* the rest of it are nodes */
    /* NULL, or reads the rest of a node whose first bytes are `fixed`, adds its rows and returns
    ** what is wrong with it. NULL: nothing is wrong, or the reader has stopped. */
    const char *(*read)(Document *document, struct GtReader *all, const uint8_t *fixed);
} GtNodeKind;

typedef struct GtNode {
    uint32_t block;                /* of a chunk; 0 in a zone */
    uint32_t parent;               /* GT_NONE at the outermost level */
    uint32_t kind;                 /* GT_NONE: unknown */
    uint32_t depth;                /* 0 at the outermost level */
    uint32_t type, offset, length; /* offset of the header; length of the content */
    uint32_t rest; /* of a node that holds children: bytes behind the last one that aren't a node */
    bool has_marker;
} GtNode;

typedef struct GtHeader {
    uint32_t type, length; /* of the content */
    uint32_t bytes;        /* of the header: 16 or 8 */
    bool has_marker;
} GtHeader;

/* Reads the header at `bytes`, of which `size` are left; returns false if it isn't complete. The
** length isn't checked. */
bool gt_read_header(const uint8_t *bytes, uint64_t size, GtHeader *header);

/* Appends the nodes that lie back to back from `at` to `end` of `bytes` to `nodes`, each before its
** children, as GtNodes. *status is "ok", or why the outermost nodes break off: "header",
** "node-length" or "node-budget" (GT_NODES_MAX). Children that break off leave a rest in their
** parent. Returns false if memory runs out or the user wants to stop. */
bool gt_list_nodes(Arena *arena, const GtNodeKind *kinds, const uint8_t *bytes, uint64_t at,
                   uint64_t end, uint32_t block, List *nodes, const char **status, Error *error);

/* Reads the content of one node after the other. A status says what is wrong with it: "short" where
** it ends within a field, and "long" where bytes follow the last one. */
typedef struct GtReader {
    Arena *arena;
    uint32_t node, type; /* the number of the node, and its type */
    Reader reader;       /* over the content; its error isn't reported */
    Error *error, ignored;
    bool stopped; /* the error is set: memory ran out, or the user wants to stop */
} GtReader;

/* A name by which encounters know a prop. */
typedef struct GtName {
    uint32_t node, number; /* in its node */
    uint32_t offset;       /* of its length, in the same bytes as that of the node */
    FileRun text;
} GtName;

/* Goes to the content of a node of `bytes`. */
void gt_enter(GtReader *all, const uint8_t *bytes, const GtNode *node, uint32_t number);
/* Reads a node of `bytes` as its kind says. Returns "ok" or what is wrong; NULL: its kind doesn't
** say what is in it. */
const char *gt_read_node(Document *document, GtReader *all, const GtNodeKind *kinds,
                         const uint8_t *bytes, const GtNode *node, uint32_t number);
/* Return the next bytes of the content, or `count` records; NULL if it ends before. */
const uint8_t *gt_take(GtReader *all, uint64_t bytes);
const uint8_t *gt_take_records(GtReader *all, uint64_t count, uint64_t each);
bool gt_take_u32(GtReader *all, uint32_t *value);
/* Takes a text behind its length. */
bool gt_take_text(GtReader *all, FileRun *text);
/* Adds `count` names to a list of them. Returns NULL, or what is wrong. */
const char *gt_take_names(GtReader *all, uint32_t count, List *names);
/* Adds a copy of an item and returns it; NULL: the reader has stopped, which ends everything. */
static inline void *gt_add(GtReader *all, List *list, const void *item, uint64_t size) {
    void *added = NULL;
    if (arena_interrupted_at(all->arena, list->count)) fail_interrupted(all->error);
    else if (!(added = list_add(all->arena, list, size))) fail_memory(all->error, all->arena);
    all->stopped |= !added;
    return added ? memcpy(added, item, (size_t)size) : NULL;
}

/* Reads a number of at most nine digits in the name of a file and moves behind it; returns false if
** there is none. */
bool gt_read_digits(const char **name, uint32_t *number);

/* Returns what a node's type means at its place; NULL if that is unknown. */
static inline const char *gt_node_name(const GtNodeKind *kinds, const GtNode *node) {
    return node->kind == GT_NONE ? NULL : kinds[node->kind].name;
}

/* Return where a node's content begins, behind its header, and ends, relative to the same bytes as
** its offset. */
static inline uint64_t gt_node_content(const GtNode *node) {
    return (uint64_t)node->offset + (node->has_marker ? 16 : 8);
}
static inline uint64_t gt_node_end(const GtNode *node) {
    return gt_node_content(node) + node->length;
}
