/* Finds what the bake removed from a walkmesh: the parts of a TRN's triangles where its TRX has
** none. From each triangle of the TRN all triangles of the TRX at the same height are subtracted;
** what is left are convex pieces. See aswm_removed.h. */
#include "neverwinter/aswm/aswm_removed.h"

#define LEAST_AREA  1e-4 /* square metres: smaller pieces are rounding errors along edges */
#define HEIGHT_DIFF 0.25 /* metres: triangles farther apart are different surfaces */
#define REACH       0.1  /* metres by which triangles may reach out of their tile */
#define PIECES_MAX  4096 /* of one triangle */
/* Work is counted in pieces that a triangle cuts; so many looks at triangles count as one piece. */
#define LOOKS_PER_PIECE   4
#define WORK_LEAST        ((uint64_t)1 << 16)
#define WORK_PER_TRIANGLE 512 /* real pairs need 56 */

enum { CORNERS_MAX = 10 };

/* A convex polygon whose corners run counter-clockwise. */
typedef struct Piece {
    int count;
    Point2 corners[CORNERS_MAX];
} Piece;

typedef struct Removal {
    const Aswm *mesh, *other;
    List pieces; /* Piece: what is left of the triangle */
    List *parts; /* AswmPart: the result */
    uint64_t work, work_most;
    Arena *arena;
    Error *error;
} Removal;

/* ---- Polygons -------------------------------------------------------------------------------- */

static double area_of(const Piece *piece) {
    double twice = 0;
    for (int i = 2; i < piece->count; i++) {
        twice += point_turn(piece->corners[0], piece->corners[i - 1], piece->corners[i]);
    }
    return twice / 2;
}

static void add_corner(Piece *piece, Point2 corner) {
    if (piece->count < CORNERS_MAX) piece->corners[piece->count++] = corner;
}

/* Returns the part of a piece to the left of the line from a to b. It may have one corner more than
** the piece, which must not have CORNERS_MAX yet. */
static Piece cut(const Piece *piece, Point2 a, Point2 b) {
    Piece part = {0};
    for (int i = 0; i < piece->count; i++) {
        Point2 p = piece->corners[i], q = piece->corners[(i + 1) % piece->count];
        double side = point_turn(a, b, p), next = point_turn(a, b, q);
        if (side >= 0) add_corner(&part, p);
        if ((side > 0 && next < 0) || (side < 0 && next > 0)) {
            double along = side / (side - next);
            add_corner(&part, (Point2){p.x + along * (q.x - p.x), p.y + along * (q.y - p.y)});
        }
    }
    return part;
}

/* Makes a piece of a triangle. Returns false if it has no area or lacks corners. */
static bool piece_of(const Aswm *mesh, uint64_t triangle, Piece *piece) {
    Vector p[3];
    if (!aswm_corners(mesh, triangle, p)) return false;
    *piece = (Piece){3, {{p[0].x, p[0].y}, {p[1].x, p[1].y}, {p[2].x, p[2].y}}};
    double area = area_of(piece);
    if (area < 0) {
        Point2 first = piece->corners[0];
        piece->corners[0] = piece->corners[2];
        piece->corners[2] = first;
    }
    return fabs(area) > LEAST_AREA && isfinite(area);
}

/* ---- Subtracting ----------------------------------------------------------------------------- */

static bool keep(Removal *removal, const Piece *piece) {
    if (!(area_of(piece) > LEAST_AREA)) return true;
    if (removal->pieces.count >= PIECES_MAX) {
        return fail(removal->error, ERROR_TOO_BIG,
                    "a triangle of the walkmesh is in more than %d pieces", PIECES_MAX);
    }
    return list_push(removal->arena, &removal->pieces, piece, sizeof *piece, removal->error);
}

