#!/bin/bash
# Makes a Debian source package of the files that git knows, as they are now, and of the npm packages that the page
# contains: a component of its own, npm/. The bundler is not part of it, because Debian has it.
#
#   scripts/source_package.sh FOLDER     writes the .dsc and its tarballs to FOLDER; status 4: not possible here
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -eq 1 ] || { echo "usage: source_package.sh FOLDER" >&2; exit 2; }
git rev-parse --git-dir >/dev/null 2>&1 || { echo "source_package.sh: this is not a git repository" >&2; exit 4; }
[ -s web/node_modules/.ordo-lock ] || { echo "source_package.sh: the npm packages are not installed: see make" >&2; exit 4; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
rm -f "$out"/ordo_*.dsc "$out"/ordo_*.tar.*
version=$(dpkg-parsechangelog -S Version)
upstream=${version%-*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/ordo-$upstream
npm=$tree/npm

# pack FOLDER TARBALL: the same files give the same tarball.
pack() {
    tar -C "$(dirname "$1")" --sort=name --mtime="@$(dpkg-parsechangelog -S Timestamp)" --owner=0 --group=0 --numeric-owner \
        -cJf "$2" "$(basename "$1")"
}

mkdir -p "$tree"
git ls-files -z | while IFS= read -r -d '' f; do [ ! -f "$f" ] || printf '%s\0' "$f"; done |
    tar --null -T - -c | tar -C "$tree" -x
chmod -R u=rwX,go=rX "$tree"
mv "$tree/debian" "$work/debian"
pack "$tree" "$out/ordo_$upstream.orig.tar.xz"

mkdir -p "$npm"/{highlight.js/{es/languages,lib},uplot/dist}
(cd web/node_modules && cp highlight.js/{LICENSE,README.md,package.json} "$npm/highlight.js" &&
    cp highlight.js/es/{core.js,package.json} "$npm/highlight.js/es" && cp highlight.js/lib/core.js "$npm/highlight.js/lib" &&
    cp highlight.js/es/languages/{c,cpp}.js "$npm/highlight.js/es/languages" &&
    cp uplot/{LICENSE,README.md,package.json} "$npm/uplot" &&
    cp uplot/dist/{uPlot.esm.js,uPlot.d.ts,uPlot.min.css} "$npm/uplot/dist" && cp .ordo-lock "$npm")
chmod -R u=rwX,go=rX "$npm"
pack "$npm" "$out/ordo_$upstream.orig-npm.tar.xz"

mv "$work/debian" "$tree"
(cd "$out" && dpkg-source --build "$tree")
