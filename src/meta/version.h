/* The version of the extension. The commit comes from the Makefile. */
#ifndef GAMEMAP_VERSION_H
#define GAMEMAP_VERSION_H

#define GAMEMAP_VERSION "0.2.0"

#ifndef GAMEMAP_COMMIT
#define GAMEMAP_COMMIT "unknown"
#endif

#endif
