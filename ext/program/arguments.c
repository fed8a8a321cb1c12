/* What is asked on the command line. */
#include "program.h"

typedef struct ValueOption {
    const char *name, *command;
    size_t place; /* where Asked has the value */
} ValueOption;

static const ValueOption value_options[] = {
    {"--fail", "lint", offsetof(Asked, fail)},
    {"--format", "lint", offsetof(Asked, format)},
    {"--ignore", "lint", offsetof(Asked, ignore)},
    {"--baseline", "lint", offsetof(Asked, baseline)},
    {"--rule", "lint", offsetof(Asked, rule)},
    {"--rows", "diff", offsetof(Asked, rows)},
    {"--pictures", "diff", offsetof(Asked, pictures)},
    {"--tables", "export", offsetof(Asked, tables)},
};

static const struct {
    const char *name;
    Form form;
} form_options[] = {{"--table", FORM_TABLE},       {"--tabs", FORM_TABS},
                    {"--header", FORM_HEADED},     {"--csv", FORM_CSV},
                    {"--markdown", FORM_MARKDOWN}, {"--json", FORM_JSON}};

static bool take_flag(Asked *asked, const char *argument) {
    bool is_form = false;
    for (size_t i = 0; i < LENGTH(form_options); i++) {
        if (strcmp(argument, form_options[i].name) != 0) continue;
        is_form = true;
        if (asked->form == FORM_HEADED && form_options[i].form == FORM_TABS) continue;
        asked->form = form_options[i].form;
    }
    if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) asked->help = true;
    else if (!strcmp(argument, "--version")) asked->version = true;
    else if (!strcmp(argument, "--complete")) asked->complete = true;
    else if (!strcmp(argument, "--info")) asked->info = true;
    else if (!strcmp(argument, "--wide")) asked->wide = true;
    else return is_form;
    return true;
}

/* Takes an option with its value, `--fail error` or `--fail=error`; *taken is how many arguments
** that were, 0 if the first one is no such option. */
static char *take_value(Asked *asked, char **arguments, int count, int *taken) {
    *taken = 0;
    for (size_t i = 0; i < LENGTH(value_options); i++) {
        size_t length = strlen(value_options[i].name);
        if (strncmp(arguments[0], value_options[i].name, length) != 0) continue;
        bool has_value = arguments[0][length] == '=';
        if (arguments[0][length] && !has_value) continue;
        if (!has_value && count < 2) {
            return sqlite3_mprintf("%s needs a value", value_options[i].name);
        }
        const char **place = (const char **)((char *)asked + value_options[i].place);
        *place = has_value ? arguments[0] + length + 1 : arguments[1];
        *taken = has_value ? 1 : 2;
    }
    return NULL;
}

/* Returns what follows blanks and comments. */
static const char *skip_comments(const char *text) {
    for (;;) {
        text = text_skip_blanks(text);
        if (!strncmp(text, "--", 2)) {
            text += strcspn(text, "\n");
        } else if (!strncmp(text, "/*", 2) && strstr(text, "*/")) {
            text = strstr(text, "*/") + 2;
        } else {
            return text;
        }
    }
}

/* Tells whether an argument is SQL: it begins with a word of SQL, and no file has its name. */
static bool is_statement(const char *argument) {
    static const char *const words[] = {"select", "with",   "values", "explain", "create",
                                        "insert", "attach", "pragma", "drop",    "update"};
    const char *text = skip_comments(argument);
    for (size_t i = 0; i < LENGTH(words); i++) {
        size_t length = strlen(words[i]);
        if (sqlite3_strnicmp(text, words[i], (int)length) != 0) continue;
        bool ends = text[length] && strchr(" \t\r\n(*'-", text[length]);
        if (ends) return !terminal_exists(argument);
    }
    return false;
}

/* Takes the first name out if it is a command, and the last one if it is a statement. */
static void sort_names(Asked *asked) {
    const char *first = asked->name_count && !asked->only_names ? asked->names[0] : "";
    if (names_have(command_names, first)) {
        asked->command = first;
        asked->names++;
        asked->name_count--;
    } else if (asked->name_count && is_statement(asked->names[asked->name_count - 1])) {
        asked->statement = asked->names[--asked->name_count];
    }
}

/* Returns what is wrong with an option that is another command's, or with its value. */
static char *check_options(const Asked *asked) {
    const char *command = asked->command ? asked->command : "";
    for (size_t i = 0; i < LENGTH(value_options); i++) {
        const ValueOption *option = &value_options[i];
        const char *value = *(const char *const *)((const char *)asked + option->place);
        if (value && strcmp(command, option->command) != 0) {
            return sqlite3_mprintf("%s is an option of %s", option->name, option->command);
        }
    }
    if ((asked->complete || asked->info) && strcmp(command, "lint") != 0) {
        return sqlite3_mprintf("%s is an option of lint", asked->info ? "--info" : "--complete");
    }
    for (int i = 0; asked->statement && i < asked->name_count; i++) {
        if (!is_statement(asked->names[i])) continue;
        return sqlite3_mprintf("two statements are given; one argument, the last, can hold both: "
                               "'SELECT ...; SELECT ...'");
    }
    if (asked->rows && (!*asked->rows || asked->rows[strspn(asked->rows, "0123456789")])) {
        return sqlite3_mprintf("--rows isn't a number");
    }
    if (asked->pictures && asked->form != FORM_MARKDOWN) {
        return sqlite3_mprintf("--pictures is an option of diff --markdown");
    }
    return NULL;
}

char *arguments_read(int count, char **arguments, Asked *asked) {
    bool only_names = false;
    *asked = (Asked){.names = arguments};
    for (int i = 0, taken = 1; i < count; i += taken) {
        const char *argument = arguments[i];
        bool is_option = argument[0] == '-' && argument[1] && !is_statement(argument);
        taken = 1;
        if (only_names || !is_option) {
            asked->names[asked->name_count++] = arguments[i];
        } else if (!strcmp(argument, "--")) {
            only_names = true;
            asked->only_names = !asked->name_count;
        } else if (!take_flag(asked, argument)) {
            char *problem = take_value(asked, arguments + i, count - i, &taken);
            if (!problem && !taken) {
                char *near = names_near(option_names, argument);
                problem = sqlite3_mprintf("no option %s%s; files whose names begin with - stand "
                                          "behind --",
                                          argument, near);
                sqlite3_free(near);
            }
            if (problem) return problem;
        }
    }
    sort_names(asked);
    return asked->help || asked->version ? NULL : check_options(asked);
}
