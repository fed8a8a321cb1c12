/* ASCII models and walkmeshes of Neverwinter Nights (.mdl, .wok, .pwk, .dwk).
**
** A text consists of lines that end with LF, CR LF or CR; blanks, tabs and NULs stand between
** words. A line whose first sign is # is a comment, later signs # are data. Case doesn't count in
** words, kinds and names. What follows the arguments of a word is ignored.
**
**     newmodel NAME                       what stands before is nothing, but for filedependancy
**     setsupermodel NAME SUPERMODEL       NULL: none
**     classification WORD                 effect, tile, character, door
**     setanimationscale F, ignorefog B
**     beginmodelgeom NAME
**       node KIND NAME                    dummy, trimesh, danglymesh, skin, animmesh, aabb, light,
**         parent NAME                     emitter, reference, camera
**         WORD ARGUMENT ...               fields, and controllers with one row
**         WORD N                          lists: N rows, rows up to endlist, or both
**           ROW ...
**         CONTROLLERkey [N]               rows of time and value; also CONTROLLERbezierkey
**       endnode
**     endmodelgeom NAME
**     newanim NAME MODEL                  length F, transtime F, animroot NAME, event TIME NAME,
**       node ...                          and nodes like those of the geometry
**     doneanim NAME MODEL
**     donemodel NAME                      what follows is nothing
**
** A .wok has beginwalkmeshgeom and endwalkmeshgeom around an aabb node. A .pwk (placeable) and a
** .dwk (door) have nodes only; a door's meshes are named by its states closed, open1 and open2.
** mdl_ascii_words.c has every word.
**
** A parent is the latest earlier node of that name. In a walkmesh file the name may be unknown;
** then the node is a root. Orientations are axis and angle in radians. A face's row is three rows
** of verts, a smoothing group, three rows of tverts and the surface.
**
** How a text becomes tables: it is compiled, as nwnmdlcomp and the game do it, into a binary model
** in memory (mdl_format.h, in mdl->image), which all tables, look-ups, pictures and glTF read
** without knowing of texts. So a text has the same rows as its binary, down to the numbers of
** vertices. What only a compiler or its file has is NULL (Mdl.is_binary conditions of columns).
** Mdl.lines tells of which line each record was made; two arrays that compilers use for their work
** keep a mesh's numbers in the text: the rows of verts of its vertices (MDL_MESH_VERTEX_INDICES,
** AsciiVertex) and the rows of faces and the groups of its faces (MDL_MESH_LEFT_OVER_FACES,
** AsciiFace). Findings read the text a second time.
**
** Each node is compiled where it ends, so that its lists are still in the processor's caches; a
** second pass over the nodes numbers them in pre-order.
**
** Known from 5,734 texts, nwnexplorer, nwnrs, rollnw, xoreos and cleanmodels, and from 24 pairs of a
** text and a compiled file, whose 279 meshes have the same vertices, faces and normals. */
#pragma once

#include "neverwinter/mdl_ascii/mdl_ascii_number.h"
#include "neverwinter/mdl_ascii/mdl_ascii_words.h"
#include "neverwinter/mdl/mdl_part.h"

/* Tells whether bytes look like the beginning of a model or walkmesh in text form. */
bool mdl_ascii_detect(const uint8_t *head, uint64_t head_size);
/* Tells whether a file is an empty walkmesh by its name, and all of it is comments. */
bool mdl_ascii_is_empty(const Document *document);
/* Opens a text: makes mdl->image and everything that opening a binary model makes. */
bool mdl_ascii_open(Mdl *mdl, Error *error);
/* Reads the text and makes mdl->image, or, when it is read again for findings, adds what is odd. */
bool mdl_ascii_read(Mdl *mdl, Findings *findings, Error *error);
/* Makes the lists that checking needs, and adds what is odd in the image of a text alone. */
bool mdl_ascii_check_image(Mdl *mdl, Findings *findings, Error *error);
/* Moves the findings from number `first` on, which are about the image, to lines of the text. */
bool mdl_ascii_place_findings(const Mdl *mdl, Findings *findings, uint64_t first, Error *error);
/* Returns the offset of the line from which the record at `start` of the image was made, or
** NO_OFFSET. */
uint64_t mdl_ascii_offset(const Mdl *mdl, uint64_t start);

