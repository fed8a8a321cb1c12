/* gamemap_help: finds tables, functions, columns, arguments, rules, reports and guides by words of
** a question. Each word counts the more the fewer tables and functions have it, and by where it
** stands: in a name more than in a description. */
#include "codec/text.h"
#include "meta/tables.h"
#include "modules.h"

enum { WORDS_MOST = 16, ROWS_MOST = 30, STEM_LEAST = 3 };
#define LONG_TEXT 120 /* bytes; a word of a longer description says less of what it describes */
#define COMMON    0.4 /* of the tables and functions: a word that more of them have says nothing */

/* Words of which newcomers say one and descriptions another, group by group. */
static const char *const groups[] = {
    "height altitude elevation high",
    "walk walkable passable stand reach walkmesh navmesh component",
    "way path pathfinding route navigate distance far",
    "sight see visible",
    "monster mob spawn enemy creature",
    "portal teleport warp transition exit door linked",
    "picture image png",
    "export convert glb gltf blender",
    "missing lack lost needs reference found",
    "shop store merchant",
    "broken damaged corrupt finding error validate wrong",
    "change edit modify replace rename",
    "compare differ difference diff",
    "string text translation dialog",
    "light lamp brightness lightmap",
    "water river lake sea",
    "ground terrain heightmap",
    "object placeable model thing prop",
    "script npc",
    "animation motion key keyframe pose",
    "bone skin weight rig",
    "sound music ambient wave",
    "tile cell cube",
    "nearest closest",
    "big large size",
    "triangle face polygon mesh",
    "2da twoda",
    "color colour tint",
};

/* What a question has around its words; headings of guides are questions, too. */
static const char empty_words[] =
    "what, which, where, who, how, when, why, does, do, did, can, could, is, are, was, be, "
    "have, has, a, an, the, this, that, these, those, i, my, me, we, our, you, it, its, any, "
    "all, some, there, of, in, on, at, to, for, from, with, by, and, or, not, get, make, want, "
    "file, files";

/* A word of the question: what a description's word must begin with. */
typedef struct Word {
    char text[32];
    size_t length, stem; /* the stem is without an ending like -s or -ing */
    uint32_t number;     /* of the question's word that it stands for */
    double worth;        /* below 1: it isn't a word of the question itself */
} Word;

typedef struct Help {
    const char *kind, *name, *of_table, *doc, *example;
    double best[WORDS_MOST]; /* how well each word of the question is met */
    double score;            /* at first the factor of its kind */
} Help;

typedef struct Asking {
    Word words[8 * WORDS_MOST];
    uint32_t word_count, asked;
    double rarity[WORDS_MOST];
    List found; /* of Help */
    Arena *arena;
    Error *error;
} Asking;

static bool is_letter(char byte) {
    uint8_t folded = fold_byte((uint8_t)byte);
    return (folded >= 'a' && folded <= 'z') || (byte >= '0' && byte <= '9') || folded & 0x80;
}

/* Returns the next word of a text and moves behind it; 0: there is none. */
static size_t next_word(const char **at, const char *end, const char **word) {
    while (*at < end && !is_letter(**at)) ++*at;
    *word = *at;
    while (*at < end && is_letter(**at)) ++*at;
    return (size_t)(*at - *word);
}

static void add_word(Asking *asking, const char *text, size_t length, double worth) {
    static const char *const endings[] = {"ing", "ed", "es", "s", "e"};
    if (asking->word_count == LENGTH(asking->words) || length >= sizeof asking->words[0].text) {
        return;
    }
    Word *word = &asking->words[asking->word_count++];
    *word = (Word){.length = length, .stem = length, .number = asking->asked, .worth = worth};
    for (size_t i = 0; i < length; i++) word->text[i] = (char)fold_byte((uint8_t)text[i]);
    for (size_t i = 0; i < LENGTH(endings) && word->stem == length; i++) {
        size_t bytes = strlen(endings[i]);
        bool ends =
            length >= STEM_LEAST + bytes && !memcmp(word->text + length - bytes, endings[i], bytes);
        if (ends) word->stem -= bytes;
    }
}

/* Tells how well a description's word fits: 0 not at all, 1 it is the same. */
static double fit(const Word *word, const char *text, size_t length) {
    if (length < word->stem) return 0;
    for (size_t i = 0; i < word->stem; i++) {
        if (fold_byte((uint8_t)text[i]) != (uint8_t)word->text[i]) return 0;
    }
    bool is_same = length == word->length;
    for (size_t i = word->stem; is_same && i < length; i++) {
        is_same = fold_byte((uint8_t)text[i]) == (uint8_t)word->text[i];
    }
    return is_same ? 1 : word->stem < STEM_LEAST ? 0 : length <= word->stem + 3 ? 0.9 : 0.5;
}

