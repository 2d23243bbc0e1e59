#!/bin/bash
# Library models in real programs: sizes and costs include the work of uninstrumented libc.
. "$(dirname "$0")/lib.sh"
export ORDO_ALL_POINTS=1 # counts of points are compared

# points FILE SCOPE METRIC: prints "n:count:cost" of each point, on one line.
points() {
    "$ORDO" report --json "$1" | python3 -c '
import json, sys
want, metric = sys.argv[1:]
for s in json.load(sys.stdin)["scopes"]:
    if s["name"] == want or (s["kind"] == "loop" and s["routine"] == want and want + " loop" == want):
        if metric in s["sizes"]:
            print(" ".join("%d:%d:%d" % (p[0], p[1], int(p[4])) for p in s["sizes"][metric]["points"]))
' "$2" "$3"
}
# uncovered FILE: prints the names of routines that were called and have no model.
uncovered() {
    "$ORDO" report --json "$1" | python3 -c '
import json, sys
print(" ".join(sorted(u["function"] for u in json.load(sys.stdin)["uncovered"])))'
}
# exponent: prints the exponent of cost over n of the points "n:count:cost" on stdin.
exponent() {
    python3 -c '
import math, sys
p = [tuple(map(int, x.split(":"))) for x in sys.stdin.read().split()]
p = [(math.log(n), math.log(c / k)) for n, k, c in p if n >= 8]
assert len(p) >= 5, "only %d points" % len(p)
mx = sum(x for x, _ in p) / len(p); my = sum(y for _, y in p) / len(p)
print("%.2f" % (sum((x - mx) * (y - my) for x, y in p) / sum((x - mx) ** 2 for x, _ in p)))'
}
between() { # WHAT LOW HIGH VALUE
    python3 -c 'import sys; sys.exit(not float(sys.argv[1]) <= float(sys.argv[3]) <= float(sys.argv[2]))' \
        "$2" "$3" "$4" || { fail "$1: expected $2..$3, got $4"; exit 1; }
}
words() { python3 -c 'for i in range(1, 80): print("".join(chr(97 + (i * j) % 26) for j in range(i)))'; }

test_strlen_in_a_loop_condition_is_quadratic() {
    copy_program library/vowels.c p.c
    words >words
    local o f first=
    for o in -O0 -O2; do
        "$ORDO" cc $o -o p p.c
        assert_ok "$ORDO" record -q --cell 1 -o p$o.data -- ./p <words >out
        for f in vowels upper; do
            between "exponent of $f at $o" 1.85 2.1 "$(points p$o.data $f rms | exponent)"
        done
        assert_eq "uncovered at $o" "" "$(uncovered p$o.data)"
        [ -n "$first" ] || first=$(points p$o.data vowels rms)
        assert_eq "points at $o" "$first" "$(points p$o.data vowels rms)"
        assert_eq "points of words of length 9" 10 "$(points p$o.data vowels rms | tr ' ' '\n' | sed -n 9p | cut -d: -f1)"
    done
}

long_models_give_the_same_points_in_the_reference_engine() {
    copy_program library/lines.c p.c
    words >words
    local cell
    "$ORDO" cc -O2 -o p p.c
    "$ORDO" cc --reference -O2 -o ref p.c
    for cell in 1 8; do
        wanted $cell 1 || continue
        "$ORDO" record -q --cell $cell -o p.data -- ./p <words >p.out
        "$ORDO" record -q --cell $cell -o r.data -- ./ref <words >r.out
        cmp p.out r.out
        for f in sort order join tokens main; do
            [ -n "$(points p.data $f rms)" ] || { fail "no points of $f"; exit 1; }
            assert_eq "$f at cell $cell" "$(points r.data $f rms)" "$(points p.data $f rms)"
        done
    done
}

test_routines_of_the_program_may_have_names_of_library_routines() {
    copy_program library/calls_own_getline.c main.c
    copy_program library/own_getline.c own.c
    printf 'one\ntwo\nthree\n' >in
    local flags
    for flags in -O0 -O2 "-O2 -fno-pie -no-pie" "-O2 -static"; do
        wanted "$flags" -O0 "-O2 -static" || continue
        "$ORDO" cc $flags -w -fno-builtin -o own main.c own.c
        assert_eq "idle $flags" "14 x123.5 0" "$(./own <in)"
        assert_eq "recorded $flags" "14 x123.5 0" "$("$ORDO" record -q -o own.data -- ./own <in)"
        assert_eq "calls of getline $flags" 5 "$(points own.data getline rms | tr ' ' '\n' |
            awk -F: '{ n += $2 } END { print n }')"
    done
}

