"""Reads text models of Neverwinter Nights, as far as mdl_animmesh.py and mdl_pose.py need them,
from the description of the format alone. It makes the objects of mdl_binary.py."""
import math
import re
import struct

from fields import Places, Refused
from mdl_binary import Animmesh, Model, Node, read_binary

MESHES = ("trimesh", "danglymesh", "skin", "animmesh", "aabb")
SHARING = ("trimesh", "aabb")  # their faces share vertices with one earlier face
VALUES = {"position": (8, 3), "orientation": (20, 4), "scale": (36, 1)}
KEYS = {word + key: channel for word, channel in VALUES.items() for key in ("key", "bezierkey")}
# The least numbers in a row. A face may lack its surface, a texture vertex its third number.
LISTS = {"verts": 3, "tverts": 2, "faces": 7, "normals": 3, "colors": 3, "constraints": 1,
         "animverts": 3, "animtverts": 2}


def to_float(word):
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", word):
        raise Refused(f"{word} is no number")
    return to_float32(float(word))


def to_float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def turn_of(x, y, z, angle):
    """The quaternion of an axis and an angle."""
    length = math.sqrt(x * x + y * y + z * z)
    if not length:
        return 0.0, 0.0, 0.0, 1.0
    part = math.sin(angle / 2) / length
    return tuple(map(to_float32, (x * part, y * part, z * part, math.cos(angle / 2))))


class Lines:
    """Offset and words of each line but for comments and empty ones."""

    def __init__(self, data):
        self.rows, self.next = [], 0
        for line in re.finditer(rb"[^\r\n]+", data):
            words = re.findall("[^ \t\v\f\0]+", line.group().decode("cp1252", "replace"))
            if words and not words[0].startswith("#"):
                self.rows.append((line.start(), words))

    def take(self):
        if self.next == len(self.rows):
            raise Refused("the text breaks off")
        self.next += 1
        return self.rows[self.next - 1]

    def listed(self, words, least):
        """The rows of a list: as many as it says, or those before endlist."""
        count = int(words[1]) if len(words) > 1 else None
        rows = []
        while count is None or len(rows) < count:
            offset, row = self.take()
            if count is None and row[0].lower() == "endlist":
                break
            if len(row) < least:
                raise Refused("a row of a list is too short")
            rows.append((offset, row))
        return rows

    def numbers(self, words, least):
        return [(offset, tuple(map(to_float, row))) for offset, row in self.listed(words, least)]


class Words:
    """What a node says before its vertices are counted."""

    def __init__(self, kind, offset):
        self.kind, self.offset, self.period = kind, offset, 0.0
        self.lists, self.weights, self.children = {}, [], []

    def rows(self, word, width):
        return [row[:width] for _, row in self.lists.get(word, [])]


def read_node(lines, words, offset, nodes):
    node = Node(0, words[2][:32], None)
    node.words = Words(words[1].lower(), offset)
    while True:
        _, words = lines.take()
        word = words[0].lower()
        if word in ("node", "endmodelgeom", "doneanim"):
            lines.next -= 1  # it lacks its endnode
            break
        if word == "endnode":
            break
        if word == "parent" and words[1].lower() != "null":
            node.parent = next((other for other in reversed(nodes)
                                if other.name.lower() == words[1][:32].lower()), None)
            if node.parent is None:
                raise Refused("the parent isn't before its child")
        elif word in VALUES or word in KEYS:
            add_controller(node, lines, words)
        elif word == "weights" and node.words.kind == "skin":
            node.words.weights = [[(name.lower(), to_float(weight))
                                   for name, weight in zip(row[::2], row[1::2])]
                                  for _, row in lines.listed(words, 2)]
        elif word in LISTS and node.words.kind in MESHES:
            node.words.lists[word] = lines.numbers(words, LISTS[word])
        elif word == "sampleperiod" and node.words.kind == "animmesh":
            node.words.period = to_float(words[1])
    return node


def add_controller(node, lines, words):
    word = words[0].lower()
    if word in VALUES:
        kind, width = VALUES[word]
        rows = [(0.0, *map(to_float, words[1:1 + width]))]
        columns = len(rows[0]) - 1
    else:
        kind, width = KEYS[word]
        rows = [row for _, row in lines.numbers(words, 1 + width)]
        columns = min(map(len, rows), default=1) - 1 if "bezier" in word else width
    if rows and columns < width:
        raise Refused("a value is too short")
    values = [turn_of(*row[1:5]) if width == 4 else row[1:] for row in rows]
    node.controllers.append((kind, columns, "bezier" in word, [row[0] for row in rows], values))


def pre_order(nodes):
    for node in nodes:
        if node.parent:
            node.parent.words.children.append(node)
    waiting, ordered = [node for node in nodes if not node.parent], []
    if len(waiting) > 1:
        raise Refused("two roots")
    while waiting:
        ordered.append(waiting.pop())
        waiting += reversed(ordered[-1].words.children)
    return ordered


