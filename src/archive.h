/*
** What all archives share: files that hold named entries, which are files themselves.
**
** An archive is a Document whose one array is its entries. A decoder (grf.h, thor.h, pk2.h, erf.h,
** key.h, zip.h) reads the table of entries through Ranges, so that an archive of 10 GB costs what
** its table costs, and unpacks one entry when it is asked to. The archive stays valid when its file
** is closed: to read an entry, the caller hands in Ranges again.
**
**     Ranges        where bytes come from: a file by ranges, or memory
**     ArchiveFormat how one kind of archive is recognised, opened and unpacked
**     Archive       the open archive: entries, their order, what was found odd
**     ArchiveEntry  one entry
**
** Names. `name` is what users see and write: UTF-8, '\\' as '/', a NUL behind it; bytes that are no
** text are U+FFFD. The second entry of a name is shown with "#2" behind it, the third with "#3".
** Entries are listed in byte order of that; they are found by it as well, first exactly, then
** without regard to the case of ASCII letters, as the games look for them.
*/
#ifndef GAMEMAP_ARCHIVE_H
#define GAMEMAP_ARCHIVE_H

#include "core.h"
#include "text.h"

/* A table of 4 Mi entries is ten times the largest client known and takes a few seconds; names in
** it have 64 bytes each on average before the second limit says so. */
#define ARCHIVE_ENTRIES_MAX     ((uint64_t)4 << 20)
#define ARCHIVE_TABLE_BYTES_MAX ((uint64_t)256 << 20)
/* No map or model is a hundredth of this; more memory than that for one entry is never meant. */
#define ARCHIVE_ENTRY_BYTES_MAX ((uint64_t)1 << 30)
/* No packing of these formats gives more than so many times its bytes: LZMA's most, about. */
#define ARCHIVE_RATIO_MAX 8192
/* What entries that share bytes with others may unpack to together: so many bytes, and more for
** each byte of the archive. Clients that share what is alike save less than a half by it. */
#define ARCHIVE_SHARED_BYTES    ((uint64_t)512 << 20)
#define ARCHIVE_SHARED_PER_BYTE 4
/* What an archive may take of memory beside 64 MiB, for each byte of its table, unpacked: an entry
** takes 72 bytes and 28 while its name is put in order, the least one in a table 18. */
#define ARCHIVE_BYTES_PER_TABLE_BYTE 10
/* Archives in archives: a zip with a folder of modules, a module in it that holds a hak, and one
 * more. */
#define ARCHIVE_DEPTH_MAX 4
/* A ZIP is recognised by its end: 22 bytes and a comment of up to 65,535. */
#define ARCHIVE_TAIL_BYTES 65557

/* ---- Where bytes come from ------------------------------------------------------------------- */

/* File 0 is the archive itself; the others are sister files (the BIFs of a KEY), numbered by the
** host in the order in which the decoder opened them. */
typedef struct Ranges {
    void *context;
    /* Reads exactly `bytes` bytes; those that are asked for lie within the file. */
    bool (*read)(void *context, uint16_t file, uint64_t offset, uint64_t bytes, uint8_t *into,
                 Error *error);
    /* Finds a file by its path from the archive's folder, parts separated by '/', without regard to
    ** case, and never outside of that folder. False where there is none, which is no error of the
    ** archive: `error` then says why. NULL: the host opens no sister files. */
    bool (*open_sister)(void *context, const char *path, uint16_t *file, uint64_t *size,
                        Error *error);
    const uint8_t *bytes; /* file 0 where it lies in memory (`read` isn't called for it), or NULL */
    uint64_t size;        /* of file 0 */
} Ranges;

/* Ranges over memory. */
static inline Ranges ranges_of_bytes(const uint8_t *bytes, uint64_t size) {
    return (Ranges){.bytes = bytes, .size = size};
}

/* ---- Entries --------------------------------------------------------------------------------- */

typedef enum ArchiveKind {
    ARCHIVE_FILE,
    ARCHIVE_FOLDER, /* a row of its own in GRF, PK2 and ZIP */
    ARCHIVE_DELETE, /* an order to delete (THOR), a slot without a file (GRF, ERF): nothing to
                       unpack */
} ArchiveKind;

