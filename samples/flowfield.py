"""libflowfield for Python: NumPy arrays go in, and NumPy arrays come out.

    world = World(costs, metric="euclid")   # whole numbers [h, w]: 1 to 254, and 255, a wall
    world.add_goal(60, 30)
    world.solve()
    world.layer("values")                   # float64 [h, w]; inf: no way
    world.follow(4.2, 30)                   # (dx, dy) for a walker there
    world.edit(32, 30, WALL)                # the next solve() repairs the field

Methods are the functions of flowfield.h, which explains them; what the library refuses raises
Error.  The library is the file FF_LIBRARY, or the one beside this file, or in ../build/release, or
the system's.
"""

import ctypes as c
import glob
import operator
import os

import numpy as np

WALL, NOTHING = 255, 8  # the cost of a wall; the direction of a cell without one
CLASSES = "goal reached unreached wall not-computed not-yet farther".split()
STATES = "waiting walking arrived lost stranded".split()
# The type of a cell, or a walker, in each layer, in the order of the header's enums.
LAYERS = {"cost": "u1", "values": "f8", "directions": "u1", "vectors": "2f4", "classes": "u1",
          "allocation": "i4", "sight": "i8", "exact": "u8"}  # fmt: skip
CROWD_LAYERS = {"ids": "u8", "states": "u1", "positions": "2f8", "velocities": "2f8",
                "stalled": "f8"}  # fmt: skip
# Words for rules, by their numbers.
WORDS = {"metric": ("manhattan", "octile", "euclid"), "step": ("cell", "mean", "hops"),
         "corners": ("strict", "lenient", "cut"),
         "flow": ("own", "lowest", "path", "gradient", "sum", "differences")}  # fmt: skip


class Error(RuntimeError):
    """What the library refused, and why."""


def check(status):
    """Returns False if the answer is no; raises Error for a failure."""
    if status not in (0, 7):
        raise Error(lib.ff_error().decode())
    return status == 0


def integer(kind):
    """Makes a type of arguments that refuses fractions and what exceeds the type of C."""

    def from_param(_, value):
        if kind(operator.index(value)).value != value:
            raise OverflowError(f"{value} is out of range")
        return kind(value)

    return type("Integer", (kind,), {"from_param": classmethod(from_param)})


# Letters: int32, q int64, z size_t, double, string, pointer, v nothing; e is a status.
TYPES = {"i": integer(c.c_int32), "q": integer(c.c_int64), "z": integer(c.c_size_t),
         "d": c.c_double, "s": c.c_char_p, "p": c.c_void_p, "v": None, "e": check}  # fmt: skip
# The result and the arguments of each function.
FUNCTIONS = {
    "error": "s", "world_new": "eiippp", "world_free": "vp", "world_add_goal": "epddq",
    "world_add_goal_area": "epiiiiq", "world_clear_goals": "vp", "world_edit_cells": "epiiiip",
    "world_solve": "ep", "world_begin": "ep", "world_step": "epqp", "world_changed": "qp",
    "world_value": "dpii", "world_direction": "ipii", "world_class": "ipii",
    "world_vector": "vpiipp", "world_follow": "vpddpp", "world_walk": "dpppd",
    "world_path": "epddpzp",
    "world_copy": "epipz", "router_new": "eiippip", "router_free": "vp",
    "router_add_goal": "epddq", "router_clear_goals": "vp", "router_edit_cells": "epiiiip",
    "router_find": "eppzip", "router_path": "epzpzp", "router_copy": "epipz",
    "router_world": "epp", "crowd_new": "epp", "crowd_free": "vp",
    "crowd_add": "eppddddp", "crowd_send": "epqp", "crowd_remove": "epq",
    "crowd_get": "epqp", "crowd_set": "epqp", "crowd_step": "vp", "crowd_time": "dp", "crowd_count": "zp", "crowd_copy": "epipz",
}  # fmt: skip


def load():
    here = os.path.dirname(os.path.abspath(__file__))
    folders = [here, os.path.join(here, "..", "build", "release")]
    files = [f for folder in folders for f in sorted(glob.glob(folder + "/libflowfield.so*"))]
    return c.CDLL(os.environ.get("FF_LIBRARY") or [*files, "libflowfield.so.0.24"][0])


