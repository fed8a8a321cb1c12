/*
** SQL functions that test scripts use to set up the file system: what the sqlite3 shell has
** (readfile, writefile) and what scripts need beside it. Each raises an error when it fails.
**
**     readfile(path)             the content as a BLOB
**     writefile(path, content)   makes or replaces the file (in place), gives its size
**     makedir(path)              makes a folder
**     makefifo(path)             makes a FIFO
**     makelink(target, path)     makes a symbolic link
**     makename(path, other)      another name of a file, a hard link
**     makesocket(path)           a socket that nobody listens to
**     changefolder(path)         the process's folder; gives the one before
**     makesparse(path, size)     sets the file's size, without writing data
**     movefile(from, to)         renames
**     removefile(path)           deletes a file or an empty folder
**     setmode(path, mode)        permissions, as a number: setmode(p, 0x1ed) is 0755
**     setmtime(path, seconds)    time of last change
**     pausefor(milliseconds)     waits
*/
#ifndef GAMEMAP_FILE_FUNCTIONS_H
#define GAMEMAP_FILE_FUNCTIONS_H

#include <sqlite3.h>

#include <stddef.h>

int add_file_functions(sqlite3 *db);

/* ---- For its two files ----------------------------------------------------------------------- */

typedef struct FileFunction {
    const char *name;
    int arguments;
    void (*call)(sqlite3_context *context, int count, sqlite3_value **values);
} FileFunction;

static inline int add_listed(sqlite3 *db, const FileFunction *functions, int count) {
    int status = SQLITE_OK;
    for (int i = 0; i < count && status == SQLITE_OK; i++) {
        status = sqlite3_create_function(db, functions[i].name, functions[i].arguments, SQLITE_UTF8,
                                         NULL, functions[i].call, NULL, NULL);
    }
    return status;
}

#endif
