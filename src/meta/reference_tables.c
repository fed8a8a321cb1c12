/* gamemap_references: what other files a file names, and where the game finds them; and
** gamemap_textures, the textures among them. */
#include "meta/references.h"
#include "meta/cells.h"

/* Lists what the file names and looks it up in what the argument `name` says. */
static bool list_references(Opening *opening, const char *name, List *references) {
    Value value = opening->arguments->values[0];
    const char *places;
    const Unreadable *file = as_unreadable(opening->document);
    if (file) {
        if (references_may_be_in(file)) *opening->error = file->error;
        return !opening->error->kind;
    }
    return cells_refuse_archive(opening->document, opening->error) &&
           names_take_places(opening, name, value, &places) &&
           references_list(opening, places, references);
}

static bool reference_rows(Opening *opening) {
    List references = {0};
    return list_references(opening, "places", &references) &&
           opening_set_rows(opening, references.items, references.count, sizeof(Reference));
}

static const Reference *reference_of(const Row *row) {
    return (const Reference *)(const void *)row->record;
}

static Value reference_kind(const Row *row) {
    return value_name(reference_of(row)->name->kind->name);
}

static Value reference_name(const Row *row) {
    const ReferenceName *name = reference_of(row)->name;
    return value_text_of(name->text, name->length);
}

static const Column reference_columns[] = {
    MEMBER(STRING, "table_name", NULL, "The table whose cell names the file", Reference, table),
    MEMBER(U64, "row_id", NULL, "Its row there: the id", Reference, row),
    MEMBER(STRING, "column_name", NULL,
           "Its column there; 'file' where it follows from the file's own name", Reference, column),
    GET("kind", TEXT, NULL, "What is named: texture, model, sound, script, blueprint ...",
        reference_kind),
    GET("name", TEXT, NULL,
        "The name as the file has it, without a folder or an ending that the game adds; for a "
        "number, and for a map's music, the name in the list that the game has of them",
        reference_name, .nocase = true, .with_nul = true),
    POINTED(
        MEMBER_STRING, "path", NULL,
        "The file as it was found in `places`, or without that where the game has it by the place "
        "of this file; NULL if it is missing",
        Reference, name, offsetof(ReferenceName, path), .prepare = prepared_with_rows,
        .of_source = true),
    POINTED(
        MEMBER_STRING, "rule", NULL,
        "How the game finds it: a short name, which the guide explains; 'resnametable' where that "
        "table gives another name",
        Reference, name, offsetof(ReferenceName, rule), .prepare = prepared_with_rows,
        .of_source = true),
    MEMBER_WITH(
        BOOL, "needed", NULL,
        "1 if without it something isn't shown, heard or done; 0 if the game does without, or "
        "never opens it",
        Reference, is_needed, .prepare = prepared_with_rows, .of_source = true),
};

static const Argument reference_arguments[] = {
    {"places",
     "Where the game's files are: a folder or an archive, or a JSON array of those, the first "
     "of which that has a file wins; that none of them is there is an error. Without it, where the "
     "game has them by the place of the file: of Neverwinter Nights beside it, then in all folders "
     "of the folder or archive that is asked",
     .optional = true},
};

const Table gamemap_references = {
    .name = "gamemap_references",
    .asked_as = "use unused need needs dependency orphan",
    .of_contents = true,
    .doc = "What other files a file names, one row for each place that names one, and where the "
           "game finds them: textures, models, sounds, scripts, blueprints and whatever else is "
           "named by a cell of any table.",
    .example = "SELECT kind, name, path FROM gamemap_references('samples/town.rsw') "
               "WHERE needed GROUP BY 1, 2",
    .names_files = true,
    COLUMNS(reference_columns),
    ARGUMENTS(reference_arguments),
    .typical_rows = 100,
    .rows = reference_rows,
    OFFSET_MEMBER(Reference, offset),
};

/* Keeps the textures that the file has a row for, or in Neverwinter Nights each name once: many
** meshes show one texture. */
static bool texture_rows(Opening *opening) {
    List references = {0};
    Map seen = {0};
    uint64_t kept = 0;
    if (!list_references(opening, "data", &references)) return false;
    Reference *items = references.items;
    for (uint64_t i = 0; i < references.count; i++) {
        const ReferenceName *name = items[i].name;
        if (strcmp(name->kind->name, "texture") != 0) continue;
        if (name->kind->is_flat) {
            char *folded = text_folded(opening->scratch, name->text, name->length);
            void **place = folded ? map_place(&seen, opening->scratch, folded, name->length) : NULL;
            if (!place) return fail_memory(opening->error, opening->scratch);
            arena_release(opening->scratch, folded);
            if (*place) continue;
            *place = items;
        }
        items[kept++] = items[i];
    }
    return opening_set_rows(opening, items, kept, sizeof(Reference));
}

static const Column texture_columns[] = {
    GET("name", TEXT, NULL, "Name as the file has it", reference_name, .nocase = true),
    POINTED(
        MEMBER_STRING, "texture_path", NULL,
        "The texture's file as it was found in `data`, or without that beside the file; NULL if it "
        "is missing",
        Reference, name, offsetof(ReferenceName, path), .prepare = prepared_with_rows,
        .of_source = true),
};

static const Argument texture_arguments[] = {
    {"data",
     "Where the game's files are: a path such as 'client/data.grf/data', below which "
     "Ragnarok Online has texture/, or 'client/data.grf', or 'client/data/texture' itself, or "
     "a JSON array of such paths, the first of which that has a texture wins; that none of "
     "them is there is an error",
     .optional = true},
};

const Table gamemap_textures = {
    .name = "gamemap_textures",
    .asked_as = "missing texture",
    .of_contents = true,
    .doc = "The textures that a file names, and where they are found: the rows of "
           "gamemap_references of that kind, of models (MDL) of Neverwinter Nights and exteriors "
           "(TRN) of Neverwinter Nights 2 each name once. A world (RSW) has none: its "
           "ground and its models name them, so ask gamemap_textures of the gnd_file "
           "and of each model_path of rsw_models.",
    .example = "SELECT file, name FROM gamemap_textures('samples/*.mdl') "
               "WHERE texture_path IS NULL",
    .names_files = true,
    COLUMNS(texture_columns),
    ARGUMENTS(texture_arguments),
    .typical_rows = 20,
    .rows = texture_rows,
    OFFSET_MEMBER(Reference, offset),
};