lib = load()
for name, (result, *arguments) in FUNCTIONS.items():
    function = getattr(lib, "ff_" + name)
    function.restype = {"i": c.c_int32, "q": c.c_int64, "z": c.c_size_t}.get(result, TYPES[result])
    function.argtypes = [TYPES[a] for a in arguments]


class Record(c.Structure):
    """Rules by their names; numbers that a field cannot hold are refused."""

    def set(self, **rules):
        for name, value in rules.items():
            if name not in dict(self._fields_):
                raise TypeError(f"unknown rule: {name}")
            words = WORDS.get(name, ["a number"])
            if isinstance(value, str) and value not in words:
                raise ValueError(f"{name} {value}: expected {' or '.join(words)}")
            setattr(self, name, words.index(value) if isinstance(value, str) else value)
            if not isinstance(value, str) and getattr(self, name) != value:
                raise ValueError(f"{name} {value}: out of range")
        return self


class Rules(Record):  # all zero is the defaults
    _fields_ = [(name, c.c_int32) for name in "metric step corners flow sight".split()]
    _fields_ += [(name, c.c_double) for name in "radius max_cost flee".split()]
    _fields_ += [(name, c.c_int32) for name in "threads progressive real".split()]
    _fields_ += [("cost_scale", c.c_double)]

    def __init__(self, **rules):
        super().__init__()
        self.set(**rules)


class CrowdRules(Record):  # so it is here
    _fields_ = [(name, c.c_double) for name in
                "dt force separation alignment cohesion avoidance headway neighbourhood".split()]  # fmt: skip
    _fields_ += [(name, c.c_int32) for name in "slow_by_cost threads".split()]

    def __init__(self, **rules):
        super().__init__()
        self.set(**rules)


class Walker(Record):
    _fields_ = [(name, c.c_double) for name in "x y radius speed".split()]
    _fields_ += [("group", c.c_uint32)]


def as_costs(costs, real):
    """Returns costs as floats or bytes [h, w]; these are whole numbers from 0 to 255."""
    costs = np.atleast_2d(costs)
    if costs.ndim > 2 or costs.dtype.kind not in "iuf":
        raise TypeError(f"costs: expected numbers [h, w], got {costs.dtype} {[*costs.shape]}")
    if real:
        return np.ascontiguousarray(costs, np.float32)
    wrong = np.argwhere(~((costs >= 0) & (costs <= WALL) & (costs == np.floor(costs))))
    if len(wrong):
        y, x = wrong[0]
        raise ValueError(f"cost at {x},{y} is {costs[y, x]}: expected an integer from 0 to {WALL}")
    return np.ascontiguousarray(costs, np.uint8)


class Handle:
    """A world, a router or a crowd of the library, with what all have in common."""

    kind, layers, real = "world", LAYERS, False

    def __init__(self):
        self.handle = c.c_void_p()

    def __del__(self):
        getattr(lib, f"ff_{self.kind}_free")(self.handle)

    def call(self, name, *arguments):
        return getattr(lib, f"ff_{self.kind}_{name}")(self.handle, *arguments)

    def layer(self, name):
        """Copies a layer: an array of cells [h, w], or of walkers."""
        floats = self.real and name == "cost"
        out = np.empty(self.shape, np.float32 if floats else self.layers[name])
        self.call("copy", list(self.layers).index(name), out.ctypes.data, out.nbytes)
        return out

    def pair(self, name, *arguments):
        x, y = c.c_double(), c.c_double()
        self.call(name, *arguments, c.byref(x), c.byref(y))
        return x.value, y.value


class Field(Handle):
    """What worlds and routers have in common."""

    def make(self, costs, rules, *more):
        rules = Rules(**rules)
        self.real = bool(rules.real)
        costs = as_costs(costs, self.real)
        self.shape, make = costs.shape, getattr(lib, f"ff_{self.kind}_new")
        make(*self.shape[::-1], costs.ctypes.data, c.byref(rules), *more, c.byref(self.handle))

    def add_goal(self, x, y, start=0):
        self.call("add_goal", x, y, start)

    def clear_goals(self):
        self.call("clear_goals")

    def edit(self, x, y, costs):  # a number, or an array [h, w] of them
        costs = as_costs(costs, self.real)
        self.call("edit_cells", x, y, *costs.shape[::-1], costs.ctypes.data)

    def path(self, *start):
        """Returns the points [n, 2] of the path from x,y, or from a router's source; n may be 0."""
        count = c.c_size_t()
        self.call("path", *start, None, 0, c.byref(count))
        points = np.empty((count.value, 2))
        self.call("path", *start, points.ctypes.data, len(points), c.byref(count))
        return points


