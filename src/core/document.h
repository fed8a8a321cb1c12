/* Documents: an opened file of a format. Each format's own struct begins with a Document. */
#pragma once

#include "core/findings.h"
#include "core/reader.h"

struct Format;
struct FilesBeside;
struct CellPlace;

/* A packed part of a file after unpacking: see Format.part. */
typedef struct FilePart {
    const uint8_t *bytes;
    uint64_t size;
} FilePart;

/* The beginning of what a document keeps, which lies in this arena. */
typedef struct Kept {
    struct Kept *next;
    Arena arena;
} Kept;

/* The beginning of every format's document struct. */
typedef struct Document {
    const struct Format *format;
    Arena arena;          /* owns the bytes, this struct and everything that either points to */
    const uint8_t *bytes; /* the whole file; NULL if it was read by parts */
    /* Children.starts count from here: from `bytes`, or from what a decoder made of them, whose
    ** records have no offset of their own. */
    const uint8_t *records;
    uint64_t size;
    FileParts *parts;      /* not NULL while the document is opened by parts */
    Reads reads;           /* not READS_ALL: it has only what opening read by parts */
    bool is_text;          /* tables show what was made of words: a cell has no place in the file,
                           ** unless Format.spell says what stands there */
    bool is_completed;     /* Format.complete has run */
    bool is_as_asked;      /* a table asked for this format; detecting may give another one */
    const char *name;      /* the file's name without folders, NUL-terminated; NULL for a BLOB */
    const char *version;   /* UTF-8 for users; NULL if the format has none */
    const uint8_t *second; /* the bytes of Format.second_ending's file; NULL if there is none */
    uint64_t second_size;
    Findings *findings; /* made when they are needed, see document_findings */
    Kept *kept;         /* what a span has made of it and other files, for that span */
    uint64_t kept_span;
} Document;

/* Returns the offset of bytes in the file. */
static inline uint64_t document_offset(const Document *document, const uint8_t *at) {
    return (uint64_t)(at - document->bytes);
}

/* Adds a finding about the bytes that stand behind all else in a file, if there are any: "4 bytes
** after the end of the map". */
void document_check_trailing(const Document *document, FileRun trailing, const char *where,
                             Findings *findings);

typedef struct Format {
    const char *name;   /* "GND", as in "not a GND file" */
    const char *ending; /* of its files' names, ".gnd"; of archives NULL: they have several */
    const char *other_endings; /* NULL, or others: ".wok .pwk" */
    const char *text_ending;   /* NULL, or what names of files kept as text add to these: ".json" */
    bool found_by_name; /* its game finds files by their names alone, whatever folder they lie in */
    const char *doc;    /* one sentence */
    const char *magic;  /* NULL, or what its files begin with */
    /* NULL, or tells whether a file of `size` bytes without `magic` could be of this format. `head`
    ** has the whole file or at least its first DETECT_BYTES. It is cheap and has no false
    ** negatives. */
    bool (*detect)(const uint8_t *head, uint64_t head_size, uint64_t size);
    bool detects_by_lines; /* detect() may read all of the lines of a text */
    /* NULL, or tells whether a table that asks for this format may open the file although its
    ** beginning doesn't tell the format: texts have no magic. The file may be empty. */
    bool (*takes)(const uint8_t *head, uint64_t head_size, uint64_t size);
    /* NULL, or another format whose files it takes, too, where a table asks for this one. */
    const struct Format *also;
    /* open() itself tells which files are of the format: by their names, or with a better error. */
    bool open_decides;
    bool is_last_resort;   /* its files are those that no other format nor any archive takes */
    size_t document_bytes; /* sizeof the format's struct */
    /* Fills the struct behind `document`, which is zeroed except for its Document head. Validates
    ** everything that later access relies on. It gets only files that the format takes, unless
    ** open_decides. NULL: there is nothing to do. */
    bool (*open)(Document *document, Error *error);
    /* If this isn't NULL, open() reads only the header, and this reads the rest. If it fails, the
    ** header's part of the struct is unchanged. */
    bool (*complete)(Document *document, Error *error);
    /* NULL, or makes the Children at `offset` of the document's struct, unless they are there
    ** already: opening leaves those to be made on demand. */
    bool (*make_children)(Document *document, size_t offset, Error *error);
    /* Not READS_ALL: open() reads the file only through document_reader(). It may get only the
    ** bytes that it reads so; then it opens a part of the document, and may fail. READS_BODY: its
    ** files have large records that few tables need, which open() reads by read_bulk_records(), and
    ** all others by read_records(). */
    Reads opens_by_parts;
    /* NULL, or adds what is odd in an open document, for which it may decode parts on demand into
    ** the document's arena: the findings' own is cleared behind it. */
    bool (*check)(Document *document, Findings *findings, Error *error);
    bool finds_no_errors; /* nothing that check() adds is an error, so an edit needn't be checked */
    /* NULL, or adds what is odd between a document and the files beside it (file_set.h). A fault of
    ** one of those files alone isn't an error here. */
    bool (*check_beside)(Document *document, const struct FilesBeside *beside, Findings *findings,
                         Error *error);
    /* Parts of a file are compressed: data made from it can be larger than the file, and byte
    ** offsets can count in inflated bytes. */
    bool inflates;
    /* NULL, or the ending of a second file that is read with each file whose name has `ending`, if
    ** one of the same stem lies beside it: ".vgeo". It is no file of its own. */
    const char *second_ending;
    /* NULL, or finds unpacked part number `number` of the file, from 0 on, in any order; false:
    ** there are no more. */
    bool (*part)(const struct Document *document, uint64_t number, FilePart *part);
    /* Writes the file with other contents of its parts: contents[i] are as many bytes as part i
    ** has, or NULL where it doesn't change. `file` is a copy of the file's bytes in which other
    ** changes are made already. The result lies in `arena`. */
    bool (*pack)(const struct Document *document, const uint8_t *file,
                 const uint8_t *const *contents, Arena *arena, FilePart *result, Error *error);
    /* NULL, or prints what a file says in one layout and order, so that texts and binaries that say
    ** the same print alike. */
    bool (*print)(const struct Document *document, Arena *arena, List *text, Error *error);
    /* NULL, or, of files kept as text: finds the words at place->words, and what to write there for
    ** another value, `content`, as the place's kind stores it or in UTF-8. *text is *words without
    ** a content, and where the words say that value already. It lies in `arena`. */
    bool (*spell)(const struct Document *document, const struct CellPlace *place,
                  const FilePart *content, Arena *arena, FilePart *words, FilePart *text,
                  Error *error);
} Format;

