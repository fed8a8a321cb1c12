/* TRN decoder: the container, and all packets but the walkmesh. trn.h describes the format. */
#include "neverwinter/trn/trn.h"
#include "codec/text.h"

static bool is_container(const uint8_t *head, uint64_t head_size) {
    return head_size >= 4 && memcmp(head, "NWN2", 4) == 0;
}

/* Returns where the data of a bare walkmesh begin, which may still have the packet's header. */
static uint64_t bare_start(const uint8_t *head, uint64_t head_size) {
    bool has_header = head_size >= TRN_PACKET_HEADER_BYTES && memcmp(head, "ASWM", 4) == 0;
    return has_header ? TRN_PACKET_HEADER_BYTES : 0;
}

static bool trn_detect(const uint8_t *head, uint64_t head_size, uint64_t size UNUSED) {
    uint64_t start = bare_start(head, head_size);
    return is_container(head, head_size) || aswm_detect(head + start, head_size - start);
}

static bool is_type(const Trn *trn, uint64_t packet, const char *type) {
    return memcmp(trn->directory + packet * TRN_ENTRY_BYTES, type, 4) == 0;
}

static bool read_directory(Trn *trn, Reader *reader) {
    uint16_t major = 0, minor = 0;
    uint32_t packets = 0;
    reader->at = 4;
    if (!read_u16(reader, "the major version", &major) ||
        !read_u16(reader, "the minor version", &minor) ||
        !read_u32(reader, "the number of packets", &packets) ||
        !read_needed_records(reader, "entries of the directory", packets, TRN_ENTRY_BYTES,
                             &trn->directory)) {
        return false;
    }
    trn->major = major;
    trn->minor = minor;
    trn->packet_count = packets;
    return true;
}

/* Reads the headers of the packets. Every packet must lie within the file. All packets together
** must fit into the file as well, so that many entries can't refer to the same bytes. */
static bool read_packets(Trn *trn, Reader *reader) {
    uint64_t total = reader->at;
    Reader packet = *reader;
    Arena *arena = &trn->document.arena;
    trn->packet_sizes = arena_alloc(arena, trn->packet_count, sizeof *trn->packet_sizes);
    if (!trn->packet_sizes) return fail_memory(reader->error, arena);
    for (uint64_t i = 0; i < trn->packet_count; i++) {
        uint64_t offset = trn_packet_offset(trn, i);
        const uint8_t *header;
        if (offset > reader->size || reader->size - offset < TRN_PACKET_HEADER_BYTES) {
            return reader_fail(reader, TRN_HEADER_BYTES + i * TRN_ENTRY_BYTES + TRN_ENTRY_OFFSET,
                               "packet %" PRIu64 " begins at 0x%" PRIx64 ", the file has %" PRIu64
                               " bytes",
                               i, offset, reader->size);
        }
        packet.at = offset;
        if (!read_bytes(&packet, "a packet's header", TRN_PACKET_HEADER_BYTES, &header)) {
            return false;
        }
        if (memcmp(header, trn->directory + i * TRN_ENTRY_BYTES, TRN_TYPE_BYTES) != 0) {
            return reader_fail(reader, offset,
                               "packet %" PRIu64 " isn't of the type that the directory says", i);
        }
        uint64_t size = load_u32(header + TRN_TYPE_BYTES), left = reader_left(&packet);
        if (size > left) {
            return reader_fail(reader, offset + TRN_TYPE_BYTES,
                               "packet %" PRIu64 " needs %" PRIu64 " bytes, %" PRIu64 " left", i,
                               size, left);
        }
        total += TRN_PACKET_HEADER_BYTES + size;
        if (total > reader->size) {
            return reader_fail(reader, offset, "packet %" PRIu64 " overlaps others", i);
        }
        trn->packet_sizes[i] = (uint32_t)size;
    }
    return true;
}

/* Finds the packets of one type. */
static bool list_packets(Trn *trn, const char *type, TrnPackets *packets, Error *error) {
    Arena *arena = &trn->document.arena;
    uint64_t count = 0;
    for (uint64_t i = 0; i < trn->packet_count; i++) count += is_type(trn, i, type);
    uint64_t *starts = arena_alloc(arena, count, sizeof *starts);
    packets->numbers = arena_alloc(arena, count, sizeof *packets->numbers);
    packets->rows.starts = starts;
    if (!starts || !packets->numbers) return fail_memory(error, arena);
    for (uint64_t i = 0; i < trn->packet_count; i++) {
        if (!is_type(trn, i, type)) continue;
        packets->numbers[packets->rows.count] = i;
        starts[packets->rows.count++] =
            (uint64_t)trn_packet_offset(trn, i) + TRN_PACKET_HEADER_BYTES;
    }
    return true;
}

