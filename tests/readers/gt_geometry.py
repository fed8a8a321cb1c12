"""Reads the geometry of Firefall's chunks: parts, their streams, vertices and triangles."""
import ctypes
import functools
import os

import vgeo
from blocks import Damaged, unpack_fastlz
from fields import Short, signed

KINDS = {0x40210: (1, "CHUNK_GEOMETRY"), 0x40203: (2, "CHUNK_GEOMETRY2")}
TABLES = {
    "gt_geometries": "node_id kind kind_name layer_version entry_count constant_8 constant_64 "
                     "trailing status pre_data byte_offset",
    "gt_entries": "geometry_id grid_index x y group_count treenode_count layer_version byte_offset",
    "gt_groups": "entry_id min_x min_y min_z max_x max_y max_z unknown_u64 part_count byte_offset",
    "gt_parts": "group_id material_id flag texture1 texture2 texture3 center_x center_y center_z "
                "extra min_x min_y min_z max_x max_y max_z info_version unique_count unknown2 "
                "transform_count corner_count repeat_offset unknown_last triangle_count status "
                "warnings matrix_count matrices byte_offset",
    "gt_streams": "part_id name count size data decoded byte_offset",
    "gt_treenodes": "entry_id " + " ".join(f"unknown_float{number}" for number in range(12))
                    + " unknown_u64 unknown_int0 unknown_int1 byte_offset",
    "gt_transforms": "part_id transform_index "
                     + " ".join(f"m{row}{column}" for row in range(4) for column in range(4))
                     + " byte_offset",
    "gt_unique_vertices": "part_id unique_index page slot transform_id x y z",
    "gt_vertices": "part_id vertex_index unique_id is_repeat x y z",
    "gt_triangles": "part_id instruction vertex0 vertex1 vertex2 unique0 unique1 unique2",
}
# Streams: name, bytes of a value, name in a status
UNIQUE, TRANSFORM, EXTRA = ("unique", 4, "uniq"), ("transform", 4, "xform"), ("extra", 0, None)
REPEAT, VERTEX, INSTRUCTION = \
    ("repeat", 2, "repeat"), ("vertex", 1, "vert"), ("instruction", 1, "rept")
ARRAYS = (4, 4, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4)  # bytes of records in layer version 1
JOINED = {0: (0, 2), 1: (2, 1), 2: (1, 0)}


def check(condition, problem):
    if not condition:
        raise Damaged(problem)


class Stream:
    def __init__(self, fields, kind):
        self.begin = fields.at
        self.name, self.width, self.short = kind
        self.count, self.size = fields.many("2I")
        self.data = fields.take(self.size)
        self.decoded = self.problem = None
        if self.width:
            try:
                self.decoded = unpack_fastlz(self.data, self.count * self.width)
            except Damaged as what:
                self.problem = f"{self.short}:{what}"

    def values(self, signed_values=False):
        check(not self.problem, self.problem)
        return [int.from_bytes(self.decoded[at:at + self.width], "little", signed=signed_values)
                for at in range(0, len(self.decoded), self.width)]


