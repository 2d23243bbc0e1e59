// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// plot.ts: a plot on the screen. uPlot draws it; this file adds markers that differ in shape, zoom by
// buttons and keys, the prediction zone, and ranges that the address can hold.
import uPlot from "uplot";
import { tick } from "./numbers";
import { apart, drawable, extent, ticks, type Marker, type PlotSpec, type Range } from "./plot_spec";

const LETTER = 6.4; // pixels, of the axes' font
const TALL = 9; // pixels: the height of its digits
const GAP = 6;
const LEVEL = 0.001; // of values around a horizontal line: differences that nobody could see

export const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888";

function mark(path: Path2D, kind: Marker, x: number, y: number, r: number): void {
  if (kind === "circle") {
    path.moveTo(x + r, y);
    path.arc(x, y, r, 0, 2 * Math.PI);
  } else if (kind === "square") path.rect(x - r, y - r, 2 * r, 2 * r);
  else if (kind === "diamond") {
    path.moveTo(x, y - r * 1.3);
    path.lineTo(x + r * 1.3, y);
    path.lineTo(x, y + r * 1.3);
    path.lineTo(x - r * 1.3, y);
    path.closePath();
  } else {
    const s = kind === "up" ? 1 : -1;
    path.moveTo(x, y - s * r * 1.25);
    path.lineTo(x + r * 1.15, y + s * r * 0.85);
    path.lineTo(x - r * 1.15, y + s * r * 0.85);
    path.closePath();
  }
}

function markers(kind: Marker, radius: number): uPlot.Series.PathBuilder {
  return (u, si, i0, i1) => {
    const fill = new Path2D();
    const scale = u.series[si]!.scale ?? "y";
    const [xs, ys] = [u.data[0], u.data[si]!];
    const r = radius * devicePixelRatio;
    for (let i = i0; i <= i1; i++) {
      const y = ys[i];
      if (y == null) continue;
      mark(fill, kind, u.valToPos(xs[i]!, "x", true), u.valToPos(y, scale, true), r);
    }
    return { fill, stroke: null };
  };
}

function bars(): uPlot.Series.PathBuilder {
  return (u, si, i0, i1) => {
    const fill = new Path2D();
    const [xs, ys] = [u.data[0], u.data[si]!];
    const base = Math.min(u.valToPos(Math.max(u.scales.y!.min!, 0) || u.scales.y!.min!, "y", true), u.bbox.top + u.bbox.height);
    const width = Math.max(1.5, Math.min(8, u.bbox.width / Math.max(1, i1 - i0 + 1) / 2)) * 1;
    for (let i = i0; i <= i1; i++) {
      const y = ys[i];
      if (y == null) continue;
      const top = u.valToPos(y, "y", true);
      fill.rect(u.valToPos(xs[i]!, "x", true) - width / 2, top, width, Math.max(1, base - top));
    }
    return { fill, stroke: null };
  };
}

/** All sizes in order; a size that a series has several times is repeated as often. */
function join(spec: PlotSpec): { data: uPlot.AlignedData; n: number } {
  const most = new Map<number, number>();
  for (const list of [...spec.series.map((s) => s.xs), spec.band?.xs ?? []]) {
    const times = new Map<number, number>();
    for (const x of list) {
      const n = (times.get(x) ?? 0) + 1;
      times.set(x, n);
      if (n > (most.get(x) ?? 0)) most.set(x, n);
    }
  }
  const place = new Map<number, number>();
  const xs: number[] = [];
  for (const x of [...most.keys()].sort((a, b) => a - b)) {
    place.set(x, xs.length);
    for (let i = most.get(x)!; i > 0; i--) xs.push(x);
  }
  const column = (sx: number[], sy: number[]): (number | null)[] => {
    const out: (number | null)[] = new Array<number | null>(xs.length).fill(null);
    const times = new Map<number, number>();
    sx.forEach((x, i) => {
      const k = times.get(x) ?? 0;
      times.set(x, k + 1);
      out[place.get(x)! + k] = sy[i]!;
    });
    return out;
  };
  const columns = spec.series.map((s) => column(s.xs, s.ys));
  if (spec.band) columns.push(column(spec.band.xs, spec.band.low), column(spec.band.xs, spec.band.high));
  return { data: [xs, ...columns] as uPlot.AlignedData, n: xs.length };
}

