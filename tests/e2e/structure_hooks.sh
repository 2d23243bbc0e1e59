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
        hooks "$1" $level
        diff want recorded >&2 || { fail "$1 at $level: < expected, > recorded"; exit 1; }
    done
}

for source in "$HOOKS"/*; do
    name=$(basename "$source")
    eval "test_hooks_of_${name/./_}() { expect_hooks '$source'; }"
done

test_births_of_local_arrays_and_linked_records_are_recorded() {
    cat >p.c <<'C'
struct node { int value; struct node *next; };
struct plain { int a, b; };
void use(void *);
static int local(int i) {
    int few[3] = {1, 2, 3}, one = 4;
    struct node n;
    struct plain plain;
    use(&n), use(&plain), use(&one);
    return few[i];
}
static int times(int n, struct node *last) {
    struct node here = {n, last};
    return n ? times(n - 1, &here) : 0;
}
static void variable(int n) {
    double row[n];
    for (int i = 0; i < n; i++) row[i] = 0;
    use(row);
}
void use(void *p) { for (int i = 0; i < 1; i++) (void)p; }
int main(int argc, char **argv) {
    variable(5);
    return local(argc) - 2 + times(1, 0);
}
C
    hooks p.c -O0
    sort births >births-O0
    hooks p.c -O2
    sort births >got
    cat >want <<'END'
local object int 12 bytes
local object node 16 bytes
times object node 16 bytes
times object node 16 bytes
variable object double 40 bytes
END
    sed -i '/^main object/d' got births-O0
    diff want got >&2 || { fail "births"; exit 1; }
    diff got births-O0 >&2 || { fail "births at -O0"; exit 1; }
}

test_memory_for_records_is_recorded_at_its_allocation() {
    cat >p.cc <<'C'
#include <cstdlib>
#include <list>
struct node { long value; node *next; };
struct plain { long value; };
static node *made(int n) { return static_cast<node *>(malloc(n * sizeof(node))); }
int main(int n, char **) {
    node *one = new node, *some = made(3);
    node *clear = static_cast<node *>(calloc(2, sizeof *clear));
    plain *other = new plain, *more = new plain[n];
    long *number = new long, *numbers = new long[n];
    std::list<int> l(4);
    one->next = some, some->next = clear;
    return other == nullptr || more == nullptr || number == numbers;
}
C
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
    cat >p.cc <<'C'
#include <list>
#include <map>
int main() {
    std::list<int> l;
    std::map<int, int> m;
    for (int i = 0; i < 50; i++) l.push_back(i);
    for (int x : l) m[x] = x;
    return m.size() != 50;
}
C
    for level in -O0 -O2; do
        assert_ok "$ORDO" c++ --structure $level -w p.cc -o p
        assert_ok "$ORDO" tree -o p.data -- ./p
        expect 0 "$ORDO" tree p.data
        assert_eq "linked structures at $level" yes "$(grep -q 'linked structure' out && echo yes)"
        assert_eq "arrays of integers at $level" 0 "$(grep -c "array of int" out)"
    done
}

test_nodes_of_containers_are_elements_of_a_structure() {
    cat >p.cc <<'C'
#include <list>
#include <map>
int main() {
    std::list<int> l;
    for (int i = 0; i < 3; i++) l.push_back(i);
    std::map<int, int> m;
    m[1] = 2;
    int sum = 0;
    for (int x : l) sum += x;
    return sum - 3;
}
C
    hooks p.cc -O2
    grep -q '^type std::__detail::_List_node_base, 16 bytes linked, 2 slots from 0' recorded
    grep -q '^type std::_Rb_tree_node_base, 32 bytes linked, 3 slots from 8' recorded
    assert_eq "steps along the list" 3 "$(grep -c '^main/2 link_read std::__detail::_List_node_base\[0\]' recorded)"
}

test_recursive_routines_are_marked() {
    cat >p.c <<'C'
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
static int fact(int n) { return n ? n * fact(n - 1) : 1; }
static int twice(int n) { return 2 * n; }
int main(void) { return even(4) - fact(1) + twice(0); }
C
    hooks p.c -O2
    assert_eq "cycles" "cycle even cycle fact cycle odd" "$(grep '^cycle' recorded | sort | paste -sd' ')"
}

# Hooks at entries and exits are placed in routines with loops, in cycles of calls, in routines with recorded locals, in
# those that an advance names, and in routines that others may enter again.
test_routines_that_are_not_repetitions_have_no_activations() {
    cat >p.c <<'C'
extern int puts(const char *);
extern unsigned long strlen(const char *);
static int table[40];
static int leaf(int i) { return table[i] + (int)strlen(i % 2 ? "odd" : "even"); }
static int locals(int n) { int a[8]; a[n & 7] = puts("one"); return a[n & 3]; }
static int cell(const int *at) { int s = 0; while (*at) s += *at++; return s; }
static int once(const int *at) { return (int)strlen("two") + *at; }
static int looped(int n) { int s = 0; while (n > 0) s += leaf(n--); return s; }
static int fact(int n) { return n ? n * fact(n - 1) : puts("three"); }
int entry(int n) { return leaf(n) + locals(n); }
int main(void) {
    int s = 0;
    for (int i = 0; i < 40; i++) s += cell(table + i) + once(table + i);
    return s + looped(3) + fact(3) + entry(1) > 0;
}
C
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
test_types_do_not_depend_on_the_debug_information_asked_for() {
    local o
    for o in "" -g -g1 -gline-tables-only -g3 -gdwarf-4; do
        hooks "$HOOKS/list.c" -O1 $o
        grep -q '^type node, 40 bytes linked, 2 slots' recorded || { fail "no types under '$o'"; exit 1; }
    done
    "$ORDO" cc --structure -O1 -g0 -c "$HOOKS/list.c" -o x.o 2>err
    assert_eq "warnings of structures" 1 "$(grep -c -- '--structure finds linked structures' err)"
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
test_many_states_with_pointers_that_change_places_compile_in_time() {
    machine 300 >p.c
    assert_ok timeout 100 "$ORDO" cc --structure -O1 -g -c p.c -o p.o
}

run_tests
