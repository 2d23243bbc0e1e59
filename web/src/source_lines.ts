// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// source_lines.ts: the lines of one file with the cost of the scopes that begin on them: as heat, the share at
// the factor of the prediction or now; as a bar, the cost now.
import { findingBadge, kindSign, scopeBadge } from "./badge";
import { h } from "./dom";
import { Highlighter } from "./highlight";
import { exact, percent, short, shown } from "./numbers";
import type { Profile, Scope } from "./profile";
import { href } from "./router";

/** What the scope adds to its line: a recursion's cost is at the lines of its members. */
export const ownCost = (s: Scope): number => (Number.isNaN(s.own) || s.json.kind === "recursion" ? 0 : s.own);
const ownLater = (s: Scope): number => (s.json.kind === "recursion" ? 0 : (s.ownShareAt ?? 0));

/** What own cost includes, in the words of `ordo annotate`. */
export const ownWords = (p: Profile): string =>
  `without callees and inner loops, with ${p.foldsLibraries ? "the code of libraries" : "the library routines"} called there`;

export type Heat = "later" | "now";

export const splitLines = (text: string): string[] => {
  const lines = text.split(/\r?\n/);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
};

export class SourceLines {
  /** The costliest first. */
  readonly byLine = new Map<number, Scope[]>();
  private readonly counts = new Map<number, number>();
  private readonly most: number;
  private readonly hottestHeat: number;
  private readonly mostRuns: number;
  private readonly code: Highlighter;

  /** text: empty if the page does not have it. */
  constructor(
    private readonly p: Profile,
    file: string,
    scopes: Scope[],
    private readonly text: string[],
    private readonly by: Heat = "later",
  ) {
    // A scope without a line, as in a program without debug information, has a row of its own, numbered from -1 down.
    let unknown = 0;
    for (const s of [...scopes].sort((a, b) => ownCost(b) - ownCost(a))) {
      const line = s.json.line || --unknown;
      const list = this.byLine.get(line) ?? [];
      list.push(s);
      this.byLine.set(line, list);
    }
    for (const list of this.byLine.values()) list.sort((a, b) => b.total - a.total);
    for (const l of p.report.lines ?? []) if (l.file === file) this.counts.set(l.line, Number(l.count));
    this.most = Math.max(1, ...[...this.byLine.keys()].map((l) => this.cost(l)));
    this.hottestHeat = Math.max(0, ...[...this.byLine.keys()].map((l) => this.heat(l)));
    this.mostRuns = Math.max(1, ...this.counts.values());
    this.code = new Highlighter(file, text);
  }

  get hasCounts(): boolean {
    return this.counts.size > 0;
  }

  cost(line: number): number {
    return (this.byLine.get(line) ?? []).reduce((sum, s) => sum + ownCost(s), 0);
  }

  /** Share of the run, now or as predicted. */
  heat(line: number): number {
    if (this.by === "now") return this.p.total ? this.cost(line) / this.p.total : 0;
    return (this.byLine.get(line) ?? []).reduce((sum, s) => sum + ownLater(s), 0);
  }

  /** 0 to 1. The root makes lines visible that have a tenth of the hottest one's share. */
  warmth(line: number): number {
    return this.hottestHeat > 0 ? Math.sqrt(Math.max(0, this.heat(line)) / this.hottestHeat) : 0;
  }

  /** The lines with heat, the hottest first. */
  get hot(): number[] {
    return [...this.byLine.keys()].filter((l) => l > 0 && this.heat(l) > 0).sort((a, b) => this.heat(b) - this.heat(a) || a - b);
  }

  row(line: number, open: (line: number) => void): HTMLElement {
    const scopes = this.byLine.get(line) ?? [];
    const own = this.cost(line);
    const runs = this.counts.get(line);
    const warmth = scopes.length ? this.warmth(line) : 0;
    const found = scopes.some((s) => s.finding);
    return h(
      "div",
      {
        class: "line" + (scopes.length ? " has" : "") + (found ? " found" : ""),
        style: warmth > 0 ? `--warmth:${(100 * warmth).toFixed(0)}%` : null,
        onclick: (e: Event) => scopes.length && !(e.target as Element).closest("a") && open(line),
        "data-line": line,
      },
      h("span", { class: "no" }, line > 0 ? line : "?"),
      h("span", { class: "pct", title: scopes.length ? `own cost ${percent(this.p.total ? own / this.p.total : 0)} of the run now${this.p.predicts ? `, ${percent(scopes.reduce((sum, s) => sum + ownLater(s), 0))} at ${this.p.factor} times the sizes` : ""}` : null }, warmth > 0 ? percent(this.heat(line)) : ""),
      h("span", { class: "hist", title: scopes.length ? `own cost now: ${exact(own)}` : null }, scopes.length ? h("i", { style: `width:${(100 * own) / this.most}%` }) : runs ? h("i", { class: "runs", style: `width:${(100 * runs) / this.mostRuns}%`, title: `ran ${exact(runs)} times` }) : null),
      this.counts.size ? h("span", { class: "ran", title: runs != null ? `ran ${exact(runs)} times` : null }, runs != null ? short(runs) : "") : null,
      h("span", { class: "marks" }, scopes.slice(0, 3).map((s) => h("a", { href: href("scope", { id: s.id }), tabindex: -1, title: `${shown(s.title.slice(0, 200))}: ${percent(s.share)} of the run with callees` }, kindSign(s.json.kind), s.model ? scopeBadge(s) : "")), scopes.flatMap((s) => findingBadge(s) ?? []).slice(0, 1)),
      h("code", {}, this.text.length ? this.code.line(line) : scopes.map((s) => shown(s.title.slice(0, 120))).join(", ")),
    );
  }
}
