// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend_overview.ts: from blocks to clusters, the most expensive clusters in one plot, and all of them in
// a table. Address parameters: sort, all, x, fit, scale, pick.
import { classBadge } from "./badge";
import { append, checkbox, h, select } from "./dom";
import { exact, percent, short, shown } from "./numbers";
import { PlotPanel } from "./plot_panel";
import { adjust, href, type Address, type View } from "./router";
import { FIT_WORDS, place, type Cluster, type FitName, type Trend } from "./trend";
import { compareSpec, look, MOST_COMPARED, trendCsv } from "./trend_curves";
import { VirtualRows } from "./virtual_rows";

interface Column {
  key: string;
  label: string;
  title: string;
  by?: (c: Cluster) => number;
  ranks?: string; // the ranking of the report that this column shows
}

const NARROW = matchMedia("(max-width: 760px)");

const number = (x: number | null | undefined): number => (x == null || Number.isNaN(x) ? -Infinity : x);
const COLUMNS: Column[] = [
  { key: "name", label: "Cluster", title: "Its number in the ranking, and its representative block", by: (c) => -c.index },
  { key: "class", label: "Class", title: "Class of growth, by Ordo's cost function of the best feature", by: (c) => c.growth },
  { key: "of", label: "Of", title: "n: the feature that explains the cluster best" },
  { key: "power", label: "Power", title: "b of the power function a n^b, with its 95 % bootstrap interval", by: (c) => number(c.best?.power?.b), ranks: "power" },
  { key: "r2", label: "R²", title: "Of the power function", by: (c) => number(c.best?.power?.r2) },
  { key: "max", label: "Max", title: "Greatest cost on a workload, in blocks", by: (c) => c.json.max, ranks: "max" },
  { key: "later", label: "At 10×", title: "Cost that Ordo's cost function, not the power function, predicts at ten times the 95th percentile of the best feature, one feature after the other; –: the workloads support no prediction", by: (c) => number(c.json.predicted), ranks: "predicted" },
  { key: "blocks", label: "Blocks", title: "Basic blocks that vary together", by: (c) => c.json.members.length },
  { key: "where", label: "Where", title: "The costliest of its blocks" },
];

export function trendOverview(trend: Trend): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new Overview(trend, root);
    view.update(address);
    return view;
  };
}

/** The reduction from blocks to costly clusters. */
function funnel(t: Trend): HTMLElement {
  const l = t.json.locations;
  const step = (n: number, label: string, title: string): HTMLElement => h("span", { class: "step", title }, h("b", {}, exact(n)), " ", label);
  const arrow = (): HTMLElement => h("span", { class: "arrow", "aria-hidden": "true" }, "→");
  const costly = t.json.costly_clusters;
  return h(
    "p",
    { class: "funnel" },
    step(l.total, "blocks", "basic blocks of the program, as written"),
    arrow(),
    step(l.varying, "that vary", `${exact(l.constant)} are constant, ${exact(l.little)} nearly`),
    arrow(),
    step(t.clusters.length, t.clusters.length === 1 ? "cluster" : "clusters", "groups of blocks whose counts are linear in each other"),
    arrow(),
    step(costly, "costly", "with more than a set share of some workload (`--costly`)"),
    costly ? h("span", { class: "quiet" }, ` one cluster for every ${Math.floor(l.total / costly)} blocks, with ${percent(t.json.costly_share)} of all cost`) : null,
  );
}

class Overview implements View {
  private readonly panel: PlotPanel;
  private readonly controls = h("div", { class: "toolbar" });
  private readonly head = h("div", { class: "row head", role: "row" });
  private readonly rows: VirtualRows;
  private readonly table: HTMLElement;
  private readonly filter = h("div", { class: "toolbar" });
  private list: Cluster[] = [];
  private address!: Address;
  private most = 1;
  private drawn = "";

  constructor(
    private readonly t: Trend,
    root: HTMLElement,
  ) {
    this.panel = new PlotPanel({ height: innerWidth < 500 ? 300 : 400, csv: () => trendCsv(this.compared, this.feature) });
    this.rows = new VirtualRows({
      label: "Clusters, ranked",
      rowHeight: NARROW.matches ? 58 : 30,
      render: (i) => this.row(this.list[i]!),
      open: (i) => (location.hash = href("cluster", { id: this.list[i]!.name })),
    });
    NARROW.addEventListener("change", () => (this.rows.rowHeight = NARROW.matches ? 58 : 30));
    this.most = Math.max(1, ...t.clusters.map((c) => c.json.max));
    this.table = h("div", { class: "table trend-table" }, this.head, this.rows.element);
    append(root, [
      h("h1", { class: "run-line", title: t.json.command }, shown(t.json.command)),
      h(
        "div",
        { class: "facts" },
        h("div", { class: "fact" }, h("b", {}, exact(t.ok.length)), t.ok.length === 1 ? " workload" : " workloads"),
        t.left.length ? h("div", { class: "fact" }, h("a", { href: href("workloads") }, `${exact(t.left.length)} more left out`)) : null,
        t.features.map((f) => {
          const [low, high] = t.range(f);
          return h("div", { class: "fact" }, h("b", {}, shown(f)), ` ${short(low)} to ${short(high)}`);
        }),
      ),
      funnel(t),
    ]);
    if (!t.clusters.length) root.append(h("p", { class: "empty" }, "No block's count varies over these workloads: choose workloads of different sizes."));
    else if (!t.features.length) append(root, [h("p", { class: "warning" }, "No features: there is nothing to plot the blocks against. Give `ordo trend` --feature, or call ordo_feature()."), this.filter, this.table]);
    else append(root, [h("h2", {}, "The most expensive clusters"), this.controls, this.panel.element, h("h2", {}, "All clusters"), this.filter, this.table]);
  }

