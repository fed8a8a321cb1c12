/* GTCHUNK: geometry nodes, from their heads to streams, treenodes and transforms. */
#include "firefall/gt.h"
#include "codec/text.h"

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
};

/* The records of all nodes. A record is added only when all of it has been read, so a truncated
** node leaves complete records only. */
typedef struct GeometryReader {
    Gt *gt;
    GtGeometry *geometry;
    GtReader all;
} GeometryReader;

static uint32_t offset_of(const GeometryReader *of, const uint8_t *at) {
    return (uint32_t)(at - of->all.reader.bytes);
}

static bool has_numbers(const GtGeometry *geometry) {
    return geometry->kind == 1 && geometry->layer_version == GT_LAYER_MAX;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Adds a stream of the part that is read. */
static bool read_stream(GeometryReader *of, unsigned kind) {
    Reader *reader = &of->all.reader;
    GtStream stream = {
        .part = (uint32_t)of->gt->parts.count, .offset = (uint32_t)reader->at, .kind = kind};
    const uint8_t *sizes;
    if (!read_bytes(reader, "a stream's count and size", 8, &sizes)) return false;
    stream.count = load_u32(sizes);
    stream.data.size = load_u32(sizes + 4);
    return read_bytes(reader, "a stream", stream.data.size, &stream.data.bytes) &&
           gt_add(&of->all, &of->gt->streams.list, &stream, sizeof stream);
}

static bool read_part_head(GeometryReader *of, GtPart *part) {
    Reader *reader = &of->all.reader;
    const uint8_t *record;
    part->offset = (uint32_t)reader->at;
    if (!read_bytes(reader, "the material", 4, &part->record)) return false;
    uint32_t material = load_u32(part->record);
    part->flag = material >> FLAG_SHIFT;
    part->material_id = material & (((uint32_t)1 << FLAG_SHIFT) - 1);
    if ((part->flag && !read_bytes(reader, "the textures", 12, &part->textures)) ||
        (of->geometry->kind == 2 &&
         !read_bytes(reader, "the center", CENTER_BYTES, &part->center)) ||
        !read_bytes(reader, "the box of a part", BOX_BYTES, &part->box)) {
        return false;
    }
    if (!read_bytes(reader, "the version of a part", 4, &record)) return false;
    part->unique_count = load_u16(record);
    part->info_version = load_u16(record + 2);
    return read_bytes(reader, "the unknown field of a part", 4, &record);
}

/* Reads the fields of a part, its matrices and streams, and finds its transforms. */
static bool read_fields(GeometryReader *of, GtPart *part, const uint8_t **transforms) {
    Reader *reader = &of->all.reader;
    if (!read_part_head(of, part)) return false;
    bool legacy = part->info_version == GT_INFO_LEGACY;
    if (legacy && (!read_u32(reader, "the number of matrices", &part->matrix_count) ||
                   !read_records(reader, "matrices", part->matrix_count, GT_LEGACY_MATRIX_BYTES,
                                 &part->matrices.bytes))) {
        return false;
    }
    part->matrices.size = (uint64_t)part->matrix_count * GT_LEGACY_MATRIX_BYTES;
    if (!read_u32(reader, "the number of transforms", &part->transform_count) ||
        !read_records(reader, "transforms", part->transform_count, GT_MATRIX_BYTES, transforms)) {
        return false;
    }
    for (unsigned i = 0; legacy && i < GT_LEGACY_COUNT; i++) {
        if (!read_stream(of, GT_LEGACY + i)) return false;
    }
    if (!legacy && (!read_stream(of, GT_UNIQUE) || !read_stream(of, GT_TRANSFORM))) {
        return false;
    }
    if (part->info_version == GT_INFO_EXTRA && !read_stream(of, GT_EXTRA)) return false;
    if (!read_u32(reader, "the number of corners", &part->corner_count) ||
        !read_bytes(reader, "the repeat offset", 2, &part->repeat_offset)) {
        return false;
    }
    return read_stream(of, GT_REPEAT) && read_stream(of, GT_VERTEX) &&
           read_stream(of, GT_INSTRUCTION) &&
           read_bytes(reader, "the last field of a part", 4, &part->last);
}

/* Adds a part that is whole, with its streams and transforms. */
static bool read_part(GeometryReader *of, uint32_t group) {
    Gt *gt = of->gt;
    const uint32_t number = (uint32_t)gt->parts.count;
    GtPart part = {.group = group,
                   .first_stream = (uint32_t)gt->streams.count,
                   .first_transform = gt->transforms.count};
    const uint8_t *matrix;
    if (!read_fields(of, &part, &matrix)) {
        gt->streams.count = part.first_stream;
        return false;
    }
    if (!gt_add(&of->all, &gt->parts.list, &part, sizeof part)) return false;
    for (uint32_t i = 0; i < part.transform_count; i++, matrix += GT_MATRIX_BYTES) {
        const GtTransform transform = {matrix, number, i, offset_of(of, matrix)};
        if (!gt_add(&of->all, &gt->transforms.list, &transform, sizeof transform)) return false;
    }
    return true;
}

/* ---- Groups, treenodes, entries -------------------------------------------------------------- */

static bool read_group(GeometryReader *of, uint32_t entry) {
    Reader *reader = &of->all.reader;
    bool has_u64 = has_numbers(of->geometry);
    const uint8_t *box;
    if (!read_bytes(reader, "the box of a group", BOX_BYTES + (has_u64 ? 8u : 0u), &box)) {
        return false;
    }
    const uint32_t number = (uint32_t)of->gt->groups.count;
    GtGroup group = {.entry = entry,
                     .offset = offset_of(of, box),
                     .box = box,
                     .number = has_u64 ? box + BOX_BYTES : NULL};
    group.has_part_count = read_u32(reader, "the number of parts", &group.part_count);
    if (!gt_add(&of->all, &of->gt->groups.list, &group, sizeof group)) return false;
    for (uint32_t i = 0; i < group.part_count; i++) {
        if (!read_part(of, number)) return false;
    }
    return group.has_part_count;
}

static bool read_treenodes(GeometryReader *of, uint32_t entry) {
    Reader *reader = &of->all.reader;
    bool has_u64 = has_numbers(of->geometry);
    bool is_new = of->geometry->layer_version == GT_LAYER_MAX;
    uint64_t each = TREENODE_BYTES + (has_u64 ? 8u : 0u);
    uint32_t count;
    const uint8_t *record;
    if (!read_u32(reader, "the number of treenodes", &count)) return false;
    GtEntry *owner = &of->gt->entries.items[entry];
    owner->treenode_count = count;
    owner->has_treenode_count = true;
    for (uint32_t i = 0; i < count; i++) {
        if (!read_bytes(reader, "a treenode", each, &record)) return false;
        const GtTreenode treenode = {.record = record,
                                     .old = is_new ? NULL : record,
                                     .number = has_u64 ? record + GT_TREENODE_TAIL : NULL,
                                     .links = is_new ? record + each - LINK_BYTES : NULL,
                                     .entry = entry,
                                     .offset = offset_of(of, record)};
        if (!gt_add(&of->all, &of->gt->treenodes.list, &treenode, sizeof treenode)) return false;
    }
    return true;
}

static bool read_entry(GeometryReader *of, uint32_t geometry) {
    Reader *reader = &of->all.reader;
    const uint8_t *record;
    if (!read_bytes(reader, "an entry", 8, &record)) return false;
    uint32_t cell = load_u32(record), number = (uint32_t)of->gt->entries.count;
    bool on_grid = cell < GT_GRID_SIDE * GT_GRID_SIDE;
    const GtEntry entry = {.record = record,
                           .geometry = geometry,
                           .offset = offset_of(of, record),
                           .x = on_grid ? cell % GT_GRID_SIDE : GT_NONE,
                           .y = on_grid ? cell / GT_GRID_SIDE : GT_NONE,
                           .group_count = load_u32(record + 4)};
    if (!gt_add(&of->all, &of->gt->entries.list, &entry, sizeof entry)) return false;
    for (uint32_t i = 0; i < entry.group_count; i++) {
        if (!read_group(of, number)) return false;
    }
    return read_treenodes(of, number);
}

/* ---- Geometries ------------------------------------------------------------------------------ */

/* Reads what layer versions 1 and 2 have between the head and the entries. */
static bool skip_pre_data(GeometryReader *of) {
    static const uint8_t widths[] = {4, 4, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4};
    Reader *reader = &of->all.reader;
    const uint8_t *start = reader->bytes + reader->at, *ignored;
    uint32_t count;
    if (!read_u32(reader, "the number of matrices before the entries", &count) ||
        !read_records(reader, "matrices before the entries", count, PRE_DATA_MATRIX_BYTES,
                      &ignored) ||
        !read_u32(reader, "the number of records before the entries", &count)) {
        return false;
    }
    bool follows = count < PRE_DATA_LIMIT;
    if (follows && of->geometry->layer_version == GT_PRE_DATA_LAYER_MAX &&
        !read_records(reader, "records before the entries", count, PRE_DATA_RECORD_BYTES,
                      &ignored)) {
        return false;
    }
    bool has_arrays = follows && of->geometry->layer_version != GT_PRE_DATA_LAYER_MAX;
    for (unsigned i = 0; has_arrays && i < LENGTH(widths); i++) {
        if (!read_u32(reader, "the length of an array before the entries", &count) ||
            !read_records(reader, "values of an array before the entries", count, widths[i],
                          &ignored)) {
            return false;
        }
    }
    of->geometry->pre_data = (FileRun){start, (uint64_t)(reader->bytes + reader->at - start)};
    return true;
}

/* Reads a whole node. Returns false if it is truncated, which the reader's error tells, or if the
** reader has stopped. */
static bool read_geometry(GeometryReader *of, uint32_t number) {
    Reader *reader = &of->all.reader;
    GtGeometry *geometry = of->geometry;
    if (!read_bytes(reader, "the head of a geometry", HEAD_BYTES, &geometry->head)) return false;
    geometry->entry_count = load_u16(geometry->head);
    geometry->layer_version = load_u16(geometry->head + 2);
    if (geometry->layer_version > GT_LAYER_MAX) {
        geometry->status = "version";
        return fail_at(reader->error, ERROR_UNSUPPORTED, geometry->offset + 2,
                       "layer version %u, expected 0 to 3", geometry->layer_version);
    }
    if (geometry->layer_version > 0 && geometry->layer_version <= GT_PRE_DATA_LAYER_MAX &&
        !skip_pre_data(of)) {
        return false;
    }
    for (uint32_t i = 0; i < geometry->entry_count; i++) {
        if (!read_entry(of, number)) return false;
    }
    return true;
}

/* Reads a geometry node, damaged or not. */
static void add_geometry(GeometryReader *of, const GtNode *node, uint32_t number) {
    GtReader *all = &of->all;
    gt_enter(all, of->gt->blocks.items[node->block].payload, node, number);
    all->reader.place = " of the payload";
    GtGeometry geometry = {.node = number,
                           .offset = (uint32_t)all->reader.at,
                           .kind = node->type == GT_GEOMETRY ? 1 : 2,
                           .status = "ok"};
    of->geometry = &geometry;
    bool whole = read_geometry(of, (uint32_t)of->gt->geometries.count);
    geometry.trailing = (uint32_t)reader_left(&all->reader);
    GtGeometry *stored =
        all->stopped ? NULL : gt_add(all, &of->gt->geometries.list, &geometry, sizeof geometry);
    if (whole || !stored) return; /* it is stored before its message, which forget() releases */
    const char *problem = all->ignored.message;
    stored->problem = text_copy(all->arena, problem, strlen(problem));
    if (!stored->problem) all->stopped = !fail_memory(all->error, all->arena);
    if (all->ignored.kind == ERROR_CORRUPT) stored->status = "truncated";
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
    GeometryReader of = {.gt = gt, .all = {.arena = &document->arena, .error = error}};
    if (gt->geometry_is_read) return true;
    if (!gt_read_blocks(document, error)) return false;
    forget(gt);
    for (uint32_t i = 0; i < gt->nodes.count && !of.all.stopped; i++) {
        const GtNode *node = &gt->nodes.items[i];
        bool is_geometry = node->type == GT_GEOMETRY || node->type == GT_GEOMETRY2;
        if (is_geometry && node->parent == GT_NONE) add_geometry(&of, node, i);
        if (arena_interrupted(of.all.arena)) return fail_interrupted(error);
    }
    gt->geometry_is_read = !of.all.stopped;
    return gt->geometry_is_read;
}

unsigned gt_stream_width(GtStreamKind kind) {
    static const uint8_t widths[GT_STREAM_KINDS] = {[GT_UNIQUE] = 4,
                                                    [GT_TRANSFORM] = 4,
                                                    [GT_REPEAT] = 2,
                                                    [GT_VERTEX] = 1,
                                                    [GT_INSTRUCTION] = 1};
    return widths[kind];
}
