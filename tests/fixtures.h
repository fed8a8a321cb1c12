/*
** The fixture writer: files of every format with known contents, written from the formats'
** descriptions and sharing no code with the decoders.
**
**     fixtures samples FOLDER    what `make demo` shows
**     fixtures tests FOLDER      one small file for each version, variant and fault
**     fixtures large FOLDER      the samples and larger ones, for `make bench`
**     fixtures scaled FOLDER     series of files that grow in one respect
**
** tests/fixtures_gnd.c and its like implement the write_* functions below.
*/
#ifndef GAMEMAP_FIXTURES_H
#define GAMEMAP_FIXTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Bytes {
    uint8_t *data;
    size_t size, capacity;
} Bytes;

void put_bytes(Bytes *bytes, const void *data, size_t size);
void put_zeros(Bytes *bytes, size_t size);
void put_chars(Bytes *bytes, const char *text, size_t field); /* cut or padded with zeros */
void put_f32(Bytes *bytes, double value);
void patch_f32(Bytes *bytes, size_t at, double value);
Bytes copy_of(const Bytes *bytes);

/* Numbers, little-endian. Where they are is noted, so that tests can damage what is a count, an
** offset or a size with intent: the place of the call names the field. */
#define FIELD_TEXT(text)  #text
#define FIELD_LINE(line)  FIELD_TEXT(line)
#define FIELD_NAME(value) __FILE__ ":" FIELD_LINE(__LINE__) " " #value
void put_field(Bytes *bytes, uint64_t value, size_t size, const char *name);
void patch_field(Bytes *bytes, size_t at, uint32_t value, size_t size, const char *name);
#define put_u8(bytes, value)        put_field(bytes, (uint32_t)(value), 1, FIELD_NAME(value))
#define put_u16(bytes, value)       put_field(bytes, (uint32_t)(value), 2, FIELD_NAME(value))
#define put_u32(bytes, value)       put_field(bytes, (uint32_t)(value), 4, FIELD_NAME(value))
#define put_u64(bytes, value)       put_field(bytes, value, 8, FIELD_NAME(value))
#define patch_u8(bytes, at, value)  patch_field(bytes, at, value, 1, FIELD_NAME(at))
#define patch_u16(bytes, at, value) patch_field(bytes, at, value, 2, FIELD_NAME(at))
#define patch_u32(bytes, at, value) patch_field(bytes, at, value, 4, FIELD_NAME(at))

/* Writes FOLDER/name (its folder is made), frees the bytes and empties them. */
void save(const char *folder, const char *name, Bytes *bytes);
void save_copy(const char *folder, const char *name, const Bytes *bytes);

/* fixtures_fields.c: what becomes of the fields' places. */
void field_is(const Bytes *bytes, size_t at, size_t size, const char *name);
void fields_moved(const uint8_t *from, const uint8_t *to, size_t size); /* a block of Bytes */
void fields_copied(const Bytes *to, const void *from, size_t size);     /* before it grows */
void fields_to(const char *path);
/* Writes the list of a file, or of what is about to be compressed. */
void fields_write(const void *content, size_t size);

void write_gnd_samples(const char *folder);
void write_gnd_fixtures(const char *folder);
/* A 1.7 map, 28 bytes a cube and 40 a surface, every cube with a top. */
void write_large_gnd(const char *folder, const char *name, uint32_t width, uint32_t height,
                     uint32_t lightmaps);
/* A hall of tiles in a row. Room for all walkmeshes of the fixtures is for 512 triangles. */
void write_large_trn(const char *folder, const char *name, uint32_t tiles, uint32_t squares);
void write_trn_samples(const char *folder);
void write_trn_fixtures(const char *folder);
void write_jmx_samples(const char *folder);
void write_jmx_fixtures(const char *folder);
/* A model with 26 trees of 181 nodes; 60 of them are meshes of 400 vertices, in the first tree. */
void write_large_mdl(const char *folder, const char *name);
void write_mdl_samples(const char *folder);
void write_mdl_fixtures(const char *folder);
/* One file of a series: triangles of a part, parts, boxes of the tree, or nodes. */
void write_scaled_gt(const char *folder, int what, uint32_t n);
void write_gt_bomb(const char *folder);
void write_scaled(const char *folder);
void write_gt_samples(const char *folder);
void write_gt_fixtures(const char *folder);

#endif
