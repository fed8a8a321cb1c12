/* GTCHUNK: geometry nodes, from their heads to streams, treenodes and transforms. */
#include "firefall/gt.h"

enum {
    HEAD_BYTES = 12,
    BOX_BYTES = 4 * GT_BOX_FLOATS,
    CENTER_BYTES = 16,
    TREENODE_BYTES = 48, /* 56 bytes with the u64 field */
    LINK_BYTES = 8,      /* of the two numbers at the end, from layer 3 on */
    PRE_DATA_MATRIX_BYTES = 48,
    PRE_DATA_LIMIT = 0x100000, /* from here on, a count means that nothing follows */
    PRE_DATA_RECORD_BYTES = 29,
    FLAG_SHIFT = 24,
    STREAMS_MAX = GT_LEGACY_COUNT + 3, /* streams of one part */
};

/* The records of all nodes. A record is added only when all of it has been read, so a truncated
** node leaves complete records only. */
typedef struct GeometryReader {
    Gt *gt;
    Arena *arena;
    GtGeometry *geometry;
    Reader reader; /* over the payload, but only to the node's end */
    bool no_memory;
} GeometryReader;

/* Adds a new item. NULL: no_memory has been set, which ends the reading. */
static void *add(GeometryReader *all, List *list, uint64_t size) {
    void *item = list_add(all->arena, list, size);
    if (!item) all->no_memory = true;
    return item;
}

static uint32_t offset_of(const GeometryReader *all, const uint8_t *at) {
    return (uint32_t)(at - all->reader.bytes);
}

