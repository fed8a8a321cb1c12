/* gamemap_differences: what differs between two files, or between the files of two patterns. */
#include "meta/compare.h"
#include "meta/unreadable.h"
#include "archive/archive.h"
#include "modules.h"

/* What many rows have in common. */
typedef struct DifferenceKind {
    const char *files[2]; /* old, new */
    const char *table, *column, *change;
    ValueType types[2];
    const struct DifferenceKind *before; /* the one made before, for the same pair */
} DifferenceKind;

/* A value without its type. Texts and BLOBs lie in the arena of the rows behind their lengths,
** since the files are closed again. */
typedef union DifferenceValue {
    int64_t integer;
    double real;
    const uint8_t *bytes;
} DifferenceValue;

/* A row. Files that differ everywhere have millions. */
typedef struct DifferenceRow {
    DifferenceValue values[2];
    const DifferenceKind *kind;
    uint32_t row;
    uint32_t file; /* of src, or NO_FILE */
} DifferenceRow;

/* What comparing two sources needs. */
typedef struct Pairs {
    const FileSet *sets[2];
    const Table *of_table; /* NULL: all */
    List rows;
    Arena *arena;
    Error *error;
    /* the pair that is compared */
    uint32_t files[2]; /* or NO_FILE */
    const DifferenceKind *kinds;
} Pairs;

static const char *const change_names[] = {[CHANGE_CHANGED] = "changed",
                                           [CHANGE_ADDED] = "added",
                                           [CHANGE_REMOVED] = "removed",
                                           [CHANGE_MOVED] = "moved"};

static DifferenceValue copy_value(Arena *arena, Value value) {
    if (value.type <= VALUE_REAL) return (DifferenceValue){.integer = value.integer};
    uint8_t *copy = arena_piece(arena, sizeof value.length + (uint64_t)value.length);
    if (!copy) return (DifferenceValue){0};
    memcpy(copy, &value.length, sizeof value.length);
    if (value.length) memcpy(copy + sizeof value.length, value.bytes, value.length);
    return (DifferenceValue){.bytes = copy};
}

/* Returns what rows like this one of the current pair have in common; NULL: memory ran out. */
static const DifferenceKind *find_kind(Pairs *pairs, const Difference *difference) {
    const DifferenceKind *kind = pairs->kinds;
    DifferenceKind found = {.before = kind, .change = change_names[difference->change]};
    const Value *values[2] = {&difference->old_value, &difference->new_value};
    if (difference->table) found.table = difference->table->name;
    if (difference->column) found.column = difference->column->name;
    for (int side = 0; side < 2; side++) {
        ValueType type = values[side]->type;
        found.types[side] = type <= VALUE_REAL || type == VALUE_TEXT ? type : VALUE_BLOB;
    }
    for (; kind; kind = kind->before) {
        if (kind->table == found.table && kind->column == found.column &&
            kind->change == found.change && kind->types[0] == found.types[0] &&
            kind->types[1] == found.types[1]) {
            return kind;
        }
    }
    for (int side = 0; side < 2; side++) {
        const FileSet *set = pairs->sets[side];
        if (pairs->files[side] == NO_FILE) continue;
        const char *path = set->file(set, pairs->files[side]).path;
        if (pairs->kinds) found.files[side] = pairs->kinds->files[side];
        else if (path) found.files[side] = text_copy(pairs->arena, path, strlen(path));
    }
    DifferenceKind *made = arena_alloc(pairs->arena, 1, sizeof *made);
    if (!made) return NULL;
    *made = found;
    pairs->kinds = made;
    return made;
}

static bool add_row(void *context, const Difference *difference) {
    Pairs *pairs = context;
    DifferenceRow made = {.kind = find_kind(pairs, difference),
                          .values = {copy_value(pairs->arena, difference->old_value),
                                     copy_value(pairs->arena, difference->new_value)},
                          .row = (uint32_t)difference->row,
                          .file = pairs->files[0]};
    if (pairs->arena->failed) return fail_memory(pairs->error, pairs->arena);
    return list_push(pairs->arena, &pairs->rows, &made, sizeof made, pairs->error);
}

/* Tells whether a file has no bytes that could be compared: its archive doesn't unpack to them. */
static bool is_lost(const Document *document) {
    const Unreadable *unreadable = as_unreadable(document);
    return unreadable && !unreadable->has_size;
}

/* Returns the size of a file; NULL where there is none, and where nobody knows it. */
static Value size_of(const Document *document) {
    if (!document || is_lost(document)) return value_null();
    return value_integer((int64_t)document->size);
}