/* What the image keeps about the text of a mesh's vertices and faces; each is a uint32_t. */
enum {
    ASCII_VERTEX_ROW = 0,    /* its row of verts */
    ASCII_VERTEX_OFFSET = 4, /* offset of that row in the text */
    ASCII_VERTEX_SECOND = 8, /* offset of its row of weights or constraints, or UINT32_MAX */
    ASCII_VERTEX_BYTES = 12,
    ASCII_FACE_ROW = 0, /* its row of faces */
    ASCII_FACE_GROUP = 4,
    ASCII_FACE_BYTES = 8,
};

/* ---- For the compiler alone ------------------------------------------------------------------ */

typedef struct AsciiToken {
    const uint8_t *start;
    uint32_t length;
} AsciiToken;

/* A list of the node that is being read. Its rows are in Ascii.rows from `first` on, `stride` words
** each: the offset of the row's line, then its numbers, floats or integers as their bits. */
typedef struct AsciiList {
    uint64_t first;
    uint32_t rows, stride;
    uint32_t line, offset; /* no line: the text has no such list */
} AsciiList;

enum {
    ASCII_ROW_OFFSET, /* in each row: the offset of its line */
    ASCII_ROW_VALUES,
    /* in a row of faces */
    ASCII_FACE_CORNERS = ASCII_ROW_VALUES,
    ASCII_FACE_SMOOTHING = 4,
    ASCII_FACE_TEXTURE = 5,
    ASCII_FACE_SURFACE = 8,
    ASCII_KEY_WIDEST = 15, /* floats of a key */
    /* in a row of weights: how many, then for each its name's place and length, and its weight */
    ASCII_WEIGHT_COUNT = 1,
    ASCII_WEIGHT_PAIRS = 2,
    ASCII_WEIGHT_WORDS = 3,
};

typedef struct AsciiController {
    AsciiList list;
    uint16_t type, width;
    bool bezier, no_data;
} AsciiController;

/* A node that has been read. Numbers of other nodes count within all nodes. */
typedef struct AsciiNode {
    uint32_t start;  /* where the node begins in the image */
    uint32_t parent; /* MDL_NONE: the node is a root */
    uint32_t line, offset;
    uint32_t flags, slots;
    uint32_t bones;   /* of a skin with weights: its first name in Ascii.bones */
    bool is_namesake; /* an earlier node has the same name */
    bool lacks_slots; /* a skin with weights of more bones than it can have */
} AsciiNode;

typedef struct AsciiAnimation {
    uint32_t start, first_node;
} AsciiAnimation;

typedef struct AsciiEvent {
    float time;
    uint32_t offset;
    uint8_t name[MDL_NAME];
} AsciiEvent;

typedef struct Ascii {
    Mdl *mdl;
    Error *error;
    Findings *findings; /* NULL: findings aren't asked for */
    Arena scratch;      /* lasts while the text is read */
    Arena names;        /* lasts for a tree: names of its nodes */
    Arena work;         /* lasts for a mesh, if `room` is too small */
    uint8_t *room;      /* memory for a mesh, which grows to what the largest needs */
    uint64_t room_used, room_size, room_wanted;
    AsciiWords words;

    /* The text, which ends with a line end, and the line that is being read. */
    const uint8_t *text, *end, *at;
    const uint8_t *line_start;
    uint32_t line;
    bool pending; /* the line isn't read yet: a list that ended before it has found it */

    /* What is being made. `model` has the bytes of the image; its raw pointers are offsets in
    ** `model`. */
    List model, lines, nodes, animations, bones;
    const uint32_t *numbers; /* of nodes in pre-order, made at the end */
    AsciiToken model_name, dependency;
    bool waits; /* the model hasn't begun */
    bool has_model, has_end, has_geometry_end, is_outside;

    /* The tree, the animation and the node that are being read. */
    Map by_name;
    uint64_t tree_start;
    bool has_root, in_animation, in_node;
    List events;
    AsciiNode *node; /* the last one in `nodes` */
    AsciiToken name;
    List rows; /* of uint32_t */
    List controllers;
    AsciiList lists[ASCII_LISTS];
    bool texture_named, material_named;
    uint8_t said[32]; /* a bit for each word that the node has had */
} Ascii;

