/* Sorts an archive's names into byte order: three hundred thousand names take a fraction of the
** time that inflating the table takes.
**
** Names in one folder begin alike, so comparing pairs of names would read the same bytes again and
** again. Here each name is read once, eight bytes at a time: all names are sorted by their first
** eight bytes, then each run of names that agree in them by the next eight, and so on. Most of the
** time is spent waiting for names that are scattered over memory, so a large number of them is read
** in the order in which they lie in memory. */
#include "archive/archive.h"

/* Most of the time is spent waiting for names, so the next ones are fetched ahead. This is a macro
** because gcc drops the call from a function that does nothing else. */
#if defined(__GNUC__)
#define FETCH(address) __builtin_prefetch(address)
#else
#define FETCH(address) ((void)(address))
#endif

/* A run of names that agree in all bytes before `at` and, as far as is known, in `common` more. */
typedef struct Run {
    uint32_t first, count, at, common;
} Run;

#define NOT_COMMON UINT32_MAX /* Run.common was guessed wrong: names don't agree in so many bytes */

/* The key of a name is eight of its bytes, with the first one highest and 0 for bytes behind its
** end. Keys and places are two arrays because that takes less memory than one array of both. */
typedef struct Keys {
    uint64_t *bytes;
    uint32_t *places;
} Keys;

typedef struct Order {
    Arena *arena;
    const KeptEntry *entries;
    uint32_t count;
    bool fold;
    Keys keys;       /* for all names */
    uint64_t *spare; /* as many numbers */
    List longer;     /* runs whose names have to be read further */
    bool any_equal;  /* two names are equal */
} Order;

enum {
    KEY_BYTES = 8,
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    INSERTION_MAX = 48, /* up to here, inserting keys is faster than counting digits */
    SAMPLES = 16,
    FETCH_AHEAD = 8,
    SWEEP_LEAST = 16384, /* names: fewer stay in the processor's caches */
    SWEEP_PART = 16,     /* of all names: with fewer, passing over the others costs too much */
};

static uint64_t load_big_endian(const char *text) {
    const uint8_t *p = (const uint8_t *)text;
    return (uint64_t)load_big_u32(p) << 32 | load_big_u32(p + 4);
}

/* Folds the case of all eight bytes, as fold_byte() does for one. `from_a` and `beyond_z` have a
** byte's top bit set if the byte is at least 'A' or is greater than 'Z'. */
static uint64_t fold_key(uint64_t key) {
    const uint64_t each = 0x0101010101010101, low = 0x7f * each;
    uint64_t from_a = (key & low) + (0x80 - 'A') * each;
    uint64_t beyond_z = (key & low) + (0x80 - 'Z' - 1) * each;
    return key + ((from_a & ~beyond_z & ~key & ~low) >> 2);
}

/* Loads the eight bytes of a name at `at`, with 0 behind its end. No name contains a NUL. */
static uint64_t load_key(const KeptEntry *entry, uint32_t at, bool fold) {
    uint32_t left = entry->name_length > at ? entry->name_length - at : 0;
    uint64_t key = 0;
    if (left >= KEY_BYTES) {
        key = load_big_endian(entry->name + at);
    } else if (left && entry->name_length >= KEY_BYTES) {
        key = load_big_endian(entry->name + entry->name_length - KEY_BYTES)
              << 8 * (KEY_BYTES - left);
    } else if (left) {
        for (uint32_t i = 0; i < left; i++) key = key << 8 | (uint8_t)entry->name[at + i];
        key <<= 8 * (KEY_BYTES - left);
    }
    return fold ? fold_key(key) : key;
}

static void sort_by_insertion(Keys keys, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint64_t bytes = keys.bytes[i];
        uint32_t place = keys.places[i], at = i;
        for (; at && keys.bytes[at - 1] > bytes; at--) {
            keys.bytes[at] = keys.bytes[at - 1];
            keys.places[at] = keys.places[at - 1];
        }
        keys.bytes[at] = bytes;
        keys.places[at] = place;
    }
}

static Keys keys_from(Keys keys, uint32_t first) {
    return (Keys){keys.bytes + first, keys.places + first};
}

