# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the counts that an example states formulas for, as docs/gallery shows them.

    lab_plot.py FILE.c JSON >FILE.svg      JSON is what `ordo lab --json FILE.c` printed

Draws a curve for each experiment and each statement, or sum of statements, that such a formula names: the mean
count by the size of the input. Equal counts give an equal file.
"""
import html
import json
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "e2e"))
sys.dont_write_bytecode = True
from lab_counts import read_source, statement  # noqa: E402

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 70, 16, 16, 46
COLORS = ["#0b62a4", "#c2410c", "#2e7d32", "#7b3fa0", "#8a6d00", "#00796b", "#ad1457", "#455a64"]


def curves(name, report):
    """Returns label and points of every curve, in the order of the formulas."""
    marks, formulas = read_source(name)
    experiments = json.load(open(report))["experiments"]
    name = os.path.basename(name)
    found = {}
    for word, function, of, inclusive, names, operator, rest in formulas:
        for e in experiments:
            if word != "Count" or e["function"] != function or of not in ("", e["input"]):
                continue
            series = [statement(e, marks[k], name)["inclusive" if inclusive else "own"]["points"]
                      for k in names.split(" + ")]
            points = [(p[0][0], sum(q[4] / q[1] for q in p)) for p in zip(*series)]
            found[(e["id"], names, bool(inclusive))] = points
    functions = {key[0].split("/")[0] for key in found}
    inputs = {key[0].split("/")[1] for key in found}
    statements = {key[1:] for key in found}
    labelled = []
    for (experiment, names, inclusive), points in found.items():
        function, input_name = experiment.split("/")
        words = [names + (" and calls" if inclusive else "")] if len(statements) > 1 else []
        words += [function] if len(functions) > 1 else []
        words += [input_name] if len(inputs) > 1 else []
        labelled.append((", ".join(words) or names, points))
    return labelled


def nice_step(span, about):
    """Returns 1, 2 or 5 times a power of ten, so that `span` has at most `about` steps."""
    step = 10 ** math.floor(math.log10(span / about))
    for factor in (1, 2, 5, 10):
        if span / (step * factor) <= about:
            return step * factor
    return step * 10


def number(value):
    return f"{value:,.10g}"


class Axis:
    def __init__(self, top, start, end, about):
        self.step = nice_step(max(top, 1), about)
        self.top = math.ceil(max(top, 1) / self.step - 1e-9) * self.step
        self.start, self.end = start, end

    def at(self, value):
        return round(self.start + (self.end - self.start) * value / self.top, 1)

    def ticks(self):
        return [k * self.step for k in range(round(self.top / self.step) + 1)]


def text(x, y, what, anchor="middle", more=""):
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>{html.escape(what)}</text>'


def draw(title, labelled):
    x = Axis(max(n for _, points in labelled for n, _ in points), LEFT, WIDTH - RIGHT, 8)
    y = Axis(max(c for _, points in labelled for _, c in points), HEIGHT - BOTTOM, TOP, 6)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
           f'height="{HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">',
           f"<title>{html.escape(title)}</title>",
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for tick in y.ticks():
        out.append(f'<path d="M{LEFT} {y.at(tick):g}H{WIDTH - RIGHT}" stroke="#e3e3e3"/>')
        out.append(text(LEFT - 8, y.at(tick) + 4, number(tick), "end"))
    for tick in x.ticks():
        out.append(f'<path d="M{x.at(tick):g} {HEIGHT - BOTTOM}v5" stroke="#888"/>')
        out.append(text(x.at(tick), HEIGHT - BOTTOM + 19, number(tick)))
    out.append(f'<path d="M{LEFT} {HEIGHT - BOTTOM}H{WIDTH - RIGHT}" stroke="#888"/>')
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "size of the input, n"))
    out.append(text(14, (TOP + HEIGHT - BOTTOM) / 2, "mean count", "middle",
                    f' transform="rotate(-90 14 {(TOP + HEIGHT - BOTTOM) / 2:g})"'))
    for k, (label, points) in enumerate(labelled):
        color = COLORS[k % len(COLORS)]
        places = [(x.at(n), y.at(c)) for n, c in points]
        line = "L".join(f"{a:g} {b:g}" for a, b in places)
        dots = "".join(f"M{a:g} {b:g}h0" for a, b in places)
        out.append(f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        out.append(f'<path d="{dots}" stroke="{color}" stroke-width="5" stroke-linecap="round"/>')
        out.append(f'<path d="M{LEFT + 12} {TOP + 12 + 18 * k}h18" stroke="{color}" stroke-width="3"/>')
        out.append(text(LEFT + 38, TOP + 16 + 18 * k, label, "start"))
    return "\n".join(out) + "\n</svg>\n"


if __name__ == "__main__":
    sys.stdout.write(draw(os.path.basename(sys.argv[1]), curves(*sys.argv[1:])))
