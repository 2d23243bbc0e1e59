#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks `ordo lab` with random programs, which are also executed here, statement by statement.

    lab_programs.py ORDO FIRST LAST     checks seeds FIRST to LAST; the remainder by 4 is the level of
                                        optimisation. Prints differences; exit status 1 if there are any

The test of Fibonacci, whose last statement makes two calls, shows where the figure as printed differs.

The expected counts come from the profiler of T. Krajangthong, S. Prasitjutrakul, "JPROFILE102", Figure 8,
executed literally (class Figure8), with two corrections: exitMethod restores the caller's current counter,
and the innermost counted construct around the call is pushed. This file writes and interprets the programs
and shares nothing with Ordo.
"""
import json
import os
import random
import subprocess
import sys
import tempfile


class Figure8:
    """The figure's inc, enterMethod and exitMethod. Counter 0 is DUMMY."""

    def __init__(self, n, corrected=True):
        self.counters = [0] * (n + 1)
        self.own = [0] * (n + 1)
        self.total = 0
        self.stack = []
        self.current = 0
        self.corrected = corrected

    def inc(self, k):
        self.own[k] += 1
        self.total += 1
        self.current = k
        for s in self.stack:
            self.counters[s] += 1
        if k not in self.stack:
            self.counters[k] += 1

    def enter(self, caller):
        pushed = caller if self.corrected else self.current
        self.stack.append(0 if pushed in self.stack else pushed)

    def leave(self, caller):
        self.stack.pop()
        if self.corrected:
            self.current = caller


class Writer:
    def __init__(self):
        self.lines = [""]
        self.constructs = [None]  # from 1: (line, col, end line, end col, kind)

    def put(self, text):
        self.lines[-1] += text

    def line(self):
        self.lines.append("")

    def here(self):
        return len(self.lines), len(self.lines[-1]) + 1

    def construct(self, kind, write):
        """Adds the construct that `write` writes. Returns its number."""
        number = len(self.constructs)
        self.constructs.append(None)
        begin = self.here()
        write(number)
        self.constructs[number] = begin + self.here() + (kind,)
        return number


class Break(Exception):
    pass


class Continue(Exception):
    pass


class Return(Exception):
    def __init__(self, value):
        self.value = value


class Jump(Exception):
    pass


def stays(body, e, m):
    """Executes a loop's body once. Returns False if it left the loop."""
    try:
        body(e, m)
    except Break:
        return False
    except Continue:
        pass
    return True


class Machine:
    def __init__(self, functions, profiler):
        self.functions, self.profiler = functions, profiler
        self.fuel = 0
        self.jumps = 0

    def call(self, name, args, caller):
        self.profiler.enter(caller)
        try:
            self.functions[name].body({"a": args[0], "b": args[1]}, self)
            value = 0
        except Return as r:
            value = r.value
        self.profiler.leave(caller)
        return value


class Function:
    def __init__(self, name):
        self.name, self.body = name, None


