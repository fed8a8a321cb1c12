/* Registration of functions. */
#ifndef GAMEMAP_FUNCTIONS_H
#define GAMEMAP_FUNCTIONS_H

#include "session.h"

/* Registers every function of every module. */
int register_functions(Session *session);

#endif
