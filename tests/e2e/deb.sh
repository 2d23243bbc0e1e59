#!/bin/bash
# make deb: Debian packages with what make install installs; they can be installed, used and removed, and built again
# from the source package.
. "$(dirname "$0")/lib.sh"

PACKAGES=$(mktemp -d)
trap 'rm -rf "$PACKAGES"' EXIT

# Prints the words before a command that make it run without a network, if this user may leave it.
offline() { ! unshare -n true 2>/dev/null || echo unshare -n; }

# Makes the packages once, without a network if this user may leave it, and copies them to the test's folder. Takes a
# lock, because other tests build in the same tree.
make_packages() {
    # Other levels of compression change no file of a package, and take most of the time.
    export XZ_OPT=-0 DPKG_DEB_COMPRESSOR_LEVEL=0
    command -v dpkg-shlibdeps >/dev/null || skip "the package dpkg-dev is not installed"
    if ! ls "$PACKAGES"/*.deb >ls.log 2>&1; then
        $(offline) flock "$ROOT/build" sh -c 'make -s -C "$1" deb && cp "$1"/build/deb/ordo* "$2"' sh "$ROOT" "$PACKAGES" >deb.log 2>&1 ||
            { cat deb.log >&2; exit 1; }
    fi
    cp "$PACKAGES"/ordo* .
}

# Unpacks the source package into ./source.
unpack_source() {
    make_packages
    assert_ok dpkg-source --no-check -x ordo_*.dsc source >unpack.log 2>&1
}

test_the_packages_have_what_make_install_installs() {
    make_packages
    flock "$ROOT/build" make -s -C "$ROOT" install PREFIX=/usr DESTDIR="$PWD/stage" >install.log 2>&1 || { cat install.log; exit 1; }
    local p
    for p in *.deb; do dpkg-deb --fsys-tarfile "$p" | tar -t; done | grep -v '/$' | sed 's,^\./,,' | sort >packed
    # Debian's own files, and man pages that are compressed.
    grep -vE '^usr/share/doc/ordo(-valgrind)?/(copyright|changelog\.Debian\.gz)$|^usr/share/lintian/overrides/' packed | sed -E 's,(man1/.*)\.gz$,\1,' >packed.plain
    (cd stage && find . -type f -o -type l) | sed 's,^\./,,' | sort >installed
    [ -s installed ] || { fail "nothing is installed"; exit 1; }
    assert_eq "files that differ" "" "$(comm -3 packed.plain installed)"
    assert_eq "Debian's own files" 6 "$(($(wc -l <packed) - $(wc -l <packed.plain)))"
    assert_eq "the GPL tool's package" "usr/lib/ordo/ordo-valgrind usr/lib/ordo/ordo-valgrind-tool" \
        "$(dpkg-deb --fsys-tarfile ordo-valgrind_*.deb | tar -t | grep -o 'usr/lib/ordo/.\+' | xargs)"
    assert_eq "owners" "root/root" "$(for p in *.deb; do dpkg-deb -c "$p"; done | awk '{ print $2 }' | sort -u)"
}

test_the_packages_describe_themselves() {
    make_packages
    local version
    version=$(sed -n 's/^VERSION *:= *//p' "$ROOT/Makefile")
    assert_eq "the version" "$version-1" "$(dpkg-deb -f ordo_*.deb Version)"
    dpkg-deb -f ordo_*.deb Depends | grep -q 'clang-19'
    dpkg-deb -f ordo_*.deb Depends | grep -q 'libsqlite3-0'
    dpkg-deb -f ordo-valgrind_*.deb Depends | grep -q "valgrind (>= .*), valgrind (<< .*), ordo (= $version-1)"
    # The list of packages has what the control file says that a build needs. esbuild stands for npm.
    local word
    for word in $(sed -n '/^Build-Depends:/,/^$/p' "$ROOT/debian/control" | tr -d ',' | sed 's/^Build-Depends://'); do
        awk -v p="$word" '($1 == "build" || $1 == "page" || p == "esbuild") && $2 == p { found = 1 } END { exit !found }' "$ROOT/packages.txt" || { fail "$word is not in packages.txt"; exit 1; }
    done
}

