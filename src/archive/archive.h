/* What all archives have in common: they are files with named entries, which are files themselves.
**
** An archive is a Document whose only array is its entries. A decoder (grf.h, thor.h, pk2.h, erf.h,
** key.h, zip.h) reads the table of entries through Ranges, so that opening an archive of 10 GB
** costs only what its table costs, and unpacks an entry when it is asked to. The archive stays
** valid when its file is closed: to read an entry, the caller passes Ranges again.
**
**     Ranges        where bytes come from: a file by ranges, or memory
**     ArchiveFormat how one kind of archive is recognised, opened and unpacked
**     Archive       the open archive: entries, their order, what was found odd
**     ArchiveEntry  one entry, of which the archive keeps a KeptEntry and the rest
**
** Names: `name` is what users see and write, in UTF-8, with '\\' as '/' and a NUL behind it; bytes
** that aren't text are U+FFFD. The second entry with the same name is shown with "#2" behind it,
** the third with "#3". Entries are listed in byte order of these names. They are found by them as
** well, first by the exact name, then without regard to the case of ASCII letters, like in the
** games. */
#pragma once

#include "codec/text.h"

/* A table of 4 Mi entries is ten times the largest known client and takes a few seconds. Its names
** may have 64 bytes each on average before the second limit applies. */
#define ARCHIVE_ENTRIES_MAX     ((uint64_t)4 << 20)
#define ARCHIVE_TABLE_BYTES_MAX ((uint64_t)256 << 20)
/* The largest map or model is less than a hundredth of this. */
#define ARCHIVE_ENTRY_BYTES_MAX ((uint64_t)1 << 30)
/* No packing of these formats expands its bytes more than this; LZMA comes close to it. */
#define ARCHIVE_RATIO_MAX 8192
/* Entries that share bytes with others may together unpack to so many bytes, plus so many for each
** byte of the archive. Real clients save less than half of their size by sharing. */
#define ARCHIVE_SHARED_BYTES    ((uint64_t)512 << 20)
#define ARCHIVE_SHARED_PER_BYTE 4
/* The memory that an archive may take besides 64 MiB, for each byte of its unpacked table. An entry
** takes 104 bytes at most, and 20 while the names are sorted; the smallest entry of a table has 18
** bytes. */
#define ARCHIVE_BYTES_PER_TABLE_BYTE 10
/* Archives in archives: a zip with a folder of modules, a module with a hak, and one more. */
#define ARCHIVE_DEPTH_MAX 4
/* A ZIP is recognised by its end: 22 bytes and a comment of up to 65,535. */
#define ARCHIVE_TAIL_BYTES 65557

/* ---- Where bytes come from ------------------------------------------------------------------- */

/* File 0 is the archive itself. The others are sister files (the BIFs of a KEY), numbered in the
** order in which the decoder opened them. */
typedef struct Ranges {
    void *context;
    /* Reads exactly `bytes` bytes, which must lie within the file. */
    bool (*read)(void *context, uint16_t file, uint64_t offset, uint64_t bytes, uint8_t *into,
                 Error *error);
    /* Finds a file by its path relative to the archive's folder, with '/' between parts, of which
    ** none is "", "." or "..", without regard to case. Returns false if there is none; this isn't
    ** an error of the archive, and `error` has the reason. NULL: the host doesn't open sister
    ** files. */
    bool (*open_sister)(void *context, const char *path, uint16_t *file, uint64_t *size,
                        Error *error);
    /* Says whether the entry at a place may unpack to `bytes` bytes; false with an error: it is
    ** beyond a limit of the host. NULL: the host has none. */
    bool (*allow)(void *context, uint32_t place, uint64_t bytes, Error *error);
    const uint8_t *bytes; /* file 0 if it lies in memory (`read` isn't called for it), or NULL */
    uint64_t size;        /* of file 0 */
} Ranges;

/* Returns Ranges over memory. */
static inline Ranges ranges_of_bytes(const uint8_t *bytes, uint64_t size) {
    return (Ranges){.bytes = bytes, .size = size};
}

/* ---- Entries --------------------------------------------------------------------------------- */

typedef enum ArchiveKind {
    ARCHIVE_FILE,
    ARCHIVE_FOLDER, /* in GRF, PK2 and ZIP, folders have entries of their own */
    ARCHIVE_DELETE, /* an order to delete the file of that name (THOR) */
    ARCHIVE_UNUSED, /* a slot without a file (ERF) */
} ArchiveKind;

