/* RSM tables: models, their textures and nodes. rsm.h describes the format. */
#include "ragnarok/rsm/rsm_tables.h"
#include "ragnarok/ro_names.h"
#include "ragnarok/rsm/rsm_glb.h"
#include "scene/glb_call.h"
#include "table/options.h"
#include "table/place.h"

Value rsm_bound(const RsmBox *box, uint32_t bound) {
    if (!box->is_known) return value_null();
    if (bound >= RSM_WIDTH) {
        return value_real(box->high[bound - RSM_WIDTH] - box->low[bound - RSM_WIDTH]);
    }
    return value_real(bound < RSM_MAX_X ? box->low[bound] : box->high[bound - RSM_MAX_X]);
}

/* What a column shows of the field of a name: its text, or all bytes. */
typedef enum NamePart { NAME_TEXT, NAME_WHOLE } NamePart;

static bool name_lies(RsmName name, uint32_t part, CellPlace *place) {
    place->field = name.bytes;
    place->bytes = name.field_size;
    place->kind = part == NAME_TEXT ? CELL_CHARS_CP949 : CELL_BYTES;
    return true;
}

/* Returns a field of the header; NULL: the version lacks it. */
static const uint8_t *header_at(const Row *row, uint32_t at) {
    const Rsm *rsm = row->document;
    bool has_it = at == RSM_SHADING || rsm_is_new(rsm) || (at == RSM_ALPHA && rsm_since(rsm, 1, 4));
    return has_it ? rsm->header + at : NULL;
}

/* Tells where the length in milliseconds lies, which only versions below 2.2 store. */
static bool length_lies(const Row *row, uint32_t at, CellPlace *place) {
    const Rsm *rsm = row->document;
    place->field = rsm->header + at;
    place->bytes = 4;
    place->kind = CELL_I32;
    return !rsm_is_new(rsm);
}

static Value milliseconds_of_frames(const Row *row, const Column *column UNUSED) {
    const Rsm *rsm = row->document;
    return value_real(rsm_seconds(rsm, rsm->length * 1000.0));
}

static bool root_lies(const Row *row, uint32_t part, CellPlace *place) {
    const Rsm *rsm = row->document;
    return rsm->root_count && name_lies(rsm->roots[0], part, place);
}

static Value model_has_animation(const Row *row) {
    const Rsm *rsm = row->document;
    return value_integer(rsm->key_count > 0);
}

static Value model_layout(const Row *row) {
    static const char *const names[] = {"usual", "1.5", "client", "short keys"};
    return value_name(names[((const Rsm *)row->document)->layout]);
}

/* The column's number is a RsmBound, of the box of all vertices; plus DRAWN, of the box of vertices
** that faces use. */
enum { DRAWN = 16 };

static Value model_bound(const Row *row, const Column *column) {
    const RsmPose *pose = ((const Rsm *)row->document)->pose;
    return column->number < DRAWN ? rsm_bound(&pose->box, column->number)
                                  : rsm_bound(&pose->drawn_box, column->number - DRAWN);
}

static const Name shading_names[] = {{0, "none"}, {1, "flat"}, {2, "smooth"}, {0}};

#define OF_WHOLE                 .of_whole = true
#define OF_POSE                  .of_whole = true, .prepare = rsm_make_pose
#define TOTAL(name, doc, member) MEMBER(U64, name, NULL, doc, Rsm, member, OF_WHOLE)
#define CENTRE(number, axis)                                                                       \
    ITEM(F64, "centre_" axis, RSM_UNITS,                                                           \
         "What is subtracted from all places before the model is placed; 0 for RSM2", Rsm, pose,   \
         offsetof(RsmPose, centre[number]), OF_POSE)
#define EXTENT(name, doc, bound) GET_WITH(name, REAL, RSM_UNITS, doc, model_bound, bound, OF_POSE)

