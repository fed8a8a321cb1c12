/* See system.h and wide.h. */
#include "system.h"
#include "wide.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

const char *const system_name = "windows", *const system_extension = "./gamemap.dll";
const char *const system_errors = "Windows error";

/* ---- Paths ----------------------------------------------------------------------------------- */

wchar_t *wide_text(const char *text) {
    int size = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = calloc((size_t)size + 1, sizeof *wide);
    if (wide) MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, size);
    return wide;
}

wchar_t *wide_path(const char *path) {
    wchar_t *given = wide_text(path);
    DWORD room = given ? GetFullPathNameW(given, 0, NULL, NULL) : 0;
    wchar_t *whole = room ? calloc(room + 5, sizeof *whole) : NULL;
    if (whole) {
        GetFullPathNameW(given, room, whole + 4, NULL);
        if (whole[4] == '\\') memmove(whole, whole + 4, room * sizeof *whole);
        else memcpy(whole, L"\\\\?\\", 4 * sizeof *whole);
    }
    free(given);
    return whole;
}

char *narrow_text(const wchar_t *text) {
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = calloc((size_t)size + 1, 1);
    if (narrow) WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, size, NULL, NULL);
    for (char *at = narrow; at && *at; at++) {
        if (*at == '\\') *at = '/';
    }
    return narrow;
}

/* ---- The system ------------------------------------------------------------------------------ */

void prepare_output(void) {
    _setmode(_fileno(stdout), _O_BINARY);
    setvbuf(stdout, NULL, _IONBF, 0);
}

bool is_wine(void) {
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    return ntdll && GetProcAddress(ntdll, "wine_get_version");
}

/* A path from / on is meant for other systems, even if wine has it. */
bool path_is_there(const char *path) {
    wchar_t *wide = *path == '/' ? NULL : wide_path(path);
    bool is_there = wide && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    free(wide);
    return is_there;
}

bool is_root(void) {
    return false; /* nobody has all rights here */
}

int open_descriptors(void) {
    DWORD count = 0;
    return GetProcessHandleCount(GetCurrentProcess(), &count) ? (int)count : 0;
}

void set_default(const char *variable, const char *value) {
    if (!getenv(variable)) _putenv_s(variable, value);
}

bool make_folder(const char *folder, char *path, size_t size) {
    wchar_t wide[MAX_PATH + 1];
    char *own = NULL;
    if (!folder && GetTempPathW(sizeof wide / sizeof *wide, wide)) folder = own = narrow_text(wide);
    bool made = false;
    for (int i = 0; folder && !made && i < 1000; i++) {
        size_t length = strlen(folder);
        bool slash = length && folder[length - 1] == '/';
        snprintf(path, size, "%s%sgamemap-%lu-%d", folder, slash ? "" : "/",
                 (unsigned long)GetCurrentProcessId(), i);
        wchar_t *name = wide_path(path);
        made = name && CreateDirectoryW(name, NULL);
        free(name);
    }
    free(own);
    return made;
}

/* Calls itself for folders in folders; scripts don't nest them deeply. */
static void remove_wide(const wchar_t *path) {
    size_t length = wcslen(path);
    wchar_t *entry = calloc(length + MAX_PATH + 2, sizeof *entry);
    WIN32_FIND_DATAW found;
    if (!entry) return;
    memcpy(entry, path, length * sizeof *entry);
    memcpy(entry + length, L"\\*", 3 * sizeof *entry);
    HANDLE listing = FindFirstFileW(entry, &found);
    bool more = listing != INVALID_HANDLE_VALUE;
    for (; more; more = FindNextFileW(listing, &found)) {
        if (!wcscmp(found.cFileName, L".") || !wcscmp(found.cFileName, L"..")) continue;
        memcpy(entry + length + 1, found.cFileName, (wcslen(found.cFileName) + 1) * sizeof *entry);
        bool is_link = found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT;
        bool is_folder = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
        if (is_folder && !is_link) remove_wide(entry);
        else if (is_folder) RemoveDirectoryW(entry);
        else DeleteFileW(entry);
    }
    if (listing != INVALID_HANDLE_VALUE) FindClose(listing);
    free(entry);
    RemoveDirectoryW(path);
}

void remove_folder(const char *path) {
    wchar_t *wide = wide_path(path);
    if (wide) remove_wide(wide);
    free(wide);
}
