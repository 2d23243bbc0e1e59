// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ranked_table.ts: all scopes, sorted, searched and filtered; loops below their routines if wanted.
// First come the findings, then the scopes whose cost outgrows n log n, then the others, each by their share
// of the predicted run. Address parameters: sort, dir, q, kind, class, nest, all (scopes that never ran, too), library
// (code of libraries, too).
import { exponentText, findingBadge, intervalText, kindSign, scopeBadge } from "./badge";
import { checkbox, h, select } from "./dom";
import { CLASSES, outgrowsNLogN } from "./growth";
import { brief, className, exact, percent, short, shown, tail } from "./numbers";
import { callsText, isUnknown, mark } from "./production";
import type { Profile, Scope } from "./profile";
import { adjust, here, href, type Address } from "./router";
import { ownWords } from "./source_lines";
import { VirtualRows } from "./virtual_rows";

interface Column {
  key: string;
  label: string;
  title: string;
  text?: boolean; // ascending first
  by: (s: Scope) => number | string;
}

const number = (x: number | null): number => (x == null || Number.isNaN(x) ? -1 : x);

const columns = (p: Profile): Column[] => [
  { key: "name", label: "Scope", title: "Routine, loop or recursion", text: true, by: (s) => (s.json.kind === "loop" ? s.title : s.json.name).toLowerCase() },
  { key: "class", label: "Class", title: "Class of growth of its cost", by: (s) => s.growth },
  { key: "exponent", label: "Exponent", title: "With its 95 % interval", by: (s) => s.degree ?? -1 },
  { key: "share", label: "Share", title: "Part of the run's cost, callees included", by: (s) => s.share },
  { key: "own", label: "Own", title: `Part of the run's cost, ${ownWords(p)}`, by: (s) => number(s.own) },
  { key: "later", label: `At ${p.times}`, title: `Part of the run that its own cost would have if all sizes were ${p.factor} times as large; ⇈ grows exponentially: predicted at n + 5`, by: (s) => number(s.shareAt) + (s.json.explosive ? 1 : 0) },
  { key: "cost", label: "Cost", title: "Total cost", by: (s) => s.total },
  { key: "calls", label: "Calls", title: "Activations", by: (s) => number(s.calls) },
  { key: "sizes", label: "Sizes", title: "Distinct sizes, and their range", by: (s) => Number(s.measured?.distinct ?? -1) },
  { key: "where", label: "Where", title: "File and line", text: true, by: (s) => s.json.file + ":" + String(s.json.line).padStart(9, "0") },
];

const LEAST_SHARE = 0.001; // of a scope that stands above others for its growth

/** Folded routines and loops that are only listed may have run: nobody counted. */
const ran = (s: Scope): boolean => s.calls !== 0 || s.total > 0;

/** Greater: further up in the list that nobody sorted. */
function importance(s: Scope): number {
  const share = Math.max(number(s.shareAt), 0) + (s.json.explosive ? 1 : 0);
  if (s.finding) return 1e6 - s.finding.json.rank;
  const grows = outgrowsNLogN(s.degree) && Math.max(share, s.share) >= LEAST_SHARE;
  return (grows ? 10 + (s.shareAt == null ? s.share : share) : share) + s.share * 1e-6;
}
const unsorted: Column = { key: "", label: "Findings first", title: "", by: importance };

const NARROW = matchMedia("(max-width: 760px)");

function bar(share: number, extra = "", sign = ""): HTMLElement {
  return h("span", { class: "share " + extra }, h("i", { style: `width:${Math.min(100, share * 100).toFixed(1)}%` }), h("em", {}, sign + percent(share)));
}

export class RankedTable {
  readonly element: HTMLElement;
  private readonly rows: VirtualRows;
  private readonly search: HTMLInputElement;
  private readonly count = h("span", { class: "quiet", role: "status" });
  private readonly controls = h("div", { class: "field-row" });
  private readonly head = h("div", { class: "row head", role: "row" });
  private list: { scope: Scope; depth: number }[] = [];
  private typed = 0;
  private address: Address | null = null;

  private readonly idle: number;
  private readonly libraries: number;
  private readonly columns: Column[];

  constructor(private readonly p: Profile) {
    this.columns = columns(p);
    const idle = p.scopes.filter((s) => !ran(s)).length;
    this.libraries = p.scopes.filter((s) => s.isLibrary && ran(s)).length;
    this.idle = idle < p.scopes.length ? idle : 0;
    this.rows = new VirtualRows({
      label: "Scopes, ranked",
      rowHeight: NARROW.matches ? 58 : 30,
      render: (i) => this.row(i),
      open: (i) => (location.hash = href("scope", { id: this.list[i]!.scope.id })),
    });
    NARROW.addEventListener("change", () => (this.rows.rowHeight = NARROW.matches ? 58 : 30));
    this.search = h("input", {
      type: "search",
      id: "search",
      placeholder: "name, file or class",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.type(),
      onblur: () => this.keep(),
      onkeydown: (e: Event) => {
        if ((e as KeyboardEvent).key === "ArrowDown") {
          this.rows.element.focus();
          this.rows.move(0);
          e.preventDefault();
        }
      },
    });
    // Builds the texts to search before the first key press.
    const warm = (from: number): void => {
      for (const s of p.scopes.slice(from, from + 1000)) s.haystack.length;
      if (from + 1000 < p.scopes.length) setTimeout(() => warm(from + 1000), 0);
    };
    setTimeout(() => warm(0), 100);
    this.element = h(
      "section",
      { class: "ranked", "aria-label": "Ranking" },
      h(
        "div",
        { class: "toolbar" },
        h("label", { class: "field grow" }, h("span", {}, "Search"), this.search),
        this.controls,
        this.count,
      ),
      h("div", { class: "table" + (p.hasModels ? "" : " no-models") }, this.head, this.rows.element),
    );
  }

