/* Registration of tables. */
#ifndef GAMEMAP_CONNECT_H
#define GAMEMAP_CONNECT_H

#include "engine/documents/session.h"

/* Registers every table of every module; each table holds a reference to the session. */
int connect_tables(Session *session);

#endif
