#!/bin/sh
# Profiles a program by a runtime that counts what it does itself (make/profile-guided.mk), in every
# kind of build that reaches other parts of the runtime.
#
#   scripts/train_runtime.sh ORDO LIB_DIR SOURCE OUT_DIR    leaves OUT_DIR/KIND.profraw
set -eu
ordo=$(realpath "$1") lib=$(realpath "$2") source=$3
mkdir -p "$4"
out=$(realpath "$4")

# clean NAME=VALUE... COMMAND...: nothing that the user has set for Ordo gets in the way.
clean() { env -i PATH="$PATH" HOME="${HOME:-/}" TMPDIR="${TMPDIR:-/tmp}" LC_ALL=C ORDO_LIB_DIR="$lib" "$@"; }

# train KIND OPTIONS [NAME=VALUE...]
train() {
    kind=$1 options=$2
    shift 2
    raw=$out/$kind.raw
    rm -rf "$raw" "$out/$kind.profraw"
    mkdir "$raw"
    # shellcheck disable=SC2086
    clean "$ordo" cc -O2 -g -w $options -o "$out/$kind" "$source" -lm
    clean LLVM_PROFILE_FILE="$out/$kind.profraw" ORDO_RAW_DIR="$raw" "$@" \
        timeout 60 "$out/$kind" >/dev/null
    [ -n "$(ls "$raw")" ] && [ -s "$out/$kind.profraw" ] ||
        { echo "train_runtime.sh: $source: $kind: nothing was recorded" >&2; exit 1; }
    rm -rf "$raw"
}

train usual ""
train no-loops "--no-loops"
train tree "" ORDO_TREE=1
train structure "--structure" ORDO_TREE=1 ORDO_STRUCTURE=1
train production "--production" ORDO_RATE=1/20
train blocks "--blocks" ORDO_CELL=4
train drms "--drms" ORDO_DRMS=1
