#include "engine/documents/order.h"
#include "codec/utf8.h"
#include "engine/documents/advice.h"
#include "engine/documents/find.h"
#include "engine/documents/json_strings.h"
#include "engine/files/glob.h"
#include "engine/files/path.h"
#include "modules.h"

#include <stdlib.h>

/* ---- The text -------------------------------------------------------------------------------- */

/* What a text is that names members. */
typedef enum Naming {
    NAMES_NONE,  /* it is a path or a pattern */
    NAMES_ORDER, /* a JSON array of strings: the game's order */
    NAMES_ALL,   /* a JSON object whose only member "files" is such an array: all files of them */
    NAMES_HOLDER /* the path of a folder or an archive, or a pattern: the files in it */
} Naming;

/* Moves *at behind the beginning of a list of files, '{"files":', if it stands there. */
static bool skip_list_head(const char **at) {
    static const char name[] = "\"files\"";
    if (**at != '{') return false;
    const char *behind = text_skip_blanks(*at + 1);
    if (strncmp(behind, name, sizeof name - 1) != 0) return false;
    behind = text_skip_blanks(behind + sizeof name - 1);
    if (*behind != ':') return false;
    *at = text_skip_blanks(behind + 1);
    return true;
}

/* Reads an order or a list of files. *naming is NAMES_NONE if the text is neither. */
static bool read_names(Arena *arena, const char *text, List *members, Naming *naming,
                       Error *error) {
    const char *at = text_skip_blanks(text);
    bool is_list = skip_list_head(&at), is_array;
    *naming = NAMES_NONE;
    if (!json_read_strings(arena, &at, members, &is_array, error)) return false;
    if (!is_array || !members->count) return true; /* an empty array is neither */
    if (is_list && *at++ != '}') return true;
    if (!*text_skip_blanks(at)) *naming = is_list ? NAMES_ALL : NAMES_ORDER;
    return true;
}

/* ---- Members --------------------------------------------------------------------------------- */

typedef struct OrderReading {
    Documents *documents;
    Order *order;
    Wanted wanted;
    OrderFound *found; /* folder_bytes: of the folder or archive taken last; 0: it was neither */
    Arena scratch;     /* holds one name at a time */
    bool takes_all;    /* a list, in which no file hides another one */
    const char *named; /* the member of a list that was taken last */
    Error *error;
} OrderReading;

static bool has_ending(const Format *format, const char *endings, const char *name) {
    size_t length = length_without_text(name, strlen(name));
    if (endings) return text_part_has_ending(name, length, endings);
    if (format == &any_archive_format && archive_has_ending(name, strlen(name))) return true;
    return !format || !(format->ending || format->other_endings) ||
           format_has_ending(format, name, length);
}

bool order_may_hold(Wanted wanted, const char *path) {
    const char *name = path_name(path);
    if (wanted.contents || wanted.hidden || !wanted.holds) return wanted.contents || wanted.hidden;
    if (wanted.format) return !has_ending(wanted.format, wanted.endings, name);
    return !is_name_of_format_or_text(name) && !archive_has_ending(name, strlen(name));
}

/* Tells whether a file's name has one of the endings that the table reads. The "#2" of an archive's
** second entry of a name isn't part of the ending. False, with the error set, if memory runs out. */
static bool is_wanted(OrderReading *reading, const SpanFile *file) {
    const Wanted *wanted = &reading->wanted;
    const char *name = path_name(file->path);
    if (file->number_bytes) {
        arena_reset(&reading->scratch);
        name = text_copy(&reading->scratch, name, strlen(name) - file->number_bytes);
        if (!name) return fail_memory(reading->error, &reading->scratch);
    }
    return has_ending(wanted->format, wanted->endings, name);
}

/* Returns the name by which a file is found, in lower case and with '/' between its parts. */
static char *folded_name(Arena *arena, const char *name, bool by_name) {
    if (by_name) name = path_name(name);
    char *folded = text_folded(arena, name, strlen(name));
    for (char *at = folded; at && *at; at++) {
        if (*at == '\\') *at = '/';
    }
    return folded;
}

