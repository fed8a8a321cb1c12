/* A crew: the threads that open files ahead of a scan, and their tasks.
**
** A worker does nothing but carry out the OpenRequest of a task in an arena of its own. What it
** can't do by itself, it leaves to the session: opening an archive that is read by ranges, a file
** for which it gets no memory, an entry that it can't read. */
#pragma once

#include "engine/documents/store.h"
#include "engine/system/regions.h"

#include <stdatomic.h>

enum {
    TASKS_MOST = 64,  /* files ahead; must be a power of two */
    WORKERS_BELL = 0, /* tells workers that there is something to do */
    SESSION_BELL = 1, /* tells the session that the file it waits for is open */
    FILE_WORK = 4096, /* of opening a file, in bytes of its document: a nanosecond each */
};

typedef enum TaskState {
    TASK_WAITING,
    TASK_OPENING,
    TASK_DONE, /* open, or known to be broken */
    TASK_LEFT, /* left to the session */
} TaskState;

/* A file that is opened ahead of the scan. */
typedef struct Task {
    TaskState state;
    uint32_t number;
    OpenRequest request;
    Opened opened;
    uint64_t bytes; /* allocated by the worker */
    Error error;
} Task;

typedef struct Worker {
    Thread thread;
    struct Crew *crew;
    const Host *session_host;
    Host host; /* of what is decoded, until the session's own host replaces it */
    LoneReader reader;
    uint64_t bytes; /* allocated for the current task */
} Worker;

/* The threads of a span, and their tasks. */
typedef struct Crew {
    Regions *regions;      /* the memory of all workers */
    uint32_t room;         /* how many workers there is room for */
    uint32_t worker_count; /* how many workers were started */
    uint32_t workers_most; /* how many the current scan may employ */
    /* used by both sides */
    Monitor monitor;
    uint32_t first, task_count, waiting_count; /* tasks are a ring in the order of file numbers */
    Task tasks[TASKS_MOST];
    uint32_t idle_count;             /* how many workers are idle */
    const Task *awaited;             /* the task for which the session sleeps, or NULL */
    bool is_over;                    /* the threads have to end */
    bool is_full;                    /* a worker couldn't open the next file for lack of space */
    uint64_t done_bytes, done_count; /* sum and number of opened files, to predict the next */
    atomic_bool stops;               /* the current tasks have to stop */
    atomic_llong bytes, allowed;     /* how many bytes are held ahead, and may be */
    Worker helper; /* the session itself, when it opens a file that isn't its next one */
    Worker workers[];
} Crew;

static inline Task *crew_task(Crew *crew, uint32_t place) {
    return &crew->tasks[(crew->first + place) % TASKS_MOST];
}

/* Sets how many threads a new session may use, and how many it uses by default: none where SQLite
** isn't made for threads, or was told to be single-threaded. */
void crew_settings(Settings *settings);

/* Gathers a crew with room for so many workers. NULL: memory ran out, or there are no locks. */
Crew *crew_begin(const Host *host, Regions *regions, uint32_t room);
/* Ends the threads, which have no tasks. */
void crew_end(Crew *crew);
/* Starts one more worker. If the system can't, the crew never tries again. */
bool crew_start_worker(Crew *crew);

/* The functions below are called with the lock. */

/* Returns the task that a worker should begin; NULL: there is none, or no space for one. */
Task *crew_next_task(Crew *crew);
/* Opens a task's file; releases the lock meanwhile. */
void crew_open_task(Worker *worker, Task *task);
/* Tells whether there is space for one more file of the usual size. */
bool crew_has_room(const Crew *crew);
/* Tells whether opening a file takes hardly longer than sleeping until a thread has done it. */
bool crew_has_small_files(const Crew *crew);
/* Returns how many files are worth waking a worker. */
uint32_t crew_files_for_worker(const Crew *crew);

/* Returns the work that one file is expected to be, from what others were. */
static inline uint64_t crew_average_work(uint64_t bytes, uint64_t files) {
    return FILE_WORK + (files ? bytes / files : 0);
}
static inline uint64_t crew_expected_work(const Crew *crew) {
    return crew_average_work(crew->done_bytes, crew->done_count);
}
