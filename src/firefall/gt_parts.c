/* GTCHUNK: turns the streams of parts into vertices and triangles. gt.h describes the rules. */
#include "firefall/gt.h"

enum {
    INSTRUCTION_NEW = 3,  /* takes three new vertices; each lower instruction takes one */
    WARNINGS_LENGTH = 64, /* fits all names and separators */
    DECODED_KINDS = GT_INSTRUCTION + 1,
};

/* Oddities of a readable part. */
enum {
    WARN_VERSION = 1,
    WARN_UNIQUE_COUNT = 2,
    WARN_CORNERS = 4,
    WARN_UNIQUE_LEFT = 8,
    WARN_REPEAT_LEFT = 16,
    WARN_VERTEX_LEFT = 32,
};
static const char *const warning_names[] = {"ver",       "unk1",        "corners",
                                            "uniq-left", "repeat-left", "vert-left"};

#define STREAM_STATUSES(name)                                                                      \
    {                                                                                              \
        [FASTLZ_EMPTY] = name ":lz-empty", [FASTLZ_LEVEL] = name ":lz-tag",                        \
        [FASTLZ_INPUT_ENDS] = name ":lz-in", [FASTLZ_TOO_LONG] = name ":lz-out",                   \
        [FASTLZ_BEFORE_START] = name ":lz-ref", [FASTLZ_TOO_SHORT] = name ":lz-short"              \
    }
static const char *const stream_statuses[DECODED_KINDS][FASTLZ_RESULTS] = {
    [GT_UNIQUE] = STREAM_STATUSES("uniq"),      [GT_TRANSFORM] = STREAM_STATUSES("xform"),
    [GT_REPEAT] = STREAM_STATUSES("repeat"),    [GT_VERTEX] = STREAM_STATUSES("vert"),
    [GT_INSTRUCTION] = STREAM_STATUSES("rept"),
};

/* The room that all parts need. */
typedef struct MeshRoom {
    uint64_t budget, values[DECODED_KINDS];
    uint64_t stream_bytes; /* size of all streams when decompressed */
    uint64_t repeat_bytes; /* of the part that has most */
} MeshRoom;

/* A part while it is decoded into the arrays of the whole file; Children count the rows so far.
** Streams are decompressed right behind the values of earlier parts and converted in place. */
typedef struct PartMesh {
    GtPart *part;
    uint8_t *repeats; /* room for those of one part */
    const GtStream *streams[DECODED_KINDS];
    uint64_t unique_used, repeat_used, vertex_used;
    unsigned warnings;
} PartMesh;

static uint64_t stream_bytes(const GtStream *stream) {
    return (uint64_t)stream->count * gt_stream_width((GtStreamKind)stream->kind);
}

static void find_streams(const Gt *gt, const GtPart *part, const GtStream **streams) {
    for (const GtStream *stream = gt->streams.items + part->first_stream;; stream++) {
        if (stream->kind < DECODED_KINDS) streams[stream->kind] = stream;
        if (stream->kind == GT_INSTRUCTION) return;
    }
}

/* ---- Room ------------------------------------------------------------------------------------ */

/* The bytes that each value of a stream needs after decoding. */
static const uint64_t value_bytes[DECODED_KINDS] = {
    [GT_UNIQUE] = sizeof(uint32_t),
    [GT_TRANSFORM] = sizeof(uint32_t),
    [GT_REPEAT] = sizeof(int16_t),
    [GT_VERTEX] = sizeof(uint32_t) + 1,
    [GT_INSTRUCTION] = sizeof(GtTriangle) + 1,
};

