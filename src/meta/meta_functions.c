/* Functions about the extension itself: its version, and the settings of a connection. */
#include "table/table.h"
#include "meta/cells.h"
#include "meta/unreadable.h"
#include "meta/version.h"
#include "archive/pk2.h"
#include "codec/unpack.h"
#include "modules.h"

#include <lzma.h>
#ifdef GAMEMAP_LIBDEFLATE
#include <libdeflate.h>
#define LIBDEFLATE LIBDEFLATE_VERSION_STRING
#else
#define LIBDEFLATE "no"
#endif
#include <stdio.h>
#include <zlib.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static Value version(Call *call UNUSED) {
    return value_text(GAMEMAP_VERSION);
}

static Value debug(Settings *settings, Call *call) {
    const char *bzip2 = unpack_bzip2_version(); /* "1.0.8, 13-Jul-2019" */
    char *text = text_printed(
        call->scratch,
        "gamemap %s, commit %s, %s, SQLite %s (built for %s), zlib %s (built for %s), "
        "liblzma %s (built for %s), libdeflate %s, libzstd %s, libbz2 %.*s, file system %s, "
        "indexes made %" PRIu64 ", files opened %" PRIu64 ", files opened ahead %" PRIu64
        ", files of which a part was enough %" PRIu64 ", cache %" PRId64 " of %" PRId64 " bytes%s",
        GAMEMAP_VERSION, GAMEMAP_COMMIT, COMPILER, settings->sqlite_version,
        settings->sqlite_built_for, zlibVersion(), ZLIB_VERSION, lzma_version_string(),
        LZMA_VERSION_STRING, LIBDEFLATE, unpack_zstd_version(), (int)strcspn(bzip2, ","), bzip2,
        settings->file_access ? "yes" : "no", settings->indexes_made, settings->opened,
        settings->opened_ahead, settings->opened_by_parts, settings->cache_bytes,
        settings->cache_limit, settings->cache_reason);
    return text ? value_text(text) : value_null_after(fail_memory(call->error, call->scratch));
}

static Value cache_limit(Settings *settings, Call *call) {
    if (call->count) {
        if (call->values[0].type != VALUE_INTEGER || call->values[0].integer < 0) {
            return call_fail(call, "expected a number of bytes, 0 or more");
        }
        /* who may not read files may not take memory either */
        bool fits = settings->file_access || call->values[0].integer < settings->cache_limit;
        if (fits) settings->cache_limit = call->values[0].integer;
        if (fits) *settings->cache_reason = 0;
    }
    return value_integer(settings->cache_limit);
}

static Value threads(Settings *settings, Call *call) {
    if (call->count) {
        const Value *wanted = &call->values[0];
        if (wanted->type != VALUE_INTEGER || wanted->integer < 0) {
            return call_fail(call, "expected a number of threads, 0 or more");
        }
        int64_t most = settings->file_access ? settings->threads_most : settings->threads;
        settings->threads = wanted->integer < most ? wanted->integer : most;
    }
    return value_integer(settings->threads);
}

PRINTF_LIKE(3, 4) static void add_text(char *text, size_t room, const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, room - used, format, arguments);
    va_end(arguments);
}

/* Returns a table that finds the same files in a folder, an archive or a list, of any format if
** `of_any`. NULL: none does. */
static const Table *table_that_finds(const SkippedAs *as, bool of_any) {
    const Table *table;
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        bool is_same = table->format == as->format && table->endings == as->endings;
        if (of_any ? table->of_contents && !table->compares : is_same) return table;
    }
    return NULL;
}

/* Returns a table that takes the files that tables of a format take and reads as much of them: one
** that has a row for each file, or the first. NULL: there is none without other arguments. */
static const Table *table_that_takes(const Format *wanted, Reads reads) {
    const Table *table, *first = NULL;
    for (ModulePlace at = {0}; (table = next_table(&at));) {
        const Format *format = table->format;
        if (!format || !cells_have_table(table, format)) continue;
        bool takes_so = format == wanted || (format->takes && format->takes == wanted->takes);
        if (!takes_so || (format->opens_by_parts && table->reads != reads)) continue;
        if (table->place.kind == PLACE_DOCUMENT || table->place.kind == PLACE_HEADER) return table;
        if (!first) first = table;
    }
    return first;
}

