#!/bin/bash
# Production builds: how routines are entered. By name in the same module, inlined, by address, and from another file.
# Samples reach the recorded versions on every way, and every call is counted.
. "$(dirname "$0")/lib.sh"

program() {
    copy_program production/entries.c here.c
    copy_program production/other_entries.c there.c
}

build() { # build OPTION...: writes and builds the programs ./plain and ./prod
    program
    clang-19 -O2 here.c there.c -o plain
    for unit in here there; do assert_ok "$ORDO" cc --production -O2 -g "$@" -c $unit.c; done
    assert_ok "$ORDO" cc --production here.o there.o "$@" -o prod
}

# recorded RATE: records the program; its output must be the plain one's. Its report goes to .report.json.
recorded() {
    ORDO_RATE=$1 "$ORDO" record -o p.data ./prod >out 2>err
    assert_eq "output, rate $1" "$(./plain)" "$(cat out)"
    "$ORDO" report --json p.data >.report.json
}

test_samples_reach_recorded_versions_on_every_way() {
    build
    recorded 1/3
    assert_eq "executions with cells other than those of the array" "by_address 0 by_name 0 other_peeks 0" "$(python3 -c '
import json
got = []
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] != "loop" or s["routine"] not in ("by_name", "by_address", "other_peeks"): continue
    points = [p[0] for p in s["sizes"]["rms"]["points"]]
    # 10 i ints are 5 i cells; by_address also reads the address that it calls.
    more = 1 if s["routine"] == "by_address" else 0
    got.append((s["routine"], sum((n - more) % 5 != 0 for n in points) if len(points) > 20 else -1))
print(*[x for g in sorted(got) for x in g])')"
}

test_recursions_are_counted_in_whatever_way_they_are_entered() {
    local rate options
    for options in "" "-fPIC" "-O1"; do
        wanted "$options" "" || continue
        build $options
        for rate in 1/100000000 1/10; do
            recorded "$rate"
            # 3 ways, each with 1 + 2 + ... + 200 calls.
            assert_eq "outermost calls, $options, rate $rate" 60300 "$(python3 -c '
import json
print(*[s["production"]["executions"] for s in json.load(open(".report.json"))["scopes"]
        if s["kind"] == "routine" and s["name"] == "step"])')"
        done
    done
}

test_a_loop_inlined_into_several_routines_has_one_recorded_version() {
    copy_program production/inlined_loop.c three.c
    assert_ok "$ORDO" cc --production -O2 -g -c three.c
    assert_eq "recorded loops" 1 "$(nm three.o | grep -c '\.loop')"
}

# A recursion that is entered at many places has one gate. One function asks for it, both where plain code calls the
# routine and where it was inlined.
test_a_recursion_has_one_gate_for_all_its_entries() {
    { cat "$ROOT/tests/e2e/programs/production/tree_recursions.c"
        for i in $(seq 20); do
            echo "__attribute__((noinline)) long all_$i(struct tree *t) { return all(t->left) * $i + all(t->right); }"
            echo "__attribute__((noinline)) long below_$i(struct tree *t) { return below(t) * $i; }"
        done
        echo '#include <stdio.h>'
        echo 'int main(void) {'
        echo '    for (int i = 0; i < 20; i++) roots[i] = (struct tree){i, &leaves[i], i % 2 ? &leaves[i + 20] : 0};'
        echo '    for (int i = 0; i < 40; i++) leaves[i] = (struct tree){i, i % 3 ? &leaves[i + 20] : 0, 0};'
        echo '    long s = 0;'
        for i in $(seq 20); do
            echo "    for (int k = 0; k < $i; k++) s += all_$i(&roots[k % 20]) + below_$i(&roots[k % 20]);"
        done
        echo '    printf("%ld\n", s);'
        echo '    return 0;'
        echo '}'
    } >many.c
    clang-19 -O2 many.c -o plain
    assert_ok "$ORDO" cc --production -O2 -g many.c -o prod
    assert_eq "functions that ask for a recursion's gate" 2 "$(objdump -d --no-show-raw-insn prod |
        awk '/^[0-9a-f]+ <.*>:/ { fn = $2 } /call .*<__ordo_ask>/ && fn !~ /main/ { print fn }' | sort -u | wc -l)"
    local rate
    for rate in 1 1/3 1/100000000; do
        recorded "$rate"
        # all_I makes 2 I calls, and below_I makes I.
        assert_eq "outermost calls, rate $rate" "all 420 below 210" "$(python3 -c '
import json
print(*sorted("%s %d" % (s["name"], s["production"]["executions"])
              for s in json.load(open(".report.json"))["scopes"]
              if s["kind"] == "routine" and s["name"] in ("all", "below")))')"
    done
}

