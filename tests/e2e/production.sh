# Production builds: plain code behaves as without Ordo, and samples are measured as in an exact build.
. "$(dirname "$0")/lib.sh"

LEVELS="0 2"
[ -z "${LONG:-}" ] || LEVELS="0 1 2 3 s"

program() { # writes NAME.c: loops, recursions, callbacks and jumps
    copy_program production/loops_and_jumps.c "$1.c"
}

# recorded RATE PROGRAM ARGUMENT: output and status must be those of the plain program; the profile goes to p.data.
recorded() {
    local rc=0
    ORDO_RATE=$1 "$ORDO" record -o p.data "$2" "$3" >out 2>err || rc=$?
    echo "$rc" >>out
    cmp out want || { fail "rate $1: $(cat out err) instead of $(cat want)"; exit 1; }
}

test_programs_behave_the_same_at_every_level_and_rate() {
    local o rate
    program p
    clang-19 -O1 -o plain p.c
    local rc=0
    ./plain 60 >want || rc=$?
    echo "$rc" >>want
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog p.c
        rc=0
        ./prog 60 >out || rc=$?
        echo "$rc" >>out
        cmp out want || { fail "not recorded, -O$o: $(cat out) instead of $(cat want)"; exit 1; }
        for rate in 1 1/3 1/100; do recorded "$rate" ./prog 60; done
    done
}

# cat_loops FILE LINES: prints of each loop on these lines: line, executions, iterations, and how often each size occurs.
cat_loops() {
    "$ORDO" report --json "$1" >.report.json
    python3 "$CHECKS/loops_on_lines.py" "$2"
}

test_samples_of_all_executions_equal_an_exact_recording() {
    local o lines
    program p
    lines=$(grep -nE 'for \(int i = 0; i < n; i\+\+\)|while \(l\)' p.c | head -2 | cut -d: -f1 | tr '\n' ' ')
    "$ORDO" cc -O1 -o full p.c
    "$ORDO" record -o full.data ./full 40 >out 2>err || true
    cat_loops full.data "$lines" >want.loops
    assert_eq "loops" 2 "$(wc -l <want.loops)"
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog p.c
        ORDO_RATE=1 "$ORDO" record -o p.data ./prog 40 >out 2>err || true
        cat_loops p.data "$lines" >got.loops
        assert_eq "loops at -O$o" "$(cat want.loops)" "$(cat got.loops)"
    done
}

test_recursions_are_sampled_by_outermost_activation() {
    local o sum
    copy_program production/fib_and_even.c fib.c
    clang-19 -O1 -o plain fib.c
    sum=$(./plain)
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o fib fib.c
        ORDO_RATE=1 "$ORDO" record -o fib.data ./fib >out 2>err
        assert_eq "sum at -O$o" "$sum" "$(cat out)"
        "$ORDO" report --json fib.data >.report.json
        python3 - <<'P' >got
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "recursion":
        print(s["name"].split()[0], sorted([p[0], p[2]] for p in s["sizes"]["depth"]["points"]))
P
        # The chain below fib(n) is n - 1 long; each activation is a step.
        python3 - <<'P' >want
calls = [1, 1]
for n in range(2, 16): calls.append(1 + calls[n - 1] + calls[n - 2])
print("even", [[n, n + 1] for n in range(2, 16)])
print("fib", [[n - 1, calls[n]] for n in range(2, 16)])
P
        assert_eq "depths and steps at -O$o" "$(cat want)" "$(sort got)"
    done
}