test_a_program_may_have_its_own_allocator() {
    copy_program library/own_allocator.c p.c
    printf 'one\ntwo\nthree\nfour\nfive\n' >in
    local flags
    for flags in -O0 -O2 "-O2 -static"; do
        wanted "$flags" "-O2 -static" || continue
        "$ORDO" cc $flags -w -o p p.c
        assert_eq "idle $flags" 49 "$(./p <in)"
        assert_eq "recorded $flags" 49 "$("$ORDO" record -q -o p.data -- ./p <in)"
        assert_eq "calls of realloc $flags" 5 "$(points p.data realloc rms | tr ' ' '\n' |
            awk -F: '{ n += $2 } END { print n }')"
    done
}

test_library_routines_called_by_address_are_modelled() {
    copy_program library/called_by_address.c p.c
    "$ORDO" cc -O2 -o p p.c
    assert_ok "$ORDO" record -q --cell 1 -o p.data -- ./p
    assert_eq "sizes of through" "$(seq -s' ' 10 28)" \
        "$(points p.data through rms | tr ' ' '\n' | cut -d: -f1 | tr '\n' ' ' | sed 's/ $//')"
}

test_bytes_written_by_the_kernel_are_input_for_drms_only() {
    copy_program library/reads_stdin.c p.c
    head -c 1000 /dev/zero >in
    "$ORDO" cc --drms -O1 -o p p.c
    assert_ok "$ORDO" record -q --drms --cell 1 -o p.data -- ./p <in
    assert_eq "rms of sum" "0" "$(points p.data sum rms | tr ' ' '\n' | cut -d: -f1 | sort -u | tr '\n' ' ' | sed 's/ $//')"
    assert_eq "drms of sum" "$(seq -s' ' 1 19)" \
        "$(points p.data sum drms | tr ' ' '\n' | cut -d: -f1 | tr '\n' ' ' | sed 's/ $//')"
}

test_dlopen_searches_where_its_caller_does() {
    mkdir plugins
    echo 'int answer(void) { return 42; }' >plugin.c
    copy_program library/loads_a_plugin.c p.c
    "$ORDO" cc -shared -fPIC -O2 -o plugins/libplugin.so plugin.c
    "$ORDO" cc -O2 -o p p.c -Wl,-rpath,'$ORIGIN/plugins' -Wl,--enable-new-dtags
    assert_eq "idle" 42 "$(./p)"
    assert_eq "recorded" 42 "$("$ORDO" record -q -o p.data -- ./p)"
}

test_signal_handlers_have_their_own_frames() {
    copy_program library/own_handler.c p.c
    "$ORDO" cc -O2 -o p p.c
    assert_eq "idle" "45 33" "$(./p)"
    assert_eq "recorded" "45 33" "$("$ORDO" record -q --cell 1 -o p.data -- ./p)"
    assert_eq "handler" "28" "$(points p.data handler rms | cut -d: -f1)"
    assert_eq "work" "1" "$(points p.data work rms | cut -d: -f2)"
}

test_recordings_that_end_by__exit_or_exec_are_complete() {
    copy_program library/ends_early.c p.c
    "$ORDO" cc -O2 -o p p.c
    local rc=0
    "$ORDO" record -q -o e.data -- ./p exit || rc=$?
    assert_eq "status of _exit" 7 $rc
    assert_eq "leave at _exit" 1 "$(points e.data leave rms | cut -d: -f2)"
    rc=0
    "$ORDO" record -q -o x.data -- ./p exec || rc=$?
    assert_eq "status of exec" 8 $rc
    "$ORDO" report --json x.data | python3 -c '
import json, sys
codes = [w["code"] for w in json.load(sys.stdin)["warnings"]]
sys.exit("killed" in codes)'
}

test_coroutines_have_their_own_frames() {
    copy_program library/drained_coroutines.c p.c
    local o
    for o in -O0 -O2; do
        wanted $o -O2 || continue
        "$ORDO" cc $o -o p p.c
        "$ORDO" cc --reference $o -o ref p.c
        assert_eq "idle at $o" 26600 "$(./p)"
        assert_eq "recorded at $o" 26600 "$("$ORDO" record -q --cell 1 -o p.data -- ./p)"
        assert_eq "by the reference at $o" 26600 "$("$ORDO" record -q --cell 1 -o r.data -- ./ref)"
        assert_eq "sizes of measure at $o" "$(seq -s' ' 2 20)" \
            "$(points p.data measure rms | tr ' ' '\n' | cut -d: -f1 | tr '\n' ' ' | sed 's/ $//')"
        for f in measure produce yield resume drain main; do
            [ -n "$(points p.data $f rms)" ] || { fail "no points of $f at $o"; exit 1; }
            assert_eq "$f at $o" "$(points r.data $f rms)" "$(points p.data $f rms)"
        done
        "$ORDO" report --json p.data | python3 -c '
import json, sys
d = json.load(sys.stdin)
bad = [w["code"] for w in d["warnings"] if w["code"] in ("unfinished", "stopped-stack-switch", "killed")]
sys.exit(" ".join(bad) or 0)'
    done
}

