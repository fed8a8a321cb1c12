/*
** The byte order of an archive's names: three hundred thousand of them in a fraction of the time
** that the table takes to be inflated. Names of one folder begin alike, so comparing them in pairs
** would read the same bytes again and again. Here each name is read once, eight bytes at a time:
** all names are ordered by their first eight, then each run of names that agree in these by the
** next eight, and so on. What that costs is waiting for names that lie all over the memory, so where
** there are many of them they are read in the order in which they lie there.
*/
#include "archive.h"

#if defined(__GNUC__)
#define FETCH(address) __builtin_prefetch(address)
#else
#define FETCH(address) ((void)(address))
#endif

/* Names that agree in all bytes before `at`, and, as far as one knows, in `common` more. */
typedef struct Run {
    uint32_t first, count, at, common;
} Run;

#define NOT_COMMON UINT32_MAX /* they don't agree in as many as it seemed */

/* A name's key is eight of its bytes, the first one highest, and 0 behind its end. Keys and places
** stand side by side in two arrays, which takes less memory than one of both. */
typedef struct Keys {
    uint64_t *bytes;
    uint32_t *places;
} Keys;

typedef struct Order {
    Arena *arena;
    const ArchiveEntry *entries;
    uint32_t count;
    bool fold;
    Keys keys, spare; /* of all names */
    List longer;      /* runs with more to read */
    bool any_equal;   /* names */
} Order;

enum {
    KEY_BYTES = 8,
    DIGITS = 256,
    INSERTION_MAX = 48, /* below, counting the digits costs more than moving keys by hand */
    SAMPLES = 16,
    FETCH_AHEAD = 8,
    SWEEP_LEAST = 16384, /* names: fewer stay near the processor */
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
static void fetch_ahead(const Order *order, const uint32_t *places, uint32_t i, uint32_t count,
                        uint32_t at) {
    if (i + 2 * FETCH_AHEAD < count) FETCH(&order->entries[places[i + 2 * FETCH_AHEAD]]);
    if (i + FETCH_AHEAD < count) FETCH(order->entries[places[i + FETCH_AHEAD]].name + at);
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

static void sort_by_digit(Keys from, Keys to, uint32_t count, unsigned shift) {
    uint32_t starts[DIGITS] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++) starts[from.bytes[i] >> shift & (DIGITS - 1)]++;
    for (int digit = 0; digit < DIGITS; digit++) {
        uint32_t of_digit = starts[digit];
        starts[digit] = sum;
        sum += of_digit;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = starts[from.bytes[i] >> shift & (DIGITS - 1)]++;
        to.bytes[at] = from.bytes[i];
        to.places[at] = from.places[i];
    }
}

/* Sorts keys that differ in the bits of `varied` alone. */
static void sort_keys(Keys keys, Keys spare, uint32_t count, uint64_t varied) {
    if (count <= INSERTION_MAX) {
        sort_by_insertion(keys, count);
        return;
    }
    Keys from = keys, to = spare;
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if (!(varied >> shift & (DIGITS - 1))) continue;
        sort_by_digit(from, to, count, shift);
        Keys swap = from;
        from = to;
        to = swap;
    }
    if (from.bytes == keys.bytes) return;
    memcpy(keys.bytes, from.bytes, count * sizeof *keys.bytes);
    memcpy(keys.places, from.places, count * sizeof *keys.places);
}

static Keys keys_from(Keys keys, uint32_t first) {
    return (Keys){keys.bytes + first, keys.places + first};
}

static bool add_longer(Order *order, Run run, Error *error) {
    Run *added = list_add(order->arena, &order->longer, sizeof run);
    if (!added) return fail_memory(error, order->arena);
    *added = run;
    return true;
}

/* How many bytes from `at` on a sample of the run's names has in common. */
static uint32_t guess_common(const Order *order, Run run) {
    Keys keys = keys_from(order->keys, run.first);
    const ArchiveEntry *first = &order->entries[keys.places[0]];
    uint32_t common = first->name_length > run.at ? first->name_length - run.at : 0;
    for (uint32_t i = 1; i <= SAMPLES && common; i++) {
        const ArchiveEntry *entry =
            &order->entries[keys.places[(uint64_t)(run.count - 1) * i / SAMPLES]];
        uint32_t same = 0;
        while (same < common && entry->name[run.at + same] == first->name[run.at + same]) same++;
        common = same;
    }
    return common;
}

/* Has the name the same bytes there? A name that ends before has a NUL instead. */
static bool has_common(const ArchiveEntry *entry, const char *text, uint32_t at, uint32_t common) {
    return entry->name_length >= at + common && memcmp(entry->name + at, text, common) == 0;
}

