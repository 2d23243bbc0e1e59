# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""library.py: calls of the C library in generated programs, with the effects described in docs/library.md.
"""
from expressions import INTEGERS, c_type, size_of
from statements import Node


class Undefined(Exception):
    """The program would copy between overlapping ranges, which C leaves undefined."""


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


class ReadInput(Node):
    """Reads bytes of the standard input, which is endless, into memory that nothing else uses."""

    def __init__(self, size):
        self.size = size

    def emit(self, w):
        w.line(f"{{ char in[16]; (void)!read(0, in, {self.size}); }}")

    def run(self, f):
        f.machine.arrive(self.size)


def first_difference(a, b, limit, stop_at_nul):
    """Returns the number of bytes that a comparison reads, and its result: -1, 0, 1."""
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
    """strlen, strcmp, strcpy on byte arrays, each with a NUL in its last byte at the latest."""

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
    """The routine that qsort calls; it reads both elements."""

    def __init__(self, kind):
        self.kind, self.key, self.line = kind, ("routine", f"compare_{kind}"), 0
        self.recursive = False

    def part(self):
        return 2

    def prototype(self):
        return f"int compare_{self.kind}(const void *a, const void *b)"

    def emit(self, w):
        t = INTEGERS[self.kind][0]
        self.line = w.line(self.prototype() + " {")
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
    """qsort: it reads the whole array, then writes it, and compares like glibc's merge sort, which Debian 12
    has."""

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
