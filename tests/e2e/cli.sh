#!/bin/bash
# The command line: help, mistakes, exit status, options and their environment variables, documentation.
. "$(dirname "$0")/lib.sh"
COMMANDS="cc c++ record report run merge fit annotate export trend tree lab help"

make_profile() {
    echo 'int main(int argc, char **argv) { int i, n = 0; (void)argv; for (i = 0; i < 9 + argc; i++) n += i; return n == 0; }' >p.c
    "$ORDO" cc -O1 --no-fold p.c -o p
    "$ORDO" record -q -o "$1" -- ./p
}

test_version_and_help_go_to_stdout() {
    expect 0 "$ORDO" --version
    grep -qE '^ordo [0-9]+\.[0-9]+\.[0-9]+ ' out
    for c in --help help; do
        expect 0 "$ORDO" $c
        for name in $COMMANDS; do grep -q "^  $name " out || { fail "$c does not list $name"; exit 1; }; done
    done
    for name in $COMMANDS; do
        expect 0 "$ORDO" help $name
        grep -q '^usage: ordo' out
        assert_eq "stderr of help $name" "" "$(cat err)"
        assert_eq "lines of help $name over 100 columns" "" "$(grep -E '.{101}' out)"
    done
    for name in record report run merge fit annotate export trend tree lab help; do
        "$ORDO" help $name >want
        expect 0 "$ORDO" $name --help
        assert_ok cmp want out
    done
}

test_misspelt_words_get_the_nearest_suggestion() {
    expect 2 "$ORDO" recrod
    grep -q "^ordo: unknown subcommand 'recrod': did you mean 'record'?" err
    expect 2 "$ORDO" help mrege
    grep -q "did you mean 'merge'?" err
    expect 2 "$ORDO" report --josn
    grep -q '^ordo report: unknown option --josn: did you mean --json?' err
    expect 2 "$ORDO" zzzzzzzz
    ! grep -q 'did you mean' err || { fail "a suggestion that is not similar"; exit 1; }
    expect 2 "$ORDO"
    expect 2 "$ORDO" --frobnicate
}

test_usage_errors_end_with_status_2() {
    expect 2 "$ORDO" report --sort heap
    grep -q '^ordo report: --sort heap: ' err
    expect 2 "$ORDO" report --rows -3
    grep -q -- '--rows' err
    expect 2 "$ORDO" report --color sometimes
    expect 2 "$ORDO" report --json=yes
    expect 2 "$ORDO" report --sort
    expect 2 "$ORDO" report a.data b.data
    grep -q 'ordo merge' err
    expect 2 "$ORDO" report -x
    expect 2 "$ORDO" merge a.data
    expect 2 "$ORDO" merge -o all.data
    assert_eq "stdout" "" "$(cat out)"
}

test_bad_profiles_end_with_status_3_and_missing_ones_with_4() {
    expect 4 "$ORDO" report missing.data
    grep -q '^ordo report: missing.data: ' err
    assert_eq "lines about a missing profile" 1 "$(wc -l <err)"
    : >empty.data
    echo 'not a profile, whatever its name says' >foreign.data
    for f in empty.data foreign.data; do
        expect 3 "$ORDO" report $f
        grep -q "^ordo report: $f: " err
        assert_eq "lines about $f" 1 "$(wc -l <err)"
        expect 3 "$ORDO" merge -o all.data $f
        [ ! -e all.data ] || { fail "merge of $f left a file"; exit 1; }
    done
    make_profile good.data
    head -c 5000 good.data >cut.data
    expect 3 "$ORDO" report cut.data
    grep -q '^ordo report: cut.data: ' err
    mkdir folder
    expect 3 "$ORDO" report folder
}

test_a_full_disk_is_reported() {
    [ -w /dev/full ] || skip "no /dev/full"
    make_profile ordo.data
    local rc=0
    "$ORDO" report >/dev/full 2>err || rc=$?
    assert_eq "status of report to a full disk" 4 $rc
    grep -q '^ordo report: ' err
    rc=0
    "$ORDO" report --json >/dev/full 2>err || rc=$?
    assert_eq "status of report --json to a full disk" 4 $rc
}