static bool add_hidden(OrderReading *reading, SpanFile *file, size_t member_length, SpanFile *by) {
    Arena *arena = &reading->documents->span.arena;
    const char *name = reading->order->by_name
                           ? path_name(file->shown)
                           : file->shown + path_shown_bytes(file->path, member_length);
    if (file->number_bytes) name = text_copy(arena, name, strlen(name) - file->number_bytes);
    if (!name) return fail_memory(reading->error, arena);
    const OrderHidden hidden = {name, file, by};
    return list_push(arena, &reading->order->hidden, &hidden, sizeof hidden, reading->error);
}

/* Takes a file of a member as found, or as hidden if an earlier member has its name. An order to
** delete a file hides that file in the members behind it. */
static bool take_file(OrderReading *reading, SpanFile *file, size_t member_length) {
    Order *order = reading->order;
    Span *span = &reading->documents->span;
    if (file->problem) {
        return file_list_add(span, &order->unlisted, file, reading->error) &&
               file_list_add(span, reading->found->files, file, reading->error);
    }
    const char *name = file->path + member_length;
    if (!is_wanted(reading, file)) return !reading->error->kind;
    if (reading->takes_all) return file_list_add(span, reading->found->files, file, reading->error);
    arena_reset(&reading->scratch);
    char *folded = folded_name(&reading->scratch, name, order->by_name);
    if (!folded) return fail_memory(reading->error, &reading->scratch);
    size_t length = strlen(folded) - file->number_bytes; /* without the "#2" of a second entry */
    if (!file->number_bytes) length = length_without_text(folded, length);
    void **place = map_place(&order->files, &span->arena, folded, length);
    if (!place) return fail_memory(reading->error, &span->arena);
    if (*place == file) return true;
    if (*place && file->is_deletion) return true;
    if (*place) return add_hidden(reading, file, member_length, *place);
    *place = file;
    return file->is_deletion || file_list_add(span, reading->found->files, file, reading->error);
}

static bool take_member(OrderReading *reading, const SpanFolder *member) {
    FileList files = {0};
    Arena *arena = &reading->documents->span.arena;
    size_t own = path_slashed_length(member->path);
    if (!find_in_folder(reading->documents, member, reading->order->by_name,
                        !reading->takes_all || reading->wanted.may_be_empty, &files,
                        reading->error)) {
        return false;
    }
    SpanFile **items = files.items;
    for (uint64_t i = 0; i < 2 * files.count; i++) { /* binaries go before their texts */
        SpanFile *file = items[i % files.count];
        size_t length = strlen(file->path);
        bool is_text = length_without_text(file->path, length) < length;
        if (is_text != (i >= files.count)) continue;
        if (!take_file(reading, file, own)) return false;
        if (arena_interrupted(arena)) return fail_interrupted(reading->error);
    }
    return true;
}

/* Finds out what a member is. Returns false with the error set if there is no such thing. */
static bool find_member(OrderReading *reading, char *path, SpanFolder *member) {
    Span *span = &reading->documents->span;
    FileList files = {0};
    int number;
    if (!folder_spell_last(span, &path, reading->error)) return false;
    PathType type = system_path_type(path, &number);
    if (type == PATH_UNKNOWN) { /* a folder may be there */
        return fail_system(reading->error, ERROR_CANNOT_OPEN, "a member of the order can't be read",
                           number);
    }
    *member = (SpanFolder){.path = path};
    if (type >= PATH_FOLDER) return true;
    if (!find_files(reading->documents, path, NULL, &files, reading->error)) return false;
    SpanFile *file = files.count == 1 ? *(SpanFile **)files.items : NULL;
    bool is_there = file && !file->problem && (file->archive || type != PATH_ABSENT);
    if (!is_there) {
        const char *shown = clean_text(&span->arena, path, true);
        if (!shown) return fail_memory(reading->error, &span->arena);
        const char *why = file && file->problem ? file->problem->message : "no such file or folder";
        fail(reading->error, ERROR_CANNOT_OPEN, "%s: the member %.120s of the order", why, shown);
        if (glob_wildcard(path)) {
            advice_add(reading->error, "a list of patterns is '{\"files\": [\"maps/*.gnd\"]}'");
        }
        return false;
    }
    *member = (SpanFolder){.archive = file, .path = file->path};
    return true;
}