static const Column model_columns[] = {
    MEMBER(STRING, "version", NULL, "Version: 1.1 to 1.5, or 2.2 and 2.3, called RSM2", Rsm,
           document.version),
    FIELD_BY(REAL, "length", "milliseconds",
             "Length of the animation; 16000 in most files, whether they move or not", length_lies,
             RSM_LENGTH, .get_with = milliseconds_of_frames),
    FIELD_AT(I32, "frames", "frames", "Length of the animation in frames; NULL before 2.2",
             header_at, RSM_LENGTH),
    FIELD_AT(F32, "frames_per_second", NULL, "Frames a second; NULL before 2.2", header_at,
             RSM_FRAMES_PER_SECOND),
    ENUM_AT(I32, "shading", "How it is shaded", header_at, RSM_SHADING, shading_names),
    FIELD_AT(U8, "alpha", "0 to 255", "Its opacity; NULL before 1.4", header_at, RSM_ALPHA),
    MEMBER(U64, "texture_count", NULL,
           "Number of textures; in 2.3, where nodes name them, of different names", Rsm,
           texture_count, OF_WHOLE),
    FIELD_BY(TEXT, "root_name", NULL,
             "Name of the root node, the first one where there are several; from CP949", root_lies,
             NAME_TEXT),
    MEMBER(U64, "node_count", NULL, "Number of nodes", Rsm, node_count),
    TOTAL("vertex_count", "Number of vertices of all nodes", vertices.count),
    TOTAL("face_count", "Number of faces of all nodes", faces.count),
    TOTAL("rotation_key_count", "Number of rotation keys", rotation_key_count),
    GET("has_animation", INTEGER, NULL, "1 if it has keys of any kind", model_has_animation,
        OF_WHOLE),
    RSM_BOUNDS("", model_bound, 0,
               "Box of all vertices of drawn nodes at rest, as the model stands at 0, 0, 0: lower "
               "bound",
               OF_POSE),
    RSM_BOUNDS("drawn_", model_bound, DRAWN,
               "Box of the vertices that faces of drawn nodes use: lower bound", OF_POSE),
    AXES_OF(CENTRE),
    EXTENT("width", "Size of its box in x", RSM_WIDTH),
    EXTENT("height", "Size of its box in y", RSM_HEIGHT),
    EXTENT("depth", "Size of its box in z", RSM_DEPTH),
    TOTAL("volume_box_count", "Number of volume boxes", box_count),
    TOTAL("drawn_node_count", "Number of nodes that a root reaches: the others aren't drawn",
          drawn_count),
    GET("layout", TEXT, NULL,
        "How the file had to be read: usual; 1.5 (with one more count); client (1.5 with position "
        "and scale keys, as a client of 2008 reads it); short keys (the model's have 16 bytes)",
        model_layout, OF_WHOLE),
    TOTAL("trailing_bytes", "Bytes after the end of the model", trailing.size),
    RUN(BYTES, "trailing", "The bytes after the end of the model", Rsm, trailing, .hidden = true,
        OF_WHOLE),
    POINTED(BYTES, "reserved", NULL, "16 bytes, zero in all known files; NULL from 2.2 on", Rsm,
            reserved, 0, .bytes = RSM_RESERVED_BYTES, .hidden = true),
    FIELD_BY(BLOB, "root_name_raw", NULL, RO_RAW_DOC, root_lies, NAME_WHOLE, .hidden = true),
};

static const Table rsm_models = {
    TABLE("rsm_models", rsm_format, model_columns),
    .doc = "Models, one row for a file: version, animation, counts, and the box of the model as "
           "it stands at 0, 0, 0.",
    .example = "SELECT file, version, node_count, width, height, depth "
               "FROM rsm_models('samples/model/**/*.rsm')",
    .reads = READS_HEADER,
    ONE_ROW,
};

static RsmName texture_of(const Row *row) {
    return ((const Rsm *)row->document)->textures[row->index];
}

static Value texture_is_used(const Row *row) {
    return value_integer(((const Rsm *)row->document)->texture_faces[row->index] > 0);
}