def corner_normals(points, faces):
    """The normal of each corner by smoothing groups: faces weigh as much as they are large."""
    found, users, crosses = {}, {}, []
    for f, face in enumerate(faces):
        a, b, c = (points[face[i]] for i in range(3))
        u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(b, c)]
        crosses.append((u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                        u[0] * v[1] - u[1] * v[0]))
        for c in range(3):
            users.setdefault(face[c], []).append((f, c))
    for f, face in enumerate(faces):
        for c in range(3):
            if (f, c) in found:
                continue
            shared = [(g, d) for g, d in users[face[c]] if (g, d) == (f, c)
                      or g >= f and (g, d) not in found and face[3] & faces[g][3]]
            total = [sum(crosses[g][i] for g, _ in shared) for i in range(3)]
            length = math.sqrt(sum(part * part for part in total))
            normal = tuple(to_float32(part / length) if length else 0.0 for part in total)
            found.update((corner, normal) for corner in shared)
    return found


def corners(words):
    """For each face its corners: what parts vertices, the row of verts, that of tverts."""
    points, places, normals = (words.rows(word, LISTS[word])
                               for word in ("verts", "tverts", "normals"))
    extra = [words.rows(word, LISTS[word]) for word in ("colors", "constraints")
             if word in words.lists]
    faces = [tuple(map(int, row)) for row in words.rows("faces", 7)]
    faces = [face for face in faces if all(0 <= corner < len(points) for corner in face[:3])]
    smooth = None if normals else corner_normals(points, faces)
    for f, face in enumerate(faces):
        found = []
        for c in range(3):
            row, place = face[c], face[4 + c]
            parts = [points[row], normals[row] if normals else smooth[f, c],
                     places[place] if 0 <= place < len(places) else (),
                     *(rows[row] for rows in extra)]
            # Numbers are compared bit by bit.
            value = b"".join(struct.pack(f"<{len(part)}f", *part) for part in parts)
            found.append((value, row, place))
        yield found


def split(words):
    """The vertices of a mesh as compilers count them: rows of verts and of tverts."""
    vertices, first_with, numbers = [], {}, {}
    for f, face in enumerate(corners(words)):
        values = [value for value, _, _ in face]
        pairs = [frozenset(pair) for pair in (values[:2], values[1:], values[::2])]
        taken = numbers
        if words.kind in SHARING:
            # Vertices of the first earlier face that has two of the values
            shared = [first_with[pair] for pair in pairs if pair in first_with]
            taken = min(shared, key=lambda face: face[0])[1] if shared else {}
        now = {value: taken[value] for value in values if value in taken}
        for value, row, place in face:
            if value not in taken:
                now.setdefault(value, len(vertices))
                vertices.append((row, place))
                if words.kind not in SHARING:
                    numbers[value] = now[value]
        for pair in pairs + [frozenset([value]) for value in values]:
            first_with.setdefault(pair, (f, now))
    return vertices


def animmesh(words, vertices):
    """Lists go set after set."""
    counts, columns = [], []
    for i, (word, of) in enumerate((("animverts", "verts"), ("animtverts", "tverts"))):
        rows, each = words.lists.get(word, []), len(words.lists.get(of, []))
        counts.append(len(rows) // each if each else 0)
        if counts[i] and any(not 0 <= vertex[i] < each for vertex in vertices):
            raise Refused("a texture vertex that isn't there has no sets")
        found = [rows[number * each + vertex[i]] for vertex in vertices
                 for number in range(counts[i])]
        columns.append([(row[:LISTS[word]], offset) for offset, row in found])
    mesh = Animmesh(words.period, counts, (None,) * 9, (None,) * 2, words.offset)
    mesh.positions, mesh.places = columns
    return mesh


def add_tree(nodes, into, number):
    for node in pre_order(nodes):
        words, node.id = node.words, number + len(into)
        vertices = split(words) if words.kind in MESHES else []
        node.vertices = [words.lists["verts"][row][1][:3] for row, _ in vertices]
        if words.weights:
            node.skin = [words.weights[row] for row, _ in vertices]
        if words.kind == "animmesh":
            node.animmesh = animmesh(words, vertices)
        into.append(node)


def read_text(data):
    model, lines, nodes, into = Model(), Lines(data), [], None
    while True:
        offset, words = lines.take()
        word = words[0].lower()
        if word in ("endmodelgeom", "doneanim", "newanim", "donemodel") and into is not None:
            add_tree(nodes, into, len(model.nodes()))
            nodes, into = [], None
        if word in ("newmodel", "beginmodelgeom"):
            if model.geometry or model.animations:
                raise Refused("a second model")
            into = model.geometry
        elif word == "newanim":
            into = []
            model.animations.append((words[1], into))
        elif word == "node" and into is not None:
            nodes.append(read_node(lines, words, offset, nodes))
        elif word == "setsupermodel" and words[2].lower() != "null":
            model.supermodel = words[2]
        elif word == "setanimationscale":
            model.scale = to_float(words[1])
        elif word == "donemodel":
            return model


def read_model(path, moves=True):
    """A model in either form; without `moves` a binary lacks controllers and skins."""
    content = Places.of(path)
    if content.data[:4] == bytes(4):
        return read_binary(content, moves)
    try:
        return read_text(content.data)
    except (IndexError, ValueError, OverflowError) as trouble:
        raise Refused(f"a word is missing or no number: {trouble}") from trouble
