/* See ahead.h. */
#include "ahead.h"
#include "cache.h"
#include "system.h"

#include <stdatomic.h>

enum {
    THREADS_MOST = 64,
    THREADS_DEFAULT_MOST = 8,
    TASKS_MOST = 64,              /* files ahead; must be a power of two */
    LOOK_AGAIN_MILLISECONDS = 10, /* between two polls */
    WORKERS_BELL = 0,             /* tells workers that there is something to do */
    SESSION_BELL = 1,             /* tells the session that the file it waits for is open */
    FIRST_ALLOWED = 32 << 20,     /* bytes that may be held at first */
    ENTRY_BYTES_LEAST = 16384,    /* a smaller entry is unpacked as fast as it is handed over */

    /* Work is measured in bytes of documents; opening one takes about a nanosecond a byte. */
    FILE_WORK = 4096,          /* of opening any file, however small */
    SCAN_WORK_LEAST = 3 << 20, /* a scan with less left ends before threads have begun */
    WAKING_WORK = 65536,       /* less is done before a thread wakes */
    SMALL_WORK = 512 << 10,    /* of a file that isn't worth sleeping for */
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
    SpanFile file;     /* a copy, whose identity the worker sets */
    EntrySource entry; /* how an entry is read, with a reference to its archive; else zeroed */
    Opened opened;
    uint64_t bytes; /* allocated by the worker */
    Error error;
} Task;

typedef struct Worker {
    Thread thread;
    struct Ahead *ahead;
    const Host *session_host;
    Host host; /* for what it decodes; the session's own host replaces it later */
    LoneReader reader;
    uint64_t bytes; /* allocated for the current task */
} Worker;

typedef struct Ahead {
    uint64_t process;                    /* the process in which the threads run */
    uint32_t worker_count, workers_most; /* that were started, and that may be */
    /* used by the session only */
    const Scan *scan;
    const Source *source;
    uint32_t next;   /* number of the first file that isn't a task yet */
    uint32_t window; /* how many tasks there may be now */
    /* used by both sides */
    Monitor monitor;
    Wanted wanted;
    uint32_t first, task_count, waiting_count; /* tasks are a ring in the order of file numbers */
    Task tasks[TASKS_MOST];
    uint32_t idle_count;             /* of workers */
    const Task *awaited;             /* the task for which the session sleeps, or NULL */
    bool is_over;                    /* the threads have to end */
    bool is_full;                    /* a worker couldn't open the next file for lack of space */
    uint64_t done_bytes, done_count; /* of opened files; they predict the next one's size */
    atomic_bool stops;               /* the current tasks have to stop */
    atomic_llong bytes, allowed;     /* held ahead, and the most that may be held */
    Worker helper; /* the session itself, when it opens a file that isn't its next one */
    Worker workers[];
} Ahead;

static Task *task_at(Ahead *ahead, uint32_t place) {
    return &ahead->tasks[(ahead->first + place) % TASKS_MOST];
}

/* ---- Forks ----------------------------------------------------------------------------------- */

/* If another thread forks while a worker is in SQLite's allocator, the allocator's lock stays taken
** in the child for ever. So the lock is held during a fork, which keeps workers out. */
static sqlite3_mutex *allocator_lock(void) {
#ifndef SQLITE_CORE
    if (!sqlite3_api) return NULL; /* loaded, but never used */
#endif
    if (!sqlite3_threadsafe()) return NULL; /* it may have no mutexes at all */
    return sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_MEM);
}

void before_fork(void) {
    sqlite3_mutex *lock = allocator_lock();
    if (lock) sqlite3_mutex_enter(lock);
}

void after_fork(void) {
    sqlite3_mutex *lock = allocator_lock();
    if (lock) sqlite3_mutex_leave(lock);
}

/* ---- Workers --------------------------------------------------------------------------------- */

/* A worker's memory for what it decodes: SQLite's memory, within what is allowed. */
static void *resize_ahead(void *context, void *block, uint64_t bytes) {
    Worker *worker = context;
    Ahead *ahead = worker->ahead;
    long long held = block ? (long long)sqlite3_msize(block) : 0;
    if (bytes > (uint64_t)held &&
        atomic_load(&ahead->bytes) + (long long)bytes - held > atomic_load(&ahead->allowed)) {
        return NULL;
    }
    void *resized = NULL;
    if (bytes) {
        resized = sqlite3_realloc64(block, bytes);
        if (!resized) return NULL;
        system_announce_block(resized, bytes);
    } else {
        sqlite3_free(block);
    }
    long long more = (resized ? (long long)sqlite3_msize(resized) : 0) - held;
    atomic_fetch_add(&ahead->bytes, more);
    worker->bytes += (uint64_t)more;
    return resized;
}

