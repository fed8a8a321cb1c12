/*
** The fixture writer: files of every format with known contents, written from the formats'
** descriptions and sharing no code with the decoders.
**
**     fixtures samples FOLDER    what `make demo` shows
**     fixtures tests FOLDER      one small file for each version, variant and fault
**     fixtures large FOLDER      the samples and larger ones, for `make bench`
**
** tests/fixtures_gnd.c and its like implement the write_* functions below.
*/
#ifndef GAMEMAP_FIXTURES_H
#define GAMEMAP_FIXTURES_H

#include <stddef.h>
#include <stdint.h>

typedef struct Bytes {
    uint8_t *data;
    size_t size, capacity;
} Bytes;

void put_bytes(Bytes *bytes, const void *data, size_t size);
void put_zeros(Bytes *bytes, size_t size);
void put_chars(Bytes *bytes, const char *text, size_t field); /* cut or padded with zeros */
void put_u8(Bytes *bytes, uint32_t value);
void put_u16(Bytes *bytes, uint32_t value);
void put_u32(Bytes *bytes, uint32_t value);
void put_u64(Bytes *bytes, uint64_t value);
void put_f32(Bytes *bytes, double value);
void patch_u8(Bytes *bytes, size_t at, uint32_t value);
void patch_u16(Bytes *bytes, size_t at, uint32_t value);
void patch_u32(Bytes *bytes, size_t at, uint32_t value);
void patch_f32(Bytes *bytes, size_t at, double value);
Bytes copy_of(const Bytes *bytes);
/* Writes FOLDER/name (its folder is made), frees the bytes and empties them. */
void save(const char *folder, const char *name, Bytes *bytes);
void save_copy(const char *folder, const char *name, const Bytes *bytes);

void write_gnd_samples(const char *folder);
void write_gnd_fixtures(const char *folder);
/* A 1.7 map, 28 bytes a cube and 40 a surface, every cube with a top. */
void write_large_gnd(const char *folder, const char *name, uint32_t width, uint32_t height,
                     uint32_t lightmaps);
/* Room for all walkmeshes of the fixtures is for 512 triangles; this one has 490. */
void write_large_trn(const char *folder, const char *name);
void write_trn_samples(const char *folder);
void write_trn_fixtures(const char *folder);
void write_jmx_samples(const char *folder);
void write_jmx_fixtures(const char *folder);
/* A model with 26 trees of 181 nodes; 60 of them are meshes of 400 vertices, in the first tree. */
void write_large_mdl(const char *folder, const char *name);
void write_mdl_samples(const char *folder);
void write_mdl_fixtures(const char *folder);
void write_gt_samples(const char *folder);
void write_gt_fixtures(const char *folder);

#endif
