/* TLK V3.0: the texts of Neverwinter Nights 1 and 2 and KOTOR, by number.
**
**     0     char[8]    "TLK V3.0"
**     8     u32        language: see tlk_language()
**     12    u32        n strings
**     16    u32        where the texts begin; 20 + 40 * n in all known files
**     20               n entries of 40 bytes:
**
**     +0    u32        flags: 1 text, 2 sound, 4 length of the sound
**     +4    char[16]   sound, up to its NUL
**     +20   u32        volume variance, 0
**     +24   u32        pitch variance, 0
**     +28   u32        offset of the text, from the start of the texts
**     +32   u32        its bytes
**     +36   f32        length of the sound in seconds
**
** A string's number is its position; other files call it a StrRef. Bit 24 of a StrRef stands for
** the module's own TLK; 0xFFFFFFFF is no StrRef. A text is shown whatever its flags say, as readers
** do. It is UTF-8 if it is valid UTF-8, as in Neverwinter Nights 2, else encoded by the language.
** Known from files of public modules and from neverwinter.nim, nwn-lib-d, rollnw and PyKotor. */
#pragma once

#include "codec/text.h"

enum {
    TLK_HEADER_BYTES = 20,
    TLK_ENTRY_BYTES = 40,
    /* Offsets in the header */
    TLK_LANGUAGE = 8,
    TLK_TEXTS = 16,
    /* Offsets in an entry */
    TLK_FLAGS = 0,
    TLK_SOUND = 4,
    TLK_SOUND_BYTES = 16,
    TLK_VOLUME = 20,
    TLK_PITCH = 24,
    TLK_TEXT_OFFSET = 28,
    TLK_TEXT_SIZE = 32,
    TLK_SOUND_LENGTH = 36,
    TLK_HAS_TEXT = 1,
    TLK_HAS_SOUND = 2,
    TLK_HAS_LENGTH = 4,
};

#define TLK_NO_STRING UINT32_C(0xFFFFFFFF)
#define TLK_IS_CUSTOM UINT32_C(0x01000000)
#define TLK_NUMBER    UINT32_C(0x00FFFFFF)

typedef struct Tlk {
    Document document;
    uint32_t language, texts;
    uint64_t string_count;
    const uint8_t *entries; /* string_count * TLK_ENTRY_BYTES */
} Tlk;

extern const Format tlk_format;

/* Returns the name of a language; NULL: it is unknown. *encoding becomes the encoding of its texts
** that aren't UTF-8. */
const char *tlk_language(uint32_t language, TextEncoding *encoding);

/* Returns where the text of a string lies; NULL if there is none or it isn't within the file. */
const uint8_t *tlk_text_bytes(const Tlk *tlk, uint64_t string, uint32_t *size);
/* Returns the text of a string as UTF-8: bytes of the file, or a new block of `arena`. NULL if
** there is none, or if memory ran out. */
const char *tlk_text(const Tlk *tlk, uint64_t string, Arena *arena, uint32_t *length);

/* Adds the findings (tlk_check.c). */
bool tlk_check(Document *document, Findings *findings, Error *error);
