/* Seeks, which give the same rows as a scan: only SQLite's steps tell them apart. */
#ifndef GAMEMAP_SEEKS_H
#define GAMEMAP_SEEKS_H

/* Where a text is a key, rows with other texts aren't visited. `folder` has files. */
void check_seeks(const char *folder);

#endif
