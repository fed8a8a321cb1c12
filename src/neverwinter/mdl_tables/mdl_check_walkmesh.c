/* Checks the walkmeshes of an MDL file; mdl_world.h explains what a walkmesh is. The limits are
** those of cleanmodels if it has them. */
#include "neverwinter/mdl/mdl_part.h"

#define TILE_HALF  5.0   /* metres from the middle of a tile to its sides */
#define OFF_TILE   1e-3  /* metres that a corner may lie outside of the tile */
#define MISFIT     0.025 /* metres that a walkmesh's sides may be away from the tile's */
#define FAR_OFF    0.25  /* metres: one in sixty of the tiles that are played is off by less */
#define NULL_AREA  1e-6  /* square metres */
#define DOWNWARD   -1e-6 /* the normal's z is less if a face looks down */
#define LEAF_SLACK 1e-3  /* metres that a face may reach out of its leaf's box */
#define OVERLAP    1e-4  /* square metres that two faces may share as seen from above */
#define STACKED    1e-3  /* metres between two faces from which on they don't overlap */
#define UNMOVED    1e-6  /* a pivot's position and rotation count as none up to this */
/* Comparing pairs of faces may take this many steps: 1 for two boxes, PAIR_STEPS for two faces. */
#define STEPS_MAX  ((uint64_t)32 << 20)
#define PAIR_STEPS 32

/* A face of the walkmesh that is being checked. */
typedef struct WalkFace {
    Rect ground;                  /* its rectangle in the model */
    uint32_t duplicate, inverted; /* an earlier face at the same place, or MDL_NONE */
    uint8_t leaves;               /* how many contain it; 2: two or more */
    bool there;                   /* its vertices exist */
    bool has_normal;              /* it also has an area */
} WalkFace;

typedef struct WalkCheck {
    Mdl *mdl;
    Findings *findings;
    Error *error;
    uint32_t node;
    MdlShape shape;
    WalkFace *faces;
    uint32_t *order, *live; /* face_count items each */
    uint64_t steps;
} WalkCheck;

static uint64_t face_start(const WalkCheck *check, uint64_t face) {
    return (uint64_t)(check->shape.faces + face * MDL_FACE_BYTES - check->mdl->image);
}

/* Adds a finding about a face, at `at` in the file: "face 3 of walkmesh 5 looks down". */
PRINTF_LIKE(6, 7)
static void tell_face(const WalkCheck *check, Severity severity, const char *code, uint64_t face,
                      uint64_t at, const char *format, ...) {
    char what[100];
    va_list arguments;
    va_start(arguments, format);
    print_list(what, sizeof what, format, arguments);
    va_end(arguments);
    finding_add(check->findings, severity, code, at, "face %" PRIu64 " of walkmesh %u %s", face,
                check->node, what);
}

static void model_corners(const WalkCheck *check, uint64_t face, Vector corners[3]) {
    mdl_model_face(check->mdl, check->node, &check->shape, face, corners);
}

/* ---- Each face ------------------------------------------------------------------------------- */

static void check_face(const WalkCheck *check, uint64_t number) {
    const Mdl *mdl = check->mdl;
    WalkFace *face = &check->faces[number];
    uint64_t start = face_start(check, number);
    Vector corners[3];
    *face = (WalkFace){.ground = rect_nowhere, .duplicate = MDL_NONE, .inverted = MDL_NONE};
    face->there = mdl_model_face(mdl, check->node, &check->shape, number, corners);
    if (!face->there) {
        tell_face(check, SEVERITY_WARNING, "walkmesh_index", number, start + MDL_FACE_VERTEX0,
                  "refers to a vertex that isn't there");
        return;
    }
    face->ground = rect_of(corners);
    Vector normal = corners_normal(corners);
    double area = vector_length(normal) / 2;
    face->has_normal = !(area <= NULL_AREA);
    if (!face->has_normal) {
        tell_face(check, SEVERITY_INFO, "walkmesh_null_area", number, start,
                  "has an area of %.3g square metres", area);
    } else if (normal.z / (2 * area) < DOWNWARD) {
        tell_face(check, SEVERITY_INFO, "walkmesh_downward", number, start, "looks down");
    }
}