#define ARCHIVE_REFUSED_SHARED 255 /* ArchiveEntry.refused: see archive_refuse_shared */

#define ARCHIVE_NO_TIME INT64_MIN
#define NO_SIZE         UINT64_MAX

typedef struct ArchiveEntry {
    const char *name; /* as shown, NUL-terminated */
    uint32_t name_length, raw_length;
    const uint8_t *raw;   /* as stored; NULL: like the name, see archive_raw_name */
    uint64_t data_offset; /* in `file`: where the packed bytes begin, in ZIP their local header */
    uint64_t packed_size, size; /* NO_SIZE if unknown, because a KEY's BIF is missing */
    int64_t modified;           /* seconds since 1970 (in ZIP of local time), or ARCHIVE_NO_TIME */
    uint32_t word;              /* for the decoder: what it needs to unpack the entry */
    uint32_t flags;             /* as stored; 0 if the format has none */
    uint16_t file;              /* the number of its file in the Ranges */
    uint8_t method;             /* ArchiveMethod, if the table shows it: see archive_find_method */
    uint8_t kind;               /* ArchiveKind */
    uint8_t refused;            /* 0, or why the content can't be had: of ArchiveFormat.refusals, or
                              ARCHIVE_REFUSED_SHARED */
    uint8_t number_length;      /* bytes of "#2" at the end of the name, else 0 */
    bool encrypted : 1;
    bool backslashes : 1;  /* raw is NULL, and the raw name has '\\' where the name has '/' */
    bool has_checksum : 1; /* raw isn't NULL, and the checksum stands beside it in the table */
} ArchiveEntry;

/* What is looked at when names are sorted and found. */
typedef struct KeptEntry {
    const char *name;
    uint32_t name_length;
    uint8_t kind, refused, number_length;
} KeptEntry;

/* The rest of an entry that has no more than this. That both take 32 bytes, and not 88, matters,
** because a client's table has hundreds of thousands of entries. */
typedef struct SmallEntry {
    uint32_t data_offset, packed_size, size;
    uint16_t flags;
    uint8_t method;
    bool encrypted : 1, backslashes : 1;
} SmallEntry;

/* How an entry is packed; archive_method_name() has the names. Formats add theirs here. */
typedef enum ArchiveMethod {
    METHOD_NONE, /* folders and orders to delete: NULL for users */
    METHOD_STORED,
    METHOD_ZLIB,
    METHOD_LZMA,
    METHOD_DEFLATE,
    METHOD_DEFLATE64,
    METHOD_BZIP2,
    METHOD_ZSTD,
    METHOD_XZ,
    METHOD_AES,
    METHOD_XRES,  /* none, zlib or zstd, as its header says (NWN:EE) */
    METHOD_OTHER, /* an unknown method */
    METHOD_COUNT
} ArchiveMethod;

/* Returns the name that users see, "zlib"; NULL: METHOD_NONE, or a number beyond METHOD_COUNT. */
const char *archive_method_name(uint8_t method);

/* ---- Archives -------------------------------------------------------------------------------- */

/* The user's settings. All zeros are the defaults. */
typedef struct ArchiveOptions {
    const char *pk2_key; /* NUL-terminated; NULL or "": the usual one */
} ArchiveOptions;

typedef struct Archive {
    Document document;             /* its bytes are NULL */
    const Ranges *ranges;          /* while it is opened or checked; else NULL */
    const ArchiveOptions *options; /* while it is opened */
    /* In the archive's own order. The rest of the entries is all in `smalls`, or all in `wholes` if
    ** a SmallEntry can't hold that of each. */
    LIST_OF(KeptEntry) entries;
    LIST_OF(SmallEntry) smalls;
    LIST_OF(ArchiveEntry) wholes;
    uint32_t *by_name; /* numbers of all entries in byte order of names; made by archive_order() */
    uint32_t *folded;  /* places in by_name without regard to case; NULL until needed */
    uint64_t stored_count; /* as the archive states it, or NO_COUNT */
    char version[16];      /* a number as document.version may show it */
    /* The table of entries: its offset in the file, its size there, and its unpacked size. */
    uint64_t table_offset, table_packed_size, table_size;
    LIST_OF(uint64_t) file_sizes; /* by number of file; the first is the archive itself */
    /* Used while entries are added. */
    char *pool; /* of converted names */
    uint64_t pool_left, pool_used;
    uint64_t unpolled; /* bytes that were added since the user was asked whether to stop */
    Findings noted;    /* found while opening; document_findings() returns these and more */
} Archive;

