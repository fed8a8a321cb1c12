/* Transitions over all areas of a module: doors and triggers, and the tags to which they lead. */
#include "neverwinter/nwn/nwn.h"

#include "neverwinter/gff/gff_value.h"

/* The first door or waypoint with a tag. */
typedef struct Target {
    NwnSpot spot;
    uint32_t object;
    uint64_t count; /* how many of the kind have the tag; 0: `object` isn't set */
} Target;

/* What has a tag. It is found once for all links to the tag, so that many links to a tag that many
** objects have take no more time than others. */
typedef struct NwnTagged {
    Target door, waypoint;
    bool is_door_first; /* the first door comes before the first waypoint */
} NwnTagged;

typedef struct Search {
    const FileSet *files;
    Arena *arena;
    Error *error;
    Map by_tag; /* NwnTagged by tag */
    LIST_OF(NwnTransition) links;
} Search;

static bool has_text(const Gff *gff, uint32_t field) {
    return gff_is(gff, field, GFF_STRING) && gff_bytes(gff, field).size;
}

/* Returns a copy of a text as UTF-8 that outlives the file; NULL: there is none, or no memory. */
static const char *copy_text(Arena *arena, const Gff *gff, uint32_t field) {
    Value value = gff_text_of(gff, field, arena);
    char *copy = value.type == VALUE_TEXT ? arena_piece(arena, value.length + 1ull) : NULL;
    if (copy) memcpy(copy, value.bytes, value.length);
    if (copy) copy[value.length] = '\0';
    return copy;
}

/* Returns the NwnTagged of a tag, which is made if it is new. */
static NwnTagged *tagged_as(Search *search, const Gff *gff, uint32_t field) {
    Value tag = gff_text_of(gff, field, search->arena);
    void **place = tag.type == VALUE_TEXT
                       ? map_place(&search->by_tag, search->arena, tag.bytes, tag.length)
                       : NULL;
    if (place && !*place && (*place = arena_piece(search->arena, sizeof(NwnTagged))))
        memset(*place, 0, sizeof(NwnTagged));
    if (place && *place) return *place;
    return null_after(fail_memory(search->error, search->arena));
}

static NwnSpot spot_of(uint32_t file, const Gff *gff, const NwnObject *object) {
    Vector place = nwn_place(gff, object);
    return (NwnSpot){file, {place.x, place.y}};
}

static bool add_target(Search *search, uint32_t file, const Gff *gff, uint32_t id) {
    const NwnObject *object = nwn_object(gff, id);
    if (!has_text(gff, object->fields[NWN_TAG])) return true;
    NwnTagged *tagged = tagged_as(search, gff, object->fields[NWN_TAG]);
    if (!tagged) return false;
    Target *target = object->kind == NWN_DOOR ? &tagged->door : &tagged->waypoint;
    if (!tagged->door.count && !tagged->waypoint.count) {
        tagged->is_door_first = object->kind == NWN_DOOR;
    }
    if (!target->count++) *target = (Target){spot_of(file, gff, object), id, 1};
    return true;
}

static bool add_link(Search *search, uint32_t file, const Gff *gff, uint32_t id) {
    const NwnObject *object = nwn_object(gff, id);
    if (!has_text(gff, object->fields[NWN_LINKED_TO])) return true;
    NwnTagged *tagged = tagged_as(search, gff, object->fields[NWN_LINKED_TO]);
    if (!tagged) return false;
    NwnTransition *link = list_add(search->arena, &search->links.list, sizeof *link);
    if (!link) return fail_memory(search->error, search->arena);
    bool is_door = object->kind == NWN_DOOR;
    *link = (NwnTransition){.spot = spot_of(file, gff, object),
                            .object_id = id,
                            .tagged = tagged,
                            .kind = nwn_kinds[object->kind].kind,
                            .linked_kind = nwn_link_kind(gff, object),
                            .is_certain =
                                !(is_door && gff_integer_or(gff, object->structure, "Locked", 0))};
    link->tag = copy_text(search->arena, gff, object->fields[NWN_TAG]);
    link->linked_to = copy_text(search->arena, gff, object->fields[NWN_LINKED_TO]);
    return !search->arena->failed || fail_memory(search->error, search->arena);
}

static bool gather(Search *search, uint32_t file, Gff *gff) {
    if (!nwn_list_placed(gff, search->error)) return false;
    for (uint32_t id = 0; id < nwn_count(gff, NWN_OBJECTS); id++) {
        uint32_t kind = nwn_object(gff, id)->kind;
        bool leads = kind == NWN_DOOR || kind == NWN_TRIGGER;
        bool is_target = kind == NWN_DOOR || kind == NWN_WAYPOINT;
        if (is_target && !add_target(search, file, gff, id)) return false;
        if (leads && !add_link(search, file, gff, id)) return false;
        if (arena_interrupted_at(search->arena, id)) return fail_interrupted(search->error);
    }
    return true;
}

/* Leads a link to the first door or waypoint with its tag: of the kind that the link means or, if
** there is none, of the other kind. */
static void lead(const FileSet *files, NwnTransition *link) {
    const NwnTagged *tagged = link->tagged;
    bool is_door = tagged->is_door_first;
    if (link->linked_kind) is_door = link->linked_kind == nwn_kinds[NWN_DOOR].kind;
    if (!(is_door ? &tagged->door : &tagged->waypoint)->count) is_door = !is_door;
    const Target *target = is_door ? &tagged->door : &tagged->waypoint;
    link->matches = target->count;
    if (!link->linked_kind) link->matches = tagged->door.count + tagged->waypoint.count;
    if (!target->count) return;
    link->target_file = files->file(files, target->spot.file).path;
    if (!link->target_file) link->target_file = ""; /* a BLOB has no name */
    link->target = target->spot;
    link->target_id = target->object;
    link->target_kind = nwn_kinds[is_door ? NWN_DOOR : NWN_WAYPOINT].kind;
}

bool nwn_find_transitions(const FileSet *files, Arena *arena, List *transitions, Error *error) {
    Search search = {.files = files, .arena = arena, .error = error};
    for (uint32_t file = 0; file < files->count; file++) {
        Gff *gff = (Gff *)files->open(files, file, NULL, error);
        if (!gff && error->kind != ERROR_NONE) return false;
        if (gff && !gather(&search, file, gff)) return false;
    }
    for (uint64_t i = 0; i < search.links.count; i++) lead(files, &search.links.items[i]);
    *transitions = search.links.list;
    return true;
}
