"""Reads chunks of Firefall's world, from the description of the format alone: the container, its
blocks and their nodes. gt_geometry.py and gt_layers.py read what the nodes hold."""
import os
import re
import struct

import gt_geometry
import gt_glb
import gt_layers
from blocks import unpack_lzma, unpack_zlib
from fields import Fields, Refused, Short, signed
from nodes import MARKER, Node, children, spread

FILES = ("*.gtchunk", "*.dat")
PREFIX = "gt_"
TABLES = {
    "gt_chunks": "container status version timestamp lod_count block_count node_count face x y "
                 "byte_offset",
    "gt_lods": "lod_index exponent subchunk_count byte_offset",
    "gt_blocks": "lod_id lod subchunk x y magic data_offset compressed_size uncompressed_size "
                 "min_x min_y min_z max_x max_y max_z lzma_lc lzma_lp lzma_pb lzma_dictionary "
                 "status node_count data_offset_raw magic_raw payload byte_offset",
    "gt_nodes": "block_id parent_id depth type type_name length has_marker data byte_offset",
    **gt_geometry.TABLES,
    **gt_layers.TABLES,
}
UNREAD = {"gt_geometries": "problem"}
QUERIES = {table: f"{table}(f.path, f.beside, 'skip')"
           for table in ("gt_vertices", "gt_unique_vertices")}
FUNCTIONS = {"gt_glb": ("gt_glb(f.path, f.beside)", gt_glb.found_triangles),
             "gt_glb of boxes": ("gt_glb(f.path)", gt_glb.found_boxes)}

ROOT, LOD, SUBCHUNK, PROPS = 0x40000, 0x40001, 0x40002, 0x40200
KNOWN = (*range(0x40100, 0x40106), *range(0x40200, 0x40211))
TERRAIN, SECTORS, ENVIRONMENT = 0x40100, 0x40207, 0x50001
MOST = 256 << 20  # bytes of a block

# Types by those of the nodes that hold them, outermost first: their names, and how many bytes of
# their own those have that hold others.
TYPES = {
    (): {TERRAIN: "terrain", 0x40101: "static collision", 0x40102: "subzone grid",
         0x40103: "movement blocker collision", 0x40104: "encounter name registry",
         0x40105: "water collision", PROPS: "props", 0x40203: "geometry 2",
         0x40204: "encounter name registry", 0x40205: "vegetation", 0x40206: "overlay",
         SECTORS: "sectors", 0x40208: "water", 0x40209: "vegetation 2", 0x40210: "geometry"},
    (TERRAIN,): {0: "terrain head", 1: "terrain materials", 2: "terrain quadtree",
                 3: "terrain material list", 4: "terrain shape"},
    (TERRAIN, 1): {5: "terrain material"},
    (TERRAIN, 2): {8: "terrain blend weights", 9: "terrain quadtree 9", 11: "terrain quadtree 11"},
    (TERRAIN, 2, 8): {0: "terrain blend weights 0", 2: "terrain blend weights 2"},
    (PROPS,): {0x50000: "doodad", ENVIRONMENT: "environment", 0x50006: "probe", 0x50008: "decals",
               0x5000D: "particles", 0x50011: "light", 0x50014: "audio volume", 0x50017: "monster",
               0x50018: "decal"},
    (SECTORS,): {0x50013: "sector"},
}
OWN_BYTES = {(TERRAIN,): 0, (TERRAIN, 1): 0, (TERRAIN, 2): 8, (TERRAIN, 2, 8): 0, (PROPS,): 0,
             (PROPS, ENVIRONMENT): 0, (SECTORS,): 0}


class Block:
    """A block, and its row but for the payload's columns."""

    def __init__(self, lod=(None, None), subchunk=(None,) * 3, box=(None,) * 6, begin=0):
        self.lod, self.subchunk, self.box, self.begin = lod, subchunk, box, begin
        self.raw = self.offset = self.packed = self.size = self.magic = self.payload = None
        self.lzma, self.status, self.nodes = (None,) * 4, "ok", []

    def refer(self, reference, base):
        self.raw, self.packed, self.size = reference
        self.offset = base + self.raw
        return self

    def unpack(self, data):
        end = self.offset + self.packed
        self.payload, self.status = self.content(data[self.offset:end], end <= len(data))

    def content(self, data, is_whole):
        """What the block, of which the file has `data`, unpacks to, and a status."""
        if len(data) >= 4:
            self.magic = data[:4]
        if not self.size:
            return None, "empty"
        if self.size > MOST:
            return None, "block-usize"
        if not is_whole:
            return None, "block-range"
        if self.magic == b"DATA":
            return unpack_zlib(data[4:], self.size)
        if self.magic == b"DAT2":
            if len(data) >= 9:
                letter, dictionary = struct.unpack_from("<BI", data, 4)
                self.lzma = letter % 9, letter // 9 % 5, letter // 45, dictionary
            unpacked = unpack_lzma(data[4:], self.size)
            return unpacked, "lzma" if unpacked is None else "ok"
        return None, "block-magic"

    def row(self):
        magic = self.magic and self.magic.decode("latin-1")
        return (*self.lod, *self.subchunk, magic if magic in ("DATA", "DAT2") else None,
                self.offset, self.packed, self.size, *self.box, *self.lzma, self.status,
                len(self.nodes), self.raw, self.magic, self.payload, self.begin)


