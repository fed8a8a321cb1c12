#include "engine/documents/recall.h"
#include "engine/system/sqlite.h"

#include <string.h>

/* A note has the upper half of a hash, whose lower half gives its place; and the lower half of the
** use's number, so that after four billion uses an old note could look new, which costs nothing but
** a document. */
typedef struct RecallNote {
    uint32_t hash;
    uint32_t used : 31;
    uint32_t is_costly : 1;
} RecallNote;

enum { NOTES = 4096, USES_MASK = 0x7fffffff };

void recall_note(Recall *recall, uint64_t hash, uint64_t used, bool is_costly) {
    uint64_t bytes = NOTES * sizeof *recall->notes;
    if (!recall->notes) {
        recall->notes = sqlite3_malloc64(bytes);
        if (!recall->notes) return;
        memset(recall->notes, 0, (size_t)bytes);
    }
    recall->notes[hash % NOTES] =
        (RecallNote){(uint32_t)(hash >> 32), (uint32_t)used & USES_MASK, is_costly};
}

Newcomer recall_find(const Recall *recall, uint64_t hash, uint64_t now) {
    const RecallNote *note = recall->notes ? &recall->notes[hash % NOTES] : NULL;
    if (!note || note->hash != (uint32_t)(hash >> 32)) return (Newcomer){0, false};
    return (Newcomer){((uint32_t)now - note->used) & USES_MASK, note->is_costly};
}

void recall_clear(Recall *recall) {
    sqlite3_free(recall->notes);
    recall->notes = NULL;
}
