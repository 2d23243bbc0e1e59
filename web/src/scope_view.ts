// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scope_view.ts: one scope: its controls in one row, cost against size beside what is known of it, other
// scopes drawn over it, and smaller plots. Address parameters: id, x, y, scale, f, with, hide, g, from, to.
import type { App } from "./app";
import { ComparePicker, refer, resolve } from "./compare_picker";
import { csv, mainSpec, MOST_OTHERS, sideSpecs, usualScale, type Curve, type Shown } from "./curves";
import { checkbox, h, menu, select } from "./dom";
import { FormulaBox } from "./formula_box";
import { CLASSES, GUESSES } from "./growth";
import { brief, className, exact, shown } from "./numbers";
import { PlotPanel } from "./plot_panel";
import type { Scope } from "./profile";
import { adjust, here, href, type Address, type View } from "./router";
import { scopeFacts, scopeHead, withoutPoints } from "./scope_facts";

const LAYERS: [string, string, boolean][] = [
  ["worst", "worst", false],
  ["mean", "average", false],
  ["best", "best", false],
  ["model", "model", true],
  ["band", "interval", true],
  ["predict", "", true], // its label has the factor
  ["envelope", "worst-case model", true],
];
const PRESETS = ["c", "c / n", "c / (n*log(n))", "c / n^2", "c / sqrt(n)", "worst / best", "sum"];

export function scopeView(app: App): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new ScopeView(app, root);
    view.update(address);
    return view;
  };
}

class ScopeView implements View {
  private scope: Scope | null = null;
  private shownKey = "";
  private turn = 0;
  private curves: Curve[] = [];
  private readonly choices = h("div", { class: "choices-row" });
  private readonly layers = h("div", { class: "layers", role: "group", "aria-label": "Shown" });
  private readonly controls: HTMLElement;
  private readonly head = h("div");
  private readonly facts = h("aside", { class: "scope-aside", "aria-label": "What is known" });
  private readonly guesses = h("span");
  private readonly formula: FormulaBox;
  private readonly main: PlotPanel;
  private readonly sides = h("div", { class: "sides" });
  private readonly table = h("details", { class: "data" });
  private readonly picker: ComparePicker;
  private readonly same = h("span");
  private panels: PlotPanel[] = [];

  constructor(
    private readonly app: App,
    private readonly root: HTMLElement,
  ) {
    this.formula = new FormulaBox(PRESETS, "n size, c cost; also worst, best, count, sum, log, sqrt …", () => this.update(here()));
    this.main = new PlotPanel({
      height: innerWidth < 500 ? 300 : 420,
      csv: () => csv(this.curves, this.formula.text),
      zoomed: (r) => adjust({ from: r ? r[0].toPrecision(6) : "", to: r ? r[1].toPrecision(6) : "" }, "same"),
    });
    this.controls = h("div", { class: "toolbar scope-controls" }, this.choices, this.formula.element, menu("Shown", this.layers));
    this.picker = new ComparePicker(
      app.profiles,
      (s) => this.label(s),
      (s) => this.setOthers([...this.others(), s]),
      (s) => this.setOthers(this.others().filter((x) => x !== s)),
    );
  }

  private label(s: Scope): string {
    if (!this.app.other) return shown(s.title);
    // Sizes in cells of different bytes cannot be compared.
    const cells = this.app.profiles.map((p) => p.report.cell_bytes);
    const unit = cells[0] === cells[1] ? "" : `, cells of ${s.profile.report.cell_bytes}`;
    return `${shown(s.title)} (${this.app.nameOf(s.profile)}${unit})`;
  }

  private address!: Address;

  private others(): Scope[] {
    return resolve(this.address.get("with"), this.app.profiles)
      .filter((s) => s !== this.scope)
      .slice(0, MOST_OTHERS);
  }

  private setOthers(list: Scope[]): void {
    adjust({ with: [...new Set(list.map(refer))].slice(0, MOST_OTHERS).join(","), from: "", to: "" });
  }