test_exceptions_and_cancellation_pass_through_wrappers() {
    copy_program library/unwinding.cpp p.cpp
    local o f want
    want=$(printf '%s\n' "unwound sort" "caught seven" "unwound allocate" "no memory" "unwound wait" 1)
    for o in -O0 -O2 "-O2 -static"; do
        wanted "$o" -O2 "-O2 -static" || continue
        "$ORDO" c++ $o -o p p.cpp -lpthread
        assert_eq "idle $o" "$want" "$(./p)"
        assert_eq "recorded $o" "$want" "$("$ORDO" record -q -o p.data -- ./p)"
        assert_eq "uncovered $o" "" "$(uncovered p.data)"
        for f in sort allocate wait main; do
            assert_eq "activations of $f $o" 1 "$(points p.data $f rms | cut -d: -f2)"
        done
    done
}

test_cxx_containers_and_strings_are_modelled() {
    copy_program library/containers.cpp p.cpp
    words >words
    local o
    for o in -O0 -O2; do
        wanted $o -O2 || continue
        "$ORDO" c++ $o -o p p.cpp
        assert_eq "output idle at $o" "$(./p <words)" "$("$ORDO" record -q --cell 1 -o p.data -- ./p <words)"
        assert_eq "uncovered at $o" "" "$(uncovered p.data)"
        between "exponent of walk at $o" 0.85 1.2 "$(points p.data walk rms | exponent)"
        between "exponent of append at $o" 0.7 1.2 "$(points p.data append rms | exponent)"
    done
}

test_every_model_is_documented() {
    python3 "$CHECKS/documented_models.py" "$ROOT"
}

# The runtime must not call them for its own purposes.
test_a_program_may_have_its_own_memcpy_and_memset() {
    copy_program library/own_memcpy.c p.c
    assert_ok "$ORDO" cc -O2 -fno-builtin -o p p.c
    assert_ok "$ORDO" record -o p.data -- ./p >out
    assert_eq "the program's output" 2 "$(cat out)"
    assert_eq "calls" "1 1" "$(ask p.data '*[s[n]["calls"] for n in ("memset", "memcpy")], sep=" "')"
}

# A model that read memory that the routine does not read would end the program.
test_models_do_not_read_through_null() {
    local how
    assert_ok clang-19 -w -O1 "$ROOT/tests/e2e/programs/nulls.c" -o native
    ./native >want 2>err
    for how in "" --drms --reference --structure --production; do
        wanted "$how" "" --structure || continue
        assert_ok "$ORDO" cc $how -w -O1 "$ROOT/tests/e2e/programs/nulls.c" -o program
        mkdir raw
        ORDO_RATE=1 ORDO_RAW_DIR=raw ./program >got 2>err || fail "$how: status $?"
        diff want got >&2
        rm -r raw
    done
    expect 0 "$ORDO" record -q --engine=valgrind -o v.data -- ./native
    diff want out >&2
}

# A thread's table of scopes moves when more scopes have run than it had room for. Here the first thing that each new
# scope does is to call a library routine that ran before the scope's module was known.
long_library_calls_of_a_thousand_routines_are_counted() {
    python3 "$CHECKS/thousand_routines.py" >many.c
    cat >first.c <<'C'
#include <string.h>
static char *volatile text = "text";
volatile unsigned long length;
__attribute__((constructor)) static void begin(void) { length = strlen(text); }
C
    local how
    for how in "" --drms --no-loops --structure; do
        wanted "$how" "" || continue
        assert_ok "$ORDO" cc $how -w -O1 -fno-builtin -fPIC -shared first.c -o libfirst.so
        assert_ok "$ORDO" cc $how -w -O1 -fno-builtin many.c -o many -Wl,--no-as-needed,-rpath,"$PWD" -L. -lfirst
        assert_ok "$ORDO" record -q -o many.data -- ./many
        [ "$how" = --structure ] || assert_eq "routines with their call of strlen, $how" 1100 \
            "$(ask many.data 'sum([(c["name"], c["calls"], c["cost"]) for c in s["r%d" % i]["children"]] == [("strlen", 1, 1)] for i in range(1100))')"
    done
}

run_tests
