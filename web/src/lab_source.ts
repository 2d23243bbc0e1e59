// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_source.ts: the source with a histogram of its statements' counts. A line's bar is the sum of its
// statements, one segment each; in the text, each statement is tinted by its own count. A click on a line,
// or Enter, picks it; with Shift, all lines from the last one picked. If a line has several statements, a
// click on one of them picks only that statement.
import { classBadge } from "./badge";
import { h } from "./dom";
import { column, type Lab, type LabPoint, type Statement } from "./lab";
import { lineToken, statementToken } from "./lab_pick";
import { average, exact, shown } from "./numbers";
import type { Model } from "./schema";
import { VirtualRows } from "./virtual_rows";

const MOST_PRINTED = 2000;

export interface Histogram {
  file: number;
  /** The counts of a statement at the chosen size; undefined if it never ran. */
  at: (s: Statement) => LabPoint | undefined;
  /** The cost function of a line's statements; undefined: show no badge. */
  model: (there: Statement[]) => Model | null | undefined;
  colors: Map<string, string>; // of picks, by token
}

export class LabSource {
  readonly element = h("div", { class: "lab-source source-body" });
  private rows: VirtualRows | null = null;
  private text: string[] | null = null;
  private numbers: number[] = [];
  private histogram: Histogram | null = null;
  private most = 1;
  private mostOfOne = 1;
  private file = -1;
  private anchor = 0; // the line picked last
  private readonly paper = matchMedia("print");
  private readonly printing = (): void => this.print();

  constructor(
    private readonly lab: Lab,
    private readonly toggle: (token: string) => void,
    private readonly add: (tokens: string[]) => void,
  ) {
    this.paper.addEventListener("change", this.printing);
  }

  /** Shows the file. text: its lines, or null if they are not in the page. */
  show(text: string[] | null, g: Histogram): void {
    const there = this.lab.inFile(g.file);
    this.histogram = g;
    this.text = text;
    const byLine = new Map<number, number>();
    this.mostOfOne = 1;
    for (const s of there) {
      const count = g.at(s)?.mean ?? 0;
      byLine.set(s.json.line, (byLine.get(s.json.line) ?? 0) + count);
      this.mostOfOne = Math.max(this.mostOfOne, count);
    }
    this.most = Math.max(1, ...byLine.values());
    if (g.file !== this.file || !this.rows) {
      this.file = g.file;
      this.numbers = text ? text.map((_, i) => i + 1) : [...byLine.keys()];
      this.make();
      const hottest = [...byLine].reduce((a, b) => (b[1] > a[1] ? b : a), [0, -1] as [number, number])[0];
      this.rows!.show(this.numbers.length);
      if (this.numbers.length * 20 > this.rows!.element.clientHeight) this.rows!.center(Math.max(0, this.numbers.indexOf(hottest)));
    } else this.rows.show(this.numbers.length);
    this.print();
  }

  private make(): void {
    const name = this.lab.files[this.file]?.file ?? "";
    this.rows = new VirtualRows({
      label: `Lines of ${name}; Enter picks a line`,
      rowHeight: 20,
      render: (i) => this.row(this.numbers[i]!),
      open: (i) => this.pickLine(this.numbers[i]!),
    });
    this.rows.element.style.height = `min(68vh, ${this.numbers.length * 20 + 18}px)`;
    const missing = this.text ? null : h("p", { class: "warning" }, `No source text: ${shown(this.lab.files[this.file]?.missing ?? "it is not in this page")}. The lines with statements:`);
    this.element.replaceChildren(...(missing ? [missing] : []), this.rows.element);
  }

  private pickLine(line: number): void {
    if (!this.lab.line(this.file, line).length) return;
    this.anchor = line;
    this.toggle(lineToken(this.file, line));
  }

  private pickRange(line: number): void {
    const [from, to] = [Math.min(this.anchor, line), Math.max(this.anchor, line)];
    const lines = this.numbers.filter((no) => no >= from && no <= to && this.lab.line(this.file, no).length);
    this.add(lines.map((no) => lineToken(this.file, no)));
  }

  private describe(s: Statement): string {
    const p = this.histogram!.at(s);
    const { line, end_line, col, end_col, kind } = s.json;
    const whole = this.text?.[line - 1] ?? "";
    const text = whole && line === end_line ? whole.slice(column(whole, col), column(whole, end_col)) : "";
    const count = !p ? "never executed" : p.min === p.max ? exact(p.mean) : `${average(p.mean)} on average, ${exact(p.min)} to ${exact(p.max)}`;
    return `${shown((text || `column ${col}`).slice(0, 120))}  (${kind}): ${count}`;
  }

