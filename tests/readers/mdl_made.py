"""Writes random models of Neverwinter Nights, binary and text, from the descriptions of the formats
alone."""
import os
import struct

NAMES = ("root", "Torso", "head", "arm_l", "arm_r", "plume")
MOVES = ("walk", "Run", "hit", "fall")
SETS = ((0, 0), (3, 2), (2, 3), (4, 0), (0, 1), (5, 5))  # of positions and of texture places
NO_RAW = 0xFFFFFFFF
DUMMY, TRIMESH, SKIN, ANIMMESH = 1, 0x21, 0x61, 0xA1
SIZES = {DUMMY: 112, TRIMESH: 624, SKIN: 724, ANIMMESH: 680}


def tree(chance, depth=0):
    """A random tree, as the list of the trees below its root."""
    return [tree(chance, depth + 1) for _ in range(chance.randint(0, 3 if depth < 3 else 0))]


def size(nodes):
    return 1 + sum(map(size, nodes))


def node_name(chance):
    name = chance.choice(NAMES)
    return chance.choice((name, name, name.upper()))


class Writer:
    """The model data and raw data of a binary model."""

    def __init__(self, chance):
        self.chance, self.data, self.raw = chance, bytearray(232), bytearray()

    def put(self, at, layout, *values):
        struct.pack_into("<" + layout, self.data, at, *values)

    def add(self, layout, rows):
        """Rows at the end of the model data; returns the pointer to them."""
        pointer = len(self.data)
        self.data += b"".join(struct.pack("<" + layout, *row) for row in rows)
        return pointer

    def array(self, at, layout, rows):
        self.put(at, "III", self.add(layout, rows) if rows else 0, len(rows), len(rows))

    def raw_rows(self, layout, rows):
        pointer = len(self.raw)
        self.raw += b"".join(struct.pack("<" + layout, *row) for row in rows)
        return pointer

    def vectors(self, width, count):
        return [tuple(self.chance.uniform(-4, 4) for _ in range(width)) for _ in range(count)]

    def controllers(self, at, moves):
        """Position, turn, scale; now and then twice, unsorted or of an odd width."""
        chance, keys, floats = self.chance, [], []
        for kind, width in ((8, 3), (20, 4), (36, 1), (100, 3), (8, 3)):
            if chance.random() < 0.4:
                continue
            rows = chance.randint(0, 4) if moves else chance.choice((1, 1, 1, 1, 1, 0, 2))
            times = sorted(chance.choice((0, 0.25, 0.5, 1, chance.random())) for _ in range(rows))
            if chance.random() < 0.1:
                chance.shuffle(times)
            columns = chance.choice((*8 * (width,), width | 0x10, width * 3 | 0x10, width + 1))
            keys.append((kind, rows, len(floats), len(floats) + rows, columns, 0))
            floats += times if moves else [0] * rows
            floats += [chance.uniform(0.5, 2) if kind == 36 else chance.uniform(-1, 1)
                       for _ in range(rows * (columns & 15))]
        self.array(at + 84, "iHHHBB", keys)
        self.array(at + 96, "f", [(value,) for value in floats])

    def node(self, children, moves, bones):
        """`bones` is the number of nodes of the geometry, 0 in animations."""
        chance = self.chance
        flags = chance.choice((DUMMY, DUMMY, TRIMESH, ANIMMESH, SKIN if bones else ANIMMESH))
        at = self.add(f"{SIZES[flags]}x", [()])
        self.put(at + 32, "32s", node_name(chance).encode())
        self.put(at + 108, "I", flags)
        self.controllers(at, moves)
        if flags != DUMMY:
            count = chance.choice((0, 1, 5, 9))
            self.put(at + 540, "I", NO_RAW)
            self.put(at + 564, "13I", *13 * (NO_RAW,))
            self.put(at + 556, "IH", self.raw_rows("3f", self.vectors(3, count)), count)
            if flags == SKIN:
                self.skin(at + 624, count, bones)
            if flags == ANIMMESH:
                self.animmesh(at + 624, count)
        self.array(at + 72, "I", [(self.node(child, moves, bones),) for child in children])
        return at

    def skin(self, at, count, bones):
        chance, of_nodes, used = self.chance, [], 0
        for _ in range(bones):
            is_bone = used < 18 and chance.random() < 0.8
            of_nodes.append(used if is_bone else -1)
            used += is_bone
        weights, slots = [], []
        for _ in range(count):
            lanes = chance.randint(0, 4 if used else 0)
            weights.append((*(chance.random() + 0.1 for _ in range(lanes)), *(4 - lanes) * (0,)))
            slots.append((*(chance.randrange(used) for _ in range(lanes)), *(4 - lanes) * (-1,)))
        self.put(at + 12, "II", self.raw_rows("4f", weights), self.raw_rows("4h", slots))
        self.put(at + 20, "II", self.add(f"{bones}h", [of_nodes]), bones)
        self.array(at + 28, "4f", self.vectors(4, bones))
        self.array(at + 40, "3f", self.vectors(3, bones))
        self.array(at + 52, "I", [(0,)] * bones)
        self.put(at + 64, "18h", *(of_nodes.index(slot) if slot < used else -1
                                   for slot in range(18)))

    def animmesh(self, at, count):
        sets = self.chance.choice(SETS)
        self.put(at, "f", self.chance.choice((0.125, -1, 1e30)))
        self.put(at + 4, "9I", *(self.chance.choice((0, 7)) if i % 3 == 0 else 0 for i in range(9)))
        pointers = [self.add(f"{width}f", self.vectors(width, number * count))
                    for number, width in zip(sets, (3, 2))]
        self.put(at + 40, "IIII", *pointers, *sets)


