"""Writes random chunks of Firefall's world, and payloads alone."""
import os
import struct
import zlib

import vgeo_made
from gt import KNOWN
from nodes import MARKER
from vgeo_made import lzma_stream
from zone_made import faulty, floats, node, text, texts

PAGES = 3  # of the client's vertices


def fastlz(chance, data):
    """A stream of either level that unpacks to the data."""
    level, out, at = chance.randrange(2), bytearray(), 0
    while at < len(data):
        best = 0
        for _ in range(8 if at else 0):  # some places that may repeat from here on
            back = chance.randrange(1, min(at, 8192 if not level else 70000) + 1)
            length = 0
            while at + length < len(data) and data[at + length - back] == data[at + length] \
                    and length < (264 if not level else 1000):
                length += 1
            if length > best:
                best, distance = length, back
        if best < 3:
            count = min(chance.randrange(1, 33), len(data) - at)
            out += bytes([count - 1]) + data[at:at + count]
            at += count
            continue
        at += best
        offset = distance - 1
        far = b""
        if level and offset >= 8191:
            far, offset = struct.pack(">H", offset - 8191), 8191
        rest = best - 9
        out.append(min(best - 2, 7) << 5 | offset >> 8)
        if rest >= 0:
            while level and rest >= 255:
                out.append(255)
                rest -= 255
            out.append(rest)
        out += bytes([offset & 255]) + far
    if out:
        out[0] |= level << 5
    return bytes(out)


def stream(chance, values, letter):
    data = struct.pack(f"<{len(values)}{letter}", *values)
    count = len(values)
    if chance.random() < 0.02:
        count += chance.choice((-1, 1)) if count else 1
    packed = fastlz(chance, data)
    return struct.pack("<II", count, len(packed)) + packed


def odd(chance, values, bad):
    """The values; now and then one of them is another."""
    if values and chance.random() < 0.02:
        values[chance.randrange(len(values))] = chance.choice(bad)
    return values


def streams(chance, version, transforms):
    """The streams of a part that fit each other, and its count of corners."""
    instructions = [3] + [chance.choice((0, 1, 2, 2, 3)) for _ in range(chance.randrange(30))] \
        if chance.random() < 0.95 else []
    vertices, uniques, repeats = [], [], []
    count = sum(3 if value == 3 else 1 for value in instructions)
    for _ in range(count + (chance.random() < 0.03)):
        if uniques and chance.random() < 0.4:
            repeats.append(chance.randrange(len(uniques)))
            vertices.append(0)
        else:
            place = chance.randrange(PAGES * 2048)
            uniques.append(chance.getrandbits(32) if chance.random() < 0.02 else place)
            vertices.append(1)
    offset = chance.choice((0, 0, 3, -7))
    steps = [after - before - offset for before, after in zip([0] + repeats, repeats)]
    sums = [after - before & 0xFFFFFFFF for before, after in zip([0] + uniques, uniques)]
    places = [chance.randrange(transforms) if transforms else 0 for _ in uniques]
    first = stream(chance, sums, "I") + stream(chance, odd(chance, places, (-1, transforms)), "i")
    if version == 8:
        first += stream(chance, [1, 2, 3], "I")
    corners = 3 * len(instructions) + 3 * (chance.random() < 0.03)
    second = struct.pack("<Ih", corners, offset)
    second += stream(chance, odd(chance, steps, (-9, 99, 32767)), "h")
    second += stream(chance, odd(chance, vertices, (0, 1, 2, 255)), "B")
    second += stream(chance, odd(chance, instructions, (0, 3, 4, 255)), "B")
    return first, second, len(uniques)


def part(chance, kind):
    flag = chance.choice((0, 1, 255))
    version = chance.choice((6, 7, 7, 8, 5, 9, 0))
    transforms = chance.randrange(1, 4) if chance.random() < 0.95 else 0
    first, second, count = streams(chance, version, transforms)
    data = struct.pack("<I", flag << 24 | chance.getrandbits(24))
    if flag:
        data += chance.randbytes(12)
    if kind == 2:
        data += floats(chance, 4)
    data += floats(chance, 6) + struct.pack("<HHI", count + (chance.random() < 0.1), version, 0)
    if version == 5:
        matrices = chance.randrange(3)
        data += struct.pack("<I", matrices) + floats(chance, 12 * matrices)
        first = b"".join(stream(chance, [number], "B") for number in range(14))
    data += struct.pack("<I", transforms) + floats(chance, 16 * transforms)
    return data + first + second + chance.randbytes(4)


def geometry(chance, kind):
    version = chance.choice((3, 3, 3, 2, 1, 0))
    u64 = 8 if kind == 1 and version == 3 else 0
    entries = chance.randrange(4)
    data = struct.pack("<HHII", entries, version, 8, 64)
    if version in (1, 2):
        matrices, count = chance.randrange(3), chance.choice((0, 2, 0x100000))
        data += struct.pack("<I", matrices) + floats(chance, 12 * matrices)
        data += struct.pack("<I", count)
        if count < 0x100000 and version == 2:
            data += chance.randbytes(29 * count)
        elif count < 0x100000:
            for width in (4, 4, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4):
                count = chance.randrange(3)
                data += struct.pack("<I", count) + chance.randbytes(width * count)
    for _ in range(entries):
        groups, treenodes = chance.randrange(3), chance.randrange(3)
        data += struct.pack("<II", chance.randrange(70), groups)
        for _ in range(groups):
            parts = chance.randrange(4)
            data += floats(chance, 6) + chance.randbytes(u64) + struct.pack("<I", parts)
            data += b"".join(part(chance, kind) for _ in range(parts))
        data += struct.pack("<I", treenodes)
        for _ in range(treenodes):
            data += floats(chance, 10 if version == 3 else 12)
            data += chance.randbytes(u64 + 8) if version == 3 else b""
    return data


