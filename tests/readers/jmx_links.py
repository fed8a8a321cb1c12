"""Reads edges over the borders of Silkroad's regions (JMXVNVM) and those that face them, from the
descriptions of the format and of worlds alone. A world is a folder; its first file stands for it.
"""
import math
import os
import re
import struct

from fields import Places, Refused

FILES = ("*.nvm",)
PREFIX = "jmx_world_links"
FAULTS = ("no_region", "not_on_border", "no_twin", "direction", "not_adjacent", "span", "cell",
          "flag")
TABLES = {
    "jmx_world_links": "file region_id edge_id cell_id flags other_region_id other_edge_id "
                       "other_cell_id other_flags same_span length faults " + " ".join(FAULTS),
}
QUERIES = {"jmx_world_links": "jmx_world_links(f.beside, 'skip')"}
NONE, BORDER = 0xFFFF, 1920
TAILS = (111544, 74680, 74500, 111364)      # sizes of what follows the edges, by variant
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # in x and z; sides are numbered as directions are
ABOVE = {False: 0x100, True: 0x80}          # by which ids grow with z; True: old numbering


def nvm_files(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder)
                  if name.lower().endswith(".nvm"))


def beside(path):
    folder = os.path.dirname(path)
    return folder + "/*.nvm" if nvm_files(folder)[0] == path else None


class Edge:
    """A global edge; `side` is None where it isn't on the border."""

    def __init__(self, number, fields):
        self.id = number
        x0, z0, x1, z1, self.flags, self.direction, _, self.cell, self.names = fields[:9]
        self.region, self.other = fields[9:]
        self.side = self.span = None
        lines = (((z0, z1), BORDER, (x0, x1)), ((x0, x1), BORDER, (z0, z1)),
                 ((z0, z1), 0, (x0, x1)), ((x0, x1), 0, (z0, z1)))
        for side, (ends, at, along) in enumerate(lines):
            if self.side is None and ends == (at, at):
                self.side, self.span = side, (min(along), max(along))

    def common(self, facing):
        """How much of the border both edges have."""
        if any(map(math.isnan, self.span + facing.span)):
            return 0
        return min(self.span[1], facing.span[1]) - max(self.span[0], facing.span[0])


class Region:
    def __init__(self, path):
        self.path, data = path, Places.of(path)
        if data.block(0, 12) != b"JMXVNVM 1000":
            raise Refused("no JMXVNVM 1000")
        at = 14
        for _ in range(data.one(12, "H")):
            at += 32 + 6 * data.one(at + 30, "H")
        self.cells = data.one(at, "I")
        at += 8
        for _ in range(self.cells):
            at += 17 + 2 * data.one(at + 16, "B")
        count = data.one(at, "I")
        self.edges = [Edge(i, data.many(at + 4 + 27 * i, "4fBbbHHHH")) for i in range(count)]
        at += 4 + 27 * count
        left = len(data) - at - 4 - 23 * data.one(at, "I")
        if left not in TAILS and left < TAILS[0]:
            raise Refused("no known variant has so many bytes behind the edges")
        named = re.fullmatch("nv_([0-9a-f]{4}).nvm", os.path.basename(path).lower())
        self.id = int(named.group(1), 16) if named else next(
            (edge.region for edge in self.edges if edge.region != NONE), None)
        self.old = self.id is not None and any(
            (edge.side, edge.other - self.id) in ((0, 0x80), (2, -0x80)) for edge in self.edges)

    def place(self, number):
        """x and z of a region, as this one counts."""
        return (number & 127, number >> 7) if self.old else (number & 255, number >> 8 & 127)


def spread(regions):
    """What hangs together with a region of the old numbering is of it, too."""
    waiting = [region for region in regions if region.old]
    while waiting:
        region = waiting.pop()
        for other in regions:
            joined = any(edge.other == other.id for edge in region.edges) \
                or any(edge.other == region.id for edge in other.edges)
            if joined and not other.old:
                other.old = True
                waiting.append(other)