/* Adds the words that stand in a group with one of the question. */
static void add_group(Asking *asking, const char *group) {
    const char *end = group + strlen(group), *at = group, *word;
    const Word *own = &asking->words[asking->word_count - 1];
    uint32_t first = asking->word_count - 1;
    bool is_in = false;
    for (size_t length; (length = next_word(&at, end, &word));) {
        is_in = is_in || fit(own, word, length) >= 0.9;
    }
    at = group;
    for (size_t length; is_in && (length = next_word(&at, end, &word));) {
        if (fit(&asking->words[first], word, length) < 0.9) add_word(asking, word, length, 0.5);
    }
}

static bool read_question(Asking *asking, Value question) {
    const char *at = question.bytes, *end = at + question.length, *word;
    if (question.type != VALUE_TEXT) {
        return fail(asking->error, ERROR_ARGUMENT, "the words aren't text");
    }
    for (size_t length; asking->asked < WORDS_MOST && (length = next_word(&at, end, &word));) {
        uint32_t before = asking->word_count;
        add_word(asking, word, length, 1);
        if (asking->word_count == before) continue;
        if (is_called(empty_words, asking->words[before].text, (uint32_t)length)) {
            asking->word_count = before;
            continue;
        }
        for (size_t i = 0; i < LENGTH(groups); i++) {
            if (asking->word_count == before + 1) add_group(asking, groups[i]);
        }
        asking->asked++;
    }
    return true;
}

static void meet(const Asking *asking, Help *help, const char *text, double weight) {
    const char *at = text, *end = text ? text + strlen(text) : NULL, *word;
    if (text && end - text > LONG_TEXT) weight *= sqrt(LONG_TEXT / (double)(end - text));
    for (size_t length; text && (length = next_word(&at, end, &word));) {
        for (uint32_t i = 0; i < asking->word_count; i++) {
            const Word *own = &asking->words[i];
            double score = weight * own->worth * fit(own, word, length);
            if (score > help->best[own->number]) help->best[own->number] = score;
        }
    }
}

/* Looks at something by its name and description. */
static bool look_at(Asking *asking, Help help, const char *also_called, const char *asked_as) {
    meet(asking, &help, help.name, 6);
    meet(asking, &help, also_called, 6);
    meet(asking, &help, asked_as, 8);
    meet(asking, &help, help.doc, 2.5);
    return list_push(asking->arena, &asking->found, &help, sizeof help, asking->error);
}

/* Looks at a table, which its columns speak for, too, and at its columns and arguments. */
static bool look_at_table(Asking *asking, const Table *table) {
    Help help = {"table", table->name, NULL, table->doc, table->example, {0}, 1};
    for (int i = 0; i < table->column_count; i++) {
        const Column *column = &table->columns[i];
        meet(asking, &help, column->name, 1.5);
        meet(asking, &help, column->also_called, 2);
        meet(asking, &help, column->doc, 0.7);
    }
    bool done = look_at(asking, help, table->also_called, table->asked_as);
    for (int i = 0; done && i < table->column_count; i++) {
        const Column *column = &table->columns[i];
        help = (Help){"column", column->name, table->name, column->doc, NULL, {0}, 0.5};
        done = look_at(asking, help, column->also_called, NULL);
    }
    for (int i = 0; done && i < table->argument_count; i++) {
        const Argument *argument = &table->arguments[i];
        help = (Help){"argument", argument->name, table->name, argument->doc, NULL, {0}, 0.4};
        done = look_at(asking, help, NULL, NULL);
    }
    return done;
}

/* Rules, headings of guides and reports, which are no part of the extension's tables. */
static const Help topics[] = {
#include "meta/help_topics.inc"
};

static bool look_at_all(Asking *asking) {
    for (size_t i = 0; i < LENGTH(topics); i++) {
        if (!look_at(asking, topics[i], NULL, NULL)) return false;
    }
    const Table *table;
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        if (!look_at_table(asking, table)) return false;
    }
    const Function *own;
    for (ModulePlace at = {0}; (own = next_function(&at));) {
        const Help help = {"function", own->name, NULL, own->doc, own->example, {0}, 1};
        if (!look_at(asking, help, own->takes, own->asked_as)) return false;
    }
    return true;
}

