/* What functions that return a file as binary glTF have in common: see scene/glb.h. */
#pragma once

#include "scene/glb.h"
#include "table/naming.h"

/* Begins a Glb. Argument number `textures` says where textures are, and `naming` how they are
** named; NULL: the function has no such argument. The memory counts towards the document's
** limit. */
bool glb_call_begin(Call *call, Glb *glb, int textures, const NameKind *naming);
/* Returns the GLB whose scene is the node `root`; NULL: the error is set. */
Value glb_call_end(Glb *glb, uint32_t root);

/* The argument `textures`, and what functions say of it. */
#define GLB_TEXTURES_OPTION                                                                        \
    {                                                                                              \
        .name = "textures",                                                                        \
        .doc = "1 (the default): textures that are found are in the file; 0: none; or a folder "   \
               "of textures, or a pattern with {} for the name of one",                            \
        .optional = true, .any_text = true                                                         \
    }
#define GLB_TEXTURES_DOC                                                                           \
    "Textures that are found (BMP, TGA, DDS) are in the file as PNGs; 0 as `textures` leaves "     \
    "them "                                                                                        \
    "out. It can also be a folder, or a pattern such as 'textures/{}.png', of pictures that the "  \
    "file will name. A material without a texture has a colour that its name gives."
