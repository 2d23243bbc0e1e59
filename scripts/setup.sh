#!/bin/sh
# Installs the Debian packages that are missing, as root or through sudo.
#
#   scripts/setup.sh [GROUP...]     groups of packages.txt: build, run, test (default: all)
set -eu
cd "$(dirname "$0")/.."
groups=${*:-build run test}

wanted=$(for g in $groups; do awk -v g="$g" '$1 == g { print $2 }' packages.txt; done | sort -u)
[ -n "$wanted" ] || { echo "setup.sh: no such group: $groups" >&2; exit 2; }

missing=
for p in $wanted; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "setup.sh: packages are missing and this is not root: apt-get install$missing" >&2
        exit 4
    }
    as_root=sudo
fi
echo "setup.sh: installing$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get -qq update
# shellcheck disable=SC2086
$as_root apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends $missing >/dev/null
