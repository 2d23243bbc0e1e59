// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// takeover.ts: share of the run now (ring) against share of the predicted run (disc), for the scopes
// whose share grows, except those of the findings and what they call: first those whose cost outgrows
// n log n, then by their share. Long, strongly coloured lines show the scopes that take over.
import { kindSign, scopeWords } from "./badge";
import { h, svg } from "./dom";
import { isInFinding } from "./findings";
import { outgrowsNLogN, tone } from "./growth";
import { brief, percent, shown } from "./numbers";
import { foretold, type Profile, type Scope } from "./profile";
import { href } from "./router";

const ROWS = 12;
const WORTH_A_ROW = 0.005; // share, now or later, of a scope beside the findings

const outgrows = (s: Scope): boolean => outgrowsNLogN(s.degree);

export function takeover(p: Profile): HTMLElement {
  const found = new Set<Scope | null>(p.findings.map((f) => f.scope));
  const known = p.scopes.filter((s) => foretold(s) && !s.isLibrary && s.shareAt! >= WORTH_A_ROW && (s.shareAt! > s.ownShare || outgrows(s)) && !isInFinding(s, found));
  if (!p.predicts)
    return h("p", { class: "quiet note" }, "No cost functions in this profile: shares are those of this run, and nothing is predicted.");
  if (!known.length) return h("p", { class: "quiet note" }, `If all sizes were ${p.factor} times as large, no ${found.size ? "scope outside of the findings" : "scope"} with 0.5 % of the run or more would have a greater share.`);
  const later = (s: Scope): number => s.shareAt ?? 0;
  const top = [...known].sort((a, b) => Number(outgrows(b)) - Number(outgrows(a)) || later(b) - later(a) || b.ownShare - a.ownShare).slice(0, ROWS);
  const most = Math.max(0.05, ...top.map((s) => Math.max(later(s), s.ownShare)));
  const scale = (x: number): string => ((x / most) * 100).toFixed(2) + "%";
  const row = (s: Scope): HTMLElement => {
    const [now, then] = [s.ownShare, later(s)];
    const grows = then > 1.5 * now && then > 0.02;
    const { fill } = tone(s.shade);
    const picture = svg(
      "svg",
      { class: "dumbbell", "aria-hidden": "true" },
      svg("line", { x1: "0", x2: "100%", y1: "50%", y2: "50%", class: "track" }),
      svg("line", { x1: scale(now), x2: scale(then), y1: "50%", y2: "50%", style: `stroke:${fill}`, "stroke-width": grows ? 6 : 3 }),
      svg("circle", { cx: scale(now), cy: "50%", r: 4.5, class: "now" }),
      svg("circle", { cx: scale(then), cy: "50%", r: grows ? 7 : 5, style: `fill:${fill}`, class: "then" }),
    );
    return h(
      "a",
      {
        class: "takeover-row" + (grows ? " grows" : ""),
        href: href("scope", { id: s.id }),
        title: `${shown(s.title.slice(0, 300))}: own cost ${percent(now)} of this run, ${percent(then)} at ${p.times}`,
      },
      h("span", { class: "who" }, kindSign(s.json.kind), " ", h("bdi", {}, brief(s.json.kind === "loop" && s.json.line ? `${s.json.routine}:${s.json.line}` : s.json.name))),
      h("span", { class: "cls" }, scopeWords(s)),
      h("span", { class: "line" }, picture),
      h("span", { class: "num" }, `${percent(now)} → ${percent(then)}`),
    );
  };
  return h(
    "section",
    { class: "takeover", "aria-label": `Share now against share at ${p.factor} times the sizes` },
    h("h2", {}, found.size ? `The other scopes at ${p.times} the sizes` : `Who takes over at ${p.times} the sizes`),
    h("p", { class: "quiet" }, "Share of own cost: ", h("span", { class: "key-now" }, "○"), " in this run, ", h("span", { class: "key-then" }, "●"), ` if every size were ${p.factor} times as large. Coloured by class.`),
    top.map(row),
  );
}
