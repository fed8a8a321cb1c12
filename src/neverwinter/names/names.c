/* See names.h. */
#include "neverwinter/names/names.h"
#include "codec/text.h"

const NameKind nwn_texture =
    NWN_BY("nwn texture", "texture", .stages = NWN_PICTURES, .lines = &nwn_line_names[0]);
const NameKind nwn_shine = NWN_BY("nwn texture", "texture", .stages = NWN_PICTURES, OPTIONAL);
const NameKind nwn_minimap = NWN("minimap", .stages = {".tga"}, OPTIONAL);
const NameKind nwn_material = NWN("material", .stages = {".mtr"});
const NameKind nwn_model = NWN("model", .stages = {".mdl"});
const NameKind nwn_supermodel = NWN("supermodel", .stages = {".mdl"});
const NameKind nwn_walkmesh = NWN("walkmesh", OPTIONAL);
const NameKind nwn2_texture = NWN2("texture", .stages = {".dds .tga"});

/* ---- Lines of texts -------------------------------------------------------------------------- */

/* Textures of materials are never coloured by parts. */
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
    /* the game makes this one itself */
    if (!is_named || text_is(name.bytes, name.length, "shinywater")) return false;
    *named = name_of_kind(&other_layer, name);
    return true;
}

const LineNames nwn_line_names[NWN_LINE_NAMES] = {{".mtr", material_tells},
                                                  {".txi", properties_tell}};

/* ---- The game's own order -------------------------------------------------------------------- */

/* What the module names lies in hak/ and tlk/ of the folder or, where the module is in modules/, of
** the folder around that; people also keep it beside the module. Of KEYs the later ones, whose
** names sort last, go first. */
/* clang-format off */
const char nwn_client[] =
    "WITH info AS (SELECT file FROM gamemap_paths(?1 || '[m]odule.ifo*', 'skip')\n"
    "    WHERE name IN ('module.ifo', 'module.ifo.json') UNION ALL\n"
    "    SELECT file FROM gamemap_paths(?1 || '[i]fo/[m]odule.ifo.json', 'skip') LIMIT 1),\n"
    "around AS (SELECT gamemap_folder(rtrim(?1, '/')) AS path FROM info),\n"
    "homes AS (SELECT 0 AS far, ?1 AS path\n"
    "    UNION ALL SELECT 1, iif(path = '' OR path LIKE '%../', path || '../',\n"
    "        gamemap_folder(rtrim(path, '/'))) FROM around\n"
    "    UNION ALL SELECT 2, path FROM around),\n"
    "named AS (SELECT row_id, kind, name, iif(kind = 'hak', 'hak', 'tlk') AS type\n"
    "    FROM info JOIN gamemap_references(info.file) WHERE kind IN ('hak', 'talk table')),\n"
    "folders AS (SELECT 'hak' AS type, '[h]ak/' AS folder UNION ALL SELECT 'tlk', '[t]lk/'\n"
    "    UNION ALL SELECT 'hak', '' UNION ALL SELECT 'tlk', ''),\n"
    "found AS (SELECT row_id AS place, name || '.' || type AS name,\n"
    "    (SELECT file FROM homes JOIN folders f JOIN gamemap_paths(homes.path ||\n"
    "        folder || '[' || substr(named.name, 1, 1) || ']' || substr(named.name, 2) || '.' ||\n"
    "        named.type, 'skip')\n"
    "    WHERE f.type = named.type ORDER BY far, folder DESC LIMIT 1) AS path,\n"
    "    kind || ' of the module' AS taken_as FROM named),\n"
    "keys AS (SELECT name, file FROM homes JOIN gamemap_paths(homes.path || '*.[k]ey', 'skip')\n"
    "    UNION\n"
    "    SELECT name, file\n"
    "    FROM homes JOIN gamemap_paths(homes.path || '[d]ata/*.[k]ey', 'skip')),\n"
    "places AS (SELECT place + iif(name LIKE '%.hak', 0, 2e9) AS place, name, path, taken_as\n"
    "    FROM found\n"
    "    UNION ALL SELECT 1e9, NULL, rtrim(?1, '/'), 'module' FROM info\n"
    "    UNION ALL SELECT 1e9 + 1, 'override', rtrim(gamemap_folder(min(file)), '/'), 'override'\n"
    "    FROM homes JOIN gamemap_paths(homes.path || '[o]verride/*', 'skip') HAVING count(*)\n"
    "    UNION ALL SELECT 4e9, name, file, 'talk table of the game'\n"
    "    FROM homes JOIN gamemap_paths(homes.path || '[d]ialog.tlk', 'skip')\n"
    "    UNION ALL SELECT 5e9 + row_number() OVER (ORDER BY name DESC), name, file, 'KEY'\n"
    "    FROM keys)\n"
    "SELECT NULL AS place, 'module.ifo' AS name, file AS path,\n"
    "    'what the module needs' AS taken_as FROM info\n"
    "UNION ALL SELECT * FROM places\n"
    "WHERE EXISTS (SELECT 1 FROM places WHERE taken_as IN ('module', 'override', 'KEY'))";
/* clang-format on */
