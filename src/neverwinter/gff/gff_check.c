/* Checks for odd but readable data in a GFF file. */
#include "neverwinter/gff_json/gff_json.h"

typedef struct Check {
    const Gff *gff;
    Findings *findings;
    uint32_t *first_alike; /* of each label: the first label with the same text */
    uint32_t *last_struct; /* of each label: the last struct that had it, plus 1 */
    uint8_t *is_met;       /* of each field: a struct has named it */
    Arena *scratch;
} Check;

/* ---- Sections -------------------------------------------------------------------------------- */

static void check_sections(const Check *check) {
    const Gff *gff = check->gff;
    uint64_t end = GFF_HEADER_BYTES, last = end;
    bool are_apart = false;
    for (int kind = 0; kind < GFF_SECTIONS; kind++) {
        const GffSection *section = &gff->sections[kind];
        uint32_t stored = load_u32(gff->document.bytes + 8 + (size_t)8 * (size_t)kind);
        are_apart = are_apart || stored != end;
        end = section->offset + section->size;
        if (section->size && end > last) last = end;
    }
    if (are_apart) {
        finding_add(check->findings, SEVERITY_INFO, "sections_apart", 8,
                    "the sections don't follow each other as in real files");
    }
    if (last < gff->document.size) {
        finding_add(check->findings, SEVERITY_WARNING, "trailing_bytes", last,
                    "%" PRIu64 " bytes after the last section", gff->document.size - last);
    }
}

static bool check_labels(const Check *check, Error *error) {
    const Gff *gff = check->gff;
    Map map = {0};
    for (uint32_t i = 0; i < gff->label_count; i++) {
        const GffLabel *label = &gff->labels[i];
        uint64_t at = gff->sections[GFF_LABELS].offset + (uint64_t)i * GFF_LABEL_BYTES;
        if (!gff->json && field_has_garbage(gff->document.bytes + at, GFF_LABEL_BYTES)) {
            finding_add(check->findings, SEVERITY_INFO, "label_padding", at,
                        "label %u has other bytes than NUL behind its NUL", i);
        }
        void **place = map_place(&map, check->scratch, label->text, label->length);
        if (!place) return fail_memory(error, check->scratch);
        if (!*place) *place = check->first_alike + i;
        check->first_alike[i] = (uint32_t)((uint32_t *)*place - check->first_alike);
        if (check->first_alike[i] != i) {
            finding_add(check->findings, SEVERITY_INFO, "label_twice", at,
                        "label %u is the same as label %u", i, check->first_alike[i]);
        }
        if (arena_interrupted_at(check->findings->arena, i)) return fail_interrupted(error);
    }
    return true;
}

/* ---- Structs --------------------------------------------------------------------------------- */

static void check_child(const Check *check, uint32_t child, uint32_t field, uint32_t list_index) {
    const GffPlace *place = &check->gff->places[child];
    if (place->field == field && place->list_index == list_index) return;
    finding_add(check->findings, SEVERITY_WARNING, "struct_shared",
                gff_field_offset(check->gff, field),
                "field %u has struct %u, which is in another place, too", field, child);
}

static void check_label(const Check *check, uint32_t structure, uint32_t field) {
    uint32_t label = load_u32(gff_field(check->gff, field) + GFF_FIELD_LABEL);
    uint32_t *last = &check->last_struct[check->first_alike[label]];
    if (*last == structure + 1) {
        finding_add(check->findings, check->gff->json ? SEVERITY_ERROR : SEVERITY_WARNING,
                    "label_twice_in_struct", gff_field_offset(check->gff, field),
                    "struct %u has another field with the label of field %u", structure, field);
    }
    *last = structure + 1;
}

