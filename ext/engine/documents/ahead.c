#include "engine/documents/ahead.h"
#include "engine/documents/crew.h"
#include "meta/unreadable.h"

enum {
    FIRST_LEAST = 1 << 20,        /* bytes: as much may be held at first in any case */
    FIRST_MOST = 32 << 20,        /* bytes: no more may be held at first */
    FIRST_FILES = 2,              /* files for each thread, if they are like those so far */
    LARGE_FILE = 4 << 20,         /* in bytes: several of these don't fit into FIRST_MOST */
    SHARE_USUAL = 16,             /* 1 / this of the limit may be held if files aren't large */
    ENTRY_BYTES_LEAST = 16384,    /* unpacking a smaller entry is as fast as handing it over */
    SCAN_WORK_LEAST = 3 << 20,    /* a scan with less left ends before threads have begun */
    LOOK_AGAIN_MILLISECONDS = 10, /* between two polls */
};

/* ---- Beginning and end ----------------------------------------------------------------------- */

void ahead_begin(Ahead *ahead, Documents *documents) {
    *ahead = (Ahead){.documents = documents, .process = system_process()};
}

/* Returns the threads. After a fork, the child has its parent's memory but not its threads, and a
** lock may stay taken for ever. So the child leaves the parent's crew alone. */
static Crew *crew_of(Ahead *ahead) {
    if (ahead->crew && ahead->process != system_process()) {
        ahead->crew = NULL;
        ahead->scan = NULL;
        store_promise(&ahead->documents->store, 0);
    }
    return ahead->crew;
}

