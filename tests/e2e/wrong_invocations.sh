#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wrong command lines: each gets one line that names what is wrong, nothing on stdout, and the documented status.
# wrong_invocations.txt has them: "$ COMMAND", then "STATUS MESSAGE". SIZE stands for the size of q.data.
. "$(dirname "$0")/lib.sh"
export PATH="$(dirname "$ORDO"):$PATH"
TABLE=$ROOT/tests/e2e/wrong_invocations.txt

# Makes the files that the commands name.
make_files() {
    local n
    mkdir -p folder/empty raw
    cp "$ROOT/examples/queue.c" "$ROOT/examples/lab/bubble_sort.c" .
    cp "$ROOT/tests/e2e/programs/quick_sort.c" quick.c
    ordo cc -O2 -o queue queue.c
    for n in 300 600 1200; do ordo record -q -o $n.data -- ./queue moves $n >/dev/null; done
    ordo merge -o q.data 300.data 600.data 1200.data
    ordo cc --blocks=only -O2 -w -o quick quick.c
    ordo trend -q -o t.data --scan n=10:1000:log6 --scan seed=1,2 -- ./quick {n} {seed}
    clang-19 -O1 -o plain queue.c
    ordo cc --production -O2 -o sampled queue.c
    ordo record -q --production -o p.data -- ./sampled moves 300 >/dev/null
    echo 'a text of prose' >text.txt
    : >empty.data
    head -c 3000 q.data >cut.data
    printf 'workload,n\nnone,1\n' >other.csv
    printf '#!/bin/sh\nexit 0\n' >unreadable.sh
    printf 'int main(void) { return 0; }\n' >no_experiment.h
}

test_each_wrong_invocation_gets_one_line_and_the_documented_status() {
    local command want rc got size n=0 wrong=0
    export LC_ALL=C TERM=dumb
    make_files
    size=$(stat -c %s q.data) # of the whole file that cut.data is cut from
    while IFS= read -r command; do
        case $command in '$ '*) ;; *) continue ;; esac
        IFS= read -r want
        n=$((n + 1)) rc=0
        bash -c "${command#\$ }" >out 2>err </dev/null || rc=$?
        got="$rc $(cat err)"
        got=${got/should have $size bytes/should have SIZE bytes}
        [ "$got" = "$want" ] && [ ! -s out ] && continue
        wrong=$((wrong + 1))
        fail "${command}
        expected: $want
        got:      $got$([ -s out ] && echo ", and on stdout: $(head -c 200 out)")" || true
    done <"$TABLE"
    [ "$n" -ge 100 ] || { fail "only $n wrong invocations"; exit 1; }
    assert_eq "wrong answers to $n wrong invocations" 0 "$wrong"
    assert_eq "file of a command that was not to run" "" "$(ls ran 2>/dev/null)"
}

# An option set for all subcommands through the environment is no mistake where it does not apply.
test_environment_variables_that_do_not_apply_are_ignored() {
    make_files
    expect 0 env ORDO_SIGMA=5 ORDO_PREDICT=n=100 "$ORDO" report q.data
    expect 0 env ORDO_METRIC=rms ORDO_AT=4 "$ORDO" report t.data
}

run_tests
