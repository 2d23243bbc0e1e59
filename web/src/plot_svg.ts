// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// plot_svg.ts: draws a plot as an SVG picture, for documents.
import { tick } from "./numbers";
import { css } from "./plot";
import { ticks, type Marker, type PlotSpec, type Range } from "./plot_spec";

const WIDTH = 720;
const HEIGHT = 450;
const BOX = { left: 74, top: 40, right: 700, bottom: 372 };

const escape = (s: string): string =>
  s.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "\ufffd").replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const f = (x: number): string => x.toFixed(2);

function shape(kind: Marker, x: number, y: number, color: string): string {
  const r = 3.2;
  if (kind === "circle") return `<circle cx="${f(x)}" cy="${f(y)}" r="${r}" fill="${color}"/>`;
  if (kind === "square") return `<rect x="${f(x - r)}" y="${f(y - r)}" width="${2 * r}" height="${2 * r}" fill="${color}"/>`;
  const s = kind === "down" ? -1 : 1;
  const d =
    kind === "diamond"
      ? `M${f(x)} ${f(y - 4)}L${f(x + 4)} ${f(y)}L${f(x)} ${f(y + 4)}L${f(x - 4)} ${f(y)}Z`
      : `M${f(x)} ${f(y - s * 4)}L${f(x + 3.6)} ${f(y + s * 2.8)}L${f(x - 3.6)} ${f(y + s * 2.8)}Z`;
  return `<path d="${d}" fill="${color}"/>`;
}

export function plotSvg(spec: PlotSpec, range: { x: Range; y: Range }): string {
  const place = ([low, high]: Range, log: boolean, from: number, to: number) => (v: number): number =>
    from + (to - from) * (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low));
  const px = place(range.x, spec.xLog, BOX.left, BOX.right);
  const py = place(range.y, spec.yLog, BOX.bottom, BOX.top);
  const inside = (x: number, y: number): boolean =>
    x >= range.x[0] && x <= range.x[1] && y >= range.y[0] && y <= range.y[1];
  const [ink, faint, back] = [css("--ink"), css("--grid"), css("--surface")];
  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escape(spec.title)}</title><rect width="100%" height="100%" fill="${back}"/>`,
    `<clipPath id="box"><rect x="${BOX.left}" y="${BOX.top}" width="${BOX.right - BOX.left}" height="${BOX.bottom - BOX.top}"/></clipPath>`,
    `<text x="${BOX.left}" y="24" font-size="14" fill="${ink}">${escape(spec.title.slice(0, 100))}</text>`,
  ];
  if (spec.beyond != null && spec.beyond < range.x[1]) {
    const x = Math.max(BOX.left, px(Math.max(spec.beyond, range.x[0])));
    out.push(`<rect x="${f(x)}" y="${BOX.top}" width="${f(BOX.right - x)}" height="${BOX.bottom - BOX.top}" fill="${css("--zone")}"/>`);
  }
  for (const v of ticks(range.x, spec.xLog))
    out.push(`<path d="M${f(px(v))} ${BOX.top}V${BOX.bottom}" stroke="${faint}"/><text x="${f(px(v))}" y="${BOX.bottom + 16}" text-anchor="middle" fill="${ink}">${tick(v)}</text>`);
  for (const v of ticks(range.y, spec.yLog))
    out.push(`<path d="M${BOX.left} ${f(py(v))}H${BOX.right}" stroke="${faint}"/><text x="${BOX.left - 6}" y="${f(py(v) + 4)}" text-anchor="end" fill="${ink}">${tick(v)}</text>`);
  out.push(
    `<text x="${(BOX.left + BOX.right) / 2}" y="${BOX.bottom + 36}" text-anchor="middle" fill="${ink}">${escape(spec.x)}</text>`,
    `<text transform="translate(16 ${(BOX.top + BOX.bottom) / 2}) rotate(-90)" text-anchor="middle" fill="${ink}">${escape(spec.y)}</text>`,
    `<g clip-path="url(#box)">`,
  );
  if (spec.band && spec.band.xs.length) {
    const b = spec.band;
    const up = b.xs.map((x, i) => `${f(px(x))} ${f(py(b.high[i]!))}`);
    const down = b.xs.map((x, i) => `${f(px(x))} ${f(py(b.low[i]!))}`).reverse();
    out.push(`<path d="M${[...up, ...down].join("L")}Z" fill="${css(b.color)}"/>`);
  }
  let key = 0;
  const legend: string[] = [];
  for (const s of spec.series) {
    const color = css(s.color);
    const x = BOX.left + 8 + (key % 4) * 156;
    const y = HEIGHT - 26 + Math.floor(key / 4) * 15;
    key++;
    if (s.marker || s.bars) {
      s.xs.forEach((v, i) => inside(v, s.ys[i]!) && out.push(shape(s.marker ?? "square", px(v), py(s.ys[i]!), color)));
      legend.push(shape(s.marker ?? "square", x, y - 4, color));
    } else {
      const dash = s.dash ? ` stroke-dasharray="${s.dash.join(" ")}"` : "";
      out.push(`<path d="M${s.xs.map((v, i) => `${f(px(v))} ${f(py(s.ys[i]!))}`).join("L")}" fill="none" stroke="${color}" stroke-width="2"${dash}/>`);
      legend.push(`<path d="M${x - 7} ${y - 4}H${x + 7}" stroke="${color}" stroke-width="2"${dash}/>`);
    }
    legend.push(`<text x="${x + 12}" y="${y}" fill="${ink}">${escape(s.label.slice(0, 24))}</text>`);
  }
  out.push("</g>", ...legend, "</svg>\n");
  return out.join("\n");
}