/* Adds the values that a part's streams have at most; a stream that can't be sound has none. A part
** beyond the budget is given up here. */
static void measure_part(const Gt *gt, GtPart *part, MeshRoom *room) {
    const GtStream *streams[DECODED_KINDS];
    uint64_t counts[DECODED_KINDS] = {0}, bytes = 0, decompressed = 0;
    part->status = "legacy";
    if (part->info_version == GT_INFO_LEGACY) return;
    find_streams(gt, part, streams);
    for (int kind = 0; kind < DECODED_KINDS; kind++) {
        const GtStream *stream = streams[kind];
        if (fastlz_expands_to(stream->data.size, stream_bytes(stream)) != FASTLZ_OK) continue;
        counts[kind] = stream->count;
        bytes += counts[kind] * value_bytes[kind];
        decompressed += stream_bytes(stream);
    }
    part->status = "mesh-budget";
    if (bytes > room->budget) return;
    part->status = NULL;
    room->budget -= bytes;
    room->stream_bytes += decompressed;
    if (stream_bytes(streams[GT_REPEAT]) > room->repeat_bytes && counts[GT_REPEAT]) {
        room->repeat_bytes = stream_bytes(streams[GT_REPEAT]);
    }
    for (int kind = 0; kind < DECODED_KINDS; kind++) room->values[kind] += counts[kind];
}

static bool make_room(Gt *gt, uint8_t **repeats, Error *error) {
    Arena *arena = &gt->document.arena;
    MeshRoom room = {.budget = GT_MESH_BYTES_MAX};
    uint64_t parts = gt->parts.count;
    for (uint64_t i = 0; i < parts; i++) measure_part(gt, &gt->parts.items[i], &room);
    if (!gt->streams_are_allowed) {
        arena_allow(arena, DOCUMENT_BYTES_PER_BYTE * room.stream_bytes);
        gt->streams_are_allowed = true;
    }
    *repeats = arena_alloc(arena, room.repeat_bytes, 1);
    gt->places = arena_alloc(arena, room.values[GT_UNIQUE], sizeof *gt->places);
    gt->transform_ids = arena_alloc(arena, room.values[GT_TRANSFORM], sizeof *gt->transform_ids);
    gt->vertex_uniques = arena_alloc(arena, room.values[GT_VERTEX], sizeof *gt->vertex_uniques);
    gt->vertex_is_new = arena_alloc(arena, room.values[GT_VERTEX], 1);
    gt->corners = arena_alloc(arena, room.values[GT_INSTRUCTION], sizeof *gt->corners);
    gt->instructions = arena_alloc(arena, room.values[GT_INSTRUCTION], 1);
    if (!*repeats || !gt->places || !gt->transform_ids || !gt->vertex_uniques ||
        !gt->vertex_is_new || !gt->corners || !gt->instructions) {
        return fail_memory(error, arena);
    }
    return children_begin(&gt->unique_vertices, arena, parts, error) &&
           children_begin(&gt->vertices, arena, parts, error) &&
           children_begin(&gt->triangles, arena, parts, error);
}

/* ---- One part -------------------------------------------------------------------------------- */

/* Decompresses a stream. Returns NULL, or the status of the part. */
static const char *decompress(const PartMesh *mesh, GtStreamKind kind, void *to) {
    const GtStream *stream = mesh->streams[kind];
    uint64_t bytes = stream_bytes(stream);
    FastlzResult result = fastlz_expands_to(stream->data.size, bytes);
    if (result == FASTLZ_OK) {
        result = fastlz_decompress(stream->data.bytes, stream->data.size, to, bytes, NULL);
    }
    return stream_statuses[kind][result];
}

/* Turns what the two streams hold into places and numbers of the file's transforms, in place. */
static const char *write_unique_vertices(const Gt *gt, const PartMesh *mesh) {
    uint32_t *places = gt->places + gt->unique_vertices.count;
    uint32_t *transforms = gt->transform_ids + gt->unique_vertices.count;
    uint32_t count = mesh->streams[GT_UNIQUE]->count, place = 0;
    uint32_t first_transform = (uint32_t)mesh->part->first_transform;
    if (mesh->streams[GT_TRANSFORM]->count != count) return "xform-count";
    for (uint32_t i = 0; i < count; i++) {
        uint32_t transform = load_u32((const uint8_t *)&transforms[i]);
        place += load_u32((const uint8_t *)&places[i]);
        /* as unsigned numbers, negative ones are too large as well */
        if (transform >= mesh->part->transform_count) return "xform-range";
        places[i] = place;
        transforms[i] = first_transform + transform;
    }
    return NULL;
}

