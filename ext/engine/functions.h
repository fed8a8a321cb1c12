/* Registration of functions. */
#ifndef GAMEMAP_FUNCTIONS_H
#define GAMEMAP_FUNCTIONS_H

#include "session.h"

/* Every function of every module, and those below. */
int register_functions(Session *session);

/* gamemap_debug() and gamemap_cache_limit(), which tell and set what a session holds. */
int register_session_functions(Session *session);

#endif
