# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""statements.py: assignments and control flow of generated programs, except loops.

A statement has emit(writer), and run(frame), which returns None or how control leaves: "break", "continue",
"return".
"""
from expressions import INTEGERS, OPERATIONS, Field, Unaligned


class Writer:
    def __init__(self):
        self.lines, self.depth = [], 0

    def line(self, text):
        """Adds a line. Returns its number."""
        self.lines.append("    " * self.depth + text)
        return len(self.lines)

    def block(self, body):
        self.depth += 1
        for node in body:
            node.emit(self)
        self.depth -= 1


def run_block(body, f):
    for node in body:
        way = node.run(f)
        if way:
            return way
    return None


class Node:
    is_call = is_recursion = False

    def children(self):
        return []


class Declare(Node):
    def __init__(self, name, value):
        self.name, self.value = name, value

    def emit(self, w):
        w.line(f"long {self.name} = {self.value.c()};")

    def run(self, f):
        f.registers[self.name] = self.value.value(f)


class Assign(Declare):
    def emit(self, w):
        w.line(f"{self.name} = {self.value.c()};")


class Store(Node):
    def __init__(self, place, value):
        self.place, self.value = place, value

    def emit(self, w):
        w.line(f"{self.place.c()} = ({INTEGERS[self.place.kind][0]})({self.value.c()});")

    def run(self, f):
        value = self.value.value(f)
        self.place.write(f, *self.place.where(f), value)


class Update(Node):
    def __init__(self, place, op, value):
        self.place, self.op, self.value = place, op, value

    def emit(self, w):
        kind = INTEGERS[self.place.kind][0]
        if self.op in "+-":
            # Unsigned arithmetic, through a pointer, so that the place is computed once.
            w.line(f"{{ {kind} *at = (void *)&{self.place.c()}; long by = {self.value.c()};"
                   f" *at = ({kind})((unsigned long)*at {self.op} (unsigned long)by); }}"
                   if not isinstance(self.place, (Field, Unaligned)) else
                   f"{self.place.c()} ^= ({kind})({self.value.c()});")
        else:
            w.line(f"{self.place.c()} {self.op}= ({kind})({self.value.c()});")

    def run(self, f):
        op = self.op if self.op not in "+-" or not isinstance(self.place, (Field, Unaligned)) \
            else "^"
        value = self.value.value(f)
        obj, offset = self.place.where(f)
        old = self.place.read(f, obj, offset)
        self.place.write(f, obj, offset, OPERATIONS[op](old, value))


class AtomicAdd(Node):
    def __init__(self, place, value):
        self.place, self.value = place, value

    def emit(self, w):
        w.line(f"__atomic_fetch_add(&{self.place.c()}, ({INTEGERS[self.place.kind][0]})"
               f"({self.value.c()}), __ATOMIC_SEQ_CST);")

    def run(self, f):
        value = self.value.value(f)
        obj, offset = self.place.where(f)
        self.place.write(f, obj, offset, self.place.read(f, obj, offset) + value)


class Jump(Node):
    def __init__(self, kind):
        self.kind = kind

    def emit(self, w):
        w.line("return acc;" if self.kind == "return" else self.kind + ";")

    def run(self, _):
        return self.kind


class If(Node):
    def __init__(self, test, then, other):
        self.test, self.then, self.other = test, then, other
        self.is_recursion = len(then) == 1 and then[0].is_call

    def children(self):
        return self.then + self.other

    def emit(self, w):
        w.line(f"if ({self.test.c()}) {{")
        w.block(self.then)
        if self.other:
            w.line("} else {")
            w.block(self.other)
        w.line("}")

    def run(self, f):
        return run_block(self.then if self.test.value(f) else self.other, f)


class Switch(Node):
    def __init__(self, value, cases):
        self.value, self.cases = value, cases  # (number, body, ends with break)

    def children(self):
        return [node for _, body, _ in self.cases for node in body]

    def emit(self, w):
        w.line(f"switch ({self.value.c()}) {{")
        for number, body, ends in self.cases:
            w.line(f"case {number}: {{")
            w.block(body)
            w.line("} break;" if ends else "} /* fall through */")
        w.line("default: break;")
        w.line("}")

    def run(self, f):
        value, running = self.value.value(f), False
        for number, body, ends in self.cases:
            running |= value == number
            if running:
                way = run_block(body, f)
                if way:
                    return way
                if ends:
                    return None
        return None


class Braces(Node):
    def __init__(self, body):
        self.body = body

    def children(self):
        return self.body

    def emit(self, w):
        w.line("{")
        w.block(self.body)
        w.line("}")

    def run(self, f):
        return run_block(self.body, f)


class Simple(Node):
    """A statement in the loops below: fixed C text and a function of the frame."""

    def __init__(self, text, action):
        self.text, self.action = text, action

    def emit(self, w):
        w.line(self.text)

    def run(self, f):
        self.action(f)


class Compound(Node):
    """A node that consists of others."""

    def __init__(self, parts):
        self.parts = parts

    def children(self):
        return self.parts

    def emit(self, w):
        for part in self.parts:
            part.emit(w)

    def run(self, f):
        return run_block(self.parts, f)