/* Finds out how much each word of the question says: how often the share of the tables and
** functions that have it grows by a hundredth until it is all of them. */
static void weigh_words(Asking *asking) {
    const Help *all = asking->found.items;
    for (uint32_t i = 0; i < asking->asked; i++) {
        double number = 0, share = 0;
        for (uint64_t k = 0; k < asking->found.count; k++) {
            if (all[k].score < 1) continue;
            number++;
            share += all[k].best[i] > 0;
        }
        share /= number;
        bool is_common = share > COMMON;
        for (share += 1 / number; !is_common && share < 1; share *= 1.01) asking->rarity[i]++;
    }
}

/* Computes the scores, which begin as the factors of kinds of things. What has exactly the name
** that is asked for goes before all else, and a report whose name it is without .sql next. */
static bool find_scores(Asking *asking, Value words) {
    Help *all = asking->found.items;
    const char *asked = text_folded(asking->arena, words.bytes, words.length);
    if (!asked) return fail_memory(asking->error, asking->arena);
    for (uint64_t k = 0; k < asking->found.count; k++) {
        double sum = 0, whole = 0, part = 0;
        for (uint32_t i = 0; i < asking->asked; i++) {
            sum += all[k].score * asking->rarity[i] * all[k].best[i];
            whole += asking->rarity[i];
            part += all[k].best[i] > 0 ? asking->rarity[i] : 0;
        }
        const char *name = all[k].name;
        bool is_name = !strcmp(asked, name) || value_is_text(words, name);
        bool is_stem = strlen(name) == words.length + strlen(".sql") &&
                       !strncmp(name, asked, words.length) && text_ends(name, strlen(name), ".sql");
        all[k].score = is_name ? 1e9 : is_stem ? 1e8 : whole > 0 ? sum * part / whole : 0;
    }
    return true;
}

static int compare_scores(const void *context, uint32_t a, uint32_t b) {
    const Help *all = context;
    return COMPARE(all[b].score, all[a].score);
}

static bool help_rows(Opening *opening) {
    Asking *asking = arena_zeroed(opening->scratch, 1, sizeof *asking);
    if (!asking) return fail_memory(opening->error, opening->scratch);
    asking->arena = opening->scratch;
    asking->error = opening->error;
    if (!read_question(asking, opening->arguments->values[0]) || !look_at_all(asking)) return false;
    weigh_words(asking);
    if (!find_scores(asking, opening->arguments->values[0])) return false;
    uint64_t count = asking->found.count;
    const Help *all = asking->found.items;
    Help *rows = arena_alloc(opening->scratch, ROWS_MOST, sizeof *rows);
    if (!rows) return fail_memory(opening->error, opening->scratch);
    uint32_t *order = sorted_order(opening->scratch, count, compare_scores, all, opening->error);
    if (!order) return false;
    uint64_t kept = 0;
    for (; kept < ROWS_MOST && kept < count && all[order[kept]].score > 0; kept++) {
        rows[kept] = all[order[kept]];
    }
    return opening_set_rows(opening, rows, kept, sizeof *rows);
}

static const Column help_columns[] = {
    MEMBER(STRING, "kind", NULL,
           "What it is: 'table', 'function', 'column', 'argument', 'rule' (of gamemap_findings), "
           "'report' (of sql/) or 'guide' (a heading)",
           Help, kind),
    MEMBER(STRING, "name", NULL, "Its name", Help, name),
    MEMBER(STRING, "of_table", NULL, "The table of a column, an argument or a rule; NULL of others",
           Help, of_table),
    MEMBER(STRING, "documentation", NULL, "What it shows, gives or says", Help, doc),
    MEMBER(STRING, "example", NULL,
           "A query on the sample files, how a report is run, or the page of a guide; else NULL",
           Help, example),
};

const Table gamemap_help = {
    .name = "gamemap_help",
    .doc = "What there is for a question: the tables, functions, columns, arguments, rules, "
           "reports and "
           "guides whose names, names in public notes and descriptions have its words, the best "
           "first.",
    .example = "SELECT name, kind, of_table FROM gamemap_help('missing textures') LIMIT 5",
    .about_extension = true,
    COLUMNS(help_columns),
    ARGUMENTS({.name = "words",
               .doc = "What is looked for, such as 'missing texture' or 'linked_islands'"}),
    .typical_rows = 30,
    .rows = help_rows,
};
