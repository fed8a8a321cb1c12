/* The list of archive formats, and the detection of a file's format. */

#include "archive/bif.h"
#include "archive/erf.h"
#include "archive/grf.h"
#include "archive/key.h"
#include "archive/map_cache.h"
#include "archive/pk2.h"
#include "archive/thor.h"
#include "archive/zip.h"

const ArchiveFormat *const archive_formats[] = {
    &grf_format, &thor_format, &pk2_format,       &erf_format, &key_format,
    &bif_format, &zip_format,  &map_cache_format, NULL,
};

static const ArchiveFormat *detect_head(const uint8_t *head, uint64_t head_size, uint64_t size,
                                        bool is_asked) {
    for (int i = 0; archive_formats[i]; i++) {
        const ArchiveFormat *found = archive_formats[i];
        if (found->only_if_asked == is_asked &&
            format_detects(&found->format, head, head_size, size)) {
            return found;
        }
    }
    return NULL;
}

const ArchiveFormat *archive_detect_asked(const uint8_t *head, uint64_t head_size, uint64_t size) {
    return detect_head(head, head_size, size, true);
}

const ArchiveFormat *archive_detect(const uint8_t *head, uint64_t head_size, const uint8_t *tail,
                                    uint64_t tail_size, uint64_t size) {
    const ArchiveFormat *found = detect_head(head, head_size, size, false);
    if (found) return found;
    for (int i = 0; tail && archive_formats[i]; i++) {
        bool (*detect_tail)(const uint8_t *, uint64_t, uint64_t) = archive_formats[i]->detect_tail;
        if (detect_tail && detect_tail(tail, tail_size, size)) return archive_formats[i];
    }
    return NULL;
}

const ArchiveFormat *archive_detect_bytes(const uint8_t *bytes, uint64_t size) {
    uint64_t tail = size < ARCHIVE_TAIL_BYTES ? size : ARCHIVE_TAIL_BYTES;
    return size ? archive_detect(bytes, size, bytes + size - tail, tail, size) : NULL;
}

bool archive_has_ending(const char *name, size_t length) {
    for (int i = 0; archive_formats[i]; i++) {
        const char *const *endings = archive_formats[i]->endings;
        for (; *endings; endings++) {
            if (text_ends(name, length, *endings)) return true;
        }
    }
    return false;
}

static bool detect_any(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (archive_detect_asked(head, head_size, size)) return true;
    if (head_size == size) return archive_detect_bytes(head, size) != NULL;
    return archive_detect(head, head_size, NULL, 0, size) != NULL;
}

const Format any_archive_format = {
    .name = "archive",
    .other_endings = "map_cache.dat", /* an archive where one is asked for */
    .detect = detect_any,
};

const ArchiveFormat *archive_format_of(const Format *format) {
    for (int i = 0; archive_formats[i]; i++) {
        if (&archive_formats[i]->format == format) return archive_formats[i];
    }
    return NULL;
}
