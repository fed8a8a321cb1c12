"""The triangles of a binary glTF, as its specification says, for readers to compare theirs with."""
import json
import struct

SIZES = {5121: "B", 5123: "H", 5125: "I", 5126: "f"}
COUNTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def parts(data):
    """The JSON and the binary chunk; a file that breaks a rule of the container is an error."""
    magic, version, length = struct.unpack_from("<4s2I", data)
    assert (magic, version, length) == (b"glTF", 2, len(data)) and length % 4 == 0
    at, found = 12, {}
    while at < length:
        size, kind = struct.unpack_from("<I4s", data, at)
        assert size % 4 == 0 and kind not in found and at + 8 + size <= length
        found[kind] = data[at + 8:at + 8 + size]
        at += 8 + size
    return json.loads(found[b"JSON"]), found.get(b"BIN\0", b"")


def accessor(root, binary, number):
    """The values of an accessor, as tuples, which must lie within its min and max."""
    given = root["accessors"][number]
    view = root["bufferViews"][given["bufferView"]]
    layout = "<" + SIZES[given["componentType"]] * COUNTS[given["type"]]
    size = struct.calcsize(layout)
    step = view.get("byteStride", size)
    begin = given.get("byteOffset", 0)
    assert not given["count"] or begin + step * (given["count"] - 1) + size <= view["byteLength"]
    begin += view.get("byteOffset", 0)
    values = [struct.unpack_from(layout, binary, begin + step * at) for at in range(given["count"])]
    for limit, best in (("min", min), ("max", max)):
        if limit in given:
            assert [struct.unpack("<f", struct.pack("<f", side))[0] for side in given[limit]] \
                == [best(value[side] for value in values) for side in range(len(values[0]))]
    return values


def triangles(data):
    """Each primitive as (mesh, material, triangles); nodes are not applied."""
    root, binary = parts(data)
    for mesh in root.get("meshes", ()):
        for primitive in mesh["primitives"]:
            assert primitive.get("mode", 4) == 4
            points = accessor(root, binary, primitive["attributes"]["POSITION"])
            corners = [points[index] for index, in accessor(root, binary, primitive["indices"])]
            material = root["materials"][primitive["material"]]["name"]
            yield mesh["name"], material, list(zip(corners[::3], corners[1::3], corners[2::3]))