class Part:
    def __init__(self, fields, kind):
        self.begin = fields.at
        material = fields.u32()
        self.material, self.flag = material & 0xFFFFFF, material >> 24
        self.textures = fields.many("3I") if self.flag else (None,) * 3
        self.center = fields.floats(4) if kind == 2 else (None,) * 4
        self.box = fields.floats(6)
        self.unique_count, self.version = fields.many("2H")
        self.unknown = fields.u32()
        self.matrix_count, self.matrices = 0, None
        if self.version == 5:
            self.matrix_count = fields.u32()
            self.matrices = fields.take(48 * self.matrix_count)
        self.transforms = []
        count = fields.u32()
        if 64 * count > fields.left():
            raise Short("transforms")
        for _ in range(count):
            self.transforms.append((fields.at, fields.floats(16)))
        first = [UNIQUE, TRANSFORM]
        if self.version == 5:
            first = [(f"legacy_{number}", 0, None) for number in range(14)]
        elif self.version == 8:
            first.append(EXTRA)
        self.streams = [Stream(fields, kind) for kind in first]
        self.corners = fields.u32()
        self.repeat_offset = fields.one("h")
        self.streams += [Stream(fields, kind) for kind in (REPEAT, VERTEX, INSTRUCTION)]
        self.last = fields.u32()
        self.unique, self.transform, self.vertices, self.triangles = [], [], [], []
        self.warnings = [] if 5 <= self.version <= 8 else ["ver"]
        self.status = "legacy"
        if self.version != 5:
            try:
                self.build({stream.name: stream for stream in self.streams})
                self.status = "ok"
            except Damaged as what:
                self.status = str(what)
                self.unique, self.transform, self.vertices, self.triangles = [], [], [], []

    def build(self, streams):
        """Unique vertices, vertices and triangles, stream by stream."""
        total = 0
        for value in streams["unique"].values():
            total = (total + value) & 0xFFFFFFFF
            self.unique.append((total >> 11, total & 2047))
        self.transform = streams["transform"].values(True)
        check(len(self.transform) == len(self.unique), "xform-count")
        for value in self.transform:
            check(0 <= value < len(self.transforms), "xform-range")
        repeats, total = [], 0
        for value in streams["repeat"].values(True):
            total += value + self.repeat_offset
            check(0 <= total < len(self.unique), "repeat-range")
            repeats.append(total)
        sources, instructions = streams["vertex"].values(), streams["instruction"].values()
        self.warnings += ["unk1"] * (self.unique_count != len(self.unique))
        uniques, repeats = iter(range(len(self.unique))), iter(repeats)
        for value in sources:
            check(value <= 1, "vert-value")
            source = next(uniques if value else repeats, None)
            check(source is not None, "vert-uniq-overrun" if value else "vert-repeat-overrun")
            self.vertices.append((source, 1 - value))
        taken = 0
        for number, value in enumerate(instructions):
            check(value <= 3, "rept-value")
            check(value == 3 or number, "rept-first")
            new = tuple(range(taken, taken + (3 if value == 3 else 1)))
            taken += len(new)
            check(taken <= len(self.vertices), "rept-overrun")
            if value < 3:
                before = self.triangles[-1][1]
                new = tuple(before[edge] for edge in JOINED[value]) + new
            self.triangles.append((value, new))
        odd = {"corners": self.corners != 3 * len(self.triangles),
               "uniq-left": next(uniques, None) is not None,
               "repeat-left": next(repeats, None) is not None,
               "vert-left": taken < len(self.vertices)}
        self.warnings += [name for name, is_so in odd.items() if is_so]


class Geometry:
    """A geometry node: entries, groups, parts and treenodes as far as they go."""

    def __init__(self, node):
        self.node, self.kind = node, KINDS[node.type][0]
        self.version = self.entry_count = self.pre_data = None
        self.constants = (None, None)
        self.entries = []
        try:
            self.status = self.read(node.fields)
        except Short:
            self.status = "truncated"
        self.trailing = node.fields.left()

    def read(self, fields):
        self.entry_count, self.version, *self.constants = fields.many("HHII")
        if self.version > 3:
            return "version"
        if self.version in (1, 2):
            at = fields.at
            fields.take(48 * fields.u32())
            count = fields.u32()
            if count < 0x100000:
                if self.version == 2:
                    fields.take(29 * count)
                else:
                    for width in ARRAYS:
                        fields.take(width * fields.u32())
            self.pre_data = fields.data[at:fields.at]
        for _ in range(self.entry_count):
            self.read_entry(fields)
        return "ok"

    def has_u64(self):
        return self.kind == 1 and self.version == 3

    def read_entry(self, fields):
        begin = fields.at
        cell, count = fields.many("2I")
        entry = {"begin": begin, "cell": cell, "groups": count, "group": [], "treenodes": None,
                 "treenode": []}
        self.entries.append(entry)
        for _ in range(count):
            begin = fields.at
            values = fields.many("6fQ" if self.has_u64() else "6f")
            group = {"begin": begin, "box": values[:6], "parts": None, "part": [],
                     "u64": signed(values[6]) if self.has_u64() else None}
            entry["group"].append(group)
            group["parts"] = fields.u32()
            for _ in range(group["parts"]):
                group["part"].append(Part(fields, self.kind))
        entry["treenodes"] = fields.u32()
        for _ in range(entry["treenodes"]):
            begin = fields.at
            layout = ("10fQii" if self.kind == 1 else "10fii") if self.version == 3 else "12f"
            values = list(fields.many(layout))
            if self.version < 3:
                values += [None] * 3
            else:
                u64 = [signed(values[10])] if self.kind == 1 else [None]
                values = values[:10] + [None, None] + u64 + values[-2:]
            entry["treenode"].append((*values, begin))


