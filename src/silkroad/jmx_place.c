/* Places in JMXVNVM files: sides, region ids, and the height and cell at a place. */
#include "silkroad/jmx.h"

static JmxBox line_of(const uint8_t *edge) {
    return (JmxBox){load_f32(edge + JMX_EDGE_X0), load_f32(edge + JMX_EDGE_Z0),
                    load_f32(edge + JMX_EDGE_X1), load_f32(edge + JMX_EDGE_Z1)};
}

/* Tells whether both ends lie on a line; NaN lies on none. */
static bool is_at(float from, float to, float line) {
    return from >= line && from <= line && to >= line && to <= line;
}

static JmxSide side_of_box(const JmxBox *line, const JmxBox *box) {
    if (is_at(line->min_z, line->max_z, box->max_z)) return JMX_NORTH;
    if (is_at(line->min_x, line->max_x, box->max_x)) return JMX_EAST;
    if (is_at(line->min_z, line->max_z, box->min_z)) return JMX_SOUTH;
    if (is_at(line->min_x, line->max_x, box->min_x)) return JMX_WEST;
    return JMX_NO_SIDE;
}

JmxSide jmx_side(const Jmx *jmx, uint64_t cell, const uint8_t *edge) {
    JmxBox line = line_of(edge), box = jmx_cell_box(jmx, cell);
    return side_of_box(&line, &box);
}

JmxSide jmx_border(const uint8_t *edge) {
    static const JmxBox region = {0, 0, JMX_REGION_UNITS, JMX_REGION_UNITS};
    JmxBox line = line_of(edge);
    return side_of_box(&line, &region);
}

int32_t jmx_region_at(JmxSector sector, bool old) {
    int32_t width = old ? 128 : 256, height = old ? 256 : 128;
    if (sector.x < 0 || sector.x >= width || sector.z < 0 || sector.z >= height) return -1;
    return sector.z * width + sector.x;
}

JmxNumbering jmx_numbering(const Jmx *jmx) {
    JmxNumbering numbering = JMX_ANY_NUMBERING;
    for (uint64_t i = 0; i < jmx->global_edge_count; i++) {
        const uint8_t *edge = jmx_edge(jmx, i);
        int32_t away = load_u16(edge + JMX_EDGE_REGION1) - jmx->region_id;
        int32_t distance = away < 0 ? -away : away; /* asked first: most edges tell nothing new */
        if (distance != 0x80 && (distance != 0x100 || numbering == JMX_NEW_NUMBERING)) continue;
        if (jmx_border(edge) != (away > 0 ? JMX_NORTH : JMX_SOUTH)) continue;
        if (distance == 0x80) return JMX_OLD_NUMBERING;
        numbering = JMX_NEW_NUMBERING;
    }
    return numbering;
}

bool jmx_is_inside(double x, double z) {
    return x >= 0 && x < JMX_REGION_UNITS && z >= 0 && z < JMX_REGION_UNITS;
}

typedef struct Corners {
    double southwest, southeast, northwest, northeast;
} Corners;

/* Returns the height at `east` and `north` (0 to below 1) of a tile that is split from the
** south-west to the north-east corner. */
static double two_triangles(const Corners *at, double east, double north) {
    if (east >= north) {
        return at->southwest + (at->southeast - at->southwest) * east +
               (at->northeast - at->southeast) * north;
    }
    return at->southwest + (at->northwest - at->southwest) * north +
           (at->northeast - at->northwest) * east;
}

/* Returns the height in a tile that is split from the south-east to the north-west corner. */
static double other_triangles(const Corners *at, double east, double north) {
    if (east + north <= 1) {
        return at->southwest + (at->southeast - at->southwest) * east +
               (at->northwest - at->southwest) * north;
    }
    return at->northeast + (at->northwest - at->northeast) * (1 - east) +
           (at->southeast - at->northeast) * (1 - north);
}

double jmx_height_at(const Jmx *jmx, double x, double z, JmxGround ground) {
    if (!jmx_is_inside(x, z)) return (double)NAN;
    unsigned column = (unsigned)(x / JMX_TILE_UNITS), row = (unsigned)(z / JMX_TILE_UNITS);
    double east = x / JMX_TILE_UNITS - column, north = z / JMX_TILE_UNITS - row;
    const uint8_t *south = jmx->heights + (row * JMX_CORNERS + column) * JMX_HEIGHT_BYTES;
    const uint8_t *north_of = south + JMX_CORNERS * JMX_HEIGHT_BYTES;
    Corners at = {(double)load_f32(south), (double)load_f32(south + JMX_HEIGHT_BYTES),
                  (double)load_f32(north_of), (double)load_f32(north_of + JMX_HEIGHT_BYTES)};
    bool turned = ground == JMX_PARITY && (column + row) % 2;
    double height = turned ? other_triangles(&at, east, north) : two_triangles(&at, east, north);
    if (ground == JMX_BILINEAR) {
        height = (at.southwest * (1 - east) + at.southeast * east) * (1 - north) +
                 (at.northwest * (1 - east) + at.northeast * east) * north;
    }
    unsigned plane = row / JMX_TILES_PER_PLANE * JMX_PLANES + column / JMX_TILES_PER_PLANE;
    if (!jmx->plane_types || !(jmx->plane_types[plane] & JMX_ICE)) return height;
    double ice = (double)load_f32(jmx->plane_heights + plane * JMX_PLANE_HEIGHT_BYTES);
    return ice > height ? ice : height;
}

int64_t jmx_cell_at(const Jmx *jmx, double x, double z) {
    if (!jmx_is_inside(x, z)) return -1;
    unsigned column = (unsigned)(x / JMX_TILE_UNITS), row = (unsigned)(z / JMX_TILE_UNITS);
    uint32_t cell = jmx_tile_cell(jmx, (uint64_t)row * JMX_TILES + column);
    return cell < jmx->cells.count ? (int64_t)cell : -1;
}