test_report_reads_ordo_data_by_default() {
    make_profile ordo.data
    expect 0 "$ORDO" report
    grep -q main out
    cp out default
    expect 0 "$ORDO" report ordo.data
    assert_ok cmp default out
    expect 0 "$ORDO" report --json
    python3 -m json.tool out >/dev/null
}

test_environment_variables_set_options_and_the_command_line_overrides_them() {
    make_profile ordo.data
    expect 0 env ORDO_JSON=1 "$ORDO" report
    python3 -m json.tool out >/dev/null
    expect 0 env ORDO_JSON=0 "$ORDO" report
    ! python3 -m json.tool out >/dev/null 2>&1 || { fail "ORDO_JSON=0 gave JSON"; exit 1; }
    expect 0 env ORDO_COLOR=always "$ORDO" report
    grep -q $'\033' out
    expect 0 env ORDO_COLOR=always "$ORDO" report --color=never
    ! grep -q $'\033' out || { fail "--color=never lost to ORDO_COLOR"; exit 1; }
    expect 2 env ORDO_SORT=heap "$ORDO" report
    expect 0 env ORDO_OUTPUT=joined.data "$ORDO" merge ordo.data
    [ -s joined.data ]
}

test_colour_is_used_on_terminals_only() {
    make_profile ordo.data
    expect 0 "$ORDO" report
    ! grep -q $'\033' out || { fail "colour in a file"; exit 1; }
    expect 0 env NO_COLOR=1 "$ORDO" report --color=always
    grep -q $'\033' out
    python3 -c 'import os; os.openpty()' 2>/dev/null || skip "no pseudo-terminals here"
    TERM=xterm on_terminal tty env -u NO_COLOR "$ORDO" report
    grep -q $'\033' tty || { fail "no colour on a terminal"; exit 1; }
    TERM=xterm NO_COLOR=1 on_terminal tty "$ORDO" report
    [ -s tty ]
    ! grep -q $'\033\[[0-9;]*m' tty || { fail "colour despite NO_COLOR"; exit 1; }
}

# shown COMMAND...: prints what the command writes to a terminal of 80 columns, without escape sequences.
shown() {
    TERM=xterm LC_ALL=C.UTF-8 on_terminal tty "$@" || exit 1
    sed 's/\r$//; s/\x1b\[[0-9;]*[mK]//g' tty
}

