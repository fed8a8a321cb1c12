"""Reads poses of Neverwinter Nights' models, of their own animations and of those of supermodels,
from the descriptions of the formats and of poses alone."""
import json
import math
import os
import zlib

import mdl_made
from fields import Refused
from mdl_binary import Skin
from mdl_words import read_model

FILES = ("*.mdl",)
PREFIX = ("mdl_pose",)
PARTIAL = True    # what is damaged in other parts is none of its business
TOLERANCE = 1e-6  # binds of skins are kept as 32-bit floats
TABLES = {
    "mdl_pose": "node_id name x y z qx qy qz qw scale local_x local_y local_z local_qx local_qy "
                "local_qz local_qw local_scale",
    "mdl_posed_vertices": "vertex_id x y z node_id",
}
ARGUMENTS = "(f.path, f.beside ->> 0, f.beside ->> 1, f.beside ->> 2, 'skip')"
QUERIES = {table: table + ARGUMENTS for table in TABLES}
POSITION, TURN, SCALE = (8, 3), (20, 4), (36, 1)
NO_TURN = (0.0, 0.0, 0.0, 1.0)


def unit(turn):
    length = math.sqrt(sum(part * part for part in turn))
    return tuple(part / length for part in turn) if length and math.isfinite(length) else NO_TURN


def after(a, b):
    """The turn b, then the turn a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def back(turn):
    return (-turn[0], -turn[1], -turn[2], turn[3])


def turned(turn, vector):
    return after(after(turn, (*vector, 0.0)), back(turn))[:3]


def placed(place, vector):
    """A point of a node in what the place counts from."""
    position, turn, scale = place
    return tuple(a + scale * b for a, b in zip(position, turned(turn, vector)))


def between(a, b, part):
    return tuple(x + (y - x) * part for x, y in zip(a, b))


def turn_between(a, b, part):
    dot = sum(x * y for x, y in zip(a, b))
    if dot < 0:
        dot, b = -dot, tuple(-y for y in b)
    angle = math.acos(min(dot, 1.0))
    if math.sin(angle) < 1e-9:
        return unit(between(a, b, part))
    return tuple((math.sin((1 - part) * angle) * x + math.sin(part * angle) * y) / math.sin(angle)
                 for x, y in zip(a, b))


def at_time(times, rows, time, mix):
    if time <= times[0]:
        return rows[0]
    if time >= times[-1]:
        return rows[-1]
    i = next(i for i in range(len(times) - 1) if time < times[i + 1])
    if times[i + 1] <= times[i]:
        return rows[i]
    return mix(rows[i], rows[i + 1], (time - times[i]) / (times[i + 1] - times[i]))


def bind(node):
    """Place of a node in its parent: position, turn, scale."""
    position, turn, scale = (node.track(*channel)[1] for channel in (POSITION, TURN, SCALE))
    return [position[0] if position else (0.0, 0.0, 0.0), unit(turn[0]) if turn else NO_TURN,
            scale[0][0] if scale else 1.0]


def worlds(model, places):
    """Places of the geometry's nodes in the model."""
    found = []
    for node, (position, turn, scale) in zip(model.geometry, places):
        if node.parent:
            above = found[node.parent.id]
            position = placed(above, position)
            turn, scale = unit(after(above[1], turn)), above[2] * scale
        found.append((position, turn, scale))
    return found


def chain(path):
    """The model, its supermodel and so on, as far as they are in its folder."""
    folder, seen = os.path.dirname(path), set()
    files = sorted(os.listdir(folder))
    while path not in seen:
        seen.add(path)
        model = read_model(path)
        yield model
        wanted = f"{model.supermodel}.mdl".lower()
        name = next((name for name in files if model.supermodel and name.lower() == wanted), None)
        if name is None:
            break
        path = os.path.join(folder, name)


def owner(path, animation):
    """Nodes of the animation, the model that has it, and the scale of its positions."""
    scale = 1.0
    for model in chain(path):
        for name, nodes in model.animations:
            if name.lower() == animation.lower():
                return nodes, model, scale
        scale *= model.scale
    raise Refused("no such animation")


