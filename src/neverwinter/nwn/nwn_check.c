/* Checks for what is odd in areas and blueprints, and between the files of an area. */
#include "modules.h"
#include "neverwinter/nwn/nwn.h"

static void check_object(const Gff *gff, const NwnObject *object, Findings *findings) {
    uint64_t at = gff_struct_offset(gff, object->structure);
    const char *kind = nwn_kinds[object->kind].kind;
    Vector place = nwn_place(gff, object);
    uint32_t link = object->fields[NWN_LINKED_TO];
    bool is_linked = gff_is(gff, link, GFF_STRING) && gff_bytes(gff, link).size;
    if (is_linked && !nwn_link_kind(gff, object)) {
        finding_add(findings, SEVERITY_WARNING, "link_without_kind", at,
                    "%s %" PRIu32
                    " has LinkedTo, but LinkedToFlags don't say whether that is a door "
                    "or a waypoint",
                    kind, object->list_index);
    }
    if (object->kind == NWN_TRIGGER && gff_list(gff, object->fields[NWN_GEOMETRY]).count < 3) {
        finding_add(findings, SEVERITY_INFO, "trigger_without_outline", at,
                    "trigger %" PRIu32 " has fewer than 3 corners, so nothing can enter it",
                    object->list_index);
    }
    if (isnan(place.x) || isnan(place.y)) {
        finding_add(findings, SEVERITY_WARNING, "object_without_place", at,
                    "%s %" PRIu32 " has no position", kind, object->list_index);
    }
}

/* Reports a variable whose value isn't stored as its Type says. */
static void check_variable(const Gff *gff, const NwnPart *variable, Findings *findings) {
    static const uint32_t stored[] = {GFF_TYPES, GFF_INT, GFF_FLOAT, GFF_STRING};
    int64_t type = gff_integer_or(gff, variable->structure, "Type", 0);
    uint32_t value = gff_find(gff, variable->structure, "Value");
    if (value == GFF_NONE || type < 1 || type > 3 || stored[type] == gff_type(gff, value)) return;
    finding_add(findings, SEVERITY_WARNING, "variable_type",
                gff_struct_offset(gff, variable->structure),
                "a variable of type %d has a value of type %s", (int)type,
                gff_type_name(gff_type(gff, value)));
}

static void check_tiles(const Gff *gff, Findings *findings) {
    NwnArea area = nwn_area(gff);
    if (!area.has_size || area.is_second || area.tiles == GFF_NONE) return;
    GffList tiles = gff_list(gff, area.tiles);
    for (uint32_t i = 0; i < tiles.count; i++) {
        uint32_t tile = gff_element(&tiles, i);
        if (!gff_is_element(gff, tile, area.tiles, i)) continue;
        int64_t quarters = gff_integer_or(gff, tile, "Tile_Orientation", 0);
        if (quarters >= 0 && quarters <= 3) continue;
        finding_add(findings, SEVERITY_WARNING, "tile_orientation", gff_struct_offset(gff, tile),
                    "tile %" PRIu32 " is turned by %" PRId64 " quarters, expected 0 to 3", i,
                    quarters);
    }
    bool is_size = area.width >= 0 && area.height >= 0 && area.width < 65536 && area.height < 65536;
    if (is_size && (int64_t)tiles.count == area.width * area.height) return;
    finding_add(findings, SEVERITY_WARNING, "tile_count", NO_OFFSET,
                "the area has %" PRIu32 " tiles, expected Width x Height: %" PRId64 " x %" PRId64,
                tiles.count, area.width, area.height);
}

/* Compares TemplateResRef (Windows-1252) with the file's name (UTF-8), by which the game looks. */
static bool check_template(const Gff *gff, Findings *findings, Error *error) {
    uint32_t field = gff_find(gff, 0, "TemplateResRef"), length;
    const char *file = gff->document.name;
    if (gff->type[0] != 'U' || !gff_is(gff, field, GFF_RESREF) || !file) return true;
    GffBytes name = gff_bytes(gff, field);
    const char *text = text_mixed(findings->arena, name.bytes, name.size, &length);
    const char *own = name_without_text(findings->arena, file);
    const char *stem = own ? text_with_ending(findings->arena, own, "") : NULL;
    if (!text || !stem) return fail_memory(error, findings->arena);
    if (text_is(name.bytes, name.size, stem) || text_is(text, length, stem)) return true;
    finding_add(findings, SEVERITY_INFO, "template_differs", NO_OFFSET,
                "TemplateResRef isn't the name of the file, by which the game finds it");
    return true;
}

