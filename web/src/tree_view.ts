// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tree_view.ts: the algorithms, those with most steps first, beside the chosen one's inputs, cost functions and
// plot; below, the repetition tree with its algorithms in boxes. Address parameters: a (the algorithm's
// number; absent: the first of the list), f (the function's position in its list), scale.
import { classBadge } from "./badge";
import { checkbox, h } from "./dom";
import { evaluator } from "./growth";
import { className, counted, exact, short, shown } from "./numbers";
import { PlotPanel } from "./plot_panel";
import { steps, type PlotSeries, type PlotSpec } from "./plot_spec";
import { point, type Profile } from "./profile";
import { adjust, href, type Address, type View } from "./router";
import { nest } from "./tree_nest";
import type { AlgorithmJson, FunctionJson, InputJson, RepetitionJson, TreeJson } from "./tree_schema";

export function treeView(profile: Profile): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new TreeView(profile, root);
    view.update(address);
    return view;
  };
}

const SIZES: [string, string][] = [
  ["elements", "elements"],
  ["used", "elements used"],
  ["references", "references"],
  ["capacity", "capacity"],
];

function range([low, high]: [number | string, number | string]): string {
  return low === high ? exact(low) : `${exact(low)} to ${exact(high)}`;
}

function inputs(list: InputJson[]): HTMLElement {
  const sizes = (i: InputJson): string =>
    SIZES.filter(([key]) => i.sizes[key] && Number(i.sizes[key]![1]) > 0)
      .map(([key, word]) => `${range(i.sizes[key]!)} ${word}`)
      .join(", ") || "not measured";
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "inputs" },
      h("thead", {}, h("tr", {}, ["input", "kind", "reads", "writes", "creations", "sizes"].map((t) => h("th", { scope: "col" }, t)))),
      h(
        "tbody",
        {},
        list.map((i) =>
          h(
            "tr",
            {},
            h("td", {}, h("bdi", {}, shown(i.description))),
            h("td", {}, i.operation),
            [i.reads, i.writes, i.creations].map((v) => h("td", { class: "num" }, (i.partial ? "≥ " : "") + short(v))),
            h("td", {}, sizes(i)),
          ),
        ),
      ),
    ),
  );
}

function spec(a: AlgorithmJson, f: FunctionJson, log: boolean): PlotSpec {
  const points = f.points.map(point);
  const xs = points.map((p) => p.n);
  const series: PlotSeries[] = [
    { label: "greatest", xs, ys: points.map((p) => p.max), marker: "up", color: "--worst" },
    { label: "average", xs, ys: points.map((p) => p.mean), marker: "circle", color: "--mean" },
    { label: "least", xs, ys: points.map((p) => p.min), marker: "down", color: "--best" },
  ];
  const value = evaluator(f.model);
  const from = Math.max(xs.find((n) => n > 0) ?? 1, f.model.from ?? 0);
  const to = xs[xs.length - 1] ?? 1;
  if (value && from <= to) {
    const at = steps(from, to, log);
    series.push({ label: className(f.model.class), xs: at, ys: at.map(value), color: "--model" });
  }
  return { title: `algorithm ${a.number}`, x: `n: ${f.size.description}`, y: `c: ${f.cost.description}`, xLog: log, yLog: log, series };
}

/** How far single costs are from the function, relative to it. */
function off(unexplained: number): string {
  const percent = 100 * Math.sqrt(unexplained);
  if (percent < 0.01) return "0 %";
  return `${percent < 99.5 ? percent.toPrecision(2) : percent.toFixed(0)} %`;
}

const csv = (f: FunctionJson): string => "n,count,min,max,sum,sumsq\r\n" + f.points.map((p) => p.join(",") + "\r\n").join("");

class TreeView implements View {
  private readonly notes = h("div");
  private readonly list = h("nav", { class: "algorithm-list", "aria-label": "Algorithms by steps" });
  private readonly tree = h("section", { class: "tree" });
  private readonly detail = h("section", { class: "detail", "aria-live": "polite" });
  private readonly panel: PlotPanel;
  private readonly body: HTMLElement;
  private shown: FunctionJson | null = null;
  private turn = 0;

  constructor(
    private readonly profile: Profile,
    root: HTMLElement,
  ) {
    this.panel = new PlotPanel({ height: innerWidth < 500 ? 280 : 360, csv: () => (this.shown ? csv(this.shown) : "") });
    this.body = h("div", { class: "algorithms-body" }, this.list, this.detail);
    root.append(h("h1", {}, "Algorithms"), this.notes, this.body, this.tree);
  }

  update(address: Address): void {
    const turn = ++this.turn;
    void this.profile.repetitions().then((t) => {
      if (turn === this.turn) this.draw(t, address);
    });
  }

