#include "archive/pk2.h"
#include "codec/blowfish.h"

enum { CHECK_BYTES = 3, CHECK_AT = 35, ENCRYPTED_AT = 34, VERSION_AT = 30 };
enum { ENTRY_FREE, ENTRY_FOLDER, ENTRY_FILE };

typedef struct Pk2 {
    Archive archive;
    Blowfish *blowfish; /* NULL where nothing is encrypted */
} Pk2;

/* A folder that has still to be read. */
typedef struct Folder {
    uint64_t block;
    uint32_t entry; /* of the archive, ROOT for the root */
    uint32_t depth;
} Folder;

#define ROOT UINT32_MAX

typedef struct Walk {
    Pk2 *pk2;
    Arena *arena;
    Error *error;
    uint8_t *visited; /* a bit for each PK2_BLOCK_BYTES of the file */
    List folders;     /* a stack of Folder */
    List path;        /* characters of the path of the entry that is read */
} Walk;

static void init_blowfish(Blowfish *blowfish, const char *text) {
    static const uint8_t salt[] = {0x03, 0xf8, 0xe4, 0x44, 0x88, 0x99, 0x3f, 0x64, 0xfe, 0x35};
    uint8_t key[BLOWFISH_KEY_BYTES_MAX] = {0};
    size_t size = strlen(text);
    if (size > sizeof key) size = sizeof key;
    for (size_t i = 0; i < size; i++) {
        key[i] = (uint8_t)((uint8_t)text[i] ^ (i < sizeof salt ? salt[i] : 0));
    }
    blowfish_init(blowfish, key, size ? size : 1); /* an empty key counts as one zero */
}

static bool check_key(const Blowfish *blowfish, const uint8_t *header, Error *error) {
    uint8_t check[] = "Joymax Pak File";
    blowfish_encrypt(blowfish, check, sizeof check);
    if (memcmp(check, header + CHECK_AT, CHECK_BYTES) == 0) return true;
    return fail_at(
        error, ERROR_UNSUPPORTED, CHECK_AT,
        "the key gives %02x %02x %02x, the archive has %02x %02x %02x: it is encrypted with "
        "another key, which gamemap_pk2_key() sets",
        check[0], check[1], check[2], header[CHECK_AT], header[CHECK_AT + 1], header[CHECK_AT + 2]);
}

/* Puts the entry's path together: that of its folder, '/', its own name. */
static bool set_name(Walk *walk, const Folder *folder, const uint8_t *name, uint32_t length,
                     ArchiveEntry *entry) {
    Archive *archive = &walk->pk2->archive;
    const KeptEntry *parent = folder->entry == ROOT ? NULL : &archive->entries.items[folder->entry];
    uint32_t text_length, before = parent ? parent->name_length + 1 : 0;
    const char *text = text_convert(walk->arena, ENCODING_CP949, name, length, &text_length);
    if (!text) return fail_memory(walk->error, walk->arena);
    uint64_t size = (uint64_t)before + text_length;
    if (!list_reserve(walk->arena, &walk->path, size + 1, 1)) { /* at least a byte */
        return fail_memory(walk->error, walk->arena);
    }
    char *path = walk->path.items;
    if (parent) {
        memcpy(path, parent->name, parent->name_length);
        path[before - 1] = '/';
    }
    memcpy(path + before, text, text_length);
    bool is_plain = text == (const char *)name;
    if (!is_plain) arena_release(walk->arena, (void *)(uintptr_t)text);
    if (!archive_name_utf8(archive, entry, NULL, length, path, (uint32_t)size, walk->error)) {
        return false;
    }
    const uint8_t *same = (const uint8_t *)entry->name + before;
    entry->raw = same;
    if (!is_plain || memcmp(same, name, length) != 0) {
        entry->raw = (const uint8_t *)archive_keep(archive, name, length, walk->error);
    }
    return entry->raw != NULL;
}

static bool push_folder(Walk *walk, Folder folder) {
    return list_push(walk->arena, &walk->folders, &folder, sizeof folder, walk->error);
}

static bool read_entry(Walk *walk, const Folder *folder, const uint8_t *record, uint64_t at) {
    Archive *archive = &walk->pk2->archive;
    const uint8_t *name = record + 1;
    uint32_t length = field_length(name, PK2_NAME_BYTES);
    uint8_t kind = record[0];
    if (kind == ENTRY_FREE) return true;
    if (kind > ENTRY_FILE) {
        return fail_at(walk->error, ERROR_CORRUPT, at,
                       "entry of kind %d, expected 0 (free), 1 (folder) or 2 (file)", kind);
    }
    uint64_t time = load_u64(record + 98); /* units of 100 ns since 1601 */
    bool is_folder = kind == ENTRY_FOLDER;
    bool is_dots = (length == 1 || length == 2) && memcmp(name, "..", length) == 0;
    if (is_folder && is_dots) return true;
    if (memchr(name, '/', length) || memchr(name, '\\', length)) {
        archive_note(archive, SEVERITY_WARNING, "entry_name_separator", at,
                     "an entry has a separator in its name");
    }
    ArchiveEntry entry = {.data_offset = load_u64(record + 106),
                          .modified =
                              time ? (int64_t)(time / 10000000) - 11644473600 : ARCHIVE_NO_TIME,
                          .method = is_folder ? METHOD_NONE : METHOD_STORED,
                          .kind = is_folder ? ARCHIVE_FOLDER : ARCHIVE_FILE};
    if (!is_folder) entry.packed_size = entry.size = load_u32(record + 114);
    Folder inner = {entry.data_offset, (uint32_t)archive->entries.count, folder->depth + 1};
    return set_name(walk, folder, name, length, &entry) &&
           archive_add(archive, &entry, walk->error) && (!is_folder || push_folder(walk, inner));
}

