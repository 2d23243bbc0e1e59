#!/bin/bash
# Recordings that start and stop in a running process by its control page (ORDO_CONTROL, `ordo record --pid`).
. "$(dirname "$0")/lib.sh"

PROGRAM=$ROOT/tests/e2e/programs/serving.c
N=60

# begin [WORD=VALUE]... -- [ARGUMENT]...: builds the program and starts it in the background: $pid; its output is in
# `out`. It ends when `quit` is called.
begin() {
    local settings=()
    while [ "$1" != -- ]; do settings+=("$1"); shift; done
    shift
    [ -f prod ] || assert_ok "$ORDO" cc --production -O2 -g "$PROGRAM" -o prod
    mkdir -p control && chmod 700 control
    rm -f input && mkfifo input
    ORDO_CONTROL=$PWD/control env ${settings[@]+"${settings[@]}"} ./prod $N "$@" <input >out 2>said &
    pid=$!
    exec 9>input
    wait_for '[ -s out ]'
}

quit() {
    exec 9>&-
    wait "$pid"
}

# wait_for CONDITION: at most 20 s.
wait_for() {
    local i
    for i in $(seq 400); do
        if eval "$1"; then return 0; fi
        sleep 0.05
    done
    fail "waited in vain for: $1"
    exit 1
}

attach() { "$ORDO" record --control "$PWD/control" --pid "$pid" "$@"; }

# attach_behind [ARGUMENT]...: the same in the background: $recorder. Waits until the process records.
attach_behind() {
    "$ORDO" record --control "$PWD/control" --pid "$pid" "$@" 2>err 9>&- &
    recorder=$!
    wait_for 'ls *.raw-*/*.raw >/dev/null 2>&1'
}

# counted FILE: prints executions and iterations of the loop marked `sort`, and the milliseconds in samples.
counted() {
    local line
    line=$(grep -n '/\* sort \*/' "$PROGRAM" | cut -d: -f1)
    "$ORDO" report --json "$1" >.report.json || exit 1
    python3 -c 'import json, sys
p = json.load(open(".report.json"))
x = [x for x in p["scopes"] if x["kind"] == "loop" and x["line"] == int(sys.argv[1])][0]
print(x["calls"], x["iterations"], p["production"]["sampled_ns"] // 1000000)' "$line"
}

# check_output: the output is that of a program that nobody recorded.
check_output() {
    clang-19 -O2 "$PROGRAM" -o plain
    sleep 0.6 | ./plain $N >expected
    local n
    n=$(($(wc -l <expected) < $(wc -l <out) ? $(wc -l <expected) : $(wc -l <out)))
    [ "$n" -gt 10 ] || { fail "only $n lines to compare"; exit 1; }
    assert_eq "output" "$(head -n "$n" expected | cksum)" "$(head -n "$n" out | cksum)"
}

test_a_process_is_recorded_twice_and_runs_on() {
    local budget i executions iterations ms sum=0 all
    begin --
    for i in 1:1% 2:20%; do
        budget=${i#*:}
        assert_ok attach --production --for 1s --budget "$budget" -o "$i.data" 2>err
        read -r executions iterations ms < <(counted "$i.data")
        [ "$executions" -gt 100 ] || { fail "$budget: only $executions executions"; exit 1; }
        # The gate at which a recording begins or ends may be within an execution, whose iterations are then counted
        # on the other side.
        case $((executions * (N - 1) - iterations)) in
        0 | $((N - 1)) | -$((N - 1))) ;;
        *) fail "$budget: $iterations iterations in $executions executions"; exit 1 ;;
        esac
        # A second of CPU time has a thousand milliseconds: a hundredth of it is 10.
        [ "$ms" -le $((12 * ${budget%\%})) ] || { fail "$budget: $ms ms in samples"; exit 1; }
        sum=$((sum + executions))
        sleep 0.3
        assert_eq "raw folders" "" "$(ls -d *.raw-* 2>/dev/null)"
    done
    quit
    all=$(tail -n 1 out | cut -d ' ' -f 1)
    [ "$sum" -lt "$all" ] || { fail "$sum executions in the recordings, $all in all"; exit 1; }
    assert_eq "what the program said" "" "$(cat said)"
    assert_eq "control pages" "" "$(ls control)"
    check_output
}

test_a_recording_ends_with_a_signal_to_ordo() {
    local signal
    begin --
    for signal in TERM HUP; do
        attach_behind -o "$signal.data"
        sleep 0.3
        kill -$signal $recorder
        wait $recorder || { fail "status $? after $signal: $(cat err)"; exit 1; }
        [ "$(counted "$signal.data" | cut -d ' ' -f 1)" -gt 100 ] || { fail "$signal: no executions"; exit 1; }
    done
    quit
}