  private draw(t: TreeJson, address: Address): void {
    const list = t.algorithms ?? [];
    const ranked = [...list].sort((x, y) => Number(y.steps) - Number(x.steps) || x.number - y.number);
    const a = address.get("a") ? list.find((x) => String(x.number) === address.get("a")) : ranked[0];
    const notes = [
      list.length ? "" : "The program was not built with ordo cc --structure: this is the tree of its repetitions, without algorithms.",
      t.truncated ? "The tree is incomplete: the program has more calling contexts than Ordo keeps." : "",
      t.stopped_processes ? "The tree is incomplete: a recording stopped early." : "",
      t.late_recursions?.length ? `Many calls before the first recursive call are not counted: ${t.late_recursions.join(", ")}.` : "",
    ].filter(Boolean);
    this.notes.replaceChildren(...notes.map((n) => h("p", { class: "quiet" }, n)));
    this.body.hidden = !list.length;
    const where = new Map<number, RepetitionJson>();
    const place = (r: RepetitionJson): void => {
      if (r.algorithm != null && !where.has(r.algorithm)) where.set(r.algorithm, r);
      r.repetitions.forEach(place);
    };
    t.entries.forEach(place);
    const all = list.reduce((sum, x) => sum + Number(x.steps), 0);
    this.list.replaceChildren(h("ol", { class: "plain" }, ranked.map((x) => this.entry(x, where.get(x.number), all, x === a))));
    this.tree.replaceChildren(
      h("h2", {}, "Repetition tree"),
      t.entries.length ? nest(t, a?.number ?? 0) : h("p", { class: "empty" }, "No loops or recursions were recorded."),
    );
    this.drawDetail(a, address);
  }

  private entry(a: AlgorithmJson, where: RepetitionJson | undefined, all: number, chosen: boolean): HTMLElement {
    const best = a.functions.find((f) => f.best) ?? a.functions[0];
    const share = all > 0 ? Number(a.steps) / all : 0;
    return h(
      "li",
      {},
      h(
        "a",
        { class: "algorithm-entry" + (chosen ? " chosen" : ""), href: href("tree", { a: String(a.number) }), "aria-current": chosen ? "true" : null },
        h("b", { class: "rank" }, String(a.number)),
        h("span", { class: "what" }, h("bdi", {}, shown(a.kind)), where ? h("small", {}, h("bdi", {}, shown(`${where.kind} in ${where.routine}${where.line ? `:${where.line}` : ""}`))) : ""),
        best ? classBadge(best.model) : h("span", { class: "badge none" }, "no function"),
        h("span", { class: "share", title: `${exact(a.steps)} of ${exact(all)} steps` }, h("i", { style: `width:${(100 * share).toFixed(1)}%` }), h("em", {}, `${short(a.steps)} ${Number(a.steps) === 1 ? "step" : "steps"}`)),
      ),
    );
  }

  private drawDetail(a: AlgorithmJson | undefined, address: Address): void {
    this.panel.dispose();
    this.shown = null;
    if (!a) {
      this.detail.replaceChildren(address.get("a") ? h("p", { class: "empty" }, "This page has no algorithm with this number.") : "");
      return;
    }
    const best = Math.max(0, a.functions.findIndex((f) => f.best));
    const at = Math.min(Number(address.get("f", String(best))) || 0, a.functions.length - 1);
    const f = a.functions[at];
    const log = address.get("scale", "log") === "log";
    this.detail.replaceChildren(
      h("h2", {}, `${a.number}  `, h("bdi", {}, shown(a.kind))),
      h("p", { class: "quiet" }, `${counted(a.invocations, "invocation")}, ${exact(a.kept)} of them recorded in full; ${counted(a.steps, "step")}`),
      f ? this.panel.element : "",
      f ? h("div", { class: "toolbar" }, checkbox("logarithmic axes", log, (on) => adjust({ scale: on ? "" : "linear" }))) : "",
      a.inputs.length ? inputs(a.inputs) : "",
      f ? this.functions(a, at) : h("p", { class: "quiet" }, a.inputs.length ? "Neither its sizes nor its costs changed, so there is no cost function." : "It uses no data structure, so its steps have no size to grow with."),
    );
    if (!f) return;
    this.shown = f;
    const left = Number(f.unmeasured) ? `; not measured in ${exact(f.unmeasured)} more` : "";
    this.panel.show(spec(a, f, log), `${counted(f.invocations, "invocation")}${left}`);
  }

  private functions(a: AlgorithmJson, at: number): HTMLElement {
    return h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "functions" },
        h("thead", {}, h("tr", {}, ["", "cost", "size", "class", "function", "off by"].map((t) => h("th", { scope: "col" }, t)))),
        h(
          "tbody",
          {},
          a.functions.map((f, i) =>
            h(
              "tr",
              { class: i === at ? "chosen" : null },
              h("td", {}, h("input", { type: "radio", name: "function", checked: i === at, "aria-label": `${f.cost.description} by ${f.size.description}`, onchange: () => adjust({ f: f.best ? "" : String(i) }) })),
              h("td", {}, h("bdi", {}, shown(f.cost.description)), f.best ? h("small", {}, " explains the steps best") : ""),
              h("td", {}, h("bdi", {}, shown(f.size.description))),
              h("td", {}, classBadge(f.model)),
              h("td", {}, f.model.formula ?? "–"),
              h("td", { class: "num" }, f.unexplained == null ? "–" : off(f.unexplained)),
            ),
          ),
        ),
      ),
    );
  }

  dispose(): void {
    this.turn++;
    this.panel.dispose();
  }
}
