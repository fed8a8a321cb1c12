/* See ro_names.h. */
#include "ragnarok/ro_names.h"
#include "codec/text.h"
#include "text/text_file.h"

#define RO(Kind, Rule, Folder, ...)                                                                \
    { .name = Kind, .rule = Rule, .below = RO_DATA, .folder = Folder, __VA_ARGS__ }
#define RESNAMETABLE .renamed_by = &resnametable

static const NameList resnametable = {"resnametable.txt", "resnametable", &text_format};

const NameKind ro_ground = RO("ground", "data", NULL, RESNAMETABLE);
const NameKind ro_altitude = RO("altitude", "data", NULL, RESNAMETABLE);
const NameKind ro_model = RO("model", "data/model", "model", .is_flat = false);
const NameKind ro_sound = RO("sound", "data/wav", "wav", .is_flat = false);
const NameKind ro_texture = RO("texture", "data/texture", "texture", .is_flat = false);
const NameKind rsm_texture = RO("texture", "data/texture", "texture", .within = "model");
const NameKind ro_water = RO("water texture", "data/texture", "texture", .is_optional = true);
const NameKind ro_effects =
    RO("effects", "effecttool", "luafiles514/lua files/effecttool", .is_optional = true);
const NameKind ro_minimap = RO("minimap", "minimap", "texture", RESNAMETABLE, .is_optional = true);
const NameKind ro_unknown_file = RO("unknown", "data", NULL, .is_optional = true);

bool ro_water_tells(const Row *row, int64_t type, uint32_t number, Named *named) {
    enum { NAME_BYTES = 48 };
    char *name = row_room(row, NAME_BYTES);
    if (number >= RO_WATER_FRAMES) return false;
    if (name) print_text(name, NAME_BYTES, "워터\\water%d%02u.jpg", (int)type, number);
    *named = name_of_kind(&ro_water, value_text(name));
    return true;
}

Value ro_name_of_stem(const Row *row, const char *before, const char *behind) {
    const char *name = ((const Document *)row->document)->name;
    char *file = name ? text_with_ending(row->scratch, name, behind) : NULL;
    size_t bytes = file ? strlen(before) + strlen(file) + 1 : 0;
    char *whole = file ? arena_alloc(row->scratch, bytes, 1) : NULL;
    if (!whole) return value_null();
    print_text(whole, bytes, "%s%s", before, file);
    return value_text(whole);
}
