"""What a user would write without gamemap: import the rows of a file into SQLite, then ask.

    python3 tests/compare_import.py gnd_cubes map.gnd ["SELECT sum(height_sw) FROM t"]

The benchmark times it as a whole process. It needs nothing but Python.
"""
import sqlite3
import struct
import sys


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


TABLES = {
    'gnd_cubes': (gnd_cubes, 'id INTEGER PRIMARY KEY, x, y, height_sw REAL, height_se REAL, '
                             'height_nw REAL, height_ne REAL, surface_top INTEGER, '
                             'surface_north INTEGER, surface_east INTEGER'),
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