/* Reads the entries of a block and where the next one begins. *next is 0 behind the last block, and
** where there is no such block, which is a finding. */
static bool read_block(Walk *walk, const Folder *folder, uint64_t block, uint64_t *next) {
    Archive *archive = &walk->pk2->archive;
    uint64_t size = archive->document.size;
    uint8_t *bytes, mask = (uint8_t)(1 << block / PK2_BLOCK_BYTES % 8);
    *next = 0;
    if (size < PK2_BLOCK_BYTES || block > size - PK2_BLOCK_BYTES) {
        archive_note(archive, SEVERITY_ERROR, "archive_block_outside", block,
                     "a block of entries has %d bytes and ends outside of the file of %" PRIu64,
                     PK2_BLOCK_BYTES, size);
        return true;
    }
    uint8_t *visited = &walk->visited[block / PK2_BLOCK_BYTES / 8];
    if (*visited & mask) { /* blocks that overlap one another count as one */
        archive_note(
            archive, SEVERITY_ERROR, "archive_block_twice", block,
            "this block of entries is part of two folders, or of a circle; it is read once");
        return true;
    }
    *visited |= mask;
    if (arena_interrupted(walk->arena)) return fail_interrupted(walk->error);
    if (!archive_read_copy(archive, archive->ranges, 0, "a block of entries", block,
                           PK2_BLOCK_BYTES, walk->arena, &bytes, walk->error)) {
        return false;
    }
    if (walk->pk2->blowfish) blowfish_decrypt(walk->pk2->blowfish, bytes, PK2_BLOCK_BYTES);
    archive->table_size += PK2_BLOCK_BYTES;
    bool done = true;
    for (uint64_t i = 0; done && i < PK2_BLOCK_ENTRIES; i++) {
        uint64_t at = i * PK2_ENTRY_BYTES;
        done = read_entry(walk, folder, bytes + at, block + at);
    }
    *next = load_u64(bytes + PK2_BLOCK_BYTES - PK2_ENTRY_BYTES + 118);
    arena_release(walk->arena, bytes);
    return done;
}

static bool read_folder(Walk *walk, Folder folder) {
    List *folders = &walk->folders;
    uint64_t inner = folders->count, next = folder.block;
    do {
        if (!read_block(walk, &folder, next, &next)) return false;
    } while (next);
    if (folder.depth == PK2_DEPTH_MAX && folders->count > inner) {
        archive_note(&walk->pk2->archive, SEVERITY_ERROR, "archive_too_deep", folder.block,
                     "the folders of this one, which is %d levels deep, aren't read",
                     PK2_DEPTH_MAX);
        folders->count = inner;
    }
    /* the stack gives the last one first, but folders are read in their order */
    Folder *first = (Folder *)folders->items + inner, *last = first + (folders->count - inner);
    while (first < last) {
        Folder swapped = *first;
        *first++ = *--last;
        *last = swapped;
    }
    return true;
}

static bool read_folders(Pk2 *pk2, Error *error) {
    Walk walk = {.pk2 = pk2, .arena = &pk2->archive.document.arena, .error = error};
    uint64_t bits = pk2->archive.document.size / PK2_BLOCK_BYTES + 1;
    walk.visited = arena_zeroed(walk.arena, bits / 8 + 1, 1);
    bool done = walk.visited || fail_memory(error, walk.arena);
    done = done && push_folder(&walk, (Folder){PK2_HEADER_BYTES, ROOT, 0});
    while (done && walk.folders.count) {
        done = read_folder(&walk, ((const Folder *)walk.folders.items)[--walk.folders.count]);
    }
    arena_release(walk.arena, walk.visited);
    arena_release(walk.arena, walk.folders.items);
    arena_release(walk.arena, walk.path.items);
    return done;
}

static bool pk2_read_table(Archive *archive, Error *error) {
    Document *document = &archive->document;
    Pk2 *pk2 = (Pk2 *)archive;
    uint8_t header[PK2_HEADER_BYTES];
    if (document->size > PK2_BYTES_MAX) {
        return fail(error, ERROR_TOO_BIG, "%" PRIu64 " bytes, expected at most %" PRIu64,
                    document->size, PK2_BYTES_MAX);
    }
    if (!archive_take(archive, "the header", 0, PK2_HEADER_BYTES, header, error)) return false;
    archive_set_version(archive, load_u32(header + VERSION_AT));
    archive->table_offset = PK2_HEADER_BYTES;
    if (header[ENCRYPTED_AT]) {
        const char *key = archive->options->pk2_key;
        pk2->blowfish = arena_alloc(&document->arena, 1, sizeof(Blowfish));
        if (!pk2->blowfish) return fail_memory(error, &document->arena);
        init_blowfish(pk2->blowfish, key && *key ? key : PK2_DEFAULT_KEY);
        if (!check_key(pk2->blowfish, header, error)) return false;
    }
    if (!read_folders(pk2, error)) return false;
    archive->table_packed_size = archive->table_size;
    return true;
}

const ArchiveFormat pk2_format = {
    .format = {.name = "PK2",
               .doc = "Archive of a Silkroad Online client.",
               .magic = "JoyMax File Manager!",
               ARCHIVE_DOCUMENT(Pk2, archive_check)},
    .read_table = pk2_read_table,
    .unpack = entry_read_packed, /* nothing is packed */
    .endings = {".pk2"},
    .folder = "navmesh/",
};
