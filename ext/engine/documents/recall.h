/*
** What the store has let go of lately.
**
** A document that comes again shows how often its file is needed: if it was used more lately than
** the oldest document that is still kept, it deserves the place; if not, as in a scan that goes
** round and round over more than fits, it doesn't. So the store notes when it last used what it
** lets go of. The notes are a table of fixed size in which a newer note takes the place of an older
** one: what is no longer known counts as new.
*/
#ifndef GAMEMAP_RECALL_H
#define GAMEMAP_RECALL_H

#include <stdbool.h>
#include <stdint.h>

/* Zeroed, it is empty. */
typedef struct Recall {
    struct RecallNote *notes; /* made with the first note */
} Recall;

/* What is known about a document that comes into the store. */
typedef struct Newcomer {
    uint32_t since; /* how many uses of documents ago it was last used; 0: it is new */
    bool is_costly; /* to make again */
} Newcomer;

/* Notes a document that is let go of: what it is known by, and the number of its last use. If
** memory runs out, it isn't noted. */
void recall_note(Recall *recall, uint64_t hash, uint64_t used, bool is_costly);
/* Returns what is known about it at the time of use number `now`. */
Newcomer recall_find(const Recall *recall, uint64_t hash, uint64_t now);
void recall_clear(Recall *recall);

#endif
