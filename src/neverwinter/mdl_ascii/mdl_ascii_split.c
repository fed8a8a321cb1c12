/* What compilers make of the faces of an ASCII mesh: normals, vertices and neighbours.
**
**     normals     by smoothing groups: a corner without a normal shares one with all later ones
**                 without a normal at the same row of verts whose faces' groups have a bit of its
**                 face's group. The normal is the sum of these faces' cross products, made unit
**     vertices    a corner is a position, normal, texture coordinates, colour and constraint. In a
**                 trimesh or walkmesh a face shares vertices with the first face before it that has
**                 two of its corners; in other kinds equal corners are one vertex
**     neighbours  the first other face with the two positions of an edge, either way
**
** All of this takes time linear in the faces: corners are looked up by random hashes. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

/* ---- Numbers of tuples ----------------------------------------------------------------------- */

/* Makes many random numbers of the host's key, by Splitmix64. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* Numbers tuples of words by their values, in the order of their first use. */
typedef struct Numbering {
    uint32_t *slots, *keys;
    uint32_t mask, count;
    uint64_t factors[16]; /* random, so that nobody can choose tuples that collide */
} Numbering;

/* Begins to number at most `most` tuples. */
static bool begin_numbering(Ascii *ascii, Numbering *numbering, uint32_t width, uint64_t most) {
    const Host *host = ascii->work.host;
    uint64_t state = host->key[0] ^ host->key[1] << 1, slots = 8;
    while (slots < 2 * most) slots *= 2;
    *numbering = (Numbering){.mask = (uint32_t)(slots - 1)};
    numbering->slots = ascii_zeroed_room(ascii, slots, sizeof *numbering->slots);
    numbering->keys = ascii_room(ascii, most * width, sizeof *numbering->keys);
    for (uint32_t i = 0; i < width; i++) numbering->factors[i] = next_random(&state) | 1;
    return numbering->slots && numbering->keys;
}

/* Returns a hash: a sum of products with random factors, so that few tuples collide. */
static ALWAYS_INLINE uint32_t hash_key(const Numbering *numbering, const uint32_t *key,
                                       uint32_t width) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < width; i++) hash += (key[i] + 1ull) * numbering->factors[i];
    return (uint32_t)(hash >> 32);
}

/* Returns the number of a tuple. Inlined, since most callers know the width, and nearly all of the
** time goes into this. */
static ALWAYS_INLINE uint32_t number_of(Numbering *numbering, const uint32_t *key, uint32_t width) {
    for (uint32_t slot = hash_key(numbering, key, width);; slot++) {
        uint32_t *number = &numbering->slots[slot & numbering->mask];
        uint32_t *found = numbering->keys + (size_t)width * (*number - 1);
        if (!*number) {
            memcpy(numbering->keys + (size_t)width * numbering->count, key, width * sizeof *key);
            *number = ++numbering->count;
            return numbering->count - 1;
        }
        bool same = true;
        for (uint32_t i = 0; i < width; i++) same = same && found[i] == key[i];
        if (same) return *number - 1;
    }
}

/* Returns the bits of a coordinate, the same for -0 as for 0. */
static inline uint32_t place_bits(uint32_t bits) {
    return bits == UINT32_C(0x80000000) ? 0 : bits;
}

/* Returns a number for each row of a list: equal rows have equal numbers. */
static ALWAYS_INLINE uint32_t *number_rows(Ascii *ascii, const AsciiList *list, uint32_t width) {
    Numbering numbering;
    uint32_t *numbers = ascii_room(ascii, list->rows, sizeof *numbers);
    if (!numbers) return NULL;
    if (!begin_numbering(ascii, &numbering, width, list->rows)) return NULL;
    for (uint32_t i = 0; i < list->rows; i++) {
        const uint32_t *row = ascii_row(ascii, list, i) + ASCII_ROW_VALUES;
        uint32_t key[4];
        if (ascii_interrupted_at(ascii, i)) return NULL;
        for (uint32_t k = 0; k < width; k++) key[k] = place_bits(row[k]);
        numbers[i] = number_of(&numbering, key, width);
    }
    return numbers;
}

/* ---- Normals --------------------------------------------------------------------------------- */

/* The corners at each row of verts, in the order of the faces. */
typedef struct Fans {
    const AsciiMesh *mesh;
    uint32_t *first, *corners;
    Vector *products; /* for each face */
    uint8_t *taken;   /* for each corner */
} Fans;

