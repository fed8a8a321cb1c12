/* The least cost of opening a file: see bench.h. */
#include "bench.h"
#include "codec/fastlz.h" /* no library contains it */

#include <fcntl.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

uint8_t *read_file(const char *path, uint64_t *size) {
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &status)) die(path, "can't open");
    *size = (uint64_t)status.st_size;
    uint8_t *bytes = allocate(*size);
    if (read(descriptor, bytes, *size) != (ssize_t)*size) die(path, "can't read");
    close(descriptor);
    return bytes;
}

/* The content read last. It is kept as long as gamemap keeps a document, so that both sides find
** the same amount of free memory. */
static uint8_t *kept, *kept_unpacked;

void floor_forget(void) {
    free(kept);
    free(kept_unpacked);
    kept = kept_unpacked = NULL;
}

void floor_read(const char *path) {
    uint64_t size;
    floor_forget();
    kept = read_file(path, &size);
}

static uint32_t u32_at(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

void floor_inflate(const char *path) {
    floor_read(path);
    const uint8_t *bytes = kept;
    for (uint32_t i = 0; i < u32_at(bytes + 8); i++) {
        const uint8_t *entry = bytes + 12 + 8 * (uint64_t)i, *data = bytes + u32_at(entry + 4) + 8;
        if (memcmp(entry, "ASWM", 4) != 0 || memcmp(data, "COMP", 4) != 0) continue;
        uLongf inflated = u32_at(data + 8);
        free(kept_unpacked);
        kept_unpacked = allocate(inflated);
        if (uncompress(kept_unpacked, &inflated, data + 12, u32_at(data + 4)) != Z_OK) {
            die(path, "can't be inflated");
        }
    }
}

/* ---- Firefall's chunks: known once what is packed where, unpacking is all that has to be done  */

typedef struct Piece {
    char packing; /* 'z' zlib, 'l' LZMA, 'f' FastLZ */
    uint8_t *packed;
    uint64_t size, unpacked_size;
} Piece;

static Piece *pieces;
static int piece_count;

void list_pieces(sqlite3 *database, const char *path) {
    static const char blocks[] =
        "SELECT iif(magic = 'DATA', 'z', 'l'), substr(?2, data_offset + 5, compressed_size - 4), "
        "uncompressed_size FROM gt_blocks(?1) WHERE status = 'ok' "
        "UNION ALL SELECT 'f', data, length(decoded) FROM gt_streams(?1) WHERE data <> decoded";
    uint64_t size;
    uint8_t *bytes = read_file(path, &size);
    sqlite3_stmt *statement = prepare(database, blocks, path);
    sqlite3_bind_blob64(statement, 2, bytes, size, free);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        Piece piece = {.packing = ((const char *)sqlite3_column_text(statement, 0))[0],
                       .size = (uint64_t)sqlite3_column_bytes(statement, 1),
                       .unpacked_size = (uint64_t)sqlite3_column_int64(statement, 2)};
        const void *packed = sqlite3_column_blob(statement, 1);
        piece.packed = allocate(piece.size);
        if (piece.size) memcpy(piece.packed, packed, piece.size);
        pieces = realloc(pieces, (size_t)(piece_count + 1) * sizeof *pieces);
        if (!pieces) die("realloc", "out of memory");
        pieces[piece_count++] = piece;
    }
    sqlite3_finalize(statement);
}

static bool unpack_lzma_piece(const Piece *piece, uint8_t *out) {
    uint8_t packed = piece->packed[0];
    lzma_options_lzma properties = {.dict_size = u32_at(piece->packed + 1),
                                    .lc = packed % 9,
                                    .lp = packed / 9 % 5,
                                    .pb = packed / 45};
    lzma_filter filters[] = {{LZMA_FILTER_LZMA1, &properties}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_stream stream = LZMA_STREAM_INIT;
    stream.next_in = piece->packed + 5;
    stream.avail_in = piece->size - 5;
    stream.next_out = out;
    stream.avail_out = piece->unpacked_size;
    if (lzma_raw_decoder(&stream, filters) != LZMA_OK) return false;
    lzma_ret code = lzma_code(&stream, LZMA_FINISH);
    bool done = stream.avail_out == 0 && (code == LZMA_OK || code == LZMA_STREAM_END);
    lzma_end(&stream);
    return done;
}

void floor_unpack(const char *path) {
    floor_read(path);
    for (int i = 0; i < piece_count; i++) {
        const Piece *piece = &pieces[i];
        uint8_t *out = allocate(piece->unpacked_size);
        uLongf size = piece->unpacked_size;
        bool done =
            piece->packing == 'z'   ? uncompress(out, &size, piece->packed, piece->size) == Z_OK
            : piece->packing == 'l' ? unpack_lzma_piece(piece, out)
                                    : fastlz_decompress(piece->packed, piece->size, out,
                                                        piece->unpacked_size, NULL) == FASTLZ_OK;
        free(out);
        if (!done) die(path, "a piece can't be unpacked");
    }
}