test_a_killed_process_leaves_its_profile() {
    begin --
    attach_behind --for 1m -o killed.data
    sleep 0.3
    kill -KILL "$pid"
    wait $recorder || { fail "status $?: $(cat err)"; exit 1; }
    grep -q "process $pid ended while it was recorded" err || { cat err; exit 1; }
    [ "$(counted killed.data | cut -d ' ' -f 1)" -gt 100 ] || { fail "no executions"; exit 1; }
    "$ORDO" report --warnings killed.data | grep -q 'was killed' || { fail "no warning"; exit 1; }
    exec 9>&-
    expect 125 attach
    assert_eq "message" "ordo: process $pid: there is no such process" "$(cat err)"
}

test_forked_children_are_recorded_with_their_parent() {
    begin -- workers
    assert_ok attach --for 2s --rate 1/100 -o forked.data 2>err
    "$ORDO" report --json forked.data >.report.json
    python3 -c 'import json
p = json.load(open(".report.json"))["runs"][0]["processes"]
assert len(p) > 1, p
assert [x["forked"] for x in p].count(False) == 1, p' || exit 1
    quit
    assert_eq "control pages" "" "$(ls control)"
}

test_a_killed_recorder_leaves_the_process_to_others() {
    begin --
    attach_behind -o first.data
    expect 125 attach --for 1s
    assert_eq "message" "ordo: process $pid is being recorded by process $recorder: wait for its end" "$(cat err)"
    kill -KILL $recorder
    wait $recorder || true
    assert_ok attach --for 0.3s -o second.data 2>err
    [ "$(counted second.data | cut -d ' ' -f 1)" -gt 10 ] || { fail "no executions"; exit 1; }
    quit
}

# The process itself ends what nobody puts off any more.
test_a_recording_ends_soon_after_its_recorder_was_killed() {
    begin --
    attach_behind -o first.data
    wait_for 'grep -q raw- "/proc/$pid/maps"'
    kill -KILL $recorder
    wait_for '! grep -q raw- "/proc/$pid/maps"'
    quit
}

test_processes_without_a_control_page_are_named() {
    begin ORDO_CONTROL= --
    expect 125 attach --for 1s
    grep -q "process $pid has no control page in $PWD/control: .*ORDO_CONTROL=1" err || { cat err; exit 1; }
    quit
    expect 125 attach --for 1s
    grep -q "process $pid: there is no such process" err || { cat err; exit 1; }
    assert_eq "profiles" "" "$(ls ordo.data 2>/dev/null)"
}

test_files_of_others_are_not_used() {
    begin --
    assert_eq "mode" 600 "$(stat -c %a "control/$pid.control")"
    chmod 660 "control/$pid.control"
    expect 125 attach --for 1s
    grep -q "control/$pid.control: not a control page of this user" err || { cat err; exit 1; }
    mv "control/$pid.control" real
    chmod 600 real
    ln -s ../real "control/$pid.control"
    expect 125 attach --for 1s
    grep -q "control/$pid.control: not a control page of this user" err || { cat err; exit 1; }
    chmod 777 control
    expect 125 attach --for 1s
    grep -q "control: not a folder that only this user can write to" err || { cat err; exit 1; }
    quit
}

test_a_page_that_cannot_be_made_does_not_harm_the_program() {
    mkdir shared && chmod 777 shared
    begin ORDO_CONTROL="$PWD/shared" --
    grep -q "^ordo: ORDO_CONTROL: this process cannot be recorded: .*shared: others may write to it" said || { cat said; exit 1; }
    quit
    check_output
    begin ORDO_CONTROL=here --
    grep -q "^ordo: ORDO_CONTROL=here: neither 1 nor the absolute path of a folder; ignored" said || { cat said; exit 1; }
    quit
}

test_the_process_of_another_user_is_named() {
    [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || skip "needs root and setpriv"
    chmod 711 .
    setpriv --reuid 65534 --clear-groups sleep 60 &
    pid=$!
    wait_for '[ "$(cat "/proc/$pid/comm")" = sleep ]' # setpriv has become another user
    mkdir -p control && chmod 700 control
    expect 125 attach --for 1s
    assert_eq "message" "ordo: process $pid runs as another user: run ordo as the user that started it" "$(cat err)"
    kill $pid
}

test_a_process_at_rest_is_not_waited_for() {
    begin --
    kill -STOP "$pid"
    expect 125 attach --for 0.3s
    grep -q "process $pid did not notice the request" err || { cat err; exit 1; }
    kill -CONT "$pid"
    assert_ok attach --for 0.3s 2>err
    quit
}

run_tests