/* How a text begins, from what tells least to what tells most. */
typedef enum AsciiBeginning {
    ASCII_BEGINS_NOT, /* nothing but comments */
    ASCII_BEGINS_ELSE,
    ASCII_BEGINS_NODES, /* nodes of a known kind, as in .pwk and .dwk */
    ASCII_BEGINS_WALKMESH,
    ASCII_BEGINS_MODEL,
} AsciiBeginning;

/* Returns how a text begins, by the line that tells most; a line that names a model or a walkmesh
** ends the search. */
AsciiBeginning mdl_ascii_beginning(const uint8_t *bytes, uint64_t size);
/* Returns the flags of a kind of node; 0: it is unknown. */
uint32_t mdl_ascii_kind(AsciiToken kind);
/* Returns which of "mdl", "wok", "pwk" and "dwk" ends the file's name; NULL: none. */
const char *mdl_ascii_ending(const Document *document);

/* Reads a line of a node that is no statement (mdl_ascii_node.c), from behind its first word:
** `word` is the word's first meaning, `name` has its small letters. *is_list is set if the word
** begins a list, whose reading has gone on to the line behind the list. */
bool ascii_read_in_node(Ascii *ascii, const AsciiWord *word, const char *name, uint32_t length,
                        bool *is_list);

/* Reads the numbers behind a word, and sets the field that the word stands for. */
bool ascii_set_floats(Ascii *ascii, const AsciiWord *word, const char *name, int count);

/* Reads all lines (mdl_ascii.c). */
bool ascii_read(Ascii *ascii);
/* Enters the node that has just been read into its tree. */
bool ascii_enter_node(Ascii *ascii);

/* ---- Lines and words (mdl_ascii_lines.c) ----------------------------------------------------- */

/* Goes to the first word of the next line that has one. Returns false at the end of the text, or
** with the error set if the user wants to stop. */
bool ascii_next_line(Ascii *ascii);
/* Goes behind the end of the current line. */
void ascii_end_line(Ascii *ascii);
/* Takes the next word of the line; at the line's end, this is an empty one. */
AsciiToken ascii_token(Ascii *ascii);
static inline bool ascii_token_is(AsciiToken token, const char *word) {
    return text_is(token.start, token.length, word);
}
/* Writes a token in small letters, and returns its length, or 0 if it is too long for a word. */
uint32_t ascii_fold(AsciiToken token, char word[ASCII_WORD_LONGEST + 1]);
/* Reads the next word of the line as a number. A word that is none, or no word at all, is an error
** that names `what`. */
bool ascii_need_float(Ascii *ascii, const char *what, float *value);
/* Reads the next word of the line as an integer of 32 bits, which may be "true" or "false";
** fractions are cut off. A word that is none, or no word at all, is an error that names `what`. */
bool ascii_need_integer(Ascii *ascii, const char *what, uint32_t *value);
/* Reads the next word of the line as the count of rows of a list, which errors call `list`. */
bool ascii_need_count(Ascii *ascii, const char *list, uint32_t *value);
/* Notes that a word only begins with a number, which is read as games do. */
void ascii_note_odd_number(const Ascii *ascii, const char *what);
/* Tells whether the next word is a number. */
bool ascii_is_number(const Ascii *ascii);
/* Fails at a line; returns false. */
bool ascii_fail(const Ascii *ascii, uint32_t line, const char *format, ...) PRINTF_LIKE(3, 4);
/* Tells whether the user wants to stop, and sets the error then. A long loop asks at each step. */
static inline bool ascii_interrupted_at(const Ascii *ascii, uint64_t step) {
    return arena_interrupted_at(&ascii->mdl->document.arena, step) &&
           !fail_interrupted(ascii->error);
}
/* Adds a finding about a line, if findings are asked for. */
void ascii_note(const Ascii *ascii, Severity severity, const char *code, uint32_t line,
                uint32_t offset, const char *format, ...) PRINTF_LIKE(6, 7);
static inline uint32_t ascii_line_offset(const Ascii *ascii) {
    return (uint32_t)(ascii->line_start - ascii->text);
}
/* Adds a finding about the line that is being read. */
#define ASCII_NOTE(ascii, severity, code, ...)                                                     \
    ascii_note(ascii, SEVERITY_##severity, code, (ascii)->line, ascii_line_offset(ascii),          \
               __VA_ARGS__)