  private row(line: number): HTMLElement {
    const g = this.histogram!;
    const there = this.lab.line(this.file, line);
    const counts = there.map((s) => g.at(s)?.mean ?? 0);
    const total = counts.reduce((a, b) => a + b, 0);
    const color = g.colors.get(lineToken(this.file, line)) ?? null;
    const some = there.some((s) => g.colors.has(statementToken(s)));
    const model = total ? g.model(there) : undefined;
    const title = there.map((s) => this.describe(s)).join("\n");
    return h(
      "div",
      {
        class: "line" + (there.length ? " has" : "") + (total ? "" : " idle") + (color ? " marked" : ""),
        style: color ? `--mark:var(${color})` : null,
        "data-line": line,
        "aria-selected": there.length ? String(color != null || some) : null,
        onmousedown: (e: Event) => (e as MouseEvent).shiftKey && e.preventDefault(), // no text is selected
        onclick: (e: Event) => this.clicked(e as MouseEvent, line),
      },
      h("span", { class: "no" }, line),
      h(
        "span",
        { class: "hist", title: title || null },
        there.map((s, i) => (counts[i] ? h("i", { class: i % 2 ? "odd" : "even", style: `width:${((100 * counts[i]!) / this.most).toFixed(2)}%`, title: this.describe(s), "data-token": statementToken(s) }) : null)),
      ),
      h("span", { class: "pct", title: title || null }, there.length ? average(total) : ""),
      h("span", { class: "marks" }, model === undefined ? null : classBadge(model)),
      h("code", {}, this.code(line, there)),
    );
  }

  private clicked(e: MouseEvent, line: number): void {
    if (e.shiftKey && this.anchor) return this.pickRange(line);
    const token = (e.target as HTMLElement).closest<HTMLElement>("code [data-token]")?.dataset.token;
    if (token && this.lab.line(this.file, line).length > 1) this.toggle(token);
    else this.pickLine(line);
  }

  /** The text, split where statements begin and end; each piece belongs to the innermost statement. */
  private code(line: number, there: Statement[]): (Node | string)[] {
    const text = this.text?.[line - 1]?.slice(0, 4000);
    if (text == null) return [there.map((s) => s.json.kind).join(", ")];
    const owner: (Statement | null)[] = new Array<Statement | null>(text.length).fill(null);
    for (const s of there) {
      const from = column(text, s.json.col);
      const to = s.json.end_line === line ? column(text, s.json.end_col) : text.length;
      owner.fill(s, from, Math.max(from, to));
    }
    const out: (Node | string)[] = [];
    for (let i = 0; i < text.length; ) {
      let end = i + 1;
      while (end < text.length && owner[end] === owner[i]) end++;
      const piece = shown(text.slice(i, end).replace(/\t/g, "    "));
      const s = owner[i];
      out.push(s ? this.piece(s, piece) : piece);
      i = end;
    }
    return out;
  }

  private piece(s: Statement, text: string): HTMLElement {
    const part = (this.histogram!.at(s)?.mean ?? 0) / this.mostOfOne;
    const color = this.histogram!.colors.get(statementToken(s));
    const style = [part ? `--heat:${(8 + 62 * part).toFixed(0)}%` : "", color ? `--mark:var(${color})` : ""].filter(Boolean).join(";");
    return h("span", { class: "st" + (part ? "" : " never") + (color ? " marked" : ""), style: style || null, title: this.describe(s), "data-token": statementToken(s) }, text);
  }

  center(line: number): void {
    const i = this.numbers.indexOf(line);
    if (i >= 0) this.rows?.center(i);
  }

  /** Printing shows all lines, not only the visible ones. */
  private print(): void {
    this.element.querySelector(".printed")?.remove();
    if (!this.paper.matches || !this.histogram) return;
    const more = this.numbers.length - MOST_PRINTED;
    this.element.append(
      h(
        "div",
        { class: "printed" },
        this.numbers.slice(0, MOST_PRINTED).map((line) => {
          const row = this.row(line);
          row.classList.add("row");
          return row;
        }),
        more > 0 ? h("p", {}, `${exact(more)} more lines`) : null,
      ),
    );
  }

  dispose(): void {
    this.paper.removeEventListener("change", this.printing);
  }
}
