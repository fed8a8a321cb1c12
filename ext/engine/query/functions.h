/* Registration of functions. */
#pragma once

#include "engine/documents/session.h"

/* Registers every function of every module. */
int functions_register(Session *session);
