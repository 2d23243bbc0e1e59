#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Production profiles against exact ones of the same runs.

    bench/production_accuracy.py [--workloads SCRIPT] [--corpus DIR] [--work DIR] [--rate 1/100]
                                 [--programs a,b] [--cases x,y] [--only-cases] [--focus] [--detail FILE]

Each program is built with `ordo cc -O2` and with `ordo cc --production -O2`, and runs three times on the
same input: recorded by the exact engine, in production at the rate, and in production with every
execution recorded (for costs, which are steps in production and blocks in the exact engine). Loops and
recursions with at least 100 samples of their own are compared: the means over all executions that the
report of the sampled run estimates, with their intervals. For each public case, the ranks of the culprit
routine in both reports are printed. With --focus, production builds have gates only at the suspects of
the exact profile (`ordo report --suspects`).
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
LEAST = 100  # samples of a scope at its own gates
POSSIBLE = 0.05  # least probability of a possible class


def run(argv, **more):
    more.setdefault("stdout", subprocess.DEVNULL)
    done = subprocess.run(argv, check=False, stderr=subprocess.PIPE, text=True, **more)
    if done.returncode:
        sys.exit(f"production_accuracy: {' '.join(argv)[:300]}: status {done.returncode}: {done.stderr[-500:]}")
    return done


def report(profile):
    """Returns the scopes in the report's order."""
    out = run([ORDO, "report", "--json", profile], stdout=subprocess.PIPE).stdout
    return json.loads(out)["scopes"]


def key_of(scope):
    return scope["kind"], scope["file"], scope["line"], scope["column"], scope["linkage_name"]


def measured(scope):
    """Returns means and growth of the recorded executions, or None if none of them has a size."""
    metric = "depth" if scope["kind"] == "recursion" else "rms"
    series = scope.get("sizes", {}).get(metric)
    if not series or not series["points"]:
        return None
    count = sum(p[1] for p in series["points"])
    # In production builds, growth of loops is measured in events and means are in the profile's unit.
    own = scope.get("costs", {}).get("steps", {}).get("sizes", {}).get(metric, series)
    x = {"points": series["points"], "size": sum(p[0] * p[1] for p in series["points"]) / count,
         "cost": sum(p[4] for p in own["points"]) / count,
         "class": "none", "reported": [], "possible": {}, "calls": scope["calls"]}
    if scope["kind"] == "recursion":  # an execution is an outermost activation; points are of all
        units = scope.get("production", {}).get("executions")
        x["size"], x["cost"] = None, scope["cost"]["total"] / units if units else None
    if series.get("model"):
        model = series["model"]
        x["class"], x["reported"], x["possible"] = model["class"], model["reported"], model["probabilities"]
    return x


def matched(left, right):
    """Yields the scopes that both profiles measured, `right` with at least LEAST samples: the true values,
    and the estimates of `right` for all executions."""
    other = {key_of(s): (s, measured(s)) for s in left}
    for s in right:
        x, production = measured(s), s.get("production", {})
        if not x or "mean_size" not in production or production["samples"] < LEAST:
            continue
        l, truth = other.get(key_of(s), (None, None))
        if truth:
            x.update(size=production["mean_size"], cost=production["mean_cost"])
            yield s, truth, x, same_loop(l, s)


def same_loop(left, right):
    """Returns whether both compiled the same loop: counts are exact, so different counts mean different loops."""
    if left["kind"] == "recursion" or "production" not in left:
        return True
    return all(abs(left[k] - right[k]) <= 0.01 * left[k] for k in ("calls", "iterations"))


def r2(pairs):
    """Returns the share of the variance of ln(1 + exact) that the identity explains."""
    if len(pairs) < 3:
        return math.nan
    x = [math.log1p(a) for a, _ in pairs]
    y = [math.log1p(b) for _, b in pairs]
    middle = sum(x) / len(x)
    spread = sum((v - middle) ** 2 for v in x)
    return 1 - sum((b - a) ** 2 for a, b in zip(x, y)) / spread if spread else math.nan


