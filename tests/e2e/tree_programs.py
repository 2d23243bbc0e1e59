# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tree_programs.py SEED PROGRAM TREE: writes a random C program of loops, calls, recursions and jumps
out of them (break, continue, goto, return, longjmp). Interprets the program and writes the resulting
repetition tree as tree_lines.py prints it.

The interpreter keeps the real stack and folds it afterwards, by definition: a routine that is on the
stack twice forms one recursion with all routines between, and paths are cut accordingly."""
import random
import sys

FUEL = 3000
ROUTINES = 4


class Leave(Exception):
    pass


class Break(Leave):
    pass


class Continue(Leave):
    pass


class Goto(Leave):
    pass


class Return(Leave):
    pass


class Jump(Leave):
    pass


def statements(r, depth, nest):
    return [statement(r, depth, nest) for _ in range(r.randint(1, 3))]


def statement(r, depth, nest):
    kind = r.random()
    if kind < 0.4 and depth < 3:
        return ["loop", r.randint(0, 4), statements(r, depth + 1, nest + 1), None]
    if kind < 0.75:
        return ["call", r.randrange(ROUTINES)]
    ways = ["return", "goto", "jump"] + (["break", "continue"] * 2 if nest else [])
    return ["leave", r.choice(ways), r.randint(2, 40) if nest else r.randint(5, 40)]


class Source:
    def __init__(self, blocks):
        self.lines = ["#include <setjmp.h>", "static volatile long t;", "static jmp_buf back;"]
        self.lines += ["static void f%d(int n);" % i for i in range(ROUTINES)]
        self.starts = []
        self.labels = 0
        for i, body in enumerate(blocks):
            self.starts.append(len(self.lines) + 1)
            self.lines += ["static void f%d(int n) {" % i, "t++;"]
            self.block(body)
            self.lines += ["out: t++;", "}"]
        self.main = len(self.lines) + 1
        self.lines += ["int main(void) {", "for (int i = 0; i < 5; i++) {", "t++;",
                       "if (!setjmp(back)) f0(6);", "t += 7;", "if (!setjmp(back)) f1(3);", "}",
                       "return 0;", "}"]

    def block(self, body):
        for s in body:
            if s[0] == "loop":
                s[3] = len(self.lines) + 1
                self.lines += ["for (int i = 0; i < %d; i++) {" % s[1], "t++;"]
                self.block(s[2])
                self.lines.append("}")
            elif s[0] == "call":
                self.lines.append("if (n > 0 && t < %d) f%d(n - 1);" % (FUEL, s[1]))
            else:
                way = {"goto": "goto out", "jump": "longjmp(back, 1)"}.get(s[1], s[1])
                self.lines.append("if (t %% %d == 0) %s;" % (s[2], way))
                # Otherwise code after an unconditional jump would be dropped by the front end.
                self.lines.append("t++;")
        return self


class Run:
    def __init__(self, blocks):
        self.blocks = blocks
        self.t = 0
        self.stack = []  # ("f", routine) or ("l", line)
        self.ended = []  # (stack at the end, itself included; iterations)
        self.serial = 0

    def scope(self, name, run):
        self.serial += 1
        frame = [name, self.serial, 0]
        self.stack.append(frame)
        try:
            run(frame)
        finally:
            self.ended.append(([(f[0], f[1]) for f in self.stack], frame[2]))
            self.stack.pop()

    def call(self, i, n):
        def body(_frame):
            self.t += 1
            try:
                self.block(self.blocks[i], n)
            except Goto:
                self.t += 1
            except Return:
                pass
            else:
                self.t += 1
        self.scope(("f", i), body)

    def block(self, body, n):
        for s in body:
            if s[0] == "loop":
                self.loop(s, n)
            elif s[0] == "call":
                if n > 0 and self.t < FUEL:
                    self.call(s[1], n - 1)
            else:
                if self.t % s[2] == 0:
                    raise {"break": Break, "continue": Continue, "goto": Goto, "return": Return,
                           "jump": Jump}[s[1]]
                self.t += 1

    def loop(self, s, n):
        def body(frame):
            for _ in range(s[1]):
                frame[2] += 1
                self.t += 1
                try:
                    self.block(s[2], n)
                except Continue:
                    pass
                except Break:
                    break
        self.scope(("l", s[3]), body)

    def main(self):
        def loop(frame):
            for _ in range(5):
                frame[2] += 1
                self.t += 1
                for i, n, more in ((0, 6, 7), (1, 3, 0)):
                    try:
                        self.call(i, n)
                    except Jump:
                        pass
                    self.t += more
        self.scope(("l", 0), loop)


def recursions(ended):
    """Returns the recursion of each routine that is in one, named by the smallest of its routines."""
    sets = {}

    def find(i):
        while sets[i] != i:
            i = sets[i]
        return i

    for stack, _ in ended:
        routines = [name[1] for name, _ in stack if name[0] == "f"]
        last = stack[-1][0]
        if last[0] == "f" and last[1] in routines[:-1]:
            span = routines[max(k for k in range(len(routines) - 1) if routines[k] == last[1]):]
            for i in span:
                sets.setdefault(i, i)
            for i in span:
                a, b = find(i), find(last[1])
                sets[max(a, b)] = min(a, b)
    return {i: find(i) for i in sets}


def fold(path):
    """Returns the stack without the stretches between a routine and its re-entry, outermost first."""
    at = 0
    path = list(path)
    while at < len(path):
        name = path[at][0]
        again = [k for k in range(at + 1, len(path)) if path[k][0] == name and name[0] == "f"]
        if again:
            del path[at + 1:again[-1] + 1]
        at += 1
    return path


def tree(run, source):
    sets = recursions(run.ended)
    nodes = {}  # path of repetitions: [invocations, steps, {serial of the invocation: steps}]
    for stack, iterations in run.ended:
        name, serial = stack[-1]
        path, open_sets = [], set()
        for other, _ in fold(stack):
            if other[0] == "l":
                path.append(other)
            elif other[1] in sets and sets[other[1]] not in open_sets:
                open_sets.add(sets[other[1]])
                path.append(other)
        if name[0] == "l":
            node = nodes.setdefault(tuple(path), {})
            node[serial] = iterations
        elif name[1] in sets:
            header, header_path = None, None
            for k, (other, number) in enumerate(stack):
                if other[0] == "f" and sets.get(other[1]) == sets[name[1]]:
                    header, header_path = (other, number), stack[:k + 1]
                    break
            short, opened = [], set()
            for other, _ in fold(header_path):
                if other[0] == "l":
                    short.append(other)
                elif other[1] in sets and sets[other[1]] not in opened:
                    opened.add(sets[other[1]])
                    short.append(other)
            node = nodes.setdefault(tuple(short), {})
            node[header[1]] = node.get(header[1], 0) + 1
    return nodes, sets


def place(name, source):
    if name[0] == "f":
        return source.starts[name[1]]
    return name[1] or source.main + 1


def routine_of(line, source):
    below = [i for i in range(ROUTINES) if source.starts[i] <= line]
    return "main" if line > source.main else "f%d" % below[-1]


def show(nodes, sets, source, out):
    out.write("entry main:%d 1\n" % source.main)
    for path in sorted(nodes, key=lambda p: [place(name, source) for name in p]):
        name, steps = path[-1], list(nodes[path].values())
        line = place(name, source)
        members = []
        if name[0] == "f":
            members = ["f%d" % i for i in range(ROUTINES) if sets.get(i) == sets[name[1]]]
        out.write(" " * len(path) + " ".join(
            ["recursion" if members else "loop", "%s:%d" % (routine_of(line, source), line)] +
            [str(n) for n in (len(steps), sum(steps), min(steps), max(steps))] + members) + "\n")


def main():
    r = random.Random(int(sys.argv[1]))
    blocks = [statements(r, 0, 0) for _ in range(ROUTINES)]
    source = Source(blocks)
    run = Run(blocks)
    run.main()
    nodes, sets = tree(run, source)
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write("\n".join(source.lines) + "\n")
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        show(nodes, sets, source, out)


main()
