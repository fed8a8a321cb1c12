/* The module of what Ragnarok Online servers keep: scripts, lists and cells. */
#include "ragnarok/server/ro_script.h"
#include "ragnarok/server/ro_cells.h"
#include "table/naming.h"

Value ro_text_value(const Row *row, FileEncoding encoding, RoText text) {
    if (!text.at) return value_null();
    if (encoding_is_plain(encoding, text.at, text.length)) {
        return value_text_of((const char *)text.at, text.length);
    }
    char *room = row_room(row, (uint64_t)text.length * TEXT_BYTES_MAX);
    if (!room) return value_null();
    size_t put = encoding_convert(encoding, text.at, text.length, room, NULL);
    return value_text_of(room, (uint32_t)put);
}

static const NameKind server_script = {.name = "script", .rule = "server", .within = "npc"};

static const LineNames configuration = {
    .beginning = "scripts_",
    .ending = ".conf",
    .has_blanks = true,
    .keys = {{"npc", &server_script}, {"import", &server_script}},
};

const Module ro_server_module = {
    FORMATS(&ro_script_format, &ro_map_index_format, &ro_cells_format),
    TABLES(&ro_warps, &ro_spawns, &ro_npcs, &ro_mapflags, &ro_script_files, &ro_npc_warps,
           &ro_map_index, &ro_cell_maps, &ro_cells),
    .functions = &ro_cell_map,
    .function_count = 1,
    .line_names = &configuration,
    .line_name_count = 1,
};