static bool has_numbers(const GtGeometry *geometry) {
    return geometry->kind == 1 && geometry->layer_version == GT_LAYER_MAX;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

typedef struct PartReader {
    GtPart part;
    GtStream streams[STREAMS_MAX];
    unsigned stream_count;
    const uint8_t *transforms;
} PartReader;

static bool read_stream(GeometryReader *all, PartReader *part, unsigned kind) {
    Reader *reader = &all->reader;
    GtStream *stream = &part->streams[part->stream_count];
    const uint8_t *sizes;
    uint64_t offset = reader->at;
    if (!read_bytes(reader, "a stream's count and size", 8, &sizes)) return false;
    *stream = (GtStream){.offset = (uint32_t)offset,
                         .count = load_u32(sizes),
                         .data = {.size = load_u32(sizes + 4)},
                         .kind = kind};
    if (!read_bytes(reader, "a stream", stream->data.size, &stream->data.bytes)) return false;
    part->stream_count++;
    return true;
}

static bool read_part_head(GeometryReader *all, GtPart *part) {
    Reader *reader = &all->reader;
    const uint8_t *record;
    part->offset = (uint32_t)reader->at;
    if (!read_bytes(reader, "the material", 4, &part->record)) return false;
    uint32_t material = load_u32(part->record);
    part->flag = material >> FLAG_SHIFT;
    part->material_id = material & (((uint32_t)1 << FLAG_SHIFT) - 1);
    if ((part->flag && !read_bytes(reader, "the textures", 12, &part->textures)) ||
        (all->geometry->kind == 2 &&
         !read_bytes(reader, "the center", CENTER_BYTES, &part->center)) ||
        !read_bytes(reader, "the box of a part", BOX_BYTES, &part->box)) {
        return false;
    }
    if (!read_bytes(reader, "the version of a part", 4, &record)) return false;
    part->unique_count = load_u16(record);
    part->info_version = load_u16(record + 2);
    return read_bytes(reader, "the unknown field of a part", 4, &record);
}

static bool read_part(GeometryReader *all, PartReader *part) {
    Reader *reader = &all->reader;
    GtPart *head = &part->part;
    if (!read_part_head(all, head)) return false;
    bool legacy = head->info_version == GT_INFO_LEGACY;
    if (legacy && (!read_u32(reader, "the number of matrices", &head->matrix_count) ||
                   !read_records(reader, "matrices", head->matrix_count, GT_LEGACY_MATRIX_BYTES,
                                 &head->matrices.bytes))) {
        return false;
    }
    head->matrices.size = (uint64_t)head->matrix_count * GT_LEGACY_MATRIX_BYTES;
    if (!read_u32(reader, "the number of transforms", &head->transform_count) ||
        !read_records(reader, "transforms", head->transform_count, GT_MATRIX_BYTES,
                      &part->transforms)) {
        return false;
    }
    for (unsigned i = 0; legacy && i < GT_LEGACY_COUNT; i++) {
        if (!read_stream(all, part, GT_LEGACY + i)) return false;
    }
    if (!legacy && (!read_stream(all, part, GT_UNIQUE) || !read_stream(all, part, GT_TRANSFORM))) {
        return false;
    }
    if (head->info_version == GT_INFO_EXTRA && !read_stream(all, part, GT_EXTRA)) return false;
    if (!read_u32(reader, "the number of corners", &head->corner_count) ||
        !read_bytes(reader, "the repeat offset", 2, &head->repeat_offset)) {
        return false;
    }
    return read_stream(all, part, GT_REPEAT) && read_stream(all, part, GT_VERTEX) &&
           read_stream(all, part, GT_INSTRUCTION) &&
           read_bytes(reader, "the last field of a part", 4, &head->last);
}

static bool add_part(GeometryReader *all, const PartReader *read, uint32_t group) {
    GtPart *part = add(all, &all->gt->parts.list, sizeof *part);
    if (!part) return false;
    *part = read->part;
    part->group = group;
    part->first_stream = (uint32_t)all->gt->streams.count;
    part->first_transform = all->gt->transforms.count;
    uint32_t number = (uint32_t)all->gt->parts.count - 1;
    for (unsigned i = 0; i < read->stream_count; i++) {
        GtStream *stream = add(all, &all->gt->streams.list, sizeof *stream);
        if (!stream) return false;
        *stream = read->streams[i];
        stream->part = number;
    }
    for (uint64_t i = 0; i < read->part.transform_count; i++) {
        GtTransform *transform = add(all, &all->gt->transforms.list, sizeof *transform);
        if (!transform) return false;
        const uint8_t *matrix = read->transforms + i * GT_MATRIX_BYTES;
        *transform = (GtTransform){matrix, number, (uint32_t)i, offset_of(all, matrix)};
    }
    return true;
}

/* ---- Groups, treenodes, entries -------------------------------------------------------------- */

static bool read_group(GeometryReader *all, uint32_t entry) {
    Reader *reader = &all->reader;
    bool has_u64 = has_numbers(all->geometry);
    uint32_t part_count = 0;
    const uint8_t *box;
    if (!read_bytes(reader, "the box of a group", BOX_BYTES + (has_u64 ? 8u : 0u), &box)) {
        return false;
    }
    GtGroup *group = add(all, &all->gt->groups.list, sizeof *group);
    if (!group) return false;
    *group = (GtGroup){.entry = entry,
                       .offset = offset_of(all, box),
                       .box = box,
                       .number = has_u64 ? box + BOX_BYTES : NULL};
    if (!read_u32(reader, "the number of parts", &part_count)) return false;
    group->has_part_count = true;
    group->part_count = part_count;
    uint32_t number = (uint32_t)all->gt->groups.count - 1;
    for (uint32_t i = 0; i < part_count; i++) {
        PartReader part = {0};
        if (!read_part(all, &part) || !add_part(all, &part, number)) return false;
    }
    return true;
}

static bool read_treenodes(GeometryReader *all, uint32_t entry) {
    Reader *reader = &all->reader;
    bool has_u64 = has_numbers(all->geometry);
    bool is_new = all->geometry->layer_version == GT_LAYER_MAX;
    uint64_t each = TREENODE_BYTES + (has_u64 ? 8u : 0u);
    uint32_t count;
    const uint8_t *record;
    if (!read_u32(reader, "the number of treenodes", &count)) return false;
    GtEntry *owner = &all->gt->entries.items[entry];
    owner->treenode_count = count;
    owner->has_treenode_count = true;
    for (uint32_t i = 0; i < count; i++) {
        if (!read_bytes(reader, "a treenode", each, &record)) return false;
        GtTreenode *treenode = add(all, &all->gt->treenodes.list, sizeof *treenode);
        if (!treenode) return false;
        *treenode = (GtTreenode){.record = record,
                                 .old = is_new ? NULL : record,
                                 .number = has_u64 ? record + GT_TREENODE_TAIL : NULL,
                                 .links = is_new ? record + each - LINK_BYTES : NULL,
                                 .entry = entry,
                                 .offset = offset_of(all, record)};
    }
    return true;
}

static bool read_entry(GeometryReader *all, uint32_t geometry) {
    Reader *reader = &all->reader;
    const uint8_t *record;
    if (!read_bytes(reader, "an entry", 8, &record)) return false;
    GtEntry *entry = add(all, &all->gt->entries.list, sizeof *entry);
    if (!entry) return false;
    uint32_t cell = load_u32(record), group_count = load_u32(record + 4);
    uint32_t number = (uint32_t)all->gt->entries.count - 1;
    bool on_grid = cell < GT_GRID_SIDE * GT_GRID_SIDE;
    *entry = (GtEntry){.record = record,
                       .geometry = geometry,
                       .offset = offset_of(all, record),
                       .x = on_grid ? cell % GT_GRID_SIDE : GT_NONE,
                       .y = on_grid ? cell / GT_GRID_SIDE : GT_NONE,
                       .group_count = group_count};
    for (uint32_t i = 0; i < group_count; i++) {
        if (!read_group(all, number)) return false;
    }
    return read_treenodes(all, number);
}

/* ---- Geometries ------------------------------------------------------------------------------ */

/* Reads what layer versions 1 and 2 have between the head and the entries. */
static bool skip_pre_data(GeometryReader *all) {
    static const uint8_t widths[] = {4, 4, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4};
    Reader *reader = &all->reader;
    const uint8_t *start = reader->bytes + reader->at, *ignored;
    uint32_t count;
    if (!read_u32(reader, "the number of matrices before the entries", &count) ||
        !read_records(reader, "matrices before the entries", count, PRE_DATA_MATRIX_BYTES,
                      &ignored) ||
        !read_u32(reader, "the number of records before the entries", &count)) {
        return false;
    }
    bool follows = count < PRE_DATA_LIMIT;
    if (follows && all->geometry->layer_version == GT_PRE_DATA_LAYER_MAX &&
        !read_records(reader, "records before the entries", count, PRE_DATA_RECORD_BYTES,
                      &ignored)) {
        return false;
    }
    bool has_arrays = follows && all->geometry->layer_version != GT_PRE_DATA_LAYER_MAX;
    for (unsigned i = 0; has_arrays && i < LENGTH(widths); i++) {
        if (!read_u32(reader, "the length of an array before the entries", &count) ||
            !read_records(reader, "values of an array before the entries", count, widths[i],
                          &ignored)) {
            return false;
        }
    }
    all->geometry->pre_data = (FileRun){start, (uint64_t)(reader->bytes + reader->at - start)};
    return true;
}

/* Reads a whole node. Returns false if it is truncated (the reader has the error) or if memory ran
** out (all->no_memory). */
static bool read_geometry(GeometryReader *all, uint32_t number) {
    Reader *reader = &all->reader;
    GtGeometry *geometry = all->geometry;
    if (!read_bytes(reader, "the head of a geometry", HEAD_BYTES, &geometry->head)) return false;
    geometry->entry_count = load_u16(geometry->head);
    geometry->layer_version = load_u16(geometry->head + 2);
    if (geometry->layer_version > GT_LAYER_MAX) {
        geometry->status = "version";
        return fail_at(reader->error, ERROR_UNSUPPORTED, geometry->offset + 2,
                       "layer version %u, expected 0 to 3", geometry->layer_version);
    }
    if (geometry->layer_version > 0 && geometry->layer_version <= GT_PRE_DATA_LAYER_MAX &&
        !skip_pre_data(all)) {
        return false;
    }
    for (uint32_t i = 0; i < geometry->entry_count; i++) {
        if (!read_entry(all, number)) return false;
    }
    return true;
}

/* Reads a geometry node, damaged or not. Returns false only if memory ran out. */
static bool add_geometry(GeometryReader *all, uint32_t number) {
    const GtNode *node = &all->gt->nodes.items[number];
    Error problem = {0};
    GtGeometry geometry = {.node = number,
                           .offset = node->offset + gt_header_bytes(node),
                           .kind = node->type == GT_GEOMETRY ? 1 : 2,
                           .status = "ok"};
    all->geometry = &geometry;
    all->reader = (Reader){.bytes = all->gt->blocks.items[node->block].payload,
                           .size = (uint64_t)geometry.offset + node->length,
                           .at = geometry.offset,
                           .error = &problem,
                           .place = " of the payload"};
    bool whole = read_geometry(all, (uint32_t)all->gt->geometries.count);
    if (all->no_memory) return false;
    geometry.trailing = (uint32_t)reader_left(&all->reader);
    GtGeometry *stored = add(all, &all->gt->geometries.list, sizeof *stored);
    if (!stored) return false;
    *stored = geometry; /* before its message, which forget() releases by it */
    if (whole) return true;
    size_t length = strlen(problem.message) + 1;
    char *copy = arena_alloc(all->arena, length, 1);
    if (!copy) return false;
    stored->problem = memcpy(copy, problem.message, length);
    if (problem.kind == ERROR_CORRUPT) stored->status = "truncated";
    return true;
}

/* Empties what a stopped attempt has made. */
static void forget(Gt *gt) {
    List *const lists[] = {&gt->geometries.list, &gt->entries.list, &gt->groups.list,
                           &gt->parts.list,      &gt->streams.list, &gt->treenodes.list,
                           &gt->transforms.list};
    for (uint64_t i = 0; i < gt->geometries.count; i++) {
        arena_release(&gt->document.arena, (void *)(uintptr_t)gt->geometries.items[i].problem);
    }
    for (size_t i = 0; i < LENGTH(lists); i++) lists[i]->count = 0;
}

bool gt_read_geometry(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    Arena *arena = &document->arena;
    GeometryReader all = {.gt = gt, .arena = arena};
    if (gt->geometry_is_read) return true;
    if (!gt_read_blocks(document, error)) return false;
    forget(gt);
    for (uint32_t i = 0; i < gt->nodes.count; i++) {
        const GtNode *node = &gt->nodes.items[i];
        bool is_geometry = node->type == GT_GEOMETRY || node->type == GT_GEOMETRY2;
        if (!is_geometry || node->parent != GT_NONE) continue;
        if (!add_geometry(&all, i)) return fail_memory(error, arena);
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    gt->geometry_is_read = true;
    return true;
}

unsigned gt_stream_width(GtStreamKind kind) {
    static const uint8_t widths[GT_STREAM_KINDS] = {[GT_UNIQUE] = 4,
                                                    [GT_TRANSFORM] = 4,
                                                    [GT_REPEAT] = 2,
                                                    [GT_VERTEX] = 1,
                                                    [GT_INSTRUCTION] = 1};
    return widths[kind];
}
