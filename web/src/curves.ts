// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// curves.ts: what the plots of a scope show, from its points and its stored model. Nothing is fitted
// here: a derived curve has points only.
import { compile } from "./formula";
import { evaluator, GUESSES } from "./growth";
import { className, counted } from "./numbers";
import { drawable, onlyPlace, steps, type Marker, type PlotBand, type PlotSeries, type PlotSpec } from "./plot_spec";
import type { Point, Scope } from "./profile";
import { worstOf, type Model, type SeriesHead } from "./schema";

/** The points of one scope by one size and one cost. */
export interface Curve {
  scope: Scope;
  label: string;
  size: string;
  cost: string;
  head: SeriesHead | undefined;
  points: Point[];
}

export interface Shown {
  xLog: boolean;
  yLog: boolean;
  formula: string;
  hide: Set<string>; // worst, mean, best, model, band, predict, envelope
}

export const sizeLabel = (size: string, cellBytes: number): string =>
  size === "rms" || size === "drms" ? `n: ${size}, cells of ${counted(cellBytes, "byte")}` : size === "depth" ? "n: depth of recursion" : size === "input" ? "n: input, bytes read" : `n: ${size}`;

const LOOKS: { key: string; label: string; marker: Marker; color: string; of: (p: Point) => number }[] = [
  { key: "worst", label: "worst", marker: "up", color: "--worst", of: (p) => p.max },
  { key: "mean", label: "average", marker: "circle", color: "--mean", of: (p) => p.mean },
  { key: "best", label: "best", marker: "down", color: "--best", of: (p) => p.min },
];
const OTHERS: [Marker, string][] = [
  ["square", "--other-1"],
  ["diamond", "--other-2"],
  ["up", "--other-3"],
  ["down", "--other-4"],
];
export const MOST_OTHERS = OTHERS.length;

const last = (points: Point[]): number => points[points.length - 1]?.n ?? 0;
const first = (points: Point[]): number => points.find((p) => p.n > 0)?.n ?? points[0]?.n ?? 0;

function line(m: Model, from: number, to: number, log: boolean): { xs: number[]; ys: number[] } | null {
  const f = evaluator(m);
  if (!f) return null;
  const xs = steps(from, to, log);
  return { xs, ys: xs.map(f) };
}

/** Exponential models are only drawn to a size 5 larger, others to the factor of the prediction. */
const reach = (m: Model, max: number, factor: number): number => (m.class === "2^n" ? max + 5 : max * factor);

const WIDEST = 30; // of an interval at its end, as a factor: a wider one says that nothing is known

/** The 95 % interval of the exponent, from a point that was measured to larger sizes; undefined if it spans everything. */
export function fan(f: (n: number) => number, exponent: number, [low, high]: [number, number], from: number, to: number, log: boolean): PlotBand | undefined {
  if (!(from > 0) || !(to > from) || (to / from) ** (high - low) > WIDEST) return undefined;
  const xs = steps(from, to, log);
  const at = (x: number, e: number): number => f(x) * (x / from) ** (e - exponent);
  const pair = xs.map((x) => [at(x, low), at(x, high)] as const);
  return {
    label: "95 % interval of the exponent",
    xs,
    low: pair.map((p) => Math.min(...p)),
    high: pair.map((p) => Math.max(...p)),
    color: "--band",
  };
}

function modelSeries(c: Curve, s: Shown, color: string, name: string): { series: PlotSeries[]; band?: PlotBand; beyond?: number } {
  const m = c.head?.model;
  const [low, to] = [first(c.points), last(c.points)];
  if (!m || !c.points.length) return { series: [] };
  const from = Math.max(low, m.from ?? 0);
  const out: PlotSeries[] = [];
  const solid = line(m, from, to, s.xLog);
  if (!solid) return { series: [] };
  if (!s.hide.has("model")) out.push({ label: `${name}${className(m.class)}`, ...solid, color });
  const predict = !s.hide.has("predict");
  const end = predict ? reach(m, to, c.scope.profile.factor) : to;
  if (predict && !s.hide.has("model")) {
    const more = line(m, to, end, s.xLog);
    if (more) out.push({ label: "predicted", ...more, color, dash: [6, 5] });
  }
  const worst = worstOf(c.head);
  if (worst && !s.hide.has("envelope") && worst.formula) {
    const upper = line(worst, Math.max(low, worst.from ?? 0), end, s.xLog);
    if (upper) out.push({ label: `worst case, ${className(worst.class)}`, ...upper, color: "--worst", dash: [2, 3] });
  }
  const f = evaluator(m);
  const band = !s.hide.has("band") && predict && f && m.ci && m.exponent != null ? fan(f, m.exponent, m.ci, to, end, s.xLog) : undefined;
  return { series: out, band, beyond: predict ? to : undefined };
}

/** Sizes over more than a decade get logarithmic axes. */
export function usualScale(head: SeriesHead | undefined): "log" | "linear" {
  const wide = head && Number(head.max) >= 20 * Math.max(1, Number(head.min)) && head.model?.class !== "2^n";
  return wide ? "log" : "linear";
}

export type Main = { spec: PlotSpec; note: string } | { error: string; at: number };

