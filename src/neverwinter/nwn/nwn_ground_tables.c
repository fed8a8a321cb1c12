/* Tables of the ground of areas of Neverwinter Nights 1. nwn_ground.h has the definitions. */
#include "neverwinter/nwn/nwn_ground.h"
#include "neverwinter/nwn/nwn_tables.h"

/* The first argument names models, number `sets` may name tilesets. */
static NwnTileset tileset_of(const Opening *opening, int sets) {
    return (NwnTileset){.models = opening->arguments->files[0],
                        .sets = opening->arguments->files[sets],
                        .beside = opening->beside};
}

/* Makes the ground, of which a table shows the vertices or the triangles. */
static bool ground_rows(Opening *opening) {
    NwnTileset tileset = tileset_of(opening, 1);
    NwnGround made;
    if (!nwn_make_ground((const Gff *)opening->document, &tileset, opening->scratch, &made,
                         opening->error)) {
        return false;
    }
    return opening->table == &nwn_area_vertices
               ? opening_set_rows(opening, made.vertices, made.vertex_count, sizeof *made.vertices)
               : opening_set_rows(opening, made.triangles, made.triangle_count,
                                  sizeof *made.triangles);
}

static const Column vertex_columns[] = {
    MEMBER_REF("tile_id", "nwn_tiles", "The tile", NwnGroundVertex, tile_id),
    MEMBER(F64, "x", METERS, "Where it is in the area, to the east", NwnGroundVertex, place.x),
    MEMBER(F64, "y", METERS, "Where it is in the area, to the north", NwnGroundVertex, place.y),
    MEMBER(F64, "z", METERS, "Its height in the area, up", NwnGroundVertex, place.z),
};

const Table nwn_area_vertices = {
    NWN_AREA_TABLE("nwn_area_vertices", vertex_columns, NWN_SETS),
    .doc =
        "Vertices of the ground of an area of the first game (.are): those of the walkmeshes of "
        "its tiles, put where the area and its tileset say. That of a tile is its .wok, on which "
        "the game walks, or, without one, in its .mdl.",
    .example = "SELECT count(*), min(x), max(x), min(y), max(y), min(z), max(z) "
               "FROM nwn_area_vertices('samples/cellar.are', 'samples/tc_*.mdl')",
    .typical_rows = 5000,
    .rows = ground_rows,
    .indexes = {{.keys = {"tile_id"}, .rows_per_key = 50}},
};

static int32_t surface_of(const Row *row, const Column *column) {
    return *(const int32_t *)(const void *)(row->record + column->number);
}

static Value surface_name(const Row *row, const Column *column) {
    return value_name(mdl_surface_name(surface_of(row, column)));
}

static Value surface_walkable(const Row *row, const Column *column) {
    return value_integer(nwn_is_walkable(surface_of(row, column)));
}

#define SURFACE(Struct)                                                                            \
    MEMBER(I32, "surface", NULL, "Its material", Struct, surface),                                 \
        GET_WITH("surface_name", TEXT, NULL,                                                       \
                 "The name of that number; NULL where no name is known", surface_name,             \
                 offsetof(Struct, surface)),                                                       \
        GET_WITH("walkable", INTEGER, NULL,                                                        \
                 "1 if one walks on that surface, by the game's own surfacemat.2da: not on "       \
                 "NotDefined, Obscuring, Nonwalk, Transparent, Lava, BottomlessPit and DeepWater", \
                 surface_walkable, offsetof(Struct, surface))

#define CORNER(k)                                                                                  \
    MEMBER_REF("vertex" #k, "nwn_area_vertices", "Corner " #k ", of the same area",                \
               NwnGroundTriangle, vertices[k])

static const Column triangle_columns[] = {
    MEMBER_REF("tile_id", "nwn_tiles", "The tile", NwnGroundTriangle, tile_id),
    THREE_OF(CORNER),
    SURFACE(NwnGroundTriangle),
    MEMBER(U32, "node_id", NULL, "The node of the tile's model, an id of its mdl_nodes",
           NwnGroundTriangle, node),
    MEMBER(U32, "face_id", NULL, "The face of the tile's model, an id of its mdl_faces",
           NwnGroundTriangle, face),
};

const Table nwn_area_triangles = {
    NWN_AREA_TABLE("nwn_area_triangles", triangle_columns, NWN_SETS),
    .doc = "Triangles of the ground of an area of the first game (.are), with the vertices of "
           "nwn_area_vertices.",
    .example = "SELECT surface_name, walkable, count(*) "
               "FROM nwn_area_triangles('samples/cellar.are', 'samples/tc_*.mdl') GROUP BY 1",
    .typical_rows = 8000,
    .rows = ground_rows,
    .indexes = {{.keys = {"tile_id"}, .rows_per_key = 80}},
};

static bool hit_rows(Opening *opening) {
    NwnTileset tileset = tileset_of(opening, 3);
    NwnGroundHit *hits;
    uint64_t count;
    Point2 at;
    return value_take_point(opening->arguments->values + 1, "x", "y", &at, opening->error) &&
           nwn_find_ground((const Gff *)opening->document, &tileset, at.x, at.y, opening->scratch,
                           &hits, &count, opening->error) &&
           opening_set_rows(opening, hits, count, sizeof *hits);
}

static const Column hit_columns[] = {
    MEMBER_REF("tile_id", "nwn_tiles", "The tile there", NwnGroundHit, tile_id),
    MEMBER(STRING, "model", NULL, "The model of that tile", NwnGroundHit, model, .nocase = true),
    MEMBER(F64, "z", METERS, "Height of the face at the point, in the area", NwnGroundHit, z),
    SURFACE(NwnGroundHit),
    MEMBER(U32, "node_id", NULL, "The node of the model, an id of its mdl_nodes", NwnGroundHit,
           node),
    MEMBER(U32, "face_id", NULL, "The face of the model, an id of its mdl_faces", NwnGroundHit,
           face),
};

const Table nwn_walk_hits = {
    NWN_AREA_TABLE("nwn_walk_hits", hit_columns,
                   {.name = "x", .doc = "Place in the area in metres, to the east"},
                   {.name = "y", .doc = "Place in the area in metres, to the north"}, NWN_SETS),
    .doc = "The faces of the ground of an area of the first game (.are) that a vertical line hits, "
           "the highest first, in the tile at the point; there are no rows off the ground.",
    .example = "SELECT tile_id, model, z, surface_name, walkable "
               "FROM nwn_walk_hits('samples/cellar.are', 'samples/tc_*.mdl', 4.5, 4.5)",
    .rows = hit_rows,
};
