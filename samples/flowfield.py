"""libflowfield for Python: NumPy arrays go in, and NumPy arrays come out.

    world = World(costs, metric=EUCLID, sight=1)    # costs: uint8 [h, w]; 255 is a wall
    world.add_goal(86, 34)
    world.solve()
    world.layer("values")                           # float64 [h, w]; inf: no way
    world.edit(40, 10, WALL)                        # from the next solve on, which repairs
"""

import ctypes as c

import numpy as np

WALL = 255
MANHATTAN, OCTILE, EUCLID = range(3)
# In the order of enum ff_layer: what a cell has, and in what type.
LAYERS = {
    "cost": ("u1", ()), "values": ("f8", ()), "directions": ("u1", ()), "vectors": ("f4", (2,)),
    "classes": ("u1", ()), "allocation": ("i4", ()), "sight": ("i4", ()),
}  # fmt: skip


class Rules(c.Structure):
    """struct ff_rules: all zero is the defaults."""

    _fields_ = [
        ("metric", c.c_int), ("step", c.c_int), ("corners", c.c_int), ("own_flow", c.c_int32),
        ("flow", c.c_int), ("sight", c.c_int32), ("radius", c.c_double),
        ("max_cost", c.c_double), ("flee", c.c_double), ("threads", c.c_int32),
    ]  # fmt: skip


def load(path="libflowfield.so.0"):
    """Opens the library, and tells ctypes what its functions take and return."""
    handle, real, cell, buffer = c.c_void_p, c.c_double, c.c_int32, c.c_void_p
    library = c.CDLL(path)
    for name, result, *arguments in (
        ("ff_version", c.c_char_p),
        ("ff_status_text", c.c_char_p, c.c_int),
        ("ff_world_new", c.c_int, cell, cell, buffer, c.POINTER(Rules), c.POINTER(handle)),
        ("ff_world_free", None, handle),
        ("ff_world_add_goal", c.c_int, handle, real, real, c.c_int64),
        ("ff_world_edit_cells", c.c_int, handle, cell, cell, cell, cell, buffer),
        ("ff_world_solve", c.c_int, handle),
        ("ff_world_changed", c.c_uint64, handle),
        ("ff_world_error", c.c_char_p, handle),
        ("ff_world_copy", c.c_int, handle, c.c_int, buffer, c.c_size_t),
        ("ff_world_follow", None, handle, real, real, c.POINTER(real), c.POINTER(real)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = load()


class Error(Exception):
    """A status that is not FF_OK."""


def check(status, detail=b""):
    if status:
        raise Error((detail or lib.ff_status_text(status)).decode())


class World:
    def __init__(self, costs, **rules):
        costs = np.ascontiguousarray(costs, np.uint8)
        self.shape, self.handle = costs.shape, c.c_void_p()
        height, width = costs.shape
        check(lib.ff_world_new(width, height, costs.ctypes, Rules(**rules), self.handle))

    def __del__(self):
        lib.ff_world_free(self.handle)

    def check(self, status):
        check(status, lib.ff_world_error(self.handle))

    def add_goal(self, x, y, start=0):
        self.check(lib.ff_world_add_goal(self.handle, x, y, start))

    def edit(self, x, y, costs):
        """Sets the costs at x,y: a number, or an array [h, w] of them."""
        costs = np.ascontiguousarray(np.atleast_2d(costs), np.uint8)
        height, width = costs.shape
        self.check(lib.ff_world_edit_cells(self.handle, x, y, width, height, costs.ctypes))

    def solve(self):
        """Solves or repairs; returns how many cells have another value."""
        self.check(lib.ff_world_solve(self.handle))
        return lib.ff_world_changed(self.handle)

    def layer(self, name):
        kind, tail = LAYERS[name]
        out = np.empty(self.shape + tail, kind)
        number = list(LAYERS).index(name)
        self.check(lib.ff_world_copy(self.handle, number, out.ctypes, out.nbytes))
        return out

    def follow(self, x, y):
        """The unit vector in which a walker at x,y goes; 0,0: none."""
        dx, dy = c.c_double(), c.c_double()
        lib.ff_world_follow(self.handle, x, y, dx, dy)
        return dx.value, dy.value


if __name__ == "__main__":
    print("libflowfield", lib.ff_version().decode())
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
    print("a walker at 4,30 goes to %+.2f,%+.2f" % world.follow(4, 30))
