// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend_cluster.ts: one cluster: its fits with intervals, the plot, the residuals, its members in the
// source. Address parameters: id, x, fit, scale, hide.
import { classBadge } from "./badge";
import { button, checkbox, h, select } from "./dom";
import { exact, short, shown } from "./numbers";
import { PlotPanel } from "./plot_panel";
import { prose } from "./prose";
import { adjust, href, type Address, type View } from "./router";
import { modelWords } from "./scope_facts";
import { base, FIT_WORDS, type Cluster, type FitName, type Trend } from "./trend";
import { clusterSpec, fitWords, residualSpec, trendCsv } from "./trend_curves";
import type { FitJson, PredictionJson, TrendFitJson } from "./trend_schema";

const LAYERS: [string, string][] = [
  ["power", "power function"],
  ["linear", "line"],
  ["model", "Ordo's cost function"],
  ["band", "95 % interval"],
  ["predict", "to 10×"],
];
const MOST_LINES = 400;

export function clusterView(trend: Trend): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new ClusterView(trend, root);
    view.update(address);
    return view;
  };
}

function fitFacts(l: FitJson | null, words: string): string {
  if (!l) return "none: fewer than 5 workloads or 3 distinct sizes";
  const parts = [words];
  const range = ([low, high]: [number, number]): string => `${short(low)} to ${short(high)}`;
  if (l.b_ci) parts.push(`b ${Math.abs(l.b) < 100 ? `${l.b_ci[0].toFixed(2)} to ${l.b_ci[1].toFixed(2)}` : range(l.b_ci)}`);
  if (l.a_ci) parts.push(`a ${range(l.a_ci)}`);
  parts.push(`R² ${l.r2.toFixed(4)}`);
  if (l.zeros) parts.push(`${exact(l.zeros)} workloads of cost or size 0 left out`);
  return parts.join(" · ");
}

const prediction = (p: PredictionJson | undefined): string => (!p ? "–" : p[1] == null || p[2] == null ? short(p[0]) : `${short(p[0])}  (${short(p[1])} to ${short(p[2])})`);

class ClusterView implements View {
  private cluster: Cluster | null = null;
  private address!: Address;
  private shownKey = "";
  private turn = 0;
  private readonly facts = h("div");
  private readonly controls = h("div", { class: "toolbar" });
  private readonly layers = h("div", { class: "toolbar layers", role: "group", "aria-label": "Shown" });
  private readonly main: PlotPanel;
  private readonly residuals = new PlotPanel({ height: 210, small: true });
  private readonly residualCaption = h("figcaption");
  private readonly others = h("div", { class: "sides" });
  private readonly members = h("section", { class: "members" });
  private panels: PlotPanel[] = [];

  constructor(
    private readonly t: Trend,
    private readonly root: HTMLElement,
  ) {
    this.main = new PlotPanel({ height: innerWidth < 500 ? 300 : 420, csv: () => (this.cluster ? trendCsv([this.cluster], this.feature) : "") });
  }

  private get feature(): string {
    const f = this.address.get("x");
    return this.t.features.includes(f) ? f : (this.cluster?.json.best ?? this.t.features[0] ?? "");
  }
  private get fit(): FitName {
    const l = this.address.get("fit");
    return l === "linear" || l === "model" ? l : "power";
  }

  update(address: Address): void {
    this.address = address;
    const id = address.get("id", "C1");
    const cluster = this.t.cluster(id);
    if (!cluster) {
      this.cluster = null;
      this.shownKey = "";
      this.root.replaceChildren(
        h("h1", {}, "No such cluster"),
        h("p", {}, `This page has no cluster ${id.slice(0, 40)}. `, h("a", { href: href("overview") }, "To all clusters")),
      );
      return;
    }
    if (cluster !== this.cluster) {
      this.cluster = cluster;
      this.root.replaceChildren(
        this.facts,
        ...(this.t.features.length ? [this.controls, this.layers, this.main.element, h("figure", { class: "residuals" }, this.residualCaption, this.residuals.element), this.others] : []),
        this.members,
      );
      void this.drawMembers(cluster);
    }
    this.drawFacts(cluster);
    this.drawControls(cluster);
    const key = ["x", "fit", "scale", "hide"].map((k) => address.get(k)).join("\n") + cluster.name;
    if (key === this.shownKey) return;
    this.shownKey = key;
    this.draw(cluster);
  }

