/* Memory: the host of the decoders gives it, and an Arena frees it together. */
#ifndef GAMEMAP_ARENA_H
#define GAMEMAP_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* The host of the decoders: where memory comes from and whether the user wants to stop. */
typedef struct Host {
    /* realloc with 64-bit sizes: a NULL block allocates, 0 bytes frees; NULL when out of memory. */
    void *(*resize)(void *context, void *block, uint64_t bytes);
    bool (*interrupted)(void *context); /* NULL: never */
    void *context;
    uint64_t key[2]; /* random, so that attackers can't foresee which keys have equal hashes */
} Host;

/* Blocks that are freed together. A plain value: `Arena a = {.host = host}` is an empty one. */
typedef struct Arena {
    const Host *host;
    struct ArenaBlock *blocks;
    struct ArenaBlock *spare; /* a small one that arena_reset kept for the next to be allocated */
    uint64_t bytes;           /* held now, headers included */
    uint64_t limit;  /* 0: no limit; beyond it allocations fail as TOO_BIG instead of NO_MEMORY */
    bool over_limit; /* the last failure was the limit's */
    bool failed;     /* an allocation failed since the last arena_clear or arena_reset */
} Arena;

/* `count` items of `size` bytes, not initialised; NULL when there is no memory (see fail_memory).
** Zero bytes give a valid pointer. Blocks are aligned to 8. */
void *arena_alloc(Arena *arena, uint64_t count, uint64_t size);
void *arena_zeroed(Arena *arena, uint64_t count, uint64_t size);
/* Grows or shrinks a block that arena_alloc gave (NULL: a new one). On failure the block stays. */
void *arena_resize(Arena *arena, void *block, uint64_t bytes);
/* Notes that more than any limit was asked for, and returns false. */
bool arena_refuse(Arena *arena);
void arena_release(Arena *arena, void *block); /* one block early; NULL is fine */
void arena_clear(Arena *arena);                /* all of them */
/* Hands a block over to the caller; arena_free_detached frees it, with the arena's host. */
void arena_detach(Arena *arena, void *block);
void arena_free_detached(const Host *host, void *block);
/* The same, but that the next small allocation needn't ask the host: for what is used again and
** again. */
void arena_reset(Arena *arena);
/* Does the user want to stop? A long loop asks at its every step: only each 4,096th looks. */
bool arena_interrupted(const Arena *arena);
static inline bool arena_interrupted_at(const Arena *arena, uint64_t step) {
    return step % 4096 == 0 && arena_interrupted(arena);
}
/* Allows as many bytes more: what a file inflates to counts like the file itself. */
static inline void arena_allow(Arena *arena, uint64_t bytes) {
    if (arena->limit) arena->limit += bytes;
}
/* What is made in `scratch` beside what an arena holds stays within the same limit. */
void arena_share_limit(const Arena *arena, Arena *scratch);
/* A word in a block's header that the host may use to find out to whom the block belongs. */
void **arena_block_owner(const void *block);

#endif
