/* The labels of GFF files that name other files. Any other ResRef is the name of its own file. */
#include "neverwinter/gff/gff_value.h"
#include "neverwinter/names/names.h"

#define ENDS(Endings)       .stages = {Endings}
#define SCRIPT(...)         .kind = NWN("script", ENDS(".ncs"), __VA_ARGS__)
#define SOUND(...)          .kind = NWN("sound", ENDS(".wav"), __VA_ARGS__)
#define BLUEPRINT(End, ...) .kind = NWN("blueprint", ENDS(End), __VA_ARGS__)
#define PORTRAIT            .kind = NWN("portrait", ENDS(NWN_PORTRAITS), .prefix = "po_", OPTIONAL)
#define EFFECT              .kind = NWN2("effect", ENDS(".sef .pfx .bfx .ifx .lfx .tfx"))
#define NEED                .is_optional = false
/* A field that names the blueprint of something placed or carried, which needs it no more. */
#define PLACED(List, End)                                                                          \
    { "TemplateResRef", .list = List, BLUEPRINT(End, OPTIONAL) }
#define TEXT_FIELD .is_string = true
#define OF_ROOT    .of_root = true

static const struct {
    const char *label;     /* "Script*": any that begins so; "On^": if a capital follows */
    const char *list;      /* only in structs of the list of this name; NULL: anywhere */
    const char *file_type; /* only in files of this type; NULL: in any */
    bool of_root;          /* only in the root */
    bool is_string;        /* a CExoString; else a ResRef */
    NameKind kind;
} gff_names[] = {
    {"Conversation", .kind = NWN("dialogue", ENDS(".dlg"))},
    {"Tileset", OF_ROOT, .kind = NWN("tileset", ENDS(".set"))},
    {"Sound", .list = "Sounds", SOUND(NEED)},
    {"Sound", .file_type = "DLG", SOUND(OPTIONAL)},
    {"VO_ResRef", .file_type = "DLG", SOUND(OPTIONAL)},
    {"Area_Name", .list = "Mod_Area_list", .kind = NWN("area", ENDS(".are"))},
    {"Mod_Entry_Area", OF_ROOT, .kind = NWN("area", ENDS(".are"))},
    {"ResRef", .list = "Mod_CacheNSSList", SCRIPT(OPTIONAL)},
    {"ResRef", .list = "CreatureList", BLUEPRINT(".utc", NEED)},
    {"ResRef", .list = "StoreList", BLUEPRINT(".utm", OPTIONAL)},
    {"RESREF", .file_type = "ITP", BLUEPRINT(GFF_BLUEPRINT_ENDINGS, OPTIONAL)},
    {"InventoryRes", BLUEPRINT(".uti", NEED)},
    {"EquippedRes", BLUEPRINT(".uti", NEED)},
    PLACED("Creature List", ".utc"),
    PLACED("Door List", ".utd"),
    PLACED("Encounter List", ".ute"),
    PLACED("List", ".uti"),
    PLACED("Placeable List", ".utp"),
    PLACED("SoundList", ".uts"),
    PLACED("StoreList", ".utm"),
    PLACED("TriggerList", ".utt"),
    PLACED("WaypointList", ".utw"),
    PLACED("LightList", ".ult"),
    PLACED("EnvironmentList", ".uen"),
    PLACED("TreeList", ".utr"),
    PLACED("PlacedFXList", ".upe"),
    PLACED("StaticCameraList", ".utc"),
    PLACED("ItemList", ".uti"),
    PLACED("Equip_ItemList", ".uti"),
    PLACED("GroupList", GFF_BLUEPRINT_ENDINGS),
    {"AppearanceSEF", EFFECT},
    {"Effect", EFFECT},
    {"TGAToDisplay", .kind = NWN("texture", ENDS(".tga"), OPTIONAL)},
    {"DefaultTGA", .kind = NWN("texture", ENDS(".tga"), OPTIONAL)},
    {"Portrait", PORTRAIT},
    {"CustomPortrait", PORTRAIT},
    {"Mod_StartMovie", OF_ROOT, .kind = NWN("movie", ENDS(".wbm .bik"), OPTIONAL)},
    {"Mod_DefaultBic", OF_ROOT, .kind = NWN("character", ENDS(".bic"), OPTIONAL)},
    {"On^", SCRIPT(NEED)},
    {"Mod_On*", SCRIPT(NEED)},
    {"Script*", SCRIPT(NEED)},
    {"Active", SCRIPT(NEED)},
    {"Active2", SCRIPT(NEED)},
    {"EndConversation", SCRIPT(NEED)},
    {"EndConverAbort", SCRIPT(NEED)},
    {"Mod_Hak", TEXT_FIELD, .kind = NWN("hak", ENDS(".hak"))},
    {"Mod_CustomTlk", TEXT_FIELD, OF_ROOT, .kind = NWN("talk table", ENDS(".tlk"))},
    {"SkyDomeModel", TEXT_FIELD, .list = "DayNight", .kind = NWN2("model", ENDS(".mdb"), OPTIONAL)},
};

/* Returns the label of the list in which a struct, or the struct around it, lies. */
static const GffLabel *list_of(const Gff *gff, uint32_t structure) {
    static const GffLabel none = {"", 0};
    uint32_t field = gff->places[structure].field;
    while (field != GFF_NONE && gff_type(gff, field) == GFF_STRUCT) {
        field = gff->places[gff->owners[field]].field;
    }
    return field == GFF_NONE ? &none : gff_label(gff, field);
}

static bool is_label(const GffLabel *label, const char *wanted) {
    size_t length = strcspn(wanted, "*^");
    if (label->length < length || memcmp(label->text, wanted, length) != 0) return false;
    if (wanted[length] == '*') return true;
    if (wanted[length] == '\0') return label->length == length;
    return label->length > length && label->text[length] >= 'A' && label->text[length] <= 'Z';
}

bool gff_field_tells(const Row *row, uint32_t number, Named *named) {
    const Gff *gff = row->document;
    uint32_t field = (uint32_t)row->index, type = gff_type(gff, field);
    uint32_t owner = gff->owners[field];
    if (number || owner == GFF_NONE || (type != GFF_RESREF && type != GFF_STRING)) return false;
    const GffLabel *label = gff_label(gff, field), *list = list_of(gff, owner);
    for (size_t i = 0; i < LENGTH(gff_names); i++) {
        if (gff_names[i].is_string != (type == GFF_STRING)) continue;
        if (!is_label(label, gff_names[i].label)) continue;
        if (gff_names[i].of_root && owner) continue;
        if (gff_names[i].list && !is_label(list, gff_names[i].list)) continue;
        if (gff_names[i].file_type && strcmp(gff->type, gff_names[i].file_type) != 0) continue;
        *named = name_of_kind(&gff_names[i].kind, gff_value(gff, field, row->scratch));
        return true;
    }
    return false;
}