# Plain code of routines that others may call, by name or by address, contains nothing of Ordo.
test_entries_of_routines_have_no_gates() {
    cat >bare.c <<'C'
long mixed(const long *p, long v) { return *p * v + p[1]; }
long (*volatile by)(const long *, long) = mixed;
long twice(const long *p, long v) { return by(p, v) + by(p, v + 1); }
C
    clang-19 -O2 -c bare.c -o plain.o
    assert_ok "$ORDO" cc --production -O2 -g -c bare.c -o prod.o
    assert_eq "instructions" "$(code_of plain.o mixed)" "$(code_of prod.o mixed)"
    assert_eq "instructions" "$(code_of plain.o twice | wc -l)" "$(code_of prod.o twice | wc -l)"
}

code_of() { # code_of FILE ROUTINE: prints its instructions
    objdump -d --no-show-raw-insn "$1" |
        awk -v fn="<$2>:" '$2 == fn { on = 1; next } /^$/ { on = 0 } on { $1 = ""; print }' | grep -v nop
}

# Library routines called by address, and routines whose address the program passes to them. Calls with many
# arguments, some in the machine's wide registers, and calls through a jump that must not return
# (musttail).
test_samples_follow_calls_by_address() {
    copy_program production/calls_by_address.c address.c
    local o wide=
    grep -qw avx /proc/cpuinfo && wide="-O2 -mavx"
    clang-19 -O1 -Wno-psabi address.c -o plain
    for o in "-O2" "-O0" "-O2 -fPIC" "-O2 -fcf-protection" ${wide:+"$wide"}; do
        wanted "$o" -O2 "-O2 -fPIC" || continue
        # shellcheck disable=SC2086
        assert_ok "$ORDO" cc --production $o -g -Wno-psabi address.c -o prod
        recorded 1
        assert_eq "incomplete samples and uncovered routines, at $o" "0 []" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["incomplete"], p["uncovered"])')"
        # Cells that the loops must read: the text, the pointers and what they point to.
        assert_eq "loops that read all their cells, at $o" "jumps lengths many_arguments sorts" "$(python3 -c '
import json
need = {"lengths": lambda n: n, "sorts": lambda n: 2 * n, "many_arguments": lambda n: 3 * n, "jumps": lambda n: n}
all_of = []
for s in json.load(open(".report.json"))["scopes"]:
    if s["kind"] != "loop" or s["routine"] not in need: continue
    sizes = sorted(p[0] for p in s["sizes"]["rms"]["points"])
    if len(sizes) == 16 and all(x >= need[s["routine"]](n) for n, x in zip(range(2, 63, 4), sizes)):
        all_of.append(s["routine"])
print(*sorted(all_of))')"
    done
}

# Calls one of two routines by address. LLVM finds that nothing compares their addresses, and would put
# thunks into the tables.
test_samples_follow_a_choice_between_two_addresses() {
    copy_program production/choice_of_two.c choice.c
    clang-19 -O2 choice.c -o plain
    local options
    for options in "" "-fPIC" "-O1" "-fPIC -fno-plt"; do
        wanted "$options" "" -fPIC || continue
        assert_ok "$ORDO" cc --production -O2 -g $options choice.c -o prod
        recorded 1/10
        # by_text has the executions with an even number of iterations, except 0, and by_bytes those with an odd
        # number; each has half of those with 10.
        assert_eq "executions and iterations,  $options" \
            "by_bytes 1000 $((250000 + 5000)) by_text 999 $((249500 + 5000))" "$(python3 -c '
import json
print(*["%s %d %d" % (s["routine"], s["calls"], s["cost"]["self"])
        for s in sorted(json.load(open(".report.json"))["scopes"], key=lambda s: s["name"] + s["routine"])
        if s["kind"] == "loop" and s["routine"] != "main"])')"
    done
}

# Exceptions pass through the code that redirects calls, to a routine of another file and by address.
test_exceptions_pass_through_redirected_calls() {
    cat >throws.cc <<'C'
struct odd { long v; };
long may_throw(const long *p) {
    if (*p % 3 == 1) throw odd{*p};
    return *p;
}
C
    copy_program production/catches_often.cc catches.cc
    local o
    clang++-19 -O1 throws.cc catches.cc -o plain
    for o in "-O2" "-O0" "-O2 -fPIC"; do
        wanted "$o" -O2 || continue
        # shellcheck disable=SC2086
        assert_ok "$ORDO" c++ --production $o -g throws.cc catches.cc -o prod
        recorded 1/3
        recorded 1
        assert_eq "incomplete samples, and sizes of the loop, at $o" "0 True" "$(python3 -c '
import json
p = json.load(open(".report.json"))
loop = [s for s in p["scopes"] if s["kind"] == "loop" and s["line"] == 12][0]
sizes = sorted(x[0] for x in loop["sizes"]["rms"]["points"] for _ in range(x[1]))
print(p["production"]["incomplete"], len(sizes) == 60 and all(x >= n for n, x in enumerate(sizes, 1)))')"
    done
}

