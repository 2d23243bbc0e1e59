#!/bin/bash
# Experiments: how they are declared under every compiler and standard, and the driver that runs them inside the
# program (libordo-lab.a). programs/lab/no_counts.c replaces the counting, so that the driver is tested
# alone.
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs/lab
LAB=$ROOT/build/lib/ordo/libordo-lab.a
WARNINGS="-Wall -Wextra -pedantic -Werror"

# declared FILE OPTIONS...: compiles the file in every language with the options; there must be no warning. Quick tests use
# the oldest and the newest language of each compiler.
declared() {
    local cc std file=$1 tried=0
    shift
    for cc in gcc clang-16 clang-19; do
        for std in c11 c17 c2x gnu11 gnu17; do
            wanted "$cc $std" "gcc c11" "clang-19 c2x" || continue
            assert_ok $cc -std=$std $WARNINGS -I"$ROOT/include" "$@" -c "$PROGRAMS/$file" -o $cc-$std.o
            tried=$((tried + 1))
        done
    done
    for cc in g++ clang++-16 clang++-19; do
        for std in c++17 c++20 c++2b gnu++17; do
            wanted "$cc $std" "g++ c++17" "clang++-19 c++2b" || continue
            assert_ok $cc -std=$std $WARNINGS -I"$ROOT/include" "$@" -x c++ -c "$PROGRAMS/$file" -o $cc-$std.o
            tried=$((tried + 1))
        done
    done
    assert_ok clang-19 -std=c23 $WARNINGS -I"$ROOT/include" "$@" -c "$PROGRAMS/$file" -o clang-19-c23.o
    assert_eq "compilations" "${LONG:+27}" "${LONG:+$tried}"
}

long_declarations_compile_without_warnings_in_every_language_without_ordo() {
    declared experiments.c -DWITH_MAIN
    # Without Ordo the objects refer to no symbol of Ordo.
    for o in *.o; do
        nm "$o" | grep -E ' [Uu] .*(ordo_make|ordo_lab|ordo_release)' && { fail "$o needs Ordo"; exit 1; }
        case $o in *++*) g++ "$o" -o program ;; *) gcc "$o" -o program ;; esac
        assert_ok ./program
    done
}

test_declarations_compile_without_warnings_in_every_language_with_ordo() {
    declared experiments.c -DORDO_LAB=1
    # Every object has a constructor for each of the nine experiments.
    for o in *.o; do
        assert_eq "declarations in $o" 9 "$(nm -C "$o" | grep -cE ' t ordo_declare_[0-9]+(\(\))?$')"
    done
}

long_unusual_functions_can_be_declared_in_every_language() {
    declared signatures.c
    declared signatures.c -DORDO_LAB=1 -O2
}

test_declarations_compile_without_warnings_under_stricter_options() {
    local cc lab
    for cc in gcc clang-19; do
        for lab in 0 1; do
            assert_ok $cc -std=c11 $WARNINGS -Wundef -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wstrict-prototypes \
                -Wmissing-prototypes -DORDO_LAB=$lab -I"$ROOT/include" -O2 -c "$PROGRAMS/experiments.c" -o a.o
        done
    done
}

# Older languages have no experiments, and the oldest only features.
long_the_header_compiles_without_warnings_in_older_languages() {
    local cc
    echo '#include <ordo/ordo.h>
static void f(int *a, size_t n) { a[n] = 0; }
ORDO_EXPERIMENT(f, .inputs = ORDO_INPUTS(ordo_random_ints, ordo_sorted_ints), .to = 4);
static size_t length(struct ordo_list *list, size_t n) { return list->length == n ? n : 0; }
ORDO_EXPERIMENT(length, .inputs = ordo_sorted_list, .to = 4);
int main(void) { int a[2]; uint64_t s = 1; struct ordo_list l = { NULL, 1 };
    f(a, 1); ordo_feature("n", 1); return a[1] + (int)ordo_random_below(&s, 1) + (length(&l, 1) != 1); }' >old.c
    for cc in "gcc -std=c99" "clang-19 -std=c99" "g++ -std=c++14 -x c++" "clang++-19 -std=c++11 -x c++"; do
        assert_ok $cc $WARNINGS -I"$ROOT/include" old.c -o old
        assert_ok ./old
    done
    echo '#include <ordo/ordo.h>
int main(void) { ordo_feature("n", 1); return 0; }' >oldest.c
    for cc in "gcc -std=c90" "clang-19 -std=c90" "g++ -std=c++98 -x c++"; do
        assert_ok $cc $WARNINGS -I"$ROOT/include" oldest.c -o oldest
        assert_ok ./oldest
    done
}

