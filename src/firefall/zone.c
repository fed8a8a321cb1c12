/* ZONE: opens a file and reads its nodes. zone.h describes the format. */
#include "firefall/zone.h"

enum {
    HEADER_BYTES = 20, /* before the name */
    HEADER_VERSION = 4,
    HEADER_NAME_LENGTH = 16,
    RANGES_TRIED = 64, /* for each chunk of a list; real lists have one */
};

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* Of skyboxes and boxes the first one counts. */
static const char *read_first(Document *document, GtReader *all, const uint8_t *fixed) {
    Zone *zone = (Zone *)document;
    const uint8_t **first = all->type == ZONE_BOX ? &zone->box : &zone->skybox;
    if (!*first && !reader_left(&all->reader)) *first = fixed;
    return NULL;
}

static const char *read_range(Document *document, GtReader *all, const uint8_t *fixed) {
    Zone *zone = (Zone *)document;
    const ZoneRange range = {.node = all->node, .record = fixed};
    gt_add(all, &zone->ranges.list, &range, sizeof range);
    return NULL;
}

static const char *read_chunk(Document *document, GtReader *all, const uint8_t *fixed) {
    Zone *zone = (Zone *)document;
    bool has_record = all->type == ZONE_CHUNK;
    const ZoneChunk chunk = {.node = all->node,
                             .range = GT_NONE,
                             .x = load_u32(fixed),
                             .y = load_u32(fixed + 4),
                             .has_record = has_record,
                             .record = has_record ? load_u32(fixed + 8) : 0};
    gt_add(all, &zone->chunks.list, &chunk, sizeof chunk);
    return NULL;
}

static const char *read_path(Document *document, GtReader *all, const uint8_t *fixed) {
    Zone *zone = (Zone *)document;
    uint32_t number = (uint32_t)zone->paths.count;
    const ZonePath path = {.node = all->node,
                           .record = fixed,
                           .step_count = load_u32(fixed + 8),
                           .first_step = (uint32_t)zone->steps.count};
    if (!gt_add(all, &zone->paths.list, &path, sizeof path)) return NULL;
    for (uint32_t i = 0; i < path.step_count; i++) {
        ZoneStep step = {.path = number, .record = gt_take(all, ZONE_STEP_ACTION)};
        if (!step.record || !gt_take_text(all, &step.action)) return "short";
        if (!gt_add(all, &zone->steps.list, &step, sizeof step)) return NULL;
    }
    return NULL;
}

static const char *read_names(Document *document, GtReader *all, const uint8_t *fixed) {
    return gt_take_names(all, load_u32(fixed), &((Zone *)document)->names.list);
}

static const char *read_region(Document *document, GtReader *all, const uint8_t *fixed) {
    Zone *zone = (Zone *)document;
    uint32_t bytes = load_u32(fixed + 24);
    const ZoneRegion region = {.node = all->node,
                               .record = fixed,
                               .width = load_u32(fixed + 12),
                               .height = load_u32(fixed + 16),
                               .bitmap = {gt_take(all, bytes), bytes}};
    if (!region.bitmap.bytes) return "short";
    if (bytes != ((uint64_t)region.width * region.height + 7) / 8) return "bitmap-size";
    gt_add(all, &zone->regions.list, &region, sizeof region);
    return NULL;
}

enum {
    ENVIRONMENT = 0x20100,
    LAYERS = 0x50001,
    MELDING = 0x20200,
    CHUNKS = 0x20400,
    PROPS2 = 0x21400
};

