/* See ro_names.h. */
#include "ragnarok/ro_names.h"
#include "text/text_file.h"

#define RESNAMETABLE .renamed_by = &resnametable

static const NameList resnametable = {"resnametable.txt", "resnametable", &text_format,
                                      names_line_other, false};
static const NameList mp3nametable = {"mp3nametable.txt", "bgm", &text_format, names_line_other,
                                      true};

const NameKind ro_ground = RO_KIND("ground", "data", RESNAMETABLE);
const NameKind ro_altitude = RO_KIND("altitude", "data", RESNAMETABLE);
const NameKind ro_model = RO_KIND("model", "data/model", .folder = "model");
const NameKind ro_sound = RO_KIND("sound", "data/wav", .folder = "wav");
const NameKind ro_texture = RO_KIND("texture", "data/texture", .folder = "texture");
const NameKind rsm_texture =
    RO_KIND("texture", "data/texture", .folder = "texture", .within = "model");
const NameKind ro_effects = RO_KIND("effects", "effecttool", .is_optional = true,
                                    .folder = "luafiles514/lua files/effecttool");
const NameKind ro_minimap =
    RO_KIND("minimap", "minimap", .folder = "texture", RESNAMETABLE, .is_optional = true);
const NameKind ro_music =
    RO_KIND("music", "bgm", .above = "/data", .renamed_by = &mp3nametable, .is_optional = true);
const NameKind ro_unknown_file = RO_KIND("unknown", "data", .is_optional = true);

const char ro_client[] =
#include "ragnarok/client.inc"
    ;

bool ro_water_tells(const Row *row, const NameKind *kind, int64_t type, uint32_t number,
                    Named *named) {
    if (number >= RO_WATER_FRAMES) return false;
    *named = name_of_kind(
        kind, value_text(text_printed(row->scratch, "워터\\water%d%02u.jpg", (int)type, number)));
    return true;
}

Value ro_name_of_stem(const Row *row, const char *before, const char *behind) {
    const char *name = ((const Document *)row->document)->name;
    char *file = name ? text_with_ending(row->scratch, name, behind) : NULL;
    return value_text(file ? text_printed(row->scratch, "%s%s", before, file) : NULL);
}