/* ---- The tile -------------------------------------------------------------------------------- */

static void check_off_tile(const WalkCheck *check, uint64_t number) {
    const Rect *ground = &check->faces[number].ground;
    double most = fmax(fmax(fabs(ground->min_x), fabs(ground->max_x)),
                       fmax(fabs(ground->min_y), fabs(ground->max_y))) -
                  TILE_HALF;
    if (!check->faces[number].there || !(most > OFF_TILE)) return;
    tell_face(check, most > FAR_OFF ? SEVERITY_WARNING : SEVERITY_INFO, "walkmesh_off_tile", number,
              face_start(check, number), "reaches %.3f metres beyond its tile", most);
}

/* Compares the sides of the whole walkmesh with those of a tile. */
static void check_fit(const WalkCheck *check) {
    Rect all = rect_nowhere;
    bool any = false;
    for (uint64_t i = 0; i < check->shape.face_count; i++) {
        any = any || check->faces[i].there;
        rect_widen(&all, &check->faces[i].ground);
    }
    if (!any) return;
    double off = fmax(fmax(fabs(all.min_x + TILE_HALF), fabs(all.max_x - TILE_HALF)),
                      fmax(fabs(all.min_y + TILE_HALF), fabs(all.max_y - TILE_HALF)));
    if (!(off > MISFIT)) return;
    finding_add(check->findings, off > FAR_OFF ? SEVERITY_WARNING : SEVERITY_INFO,
                "walkmesh_misfit", mdl_part_start(check->mdl, check->node, MDL_MESH),
                "a side of walkmesh %u is %.3f metres off its tile's", check->node, off);
}

static void check_tile(const WalkCheck *check) {
    const Mdl *mdl = check->mdl;
    const MdlPlace *place = &mdl->bind[check->node].world;
    uint64_t start = mdl->trees.starts[check->node];
    Vector at = place->position;
    for (uint64_t i = 0; i < check->shape.face_count; i++) check_off_tile(check, i);
    check_fit(check);
    if (mdl->nodes[check->node].parent != 0 && !mdl_is_walkmesh_file(mdl)) {
        finding_add(check->findings, SEVERITY_WARNING, "walkmesh_not_below_root", start,
                    "walkmesh %u doesn't hang on the root of its tile", check->node);
    }
    double off = fmax(fmax(fabs(at.x), fabs(at.y)), fabs(at.z));
    if (off > UNMOVED) {
        finding_add(check->findings, SEVERITY_INFO, "walkmesh_pivot", start,
                    "the pivot of walkmesh %u is %.3f metres off the middle of its tile",
                    check->node, off);
    }
    if (fabs(place->turn.w) < 1 - UNMOVED) {
        finding_add(check->findings, SEVERITY_INFO, "walkmesh_turned", start,
                    "walkmesh %u is turned in its tile", check->node);
    }
}

/* ---- Faces that occur twice ------------------------------------------------------------------ */

static int compare_vectors(const Vector *a, const Vector *b) {
    if (a->x != b->x) return COMPARE(a->x, b->x);
    return a->y != b->y ? COMPARE(a->y, b->y) : COMPARE(a->z, b->z);
}

/* Sorts the corners of a face by position; *odd tells whether this reverses the winding. */
static void sort_corners(Vector corners[3], bool *odd) {
    *odd = false;
    for (int pass = 0; pass < 3; pass++) {
        Vector *a = &corners[pass % 2], *b = a + 1;
        if (compare_vectors(a, b) <= 0) continue;
        Vector later = *a;
        *a = *b;
        *b = later;
        *odd = !*odd;
    }
}

/* Compares the corners of two faces by position, regardless of the winding. */
static int compare_faces(const void *context, uint32_t a, uint32_t b) {
    const WalkCheck *check = context;
    Vector left[3], right[3];
    bool odd;
    int order = 0;
    mdl_shape_face(&check->shape, a, left);
    mdl_shape_face(&check->shape, b, right);
    sort_corners(left, &odd);
    sort_corners(right, &odd);
    for (int k = 0; k < 3 && !order; k++) order = compare_vectors(&left[k], &right[k]);
    return order;
}

