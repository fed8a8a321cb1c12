"""Reads the vertices of Firefall's client, from the description of the format alone. Where that
leaves a choice: a page of more than 2048 vertices isn't of the format; vertices for which a page
has no slot have no row; and what stands behind the last vertex of a page doesn't matter."""
import os

from blocks import unpack_lzma
from fields import Fields, Refused, Short, signed

FILES = ("*.vgeo_idx",)
PREFIX = "vgeo_"
TABLES = {
    "vgeo_files": "version page_usage_bits page_count texture_count data_size trailing_bytes "
                  "extras trailing byte_offset",
    "vgeo_pages": "data_offset crc vertex_count stored_size stride bitmap byte_offset",
    "vgeo_vertices": "page_id slot x y z rest byte_offset",
    "vgeo_textures": "hash1 hash2 hash3 byte_offset",
}
PLAIN, PACKED = 27, 23  # bytes of a vertex
PROPERTIES = 5


class Page:
    def __init__(self, fields, version):
        self.begin = fields.at
        self.offset, self.crc, self.count = fields.many("QIH")
        self.stored = self.bitmap = self.stride = None
        self.vertices = b""
        if self.count > 2048:
            raise Refused("too many vertices of a page")
        self.slots = range(self.count)
        if self.count and version != 1:
            self.stored, self.bitmap = fields.many("H256s")
            self.slots = [slot for slot in range(2048) if self.bitmap[slot // 8] >> slot % 8 & 1]

    def unpack(self, data, packed):
        """Reads the vertices, where `data` has them."""
        size = self.stored if packed else self.count * PLAIN
        if not self.count or self.offset + size > len(data) or not size:
            return
        bytes_of_page = data[self.offset:self.offset + size]
        self.stride = PLAIN
        if packed:
            self.stride = PLAIN if bytes_of_page[0] == 1 else PACKED
            bytes_of_page = unpack_lzma(bytes_of_page[1:], self.count * self.stride) or b""
        self.vertices = bytes_of_page

    def rows(self):
        """Slot, position, the rest and where it begins, of each vertex."""
        for at, slot in zip(range(0, len(self.vertices), self.stride or 1), self.slots):
            vertex = self.vertices[at:at + self.stride]
            yield slot, *Fields(vertex).floats(3), vertex[12:], at


def read_pages(path):
    """The pages, and what else the index says, by name."""
    with open(path, "rb") as file:
        fields = Fields(file.read())
    beside = os.path.splitext(path)[0] + ".vgeo"
    data = None
    if os.path.isfile(beside):
        with open(beside, "rb") as file:
            data = file.read()
    try:
        version = fields.one("i")
        if version not in (1, 2, 3):
            raise Refused("version")
        bits = fields.u8() if version == 3 else None
        page_count = fields.u32()
        pages = []
        for _ in range(page_count):
            pages.append(Page(fields, version))
        textures = []
        for _ in range(fields.u32()):
            textures.append((*fields.many("3I"), fields.at - 12))
        extras = fields.take(4 * fields.u32()) if version == 1 else None
    except Short as why:
        raise Refused(str(why)) from why
    for page in pages:
        page.unpack(data or b"", bits)
    head = (version, bits, len(pages), len(textures), None if data is None else len(data),
            fields.left(), extras, fields.take(fields.left()), 0)
    return pages, textures, head


def read(path):
    pages, textures, head = read_pages(path)
    return {
        "vgeo_files": [head],
        "vgeo_pages": [(signed(page.offset), page.crc, page.count, page.stored, page.stride,
                        page.bitmap, page.begin) for page in pages],
        "vgeo_vertices": [(number, *row) for number, page in enumerate(pages)
                          for row in page.rows()],
        "vgeo_textures": textures,
    }


def positions(path):
    """Positions of vertices by page and slot."""
    return {(number, row[0]): row[1:4] for number, page in enumerate(read_pages(path)[0])
            for row in page.rows()}


def generate(folder, chance, count):
    import vgeo_made
    vgeo_made.generate(folder, chance, count)
