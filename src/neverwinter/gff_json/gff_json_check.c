/* Findings about GFF as JSON, beside those about any GFF. */
#include "neverwinter/gff_json/gff_json.h"

static const SightingKind kinds[] = {GFF_JSON_RULES(SIGHTING_KIND)};

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