def arguments(path):
    """Animation, time, and where supermodels are; by the file's content, so that they vary."""
    with open(path, "rb") as file:
        number = zlib.crc32(file.read())
    names = sorted({name for model in chain(path) for name, _ in model.animations
                    if name.isascii()})
    time = (number >> 8 & 0xFF) / 200 - 0.1
    folder = "".join(f"[{sign}]" if sign in "[*?" else sign for sign in os.path.dirname(path))
    return names[number % len(names)].upper() if names else None, time, folder + "/*.mdl"


def beside(path):
    try:
        return json.dumps(arguments(path))
    except Refused:
        return None


def locals_at(model, path, animation, time):
    places = [bind(node) for node in model.geometry]
    nodes, own, scale = owner(path, animation) if animation is not None else ([], model, 1.0)
    first = {}
    for node in model.geometry:
        first.setdefault(node.name.lower(), node.id)
    if own is not model and own.geometry and places:
        first[own.geometry[0].name.lower()] = 0  # the owner's root moves the model's
    for node in nodes:
        if node.name.lower() not in first:
            continue
        place = places[first[node.name.lower()]]
        times, rows = node.track(*POSITION)
        if rows:
            place[0] = tuple(scale * part for part in at_time(times, rows, time, between))
        times, rows = node.track(*TURN)
        if rows:
            place[1] = at_time(times, [unit(row) for row in rows], time, turn_between)
        times, rows = node.track(*SCALE)
        if rows:
            place[2] = at_time(times, rows, time, between)[0]
    return places


def bind_skin(skin, model, world):
    """What compilers compute of the skin of a text: inverse bind poses of the bones."""
    first, turns, moves = {}, [], []
    for node in model.geometry:
        first.setdefault(node.name.lower(), node.id)
    for position, turn, _ in world:
        x, y, z, w = after(back(turn), world[skin.id][1])
        turns.append((w, x, y, z))
        moves.append(turned(back(turn), (a - b for a, b in zip(world[skin.id][0], position))))
    lanes, every = skin.skin, {node.id: node.id for node in model.geometry}
    return Skin([[weight for _, weight in row] for row in lanes],
                [[first.get(name) for name, _ in row] for row in lanes], every, turns, moves)


def posed(node, number, world):
    """A vertex in the model: moved by its bones, or else by its node."""
    vertex, skin = node.vertices[number], node.skin
    total, whole = (0.0, 0.0, 0.0), 0.0
    for weight, slot in zip(skin.weights[number], skin.slots[number]) if skin else ():
        bone = skin.nodes.get(slot)
        known = min(len(world), len(skin.turns), len(skin.moves))
        if weight > 0 and bone is not None and bone < known:
            w, *turn = skin.turns[bone]
            at_bone = placed((skin.moves[bone], unit((*turn, w)), 1.0), vertex)
            moved = placed(world[bone], at_bone)
            total, whole = tuple(a + weight * b for a, b in zip(total, moved)), whole + weight
    return tuple(a / whole for a in total) if whole else placed(world[node.id], vertex)


def shown(turn):
    """Of a quaternion and its negative the one whose w, or else x, y or z, is positive."""
    first = next((part for part in (turn[3], *turn) if part), 0)
    return tuple(-part if first < 0 else part for part in turn)


def read(path):
    model, (animation, time, _) = read_model(path), arguments(path)
    places = locals_at(model, path, animation, time)
    world, rows = worlds(model, places), {table: [] for table in TABLES}
    bound = worlds(model, [bind(node) for node in model.geometry])
    for node, place in zip(model.geometry, places):
        rows["mdl_pose"].append((node.id, node.name, *world[node.id][0], *shown(world[node.id][1]),
                                 world[node.id][2], *place[0], *shown(place[1]), place[2]))
        if isinstance(node.skin, list):
            node.skin = bind_skin(node, model, bound)
    for node in model.nodes() if animation is not None else []:
        for number in range(len(node.vertices)):
            point = posed(node, number, world) if node.id < len(world) else (None,) * 3
            rows["mdl_posed_vertices"].append((len(rows["mdl_posed_vertices"]), *point, node.id))
    return rows


def generate(folder, chance, count):
    mdl_made.generate(folder, chance, count)
