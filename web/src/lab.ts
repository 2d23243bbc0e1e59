// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab.ts: the page's laboratory: statements, experiments, and counts, which are read when needed.
import { blockJson, blockText } from "./blocks";
import type { CountsJson, CountsRow, ExperimentJson, LabJson, StatementJson } from "./lab_schema";
import type { FileIndex, Index, Int, Model } from "./schema";

/** Counts of a statement: its own executions, or with all constructs executed in its calls. */
export type Which = "own" | "inclusive";

export interface LabPoint {
  n: number;
  count: number; // repetitions
  min: number;
  max: number;
  mean: number;
  sum: number;
}

export interface Series {
  points: LabPoint[];
  model: Model | null;
}

export interface Statement {
  json: StatementJson;
  index: number;
  file: number;
  line: number; // its line's index among lines with several statements; -1: alone on its line
  token: string; // in addresses: "LINE:COLUMN", with ".2" appended for a second one there
}

export class Experiment {
  readonly sizes: number[];
  readonly total: Series;
  private rows: Record<keyof CountsJson, Map<number, CountsRow>> | null = null;
  private reading: Promise<void> | null = null;
  private readonly found = new Map<string, Series>();

  constructor(
    readonly json: ExperimentJson,
    readonly index: number,
  ) {
    this.sizes = json.sizes.map(Number);
    const { points, ...model } = json.function_model;
    this.total = { points: points.map(([n, count, min, max, sum]) => point(n, Number(count), [min, max, sum])), model };
  }

  get id(): string {
    return this.json.id;
  }
  get ok(): boolean {
    return this.json.status === "ok";
  }
  /** What distinguishes it from others of its function. */
  get kind(): string {
    return this.json.input || this.json.function;
  }
  get ready(): boolean {
    return this.rows != null;
  }

  load(): Promise<void> {
    this.reading ??= blockJson<CountsJson>(`ordo-0-counts-${this.index}`).then((c) => void (this.rows = { own: byNumber(c.own), inclusive: byNumber(c.inclusive), own_lines: byNumber(c.own_lines), inclusive_lines: byNumber(c.inclusive_lines) }));
    return this.reading;
  }

  /** The counts of a statement, once loaded; null if it never ran. */
  series(statement: Statement, which: Which): Series | null {
    return this.read(statement.index, which === "own" ? "own" : "inclusive", "own");
  }
  /** The counts of all statements of a line together. */
  line(there: Statement[], which: Which): Series | null {
    if (there.length < 2) return there[0] ? this.series(there[0], which) : null;
    return this.read(there[0]!.line, which === "own" ? "own_lines" : "inclusive_lines", "own_lines");
  }

  private read(number: number, table: keyof CountsJson, otherwise: keyof CountsJson): Series | null {
    const key = `${table} ${number}`;
    const had = this.found.get(key);
    if (had) return had;
    const row = this.rows![table].get(number) ?? this.rows![otherwise].get(number);
    if (!row) return null;
    const s = { points: row[1].map((v, i) => point(this.sizes[i]!, this.total.points[i]!.count, v)), model: row[2] };
    this.found.set(key, s);
    return s;
  }
}

const byNumber = (rows: CountsRow[]): Map<number, CountsRow> => new Map(rows.map((r) => [r[0], r]));

function point(size: Int, count: number, v: Int | [Int, Int, Int]): LabPoint {
  const [min, max, sum] = Array.isArray(v) ? v.map(Number) : [Number(v), Number(v), Number(v) * count];
  return { n: Number(size), count, min: min!, max: max!, sum: sum!, mean: count ? sum! / count : 0 };
}

/** The sum of several series. Its mean is the sum of the means; its least and greatest values are only
 * bounded by the sums of the parts' least and greatest ones. */
export function sum(list: Series[]): LabPoint[] {
  return (list[0]?.points ?? []).map((p, i) => {
    const total = { ...p };
    for (const s of list.slice(1)) {
      const q = s.points[i]!;
      total.min += q.min;
      total.max += q.max;
      total.mean += q.mean;
      total.sum += q.sum;
    }
    return total;
  });
}

export class Lab {
  readonly statements: Statement[];
  readonly experiments: Experiment[];
  readonly files: FileIndex[];
  readonly name: string;
  private readonly texts = new Map<number, Promise<string[] | null>>();
  private readonly byLine = new Map<string, Statement[]>();
  private readonly byToken = new Map<string, Statement>();

  constructor(json: LabJson, index: NonNullable<Index["lab"]>) {
    this.name = index.name;
    this.files = index.files;
    this.experiments = json.experiments.map((e, i) => new Experiment(e, i));
    const number = new Map(this.files.map((f, i) => [f.file, i]));
    const times = new Map<string, number>();
    this.statements = json.statements.map((s, i) => {
      const file = number.get(s.file) ?? 0;
      const place = `${file}/${s.line}:${s.col}`;
      const again = (times.get(place) ?? 0) + 1;
      times.set(place, again);
      const x: Statement = { json: s, index: i, file, line: -1, token: `${s.line}:${s.col}${again > 1 ? `.${again}` : ""}` };
      const line = `${file}/${s.line}`;
      if (!this.byLine.has(line)) this.byLine.set(line, []);
      this.byLine.get(line)!.push(x);
      this.byToken.set(`${file}/${x.token}`, x);
      return x;
    });
    json.lines.forEach(([first, n], line) => this.statements.slice(first, first + n).forEach((s) => (s.line = line)));
  }

  experiment(id: string): Experiment | undefined {
    return this.experiments.find((e) => e.id === id);
  }
  /** The statements that begin on a line. */
  line(file: number, line: number): Statement[] {
    return this.byLine.get(`${file}/${line}`) ?? [];
  }
  statement(file: number, token: string): Statement | undefined {
    return this.byToken.get(`${file}/${token}`);
  }
  inFile(file: number): Statement[] {
    return this.statements.filter((s) => s.file === file);
  }
  /** The lines of a file; null if its text is not in the page. */
  source(file: number): Promise<string[] | null> {
    let t = this.texts.get(file);
    if (!t) {
      const number = this.files[file]?.source;
      t = number == null ? Promise.resolve(null) : blockText(`ordo-0-source-${number}`).then(linesOf);
      this.texts.set(file, t);
    }
    return t;
  }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

const encoder = new TextEncoder();

/** The index in the text of a column counted in bytes from 1. */
export function column(text: string, bytes: number): number {
  let at = 1;
  for (let i = 0; i < text.length; ) {
    if (at >= bytes) return i;
    const c = String.fromCodePoint(text.codePointAt(i)!);
    at += encoder.encode(c).length;
    i += c.length;
  }
  return text.length;
}

/** A statement's text on one line. */
export function written(s: Statement, lines: string[] | null): string {
  const { line, col, end_line, end_col, kind } = s.json;
  const first = lines?.[line - 1];
  if (first == null) return `(${kind})`;
  const from = column(first, col);
  if (line === end_line) return first.slice(from, column(first, end_col)).trim() || `(${kind})`;
  const parts = [first.slice(from), ...lines!.slice(line, end_line - 1), (lines![end_line - 1] ?? "").slice(0, column(lines![end_line - 1] ?? "", end_col))];
  return parts.join(" ").replace(/\s+/g, " ").trim() || `(${kind})`;
}