bool nwn_check(Gff *gff, Findings *findings, Error *error) {
    if (!nwn_list_placed(gff, error)) return false;
    bool is_git = strcmp(gff->type, "GIT") == 0;
    for (uint64_t i = 0; is_git && i < nwn_count(gff, NWN_OBJECTS); i++) {
        check_object(gff, nwn_object(gff, i), findings);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    const NwnPart *variables = gff->placed->lists[NWN_OBJECT_VARIABLES].items;
    for (uint64_t i = 0; i < nwn_count(gff, NWN_OBJECT_VARIABLES); i++) {
        check_variable(gff, &variables[i], findings);
        if (arena_interrupted_at(findings->arena, i)) return fail_interrupted(error);
    }
    check_tiles(gff, findings);
    return check_template(gff, findings, error);
}

/* Opens a file beside; it stays open until the next is opened. */
static bool open_named(const FilesBeside *beside, const char *name, Gff **part, Findings *findings,
                       Error *error) {
    Document *document = NULL;
    const FileBeside file = {.name = name,
                             .format = &gff_format,
                             .what = "a file of the same name",
                             .offset = NO_OFFSET};
    bool done = open_beside(beside, &file, &document, findings, error);
    *part = (Gff *)document;
    return done;
}

/* Opens the file with the same stem and another ending. */
static bool open_part(const Gff *gff, const FilesBeside *beside, const char *ending, Gff **part,
                      Findings *findings, Error *error) {
    const char *own = gff->document.name;
    *part = NULL;
    if (!own || !strchr(own, '.')) return true;
    char *stem = name_without_text(findings->arena, own);
    const char *name = stem ? text_with_ending(findings->arena, stem, ending) : NULL;
    if (!name) return fail_memory(error, findings->arena);
    return open_named(beside, name, part, findings, error);
}

/* Compares the numbers of objects and of their comments, which belong together by their places. */
static void compare_comments(const Gff *git, const Gff *gic, Findings *findings) {
    for (int kind = 0; kind < NWN_KINDS; kind++) {
        const char *label = nwn_kinds[kind].list;
        uint32_t here = gff_list(git, gff_find(git, 0, label)).count;
        uint32_t comments = gff_find(gic, 0, label), there = gff_list(gic, comments).count;
        if (here == there || comments == GFF_NONE) continue;
        finding_add(findings, SEVERITY_INFO, "comment_count", NO_OFFSET,
                    "%s has %" PRIu32 " objects, and the GIC has comments for %" PRIu32, label,
                    here, there);
    }
}

#define BORDER_SLACK 0.001 /* metres: a door on the border may be outside by rounding */

static void check_within(const Gff *git, const NwnArea *area, Findings *findings) {
    double size = isnan(area->tile_metres) ? NWN_TILE_METRES : area->tile_metres;
    double width = size * (double)area->width, height = size * (double)area->height;
    for (uint64_t i = 0; i < nwn_count(git, NWN_OBJECTS); i++) {
        const NwnObject *object = nwn_object(git, i);
        Vector place = nwn_place(git, object);
        bool is_within = place.x >= -BORDER_SLACK && place.x <= width + BORDER_SLACK &&
                         place.y >= -BORDER_SLACK && place.y <= height + BORDER_SLACK;
        if (is_within || isnan(place.x) || isnan(place.y)) continue;
        finding_add(
            findings, SEVERITY_INFO, "object_outside", gff_struct_offset(git, object->structure),
            "%s %" PRIu32 " stands at (%g, %g), outside of the area's %g x %g m",
            nwn_kinds[object->kind].kind, object->list_index, place.x, place.y, width, height);
    }
}

/* Adds a finding if a text and the binary of the same name both exist. */
static bool check_twin(const Gff *gff, const FilesBeside *beside, Findings *findings,
                       Error *error) {
    const char *own = gff->document.name;
    if (!gff->document.is_text || !own) return true;
    char *name = name_without_text(findings->arena, own);
    if (!name) return fail_memory(error, findings->arena);
    Gff *twin;
    if (!open_named(beside, name, &twin, findings, error)) return false;
    if (!twin || twin->document.is_text) return true;
    finding_add(findings, SEVERITY_INFO, "json_and_binary", NO_OFFSET,
                "%s is there, too, and look-ups take it instead of this text", name);
    return true;
}

bool nwn_check_beside(Document *document, const FilesBeside *beside, Findings *findings,
                      Error *error) {
    Gff *git = (Gff *)document;
    Gff *part;
    if (!check_twin(git, beside, findings, error)) return false;
    if (strcmp(git->type, "GIT") != 0) return true;
    if (!nwn_list_placed(git, error) || !open_part(git, beside, ".gic", &part, findings, error)) {
        return false;
    }
    if (part) compare_comments(git, part, findings);
    if (!open_part(git, beside, ".are", &part, findings, error)) return false;
    NwnArea area = {0};
    if (part) area = nwn_area(part);
    if (area.is_area && !(area.is_second && isnan(area.tile_metres))) {
        check_within(git, &area, findings);
    }
    return true;
}