# rejected CASE COMPILERS WORDS...: each of the compilers must reject the case, in C or C++, with messages that have all words.
rejected() {
    local case=$1 by=$2 cc word
    shift 2
    for cc in $by; do
        wanted "$cc" gcc clang-19 g++ || continue
        case $cc in *++*) set -- -x c++ -std=c++17 -- "$@" ;; *) set -- -std=c11 -- "$@" ;; esac
        local options=()
        while [ "$1" != -- ]; do options+=("$1"); shift; done
        shift
        $cc "${options[@]}" -DORDO_LAB=1 -DCASE=$case -isystem "$ROOT/include" -c "$PROGRAMS/rejected.c" \
            -o a.o 2>said && { fail "$cc accepts case $case"; exit 1; }
        grep 'error:\|expected\|note:' said >words
        for word in "$@"; do
            grep -qF -e "$word" words || { cat said >&2; fail "the message of $cc about case $case lacks '$word'"; exit 1; }
        done
    done
}
CLANGS="clang-16 clang-19 clang++-16 clang++-19"

test_a_generator_of_another_type_is_rejected_with_both_type_names() {
    rejected 1 "gcc clang-16 clang-19" "int *" "double *"
    rejected 1 "g++" "int*" "double*"
    rejected 1 "clang++-16 clang++-19" "int *" "double *"
    rejected 2 "gcc clang-16 clang-19 clang++-16 clang++-19" "ordo_list *" "double *"
    rejected 2 "g++" "ordo_list*" "double*"
    # This generator has parameters other than size and seed.
    rejected 3 "gcc" "(int,  int)" "uint64_t"
    rejected 3 "clang-16 clang-19" "(int, int)" "uint64_t"
    rejected 3 "g++ clang++-16 clang++-19" "ordo_lab_makes"
}

test_bad_values_are_rejected_by_clang() {
    rejected 4 "$CLANGS" "ORDO_EXPERIMENT: .from is 0, and 0 times .ratio stays 0: begin at 1 or use .step"
    rejected 5 "$CLANGS" "ORDO_EXPERIMENT: .step is not positive: give 1 or more"
    rejected 6 "$CLANGS" "ORDO_EXPERIMENT: .from is greater than .to: swap them"
    rejected 7 "$CLANGS" "ORDO_EXPERIMENT: .repeat is not positive: give 1 or more"
    rejected 8 "$CLANGS" "ORDO_EXPERIMENT: .to is missing: give the greatest size"
    rejected 9 "$CLANGS" "ORDO_EXPERIMENT: .from is negative: sizes begin at 0"
    rejected 10 "$CLANGS" "ORDO_EXPERIMENT: .ratio is not above 1: give one such as 2"
    rejected 11 "$CLANGS" "ORDO_EXPERIMENT: .step and .ratio are given: leave one out"
    rejected 15 "$CLANGS" "ORDO_EXPERIMENT: .repeat is not positive: give 1 or more"
    # A check with other types: only C++ compares them.
    rejected 14 "g++ clang++-16 clang++-19" "no"
}

