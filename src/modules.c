/* The list of formats, and what they have in common. */
#include "modules.h"
#include "archive/archive.h"

/* clang-format off */
#define MODULES(X)                      \
    X(gnd_module)                       \
    X(gat_module)                       \
    X(rsw_module)                       \
    X(rsm_module)                       \
    X(ro_server_module)                 \
    X(ro_world_module)                  \
    X(gt_module)                        \
    X(zone_module)                      \
    X(jmx_module)                       \
    X(jmx_lists_module)                 \
    X(mdl_module)                       \
    X(trn_module)                       \
    X(gff_module)                       \
    X(nwn_module)                       \
    X(twoda_module)                     \
    X(tlk_module)                       \
    X(set_module)                       \
    X(archive_module)                   \
    X(meta_module)                      \
    X(meta_functions_module)            \
    X(acting_module)                    \
    X(image_module)                     \
    X(picture_module)                   \
    X(wkb_module)                       \
    X(text_module)
/* clang-format on */
#define DECLARE(module) extern const Module module;
#define ADDRESS(module) &module,

MODULES(DECLARE)
const Module *const modules[] = {MODULES(ADDRESS)};
const int module_count = (int)LENGTH(modules);

#undef DECLARE
#undef ADDRESS

/* Returns the module in which the next item is; `count` is where modules have the number of theirs.
** NULL: there are no more. */
static const Module *module_of(ModulePlace *place, size_t count) {
    while (place->module < module_count) {
        const Module *module = modules[place->module];
        if (place->item < *(const int *)(const void *)((const char *)module + count)) return module;
        *place = (ModulePlace){place->module + 1, 0};
    }
    return NULL;
}

const Table *next_table(ModulePlace *place) {
    const Module *module = module_of(place, offsetof(Module, table_count));
    return module ? module->tables[place->item++] : NULL;
}

const Function *next_function(ModulePlace *place) {
    const Module *module = module_of(place, offsetof(Module, function_count));
    return module ? &module->functions[place->item++] : NULL;
}

static const Format *next_format(ModulePlace *place) {
    const Module *module = module_of(place, offsetof(Module, format_count));
    return module ? module->formats[place->item++] : NULL;
}

const Table *table_named(const char *name, size_t length) {
    const Table *table;
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        if (strlen(table->name) == length && !memcmp(table->name, name, length)) break;
    }
    return table;
}

const Table *table_called(const char *name, size_t length) {
    const Table *table;
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        if (is_called(table->also_called, name, (uint32_t)length)) break;
    }
    return table;
}

/* Formats whose lines have to be read are asked last. The last resort is the last of the list. */
const Format *detect_format(const uint8_t *head, uint64_t head_size, uint64_t size) {
    for (int by_lines = 0; by_lines <= 1; by_lines++) {
        const Format *format;
        for (ModulePlace at = {0}; (format = next_format(&at));) {
            if (format->detects_by_lines != by_lines) continue;
            if (format_detects(format, head, head_size, size)) return format;
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
    const Format *format;
    for (ModulePlace at = {0}; (format = next_format(&at));) {
        if ((or_text || !format->takes) && format_has_ending(format, name, length)) return format;
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
    const Format *format;
    for (ModulePlace at = {0}; (format = next_format(&at));) {
        if (!format->text_ending || !text_ends(name, length, format->text_ending)) continue;
        size_t stem = length - strlen(format->text_ending);
        if (format_has_ending(format, name, stem)) return stem;
    }
    return length;
}

char *name_without_text(Arena *arena, const char *name) {
    return text_copy(arena, name, length_without_text(name, strlen(name)));
}

const Format *format_of_pair(const char *name, bool is_second) {
    const Format *format;
    for (ModulePlace at = {0}; (format = next_format(&at));) {
        const char *ending = is_second ? format->second_ending : format->ending;
        if (format->second_ending && text_has_ending(name, ending)) return format;
    }
    return NULL;
}
