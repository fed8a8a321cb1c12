/* The version of the extension. The commit comes from the Makefile. */
#pragma once

#define GAMEMAP_VERSION "0.2.0"

#ifndef GAMEMAP_COMMIT
#define GAMEMAP_COMMIT "unknown"
#endif
