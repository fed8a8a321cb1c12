#include "engine/documents/crew.h"
#include "engine/system/sqlite.h"

enum {
    THREADS_MOST = 64,
    THREADS_DEFAULT_MOST = 8,
    WAKING_WORK = 65536,    /* less work than this is done before a thread wakes */
    SMALL_WORK = 512 << 10, /* for a file with less work, sleeping doesn't pay */
};

/* ---- Workers --------------------------------------------------------------------------------- */

/* Allocates memory for what a worker decodes, as the session does, up to crew->allowed. */
static void *resize_ahead(void *context, void *block, uint64_t bytes) {
    Worker *worker = context;
    Crew *crew = worker->crew;
    long long held = (long long)regions_block_bytes(crew->regions, block);
    if (bytes > (uint64_t)held &&
        atomic_load(&crew->bytes) + (long long)bytes - held > atomic_load(&crew->allowed)) {
        return NULL;
    }
    void *resized = regions_resize(crew->regions, block, bytes);
    if (bytes && !resized) return NULL;
    long long more = (long long)regions_block_bytes(crew->regions, resized) - held;
    atomic_fetch_add(&crew->bytes, more);
    worker->bytes += (uint64_t)more;
    return resized;
}

static bool is_stopped(void *context) {
    const Worker *worker = context;
    return atomic_load(&worker->crew->stops);
}

bool crew_has_room(const Crew *crew) {
    long long held = atomic_load(&crew->bytes), allowed = atomic_load(&crew->allowed);
    uint64_t expected = crew_expected_work(crew) - FILE_WORK;
    return allowed > 0 && (!held || held + (long long)(expected + expected / 2) <= allowed);
}

Task *crew_next_task(Crew *crew) {
    if (!crew->waiting_count) return NULL;
    if (!crew_has_room(crew)) {
        crew->is_full = true;
        return NULL;
    }
    for (uint32_t i = 0; i < crew->task_count; i++) {
        Task *task = crew_task(crew, i);
        if (task->state == TASK_WAITING) return task;
    }
    return NULL;
}

bool crew_has_small_files(const Crew *crew) {
    return crew_expected_work(crew) <= SMALL_WORK;
}

uint32_t crew_files_for_worker(const Crew *crew) {
    return 1 + (uint32_t)(WAKING_WORK / crew_expected_work(crew));
}

/* Carries out the request of a task that is this worker's alone. False: the session has to. */
static bool open_request(Worker *worker, Task *task) {
    OpenRequest *request = &task->request;
    Error *error = &task->error;
    worker->reader.failed = false;
    ranges_read_alone(&worker->reader, &request->own);
    bool found = opening_look(request, &worker->host, error);
    if (found && request->archive) return false;
    if (!found || !opening_read(request, &worker->host, &task->opened, error)) {
        opening_fail(request, &worker->host, &task->opened, error);
    }
    if (!error_is_final(error) && !worker->reader.failed) return true;
    document_free(task->opened.document);
    task->opened.document = NULL;
    return false;
}

void crew_open_task(Worker *worker, Task *task) {
    Crew *crew = worker->crew;
    task->state = TASK_OPENING;
    crew->waiting_count--;
    system_unlock(&crew->monitor);
    worker->bytes = 0;
    task->opened = (Opened){0};
    task->error = (Error){0};
    bool done = open_request(worker, task);
    task->bytes = worker->bytes;
    system_lock(&crew->monitor);
    task->state = done ? TASK_DONE : TASK_LEFT;
    if (task->error.kind == ERROR_NO_MEMORY) crew->is_full = true;
    crew->done_bytes += task->bytes;
    crew->done_count++;
    if (crew->awaited == task) system_ring(&crew->monitor, SESSION_BELL);
}

static void run_worker(void *context) {
    Worker *worker = context;
    Crew *crew = worker->crew;
    system_lock(&crew->monitor);
    while (!crew->is_over) {
        Task *task = crew_next_task(crew);
        if (!task) {
            crew->idle_count++;
            system_wait(&crew->monitor, WORKERS_BELL, 0);
            crew->idle_count--;
            continue;
        }
        crew_open_task(worker, task);
    }
    system_unlock(&crew->monitor);
    ranges_end_alone(&worker->reader);
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

void crew_settings(Settings *settings) {
    uint32_t cores = system_cores();
    settings->threads_most = settings->file_access && is_made_for_threads() ? THREADS_MOST : 0;
    settings->threads = settings->threads_most < 1 || cores < 2 ? 0
                        : cores < THREADS_DEFAULT_MOST          ? cores
                                                                : THREADS_DEFAULT_MOST;
}

/* Tells whether the user wants to stop, when the session's own thread opens a file as a helper. */
static bool is_interrupted(void *context) {
    const Worker *helper = context;
    const Host *host = helper->session_host;
    return host->interrupted && host->interrupted(host->context);
}

static void prepare_worker(Crew *crew, Worker *worker, const Host *host) {
    worker->crew = crew;
    worker->session_host = host;
    worker->host = (Host){resize_ahead, is_stopped, worker, {0, 0}};
    memcpy(worker->host.key, host->key, sizeof worker->host.key);
    worker->reader.arena.host = &worker->host;
}

bool crew_start_worker(Crew *crew) {
    Worker *worker = &crew->workers[crew->worker_count];
    if (crew->worker_count == crew->room) return false;
    bool done = system_start_thread(&worker->thread, run_worker, worker);
    if (done) crew->worker_count++;
    else crew->room = crew->worker_count;
    return done;
}

Crew *crew_begin(const Host *host, Regions *regions, uint32_t room) {
    size_t bytes = sizeof(Crew) + room * sizeof(Worker);
    Crew *crew = sqlite3_malloc64(bytes);
    if (!crew) return NULL;
    memset(crew, 0, bytes);
    if (!system_open_monitor(&crew->monitor)) {
        sqlite3_free(crew);
        return NULL;
    }
    atomic_init(&crew->stops, false);
    atomic_init(&crew->bytes, 0);
    atomic_init(&crew->allowed, 0);
    prepare_worker(crew, &crew->helper, host);
    crew->helper.host.interrupted = is_interrupted;
    for (uint32_t i = 0; i < room; i++) prepare_worker(crew, &crew->workers[i], host);
    crew->room = room;
    crew->regions = regions;
    return crew;
}

void crew_end(Crew *crew) {
    system_lock(&crew->monitor);
    crew->is_over = true;
    for (uint32_t i = 0; i < crew->worker_count; i++) system_ring(&crew->monitor, WORKERS_BELL);
    system_unlock(&crew->monitor);
    for (uint32_t i = 0; i < crew->worker_count; i++) system_join_thread(&crew->workers[i].thread);
    system_close_monitor(&crew->monitor);
    sqlite3_free(crew);
}