/* Keeps a piece, split in two if it has so many corners that a cut could exceed their limit. */
static bool keep_split(Removal *removal, const Piece *piece) {
    if (piece->count < CORNERS_MAX - 3) return keep(removal, piece);
    int middle = piece->count / 2;
    Piece first = {.count = middle + 1}, second = {.count = piece->count - middle + 1};
    for (int i = 0; i < first.count; i++) first.corners[i] = piece->corners[i];
    for (int i = 1; i < second.count; i++) second.corners[i] = piece->corners[middle + i - 1];
    second.corners[0] = piece->corners[0];
    return keep(removal, &first) && keep(removal, &second);
}

static double height_of(const Aswm *mesh, uint64_t triangle, Point2 place) {
    Vector corners[3];
    return aswm_corners(mesh, triangle, corners) ? walk_height(corners, place) : (double)NAN;
}

/* Tells whether two triangles have about the same height on a piece that both cover. */
static bool same_height(const Removal *removal, uint64_t one, uint64_t other, const Piece *shared) {
    Point2 middle = {0, 0};
    for (int i = 0; i < shared->count; i++) {
        middle.x += shared->corners[i].x / shared->count;
        middle.y += shared->corners[i].y / shared->count;
    }
    return fabs(height_of(removal->mesh, one, middle) - height_of(removal->other, other, middle)) <=
           HEIGHT_DIFF;
}

/* Counts work, up to a limit: triangles that all lie over each other would take minutes. */
static bool spend(Removal *removal, uint64_t work) {
    uint64_t polls = removal->work >> 12;
    removal->work += work;
    if (removal->work > removal->work_most) {
        return fail(removal->error, ERROR_TOO_BIG,
                    "too many triangles of the walkmeshes lie over each other");
    }
    if (removal->work >> 12 == polls || !arena_interrupted(removal->arena)) return true;
    return fail_interrupted(removal->error);
}

/* Subtracts a triangle of the other walkmesh, `shape`, from all pieces of triangle `from`. */
static bool subtract(Removal *removal, uint64_t from, uint64_t triangle, const Piece *shape) {
    if (!spend(removal, removal->pieces.count)) return false;
    for (uint64_t i = 0, count = removal->pieces.count; i < count;) {
        Piece piece = ((const Piece *)removal->pieces.items)[i], rest = piece;
        const Point2 *corners = shape->corners;
        for (int side = 0; side < 3; side++) {
            rest = cut(&rest, corners[side], corners[(side + 1) % 3]);
        }
        if (!(area_of(&rest) > 0) || !same_height(removal, from, triangle, &rest)) {
            i++;
            continue;
        }
        Piece *pieces = removal->pieces.items; /* what is left of the piece was appended */
        pieces[i] = pieces[--count];
        pieces[count] = pieces[--removal->pieces.count];
        for (int side = 0; side < 3; side++) {
            Point2 a = corners[side], b = corners[(side + 1) % 3];
            Piece outside = cut(&piece, b, a);
            if (!keep_split(removal, &outside)) return false;
            piece = cut(&piece, a, b);
        }
    }
    return true;
}

/* ---- Triangles of the other walkmesh --------------------------------------------------------- */

static Rect box_of(const Piece *piece) {
    const Point2 *p = piece->corners;
    return (Rect){fmin(p[0].x, fmin(p[1].x, p[2].x)), fmin(p[0].y, fmin(p[1].y, p[2].y)),
                  fmax(p[0].x, fmax(p[1].x, p[2].x)), fmax(p[0].y, fmax(p[1].y, p[2].y))};
}

static uint32_t within(double value, uint32_t count) {
    if (!(value > 0)) return 0;
    return value < count ? (uint32_t)value : count - 1;
}

static bool subtract_tile(Removal *removal, uint64_t from, const Rect *box, uint64_t tile) {
    ChildRange range = children_of(&removal->other->tile_triangles, tile);
    if (!spend(removal, (range.end - range.first) / LOOKS_PER_PIECE)) return false;
    for (uint64_t i = range.first; i < range.end && removal->pieces.count; i++) {
        Piece shape;
        if (!piece_of(removal->other, i, &shape)) continue;
        Rect other = box_of(&shape);
        if (other.max_x <= box->min_x || other.min_x >= box->max_x || other.max_y <= box->min_y ||
            other.min_y >= box->max_y) {
            continue;
        }
        if (!subtract(removal, from, i, &shape)) return false;
    }
    return true;
}

