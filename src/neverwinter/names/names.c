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

/* Takes the next word of a line; an empty one: there is none. */
static Value next_word(const char **at, const char *end) {
    while (*at < end && (**at == ' ' || **at == '\t')) ++*at;
    const char *word = *at;
    while (*at < end && **at != ' ' && **at != '\t') ++*at;
    return value_text_of(word, (uint32_t)(*at - word));
}

/* Tells whether a word is "texture" and a number, which is only "0" if `is_first`. */
static bool is_texture(Value word, bool is_first) {
    static const char texture[] = "texture";
    const char *digits = (const char *)word.bytes + sizeof texture - 1;
    if (word.length < sizeof texture || !text_begins(word.bytes, word.length, texture))
        return false;
    if (is_first) return word.length == sizeof texture && *digits == '0';
    return strspn(digits, "0123456789") >= word.length - sizeof texture + 1;
}

static bool material_tells(Value line, Named *named) {
    const char *at = line.bytes, *end = at + line.length;
    for (const char *c = at; c + 1 < end; c++) {
        if (c[0] == '/' && c[1] == '/') end = c;
    }
    Value key = next_word(&at, end), name = next_word(&at, end);
    if (is_texture(key, true)) *named = name_of_kind(&layer, name);
    else if (is_texture(key, false)) *named = name_of_kind(&other_layer, name);
    else if (text_is(key.bytes, key.length, "customshadervs") ||
             text_is(key.bytes, key.length, "customshaderfs") ||
             text_is(key.bytes, key.length, "customshadergs")) {
        *named = name_of_kind(&shader, name);
    }
    return named->kind;
}

static bool properties_tell(Value line, Named *named) {
    const char *at = line.bytes, *end = at + line.length;
    Value key = next_word(&at, end), name = next_word(&at, end);
    bool is_named = text_is(key.bytes, key.length, "bumpyshinytexture") ||
                    text_is(key.bytes, key.length, "envmaptexture") ||
                    text_is(key.bytes, key.length, "bumpmaptexture");
    /* the game makes shinywater itself */
    if (!is_named || text_is(name.bytes, name.length, "shinywater")) return false;
    *named = name_of_kind(&other_layer, name);
    return true;
}

const LineNames nwn_line_names[NWN_LINE_NAMES] = {{".mtr", material_tells},
                                                  {".txi", properties_tell}};

const char nwn_client[] =
#include "neverwinter/client.inc"
    ;
