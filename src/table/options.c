#include "table/options.h"

#include <stdio.h>

typedef struct Taking {
    const Option *options;
    size_t count;
    void *target;
    Arena *arena;
} Taking;

/* Writes "a, b or c". The words stand `stride` bytes apart from each other. */
static const char *join(char text[240], const char *const *words, size_t count, size_t stride,
                        const char *quote, const char *last) {
    int length = 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = *(const char *const *)((const char *)words + i * stride);
        const char *before = !i ? "" : i + 1 < count ? ", " : last;
        length +=
            snprintf(text + length, 240 - (size_t)length, "%s%s%s%s", before, quote, word, quote);
    }
    return text;
}

static bool take_number(const Option *option, double *number, Value value, Error *error) {
    if (!value_to_real(value, number) || !isfinite(*number)) {
        return fail(error, ERROR_ARGUMENT, "the option %s isn't a number", option->key);
    }
    bool is_above = option->is_above;
    if (*number < option->least || (is_above && *number == option->least) ||
        *number > option->most) {
        return fail(error, ERROR_ARGUMENT, "the option %s is %g, expected %s %g to %g", option->key,
                    *number, is_above ? "above" : "from", option->least, option->most);
    }
    return !option->is_whole || *number == floor(*number) ||
           fail(error, ERROR_ARGUMENT, "the option %s is %g, expected a whole number", option->key,
                *number);
}

static bool take_text(const Taking *taking, const Option *option, const char **text, Value value,
                      Error *error) {
    if (value.type != VALUE_TEXT) {
        return fail(error, ERROR_ARGUMENT, "the option %s isn't text", option->key);
    }
    *text = text_copy(taking->arena, value.bytes, value.length);
    return *text || fail_memory(error, taking->arena);
}

static bool take_choice(const Option *option, int *number, Value value, Error *error) {
    char text[240];
    int count = 0;
    for (; option->words[count]; count++) {
        if (!value_is_text(value, option->words[count])) continue;
        *number = count;
        return true;
    }
    join(text, option->words, (size_t)count, sizeof *option->words, "'", " nor ");
    return fail(error, ERROR_ARGUMENT, "the option %s is neither %s", option->key, text);
}

static bool take_member(const Taking *taking, const Option *option, Value value, Error *error) {
    void *member = (char *)taking->target + option->offset;
    switch (option->kind) {
    case OPTION_NUMBER: return take_number(option, member, value, error);
    case OPTION_TEXT: return take_text(taking, option, member, value, error);
    case OPTION_CHOICE: return take_choice(option, member, value, error);
    case OPTION_OTHER:
        return option->take(member, value) ||
               fail(error, ERROR_ARGUMENT, "the option %s isn't %s", option->key, option->expected);
    case OPTION_FLAG: break;
    }
    if (option->text && value.type == VALUE_TEXT) {
        char *text = (char *)taking->target + option->text - 1;
        return take_text(taking, option, (const char **)(void *)text, value, error);
    }
    return value_to_flag(value, member) ||
           fail(error, ERROR_ARGUMENT, "the option %s is neither true nor false", option->key);
}

static bool take_option(void *context, const char *key, Value value, Error *error) {
    const Taking *taking = context;
    char text[240];
    for (size_t i = 0; i < taking->count; i++) {
        const Option *option = &taking->options[i];
        if (strcmp(key, option->key) != 0) continue;
        return value.type == VALUE_NULL || take_member(taking, option, value, error);
    }
    join(text, &taking->options->key, taking->count, sizeof(Option), "", " or ");
    return fail(error, ERROR_ARGUMENT, "an unknown option, expected %s", text);
}

bool options_take(Call *call, Value json, const char *example, const Option *options, size_t count,
                  void *target, Arena *arena) {
    Taking taking = {options, count, target, arena};
    return json.type == VALUE_NULL || !call->each_member ||
           call->each_member(call, json, example, take_option, &taking);
}
