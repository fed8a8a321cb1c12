/* Files as the extension reads them: once, whole, into memory, or by ranges; and only regular
** ones. */
#ifndef GAMEMAP_FILE_H
#define GAMEMAP_FILE_H

#include "system.h"

/* Larger files are refused before they are read whole. */
#define FILE_BYTES_MAX ((uint64_t)2 << 30)

/* The identity of a regular file; anything else is an error that says what it is. */
bool file_identify(const char *path, FileIdentity *identity, Error *error);

/* Is nothing there by that name? No where the system doesn't tell. */
bool file_is_absent(const char *path);

/* Opens a file that the caller has just identified, since opening one that isn't regular can hang
** or act; -1 with the error set. `identity` comes from the opened descriptor. Close it by
** file_close. */
int file_open(const char *path, FileIdentity *identity, Error *error);
void file_close(int descriptor);

/* Reads a whole file into `arena`, whatever size it claims, and makes sure that it wasn't changed
** meanwhile. */
bool file_read(int descriptor, const FileIdentity *identity, Arena *arena, const uint8_t **bytes,
               uint64_t *size, Error *error);

/* Reads exactly `bytes` bytes; fewer are an error. `arena` is asked for interruption. */
bool file_read_range(int descriptor, uint64_t offset, uint64_t bytes, uint8_t *into,
                     const Arena *arena, Error *error);

/* Is the open file still the one of that identity? An error where it isn't. */
bool file_is_unchanged(int descriptor, const FileIdentity *identity, Error *error);

/* Tells the system that a file will soon be read, so that it can fetch it meanwhile. Whether there
** is one doesn't matter. */
void file_announce(const char *path);

/* Could the file have been changed after it was read without its identity telling? True when its
** times lie under two seconds before now. */
bool file_is_young(const FileIdentity *identity);

bool file_same(const FileIdentity *a, const FileIdentity *b);

#endif
