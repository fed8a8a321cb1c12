/* ro_warps, ro_spawns, ro_npcs, ro_npc_warps, ro_mapflags and ro_script_files: what stands in
** servers' scripts. */
#include "ragnarok/server/ro_line_columns.h"

ROW_RECORD(RoLine, line_of)

Value ro_line_text(const Row *row, const Column *column) {
    const RoLine *line = line_of(row);
    return ro_text_value(row, line->encoding, line->texts[column->number]);
}

Value ro_line_raw(const Row *row, const Column *column) {
    RoText raw = line_of(row)->texts[column->number];
    return raw.at ? value_blob(raw.at, raw.length) : value_null();
}

Value ro_line_number(const Row *row, const Column *column) {
    const RoLine *line = line_of(row);
    return line->given >> column->number & 1 ? value_integer(line->numbers[column->number])
                                             : value_null();
}

Value ro_line_kind(const Row *row) {
    return value_name(ro_kind_names[line_of(row)->kind]);
}

Value ro_line_problem(const Row *row) {
    return value_name(ro_problem_texts[line_of(row)->problem]);
}

#define NAME_RAW                                                                                   \
    GET_WITH("name_raw", BLOB, NULL, "The bytes of the name", ro_line_raw, RO_NAME, .hidden = true)

#define LINES_OF(Member) LIST_ROWS(RoScript, Member), OFFSET_MEMBER(RoLine, start)
/* Lines that are read when a table asks for them */
#define LINES_READ(Member) LINES_OF(Member), .prepare = ro_script_read_##Member

static const Column warp_columns[] = {
    WARP_COLUMNS, PROBLEM, AFTER_STOP, STATE, NAME_RAW,
};

const Table ro_warps = {
    TABLE("ro_warps", ro_script_format, warp_columns),
    .doc = "Warps in the scripts of a Ragnarok Online server: where they lie and where they lead. "
           "Join the maps with lower(map) || '.gat'. Copies of a warp are duplicates in ro_npcs, "
           "whose target is its name.",
    .example = "SELECT line, map, x, y, to_map, to_x, to_y FROM ro_warps('samples/npc/*.txt')",
    .typical_rows = 30,
    LINES_READ(warps),
    .identity = {"map", "name"},
};

static const Column spawn_columns[] = {
    LINE,
    KIND("monster, boss_monster or miniboss_monster"),
    MAP_OF("Map, without .gat"),
    NUMBER_OF("x", "tiles", "Column of the map's tiles, from the west; 0, 0 is anywhere", RO_X),
    NUMBER_OF("y", "tiles", "Row of the map's tiles, from the south", RO_Y),
    NUMBER_OF("span_x", "tiles",
              "They appear from x - span_x to x + span_x; with both spans 0, exactly there",
              RO_SPAN_X),
    NUMBER_OF("span_y", "tiles", "They appear from y - span_y to y + span_y", RO_SPAN_Y),
    TEXT_OF("name", "Name that players see", RO_NAME),
    NUMBER_OF("level", NULL, "Level, where the line gives one", RO_LEVEL),
    TEXT_OF("mob", "The monster as written: its id, or its name", RO_MOB),
    NUMBER_OF("mob_id", NULL, "Id of the monster; NULL for a name", RO_MOB_ID),
    NUMBER_OF("amount", NULL, "How many there are, 1 to 1000", RO_AMOUNT_OF),
    NUMBER_OF("delay", "ms", "Time until one comes back", RO_DELAY),
    NUMBER_OF("delay_random", "ms", "And up to so much more", RO_DELAY_RANDOM),
    TEXT_OF("event", "Event when one is killed; 0 and 1 are leftovers and name none", RO_EVENT),
    NUMBER_OF("size", NULL, "Size, where the line gives one", RO_SIZE),
    NUMBER_OF("ai", NULL, "Behaviour, where the line gives one", RO_AI),
    PROBLEM,
    AFTER_STOP,
    NAME_RAW,
};

