/* The columns of 2DA files that name other files, by the stem of the file's name. A file that a row
** names is only needed if something uses the row. */
#include "neverwinter/names/names.h"
#include "neverwinter/twoda/twoda.h"

#define TWODA(Kind, Endings) NWN_BY("2da", Kind, .stages = {Endings}, OPTIONAL)

static const NameKind model = TWODA("model", ".mdl .mdb");
static const NameKind texture = NWN_BY("2da", "texture", .stages = NWN_PICTURES, OPTIONAL);
static const NameKind icon = TWODA("texture", ".tga .dds");
static const NameKind portrait =
    NWN_BY("2da", "portrait", .stages = {NWN_PORTRAITS}, .prefix = "po_", OPTIONAL);
static const NameKind skeleton = TWODA("skeleton", ".gr2");
static const NameKind effect = TWODA("effect", ".sef");
static const NameKind door = TWODA("blueprint", ".utd");
static const NameKind item = TWODA("blueprint", ".uti");
static const NameKind tileset = TWODA("tileset", ".set");
static const NameKind music = TWODA("music", ".bmu");
static const NameKind sound = TWODA("sound", ".wav");
static const NameKind soundset = TWODA("soundset", ".ssf");
static const NameKind script = TWODA("script", ".ncs");
static const NameKind twoda_kind = TWODA("2da", ".2da");

static const struct {
    const char *stem;
    const NameKind *kind;
    const char *columns; /* "*": all but the label and the name */
} twoda_names[] = {
    {"actions", &icon, "iconresref"},
    {"ambientmusic", &music, "resource stinger1 stinger2 stinger3"},
    {"ambientsound", &sound, "resource"},
    {"appearance", &effect, "sef"},
    {"appearance", &model, "race"},
    {"appearance", &portrait, "portrait"},
    {"appearance", &skeleton, "nwn2_skeleton_file nwn2_head_skeleton"},
    {"appearance", &texture, "envmap"},
    {"appearancesndset", &sound, "looping fallfwd fallbck"},
    {"areaeffects", &script, "onenter onexit heartbeat"},
    {"baseitems", &icon, "defaulticon"},
    {"baseitems", &model, "defaultmodel"},
    {"classes", &icon, "icon"},
    {"classes", &twoda_kind,
     "attackbonustable featstable savingthrowtable skillstable bonusfeatstable spellgaintable "
     "spellknowntable prereqtable statgaintable"},
    {"domains", &icon, "icon"},
    {"doortypes", &door, "templateresref"},
    {"doortypes", &model, "model nwn2_modelname"},
    {"doortypes", &skeleton, "nwn2_skeleton"},
    {"doortypes", &tileset, "tileset"},
    {"effecticons", &icon, "icon"},
    {"feat", &icon, "icon"},
    {"footstepsounds", &sound, "*"},
    {"genericdoors", &door, "templateresref"},
    {"genericdoors", &model, "modelname nwn2_modelname"},
    {"genericdoors", &skeleton, "nwn2_skeleton"},
    {"grass", &texture, "texture"},
    {"inventorysnds", &sound, "inventorysound"},
    {"itempropdef", &twoda_kind, "subtyperesref"},
    {"loadscreens", &icon, "bmpresref"},
    {"loadscreens", &tileset, "tileset"},
    {"masterfeats", &icon, "icon"},
    {"nwn2_icons", &icon, "icon"},
    {"packages", &twoda_kind, "spellpref2da featpref2da skillpref2da equip2da"},
    {"placeableobjsnds", &sound, "opened closed destroyed used locked"},
    {"placeables", &model, "modelname lowgore nwn2_modelname"},
    {"placeables", &skeleton, "nwn2_skeleton"},
    {"placeables", &texture, "reflection"},
    {"polymorph", &item, "creatureweapon1 creatureweapon2 creatureweapon3 hideitem equipped"},
    {"polymorph", &portrait, "portrait"},
    {"portraits", &portrait, "baseresref lowgore"},
    {"racialtypes", &icon, "icon female_race_icon male_race_icon"},
    {"racialtypes", &twoda_kind, "featstable"},
    {"skills", &icon, "icon"},
    {"skyboxes", &model, "dawn day dusk night"},
    {"soundset", &soundset, "resref"},
    {"spells", &effect,
     "conjvisual0 conjvisual1 conjvisual2 lowconjvisual0 castvisual0 castvisual1 castvisual2 "
     "lowcastvisual0 projsef lowprojsef impactsef lowimpactsef"},
    {"spells", &icon, "iconresref"},
    {"spells", &model,
     "conjheadvisual conjhandvisual conjgrndvisual castheadvisual casthandvisual castgrndvisual "
     "projmodel"},
    {"spells", &script, "impactscript"},
    {"spells", &sound, "conjsoundvfx conjsoundmale conjsoundfemale castsound projsound"},
    {"surfacemat", &model, "visual"},
    {"tailmodel", &model, "model nwn2_modelname"},
    {"tailmodel", &skeleton, "nwn2_skeleton_file"},
    {"tailmodel", &texture, "envmap"},
    {"terrainmaterials", &texture, "terrain"},
    {"tilesets", &tileset, "tileset_resref"},
    {"traps", &icon, "iconresref"},
    {"traps", &item, "resref"},
    {"traps", &script, "trapscript"},
    {"vfx_persistent", &effect, "fillsef"},
    {"vfx_persistent", &model, "model01 model02 model03 modelmin01 modelmin02 modelmin03"},
    {"vfx_persistent", &script, "onenter onexit heartbeat"},
    {"vfx_persistent", &sound, "soundimpact soundduration soundcessation soundoneshot"},
    {"visualeffects", &model,
     "imp_headcon_node imp_impact_node imp_root_s_node imp_root_m_node imp_root_l_node "
     "imp_root_h_node ces_headcon_node ces_impact_node ces_root_s_node ces_root_m_node "
     "ces_root_l_node ces_root_h_node dur_headcon_node dur_impact_node"},
    {"visualeffects", &sound, "soundimpact soundduration soundcessastion soundcessation"},
    {"waypoint", &model, "resref nwn2_modelname"},
    {"weaponsounds", &sound, "*"},
    {"wingmodel", &model, "model nwn2_modelname"},
    {"wingmodel", &skeleton, "nwn2_skeleton_file"},
    {"wingmodel", &texture, "envmap"},
};