# What a user sees: first the line that is wrong, and not a page of macros after it.
test_ordo_lab_reports_a_wrong_declaration_in_few_lines() {
    expect 3 "$ORDO" lab -DCASE=1 "$PROGRAMS/rejected.c"
    head -1 err | grep -q "rejected.c:[0-9]*:[0-9]*: error: .*'int \*'.*'double \*'"
    [ "$(wc -l <err)" -le 12 ] || { cat err >&2; fail "the message is $(wc -l <err) lines long"; exit 1; }
    expect 3 "$ORDO" lab -DCASE=5 "$PROGRAMS/rejected.c"
    head -1 err | grep -q 'rejected.c:[0-9]*:[0-9]*: error: ORDO_EXPERIMENT: .step is not positive: give 1 or more'
    expect 3 "$ORDO" lab -DCASE=12 "$PROGRAMS/rejected.c"
    grep -q 'rejected.c:[0-9]*: ORDO_EXPERIMENT(sum): .step is not positive: give 1 or more' err
}

# lab_program COMPILER OPTIONS...: builds a program whose counting counts nothing.
lab_program() {
    local cc=$1
    shift
    assert_ok clang-19 -I"$ROOT/src" -c "$PROGRAMS/no_counts.c" -o no_counts.o
    assert_ok $cc -DORDO_LAB=1 -I"$ROOT/include" "$@" -x none no_counts.o -Wl,--wrap=main "$LAB" -o program
}

# lab_run STATUS WHAT ARGUMENTS...: runs it; the records go to `records`, the program's own output to out and err.
lab_run() {
    local status=$1 what=$2
    shift 2
    : >result
    expect "$status" env ORDO_LAB_RUN="$what" ORDO_LAB_RESULT=result ./program "$@"
    python3 "$ROOT/tests/e2e/lab_records.py" result >records
}

test_bad_values_that_are_not_constant_are_rejected_by_the_list() {
    local case want
    for case in 12:".step is not positive: give 1 or more" \
        13:".inputs is missing: name a generator, such as ordo_random_ints"; do
        lab_program clang-19 -DCASE=${case%%:*} "$PROGRAMS/rejected.c"
        lab_run 125 list
        want="ORDO_EXPERIMENT(sum): ${case#*:}"
        grep -qF "$want" err || { cat err >&2; fail "the list lacks '$want'"; exit 1; }
        grep -qE '/rejected.c:[0-9]+: ' err
        assert_eq "records" "" "$(cat records)"
    done
    # gcc leaves to the list what clang rejects when it compiles.
    for case in 4 5 6 7 8 9 10 11 15; do
        wanted $case 4 11 || continue
        lab_program gcc -DCASE=$case "$PROGRAMS/rejected.c"
        lab_run 125 list
        rejected $case clang-19 "$(sed -E 's/.*\((sum|first)\): //' err)"
    done
}

test_the_list_has_every_input_of_every_experiment() {
    local cc
    for cc in clang-19 "clang++-19 -x c++ -std=c++17" gcc "g++ -x c++"; do
        wanted "$cc" clang-19 "g++ -x c++" || continue
        lab_program "$cc" "$PROGRAMS/experiments.c"
        lab_run 0 list
        assert_eq "output" "" "$(cat out err)"
        sed "s|$PROGRAMS/||; s/ experiments.c:[0-9]*//" records >got
        cat >want <<'END'
declared 0.0 bubble_sort ordo_random_ints from 0 to 100 step 20 ratio 0 repeat 3
declared 1.0 sum ordo_random_doubles from 1 to 1000 step 1 ratio 2 repeat 1
declared 1.1 sum ordo_sorted_doubles from 1 to 1000 step 1 ratio 2 repeat 1
declared 2.0 sum ordo_organ_pipe_doubles from 0 to 3 step 1 ratio 0 repeat 1
declared 3.0 least make_records from 1 to 10 step 1 ratio 0 repeat 2
declared 4.0 first_word ordo_random_strings from 0 to 5 step 1 ratio 0 repeat 1
declared 5.0 letters ordo_text from 0 to 4 step 1 ratio 0 repeat 1
declared 5.1 letters ordo_fibonacci_string from 0 to 4 step 1 ratio 0 repeat 1
declared 6.0 empty_list ordo_random_list from 0 to 4 step 1 ratio 0 repeat 1
declared 6.1 empty_list ordo_sorted_list from 0 to 4 step 1 ratio 0 repeat 1
declared 7.0 fibonacci_of ordo_integer from 0 to 12 step 1 ratio 0 repeat 1
declared 8.0 arcs ordo_sparse_graph from 0 to 9 step 3 ratio 0 repeat 1
declared 8.1 arcs ordo_dense_graph from 0 to 9 step 3 ratio 0 repeat 1
declared 8.2 arcs ordo_grid_graph from 0 to 9 step 3 ratio 0 repeat 1
declared 8.3 arcs ordo_path_graph from 0 to 9 step 3 ratio 0 repeat 1
end
END
        diff want got >&2 || { fail "the list of $cc differs"; exit 1; }
    done
}

