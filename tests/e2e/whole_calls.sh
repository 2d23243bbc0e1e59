#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What single calls show that no function of one size does: costs that depend on two sizes, or on the caller.
. "$(dirname "$0")/lib.sh"

RECORDED=$(mktemp -d)
trap 'rm -rf "$RECORDED"' EXIT

# recorded LEVEL [OPTION...]: writes w.data and r.json of the program, built with the level and recorded with the options.
recorded() {
    "$ORDO" cc "$1" -g "$ROOT/tests/e2e/programs/whole_calls.c" -o whole_calls
    "$ORDO" record -q "${@:2}" -o w.data -- ./whole_calls >/dev/null
    "$ORDO" report --json w.data >r.json
}

# Copies w.data, r.json and the source of the usual build to the test's folder; records it once for all tests.
usual() {
    [ -s "$RECORDED/r.json" ] || (cd "$RECORDED" && recorded -O1)
    cp "$RECORDED"/{w.data,r.json} .
}

# two ROUTINE: prints the class and both sizes.
two() {
    python3 -c 'import json, sys
s = next(s for s in json.load(open("r.json"))["scopes"] if s["kind"] == "routine" and s["name"] == sys.argv[1])
t = s.get("two_sizes")
print("|".join((t["class"], t["n"]["metric"], t["m"]["metric"])) if t else "one")' "$1"
}

all_are_right() {
    assert_eq "occurrences" "n*m|arg:n|arg:m" "$(two occurrences)"
    assert_eq "convolve" "n*m|arg:n|arg:m" "$(two convolve)"
    assert_eq "edit_distance" "n*m|arg:n|arg:m" "$(two edit_distance)"
    assert_eq "knapsack" "n*m|arg:items|arg:room" "$(two knapsack)"
    assert_eq "relax" "n*m|arg:vertices|arg:m" "$(two relax)"
    assert_eq "multiply" "n^2*m|arg:n|arg:m" "$(two multiply)"
    assert_eq "blur" "n*m^2|arg:n|arg:m" "$(two blur)"
    assert_eq "look_up" "m log n|arg:n|arg:m" "$(two look_up)"
    assert_eq "draw" "n + m|arg:n|arg:m" "$(two draw)"
    assert_eq "rounds" "n*m|arg:times|rms" "$(two rounds)"
    assert_eq "total has three arguments of which one matters" one "$(two total)"
    assert_eq "fill" one "$(two fill)"
}

test_costs_of_two_sizes_have_their_class() {
    usual
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" r.json
    all_are_right
}

long_every_cell_size_finds_the_same() {
    for cell in 1 4; do recorded -O1 --cell $cell; all_are_right; done
}

long_an_optimised_build_with_small_cells_finds_the_same() {
    recorded -O3 --cell 4
    all_are_right
}

test_the_formula_counts_what_the_source_does() {
    usual
    assert_eq "blocks of a step, and errors" "True True" "$(python3 -c 'import json
t = next(s for s in json.load(open("r.json"))["scopes"] if s["name"] == "convolve")["two_sizes"]
print(2.95 < t["terms"][0]["coefficient"] < 3.05, t["error"] < 0.01 < 0.3 < t["error_of_one_size"])')"
}

test_callers_whose_calls_grow_differently_are_kept_apart() {
    usual
    assert_eq "insertion" "fill n^2|tidy n" "$(python3 -c 'import json
r = json.load(open("r.json"))
names = {s["id"]: s["name"] for s in r["scopes"]}
c = next(s for s in r["scopes"] if s["name"] == "insertion")["by_caller"]
print("|".join(names[p["caller"]] + " " + p["model"]["class"] for p in c["populations"]))')"
    "$ORDO" report --rows 60 w.data >out
    grep -qE 'n\^2, n by caller  insertion ' out
    grep -qE '^[0-9]+  n\^2 if calls get larger from fill  loop in insertion ' out
    grep -q 'n^2 with probability 99 %; n when called from tidy' out
    "$ORDO" report insertion w.data >out
    grep -q '^the cost depends on the caller; n is arg:n; typical error ' out
    grep -qE '^  called from fill: 2.0[0-9]* n\^2 ' out
    grep -qE '^  called from tidy: 7 n - 5 blocks' out
}

test_reports_name_both_sizes() {
    usual
    export LC_ALL=C.UTF-8
    "$ORDO" report --rows 60 --wide w.data >out
    grep -qE 'arg:n, arg:m +n·m 99 % .*  convolve ' out
    grep -qE '^[0-9]+  n·m in each call  loop in convolve ' out
    grep -q 'n is arg:items, m is arg:room; n·m with probability 99 %; typical error ' out
    LC_ALL=C "$ORDO" report --rows 60 w.data >out
    grep -qE ' n\*m 99 % +convolve ' out
    "$ORDO" report multiply w.data >out
    grep -q '^two sizes explain the cost, and no one size does: n is arg:n, m is arg:m$' out
    grep -qE '^  cost       3 n\^2·m \+ 4 n·m \+ 3 n \+ 2 blocks' out
    grep -q '(of single sizes the best)' out
    "$ORDO" annotate -i w.data whole_calls.c >out
    grep -qE 'n\*m' out
    assert_eq "growth of the finding if both sizes grow" "n^3 True" "$(python3 -c 'import json
f = next(f for f in json.load(open("r.json"))["findings"] if f["routine"] == "multiply")
print(f["growth"], 2.7 < f["exponent"] < 3.1)')"
}