/* Adds what is true of the files that a table of a format can't show. What gamemap_files() can't
** decode, since it reads all of it or asks what it is, is shown if the table has rows. */
static void add_unfit(char *text, size_t room, const SkippedAs *as, const char *source) {
    const Format *format = as->format;
    const Table *table = table_that_takes(format, as->reads);
    bool is_less = format->opens_by_parts && as->reads == READS_HEADER;
    add_text(text, room, "error IS NOT NULL");
    if (table && (is_less || format->open_decides || format->takes)) {
        add_text(text, room, "%s AND NOT EXISTS (SELECT 1 FROM %s(gamemap_files.source, 'skip'))",
                 format->takes ? " AND size IS NOT 0" : "", table->name);
    }
    add_text(text, room, " OR error IS NULL AND format IS NOT '%s'", format->name);
    if (as->of_list) { /* files of another format that end so, too, are passed over */
        add_text(text, room,
                 " AND format NOT IN (SELECT t.format FROM gamemap_tables t WHERE "
                 "t.endings || ' ' LIKE '%%.' || text_field(file, '.', -1) || ' %%')");
    }
    table = table_that_takes(format, READS_HEADER);
    if (table && (format->takes || format->also || format == &any_archive_format)) {
        add_text(text, room, " AND file NOT IN (SELECT file FROM %s(%s, 'skip'))", table->name,
                 source);
    }
}

/* Adds the query that lists files which were skipped; `skips`: the source has patterns that match
** none, too. */
static void add_listing(char *text, size_t room, const SkippedAs *as, bool skips) {
    char source[2 * sizeof as->source + 2] = "src", *end = source;
    if (*as->source) *end++ = '\'';
    for (const char *at = as->source; *at; at++) { /* as a literal of SQL */
        if (*at == '\'') *end++ = '\'';
        *end++ = *at;
    }
    if (*as->source) memcpy(end, "'", 2);
    const bool of_any = !as->format || as->format == &bytes_format || as->format == &naming_format;
    const bool is_found = as->of_list && !(of_any && text_is_list(as->source));
    const Table *finder = is_found ? table_that_finds(as, of_any) : NULL;
    const bool of_endings = is_found && !finder; /* of an argument, and no table has these */
    add_text(text, room, "SELECT file, format, error FROM gamemap_files(%s", source);
    if (finder) add_text(text, room, ", '%s'", finder->name);
    add_text(text, room, "%s) WHERE ", skips ? ", 'skip'" : "");
    if (of_endings) {
        add_text(text, room, "iif('%s ' LIKE '%%.' || text_field(file, '.', -1) || ' %%', ",
                 as->endings);
    }
    if (!of_any) {
        add_unfit(text, room, as, source);
        if (of_endings) add_text(text, room, ", size IS NULL)");
    } else if (!as->format) { /* what is read together with another file isn't skipped */
        add_text(text, room,
                 "error IS NOT NULL AND EXISTS (SELECT 1 FROM "
                 "gamemap_findings(gamemap_files.source) WHERE code IN ('unreadable', "
                 "'format_unknown'))");
    } else {
        add_text(text, room, as->format == &bytes_format ? "size IS NULL" : "could_name");
    }
}

static Value skipped(Settings *settings, Call *call) {
    enum { LISTING_BYTES = 4 * sizeof(SkippedAs) + 2200 };
    char text[LENGTH(settings->skipped_as) * LISTING_BYTES + sizeof settings->refusal +
              sizeof settings->unmatched + 250];
    if (!settings->skipped && !*settings->unmatched) return value_null();
    snprintf(text, sizeof text, "%" PRIu64 " %s skipped: ", settings->skipped,
             settings->skipped == 1 ? "file was" : "files were");
    if (!settings->skipped) *text = 0;
    for (int i = 0; i < settings->skipped_as_count; i++) {
        if (i) add_text(text, sizeof text, " UNION ");
        add_listing(text, sizeof text, &settings->skipped_as[i], *settings->unmatched);
    }
    if (settings->skipped_as_more)
        add_text(text, sizeof text, " -- without those that other tables or sources skipped");
    if (settings->refused) {
        add_text(text, sizeof text,
                 " -- %" PRIu64 " of them can be read, but not by that query: %s",
                 settings->refused, settings->refusal);
    } else if (settings->skipped == 1 && *settings->refusal) {
        add_text(text, sizeof text, " -- %s", settings->refusal);
    }
    if (*settings->unmatched) {
        add_text(text, sizeof text, "%s%s", settings->skipped ? " -- " : "", settings->unmatched);
    }
    char *made = text_copy(call->scratch, text, strlen(text));
    return made ? value_text(made) : value_null_after(fail_memory(call->error, call->scratch));
}

