/* What the runner asks of its system; system_posix.c or system_windows.c answers. */
#ifndef GAMEMAP_RUNNER_SYSTEM_H
#define GAMEMAP_RUNNER_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

extern const char *const system_name;      /* as a tag: linux, macos, windows */
extern const char *const system_extension; /* where the library lies */
extern const char *const system_errors;    /* what the system's error numbers are called */

/* Output goes out by lines, with the same ends of line everywhere. */
void prepare_output(void);

bool is_wine(void); /* Windows, but not quite */
bool path_is_there(const char *path);
bool is_root(void);
int open_descriptors(void); /* 0 where the system doesn't tell */
void set_default(const char *variable, const char *value);

/* Makes a new folder in `folder`, or where the system keeps such; '/' separates its parts. */
bool make_folder(const char *folder, char *path, size_t size);
/* Removes a folder with all that it holds; links are removed, not followed. */
void remove_folder(const char *path);

#endif
