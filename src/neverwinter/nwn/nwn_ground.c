/* See nwn_ground.h. */
#include "neverwinter/nwn/nwn_ground.h"
#include "neverwinter/mdl/mdl_part.h"
#include "neverwinter/twoda/twoda.h"

/* The walkmesh of a tile's model, in the model's space. */
typedef struct Floor {
    char name[NWN_NAME_BYTES]; /* the model's name; empty: the SET doesn't have the tile */
    List vertices;             /* of Vector */
    List triangles;            /* of NwnGroundTriangle, whose vertices count from 0 */
} Floor;

typedef struct Ground {
    const Gff *are;
    NwnArea area;
    const NwnTileset *tileset;
    Set *set; /* open as long as no other SET is */
    double step;
    GffList tiles;
    Arena *arena;
    Error *error;
} Ground;

bool nwn_is_walkable(int32_t surface) {
    static const bool walkable[MDL_SURFACES] = {
        [1] = true,  [3] = true,  [4] = true,  [5] = true,  [6] = true,  [9] = true,
        [10] = true, [11] = true, [12] = true, [13] = true, [14] = true, [18] = true,
        [19] = true, [20] = true, [21] = true, [22] = true,
    };
    return surface >= 0 && surface < MDL_SURFACES && walkable[surface];
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* Returns the first file with a name and ending, without regard to case, or without a name: a BLOB.
** NO_FILE: none. */
static uint32_t find_named(const FileSet *files, const char *name, const char *ending) {
    for (uint32_t i = 0; files && i < files->count; i++) {
        const char *file = files->file(files, i).name;
        const size_t length = file ? strlen(file) : 0, stem = strlen(name);
        if (!file ||
            (text_begins(file, length, name) && text_is(file + stem, length - stem, ending))) {
            return i;
        }
    }
    return NO_FILE;
}

static bool fail_named(const char *name, const char *ending, const Error *own, Error *error) {
    return fail(error, own->kind, "%s%s can't be read: %s", name, ending, own->message);
}

/* Opens the first file with a name and ending, a tileset also among models. *document stays NULL if
** there is none, or if it is broken and broken files are skipped. */
static bool open_named(const FileSet *files, const char *name, const char *ending,
                       Document **document, Error *error) {
    const Format *format = strcmp(ending, ".set") == 0 ? &set_format : NULL;
    uint32_t file = find_named(files, name, ending);
    Error own = {0};
    *document = file == NO_FILE ? NULL : files->open(files, file, format, &own);
    return own.kind == ERROR_NONE || fail_named(name, ending, &own, error);
}

/* Opens the walkmesh of a model, which is among the models or lies beside the model. */
static bool open_walkmesh(const FileSet *models, const char *name, const char *ending,
                          Document **document, Error *error) {
    if (!open_named(models, name, ending, document, error)) return false;
    uint32_t model = *document ? NO_FILE : find_named(models, name, ".mdl");
    Error own = {0};
    if (model != NO_FILE) *document = models->open_beside(models, model, ending, NULL, &own);
    return own.kind == ERROR_NONE || fail_named(name, ending, &own, error);
}

/* Copies a name and adds a NUL; returns false if it is too long or has strange bytes. */
static bool copy_name(const uint8_t *bytes, uint32_t length, char name[NWN_NAME_BYTES]) {
    if (!length || length >= NWN_NAME_BYTES - 4) return false;
    for (uint32_t i = 0; i < length; i++) {
        if (bytes[i] < ' ' || bytes[i] > '~' || bytes[i] == '/' || bytes[i] == '\\') return false;
        name[i] = (char)bytes[i];
    }
    name[length] = 0;
    return true;
}

static bool open_set(Ground *ground, Error *error) {
    const NwnTileset *tileset = ground->tileset;
    char name[NWN_NAME_BYTES];
    Document *document = NULL;
    uint32_t field = gff_find(ground->are, 0, "Tileset");
    GffBytes text = {NULL, 0};
    if (gff_is(ground->are, field, GFF_RESREF)) text = gff_bytes(ground->are, field);
    if (!copy_name(text.bytes, text.size, name)) {
        return fail(error, ERROR_UNSUPPORTED, "the area names no tileset");
    }
    if (!tileset->sets && (tileset->beside || tileset->areas)) {
        memcpy(name + text.size, ".set", 5);
        document = tileset->beside
                       ? tileset->beside->open(tileset->beside, name, &set_format, false, error)
                       : tileset->areas->open_beside(tileset->areas, tileset->area, name,
                                                     &set_format, error);
        if (!document && error->kind != ERROR_NONE) return false;
        name[text.size] = 0;
    }
    const FileSet *files = tileset->sets ? tileset->sets : tileset->models;
    if (!document && !open_named(files, name, ".set", &document, error)) return false;
    if (!document) {
        return fail(
            error, ERROR_CANNOT_OPEN,
            "the tileset %s.set is neither among the sets or the models nor beside the area", name);
    }
    ground->set = (Set *)document;
    if (!set_real(ground->set, ground->set->general, "Transition", &ground->step)) ground->step = 0;
    return true;
}

static bool open_area(Ground *ground) {
    ground->area = nwn_area(ground->are);
    const NwnArea *area = &ground->area;
    if (!area->is_area) return fail(ground->error, ERROR_NOT_THIS_FORMAT, "not an area (.are)");
    if (!area->has_size) {
        return fail(ground->error, ERROR_UNSUPPORTED,
                    "an area without a size, as of Knights of the Old Republic, whose ground is in "
                    "the models of its rooms");
    }
    if (area->is_second) {
        return fail(ground->error, ERROR_UNSUPPORTED,
                    "an area of Neverwinter Nights 2, whose walkmesh is in its TRX: use aswm_*");
    }
    ground->tiles = gff_list(ground->are, area->tiles);
    return !ground->tiles.count || open_set(ground, ground->error);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* A tile of the area, and where it is. */
typedef struct Tile {
    int64_t number; /* in the SET; -1: the SET lacks the tile */
    int64_t quarters;
    Vector centre;
} Tile;

static Tile tile_at(const Ground *ground, uint32_t index) {
    uint32_t structure = gff_element(&ground->tiles, index);
    int64_t width = ground->area.width > 0 ? ground->area.width : 1;
    if (!gff_is_element(ground->are, structure, ground->area.tiles, index)) {
        return (Tile){.number = -1};
    }
    int64_t number = gff_integer_or(ground->are, structure, "Tile_ID", -1);
    bool is_known = number >= 0 && (uint64_t)number < ground->set->tile_count;
    Tile tile = {.number = is_known ? number : -1,
                 .quarters = gff_integer_or(ground->are, structure, "Tile_Orientation", 0) & 3};
    double steps = (double)gff_integer_or(ground->are, structure, "Tile_Height", 0);
    tile.centre = (Vector){((double)(index % width) + 0.5) * NWN_TILE_METRES,
                           ((double)(index / width) + 0.5) * NWN_TILE_METRES, steps * ground->step};
    return tile;
}

/* Turns a vector by quarters, exactly: sin() would give small numbers in place of 0. */
static Vector turned(Vector v, int64_t quarters) {
    switch (quarters & 3) {
    case 1: return (Vector){-v.y, v.x, v.z};
    case 2: return (Vector){-v.x, -v.y, v.z};
    case 3: return (Vector){v.y, -v.x, v.z};
    default: return v;
    }
}

/* Finds the model of a tile in the SET; returns false if the tile has none. */
static bool name_of_model(const Ground *ground, int64_t number, char name[NWN_NAME_BYTES]) {
    const Set *set = ground->set;
    name[0] = 0;
    if (number < 0) return false;
    const SetText *text = set_value(set, set->tiles[number].section, "Model");
    return text && copy_name(set->document.bytes + text->at, text->length, name);
}

/* Returns a copy of that name; NULL: there is none, or an error. */
static const char *model_of(const Ground *ground, int64_t number) {
    char *name = arena_alloc(ground->arena, NWN_NAME_BYTES, 1);
    if (name && name_of_model(ground, number, name)) return name;
    if (!name) fail_memory(ground->error, ground->arena);
    return NULL;
}

/* Fails if no tile's model is found, since the models are then those of another tileset. A single
** tile without its model has no ground and isn't drawn. */
static bool check_models(const Ground *ground) {
    const FileSet *models = ground->tileset->models;
    char first[NWN_NAME_BYTES] = "", name[NWN_NAME_BYTES];
    for (uint32_t i = 0; i < ground->tiles.count; i++) {
        if (!name_of_model(ground, tile_at(ground, i).number, name)) continue;
        if (find_named(models, name, ".mdl") != NO_FILE ||
            find_named(models, name, ".wok") != NO_FILE) {
            return true;
        }
        if (!*first) memcpy(first, name, sizeof first);
        if (arena_interrupted_at(ground->arena, i)) return fail_interrupted(ground->error);
    }
    return !*first || fail(ground->error, ERROR_CANNOT_OPEN,
                           "none of the models of its tiles is among the models, which would be "
                           "%s.mdl for the first tile",
                           first);
}

static bool begin(Ground *ground) {
    return open_area(ground) && check_models(ground);
}

static bool has_walkmesh(const Mdl *mdl) {
    for (uint64_t node = 0; node < mdl->geometry_count; node++) {
        if (mdl_is_walkmesh(mdl, node)) return true;
    }
    return false;
}

/* Opens the walkmesh of a tile, with its lists of faces and its bind pose; *mdl is NULL if there is
** no walkmesh. The game walks on the .wok; the copy in the model may be outdated. */
static bool open_model(const Ground *ground, const char *name, Mdl **mdl) {
    const FileSet *models = ground->tileset->models;
    Document *document;
    *mdl = NULL;
    if (!open_walkmesh(models, name, ".wok", &document, ground->error)) return false;
    if ((!document || !has_walkmesh((Mdl *)document)) &&
        !open_named(models, name, ".mdl", &document, ground->error)) {
        return false;
    }
    if (document && has_walkmesh((Mdl *)document)) *mdl = (Mdl *)document;
    return !*mdl ||
           (mdl_list(*mdl, MDL_FACES, ground->error) && mdl_make_bind(*mdl, ground->error));
}

/* ---- The whole ground ------------------------------------------------------------------------ */

/* Adds the faces and vertices of a node to a floor. */
static bool add_node(const Ground *ground, const Mdl *mdl, uint32_t node, Floor *floor) {
    MdlShape shape = mdl_shape(mdl, node);
    uint32_t first = (uint32_t)floor->vertices.count;
    Vector corners[3];
    for (uint32_t i = 0; i < shape.vertex_count; i++) {
        Vector vertex = mdl_placed(&mdl->bind[node].world, mdl_shape_vertex(&shape, i));
        if (!list_push(ground->arena, &floor->vertices, &vertex, sizeof vertex, ground->error))
            return false;
    }
    for (uint64_t i = 0; i < shape.face_count; i++) {
        if (!mdl_shape_face(&shape, i, corners)) continue;
        const uint8_t *face = shape.faces + i * MDL_FACE_BYTES;
        NwnGroundTriangle made = {.surface = load_i32(face + MDL_FACE_SURFACE),
                                  .node = node,
                                  .face = mdl->faces.first[node] + (uint32_t)i,
                                  .object = GFF_NONE};
        for (int k = 0; k < 3; k++) {
            made.vertices[k] = first + load_u16(face + MDL_FACE_VERTEX0 + 2 * k);
        }
        if (!list_push(ground->arena, &floor->triangles, &made, sizeof made, ground->error))
            return false;
    }
    return true;
}

static bool read_floor(const Ground *ground, int64_t number, Floor *floor) {
    Mdl *mdl;
    if (!name_of_model(ground, number, floor->name)) return true;
    if (!open_model(ground, floor->name, &mdl)) return false;
    for (uint32_t node = 0; mdl && node < mdl->geometry_count; node++) {
        if (mdl_is_walkmesh(mdl, node) && !add_node(ground, mdl, node, floor)) return false;
    }
    return !arena_interrupted(ground->arena) || fail_interrupted(ground->error);
}

static void put_tile(const Tile *tile, uint32_t id, const Floor *floor, NwnGround *made) {
    const Vector *vertices = floor->vertices.items;
    const NwnGroundTriangle *triangles = floor->triangles.items;
    uint32_t first = (uint32_t)made->vertex_count;
    for (uint64_t i = 0; i < floor->vertices.count; i++) {
        const Vector place = vector_plus(tile->centre, turned(vertices[i], tile->quarters));
        made->vertices[made->vertex_count++] = (NwnGroundVertex){id, place};
    }
    for (uint64_t i = 0; i < floor->triangles.count; i++) {
        NwnGroundTriangle *triangle = &made->triangles[made->triangle_count++];
        *triangle = triangles[i];
        triangle->tile_id = id;
        triangle->id = (uint32_t)made->triangle_count - 1;
        for (int k = 0; k < 3; k++) triangle->vertices[k] += first;
    }
}

/* Reads the floor of each tile of the SET in the area, and counts what the ground will have. */
static bool read_floors(const Ground *ground, Floor **floors, NwnGround *made) {
    for (uint32_t i = 0; i < ground->tiles.count; i++) {
        int64_t number = tile_at(ground, i).number;
        if (number < 0) continue;
        if (!floors[number]) {
            floors[number] = arena_zeroed(ground->arena, 1, sizeof(Floor));
            if (!floors[number]) return fail_memory(ground->error, ground->arena);
            if (!read_floor(ground, number, floors[number])) return false;
        }
        made->vertex_count += floors[number]->vertices.count;
        made->triangle_count += floors[number]->triangles.count;
        if (arena_interrupted_at(ground->arena, i)) return fail_interrupted(ground->error);
    }
    if (made->vertex_count < UINT32_MAX && made->triangle_count < UINT32_MAX) return true;
    return fail(ground->error, ERROR_TOO_BIG, "the area has more than 2^32 vertices or triangles");
}

bool nwn_make_ground(const Gff *are, const NwnTileset *tileset, Arena *arena, NwnGround *made,
                     Error *error) {
    Ground ground = {.are = are, .tileset = tileset, .arena = arena, .error = error};
    *made = (NwnGround){0};
    if (!begin(&ground)) return false;
    made->tile_count = ground.tiles.count;
    if (!ground.tiles.count) return true;
    Floor **floors = arena_zeroed(arena, ground.set->tile_count, sizeof *floors);
    if (!floors) return fail_memory(error, arena);
    if (!read_floors(&ground, floors, made)) return false;
    made->vertices = arena_alloc(arena, made->vertex_count, sizeof *made->vertices);
    made->triangles = arena_alloc(arena, made->triangle_count, sizeof *made->triangles);
    if (!made->vertices || !made->triangles) return fail_memory(error, arena);
    made->vertex_count = made->triangle_count = 0;
    for (uint32_t i = 0; i < ground.tiles.count; i++) {
        Tile tile = tile_at(&ground, i);
        if (tile.number >= 0) put_tile(&tile, i, floors[tile.number], made);
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    return true;
}

/* ---- What lies below a point ----------------------------------------------------------------- */

/* Finds the tile at a point. On a border of two tiles it is the eastern or northern one; the area's
** own border belongs to its last tiles. */
static bool find_tile(const Ground *ground, double x, double y, uint32_t *index) {
    double width = (double)ground->area.width, height = (double)ground->area.height;
    double column = floor(x / NWN_TILE_METRES), row = floor(y / NWN_TILE_METRES);
    if (x == width * NWN_TILE_METRES) column = width - 1;
    if (y == height * NWN_TILE_METRES) row = height - 1;
    if (!(column >= 0 && column < width && row >= 0 && row < height)) return false;
    double place = row * width + column;
    if (place >= (double)ground->tiles.count) return false;
    *index = (uint32_t)place;
    return true;
}

bool nwn_find_ground(const Gff *are, const NwnTileset *tileset, double x, double y, Arena *arena,
                     NwnGroundHit **hits, uint64_t *count, Error *error) {
    Ground ground = {.are = are, .tileset = tileset, .arena = arena, .error = error};
    uint32_t index;
    Mdl *mdl = NULL;
    MdlWalkHit *found = NULL;
    *hits = NULL;
    *count = 0;
    if (!begin(&ground)) return false;
    if (!find_tile(&ground, x, y, &index)) return true;
    Tile tile = tile_at(&ground, index);
    const char *name = model_of(&ground, tile.number);
    if (!name) return error->kind == ERROR_NONE;
    if (!open_model(&ground, name, &mdl)) return false;
    Vector at = turned((Vector){x - tile.centre.x, y - tile.centre.y, 0}, -tile.quarters);
    if (!mdl || !mdl_walk_hits(mdl, at.x, at.y, false, arena, &found, count, error)) return !mdl;
    *hits = arena_alloc(arena, *count, sizeof **hits);
    if (!*hits) return fail_memory(error, arena);
    for (uint64_t i = 0; i < *count; i++) {
        (*hits)[i] = (NwnGroundHit){.tile_id = index,
                                    .node = found[i].node,
                                    .face = found[i].face,
                                    .z = found[i].z + tile.centre.z,
                                    .surface = found[i].surface,
                                    .model = name};
    }
    return true;
}

/* ---- The models of tiles --------------------------------------------------------------------- */

/* Places sorted tiles: a key is a tile's number in the SET << 32 | its place in the area. */
static bool place_sorted(const Ground *ground, const uint64_t *keys, uint64_t count,
                         NwnPlacedTile *tiles) {
    for (uint64_t i = 0; i < count; i++) {
        bool is_new = !i || keys[i] >> 32 != keys[i - 1] >> 32;
        Tile tile = tile_at(ground, (uint32_t)keys[i]);
        tiles[i] = (NwnPlacedTile){.tile_id = (uint32_t)keys[i],
                                   .model = is_new ? NULL : tiles[i - 1].model,
                                   .quarters = tile.quarters,
                                   .centre = tile.centre};
        if (is_new) tiles[i].model = model_of(ground, tile.number);
        if (ground->error->kind != ERROR_NONE) return false;
        if (arena_interrupted_at(ground->arena, i)) return fail_interrupted(ground->error);
    }
    return true;
}

bool nwn_place_tiles(const Gff *are, const NwnTileset *tileset, Arena *arena, NwnPlacedTile **tiles,
                     uint64_t *count, Error *error) {
    Ground ground = {.are = are, .tileset = tileset, .arena = arena, .error = error};
    *count = 0;
    if (!begin(&ground)) return false;
    uint64_t most = ground.tiles.count;
    uint64_t *keys = arena_alloc(arena, most, 2 * sizeof *keys);
    *tiles = arena_alloc(arena, most, sizeof **tiles);
    if (!keys || !*tiles) return fail_memory(error, arena);
    for (uint32_t i = 0; i < most; i++) {
        int64_t number = tile_at(&ground, i).number;
        if (number < 0) continue;
        keys[(*count)++] = (uint64_t)number << 32 | i;
        if (arena_interrupted_at(arena, i)) return fail_interrupted(error);
    }
    sort_numbers(keys, *count, keys + most);
    return place_sorted(&ground, keys, *count, *tiles);
}

bool nwn_open_tile(const NwnTileset *tileset, const char *name, Mdl **mdl, Error *error) {
    Document *document;
    *mdl = NULL;
    if (!open_named(tileset->models, name, ".mdl", &document, error)) return false;
    if (!document && !open_named(tileset->models, name, ".wok", &document, error)) return false;
    *mdl = (Mdl *)document;
    return true;
}

/* ---- Placed things --------------------------------------------------------------------------- */

bool nwn_find_model(const FileSet *tables, const char *table, const char *column, int64_t row,
                    Arena *arena, char name[NWN_NAME_BYTES], Error *error) {
    Document *document;
    TwoDaText text;
    if (!open_named(tables, table, ".2da", &document, error)) return false;
    if (!document) {
        return fail(error, ERROR_CANNOT_OPEN,
                    "%s.2da, which says how things look, isn't among the tables", table);
    }
    uint32_t length = (uint32_t)strlen(column);
    bool found = twoda_find((TwoDa *)document, row, column, length, arena, &text, error);
    if (!found || !copy_name(text.bytes, text.length, name)) name[0] = 0;
    return !error->kind;
}

bool nwn_open_walkmesh(const FileSet *models, const char *name, const char *ending, Mdl **mdl,
                       Error *error) {
    Document *document;
    *mdl = NULL;
    if (!open_walkmesh(models, name, ending, &document, error)) return false;
    *mdl = (Mdl *)document;
    return !*mdl || (mdl_list(*mdl, MDL_FACES, error) && mdl_make_bind(*mdl, error));
}
