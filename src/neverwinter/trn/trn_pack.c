/* TRN: writing a file whose walkmesh was edited. */
#include "codec/pack.h"
#include "neverwinter/trn/trn.h"

enum {
    COMPRESSED_MAGIC = 4,
    COMPRESSED_HEADER = 12, /* "COMP", u32 compressed size, u32 inflated size */
};

bool trn_part(const Document *document, uint64_t number, FilePart *part) {
    const Aswm *mesh = &((const Trn *)document)->mesh;
    if (number || !mesh->compressed) return false;
    *part = (FilePart){mesh->data, mesh->size};
    return true;
}

/* Tells whether all other packets lie before the walkmesh's or behind it. */
static bool stands_alone(const Trn *trn, uint64_t start, uint64_t end) {
    for (uint64_t i = 0; i < trn->packet_count; i++) {
        uint64_t offset = trn_packet_offset(trn, i);
        uint64_t behind = offset + TRN_PACKET_HEADER_BYTES + trn_packet_size(trn, i);
        if (i != trn->meshes.numbers[0] && offset < end && behind > start) return false;
    }
    return true;
}

/* The result is what stands before the zlib stream, a new stream, and what stands behind it. A
** walkmesh that was taken out of its file may have no packet's header. */
bool trn_pack(const Document *document, const uint8_t *file, const uint8_t *const *contents,
              Arena *arena, FilePart *result, Error *error) {
    const Trn *trn = (const Trn *)document;
    const Aswm *mesh = &trn->mesh;
    Packed packed;
    uint64_t data = trn->mesh_start, stream = data + COMPRESSED_HEADER;
    uint64_t header = data ? TRN_PACKET_HEADER_BYTES : 0;
    uint64_t before = mesh->packet_size - COMPRESSED_HEADER - mesh->padding_bytes;
    uint64_t end = data + mesh->packet_size, behind = stream + before;
    if (!stands_alone(trn, data - header, end)) {
        return fail(error, ERROR_UNSUPPORTED, "packets overlap, so that none can change its size");
    }
    if (!pack_zlib(arena, contents[0], mesh->size, &packed, error)) return false;
    uint64_t size = document->size - before + packed.size;
    uint8_t *out = arena_alloc(arena, size, 1);
    if (!out) return fail_memory(error, arena);
    memcpy(out, file, (size_t)stream);
    memcpy(out + stream, packed.bytes, (size_t)packed.size);
    memcpy(out + stream + packed.size, file + behind, (size_t)(document->size - behind));
    if (header) {
        store_u32(out + data - header + TRN_TYPE_BYTES,
                  (uint32_t)(mesh->packet_size - before + packed.size));
    }
    store_u32(out + data + COMPRESSED_MAGIC, (uint32_t)packed.size);
    for (uint64_t i = 0; i < trn->packet_count; i++) { /* those behind the walkmesh are moved */
        uint64_t offset = trn_packet_offset(trn, i);
        uint64_t entry = document_offset(&trn->document, trn->directory) + i * TRN_ENTRY_BYTES;
        if (offset < trn->mesh_start) continue;
        store_u32(out + entry + TRN_ENTRY_OFFSET, (uint32_t)(offset - before + packed.size));
    }
    *result = (FilePart){out, size};
    return true;
}
