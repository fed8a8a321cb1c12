/* ZONE: opens a file and reads its nodes. zone.h describes the format. */
#include "firefall/zone.h"
#include "core/sort.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    HEADER_BYTES = 20, /* before the name */
    HEADER_VERSION = 4,
    HEADER_TIME = 8,
    HEADER_NAME_LENGTH = 16,
    TEXT_LENGTH_BYTES = 4,
    NUMBER_DIGITS_MAX = 9,
    VERSION_CHARS = 12,
    RANGES_TRIED = 64, /* for each chunk of a list; real lists have one */
};

/* ---- Kinds of nodes -------------------------------------------------------------------------- */

enum { ROOT, ENVIRONMENT, LAYERS, MELDING, CHUNK_LIST, PROPS2, FIRST_LEAF };

static const GtNodeKind kinds[] = {
    [ROOT] = {ZONE_ROOT, GT_NONE, "zone", true, 0},
    [ENVIRONMENT] = {0x20100, ROOT, "default environment", true, 0},
    [LAYERS] = {0x50001, ENVIRONMENT, "environment", true, 0},
    [MELDING] = {0x20200, ROOT, "melding", true, 0},
    [CHUNK_LIST] = {0x20400, ROOT, "chunk list", true, 0},
    [PROPS2] = {0x21400, ROOT, "props 2", true, 0},
    [FIRST_LEAF] = {ZONE_SKYBOX, ROOT, "skybox", false, 0},
    {0x20300, ROOT, "water", false, 0},
    {0x20700, ROOT, "melding heights", false, 0},
    {ZONE_PATH, ROOT, "path", false, 0},
    {0x20900, ROOT, "collision", false, 0},
    {ZONE_BOX, ROOT, "box", false, 0},
    {ZONE_NAMES, ROOT, "encounter names", false, 0},
    {0x21300, ROOT, "props", false, 0},
    {0x21500, ROOT, "camera sequence", false, 0},
    {0x21600, ROOT, "transfer bounds", false, 0},
    {ZONE_REGION, ROOT, "subzone region", false, 0},
    {ZONE_RANGE, CHUNK_LIST, "chunk range", false, 0},
    {ZONE_CHUNK, CHUNK_LIST, "chunk with record", false, 0},
    {ZONE_BARE_CHUNK, CHUNK_LIST, "chunk", false, 0},
    {5, MELDING, "melding perimeter", false, 0},
    {0x2710, ENVIRONMENT, "environment places", false, 0},
    {GT_ANY_TYPE, LAYERS, "environment layer", false, 0},
    {0x50000, PROPS2, "doodad", false, 0},
    {0},
};

const char *zone_node_name(const GtNode *node) {
    return node->kind == GT_NONE ? NULL : kinds[node->kind].name;
}

/* ---- The content of nodes -------------------------------------------------------------------- */

enum { RANGES, CHUNKS, REGIONS, NAMES, PATHS, STEPS, LISTS };

/* The lists while they are filled. */
typedef struct ZoneReader {
    Zone *zone;
    uint32_t node;
    Reader reader; /* over the node's content */
    List lists[LISTS];
    Error *error;
    bool stopped; /* the error is set: memory ran out, or the user wants to stop */
} ZoneReader;

static void *add(ZoneReader *all, int list, uint64_t size) {
    Arena *arena = &all->zone->document.arena;
    void *item = NULL;
    if (arena_interrupted_at(arena, all->lists[list].count)) fail_interrupted(all->error);
    else if (!(item = list_add(arena, &all->lists[list], size))) fail_memory(all->error, arena);
    all->stopped |= !item;
    return item;
}

/* Reads the next bytes of the content; NULL if it ends before. The node's status describes the
** fault, so the reader's own message isn't needed. */
static const uint8_t *take(ZoneReader *all, uint64_t bytes) {
    const uint8_t *start;
    return read_bytes(&all->reader, "a field", bytes, &start) ? start : NULL;
}

static bool take_text(ZoneReader *all, ZoneText *text) {
    const uint8_t *length = take(all, TEXT_LENGTH_BYTES);
    if (!length) return false;
    text->length = load_u32(length);
    text->bytes = take(all, text->length);
    return text->bytes != NULL;
}

/* Each of these reads the content of a node, adds rows and returns what is wrong. NULL: nothing is
** wrong, or memory ran out. */
typedef const char *ReadContent(ZoneReader *all, const uint8_t *fixed);

static const char *read_skybox(ZoneReader *all, const uint8_t *fixed) {
    Zone *zone = all->zone;
    if (!zone->has_skybox) zone->skybox = fixed; /* the first one counts */
    zone->has_skybox = true;
    return NULL;
}