  private drawFacts(c: Cluster): void {
    const fit = c.fit(this.feature);
    const item = (label: string, ...content: (Node | string)[]): HTMLElement[] => [h("dt", {}, label), h("dd", {}, content)];
    const step = (by: number): string => this.t.clusters[c.index + by]?.name ?? "";
    const go = (by: number, sign: string, word: string): HTMLElement => button(sign, () => (location.hash = href("cluster", { id: step(by) })), { "aria-label": word, title: word, disabled: !step(by) });
    const routines = [...new Set(c.json.members.map((m) => m.routine))];
    this.facts.replaceChildren(
      h(
        "div",
        { class: "cluster-head" },
        h("h1", { class: "scope-name" }, h("span", { class: "tag" }, c.name), " ", h("bdi", {}, c.title)),
        h("span", { class: "steps" }, go(-1, "←", "Previous cluster"), go(1, "→", "Next cluster")),
      ),
      h(
        "p",
        { class: "quiet" },
        c.ofFeature ? `linear in the feature ${shown(c.ofFeature)} · ` : "",
        `${exact(c.json.members.length)} ${c.json.members.length === 1 ? "block" : "blocks"} of ${exact(routines.length)} ${routines.length === 1 ? "routine" : "routines"} · at most ${short(c.json.max)} executions in a workload`,
        c.json.costly ? "" : " · not costly",
      ),
      h(
        "dl",
        { class: "facts-list" },
        fit ? item("Growth", classBadge(fit.model), " ", fit.model.why ? shown(fit.model.why.replace(/\bx\b/, fit.feature)) : modelWords(fit.model)) : item("Growth", "no feature to grow with"),
        fit ? item("Power function", fitFacts(fit.power, fitWords(c, this.feature, "power"))) : [],
        fit ? item("Line", fitFacts(fit.linear, fitWords(c, this.feature, "linear"))) : [],
        (fit?.model.warnings ?? []).map((w) => item("Note", h("code", {}, w.code), " ", ...prose(w.remedy))),
      ),
      fit ? this.predictions(c, fit) : "",
    );
  }

