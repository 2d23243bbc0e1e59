# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""structure_programs.py: random programs that work on lists, trees and arrays in loops and
recursions: written in C, and executed here on structure_heap.Run.

Pointers of the program may dangle: it asks live(), in an object file that is not instrumented, before
it follows one. What is freed is taken by that file, so that no address comes up twice."""
import random

import structure_heap

FUEL = 400
HELD = """/* Which pointers are alive; and memory that was freed is taken here, so that it is not used again. */
#include <stdint.h>
#include <stdlib.h>
static const void *alive[1 << 16];
static int n_alive;
int live(const void *p) {
    for (int i = n_alive; i-- > 0;)
        if (alive[i] == p) return p != 0;
    return 0;
}
void born(const void *p) { alive[n_alive++] = p; }
void died(const void *p) {
    for (int i = 0; i < n_alive; i++)
        if (alive[i] == p) alive[i] = alive[--n_alive];
}
void zero(void *p, unsigned long size) {
    for (unsigned long i = 0; i < size; i++) ((volatile char *)p)[i] = 0;
}
void hold(uintptr_t p, unsigned long size) {
    for (int i = 0; i < 50 && (uintptr_t)malloc(size) != p; i++) {}
}
"""


class Program:
    """Types, routines and statements. A statement is a tuple, its first item says what it is. Every
    routine that calls itself does so when it runs, and something is repeated."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        while True:
            self.draw()
            self.text = self.source()
            self.run = self.execute()
            if self.called <= self.recurred and sum(map(len, self.run.records.values())) > 25:
                break

    def draw(self):
        r = self.r
        self.n_types = r.randint(1, 3)
        # every type has a link to itself; others make cycles or not
        self.members = []
        for t in range(self.n_types):
            targets = [t] + [r.randrange(self.n_types) for _ in range(r.randint(0, 2))]
            self.members.append(targets)
        self.n_variables = 3
        self.n_arrays = 2
        self.n_routines = r.randint(2, 4)
        self.recursive = [r.random() < 0.5 for _ in range(self.n_routines)]
        self.bodies = []
        for f in range(self.n_routines):
            body = self.statements(f, 0)
            if self.recursive[f]:
                body.insert(r.randint(0, len(body)), ("call", f))
            self.bodies.append(body)
        self.lines = {}

    def is_link(self, t, m):
        """Does what the member leads to lead back?"""
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

    # in C

    def source(self):
        out = ["#include <stdint.h>", "#include <stdlib.h>", "#include <string.h>",
               "int live(const void *p);", "void born(const void *p);", "void died(const void *p);",
               "void hold(uintptr_t p, unsigned long size);", "void zero(void *p, unsigned long size);"]
        for t in range(self.n_types):
            out += ["struct T%d {" % t, "int value;"]
            out += ["struct T%d *m%d;" % (to, m) for m, to in enumerate(self.members[t])]
            out += ["};"]
        for t in range(self.n_types):
            out += ["static struct T%d *p%d_%d;" % (t, t, v) for v in range(self.n_variables)]
        for y in range(self.n_types):
            out += ["static struct T%d g%d;" % (y, y)]
            out += ["static struct T%d **y%d; static int k%d;" % (y, y, y)]
        for x in range(self.n_arrays):
            out += ["static int *x%d; static int n%d;" % (x, x)]
        out += ["static volatile int t, sink;"]
        out += ["static void f%d(int d);" % f for f in range(self.n_routines)]
        self.starts = []
        for f, body in enumerate(self.bodies):
            self.starts.append(len(out) + 1)
            out += ["static void f%d(int d) {" % f, "t++; (void)d;"]
            for s in body:
                self.emit(s, out, 0)
            out += ["}"]
        self.main_line = len(out) + 1
        out += ["int main(void) {"]
        out += ["born(&g%d);" % t for t in range(self.n_types)]
        self.main_loop = len(out) + 1
        out += ["for (int i = 0; i < 4; i++) {", "f0(3); f0(1);", "}", "return 0;", "}"]
        return "\n".join(out) + "\n"

    # in C, a statement

    def emit(self, s, out, depth):
        kind = s[0]
        if kind in ("new", "push"):
            _, t, v, links = s
            p = "p%d_%d" % (t, v)
            out += ["{ struct T%d *n = calloc(1, sizeof *n); born(n);" % t]
            if kind == "push":
                out += ["n->m0 = %s;" % p]
            elif links:
                out += ["n->m%d = NULL;" % m for m in range(len(self.members[t]))]
            out += ["%s = n; }" % p]
        elif kind == "set":
            _, t, v, m, w = s
            out += ["if (live(p%d_%d)) p%d_%d->m%d = p%d_%d;" % (t, v, t, v, m, self.members[t][m], w)]
        elif kind == "go":
            _, t, v, m, w = s
            out += ["if (live(p%d_%d)) p%d_%d = p%d_%d->m%d;" % (t, v, self.members[t][m], w, t, v, m)]
        elif kind == "null":
            out += ["if (live(p%d_%d)) p%d_%d->m%d = NULL;" % (s[1], s[2], s[1], s[2], s[3])]
        elif kind == "free":
            p = "p%d_%d" % (s[1], s[2])
            out += ["if (live(%s) && %s != &g%d) { uintptr_t a = (uintptr_t)%s; died(%s); free(%s); "
                    "hold(a, sizeof *%s); }" % (p, p, s[1], p, p, p, p)]
        elif kind == "global":
            out += ["p%d_%d = &g%d;" % (s[1], s[2], s[1])]
        elif kind in ("assign", "clear"):
            p, q = "p%d_%d" % (s[1], s[2]), "p%d_%d" % (s[1], s[3])
            seen = "sink = %s->m0 != NULL;"
            if kind == "clear":
                out += [("if (live(%s)) { " + seen + " memset(%s, 0, sizeof *%s); }") % (p, p, p, p)]
            else:
                out += [("if (live(%s) && live(%s)) { " + seen + seen + " *%s = *%s; }") %
                        (p, q, p, q, p, q)]
        elif kind == "anew":
            out += ["x%d = malloc(%d * sizeof *x%d); n%d = %d;" % (s[1], s[2], s[1], s[1], s[2])]
        elif kind in ("aset", "aget"):
            at = "x%d[(t * %d + %d) %% n%d]" % (s[1], s[2], s[3], s[1])
            out += ["if (n%d) %s;" % (s[1], at + " = 1" if kind == "aset" else "sink = " + at)]
        elif kind == "ynew":
            out += ["y%d = calloc(%d, sizeof *y%d); k%d = %d;" % (s[1], s[2], s[1], s[1], s[2])]
        elif kind in ("yset", "yget"):
            at = "y%d[(t * %d + %d) %% k%d]" % (s[1], s[2], s[3], s[1])
            p = "p%d_%d" % (s[1], s[4])
            both = (at, p) if kind == "yset" else (p, at)
            out += ["if (k%d) %s = %s;" % ((s[1],) + both)]
        elif kind in ("agrow", "ygrow"):
            _, x, how, more, mark = s
            self.emit_growth(out, mark, how, more, *(
                ("x%d" % x, "n%d" % x, "int") if kind == "agrow" else
                ("y%d" % x, "k%d" % x, "struct T%d *" % x)))
        elif kind == "call":
            out += ["if (d > 0 && t < %d) f%d(d - 1);" % (FUEL, s[1])]
        elif kind == "loop":
            self.lines[s[3]] = len(out) + 1
            i = "i%d" % depth
            out += ["for (int %s = 0; %s < %d; %s++) {" % (i, i, s[1], i), "t++;"]
            for x in s[2]:
                self.emit(x, out, depth + 1)
            out += ["}"]
        else:
            _, t, v, w, k, body, mark = s
            p, q, i = "p%d_%d" % (t, w), "p%d_%d" % (t, v), "i%d" % depth
            out += ["%s = %s;" % (p, q)]
            self.lines[mark] = len(out) + 1
            out += ["for (int %s = 0; %s < %d; %s++) {" % (i, i, k, i), "t++;",
                    "if (!live(%s)) break;" % p]
            for x in body:
                self.emit(x, out, depth + 1)
            out += ["if (!live(%s)) break;" % p, "%s = %s->m0;" % (p, p), "}"]

    def emit_growth(self, out, mark, how, more, array, n, of):
        size = "(unsigned long)(%s + %d) * sizeof(%s)" % (n, more, of)
        old = "(unsigned long)%s * sizeof(%s)" % (n, of)
        out += ["if (%s && %s < 60) {" % (n, n), "uintptr_t a = (uintptr_t)%s;" % array]
        if how == "realloc":
            out += ["%s = realloc(%s, %s);" % (array, array, size),
                    "if (a != (uintptr_t)%s) hold(a, %s);" % (array, old)]
        else:
            out += ["%s *l = malloc(%s);" % (of, size)]
            if how == "memcpy":
                out += ["memcpy(l, %s, %s);" % (array, old)]
            else:
                self.lines[mark] = len(out) + 1
                out += ["for (int j = 0; j < %s; j++) l[j] = %s[j];" % (n, array)]
            out += ["free(%s);" % array, "hold(a, %s);" % old, "%s = l;" % array]
        out += ["zero(%s + %s, %d * sizeof(%s));" % (array, n, more, of), "%s += %d;" % (n, more), "}"]

    # here

    def execute(self):
        """The run, after source(), which numbers the lines."""
        self.run = structure_heap.Run()
        self.t = 0
        self.variables = [[None] * self.n_variables for _ in range(self.n_types)]
        self.arrays = [None] * self.n_arrays
        self.globals = [structure_heap.Thing("node", "T%d" % t) for t in range(self.n_types)]
        self.pointers = [None] * self.n_types
        self.open = {}
        self.called, self.recurred = set(), set()
        inv = self.run.enter(("main", self.main_loop))
        for _ in range(4):
            inv.steps += 1
            self.call(0, 3)
            self.call(0, 1)
        self.run.leave(inv)
        return self.run

    def call(self, f, d):
        self.t += 1
        if not self.recursive[f]:
            self.block(self.bodies[f], d)
            return
        self.called.add(f)
        back = self.run.current
        if f in self.open:
            self.recurred.add(f)
            self.run.current = self.open[f]
            self.open[f].steps += 1
            self.block(self.bodies[f], d)
            self.run.current = back
            return
        inv = self.open[f] = self.run.enter(("f%d" % f, self.starts[f]))
        inv.steps += 1
        self.block(self.bodies[f], d)
        del self.open[f]
        self.run.leave(inv)

    def repeat(self, f_line, n, body):
        """A loop: `body` gives False to break."""
        inv = self.run.enter(f_line)
        for _ in range(n):
            inv.steps += 1
            if body() is False:
                break
        self.run.leave(inv)

    def place(self, mark):
        line = self.lines[mark]
        f = max(i for i in range(self.n_routines) if self.starts[i] <= line)
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
            if d > 0 and self.t < FUEL:
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
                run.index(a, j, False)
                if a.type_name == "int":
                    run.index(larger, j, True)
                else:
                    run.index_link(larger, j, a.links.get(j))
            run.leave(inv)
        structure_heap.resize(a, larger)
        a.alive = False
        arrays[x] = larger
