#!/bin/bash
# Unpacks the upstream source of a Debian source package into a folder. The source is fetched once and
# kept in cache/sources (or ORDO_TEST_CACHE), with apt's lists, so that root is not needed.
#
#   scripts/debian_source.sh PACKAGE FOLDER      exit status 4: it cannot be fetched
set -u
[ $# -eq 2 ] || { echo "usage: debian_source.sh PACKAGE FOLDER" >&2; exit 2; }
package=$1 folder=$2
cache=${ORDO_TEST_CACHE:-$(cd "$(dirname "$0")/.." && pwd)/cache/sources}
mkdir -p "$cache/apt/parts" "$cache/apt/lists/partial" "$folder"

tarball() { ls "$cache/$package"_*.orig.tar.*[z2] 2>/dev/null | head -1; }

fetch() {
    # The sources are where the machine's packages are.
    local new=/etc/apt/sources.list.d/debian.sources old=/etc/apt/sources.list
    if [ -f $new ]; then
        sed 's/^Types:.*/Types: deb-src/' $new >"$cache/apt/parts/src.sources"
    elif ! sed -n 's/^deb /deb-src /p' $old 2>/dev/null | grep . >"$cache/apt/parts/src.list"; then
        echo "debian_source.sh: neither $new nor $old says where Debian's packages are" >&2
        return 1
    fi
    local options=(-qq -o APT::Sandbox::User="$(id -un)" -o Dir::Etc::sourcelist=/dev/null
        -o Dir::Etc::sourceparts="$cache/apt/parts" -o Dir::State::Lists="$cache/apt/lists")
    [ -n "$(ls "$cache"/apt/lists/*Sources* 2>/dev/null)" ] || timeout 120 apt-get "${options[@]}" update || return 1
    # A list may name a version that its server does not have: tries the next older one.
    local version
    cd "$cache" || return 1
    for version in $(apt-cache "${options[@]:1}" showsrc "$package" 2>/dev/null | sed -n 's/^Version: /=/p' | sort -rV); do
        timeout 120 apt-get "${options[@]}" --download-only --tar-only source "$package$version" >/dev/null && return
    done
    return 1
}

# Tests run side by side, but only one fetches at a time.
(
    flock 9
    [ -n "$(tarball)" ] || (fetch)
) 9>"$cache/lock"
[ -n "$(tarball)" ] || { echo "debian_source.sh: $package: the source package cannot be fetched here" >&2; exit 4; }
# Most tarballs have one folder at the top, some have all files there.
tops=$(tar -tf "$(tarball)" | sed 's,^\./,,; s,/.*,,' | sort -u | grep -c .)
tar -xf "$(tarball)" -C "$folder" --strip-components=$((tops == 1))
