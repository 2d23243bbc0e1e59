#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# report.sh ORDO GENERATE SEED COUNT: fits COUNT fresh cases of each part of the families and prints the scores as
# Markdown: of all cases with and without the unit of their costs, of the parts, and by class, family, noise and grid.
set -eu
here=$(realpath "$(dirname "$0")")
ordo=$(realpath "$1") generate=$(realpath "$2") seed=$3 count=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
score() { python3 "$here/score.py" "$@" --markdown; }

for part in A B; do
    "$generate" "$seed" "$count" --family-part $part >$part.cases
    "$here/score.py" strip $part.cases >points
    "$ordo" fit --unit blocks points >$part.answers
    "$ordo" fit points >$part.unknown
done
cat A.cases B.cases >cases
cat A.answers B.answers >answers
cat A.unknown B.unknown >unknown

echo "Seed $seed: $count cases of each part, \`--unit blocks\`."
echo
score cases answers
echo
echo "A: \`--unit blocks\`. B: the same cases without a unit (McNemar's test)."
echo
score compare cases answers cases unknown
echo
echo "A and B: the two parts of the families (Fisher's test)."
echo
score compare A.cases A.answers B.cases B.answers
for field in class family noise grid; do
    echo
    score cases answers --by $field | sed -n "/^| $field |/,\$p"
done
