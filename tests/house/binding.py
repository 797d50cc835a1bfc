# samples/flowfield.py: what a game needs, and what is refused; prints lines of TAP.
import re
import sys

import numpy as np

sys.path.insert(0, "samples")
import flowfield as ff

count = 0


def passes(name, right):
    global count
    count += 1
    print("ok" if right else "not ok", count, "-", name)


def refused(name, kind, text, call, *arguments, **rules):
    try:
        call(*arguments, **rules)
    except kind as error:
        passes(name, text in str(error) or print("#", error))
    else:
        passes(name, print("# it is not refused"))


# The structures and enums are the header's.
header = re.sub(r"/\*.*?\*/", "", open("src/flowfield.h").read(), flags=re.S)


def fields(struct):
    body = re.search(r"struct %s \{(.*?)\}" % struct, header, re.S).group(1)
    return [re.findall(r"\w+", field)[-1] for field in body.split(";")[:-1]]


def words(enum, prefix):
    body = re.search(r"enum %s \{(.*?)\}" % enum, header, re.S).group(1)
    counts = "FF_CLASSES", "FF_CROWD_LAYERS"
    names = [name for name in re.findall(r"\bFF_\w+", body) if name not in counts]
    return [n[len(prefix) :].lower().replace("_", "-") for n in names if n.startswith(prefix)]


passes("rules are the header's", [f[0] for f in ff.Rules._fields_] == fields("ff_rules"))
passes("those of crowds, too", [f[0] for f in ff.CrowdRules._fields_] == fields("ff_crowd_rules"))
passes("layers", list(ff.LAYERS) == words("ff_layer", "FF_LAYER_"))
passes("those of crowds, too", list(ff.CROWD_LAYERS) == words("ff_crowd_layer", "FF_CROWD_"))
passes("classes", ff.CLASSES == words("ff_class", "FF_"))
passes("states", ff.STATES == words("ff_crowd_state", "FF_CROWD_"))
for rule, prefix in ("metric", "METRIC"), ("step", "STEP"), ("corners", "CORNERS"), ("flow", "FLOW"):
    enum = "ff_flow_rule" if rule == "flow" else "ff_" + rule
    passes("words of " + rule, list(ff.WORDS[rule]) == words(enum, "FF_%s_" % prefix))

# Costs
costs = np.ones((20, 30), int)
for value in 1.9, -1, 256, np.nan, np.inf:
    wrong = costs.astype(float)
    wrong[4, 7] = value
    refused(f"a cost of {value}", ValueError, f"cost at 7,4 is {value}", ff.World, wrong)
refused("costs that are truths", TypeError, "got bool [20, 30]", ff.World, costs == 1)
refused("that are texts", TypeError, "expected numbers", ff.World, [["1", "2"]])
refused("that are a list of maps", TypeError, "[2, 20, 30]", ff.World, [costs, costs])
refused("no costs", ff.Error, "ff_world_new: ", ff.World, np.ones((0, 3)))
refused("costs of a router", ValueError, "cost at 0,0 is 0.5", ff.Router, costs / 2)

# Rules
refused("an unknown rule", TypeError, "unknown rule: speed", ff.World, costs, speed=1)
refused("an unknown word", ValueError, "octile or euclid", ff.World, costs, metric="x")
refused("a rule too large for C", ValueError, "out of range", ff.World, costs, metric=2**32)
refused("a fraction", TypeError, "", ff.World, costs, threads=1.5)
refused("one that the library refuses", ff.Error, "radius", ff.World, costs, radius=-1)
refused("one of crowds", ff.Error, "dt", ff.Crowd, dt=-1)

