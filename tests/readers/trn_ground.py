"""Reads the ground and grass of Neverwinter Nights 2's exteriors (TRRN packets), from the
description of the format alone."""
import os
import struct

from fields import Places, Refused, windows_1252

FILES = ("*.trn", "*.trx")
PREFIX = ("trn_terrain", "trn_grass")
PARTIAL = True  # a damaged walkmesh or water is none of its business
COLORS = " ".join(f"color{i}_{part}" for i in range(6) for part in ("red", "green", "blue"))
TABLES = {
    "trn_terrains": "packet_id x y name texture0 texture1 texture2 texture3 texture4 texture5 "
                    + COLORS + " vertex_count triangle_count grass_count name_raw texture0_raw "
                    "texture1_raw texture2_raw texture3_raw texture4_raw texture5_raw blending_a "
                    "blending_b byte_offset",
    "trn_terrain_vertices": "terrain_id vertex_index x y z normal_x normal_y normal_z tint_blue "
                            "tint_green tint_red tint_alpha u v weight0 weight1 byte_offset",
    "trn_terrain_triangles": "terrain_id vertex0 vertex1 vertex2 vertex0_raw vertex1_raw "
                             "vertex2_raw byte_offset",
    "trn_grass": "terrain_id name texture blade_count name_raw texture_raw byte_offset",
    "trn_grass_blades": "grass_id x y z direction_x direction_y direction_z dimension_x "
                        "dimension_y dimension_z byte_offset",
}


def packets(data):
    """Type, start and size of the data of each packet, in the order of the directory."""
    if data.block(0, 4) != b"NWN2":
        raise Refused("no NWN2")
    for number in range(data.one(8, "I")):
        kind, at = data.many(12 + 8 * number, "4sI")
        again, size = data.many(at, "4sI")
        if again != kind:
            raise Refused("the packet is of another type than the directory says")
        data.block(at + 8, size)
        yield kind, at + 8, size


class Ground:
    """The rows of all tables, packet by packet."""

    def __init__(self):
        self.rows = {table: [] for table in TABLES}

    def add(self, table, *values):
        self.rows[table].append(values)
        return len(self.rows[table]) - 1

    def terrain(self, data, packet, at, place):
        """`data` end where the packet does."""
        name = data.block(at, 128)
        textures = [data.block(at + 128 + 32 * i, 32) for i in range(6)]
        counts = data.many(at + 392, "II")
        vertices = at + 400
        triangles = vertices + 44 * counts[0]
        images, end = [], triangles + 6 * counts[1]
        for _ in range(2):
            images.append(data.block(end + 4, data.one(end, "I")))
            end += 4 + len(images[-1])
        terrain = self.add("trn_terrains", packet, *place, windows_1252(name),
                           *map(windows_1252, textures), *data.many(at + 320, "18f"), *counts,
                           data.one(end, "I"), name, *textures, *images, at)
        first = len(self.rows["trn_terrain_vertices"])
        for i in range(counts[0]):
            self.add("trn_terrain_vertices", terrain, i, *data.many(vertices + 44 * i, "6f4B4f"),
                     vertices + 44 * i)
        for i in range(counts[1]):
            raw = data.many(triangles + 6 * i, "HHH")
            corners = (first + corner if corner < counts[0] else None for corner in raw)
            self.add("trn_terrain_triangles", terrain, *corners, *raw, triangles + 6 * i)
        self.grass(data, terrain, end)

    def grass(self, data, terrain, at):
        count, at = data.one(at, "I"), at + 4
        for _ in range(count):
            name, texture, blades = data.many(at, "32s32sI")
            grass = self.add("trn_grass", terrain, windows_1252(name), windows_1252(texture),
                             blades, name, texture, at)
            at += 68
            for _ in range(blades):
                self.add("trn_grass_blades", grass, *data.many(at, "9f"), at)
                at += 36


def read(path):
    data, ground = Places.of(path), Ground()
    found = list(packets(data))
    widths = [data.one(at, "I") for kind, at, _ in found if kind == b"TRWH"]
    tile = 0
    for packet, (kind, at, size) in enumerate(found):
        if kind == b"TRRN":
            width = widths[0] if widths else 0
            place = (tile % width, tile // width) if width else (None, None)
            ground.terrain(Places(data.data[:at + size]), packet, at, place)
            tile += 1
    return ground.rows


def made_terrain(chance):
    """A random TRRN packet; now and then corners and names are odd."""
    vertices, triangles = chance.randrange(12), chance.randrange(9)
    parts = [chance.choice((b"Megatile", b"", b"Stra\xdfe\0junk", b"x" * 128)).ljust(128, b"\0")]
    parts += [chance.choice((b"TT_Mud", b"", b"a\x81\0b", b"y" * 32)).ljust(32, b"\0")
              for _ in range(6)]
    parts.append(struct.pack("<18fII", *(chance.random() for _ in range(18)), vertices, triangles))
    for _ in range(vertices):
        parts.append(struct.pack("<6f", *(chance.uniform(-9, 9) for _ in range(6))))
        parts.append(chance.randbytes(4) + struct.pack("<4f", *(chance.random() for _ in range(4))))
    for _ in range(3 * triangles):
        parts.append(struct.pack("<H", chance.randint(0, vertices)))
    for _ in range(2):
        image = chance.randbytes(chance.randrange(40))
        parts.append(struct.pack("<I", len(image)) + image)
    grasses = chance.randrange(4)
    parts.append(struct.pack("<I", grasses))
    for _ in range(grasses):
        blades = chance.randrange(5)
        parts.append(struct.pack("<32s32sI", b"gr\xe4s", b"Grass_01", blades))
        parts.append(struct.pack(f"<{9 * blades}f", *(chance.random() for _ in range(9 * blades))))
    return b"".join(parts) + chance.randbytes(chance.choice((0, 0, 3)))


def container(chance, contents):
    """A file of packets: (type, data)."""
    places, body, at = [], [], 12 + 8 * len(contents)
    for kind, data in contents:
        data = struct.pack("<4sI", kind, len(data)) + data
        gap = chance.choice((0, 0, 0, 5))
        places.append(struct.pack("<4sI", kind, at + gap))
        body.append(bytes(gap) + data)
        at += gap + len(data)
    return struct.pack("<4sHHI", b"NWN2", 2, 3, len(contents)) + b"".join(places + body)


def generate(folder, chance, count):
    for number in range(count):
        contents = [(b"TRRN", made_terrain(chance)) for _ in range(chance.randrange(5))]
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            area = struct.pack("<III", chance.randrange(4), 2, 7)
            contents.insert(chance.randint(0, len(contents)), (b"TRWH", area))
        contents.append((b"XXXX", b"unknown"))
        chance.shuffle(contents)
        with open(os.path.join(folder, f"{number:05}.trn"), "wb") as file:
            file.write(container(chance, contents))
