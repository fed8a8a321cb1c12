/* See texture_paths.h. */
#include "scene/texture_paths.h"

static bool find_paths(const Opening *opening, const char *roots, TexturePaths *paths) {
    const FilesBeside *beside = opening->beside;
    const TextureNames *textures = &paths->textures;
    const FileName *names = textures->names.items;
    Arena *arena = opening->scratch;
    paths->paths = arena_zeroed(arena, textures->names.count, sizeof *paths->paths);
    if (!paths->paths) return fail_memory(opening->error, arena);
    if (roots ? !beside->add_roots(beside, roots, textures->below, opening->error)
              : !beside->add_own_root(beside, textures->within, opening->error)) {
        return false;
    }
    for (uint64_t i = 0; i < textures->names.count; i++) {
        FoundFile found;
        if (!find_with_endings(beside, &names[i], textures->endings, textures->ending_count, arena,
                               &found, opening->error)) {
            return false;
        }
        paths->paths[i] = found.path;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(opening->error);
    }
    return true;
}

bool texture_paths_list(const Opening *opening, const char *roots, TexturePaths **paths) {
    Document *document = opening->document;
    Arena *arena = opening->scratch;
    *paths = arena_zeroed(arena, 1, sizeof **paths);
    if (!*paths) return fail_memory(opening->error, arena);
    if (!document->format->name_textures) return true;
    return document->format->name_textures(document, arena, &(*paths)->textures, opening->error) &&
           (opening->is_plain || !opening->beside || find_paths(opening, roots, *paths));
}

bool texture_paths_rows(Opening *opening) {
    TexturePaths *paths;
    if (opening->is_plain || !opening->beside) return true;
    if (!texture_paths_list(opening, NULL, &paths)) return false;
    opening->array->extra = paths;
    return true;
}

Value texture_path_cell(const Row *row) {
    const TexturePaths *paths = row->array->extra;
    return paths && paths->paths ? value_text(paths->paths[row->index]) : value_null();
}
