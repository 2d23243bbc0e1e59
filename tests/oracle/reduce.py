# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reduce.py: shrinks the program of a seed for which run.py finds a difference.

    reduce.py [--levels 0123] [--cells 1248] [--builds LIST] [--broken] SEED OUT.c

Removes one statement after the other as long as a difference remains, until no more can be removed. The
expectations of a smaller program come from running it again. Give the level and the cell size that differ:
each attempt is a build.
"""
import argparse
import shutil
import sys
import tempfile

import genprog
import machine
import nodes
import run


def difference(program, seed, how):
    """Returns the difference, or None if nothing differs or the program is no longer a valid test."""
    folder = tempfile.mkdtemp(prefix="reduce-")
    try:
        text, expected = genprog.written_and_run(program, seed)
        run.run_program(text, expected, run.VARIANTS[seed % len(run.VARIANTS)], *how, folder)
        return None
    except run.Difference as e:
        return None if "status 1\n" in str(e) else str(e)
    except (machine.TooLong, machine.OutOfBounds, nodes.Undefined, KeyError, AttributeError):
        return None
    finally:
        shutil.rmtree(folder)


def statement_lists(program):
    """Yields every list of statements, outermost first, and the list of routines."""
    yield program.functions
    yield program.workers
    pending = [f.body for f in program.routines()]
    while pending:
        statements = pending.pop(0)
        yield statements
        for node in statements:
            pending += [part for part in vars(node).values()
                     if isinstance(part, list) and part and isinstance(part[0], nodes.Node)]


def reduce(program, seed, how):
    found, smaller = difference(program, seed, how), True
    if not found:
        return None
    while smaller:
        smaller = False
        for statements in list(statement_lists(program)):
            for k in reversed(range(len(statements))):
                taken = statements.pop(k)
                now = difference(program, seed, how)
                if now:
                    found, smaller = now, True
                    print(now.splitlines()[0][:120], file=sys.stderr)
                else:
                    statements.insert(k, taken)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--levels", default="0123")
    parser.add_argument("--cells", default="1248")
    parser.add_argument("--builds", default=",".join(run.BUILDS))
    parser.add_argument("--broken", action="store_true")
    parser.add_argument("seed", type=int)
    parser.add_argument("out")
    args = parser.parse_args()
    program = genprog.make_program(args.seed)
    how = (list(args.levels), [int(c) for c in args.cells], args.builds.split(","), args.broken)
    found = reduce(program, args.seed, how)
    if not found:
        print(f"reduce: seed {args.seed} does not differ", file=sys.stderr)
        return 1
    with open(args.out, "w") as f:
        f.write(genprog.written_and_run(program, args.seed)[0])
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