static const char *read_box(ZoneReader *all, const uint8_t *fixed) {
    Zone *zone = all->zone;
    if (!zone->has_box) zone->box = fixed;
    zone->has_box = true;
    return NULL;
}

static const char *read_range(ZoneReader *all, const uint8_t *fixed) {
    ZoneRange *range = add(all, RANGES, sizeof *range);
    if (range) *range = (ZoneRange){.node = all->node, .record = fixed};
    return NULL;
}

static const char *read_chunk(ZoneReader *all, const uint8_t *fixed) {
    ZoneChunk *chunk = add(all, CHUNKS, sizeof *chunk);
    if (!chunk) return NULL;
    *chunk = (ZoneChunk){.node = all->node,
                         .range = GT_NONE,
                         .x = load_u32(fixed),
                         .y = load_u32(fixed + 4),
                         .has_record = all->zone->nodes[all->node].type == ZONE_CHUNK};
    if (chunk->has_record) chunk->record = load_u32(fixed + 8);
    return NULL;
}

static const char *read_path(ZoneReader *all, const uint8_t *fixed) {
    uint32_t number = (uint32_t)all->lists[PATHS].count;
    ZonePath *path = add(all, PATHS, sizeof *path);
    if (!path) return NULL;
    *path = (ZonePath){.node = all->node,
                       .record = fixed,
                       .step_count = load_u32(fixed + 8),
                       .first_step = (uint32_t)all->lists[STEPS].count};
    for (uint32_t i = 0, count = path->step_count; i < count; i++) {
        ZoneStep read = {.path = number, .record = take(all, ZONE_STEP_ACTION)};
        if (!read.record || !take_text(all, &read.action)) return "short";
        ZoneStep *step = add(all, STEPS, sizeof *step);
        if (!step) return NULL;
        *step = read;
    }
    return NULL;
}

static const char *read_names(ZoneReader *all, const uint8_t *fixed) {
    uint32_t count = load_u32(fixed);
    for (uint32_t i = 0; i < count; i++) {
        ZoneName read = {.node = all->node, .number = i};
        if (!take_text(all, &read.text)) return "short";
        ZoneName *name = add(all, NAMES, sizeof *name);
        if (!name) return NULL;
        *name = read;
    }
    return NULL;
}

static const char *read_region(ZoneReader *all, const uint8_t *fixed) {
    ZoneRegion *region = add(all, REGIONS, sizeof *region);
    if (!region) return NULL;
    *region = (ZoneRegion){.node = all->node,
                           .record = fixed,
                           .width = load_u32(fixed + 12),
                           .height = load_u32(fixed + 16),
                           .bitmap_bytes = load_u32(fixed + 24)};
    region->bitmap = take(all, region->bitmap_bytes);
    if (!region->bitmap) return "short";
    uint64_t cells = (uint64_t)region->width * region->height;
    return region->bitmap_bytes == (cells + 7) / 8 ? NULL : "bitmap-size";
}

static const struct {
    uint32_t type;
    uint32_t parent;      /* a kind */
    uint32_t fixed_bytes; /* at the start */
    bool goes_on;         /* more content follows these */
    ReadContent *read;
} contents[] = {
    {ZONE_SKYBOX, ROOT, 4, false, read_skybox},
    {ZONE_BOX, ROOT, 4 * ZONE_BOX_FLOATS, false, read_box},
    {ZONE_PATH, ROOT, 12, true, read_path},
    {ZONE_NAMES, ROOT, 4, true, read_names},
    {ZONE_REGION, ROOT, 28, true, read_region},
    {ZONE_RANGE, CHUNK_LIST, 20, false, read_range},
    {ZONE_CHUNK, CHUNK_LIST, 12, false, read_chunk},
    {ZONE_BARE_CHUNK, CHUNK_LIST, 8, false, read_chunk},
};

/* Reads the content of a node if its kind is known. If it isn't sound, the rows that it added are
** removed. */
static const char *read_content(ZoneReader *all, uint32_t number) {
    const Zone *zone = all->zone;
    const GtNode *node = &zone->nodes[number];
    size_t at = 0;
    while (at < LENGTH(contents) && (contents[at].type != node->type || node->parent == GT_NONE ||
                                     contents[at].parent != zone->nodes[node->parent].kind)) {
        at++;
    }
    if (at == LENGTH(contents)) return NULL;
    List before[LISTS];
    Error ignored = {0};
    memcpy(before, all->lists, sizeof before);
    all->node = number;
    all->reader = (Reader){.bytes = zone->document.bytes,
                           .size = gt_node_end(node),
                           .at = gt_node_content(node),
                           .error = &ignored};
    const uint8_t *fixed = take(all, contents[at].fixed_bytes);
    if (!fixed) return "short";
    if (!contents[at].goes_on && reader_left(&all->reader)) return "long";
    const char *status = contents[at].read(all, fixed);
    if (!status && reader_left(&all->reader)) status = "long";
    if (!status || all->stopped) return "ok";
    for (int i = 0; i < LISTS; i++) all->lists[i].count = before[i].count;
    return status;
}

