/* The textures that an area names. */
#include "codec/text.h"
#include "core/file_set.h"
#include "neverwinter/trn/trn.h"

const char *const trn_texture_endings[TRN_TEXTURE_ENDINGS] = {".dds", ".tga"};

enum { TERRAIN_TEXTURES = 6, WATER_TEXTURES = 3 };

static bool add_names(const uint8_t *field, int count, uint32_t stride, TextureNames *textures,
                      Map *seen, Arena *arena, Error *error) {
    for (int i = 0; i < count; i++, field += stride) {
        const FileName name = {"", field, TRN_NAME_BYTES, ENCODING_CP1252, NULL};
        if (!texture_names_add_once(textures, seen, arena, &name, error)) return false;
    }
    return true;
}

bool trn_name_textures(Document *document, Arena *arena, TextureNames *textures, Error *error) {
    const Trn *trn = (const Trn *)document;
    const uint8_t *bytes = document->bytes;
    Map seen = {0};
    textures->endings = trn_texture_endings;
    textures->ending_count = TRN_TEXTURE_ENDINGS;
    for (uint64_t i = 0; i < trn->terrains.count; i++) {
        if (!add_names(bytes + trn->terrains.starts[i] + TRN_TERRAIN_TEXTURES, TERRAIN_TEXTURES,
                       TRN_NAME_BYTES, textures, &seen, arena, error)) {
            return false;
        }
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    for (uint64_t i = 0; i < trn->grass.count; i++) {
        if (!add_names(bytes + trn->grass.starts[i] + TRN_GRASS_TEXTURE, 1, TRN_NAME_BYTES,
                       textures, &seen, arena, error)) {
            return false;
        }
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    for (uint64_t i = 0; i < trn->waters.count; i++) {
        if (!add_names(bytes + trn->waters.starts[i] + TRN_WATER_TEXTURES, WATER_TEXTURES,
                       TRN_SCROLLING_BYTES, textures, &seen, arena, error)) {
            return false;
        }
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    return true;
}
