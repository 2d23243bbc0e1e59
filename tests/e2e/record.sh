#!/bin/bash
# ordo record and ordo run: the program is not disturbed, and its profile is written whatever happens.
. "$(dirname "$0")/lib.sh"

# Writes and builds count N [MODE], which calls work() with 1..N, prints, and exits 0 or does what MODE says.
write_count() {
    copy_program record/count.c
    "$ORDO" cc -O1 --no-fold count.c -o count
}

wait_for() { local i; for i in $(seq 2400); do [ -e "$1" ] && return; sleep 0.05; done; fail "$1 did not appear"; exit 1; }
no_leftovers() { assert_eq "folders left behind" "" "$(ls -d ./*.raw-* 2>/dev/null)"; }

test_an_ordinary_run_is_recorded() {
    write_count
    expect 0 "$ORDO" record -- ./count 20
    assert_eq "the program's stdout" 0 "$(cat out)"
    assert_eq "lines on stderr" 1 "$(wc -l <err)"
    assert_eq "calls of work" 20 "$(ask ordo.data 's["work"]["calls"]')"
    assert_eq "distinct values of n" 20 "$(ask ordo.data 's["work"]["sizes"]["arg:n"]["distinct"]')"
    assert_eq "engine and cell" "compiled 8" "$(ask ordo.data 'p["engine"], p["cell_bytes"]' | tr -d "(),'")"
    no_leftovers
}

test_status_of_the_command_is_passed_on() {
    write_count
    local n
    for n in 0 1 3 125 255; do expect $n "$ORDO" record -q -- ./count 3 exit $n; done
    assert_eq "stderr of a quiet recording" "" "$(cat err)"
    expect 137 "$ORDO" record -q -- ./count 3 kill
    expect 139 "$ORDO" record -q -- ./count 3 crash
    assert_eq "calls before the crash" 3 "$(ask ordo.data 's["work"]["calls"]')"
    assert_eq "unfinished main" 1 "$(ask ordo.data 's["main"]["unfinished"]')"
    assert_eq "signal" 11 "$(ask ordo.data 'p["runs"][0]["signal"]')"
    no_leftovers
}

test_failures_of_ordo_have_status_125_to_127_and_a_message() {
    expect 127 "$ORDO" record -- ./no-such-program
    tail -1 err | grep -q '^ordo: ./no-such-program: '
    : >plain
    expect 126 "$ORDO" record -- ./plain
    tail -1 err | grep -q '^ordo: ./plain: '
    for wrong in "--cell 3" "--cost time" "--limit x" "--wait x" "--engine pin" "--feature x" "--ouput x" ""; do
        expect 125 "$ORDO" record $wrong ${wrong:+true}
        tail -1 err | grep -q '^ordo: ' || { cat err >&2; fail "last line for '$wrong'"; exit 1; }
    done
    expect 125 "$ORDO" run --sort heap true
    expect 125 "$ORDO" record -o no/such/folder/x true
    tail -1 err | grep -q '^ordo: no/such/folder: '
    mkdir folder
    expect 125 "$ORDO" record -o folder true
    no_leftovers
}

test_a_read_only_folder_is_reported_before_the_command_runs() {
    expect 125 "$ORDO" record -o /proc/ordo.data -- touch ran
    tail -1 err | grep -q '^ordo: /proc: '
    [ ! -e ran ]
}

test_an_older_profile_is_kept() {
    write_count
    "$ORDO" record -q -- ./count 5
    cp ordo.data first
    "$ORDO" record -q -- ./count 6
    assert_ok cmp first ordo.data.old
    assert_eq "calls in the new profile" 6 "$(ask ordo.data 's["work"]["calls"]')"
}

test_a_run_of_uninstrumented_programs_is_reported_and_keeps_the_older_profile() {
    write_count
    "$ORDO" record -q -- ./count 5
    cp ordo.data first
    expect 3 "$ORDO" record -- sh -c 'exit 3'
    grep -q 'no instrumented program ran' err
    grep -q 'ordo cc' err
    assert_ok cmp first ordo.data
    [ ! -e ordo.data.old ]
    no_leftovers
}

test_all_processes_of_the_command_are_in_one_profile() {
    write_count
    printf 'test:\n\t./count 4\n\t./count 5 & ./count 6; wait\n\tenv ./count 7\n' >Makefile
    "$ORDO" record -q -- make -s test >out
    assert_eq "calls of work" 22 "$(ask ordo.data 's["work"]["calls"]')"
    assert_eq processes 4 "$(ask ordo.data 'len(p["runs"][0]["processes"])')"
    "$ORDO" record -q -- sh -c 'exec ./count 3' >out
    assert_eq "calls after exec" 3 "$(ask ordo.data 's["work"]["calls"]')"
}

