/* A sqllogictest script that is being run: its lines, connections, variables. For runner.c. */
#ifndef GAMEMAP_SCRIPT_H
#define GAMEMAP_SCRIPT_H

#include "results.h"

#define CONNECTIONS_MAX 16

typedef struct Options {
    const char *extension;
    bool nofs, complete, wrong;
    long passed, failed, skipped;
} Options;

extern Options options;

typedef struct Connection {
    char name[32];
    sqlite3 *db;
} Connection;

typedef struct Script {
    const char *path;
    Lines lines;
    size_t at;          /* the line to be read next */
    size_t record;      /* the line where the current record's command stands */
    char words[4][256]; /* of the command */
    char tag[64];       /* of skipif and onlyif, without blanks */
    const char *reason; /* why that skips, from behind " -- ", else ""; NULL: no skipif */
    const char *rest;   /* of the command's line, after the second word */
    size_t hash_threshold;
    Lines labels; /* "label hash" */
    Connection connections[CONNECTIONS_MAX];
    int connection_count, current;
    char scratch[512];
    Text completed; /* --complete: the new text of lines before `copied` */
    size_t copied;
} Script;

/* Prints what tells of a failure, and so isn't said where failures are wanted. */
void say(const char *format, ...);
/* Counts and prints a failure of the current record. */
void report(const Script *script, const char *format, ...);

/* Fills in what options and environment leave out: the extension, FIXTURES, SAMPLES, CORPUS. */
void set_defaults(void);

bool read_lines(const char *path, Lines *lines); /* without their ends */
bool make_scratch(Script *script);               /* its own empty folder */
void remove_scratch(const Script *script);

typedef enum Expansion { EXPANDED, EXPANSION_SKIPS, EXPANSION_FAILS } Expansion;

/* Adds `line` to `text` with variables replaced. Tells when one isn't set. */
Expansion expand(const Script *script, const char *line, Text *text);
/* Puts the names of variables back where their values stand in a result. */
void collapse(const Script *script, const char *line, Text *text);

/* Does the tag of skipif and onlyif hold here? */
bool host_is(const char *tag);

/* Loads the extension into a connection, by the entry point without file access if so wished. */
bool load(Script *script, sqlite3 *db, bool nofs);
bool open_connection(Script *script, const char *name, const char *database, const char *entry);
int find_connection(const Script *script, const char *name); /* negative: none */
void close_connection(Script *script, int which);
sqlite3 *current_db(const Script *script);

#endif