static const char *check_repeats(const PartMesh *mesh) {
    const uint8_t *steps = mesh->repeats;
    int64_t unique = 0, count = mesh->streams[GT_UNIQUE]->count;
    for (uint32_t i = 0; i < mesh->streams[GT_REPEAT]->count; i++, steps += 2) {
        unique += load_i16(steps) + load_i16(mesh->part->repeat_offset);
        if (unique < 0 || unique >= count) return "repeat-range";
    }
    return NULL;
}

static const char *write_vertices(const Gt *gt, PartMesh *mesh) {
    const uint8_t *is_new = gt->vertex_is_new + gt->vertices.count;
    const uint8_t *steps = mesh->repeats;
    const uint8_t *steps_end = steps + (uint64_t)mesh->streams[GT_REPEAT]->count * 2;
    uint32_t *uniques = gt->vertex_uniques + gt->vertices.count;
    uint32_t base = (uint32_t)gt->unique_vertices.count, next = base, repeated = base;
    uint32_t end = base + mesh->streams[GT_UNIQUE]->count, count = mesh->streams[GT_VERTEX]->count;
    for (uint32_t i = 0; i < count; i++) {
        if (is_new[i] == 1) {
            if (next == end) return "vert-uniq-overrun";
            uniques[i] = next++;
        } else if (is_new[i] == 0) {
            if (steps == steps_end) return "vert-repeat-overrun";
            repeated += (uint32_t)(load_i16(steps) + load_i16(mesh->part->repeat_offset));
            steps += 2;
            uniques[i] = repeated;
        } else {
            return "vert-value";
        }
    }
    mesh->unique_used = next - base;
    mesh->repeat_used = mesh->streams[GT_REPEAT]->count - (uint64_t)(steps_end - steps) / 2;
    return NULL;
}

/* For each instruction with one new vertex: the corners of the triangle before that become the
** first two. */
static const uint8_t kept_corners[INSTRUCTION_NEW][2] = {{0, 2}, {2, 1}, {1, 0}};

static const char *write_triangles(const Gt *gt, PartMesh *mesh) {
    const uint8_t *instructions = gt->instructions + gt->triangles.count;
    GtTriangle *triangle = gt->corners + gt->triangles.count;
    uint32_t next = (uint32_t)gt->vertices.count, end = next + mesh->streams[GT_VERTEX]->count;
    uint32_t count = mesh->streams[GT_INSTRUCTION]->count;
    for (uint32_t i = 0; i < count; i++, triangle++) {
        uint8_t instruction = instructions[i];
        if (instruction > INSTRUCTION_NEW) return "rept-value";
        if (i == 0 && instruction != INSTRUCTION_NEW) return "rept-first";
        if (end - next < (instruction == INSTRUCTION_NEW ? 3u : 1u)) return "rept-overrun";
        uint32_t *corners = triangle->vertices;
        if (instruction == INSTRUCTION_NEW) {
            corners[0] = next++;
            corners[1] = next++;
        } else {
            const uint32_t *before = triangle[-1].vertices;
            corners[0] = before[kept_corners[instruction][0]];
            corners[1] = before[kept_corners[instruction][1]];
        }
        corners[2] = next++;
    }
    mesh->vertex_used = next - gt->vertices.count;
    return NULL;
}

