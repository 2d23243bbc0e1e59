// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend_workloads.ts: the workloads, their costs, and which were left out and why.
import { h } from "./dom";
import { exact, short, shown } from "./numbers";
import type { View } from "./router";
import type { Trend } from "./trend";

const MOST = 2000;

export function trendWorkloads(t: Trend): (root: HTMLElement) => View {
  return (root) => {
    const cell = (v: Node | string, cls = ""): HTMLElement => h("td", { class: cls || null }, v);
    root.append(
      h("h1", {}, "Workloads"),
      h("p", { class: "quiet" }, h("code", {}, shown(t.json.command))),
    );
    if (t.left.length)
      root.append(
        h("h2", {}, `Left out (${exact(t.left.length)})`),
        h(
          "div",
          { class: "scroll" },
          h(
            "table",
            { class: "left-out" },
            h("thead", {}, h("tr", {}, ["workload", "", "why", "command"].map((x) => h("th", { scope: "col" }, x)))),
            h("tbody", {}, t.left.slice(0, MOST).map((w) => h("tr", {}, cell(shown(w.name)), cell(w.status), cell(shown(w.why)), cell(h("code", {}, shown(w.command)))))),
          ),
        ),
      );
    root.append(
      h("h2", {}, `Measured (${exact(t.ok.length)})`),
      h(
        "div",
        { class: "scroll tall" },
        h(
          "table",
          { class: "workloads" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "workload"), t.features.map((f) => h("th", { scope: "col", class: "num" }, shown(f))), h("th", { scope: "col", class: "num" }, "blocks executed"))),
          h("tbody", {}, t.ok.slice(0, MOST).map((w) => h("tr", { title: shown(w.command) }, cell(shown(w.name)), t.features.map((f) => cell(short(w.features[f] ?? NaN), "num")), cell(exact(w.total), "num")))),
        ),
      ),
      t.ok.length > MOST ? h("p", { class: "quiet" }, `The first ${MOST}; the JSON report has all.`) : "",
    );
    return { update: () => {} };
  };
}