  private get sort(): string {
    return this.address!.get("sort");
  }

  update(address: Address): void {
    this.address = address;
    if (document.activeElement !== this.search) this.search.value = address.get("q");
    this.drawControls();
    this.drawHead();
    this.filter(this.search.value);
  }

  /** Updates the table at once; the address follows when typing pauses. */
  private type(): void {
    this.filter(this.search.value);
    clearTimeout(this.typed);
    this.typed = window.setTimeout(() => this.keep(), 250);
  }

  /** Puts the search into the address, at the latest before a click leaves the view. */
  private keep(): void {
    clearTimeout(this.typed);
    if (this.element.isConnected && here().view === "overview") adjust({ q: this.search.value }, "same");
  }

  private drawControls(): void {
    const a = this.address!;
    const kinds: [string, string][] = [
      ["", "all kinds"],
      ["routine", "routines"],
      ["loop", "loops"],
      ["recursion", "recursions"],
    ];
    const has = new Set(this.p.scopes.map((s) => s.model?.class).filter(Boolean));
    const classes: [string, string][] = [["", "all classes"], ...CLASSES.filter((c) => has.has(c)).map((c): [string, string] => [c, className(c)])];
    const keepFocus = this.controls.contains(document.activeElement) ? [...this.controls.querySelectorAll("select,input")].indexOf(document.activeElement as Element) : -1;
    this.controls.replaceChildren(
      select("Kind", kinds, a.get("kind"), (v) => adjust({ kind: v })),
      ...(has.size ? [select("Class", classes, a.get("class"), (v) => adjust({ class: v }))] : []),
      ...(NARROW.matches ? [select("Sort", [unsorted, ...this.columns].map((c) => [c.key, c.label]), this.sort, (v) => adjust({ sort: v, dir: "" }))] : []),
      checkbox("loops below their routine", a.get("nest") !== "0", (on) => adjust({ nest: on ? "" : "0" })),
      ...(this.libraries ? [checkbox(`${exact(this.libraries)} of libraries`, a.get("library") === "1", (on) => adjust({ library: on ? "1" : "" }))] : []),
      ...(this.idle ? [checkbox(`${exact(this.idle)} that never ran`, a.get("all") === "1", (on) => adjust({ all: on ? "1" : "" }))] : []),
    );
    if (keepFocus >= 0) (this.controls.querySelectorAll("select,input")[keepFocus] as HTMLElement | undefined)?.focus();
  }

  private drawHead(): void {
    const dir = this.address!.get("dir");
    const focused = this.head.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.key : "";
    this.head.replaceChildren(
      ...this.columns.map((c) => {
        const on = c.key === this.sort;
        const ascending = on && (dir ? dir === "up" : Boolean(c.text));
        const cell = h(
          "span",
          { role: "columnheader", class: "cell c-" + c.key, "aria-sort": on ? (ascending ? "ascending" : "descending") : "none" },
          h(
            "button",
            {
              type: "button",
              "data-key": c.key,
              title: c.title,
              onclick: () => adjust({ sort: c.key, dir: on ? (ascending ? "down" : "up") : "" }),
            },
            c.label,
            h("i", { "aria-hidden": "true" }, on ? (ascending ? " ↑" : " ↓") : ""),
          ),
        );
        return cell;
      }),
    );
    if (focused) this.head.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus();
  }

  /** All scopes in one order; cached, because a search is typed key by key. */
  private order(column: Column, up: boolean): Scope[] {
    const name = column.key + (up ? " up" : "");
    if (this.ordered?.name === name) return this.ordered.scopes;
    const keyed = this.p.scopes.map((scope) => ({ scope, key: column.by(scope) }));
    keyed.sort((x, y) => {
      const d = x.key < y.key ? -1 : x.key > y.key ? 1 : 0;
      return (up ? d : -d) || x.scope.index - y.scope.index;
    });
    this.ordered = { name, scopes: keyed.map((x) => x.scope) };
    return this.ordered.scopes;
  }
  private ordered: { name: string; scopes: Scope[] } | null = null;

