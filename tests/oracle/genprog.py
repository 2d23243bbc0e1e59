# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""genprog.py: makes a random C program and the points that it must have.

    genprog.py SEED PREFIX [--scale N]      writes PREFIX.c and PREFIX.json

A program is a tree of nodes (nodes.py) that can write itself as C and run itself on machine.py. So the
expectations come from the program's own execution, without a compiler, pass or runtime. Computed values
control the flow, and their checksum is compared too, so that a wrong node is detected.

Bounds: the length of a pointer's array is a power of two, and every index is masked to it; arithmetic wraps;
loops count to a small bound; recursions pass on their remaining depth. A program with more than BUDGET
accesses is discarded and another one generated.
"""
import json
import random
import sys

import machine
import nodes

BUDGET = 30000
ELEMENTS = ["sc", "uc", "s", "us", "i", "u", "l"]
STRUCTS = ["plain", "odd", "pair", "wide"]


class Scope:
    """The names that a generated function can use."""

    def __init__(self, function):
        self.function = function
        self.numbers = []   # long variables that live in registers
        self.constants = []  # the same, but not assigned to (loop counters, parameters)
        self.pointers = []  # nodes.Pointer: arrays to index
        self.names = 0

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"


class Generator:
    def __init__(self, seed, scale):
        self.r = random.Random(seed)
        self.reads = random.Random(seed)  # apart from r, whose numbers stay the same
        self.scale = scale
        self.program = nodes.Program()

    def chance(self, percent):
        return self.r.randrange(100) < percent

    # Expressions of type long.

    def leaf(self, s):
        names = s.numbers + s.constants
        if names and self.chance(70):
            return nodes.Variable(self.r.choice(names))
        return nodes.Constant(self.r.randrange(-3, 20))

    def index(self, s, length):
        if length == 1:
            return nodes.Constant(0)
        if self.chance(25):
            return nodes.Constant(self.r.randrange(length))
        return nodes.Masked(self.expression(s, 1, loads=self.chance(20)), length)

    def place(self, s, writable=False):
        """Returns an lvalue of integer type."""
        p = self.r.choice([p for p in s.pointers if p.writable or not writable])
        if p.element in nodes.STRUCTS:
            field = self.r.choice(nodes.STRUCTS[p.element].fields)
            return nodes.Field(p, self.index(s, p.length), field)
        if p.element == "uc" and p.length >= 16 and self.chance(40):
            kind = self.r.choice(["us", "i", "l"])
            return nodes.Unaligned(p, self.index(s, p.length // 2), kind, self.chance(60))
        return nodes.Element(p, self.index(s, p.length))

    def expression(self, s, depth=2, loads=True):
        if depth == 0 or self.chance(20):
            if loads and s.pointers and self.chance(55):
                return nodes.Load(self.place(s))
            return self.leaf(s)
        roll = self.r.randrange(12)
        a = self.expression(s, depth - 1, loads)
        b = self.expression(s, depth - 1, loads)
        if roll == 0:
            return nodes.Select(self.condition(s, loads), a, b)
        if roll == 1:
            return nodes.Logic(self.r.choice(["&&", "||"]), self.condition(s, loads),
                               self.condition(s, loads))
        return nodes.Binary(self.r.choice(["+", "+", "-", "^", "&", "|", "*"]), a, b)

    def condition(self, s, loads=True):
        """Returns a condition whose value the compiler's front end does not know."""
        a = nodes.Load(self.place(s)) if loads and s.pointers and self.chance(50) else None
        if a is None:
            names = s.numbers + s.constants
            a = nodes.Variable(self.r.choice(names))
        if self.chance(50):
            return nodes.Compare("!=", nodes.Masked(a, self.r.choice([2, 4])), nodes.Constant(0))
        return nodes.Compare(self.r.choice(["<", ">", "==", "!="]), a,
                             nodes.Constant(self.r.randrange(0, 12)))

    # Statements.

    def block(self, s, budget, loop=None, depth=0):
        """Returns a list of nodes. `loop` is the innermost loop node, for break and continue."""
        out = []
        numbers, pointers, constants = len(s.numbers), len(s.pointers), len(s.constants)
        for _ in range(budget):
            made = self.statement(s, loop, depth)
            out += made if isinstance(made, list) else [made]
        del s.numbers[numbers:], s.pointers[pointers:], s.constants[constants:]
        return out

    def statement(self, s, loop, depth):
        menu = [(self.assign, 14), (self.store, 20), (self.update, 8), (self.escape, 5),
                (self.copy_struct, 6), (self.library, 12), (self.call, 16), (self.alias, 6),
                (self.atomic, 3)]
        if not s.function.pure:
            menu += [(self.throw, 2)]
        if depth < 3:
            menu += [(self.branch, 12), (self.loop, 14), (self.switch, 3)]
        if depth < 2:
            menu += [(self.local_array, 6), (self.heap, 6), (self.local_struct, 5),
                     (self.list, 4)]
        if loop and loop.may_jump:
            menu += [(self.jump, 8)]
        for _ in range(20):
            make = self.r.choices([m for m, _ in menu], [w for _, w in menu])[0]
            made = make(s, depth) if make != self.jump else self.jump(s, loop)
            if made:
                return self.with_input(made)
        return self.assign(s, depth)

    def with_input(self, made):
        if self.reads.randrange(100) >= 20:
            return made
        read = nodes.ReadInput(self.reads.randrange(1, 17))
        return [read] + (made if isinstance(made, list) else [made])

    def assign(self, s, _):
        if s.numbers and self.chance(80):
            return nodes.Assign(self.r.choice(s.numbers), self.expression(s))
        name = s.name("v")
        node = nodes.Declare(name, self.expression(s))
        s.numbers.append(name)
        return node

    def store(self, s, _):
        if any(p.writable for p in s.pointers):
            return nodes.Store(self.place(s, writable=True), self.expression(s))

    def update(self, s, _):
        if any(p.writable for p in s.pointers):
            return nodes.Update(self.place(s, writable=True), self.r.choice("+-^|"),
                                self.expression(s, 1, loads=self.chance(50)))

    def atomic(self, s, _):
        fit = [p for p in s.pointers if p.element in ("i", "l") and p.writable]
        if fit:
            p = self.r.choice(fit)
            return nodes.AtomicAdd(nodes.Element(p, self.index(s, p.length)),
                                   self.expression(s, 1, loads=False))

    def throw(self, s, _):
        return nodes.If(self.condition(s), [nodes.Throw()], [])

    def jump(self, s, loop):
        kinds = ["break", "continue", "return"] if not s.function.is_main else ["break", "continue"]
        return nodes.If(self.condition(s), [nodes.Jump(self.r.choice(kinds))], [])

    def branch(self, s, depth):
        if depth == 0 and not s.function.is_main and self.chance(10):
            return nodes.If(self.condition(s), [nodes.Jump("return")], [])
        return nodes.If(self.condition(s), self.block(s, self.r.randrange(1, 3), None, depth + 1),
                        self.block(s, 1, None, depth + 1) if self.chance(40) else [])

    def switch(self, s, depth):
        cases = [(k, self.block(s, 1, None, depth + 1), self.chance(70)) for k in range(3)]
        return nodes.Switch(nodes.Masked(self.expression(s, 1), 4), cases)

    def loop(self, s, depth):
        kind = self.r.choice(["for", "for", "for", "while", "do", "test"])
        counter = s.name("i")
        if kind == "for":
            bound = nodes.Constant(self.r.randrange(1, 9)) if self.chance(40) else \
                nodes.Masked(self.expression(s, 1), self.r.choice([4, 8]))
            node = nodes.For(counter, bound, self.r.choice([1, 1, 2]))
        elif kind == "test":
            node = nodes.WhileTest(counter, self.r.randrange(2, 9), self.condition(s))
        else:
            start = nodes.Masked(self.expression(s, 1), 8)
            node = (nodes.While if kind == "while" else nodes.Do)(counter, start)
        s.constants.append(counter)
        node.body = self.block(s, self.r.randrange(1, 4), node, depth + 1)
        s.constants.remove(counter)
        return node

    def fill(self, s, p):
        """Sets every element of a new place in a loop."""
        return nodes.Fill(p, s.name("k"), self.expression(s, 1, loads=self.chance(30)))

    def local_array(self, s, _):
        element = self.r.choice(ELEMENTS)
        p = nodes.Pointer(s.name("a"), element, self.r.choice([4, 8, 16]), "array")
        fill = self.fill(s, p)
        s.pointers.append(p)
        if self.chance(20):
            return [nodes.LocalVariable(p, nodes.Masked(self.leaf(s), 2)), fill]
        return [nodes.LocalArray(p), fill]

    def local_struct(self, s, _):
        fit = [f for f in self.callable(s) if any(a.element in STRUCTS and a.length == 1
                                                  for a in f.places)]
        if not fit:
            return None
        f = self.r.choice(fit)
        wanted = next(a for a in f.places if a.element in STRUCTS and a.length == 1)
        p = nodes.Pointer(s.name("z"), wanted.element, 1, "array")
        s.pointers.append(p)
        # Includes padding: without lifetime markers (-O0) a local of a loop is one object, not many.
        made = [nodes.LocalArray(p), nodes.SetMemory(p, nodes.Constant(1), 7),
                nodes.FillStruct(p, self.expression(s, 1, loads=False))]
        if wanted.by_value:
            made.append(self.sink(s, p))
        return made + [self.call_of(s, f, {wanted.name: p}) or self.sink(s, p)]

    def escape(self, s, _):
        """A scalar local whose address is passed to a callee."""
        fit = [f for f in self.callable(s) if any(a.element in ("i", "l", "s") and a.length == 1
                                                  for a in f.places)]
        if not fit:
            return None
        f = self.r.choice(fit)
        wanted = next(a for a in f.places if a.element in ("i", "l", "s") and a.length == 1)
        p = nodes.Pointer(s.name("e"), wanted.element, 1, "scalar")
        made = [nodes.LocalScalar(p, self.expression(s, 1))]
        s.pointers.append(p)
        return made + [self.call_of(s, f, {wanted.name: p}) or self.sink(s, p)]

    def sink(self, s, p):
        """Makes p's address escape."""
        return nodes.Call(s.name("r"), self.program.sink(p.element), [(p, nodes.Constant(0))], [])

    def heap(self, s, _):
        element = self.r.choice(ELEMENTS + STRUCTS[:2])
        how = self.r.choice(["malloc", "malloc", "calloc", "realloc"])
        length = self.r.choice([2, 4, 8, 32])
        if how == "calloc" and element not in STRUCTS and self.chance(40):
            length = 1 << self.r.randrange(10, 17)
        p = nodes.Pointer(s.name("h"), element, length, "heap")
        fill = [] if how == "calloc" else \
            [nodes.FillStruct(p, self.expression(s, 1, loads=False))] if element in STRUCTS else \
            [self.fill(s, p)]
        made = [nodes.Allocate(p, how)] + fill
        numbers, pointers = len(s.numbers), len(s.pointers)
        s.pointers.append(p)
        made += [m for _ in range(2) for m in self.flat(self.statement(s, None, 3))]
        del s.numbers[numbers:], s.pointers[pointers:]
        return [nodes.Braces(made + [nodes.Free(p)])]

    def list(self, s, _):
        """A linked list that is built, walked and freed."""
        return nodes.List(s.name("n"), nodes.Masked(self.expression(s, 1), 8),
                          self.r.choice(["loop", "recursion"]), self.program)

    def flat(self, made):
        return made if isinstance(made, list) else [made]

    def alias(self, s, _):
        fit = [p for p in s.pointers if p.length > 1]
        if not fit:
            return None
        p = self.r.choice(fit)
        length = p.length // 2
        q = nodes.Pointer(s.name("q"), p.element, length, "pointer", p.writable)
        node = nodes.Alias(q, p, self.index(s, length))
        s.pointers.append(q)
        return node

    def copy_struct(self, s, _):
        fit = [p for p in s.pointers if p.element in STRUCTS and p.writable]
        if not fit:
            return None
        p = self.r.choice(fit)
        q = self.r.choice([q for q in s.pointers if q.element == p.element])
        return nodes.CopyStruct(p, self.index(s, p.length), q, self.index(s, q.length))

    def library(self, s, _):
        writable = [p for p in s.pointers if p.writable]
        bytes_ = [p for p in writable if p.element == "uc" and p.length >= 4]
        kind = self.r.choice(["memcpy", "memcpy", "memmove", "memset", "strlen", "strcmp", "qsort",
                              "memcmp", "strcpy"])
        if kind in ("strlen", "strcmp", "strcpy"):
            if not bytes_:
                return None
            p, q = self.r.choice(bytes_), self.r.choice(bytes_)
            result = s.name("w")
            node = nodes.String(kind, result, p, q)
            if kind != "strcpy":
                s.numbers.append(result)
            return node
        if kind == "qsort":
            fit = [p for p in writable if p.element in ("s", "i", "l") and p.length > 1]
            if not fit:
                return None
            p = self.r.choice(fit)
            return nodes.Sort(p, nodes.Masked(self.expression(s, 1), p.length), self.program)
        if not writable:
            return None
        p = self.r.choice(writable)
        if kind in ("memset", "memcmp") and p.element in STRUCTS:
            return None
        if kind == "memset":
            return nodes.SetMemory(p, self.amount(s, p), self.r.randrange(1, 100))
        fit = [q for q in s.pointers if q.element == p.element]
        q = self.r.choice(fit)
        amount = self.amount(s, p if p.length <= q.length else q)
        if kind == "memcmp":
            result = s.name("w")
            s.numbers.append(result)
            return nodes.CompareMemory(result, p, q, amount)
        return nodes.MoveMemory(kind, p, q, amount)

    def amount(self, s, p):
        """Returns a number of elements to move, at most the length of p."""
        if self.chance(40):
            return nodes.Constant(self.r.randrange(1, p.length + 1))
        return nodes.Masked(self.expression(s, 1), p.length)

    # Calls.

    def callable(self, s):
        """Returns the functions that s's function may call: later ones, and those of its own cycle with less
        depth."""
        mine = s.function
        return [f for f in self.program.functions
                if (f.number > mine.number or (f.cycle is not None and f.cycle == mine.cycle)) and
                (f.pure or not mine.pure) and
                (not f.places or self.can_supply(s, f))]

    def can_supply(self, s, f):
        return all(a.length == 1 and a.element in ("i", "l", "s") or a.by_value or
                   self.suppliers(s, a) for a in f.places)

    def suppliers(self, s, wanted):
        return [p for p in s.pointers if p.element == wanted.element and p.length >= wanted.length
                and p.writable and not p.by_value]

    def call(self, s, _):
        fit = [f for f in self.callable(s)
               if all(self.suppliers(s, a) for a in f.places)]
        return self.call_of(s, self.r.choice(fit), {}) if fit else None

    def call_of(self, s, f, chosen):
        places = []
        for a in f.places:
            fit = self.suppliers(s, a)
            p = chosen.get(a.name) or (self.r.choice(fit) if fit else None)
            if p is None:
                return None
            places.append((p, self.index(s, p.length) if a.by_value else
                           nodes.Masked(self.expression(s, 1, loads=False),
                                        p.length - a.length + 1)
                           if p.length > a.length and a.length * 2 <= p.length and self.chance(30)
                           and (p.length - a.length + 1) & (p.length - a.length) == 0 else
                           nodes.Constant(0)))
        numbers = [self.expression(s, 1) for _ in f.numbers]
        same_cycle = f.cycle is not None and f.cycle == s.function.cycle
        if f.cycle is not None:
            deep = nodes.Variable("depth") if same_cycle else None
            numbers[0] = nodes.Binary("-", deep, nodes.Constant(1)) if same_cycle else \
                nodes.Masked(self.expression(s, 1), 4) if self.chance(70) else nodes.Constant(5)
        result = s.name("r")
        target, indirect = f, f.cycle is None and self.chance(15)
        if not s.function.pure and not same_cycle and self.chance(15):
            target = self.program.guard(f)
        call = nodes.Call(result, target, places, numbers, indirect)
        if same_cycle:
            return nodes.If(nodes.Compare(">", nodes.Variable("depth"), nodes.Constant(0)),
                            [call], [])
        s.numbers.append(result)
        return call

    # The whole program.

    def make_globals(self):
        p = self.program
        for k in range(self.r.randrange(2, 5)):
            p.globals.append(nodes.Pointer(f"g{k}", self.r.choice(ELEMENTS),
                                           self.r.choice([4, 8, 16, 32]), "array"))
        p.globals.append(nodes.Pointer("gb", "uc", 32, "array"))
        for k in range(self.r.randrange(1, 3)):
            p.globals.append(nodes.Pointer(f"gs{k}", self.r.choice(STRUCTS),
                                           self.r.choice([1, 2, 4]), "array"))
        for k in range(self.r.randrange(1, 4)):
            p.globals.append(nodes.Pointer(f"num{k}", self.r.choice(["sc", "s", "i", "l"]), 1,
                                           "scalar"))
        target = self.r.choice([g for g in p.globals if g.kind == "array"])
        p.globals.append(nodes.Pointer("gp", target.element, target.length, "global pointer"))
        p.globals[-1].target = target

    def make_functions(self):
        n = self.r.randrange(3, 4 + 2 * self.scale)
        cycle_of = {}
        for k in range(n):
            roll = self.r.randrange(100)
            if roll < 25:
                cycle_of[k] = k
            elif roll < 35 and k + 1 < n:
                cycle_of[k] = cycle_of[k + 1] = k
            else:
                cycle_of.setdefault(k, None)
        for k in range(n):
            f = nodes.Function(f"f{k}", k + 1, cycle_of[k], pure=self.chance(45),
                               static=self.chance(60))
            if k and cycle_of[k] is not None and cycle_of[k] == cycle_of[k - 1]:
                f.pure = self.program.functions[-1].pure
            for a in range(self.r.randrange(0 if not f.pure else 1, 3)):
                element = self.r.choice(ELEMENTS + ["uc", "l"] + STRUCTS)
                by_value = element in STRUCTS and self.chance(35)
                length = 1 if by_value else self.r.choice([1, 4, 4, 8] if element in nodes.INTEGERS
                                                          else [1, 2])
                f.places.append(nodes.Pointer(f"p{a}", element, length, "pointer", True, by_value))
            if f.cycle is not None:
                f.numbers.append(("depth", "l"))
            for a in range(self.r.randrange(0, 3)):
                f.numbers.append((f"x{a}", self.r.choice(ELEMENTS)))
            self.program.functions.append(f)

    def make_bodies(self):
        for f in self.program.functions:
            s = Scope(f)
            s.pointers += [a for a in f.places]
            if not f.pure:
                s.pointers += self.program.globals
            s.constants += [name for name, _ in f.numbers]
            s.numbers.append("acc")
            f.body = [nodes.Declare("acc", nodes.Constant(self.r.randrange(9)))]
            f.body += [self.sink(s, a) for a in f.places if a.by_value]
            numbers, pointers = len(s.numbers), len(s.pointers)
            for _ in range(self.r.randrange(2, 4 + self.scale)):
                f.body += self.flat(self.statement(s, None, 0))
            if f.cycle is not None and not any(isinstance(x, nodes.If) and x.is_recursion
                                               for x in f.body):
                again = [g for g in self.callable(s) if g.cycle == f.cycle and
                         all(self.suppliers(s, a) for a in g.places)]
                if again:
                    f.body.append(self.call_of(s, self.r.choice(again), {}))
            f.result = self.expression(s, 1)
            del s.numbers[numbers:], s.pointers[pointers:]

    def make_main(self):
        f = nodes.Function("run", 0, None, pure=False, static=False)
        s = Scope(f)
        s.numbers.append("acc")
        s.pointers += self.program.globals
        f.body = [nodes.Declare("acc", nodes.Constant(1))]
        f.body += [nodes.Initialise(g, s.name("k"), self.r.randrange(1, 50))
                   for g in self.program.globals]
        counter = s.name("i")
        outer = nodes.For(counter, nodes.Constant(self.r.randrange(1, 5)), 1)
        s.constants.append(counter)
        calls = []
        for callee in self.program.functions:
            if self.chance(50):
                calls += self.flat(self.call_of(s, callee, {}) or [])
        calls += self.flat(self.call(s, 0) or self.assign(s, 0))
        outer.body = calls
        s.numbers[:] = ["acc"]
        s.constants.remove(counter)
        f.body.append(outer)
        for _ in range(self.r.randrange(1, 3 + self.scale)):
            f.body += self.flat(self.statement(s, None, 0))
        f.body += [nodes.Hash(g, s.name("k")) for g in self.program.globals]
        f.result = nodes.Variable("acc")
        self.program.run = f

    def make_threads(self):
        """Makes threads. Each works on memory of its own, with functions that use no globals."""
        if not self.chance(40):
            return
        pure = [f for f in self.program.functions if f.pure]
        if not pure:
            return
        for k in range(self.r.randrange(1, 4)):
            f = nodes.Function(f"worker{k}", 0, None, pure=True, static=True)
            f.own = nodes.Pointer(f"own{k}", self.r.choice(ELEMENTS), 16, "array")
            s = Scope(f)
            s.numbers.append("acc")
            s.pointers.append(f.own)
            f.body = [nodes.Declare("acc", nodes.Constant(k)),
                      nodes.Initialise(f.own, s.name("k"), k + 3)]
            for _ in range(self.r.randrange(2, 4 + self.scale)):
                f.body += self.flat(self.statement(s, None, 0))
            f.result = nodes.Variable("acc")
            self.program.workers.append(f)

    def make_last(self):
        """Makes a routine that ends the process with activations open."""
        if not self.chance(40):
            return
        f = nodes.Function("last", 0, None, pure=False, static=True)
        s = Scope(f)
        s.numbers.append("acc")
        s.pointers += self.program.globals
        loop = nodes.For("turn", nodes.Constant(self.r.randrange(2, 6)), 1)
        s.constants.append("turn")
        loop.body = self.flat(self.statement(s, None, 1))
        loop.body += [nodes.If(self.condition(s), [nodes.Exit()], [])]
        f.body = [nodes.Declare("acc", nodes.Constant(2)), loop, nodes.Exit()]
        f.result = nodes.Constant(0)
        self.program.last = f

    def make(self):
        self.make_globals()
        self.make_functions()
        self.make_bodies()
        self.make_main()
        self.make_threads()
        self.make_last()
        return self.program


