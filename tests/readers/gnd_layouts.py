"""Reads the disputed layouts of GND 1.5 and 1.6, from the description of the format alone:
lightmaps of their own texels or of shared planes, cubes of 28, 24 or 22 bytes."""
import os
import struct

from fields import Places, Refused

FILES = ("*.gnd",)
PREFIX = ("gnd_lightmap_planes", "gnd_cubes")
PARTIAL = True
TABLES = {
    "gnd_maps": "version layout lightmap_count trailing_bytes",
    "gnd_lightmaps": "shadow color plane_a plane_r plane_g plane_b plane_a_raw plane_r_raw "
                     "plane_g_raw plane_b_raw byte_offset",
    "gnd_lightmap_planes": "texels packed byte_offset",
    "gnd_surfaces": "byte_offset",
    "gnd_cubes": "x y tile_x tile_y height_sw height_se height_nw height_ne surface_top "
                 "surface_north surface_east surface_top_raw surface_north_raw surface_east_raw "
                 "unknown byte_offset",
}
PLANE, SURFACE = 40, 40


def unpacked(plane):
    """The 64 values of five bits of a plane; they go down the columns, high bits first."""
    bits = int.from_bytes(plane, "big")
    texels = bytearray(64)
    for i in range(64):
        texels[i // 8 + 8 * (i % 8)] = (bits >> (5 * (63 - i)) & 31) << 3
    return bytes(texels)


class Map:
    """The places of a map's parts."""

    def __init__(self, data):
        self.data = data
        magic, self.major, self.minor = data.many(0, "4sBB")
        if magic != b"GRGN" or self.major != 1 or not 5 <= self.minor <= 9:
            raise Refused("no GND of a known version")
        self.width, self.height, _, textures, path_length = data.many(6, "IIfII")
        at = 26 + textures * path_length
        self.count, columns, rows, _ = data.many(at, "IIII")
        self.texels = columns * rows or 64
        self.lightmaps = at + 16
        self.kind, self.cube = self.layout()
        self.surfaces, self.cubes, self.end = self.ends(self.kind, self.cube)
        if self.minor >= 8:
            planes_u, planes_v = data.many(self.end + 24, "II")
            self.end += 32 + planes_u * planes_v * (4 if self.minor == 8 else 24)
        if self.end > len(data):
            raise Refused("the map is longer than the file")

    def ends(self, kind, cube):
        """Where the number of surfaces, the cubes and what follows them are in a layout."""
        at = self.lightmaps + 4 * self.texels * self.count
        if kind == "indexed":
            planes = self.lightmaps + 16 * self.count
            at = planes + 4 + PLANE * self.data.one(planes, "I")
        cubes = at + 4 + SURFACE * self.data.one(at, "I")
        return at, cubes, cubes + cube * self.width * self.height

    def layout(self):
        """From 1.7 on there is one; before, one that ends at the end of the file."""
        if self.minor >= 7:
            return "rgb", 28
        exact = []
        for kind in ("rgb", "indexed"):
            for cube in (28, 24, 22):
                try:
                    if self.ends(kind, cube)[2] == len(self.data):
                        exact.append((kind, cube))
                except Refused:
                    pass
        usual = "rgb", 24 if self.minor <= 5 else 28
        return exact[0] if exact and usual not in exact else usual


def planes_of(ground):
    if ground.kind != "indexed":
        return []
    at = ground.lightmaps + 16 * ground.count
    places = [at + 4 + PLANE * i for i in range(ground.data.one(at, "I"))]
    packed = [(ground.data.block(place, PLANE), place) for place in places]
    return [(unpacked(plane), plane, place) for plane, place in packed]


def lightmap(ground, number, planes):
    if ground.kind == "rgb":
        at = ground.lightmaps + 4 * ground.texels * number
        texels = ground.data.block(at, 4 * ground.texels)
        return texels[:ground.texels], texels[ground.texels:], *8 * (None,), at
    at = ground.lightmaps + 16 * number
    raw = ground.data.many(at, "4i")
    ids = [plane if 0 <= plane < len(planes) else None for plane in raw]
    shadow, *rgb = (None if plane is None else planes[plane][0] for plane in ids)
    color = None if None in rgb else bytes(value for texel in zip(*rgb) for value in texel)
    return shadow, color, *ids, *raw, at


def cube(ground, number, surface_count):
    at = ground.cubes + ground.cube * number
    x, y = number % ground.width, number // ground.width
    raw = ground.data.many(at + 16, "3i" if ground.cube == 28 else "3h")
    surfaces = (surface if 0 <= surface < surface_count else None for surface in raw)
    padding = ground.data.block(at + 22, 2) if ground.cube == 24 else None
    return x, y, 2 * x, 2 * y, *ground.data.many(at, "4f"), *surfaces, *raw, padding, at


def read(path):
    ground = Map(Places.of(path))
    planes = planes_of(ground)
    surfaces = ground.data.one(ground.surfaces, "I")
    return {
        "gnd_maps": [(f"{ground.major}.{ground.minor}", f"{ground.kind}{ground.cube}", ground.count,
                      len(ground.data) - ground.end)],
        "gnd_lightmaps": [lightmap(ground, i, planes) for i in range(ground.count)],
        "gnd_lightmap_planes": planes,
        "gnd_surfaces": [(ground.surfaces + 4 + SURFACE * i,) for i in range(surfaces)],
        "gnd_cubes": [cube(ground, i, surfaces) for i in range(ground.width * ground.height)],
    }


def made(chance):
    """A random map in any of the layouts; some fit two of them."""
    minor, kind = chance.choice((5, 6)), chance.choice(("rgb", "indexed", "indexed"))
    width, height = chance.randrange(4), chance.randrange(4)
    count, planes, surfaces = chance.randrange(4), chance.randrange(5), chance.randrange(4)
    side = (8, 8) if kind == "indexed" else chance.choice(((8, 8), (0, 0), (4, 2)))
    parts = [b"GRGN", struct.pack("<BBIIfII", 1, minor, width, height, 10, 1, 80),
             b"ground.bmp".ljust(80, b"\0"), struct.pack("<4I", count, *side, 1)]
    if kind == "rgb":
        parts.append(chance.randbytes(4 * count * (side[0] * side[1] or 64)))
    else:
        for _ in range(count):
            parts.append(struct.pack("<4i", *(chance.randint(0, planes) - (chance.random() < 0.1)
                                              for _ in range(4))))
        parts.append(struct.pack("<I", planes) + chance.randbytes(PLANE * planes))
    parts.append(struct.pack("<I", surfaces) + chance.randbytes(SURFACE * surfaces))
    size = chance.choice((28, 24, 22))
    for _ in range(width * height):
        parts.append(struct.pack("<4f", *(chance.uniform(-50, 50) for _ in range(4))))
        faces = (chance.randint(-2, surfaces) for _ in range(3))
        parts.append(struct.pack("<3i" if size == 28 else "<3h", *faces))
        parts.append(chance.randbytes(2 if size == 24 else 0))
    return b"".join(parts)


def generate(folder, chance, count):
    for number in range(count):
        with open(os.path.join(folder, f"{number:05}.gnd"), "wb") as file:
            file.write(made(chance))
