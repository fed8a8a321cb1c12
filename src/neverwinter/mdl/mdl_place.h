/* Places of nodes: positions, rotations and scales in double arithmetic, for the files of the MDL
** decoder and the tables of places. Vectors are in metres; x is east, y is north, z is up. */
#pragma once

#include "core/geometry.h"

/* A rotation as a unit quaternion; q and -q are the same rotation. */
typedef struct MdlTurn {
    double x, y, z, w;
} MdlTurn;

/* A transform, which takes v to position + scale * (turn applied to v). */
typedef struct MdlPlace {
    Vector position;
    MdlTurn turn;
    double scale;
} MdlPlace;

static inline void mdl_store_vector(uint8_t *at, Vector v) {
    store_f32(at, (float)v.x);
    store_f32(at + 4, (float)v.y);
    store_f32(at + 8, (float)v.z);
}

/* Makes a quaternion one of unit length: no rotation if its length is 0 or not finite. */
static inline MdlTurn mdl_unit_turn(MdlTurn q) {
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0) || !isfinite(length)) return (MdlTurn){0, 0, 0, 1};
    return (MdlTurn){q.x / length, q.y / length, q.z / length, q.w / length};
}

/* Returns, of a rotation and its negative, the one with w > 0; if w is 0, the one whose first
** nonzero number is positive. */
static inline MdlTurn mdl_signed_turn(MdlTurn q) {
    double first = q.w != 0 ? q.w : q.x != 0 ? q.x : q.y != 0 ? q.y : q.z;
    return first < 0 ? (MdlTurn){-q.x, -q.y, -q.z, -q.w} : q;
}

static inline Vector mdl_turned(MdlTurn q, Vector v) {
    Vector axis = {q.x, q.y, q.z}, once = vector_cross(axis, v);
    once = vector_times(once, 2);
    Vector twice = vector_cross(axis, once);
    return (Vector){v.x + q.w * once.x + twice.x, v.y + q.w * once.y + twice.y,
                    v.z + q.w * once.z + twice.z};
}

static inline Vector mdl_placed(const MdlPlace *place, Vector v) {
    Vector turned = mdl_turned(place->turn, v), at = place->position;
    return (Vector){at.x + place->scale * turned.x, at.y + place->scale * turned.y,
                    at.z + place->scale * turned.z};
}

/* Returns the place of a child that is at `local` in its parent. */
static inline MdlPlace mdl_place_in(const MdlPlace *parent, const MdlPlace *local) {
    MdlTurn a = parent->turn, b = local->turn;
    MdlTurn turn = {a.w * b.x + b.w * a.x + a.y * b.z - a.z * b.y,
                    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                    a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    return (MdlPlace){mdl_placed(parent, local->position), mdl_signed_turn(mdl_unit_turn(turn)),
                      parent->scale * local->scale};
}
