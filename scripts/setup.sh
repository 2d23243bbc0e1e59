#!/bin/sh
# Installs the Debian packages that are missing, as root or through sudo.
#
#   scripts/setup.sh [GROUP...]     groups of packages.txt: build, page, run, test (default: all)
set -eu
cd "$(dirname "$0")/.."
groups=${*:-build page run test}

wanted=$(for g in $groups; do awk -v g="$g" '$1 == g { print $2 ":" $3 }' packages.txt; done | sort -u)
[ -n "$wanted" ] || { echo "setup.sh: no such group: $groups" >&2; exit 2; }

# Prints PACKAGE:COMMAND of each missing package.
lacking() {
    for w in $wanted; do
        command=${w#*:}
        [ -z "$command" ] || ! command -v "$command" >/dev/null || continue
        status=$(dpkg-query -W -f '${db:Status-Status}' "${w%%:*}" 2>/dev/null || true)
        [ "$status" = installed ] || echo "$w"
    done
}
names() { echo "$1" | sed 's/:.*//' | xargs; }
missing=$(lacking)
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "setup.sh: packages are missing and this is not root: apt-get install" $(names "$missing") >&2
        exit 4
    }
    as_root=sudo
fi
export DEBIAN_FRONTEND=noninteractive
install() {
    echo "setup.sh: installing $*"
    $as_root apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends "$@" >/dev/null
}
$as_root apt-get -qq update
# Some distributions' nodejs contains npm and conflicts with the package npm. So npm is checked after
# nodejs is installed.
first=$(echo "$missing" | grep -v '^npm:' || true)
# shellcheck disable=SC2046
[ -z "$first" ] || install $(names "$first")
missing=$(lacking)
# shellcheck disable=SC2046
[ -z "$missing" ] || install $(names "$missing")
