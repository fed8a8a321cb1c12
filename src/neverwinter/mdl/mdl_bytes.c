/* MDL: finds the structure to which each byte of a file belongs. */
#include "neverwinter/mdl/mdl_part.h"

typedef struct Account {
    Mdl *mdl;
    Findings *findings;
    uint8_t *claimed;     /* 1 for each byte that belongs to a structure */
    uint64_t left;        /* bytes that may still be claimed: more would overlap */
    bool incomplete;      /* a part can't be read, so nothing claims its bytes */
    char unreadable[240]; /* the last reason, which is reported only once */
} Account;

static void claim(Account *account, uint64_t start, uint64_t bytes, const char *what) {
    uint64_t twice = 0;
    if (bytes > account->left) {
        account->incomplete = true;
        account->left = 0;
        return;
    }
    account->left -= bytes;
    for (uint64_t i = start; i < start + bytes; i++) {
        twice += account->claimed[i];
        account->claimed[i] = 1;
    }
    if (!twice) return;
    finding_add(account->findings, SEVERITY_WARNING, "bytes_claimed_twice", start,
                "%" PRIu64 " of %" PRIu64 " bytes (%s) belong to another structure, too", twice,
                bytes, what);
}

static void claim_span(Account *account, const MdlSpan *span, const char *what) {
    claim(account, span->start, span->count * span->each, what);
}