#define ARCHIVE_REFUSED_SHARED 255 /* ArchiveEntry.refused: see archive_refuse_shared */

#define ARCHIVE_NO_TIME INT64_MIN
#define NO_SIZE         UINT64_MAX

/* 72 bytes: a client's table has hundreds of thousands. */
typedef struct ArchiveEntry {
    const char *name; /* as shown, NUL-terminated */
    uint32_t name_length, raw_length;
    const uint8_t *raw;   /* as stored; NULL: like the name, see archive_raw_name */
    uint64_t data_offset; /* in `file`: where the packed bytes begin, in ZIP their local header */
    uint64_t packed_size, size; /* NO_SIZE where it is unknown, as a KEY's BIF is missing */
    int64_t modified;           /* seconds since 1970 (in ZIP of local time), or ARCHIVE_NO_TIME */
    uint32_t word;              /* the decoder's own: what it needs to unpack the entry */
    uint32_t flags;             /* as stored; 0 where the format has none */
    uint16_t file;              /* of the Ranges */
    uint8_t method;        /* ArchiveMethod, as far as the table tells: see archive_find_method */
    uint8_t kind;          /* ArchiveKind */
    uint8_t refused;       /* 0, or why the content can't be had: of ArchiveFormat.refusals, or
                              ARCHIVE_REFUSED_SHARED */
    uint8_t number_length; /* bytes of "#2" at the end of the name, else 0 */
    bool encrypted : 1;
    bool backslashes : 1;  /* raw is NULL, and the raw name has '\\' where the name has '/' */
    bool has_checksum : 1; /* raw isn't NULL, and the checksum stands beside it in the table */
} ArchiveEntry;

/* How the bytes of an entry are packed; names in archive_method_name. Formats add theirs here. */
typedef enum ArchiveMethod {
    METHOD_NONE, /* folders, orders to delete: NULL for users */
    METHOD_STORED,
    METHOD_ZLIB,
    METHOD_LZMA,
    METHOD_DEFLATE,
    METHOD_DEFLATE64,
    METHOD_BZIP2,
    METHOD_ZSTD,
    METHOD_XZ,
    METHOD_AES,
    METHOD_XRES,  /* none, zlib or zstd: its header tells (NWN:EE) */
    METHOD_OTHER, /* a method that isn't known here */
    METHOD_COUNT
} ArchiveMethod;
const char *archive_method_name(uint8_t method);

/* ---- Archives -------------------------------------------------------------------------------- */

/* What a user may set. Zeroed is the default. */
typedef struct ArchiveOptions {
    const char *pk2_key; /* NUL-terminated; NULL: the usual one */
} ArchiveOptions;

typedef struct Archive {
    Document document;    /* its bytes are NULL */
    const Ranges *ranges; /* while it is being opened, or the host has it checked; else NULL */
    const ArchiveOptions *options; /* while it is being opened */
    ArchiveEntry *entries;         /* in the archive's own order */
    uint32_t entry_count;
    uint32_t *by_name; /* entry_count places in entries, in byte order of names; by archive_order */
    uint32_t *folded; /* the same without regard to case; made when it is first needed, else NULL */
    uint64_t stored_count; /* as the archive states it, or NO_COUNT */
    /* The table of entries: where it begins in the file, its bytes there, and unpacked. */
    uint64_t table_offset, table_packed_size, table_size;
    uint64_t *file_sizes; /* by number of file; of the archive itself first */
    uint16_t file_count;
    /* While entries are being added. */
    uint32_t entry_capacity;
    char *pool; /* of converted names */
    uint64_t pool_left, pool_used;
    Findings noted; /* while it was opened; document_findings has these and more */
} Archive;

#define NO_COUNT UINT64_MAX

