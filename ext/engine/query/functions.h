/* Registration of functions. */
#ifndef GAMEMAP_FUNCTIONS_H
#define GAMEMAP_FUNCTIONS_H

#include "engine/documents/session.h"

/* Registers every function of every module. */
int functions_register(Session *session);

#endif