/* Adds a row about a whole file, with its sizes. */
static bool add_file(Pairs *pairs, Change change, const Document *const documents[2]) {
    const Difference difference = {
        .change = change, .old_value = size_of(documents[0]), .new_value = size_of(documents[1])};
    return add_row(pairs, &difference);
}

/* Adds the row of a file, unless one table alone is asked for. */
static bool report_file(Pairs *pairs, Change change, const Document *const documents[2]) {
    return pairs->of_table || add_file(pairs, change, documents);
}

/* Opens a file again that can't be opened as its bytes: it is lost, or too large for memory. NULL:
** it is neither, or it is the file that a user named, which is an error. */
static Document *open_without_bytes(const FileSet *set, uint32_t file, const Error *error) {
    Error again = {0};
    bool is_found = set->file(set, file).is_found && error->kind == ERROR_CANNOT_OPEN;
    if (!error->kind || (error_is_not_its_own(error) && !is_found)) return NULL;
    Document *document = set->open(set, file, NULL, &again);
    bool is_large = error->kind == ERROR_TOO_BIG;
    return document && (is_large || is_lost(document)) ? document : NULL;
}

/* Opens the files of the pair; an empty file, one that is there without being readable, and a
** patch's order to delete a file are NULL. */
static bool open_pair(Pairs *pairs, const Format *format, Document *documents[2]) {
    for (int side = 0; side < 2; side++) {
        const FileSet *set = pairs->sets[side];
        uint32_t file = pairs->files[side];
        Error error = {0};
        documents[side] = NULL;
        if (file == NO_FILE || set->file(set, file).is_deletion) continue;
        bool is_blob = !set->file(set, file).path;
        documents[side] = set->open(set, file, is_blob ? NULL : format, &error);
        if (!documents[side] && format) documents[side] = open_without_bytes(set, file, &error);
        if (documents[side] || (format && error.kind == ERROR_NOT_THIS_FORMAT)) continue;
        if (error.kind) *pairs->error = error;
        if (error.kind) return false;
    }
    return true;
}

/* Tells whether a file has the table that is asked for, or would if it could be read. */
static bool has_table(const Pairs *pairs, const Document *document) {
    const Unreadable *unreadable = as_unreadable(document);
    const Format *format = unreadable ? unreadable->detected : document->format;
    return format && cells_have_table(pairs->of_table, format);
}

/* Compares the tables of two files. *damaged: one of them, or a table of it, can't be read. */
static bool compare_tables(Pairs *pairs, Document *const documents[2], bool *damaged) {
    Arena arena = {.host = pairs->arena->host};
    uint64_t before = pairs->rows.count;
    const char *name = pairs->of_table ? pairs->of_table->name : NULL;
    Error own = {0};
    *damaged = as_unreadable(documents[0]) || as_unreadable(documents[1]);
    if (*damaged || documents[0]->format != documents[1]->format) return true;
    bool done = compare_documents(documents[0], documents[1], name, &arena, add_row, pairs, &own);
    arena_clear(&arena);
    if (done) return true;
    *damaged = own.kind == ERROR_CORRUPT || own.kind == ERROR_UNSUPPORTED;
    if (*damaged) pairs->rows.count = before;
    else if (!pairs->error->kind) *pairs->error = own;
    return *damaged;
}

/* Tells whether two files say the same, one of which is a text whose layout doesn't count. */
static bool say_the_same(const Pairs *pairs, const Document *const both[2], Error *error) {
    const Format *format = both[0]->format;
    List texts[2] = {{0}};
    bool is_text = both[0]->is_text || both[1]->is_text, same = false;
    if (format != both[1]->format || !format->print || !is_text) return false;
    if (format->print(both[0], pairs->arena, &texts[0], error) &&
        format->print(both[1], pairs->arena, &texts[1], error)) {
        same = texts[0].count == texts[1].count &&
               !memcmp(texts[0].items, texts[1].items, (size_t)texts[0].count);
    }
    for (int i = 0; i < 2; i++) arena_release(pairs->arena, texts[i].items);
    return same;
}

