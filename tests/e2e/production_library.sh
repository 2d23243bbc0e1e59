#!/bin/bash
# Production builds count what library routines do, in all executions: sampled or not, given up or not, and whether the
# length is known to the compiler or not.
. "$(dirname "$0")/lib.sh"

# One call of step() goes through 1,500 bytes by strlen, 700 by memmove, 900 by memset, and 100 by memcpy, which are too
# few. The recursion does the same.
program() {
    cat >work.c <<'END_OF_PROGRAM'
#include <stdlib.h>
#include <string.h>
static char text[2000], record[1000], table[1000];
static volatile size_t bytes = 900, few = 100;
__attribute__((noinline)) static long step(int i) {
    text[i % 1500] = 'a';
    memmove(record + 1, record, 700);
    memset(table, i, bytes);
    memcpy(table, record, few);
    return (long)strlen(text) + record[i % 700] + table[i % 900];
}
static long below(int depth) { return depth ? step(depth) + below(depth - 1) + below(depth - 1) : 0; }
long work(int loops, int rounds, int depth) {
    long sum = 0;
    memset(text, 'x', 1500);
    for (int i = 0; i < loops; i++) {
        for (int k = 0; k < rounds; k++) sum += step(k);
        sum += below(depth);
    }
    return sum;
}
END_OF_PROGRAM
    cat >main.c <<'END_OF_PROGRAM'
#include <stdlib.h>
long work(int loops, int rounds, int depth);
int main(int c, char **v) { return c < 4 || !work(atoi(v[1]), atoi(v[2]), atoi(v[3])); }
END_OF_PROGRAM
}

# counts DATA: calls of each routine by step(), and its cost.
counts() {
    "$ORDO" report --json "$1" >report.json || exit 1
    python3 -c 'import json
d = json.load(open("report.json"))
for x in sorted(d["library"], key=lambda x: x["function"]):
    for c in x["callers"]:
        if c["name"] == "step": print(x["function"], c["calls"], c["cost"])'
}

# recorded LOOPS ROUNDS DEPTH: the counts must be those of the program, however it is recorded.
recorded() {
    local how calls=$(($1 * ($2 + (1 << $3) - 1)))
    for how in "--rate 1" "--rate 1/7" "--budget 20%" "--budget 0.5%"; do
        # shellcheck disable=SC2086
        assert_ok "$ORDO" record --production -q $how -o work.data -- ./work "$@"
        assert_eq "$how $*" "memmove $calls $((calls * 1400 / 8))
memset $calls $((calls * 900 / 8))
strlen $calls $((calls * 1500 / 8))" "$(counts work.data)"
    done
}

test_library_work_is_exact_in_executables() {
    local o
    program
    for o in -O1 -O2 -O3; do
        wanted "$o" -O2 || continue
        assert_ok "$ORDO" cc --production "$o" -g work.c main.c -o work
        recorded 400 40 4
        recorded 2 20000 12
    done
}

test_library_work_is_exact_in_libraries() {
    program
    assert_ok "$ORDO" cc --production -O2 -g -fPIC -shared work.c -o libwork.so
    assert_ok "$ORDO" cc --production -O2 -g main.c ./libwork.so -o work
    recorded 400 40 4
    recorded 2 20000 12
    assert_ok "$ORDO" cc --production --keep-gs -O2 -g work.c main.c -o work
    recorded 400 40 4
    recorded 2 20000 12
}

# What a routine spent in library routines is part of its total, and no loop's own cost.
test_library_work_is_in_one_row() {
    program
    assert_ok "$ORDO" cc --production -O2 -g work.c main.c -o work
    assert_ok "$ORDO" record --production -q --rate 1/7 -o work.data -- ./work 400 40 4
    assert_ok "$ORDO" report --json work.data >report.json
    assert_eq "own costs" True "$(python3 -c 'import json
d = json.load(open("report.json"))
rows = [s for s in d["scopes"] if s["own"] is not None]
print(all(s["own"] <= s["cost"]["total"] for s in rows) and
      abs(sum(s["own"] for s in rows) - d["total_cost"]) < 0.01 * d["total_cost"])')"
}

run_tests
