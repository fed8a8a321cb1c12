"""Reads what tiles of Neverwinter Nights 2's walkmeshes own, from the description of the format
alone. No known file has any. Sources disagree whether triangles stand behind vertices and edges:
what ends at the end of the walkmesh is right."""
import os
import struct
import zlib

from fields import Places, Refused
from trn_ground import container, packets

FILES = ("*.trn", "*.trx")
PREFIX = ("aswm_tile_vertices", "aswm_tile_edges")
PARTIAL = True  # a damaged ground is none of its business, nor is an odd path table
TABLES = {
    "aswm_tiles": "x y owns_data vertex_count edge_count triangle_count local_to_node_count "
                  "node_count local_to_node node_to_local nodes byte_offset",
    "aswm_tile_vertices": "tile_id vertex_index x y z byte_offset",
    "aswm_tile_edges": "tile_id edge_index vertex0_raw vertex1_raw triangle0_raw triangle1_raw "
                       "byte_offset",
}
EDGE = {0x69: 52, 0x6A: 16, 0x6B: 16, 0x6C: 16}
TRIANGLE = {0x69: 88, 0x6A: 68, 0x6B: 64, 0x6C: 64}
HEADER, TILE, ISLAND = 53, 57, 24


def walkmesh(data):
    """The walkmesh, and where it lies in the file if it isn't compressed, else 0."""
    for kind, at, size in packets(data):
        if kind != b"ASWM":
            continue
        body = Places(data.block(at, size))
        if body.data[:4] != b"COMP":
            return body, at
        packed, unpacked = body.many(4, "II")
        try:
            mesh = zlib.decompress(body.block(12, packed))
        except zlib.error as error:
            raise Refused(str(error)) from error
        if len(mesh) != unpacked:
            raise Refused("the walkmesh inflates to another size")
        return Places(mesh), 0
    return None, 0


class Tiles:
    """The tiles of a walkmesh, with or without triangles of their own, and where it ends."""

    def __init__(self, mesh, base, version, has_triangles):
        self.mesh, self.base, self.version = mesh, base, version
        self.rows = {table: [] for table in TABLES}
        self.owns = False
        counts = mesh.many(37, "III")
        at = HEADER + 12 * counts[0] + EDGE[version] * counts[1] + TRIANGLE[version] * counts[2]
        height, width = mesh.many(at + 8, "II")
        at += 16
        for tile in range(height * width):
            at = self.tile(tile, (tile % width, tile // width), at, has_triangles)
        self.end = self.islands(at)

    def tile(self, tile, place, start, has_triangles):
        mesh, version = self.mesh, self.version
        owns, vertices, edges, triangles = mesh.many(start + 32, "BIII")
        at = start + TILE
        if owns:
            self.owns = True
            at = self.owned(tile, at, vertices, edges)
            at += TRIANGLE[version] * triangles if has_triangles else 0
        if version == 0x6C:
            compressed, local, nodes, _ = mesh.many(at, "IIBI")
            at += 13
        else:
            compressed, local, nodes, _ = mesh.many(at, "IBBI")
            at += 10
        if compressed & 3:
            raise Refused("a path table is compressed")
        sizes = local, nodes * {0x6C: 4, 0x6B: 1}.get(version, 0), nodes * nodes
        tables = []
        for size in sizes:
            tables.append(mesh.block(at, size))
            at += size
        self.rows["aswm_tiles"].append((*place, owns, vertices, edges, triangles, local, nodes,
                                        *tables, self.base + start))
        return at + 4

    def owned(self, tile, at, vertices, edges):
        for i in range(vertices):
            self.rows["aswm_tile_vertices"].append(
                (tile, i, *self.mesh.many(at + 12 * i, "fff"), self.base + at + 12 * i))
        at += 12 * vertices
        for i in range(edges):
            self.rows["aswm_tile_edges"].append((tile, i, *self.mesh.many(at, "4I"),
                                                 self.base + at))
            at += EDGE[self.version]
        return at

    def islands(self, at):
        count = self.mesh.one(at + 4, "I")
        at += 8
        for _ in range(count):
            at += ISLAND
            for _ in range(3):
                at += 4 + 4 * self.mesh.one(at, "I")
        at += 8 * count * count
        self.mesh.block(at, 0)
        return at


def read(path):
    mesh, base = walkmesh(Places.of(path))
    if mesh is None:
        return {}
    version, owns = mesh.one(0, "I"), mesh.one(36, "B")
    if version not in EDGE or not owns:
        raise Refused("another version, or a walkmesh without data")
    found, why = [], Refused("tiles own data, and nothing ends at the end of the walkmesh")
    for has_triangles in (False, True):
        try:
            found.append(Tiles(mesh, base, version, has_triangles))
        except Refused as refusal:
            why = refusal
    for tiles in found:
        if tiles.end == len(mesh) or not tiles.owns:
            return tiles.rows
    raise why


def made(chance):
    """A random walkmesh of some tiles, of which some own data."""
    version, has_triangles = chance.choice(tuple(EDGE)), chance.random() < 0.5
    counts = [chance.randrange(4) for _ in range(3)]
    parts = [struct.pack("<I32sBIIII", version, b"mesh", 1, *counts, 0)]
    sizes = 12, EDGE[version], TRIANGLE[version]
    parts += [bytes(size * count) for size, count in zip(sizes, counts)]
    height, width = chance.randrange(4), chance.randrange(4)
    parts.append(struct.pack("<IfII", 31, 9, height, width))
    for _ in range(height * width):
        owns, own = chance.random() < 0.4, [chance.randrange(4) for _ in range(3)]
        parts.append(struct.pack("<32sBIIIffI", b"tile", owns, *own, 0, 0, 0))
        if owns:
            parts.append(struct.pack(f"<{3 * own[0]}f",
                                     *(chance.uniform(-9, 9) for _ in range(3 * own[0]))))
            parts.append(chance.randbytes(sizes[1] * own[1]))
            parts.append(bytes(sizes[2] * own[2] if has_triangles else 0))
        local, nodes = chance.randrange(4), chance.randrange(4)
        parts.append(struct.pack("<IIBI" if version == 0x6C else "<IBBI", 0, local, nodes, 0))
        parts.append(chance.randbytes(local + nodes * {0x6C: 4, 0x6B: 1}.get(version, 0)))
        parts.append(chance.randbytes(nodes * nodes) + struct.pack("<I", 31))
    islands = chance.randrange(3)
    parts.append(struct.pack("<II", 0, islands))
    for i in range(islands):
        parts.append(struct.pack("<II3fI", i, 0, 0, 0, 0, 1))
        links = chance.randrange(3)
        parts += 3 * [struct.pack("<I", links) + bytes(4 * links)]
    return b"".join(parts) + bytes(8 * islands * islands)


def generate(folder, chance, count):
    for number in range(count):
        mesh = made(chance)
        if chance.random() < 0.6:
            packed = zlib.compress(mesh)
            mesh = struct.pack("<4sII", b"COMP", len(packed), len(mesh)) + packed
        contents = [(b"TRWH", bytes(12)), (b"ASWM", mesh)]
        with open(os.path.join(folder, f"{number:05}.trx"), "wb") as file:
            file.write(container(chance, contents))