/* Lets workers hold so many bytes, but at most half of the store's limit. */
static void allow(Ahead *ahead, int64_t bytes) {
    int64_t limit = ahead->documents->settings->cache_limit;
    int64_t most = bytes < limit / 2 ? bytes : limit / 2;
    atomic_store(&ahead->crew->allowed, store_promise(&ahead->documents->store, most));
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

/* Ends the first task, which no worker is busy with; its document now belongs to the session. */
static Task *end_task(Ahead *ahead) {
    Crew *crew = ahead->crew;
    Task *task = crew_task(crew, 0);
    if (task->state == TASK_WAITING) crew->waiting_count--;
    atomic_fetch_sub(&crew->bytes, (long long)task->bytes);
    if (task->opened.document) task->opened.document->arena.host = ahead->documents->host;
    store_release(task->request.holder);
    crew->first++;
    crew->task_count--;
    return task;
}

/* Sleeps, with the lock, until the task is done, the time is up (0: no limit), or for no reason. */
static void await(Crew *crew, const Task *task, uint32_t milliseconds) {
    crew->awaited = task;
    system_wait(&crew->monitor, SESSION_BELL, milliseconds);
    crew->awaited = NULL;
}

/* Drops the tasks before file `number`. Called with the lock. */
static void drop_tasks(Ahead *ahead, uint32_t number) {
    Crew *crew = ahead->crew;
    while (crew->task_count && crew_task(crew, 0)->number < number) {
        const Task *task = crew_task(crew, 0);
        while (task->state == TASK_OPENING) await(crew, task, 0);
        document_free(end_task(ahead)->opened.document);
    }
}

void ahead_forget(Ahead *ahead, const Scan *scan) {
    if (!ahead->scan || (scan && ahead->scan != scan) || !crew_of(ahead)) return;
    Crew *crew = ahead->crew;
    system_lock(&crew->monitor);
    atomic_store(&crew->stops, true);
    drop_tasks(ahead, UINT32_MAX);
    atomic_store(&crew->stops, false);
    system_unlock(&crew->monitor);
    allow(ahead, 0);
    ahead->scan = NULL;
}

void ahead_end(Ahead *ahead) {
    ahead_forget(ahead, NULL);
    if (crew_of(ahead)) crew_end(ahead->crew);
    ahead->crew = NULL;
}

/* Tells whether handing the file to a worker is worth it: reading a file's header, or bytes alone,
** is faster than waking a thread. *request becomes what opening the file takes. */
static bool is_worth(Ahead *ahead, SpanFile *file, Wanted wanted, OpenRequest *request) {
    Error ignored = {0};
    if (!documents_resolve(ahead->documents, file, wanted, request, &ignored)) return false;
    uint64_t bytes = request->own.to_unpack;
    if (request->second.archive) return false; /* a worker's own descriptor serves one entry */
    bool decodes = wanted.reads != READS_HEADER && wanted.format != &bytes_format;
    return bytes ? bytes >= ENTRY_BYTES_LEAST : decodes;
}

/* Adds tasks for files behind file `number` until there are `window` tasks. Called with the lock.
** Nothing is added before half of the window is free, so that workers are woken for many small
** files at once. Entries of another archive wait until the scan has reached that archive. */
static void add_tasks(Ahead *ahead, uint32_t number) {
    Crew *crew = ahead->crew;
    const Source *source = ahead->source;
    if (2 * crew->task_count > ahead->window) return;
    ahead->window = ahead->window < TASKS_MOST / 2 ? 2 * ahead->window : TASKS_MOST;
    for (; crew->task_count < ahead->window && ahead->next < source->file_count; ahead->next++) {
        SpanFile *file = source->files[ahead->next];
        Task *task = crew_task(crew, crew->task_count);
        if (file->archive != source->files[number]->archive) break;
        if (file->problem || documents_have(ahead->documents, file, ahead->wanted) ||
            !is_worth(ahead, file, ahead->wanted, &task->request)) {
            continue;
        }
        if (task->request.holder) store_retain(task->request.holder);
        task->state = TASK_WAITING;
        task->number = ahead->next;
        task->opened = (Opened){0};
        task->bytes = 0;
        crew->task_count++;
        crew->waiting_count++;
    }
}

/* Wakes workers that have enough to do, or starts them. Of small files, the session opens some
** itself, so that one worker fewer keeps the cores busy. Called with the lock. */
static void employ(Crew *crew) {
    uint32_t wanted = crew_has_room(crew) ? crew->waiting_count / crew_files_for_worker(crew) : 0;
    uint32_t idle = crew->idle_count, busy = crew->worker_count - idle;
    uint32_t most = crew->workers_most - (crew_has_small_files(crew) && crew->workers_most > 1);
    for (; wanted && busy < most; wanted--, busy++) {
        if (idle) {
            system_ring(&crew->monitor, WORKERS_BELL);
            idle--;
        } else if (!crew_start_worker(crew)) {
            return;
        }
    }
}

/* ---- Scans ----------------------------------------------------------------------------------- */

/* Begins to look ahead behind file `number`. */
static void follow(Ahead *ahead, const Scan *scan, const Source *source, uint32_t number,
                   Wanted wanted) {
    Crew *crew = ahead->crew;
    uint32_t threads = (uint32_t)ahead->documents->settings->threads;
    uint32_t left = source->file_count - number - 1;
    ahead->scan = scan;
    ahead->source = source;
    ahead->wanted = wanted;
    ahead->next = number + 1;
    crew->workers_most = threads < left ? threads : left;
    if (crew->workers_most > crew->room) crew->workers_most = crew->room;
    crew->done_bytes = scan->bytes;
    crew->done_count = scan->opened;
    ahead->window = crew->workers_most * crew_files_for_worker(crew);
    if (ahead->window > TASKS_MOST) ahead->window = TASKS_MOST;
    crew->is_full = false;
    /* bytes that are promised to threads are taken from the store's limit */
    uint64_t bytes = FIRST_FILES * ((uint64_t)crew->workers_most + 1) * crew_expected_work(crew);
    if (bytes < FIRST_LEAST) bytes = FIRST_LEAST;
    allow(ahead, bytes > FIRST_MOST ? FIRST_MOST : (int64_t)bytes);
}

/* Takes the result of a task. The span now sees the version of the file that the worker read,
** unless the span has already seen another version. */
static void accept(SpanFile *file, const Task *task, Opened *opened, Error *error) {
    const SpanFile *read = &task->request.own.file;
    Error changed = {0};
    *opened = task->opened;
    *error = task->error;
    if (!read->identified || span_see_version(file, &read->identity, &changed)) {
        return;
    }
    document_free(opened->document);
    opened->document = NULL;
    *error = changed;
}

/* Tells whether the files of the scan can be opened ahead now, and whether enough are left to pay
** for threads, if they are like those so far. Without a store there is no room for opened files.
** With a heap limit, SQLite may free memory of its own and take locks for that, which a fork could
** leave taken. */
static bool may_look_ahead(Ahead *ahead, const Scan *scan, const Source *source, uint32_t number,
                           Wanted wanted) {
    const Settings *settings = ahead->documents->settings;
    const Crew *crew = crew_of(ahead);
    SpanFile *file = source->files[number];
    uint32_t left = source->file_count - number - 1;
    OpenRequest request;
    if (settings->cache_limit < 2) return false; /* allow() would allow no byte */
    if (!is_worth(ahead, file, wanted, &request)) return false;
    if (crew && ahead->scan) return ahead->scan == scan;
    bool pays =
        scan->opened && left * crew_average_work(scan->bytes, scan->opened) >= SCAN_WORK_LEAST;
    return settings->threads && pays && ahead->process == system_process() &&
           !sqlite_has_heap_limit();
}

/* Returns the task of file `number`; NULL: the session opens the file. Called with the lock. */
static const Task *claim(Ahead *ahead, uint32_t number) {
    const Crew *crew = ahead->crew;
    const Task *task = crew->task_count ? crew_task(ahead->crew, 0) : NULL;
    if (!task || task->number != number) return NULL;
    if (task->state != TASK_WAITING) return task;
    end_task(ahead);
    return NULL;
}

/* Waits until a file is open, and opens others meanwhile if they are small. Called with the lock.
** Returns false if the user wants to stop. */
static bool wait_for(Ahead *ahead, const Task *task) {
    Crew *crew = ahead->crew;
    while (task->state == TASK_OPENING) {
        Task *other = crew_has_small_files(crew) ? crew_next_task(crew) : NULL;
        if (other && !other->request.holder) crew_open_task(&crew->helper, other);
        else await(crew, task, LOOK_AGAIN_MILLISECONDS);
        if (task->state == TASK_OPENING && arena_interrupted(&ahead->documents->span.arena)) {
            return false;
        }
    }
    return true;
}

/* Handles the scan's arrival at file `number`. Called with the lock. */
static bool take(Ahead *ahead, uint32_t number, Opened *opened, Error *error) {
    Crew *crew = ahead->crew;
    drop_tasks(ahead, number);
    if (number >= ahead->next) ahead->next = number + 1;
    bool is_late = crew->is_full && crew->task_count && crew_task(crew, 0)->state != TASK_DONE;
    const Task *task = claim(ahead, number);
    if (is_late) { /* the session has to wait for workers, so they may hold twice as much */
        int64_t limit = ahead->documents->settings->cache_limit, held = atomic_load(&crew->allowed);
        bool are_large = crew_expected_work(crew) > LARGE_FILE;
        crew->is_full = false;
        if (are_large || 2 * held <= limit / SHARE_USUAL) allow(ahead, 2 * held);
    }
    add_tasks(ahead, number);
    employ(crew);
    if (!task) return false;
    if (!wait_for(ahead, task)) {
        *opened = (Opened){0};
        fail_interrupted(error);
        return true;
    }
    bool taken = task->state == TASK_DONE;
    end_task(ahead);
    if (taken) accept(ahead->source->files[number], task, opened, error);
    employ(crew); /* taking the document has made space */
    return taken;
}

bool ahead_take(Ahead *ahead, Scan *scan, const Source *source, uint32_t number, Wanted wanted,
                Opened *opened, Error *error) {
    Settings *settings = ahead->documents->settings;
    if (!may_look_ahead(ahead, scan, source, number, wanted)) return false;
    if (!ahead->crew) {
        ahead->crew = crew_begin(ahead->documents->host, ahead->documents->regions,
                                 (uint32_t)settings->threads);
    }
    Crew *crew = ahead->crew;
    if (!crew) return false;
    if (!crew->room) { /* no thread can start, so nothing is held for one */
        ahead_forget(ahead, scan);
        return false;
    }
    uint32_t first = crew->task_count ? crew_task(crew, 0)->number : ahead->next;
    bool leads_on = ahead->source == source && ahead->wanted.format == wanted.format &&
                    ahead->wanted.reads == wanted.reads && number + 1 >= first;
    if (ahead->scan && !leads_on) ahead_forget(ahead, scan);
    if (!ahead->scan) follow(ahead, scan, source, number, wanted);
    system_lock(&crew->monitor);
    bool taken = take(ahead, number, opened, error);
    system_unlock(&crew->monitor);
    if (number + 1 == source->file_count) ahead_forget(ahead, scan);
    settings->opened_ahead += taken;
    return taken;
}