  update(address: Address): void {
    this.address = address;
    const id = address.get("id");
    const scope = id ? this.app.profile.byId.get(id) ?? this.app.other?.byId.get(id) : this.app.profile.firstScope;
    if (!scope) {
      this.scope = null;
      this.root.replaceChildren(
        h("h1", {}, "No such scope"),
        h("p", {}, id ? "This page has no scope with this address: another build of the source may name it differently. " : "This profile has no scopes. ", h("a", { href: href("overview") }, "To the overview")),
      );
      return;
    }
    if (scope !== this.scope) this.build(scope);
    this.sync();
    const { params } = address;
    const key = ["x", "y", "scale", "f", "with", "hide", "g"].map((k) => params.get(k)).join("\n") + scope.id;
    if (key !== this.shownKey) {
      this.shownKey = key;
      void this.draw();
    } else this.main.zoom(this.range());
  }

  private build(scope: Scope): void {
    this.scope = scope;
    this.shownKey = "";
    this.root.replaceChildren(this.head);
    this.head.replaceChildren(scopeHead(scope));
    if (!scope.json.sizes || !Object.keys(scope.json.sizes).length) {
      this.root.append(h("p", { class: "empty" }, withoutPoints(scope)), this.facts);
      this.facts.replaceChildren(scopeFacts(scope, scope.size, scope.profile.report.cost_metric));
      return;
    }
    this.root.append(
      this.controls,
      this.formula.mistake,
      h("div", { class: "scope-body" }, this.main.element, this.facts),
      h("div", { class: "toolbar" }, this.picker.element, this.same, this.guesses),
      this.sides,
      this.table,
    );
  }

  private get cost(): string {
    const asked = this.address.get("y");
    return this.scope!.costs().includes(asked) ? asked : this.scope!.costs()[0]!;
  }
  private get size(): string {
    const sizes = this.scope!.sizes(this.cost);
    const asked = this.address.get("x") || this.scope!.size;
    return asked in sizes ? asked : (Object.keys(sizes)[0] ?? "rms");
  }
  private get scale(): string {
    return this.address.get("scale") || usualScale(this.scope!.sizes(this.cost)[this.size]);
  }
  private shownLayers(): Shown {
    const scale = this.scale;
    // On linear axes, a plot to the predicted size would show the measured points in a small part of its width.
    const hide = this.address.params.get("hide") ?? (scale === "linear" ? "predict" : "");
    return {
      xLog: scale !== "linear",
      yLog: scale === "log",
      formula: this.address.get("f"),
      hide: new Set(hide.split(",").filter((x) => x && x !== "nothing")),
    };
  }
  private range(): [number, number] | null {
    const [from, to] = [Number(this.address.get("from", "NaN")), Number(this.address.get("to", "NaN"))];
    return from < to ? [from, to] : null;
  }

