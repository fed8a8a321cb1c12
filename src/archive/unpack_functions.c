/* The SQL function gamemap_unpack, for the resources of NWN:EE that NWSync stores in SQLite
** files. */
#include "archive/archive.h"
#include "codec/xres.h"
#include "table/table.h"

#include <inttypes.h>

static Value unpack(Call *call) {
    Value packed = call->values[0], null = value_null();
    Xres xres;
    const uint8_t *content;
    if (packed.type != VALUE_BLOB && packed.type != VALUE_BLOCK) {
        fail(call->error, ERROR_ARGUMENT, "expected a BLOB");
        return null;
    }
    if (!xres_open(XRES_ANYWHERE, packed.bytes, packed.length, &xres, call->error)) return null;
    if (xres.size > ARCHIVE_ENTRY_BYTES_MAX) {
        fail(call->error, ERROR_TOO_BIG, "%" PRIu32 " bytes, expected at most %" PRIu64, xres.size,
             ARCHIVE_ENTRY_BYTES_MAX);
        return null;
    }
    if (!xres_unpack(&xres, call->scratch, &content, call->error)) return null;
    return value_blob(content, xres.size);
}

static const Function unpack_functions[] = {
    {.name = "gamemap_unpack",
     .takes = "blob",
     .doc = "The content of a compressed resource (XRES, NSYC) of Neverwinter Nights: Enhanced "
            "Edition. NWSync keeps such resources in SQLite files: resrefs(sha1, data).",
     .example = "SELECT CAST(gamemap_unpack("
                "x'5852455303000000000000000500000068656c6c6f') AS TEXT)",
     .call = unpack},
};

const Module unpack_functions_module = {
    MODULE_PARTS(unpack_functions, function),
};
