# bash completion of ordo.
_ordo() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local record='--output --cell --cost --drms --loops --inside --feature --engine --limit --production --rate --budget --log --wait --quiet'
    local table='--sort --rows --metric --color'
    local filter='--limit --size --min-share --file --routine --caller --bound --no-pager'
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W 'cc c++ record report run merge fit annotate export trend tree lab help --version --help' -- "$cur")
        return
    fi
    case $prev in
    --cell) mapfile -t COMPREPLY < <(compgen -W '1 2 4 8 16' -- "$cur"); return ;;
    --cost) mapfile -t COMPREPLY < <(compgen -W 'blocks iterations allocs io instructions' -- "$cur"); return ;;
    --engine) mapfile -t COMPREPLY < <(compgen -W 'auto compiled valgrind' -- "$cur"); return ;;
    --sort) mapfile -t COMPREPLY < <(compgen -W 'predicted order cost self calls name' -- "$cur"); return ;;
    --unit) mapfile -t COMPREPLY < <(compgen -W 'blocks' -- "$cur"); return ;;
    --bound) mapfile -t COMPREPLY < <(compgen -W '1 n n^1.5 n^2 n^3 2^n' -- "$cur"); return ;;
    --metric | --size) mapfile -t COMPREPLY < <(compgen -W 'rms drms depth' -- "$cur"); return ;;
    -f | --format) mapfile -t COMPREPLY < <(compgen -W 'json csv callgrind pprof speedscope flamegraph' -- "$cur"); return ;;
    --at) mapfile -t COMPREPLY < <(compgen -W '10x' -- "$cur"); return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur"); return ;;
    --from) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
    -o | --output | --html | --compare | --plot | -i | --input | -w | --workloads | --table) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    esac
    local options=
    local trends='--predict --min-points --alpha --sigma --costly --all'
    case ${COMP_WORDS[1]} in
    cc | c++) options='--no-loops --no-fold --drms --blocks --blocks=only --structure --production --focus= --reference --source-root= --llvm= --print-link-flags --print-compile-flags' ;;
    record) options="$record --per-process --from --help" ;;
    run) options="$record $table --help" ;;
    report) options="--suspects --json --html --compare --no-source --plot $table $filter $trends --help" ;;
    fit) options='--unit --help' ;;
    merge) options='--output --help' ;;
    annotate) options='--input --context --color --help' ;;
    export) options='--format --output --at --help' ;;
    trend) options='--output --gcov --workloads --scan --feature --printed --line --table --stdin --jobs --timeout --memory --launcher --any-status --link --restart --quiet --help' ;;
    tree) options='--json --raw --min-share --all --plot --identity --group --output --limit --wait --quiet --help' ;;
    lab) options='--output --open --watch --json --csv --seed --timeout --memory --color --quiet --help' ;;
    help) mapfile -t COMPREPLY < <(compgen -W 'cc c++ record report run merge fit annotate export trend tree lab help' -- "$cur"); return ;;
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        case ${COMP_WORDS[1]} in
        record | run | trend | tree) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -c -- "$cur") ;;
        esac
    fi
}
complete -o filenames -F _ordo ordo
