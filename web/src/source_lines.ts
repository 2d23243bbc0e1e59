// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// source_lines.ts: the lines of one file with the cost of the scopes that begin on them.
import { kindSign, scopeBadge } from "./badge";
import { h } from "./dom";
import { exact, percent, short, shown } from "./numbers";
import type { Profile, Scope } from "./profile";
import { href } from "./router";

export const ownCost = (s: Scope): number => (Number.isNaN(s.self) || s.json.kind === "recursion" ? 0 : s.self);

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
  private readonly mostRuns: number;

  /** text: empty if the page does not have it. */
  constructor(
    private readonly p: Profile,
    file: string,
    scopes: Scope[],
    private readonly text: string[],
  ) {
    for (const s of scopes) {
      const list = this.byLine.get(s.json.line) ?? [];
      list.push(s);
      this.byLine.set(s.json.line, list);
    }
    for (const list of this.byLine.values()) list.sort((a, b) => b.total - a.total);
    for (const l of p.report.lines ?? []) if (l.file === file) this.counts.set(l.line, Number(l.count));
    this.most = Math.max(1, ...[...this.byLine.keys()].map((l) => this.cost(l)));
    this.mostRuns = Math.max(1, ...this.counts.values());
  }

  cost(line: number): number {
    return (this.byLine.get(line) ?? []).reduce((sum, s) => sum + ownCost(s), 0);
  }

  /** The costliest line; 0: none has a cost. */
  get hottest(): number {
    return [...this.byLine.keys()].find((l) => this.cost(l) === this.most) ?? 0;
  }

  row(line: number, open: (line: number) => void): HTMLElement {
    const scopes = this.byLine.get(line) ?? [];
    const own = this.cost(line);
    const runs = this.counts.get(line);
    return h(
      "div",
      { class: "line" + (scopes.length ? " has" : ""), onclick: (e: Event) => !(e.target as Element).closest("a") && open(line), "data-line": line },
      h("span", { class: "no" }, line || "?"),
      h("span", { class: "hist", title: scopes.length ? `own cost ${exact(own)}` : null }, scopes.length ? h("i", { style: `width:${(100 * own) / this.most}%` }) : runs ? h("i", { class: "runs", style: `width:${(100 * runs) / this.mostRuns}%`, title: `ran ${exact(runs)} times` }) : null),
      h("span", { class: "pct" }, scopes.length && own ? percent(own / this.p.total) : ""),
      this.counts.size ? h("span", { class: "ran", title: runs != null ? `ran ${exact(runs)} times` : null }, runs != null ? short(runs) : "") : null,
      h("span", { class: "marks" }, scopes.slice(0, 3).map((s) => h("a", { href: href("scope", { id: s.id }), tabindex: -1, title: `${shown(s.title.slice(0, 200))}: ${percent(s.share)} of the run with callees` }, kindSign(s.json.kind), s.model ? scopeBadge(s) : ""))),
      h("code", {}, this.text.length ? (this.text[line - 1] ? shown(this.text[line - 1]!.slice(0, 2000).replace(/\t/g, "    ")) : "") : scopes.map((s) => shown(s.title.slice(0, 120))).join(", ")),
    );
  }
}