/* Tells whether a file stands for its entries, as a folder of the system (NULL) does for its files.
** One that is an archive only where one asks for an archive stands for itself. */
static bool holds_entries(Documents *documents, SpanFile *file, Error *problem) {
    CachedDocument *cached;
    if (!documents_around(documents, file, &cached, problem)) return false;
    return !cached || !archive_format_of(cached->document->format)->only_if_asked ||
           fail(problem, ERROR_NOT_THIS_FORMAT, "not only an archive");
}

/* Takes what a member stands for: its files, or itself if it is neither folder nor archive, or if
** the table is about archives. */
static bool take_whole(OrderReading *reading, const SpanFolder *member) {
    Error problem = {0};
    SpanFile *file = member->archive;
    if (file && reading->wanted.format == &any_archive_format) {
        Span *span = &reading->documents->span;
        return file_list_add(span, reading->found->files, file, reading->error);
    }
    if (!holds_entries(reading->documents, file, &problem)) {
        if (error_ends(&problem, reading->error)) return false;
        if (problem.kind == ERROR_NOT_THIS_FORMAT) {
            return take_file(reading, file, path_folder_length(file->path));
        }
    }
    reading->order->holds_files = true;
    return take_member(reading, member);
}

/* Tells whether files are found by their names alone: the table's format says so, or, where it is
** of no game, one of the archives. */
static bool finds_by_name(OrderReading *reading, const SpanFolder *members, uint64_t count) {
    const Format *format = reading->wanted.format;
    if (format && format->ending) return format->found_by_name;
    for (uint64_t i = 0; i < count; i++) {
        Error ignored = {0};
        CachedDocument *cached;
        documents_around(reading->documents, members[i].archive, &cached, &ignored);
        if (cached && cached->document->format->found_by_name) return true;
    }
    return format && format->found_by_name;
}

static bool take_members(OrderReading *reading, const List *names) {
    Arena *arena = &reading->documents->span.arena;
    SpanFolder *members = arena_alloc(arena, names->count, sizeof *members);
    if (!members) return fail_memory(reading->error, arena);
    for (uint64_t i = 0; i < names->count; i++) {
        char *path = path_plain(arena, ((char **)names->items)[i]);
        if (!path) return fail_memory(reading->error, arena);
        if (interrupted_at(arena, i, reading->error)) return false;
        if (!find_member(reading, path, &members[i])) return false;
    }
    reading->order->members = members;
    reading->order->member_count = names->count;
    reading->order->by_name = finds_by_name(reading, members, names->count);
    for (uint64_t i = 0; i < names->count; i++) {
        if (!take_whole(reading, &members[i])) return false;
    }
    return true;
}

/* ---- Lists of files -------------------------------------------------------------------------- */

/* Tells whether a file is of the table's format though its ending belongs to no format, or to one
** whose files may be archives, too. Returns false with the error set if memory runs out or the query
** is interrupted. */
static bool is_of_format(OrderReading *reading, SpanFile *file) {
    const Format *format = reading->wanted.format;
    Error problem = {0};
    bool is_archive = format == &any_archive_format;
    if (!format || (!is_archive && is_name_of_format(file->path))) return false;
    CachedDocument *cached =
        documents_file(reading->documents, file, wanted_whole(format), &problem);
    if (error_ends(&problem, reading->error)) return false;
    if (!cached) return !format->takes && problem.kind != ERROR_NOT_THIS_FORMAT;
    bool is_known =
        !cached->document->is_as_asked || format->is_last_resort || format->also || is_archive;
    store_release(cached);
    return is_known;
}

