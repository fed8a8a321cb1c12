/* Options of a function: the members of a JSON object, described as data. */
#pragma once

#include "table/table.h"

typedef struct Option {
    const char *key;
    enum {
        OPTION_FLAG,   /* true or false: a bool */
        OPTION_TEXT,   /* a const char * */
        OPTION_NUMBER, /* a double from `least` to `most` */
        OPTION_CHOICE, /* one of `words`: an enum of their numbers */
        OPTION_OTHER,  /* whatever take() takes */
    } kind;
    size_t offset; /* of the member of the target */
    size_t text;   /* not 0: a text may stand for a flag, and is the member at `text` - 1 */
    double least, most;
    bool is_above, is_whole;  /* of a number: it must be above `least`; it must have no fraction */
    const char *const *words; /* NULL ends them */
    bool (*take)(void *member, Value value); /* returns false if it isn't what is `expected` */
    const char *expected;                    /* "a colour, expected '#RRGGBB'" */
} Option;

/* Takes the members of `json` into the target. It has none if it is NULL or the call's host can't
** read JSON, and a member that is null is ignored, since json_object() writes that for a parameter
** that isn't set. Texts are copied to `arena`. The error about what is no object gives
** `example`. */
bool options_take(Call *call, Value json, const char *example, const Option *options, size_t count,
                  void *target, Arena *arena);
