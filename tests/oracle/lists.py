# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lists.py: linked lists in generated programs, which are built, walked by a loop or a recursion, and freed.
"""
from expressions import Variable
from loops import For, Loop
from machine import Object, wrap
from statements import Node, Simple


class List(Node):
    """A linked list on the heap: pushed by a loop, summed by a loop or a recursion, freed."""

    def __init__(self, name, length, how, program):
        program.uses_list |= how == "recursion"
        self.name, self.length, self.how, self.program = name, length, how, program
        n = name

        def push(f):
            node = Object(16, n)
            f.machine.write_int(node, 0, 8, f.registers["k" + n])
            f.machine.write_pointer(node, 8, f.registers[n])
            f.registers[n] = node

        build = For("k" + n, Variable("len" + n), 1)
        build.body = [Simple(f"struct node *t = malloc(sizeof *t); t->v = k{n}; t->next = {n};"
                             f" {n} = t;", push)]
        at = "at" + n
        walk = ListLoop(n, at, f"for (struct node *{at} = {n}; {at}; {at} = {at}->next) {{",
                        lambda f: self.add(f, f.machine.read_int(f.registers[at], 0, 8, True)))
        walk.body_text = f"acc = ADD(acc, at{n}->v);"
        drop = ListLoop(n, "drop" + n, f"while ({n}) {{", lambda f: None)
        drop.body_text = f"struct node *t = {n}->next; free({n}); {n} = t;"
        self.loops = [build] + ([walk] if how == "loop" else []) + [drop]

    @staticmethod
    def add(f, value):
        f.registers["acc"] = wrap(f.registers["acc"] + value)

    def children(self):
        return self.loops

    def emit(self, w):
        w.line(f"struct node *{self.name} = 0;")
        w.line(f"long len{self.name} = {self.length.c()};")
        self.loops[0].emit(w)
        if self.how == "recursion":
            w.line(f"acc = ADD(acc, list_sum({self.name}));")
        for loop in self.loops[1:]:
            loop.emit(w)

    def run(self, f):
        f.registers[self.name] = None
        f.registers["len" + self.name] = self.length.value(f)
        self.loops[0].run(f)
        if self.how == "recursion":
            self.add(f, self.program.list_sum.run(f, f.registers[self.name]))
        for loop in self.loops[1:]:
            loop.run(f)


class ListLoop(Loop):
    """Walks a list; the step from node to node reads the link."""

    def __init__(self, head_name, name, text, action):
        super().__init__()
        self.head_name, self.name, self.text, self.action = head_name, name, text, action

    def head(self):
        return self.text

    def emit(self, w):
        self.line = w.line(self.text)
        w.line("    " + self.body_text)
        w.line("}")

    def start(self, f):
        f.registers[self.name] = f.registers[self.head_name]

    def test(self, f):
        return f.registers[self.name] is not None

    def step(self, f):
        f.registers[self.name] = f.machine.read_pointer(f.registers[self.name], 8)

    def run(self, f):
        self.body = [Simple("", self.action)]
        return super().run(f)


class ListSum:
    key, line, recursive, group = ("routine", "list_sum"), 0, True, "list_sum"

    def part(self):
        return 2

    def prototype(self):
        return "long list_sum(struct node *n)"

    def emit(self, w):
        self.line = w.line(self.prototype() + " {")
        w.line("    if (!n) return 0;")
        w.line("    return ADD(n->v, list_sum(n->next));")
        w.line("}")

    def run(self, f, node):
        scope = f.machine.enter(self.key, self.group)
        total = 0
        if node is not None:
            value = f.machine.read_int(node, 0, 8, True)
            total = wrap(value + self.run(f, f.machine.read_pointer(node, 8)))
        f.machine.leave(scope)
        return total