static bool is_stopped(void *context) {
    const Worker *worker = context;
    return atomic_load(&worker->ahead->stops);
}

static uint64_t average(uint64_t bytes, uint64_t files) {
    return files ? bytes / files : 0;
}

/* Tells whether there is space for one more file of the usual size. */
static bool has_room(const Ahead *ahead) {
    long long held = atomic_load(&ahead->bytes), allowed = atomic_load(&ahead->allowed);
    uint64_t expected = average(ahead->done_bytes, ahead->done_count);
    return allowed > 0 && (!held || held + (long long)(expected + expected / 2) <= allowed);
}

/* Returns the next file to be opened; NULL: there is none, or no space for it. */
static Task *next_task(Ahead *ahead) {
    if (!ahead->waiting_count) return NULL;
    if (!has_room(ahead)) {
        ahead->is_full = true;
        return NULL;
    }
    for (uint32_t i = 0; i < ahead->task_count; i++) {
        Task *task = task_at(ahead, i);
        if (task->state == TASK_WAITING) return task;
    }
    return NULL;
}

static uint64_t average_work(uint64_t bytes, uint64_t files) {
    return FILE_WORK + average(bytes, files);
}

/* Returns the work that one file is expected to be. */
static uint64_t expected_work(const Ahead *ahead) {
    return average_work(ahead->done_bytes, ahead->done_count);
}

/* Tells whether opening a file takes hardly longer than sleeping until a thread has done it. */
static bool has_small_files(const Ahead *ahead) {
    return expected_work(ahead) <= SMALL_WORK;
}

/* Returns how many files are worth waking a worker. */
static uint32_t files_for_worker(const Ahead *ahead) {
    return 1 + (uint32_t)(WAKING_WORK / expected_work(ahead));
}

/* Opens a task's file. Called with the lock, but releases it meanwhile, since nobody else touches a
** task that is being opened. */
static void open_task(Worker *worker, Task *task) {
    Ahead *ahead = worker->ahead;
    Wanted wanted = ahead->wanted;
    EntrySource *entry = task->entry.archive ? &task->entry : NULL;
    task->state = TASK_OPENING;
    ahead->waiting_count--;
    system_unlock(&ahead->monitor);
    worker->bytes = 0;
    task->opened = (Opened){0};
    task->error = (Error){0};
    if (entry) archive_read_alone(&worker->reader, entry);
    open_ahead(&worker->host, &task->file, entry, wanted, &task->opened, &task->error);
    task->bytes = worker->bytes;
    system_lock(&ahead->monitor);
    task->state = is_final(&task->error) ? TASK_LEFT : TASK_DONE;
    if (task->error.kind == ERROR_NO_MEMORY) ahead->is_full = true;
    ahead->done_bytes += task->bytes;
    ahead->done_count++;
    if (ahead->awaited == task) system_ring(&ahead->monitor, SESSION_BELL);
}

static void run_worker(void *context) {
    Worker *worker = context;
    Ahead *ahead = worker->ahead;
    system_lock(&ahead->monitor);
    while (!ahead->is_over) {
        Task *task = next_task(ahead);
        if (!task) {
            ahead->idle_count++;
            system_wait(&ahead->monitor, WORKERS_BELL, 0);
            ahead->idle_count--;
            continue;
        }
        open_task(worker, task);
    }
    system_unlock(&ahead->monitor);
    lone_reader_close(&worker->reader);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

/* A SQLite that was told to be single-threaded always returns the same mutex. */
static bool is_made_for_threads(void) {
    if (!sqlite3_threadsafe()) return false;
    sqlite3_mutex *one = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST);
    sqlite3_mutex *other = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST);
    bool are_real = one && other && one != other;
    sqlite3_mutex_free(one);
    sqlite3_mutex_free(other);
    return are_real;
}

void ahead_settings(Settings *settings) {
    uint32_t cores = system_cores();
    settings->threads_most = settings->file_access && is_made_for_threads() ? THREADS_MOST : 0;
    settings->threads = settings->threads_most < 1 || cores < 2 ? 0
                        : cores < THREADS_DEFAULT_MOST          ? cores
                                                                : THREADS_DEFAULT_MOST;
}

/* The user's wish to stop, for the session's own thread. */
static bool is_interrupted(void *context) {
    const Worker *helper = context;
    const Host *host = helper->session_host;
    return host->interrupted && host->interrupted(host->context);
}

