/* ASWM: the ground's material, which the flags of triangles give. See aswm.h. */
#include "neverwinter/aswm/aswm.h"

static const struct Material {
    uint32_t flag;
    const char *name;
} materials[] = {
#define NAMED(flag, bit, name, doc)                                                                \
    { flag, name }
    ASWM_EACH_MATERIAL(NAMED),
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