def close(pairs):
    """Returns the share of pairs within 10 %, or within a tenth of a cell or step."""
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
            # The exit status of these programs is their result; only the profile matters.
            subprocess.run(["bash", os.path.join(self.here, "run.sh"), path, str(size)], env=env, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if not os.path.exists(part):
                sys.exit(f"production_accuracy: {self.name}: no profile of size {size}")
            parts.append(part)
        run([ORDO, "merge", "-o", profile, *parts])
        for part in parts:
            os.unlink(part)


def focus(args, folder):
    """Returns the option that restricts gates to the suspects of the exact profile, which must exist."""
    if not args.focus:
        return []
    listed = os.path.join(folder, "suspects")
    with open(listed, "w", encoding="utf-8") as f:
        run([ORDO, "report", "--suspects", os.path.join(folder, "exact.data")], stdout=f)
    return [f"--focus=@{listed}"]


def profiles(args, program):
    """Returns the reports of the three recordings."""
    folder = os.path.join(args.work, "accuracy", program.name)
    os.makedirs(folder, exist_ok=True)
    exact, production = os.path.join(folder, "exact"), os.path.join(folder, "production")
    kinds = {"exact": (exact, []), "sampled": (production, ["--production", "--rate", args.rate])}
    if isinstance(program, Workload):
        kinds["full"] = (production, ["--production", "--rate", "1"])
    program.build([], exact)
    made = {}
    for kind, (path, options) in kinds.items():
        if kind == "sampled":
            program.build(["--production", *focus(args, folder)], production)
        data = os.path.join(folder, kind + ".data")
        program.record(path, options, data)
        made[kind] = report(data)
    print(f"production_accuracy: {program.name} measured", file=sys.stderr)
    return made


# Growth as a power of n: classes with the same number differ at most by a logarithm.
DEGREE = {"1": 0, "log n": 0, "sqrt n": 0.5, "n": 1, "n log n": 1, "n^1.5": 1.5, "n^2": 2, "n^2 log n": 2, "n^3": 3}


class Means:
    """Estimated means compared with the truth, and how many were not estimated."""

    def __init__(self):
        self.pairs, self.within, self.missing, self.others = [], 0, 0, 0

    def add(self, truth, estimate):
        if truth is None:
            return
        if "not_estimated" in estimate:
            self.missing += 1
            return
        self.pairs.append((truth, estimate["value"]))
        slack = 1e-6 * truth
        self.within += estimate["low"] - slack <= truth <= estimate["high"] + slack

    def take(self, other):
        self.pairs += other.pairs
        self.within += other.within
        self.missing += other.missing
        self.others += other.others

    def cells(self):
        n = len(self.pairs)
        near = sum(abs(b - a) <= max(0.1 * a, 1) for a, b in self.pairs)
        return [str(n + self.missing), str(self.others), str(self.missing), f"{100 * close(self.pairs):.0f} %",
                f"{100 * near / max(n, 1):.0f} %", f"{r2(self.pairs):.4f}", share(self.within, n)]


def fitted_class(points):
    """Returns the class that `ordo fit` finds for the points."""
    line = json.dumps({"id": "points", "points": points}) + "\n"
    answer = run([ORDO, "fit", "--unit", "blocks"], input=line, stdout=subprocess.PIPE).stdout
    return json.loads(answer)["class"]


class Classes:
    """Comparison of the classes of scopes that have one in both reports."""

    def __init__(self):
        self.n = self.same = self.reported = self.same_degree = self.possible = self.sure = self.sure_same = 0
        self.withheld = self.reached = self.reached_same = self.sure_reported = self.sure_right = 0

    def add(self, left, right):
        a, b = left["class"], right["class"]
        if a == "none":
            return
        if b == "none":
            self.withheld += 1
            return
        sizes = [p[0] for p in right["points"]]
        reached = fitted_class([p for p in left["points"] if min(sizes) <= p[0] <= max(sizes)])
        if reached != "none":
            self.reached += 1
            self.reached_same += reached == b
        self.n += 1
        self.same += a == b
        self.reported += a in right["reported"]
        self.same_degree += DEGREE.get(a, a) == DEGREE.get(b, b)
        self.possible += a == b or right["possible"].get(a, 0) >= POSSIBLE
        sure = right["possible"].get(b, 0) >= 1 - POSSIBLE
        self.sure += sure
        self.sure_same += sure and a == b
        if sum(right["possible"].get(c, 0) for c in right["reported"]) >= 1 - POSSIBLE:
            self.sure_reported += 1
            self.sure_right += a in right["reported"]

    def take(self, other):
        for k, v in vars(other).items():
            setattr(self, k, getattr(self, k) + v)

    def cells(self):
        return [str(self.withheld), share(self.same, self.n), share(self.reported, self.n),
                share(self.reached_same, self.reached), share(self.same_degree, self.n), share(self.possible, self.n),
                share(self.sure_same, self.sure), share(self.sure_right, self.sure_reported)]


def per_entered(scope, truth, executions):
    """Returns the mean size over executions with an iteration. Optimised loops are tested before they are
    entered, so executions without an iteration are not counted: the same cells over fewer executions."""
    if scope["kind"] != "loop" or not executions or truth["calls"] <= executions:
        return truth["size"]
    return truth["size"] * truth["calls"] / executions


def compare(name, left, right, detail, entered_only=False):
    sizes, costs, classes = Means(), Means(), Classes()
    for scope, a, b, same in matched(left, right):
        if not same:
            sizes.others += 1
            costs.others += 1
            continue
        sizes.add(per_entered(scope, a, scope["calls"]) if entered_only else a["size"], b["size"])
        costs.add(a["cost"], b["cost"])
        classes.add(a, b)
        detail.append([name, scope["name"], scope["kind"], scope["production"]["samples"],
                       *({k: v for k, v in x.items() if k != "points"} for x in (a, b))])
    return sizes, costs, classes


def head(title, columns):
    print(f"\n### {title}\n\n| | " + " | ".join(columns) + " |\n|---|" + "---|" * len(columns))


MEANS = ["scopes", "left out", "not estimated", "within 10 %", "within 10 % or by 1", "R²", "in the 95 % interval"]
CLASSES = ["no class", "same class", "among those reported", "same, over the sizes sampled", "same degree",
           "among those possible", "same, if sure", "among those reported, if sure of these"]


def tables(title, text, made, left, with_costs, detail):
    print(f"\n## {title}\n\n{text}")
    rows = {name: compare(name, reports[left], reports["sampled"], detail) for name, reports in made.items()}
    total = Means(), Means(), Classes()
    for parts in rows.values():
        for whole, part in zip(total, parts):
            whole.take(part)
    rows["**all**"] = total
    if not with_costs:
        entered = {name: compare(name, reports[left], reports["sampled"], [], True) for name, reports in made.items()}
        entered["**all**"] = Means(), None, None
        for name in made:
            entered["**all**"][0].take(entered[name][0])
    for what, columns, at in (("Mean sizes", MEANS, 0), ("Mean costs", MEANS, 1), ("Classes", CLASSES, 2)):
        if at == 1 and not with_costs:
            continue
        head(what, columns)
        for name, parts in rows.items():
            print(f"| {name} | " + " | ".join(parts[at].cells()) + " |", flush=True)
        if at == 0 and not with_costs:
            head("Mean sizes of executions with an iteration", columns)
            for name, parts in entered.items():
                print(f"| {name} | " + " | ".join(parts[0].cells()) + " |", flush=True)


def in_recursions(made):
    """Prints mean sizes of loops in routines of recursions separately. The recorded code of these routines is compiled
    on its own. At rate 1 only this code runs, and its loops may read a cell more or less than those of plain code."""
    head("Mean sizes of loops, inside and outside of routines of recursions", MEANS)
    sizes = {"outside": Means(), "in": Means()}
    for reports in made.values():
        members = {m["id"] for s in reports["full"] + reports["sampled"] for m in s.get("members", [])}
        for scope, a, b, same in matched(reports["full"], reports["sampled"]):
            if scope["kind"] == "loop":
                of = sizes["in" if scope["routine_id"] in members else "outside"]
                if same:
                    of.add(a["size"], b["size"])
                else:
                    of.others += 1
    for where, of in sizes.items():
        print(f"| {where} | " + " | ".join(of.cells()) + " |", flush=True)


CAUSES = ["within 10 %", "executions without an iteration", "a few cells in registers", "other cells", "sampling"]
FEW = 3  # cells


def cause_of(exact, full, sampled, executions):
    """Returns why a mean size differs from the exact engine's; `full` is the same build with every execution recorded."""
    def near(a, b):
        return close([(a, b)]) == 1

    size, entered = sampled["size"]["value"], exact["size"] * exact["calls"] / executions
    if near(exact["size"], size):
        return "within 10 %"
    if full and not near(full["size"], size):
        return "sampling"
    if exact["calls"] > 1.01 * executions and near(entered, size):
        return "executions without an iteration"
    few = min(abs(exact["size"] - size), abs(entered - size)) <= FEW
    return "a few cells in registers" if few else "other cells"


def causes(made):
    """Prints for each program why mean sizes of loops differ from the exact engine's."""
    head("Why mean sizes of loops differ", CAUSES)
    total = dict.fromkeys(CAUSES, 0)
    for name, reports in made.items():
        count = dict.fromkeys(CAUSES, 0)
        full = {key_of(s): measured(s) for s in reports["full"]}
        for scope, exact, sampled, _ in matched(reports["exact"], reports["sampled"]):
            if scope["kind"] == "loop" and "value" in sampled["size"] and scope["calls"]:
                count[cause_of(exact, full.get(key_of(scope)), sampled, scope["calls"])] += 1
        for cause, n in count.items():
            total[cause] += n
        print(f"| {name} | " + " | ".join(str(n) for n in count.values()) + " |", flush=True)
    whole = sum(total.values())
    print("| **all** | " + " | ".join(share(n, whole) for n in total.values()) + " |", flush=True)


def rank_of(scopes, expected):
    """Returns the rank, from 1 and by the share at ten times the input, of the first scope that is a culprit
    routine, or a loop or recursion of one; None if there is no such scope."""
    names = {expected["routine"], *expected.get("also", [])}
    ranked = sorted((s for s in scopes if s.get("share_at_10x") is not None or s.get("explosive")),
                    key=lambda s: (not s.get("explosive"), -(s.get("share_at_10x") or 0)))
    for place, s in enumerate(ranked, 1):
        if names & {s["name"], s["routine"], s["linkage_name"]}:
            return place
    return None


def compare_programs(args):
    run(["bash", args.workloads, "prepare", args.work])
    names = args.programs.split(",") if args.programs else run(
        ["bash", args.workloads, "list"], stdout=subprocess.PIPE).stdout.split()
    made, detail = {name: profiles(args, Workload(args, name)) for name in names}, []
    tables("What sampling changes", "The same build with every execution recorded. For recursions, only costs are compared: "
           "the exact run has\ndepths of all activations, and estimates are for outermost ones.", made, "full", True, detail)
    in_recursions(made)
    tables("What the build changes in addition", "The exact engine sees the program as written. Production builds "
           "see it optimised, so cells that were\nread before a loop do not count for the loop. Costs are in other units.",
           made, "exact", False, detail)
    causes(made)
    if args.detail:
        with open(args.detail, "w", encoding="utf-8") as f:
            json.dump(detail, f)


def public_cases(args, names):
    print("\n## Public cases\n\n| case | culprit | rank in the exact report | rank in the sampled report |\n|---|---|---|---|")
    for name in names:
        case = Case(args, name)
        reports = profiles(args, case)
        ranks = [rank_of(reports[k], case.expected) for k in ("exact", "sampled")]
        shown = [str(r) if r else "not in the report" for r in ranks]
        negative = " (no culprit)" if case.expected["kind"] == "negative" else ""
        print(f"| {name} | {case.expected['routine']}{negative} | {shown[0]} | {shown[1]} |", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--workloads", default=os.path.join(ROOT, "..", "shared", "workloads", "workloads.sh"))
    arguments.add_argument("--corpus", default=os.path.join(ROOT, "..", "shared", "corpus"))
    arguments.add_argument("--work", default=os.path.join(ROOT, "build", "workloads"))
    arguments.add_argument("--rate", default="1/100")
    arguments.add_argument("--programs", default="")
    arguments.add_argument("--cases", default="")
    arguments.add_argument("--only-cases", action="store_true", help="the public cases alone")
    arguments.add_argument("--focus", action="store_true", help="gates only at the suspects of the exact profile")
    arguments.add_argument("--detail", help="file to write the comparison of each scope to")
    args = arguments.parse_args()
    for path, option in ((args.workloads, "--workloads"), (args.corpus, "--corpus")):
        if not os.path.exists(path):
            sys.exit(f"production_accuracy: nothing at {path}: name it with {option}")
    args.work, args.corpus = os.path.abspath(args.work), os.path.abspath(args.corpus)
    os.makedirs(args.work, exist_ok=True)
    # The cases' cache does not know that its builds depend on ordo's version.
    shutil.rmtree(os.path.join(args.work, "corpus-cache", "build"), ignore_errors=True)
    cases = args.cases.split(",") if args.cases else sorted(
        os.path.basename(os.path.dirname(p)) for p in glob.glob(os.path.join(args.corpus, "*", "expect.json")))

    print(f"# Production profiles against exact ones\n\n`make bench-production-accuracy`. One execution in "
          f"{args.rate.split('/')[-1]} is sampled; loops and\nrecursions with at least {LEAST} samples of their own are compared.\n\n"
          "- Means are those over all executions, as the report of the sampled run estimates them. Means that it does\n"
          "  not estimate are counted and not compared. R² is that of the identity between logarithms.\n"
          "- Classes are compared for scopes that have one in both profiles. The sampled run's report reports one class,\n"
          "  or two that differ by a logarithm (n or n log n). A class is possible if that report gives it "
          f"{100 * POSSIBLE:.0f} % or\n  more, and sure if it gives it {100 - 100 * POSSIBLE:.0f} %.\n"
          "- \"Over the sizes sampled\" compares with the class of the exact points between the smallest and the largest\n"
          "  size that was sampled.")
    if not args.only_cases:
        compare_programs(args)
    public_cases(args, cases)


if __name__ == "__main__":
    main()