/** Cost against size; or y = f(n, c), without a model. */
export function mainSpec(curves: Curve[], s: Shown, cellBytes: number): Main {
  const f = compile(s.formula || "c");
  if (!f.ok) return { error: f.error, at: f.at };
  const plain = !s.formula || s.formula.trim() === "c";
  const main = curves[0]!;
  const y = (p: Point, c: number): number =>
    f.run({ n: p.n, c, count: p.count, sum: p.sum, worst: p.max, best: p.min, mean: p.mean });
  const draw = (c: Curve, label: string, marker: Marker, color: string, of: (p: Point) => number): PlotSeries => ({
    label,
    xs: c.points.map((p) => p.n),
    ys: c.points.map((p) => y(p, of(p))),
    marker,
    color,
  });
  const series = LOOKS.filter((l) => !s.hide.has(l.key)).map((l) => draw(main, l.label, l.marker, l.color, l.of));
  let band: PlotBand | undefined;
  let beyond: number | undefined;
  let note = plain ? "" : "a derived curve: no model";
  if (plain) {
    const m = modelSeries(main, s, "--model", "");
    series.push(...m.series);
    band = m.band;
    beyond = m.beyond;
    const by = main.scope.json.by_argument;
    if (by) note = `the cost is a function of ${by.metric}${by.metric === "depth" ? "" : " of the loop's routine"}, which was observed in ${counted(by.calls, "call")}`;
    else if (!main.head?.model || main.head.model.class === "none") note = "no model: " + (main.head?.model?.warnings?.[0]?.remedy ?? "not fitted");
  }
  curves.slice(1).forEach((c, i) => {
    const [marker, color] = OTHERS[i % OTHERS.length]!;
    series.push(draw(c, c.label, marker, color, (p) => p.mean));
    if (plain && c.head?.model && !s.hide.has("model")) {
      const l = line(c.head.model, Math.max(first(c.points), c.head.model.from ?? 0), last(c.points), s.xLog);
      if (l) series.push({ label: `${c.label}: ${className(c.head.model.class)}`, ...l, color });
    }
  });
  return {
    spec: {
      title: main.label,
      x: sizeLabel(main.size, cellBytes),
      y: plain ? `c: ${main.cost}` : `y = ${s.formula}`,
      xLog: s.xLog,
      yLog: s.yLog,
      series,
      band,
      beyond,
    },
    note,
  };
}

export interface Side {
  key: string;
  title: string;
  spec: PlotSpec;
}

/** Whether there is anything to see: points of several sizes, and of a variance one that is not 0. */
const says = (key: string, spec: PlotSpec): boolean => onlyPlace(spec) == null && drawable(spec).spec.series.some((s) => s.xs.length > 0 && (key !== "variance" || s.ys.some((y) => y > 0)));

/** The smaller plots beside the main one, except those that would be empty. */
export function sideSpecs(curves: Curve[], s: Shown, guess: string, cellBytes: number): Side[] {
  const c = curves[0]!;
  const x = sizeLabel(c.size, cellBytes);
  const plot = (key: string, title: string, y: string, of: (p: Point) => number, more: Partial<PlotSpec> = {}, bars = false, alone = false): Side => ({
    key,
    title,
    spec: {
      title: `${c.label}: ${title}`,
      x,
      y,
      xLog: s.xLog,
      yLog: s.yLog,
      series: [
        { label: title, xs: c.points.map((p) => p.n), ys: c.points.map(of), color: "--mean", ...(bars ? { bars: true } : { marker: "circle" as const }) },
        ...(alone ? [] : others(of)),
      ],
      ...more,
    },
  });
  const others = (of: (p: Point) => number): PlotSeries[] =>
    curves.slice(1).map((o, i) => {
      const [marker, color] = OTHERS[i % OTHERS.length]!;
      return { label: o.label, xs: o.points.map((p) => p.n), ys: o.points.map(of), marker, color };
    });
  const f = evaluator(c.head?.model);
  const residuals = f
    ? plot("residuals", "residuals (average / model − 1)", "relative", (p) => p.mean / f(p.n) - 1, { yLog: false, level: 0 }, false, true)
    : null;
  const g = GUESSES[guess]!;
  return [
    plot("total", "total cost per size", c.cost, (p) => p.sum),
    plot("variance", "variance of the cost", `${c.cost}²`, (p) => p.variance),
    plot("frequency", "frequency of sizes", "activations", (p) => p.count, {}, true),
    residuals,
    plot("ratio", `cost / g(n): flat if the guess g(n) = ${className(guess)} is right`, "ratio", (p) => p.mean / g(p.n)),
  ].filter((x): x is Side => x != null && says(x.key, x.spec));
}

export function csv(curves: Curve[], formula: string): string {
  const f = compile(formula || "c");
  const plain = !formula || formula.trim() === "c" || !f.ok;
  const quote = (v: string): string => (/[",\n\r]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v);
  const rows = [["scope", "size_metric", "cost_metric", "n", "count", "min", "max", "sum", "sumsq", "mean", "variance", ...(plain ? [] : ["y"])]];
  for (const c of curves)
    for (const p of c.points) {
      const [n, count, min, max, sum, sumsq] = p.raw;
      const y = plain || !f.ok ? [] : [f.run({ n: p.n, c: p.mean, count: p.count, sum: p.sum, worst: p.max, best: p.min, mean: p.mean })];
      rows.push([c.label, c.size, c.cost, n, count, min, max, sum, sumsq, p.mean, p.variance, ...y].map(String));
    }
  return rows.map((r) => r.map(quote).join(",")).join("\r\n") + "\r\n";
}
