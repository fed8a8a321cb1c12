/* Errors: one line about what is wrong, where, what was expected and what was found. */
#pragma once

#include "core/arena.h"
#include "core/print.h"

typedef enum ErrorKind {
    ERROR_NONE,
    ERROR_NOT_THIS_FORMAT, /* the bytes are something else, as in "not a GND file" */
    ERROR_UNSUPPORTED,     /* the format, but a version or variant that isn't documented */
    ERROR_CORRUPT,         /* the format, but damaged */
    ERROR_ARGUMENT,        /* the caller's values make no sense */
    ERROR_TOO_BIG,
    ERROR_NO_MEMORY,
    ERROR_INTERRUPTED,
    ERROR_CANNOT_OPEN,
    ERROR_READ,
} ErrorKind;

/* One line without table and file, which the host adds before it. Names that stand in a file are
** put into it by text_shown() alone. */
typedef struct Error {
    ErrorKind kind;
    char message[240];
} Error;

/* The functions that fail return false, for `return fail(...)`. The first failure is kept. */
bool fail(Error *error, ErrorKind kind, const char *format, ...) PRINTF_LIKE(3, 4);
/* The message begins like "offset 0x1a4: ". */
bool fail_at(Error *error, ErrorKind kind, uint64_t offset, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* Fails like fail_at(), with `place` behind the offset: " of the inflated walkmesh", or NULL. */
bool fail_in_place(Error *error, ErrorKind kind, uint64_t offset, const char *place,
                   const char *format, va_list arguments);
/* Fails after arena_alloc() returned NULL: as NO_MEMORY, or as TOO_BIG beyond the arena's limit. */
bool fail_memory(Error *error, const Arena *arena);
bool fail_interrupted(Error *error);
/* Tells, with the error set, whether the host has interrupted what is at this step. */
static inline bool interrupted_at(const Arena *arena, uint64_t step, Error *error) {
    return arena_interrupted_at(arena, step) && !fail_interrupted(error);
}
/* Fails as something else did whose error was kept apart. */
static inline bool fail_as(Error *error, const Error *problem) {
    *error = *problem;
    return false;
}
/* Returns NULL where a function that returns a pointer fails: `return null_after(fail(...))`. */
static inline void *null_after(bool done UNUSED) {
    return NULL;
}

/* Tells whether an error is the fault of no file: it ends whatever was under way. */
static inline bool error_is_final(const Error *error) {
    return error->kind == ERROR_NO_MEMORY || error->kind == ERROR_INTERRUPTED;
}
/* Passes on what went wrong if that is final. Returns whether it is. */
static inline bool error_ends(const Error *problem, Error *error) {
    return error_is_final(problem) && !fail_as(error, problem);
}
/* Tells whether a file may be sound in spite of the error: the system didn't give its bytes, or the
** error is final. Such a file doesn't count as a broken one. */
static inline bool error_is_not_its_own(const Error *error) {
    return error->kind == ERROR_CANNOT_OPEN || error->kind == ERROR_READ || error_is_final(error);
}
/* Tells whether an error is a file's own fault, for which 'skip' skips it. */
static inline bool error_is_skippable(const Error *error) {
    return !error_is_final(error) && error->kind != ERROR_ARGUMENT;
}
