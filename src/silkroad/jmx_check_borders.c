/* What is odd between a region of Silkroad and its neighbours: edges over the border that have no
** twin in the neighbour's file, or whose twin doesn't match.
**
** A file may name any region, so only those are opened that, by their ids, can lie beside it: four
** in each of the two numberings, with and without the bit that marks dungeons. */
#include "silkroad/jmx_world.h"

#include <stdlib.h>

#define NEIGHBORS_MAX 16

typedef struct Neighbor {
    uint16_t region;
    uint64_t edges, first_edge; /* how many lead there, and the first */
    bool is_open;               /* its file was opened, and told the numbers below */
    uint64_t cells, walkable_cells;
} Neighbor;

/* The region and those beside it, which are files 1 and on of the set. */
typedef struct Borders {
    Jmx *jmx;
    const FilesBeside *beside;
    Findings *findings;
    Neighbor neighbors[NEIGHBORS_MAX];
    uint32_t neighbor_count;
} Borders;

static bool are_beside(uint16_t region, uint16_t other, bool old) {
    JmxSector from = jmx_sector(region, old), to = jmx_sector(other, old);
    return abs(to.x - from.x) + abs(to.z - from.z) == 1;
}

static uint16_t other_region(const Jmx *jmx, uint64_t edge) {
    return load_u16(jmx_edge(jmx, edge) + JMX_EDGE_REGION1);
}

static Neighbor *neighbor_of(Borders *borders, uint16_t region) {
    for (uint32_t i = 0; i < borders->neighbor_count; i++) {
        if (borders->neighbors[i].region == region) return &borders->neighbors[i];
    }
    return NULL;
}

static bool list_neighbors(Borders *borders, Error *error) {
    const Jmx *jmx = borders->jmx;
    for (uint64_t edge = 0; edge < jmx->global_edge_count; edge++) {
        uint16_t region = other_region(jmx, edge);
        Neighbor *neighbor = neighbor_of(borders, region);
        bool is_new =
            !neighbor && borders->neighbor_count < NEIGHBORS_MAX &&
            (are_beside(jmx->region_id, region, false) || are_beside(jmx->region_id, region, true));
        if (is_new) {
            neighbor = &borders->neighbors[borders->neighbor_count++];
            *neighbor = (Neighbor){.region = region, .first_edge = edge};
        }
        if (neighbor) neighbor->edges++;
        if (arena_interrupted_at(borders->findings->arena, edge)) return fail_interrupted(error);
    }
    return true;
}

/* Opens a file of the set, of which file 0 is the region itself. */
static Document *open_region(const FileSet *set, uint32_t file, const Format *format UNUSED,
                             Error *error) {
    Borders *borders = set->context;
    Jmx *jmx = borders->jmx;
    if (!file) return &jmx->document;
    Neighbor *neighbor = &borders->neighbors[file - 1];
    char name[sizeof "nv_0000.nvm"], what[80];
    print_text(name, sizeof name, JMX_FILE_NAME, (unsigned)neighbor->region);
    print_text(what, sizeof what, "the file of region %u (%s), to which %" PRIu64 " %s,",
               (unsigned)neighbor->region, name, neighbor->edges,
               neighbor->edges == 1 ? "edge leads" : "edges lead");
    const FileBeside wanted = {.name = name,
                               .format = &jmx_format,
                               .is_named = true,
                               .what = what,
                               .offset = jmx_edge_offset(jmx, neighbor->first_edge)};
    Document *document;
    if (!open_beside(borders->beside, &wanted, &document, borders->findings, error)) return NULL;
    if (!document) return NULL;
    const Jmx *other = (const Jmx *)document;
    neighbor->is_open = true;
    neighbor->cells = other->cells.count;
    neighbor->walkable_cells = other->walkable_cells;
    return document;
}