def links(region, edge, regions):
    """The rows of an edge."""
    def row(faults, facing=None):
        twin = (None,) * 5
        cell = edge.names if edge.names < 0x8000 else None
        if facing:
            cell = facing.cell if facing.cell < other.cells else None
            twin = facing.id, cell, facing.flags, int(facing.span == edge.span), \
                float(edge.common(facing))
        names = ", ".join(fault.replace("_", " ").replace("on border", "on a border")
                          for fault in FAULTS if fault in faults)
        return (region.path, region.id, edge.id, edge.cell if edge.cell < region.cells else None,
                edge.flags, edge.other if edge.other != NONE else None, twin[0], cell, *twin[2:],
                names or None, *(int(fault in faults) for fault in FAULTS))

    other = regions.get(edge.other) if edge.other != NONE else None
    if other is None:
        return [row({"no_region"})]
    if edge.side is None:
        return [row({"not_on_border"})]
    always = set()
    if edge.direction != edge.side:
        always.add("direction")
    x, z = region.place(region.id)
    if region.place(other.id) != (x + STEPS[edge.side][0], z + STEPS[edge.side][1]):
        always.add("not_adjacent")
    rows = []
    for facing in other.edges:
        if facing.other == region.id != NONE and facing.side == (edge.side + 2) % 4 \
                and edge.common(facing) > 0:
            seen = facing.flags & ~3 | (facing.flags & 1) << 1 | (facing.flags & 2) >> 1
            faults = {"span"} if facing.span != edge.span else set()
            faults |= {"cell"} if facing.cell != edge.names else set()
            faults |= {"flag"} if seen != edge.flags and not faults & {"span"} else set()
            rows.append(row(always | faults, facing))
    return rows or [row(always | {"no_twin"})]


def read(path):
    if not beside(path):
        return {}
    regions = {}
    for name in nvm_files(os.path.dirname(path)):
        try:
            region = Region(name)
        except Refused:
            continue
        if region.id is not None:
            regions.setdefault(region.id, region)  # the first file of a region counts
    spread(regions.values())
    return {"jmx_world_links": [row for region in regions.values() for edge in region.edges
                                for row in links(region, edge, regions)]}


def made_edge(chance, side, low, high, region, other):
    """An edge on a side of its region, now and then with a fault."""
    def rarely(value, *faults):
        return chance.choice(faults) if chance.random() < 0.04 else value

    cell = low // 20
    at = rarely(float((BORDER, BORDER, 0, 0)[side]), 20.0, -0.0, BORDER, math.nan)
    ends = [rarely(low, 0, high, low - 20, math.nan), rarely(high, low, BORDER)]
    chance.shuffle(ends)
    line = (ends[0], at, ends[1], rarely(at, 0)) if side % 2 == 0 else (at, ends[0], at, ends[1])
    return struct.pack("<4fBbbHHHH", *line, rarely(8, 1, 2, 3, 9, 10, 0xC4),
                       rarely(side, -1, 0, 1, 7), -1, rarely(cell, NONE, 7),
                       rarely(cell, NONE, 0x8000, 0x7FFF), rarely(region, NONE, other),
                       rarely(other, NONE, region, 0x61A8))


def generate(folder, chance, count):
    """Worlds of two by two regions in either numbering; some are damaged."""
    for number in range((count + 3) // 4):
        where = os.path.join(folder, f"{number:05}")
        os.makedirs(where)
        first = chance.choice((0x61A8, 0x61FE, 0x7FA8, 0x01FF, 0x0102, 0xFFFE, 0x307F, 0x8101))
        above = ABOVE[first == 0x307F or chance.random() < 0.3]
        ids = [first + above * z + x & 0xFFFF for z in (0, 1) for x in (0, 1)]
        edges = [[] for _ in ids]
        for one, two, side in ((0, 1, 1), (2, 3, 1), (0, 2, 0), (1, 3, 0)):
            if chance.random() < 0.3:
                continue
            cuts = (0, 20, 480, 960, 1440, 1900, BORDER)
            cuts = sorted(chance.sample(cuts, chance.randint(2, 4)))
            for low, high in zip(cuts, cuts[1:]):
                edges[one].append(made_edge(chance, side, low, high, ids[one], ids[two]))
                edges[two].append(made_edge(chance, side + 2, low, high, ids[two], ids[one]))
        for region, own in zip(ids, edges):
            chance.shuffle(own)
            name = chance.choice((*8 * ("nv_%04x.nvm",), "NV_%04X.nvm", "m%04x.nvm")) % region
            data = bytearray(b"JMXVNVM 1000" + struct.pack("<HII", 0, 90, 0) + bytes(17 * 90)
                             + struct.pack("<I", len(own)) + b"".join(own))
            if chance.random() < 0.2:
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            with open(os.path.join(where, name), "wb") as file:
                file.write(data + bytes(4 + TAILS[2]))
