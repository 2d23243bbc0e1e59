# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nodes.py: the pieces of a generated program: each writes itself as C and runs itself.

Expressions have c() and value(frame); statements have emit(writer) and run(frame), which returns
None or how control leaves: "break", "continue", "return". Both sides follow DESIGN section 1 and 3:
scalars whose address is not taken are registers; everything else is memory of the scope that the
access stands in; a loop is a scope from its first test to its last.
"""
from machine import Object, wrap

# name -> (C type, size, signed)
INTEGERS = {"sc": ("signed char", 1, True), "uc": ("unsigned char", 1, False),
            "s": ("short", 2, True), "us": ("unsigned short", 2, False), "i": ("int", 4, True),
            "u": ("unsigned int", 4, False), "l": ("long", 8, True)}


class Struct:
    def __init__(self, name, packed, members):
        self.name, self.packed, self.fields, at, widest = name, packed, [], 0, 1
        for field, kind in members:
            size = INTEGERS[kind][1]
            if not packed:
                at = (at + size - 1) // size * size
                widest = max(widest, size)
            self.fields.append((field, kind, at))
            at += size
        self.size = (at + widest - 1) // widest * widest

    def c(self):
        body = " ".join(f"{INTEGERS[k][0]} {f};" for f, k, _ in self.fields)
        return f"struct {'__attribute__((packed)) ' if self.packed else ''}{self.name} {{ {body} }};"


STRUCTS = {s.name: s for s in (
    Struct("plain", False, [("c", "sc"), ("h", "s"), ("i", "i"), ("l", "l")]),
    Struct("odd", True, [("c", "uc"), ("i", "i"), ("h", "us"), ("l", "l")]),
    Struct("pair", False, [("a", "i"), ("b", "u")]),
    Struct("wide", False, [("a", "l"), ("b", "l"), ("c", "l"), ("d", "i")]))}


def c_type(element):
    return f"struct {element}" if element in STRUCTS else INTEGERS[element][0]


def size_of(element):
    return STRUCTS[element].size if element in STRUCTS else INTEGERS[element][1]


class Undefined(Exception):
    """The program would copy between overlapping ranges: C leaves that open."""


class Writer:
    def __init__(self):
        self.lines, self.depth = [], 0

    def line(self, text):
        """Adds a line; returns its number."""
        self.lines.append("    " * self.depth + text)
        return len(self.lines)

    def block(self, body):
        self.depth += 1
        for node in body:
            node.emit(self)
        self.depth -= 1


class Frame:
    """One activation of a function: registers, and the objects of its locals."""

    def __init__(self, machine, memory):
        self.machine, self.memory = machine, memory  # memory: global name -> Object
        self.registers, self.objects = {}, {}

    def object(self, name):
        return self.objects.get(name) or self.memory[name]


class Pointer:
    """A place of `length` elements: kind array (an object of that name), scalar (the same, one
    element), pointer or heap (the address is in a register), global pointer (it is in memory)."""

    def __init__(self, name, element, length, kind, writable=True, by_value=False):
        self.name, self.element, self.length, self.kind = name, element, length, kind
        self.writable, self.by_value = writable, by_value

    def c(self):
        one = self.kind == "scalar" or self.by_value or (self.kind == "array" and self.length == 1)
        return f"(&{self.name})" if one else self.name

    def declaration(self):
        if self.kind == "global pointer":
            return f"{c_type(self.element)} *{self.name}"
        if self.kind == "scalar" or self.by_value or self.length == 1 and self.kind == "array":
            return f"{c_type(self.element)} {self.name}"
        if self.kind == "array":
            return f"{c_type(self.element)} {self.name}[{self.length}]"
        return f"{c_type(self.element)} *{self.name}"

    def size(self):
        return 8 if self.kind == "global pointer" else self.length * size_of(self.element)

    def where(self, f):
        """(object, offset) of the first element; reads the pointer where it lies in memory."""
        if self.kind in ("array", "scalar") or self.by_value:
            return f.object(self.name), 0
        if self.kind == "global pointer":
            return f.machine.read_pointer(f.object(self.name), 0)
        return f.registers[self.name]


# Expressions.

class Constant:
    def __init__(self, number):
        self.number = number

    def c(self):
        return f"{self.number}L" if self.number >= 0 else f"({self.number}L)"

    def value(self, _):
        return self.number


class Variable:
    def __init__(self, name):
        self.name = name

    def c(self):
        return f"(long){self.name}"

    def value(self, f):
        return f.registers[self.name]


class Masked:
    def __init__(self, inner, length):
        self.inner, self.length = inner, length

    def c(self):
        return f"({self.inner.c()} & {self.length - 1})"

    def value(self, f):
        return self.inner.value(f) & (self.length - 1)


OPERATIONS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
              "^": lambda a, b: a ^ b, "&": lambda a, b: a & b, "|": lambda a, b: a | b}
NAMES = {"+": "ADD", "-": "SUB", "*": "MUL"}


class Binary:
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b

    def c(self):
        if self.op in NAMES:
            return f"{NAMES[self.op]}({self.a.c()}, {self.b.c()})"
        return f"({self.a.c()} {self.op} {self.b.c()})"

    def value(self, f):
        a = self.a.value(f)
        return wrap(OPERATIONS[self.op](a, self.b.value(f)))


class Compare:
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b

    def c(self):
        return f"({self.a.c()} {self.op} {self.b.c()})"

    def value(self, f):
        a, b = self.a.value(f), self.b.value(f)
        return int({"<": a < b, ">": a > b, "==": a == b, "!=": a != b}[self.op])


class Logic:
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b

    def c(self):
        return f"(long)({self.a.c()} {self.op} {self.b.c()})"

    def value(self, f):
        a = self.a.value(f)
        if self.op == "&&":
            return int(bool(a and self.b.value(f)))
        return int(bool(a or self.b.value(f)))


class Select:
    def __init__(self, test, a, b):
        self.test, self.a, self.b = test, a, b

    def c(self):
        return f"({self.test.c()} ? {self.a.c()} : {self.b.c()})"

    def value(self, f):
        return self.a.value(f) if self.test.value(f) else self.b.value(f)


class Load:
    def __init__(self, place):
        self.place = place

    def c(self):
        return f"(long){self.place.c()}"

    def value(self, f):
        return self.place.read(f, *self.place.where(f))


class Place:
    """An lvalue of integer type: c(), where(frame) -> (object, offset), kind."""

    def read(self, f, obj, offset):
        _, size, signed = INTEGERS[self.kind]
        return f.machine.read_int(obj, offset, size, signed)

    def write(self, f, obj, offset, value):
        f.machine.write_int(obj, offset, INTEGERS[self.kind][1], value)


class Element(Place):
    def __init__(self, pointer, index):
        self.pointer, self.index, self.kind = pointer, index, pointer.element

    def c(self):
        p = self.pointer
        if p.kind == "scalar" or p.kind == "array" and p.length == 1:
            return p.name
        return f"{p.c()}[{self.index.c()}]"

    def where(self, f):
        index = self.index.value(f)
        obj, offset = self.pointer.where(f)
        return obj, offset + index * size_of(self.kind)


class Field(Place):
    def __init__(self, pointer, index, field):
        self.pointer, self.index = pointer, index
        self.field, self.kind, self.at = field

    def c(self):
        return f"{self.pointer.c()}[{self.index.c()}].{self.field}"

    def where(self, f):
        index = self.index.value(f)
        obj, offset = self.pointer.where(f)
        return obj, offset + index * size_of(self.pointer.element) + self.at


class Unaligned(Place):
    """An integer at any byte of a byte array."""

    def __init__(self, pointer, index, kind):
        self.pointer, self.index, self.kind = pointer, index, kind

    def c(self):
        return f"((struct at_{self.kind} *)({self.pointer.c()} + {self.index.c()}))->v"

    def where(self, f):
        index = self.index.value(f)
        obj, offset = self.pointer.where(f)
        return obj, offset + index


# Statements.

def run_block(body, f):
    for node in body:
        way = node.run(f)
        if way:
            return way
    return None


class Node:
    is_recursion = False

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
            # In unsigned arithmetic, by a pointer, so that the place is computed once.
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
        self.is_recursion = len(then) == 1 and isinstance(then[0], Call)

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


# Loops. `step` runs the test and gives whether the body follows; both in the loop's scope.

class Loop(Node):
    count = 0
    may_jump = True

    def __init__(self):
        Loop.count += 1
        self.key, self.line, self.body, self.recursive = ("loop", Loop.count), 0, [], False

    def children(self):
        return self.body

    def emit(self, w):
        for text in self.before():
            w.line(text)
        self.line = w.line(self.head())
        w.block(self.body)
        w.line(self.tail())

    def before(self):
        return []

    def tail(self):
        return "}"

    def run(self, f):
        self.start(f)
        scope = f.machine.enter(self.key)
        way = None
        while self.test(f):
            scope.iterations += 1
            way = run_block(self.body, f)
            if way in ("break", "return"):
                break
            self.step(f)
        f.machine.leave(scope)
        return way if way == "return" else None

    def start(self, f):
        pass

    def step(self, f):
        pass


class For(Loop):
    def __init__(self, counter, bound, by):
        super().__init__()
        self.counter, self.bound, self.by = counter, bound, by

    def head(self):
        return (f"for (long {self.counter} = 0; {self.counter} < {self.bound.c()};"
                f" {self.counter} += {self.by}) {{")

    def start(self, f):
        f.registers[self.counter] = 0

    def test(self, f):
        f.machine.tick()
        return f.registers[self.counter] < self.bound.value(f)

    def step(self, f):
        f.registers[self.counter] += self.by


class While(Loop):
    def __init__(self, counter, start_at):
        super().__init__()
        self.counter, self.start_at = counter, start_at

    def before(self):
        return [f"long {self.counter} = {self.start_at.c()};"]

    def head(self):
        return f"while ({self.counter}-- > 0) {{"

    def start(self, f):
        f.registers[self.counter] = self.start_at.value(f)

    def test(self, f):
        f.machine.tick()
        f.registers[self.counter] -= 1
        return f.registers[self.counter] >= 0


class WhileTest(While):
    """Leaves, too, when a condition fails that the body may change."""

    def __init__(self, counter, limit, condition):
        super().__init__(counter, Constant(limit))
        self.condition = condition

    def head(self):
        return f"while ({self.counter}-- > 0 && {self.condition.c()}) {{"

    def test(self, f):
        return super().test(f) and self.condition.value(f)


class Do(While):
    def head(self):
        return "do {"

    def tail(self):
        return f"}} while ({self.counter}-- > 0);"

    def run(self, f):
        self.first = True
        return super().run(f)

    def start(self, f):
        super().start(f)
        f.registers["first " + self.counter] = 1

    def test(self, f):
        if f.registers["first " + self.counter]:
            f.registers["first " + self.counter] = 0
            return True
        return super().test(f)


class Simple(Node):
    """A statement of the loop bodies below: fixed C text and a function of the frame."""

    def __init__(self, text, action):
        self.text, self.action = text, action

    def emit(self, w):
        w.line(self.text)

    def run(self, f):
        self.action(f)


def count_to(counter, length, body):
    loop = For(counter, Constant(length), 1)
    loop.body = body
    return loop


class Compound(Node):
    """A node made of others."""

    def __init__(self, parts):
        self.parts = parts

    def children(self):
        return self.parts

    def emit(self, w):
        for part in self.parts:
            part.emit(w)

    def run(self, f):
        return run_block(self.parts, f)


def store_all(p, counter, value):
    """Gives every field of p[counter] the value."""
    index = Variable(counter) if counter else Constant(0)
    if p.element in STRUCTS:
        return [Store(Field(p, index, field), value) for field in STRUCTS[p.element].fields]
    return [Store(Element(p, index), value)]


class Fill(Compound):
    def __init__(self, p, counter, value):
        super().__init__([count_to(counter, p.length, store_all(
            p, counter, Binary("+", value, Variable(counter))))])


class FillStruct(Compound):
    def __init__(self, p, value):
        counter = "k_" + p.name
        super().__init__([count_to(counter, p.length, store_all(
            p, counter, Binary("+", value, Variable(counter))))]
            if p.length > 1 else store_all(p, None, value))


class Initialise(Compound):
    def __init__(self, p, counter, seed):
        if p.kind == "global pointer":
            super().__init__([Simple(f"{p.name} = {p.target.c()};", lambda f: f.machine.write_pointer(
                f.object(p.name), 0, p.target.where(f)))])
        elif p.length == 1:
            super().__init__(store_all(p, None, Constant(seed)))
        else:
            value = Binary("+", Binary("*", Variable(counter), Constant(7)), Constant(seed))
            super().__init__([count_to(counter, p.length, store_all(p, counter, value))])


class Hash(Compound):
    """acc takes in every element of a global, so that a wrong value shows in the checksum."""

    def __init__(self, p, counter):
        index = Variable(counter)
        places = [Field(p, index, field) for field in STRUCTS[p.element].fields] \
            if p.element in STRUCTS else [Element(p, index)]
        super().__init__([count_to(counter, p.length, [
            Assign("acc", Binary("+", Binary("*", Variable("acc"), Constant(31)), Load(place)))
            for place in places])])


class LocalArray(Node):
    def __init__(self, p):
        self.p = p

    def emit(self, w):
        w.line(f"{self.p.declaration()};")

    def run(self, f):
        f.objects[self.p.name] = Object(self.p.size(), self.p.name)


class LocalScalar(LocalArray):
    def __init__(self, p, value):
        super().__init__(p)
        self.value = value

    def emit(self, w):
        w.line(f"{self.p.declaration()} = ({c_type(self.p.element)})({self.value.c()});")

    def run(self, f):
        value = self.value.value(f)
        super().run(f)
        f.machine.write_int(f.objects[self.p.name], 0, self.p.size(), value)


class Allocate(Node):
    def __init__(self, p, how):
        self.p, self.how = p, how

    def emit(self, w):
        t, n = c_type(self.p.element), self.p.length
        if self.how == "calloc":
            w.line(f"{t} *{self.p.name} = calloc({n}, sizeof({t}));")
        elif self.how == "malloc":
            w.line(f"{t} *{self.p.name} = malloc({n} * sizeof({t}));")
        else:
            w.line(f"{t} *{self.p.name} = malloc({2 * n} * sizeof({t}));")
            w.line(f"{self.p.name} = realloc({self.p.name}, {n} * sizeof({t}));")

    def run(self, f):
        obj = Object(self.p.size(), self.p.name)
        f.registers[self.p.name] = obj, 0
        if self.how == "calloc":
            f.machine.fill(obj, 0, obj.size, 0)


class Free(Node):
    def __init__(self, p):
        self.p = p

    def emit(self, w):
        w.line(f"free({self.p.name});")

    def run(self, _):
        pass


class Alias(Node):
    def __init__(self, q, p, index):
        self.q, self.p, self.index = q, p, index

    def emit(self, w):
        w.line(f"{self.q.declaration()} = {self.p.c()} + {self.index.c()};")

    def run(self, f):
        index = self.index.value(f)
        obj, offset = self.p.where(f)
        f.registers[self.q.name] = obj, offset + index * size_of(self.p.element)


class CopyStruct(Node):
    def __init__(self, p, i, q, j):
        self.p, self.i, self.q, self.j = p, i, q, j

    def emit(self, w):
        w.line(f"{self.p.c()}[{self.i.c()}] = {self.q.c()}[{self.j.c()}];")

    def run(self, f):
        size = size_of(self.p.element)
        to, to_offset = self.p.where(f)
        to_offset += size * self.i.value(f)
        source, offset = self.q.where(f)
        f.machine.copy(to, to_offset, source, offset + size * self.j.value(f), size)


# Library calls.

def check_apart(a, a_offset, b, b_offset, size):
    if a is b and abs(a_offset - b_offset) < size:
        raise Undefined()


class MoveMemory(Node):
    def __init__(self, name, p, q, amount):
        self.name, self.p, self.q, self.amount = name, p, q, amount

    def emit(self, w):
        w.line(f"{self.name}({self.p.c()}, {self.q.c()}, (unsigned long){self.amount.c()} *"
               f" sizeof({c_type(self.p.element)}));")

    def run(self, f):
        size = self.amount.value(f) * size_of(self.p.element)
        to, source = self.p.where(f), self.q.where(f)
        if self.name == "memcpy":
            check_apart(*to, *source, size)
        f.machine.copy(*to, *source, size)


class SetMemory(Node):
    def __init__(self, p, amount, byte):
        self.p, self.amount, self.byte = p, amount, byte

    def emit(self, w):
        w.line(f"memset({self.p.c()}, {self.byte}, (unsigned long){self.amount.c()} *"
               f" sizeof({c_type(self.p.element)}));")

    def run(self, f):
        size = self.amount.value(f) * size_of(self.p.element)
        f.machine.fill(*self.p.where(f), size, self.byte)


def first_difference(a, b, limit, stop_at_nul):
    """Bytes that a comparison looks at, and its result: -1, 0, 1."""
    for k in range(limit):
        if a[k] != b[k]:
            return k + 1, -1 if a[k] < b[k] else 1
        if stop_at_nul and a[k] == 0:
            return k + 1, 0
    return limit, 0


class CompareMemory(Node):
    def __init__(self, result, p, q, amount):
        self.result, self.p, self.q, self.amount = result, p, q, amount

    def emit(self, w):
        w.line(f"long {self.result} = memcmp({self.p.c()}, {self.q.c()}, (unsigned long)"
               f"{self.amount.c()} * sizeof({c_type(self.p.element)})) < 0;")

    def run(self, f):
        size = self.amount.value(f) * size_of(self.p.element)
        a, i = self.p.where(f)
        b, j = self.q.where(f)
        seen, result = first_difference(a.data[i:i + size], b.data[j:j + size], size, False)
        f.machine.access(a, i, seen, True)
        f.machine.access(b, j, seen, True)
        f.registers[self.result] = int(result < 0)


class String(Node):
    """strlen, strcmp, strcpy on byte arrays, each ended by a NUL in its last byte at the latest."""

    def __init__(self, name, result, p, q):
        if name == "strcpy" and q.length > p.length:
            p, q = q, p
        self.name, self.result, self.p, self.q = name, result, p, q

    def places(self):
        return [self.p] if self.name == "strlen" else [self.p, self.q]

    def emit(self, w):
        for x in self.places():
            w.line(f"{x.c()}[{x.length - 1}] = 0;")
        if self.name == "strlen":
            w.line(f"long {self.result} = (long)strlen((char *){self.p.c()});")
        elif self.name == "strcmp":
            w.line(f"long {self.result} = strcmp((char *){self.p.c()}, (char *){self.q.c()}) < 0;")
        else:
            w.line(f"strcpy((char *){self.p.c()}, (char *){self.q.c()});")

    def run(self, f):
        for x in self.places():
            obj, offset = x.where(f)
            f.machine.write_int(obj, offset + x.length - 1, 1, 0)
        (a, i), (b, j) = [x.where(f) for x in (self.places() * 2)[:2]]
        if self.name == "strlen":
            n = a.data.index(0, i) - i
            f.machine.access(a, i, n + 1, True)
            f.registers[self.result] = n
        elif self.name == "strcmp":
            size = min(self.p.length, self.q.length)
            seen, result = first_difference(a.data[i:], b.data[j:], size, True)
            f.machine.access(a, i, seen, True)
            f.machine.access(b, j, seen, True)
            f.registers[self.result] = int(result < 0)
        else:
            n = b.data.index(0, j) - j + 1
            check_apart(a, i, b, j, n)
            f.machine.copy(a, i, b, j, n)


class Comparator:
    """The routine that qsort calls: reads both elements."""

    def __init__(self, kind):
        self.kind, self.key, self.line = kind, ("routine", f"compare_{kind}"), 0
        self.recursive = False

    def emit(self, w):
        t = INTEGERS[self.kind][0]
        self.line = w.line(f"int compare_{self.kind}(const void *a, const void *b) {{")
        w.line(f"    {t} x = *(const {t} *)a, y = *(const {t} *)b;")
        w.line("    return (x > y) - (x < y);")
        w.line("}")

    def call(self, f, obj, a, b):
        scope = f.machine.enter(self.key)
        _, size, signed = INTEGERS[self.kind]
        x = f.machine.read_int(obj, a, size, signed)
        y = f.machine.read_int(obj, b, size, signed)
        f.machine.leave(scope)
        return (x > y) - (x < y)


class Sort(Node):
    """qsort: the sorter reads the whole array, then writes it; it compares as glibc's merge sort,
    which Debian 12 has."""

    def __init__(self, p, amount, program):
        self.p, self.amount = p, amount
        self.comparator = program.comparator(p.element)

    def emit(self, w):
        w.line(f"qsort({self.p.c()}, (unsigned long){self.amount.c()},"
               f" sizeof({c_type(self.p.element)}), compare_{self.p.element});")

    def run(self, f):
        n, size = self.amount.value(f), size_of(self.p.element)
        obj, offset = self.p.where(f)
        if n < 2:
            return
        f.machine.access(obj, offset, n * size, True)
        self.sort(f, obj, offset, n, size)
        f.machine.access(obj, offset, n * size, False)

    def sort(self, f, obj, at, n, size):
        if n < 2:
            return
        left, right = n // 2, n - n // 2
        a, b = at, at + left * size
        self.sort(f, obj, a, left, size)
        self.sort(f, obj, b, right, size)
        merged = bytearray()
        while left and right:
            if self.comparator.call(f, obj, a, b) <= 0:
                merged += obj.data[a:a + size]
                a, left = a + size, left - 1
            else:
                merged += obj.data[b:b + size]
                b, right = b + size, right - 1
        merged += obj.data[a:a + left * size]
        obj.data[at:at + len(merged)] = merged


# Functions and calls.

class Function:
    def __init__(self, name, number, cycle, pure, static):
        self.name, self.number, self.cycle, self.pure, self.static = name, number, cycle, pure, static
        self.places, self.numbers, self.body = [], [], []
        self.key, self.line, self.recursive, self.group = ("routine", name), 0, False, None
        self.is_main = number == 0

    def prototype(self):
        parts = [p.declaration() for p in self.places]
        parts += [f"{INTEGERS[kind][0]} {name}" for name, kind in self.numbers]
        return f"{'static ' if self.static else ''}long {self.name}({', '.join(parts) or 'void'})"

    def emit(self, w):
        self.line = w.line(self.prototype() + " {")
        w.block(self.body)
        w.line(f"    return {self.result.c()};")
        w.line("}")

    def run(self, f, places, numbers):
        """A call from frame f (NULL frame for a thread's first): places are (object, offset)."""
        mine = Frame(f.machine, f.memory)
        args = {}
        for (name, kind), value in zip(self.numbers, numbers):
            mine.registers[name] = args[name] = wrap(value, *INTEGERS[kind][1:])
        scope = f.machine.enter(self.key, self.group, args)
        for p, (obj, offset) in zip(self.places, places):
            if p.by_value:
                copy = Object(p.size(), p.name)
                f.machine.access(copy, 0, p.size(), False)
                copy.data[:] = obj.data[offset:offset + p.size()]
                mine.objects[p.name] = copy
            else:
                mine.registers[p.name] = obj, offset
        way = run_block(self.body, mine)
        result = mine.registers["acc"] if way == "return" else self.result.value(mine)
        f.machine.leave(scope)
        return result


class Call(Node):
    def __init__(self, result, function, places, numbers):
        self.result, self.function, self.places, self.numbers = result, function, places, numbers

    def emit(self, w):
        parts = []
        for a, (p, index) in zip(self.function.places, self.places):
            parts.append(f"{p.c()}[{index.c()}]" if a.by_value else f"{p.c()} + {index.c()}")
        for (_, kind), value in zip(self.function.numbers, self.numbers):
            parts.append(f"({INTEGERS[kind][0]})({value.c()})")
        w.line(f"long {self.result} = {self.function.name}({', '.join(parts)});")
        w.line(f"acc = ADD(MUL(acc, 31), {self.result});")

    def run(self, f):
        places = []
        for a, (p, index) in zip(self.function.places, self.places):
            at = index.value(f)
            obj, offset = p.where(f)
            offset += at * size_of(p.element)
            if a.by_value:
                f.machine.access(obj, offset, a.size(), True, checked=False)
            places.append((obj, offset))
        numbers = [n.value(f) for n in self.numbers]
        r = f.registers[self.result] = self.function.run(f, places, numbers)
        f.registers["acc"] = wrap(f.registers["acc"] * 31 + r)


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
        walk = ListLoop(n, "at" + n, f"for (struct node *at{n} = {n}; at{n}; at{n} = at{n}->next) {{",
                        lambda f: self.add(f, f.machine.read_int(f.registers["at" + n], 0, 8, True)))
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
    """Goes along a list; the step from node to node reads its link."""

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

    def emit(self, w):
        self.line = w.line("long list_sum(struct node *n) {")
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


PRELUDE = """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ADD(a, b) ((long)((unsigned long)(a) + (unsigned long)(b)))
#define SUB(a, b) ((long)((unsigned long)(a) - (unsigned long)(b)))
#define MUL(a, b) ((long)((unsigned long)(a) * (unsigned long)(b)))
struct node { long v; struct node *next; };"""


class Program:
    def __init__(self):
        self.globals, self.functions, self.workers, self.run = [], [], [], None
        self.comparators, self.uses_list, self.list_sum = {}, False, ListSum()
        self.sinks = {}

    def comparator(self, kind):
        return self.comparators.setdefault(kind, Comparator(kind))

    def sink(self, element):
        """A routine that takes the address of one element and changes it."""
        if element not in self.sinks:
            f = Function(f"sink_{element}", 1 << 20, None, pure=True, static=False)
            p = Pointer("p", element, 1, "pointer")
            f.places = [p]
            place = Field(p, Constant(0), STRUCTS[element].fields[1]) if element in STRUCTS else \
                Element(p, Constant(0))
            f.body = [Declare("acc", Constant(1)), Update(place, "^", Constant(5))]
            f.result = Load(place)
            self.sinks[element] = f
        return self.sinks[element]

    def routines(self):
        return list(self.sinks.values()) + self.functions + [self.run] + self.workers

    def loops(self):
        found = []

        def walk(nodes):
            for node in nodes:
                if isinstance(node, Loop):
                    found.append(node)
                walk(node.children())

        for f in self.routines():
            walk(f.body)
        return found

    def scopes(self):
        return self.routines() + self.loops() + list(self.comparators.values()) + \
            ([self.list_sum] if self.uses_list else [])

    def find_recursion(self):
        """Groups are the cycles of the calls as written, whether or not they run."""
        calls = {}

        def walk(nodes, into):
            for node in nodes:
                if isinstance(node, Call):
                    into.add(node.function)
                walk(node.children(), into)

        for f in self.routines():
            walk(f.body, calls.setdefault(f, set()))
        reach = {f: set() for f in calls}
        for f in calls:
            todo = list(calls[f])
            while todo:
                g = todo.pop()
                if g not in reach[f]:
                    reach[f].add(g)
                    todo += calls[g]
        for f in calls:
            if f in reach[f]:
                f.recursive = True
                f.group = min(g.number for g in reach[f] if f in reach[g])

    def to_c(self, seed):
        self.find_recursion()
        w = Writer()
        w.line(f"/* genprog seed {seed} */")
        for text in PRELUDE.split("\n"):
            w.line(text)
        for s in STRUCTS.values():
            w.line(s.c())
        for kind in ("us", "i", "l"):
            w.line(f"struct __attribute__((packed, may_alias)) at_{kind} {{ {INTEGERS[kind][0]} v; }};")
        for g in self.globals + [f.own for f in self.workers]:
            w.line(g.declaration() + ";")
        for f in self.routines():
            w.line(f.prototype() + ";")
        for c in self.comparators.values():
            c.emit(w)
        if self.uses_list:
            self.list_sum.emit(w)
        for f in self.routines():
            f.emit(w)
        self.emit_main(w)
        return "\n".join(w.lines) + "\n"

    def emit_main(self, w):
        for f in self.workers:
            w.line(f"static void *{f.name}_start(void *result) {{")
            w.line(f"    *(long *)result = {f.name}();")
            w.line("    return 0;")
            w.line("}")
        w.line("int main(void) {")
        w.line("    long acc = run();")
        n = len(self.workers)
        if n:
            w.line(f"    pthread_t threads[{n}];")
            w.line(f"    long results[{n}];")
            for k, f in enumerate(self.workers):
                w.line(f"    pthread_create(&threads[{k}], 0, {f.name}_start, &results[{k}]);")
            for k in range(n):
                w.line(f"    pthread_join(threads[{k}], 0);")
                w.line(f"    acc = ADD(MUL(acc, 31), results[{k}]);")
        w.line('    printf("%u\\n", (unsigned)acc);')
        w.line("    return 0;")
        w.line("}")

    def execute(self, machine):
        memory = {g.name: Object(g.size(), g.name)
                  for g in self.globals + [f.own for f in self.workers]}
        f = Frame(machine, memory)
        acc = self.run.run(f, [], [])
        for worker in self.workers:
            before = machine.begin_thread()
            result = worker.run(f, [], [])
            machine.end_thread(before)
            acc = wrap(acc * 31 + result)
        return acc
