/* What the parts of the test of files opened ahead share: ahead.c, ahead_memory.c and
** ahead_resident.c. */
#ifndef GAMEMAP_TESTS_AHEAD_H
#define GAMEMAP_TESTS_AHEAD_H

#include "../hosts/queries.h"

#include <stdint.h>

#define QUERIES_MAX 1024

extern char *queries[QUERIES_MAX]; /* queries that read many files */
extern Answer right[QUERIES_MAX];  /* the answers without threads */
extern size_t query_count;
enum { QUERIES_OF_SEVERAL = 3 }; /* the last ones, which scan several sources */
extern bool is_sample;           /* fewer of what is only more of the same */

/* Opens a database in memory whose connection may use so many threads. */
sqlite3 *open_with(int threads);
/* Compares the answer of query i with the right one. */
void check_query(sqlite3 *db, size_t i, const char *when);

/* Writes a GAT file of so many tiles each way, whose tiles are zeros. */
void write_gat(const char *path, uint32_t tiles);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Before SQLite is used: lets allocations fail. */
void install_memory(void);
void fail_memory(void);
void limit_heap(void);
void limit_cache(void);
void limit_resident(void);

#endif
