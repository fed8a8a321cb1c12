/* The words of ASCII models, as data: see mdl_ascii_words.h. */
#include "neverwinter/mdl_ascii/mdl_ascii_words.h"
#include "codec/text.h"
#include "neverwinter/mdl/mdl_format.h"

static const AsciiWord known[] = {
#include "neverwinter/mdl_ascii/ascii_words.inc"
};

_Static_assert(LENGTH(known) < 256, "a slot has a byte for a word's number");

void mdl_ascii_index_words(AsciiWords *words) {
    memset(words, 0, sizeof *words);
    for (size_t i = 0; i < LENGTH(known); i++) {
        if (!known[i].word) continue;
        uint64_t slot = text_hash(known[i].word);
        while (words->slots[slot % ASCII_WORD_SLOTS]) slot++;
        words->slots[slot % ASCII_WORD_SLOTS] = (uint8_t)(i + 1);
    }
}

const AsciiWord *mdl_ascii_find_word(const AsciiWords *words, const char *word) {
    for (uint64_t slot = text_hash(word);; slot++) {
        uint8_t number = words->slots[slot % ASCII_WORD_SLOTS];
        if (!number) return NULL;
        if (strcmp(known[number - 1].word, word) == 0) return &known[number - 1];
    }
}

const AsciiWord *mdl_ascii_meaning(const AsciiWord *word, uint32_t where) {
    const AsciiWord *end = known + LENGTH(known);
    for (const AsciiWord *first = word; word < end && (word == first || !word->word); word++) {
        if (word->where & where) return word;
    }
    return NULL;
}

const char *mdl_ascii_controller(uint32_t flags, int32_t type) {
    for (size_t i = 0; i < LENGTH(known); i++) {
        const AsciiWord *word = &known[i];
        if (word->place == type && word->kind == ASCII_CONTROLLER && word->where & flags) {
            return word->word;
        }
    }
    return NULL;
}

uint32_t mdl_ascii_controller_width(const char *name) {
    uint32_t i = 0;
    while (i < LENGTH(known) && (known[i].kind != ASCII_CONTROLLER || known[i].word != name)) i++;
    return i < LENGTH(known) ? known[i].width : 0;
}

uint32_t mdl_ascii_word_number(const AsciiWord *word) {
    return (uint32_t)(word - known);
}

const AsciiWord *mdl_ascii_all_words(uint32_t *count) {
    *count = LENGTH(known);
    return known;
}