# Runs every input of every experiment. The checks see the right values, for every type of element and result.
run_all() {
    local which size
    for which in 0.0 1.0 1.1 2.0 4.0 5.0 5.1 6.0 6.1 7.0 8.0 8.1 8.2 8.3 3.0; do
        for size in 0 1 9; do
            wanted $size 0 9 || continue
            [ $which.$size = 3.0.0 ] && continue # its from is 1
            lab_run 0 "${which%.*} ${which#*.} $size 2 7"
            assert_eq "records of $which at $size" "counts 1 []
counts 2 []
end" "$(cat records)"
            assert_eq "output" "" "$(cat out err)"
        done
    done
}

test_checks_see_the_right_values_in_c() {
    lab_program clang-19 -O0 "$PROGRAMS/experiments.c"
    run_all
}

long_checks_see_the_right_values_in_other_languages() {
    lab_program gcc -O2 "$PROGRAMS/experiments.c"
    run_all
    lab_program clang++-19 -std=c++17 -x c++ "$PROGRAMS/experiments.c"
    run_all
}

# Runs every listed experiment at sizes 1 to 3, and at 0 if its sizes begin there: no result is wrong.
run_listed() {
    local want=$1 number from size
    lab_run 0 list
    assert_eq "inputs" "$want" "$(grep -c ^declared records)"
    grep ^declared records >listed
    while read -r _ number _ _ _ _ from _; do
        for ((size = from; size <= 3; size++)); do
            lab_run 0 "${number%.*} ${number#*.} $size 1 3"
            assert_eq "records of $number at $size" "counts 1 []
end" "$(cat records)"
        done
    done <listed
}

long_unusual_functions_run_and_their_checks_see_what_they_return() {
    local cc
    for cc in "clang-19 -O0" "gcc -O2"; do
        wanted "$cc" "gcc -O2" || continue
        lab_program "$cc" "$PROGRAMS/signatures.c"
        run_listed 15
    done
    for cc in "clang++-19 -O2" "g++ -O0"; do
        wanted "$cc" "clang++-19 -O2" || continue
        lab_program "$cc -std=c++17 -x c++" "$PROGRAMS/signatures.c"
        run_listed 17
    done
}

# The library's sources are compiled together with the program.
long_driver_and_generators_are_clean_under_sanitizers() {
    local sources
    sources=$(echo "$ROOT"/src/engine/lab/{generator*,experiments,result,same_input,lab_main}.c)
    assert_ok clang-19 -g -D_GNU_SOURCE -fsanitize=address,undefined -fno-sanitize-recover=all -DORDO_LAB=1 \
        -I"$ROOT/include" -I"$ROOT/src" "$PROGRAMS/experiments.c" "$PROGRAMS/no_counts.c" $sources \
        -Wl,--wrap=main -o program
    run_all
    lab_run 0 list
    assert_eq "records" 16 "$(wc -l <records)"
}

test_output_of_the_program_is_kept_and_inputs_are_released() {
    lab_program clang-19 "$PROGRAMS/troubles.c"
    lab_run 0 "0 0 4 3 1"
    assert_eq "stdout" "size 4 released 0
size 4 released 1
size 4 released 2" "$(cat out)"
    assert_eq "lines on stderr" 3 "$(wc -l <err)"
    assert_eq "records" "counts 1 []
counts 2 []
counts 3 []
end" "$(cat records)"
}