# The routine that a resolver chooses is not called by its own name.
test_samples_follow_indirect_functions() {
    local o
    clang-19 -O1 "$ROOT/tests/e2e/programs/resolvers.c" -o plain
    for o in "-O2" "-O0" "-O2 -fPIC"; do
        wanted "$o" -O2 || continue
        # shellcheck disable=SC2086
        assert_ok "$ORDO" cc --production $o -g "$ROOT/tests/e2e/programs/resolvers.c" -o prod
        recorded 1
        assert_eq "sums of 10, 20, ... 400, at $o" "0 40" "$(python3 -c '
import json
p = json.load(open(".report.json"))
print(p["production"]["incomplete"], *[len(s["sizes"]["rms"]["points"]) for s in p["scopes"]
                                       if s["kind"] == "loop" and s["routine"] == "sum_up"])')"
    done
}

# A library that is not instrumented: a call by name is listed with its name, a call by address with the library's file.
test_uninstrumented_routines_called_by_address_are_listed() {
    echo 'long strange(const long *p) { return *p; } long (*stranger(void))(const long *) { return strange; }' >strange.c
    clang-19 -O2 -shared -fPIC strange.c -o libstrange.so
    copy_program production/calls_a_stranger.c calls.c
    clang-19 -O1 calls.c -o plain -L. -lstrange -Wl,-rpath,"$PWD"
    assert_ok "$ORDO" cc --production --focus=by_address,by_name -O2 -g calls.c -o prod -L. -lstrange -Wl,-rpath,"$PWD"
    local way called
    for way in "" name; do
        called=${way:+strange}
        called=${called:-(called by address)}
        # shellcheck disable=SC2086
        ORDO_RATE=1 "$ORDO" record -o p.data ./prod $way >out 2>err
        assert_eq "output" "$(./plain)" "$(cat out)"
        "$ORDO" report --json p.data >.report.json
        assert_eq "samples and incomplete samples, called by ${way:-address}" \
            "13 13 $called libstrange.so" "$(python3 -c '
import json, os
p = json.load(open(".report.json"))
u = p["uncovered"]
print(p["production"]["samples"], p["production"]["incomplete"], *sorted({x["function"] for x in u}),
      *sorted({os.path.basename(x["library"]) for x in u}))')"
    done
}

loop_of_weigh() { # prints its executions and iterations, summed over all copies
    python3 -c '
import json
print(*[(s["calls"], s["iterations"]) for s in json.load(open(".report.json"))["scopes"]
        if s["kind"] == "loop" and s["routine"] == "weigh"])'
}

# The routines are too long to be inlined unless they are called once: by a recursion, and inside it.
long_plain_code_is_inlined_as_without_ordo() {
    copy_program production/called_once.c once.c
    clang-19 -O2 once.c -o plain
    assert_ok "$ORDO" cc --production -O2 -g once.c -o prod
    local binary rate weighed
    for binary in plain prod; do
        assert_eq "routines left in plain code of $binary" "" \
            "$(nm $binary | grep -E ' (weigh|descend\.plain)$')"
    done
    assert_eq "copies of a routine that plain code inlines" 1 "$(nm prod | grep -c ' weigh\.')"
    nm prod | grep -qE ' weigh\.[0-9]+\.recorded$' || fail "its recorded version is missing:  $(nm prod | grep weigh)"
    recorded 1
    weighed=$(loop_of_weigh)
    assert_eq "longest chain" 20 "$(python3 -c '
import json
print(*[max(p[0] for p in s["sizes"]["depth"]["points"])
        for s in json.load(open(".report.json"))["scopes"] if s["kind"] == "routine" and s["name"] == "walk"])')"
    for rate in 1/10 1/100000000; do
        recorded $rate
        assert_eq "outermost calls, rate $rate" 60 "$(python3 -c '
import json
print(*[s["production"]["executions"] for s in json.load(open(".report.json"))["scopes"]
        if s["kind"] == "routine" and s["name"] == "walk"])')"
        assert_eq "its loop, rate $rate" "$weighed" "$(loop_of_weigh)"
    done
}

run_tests
