// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scope_facts.ts: what is known about a scope, in words and numbers.
import { classBadge, exponentText, findingBadge, intervalText, kindSign, scopeTitle } from "./badge";
import { h } from "./dom";
import { reported } from "./growth";
import { className, exact, formulaText, percent, short, shown } from "./numbers";
import { callsText, mark, sampleFacts, totalText } from "./production";
import type { Scope } from "./profile";
import { prose, signs } from "./prose";
import { href } from "./router";
import { worstOf, type Model } from "./schema";

export function modelWords(m: Model | null | undefined): string {
  if (!m) return "";
  if (m.class === "none")
    return m.at_least ? `not enough data to fit; grows at least as ${className(m.at_least.class)}, probability ${(100 * m.at_least.probability).toFixed(0)} %` : "not enough data to fit";
  const parts = [m.formula ? formulaText(m.formula) + (m.from ? ` for n > ${short(m.from)}` : "") : ""];
  if (exponentText(m)) parts.push(m.class === "2^n" ? exponentText(m) : `exponent ${exponentText(m)}`);
  if (intervalText(m)) parts.push(`95\u00a0% interval ${intervalText(m)}`);
  const top = m.ci_at_top;
  if (top) parts.push(`at the largest sizes ${top[0].toFixed(2)} to ${top[1].toFixed(2)}`);
  if (m.later) parts.push(`${className(m.later.class)} takes over at n = ${short(Math.ceil(m.later.from))}`);
  const { probability } = reported(m);
  if (probability != null) parts.push(`probability ${(probability * 100).toFixed(0)}\u00a0%`);
  return parts.filter(Boolean).join(" · ");
}

export function scopeFacts(s: Scope, size: string, cost: string): HTMLElement {
  const j = s.json;
  const head = s.sizes(cost)[size];
  const m = head?.model;
  const worst = worstOf(head);
  const item = (label: string, ...content: (Node | string)[]): HTMLElement[] => [h("dt", {}, label), h("dd", {}, content)];
  const facts: HTMLElement[] = [];
  for (const f of s.profile.findings)
    if (f.scope === s) facts.push(...item("Finding", h("a", { href: href("overview", { finding: String(f.json.rank) }) }, signs(f.part.title)), `: ${signs(shown(f.part.share))}`));
  const percents = (error: number, alone: number): string =>
    `typical error ${Math.max(Math.ceil(100 * error), 1)} %, by one function ${alone >= 1 ? "100 % and more" : `${Math.ceil(100 * alone)} %`}`;
  const two = j.two_sizes;
  for (const [label, two] of [["Two sizes", j.two_sizes], ["Over the runs", j.two_run_sizes]] as const)
    if (two)
      facts.push(
        ...item(label, `${className(two.class)} · `, ` ${className(two.formula)} · n is ${shown(two.n.metric)} (${short(two.n.min)} to ${short(two.n.max)}), m is ${shown(two.m.metric)} (${short(two.m.min)} to ${short(two.m.max)}) · ${percents(two.error, two.error_of_one_size)}`),
    );
  for (const x of j.by_caller?.populations ?? []) {
    const caller = x.caller ? s.profile.byId.get(x.caller) : undefined;
    const name = caller ? h("a", { href: href("scope", { id: caller.id }) }, shown(caller.title)) : "outside of recorded code";
    facts.push(...item("Called from", name, " ", classBadge(x.model), ` ${modelWords(x.model)} · n is ${shown(j.by_caller!.metric)} · ${percent(x.share)} of its cost`));
  }
  const by = j.by_argument;
  if (by) facts.push(...item("Growth", classBadge(by.model), " ", modelWords(by.model), ` · n is ${shown(by.metric)}${by.metric === "depth" ? "" : " of its routine"} (${exact(by.distinct)} distinct, ${short(by.min)} to ${short(by.max)}), in ${exact(by.calls)} observed calls`));
  if (m && !by) facts.push(...item(two || j.by_caller ? "By one size" : "Growth", classBadge(m), " ", modelWords(m)));
  if (worst && !by) facts.push(...item("Worst case", classBadge(worst), " ", modelWords(worst)));
  for (const w of by ? [] : (m?.warnings ?? [])) facts.push(...item("Note", h("code", {}, w.code), " ", ...prose(w.remedy)));
  if (j.cause) {
    const link = (id: string | null, text: string): Node | string => {
      const scope = id ? s.profile.byId.get(id) : undefined;
      return scope && scope !== s ? h("a", { href: href("scope", { id: scope.id }) }, signs(shown(text))) : signs(shown(text));
    };
    const root = j.cause.root ? s.profile.byId.get(j.cause.root) : undefined;
    facts.push(...item("Cause", link(j.cause.child, j.cause.text), ...(root && root !== s && root.id !== j.cause.child ? ["; it originates in ", link(root.id, root.title)] : [])));
  }
  if (j.cost) {
    const including = !s.profile.foldsLibraries ? "" : s.isLibrary ? "; as code of a library it counts for what calls it" : ", with code of libraries that it calls";
    const self = j.own == null ? "" : `, own ${mark(s, j.production?.self_exact)}${exact(j.own)} (${percent(s.ownShare)})${including}`;
    facts.push(...item("Cost", `${totalText(s)} ${s.profile.report.cost_metric}, ${mark(s)}${percent(s.share)} of the run${self}`));
  }
  if (s.shareAt != null) facts.push(...item(`At ${s.profile.times}`, `own cost ${percent(s.shareAt)} of the run`, j.predicted_total != null ? `; ${short(j.predicted_total)} with callees` : "", j.explosive ? " (grows exponentially)" : ""));
  if (j.calls != null) {
    const extra = [
      j.iterations != null ? `${mark(s, j.production?.iterations_exact)}${exact(j.iterations)} iterations` : "",
      j.unfinished && j.unfinished !== "0" ? `${exact(j.unfinished)} unfinished` : "",
      j.at_exit ? `${exact(j.at_exit)} closed by exit` : "",
    ].filter(Boolean);
    facts.push(...item(j.kind === "recursion" ? "Entries" : "Activations", [j.production?.calls_of ? "not counted" : callsText(s, exact), ...extra].join(", ")));
  }
  for (const [label, text] of sampleFacts(s)) facts.push(...item(label, text));
  if (head) facts.push(...item("Sizes", `${exact(head.distinct)} ${head.bucketed ? "buckets" : "distinct"}, ${exact(head.min)} to ${exact(head.max)} (${size})`));
  if (j.settled) facts.push(...item("Settled", "the points stand for all calls, but not all were kept (", h("code", {}, "ordo record --all-points"), " keeps all)"));
  if (j.members?.length)
    facts.push(...item("Members", ...j.members.slice(0, 60).flatMap((x, i) => [i ? ", " : "", h("a", { href: href("scope", { id: x.id }) }, shown(x.name.slice(0, 80)))]), j.members.length > 60 ? ` and ${j.members.length - 60} more` : ""));
  if (s.loops.length)
    facts.push(...item("Loops", ...s.loops.slice(0, 40).flatMap((x, i) => [i ? ", " : "", h("a", { href: href("scope", { id: x.id }) }, x.json.line ? `line ${x.json.line}` : shown(x.json.name))])));
  // A note of its model says the same as a warning with this code.
  const noted = new Set((m?.warnings ?? []).map((w) => w.code));
  const warnings = s.profile.report.warnings.filter((w) => w.scope === s.id && !noted.has(w.code));
  return h(
    "div",
    { class: "scope-facts" },
    h("dl", { class: "facts-list" }, facts),
    warnings.map((w) => h("p", { class: "warning" }, h("code", {}, w.code), " ", prose(w.text), " → ", prose(w.remedy))),
  );
}