/* Tells whether a table shows a file that can't be read: one that is named, or seems an archive. */
static bool is_missed(const SpanFile *file, bool is_named, const Error *problem) {
    if (!problem->kind || problem->kind == ERROR_NOT_THIS_FORMAT) return false;
    return is_named || problem->kind != ERROR_CANNOT_OPEN ||
           archive_has_ending(file->path, strlen(file->path));
}

/* Takes a file of a list. An archive stands for its entries where the table reads files of certain
** names, for itself where the table is about archives, and for both where the table is about any
** files. A file that can't be read is listed whatever its ending, so that the table says so, and so
** is a file that is named and whose ending belongs to no format. */
static bool take_listed(OrderReading *reading, SpanFile *file, bool is_named) {
    Error problem = {0};
    Span *span = &reading->documents->span;
    const Wanted *wanted = &reading->wanted;
    bool of_entries = wanted->endings || (wanted->format && wanted->format->ending);
    bool of_any = !wanted->format && !wanted->endings;
    bool may_be_archive = (of_entries || of_any) && !file->problem;
    bool is_archive = may_be_archive && holds_entries(reading->documents, file, &problem);
    if (error_ends(&problem, reading->error)) return false;
    Error of_archive = {0}; /* an entry of what isn't only an archive was asked for */
    if (!holds_entries(reading->documents, file->archive, &of_archive)) {
        is_named = true;
    }
    if (!file->problem && !is_archive && !is_wanted(reading, file)) {
        if (is_missed(file, is_named, &problem)) {
            return file_list_add_problem(span, reading->found->files, file->path, &problem,
                                         reading->error);
        }
        if (is_named && is_of_format(reading, file)) {
            return file_list_add(span, reading->found->files, file, reading->error);
        }
        return !reading->error->kind;
    }
    if ((!is_archive || of_any) && !take_file(reading, file, path_folder_length(file->path))) {
        return false;
    }
    const SpanFolder member = {.archive = file, .path = file->path};
    reading->found->has_named |= !is_archive;
    if (is_archive) reading->found->folder_bytes = path_slashed_length(file->path);
    return !is_archive || take_member(reading, &member);
}

/* Tells whether the path of a member of a list leads to nothing, or the system can't tell. Such a
** path is listed whatever its ending, so that opening it gives the error: it may be a folder whose
** name is misspelled. */
static bool is_absent(const char *path, const FileList *files) {
    int ignored;
    const SpanFile *file = files->count == 1 ? *(SpanFile *const *)files->items : NULL;
    bool may_be = file && !file->problem && !strcmp(file->path, path);
    return may_be && span_type(file, &ignored) <= PATH_UNKNOWN;
}

/* Takes what a member of a list names: a folder's files, one file, or those of a pattern. */
static bool take_named(OrderReading *reading, const char *named) {
    Documents *documents = reading->documents;
    FileList files = {0};
    int number;
    char *path = path_plain(&documents->span.arena, named);
    if (!path) return fail_memory(reading->error, &documents->span.arena);
    reading->named = path;
    reading->found->folder_bytes = 0;
    if (system_path_type(path, &number) >= PATH_FOLDER) {
        const SpanFolder folder = {.path = path};
        reading->found->folder_bytes = path_slashed_length(path);
        return take_member(reading, &folder);
    }
    const char **unmatched = reading->wanted.may_be_none ? &reading->found->unmatched : NULL;
    if (!find_files(documents, path, unmatched, &files, reading->error)) {
        const Error why = *reading->error;
        if (why.kind != ERROR_CANNOT_OPEN) return false;
        *reading->error = (Error){0};
        const char *shown = clean_text(&documents->span.arena, path, true);
        return fail(reading->error, why.kind, "%.120s: %s", shown ? shown : "", why.message);
    }
    SpanFile **items = files.items;
    if (is_absent(path, &files)) {
        return file_list_add(&documents->span, reading->found->files, items[0], reading->error);
    }
    bool is_named = files.count == 1 && (!glob_wildcard(path) || !strcmp(items[0]->path, path));
    for (uint64_t i = 0; i < files.count; i++) {
        if (!take_listed(reading, items[i], is_named)) return false;
        if (interrupted_at(&documents->span.arena, i, reading->error)) return false;
    }
    /* a pattern's own part of its files' paths is the folder before the first wildcard */
    return !glob_wildcard(path) || system_path_exists(path) ||
           find_folder_bytes(&documents->span.arena, path, &reading->found->folder_bytes,
                             reading->error);
}

