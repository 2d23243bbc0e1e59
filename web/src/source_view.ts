// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// source_view.ts: a source file as a heat map of the own cost of the routines and loops that begin on each
// line; if lines were counted, also how often each ran. Address parameters: file, line, heat ("now", or
// absent: as predicted). Without a file it opens at the first finding's line.
import type { App } from "./app";
import { h, select } from "./dom";
import { exact, percent, shown } from "./numbers";
import type { Profile, Scope } from "./profile";
import { adjust, href, type Address, type View } from "./router";
import type { FileIndex } from "./schema";
import { ownCost, ownWords, SourceLines, splitLines, type Heat } from "./source_lines";
import { VirtualRows } from "./virtual_rows";

interface FileEntry {
  index: FileIndex;
  scopes: Scope[];
  cost: number;
}

function listFiles(p: Profile): FileEntry[] {
  const byName = new Map<string, FileEntry>();
  for (const index of p.files) byName.set(index.file, { index, scopes: [], cost: 0 });
  for (const s of p.scopes) {
    const f = byName.get(s.json.file);
    if (!f) continue;
    f.scopes.push(s);
    if (!s.isLibrary) f.cost += ownCost(s);
  }
  return [...byName.values()].sort((a, b) => b.cost - a.cost || (a.index.file < b.index.file ? -1 : 1));
}

export function sourceView(app: App): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new SourceView(app.profile, root);
    view.update(address);
    return view;
  };
}

class SourceView implements View {
  private readonly files: FileEntry[];
  private readonly predicts: boolean;
  private readonly body = h("div", { class: "source-body" });
  private readonly bar = h("div", { class: "toolbar" });
  private file: FileEntry | null = null;
  private by: Heat = "later";
  private rows: VirtualRows | null = null;
  private turn = 0;

  constructor(
    private readonly p: Profile,
    root: HTMLElement,
  ) {
    this.files = listFiles(p);
    this.predicts = p.predicts;
    root.append(h("h1", {}, "Source"), this.bar, this.body);
  }

  update(address: Address): void {
    if (!this.files.length) {
      this.body.replaceChildren(h("p", { class: "empty" }, "No scope of this profile has a file: compile with -g1 or more."));
      return;
    }
    const wanted = address.get("file");
    const found = wanted ? undefined : this.p.findings.find((f) => this.files.some((x) => x.index.file === f.json.file))?.json;
    const name = wanted || found?.file;
    const file = name ? this.files.find((f) => f.index.file === name) : this.files.find((f) => f.index.source != null) ?? this.files[0];
    if (!file) {
      this.body.replaceChildren(h("p", { class: "empty" }, `No scope of this profile is in ${shown(wanted.slice(0, 300))}.`));
      return;
    }
    const by: Heat = this.predicts && address.get("heat") !== "now" ? "later" : "now";
    this.bar.replaceChildren(
      select(
        "File",
        this.files.map((f) => [f.index.file, `${shown(f.index.file)} – ${percent(this.p.total ? f.cost / this.p.total : 0)}${f.index.source == null ? " (no text)" : ""}`]),
        file.index.file,
        (v) => adjust({ file: v, line: "" }),
      ),
      ...(this.predicts ? [select("Heat", [["", `own cost at ${this.p.times}`], ["now", "own cost now"]], by === "now" ? "now" : "", (v) => adjust({ heat: v }))] : []),
      h("span", { class: "quiet" }, `${exact(file.scopes.length)} scopes`),
      h("span", { class: "quiet heat-key" }, "share of the run: ", h("i", { class: "heat-scale" }), ` low to high; bar: own cost now${this.p.report.lines?.length ? ", blue and the number: how often the line ran" : ""}`),
      h("span", { class: "quiet own-key" }, `own: ${ownWords(this.p)}`),
    );
    const line = Number(address.get("line")) || found?.line || 0;
    if (file === this.file && by === this.by) this.goto(line);
    else {
      this.file = file;
      this.by = by;
      void this.load(file, line);
    }
  }

  private async load(file: FileEntry, line: number): Promise<void> {
    const turn = ++this.turn;
    let text: string[] = [];
    let why = "";
    if (file.index.source == null) why = file.index.missing ?? "the text is not in this page";
    else text = splitLines(await this.p.source(file.index));
    if (turn !== this.turn) return;
    this.show(file, text, why);
    this.goto(line);
  }

  private lines: number[] = [];
  private hottest = 0;

  /** Scrolls to the line, or to the costliest one. */
  private goto(line: number): void {
    const at = this.lines.indexOf(line || this.hottest);
    if (at >= 0) this.rows?.center(at);
  }

  private show(file: FileEntry, text: string[], why: string): void {
    const source = new SourceLines(this.p, file.index.file, file.scopes, text, this.by);
    const { byLine, hot } = source;
    const lines = text.length ? text.map((_, i) => i + 1) : [...byLine.keys()].sort((a, b) => Number(a < 0) - Number(b < 0) || (a < 0 ? b - a : a - b));
    this.lines = lines;
    this.hottest = hot[0] ?? 0;
    const open = (line: number): void => {
      const s = byLine.get(line)?.[0];
      if (s) location.hash = href("scope", { id: s.id });
    };
    const rows = new VirtualRows({
      label: `Lines of ${file.index.file}`,
      rowHeight: 20,
      render: (i) => source.row(lines[i]!, open),
      open: (i) => open(lines[i]!),
    });
    this.rows = rows;
    const notes = [
      why ? `No source text: ${shown(why)}. The lines that scopes begin on:` : "",
      file.index.newer ? "This file changed after the recording: lines may not match." : "",
    ].filter(Boolean);
    const link = (l: number): string => href("source", { file: file.index.file, line: String(l), heat: this.by === "now" && this.predicts ? "now" : "" });
    const jumps = h(
      "p",
      { class: "jumps" },
      hot.slice(0, 8).map((l) => h("a", { href: link(l) }, `line ${l}`, h("small", {}, " " + percent(source.heat(l))))),
    );
    // The whole file in one strip: where the heat is.
    const strip = h(
      "div",
      { class: "heat-strip", "aria-hidden": "true" },
      hot.slice(0, 400).map((l) => h("a", { href: link(l), tabindex: -1, title: `line ${l}: ${percent(source.heat(l))}`, style: `top:calc((100% - 5px) * ${(lines.indexOf(l) / Math.max(1, lines.length - 1)).toFixed(4)});--warmth:${(100 * source.warmth(l)).toFixed(0)}%` })),
    );
    this.body.replaceChildren(...(hot.length > 1 ? [jumps] : []), ...notes.map((n) => h("p", { class: "warning" }, n)), h("div", { class: "source-map" }, rows.element, strip));
    rows.show(lines.length);
  }

  dispose(): void {
    this.turn++;
  }
}
