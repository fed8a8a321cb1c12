/* The list of formats, and what they have in common. */
#include "engine/table.h"

extern const Module archive_module, gat_module, glb_module, gnd_module, gt_module, jmx_module,
    mdl_module, meta_functions_module, meta_module, picture_module, rsw_module, trn_module,
    unpack_functions_module, zone_module;

const Module *const modules[] = {
    &gnd_module,     &gat_module,
    &rsw_module,     &gt_module,
    &zone_module,    &jmx_module,
    &mdl_module,     &trn_module,
    &archive_module, &unpack_functions_module,
    &meta_module,    &meta_functions_module,
    &picture_module, &glb_module,
};

const int module_count = (int)LENGTH(modules);

const Format *detect_format(const uint8_t *head, uint64_t head_size, uint64_t size) {
    for (int m = 0; m < module_count; m++) {
        for (int f = 0; f < modules[m]->format_count; f++) {
            const Format *format = modules[m]->formats[f];
            if (format->detect && format->detect(head, head_size, size)) return format;
        }
    }
    return NULL;
}