/* A direction that isn't the side is left out: jmx_check finds it in the region's file alone. */
static const struct Fault {
    uint8_t fault;
    const char *code, *what;
} edge_faults[] = {
    {JMX_FAULT_NOT_ON_BORDER, "edge_not_on_border", "lies on no side of its region"},
    {JMX_FAULT_NOT_ADJACENT, "edge_not_adjacent",
     "leads to a region that, by its id, doesn't lie there"},
    {JMX_FAULT_NO_TWIN, "edge_without_twin", "has no twin: no edge of that region faces it"},
    {JMX_FAULT_SPAN, "edge_twin_span", "has a twin with other ends"},
    {JMX_FAULT_CELL, "edge_twin_cell", "leads to another cell than the one that its twin has"},
    {JMX_FAULT_FLAG, "edge_twin_flags", "has a twin with other flags"},
};

/* Adds a finding unless the cell that the edge leads to is one of the neighbour's open ones. */
static void check_cell(Borders *borders, uint64_t edge, const Neighbor *neighbor) {
    const uint8_t *record = jmx_edge(borders->jmx, edge);
    int32_t cell = jmx_edge_cell(record, 1);
    uint64_t offset = jmx_edge_offset(borders->jmx, edge) + JMX_EDGE_CELLS + 2;
    if ((uint64_t)cell >= neighbor->cells) { /* negative cells, too */
        finding_add(borders->findings, SEVERITY_WARNING, "edge_neighbor_cell_range", offset,
                    "edge %" PRIu64 ": cell 1 is %d of %" PRIu64 " of region %u", edge, cell,
                    neighbor->cells, (unsigned)neighbor->region);
    } else if ((uint64_t)cell >= neighbor->walkable_cells) {
        finding_add(borders->findings, SEVERITY_INFO, "edge_neighbor_cell_closed", offset,
                    "edge %" PRIu64 ": cell 1 is %d of region %u, which is blocked", edge, cell,
                    (unsigned)neighbor->region);
    }
}

static void check_edge(Borders *borders, uint64_t edge, uint8_t faults) {
    uint16_t region = other_region(borders->jmx, edge);
    const Neighbor *neighbor = neighbor_of(borders, region);
    if (!neighbor && region != JMX_NO_REGION) faults = JMX_FAULT_NOT_ADJACENT;
    for (size_t i = 0; i < LENGTH(edge_faults); i++) {
        if (!(faults & edge_faults[i].fault)) continue;
        finding_add(borders->findings, SEVERITY_WARNING, edge_faults[i].code,
                    jmx_edge_offset(borders->jmx, edge),
                    "edge %" PRIu64 " to region %u (nv_%04x) %s", edge, (unsigned)region,
                    (unsigned)region, edge_faults[i].what);
    }
    if (neighbor && neighbor->is_open) check_cell(borders, edge, neighbor);
}

/* If the neighbours have too many edges to compare, that is a finding and not an error. */
static bool check_edges(Borders *borders, const FileSet *files, Arena *notes, Error *error) {
    const uint8_t *faults;
    const Arena *arena = borders->findings->arena;
    Error problem = {0};
    if (!jmx_find_edge_faults(files, notes, &faults, &problem)) {
        if (problem.kind != ERROR_TOO_BIG) return fail_as(error, &problem);
        finding_add(borders->findings, SEVERITY_WARNING, "neighbors_too_big", NO_OFFSET,
                    "the neighbours have more edges than can be compared with this one's");
        return true;
    }
    for (uint64_t edge = 0; edge < borders->jmx->global_edge_count; edge++) {
        check_edge(borders, edge, faults[edge]);
        if (arena_interrupted_at(arena, edge)) return fail_interrupted(error);
    }
    return true;
}

bool jmx_check_beside(Document *document, const FilesBeside *beside, Findings *findings,
                      Error *error) {
    Jmx *jmx = (Jmx *)document;
    Borders borders = {.jmx = jmx, .beside = beside, .findings = findings};
    if (!jmx->has_region) return true;
    if (!list_neighbors(&borders, error)) return false;
    const FileSet files = {
        .count = 1 + borders.neighbor_count, .context = &borders, .open = open_region};
    Arena notes = arena_scratch(findings->arena);
    bool done = check_edges(&borders, &files, &notes, error);
    arena_clear(&notes);
    return done;
}
