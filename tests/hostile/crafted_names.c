/*
** Names that an attacker chose: 32,768 paths that all have one hash under FNV-1a, which has no key.
**
** Each is a row of blocks, and of every block there are two versions that lead FNV-1a from the same
** state to the same state, in the bits that choose a slot. Under the extension's keyed hash they
** must spread as any names do, and otherwise under another key; and a map of them must find them.
** Chains are counted, not seconds. The hash is SipHash-1-3, which has known values. The last line is
** "N passed, N failed".
*/
#include "core/hash_map.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    BLOCKS = 15,
    NAMES = 1 << BLOCKS, /* and as many slots */
    BLOCK_BYTES = 4,
    NAME_BYTES = BLOCKS * BLOCK_BYTES,
    STATES = 1 << 20,   /* how much of FNV-1a's state is looked at: more than slots */
    LONGEST_CHAIN = 16, /* that chance makes of as many names as slots: 8, and hardly ever 12 */
    SAME_SLOTS = 20,    /* by two keys: 1, and hardly ever 8 */
};

static char names[NAMES][NAME_BYTES];
static int passed, failed;

static void check(bool good, const char *what, uint64_t found) {
    passed += good;
    failed += !good;
    if (!good) printf("%s: %llu\n", what, (unsigned long long)found);
}

static uint64_t fnv(uint64_t hash, const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) hash = (hash ^ (uint8_t)bytes[i]) * 0x100000001b3u;
    return hash;
}

static void write_word(uint32_t number, char word[BLOCK_BYTES]) {
    for (int i = 0; i < BLOCK_BYTES; i++, number /= 26) word[i] = (char)('a' + number % 26);
}

/* Two words that lead from a state to the same one, which is returned. */
static uint64_t find_twins(uint64_t from, char one[BLOCK_BYTES], char other[BLOCK_BYTES]) {
    static uint32_t words[STATES]; /* by the state that they lead to, plus 1 */
    memset(words, 0, sizeof words);
    for (uint32_t word = 0;; word++) {
        write_word(word, other);
        uint64_t state = fnv(from, other, BLOCK_BYTES) % STATES;
        if (words[state]) {
            write_word(words[state] - 1, one);
            return state;
        }
        words[state] = word + 1;
    }
}

static void make_names(void) {
    uint64_t state = 0xcbf29ce484222325u;
    for (int b = 0; b < BLOCKS; b++) {
        char blocks[2][BLOCK_BYTES];
        state = find_twins(state, blocks[0], blocks[1]);
        for (int n = 0; n < NAMES; n++) {
            memcpy(names[n] + b * BLOCK_BYTES, blocks[n >> b & 1], BLOCK_BYTES);
        }
    }
}

/* The most names in one of as many slots. */
static uint32_t longest_chain(const uint64_t *hashes) {
    static uint32_t chains[NAMES];
    uint32_t longest = 0;
    memset(chains, 0, sizeof chains);
    for (int n = 0; n < NAMES; n++) {
        uint32_t *chain = &chains[hashes[n] % NAMES];
        if (++*chain > longest) longest = *chain;
    }
    return longest;
}

/* The bytes 0, 1, 2... under the key 00 01 02...0f: values that other programs compute, too. */
static void check_known_hashes(void) {
    static const struct {
        uint64_t size, hash;
    } known[] = {
        {0, 0xabac0158050fc4dc},  {1, 0xc9f49bf37d57ca93},  {7, 0xd3927d989bb11140},
        {8, 0x369095118d299a8e},  {9, 0x25a48eb36c063de4},  {15, 0xd320d86d2a519956},
        {16, 0xcc4fdd1a7d908b66}, {23, 0x525a0e7fdae6c123}, {24, 0xf464aeb267349c8c},
    };
    const Host host = {.key = {0x0706050403020100, 0x0f0e0d0c0b0a0908}};
    uint8_t bytes[24];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)i;
    for (size_t i = 0; i < LENGTH(known); i++) {
        uint64_t hash = hash_bytes(&host, bytes, known[i].size);
        check(hash == known[i].hash, "the hash of as many bytes is another", known[i].size);
    }
}

static void *resize(void *context, void *block, uint64_t bytes) {
    (void)context;
    if (bytes) return realloc(block, bytes);
    free(block);
    return NULL;
}

static void check_map(const Host *host) {
    Arena arena = {.host = host};
    Map map = {0};
    uint64_t found = 0;
    for (int n = 0; n < NAMES; n++) {
        void **place = map_place(&map, &arena, names[n], NAME_BYTES);
        if (place && !*place) *place = names[n];
    }
    for (int n = 0; n < NAMES; n++) {
        void **place = map_find(&map, names[n], NAME_BYTES);
        found += place && *place == names[n];
    }
    check(found == NAMES && map.count == NAMES, "names that the map finds", found);
    arena_clear(&arena);
}

int main(void) {
    static const Host hosts[] = {{resize, NULL, NULL, {0, 0}}, {resize, NULL, NULL, {1, 0}}};
    static uint64_t hashes[LENGTH(hosts)][NAMES], unkeyed[NAMES];
    uint64_t same = 0;
    check_known_hashes();
    make_names();
    for (int n = 0; n < NAMES; n++) unkeyed[n] = fnv(0xcbf29ce484222325u, names[n], NAME_BYTES);
    check(longest_chain(unkeyed) == NAMES, "names of one hash under FNV-1a",
          longest_chain(unkeyed));
    for (size_t h = 0; h < LENGTH(hosts); h++) {
        for (int n = 0; n < NAMES; n++) {
            hashes[h][n] = hash_bytes(&hosts[h], names[n], NAME_BYTES);
        }
        uint32_t longest = longest_chain(hashes[h]);
        check(longest <= LONGEST_CHAIN, "names in one slot under the keyed hash", longest);
        check_map(&hosts[h]);
    }
    for (int n = 0; n < NAMES; n++) same += (hashes[0][n] - hashes[1][n]) % NAMES == 0;
    check(same <= SAME_SLOTS, "names that two keys put into the same slot", same);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