test_lines_fit_a_terminal_of_80_columns() {
    python3 -c 'import os; os.openpty()' 2>/dev/null || skip "no pseudo-terminals here"
    mkdir -p a_folder_with_a_long_name/and_another_one_with_a_long_name
    cat >a_folder_with_a_long_name/and_another_one_with_a_long_name/moves.c <<'EOF'
#include <stdlib.h>
static int a[4000];
static void move_all_elements_of_the_queue_to_the_front(int n) { for (int i = 1; i < n; i++) a[i - 1] = a[i]; }
int main(int argc, char **argv) { int n = argc > 1 ? atoi(argv[1]) : 9; while (n > 0) move_all_elements_of_the_queue_to_the_front(n--); return a[0]; }
EOF
    "$ORDO" cc -O1 -o p a_folder*/*/moves.c
    "$ORDO" run -q --scan n=300:1200:x2 -- ./p {n} 2>/dev/null
    "$ORDO" cc -O1 --structure -o s a_folder*/*/moves.c
    "$ORDO" tree -q -o tree.data ./s 300 2>/dev/null
    "$ORDO" cc -O1 --blocks=only -o b a_folder*/*/moves.c
    "$ORDO" trend -q --scan n=10:3000:log8 -- ./b {n}
    for command in "report" "report --warnings" "report move_all_elements_of_the_queue_to_the_front" \
        "report trend.data" "tree tree.data" "tree --raw tree.data" "tree --plot 1 tree.data" "annotate moves.c"; do
        shown "$ORDO" $command >lines
        [ -s lines ] || { fail "$command prints nothing"; exit 1; }
        # A path by itself stays whole.
        assert_eq "lines of $command over 80 columns" "" "$(LC_ALL=C.UTF-8 grep -E '.{81}' lines | grep -v '^/[^ ]*$')"
    done
    shown "$ORDO" report >lines
    grep -qE '9[0-9]\.[0-9] % .* n 99 % .* loop in move_all.*moves\.c:3$' lines ||
        { cat lines; fail "the scope, its share, its growth or its line is cut"; exit 1; }
    shown "$ORDO" report trend.data >lines
    grep -qE 'n\^2 .*moves\.c:3' lines || { cat lines; fail "the cluster or its growth is cut"; exit 1; }
}

test_colours_mark_growth() {
    cat >p.c <<'EOF'
#include <stdlib.h>
static int a[900];
static void steep(int n) { for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) a[i] += a[k]; }
static void flat(int n) { for (int r = 0; r < 2000; r++) for (int i = 0; i < n; i++) a[i] += r; }
int main(void) { for (int n = 5; n < 200; n = n * 5 / 4) { steep(n); flat(n); } return a[0] == 7; }
EOF
    "$ORDO" cc -O1 -o p p.c
    "$ORDO" record -q -- ./p
    expect 0 "$ORDO" report --color always --no-pager
    grep -P '\x1b\[1;31mn\^2 [0-9]+ %\x1b\[0m.*p\.c:3' out >/dev/null || { cat out; fail "n^2 is not red"; exit 1; }
    ! grep -P '\x1b\[[0-9;]*3[13]m *(n|1) ' out || { fail "linear growth has a colour"; exit 1; }
    ! grep -P '\x1b\[[0-9;]*3[13]m *[0-9.]+ %' out || { fail "a share has a colour"; exit 1; }
    "$ORDO" annotate --color always p.c >out
    grep -P '\x1b\[1;31mn\^2' out >/dev/null || { cat out; fail "n^2 is not red beside the source"; exit 1; }
}

test_reports_are_sorted_and_limited_to_rows() {
    cat >p.c <<'EOF'
static int c(int n) { int i, s = 0; for (i = 0; i < n; i++) s += i; return s; }
static int b(int n) { int i, s = 0; for (i = 0; i < 3; i++) s += c(n); return s; }
int main(int argc, char **argv) { int i, s = 0; (void)argv; for (i = 0; i < 4; i++) s += b(argc * 5); return s == 1; }
EOF
    "$ORDO" cc -O1 p.c -o p
    "$ORDO" record -q -- ./p
    expect 0 "$ORDO" report --sort cost --rows 1
    grep -q 'p.c:3' out
    ! grep -q 'p.c:1' out || { fail "--rows 1 shows more"; exit 1; }
    expect 0 "$ORDO" report --sort name
    assert_eq "routines by name" "b c main" "$(grep -oE '  (b|c|main)  +p.c' out | awk '{ print $1 }' | xargs)"
    expect 0 "$ORDO" report --sort calls
    assert_eq "routines by calls" "c b main" "$(grep -oE '  (b|c|main)  +p.c' out | awk '{ print $1 }' | xargs)"
}

test_merge_adds_up_in_any_order() {
    make_profile a.data
    "$ORDO" record -q -o b.data -- ./p 1 2 3
    "$ORDO" merge -o ab.data a.data b.data
    "$ORDO" merge -o ba.data b.data a.data
    "$ORDO" report --json ab.data >ab.json
    "$ORDO" report --json ba.data >ba.json
    assert_ok cmp ab.json ba.json
    assert_eq "calls of main" 2 "$(python3 -c 'import json;print([s["calls"] for s in json.load(open("ab.json"))["scopes"] if s["name"]=="main"][0])')"
    "$ORDO" record -q --cell 4 -o c.data -- ./p
    expect 3 "$ORDO" merge -o ac.data a.data c.data
    grep -q 'cell' err
    [ ! -e ac.data ]
    cp ab.data keep
    expect 0 "$ORDO" merge -o ab.data a.data
    assert_ok cmp keep ab.data.old
    expect 0 "$ORDO" merge -o aab.data a.data b.data a.data
    assert_eq "what is given twice" "ordo merge: a.data: is given 2 times: its runs count as often" "$(cat err)"
}

test_messages_have_no_bytes_that_a_terminal_would_interpret() {
    expect 4 "$ORDO" report "$(printf 'a\033[31m\377b\303\244.data')"
    assert_eq "the message" "ordo report: a?[31m?b$(printf '\303\244').data: cannot open the profile: No such file or directory: make one with \`ordo record\`" "$(cat err)"
}

test_options_of_sampling_that_have_no_effect_are_reported() {
    make_profile ordo.data
    for option in "--rate 1/10" "--budget 1%" --production; do
        expect 0 "$ORDO" record -q $option -- ./p
        assert_eq "the message" "ordo record: ${option%% *}: the program was not built with --production: the profile has every activation, not samples" "$(cat err)"
    done
    expect 0 env ORDO_RATE=1/10 "$ORDO" record -q -- ./p
    assert_eq "stderr" "" "$(cat err)"
}

long_a_long_merge_shows_progress_on_a_terminal_only() {
    python3 -c 'import os; os.openpty()' 2>/dev/null || skip "no pseudo-terminals here"
    make_profile ordo.data
    local n
    # Nothing is shown in the first second, and how long a merge takes depends on the machine.
    for n in 6000 24000; do
        mkdir -p $n # as many names of one file
        python3 -c "import os; [os.link('ordo.data', '$n/%d.ordo.data' % i) for i in range($n)]"
        ls -d $n/* >names
        on_terminal tty "$ORDO" merge -o all.data $(cat names)
        grep -qE "[0-9]+/$n $n/" tty && break
    done
    grep -qE "[0-9]+/$n $n/" tty || { fail "no progress is shown for $n files"; exit 1; }
    "$ORDO" merge -o all.data $(cat names) 2>err
    assert_eq "stderr when it is not a terminal" "" "$(cat err)"
    assert_eq "calls of main" $n "$("$ORDO" report --json all.data |
        python3 -c 'import json, sys; print([s["calls"] for s in json.load(sys.stdin)["scopes"] if s["name"] == "main"][0])')"
}

# Each option of each subcommand is in its manual.
test_every_option_is_documented() {
    local name option manual
    for name in $COMMANDS; do
        [ -f "$ROOT/docs/man/ordo-$name.1" ] || { fail "no manual of $name"; exit 1; }
        [ "$name" != c++ ] || continue
        "$ORDO" help $name >help.txt
        manual=$(MANWIDTH=400 man --nh -l "$ROOT/docs/man/ordo-$name.1" 2>/dev/null | col -b)
        for option in $(grep -oE -- '^ .*--[a-z-]+' help.txt | grep -oE -- '--[a-z-]+'); do
            [[ $manual == *"$option"* ]] || { fail "ordo-$name.1 lacks $option"; exit 1; }
        done
    done
}

test_manuals_are_well_formed() {
    local f
    for f in "$ROOT"/docs/man/*.1; do
        assert_eq "warnings about $(basename "$f")" "" \
            "$(cd "$ROOT/docs" && mkdir -p "$OLDPWD/man1" && cp "$f" "$ROOT/docs/man/ordo-cc.1" "$OLDPWD/man1/" && cd "$OLDPWD" &&
                MANROFFSEQ= man --warnings -E UTF-8 -l "man1/$(basename "$f")" 2>&1 >/dev/null)"
    done
}

# complete_in_bash WORD...: what bash offers for the last word.
complete_in_bash() {
    bash -c '. ./ordo.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        complete -p "${1##*/}" >spec && $(sed -E "s/.*-F ([^ ]*).*/\\1/" spec)
        printf "%s\n" "${COMPREPLY[@]}" | sort' bash "$@"
}

