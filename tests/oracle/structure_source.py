# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""structure_source.py: a random program (structure_programs.py) in C, and the lines of its loops and
routines."""

FUEL = 400  # no more calls after so many counted statements
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


class Source:
    """`text`, and lines: of statements by their marks, of routines, of main's loop. `by_address`: routines
    are called through pointers, so that the compiler does not recognise recursions."""

    def __init__(self, program, by_address=False):
        self.p = program
        self.called = "go" if by_address else "f"
        self.lines = {}
        self.text = self.write()

    def write(self):
        out = ["#include <stdint.h>", "#include <stdlib.h>", "#include <string.h>",
               "int live(const void *p);", "void born(const void *p);", "void died(const void *p);",
               "void hold(uintptr_t p, unsigned long size);", "void zero(void *p, unsigned long size);"]
        for t in range(self.p.n_types):
            out += ["struct T%d {" % t, "int value;"]
            out += ["struct T%d *m%d;" % (to, m) for m, to in enumerate(self.p.members[t])]
            out += ["};"]
        for t in range(self.p.n_types):
            out += ["static struct T%d *p%d_%d;" % (t, t, v) for v in range(self.p.n_variables)]
        for y in range(self.p.n_types):
            out += ["static struct T%d g%d;" % (y, y)]
            out += ["static struct T%d **y%d; static int k%d;" % (y, y, y)]
        for x in range(self.p.n_arrays):
            out += ["static int *x%d; static int n%d;" % (x, x)]
        out += ["static volatile int t, sink;"]
        out += ["static void f%d(int d);" % f for f in range(self.p.n_routines)]
        if self.called != "f":
            out += ["static void (*volatile go%d)(int) = f%d;" % (f, f)
                    for f in range(self.p.n_routines)]
        self.starts = []
        for f, body in enumerate(self.p.code):
            self.starts.append(len(out) + 1)
            out += ["static void f%d(int d) {" % f, "t++; (void)d;"]
            for s in body:
                self.emit(s, out, 0)
            out += ["}"]
        self.main_line = len(out) + 1
        out += ["int main(void) {"]
        out += ["born(&g%d);" % t for t in range(self.p.n_types)]
        self.main_loop = len(out) + 1
        out += ["for (int i = 0; i < 4; i++) {", "%s0(3); %s0(1);" % (self.called, self.called), "}", "return 0;", "}"]
        return "\n".join(out) + "\n"

    def emit(self, s, out, depth):
        kind = s[0]
        if kind in ("new", "push"):
            _, t, v, links = s
            p = "p%d_%d" % (t, v)
            out += ["{ struct T%d *n = calloc(1, sizeof *n); born(n);" % t]
            if kind == "push":
                out += ["n->m0 = %s;" % p]
            elif links:
                out += ["n->m%d = NULL;" % m for m in range(len(self.p.members[t]))]
            out += ["%s = n; }" % p]
        elif kind == "set":
            _, t, v, m, w = s
            out += ["if (live(p%d_%d)) p%d_%d->m%d = p%d_%d;" % (t, v, t, v, m, self.p.members[t][m], w)]
        elif kind == "go":
            _, t, v, m, w = s
            out += ["if (live(p%d_%d)) p%d_%d = p%d_%d->m%d;" % (t, v, self.p.members[t][m], w, t, v, m)]
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
            out += ["if (d > 0 && t < %d) %s%d(d - 1);" % (FUEL, self.called, s[1])]
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
