#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Bytes allocated and their peak (docs/measurement.md, Space): exact numbers, reports by them, and what a report of time
# says about memory. tests/space has more programs.
. "$(dirname "$0")/lib.sh"

# blocks.c: blocks of 1,000 bytes and more, so that what the allocator adds hardly counts.
blocks() {
    cat >blocks.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static char *kept[8];
void hold(int n) { for (int i = 0; i < n; i++) kept[i] = malloc(10000); }
void release(int n) { for (int i = 0; i < n; i++) free(kept[i]); }
void turn(int n) { for (int i = 0; i < n; i++) free(malloc(10000)); }
void both(int n) { hold(n); turn(n); release(n); }
void resize(int n) { char *p = 0; for (int i = 1; i <= n; i++) p = realloc(p, i * 10000); free(p); }
void older(int n) { free(kept[0]); kept[0] = malloc(n * 10000); }
void *other(void *n) { turn(*(int *)n); return 0; }
int main(void) {
    int n = 4;
    both(n);
    resize(n);
    kept[0] = malloc(30000);
    older(n);
    free(kept[0]);
    pthread_t t;
    pthread_create(&t, 0, other, &n);
    pthread_join(t, 0);
    return 0;
}
END
    "$ORDO" cc -O1 -g -o blocks blocks.c -pthread
    "$ORDO" record -q -o blocks.data -- ./blocks
}

# space NAME: prints the kilobytes that the routine allocated, and the most that it had in use, in all calls.
space() {
    "$ORDO" report --json blocks.data >r.json || return 1
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" r.json >&2 || return 1
    python3 - "$1" <<'END'
import json, sys
(s,) = [s for s in json.load(open("r.json"))["scopes"] if s["name"] == sys.argv[1] and s["kind"] == "routine"]
def points(cost): return s.get("costs", {}).get(cost, {"sizes": {}})["sizes"].get("rms", {"points": []})["points"]
print(sum(p[4] for p in points("allocated")) // 1000, max([p[3] for p in points("peak")], default=0) // 1000)
END
}

test_blocks_count_as_the_rules_say() {
    blocks
    assert_eq "blocks that are kept" "40 40" "$(space hold)"
    assert_eq "one block at a time, in two threads" "80 10" "$(space turn)"
    assert_eq "callees included" "80 50" "$(space both)"
    assert_eq "a block that is resized is a new one" "100 40" "$(space resize)"
    assert_eq "an older block makes room" "40 10" "$(space older)"
    assert_eq "only frees" "0 0" "$(space release)"
    assert_eq "the run" "290 60" "$(python3 -c 'import json
r = json.load(open("r.json"))["runs"][0]; print(r["allocated"] // 1000, r["peak"] // 1000)')"
}

test_merged_profiles_have_the_points_of_both() {
    blocks
    "$ORDO" merge -o twice.data blocks.data blocks.data
    mv twice.data blocks.data
    assert_eq "blocks that are kept" "80 40" "$(space hold)"
}

test_a_report_by_space_has_models_and_findings_of_bytes() {
    cat >rows.c <<'END'
#include <stdlib.h>
int make(int n) {
    long **rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++) rows[i] = malloc(n * sizeof **rows);
    for (int i = 0; i < n; i++) free(rows[i]);
    free(rows);
    return n;
}
int main(int argc, char **argv) { return make(atoi(argv[argc - 1])) < 0; }
END
    "$ORDO" cc -O1 -g -o rows rows.c
    expect 0 "$ORDO" run --scan n=100:800:x2 -o rows.data -- ./rows '{n}'
    expect 0 "$ORDO" report rows.data
    grep -q '^Memory in use at once grows like n^2 over the input, in loop in make (rows.c:4);$' out
    grep -q '4.9 MiB now, 49[0-9] MiB at 10x the size' out
    expect 0 "$ORDO" report --space peak rows.data
    grep -q '^1  n^2 over the input  loop in make  rows.c:4$' out
    expect 0 "$ORDO" report --space allocated --json rows.data
    python3 "$ROOT/tests/report/validate.py" "$ROOT/docs/report.schema.json" out
    assert_eq "the metric and its model" "allocated n^2" "$(python3 -c 'import json
d = json.load(open("out")); (s,) = [s for s in d["scopes"] if s["name"] == "make"]
print(d["cost_metric"], s["sizes"]["arg:n"]["model"]["class"])')"
    expect 2 "$ORDO" report --space blocks rows.data
    grep -q 'write allocated or peak' err
}

test_linear_memory_is_nothing_to_report() {
    cat >line.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv) { int n = atoi(argv[argc - 1]); for (int i = 0; i < n; i++) free(malloc(n * 8));
    free(malloc(n * 1000)); return 0; }
END
    "$ORDO" cc -O1 -g -o line line.c
    expect 0 "$ORDO" run --scan n=1000:8000:x2 -o line.data -- ./line '{n}'
    expect 0 "$ORDO" report --json line.data
    assert_eq "memory" "None" "$(python3 -c 'import json; print(json.load(open("out"))["memory"])')"
}

run_tests "$@"