static uint64_t texture_offset(const Row *row) {
    return ((const Rsm *)row->document)->texture_starts[row->index];
}

static bool texture_lies(const Row *row, uint32_t part, CellPlace *place) {
    return !rsm_since(row->document, 2, 3) && name_lies(texture_of(row), part, place);
}

/* Returns a texture's name in 2.3, where each node that shows the texture has the name. */
static Value name_in_nodes(const Row *row, const Column *column) {
    RsmName name = texture_of(row);
    return column->at == NAME_TEXT ? row_text(row, ENCODING_CP949, name.bytes, name.size)
                                   : value_blob(name.bytes, name.field_size);
}

static const Column texture_columns[] = {
    FIELD_BY(TEXT, "name", NULL, "Path below data\\texture\\, backslashes as stored; from CP949",
             texture_lies, NAME_TEXT, .get_with = name_in_nodes, .nocase = true,
             .names = &rsm_texture),
    ITEM(U32, "faces", NULL, "Number of drawn faces that show it", Rsm, texture_faces, 0,
         .prepare = rsm_count_texture_faces),
    GET("is_used", INTEGER, NULL, "1 if a drawn face shows it", texture_is_used,
        .prepare = rsm_count_texture_faces),
    FOUND_PATH("texture_path", "The texture's file as it was found in texture/ beside the folder "
                               "model/ in which the model lies"),
    FIELD_BY(BLOB, "name_raw", NULL, RO_RAW_DOC, texture_lies, NAME_WHOLE,
             .get_with = name_in_nodes, .hidden = true),
};

static bool find_texture_paths(Opening *opening) {
    return names_find_paths(opening, &texture_columns[0]);
}

static const Table rsm_textures = {
    TABLE("rsm_textures", rsm_format, texture_columns),
    .doc = "Textures that a model names, and where they are found; in 2.3 those of all nodes, "
           "each name once.",
    .example = "SELECT name, faces FROM rsm_textures('samples/model/**/*.rsm')",
    .names_files = true,
    .typical_rows = 4,
    ROWS(Rsm, textures, texture_count, sizeof(RsmName)),
    .identity = {"name"},
    .rows = find_texture_paths,
    .byte_offset = texture_offset,
};

ROW_RECORD(RsmNode, node_of)

static Value node_is_drawn(const Row *row) {
    return value_integer(node_of(row)->depth != RSM_NONE);
}

static const uint8_t *node_world_at(const Row *row, uint32_t member) {
    if (node_of(row)->depth == RSM_NONE) return NULL;
    return (const uint8_t *)&((const Rsm *)row->document)->pose->nodes[row->index] + member;
}

static Value node_bound(const Row *row, const Column *column) {
    return rsm_bound(&((const Rsm *)row->document)->pose->boxes[row->index], column->number);
}

static bool node_name_lies(const Row *row, uint32_t part, CellPlace *place) {
    return name_lies(node_of(row)->name, part, place);
}

static bool parent_name_lies(const Row *row, uint32_t part, CellPlace *place) {
    return name_lies(node_of(row)->parent_name, part, place);
}

#define STORED(Name, Unit, Doc, Field) POINTED(F32, Name, Unit, Doc, RsmNode, transform, Field)
/* The cells of a matrix of three rows, each made by Make(row, column). */
#define NINE_OF(Make)     ROW_OF(Make, 1), ROW_OF(Make, 2), ROW_OF(Make, 3)
#define ROW_OF(Make, row) Make(row, 1), Make(row, 2), Make(row, 3)
#define MATRIX(row, column)                                                                        \
    STORED("m" #row #column, NULL, "The node's matrix, row and column, for a vertex as a column",  \
           RSM_MATRIX + 4 * (3 * (column - 1) + row - 1))
