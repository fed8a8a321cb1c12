/* The files beside a file of the span, for findings between them (FilesBeside). */
#ifndef GAMEMAP_BESIDE_H
#define GAMEMAP_BESIDE_H

#include "session.h"
#include "../../src/file_set.h"

/* A plain value. It must stay where it is while its set is used. */
typedef struct Beside {
    FilesBeside set;
    Session *session;
    SpanFile *file;
    struct CachedDocument *opened; /* the last one, with a reference; or NULL */
} Beside;

void beside_begin(Beside *beside, Session *session, SpanFile *file);
/* Releases the open file. */
void beside_end(Beside *beside);

#endif