/* Returns how many bytes the folders of two members share. A folder's last slash may be missing. */
static size_t shared_bytes(const char *one, size_t one_bytes, const char *other,
                           size_t other_bytes) {
    size_t shared = 0;
    for (size_t i = 0; i < one_bytes && i < other_bytes; i++) {
        char ours = one[i] ? one[i] : '/', theirs = other[i] ? other[i] : '/';
        if (ours != theirs) break;
        if (ours == '/') shared = i + 1;
    }
    return shared;
}

static bool take_list(OrderReading *reading, const List *names) {
    const char *first = NULL;
    size_t shared = 0;
    for (uint64_t i = 0; i < names->count; i++) {
        if (interrupted_at(&reading->documents->span.arena, i, reading->error)) return false;
        if (!take_named(reading, ((char **)names->items)[i])) return false;
        const char *named = reading->named;
        size_t own = reading->found->folder_bytes;
        if (!own && !glob_wildcard(named)) own = path_folder_length(named);
        shared = first ? shared_bytes(first, shared, named, own) : own;
        first = named;
    }
    if (names->count > 1) reading->found->folder_bytes = shared;
    return true;
}

/* ---- Orders ---------------------------------------------------------------------------------- */

static int compare_hidden(const void *a, const void *b) {
    const OrderHidden *one = a, *other = b;
    int order = strcmp(one->file->shown, other->file->shown);
    return order ? order : strcmp(one->by->shown, other->by->shown);
}

/* Sorts the hidden files. One that two members have is listed once, and not at all if the other one
** shows it. */
static void sort_hidden(List *list, const FileList *shown) {
    OrderHidden *hidden = list->items;
    uint64_t kept = 0;
    if (list->count) qsort(hidden, (size_t)list->count, sizeof *hidden, compare_hidden);
    for (uint64_t i = 0; i < list->count; i++) {
        bool is_new = !kept || hidden[kept - 1].file != hidden[i].file;
        if (is_new && !file_list_has(shown, hidden[i].file)) hidden[kept++] = hidden[i];
    }
    list->count = kept;
}

bool order_may_be(const char *text) {
    char first = *text_skip_blanks(text);
    return first == '[' || first == '{';
}

/* Takes the files of an order or a list whose members were read. */
static bool take_names(Documents *documents, const char *text, const List *names, Naming naming,
                       Wanted wanted, OrderFound *found, Error *error) {
    Order *read = arena_zeroed(&documents->span.arena, 1, sizeof *read);
    if (!read) return fail_memory(error, &documents->span.arena);
    OrderReading reading = {.documents = documents,
                            .order = read,
                            .wanted = wanted,
                            .found = found,
                            .scratch = {.host = documents->host},
                            .takes_all = naming != NAMES_ORDER,
                            .error = error};
    static const char *const lacks[] = {[NAMES_ORDER] = "no member of the order has a file",
                                        [NAMES_ALL] = "no member of the list has a file",
                                        [NAMES_HOLDER] = "it has no file"};
    bool done = naming == NAMES_ORDER ? take_members(&reading, names) : take_list(&reading, names);
    arena_clear(&reading.scratch);
    if (!done) return false;
    bool lacks_all = !found->files->count && !wanted.hidden && !wanted.may_be_empty;
    if (lacks_all && wanted.may_be_none) {
        if (!found->unmatched) found->unmatched = text;
    } else if (lacks_all) {
        const Format *format = wanted.endings ? NULL : wanted.format;
        const char *ending = format ? format->ending : wanted.endings;
        const char *other = format && ending ? format->other_endings : NULL;
        return fail(error, ERROR_CANNOT_OPEN, "%s%s%s%s%s", lacks[naming],
                    ending ? " that ends with " : "", ending ? ending : "", other ? " " : "",
                    other ? other : "");
    }
    file_list_sort(found->files);
    sort_hidden(&read->hidden, found->files);
    found->is_one = true;
    if (naming == NAMES_ORDER) found->order = read;
    return true;
}

