# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""routines.py: routines of generated programs and their calls.

Arguments are in registers. A structure passed by value is read as a whole by the caller, and written as a
whole by the callee into an object of its own.
"""
from expressions import INTEGERS, Frame, size_of
from machine import Finished, LongJump, Object, wrap
from statements import Node, run_block


class Function:
    def __init__(self, name, number, cycle, pure, static):
        self.name, self.number, self.cycle = name, number, cycle
        self.pure, self.static = pure, static
        self.places, self.numbers, self.body = [], [], []
        self.key, self.line, self.recursive, self.group = ("routine", name), 0, False, None
        self.is_main = number == 0

    def calls(self):
        return []

    def table(self):
        """Returns the global with the routine's address."""
        return f"at_{self.name}"

    def table_declaration(self):
        parts = [p.declaration() for p in self.places]
        parts += [f"{INTEGERS[kind][0]} {name}" for name, kind in self.numbers]
        return f"GLOBAL long (*{self.table()})({', '.join(parts) or 'void'}) IS({self.name});"

    def part(self):
        """Returns the file that it is in, for a program of two files; a cycle is in one file."""
        return 1 + (self.number if self.cycle is None else self.cycle) % 2

    def prototype(self):
        parts = [p.declaration() for p in self.places]
        parts += [f"{INTEGERS[kind][0]} {name}" for name, kind in self.numbers]
        return f"{'LOCAL ' if self.static else ''}long {self.name}({', '.join(parts) or 'void'})"

    def emit(self, w):
        self.line = w.line(self.prototype() + " {")
        w.block(self.body)
        w.line(f"    return {self.result.c()};")
        w.line("}")

    def run(self, f, places, numbers):
        """Calls it from frame f (a NULL frame for a thread's first call); places are (object, offset)."""
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
        result = self.run_body(mine, scope, places, numbers)
        f.machine.leave(scope)
        return result

    def run_body(self, f, _scope, _places, _numbers):
        way = run_block(self.body, f)
        return f.registers["acc"] if way == "return" else self.result.value(f)


class Guard(Function):
    """Calls a routine with the same arguments after setjmp, unless a jump buffer is already set."""

    def __init__(self, guarded):
        super().__init__(f"guard_{guarded.name}", guarded.number, None, False, guarded.static)
        self.guarded, self.places, self.numbers = guarded, guarded.places, guarded.numbers

    def calls(self):
        return [self.guarded]

    def emit(self, w):
        self.line = w.line(self.prototype() + " {")
        names = [p.name for p in self.places] + [name for name, _ in self.numbers]
        call = f"{self.guarded.name}({', '.join(names)})"
        w.line(f"    if (armed) return {call};")
        w.line("    armed = 1;")
        w.line("    if (setjmp(way_out)) {")
        w.line("        armed = 0;")
        w.line("        return 77;")
        w.line("    }")
        w.line(f"    long r = {call};")
        w.line("    armed = 0;")
        w.line("    return r;")
        w.line("}")

    def run_body(self, f, scope, places, numbers):
        armed, m = f.memory["armed"], f.machine
        if m.read_int(armed, 0, 4, True):
            return self.pass_on(f, places, numbers)
        m.write_int(armed, 0, 4, 1)
        try:
            result = self.pass_on(f, places, numbers)
        except LongJump:
            m.leave_down_to(scope)
            result = 77
        m.write_int(armed, 0, 4, 0)
        return result

    def pass_on(self, f, places, numbers):
        passed = []
        for p, where in zip(self.places, places):
            if p.by_value:
                f.machine.access(f.objects[p.name], 0, p.size(), True, checked=False)
                where = f.objects[p.name], 0
            passed.append(where)
        return self.guarded.run(f, passed, numbers)


class Throw(Node):
    """longjmp, if a guard has set the jump buffer."""

    def emit(self, w):
        w.line("if (armed) longjmp(way_out, 1);")

    def run(self, f):
        if f.machine.read_int(f.memory["armed"], 0, 4, True):
            raise LongJump()


class Exit(Node):
    def emit(self, w):
        w.line("exit(0);")

    def run(self, f):
        f.machine.leave_down_to(None)
        raise Finished()


class Call(Node):
    is_call = True

    def __init__(self, result, function, places, numbers, indirect=False):
        self.result, self.function, self.places, self.numbers = result, function, places, numbers
        self.indirect = indirect  # through a pointer in memory

    def emit(self, w):
        parts = []
        for a, (p, index) in zip(self.function.places, self.places):
            parts.append(f"{p.c()}[{index.c()}]" if a.by_value else f"{p.c()} + {index.c()}")
        for (_, kind), value in zip(self.function.numbers, self.numbers):
            parts.append(f"({INTEGERS[kind][0]})({value.c()})")
        called = self.function.table() if self.indirect else self.function.name
        w.line(f"long {self.result} = {called}({', '.join(parts)});")
        w.line(f"acc = ADD(MUL(acc, 31), {self.result});")

    def run(self, f):
        if self.indirect:
            f.machine.access(f.object(self.function.table()), 0, 8, True, checked=False)
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
