/* Checks for odd but readable data in Silkroad's lists. */
#include "silkroad/jmx_lists.h"
#include "core/sort.h"

#include <inttypes.h>

static void check_lines(const JmxList *list, Findings *findings) {
    uint64_t count = list->records.count + list->bad_lines;
    if (list->said_count != count) {
        finding_add(findings, SEVERITY_WARNING, "record_count", NO_OFFSET,
                    "the second line says %" PRIu64 " records, the file has %" PRIu64,
                    list->said_count, count);
    }
    if (list->bad_lines) {
        finding_add_times(findings, list->bad_lines, SEVERITY_WARNING, "line_unknown",
                          list->first_bad, "lines that aren't records of this list: %" PRIu64,
                          list->bad_lines);
    }
}

/* Says how many records have the id of an earlier one; records of so many bytes have it at their
** beginning, in `id_bytes`. */
static bool check_ids(const JmxList *list, size_t record_bytes, size_t id_bytes, Findings *findings,
                      Error *error) {
    const char *records = list->records.items;
    Arena scratch = arena_scratch(&list->document.arena);
    uint64_t repeated = 0;
    uint64_t *ids = arena_alloc(&scratch, list->records.count, 2 * sizeof *ids);
    if (!ids) return fail_memory(error, &scratch);
    for (uint64_t i = 0; i < list->records.count; i++) {
        const void *id = records + i * record_bytes;
        ids[i] = id_bytes == 4 ? *(const uint32_t *)id : *(const uint64_t *)id;
    }
    sort_numbers(ids, list->records.count, ids + list->records.count);
    for (uint64_t i = 1; i < list->records.count; i++) repeated += ids[i] == ids[i - 1];
    if (repeated) {
        finding_add_times(findings, repeated, SEVERITY_WARNING, "id_repeated", NO_OFFSET,
                          "records with the id of another one: %" PRIu64, repeated);
    }
    arena_clear(&scratch);
    return true;
}

bool jmx_asset_list_check(Document *document, Findings *findings, Error *error) {
    const JmxList *list = (const JmxList *)document;
    const JmxAsset *assets = list->records.items;
    check_lines(list, findings);
    for (uint64_t i = 0; i < list->records.count; i++) {
        uint64_t end = (uint64_t)assets[i].path.at + assets[i].path.length;
        if (end < document->size && document->bytes[end] == '"') continue;
        finding_add(findings, SEVERITY_INFO, "quote_open", assets[i].line_at,
                    "the path of asset %" PRIu64 " has no closing quote", assets[i].id);
    }
    return check_ids(list, sizeof *assets, sizeof assets->id, findings, error);
}

bool jmx_name_list_check(Document *document, Findings *findings, Error *error) {
    const JmxList *list = (const JmxList *)document;
    const JmxName *names = list->records.items;
    check_lines(list, findings);
    for (uint64_t i = 0; i < list->records.count; i++) {
        uint32_t region = names[i].region_z << 8 | names[i].region_x,
                 high = names[i].world_uid >> 16;
        if (high == region || high == UINT16_MAX) continue; /* a running number */
        finding_add(findings, SEVERITY_WARNING, "region_other", names[i].line_at,
                    "id 0x%08" PRIx32 " belongs to region %" PRIu32 ", the record says %" PRIu32,
                    names[i].world_uid, high, region);
    }
    return check_ids(list, sizeof *names, sizeof names->world_uid, findings, error);
}

bool jmx_tile_list_check(Document *document, Findings *findings, Error *error) {
    const JmxList *list = (const JmxList *)document;
    const JmxTileTexture *tiles = list->records.items;
    check_lines(list, findings);
    for (uint64_t i = 0; i < list->records.count; i++) {
        if (jmx_ground_name(tiles[i].type)) continue;
        finding_add(findings, SEVERITY_INFO, "ground_unknown", tiles[i].line_at,
                    "tile %" PRIu64 " has the unknown type of ground %" PRIu32, tiles[i].id,
                    tiles[i].type);
    }
    return check_ids(list, sizeof *tiles, sizeof tiles->id, findings, error);
}