/* Reads the keys of a run, behind `common` bytes that they share; false where they don't. */
static bool load_keys(const Order *order, Run run) {
    Keys keys = keys_from(order->keys, run.first);
    const char *text = order->entries[keys.places[0]].name + run.at;
    for (uint32_t i = 0; i < run.count; i++) {
        fetch_ahead(order, keys.places, i, run.count, run.at);
        const ArchiveEntry *entry = &order->entries[keys.places[i]];
        if (run.common && !has_common(entry, text, run.at, run.common)) return false;
        keys.bytes[i] = load_key(entry, run.at + run.common, order->fold);
    }
    return true;
}

/* The same for many runs, in the order in which the names lie in memory: that takes a fraction of
** the time when they are many. Runs in which they don't share what they seemed to are left out,
** with NOT_COMMON. */
static bool sweep_keys(Order *order, Run *runs, uint64_t run_count, Error *error) {
    const uint32_t unwanted = UINT32_MAX;
    uint32_t *wanted = order->spare.places;             /* by place: where its key is put */
    uint32_t *numbers = (uint32_t *)order->spare.bytes; /* the run of that */
    memset(wanted, 0xff, order->count * sizeof *wanted);
    for (uint64_t r = 0; r < run_count; r++) {
        for (uint32_t i = runs[r].first; i < runs[r].first + runs[r].count; i++) {
            wanted[order->keys.places[i]] = i;
            numbers[i] = (uint32_t)r;
        }
    }
    for (uint32_t place = 0; place < order->count; place++) {
        uint32_t at = wanted[place];
        if (arena_interrupted_at(order->arena, place)) return fail_interrupted(error);
        Run *run = at == unwanted ? NULL : &runs[numbers[at]];
        if (!run || run->common == NOT_COMMON) continue;
        const ArchiveEntry *entry = &order->entries[place];
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

/* Sorts a run by its keys, and notes which parts of it have to be read further. */
static bool sort_run(Order *order, Run run, Error *error) {
    Keys keys = keys_from(order->keys, run.first);
    uint64_t varied = 0;
    bool sorted = true;
    for (uint32_t i = 1; i < run.count; i++) {
        varied |= keys.bytes[i] ^ keys.bytes[0];
        if (keys.bytes[i] < keys.bytes[i - 1]) sorted = false;
    }
    if (!sorted) sort_keys(keys, keys_from(order->spare, run.first), run.count, varied);
    for (uint32_t first = 0, i = 1; i <= run.count; i++) {
        if (i < run.count && keys.bytes[i] == keys.bytes[first]) continue;
        bool ended = !(keys.bytes[first] & (DIGITS - 1));
        Run longer = {run.first + first, i - first, run.at + run.common + KEY_BYTES, 0};
        if (longer.count > 1 && ended) order->any_equal = true;
        if (longer.count > 1 && !ended && !add_longer(order, longer, error)) return false;
        first = i;
    }
    return true;
}

/* Sorts names by the first eight bytes in which those of a run differ. */
static bool sort_runs(Order *order, Run *runs, uint64_t run_count, Error *error) {
    uint64_t names = 0;
    for (uint64_t r = 0; r < run_count; r++) {
        bool is_long = runs[r].count > INSERTION_MAX && !order->fold;
        names += runs[r].count;
        if (is_long) runs[r].common = guess_common(order, runs[r]);
    }
    bool swept = names >= SWEEP_LEAST && names >= order->count / 4;
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
    bool done = add_longer(order, (Run){0, order->count, 0, 0}, error);
    while (done && order->longer.count) {
        List runs = order->longer;
        order->longer = (List){0};
        done = sort_runs(order, runs.items, runs.count, error);
        arena_release(order->arena, runs.items);
    }
    return done;
}

/* Are the names sorted already? Of most tables that aren't, the first few tell. */
static bool is_sorted(const Order *order, const uint32_t *places, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const ArchiveEntry *one = &order->entries[places[i - 1]];
        const ArchiveEntry *other = &order->entries[places[i]];
        uint32_t common =
            one->name_length < other->name_length ? one->name_length : other->name_length;
        int difference = memcmp(one->name, other->name, common);
        if (difference > 0 || (!difference && one->name_length >= other->name_length)) return false;
    }
    return true;
}

bool archive_sort(Arena *arena, const ArchiveEntry *entries, bool fold, uint32_t *places,
                  uint32_t count, bool *any_equal, Error *error) {
    *any_equal = false;
    Order order = {
        .arena = arena, .entries = entries, .count = count, .fold = fold, .keys.places = places};
    if (count < 2 || (!fold && is_sorted(&order, places, count))) return true;
    order.keys.bytes = arena_alloc(arena, count, sizeof *order.keys.bytes);
    order.spare.bytes = arena_alloc(arena, count, sizeof *order.spare.bytes);
    order.spare.places = arena_alloc(arena, count, sizeof *order.spare.places);
    bool done =
        (order.keys.bytes && order.spare.bytes && order.spare.places) || fail_memory(error, arena);
    done = done && sort_all(&order, error);
    *any_equal = order.any_equal;
    arena_release(arena, order.longer.items);
    arena_release(arena, order.spare.places);
    arena_release(arena, order.spare.bytes);
    arena_release(arena, order.keys.bytes);
    return done;
}