/* Chunks come first, as there are many. */
const GtNodeKind zone_kinds[] = {
    {ZONE_RANGE, CHUNKS, "chunk range", 20, .read = read_range},
    {ZONE_CHUNK, CHUNKS, "chunk with record", 12, .read = read_chunk},
    {ZONE_BARE_CHUNK, CHUNKS, "chunk", 8, .read = read_chunk},
    {ZONE_ROOT, GT_NONE, "zone", .has_children = true},
    {ENVIRONMENT, ZONE_ROOT, "default environment", .has_children = true},
    {LAYERS, ENVIRONMENT, "environment", .has_children = true},
    {MELDING, ZONE_ROOT, "melding", .has_children = true},
    {CHUNKS, ZONE_ROOT, "chunk list", .has_children = true},
    {PROPS2, ZONE_ROOT, "props 2", .has_children = true},
    {ZONE_SKYBOX, ZONE_ROOT, "skybox", 4, .read = read_first},
    {0x20300, ZONE_ROOT, .name = "water"},
    {0x20700, ZONE_ROOT, .name = "melding heights"},
    {ZONE_PATH, ZONE_ROOT, "path", 12, .read = read_path},
    {0x20900, ZONE_ROOT, .name = "collision"},
    {ZONE_BOX, ZONE_ROOT, "box", 4 * ZONE_BOX_FLOATS, .read = read_first},
    {ZONE_NAMES, ZONE_ROOT, "encounter names", 4, .read = read_names},
    {0x21300, ZONE_ROOT, .name = "props"},
    {0x21500, ZONE_ROOT, .name = "camera sequence"},
    {0x21600, ZONE_ROOT, .name = "transfer bounds"},
    {ZONE_REGION, ZONE_ROOT, "subzone region", 28, .read = read_region},
    {5, MELDING, .name = "melding perimeter"},
    {0x2710, ENVIRONMENT, .name = "environment places"},
    {GT_ANY_TYPE, LAYERS, .name = "environment layer"},
    {0x50000, PROPS2, .name = "doodad"},
    {0},
};

/* Reads the content of a node if its kind is known. If it isn't sound, the rows that it added are
** removed. */
static const char *read_content(Zone *zone, GtReader *all, uint32_t number) {
    List *const lists[] = {&zone->ranges.list, &zone->chunks.list, &zone->regions.list,
                           &zone->names.list,  &zone->paths.list,  &zone->steps.list};
    uint64_t before[LENGTH(lists)];
    for (size_t i = 0; i < LENGTH(lists); i++) before[i] = lists[i]->count;
    const char *status = gt_read_node(&zone->document, all, zone_kinds, zone->document.bytes,
                                      &zone->nodes.items[number], number);
    bool is_sound = !status || !strcmp(status, "ok");
    for (size_t i = 0; !is_sound && i < LENGTH(lists); i++) lists[i]->count = before[i];
    return status;
}

static bool read_contents(Zone *zone, Error *error) {
    Arena *arena = &zone->document.arena;
    GtReader all = {.arena = arena, .error = error};
    zone->node_statuses = arena_alloc(arena, zone->nodes.count, sizeof *zone->node_statuses);
    if (!zone->node_statuses) return fail_memory(error, arena);
    for (uint32_t i = 0; i < zone->nodes.count && !all.stopped; i++) {
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
        zone->node_statuses[i] = read_content(zone, &all, i);
    }
    return !all.stopped;
}

/* ---- Where chunks lie ------------------------------------------------------------------------ */

static const ZoneException exceptions[] = {{448, 8, 7}, {1030, 19, 6}};

/* Tells whether a chunk's x and y lie within a range. */
static bool range_holds(const ZoneRange *range, const ZoneChunk *chunk) {
    return chunk->x >= load_u32(range->record + ZONE_RANGE_MIN_X) &&
           chunk->x <= load_u32(range->record + ZONE_RANGE_MAX_X) &&
           chunk->y >= load_u32(range->record + ZONE_RANGE_MIN_Y) &&
           chunk->y <= load_u32(range->record + ZONE_RANGE_MAX_Y);
}

/* Returns the range of the list from `first` on that contains the chunk, or else the list's first
** range. */
static uint32_t range_of(const Zone *zone, const ZoneChunk *chunk, uint32_t first) {
    uint32_t list = zone->nodes.items[chunk->node].parent;
    for (uint32_t i = first; i < zone->ranges.count && i - first < RANGES_TRIED; i++) {
        if (zone->nodes.items[zone->ranges.items[i].node].parent != list) break;
        if (range_holds(&zone->ranges.items[i], chunk)) return i;
    }
    bool has_one = first < zone->ranges.count &&
                   zone->nodes.items[zone->ranges.items[first].node].parent == list;
    return has_one ? first : GT_NONE;
}

/* The centre usually lies half of (max - min) from max; for some zones the exception's distance
** counts. Both are in half chunks. */
static int64_t origin(int64_t chunk, int64_t min, int64_t max, const int64_t *exception) {
    int64_t centre2 = exception ? *exception : max - min;
    return ZONE_CHUNK_UNITS / 2 * (2 * (chunk - max) + centre2);
}

