/* Functions about the extension itself: its version, and the settings of a connection. */
#include "engine/table.h"
#include "version.h"
#include "../src/pk2.h"

#include <inttypes.h>
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

static Value version(Call *call) {
    (void)call;
    return value_text(GAMEMAP_VERSION);
}

static Value debug(Settings *settings, Call *call) {
    enum { TEXT_BYTES = 600 };
    char *text = arena_alloc(call->scratch, TEXT_BYTES, 1);
    if (!text) {
        fail_memory(call->error, call->scratch);
        return value_null();
    }
    snprintf(text, TEXT_BYTES,
             "gamemap %s, commit %s, %s, SQLite %s (built for %s), zlib %s (built for %s), "
             "liblzma %s (built for %s), libdeflate %s, file system %s, indexes made %" PRIu64
             ", files opened ahead %" PRIu64 ", files of which the header was enough %" PRIu64,
             GAMEMAP_VERSION, GAMEMAP_COMMIT, COMPILER, settings->sqlite_version,
             settings->sqlite_built_for, zlibVersion(), ZLIB_VERSION, lzma_version_string(),
             LZMA_VERSION_STRING, LIBDEFLATE, settings->file_access ? "yes" : "no",
             settings->indexes_made, settings->opened_ahead, settings->opened_by_header);
    return value_text(text);
}

static Value cache_limit(Settings *settings, Call *call) {
    if (call->count) {
        if (call->values[0].type != VALUE_INTEGER || call->values[0].integer < 0) {
            fail(call->error, ERROR_ARGUMENT, "expected a number of bytes, 0 or more");
            return value_null();
        }
        settings->cache_limit = call->values[0].integer;
    }
    return value_integer(settings->cache_limit);
}

static Value threads(Settings *settings, Call *call) {
    if (call->count) {
        const Value *wanted = &call->values[0];
        if (wanted->type != VALUE_INTEGER || wanted->integer < 0) {
            fail(call->error, ERROR_ARGUMENT, "expected a number of threads, 0 or more");
            return value_null();
        }
        bool fits = wanted->integer <= settings->threads_most;
        settings->threads = fits ? wanted->integer : settings->threads_most;
    }
    return value_integer(settings->threads);
}

static Value pk2_key(Settings *settings, Call *call) {
    if (call->count) {
        const Value *key = &call->values[0];
        if (key->type != VALUE_TEXT || !key->length || key->length >= sizeof settings->pk2_key ||
            memchr(key->bytes, 0, key->length)) {
            fail(call->error, ERROR_ARGUMENT, "expected a text of 1 to %zu bytes",
                 sizeof settings->pk2_key - 1);
            return value_null();
        }
        memcpy(settings->pk2_key, key->bytes, key->length);
        settings->pk2_key[key->length] = 0;
        settings->is_outdated = true;
    }
    return value_text(*settings->pk2_key ? settings->pk2_key : PK2_DEFAULT_KEY);
}

static const Function meta_functions[] = {
    {.name = "gamemap_version",
     .signature = "gamemap_version()",
     .doc = "The version of gamemap.",
     .example = "SELECT gamemap_version()",
     .call = version},
    {.name = "gamemap_debug",
     .signature = "gamemap_debug()",
     .doc = "Version, commit and compiler of gamemap, the libraries that it was built with and "
            "runs with, whether it can read files, how many indexes it has made on demand, and how "
            "many files it has opened ahead.",
     .example = "SELECT gamemap_debug()",
     .varies = true,
     .ask = debug},
    {.name = "gamemap_cache_limit",
     .signature = "gamemap_cache_limit([bytes])",
     .doc = "The size of this connection's cache of decoded files in bytes, 256 MiB at first. An "
            "argument sets it.",
     .example = "SELECT gamemap_cache_limit(64 << 20)",
     .most = 1,
     .sets = true,
     .ask = cache_limit},
    {.name = "gamemap_threads",
     .signature = "gamemap_threads([n])",
     .doc = "How many threads open the next files of a query while SQLite reads the rows of the "
            "current one: at first one for each core that the process may use, but at most 8; 0 if "
            "SQLite was built without threads. An argument from 0 to 64 sets it.",
     .example = "SELECT gamemap_threads(4)",
     .most = 1,
     .sets = true,
     .ask = threads},
    {.name = "gamemap_pk2_key",
     .signature = "gamemap_pk2_key([text])",
     .doc = "The key with which this connection reads PK2 archives, 169841 at first. An argument "
            "sets it.",
     .example = "SELECT gamemap_pk2_key('169841')",
     .most = 1,
     .sets = true,
     .ask = pk2_key},
};

const Module meta_functions_module = {
    MODULE_PARTS(meta_functions, function),
};
