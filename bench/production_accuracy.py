#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Production profiles against exact ones of the same runs.

    bench/production_accuracy.py [--workloads SCRIPT] [--corpus DIR] [--work DIR] [--rate 1/100]
                                 [--programs a,b] [--cases x,y] [--detail FILE]

Each program is built with `ordo cc -O2` and with `ordo cc --production -O2`, and runs on the same
input: recorded by the exact engine, in production at the rate, and in production with every
execution recorded (for costs, which are steps in production and blocks in the exact engine). Compared
are scopes that at least 100 recorded executions met. Of the public cases it is said at which rank the
report of the sampled runs has the routine that is to blame.
"""

import argparse
import glob
import json
import math
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ORDO = os.path.join(ROOT, "build", "bin", "ordo")
LEAST = 100  # recorded executions of a scope


def run(argv, **more):
    more.setdefault("stdout", subprocess.DEVNULL)
    done = subprocess.run(argv, check=False, stderr=subprocess.PIPE, text=True, **more)
    if done.returncode:
        sys.exit(f"production_accuracy: {' '.join(argv)[:300]}: status {done.returncode}: {done.stderr[-500:]}")
    return done


def report(profile):
    """Scopes in the report's order."""
    out = run([ORDO, "report", "--json", profile], stdout=subprocess.PIPE).stdout
    return json.loads(out)["scopes"]


def key_of(scope):
    return scope["kind"], scope["file"], scope["line"], scope["column"], scope["linkage_name"]


def means(scope):
    """Mean size and mean cost of the recorded executions that have a size, and how many these are."""
    metric = "depth" if scope["kind"] == "recursion" else "rms"
    series = scope.get("sizes", {}).get(metric)
    if not series or not series["points"]:
        return None
    count = sum(p[1] for p in series["points"])
    size = sum(p[0] * p[1] for p in series["points"]) / count
    return {"count": count, "size": size, "cost": sum(p[4] for p in series["points"]) / count,
            "class": series["model"]["class"] if series.get("model") else "none"}


def matched(left, right):
    """Pairs of scopes that both profiles measured, `right` in at least LEAST executions."""
    other = {}
    for s in left:
        m = means(s)
        if m:
            other[key_of(s)] = m
    for s in right:
        m = means(s)
        if m and m["count"] >= LEAST and key_of(s) in other:
            yield s, other[key_of(s)], m


def r2(pairs):
    """Share of the variance of ln(1 + exact) that the identity explains."""
    if len(pairs) < 3:
        return math.nan
    x = [math.log1p(a) for a, _ in pairs]
    y = [math.log1p(b) for _, b in pairs]
    middle = sum(x) / len(x)
    spread = sum((v - middle) ** 2 for v in x)
    return 1 - sum((b - a) ** 2 for a, b in zip(x, y)) / spread if spread else math.nan


def close(pairs):
    """Share of pairs within 10 %, or within a tenth of a cell or step."""
    return sum(abs(b - a) <= max(0.1 * a, 0.1) for a, b in pairs) / len(pairs) if pairs else math.nan


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "–"


class Workload:
    """A program of the workload script."""

    def __init__(self, args, name):
        self.args, self.name = args, name

    def build(self, flags, path):
        env = dict(os.environ, CC=" ".join([ORDO, "cc", *flags]), CFLAGS="-O2 -g")
        run(["bash", self.args.workloads, "build", self.args.work, self.name, path], env=env)

    def record(self, path, options, profile):
        env = dict(os.environ, VG=" ".join([ORDO, "record", "-q", *options, "-o", profile, "--"]))
        run(["bash", self.args.workloads, "run", self.args.work, self.name, path], env=env)