/** Why a scope has no points. */
export function withoutPoints(s: Scope): (Node | string)[] {
  const { json: j, profile: p } = s;
  const more = p.hasTree ? [" ", h("a", { href: href("tree") }, "Algorithms"), " has the sizes of the data that it works on."] : [];
  if (j.folded) return ["Folded: this routine has no loop or recursion, so its cost is constant. Its cost and accesses belong to its callers."];
  if (j.profiled === false && j.kind !== "loop" && p.isStructure) return ["Not profiled: in a structure build, only entry points and possibly recursive routines have rows of their own. The cost of other routines is added to what calls them.", ...more];
  if (j.profiled === false) return ["Not profiled: control enters this loop at several places."];
  if (s.calls === 0) return ["It never ran, so it has no points."];
  if (j.unfinished && Number(j.unfinished) >= s.calls) return ["None of its activations ended, so it has no points."];
  if (p.isStructure) return ["A structure build does not measure the sizes of scopes, so it has no points.", ...more];
  if (p.report.production) return prose(`No activation of it was recorded${j.production?.executions != null ? `: none of ${exact(j.production.executions)} executions was sampled` : ", because none was inside of a sample"}, so it has no points. A higher --rate or --budget samples more.`);
  return ["Its sizes were not measured, so it has no points."];
}

/** The scope's name, and where it is. */
export function scopeHead(s: Scope): HTMLElement {
  const j = s.json;
  return h(
    "div",
    { class: "scope-head" },
    h("h1", { class: "scope-name" }, kindSign(j.kind), " ", scopeTitle(s), " ", findingBadge(s)),
    h(
      "p",
      { class: "quiet" },
      j.file ? h("a", { href: href("source", { file: j.file, line: String(j.line) }) }, h("bdi", {}, shown(s.where))) : "no file known",
      j.kind === "loop" ? [" · in ", h("a", { href: href("scope", { id: j.routine_id }) }, h("bdi", {}, shown(j.routine.slice(0, 200))))] : "",
      " · ",
      h("a", { href: href("calls", { id: s.id }) }, "callers and callees"),
      j.object ? ` · ${shown(j.object)}` : "",
    ),
  );
}
