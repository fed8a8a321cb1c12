/* The kinds of names in files of Neverwinter Nights: names without folders and endings. gff_names.c
** lists the labels of GFF files that hold names, twoda_names.c the columns of 2DA files. */
#pragma once

#include "table/naming.h"

/* A NameKind by its rule and name, and further members: NWN("script", .stages = {".ncs"}). */
#define NWN_BY(Rule, Kind, ...)                                                                    \
    { .name = Kind, .rule = Rule, .within = "", .is_flat = true, __VA_ARGS__ }
#define NWN(Kind, ...)  NWN_BY("nwn", Kind, __VA_ARGS__)
#define NWN2(Kind, ...) NWN_BY("nwn2", Kind, __VA_ARGS__)
#define OPTIONAL        .is_optional = true

/* A material goes before any picture. Among pictures the first place that has one counts, even if a
** later place has one with a better ending. */
#define NWN_PICTURES                                                                               \
    { ".mtr", ".ktx .dds .plt .tga" }
#define NWN_PORTRAITS "h.tga l.tga m.tga s.tga t.tga .tga"

extern const NameKind nwn_texture, nwn_shine, nwn_minimap, nwn_material;
extern const NameKind nwn_model, nwn_supermodel, nwn_walkmesh;
extern const NameKind nwn2_texture;

/* Materials (.mtr) and properties of textures (.txi). */
enum { NWN_LINE_NAMES = 2 };
extern const LineNames nwn_line_names[NWN_LINE_NAMES];

/* See Module.client. */
extern const char nwn_client[];