#define PLACED(Name, Unit, Doc, Field)                                                             \
    POINTED(F32, Name, Unit, Doc "; NULL from 2.2 on", RsmNode, transform, Field,                  \
            WHERE_DOCUMENT(Rsm, is_old))
#define WORLD(name, unit, doc, member)                                                             \
    FIELD_AT(MEMBER_F64, name, unit, doc, node_world_at, offsetof(Affine, member),                 \
             .prepare = rsm_make_pose)
#define WORLD_MATRIX(row, column)                                                                  \
    WORLD("world_m" #row #column, NULL,                                                            \
          "What takes its vertices to the model, row and column of the matrix",                    \
          rows[row - 1][column - 1])

static const Column node_columns[] = {
    FIELD_BY(TEXT, "name", NULL, "Name, which need not be unique; from CP949", node_name_lies,
             NAME_TEXT),
    FIELD_BY(TEXT, "parent_name", NULL, "Name of the node that it hangs on; '' means none",
             parent_name_lies, NAME_TEXT),
    MEMBER_REF("parent_id", "rsm_nodes",
               "The first node of that name; NULL for a root, for itself, and where there is none",
               RsmNode, parent),
    MEMBER(REF_U32, "depth", NULL,
           "Number of nodes above it; NULL if no root reaches it, so that it isn't drawn", RsmNode,
           depth),
    MEMBER(U32, "is_root", NULL,
           "1 if the model names it as a root, or if it is the first and no root is there", RsmNode,
           is_root),
    GET("is_drawn", INTEGER, NULL, "1 if a root reaches it", node_is_drawn),
    NINE_OF(MATRIX),
    STORED("offset_x", RSM_UNITS, "Added to vertices behind the matrix: the pivot, x",
           RSM_OFFSET + 0),
    STORED("offset_y", RSM_UNITS, "The pivot, y", RSM_OFFSET + 4),
    STORED("offset_z", RSM_UNITS, "The pivot, z", RSM_OFFSET + 8),
    PLACED("x", RSM_UNITS, "Its place in the parent, x", RSM_POSITION + 0),
    PLACED("y", RSM_UNITS, "Its place in the parent, y (down)", RSM_POSITION + 4),
    PLACED("z", RSM_UNITS, "Its place in the parent, z", RSM_POSITION + 8),
    PLACED("angle", "radians", "Its rotation in the parent around the axis, without keys",
           RSM_ANGLE),
    XYZ(PLACED, "axis_", NULL, "The axis of the rotation, ", RSM_AXIS),
    XYZ(PLACED, "scale_", NULL, "Its scale along ", RSM_SCALE),
    CHILD_COUNT("vertex_count", "Number of its vertices", Rsm, vertices),
    CHILD_COUNT("texture_vertex_count", "Number of its texture vertices", Rsm, texture_vertices),
    CHILD_COUNT("face_count", "Number of its faces", Rsm, faces),
    CHILD_COUNT("texture_count", "Number of its textures", Rsm, node_slots),
    MEMBER(U32, "key_count", NULL, "Number of its keys of all kinds", RsmNode, key_count),
    WORLD("world_x", RSM_UNITS,
          "Where it takes the vertex 0, 0, 0 in the model at rest, centred, x; NULL where it isn't "
          "drawn",
          move[0]),
    WORLD("world_y", RSM_UNITS, "Where it takes the vertex 0, 0, 0, y (down)", move[1]),
    WORLD("world_z", RSM_UNITS, "Where it takes the vertex 0, 0, 0, z", move[2]),
    NINE_OF(WORLD_MATRIX),
    RSM_BOUNDS("", node_bound, 0, "Box of its vertices in the model, at rest: lower bound",
               .prepare = rsm_make_pose),
    FIELD_BY(BLOB, "name_raw", NULL, RO_RAW_DOC, node_name_lies, NAME_WHOLE, .hidden = true),
    FIELD_BY(BLOB, "parent_name_raw", NULL, RO_RAW_DOC, parent_name_lies, NAME_WHOLE,
             .hidden = true),
};

