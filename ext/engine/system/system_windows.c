/* See system.h. Paths are UTF-8 on our side and UTF-16 on the system's. A name with half a
** surrogate, which Windows allows, has these 16 bits encoded like a character, so that every name
** in a listing can be opened.
**
** Every path is made absolute and gets the prefix \\?\, so that it may have more than 260
** characters and doesn't depend on the folder. GetFullPathName() recognises the names of devices.
** The only imports are from KERNEL32 and the C library. */
#include "codec/utf8.h"
#include "engine/system/system.h"

#include <stdlib.h>
#include <windows.h>

/* ---- Errors ---------------------------------------------------------------------------------- */

const char *const system_error_name = "Windows error";

const char *system_error_text(int error) {
    static const struct {
        int error;
        const char *text;
    } texts[] = {
        {ERROR_FILE_NOT_FOUND, "no such file"},
        {ERROR_PATH_NOT_FOUND, "no such folder"},
        {ERROR_ACCESS_DENIED, "permission denied"},
        {ERROR_SHARING_VIOLATION, "another program holds it open"},
        {ERROR_LOCK_VIOLATION, "another program has locked a part of it"},
        {ERROR_INVALID_NAME, "no file can have that name"},
        {ERROR_BAD_PATHNAME, "no file can have that name"},
        {ERROR_FILENAME_EXCED_RANGE, "the name is too long"},
        {ERROR_DIRECTORY, "a part of the path is not a folder"},
        {ERROR_CANT_RESOLVE_FILENAME, "too many symbolic links"},
        {ERROR_TOO_MANY_OPEN_FILES, "too many open files"},
        {ERROR_NOT_READY, "the drive is not ready"},
        {ERROR_BAD_NETPATH, "no such server"},
        {ERROR_BAD_NET_NAME, "no such folder of that server"},
        {ERROR_NETNAME_DELETED, "the file is gone from its server"},
        {ERROR_BAD_DEVICE, "a device"},
        {ERROR_CRC, "input/output error"},
        {ERROR_IO_DEVICE, "input/output error"},
        {ERROR_NOT_ENOUGH_MEMORY, "out of memory"},
        {ERROR_OUTOFMEMORY, "out of memory"},
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        if (texts[i].error == error) return texts[i].text;
    }
    return "the system refused it";
}

bool system_says_absent(int error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_FILENAME_EXCED_RANGE:
    case ERROR_DIRECTORY: return true;
    default: return false;
    }
}

bool system_says_denied(int error) {
    return error == ERROR_ACCESS_DENIED;
}

