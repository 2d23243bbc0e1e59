#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the findings of ordinary runs of real programs come true in runs of ten times the size.

    bench/real_findings.py [--work DIR] [--only NAMES] [--seed N] [--recorded]

Builds the programs of bench/real/programs.py from Debian source packages with `ordo cc`, at the optimisation that
their own build has, and records each at sizes s, 2s, 4s and 40s on inputs that are generated.

A finding of the run of 4s, or of the three smaller runs together, is wrong if the total cost of its scope grows
from 4s to 40s with an exponent below 1.2: log10(total at 40s / total at 4s). Conditional findings only say what
would be if numbers grew that did not; they are listed and not judged. The cost of the run of 40s is compared with the
prediction of the three smaller runs, which is right within a factor of 1.5.

Prints Markdown.
"""
import argparse
import dataclasses
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import textwrap
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
REAL = HERE / "real"
sys.path.insert(0, str(REAL))
import inputs  # noqa: E402
import programs  # noqa: E402

ORDO = pathlib.Path(os.environ.get("ORDO") or ROOT / "build" / "bin" / "ordo").resolve()
LEAST_EXPONENT = 1.2
FACTOR = 10
NEAR = 1.5
LETTERS = {1: "a", 2: "b", 4: "c", 40: "d"}
BASES = {"runs": "over the input", "run": "over the run", "activation": "in each call", "worst": "in the worst case",
         "conditional": "repeated passes", "even": "if calls get larger"}
TIMEOUT = 600
# Why findings were wrong, by program and routine.
REASONS = {
    ("jq", "block_drop_unreferenced"): "n is the size of jq's own library of definitions, which each run compiles; "
                                       "larger inputs do not change it",
}


class Failed(Exception):
    pass


@dataclasses.dataclass
class Outcome:
    """A finding and what became of it; `true` is the scope's exponent from 4s to 40s, None if it is not judged."""
    program: str
    what: str
    runs: int
    finding: dict
    predicted: float | None
    true: float | None

    def is_wrong(self):
        return self.true is not None and self.true < LEAST_EXPONENT


def environment():
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ORDO_", "MAKE", "MFLAGS"))}
    env.update(CC="ordo cc", CXX="ordo c++", LC_ALL="C", REAL=str(REAL), PATH=f"{ORDO.parent}:{env['PATH']}")
    return env


def shell(command, folder, path="", log=os.devnull):
    """Runs the command in the folder. Returns the seconds that it took; Failed if its status is not 0."""
    env = environment()
    env["PATH"] = f"{path}:{env['PATH']}" if path else env["PATH"]
    begun = time.monotonic()
    with open(log, "wb") as out:
        status = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=out,
                                stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False).returncode
    if status != 0:
        raise Failed(f"status {status}: {command}" + (f" (see {log})" if log != os.devnull else ""))
    return time.monotonic() - begun


def build(program, work):
    """Unpacks and builds the program, unless that was done. Returns the folder of the executable."""
    folder = work / program.name
    tree = folder / "source"
    done = folder / "built"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        shell(f"rm -rf source && {ROOT}/scripts/debian_source.sh {program.package} source", folder)
        shell(program.build, tree, log=folder / "build.log")
        done.touch()
    return (tree / program.path).parent


def prepare(workload, folder, size, data, seed):
    """Returns the command for this size, and writes its input."""
    name = f"in-{LETTERS[size]}"
    n = size * workload.n
    if workload.write:
        contents = workload.write(inputs.seeded(workload.what, n, seed), n)
        for suffix, text in contents.items() if isinstance(contents, dict) else [("", contents)]:
            (folder / (f"{name}.{suffix}" if suffix else name)).write_text(text)
    return workload.command.format(*[name] * 2, n=n, record=f"ordo record -q -o {data} --")


def record(workload, folder, path, recorded, seed):
    """Records the runs, unless that was done. Returns the report of each by its size."""
    for size, letter in LETTERS.items():
        if not recorded or not (folder / f"{letter}.data").exists():
            shell(prepare(workload, folder, size, f"{letter}.data", seed), folder, path, folder / "output")
    return {size: report(folder, f"{letter}.data") for size, letter in LETTERS.items()}


def report(folder, data):
    out = subprocess.run([ORDO, "report", "--json", data], cwd=folder, capture_output=True, check=False)
    if out.returncode != 0:
        raise Failed(f"ordo report --json {data}: status {out.returncode}: {out.stderr.decode()[-300:]}")
    return json.loads(out.stdout)


def totals(of):
    """Returns the total cost of each scope by its id, callees and unfinished activations included."""
    return {x["id"]: int((x.get("cost") or {}).get("total", 0)) + int(x.get("unfinished_cost", 0)) for x in of["scopes"]}


