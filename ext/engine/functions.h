/* Registration of functions. */
#ifndef GAMEMAP_FUNCTIONS_H
#define GAMEMAP_FUNCTIONS_H

#include "session.h"

/* Every function of every module. */
int register_functions(Session *session);

#endif