static int last_error(void) {
    return (int)GetLastError();
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Decodes the UTF-8 character at *at and goes behind it; false: it isn't valid. */
static bool next_character(const uint8_t **at, uint32_t *character) {
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    uint8_t first = *(*at)++;
    int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    if ((first >= 0x80 && first < 0xC0) || first >= 0xF8) return false;
    *character = more ? first & (0x3Fu >> more) : first;
    for (int i = 0; i < more; i++) {
        if ((**at & 0xC0) != 0x80) return false;
        *character = *character << 6 | (*(*at)++ & 0x3Fu);
    }
    return *character >= least[more] && *character <= 0x10FFFF;
}

/* Returns `text` in UTF-16, with '\\' for '/', which the caller frees; NULL, with *error set:
** `text` isn't UTF-8, or memory ran out. */
static wchar_t *wide_text(const char *text, int *error) {
    const uint8_t *at = (const uint8_t *)text;
    wchar_t *wide = malloc((strlen(text) + 1) * sizeof *wide), *out = wide;
    *error = wide ? 0 : ERROR_NOT_ENOUGH_MEMORY;
    while (wide && *at) {
        uint32_t character;
        if (!next_character(&at, &character)) {
            free(wide);
            *error = ERROR_INVALID_NAME;
            return NULL;
        }
        if (character >= 0x10000) {
            *out++ = (wchar_t)(0xD800 + ((character - 0x10000) >> 10));
            character = 0xDC00 + (character & 0x3FF);
        }
        *out++ = character == '/' ? L'\\' : (wchar_t)character;
    }
    if (wide) *out = 0;
    return wide;
}

/* Converts UTF-16 to UTF-8; `text` needs space for 3 bytes per unit and a NUL. */
static void narrow_text(const wchar_t *wide, char *text) {
    for (; *wide; wide++) {
        uint32_t character = *wide;
        bool is_pair =
            character >= 0xD800 && character < 0xDC00 && wide[1] >= 0xDC00 && wide[1] < 0xE000;
        if (is_pair) character = 0x10000 + ((character - 0xD800) << 10) + (*++wide - 0xDC00u);
        text += utf8_write(character, text);
    }
    *text = 0;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static bool is_letter(wchar_t unit) {
    return (unit >= 'A' && unit <= 'Z') || (unit >= 'a' && unit <= 'z');
}

/* Tells whether `wide` begins with `lower`, which is in lower case, without regard to case. */
static bool begins(const wchar_t *wide, const char *lower) {
    for (; *lower; wide++, lower++) {
        wchar_t unit = *wide >= 'A' && *wide <= 'Z' ? (wchar_t)(*wide + ('a' - 'A')) : *wide;
        if (unit != (wchar_t)*lower) return false;
    }
    return true;
}

/* Returns what follows the server in "server\share\...", like "pipe\...". */
static const wchar_t *behind_server(const wchar_t *path) {
    while (*path && *path != '\\') path++;
    return *path ? path + 1 : path;
}

static bool is_share_of_system(const wchar_t *share) {
    return begins(share, "pipe\\") || begins(share, "mailslot\\") || begins(share, "ipc$");
}

/* Returns what an absolute path leads to outside of file systems, as "a device"; NULL: nothing. */
static const char *outside_of_files(const wchar_t *path) {
    if (!begins(path, "\\\\")) return NULL;
    if (begins(path, "\\\\.\\") || begins(path, "\\\\?\\")) {
        const wchar_t *rest = path + 4;
        if (begins(rest, "pipe\\")) return "a pipe";
        if (path[2] == '.') return "a device";
        if (is_letter(rest[0]) && rest[1] == ':' && rest[2] == '\\') return NULL;
        if (begins(rest, "unc\\")) {
            return is_share_of_system(behind_server(rest + 4)) ? "a pipe" : NULL;
        }
        return begins(rest, "volume{") && wcschr(rest, '\\') ? NULL : "a device";
    }
    return is_share_of_system(behind_server(path + 2)) ? "a pipe" : NULL;
}

/* A path in the system's form. */
typedef struct WidePath {
    wchar_t *text;         /* to be freed by release() */
    const char *irregular; /* see outside_of_files */
} WidePath;

static void release(WidePath *path) {
    free(path->text);
    path->text = NULL;
}

/* Makes a path absolute, with the prefix \\?\. */
static int whole_path(const char *path, WidePath *whole) {
    int error;
    wchar_t *given = wide_text(path, &error);
    *whole = (WidePath){0};
    if (!given) return error;
    const size_t prefix = LENGTH(L"\\\\?\\UNC") - 1;
    DWORD room = GetFullPathNameW(given, 0, NULL, NULL);
    if (!room) error = last_error();
    wchar_t *text = room ? malloc((prefix + room) * sizeof *text) : NULL;
    DWORD length = text ? GetFullPathNameW(given, room, text + prefix, NULL) : 0;
    if (room && !text) error = ERROR_NOT_ENOUGH_MEMORY;
    else if (room && !length) error = last_error();
    else if (length >= room) error = ERROR_FILENAME_EXCED_RANGE; /* the folder changed meanwhile */
    free(given);
    if (error) {
        free(text);
        return error;
    }
    const wchar_t *full = text + prefix;
    whole->irregular = outside_of_files(full);
    wchar_t *from = text;
    if (begins(full, "\\\\?\\") || begins(full, "\\\\.\\")) {
        memmove(from, full, (length + 1) * sizeof *from);
    } else if (begins(full, "\\\\")) {
        memmove(from + prefix, full + 1, length * sizeof *from); /* the prefix ends with one '\\' */
        memcpy(from, L"\\\\?\\UNC", prefix * sizeof *from);
    } else {
        memmove(from + 4, full, (length + 1) * sizeof *from);
        memcpy(from, L"\\\\?\\", 4 * sizeof *from);
    }
    whole->text = text;
    return 0;
}

/* Opens a path that leads to a file or folder. */
static int open_whole(const WidePath *path, DWORD access, DWORD flags, HANDLE *handle) {
    if (path->irregular) return ERROR_BAD_DEVICE;
    *handle =
        CreateFileW(path->text, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    NULL, OPEN_EXISTING, flags, NULL);
    return *handle == INVALID_HANDLE_VALUE ? last_error() : 0;
}

/* An entry of an archive may well have the name of a device, as in "a.zip/aux". */
bool system_may_lie_in_file(const char *path, int error, const FileStatus *status) {
    if (error) return system_says_absent(error);
    return status->irregular && !strcmp(status->irregular, "a device") && strncmp(path, "//", 2);
}

/* Returns the current folder of a drive, to which a path like "C:maps" is relative; *path becomes
** the rest. NULL: memory ran out. */
static char *folder_of_drive(Arena *arena, const char **path) {
    wchar_t drive[] = {(wchar_t)(*path)[0], ':', '.', 0};
    DWORD room = GetFullPathNameW(drive, 0, NULL, NULL);
    wchar_t *wide = arena_alloc(arena, (uint64_t)room + 1, sizeof *wide);
    char *folder = arena_alloc(arena, 3 * (uint64_t)room + 2, 1);
    if (!wide || !folder) return NULL;
    if (GetFullPathNameW(drive, room, wide, NULL) >= room) memcpy(wide, drive, sizeof drive);
    narrow_text(wide, folder);
    size_t length = strlen(folder);
    if (folder[length - 1] != '\\') memcpy(folder + length, "\\", 2);
    *path += 2;
    return folder;
}

/* Also removes the system's mark for long paths, \\?\, since its '?' isn't a wildcard; whole_path()
** adds the mark to every path. */
const char *system_path(Arena *arena, const char *path) {
    const char *before = "";
    bool is_of_drive =
        is_letter((wchar_t)path[0]) && path[1] == ':' && path[2] && !strchr("/\\", path[2]);
    if (!is_of_drive && !strchr(path, '\\') && strncmp(path, "//?/", 4) != 0) return path;
    if (is_of_drive) before = folder_of_drive(arena, &path);
    if (!before) return NULL;
    size_t start = strlen(before), length = strlen(path);
    char *copy = arena_alloc(arena, start + length + 1, 1);
    if (!copy) return NULL;
    memcpy(copy, before, start);
    memcpy(copy + start, path, length + 1);
    for (char *at = copy; *at; at++) {
        if (*at == '\\') *at = '/';
    }
    if (strncmp(copy, "//?/", 4) != 0) return copy;
    if (is_letter((wchar_t)copy[4]) && copy[5] == ':' && copy[6] == '/') return copy + 4;
    if (_strnicmp(copy + 4, "UNC/", 4) != 0) return copy;
    copy[6] = '/'; /* the beginning of "//server" */
    return copy + 6;
}

size_t system_root(const char *path, size_t *behind) {
    const char *at = path;
    if (is_letter((wchar_t)path[0]) && path[1] == ':') {
        at += 2;
    } else if (strspn(path, "/") == 2) { /* a server and its share, or a device */
        for (int parts = 2; *at && parts; parts--) {
            at += strspn(at, "/");
            at += strcspn(at, "/");
        }
    }
    *behind = (size_t)(at - path) + strspn(at, "/");
    return (size_t)(at - path) + (*at == '/');
}

uint32_t system_fold(uint32_t character) {
    wchar_t unit = (wchar_t)character, upper;
    if (character < 0x80 || character >= 0x10000) return character;
    int length = LCMapStringW(LOCALE_INVARIANT, LCMAP_UPPERCASE, &unit, 1, &upper, 1);
    return length == 1 ? upper : character;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static int64_t nanoseconds(uint64_t ticks) { /* ticks: 100 ns since 1601 */
    const uint64_t ticks_to_1970 = 116444736000000000;
    return (int64_t)(ticks - ticks_to_1970) * 100;
}

static uint64_t joined(DWORD high, DWORD low) {
    return (uint64_t)high << 32 | low;
}

static HANDLE handle_of(int descriptor) { /* handles fit into 32 bits */
    return (HANDLE)(intptr_t)descriptor;
}

static int describe(HANDLE handle, FileStatus *status) {
    BY_HANDLE_FILE_INFORMATION found;
    FILE_BASIC_INFO times;
    DWORD type = GetFileType(handle);
    *status = (FileStatus){0};
    if (type != FILE_TYPE_DISK) {
        status->irregular = type == FILE_TYPE_PIPE ? "a pipe" : "a device";
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &found) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times)) {
        return last_error();
    }
    if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) status->irregular = "a folder";
    uint64_t index = joined(found.nFileIndexHigh, found.nFileIndexLow);
    status->identity = (FileIdentity){
        .device = found.dwVolumeSerialNumber,
        .inode = index ? index : 1, /* some servers have no index; 0 would mean no file */
        .size = joined(found.nFileSizeHigh, found.nFileSizeLow),
        .modified = nanoseconds(
            joined(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime)),
        .changed = nanoseconds((uint64_t)times.ChangeTime.QuadPart)};
    return 0;
}