static bool check_struct(const Check *check, uint32_t structure, Error *error) {
    const Gff *gff = check->gff;
    if (gff->places[structure].depth == GFF_NONE) {
        finding_add(check->findings, SEVERITY_INFO, "struct_unused",
                    gff_struct_offset(gff, structure), "nothing uses struct %u", structure);
        return true;
    }
    GffFields fields = gff_fields_of(gff, structure);
    for (uint32_t i = 0; i < fields.count; i++) {
        uint32_t field = gff_field_at(&fields, i);
        if (check->is_met[field]) {
            finding_add(check->findings, SEVERITY_WARNING, "field_shared",
                        gff_field_offset(gff, field),
                        "struct %u has field %u, which is used before, too", structure, field);
        } else if (gff->owners[field] == structure) {
            check_label(check, structure, field);
        }
        check->is_met[field] = 1;
        if (arena_interrupted_at(check->findings->arena, i)) return fail_interrupted(error);
    }
    return true;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static void check_text(const Check *check, uint32_t field, GffBytes text) {
    static const uint8_t mark[] = {0xEF, 0xBB, 0xBF};
    uint64_t at = gff_field_offset(check->gff, field);
    if (text.size && memchr(text.bytes, 0, text.size)) {
        finding_add(check->findings, SEVERITY_WARNING, "text_nul", at,
                    "the text of field %u has a NUL, at which many programs cut it", field);
    }
    if (text.size < sizeof mark) return;
    if (memcmp(text.bytes, mark, sizeof mark) == 0 ||
        memcmp(text.bytes + text.size - sizeof mark, mark, sizeof mark) == 0) {
        finding_add(
            check->findings, SEVERITY_WARNING, "text_byte_order_mark", at,
            "the text of field %u begins or ends with a byte order mark, which can't be seen",
            field);
    }
}

static void check_localized(const Check *check, uint32_t field) {
    const Gff *gff = check->gff;
    const uint8_t *data = gff_data(gff, field), *at = gff_first_substring(gff, field);
    uint32_t count = gff_substring_count(gff, field), said = load_u32(data);
    for (uint32_t i = 0; i < count; i++, at = gff_next_substring(at)) {
        check_text(check, field, gff_substring_bytes(at));
    }
    if (said == (uint64_t)(at - data) - 4) return;
    finding_add(check->findings, SEVERITY_INFO, "locstring_size",
                document_offset(&gff->document, data),
                "field %u says that its localized string has %u bytes, it has %" PRIu64, field,
                said, (uint64_t)(at - data) - 4);
}

static bool check_list(const Check *check, uint32_t field, Error *error) {
    GffList list = gff_list(check->gff, field);
    for (uint32_t i = 0; i < list.count; i++) {
        check_child(check, gff_element(&list, i), field, i);
        if (arena_interrupted_at(check->findings->arena, i)) return fail_interrupted(error);
    }
    return true;
}

static bool check_field(const Check *check, uint32_t field, Error *error) {
    const Gff *gff = check->gff;
    double number;
    if (gff->owners[field] == GFF_NONE) {
        finding_add(check->findings, SEVERITY_INFO, "field_unused", gff_field_offset(gff, field),
                    "nothing uses field %u", field);
        return true;
    }
    switch (gff_type(gff, field)) {
    case GFF_STRING:
    case GFF_RESREF: check_text(check, field, gff_bytes(gff, field)); break;
    case GFF_LOCSTRING: check_localized(check, field); break;
    case GFF_STRUCT: check_child(check, gff_number(gff, field), field, GFF_NONE); break;
    case GFF_LIST: return check_list(check, field, error);
    default:
        if (!gff_real(gff, field, &number) || isfinite(number)) return true;
        finding_add(check->findings, SEVERITY_INFO, "not_finite", gff_field_offset(gff, field),
                    "field %u isn't a finite number", field);
    }
    return true;
}

static bool check_all(Check *check, Error *error) {
    const Gff *gff = check->gff;
    if (!gff->json) check_sections(check);
    bool done = check_labels(check, error);
    for (uint32_t i = 0; done && i < gff->struct_count; i++) done = check_struct(check, i, error);
    for (uint32_t i = 0; done && i < gff->field_count; i++) {
        done = check_field(check, i, error);
        if (arena_interrupted_at(check->scratch, i)) done = fail_interrupted(error);
    }
    return done;
}

bool gff_check(Document *document, Findings *findings, Error *error) {
    Arena scratch = arena_scratch(findings->arena);
    Check check = {.gff = (const Gff *)document, .findings = findings, .scratch = &scratch};
    check.first_alike = arena_alloc(&scratch, check.gff->label_count, sizeof(uint32_t));
    check.last_struct = arena_zeroed(&scratch, check.gff->label_count, sizeof(uint32_t));
    check.is_met = arena_zeroed(&scratch, check.gff->field_count, 1);
    bool done = check.first_alike && check.last_struct && check.is_met
                    ? check_all(&check, error)
                    : fail_memory(error, &scratch);
    if (done && check.gff->json) done = gff_json_check(check.gff, findings, error);
    arena_clear(&scratch);
    return done && nwn_check((Gff *)document, findings, error);
}
