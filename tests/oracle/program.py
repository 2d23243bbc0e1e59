# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""program.py: a complete generated program: its C text, its scopes and its execution.
"""
from expressions import INTEGERS, STRUCTS, Constant, Element, Field, Frame, Load, Pointer
from library import Comparator
from lists import ListSum
from loops import Loop
from machine import Finished, Object, wrap
from routines import Call, Function, Guard
from statements import Declare, Update, Writer




PRELUDE = """#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define ADD(a, b) ((long)((unsigned long)(a) + (unsigned long)(b)))
#define SUB(a, b) ((long)((unsigned long)(a) - (unsigned long)(b)))
#define MUL(a, b) ((long)((unsigned long)(a) * (unsigned long)(b)))
struct node { long v; struct node *next; };
#ifndef PART /* the program as one file; else it is compiled as two, PART 1 and PART 2 */
#define LOCAL static
#define GLOBAL
#define IS(value) = value
#define HAS(part) 1
#else
#define LOCAL
#if PART == 1
#define GLOBAL
#define IS(value) = value
#else
#define GLOBAL extern
#define IS(value)
#endif
#define HAS(part) (PART == part)
#endif
GLOBAL jmp_buf way_out;
GLOBAL int armed;"""


class Program:
    def __init__(self):
        self.globals, self.functions, self.workers, self.run = [], [], [], None
        self.comparators, self.uses_list, self.list_sum = {}, False, ListSum()
        self.sinks, self.guards, self.last = {}, {}, None

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

    def guard(self, function):
        return self.guards.setdefault(function, Guard(function))

    def routines(self):
        return list(self.sinks.values()) + self.functions + list(self.guards.values()) + \
            [self.run] + self.workers + ([self.last] if self.last else [])

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
        """Finds groups, the cycles of calls in the source, whether or not they run."""
        for f in self.routines():
            f.recursive, f.group = False, None
        calls = {}

        def walk(nodes, into):
            for node in nodes:
                if isinstance(node, Call):
                    into.add(node.function)
                walk(node.children(), into)

        for f in self.routines():
            walk(f.body, calls.setdefault(f, set(f.calls())))
        reach = {f: set() for f in calls}
        for f in calls:
            pending = list(calls[f])
            while pending:
                g = pending.pop()
                if g not in reach[f]:
                    reach[f].add(g)
                    pending += calls[g]
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
            w.line(f"struct __attribute__((packed, may_alias)) at_{kind} {{ "
                   f"{INTEGERS[kind][0]} v; }};")
            w.line(f"typedef {INTEGERS[kind][0]} any_{kind} __attribute__((may_alias));")
        for g in self.globals + [f.own for f in self.workers]:
            w.line(f"GLOBAL {g.declaration()};")
        for f in self.routines():
            w.line(f.prototype() + ";")
            w.line(f.table_declaration())
        others = list(self.comparators.values()) + ([self.list_sum] if self.uses_list else [])
        for f in others:
            w.line(f.prototype() + ";")
        for f in others + self.routines():
            w.line(f"#if HAS({f.part()})")
            f.emit(w)
            w.line("#endif")
        w.line("#if HAS(1)")
        self.emit_main(w)
        w.line("#endif")
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
        if self.last:
            w.line("    last();")
        w.line("    return 0;")
        w.line("}")

    def execute(self, machine):
        memory = {g.name: Object(g.size(), g.name)
                  for g in self.globals + [f.own for f in self.workers]}
        memory["armed"] = Object(4, "armed")
        memory["armed"].written = bytearray(b"\1" * 4)
        for routine in self.routines():
            memory[routine.table()] = Object(8, routine.table())
        f = Frame(machine, memory)
        acc = self.run.run(f, [], [])
        for worker in self.workers:
            before = machine.begin_thread()
            result = worker.run(f, [], [])
            machine.end_thread(before)
            acc = wrap(acc * 31 + result)
        if self.last:
            try:
                self.last.run(f, [], [])
            except Finished:
                pass
        return acc