static void report_duplicates(const WalkCheck *check) {
    for (uint64_t i = 0; i < check->shape.face_count; i++) {
        const WalkFace *face = &check->faces[i];
        if (face->duplicate != MDL_NONE) {
            tell_face(check, SEVERITY_WARNING, "walkmesh_duplicate", i, face_start(check, i),
                      "is at the same place as face %u", face->duplicate);
        }
        if (face->inverted == MDL_NONE) continue;
        tell_face(check, SEVERITY_WARNING, "walkmesh_inverted_duplicate", i, face_start(check, i),
                  "is face %u, turned over", face->inverted);
    }
}

/* Finds for each face the first one with the same corners and winding, and the first one with the
** reversed winding. */
static bool check_duplicates(const WalkCheck *check) {
    const Arena *arena = &check->mdl->document.arena;
    uint64_t count = 0;
    for (uint32_t i = 0; i < check->shape.face_count; i++) {
        if (check->faces[i].there) check->order[count++] = i;
    }
    if (!sort_records(arena, check->order, count, compare_faces, check)) return false;
    uint32_t first[2] = {MDL_NONE, MDL_NONE};
    for (uint64_t i = 0; i < count; i++) {
        uint32_t face = check->order[i];
        Vector corners[3];
        bool odd;
        mdl_shape_face(&check->shape, face, corners);
        sort_corners(corners, &odd);
        if (i && compare_faces(check, check->order[i - 1], face)) first[0] = first[1] = MDL_NONE;
        if (!compare_vectors(&corners[0], &corners[1]) ||
            !compare_vectors(&corners[1], &corners[2])) {
            continue;
        }
        check->faces[face].duplicate = first[odd];
        check->faces[face].inverted = first[!odd];
        if (first[odd] == MDL_NONE) first[odd] = face;
    }
    report_duplicates(check);
    return true;
}

/* ---- Faces above each other ------------------------------------------------------------------ */

static void turn_left(Vector t[3]) {
    if (mdl_side(&t[1], &t[2], (Point2){t[0].x, t[0].y}) > 0) return; /* as seen from above */
    Vector last = t[1];
    t[1] = t[2];
    t[2] = last;
}

static double plane_height(const Vector t[3], Point2 at) {
    double a = mdl_side(&t[0], &t[1], at), b = mdl_side(&t[1], &t[2], at),
           c = mdl_side(&t[2], &t[0], at);
    return (b * t[0].z + c * t[1].z + a * t[2].z) / (a + b + c);
}

enum { POLYGON_MAX = 12 };

/* Keeps the part of a polygon to the left of an edge. */
static int clip(const Point2 *polygon, int count, const Vector *a, const Vector *b,
                Point2 *clipped) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        Point2 u = polygon[(i + count - 1) % count], v = polygon[i];
        double before = mdl_side(a, b, u), after = mdl_side(a, b, v);
        if ((before < 0) != (after < 0)) {
            double part = before / (before - after);
            clipped[left++] = (Point2){u.x + (v.x - u.x) * part, u.y + (v.y - u.y) * part};
        }
        if (after >= 0) clipped[left++] = v;
    }
    return left;
}

/* Returns the area that two faces share as seen from above, and computes the height between them in
** the middle of this area. */
static double shared_ground(Vector a[3], Vector b[3], double *height) {
    Point2 polygon[POLYGON_MAX], clipped[POLYGON_MAX], middle = {0, 0};
    double area = 0;
    int count = 3;
    turn_left(a);
    turn_left(b);
    for (int k = 0; k < 3; k++) polygon[k] = (Point2){a[k].x, a[k].y};
    for (int k = 0; k < 3; k++) {
        count = clip(polygon, count, &b[k], &b[(k + 1) % 3], clipped);
        if (count < 3) return 0;
        memcpy(polygon, clipped, sizeof polygon);
    }
    for (int i = 0; i < count; i++) {
        Point2 u = polygon[(i + count - 1) % count], v = polygon[i];
        area += (u.x * v.y - v.x * u.y) / 2;
        middle.x += v.x / count;
        middle.y += v.y / count;
    }
    *height = fabs(plane_height(a, middle) - plane_height(b, middle));
    return area;
}

