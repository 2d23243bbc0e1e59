#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Growth in reports: functions of known growth get their class, are ranked, and are traced to the scope that causes it.
. "$(dirname "$0")/lib.sh"

recorded() {
    "$ORDO" cc -O1 "$ROOT/tests/e2e/programs/growing.c" -o growing
    "$ORDO" record -q --cell 4 -- ./growing
}

# of NAME KIND EXPRESSION: evaluates a Python expression over the scope s, its best model m, its cause c, and by_id,
# all scopes by id.
of() {
    [ -s r.json ] || "$ORDO" report --json >r.json
    python3 "$CHECKS/growth_of.py" "$@"
}

test_functions_of_known_growth_get_their_class() {
    recorded
    assert_eq "scan" n "$(of scan routine 'm["class"]')"
    assert_eq "add_item" n^2 "$(of add_item routine 'm["class"]')"
    assert_eq "means" n^2 "$(of means routine 'm["class"]')"
    assert_eq "exponent of add_item, in its interval" True "$(of add_item routine 'm["ci"][0] <= 1.99 and m["ci"][1] >= 1.95')"
    assert_eq "fib" 2^n "$(of fib recursion 'm["class"]')"
    assert_eq "fib's best size is not rms" True "$(of fib recursion 's["best_size"] in ("arg:n", "depth")')"
    assert_eq "fib's base" True "$(of fib recursion '1.55 < m["base"] < 1.68')"
    assert_eq "factorial" "n True" "$(of factorial recursion 'm["class"], s["best_size"] in ("arg:n", "depth")' | tr -d "(',)")"
    assert_eq "sum of the probabilities" 1.0 "$(of scan routine 'round(sum(m["probabilities"].values()), 9)')"
}

test_shares_at_10x_sum_to_one() {
    recorded
    assert_eq "sum of shares" 1.0 "$(of main routine 'round(sum(s["share_at_10x"] or 0 for s in r["scopes"]), 9)')"
    assert_eq "main's share leaves out its callees" True "$(of main routine 's["share_at_10x"] < 0.01')"
    expect 0 "$ORDO" report
    assert_eq "exponential growth is the first finding" 1 "$(grep -c '^1  2^n in each call  recursion fib ' out)"
    assert_eq "and the first row" 1 "$(grep -A1 '^ *AT 10x' out | grep -c 'recursion fib')"
    expect 0 "$ORDO" report --sort order --rows 3
    grep -q 'fib' out
    expect 0 "$ORDO" report --routine add_item
    sed -n '/AT 10x/,$p' out >rows
    grep -q add_item rows
    ! grep -q scan rows || { fail "--routine shows other routines"; exit 1; }
    expect 0 "$ORDO" report --caller parse
    grep -q add_item out
    expect 0 "$ORDO" report --min-share 5
    ! grep -qE '  factorial ' out || { fail "--min-share 5 shows a smaller share"; exit 1; }
    expect 3 "$ORDO" report --file nowhere.c
    grep -q 'nowhere.c: no scope of a file with this name ran' err
    expect 2 "$ORDO" report --min-share many
}

test_a_hidden_quadratic_part_is_traced_to_its_root() {
    recorded
    assert_eq "the linear part has cost" True "$(of scan routine 's["cost"]["total"] > 1')"
    assert_eq "parse grows through" add_item "$(of parse routine 'by_id[c["child"]]["name"]')"
    assert_eq "with the class" n^2 "$(of parse routine 'c["class"]')"
    assert_eq "the root is inside add_item" add_item "$(of parse routine 'by_id[c["root"]]["routine"]')"
    assert_eq "add_item has the same root" True "$(of add_item routine 'c["root"] == [x for x in r["scopes"] if x["name"] == "parse"][0]["cause"]["root"]')"
    expect 0 "$ORDO" report parse
    grep -q 'grows: n^2 through add_item' out
    expect 0 "$ORDO" report
    grep -E '^[0-9]+  ' out >findings
    assert_eq "times the root is a finding" 1 "$(grep -cE 'n\^2 in each call  loop in add_item  .*growing.c:[0-9]+$' findings)"
    ! grep -qE 'parse|scan|main' findings || { cat findings; fail "more than the root is found"; exit 1; }
}

test_one_scope_can_be_reported_in_full() {
    recorded
    expect 0 "$ORDO" report add_item
    grep -q '^routine add_item' out
    grep -qE '^size rms' out
    grep -q 'n^2' out
    grep -qE '^ +[0-9.e+]+ \|' out
    local line
    line=$(grep -n 'for (int k = 0' "$ROOT/tests/e2e/programs/growing.c" | cut -d: -f1)
    expect 0 "$ORDO" report "$ROOT/tests/e2e/programs/growing.c:$line"
    grep -q '^loop in add_item' out
}

test_bounds_hold_or_are_exceeded() {
    recorded
    expect 0 "$ORDO" report add_item --bound n^2
    grep -q '^bound n^2 by .*: holds' out
    expect 1 "$ORDO" report add_item --bound 'n log n'
    grep -q '^bound n log n by .*: exceeds (slope of the ratio' out
    expect 0 "$ORDO" report scan --bound n^2
    grep -q ': loose' out
    expect 2 "$ORDO" report add_item --bound 'n^7'
    expect 2 "$ORDO" report --bound n
}

test_the_reason_is_reported_why_a_routine_is_absent() {
    recorded
    expect 3 "$ORDO" report nevr
    grep -q "did you mean 'never'" err
    expect 3 "$ORDO" report never
    grep -q 'never: was never called' err
    expect 3 "$ORDO" report malloc
    grep -q 'malloc: is a library routine' err
    printf 'static int one(void) { return 1; }\nint main(void) { return one() - 1; }\n' >p.c
    "$ORDO" cc -O0 p.c -o p
    "$ORDO" record -q -o p.data -- ./p
    expect 3 "$ORDO" report p.data one
    grep -q 'one: is folded, because its cost is constant' err
}

test_larger_callers_call_more_often() {
    "$ORDO" cc -O1 "$ROOT/tests/e2e/programs/growth/pages.c" -o pages
    "$ORDO" record -q -- ./pages
    "$ORDO" report --json >p.json
    python3 -c 'import json
share = {"mix": 0, "draw": 0, "overlap": 0}
for s in json.load(open("p.json"))["scopes"]:
    if s["routine"] in share: share[s["routine"]] += s["share_at_10x"] or 0
assert 0.8 < share["mix"] < 0.95 and share["draw"] < 0.04, share'
}

test_large_profiles_cache_their_models() {
    python3 "$CHECKS/many_routines.py" >many.c
    "$ORDO" cc -O1 many.c -o many
    "$ORDO" record -q -- ./many
    cp ordo.data fresh.data
    cp ordo.data readonly.data
    "$ORDO" report >first
    ! cmp -s ordo.data fresh.data || { fail "no model was cached"; exit 1; }
    "$ORDO" report >second
    assert_ok cmp first second
    "$ORDO" report --json fresh.data >fresh.json
    "$ORDO" report --json ordo.data >kept.json
    assert_ok cmp fresh.json kept.json
    cp readonly.data fresh.data
    "$ORDO" export --format csv --at 10x fresh.data >fresh.csv
    "$ORDO" export --format csv --at 10x ordo.data >kept.csv
    assert_ok cmp fresh.csv kept.csv
    cp readonly.data fresh.data
    "$ORDO" export --format flamegraph --at 10x fresh.data >fresh.folded
    "$ORDO" export --format flamegraph --at 10x ordo.data >kept.folded
    assert_ok cmp fresh.folded kept.folded
    "$ORDO" merge -o twice.data ordo.data ordo.data
    "$ORDO" report twice.data >third
    # Cached models that do not belong to the points, or are damaged, are not used.
    python3 - <<'EOF'
import sqlite3
d = sqlite3.connect("ordo.data")
d.execute("UPDATE cache SET data = zeroblob(length(data)) WHERE kind = 0 AND item = 3")
d.commit()
EOF
    "$ORDO" report >fourth
    assert_ok cmp first fourth
    chmod 444 readonly.data
    "$ORDO" report readonly.data >fifth
    assert_ok cmp first fifth
}

# Of 100 calls at size n, n / 2 are hard ones that take 200 n steps: the mean grows with n^2, the worst case
# with n.
test_a_mean_that_would_overtake_the_worst_case_gets_a_warning() {
    copy_program growth/hard_calls.c nears.c
    "$ORDO" cc -O1 nears.c -o nears
    "$ORDO" record -q ./nears
    "$ORDO" report --warnings >text
    grep -A2 -F '[overtakes-worst]' text | grep -q 'work .* the mean exceeds the worst case, so one model is wrong: record inputs of sizes about .*1,800, and'
    "$ORDO" report --json >json
    python3 - <<'EOF'
import json
work = [s for s in json.load(open("json"))["scopes"] if s["name"] == "work"][0]["sizes"]["rms"]
assert work["model"]["class"] == "n^2" and work["worst"]["class"] == "none", work
assert "overtakes-worst" in [w["code"] for w in work["model"]["warnings"]]
EOF
}

# Calls of the largest size cost a hundredth of what the model of the other sizes predicts: no class, and a warning.
test_largest_sizes_that_behave_differently_get_a_warning() {
    copy_program growth/cheap_largest.c large.c
    "$ORDO" cc -O1 -fno-unroll-loops -fno-vectorize large.c -o large
    "$ORDO" record -q ./large
    "$ORDO" report --warnings >text
    grep -A2 -F '[largest-differ]' text | grep -q '> the largest sizes behave differently: look at what differs'
    "$ORDO" report --json >json
    python3 - <<'EOF'
import json
model = [s for s in json.load(open("json"))["scopes"] if s["name"] == "total"][0]["sizes"]["rms"]["model"]
assert model["class"] == "none" and "largest-differ" in [w["code"] for w in model["warnings"]], model
EOF
}

# bench/model_holdout.py leaves the largest sizes out of the fit: the model of a linear loop predicts them.
test_a_linear_model_predicts_larger_sizes() {
    copy_program growth/long_line.c line.c
    "$ORDO" cc -O1 -fno-unroll-loops -fno-vectorize line.c -o line
    "$ORDO" record -q ./line
    python3 "$ROOT/bench/model_holdout.py" --ordo "$ORDO" ordo.data >table
    grep -qF '| n or n log n | sure | 2 | 2 (100 %) | 2 (100 %) | 0 (0 %) | 0 (0 %) |' table
    expect 1 python3 "$ROOT/bench/model_holdout.py" --ordo "$ORDO" nowhere.data
}

test_worst_cases_that_outgrow_the_mean_are_findings() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/hard_words.c" -o hard_words
    "$ORDO" record -q -o w.data -- ./hard_words sort >/dev/null
    "$ORDO" report w.data >out
    grep -q '^1  n^2 in the worst case  loop in sort  ' out
    grep -q '^   its most expensive call is [0-9.]* % of this run; ' out
    "$ORDO" report --json w.data >w.json
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" w.json
    assert_eq "basis" worst "$(python3 -c 'import json; print(json.load(open("w.json"))["findings"][0]["basis"])')"
}

