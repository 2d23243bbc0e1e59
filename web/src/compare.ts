// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compare.ts: two profiles side by side: for each scope before, after and change, first what became worse; and
// the chosen scope's points of both in one plot. Address parameters: pair (position in what became worse),
// sort, dir, q.
import type { App } from "./app";
import { headBadge, kindSign, scopeBadge, scopeWords } from "./badge";
import { refer } from "./compare_picker";
import { csv, mainSpec, usualScale, type Curve } from "./curves";
import { h } from "./dom";
import { footing, isRecorded, recorded, type Footing } from "./footing";
import { rank, tone } from "./growth";
import { growthLegend } from "./legend";
import { brief, className, counted, exact, percent, short, shown } from "./numbers";
import { basisOf, growsWorse, growthChange, growthOverRuns, ownChange, ownOf, pairsOf, tookWork, worsened, type Pair } from "./pairs";
import { PlotPanel } from "./plot_panel";
import type { Profile, Scope } from "./profile";
import { adjust, here, href, type Address, type View } from "./router";
import { VirtualRows } from "./virtual_rows";

interface Column {
  key: string;
  label: string;
  title: string;
  by: (x: Pair) => number | string;
}
const one = (x: Pair): Scope => (x.after ?? x.before)!;

const COLUMNS: Column[] = [
  { key: "name", label: "Scope", title: "Routine, loop or recursion", by: (x) => one(x).title.toLowerCase() },
  { key: "growth", label: "Growth", title: "Class of growth before and after, by the measure of its finding, if there is one", by: growthChange },
  { key: "before", label: "Own before", title: "Own cost before: without callees and inner loops", by: (x) => ownOf(x.before) },
  { key: "after", label: "Own after", title: "Own cost after: without callees and inner loops", by: (x) => ownOf(x.after) },
  { key: "change", label: "Own change", title: "Change of own cost", by: ownChange },
  { key: "calls", label: "Calls", title: "Activations before and after", by: (x) => (x.after?.calls || 0) - (x.before?.calls || 0) },
];
const NARROW = matchMedia("(max-width: 760px)");
const ROW = (): number => (NARROW.matches ? 78 : 30);

/** How many times as much. */
function factor(before: number, after: number): string {
  const f = after / before;
  return f >= 9.95 ? `×${short(Math.round(f))}` : `×${f.toFixed(f < 0.1 ? 2 : 1)}`;
}

function change(x: Pair): string {
  if (!x.before) return "new";
  if (!x.after) return "gone";
  const [before, after] = [ownOf(x.before), ownOf(x.after)];
  if (before === after) return "same";
  const sign = after > before ? "+" : "−";
  return `${sign}${short(Math.abs(after - before))}${before > 0 && after > 0 ? ` (${factor(before, after)})` : ""}`;
}

const commands = (p: Profile): HTMLElement => {
  const all = p.report.runs.map((r) => r.command).filter(Boolean);
  return h("span", { title: all.slice(0, 60).join("\n") }, h("code", {}, shown(all[0] || p.name)), all.length > 1 ? ` and ${counted(all.length - 1, "more run")}` : "");
};

const OF_FINDING: Record<string, string> = { activation: "in each call", runs: "over the input", run: "over the run", worst: "in the worst case", conditional: "if calls get larger" };

/** The growth of one side by the measure that the finding of either has. */
function sideBadge(s: Scope | null, basis: string | null): HTMLElement {
  if (!s) return h("span", { class: "badge none" }, "–");
  if (!basis || s.finding) return headBadge(s);
  if (basis === "activation") return scopeBadge(s);
  const call = `; one call: ${scopeWords(s)}`;
  if (basis !== "runs") return h("span", { class: "badge none", title: `no finding ${OF_FINDING[basis] ?? ""}${call}` }, "no finding");
  const x = growthOverRuns(s);
  const interval = s.overRuns ? `: exponent ${s.overRuns.low.toFixed(2)} to ${s.overRuns.high.toFixed(2)}` : "";
  if (!x) return h("span", { class: "badge none", title: `how it grows over the input is not known${interval}${call}` }, "?");
  const { fill, ink } = tone(x.class ? rank(x.class) : x.exponent);
  return h("span", { class: "badge", style: `background:${fill};color:${ink}`, title: `over the input${interval}${call}` }, className(x.class ?? `n^${x.exponent.toFixed(1)}`));
}

