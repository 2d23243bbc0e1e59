// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_plot.ts: curves against the size: the formula box, what is drawn of each curve, the plot, and a
// table of the curves as its legend. Address parameters: f, hide, scale, from, to.
import { classBadge } from "./badge";
import { append, button, checkbox, h, select } from "./dom";
import { FormulaBox } from "./formula_box";
import { labCsv, labSpec, LAYERS, look, scaleOf, spread, type LabCurve, type Look } from "./lab_curves";
import { average, exact, shown } from "./numbers";
import { PlotPanel } from "./plot_panel";
import { adjust, here, type Address } from "./router";

const PRESETS = ["c", "c / n", "c / (n*log(n))", "c / n^2"];

export interface CurveRow {
  curve: LabCurve;
  text: string; // as in the source
  name: string; // its kind, or its number of statements
  drawn: boolean;
  remove?: () => void;
}

export class LabPlot {
  readonly element: HTMLElement;
  private readonly formula: FormulaBox;
  private readonly layers = h("div", { class: "toolbar layers", role: "group", "aria-label": "Shown" });
  private readonly panel: PlotPanel;
  private readonly legend = h("div", { class: "curves" });
  private curves: LabCurve[] = [];

  constructor(changed: () => void) {
    this.formula = new FormulaBox(PRESETS, "n size, c average count; also best, worst, sum, count, log, sqrt …", changed);
    this.panel = new PlotPanel({
      height: innerWidth < 500 ? 280 : 360,
      csv: () => labCsv(this.curves, this.formula.text),
      zoomed: (r) => adjust({ from: r ? r[0].toPrecision(6) : "", to: r ? r[1].toPrecision(6) : "" }, "same"),
    });
    this.element = h(
      "section",
      { class: "lab-plot", "aria-label": "Plot against the size" },
      this.formula.element,
      this.formula.mistake,
      this.layers,
      this.panel.element,
      this.legend,
    );
  }

  /** Plots the rows that are drawn, in their order. The table has all rows, with their counts at the size
   * `at`. */
  show(rows: CurveRow[], address: Address, title: string, at: number, nothing: string): void {
    this.curves = rows.filter((r) => r.drawn).map((r) => r.curve);
    const look: Look = {
      scale: scaleOf(address.get("scale"), this.curves),
      formula: address.get("f"),
      hide: new Set(address.get("hide").split(",").filter(Boolean)),
    };
    this.formula.show(address.get("f"));
    this.sync(look);
    const drawn = labSpec(this.curves, look, title);
    if ("error" in drawn) this.formula.check(look.formula);
    else if (!this.curves.length) this.panel.show(null, nothing);
    else {
      const [from, to] = [Number(address.get("from", "NaN")), Number(address.get("to", "NaN"))];
      this.panel.show(drawn.spec, drawn.note, from < to ? [from, to] : null);
    }
    this.drawLegend(rows, at);
  }

  private sync(l: Look): void {
    const spreads = this.curves.some(spread);
    const models = this.curves.some((c) => c.model) && (!l.formula || l.formula.trim() === "c");
    const scales: [string, string][] = [
      ["linear", "linear"],
      ["log", "log-log"],
      ["xlog", "log sizes"],
    ];
    const controls = (): HTMLElement[] => [...this.layers.querySelectorAll<HTMLElement>("input, select")];
    const focused = controls().indexOf(document.activeElement as HTMLElement);
    this.layers.replaceChildren(
      ...LAYERS.filter(([key]) => (key === "model" ? models : key === "mean" || spreads)).map(([key, text]) =>
        checkbox(text, !l.hide.has(key), (on) => {
          const hide = new Set(here().get("hide").split(",").filter(Boolean));
          if (on) hide.delete(key);
          else hide.add(key);
          adjust({ hide: [...hide].join(",") });
        }),
      ),
      select("Axes", scales, l.scale, (v) => adjust({ scale: v, from: "", to: "" })),
    );
    if (focused >= 0) controls()[focused]?.focus();
  }

  private drawLegend(rows: CurveRow[], at: number): void {
    let number = 0;
    this.legend.replaceChildren(
      ...(rows.length
        ? [
            h(
              "table",
              { class: "curve-list" },
              h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "shown"), h("th", { scope: "col", class: "num" }, `at n = ${exact(at)}`), h("th", { scope: "col" }, "cost function"), h("th", {}))),
              h("tbody", {}, rows.map((r) => this.legendRow(r, r.drawn ? look(number++)[1] : "", at))),
            ),
          ]
        : []),
    );
  }

  private legendRow(r: CurveRow, color: string, at: number): HTMLElement {
    const { curve: c } = r;
    // Another experiment may have other sizes.
    const p = c.points.find((x) => x.n === at) ?? c.points[c.points.length - 1];
    const label = h("td", { class: "what" }, h("span", { class: "dot", style: color ? `background:var(${color})` : null }), h("b", {}, c.label), r.name ? h("span", { class: "quiet" }, ` ${r.name}`) : null);
    append(label, [r.text ? h("div", {}, h("code", {}, shown(r.text.slice(0, 300)))) : null]);
    const range = p && p.min !== p.max ? h("div", { class: "quiet" }, `${average(p.min)} to ${average(p.max)}`) : null;
    const place = p && p.n !== at ? h("div", { class: "quiet" }, `at n = ${exact(p.n)}`) : null;
    const model = c.token === "sum" ? [h("span", { class: "quiet" }, "a sum: no model")] : [classBadge(c.model), " ", h("code", {}, c.model?.formula ?? "")];
    return h(
      "tr",
      { "data-token": c.token, "data-experiment": c.experiment.id },
      label,
      h("td", { class: "num count" }, p ? average(p.mean) : "–", range, place),
      h("td", { class: "cost" }, model),
      h("td", {}, r.remove ? button("×", r.remove, { "aria-label": `Remove ${c.label}`, class: "remove" }) : null),
    );
  }

  dispose(): void {
    this.formula.dispose();
    this.panel.dispose();
  }
}