  private get feature(): string {
    const f = this.address.get("x");
    return this.t.features.includes(f) ? f : this.t.mainFeature;
  }
  private get fit(): FitName {
    const l = this.address.get("fit");
    return l === "power" || l === "linear" ? l : "model";
  }
  /** The picked clusters, otherwise the first costly ones. */
  private get compared(): Cluster[] {
    const picked = this.address
      .get("pick")
      .split(",")
      .map((x) => this.t.cluster(x))
      .filter((c) => c != null);
    const list = picked.length ? picked : this.t.clusters.filter((c) => c.json.costly);
    return (list.length ? list : this.t.clusters).slice(0, MOST_COMPARED);
  }

  update(address: Address): void {
    this.address = address;
    if (!this.t.clusters.length) return;
    const log = address.get("scale") !== "linear";
    const focused = [...this.controls.querySelectorAll("select")].indexOf(document.activeElement as HTMLSelectElement);
    this.controls.replaceChildren(
      select("Feature n", this.t.features.map((f) => [f, shown(f)]), this.feature, (v) => adjust({ x: v })),
      select("Curves", (["model", "power", "linear"] as FitName[]).map((l) => [l, FIT_WORDS[l]]), this.fit, (v) => adjust({ fit: v === "model" ? "" : v })),
      select("Axes", [["", "logarithmic"], ["linear", "linear"]], address.get("scale"), (v) => adjust({ scale: v })),
    );
    if (focused >= 0) this.controls.querySelectorAll("select")[focused]?.focus();
    const key = [this.feature, this.fit, log, ...this.compared.map((c) => c.name)].join("\n");
    if (this.t.features.length && key !== this.drawn) {
      this.drawn = key;
      this.panel.show(compareSpec(this.compared, this.feature, this.fit, log));
    }
    this.sort();
  }

  private sort(): void {
    const key = this.address.get("sort");
    const column = COLUMNS.find((c) => c.key === key && c.by);
    const all = this.address.get("all") === "1" || !this.t.json.costly_clusters;
    this.list = this.t.clusters.filter((c) => all || c.json.costly);
    if (column?.by) {
      const by = column.by;
      // Ten times one feature is not ten times the other.
      const group = (c: Cluster): number => (column.ranks !== "predicted" ? 0 : c.json.predicted == null ? Infinity : this.t.features.indexOf(c.json.best ?? ""));
      this.list.sort((a, b) => (group(a) !== group(b) ? (group(a) < group(b) ? -1 : 1) : by(b) > by(a) ? 1 : by(b) < by(a) ? -1 : a.index - b.index));
    }
    const cheap = this.t.clusters.length - this.t.json.costly_clusters;
    this.filter.replaceChildren(
      checkbox(`also those that are not costly (${exact(cheap)})`, all, (on) => adjust({ all: on ? "1" : "" })),
      h("span", { class: "quiet", role: "status" }, `${exact(this.list.length)} of ${exact(this.t.clusters.length)} clusters`),
    );
    this.head.replaceChildren(
      ...COLUMNS.map((c) => {
        const on = column ? c === column : c.ranks === this.t.json.sort;
        const label = [c.label, on && c.by ? h("i", { "aria-hidden": "true" }, " ↓") : null];
        return h(
          "span",
          { role: "columnheader", class: "cell c-" + c.key, "aria-sort": on && c.by ? "descending" : "none" },
          c.by ? h("button", { type: "button", "data-key": c.key, title: c.title, onclick: () => adjust({ sort: c.ranks === this.t.json.sort ? "" : c.key }) }, label) : h("span", { class: "plain-head", title: c.title }, c.label),
        );
      }),
    );
    this.rows.element.style.height = `min(66vh, ${Math.max(1, this.list.length) * this.rows.rowHeight + 2}px)`;
    this.rows.show(this.list.length);
  }

  private row(c: Cluster): HTMLElement {
    const cell = (key: string, ...children: (Node | string | null)[]): HTMLElement => h("span", { role: "gridcell", class: "cell c-" + key }, children);
    const p = c.best?.power;
    const at = this.compared.indexOf(c);
    const later = c.json.predicted;
    return h(
      "div",
      { class: c.json.costly ? "" : "faint", "data-id": c.name },
      cell(
        "name",
        h("span", { class: "dot", style: at >= 0 ? `background:var(${look(at)[1]})` : null }),
        h("span", { class: "tag" }, c.name),
        h("a", { href: href("cluster", { id: c.name }), tabindex: -1, title: c.title }, h("bdi", {}, c.ofFeature ? `linear in ${shown(c.ofFeature)}: ${c.title}` : c.title)),
      ),
      cell("class", classBadge(c.best?.model)),
      cell("of", shown(c.json.best ?? "–")),
      cell("power", p ? p.b.toFixed(2) : "–", p?.b_ci ? h("small", {}, ` ${p.b_ci[0].toFixed(2)} to ${p.b_ci[1].toFixed(2)}`) : null),
      cell("r2", p ? p.r2.toFixed(3) : ""),
      cell("max", h("span", { class: "share" }, h("i", { style: `width:${((100 * c.json.max) / this.most).toFixed(1)}%` }), h("em", {}, short(c.json.max)))),
      cell("later", later == null ? "–" : short(later)),
      cell("blocks", exact(c.json.members.length)),
      cell("where", h("a", { href: href("source", { file: c.costliest.file, line: String(c.costliest.line), cluster: c.name }), tabindex: -1 }, h("bdi", {}, shown(place(c.costliest))))),
    );
  }

  dispose(): void {
    this.panel.dispose();
  }
}