test_a_missing_input_is_reported_with_its_seed() {
    lab_program clang-19 "$PROGRAMS/troubles.c"
    lab_run 0 "0 0 13 5 1"
    assert_eq "kinds" "counts counts no end" "$(cut -d' ' -f1 records | paste -sd' ')"
    grep -qE '^no input 2 [0-9]+$' records
}

test_a_crash_and_an_exit_keep_earlier_records() {
    lab_program clang-19 "$PROGRAMS/troubles.c"
    lab_run 134 "1 0 1 5 1"
    assert_eq "records of a crash" "counts 1 []" "$(cat records)"
    lab_run 0 "2 0 1 5 1"
    assert_eq "records of an exit" "counts 1 []" "$(cat records)"
}

test_a_wrong_result_is_recorded_with_its_seed() {
    lab_program clang-19 "$PROGRAMS/troubles.c"
    lab_run 0 "3 0 2 5 1"
    grep -qE '^wrong 2 [0-9]+$' records
    assert_eq "kinds" "counts counts wrong end" "$(cut -d' ' -f1 records | paste -sd' ')"
    # The seed is the same at the same size, whatever else runs, and differs at another size.
    cp records before
    lab_run 0 "3 0 2 3 1"
    assert_eq "seed" "$(grep wrong before)" "$(grep wrong records)"
    lab_run 0 "3 0 3 3 1"
    ! cmp -s before records
}

test_forked_children_write_no_records() {
    lab_program clang-19 "$PROGRAMS/troubles.c"
    lab_run 0 "4 0 1 2 1"
    assert_eq "records" "counts 1 []
counts 2 []
end" "$(cat records)"
}

test_main_runs_to_its_end_and_is_counted() {
    lab_program clang-19 "$PROGRAMS/troubles.c"
    lab_run 6 main -
    assert_eq "output" "main of 2: -
last word" "$(cat out)"
    assert_eq "records" "counts 1 []
end" "$(cat records)"
    lab_run 7 main e
    assert_eq "records after exit" "counts 1 []
end" "$(cat records)"
    lab_run 6 main f
    assert_eq "records after a child" "counts 1 []
end" "$(cat records)"
    lab_run 134 main a
    assert_eq "records after abort" "" "$(cat records)"
}

test_a_program_started_without_ordo_lab_runs_its_main() {
    lab_program clang-19 "$PROGRAMS/troubles.c"
    expect 6 ./program -
    assert_eq "output" "main of 2: -
last word" "$(cat out)"
    lab_program clang-19 "$PROGRAMS/experiments.c"
    expect 125 ./program
    grep -q 'has experiments and no main: run it by .ordo lab' err
    lab_run 125 main
    grep -q 'has no main: declare an experiment' err
}

test_wrong_requests_are_rejected_with_a_reason() {
    lab_program clang-19 "$PROGRAMS/experiments.c"
    lab_run 125 "0 0 1"
    grep -qF "ORDO_LAB_RUN=0 0 1: expected list, main or five numbers" err
    lab_run 125 "99 0 1 1 1"
    grep -qF "there is no such experiment" err
    lab_run 125 "0 1 1 1 1"
    grep -qF "there is no such experiment" err
    expect 125 env ORDO_LAB_RUN=list ORDO_LAB_RESULT=nowhere/result ./program
    grep -qF "cannot write the result to nowhere/result: No such file or directory" err
    expect 125 env ORDO_LAB_RUN="0 0 1 1 1" ORDO_LAB_RESULT=result NO_COUNTS_FAILS=1 ./program
    grep -qF "the plan is rejected" err
}

test_experiments_of_several_files_are_listed_in_link_order() {
    assert_ok clang-19 -DORDO_LAB=1 -I"$ROOT/include" -c "$PROGRAMS/troubles.c" -o t.o
    lab_program clang-19 "$PROGRAMS/experiments.c" -x none t.o
    lab_run 0 list
    assert_eq "functions" "bubble_sort forks" "$(grep -E '^declared (0|13).0 ' records | cut -d' ' -f3 | paste -sd' ')"
}

run_tests