  private filter(query: string): void {
    const a = this.address!;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const kind = a.get("kind");
    const growth = a.get("class");
    const column = this.columns.find((c) => c.key === this.sort) ?? unsorted;
    const up = a.get("dir") ? a.get("dir") === "up" : Boolean(column.text);
    const all = !this.idle || words.length > 0 || a.get("all") === "1";
    const libraries = words.length > 0 || a.get("library") === "1";
    const matches = (s: Scope): boolean =>
      (all || ran(s)) && (libraries || !s.isLibrary) && (!kind || s.json.kind === kind) && (!growth || s.model?.class === growth) && words.every((w) => s.haystack.includes(w));
    const found = this.order(column, up).filter(matches);
    this.list = a.get("nest") === "0" ? found.map((scope) => ({ scope, depth: 0 })) : nest(found, this.p.scopes.length);
    const most = this.p.scopes.length - (all ? 0 : this.idle) - (libraries ? 0 : this.libraries);
    this.count.textContent = found.length === most ? `${exact(found.length)} scopes` : `${exact(found.length)} of ${exact(this.p.scopes.length)} scopes`;
    this.rows.element.scrollTop = 0;
    this.rows.show(this.list.length);
  }

  private row(i: number): HTMLElement {
    const { scope: s, depth } = this.list[i]!;
    const m = s.model;
    const sizes = s.measured;
    const profiled = s.json.profiled !== false && !s.json.folded;
    const unlisted = s.json.folded ? "folded" : "not profiled";
    const cell = (key: string, ...children: (Node | string | null)[]): HTMLElement =>
      h("span", { role: "gridcell", class: "cell c-" + key }, children);
    const name = depth && s.json.kind === "loop" ? `loop at line ${s.json.line || "?"}` : s.json.kind === "loop" ? s.title : s.json.name;
    const range = sizes ? (sizes.min === sizes.max ? short(sizes.min) : `${short(sizes.min)}…${short(sizes.max)}`) : "";
    return h(
      "div",
      { class: profiled ? "" : "faint", "data-id": s.id },
      cell(
        "name",
        h("span", { style: `width:${depth * 16}px`, class: "indent" }),
        kindSign(s.json.kind),
        h("a", { href: href("scope", { id: s.id }), tabindex: -1, title: shown(s.title.slice(0, 400)) }, h("bdi", {}, brief(name))),
        findingBadge(s),
        !profiled && !this.p.hasModels ? h("small", { class: "quiet reason" }, unlisted) : null,
      ),
      cell("class", profiled ? scopeBadge(s) : this.p.hasModels ? h("span", { class: "quiet" }, unlisted) : ""),
      cell("exponent", exponentText(m), m?.ci ? h("small", {}, " " + intervalText(m)) : null),
      cell("share", profiled ? (isUnknown(s) ? "?" : bar(s.share, "", mark(s))) : ""),
      cell("own", profiled && s.json.own != null ? bar(s.ownShare, "", mark(s)) : ""),
      cell("later", s.shareAt != null ? bar(s.shareAt, s.shareAt > 2 * s.ownShare && s.shareAt > 0.02 ? "grows" : "", s.json.explosive ? "⇈ " : "") : ""),
      cell("cost", profiled ? (isUnknown(s) ? "≥" : mark(s, s.json.production?.total?.method === "exact")) + short(s.total) : ""),
      cell("calls", profiled && !s.json.production?.calls_of ? callsText(s, short) : ""),
      cell("sizes", sizes ? h("span", { title: `${shown(sizes.metric)}${s.json.by_argument ? " of its routine" : ""}: ${exact(sizes.distinct)} distinct, ${exact(sizes.min)} to ${exact(sizes.max)}` }, `${short(sizes.distinct)}`, h("small", {}, ` ${sizes.metric === "rms" ? "" : shown(sizes.metric) + " "}${range}`)) : ""),
      cell("where", h("a", { href: href("source", { file: s.json.file, line: String(s.json.line) }), tabindex: -1, title: shown(s.where) }, s.where ? h("bdi", {}, h("span", { class: "file" }, tail(s.json.file, 13 - (s.json.line ? String(s.json.line).length : 0))), s.json.line ? h("span", {}, `:${s.json.line}`) : "") : "")),
    );
  }
}

/** Puts loops after the scope they are in, if that is listed too. Each group is where the first of its
 * members is in `found`, which is sorted. */
function nest(found: Scope[], n: number): { scope: Scope; depth: number }[] {
  const listed = new Uint8Array(n);
  for (const s of found) listed[s.index] = 1;
  const inside = new Map<Scope, Scope[]>();
  for (const s of found) {
    if (!s.outer || !listed[s.outer.index]) continue;
    const list = inside.get(s.outer);
    if (list) list.push(s);
    else inside.set(s.outer, [s]);
  }
  const list: { scope: Scope; depth: number }[] = [];
  const add = (s: Scope, depth: number): void => {
    listed[s.index] = 2;
    list.push({ scope: s, depth });
    for (const x of inside.get(s) ?? []) if (listed[x.index] === 1) add(x, depth + 1);
  };
  for (const s of found) {
    let root = s;
    for (let i = 0; root.outer && listed[root.outer.index] && i < n; i++) root = root.outer;
    if (listed[root.index] === 1) add(root, 0);
  }
  return list;
}