const Table ro_spawns = {
    TABLE("ro_spawns", ro_script_format, spawn_columns),
    .doc = "Monsters that the scripts of a Ragnarok Online server put on maps.",
    .example = "SELECT map, name, mob_id, amount, delay FROM ro_spawns('samples/npc/*.txt')",
    .typical_rows = 60,
    LINES_READ(spawns),
    .identity = {"map", "mob"},
};

/* Returns the shown or the unique part of a name "shown#hidden::unique". */
static RoText name_part(RoText name, bool unique) {
    for (uint32_t i = 0; i + 1 < name.length; i++) {
        if (name.at[i] != ':' || name.at[i + 1] != ':') continue;
        if (unique) return (RoText){name.at + i + 2, name.length - i - 2};
        name.length = i;
    }
    if (unique) return name;
    const uint8_t *hidden = name.length ? memchr(name.at, '#', name.length) : NULL;
    if (hidden) name.length = (uint32_t)(hidden - name.at);
    return name;
}

static Value npc_name(const Row *row, const Column *column) {
    const RoLine *line = line_of(row);
    if (line->kind == RO_FUNCTION) return value_null();
    return ro_text_value(row, line->encoding, name_part(line->texts[RO_NAME], column->number));
}

static const Column npc_columns[] = {
    LINE,
    MEMBER(U32, "end_line", NULL, "Line in which its last brace stands", RoLine, end_line),
    KIND("script, trader, shop, cashshop, itemshop, pointshop, marketshop, duplicate or function"),
    MAP_OF("Map, without .gat; NULL for one that floats and for a function"),
    X_Y,
    NUMBER_OF("facing", NULL, "Direction in which it looks, 0 north, on against the clock",
              RO_FACING),
    TEXT_OF("name", "Name as written: shown#hidden::unique", RO_NAME),
    GET_WITH("shown_name", TEXT, NULL,
             "What players see of the name: what stands before # and ::", npc_name, false),
    GET_WITH("unique_name", TEXT, NULL,
             "By which scripts call it: what stands behind ::, or all of the name", npc_name, true),
    TEXT_OF("sprite", "Its looks, a number or a constant's name; -1 is none", RO_SPRITE),
    NUMBER_OF("trigger_x", "tiles",
              "Reach of OnTouch to the west and east; of a copied warp, its "
              "span",
              RO_TRIGGER_X),
    NUMBER_OF("trigger_y", "tiles", "Reach of OnTouch to the south and north", RO_TRIGGER_Y),
    TEXT_OF("target", "Unique name of what a duplicate copies", RO_TARGET),
    PROBLEM,
    AFTER_STOP,
    STATE,
    NAME_RAW,
};

const Table ro_npcs = {
    TABLE("ro_npcs", ro_script_format, npc_columns),
    .doc = "NPCs, shops, duplicates and functions in the scripts of a Ragnarok Online server.",
    .example = "SELECT line, end_line, kind, map, x, y, shown_name, unique_name, target "
               "FROM ro_npcs('samples/npc/*.txt')",
    .typical_rows = 30,
    LINES_OF(npcs),
    .identity = {"name"},
};

static Value npc_warp_how(const Row *row) {
    const RoLine *warp = line_of(row);
    const bool is_touched = warp->given >> RO_SPAN_X & 1;
    return value_name(!warp->texts[RO_MAP].at ? NULL : is_touched ? "touch" : "talk");
}

static Value npc_warp_static(const Row *row) {
    return value_integer(line_of(row)->texts[RO_TO_MAP].at != NULL);
}

static const Column npc_warp_columns[] = {
    LINE,
    MEMBER(U32, "npc_line", NULL, "Line in which the NPC begins, as in ro_npcs", RoLine, npc_line),
    TEXT_OF("npc", "Name of the NPC, or of the function, as written", RO_NAME),
    MAP_OF("Map of the NPC, without .gat; NULL for one that floats and for a function"),
    X_Y,
    GET("how", TEXT, NULL,
        "touch: the NPC has a trigger area, onto which one steps. talk: it has none. NULL: it has "
        "no place",
        npc_warp_how),
    TEXT_OF("to_map", "Map to which it leads, without .gat; also Random, SavePoint", RO_TO_MAP),
    NUMBER_OF("to_x", "tiles", "Column to which it leads", RO_TO_X),
    NUMBER_OF("to_y", "tiles", "Row to which it leads", RO_TO_Y),
    GET("static", INTEGER, NULL, "1 if map, column and row are written out", npc_warp_static),
    TEXT_OF("argument", "What stands there instead, where the script computes the place",
            RO_ARGUMENT),
    AFTER_STOP,
};

