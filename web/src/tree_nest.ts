// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tree_nest.ts: the repetition tree as nested lists. Each algorithm's repetitions are in a box with its
// line; repetitions inside an algorithm that do not belong to it are below its box.
import { h } from "./dom";
import { counted, shown } from "./numbers";
import { href } from "./router";
import type { AlgorithmJson, RepetitionJson, TreeJson } from "./tree_schema";

const BONDS: Record<string, string> = {
  advance: "the outer loop moves the place where this loop accesses the array",
  recursion: "re-enters the recursion",
  "joined by hand": "joined by hand",
  "split by hand": "split off by hand",
};

function label(r: RepetitionJson): HTMLElement {
  const words = { entry: "", loop: "loop in ", recursion: "recursion of " }[r.kind];
  const others = (r.members ?? []).filter((m) => m !== r.routine);
  const where = r.file + (r.line ? ":" + r.line : "");
  const bond = BONDS[r.bond ?? ""];
  return h(
    "p",
    { class: "repetition" },
    words,
    h("bdi", {}, shown(r.routine)),
    others.length ? [" with ", h("bdi", {}, shown(others.join(", ")))] : "",
    " ",
    r.file ? h("a", { href: href("source", { file: r.file, line: String(r.line) }) }, h("bdi", {}, shown(where))) : "",
    h("span", { class: "quiet" }, ` ${counted(r.invocations, "invocation")}${r.steps == null ? "" : `, ${counted(r.steps, "step")}`}${bond ? ` (${bond})` : ""}`),
  );
}

/** A repetition with the others of its algorithm below it; the rest go to `inner`. */
function own(r: RepetitionJson, inner: RepetitionJson[]): HTMLElement {
  const same: RepetitionJson[] = [];
  for (const child of r.repetitions) (child.algorithm === r.algorithm ? same : inner).push(child);
  return h("li", {}, label(r), same.length ? h("ul", {}, same.map((child) => own(child, inner))) : "");
}

function node(r: RepetitionJson, all: AlgorithmJson[], chosen: number): HTMLElement {
  const a = r.algorithm == null ? undefined : all[r.algorithm - 1];
  const list = (children: RepetitionJson[]): HTMLElement | "" => (children.length ? h("ul", {}, children.map((x) => node(x, all, chosen))) : "");
  if (!a) return h("li", {}, label(r), list(r.repetitions));
  const inner: RepetitionJson[] = [];
  const link = h("a", { href: href("tree", { a: String(a.number) }), "aria-current": a.number === chosen ? "true" : null }, h("b", {}, String(a.number)), " ", shown(a.summary));
  const box = h("div", { class: "algorithm" + (a.number === chosen ? " chosen" : "") + (a.inputs.length ? "" : " bare") }, link, h("ul", {}, own(r, inner)));
  return h("li", {}, box, list(inner));
}

/** chosen: the number of an algorithm, or 0. */
export function nest(tree: TreeJson, chosen: number): HTMLElement {
  return h("ul", { class: "nest" }, tree.entries.map((e) => node(e, tree.algorithms ?? [], chosen)));
}