# Code that still runs in the recorded version after its sample was given up starts no execution of its own.
test_an_execution_whose_sample_is_given_up_is_counted_once() {
    local o budget seen
    copy_program production/long_recursions.c long.c
    clang-19 -O1 -o plain long.c
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o long long.c
        # A budget is time, so a slow or busy machine may leave none for one of the two: each of them has to give up
        # a sample with one of the budgets, and what is said has to be right with all of them.
        seen=
        for budget in 0.4 1.6 3.2 5 10 20 30 40; do
            rm -rf ordo.raw
            mkdir ordo.raw
            assert_eq "output at -O$o" "$(./plain)" "$(ORDO_BUDGET=$budget% ORDO_RAW_DIR=ordo.raw ./long)"
            "$ORDO" report --json ordo.raw >.report.json
            assert_eq "executions, a total of at least its own, at -O$o and $budget%" "even 60 True fib 60 True" \
                "$(python3 -c '
import json
for s in sorted(json.load(open(".report.json"))["scopes"], key=lambda s: s["name"]):
    if s["kind"] == "routine" and s["name"] in ("fib", "even"):
        own, total, x = s["cost"]["self"], s["cost"]["total"], s["production"]
        right = total >= own and (own > 0 or x["given_up"] == 0)
        print(s["name"], x["executions"], right, end=" ")' | sed 's/ $//')"
            "$ORDO" report --warnings ordo.raw >text
            seen="$seen $(python3 -c '
import json, re
text = open("text").read()
line = r"%s: .* samples? were given up: they took longer than the budget allows; the cost shown is a lower bound"
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "routine" and s["name"] in ("fib", "even") and s["production"]["given_up"] > 0:
        print(s["name"] if re.search(line % s["name"], text) else s["name"] + "-not-listed")')"
            [[ $seen == *fib* && $seen == *even* ]] && break
        done
        assert_eq "samples given up and listed at -O$o" "even fib" "$(echo $seen | tr ' ' '\n' | sort -u | xargs)"
    done
}

# LLVM removes a parameter that has the same value in all calls.
test_recursions_work_when_llvm_removes_parameters() {
    local o rate
    copy_program production/constant_parameter.c same.c
    clang-19 -O1 -o plain same.c
    { ./plain 200; echo $?; } >want
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog same.c
        for rate in 1/3 1/20 1; do recorded "$rate" ./prog 200; done
    done
}

# LLVM also removes a result that nobody outside the recursion uses. Recorded loops in the recursion still continue in
# recorded code.
long_recursions_work_when_llvm_removes_the_result() {
    local o rate
    copy_program production/unused_result.c unused.c
    clang-19 -O1 -o plain unused.c
    { ./plain 200; echo $?; } >want
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog unused.c
        for rate in 1 1/20 1/7; do recorded "$rate" ./prog 200; done
        "$ORDO" report --json p.data >.report.json
        assert_eq "incomplete at -O$o" "0" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["incomplete"])')"
    done
}

# Executions and iterations are counted exactly, whether they are sampled or not.
test_executions_and_iterations_in_plain_code_are_exact() {
    local rate o
    copy_program production/stopped_loop.c count.c
    want=$(python3 -c 'print(3000, sum(6 if k % 7 == 0 else k % 50 + 10 for k in range(1, 3001)))')
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o count count.c
        for rate in 1/100000 1/10; do
            ORDO_RATE=$rate "$ORDO" record -o c.data ./count >out 2>err
            "$ORDO" report --json c.data >.report.json
            assert_eq "executions and iterations at -O$o, rate $rate" "$want" "$(python3 -c '
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["routine"] == "fill":
        print(s["production"]["executions"], s["iterations"])')"
        done
    done
}