  /** Sets the controls from the address. */
  private sync(): void {
    const s = this.scope!;
    if (!this.controls.isConnected) return;
    this.facts.replaceChildren(scopeFacts(s, this.size, this.cost));
    const focused = [...this.choices.querySelectorAll("select")].indexOf(document.activeElement as HTMLSelectElement);
    const guessed = this.guesses.contains(document.activeElement);
    const scales: [string, string][] = [
      ["linear", "linear"],
      ["log", "log-log"],
      ["xlog", "log sizes"],
    ];
    const sizes = Object.keys(s.sizes(this.cost));
    this.choices.replaceChildren(
      select("Size n", sizes.map((m) => [m, m === s.size && sizes.length > 1 ? `${m} (best)` : m]), this.size, (v) => adjust({ x: v, from: "", to: "" })),
      select("Cost c", s.costs().map((c) => [c, c]), this.cost, (v) => adjust({ y: v, x: "", from: "", to: "" })),
      select("Axes", scales, this.scale, (v) => adjust({ scale: v, from: "", to: "" })),
    );
    if (focused >= 0) this.choices.querySelectorAll("select")[focused]?.focus();
    this.guesses.replaceChildren(select("Guess g(n)", CLASSES.filter((c) => c in GUESSES).map((c) => [c, className(c)]), this.guess, (v) => adjust({ g: v })));
    if (guessed) this.guesses.querySelector("select")!.focus();
    const layer = [...this.layers.querySelectorAll("input")].indexOf(document.activeElement as HTMLInputElement);
    const hide = this.shownLayers().hide;
    const hasModel = Boolean(s.sizes(this.cost)[this.size]?.model);
    this.layers.replaceChildren(
      ...LAYERS.filter(([, , needs]) => hasModel || !needs).map(([key, text]) =>
        checkbox(text || `to ${s.profile.times}`, !hide.has(key), (on) => {
          const now = this.shownLayers().hide;
          if (on) now.delete(key);
          else now.add(key);
          adjust({ hide: [...now].join(",") || "nothing" });
        }),
      ),
    );
    if (layer >= 0) this.layers.querySelectorAll("input")[layer]?.focus();
    this.formula.show(this.address.get("f"));
    this.picker.show(this.others());
    const counterpart = this.app.profiles.find((p) => p !== s.profile)?.byId.get(s.id);
    this.same.replaceChildren(
      ...(counterpart && counterpart.json.sizes ? [checkbox(`the same scope in ${this.app.nameOf(counterpart.profile)}`, this.others().includes(counterpart), (on) => this.setOthers(on ? [...this.others(), counterpart] : this.others().filter((x) => x !== counterpart)))] : []),
    );
  }

  private get guess(): string {
    const g = this.address.get("g") || this.scope!.sizes(this.cost)[this.size]?.model?.class || "n";
    return g in GUESSES ? g : "n";
  }

  private async draw(): Promise<void> {
    const turn = ++this.turn;
    const [s, size, cost] = [this.scope!, this.size, this.cost];
    if (!this.controls.isConnected) return;
    const curve = async (x: Scope, label: string): Promise<Curve> => {
      const use = size in x.sizes(cost) ? size : x.size;
      return { scope: x, label, size: use, cost, head: x.sizes(cost)[use], points: await x.points(use, cost) };
    };
    const curves = await Promise.all([s, ...this.others()].map((x, i) => curve(x, brief(i || this.app.other ? this.label(x) : s.title))));
    if (turn !== this.turn) return;
    this.curves = curves;
    const cell = s.profile.report.cell_bytes;
    const look = this.shownLayers();
    const m = mainSpec(curves, look, cell);
    if ("error" in m) {
      this.formula.check(look.formula);
      return; // the last valid plot stays
    }
    this.main.show(m.spec, m.note, this.range());
    for (const p of this.panels) p.dispose();
    this.panels = [];
    const sides = sideSpecs(curves, look, this.guess, cell);
    this.guesses.hidden = !sides.some((side) => side.key === "ratio");
    this.sides.replaceChildren(
      ...sides.map((side) => {
        const panel = new PlotPanel({ height: 190, small: true });
        this.panels.push(panel);
        queueMicrotask(() => panel.show(side.spec));
        return h("figure", { class: "side", "data-plot": side.key }, h("figcaption", {}, side.title), panel.element);
      }),
    );
    this.drawTable(curves[0]!);
  }

  private drawTable(c: Curve): void {
    const most = 300;
    const rows = c.points.slice(0, most).map((p) => {
      const [n, count, min, max, sum] = p.raw;
      return h("tr", {}, [n, count, min, max, sum].map((v) => h("td", {}, exact(v))));
    });
    const open = this.table.open;
    this.table.replaceChildren(
      h("summary", {}, `The points as a table (${exact(c.points.length)})`),
      h(
        "div",
        { class: "scroll" },
        h("table", {}, h("thead", {}, h("tr", {}, ["n", "count", "best", "worst", "sum"].map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, rows)),
      ),
      c.points.length > most ? h("p", { class: "quiet" }, `The first ${most}; CSV has all.`) : "",
    );
    this.table.open = open;
  }

  dispose(): void {
    this.turn++;
    this.formula.dispose();
    this.main.dispose();
    for (const p of this.panels) p.dispose();
  }
}