/* Tells whether a path is that of a folder or an archive whose files are wanted. Errors are left to
** whoever opens it. */
static bool holds_files(Documents *documents, const char *path, Wanted wanted, Error *error) {
    bool enters =
        wanted.contents || wanted.hidden || (wanted.format && wanted.format != &any_archive_format);
    FileList files = {0};
    Error problem = {0};
    int number;
    PathType type = system_path_type(path, &number);
    if (type >= PATH_FOLDER) return true;
    bool is_one = enters && (type != PATH_ABSENT || !glob_wildcard(path)) &&
                  find_files(documents, path, NULL, &files, &problem) && files.count == 1;
    SpanFile *file = is_one ? *(SpanFile **)files.items : NULL;
    bool is_archive = file && !file->problem && holds_entries(documents, file, &problem);
    return !error_ends(&problem, error) && is_archive;
}

bool order_read(Documents *documents, const char *text, Wanted wanted, OrderFound *found,
                Error *error) {
    Arena *arena = &documents->span.arena;
    List names = {0};
    Naming naming;
    *found = (OrderFound){.files = found->files};
    bool may_hold = order_may_hold(wanted, text);
    if (!order_may_be(text) && !may_hold) return true;
    const char *path = path_given(arena, text);
    if (!path) return fail_memory(error, arena);
    /* archives that a pattern matches stand for their files, but where files are compared whole */
    bool is_pattern = wanted.contents && !wanted.may_be_empty && glob_wildcard(path) &&
                      !order_may_be(text) && !system_path_exists(path);
    if (is_pattern || (may_hold && holds_files(documents, path, wanted, error))) {
        char *name = text_copy(arena, text, strlen(text));
        if (!name) return fail_memory(error, arena);
        if (!list_push(arena, &names, &name, sizeof name, error)) return false;
        naming = wanted.hidden ? NAMES_ORDER : NAMES_HOLDER;
        return take_names(documents, text, &names, naming, wanted, found, error);
    }
    if (error->kind || !order_may_be(text) || system_path_exists(path)) return !error->kind;
    if (!read_names(arena, text, &names, &naming, error)) return false;
    return naming == NAMES_NONE ||
           take_names(documents, text, &names, naming, wanted, found, error);
}

bool order_is_listed(const Order *order, Error *error) {
    if (!order->unlisted.count) return true;
    const SpanFile *unlisted = *(SpanFile **)order->unlisted.items;
    return fail(error, unlisted->problem->kind, "%.120s: %s", unlisted->shown,
                unlisted->problem->message);
}

size_t order_own_bytes(const Order *order, const SpanFile *file) {
    if (order->by_name) return path_folder_length(file->path);
    for (uint64_t i = 0; i < order->member_count; i++) {
        const char *path = order->members[i].path;
        size_t before = path_slashed_length(path) - 1;
        if (!strncmp(file->path, path, before) && file->path[before] == '/') return before + 1;
    }
    return path_folder_length(file->path);
}

SpanFile *order_look_up(Documents *documents, const Order *order, const char *name, Error *error) {
    Arena *arena = &documents->span.arena;
    if (!order_is_listed(order, error)) return NULL;
    char *folded = folded_name(arena, name, order->by_name);
    if (!folded) return null_after(fail_memory(error, arena));
    const char *key = order->by_name ? path_name(folded) : folded; /* without any '\' */
    void **place = map_find(&order->files, key, length_without_text(key, strlen(key)));
    arena_release(arena, folded);
    SpanFile *found = place ? *place : NULL;
    return found && !found->is_deletion ? found : NULL;
}
