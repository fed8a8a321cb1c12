/* What the writers of TRN files share: see fixtures_trn.c. */
#ifndef GAMEMAP_FIXTURES_TRN_H
#define GAMEMAP_FIXTURES_TRN_H

#include "fixtures_aswm.h"

enum { PACKETS_MAX = 32 };

/* A file in the making; it owns the packets' bytes. */
typedef struct TrnFile {
    char types[PACKETS_MAX][4];
    Bytes packets[PACKETS_MAX];
    uint32_t count;
} TrnFile;

void add_packet(TrnFile *file, const char *type, Bytes data);
void add_area(TrnFile *file, uint32_t width, uint32_t height, uint32_t id);
/* The file's bytes; it is empty afterwards. */
Bytes put_file(TrnFile *file);
void save_file(const char *folder, const char *name, TrnFile *file);

/* The data of an ASWM packet that holds a walkmesh compressed. */
Bytes deflated(const Bytes *raw);
/* Data of TRRN and WATR packets. */
Bytes ground(uint32_t x, uint32_t y, bool grass);
Bytes pond(uint32_t x, uint32_t y, double side);
/* The small walkmesh of most fixtures: 3 x 1 tiles. */
const Walkmesh *draw_row(bool baked);

void write_trn_faults(const char *folder); /* fixtures_trn_faults.c */

#endif