static void place_chunk(const Zone *zone, ZoneChunk *chunk) {
    if (chunk->range == GT_NONE) return;
    const uint8_t *range = zone->ranges.items[chunk->range].record;
    chunk->has_origin = true;
    chunk->face = load_u32(range + ZONE_RANGE_FACE);
    const ZoneException *exception = zone->exception;
    chunk->origin_x =
        origin(chunk->x, load_u32(range + ZONE_RANGE_MIN_X), load_u32(range + ZONE_RANGE_MAX_X),
               exception ? &exception->centre_x2 : NULL);
    chunk->origin_y =
        origin(chunk->y, load_u32(range + ZONE_RANGE_MIN_Y), load_u32(range + ZONE_RANGE_MAX_Y),
               exception ? &exception->centre_y2 : NULL);
}

/* Chunks and ranges are in the order of nodes, so the ranges of a list come up with its chunks. */
static bool place_chunks(Zone *zone, Error *error) {
    uint32_t first = 0;
    for (uint64_t i = 0; i < zone->chunks.count; i++) {
        ZoneChunk *chunk = &zone->chunks.items[i];
        uint32_t list = zone->nodes.items[chunk->node].parent;
        if (arena_interrupted_at(&zone->document.arena, i)) return fail_interrupted(error);
        while (first < zone->ranges.count &&
               zone->nodes.items[zone->ranges.items[first].node].parent < list) {
            first++;
        }
        chunk->range = range_of(zone, chunk, first);
        place_chunk(zone, chunk);
    }
    return true;
}

/* ---- Duplicates ------------------------------------------------------------------------------ */

/* Sorts the chunks of a list by their place; among those of the same place, chunks with a record
** come first. */
static int compare_chunks(const void *context, uint32_t left, uint32_t right) {
    const Zone *zone = context;
    const ZoneChunk *a = &zone->chunks.items[left], *b = &zone->chunks.items[right];
    uint32_t list_a = zone->nodes.items[a->node].parent, list_b = zone->nodes.items[b->node].parent;
    if (list_a != list_b) return COMPARE(list_a, list_b);
    if (a->x != b->x) return COMPARE(a->x, b->x);
    return a->y != b->y ? COMPARE(a->y, b->y) : b->has_record - a->has_record;
}

/* Keeps one row for each chunk of a list: the first one with a record, or else the first one. */
static bool join_doubles(Zone *zone, Error *error) {
    Arena *arena = &zone->document.arena;
    uint64_t count = zone->chunks.count, kept = 0;
    uint32_t *order = sorted_order(arena, count, compare_chunks, zone, error);
    if (!order) return false;
    for (uint64_t i = 1, first = 0; i < count; i++) {
        ZoneChunk *chunk = &zone->chunks.items[order[first]],
                  *again = &zone->chunks.items[order[i]];
        if (zone->nodes.items[chunk->node].parent != zone->nodes.items[again->node].parent ||
            chunk->x != again->x || chunk->y != again->y) {
            first = i;
            continue;
        }
        if (chunk->has_record && !again->has_record) chunk->is_doubled = true;
        else zone->chunk_repeats++;
        again->node = GT_NONE;
    }
    arena_release(arena, order);
    for (uint64_t i = 0; i < count; i++) {
        if (zone->chunks.items[i].node != GT_NONE)
            zone->chunks.items[kept++] = zone->chunks.items[i];
    }
    zone->chunks.count = kept;
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool zone_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return size >= HEADER_BYTES && head_size >= 4 && memcmp(head, "ZONE", 4) == 0;
}

/* Parses a name such as "448.zone". */
static void read_number(Zone *zone) {
    const char *at = zone->document.name;
    if (!at || !gt_read_digits(&at, &zone->number) || *at != '.') return;
    zone->has_number = true;
    for (size_t i = 0; i < LENGTH(exceptions); i++) {
        if (exceptions[i].zone == zone->number) zone->exception = &exceptions[i];
    }
}

static bool read_head(Zone *zone, Reader *reader, Error *error) {
    const uint8_t *head;
    if (!read_bytes(reader, "the header", HEADER_BYTES, &head)) return false;
    zone->file_version = load_i32(head + HEADER_VERSION);
    FileRun *name = &zone->name;
    name->size = load_u32(head + HEADER_NAME_LENGTH);
    if (!read_bytes(reader, "the name", name->size, &name->bytes)) return false;
    zone->text = *name;
    zone->text.size -= name->size && !name->bytes[name->size - 1];
    return document_set_version(&zone->document, error, "%d", zone->file_version);
}

