"""What a user would write without gamemap: import the rows of a file into SQLite, then ask.

    python3 tests/bench/compare_import.py gnd_cubes map.gnd ["SELECT sum(height_sw) FROM t"]

The benchmark times it as a whole process. It needs nothing but Python.
"""
import sqlite3
import struct
import sys
import zlib


def gnd_cubes(data):
    """x, y, four altitudes and three surfaces for each cube of a map of version 1.7 or later."""
    width, height, _, textures, path_length = struct.unpack_from('<IIfII', data, 6)
    at = 26 + textures * path_length
    lightmaps, columns, rows, _ = struct.unpack_from('<4I', data, at)
    at += 16 + lightmaps * columns * rows * 4
    surfaces, = struct.unpack_from('<I', data, at)
    at += 4 + surfaces * 40
    cubes = struct.iter_unpack('<4f3i', data[at:at + width * height * 28])
    for i, (sw, se, nw, ne, top, north, east) in enumerate(cubes):
        yield (i, i % width, i // width, sw, se, nw, ne, top if top >= 0 else None,
               north if north >= 0 else None, east if east >= 0 else None)


def aswm_triangles(data):
    """The fields of each triangle of a walkmesh of version 0x6C."""
    packets, = struct.unpack_from('<I', data, 8)
    for i in range(packets):
        kind, offset = struct.unpack_from('<4sI', data, 12 + 8 * i)
        if kind == b'ASWM':
            size, = struct.unpack_from('<I', data, offset + 12)
            mesh = zlib.decompress(data[offset + 20:offset + 20 + size])
            vertices, edges, triangles = struct.unpack_from('<3I', mesh, 37)
            at = 53 + 12 * vertices + 16 * edges
            fields = struct.iter_unpack('<3I3I3I2f3ffHH', mesh[at:at + 64 * triangles])
            for number, triangle in enumerate(fields):
                yield (number,) + triangle


def jmx_tiles(data):
    """x, z, cell, flags and texture of each tile of a region with tiles of 8 bytes."""
    objects, = struct.unpack_from('<H', data, 12)
    at = 14
    for _ in range(objects):
        links, = struct.unpack_from('<H', data, at + 30)
        at += 32 + 6 * links
    cells, _ = struct.unpack_from('<II', data, at)
    at += 8
    for _ in range(cells):
        at += 17 + 2 * data[at + 16]
    for size in (27, 23):
        edges, = struct.unpack_from('<I', data, at)
        at += 4 + size * edges
    for i, tile in enumerate(struct.iter_unpack('<IHH', data[at:at + 96 * 96 * 8])):
        yield (i, i % 96, i // 96) + tile


def mdl_vertices(data):
    """Node and position of each vertex of a binary model."""
    raw = 12 + struct.unpack_from('<I', data, 4)[0]
    nodes, row = [12 + struct.unpack_from('<I', data, 12 + 72)[0]], 0
    for number, node in enumerate(nodes):
        children, count = struct.unpack_from('<II', data, node + 72)
        nodes += [12 + child for child in struct.unpack_from(f'<{count}I', data, 12 + children)]
        flags, = struct.unpack_from('<I', data, node + 108)
        if not flags & 0x20:
            continue
        parts = ((2, 92), (4, 216), (16, 68))
        mesh = node + 112 + sum(size for flag, size in parts if flags & flag)
        pointer, vertices = struct.unpack_from('<IH', data, mesh + 444)
        if pointer == 0xFFFFFFFF:
            continue
        positions = data[raw + pointer:raw + pointer + 12 * vertices]
        for index, position in enumerate(struct.iter_unpack('<3f', positions)):
            yield (row, number, index) + position
            row += 1


TABLES = {
    'gnd_cubes': (gnd_cubes, 'id INTEGER PRIMARY KEY, x, y, height_sw, height_se, height_nw, '
                             'height_ne, surface_top, surface_north, surface_east'),
    'aswm_triangles': (aswm_triangles, 'id INTEGER PRIMARY KEY, vertex0, vertex1, vertex2, edge0, '
                                       'edge1, edge2, neighbor0, neighbor1, neighbor2, center_x, '
                                       'center_y, normal_x, normal_y, normal_z, plane_d, '
                                       'island_id, flags'),
    'jmx_tiles': (jmx_tiles, 'id INTEGER PRIMARY KEY, x, z, cell_id, flags, texture_id'),
    'mdl_vertices': (mdl_vertices, 'id INTEGER PRIMARY KEY, node_id, vertex_index, x, y, z'),
}


def main(table, path, question=None):
    rows, columns = TABLES[table]
    database = sqlite3.connect(':memory:')
    database.execute(f'CREATE TABLE t({columns})')
    with open(path, 'rb') as file:
        data = file.read()
    places = ', '.join('?' * len(columns.split(',')))
    database.executemany(f'INSERT INTO t VALUES ({places})', rows(data))
    if question:
        print(database.execute(question).fetchone()[0])


main(*sys.argv[1:])