  private predictions(c: Cluster, fit: TrendFitJson): HTMLElement {
    const unsupported = fit.feature === c.json.best && c.json.predicted == null;
    const f = this.t.json.features.find((x) => x.name === fit.feature);
    const rows: [string, number | null, "f95x2" | "f95x10" | "asked"][] = [
      ["2 × the 95th percentile", f?.f95 == null ? null : 2 * f.f95, "f95x2"],
      ["10 × the 95th percentile", f?.f95 == null ? null : 10 * f.f95, "f95x10"],
    ];
    if (f?.asked != null) rows.push(["asked for", f.asked, "asked"]);
    return h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "predictions" },
        h("thead", {}, h("tr", {}, [`${shown(fit.feature)} =`, "Ordo", "power function (95 %, bootstrap)", "line (95 %, bootstrap)"].map((t) => h("th", { scope: "col" }, t)))),
        h(
          "tbody",
          {},
          rows.map(([label, x, key]) =>
            h("tr", {}, h("td", { title: label }, x == null ? "–" : short(x), h("small", {}, " " + label)), h("td", {}, fit.model[key] == null || (unsupported && key === "f95x10") ? "–" : short(fit.model[key])), h("td", {}, prediction(fit.power?.pred[key])), h("td", {}, prediction(fit.linear?.pred[key]))),
          ),
        ),
      ),
    );
  }

  private get hide(): Set<string> {
    return new Set(this.address.get("hide", "linear").split(",").filter((x) => x && x !== "nothing"));
  }

  private drawControls(c: Cluster): void {
    const focused = [...this.controls.querySelectorAll("select")].indexOf(document.activeElement as HTMLSelectElement);
    this.controls.replaceChildren(
      select("Feature n", this.t.features.map((f) => [f, f === c.json.best && this.t.features.length > 1 ? `${shown(f)} (best)` : shown(f)]), this.feature, (v) => adjust({ x: v })),
      select("Interval of", (["power", "linear", "model"] as FitName[]).map((l) => [l, FIT_WORDS[l]]), this.fit, (v) => adjust({ fit: v === "power" ? "" : v })),
      select("Axes", [["", "logarithmic"], ["linear", "linear"]], this.address.get("scale"), (v) => adjust({ scale: v })),
    );
    if (focused >= 0) this.controls.querySelectorAll("select")[focused]?.focus();
    const at = [...this.layers.querySelectorAll("input")].indexOf(document.activeElement as HTMLInputElement);
    this.layers.replaceChildren(
      ...LAYERS.map(([key, text]) =>
        checkbox(text, !this.hide.has(key), (on) => {
          const now = this.hide;
          if (on) now.delete(key);
          else now.add(key);
          adjust({ hide: [...now].join(",") || "nothing" });
        }),
      ),
    );
    if (at >= 0) this.layers.querySelectorAll("input")[at]?.focus();
  }

  private draw(c: Cluster): void {
    if (!this.t.features.length) return;
    const log = this.address.get("scale") !== "linear";
    const hide = this.hide;
    hide.delete(this.fit);
    const note = this.fit === "model" ? "no band for Ordo's cost function: its interval is that of the exponent" : "";
    this.main.show(clusterSpec(c, this.feature, this.fit, log, hide), note);
    const residuals = residualSpec(c, this.feature, this.fit, log);
    this.residualCaption.textContent = `Residuals of the ${FIT_WORDS[this.fit]}: cost / fit − 1, over ${shown(this.feature)}`;
    this.residuals.show(residuals, residuals ? "" : `no ${FIT_WORDS[this.fit]}: nothing to compare with`);
    for (const p of this.panels) p.dispose();
    this.panels = [];
    const rest = this.t.features.filter((f) => f !== this.feature).slice(0, 8);
    this.others.replaceChildren(
      ...rest.map((f) => {
        const panel = new PlotPanel({ height: 190, small: true });
        this.panels.push(panel);
        const fit = c.fit(f);
        const words = fit?.power ? `power ${fit.power.b.toFixed(2)}, R² ${fit.power.r2.toFixed(3)}` : "no power function";
        queueMicrotask(() => panel.show(clusterSpec(c, f, "power", log, new Set(["linear", "model", "predict"]))));
        return h("figure", { class: "side" }, h("figcaption", {}, "Over ", h("a", { href: href("cluster", { id: c.name, x: f }) }, shown(f)), `: ${words}`), panel.element);
      }),
    );
  }

  /** Lists each line once, with the greatest of its blocks' counts. */
  private async drawMembers(c: Cluster): Promise<void> {
    const turn = ++this.turn;
    const files = new Map<string, Map<number, { max: number; blocks: number; routine: string }>>();
    for (const m of c.json.members) {
      const lines = files.get(m.file) ?? new Map<number, { max: number; blocks: number; routine: string }>();
      files.set(m.file, lines);
      const before = lines.get(m.line);
      lines.set(m.line, { max: Math.max(before?.max ?? 0, Number(m.max ?? 0)), blocks: (before?.blocks ?? 0) + 1, routine: m.routine });
    }
    const texts = new Map<string, string[] | null>();
    for (const file of files.keys()) texts.set(file, await this.t.source(file));
    if (turn !== this.turn) return;
    const most = Math.max(1, ...c.json.members.map((m) => Number(m.max ?? 0)));
    let left = MOST_LINES;
    let total = 0;
    const groups = [...files].map(([file, lines]) => {
      total += lines.size;
      const text = texts.get(file);
      const sorted = [...lines].sort((a, b) => a[0] - b[0]).slice(0, Math.max(0, left));
      left -= sorted.length;
      let routine = "";
      return h(
        "div",
        { class: "member-file" },
        h("h3", {}, h("a", { href: href("source", { file, cluster: c.name }) }, shown(base(file) || "(no file known)")), h("small", {}, ` ${exact(lines.size)} ${lines.size === 1 ? "line" : "lines"}`)),
        sorted.map(([line, m]) => {
          const head = m.routine === routine ? null : h("div", { class: "member-routine" }, shown((routine = m.routine)));
          return [
            head,
            h(
              "a",
              { class: "line member", href: href("source", { file, line: String(line), cluster: c.name }) },
              h("span", { class: "no" }, line || "?"),
              h("span", { class: "hist", title: `executed at most ${exact(m.max)} times on a workload` }, h("i", { style: `width:${((100 * m.max) / most).toFixed(1)}%` })),
              h("span", { class: "ran" }, short(m.max)),
              h("code", {}, text?.[line - 1] != null ? shown(text[line - 1]!.slice(0, 400).replace(/\t/g, "    ")) : `${exact(m.blocks)} ${m.blocks === 1 ? "block" : "blocks"}`),
            ),
          ];
        }),
      );
    });
    this.members.replaceChildren(
      h("h2", {}, "Members in the source"),
      h("p", { class: "quiet" }, `bars: executions of the line on the workload that runs it most often${total > MOST_LINES ? `; the first ${MOST_LINES} of ${exact(total)} lines` : ""}`),
      h("div", { class: "member-list" }, groups),
    );
  }

  dispose(): void {
    this.turn++;
    this.main.dispose();
    this.residuals.dispose();
    for (const p of this.panels) p.dispose();
  }
}