int system_path_status(const char *path, FileStatus *status) {
    WidePath whole;
    HANDLE handle;
    int error = whole_path(path, &whole);
    if (error) return error;
    if (whole.irregular) {
        *status = (FileStatus){.irregular = whole.irregular};
    } else {
        error = open_whole(&whole, FILE_READ_ATTRIBUTES, FILE_FLAG_BACKUP_SEMANTICS, &handle);
        if (!error) {
            *status = (FileStatus){0};
            error = describe(handle, status);
            CloseHandle(handle);
        }
    }
    release(&whole);
    return error;
}

int system_file_status(int descriptor, FileStatus *status) {
    return describe(handle_of(descriptor), status);
}

int system_open(const char *path, int *descriptor) {
    WidePath whole;
    HANDLE handle;
    int error = whole_path(path, &whole);
    *descriptor = -1;
    if (error) return error;
    error = open_whole(&whole, GENERIC_READ, FILE_ATTRIBUTE_NORMAL, &handle);
    if (!error) *descriptor = (int)(intptr_t)handle;
    release(&whole);
    return error;
}

void system_close(int descriptor) {
    CloseHandle(handle_of(descriptor));
}

int system_read(int descriptor, uint64_t offset, uint8_t *bytes, size_t size, size_t *got) {
    const size_t most = (size_t)1 << 30;
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD step = (DWORD)(size < most ? size : most), read = 0;
    int error = ReadFile(handle_of(descriptor), bytes, step, &read, &place) ? 0 : last_error();
    *got = error ? 0 : read;
    return error == ERROR_HANDLE_EOF ? 0 : error;
}

