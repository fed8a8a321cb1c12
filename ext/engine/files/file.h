/* Regular files as the extension reads them: whole, into memory, or by ranges. */
#pragma once

#include "engine/system/system.h"

/* Larger files are refused before they are read whole: SQLite gives no block of 2 GiB - 255 bytes
** or more, and a block has a header. */
#define FILE_BYTES_MAX (((uint64_t)2 << 30) - 4096)

/* Returns the identity of a regular file. Anything else gives an error that says what it is. */
bool file_identify(const char *path, FileIdentity *identity, Error *error);

/* Tells whether nothing exists at a path; false if the system doesn't tell. */
bool file_is_absent(const char *path);

/* Opens a file that the caller has just identified, since opening something that isn't a regular
** file can hang or have effects. Returns a descriptor for system_close(), or -1 with the error set.
** `identity` comes from the opened descriptor. */
int file_open(const char *path, FileIdentity *identity, Error *error);

/* Reads a whole file into `arena`, whatever size it claims to have. It is an error if the file
** changes meanwhile. */
bool file_read(int descriptor, const FileIdentity *identity, Arena *arena, const uint8_t **bytes,
               uint64_t *size, Error *error);

/* Reads exactly `bytes` bytes; fewer are an error. `arena` is polled for interruption. */
bool file_read_range(int descriptor, uint64_t offset, uint64_t bytes, uint8_t *into,
                     const Arena *arena, Error *error);

/* Tells whether the open file still has that identity; if not, the error is set. */
bool file_is_unchanged(int descriptor, const FileIdentity *identity, Error *error);

/* Tells whether the file could have been changed after it was read without a change of its
** identity: one of its times is now, within two seconds. A time far in the future doesn't count:
** another change would give another time. */
bool file_is_young(const FileIdentity *identity);

/* Tells whether these are the same version of the same file. */
bool file_same(const FileIdentity *a, const FileIdentity *b);
