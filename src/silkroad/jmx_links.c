/*
** The border edges of all regions of a world, or of one of them, and the edges that face them on the
** other side.
**
** Two edges can face each other if their regions name each other and they lie on opposite sides.
** All edges between the same two regions and sides form a group. Within a group, a sweep along the
** border visits the edges in the order in which they begin, and keeps a list of those that haven't
** ended yet.
*/
#include "silkroad/jmx_world.h"

#define NONE       UINT32_MAX
#define REGION_IDS 65536

const char *const jmx_fault_names[JMX_FAULT_COUNT] = {
    "no region", "not on a border", "no twin", "direction", "not adjacent", "span", "cell", "flag",
};

typedef struct Border {
    uint32_t file, edge;
    uint16_t region, other;
    int16_t cell, other_cell;
    int8_t direction;
    uint8_t flags;
    JmxSide side;
    float low, high; /* coordinates along the border; usually low < high */
    uint32_t cells;  /* number of cells of its region */
    uint32_t twins;  /* number of its links so far */
} Border;

typedef struct Survey {
    const FileSet *files;
    Arena *arena;
    uint8_t *has_file; /* by region id */
    uint16_t *joined;  /* by region id: a connected region; the last of a chain has itself */
    uint8_t *is_old;   /* by region id, for the last region of a chain */
    LIST_OF(Border) borders;
    LIST_OF(JmxWorldLink) links;
    bool of_one;         /* only the region of file 0 is asked about, and no links are made */
    uint16_t one;        /* the id of that region */
    uint8_t *one_faults; /* of each of its global edges; NULL where file 0 has no region */
} Survey;

/* ---- Reading the regions --------------------------------------------------------------------- */

/* Returns the region that stands for all regions that are connected with this one. */
static uint16_t last_joined(const Survey *survey, uint16_t region) {
    while (survey->joined[region] != region) {
        survey->joined[region] = survey->joined[survey->joined[region]];
        region = survey->joined[region];
    }
    return region;
}

static bool note_border(Survey *survey, const Jmx *jmx, uint32_t file, uint32_t edge,
                        Error *error) {
    const uint8_t *record = jmx_edge(jmx, edge);
    float x0 = load_f32(record + JMX_EDGE_X0), x1 = load_f32(record + JMX_EDGE_X1);
    float z0 = load_f32(record + JMX_EDGE_Z0), z1 = load_f32(record + JMX_EDGE_Z1);
    JmxSide side = jmx_border(record);
    bool along_x = side == JMX_NORTH || side == JMX_SOUTH;
    Border *border = list_add(survey->arena, &survey->borders.list, sizeof *border);
    if (!border) return fail_memory(error, survey->arena);
    *border = (Border){.file = file,
                       .edge = edge,
                       .region = jmx->region_id,
                       .other = load_u16(record + JMX_EDGE_REGION1),
                       .cell = (int16_t)jmx_edge_cell(record, 0),
                       .other_cell = (int16_t)jmx_edge_cell(record, 1),
                       .direction = (int8_t)record[JMX_EDGE_DIRECTION0],
                       .flags = record[JMX_EDGE_FLAGS],
                       .side = side,
                       .low = along_x ? fminf(x0, x1) : fminf(z0, z1),
                       .high = along_x ? fmaxf(x0, x1) : fmaxf(z0, z1),
                       .cells = (uint32_t)jmx->cells.count};
    if (border->other == JMX_NO_REGION) return true;
    uint16_t last = last_joined(survey, border->region);
    uint16_t other_last = last_joined(survey, border->other);
    survey->is_old[other_last] |= survey->is_old[last];
    survey->joined[last] = other_last;
    return true;
}