test_one_far_call_with_all_of_the_cost_shows_no_growth() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/far_size.c" -o far_size
    "$ORDO" record -q -o far.data -- ./far_size >/dev/null
    "$ORDO" report far.data >out
    grep -q '^No scope is known to outgrow n log n in its own size:$' out
}

# Over all sizes the exponent is less than 1.35; the table says n^2, and so does the finding.
test_a_square_behind_a_large_linear_part_is_found_by_the_largest_sizes() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/hidden_square.c" -o hidden
    "$ORDO" record -q -o h.data -- ./hidden >/dev/null
    "$ORDO" report --wide h.data >out
    grep -qE '  n\^2 99 %  1\.3[0-4]\.\.1\.3[0-4]  .*  loop in work ' out
    grep -q '^1  n^2 in each call  loop in work  ' out
    grep -qE '^   exponent 1\.6[0-9]\.\.1\.6[0-9]; n is rms; n\^2 with probability 99 %$' out
    ! grep -q '^No scope' out
}

# A class in the table that is no finding is explained: one size has nearly all of the cost.
test_the_sentence_without_findings_names_rows_with_an_uncertain_class() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/mostly_one_size.c" -o mostly
    "$ORDO" record -q -o m.data -- ./mostly >/dev/null
    "$ORDO" report m.data >out
    grep -q 'n^2 99 %  work ' out
    grep -q '^No scope is known to outgrow n log n in its own size:$' out
    grep -q '^the growth of work and loop in work (line 7) is not known\.$' out
}