def written_and_run(program, seed):
    """Returns the program's C text and expectations. Raises TooLong or Undefined if it cannot be a test."""
    text = program.to_c(seed)
    m = machine.Machine(BUDGET)
    checksum = program.execute(m)
    return text, expectations(program, m, checksum)


def make_program(seed, scale=2):
    for attempt in range(200):
        program = Generator(f"{seed}.{attempt}", scale).make()
        try:
            written_and_run(program, seed)
        except (machine.TooLong, nodes.Undefined):
            continue
        return program
    raise SystemExit(f"genprog: seed {seed}: no program within the budget in 200 attempts")


def generate(seed, scale=2):
    """Returns the C text and the expectations of a seed."""
    return written_and_run(make_program(seed, scale), seed)


def expectations(program, m, checksum):
    scopes = []
    for scope in program.scopes():
        t = m.tallies.get(scope.key, machine.ScopeTally())
        scopes.append({
            "kind": scope.key[0], "name": scope.key[1], "line": scope.line, "calls": t.calls,
            "iterations": t.iterations if scope.key[0] == "loop" else None,
            "entered": t.entered, "outermost": t.outermost,
            "input": sorted(t.input.items()),
            "rms": {str(1 << k): sorted(t.rms[k].items()) for k in machine.CELL_SHIFTS},
            "depth": sorted(t.depth.items()) if scope.recursive else None,
            "args": {name: sorted(v.items()) for name, v in sorted(t.args.items())},
            "negative_args": t.negative_args})
    return {"checksum": checksum & 0xFFFFFFFF, "events": m.time, "scopes": scopes}


def main():
    if len(sys.argv) not in (3, 5):
        raise SystemExit("usage: genprog.py SEED PREFIX [--scale N]")
    scale = int(sys.argv[4]) if len(sys.argv) == 5 else 2
    text, expected = generate(int(sys.argv[1]), scale)
    with open(sys.argv[2] + ".c", "w") as f:
        f.write(text)
    with open(sys.argv[2] + ".json", "w") as f:
        json.dump(expected, f)


if __name__ == "__main__":
    main()
