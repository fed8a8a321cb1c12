"""Reads animmeshes of Neverwinter Nights' models, binary and text, from the descriptions of the
formats alone."""
import mdl_made
from mdl_words import read_model

FILES = ("*.mdl",)
PREFIX = "mdl_animmesh"
PARTIAL = True  # what is damaged in other parts is none of its business
TABLES = {
    "mdl_animmeshes": "node_id sample_period vertex_set_count texture_set_count unused0_pointer "
                      "unused0_used unused0_allocated unused1_pointer unused1_used "
                      "unused1_allocated unused2_pointer unused2_used unused2_allocated "
                      "vertex_sets_pointer texture_sets_pointer byte_offset",
    "mdl_animmesh_sets": "node_id set_index vertex_id vertex_index x y z u v byte_offset",
}


def sets(node, first):
    """A row for each vertex and set; it lies where more sets do."""
    mesh = node.animmesh
    positions, places = mesh.counts
    for vertex in range(len(node.vertices)):
        for i in range(max(positions, places)):
            position, place = ((None,) * 3, None), ((None,) * 2, None)
            if i < positions:
                position = mesh.positions[vertex * positions + i]
            if i < places:
                place = mesh.places[vertex * places + i]
            yield (node.id, i, first + vertex, vertex, *position[0], *place[0],
                   (place if places > positions else position)[1])


def read(path):
    rows, first = {table: [] for table in TABLES}, 0
    for node in read_model(path, moves=False).nodes():
        mesh = node.animmesh
        if mesh:
            rows["mdl_animmeshes"].append((node.id, mesh.period, *mesh.counts, *mesh.arrays,
                                           *mesh.pointers, mesh.offset))
            rows["mdl_animmesh_sets"] += sets(node, first)
        first += len(node.vertices)
    return rows


def generate(folder, chance, count):
    mdl_made.generate(folder, chance, count)