/* Returns the first of all faces that have the corners of a face, in whichever order. */
static uint32_t first_alike(const WalkCheck *check, uint32_t face) {
    uint32_t duplicate = check->faces[face].duplicate, inverted = check->faces[face].inverted;
    uint32_t first = duplicate < inverted ? duplicate : inverted;
    return first < face ? first : face;
}

static void check_pair(const WalkCheck *check, uint32_t one, uint32_t other) {
    uint32_t earlier = one < other ? one : other, later = one < other ? other : one;
    Vector a[3], b[3];
    double height;
    if (first_alike(check, earlier) == first_alike(check, later)) return; /* reported already */
    model_corners(check, earlier, a);
    model_corners(check, later, b);
    if (!(shared_ground(a, b, &height) > OVERLAP)) return;
    bool stacked = !(height <= STACKED);
    tell_face(check, SEVERITY_INFO, stacked ? "walkmesh_stacked" : "walkmesh_overlap", later,
              face_start(check, later),
              stacked ? "lies %.3f metres above or below face %u"
                      : "overlaps at %.3f metres with face %u",
              height, earlier);
}

static int compare_by_x(const void *context, uint32_t a, uint32_t b) {
    const WalkFace *faces = ((const WalkCheck *)context)->faces;
    return COMPARE(faces[a].ground.min_x, faces[b].ground.min_x);
}

/* Compares a face with the live ones, which begin west of it, and drops those that end west of it.
** Returns false after too many steps. */
static bool check_live(WalkCheck *check, uint32_t id, uint64_t *live_count) {
    const WalkFace *face = &check->faces[id];
    uint64_t kept = 0, count = *live_count;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t other = check->live[i];
        const WalkFace *before = &check->faces[other];
        if (++check->steps > STEPS_MAX) return false;
        if (!(before->ground.max_x > face->ground.min_x)) continue;
        check->live[kept++] = other;
        if (before->ground.min_y >= face->ground.max_y ||
            face->ground.min_y >= before->ground.max_y)
            continue;
        check->steps += PAIR_STEPS;
        check_pair(check, id, other);
    }
    check->live[kept++] = id;
    *live_count = kept;
    return true;
}

static bool check_pairs(WalkCheck *check) {
    const Arena *arena = &check->mdl->document.arena;
    uint64_t count = 0, live = 0;
    for (uint32_t i = 0; i < check->shape.face_count; i++) {
        if (check->faces[i].has_normal) check->order[count++] = i;
    }
    if (!sort_records(arena, check->order, count, compare_by_x, check)) return false;
    for (uint64_t i = 0; i < count; i++) {
        if (arena_interrupted_at(arena, check->steps / PAIR_STEPS)) return false;
        if (check_live(check, check->order[i], &live)) continue;
        finding_add(check->findings, SEVERITY_INFO, "walkmesh_crowded",
                    mdl_part_start(check->mdl, check->node, MDL_MESH),
                    "walkmesh %u has more faces above each other than are compared", check->node);
        return true;
    }
    return true;
}

/* ---- Leaves of the tree ---------------------------------------------------------------------- */

/* Returns how far a face reaches out of a box, in the node's space. */
static double out_of_box(const WalkCheck *check, const uint8_t *box, uint32_t face) {
    Vector corners[3];
    double most = -INFINITY;
    mdl_shape_face(&check->shape, face, corners);
    for (int k = 0; k < 3; k++) {
        const double at[3] = {corners[k].x, corners[k].y, corners[k].z};
        for (int axis = 0; axis < 3; axis++) {
            double min = (double)load_f32(box + 4 * axis),
                   max = (double)load_f32(box + 12 + 4 * axis);
            most = fmax(most, fmax(min - at[axis], at[axis] - max));
        }
    }
    return most;
}

