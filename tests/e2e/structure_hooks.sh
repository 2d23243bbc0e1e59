#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ordo cc --structure: which hooks the pass places, and what its tables contain. Programs are
# linked with a recorder of hooks (tests/support/hook_recorder.c) in place of the runtime. Each
# program of programs/hooks is a test of its own: at every level it must print its lines that begin
# with "//: ", in this order.
. "$(dirname "$0")/lib.sh"

HOOKS=$ROOT/tests/e2e/programs/hooks

# hooks SOURCE OPTION...: writes what the program's hooks and tables record to `recorded`, and births of locals,
# which are at other places at -O0, to `births`.
hooks() {
    local source=$1 cc=cc clang=clang-19
    shift
    case $source in *.cc) cc=c++ clang=clang++-19 ;; esac
    [ -f recorder.o ] ||
        assert_ok clang-19 -w -O1 -I"$ROOT/src" -c "$ROOT/tests/support/hook_recorder.c" -o recorder.o
    assert_ok "$ORDO" $cc --structure -w "$@" -c "$source" -o hooked.o
    assert_ok $clang hooked.o recorder.o -o hooked
    ./hooked >all || { fail "$source: ended with status $?"; exit 1; }
    sed -n '/ object /!p' all >recorded
    sed -n '/ object /p' all >births
}

expect_hooks() {
    local level
    sed -n 's,^//: ,,p' "$1" >want
    [ -s want ] || { fail "$1: no expected lines"; exit 1; }
    for level in -O0 -O1 -O2 -O3; do
        wanted "$level" -O2 || continue
        hooks "$1" $level
        diff want recorded >&2 || { fail "$1 at $level: < expected, > recorded"; exit 1; }
    done
}

for source in "$HOOKS"/*; do
    name=$(basename "$source")
    eval "test_hooks_of_${name/./_}() { expect_hooks '$source'; }"
done

test_births_of_local_arrays_and_linked_records_are_recorded() {
    copy_program structure/births.c p.c
    hooks p.c -O0
    sort births >births-O0
    hooks p.c -O2
    sort births >got
    cat >want <<'END'
local object int 12 bytes
local object int 4 bytes
local object node 16 bytes
local object plain 8 bytes
times object node 16 bytes
times object node 16 bytes
variable object double 40 bytes
END
    sed -i '/^main object/d' got births-O0
    diff want got >&2 || { fail "births"; exit 1; }
    diff got births-O0 >&2 || { fail "births at -O0"; exit 1; }
}

test_memory_for_records_is_recorded_at_its_allocation() {
    copy_program structure/allocations.cc p.cc
    hooks p.cc -O2
    grep -E 'object (node|plain|long|std::__detail)' births | sed 's/.* object/object/' | sort | uniq -c | sed 's/^ *//' >got
    cat >want <<'END'
1 object long 8 bytes
1 object node 16 bytes
1 object node 32 bytes
1 object node 48 bytes
1 object plain 8 bytes
1 object plain 8 bytes of several
4 object std::__detail::_List_node_base 24 bytes
END
    diff want got >&2 || { fail "allocations"; exit 1; }
}

# A node's payload is not an array, although it is written before the node is linked.
test_the_payload_of_a_containers_nodes_is_not_an_array() {
    local level
    copy_program structure/payload.cc p.cc
    for level in -O0 -O2; do
        assert_ok "$ORDO" c++ --structure $level -w p.cc -o p
        assert_ok "$ORDO" tree -o p.data -- ./p
        expect 0 "$ORDO" tree p.data
        assert_eq "linked structures at $level" yes "$(grep -q 'linked structure' out && echo yes)"
        assert_eq "arrays of integers at $level" 0 "$(grep -c "array of int" out)"
    done
}

test_nodes_of_containers_are_elements_of_a_structure() {
    copy_program structure/list_and_map.cc p.cc
    hooks p.cc -O2
    grep -q '^type std::__detail::_List_node_base, 16 bytes linked, 2 slots from 0' recorded
    grep -q '^type std::_Rb_tree_node_base, 32 bytes linked, 3 slots from 8' recorded
    assert_eq "steps along the list" 3 "$(grep -c '^main/2 link_read std::__detail::_List_node_base\[0\]' recorded)"
}

test_recursive_routines_are_marked() {
    copy_program structure/cycles.c p.c
    hooks p.c -O2
    assert_eq "cycles" "cycle even cycle fact cycle odd" "$(grep '^cycle' recorded | sort | paste -sd' ')"
}

