// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// answer.ts: the page's answer in one sentence: it names the first finding, or says that nothing was found.
import { h } from "./dom";
import { placeLink } from "./finding_detail";
import { exact, percent, shown } from "./numbers";
import type { Profile, Scope } from "./profile";
import { prose, signs } from "./prose";
import { href } from "./router";

const scopeLink = (s: Scope, name: string): HTMLElement => h("a", { href: href("scope", { id: s.id }) }, h("bdi", {}, shown(name)));

/** The scope with most own cost, if nothing is known of growth. */
function costliest(p: Profile): (Node | string)[] {
  const s = p.scopes.reduce<Scope | null>((best, x) => (x.json.kind !== "recursion" && !x.isLibrary && x.own > (best?.own ?? 0) ? x : best), null);
  return s ? [" Most of the cost, ", percent(s.ownShare), ", is that of ", scopeLink(s, s.title), "."] : [];
}

export function answer(p: Profile): HTMLElement {
  const [first] = p.findings;
  if (first) {
    const more = p.findings.length - 1;
    return h(
      "p",
      { class: "answer" },
      scopeLink(first.scope, first.part.scope),
      first.json.file ? [" (", placeLink(first.scope, 40), ")"] : "",
      first.part.title === "repeated passes" ? " makes " : " costs ",
      h("b", {}, signs(shown(first.part.title))),
      `: ${signs(shown(first.part.share))}`,
      more ? `; ${exact(more)} more ${more === 1 ? "finding" : "findings"}.` : ".",
    );
  }
  if (!p.total) return h("p", { class: "answer" }, "No recorded code ran, so nothing is known of growth: the warnings below say why.");
  const faster = p.scopes.filter((s) => s.json.production?.over_run?.faster).sort((a, b) => b.share - a.share);
  if (faster.length) {
    const [s] = faster;
    const more = faster.length - 1;
    return h("p", { class: "answer" }, scopeLink(s!, s!.title), " costs more and more: it grows faster over the run than in a single execution, and has ", h("b", {}, "~" + percent(s!.share)), " of the run", more ? `; ${exact(more)} more ${more === 1 ? "loop does" : "loops do"} so.` : ".");
  }
  if (p.hasTree && p.isStructure) return h("p", { class: "answer" }, "Recorded by ", h("code", {}, "ordo tree"), ": the profile has the cost of each scope, but not how it grows. ", h("a", { href: href("tree") }, "Algorithms"), " shows its algorithms and how their steps grow.");
  if (p.isStructure) return h("p", { class: "answer" }, "The program was compiled with ", h("code", {}, "--structure"), ", but not recorded by ", h("code", {}, "ordo tree"), ", which shows its algorithms and how their steps grow.", costliest(p));
  if (p.found.none) return h("p", { class: "answer" }, prose(p.found.none));
  return h("p", { class: "answer" }, "No scope was found to grow faster than n log n.", costliest(p));
}