test_bash_completes_subcommands_options_and_values() {
    "$ORDO" help --completion bash >ordo.bash
    assert_eq "'ordo rep'" report "$(complete_in_bash ordo rep)"
    assert_eq "'ordo record --ce'" --cell "$(complete_in_bash ordo record --ce)"
    assert_eq "'ordo report --color a'" "always auto" "$(complete_in_bash ordo report --color a | xargs)"
    assert_eq "'ordo report --color=n'" never "$(complete_in_bash ordo report --color = n)"
    assert_eq "'ordo report --bound n^2'" "n^2,n^2 log n" "$(complete_in_bash ordo report --bound n^2 | paste -sd,)"
    assert_eq "'ordo cc --foc'" --focus= "$(complete_in_bash ordo cc --foc)"
    assert_eq "'ordo-cc --foc'" --focus= "$(complete_in_bash ordo-cc --foc)"
    assert_eq "'/usr/bin/ordo-c++ --foc'" --focus= "$(complete_in_bash /usr/bin/ordo-c++ --foc)"
    assert_eq "'ordo help tre'" "tree trend" "$(complete_in_bash ordo help tre | xargs)"
    touch profile.data
    assert_eq "'ordo report pro'" profile.data "$(complete_in_bash ordo report pro)"
    assert_eq "'ordo report --compare pro'" profile.data "$(complete_in_bash ordo report --compare pro)"
}

