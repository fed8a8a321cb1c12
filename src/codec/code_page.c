#include "codec/code_page.h"
#include "codec/code_pages.inc"

size_t code_page_find(TextEncoding page, uint32_t character, uint8_t bytes[2]) {
    enum { SYLLABLE_FIRST = 0xAC00 };
    if (page == ENCODING_CP949 && character - SYLLABLE_FIRST < LENGTH(korean_syllables)) {
        bytes[0] = (uint8_t)(korean_syllables[character - SYLLABLE_FIRST] >> 8);
        bytes[1] = (uint8_t)korean_syllables[character - SYLLABLE_FIRST];
        return 2;
    }
    for (unsigned first = 0; first < 128; first++) {
        bytes[0] = (uint8_t)(0x80 + first);
        if (code_page_bytes[page][first] == character) return 1;
        for (unsigned second = 0; page <= ENCODING_CP950 && second < 192; second++) {
            bytes[1] = (uint8_t)(0x40 + second);
            if (code_page_pairs[page][first][second] == character) return 2;
        }
    }
    return 0;
}