# A loop that begins with a choice between many ways, some of which leave it: each pass through the choice is an
# iteration, in plain code and in recorded code.
test_plain_and_recorded_code_count_the_same_iterations() {
    local rate o
    copy_program production/choice_loop.c retry.c
    want=$(python3 -c '
def passes(k):
    n = 1
    while k % 8 not in (0, 1, 2, 5): k, n = k // 2, n + 1
    return n
print(2000, sum(passes(k) for k in range(2000)))')
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o retry retry.c
        for rate in 1/100000 1/10 1; do
            ORDO_RATE=$rate "$ORDO" record -o r.data ./retry >out 2>err
            "$ORDO" report --json r.data >.report.json
            assert_eq "executions and iterations at -O$o, rate $rate" "$want" "$(python3 -c '
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["routine"] == "resolve": print(s["calls"], s["iterations"])')"
        done
    done
}

# The one message that a program prints about itself: whoever set ORDO_RATE would look for a raw file in vain.
quiet_program() {
    copy_program production/quiet.c
    "$ORDO" cc --production -O1 -o quiet quiet.c
}

test_a_raw_file_that_cannot_be_made_is_reported_in_one_line() {
    quiet_program
    expect 3 env ORDO_RATE=1/10 ORDO_RAW_DIR="$PWD/none" ./quiet
    assert_eq "its output" 0 "$(cat out)"
    assert_eq "one line" 1 "$(wc -l <err)"
    grep -q "^ordo: nothing is recorded: no raw file can be made in $PWD/none/ (ORDO_RAW_DIR): there is no such folder; " err ||
        { cat err; fail "the line"; exit 1; }
    [ ! -e none ] && [ ! -e ordo.raw ] || { fail "a folder was made"; exit 1; }
    expect 3 env ORDO_RATE=1/10 ORDO_RAW_DIR="$PWD/none" ORDO_RECORDER=1 ./quiet
    assert_eq "with a recorder that is gone" "" "$(cat err)"
    expect 3 env ORDO_RAW_DIR="$PWD/none" ./quiet
    assert_eq "without a rate" 1 "$(grep -c "no raw file can be made in $PWD/none/" err)"
    "$ORDO" cc -O1 -o exact quiet.c
    expect 3 env ORDO_RAW_DIR="$PWD/none" ./exact
    assert_eq "an exact build" 1 "$(grep -c "no raw file can be made in $PWD/none/" err)"
    expect 3 env ORDO_RAW_DIR= ./exact
    assert_eq "no folder" "" "$(cat err)"
}

test_wrong_environment_variables_are_reported() {
    quiet_program
    expect 3 env ORDO_RATE=often ORDO_LOG=lots ./quiet
    assert_eq "its output" 0 "$(cat out)"
    assert_eq "a line for the first variable" "ordo: ORDO_RATE=often: not a share like 1/100 or 0.01; ignored" "$(cat err)"
    "$ORDO" report ordo.raw >report.txt
    grep -q "rate set by the budget" report.txt || { cat report.txt; fail "the default"; exit 1; }
    rm -r ordo.raw
    expect 3 env ORDO_RATE=1/2 ORDO_LOG=64M ORDO_SIGNALS=stop:USR1 ./quiet
    assert_eq "no message" "" "$(cat err)"
    "$ORDO" report --json ordo.raw | grep -q '"log_bytes": *67108864' || { fail "the log's size"; exit 1; }
    rm -r ordo.raw
    expect 3 env ORDO_SIGNALS=pause:USR1 "$ORDO" record ./quiet
    grep -qx "ordo: ORDO_SIGNALS=pause:USR1: not a list like start:USR1,stop:USR2,rotate:HUP; ignored" err ||
        { cat err; fail "signals"; exit 1; }
}

# Each of these threads earns next to no budget, and the first thread, which has credit, runs no such loop.
test_short_threads_are_sampled_by_default() {
    copy_program production/short_threads.c short.c
    "$ORDO" cc --production -O1 -o short short.c -lpthread
    assert_ok "$ORDO" record --production -o s.data ./short >out 2>err
    "$ORDO" report --json s.data >.report.json
    assert_eq "executions, and that some are samples" "900 True" "$(python3 -c '
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["routine"] == "look":
        print(s["calls"], s["production"]["samples"] > 0)')"
}

test_only_the_focus_list_has_gates() {
    copy_program production/two_loops.c two.c
    local gated='
import json
print([s["routine"] for s in json.load(open(".report.json"))["scopes"]
       if s["kind"] == "loop" and s["production"].get("executions")])'
    printf '# of last week\nother, nothing:6\n' >list
    for focus in one two.c:6 one:6 @list; do
        "$ORDO" cc --production --focus="$focus" -O2 -o two two.c
        ORDO_RATE=1 "$ORDO" record -o two.data ./two >out 2>err
        "$ORDO" report --json two.data >.report.json
        want="['one']"
        [ "$focus" = @list ] && want="['other']"
        assert_eq "gates with --focus=$focus" "$want" "$(python3 -c "$gated")"
    done
    expect 2 "$ORDO" cc --production --focus=, -c two.c
    grep -q "an empty list" err
    expect 2 "$ORDO" cc --production --focus=@missing -c two.c
    grep -q "missing: cannot be read" err
    expect 2 "$ORDO" cc --focus=one -c two.c
    grep -q "add --production" err
}

test_samples_that_call_a_routine_without_recorded_version_are_incomplete() {
    local o
    copy_program production/asm_goto.c jumps.c
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog jumps.c
        ORDO_RATE=1 "$ORDO" record -o p.data ./prog >out 2>err
        assert_eq "output at -O$o" 240 "$(cat out)"
        "$ORDO" report --json p.data >.report.json
        assert_eq "samples, incomplete samples, and the routines that cause it, at -O$o" "1 1 jumps" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["samples"], p["production"]["incomplete"],
      *sorted({u["function"] for u in p["uncovered"]}))')"
    done
}

