/* The parts behind a node, for the files of the MDL decoder only. */
#ifndef GAMEMAP_MDL_PART_H
#define GAMEMAP_MDL_PART_H

#include "mdl.h"

extern const struct MdlPartField {
    uint32_t flag;
    uint32_t bytes; /* of a skin: with 18 slots */
    const char *name;
} mdl_part_fields[MDL_PARTS];

static inline uint32_t mdl_part_bytes(MdlPart part, uint32_t slots) {
    bool more = part == MDL_SKIN && slots == MDL_SLOTS_EE;
    return mdl_part_fields[part].bytes + (more ? 2 * (MDL_SLOTS_EE - MDL_SLOTS) : 0);
}

/* Does what the skin in the node at `start` points to begin behind 64 slots? If not, it has 18. */
bool mdl_has_many_slots(const Mdl *mdl, uint64_t start, uint32_t flags);

/* Compares and sorts nodes by name without case, equal names by id; the sorted ones are in `ids`
** or in `spare`, which have the same size. */
bool mdl_same_name(const Mdl *mdl, uint32_t a, uint32_t b);
uint32_t *mdl_sort_by_name(const Mdl *mdl, uint32_t *ids, uint32_t *spare, uint64_t count);

#endif
