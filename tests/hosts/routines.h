/* Hosts with another list of routines than the header that this program was built with. */
#ifndef GAMEMAP_ROUTINES_H
#define GAMEMAP_ROUTINES_H

/* A SQLite that says that it is 3.41 is asked, in the middle of a call, whether the user wants to
** stop; an older one, which has no routine for that, isn't. `folder` has files. */
void check_routines(const char *folder);

#endif
