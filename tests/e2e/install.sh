#!/bin/bash
# make install: everything works from the prefix, also after the prefix is moved, and uninstall removes all files.
. "$(dirname "$0")/lib.sh"

# Takes a lock, because cc.sh builds in the same build tree.
install_to() { flock "$ROOT/build" make -s -C "$ROOT" install PREFIX="$1" DESTDIR="${2:-}" >install.log 2>&1 || { cat install.log >&2; exit 1; }; }

write_loop() {
    echo 'int main(int argc, char **argv) { int i, n = 0; (void)argv; for (i = 0; i < 9 + argc; i++) n += i; return n == 0; }' >p.c
}

# uses BIN: compiles, records and reports with the ordo that is installed in BIN.
uses() {
    write_loop
    "$1/ordo" cc -O1 --no-fold p.c -o p
    "$1/ordo-c++" -O1 -x c++ p.c -o pp
    "$1/ordo" record -q -- ./p
    "$1/ordo" report | grep -q main
    "$1/ordo" lab -q -o lab.html "$ROOT/examples/lab/fibonacci.c"
    grep -q '<html' lab.html
    ! ldd ./p | grep -q "$ROOT/build" || { fail "the program uses the build tree"; exit 1; }
}

test_ordo_works_from_the_prefix_and_after_a_move() {
    install_to "$PWD/prefix"
    uses "$PWD/prefix/bin"
    mv prefix moved
    uses "$PWD/moved/bin"
    ldd ./p | grep -q "$PWD/moved/lib/ordo/libordo-rt.so.1"
}

test_destdir_is_used_and_uninstall_removes_all_files() {
    install_to /usr "$PWD/stage"
    [ -x stage/usr/bin/ordo ] && [ -f stage/usr/include/ordo/ordo.h ]
    [ -f stage/usr/share/man/man1/ordo-record.1 ]
    [ -f stage/usr/share/doc/ordo/docs/report.schema.json ]
    # What README and the documents beside it link to is there.
    local link from
    for from in README.md docs/lab-tutorial.md docs/gallery/README.md; do
        for link in $(grep -oE '\]\([^):#]+' "$ROOT/$from" | cut -c3- | sort -u); do
            [ -e "stage/usr/share/doc/ordo/$(dirname "$from")/$link" ] || { fail "$from links to $link, which is not installed"; exit 1; }
        done
    done
    grep -q "^#compdef ordo" stage/usr/share/zsh/site-functions/_ordo
    ! grep -rIl "$PWD" stage || { fail "a file names the staging folder"; exit 1; }
    flock "$ROOT/build" make -s -C "$ROOT" uninstall PREFIX=/usr DESTDIR="$PWD/stage"
    assert_eq "files left after uninstall" "" "$(find stage -type f -o -type l)"
}

test_pkg_config_finds_ordo() {
    install_to "$PWD/prefix"
    export PKG_CONFIG_PATH=$PWD/prefix/lib/pkgconfig
    assert_ok pkg-config --exists ordo
    echo '#include <ordo/ordo.h>
int main(void) { ordo_feature("n", 3); return 0; }' >f.c
    gcc -Wall -Wextra -Werror $(pkg-config --cflags ordo) f.c -o plain
    assert_ok ./plain
    write_loop
    prefix/bin/ordo-cc -O1 -c p.c
    gcc p.o -o p $(pkg-config --libs ordo)
    assert_ok ./p
}

long_cmake_finds_the_package() {
    command -v cmake >/dev/null || skip "cmake is not installed"
    install_to "$PWD/prefix"
    echo '#include <ordo/ordo.h>
int main(void) { int i, n = 0; for (i = 0; i < 9; i++) n += i; ordo_feature("n", n); return 0; }' >f.c
    cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(f C)
find_package(Ordo 0.1 REQUIRED)
add_executable(f f.c)
target_link_libraries(f Ordo::ordo)
add_executable(g dummy.c p.o)
target_link_libraries(g Ordo::runtime)
file(WRITE ${CMAKE_BINARY_DIR}/found "${ORDO_C_COMPILER}")
EOF
    write_loop
    prefix/bin/ordo-cc -O1 -c p.c
    echo 'typedef int nothing;' >dummy.c
    cmake -S . -B b -DCMAKE_PREFIX_PATH="$PWD/prefix" -DCMAKE_C_COMPILER="$PWD/prefix/bin/ordo-cc" >log || { cat log >&2; exit 1; }
    assert_eq "the compiler of the package" "$PWD/prefix/bin/ordo-cc" "$(cat b/found)"
    cmake --build b >log || { cat log >&2; exit 1; }
    prefix/bin/ordo record -q -- b/f
    cmake -S . -B c -DCMAKE_PREFIX_PATH="$PWD/prefix" -DCMAKE_C_COMPILER=gcc >log
    cmake --build c >log || { cat log >&2; exit 1; }
    assert_ok c/f
    assert_ok c/g
}

test_the_header_compiles_without_warnings_in_c_and_cxx() {
    printf '#include <ordo/ordo.h>\nint main(void) { ordo_feature("size", 1.5); return 0; }\n' >h.c
    for c in "gcc -std=c99 -pedantic" "gcc -std=c89" "g++ -x c++ -std=c++11" "clang-19 -std=c11" "gcc -static" "gcc -fPIE -pie" "gcc -no-pie"; do
        $c -Wall -Wextra -Werror -I"$ROOT/include" h.c -o h || { fail "$c"; exit 1; }
        assert_ok ./h
    done
}

run_tests