#define NO_COUNT UINT64_MAX

/* An entry whose content is read, and how. */
typedef struct EntryReading {
    const Archive *archive;
    const Ranges *ranges;
    uint32_t place; /* see archive_entry() */
    ArchiveEntry entry;
    Arena *arena; /* for the content, unless that lies in ranges->bytes */
} EntryReading;

#define ARCHIVE_ENDINGS_MAX 7 /* one place more than any format has endings */

typedef struct ArchiveFormat {
    /* It has ARCHIVE_DOCUMENT; `detect` is NULL if only the tail identifies the format. */
    Format format;
    /* Tells whether this could be the end of such an archive. `tail` is the whole file or its last
    ** ARCHIVE_TAIL_BYTES. NULL: the head identifies the format. */
    bool (*detect_tail)(const uint8_t *tail, uint64_t tail_size, uint64_t size);
    /* Adds the entries: see "For decoders" below. */
    bool (*read_table)(Archive *archive, Error *error);
    /* Unpacks an entry to exactly entry.size bytes, which begin a new block of the arena or lie in
    ** ranges->bytes. The entry must be of kind ARCHIVE_FILE, not be refused, lie within its file,
    ** and have sizes within the limit. */
    bool (*unpack)(const EntryReading *reading, const uint8_t **bytes, Error *error);
    /* Finds out how an entry is packed by the beginning of its content. NULL: the table tells. */
    bool (*find_method)(const EntryReading *reading, uint8_t *method, Error *error);
    /* The reason for each ArchiveEntry.refused, like "is encrypted", which follows "its content ";
    ** the first one is unused. */
    const char *const *refusals;
    const char *endings[ARCHIVE_ENDINGS_MAX]; /* of its files' names, in lower case: ".grf" */
    /* Its files are of another format, and archives only where one asks for an archive. */
    bool only_if_asked;
    const char *folder;      /* where maps and models lie in it, for errors: "data/" */
    uint32_t checksum_bytes; /* 4: CRC-32, little-endian; 20: SHA-1; 0: none */
    int32_t checksum_at;     /* its position relative to the raw name */
} ArchiveFormat;

/* The parts of a Format that all archives have, by the decoder's struct; `check_all` is
** archive_check() or calls it first. There is no `open`: archive_open() opens them. */
#define ARCHIVE_DOCUMENT(Struct, check_all) .document_bytes = sizeof(Struct), .check = check_all

/* Returns the format of a file with this beginning and end, or NULL. `head` is as for
** Format.detect. `tail` may be NULL: then formats that only their end identifies aren't
** recognised. */
const ArchiveFormat *archive_detect(const uint8_t *head, uint64_t head_size, const uint8_t *tail,
                                    uint64_t tail_size, uint64_t size);
/* Returns the format of a file with this beginning that is an archive only where one asks for an
** archive, or NULL. */
const ArchiveFormat *archive_detect_asked(const uint8_t *head, uint64_t head_size, uint64_t size);
/* All kinds of archives, NULL at the end. */
extern const ArchiveFormat *const archive_formats[];
/* Returns the format of a file in memory, or NULL. */
const ArchiveFormat *archive_detect_bytes(const uint8_t *bytes, uint64_t size);
/* Tells whether a name ends like those of an archive format, without regard to the case of ASCII
** letters: a part of a path with a wildcard takes such a file for an archive. */
bool archive_has_ending(const char *name, size_t length);
/* Returns the archive format to which `format` belongs, or NULL. */
const ArchiveFormat *archive_format_of(const Format *format);
/* Stands for all archive formats when any will do; it can only detect. */
extern const Format any_archive_format;

/* Opens an archive and takes over `arena`, like document_open(). Ranges and options (NULL: the
** defaults) are used only until it returns. If the ranges lie in memory, so do document.bytes,
** which must live as long as the archive; usually they are in its arena. Close it with
** document_free(). */
Archive *archive_open(const ArchiveFormat *format, Arena *arena, const Ranges *ranges,
                      const ArchiveOptions *options, const char *name, Error *error);
/* Returns Ranges over an archive in memory. */
static inline Ranges archive_own_ranges(const Archive *archive) {
    return ranges_of_bytes(archive->document.bytes, archive->document.size);
}
/* Returns document_findings() of an archive; some checks need its bytes. */
const Findings *archive_findings(Archive *archive, const Ranges *ranges, Error *error);

