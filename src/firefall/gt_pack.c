/* GTCHUNK: writing a file anew in which payloads of blocks have changed. */
#include "codec/pack.h"
#include "firefall/gt.h"

#include <stdlib.h>

bool gt_part(const Document *document, uint64_t number, FilePart *part) {
    const Gt *gt = (const Gt *)document;
    if (!gt->is_container || number >= gt->blocks.count) return false;
    const GtBlock *block = &gt->blocks.items[number];
    *part = (FilePart){block->payload, block->payload_size};
    return true;
}

/* A run of bytes of the file that becomes another one. */
typedef struct Piece {
    uint64_t start, end; /* in the file */
    const uint8_t *bytes;
    uint64_t size;
} Piece;

typedef LIST_OF(Piece) Pieces;

/* Packs a payload in the way in which the block was packed. */
static bool pack_block(const Gt *gt, const GtBlock *block, const uint8_t *content, Arena *arena,
                       Piece *piece, Error *error) {
    const uint8_t *old = gt->document.bytes + block->data_offset;
    bool is_lzma = !strcmp(block->magic, "DAT2");
    uint64_t head = is_lzma ? GT_MAGIC_BYTES + LZMA_PROPERTY_BYTES : GT_MAGIC_BYTES;
    Packed packed;
    if (!(is_lzma
              ? pack_lzma(arena, content, block->payload_size, &block->properties, &packed, error)
              : pack_zlib(arena, content, block->payload_size, &packed, error))) {
        return false;
    }
    uint8_t *bytes = arena_alloc(arena, head + packed.size, 1);
    if (!bytes) return fail_memory(error, arena);
    memcpy(bytes, old, (size_t)head);
    memcpy(bytes + head, packed.bytes, (size_t)packed.size);
    arena_release(arena, packed.bytes);
    *piece = (Piece){block->data_offset, block->data_offset + block->compressed_size, bytes,
                     head + packed.size};
    return true;
}

static int compare_pieces(const void *a, const void *b) {
    const Piece *one = a, *other = b;
    return one->start < other->start ? -1 : one->start > other->start;
}

static bool pack_blocks(const Gt *gt, const uint8_t *const *contents, Arena *arena, Pieces *pieces,
                        Error *error) {
    pieces->items = arena_alloc(arena, gt->blocks.count, sizeof *pieces->items);
    if (!pieces->items) return fail_memory(error, arena);
    for (uint64_t i = 0; i < gt->blocks.count; i++) {
        if (!contents[i]) continue;
        Piece *piece = &pieces->items[pieces->count++];
        if (!pack_block(gt, &gt->blocks.items[i], contents[i], arena, piece, error)) return false;
    }
    qsort(pieces->items, (size_t)pieces->count, sizeof *pieces->items, compare_pieces);
    return true;
}

/* Tells whether a block shares bytes with a changed one without being the same. */
static bool is_torn(const GtBlock *block, const Piece *piece) {
    uint64_t start = block->data_offset, end = start + block->compressed_size;
    bool meets = start < piece->end && end > piece->start;
    return meets && (start != piece->start || end != piece->end);
}

static bool check_pieces(const Gt *gt, const Pieces *pieces, Error *error) {
    for (uint64_t p = 0; p < pieces->count; p++) {
        const Piece *piece = &pieces->items[p];
        bool overlaps = p && pieces->items[p - 1].end > piece->start;
        for (uint64_t i = 0; i < gt->blocks.count && !overlaps; i++) {
            overlaps = gt->blocks.items[i].compressed_size && is_torn(&gt->blocks.items[i], piece);
        }
        if (overlaps || piece->start < gt->data_start) {
            return fail(error, ERROR_UNSUPPORTED,
                        "blocks overlap, so that none can change its size");
        }
    }
    return true;
}

/* Writes the references of the blocks, whose places and sizes have changed. */
static void move_blocks(const Gt *gt, const Pieces *pieces, uint8_t *out) {
    for (uint64_t i = 0; i < gt->blocks.count; i++) {
        const GtBlock *block = &gt->blocks.items[i];
        uint64_t offset = block->stored_offset, size = block->compressed_size;
        GtHeader header;
        for (uint64_t p = 0; p < pieces->count; p++) {
            const Piece *piece = &pieces->items[p];
            if (piece->start < block->data_offset) {
                offset += piece->size - (piece->end - piece->start);
            }
            if (piece->start == block->data_offset && size) size = piece->size;
        }
        if (!gt_read_header(out + block->record_offset, gt->data_start - block->record_offset,
                            &header))
            continue;
        uint8_t *reference = out + block->record_offset + header.bytes;
        if (block->subchunk == GT_NONE) reference += GT_LOD_FIELDS;
        store_u32(reference, (uint32_t)offset);
        store_u32(reference + 4, (uint32_t)size);
    }
}

bool gt_pack(const Document *document, const uint8_t *file, const uint8_t *const *contents,
             Arena *arena, FilePart *result, Error *error) {
    const Gt *gt = (const Gt *)document;
    Pieces pieces = {0};
    if (!pack_blocks(gt, contents, arena, &pieces, error) || !check_pieces(gt, &pieces, error)) {
        return false;
    }
    uint64_t size = document->size, at = 0, done = 0;
    for (uint64_t p = 0; p < pieces.count; p++) {
        size = size - (pieces.items[p].end - pieces.items[p].start) + pieces.items[p].size;
    }
    uint8_t *out = arena_alloc(arena, size, 1);
    if (!out) return fail_memory(error, arena);
    for (uint64_t p = 0; p < pieces.count; p++) {
        const Piece *piece = &pieces.items[p];
        memcpy(out + at, file + done, (size_t)(piece->start - done));
        at += piece->start - done;
        memcpy(out + at, piece->bytes, (size_t)piece->size);
        at += piece->size;
        done = piece->end;
    }
    memcpy(out + at, file + done, (size_t)(document->size - done));
    move_blocks(gt, &pieces, out);
    *result = (FilePart){out, size};
    return true;
}
