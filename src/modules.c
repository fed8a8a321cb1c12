/* The list of formats, and what they have in common. */
#include "modules.h"
#include "archive/archive.h"

/* clang-format off */
extern const Module
    acting_module,
    archive_module,
    gat_module,
    gff_module,
    gnd_module,
    gt_module,
    image_module,
    jmx_lists_module,
    jmx_module,
    mdl_module,
    meta_functions_module,
    meta_module,
    nwn_module,
    picture_module,
    ro_server_module,
    ro_world_module,
    rsm_module,
    rsw_module,
    set_module,
    text_module,
    tlk_module,
    trn_module,
    twoda_module,
    wkb_module,
    zone_module;

const Module *const modules[] = {
    &gnd_module,
    &gat_module,
    &rsw_module,
    &rsm_module,
    &ro_server_module,
    &ro_world_module,
    &gt_module,
    &zone_module,
    &jmx_module,
    &jmx_lists_module,
    &mdl_module,
    &trn_module,
    &gff_module,
    &nwn_module,
    &twoda_module,
    &tlk_module,
    &set_module,
    &archive_module,
    &meta_module,
    &meta_functions_module,
    &acting_module,
    &image_module,
    &picture_module,
    &wkb_module,
    &text_module,
};
/* clang-format on */

const int module_count = (int)LENGTH(modules);

const Table *next_table(TablePlace *place) {
    while (place->module < module_count && place->table == modules[place->module]->table_count) {
        *place = (TablePlace){place->module + 1, 0};
    }
    return place->module < module_count ? modules[place->module]->tables[place->table++] : NULL;
}

const Table *table_named(const char *name, size_t length) {
    const Table *table;
    for (TablePlace at = {0}; (table = next_table(&at));) {
        if (strlen(table->name) == length && !memcmp(table->name, name, length)) break;
    }
    return table;
}

const Table *table_called(const char *name, size_t length) {
    const Table *table;
    for (TablePlace at = {0}; (table = next_table(&at));) {
        if (is_called(table->also_called, name, (uint32_t)length)) break;
    }
    return table;
}

/* Formats whose lines have to be read are asked last. The last resort is the last of the list. */
const Format *detect_format(const uint8_t *head, uint64_t head_size, uint64_t size) {
    for (int by_lines = 0; by_lines <= 1; by_lines++) {
        for (int m = 0; m < module_count; m++) {
            for (int f = 0; f < modules[m]->format_count; f++) {
                const Format *format = modules[m]->formats[f];
                if (format->detects_by_lines != by_lines) continue;
                if (format_detects(format, head, head_size, size)) return format;
            }
        }
    }
    return NULL;
}

bool format_serves(const Format *wanted, const Format *format) {
    return !wanted || wanted == format ||
           (wanted == &any_archive_format && archive_format_of(format));
}

bool format_has_ending(const Format *format, const char *name, size_t length) {
    return text_part_has_ending(name, length, format->ending) ||
           text_part_has_ending(name, length, format->other_endings);
}

/* Finds the format of which a name has an ending. */
static const Format *format_ending(const char *name, size_t length, bool or_text) {
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            const Format *format = modules[m]->formats[f];
            if ((or_text || !format->takes) && format_has_ending(format, name, length))
                return format;
        }
    }
    return NULL;
}

bool is_name_of_format(const char *name) {
    return format_ending(name, strlen(name), false) != NULL;
}

bool is_name_of_format_or_text(const char *name) {
    return format_ending(name, strlen(name), true) != NULL;
}

bool name_of_text(Arena *arena, const char *name, char **text) {
    size_t length = strlen(name);
    const Format *format = format_ending(name, length, false);
    const char *ending = format ? format->text_ending : NULL;
    *text = ending ? arena_alloc(arena, length + strlen(ending) + 1, 1) : NULL;
    if (!*text) return !ending;
    memcpy(*text, name, length);
    strcpy(*text + length, ending);
    return true;
}

size_t length_without_text(const char *name, size_t length) {
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            const Format *format = modules[m]->formats[f];
            if (!format->text_ending || !text_ends(name, length, format->text_ending)) continue;
            size_t stem = length - strlen(format->text_ending);
            if (format_has_ending(format, name, stem)) return stem;
        }
    }
    return length;
}

char *name_without_text(Arena *arena, const char *name) {
    return text_copy(arena, name, length_without_text(name, strlen(name)));
}

const Format *format_of_pair(const char *name, bool is_second) {
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            const Format *format = modules[m]->formats[f];
            const char *ending = is_second ? format->second_ending : format->ending;
            if (format->second_ending && text_has_ending(name, ending)) return format;
        }
    }
    return NULL;
}
