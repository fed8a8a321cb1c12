/* gamemap_textures: the textures that files of any format name, and where they are found. */
#include "meta/texture_tables.h"
#include "meta/unreadable.h"
#include "scene/texture_paths.h"

static bool take_data(const Opening *opening, const char **roots) {
    Value data = opening->arguments->values[0];
    *roots = NULL;
    if (data.type == VALUE_NULL) return true;
    if (data.type != VALUE_TEXT) {
        return fail(opening->error, ERROR_ARGUMENT,
                    "data isn't text, expected a path such as 'client/data.grf/data' or a JSON "
                    "array of paths");
    }
    *roots = text_copy(opening->scratch, data.bytes, data.length);
    return *roots || fail_memory(opening->error, opening->scratch);
}

static bool texture_rows(Opening *opening) {
    const char *roots;
    TexturePaths *paths;
    if (opening->document->format == &unreadable_format) {
        const Unreadable *file = (const Unreadable *)opening->document;
        if (!unreadable_owner(file)) *opening->error = file->error;
        return !opening->error->kind;
    }
    if (!take_data(opening, &roots) || !texture_paths_list(opening, roots, &paths)) return false;
    opening->array->extra = paths;
    const List *names = &paths->textures.names;
    return opening_set_rows(opening, names->items, names->count, sizeof(FileName));
}

static Value texture_name(const Row *row) {
    const FileName *name = (const FileName *)(const void *)row->record;
    return row_text(row, (TextEncoding)name->encoding, name->bytes, name->size);
}

static uint64_t texture_offset(const Row *row) {
    const FileName *name = (const FileName *)(const void *)row->record;
    const Document *document = row->document;
    uintptr_t file = (uintptr_t)document->bytes, at = (uintptr_t)name->bytes;
    return document->bytes && at >= file && at - file < document->size ? at - file : NO_OFFSET;
}

static const Column texture_columns[] = {
    GET("name", TEXT, NULL, "Name as the file has it", texture_name, .nocase = true),
    TEXTURE_PATH("in `data`, or without that beside the file"),
};

static const Argument texture_arguments[] = {
    {.name = "data",
     .doc =
         "Where the game's files are: a path such as 'client/data.grf/data', below which "
         "Ragnarok Online has texture/, or 'client/data.grf', or 'client/data/texture' itself, or "
         "a JSON array of such paths, the first of which that has a texture wins; that none of "
         "them is there is an error",
     .optional = true},
};

const Table gamemap_textures = {
    .name = "gamemap_textures",
    .doc = "The textures that a file names, and where they are found: of grounds (GND) and models "
           "(RSM) of Ragnarok Online with the ids of gnd_textures and rsm_textures; of models "
           "(MDL) of Neverwinter Nights, meshes before emitters, and exteriors (TRN) of "
           "Neverwinter Nights 2 each name once. Those two name them without an ending: .tga "
           "comes before .dds, in Neverwinter Nights 2 .dds before .tga. A world (RSW) names no "
           "textures and has no rows: its ground and its models name them, so ask gamemap_textures "
           "of the gnd_file and of each model_path of rsw_models.",
    .example = "SELECT file, name FROM gamemap_textures('samples/*.mdl') "
               "WHERE texture_path IS NULL",
    .names_files = true,
    COLUMNS(texture_columns),
    ARGUMENTS(texture_arguments),
    .typical_rows = 20,
    .rows = texture_rows,
    .byte_offset = texture_offset,
};
