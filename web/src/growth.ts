// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// growth.ts: classes of growth: their order, colours and functions. Colours run from blue over a neutral
// tone to dark brown and differ in lightness too, for colour-blind readers; the class is always written
// beside them. A colour belongs to the class or the power that is written, not to the fitted exponent.
import type { Model } from "./schema";

const EXPONENTIAL = 100; // more than any power

const DEGREE: Record<string, number> = {
  "1": 0,
  "log n": 0.2,
  "sqrt n": 0.5,
  n: 1,
  "n log n": 1.2,
  "n^1.5": 1.5,
  "n^2": 2,
  "n^2 log n": 2.2,
  "n^3": 3,
  "2^n": EXPONENTIAL,
};
export const CLASSES = [...Object.keys(DEGREE).sort((a, b) => DEGREE[a]! - DEGREE[b]!), "none"];

/** Position in the order of growth; -1 for "none" or no model. */
export const rank = (name: string | null | undefined): number =>
  name && name in DEGREE ? DEGREE[name]! : -1;

const OUTGROWS = 1.35; // as for findings (docs/findings.md)
export const outgrowsNLogN = (degree: number | null): boolean => degree != null && degree >= OUTGROWS;

/** The classes to report for a model: one, or two that differ by a logarithm; and their probability. */
export function reported(m: Model): { classes: string[]; probability: number | undefined } {
  const classes = m.reported ?? [m.class];
  const probability = m.probabilities && classes.reduce((sum, name) => sum + (m.probabilities?.[name] ?? 0), 0);
  return { classes, probability };
}

type Rgb = [number, number, number];
const STOPS: [number, Rgb][] = [
  [0, [111, 160, 214]],
  [0.5, [160, 195, 230]],
  [1, [222, 220, 196]],
  [1.5, [245, 203, 92]],
  [2, [238, 154, 58]],
  [3, [196, 78, 40]],
];
const OF_EXPONENTIAL: Rgb = [112, 30, 24];

/** Powers above 3 have the colour of n^3. */
function mix(degree: number): Rgb {
  if (degree >= EXPONENTIAL) return OF_EXPONENTIAL;
  const d = Math.min(Math.max(degree, 0), 3);
  let [from, a] = STOPS[0]!;
  for (const [to, b] of STOPS) {
    if (d <= to) {
      const t = to === from ? 0 : (d - from) / (to - from);
      return [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * t)) as Rgb;
    }
    [from, a] = [to, b];
  }
  return a;
}

/** Background and text colour of a class by its rank, or of a power; null: those of what has no model. */
export function tone(degree: number | null | undefined): { fill: string; ink: string } {
  if (degree == null || degree < 0 || !Number.isFinite(degree)) return { fill: "var(--none)", ink: "var(--none-ink)" };
  const [r, g, b] = mix(degree);
  const light = 0.299 * r + 0.587 * g + 0.114 * b;
  return { fill: `rgb(${r} ${g} ${b})`, ink: light > 125 ? "#1c1c20" : "#ffffff" };
}

/** Of a class of two sizes: the power if both grow in proportion. */
export const degreeOfTwoSizes = (name: string): number =>
  Math.max(
    ...name.split(" + ").map((term) => (term.replace(/log [nm]/g, "").match(/[nm](\^[\d.]+)?/g) ?? []).reduce((sum, x) => sum + Number(x.slice(2) || 1), 0)),
  );

export const degreeOf = (m: Model | null | undefined): number | null =>
  !m || m.class === "none" ? null : m.class === "2^n" ? EXPONENTIAL : (m.exponent ?? rank(m.class));

const log2 = (n: number): number => Math.log2(n);
export const GUESSES: Record<string, (n: number) => number> = {
  "1": () => 1,
  "log n": log2,
  "sqrt n": Math.sqrt,
  n: (n) => n,
  "n log n": (n) => n * log2(n),
  "n^1.5": (n) => n ** 1.5,
  "n^2": (n) => n * n,
  "n^2 log n": (n) => n * n * log2(n),
  "n^3": (n) => n ** 3,
  "2^n": (n) => 2 ** n,
};

function factorial(n: number): number {
  let f = 1;
  for (let k = 2; k <= n; k++) f *= k;
  return f;
}

/** The model as a function of n, the sum of its terms; null without a model. */
export function evaluator(m: Model | null | undefined): ((n: number) => number) | null {
  if (!m || m.class === "none" || !m.terms?.length) return null;
  const terms = m.terms.map((t) => {
    const g =
      t.term === "2^n"
        ? t.base
          ? (n: number) => t.base! ** n
          : factorial
        : GUESSES[t.term];
    return g ? (n: number) => (t.coefficient ?? NaN) * g(n) : () => NaN;
  });
  return (n) => terms.reduce((sum, f) => sum + f(n), 0);
}