/* Compares what the decoders show. Where no cell differs, a row says that the files do. */
static bool compare_decoded(Pairs *pairs) {
    Document *documents[2];
    uint64_t before = pairs->rows.count;
    bool damaged;
    if (!open_pair(pairs, NULL, documents)) return false;
    const Document *const *both = (const Document *const *)documents;
    if (!both[0] || !both[1]) return report_file(pairs, CHANGE_CHANGED, both);
    if (archive_format_of(both[0]->format) && archive_format_of(both[1]->format)) {
        if (pairs->sets[0]->is_pattern || pairs->sets[1]->is_pattern) {
            return report_file(pairs, CHANGE_CHANGED, both);
        }
        return fail(pairs->error, ERROR_ARGUMENT,
                    "the BLOB is an archive, whose entries are compared where paths name both");
    }
    if (!compare_tables(pairs, documents, &damaged)) return false;
    if (pairs->rows.count > before) return true;
    Error problem = {0}; /* what can't be printed is told as a file that differs */
    if (!damaged && say_the_same(pairs, both, &problem)) return true;
    if (error_ends(&problem, pairs->error)) return false;
    bool is_told =
        !pairs->of_table || (damaged && (has_table(pairs, both[0]) || has_table(pairs, both[1])));
    return !is_told || add_file(pairs, CHANGE_CHANGED, both);
}

/* Tells whether two archives have the same entries at the same places. */
static bool same_entries(const Archive *one, const Archive *other) {
    if (one->entries.count != other->entries.count) return false;
    for (uint64_t i = 0; i < one->entries.count; i++) {
        const ArchiveEntry ours = archive_entry_of(one, i);
        const ArchiveEntry theirs = archive_entry_of(other, i);
        if (ours.name_length != theirs.name_length || ours.data_offset != theirs.data_offset ||
            ours.packed_size != theirs.packed_size || ours.size != theirs.size ||
            ours.modified != theirs.modified || ours.word != theirs.word ||
            memcmp(ours.name, theirs.name, ours.name_length) != 0) {
            return false;
        }
    }
    return true;
}

/* Compares two files of one size that are too large for memory: archives by their entries. */
static bool compare_large(Pairs *pairs, const Document *const documents[2]) {
    const Document *one = documents[0], *other = documents[1];
    if (archive_format_of(one->format) && archive_format_of(other->format)) {
        bool same = one->format == other->format &&
                    same_entries((const Archive *)one, (const Archive *)other);
        return same || report_file(pairs, CHANGE_CHANGED, documents);
    }
    const char *path = pairs->sets[0]->file(pairs->sets[0], pairs->files[0]).path;
    return fail(pairs->error, ERROR_TOO_BIG,
                "%.160s: two files of %" PRIu64 " bytes are too large to be compared",
                path ? path : "the BLOB", one->size);
}

/* Compares a pair; files that are equal byte for byte aren't decoded. */
static bool compare_pair(Pairs *pairs, uint32_t old_file, uint32_t new_file) {
    Document *documents[2];
    pairs->files[0] = old_file;
    pairs->files[1] = new_file;
    pairs->kinds = NULL;
    if (arena_interrupted(pairs->arena)) return fail_interrupted(pairs->error);
    if (!open_pair(pairs, &bytes_format, documents)) return false;
    const Document *const *both = (const Document *const *)documents;
    if (old_file == NO_FILE || new_file == NO_FILE) {
        return report_file(pairs, old_file == NO_FILE ? CHANGE_ADDED : CHANGE_REMOVED, both);
    }
    bool was_deletion = pairs->sets[0]->file(pairs->sets[0], old_file).is_deletion;
    if (was_deletion != pairs->sets[1]->file(pairs->sets[1], new_file).is_deletion) {
        return report_file(pairs, CHANGE_CHANGED, both);
    }
    const Document *one = both[0], *other = both[1];
    if (!one && !other) return true;
    if (one && other && one->size == other->size) {
        bool are_large = one->size > INT32_MAX && !one->bytes && !other->bytes;
        if (are_large && !is_lost(one) && !is_lost(other)) return compare_large(pairs, both);
        bool have_bytes = one->bytes && other->bytes;
        if (have_bytes && !memcmp(one->bytes, other->bytes, (size_t)one->size)) return true;
    }
    return compare_decoded(pairs);
}

/* Returns by what files of two patterns are paired: the path behind the folder of the pattern. */
static const char *key_of(const FileSet *set, uint32_t file) {
    const char *path = set->file(set, file).path;
    if (!path) return "";
    size_t own = set->own_bytes ? set->own_bytes(set, file) : set->folder_bytes;
    const char *slash = strrchr(path, '/');
    bool is_alone = set->count == 1 && !set->is_pattern; /* it is compared with a folder's files */
    if (is_alone && slash) own = (size_t)(slash + 1 - path);
    return strlen(path) > own ? path + own : path;
}

/* Tells whether the file is the archive whose entries are compared. */
static bool is_container(const FileSet *set, uint32_t file) {
    const char *path = set->file(set, file).path;
    return path && set->is_pattern && strlen(path) < set->folder_bytes;
}

