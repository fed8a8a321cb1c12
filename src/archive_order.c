/*
** The byte order of an archive's names: three hundred thousand of them in a fraction of the time
** that the table takes to be inflated. Names of one folder begin alike, so comparing them in pairs
** would read the same bytes again and again. Here each name is read once, eight bytes at a time:
** all names are ordered by their first eight, then each run of names that agree in these by the
** next eight, and so on.
*/
#include "archive.h"

#if defined(__GNUC__)
#define FETCH(address) __builtin_prefetch(address)
#else
#define FETCH(address) ((void)(address))
#endif

typedef struct Key {
    uint64_t bytes; /* eight of the name, the first one highest; 0 behind its end */
    uint32_t place;
} Key;

/* Names that agree in all bytes before `at`. */
typedef struct Run {
    uint32_t first, count, at;
} Run;

typedef struct Order {
    Arena *arena;
    const ArchiveEntry *entries;
    bool fold;
    Key *keys, *spare;  /* of all names */
    Run *runs, *longer; /* those with more to read, and those among them that go on */
    uint32_t run_count, longer_count, longer_capacity;
    bool any_equal; /* names */
} Order;

enum {
    KEY_BYTES = 8,
    DIGITS = 256,
    INSERTION_MAX = 48, /* below, counting the digits costs more than moving keys by hand */
    SAMPLES = 16,
    FETCH_AHEAD = 8,
};