static void check_leaf(const WalkCheck *check, uint64_t id) {
    const Mdl *mdl = check->mdl;
    uint64_t start = mdl->boxes.starts[id];
    const uint8_t *box = mdl_bytes(mdl, start);
    int32_t face = load_i32(box + MDL_BOX_FACE);
    if (load_u32(box + MDL_BOX_LEFT) || load_u32(box + MDL_BOX_RIGHT)) return;
    if (face < 0 || (uint64_t)face >= check->shape.face_count) {
        finding_add(check->findings, SEVERITY_WARNING, "walkmesh_leaf_face", start + MDL_BOX_FACE,
                    "leaf %" PRIu64 " of walkmesh %u holds face %d, but there are only %" PRIu64,
                    id, check->node, face, check->shape.face_count);
        return;
    }
    WalkFace *held = &check->faces[face];
    if (held->leaves < 2 && ++held->leaves == 2) {
        tell_face(check, SEVERITY_WARNING, "walkmesh_two_leaves", (uint64_t)face,
                  start + MDL_BOX_FACE, "is in two leaves");
    }
    double out = held->there ? out_of_box(check, box, (uint32_t)face) : 0;
    if (!(out > LEAF_SLACK)) return;
    tell_face(check, SEVERITY_INFO, "walkmesh_leaf_box", (uint64_t)face, start,
              "stands %.4f metres out of the box of its leaf", out);
}

static void check_leaves(const WalkCheck *check) {
    const Mdl *mdl = check->mdl;
    if (!mdl->boxes.first || !(mdl->nodes[check->node].flags & MDL_FLAG_AABB)) return;
    uint32_t first = mdl->boxes.first[check->node], end = mdl->boxes.first[check->node + 1];
    bool has_no_list = first == end && mdl->document.is_text; /* this text has no tree at all */
    if (has_no_list) return;
    for (uint32_t i = first; i < end; i++) check_leaf(check, i);
    for (uint64_t i = 0; i < check->shape.face_count; i++) {
        if (check->faces[i].leaves) continue;
        tell_face(check, SEVERITY_WARNING, "walkmesh_no_leaf", i, face_start(check, i),
                  "is in no leaf");
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

static bool check_walkmesh(WalkCheck *check) {
    const Mdl *mdl = check->mdl;
    for (uint64_t i = 0; i < check->shape.face_count; i++) {
        check_face(check, i);
        if (arena_interrupted_at(&mdl->document.arena, i)) return fail_interrupted(check->error);
    }
    if (!check_duplicates(check) || !check_pairs(check)) return fail_interrupted(check->error);
    const uint8_t *model = mdl_bytes(mdl, MDL_FILE_HEADER_BYTES);
    bool is_tile = model[MDL_MODEL_CLASSIFICATION] == MDL_CLASS_TILE;
    if (is_tile || mdl->container[0] == 'w') check_tile(check);
    check_leaves(check);
    return true;
}

bool mdl_check_walkmeshes(Mdl *mdl, Findings *findings, Error *error) {
    Arena *arena = &mdl->document.arena;
    if (!mdl_make_bind(mdl, error)) return false;
    for (uint32_t node = 0; node < mdl->geometry_count; node++) {
        if (!mdl_is_walkmesh(mdl, node)) continue;
        WalkCheck check = {.mdl = mdl, .findings = findings, .error = error, .node = node};
        check.shape = mdl_shape(mdl, node);
        check.faces = arena_alloc(arena, check.shape.face_count, sizeof *check.faces);
        check.order = arena_alloc(arena, check.shape.face_count, sizeof *check.order);
        check.live = arena_alloc(arena, check.shape.face_count, sizeof *check.live);
        bool done = check.faces && check.order && check.live ? check_walkmesh(&check)
                                                             : fail_memory(error, arena);
        arena_release(arena, check.faces);
        arena_release(arena, check.order);
        arena_release(arena, check.live);
        if (!done) return false;
    }
    return true;
}