class World(Field):
    def __init__(self, costs, **rules):
        super().__init__()
        self.make(costs, rules)

    def add_goal_area(self, x, y, w, h, start=0):
        self.call("add_goal_area", x, y, w, h, start)

    def solve(self):
        """Solves or repairs; returns the number of cells whose value changed."""
        self.call("solve")
        return self.call("changed")

    def begin(self):
        self.call("begin")

    def step(self, cells):
        """Solves some cells, after begin(); returns True if all are done."""
        done = c.c_int()
        self.call("step", cells, c.byref(done))
        return done.value == 1

    def value(self, x, y):
        return self.call("value", x, y)

    def direction(self, x, y):
        return self.call("direction", x, y)

    def cell_class(self, x, y):
        return CLASSES[self.call("class", x, y)]

    def vector(self, x, y):
        return self.pair("vector", x, y)

    def follow(self, x, y):
        return self.pair("follow", x, y)

    def walk(self, x, y, distance):
        x, y = c.c_double(x), c.c_double(y)
        self.call("walk", c.byref(x), c.byref(y), distance)
        return x.value, y.value


class Router(Field):
    kind = "router"

    def __init__(self, costs, sector_size=0, **rules):
        super().__init__()
        self.make(costs, rules, sector_size)

    def find(self, sources, exact=False):
        """Finds routes from cells [(x, y), ...]; returns their costs."""
        sources = np.atleast_2d(sources)
        cells, costs = np.ascontiguousarray(sources.astype("i4")), np.empty(len(sources))
        if sources.shape[1:] != (2,) or np.any(sources != cells):
            raise TypeError("sources: expected cells (x, y), in integers")
        self.call("find", cells.ctypes.data, len(cells), exact, costs.ctypes.data)
        return costs

    def world(self):
        """Makes a world of the answer, for crowds."""
        world = World.__new__(World)
        Handle.__init__(world)
        world.shape = self.shape
        self.call("world", c.byref(world.handle))
        return world


class Crowd(Handle):
    kind, layers = "crowd", CROWD_LAYERS

    def __init__(self, **rules):
        super().__init__()
        self.worlds = {}  # keeps each walker's world alive
        lib.ff_crowd_new(c.byref(CrowdRules(**rules)), c.byref(self.handle))

    shape = property(lambda self: self.call("count"))
    time = property(lambda self: self.call("time"))

    def add(self, world, x, y, radius=0.3, speed=1.5):
        """Adds a walker to a solved world; returns its id, or None if another one is in its way."""
        walker = c.c_uint64()
        if not self.call("add", world.handle, x, y, radius, speed, c.byref(walker)):
            return None
        self.worlds[walker.value] = world
        return walker.value

    def send(self, walker, world):
        self.call("send", walker, world.handle)
        self.worlds[walker] = world

    def change(self, walker, **values):
        """Sets some of x, y, radius, speed and group; returns all five."""
        now = Walker()
        self.call("get", walker, c.byref(now))
        if values:
            self.call("set", walker, c.byref(now.set(**values)))
        return now.x, now.y, now.radius, now.speed, now.group

    def remove(self, walker):
        self.call("remove", walker)
        del self.worlds[walker]

    def step(self):
        self.call("step")


if __name__ == "__main__":
    costs = np.ones((48, 64), np.uint8)
    costs[4:, 32] = WALL
    costs[30, 32] = 1  # a door
    world = World(costs, metric="euclid")
    world.add_goal(60, 30)
    world.solve()
    print("from 4,30 the goal costs %.1f" % world.value(4, 30))
    world.edit(32, 30, WALL)
    print(world.solve(), "cells change; now it costs %.1f" % world.value(4, 30))
    crowd = Crowd()
    for y in range(20, 40, 2):
        crowd.add(world, 4, y)
    for _ in range(100):
        crowd.step()
    print("after 10 s the first of 10 is at %.1f,%.1f" % tuple(crowd.layer("positions")[0]))
