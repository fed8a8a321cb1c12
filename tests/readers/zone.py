"""Reads zones of Firefall, from the description of the format alone."""
import os
import re

from fields import Fields, Refused, Short, utf8
from nodes import Node, children, spread

FILES = ("*.zone",)
PREFIX = "zone_"
TABLES = {
    "zone_files": "zone_id version timestamp name min_x min_y min_z max_x max_y max_z skybox_id "
                  "node_count chunk_count status name_raw trailing byte_offset",
    "zone_nodes": "parent_id depth type type_name length has_marker status data byte_offset",
    "zone_ranges": "node_id face min_x max_x min_y max_y byte_offset",
    "zone_chunks": "face x y record_id chunk_file origin_x origin_y origin_rule doubled range_id "
                   "node_id record chunk_record_id byte_offset",
    "zone_regions": "node_id region_id origin_x origin_y width height cell_size set_cells bitmap "
                    "byte_offset",
    "zone_names": "node_id name_index name name_raw byte_offset",
    "zone_paths": "node_id cce_id unknown_1 step_count byte_offset",
    "zone_path_steps": "path_id step x y z orientation_0 orientation_1 orientation_2 orientation_3 "
                       "action action_raw byte_offset",
}

ROOT, ENVIRONMENT, LIST = 0x30000, 0x20100, 0x20400
SKYBOX, BOX, RANGE, RECORDED, BARE = 0x20000, 0x21000, 0x10000, 0x10101, 0x10100
PATH, NAMES, REGION = 0x20800, 0x21200, 0x21700
HOLDS = {None: (ROOT,), ROOT: (ENVIRONMENT, 0x20200, LIST, 0x21400), ENVIRONMENT: (0x50001,)}
CENTERS = {448: (4, 3.5), 1030: (9.5, 3)}  # zones that have a center of their own

# Names of types, by the type of the node that holds them
NAMES_OF_TYPES = {
    None: {ROOT: "zone"},
    ROOT: {SKYBOX: "skybox", ENVIRONMENT: "default environment", 0x20200: "melding",
           0x20300: "water", LIST: "chunk list", 0x20700: "melding heights", PATH: "path",
           0x20900: "collision", BOX: "box", NAMES: "encounter names", 0x21300: "props",
           0x21400: "props 2", 0x21500: "camera sequence", 0x21600: "transfer bounds",
           REGION: "subzone region"},
    ENVIRONMENT: {0x2710: "environment places", 0x50001: "environment"},
    0x20200: {5: "melding perimeter"},
    LIST: {RANGE: "chunk range", RECORDED: "chunk with record", BARE: "chunk"},
}


class WrongBitmap(Exception):
    """The size of a region's bitmap isn't that of its cells."""


def texts(fields, count):
    """Texts, each with the place of its length."""
    found = []
    for _ in range(count):
        at = fields.at
        found.append((at, fields.take(fields.u32())))
    return found


def region(fields):
    *head, size = fields.many("IffIIfI")
    bitmap = fields.take(size)
    if size != (head[3] * head[4] + 7) // 8:
        raise WrongBitmap
    return *head, bitmap


def path(fields):
    number, unknown, count = fields.many("III")
    steps = []
    for _ in range(count):
        at = fields.at
        steps.append((at, fields.floats(7), fields.take(fields.u32())))
    return number, unknown, steps


# What the content of a node must be, by the types of its parent and itself
READ = {
    (ROOT, SKYBOX): lambda fields: fields.u32(),
    (ROOT, BOX): lambda fields: fields.floats(6),
    (ROOT, PATH): path,
    (ROOT, NAMES): lambda fields: texts(fields, fields.u32()),
    (ROOT, REGION): region,
    (LIST, RANGE): lambda fields: fields.many("5I"),
    (LIST, RECORDED): lambda fields: fields.many("3I"),
    (LIST, BARE): lambda fields: fields.many("2I") + (None,),
}


def parent_type(node):
    return node.parent and node.parent.type


def type_name(node):
    if parent_type(node) == 0x50001:
        return "environment layer"
    return NAMES_OF_TYPES.get(parent_type(node), {}).get(node.type)


def read_content(node, data):
    """Sets the node's status, and its value if that is ok."""
    reading = READ.get((parent_type(node), node.type))
    if reading:
        fields = node.content(data)
        try:
            node.value = reading(fields)
            node.status = "long" if fields.left() else "ok"
        except Short:
            node.status = "short"
        except WrongBitmap:
            node.status = "bitmap-size"