/* If several files describe a region, the first one counts, whether or not its name gives the
** region. */
static bool read_region(Survey *survey, uint32_t file, Error *error) {
    const Jmx *jmx = (const Jmx *)survey->files->open(survey->files, file, NULL, error);
    if (!jmx) return error->kind == ERROR_NONE;
    if (!jmx->has_region || survey->has_file[jmx->region_id]) return true;
    survey->has_file[jmx->region_id] = 1;
    survey->is_old[last_joined(survey, jmx->region_id)] |= jmx->has_old_numbering;
    if (survey->of_one && !file) { /* file 0 has the region that is asked about */
        survey->one = jmx->region_id;
        survey->one_faults = arena_zeroed(survey->arena, jmx->global_edge_count, 1);
        if (!survey->one_faults) return fail_memory(error, survey->arena);
    }
    for (uint32_t edge = 0; edge < jmx->global_edge_count; edge++) {
        uint16_t other = load_u16(jmx_edge(jmx, edge) + JMX_EDGE_REGION1);
        bool is_wanted = !survey->of_one || !file || other == survey->one;
        if (is_wanted && !note_border(survey, jmx, file, edge, error)) return false;
        if (arena_interrupted_at(survey->arena, edge)) return fail_interrupted(error);
    }
    return true;
}