static bool read_contents(ZoneReader *all, Error *error) {
    Zone *zone = all->zone;
    Arena *arena = &zone->document.arena;
    zone->node_statuses = arena_alloc(arena, zone->node_count, sizeof *zone->node_statuses);
    if (!zone->node_statuses) return fail_memory(error, arena);
    for (uint32_t i = 0; i < zone->node_count; i++) {
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
        zone->node_statuses[i] = read_content(all, i);
        if (all->stopped) return false;
    }
    zone->ranges = all->lists[RANGES].items;
    zone->range_count = all->lists[RANGES].count;
    zone->chunks = all->lists[CHUNKS].items;
    zone->chunk_count = all->lists[CHUNKS].count;
    zone->regions = all->lists[REGIONS].items;
    zone->region_count = all->lists[REGIONS].count;
    zone->names = all->lists[NAMES].items;
    zone->name_count = all->lists[NAMES].count;
    zone->paths = all->lists[PATHS].items;
    zone->path_count = all->lists[PATHS].count;
    zone->steps = all->lists[STEPS].items;
    zone->step_count = all->lists[STEPS].count;
    return true;
}

/* ---- Where chunks lie ------------------------------------------------------------------------ */

/* Zones whose centre isn't the centre of their range: the distance of the centre from max, in half
** chunks. */
typedef struct Exception {
    uint32_t zone;
    int64_t centre_x2, centre_y2;
} Exception;
static const Exception exceptions[] = {{448, 8, 7}, {1030, 19, 6}};

bool zone_range_holds(const ZoneRange *range, const ZoneChunk *chunk) {
    return chunk->x >= load_u32(range->record + ZONE_RANGE_MIN_X) &&
           chunk->x <= load_u32(range->record + ZONE_RANGE_MAX_X) &&
           chunk->y >= load_u32(range->record + ZONE_RANGE_MIN_Y) &&
           chunk->y <= load_u32(range->record + ZONE_RANGE_MAX_Y);
}

/* Returns the range of the list from `first` on that contains the chunk, or else the list's first
** range. */
static uint32_t range_of(const Zone *zone, const ZoneChunk *chunk, uint32_t first) {
    uint32_t list = zone->nodes[chunk->node].parent;
    for (uint32_t i = first; i < zone->range_count && i - first < RANGES_TRIED; i++) {
        if (zone->nodes[zone->ranges[i].node].parent != list) break;
        if (zone_range_holds(&zone->ranges[i], chunk)) return i;
    }
    bool has_one =
        first < zone->range_count && zone->nodes[zone->ranges[first].node].parent == list;
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
    const uint8_t *range = zone->ranges[chunk->range].record;
    chunk->has_origin = true;
    chunk->face = load_u32(range + ZONE_RANGE_FACE);
    const Exception *exception = NULL;
    for (size_t i = 0; i < LENGTH(exceptions); i++) {
        if (zone->rule == ZONE_EXCEPTION && exceptions[i].zone == zone->number) {
            exception = &exceptions[i];
        }
    }
    chunk->origin_x =
        origin(chunk->x, load_u32(range + ZONE_RANGE_MIN_X), load_u32(range + ZONE_RANGE_MAX_X),
               exception ? &exception->centre_x2 : NULL);
    chunk->origin_y =
        origin(chunk->y, load_u32(range + ZONE_RANGE_MIN_Y), load_u32(range + ZONE_RANGE_MAX_Y),
               exception ? &exception->centre_y2 : NULL);
}