typedef struct ArchiveFormat {
    /* `open` is archive_open_document, `check` is archive_check or begins with it; `detect` is NULL
    ** where the tail alone tells. */
    Format format;
    /* Could this be the end of such an archive? `tail` is the whole file or its last
    ** ARCHIVE_TAIL_BYTES. NULL: the head decides. */
    bool (*detect_tail)(const uint8_t *tail, uint64_t tail_size, uint64_t size);
    /* Adds the entries: see "For decoders". */
    bool (*read_table)(Archive *archive, Error *error);
    /* Unpacks an entry of kind ARCHIVE_FILE that isn't refused, lies within its file, and of which
    ** neither size is over the limit, to exactly entry->size bytes: they begin a new block of
    ** `arena`, or lie in ranges->bytes. */
    bool (*unpack)(const Archive *archive, const Ranges *ranges, const ArchiveEntry *entry,
                   Arena *arena, const uint8_t **bytes, Error *error);
    /* Looks at the beginning of such an entry's content, which alone tells how it is packed. NULL:
    ** the table tells. */
    bool (*find_method)(const Archive *archive, const Ranges *ranges, const ArchiveEntry *entry,
                        Arena *arena, uint8_t *method, Error *error);
    /* By ArchiveEntry.refused, the first one unused; behind "its content ": "is encrypted". */
    const char *const *refusals;
    const char *example;     /* a pattern that users write behind its path, for errors */
    uint32_t checksum_bytes; /* 4: CRC-32, little-endian; 20: SHA-1; 0: no checksum */
    int32_t checksum_at;     /* where it stands, from the raw name on */
} ArchiveFormat;

/* The format of a file that begins and ends so, or NULL. `head` is as for Format.detect; `tail` may
** be NULL: then formats that are known by their end alone aren't recognised. */
const ArchiveFormat *archive_detect(const uint8_t *head, uint64_t head_size, const uint8_t *tail,
                                    uint64_t tail_size, uint64_t size);
/* The same of a file that lies in memory. */
const ArchiveFormat *archive_detect_bytes(const uint8_t *bytes, uint64_t size);
/* Could these bytes, a whole file, be such an archive? */
bool archive_format_fits(const ArchiveFormat *format, const uint8_t *bytes, uint64_t size);
/* The archive format whose `format` this is, or NULL. */
const ArchiveFormat *archive_format_of(const Format *format);
/* Stands for all of them where any will do; it only detects. */
extern const Format any_archive_format;

/* Opens an archive, and takes `arena` over as document_open does. Ranges and options (NULL: the
** defaults) are used until it returns, and no longer. Where the ranges lie in memory, so do
** document.bytes, which must live as long as the archive: they are in its arena, as a rule. Close
** it by document_free. */
Archive *archive_open(const ArchiveFormat *format, Arena *arena, const Ranges *ranges,
                      const ArchiveOptions *options, const char *name, Error *error);
/* Format.open of all archives, for those that lie in memory. */
bool archive_open_document(Document *document, Error *error);
/* Ranges over an archive that lies in memory. */
static inline Ranges archive_own_ranges(const Archive *archive) {
    return ranges_of_bytes(archive->document.bytes, archive->document.size);
}
/* document_findings of an archive, some of which need its bytes. */
const Findings *archive_findings(Archive *archive, const Ranges *ranges, Error *error);

/* Puts the names into byte order, and numbers behind those that occur again. What says of an
** archive only what it is needs neither; whatever goes by places or names asks for it first. Once
** it is done it costs nothing; an archive of which it failed is as it was before. */
bool archive_order(Archive *archive, Error *error);

/* The entry that is the `place`th in byte order of names: see archive_order. */
static inline const ArchiveEntry *archive_entry(const Archive *archive, uint32_t place) {
    return &archive->entries[archive->by_name[place]];
}
/* How many names are less than `name`: where entries that begin with it start. O(log n), behind
** archive_order. */
uint32_t archive_lower_bound(const Archive *archive, const char *name, size_t length);

#define NO_PLACE UINT32_MAX
/* The place of the entry of that name: the exact one, else the first that differs in the case of
** ASCII letters alone; NO_PLACE where there is none. O(log n), behind archive_order. False: no
** memory. */
bool archive_find(Archive *archive, const char *name, size_t length, uint32_t *place, Error *error);

/* The content of an entry. Refuses folders, deleted and encrypted entries with the reason. */
bool archive_unpack(const Archive *archive, const Ranges *ranges, const ArchiveEntry *entry,
                    Arena *arena, const uint8_t **bytes, uint64_t *size, Error *error);

/* How the content of an entry is packed, an ArchiveMethod; METHOD_OTHER where that isn't known. */
bool archive_find_method(const Archive *archive, const Ranges *ranges, const ArchiveEntry *entry,
                         Arena *arena, uint8_t *method, Error *error);