/** The nearest value of a series, because the points of several series are at different sizes. */
function nearest(u: uPlot, si: number, at: number): number {
  const ys = u.data[si]!;
  if (ys[at] != null) return at;
  const xs = u.data[0];
  let [left, right] = [at, at];
  while (left >= 0 && ys[left] == null) left--;
  while (right < ys.length && ys[right] == null) right++;
  if (left < 0) return right < ys.length ? right : at;
  if (right >= ys.length) return left;
  const px = (i: number): number => Math.abs(u.valToPos(xs[i]!, "x") - u.cursor.left!);
  return px(left) <= px(right) ? left : right;
}

export interface PlotOptions {
  height: number;
  small?: boolean;
  range?: Range | null;
  zoomed?: (range: Range | null) => void;
}

export class Plot {
  readonly lost: number;
  readonly spec: PlotSpec;
  private u: uPlot;
  private readonly full: { x: Range; y: Range };
  private readonly observer: ResizeObserver;

  constructor(
    private readonly host: HTMLElement,
    spec: PlotSpec,
    private readonly options: PlotOptions,
  ) {
    const d = drawable(spec);
    this.spec = d.spec;
    this.lost = d.lost;
    this.full = { x: extent(d.spec.series.map((s) => s.xs), spec.xLog), y: this.heights(d.spec.series.map((s) => s.ys)) };
    this.u = this.make();
    this.observer = new ResizeObserver(() => {
      const width = Math.floor(this.host.clientWidth);
      if (width > 40 && width !== this.u.width) this.u.setSize({ width, height: this.options.height });
    });
    this.observer.observe(host);
    if (options.range) this.zoom(options.range, false);
  }

  /** The range of values that all must be seen. Bars begin at 0; an interval is cut off where points and lines end. */
  private heights(ys: number[][]): Range {
    const { series, level, yLog } = this.spec;
    const bars = !yLog && series.some((s) => s.bars);
    const [low, high] = extent([...ys, ...(level != null ? [[level]] : []), ...(bars ? [[0]] : [])], yLog);
    if (level == null) return [low, high];
    // What is on the line, except for the last digit, is not magnified.
    if (ys.every((list) => list.every((y) => Math.abs(y - level) < LEVEL))) return [level - 10 * LEVEL, level + 10 * LEVEL];
    return [low, high];
  }

  private make(): uPlot {
    const { spec, options } = this;
    const { data } = join(spec);
    const radius = options.small ? 2.2 : 3.4;
    const axis = (label: string, log: boolean, side: 2 | 3): uPlot.Axis => ({
      scale: side === 2 ? "x" : "y",
      side,
      label: options.small ? undefined : label,
      labelSize: 22,
      labelFont: "12px system-ui, sans-serif",
      font: "11px system-ui, sans-serif",
      stroke: css("--ink-2"),
      grid: { stroke: css("--grid"), width: 1 },
      ticks: { stroke: css("--grid"), width: 1, size: 5 },
      size: side === 2 ? 34 : 58,
      space: side === 2 ? 64 : 34,
      splits: (_u, _axis, min, max) => ticks([min, max], log),
      filter: (_u, splits) => splits,
      values: (u, splits) => this.spaced(u, splits, side === 2),
    });
    const series: uPlot.Series[] = [
      { label: spec.x, value: (_u, v) => (v == null ? "" : tick(v)) },
      ...spec.series.map((s): uPlot.Series => {
        const color = css(s.color);
        const value = (_u: uPlot, v: number | null): string => (v == null ? "" : tick(v));
        if (s.marker || s.bars)
          return {
            label: s.label,
            fill: color,
            stroke: color,
            width: 0,
            value,
            paths: s.bars ? bars() : markers(s.marker!, s.marker === "circle" ? radius * 0.9 : radius),
            points: { show: false },
          };
        return { class: s.unlisted ? "unlisted" : undefined, label: s.label, stroke: color, width: 2, pxAlign: 0, dash: s.dash, spanGaps: true, value, points: { show: false } };
      }),
    ];
    let bands: uPlot.Band[] | undefined;
    if (spec.band) {
      const n = series.length;
      for (const label of ["low", "high"])
        series.push({ class: "unlisted", label: `${spec.band.label}, ${label}`, stroke: "transparent", width: 0, spanGaps: true, points: { show: false }, value: (_u, v) => (v == null ? "–" : tick(v)) });
      bands = [{ series: [n + 1, n], fill: css(spec.band.color) }];
    }
    const scale = (log: boolean, which: "x" | "y"): uPlot.Scale => ({
      time: false,
      distr: log ? 3 : 1,
      range: (_u, min, max) => (min == null || max == null || min === max ? this.full[which] : [min, max]),
      min: this.full[which][0],
      max: this.full[which][1],
      auto: false,
    });
    const opts: uPlot.Options = {
      width: Math.max(240, Math.floor(this.host.clientWidth) || 600),
      height: options.height,
      series,
      bands,
      scales: { x: scale(spec.xLog, "x"), y: scale(spec.yLog, "y") },
      axes: [axis(spec.x, spec.xLog, 2), axis(spec.y, spec.yLog, 3)],
      legend: { show: !options.small, live: true },
      cursor: {
        drag: { x: true, y: true, uni: 24, setScale: !options.small },
        dataIdx: (u, si, at) => (si === 0 ? at : nearest(u, si, at)),
        points: { size: 9 },
        bind: { dblclick: () => () => (this.zoom(null), null) },
      },
      padding: [12, 14, 0, 0],
      hooks: {
        drawClear: [(u) => this.background(u)],
        setScale: [(u, key) => {
          if (key === "x" && this.u === u && !this.quiet) options.zoomed?.(this.isFull ? null : this.range.x);
        }],
      },
    };
    return new uPlot(opts, data, this.host);
  }

