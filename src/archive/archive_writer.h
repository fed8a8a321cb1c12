/* Writing archives, for gamemap_pack().
**
** The contents of entries are packed as they come, one behind the other. At the end the entries are
** sorted by their names, so that the same rows in any order give the same bytes, and the tables are
** put before or behind the contents. This takes the memory of the archive and of one content; twice
** as much if the rows didn't come in the order of their names. */
#pragma once

#include "archive/archive.h"
#include "codec/pack.h"
#include "core/file_set.h"
#include "table/value.h"

typedef struct WrittenEntry {
    const char *name;   /* as archive_entries shows it, NUL-terminated */
    const uint8_t *raw; /* as it is stored, without an ending that is a type */
    uint32_t raw_length;
    uint64_t offset, bytes; /* of all that stands for it among the contents; see writer_frame() */
    uint64_t packed_size, size;
    uint32_t word; /* ERF: the type; ZIP: the CRC-32 */
    bool is_stored;
    bool is_deletion;
} WrittenEntry;

typedef struct ArchiveWriter {
    Arena arena; /* first: the engine clears it */
    const struct WriterKind *kind;
    LIST_OF(WrittenEntry) entries;
    Map names;
    Packed out; /* the contents, behind `begin` bytes of space */
    uint64_t begin;
} ArchiveWriter;

#define NAMES_UTF8 (-1)

/* A kind of archive that can be written, beside the decoder of its format. */
typedef struct WriterKind {
    const char *name;  /* "zip" */
    const char *magic; /* what its files begin with, if that differs among kinds of a format */
    int encoding;      /* of names: TextEncoding, or NAMES_UTF8 */
    uint32_t name_most;
    char separator;  /* between folders and names; 0: no folders, and endings are types */
    bool deletes;    /* without content an entry is an order to delete the file */
    bool heeds_case; /* names that differ in case are different names */
    /* Appends the entry, which has its name and size, with its content to `out`. */
    bool (*add)(ArchiveWriter *writer, WrittenEntry *entry, const uint8_t *content, Error *error);
    /* Writes what stands before and behind the contents; *after is the size of the latter. */
    bool (*finish)(ArchiveWriter *writer, uint64_t *after, Error *error);
} WriterKind;

extern const WriterKind zip_writer, grf_writer, thor_writer, erf_writers[3];

/* Adds a row: a kind, a name and a content. The archive may have at most `most` bytes. */
bool writer_add(ArchiveWriter *writer, const Value *row, uint64_t most, Error *error);
/* Completes the archive, which lies in the writer's arena; more can be added all the same. */
bool writer_finish(ArchiveWriter *writer, FilePart *result, Error *error);

/* ---- For kinds ------------------------------------------------------------------------------- */

/* Appends a packed content to `out`. */
bool writer_pack(ArchiveWriter *writer, WrittenEntry *entry, const uint8_t *content,
                 bool has_zlib_header, Error *error);
/* Makes space for so many zeroed bytes before and behind the contents. An entry's content then
** stands `before` + entry->offset behind *head. */
bool writer_frame(ArchiveWriter *writer, uint64_t before, uint64_t after, uint8_t **head,
                  uint8_t **tail, Error *error);