# Hooks at entries and exits are placed in routines with loops, in cycles of calls, in routines with recorded locals, in
# those that an advance names, and in routines that others may enter again.
test_routines_that_are_not_repetitions_have_no_activations() {
    copy_program structure/routines.c p.c
    assert_ok "$ORDO" cc --structure -O0 -g -S -emit-llvm p.c -o p.ll
    leaves() { sed -n "/^define .*@$1(/,/^}/p" p.ll | grep -Ec 'call.*@__ordo_((routine|loop)_)?leave'; }
    assert_eq "leaf" 0 "$(leaves leaf)"
    assert_eq "locals" 1 "$(leaves locals)"
    assert_eq "its loop, and itself by an advance" 2 "$(leaves cell)"
    assert_eq "named by an advance, without a loop" 0 "$(leaves once)"
    assert_eq "its loop only" 1 "$(leaves looped)"
    assert_eq "a cycle" 1 "$(leaves fact)"
    assert_eq "entered from outside" 1 "$(leaves entry)"
    assert_ok "$ORDO" cc -O0 -g -S -emit-llvm p.c -o p.ll
    assert_eq "leaf of other builds" 1 "$(leaves leaf)"
}

test_the_same_source_gives_the_same_code() {
    "$ORDO" c++ --structure -O2 -c "$HOOKS/cxx.cc" -w -S -o a.s
    "$ORDO" c++ --structure -O2 -c "$HOOKS/cxx.cc" -w -S -o b.s
    cmp a.s b.s
}

# The pass gets types although the program asks only for lines; -g0 is respected.
long_types_do_not_depend_on_the_debug_information_asked_for() {
    local o
    for o in "" -g -g1 -gline-tables-only -g3 -gdwarf-4; do
        hooks "$HOOKS/list.c" -O1 $o
        grep -q '^type node, 40 bytes linked, 2 slots' recorded || { fail "no types under '$o'"; exit 1; }
    done
    "$ORDO" cc --structure -O1 -g0 -c "$HOOKS/list.c" -o x.o 2>err
    assert_eq "warnings of structures" 1 "$(grep -c -- '--structure needs debug information' err)"
    hooks "$HOOKS/arrays.c" -O1 -g0
    grep -q 'array_write int32' recorded
}

test_conflicting_options_of_structure_builds_are_rejected_in_one_line() {
    local other
    echo 'int main(void) { return 0; }' >p.c
    for other in --drms --reference --blocks=only; do
        expect 2 "$ORDO" cc --structure $other -c p.c
        assert_eq "lines about $other" 1 "$(wc -l <err)"
        grep -q -- "--structure: .* $other" err
        [ ! -e p.o ]
    done
    assert_ok "$ORDO" cc --structure --blocks -c p.c
    ORDO_CC_STRUCTURE=1 expect 2 "$ORDO" cc --drms -c p.c
}

# interpreter STATES: prints an interpreter. Each state has a loop over arrays, and continues in another state.
interpreter() {
    local i
    echo 'struct insn { unsigned op; int *from, *to; struct insn *other; };'
    echo 'int run(struct insn *pc, int n) {'
    echo '    unsigned next = 0; int sum = 0;'
    echo "    for (;;) { if (n-- < 0) return sum; switch ((pc->op + next) % $1) {"
    for ((i = 0; i < $1; i++)); do
        echo "    case $i: L$i:"
        echo "        for (int k = 0; k < n; k++) pc->to[k] = pc->from[k] * $i + sum, sum += pc->from[k] > $i;"
        echo "        if (sum & $((i + 1))) { pc++; next++; goto L$(((i * 7 + 3) % $1)); }"
        echo "        if (sum % $((i + 2)) == 1) { pc = pc->other; if (!pc) return sum; goto L$(((i * 5 + 1) % $1)); }"
        echo '        pc += 2; break;'
    done
    echo '    } } }'
}

# machine STATES: prints a routine whose states are all reached from two switches, with pointers that change places.
machine() {
    local i hub
    echo 'struct word { int value; long rest[3]; };'
    echo 'int run(struct word *a, struct word *b, struct word *c, const int *code) {'
    echo '    int sum = 0;'
    for hub in 1 2; do
        echo "    hub$hub: switch (*code++) { default: return sum;"
        for ((i = 0; i < $1; i++)); do echo "    case $((i * hub)): goto L$i;"; done
        echo '    }'
    done
    for ((i = 0; i < $1; i++)); do
        echo "    L$i: sum += a->value + b->value * $i + c->value;"
        echo "        if (sum & $((i + 1))) { struct word *t = a; a = b; b = c; c = t; goto hub1; }"
        echo '        { struct word *t = a; a = c; c = t; goto hub2; }'
    done
    echo '}'
}

merged_values() {
    interpreter "$1" >p.c
    "$ORDO" cc --structure -O1 -g -S -emit-llvm p.c -o p.ll
    grep ' phi ' p.ll | tr -cd '[' | wc -c
}

# Counters of an interpreter's inner loops are not values of the loop around them: the number of values that
# meet at joins grows with the code, not with its square.
test_counters_of_inner_loops_are_not_values_of_the_outer_loop() {
    local few many
    few=$(merged_values 16) many=$(merged_values 32)
    [ "$many" -lt $((few * 3)) ] || fail "$few values of 16 states, $many of 32"
}

# The bound is generous: without the fix this takes minutes.
long_many_states_with_pointers_that_change_places_compile_in_time() {
    machine 300 >p.c
    assert_ok timeout 100 "$ORDO" cc --structure -O1 -g -c p.c -o p.o
}

run_tests