# grid OPTION...: records ten runs of sizes that are independent.
grid() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/two_run_sizes.c" -o two
    for n in 60 300 1500; do
        for m in 40 250 900; do "$ORDO" record -q "$@" -o $n.$m.data -- ./two $n $m >/dev/null; done
    done
    "$ORDO" record -q "$@" -o last.data -- ./two 700 90 >/dev/null
    "$ORDO" merge -o w.data ./*.*.data last.data 2>/dev/null
    "$ORDO" report --json w.data >r.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" r.json
}

test_totals_of_runs_may_depend_on_two_sizes_of_the_run() {
    grid
    assert_eq "convolve and totals" "n*m argument 1 argument 2 n + m argument 1 argument 2 " "$(python3 -c 'import json
s = {s["name"]: s for s in json.load(open("r.json"))["scopes"]}
for name in ("convolve", "totals"):
    t = s[name]["two_run_sizes"]
    print(t["class"], t["n"]["metric"], t["m"]["metric"], end=" ")')"
    assert_eq "the finding" "convolve runs n*m" "$(python3 -c 'import json
f, = [f for f in json.load(open("r.json"))["findings"] if f["basis"] == "runs"]
print(f["routine"], f["basis"], f["two_sizes"]["class"])')"
    export LC_ALL=C.UTF-8
    "$ORDO" report w.data >out
    grep -qE '^1  n·m over the input  loop in convolve ' out
    grep -qE '^   [0-9]+ % of the largest run; at 10x both sizes it costs (9[0-9]|100) times as much$' out
    "$ORDO" report convolve w.data >out
    grep -q '^two sizes of runs explain the total of each, and no one size does: n is argument 1, m is argument 2$' out
    grep -qE '^  cost       3 n·m \+ 3 n ' out
}

test_a_mixture_of_sorted_and_random_data_has_a_mean_and_a_worst_case() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/mixture.c" -o mixture
    for part in 20 50; do
        "$ORDO" record -q -o m.data -- ./mixture $part >/dev/null
        "$ORDO" report --json m.data >m.json
        assert_eq "$part % random" "n^2 n^2 True True" "$(python3 -c 'import json, sys
s = next(s for s in json.load(open("m.json"))["scopes"] if s["name"] == "insertion")
x = s["sizes"][s["best_size"]]
mean, worst = (next(t["coefficient"] for t in x[k]["terms"] if t["term"] == "n^2") for k in ("model", "worst"))
print(x["model"]["class"], x["worst"]["class"], "mixture" in [w["code"] for w in x["model"]["warnings"]],
      0.7 < mean / worst / (int(sys.argv[1]) / 100) < 1.4)' $part)"
    done
}

test_a_loop_in_registers_has_the_arguments_of_its_routine() {
    cat >pairs.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static long pairs(int n) {
    long c = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            if ((i * j) % 7 == 3) c++;
    return c;
}
int main(int argc, char **argv) {
    long s = 0;
    for (int n = 5, most = argc > 1 ? atoi(argv[1]) : 200; n <= most; n += 5) s += pairs(n);
    printf("%ld\n", s);
    return 0;
}
EOF
    "$ORDO" cc -O2 -g -o pairs pairs.c
    "$ORDO" record -q -o p.data -- ./pairs >/dev/null
    expect 0 "$ORDO" report pairs.c:5 p.data
    grep -q '^size arg:n of its routine (explains the cost best; from 40 observed calls): 40 distinct, 5..200' out
    grep -q '^  cost .*n^2 9[0-9] %' out
    ! grep -q 'look at another size' out || { fail "there is no other size"; exit 1; }
    expect 0 "$ORDO" report --wide p.data
    grep -q 'arg:n 5..200 .*n^2 9.* loop in pairs  pairs.c:5$' out
    "$ORDO" report --json p.data >r.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" r.json
    assert_eq "loops" "n^2 n" "$(python3 -c 'import json
s = {s["line"]: s["by_argument"]["model"]["class"] for s in json.load(open("r.json"))["scopes"] if "by_argument" in s}
print(s[5], s[6])')"
    for at in 10 4; do
        "$ORDO" report --json --at $at p.data >r.json
        assert_eq "size of the prediction" $((200 * at)) "$(python3 -c 'import json
print(*{round(s["by_argument"]["model"]["pred_at"]) for s in json.load(open("r.json"))["scopes"] if s["line"] == 5 and "by_argument" in s})')"
    done
}

test_a_size_that_no_input_changes_asks_for_no_inputs() {
    printf '#include <stdlib.h>\nint main(int c, char **v) { long n = atol(v[1]), x = c; while (n-- > 5) x = x * 31 %% 7; return x == 77; }\n' >self.c
    "$ORDO" cc -O1 -g -o self self.c
    expect 0 "$ORDO" run -q --scan n=100:400:x2 -o s.data -- ./self '{n}'
    expect 0 "$ORDO" run -q --scan n=200:400:x2 -o two.data -- ./self '{n}'
    expect 0 "$ORDO" report two.data
    grep -q ' main  ' out
    ! grep -q 'few-sizes' out || { fail "the report of two runs asks for inputs"; exit 1; }
    expect 0 "$ORDO" report main s.data
    grep -q "this size does not change with the input, whatever is recorded: look at the scope's growth over the input" out
    ! grep -q 'record inputs' out || { fail "main asks for inputs"; exit 1; }
    expect 0 "$ORDO" report self.c:2 s.data
    ! grep -q 'record inputs' out || { fail "the loop asks for inputs"; exit 1; }
}

# The number of rounds takes two values, too few to be a size; the product of n and its cells must not take its place.
test_a_length_and_its_cells_are_one_size() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/growth/digests.c" -o digests
    "$ORDO" record -q -o w.data -- ./digests >/dev/null
    "$ORDO" report --json w.data >r.json
    assert_eq "digest" one "$(two digest)"
    assert_eq "findings" 0 "$(python3 -c 'import json; print(len(json.load(open("r.json"))["findings"]))')"
}

run_tests