/* Which files of two patterns belong together. */
typedef struct Partners {
    Arena *arena;
    uint32_t *of_old; /* the new file of each old one, or NO_FILE */
    bool *taken;      /* whether a new file is that of an old one */
} Partners;

typedef enum PairedBy { BY_NAME, BY_FOLDED_NAME, BY_PATH } PairedBy;

/* Returns the name of a file, by which it is paired; NULL: memory ran out. */
static const char *name_of(const FileSet *set, uint32_t file, PairedBy by, Arena *arena) {
    const char *key = by == BY_PATH ? set->file(set, file).path : key_of(set, file);
    return by == BY_FOLDED_NAME ? text_folded(arena, key, strlen(key)) : key;
}

/* Maps new files without a partner; of names that differ in case alone the first counts. */
static bool map_new_files(const Pairs *pairs, const Partners *partners, PairedBy by, Map *map) {
    const FileSet *set = pairs->sets[1];
    for (uint32_t file = 0; file < set->count; file++) {
        if (arena_interrupted(partners->arena)) return fail_interrupted(pairs->error);
        if (partners->taken[file] || is_container(set, file)) continue;
        const char *name = name_of(set, file, by, partners->arena);
        void **place = name ? map_place(map, partners->arena, name, strlen(name)) : NULL;
        if (!place) return fail_memory(pairs->error, partners->arena);
        if (!*place) *place = (void *)((uintptr_t)file + 1);
    }
    return true;
}

/* Pairs old files that have no partner yet with new ones of the same name. */
static bool pair_files(const Pairs *pairs, const Partners *partners, PairedBy by) {
    const FileSet *set = pairs->sets[0];
    Map news = {0};
    if (!map_new_files(pairs, partners, by, &news)) return false;
    for (uint32_t file = 0; file < set->count; file++) {
        if (arena_interrupted(partners->arena)) return fail_interrupted(pairs->error);
        if (partners->of_old[file] != NO_FILE || is_container(set, file)) continue;
        const char *name = name_of(set, file, by, partners->arena);
        if (!name) return fail_memory(pairs->error, partners->arena);
        void **found = map_find(&news, name, strlen(name));
        if (!found || !*found) continue;
        uint32_t partner = (uint32_t)((uintptr_t)*found - 1);
        partners->of_old[file] = partner;
        partners->taken[partner] = true;
        *found = NULL;
    }
    return true;
}

/* Fails if a lone file can't be read. Compared with a folder or archive it may be an archive, and
** the other's files would all seem to be gone. */
static bool check_lone_files(const Pairs *pairs) {
    for (int side = 0; side < 2; side++) {
        const FileSet *set = pairs->sets[side];
        Error error = {0};
        if (set->is_pattern || set->count != 1 || !set->file(set, 0).path) continue;
        const Document *document = set->open(set, 0, NULL, &error);
        if (error_ends(&error, pairs->error)) return false;
        const Unreadable *unreadable = document ? as_unreadable(document) : NULL;
        if (!unreadable) continue;
        return fail(pairs->error, ERROR_CORRUPT, "%.120s: %s", set->file(set, 0).path,
                    unreadable->error.message);
    }
    return true;
}

static bool compare_patterns(Pairs *pairs) {
    const FileSet *one = pairs->sets[0], *other = pairs->sets[1];
    Arena arena = {.host = pairs->arena->host};
    Partners partners = {.arena = &arena,
                         .of_old = arena_alloc(&arena, one->count, sizeof(uint32_t)),
                         .taken = arena_zeroed(&arena, other->count, sizeof(bool))};
    bool done = (partners.of_old && partners.taken) || fail_memory(pairs->error, &arena);
    for (uint32_t file = 0; done && file < one->count; file++) partners.of_old[file] = NO_FILE;
    /* the members of a longer list share less of their paths */
    if (one->is_list && other->is_list) done = done && pair_files(pairs, &partners, BY_PATH);
    /* games find files without regard to case: an editor may have saved HOUSE.GIT as house.git */
    done = done && check_lone_files(pairs) && pair_files(pairs, &partners, BY_NAME) &&
           pair_files(pairs, &partners, BY_FOLDED_NAME);
    for (uint32_t file = 0; done && file < one->count; file++) {
        if (!is_container(one, file)) done = compare_pair(pairs, file, partners.of_old[file]);
    }
    for (uint32_t file = 0; done && file < other->count; file++) {
        if (is_container(other, file)) continue;
        if (!partners.taken[file]) done = compare_pair(pairs, NO_FILE, file);
        else if (arena_interrupted(&arena)) done = fail_interrupted(pairs->error);
    }
    arena_clear(&arena);
    return done;
}

