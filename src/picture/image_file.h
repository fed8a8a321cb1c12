/* An image as a document: its header. */
#pragma once

#include "core/core.h"
#include "picture/image.h"

typedef struct ImageFile {
    Document document;
    ImageHead head;
    const char *kind, *compression;
    uint64_t trailing_bytes;
    bool knows_end;
} ImageFile;

extern const Format image_format;
