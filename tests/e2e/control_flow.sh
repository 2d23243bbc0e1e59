#!/bin/bash
# Profiles stay right in whatever way control leaves a routine, a thread or the process: calls are
# counted and frames are closed.
. "$(dirname "$0")/lib.sh"
CC="$ORDO cc -g --no-fold -I$ROOT/include"
CXX="$ORDO c++ -g --no-fold"

# run_both OPTION...: compiles t.c or t.cc with the options at -O0 and -O2 and runs it unrecorded and recorded. Both runs
# must have the same output and status. Then calls `check LEVEL`.
run_both() {
    local o rc=0 idle=0 source=t.c compiler=$CC
    [ -e t.cc ] && source=t.cc compiler=$CXX
    for o in -O0 -O2; do
        $compiler $o $source -o t "$@"
        idle=0 rc=0
        ./t >idle.out 2>idle.err || idle=$?
        "$ORDO" record -q -- ./t >out 2>err || rc=$?
        assert_eq "status at $o" "$idle" "$rc"
        assert_eq "output at $o" "$(cat idle.out)" "$(cat out)"
        assert_eq "stderr at $o" "$(cat idle.err)" "$(cat err)"
        check "$o"
    done
}

calls() { ask ordo.data "*[s[n][\"calls\"] for n in \"$*\".split()]"; }
unfinished() { ask ordo.data "*[s[n][\"unfinished\"] for n in \"$*\".split()]"; }

test_longjmp_closes_the_frames_that_it_leaves() {
    copy_program control_flow/longjmp.c t.c
    check() {
        assert_eq "calls at $1" "10 55 10 1" "$(calls attempt deep after main)"
        assert_eq "unfinished at $1" "0 0 0 0" "$(unfinished attempt deep after main)"
    }
    run_both
}

test_exceptions_close_the_frames_that_they_leave() {
    copy_program control_flow/exceptions.cc t.cc
    check() {
        assert_eq "calls at $1" "5 15 1 1" "$(calls catcher thrower sorter main)"
        assert_eq "unfinished at $1" "0 0 0 0" "$(unfinished catcher thrower sorter main)"
    }
    run_both
}

test_large_structs_may_be_passed_by_value() {
    local option
    copy_program control_flow/by_value.cc t.cc
    check() { assert_eq "calls at $*" "1 1 1 1 1 11" "$(calls sum dot scaled all several again)"; }
    run_both
    run_both --drms
    check() { true; }
    for option in --structure --production --blocks=only; do run_both "$option"; done
}

test_exit_in_a_callee_closes_all_frames() {
    copy_program control_flow/exit.c t.c
    check() {
        assert_eq "calls at $1" "4 1 1 1" "$(calls leaf middle main bye)"
        assert_eq "status" 9 "$(ask ordo.data 'p["runs"][0]["exit_status"]')"
    }
    run_both
}

test_children_of_every_kind_are_recorded() {
    copy_program control_flow/all_children.c t.c
    check() {
        assert_eq "calls of work at $1" 7 "$(calls work)"
        assert_eq "sizes of work at $1" "5 5 5 6 7 8 9" "$(ask ordo.data '*[q[0] for q in s["work"]["sizes"]["arg:n"]["points"] for _ in range(q[1])]')"
        assert_eq "activations of main that ended, inherited ones left out, at $1" 4 "$(calls main)"
    }
    run_both
}

test_tail_calls_and_noreturn_routines_are_counted() {
    copy_program control_flow/tail_calls.c t.c
    check() {
        assert_eq "calls of both at $1" 210 "$(ask ordo.data 's["even"]["calls"] + s["odd"]["calls"]')"
    }
    run_both
}

long_a_recursion_may_be_a_million_activations_deep() {
    copy_program control_flow/million_deep.c t.c
    check() {
        assert_eq "calls at $1" 1000001 "$(calls deep)"
        assert_eq "largest depth, in a bucket, at $1" True "$(ask ordo.data '990000 < s["deep"]["sizes"]["depth"]["max"] <= 1000000')"
    }
    run_both
}

test_signal_handlers_and_jumps_out_of_them_are_recorded() {
    copy_program control_flow/handlers.c t.c
    check() {
        assert_eq "calls at $1" "20 20 30 1" "$(calls handler interrupted work main)"
        assert_eq "unfinished at $1" "0 0 0 0" "$(unfinished handler interrupted work main)"
    }
    run_both
}

test_threads_may_end_in_every_way() {
    copy_program control_flow/ends_of_threads.c t.c
    check() {
        assert_eq "calls at $1" "50 50 50 5 105 1" "$(calls returns exits leave waits work main)"
    }
    run_both -lpthread
}

test_a_killed_process_keeps_all_finished_activations() {
    copy_program control_flow/killed.c t.c
    local rc=0
    $CC -O2 t.c -o t
    "$ORDO" record -q -- ./t || rc=$?
    assert_eq status 137 $rc
    assert_eq "calls of work" 500 "$(calls work)"
    assert_eq "distinct sizes of work" 250 "$(ask ordo.data 's["work"]["sizes"]["rms"]["distinct"]')"
    assert_eq "unfinished" "1 1 0" "$(unfinished main outer work)"
    assert_eq "warnings" True "$(ask ordo.data '"killed" in [w["code"] for w in p["warnings"]]')"
}

test_unknown_stack_switches_never_corrupt_the_profile() {
    copy_program control_flow/ucontext.c t.c
    check() {
        assert_eq "calls of work, or a warning, at $1" True \
            "$(ask ordo.data 's["work"]["calls"] == 20 or "stopped-stack-switch" in [w["code"] for w in p["warnings"]]')"
    }
    run_both
}

# Handlers interrupt malloc while threads allocate and processes fork: no deadlock.
test_forks_and_handlers_never_deadlock_with_threads_that_allocate() {
    copy_program control_flow/forks_and_handlers.c forks.c
    $ORDO cc -O2 -g forks.c -o forks -lpthread
    assert_eq "output" ok "$(timeout -s KILL 200 "$ORDO" record -q -- ./forks)"
}

run_tests
