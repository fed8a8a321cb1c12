#include "archive/resource.h"
#include "codec/digest.h"
#include "codec/xres.h"

#include <stdio.h>

/* The extensions of the types from `first` on; "" if a number has no meaning. */
typedef struct TypeRun {
    uint32_t first, count;
    const char (*extensions)[4];
} TypeRun;

static const char shared[][4] = {"res", "bmp", "mve", "tga", "wav", "wfx",
                                 "plt", "ini", "bmu", "mpg", "txt"};

/* Neverwinter Nights; from 2068 on, its Enhanced Edition. */
static const char neverwinter[][4] = {
    "plh", "tex", "mdl", "thg", "",    "fnt", "",    "lua", "slt", "nss", "ncs", "mod",
    "are", "set", "ifo", "bic", "wok", "2da", "tlk", "",    "",    "",    "txi", "git",
    "bti", "uti", "btc", "utc", "",    "dlg", "itp", "btt", "utt", "dds", "bts", "uts",
    "ltr", "gff", "fac", "bte", "ute", "btd", "utd", "btp", "utp", "dft", "gic", "gui",
    "css", "ccs", "btm", "utm", "dwk", "pwk", "btg", "utg", "jrl", "sav", "utw", "4pc",
    "ssf", "hak", "nwm", "bik", "ndb", "ptm", "ptt", "bak", "dat", "shd", "xbc", "wbm",
    "mtr", "ktx", "ttf", "sql", "tml", "sq3", "lod", "gif", "png", "jpg", "caf", "jui",
};

static const char neverwinter2[][4] = {
    "osc", "usc", "trn", "utr", "uen", "ult", "sef", "pfx", "cam", "lfx", "bfx", "upe",
    "ros", "rst", "ifx", "pfb", "zip", "wmp", "bbx", "tfx", "wlk", "xml", "scc", "",
    "",    "",    "",    "",    "",    "",    "",    "",    "",    "ptx", "ltx", "trx",
};

static const char models2[][4] = {"mdb", "mda", "spt", "gr2", "fxa", "fxe", "", "jpg", "pwc"};

static const char indexes[][4] = {"ids", "erf", "bif", "key"};

static const TypeRun runs[] = {
    {0, LENGTH(shared), shared},
    {2000, LENGTH(neverwinter), neverwinter},
    {3000, LENGTH(neverwinter2), neverwinter2},
    {4000, LENGTH(models2), models2},
    {9996, LENGTH(indexes), indexes},
};

const char *resource_extension(uint32_t type) {
    for (size_t i = 0; i < LENGTH(runs); i++) {
        if (type < runs[i].first || type - runs[i].first >= runs[i].count) continue;
        const char *extension = runs[i].extensions[type - runs[i].first];
        return *extension ? extension : NULL;
    }
    return NULL;
}

uint32_t resource_type(const char *extension) {
    for (size_t i = 0; *extension && i < LENGTH(runs); i++) {
        for (uint32_t k = 0; k < runs[i].count; k++) {
            if (text_is(extension, strlen(extension), runs[i].extensions[k])) {
                return runs[i].first + k;
            }
        }
    }
    return RESOURCE_DELETED;
}

enum {
    EXTENSION_BYTES_MAX = 12, /* a dot, ten digits and a NUL */
};

bool resource_name(Archive *archive, ArchiveEntry *entry, const uint8_t *raw, uint32_t width,
                   uint32_t type, Error *error) {
    char name[RESOURCE_NAME_MAX * TEXT_BYTES_MAX + EXTENSION_BYTES_MAX];
    uint32_t raw_length = field_length(raw, width);
    uint32_t length = (uint32_t)text_convert_into(ENCODING_CP1252, raw, raw_length, name);
    const char *extension = resource_extension(type);
    size_t room = sizeof name - length;
    int used = extension ? snprintf(name + length, room, ".%s", extension)
                         : snprintf(name + length, room, ".%" PRIu32, type);
    return archive_name_utf8(archive, entry, raw, raw_length, name, length + (uint32_t)used, error);
}