static Value pk2_key(Settings *settings, Call *call) {
    if (call->count) {
        const Value *key = &call->values[0];
        if (key->type != VALUE_TEXT || !key->length || key->length >= sizeof settings->pk2_key ||
            memchr(key->bytes, 0, key->length)) {
            return call_fail(call, "expected a text of 1 to %zu bytes",
                             sizeof settings->pk2_key - 1);
        }
        memcpy(settings->pk2_key, key->bytes, key->length);
        settings->pk2_key[key->length] = 0;
        settings->is_outdated = true;
    }
    return value_text(*settings->pk2_key ? settings->pk2_key : PK2_DEFAULT_KEY);
}

/* Returns a text with a NUL at its end; NULL: it isn't text, or the error is set. */
static char *text_argument(Call *call, const Value *value) {
    if (value->type != VALUE_TEXT || memchr(value->bytes, 0, value->length)) return NULL;
    char *text = text_copy(call->scratch, value->bytes, value->length);
    if (!text) fail_memory(call->error, call->scratch);
    return text;
}

static Value beside(Call *call) {
    char *ending = text_argument(call, &call->values[1]);
    if (!ending || call->values[0].type != VALUE_TEXT) {
        return call_fail(call, "expected a path and an extension such as 'trx'");
    }
    return value_text(call->find_file ? call->find_file(call, ending) : NULL);
}

static Value lookup(Call *call) {
    char *name = text_argument(call, &call->values[1]);
    if (!name) return call_fail(call, "name must be text, such as 'water.tga'");
    return value_text(call->find_file(call, name));
}

static Value read_call(Call *call) {
    Value bytes = value_blob(call->document->bytes, call->document->size);
    if (bytes.length) bytes.type = VALUE_BLOCK;
    return bytes;
}

/* Returns the bytes from `from` to `to` of a path. */
static Value part_of_path(Value path, size_t from, size_t to) {
    return value_text_of((const char *)path.bytes + from, (uint32_t)(to - from));
}

static Value folder_call(Call *call) {
    Value path = call->values[0];
    if (path.type != VALUE_TEXT) return call_fail(call, "expected a path");
    return part_of_path(path, 0, text_folder_bytes(path.bytes, path.length));
}

static Value name_call(Call *call) {
    Value folder = folder_call(call);
    return folder.type == VALUE_TEXT ? part_of_path(folder, folder.length, call->values[0].length)
                                     : folder;
}

static Value stem_call(Call *call) {
    Value name = name_call(call);
    const char *bytes = name.bytes;
    size_t dot = name.type == VALUE_TEXT ? name.length : 0;
    while (dot && bytes[dot - 1] != '.') dot--;
    return dot > 1 ? part_of_path(name, 0, dot - 1) : name;
}

