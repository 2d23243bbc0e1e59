#!/bin/bash
# The configurations in docs/lab-editors.md, used as they are written there: the keys are pressed in Vim and in Emacs,
# with an `ordo` that only writes down its arguments.
. "$(dirname "$0")/lib.sh"
PAGE=$ROOT/docs/lab-editors.md

# block LANGUAGE NUMBER: prints the text of that fenced block.
block() { awk -v want="$1" -v nth="$2" '/^```/ { if (on) on = 0; else if ($0 == "```" want) on = (++n == nth); next } on' "$PAGE"; }

# Makes a file whose name needs quotes, and puts an `ordo` first in PATH that writes its arguments down.
prepare() {
    mkdir bin home
    printf '#!/bin/sh\nprintf "%%s\\n" "$@" >"%s"\n' "$PWD/asked" >bin/ordo
    chmod +x bin/ordo
    name="it's a (file) & more.c"
    echo 'int main(void) { return 0; }' >"$name"
    printf 'lab\n%s\n--open\n' "$PWD/$name" >wanted
    export PATH=$PWD/bin:$PATH HOME=$PWD/home
}

asked_as_wanted() {
    [ -f asked ] || { fail "ordo was not called"; exit 1; }
    assert_eq "what ordo was asked" "$(cat wanted)" "$(cat asked)"
}

test_vs_code_names_the_command_and_binds_the_task() {
    block json 1 >tasks.json
    block json 2 >keys.json
    python3 "$CHECKS/vs_code_task.py" || exit 1
}

test_vim_saves_the_file_and_runs_it() {
    command -v vim >/dev/null || skip "the package vim is not installed"
    vim --version | grep -q '+autocmd\|+eval' || skip "this vim has no autocommands: install the package vim"
    prepare
    block vim 1 >vimrc
    # With -es, vim ends with status 1 if a command printed a message.
    timeout 300 vim -es -N -u NONE -i NONE -c 'source vimrc' -c 'setfiletype c' -c 'call setline(1, "int changed;")' \
        -c 'call feedkeys("\<F9>", "xt")' -c 'qa!' -- "$name" </dev/null >vim.log 2>&1 || true
    asked_as_wanted
    assert_eq "the saved file" "int changed;" "$(head -1 "$name")"
}

test_emacs_saves_the_file_and_runs_it() {
    command -v emacs >/dev/null || skip "the package emacs-nox is not installed"
    prepare
    block elisp 1 >init.el
    cat >press.el <<'EL'
(load (expand-file-name "init.el") nil t)
(require 'cc-mode)
(find-file (car command-line-args-left))
(c-mode)
(goto-char (point-min))
(insert "int changed;\n")
(call-interactively (key-binding (kbd "<f9>")))
(let ((process (get-buffer-process "*compilation*")))
  (while (and process (process-live-p process)) (accept-process-output process 1)))
(kill-emacs 0)
EL
    timeout 300 emacs --batch -Q -l press.el "$name" </dev/null >emacs.log 2>&1 || { cat emacs.log >&2; exit 1; }
    asked_as_wanted
    assert_eq "the saved file" "int changed;" "$(head -1 "$name")"
}

run_tests "$@"
