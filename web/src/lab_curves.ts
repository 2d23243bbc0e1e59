// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_curves.ts: what the plots of a laboratory show. Cost functions are stored ones, only evaluated
// here. Sums of picked lines and formulas have none.
import { compile } from "./formula";
import { evaluator } from "./growth";
import { sum, type Experiment, type LabPoint, type Series } from "./lab";
import { className } from "./numbers";
import { steps, type Marker, type PlotSeries, type PlotSpec } from "./plot_spec";
import type { Model } from "./schema";

export interface LabCurve {
  label: string;
  token: string; // the line, statement or function
  experiment: Experiment;
  points: LabPoint[];
  model: Model | null; // null: no model
  added: number; // number of series that are added up
}

const LOOKS: [Marker, string][] = [
  ["circle", "--mean"],
  ["square", "--worst"],
  ["up", "--best"],
  ["diamond", "--other-1"],
  ["down", "--other-4"],
  ["circle", "--other-2"],
];
export const look = (i: number): [Marker, string] => LOOKS[i % LOOKS.length]!;
export const MOST_CURVES = 24;

export const LAYERS: [string, string][] = [
  ["mean", "average"],
  ["min", "minimum (dotted)"],
  ["max", "maximum (dashed)"],
  ["model", "cost function"],
];

export interface Look {
  scale: string; // linear, log, xlog
  formula: string;
  hide: Set<string>;
}

export const spread = (c: LabCurve): boolean => c.points.some((p) => p.min !== p.max);
const isPlain = (formula: string): boolean => !formula || formula.trim() === "c";

/** A line, a statement or the whole function. */
export function curveOf(label: string, token: string, experiment: Experiment, { points, model }: Series): LabCurve {
  return { label, token, experiment, points, model, added: 1 };
}

/** The sum of the picked lines, without a model. */
export function sumOf(label: string, experiment: Experiment, parts: LabCurve[]): LabCurve {
  return { label, token: "sum", experiment, points: sum(parts), model: null, added: parts.length };
}

export type Drawn = { spec: PlotSpec; note: string } | { error: string; at: number };

export function labSpec(curves: LabCurve[], s: Look, title: string): Drawn {
  const f = compile(s.formula || "c");
  if (!f.ok) return { error: f.error, at: f.at };
  const plain = isPlain(s.formula);
  const [xLog, yLog] = [s.scale !== "linear", s.scale === "log"];
  const y = (p: LabPoint, c: number): number => f.run({ n: p.n, c, count: p.count, sum: p.sum, worst: p.max, best: p.min, mean: p.mean });
  const series: PlotSeries[] = [];
  curves.forEach((c, i) => {
    const [marker, color] = look(i);
    const xs = c.points.map((p) => p.n);
    const model = plain && !s.hide.has("model") ? drawnModel(c, xLog) : null;
    const name = model ? `${c.label} · ${className(c.model!.class)}` : c.label;
    if (!s.hide.has("mean")) series.push({ label: name, xs, ys: c.points.map((p) => y(p, p.mean)), marker, color });
    if (spread(c)) {
      if (!s.hide.has("min")) series.push({ label: `${c.label}, minimum`, xs, ys: c.points.map((p) => y(p, p.min)), color, dash: [2, 4], unlisted: true });
      if (!s.hide.has("max")) series.push({ label: `${c.label}, maximum`, xs, ys: c.points.map((p) => y(p, p.max)), color, dash: [8, 4], unlisted: true });
    }
    if (model) series.push({ label: `${c.label}: ${className(c.model!.class)}`, ...model, color, unlisted: !s.hide.has("mean") });
  });
  const [only] = curves;
  const banded = only && curves.length === 1 && plain && spread(only) && !(s.hide.has("min") && s.hide.has("max"));
  return {
    spec: {
      title,
      x: "n: size of the input",
      y: plain ? "c: executions" : `y = ${s.formula}`,
      xLog,
      yLog,
      series,
      band: banded ? { label: "minimum to maximum", xs: only.points.map((p) => p.n), low: only.points.map((p) => p.min), high: only.points.map((p) => p.max), color: "--band" } : undefined,
    },
    note: noteOf(curves, plain),
  };
}

function drawnModel(c: LabCurve, log: boolean): { xs: number[]; ys: number[] } | null {
  const f = evaluator(c.model);
  const sizes = c.points.map((p) => p.n).filter((n) => n > 0);
  const [from, to] = [Math.max(sizes[0] ?? 1, c.model?.from ?? 0), sizes[sizes.length - 1] ?? 1];
  if (!f || from > to) return null;
  const xs = steps(from, to, log);
  return { xs, ys: xs.map(f) };
}

function noteOf(curves: LabCurve[], plain: boolean): string {
  const notes: string[] = [];
  if (!plain) notes.push("a derived curve: no model");
  else if (curves.some((c) => c.token === "sum")) notes.push("a sum of picked lines: no model");
  else {
    const without = curves.filter((c) => !c.model || c.model.class === "none");
    const why = without[0]?.model?.warnings?.[0]?.remedy;
    if (without.length) notes.push(`no model of ${without.map((c) => c.label).join(", ")}${why ? `: ${why}` : ""}`);
  }
  if (curves.some((c) => c.added > 1 && spread(c))) notes.push("minimum and maximum of a sum are bounds: sums of the minima and of the maxima");
  return notes.join("; ");
}

export function labCsv(curves: LabCurve[], formula: string): string {
  const f = compile(formula || "c");
  const derived = f.ok && !isPlain(formula) ? f : null;
  const quote = (v: string): string => (/[",\n\r]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v);
  const rows: (string | number)[][] = [["experiment", "of", "n", "repetitions", "min", "max", "mean", ...(derived ? ["y"] : [])]];
  for (const c of curves)
    for (const p of c.points) {
      const y = derived ? [derived.run({ n: p.n, c: p.mean, count: p.count, sum: p.sum, worst: p.max, best: p.min, mean: p.mean })] : [];
      rows.push([c.experiment.id, c.label, p.n, p.count, p.min, p.max, p.mean, ...y]);
    }
  return rows.map((r) => r.map((v) => quote(String(v))).join(",")).join("\r\n") + "\r\n";
}

/** Sizes that grow by a factor get logarithmic axes unless the address says otherwise. */
export function scaleOf(asked: string, curves: LabCurve[]): string {
  if (["linear", "log", "xlog"].includes(asked)) return asked;
  const sizes = (curves[0]?.points ?? []).map((p) => p.n);
  const [low, middle, high] = [sizes[0] ?? 0, sizes[sizes.length >> 1] ?? 0, sizes[sizes.length - 1] ?? 0];
  return low > 0 && sizes.length > 3 && middle * 4 < high ? "log" : "linear";
}