/* Words that name no file, though they stand in columns of names. */
static const char no_files[] = "default none (none) null user reserved os_reserved bd_reserved "
                               "padding *** ***** ** * -";

/* Tells whether a text is one of the words of a list, without regard to case. */
static bool is_listed(const TwoDaText *text, const char *words) {
    for (size_t length; *words; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        if (text_same(text->bytes, text->length, words, length)) return true;
    }
    return false;
}

static bool is_digit(uint8_t byte) {
    return byte >= '0' && byte <= '9';
}

/* Tells whether a text is a number, which then means a row: decimal, hexadecimal or a fraction. */
static bool is_number(const TwoDaText *text) {
    const uint8_t *at = text->bytes, *end = at + text->length;
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x') {
        for (at += 2; at < end && hex_digit((char)*at) >= 0;) at++;
        return at == end;
    }
    bool has_digits = false, has_point = false;
    for (; at < end && (is_digit(*at) || (*at == '.' && !has_point)); at++) {
        if (*at == '.') has_point = true;
        else has_digits = true;
    }
    return at == end && has_digits;
}

/* Tells whether a table lists the models of doors: all its columns are Type1 and so on. */
static bool lists_doors(const TwoDa *twoda) {
    for (uint64_t i = 0; i < twoda->column_count; i++) {
        const TwoDaText name = twoda_text(twoda, twoda->columns[i]);
        bool is_type = name.length > 4 && text_begins(name.bytes, name.length, "type");
        for (uint32_t k = 4; is_type && k < name.length; k++) is_type = is_digit(name.bytes[k]);
        if (!is_type) return false;
    }
    return true;
}

static const NameKind *kind_of_column(const char *stem, size_t length, bool is_of_doors,
                                      const TwoDaText *column) {
    bool is_known = false;
    for (size_t i = 0; i < LENGTH(twoda_names); i++) {
        if (!text_is(stem, length, twoda_names[i].stem)) continue;
        is_known = true;
        bool is_any = twoda_names[i].columns[0] == '*' && !is_listed(column, "label name");
        if (is_any || is_listed(column, twoda_names[i].columns)) return twoda_names[i].kind;
    }
    if (is_known) return NULL;
    if (text_ends(stem, length, "_edge") && is_listed(column, "model")) return &model;
    return is_of_doors ? &model : NULL;
}

bool twoda_find_names(TwoDa *twoda, Error *error) {
    const char *name = twoda->document.name ? twoda->document.name : "";
    const char *dot = strrchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    if (twoda->names) return true;
    bool is_of_doors = length > 5 && text_ends(name, length, "doors") && lists_doors(twoda);
    const NameKind **kinds =
        arena_zeroed(&twoda->document.arena, twoda->column_count, sizeof *kinds);
    if (!kinds) return fail_memory(error, &twoda->document.arena);
    for (uint64_t i = 0; i < twoda->column_count; i++) {
        const TwoDaText column = twoda_text(twoda, twoda->columns[i]);
        kinds[i] = kind_of_column(name, length, is_of_doors, &column);
    }
    twoda->names = kinds;
    return true;
}

const NameKind *twoda_kind_of_cell(const TwoDa *twoda, uint64_t column, const TwoDaText *text) {
    const NameKind *kind = twoda->names[column];
    if (!kind || is_listed(text, no_files) || is_number(text)) return NULL;
    if (memchr(text->bytes, '?', text->length)) return NULL; /* '?' stands for several names */
    bool is_parts = kind == &model && text->length == 1 &&
                    text_begins(twoda->document.name, strlen(twoda->document.name), "appearance.");
    if (is_parts) return NULL;
    bool is_effect = kind == &model && text_ends(text->bytes, text->length, ".sef");
    return is_effect ? &effect : kind;
}