static void prepare_worker(Ahead *ahead, Worker *worker, const Session *session) {
    worker->ahead = ahead;
    worker->session_host = &session->host;
    worker->host = (Host){resize_ahead, is_stopped, worker, {0, 0}};
    memcpy(worker->host.key, session->host.key, sizeof worker->host.key);
    worker->reader.arena.host = &worker->host;
}

/* Starts one more thread. If the system can't, there are no more than now. */
static bool start_worker(Ahead *ahead) {
    Worker *worker = &ahead->workers[ahead->worker_count];
    if (ahead->worker_count == ahead->workers_most) return false;
    bool done = system_start_thread(&worker->thread, run_worker, worker);
    if (done) ahead->worker_count++;
    else ahead->workers_most = ahead->worker_count;
    return done;
}

/* If memory runs out or no thread can start, the session goes on alone. */
static void begin(Session *session, uint32_t threads) {
    Ahead *ahead = sqlite3_malloc64(sizeof *ahead + threads * sizeof *ahead->workers);
    if (!ahead) return;
    memset(ahead, 0, sizeof *ahead + threads * sizeof *ahead->workers);
    if (!system_open_monitor(&ahead->monitor)) {
        sqlite3_free(ahead);
        return;
    }
    ahead->process = session->process;
    atomic_init(&ahead->stops, false);
    atomic_init(&ahead->bytes, 0);
    atomic_init(&ahead->allowed, 0);
    prepare_worker(ahead, &ahead->helper, session);
    ahead->helper.host.interrupted = is_interrupted;
    for (uint32_t i = 0; i < threads; i++) prepare_worker(ahead, &ahead->workers[i], session);
    ahead->workers_most = threads;
    session->ahead = ahead;
}

/* After a fork, the child has its parent's memory but not its threads, and a lock may stay taken in
** it for ever. So the child leaves all of it alone. */
static Ahead *ahead_of(Session *session) {
    if (session->ahead && session->ahead->process != system_process()) session->ahead = NULL;
    return session->ahead;
}

void ahead_end(Session *session) {
    Ahead *ahead = ahead_of(session);
    if (!ahead) return;
    ahead_forget(session, NULL);
    system_lock(&ahead->monitor);
    ahead->is_over = true;
    for (uint32_t i = 0; i < ahead->worker_count; i++) system_ring(&ahead->monitor, WORKERS_BELL);
    system_unlock(&ahead->monitor);
    for (uint32_t i = 0; i < ahead->worker_count; i++) {
        system_join_thread(&ahead->workers[i].thread);
    }
    system_close_monitor(&ahead->monitor);
    sqlite3_free(ahead);
    session->ahead = NULL;
}

int64_t ahead_bytes(const Session *session) {
    return session->ahead ? atomic_load(&session->ahead->allowed) : 0;
}

/* ---- The session's side ---------------------------------------------------------------------- */

/* Passes the document of the first task to the session and ends the task. Workers have left it. */
static Task *end_task(Session *session) {
    Ahead *ahead = session->ahead;
    Task *task = task_at(ahead, 0);
    if (task->state == TASK_WAITING) ahead->waiting_count--;
    atomic_fetch_sub(&ahead->bytes, (long long)task->bytes);
    if (task->opened.document) task->opened.document->arena.host = &session->host;
    document_release(task->entry.archive);
    ahead->first++;
    ahead->task_count--;
    return task;
}

/* Sleeps until the task is done, so many milliseconds have passed (0: no limit), or for no reason.
** Called with the lock. */
static void await(Ahead *ahead, const Task *task, uint32_t milliseconds) {
    ahead->awaited = task;
    system_wait(&ahead->monitor, SESSION_BELL, milliseconds);
    ahead->awaited = NULL;
}

/* Drops the tasks before file `number`. Called with the lock, or while no worker has a task. */
static void drop_tasks(Session *session, uint32_t number) {
    Ahead *ahead = session->ahead;
    while (ahead->task_count && task_at(ahead, 0)->number < number) {
        const Task *task = task_at(ahead, 0);
        while (task->state == TASK_OPENING) await(ahead, task, 0);
        document_free(end_task(session)->opened.document);
    }
}

void ahead_forget(Session *session, Scan *scan) {
    Ahead *ahead = session->ahead;
    if (!ahead || !ahead->scan || (scan && ahead->scan != scan) || !ahead_of(session)) return;
    system_lock(&ahead->monitor);
    atomic_store(&ahead->stops, true);
    drop_tasks(session, UINT32_MAX);
    atomic_store(&ahead->stops, false);
    system_unlock(&ahead->monitor);
    atomic_store(&ahead->allowed, 0);
    ahead->scan = NULL;
}