static const Function meta_functions[] = {
    {.name = "gamemap_version",
     .doc = "The version of gamemap.",
     .example = "SELECT gamemap_version()",
     .call = version},
    {.name = "gamemap_debug",
     .doc =
         "Version, commit and compiler of gamemap, the libraries that it was built with and "
         "runs with, whether it can read files, how many indexes it has made on demand, how many "
         "files it has opened and how many of them ahead, and what the cache holds.",
     .example = "SELECT gamemap_debug()",
     .varies = true,
     .ask = debug},
    {"gamemap_cache_limit", "[bytes]",
     .doc =
         "The size of this connection's cache of decoded files in bytes. At first it is a 64th of "
         "the memory that the process may use, by what the machine has and what its control "
         "group and ulimit allow, but at least 64 MiB and at most 1 GiB; without file access it "
         "is 256 MiB. gamemap_debug() says which. An argument sets it; without file access it "
         "can only be lowered.",
     .example = "SELECT gamemap_cache_limit(64 << 20)", .sets = true, .ask = cache_limit},
    {"gamemap_threads", "[n]",
     .doc = "How many threads open the next files of a query while SQLite reads the rows of the "
            "current one: at first one for each core that the process may use, but at most 8; 0 if "
            "SQLite was built without threads. An argument from 0 to 64 sets it.",
     .example = "SELECT gamemap_threads(4)", .sets = true, .ask = threads},
    {.name = "gamemap_skipped",
     .doc = "How many files the last statement on this connection skipped, since they couldn't be "
            "decoded and on_error is 'skip', with the query that says why; NULL if none. A file "
            "counts once; the query lists those of the first four tables or sources that skipped "
            "some. Of files that can be decoded, but not shown as the table that was asked for, a "
            "comment behind the query names the first and says why. So it does where only one file "
            "was skipped. Where no file matches the source, or a pattern in a list, it says that.",
     .example = "SELECT gamemap_skipped()",
     .tells_files = true,
     .ask = skipped},
    {"gamemap_pk2_key", "[text]",
     .doc = "The key with which this connection reads PK2 archives, 169841 at first. An argument "
            "sets it.",
     .example = "SELECT gamemap_pk2_key('169841')", .sets = true, .ask = pk2_key},
    {"gamemap_beside", "file, extension",
     .doc = "The path of the file with the same stem and another extension in the same folder or "
            "archive, without regard to case, as games find it; NULL if there is none. The game's "
            "files differ in case: house.GIT lies beside HOUSE.trx.",
     .example = "SELECT gamemap_beside('samples/house.git', 'trx')", .finds_beside = true,
     .call = beside},
    {"gamemap_lookup", "order, name",
     .doc =
         "The path of the file that a game finds by a name: in the first folder or archive of its "
         "order that has it, without regard to case. `order` is a JSON array of them, or one. "
         "Neverwinter Nights looks for names alone, like 'water.tga', in the top level of folders; "
         "other games for paths below a folder or in an archive. NULL where none has it.",
     .example = "SELECT gamemap_lookup('[\"samples/rivertown\", \"samples/models.hak\"]', "
                "'WINDMILL.mdl')",
     .looks_up = true, .call = lookup},
    {"gamemap_open", "src", .asked_as = "client module git working tree",
     .doc = "Opens a client: what tables of this connection read that are asked without a source, "
            "and where names are looked up that a file has for other files. It finds the order in "
            "which the game looks for its files, and returns that as a source: of a folder with "
            "DATA.INI or GRF archives, with a module.ifo, KEYs or override, with PK2 archives; of "
            "a module (MOD) with its haks. Any other source stands for itself. gamemap_opened "
            "shows what it took as what. NULL closes.",
     .example = "SELECT gamemap_open('samples')", .takes_null = true, .sets = true, .opens = true},
    {"gamemap_read", "src", .asked_as = "unpack extract bytes",
     .doc = "The bytes of a file, or of an entry of an archive, unpacked: of any path that a table "
            "shows.",
     .example = "SELECT length(gamemap_read('samples/data.grf/data/town.gnd'))",
     .format = &bytes_format, .call = read_call},
    {"gamemap_folder", "path",
     .doc = "The folder of a path, with the last '/' or '\\'; '' where it has none.",
     .example = "SELECT gamemap_folder('samples/data.grf/data/town.gnd')", .with_nul = true,
     .call = folder_call},
    {"gamemap_name", "path",
     .doc = "The name of a file: what follows the last '/' or '\\' of its path.",
     .example = "SELECT gamemap_name(path) FROM gnd_textures('samples/town.gnd')", .with_nul = true,
     .call = name_call},
    {"gamemap_stem", "path",
     .doc = "The name of a file without its ending: without the last dot and what follows it.",
     .example = "SELECT gamemap_stem(file) FROM gnd_maps('samples/*.gnd')", .with_nul = true,
     .call = stem_call},
};

const Module meta_functions_module = {
    MODULE_PARTS(meta_functions, function),
};
