/* The trees of boxes of ASCII walkmeshes. */
#include "neverwinter/mdl_ascii/mdl_ascii.h"

enum { BOX_MAX = 3, BOX_FACE = 6, BOX_PLANE = 7, BOX_NUMBERS = 8 }; /* in the values of a row */

static float value_of(const Ascii *ascii, uint32_t row, uint32_t value) {
    const uint32_t *values = ascii_row(ascii, &ascii->lists[ASCII_BOXES], row) + ASCII_ROW_VALUES;
    return ascii_float(values[value]);
}

/* Returns the axis, with its direction, along which the middles of two boxes are farthest apart. x
** needs to exceed both other distances, y then needs to exceed z. */
static uint32_t plane_between(const Ascii *ascii, uint32_t left, uint32_t right) {
    double off[3], size[3];
    for (uint32_t i = 0; i < 3; i++) {
        off[i] = ((double)value_of(ascii, right, i) + (double)value_of(ascii, right, BOX_MAX + i)) -
                 ((double)value_of(ascii, left, i) + (double)value_of(ascii, left, BOX_MAX + i));
        size[i] = off[i] < 0 ? -off[i] : off[i];
    }
    int axis = size[0] > size[1] && size[0] > size[2] ? 0 : size[1] > size[2] ? 1 : 2;
    return off[axis] > 0 ? 1u << axis : 8u << axis;
}

/* Returns the number of a face among those of the mesh; their count if the face was left out. */
static uint32_t face_of(const AsciiMesh *mesh, float number) {
    if (!(number >= 0) || mesh->count == mesh->faces->rows) return (uint32_t)(int32_t)number;
    uint64_t row;
    BISECT(row, 0, mesh->count, (float)mesh->good_rows[row] < number);
    bool found = row < mesh->count && (float)mesh->good_rows[row] == number;
    return found ? (uint32_t)row : mesh->count;
}

static bool put_box(const AsciiMesh *mesh, uint32_t row) {
    Ascii *ascii = mesh->ascii;
    const uint32_t *values = ascii_row(ascii, &ascii->lists[ASCII_BOXES], row);
    float face = value_of(ascii, row, BOX_FACE);
    if (!(face >= -2147483648.0f && face < 2147483648.0f)) face = 2147483520.0f;
    uint8_t *at = ascii_put_record(ascii, values[ASCII_ROW_OFFSET], MDL_AABB_BYTES);
    if (!at) return false;
    for (uint32_t i = 0; i < BOX_FACE; i++) {
        store_u32(at + MDL_BOX_MIN + 4 * i, values[ASCII_ROW_VALUES + i]);
    }
    store_u32(at + MDL_BOX_FACE, face_of(mesh, face));
    return true;
}

/* Links an inner box, whose left box stands behind it, with its right one. */
static void link_boxes(const Ascii *ascii, uint32_t start, uint32_t row, uint32_t right) {
    const uint32_t *values = ascii_row(ascii, &ascii->lists[ASCII_BOXES], row) + ASCII_ROW_VALUES;
    uint8_t *box = ascii_model(ascii, start + (uint64_t)row * MDL_AABB_BYTES);
    uint32_t pointer = start - MDL_FILE_HEADER_BYTES;
    bool says_plane = values[BOX_NUMBERS] > BOX_PLANE;
    store_u32(box + MDL_BOX_LEFT, pointer + (row + 1) * MDL_AABB_BYTES);
    store_u32(box + MDL_BOX_RIGHT, pointer + right * MDL_AABB_BYTES);
    store_u32(box + MDL_BOX_PLANE, says_plane ? (uint32_t)(int32_t)value_of(ascii, row, BOX_PLANE)
                                              : plane_between(ascii, row + 1, right));
}

/* Adds the boxes of the tree to the image; `open` has room for inner boxes whose right box is still
** to come. *rows becomes the number of boxes. */
static bool put_tree(const AsciiMesh *mesh, uint32_t *open, uint32_t *rows) {
    Ascii *ascii = mesh->ascii;
    const AsciiList *list = &ascii->lists[ASCII_BOXES];
    uint32_t start = ascii_here(ascii), depth = 0;
    bool is_left = true;
    for (*rows = 0; *rows < list->rows && (depth || !*rows); ++*rows) {
        uint32_t row = *rows;
        if (!put_box(mesh, row)) return false;
        if (!is_left) link_boxes(ascii, start, open[--depth], row);
        is_left = value_of(ascii, row, BOX_FACE) == -1;
        if (is_left) open[depth++] = row;
    }
    return !depth || ascii_fail(ascii, list->line,
                                "the tree of aabb ends after %u rows: boxes of "
                                "%u of them are missing",
                                list->rows, depth);
}

bool ascii_put_boxes(const AsciiMesh *mesh) {
    Ascii *ascii = mesh->ascii;
    const AsciiList *list = &ascii->lists[ASCII_BOXES];
    uint32_t rows, start = ascii_here(ascii);
    if (!list->rows) return true;
    uint32_t *open = ascii_room(ascii, list->rows, sizeof *open);
    if (!open) return false;
    if (!put_tree(mesh, open, &rows)) return false;
    if (rows < list->rows) {
        ascii_note(ascii, SEVERITY_WARNING, "surplus_row", list->line, list->offset,
                   "aabb has %u rows behind the end of its tree", list->rows - rows);
    }
    store_u32(ascii_part(ascii, MDL_AABB), start - MDL_FILE_HEADER_BYTES);
    return true;
}