# A world
costs[:16, 15] = ff.WALL
world = ff.World(costs.astype(float), metric="euclid")
passes("a world without a goal is solved", world.solve() == 0 and world.cell_class(0, 0) == "unreached")
world.add_goal(28, 2)
passes("solve counts cells", world.solve() == 20 * 30 - 16)
passes("values are those of the layer", world.value(3, 2) == world.layer("values")[2, 3] > 35)
passes("so are directions", world.direction(3, 2) == world.layer("directions")[2, 3] != ff.NOTHING)
passes("vectors", np.allclose(world.vector(3, 2), world.layer("vectors")[2, 3]))
passes("classes", world.cell_class(15, 0) == "wall" == ff.CLASSES[world.layer("classes")[0, 15]])
passes("a walker follows", abs(np.hypot(*world.follow(3.4, 2.2)) - 1) < 1e-9)
path = world.path(3, 2)
ends = [*path[0], *np.round(path[-1])]
passes("a path leads to the goal", ends == [3, 2, 28, 2])
passes("round the wall", np.hypot(*np.diff(path, axis=0).T).sum() > 35)
passes("a walker walks", abs(np.hypot(*np.subtract(world.walk(3, 2, 0.5), (3, 2))) - 0.5) < 0.01)
refused("a goal outside", ff.Error, "ff_world_add_goal: ", world.add_goal, 99, 0)
refused("a start that is a fraction", ff.c.ArgumentError, "float", world.add_goal, 1, 1, 1.5)
refused("a column beyond 32 bits", ff.c.ArgumentError, "out of range", world.edit, 2**32, 0, 1)
refused("an edit that is a fraction", ValueError, "cost at 0,0 is 1.9", world.edit, 0, 0, 1.9)
world.edit(15, 16, np.full((4, 1), ff.WALL))
passes("an edit is repaired", world.solve() > 0 and world.cell_class(0, 0) == "unreached")
passes("and has no path", world.path(3, 2).shape == (0, 2))
world.edit(15, 1, 1)
world.begin()
steps = 1
while not world.step(1):
    steps += 1
passes("steps solve, too", steps >= 1 and world.value(3, 2) < 26)
world.clear_goals()
world.add_goal_area(0, 0, 1, 20)
world.solve()
passes("goals are removed, and areas added", world.cell_class(28, 2) == "reached" and world.value(4, 2) == 4)

# A router
router = ff.Router(costs, 8, metric="octile")
router.add_goal(28, 2)
found = router.find([(3, 2), (15, 3)])
passes("a router finds costs", 38 < found[0] < 48 and found[1] == np.inf)
passes("and paths", len(router.path(0)) > 30 and len(router.path(1)) == 0)
passes("and layers", router.layer("values")[2, 3] == found[0])
refused("sources between cells", TypeError, "integers", router.find, [(3.5, 2)])
refused("a source outside", ff.Error, "ff_router_find: ", router.find, [(3, 99)])
router.edit(15, 3, 1)
passes("it is edited", router.find([(3, 2)], exact=True)[0] < found[0])
passes("its answer is a world", router.world().value(3, 2) < found[0])

# A crowd
crowd = ff.Crowd(dt=0.1, separation=1)
walker = crowd.add(world, 20, 10)
passes("walkers have ids", walker > 0 and list(crowd.layer("ids")) == [walker])
passes("one where another stands has none", crowd.add(world, 20, 10) is None)
refused("one in a wall", ff.Error, "ff_crowd_add: ", crowd.add, world, 15, 10)
refused("one too fast", ff.Error, "ff_crowd_add: ", crowd.add, world, 1, 1, speed=1e9)
for _ in range(50):
    crowd.step()
passes("it walks", crowd.layer("positions")[0, 0] < 18 and abs(crowd.time - 5) < 1e-6)
other = ff.World(world.layer("cost"), metric="euclid")
other.add_goal(28, 10)
other.solve()
crowd.send(walker, other)
crowd.change(walker, group=1)
for _ in range(100):
    crowd.step()
passes("it is sent elsewhere", ff.STATES[crowd.layer("states")[0]] == "arrived")
crowd.change(walker, x=20, y=4, speed=2)
for _ in range(10):
    crowd.step()
moved = crowd.change(walker)
passes("it is set elsewhere", 20 < moved[0] < 22 and moved[2:] == (0.3, 2, 1) or print("#", moved))
crowd.remove(walker)
passes("and removed", crowd.layer("positions").shape == (0, 2))
print("1..%d" % count)
