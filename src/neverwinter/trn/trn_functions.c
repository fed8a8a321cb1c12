/* Functions of walkmeshes, and arguments that they have in common with tables. The list of the
** module's tables and functions is at the end. */
#include "neverwinter/trn/trn_functions.h"
#include "neverwinter/trn/trn_tables.h"
#include "scene/detour.h"
#include "scene/glb_call.h"
#include "neverwinter/aswm/aswm_route.h"
#include "neverwinter/walk/walk_fans.h"

/* Reads the argument `name`, which must be an id below `count`. */
static bool take_id(Value value, const char *name, uint64_t count, const char *what, uint32_t *id,
                    Error *error) {
    int64_t integer;
    if (!value_to_integer(value, &integer)) {
        return fail(error, ERROR_ARGUMENT, "%s isn't a whole number", name);
    }
    if (integer < 0 || (uint64_t)integer >= count) {
        return fail(error, ERROR_ARGUMENT, "%s is %lld, but the walkmesh has only %llu %s", name,
                    (long long)integer, (unsigned long long)count, what);
    }
    *id = (uint32_t)integer;
    return true;
}

const WalkMesh *aswm_walk(Document *document, Error *error) {
    Aswm *mesh = growing_mesh(document);
    return aswm_find_walk(mesh, &document->arena, error) ? &mesh->walk : NULL;
}

const WalkMesh *aswm_ways(Document *document, Error *error) {
    Aswm *mesh = growing_mesh(document);
    bool done = aswm_find_walk(mesh, &document->arena, error) &&
                walk_prepare_ways(&mesh->walk, &document->arena, error);
    return done ? &mesh->walk : NULL;
}

bool aswm_take_ends(Document *document, const Value *values, int count, Arena *scratch,
                    uint32_t *from, uint32_t *to, Error *error) {
    uint64_t triangles = mesh_of_document(document)->triangle_count;
    Point2 start = {0, 0}, end = {0, 0};
    if (count == 2) {
        return take_id(values[0], "from_triangle", triangles, "triangles", from, error) &&
               take_id(values[1], "to_triangle", triangles, "triangles", to, error);
    }
    if (count != 4) {
        return fail(error, ERROR_ARGUMENT,
                    "expected two triangles, or x and y of two places, and got three values");
    }
    const WalkMesh *mesh = NULL;
    if (!value_take_point(values, "from_triangle", "to_triangle", &start, error) ||
        !value_take_point(values + 2, "to_x", "to_y", &end, error) ||
        !(mesh = aswm_ways(document, error)) ||
        !walk_standing_at(mesh, start, end, scratch, from, to, error)) {
        return false;
    }
    if (*from != WALK_NONE && *to != WALK_NONE) return true;
    return walk_fail_off_mesh(mesh, *from == WALK_NONE ? start : end, error);
}

static const char *const spot_names[] = {"x", "y", "z"};

static Value triangle_at_call(Call *call) {
    const WalkMesh *mesh = aswm_walk(call->document, call->error);
    WalkSpot spot;
    WalkSheets sheets = {0};
    if (!mesh || !walk_take_spot(call->values, call->count, spot_names, &spot, call->error)) {
        return value_null();
    }
    if (!spot.z) {
        return value_reference(walk_triangle_at(mesh, spot.place), mesh->triangle_count);
    }
    uint32_t best = WALK_NONE;
    double least = HUGE_VAL;
    walk_sheets_at(mesh, spot.place.x, spot.place.y, call->scratch, &sheets, call->error);
    for (uint64_t i = 0; i < sheets.count; i++) {
        double distance = fabs(sheets.items[i].z - *spot.z);
        uint32_t triangle = sheets.items[i].triangle;
        if (distance > least || (distance == least && triangle > best)) continue;
        best = triangle;
        least = distance;
    }
    return value_reference(best, mesh->triangle_count);
}

/* With z this is about the surfaces nearest to it, of which an edge has two: their heights differ
** by rounding. */
static Value walkable_at_call(Call *call) {
    const double rounding = 1e-12; /* metres */
    const WalkMesh *mesh = aswm_walk(call->document, call->error);
    WalkSpot spot;
    WalkSheets sheets;
    double least = HUGE_VAL;
    bool walkable = false;
    if (!mesh || !walk_take_spot(call->values, call->count, spot_names, &spot, call->error) ||
        !walk_sheets_at(mesh, spot.place.x, spot.place.y, call->scratch, &sheets, call->error)) {
        return value_null();
    }
    for (uint64_t i = 0; spot.z && i < sheets.count; i++) {
        least = fmin(least, fabs(sheets.items[i].z - *spot.z));
    }
    for (uint64_t i = 0; i < sheets.count; i++) {
        bool is_near = !spot.z || fabs(sheets.items[i].z - *spot.z) <= least + rounding;
        walkable |= is_near && sheets.items[i].walkable;
    }
    return value_integer(walkable);
}

