/* TLK decoder. tlk.h describes the format. */
#include "neverwinter/tlk/tlk.h"

enum { MAGIC_BYTES = 8, GENERAL_BYTES = 4 };

static bool tlk_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    return head_size >= MAGIC_BYTES && memcmp(head, "TLK V", 5) == 0;
}

static bool tlk_open(Document *document, Error *error) {
    Tlk *tlk = (Tlk *)document;
    Reader reader = document_reader(document, error);
    uint64_t head_size;
    uint32_t count = 0;
    const uint8_t *head = document_head(document, &head_size);
    if (memcmp(head + GENERAL_BYTES, "V3.0", GENERAL_BYTES) != 0) {
        return fail_at(error, ERROR_UNSUPPORTED, GENERAL_BYTES,
                       "the version isn't V3.0, which is the only one that is known");
    }
    document->version = "V3.0";
    reader.at = TLK_LANGUAGE;
    if (!read_u32(&reader, "the language", &tlk->language) ||
        !read_u32(&reader, "the number of strings", &count) ||
        !read_u32(&reader, "where the texts begin", &tlk->texts)) {
        return false;
    }
    tlk->string_count = count;
    return read_records(&reader, "strings", count, TLK_ENTRY_BYTES, &tlk->entries);
}

const Format tlk_format = {
    .name = "TLK",
    .ending = ".tlk",
    .found_by_name = true,
    .doc = "Neverwinter Nights talk tables: every text of a game or module by its number.",
    .detect = tlk_detect,
    .document_bytes = sizeof(Tlk),
    .open = tlk_open,
    .opens_by_parts = READS_HEADER,
    .check = tlk_check,
};

const char *tlk_language(uint32_t language, TextEncoding *encoding) {
    static const struct {
        uint32_t language;
        TextEncoding encoding;
        const char *name;
    } languages[] = {
        {0, ENCODING_CP1252, "English"},
        {1, ENCODING_CP1252, "French"},
        {2, ENCODING_CP1252, "German"},
        {3, ENCODING_CP1252, "Italian"},
        {4, ENCODING_CP1252, "Spanish"},
        {5, ENCODING_CP1250, "Polish"},
        {128, ENCODING_CP949, "Korean"},
        {129, ENCODING_CP950, "Chinese (traditional)"},
        {130, ENCODING_CP936, "Chinese (simplified)"},
        {131, ENCODING_CP932, "Japanese"},
    };
    for (size_t i = 0; i < LENGTH(languages); i++) {
        if (languages[i].language != language) continue;
        *encoding = languages[i].encoding;
        return languages[i].name;
    }
    *encoding = ENCODING_CP1252;
    return NULL;
}

const uint8_t *tlk_text_bytes(const Tlk *tlk, uint64_t string, uint32_t *size) {
    const uint8_t *entry = tlk->entries + string * TLK_ENTRY_BYTES;
    uint64_t offset = (uint64_t)tlk->texts + load_u32(entry + TLK_TEXT_OFFSET);
    *size = load_u32(entry + TLK_TEXT_SIZE);
    if (!*size) return tlk->document.bytes; /* an empty text has no place */
    bool is_inside = offset <= tlk->document.size && *size <= tlk->document.size - offset;
    return is_inside ? tlk->document.bytes + offset : NULL;
}

const char *tlk_text(const Tlk *tlk, uint64_t string, Arena *arena, uint32_t *length) {
    const uint8_t *bytes = tlk_text_bytes(tlk, string, length);
    TextEncoding encoding;
    if (!bytes || text_is_utf8(bytes, *length)) return (const char *)bytes;
    tlk_language(tlk->language, &encoding);
    if (encoding == ENCODING_CP1252) return text_mixed(arena, bytes, *length, length);
    char *text = arena_alloc(arena, *length, TEXT_BYTES_MAX);
    if (text) *length = (uint32_t)text_convert_into(encoding, bytes, *length, text);
    return text;
}
