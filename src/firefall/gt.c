/* GTCHUNK: recognises a file and opens its index. gt.h describes the format. */
#include "firefall/gt.h"

enum {
    LONG_HEADER_BYTES = 16, /* with a marker, which nodes of the index always have */
    REFERENCE_BYTES = 12,
    EXPONENT_MAX = 8, /* 65,536 subchunks; 3 is the largest known */
};

/* ---- Recognising ----------------------------------------------------------------------------- */

static bool gt_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    GtHeader header;
    if (head_size >= 8 && load_u64(head) == GT_MARKER) return true;
    if (!gt_read_header(head, head_size, &header) || header.length > size - header.bytes) {
        return false;
    }
    /* without a marker its type tells, if payloads are known to begin with it */
    return (header.type >= 0x40100 && header.type <= 0x40105) ||
           (header.type >= 0x40200 && header.type <= 0x40210);
}

/* ---- The index ------------------------------------------------------------------------------- */

/* Reads a node of the index, whose content has so many bytes. If it isn't there, the index has a
** status, and what was read before stays. */
static bool read_node(Gt *gt, GtReader *all, uint32_t type, uint64_t bytes,
                      const uint8_t **record) {
    Reader *reader = &all->reader;
    GtHeader header;
    bool is_there = gt_read_header(reader->bytes + reader->at, reader_left(reader), &header) &&
                    header.type == type && header.has_marker;
    if (!is_there) gt->status = type == GT_LOD ? "lod-id" : "sub-id";
    else reader->at += header.bytes;
    *record = is_there ? gt_take(all, bytes) : NULL;
    if (is_there && !*record && !strcmp(gt->status, "ok")) gt->status = "truncated";
    return *record;
}

static GtBlock *add_block(Gt *gt, GtReader *all, uint32_t lod, uint32_t subchunk,
                          const uint8_t *reference, uint64_t record_offset) {
    const GtBlock block = {.lod = lod,
                           .subchunk = subchunk,
                           .x = GT_NONE,
                           .y = GT_NONE,
                           .is_referred = true,
                           .record_offset = record_offset,
                           .stored_offset = load_u32(reference),
                           .data_offset = gt->data_start + load_u32(reference),
                           .compressed_size = load_u32(reference + 4),
                           .stored_size = load_u32(reference + 8)};
    return gt_add(all, &gt->blocks.list, &block, sizeof block);
}

static bool read_subchunk(Gt *gt, GtReader *all, uint32_t lod, uint32_t number) {
    uint64_t offset = all->reader.at;
    const uint8_t *record;
    if (!read_node(gt, all, GT_SUBCHUNK, REFERENCE_BYTES + 24, &record)) return false;
    GtBlock *block = add_block(gt, all, lod, number, record, offset);
    if (!block) return false;
    block->box = record + REFERENCE_BYTES;
    uint32_t exponent = gt->lods.items[lod].exponent;
    block->x = number & (((uint32_t)1 << exponent) - 1);
    block->y = number >> exponent;
    return true;
}

static bool read_lod(Gt *gt, GtReader *all) {
    uint64_t offset = all->reader.at;
    const uint8_t *record;
    if (!read_node(gt, all, GT_LOD, GT_LOD_FIELDS + REFERENCE_BYTES, &record)) return false;
    uint32_t exponent = load_u32(record + 4), number = (uint32_t)gt->lods.count;
    bool is_sound = exponent <= EXPONENT_MAX;
    const GtLod lod = {.record = record,
                       .index = load_u32(record),
                       .exponent = exponent,
                       .subchunk_count = is_sound ? (uint32_t)1 << (2 * exponent) : 0,
                       .offset = offset};
    if (!is_sound) gt->status = "subchunk-exp";
    if (!gt_add(all, &gt->lods.list, &lod, sizeof lod) || !is_sound ||
        !add_block(gt, all, number, GT_NONE, record + GT_LOD_FIELDS, offset)) {
        return false;
    }
    for (uint32_t i = 0; i < lod.subchunk_count; i++) {
        if (!read_subchunk(gt, all, number, i)) return false;
    }
    return true;
}

static bool open_container(Gt *gt, uint32_t root_length, Error *error) {
    uint64_t end = LONG_HEADER_BYTES + (uint64_t)root_length, size = gt->document.size;
    GtReader all = {.arena = &gt->document.arena, .error = error};
    all.reader = (Reader){.bytes = gt->document.bytes,
                          .size = end < size ? end : size,
                          .at = LONG_HEADER_BYTES,
                          .error = &all.ignored}; /* the status describes the failure */
    gt->is_container = true;
    gt->data_start = end;
    gt->status = end <= size ? "ok" : "root-length";
    gt->has_version = gt_take_u32(&all, &gt->version);
    gt->time = gt->has_version ? gt_take(&all, 8) : NULL;
    gt->has_lod_count = gt->time && gt_take_u32(&all, &gt->stored_lod_count);
    if (!gt->has_lod_count && end <= size) gt->status = "truncated";
    for (uint32_t i = 0; i < gt->stored_lod_count && read_lod(gt, &all); i++) continue;
    if (all.stopped) return false;
    gt->trailing = strcmp(gt->status, "ok") ? 0 : reader_left(&all.reader);
    return !gt->has_version || document_set_version(&gt->document, error, "%u", gt->version);
}

/* A payload alone is opened as a file of one block. */
static bool open_payload(Gt *gt, Error *error) {
    GtBlock *block = list_add(&gt->document.arena, &gt->blocks.list, sizeof *block);
    if (!block) return fail_memory(error, &gt->document.arena);
    *block = (GtBlock){.lod = GT_NONE,
                       .subchunk = GT_NONE,
                       .x = GT_NONE,
                       .y = GT_NONE,
                       .compressed_size = (uint32_t)gt->document.size,
                       .stored_size = (uint32_t)gt->document.size};
    gt->status = "ok";
    return true;
}

/* Parses a name such as "5_0001_0002.gtchunk": the face, and the place on that face. */
static void read_name(Gt *gt) {
    uint32_t numbers[3];
    const char *at = gt->document.name;
    if (!at) return;
    for (int i = 0; i < 3; i++) {
        if (!gt_read_digits(&at, &numbers[i]) || *at++ != (i < 2 ? '_' : '.')) return;
    }
    gt->face = numbers[0];
    gt->x = numbers[1];
    gt->y = numbers[2];
    gt->has_place = true;
}

static bool gt_open(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    GtHeader header;
    read_name(gt);
    bool is_container = gt_read_header(document->bytes, document->size, &header) &&
                        header.has_marker && header.type == GT_ROOT;
    return is_container ? open_container(gt, header.length, error) : open_payload(gt, error);
}

const Format gt_format = {
    .name = "GTCHUNK",
    .ending = ".gtchunk",
    .doc = "Firefall chunk: its blocks, the nodes in them, and the geometry of static objects down "
           "to triangles.",
    .detect = gt_detect,
    .document_bytes = sizeof(Gt),
    .open = gt_open,
    .check = gt_check,
    .inflates = true,
    .part = gt_part,
    .pack = gt_pack,
};
