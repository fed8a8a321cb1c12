/* See ro_names.h. */
#include "ragnarok/ro_names.h"
#include "codec/text.h"
#include "text/text_file.h"

#define RESNAMETABLE .renamed_by = &resnametable

static const NameList resnametable = {"resnametable.txt", "resnametable", &text_format};

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
const NameKind ro_unknown_file = RO_KIND("unknown", "data", .is_optional = true);

/* The folder itself goes before its archives, as files that were put there are meant to. */
/* clang-format off */
const char ro_client[] =
    "WITH ini AS (SELECT file FROM gamemap_paths(?1 || '[d]ata.ini', 'skip') LIMIT 1),\n"
    "listed AS (SELECT CAST(text AS INTEGER) AS place,\n"
    "    trim(substr(text, instr(text, '=') + 1), ' ' || char(9, 13)) AS name\n"
    "    FROM ini JOIN text_lines(ini.file) WHERE text GLOB '[0-9]*=*.?*'),\n"
    "archives AS (SELECT place, name, (SELECT file FROM gamemap_paths(\n"
    "        ?1 || '[' || substr(listed.name, 1, 1) || ']' || substr(listed.name, 2), 'skip'))\n"
    "    AS path, 'archive ' || place || ' of DATA.INI' AS taken_as FROM listed\n"
    "    UNION ALL SELECT row_number() OVER (ORDER BY name LIKE 'data.grf', name), name, file,\n"
    "        'archive, without a DATA.INI'\n"
    "    FROM gamemap_paths(?1 || '*.g[rp]f', 'skip') WHERE NOT EXISTS (SELECT 1 FROM listed)),\n"
    "places AS (SELECT -1 AS place, NULL AS name, rtrim(?1, '/') AS path,\n"
    "        'folder, before its archives' AS taken_as WHERE EXISTS (SELECT 1 FROM archives)\n"
    "    UNION ALL SELECT * FROM archives),\n"
    "renamed AS (SELECT file FROM places JOIN\n"
    "    gamemap_paths(places.path || '/data/[r]esnametable.txt', 'skip') ORDER BY place LIMIT 1)\n"
    "SELECT NULL AS place, 'DATA.INI' AS name, file AS path, 'order of the archives' AS taken_as\n"
    "    FROM ini WHERE EXISTS (SELECT 1 FROM listed)\n"
    "UNION ALL SELECT NULL, 'resnametable.txt', file, 'other names of maps' FROM renamed\n"
    "UNION ALL SELECT * FROM places";
/* clang-format on */

bool ro_water_tells(const Row *row, const NameKind *kind, int64_t type, uint32_t number,
                    Named *named) {
    enum { NAME_BYTES = 48 };
    char *name = row_room(row, NAME_BYTES);
    if (number >= RO_WATER_FRAMES) return false;
    if (name) print_text(name, NAME_BYTES, "워터\\water%d%02u.jpg", (int)type, number);
    *named = name_of_kind(kind, value_text(name));
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