static void claim_list(Account *account, const Children *list, uint32_t each, const char *what) {
    for (uint64_t i = 0; i < list->count; i++) claim(account, list->starts[i], each, what);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Claims what a node or a part of it points to, except for the rows of lists that are claimed row
** by row. */
static void claim_pointers(Account *account, uint64_t node, MdlPart part) {
    for (size_t i = 0; i < MDL_POINTERS; i++) {
        const struct MdlPointer *pointer = &mdl_pointers[i];
        bool by_row = pointer->rows & (MDL_CONTROLLERS | MDL_FACES | MDL_CONSTRAINTS);
        MdlSpan span;
        Error ignored = {0};
        if (pointer->part != part || pointer->kind == MDL_EMPTY_ARRAY || by_row) continue;
        if (mdl_follow(account->mdl, node, pointer, &span, &ignored)) {
            claim_span(account, &span, pointer->what);
        } else {
            account->incomplete = true;
        }
    }
}

static void claim_flare_textures(Account *account, uint64_t light) {
    const Mdl *mdl = account->mdl;
    Error ignored = {0};
    MdlSpan textures, name;
    mdl_find_array(mdl, light + MDL_FLARE_TEXTURES, 4, &textures);
    for (uint64_t i = 0; i < textures.count; i++) {
        if (!mdl_read_model(mdl, textures.start + 4 * i, "", 1, 1, &name, &ignored)) {
            account->incomplete = true;
            return;
        }
        if (!name.count || !account->left) continue;
        const uint8_t *text = mdl_bytes(mdl, name.start);
        const uint8_t *nul = memchr(text, 0, (size_t)(mdl->model_end - name.start));
        uint64_t length = nul ? (uint64_t)(nul - text) + 1 : mdl->model_end - name.start;
        claim(account, name.start, length, "the name of a flare texture");
    }
}

static void claim_vertices(Account *account, uint64_t node) {
    const Mdl *mdl = account->mdl;
    uint64_t vertices = mdl_declared_vertices(mdl, node);
    for (int a = 0; a < MDL_VERTEX_ARRAYS; a++) {
        const struct MdlVertexField *field = &mdl_vertex_fields[a];
        uint64_t start = mdl_vertex_array(mdl, node, (MdlVertexArray)a);
        if (start) claim(account, start, vertices * field->bytes, field->name);
    }
}

static void claim_part(Account *account, MdlPart part) {
    const Children *list = &account->mdl->parts[part];
    for (uint64_t i = 0; i < list->count; i++) {
        if (part == MDL_MESH) claim_vertices(account, list->parents[i]);
        claim_pointers(account, list->parents[i], part);
        if (part == MDL_LIGHT) claim_flare_textures(account, list->starts[i]);
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Makes a list; a broken list is a finding, after which the others are checked all the same.
** Returns false only if memory ran out or the user wants to stop. */
static bool can_read(Account *account, uint32_t list, const char *table, Error *error) {
    Error own = {0};
    if (mdl_list(account->mdl, list, &own)) return true;
    if (own.kind != ERROR_CORRUPT) return fail_as(error, &own);
    account->incomplete = true;
    if (strcmp(account->unreadable, own.message) == 0) return true;
    memcpy(account->unreadable, own.message, sizeof own.message);
    finding_add(account->findings, SEVERITY_ERROR, "unreadable", NO_OFFSET, "%s: %s", table,
                own.message);
    return true;
}

static const struct Readable {
    uint32_t list;
    const char *table;
} readables[] = {
    {MDL_EVENTS, "mdl_events"},
    {MDL_CONTROLLERS, "mdl_controllers"},
    {MDL_KEYS, "mdl_keys"},
    {MDL_FLARES, "mdl_flares"},
    {MDL_VERTICES, "mdl_vertices"},
    {MDL_FACES, "mdl_faces"},
    {MDL_INDICES, "mdl_indices"},
    {MDL_BONES, "mdl_bones"},
    {MDL_WEIGHTS, "mdl_weights"},
    {MDL_CONSTRAINTS, "mdl_constraints"},
    {MDL_ANIMATED, "mdl_animmesh_sets"},
    {MDL_BOXES, "mdl_aabbs"},
};

static void claim_all(Account *account) {
    const Mdl *mdl = account->mdl;
    claim(account, 0, MDL_FILE_HEADER_BYTES, "the file header");
    claim(account, MDL_FILE_HEADER_BYTES, MDL_MODEL_BYTES, "the model header");
    MdlSpan animations;
    bool done = mdl_find_array(mdl, MDL_FILE_HEADER_BYTES + MDL_MODEL_ANIMATIONS, 4, &animations);
    if (done) claim_span(account, &animations, "animations");
    else account->incomplete = true;
    for (uint64_t i = 0; i < mdl->animations.count; i++) {
        claim(account, mdl->animations.starts[i], MDL_ANIMATION_BYTES, "an animation");
    }
    for (uint64_t i = 0; i < mdl->node_count; i++) {
        uint64_t start = mdl->trees.starts[i];
        claim(account, start, mdl_part_start(mdl, i, MDL_PARTS) - start, "a node");
        claim_pointers(account, i, MDL_PARTS);
    }
    claim_list(account, &mdl->events, MDL_EVENT_BYTES, "an event");
    claim_list(account, &mdl->controllers, MDL_CONTROLLER_BYTES, "a controller");
    claim_list(account, &mdl->faces, MDL_FACE_BYTES, "a face");
    claim_list(account, &mdl->indices, 2, "an index");
    claim_list(account, &mdl->constraints, 4, "a constraint");
    claim_list(account, &mdl->boxes, MDL_AABB_BYTES, "a box");
    if (mdl->flares.first) claim_part(account, MDL_LIGHT);
    if (mdl->vertices.first) claim_part(account, MDL_MESH);
    if (mdl->weights.first) claim_part(account, MDL_SKIN);
    if (mdl->animated.first) claim_part(account, MDL_ANIM);
}

static void report_unclaimed(Account *account) {
    const Mdl *mdl = account->mdl;
    for (uint64_t start = 0; start < mdl->raw_end;) {
        uint64_t end = start;
        while (end < mdl->raw_end && account->claimed[end] == account->claimed[start]) end++;
        if (!account->claimed[start]) {
            finding_add(account->findings, SEVERITY_WARNING, "bytes_unclaimed", start,
                        "%" PRIu64 " bytes belong to no structure", end - start);
        }
        start = end;
    }
}

bool mdl_check_bytes(Mdl *mdl, Findings *findings, Error *error) {
    Arena *arena = &mdl->document.arena;
    Account account = {.mdl = mdl, .findings = findings, .left = 2 * mdl->document.size};
    for (size_t i = 0; i < LENGTH(readables); i++) {
        if (!can_read(&account, readables[i].list, readables[i].table, error)) return false;
    }
    account.claimed = arena_zeroed(arena, mdl->document.size, 1);
    if (!account.claimed) return fail_memory(error, arena);
    claim_all(&account);
    if (!account.incomplete) report_unclaimed(&account);
    arena_release(arena, account.claimed);
    return true;
}
