/* Where the textures that a file names are found: a column of the tables of textures. */
#ifndef GAMEMAP_TEXTURE_PATHS_H
#define GAMEMAP_TEXTURE_PATHS_H

#include "table/table.h"

typedef struct TexturePaths {
    TextureNames textures;
    const char **paths; /* one for each name; NULL: it isn't found. NULL: nobody asked for paths */
} TexturePaths;

/* Lists the textures that the document names, if its format names any, and finds them unless the
** opening is plain: in what `roots` names, a path or a JSON array of paths, or, if that is NULL,
** beside the file. *paths lies in the opening's scratch memory. */
bool texture_paths_list(const Opening *opening, const char *roots, TexturePaths **paths);

/* Makes `extra` of rows that are found already, one for each texture: see Table.rows. */
bool texture_paths_rows(Opening *opening);
/* Cells of such rows: the texture's path, or NULL. */
Value texture_path_cell(const Row *row);

#define TEXTURE_PATH(Where)                                                                        \
    GET("texture_path", TEXT, NULL,                                                                \
        "The texture's file as it was found " Where                                                \
        "; NULL if it is missing. Names as Korean text, as its bytes, and as those read as "       \
        "Latin-1",                                                                                 \
        texture_path_cell, .prepare = prepared_with_rows, .of_source = true)

#endif