/* Sorts keys by one of their bytes: first the places, then the bytes that tell where they go, so
** that there need be room for one of the two. ends[digit] becomes the end of the keys with that
** byte. */
static void sort_by_digit(Keys keys, uint64_t *spare, uint32_t count, unsigned shift,
                          uint32_t ends[DIGITS]) {
    uint32_t sum = 0, starts[DIGITS], *places = (uint32_t *)spare;
    memset(ends, 0, DIGITS * sizeof *ends);
    for (uint32_t i = 0; i < count; i++) ends[keys.bytes[i] >> shift & (DIGITS - 1)]++;
    for (int digit = 0; digit < DIGITS; digit++) {
        uint32_t of_digit = ends[digit];
        starts[digit] = ends[digit] = sum;
        sum += of_digit;
    }
    for (uint32_t i = 0; i < count; i++) {
        places[starts[keys.bytes[i] >> shift & (DIGITS - 1)]++] = keys.places[i];
    }
    memcpy(keys.places, places, count * sizeof *places);
    for (uint32_t i = 0; i < count; i++) {
        spare[ends[keys.bytes[i] >> shift & (DIGITS - 1)]++] = keys.bytes[i];
    }
    memcpy(keys.bytes, spare, count * sizeof *spare);
}

/* Sorts by the highest byte in which keys differ, then sorts each part by the next byte: the
** recursion is at most eight deep. */
static void sort_keys(Keys keys, uint64_t *spare, uint32_t count) {
    if (count <= INSERTION_MAX) {
        sort_by_insertion(keys, count);
        return;
    }
    uint64_t varied = 0;
    for (uint32_t i = 1; i < count; i++) varied |= keys.bytes[i] ^ keys.bytes[0];
    if (!varied) return;
    unsigned shift = 64 - DIGIT_BITS;
    while (!(varied >> shift)) shift -= DIGIT_BITS;
    uint32_t ends[DIGITS];
    sort_by_digit(keys, spare, count, shift, ends);
    for (uint32_t digit = 0, first = 0; shift && digit < DIGITS; first = ends[digit++]) {
        sort_keys(keys_from(keys, first), spare + first, ends[digit] - first);
    }
}

/* Returns how many bytes from `at` on a sample of the run's names have in common. */
static uint32_t guess_common(const Order *order, Run run) {
    Keys keys = keys_from(order->keys, run.first);
    const KeptEntry *first = &order->entries[keys.places[0]];
    uint32_t common = first->name_length > run.at ? first->name_length - run.at : 0;
    for (uint32_t i = 1; i <= SAMPLES && common; i++) {
        const KeptEntry *entry =
            &order->entries[keys.places[(uint64_t)(run.count - 1) * i / SAMPLES]];
        uint32_t same = 0;
        while (same < common && entry->name[run.at + same] == first->name[run.at + same]) same++;
        common = same;
    }
    return common;
}

/* Compares a name's bytes at `at` in a loop: they are few, so calling memcmp() costs more. */
static bool has_common(const KeptEntry *entry, const char *text, uint32_t at, uint32_t common) {
    const char *own = entry->name + at;
    if (entry->name_length < at + common) return false;
    for (; common >= KEY_BYTES; common -= KEY_BYTES, own += KEY_BYTES, text += KEY_BYTES) {
        if (memcmp(own, text, KEY_BYTES) != 0) return false;
    }
    for (uint32_t i = 0; i < common; i++) {
        if (own[i] != text[i]) return false;
    }
    return true;
}

/* Loads a run's keys from behind the `common` bytes. False: its names don't share them. */
static bool load_keys(const Order *order, Run run) {
    Keys keys = keys_from(order->keys, run.first);
    const char *text = order->entries[keys.places[0]].name + run.at;
    for (uint32_t i = 0; i < run.count; i++) {
        uint32_t soon = i + FETCH_AHEAD, later = soon + FETCH_AHEAD;
        if (later < run.count) FETCH(&order->entries[keys.places[later]]);
        if (soon < run.count) FETCH(order->entries[keys.places[soon]].name + run.at);
        const KeptEntry *entry = &order->entries[keys.places[i]];
        if (run.common && !has_common(entry, text, run.at, run.common)) return false;
        keys.bytes[i] = load_key(entry, run.at + run.common, order->fold);
    }
    return true;
}

