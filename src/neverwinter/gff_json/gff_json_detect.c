/* How GFF in a text is recognised: as JSON, which is read, or in a notation that is only named. */
#include "neverwinter/gff_json/gff_json.h"
#include "codec/utf8.h"

static uint64_t skip_blanks(const uint8_t *head, uint64_t size, uint64_t at) {
    while (at < size && head[at] && strchr(" \t\r\n", head[at])) at++;
    return at;
}

bool gff_json_detect(const uint8_t *head, uint64_t size) {
    static const char key[] = "\"__data_type\"";
    int depth = 0;
    uint64_t at = skip_blanks(head, size, utf8_mark_bytes(head, size));
    if (at == size || head[at] != '{') return false;
    for (; at < size; at++) {
        if (head[at] == '{' || head[at] == '[') depth++;
        if (head[at] == '}' || head[at] == ']') depth--;
        if (head[at] != '"') continue;
        if (depth == 1 && size - at >= sizeof key && memcmp(head + at, key, sizeof key - 1) == 0) {
            uint64_t colon = skip_blanks(head, size, at + sizeof key - 1);
            if (colon < size && head[colon] == ':') {
                uint64_t value = skip_blanks(head, size, colon + 1);
                if (value < size && head[value] == '"') return true;
            }
        }
        for (at++; at < size && head[at] != '"'; at++) at += head[at] == '\\';
    }
    return false;
}

const char *gff_other_notation(const uint8_t *head, uint64_t size) {
    static const char xml[] = "<gff ";
    enum { XML_LOOK = 1024 }; /* a comment may stand before the root element */
    static const struct {
        const char *start, *name;
    } notations[] = {{"--- !nwn-lib.elv.es", "YAML, as nwn-lib writes it"},
                     {"data_type = ", "NWNT"}};
    for (size_t i = 0; i < LENGTH(notations); i++) {
        size_t length = strlen(notations[i].start);
        if (size >= length && memcmp(head, notations[i].start, length) == 0) {
            return notations[i].name;
        }
    }
    if (!size || head[0] != '<') return NULL;
    for (uint64_t at = 0; at + sizeof xml <= size && at < XML_LOOK; at++) {
        if (memcmp(head + at, xml, sizeof xml - 1) == 0) return "XML, as NWNTools writes it";
    }
    return NULL;
}
