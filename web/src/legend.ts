// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// legend.ts: what the colours of growth mean, for every view that uses them.
import { h } from "./dom";
import { CLASSES, rank, tone } from "./growth";
import { className } from "./numbers";

export function growthLegend(none = "no model"): HTMLElement {
  const badge = (name: string): HTMLElement => {
    const { fill, ink } = tone(rank(name));
    return h("span", { class: "badge", style: `background:${fill};color:${ink}` }, className(name) + (name === "n^3" ? " or more" : ""));
  };
  return h(
    "p",
    { class: "quiet legend", role: "note", "aria-label": "Colours of growth" },
    h("span", {}, "Growth: "),
    CLASSES.filter((c) => c !== "none").map(badge),
    h("span", { class: "badge none" }, none),
  );
}
