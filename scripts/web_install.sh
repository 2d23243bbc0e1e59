#!/bin/sh
# Installs the front end's packages in web/node_modules according to the lock file. Tries three times,
# because registries can be unreliable.
#
#   scripts/web_install.sh STAMP     STAMP: gets the lock file's checksum, or is emptied if this fails
set -u
cd "$(dirname "$0")/.."
stamp=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
lock=$(sha256sum <web/package-lock.json)
if [ -d web/node_modules ] && [ "$(cat web/node_modules/.ordo-lock 2>/dev/null)" = "$lock" ]; then
    echo "$lock" >"$stamp"
    exit 0
fi
if ! command -v npm >/dev/null; then
    echo "web_install.sh: there is no npm: scripts/setup.sh page" >&2
    : >"$stamp"
    exit 0
fi
for pause in 5 20 0; do
    if (cd web && timeout 300 npm ci --include=dev --ignore-scripts --no-audit --no-fund --fetch-retries=2 \
        --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=8000 >"$log" 2>&1); then
        echo "$lock" >web/node_modules/.ordo-lock
        echo "$lock" >"$stamp"
        exit 0
    fi
    sleep $pause
done
echo "web_install.sh: npm ci in web/ failed three times: $(grep -m1 -iE 'err' "$log")" >&2
: >"$stamp"
