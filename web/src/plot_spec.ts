// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// plot_spec.ts: describes what a plot shows, independently of how it is drawn: plot.ts draws it on the
// screen, plot_svg.ts into a file.

export type Marker = "circle" | "up" | "down" | "square" | "diamond";

export interface PlotSeries {
  label: string;
  xs: number[]; // ascending
  ys: number[];
  color: string; // CSS variable
  marker?: Marker; // points; absent: a line
  dash?: number[];
  bars?: boolean;
  unlisted?: boolean; // the legend has another series for it
}

export interface PlotBand {
  label: string;
  xs: number[];
  low: number[];
  high: number[];
  color: string;
}

export interface PlotSpec {
  title: string;
  x: string;
  y: string;
  xLog: boolean;
  yLog: boolean;
  series: PlotSeries[];
  band?: PlotBand;
  /** The largest measured size. */
  beyond?: number;
  /** A horizontal line. */
  level?: number;
}

/** Keeps what can be drawn on the axes; lost: number of points left out. */
export function drawable(spec: PlotSpec): { spec: PlotSpec; lost: number } {
  let lost = 0;
  const fits = (x: number, y: number): boolean =>
    Number.isFinite(x) && Number.isFinite(y) && (!spec.xLog || x > 0) && (!spec.yLog || y > 0);
  const series = spec.series.map((s) => {
    const keep = s.xs.map((x, i) => fits(x, s.ys[i]!));
    if (s.marker || s.bars) lost += keep.filter((k) => !k).length;
    return { ...s, xs: s.xs.filter((_, i) => keep[i]), ys: s.ys.filter((_, i) => keep[i]) };
  });
  let band = spec.band;
  if (band) {
    const b = band;
    const keep = b.xs.map((x, i) => fits(x, b.low[i]!) && fits(x, b.high[i]!));
    const only = (v: number[]): number[] => v.filter((_, i) => keep[i]);
    band = { ...b, xs: only(b.xs), low: only(b.low), high: only(b.high) };
  }
  return { spec: { ...spec, series, band }, lost };
}

/** The one place on the x axis that all points have; null: there are several, or none. Lines and bands have no points. */
export function onlyPlace(spec: PlotSpec): number | null {
  const places = new Set(spec.series.flatMap((s) => (s.marker || s.bars ? s.xs : [])));
  return places.size === 1 ? [...places][0]! : null;
}

/** "n: rms, cells of 8 bytes" and a value as "n = 6 (rms, cells of 8 bytes)". */
function labelled(label: string, value: string): string {
  const at = label.indexOf(": ");
  return at < 0 ? `${label} = ${value}` : `${label.slice(0, at)} = ${value} (${label.slice(at + 2)})`;
}

const MOST_VALUES = 4;

/** What a plot of points at one place would show. */
export function inWords(spec: PlotSpec, x: number, format: (v: number) => string): string {
  const points = spec.series.filter((s) => s.marker || s.bars).flatMap((s) => s.ys.map((y) => [s.label, y] as const));
  const values = [...new Set(points.map((p) => format(p[1])))];
  const ys = points.map((p) => p[1]);
  const text = values.length === 1 ? values[0]! : points.length > MOST_VALUES ? `${format(Math.min(...ys))} to ${format(Math.max(...ys))}` : points.map(([label, y]) => `${format(y)} ${label}`).join(", ");
  return `no plot of one point: ${labelled(spec.x, format(x))}, ${labelled(spec.y, text)}`;
}

/** The range of an axis: it begins where the data do, with a little room. */
export function extent(values: number[][], log: boolean): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const list of values)
    for (const v of list) {
      if (v < low) low = v;
      if (v > high) high = v;
    }
  if (!Number.isFinite(low)) return log ? [1, 10] : [0, 1];
  if (log) {
    if (low === high) return [low / 3, high * 3];
    const room = (high / low) ** 0.04;
    return [low / room, high * room];
  }
  if (low === high) return low === 0 ? [0, 1] : [Math.min(low * 0.9, low * 1.1), Math.max(low * 0.9, low * 1.1)];
  const room = (high - low) * 0.04;
  return [low >= 0 && low < room ? -room * 0.5 : low - room, high + room];
}

/** n steps from low to high, evenly spaced on the axis. */
export function steps(low: number, high: number, log: boolean, n = 160): number[] {
  if (!(low < high)) return [low];
  const at = (t: number): number => (log && low > 0 ? low * (high / low) ** t : low + (high - low) * t);
  return Array.from({ length: n + 1 }, (_, i) => at(i / n));
}

export type Range = [number, number];

/** A few round values for an axis. */
export function ticks([low, high]: Range, log: boolean): number[] {
  if (log) {
    const [from, to] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
    const every = Math.max(1, Math.ceil((to - from) / 8));
    const between = to - from < 2 ? [1, 2, 5] : [1];
    const out: number[] = [];
    for (let e = from - every; e <= to + every; e += every)
      for (const m of between) if (m * 10 ** e >= low && m * 10 ** e <= high) out.push(m * 10 ** e);
    if (out.length >= 3) return out;
  }
  const raw = (high - low) / 6;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= raw)!;
  const out: number[] = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-9; v += step) out.push(Math.abs(v) < step * 1e-9 ? 0 : v);
  return out;
}

/** Which of the labels, centred at ascending places, can stay if none may touch another. */
export function apart(places: number[], widths: number[], gap: number): boolean[] {
  let end = -Infinity;
  return places.map((at, i) => {
    const fits = at - widths[i]! / 2 >= end + gap;
    if (fits) end = at + widths[i]! / 2;
    return fits;
  });
}