def read(path_of_file):
    with open(path_of_file, "rb") as file:
        data = file.read()
    fields = Fields(data)
    try:
        if fields.take(4) != b"ZONE":
            raise Refused("no ZONE")
        version, timestamp = fields.many("iq")
        name_raw = fields.take(fields.u32())
        roots = [Node(fields)] if fields.left() else []
        for root in roots:
            if root.type != ROOT:
                raise Refused("no root")
            fields.take(root.length)
    except Short as why:
        raise Refused(str(why)) from why

    states = ["empty"]  # of the nodes in the root

    def held(node):
        if node.type not in HOLDS.get(parent_type(node), ()):
            return []
        found, state = children(node.content(data))
        if node.type == ROOT:
            states[0] = state
        return found

    nodes = []
    spread(roots, None, nodes, held)
    for node in nodes:
        read_content(node, data)

    number = re.match(r"([0-9]{1,9})\.", os.path.basename(path_of_file))
    number = int(number[1]) if number else None
    tables = {"zone_nodes": [
        (node.parent and node.parent.id, node.depth, node.type, type_name(node), node.length,
         node.has_marker, node.status, data[node.at:node.end], node.begin) for node in nodes]}
    good = [node for node in nodes if node.status == "ok"]

    def of(kind):
        return [node for node in good if node.type == kind]

    ranges = of(RANGE)
    tables["zone_ranges"] = [(node.id, *node.value, node.begin) for node in ranges]
    tables["zone_chunks"] = chunks(number, ranges, [n for n in good if n.type in (RECORDED, BARE)])
    tables["zone_regions"] = [
        (node.id, *node.value[:6], bin(int.from_bytes(node.value[6], "little")).count("1"),
         node.value[6], node.begin) for node in of(REGION)]
    tables["zone_names"] = [(node.id, index, utf8(name), name, at)
                            for node in of(NAMES) for index, (at, name) in enumerate(node.value)]
    tables["zone_paths"] = [(node.id, node.value[0], node.value[1], len(node.value[2]), node.begin)
                            for node in of(PATH)]
    tables["zone_path_steps"] = [
        (index, step, *floats, utf8(action), action, at) for index, node in enumerate(of(PATH))
        for step, (at, floats, action) in enumerate(node.value[2])]
    box = of(BOX)[0].value if of(BOX) else [None] * 6
    tables["zone_files"] = [
        (number, version, timestamp, utf8(name_raw), *box,
         of(SKYBOX)[0].value if of(SKYBOX) else None, len(nodes), len(tables["zone_chunks"]),
         states[0], name_raw, data[fields.at:], 0)]
    return tables


def chunks(zone, ranges, named):
    """The rows of zone_chunks; `named` are the nodes that name a chunk."""
    def range_of(node):
        x, y, _ = node.value
        beside = [n for n in ranges if n.parent is node.parent]
        held = [n for n in beside
                if n.value[1] <= x <= n.value[2] and n.value[3] <= y <= n.value[4]]
        return (held or beside or [None])[0]

    found = {}  # by list, x and y: the first node of each kind that names the chunk
    for node in named:
        found.setdefault((node.parent.id, *node.value[:2]), {}).setdefault(node.type, node)
    rows = []
    for (_, x, y), kinds in found.items():
        node = kinds.get(RECORDED) or kinds[BARE]
        its_range, face, place = range_of(node), None, [None] * 4
        if its_range:
            face, min_x, max_x, min_y, max_y = its_range.value
            center_x, center_y = CENTERS.get(zone, ((max_x - min_x) / 2, (max_y - min_y) / 2))
            rule = ("exception" if zone in CENTERS else
                    "centre, unnamed" if zone is None else "centre")
            place = [f"chunks/{face}_{x:04}_{y:04}.gtchunk", int(512 * (x - max_x + center_x)),
                     int(512 * (y - max_y + center_y)), rule]
        record = node.value[2]
        rows.append((face, x, y, record, *place, int(len(kinds) == 2),
                     ranges.index(its_range) if its_range else None, node.id, record, record,
                     node.begin))
    return sorted(rows, key=lambda row: row[10])


def generate(folder, chance, count):
    import zone_made  # which needs this module
    zone_made.generate(folder, chance, count)
