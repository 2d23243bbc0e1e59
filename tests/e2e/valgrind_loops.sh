#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops of unmodified programs (ordo record --loops).
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs
[ -x "$(dirname "$ORDO")/../lib/ordo/ordo-valgrind" ] || { echo "SKIP  valgrind_loops: all (Ordo was built without the package valgrind)"; echo "valgrind_loops: 0 passed, 0 failed, 1 skipped"; exit 0; }

# loops FILE EXPRESSION: evaluates a Python expression over the loops l of the report p, by line.
loops() {
    "$ORDO" report --json "$1" >.report.json || exit 1
    python3 -c 'import json
p = json.load(open(".report.json"))
l = {x["line"]: x for x in p["scopes"] if x["kind"] == "loop" and x["line"] and x["calls"]}
print('"$2"')'
}

# The engines differ in what longjmp reads of its buffer and of its own data, in the loops around it:
# lines 72 (jumps) and 101 (main).
test_loops_agree_with_the_compiled_engine() {
    cp "$PROGRAMS/ways_of_loops.c" .
    assert_ok "$ORDO" cc -O0 -g -w -o with ways_of_loops.c
    assert_ok "$ORDO" record -q -o with.data -- ./with
    "$ORDO" report --json with.data >with.json
    for cc in clang-19 gcc; do
        command -v $cc >/dev/null || continue
        assert_ok $cc -O0 -g -w -o without ways_of_loops.c
        assert_ok "$ORDO" record -q --loops -o without.data -- ./without
        "$ORDO" report --json without.data >without.json
        assert_ok python3 "$ROOT/tests/e2e/same_loops.py" with.json without.json ways_of_loops.c 72=20 101=16
    done
}

# Loops that remain after optimisation have all iterations, whatever the compiler made of them.
test_optimised_loops_keep_their_iterations() {
    copy_program valgrind/kept_loops.c kept.c
    for cc in "clang-19 -O1" "clang-19 -O2" "gcc -O1"; do # gcc -O2 takes the first iteration out of some
        wanted "$cc" "clang-19 -O2" "gcc -O1" || continue
        command -v ${cc% *} >/dev/null || continue
        assert_ok $cc -g -w -o kept kept.c
        assert_ok "$ORDO" record -q --loops -- ./kept
        "$ORDO" report --json ordo.data >r.json
        # of each routine by the number of iterations
        assert_eq "iterations, $cc" "choice 820 inner 820 inner 10660 main 40" "$(python3 -c '
import json
p = json.load(open("r.json"))
l = [(x["routine"], x["iterations"]) for x in p["scopes"] if x["kind"] == "loop" and "kept.c" in x["file"] and x["calls"]]
print(*(w for x in sorted(l) for w in x))')"
    done
}

long_loops_without_debug_information_have_stable_names() {
    cp "$PROGRAMS/ways_of_loops.c" .
    assert_ok clang-19 -O0 -g0 -w -o plain ways_of_loops.c
    for k in 1 2; do
        assert_ok "$ORDO" record -q --loops -o $k.data -- ./plain
        "$ORDO" report --json $k.data >$k.json
        python3 -c '
import json
p = json.load(open("'$k'.json"))
print(*sorted((x["name"], x["calls"], x["iterations"]) for x in p["scopes"] if x["kind"] == "loop" and x["name"].startswith("plain+0x") and x["calls"]), sep="\n")' >names.$k
    done
    assert_eq "loops" 14 "$(wc -l <names.1)"
    assert_ok cmp names.1 names.2
    # without symbols the extents of routines are those for unwinding
    assert_ok strip plain
    assert_ok "$ORDO" record -q --loops -o 3.data -- ./plain
    "$ORDO" report --json 3.data >3.json
    python3 -c '
import json
p = json.load(open("3.json"))
print(*sorted((x["name"], x["calls"], x["iterations"]) for x in p["scopes"] if x["kind"] == "loop" and x["name"].startswith("plain+0x") and x["calls"]), sep="\n")' >names.3
    assert_ok cmp names.1 names.3
    assert_ok "$ORDO" merge -o both.data 1.data 2.data
    assert_eq "merged" "$(python3 -c 'print(2 * sum(eval(x)[2] for x in open("names.1")))')" "$(loops both.data 'sum(x["iterations"] for x in p["scopes"] if x["kind"] == "loop" and x["name"].startswith("plain+0x"))')"
}

# A thrown exception leaves some loops and stays in others; iterations that were executed are counted.
test_exceptions_end_the_loops_that_they_leave() {
    copy_program valgrind/thrown_loops.cc thrown.cc
    assert_ok clang++-19 -O0 -g -w -o thrown thrown.cc
    assert_ok "$ORDO" record -q --loops -- ./thrown
    # deep's loop throws 40 times in outer's, which goes on, and 10 times through away's
    assert_eq "activations" "1 1 20 20 160" "$(loops ordo.data '*[l[n]["calls"] for n in (22, 23, 9, 18, 5)]')"
    assert_eq "iterations" "20 20 100 60" "$(loops ordo.data '*[l[n]["iterations"] for n in (22, 23, 9, 18)]')"
    assert_eq "calls" "160 20 20" "$(ask ordo.data '*[s[n]["calls"] for n in ("deep", "outer", "away")]')"
}

test_the_cost_iterations_records_loops() {
    cp "$PROGRAMS/ways_of_loops.c" .
    assert_ok clang-19 -O0 -g -w -o plain ways_of_loops.c
    assert_ok "$ORDO" record -q --cost iterations -- ./plain
    assert_eq "iterations in nested" "4960" "$(ask ordo.data 'sum(x[4] for x in s["nested"]["costs"]["iterations"]["sizes"]["rms"]["points"])')"
}

# Costs are counted in blocks either way. Routines, their calls and their sizes are
# the same with and without loops. With --engine valgrind the program's environment has no settings of
# Ordo: they would move the other strings, and getenv would read more or fewer cells.
test_loops_do_not_change_the_profile_of_routines() {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    echo 'create table t(a); with recursive c(x) as (select 1 union all select x+1 from c where x<300) insert into t select x from c; create index i on t(a); select sum(a) from t where a > 7;' >in.sql
    for flag in --cost=io --loops; do
        expect 0 env -i PATH="$PATH" "$ORDO" record -q --all-points --engine valgrind $flag -o $flag.data -- sqlite3 :memory: <in.sql
        "$ORDO" report --json ./$flag.data >./$flag.json
    done
    assert_ok python3 -c '
import json
def routines(path):
    return {(s["file"], s["name"]): s for s in json.load(open(path))["scopes"] if s["kind"] == "routine" and "sqlite" in s["file"]}
a, b = routines("./--cost=io.json"), routines("./--loops.json")
assert a.keys() == b.keys() and len(a) > 100, (len(a), len(b))
for k in a:
    x, y = a[k], b[k]
    assert x["calls"] == y["calls"], (k, x["calls"], y["calls"])
    m, n = x["sizes"]["rms"], y["sizes"]["rms"]
    if x["calls"] > 1:
        m, n = ([q[:2] for q in z["points"]] for z in (m, n))
        assert m == n, (k, [q for q in m if q not in n], [q for q in n if q not in m])
'
}

run_tests
