/* Memory: the decoders' host allocates it, and an Arena frees all of its blocks together. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
/* 1 if the number `a` is greater than `b`, -1 if it is less, and 0 if it is neither. */
#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))
/* Behind a parameter that a function has only because others of its kind need it. */
#define UNUSED __attribute__((unused))

/* The host of the decoders provides memory, and tells whether the user wants to stop. */
typedef struct Host {
    /* Works like realloc() with 64-bit sizes: a NULL block is allocated, 0 bytes free the block.
    ** Returns NULL if memory ran out. */
    void *(*resize)(void *context, void *block, uint64_t bytes);
    bool (*interrupted)(void *context); /* NULL: never */
    void *context;
    uint64_t key[2]; /* random, so that attackers can't predict which keys have equal hashes */
} Host;

/* Tells by the beginning of what is packed to almost nothing whether to unpack the rest. */
typedef struct UnpackLook {
    bool (*wants)(const uint8_t *head, uint64_t head_size, uint64_t size);
    uint64_t size;   /* of the file */
    bool is_refused; /* it was asked, and said no: unpacking has failed */
} UnpackLook;

/* Blocks that are freed together. A plain value: `Arena a = {.host = host}` is an empty one. */
typedef struct Arena {
    const Host *host;
    struct ArenaBlock *blocks;
    struct ArenaBlock *spare; /* a small one that arena_reset() kept for the next allocation */
    char *room;               /* the rest of the block from which arena_piece() takes */
    uint64_t room_bytes;
    bool is_reserved; /* arena_alloc() takes from the room, too */
    uint64_t bytes;   /* held now, headers included */
    uint64_t limit;   /* 0: no limit; beyond it allocations fail as TOO_BIG instead of NO_MEMORY */
    bool over_limit;  /* the last failure was caused by the limit */
    bool failed;      /* an allocation failed since the last arena_clear or arena_reset */
    struct UnpackLook *look; /* NULL, or is asked while a file is unpacked into this arena */
} Arena;

/* Returns `count` items of `size` bytes, uninitialised; NULL: out of memory (see fail_memory). For
** zero bytes the pointer is valid, too. Blocks are aligned to 8. */
void *arena_alloc(Arena *arena, uint64_t count, uint64_t size);
void *arena_zeroed(Arena *arena, uint64_t count, uint64_t size);
/* Returns a piece of a larger block, for the many small things that live as long as the arena: it
** has no header, can't be resized, and is freed by arena_clear() and arena_reset() only. */
void *arena_piece(Arena *arena, uint64_t bytes);
/* Takes a block for so many bytes from the host at once. What is allocated later lies in it as long
** as it has space; memory that is released there can be used again only if it was the last. Without
** memory for it, nothing happens. */
void arena_reserve(Arena *arena, uint64_t bytes);
/* Returns how much of a reserve a block of so many bytes takes. */
uint64_t arena_block_bytes(uint64_t bytes);
/* Grows or shrinks a block from arena_alloc(); NULL: a new one. If it fails, the block stays. */
void *arena_resize(Arena *arena, void *block, uint64_t bytes);
void arena_release(Arena *arena, void *block); /* frees one block early; NULL is fine */
void arena_clear(Arena *arena);                /* frees all blocks */
/* Passes a block to the caller, who frees it with arena_free_detached() and the arena's host. There
** must be no reserve. */
void arena_detach(Arena *arena, void *block);
void arena_free_detached(const Host *host, void *block);
/* Frees all blocks like arena_clear(), but keeps one small block, so that the next allocation
** needn't ask the host: for arenas that are used again and again. */
void arena_reset(Arena *arena);
/* Tells whether the user wants to stop. A long loop calls this at each step; only each 4,096th call
** really looks. */
bool arena_interrupted(const Arena *arena);
static inline bool arena_interrupted_at(const Arena *arena, uint64_t step) {
    return step % 4096 == 0 && arena_interrupted(arena);
}
/* Raises the limit by so many bytes: what a file inflates to counts like the file itself. */
static inline void arena_allow(Arena *arena, uint64_t bytes) {
    if (arena->limit) arena->limit += bytes;
}
/* Makes the allocations of `scratch` count towards the limit of another arena, too. */
void arena_share_limit(const Arena *arena, Arena *scratch);
/* Returns an empty arena that shares the host and the limit of another one. */
static inline Arena arena_scratch(const Arena *arena) {
    Arena scratch = {.host = arena->host};
    arena_share_limit(arena, &scratch);
    return scratch;
}
/* Returns a word in a block's header that the host can use to find the owner of the block. */
void **arena_block_owner(const void *block);