/* Lets workers hold so many bytes, but at most half of the cache's budget; the cache is trimmed for
** it. */
static void allow(Session *session, long long bytes) {
    int64_t limit = session->settings.cache_limit;
    if (bytes > limit / 2) bytes = limit / 2;
    atomic_store(&session->ahead->allowed, bytes);
    cache_trim(session);
    int64_t left = limit - session->cached_bytes;
    if (left < bytes) atomic_store(&session->ahead->allowed, left > 0 ? left : 0);
}

/* Begins to look ahead behind file `number`. */
static void follow(Session *session, const Scan *scan, const Source *source, uint32_t number,
                   Wanted wanted) {
    Ahead *ahead = session->ahead;
    ahead->scan = scan;
    ahead->source = source;
    ahead->wanted = wanted;
    ahead->next = number + 1;
    ahead->done_bytes = scan->bytes;
    ahead->done_count = scan->opened;
    ahead->window = ahead->workers_most * files_for_worker(ahead);
    if (ahead->window > TASKS_MOST) ahead->window = TASKS_MOST;
    ahead->is_full = false;
    allow(session, FIRST_ALLOWED);
}

/* Tells whether handing the file to a worker is worth it. *entry becomes how an entry is read. */
static bool is_worth(Session *session, SpanFile *file, EntrySource *entry) {
    Error ignored = {0};
    *entry = (EntrySource){0};
    if (!file->archive) return true;
    if (archive_entry_source(session, file, entry, &ignored) &&
        entry->entry->size >= ENTRY_BYTES_LEAST) {
        return true;
    }
    entry->archive = NULL;
    return false;
}

/* Adds tasks up to the window, behind file `number`. Called with the lock. Nothing is added before
** half of the window is free, so that workers are woken for many small files at once. Entries of
** another archive wait until the scan has reached it. */
static void add_tasks(Session *session, uint32_t number) {
    Ahead *ahead = session->ahead;
    const Source *source = ahead->source;
    if (2 * ahead->task_count > ahead->window) return;
    ahead->window = ahead->window < TASKS_MOST / 2 ? 2 * ahead->window : TASKS_MOST;
    for (; ahead->task_count < ahead->window && ahead->next < source->file_count; ahead->next++) {
        SpanFile *file = source->files[ahead->next];
        Task *task = task_at(ahead, ahead->task_count);
        if (file->archive && file->archive != source->files[number]->archive) break;
        if (file->problem || cache_has(session, file, ahead->wanted) ||
            !is_worth(session, file, &task->entry)) {
            continue;
        }
        if (task->entry.archive) document_retain(task->entry.archive);
        task->state = TASK_WAITING;
        task->number = ahead->next;
        task->file = (SpanFile){.path = file->path,
                                .shown = file->shown,
                                .archive = file->archive,
                                .is_regular = file->is_regular};
        task->opened = (Opened){0};
        task->bytes = 0;
        ahead->task_count++;
        ahead->waiting_count++;
    }
}

/* Wakes workers that have enough to do, or starts them. Of small files, the session opens some
** itself, so that one worker fewer keeps the cores busy. Called with the lock. */
static void employ(Ahead *ahead) {
    uint32_t wanted = has_room(ahead) ? ahead->waiting_count / files_for_worker(ahead) : 0;
    uint32_t idle = ahead->idle_count, busy = ahead->worker_count - idle;
    uint32_t most = ahead->workers_most - (has_small_files(ahead) && ahead->workers_most > 1);
    for (; wanted && busy < most; wanted--, busy++) {
        if (idle) {
            system_ring(&ahead->monitor, WORKERS_BELL);
            idle--;
        } else if (!start_worker(ahead)) {
            return;
        }
    }
}

/* Takes the result of a task. The span now sees the version of the file that the worker read,
** unless it has already seen another one. */
static void accept(SpanFile *file, const Task *task, Opened *opened, Error *error) {
    *opened = task->opened;
    *error = task->error;
    if (!task->file.identified) return;
    if (file->identified && !file_same(&file->identity, &task->file.identity)) {
        document_free(opened->document);
        opened->document = NULL;
        *error = (Error){0};
        fail(error, ERROR_READ, "the file was changed while the query used it");
        return;
    }
    file->identity = task->file.identity;
    file->identified = true;
}

/* Tells whether there is enough left for threads, if the other files are like those so far. */
static bool pays(const Scan *scan, uint32_t files_left) {
    if (!scan->opened) return false;
    return files_left * average_work(scan->bytes, scan->opened) >= SCAN_WORK_LEAST;
}

