/* gamemap_open(): what a connection reads where a query names no source. */
#pragma once

#include "engine/documents/session.h"

/* Opens what a value names, or closes what is open where it is NULL. Returns the source that tables
** have from then on, which stays valid until another one is opened; NULL: none, or the error is
** set. */
const char *client_open(Session *session, sqlite3_value *value, Error *error);
