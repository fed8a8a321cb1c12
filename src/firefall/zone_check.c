/* Checks for damaged or odd data in a ZONE file. */
#include "firefall/zone.h"

#include <inttypes.h>

enum { VERSION_OLDEST = 7, VERSION_NEWEST = 8 };

static void check_file(const Zone *zone, Findings *findings) {
    if (zone->file_version < VERSION_OLDEST || zone->file_version > VERSION_NEWEST) {
        finding_add(findings, SEVERITY_WARNING, "version", 4,
                    "the version is %" PRId32 ", only 7 and 8 are known", zone->file_version);
    }
    if (!strcmp(zone->status, "empty")) {
        finding_add(findings, SEVERITY_WARNING, "root_missing", zone->document.size,
                    "the file ends where its root node is expected");
    } else if (!strcmp(zone->status, "node-budget")) { /* else it is the rest of the root */
        finding_add(findings, SEVERITY_ERROR, "nodes_damaged", NO_OFFSET,
                    "the nodes break off after %" PRIu64 ": %s", zone->nodes.count, zone->status);
    }
    if (zone->name.size && zone->name.size == zone->text.size) {
        finding_add(findings, SEVERITY_WARNING, "name_terminator",
                    document_offset(&zone->document, zone->name.bytes),
                    "the name of %" PRIu64 " bytes doesn't end with a NUL", zone->name.size);
    }
    document_check_trailing(&zone->document, zone->trailing, "follow the root node", findings);
    if (zone->rule == ZONE_UNNAMED && zone->chunks.count) {
        finding_add(
            findings, SEVERITY_INFO, "zone_unnamed", NO_OFFSET,
            "the file's name isn't {number}.zone: its chunks get the origins that most zones have");
    }
}

static void check_node(const Zone *zone, uint64_t number, Findings *findings) {
    const GtNode *node = &zone->nodes.items[number];
    const char *status = zone->node_statuses[number], *name = zone_node_name(node);
    if (node->rest) {
        finding_add(findings, SEVERITY_ERROR, "container_rest", gt_node_end(node) - node->rest,
                    "%" PRIu32 " bytes at the end of node %" PRIu64 " (%s) aren't a node",
                    node->rest, number, name);
    }
    if (!status || !strcmp(status, "ok")) return;
    finding_add(findings, SEVERITY_ERROR, "node_damaged", node->offset,
                "node %" PRIu64 " (%s) of %" PRIu32 " bytes gives no rows: %s", number, name,
                node->length, status);
}

static void check_range(const Zone *zone, uint64_t number, Findings *findings) {
    const ZoneRange *range = &zone->ranges.items[number];
    uint32_t min_x = load_u32(range->record + ZONE_RANGE_MIN_X);
    uint32_t max_x = load_u32(range->record + ZONE_RANGE_MAX_X);
    uint32_t min_y = load_u32(range->record + ZONE_RANGE_MIN_Y);
    uint32_t max_y = load_u32(range->record + ZONE_RANGE_MAX_Y);
    if (min_x <= max_x && min_y <= max_y) return;
    finding_add(findings, SEVERITY_WARNING, "range_reversed", zone->nodes.items[range->node].offset,
                "range %" PRIu64 ": a minimum is above its maximum", number);
}

static void check_chunk(const Zone *zone, uint64_t number, Findings *findings) {
    const ZoneChunk *chunk = &zone->chunks.items[number];
    uint64_t offset = zone->nodes.items[chunk->node].offset;
    if (chunk->range == GT_NONE) {
        finding_add(findings, SEVERITY_WARNING, "chunk_without_range", offset,
                    "chunk %" PRIu64 " stands in a list without a range: its face and its origin "
                    "are unknown",
                    number);
    } else if (!zone_range_holds(&zone->ranges.items[chunk->range], chunk)) {
        finding_add(findings, SEVERITY_WARNING, "chunk_out_of_range", offset,
                    "chunk %" PRIu64 " at (%" PRIu32 ", %" PRIu32 ") lies in no range of its list",
                    number, chunk->x, chunk->y);
    }
}

bool zone_check(Document *document, Findings *findings, Error *error) {
    const Zone *zone = (const Zone *)document;
    check_file(zone, findings);
    for (uint64_t i = 0; i < zone->nodes.count; i++) {
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
        check_node(zone, i, findings);
    }
    for (uint64_t i = 0; i < zone->ranges.count; i++) check_range(zone, i, findings);
    for (uint64_t i = 0; i < zone->chunks.count; i++) check_chunk(zone, i, findings);
    if (zone->chunk_repeats) {
        finding_add(findings, SEVERITY_WARNING, "chunk_repeated", NO_OFFSET,
                    "%" PRIu64 " nodes name a chunk that another node of their kind and list has "
                    "named",
                    zone->chunk_repeats);
    }
    return true;
}