static bool read_regions(Survey *survey, Error *error) {
    Arena *arena = survey->arena;
    survey->has_file = arena_zeroed(arena, REGION_IDS, 1);
    survey->is_old = arena_zeroed(arena, REGION_IDS, 1);
    survey->joined = arena_alloc(arena, REGION_IDS, sizeof *survey->joined);
    if (!survey->has_file || !survey->is_old || !survey->joined) return fail_memory(error, arena);
    for (uint32_t region = 0; region < REGION_IDS; region++) {
        survey->joined[region] = (uint16_t)region;
    }
    for (uint32_t file = 0; file < survey->files->count; file++) {
        if (!read_region(survey, file, error)) return false;
        if (arena_interrupted(arena)) return fail_interrupted(error);
    }
    return true;
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Returns the faults of an edge by itself. It may have twins if these faults are slight. */
static uint8_t faults_of_border(const Survey *survey, const Border *border) {
    if (border->other == JMX_NO_REGION || !survey->has_file[border->other]) {
        return JMX_FAULT_NO_REGION;
    }
    if (border->side == JMX_NO_SIDE) return JMX_FAULT_NOT_ON_BORDER;
    uint8_t faults = border->direction == (int)border->side ? 0 : JMX_FAULT_DIRECTION;
    static const JmxSector steps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    bool old = survey->is_old[last_joined(survey, border->region)];
    JmxSector from = jmx_sector(border->region, old), to = jmx_sector(border->other, old),
              step = steps[border->side];
    bool is_adjacent = to.x - from.x == step.x && to.z - from.z == step.z;
    return (uint8_t)(faults | (is_adjacent ? 0 : JMX_FAULT_NOT_ADJACENT));
}

static bool have_same_span(const Border *border, const Border *twin) {
    return !COMPARE(border->low, twin->low) && !COMPARE(border->high, twin->high);
}

static uint8_t faults_of_pair(const Border *border, const Border *twin) {
    bool same_span = have_same_span(border, twin);
    uint8_t faults = same_span ? 0 : JMX_FAULT_SPAN;
    uint8_t seen =
        (uint8_t)((twin->flags & ~JMX_BLOCKED) | (twin->flags & JMX_BLOCKED_1_TO_0) << 1 |
                  (twin->flags & JMX_BLOCKED_0_TO_1) >> 1);
    if (twin->cell != border->other_cell) faults |= JMX_FAULT_CELL;
    if (same_span && seen != border->flags) faults |= JMX_FAULT_FLAG;
    return faults;
}

/* Returns the faults of an edge and of its link to `twin`; NULL: it has none. */
static uint8_t faults_of_link(const Survey *survey, const Border *border, const Border *twin) {
    uint8_t faults = faults_of_border(survey, border);
    if (twin) return (uint8_t)(faults | faults_of_pair(border, twin));
    bool is_asked = !(faults & (JMX_FAULT_NO_REGION | JMX_FAULT_NOT_ON_BORDER));
    return (uint8_t)(faults | (is_asked ? JMX_FAULT_NO_TWIN : 0));
}

/* ---- Links ----------------------------------------------------------------------------------- */

static uint32_t cell_or_none(int16_t cell, uint32_t cells) {
    return cell >= 0 && (uint32_t)cell < cells ? (uint32_t)cell : NONE;
}

/* Adds the link of an edge to `twin`; NULL: it has none. */
static bool add_link(Survey *survey, Border *border, const Border *twin, Error *error) {
    border->twins += twin != NULL;
    if (survey->of_one) {
        if (!border->file) {
            survey->one_faults[border->edge] |= faults_of_link(survey, border, twin);
        }
        return true;
    }
    JmxWorldLink *link = list_add(survey->arena, &survey->links.list, sizeof *link);
    if (!link) return fail_memory(error, survey->arena);
    *link = (JmxWorldLink){.file = border->file,
                           .region_id = border->region,
                           .edge_id = border->edge,
                           .cell_id = cell_or_none(border->cell, border->cells),
                           .other_region_id = border->other == JMX_NO_REGION ? NONE : border->other,
                           .other_edge_id = NONE,
                           .other_cell_id = cell_or_none(border->other_cell, INT16_MAX + 1),
                           .flags = border->flags,
                           .faults = faults_of_link(survey, border, twin)};
    if (!twin) return true;
    link->has_twin = true;
    link->other_edge_id = twin->edge;
    link->other_cell_id = cell_or_none(twin->cell, twin->cells);
    link->other_flags = twin->flags;
    link->same_span = have_same_span(border, twin);
    link->length = (double)fminf(border->high, twin->high) - (double)fmaxf(border->low, twin->low);
    return true;
}

/* ---- The sweep ------------------------------------------------------------------------------- */

/* An edge in a group. `side` is its side as seen from the region with the lower id. If a region
** names itself, its north and east count as the sides of the lower id. */
typedef struct Place {
    uint32_t border;
    uint16_t low_region, high_region;
    uint8_t side;
    bool from_high;
} Place;

static bool add_place(Survey *survey, List *places, uint32_t number, bool from_high, Error *error) {
    const Border *border = &survey->borders.items[number];
    JmxSide side = from_high ? jmx_opposite(border->side) : border->side;
    const Place place = {.border = number,
                         .low_region = from_high ? border->other : border->region,
                         .high_region = from_high ? border->region : border->other,
                         .side = (uint8_t)side,
                         .from_high = from_high};
    return list_push(survey->arena, places, &place, sizeof place, error);
}

static bool list_places(Survey *survey, List *places, Error *error) {
    for (uint32_t i = 0; i < survey->borders.count; i++) {
        const Border *border = &survey->borders.items[i];
        if (faults_of_border(survey, border) & (JMX_FAULT_NO_REGION | JMX_FAULT_NOT_ON_BORDER) ||
            !(border->low < border->high)) {
            continue;
        }
        bool from_high = border->region > border->other ||
                         (border->region == border->other && border->side >= JMX_SOUTH);
        if (!add_place(survey, places, i, from_high, error)) return false;
    }
    return true;
}

typedef struct Sweep {
    Survey *survey;
    LIST_OF(Place) places;
    List open[2]; /* uint32_t: borders that haven't ended, of the lower id and of the higher */
} Sweep;

static int compare_places(const void *context, uint32_t a, uint32_t b) {
    const Sweep *sweep = context;
    const Border *borders = sweep->survey->borders.items;
    const Place *one = &sweep->places.items[a], *other = &sweep->places.items[b];
    if (one->low_region != other->low_region) return COMPARE(one->low_region, other->low_region);
    if (one->high_region != other->high_region)
        return COMPARE(one->high_region, other->high_region);
    if (one->side != other->side) return COMPARE(one->side, other->side);
    return COMPARE(borders[one->border].low, borders[other->border].low);
}

/* Links an edge with the unended edges of the other region, and drops those that have ended. */
static bool face(Sweep *sweep, const Place *place, Error *error) {
    List *open = &sweep->open[!place->from_high];
    uint32_t *numbers = open->items;
    Border *border = &sweep->survey->borders.items[place->border];
    for (uint64_t i = 0; i < open->count && border->twins < JMX_FACING_MOST;) {
        Border *other = &sweep->survey->borders.items[numbers[i]];
        if (other->high <= border->low) {
            numbers[i] = numbers[--open->count];
            continue;
        }
        if (!add_link(sweep->survey, border, other, error)) return false;
        if (other != border && other->twins < JMX_FACING_MOST &&
            !add_link(sweep->survey, other, border, error)) {
            return false;
        }
        i++;
    }
    return list_push(sweep->survey->arena, &sweep->open[place->from_high], &place->border,
                     sizeof place->border, error);
}

static bool run(Sweep *sweep, Error *error) {
    for (uint32_t i = 0; i < sweep->places.count; i++) {
        const Place *place = &sweep->places.items[i], *before = i ? place - 1 : place;
        bool same_group = before->low_region == place->low_region &&
                          before->high_region == place->high_region && before->side == place->side;
        if (!same_group) sweep->open[0].count = sweep->open[1].count = 0;
        if (!face(sweep, place, error)) return false;
        if (arena_interrupted_at(sweep->survey->arena, i)) return fail_interrupted(error);
    }
    return true;
}

static bool find_facing(Survey *survey, Error *error) {
    Arena *arena = survey->arena;
    Sweep sweep = {.survey = survey};
    if (!list_places(survey, &sweep.places.list, error)) return false;
    if (!sort_array(arena, sweep.places.items, sweep.places.count, sizeof(Place), compare_places,
                    &sweep, NULL, error) ||
        !run(&sweep, error)) {
        return false;
    }
    void *const used[] = {sweep.places.items, sweep.open[0].items, sweep.open[1].items};
    for (size_t i = 0; i < LENGTH(used); i++) arena_release(arena, used[i]);
    for (uint64_t i = 0; i < survey->borders.count; i++) {
        Border *border = &survey->borders.items[i];
        if (!border->twins && !add_link(survey, border, NULL, error)) return false;
    }
    return true;
}

/* ---- The answer ------------------------------------------------------------------------------ */

static int compare_links(const void *context, uint32_t a, uint32_t b) {
    const JmxWorldLink *one = (const JmxWorldLink *)context + a;
    const JmxWorldLink *other = (const JmxWorldLink *)context + b;
    if (one->file != other->file) return COMPARE(one->file, other->file);
    if (one->edge_id != other->edge_id) return COMPARE(one->edge_id, other->edge_id);
    return COMPARE(one->other_edge_id, other->other_edge_id);
}

bool jmx_find_links(const FileSet *files, Arena *scratch, const JmxWorldLink **links,
                    uint64_t *count, Error *error) {
    Survey survey = {.files = files, .arena = scratch};
    if (!read_regions(&survey, error) || !find_facing(&survey, error)) return false;
    arena_release(scratch, survey.borders.items);
    *links = survey.links.items;
    *count = survey.links.count;
    if (*count > UINT32_MAX) return fail(error, ERROR_TOO_BIG, "more than 4294967295 links");
    return sort_array(scratch, survey.links.items, *count, sizeof **links, compare_links, *links,
                      NULL, error);
}

bool jmx_find_edge_faults(const FileSet *files, Arena *scratch, const uint8_t **faults,
                          Error *error) {
    Survey survey = {.files = files, .arena = scratch, .of_one = true};
    if (!read_regions(&survey, error) || !find_facing(&survey, error)) return false;
    *faults = survey.one_faults;
    return true;
}