/* Loads the keys of many runs, in the order in which the names lie in memory: with many names this
** takes a fraction of the time. A run whose names don't share the expected bytes is skipped and
** gets NOT_COMMON. */
static bool sweep_keys(Order *order, Run *runs, uint64_t run_count, Error *error) {
    const uint32_t unwanted = UINT32_MAX;
    uint32_t *wanted = (uint32_t *)order->spare; /* for each place: the index of its key */
    uint32_t *numbers = wanted + order->count;   /* for each index: the run it belongs to */
    memset(wanted, 0xff, order->count * sizeof *wanted);
    for (uint64_t r = 0; r < run_count; r++) {
        for (uint32_t i = runs[r].first; i < runs[r].first + runs[r].count; i++) {
            wanted[order->keys.places[i]] = i;
            numbers[i] = (uint32_t)r;
        }
    }
    for (uint32_t place = 0; place < order->count; place++) {
        uint32_t at = wanted[place];
        uint32_t soon = place + FETCH_AHEAD, later = soon + FETCH_AHEAD;
        if (later < order->count) FETCH(&order->entries[later]);
        if (soon < order->count) FETCH(order->entries[soon].name + runs->at);
        if (arena_interrupted_at(order->arena, place)) return fail_interrupted(error);
        Run *run = at == unwanted ? NULL : &runs[numbers[at]];
        if (!run || run->common == NOT_COMMON) continue;
        const KeptEntry *entry = &order->entries[place];
        if (run->common) {
            const char *first = order->entries[order->keys.places[run->first]].name;
            if (!has_common(entry, first + run->at, run->at, run->common)) {
                run->common = NOT_COMMON;
                continue;
            }
        }
        order->keys.bytes[at] = load_key(entry, run->at + run->common, order->fold);
    }
    return true;
}

/* Sorts a run by its keys, and lists the parts of it that have to be read further. */
static bool sort_run(Order *order, Run run, Error *error) {
    Keys keys = keys_from(order->keys, run.first);
    sort_keys(keys, order->spare + run.first, run.count);
    for (uint32_t first = 0, i = 1; i <= run.count; i++) {
        if (i < run.count && keys.bytes[i] == keys.bytes[first]) continue;
        bool ended = !(keys.bytes[first] & (DIGITS - 1));
        Run longer = {run.first + first, i - first, run.at + run.common + KEY_BYTES, 0};
        if (longer.count > 1 && ended) order->any_equal = true;
        if (longer.count > 1 && !ended &&
            !list_push(order->arena, &order->longer, &longer, sizeof longer, error)) {
            return false;
        }
        first = i;
    }
    return true;
}

/* Sorts each run by the next eight bytes in which its names differ. */
static bool sort_runs(Order *order, Run *runs, uint64_t run_count, Error *error) {
    uint64_t names = 0;
    for (uint64_t r = 0; r < run_count; r++) {
        bool is_long = runs[r].count > INSERTION_MAX && !order->fold;
        names += runs[r].count;
        if (is_long) runs[r].common = guess_common(order, runs[r]);
    }
    bool swept = run_count > 1 && names >= SWEEP_LEAST && names >= order->count / SWEEP_PART;
    if (swept && !sweep_keys(order, runs, run_count, error)) return false;
    for (uint64_t r = 0; r < run_count; r++) {
        if (arena_interrupted(order->arena)) return fail_interrupted(error);
        bool loaded = swept ? runs[r].common != NOT_COMMON : load_keys(order, runs[r]);
        if (!loaded) {
            runs[r].common = 0;
            load_keys(order, runs[r]);
        }
        if (!sort_run(order, runs[r], error)) return false;
    }
    return true;
}

static bool sort_all(Order *order, Error *error) {
    const Run all = {0, order->count, 0, 0};
    bool done = list_push(order->arena, &order->longer, &all, sizeof all, error);
    while (done && order->longer.count) {
        List runs = order->longer;
        order->longer = (List){0};
        done = sort_runs(order, runs.items, runs.count, error);
        arena_release(order->arena, runs.items);
    }
    return done;
}

/* Tells whether the names are sorted already; in most tables the first ones show it. */
static bool is_sorted(const Order *order, const uint32_t *places, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const KeptEntry *one = &order->entries[places[i - 1]];
        const KeptEntry *other = &order->entries[places[i]];
        uint32_t common =
            one->name_length < other->name_length ? one->name_length : other->name_length;
        int difference = memcmp(one->name, other->name, common);
        if (difference > 0 || (!difference && one->name_length >= other->name_length)) return false;
    }
    return true;
}

bool archive_sort(Arena *arena, const KeptEntry *entries, bool fold, uint32_t *places,
                  uint32_t count, bool *any_equal, Error *error) {
    *any_equal = false;
    Order order = {
        .arena = arena, .entries = entries, .count = count, .fold = fold, .keys.places = places};
    if (count < 2 || (!fold && is_sorted(&order, places, count))) return true;
    order.keys.bytes = arena_alloc(arena, count, sizeof *order.keys.bytes);
    order.spare = arena_alloc(arena, count, sizeof *order.spare);
    bool done =
        order.keys.bytes && order.spare ? sort_all(&order, error) : fail_memory(error, arena);
    *any_equal = order.any_equal;
    arena_release(arena, order.longer.items);
    arena_release(arena, order.spare);
    arena_release(arena, order.keys.bytes);
    return done;
}
