/* See folder_names.h. */
#include "folder_names.h"
#include "../../src/text.h"

/* Finds the place of a name by its lower case; NULL if memory ran out. */
static void **place_of(Session *session, Map *names, const char *name) {
    Arena *arena = &session->span;
    size_t length = strlen(name);
    char *folded = arena_alloc(arena, length + 1, 1);
    if (!folded) return NULL;
    for (size_t i = 0; i < length; i++) folded[i] = (char)fold_byte((uint8_t)name[i]);
    void **place = map_place(names, arena, folded, length);
    arena_release(arena, folded);
    return place;
}

static bool add_name(Session *session, Map *names, const char *name, Error *error) {
    Arena *arena = &session->span;
    void **place = place_of(session, names, name);
    if (!place) return fail_memory(error, arena);
    if (*place && strcmp(*place, name) < 0) return true;
    char *copy = arena_alloc(arena, strlen(name) + 1, 1);
    if (!copy) return fail_memory(error, arena);
    memcpy(copy, name, strlen(name) + 1);
    arena_release(arena, *place);
    *place = copy;
    return true;
}

static bool list_names(Session *session, const char *folder, Map *names, Error *error) {
    Folder *listing;
    const char *name;
    PathType type;
    bool done = true;
    int number = system_open_folder(folder, &listing);
    if (!number) {
        while (done && (name = system_next_name(listing, &type, &number))) {
            done = add_name(session, names, name, error);
            if (done && arena_interrupted(&session->span)) done = fail_interrupted(error);
        }
        system_close_folder(listing);
    }
    if (!number || !done) return done;
    return fail(error, ERROR_CANNOT_OPEN, "its folder can't be listed: %s",
                system_error_text(number));
}

bool folder_name(Session *session, const char *folder, const char *name, const char **found,
                 Error *error) {
    Arena *arena = &session->span;
    void **known = map_find(&session->span_folders, folder, strlen(folder));
    Map *names = known ? *known : NULL;
    if (!names) {
        names = arena_zeroed(arena, 1, sizeof *names);
        if (!names) return fail_memory(error, arena);
        if (!list_names(session, folder, names, error)) return false;
        void **place = map_place(&session->span_folders, arena, folder, strlen(folder));
        if (!place) return fail_memory(error, arena);
        *place = names;
    }
    void **place = place_of(session, names, name);
    if (!place) return fail_memory(error, arena);
    *found = *place;
    return true;
}
