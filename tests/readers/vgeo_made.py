"""Writes random pages of vertices, with an index of each version."""
import lzma
import os
import struct
import zlib

from zone_made import floats


def lzma_stream(chance, data):
    """Properties and a raw LZMA1 stream, now and then without its end marker."""
    lc = chance.randrange(5)
    lp, pb, size = chance.randrange(5 - lc), chance.randrange(5), 1 << chance.randrange(12, 17)
    filters = [{"id": lzma.FILTER_LZMA1, "lc": lc, "lp": lp, "pb": pb, "dict_size": size}]
    stream = lzma.compress(data, lzma.FORMAT_RAW, filters=filters)
    while chance.random() < 0.8:  # no byte that the data needs
        reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters)
        if reader.decompress(stream[:-1], len(data)) != data:
            break
        stream = stream[:-1]
    return struct.pack("<BI", lc + 9 * (lp + 5 * pb), size) + stream


def page(chance, version, packed, at):
    """The index of a page, and its data, which lies at `at`."""
    count = chance.choice((0, 1, 2, 7, chance.randrange(40)))
    stride = chance.choice((27, 23)) if packed else 27
    vertices = b"".join(floats(chance, 3) + chance.randbytes(stride - 12) for _ in range(count))
    data = vertices
    if packed:
        flag = 1 if stride == 27 else chance.choice((0, 2, 255))
        data = bytes([flag]) + lzma_stream(chance, vertices)
    checksum = zlib.crc32(vertices) ^ (chance.random() < 0.1)
    index = struct.pack("<QIH", at + (chance.random() < 0.03), checksum, count)
    if count and version != 1:
        used = chance.sample(range(2048), count + (chance.random() < 0.1) - (chance.random() < 0.1))
        bitmap = sum(1 << slot for slot in used).to_bytes(256, "little")
        index += struct.pack("<H", len(data) - (chance.random() < 0.05)) + bitmap
    return index, data if count else b""


def client(chance):
    """An index and its data."""
    version = chance.choice((1, 2, 3, 3, 3, 3))
    bits = chance.choice((0, 1, 1, 1, 255)) if version == 3 else 0
    data, index = chance.randbytes(chance.randrange(9)), b""
    count = chance.randrange(6)
    for _ in range(count):
        entry, more = page(chance, version, bits, len(data))
        index, data = index + entry, data + more + b"gap" * (chance.random() < 0.1)
    textures = chance.randrange(4)
    head = struct.pack("<i", version) + (bytes([bits]) if version == 3 else b"")
    index = head + struct.pack("<I", count) + index
    index += struct.pack("<I", textures) + chance.randbytes(12 * textures)
    if version == 1:
        extras = chance.randrange(4)
        index += struct.pack("<I", extras) + chance.randbytes(4 * extras)
    return index + chance.randbytes(chance.choice((0, 0, 3))), data


def generate(folder, chance, count):
    for number in range(count):
        index, data = client(chance)
        with open(os.path.join(folder, f"{number:05}.vgeo_idx"), "wb") as file:
            file.write(index)
        if chance.random() < 0.95:
            with open(os.path.join(folder, f"{number:05}.vgeo"), "wb") as file:
                file.write(data)


def full_client(chance, folder, pages):
    """A client that has a vertex in nearly each slot of some pages."""
    index, data = struct.pack("<iBI", 3, 1, pages), b""
    for _ in range(pages):
        used = sorted(chance.sample(range(2048), 2000))
        vertices = b"".join(floats(chance, 3) + bytes(11) for _ in used)
        packed = b"\0" + lzma_stream(chance, vertices)
        index += struct.pack("<QIHH", len(data), zlib.crc32(vertices), len(used), len(packed))
        index += sum(1 << slot for slot in used).to_bytes(256, "little")
        data += packed
    for suffix, content in (("_idx", index + struct.pack("<I", 0)), ("", data)):
        with open(os.path.join(folder, "static.vgeo" + suffix), "wb") as file:
            file.write(content)