def binary(chance, above):
    """A model that names `above` as its supermodel."""
    writer, geometry, animations = Writer(chance), tree(chance), []
    writer.put(8, "64s", b"model")
    writer.put(108, "B", 2)
    writer.put(136, "8f", -5, -5, -1, 5, 5, 10, 7, chance.choice((1, 1, 0.5, 1.75, -2)))
    writer.put(168, "64s", above.encode())
    writer.put(72, "II", writer.node(geometry, False, size(geometry)), size(geometry))
    for _ in range(chance.randint(0, 3)):
        at, moved = writer.add("196x", [()]), tree(chance)
        writer.put(at + 8, "64s", chance.choice(MOVES).encode())
        writer.put(at + 72, "II", writer.node(moved, True, 0), size(moved))
        writer.put(at + 108, "B", 5)
        writer.put(at + 112, "ff", 1, 0.25)
        animations.append((at,))
    writer.array(120, "I", animations)
    return struct.pack("<III", 0, len(writer.data), len(writer.raw)) + writer.data + writer.raw


def listed(chance, word, rows):
    """A list in either way of saying where it ends."""
    lines = [" ".join(f"{number:g}" for number in row) for row in rows]
    if chance.random() < 0.3:
        return [word, *lines, "endlist"]
    return [f"{word} {len(rows)}", *lines]


def text_keys(chance):
    """Controllers of a node of an animation."""
    lines = []
    for word, width in (("position", 3), ("orientation", 4), ("scale", 1)):
        if chance.random() < 0.4:
            continue
        word, more = chance.choice(((word + "key", 0), (word + "bezierkey", 0),
                                    (word + "bezierkey", 2 * width)))
        lines += listed(chance, word, [(time, *(chance.uniform(-1, 1) for _ in range(width + more)))
                                       for time in range(chance.randint(0, 3))])
    return lines


def text_mesh(chance, kind):
    """Points on a small grid, so that corners often have equal values."""
    def grid(width, count):
        return [tuple(chance.randrange(3) for _ in range(width)) for _ in range(count)]

    points, places, faces = chance.randint(3, 6), chance.choice((0, 3, 5)), []
    for _ in range(chance.randrange(6)):
        faces.append((*(chance.randrange(points) for _ in range(3)), chance.choice((0, 1, 2, 3)),
                      *(chance.randrange(places or 1) for _ in range(3)), 1))
    lines = listed(chance, "verts", grid(3, points)) + listed(chance, "faces", faces)
    if places:
        lines += listed(chance, "tverts", grid(3, places))
    if chance.random() < 0.2:
        lines += listed(chance, "normals", grid(3, points))
    if chance.random() < 0.2:
        lines += listed(chance, "colors", grid(3, points))
    if kind == "animmesh":
        positions, textures = chance.choice(SETS)
        lines += ["sampleperiod 0.25", *listed(chance, "animverts", grid(3, positions * points)),
                  *listed(chance, "animtverts", grid(3, textures * places))]
    return lines


def text_nodes(chance, moves):
    """Nodes, each below one before it."""
    lines, names = [], []
    for _ in range(chance.randint(1, 6)):
        kind = chance.choice(("dummy", "trimesh", "danglymesh", "animmesh"))
        parent, name = chance.choice(names) if names else "NULL", node_name(chance)
        lines += [f"node {kind} {name}", f"  parent {parent}", "# a comment", ""]
        if moves:
            lines += text_keys(chance)
        else:
            lines += [f"position {chance.uniform(-3, 3)} 1 {chance.uniform(-3, 3):.4f}",
                      "orientation 0 2 0 %g" % chance.uniform(-3, 3)]
        lines += text_mesh(chance, kind) if kind != "dummy" else []
        lines += ["endnode"] if chance.random() < 0.9 else []
        names.append(name)
    return lines


def text(chance, above):
    scale = chance.choice((1, 0.5, 2))
    lines = ["# made", "newmodel m", f"setsupermodel m {above or 'NULL'}",
             f"setanimationscale {scale}", "beginmodelgeom m", *text_nodes(chance, False),
             "endmodelgeom m"]
    for _ in range(chance.randint(0, 3)):
        name = chance.choice(MOVES)
        lines += [f"newanim {name} m", "length 1", *text_nodes(chance, True), f"doneanim {name} m"]
    return chance.choice(("\n", "\r\n")).join([*lines, "donemodel m", ""]).encode()


def generate(folder, chance, count):
    """Folders of four models, each with one of them, none or a missing one as its supermodel."""
    for number in range(count):
        group = os.path.join(folder, f"{number // 4:05}")
        os.makedirs(group, exist_ok=True)
        above = chance.choice(("NULL", "", "m0", "M1", "m2", "m3", "m3", "missing"))
        name = chance.choice(("m", "M")) + f"{number % 4}.mdl"
        with open(os.path.join(group, name), "wb") as file:
            file.write(chance.choice((binary, binary, text))(chance, above))
