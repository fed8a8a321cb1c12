/* For programs that contain SQLite and gamemap. SQLite is compiled with
** -DSQLITE_EXTRA_INIT=gamemap_inside and calls this when it starts. */
#include "../sqlite3_gamemap.h"

int gamemap_inside(const char *unused);

int gamemap_inside(const char *unused) {
    (void)unused;
    return sqlite3_auto_extension((void (*)(void))sqlite3_gamemap_init);
}
