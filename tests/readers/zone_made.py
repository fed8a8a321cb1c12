"""Writes random zones, whose nodes are of every kind that the description names."""
import os
import struct

from nodes import MARKER
from zone import BARE, BOX, ENVIRONMENT, LIST, NAMES, PATH, RANGE, RECORDED, REGION, ROOT, SKYBOX

WORDS = (b"", b"fx_torch", "Café".encode(), b"\xff", b"a\xe2\x82b", b"\xf0\x9f\x8e", b"\xc0\xaf",
         b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"nul\0behind", b"\xef\xbf\xbf \xf0\x90\x8d\x88",
         b"\x7f|'\n")
FILE_NAMES = ("448", "1030", "7", "12", "0448", "x", "448 ", "-448", "448.old", "99999999999",
              "4294967744")
FLOATS = (0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 1, 0x3DCCCCCD, 0x7F7FFFFF)


def node(chance, kind, content, length=None):
    marker = MARKER if chance.random() < 0.9 else b""
    return marker + struct.pack("<II", kind, len(content) if length is None else length) + content


def floats(chance, count):
    """Bits of floats: small numbers, and now and then any, NaN and infinity among them."""
    return b"".join(
        struct.pack("<f", chance.randrange(-4096, 4096) / 8) if chance.random() < 0.9 else
        struct.pack("<I", chance.choice(FLOATS + (chance.getrandbits(32),))) for _ in range(count))


def text(chance):
    word = chance.choice(WORDS)
    return struct.pack("<I", len(word)) + word


def texts(chance):
    count = chance.randrange(4)
    return struct.pack("<I", count) + b"".join(text(chance) for _ in range(count))


def path(chance):
    count = chance.randrange(4)
    steps = b"".join(floats(chance, 7) + text(chance) for _ in range(count))
    return struct.pack("<III", chance.getrandbits(32), chance.randrange(9), count) + steps


def region(chance):
    width, height = chance.randrange(9), chance.randrange(9)
    size = (width * height + 7) // 8 + (chance.random() < 0.1)
    return (struct.pack("<I", chance.randrange(99)) + floats(chance, 2)
            + struct.pack("<II", width, height) + floats(chance, 1) + struct.pack("<I", size)
            + chance.randbytes(size))


def chunk_list(chance):
    def place():
        if chance.random() < 0.05:
            return chance.choice((0, 0xFFFFFFFF, 0x80000000, 12345))
        return chance.randrange(4)

    def member():
        kind = chance.choice((RANGE, RECORDED, RECORDED, BARE, BARE, BARE, 7))
        if kind == RANGE:
            content = struct.pack("<I", chance.randrange(6))
            for low in (place(), place()):
                content += struct.pack("<II", low, low + chance.randrange(-1, 4) & 0xFFFFFFFF)
        else:
            content = struct.pack("<II", place(), place())
            content += b"" if kind == BARE else chance.randbytes(4)
        return node(chance, kind, faulty(chance, content))

    return b"".join(member() for _ in range(chance.randrange(9)))


def faulty(chance, content):
    """The content; now and then too long or too short."""
    if chance.random() < 0.1:
        return content + b"\0" * chance.randrange(1, 9) if chance.random() < 0.5 else content[:-1]
    return content


def layers(chance):
    kinds = (0x2710, 0x50001, 5, BOX, 0x40101, 0x1F)
    return b"".join(
        node(chance, chance.choice(kinds), node(chance, chance.choice(kinds), b"\0" * 12))
        for _ in range(chance.randrange(3)))


MAKERS = {
    SKYBOX: lambda chance: chance.randbytes(4), BOX: lambda chance: floats(chance, 6),
    NAMES: texts, PATH: path, REGION: region, ENVIRONMENT: layers, 0x20200: layers, 0x21400: layers,
    0x21300: layers, LIST: chunk_list, 0x20300: texts, 0x20700: texts, 0x20900: texts,
    0x21500: texts, 0x21600: texts, 0x12345: texts, RANGE: lambda chance: chance.randbytes(20),
}


def zone(chance):
    kinds = [chance.choice(tuple(MAKERS)) for _ in range(chance.randrange(9))]
    kinds += [LIST] * chance.randrange(3)
    content = b""
    for kind in kinds:
        made = MAKERS[kind](chance)
        content += node(chance, kind, made if kind == LIST else faulty(chance, made))
    if chance.random() < 0.05:
        content += chance.randbytes(chance.randrange(20))
    name = chance.choice(WORDS) + chance.choice((b"\0", b"\0", b""))
    head = b"ZONE" + struct.pack("<iqI", chance.choice((8, 8, 7, 9, -1)),
                                 chance.getrandbits(63), len(name)) + name
    if chance.random() < 0.02:
        return head
    return head + node(chance, ROOT, content) + chance.choice((b"", b"", b"rest"))


def generate(folder, chance, count):
    for number in range(count):
        inside = os.path.join(folder, f"{number:05}")
        os.makedirs(inside)
        with open(os.path.join(inside, chance.choice(FILE_NAMES) + ".zone"), "wb") as file:
            file.write(zone(chance))
