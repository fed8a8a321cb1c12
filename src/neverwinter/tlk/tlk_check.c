/* Checks for odd but readable data in a TLK. An oddity that repeats is one finding with a count. */
#include "neverwinter/tlk/tlk.h"
#include "neverwinter/tlk/tlk_rules.inc"

/* What is odd in strings. */
enum {
    TLK_RULES(SIGHTING_NUMBER),
    TLK_RULE_COUNT,
};

static const SightingKind seen_kinds[] = {TLK_RULES(SIGHTING_KIND)};

static void check_string(const Tlk *tlk, uint64_t string, Sightings *seen) {
    const uint8_t *entry = tlk->entries + string * TLK_ENTRY_BYTES;
    uint64_t at = TLK_HEADER_BYTES + string * TLK_ENTRY_BYTES;
    uint32_t flags = load_u32(entry + TLK_FLAGS), size;
    float seconds = load_f32(entry + TLK_SOUND_LENGTH);
    const uint8_t *text = tlk_text_bytes(tlk, string, &size);
    bool has_text = flags & TLK_HAS_TEXT;
    sightings_add(&seen[SEEN_FLAGS_HIGH], flags & ~UINT32_C(7), at);
    sightings_add(&seen[SEEN_VARIANCE], load_u32(entry + TLK_VOLUME) || load_u32(entry + TLK_PITCH),
                  at);
    sightings_add(&seen[SEEN_RESREF_PADDING], field_has_garbage(entry + TLK_SOUND, TLK_SOUND_BYTES),
                  at);
    sightings_add(&seen[SEEN_TEXT_RANGE], !text, at);
    sightings_add(&seen[SEEN_TEXT_UNFLAGGED], !has_text && size, at);
    sightings_add(&seen[SEEN_TEXT_EMPTY], has_text && !size, at);
    sightings_add(&seen[SEEN_NUL], text && size && memchr(text, 0, size), at);
    sightings_add(&seen[SEEN_SOUND_LENGTH], !(seconds >= 0), at);
}

/* Reports texts that share bytes, and bytes behind the last text. `texts` are in the order of the
** file, each as offset << 32 | size. */
static void check_order(const Tlk *tlk, const uint64_t *texts, uint64_t count, Findings *findings) {
    enum { SHARED, OVERLAP, COUNT };
    static const SightingKind kinds[COUNT] = {
        [SHARED] = {SEVERITY_INFO, "text_shared", "strings with the text of another one"},
        [OVERLAP] = {SEVERITY_WARNING, "text_overlap", "texts that begin within another one"},
    };
    Sightings seen[COUNT] = {{0}};
    uint64_t end = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t start = texts[i] >> 32, size = texts[i] & UINT32_MAX;
        bool is_same = i && texts[i] == texts[i - 1];
        sightings_add(&seen[SHARED], is_same, tlk->texts + start);
        sightings_add(&seen[OVERLAP], i && !is_same && start < end, tlk->texts + start);
        if (start + size > end) end = start + size;
    }
    sightings_tell(seen, kinds, COUNT, findings);
    if (count && tlk->texts + end < tlk->document.size) {
        finding_add(findings, SEVERITY_INFO, "trailing_bytes", tlk->texts + end,
                    "%" PRIu64 " bytes after the last text", tlk->document.size - tlk->texts - end);
    }
}

static bool check_places(const Tlk *tlk, Findings *findings, Error *error) {
    Arena scratch = arena_scratch(&tlk->document.arena);
    uint64_t *texts = arena_alloc(&scratch, tlk->string_count, 2 * sizeof *texts);
    uint64_t count = 0;
    if (!texts) return fail_memory(error, &scratch);
    for (uint64_t i = 0; i < tlk->string_count; i++) {
        uint32_t size;
        const uint8_t *text = tlk_text_bytes(tlk, i, &size);
        uint64_t offset = load_u32(tlk->entries + i * TLK_ENTRY_BYTES + TLK_TEXT_OFFSET);
        if (text && size) texts[count++] = offset << 32 | size;
    }
    sort_numbers(texts, count, texts + tlk->string_count);
    check_order(tlk, texts, count, findings);
    arena_clear(&scratch);
    return true;
}

bool tlk_check(Document *document, Findings *findings, Error *error) {
    const Tlk *tlk = (const Tlk *)document;
    Sightings seen[TLK_RULE_COUNT] = {{0}};
    TextEncoding encoding;
    if (!tlk_language(tlk->language, &encoding)) {
        finding_add(findings, SEVERITY_INFO, "language_unknown", TLK_LANGUAGE,
                    "language %u is unknown; texts are read as Windows-1252", tlk->language);
    }
    if (tlk->texts != TLK_HEADER_BYTES + tlk->string_count * TLK_ENTRY_BYTES) {
        finding_add(findings, SEVERITY_WARNING, "offset", TLK_TEXTS,
                    "the texts begin at %u, the entries end at %" PRIu64, tlk->texts,
                    TLK_HEADER_BYTES + tlk->string_count * TLK_ENTRY_BYTES);
    }
    for (uint64_t i = 0; i < tlk->string_count; i++) {
        check_string(tlk, i, seen);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    sightings_tell(seen, seen_kinds, TLK_RULE_COUNT, findings);
    return check_places(tlk, findings, error);
}