static Value height_call(Call *call) {
    const WalkMesh *mesh = aswm_walk(call->document, call->error);
    Point2 place = {0, 0};
    if (!mesh || !value_take_point(call->values, "x", "y", &place, call->error))
        return value_null();
    uint32_t triangle = walk_triangle_at(mesh, place);
    double height = triangle == WALK_NONE ? (double)NAN : walk_height_at(mesh, triangle, place);
    return isnan(height) ? value_null() : value_real(height);
}

static Value distance_call(Call *call) {
    const WalkMesh *mesh = aswm_ways(call->document, call->error);
    return mesh ? walk_distance_call(call, mesh, call->values) : value_null();
}

static Value next_triangle_call(Call *call) {
    const Aswm *mesh = mesh_of_document(call->document);
    uint32_t from = 0, to = 0;
    if (!aswm_has_ways(mesh, call->error) ||
        !aswm_take_ends(call->document, call->values, call->count, call->scratch, &from, &to,
                        call->error)) {
        return value_null();
    }
    return value_reference(aswm_next_triangle(mesh, from, to), mesh->triangle_count);
}

static Value next_island_call(Call *call) {
    const Aswm *mesh = mesh_of_document(call->document);
    uint64_t islands = mesh->island_count;
    uint32_t from = 0, to = 0;
    if (!aswm_has_ways(mesh, call->error) ||
        !take_id(call->values[0], "from_island", islands, "islands", &from, call->error) ||
        !take_id(call->values[1], "to_island", islands, "islands", &to, call->error)) {
        return value_null();
    }
    return value_reference(aswm_next_island(mesh, from, to), islands);
}

static Value path_status_call(Call *call) {
    uint32_t from = 0, to = 0;
    AswmRoute route;
    WalkStatus status;
    if (!aswm_take_ends(call->document, call->values, call->count, call->scratch, &from, &to,
                        call->error) ||
        !aswm_route(mesh_of_document(call->document), from, to, call->scratch, &route, &status,
                    call->error)) {
        return value_null();
    }
    return value_text(aswm_status_names[status]);
}

/* Finds what lies behind the edges between a triangle's corners, and tells whether these follow
** each other clockwise. A sliver that is folded back over the largest of its neighbours counts as
** turned over. */
static bool find_neighbors(const WalkMesh *mesh, uint32_t triangle, const Vector corners[3],
                           uint32_t next[3]) {
    const uint32_t *vertices = mesh->corners[triangle];
    double area = corners_normal(corners).z, most = fabs(area);
    bool is_folded = false;
    for (uint32_t i = 0; i < 3 * walk_side_count(mesh, triangle); i++) {
        const WalkSide *side = &walk_sides(mesh, triangle)[i / 3];
        const uint32_t k = i % 3;
        Vector behind[3];
        if (!walk_is_spoke(side, vertices[k]) || !walk_is_spoke(side, vertices[(k + 1) % 3]))
            continue;
        next[k] = side->next;
        if (next[k] == WALK_NONE || !walk_corners(mesh, next[k], behind) ||
            fabs(corners_normal(behind).z) <= most)
            continue;
        most = fabs(corners_normal(behind).z);
        is_folded = walk_folds(mesh, triangle, side);
    }
    return (area < 0) != is_folded;
}

static Value navmesh_call(Call *call) {
    const Aswm *mesh = mesh_of_document(call->document);
    const WalkMesh *walk = aswm_walk(call->document, call->error);
    const Value tile_id = call->arguments->values[0];
    DetourMesh made = {.columns = mesh->grid_width,
                       .rows = mesh->grid_height,
                       .tile_width = (double)mesh->tile_size,
                       .tile_depth = (double)mesh->tile_size};
    uint32_t only = DETOUR_NONE;
    if (!walk || !detour_begin(call, 1, &made) ||
        (tile_id.type != VALUE_NULL &&
         !take_id(tile_id, "tile_id", mesh->tile_count, "tiles", &only, call->error))) {
        return value_null();
    }
    for (uint32_t i = 0; i < walk->triangle_count; i++) {
        uint32_t materials = (aswm_triangle_flags(mesh, i) & ASWM_MATERIALS) / ASWM_DIRT;
        uint32_t next[] = {WALK_NONE, WALK_NONE, WALK_NONE};
        Vector corners[3];
        if (!walk->walkable[i] || !walk_corners(walk, i, corners)) continue;
        uint32_t area = materials ? (uint32_t)__builtin_ctz(materials) + 1 : 0;
        const DetourTriangle added = {.tile = aswm_tile_of(mesh, i),
                                      .number = i,
                                      .area = area,
                                      .is_clockwise = find_neighbors(walk, i, corners, next)};
        if (!detour_add(&made, corners, added, next, call->error)) return value_null();
    }
    return detour_write(&made, only, call);
}

