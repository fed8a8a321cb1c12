/* Registration of tables. */
#pragma once

#include "engine/documents/session.h"

/* Registers every table of every module; each table holds a reference to the session. */
int connect_tables(Session *session);