/* ---- Lists (mdl_ascii_lists.c) --------------------------------------------------------------- */

/* Reads the list whose word has just been read; errors call the list `name`. */
bool ascii_read_list(Ascii *ascii, const AsciiWord *word, AsciiList *list, const char *name);
/* Reads rows of a time and at least `width` floats; *shortest is how many the shortest row has. */
bool ascii_read_keys(Ascii *ascii, uint32_t width, bool bezier, AsciiList *list, uint32_t *shortest,
                     const char *name);
/* Makes a list of one key at time 0, from the `width` floats that stand behind a word. */
bool ascii_read_value(Ascii *ascii, uint32_t width, AsciiList *list, const char *name);
/* Skips the rows of detonatekey, which mean nothing and may be missing. */
bool ascii_read_detonate(Ascii *ascii);
/* Reads the rows of the word aabb. */
bool ascii_read_boxes(Ascii *ascii, AsciiList *list);
static inline uint32_t *ascii_row(const Ascii *ascii, const AsciiList *list, uint64_t row) {
    return (uint32_t *)ascii->rows.items + list->first + row * list->stride;
}
static inline float ascii_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint32_t ascii_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- The image (mdl_ascii_image.c) ----------------------------------------------------------- */

/* Returns memory that lasts until the node ends, as arena_alloc() does; NULL: memory ran out, and
** the error is set. */
void *ascii_room(Ascii *ascii, uint64_t count, uint64_t size);
void *ascii_zeroed_room(Ascii *ascii, uint64_t count, uint64_t size);
void ascii_clear_room(Ascii *ascii);
/* Adds `bytes` zeroed bytes to the image and returns them; NULL: the error is set. */
uint8_t *ascii_put(Ascii *ascii, uint64_t bytes);
static inline uint32_t ascii_here(const Ascii *ascii) {
    return (uint32_t)ascii->model.count;
}
/* Works like ascii_put() for a record that is made of the line at `offset` of the text. */
uint8_t *ascii_put_record(Ascii *ascii, uint32_t offset, uint64_t bytes);
static inline void ascii_set_u16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}
/* Sets the pointer and the counts of an array in `model`. */
void ascii_set_array(uint8_t *at, uint32_t start, uint64_t count);
void ascii_set_chars(uint8_t *at, AsciiToken token, uint32_t bytes);
static inline uint8_t *ascii_model(const Ascii *ascii, uint64_t start) {
    return (uint8_t *)ascii->model.items + start;
}
/* Return the header of the model, and that of the latest animation. */
static inline uint8_t *ascii_header(const Ascii *ascii) {
    return ascii_model(ascii, MDL_FILE_HEADER_BYTES);
}
static inline uint8_t *ascii_animation(const Ascii *ascii) {
    const AsciiAnimation *all = ascii->animations.items;
    return ascii_model(ascii, all[ascii->animations.count - 1].start);
}
/* Returns a part of the node that is being read. */
uint8_t *ascii_part(const Ascii *ascii, MdlPart part);
/* Returns where a part begins in a node of an image. Skins have space for all slots, since nothing
** stands behind them in their node. */
static inline uint32_t ascii_part_offset(uint32_t flags, MdlPart part) {
    return mdl_part_offset(flags, MDL_SLOTS_EE, part);
}
/* Sets the fields of a zeroed node to what they are if a text doesn't give them. */
void ascii_set_defaults(uint8_t *node, uint32_t flags);
/* Adds a node with its defaults to the image. */
bool ascii_begin_node(Ascii *ascii, uint32_t flags);
/* Adds what the lists of the node hold to the image. */
bool ascii_finish_node(Ascii *ascii);
bool ascii_begin_animation(Ascii *ascii, AsciiToken name);
bool ascii_end_animation(Ascii *ascii);
/* Prepares the text, and makes the beginning of the image. */
bool ascii_begin(Ascii *ascii);

/* ---- Meshes (mdl_ascii_mesh.c, mdl_ascii_split.c) -------------------------------------------- */

/* Adds the mesh of the node that is being read to the image: its vertices, faces and indices. */
bool ascii_put_mesh(Ascii *ascii);

