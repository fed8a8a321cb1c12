#include "core/arena.h"
#include "core/asan.h"

/* Blocks of at least this size begin at a multiple of ALIGNMENT, because some systems copy a file
** into aligned memory up to twice as fast. */
#define ALIGNED_FROM 65536
#define ALIGNMENT    64

/* In builds with ASan, the unused part of an arena's room is poisoned, and so is a gap behind each
** block and piece in it. */
#ifdef HAS_ASAN
#define GAP 16
#else
#define GAP 0
#endif
#define HIDE(data, bytes) ASAN_POISON_MEMORY_REGION(data, bytes)
#define SHOW(data, bytes) ASAN_UNPOISON_MEMORY_REGION(data, bytes)

#define SPARE_MOST 4096 /* larger blocks aren't kept as the spare one */

/* A block for pieces has a quarter of what the arena holds: small arenas leave little unused. */
#define ROOM_LEAST 512
#define ROOM_MOST  32768

typedef struct ArenaBlock {
    struct ArenaBlock *previous, *next;
    uint64_t bytes; /* includes the header and the slack */
    void *owner;
    uint8_t pad;    /* from the start of the host's block to this one; less than `slack` */
    uint8_t slack;  /* space for the pad: ALIGNMENT or 0 */
    bool is_inside; /* lies in the arena's room, and isn't linked */
} ArenaBlock;

static ArenaBlock *block_of(const void *data) {
    return (ArenaBlock *)(uintptr_t)data - 1;
}

/* Returns the block as the host allocated it. */
static void *start_of(ArenaBlock *block) {
    return block ? (char *)block - block->pad : NULL;
}

static void link_block(Arena *arena, ArenaBlock *block) {
    if (block->previous) block->previous->next = block;
    else arena->blocks = block;
    if (block->next) block->next->previous = block;
}

/* ---- The room -------------------------------------------------------------------------------- */

