"""What gt_glb is to draw of a chunk: the triangles of its finest level of detail, or the boxes of
its parts, with y up."""
import itertools
import math

import gltf


def upright(point):
    x, y, z = point
    return x, z, -y


def finest(tables):
    """The ids of the parts in the finest level of detail that has some."""
    lods = {}
    for part_id, part in enumerate(tables["gt_parts"]):
        group = tables["gt_groups"][part[0]]
        entry = tables["gt_entries"][group[0]]
        node = tables["gt_geometries"][entry[0]][0]
        block = tables["gt_nodes"][node][0]
        lods.setdefault(tables["gt_blocks"][block][1] or 0, []).append(part_id)
    return lods[max(lods)] if lods else []


def boxes(tables):
    """Material and the eight corners of each part's box."""
    found = []
    for part_id in finest(tables):
        part = tables["gt_parts"][part_id]
        low, high = part[10:13], part[13:16]
        if all(map(math.isfinite, low + high)):
            corners = itertools.product(*zip(low, high))
            found.append((f"material{part[1]}", sorted(set(map(upright, corners)))))
    return sorted(found)


def drawn(tables):
    """Material and corners of each triangle whose vertices are there."""
    kept = set(finest(tables))
    found = []
    for triangle in tables["gt_triangles"]:
        points = [tables["gt_vertices"][corner][4:7] for corner in triangle[2:5]]
        if triangle[0] in kept and all(None not in point and all(map(math.isfinite, point))
                                       for point in points):
            found.append((f"material{tables['gt_parts'][triangle[0]][1]}",
                          *map(upright, points)))
    return sorted(found)


def found_boxes(data):
    """The corners of the twelve triangles of each box in a binary glTF."""
    return sorted((material, sorted({point for face in faces[at:at + 12] for point in face}))
                  for _, material, faces in gltf.triangles(data) for at in range(0, len(faces), 12))


def found_triangles(data):
    return sorted((material, *corners) for _, material, faces in gltf.triangles(data)
                  for corners in faces)