const Table ro_npc_warps = {
    TABLE("ro_npc_warps", ro_script_format, npc_warp_columns),
    .doc = "Statements in the scripts of a Ragnarok Online server that take a player to another "
           "place: warp, and naviregisterwarp, which declares one. Whether a player gets so far in "
           "the script isn't known. Duplicates of an NPC have no rows of their own.",
    .example = "SELECT line, npc, map, x, y, how, to_map, to_x, to_y, static, argument "
               "FROM ro_npc_warps('samples/npc/*.txt')",
    .typical_rows = 10,
    .prepare = ro_script_find_warps,
    LINES_OF(npc_warps),
    .identity = {"map", "npc"},
};

static const Column mapflag_columns[] = {
    LINE,
    MAP_OF("Map, without .gat"),
    TEXT_OF("flag", "Flag as written, such as nosave", RO_NAME),
    TEXT_OF("value", "What follows: SavePoint, a zone, numbers, off, or a comment; mostly NULL",
            RO_VALUE),
    GET("problem", TEXT, NULL, "Why servers don't take the line; NULL where they do",
        ro_line_problem, .hidden = true),
    MEMBER(BOOL, "after_stop", NULL, "1 if servers have given up on the file before this line",
           RoLine, after_stop, .hidden = true),
};

const Table ro_mapflags = {
    TABLE("ro_mapflags", ro_script_format, mapflag_columns),
    .doc = "Flags that the scripts of a Ragnarok Online server give to maps.",
    .example = "SELECT map, flag, value FROM ro_mapflags('samples/npc/*.txt')",
    .typical_rows = 60,
    LINES_READ(mapflags),
    .identity = {"map", "flag"},
};

static Value file_npcs(const Row *row) {
    const RoScript *script = row->document;
    return value_integer((int64_t)(script->npcs.count - script->function_count));
}

static bool count_problems(Document *document, Error *error) {
    return ro_script_read_warps(document, error) && ro_script_read_spawns(document, error) &&
           ro_script_read_mapflags(document, error);
}

static const Column file_columns[] = {
    MEMBER(U64, "lines", NULL, "Lines of the file", RoScript, line_count),
    MEMBER(U64, "warps", NULL, "Warps (ro_warps)", RoScript, warps.count),
    MEMBER(U64, "spawns", NULL, "Spawns (ro_spawns)", RoScript, spawns.count),
    GET("npcs", INTEGER, NULL, "NPCs, shops and duplicates (ro_npcs)", file_npcs),
    MEMBER(U64, "mapflags", NULL, "Map flags (ro_mapflags)", RoScript, mapflags.count),
    MEMBER(U64, "functions", NULL, "Functions (ro_npcs, too)", RoScript, function_count),
    MEMBER(U64, "problems", NULL,
           "Lines with a problem, also those that nothing knows, which are in no table", RoScript,
           problem_count, .prepare = count_problems),
    MEMBER(U32, "stopped_at_line", NULL,
           "Line at which servers give up on the file; NULL where they read it to the end",
           RoScript, stopped_at, WHERE_MEMBER(RoScript, stopped_at)),
    MEMBER(STRING, "encoding", NULL, "The encoding by which its names were read", RoScript,
           document.version, .hidden = true),
};

const Table ro_script_files = {
    TABLE("ro_script_files", ro_script_format, file_columns),
    .doc = "Each script of a Ragnarok Online server: how much of what is in it, and where servers "
           "stop reading it. Any text can be read as one; gamemap_files says which are scripts.",
    .example = "SELECT file, lines, warps, spawns, npcs, problems, stopped_at_line "
               "FROM ro_script_files('samples/npc/*.txt')",
    ONE_ROW,
};