/* ---- Folders --------------------------------------------------------------------------------- */

/* Symbolic links and junctions lead elsewhere. Other reparse points are ordinary files that are
** stored in some special way, for example in a cloud. */
static PathType type_of(DWORD attributes, DWORD tag) {
    bool is_link = (attributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
                   (tag == IO_REPARSE_TAG_SYMLINK || tag == IO_REPARSE_TAG_MOUNT_POINT);
    if (!(attributes & FILE_ATTRIBUTE_DIRECTORY)) return PATH_FILE;
    return is_link ? PATH_LINKED_FOLDER : PATH_FOLDER;
}

/* Tells what kind of link is at that path, if any. */
static DWORD reparse_tag(const WidePath *path) {
    HANDLE handle;
    FILE_ATTRIBUTE_TAG_INFO info;
    if (open_whole(path, FILE_READ_ATTRIBUTES,
                   FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, &handle)) {
        return 0;
    }
    bool done = GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info, sizeof info);
    CloseHandle(handle);
    return done ? info.ReparseTag : 0;
}

PathType system_path_type(const char *path, int *error) {
    WidePath whole;
    PathType type = PATH_FILE;
    *error = whole_path(path, &whole);
    if (!*error && !whole.irregular) {
        DWORD attributes = GetFileAttributesW(whole.text);
        bool is_reparsed = attributes & FILE_ATTRIBUTE_REPARSE_POINT;
        if (attributes == INVALID_FILE_ATTRIBUTES) *error = last_error();
        else type = type_of(attributes, is_reparsed ? reparse_tag(&whole) : 0);
    }
    release(&whole);
    if (!*error) return type;
    return system_says_absent(*error) ? PATH_ABSENT : PATH_UNKNOWN;
}

