/*
** System calls of the loaded extension, seen and made to fail. The program's own definitions of
** open, read, stat and so on take the place of the C library's for every library that it loads,
** so this needs no help of the extension. Linux only; link with -rdynamic.
*/
#ifndef GAMEMAP_INTERPOSE_H
#define GAMEMAP_INTERPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum SystemCall {
    CALL_OPEN,
    CALL_READ,
    CALL_FSTAT,
    CALL_STAT,
    CALL_LSTAT,
    CALL_OPENDIR,
    CALL_READDIR,
} SystemCall;

typedef struct Interposed {
    bool armed;
    uint64_t calls;   /* made while armed */
    uint64_t fail_at; /* the call that fails, counted from 1; 0: none */
    bool fail_on;     /* and all after it */
    int error;        /* its errno */
    uint64_t failures;
    uint64_t unlisted; /* of those, folders that couldn't be opened */
    uint64_t unopened; /* calls with a descriptor that no file ever has */
    size_t read_most;  /* read gives at most so many bytes; 0: as many as it likes */
    bool interrupts;   /* every other read is interrupted */
    bool untyped;      /* listings don't tell what is a folder, as those of some file systems */
    int older;         /* files look so many seconds older than they are */
    /* NULL, or told of each call before it is made; `path` is NULL for descriptors. */
    void (*seen)(SystemCall call, const char *path, int flags);
} Interposed;

extern Interposed interposed;

/* How many threads more the extension gets; -1: as many as it likes. */
extern int interposed_threads;

/* Handlers of forks outlive the library that registers them, as on macOS. */
extern bool interposed_keeps_handlers;

#endif
