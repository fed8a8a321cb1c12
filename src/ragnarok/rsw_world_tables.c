/* The RSW tables of the header of a world, its files, water and light, and of the tree by which the
** game finds what is in sight. rsw.h describes them. */
#include "ragnarok/rsw.h"
#include "ragnarok/ro_names.h"
#include "ragnarok/gnd/gnd.h"

static bool world_rows(Opening *opening) {
    const Rsw *rsw = (const Rsw *)opening->document;
    return opening_set_rows(opening, rsw->header, 1, RSW_HEADER_BYTES);
}

static uint64_t world_offset(const Row *row) {
    return row->index;
}

/* Returns where a field of the header lies, whose place depends on the version. */
static const uint8_t *world_field(const Row *row, uint32_t offset) {
    const Rsw *rsw = row->document;
    uint64_t place = rsw_header_place(rsw, offset);
    return place == NO_OFFSET ? NULL : rsw->document.bytes + place;
}

static Value sun_direction(const Row *row, const Column *column) {
    double longitude = (double)load_i32(row->record + RSW_HEADER_LONGITUDE) * RSW_DEGREE;
    double latitude = (double)load_i32(row->record + RSW_HEADER_LATITUDE) * RSW_DEGREE;
    const double sun[] = {sin(latitude) * sin(longitude), cos(latitude),
                          sin(latitude) * cos(longitude)};
    return value_real(sun[column->number]);
}

/* Tells whether water is seen: whether its waves reach above some of the ground, if that exists. */
static bool water_is_seen(const NameSearch *search, const Document *document, bool *is_seen) {
    const Rsw *rsw = (const Rsw *)document;
    FoundName found;
    Error problem = {0};
    *is_seen = false;
    if (!names_find_korean(search, &ro_ground, rsw->header + RSW_HEADER_GND, RSW_HEADER_NAME_BYTES,
                           &found)) {
        return false;
    }
    if (!found.file.path) return true;
    Document *gnd = search->beside->open_found(search->beside, &found.file, &gnd_format, &problem);
    bool is_open = gnd && gnd_measure_tops(gnd, &problem);
    if (is_open) {
        *is_seen = gnd_shows_water((const Gnd *)gnd, load_f32(rsw->header + RSW_HEADER_WATER_LEVEL),
                                   load_f32(rsw->header + RSW_HEADER_WAVE_HEIGHT));
    }
    if (gnd) search->beside->close(search->beside, gnd);
    return is_open || !error_is_not_its_own(&problem) || fail_as(search->error, &problem);
}

static bool water_tells(const Row *row, uint32_t number, Named *named) {
    static const NameKind texture = RO_WATER_TEXTURE(.needs = water_is_seen);
    bool has_type = rsw_has(row->document, RSW_FIELD_WATER);
    int32_t type = load_i32(row->record + RSW_HEADER_WATER_TYPE);
    return has_type && ro_water_tells(row, &texture, type, number, named);
}

static bool file_tells(const Row *row, uint32_t number, Named *named) {
    if (number > 1 || !((const Rsw *)row->document)->document.name) return false;
    *named = number
                 ? name_of_kind(&ro_music, ro_name_of_stem(row, "", ".rsw"))
                 : name_of_kind(&ro_minimap, ro_name_of_stem(row, "유저인터페이스\\map\\", ".bmp"));
    return true;
}