class Case:
    """A public case: several sizes, one profile."""

    def __init__(self, args, name):
        self.args, self.name = args, name
        self.here = os.path.join(args.work, "corpus", name)
        shutil.rmtree(self.here, ignore_errors=True)
        shutil.copytree(os.path.join(args.corpus, name), self.here)
        shutil.copy(os.path.join(args.corpus, "lib.sh"), os.path.dirname(self.here))
        self.expected = json.load(open(os.path.join(self.here, "expect.json"), encoding="utf-8"))
        self.env = dict(os.environ, CORPUS_CACHE=os.path.join(args.work, "corpus-cache"))

    def build(self, flags, path):
        env = dict(self.env, CC=" ".join([ORDO, "cc", *flags]), CFLAGS="-O2 -g")
        run(["bash", os.path.join(self.here, "build.sh")], env=env)
        shutil.move(os.path.join(self.here, "bin"), path)

    def record(self, path, options, profile):
        parts = []
        for size in self.expected["sizes"]:
            part = f"{profile}.{size}"
            env = dict(self.env, WRAP=" ".join([ORDO, "record", "-q", *options, "-o", part, "--"]))
            # Their programs say with a status what they found; that there is a profile is what counts.
            subprocess.run(["bash", os.path.join(self.here, "run.sh"), path, str(size)], env=env, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if not os.path.exists(part):
                sys.exit(f"production_accuracy: {self.name}: no profile of size {size}")
            parts.append(part)
        run([ORDO, "merge", "-o", profile, *parts])
        for part in parts:
            os.unlink(part)


def profiles(args, program):
    """Reports of the three recordings."""
    folder = os.path.join(args.work, "accuracy", program.name)
    os.makedirs(folder, exist_ok=True)
    exact, production = os.path.join(folder, "exact"), os.path.join(folder, "production")
    program.build([], exact)
    program.build(["--production"], production)
    kinds = {"exact": (exact, []), "sampled": (production, ["--production", "--rate", args.rate])}
    if isinstance(program, Workload):
        kinds["full"] = (production, ["--production", "--rate", "1"])
    made = {}
    for kind, (path, options) in kinds.items():
        data = os.path.join(folder, kind + ".data")
        program.record(path, options, data)
        made[kind] = report(data)
    print(f"production_accuracy: {program.name} measured", file=sys.stderr)
    return made


# Growth in powers of n: classes of one number differ by a logarithm at most.
DEGREE = {"1": 0, "log n": 0, "sqrt n": 0.5, "n": 1, "n log n": 1, "n^1.5": 1.5, "n^2": 2, "n^2 log n": 2, "n^3": 3}


def compare(name, left, right, detail):
    sizes, costs, classes = [], [], []
    for scope, a, b in matched(left, right):
        sizes.append((a["size"], b["size"]))
        costs.append((a["cost"], b["cost"]))
        if a["class"] != "none" and b["class"] != "none":
            classes.append((a["class"], b["class"]))
        detail.append([name, scope["name"], scope["kind"], b["count"], a, b])
    return sizes, costs, classes


def head(title, text, columns):
    print(f"\n## {title}\n\n{text}\n\n| | " + " | ".join(columns) + " |\n|---|" + "---|" * len(columns))


def row(name, parts, with_costs):
    sizes, costs, classes = parts
    cells = [str(len(sizes)), f"{100 * close(sizes):.0f} %",
             f"{100 * sum(abs(b - a) <= max(0.1 * a, 1) for a, b in sizes) / max(len(sizes), 1):.0f} %", f"{r2(sizes):.4f}"]
    if with_costs:
        cells += [f"{100 * close(costs):.0f} %", f"{r2(costs):.4f}"]
    cells += [share(sum(a == b for a, b in classes), len(classes)),
              share(sum(DEGREE.get(a, a) == DEGREE.get(b, b) for a, b in classes), len(classes))]
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def table(title, text, made, left, with_costs, detail):
    columns = ["scopes", "sizes within 10 %", "within 10 % or a cell", "R² of sizes"]
    columns += ["costs within 10 %", "R² of costs"] if with_costs else []
    head(title, text, columns + ["same class", "same but for a logarithm"])
    total = ([], [], [])
    for name, reports in made.items():
        parts = compare(name, reports[left], reports["sampled"], detail)
        for whole, part in zip(total, parts):
            whole.extend(part)
        row(name, parts, with_costs)
    row("**all**", total, with_costs)


def rank_of(scopes, expected):
    """The place, from 1 and by the share at ten times the input, of the first scope that is one of the
    routines to blame, or a loop or recursion of one."""
    names = {expected["routine"], *expected.get("also", [])}
    ranked = sorted((s for s in scopes if s.get("share_at_10x") is not None or s.get("explosive")),
                    key=lambda s: (not s.get("explosive"), -(s.get("share_at_10x") or 0)))
    for place, s in enumerate(ranked, 1):
        if names & {s["name"], s["routine"], s["linkage_name"]}:
            return place
    return None


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--workloads", default=os.path.join(ROOT, "..", "shared", "workloads", "workloads.sh"))
    arguments.add_argument("--corpus", default=os.path.join(ROOT, "..", "shared", "corpus"))
    arguments.add_argument("--work", default=os.path.join(ROOT, "build", "workloads"))
    arguments.add_argument("--rate", default="1/100")
    arguments.add_argument("--programs", default="")
    arguments.add_argument("--cases", default="")
    arguments.add_argument("--detail", help="a file for what was compared, scope by scope")
    args = arguments.parse_args()
    for path, option in ((args.workloads, "--workloads"), (args.corpus, "--corpus")):
        if not os.path.exists(path):
            sys.exit(f"production_accuracy: nothing at {path}: name it with {option}")
    args.work, args.corpus = os.path.abspath(args.work), os.path.abspath(args.corpus)
    os.makedirs(args.work, exist_ok=True)
    run(["bash", args.workloads, "prepare", args.work])
    programs = args.programs.split(",") if args.programs else run(
        ["bash", args.workloads, "list"], stdout=subprocess.PIPE).stdout.split()
    cases = args.cases.split(",") if args.cases else sorted(
        os.path.basename(os.path.dirname(p)) for p in glob.glob(os.path.join(args.corpus, "*", "expect.json")))

    print(f"# Production profiles against exact ones\n\n`make bench-production-accuracy`. One execution in "
          f"{args.rate.split('/')[-1]}; scopes that at least\n{LEAST} recorded executions met. Sizes: mean rms (recursions: depth); "
          "costs: mean steps. R² is that of\nthe identity between logarithms. Classes: of scopes that both profiles give one.")
    made, detail = {name: profiles(args, Workload(args, name)) for name in programs}, []
    table("What sampling changes", "The same build with every execution recorded.", made, "full", True, detail)
    table("What the build changes besides", "The exact engine, which sees the program as written: production builds "
          "see it optimised, so that\na loop has no share in cells that were read before it. Costs are in other units.",
          made, "exact", False, detail)
    print("\n## Public cases\n\n| case | to blame | rank in the exact report | rank in the sampled one |\n|---|---|---|---|")
    for name in cases:
        case = Case(args, name)
        reports = profiles(args, case)
        ranks = [rank_of(reports[k], case.expected) for k in ("exact", "sampled")]
        shown = [str(r) if r else "not in it" for r in ranks]
        negative = " (nothing is)" if case.expected["kind"] == "negative" else ""
        print(f"| {name} | {case.expected['routine']}{negative} | {shown[0]} | {shown[1]} |", flush=True)
    if args.detail:
        with open(args.detail, "w", encoding="utf-8") as f:
            json.dump(detail, f)


if __name__ == "__main__":
    main()