export function compareView(app: App): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new CompareView(app, root);
    view.update(address);
    return view;
  };
}

class CompareView implements View {
  private readonly after: Profile;
  private readonly before: Profile;
  private readonly ranked: Pair[]; // what became worse first
  private readonly footing: Footing;
  private readonly place = new Map<Pair, number>();
  private list: Pair[] = [];
  private chosen: Pair | undefined;
  private turn = 0;
  private curves: Curve[] = [];
  private readonly rows: VirtualRows;
  private readonly head = h("div", { class: "row head", role: "row" });
  private readonly search: HTMLInputElement;
  private readonly count = h("span", { class: "quiet", role: "status" });
  private readonly detail = h("section", { class: "compare-detail", "aria-live": "polite" });
  private readonly panel: PlotPanel;

  constructor(app: App, root: HTMLElement) {
    [this.after, this.before] = [app.profile, app.other!];
    this.footing = footing(this.before, this.after);
    this.ranked = pairsOf(this.before, this.after)
      .map((pair) => ({ pair, by: worsened(pair, this.footing) }))
      .sort((a, b) => Number(one(a.pair).isLibrary) - Number(one(b.pair).isLibrary) || b.by - a.by || one(a.pair).index - one(b.pair).index)
      .map((x) => x.pair);
    this.ranked.forEach((x, i) => this.place.set(x, i + 1));
    this.panel = new PlotPanel({ height: innerWidth < 500 ? 260 : 330, csv: () => csv(this.curves, "") });
    this.rows = new VirtualRows({
      label: "Scopes before and after",
      rowHeight: ROW(),
      render: (i) => this.row(this.list[i]!),
      open: (i) => this.choose(this.list[i]!),
    });
    NARROW.addEventListener("change", () => (this.rows.rowHeight = ROW()));
    this.search = h("input", { type: "search", id: "search", placeholder: "name, file or class", autocomplete: "off", spellcheck: "false", oninput: () => (adjust({ q: this.search.value }, "same"), this.filter(here())) });
    root.append(
      h("h1", {}, "Before and after"),
      this.summary(app),
      growthLegend(),
      h("div", { class: "toolbar" }, h("label", { class: "field grow" }, h("span", {}, "Search"), this.search), this.count),
      h("div", { class: "compare-body" }, h("div", { class: "table compare-table" }, this.head, this.rows.element), this.detail),
    );
  }

  private summary(app: App): HTMLElement {
    const [b, a] = [this.before, this.after];
    const { comparable, sameInput } = this.footing;
    const worse = this.ranked.filter(growsWorse).length;
    const known = b.total > 0 && a.total > 0 && comparable && sameInput ? `, ${factor(b.total, a.total)}` : "";
    const growth = worse ? `${exact(worse)} ${worse === 1 ? "scope" : "scopes"} beyond n log n ${worse === 1 ? "grows" : "grow"} faster than before.` : "no scope is known to grow faster than before.";
    const unit = (p: Profile): string => (comparable ? "" : ` ${p.report.cost_metric}`);
    return h(
      "div",
      {},
      h("p", { class: "answer" }, "The cost was ", h("b", {}, short(b.total)), `${unit(b)} and is `, h("b", {}, short(a.total)), ` ${a.report.cost_metric}`, comparable ? `${known}; ${growth}` : "; the two cannot be compared."),
      comparable ? "" : h("p", { class: "warning" }, `Before is ${recorded(b)} and counts ${b.report.cost_metric}; after is ${recorded(a)} and counts ${a.report.cost_metric}. They measure different things, so nothing is called better or worse. Record both in the same way.`),
      sameInput ? "" : h("p", { class: "warning" }, "The runs have different arguments, so a difference between their costs says nothing about the program", comparable ? ": only its growth is judged." : "."),
      h(
        "dl",
        { class: "facts-list" },
        h("dt", {}, "Before"),
        h("dd", {}, shown(app.nameOf(b)), ": ", commands(b)),
        h("dt", {}, "After"),
        h("dd", {}, shown(app.nameOf(a)), ": ", commands(a)),
      ),
    );
  }