/* Sorts the names into byte order and numbers those that occur again. Everything that uses places
** or names calls this first; what only describes the archive as a whole doesn't need it. Calling it
** again costs nothing. If it fails, the archive is unchanged. */
bool archive_order(Archive *archive, Error *error);

/* Returns an entry by its number in the archive's own order. */
static inline ArchiveEntry archive_entry_of(const Archive *archive, uint64_t number) {
    if (archive->wholes.items) return archive->wholes.items[number];
    const KeptEntry *kept = &archive->entries.items[number];
    const SmallEntry *small = &archive->smalls.items[number];
    return (ArchiveEntry){.name = kept->name,
                          .name_length = kept->name_length,
                          .raw_length = kept->name_length - kept->number_length,
                          .data_offset = small->data_offset,
                          .packed_size = small->packed_size,
                          .size = small->size,
                          .modified = ARCHIVE_NO_TIME,
                          .flags = small->flags,
                          .method = small->method,
                          .kind = kept->kind,
                          .refused = kept->refused,
                          .number_length = kept->number_length,
                          .encrypted = small->encrypted,
                          .backslashes = small->backslashes};
}
/* Both return the entry at a place in byte order of names: see archive_order(). */
static inline const KeptEntry *archive_kept(const Archive *archive, uint32_t place) {
    return &archive->entries.items[archive->by_name[place]];
}
static inline ArchiveEntry archive_entry(const Archive *archive, uint32_t place) {
    return archive_entry_of(archive, archive->by_name[place]);
}
#define NO_PLACE UINT32_MAX
/* Finds the place of the entry with that name: the exact one, else the first one that differs only
** in the case of ASCII letters; NO_PLACE if there is none. O(log n), after archive_order(). Returns
** false if memory ran out. */
bool archive_find(Archive *archive, const char *name, size_t length, uint32_t *place, Error *error);
/* Finds out whether names of entries begin with a folder's, behind which '/' stands, without regard
** to the case of ASCII letters. Returns false if memory ran out. */
bool archive_has_folder(Archive *archive, const char *name, size_t length, bool *found,
                        Error *error);

/* Unpacks an entry to its size. Fails, with the reason, for folders and for deleted or encrypted
** entries. */
bool archive_unpack(const EntryReading *reading, const uint8_t **bytes, Error *error);

/* Finds how an entry is packed, an ArchiveMethod; METHOD_OTHER if that is unknown. */
bool archive_find_method(const EntryReading *reading, uint8_t *method, Error *error);

/* Returns the stored bytes of a name, raw_length of them. They are in the archive, or are written
** to `buffer`, which needs space for raw_length bytes. */
const uint8_t *archive_raw_name(const ArchiveEntry *entry, uint8_t *buffer);
/* Returns the stored checksum, ArchiveFormat.checksum_bytes long; NULL if there is none. */
static inline const uint8_t *archive_checksum(const Archive *archive, const ArchiveEntry *entry) {
    const ArchiveFormat *format = (const ArchiveFormat *)archive->document.format;
    return entry->has_checksum ? entry->raw + format->checksum_at : NULL;
}
/* Returns what follows the last dot of the last part of a name, which ends at `end` and without
** "#2"; "" if there is no dot. It isn't NUL-terminated. */
const char *archive_extension(const char *name, const char *end, size_t *length);

/* ---- For decoders ---------------------------------------------------------------------------- */

static inline const ArchiveFormat *archive_format(const Archive *archive) {
    return (const ArchiveFormat *)archive->document.format;
}

/* Reads `size` bytes of a file of the archive; errors call them `what` ("the header"). The range is
** checked against the file's size. If the file is in memory, the result points into it; otherwise
** it is a new block of `arena`. The block may be written to if ranges->bytes is NULL. */
bool archive_read(const Archive *archive, const Ranges *ranges, uint16_t file, const char *what,
                  uint64_t offset, uint64_t size, Arena *arena, const uint8_t **bytes,
                  Error *error);
/* Works like archive_read(), but reads into memory of the caller's. */
bool archive_read_into(const Archive *archive, const Ranges *ranges, uint16_t file,
                       const char *what, uint64_t offset, uint64_t size, void *bytes, Error *error);
/* Works like archive_read(), but always into a new block of `arena`, which may be written to. */
bool archive_read_copy(const Archive *archive, const Ranges *ranges, uint16_t file,
                       const char *what, uint64_t offset, uint64_t size, Arena *arena,
                       uint8_t **bytes, Error *error);

