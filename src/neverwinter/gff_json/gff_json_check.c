/* Findings about GFF as JSON, beside those about any GFF. */
#include "neverwinter/gff_json/gff_json.h"

static const SightingKind kinds[JSON_ODDITIES] = {
    [JSON_ODD_COMMA] = {SEVERITY_INFO, "json_comma",
                        "commas before a closing bracket, which other JSON tools refuse"},
    [JSON_ODD_COMMENT] = {SEVERITY_INFO, "json_comment", "comments, which other JSON tools refuse"},
    [JSON_ODD_CONTROL] = {SEVERITY_INFO, "json_control",
                          "texts with raw control characters, which other JSON tools refuse"},
    [JSON_ODD_MARK] = {SEVERITY_INFO, "json_byte_order_mark",
                       "byte order marks at the start, which other JSON tools refuse"},
    [JSON_ODD_NOT_UTF8] = {SEVERITY_WARNING, "json_not_utf8",
                           "texts that aren't UTF-8 and are read as Windows-1252"},
    [JSON_ODD_NOT_1252] = {SEVERITY_WARNING, "json_not_1252",
                           "texts with characters that Windows-1252 lacks: packing loses them"},
    [JSON_ODD_KEY_TWICE] = {SEVERITY_ERROR, "json_key_twice",
                            "keys that an object has twice: the later one counts"},
    [JSON_ODD_LABEL_LONG] = {SEVERITY_ERROR, "json_label_long",
                             "labels of more than 16 bytes, which a binary file can't hold"},
    [JSON_ODD_LABEL_EMPTY] = {SEVERITY_ERROR, "json_label_empty", "empty labels"},
    [JSON_ODD_SHAPE] = {SEVERITY_ERROR, "json_field_shape", "fields that aren't an object"},
    [JSON_ODD_TYPE] = {SEVERITY_ERROR, "json_field_type",
                       "fields without a type, or of an unknown one"},
    [JSON_ODD_KEY] = {SEVERITY_WARNING, "json_field_key",
                      "keys of fields that nothing reads: what they hold is lost"},
    [JSON_ODD_MISSING] = {SEVERITY_ERROR, "json_value_missing", "fields without a value"},
    [JSON_ODD_KIND] = {SEVERITY_ERROR, "json_value_kind", "values that aren't of their type"},
    [JSON_ODD_RANGE] = {SEVERITY_ERROR, "json_value_range",
                        "numbers out of their type's range: packing fails or changes them"},
    [JSON_ODD_PRECISION] = {SEVERITY_WARNING, "json_precision",
                            "numbers that their type can't hold exactly: packing changes them"},
    [JSON_ODD_NOT_FINITE] = {SEVERITY_WARNING, "json_not_finite",
                             "infinities and NaNs as texts: packing fails"},
    [JSON_ODD_BASE64] = {SEVERITY_ERROR, "json_base64", "bytes that aren't Base64"},
    [JSON_ODD_PLAIN_VOID] = {SEVERITY_INFO, "json_plain_void",
                             "bytes in the old form, a text instead of Base64"},
    [JSON_ODD_NO_ID] = {SEVERITY_INFO, "json_no_struct_id", "structs without __struct_id"},
    [JSON_ODD_ID_KIND] = {SEVERITY_ERROR, "json_struct_id", "__struct_ids that aren't integers"},
    [JSON_ODD_ID_DIFFERS] = {SEVERITY_WARNING, "json_struct_ids_differ",
                             "fields whose __struct_id isn't that of their struct, which counts"},
    [JSON_ODD_LANGUAGE] = {SEVERITY_ERROR, "json_language",
                           "keys of localized strings that are neither a number nor id"},
    [JSON_ODD_FILE_TYPE] = {SEVERITY_ERROR, "json_data_type",
                            "__data_types that aren't a text of four characters"},
    [JSON_ODD_STRREF_TWICE] =
        {SEVERITY_WARNING, "json_strref_twice",
         "StrRefs both inside and outside of the value: the inner one counts"},
};

/* Tells whether a localized string has two texts of one language. `numbers` has room for twice as
** many numbers as there are texts. */
static bool has_language_twice(const Gff *gff, uint32_t field, uint64_t *numbers) {
    uint32_t count = gff_substring_count(gff, field);
    const uint8_t *at = gff_first_substring(gff, field);
    for (uint32_t i = 0; i < count; i++, at = gff_next_substring(at)) numbers[i] = load_u32(at);
    sort_numbers(numbers, count, numbers + count);
    for (uint32_t i = 1; i < count; i++) {
        if (numbers[i] == numbers[i - 1]) return true;
    }
    return false;
}

static bool check_languages(const Gff *gff, Findings *findings, Error *error) {
    List numbers = {0};
    bool done = true;
    for (uint32_t field = 0; done && field < gff->field_count; field++) {
        if (arena_interrupted_at(findings->arena, field)) done = fail_interrupted(error);
        if (!done || gff_type(gff, field) != GFF_LOCSTRING) continue;
        uint64_t count = gff_substring_count(gff, field);
        if (count < 2) continue;
        done = list_reserve(findings->arena, &numbers, 2 * count, sizeof(uint64_t)) ||
               fail_memory(error, findings->arena);
        if (done && has_language_twice(gff, field, numbers.items)) {
            finding_add(findings, SEVERITY_ERROR, "json_language_twice",
                        gff_field_offset(gff, field),
                        "field %" PRIu32 " has two texts of one language", field);
        }
    }
    arena_release(findings->arena, numbers.items);
    return done;
}

bool gff_json_check(const Gff *gff, Findings *findings, Error *error) {
    sightings_tell(gff->json->oddities, kinds, JSON_ODDITIES, findings);
    return check_languages(gff, findings, error);
}