class Generator:
    """Writes a program and builds closures (environment, machine) that execute it."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.w = Writer()
        self.names = [f"f{i}" for i in range(self.r.randint(2, 4))]
        self.functions = {n: Function(n) for n in self.names}
        self.loops = 0
        self.variables = []

    # ---- expressions: write into the current line, return a closure; `owner` is the enclosing construct ----

    def simple(self):
        if self.r.random() < 0.5:
            n = self.r.randint(0, 9)
            self.w.put(str(n))
            return lambda e, m: n
        return self.variable()

    def variable(self):
        v = self.r.choice(self.variables)
        self.w.put(v)
        return lambda e, m: e[v]

    def a_call(self, owner):
        name = self.r.choice(self.names)
        self.w.put(name + "(")
        x = self.simple()
        self.w.put(", ")
        y = self.simple()
        self.w.put(")")
        return lambda e, m: m.call(name, (x(e, m), y(e, m)), owner)

    def value(self, owner, depth=2):
        k = self.r.random()
        if depth == 0 or k < 0.25:
            return self.simple()
        if k < 0.45:
            return self.a_call(owner)
        if k < 0.7:
            op = self.r.choice("+-^*")
            self.w.put("((")
            x = self.value(owner, depth - 1)
            self.w.put(f" {op} ")
            y = self.simple()
            self.w.put(") & 255)")
            f = {"+": lambda p, q: p + q, "-": lambda p, q: p - q, "^": lambda p, q: p ^ q,
                 "*": lambda p, q: p * q}[op]
            return lambda e, m: f(x(e, m), y(e, m)) & 255
        if k < 0.85:
            return self.choice(owner, depth)
        self.w.put("(")
        x = self.truth(owner, depth - 1)
        self.w.put(")")
        return lambda e, m: int(x(e, m))

    def inner(self, kind, write):
        """Adds a construct within an expression: its closure counts it first."""
        cell = []
        number = self.w.construct(kind, lambda k: cell.append(write(k)))

        def run(e, m):
            m.profiler.inc(number)
            return cell[0](e, m)
        return run

    def choice(self, owner, depth):
        self.w.put("((")
        c = self.truth(owner, depth - 1)
        self.w.put(") ? ")
        x = self.inner("arm", lambda k: self.value(k, depth - 1))
        self.w.put(" : ")
        y = self.inner("arm", lambda k: self.value(k, depth - 1))
        self.w.put(")")
        return lambda e, m: x(e, m) if c(e, m) else y(e, m)

    def truth(self, owner, depth=2):
        k = self.r.random()
        if depth == 0 or k < 0.4:
            x = self.variable()  # a constant expression would get no code and no counts
            op, f = self.r.choice([(" < ", lambda p, q: p < q), (" > ", lambda p, q: p > q),
                                   (" != ", lambda p, q: p != q)])
            self.w.put(op)
            y = self.simple()
            return lambda e, m: f(x(e, m), y(e, m))
        if k < 0.55:
            x = self.a_call(owner)
            n = self.r.randint(0, 200)
            self.w.put(f" > {n}")
            return lambda e, m: x(e, m) > n
        if k < 0.9:
            return self.both(depth)
        self.w.put("!(")
        x = self.truth(owner, depth - 1)
        self.w.put(")")
        return lambda e, m: not x(e, m)

    def operand(self, depth):
        if self.r.random() < 0.5:  # parentheses belong to the construct
            def write(k):
                self.w.put("(")
                x = self.truth(k, depth - 1)
                self.w.put(")")
                return x
            return self.inner("operand", write)
        return self.inner("operand", lambda k: self.truth(k, 0))

    def both(self, depth):
        is_and = self.r.random() < 0.5
        x = self.operand(depth)
        self.w.put(" && " if is_and else " || ")
        y = self.operand(depth)
        return (lambda e, m: x(e, m) and y(e, m)) if is_and else (lambda e, m: x(e, m) or y(e, m))

    # ---- statements: each on its own lines, indented; return a closure ----

    def indent(self, depth):
        self.w.put("    " * depth)

    def block(self, depth, loop, top=False):
        self.w.put("{")
        n_variables = len(self.variables)
        parts = [self.statement(depth + 1, loop) for _ in range(self.r.randint(1, 4))]
        self.w.line()
        self.indent(depth)
        self.w.put("}")
        del self.variables[n_variables:]

        def run(e, m):
            for p in parts:
                p(e, m)
        return run

    def body(self, depth, loop):
        if self.r.random() < 0.7:
            self.w.put(" ")
            return self.block(depth, loop)
        return self.plain(depth + 1, loop)

    def new_line(self, depth):
        if self.r.random() < 0.85 or not self.w.lines[-1].rstrip().endswith(";"):
            self.w.line()
            self.indent(depth)
        else:
            self.w.put(" ")  # several statements on one line

    def statement(self, depth, loop):
        if self.r.random() < 0.2:
            self.new_line(depth)
            name = f"v{len(self.variables)}_{self.r.randint(0, 999)}"

            def write(k):
                self.w.put(f"int {name} = ")
                x = self.value(k)
                self.w.put(";")
                return x
            x = self.inner("declaration", write)
            self.variables.append(name)

            def run(e, m):
                e[name] = x(e, m)
            return run
        return self.plain(depth, loop)

    def plain(self, depth, loop):
        self.new_line(depth)
        kinds = ["assign"] * 4 + ["call"] * 2 + ["if"] * 3 + ["return", "jump"]
        if depth < 4:
            kinds += ["for", "while", "do", "switch"]
        if loop:
            kinds += ["break", "continue"]
        return getattr(self, "s_" + self.r.choice(kinds))(depth, loop)

    def ended(self, kind, write):
        """Adds an expression statement; the semicolon is not part of it."""
        x = self.inner(kind, write)
        self.w.put(";")
        return x

    def s_assign(self, depth, loop):
        v = self.r.choice(self.variables)

        def write(k):
            self.w.put(f"{v} = ")
            return self.value(k)
        x = self.ended("statement", write)

        def run(e, m):
            e[v] = x(e, m)
        return run

    def s_call(self, depth, loop):
        return self.ended("statement", self.a_call)

    def s_return(self, depth, loop):
        def write(k):
            self.w.put("return ")
            return self.value(k)
        x = self.ended("statement", write)

        def run(e, m):
            raise Return(x(e, m))
        return run

    def s_jump(self, depth, loop):
        """A jump out of everything that is open, once per run."""
        n = self.r.randint(2, 30)
        w = self.w
        w.put("if (")

        def write(k):
            x = self.inner("operand", lambda j: (w.put("jumps > 1"), lambda e, m: m.jumps > 1)[1])
            w.put(" && ")
            y = self.inner("operand", lambda j: (w.put(f"fuel < {n}"), lambda e, m: m.fuel < n)[1])
            return lambda e, m: x(e, m) and y(e, m)
        c = self.inner("condition", write)
        w.put(") { ")
        less = self.fixed("statement", "jumps--", lambda e, m: 0)
        w.put(" ")
        away = self.fixed("statement", "longjmp(out, 1)", lambda e, m: 0)
        w.put(" }")

        def run(e, m):
            if c(e, m):
                less(e, m)
                m.jumps -= 1
                away(e, m)
                raise Jump()
        return run

    def s_if(self, depth, loop):
        self.w.put("if (")
        c = self.inner("condition", lambda k: self.truth(k))
        self.w.put(")")
        no = None
        has_else = self.r.random() < 0.5
        if has_else:
            self.w.put(" ")
        yes = self.block(depth, loop) if has_else else self.body(depth, loop)
        if has_else:
            self.w.line()
            self.indent(depth)
            self.w.put("else")
            no = self.body(depth, loop)

        def run(e, m):
            if c(e, m):
                yes(e, m)
            elif no:
                no(e, m)
        return run

    def rounds(self):
        self.loops += 1
        name, n = f"i{self.loops}", self.r.randint(1, 3)
        return name, n

    def bounded(self, name, n, k):
        """Returns `name < n`, perhaps with more conditions: the loop ends whatever its body does to other
        variables."""
        if self.r.random() < 0.5:
            self.w.put(f"{name} < {n}")
            return lambda e, m: e[name] < n
        first = self.inner("operand", lambda j: (self.w.put(f"{name} < {n}"),
                                                 lambda e, m: e[name] < n)[1])
        self.w.put(" && ")
        second = self.operand(1)
        return lambda e, m: first(e, m) and second(e, m)

    def s_for(self, depth, loop):
        name, n = self.rounds()
        self.w.put("for (")
        start = self.inner("init", lambda k: (self.w.put(f"int {name} = 0;"), lambda e, m: 0)[1])
        self.w.put(" ")
        c = self.inner("condition", lambda k: self.bounded(name, n, k))
        self.w.put("; ")
        step = self.inner("step", lambda k: (self.w.put(f"{name}++"), lambda e, m: 0)[1])
        self.w.put(")")
        body = self.body(depth, True)

        def run(e, m):
            start(e, m)
            e[name] = 0
            while c(e, m):
                if not stays(body, e, m):
                    return
                step(e, m)
                e[name] += 1
        return run

    def s_while(self, depth, loop):
        name, n = self.rounds()
        self.w.put("{ ")
        begin = self.inner("declaration",
                             lambda k: (self.w.put(f"int {name} = -1;"), lambda e, m: 0)[1])
        self.w.line()
        self.indent(depth)
        self.w.put("while (")
        c = self.inner("condition", lambda k: self.counting_bound(name, n, k))
        self.w.put(")")
        body = self.body(depth, True)

        def run(e, m):
            begin(e, m)
            e[name] = -1
            while c(e, m):
                if not stays(body, e, m):
                    return
        self.w.put(" }")
        return run

    def counting_bound(self, name, n, k):
        def count(e, m):
            e[name] += 1
            return e[name] < n
        if self.r.random() < 0.4:
            self.w.put(f"++{name} < {n}")
            return count
        first = self.inner("operand", lambda j: (self.w.put(f"++{name} < {n}"), count)[1])
        self.w.put(" && ")
        second = self.operand(1)
        return lambda e, m: first(e, m) and second(e, m)

    def s_do(self, depth, loop):
        name, n = self.rounds()
        self.w.put("{ ")
        begin = self.inner("declaration",
                             lambda k: (self.w.put(f"int {name} = 0;"), lambda e, m: 0)[1])
        self.w.line()
        self.indent(depth)
        self.w.put("do ")
        body = self.block(depth, True)
        self.w.put(" while (")
        c = self.inner("condition", lambda k: self.counting_bound(name, n, k))
        self.w.put("); }")

        def run(e, m):
            begin(e, m)
            e[name] = 0
            while True:
                if not stays(body, e, m):
                    return
                if not c(e, m):
                    return
        return run

    def s_switch(self, depth, loop):
        self.w.put("switch (")
        c = self.inner("condition", lambda k: self.value(k))
        self.w.put(") {")
        cases = []
        numbers = self.r.sample(range(0, 6), self.r.randint(1, 3))
        default = self.r.random() < 0.6
        for n in numbers + ([None] if default else []):
            self.w.line()
            self.indent(depth)
            self.w.put("default:" if n is None else f"case {n}:")
            parts = [self.plain(depth + 1, loop)]
            leaves = self.r.random() < 0.6
            if leaves:
                self.new_line(depth + 1)
                parts.append(self.ended("statement", lambda k: (self.w.put("break"),
                                                                lambda e, m: 0)[1]))
            cases.append((n, parts, leaves))
        self.w.line()
        self.indent(depth)
        self.w.put("}")

        def run(e, m):
            value = c(e, m)
            at = next((i for i, x in enumerate(cases) if x[0] == value), None)
            if at is None:
                at = next((i for i, x in enumerate(cases) if x[0] is None), None)
            while at is not None and at < len(cases):
                for p in cases[at][1]:
                    try:
                        p(e, m)
                    except Break:
                        return
                if cases[at][2]:
                    return
                at += 1
        return run

    def leave(self, word, way):
        x = self.fixed("statement", word, lambda e, m: 0)

        def run(e, m):
            x(e, m)
            raise way()
        return run

    def s_break(self, depth, loop):
        return self.leave("break", Break)

    def s_continue(self, depth, loop):
        return self.leave("continue", Continue)

    # ---- the program ----

    def fixed(self, kind, text, closure):
        return self.ended(kind, lambda k: (self.w.put(text), closure)[1])

    def guard(self):
        """Begins every function: without fuel it returns and makes no calls."""
        self.w.line()
        self.w.put("    if (")
        c = self.inner("condition", lambda k: (self.w.put("fuel <= 0"),
                                                 lambda e, m: m.fuel <= 0)[1])
        self.w.put(") ")
        back = self.fixed("statement", "return a", lambda e, m: e["a"])
        self.w.line()
        self.w.put("    ")
        burn = self.fixed("statement", "fuel--", lambda e, m: 0)

        def run(e, m):
            if c(e, m):
                raise Return(back(e, m))
            burn(e, m)
            m.fuel -= 1
        return run

    def function(self, name):
        self.variables = ["a", "b"]
        self.w.put(f"static int {name}(int a, int b) {{")
        guard = self.guard()
        parts = [self.statement(1, False) for _ in range(self.r.randint(2, 5))]
        self.w.line()
        self.w.put("    ")
        last = self.fixed("statement", "return b", lambda e, m: e["b"])
        self.w.line()
        self.w.put("}")
        self.w.line()

        def body(e, m):
            guard(e, m)
            for p in parts:
                p(e, m)
            raise Return(last(e, m))
        self.functions[name].body = body

    def program(self):
        w = self.w
        w.put("#include <ordo/ordo.h>")
        w.line()
        w.put("#include <setjmp.h>")
        w.line()
        w.put("static int fuel, jumps;")
        w.line()
        w.put("static jmp_buf out;")
        w.line()
        for n in self.names:
            w.put(f"static int {n}(int a, int b);")
            w.line()
        for n in self.names:
            self.function(n)
        w.put("static long run(long *v, size_t n) {")
        w.line()
        w.put("    ")
        self.variables = ["n"]
        fill = self.fixed("statement", "fuel = 8 * (int)n", lambda e, m: 0)
        w.line()
        w.put("    ")
        arm = self.fixed("statement", "jumps = 2", lambda e, m: 0)
        w.line()
        w.put("    if (")
        c = self.inner("condition", lambda k: (w.put("setjmp(out) == 0"), lambda e, m: 0)[1])
        w.put(") ")
        name = self.names[0]

        def first(k):
            w.put(f"{name}(3, (int)n)")
            return lambda e, m: m.call(name, (3, e["n"]), k)
        one = self.ended("statement", first)
        w.line()
        w.put("    ")

        def second(k):
            w.put(f"return {name}(4, 5) + *v")
            return lambda e, m: m.call(name, (4, 5), k)
        two = self.ended("statement", second)
        w.line()
        w.put("}")
        w.line()
        w.put("ORDO_EXPERIMENT(run, .inputs = ordo_integer, .from = 1, .to = 9, .step = 2);")
        w.line()

        def run(n, m):
            e = {"n": n}
            fill(e, m)
            m.fuel = 8 * n
            arm(e, m)
            m.jumps = 2
            c(e, m)
            for part in (one, two):
                try:
                    part(e, m)
                except Jump:
                    m.profiler.stack.clear()
                    two(e, m)
                    return
        return run


def laboratory(ordo, text, level=1):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.c")
        with open(path, "w", encoding="ascii") as f:
            f.write(text)
        out = subprocess.run([ordo, "lab", "--json", "-w", f"-O{level}", "-o", os.path.join(folder, "p.html"), path],
                             stdout=subprocess.PIPE, check=False)
        if out.returncode:
            sys.exit(f"lab_programs: ordo lab ends with status {out.returncode}\n{text}")
        return json.loads(out.stdout)["experiments"][0]


def counts(experiment, which):
    """Returns the counts by place and kind, ordered by size."""
    found = {}
    for s in experiment["statements"]:
        place = (s["line"], s["col"], s["end_line"], s["end_col"], s["kind"])
        found[place] = [p[4] for p in s[which]["points"]]
    return found


def compare(ordo, seed):
    g = Generator(seed)
    run = g.program()
    text = "\n".join(g.w.lines)
    e = laboratory(ordo, text, seed % 4)
    own, inclusive = counts(e, "own"), counts(e, "inclusive")
    wrong = []
    expected = {c: ([], []) for c in g.w.constructs[1:]}
    totals = []
    for n in e["sizes"]:
        p = Figure8(len(g.w.constructs))
        run(n, Machine(g.functions, p))
        totals.append(p.total)
        for k, c in enumerate(g.w.constructs[1:], 1):
            expected[c][0].append(p.own[k])
            expected[c][1].append(p.counters[k])
    zeros = [0] * len(e["sizes"])
    for c in sorted(set(expected) | set(own)):
        want = expected.get(c)
        got = own.get(c, zeros), inclusive.get(c, zeros)
        if want is None or (list(want[0]), list(want[1])) != (got[0], got[1]):
            wrong.append(f"{c}: expected {want}, got {got}")
    got = [p[4] for p in e["function_model"]["points"]]
    if got != totals:
        wrong.append(f"total: expected {totals}, got {got}")
    if wrong:
        print(f"seed {seed}:")
        for number, line in enumerate(text.split("\n"), 1):
            print(f"{number:4} {line}")
        print("\n".join(wrong))
    return not wrong


FIBONACCI = """#include <ordo/ordo.h>
static long fib(long n) {
    if (n < 2) return n;
    return fib(n - 1) + fib(n - 2);
}
static long of(long *v, size_t n) { return fib(*v) + (long)n; }
ORDO_EXPERIMENT(of, .inputs = ordo_integer, .from = 0, .to = 10);
"""


def fibonacci(n, p):
    """Executes fib with counters 1 to 3 in the order of the source; the calling statement is 4."""
    p.inc(1)
    if n < 2:
        p.inc(2)
        return n
    p.inc(3)
    results = []
    for call in (n - 1, n - 2):
        p.enter(3)
        results.append(fibonacci(call, p))
        p.leave(3)
    return sum(results)


def figure_as_printed(ordo):
    """Checks that Ordo follows the corrected figure; as printed, it charges the second call elsewhere."""
    e = laboratory(ordo, FIBONACCI)
    statements = [s for s in e["statements"] if s["function"] == "fib"]
    counted = [[p[4] for p in s["inclusive"]["points"]] for s in statements]

    def figure(corrected):
        columns = []
        for n in e["sizes"]:
            p = Figure8(4, corrected)
            p.inc(4)
            p.enter(4)
            fibonacci(n, p)
            columns.append(p.counters[1:4])
        return [list(c) for c in zip(*columns)]
    right, printed = figure(True), figure(False)
    return counted == right and printed[2] < right[2] and printed[1] > right[1]


def main():
    ordo = sys.argv[1]
    first, last = int(sys.argv[2]), int(sys.argv[3])
    sys.setrecursionlimit(100000)  # some programs recurse deeply, and each call takes a dozen of Python's
    bad = [s for s in range(first, last + 1) if not compare(ordo, s)]
    if not figure_as_printed(ordo):
        print("Fibonacci: the figure as printed, or what is counted, is not as it was")
        bad.append("fibonacci")
    if bad:
        print("not as expected:", *bad)
    print(f"statements: {last - first + 2 - len(bad)} passed, {len(bad)} failed, 0 skipped")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
