# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""loops.py: the loops of generated programs.

A loop is a scope from its first test to its last. test() runs in it and returns whether an iteration follows.
An iteration is an entry into the body.
"""
from expressions import STRUCTS, Binary, Constant, Element, Field, Load, Variable
from statements import Assign, Compound, Node, Simple, Store, run_block


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
    """Also leaves when a condition fails that the body may change."""

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


def count_to(counter, length, body):
    loop = For(counter, Constant(length), 1)
    loop.body = body
    return loop


def store_all(p, counter, value):
    """Sets every field of p[counter] to the value."""
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
            def point(f):
                f.machine.write_pointer(f.object(p.name), 0, p.target.where(f))

            super().__init__([Simple(f"{p.name} = {p.target.c()};", point)])
        elif p.length == 1:
            super().__init__(store_all(p, None, Constant(seed)))
        else:
            value = Binary("+", Binary("*", Variable(counter), Constant(7)), Constant(seed))
            super().__init__([count_to(counter, p.length, store_all(p, counter, value))])


class Hash(Compound):
    """Adds every element of a global to acc, so that a wrong value changes the checksum."""

    def __init__(self, p, counter):
        index = Variable(counter)
        places = [Field(p, index, field) for field in STRUCTS[p.element].fields] \
            if p.element in STRUCTS else [Element(p, index)]
        super().__init__([count_to(counter, p.length, [
            Assign("acc", Binary("+", Binary("*", Variable("acc"), Constant(31)), Load(place)))
            for place in places])])
