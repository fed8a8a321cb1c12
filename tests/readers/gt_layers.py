"""Reads the small layers of Firefall's chunks: subzones, names, props and collision."""
from fields import Fields, Short, utf8

TABLES = {
    "gt_subzones": "node_id block_id grid x y subzone_index subzone_id unknown byte_offset",
    "gt_encounter_names": "node_id name_index name name_raw byte_offset",
    "gt_props": "node_id kind record_id x y z "
                + " ".join(f"m{row}{column}" for row in range(4) for column in range(4))
                + " status rest byte_offset",
    "gt_collisions": "node_id kind version revision enwf_id material_count vertex_block_count "
                     "vertex_count triangle_block_count triangle_count material_item_count "
                     "mopp_count havok_size status materials material_items mopps havok "
                     "byte_offset",
    "gt_collision_vertices": "collision_id block_index vertex_index x y z byte_offset",
    "gt_collision_triangles": "collision_id block_index triangle_index vertex0 vertex1 vertex2 "
                              "vertex0_raw vertex1_raw vertex2_raw byte_offset",
}
SUBZONES, NAMES, PROPS, DOODAD, DECAL = 0x40102, (0x40104, 0x40204), 0x40200, 0x50000, 0x50018
COLLISIONS = {0x40101: "static", 0x40103: "movement blockers", 0x40105: "water"}
CORNERS = {0x60002: "H", 0x30001: "B"}


def subzones(node):
    """The rows of a node's grids; none where it ends before they do."""
    fields = node.fields
    unknown, side = fields.many("2I")
    ids = fields.many(f"{fields.u32()}I")
    grids = fields.u32()
    at = fields.at
    cells = fields.take(grids * side * side)
    return [(node.id, node.block_id, number // (side * side), number % side,
             number % (side * side) // side, cell, ids[cell] if cell < len(ids) else None, unknown,
             at + number) for number, cell in enumerate(cells)]


def names(node):
    """The names, up to one that is cut."""
    fields = node.fields
    for number in range(fields.u32()):
        at = fields.at
        name = fields.take(fields.u32())
        yield node.id, number, utf8(name), name, at


def whole(rows, found, node):
    """Appends rows up to the end of the node."""
    try:
        for row in rows(node):
            found.append(row)
    except Short:
        pass


def prop(node):
    kind, size, columns = ("doodad", 112, 4) if node.type == DOODAD else ("decal", 55, 3)
    if node.length != size:
        return (node.id, kind, None, *[None] * 19, "size", None, node.begin)
    fields = node.fields
    record = fields.u32()
    matrix = [list(fields.floats(columns)) + [None] * (4 - columns) for _ in range(4)]
    return (node.id, kind, record, *matrix[3][:3], *sum(matrix, []), "ok",
            fields.take(fields.left()), node.begin)


class Collision:
    """A collision layer, as far as it could be read."""

    def __init__(self, node):
        self.head = (None,) * 3
        self.materials = self.material_count = self.havok = self.items = self.mopps = None
        self.counts = [0] * 4
        self.vertices, self.triangles = [], []
        try:
            self.status = self.read(node.fields)
        except Short:
            self.status = "short"
        if self.status != "ok":
            self.vertices, self.triangles = [], []

    def read(self, fields):
        magic, *head = fields.many("4s2HI")
        if magic != b"ENWF":
            return "magic"
        self.head = head
        self.material_count = fields.u32()
        self.materials = fields.take(4 * self.material_count)
        if self.head[1] == 2:
            self.counts[0] = fields.u32()
            for _ in range(self.counts[0]):
                count = fields.u32()
                at = fields.at
                self.vertices.append([(*Fields(fields.take(12)).floats(3), at + 12 * number)
                                      for number in range(count)])
            self.counts[1] = fields.u32()
            for _ in range(self.counts[1]):
                count, kind = fields.many("2I")
                if kind not in CORNERS:
                    return "corner-kind"
                block = []
                for _ in range(count):
                    at = fields.at
                    block.append((fields.many(3 * CORNERS[kind]), at))
                self.triangles.append(block)
            self.counts[2] = fields.u32()
            at = fields.at
            for _ in range(self.counts[2]):
                size, _ = fields.many("2I")
                fields.take(size)
            self.items = fields.data[at:fields.at]
            self.counts[3] = fields.u32()
            at = fields.at
            for _ in range(self.counts[3]):
                fields.floats(4)
                fields.take(fields.u32())
                fields.many("BH")
                fields.take(2 * fields.u32())
            self.mopps = fields.data[at:fields.at]
        self.havok = fields.take(fields.left())
        return "ok"


def tables(nodes):
    layers = [node for node in nodes if not node.depth]
    found = {table: [] for table in TABLES}
    for node in layers:
        if node.type == SUBZONES:
            whole(subzones, found["gt_subzones"], node)
        elif node.type in NAMES:
            whole(names, found["gt_encounter_names"], node)
    found["gt_props"] = [prop(node) for node in nodes if node.type in (DOODAD, DECAL)
                         and node.depth == 1 and node.parent.type == PROPS]
    for number, node in enumerate(node for node in layers if node.type in COLLISIONS):
        layer = Collision(node)
        vertices, triangles = found["gt_collision_vertices"], found["gt_collision_triangles"]
        first = []
        for block, corners in enumerate(layer.vertices):
            first.append(len(vertices))
            vertices += [(number, block, index, *vertex) for index, vertex in enumerate(corners)]
        for block, corners in enumerate(layer.triangles):
            count = len(layer.vertices[block]) if block < len(layer.vertices) else 0
            for index, (raws, at) in enumerate(corners):
                ids = [first[block] + raw if raw < count else None for raw in raws]
                triangles.append((number, block, index, *ids, *raws, at))
        found["gt_collisions"].append(
            (node.id, COLLISIONS[node.type], *layer.head, layer.material_count, layer.counts[0],
             sum(map(len, layer.vertices)), layer.counts[1], sum(map(len, layer.triangles)),
             layer.counts[2], layer.counts[3], None if layer.havok is None else len(layer.havok),
             layer.status, layer.materials, layer.items, layer.mopps, layer.havok, node.begin))
    return found
