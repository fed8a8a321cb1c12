/* Databases that several connections use at once, all of them with the extension. */
#ifndef GAMEMAP_DATABASES_H
#define GAMEMAP_DATABASES_H

/* Two connections with one cache: what one creates of the files below `folder` serves the other,
** and a lock on a table of the database is none on the files. */
void share_cache(const char *folder);
/* A database in WAL mode is joined with files while another connection writes to it: the rows are
** those of the beginning, and the files can be read while the database is locked. */
void join_while_writing(const char *folder);

#endif