/* The root must be whole, because the nodes below it are found by its length. */
static bool read_root(Zone *zone, Reader *reader, Error *error) {
    uint64_t start = reader->at, left = reader_left(reader);
    GtHeader header;
    zone->trailing.bytes = reader->bytes + start;
    if (!left) {
        zone->status = "empty";
        return true;
    }
    if (!gt_read_header(reader->bytes + start, left, &header)) {
        return reader_fail(reader, start, "the root node needs 8 or 16 bytes, %" PRIu64 " left",
                           left);
    }
    if (header.type != ZONE_ROOT) {
        return reader_fail(reader, start, "the root node is of type 0x%x, expected 0x30000",
                           header.type);
    }
    const uint8_t *whole;
    if (!read_bytes(reader, "the root node", header.bytes + (uint64_t)header.length, &whole)) {
        return false;
    }
    zone->trailing.size = reader_rest(reader, &zone->trailing.bytes);
    if (!gt_list_nodes(&zone->document.arena, zone_kinds, reader->bytes, start, reader->at, 0,
                       &zone->nodes.list, &zone->status, error)) {
        return false;
    }
    uint32_t rest = zone->nodes.count ? zone->nodes.items->rest : 0;
    if (rest) {
        bool has_header = gt_read_header(reader->bytes + reader->at - rest, rest, &header);
        zone->status = has_header ? "node-length" : "header";
    }
    return true;
}

static bool zone_open(Document *document, Error *error) {
    Zone *zone = (Zone *)document;
    Reader reader = {.bytes = document->bytes, .size = document->size, .error = error};
    read_number(zone);
    return read_head(zone, &reader, error) && read_root(zone, &reader, error) &&
           read_contents(zone, error) && join_doubles(zone, error) && place_chunks(zone, error);
}

/* ---- Checking: damaged or odd data ----------------------------------------------------------- */

enum { VERSION_OLDEST = 7, VERSION_NEWEST = 8 };

static void check_file(const Zone *zone, Findings *findings) {
    if (zone->file_version < VERSION_OLDEST || zone->file_version > VERSION_NEWEST) {
        finding_add(findings, SEVERITY_WARNING, "version", 4,
                    "the version is %d, only 7 and 8 are known", zone->file_version);
    }
    if (!strcmp(zone->status, "empty")) {
        finding_add(findings, SEVERITY_WARNING, "root_missing", zone->document.size,
                    "the file ends where its root node is expected");
    } else if (!strcmp(zone->status, "node-budget")) { /* other faults show in the root's rest */
        finding_add(findings, SEVERITY_ERROR, "nodes_damaged", NO_OFFSET,
                    "the nodes break off after %" PRIu64 ": %s", zone->nodes.count, zone->status);
    }
    if (zone->name.size && zone->name.size == zone->text.size) {
        finding_add(findings, SEVERITY_WARNING, "name_terminator",
                    document_offset(&zone->document, zone->name.bytes),
                    "the name of %" PRIu64 " bytes doesn't end with a NUL", zone->name.size);
    }
    document_check_trailing(&zone->document, zone->trailing, "follow the root node", findings);
    if (!zone->has_number && zone->chunks.count) {
        finding_add(
            findings, SEVERITY_INFO, "zone_unnamed", NO_OFFSET,
            "the file's name isn't {number}.zone: its chunks get the origins that most zones have");
    }
}

static void check_node(const Zone *zone, uint64_t number, Findings *findings) {
    const GtNode *node = &zone->nodes.items[number];
    const char *status = zone->node_statuses[number], *name = gt_node_name(zone_kinds, node);
    if (node->rest) {
        finding_add(findings, SEVERITY_ERROR, "container_rest", gt_node_end(node) - node->rest,
                    "%u bytes at the end of node %" PRIu64 " (%s) aren't a node", node->rest,
                    number, name);
    }
    if (!status || !strcmp(status, "ok")) return;
    finding_add(findings, SEVERITY_ERROR, "node_damaged", node->offset,
                "node %" PRIu64 " (%s) of %u bytes gives no rows: %s", number, name, node->length,
                status);
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
    } else if (!range_holds(&zone->ranges.items[chunk->range], chunk)) {
        finding_add(findings, SEVERITY_WARNING, "chunk_out_of_range", offset,
                    "chunk %" PRIu64 " at (%u, %u) lies in no range of its list", number, chunk->x,
                    chunk->y);
    }
}

static bool zone_check(Document *document, Findings *findings, Error *error) {
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

const Format zone_format = {
    .name = "ZONE",
    .ending = ".zone",
    .doc = "Firefall zone: which chunks it has and where they lie, its regions, names and paths.",
    .detect = zone_detect,
    .document_bytes = sizeof(Zone),
    .open = zone_open,
    .check = zone_check,
};