/* The faces of a mesh whose rows of verts exist. */
typedef struct AsciiMesh {
    Ascii *ascii;
    const AsciiList *verts, *faces;
    const uint32_t **good; /* rows of faces */
    uint32_t *good_rows;   /* the numbers of these rows */
    uint32_t count;        /* how many faces there are */
    uint32_t *places;      /* for each row of verts: equal places have equal numbers */
    float *normals;        /* 3 for each corner; NULL: the text has all normals */
    /* What splitting makes: */
    uint32_t *vertices; /* 3 for each face */
    uint32_t *corners;  /* of each vertex: 3 * face + corner of the first face that has it */
    uint32_t vertex_count;
    int32_t *neighbors; /* 3 for each face */
} AsciiMesh;

/* Returns the row of verts of a corner. */
static inline uint32_t ascii_vert_row(const AsciiMesh *mesh, uint32_t corner) {
    return mesh->good[corner / 3][ASCII_FACE_CORNERS + corner % 3];
}
/* Returns row `row` of a list of the node; NULL: the list is shorter. */
static inline const uint32_t *ascii_row_if(const Ascii *ascii, int id, uint32_t row) {
    const AsciiList *list = &ascii->lists[id];
    return row < list->rows ? ascii_row(ascii, list, row) : NULL;
}
static inline const uint32_t *ascii_row_of_corner(const AsciiMesh *mesh, int id, uint32_t corner) {
    return ascii_row_if(mesh->ascii, id, ascii_vert_row(mesh, corner));
}
/* Returns the number of the row of tverts that a corner names in a set; the row needn't exist. */
static inline uint32_t ascii_texture_row(const AsciiMesh *mesh, uint32_t corner, int set) {
    const AsciiList *own = set ? &mesh->ascii->lists[ASCII_TEXINDICES + set - 1] : NULL;
    uint32_t face = corner / 3;
    if (own && own->rows == mesh->faces->rows) {
        return ascii_row(mesh->ascii, own, mesh->good_rows[face])[ASCII_ROW_VALUES + corner % 3];
    }
    return mesh->good[face][ASCII_FACE_TEXTURE + corner % 3];
}
/* Writes the normal of a corner as the bits of three floats. */
static inline void ascii_corner_normal(const AsciiMesh *mesh, uint32_t corner, uint32_t *normal) {
    const uint32_t *row = ascii_row_of_corner(mesh, ASCII_NORMALS, corner);
    const float *made = mesh->normals ? mesh->normals + 3 * (uint64_t)corner : NULL;
    for (int k = 0; k < 3; k++) {
        normal[k] = row ? row[ASCII_ROW_VALUES + k] : made ? ascii_bits(made[k]) : 0;
    }
}
bool ascii_make_normals(AsciiMesh *mesh);
bool ascii_split(AsciiMesh *mesh);
bool ascii_find_neighbors(AsciiMesh *mesh);

static inline Vector ascii_vertex(const Ascii *ascii, uint32_t row) {
    const uint32_t *at = ascii_row(ascii, &ascii->lists[ASCII_VERTS], row) + ASCII_ROW_VALUES;
    return (Vector){(double)ascii_float(at[0]), (double)ascii_float(at[1]),
                    (double)ascii_float(at[2])};
}
/* Finds the places of a face's corners. */
static inline void ascii_load_face(const AsciiMesh *mesh, uint32_t face, Vector corners[3]) {
    for (uint32_t i = 0; i < 3; i++) {
        corners[i] = ascii_vertex(mesh->ascii, ascii_vert_row(mesh, 3 * face + i));
    }
}

/* Adds the tree of boxes of a walkmesh to the image (mdl_ascii_boxes.c). */
bool ascii_put_boxes(const AsciiMesh *mesh);

/* ---- Skins (mdl_ascii_skin.c) ---------------------------------------------------------------- */

/* Adds the weights of a skin's vertices to the image, and notes the names of its bones. */
bool ascii_put_weights(AsciiMesh *mesh);
/* Makes space in the image for what each skin says of all nodes. */
bool ascii_reserve_bones(Ascii *ascii);
/* Fills in what skins say of nodes, when the image is complete. */
bool ascii_finish_skins(Ascii *ascii, uint8_t *image);
/* Adds findings about bones that weights name and the geometry lacks; it must have been read. */
bool ascii_check_bones(Ascii *ascii);
