/* How GFF in a text is recognised: as JSON, which is read, or in a notation that is only named. */
#include "neverwinter/gff_json/gff_json.h"
#include "codec/utf8.h"

static bool begins_at(const uint8_t *head, uint64_t size, uint64_t at, const char *word) {
    size_t length = strlen(word);
    return at <= size && size - at >= length && memcmp(head + at, word, length) == 0;
}

/* Passes over blanks and comments. */
static uint64_t skip_blanks(const uint8_t *head, uint64_t size, uint64_t at) {
    for (;;) {
        while (at < size && head[at] && strchr(" \t\r\n", head[at])) at++;
        bool is_line = begins_at(head, size, at, "//");
        if (!is_line && !begins_at(head, size, at, "/*")) return at;
        const char *end = is_line ? "\n" : "*/";
        for (at += 2; at < size && !(head[at] == *end && begins_at(head, size, at, end));) at++;
        at += is_line ? 0 : 2;
    }
}

/* Tells whether in a JSON object, `level` brackets deep, a key stands in its quotes and behind the
** colon what `value` says. */
static bool has(const uint8_t *head, uint64_t size, int level, const char *key, const char *value) {
    int depth = 0;
    uint64_t at = skip_blanks(head, size, utf8_mark_bytes(head, size));
    if (!begins_at(head, size, at, "{")) return false;
    for (; (at = skip_blanks(head, size, at)) < size; at++) {
        if (head[at] == '{' || head[at] == '[') depth++;
        if (head[at] == '}' || head[at] == ']') depth--;
        if (head[at] != '"') continue;
        if (depth == level && begins_at(head, size, at, key)) {
            uint64_t colon = skip_blanks(head, size, at + strlen(key));
            uint64_t value_at = skip_blanks(head, size, colon + 1);
            if (begins_at(head, size, colon, ":") && begins_at(head, size, value_at, value)) {
                return true;
            }
        }
        for (at++; at < size && head[at] != '"'; at++) at += head[at] == '\\';
    }
    return false;
}

bool gff_json_detect(const uint8_t *head, uint64_t head_size, uint64_t size) {
    if (has(head, head_size, 1, "\"__data_type\"", "\"")) return true;
    /* it may stand behind what is known of the file, which then begins with fields */
    return head_size < size && has(head, head_size, 2, "\"type\"", "\"");
}

const char *gff_other_notation(const uint8_t *head, uint64_t size) {
    enum { XML_LOOK = 1024 }; /* a comment may stand before the root element */
    uint64_t at = skip_blanks(head, size, utf8_mark_bytes(head, size));
    if (begins_at(head, size, at, "--- !nwn-lib.elv.es")) return "YAML, as nwn-lib writes it";
    if (begins_at(head, size, at, "data_type = ")) return "NWNT";
    for (; begins_at(head, size, at, "<") && at < XML_LOOK; at++) {
        if (begins_at(head, size, at, "<gff ")) return "XML, as NWNTools writes it";
        while (at + 1 < size && head[at + 1] != '<') at++;
    }
    /* a struct is an object of its own, which has its type and its fields behind `value`, where
    ** others begin with the file's type */
    uint64_t key = begins_at(head, size, at, "{") ? skip_blanks(head, size, at + 1) : size;
    bool is_nested = !begins_at(head, size, key, "\"__data_type\"") &&
                     has(head, size, 1, "\"type\"", "\"struct\"") &&
                     has(head, size, 1, "\"__struct_id\"", "");
    return is_nested ? "JSON, as nwn-lib-d writes it" : NULL;
}
