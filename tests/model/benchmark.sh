#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks the models on the labelled points of the shared benchmark (benchmarks/models beside the repository,
# or
# SHARED): every figure that the design requires, and that answers do not depend on units.
. "$(dirname "$0")/../e2e/lib.sh"

MODELS=$SHARED/benchmarks/models

need_benchmark() { [ -s "$MODELS/public.jsonl" ] || skip "no $MODELS: the models are not scored"; }

# figure NAME: prints 42.0 if the score has a line NAME with "42.0% (21/50)"
figure() { grep -F "$1" score | tail -1 | grep -oE '[0-9.]+%' | head -1 | tr -d %; }
at_least() { awk -v a="$(figure "$1")" -v b="$2" 'BEGIN { exit !(a != "" && a >= b) }' || { fail "$1: $(figure "$1") %, not $2"; cat score; exit 1; }; }
at_most() { awk -v a="$(figure "$1")" -v b="$2" 'BEGIN { exit !(a != "" && a <= b) }' || { fail "$1: $(figure "$1") %, more than $2"; cat score; exit 1; }; }

judge() {
    python3 "$MODELS/mkinput.py" "$MODELS/public.jsonl" >in.jsonl
    "$ORDO" fit "$@" in.jsonl >out.jsonl
    python3 "$MODELS/score.py" "$MODELS/public.jsonl" out.jsonl >score
    python3 "$ROOT/tests/model/consistency.py" fit in.jsonl out.jsonl || { fail "models that contradict their points"; exit 1; }
    at_least '.. where an answer is required' 98
    at_least 'top-1 accuracy' 93
    at_most 'FALSE ALARM >n when truth<=n' 0
    at_most 'FALSE ALARM >=n^1.5' 0
    at_most 'superlinear claimed on none' 0
    at_most 'UNDER-claim' 2
    at_most 'abstained though answer required' 1.5
    at_least '95% CI coverage' 93
    awk -v a="$(grep -oE 'within 25%: [0-9.]+' score | grep -oE '[0-9.]+$')" 'BEGIN { exit !(a >= 88) }' ||
        { fail "10x predictions"; cat score; exit 1; }
    grep -E 'CI coverage' score
}

# Both sets together, of which the second has other algorithms.
test_benchmark_of_both_sets() {
    need_benchmark
    [ -s "$MODELS/public2.jsonl" ] || skip "no public2.jsonl"
    cat "$MODELS/public.jsonl" "$MODELS/public2.jsonl" >both.jsonl
    python3 "$MODELS/mkinput.py" both.jsonl >in.jsonl
    for unit in unknown blocks; do
        "$ORDO" fit $([ $unit = unknown ] || echo --unit blocks) in.jsonl >out.jsonl
        python3 "$ROOT/tests/model/consistency.py" fit in.jsonl out.jsonl || { fail "models that contradict their points"; exit 1; }
        python3 "$MODELS/score.py" both.jsonl out.jsonl >score
        at_least '.. where an answer is required' 97
        at_most 'FALSE ALARM >n when truth<=n' 0
        at_most 'FALSE ALARM >=n^1.5' 0
        at_most 'superlinear claimed on none' 0
        at_most 'UNDER-claim' 2
        at_most 'abstained though answer required' 2
        at_least '95% CI coverage' 93
    done
}

test_benchmark_without_a_unit() { need_benchmark; judge; }

test_benchmark_with_costs_in_blocks() { need_benchmark; judge --unit blocks; }

test_units_change_no_class_and_no_exponent() {
    need_benchmark
    python3 "$MODELS/mkinput.py" "$MODELS/public.jsonl" >in.jsonl
    "$ORDO" fit in.jsonl >out.jsonl
    python3 - "$ORDO" <<'EOF'
import json, subprocess, sys
lines = [json.loads(line) for line in open("in.jsonl")]
base = {a["id"]: a for a in map(json.loads, open("out.jsonl"))}
wrong = 0
for size, cost in ((1, 1e-6), (1, 1e6), (0.125, 1), (8, 1)):
    scaled = "".join(json.dumps({"id": x["id"], "points": [
        [n * size, count, low * cost, high * cost, total * cost, squares * cost * cost]
        for n, count, low, high, total, squares in x["points"]]}) + "\n" for x in lines)
    out = subprocess.run([sys.argv[1], "fit"], input=scaled, capture_output=True, text=True, check=True).stdout
    for b in map(json.loads, out.splitlines()):
        a = base[b["id"]]
        if size != 1 and "2^n" in (a["class"], b["class"]):
            continue
        same = a["class"] == b["class"] and (a["exponent"] is None) == (b["exponent"] is None)
        if not same or a["exponent"] is not None and abs(a["exponent"] - b["exponent"]) > 1e-6:
            print(f"{a['id']}, sizes x {size}, costs x {cost}: {a['class']} {a['exponent']}, {b['class']} {b['exponent']}")
            wrong += 1
sys.exit(wrong > 0)
EOF
}

run_tests
