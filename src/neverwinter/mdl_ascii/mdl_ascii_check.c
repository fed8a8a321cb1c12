/* Findings about ASCII models: those of binary models, at the lines of the text. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* Collects where each line of a text begins. */
static bool list_lines(const Mdl *mdl, Arena *arena, List *lines) {
    const uint8_t *bytes = mdl->document.bytes;
    uint64_t size = mdl->document.size;
    for (uint64_t at = 0; at < size; at++) {
        bool begins = !at || bytes[at - 1] == '\n' || (bytes[at - 1] == '\r' && bytes[at] != '\n');
        if (!begins) continue;
        uint32_t *line = list_add(arena, lines, sizeof *line);
        if (!line) return false;
        *line = (uint32_t)at;
    }
    return true;
}

/* Moves a finding about the image to its line of the text, and names the line in its message. */
static bool place_finding(const Mdl *mdl, const List *lines, Arena *arena, Finding *finding) {
    finding->offset = mdl_ascii_offset(mdl, finding->offset);
    if (finding->offset == NO_OFFSET) return true;
    const uint32_t *starts = lines->items;
    uint64_t line; /* from 1 on */
    BISECT(line, 0, lines->count, starts[line] <= finding->offset);
    char *message = text_printed(arena, "line %" PRIu64 ": %s", line, finding->message);
    if (!message) return false;
    arena_release(arena, (void *)(uintptr_t)finding->message);
    finding->message = message;
    return true;
}

bool mdl_ascii_place_findings(const Mdl *mdl, Findings *findings, uint64_t first, Error *error) {
    Arena scratch = arena_scratch(findings->arena);
    List lines = {0};
    Finding *items = findings->list.items;
    bool done = first == findings->list.count || list_lines(mdl, &scratch, &lines);
    if (!done) fail_memory(error, &scratch);
    for (uint64_t i = first; done && i < findings->list.count; i++) {
        if (items[i].offset == NO_OFFSET) continue;
        done = place_finding(mdl, &lines, findings->arena, &items[i]) ||
               fail_memory(error, findings->arena);
    }
    arena_clear(&scratch);
    return done;
}

bool mdl_ascii_check_image(Mdl *mdl, Findings *findings, Error *error) {
    uint32_t lists = MDL_EVENTS | MDL_KEYS | MDL_FACES | MDL_BONE_SLOTS | MDL_BOXES;
    if (!mdl_name_controllers(mdl, error) || !mdl_list(mdl, lists, error)) return false;
    if (!mdl->geometry_count) {
        finding_add(findings, SEVERITY_INFO, "nodes_missing", NO_OFFSET, "there are no nodes");
    }
    return true;
}
