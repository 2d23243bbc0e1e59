# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""play.py: plays traces to an engine at every cell size and checks their expectations.

    play.py PLAYER... -- TRACE...

PLAYER is trace.c linked with an engine. A trace's line `expect NAME calls N [METRIC n:count,...] [cellK
n:count,...] [cost N]` holds at every cell size, `cellK` only at K bytes. The check fails if the profile lacks
the scope of an `expect` line.
"""
import glob
import os
import subprocess
import sys
import tempfile

import read_raw


def sizes(text):
    return {int(n): int(count) for n, count in (pair.split(":") for pair in text.split(","))}


def record(player, trace, cell):
    with tempfile.TemporaryDirectory() as raw:
        env = dict(os.environ, ORDO_RAW_DIR=raw, ORDO_CELL=str(cell), ORDO_ALL_POINTS="1")
        subprocess.run([player, trace], env=env, check=True, timeout=60)
        return {s.name: s for s in read_raw.read(glob.glob(raw + "/*.raw")).values()}


def differences(line, scopes, cell):
    words = line.split()
    scope = scopes.get(words[1])
    if scope is None:
        return [f"{words[1]} is not in the profile"]
    found = []
    for what, value in zip(words[2::2], words[3::2]):
        if what.startswith("cell") and what != f"cell{cell}":
            continue
        metric = "rms" if what.startswith("cell") else what
        if what in ("calls", "cost"):
            expected, got = int(value), getattr(scope, what)
        else:
            expected, got = sizes(value), scope.sizes(metric)
        if expected != got:
            found.append(f"{words[1]} {what}: expected {expected}, got {got}")
    return found


def main():
    players, traces = sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1:]
    passed = failed = 0
    for trace in traces:
        expects = [line for line in open(trace) if line.startswith("expect ")]
        wrong = [] if expects else [f"{trace} expects nothing"]
        for player in players:
            for cell in (1, 2, 4, 8):
                try:
                    scopes = record(player, trace, cell)
                except (subprocess.SubprocessError, ValueError) as e:
                    wrong.append(f"{os.path.basename(player)} cell {cell}: {e}")
                    continue
                wrong += [f"{os.path.basename(player)} cell {cell}: {d}"
                          for line in expects for d in differences(line, scopes, cell)]
        name = os.path.basename(trace).removesuffix(".trace")
        print(f"{'FAIL' if wrong else 'ok  '}  traces: {name}")
        for w in wrong:
            print("    " + w)
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"traces: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