/* Tells whether the files of the scan can be opened ahead now. Without a cache there is no room for
** them. With a heap limit, SQLite may have to free memory of its own and take locks for it, which a
** fork could leave taken. */
static bool may_look_ahead(Session *session, const Scan *scan, const Source *source,
                           uint32_t number) {
    const Settings *settings = &session->settings;
    const Ahead *ahead = ahead_of(session);
    uint32_t left = source->file_count - number - 1;
    EntrySource entry;
    if (settings->cache_limit < 2) return false; /* nothing may be held ahead: see allow */
    if (!is_worth(session, source->files[number], &entry)) return false;
    if (ahead && ahead->scan) return ahead->scan == scan;
    return settings->threads && pays(scan, left) && session->process == system_process() &&
           sqlite3_soft_heap_limit64(-1) <= 0 && sqlite3_hard_heap_limit64(-1) <= 0;
}

/* Tells whether the tasks serve a scan that is at file `number`. */
static bool leads_on(Ahead *ahead, const Source *source, uint32_t number, Wanted wanted) {
    uint32_t first = ahead->task_count ? task_at(ahead, 0)->number : ahead->next;
    return ahead->source == source && ahead->wanted.format == wanted.format &&
           ahead->wanted.header == wanted.header && number + 1 >= first;
}

/* Returns the task of file `number`; NULL: the session has to open it. Called with the lock. */
static const Task *claim(Session *session, uint32_t number) {
    Ahead *ahead = session->ahead;
    const Task *task = ahead->task_count ? task_at(ahead, 0) : NULL;
    if (!task || task->number != number) return NULL;
    if (task->state != TASK_WAITING) return task;
    end_task(session);
    return NULL;
}

/* Opens another file while a worker is busy with the next one, if files are small. Called with the
** lock. Returns false if there is none. */
static bool open_another(Ahead *ahead) {
    if (!has_small_files(ahead)) return false;
    Task *task = next_task(ahead);
    if (!task || task->entry.archive) return false;
    open_task(&ahead->helper, task);
    return true;
}

/* Waits until a file is open. Called with the lock. Returns false if the user wants to stop. */
static bool wait_for(Session *session, const Task *task) {
    Ahead *ahead = session->ahead;
    while (task->state == TASK_OPENING) {
        if (!open_another(ahead)) await(ahead, task, LOOK_AGAIN_MILLISECONDS);
        if (task->state == TASK_OPENING && arena_interrupted(&session->span)) return false;
    }
    return true;
}

/* Handles the scan's arrival at file `number`. Called with the lock. */
static bool take(Session *session, const Source *source, uint32_t number, Opened *opened,
                 Error *error) {
    Ahead *ahead = session->ahead;
    drop_tasks(session, number);
    if (number >= ahead->next) ahead->next = number + 1;
    bool is_late = ahead->is_full && ahead->task_count && task_at(ahead, 0)->state != TASK_DONE;
    const Task *task = claim(session, number);
    if (is_late) {
        ahead->is_full = false;
        allow(session, 2 * atomic_load(&ahead->allowed));
    }
    add_tasks(session, number);
    employ(ahead);
    if (!task) return false;
    if (!wait_for(session, task)) {
        *opened = (Opened){0};
        fail_interrupted(error);
        return true;
    }
    bool taken = task->state == TASK_DONE;
    end_task(session);
    if (taken) accept(source->files[number], task, opened, error);
    employ(ahead); /* there is more space now */
    return taken;
}

bool ahead_take(Session *session, Scan *scan, const Source *source, uint32_t number, Wanted wanted,
                Opened *opened, Error *error) {
    if (!may_look_ahead(session, scan, source, number)) return false;
    if (!session->ahead) {
        uint32_t threads = (uint32_t)session->settings.threads;
        uint32_t left = source->file_count - number - 1;
        begin(session, threads < left ? threads : left);
    }
    Ahead *ahead = session->ahead;
    if (!ahead) return false;
    if (!ahead->workers_most) { /* no thread can start, so nothing is held for one */
        ahead_forget(session, scan);
        return false;
    }
    if (ahead->scan && !leads_on(ahead, source, number, wanted)) ahead_forget(session, scan);
    if (!ahead->scan) follow(session, scan, source, number, wanted);
    system_lock(&ahead->monitor);
    bool taken = take(session, source, number, opened, error);
    system_unlock(&ahead->monitor);
    if (number + 1 == source->file_count) ahead_forget(session, scan);
    session->settings.opened_ahead += taken;
    return taken;
}
