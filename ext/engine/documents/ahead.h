/*
** Looking ahead: while SQLite takes the rows of one file, other threads open the next ones.
**
** A scan that goes through the files of a source says so each time it needs one that isn't in the
** cache. From the second such file on, those behind it are opened by worker threads, in order, and
** wait for the scan: a few at first, more the further it goes. If the files that are left are
** expected to take less time than starting threads, none is started. While a worker is busy with
** the scan's next file, the session opens another one instead of sleeping, if files are small.
**
** A worker does nothing but read a file and decode it in an arena of its own; the session's thread
** alone touches the cache, the span and SQLite's connection. The entries of the scan's current
** archive are opened ahead as well, unless they are small; the worker reads them by a descriptor of
** its own. A worker leaves to the session what it can't do by itself: open an archive, or a file for
** which it gets no memory. So the answer is the same with threads or without.
**
** Threads live until the span ends. What they hold counts within the cache's budget: the cache
** gives up what they may take (ahead_bytes).
*/
#ifndef GAMEMAP_AHEAD_H
#define GAMEMAP_AHEAD_H

#include "opening.h"

/* How many threads a new session may use, and how many it uses by default: none where
** SQLite isn't made for threads, or isn't to use any. */
void ahead_settings(Settings *settings);

/* The scan needs file `number`, which isn't in the cache, and then those behind it. True: it was
** opened ahead, or found to be broken (*opened without a document, the error set). False: it
** wasn't, and is the session's to open. */
bool ahead_take(Session *session, Scan *scan, const Source *source, uint32_t number, Wanted wanted,
                Opened *opened, Error *error);

/* The session has opened a file for the scan, whose document has so many bytes. */
static inline void ahead_count(Scan *scan, uint64_t bytes) {
    scan->opened++;
    scan->bytes += bytes;
}

/* The scan is over: what was opened for it goes. */
void ahead_forget(Session *session, Scan *scan);

/* Ends the threads. */
void ahead_end(Session *session);

/* What the cache has to leave free for them. */
int64_t ahead_bytes(const Session *session);

#endif