@functools.lru_cache(2)
def client(path):
    return vgeo.positions(path) if path and os.path.isfile(path) else {}


def placed(vertex, transform):
    """A position as a row vector times a matrix of four rows, a float as in the files."""
    if vertex is None:
        return None, None, None
    x, y, z = vertex
    moved = [x * transform[column] + y * transform[4 + column] + z * transform[8 + column]
             + transform[12 + column] for column in range(3)]
    return tuple(ctypes.c_float(value).value for value in moved)


def tables(nodes, vertex_file):
    found = {table: [] for table in TABLES}
    positions = client(vertex_file)
    for node in nodes:
        if node.type not in KINDS:
            continue
        shape = Geometry(node)
        geometry_id = len(found["gt_geometries"])
        found["gt_geometries"].append(
            (node.id, *KINDS[node.type], shape.version, shape.entry_count, *shape.constants,
             shape.trailing, shape.status, shape.pre_data, node.at))
        for entry in shape.entries:
            entry_id, cell = len(found["gt_entries"]), entry["cell"]
            found["gt_entries"].append(
                (geometry_id, cell, *((cell % 8, cell // 8) if cell < 64 else (None, None)),
                 entry["groups"], entry["treenodes"], shape.version, entry["begin"]))
            found["gt_treenodes"] += [(entry_id, *values) for values in entry["treenode"]]
            for group in entry["group"]:
                group_id = len(found["gt_groups"])
                found["gt_groups"].append((entry_id, *group["box"], group["u64"], group["parts"],
                                           group["begin"]))
                for part in group["part"]:
                    add_part(found, group_id, part, positions)
    return found


def add_part(found, group_id, part, positions):
    part_id, first_transform = len(found["gt_parts"]), len(found["gt_transforms"])
    found["gt_parts"].append(
        (group_id, part.material, part.flag, *part.textures, *part.center, *part.box, part.version,
         part.unique_count, part.unknown, len(part.transforms), part.corners, part.repeat_offset,
         part.last, len(part.triangles), part.status, "|".join(part.warnings) or None,
         part.matrix_count, part.matrices, part.begin))
    found["gt_streams"] += [(part_id, stream.name, stream.count, stream.size, stream.data,
                             stream.decoded, stream.begin) for stream in part.streams]
    found["gt_transforms"] += [(part_id, index, *floats, at)
                               for index, (at, floats) in enumerate(part.transforms)]
    unique, vertices = len(found["gt_unique_vertices"]), len(found["gt_vertices"])
    places = []
    for index, (vertex, transform) in enumerate(zip(part.unique, part.transform)):
        places.append(placed(positions.get(vertex), part.transforms[transform][1]))
        found["gt_unique_vertices"].append((part_id, index, *vertex, first_transform + transform,
                                            *places[-1]))
    found["gt_vertices"] += [(part_id, index, unique + number, repeat, *places[number])
                             for index, (number, repeat) in enumerate(part.vertices)]
    found["gt_triangles"] += [
        (part_id, instruction, *[vertices + corner for corner in corners],
         *[unique + part.vertices[corner][0] for corner in corners])
        for instruction, corners in part.triangles]