bool system_path_exists(const char *path) {
    int ignored;
    return system_path_type(path, &ignored) != PATH_ABSENT;
}

struct Folder {
    HANDLE listing; /* INVALID_HANDLE_VALUE: the folder has no names at all */
    bool is_first;  /* `entry` is the first name, found while opening */
    WIN32_FIND_DATAW entry;
    char name[3 * MAX_PATH + 1];
    WidePath path;
};

/* Begins a listing, with a wildcard behind the path because FindFirstFile() takes a pattern. */
static int list_all(Folder *folder) {
    size_t length = wcslen(folder->path.text);
    wchar_t *pattern = malloc((length + 3) * sizeof *pattern), *end = pattern + length;
    if (!pattern) return ERROR_NOT_ENOUGH_MEMORY;
    memcpy(pattern, folder->path.text, length * sizeof *pattern);
    if (end[-1] != '\\') *end++ = '\\';
    *end++ = '*';
    *end = 0;
    folder->listing = FindFirstFileExW(pattern, FindExInfoBasic, &folder->entry,
                                       FindExSearchNameMatch, NULL, FIND_FIRST_EX_LARGE_FETCH);
    int error = folder->listing == INVALID_HANDLE_VALUE ? last_error() : 0;
    free(pattern);
    return error == ERROR_FILE_NOT_FOUND ? 0 : error; /* an empty drive's root has no names */
}

int system_open_folder(const char *path, Folder **opened) {
    *opened = NULL;
    Folder *folder = calloc(1, sizeof *folder);
    if (!folder) return ERROR_NOT_ENOUGH_MEMORY;
    folder->is_first = true;
    int error = whole_path(*path ? path : ".", &folder->path);
    if (!error) error = folder->path.irregular ? ERROR_DIRECTORY : list_all(folder);
    if (error) {
        release(&folder->path);
        free(folder);
        return error;
    }
    *opened = folder;
    return 0;
}

void system_close_folder(Folder *folder) {
    if (folder->listing != INVALID_HANDLE_VALUE) FindClose(folder->listing);
    release(&folder->path);
    free(folder);
}

const char *system_next_name(Folder *folder, PathType *type, int *error) {
    *error = 0;
    if (folder->listing == INVALID_HANDLE_VALUE) return NULL;
    if (!folder->is_first && !FindNextFileW(folder->listing, &folder->entry)) {
        *error = last_error();
        if (*error == ERROR_NO_MORE_FILES) *error = 0;
        return NULL;
    }
    folder->is_first = false;
    *type = type_of(folder->entry.dwFileAttributes, folder->entry.dwReserved0);
    narrow_text(folder->entry.cFileName, folder->name);
    return folder->name;
}

