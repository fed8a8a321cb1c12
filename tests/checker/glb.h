/* Is it a binary glTF that any reader takes? A reader of its own, for the tests of damaged files;
** the Khronos validator sees only good ones (tests/gltf). */
#ifndef GAMEMAP_CHECKER_GLB_H
#define GAMEMAP_CHECKER_GLB_H

#include <stdint.h>

/* What is wrong with it; NULL: nothing. */
const char *glb_fault(const uint8_t *bytes, uint64_t size);

#endif
