/* GTCHUNK: from the streams of parts to vertices and triangles. The rules stand in gt.h. */
#include "gt.h"

#include <math.h>

enum {
    INSTRUCTION_NEW = 3,  /* takes three vertices; those below it take one */
    WARNINGS_LENGTH = 64, /* all names and separators */
    DECODED_KINDS = GT_INSTRUCTION + 1,
};

/* Readable, but not as sound files are. */
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

/* The arrays of the whole file while they are filled, and room for one part's streams. */
typedef struct MeshWriter {
    Gt *gt;
    uint8_t *scratch;
    uint64_t scratch_bytes;
    GtUniqueVertex *unique_vertices;
    GtVertex *vertices;
    GtTriangle *triangles;
    uint64_t unique_vertex_count, vertex_count, triangle_count;
} MeshWriter;

/* One part while it is decoded. */
typedef struct PartMesh {
    GtPart *part;
    uint32_t number;
    const GtStream *streams[DECODED_KINDS];
    const uint8_t *values[DECODED_KINDS]; /* decompressed */
    uint64_t unique_used, repeat_used, vertex_used;
    unsigned warnings;
} PartMesh;

static uint64_t stream_bytes(const GtStream *stream) {
    return (uint64_t)stream->count * gt_stream_width((GtStreamKind)stream->kind);
}

static void find_streams(const Gt *gt, const GtPart *part, const GtStream **streams) {
    for (const GtStream *stream = gt->streams + part->first_stream;; stream++) {
        if (stream->kind < DECODED_KINDS) streams[stream->kind] = stream;
        if (stream->kind == GT_INSTRUCTION) return;
    }
}

/* ---- Room --------------------------------------------------------------------------------------
 */

/* Adds what a part's streams and rows take at most; a stream that can't be sound takes nothing. A
** part that is beyond all bounds is given up here. */
static void measure_part(MeshWriter *writer, GtPart *part, uint64_t *budget) {
    static const uint64_t row_bytes[DECODED_KINDS] = {[GT_UNIQUE] = sizeof(GtUniqueVertex),
                                                      [GT_VERTEX] = sizeof(GtVertex),
                                                      [GT_INSTRUCTION] = sizeof(GtTriangle)};
    const GtStream *streams[DECODED_KINDS];
    uint64_t counts[DECODED_KINDS] = {0}, scratch = 0, rows = 0;
    part->status = "legacy";
    if (part->info_version == GT_INFO_LEGACY) return;
    find_streams(writer->gt, part, streams);
    for (int kind = 0; kind < DECODED_KINDS; kind++) {
        uint64_t bytes = stream_bytes(streams[kind]);
        if (fastlz_expands_to(streams[kind]->size, bytes) != FASTLZ_OK) continue;
        counts[kind] = streams[kind]->count;
        scratch += bytes;
        rows += counts[kind] * row_bytes[kind];
    }
    part->status = "mesh-budget";
    if (scratch + rows > *budget) return;
    part->status = NULL;
    *budget -= rows;
    if (scratch > writer->scratch_bytes) writer->scratch_bytes = scratch;
    writer->unique_vertex_count += counts[GT_UNIQUE];
    writer->vertex_count += counts[GT_VERTEX];
    writer->triangle_count += counts[GT_INSTRUCTION];
}

static bool make_room(MeshWriter *writer) {
    Arena *arena = &writer->gt->document.arena;
    uint64_t budget = GT_MESH_BYTES_MAX;
    for (uint64_t i = 0; i < writer->gt->part_count; i++) {
        measure_part(writer, &writer->gt->parts[i], &budget);
    }
    writer->scratch = arena_alloc(arena, writer->scratch_bytes, 1);
    writer->unique_vertices =
        arena_alloc(arena, writer->unique_vertex_count, sizeof(GtUniqueVertex));
    writer->vertices = arena_alloc(arena, writer->vertex_count, sizeof(GtVertex));
    writer->triangles = arena_alloc(arena, writer->triangle_count, sizeof(GtTriangle));
    writer->unique_vertex_count = writer->vertex_count = writer->triangle_count = 0;
    return writer->scratch && writer->unique_vertices && writer->vertices && writer->triangles;
}

/* ---- One part ----------------------------------------------------------------------------------
 */

/* Decompresses one stream behind those before it; NULL or the status of the part. */
static const char *decompress(PartMesh *mesh, GtStreamKind kind, uint8_t **room) {
    const GtStream *stream = mesh->streams[kind];
    uint64_t bytes = stream_bytes(stream);
    FastlzResult result = fastlz_expands_to(stream->size, bytes);
    if (result == FASTLZ_OK) {
        result = fastlz_decompress(stream->data, stream->size, *room, bytes, NULL);
    }
    mesh->values[kind] = *room;
    *room += bytes;
    return stream_statuses[kind][result];
}