def subzones(chance):
    side, count, grids = chance.randrange(6), chance.randrange(4), chance.randrange(3)
    cells = bytes(chance.randrange(count + 1) for _ in range(side * side * grids))
    return (struct.pack("<III", chance.getrandbits(32), side, count) + chance.randbytes(4 * count)
            + struct.pack("<I", grids) + cells)


def collision(chance):
    revision, materials = chance.choice((2, 2, 2, 1)), chance.randrange(3)
    blocks = chance.randrange(3)
    data = b"ENWF" + struct.pack("<HHII", 3, revision, chance.getrandbits(32), materials)
    data += chance.randbytes(4 * materials)
    if revision == 2:
        data += struct.pack("<I", blocks)
        for _ in range(blocks):
            count = chance.randrange(6)
            data += struct.pack("<I", count) + floats(chance, 3 * count)
        blocks += chance.choice((0, 0, 0, 1))
        data += struct.pack("<I", blocks)
        for _ in range(blocks):
            count = chance.randrange(4)
            kind, letter = chance.choice(((0x60002, "H"), (0x30001, "B")))
            corners = [chance.randrange(6) for _ in range(3 * count)]
            kind = 0x60003 if chance.random() < 0.03 else kind
            data += struct.pack("<II", count, kind) + struct.pack(f"<{3 * count}{letter}", *corners)
        items = chance.randrange(3)
        data += struct.pack("<I", items)
        for _ in range(items):
            size = chance.randrange(5)
            data += struct.pack("<II", size, chance.getrandbits(32)) + chance.randbytes(size)
        mopps = chance.randrange(3)
        data += struct.pack("<I", mopps)
        for _ in range(mopps):
            size, count = chance.randrange(5), chance.randrange(3)
            data += floats(chance, 4) + struct.pack("<I", size) + chance.randbytes(size + 3)
            data += struct.pack("<I", count) + chance.randbytes(2 * count)
    return data + chance.randbytes(chance.randrange(6))


def props(chance):
    def prop():
        kind = chance.choice((0x50000, 0x50018, 0x50001, 0x50011, 2, 0x5000D))
        data = {0x50000: lambda: struct.pack("<I", 501) + floats(chance, 16) + chance.randbytes(44),
                0x50018: lambda: struct.pack("<I", 502) + floats(chance, 12) + chance.randbytes(3),
                0x50001: lambda: nested(chance)}.get(kind, lambda: text(chance))()
        return node(chance, kind, faulty(chance, data))
    return b"".join(prop() for _ in range(chance.randrange(6)))


def nested(chance, depth=2):
    """Nodes of small types in each other."""
    data = b""
    for _ in range(chance.randrange(3)):
        content = chance.choice((b"", b"\0" * 8)) + (nested(chance, depth - 1) if depth else b"")
        kind = chance.choice((0, 1, 2, 3, 5, 8, 9, 11, 0x50013, 0x50000, 0x1F))
        data += node(chance, kind, content)
    return data


MAKERS = {0x40210: lambda chance: geometry(chance, 1), 0x40203: lambda chance: geometry(chance, 2),
          0x40102: subzones, 0x40104: texts, 0x40204: texts, 0x40101: collision, 0x40103: collision,
          0x40105: collision, 0x40200: props, 0x40100: nested, 0x40207: nested}


def payload(chance):
    data = b""
    for _ in range(chance.randrange(1, 4)):
        kind = chance.choice(KNOWN + (0x40210, 0x40203) * 3)
        data += node(chance, kind, faulty(chance, MAKERS.get(kind, text)(chance)))
    return data


def chunk(chance):
    """A container; each block stands at the place that the index names."""
    base = 0

    def reference(data):
        """A block and its reference, with payload sizes that are sometimes wrong."""
        nonlocal base
        block = b""
        if data:
            block = b"DATA" + zlib.compress(data) if chance.random() < 0.6 else \
                b"DAT2" + lzma_stream(chance, data)
        size = len(data) + (chance.choice((-1, 1)) if data and chance.random() < 0.03 else 0)
        found = struct.pack("<III", base, len(block), size)
        base += len(block)
        blocks.append(block + b"gap" * (chance.random() < 0.02))
        base += len(blocks[-1]) - len(block)
        return found

    def block_data():
        return payload(chance) if chance.random() < 0.5 else b""

    lods, blocks = [], []
    for number in range(chance.randrange(1, 4)):
        exponent = chance.choice((0, 0, 1))
        content = struct.pack("<II", number, exponent) + reference(block_data())
        for _ in range(4 ** exponent):
            content += marked(0x40002, reference(block_data()) + floats(chance, 6))
        lods.append(marked(0x40001, content))
    head = struct.pack("<IQI", chance.choice((8, 7)), chance.getrandbits(64), len(lods))
    return marked(0x40000, head + b"".join(lods)) + b"".join(blocks)


def marked(kind, content):
    return MARKER + struct.pack("<II", kind, len(content)) + content


def generate(folder, chance, count):
    vgeo_made.full_client(chance, os.path.dirname(folder), PAGES)
    for number in range(count):
        inside = os.path.join(folder, f"{number:05}")
        os.makedirs(inside)
        whole = chance.random() < 0.4
        name = chance.choice(("5_0001_0002", "x", "1_2_3", "4_99999_1"))
        name += ".gtchunk" if whole else ".payload.dat"
        with open(os.path.join(inside, name), "wb") as file:
            file.write(chunk(chance) if whole else payload(chance))
