/* Edits of GFF as JSON: the words of one value are replaced by what neverwinter.nim would print. */
#include "codec/text.h"
#include "core/print.h"
#include "neverwinter/gff/gff_value.h"
#include "neverwinter/gff_json/gff_json_write.h"
#include "table/place.h"

#include <inttypes.h>
#include <math.h>

const uint8_t *gff_json_strref_words(const Gff *gff, uint32_t field) {
    uint32_t at = load_u32(gff_data(gff, field) - GFF_JSON_STRREF_PLACE_BYTES);
    return at ? gff->document.bytes + at : NULL;
}

static int64_t integer_of(const FilePart *content, CellKind kind) {
    uint64_t number = 0;
    for (uint64_t i = content->size; i--;) number = number << 8 | content->bytes[i];
    bool is_signed = kind == CELL_I8 || kind == CELL_I16 || kind == CELL_I32;
    uint32_t shift = 64 - 8 * (uint32_t)content->size;
    return is_signed ? (int64_t)(number << shift) >> shift : (int64_t)number;
}

static bool put_number(JsonOut *out, const CellPlace *place, const FilePart *content) {
    char text[GFF_NUMBERS_BYTES];
    bool is_float = place->kind == CELL_F32;
    uint32_t length;
    if (is_float || place->kind == CELL_F64) {
        double number = is_float ? (double)load_f32(content->bytes) : load_f64(content->bytes);
        if (!isfinite(number)) {
            return fail(out->error, ERROR_ARGUMENT, "JSON has no word for this number");
        }
        length = is_float ? gff_print_float(text, (float)number) : gff_print_double(text, number);
    } else if (place->kind == CELL_U64) {
        length = (uint32_t)print_text(text, sizeof text, "%" PRIu64, load_u64(content->bytes));
    } else {
        length =
            (uint32_t)print_text(text, sizeof text, "%" PRId64, integer_of(content, place->kind));
    }
    return json_put(out, text, length);
}

static uint32_t characters_of(const FilePart *text) {
    uint32_t count = 0;
    for (uint64_t i = 0; i < text->size; i++) count += (text->bytes[i] & 0xC0) != 0x80;
    return count;
}

/* Puts a text: the file's type, which is filled up with blanks, the name of a resource or another
** one. */
static bool put_string(JsonOut *out, const CellPlace *place, const FilePart *content) {
    uint32_t count = characters_of(content);
    bool is_second = out->gff->game && strcmp(out->gff->game, "NWN2") == 0;
    uint32_t most = place->pad ? GFF_TYPE_BYTES : is_second ? 32 : 16;
    if ((place->pad || place->length_bytes == 1) && count > most) {
        return fail(out->error, ERROR_ARGUMENT,
                    "the text has %" PRIu32 " characters, expected at most %" PRIu32, count, most);
    }
    if (!place->pad)
        return json_put_text(out, (const char *)content->bytes, (uint32_t)content->size);
    char type[GFF_TYPE_BYTES * 5];
    int length = print_text(type, sizeof type, "%.*s%*s", (int)content->size,
                            (const char *)content->bytes, (int)(GFF_TYPE_BYTES - count), "");
    return json_put_text(out, type, (uint32_t)length);
}

/* Tells whether bytes stand in their old form, a text instead of Base64. */
static bool is_plain_void(const Document *document, const uint8_t *words) {
    static const char key[] = "\"value64\"";
    const uint8_t *at = words;
    while (at > document->bytes && (at[-1] <= ' ' || at[-1] == ':')) at--;
    return (size_t)(at - document->bytes) < sizeof key ||
           memcmp(at - sizeof key + 1, key, sizeof key - 1) != 0;
}

bool gff_json_spell(const Document *document, const CellPlace *place, const FilePart *content,
                    Arena *arena, FilePart *words, FilePart *text, Error *error) {
    JsonScan scan = {.start = document->bytes,
                     .at = place->words,
                     .end = document->bytes + document->size,
                     .arena = arena,
                     .error = error};
    if (!scan_skip(&scan)) return false;
    *words = (FilePart){place->words, (uint64_t)(scan.at - place->words)};
    *text = *words;
    if (!content) return true;
    bool is_same = content->size == place->bytes &&
                   (!content->size || !memcmp(content->bytes, place->field, content->size));
    if (is_same) return true;
    JsonOut out = {.gff = (const Gff *)document, .arena = arena, .error = error};
    bool done;
    if (place->kind > CELL_BYTES) {
        done = put_number(&out, place, content);
    } else if (place->kind < CELL_BYTES) {
        done = put_string(&out, place, content);
    } else if (is_plain_void(document, place->words)) {
        return fail(error, ERROR_ARGUMENT, "its bytes are a text in the old form");
    } else {
        done = json_put_base64(&out, content->bytes, (uint32_t)content->size);
    }
    *text = (FilePart){out.text.items, out.text.count};
    return done;
}