# An executable, a library that it is linked with, a library that it loads, and a host that is not instrumented.
test_a_process_has_one_runtime() {
    echo 'int linked(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }' >linked.c
    echo 'int linked(int); int loaded(int n) { int i, s = 0; for (i = 0; i < n; i++) s += linked(i); return s; }' >loaded.c
    copy_program record/calls_libraries.c host.c
    "$ORDO" cc -O1 -fPIC -shared linked.c -o liblinked.so
    "$ORDO" cc -O1 -fPIC -shared loaded.c -o libloaded.so -L. -llinked -Wl,-rpath,"$PWD"
    "$ORDO" cc -O1 host.c -o host -L. -llinked -Wl,-rpath,"$PWD"
    "$ORDO" record -q -- ./host >out
    assert_eq output "20 3" "$(xargs <out)"
    assert_eq "one process, one run" "1 1" "$(ask ordo.data 'len(p["runs"]), len(p["runs"][0]["processes"])' | tr -d '(),')"
    assert_eq "calls of linked, loaded, main" "7 1 1" "$(ask ordo.data 's["linked"]["calls"], s["loaded"]["calls"], s["main"]["calls"]' | tr -d '(),')"
    assert_eq "iterations below loaded" 10 "$(ask ordo.data 'sum(x["iterations"] for x in p["scopes"] if x["kind"] == "loop" and x["file"] == "linked.c") - 8')"
    "$ORDO" record -q -- python3 -c 'import ctypes; print(ctypes.CDLL("./libloaded.so").loaded(5))' >out
    assert_eq "output under python" 10 "$(cat out)"
    assert_eq "calls under python" "5 1" "$(ask ordo.data 's["linked"]["calls"], s["loaded"]["calls"]' | tr -d '(),')"
}

test_per_process_writes_a_profile_for_each_process() {
    write_count
    "$ORDO" record -q --per-process -o 'p-%p.data' -- sh -c './count 4; ./count 5' >out
    assert_eq profiles 2 "$(ls p-*.data | wc -l)"
    assert_eq "calls in each" "4 5" "$(for f in p-*.data; do ask $f 's["work"]["calls"]'; done | sort | xargs)"
    "$ORDO" record -q --per-process -- ./count 4 >out
    assert_eq "profiles without %p" 1 "$(ls ordo.data.[0-9]* | wc -l)"
}

test_the_output_name_may_contain_the_pid() {
    write_count
    "$ORDO" record -q -o 'x-%p-%p.data' -- sh -c 'echo $$; exec ./count 3' >out
    [ -s "x-$(head -1 out)-$(head -1 out).data" ]
}

test_standard_streams_belong_to_the_program() {
    write_count
    printf 'abc' >in
    assert_eq "a filter" abc "$("$ORDO" record -q -- cat <in 2>/dev/null)"
    "$ORDO" run -- ./count 5 >out 2>err
    assert_eq "stdout under run" 0 "$(cat out)"
    grep -q 'count.c:10' err
}

test_a_signal_to_ordo_is_passed_on_and_the_profile_is_written() {
    write_count
    "$ORDO" record -q -- ./count 5 sleep >out 2>err &
    local pid=$! rc=0
    wait_for ready
    kill -TERM $pid
    wait $pid || rc=$?
    assert_eq status 143 $rc
    assert_eq "calls of work" 5 "$(ask ordo.data 's["work"]["calls"]')"
    assert_eq "unfinished main" 1 "$(ask ordo.data 's["main"]["unfinished"]')"
    no_leftovers
}

# As with Ctrl-C on a terminal: SIGINT to the whole foreground group.
test_the_program_handles_an_interrupt_of_its_group() {
    write_count
    python3 "$CHECKS/interrupt_group.py" "$ORDO"
    assert_eq "calls of work" 5 "$(ask ordo.data 's["work"]["calls"]')"
}