static bool difference_rows(Opening *opening) {
    const Arguments *arguments = opening->arguments;
    Pairs pairs = {.sets = {opening->files, arguments->files[0]},
                   .arena = opening->scratch,
                   .error = opening->error};
    if (!cells_take_table(arguments->values[1], CELLS_FIRST, &pairs.of_table, opening->error)) {
        return false;
    }
    bool single = pairs.sets[0]->count == 1 && pairs.sets[1]->count == 1 &&
                  !pairs.sets[0]->is_pattern && !pairs.sets[1]->is_pattern;
    if (!(single ? compare_pair(&pairs, 0, 0) : compare_patterns(&pairs))) return false;
    return opening_set_rows(opening, pairs.rows.items, pairs.rows.count, sizeof(DifferenceRow));
}

ROW_RECORD(DifferenceRow, difference_of)

static Value difference_row(const Row *row) {
    const DifferenceRow *difference = difference_of(row);
    return difference->kind->table ? value_integer(difference->row) : value_null();
}

static Value difference_value(const Row *row, const Column *column) {
    const DifferenceRow *difference = difference_of(row);
    DifferenceValue value = difference->values[column->number];
    Value shown = {.integer = value.integer, .type = difference->kind->types[column->number]};
    if (shown.type <= VALUE_REAL) return shown;
    memcpy(&shown.length, value.bytes, sizeof shown.length);
    shown.bytes = value.bytes + sizeof shown.length;
    return shown;
}

/* What many rows have in common. */
#define SHARED(Name, Doc, Member)                                                                  \
    POINTED(MEMBER_STRING, Name, NULL, Doc, DifferenceRow, kind, offsetof(DifferenceKind, Member))

static const Column difference_columns[] = {
    SHARED("file_old", "The file of src; NULL where there is none, and for a BLOB", files[0]),
    SHARED("file_new", "The file of new_src; NULL where there is none, and for a BLOB", files[1]),
    SHARED("table_name", "The table that shows it; NULL for a file as a whole", table),
    GET("row_id", INTEGER, NULL,
        "The row there: the id in the old file, of an added row in the new one", difference_row),
    SHARED("column_name", "The column there; NULL for a row as a whole", column),
    GET_WITH("old", ANY, NULL,
             "What the old file has; of a row what identifies it, or, if it moved, its id or path, "
             "of a file its size in bytes",
             difference_value, 0, .of_source = true),
    GET_WITH("new", ANY, NULL, "What the new file has", difference_value, 1, .of_source = true),
    SHARED("change",
           "changed, added, removed, or moved: the row stands behind another one than before",
           change),
};

const Table gamemap_differences = {
    .name = "gamemap_differences",
    .asked_as = "compare pull merge request git commit",
    .doc = "What differs between two files, cell by cell, whatever their format; only what files "
           "store counts. Rows are matched by what identifies them, as the path of a node or a "
           "texture does, as children of matched rows, or by their place in a grid: there an "
           "inserted row changes nothing but itself. Rows that nothing identifies, as the surfaces "
           "of a GND, are matched by id. A reference counts as changed only where it refers to "
           "something else. A row that identifies itself and stands behind another one than before "
           "has moved; the order of fields in a struct doesn't count. A file that only one side "
           "has is a row, and so is one that differs in "
           "nothing that tables show, or of which a table can't be read; what a patch orders to be "
           "deleted is one, too. So is an entry that its "
           "archive doesn't unpack to: its size is NULL, and nobody knows whether it changed. The "
           "files of two folders, archives, patterns, lists and orders are paired by name, if not "
           "as it is, then without regard to case.",
    .example = "SELECT table_name, row_id, column_name, old, new, change "
               "FROM gamemap_differences('samples/house.trn', 'samples/house.trx') LIMIT 5",
    COLUMNS(difference_columns),
    ARGUMENTS(
        {"new_src",
         "Argument: the other file, folder, archive or pattern; files of two patterns are paired "
         "by what stands behind the folder before the wildcard",
         .of_any = true, .many = true, .one_open = true, .of_contents = true, .may_lack = true},
        {"of_table",
         "Argument: the name of a table; without it, all tables. With it, files that only one "
         "side has aren't rows",
         .optional = true}),
    .typical_rows = 100,
    .of_contents = true,
    .compares = true,
    .rows = difference_rows,
    ALL_FILES(DifferenceRow, file),
};
