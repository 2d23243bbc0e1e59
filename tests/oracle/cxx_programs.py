# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cxx_programs.py: random C++ programs whose routines and loops are left by exceptions.

generate(seed) returns the text of a program. The program itself counts how often each routine was entered,
each loop and each iteration was begun, and how often the code after the loop was reached from it (not by
return and exceptions). It prints the counts after a digest of everything that it computed:

    digest NUMBER
    routine LINE ENTERED
    loop LINE BEGUN ITERATIONS ENDED

Constructors throw, for members and in the middle of arrays. Copies of containers, and of structs that contain
themselves, are abandoned. Caught exceptions are rethrown. Loops are left by return, break, goto and
exceptions. Routines are virtual, templates, lambdas, stored, or called through pointers. With -DPART=1 and
-DPART=2 the text is the program's two files.
"""
import random

PRELUDE = """\
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
inline long entered[@N], begun[@N], iterations[@N], ended[@N];
inline unsigned state = @SEEDu;
inline unsigned long digest = 1;
inline long fuel, live, odds = 1000000;
inline unsigned rnd(unsigned n) { state = state * 1664525u + 1013904223u; return (state >> 16) % n; }
inline void note(unsigned long v) { digest = digest * 31 + v; }
struct Fault { int code; };
struct Late : std::runtime_error { int code; explicit Late(int c) : std::runtime_error("late"), code(c) {} };
inline void chance(int v) {
    if (rnd(odds)) return;
    if (v & 1) throw Fault{v};
    throw Late(v);
}
struct Guard {
    int id;
    explicit Guard(int i) : id(i) { note(i); }
    ~Guard() { note(id * 7 + 1); }
};
struct Cell {
    int v;
    std::unique_ptr<int> p;
    Cell() : v(5), p(new int(6)) { chance(1); live++; }
    explicit Cell(int v) : v(v), p(new int(v)) { chance(v); live++; }
    Cell(const Cell &o) : v(o.v), p(new int(*o.p)) { chance(o.v + 1); live++; }
    Cell &operator=(const Cell &o) { chance(o.v); v = o.v; p.reset(new int(*o.p)); return *this; }
    ~Cell() { live--; note(v); }
    bool operator<(const Cell &o) const { return v < o.v; }
};
struct Wrapped {
    Cell a, b;
    explicit Wrapped(int v) try : a(v), b(a) { note(v); } catch (Fault &f) { note(f.code); throw Late(v); }
};
struct Branch {
    Cell c;
    std::vector<Branch> kids;
    explicit Branch(int v) : c(v) {}
};
struct Box;
struct Actor {
    virtual int act(int a, int depth, Box &box) = 0;
    virtual ~Actor() { note(99); }
};
struct Box {
    std::vector<Cell> cells;
    std::map<int, std::vector<int>> groups;
    std::list<Wrapped> wrapped;
    std::string text;
    Branch tree{3};
    std::unique_ptr<Actor> actor;
    std::vector<std::function<int(int)>> stored;
};
"""

MAIN = """\
int main() {
    Box box;
    for (int round = 0; round < 24; round++) {
        fuel = 260;
        odds = round % 3 == 0 ? 1000000 : @ODDS;
        if (box.cells.size() > 40) box.cells.clear();
        if (box.wrapped.size() > 12) box.wrapped.clear();
        if (box.stored.size() > 12) box.stored.clear();
        if (box.tree.kids.size() > 3) box.tree.kids.clear();
        try { note(table[rnd(@ROUTINES)](round, 6, box)); }
        catch (Fault &f) { note(f.code + 1000); }
        catch (std::exception &) { note(2000); }
        catch (...) { note(3000); }
        note(live), note(box.cells.size()), note(box.text.size());
    }
    printf("digest %lu\\n", digest);
@COUNTS
    return 0;
}
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.loops = {}     # number -> line
        self.routines = {}  # number -> line
        self.numbers = 0
        self.n_routines = self.random.randint(4, 8)
        self.n_actors = self.random.randint(1, 3)
        self.n_templates = self.random.randint(1, 2)
        self.labels = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def often(self, percent):
        return self.random.randrange(100) < percent

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def number(self):
        self.numbers += 1
        return self.numbers - 1

    # -- statements: `depth` is the indentation, `left` is how much deeper they may nest, `where` is a set of
    # "loop", "catch", "quiet" (must not throw), "lambda"

    def block(self, depth, left, where, most=4):
        for _ in range(self.random.randint(1, most)):
            self.statement(depth, left, where)

    def value(self):
        return self.pick("a", "s", "a + s", "s * 3 + 1", "(int)rnd(9)", "(int)box.cells.size()",
                         "a - s", str(self.random.randrange(30)))

    def small(self):
        return self.pick("(int)rnd(4)", "(int)rnd(7)", "(a & 3)", "(s & 5)", "2", "3")

    def call(self):
        k = self.random.randrange(self.n_routines)
        value = self.value()
        return self.pick(
            f"f{k}({value} & 15, depth - 1, box)", f"f{k}({value} & 15, depth - 1, box)",
            f"table[({value} & 1023) % {self.n_routines}](a, depth - 1, box)",
            f"t{self.random.randrange(self.n_templates)}<{self.random.randint(1, 3)}>(s, depth - 1, box)",
            f"(box.actor ? box.actor->act({value} & 7, depth - 1, box) : 1)",
            f"sum(box.tree, {value} & 3)")

    def statement(self, depth, left, where):
        simple = [self.add, self.add, self.call_it, self.call_it, self.containers, self.containers,
                  self.copies, self.guard, self.leave, self.throw, self.arrays]
        nested = [self.counted_loop, self.counted_loop, self.while_loop, self.do_loop, self.range_loop,
                  self.condition, self.attempt, self.attempt, self.lambda_]
        self.pick(*(simple + nested if left > 0 else simple))(depth, left, where)

    def add(self, depth, left, where):
        self.put(depth, f"s = (s * {self.random.randint(2, 9)} + {self.value()}) & 0xffff; note(s);")

    def call_it(self, depth, left, where):
        self.put(depth, f"s += {self.call()};")

    def guard(self, depth, left, where):
        self.put(depth, f"Guard g{self.number()}({self.value()});")

    def throw(self, depth, left, where):
        n = self.random.randint(2, 30)
        if "catch" in where and self.often(50):
            self.put(depth, f"if (rnd({n % 4 + 2}) == 0) throw;")
        else:
            what = self.pick("Fault{s}", "Late(s)", "7", "std::string(\"thrown\")")
            self.put(depth, f"if (odds < 1000000 && rnd({n}) == 0) throw {what};")

    def leave(self, depth, left, where):
        how = ["return s & 0xff;"]
        if "loop" in where:
            how += ["break;", "continue;", "break;"]
        self.put(depth, f"if (rnd({self.random.randint(2, 12)}) == 0) {self.pick(*how)}")

    def containers(self, depth, left, where):
        self.put(depth, self.pick(
            "box.cells.push_back(Cell(s & 31));", "box.cells.emplace_back(s & 31);",
            "box.groups[s & 7].push_back(a);", "box.groups.erase(a & 7);",
            "box.wrapped.emplace_back(s & 15);", "if (!box.wrapped.empty()) box.wrapped.pop_front();",
            "std::sort(box.cells.begin(), box.cells.end());",
            "std::sort(box.cells.begin(), box.cells.end(), [](const Cell &x, const Cell &y) { chance(x.v); return x.v > y.v; });",
            "if (box.cells.size() > 2) box.cells.erase(box.cells.begin() + 1);",
            "box.text += std::to_string(s); if (box.text.size() > 60) box.text.clear();",
            "if (box.tree.kids.size() < 4) box.tree.kids.push_back(Branch(s & 15));",
            "if (!box.tree.kids.empty()) { Branch b(box.tree.kids[0]); if (sum(b, 3) < 60) box.tree.kids[0].kids.push_back(b); }",
            "box.actor = make(s);", "box.stored.push_back([a](int x) { chance(x); return x + a; });",
            "for (auto &f : box.stored) s += f(a) & 7;"))

    def copies(self, depth, left, where):
        self.put(depth, self.pick(
            "{ std::vector<Cell> copy(box.cells); note(copy.size()); }",
            "{ Branch copy = box.tree; s += sum(copy, 2) & 15; }",
            "{ std::map<int, std::vector<int>> copy = box.groups; note(copy.size()); }",
            "{ std::list<Wrapped> copy(box.wrapped); note(copy.size()); }",
            "{ auto copy = box.stored; note(copy.size()); }",
            "{ std::vector<Cell> other(3, Cell(s & 7)); box.cells = other; }",
            "{ static const Cell once(s & 7); note(once.v); }",
            "{ std::shared_ptr<Cell> shared = std::make_shared<Cell>(s & 7); s += shared->v; }"))

    def arrays(self, depth, left, where):
        self.put(depth, self.pick(
            f"{{ std::unique_ptr<Cell[]> cells(new Cell[{self.small()} + 1]); s += cells[0].v; }}",
            "{ Cell three[3] = {Cell(s & 7), Cell(a & 7), Cell()}; s += three[1].v; }",
            "{ Cell *one = new Cell(s & 7); std::unique_ptr<Cell> owner(one); chance(s); }"))

    def body(self, depth, left, where, number):
        self.put(depth, f"iterations[{number}]++;")
        self.block(depth, left - 1, where | {"loop"}, 3)

    def begin(self, depth):
        number = self.number()
        self.put(depth, f"begun[{number}]++;")
        self.loops[number] = len(self.lines) + 1
        return number

    def counted_loop(self, depth, left, where):
        number = self.begin(depth)
        step = self.pick("i{0}++", "i{0} += 2", "++i{0}").format(number)
        self.put(depth, f"for (int i{number} = 0, n{number} = {self.small()}; i{number} < n{number}; {step}) {{")
        self.body(depth + 1, left, where, number)
        self.put(depth, f"}} ended[{number}]++;")

    def while_loop(self, depth, left, where):
        name = self.number()
        self.put(depth, f"int w{name} = {self.small()};")
        number = self.begin(depth)
        self.put(depth, f"while (w{name}-- > 0) {{")
        self.body(depth + 1, left, where, number)
        self.put(depth, f"}} ended[{number}]++;")

    def do_loop(self, depth, left, where):
        name = self.number()
        self.put(depth, f"int d{name} = {self.small()};")
        number = self.begin(depth)
        self.put(depth, "do {")
        self.body(depth + 1, left, where, number)
        self.put(depth, f"}} while (--d{name} > 0); ended[{number}]++;")

    def range_loop(self, depth, left, where):
        kind, of, use = self.pick(("std::vector<Cell>", "cells", "x{0}.v"),
                                  ("std::map<int, std::vector<int>>", "groups", "x{0}.first"),
                                  ("std::list<Wrapped>", "wrapped", "x{0}.a.v"))
        name = self.number()
        self.put(depth, f"{kind} r{name}(box.{of});")
        number = self.begin(depth)
        self.put(depth, f"for (auto &x{number} : r{name}) {{")
        self.put(depth + 1, f"if (iterations[{number}] % 64 > 40) {{ iterations[{number}]++; break; }}")
        self.put(depth + 1, f"s += {use.format(number)};")
        self.body(depth + 1, left, where, number)
        self.put(depth, f"}} ended[{number}]++;")

    def condition(self, depth, left, where):
        self.put(depth, f"if ({self.value()} > {self.value()}) {{")
        self.block(depth + 1, left - 1, where, 3)
        if self.often(50):
            self.put(depth, "} else {")
            self.block(depth + 1, left - 1, where, 2)
        self.put(depth, "}")

    def attempt(self, depth, left, where):
        self.put(depth, "try {")
        self.block(depth + 1, left - 1, where, 4)
        kinds = ["Fault &e", "std::exception &", "std::string e", "int e", "Late &e", "..."]
        kinds = [k for k in kinds if self.often(45)] or ["Fault e"]
        for k in kinds:
            self.put(depth, f"}} catch ({k}) {{")
            if k == "Fault &e":
                self.put(depth + 1, "note(e.code);")
            self.block(depth + 1, left - 1, where | {"catch"}, 2)
        self.put(depth, "}")

    def lambda_(self, depth, left, where):
        name, kept = self.number(), self.number()
        how = self.pick("&", "&, a")
        self.put(depth, f"auto l{name} = [{how}](int a) -> int {{")
        self.routines[kept] = len(self.lines)
        self.put(depth + 1, f"entered[{kept}]++;")
        self.block(depth + 1, left - 1, (where - {"loop", "catch"}) | {"lambda"}, 3)
        self.put(depth + 1, "return s & 31;")
        self.put(depth, "};")
        if how != "&":
            self.lines[self.routines[kept] - 1] = "    " * depth + f"auto l{name} = [&](int a) -> int {{"
        self.put(depth, f"s += l{name}({self.value()} & 7);")
        if self.often(30):
            self.put(depth, f"s += l{name}(s & 3);")

    def routine(self, head, depth=0, extra=()):
        number = self.number()
        self.put(depth, head + " {")
        self.routines[number] = len(self.lines)
        self.put(depth + 1, f"entered[{number}]++;")
        self.put(depth + 1, "if (depth <= 0 || --fuel < 0) return a & 7;")
        self.put(depth + 1, "int s = a;")
        for line in extra:
            self.put(depth + 1, line)
        self.block(depth + 1, 3, set(), 7)
        self.put(depth + 1, "return s & 0xff;")
        self.put(depth, "}")

    def write(self):
        for k in range(self.n_routines):
            self.put(0, f"int f{k}(int a, int depth, Box &box);")
        names = ", ".join(f"f{k}" for k in range(self.n_routines))
        self.put(0, "std::unique_ptr<Actor> make(int s);")
        self.put(0, f"inline int (*const table[])(int, int, Box &) = {{{names}}};")
        number, loop = self.number(), self.number()
        self.put(0, "inline int sum(const Branch &b, int most) {")
        self.routines[number] = len(self.lines)
        self.put(1, f"entered[{number}]++;")
        self.put(1, "int s = b.c.v & 3;")
        self.put(1, f"begun[{loop}]++;")
        self.loops[loop] = len(self.lines) + 1
        self.put(1, "for (const Branch &kid : b.kids) {")
        self.put(2, f"iterations[{loop}]++;")
        self.put(2, "if (most-- <= 0) break;")
        self.put(2, "s += sum(kid, most) + 1;")
        self.put(2, "if (s > 500) chance(s);")
        self.put(1, f"}} ended[{loop}]++;")
        self.put(1, "return s;")
        self.put(0, "}")
        for k in range(self.n_templates):
            self.put(0, f"template <int N> int t{k}(int a, int depth, Box &box);")
        for k in range(self.n_templates):
            self.routine(f"template <int N> int t{k}(int a, int depth, Box &box)",
                         extra=[f"if (N > 0) s += t{k}<(N > 0 ? N - 1 : 0)>(a, depth - 1, box);"])
        for k in range(self.n_actors):
            self.put(0, f"struct Actor{k} : Actor {{")
            self.put(1, "Cell own{4};")
            self.routine("int act(int a, int depth, Box &box) override", 1)
            self.put(0, "};")
        half = self.n_routines // 2
        for part in (1, 2):
            self.put(0, f"#if !defined PART || PART == {part}")
            for k in range(half) if part == 1 else range(half, self.n_routines):
                self.routine(f"int f{k}(int a, int depth, Box &box)")
            if part == 1:
                self.put(0, "std::unique_ptr<Actor> make(int s) {")
                for k in range(self.n_actors - 1):
                    self.put(1, f"if (s % {self.n_actors} == {k}) return std::make_unique<Actor{k}>();")
                self.put(1, f"return std::make_unique<Actor{self.n_actors - 1}>();")
                self.put(0, "}")
            else:
                counts = [f'    printf("routine {line} %ld\\n", entered[{n}]);'
                          for n, line in self.routines.items()]
                counts += [f'    printf("loop {line} %ld %ld %ld\\n", begun[{n}], iterations[{n}], ended[{n}]);'
                           for n, line in self.loops.items()]
                main = MAIN.replace("@ROUTINES", str(self.n_routines)).replace("@COUNTS", "\n".join(counts))
                self.lines += main.splitlines()
            self.put(0, "#endif")


def generate(seed):
    p = Program(seed)
    p.lines = PRELUDE.splitlines()
    p.write()
    text = "\n".join(p.lines) + "\n"
    return (text.replace("@N", str(p.numbers + 1)).replace("@SEED", str(seed * 2654435761 % 2**32))
            .replace("@ODDS", str(p.pick(15, 30, 60))))
