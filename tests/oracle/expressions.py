# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""expressions.py: types, places and expressions of generated programs.

An expression has c(), its C text, of type long, and value(frame). A place is an lvalue of integer type: it
has c(), and where(frame), which returns (object, offset).
"""
from machine import wrap


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
        packed = "__attribute__((packed)) " if self.packed else ""
        return f"struct {packed}{self.name} {{ {body} }};"


STRUCTS = {s.name: s for s in (
    Struct("plain", False, [("c", "sc"), ("h", "s"), ("i", "i"), ("l", "l")]),
    Struct("odd", True, [("c", "uc"), ("i", "i"), ("h", "us"), ("l", "l")]),
    Struct("pair", False, [("a", "i"), ("b", "u")]),
    Struct("wide", False, [("a", "l"), ("b", "l"), ("c", "l"), ("d", "i")]))}


def c_type(element):
    return f"struct {element}" if element in STRUCTS else INTEGERS[element][0]


def size_of(element):
    return STRUCTS[element].size if element in STRUCTS else INTEGERS[element][1]


class Frame:
    """One activation of a function: registers, and the objects of its locals."""

    def __init__(self, machine, memory):
        self.machine, self.memory = machine, memory  # memory: global name -> Object
        self.registers, self.objects = {}, {}

    def object(self, name):
        return self.objects.get(name) or self.memory[name]


class Pointer:
    """A place of `length` elements. Kinds: array (an object of that name), scalar (an array of one element),
    pointer or heap (the address is in a register), global pointer (the address is in memory)."""

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
        """Returns (object, offset) of the first element; reads the pointer if it is in memory."""
        if self.kind in ("array", "scalar") or self.by_value:
            return f.object(self.name), 0
        if self.kind == "global pointer":
            return f.machine.read_pointer(f.object(self.name), 0)
        return f.registers[self.name]


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
    """An integer at any byte of a byte array, in a packed structure or misaligned, as in programs for x86."""

    def __init__(self, pointer, index, kind, packed):
        self.pointer, self.index, self.kind, self.packed = pointer, index, kind, packed

    def c(self):
        if not self.packed:
            return f"(*(any_{self.kind} *)({self.pointer.c()} + {self.index.c()}))"
        return f"((struct at_{self.kind} *)({self.pointer.c()} + {self.index.c()}))->v"

    def where(self, f):
        index = self.index.value(f)
        obj, offset = self.pointer.where(f)
        return obj, offset + index