/* Subtracts all tiles around a triangle. */
static bool subtract_all(Removal *removal, uint64_t triangle, const Rect *box) {
    const Aswm *other = removal->other;
    double side = (double)other->tile_size;
    if (!other->tile_count) return true;
    uint32_t left = within((box->min_x - REACH) / side, other->grid_width);
    uint32_t right = within((box->max_x + REACH) / side, other->grid_width);
    uint32_t bottom = within((box->min_y - REACH) / side, other->grid_height);
    uint32_t top = within((box->max_y + REACH) / side, other->grid_height);
    for (uint64_t y = bottom; y <= top; y++) {
        for (uint64_t x = left; x <= right; x++) {
            if (!subtract_tile(removal, triangle, box, y * other->grid_width + x)) return false;
        }
    }
    return true;
}

/* ---- The result ------------------------------------------------------------------------------ */

static Vector lift(const Removal *removal, uint64_t triangle, Point2 point) {
    return (Vector){point.x, point.y, height_of(removal->mesh, triangle, point)};
}

/* Adds a piece as triangles around its first corner. */
static bool add_parts(Removal *removal, uint32_t triangle, const Piece *piece) {
    for (int i = 2; i < piece->count; i++) {
        Point2 a = piece->corners[0], b = piece->corners[i - 1], c = piece->corners[i];
        double area = point_turn(a, b, c) / 2;
        if (!(area > LEAST_AREA * LEAST_AREA)) continue;
        const AswmPart part = {
            triangle,
            aswm_walkable(removal->mesh, triangle),
            {lift(removal, triangle, a), lift(removal, triangle, b), lift(removal, triangle, c)},
            area};
        if (!list_push(removal->arena, removal->parts, &part, sizeof part, removal->error))
            return false;
    }
    return true;
}

static bool take_triangle(Removal *removal, uint32_t triangle) {
    Piece piece;
    removal->pieces.count = 0;
    if (!piece_of(removal->mesh, triangle, &piece)) return true;
    Rect box = box_of(&piece);
    if (!keep(removal, &piece) || !subtract_all(removal, triangle, &box)) return false;
    const Piece *pieces = removal->pieces.items;
    for (uint64_t i = 0; i < removal->pieces.count; i++) {
        if (!add_parts(removal, triangle, &pieces[i])) return false;
    }
    return true;
}

bool aswm_find_removed(const Aswm *mesh, const Aswm *other, Arena *arena, List *parts,
                       Error *error) {
    Removal removal = {.mesh = mesh,
                       .other = other,
                       .parts = parts,
                       .work_most = WORK_LEAST + WORK_PER_TRIANGLE * mesh->triangle_count,
                       .arena = arena,
                       .error = error};
    bool done = true;
    if (mesh->grid_width != other->grid_width || mesh->grid_height != other->grid_height ||
        mesh->tile_size != other->tile_size) {
        return fail(
            error, ERROR_ARGUMENT,
            "the walkmeshes don't belong together: one has %u x %u tiles of %g m, the other "
            "%u x %u of %g m",
            mesh->grid_width, mesh->grid_height, (double)mesh->tile_size, other->grid_width,
            other->grid_height, (double)other->tile_size);
    }
    if (!aswm_has_ways(other, error)) return false; /* triangles may lack a tile */
    for (uint32_t i = 0; done && i < mesh->triangle_count; i++) {
        done = take_triangle(&removal, i);
        if (done && arena_interrupted_at(arena, i)) done = fail_interrupted(error);
    }
    arena_release(arena, removal.pieces.items);
    return done;
}