/* Both are in the order of nodes, so the ranges of a list come up together with its chunks. */
static bool place_chunks(Zone *zone, Error *error) {
    uint32_t first = 0;
    for (uint64_t i = 0; i < zone->chunk_count; i++) {
        ZoneChunk *chunk = &zone->chunks[i];
        uint32_t list = zone->nodes[chunk->node].parent;
        if (arena_interrupted_at(&zone->document.arena, i)) return fail_interrupted(error);
        while (first < zone->range_count && zone->nodes[zone->ranges[first].node].parent < list) {
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
static bool comes_before(const void *context, uint32_t left, uint32_t right) {
    const Zone *zone = context;
    const ZoneChunk *a = &zone->chunks[left], *b = &zone->chunks[right];
    uint32_t list_a = zone->nodes[a->node].parent, list_b = zone->nodes[b->node].parent;
    if (list_a != list_b) return list_a < list_b;
    if (a->x != b->x) return a->x < b->x;
    if (a->y != b->y) return a->y < b->y;
    if (a->has_record != b->has_record) return a->has_record;
    return left < right;
}

/* Keeps one row for each chunk of a list: the first one with a record, or else the first one. */
static bool join_doubles(Zone *zone, Error *error) {
    Arena *arena = &zone->document.arena;
    uint64_t count = zone->chunk_count, kept = 0;
    uint32_t *order = arena_alloc(arena, count, sizeof *order);
    if (!order) return fail_memory(error, arena);
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    if (!sort_records(arena, order, count, comes_before, zone)) return fail_interrupted(error);
    for (uint64_t i = 1, first = 0; i < count; i++) {
        ZoneChunk *chunk = &zone->chunks[order[first]], *again = &zone->chunks[order[i]];
        if (zone->nodes[chunk->node].parent != zone->nodes[again->node].parent ||
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
        if (zone->chunks[i].node != GT_NONE) zone->chunks[kept++] = zone->chunks[i];
    }
    zone->chunk_count = kept;
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool zone_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return size >= HEADER_BYTES && head_size >= 4 && memcmp(head, "ZONE", 4) == 0;
}

/* Parses a name such as "448.zone". */
static void read_number(Zone *zone) {
    const char *at = zone->document.name;
    zone->rule = ZONE_UNNAMED;
    if (!at) return;
    const char *start = at;
    for (; *at >= '0' && *at <= '9' && at - start < NUMBER_DIGITS_MAX; at++) {
        zone->number = zone->number * 10 + (uint32_t)(*at - '0');
    }
    if (at == start || *at != '.') return;
    zone->has_number = true;
    zone->rule = ZONE_CENTRE;
    for (size_t i = 0; i < LENGTH(exceptions); i++) {
        if (exceptions[i].zone == zone->number) zone->rule = ZONE_EXCEPTION;
    }
}

static bool read_head(Zone *zone, Reader *reader, Error *error) {
    Arena *arena = &zone->document.arena;
    const uint8_t *head;
    if (!read_bytes(reader, "the header", HEADER_BYTES, &head)) return false;
    zone->file_version = load_i32(head + HEADER_VERSION);
    zone->name.length = load_u32(head + HEADER_NAME_LENGTH);
    if (!read_bytes(reader, "the name", zone->name.length, &zone->name.bytes)) return false;
    char *version = arena_alloc(arena, VERSION_CHARS, 1);
    if (!version) return fail_memory(error, arena);
    snprintf(version, VERSION_CHARS, "%" PRId32, zone->file_version);
    zone->document.version = version;
    return true;
}

/* Only the root may not lack a part, because the nodes below it are found by its length. */
static bool read_root(Zone *zone, Reader *reader, List *nodes, Error *error) {
    uint64_t start = reader->at, left = reader_left(reader);
    GtHeader header;
    if (!left) {
        zone->status = "empty";
        return true;
    }
    if (!gt_read_header(reader->bytes + start, left, &header)) {
        return reader_fail(reader, start, "the root node needs 8 or 16 bytes, %" PRIu64 " left",
                           left);
    }
    if (header.type != ZONE_ROOT) {
        return reader_fail(reader, start,
                           "the root node is of type 0x%" PRIx32 ", expected 0x30000", header.type);
    }
    const uint8_t *whole;
    if (!read_bytes(reader, "the root node", header.bytes + (uint64_t)header.length, &whole)) {
        return false;
    }
    zone->trailing_offset = reader->at;
    zone->trailing_bytes = reader_left(reader);
    if (!gt_list_nodes(&zone->document.arena, kinds, reader->bytes, start, reader->at, 0, nodes,
                       &zone->status, error)) {
        return false;
    }
    uint32_t rest = nodes->count ? ((const GtNode *)nodes->items)->rest : 0;
    if (rest) {
        bool has_header = gt_read_header(reader->bytes + reader->at - rest, rest, &header);
        zone->status = has_header ? "node-length" : "header";
    }
    return true;
}

static bool zone_open(Document *document, Error *error) {
    Zone *zone = (Zone *)document;
    Reader reader = {.bytes = document->bytes, .size = document->size, .error = error};
    ZoneReader all = {.zone = zone, .error = error};
    List nodes = {0};
    read_number(zone);
    if (!read_head(zone, &reader, error) || !read_root(zone, &reader, &nodes, error)) return false;
    zone->nodes = nodes.items;
    zone->node_count = nodes.count;
    return read_contents(&all, error) && join_doubles(zone, error) && place_chunks(zone, error);
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