# Ctrl-Z stops both Ordo and the program, fg continues both, and only the program reads the terminal.
test_job_control_of_a_shell_works() {
    python3 -c 'import os; os.openpty()' 2>/dev/null || skip "no pseudo-terminals here"
    timeout 200 python3 "$CHECKS/job_control.py" cat >plain 2>&1 || skip "no job control on a terminal here, even without Ordo: $(cat plain)"
    assert_ok timeout 200 python3 "$CHECKS/job_control.py" "$ORDO" record -q --engine compiled -- cat
    # Valgrind ignores the terminal, and is stopped.
    if [ -x "$(dirname "$ORDO")/../lib/ordo/ordo-valgrind" ] && command -v valgrind >/dev/null; then
        assert_ok timeout 200 python3 "$CHECKS/job_control.py" "$ORDO" record -q --engine valgrind -- cat
    fi
    # The shell must not take over the terminal before the program has released it.
    sed 's/until(b"Stopped")/until(b"put away"); until(b"Stopped")/' "$CHECKS/job_control.py" >jobs.py
    assert_ok timeout 200 python3 jobs.py "$ORDO" record -q --engine compiled -- python3 "$ROOT/tests/e2e/programs/record/slow_to_stop.py"
}

test_ignored_signals_stay_ignored() {
    (trap '' INT TERM; "$ORDO" record -- sh -c 'kill -INT $$; kill -TERM $$; echo alive') >out 2>err
    assert_eq "output of the child" alive "$(cat out)"
    "$ORDO" record -- sh -c 'grep SigBlk /proc/self/status' >out 2>err
    grep -qE 'SigBlk:\s0+$' out
}

test_processes_that_outlive_the_command_are_recorded() {
    write_count
    expect 0 "$ORDO" record -- sh -c './count 5 sleep >/dev/null & while [ ! -e ready ]; do sleep 0.05; done; echo $! >pid'
    grep -q 'still running' err
    assert_eq "its points so far" 5 "$(ask ordo.data 's["work"]["calls"]')"
    assert_eq "its state" running "$(ask ordo.data 'p["runs"][0]["processes"][0]["state"]')"
    kill -0 "$(cat pid)" || { fail "the process was ended"; exit 1; }
    kill "$(cat pid)"
    rm ready
    expect 0 "$ORDO" record --wait 60 -- sh -c './count 5 nap >/dev/null & while [ ! -e ready ]; do sleep 0.05; done'
    assert_eq "with --wait" "6 finished" "$(ask ordo.data 's["work"]["calls"], p["runs"][0]["processes"][0]["state"]' | tr -d "(),'")"
    no_leftovers
}

test_settings_reach_the_runtime() {
    write_count
    local c
    for c in 1 2 4 8; do
        "$ORDO" record -q --cell $c -- ./count 40 >out
        assert_eq "cell size" $c "$(ask ordo.data 'p["cell_bytes"]')"
        assert_eq "largest size of work at --cell $c" $((c > 4 ? 20 : 160 / c)) "$(ask ordo.data 's["work"]["sizes"]["rms"]["max"]')"
    done
    ORDO_CELL=4 "$ORDO" record -q -- ./count 40 >out
    assert_eq "cell size by ORDO_CELL" 4 "$(ask ordo.data 'p["cell_bytes"]')"
    "$ORDO" record -q --feature n=40 --feature ratio=0.5 -- ./count 40 >out
    assert_eq features "40 0.5" "$(ask ordo.data '"%g %g" % (p["runs"][0]["features"]["n"], p["runs"][0]["features"]["ratio"])')"
    "$ORDO" record -q --cost iterations,allocs -- ./count 40 >out
    assert_eq "extra costs of work" "allocs iterations" "$(ask ordo.data '" ".join(sorted(s["work"]["costs"]))')"
}

test_features_come_from_the_program_and_the_command_line() {
    echo '#include <ordo/ordo.h>
int main(int argc, char **argv) { int i; (void)argv; for (i = 0; i < 3; i++) ordo_feature("n", i); ordo_feature("args", argc + 0.5); return 0; }' >f.c
    "$ORDO" cc -O1 -I"$ROOT/include" f.c -o f
    assert_ok ./f
    "$ORDO" record -q -- ./f
    assert_eq "the program's" '{"args": 1.5, "n": 2}' \
        "$(ask ordo.data 'json.dumps(p["runs"][0]["features"], sort_keys=True)' | sed 's/2.0}/2}/')"
    "$ORDO" record -q --feature n=7 -- ./f
    assert_eq "n of the command line wins" 7 "$(ask ordo.data '"%g" % p["runs"][0]["features"]["n"]')"
}

test_a_limit_stops_the_recording_and_not_the_program() {
    cat >many.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
static char data[200000];
static int work(int n) { int i, s = 0; for (i = 0; i < n; i++) s += data[i]; return s; }
int main(void) { int i, s = 0; for (i = 1; i < 20000; i++) s += work(i); printf("%d\n", s); return 0; }
EOF
    "$ORDO" cc -O1 --no-fold many.c -o many
    expect 0 "$ORDO" record --limit 300k -- ./many
    assert_eq output 0 "$(cat out)"
    assert_eq warning True "$(ask ordo.data '"stopped-limit" in [w["code"] for w in p["warnings"]]')"
}

