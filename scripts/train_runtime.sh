#!/bin/sh
# Records a program with a runtime that counts its own execution (make/profile-guided.mk), in every kind
# of build that uses other parts of the runtime.
#
#   scripts/train_runtime.sh ORDO LIB_DIR LLVM_PROFDATA SOURCE OUT.profdata all|most
set -eu
ordo=$(realpath "$1") lib=$(realpath "$2") profdata=$3 source=$4 out=$5 kinds=$6
work=$(realpath -m "$out.work")
rm -rf "$work" && mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
weighted=

# Addresses decide how hash tables collide; without randomisation the same build has the same counts.
fixed="setarch -R"
$fixed true 2>/dev/null || fixed=

# clean NAME=VALUE... COMMAND...: runs a command without the user's settings for Ordo.
clean() { env -i PATH="$PATH" HOME="${HOME:-/}" TMPDIR="$work" LC_ALL=C ORDO_LIB_DIR="$lib" "$@"; }

# train KIND WEIGHT OPTIONS [NAME=VALUE...]: adds a kind of build. Weights are needed because clang
# finds hot code by its share of all counts, and some kinds execute a hundred times as much of the
# runtime as others for the same program.
train() {
    kind=$1 weight=$2 options=$3
    shift 3
    mkdir "$work/raw"
    # shellcheck disable=SC2086
    clean "$ordo" cc -O2 -g -w $options -o "$work/$kind" "$source" -lm
    # shellcheck disable=SC2086
    clean LLVM_PROFILE_FILE="$work/$kind.profraw" ORDO_RAW_DIR="$work/raw" "$@" \
        timeout 60 $fixed "$work/$kind" >/dev/null
    [ -n "$(ls "$work/raw")" ] && [ -s "$work/$kind.profraw" ] ||
        { echo "train_runtime.sh: $source: $kind: nothing was recorded" >&2; exit 1; }
    rm -rf "$work/raw"
    weighted="$weighted -weighted-input=$weight,$work/$kind.profraw"
}

train usual 60 ""
train no-loops 20 "--no-loops"
train tree 20 "" ORDO_TREE=1
train structure 40 "--structure" ORDO_TREE=1 ORDO_STRUCTURE=1
train production 20 "--production" ORDO_RATE=1/20
if [ "$kinds" = all ]; then
    train blocks 2 "--blocks" ORDO_CELL=4
    train drms 1 "--drms" ORDO_DRMS=1
fi
# shellcheck disable=SC2086
"$profdata" merge -o "$out" $weighted
