/* Columns of lines of servers' scripts, which several tables have: their records begin with an
** RoLine. */
#pragma once

#include "ragnarok/server/ro_script.h"

Value ro_line_text(const Row *row, const Column *column);
Value ro_line_raw(const Row *row, const Column *column);
Value ro_line_number(const Row *row, const Column *column);
Value ro_line_kind(const Row *row);
Value ro_line_problem(const Row *row);

#define LINE MEMBER(U32, "line", NULL, "Line of the file, from 1; lines end at LF", RoLine, line)

#define TEXT_OF(name, doc, text) GET_WITH(name, TEXT, NULL, doc, ro_line_text, text, WRITTEN)
#define NUMBER_OF(name, unit, doc, number)                                                         \
    GET_WITH(name, INTEGER, unit, doc, ro_line_number, number, WRITTEN)
#define MAP_OF(doc) TEXT_OF("map", doc, RO_MAP)
#define X_Y                                                                                        \
    NUMBER_OF("x", "tiles", "Column of the map's tiles, from the west", RO_X),                     \
        NUMBER_OF("y", "tiles", "Row of the map's tiles, from the south", RO_Y)
#define PROBLEM                                                                                    \
    GET("problem", TEXT, NULL,                                                                     \
        "Why servers, or some of them, don't take the line; NULL where "                           \
        "every server does",                                                                       \
        ro_line_problem)
#define AFTER_STOP                                                                                 \
    MEMBER(BOOL, "after_stop", NULL,                                                               \
           "1 if servers have given up on the file before this line, so that they don't see it",   \
           RoLine, after_stop)
#define STATE                                                                                      \
    TEXT_OF(                                                                                       \
        "state",                                                                                   \
        "How it begins (rAthena): DISABLED, HIDDEN or CLOAKED, until a script shows it; NULL: "    \
        "as usual",                                                                                \
        RO_STATE)
#define KIND(doc) GET("kind", TEXT, NULL, doc, ro_line_kind, WRITTEN)

/* Where a warp lies and where it leads. */
#define WARP_COLUMNS                                                                               \
    LINE, KIND("warp, or warp2, which hidden players trigger, too (rAthena)"),                     \
        MAP_OF("Map on which the warp lies, without .gat"), X_Y,                                   \
        NUMBER_OF("facing", NULL, "Unused", RO_FACING),                                            \
        TEXT_OF("name", "Name of the warp as written", RO_NAME),                                   \
        NUMBER_OF("span_x", "tiles", "It fires from x - span_x to x + span_x", RO_SPAN_X),         \
        NUMBER_OF("span_y", "tiles", "It fires from y - span_y to y + span_y", RO_SPAN_Y),         \
        TEXT_OF("to_map", "Map to which it leads, without .gat", RO_TO_MAP),                       \
        NUMBER_OF("to_x", "tiles", "Column to which it leads; 0, 0 is anywhere on the map",        \
                  RO_TO_X),                                                                        \
        NUMBER_OF("to_y", "tiles", "Row to which it leads", RO_TO_Y)
