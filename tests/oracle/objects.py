# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""objects.py: the lives of objects in generated programs: locals, heap blocks, copies.
"""
from expressions import c_type, size_of
from machine import Object
from statements import Node


class LocalArray(Node):
    def __init__(self, p):
        self.p = p

    def emit(self, w):
        w.line(f"{self.p.declaration()};")

    def run(self, f):
        f.objects[self.p.name] = Object(self.p.size(), self.p.name)


class LocalVariable(LocalArray):
    """An array whose length is known only when it is reached."""

    def __init__(self, p, more):
        super().__init__(p)
        self.more = more

    def emit(self, w):
        w.line(f"{c_type(self.p.element)} {self.p.name}[{self.p.length} + {self.more.c()}];")

    def run(self, f):
        self.more.value(f)
        super().run(f)


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
            f.machine.zero(obj)


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
