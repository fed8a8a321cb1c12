/*
** A reader of PNG for tests: of what gamemap writes (8 bits a channel, no interlacing) and with the
** filters that it uses. It shares no code with the writer.
*/
#ifndef GAMEMAP_PNG_READER_H
#define GAMEMAP_PNG_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PngPicture {
    uint32_t width, height;
    uint8_t type;         /* of colours: 0 grey, 2 RGB, 3 palette, 6 RGB and opacity */
    uint8_t (*pixels)[4]; /* red, green, blue, opacity of each, rows from the top */
} PngPicture;

/* False where a chunk is cut, out of order or has another checksum, a filter is unknown, or the
** pixels are too many or too few. To be forgotten in any case. */
bool png_read(const uint8_t *bytes, uint64_t size, PngPicture *picture);
void png_forget(PngPicture *picture);

#endif