#define DETECT_BYTES 65536

/* Tells whether a file with this beginning could be of the format. */
static inline bool format_detects(const Format *format, const uint8_t *head, uint64_t head_size,
                                  uint64_t size) {
    size_t magic = format->magic ? strlen(format->magic) : 0;
    if (magic && head_size >= magic && memcmp(head, format->magic, magic) == 0) return true;
    return format->detect && format->detect(head, head_size, size);
}

/* Tells whether a table that asks for the format may open a file with this beginning. */
static inline bool format_takes(const Format *format, const uint8_t *head, uint64_t head_size,
                                uint64_t size) {
    if (format->takes) return format->takes(head, head_size, size);
    if (format->also && format_takes(format->also, head, head_size, size)) return true;
    return size && format_detects(format, head, head_size, size);
}

/* The memory that a document may take: so much, plus so much for each byte of its file, of the
** second file, and of what it inflated. Lists of small records need 2 to 3 bytes for each byte
** of their records. */
#define DOCUMENT_BYTES_LEAST    ((uint64_t)64 << 20)
#define DOCUMENT_BYTES_PER_BYTE 4

/* Opens bytes that already lie in `arena`, which the document takes over; the caller's arena is
** empty afterwards, even if it fails. The size must be less than 4 GiB, unless there are no bytes
** (NULL: a file that couldn't be read). `name` may be NULL; it is copied. */
Document *document_open(const Format *format, Arena *arena, const uint8_t *bytes, uint64_t size,
                        const char *name, const uint8_t *second, uint64_t second_size,
                        Error *error);
/* Prints the version that users see. Returns false, with the error set, if memory ran out. */
bool document_set_version(Document *document, Error *error, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* Returns the article of a format's name: "a" for GND, "an" for RSW. */
const char *format_article(const char *name);
/* Fails because a file isn't of the format. Returns false. */
bool format_fail_other(const Format *format, Error *error);

/* Works like document_open(), but only opens the header; document_complete() does the rest. */
Document *document_open_header(const Format *format, Arena *arena, const uint8_t *bytes,
                               uint64_t size, const char *name, const uint8_t *second,
                               uint64_t second_size, Error *error);
/* Opens what is needed of a file that is read by parts, of a format that can be opened that way;
** the document takes over the arena. If it fails for any reason, reading the whole file gives the right
** error. */
Document *document_open_part(const Format *format, Arena *arena, FileParts *parts, const char *name,
                             Error *error);
/* Reads what opening the header left out. If this fails, only the header of the document is usable,
** and this must not be called again. The document must not be a part. */
bool document_complete(Document *document, Error *error);
/* Tells whether a document has as much of its file as is wanted. */
static inline bool document_has(const Document *document, Reads wanted) {
    bool is_complete = document->is_completed || !document->format->complete;
    return wanted == READS_HEADER || (wanted == READS_BODY && document->reads == READS_BODY) ||
           (document->reads == READS_ALL && is_complete);
}
/* Returns a reader from the start of the file, which may be whole or read by parts. */
Reader document_reader(const Document *document, Error *error);
/* Returns the file's first bytes, as Format.detect needs them. */
const uint8_t *document_head(const Document *document, uint64_t *size);
/* Returns the memory of a document with what it keeps. */
uint64_t document_memory(const Document *document);
void document_drop_kept(Document *document);
void document_free(Document *document); /* NULL is fine */
/* Returns the document's findings, which are computed once; NULL: the error is set. */
const Findings *document_findings(Document *document, Error *error);
/* Returns the document's own findings followed by those between the document and the files beside
** it. All lie in `arena` and aren't kept, because the other files may change. */
const Findings *document_findings_beside(Document *document, const struct FilesBeside *beside,
                                         Arena *arena, Error *error);