test_loops_in_registers_grow_as_their_routine() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/hard_words.c" -o hard_words
    "$ORDO" record -q -o c.data -- ./hard_words count >/dev/null
    "$ORDO" report c.data >out
    grep -q '^1  n^2 in each call  count_pairs  ' out
    grep -q '; n is arg:n; n^2 with probability 99 %' out
    ! grep -q '^2  ' out || { fail "more than one finding"; exit 1; }
    assert_eq "share of the inner loop at 10x" 99 "$(grep 'loop in count_pairs' out | head -1 | cut -d. -f1)"
    ! "$ORDO" report --warnings c.data | grep -q 'few-sizes.*count_pairs' || { fail "more inputs are asked for"; exit 1; }
}

test_a_parser_that_goes_deeper_in_longer_texts_is_no_finding() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/growth/nested_blocks.c" -o nested
    "$ORDO" record -q -o nested.data -- ./nested >/dev/null
    assert_eq "findings" "put n^3" \
        "$(ask nested.data '" ".join(f["routine"] + " " + (f["growth"] or f["text"].split()[0]) for f in p["findings"])')"
}

test_growth_of_library_code_is_that_of_the_scope_that_calls_it() {
    "$ORDO" c++ -O1 -g -o pairs "$ROOT/tests/e2e/programs/growth/library_pairs.cc"
    "$ORDO" record -q -o p.data -- ./pairs >/dev/null
    "$ORDO" report p.data >out
    grep -A2 '^1  n^2 in each call  loop in main ' out >finding
    grep -Eq 'at 10x the sizes (nearly all|it costs [0-9]{2,3} times as much)$' finding
    grep -q '^   in calls of .*std::equal_pairs; exponent' finding
}

