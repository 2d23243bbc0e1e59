// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// badge.ts: badges: the class of growth, the kind of a scope.
import { h } from "./dom";
import { classOfFinding, degreeOfFinding } from "./findings";
import { rank, reported, tone } from "./growth";
import { className, formulaText, shown } from "./numbers";
import { signs } from "./prose";
import type { Scope } from "./profile";
import { href } from "./router";
import type { Model, ScopeJson } from "./schema";

/** The class, or two that differ only by a logarithm. */
export const classWords = (m: Model | null | undefined): string =>
  m ? reported(m).classes.map(className).join(" or ") : className(null);

export function classBadge(m: Model | null | undefined): HTMLElement {
  if (!m) return h("span", { class: "badge none", title: "no model: too few sizes, or not fitted" }, "–");
  if (m.class === "none") {
    const why = m.why || m.warnings?.map((w) => `${w.code}: ${formulaText(w.remedy)}`).join("\n");
    const least = m.at_least ? `≥ ${className(m.at_least.class)}` : "none";
    return h("span", { class: "badge none", title: why || "not enough data to fit" }, least);
  }
  const { fill, ink } = tone(rank(m.class));
  const { probability } = reported(m);
  const words = classWords(m);
  return h(
    "span",
    {
      class: "badge",
      style: `background:${fill};color:${ink}`,
      title: probability == null ? words : `${words}, probability ${(probability * 100).toFixed(0)} %`,
    },
    words,
  );
}

interface Judged {
  json: Pick<ScopeJson, "two_sizes" | "by_caller">;
  model: Model | null;
  shade: number | null;
}

/** The class of a scope, which may be of two sizes or differ by caller, as text. */
export function scopeWords(s: Judged): string {
  if (s.json.two_sizes) return className(s.json.two_sizes.class);
  if (s.json.by_caller) return `${[...new Set(s.json.by_caller.populations.map((p) => className(p.model.class)))].join(", ")} by caller`;
  return classWords(s.model);
}

export function scopeBadge(s: Judged): HTMLElement {
  const { two_sizes: two, by_caller: callers } = s.json;
  if (!two && !callers) return classBadge(s.model);
  const { fill, ink } = tone(s.shade);
  const title = two
    ? `n is ${shown(two.n.metric)}, m is ${shown(two.m.metric)}, probability ${Math.min(two.probability * 100, 99).toFixed(0)} %`
    : `n is ${shown(callers!.metric)}; the scope has the functions`;
  return h("span", { class: "badge", style: `background:${fill};color:${ink}`, title }, scopeWords(s));
}

/** The growth to show first: that of the scope's finding, else that of its cost function. */
export function headBadge(s: Scope): HTMLElement {
  if (!s.finding) return scopeBadge(s);
  const { json, part } = s.finding;
  const { fill, ink } = tone(degreeOfFinding(s.finding));
  const words = classOfFinding(s.finding) ?? (json.exponent == null ? "passes" : `n^${json.exponent.toFixed(1)}`);
  return h("span", { class: "badge", style: `background:${fill};color:${ink}`, title: `Finding ${json.rank}: ${signs(shown(part.title))}` }, className(words));
}

/** Leads to the finding that is about the scope; null: none is. */
export function findingBadge({ finding }: Scope): HTMLElement | null {
  if (!finding) return null;
  const { fill, ink } = tone(degreeOfFinding(finding));
  const { rank: n } = finding.json;
  return h("a", { class: "badge finding-badge", href: href("overview", { finding: String(n) }), tabindex: -1, style: `background:${fill};color:${ink}`, title: `Finding ${n}: ${signs(shown(finding.part.title))}` }, `finding ${n}`);
}

const KINDS: Record<string, [string, string]> = {
  routine: ["ƒ", "routine"],
  loop: ["↻", "loop"],
  recursion: ["⟲", "recursion"],
  library: ["▤", "library routine"],
};

export function kindSign(kind: string): HTMLElement {
  const [sign, word] = KINDS[kind] ?? ["?", kind];
  return h("span", { class: `kind kind-${kind}`, role: "img", "aria-label": word, title: word }, sign);
}

/** A scope's title for a heading: no line break divides the line number of a loop. */
export function scopeTitle(s: Scope): HTMLElement {
  const { title, lineMark } = s;
  return h("bdi", {}, shown(lineMark ? title.slice(0, -lineMark.length) : title), lineMark ? [h("wbr"), h("span", { class: "whole" }, lineMark)] : "");
}

export function exponentText(m: Model | null | undefined): string {
  if (!m) return "";
  if (m.class === "2^n" && m.base != null) return `base ${m.base.toFixed(2)}`;
  if (m.exponent == null) return "";
  return m.exponent.toFixed(2);
}

/** Wide bounds say nothing precise: they have no decimals. */
const boundText = (x: number): string => x.toFixed(Math.abs(x) < 10 ? 2 : 0).replace(/^-(0\.00)$/, "$1");

export const intervalText = (m: Model | null | undefined): string => {
  const ci = m?.class === "2^n" ? m.base_ci : m?.ci;
  return ci ? `${boundText(ci[0])} to ${boundText(ci[1])}` : "";
};
