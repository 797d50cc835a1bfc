"""libflowfield for Python: NumPy arrays go in, and NumPy arrays come out.

    world = World(costs, metric=EUCLID)     # costs: uint8 [h, w]; 255 is a wall
    world.add_goal(60, 30)
    world.solve()
    world.layer("values")                   # float64 [h, w]; inf: no way
    world.edit(32, 30, WALL)                # the next solve() repairs the field
"""

import ctypes as c

import numpy as np

WALL, (MANHATTAN, OCTILE, EUCLID) = 255, range(3)
# The type of a cell, or a walker, in each layer, in the order of the header's enums.
LAYERS = {"cost": "u1", "values": "f8", "directions": "u1", "vectors": "2f4", "classes": "u1",
          "allocation": "i4", "sight": "i4"}  # fmt: skip
CROWD_LAYERS = {"ids": "u8", "states": "u1", "positions": "2f8", "velocities": "2f8"}
# Letters for types: int32, q int64, n size_t, double, string, pointer, void.
KINDS = c.c_int32, c.c_int64, c.c_size_t, c.c_double, c.c_char_p, c.c_void_p, None
TYPES = dict(zip("iqndspv", KINDS))
FUNCTIONS = {
    "world_new": "iiippp", "world_free": "vp", "world_add_goal": "ipddq",
    "world_edit_cells": "ipiiiip", "world_solve": "ip", "world_changed": "qp", "error": "s",
    "world_copy": "ipipn", "crowd_new": "ipp", "crowd_free": "vp", "crowd_add": "ippddddp",
    "crowd_step": "vp", "crowd_count": "np", "crowd_copy": "ipipn",
}  # fmt: skip

lib = c.CDLL("libflowfield.so.0")
for name, (result, *arguments) in FUNCTIONS.items():
    function = getattr(lib, "ff_" + name)
    function.restype, function.argtypes = TYPES[result], [TYPES[a] for a in arguments]


class Rules(c.Structure):  # all zero is the defaults
    _fields_ = [(name, c.c_int32) for name in "metric step corners own_flow flow sight".split()]
    _fields_ += [(name, c.c_double) for name in "radius max_cost flee".split()]
    _fields_ += [("threads", c.c_int32)]


def check(status):
    if status:
        raise RuntimeError(lib.ff_error().decode())


def as_costs(costs):
    costs = np.atleast_2d(costs)
    if np.any((costs < 0) | (costs > WALL)):
        raise ValueError("costs: expected 0 to 255")
    return np.ascontiguousarray(costs, np.uint8)


def copied(copy, handle, layers, name, shape):
    out = np.empty(shape, layers[name])
    check(copy(handle, list(layers).index(name), out.ctypes.data, out.nbytes))
    return out


class World:
    def __init__(self, costs, **rules):
        self.handle, costs = c.c_void_p(), as_costs(costs)
        if unknown := set(rules) - {name for name, _ in Rules._fields_}:
            raise TypeError(f"unknown rules: {unknown}")
        self.shape, rules = costs.shape, Rules(**rules)
        size, handle = costs.shape[::-1], c.byref(self.handle)
        check(lib.ff_world_new(*size, costs.ctypes.data, c.byref(rules), handle))

    def __del__(self):
        lib.ff_world_free(self.handle)

    def add_goal(self, x, y, start=0):
        check(lib.ff_world_add_goal(self.handle, x, y, start))

    def edit(self, x, y, costs):  # a number, or an array [h, w] of them
        costs = as_costs(costs)
        size = costs.shape[::-1]
        check(lib.ff_world_edit_cells(self.handle, x, y, *size, costs.ctypes.data))

    def solve(self):
        """Solves or repairs; returns the number of cells whose value changed."""
        check(lib.ff_world_solve(self.handle))
        return lib.ff_world_changed(self.handle)

    def layer(self, name):
        return copied(lib.ff_world_copy, self.handle, LAYERS, name, self.shape)


class Crowd:
    def __init__(self):
        self.handle, self.worlds = c.c_void_p(), []
        check(lib.ff_crowd_new(None, c.byref(self.handle)))

    def __del__(self):
        lib.ff_crowd_free(self.handle)

    def add(self, world, x, y, radius=0.3, speed=1.5):
        """Adds a walker, which goes by a solved world; returns its id."""
        walker = c.c_uint64()
        check(lib.ff_crowd_add(self.handle, world.handle, x, y, radius, speed, c.byref(walker)))
        self.worlds.append(world)  # keeps the world alive as long as the crowd
        return walker.value

    def step(self):
        lib.ff_crowd_step(self.handle)

    def layer(self, name):
        count = lib.ff_crowd_count(self.handle)
        return copied(lib.ff_crowd_copy, self.handle, CROWD_LAYERS, name, count)


if __name__ == "__main__":
    costs = np.ones((48, 64), np.uint8)
    costs[4:, 32] = WALL
    costs[30, 32] = 1  # a door
    world = World(costs, metric=EUCLID)
    world.add_goal(60, 30)
    world.solve()
    values = world.layer("values")
    print("from 4,30 the goal costs %.1f" % values[30, 4])
    world.edit(32, 30, WALL)
    print(world.solve(), "cells change; now it costs %.1f" % world.layer("values")[30, 4])
    crowd = Crowd()
    for y in range(20, 40, 2):
        crowd.add(world, 4, y)
    for _ in range(100):
        crowd.step()
    print("after 10 s the first of 10 is at %.1f,%.1f" % tuple(crowd.layer("positions")[0]))