static uint64_t rounded(uint64_t bytes) {
    return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

/* Returns what a block of so many bytes takes of the room. */
static uint64_t inside_bytes(uint64_t bytes) {
    return sizeof(ArenaBlock) + rounded(bytes) + GAP;
}

/* Makes `bytes` bytes at `room` the arena's room. */
static void set_room(Arena *arena, char *room, uint64_t bytes) {
    arena->room = room;
    arena->room_bytes = bytes;
    HIDE(room, bytes);
}

/* Cuts `bytes` bytes from the beginning of the room. */
static void *take_bytes(Arena *arena, uint64_t bytes) {
    char *start = arena->room;
    arena->room += bytes;
    arena->room_bytes -= bytes;
    return start;
}

uint64_t arena_block_bytes(uint64_t bytes) {
    return inside_bytes(bytes) + (bytes >= ALIGNED_FROM ? ALIGNMENT : 0);
}

/* Returns a block from the room, NULL if it has no space. */
static void *take_room(Arena *arena, uint64_t bytes) {
    if (!arena->is_reserved || bytes > arena->room_bytes ||
        arena_block_bytes(bytes) > arena->room_bytes) {
        return NULL;
    }
    if (bytes >= ALIGNED_FROM) {
        take_bytes(arena, -(uintptr_t)(arena->room + sizeof(ArenaBlock)) % ALIGNMENT);
    }
    ArenaBlock *block = take_bytes(arena, inside_bytes(bytes));
    SHOW(block, sizeof *block + bytes);
    *block = (ArenaBlock){.bytes = inside_bytes(bytes), .is_inside = true};
    return block + 1;
}

/* Makes the last block of the room as large as is wanted, if the room has space for it. */
static bool resize_last(Arena *arena, ArenaBlock *block, uint64_t wanted) {
    char *start = (char *)block;
    uint64_t most = block->bytes + arena->room_bytes;
    if (start + block->bytes != arena->room || wanted > most) return false;
    block->bytes = wanted;
    set_room(arena, start + wanted, most - wanted);
    return true;
}

static void *resize_inside(Arena *arena, ArenaBlock *block, uint64_t bytes) {
    uint64_t held = block->bytes - inside_bytes(0);
    bool fits = bytes <= PTRDIFF_MAX && resize_last(arena, block, inside_bytes(bytes));
    if (fits || bytes <= held) {
        SHOW(block, sizeof *block + bytes);
        return block + 1;
    }
    void *moved = arena_alloc(arena, bytes, 1);
    SHOW(block, sizeof *block + held);
    if (moved) memcpy(moved, block + 1, (size_t)held);
    return moved;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static void *refuse(Arena *arena, bool over_limit) {
    arena->over_limit = over_limit;
    arena->failed = true;
    return NULL;
}

void *arena_resize(Arena *arena, void *data, uint64_t bytes) {
    ArenaBlock *old = data ? block_of(data) : NULL;
    uint64_t held = old ? old->bytes : 0;
    if (old && old->is_inside) return resize_inside(arena, old, bytes);
    if (bytes > (uint64_t)PTRDIFF_MAX - sizeof(ArenaBlock) - ALIGNMENT) return refuse(arena, true);
    uint64_t slack = bytes >= ALIGNED_FROM || (old && old->slack) ? ALIGNMENT : 0;
    uint64_t wanted = bytes + sizeof(ArenaBlock) + slack;
    if (arena->limit && wanted > held && wanted - held > arena->limit - arena->bytes) {
        return refuse(arena, true);
    }
    uint64_t old_pad = old ? old->pad : 0, old_used = old ? held - old->slack : 0;
    char *start = arena->host->resize(arena->host->context, start_of(old), wanted);
    if (!start) return refuse(arena, false);
    uint64_t pad = slack ? -(uintptr_t)(start + sizeof(ArenaBlock)) % ALIGNMENT : 0;
    ArenaBlock *block = (ArenaBlock *)(void *)(start + pad);
    if (!old) *block = (ArenaBlock){.next = arena->blocks};
    else if (pad != old_pad) {
        uint64_t used = wanted - slack;
        memmove(block, start + old_pad, (size_t)(used < old_used ? used : old_used));
    }
    block->bytes = wanted;
    block->pad = (uint8_t)pad;
    block->slack = (uint8_t)slack;
    arena->bytes += wanted - held;
    link_block(arena, block);
    return block + 1;
}

/* Returns the spare block if there is one and it is large enough. */
static void *take_spare(Arena *arena, uint64_t bytes) {
    ArenaBlock *block = arena->spare;
    if (!block || bytes > block->bytes - block->slack - sizeof *block) return NULL;
    arena->spare = NULL;
    block->previous = NULL;
    block->next = arena->blocks;
    link_block(arena, block);
    arena->bytes += block->bytes;
    return block + 1;
}

void *arena_alloc(Arena *arena, uint64_t count, uint64_t size) {
    if (size && count > (uint64_t)PTRDIFF_MAX / size) return refuse(arena, true);
    void *data = take_spare(arena, count * size);
    if (!data) data = take_room(arena, count * size);
    return data ? data : arena_resize(arena, NULL, count * size);
}

void arena_reserve(Arena *arena, uint64_t bytes) {
    Arena before = *arena;
    char *room = arena_resize(arena, NULL, rounded(bytes));
    if (!room) {
        *arena = before; /* a reserve for which there is no memory isn't a failure */
        return;
    }
    set_room(arena, room, rounded(bytes));
    arena->is_reserved = true;
}

void *arena_zeroed(Arena *arena, uint64_t count, uint64_t size) {
    void *data = arena_alloc(arena, count, size);
    if (data) memset(data, 0, (size_t)(count * size));
    return data;
}

void *arena_piece(Arena *arena, uint64_t bytes) {
    uint64_t taken = rounded(bytes) + GAP;
    if (bytes > ROOM_LEAST) return arena_alloc(arena, bytes, 1);
    if (taken > arena->room_bytes) {
        uint64_t room = arena->bytes / 4;
        room = room < ROOM_LEAST + GAP ? ROOM_LEAST + GAP : room > ROOM_MOST ? ROOM_MOST : room;
        char *block = arena_alloc(arena, room, 1);
        if (!block) return NULL;
        set_room(arena, block, room);
    }
    void *piece = take_bytes(arena, taken);
    SHOW(piece, bytes);
    return piece;
}

static void free_block(Arena *arena, ArenaBlock *block) {
    if (block) arena->host->resize(arena->host->context, start_of(block), 0);
}

void arena_detach(Arena *arena, void *data) {
    ArenaBlock *block = block_of(data);
    arena->bytes -= block->bytes;
    if (block->previous) block->previous->next = block->next;
    else arena->blocks = block->next;
    if (block->next) block->next->previous = block->previous;
}

void arena_free_detached(const Host *host, void *data) {
    host->resize(host->context, start_of(block_of(data)), 0);
}

void arena_release(Arena *arena, void *data) {
    if (!data) return;
    ArenaBlock *block = block_of(data);
    if (block->is_inside) {
        if (!resize_last(arena, block, 0)) HIDE(data, block->bytes - sizeof *block);
        return;
    }
    arena_detach(arena, data);
    arena_free_detached(arena->host, data);
}

void arena_reset(Arena *arena) {
    while (arena->blocks) {
        ArenaBlock *block = arena->blocks, *spare = arena->spare;
        SHOW(block, block->bytes - block->slack);
        bool keep = block->bytes <= SPARE_MOST && (!spare || spare->bytes < block->bytes);
        arena->blocks = block->next;
        free_block(arena, keep ? spare : block);
        if (keep) arena->spare = block;
    }
    arena->room_bytes = arena->bytes = 0;
    arena->is_reserved = arena->failed = false;
}

void arena_clear(Arena *arena) {
    arena_reset(arena);
    free_block(arena, arena->spare);
    arena->spare = NULL;
}

void arena_share_limit(const Arena *arena, Arena *scratch) {
    if (!arena->limit) return;
    scratch->limit =
        scratch->bytes + (arena->limit > arena->bytes ? arena->limit - arena->bytes : 1);
}

bool arena_interrupted(const Arena *arena) {
    return arena->host->interrupted && arena->host->interrupted(arena->host->context);
}

void **arena_block_owner(const void *data) {
    return &block_of(data)->owner;
}