bool system_folder_identity(Folder *folder, uint64_t *device, uint64_t *inode) {
    HANDLE handle;
    FileStatus status;
    if (open_whole(&folder->path, FILE_READ_ATTRIBUTES, FILE_FLAG_BACKUP_SEMANTICS, &handle)) {
        return false;
    }
    int error = describe(handle, &status);
    CloseHandle(handle);
    *device = status.identity.device;
    *inode = status.identity.inode;
    return !error && status.identity.inode > 1;
}

/* ---- Threads --------------------------------------------------------------------------------- */

uint32_t system_cores(void) {
    DWORD_PTR ours, all;
    uint32_t count = 0;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &ours, &all)) return 1;
    for (; ours; ours &= ours - 1) count++;
    return count ? count : 1; /* 0 means more than 64 */
}

uint64_t system_process(void) {
    return GetCurrentProcessId();
}

/* The content of a Monitor. */
typedef struct Lock {
    SRWLOCK lock;
    CONDITION_VARIABLE bells[BELLS];
} Lock;

_Static_assert(sizeof(Lock) <= sizeof(Monitor), "a monitor has room for the system's own");

static Lock *lock_of(Monitor *monitor) {
    return (Lock *)(void *)monitor;
}

bool system_open_monitor(Monitor *monitor) {
    Lock *lock = lock_of(monitor);
    InitializeSRWLock(&lock->lock);
    for (int i = 0; i < BELLS; i++) InitializeConditionVariable(&lock->bells[i]);
    return true;
}

void system_close_monitor(Monitor *monitor) {
    (void)monitor; /* neither the lock nor a bell holds anything of the system's */
}

void system_lock(Monitor *monitor) {
    AcquireSRWLockExclusive(&lock_of(monitor)->lock);
}

void system_unlock(Monitor *monitor) {
    ReleaseSRWLockExclusive(&lock_of(monitor)->lock);
}

void system_wait(Monitor *monitor, int bell, uint32_t milliseconds) {
    Lock *lock = lock_of(monitor);
    SleepConditionVariableSRW(&lock->bells[bell], &lock->lock,
                              milliseconds ? milliseconds : INFINITE, 0);
}

void system_ring(Monitor *monitor, int bell) {
    WakeConditionVariable(&lock_of(monitor)->bells[bell]);
}

static DWORD WINAPI run_thread(void *context) {
    const Thread *thread = context;
    thread->run(thread->context);
    return 0;
}

bool system_start_thread(Thread *thread, void (*run)(void *), void *context) {
    const SIZE_T stack = (SIZE_T)1 << 20;
    thread->run = run;
    thread->context = context;
    HANDLE handle =
        CreateThread(NULL, stack, run_thread, thread, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    thread->handle = (uintptr_t)handle;
    return handle != NULL;
}

void system_join_thread(Thread *thread) {
    HANDLE handle = (HANDLE)thread->handle;
    WaitForSingleObject(handle, INFINITE);
    CloseHandle(handle);
}

/* ---- Memory and time ------------------------------------------------------------------------- */

void system_announce_block(void *block, uint64_t bytes) {
    (void)block; /* large pages would need a privilege */
    (void)bytes;
}

void system_forget_block(void *block, uint64_t bytes) {
    (void)block, (void)bytes;
}

MemoryBound system_memory(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (!GlobalMemoryStatusEx(&status)) return (MemoryBound){0, "that nobody knows"};
    if (status.ullTotalVirtual < status.ullTotalPhys) {
        return (MemoryBound){status.ullTotalVirtual, "that the process can address"};
    }
    return (MemoryBound){status.ullTotalPhys, "that the machine has"};
}

int64_t system_now(void) {
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return nanoseconds(joined(now.dwHighDateTime, now.dwLowDateTime));
}