test_the_sentence_without_findings_names_what_was_called_once() {
    cat >once.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0, sum = 0;
    for (unsigned long i = 0; i < n; i++) sum += (i * i) ^ (sum >> 3);
    printf("%lu\n", sum);
}
END
    "$ORDO" cc -O1 -g -o once once.c
    "$ORDO" record -q -o p.data -- ./once 1000 >/dev/null
    "$ORDO" report p.data >out
    grep -q '^No scope is known to outgrow n log n in its own size:$' out
    grep -q '^the growth of loop in main (line 5) is not known\.$' out
}

# Parts of a sort share cells of its keys: their sizes grow less than they do.
test_a_sort_whose_parts_share_cells_is_no_finding() {
    "$ORDO" cc -O1 -g -o indices "$ROOT/tests/e2e/programs/growth/indices.c"
    for n in 500 1000; do
        "$ORDO" record -q -o p.data -- ./indices $n >/dev/null
        "$ORDO" report p.data >out
        if grep -q '^1  ' out; then fail "a sort of $n positions: $(grep -A2 '^1  ' out)"; fi
        "$ORDO" record -q -o p.data -- ./indices $n sorted >/dev/null
        "$ORDO" report p.data | grep -q '^1  n^2 in each call  sort '
    done
}

test_no_model_of_a_report_contradicts_its_points() {
    "$ORDO" cc -O1 -g "$ROOT/tests/e2e/programs/hard_words.c" -o hard_words
    for way in sort count; do
        "$ORDO" record -q -o $way.data -- ./hard_words $way >/dev/null
        "$ORDO" report --json $way.data >$way.json
    done
    python3 "$ROOT/tests/model/consistency.py" report sort.json count.json || { fail "contradictions"; exit 1; }
}

run_tests
