/*
** Random requests to arenas with and without a reserve, from a host that refuses some of them.
**
** Each block is filled with bytes of its own, which must still be there whenever it is looked at:
** so no two blocks overlap, and none is lost when another one grows, shrinks or is released. What
** an arena says it holds must be what its host has given, and after it was cleared, nothing is
** left. The last line is "N passed, N failed".
*/
#include "core/arena.h"

#include <stdio.h>
#include <stdlib.h>

enum { ARENAS = 2000, STEPS = 200, BLOCKS = 32, SMALL_MOST = 300, LARGE_MOST = 100000 };

typedef struct Block {
    uint8_t *data; /* NULL: none */
    uint64_t bytes;
    uint8_t filling;
    bool is_piece;
} Block;

static uint64_t random_state = 1, asked;
static int64_t held; /* given by the host */
static bool refuses; /* now and then */
static int passed, failed;

static void check(bool good, const char *what) {
    passed += good;
    failed += !good;
    if (!good) printf("%s\n", what);
}

static uint64_t random_below(uint64_t limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % limit;
}

/* The host's blocks begin with their size. */
static void *resize_block(void *context, void *block, uint64_t bytes) {
    (void)context;
    asked += bytes != 0;
    uint64_t *old = block ? (uint64_t *)block - 2 : NULL;
    if (bytes && refuses && random_below(8) == 0) return NULL;
    if (old) held -= (int64_t)*old;
    if (!bytes) {
        free(old);
        return NULL;
    }
    uint64_t *resized = realloc(old, bytes + 2 * sizeof *resized);
    if (!resized) abort();
    *resized = bytes;
    held += (int64_t)bytes;
    return resized + 2;
}

static const Host host = {.resize = resize_block};

static uint64_t random_size(void) {
    return random_below(20) ? random_below(SMALL_MOST) : random_below(LARGE_MOST);
}

static void fill(Block *block) {
    block->filling = (uint8_t)(1 + random_below(255));
    if (block->bytes) memset(block->data, block->filling, block->bytes);
}

static bool is_whole(const Block *block, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; i++) {
        if (block->data[i] != block->filling) return false;
    }
    return true;
}

static void add(Arena *arena, Block *block) {
    *block = (Block){.bytes = random_size(), .is_piece = random_below(4) == 0};
    block->data =
        block->is_piece ? arena_piece(arena, block->bytes) : arena_alloc(arena, block->bytes, 1);
    if (!block->data) return;
    check((uintptr_t)block->data % 8 == 0, "a block isn't aligned to 8");
    check(block->is_piece || block->bytes < 65536 || (uintptr_t)block->data % 64 == 0,
          "a large block isn't aligned to 64");
    fill(block);
}

static void change(Arena *arena, Block *block) {
    uint64_t bytes = random_size();
    check(is_whole(block, block->bytes), "a block has changed");
    if (block->is_piece) return;
    if (random_below(2)) {
        arena_release(arena, block->data);
        block->data = NULL;
        return;
    }
    uint8_t *data = arena_resize(arena, block->data, bytes);
    if (!data) return; /* the block stays as it was */
    block->data = data;
    check(is_whole(block, bytes < block->bytes ? bytes : block->bytes),
          "a resized block has changed");
    block->bytes = bytes;
    fill(block);
}

static void try_arena(Arena *arena) {
    Block blocks[BLOCKS] = {{0}};
    if (random_below(3)) arena_reserve(arena, random_below(4) ? random_size() : LARGE_MOST);
    check(!arena->failed, "a reserve that isn't there has failed the arena");
    for (int step = 0; step < STEPS; step++) {
        Block *block = &blocks[random_below(BLOCKS)];
        if (block->data) change(arena, block);
        else add(arena, block);
    }
    for (int i = 0; i < BLOCKS; i++) {
        check(!blocks[i].data || is_whole(&blocks[i], blocks[i].bytes), "a block has changed");
    }
    check(arena->spare || held == (int64_t)arena->bytes, "an arena doesn't say what it holds");
}

static void try_reserve(void) {
    Arena arena = {.host = &host};
    asked = 0;
    arena_reserve(&arena, 4 * arena_block_bytes(100));
    for (int i = 0; i < 4; i++) arena_alloc(&arena, 100, 1);
    check(asked == 1, "four blocks that were reserved aren't one of the host");
    arena_alloc(&arena, 100, 1);
    check(asked == 2, "a fifth one isn't asked of the host");
    arena_clear(&arena);
}

int main(void) {
    try_reserve();
    for (int i = 0; i < ARENAS; i++) {
        Arena arena = {.host = &host};
        refuses = i % 2;
        try_arena(&arena);
        arena_reset(&arena);
        try_arena(&arena);
        arena_clear(&arena);
        check(held == 0, "a cleared arena holds memory");
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
