# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""structure_programs.py: random programs that work on lists, trees and arrays in loops and recursions.
They are written in C, and executed here on structure_heap.Run.

Pointers of the program may dangle: before it follows one, it calls live(), in an object file that is not
instrumented. That file also takes freed memory, so that no address is used twice."""
import random

import structure_heap
import structure_source


class Program:
    """Types, routines and statements. A statement is a tuple whose first item is its kind. Every routine that
    calls itself does so when it runs, and something is repeated. `by_address`: calls go through pointers, and
    each routine already calls itself when it runs first."""

    def __init__(self, seed, by_address=False):
        self.r = random.Random(seed)
        self.by_address = by_address
        while True:
            self.draw()
            self.source = structure_source.Source(self, by_address)
            self.text = self.source.text
            self.run = self.execute()
            paths = self.run.records
            records = [record for some in paths.values() for record in some]
            if self.called <= self.recurred and not self.late and len(paths) > 5 and len(records) > 60:
                break

    def draw(self):
        r = self.r
        self.n_types = r.randint(1, 3)
        # every type has a link to itself; others may form cycles
        self.members = []
        for t in range(self.n_types):
            targets = [t] + [r.randrange(self.n_types) for _ in range(r.randint(0, 2))]
            self.members.append(targets)
        self.n_variables = 3
        self.n_arrays = 2
        self.n_routines = r.randint(2, 4)
        self.recursive = [r.random() < 0.5 for _ in range(self.n_routines)]
        self.code = []
        for f in range(self.n_routines):
            body = self.statements(f, 0)
            if self.recursive[f]:
                body.insert(r.randint(0, len(body)), ("call", f))
            self.code.append(body)

    def is_link(self, t, m):
        """Whether the member is a link: its type leads back to t."""
        seen, waiting = set(), [self.members[t][m]]
        while waiting:
            x = waiting.pop()
            if x == t:
                return True
            if x not in seen:
                seen.add(x)
                waiting += self.members[x]
        return False

    def statements(self, f, depth):
        return [self.statement(f, depth) for _ in range(self.r.randint(1, 3 if depth else 4))]

    def statement(self, f, depth):
        r = self.r
        t, v = r.randrange(self.n_types), r.randrange(self.n_variables)
        m = r.randrange(len(self.members[t]))
        w = r.randrange(self.n_variables)
        x = r.randrange(self.n_arrays)
        y = r.randrange(self.n_types)
        kinds = ["ynew", "yset", "yset", "yset", "yget", "yget", "ygrow"] + ["new"] * 4 + ["push"] * 4 + ["set"] * 4 + ["go"] * 3 + ["null", "assign", "clear", "global", "free"] + \
            ["anew", "aset", "aset", "aget", "agrow"]
        if depth < 3:
            kinds += ["loop"] * 6 + ["walk"] * 4
        if f + 1 < self.n_routines:
            kinds += ["call"] * 3
        kind = r.choice(kinds)
        if kind == "new":
            return ("new", t, v, r.random() < 0.7)
        if kind == "push":
            return ("push", t, v, 0)
        if kind in ("set", "go"):
            return (kind, t, v, m, w)
        if kind in ("null", "free", "clear", "global"):
            return (kind, t, v, m)
        if kind == "assign":
            return (kind, t, v, w)
        if kind == "anew":
            return ("anew", x, r.randint(2, 9))
        if kind in ("aset", "aget"):
            return (kind, x, r.randint(1, 3), r.randint(0, 5))
        if kind == "ynew":
            return ("ynew", y, r.randint(2, 6))
        if kind in ("yset", "yget"):
            return (kind, y, r.randint(1, 3), r.randint(0, 5), v)
        if kind == "ygrow":
            return ("ygrow", y, r.choice(["realloc", "copy", "memcpy"]), r.randint(1, 4), object())
        if kind == "agrow":
            return ("agrow", x, r.choice(["realloc", "copy", "memcpy"]), r.randint(1, 4), object())
        if kind == "call":
            return ("call", r.randrange(f + 1, self.n_routines))
        if kind == "walk":
            return ("walk", t, v, w, r.randint(1, 8), self.statements(f, depth + 1), object())
        return ("loop", r.randint(0, 5), self.statements(f, depth + 1), object())

    def execute(self):
        """Executes the program, after the source has numbered the lines."""
        self.run = structure_heap.Run()
        self.t = 0
        self.variables = [[None] * self.n_variables for _ in range(self.n_types)]
        self.arrays = [None] * self.n_arrays
        self.globals = [structure_heap.Thing("node", "T%d" % t) for t in range(self.n_types)]
        self.pointers = [None] * self.n_types
        self.open = {}
        self.called, self.recurred = set(), set()
        self.late = False  # a routine that calls itself by address did not do so in its first run
        inv = self.run.enter(("main", self.source.main_loop))
        for _ in range(4):
            inv.steps += 1
            self.call(0, 3)
            self.call(0, 1)
        self.run.leave(inv)
        return self.run

    def call(self, f, d):
        self.t += 1
        if not self.recursive[f]:
            self.block(self.code[f], d)
            return
        self.called.add(f)
        back = self.run.current
        if f in self.open:
            self.recurred.add(f)
            self.run.current = self.open[f]
            self.open[f].steps += 1
            self.block(self.code[f], d)
            self.run.current = back
            return
        inv = self.open[f] = self.run.enter(("f%d" % f, self.source.starts[f]), loop=False)
        inv.steps += 1
        self.block(self.code[f], d)
        self.late |= self.by_address and f not in self.recurred
        del self.open[f]
        self.run.leave(inv)

    def repeat(self, f_line, n, body):
        """A loop: `body` returns False to break."""
        inv = self.run.enter(f_line)
        for _ in range(n):
            inv.steps += 1
            if body() is False:
                break
        self.run.leave(inv)

    def place(self, mark):
        line = self.source.lines[mark]
        f = max(i for i in range(self.n_routines) if self.source.starts[i] <= line)
        return ("f%d" % f, line)

    def block(self, body, d):
        for s in body:
            self.step(s, d)

    def live(self, t, v):
        p = self.variables[t][v]
        return p if p is not None and p.alive else None

    def step(self, s, d):
        run, kind = self.run, s[0]
        if kind in ("new", "push"):
            _, t, v, links = s
            node = structure_heap.Thing("node", "T%d" % t)
            if kind == "push":
                run.write(node, 0, self.variables[t][v])
            elif links:
                for m in range(len(self.members[t])):
                    if self.is_link(t, m):
                        run.write(node, m, None)
            self.variables[t][v] = node
        elif kind in ("set", "go", "null"):
            t, v, m = s[1:4]
            p, to = self.live(t, v), self.members[t][m]
            if not p:
                return
            link = self.is_link(t, m)
            if kind == "go":
                if link:
                    self.variables[to][s[4]] = run.read(p, m)
                else:
                    self.variables[to][s[4]] = p.others.get(m)
            else:
                value = self.variables[to][s[4]] if kind == "set" else None
                if link:
                    run.write(p, m, value)
                else:
                    p.others[m] = value
        elif kind == "free":
            p = self.live(s[1], s[2])
            if p and p not in self.globals:
                p.alive = False
        elif kind == "global":
            self.variables[s[1]][s[2]] = self.globals[s[1]]
        elif kind in ("assign", "clear"):
            p, q = self.live(s[1], s[2]), self.live(s[1], s[3] if kind == "assign" else s[2])
            if p and q:
                run.read(p, 0)
                if kind == "assign":
                    run.read(q, 0)
                run.assign(p, q if kind == "assign" else None)
        elif kind == "anew":
            self.arrays[s[1]] = structure_heap.Thing("array", "int", s[2])
        elif kind in ("aset", "aget"):
            a = self.arrays[s[1]]
            if a:
                run.index(a, (self.t * s[2] + s[3]) % a.room, kind == "aset")
        elif kind == "ynew":
            self.pointers[s[1]] = structure_heap.Thing("array", "T%d *" % s[1], s[2])
        elif kind in ("yset", "yget"):
            y = self.pointers[s[1]]
            if y:
                i, variables = (self.t * s[2] + s[3]) % y.room, self.variables[s[1]]
                if kind == "yset":
                    run.index_link(y, i, variables[s[4]])
                else:
                    run.index(y, i, False)
                    variables[s[4]] = y.links.get(i)
        elif kind == "agrow":
            self.grow(self.arrays, *s[1:])
        elif kind == "ygrow":
            self.grow(self.pointers, *s[1:])
        elif kind == "call":
            if d > 0 and self.t < structure_source.FUEL:
                self.call(s[1], d - 1)
        elif kind == "loop":
            def body():
                self.t += 1
                self.block(s[2], d)
            self.repeat(self.place(s[3]), s[1], body)
        else:
            self.walk(s, d)

    def walk(self, s, d):
        _, t, v, w, k, statements, mark = s
        self.variables[t][w] = self.variables[t][v]

        def body():
            self.t += 1
            if not self.live(t, w):
                return False
            self.block(statements, d)
            p = self.live(t, w)
            if not p:
                return False
            self.variables[t][w] = self.run.read(p, 0)
            return True
        self.repeat(self.place(mark), k, body)

    def grow(self, arrays, x, how, more, mark):
        a, run = arrays[x], self.run
        if not a or a.room >= 60:
            return
        if how == "realloc":
            a.room += more
            return
        larger = structure_heap.Thing("array", a.type_name, a.room + more)
        if how == "memcpy":
            run.copy_range(a, larger, a.room)
        else:
            inv = run.enter(self.place(mark))
            for j in range(a.room):
                inv.steps += 1
                a.copying_to = larger
                run.index(a, j, False)
                if a.type_name == "int":
                    run.index(larger, j, True)
                else:
                    run.index_link(larger, j, a.links.get(j))
            run.leave(inv)
        structure_heap.resize(a, larger)
        a.alive = False
        arrays[x] = larger