static uint64_t load_big_endian(const char *text) {
    const uint8_t *p = (const uint8_t *)text;
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 |
           (uint64_t)p[3] << 32 | (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 |
           (uint64_t)p[6] << 8 | p[7];
}

/* fold_byte for each of the eight. The sums set a byte's top bit where it is at least 'A', beyond
 * 'Z'. */
static uint64_t fold_key(uint64_t key) {
    const uint64_t each = 0x0101010101010101, low = 0x7f * each;
    uint64_t from_a = (key & low) + (0x80 - 'A') * each;
    uint64_t beyond_z = (key & low) + (0x80 - 'Z' - 1) * each;
    return key + ((from_a & ~beyond_z & ~key & ~low) >> 2);
}

/* The eight bytes of a name at `at`; 0 behind its end. Names hold no NUL. */
static uint64_t load_key(const ArchiveEntry *entry, uint32_t at, bool fold) {
    uint32_t left = entry->name_length > at ? entry->name_length - at : 0;
    uint64_t key = 0;
    if (left >= KEY_BYTES) {
        key = load_big_endian(entry->name + at);
    } else if (left) {
        for (uint32_t i = 0; i < left; i++) key = key << 8 | (uint8_t)entry->name[at + i];
        key <<= 8 * (KEY_BYTES - left);
    }
    return fold ? fold_key(key) : key;
}

/* Names lie all over the memory: those that will be read soon are asked for. */
static void fetch_ahead(const Order *order, const Key *keys, uint32_t i, uint32_t count,
                        uint32_t at) {
    if (i + 2 * FETCH_AHEAD < count) FETCH(&order->entries[keys[i + 2 * FETCH_AHEAD].place]);
    if (i + FETCH_AHEAD < count) FETCH(order->entries[keys[i + FETCH_AHEAD].place].name + at);
}

static void sort_by_insertion(Key *keys, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        Key key = keys[i];
        uint32_t at = i;
        for (; at && keys[at - 1].bytes > key.bytes; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/* One stable pass over the digit at `shift`. */
static void sort_by_digit(const Key *from, Key *to, uint32_t count, unsigned shift) {
    uint32_t starts[DIGITS] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++) starts[from[i].bytes >> shift & (DIGITS - 1)]++;
    for (int digit = 0; digit < DIGITS; digit++) {
        uint32_t of_digit = starts[digit];
        starts[digit] = sum;
        sum += of_digit;
    }
    for (uint32_t i = 0; i < count; i++) {
        to[starts[from[i].bytes >> shift & (DIGITS - 1)]++] = from[i];
    }
}

/* Sorts keys that differ in the bits of `varied` alone. */
static void sort_keys(Key *keys, Key *spare, uint32_t count, uint64_t varied) {
    if (count <= INSERTION_MAX) {
        sort_by_insertion(keys, count);
        return;
    }
    Key *from = keys, *to = spare;
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if (!(varied >> shift & (DIGITS - 1))) continue;
        sort_by_digit(from, to, count, shift);
        Key *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys) memcpy(keys, from, count * sizeof *keys);
}

static bool add_longer(Order *order, Run run, Error *error) {
    if (order->longer_count == order->longer_capacity) {
        uint32_t capacity = order->longer_capacity ? order->longer_capacity * 2 : 64;
        Run *grown = arena_resize(order->arena, order->longer, capacity * sizeof(Run));
        if (!grown) return fail_memory(error, order->arena);
        order->longer = grown;
        order->longer_capacity = capacity;
    }
    order->longer[order->longer_count++] = run;
    return true;
}

/* How many bytes from `at` on a sample of the run's names has in common. */
static uint32_t guess_common(const Order *order, const Key *keys, uint32_t count, uint32_t at) {
    const ArchiveEntry *first = &order->entries[keys[0].place];
    uint32_t common = first->name_length > at ? first->name_length - at : 0;
    for (uint32_t i = 1; i <= SAMPLES && common; i++) {
        const ArchiveEntry *entry =
            &order->entries[keys[(uint64_t)(count - 1) * i / SAMPLES].place];
        uint32_t same = 0;
        while (same < common && entry->name[at + same] == first->name[at + same]) same++;
        common = same;
    }
    return common;
}

/* Has the name the same bytes there? A name that ends before has a NUL instead. */
static bool has_common(const ArchiveEntry *entry, const char *text, uint32_t at, uint32_t common) {
    return entry->name_length >= at + common && memcmp(entry->name + at, text, common) == 0;
}

/* Reads the keys of a run, behind `common` bytes that they share; false where they don't. *varied
** becomes the bits in which keys differ, *sorted whether they rise. */
static bool load_keys(const Order *order, Key *keys, uint32_t count, uint32_t at, uint32_t common,
                      uint64_t *varied, bool *sorted) {
    const char *text = order->entries[keys[0].place].name + at;
    *varied = 0;
    *sorted = true;
    for (uint32_t i = 0; i < count; i++) {
        fetch_ahead(order, keys, i, count, at);
        const ArchiveEntry *entry = &order->entries[keys[i].place];
        if (common && !has_common(entry, text, at, common)) return false;
        keys[i].bytes = load_key(entry, at + common, order->fold);
        *varied |= keys[i].bytes ^ keys[0].bytes;
        if (i && keys[i].bytes < keys[i - 1].bytes) *sorted = false;
    }
    return true;
}

/* Sorts a run by the first eight bytes in which its names differ, and notes which parts of it have
** to be read further. */
static bool sort_run(Order *order, Run run, Error *error) {
    Key *keys = order->keys + run.first;
    uint64_t varied;
    bool sorted;
    if (arena_interrupted(order->arena)) return fail_interrupted(error);
    bool is_long = run.count > INSERTION_MAX && !order->fold;
    uint32_t common = is_long ? guess_common(order, keys, run.count, run.at) : 0;
    if (!load_keys(order, keys, run.count, run.at, common, &varied, &sorted)) {
        common = 0;
        load_keys(order, keys, run.count, run.at, common, &varied, &sorted);
    }
    if (!sorted) sort_keys(keys, order->spare + run.first, run.count, varied);
    for (uint32_t first = 0, i = 1; i <= run.count; i++) {
        if (i < run.count && keys[i].bytes == keys[first].bytes) continue;
        bool ended = !(keys[first].bytes & (DIGITS - 1));
        Run longer = {run.first + first, i - first, run.at + common + KEY_BYTES};
        if (longer.count > 1 && ended) order->any_equal = true;
        if (longer.count > 1 && !ended && !add_longer(order, longer, error)) return false;
        first = i;
    }
    return true;
}

static bool sort_all(Order *order, uint32_t count, Error *error) {
    if (!add_longer(order, (Run){0, count, 0}, error)) return false;
    while (order->longer_count) {
        arena_release(order->arena, order->runs);
        order->runs = order->longer;
        order->run_count = order->longer_count;
        order->longer = NULL;
        order->longer_count = order->longer_capacity = 0;
        for (uint32_t i = 0; i < order->run_count; i++) {
            if (!sort_run(order, order->runs[i], error)) return false;
        }
    }
    return true;
}

bool archive_sort(Arena *arena, const ArchiveEntry *entries, bool fold, uint32_t *places,
                  uint32_t count, bool *any_equal, Error *error) {
    *any_equal = false;
    if (count < 2) return true;
    Order order = {.arena = arena, .entries = entries, .fold = fold};
    order.keys = arena_alloc(arena, count, sizeof(Key));
    order.spare = arena_alloc(arena, count, sizeof(Key));
    bool done = order.keys && order.spare;
    if (!done) fail_memory(error, arena);
    for (uint32_t i = 0; done && i < count; i++) order.keys[i] = (Key){.place = places[i]};
    done = done && sort_all(&order, count, error);
    for (uint32_t i = 0; done && i < count; i++) places[i] = order.keys[i].place;
    *any_equal = order.any_equal;
    arena_release(arena, order.runs);
    arena_release(arena, order.longer);
    arena_release(arena, order.spare);
    arena_release(arena, order.keys);
    return done;
}