  update(address: Address): void {
    if (document.activeElement !== this.search) this.search.value = address.get("q");
    this.drawHead(address);
    this.filter(address);
    const chosen = this.ranked[(Number(address.get("pair")) || 1) - 1];
    if (chosen !== this.chosen || !this.detail.firstChild) {
      this.chosen = chosen;
      void this.draw();
    }
  }

  private choose(x: Pair): void {
    adjust({ pair: String(this.place.get(x)) });
  }

  private drawHead(address: Address): void {
    const [sort, up] = [address.get("sort"), address.get("dir") === "up"];
    this.head.replaceChildren(
      ...COLUMNS.map((c) => {
        const on = c.key === sort;
        return h(
          "span",
          { role: "columnheader", class: "cell c-" + c.key, "aria-sort": on ? (up ? "ascending" : "descending") : "none" },
          h("button", { type: "button", "data-key": c.key, title: c.title, onclick: () => adjust({ sort: c.key, dir: (on ? !up : c.key === "name") ? "up" : "" }) }, c.label, h("i", { "aria-hidden": "true" }, on ? (up ? " ↑" : " ↓") : "")),
        );
      }),
    );
  }

  private filter(address: Address): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const column = COLUMNS.find((c) => c.key === address.get("sort"));
    const found = this.ranked.filter((x) => (words.length ? words.every((w) => one(x).haystack.includes(w)) : !one(x).isLibrary));
    if (column) {
      const up = address.get("dir") === "up";
      found.sort((a, b) => {
        const [x, y] = [column.by(a), column.by(b)];
        return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1) || this.place.get(a)! - this.place.get(b)!;
      });
    }
    this.list = found;
    this.count.textContent = `${exact(found.length)}${words.length ? ` of ${exact(this.ranked.length)}` : ""} scopes${column ? "" : this.footing.comparable ? "; what became worse first" : "; the costliest first"}`;
    this.rows.show(found.length);
  }

  private row(x: Pair): HTMLElement {
    const s = one(x);
    const cell = (key: string, ...children: (Node | string | null)[]): HTMLElement => h("span", { role: "gridcell", class: "cell c-" + key }, children);
    const basis = basisOf(x);
    const known = (y: Scope | null): boolean => y != null && isRecorded(y);
    const delta = ownChange(x);
    const calls = (y: Scope | null): string => (known(y) && y!.calls >= 0 ? short(y!.calls) : "–");
    const number = (key: string, text: string, title: string, look = ""): HTMLElement => h("span", { role: "gridcell", class: `cell c-${key}${look}`, title }, text);
    const cost = (y: Scope | null): string => (!y ? "nothing" : known(y) ? exact(ownOf(y)) : "not recorded");
    const took = tookWork(x);
    const total = took ? `; its total fell from ${exact(x.before!.total)} to ${exact(x.after!.total)}, so it took work that its callees did` : "";
    const { comparable, sameInput } = this.footing;
    const both = comparable && [x.before, x.after].every((y) => !y || known(y));
    const words = both ? change(x) : "–";
    const judged = !both ? "" : growsWorse(x) || (sameInput && x.after != null && delta > 0 && !took) ? " worse" : sameInput && delta < 0 ? " better" : "";
    return h(
      "div",
      { class: x === this.chosen ? "chosen" : "", "data-id": s.id, onclick: (e: Event) => !(e.target as Element).closest("a.badge") && (e.preventDefault(), this.choose(x)) },
      cell("name", kindSign(s.json.kind), h("a", { href: href("compare", { pair: String(this.place.get(x)) }), tabindex: -1, title: `${shown(s.title.slice(0, 400))} ${shown(s.where)}` }, h("bdi", {}, brief(s.title)))),
      cell("growth", sideBadge(x.before, basis), " → ", sideBadge(x.after, basis)),
      number("before", known(x.before) ? short(ownOf(x.before)) : "–", `own cost before: ${cost(x.before)}`),
      number("after", known(x.after) ? short(ownOf(x.after)) : "–", `own cost after: ${cost(x.after)}`),
      number("change", words, `${words}: own cost ${cost(x.before)} before, ${cost(x.after)} after${total}`, judged),
      number("calls", `${calls(x.before)} → ${calls(x.after)}`, `activations: ${known(x.before) && x.before!.calls >= 0 ? exact(x.before!.calls) : "not known"} before, ${known(x.after) && x.after!.calls >= 0 ? exact(x.after!.calls) : "not known"} after`),
    );
  }

  private async draw(): Promise<void> {
    const turn = ++this.turn;
    const x = this.chosen;
    for (const row of this.rows.element.querySelectorAll<HTMLElement>(".row")) row.classList.toggle("chosen", x != null && row.dataset.id === one(x).id);
    if (!x) return this.detail.replaceChildren(h("p", { class: "empty" }, this.ranked.length ? "This page has no scope at this position." : "Nothing ran in either profile."));
    const s = one(x);
    const sides: [string, Scope | null][] = [
      ["after", x.after],
      ["before", x.before],
    ];
    const there = sides.filter((y): y is [string, Scope] => y[1]?.json.sizes != null && Object.keys(y[1].json.sizes).length > 0);
    const curves = await Promise.all(
      there.map(async ([label, scope]): Promise<Curve> => {
        const [lead] = there;
        const cost = scope.costs().includes(lead![1].growthCost) ? lead![1].growthCost : scope.growthCost;
        const size = lead![1].size in scope.sizes(cost) ? lead![1].size : scope.size;
        return { scope, label, size, cost, head: scope.sizes(cost)[size], points: await scope.points(size, cost) };
      }),
    );
    if (turn !== this.turn) return;
    this.curves = curves;
    const fact = (label: string, y: Scope | null): HTMLElement =>
      h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, y ? sideBadge(y, basisOf(x)) : "–"), h("td", { class: "num" }, y && isRecorded(y) ? short(y.total) : "–"), h("td", { class: "num" }, y && isRecorded(y) ? percent(y.share) : "–"), h("td", { class: "num" }, y && isRecorded(y) && y.json.own != null ? short(y.own) : "–"));
    const other = x.before && x.after ? refer(x.before) : "";
    this.detail.replaceChildren(
      h("h2", { class: "scope-name" }, kindSign(s.json.kind), " ", h("bdi", {}, shown(s.title))),
      h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["", "growth", "cost", "share", "own"].map((t, i) => h("th", { scope: "col", class: i > 1 ? "num" : null }, t)))), h("tbody", {}, fact("before", x.before), fact("after", x.after)))),
      this.panel.element,
      h("p", { class: "quiet" }, x.after ? h("a", { href: href("scope", { id: s.id, with: other }) }, "Both in the scope's own plots") : "It is in the first profile only."),
    );
    if (!curves.length) return this.panel.show(null, "no points in either profile");
    const log = curves.some((c) => usualScale(c.head) === "log");
    const m = mainSpec(curves, { xLog: log, yLog: log, formula: "", hide: new Set(["worst", "best", "envelope", "predict", "band"]) }, s.profile.report.cell_bytes);
    if ("error" in m) return this.panel.show(null, m.error);
    const mean = m.spec.series.find((y) => y.label === "average");
    if (mean) mean.label = curves[0]!.label;
    this.panel.show(m.spec, m.note);
  }

  dispose(): void {
    this.turn++;
    this.panel.dispose();
  }
}