/* Returns a reader of one packet's data. Its offsets count from the start of the file. */
static Reader packet_reader(const Trn *trn, const TrnPackets *packets, uint64_t i, Error *error) {
    uint64_t start = packets->rows.starts[i];
    return (Reader){.bytes = trn->document.bytes,
                    .size = start + trn_packet_size(trn, packets->numbers[i]),
                    .at = start,
                    .error = error};
}

static bool begin_runs(TrnRuns *runs, Arena *arena, uint64_t parents, uint32_t record_bytes,
                       Error *error) {
    runs->record_bytes = record_bytes;
    runs->starts = arena_alloc(arena, parents, sizeof *runs->starts);
    if (!runs->starts) return fail_memory(error, arena);
    return children_begin(&runs->children, arena, parents, error);
}

static bool add_run(const Trn *trn, TrnRuns *runs, uint64_t parent, const uint8_t *run,
                    uint32_t count, Error *error) {
    runs->starts[parent] = document_offset(&trn->document, run);
    return children_add(&runs->children, parent, count, error);
}

/* Finds the start of each record of the runs at an offset, if some are there. */
static bool place_runs(Document *document, size_t offset, Error *error) {
    Trn *trn = (Trn *)document;
    TrnRuns *all[] = {&trn->terrains.vertices, &trn->terrains.triangles, &trn->waters.vertices,
                      &trn->waters.triangles, &trn->blades};
    size_t which = 0;
    while (which < LENGTH(all) && (char *)all[which] != (char *)trn + offset) which++;
    if (which == LENGTH(all) || all[which]->children.starts) return true;
    TrnRuns *runs = all[which];
    Children *children = &runs->children;
    uint64_t *starts = arena_alloc(&trn->document.arena, children->count, sizeof *starts);
    if (!starts) return fail_memory(error, &trn->document.arena);
    children->starts = starts;
    for (uint64_t parent = 0; parent < children->parent_count; parent++) {
        uint64_t start = runs->starts[parent];
        for (uint64_t i = child_count(children, parent); i--; start += runs->record_bytes) {
            *starts++ = start;
        }
    }
    return true;
}

static bool open_areas(Trn *trn, Error *error) {
    if (!list_packets(trn, "TRWH", &trn->areas, error)) return false;
    for (uint64_t i = 0; i < trn->areas.rows.count; i++) {
        Reader reader = packet_reader(trn, &trn->areas, i, error);
        const uint8_t *data;
        if (!read_bytes(&reader, "the area", TRN_AREA_BYTES, &data)) return false;
        if (!i) trn->area_width = load_u32(data + TRN_AREA_WIDTH);
    }
    return true;
}

/* Reads the vertices and triangles of a TRRN or WATR, behind a header that ends with their
** numbers. */
static bool read_surface(const Trn *trn, TrnSurfaces *surfaces, uint64_t index,
                         uint32_t header_bytes, Reader *reader) {
    const uint8_t *header, *vertices, *triangles;
    if (!read_bytes(reader, "the header of a packet", header_bytes, &header)) return false;
    uint32_t vertex_count = load_u32(header + header_bytes - 8);
    uint32_t triangle_count = load_u32(header + header_bytes - 4);
    if (!read_records(reader, "vertices", vertex_count, surfaces->vertices.record_bytes,
                      &vertices) ||
        !read_records(reader, "triangles", triangle_count, TRN_TRIANGLE_BYTES, &triangles)) {
        return false;
    }
    return add_run(trn, &surfaces->vertices, index, vertices, vertex_count, reader->error) &&
           add_run(trn, &surfaces->triangles, index, triangles, triangle_count, reader->error);
}

static bool read_image(TrnImage *image, Reader *reader) {
    return read_u32(reader, "the size of an image", &image->size) &&
           read_bytes(reader, "an image", image->size, &image->bytes);
}

