/* The textures that a model names. */
#include "codec/text.h"
#include "core/file_set.h"
#include "neverwinter/mdl/mdl.h"

const char *const mdl_texture_endings[MDL_TEXTURE_ENDINGS] = {".tga", ".dds"};

typedef struct Naming {
    const Mdl *mdl;
    TextureNames *textures;
    Map seen;
    Arena *arena;
    Error *error;
} Naming;

/* In the nodes of animations the fields of names hold garbage. */
static bool is_moving(const Mdl *mdl, MdlPart part, uint64_t number) {
    return mdl->nodes[children_parent(&mdl->parts[part], number)].animation != MDL_NONE;
}

/* Adds the name in a field of a part. The fourth texture of meshes, which holds the material, isn't
** one. */
static bool add_name(Naming *naming, MdlPart part, uint32_t field, uint64_t number) {
    const uint8_t *bytes = mdl_bytes(naming->mdl, naming->mdl->parts[part].starts[number]) + field;
    const FileName name = {"", bytes, MDL_LONG_NAME, ENCODING_CP1252, NULL};
    if (mdl_is_no_name(bytes)) return true;
    return texture_names_add_once(naming->textures, &naming->seen, naming->arena, &name,
                                  naming->error);
}

bool mdl_name_textures(Document *document, Arena *arena, TextureNames *textures, Error *error) {
    static const struct {
        MdlPart part;
        uint32_t fields[3];
        int count;
    } parts[] = {{MDL_MESH, {MDL_MESH_TEXTURE0, MDL_MESH_TEXTURE1, MDL_MESH_TEXTURE2}, 3},
                 {MDL_EMITTER, {MDL_EMITTER_TEXTURE}, 1}};
    Mdl *mdl = (Mdl *)document;
    Naming naming = {.mdl = mdl, .textures = textures, .arena = arena, .error = error};
    textures->endings = mdl_texture_endings;
    textures->ending_count = MDL_TEXTURE_ENDINGS;
    for (size_t i = 0; i < LENGTH(parts); i++) {
        if (!mdl_list_parts(mdl, parts[i].part, error)) return false;
        for (uint64_t k = 0; k < mdl->parts[parts[i].part].count; k++) {
            if (arena_interrupted_at(arena, k)) return fail_interrupted(error);
            if (is_moving(mdl, parts[i].part, k)) continue;
            for (int field = 0; field < parts[i].count; field++) {
                if (!add_name(&naming, parts[i].part, parts[i].fields[field], k)) return false;
            }
        }
    }
    return true;
}
