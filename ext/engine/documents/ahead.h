/* Looking ahead: while SQLite takes the rows of one file, other threads open the next ones.
**
** A scan that goes through the files of a source says so each time it needs one that isn't in the
** store. From the second such file on, worker threads open the files behind it, in order, and their
** documents wait for the scan: a few at first, more the further the scan goes. If the files that
** are left are expected to take less time than starting threads, none is started. While a worker is
** busy with the scan's next file, the session opens another small file instead of sleeping.
**
** A worker does nothing but read a file and decode it (crew.h); the session's thread alone touches
** the store, the span and SQLite's connection. The entries of the scan's current archive are opened
** ahead as well, unless they are small; the worker reads them by a descriptor of its own. What a
** worker can't do is left to the session. So the answer is the same with threads or without.
**
** Threads live until the span ends. What they hold counts within the store's limit: the store gives
** up as many bytes as they may take (store_promise). */
#pragma once

#include "engine/documents/sources.h"

/* A scan over the files of a source, which are opened ahead for it. Its address identifies it. */
typedef struct Scan {
    uint32_t opened; /* files that weren't in the store and that the session itself opened */
    uint64_t bytes;  /* of the documents of those files */
} Scan;

/* What is opened ahead: nothing, if all but `documents` and `process` is zeroed. */
typedef struct Ahead {
    Documents *documents;
    uint64_t process;  /* that of the session; a child after fork() starts no threads */
    struct Crew *crew; /* the threads, or NULL */
    const Scan *scan;  /* for which the threads work, or NULL */
    const Source *source;
    Wanted wanted;
    uint32_t next;   /* number of the first file that isn't a task yet */
    uint32_t window; /* how many tasks there may be now */
} Ahead;

/* Sets *ahead up without threads, which the first scan that is worth them starts. */
void ahead_begin(Ahead *ahead, Documents *documents);

/* The scan needs file `number`, which isn't in the store, and then those behind it. True: the file
** was opened ahead, or found to be broken (*opened has no document, the error is set). False: the
** session has to open the file. */
bool ahead_take(Ahead *ahead, Scan *scan, const Source *source, uint32_t number, Wanted wanted,
                Opened *opened, Error *error);

/* Frees what was opened ahead for a scan that is over; NULL: for any scan. */
void ahead_forget(Ahead *ahead, const Scan *scan);

/* Ends the threads. */
void ahead_end(Ahead *ahead);
