# Production builds of C++: exceptions leave loops in recorded code and in plain code.
. "$(dirname "$0")/lib.sh"

program() {
    copy_program production/ways_to_throw.cc throws.cc
}

# loops FILE: prints the routine, line, executions and iterations of the loops that exceptions leave.
loops() {
    "$ORDO" report --json "$1" >.report.json
    python3 "$CHECKS/loops_left_by_exceptions.py"
}

long_exceptions_leave_loops_alike_in_plain_and_recorded_code() {
    local o rate
    program
    clang++-19 -O1 -o plain throws.cc
    ./plain 40 >want
    "$ORDO" c++ -O1 -o full throws.cc
    "$ORDO" record -o full.data ./full 40 >out 2>err
    loops full.data | sort >want.loops
    assert_eq "loops" 8 "$(wc -l <want.loops)"
    for o in 0 1 2 s; do
        wanted "$o" 2 || continue
        "$ORDO" c++ --production "-O$o" -o throws throws.cc
        ./throws 40 >out
        cmp out want || { fail "not recorded, -O$o: $(cat out) instead of $(cat want)"; exit 1; }
        for rate in 1 1/3 1/100; do
            wanted $rate 1 1/3 || continue
            ORDO_RATE=$rate "$ORDO" record -o p.data ./throws 40 >out 2>err
            cmp out want || { fail "rate $rate, -O$o: $(cat out) instead of $(cat want)"; exit 1; }
            loops p.data | sort >got.loops
            assert_eq "loops, rate $rate, -O$o" "$(cat want.loops)" "$(cat got.loops)"
        done
    done
}

test_an_uncaught_exception_ends_the_program() {
    program
    "$ORDO" c++ --production -O2 -o throws throws.cc
    clang++-19 -O2 -o plain throws.cc
    ( ./plain 3 x ) >want 2>want.err || echo "$?" >>want
    ( ORDO_RATE=1 "$ORDO" record -o p.data ./throws 3 x ) >out 2>err || echo "$?" >>out
    assert_eq "output and status" "$(cat want)" "$(cat out)"
    grep -q "what():  bad 7" err
}

# An exception leaves a loop for a loop that undoes its work. How often the second one runs is known from how far the
# first one came.
long_copies_that_throw_are_undone() {
    copy_program production/copies_that_throw.cc part.cc
    clang++-19 -O1 -o plain part.cc
    ./plain >want
    for o in 0 1 2 3 s; do
        wanted "$o" 2 || continue
        for exact in "" --structure; do
            # shellcheck disable=SC2086
            assert_ok "$ORDO" c++ $exact "-O$o" -o exact part.cc
            assert_eq "exact, -O$o $exact" "$(cat want)" "$(./exact)"
        done
        assert_ok "$ORDO" c++ --production "-O$o" -o parts part.cc
        for rate in 1 1/2 1/3 1/10; do
            ORDO_RATE=$rate "$ORDO" record -o p.data ./parts >out 2>err || { cat err; fail "rate $rate, -O$o"; exit 1; }
            cmp out want || { fail "rate $rate, -O$o: $(cat out) instead of $(cat want)"; exit 1; }
        done
    done
}

# The linker keeps one copy of a template instance; copies that were inlined stay.
long_recursions_in_templates_of_several_files_are_counted() {
    copy_program production/template_tree.h
    copy_program production/first_tree.cc first.cc
    copy_program production/second_tree.cc second.cc
    clang++-19 -O1 -o plain first.cc second.cc
    ./plain >want
    for options in -O0 -O1 -O2 -Os "-O2 -fPIC -ffunction-sections -Wl,--gc-sections" "-O2 -flto" "-O1 -flto=thin"; do
        wanted "$options" "-O2 -flto" || continue
        # shellcheck disable=SC2086
        assert_ok "$ORDO" c++ --production $options -o trees first.cc second.cc
        for rate in 1 1/3; do
            ORDO_RATE=$rate "$ORDO" record -o p.data ./trees >out 2>err
            cmp out want || { fail "rate $rate, $options: $(cat out) instead of $(cat want)"; exit 1; }
        done
        ORDO_RATE=1 "$ORDO" record -o p.data ./trees >out 2>err
        "$ORDO" report --json p.data | python3 -c '
import json, sys
for s in json.load(sys.stdin)["scopes"]:
    if s["kind"] == "recursion" and s["name"].startswith(("insert", "height")):
        print(s["name"], s["calls"], s["cost"]["self"])' | sort >got
        assert_eq "executions and activations, $options" "height<int> 11 4611
insert<int> 500 4831" "$(cat got)"
    done
}

run_tests