static bool collect_fans(Fans *fans) {
    const AsciiMesh *mesh = fans->mesh;
    Ascii *ascii = mesh->ascii;
    uint32_t rows = mesh->verts->rows, count = 3 * mesh->count;
    fans->first = ascii_zeroed_room(ascii, (uint64_t)rows + 2, sizeof *fans->first);
    fans->corners = ascii_room(ascii, count, sizeof *fans->corners);
    fans->products = ascii_room(ascii, mesh->count, sizeof *fans->products);
    fans->taken = ascii_zeroed_room(ascii, count, 1);
    if (!fans->first || !fans->corners || !fans->products || !fans->taken) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (ascii_interrupted_at(ascii, i)) return false;
        fans->first[ascii_vert_row(mesh, i) + 2]++;
    }
    for (uint32_t i = 2; i < rows + 2; i++) fans->first[i] += fans->first[i - 1];
    for (uint32_t i = 0; i < count; i++) {
        if (ascii_interrupted_at(ascii, i)) return false;
        fans->corners[fans->first[ascii_vert_row(mesh, i) + 1]++] = i;
    }
    return true;
}

static bool find_products(const Fans *fans) {
    for (uint32_t face = 0; face < fans->mesh->count; face++) {
        if (ascii_interrupted_at(fans->mesh->ascii, face)) return false;
        Vector p[3];
        ascii_load_face(fans->mesh, face, p);
        fans->products[face] = vector_cross(vector_minus(p[1], p[0]), vector_minus(p[2], p[1]));
    }
    return true;
}

static uint32_t group_of(const Fans *fans, uint32_t corner) {
    return fans->mesh->good[corner / 3][ASCII_FACE_SMOOTHING];
}

/* Computes the normal of corner `first` of the list, for all corners up to end - 1 that share it.
** Those are all with a bit of its group, so a row is passed 32 times at most; without a group, only
** corners of its own face share the normal. */
static void share_normal(const Fans *fans, uint32_t first, uint32_t end) {
    uint32_t own = fans->corners[first], group = group_of(fans, own), last = first;
    Vector sum = {0, 0, 0};
    for (uint32_t i = first; i < end; i++) {
        uint32_t corner = fans->corners[i];
        bool same_face = corner / 3 == own / 3;
        if (!group && !same_face) break;
        if (fans->taken[corner] || (!same_face && !(group & group_of(fans, corner)))) continue;
        fans->taken[corner] = 2;
        last = i;
        sum = vector_plus(sum, fans->products[corner / 3]);
    }
    Vector unit = vector_unit(sum);
    for (uint32_t i = first; i <= last; i++) {
        uint32_t corner = fans->corners[i];
        if (fans->taken[corner] != 2) continue;
        fans->taken[corner] = 1;
        float *normal = fans->mesh->normals + 3 * (uint64_t)corner;
        normal[0] = (float)unit.x;
        normal[1] = (float)unit.y;
        normal[2] = (float)unit.z;
    }
}

bool ascii_make_normals(AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    Fans fans = {.mesh = mesh};
    if (ascii->lists[ASCII_NORMALS].rows >= mesh->verts->rows) return true;
    mesh->normals = ascii_room(ascii, (uint64_t)9 * mesh->count, sizeof *mesh->normals);
    if (!mesh->normals) return false;
    if (!collect_fans(&fans) || !find_products(&fans)) return false;
    for (uint32_t row = 0; row < mesh->verts->rows; row++) {
        uint32_t end = fans.first[row + 1];
        for (uint32_t i = fans.first[row]; i < end; i++) {
            if (ascii_interrupted_at(ascii, i)) return false;
            if (!fans.taken[fans.corners[i]]) share_normal(&fans, i, end);
        }
    }
    return true;
}

/* ---- Corners --------------------------------------------------------------------------------- */

enum {
    KEY_PLACE,
    KEY_NORMAL,
    KEY_TEXTURES = KEY_NORMAL + 3,
    KEY_COLOR = KEY_TEXTURES + 4,
    KEY_CONSTRAINT,
    KEY_WORDS
};

/* Numbers of rows of other lists: equal rows have equal numbers. NULL: the mesh lacks the list. */
typedef struct Values {
    uint32_t *textures[4], *colors;
    bool more; /* there are more than the first texture coordinates */
} Values;