static const Table rsm_nodes = {
    TABLE("rsm_nodes", rsm_format, node_columns),
    .doc = "Nodes of models: how they hang together, and where their vertices go.",
    .example = "SELECT id, name, parent_id, vertex_count, face_count "
               "FROM rsm_nodes('samples/model/**/*.rsm')",
    .typical_rows = 3,
    ROWS(Rsm, nodes, node_count, sizeof(RsmNode)),
    .identity = {"name"},
    OFFSET_MEMBER(RsmNode, start),
};

static const uint8_t *slot_at(const Row *row, uint32_t at) {
    return rsm_since(row->document, 2, 3) ? NULL : row->record + at;
}

static bool slot_name_lies(const Row *row, uint32_t at, CellPlace *place) {
    place->field = row->record + at;
    place->bytes = load_u32(row->record);
    place->kind = CELL_CHARS_CP949;
    return rsm_since(row->document, 2, 3);
}

static const Column slot_columns[] = {
    PARENT("node_id", "rsm_nodes", "The node", Rsm, node_slots),
    NUMBER("slot", "Number among the textures of its node, which faces name", Rsm, node_slots),
    ITEM(REF_U32, "texture_id", NULL, "The texture; NULL if there is none of that number", Rsm,
         slots, 0, .references = "rsm_textures"),
    FIELD_AT(I32, "texture_id_raw", NULL,
             "The number as stored; NULL in 2.3, where the name stands instead", slot_at, 0,
             .hidden = true),
    FIELD_BY(TEXT, "texture_name_raw", NULL, "The name as stored; NULL below 2.3", slot_name_lies,
             4, .hidden = true),
};

static const Table rsm_node_textures = {
    TABLE("rsm_node_textures", rsm_format, slot_columns),
    .doc = "The textures of each node, by the numbers that its faces use.",
    .example = "SELECT n.node_id, n.slot, t.name FROM "
               "rsm_node_textures('samples/model/house/house.rsm') n "
               "JOIN rsm_textures(n.source) t ON t.id = n.texture_id",
    .typical_rows = 6,
    ROWS_OF("node_id", 2, Rsm, node_slots),
};

static const Option glb_options[] = {{.key = "centre", .kind = OPTION_FLAG}};

static Value glb_call(Call *call) {
    Glb glb;
    bool centred = true;
    Value options = call->arguments ? call->arguments->values[1] : value_null();
    if (!options_take(call, options, "{\"centre\": false}", glb_options, LENGTH(glb_options),
                      &centred, call->scratch) ||
        !glb_call_begin(call, &glb, 0, &rsm_texture)) {
        return value_null();
    }
    return glb_call_end(&glb, rsm_write_glb((Rsm *)call->document, &glb, centred));
}

static const Function rsm_functions[] = {
    {"rsm_glb", "src [, textures [, options]]",
     .doc =
         "A model as binary glTF (.glb), in GAT tiles, y is up: its nodes with their names, which "
         "its keys move, and materials by texture; an RSM2 at rest. It stands at 0, 0, 0 as on a "
         "map, unless the options, a JSON object, have centre false. Textures are looked for in "
         "texture/ beside the folder model/ in which it lies. " GLB_TEXTURES_DOC,
     .example = "SELECT length(rsm_glb('samples/model/house/house.rsm')) > 1000",
     .format = &rsm_format, .names_files = true,
     ARGUMENTS(GLB_TEXTURES_OPTION,
               {"options", "A JSON object: centre (false leaves the model where its file has it)",
                .optional = true, .any_text = true}),
     .call = glb_call},
};

const Module rsm_module = {
    FORMATS(&rsm_format),
    TABLES(&rsm_models, &rsm_textures, &rsm_nodes, &rsm_node_textures, &rsm_vertices,
           &rsm_texture_vertices, &rsm_faces, &rsm_keys, &rsm_volume_boxes),
    MODULE_PARTS(rsm_functions, function),
};
