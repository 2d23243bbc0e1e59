// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// numbers.ts: formats numbers and names for people.
import type { Int } from "./schema";

export const value = (v: Int | null | undefined): number => (v == null ? NaN : Number(v));

/** 1234567 as "1,234,567"; decimal strings keep every digit. */
export function exact(v: Int): string {
  const text = typeof v === "string" ? v : String(v);
  const [whole = "", part] = text.split(".");
  if (/e/.test(text)) return text;
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? "." + part : "");
}

/** "1 step", "2 steps". */
export const counted = (n: Int, word: string): string => `${exact(n)} ${word}${Number(n) === 1 ? "" : "s"}`;

const UNITS = ["", "k", "M", "G", "T", "P", "E", "Z", "Y"];

/** Three significant digits and a unit: "12.3 M". */
export function short(v: Int): string {
  const x = Number(v);
  if (!Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size < 1e-3) return x.toExponential(1);
  if (size < 1) return String(Number(x.toPrecision(3)));
  if (size < 10000) return Number.isInteger(x) ? exact(x) : String(Number(x.toPrecision(4)));
  let unit = Math.floor(Math.log10(size) / 3);
  if (Number((size / 1000 ** unit).toPrecision(3)) >= 1000) unit++;
  if (unit >= UNITS.length) return x.toExponential(2);
  return `${Number((x / 1000 ** unit).toPrecision(3))} ${UNITS[unit]}`;
}

/** A mean of counts: not abbreviated below 100,000; at most one decimal from 100 on. */
export function average(x: number): string {
  if (!Number.isFinite(x)) return "–";
  if (x >= 99999.5) return short(x);
  if (Number.isInteger(x) || x >= 1000) return exact(Math.round(x));
  return x >= 100 ? String(Number(x.toFixed(1))) : x >= 1 ? String(Number(x.toFixed(2))) : short(x);
}

/** For axes: without a blank, as short as possible. */
export function tick(x: number): string {
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-3 || size >= 1e27)) return x.toExponential(0).replace("e+", "e");
  return short(x).replace(" ", "");
}

export function percent(share: number | null | undefined): string {
  if (share == null || !Number.isFinite(share)) return "–";
  const p = share * 100;
  if (p === 0) return "0 %";
  if (p < 0.05) return "<0.1 %";
  return (p < 99.95 ? p.toFixed(1) : "100") + " %";
}

// Control characters, and characters that change the writing direction or have no width.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A name with its invisible characters made visible. */
export function shown(name: string): string {
  if (!name) return "(no name)";
  return name.replace(HIDDEN, (c) => `‹U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}›`);
}

/** A name for a table's cell: a long one loses its template arguments, then is cut. */
export function brief(name: string): string {
  if (name.length <= 60) return shown(name);
  let out = "";
  let depth = 0;
  for (const c of name.slice(0, 20000)) {
    if (c === "<" && !/operator<?$/.test(out)) {
      if (depth++ === 0) out += "<…";
    }
    if (depth === 0) out += c;
    if (c === ">" && depth > 0 && --depth === 0) out += ">";
    if (out.length > 200) break;
  }
  return shown(out);
}

/** A place, cut at its beginning: its end has the line. */
export const tail = (where: string, most: number): string => shown(where.length <= most ? where : "…" + where.slice(1 - most));

const raised = (digits: string): string => digits.replace(/[\d.]/g, (c) => (c === "." ? "·" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]!));

/** "1 n^2 + 2.5 sqrt n" as "n² + 2.5 √n". */
export const formulaText = (formula: string): string =>
  formula
    .replace(/(?<=^|[+−-] )1 (?=[nm]\b|sqrt |log )/g, "")
    .replace(/\b([nm])\^(\d+(?:\.\d+)?)/g, (_, n: string, power: string) => n + raised(power))
    .replace(/(\d)\^n\b/g, "$1ⁿ")
    .replace(/\bsqrt ([nm])\b/g, "√$1");

/** "n^2 log n" as "n² log n", "n*m" as "n·m". */
export const className = (name: string | null | undefined): string => (name ? formulaText(name).replace(/\*/g, "·") : "–");

export function time(ns: Int | undefined): string {
  if (ns == null) return "unknown";
  const date = new Date(Number(BigInt(ns) / 1000000n));
  return date.toISOString().replace("T", " ").replace(/\..*/, " UTC");
}
