"""What gamemap_pack writes, as others read it: Python's zipfile, unzip where it is installed, and readers of
GRF, THOR and ERF that were written from the descriptions of these formats.

    python3 tests/readers/packed_archives.py EXTENSION FOLDER

The files of the folder are packed as each kind, without those whose names the kind can't store. The
last line is "N passed, N failed"."""

import io
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

TYPES = {0: 'res', 1: 'bmp', 3: 'tga', 10: 'txt', 2002: 'mdl', 2009: 'nss', 2012: 'are', 2013: 'set', 2014: 'ifo', 2017: '2da', 2018: 'tlk',
         2023: 'git', 2027: 'utc', 2044: 'utp', 3002: 'trn', 3035: 'trx'}
extension, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
contents = {}
for name in sorted(os.listdir(folder)):
    if os.path.isfile(os.path.join(folder, name)):
        with open(os.path.join(folder, name), 'rb') as file:
            contents[name] = file.read()


def read_zip(data):
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.testzip() is None
    return {name: archive.read(name) for name in archive.namelist()}


def read_grf(data):
    magic, table, seed, count, version = struct.unpack('<15s15xIIII', data[:46])
    assert magic == b'Master of Magic' and version == 0x200
    packed, size = struct.unpack_from('<II', data, 46 + table)
    names = zlib.decompress(data[54 + table:54 + table + packed])
    assert len(names) == size
    found = {}
    while names:
        name, names = names.split(b'\0', 1)
        packed, aligned, size, flags, offset = struct.unpack_from('<IIIBI', names)
        assert flags == 1 and aligned == (packed + 7) // 8 * 8
        found[name.decode('cp949').replace('\\', '/')] = zlib.decompress(data[46 + offset:46 + offset + packed])
        names = names[17:]
    assert len(found) == count - seed - 7
    return found


def read_thor(data):
    magic, merge, count, mode, target, size, offset = struct.unpack_from('<24sBIHBII', data)
    assert (magic, merge, mode, target) == (b'ASSF (C) 2007 Aeomin DEV', 1, 0x30, 0)
    table, found = zlib.decompress(data[offset:offset + size]), {}
    while table:
        name, flags = table[1:1 + table[0]], table[1 + table[0]]
        table = table[2 + table[0]:]
        content = None
        if not flags & 1:
            offset, packed, size = struct.unpack_from('<III', table)
            table, content = table[12:], zlib.decompress(data[offset:offset + packed])
            assert len(content) == size
        found[name.decode('cp949').replace('\\', '/')] = content
    assert len(found) == count
    return found


def read_erf(data):
    assert data[4:8] == b'V1.0'
    texts, bytes_of_texts, count, texts_at, keys, resources = struct.unpack_from('<6I', data, 8)
    assert texts == bytes_of_texts == 0
    found = {}
    for i in range(count):
        name, number, kind = struct.unpack_from('<16sII', data, keys + 24 * i)
        offset, size = struct.unpack_from('<II', data, resources + 8 * i)
        assert number == i
        found[name.rstrip(b'\0').decode('cp1252') + '.' + TYPES[kind]] = data[offset:offset + size]
    return found


def fits(kind, name):
    stem, _, ending = name.rpartition('.')
    return kind in ('zip', 'grf', 'thor') or (0 < len(stem) <= 16 and ending in TYPES.values())


passed = failed = 0
work = tempfile.mkdtemp()
for kind, read in (('zip', read_zip), ('grf', read_grf), ('thor', read_thor), ('hak', read_erf), ('erf', read_erf), ('mod', read_erf)):
    wanted = {name: content for name, content in contents.items() if fits(kind, name)}
    out = os.path.join(work, 'out.' + kind)
    names = ', '.join("('%s')" % name for name in wanted)
    subprocess.run(['sqlite3', ':memory:', '-cmd', '.load ' + extension,
                    "SELECT writefile('%s', gamemap_pack('%s', column1, gamemap_read('%s/' || column1))) FROM (VALUES %s)"
                    % (out, kind, folder, names)], check=True, stdout=subprocess.DEVNULL)
    with open(out, 'rb') as file:
        found = read(file.read())
    good = len(wanted) > 5 and found == wanted
    if kind == 'zip' and shutil.which('unzip'):
        good = good and subprocess.run(['unzip', '-tq', out], stdout=subprocess.DEVNULL).returncode == 0
    passed, failed = passed + good, failed + (not good)
    if not good:
        print('%s: %d files packed, %d found, %s' % (kind, len(wanted), len(found), set(found) ^ set(wanted)))
shutil.rmtree(work)
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
