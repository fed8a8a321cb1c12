/* PNG: a canvas as a file. Big-endian.
**
**     89 "PNG" 0D 0A 1A 0A, then chunks: u32 length of the data, char[4] type, data, u32 CRC-32 of
**     type and data
**
**     IHDR  u32 width, height; u8 8 bits a channel; u8 2 RGB, 3 numbers of a palette, 6 RGB and opacity;
**           u8 0, 0, 0
**     PLTE  3 bytes a colour of the palette; tRNS 1 byte each, its opacity
**     tEXt  "Source", 0, what made the picture, in ASCII; iTXt where it is UTF-8
**     IDAT  a zlib stream: for each row a byte that says how it was filtered, and its pixels
**     IEND
**
** From the PNG specification of the W3C (second edition). The bytes depend on the canvas, the text
** and the version of zlib only. */
#pragma once

#include "picture/canvas.h"

/* Writes the file to a block of `arena`. `source` may be NULL. */
bool png_write(const Canvas *canvas, const char *source, Arena *arena, uint8_t **bytes,
               uint64_t *size, Error *error);
