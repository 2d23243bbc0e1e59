// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend_source.ts: a source file with the clusters of its lines. A bar is the greatest count of the line's
// blocks on any workload. Address parameters: file, line, cluster (the one that is marked).
import { h, select } from "./dom";
import { rank, tone } from "./growth";
import { className, exact, short, shown } from "./numbers";
import { Highlighter } from "./highlight";
import { adjust, href, type Address, type View } from "./router";
import type { Cluster, Trend } from "./trend";
import { VirtualRows } from "./virtual_rows";

interface LineOf {
  max: number;
  clusters: Cluster[];
}

export function trendSource(trend: Trend): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new TrendSource(trend, root);
    view.update(address);
    return view;
  };
}

function tag(c: Cluster): HTMLElement {
  const { fill, ink } = tone(rank(c.best?.model.class));
  return h("a", { class: "badge", style: `background:${fill};color:${ink}`, href: href("cluster", { id: c.name }), tabindex: -1, title: `${c.name}: ${className(c.best?.model.class)} in ${c.json.best ?? "no feature"}` }, c.name);
}

class TrendSource implements View {
  private readonly lines = new Map<string, Map<number, LineOf>>();
  private readonly bar = h("div", { class: "toolbar" });
  private readonly body = h("div", { class: "source-body" });
  private rows: VirtualRows | null = null;
  private numbers: number[] = [];
  private shownKey = "";
  private turn = 0;

  constructor(
    private readonly t: Trend,
    root: HTMLElement,
  ) {
    for (const c of t.clusters)
      for (const m of c.json.members) {
        if (!m.file) continue;
        const file = this.lines.get(m.file) ?? new Map<number, LineOf>();
        this.lines.set(m.file, file);
        const line = file.get(m.line) ?? { max: 0, clusters: [] };
        file.set(m.line, line);
        line.max = Math.max(line.max, Number(m.max ?? 0));
        if (!line.clusters.includes(c)) line.clusters.push(c);
      }
    root.append(h("h1", {}, "Source"), this.bar, this.body);
  }

  private most(file: string): number {
    let most = 1;
    for (const l of this.lines.get(file)?.values() ?? []) most = Math.max(most, l.max);
    return most;
  }

  update(address: Address): void {
    const files = [...this.lines.keys()].sort((a, b) => this.most(b) - this.most(a));
    if (!files.length) {
      this.body.replaceChildren(h("p", { class: "empty" }, "No varying block has a file: compile with -g1 or more."));
      return;
    }
    const wanted = address.get("file");
    const marked = this.t.cluster(address.get("cluster"));
    const file = wanted || (marked?.costliest.file ?? files[0]!);
    if (!this.lines.has(file)) {
      this.body.replaceChildren(h("p", { class: "empty" }, `No varying block is in ${shown(file.slice(0, 300))}.`));
      return;
    }
    const here = [...new Set([...this.lines.get(file)!.values()].flatMap((l) => l.clusters))].sort((a, b) => a.index - b.index);
    this.bar.replaceChildren(
      select("File", files.map((f) => [f, shown(f)]), file, (v) => adjust({ file: v, line: "" })),
      select("Mark", [["", "no cluster"], ...here.map((c): [string, string] => [c.name, `${c.name} ${c.title}`])], marked?.name ?? "", (v) => adjust({ cluster: v, line: "" })),
      h("span", { class: "quiet" }, "bars and numbers: executions on the workload that runs the line most often; C1, C2 …: the line's clusters, coloured by class"),
    );
    const key = `${file}\n${marked?.name ?? ""}`;
    const line = Number(address.get("line")) || 0;
    if (key === this.shownKey) this.goto(file, line, marked);
    else {
      this.shownKey = key;
      void this.load(file, line, marked);
    }
  }

  private async load(file: string, line: number, marked: Cluster | undefined): Promise<void> {
    const turn = ++this.turn;
    const text = await this.t.source(file);
    if (turn !== this.turn) return;
    const lines = this.lines.get(file)!;
    const index = this.t.files.find((f) => f.file === file);
    if (text && text[text.length - 1] === "") text.pop();
    this.numbers = text ? text.map((_, i) => i + 1) : [...lines.keys()].sort((a, b) => a - b);
    const most = this.most(file);
    const code = text && new Highlighter(file, text);
    this.rows = new VirtualRows({
      label: `Lines of ${file}`,
      rowHeight: 20,
      render: (i) => {
        const no = this.numbers[i]!;
        const l = lines.get(no);
        const is = l && marked && l.clusters.includes(marked);
        return h(
          "div",
          { class: "line" + (l ? " has" : "") + (is ? " marked" : ""), "data-line": no, onclick: (e: Event) => l && !(e.target as Element).closest("a") && (location.hash = href("cluster", { id: l.clusters[0]!.name })) },
          h("span", { class: "no" }, no || "?"),
          h("span", { class: "hist", title: l ? `executed at most ${exact(l.max)} times on a workload` : null }, l ? h("i", { style: `width:${((100 * l.max) / most).toFixed(1)}%` }) : null),
          h("span", { class: "pct" }, l ? short(l.max) : ""),
          h("span", { class: "marks" }, l ? l.clusters.slice(0, 3).map(tag) : null),
          h("code", {}, code?.line(no) ?? []),
        );
      },
      open: (i) => {
        const l = lines.get(this.numbers[i]!);
        if (l) location.hash = href("cluster", { id: l.clusters[0]!.name });
      },
    });
    const notes = [text ? "" : `No source text: ${shown(index?.missing ?? "it is not in this page")}. The lines of varying blocks:`, index?.newer ? "This file changed after the trend was written: lines may not match." : ""].filter(Boolean);
    this.body.replaceChildren(...notes.map((n) => h("p", { class: "warning" }, n)), this.rows.element);
    this.rows.show(this.numbers.length);
    this.goto(file, line, marked);
  }

  /** Scrolls to the line, or to the costliest one of the marked cluster or of all clusters. */
  private goto(file: string, line: number, marked: Cluster | undefined): void {
    let [at, most] = [line, -1];
    for (const [no, l] of line ? [] : this.lines.get(file)!)
      if (l.max > most && (!marked || l.clusters.includes(marked))) [at, most] = [no, l.max];
    const row = this.numbers.indexOf(at);
    if (row >= 0) this.rows?.center(row);
  }

  dispose(): void {
    this.turn++;
  }
}
