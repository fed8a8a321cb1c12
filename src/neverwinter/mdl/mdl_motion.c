/* MDL: the animations of a model and its supermodels, by name. See mdl_world.h. */
#include "neverwinter/mdl/mdl_part.h"

/* Real chains of supermodels have at most 4 models; longer ones are taken for circles. */
#define SUPERMODELS_MAX 32

static const uint8_t *animation_name(const Mdl *mdl, uint64_t animation) {
    return mdl_bytes(mdl, mdl->animations.starts[animation] + MDL_HEADER_NAME);
}

static bool find_animation(const Mdl *mdl, const uint8_t *name, uint64_t length, uint64_t *found) {
    for (uint64_t i = 0; i < mdl->animations.count; i++) {
        const uint8_t *field = animation_name(mdl, i);
        if (field_length(field, MDL_LONG_NAME) == length &&
            mdl_compare_names(field, name, (uint32_t)length) == 0) {
            *found = i;
            return true;
        }
    }
    return false;
}

/* Writes "the model has no such animation; it has run, walk and 12 more". A byte above 127 becomes
** "?". 'skip' passes over this error, since of many models some may lack an animation. */
static bool fail_unknown(const Mdl *mdl, const Mdl *last, Error *error) {
    enum { NAMES_MOST = 120 };
    char names[NAMES_MOST + 1] = "";
    uint64_t listed = 0, total = mdl->animations.count;
    for (size_t at = 0; listed < total; listed++) {
        const uint8_t *field = animation_name(mdl, listed);
        uint32_t length = field_length(field, MDL_LONG_NAME);
        if (at + length + 2 > NAMES_MOST) break;
        at += (size_t)print_text(names + at, sizeof names - at, "%s%.*s", listed ? ", " : "",
                                 (int)length, (const char *)field);
    }
    for (char *at = names; *at; at++) {
        if (*at < ' ' || *at > '~') *at = '?';
    }
    char rest[40] = "";
    if (listed < total) {
        print_text(rest, sizeof rest, "%s%" PRIu64 " more", listed ? " and " : "", total - listed);
    }
    return fail(error, ERROR_UNSUPPORTED, "the model has no such animation%s%s%s%s",
                last != mdl ? ", nor do the supermodels that were found" : "",
                total ? "; it has " : "; it has no animations", names, rest);
}

/* Tells whether a file has the name of a model, as "a_ba.mdl" has that of "a_ba". */
static bool is_file_of(const char *file, const char *name) {
    if (!text_begins(file, strlen(file), name)) return false;
    file += strlen(name);
    return !*file || (*file == '.' && !strchr(file + 1, '.'));
}

/* Finds the first of some files that is the model of a name. A BLOB has no file name, so it is
** opened and the name in its header counts. NULL: there is none, or the error is set. */
static Mdl *find_model(const FileSet *files, const uint8_t *field, Error *error) {
    char name[MDL_LONG_NAME + 1];
    uint32_t length = field_length(field, MDL_LONG_NAME);
    memcpy(name, field, length);
    name[length] = '\0';
    for (uint32_t i = 0; i < files->count; i++) {
        const char *file = files->file(files, i).name;
        if (file && !is_file_of(file, name)) continue;
        Error own = {0};
        Mdl *mdl = (Mdl *)files->open(files, i, NULL, &own);
        if (!mdl) {
            return null_after(fail(error, own.kind, "a supermodel can't be read: %s", own.message));
        }
        const uint8_t *own_name = mdl_bytes(mdl, MDL_FILE_HEADER_BYTES + MDL_HEADER_NAME);
        if (file || mdl_compare_names(own_name, field, MDL_LONG_NAME) == 0) return mdl;
    }
    return NULL;
}

/* Goes on to the supermodel of the motion's owner. Returns false if there is none, if it is the
** model where the chain began, or with the error set. */
static bool next_owner(const Mdl *mdl, MdlMotion *motion, const FileSet *supermodels,
                       Error *error) {
    const uint8_t *header = mdl_bytes(motion->owner, MDL_FILE_HEADER_BYTES);
    const uint8_t *name = header + MDL_MODEL_SUPERMODEL;
    if (!supermodels || mdl_is_no_name(name)) return false;
    Mdl *next = find_model(supermodels, name, error);
    if (!next || next == motion->owner || next == mdl) return false;
    motion->scale *= (double)load_f32(header + MDL_MODEL_ANIMATION_SCALE);
    motion->owner = next;
    return true;
}

bool mdl_find_motion(Mdl *mdl, const char *name, uint32_t length, const FileSet *supermodels,
                     MdlMotion *motion, Error *error) {
    uint8_t bytes[MDL_LONG_NAME];
    uint64_t used;
    *motion = (MdlMotion){.owner = mdl, .scale = 1};
    bool is_name = text_encode(ENCODING_CP1252, name, length, bytes, sizeof bytes, &used) &&
                   used <= sizeof bytes;
    for (int step = 0; step < SUPERMODELS_MAX; step++) {
        if (is_name && find_animation(motion->owner, bytes, used, &motion->animation)) return true;
        if (!next_owner(mdl, motion, supermodels, error)) break;
    }
    if (error->kind != ERROR_NONE) return false;
    return fail_unknown(mdl, motion->owner, error);
}

static int compare_motions(const void *context, uint32_t a, uint32_t b) {
    const MdlMotion *motions = context, *one = &motions[a], *other = &motions[b];
    return mdl_compare_names(animation_name(one->owner, one->animation),
                             animation_name(other->owner, other->animation), MDL_LONG_NAME);
}

/* Removes motions whose name an earlier model of the chain has, too. */
static bool drop_hidden(const Mdl *mdl, Arena *arena, List *list, Error *error) {
    MdlMotion *motions = list->items;
    uint64_t kept = 0;
    uint8_t *hidden = arena_zeroed(arena, list->count, 1);
    if (!hidden) return fail_memory(error, arena);
    uint32_t *order = sorted_order(arena, list->count, compare_motions, motions, error);
    if (!order) return false;
    for (uint64_t i = 1; i < list->count; i++) {
        bool same = compare_motions(motions, order[i - 1], order[i]) == 0;
        hidden[order[i]] = same && motions[order[i]].owner != mdl;
    }
    for (uint64_t i = 0; i < list->count; i++) {
        if (!hidden[i]) motions[kept++] = motions[i];
    }
    list->count = kept;
    arena_release(arena, order);
    arena_release(arena, hidden);
    return true;
}

bool mdl_list_motions(Mdl *mdl, const FileSet *supermodels, Arena *arena, List *motions,
                      Error *error) {
    MdlMotion motion = {.owner = mdl, .scale = 1};
    for (int step = 0; step < SUPERMODELS_MAX; step++) {
        for (motion.animation = 0; motion.animation < motion.owner->animations.count;
             motion.animation++) {
            if (!list_push(arena, motions, &motion, sizeof motion, error)) return false;
        }
        if (!next_owner(mdl, &motion, supermodels, error)) break;
    }
    if (error->kind != ERROR_NONE) return false;
    return drop_hidden(mdl, arena, motions, error);
}