# Labels keep their addresses, in tables and in variables, whether the plain or the recorded version jumps.
test_interpreters_with_computed_jumps_are_recorded() {
    local o rate
    copy_program production/interpreter.c
    clang-19 -O1 -o plain interpreter.c
    { ./plain 50; echo $?; } >want
    "$ORDO" cc -O1 -o full interpreter.c
    "$ORDO" record -o full.data ./full 50 >out 2>err
    lines=$(grep -n 'i < n' interpreter.c | cut -d: -f1)
    cat_loops full.data "$lines" >want.loops
    assert_eq "loops" 1 "$(wc -l <want.loops)"
    for o in $LEVELS; do
        "$ORDO" cc --production "-O$o" -o prog interpreter.c
        for rate in 1/3 1/50 1; do recorded "$rate" ./prog 50; done
        "$ORDO" report --json p.data >.report.json
        assert_eq "incomplete and uncovered at -O$o" "0 []" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["incomplete"], p["uncovered"])')"
        cat_loops p.data "$lines" >got.loops
        assert_eq "loops at -O$o" "$(cat want.loops)" "$(cat got.loops)"
    done
}

test_exceptions_and_cleanups_run_as_without_ordo() {
    local o rate
    copy_program production/throws.cc
    clang++-19 -O1 -o plain throws.cc
    { ./plain; echo $?; } >want
    for o in $LEVELS; do
        "$ORDO" c++ --production "-O$o" -o throws throws.cc
        for rate in 1 1/3 1/50; do recorded "$rate" ./throws ""; done
    done
}

test_conflicting_options_are_rejected() {
    local option
    echo 'int main(void) { return 0; }' >m.c
    for option in --blocks --blocks=only --structure --drms --reference --no-loops; do
        expect 2 "$ORDO" cc --production "$option" -c m.c
        grep -q -- "$option" err || { fail "$option: $(cat err)"; exit 1; }
        assert_eq "lines about $option" 1 "$(wc -l <err)"
    done
    expect 2 "$ORDO" cc --production -mcmodel=large -c m.c
    grep -q -- '^ordo cc: -mcmodel=large: .* use -mcmodel=medium' err || { cat err; fail "a code model"; exit 1; }
    assert_ok "$ORDO" cc --production -mcmodel=large -mcmodel=medium -c m.c
}

# In a fork's child, code that relies on their alignment clears gcov's counters.
test_production_builds_work_with_coverage_and_fork() {
    copy_program production/covered.c
    assert_ok "$ORDO" cc --production -O2 -g --coverage covered.c -o covered
    assert_eq "output" "95 3" "$(./covered)"
}

# These profilers are called at entries of routines and inspect the frames there.
long_production_builds_work_with_profilers_of_the_compiler() {
    local program=$ROOT/tests/e2e/programs/production_conditions.c option setting
    copy_program production/cyg_profile.c hooks.c
    clang-19 -O2 "$program" -o plain
    for option in -pg -finstrument-functions -finstrument-functions-after-inlining; do
        "$ORDO" cc --production -O2 "$option" "$program" -x c hooks.c -o profiled
        for setting in 1 1/3 1/100; do
            rm -rf ordo.raw
            mkdir ordo.raw
            assert_eq "$option at $setting" "$(./plain)" \
                "$(ORDO_RATE=$setting ORDO_RAW_DIR=ordo.raw ./profiled)"
        done
    done
}

test_samples_reach_shared_objects_callbacks_and_other_files() {
    cat >lib.c <<'C'
int each(const int *a, int n, int (*f)(int)) {
    int s = 0;
    for (int i = 0; i < n; i++) s += f(a[i]);
    return s;
}
C
    copy_program production/calls_a_library.c main.c
    copy_program production/callback.c twice.c
    "$ORDO" cc --production -O2 -fPIC -shared -o libeach.so lib.c
    "$ORDO" cc --production -O2 -o prog main.c twice.c -L. -leach -Wl,-rpath,"$PWD"
    ORDO_RATE=1 "$ORDO" record -o p.data ./prog >out 2>err
    "$ORDO" report --json p.data >.report.json
    # n ints of the array, two per cell, and the table's 20.
    assert_eq "sizes" "$(python3 -c 'print(sorted({(k + 1) // 2 + 10 for k in range(20, 400)}))')" \
        "$(python3 -c '
import json
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] == "loop" and s["routine"] == "each":
        print(sorted(int(p[0]) for p in s["sizes"]["rms"]["points"]))')"
}

run_tests
