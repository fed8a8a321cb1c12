"""Reads binary models of Neverwinter Nights, as far as mdl_animmesh.py and mdl_pose.py need them,
from the description of the format alone. mdl_words.py makes the same objects of texts."""
import struct

from fields import Places, Refused, windows_1252

NO_RAW = 0xFFFFFFFF
PARTS = ((2, 92), (4, 216), (0x10, 68))  # flags and sizes of what may stand before a mesh
MESH, SKIN, ANIMMESH, MESH_SIZE = 0x20, 0x40, 0x80, 512


class Node:
    """A node of the geometry or of an animation; ids go on from tree to tree."""

    def __init__(self, number, name, parent):
        self.id, self.name, self.parent = number, name, parent
        self.controllers = []  # type, columns, is it bezier, times, rows
        self.vertices = []
        self.skin = self.animmesh = None

    def track(self, kind, width):
        """Times and values of the first controller of a type that has any, if it has the columns.
        Bezier keys may have more."""
        for found, columns, bezier, times, rows in self.controllers:
            if found == kind and rows:
                fits = columns == width or columns > width and bezier
                return (times, [row[:width] for row in rows]) if fits else ([], [])
        return [], []


class Animmesh:
    """What an animmesh stores. Positions and places in the texture stand vertex after vertex, each
    with its offset in the file."""

    def __init__(self, period, counts, arrays, pointers, offset):
        self.period, self.counts, self.offset = period, counts, offset
        self.arrays, self.pointers = arrays, pointers
        self.positions, self.places = [], []


class Skin:
    """Weights and slots of vertices; the node of each slot; turns (w first) and moves of nodes."""

    def __init__(self, weights, slots, nodes, turns, moves):
        self.weights, self.slots, self.nodes = weights, slots, nodes
        self.turns, self.moves = turns, moves


class Model:
    def __init__(self):
        self.supermodel, self.scale = None, 1.0
        self.geometry, self.animations = [], []  # nodes in pre-order; (name, nodes)

    def nodes(self):
        return self.geometry + [node for _, nodes in self.animations for node in nodes]


class Binary:
    """The two parts of a file; without `moves` controllers and skins are left out."""

    def __init__(self, content, moves):
        zero, size, raw = content.many(0, "III")
        if zero or 12 + size + raw > len(content):
            raise Refused("no binary model")
        self.data = Places(content.block(12, size))
        self.raw = Places(content.block(12 + size, raw))
        self.nodes, self.moves, self.seen = 0, moves, set()

    def array(self, at, layout):
        """The elements that a descriptor names."""
        pointer, used, _ = self.data.many(at, "III")
        if used and not pointer:
            raise Refused("an array at a null pointer")
        return self.rows(self.data, pointer, layout, used) if used else []

    @staticmethod
    def rows(data, pointer, layout, count):
        size = struct.calcsize("<" + layout)
        return list(struct.iter_unpack("<" + layout, data.block(pointer, size * count)))

    def vectors(self, at, layout, count):
        """Raw data of a mesh, one row a vertex."""
        pointer = self.data.one(at, "I")
        return [] if pointer == NO_RAW else self.rows(self.raw, pointer, layout, count)

    def tree(self, root):
        nodes, waiting = [], [(root, None)] if root else []
        while waiting:
            at, parent = waiting.pop()
            if at in self.seen:
                raise Refused("a node in two places")
            self.seen.add(at)
            nodes.append(self.node(at, parent))
            children = [(child, nodes[-1]) for child, in self.array(at + 72, "I")]
            waiting += reversed(children)
        return nodes

    def node(self, at, parent):
        flags = self.data.one(at + 108, "I")
        node = Node(self.nodes, windows_1252(self.data.block(at + 32, 32)), parent)
        self.nodes += 1
        if self.moves:
            self.controllers(node, at)
        at += 112 + sum(size for flag, size in PARTS if flags & flag)
        if flags & MESH:
            count = self.data.one(at + 448, "H")
            node.vertices = self.vectors(at + 444, "3f", count)
            at += MESH_SIZE
        if flags & SKIN and self.moves:
            node.skin = self.skin(at, len(node.vertices))
        if flags & SKIN and flags & ANIMMESH:
            raise Refused("what follows a skin depends on its size")
        if flags & ANIMMESH:
            node.animmesh = self.animmesh(at, len(node.vertices))
        return node

    def controllers(self, node, at):
        floats = [value for value, in self.array(at + 96, "f")]
        for kind, rows, time, value, columns, _ in self.array(at + 84, "iHHHBB"):
            width = columns & 15
            if columns == 255:
                rows = 0
            if rows and max(time + rows, value + rows * width) > len(floats):
                raise Refused("a controller outside of the floats")
            values = [tuple(floats[value + width * i:value + width * (i + 1)]) for i in range(rows)]
            node.controllers.append((kind, width, columns & 16, floats[time:time + rows], values))

    def skin(self, at, count):
        pointer, size = self.data.many(at + 20, "II")
        of_nodes = self.data.many(pointer, f"{size}h") if size else ()
        # A slot's node is where the map of nodes and the table of slots agree.
        nodes = {slot: node for node, slot in enumerate(of_nodes)
                 if 0 <= slot < 64 and self.data.one(at + 64 + 2 * slot, "h") == node}
        return Skin(self.vectors(at + 12, "4f", count), self.vectors(at + 16, "4h", count), nodes,
                    self.array(at + 28, "4f"), self.array(at + 40, "3f"))

    def animmesh(self, at, count):
        data = self.data
        pointers, counts = data.many(at + 40, "II"), data.many(at + 48, "II")
        found = Animmesh(data.one(at, "f"), counts, data.many(at + 4, "9I"), pointers, 12 + at)
        for i, (into, layout) in enumerate(((found.positions, "3f"), (found.places, "2f"))):
            if counts[i] * count:
                rows = self.rows(data, pointers[i], layout, counts[i] * count)
                size = struct.calcsize(layout)
                into += [(row, 12 + pointers[i] + size * k) for k, row in enumerate(rows)]
        return found


def read_binary(content, moves):
    binary, model = Binary(content, moves), Model()
    data = binary.data
    if data.one(108, "B") & 0x7F != 2:
        raise Refused("no model")
    name = windows_1252(data.block(168, 64))
    model.supermodel = None if name.upper() in ("", "NULL") else name
    model.scale = data.one(164, "f")
    model.geometry = binary.tree(data.one(72, "I"))
    for at, in binary.array(120, "I"):
        name = windows_1252(data.block(at + 8, 64))
        model.animations.append((name, binary.tree(data.one(at + 72, "I"))))
    return model
