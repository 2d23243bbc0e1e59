// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finding_plots.ts: what the plots of a finding show: its total over the runs or over one run, or the
// cost of its activations.
import { csv, fan, mainSpec, sizeLabel, usualScale, type Curve } from "./curves";
import { classOfFinding, type Finding } from "./findings";
import { brief, className, exact } from "./numbers";
import { steps, type PlotBand, type PlotSeries, type PlotSpec } from "./plot_spec";
import { signs } from "./prose";
import type { FindingsJson } from "./schema";

export interface FindingPlot {
  spec: PlotSpec | null;
  note: string;
  csv: string;
  sides: { key: string; title: string; spec: PlotSpec }[];
}

export const WHOLE_RUN = "whole run";

const title = (f: Finding): string => `${signs(f.part.title)}: ${brief(f.scope.title)}`;

/** The class, or a power if no class fits. */
const growthName = (f: Finding): string => className(classOfFinding(f) ?? `n^${(f.json.exponent ?? 1).toFixed(1)}`);

function specCsv(spec: PlotSpec): string {
  const quote = (v: string): string => (/[",\n\r]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v);
  const rows = [["series", "x", "y"], ...spec.series.flatMap((s) => s.xs.map((x, i) => [s.label, String(x), String(s.ys[i])]))];
  return rows.map((r) => r.map(quote).join(",")).join("\r\n") + "\r\n";
}

function overRuns(f: Finding, found: FindingsJson): FindingPlot {
  const points = f.scope.json.run_growth?.points ?? [];
  const largest = points[points.length - 1]?.size ?? 0;
  const series: PlotSeries[] = [];
  if (found.run) series.push({ label: WHOLE_RUN, xs: found.run.map((r) => r[0]), ys: found.run.map((r) => r[1]), marker: "diamond", color: "--ink-3" });
  series.push({ label: "this scope", xs: points.map((p) => p.size), ys: points.map((p) => p.cost), marker: "circle", color: "--mean" });
  let band: PlotBand | undefined;
  const curve = f.part.curve?.filter((c) => c[1] != null) ?? [];
  if (curve.length) {
    // Both parts have the point between them, so that the line has no gap.
    const next = curve.findIndex((c) => c[0] > largest);
    const at = next < 0 ? curve.length : next;
    const line = (part: typeof curve): Pick<PlotSeries, "xs" | "ys" | "color"> => ({ xs: part.map((c) => c[0]), ys: part.map((c) => c[1]!), color: "--model" });
    series.push({ label: growthName(f), ...line(curve.slice(0, at)) });
    if (at < curve.length) series.push({ label: "predicted", ...line(curve.slice(Math.max(0, at - 1))), dash: [6, 5] });
    const wide = curve.filter((c) => c[2] != null && c[3] != null);
    if (wide.length) band = { label: "95 % interval", xs: wide.map((c) => c[0]), low: wide.map((c) => c[2]!), high: wide.map((c) => c[3]!), color: "--band" };
  }
  const { name, unit } = f.json.size;
  const spec: PlotSpec = {
    title: title(f),
    x: `size of the run: ${name}${unit && !name.includes(unit) ? `, ${unit}` : ""}`,
    y: `total: ${f.scope.profile.report.cost_metric}`,
    xLog: true,
    yLog: true,
    series,
    band,
    beyond: curve.length ? largest : undefined,
  };
  const calls: PlotSpec = {
    title: `${title(f)}: calls`,
    x: spec.x,
    y: "calls",
    xLog: true,
    yLog: true,
    series: [{ label: "calls", xs: points.map((p) => p.size), ys: points.map((p) => p.calls), marker: "circle", color: "--mean" }],
  };
  const each: PlotSpec = { ...calls, title: `${title(f)}: cost of a call`, y: "cost of a call", series: [{ ...calls.series[0]!, label: "cost of a call", ys: points.map((p) => p.cost / Math.max(1, p.calls)) }] };
  return {
    spec,
    note: "",
    csv: specCsv(spec),
    sides: [
      { key: "calls", title: "calls in a run", spec: calls },
      { key: "each", title: "average cost of a call", spec: each },
    ],
  };
}

/** Of the calls of one context in one thread, the observed ones. */
function overRun(f: Finding, found: FindingsJson): FindingPlot {
  const seen = (f.part.history ?? []).map((o) => o.map(Number) as [number, number, number]);
  const last = seen[seen.length - 1];
  if (!last) return { spec: null, note: "no call of this scope was observed", csv: "", sides: [] };
  const [calls, whole] = last;
  const before = (i: number): [number, number, number] => seen[i - 1] ?? [0, 0, 0];
  const mean = (key: 1 | 2): number[] => seen.map((o, i) => (o[key] - before(i)[key]) / Math.max(1, o[0] - before(i)[0]));
  const metric = f.scope.profile.report.cost_metric;
  const course = (label: string, what: string, ys: number[]): PlotSpec => ({
    title: `${title(f)}: ${label}`,
    x: "number of the call",
    y: what,
    xLog: false,
    yLog: false,
    series: [{ label, xs: seen.map((o) => o[0]), ys, marker: "circle", color: "--mean" }],
  });
  const cost = course("cost of a call", metric, mean(1));
  const size = course("cells that a call reads first", "cells", mean(2));
  const note = `${exact(seen.length)} of ${exact(calls)} calls were observed, those of the calling context with most of the cost; between them, averages`;
  const sizes = f.part.cells ? [{ key: "size", title: size.series[0]!.label, spec: size }] : [];
  if (f.json.basis === "conditional") return { spec: cost, note, csv: specCsv(cost), sides: sizes };
  // If sizes fall, the last calls of the run stand for smaller runs.
  const totals = f.part.falls ? [...seen.map((o) => [calls - o[0], whole - o[1]] as const).filter((t) => t[0] > 0).reverse(), [calls, whole] as const] : seen.map((o) => [o[0], o[1]] as const);
  const series: PlotSeries[] = [{ label: "total so far", xs: totals.map((t) => t[0]), ys: totals.map((t) => t[1]), marker: "circle", color: "--mean" }];
  if (f.part.falls) series[0]!.label = "total of these calls";
  const { exponent, ci } = f.json;
  let band: PlotBand | undefined;
  if (exponent != null) {
    const power = (e: number) => (x: number): number => whole * (x / calls) ** e;
    const xs = steps(Math.max(1, calls / 16), calls, true);
    const more = steps(calls, calls * found.factor, true);
    series.push({ label: className(`n^${exponent.toFixed(2)}`), xs, ys: xs.map(power(exponent)), color: "--model" });
    series.push({ label: "predicted", xs: more, ys: more.map(power(exponent)), color: "--model", dash: [6, 5] });
    if (ci) band = fan(power(exponent), exponent, ci, calls, calls * found.factor, true);
  }
  const spec: PlotSpec = {
    title: title(f),
    x: f.part.falls ? "n: the last calls of the run" : "n: the first calls of the run",
    y: `total: ${metric}`,
    xLog: true,
    yLog: true,
    series,
    band,
    beyond: exponent != null ? calls : undefined,
  };
  return {
    spec,
    note,
    csv: specCsv(spec),
    sides: [{ key: "cost", title: "cost of a call during the run", spec: cost }, ...sizes],
  };
}

async function ofActivations(f: Finding): Promise<FindingPlot> {
  const s = f.scope;
  const cost = s.growthCost;
  const size = f.json.size.metric in s.sizes(cost) ? f.json.size.metric : s.size;
  const head = s.sizes(cost)[size];
  const curve: Curve = { scope: s, label: brief(s.title), size, cost, head, points: await s.points(size, cost) };
  const log = usualScale(head) === "log";
  const main = mainSpec([curve], { xLog: log, yLog: log, formula: "", hide: new Set(log ? [] : ["predict"]) }, s.profile.report.cell_bytes);
  if ("error" in main) return { spec: null, note: main.error, csv: "", sides: [] };
  const total: PlotSpec = {
    title: `${title(f)}: frequency of sizes`,
    x: sizeLabel(size, s.profile.report.cell_bytes),
    y: "activations",
    xLog: log,
    yLog: log,
    series: [{ label: "activations", xs: curve.points.map((p) => p.n), ys: curve.points.map((p) => p.count), bars: true, color: "--mean" }],
  };
  return { ...main, csv: csv([curve], ""), sides: [{ key: "frequency", title: "frequency of sizes", spec: total }] };
}

export async function findingPlot(f: Finding): Promise<FindingPlot> {
  const { found } = f.scope.profile;
  if (f.json.basis === "runs" && !f.json.two_sizes) return overRuns(f, found);
  if (f.json.basis === "run" || f.part.history) return overRun(f, found);
  return ofActivations(f);
}
