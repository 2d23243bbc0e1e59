// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend_curves.ts: what the plots of a trend show. Power functions, lines and cost functions are only
// evaluated here, never fitted; bands are those of the bootstrap.
import { className, short } from "./numbers";
import { steps, type Marker, type PlotBand, type PlotSeries, type PlotSpec } from "./plot_spec";
import { fitted, FIT_WORDS, type Cluster, type FitName } from "./trend";

const LOOKS: [Marker, string][] = [
  ["circle", "--mean"],
  ["up", "--worst"],
  ["down", "--best"],
  ["square", "--other-1"],
  ["diamond", "--other-2"],
  ["circle", "--other-4"],
];
export const MOST_COMPARED = LOOKS.length;
export const look = (i: number): [Marker, string] => LOOKS[i % LOOKS.length]!;

export const FITS: { name: FitName; color: string }[] = [
  { name: "power", color: "--worst" },
  { name: "linear", color: "--best" },
  { name: "model", color: "--model" },
];

const cost = "c: executed blocks";
const axis = (feature: string): string => (feature === "n" ? "n" : `n: ${feature}`);

function curve(c: Cluster, feature: string, name: FitName, from: number, to: number, log: boolean): { xs: number[]; ys: number[] } | null {
  const f = fitted(c.fit(feature), name);
  if (!f || !(from <= to)) return null;
  const xs = steps(from, to, log);
  return { xs, ys: xs.map(f) };
}

export function fitWords(c: Cluster, feature: string, name: FitName): string {
  const fit = c.fit(feature);
  if (name === "model") return fit ? className(fit.model.class) : "–";
  const l = fit?.[name];
  if (!l) return "–";
  return name === "power" ? `${short(l.a)} ${className(`n^${l.b.toFixed(2)}`)}` : `${short(l.a)} ${l.b < 0 ? "−" : "+"} ${short(Math.abs(l.b))} n`;
}

/** A cluster's points with its fits; the chosen fit has its interval and goes to ten times the size. */
export function clusterSpec(c: Cluster, feature: string, chosen: FitName, log: boolean, hide: Set<string>): PlotSpec {
  const points = c.points(feature);
  const positive = points.filter((p) => p.x > 0 || !log);
  const [from, to] = [positive[0]?.x ?? 1, positive[positive.length - 1]?.x ?? 1];
  const series: PlotSeries[] = [{ label: "workloads", xs: points.map((p) => p.x), ys: points.map((p) => p.y), marker: "circle", color: "--mean" }];
  const start = Math.max(from, c.fit(feature)?.model.from ?? 0);
  for (const { name, color } of FITS) {
    if (hide.has(name)) continue;
    const words = name === "model" ? `Ordo: ${fitWords(c, feature, name)}` : `${FIT_WORDS[name]}: ${fitWords(c, feature, name)}`;
    const seen = curve(c, feature, name, name === "model" ? start : from, to, log);
    if (!seen) continue;
    series.push({ label: words, ...seen, color, dash: name === chosen ? undefined : [2, 3] });
    const later = hide.has("predict") || name !== chosen ? null : curve(c, feature, name, to, c.fit(feature)?.model.class === "2^n" && name === "model" ? to + 5 : to * 10, log);
    if (later) series.push({ label: "predicted", ...later, color, dash: [6, 5] });
  }
  return {
    title: `${c.name} ${c.title}`,
    x: axis(feature),
    y: cost,
    xLog: log,
    yLog: log,
    series,
    band: hide.has("band") ? undefined : bandOf(c, feature, chosen, from, hide.has("predict") ? to : to * 10),
    beyond: hide.has("predict") ? undefined : to,
  };
}

function bandOf(c: Cluster, feature: string, chosen: FitName, from: number, to: number): PlotBand | undefined {
  if (chosen === "model") return undefined;
  const rows = (c.fit(feature)?.[chosen]?.band ?? []).filter((b) => b && b[1] != null && b[2] != null && b[0] >= from * 0.999 && b[0] <= to * 1.001) as [number, number, number][];
  if (rows.length < 2) return undefined;
  return { label: `95 % interval of the ${FIT_WORDS[chosen]}`, xs: rows.map((r) => r[0]), low: rows.map((r) => r[1]), high: rows.map((r) => r[2]), color: "--band" };
}

/** How far the points are from the fit, relative to it. */
export function residualSpec(c: Cluster, feature: string, chosen: FitName, log: boolean): PlotSpec | null {
  const f = fitted(c.fit(feature), chosen);
  if (!f) return null;
  const points = c.points(feature).filter((p) => Number.isFinite(p.y / f(p.x)));
  return {
    title: `${c.name} ${c.title}: residuals of the ${FIT_WORDS[chosen]}`,
    x: axis(feature),
    y: "cost / fit − 1",
    xLog: log,
    yLog: false,
    series: [{ label: `cost / ${FIT_WORDS[chosen]} − 1`, xs: points.map((p) => p.x), ys: points.map((p) => p.y / f(p.x) - 1), marker: "circle", color: "--mean" }],
    level: 0,
  };
}

/** Several clusters over one feature, each with one fit. */
export function compareSpec(clusters: Cluster[], feature: string, chosen: FitName, log: boolean): PlotSpec {
  const series: PlotSeries[] = [];
  let last = 0;
  clusters.forEach((c, i) => {
    const [marker, color] = look(i);
    const points = c.points(feature).filter((p) => p.y > 0 || !log);
    if (!points.length) return;
    const positive = points.filter((p) => p.x > 0 || !log);
    const [from, to] = [positive[0]?.x ?? 1, positive[positive.length - 1]?.x ?? 1];
    last = Math.max(last, to);
    series.push({ label: `${c.name} ${c.title}`, xs: points.map((p) => p.x), ys: points.map((p) => p.y), marker, color });
    const seen = curve(c, feature, chosen, from, to, log);
    if (seen) series.push({ label: `${c.name}: ${fitWords(c, feature, chosen)}`, ...seen, color });
  });
  return { title: `the most expensive clusters over ${feature}`, x: axis(feature), y: cost, xLog: log, yLog: log, series };
}

const quote = (v: string): string => (/[",\n\r]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v);

export function trendCsv(clusters: Cluster[], feature: string): string {
  const rows = [["cluster", "representative", "workload", "feature", "n", "cost"]];
  for (const c of clusters) for (const p of c.points(feature)) rows.push([c.name, c.title, p.workload.name, feature, String(p.x), String(p.y)]);
  return rows.map((r) => r.map(quote).join(",")).join("\r\n") + "\r\n";
}
