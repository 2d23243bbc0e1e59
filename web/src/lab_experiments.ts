// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_experiments.ts: all experiments: how each ended, what its function costs, and a plot of the
// functions' costs. Address parameters: pick (experiments, in their order), and those of lab_plot.ts.
import { classBadge } from "./badge";
import { append, h } from "./dom";
import type { Experiment, Lab } from "./lab";
import { curveOf, look, MOST_CURVES } from "./lab_curves";
import { LabPlot } from "./lab_plot";
import { average, exact, shown } from "./numbers";
import { adjust, here, href, type Address, type View } from "./router";

const FIRST = 6;

export function labExperiments(lab: Lab): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new Experiments(lab, root);
    view.update(address);
    return view;
  };
}

class Experiments implements View {
  private readonly plot = new LabPlot(() => this.update(here()));
  private readonly table = h("div", { class: "scroll tall" });
  private readonly growing: Experiment[];

  constructor(
    private readonly lab: Lab,
    root: HTMLElement,
  ) {
    this.growing = lab.experiments.filter((e) => e.sizes.length > 1);
    append(root, [h("h1", {}, "Experiments")]);
    if (!lab.experiments.length) append(root, [h("p", { class: "empty" }, "The sources declare no experiments.")]);
    else append(root, [this.table, this.growing.length ? [h("h2", {}, "Cost of the whole functions"), this.plot.element] : null]);
  }

  private get picked(): Experiment[] {
    const text = this.address.get("pick");
    if (text === "-") return [];
    const asked = text.split(";").map((id) => this.growing.find((e) => e.id === id)).filter((e) => e != null);
    return (asked.length ? [...new Set(asked)] : this.growing.filter((e) => e.total.model?.class !== "2^n").slice(0, FIRST)).slice(0, MOST_CURVES);
  }

  private address!: Address;

  update(address: Address): void {
    this.address = address;
    const picked = this.picked;
    this.drawTable(picked);
    if (!this.growing.length) return;
    const largest = Math.max(0, ...picked.map((e) => e.sizes[e.sizes.length - 1]!));
    const rows = picked.map((e) => ({
      curve: curveOf(shown(e.id), "f", e, e.total),
      text: "",
      name: "",
      drawn: true,
      remove: () => this.toggle(e),
    }));
    this.plot.show(rows, address, "whole functions", largest, "tick experiments to see them");
  }

  private toggle(e: Experiment): void {
    const now = this.picked;
    const next = now.includes(e) ? now.filter((x) => x !== e) : [...now, e];
    adjust({ pick: next.map((x) => x.id).join(";") || "-", from: "", to: "" });
  }

  private drawTable(picked: Experiment[]): void {
    const focused = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>(".experiments tr")?.dataset.id;
    this.table.replaceChildren(
      h(
        "table",
        { class: "experiments" },
        h("thead", {}, h("tr", {}, ["", "function", "input", "ended", "sizes", "cost of a call"].map((t) => h("th", { scope: "col" }, t)), h("th", { scope: "col", class: "num", title: "Mean cost of a call at the largest size" }, "at the largest"))),
        h("tbody", {}, this.lab.experiments.map((e) => this.row(e, picked))),
      ),
    );
    if (focused) [...this.table.querySelectorAll<HTMLElement>("tr")].find((r) => r.dataset.id === focused)?.querySelector<HTMLElement>("input")?.focus();
  }

  private row(e: Experiment, picked: Experiment[]): HTMLElement {
    const at = picked.indexOf(e);
    const last = e.total.points[e.total.points.length - 1];
    const sizes = e.sizes.length ? `${exact(e.sizes.length)}: ${exact(e.sizes[0]!)} to ${exact(e.sizes[e.sizes.length - 1]!)}` : "none";
    const box = h("input", { type: "checkbox", checked: at >= 0, disabled: !this.growing.includes(e), "aria-label": `Show ${e.id}`, onchange: () => this.toggle(e) });
    return h(
      "tr",
      { "data-id": e.id, class: e.ok ? null : "failed" },
      h("td", { class: "tick" }, box, h("span", { class: "dot", style: at >= 0 ? `background:var(${look(at)[1]})` : null })),
      h("td", { "data-name": "function" }, h("a", { href: href("overview", { e: e.id }) }, shown(e.json.function))),
      h("td", { "data-name": "input" }, e.json.input ? shown(e.json.input) : "–"),
      h("td", { "data-name": "ended", class: "ended" }, h("b", {}, e.json.status), e.json.why ? h("div", {}, shown(e.json.why)) : null),
      h("td", { "data-name": "sizes" }, sizes, Number(e.json.repeat) > 1 ? h("small", {}, `, ${exact(e.json.repeat)} times each`) : null),
      h("td", { "data-name": "cost" }, e.sizes.length > 1 ? [classBadge(e.total.model), " ", h("code", {}, e.total.model?.formula ?? "")] : "–"),
      h("td", { "data-name": "at the largest", class: "num" }, last ? average(last.mean) : "–"),
    );
  }

  dispose(): void {
    this.plot.dispose();
  }
}