static const Function functions[] = {
    {"aswm_triangle_at", "src, x, y [, z]",
     .doc = "The id of the triangle at a point; where surfaces overlap, of the one nearest to z, "
            "or the first without z. NULL off the mesh.",
     .example = "SELECT aswm_triangle_at('samples/house.trx', 4.5, 4.5)", .format = &trn_format,
     .call = triangle_at_call},
    {"aswm_walkable_at", "src, x, y [, z]",
     .doc =
         "1 if one can walk on a triangle at a point, else 0; where surfaces overlap, on the one "
         "nearest to z, or on any without z. 0 off the mesh.",
     .example = "SELECT tag, aswm_walkable_at(gamemap_beside(file, 'trx'), x, y, z) "
                "FROM nwn_objects('samples/house.git') WHERE kind IN ('creature', 'waypoint')",
     .format = &trn_format, .call = walkable_at_call},
    {"aswm_height", "src, x, y",
     .doc = "The height of the walkmesh at a point in metres; NULL off the mesh.",
     .example = "SELECT aswm_height('samples/house.trx', 4.5, 4.5)", .format = &trn_format,
     .call = height_call},
    {"aswm_distance", "src, x1, y1, x2, y2",
     .doc = "The length of the shortest way over the ground from one place to another in metres, "
            "that of aswm_pulled_path, which tells where it may be too long. NULL where there is "
            "no way (aswm_path_status says why); a place off the mesh is an error that names the "
            "nearest one on it.",
     .example = "SELECT aswm_distance('samples/house.trx', 1, 2, 13, 14)", .format = &trn_format,
     .call = distance_call},
    {"aswm_next_triangle", "src, from_triangle, to_triangle", .most = 5,
     .doc = "The next triangle on the way to another one of the same tile, by the tile's path "
            "table; NULL where there is none. With x and y of two places instead, it is about the "
            "triangles at them.",
     .example = "SELECT aswm_next_triangle('samples/house.trx', 0, 5)", .format = &trn_format,
     .call = next_triangle_call},
    {"aswm_next_island", "src, from_island, to_island",
     .doc = "The next island on the way to another; NULL where there is none.",
     .example = "SELECT aswm_next_island('samples/house.trx', 0, 1)", .format = &trn_format,
     .call = next_island_call},
    {"aswm_path_status", "src, from_triangle, to_triangle", .most = 5,
     .doc = "Whether aswm_path finds a route: 'ok', 'same', 'not baked', 'not walkable', "
            "'unreachable', or 'broken' where the tables are damaged. With x and y of two places "
            "instead, it is about the triangles at them.",
     .example = "SELECT aswm_path_status('samples/house.trx', 0, 80)", .format = &trn_format,
     .call = path_status_call},
    {"aswm_glb", "src",
     .doc = "A walkmesh as binary glTF (.glb), in metres, y is up: walkable triangles by what the "
            "ground is, all others grey.",
     .example = "SELECT length(aswm_glb('samples/house.trx')) > 1000", .format = &trn_format,
     .call = aswm_glb_call},
    {.name = "aswm_navmesh",
     .takes = "src [, tile_id] [, set]",
     .doc = "The walkable ground of a walkmesh" DETOUR_DOC
            "Areas of polygons are the lowest material: 1 dirt, 2 grass, 3 stone, and on as in "
            "aswm_triangles; 0 none. Slivers that are folded back over their neighbours are cut "
            "off, so ways there can be shorter than aswm_distance by as much as they are deep.",
     .example = "SELECT length(aswm_navmesh('samples/house.trx'))",
     .format = &trn_format,
     ARGUMENTS({"tile_id", "Id of the only tile of the walkmesh to be written; NULL: all",
                .optional = true},
               DETOUR_SET_OPTION),
     .call = navmesh_call},
    {.name = "trn_glb",
     .names_files = true,
     .takes = "src [, textures]",
     .doc = "The ground and water of an exterior as binary glTF (.glb), in metres, y is up: a node "
            "for each megatile, with its tints, and the first of its textures. Most interiors "
            "have neither, which is an error: aswm_glb shows those. " GLB_TEXTURES_DOC,
     .example = "SELECT length(trn_glb('samples/meadow.trx')) > 1000",
     .format = &trn_format,
     ARGUMENTS(GLB_TEXTURES_OPTION),
     .call = trn_glb_call},
};

const Module trn_module = {
    FORMATS(&trn_format),
    TABLES(&trn_files, &trn_packets, &trn_areas, &trn_terrains, &trn_terrain_vertices,
           &trn_terrain_triangles, &trn_grass, &trn_grass_blades, &trn_waters, &trn_water_vertices,
           &trn_water_triangles, &aswm_meshes, &aswm_vertices, &aswm_edges, &aswm_triangles,
           &aswm_tiles, &aswm_tile_vertices, &aswm_tile_edges, &aswm_tile_paths, &aswm_islands,
           &aswm_island_links, &aswm_island_paths, &aswm_path, &aswm_shortest_path,
           &aswm_pulled_path, &aswm_nearest_table, &aswm_sight_table, &aswm_sheets,
           &aswm_components, &aswm_removed, &aswm_added),
    MODULE_PARTS(functions, function),
};
