/* TEXT: lines in any encoding. Client tables (`key#value#` a line), lists, .ini, .nss and whatever
** else is made of lines. A line ends with LF, CRLF or a CR alone, and a file that ends with a line
** end has no empty line behind it. The encoding is guessed once for the whole file, see encoding.h. */
#pragma once

#include "codec/encoding.h"

typedef struct TextFile {
    Document document; /* its version is the name of the encoding */
    FileEncoding encoding;
} TextFile;

extern const Format text_format;

/* The lines of a text by one encoding. Line i, with its line end, goes on to starts[i + 1]. */
typedef struct TextLines {
    FileEncoding encoding;
    uint64_t count;
    uint32_t starts[]; /* count + 1 */
} TextLines;

/* Lists the lines in a block of `arena`; NULL: the error is set. */
TextLines *text_list_lines(const Document *document, FileEncoding encoding, Arena *arena,
                           Error *error);
/* Returns the length of a line without its line end. */
uint32_t text_line_length(const Document *document, const TextLines *lines, uint64_t line);