test_zsh_completes_options() {
    command -v zsh >/dev/null || skip "zsh is not installed"
    python3 -c 'import os; os.openpty()' 2>/dev/null || skip "no pseudo-terminals here"
    mkdir functions
    "$ORDO" help --completion zsh >functions/_ordo
    assert_ok zsh -n functions/_ordo
    # zsh completes only in its line editor, so the test types into one on a pseudo-terminal. Words that it
    # waits for are written in two parts ("rea""dy"), so that the echo of a line is not taken for its output.
    cat >complete.zsh <<'EOF'
zmodload zsh/zpty
zpty shell zsh -f
wait_for() { local line; while zpty -r shell line "*$1*"; do [[ $line == *$1* ]] && return; done }
zpty -w shell 'PS1=; fpath=($PWD/functions $fpath); autoload -U compinit; compinit -D; print rea""dy'
wait_for ready
zpty -w shell 'show() { zle complete-word; print -r -- "$BUFFER" >found; print sho""wn; zle kill-whole-line }'
zpty -w shell 'zle -N show; bindkey "^T" show; print bou""nd'
wait_for bound
zpty -n -w shell "$1"$'\x14'
wait_for shown
cat found
EOF
    complete_in_zsh() { timeout 20 zsh complete.zsh "$1" | sed 's/[= ]*$//'; }
    assert_eq "'ordo record --ce'" "ordo record --cell" "$(complete_in_zsh 'ordo record --ce')"
    assert_eq "'ordo report --color al'" "ordo report --color always" "$(complete_in_zsh 'ordo report --color al')"
    assert_eq "'ordo-cc --no-l'" "ordo-cc --no-loops" "$(complete_in_zsh 'ordo-cc --no-l')"
    local name
    for name in $COMMANDS; do
        assert_eq "'ordo $name --he'" "ordo $name --help" "$(complete_in_zsh "ordo $name --he")"
    done
}

test_fish_completes_subcommands_options_and_values() {
    command -v fish >/dev/null || skip "fish is not installed"
    "$ORDO" help --completion fish >ordo.fish
    complete_in_fish() { fish -c "source ordo.fish; complete -C '$1'" | cut -f1; }
    assert_eq "'ordo reco'" record "$(complete_in_fish 'ordo reco')"
    assert_eq "'ordo record --ce'" --cell "$(complete_in_fish 'ordo record --ce')"
    assert_eq "'ordo-c++ --no-l'" --no-loops "$(complete_in_fish 'ordo-c++ --no-l')"
    assert_eq "'ordo report --color al'" always "$(complete_in_fish 'ordo report --color al')"
}

test_completion_scripts_name_every_option() {
    local name option shell in_bash in_zsh in_fish no_letter='([^a-z-]|$)'
    for shell in bash zsh fish; do "$ORDO" help --completion $shell >all.$shell; done
    in_bash=$(<all.bash) in_zsh=$(<all.zsh)
    for name in $COMMANDS; do
        "$ORDO" help $name >help.txt
        in_fish=$(grep -F "subcommand $name'" all.fish)
        for option in $(grep -oE -- '^ +(-., )?--[a-z-]+' help.txt | grep -oE -- '--[a-z-]+'); do
            [[ $in_bash =~ [\|\']$option$no_letter ]] || { fail "bash lacks $option of $name"; exit 1; }
            [[ $in_zsh =~ $option$no_letter ]] || { fail "zsh lacks $option of $name"; exit 1; }
            [[ $in_fish =~ " -l ${option#--}"$no_letter ]] || { fail "fish lacks $option of $name"; exit 1; }
        done
    done
    expect 2 "$ORDO" help --completion csh
    grep -q -- '--completion csh: unknown shell' err
}

run_tests
