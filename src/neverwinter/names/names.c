/* See names.h. */
#include "neverwinter/names/names.h"

const NameKind nwn_texture =
    NWN_BY("nwn texture", "texture", .stages = NWN_PICTURES, .lines = &nwn_line_names[0]);
const NameKind nwn_shine = NWN_BY("nwn texture", "texture", .stages = NWN_PICTURES, OPTIONAL);
const NameKind nwn_minimap = NWN("minimap", .stages = {".tga"}, OPTIONAL);
const NameKind nwn_material = NWN("material", .stages = {".mtr"});
const NameKind nwn_model = NWN("model", .stages = {".mdl"});
const NameKind nwn_supermodel = NWN("supermodel", .stages = {".mdl"});
const NameKind nwn_walkmesh = NWN("walkmesh", OPTIONAL);
const NameKind nwn2_texture = NWN2("texture", .stages = {".dds .tga"});

/* The textures of a material: no .plt among them, whose parts are coloured one by one. */
static const NameKind layer = NWN_BY("nwn texture", "texture", .stages = {".ktx .dds .tga"});
static const NameKind other_layer =
    NWN_BY("nwn texture", "texture", .stages = {".ktx .dds .tga"}, OPTIONAL);
static const NameKind shader = NWN("shader", .stages = {".shd"});

const LineNames nwn_line_names[NWN_LINE_NAMES] = {
    {.ending = ".mtr",
     .keys = {{"texture0", &layer},
              {"texture#", &other_layer},
              {"customshadervs", &shader},
              {"customshaderfs", &shader},
              {"customshadergs", &shader}}},
    {.ending = ".txi",
     .none = "shinywater", /* which the game makes itself */
     .keys = {{"bumpyshinytexture", &other_layer},
              {"envmaptexture", &other_layer},
              {"bumpmaptexture", &other_layer}}},
};

const char nwn_client[] =
#include "neverwinter/client.inc"
    ;