/* Reads the ground of a megatile, and adds where its kinds of grass start to a list. */
static bool read_terrain(Trn *trn, uint64_t index, List *grass, Reader *reader) {
    TrnSurface *terrain = &trn->terrains.items[index];
    uint32_t count;
    if (!read_surface(trn, &trn->terrains, index, TRN_TERRAIN_BYTES, reader) ||
        !read_image(&terrain->images[0], reader) || !read_image(&terrain->images[1], reader) ||
        !read_u32(reader, "the number of kinds of grass", &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t start = reader->at;
        const uint8_t *header, *blades;
        if (!read_bytes(reader, "a kind of grass", TRN_GRASS_BYTES, &header) ||
            !read_records(reader, "blades", load_u32(header + TRN_GRASS_BLADE_COUNT),
                          TRN_BLADE_BYTES, &blades) ||
            !list_push(&trn->document.arena, grass, &start, sizeof start, reader->error)) {
            return false;
        }
    }
    return children_add(&trn->grass, index, count, reader->error);
}

static bool read_water(Trn *trn, uint64_t index, List *grass UNUSED, Reader *reader) {
    TrnSurface *water = &trn->waters.items[index];
    return read_surface(trn, &trn->waters, index, TRN_WATER_BYTES, reader) &&
           read_records(reader, "flags of triangles",
                        child_count(&trn->waters.triangles.children, index), 4, &water->flags) &&
           read_image(&water->images[0], reader) &&
           read_bytes(reader, "the place of a megatile", 8, &water->place);
}

static bool open_surfaces(Trn *trn, TrnSurfaces *surfaces, const char *type, uint32_t vertex_bytes,
                          bool (*read)(Trn *, uint64_t, List *, Reader *), List *grass,
                          Error *error) {
    Arena *arena = &trn->document.arena;
    if (!list_packets(trn, type, &surfaces->packets, error)) return false;
    uint64_t count = surfaces->packets.rows.count;
    surfaces->items = arena_zeroed(arena, count, sizeof *surfaces->items);
    if (!surfaces->items) return fail_memory(error, arena);
    if (!begin_runs(&surfaces->vertices, arena, count, vertex_bytes, error) ||
        !begin_runs(&surfaces->triangles, arena, count, TRN_TRIANGLE_BYTES, error) ||
        (grass && !children_begin(&trn->grass, arena, count, error))) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        Reader reader = packet_reader(trn, &surfaces->packets, i, error);
        if (!read(trn, i, grass, &reader)) return false;
        surfaces->items[i].trailing_bytes = reader_left(&reader);
    }
    return true;
}

/* Opens the ground, and the blades of grass, which stand behind the header of their kind. */
static bool open_terrains(Trn *trn, Error *error) {
    Arena *arena = &trn->document.arena;
    List grass = {0};
    if (!open_surfaces(trn, &trn->terrains, "TRRN", TRN_TERRAIN_VERTEX_BYTES, read_terrain, &grass,
                       error) ||
        !begin_runs(&trn->blades, arena, grass.count, TRN_BLADE_BYTES, error)) {
        return false;
    }
    trn->grass.starts = grass.items;
    for (uint64_t i = 0; i < grass.count; i++) {
        const uint8_t *header = trn->document.bytes + trn->grass.starts[i];
        if (!add_run(trn, &trn->blades, i, header + TRN_GRASS_BYTES,
                     load_u32(header + TRN_GRASS_BLADE_COUNT), error)) {
            return false;
        }
    }
    return true;
}

static bool open_mesh(Trn *trn, Error *error) {
    if (!trn->is_container) {
        trn->mesh_start = bare_start(trn->document.bytes, trn->document.size);
        return aswm_open(&trn->mesh, &trn->document.arena, trn->document.bytes, trn->mesh_start,
                         trn->document.size - trn->mesh_start, error);
    }
    if (!list_packets(trn, "ASWM", &trn->meshes, error)) return false;
    if (!trn->meshes.rows.count) return true;
    trn->mesh_start = trn->meshes.rows.starts[0];
    return aswm_open(&trn->mesh, &trn->document.arena, trn->document.bytes, trn->mesh_start,
                     trn_packet_size(trn, trn->meshes.numbers[0]), error);
}

/* Writes the version: "2.3", or "2.3, ASWM 0x6C". */
static bool name_version(Trn *trn, Error *error) {
    const char *mesh = trn->mesh.layout ? trn->mesh.layout->name : NULL;
    Arena *arena = &trn->document.arena;
    trn->document.version = trn->is_container
                                ? text_printed(arena, "%u.%u%s%s", trn->major, trn->minor,
                                               mesh ? ", ASWM " : "", mesh ? mesh : "")
                                : text_printed(arena, "ASWM %s", mesh);
    return trn->document.version || fail_memory(error, arena);
}

static bool trn_open(Document *document, Error *error) {
    Trn *trn = (Trn *)document;
    Reader reader = document_reader(document, error);
    uint64_t head_size;
    const uint8_t *head = document_head(document, &head_size);
    trn->is_container = is_container(head, head_size);
    return !trn->is_container || (read_directory(trn, &reader) && read_packets(trn, &reader));
}

/* Reads the contents of the packets. */
static bool trn_complete(Document *document, Error *error) {
    Trn *trn = (Trn *)document;
    return open_areas(trn, error) && open_terrains(trn, error) &&
           open_surfaces(trn, &trn->waters, "WATR", TRN_WATER_VERTEX_BYTES, read_water, NULL,
                         error) &&
           open_mesh(trn, error) && name_version(trn, error);
}

const Format trn_format = {
    .name = "TRN",
    .ending = ".trx",
    .other_endings = ".trn",
    .found_by_name = true,
    .doc = "Neverwinter Nights 2 area (TRN, TRX): ground, water, and the walkmesh with its path "
           "tables.",
    .detect = trn_detect,
    .document_bytes = sizeof(Trn),
    .open = trn_open,
    .complete = trn_complete,
    .make_children = place_runs,
    .opens_by_parts = READS_HEADER,
    .check = trn_check,
    .check_beside = trn_check_beside,
    .inflates = true,
    .part = trn_part,
    .pack = trn_pack,
};
