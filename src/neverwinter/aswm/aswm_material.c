/* ASWM: the ground's material, which the flags of triangles give. See aswm.h. */
#include "neverwinter/aswm/aswm.h"

static const struct Material {
    uint32_t flag;
    const char *name;
} materials[] = {
    {ASWM_DIRT, "dirt"},     {ASWM_GRASS, "grass"}, {ASWM_STONE, "stone"},     {ASWM_WOOD, "wood"},
    {ASWM_CARPET, "carpet"}, {ASWM_METAL, "metal"}, {ASWM_SWAMP, "swamp"},     {ASWM_MUD, "mud"},
    {ASWM_LEAVES, "leaves"}, {ASWM_WATER, "water"}, {ASWM_PUDDLES, "puddles"},
};

const char *aswm_material(uint32_t flags, char joined[ASWM_MATERIAL_CHARS]) {
    const char *only = NULL;
    int length = 0;
    for (size_t i = 0; i < LENGTH(materials); i++) {
        if (!(flags & materials[i].flag)) continue;
        only = length ? NULL : materials[i].name;
        length += print_text(joined + length, ASWM_MATERIAL_CHARS - (size_t)length, "%s%s",
                             length ? "+" : "", materials[i].name);
    }
    if (!length) return "none";
    return only ? only : joined;
}