static bool number_values(AsciiMesh *mesh, Values *values) {
    Ascii *ascii = mesh->ascii;
    *values = (Values){0};
    for (int set = 0; set < 4; set++) {
        const AsciiList *list = &ascii->lists[ASCII_TVERTS + set];
        if (!list->rows) continue;
        values->textures[set] = number_rows(ascii, list, 2);
        if (!values->textures[set]) return false;
        if (set) values->more = true;
    }
    if (ascii->lists[ASCII_COLORS].rows) {
        values->colors = number_rows(ascii, &ascii->lists[ASCII_COLORS], 3);
        if (!values->colors) return false;
    }
    if (values->colors || ascii->lists[ASCII_CONSTRAINTS].rows) values->more = true;
    return true;
}

/* Makes the tuple that identifies a corner's values: numbers + 1, or 0 for a missing one. */
static void make_key(const AsciiMesh *mesh, const Values *values, uint32_t corner, uint32_t *key) {
    const Ascii *ascii = mesh->ascii;
    uint32_t row = ascii_vert_row(mesh, corner);
    key[KEY_PLACE] = mesh->places[row];
    ascii_corner_normal(mesh, corner, key + KEY_NORMAL);
    for (int k = 0; k < 3; k++) key[KEY_NORMAL + k] = place_bits(key[KEY_NORMAL + k]);
    for (int set = 0; set < (values->more ? 4 : 1); set++) {
        uint32_t texture = ascii_texture_row(mesh, corner, set);
        bool there = values->textures[set] && texture < ascii->lists[ASCII_TVERTS + set].rows;
        key[KEY_TEXTURES + set] = there ? values->textures[set][texture] + 1 : 0;
    }
    if (!values->more) return;
    bool colored = values->colors && row < ascii->lists[ASCII_COLORS].rows;
    const uint32_t *constraint = ascii_row_of_corner(mesh, ASCII_CONSTRAINTS, corner);
    key[KEY_COLOR] = colored ? values->colors[row] + 1 : 0;
    key[KEY_CONSTRAINT] = constraint ? place_bits(constraint[ASCII_ROW_VALUES]) : UINT32_MAX;
}

/* Returns a number for each corner: corners with equal values have equal numbers. */
static uint32_t *number_corners(AsciiMesh *mesh, uint32_t *count) {
    Ascii *ascii = mesh->ascii;
    Values values;
    Numbering numbering;
    uint64_t corners = (uint64_t)3 * mesh->count;
    if (!number_values(mesh, &values)) return NULL;
    uint32_t *numbers = ascii_room(ascii, corners, sizeof *numbers);
    if (!numbers) return NULL;
    uint32_t width = values.more ? KEY_WORDS : KEY_TEXTURES + 1;
    if (!begin_numbering(ascii, &numbering, width, corners)) return NULL;
    for (uint32_t i = 0; i < corners; i++) {
        uint32_t key[KEY_WORDS];
        if (ascii_interrupted_at(ascii, i)) return NULL;
        make_key(mesh, &values, i, key);
        numbers[i] = values.more ? number_of(&numbering, key, KEY_WORDS)
                                 : number_of(&numbering, key, KEY_TEXTURES + 1);
    }
    *count = numbering.count;
    return numbers;
}

/* ---- Vertices -------------------------------------------------------------------------------- */

/* The first face with each pair of corner values, and with each single value. */
typedef struct Pairs {
    Numbering numbering;
    uint32_t *first; /* by pair: face + 1; 0: none */
    uint32_t *one;   /* by value: face + 1; 0: none */
} Pairs;

static uint32_t *place_of_pair(Pairs *pairs, uint32_t a, uint32_t b) {
    uint32_t key[2] = {a < b ? a : b, a < b ? b : a};
    return a == b ? &pairs->one[a] : &pairs->first[number_of(&pairs->numbering, key, 2)];
}

static uint32_t new_vertex(AsciiMesh *mesh, uint32_t corner) {
    mesh->corners[mesh->vertex_count] = corner;
    return mesh->vertex_count++;
}

/* Returns the vertex that `face` has for a corner's value, or a new vertex. */
static uint32_t shared_vertex(AsciiMesh *mesh, const uint32_t *values, uint32_t face,
                              uint32_t corner) {
    for (uint32_t i = 3 * face; face != MDL_NONE && i < 3 * face + 3; i++) {
        if (values[i] == values[corner]) return mesh->vertices[i];
    }
    return new_vertex(mesh, corner);
}