  /** The labels of the sizes, or of the costs, without those that would touch the one before. */
  private spaced(u: uPlot, splits: number[], sizes: boolean): string[] {
    const labels = splits.map(tick);
    const places = splits.map((v) => (sizes ? u.valToPos(v, "x") : -u.valToPos(v, "y")));
    const keep = apart(places, labels.map((l) => (sizes ? l.length * LETTER : TALL)), sizes ? GAP : 2);
    return labels.map((l, i) => (keep[i] ? l : ""));
  }

  private quiet = false;

  private background(u: uPlot): void {
    const { beyond, level } = this.spec;
    const { ctx, bbox } = u;
    ctx.save();
    if (beyond != null) {
      const from = Math.max(bbox.left, u.valToPos(beyond, "x", true));
      if (from < bbox.left + bbox.width) {
        ctx.fillStyle = css("--zone");
        ctx.fillRect(from, bbox.top, bbox.left + bbox.width - from, bbox.height);
      }
    }
    if (level != null) {
      const y = u.valToPos(level, "y", true);
      ctx.strokeStyle = css("--ink-3");
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
    }
    ctx.restore();
  }

  get range(): { x: Range; y: Range } {
    const { x, y } = this.u?.scales ?? {};
    return { x: [x?.min ?? this.full.x[0], x?.max ?? this.full.x[1]], y: [y?.min ?? this.full.y[0], y?.max ?? this.full.y[1]] };
  }
  get isFull(): boolean {
    const { x } = this.range;
    return x[0] === this.full.x[0] && x[1] === this.full.x[1];
  }

  /** Zooms to these sizes, or to all; the other axis fits the visible points. */
  zoom(x: Range | null, tell = true): void {
    const [low, high] = x ?? this.full.x;
    if (!(low < high) || (this.spec.xLog && low <= 0)) return;
    const seen = this.spec.series.map((s) => s.ys.filter((_, i) => s.xs[i]! >= low && s.xs[i]! <= high));
    const y = x ? this.heights(seen) : this.full.y;
    this.quiet = !tell;
    this.u.batch(() => {
      this.u.setScale("x", { min: low, max: high });
      this.u.setScale("y", { min: y[0], max: y[1] });
    });
    this.quiet = false;
  }

  /** Zooms and shifts. by < 1 zooms in; shift is a fraction of the visible range. */
  step(by: number, shift: number): void {
    const log = this.spec.xLog;
    const f = (v: number): number => (log ? Math.log(v) : v);
    const [low, high] = this.range.x.map(f) as Range;
    const [middle, half] = [(low + high) / 2 + shift * (high - low), ((high - low) / 2) * by];
    const g = (v: number): number => (log ? Math.exp(v) : v);
    const [from, to] = [Math.max(g(middle - half), this.full.x[0]), Math.min(g(middle + half), this.full.x[1])];
    this.zoom(from <= this.full.x[0] && to >= this.full.x[1] ? null : [from, to]);
  }

  png(background: string, ink: string): Promise<Blob | null> {
    const from = this.u.ctx.canvas;
    const canvas = document.createElement("canvas");
    const bar = 34 * devicePixelRatio;
    canvas.width = from.width;
    canvas.height = from.height + bar;
    const c = canvas.getContext("2d")!;
    c.fillStyle = background;
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.fillStyle = ink;
    c.font = `${14 * devicePixelRatio}px system-ui, sans-serif`;
    c.fillText(this.spec.title, 14 * devicePixelRatio, 22 * devicePixelRatio, canvas.width - 28 * devicePixelRatio);
    c.drawImage(from, 0, bar);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  dispose(): void {
    this.observer.disconnect();
    this.u.destroy();
  }
}
