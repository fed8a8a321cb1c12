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

typedef struct IndexReader {
    Gt *gt;
    Reader reader;       /* over the root node's content */
    uint64_t data_start; /* block offsets are relative to it */
    bool no_memory;
} IndexReader;

/* Ends the reading of the index at damage. What was read before stays. */
static bool break_off(IndexReader *index, const char *status) {
    index->gt->status = status;
    return false;
}

static bool cut_off(IndexReader *index) {
    if (!strcmp(index->gt->status, "ok")) index->gt->status = "truncated";
    return false;
}

static bool enter_node(IndexReader *index, uint32_t type, const char *status) {
    Reader *reader = &index->reader;
    GtHeader header;
    if (!gt_read_header(reader->bytes + reader->at, reader_left(reader), &header) ||
        header.type != type || !header.has_marker) {
        return break_off(index, status);
    }
    reader->at += header.bytes;
    return true;
}

static GtBlock *add_block(IndexReader *index, uint32_t lod, uint32_t subchunk,
                          const uint8_t *reference, uint64_t record_offset) {
    Gt *gt = index->gt;
    GtBlock *block = list_add(&gt->document.arena, &gt->blocks.list, sizeof *block);
    if (!block) {
        index->no_memory = true;
        return NULL;
    }
    *block = (GtBlock){.lod = lod,
                       .subchunk = subchunk,
                       .x = GT_NONE,
                       .y = GT_NONE,
                       .is_referred = true,
                       .record_offset = record_offset,
                       .stored_offset = load_u32(reference),
                       .data_offset = index->data_start + load_u32(reference),
                       .compressed_size = load_u32(reference + 4),
                       .stored_size = load_u32(reference + 8)};
    return block;
}

static bool read_subchunk(IndexReader *index, uint32_t lod, uint32_t number) {
    uint64_t offset = index->reader.at;
    const uint8_t *record;
    if (!enter_node(index, GT_SUBCHUNK, "sub-id")) return false;
    if (!read_bytes(&index->reader, "a subchunk", REFERENCE_BYTES + 24, &record))
        return cut_off(index);
    GtBlock *block = add_block(index, lod, number, record, offset);
    if (!block) return false;
    block->box = record + REFERENCE_BYTES;
    uint32_t exponent = index->gt->lods.items[lod].exponent;
    block->x = number & (((uint32_t)1 << exponent) - 1);
    block->y = number >> exponent;
    return true;
}

static bool read_lod(IndexReader *index) {
    uint64_t offset = index->reader.at;
    const uint8_t *record;
    if (!enter_node(index, GT_LOD, "lod-id")) return false;
    if (!read_bytes(&index->reader, "a LOD", GT_LOD_FIELDS + REFERENCE_BYTES, &record))
        return cut_off(index);
    Gt *gt = index->gt;
    GtLod *lod = list_add(&gt->document.arena, &gt->lods.list, sizeof *lod);
    if (!lod) {
        index->no_memory = true;
        return false;
    }
    uint32_t exponent = load_u32(record + 4), number = (uint32_t)gt->lods.count - 1;
    *lod = (GtLod){
        .record = record, .index = load_u32(record), .exponent = exponent, .offset = offset};
    if (exponent > EXPONENT_MAX) return break_off(index, "subchunk-exp");
    uint32_t subchunks = (uint32_t)1 << (2 * exponent);
    lod->subchunk_count = subchunks;
    if (!add_block(index, number, GT_NONE, record + GT_LOD_FIELDS, offset)) return false;
    for (uint32_t i = 0; i < subchunks; i++) {
        if (!read_subchunk(index, number, i)) return false;
    }
    return true;
}

static bool open_container(Gt *gt, uint32_t root_length, Error *error) {
    uint64_t end = LONG_HEADER_BYTES + (uint64_t)root_length;
    Error ignored = {0}; /* the status describes the failure */
    IndexReader index = {.gt = gt,
                         .reader = {.bytes = gt->document.bytes,
                                    .size = end < gt->document.size ? end : gt->document.size,
                                    .at = LONG_HEADER_BYTES,
                                    .error = &ignored},
                         .data_start = end};
    gt->is_container = true;
    gt->status = end <= gt->document.size ? "ok" : "root-length";
    gt->has_version = read_u32(&index.reader, "the version", &gt->version);
    bool has_time = gt->has_version && read_bytes(&index.reader, "the time", 8, &gt->time);
    gt->has_lod_count =
        has_time && read_u32(&index.reader, "the number of LODs", &gt->stored_lod_count);
    if (gt->has_lod_count) {
        for (uint32_t i = 0; i < gt->stored_lod_count && read_lod(&index); i++) continue;
    } else {
        cut_off(&index);
    }
    if (index.no_memory) return fail_memory(error, &gt->document.arena);
    gt->data_start = index.data_start;
    gt->trailing = strcmp(gt->status, "ok") ? 0 : reader_left(&index.reader);
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