static bool split_by_edges(AsciiMesh *mesh, const uint32_t *values, uint32_t value_count) {
    Ascii *ascii = mesh->ascii;
    Pairs pairs;
    uint64_t corners = (uint64_t)3 * mesh->count;
    pairs.first = ascii_zeroed_room(ascii, corners, sizeof *pairs.first);
    pairs.one = ascii_zeroed_room(ascii, value_count, sizeof *pairs.one);
    if (!pairs.first || !pairs.one) return false;
    if (!begin_numbering(ascii, &pairs.numbering, 2, corners)) return false;
    for (uint32_t face = 0; face < mesh->count; face++) {
        const uint32_t *own = values + 3 * (uint64_t)face;
        uint32_t *places[3], earliest = MDL_NONE;
        if (ascii_interrupted_at(ascii, face)) return false;
        for (int i = 0; i < 3; i++) {
            places[i] = place_of_pair(&pairs, own[i], own[(i + 1) % 3]);
            if (*places[i] && *places[i] - 1 < earliest) earliest = *places[i] - 1;
        }
        for (uint32_t i = 3 * face; i < 3 * face + 3; i++) {
            mesh->vertices[i] = shared_vertex(mesh, values, earliest, i);
        }
        for (int i = 0; i < 3; i++) {
            if (own[i] != own[(i + 1) % 3] && !*places[i]) *places[i] = face + 1;
            if (!pairs.one[own[i]]) pairs.one[own[i]] = face + 1;
        }
    }
    return true;
}

bool ascii_split(AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    uint32_t value_count = 0, flags = ascii->node->flags;
    uint64_t corners = (uint64_t)3 * mesh->count;
    mesh->places = number_rows(ascii, mesh->verts, 3);
    if (!mesh->places) return false;
    mesh->vertices = ascii_room(ascii, corners, sizeof *mesh->vertices);
    mesh->corners = ascii_room(ascii, corners, sizeof *mesh->corners);
    if (!mesh->vertices || !mesh->corners) return false;
    const uint32_t *values = number_corners(mesh, &value_count);
    if (!values) return false;
    if (!(flags & (MDL_FLAG_SKIN | MDL_FLAG_ANIM | MDL_FLAG_DANGLY))) {
        return split_by_edges(mesh, values, value_count);
    }
    /* values are numbered in the order of their first use, as the vertices are */
    for (uint32_t i = 0; i < 3 * mesh->count; i++) {
        mesh->vertices[i] = values[i];
        if (values[i] == mesh->vertex_count) new_vertex(mesh, i);
    }
    return true;
}

/* ---- Neighbours ------------------------------------------------------------------------------ */

/* The first two faces at an edge. */
typedef struct Edge {
    int32_t first, second; /* -1: none */
} Edge;

bool ascii_find_neighbors(AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    Numbering numbering;
    uint64_t corners = (uint64_t)3 * mesh->count;
    Edge *edges = ascii_room(ascii, corners, sizeof *edges);
    uint32_t *numbers = ascii_room(ascii, corners, sizeof *numbers);
    mesh->neighbors = ascii_room(ascii, corners, sizeof *mesh->neighbors);
    if (!edges || !numbers || !mesh->neighbors) return false;
    if (!begin_numbering(ascii, &numbering, 2, corners)) return false;
    for (uint32_t i = 0; i < corners; i++) {
        uint32_t next = i % 3 == 2 ? i - 2 : i + 1, known = numbering.count;
        uint32_t a = mesh->places[ascii_vert_row(mesh, i)];
        uint32_t b = mesh->places[ascii_vert_row(mesh, next)];
        uint32_t key[2] = {a < b ? a : b, a < b ? b : a};
        if (ascii_interrupted_at(ascii, i)) return false;
        Edge *edge = &edges[numbers[i] = number_of(&numbering, key, 2)];
        int32_t face = (int32_t)(i / 3);
        if (numbers[i] == known) *edge = (Edge){face, -1};
        else if (edge->second < 0 && edge->first != face) edge->second = face;
    }
    for (uint32_t i = 0; i < corners; i++) {
        const Edge *edge = &edges[numbers[i]];
        mesh->neighbors[i] = edge->first == (int32_t)(i / 3) ? edge->second : edge->first;
    }
    return true;
}