static const char *write_unique_vertices(const MeshWriter *writer, PartMesh *mesh) {
    const GtPart *part = mesh->part;
    const uint8_t *steps = mesh->values[GT_UNIQUE], *transforms = mesh->values[GT_TRANSFORM];
    GtUniqueVertex *vertex = writer->unique_vertices + writer->unique_vertex_count;
    uint32_t count = mesh->streams[GT_UNIQUE]->count, place = 0;
    if (mesh->streams[GT_TRANSFORM]->count != count) return "xform-count";
    for (uint32_t i = 0; i < count; i++, steps += 4, transforms += 4, vertex++) {
        uint32_t transform = load_u32(transforms); /* negative ones are beyond the last, too */
        place += load_u32(steps);
        if (transform >= part->transform_count) return "xform-range";
        *vertex = (GtUniqueVertex){.part = mesh->number,
                                   .place = place,
                                   .transform = (uint32_t)part->first_transform + transform,
                                   .position = {NAN, NAN, NAN}};
    }
    return NULL;
}

static const char *check_repeats(const PartMesh *mesh) {
    const uint8_t *steps = mesh->values[GT_REPEAT];
    int64_t unique = 0, count = mesh->streams[GT_UNIQUE]->count;
    for (uint32_t i = 0; i < mesh->streams[GT_REPEAT]->count; i++, steps += 2) {
        unique += load_i16(steps) + mesh->part->repeat_offset;
        if (unique < 0 || unique >= count) return "repeat-range";
    }
    return NULL;
}

static const char *write_vertices(const MeshWriter *writer, PartMesh *mesh) {
    const uint8_t *choices = mesh->values[GT_VERTEX], *steps = mesh->values[GT_REPEAT];
    const uint8_t *steps_end = steps + (uint64_t)mesh->streams[GT_REPEAT]->count * 2;
    GtVertex *vertex = writer->vertices + writer->vertex_count;
    uint32_t base = (uint32_t)writer->unique_vertex_count, next = base;
    uint32_t end = base + mesh->streams[GT_UNIQUE]->count, repeated = base;
    for (uint32_t i = 0; i < mesh->streams[GT_VERTEX]->count; i++, vertex++) {
        *vertex = (GtVertex){.part = mesh->number, .position = {NAN, NAN, NAN}};
        if (choices[i] == 1) {
            if (next == end) return "vert-uniq-overrun";
            vertex->unique = next++;
        } else if (choices[i] == 0) {
            if (steps == steps_end) return "vert-repeat-overrun";
            repeated += (uint32_t)(load_i16(steps) + mesh->part->repeat_offset);
            steps += 2;
            vertex->unique = repeated;
            vertex->is_repeat = true;
        } else {
            return "vert-value";
        }
    }
    mesh->unique_used = next - base;
    mesh->repeat_used = mesh->streams[GT_REPEAT]->count - (uint64_t)(steps_end - steps) / 2;
    return NULL;
}

static const char *write_triangles(const MeshWriter *writer, PartMesh *mesh) {
    const uint8_t *instructions = mesh->values[GT_INSTRUCTION];
    GtTriangle *triangle = writer->triangles + writer->triangle_count;
    uint32_t next = (uint32_t)writer->vertex_count, end = next + mesh->streams[GT_VERTEX]->count;
    uint32_t a = 0, b = 0, c = 0;
    for (uint32_t i = 0; i < mesh->streams[GT_INSTRUCTION]->count; i++, triangle++) {
        uint8_t instruction = instructions[i];
        uint32_t needs = instruction == INSTRUCTION_NEW ? 3 : 1;
        if (instruction > INSTRUCTION_NEW) return "rept-value";
        if (i == 0 && instruction != INSTRUCTION_NEW) return "rept-first";
        if (end - next < needs) return "rept-overrun";
        switch (instruction) {
        case 0:
            b = c;
            break;
        case 1:
            a = c;
            break;
        case 2: {
            uint32_t before = a;
            a = b;
            b = before;
            break;
        }
        default:
            a = next++;
            b = next++;
        }
        c = next++;
        *triangle = (GtTriangle){mesh->number, instruction, {a, b, c}};
    }
    mesh->vertex_used = next - writer->vertex_count;
    return NULL;
}

