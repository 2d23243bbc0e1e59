#!/bin/bash
# Five real programs for tests, from Debian's source packages, with inputs that are made here.
#
#   workloads.sh list                        prints the names
#   workloads.sh prepare DIR [NAME...]       fetches and configures the sources in DIR; status 4: not possible here
#   workloads.sh build DIR NAME PROGRAM      compiles NAME with $CC and $CFLAGS (default: cc -O2 -g)
#   workloads.sh run DIR NAME PROGRAM OUT    runs PROGRAM on NAME's input and writes OUT/NAME.out, without times
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
usage() { sed -n '4,7s/^#  *//p' "$0" >&2; exit 2; }

# once FOLDER COMMAND...: runs the command in the folder unless that was done before.
once() {
    [ -e "$1/.prepared" ] && return
    (cd "$1" && shift && "$@" >prepare.log 2>&1) || { tail -3 "$1/prepare.log" >&2; return 4; }
    touch "$1/.prepared"
}
configured() { ./configure "${@:2}" && make "$1"; }

# unpacked DIR PACKAGE
unpacked() {
    [ ! -e "$1/$2/src/.unpacked" ] || return 0
    mkdir -p "$1/$2/src"
    "$scripts/debian_source.sh" "$2" "$1/$2/src" && touch "$1/$2/src/.unpacked"
}

prepare() {
    local dir=$1 name
    shift
    [ $# -gt 0 ] || set -- bzip2 lua sqlite gnugo tcc
    for name in "$@"; do
        case $name in
        bzip2) unpacked "$dir" bzip2
            cat "$dir"/bzip2/src/*.[ch] "$dir"/bzip2/src/manual.* "$dir"/bzip2/src/sample*.ref >"$dir/bzip2/input.bin" ;;
        lua) unpacked "$dir" lua5.4 ;;
        sqlite) unpacked "$dir" sqlite3
            mkdir -p "$dir/sqlite3/bld"
            once "$dir/sqlite3/bld" sh -c '../src/configure --disable-tcl && make sqlite3.c' ;;
        gnugo) unpacked "$dir" gnugo
            once "$dir/gnugo/src" configured all --without-readline --without-curses CFLAGS='-O1 -fcommon' ;;
        tcc) prepare "$dir" sqlite # its input
            unpacked "$dir" tcc
            once "$dir/tcc/src" sh -c './configure && { ! grep -q "^tccdefs_.h" Makefile || make tccdefs_.h; }' ;;
        *) usage ;;
        esac
    done
}

# Prints the sources of gnugo's libraries: the folders have other programs, too.
gnugo_sources() {
    local library
    for library in engine/libengine patterns/libpatterns sgf/libsgf utils/libutils; do
        ar t "$library.a" | sed -n "s,\(.*\)\.o$,${library%/*}/\1.c,p"
    done
    printf 'interface/%s.c\n' main play_ascii play_gmp play_gtp play_solo play_test gmp gtp
}

build() {
    local dir=$1 name=$2 program sources options libraries=-lm
    program=$(realpath -m "$3")
    case $name in
    bzip2) cd "$dir/bzip2/src"
        options=-D_FILE_OFFSET_BITS=64
        sources="blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c bzip2.c" ;;
    lua) cd "$dir/lua5.4/src/src" # with hashes that are the same in every run
        options="-std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_POSIX -Dluai_makeseed(L)=0"
        sources=$(ls l*.c | grep -v '^luac') ;;
    sqlite) cd "$dir/sqlite3"
        options="-Ibld -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION"
        sources="bld/sqlite3.c src/test/speedtest1.c" ;;
    gnugo) cd "$dir/gnugo/src"
        options="-fcommon -DHAVE_CONFIG_H -I. -Iengine -Ipatterns -Isgf -Iutils -Iinterface"
        sources=$(gnugo_sources) ;;
    tcc) cd "$dir/tcc/src"
        options="-DONE_SOURCE=1 -DTCC_TARGET_X86_64 -I."
        sources=tcc.c libraries="-lm -ldl -lpthread" ;;
    *) usage ;;
    esac
    local -a compiler objects=()
    read -ra compiler <<<"${CC:-cc} ${CFLAGS:--O2 -g} -w $options"
    local work file
    work=$(mktemp -d)
    for file in $sources; do
        "${compiler[@]}" -c "$file" -o "$work/${#objects[@]}.o" || { rm -rf "$work"; exit 1; }
        objects+=("$work/${#objects[@]}.o")
    done
    # shellcheck disable=SC2086
    "${compiler[@]}" "${objects[@]}" -o "$program" $libraries || { rm -rf "$work"; exit 1; }
    rm -rf "$work"
}

lua_script() {
    cat <<'L'
local function primes(n)
  local sieve, found = {}, 0
  for i = 2, n do
    if not sieve[i] then
      found = found + 1
      for k = i * i, n, i do sieve[k] = true end
    end
  end
  return found
end
local words = {}
for i = 1, 20000 do words[i] = ("w%05d"):format(i * 7919 % 20011) end
table.sort(words)
print(primes(200000), words[1], words[#words], #table.concat(words, " "):gsub("w0", "-"))
L
}

run() {
    local dir program work
    dir=$(cd "$1" && pwd)
    program=$(realpath "$3")
    mkdir -p "$4"
    local out
    out=$(realpath "$4")/$2.out
    work=$(mktemp -d)
    cd "$work"
    case $2 in
    bzip2) "$program" -k -c -9 "$dir/bzip2/input.bin" >"$out" ;;
    lua) lua_script >script.lua; "$program" script.lua >"$out" ;;
    sqlite) "$program" --size 15 --memdb --testset main >times
        sed -E 's/ *[0-9]+\.[0-9]+s$//' times >"$out" ;;
    gnugo) printf '%s\n' "boardsize 9" clear_board "play B E5" "genmove W" "genmove B" "genmove W" quit |
        "$program" --mode gtp --seed 1 --level 5 --cache-size 4 >"$out" ;;
    tcc) ln -s "$dir/sqlite3/bld/sqlite3.c" s.c
        "$program" -B"$dir/tcc/src" -I"$dir/tcc/src/include" -I/usr/include/x86_64-linux-gnu -I"$dir/sqlite3/bld" -c s.c
        cp s.o "$out" ;;
    *) usage ;;
    esac
    cd / && rm -rf "$work"
}

case ${1:-}:$# in
list:1) echo bzip2 lua sqlite gnugo tcc ;;
prepare:* | build:4 | run:5) "$@" ;;
*) usage ;;
esac