long_the_packages_can_be_installed_used_and_removed() {
    make_packages
    if [ "$(id -u)" -eq 0 ]; then
        mkdir -p root/var/lib/dpkg/{info,updates,triggers}
        touch root/var/lib/dpkg/{status,available}
        # A container's dpkg may be set to leave out documents.
        with_dpkg() { dpkg --root="$PWD/root" --force-depends --path-include='*' "$@" >dpkg.log 2>&1 || { cat dpkg.log >&2; exit 1; }; }
        with_dpkg -i ./*.deb
    else
        for p in *.deb; do dpkg -x "$p" root; done
    fi
    local bin=$PWD/root/usr/bin
    echo 'int main(int argc, char **argv) { int i, n = 0; (void)argv; for (i = 0; i < 9 + argc; i++) n += i; return n == 0; }' >p.c
    assert_ok "$bin/ordo-cc" -O1 --no-fold p.c -o p
    assert_ok "$bin/ordo" record -q -- ./p
    "$bin/ordo" report | grep -q main
    "$bin/ordo" lab -q -o lab.html "$ROOT/examples/lab/fibonacci.c"
    grep -q '<html' lab.html
    "$bin/ordo" cc --production -O1 p.c -o pp
    assert_ok "$bin/ordo" record -q --production -o pp.data -- ./pp
    if command -v valgrind >/dev/null; then
        gcc -g p.c -o plain
        assert_ok "$bin/ordo" record -q -o plain.data -- ./plain
        "$bin/ordo" report plain.data | grep -q main
    fi
    [ -s root/usr/share/doc/ordo/README.md ] && zcat root/usr/share/man/man1/ordo-record.1.gz | grep -q ORDO-RECORD
    [ "$(id -u)" -eq 0 ] || return 0
    with_dpkg --purge ordo-valgrind ordo
    assert_eq "files left after removing" "" "$(find root/usr -type f -o -type l 2>/dev/null)"
}

long_lintian_finds_nothing_wrong() {
    command -v lintian >/dev/null || skip "the package lintian is not installed"
    make_packages
    lintian --profile debian --allow-root ordo_*.dsc ./*.deb >lintian.log 2>&1 || { cat lintian.log >&2; exit 1; }
    assert_eq "what lintian prints" "" "$(cat lintian.log)"
}

test_the_source_package_has_all_sources_and_makes_the_page_without_npm() {
    unpack_source
    (cd "$ROOT" && git ls-files | while read -r f; do [ ! -f "$f" ] || echo "$f"; done | sort) >want
    (cd source && find . -type f | sed 's,^\./,,' | grep -vE '^(npm|\.pc)/' | sort) >got
    assert_ok diff want got
    [ -s source/npm/uplot/LICENSE ] && [ -s source/npm/highlight.js/LICENSE ] || { fail "no licences of npm packages"; exit 1; }
    command -v esbuild >/dev/null || skip "the package esbuild is not installed"
    ln -s ../npm source/web/node_modules
    assert_ok $(offline) node source/web/build.mjs page.html
    grep -q '<!--ordo:data-->' page.html
}

long_the_packages_can_be_built_again_from_the_source_package() {
    command -v esbuild >/dev/null || skip "the package esbuild is not installed"
    unpack_source
    mkdir first && mv ./*.deb first
    # -d: packages that are installed by another way than Debian's, such as nodejs, are as good.
    (cd source && $(offline) dpkg-buildpackage -b -us -uc -d -j2) >build.log 2>&1 || { tail -20 build.log >&2; exit 1; }
    local p
    for p in ordo ordo-valgrind; do
        # The pass for another version of LLVM is only in a build tree that was asked for it.
        dpkg-deb --fsys-tarfile first/${p}_*.deb | tar -t | grep -v ordo-pass-16 | sort >want
        dpkg-deb --fsys-tarfile ${p}_*.deb | tar -t | sort >got
        assert_ok diff want got
    done
    dpkg-deb -x ordo_*.deb root
    echo 'int main(int argc, char **argv) { int i, n = 0; (void)argv; for (i = 0; i < 9 + argc; i++) n += i; return n == 0; }' >p.c
    assert_ok root/usr/bin/ordo-cc -O1 --no-fold p.c -o p
    assert_ok root/usr/bin/ordo record -q -- ./p
    assert_ok root/usr/bin/ordo report --html page.html
    grep -q uplot page.html
}

run_tests
