/* See folder_names.h. */
#include "engine/files/folder_names.h"
#include "codec/text.h"

/* Finds the place of a name by its lower case; NULL if memory ran out. */
static void **place_of(Span *span, Map *names, const char *name) {
    Arena *arena = &span->arena;
    size_t length = strlen(name);
    char *folded = text_folded(arena, name, length);
    if (!folded) return NULL;
    void **place = map_place(names, arena, folded, length);
    arena_release(arena, folded);
    return place;
}

static bool add_name(Span *span, Map *names, const char *name, Error *error) {
    Arena *arena = &span->arena;
    void **place = place_of(span, names, name);
    if (!place) return fail_memory(error, arena);
    if (*place && strcmp(*place, name) < 0) return true;
    char *copy = text_copy(arena, name, strlen(name));
    if (!copy) return fail_memory(error, arena);
    arena_release(arena, *place);
    *place = copy;
    return true;
}

static bool list_names(Span *span, const char *folder, Map *names, Error *error) {
    Folder *listing;
    const char *name;
    PathType type;
    bool done = true;
    int number = system_open_folder(folder, &listing);
    if (!number) {
        while (done && (name = system_next_name(listing, &type, &number))) {
            done = add_name(span, names, name, error);
            if (done && arena_interrupted(&span->arena)) done = fail_interrupted(error);
        }
        system_close_folder(listing);
    }
    if (!number || !done) return done;
    return fail_system(error, ERROR_CANNOT_OPEN, "its folder can't be listed", number);
}

bool folder_names_find(Span *span, const char *folder, const char *name, const char **found,
                       Error *error) {
    Arena *arena = &span->arena;
    void **known = map_find(&span->folders, folder, strlen(folder));
    Map *names = known ? *known : NULL;
    if (!names) {
        names = arena_zeroed(arena, 1, sizeof *names);
        if (!names) return fail_memory(error, arena);
        if (!list_names(span, folder, names, error)) return false;
        void **place = map_place(&span->folders, arena, folder, strlen(folder));
        if (!place) return fail_memory(error, arena);
        *place = names;
    }
    void **place = place_of(span, names, name);
    if (!place) return fail_memory(error, arena);
    *found = *place;
    return true;
}
