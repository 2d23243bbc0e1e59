// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// source_view.ts: a source file with a histogram of the cost of each line's scopes. A bar is the own cost
// of the routines and loops that begin on the line; if lines were counted, also how often each ran.
import type { App } from "./app";
import { h, select } from "./dom";
import { exact, percent, shown } from "./numbers";
import type { Profile, Scope } from "./profile";
import { adjust, href, type Address, type View } from "./router";
import type { FileIndex } from "./schema";
import { ownCost, SourceLines, splitLines } from "./source_lines";
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
    f.cost += ownCost(s);
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
  private readonly body = h("div", { class: "source-body" });
  private readonly bar = h("div", { class: "toolbar" });
  private file: FileEntry | null = null;
  private rows: VirtualRows | null = null;
  private turn = 0;

  constructor(
    private readonly p: Profile,
    root: HTMLElement,
  ) {
    this.files = listFiles(p);
    root.append(h("h1", {}, "Source"), this.bar, this.body);
  }

  update(address: Address): void {
    if (!this.files.length) {
      this.body.replaceChildren(h("p", { class: "empty" }, "No scope of this profile has a file: compile with -g1 or more."));
      return;
    }
    const wanted = address.get("file");
    const file = wanted ? this.files.find((f) => f.index.file === wanted) : this.files.find((f) => f.index.source != null) ?? this.files[0];
    if (!file) {
      this.body.replaceChildren(h("p", { class: "empty" }, `No scope of this profile is in ${shown(wanted.slice(0, 300))}.`));
      return;
    }
    this.bar.replaceChildren(
      select(
        "File",
        this.files.map((f) => [f.index.file, `${shown(f.index.file)} – ${percent(this.p.total ? f.cost / this.p.total : 0)}${f.index.source == null ? " (no text)" : ""}`]),
        file.index.file,
        (v) => adjust({ file: v, line: "" }),
      ),
      h("span", { class: "quiet" }, `${exact(file.scopes.length)} scopes; orange: own cost of the scopes that begin on the line${this.p.report.lines?.length ? "; blue, and the number before the code: how often the line ran" : ""}`),
    );
    const line = Number(address.get("line")) || 0;
    if (file === this.file) this.goto(line);
    else {
      this.file = file;
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
    const source = new SourceLines(this.p, file.index.file, file.scopes, text);
    const { byLine } = source;
    const cost = (line: number): number => source.cost(line);
    const lines = text.length ? text.map((_, i) => i + 1) : [...byLine.keys()].sort((a, b) => a - b);
    this.lines = lines;
    this.hottest = source.hottest;
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
    const hot = [...byLine.keys()]
      .filter((l) => l > 0 && cost(l) > 0)
      .sort((a, b) => cost(b) - cost(a))
      .slice(0, 8);
    const jumps = h(
      "p",
      { class: "jumps" },
      hot.map((l) => h("a", { href: href("source", { file: file.index.file, line: String(l) }) }, `line ${l}`, h("small", {}, " " + percent(cost(l) / this.p.total)))),
    );
    this.body.replaceChildren(...(hot.length > 1 ? [jumps] : []), ...notes.map((n) => h("p", { class: "warning" }, n)), rows.element);
    rows.show(lines.length);
  }

  dispose(): void {
    this.turn++;
  }
}