#define IF_HAS(Field)                                                                              \
    .condition = {.bytes = 4,                                                                      \
                  .of_document = true,                                                             \
                  .offset = offsetof(Rsw, fields),                                                 \
                  .mask = UINT32_C(1) << RSW_FIELD_##Field}
#define HEADER_NAME(name, doc, kind, offset, Field)                                                \
    CHARS_CP949(name, doc, offset, RSW_HEADER_NAME_BYTES, .nocase = true, IF_HAS(Field),           \
                .names = &kind),                                                                   \
        BYTES(name "_raw", RO_RAW_DOC, offset, RSW_HEADER_NAME_BYTES, .hidden = true,              \
              IF_HAS(Field))
#define WATER_DOC              "; NULL where the version lacks it: from 2.6 on see gnd_water"
#define COUNT(name, doc, kind) DOCUMENT_MEMBER(U64, name, NULL, doc, Rsw, lists[kind].count)

#define COLOR(name, doc, offset)                                                                   \
    F32(name "_red", "0 to 1", doc ", red", offset + RSW_R, IF_HAS(LIGHT)),                        \
        F32(name "_green", "0 to 1", doc ", green", offset + RSW_G, IF_HAS(LIGHT)),                \
        F32(name "_blue", "0 to 1", doc ", blue", offset + RSW_B, IF_HAS(LIGHT))

#define UNUSED_BOUND                                                                               \
    "A bound that no known program uses: left-over memory in nearly all files; NULL before 1.6"

static const Column world_columns[] = {
    DOCUMENT_MEMBER(STRING, "version", NULL, "Version", Rsw, document.version),
    U32("build", NULL, "Build number of the editor; NULL before 2.5", RSW_HEADER_BUILD,
        IF_HAS(BUILD)),
    U8("flag", NULL, "0 or 1, of unknown use; NULL before 2.2", RSW_HEADER_FLAG, IF_HAS(FLAG)),
    HEADER_NAME("ini_file", "An ini file, empty in all known files; from CP949", ro_unknown_file,
                RSW_HEADER_INI, INI),
    HEADER_NAME("gnd_file", "The GND file of the map, which need not have the world's own name",
                ro_ground, RSW_HEADER_GND, GND),
    HEADER_NAME("gat_file", "The GAT file of the map; NULL before 1.4", ro_altitude, RSW_HEADER_GAT,
                GAT),
    HEADER_NAME("scr_file", "An \"scr\" file, empty in all known files", ro_unknown_file,
                RSW_HEADER_SCR, SCR),
    F32("water_level", "GND units",
        "Altitude of the water, larger is lower: ground is below it where its altitude is "
        "larger" WATER_DOC,
        RSW_HEADER_WATER_LEVEL, IF_HAS(WATER_LEVEL)),
    I32("water_type", NULL, "Texture set, as in water<type>00.jpg; 4 and 6 are lava" WATER_DOC,
        RSW_HEADER_WATER_TYPE, IF_HAS(WATER), .tells = water_tells),
    F32("wave_height", "GND units", "Amplitude of the waves" WATER_DOC, RSW_HEADER_WAVE_HEIGHT,
        IF_HAS(WATER)),
    F32("wave_speed", "degrees per frame", "Speed of the waves, at 60 frames a second" WATER_DOC,
        RSW_HEADER_WAVE_SPEED, IF_HAS(WATER)),
    F32("wave_pitch", "degrees per cube", "Phase of the waves from one cube to the next" WATER_DOC,
        RSW_HEADER_WAVE_PITCH, IF_HAS(WATER)),
    I32("cycle_interval", "frames", "How long each of the 32 water textures is shown" WATER_DOC,
        RSW_HEADER_WATER_CYCLE, IF_HAS(WATER_CYCLE)),
    I32("light_longitude", "degrees", "Longitude of the sun; NULL before 1.5", RSW_HEADER_LONGITUDE,
        IF_HAS(LIGHT)),
    I32("light_latitude", "degrees", "Latitude of the sun", RSW_HEADER_LATITUDE, IF_HAS(LIGHT)),
    GET_WITH("sun_x", REAL, NULL, "Direction of the sun by the two angles, in the world's axes",
             sun_direction, 0, IF_HAS(LIGHT)),
    GET_WITH("sun_y", REAL, NULL, "Direction of the sun, down", sun_direction, 1, IF_HAS(LIGHT)),
    GET_WITH("sun_z", REAL, NULL, "Direction of the sun, to the north", sun_direction, 2,
             IF_HAS(LIGHT)),
    COLOR("diffuse", "Colour of the sun's light", RSW_HEADER_DIFFUSE),
    COLOR("ambient", "Colour of the light that is everywhere", RSW_HEADER_AMBIENT),
    F32("shadow_opacity", "0 to 1", "How dark shadows are; NULL before 1.7", RSW_HEADER_SHADOW,
        IF_HAS(SHADOW)),
    I32("top", NULL, UNUSED_BOUND, RSW_HEADER_TOP, IF_HAS(BOUNDS)),
    I32("bottom", NULL, UNUSED_BOUND, RSW_HEADER_BOTTOM, IF_HAS(BOUNDS)),
    I32("left", NULL, UNUSED_BOUND, RSW_HEADER_LEFT, IF_HAS(BOUNDS)),
    I32("right", NULL, UNUSED_BOUND, RSW_HEADER_RIGHT, IF_HAS(BOUNDS)),
    DOCUMENT_MEMBER(U64, "object_count", NULL, "Number of objects", Rsw, object_count),
    COUNT("model_count", "Number of models", RSW_MODEL),
    COUNT("light_count", "Number of lights", RSW_LIGHT),
    COUNT("sound_count", "Number of sounds", RSW_SOUND),
    COUNT("effect_count", "Number of effects", RSW_EFFECT),
    DOCUMENT_MEMBER(U64, "node_count", NULL,
                    "Number of nodes of the tree: 1365, or 0 if there is no tree", Rsw, node_count),
    DOCUMENT_MEMBER(BOOL, "has_model_byte", NULL,
                    "1 if models have the byte that rsw_models shows as unknown_52", Rsw,
                    has_model_byte),
    DOCUMENT_MEMBER(BOOL, "has_sound_cycle", NULL, "1 if sounds have a cycle", Rsw,
                    has_sound_cycle),
    DOCUMENT_MEMBER(U64, "unknown_count", NULL,
                    "Numbers of unknown use before the objects; NULL before 2.7", Rsw,
                    unknown_count, WHERE_DOCUMENT(Rsw, unknowns.bytes)),
    DOCUMENT_MEMBER(U64, "trailing_bytes", "bytes", "Bytes after the end of the world", Rsw,
                    trailing.size),
    RUN(BYTES, "unknowns", "The numbers of unknown use, four bytes each; NULL before 2.7", Rsw,
        unknowns, .of_document = true, .hidden = true),
    RUN(BYTES, "trailing", "The bytes after the end of the world", Rsw, trailing,
        .of_document = true, .hidden = true),
};

const Table rsw_worlds = {
    TABLE("rsw_worlds", rsw_format, world_columns),
    .doc = "The header of each world, one row for a file: files, water, light, counts.",
    .example = "SELECT file, version, gnd_file, water_level, model_count "
               "FROM rsw_worlds('samples/*.rsw')",
    .rows = world_rows,
    .byte_offset = world_offset,
    .file_tells = file_tells,
    .field_at = world_field,
};

static const uint8_t *quadrant_at(const Row *row, uint32_t at) {
    return row->index ? &((const Rsw *)row->document)->places[row->index].quadrant + at : NULL;
}

static const Name quadrant_names[] = {
    {RSW_SW, "south-west"},
    {RSW_SE, "south-east"},
    {RSW_NW, "north-west"},
    {RSW_NE, "north-east"},
    {0},
};

#define VECTOR(name, doc, offset)                                                                  \
    F32(name "_x", "GND units", doc ", to the east", (offset) + RSW_X),                            \
        F32(name "_y", "GND units", doc ", down", (offset) + RSW_Y),                               \
        F32(name "_z", "GND units", doc ", to the north", (offset) + RSW_Z)

static const Column node_columns[] = {
    ITEM(REF_U32, "parent_id", NULL, "The node that holds it; NULL for the root", Rsw, places,
         offsetof(RswPlace, parent), .references = "rsw_quadtree"),
    ITEM(U8, "level", NULL,
         "Level of the node: 0 for the root, 5 for leaves; nodes come depth first", Rsw, places,
         offsetof(RswPlace, level)),
    FIELD_AT(MEMBER_U8, "quadrant", NULL, "Which quarter of its parent it is; NULL for the root",
             quadrant_at, 0),
    COLUMN(MEMBER_U8, TEXT, "quadrant_name", "The name of that number", .where = quadrant_at,
           .value_names = quadrant_names),
    VECTOR("max", "Upper bound of the box", RSW_NODE_MAXIMUM),
    VECTOR("min", "Lower bound of the box", RSW_NODE_MINIMUM),
    VECTOR("half", "Half of its size, as stored", RSW_NODE_HALF_SIZE),
    VECTOR("center", "Its centre, as stored", RSW_NODE_CENTER),
};

const Table rsw_quadtree = {
    TABLE("rsw_quadtree", rsw_format, node_columns),
    .doc = "The tree of boxes by which the client decides what to draw: 1365 nodes of six levels.",
    .example = "SELECT level, count(*), min(min_y), max(max_y) "
               "FROM rsw_quadtree('samples/town.rsw') GROUP BY level",
    .typical_rows = RSW_TREE_NODES,
    ROWS(Rsw, tree, node_count, RSW_NODE_BYTES),
    .prepare = rsw_place_nodes,
};
