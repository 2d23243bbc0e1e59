#!/bin/bash
# C++: containers and algorithms of the standard library have their known growth. Virtual calls, templates and
# exceptions are attributed to their routines.
. "$(dirname "$0")/lib.sh"

# slope FILE ROUTINE: prints the exponent of cost against arg:n, between the smallest and the largest n.
slope() {
    ask "$1" 'round(__import__("math").log(q[-1][4] / q[-1][1] / (q[0][4] / q[0][1])) / __import__("math").log(q[-1][0] / q[0][0]), 3) if (q := s["'"$2"'"]["sizes"]["arg:n"]["points"]) and len(q) >= 6 else None'
}

# between WHAT LOW HIGH VALUE: fails unless LOW <= VALUE <= HIGH.
between() { python3 -c "import sys; sys.exit(not ($2 <= $4 <= $3))" || { fail "$1: exponent $4, expected $2 to $3"; exit 1; }; }

test_containers_and_algorithms_have_their_known_growth() {
    copy_program cxx/known_growth.cc grow.cc
    local o
    for o in -O0 -O2; do
        wanted $o -O2 || continue
        "$ORDO" c++ -std=c++17 $o grow.cc -o grow
        ./grow >want
        "$ORDO" record -q -- ./grow >out
        assert_ok cmp want out
        between "std::sort at $o" 1.05 1.35 "$(slope ordo.data sorting)"
        between "std::map insertion at $o" 1.05 1.35 "$(slope ordo.data mapping)"
        between "std::unordered_map insertion at $o" 0.9 1.1 "$(slope ordo.data hashing)"
        between "std::string append at $o" 0.9 1.1 "$(slope ordo.data appending)"
        between "std::lower_bound at $o" 0.05 0.35 "$(slope ordo.data searching)"
        between "insertion at a std::vector's front at $o" 1.5 2.1 "$(slope ordo.data prepending)"
    done
}

test_virtual_calls_lambdas_and_templates_keep_their_routines() {
    copy_program cxx/shapes.cc poly.cc
    local o
    for o in -O0 -O2; do
        "$ORDO" c++ -std=c++17 --no-fold $o poly.cc -o poly
        "$ORDO" record -q -- ./poly >out
        assert_eq "calls at $o of the two areas, the lambda and the two instances" "5 5 7 7 7" "$(ask ordo.data '*[sum(x["calls"] for x in p["scopes"] if x["kind"] == "routine" and x["file"] == "poly.cc" and x["line"] == l and (not w or w in x["name"])) for l, w in ((8, "area"), (9, "area"), (16, ""), (10, "times<1>"), (10, "times<2>"))]')"
    done
}

# Loops over ranges and others. The loop on a line that ends with "// N" has N iterations, an unfinished last one included.
long_iterations_of_loops_are_counted() {
    copy_program cxx/ranges.cc
    local o want
    want=$(grep -nE '// [0-9]+$' ranges.cc | sed -E 's|:.*// |:|' | tr '\n' ' ')
    for o in -O0 -O1 -O2 -O3 "-O1 --reference"; do
        wanted "$o" -O2 || continue
        assert_ok "$ORDO" c++ -std=c++17 -w $o ranges.cc -o ranges
        assert_ok "$ORDO" record -q -- ./ranges
        "$ORDO" report --json >r.json
        assert_eq "iterations at $o" "$want" "$(python3 -c '
import json
of = {}
for s in json.load(open("r.json"))["scopes"]:
    if s["kind"] == "loop" and "ranges.cc" in s["file"] and s["calls"] and s["routine"] != "main": of[s["line"]] = of.get(s["line"], 0) + s["iterations"]
print(*("%d:%d" % x for x in sorted(of.items())), "")')"
    done
    for o in -O0 -O2; do
        wanted $o || continue
        assert_ok "$ORDO" c++ -std=c++17 -w --structure $o ranges.cc -o ranges
        assert_ok "$ORDO" tree -q --json ./ranges >t.json
        assert_eq "steps at $o --structure" "$want" "$(python3 -c '
import json
of = {}
def walk(n):
    if n["kind"] == "loop" and "ranges.cc" in n["file"] and n["routine"] != "main": of[n["line"]] = of.get(n["line"], 0) + n["steps"]
    for c in n["repetitions"]: walk(c)
for e in json.load(open("t.json"))["entries"]: walk(e)
print(*("%d:%d" % x for x in sorted(of.items())), "")')"
    done
}

# The initialiser of an inline variable, or of a static member of a template, is in the variable's linker group. The
# linker keeps one such group of all files that have it.
long_variables_defined_in_headers_link() {
    cat >group.h <<'C'
#include <vector>
int f();
inline std::vector<int> table = [] { std::vector<int> v; for (int i = 0; i < 20 + f(); i++) v.push_back(i * i % 7); return v; }();
template <class T> struct holder { static std::vector<T> values; };
template <class T> std::vector<T> holder<T>::values = [] { std::vector<T> v; for (int i = 0; i < 9; i++) v.push_back(i); return v; }();
C
    cat >first.cc <<'C'
#include "group.h"
#include <cstdio>
int g();
int f() { return 3; }
int main() { int s = g(); for (int x : table) s += x; for (int x : holder<int>::values) s += x; std::printf("%d\n", s); }
C
    cat >second.cc <<'C'
#include "group.h"
int g() { int s = 0; for (int x : table) s += x; for (int x : holder<int>::values) s -= x; return s; }
C
    for how in "" --production --structure --blocks=only; do
        wanted "$how" "" --structure || continue
        for file in first second; do assert_ok "$ORDO" c++ $how -std=c++17 -O2 -g -c $file.cc; done
        for linker in bfd lld-19; do
            [ $linker = bfd ] || command -v ld.$linker >/dev/null || continue
            assert_ok "$ORDO" c++ $how -fuse-ld=$linker first.o second.o -o program
            assert_eq "$how by $linker" 86 "$("$ORDO" record -q -o g.data ./program)"
        done
    done
    expect 0 "$ORDO" report g.data
}

test_library_routines_have_their_source_names() {
    copy_program cxx/seeks.cc
    assert_ok "$ORDO" c++ -O1 -g -o seeks seeks.cc
    assert_ok "$ORDO" record -q -o s.data ./seeks
    expect 0 "$ORDO" report --no-fold-std --warnings --rows 0 --wide s.data
    grep -q 'std::istream::seekg' out || { cat out; fail "its name"; exit 1; }
    ! grep -q '_ZN' out || { cat out; fail "a mangled name"; exit 1; }
}

run_tests