def judge(program, workload, folder, path, recorded, seed):
    """Yields the findings' outcomes. Returns the prediction of the run's cost and its true cost."""
    reports = record(workload, folder, path, recorded, seed)
    shell("ordo merge -o series.data a.data b.data c.data", folder)
    series = report(folder, "series.data")
    now, then = totals(reports[4]), totals(reports[40])
    outcomes = []
    for runs, of in ((1, reports[4]), (3, series)):
        for f in of["findings"]:
            a, b = now.get(f["scope"], 0), then.get(f["scope"], 0)
            judged = f["basis"] != "conditional" and a > 0
            true = math.log(max(b, 1) / a, FACTOR) if judged else None
            predicted = f["total_at"] / b if judged and f["total_at"] and b else None
            outcomes.append(Outcome(program.name, workload.what, runs, f, predicted, true))
    return outcomes, (series["prediction"] or {}).get("total"), int(reports[40]["total_cost"]), int(reports[4]["total_cost"])


def row(o):
    f = o.finding
    growth = f["growth"] or "?"
    even = f["basis"] == "conditional" and f["size"]["metric"] != "calls"
    exponent = f"{f['exponent']:.2f}" if f["exponent"] is not None else "-"
    true = "not judged" if o.true is None else f"{o.true:.2f}{' **wrong**' if o.is_wrong() else ''}"
    predicted = "-" if o.predicted is None else f"{o.predicted:.2f}"
    place = f"{re.sub('<.*>', '<>', f['routine'])} ({pathlib.Path(f['file']).name}:{f['line']})" if f["line"] else f["routine"]
    return (f"| {o.program} | {o.what} | {o.runs} | {growth} {BASES['even' if even else f['basis']]} | {place} | {100 * f['share']:.1f} % | "
            f"{exponent} | {true} | {predicted} |")


def main():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("--work", type=pathlib.Path, default=ROOT / "build" / "real")
    a.add_argument("--only", default="", help="names of programs, with commas")
    a.add_argument("--seed", type=int, default=1, help="of the inputs")
    a.add_argument("--recorded", action="store_true", help="use the profiles of an earlier run")
    arguments = a.parse_args()
    work = arguments.work.resolve()
    outcomes, costs, failed = [], [], []
    for program in programs.PROGRAMS:
        if arguments.only and program.name not in arguments.only.split(","):
            continue
        try:
            path = build(program, work)
        except (Failed, subprocess.TimeoutExpired) as e:
            failed.append((program.name, "build", e))
            print(f"real_findings: {program.name}: {e}", file=sys.stderr)
            continue
        for i, workload in enumerate(program.workloads):
            folder = work / program.name / f"run{i}"
            folder.mkdir(exist_ok=True)
            begun = time.monotonic()
            try:
                found, predicted, true, now = judge(program, workload, folder, path, arguments.recorded, arguments.seed)
            except (Failed, subprocess.TimeoutExpired) as e:
                failed.append((program.name, workload.what, e))
                print(f"real_findings: {program.name}: {workload.what}: {e}", file=sys.stderr)
                continue
            outcomes += found
            costs.append((program.name, workload.what, now, true, predicted))
            print(f"real_findings: {program.name}: {workload.what}: {len(found)} findings, "
                  f"{time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    print_results(outcomes, costs)
    sys.exit(1 if failed else 0)


def print_results(outcomes, costs):
    names = {c[0] for c in costs}
    judged = [o for o in outcomes if o.true is not None]
    wrong = [o for o in judged if o.is_wrong()]
    paragraphs = __doc__.split("\n\n")
    print("# Findings of real programs\n\n`make bench-findings`. " + 
          "\n\n".join(textwrap.fill(" ".join(p.split()), 110) for p in paragraphs[2:4]))
    print("\n| | |\n|---|---|")
    print(f"| programs, workloads | {len(names)}, {len(costs)} |")
    for runs, title in ((1, "one run"), (3, "three runs")):
        of = [o for o in judged if o.runs == runs]
        print(f"| wrong findings of {title} | {sum(o in wrong for o in of)} of {len(of)} |")
    right = [c for c in costs if c[4] and max(c[3], c[4]) <= NEAR * min(c[3], c[4])]
    print(f"| cost of the run at ten times the size, within a factor of {NEAR} | {len(right)} of {len(costs)} |")
    print("\nThe findings. *Exponent* is that of the report; *true* is that of the scope's total from 4s to 40s; the last\n"
          "column is its total in the finding's prediction, divided by the recorded one.\n")
    print("| program | does | runs | finding | scope | share | exponent | true | predicted / recorded |\n" + "|---" * 9 + "|")
    print("\n".join(map(row, outcomes)))
    reasons = dict.fromkeys(f"- {o.program}, {o.finding['routine']}: {REASONS[o.program, o.finding['routine']]}." for o in wrong
                            if (o.program, o.finding["routine"]) in REASONS)
    if reasons:
        print("\nWhy findings are wrong:\n\n" + "\n".join(reasons))
    print("\nThe costs of the runs, in blocks:\n")
    print("| program | does | at 4s | at 40s | predicted / recorded |\n|---|---|---|---|---|")
    for name, what, now, true, predicted in costs:
        print(f"| {name} | {what} | {now:,} | {true:,} | {'no prediction' if not predicted else f'{predicted / true:.2f}'} |")


if __name__ == "__main__":
    main()
