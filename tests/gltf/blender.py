# Blender opens models with what SQL tells of them: blender -b --python blender.py -- MODELS, the lines
# of models.sql. Counts objects, vertices, bones, lights and actions, and holds poses at keys against
# mdl_pose. The last line is `N passed, N failed`.
import json
import sys

import bpy
import mathutils
import numpy

TOLERANCE = 1e-4
FRAMES = 24  # a second

# Debian's Blender 3.4 uses names that Debian's numpy has no more.
for name, kind in (("bool", bool), ("int", int), ("float", float), ("object", object)):
    if name not in numpy.__dict__:
        setattr(numpy, name, kind)

counts = {True: 0, False: 0}


def check(good, complaint):
    counts[bool(good)] += 1
    if not good:
        print("failed:", complaint)


def ancestors(nodes, node):
    """The node, its parent, and so on to the root."""
    path = []
    while node is not None:
        path.append(node)
        node = nodes[node][1]
    return path


def bones_of(model):
    """Blender makes bones of the joints of skins and of what lies between them and the deepest node
    above all of them, and armatures of the nodes above bones. The armature of each bone."""
    nodes, bones, joints = model["nodes"], set(), {}
    for skin, bone in model["joints"]:
        joints.setdefault(skin, set()).add(bone)
    for own in joints.values():
        paths = [ancestors(nodes, joint) for joint in own]
        common = next(node for node in paths[0] if all(node in path for path in paths))
        armature = nodes[common][1] if common in own else common
        for path in paths:
            bones.update(path[:path.index(armature)])
    return {bone: next(node for node in ancestors(nodes, bone) if node not in bones) for bone in bones}


def load(model):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=model["glb"])


def check_counts(model):
    objects, file = bpy.data.objects, model["file"]
    bones = bones_of(model)
    meshes = [thing for thing in objects if thing.type == "MESH"]
    vertices = sum(len(mesh.data.vertices) for mesh in meshes)
    found = sum(len(thing.data.bones) for thing in objects if thing.type == "ARMATURE")
    lights = sum(thing.type == "LIGHT" for thing in objects)
    check(len(meshes) == model["meshes"], f"{file}: {len(meshes)} meshes, {model['meshes']} in SQL")
    check(vertices == model["vertices"], f"{file}: {vertices} vertices, {model['vertices']} in SQL")
    check(found == len(bones), f"{file}: {found} bones, {len(bones)} in SQL")
    check(lights == model["lights"], f"{file}: {lights} lights, {model['lights']} in SQL")
    # an action for each animation and object that it moves; an armature's has all of its bones
    moved = {(animation, bones.get(node, node)) for animation, node in model["channels"]}
    still = set(range(len(model["animations"]))) - {animation for animation, _ in moved}
    actions = len(bpy.data.actions)
    check(actions == len(moved) + len(still),
          f"{file}: {actions} actions, {len(moved) + len(still)} in SQL")


def rest_pose(model):
    """Where objects are in their parents before anything moves, by the tables: Blender has gone to
    a frame of the first animation. Bones are where they are."""
    names, rest = [node[0] for node in model["nodes"]], []
    for name, (x, y, z, *turn, scale) in zip(names, model["rest"]):
        thing = bpy.data.objects.get(name)
        if thing and names.count(name) == 1 and thing.parent_type == "OBJECT":
            matrix = mathutils.Matrix.LocRotScale(
                mathutils.Vector((x, y, z)), mathutils.Quaternion(turn), mathutils.Vector([scale] * 3))
            rest.append((thing, matrix))
    return rest


def take_pose(rest, animation, time):
    """Gives each object the action of that animation, and goes to the time."""
    for thing, matrix in rest:
        thing.matrix_basis = matrix
    for thing in bpy.data.objects:
        if thing.animation_data is None:
            continue
        tracks = thing.animation_data.nla_tracks
        action = next((strip.action for track in tracks for strip in track.strips
                       if track.name == animation), None)
        for track in tracks:
            track.mute = True
        thing.animation_data.action = action
    frame = time * FRAMES
    bpy.context.scene.frame_set(int(frame), subframe=frame % 1)


def places():
    """Where objects and bones are, by name; Blender has z up, as the models do."""
    found = {}
    for thing in bpy.data.objects:
        if thing.type == "ARMATURE":
            for bone in thing.pose.bones:
                found[bone.name] = (thing.matrix_world @ bone.matrix).translation
        found.setdefault(thing.name, thing.matrix_world.translation)
    return found


def check_poses(model):
    """At the ends of animations: between keys Blender goes straight, not along the arc. What is a
    skin has no place of its own."""
    names = [node[0] for node in model["nodes"]]
    skins = {skin for skin, _ in model["joints"]}
    rest = rest_pose(model)
    animations = [animation[0] for animation in model["animations"]]
    for number, (animation, length) in enumerate(model["animations"][:3]):
        if animations.count(animation) > 1:
            continue
        for time in {0, length}:
            poses = [pose for pose in model["poses"] if pose[0] == number and pose[1] == time]
            take_pose(rest, animation, time)
            found, worst = places(), 0
            for _, _, node, x, y, z, *_ in poses:
                if names.count(names[node]) == 1 and node not in skins:
                    off = (found[names[node]] - mathutils.Vector((x, y, z))).length
                    worst = max(worst, off)
            check(worst <= TOLERANCE, f"{model['file']}: {worst} off at {time} s of {animation}")


with open(sys.argv[sys.argv.index("--") + 1], encoding="utf-8") as lines:
    for line in lines:
        one = json.loads(line)
        try:
            load(one)
        except RuntimeError as problem:
            check(False, f"{one['file']}: {problem}")
            continue
        check_counts(one)
        check_poses(one)
print(f"{counts[True]} passed, {counts[False]} failed")
