#!/bin/bash
# Production builds of recursions that are entered again from their own loops. Each execution of such a loop passes its
# gate, so samples lie inside executions that others would have measured. Totals of the run are the program's own
# counts, and never more than the cost of the run.
. "$(dirname "$0")/lib.sh"

PROGRAM=$ROOT/tests/e2e/programs/production_nesting.c

build() {
    local part
    assert_ok clang-19 -O1 "$PROGRAM" -o plain
    assert_ok clang-19 -O1 -DCOUNT "$PROGRAM" -o counted
    for part in 1 2; do assert_ok "$ORDO" cc --production -O2 -g -DPART=$part -c "$PROGRAM" -o $part.o; done
    assert_ok "$ORDO" cc --production 1.o 2.o -o prod
}

# recorded SETTING WALKS [RUNS]: records the runs and compares their outputs; their report goes to .report.json.
recorded() {
    local run
    rm -rf ordo.raw
    mkdir ordo.raw
    for run in $(seq "${3:-1}"); do
        assert_eq "output of run $run, $1" "$(./plain "$2")" "$(env ORDO_RAW_DIR=ordo.raw "$1" ./prod "$2")"
    done
    "$ORDO" report --json ordo.raw >.report.json || exit 1
}

# differences WALKS RUNS LESS MORE: prints where the report differs from the program's own counts by more than these
# shares: totals of the marked scopes, calls of routines, entries of recursions (which are exact). Also prints scopes
# that cost more than the run.
differences() {
    ./counted "$1" | python3 -c 'import json, sys
runs, less, more = int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
lines = {}
for n, text in enumerate(open(sys.argv[1]), 1):
    if text.rstrip().endswith("*/") and "/* " in text:
        lines[text.rstrip().rsplit("/* ", 1)[1][:-3]] = n
report = json.load(open(".report.json"))
scopes, run = report["scopes"], report["total_cost"]

def compare(what, is_so, want, share):
    low, high = (1 - less) * want, (1 + share) * want
    if not low - 0.5 <= is_so <= high + 0.5:
        print("%s: %d instead of %d;" % (what, is_so, want))

for name, calls, cost in (text.split() for text in sys.stdin):
    found = [x for x in scopes if x["line"] == lines[name] and x["kind"] != "recursion"]
    calls, cost = runs * int(calls), runs * int(cost)
    compare("cost of " + name, sum(x["cost"]["total"] for x in found), cost, more)
    if found and found[0]["kind"] == "routine":
        compare("calls of " + name, found[0]["calls"], calls, more)
for x in scopes:
    if x["cost"]["total"] > run + 1:
        print("%s costs %d, the run %d;" % (x["name"], x["cost"]["total"], run))
    if x["kind"] == "recursion" and x["calls"] != runs * int(sys.argv[5]):
        print("%s: %d entries;" % (x["name"], x["calls"]))' "$PROGRAM" "$2" "$3" "$4" "$1"
}

test_nested_samples_are_not_counted_twice() {
    local rate
    build
    for rate in 1/10 1/100; do
        recorded ORDO_RATE=$rate 2000
        assert_eq "rate $rate" "" "$(differences 2000 1 0.2 0.1)"
    done
}

test_totals_are_exact_when_everything_is_sampled() {
    build
    recorded ORDO_RATE=1 100
    assert_eq "rate 1" "" "$(differences 100 1 0 0)"
}

test_totals_of_merged_runs_add_up() {
    build
    recorded ORDO_RATE=1/20 300 3
    assert_eq "three runs" "" "$(differences 300 3 0.2 0.1)"
}

# run_cost DATA: steps of the run, and whether they are a lower bound.
run_cost() {
    "$ORDO" report --json "$1" >.report.json || exit 1
    python3 -c 'import json
d = json.load(open(".report.json"))
print(d["total_cost"], d["production"]["cost_is_least"])'
}

# Samples that are given up on the way down do not show how often the loop without a gate runs.
test_samples_that_are_given_up_do_not_multiply_a_loop_without_a_gate() {
    local how cost least
    assert_ok "$ORDO" cc --production -O2 -g "$ROOT/tests/e2e/programs/production/spine.c" -o spine
    assert_ok "$ORDO" record --production -q --rate 1 -o all.data -- ./spine 1000 >out
    assert_eq "all" "4007998 False" "$(run_cost all.data)"
    for how in 1% 20% 100%; do
        assert_ok "$ORDO" record --production -q --budget $how -o some.data -- ./spine 1000 >out
        read -r cost least <<<"$(run_cost some.data)"
        [ "$cost" -le 4800000 ] || fail "$cost steps, budget $how"
        [ "$least" = True ] || [ "$cost" -ge 3000000 ] || fail "$cost steps, which are no lower bound, budget $how"
    done
    "$ORDO" record --production -q --budget 1% -o some.data -- ./spine 1000 >out
    "$ORDO" report some.data >report
    grep -q 'at least ~2,0[0-9]*,[0-9]* steps' report || { cat report; fail "the run's cost is not known to be a lower bound"; exit 1; }
}

run_tests