/* Returns NULL, or what is wrong with the part. */
static const char *write_part(const Gt *gt, PartMesh *mesh) {
    const GtStream *const *streams = mesh->streams;
    const char *status;
    if ((status = decompress(mesh, GT_UNIQUE, gt->places + gt->unique_vertices.count)) ||
        (status = decompress(mesh, GT_TRANSFORM, gt->transform_ids + gt->unique_vertices.count)) ||
        (status = write_unique_vertices(gt, mesh)) ||
        (status = decompress(mesh, GT_REPEAT, mesh->repeats)) || (status = check_repeats(mesh)) ||
        (status = decompress(mesh, GT_VERTEX, gt->vertex_is_new + gt->vertices.count)) ||
        (status = decompress(mesh, GT_INSTRUCTION, gt->instructions + gt->triangles.count))) {
        return status;
    }
    uint32_t unique_count = streams[GT_UNIQUE]->count;
    if (mesh->part->unique_count != (uint16_t)unique_count) mesh->warnings |= WARN_UNIQUE_COUNT;
    if ((status = write_vertices(gt, mesh)) || (status = write_triangles(gt, mesh))) {
        return status;
    }
    uint64_t corners = (uint64_t)streams[GT_INSTRUCTION]->count * 3;
    if (mesh->part->corner_count != corners) mesh->warnings |= WARN_CORNERS;
    if (mesh->unique_used != unique_count) mesh->warnings |= WARN_UNIQUE_LEFT;
    if (mesh->repeat_used != streams[GT_REPEAT]->count) mesh->warnings |= WARN_REPEAT_LEFT;
    if (mesh->vertex_used != streams[GT_VERTEX]->count) mesh->warnings |= WARN_VERTEX_LEFT;
    return NULL;
}

/* ---- All parts ------------------------------------------------------------------------------- */

static bool name_warnings(Gt *gt, const PartMesh *mesh) {
    if (!mesh->warnings || mesh->part->warnings) return true;
    char *text = arena_alloc(&gt->document.arena, WARNINGS_LENGTH, 1);
    if (!text) return false;
    print_flags(text, WARNINGS_LENGTH, mesh->warnings, warning_names, "|");
    mesh->part->warnings = text;
    return true;
}

/* Decodes a part and, if it is sound, appends its rows to those of the file. */
static bool decode_part(Gt *gt, uint8_t *repeats, uint64_t number, Error *error) {
    GtPart *part = &gt->parts.items[number];
    PartMesh mesh = {.part = part, .repeats = repeats};
    if (part->status) return true; /* measure_part() refused it */
    if (part->info_version < GT_INFO_LEGACY || part->info_version > GT_INFO_EXTRA) {
        mesh.warnings = WARN_VERSION;
    }
    find_streams(gt, part, mesh.streams);
    const char *status = write_part(gt, &mesh);
    part->status = status ? status : "ok";
    if (!name_warnings(gt, &mesh)) return fail_memory(error, &gt->document.arena);
    if (status) return true;
    part->triangle_total = mesh.streams[GT_INSTRUCTION]->count;
    return children_add(&gt->unique_vertices, number, mesh.streams[GT_UNIQUE]->count, error) &&
           children_add(&gt->vertices, number, mesh.streams[GT_VERTEX]->count, error) &&
           children_add(&gt->triangles, number, part->triangle_total, error);
}

bool gt_decode_parts(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    Arena *arena = &document->arena;
    uint8_t *repeats = NULL;
    if (gt->parts_are_decoded) return true;
    if (!gt_read_geometry(document, error)) return false;
    bool done = make_room(gt, &repeats, error);
    for (uint64_t i = 0; i < gt->parts.count && done; i++) {
        done = decode_part(gt, repeats, i, error);
        if (done && arena_interrupted(arena)) done = fail_interrupted(error);
    }
    arena_release(arena, repeats);
    if (!done) {
        Children *const rows[] = {&gt->unique_vertices, &gt->vertices, &gt->triangles};
        void *const blocks[] = {gt->places,        gt->transform_ids, gt->vertex_uniques,
                                gt->vertex_is_new, gt->corners,       gt->instructions};
        for (size_t i = 0; i < LENGTH(blocks); i++) arena_release(arena, blocks[i]);
        for (size_t i = 0; i < LENGTH(rows); i++) children_discard(rows[i], arena);
        return false;
    }
    children_end(&gt->unique_vertices);
    children_end(&gt->vertices);
    children_end(&gt->triangles);
    gt->parts_are_decoded = true;
    return true;
}