/* Both read `size` bytes from where an entry's content begins: entry_read_into() to `bytes`,
** entry_read() like archive_read(), until the arena is freed or entry_let_go() is called. */
bool entry_read_into(const EntryReading *reading, const char *what, uint64_t size, void *bytes,
                     Error *error);
bool entry_read(const EntryReading *reading, const char *what, uint64_t size, const uint8_t **bytes,
                Error *error);
void entry_let_go(const EntryReading *reading, const uint8_t *bytes);
/* Reads the whole content as it is packed. */
bool entry_read_packed(const EntryReading *reading, const uint8_t **bytes, Error *error);

/* Both read `size` bytes of the archive itself while its table is read: archive_take() to `bytes`,
** archive_hold() like archive_read(), until the archive is freed or archive_let_go() is called, and
** no more than a table may have. */
bool archive_take(const Archive *archive, const char *what, uint64_t offset, uint64_t size,
                  void *bytes, Error *error);
bool archive_hold(Archive *archive, const char *what, uint64_t offset, uint64_t size,
                  const uint8_t **bytes, Error *error);
void archive_let_go(Archive *archive, const uint8_t *bytes);

/* Opens a sister file while the archive is opened; false, with the reason: there is none. */
bool archive_open_sister(Archive *archive, const char *path, uint16_t *file, Error *error);

/* Sets the document's version to a number, as "0x200". */
void archive_set_version(Archive *archive, uint32_t number);

/* Reports the size of the unpacked table, for which the archive may use memory. */
void archive_table_unpacked(Archive *archive, uint64_t size);

/* Makes space for `count` entries before the first one, after a check against the limit. */
bool archive_reserve(Archive *archive, uint64_t count, Error *error);

/* Appends a copy of `entry`, whose name one of the functions below has set. */
bool archive_add(Archive *archive, const ArchiveEntry *entry, Error *error);

/* Copies `size` bytes that live as long as the archive; for small blocks, of which a table has
** many. NULL: the error is set. */
char *archive_keep(Archive *archive, const void *bytes, uint64_t size, Error *error);

/* Both set name, raw and their lengths. `raw` is CP949 and ends at its first NUL; it must live as
** long as the archive, in a block of its arena. archive_name_in_place() writes to it if that saves
** a copy, and needs a byte behind it that may become a NUL; archive_name() doesn't. */
bool archive_name_in_place(Archive *archive, ArchiveEntry *entry, uint8_t *raw, uint32_t length,
                           Error *error);
bool archive_name(Archive *archive, ArchiveEntry *entry, const uint8_t *raw, uint32_t length,
                  Error *error);
/* Sets the name to a copy of UTF-8 text, with '\\' as '/' and NUL as U+FFFD. */
bool archive_name_utf8(Archive *archive, ArchiveEntry *entry, const uint8_t *raw, uint32_t length,
                       const char *text, uint32_t text_length, Error *error);

/* Format.check of all archives, or its first part: what was found while opening, a wrong count,
** names that are empty or occur twice, and entries that lie outside of their file or overlap. */
bool archive_check(Document *document, Findings *findings, Error *error);

/* Has an entry of `wholes` follow its KeptEntry, which was changed. */
static inline void archive_follow(Archive *archive, uint64_t number) {
    const KeptEntry *kept = &archive->entries.items[number];
    ArchiveEntry *whole = archive->wholes.items ? &archive->wholes.items[number] : NULL;
    if (!whole) return;
    whole->name = kept->name;
    whole->name_length = kept->name_length;
    whole->refused = kept->refused;
    whole->number_length = kept->number_length;
}

/* Refuses the contents of entries that share bytes with others if all of these together would
** unpack to too much. In archive_share.c. */
bool archive_refuse_shared(Archive *archive, Error *error);

/* Adds a finding while the archive is opened, see finding_add(). */
#define archive_note(archive, severity, code, ...)                                                 \
    finding_add(&(archive)->noted, severity, code, __VA_ARGS__)

/* Sorts `places`, which are numbers below `count`, into byte order of the entries' names; with
** `fold`, without regard to the case of ASCII letters. Equal names keep their order. The time is
** linear in the bytes of the names. Working memory comes from `arena` and is freed. *any_equal: two
** names are equal. In archive_order.c. */
bool archive_sort(Arena *arena, const KeptEntry *entries, bool fold, uint32_t *places,
                  uint32_t count, bool *any_equal, Error *error);