test_a_file_size_limit_does_not_harm_the_program_and_the_older_profile() {
    write_count
    "$ORDO" record -q -- ./count 5 >out
    cp ordo.data first
    (ulimit -f 16; expect 125 "$ORDO" record -- ./count 6)
    assert_eq "output of the program" 0 "$(cat out)"
    tail -1 err | grep -q '^ordo: ordo.data'
    assert_ok cmp first ordo.data
}

# Servers change user and root, go into the background, and filter their system calls. There are more points than the
# raw file has room for at first.
long_programs_that_give_up_rights_are_recorded() {
    [ "$(id -u)" = 0 ] || skip "only root can become another user"
    mkdir jail
    chmod 700 .
    local build what options want
    for build in "" --structure --production --blocks=only; do
        options=
        [ "$build" = --production ] && options="--production --rate 1"
        assert_ok "$ORDO" cc $build -w -O1 -g "$ROOT/tests/e2e/programs/rights.c" -o rights
        for what in nothing end user root calls terminal; do
            [ -z "$build" ] || wanted $what user calls || continue
            expect 0 "$ORDO" record $options --wait 20 -o p.data -- ./rights $what
            assert_eq "output, $build, $what" 562501080 "$(cat out)"
            "$ORDO" report p.data >report
            ! grep -E '^warning .(killed|still-running)' report || { fail "$build, $what: $(grep -A1 -E '^warning .(killed|still)' report)"; exit 1; }
            [ $what = calls ] || ! grep '^warning .stopped' report || { fail "$build, $what: $(grep -A1 '^warning .stopped' report)"; exit 1; }
            [ $what != calls ] && [ "$build" != --blocks=only ] || continue
            assert_eq "calls of sum, $build, $what" 1520 \
                "$(ask p.data 'sum(x["calls"] for x in p["scopes"] if x["line"] == 32 and x["kind"] == "loop")')"
        done
    done
}

test_a_full_disk_does_not_harm_the_program_and_the_older_profile() {
    write_count
    mkdir small
    mount -t tmpfs -o size=1m none small 2>/dev/null || skip "tmpfs cannot be mounted here"
    trap 'umount small' EXIT
    "$ORDO" record -q -- ./count 5 >/dev/null
    head -c 100k ordo.data >small/ordo.data
    cp small/ordo.data first
    head -c 2m /dev/zero >small/filler 2>/dev/null && { fail "the small disk is not full"; exit 1; }
    expect 125 "$ORDO" record -o small/ordo.data -- ./count 6
    assert_eq "output of the program" 0 "$(cat out)"
    tail -1 err | grep -q '^ordo: small/ordo.data'
    assert_ok cmp first small/ordo.data
}

test_raw_files_of_a_failed_recording_can_be_used() {
    write_count
    expect 125 "$ORDO" record -- sh -c 'mkdir ordo.data; ./count 5'
    local kept
    kept=$(grep -oE 'record --from [^`]*' err | cut -d' ' -f3)
    [ -d "$kept" ] || { cat err >&2; fail "no raw files were kept"; exit 1; }
    expect 125 "$ORDO" record --from "$kept" -o nosuch/saved.data
    assert_eq "message" 1 "$(grep -c '^ordo: nosuch: no such folder' err)"
    expect 0 "$ORDO" record --from "$kept" -o saved.data
    assert_eq "calls of work" 5 "$(ask saved.data 's["work"]["calls"]')"
    [ ! -e "$kept" ]
    expect 125 "$ORDO" record --from "$kept" -o saved.data
    tail -1 err | grep -q "^ordo: "
    mkdir nothing
    expect 125 "$ORDO" record --from nothing -o saved.data
    tail -1 err | grep -q "^ordo: .*nothing: contains no raw file"
}

test_recordings_may_be_nested() {
    write_count
    "$ORDO" record -q --cell 4 -o outer.data -- sh -c "./count 4; '$ORDO' record -q -o inner.data -- ./count 9" >out
    assert_eq "calls in the outer" 4 "$(ask outer.data 's["work"]["calls"]')"
    assert_eq "calls in the inner" 9 "$(ask inner.data 's["work"]["calls"]')"
    assert_eq "cell sizes: the inner recording inherits ORDO_CELL" "4 4" \
        "$(ask outer.data 'p["cell_bytes"]') $(ask inner.data 'p["cell_bytes"]')"
}

run_tests