class Broken(Exception):
    """Where the index breaks off."""


def expect(fields, kind, status):
    """Reads the header of the node that must come next; those of the index have a marker."""
    try:
        node = Node(fields)
    except Short:
        raise Broken(status) from None
    if node.type != kind or not node.has_marker:
        raise Broken(status)
    return node


class Chunk:
    """The container: lods and blocks."""

    def __init__(self, data):
        self.version = self.timestamp = self.lod_count = None
        self.lods, self.blocks, self.status = [], [], "ok"
        try:
            self.read(data)
        except Short:
            self.status = "truncated" if self.status == "ok" else self.status
        except Broken as where:
            self.status = str(where)

    def read(self, data):
        """Reads the index: each LOD's own fields, then the nodes that follow."""
        root = expect(Fields(data), ROOT, "root")
        if root.end > len(data):
            self.status = "root-length"
        fields = Fields(data, root.at, min(root.end, len(data)))
        self.version = fields.u32()
        self.timestamp = fields.one("Q")
        self.lod_count = fields.u32()
        for number in range(self.lod_count):
            lod = expect(fields, LOD, "lod-id")
            index, exponent, *reference = fields.many("5I")
            self.lods.append((index, exponent, 4 ** exponent if exponent <= 8 else None, lod.begin))
            if exponent > 8:
                raise Broken("subchunk-exp")
            self.blocks.append(Block((number, index), begin=lod.begin).refer(reference, root.end))
            for subchunk in range(4 ** exponent):
                begin = expect(fields, SUBCHUNK, "sub-id").begin
                place = subchunk, subchunk % 2 ** exponent, subchunk // 2 ** exponent
                block = Block((number, index), place, begin=begin)
                block.refer(fields.many("3I"), root.end)
                block.box = fields.floats(6)
                self.blocks.append(block)


def is_payload(data):
    """Is it a node that has a marker, or a known type and a length that fits?"""
    if len(data) < 8:
        return False
    kind, length = struct.unpack_from("<2I", data)
    return data[:8] == MARKER or kind in KNOWN and length <= len(data) - 8


def types_above(node):
    """The types of the nodes that hold it, outermost first."""
    return types_above(node.parent) + (node.parent.type,) if node.parent else ()


def type_name(node):
    above = types_above(node)
    if above == (PROPS, ENVIRONMENT):
        return "environment layer"
    return TYPES.get(above, {}).get(node.type)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    container = data[:16] == MARKER + struct.pack("<I", ROOT) + data[12:16] and len(data) >= 16
    chunk = None
    if container:
        chunk = Chunk(data)
        blocks = chunk.blocks
        for block in blocks:
            block.unpack(data)
    else:
        if not is_payload(data):
            raise Refused("neither a container nor a node")
        block = Block()
        block.payload, block.offset, block.packed, block.size = data, 0, len(data), len(data)
        blocks = [block]

    nodes = []
    for number, block in enumerate(blocks):
        if block.payload is None:
            continue

        def held(node, payload=block.payload):
            own = OWN_BYTES.get(types_above(node) + (node.type,))
            if own is None or own > node.length:
                return []
            return children(Fields(payload, node.at + own, node.end))[0]

        top, block.status = children(Fields(block.payload))
        spread(top, None, nodes, held)
        block.nodes = [node for node in nodes if not hasattr(node, "block")]
        for node in block.nodes:
            node.block, node.block_id = block, number
            node.fields = Fields(block.payload, node.at, node.end)

    name = re.match(r"([0-9]{1,9})_([0-9]{1,9})_([0-9]{1,9})\.", os.path.basename(path))
    place = [int(number) for number in name.groups()] if name else [None] * 3
    head = (chunk.version, chunk.timestamp and signed(chunk.timestamp), chunk.lod_count) if chunk \
        else (None,) * 3
    tables = {
        "gt_chunks": [(int(container), chunk.status if chunk else "ok", *head, len(blocks),
                       len(nodes), *place, 0)],
        "gt_lods": chunk.lods if chunk else [],
        "gt_blocks": [block.row() for block in blocks],
        "gt_nodes": [(node.block_id, node.parent and node.parent.id, node.depth, node.type,
                      type_name(node), node.length, node.has_marker,
                      node.block.payload[node.at:node.end], node.begin) for node in nodes],
        **gt_geometry.tables([node for node in nodes if not node.depth], beside(path)),
        **gt_layers.tables(nodes),
    }
    return {**tables, "gt_glb": gt_glb.drawn(tables), "gt_glb of boxes": gt_glb.boxes(tables)}


def beside(path):
    """The client's vertices that lie in a folder above the file, or beside that folder."""
    folder = os.path.dirname(path)
    while folder:
        for name in ("static.vgeo_idx", "vgeo/v3.vgeo_idx", "vg3/static.vgeo_idx"):
            if os.path.isfile(os.path.join(folder, name)):
                return os.path.join(folder, name)
        folder = os.path.dirname(folder) if folder != "/" else ""
    return None


def generate(folder, chance, count):
    import gt_made
    gt_made.generate(folder, chance, count)