/* The stored bytes of a name, raw_length of them: into the archive, or made in `buffer`, which has
** room for raw_length bytes. */
const uint8_t *archive_raw_name(const ArchiveEntry *entry, uint8_t *buffer);
/* The stored checksum of the content, ArchiveFormat.checksum_bytes; NULL where there is none. */
const uint8_t *archive_checksum(const Archive *archive, const ArchiveEntry *entry);
/* What stands behind the last dot of the last part, without "#2"; "" without a dot. Not
** NUL-terminated. */
const char *archive_extension(const ArchiveEntry *entry, size_t *length);

/* ---- For decoders ---------------------------------------------------------------------------- */

static inline const ArchiveFormat *archive_format(const Archive *archive) {
    return (const ArchiveFormat *)archive->document.format;
}

/* `size` bytes of a file of the archive, called `what` in errors ("the header"): checked against
** the file's size, in memory where it is, else read into a new block of `arena`. The block may be
** written to where ranges->bytes is NULL. */
bool archive_read(const Archive *archive, const Ranges *ranges, uint16_t file, const char *what,
                  uint64_t offset, uint64_t size, Arena *arena, const uint8_t **bytes,
                  Error *error);
/* The same, always into a new block. */
bool archive_read_copy(const Archive *archive, const Ranges *ranges, uint16_t file,
                       const char *what, uint64_t offset, uint64_t size, Arena *arena,
                       uint8_t **bytes, Error *error);

/* Opens a sister file while the archive is being opened; false: there is none, with the reason. */
bool archive_open_sister(Archive *archive, const char *path, uint16_t *file, Error *error);

/* The table turned out to have so many bytes, unpacked: the archive may take memory accordingly. */
void archive_table_unpacked(Archive *archive, uint64_t size);

/* Room for `count` entries, which is checked against the limit. */
bool archive_reserve(Archive *archive, uint64_t count, Error *error);

/* Appends a copy of `entry`, whose name has been set by one of the three below. */
bool archive_add(Archive *archive, const ArchiveEntry *entry, Error *error);

/* A copy of `size` bytes that lives as long as the archive, for the small blocks of which a table
** has many; NULL with the error set. */
char *archive_keep(Archive *archive, const void *bytes, uint64_t size, Error *error);

/* Sets name, raw and their lengths. `raw` lives as long as the archive: it is a block of its arena.
** It ends at its first NUL. archive_name_in_place writes to it where that saves a copy, and needs a
** byte behind it that may become NUL; the others leave it alone. */
bool archive_name_in_place(Archive *archive, ArchiveEntry *entry, TextEncoding encoding,
                           uint8_t *raw, uint32_t length, Error *error);
bool archive_name(Archive *archive, ArchiveEntry *entry, TextEncoding encoding, const uint8_t *raw,
                  uint32_t length, Error *error);
/* The name is `text` (UTF-8 that the decoder made; copied, '\\' as '/', NUL as U+FFFD). */
bool archive_name_utf8(Archive *archive, ArchiveEntry *entry, const uint8_t *raw, uint32_t length,
                       const char *text, uint32_t text_length, Error *error);

/* Format.check of all archives, or the first part of it: what was noted, a count that lies, names
** that occur more than once or are empty, entries that lie outside of their file or overlap. */
bool archive_check(Document *document, Findings *findings, Error *error);

/* Refuses the contents of entries that share bytes with others where all of these together would
** unpack to too much. In archive_share.c. */
bool archive_refuse_shared(Archive *archive, Error *error);

/* A finding while the archive is being opened, see finding_add. */
#define archive_note(archive, severity, code, ...)                                                 \
    finding_add(&(archive)->noted, severity, code, __VA_ARGS__)

/* Puts `places`, all numbers below `count`, into byte order of the entries' names, with `fold`
** without regard to the case of ASCII letters; equal names keep the order in which they stand.
** Linear in the bytes of the names. What it needs meanwhile comes from `arena` and goes back.
** *any_equal: two names are equal. In archive_order.c. */
bool archive_sort(Arena *arena, const ArchiveEntry *entries, bool fold, uint32_t *places,
                  uint32_t count, bool *any_equal, Error *error);

#endif
