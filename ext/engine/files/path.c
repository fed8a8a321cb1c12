/* See path.h. */
#include "engine/files/path.h"

const char *path_name(const char *path) {
    return path + path_folder_length(path);
}

size_t path_folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

size_t path_slashed_length(const char *folder) {
    size_t length = strlen(folder);
    return length + (length && folder[length - 1] != '/');
}

void path_write(char *path, const char *folder, const char *name, size_t length) {
    size_t slashed = path_slashed_length(folder);
    if (slashed) {
        memcpy(path, folder, slashed - 1);
        path[slashed - 1] = '/';
    }
    memcpy(path + slashed, name, length);
    path[slashed + length] = 0;
}

void *path_join(Arena *arena, size_t header, const char *folder, const char *name, size_t length) {
    size_t bytes = header + path_slashed_length(folder) + length + 1;
    char *block = arena_alloc(arena, bytes, 1);
    if (block) path_write(block + header, folder, name, length);
    return block;
}

char *path_beside(Arena *arena, const char *path, const char *name) {
    size_t folder = path_folder_length(path), length = strlen(name);
    char *beside = arena_alloc(arena, folder + length + 1, 1);
    if (!beside) return NULL;
    memcpy(beside, path, folder);
    memcpy(beside + folder, name, length + 1);
    return beside;
}
