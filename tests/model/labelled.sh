#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks the generator of labelled cases (bench/models) as a program, and that its cases can be fitted and scored.
. "$(dirname "$0")/../e2e/lib.sh"

GENERATE=$ROOT/build/bench/models/generate
SCORE=$ROOT/bench/models/score.py

test_the_same_seed_gives_the_same_cases() {
    "$GENERATE" 11 60 >one
    "$GENERATE" 11 60 >again
    cmp one again || { fail "two runs differ"; exit 1; }
    "$GENERATE" 12 60 >other
    ! cmp -s one other || { fail "another seed gives the same cases"; exit 1; }
}

test_a_case_depends_on_its_number_and_not_on_how_many_are_made() {
    "$GENERATE" 11 60 | head -n 20 >first
    "$GENERATE" 11 20 >only
    cmp first only || { fail "the first 20 of 60 cases are not the 20 cases"; exit 1; }
}

test_parts_have_different_families() {
    "$GENERATE" 5 150 --family-part A >a
    "$GENERATE" 5 150 --family-part B >b
    python3 - <<'END'
import json
a, b = ({json.loads(line)["family"] for line in open(name)} for name in "ab")
assert len(a) > 15 and len(b) > 15, (a, b)
assert not a & b, a & b
END
}

test_cases_have_the_format_of_the_shared_benchmark() {
    "$GENERATE" 3 200 >cases
    python3 - <<'END'
import json
names = ["1", "log n", "sqrt n", "n", "n log n", "n^1.5", "n^2", "n^2 log n", "n^3", "2^n", "none"]
seen = set()
for case in map(json.loads, open("cases")):
    truth, points = case["truth"], case["points"]
    seen.add(truth["class"])
    assert case["id"] and case["kind"] in ("real", "syn") and case["group"], case["id"]
    assert points == sorted(points) and all(len(p) == 6 for p in points), case["id"]
    assert truth["class"] in truth["accept"] and set(truth["classes"]) <= set(truth["accept"]) <= set(names), truth
    assert {"class", "accept", "exp_asym", "exp_local", "max_class", "pred_at", "pred_true"} <= set(truth), truth
    assert truth["class"] != "none" or truth["exp_local"] is truth["pred_true"] is None, truth
assert len(seen) == len(names), seen
END
}

test_cases_are_fitted_and_scored() {
    "$GENERATE" 4 80 >cases
    "$SCORE" strip cases >points
    ! grep -q truth points || { fail "labels are left in the points"; exit 1; }
    "$ORDO" fit --unit blocks points >answers
    "$SCORE" cases answers --by family --by noise -v >scores
    grep -qE '^accepted answer, all cases +[0-9.]+ % .* of 80$' scores || { cat scores; fail "no rate of 80 cases"; exit 1; }
    "$SCORE" compare cases answers cases answers | grep -qE 'sure claims .* 1$' || { fail "equal answers differ"; exit 1; }
}

test_no_model_contradicts_its_points() {
    "$GENERATE" 21 300 >cases
    "$SCORE" strip cases >points
    "$ORDO" fit --unit blocks points >answers
    python3 "$ROOT/tests/model/consistency.py" fit points answers >said || { cat said; fail "contradictions"; exit 1; }
    # A model of other points is a contradiction.
    python3 - <<'END'
import json
model = next(m for m in map(json.loads, open("answers")) if m["exponent"] is not None)
model["ci_at_top"] = [model["ci_at_top"][1] + 1, model["ci_at_top"][1] + 2]
open("wrong", "w").write(json.dumps(model) + "\n")
END
    ! python3 "$ROOT/tests/model/consistency.py" fit points wrong >said || { cat said; fail "no contradiction"; exit 1; }
}

test_wrong_arguments_are_rejected() {
    for words in "" "1" "x 5" "1 2 3" "1 2 --family-part C"; do
        # shellcheck disable=SC2086
        expect 2 "$GENERATE" $words
        grep -q '^usage: generate' err || { fail "no usage for '$words'"; exit 1; }
    done
}

run_tests