void resource_compression(Archive *archive, ArchiveEntry *entry, uint32_t compression) {
    if (compression <= 1) {
        entry->method = compression ? METHOD_XRES : METHOD_STORED;
        return;
    }
    entry->method = METHOD_OTHER;
    entry->refused = RESOURCE_REFUSED_COMPRESSION;
    archive_note(archive, SEVERITY_ERROR, "resource_compression", NO_OFFSET,
                 "resource %" PRIu64 " has compression %" PRIu32
                 ", expected 0 (none) or 1 (a container)",
                 archive->entries.count, compression);
}

static bool fail_container(const ArchiveEntry *entry, const Error *why, Error *error) {
    ErrorKind kind = why->kind == ERROR_NOT_THIS_FORMAT ? ERROR_CORRUPT : why->kind;
    return fail(error, kind, "its container at 0x%" PRIx64 ": %s", entry->data_offset,
                why->message);
}

static bool unpack_container(const ArchiveEntry *entry, const uint8_t *packed, Arena *arena,
                             const uint8_t **bytes, Error *error) {
    Xres xres;
    Error why = {0}; /* its offsets are within the container */
    if (!xres_open(XRES_IN_ARCHIVE, packed, entry->packed_size, &xres, &why)) {
        return fail_container(entry, &why, error);
    }
    if (xres.size != entry->size) {
        return fail(error, ERROR_CORRUPT,
                    "its container declares %" PRIu32 " bytes, the archive's table %" PRIu64,
                    xres.size, entry->size);
    }
    return xres_unpack(&xres, arena, bytes, &why) || fail_container(entry, &why, error);
}

const char *const resource_refusals[] = {
    [RESOURCE_REFUSED_COMPRESSION] = RESOURCE_COMPRESSION_REFUSAL,
};

bool resource_has_digest(const uint8_t *stored) {
    static const uint8_t none[SHA1_BYTES];
    return memcmp(stored, none, SHA1_BYTES) != 0;
}

bool resource_unpack(const EntryReading *reading, const uint8_t **bytes, Error *error) {
    const ArchiveEntry *entry = &reading->entry;
    Arena *arena = reading->arena;
    const uint8_t *packed;
    if (!entry_read_packed(reading, &packed, error)) return false;
    *bytes = packed;
    if (entry->method == METHOD_XRES) {
        if (!unpack_container(entry, packed, arena, bytes, error)) return false;
        uint8_t *block =
            entry->file || !reading->ranges->bytes ? (uint8_t *)(uintptr_t)packed : NULL;
        if (block && *bytes >= packed && *bytes <= packed + entry->packed_size) {
            *bytes = memmove(block, *bytes, (size_t)entry->size); /* it begins with the content */
        } else {
            arena_release(arena, block);
        }
    } else if (entry->size != entry->packed_size) {
        return fail(error, ERROR_CORRUPT,
                    "its stored content has %" PRIu64 " bytes, declared are %" PRIu64,
                    entry->packed_size, entry->size);
    }
    uint8_t digest[SHA1_BYTES];
    const uint8_t *stored = archive_checksum(reading->archive, entry);
    if (!stored) return true;
    if (!sha1(arena, *bytes, entry->size, digest)) return fail_interrupted(error);
    if (memcmp(digest, stored, SHA1_BYTES) == 0) return true;
    return fail(error, ERROR_CORRUPT, "its content doesn't have the SHA-1 that the archive states");
}

bool resource_find_method(const EntryReading *reading, uint8_t *method, Error *error) {
    static const uint8_t methods[] = {METHOD_STORED, METHOD_ZLIB, METHOD_ZSTD};
    uint8_t header[XRES_HEADER_BYTES];
    if (reading->entry.method != METHOD_XRES) return true;
    *method = METHOD_OTHER;
    if (reading->entry.packed_size < XRES_HEADER_BYTES) return true;
    if (!entry_read_into(reading, "its container", XRES_HEADER_BYTES, header, error)) return false;
    uint32_t algorithm = load_u32(header + XRES_ALGORITHM);
    bool is_known = memcmp(header, "XRES", 4) == 0 && algorithm < LENGTH(methods);
    if (is_known) *method = methods[algorithm];
    return true;
}
