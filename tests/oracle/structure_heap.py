# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""structure_heap.py: data structures as Python objects that are measured by full snapshots, and the
repetitions that work on them.

Method: Zaparanuks and Hauswirth, Algorithmic Profiling, sections 2.3 to 2.6 and 3.2 to 3.4, in the
simple-minded way: every snapshot is a search of the whole graph. Where the paper leaves a choice:

- A snapshot is taken when an invocation first accesses an input, before the access has its effect, from the
  accessed element. Others are taken when the invocation ends, from the elements that it accessed last and
  first, and, if it is a loop, from the node that it accessed first in its last step, if they are still allocated. Sizes are the maxima of these.
- Inputs are identified when a record is made: everything that was ever linked, or resized, is one input. If
  inputs that were accessed separately become one, their counts are added. The number of the input that any
  repetition accessed first is kept. An invocation that knows only the other one does not know this one: its
  next access to it is a first one, with a snapshot.
- An element is created by its first access to a link, or when a link is set to it, which counts as an access
  to it.
- The elements of an input that an invocation first accessed as an array are its nodes and the capacity of its
  arrays. Other inputs have only nodes.
- The used part of an input's arrays is the sum of the ranges of accessed indices, one range for an array and
  those that it was or is being resized to. For several invocations: the range over all that began with the
  same array; the greatest one if there are several such arrays.
- Only own accesses belong to a repetition: those of inner repetitions belong to them. Accesses in routines
  that are not repetitions belong to the repetition that called them.
