/* The game's own order: a source that is a JSON array of folders and archives, of which the first
** that has a name wins: '["override", "hak/top.hak", "data/nwn.key"]'.
**
** A folder or archive stands for the files in it that have one of the table's endings; a file that
** is no archive stands for itself. Names are compared without regard to the case of ASCII letters:
** by what stands behind the folder or archive, as in "texture/water.bmp", or, in games that find
** files by their names alone, by that name. In such games a folder's own folders aren't looked
** into. A patch's order to delete a file hides that file in the members behind the patch. */
#pragma once

#include "engine/documents/documents.h"

/* A file that an earlier one of the same name hides. */
typedef struct OrderHidden {
    const char *name; /* by which it would be found, in its own case and UTF-8 */
    SpanFile *file, *by;
} OrderHidden;

/* A game's order that was read, in the span's memory. */
typedef struct Order {
    bool by_name;              /* files are found by their names alone */
    bool holds_files;          /* a member is a folder or an archive */
    Map files;                 /* the SpanFile that is found by each folded name */
    List hidden;               /* of OrderHidden, in byte order of their paths as they are shown */
    const SpanFolder *members; /* as an archive, any file that is named */
    uint64_t member_count;
    FileList unlisted; /* folders and archives that can't be listed */
} Order;

/* Tells whether a path may be that of a folder or archive that stands for the files in it. Where no
** order is wanted, it isn't if it ends like the table's files or, for a table of any files, like
** those of any format: then it is taken as that of a file, even if a folder is there. */
bool order_may_hold(Wanted wanted, const char *path);

/* Tells whether the text begins like an order or a list. */
bool order_may_be(const char *text);

/* Fails if a folder or archive of the order can't be listed, as nobody knows then what is found. */
bool order_is_listed(const Order *order, Error *error);

/* What a text names. */
typedef struct OrderFound {
    FileList *files; /* in byte order of their paths */
    bool is_one;     /* the text is an order or a list */
    Order *order;    /* NULL unless it is an order */
    bool has_named;  /* a list's member is itself a file, or a pattern of files */
    /* The first pattern that no file matched, or the text where none of it has a file, if that is
    ** no error; else NULL. */
    const char *unmatched;
    /* How many bytes of the files' paths, with the slash, name the folder, archive or pattern that
    ** is a list's only member; for several members, how many these share; else 0. */
    size_t folder_bytes;
} OrderFound;

/* Reads the text as an order or a list. If it is neither, `found` has no files. An order or a list
** without files is an error unless it may have none. A member of an order that doesn't exist is
** an error; such a member of a list is a file that can't be opened. */
bool order_read(Documents *documents, const char *text, Wanted wanted, OrderFound *found,
                Error *error);

/* Returns how many bytes of the path of an order's file name the member that has it: behind them
** stands the name by which the game finds the file. */
size_t order_own_bytes(const Order *order, const SpanFile *file);

/* Returns the file of that name, which may have '\' for '/'. Returns NULL if there is none, or with
** the error set if a folder can't be listed or memory ran out. */
SpanFile *order_look_up(Documents *documents, const Order *order, const char *name, Error *error);