/* NULL, or what is wrong with the part. */
static const char *write_part(const MeshWriter *writer, PartMesh *mesh) {
    uint8_t *room = writer->scratch;
    const GtStream *const *streams = mesh->streams;
    const char *status;
    if ((status = decompress(mesh, GT_UNIQUE, &room)) ||
        (status = decompress(mesh, GT_TRANSFORM, &room)) ||
        (status = write_unique_vertices(writer, mesh)) ||
        (status = decompress(mesh, GT_REPEAT, &room)) || (status = check_repeats(mesh)) ||
        (status = decompress(mesh, GT_VERTEX, &room)) ||
        (status = decompress(mesh, GT_INSTRUCTION, &room))) {
        return status;
    }
    uint32_t unique_count = streams[GT_UNIQUE]->count;
    if (mesh->part->unique_count != (uint16_t)unique_count) mesh->warnings |= WARN_UNIQUE_COUNT;
    if ((status = write_vertices(writer, mesh)) || (status = write_triangles(writer, mesh))) {
        return status;
    }
    uint64_t corners = (uint64_t)streams[GT_INSTRUCTION]->count * 3;
    if (mesh->part->corner_count != corners) mesh->warnings |= WARN_CORNERS;
    if (mesh->unique_used != unique_count) mesh->warnings |= WARN_UNIQUE_LEFT;
    if (mesh->repeat_used != streams[GT_REPEAT]->count) mesh->warnings |= WARN_REPEAT_LEFT;
    if (mesh->vertex_used != streams[GT_VERTEX]->count) mesh->warnings |= WARN_VERTEX_LEFT;
    return NULL;
}

/* ---- All parts ---------------------------------------------------------------------------------
 */

static bool name_warnings(Gt *gt, const PartMesh *mesh) {
    if (!mesh->warnings || mesh->part->warnings) return true;
    char *text = arena_alloc(&gt->document.arena, WARNINGS_LENGTH, 1), *at = text;
    if (!text) return false;
    for (size_t i = 0; i < LENGTH(warning_names); i++) {
        if (!(mesh->warnings & 1u << i)) continue;
        if (at != text) *at++ = '|';
        memcpy(at, warning_names[i], strlen(warning_names[i]));
        at += strlen(warning_names[i]);
    }
    *at = 0;
    mesh->part->warnings = text;
    return true;
}

static bool decode_part(MeshWriter *writer, uint32_t number) {
    GtPart *part = &writer->gt->parts[number];
    PartMesh mesh = {.part = part, .number = number};
    part->first_unique = (uint32_t)writer->unique_vertex_count;
    part->first_vertex = (uint32_t)writer->vertex_count;
    part->first_triangle = (uint32_t)writer->triangle_count;
    if (part->status) return true; /* as measured */
    if (part->info_version < GT_INFO_LEGACY || part->info_version > GT_INFO_EXTRA) {
        mesh.warnings = WARN_VERSION;
    }
    find_streams(writer->gt, part, mesh.streams);
    const char *status = write_part(writer, &mesh);
    part->status = status ? status : "ok";
    if (!status) {
        part->unique_total = mesh.streams[GT_UNIQUE]->count;
        part->vertex_total = mesh.streams[GT_VERTEX]->count;
        part->triangle_total = mesh.streams[GT_INSTRUCTION]->count;
        writer->unique_vertex_count += part->unique_total;
        writer->vertex_count += part->vertex_total;
        writer->triangle_count += part->triangle_total;
    }
    return name_warnings(writer->gt, &mesh);
}

bool gt_decode_parts(Document *document, Error *error) {
    Gt *gt = (Gt *)document;
    Arena *arena = &gt->document.arena;
    MeshWriter writer = {.gt = gt};
    if (gt->parts_are_decoded) return true;
    if (!gt_read_geometry(document, error)) return false;
    bool done = make_room(&writer) || fail_memory(error, arena);
    for (uint32_t i = 0; i < gt->part_count && done; i++) {
        done = decode_part(&writer, i) || fail_memory(error, arena);
        if (done && arena_interrupted(arena)) done = fail_interrupted(error);
    }
    arena_release(arena, writer.scratch);
    if (!done) {
        arena_release(arena, writer.unique_vertices);
        arena_release(arena, writer.vertices);
        arena_release(arena, writer.triangles);
        return false;
    }
    gt->unique_vertices = writer.unique_vertices;
    gt->unique_vertex_count = writer.unique_vertex_count;
    gt->vertices = writer.vertices;
    gt->vertex_count = writer.vertex_count;
    gt->triangles = writer.triangles;
    gt->triangle_count = writer.triangle_count;
    gt->parts_are_decoded = true;
    return true;
}