- A recursion's invocation is its outermost activation, and everything at any depth of it is below it.
"""
import collections


class Thing:
    """A node (an object with links), or an array of numbers or of pointers to nodes."""

    def __init__(self, kind, type_name, room=1):
        self.kind, self.type_name, self.room = kind, type_name, room
        self.links = {}  # member or index -> Thing, dead or alive
        self.others = {}  # pointers that are not links
        self.alive = True
        self.known = False  # it has been created
        self.found = False  # found by a read, and not written to since: it does not count as created yet
        self.parent = self
        self.number = None  # the input's, if this is its own parent: by first access
        self.copied_to = None  # the array that it was resized to
        self.copying_to = None  # the array that it may be about to be resized to

    def last_copy(self, about=False):
        t = self
        while t.copied_to or about and t.copying_to and t.copying_to.alive:
            t = t.copied_to or t.copying_to
        return t

    def input(self):
        t = self
        while t.parent is not t:
            t = t.parent
        return t


def join(a, b):
    a, b = a.input(), b.input()
    if a is not b:
        b.parent = a
        a.number = min((n for n in (a.number, b.number) if n is not None), default=None)


def resize(array, larger):
    array.copied_to = larger
    join(larger, array)


def snapshot(start):
    """Returns (nodes, references, capacity), and {type: (elements, references)}."""
    seen, waiting = {id(start)}, [start]
    nodes = references = room = 0
    by_type = collections.defaultdict(lambda: [0, 0])
    while waiting:
        t = waiting.pop()
        if t.kind == "node":
            nodes += 1
            by_type[t.type_name][0] += 1
        else:
            room += t.room
            by_type[t.type_name][0] += t.room
        for to in t.links.values():
            if to is None or not to.alive:
                continue
            references += 1
            by_type[t.type_name][1] += 1
            if id(to) not in seen:
                seen.add(id(to))
                waiting.append(to)
    return (nodes, references, room), {k: tuple(v) for k, v in by_type.items()}


class Fact:
    """The work of one repetition on one input within one invocation."""

    def __init__(self):
        self.reads = self.writes = self.creations = 0
        self.sizes = (0, 0, 0)
        self.used = 0
        self.ranges = {}  # first array of an invocation -> least and greatest index, and used elements besides
        self.types = {}  # of nodes -> [reads, writes, creations, elements, references]

    def add(self, other):
        self.reads += other.reads
        self.writes += other.writes
        self.creations += other.creations
        self.sizes = tuple(map(max, self.sizes, other.sizes))
        self.used = max(self.used, other.used)
        both = list(self.ranges.items()) + list(other.ranges.items())
        self.ranges = {}
        for array, theirs in both:
            mine = self.ranges.setdefault(array.last_copy(), list(theirs))
            mine[:] = min(mine[0], theirs[0]), max(mine[1], theirs[1]), max(mine[2], theirs[2])
            self.used = max(self.used, mine[2] + mine[1] - mine[0] + 1)
        for name, theirs in other.types.items():
            own = self.of(name)
            own[:] = [own[k] + theirs[k] if k < 3 else max(own[k], theirs[k]) for k in range(5)]

    def use(self, first, owns):
        """Adds up the ranges of accessed indices; arrays that were resized share a range."""
        ranges = {}
        for own in owns:
            for array, (least, greatest) in own.spans.items():
                span = ranges.setdefault(array.last_copy(True), [least, greatest])
                span[:] = min(span[0], least), max(span[1], greatest)
        self.used = sum(greatest - least + 1 for least, greatest in ranges.values())
        if first.last_copy(True) in ranges:
            least, greatest = ranges[first.last_copy(True)]
            self.ranges = {first: [least, greatest, self.used - greatest + least - 1]}

    def of(self, name):
        return self.types.setdefault(name, [0] * 5)

    def measure(self, start):
        sizes, by_type = snapshot(start)
        self.sizes = tuple(map(max, self.sizes, sizes))
        for name, counts in by_type.items():
            own = self.of(name)
            own[3:] = map(max, own[3:], counts)

    def count(self, thing, reads, writes, creations):
        self.reads += reads
        self.writes += writes
        self.creations += creations
        if thing.kind == "node":
            own = self.of(thing.type_name)
            own[:3] = own[0] + reads, own[1] + writes, own[2] + creations

    def row(self, own):
        """Returns the fact as a row. By type it has only what the invocation itself did, to structures of
        several types without arrays: the work of others below it may or may not have been reported by
        type."""
        types = tuple(sorted((k,) + tuple(v) for k, v in self.types.items()))
        return (self.reads, self.writes, self.creations) + self.sizes + (self.used,) + (
            types if own and len(types) > 1 and not self.sizes[2] else (),)


class Own:
    """A fact in progress, for an input as it was when the access began."""

    def __init__(self, thing, time):
        self.thing, self.last, self.first_time, self.last_time = thing, thing, time, time
        self.number = thing.input().number
        self.fact = Fact()
        self.fact.measure(thing)
        self.spans = {}  # array -> [least, greatest] index
        self.step_first, self.step, self.step_time = None, 0, 0

    def note_step(self, node, step, time):
        """Notes an access of the node in this step of a loop."""
        if step != self.step:
            self.step_first, self.step, self.step_time = node, step, time

    def stepped(self):
        return self.step, -self.step_time

    def began(self):
        return self.first_time

    def ended(self):
        return self.last_time


class Invocation:
    def __init__(self, node, parent, loop):
        self.node, self.parent, self.loop = node, parent, loop
        self.path = (parent.path if parent else ()) + (node,)
        self.steps = 0
        self.own = []
        self.below = {}  # path below, thing that represents an input -> Fact
        self.steps_below = collections.Counter()
        self.first_times = {}  # thing -> time of the first access at or below


class Run:
    """The machine that a program runs on. `current` is the innermost repetition, or None."""

    def __init__(self):
        self.current = None
        self.time = 0
        self.records = collections.defaultdict(list)  # path -> records

    # accesses

    def begin(self, thing, writes):
        """Begins an access to an allocated thing. Returns the fact that it counts for, or None."""
        created = writes and (thing.found or not thing.known)
        thing.found = not writes and (thing.found or not thing.known)
        thing.known = True
        self.time += 1
        inv = self.current
        if inv is None:
            return None
        of = thing.input()
        if of.number is None:
            of.number = self.time
        own = next((o for o in inv.own if o.number == of.number), None)
        if own is None:
            own = Own(thing, self.time)
            inv.own.append(own)
        own.last, own.last_time = thing, self.time
        if thing.kind == "node" and inv.loop:
            own.note_step(thing, inv.steps, self.time)
        if created and thing.kind == "node":
            own.fact.count(thing, 0, 0, 1)
        return own

    def read(self, node, member):
        own = self.begin(node, False)
        if own:
            own.fact.count(node, 1, 0, 0)
        return node.links.get(member)

    def write(self, node, member, to):
        if not node.known and to is not None and to.alive:
            join(node, to)  # a new node belongs to the input that it is first linked with
        own = self.begin(node, True)
        if own:
            own.fact.count(node, 0, 1, 0)
        self.link(own, node, member, to)

    def link(self, own, thing, member, to):
        thing.links[member] = to
        if to is None or not to.alive:
            return
        if not to.known:
            to.known = True
            if own:
                own.fact.count(to, 0, 0, 1)
                own.last = to
                if self.current.loop:
                    own.note_step(to, self.current.steps, self.time)
        join(thing, to)

    def span(self, own, array, least, greatest):
        span = own.spans.setdefault(array, [least, greatest])
        span[:] = min(span[0], least), max(span[1], greatest)

    def index(self, array, i, writes):
        own = self.begin(array, writes)
        if own:
            own.fact.count(array, not writes, writes, 0)
            self.span(own, array, i, i)
        return own

    def index_link(self, array, i, to):
        own = self.index(array, i, True)
        self.link(own, array, i, to)

    def copy_range(self, array, larger, n):
        """memcpy of the first n elements to a new array, which becomes known as an array if this one is."""
        if array.known:
            larger.known = True
            own = self.begin(array, False)
            if own:
                own.fact.count(array, n, 0, 0)
                self.span(own, array, 0, n - 1)
        larger.links = dict(array.links)

    @staticmethod
    def assign(node, to):
        """Copies the links of `to` (None: null) without an access."""
        node.links = dict(to.links) if to else {}
        node.others = dict(to.others) if to else {}
        for target in node.links.values():
            if target is not None and target.alive:
                join(node, target)

    # repetitions

    def enter(self, node, loop=True):
        self.current = Invocation(node, self.current, loop)
        return self.current

    def leave(self, inv):
        """Ends the innermost invocation: makes its record and passes it to the outer one."""
        groups = collections.defaultdict(list)
        for o in inv.own:
            groups[o.thing.input()].append(o)
        for thing, owns in groups.items():
            fact = Fact()
            for o in owns:
                fact.add(o.fact)
            first, last = min(owns, key=Own.began), max(owns, key=Own.ended)
            for end in (last.last, first.thing, max(owns, key=Own.stepped).step_first):
                if end and end.alive:
                    fact.measure(end)
            if first.thing.kind != "node":  # an array's size includes its capacity
                fact.sizes = (fact.sizes[0] + fact.sizes[2],) + fact.sizes[1:]
            fact.use(first.thing, owns)
            inv.below.setdefault(((inv.node,), thing), Fact()).add(fact)
            inv.first_times[thing] = min(first.first_time,
                                         inv.first_times.get(thing, first.first_time))
        inv.steps_below[(inv.node,)] += inv.steps
        inv.below, inv.first_times = self.settled(inv)
        self.records[inv.path].append(self.record(inv))
        self.current = up = inv.parent
        if not up:
            return
        for (path, thing), fact in inv.below.items():
            up.below.setdefault(((up.node,) + path, thing), Fact()).add(fact)
        for path, steps in inv.steps_below.items():
            up.steps_below[(up.node,) + path] += steps
        for thing, time in inv.first_times.items():
            up.first_times[thing] = min(time, up.first_times.get(thing, time))

    @staticmethod
    def settled(inv):
        """Returns the facts, with those of inputs that became one combined."""
        below, times = {}, {}
        for (path, thing), fact in inv.below.items():
            below.setdefault((path, thing.input()), Fact()).add(fact)
        for thing, time in inv.first_times.items():
            thing = thing.input()
            times[thing] = min(time, times.get(thing, time))
        return below, times

    @staticmethod
    def record(inv):
        """Returns (steps by path, facts by path and number of the input), as plain sorted tuples."""
        order = {t: k for k, t in enumerate(sorted(inv.first_times, key=inv.first_times.get))}
        facts = sorted((path, order[thing]) + fact.row(len(path) == 1)
                       for (path, thing), fact in inv.below.items())
        return tuple(sorted(inv.steps_below.items())), tuple(facts)
