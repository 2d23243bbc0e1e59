// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finding_detail.ts: what a finding opens: its plot, its callers and its source lines.
import { kindSign } from "./badge";
import { h } from "./dom";
import { findingPlot, type FindingPlot } from "./finding_plots";
import { mainPath, type CallPath, type Finding } from "./findings";
import { brief, exact, percent, shown, tail } from "./numbers";
import { PlotPanel } from "./plot_panel";
import type { PlotSpec } from "./plot_spec";
import type { Scope } from "./profile";
import { signs } from "./prose";
import { href } from "./router";
import { SourceLines, splitLines } from "./source_lines";

const AROUND = 4; // lines of source above and below
const MOST_STEPS = 24; // of a way of calls

export const placeLink = (s: Scope, most: number): HTMLElement | null =>
  s.json.file ? h("a", { href: href("source", { file: s.json.file, line: String(s.json.line) }), title: shown(s.where) }, h("bdi", {}, tail(s.where, most))) : null;

/** The step that runs the scope so often; -1: calls are not what makes it grow. */
function repeaterOf(f: Finding, { steps }: CallPath): number {
  const last = f.json.through[f.json.through.length - 1];
  return last === undefined ? -1 : steps.findIndex((s) => s.scope?.id === last);
}

function callers(f: Finding, path: CallPath): HTMLElement {
  const p = f.scope.profile;
  const repeater = repeaterOf(f, path);
  const row = ({ scope, calls }: CallPath["steps"][number], i: number): HTMLElement =>
    h(
      "tr",
      { class: i === 0 ? "itself" : scope && f.json.through.includes(scope.id) ? "through" : null },
      h("td", {}, kindSign(scope?.json.kind ?? "library")),
      h("td", { class: "name" }, scope ? h("a", { href: href("scope", { id: scope.id }) }, h("bdi", {}, brief(scope.title))) : "a library routine", i && i === repeater ? h("em", {}, "repeats it") : null),
      h("td", { class: "num" }, exact(calls)),
      h("td", { class: "place" }, scope && placeLink(scope, 24)),
    );
  const shownSteps = path.steps.length > MOST_STEPS ? [...path.steps.slice(0, MOST_STEPS - 1), path.steps[path.steps.length - 1]!] : path.steps;
  const left = path.steps.length - shownSteps.length;
  const runs = p.report.runs.length;
  return h(
    "section",
    { class: "finding-callers" },
    h("h4", {}, "Callers"),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen" }, "kind")), h("th", { scope: "col" }, "scope"), h("th", { scope: "col", class: "num" }, "calls"), h("th", { scope: "col", class: "place" }, "where"))),
        h("tbody", {}, shownSteps.map(row)),
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      runs > 1 ? `Calls are those of all ${exact(runs)} runs. ` : "",
      left ? `${exact(left)} scopes in between are left out. ` : "",
      path.others ? `${percent(path.share)} of its cost comes this way, the rest from ${exact(path.others)} other calling ${path.others === 1 ? "context" : "contexts"}. ` : "",
      h("a", { href: href("calls", { id: f.scope.id }) }, "All callers and callees"),
    ),
  );
}

/** The text without the blanks that all lines of a part begin with. */
function unindented(text: string[], first: number, last: number): string[] {
  const part = text.slice(first - 1, last).map((l) => l.replace(/\t/g, "    "));
  const depth = Math.min(...part.filter((l) => l.trim() && !l.startsWith("#")).map((l) => l.length - l.trimStart().length));
  const out = [...text];
  part.forEach((l, i) => (out[first - 1 + i] = l.slice(Number.isFinite(depth) ? Math.min(depth, l.length - l.trimStart().length) : 0)));
  return out;
}

async function source(f: Finding): Promise<HTMLElement> {
  const { file, line } = f.scope.json;
  const p = f.scope.profile;
  const head = h("h4", {}, "Source");
  if (!file) return h("section", {}, head, h("p", { class: "quiet" }, "No file is known: compile with -g1 or more."));
  const index = p.files.find((x) => x.file === file);
  const place = h("p", { class: "quiet" }, placeLink(f.scope, 80));
  if (index?.source == null) return h("section", {}, head, place, h("p", { class: "quiet" }, `No source text: ${shown(index?.missing ?? "it is not in this page")}.`));
  const text = splitLines(await p.source(index));
  const first = Math.max(1, line - AROUND);
  const last = Math.min(text.length, line + AROUND);
  const lines = new SourceLines(p, file, p.scopes.filter((s) => s.json.file === file), unindented(text, first, last));
  const open = (l: number): void => {
    location.hash = href("source", { file, line: String(l) });
  };
  return h(
    "section",
    { class: "finding-source" },
    head,
    place,
    index.newer ? h("p", { class: "warning" }, "This file changed after the recording: lines may not match.") : null,
    h(
      "div",
      { class: "source-lines", role: "group", "aria-label": `Lines ${first} to ${last} of ${file}` },
      Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
        const row = lines.row(first + i, open);
        if (first + i === line) row.classList.add("marked");
        return row;
      }),
    ),
  );
}

export class FindingDetail {
  readonly element: HTMLElement;
  /** When everything is shown. */
  readonly ready: Promise<void>;
  private panels: PlotPanel[] = [];
  private gone = false;

  constructor(finding: Finding, id: string) {
    this.element = h("div", { class: "finding-detail", id, role: "region", "aria-label": `${signs(finding.part.title)}: ${shown(finding.scope.title)}`, "aria-busy": "true" });
    this.ready = this.load(finding);
  }

  private async load(f: Finding): Promise<void> {
    // All at once, so that nothing moves when a part arrives.
    const [plot, path, lines] = await Promise.all([findingPlot(f), mainPath(f.scope), source(f)]);
    if (this.gone) return;
    const { element, show } = this.plots(f, plot);
    this.element.replaceChildren(element, h("div", { class: "finding-where" }, callers(f, path), lines));
    this.element.removeAttribute("aria-busy");
    show();
  }

  private plots(f: Finding, plot: FindingPlot): { element: HTMLElement; show: () => void } {
    const panel = new PlotPanel({ height: innerWidth < 500 ? 260 : 340, csv: () => plot.csv });
    this.panels = [panel];
    const waiting: [PlotPanel, PlotSpec][] = [];
    const sides = plot.sides.map((side) => {
      const small = new PlotPanel({ height: 150, small: true });
      this.panels.push(small);
      waiting.push([small, side.spec]);
      return h("figure", { class: "side", "data-plot": side.key }, h("figcaption", {}, side.title), small.element);
    });
    return {
      element: h(
        "section",
        { class: "finding-plot", "data-basis": f.json.basis },
        h("h4", {}, "Growth"),
        panel.element,
        h("div", { class: "sides" }, sides),
        h("p", { class: "quiet" }, h("a", { href: href("scope", { id: f.scope.id }) }, "Cost of a call against its size, and other plots of the scope")),
      ),
      // A plot takes its width from the page.
      show: () => {
        panel.show(plot.spec, plot.note);
        for (const [small, spec] of waiting) small.show(spec);
      },
    };
  }

  dispose(): void {
    this.gone = true;
    for (const p of this.panels) p.dispose();
  }
}
