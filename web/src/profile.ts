// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// profile.ts: the page's profile: its scopes; its points, contexts and sources are read when needed.
import { blockJson, blockText } from "./blocks";
import { degreeOfFinding, listFindings, type Finding } from "./findings";
import { degreeOf, degreeOfTwoSizes, rank } from "./growth";
import { className, value } from "./numbers";
import type { ContextsJson, FileIndex, FindingsJson, Index, Int, Model, Neighbour, PointJson, ReportJson, ScopeJson, SeriesHead, SeriesJson, Sizes } from "./schema";
import type { TreeJson } from "./tree_schema";

export interface Point {
  n: number;
  count: number;
  min: number;
  max: number;
  sum: number;
  mean: number;
  variance: number;
  raw: PointJson;
}

const big = (v: number | string): bigint => BigInt(typeof v === "string" ? v : Math.round(v));

/** Variance of the single costs, exact up to the last division: sums of squares have 128 bits. */
function variance([, count, , , sum, sumsq]: PointJson): number {
  const n = big(count);
  if (n <= 1n) return 0;
  const top = big(sumsq) * n - big(sum) * big(sum);
  return top <= 0n ? 0 : Number(top) / Number(n) / Number(n);
}

const integer = (v: bigint): Int => (v <= BigInt(Number.MAX_SAFE_INTEGER) && v >= -BigInt(Number.MAX_SAFE_INTEGER) ? Number(v) : String(v));

/** Turns columns back into rows. */
function rows([n, ...columns]: SeriesJson, bucketed: boolean): PointJson[] {
  const [size, count, min, spread, extra, rest] = columns.map((c) => (i: number): Int => (Array.isArray(c) ? c[i]! : c));
  const out: PointJson[] = [];
  let before = 0n;
  for (let i = 0; i < n; i++) {
    let at = size!(i);
    if (!bucketed) {
      before += big(at);
      at = integer(before);
    }
    const [k, low] = [big(count!(i)), big(min!(i))];
    const sum = k * low + big(extra!(i));
    out.push([at, count!(i), min!(i), integer(low + big(spread!(i))), integer(sum), integer((k ? (sum * sum) / k : 0n) + big(rest!(i)))]);
  }
  return out;
}

export function point(raw: PointJson): Point {
  const [n, count, min, max, sum] = raw;
  return {
    n: Number(n),
    count: Number(count),
    min: Number(min),
    max: Number(max),
    sum: Number(sum),
    mean: Number(sum) / Math.max(1, Number(count)),
    variance: variance(raw),
    raw,
  };
}

/** How its total grows over a series of runs, with the 95 % interval of the exponent. */
export interface OverRuns {
  class: string | null;
  exponent: number;
  low: number;
  high: number;
}

export class Scope {
  readonly loops: Scope[] = [];
  /** The scope that a loop is directly inside. */
  outer: Scope | null = null;
  readonly total: number;
  readonly calls: number;
  readonly share: number;
  readonly size: string; // of the sizes that it has points of, the one that explains it best
  readonly model: Model | null;
  readonly degree: number | null;
  /** The first finding that is about it. */
  finding: Finding | null = null;
  overRuns: OverRuns | null = null;
  private text = "";

  constructor(
    readonly json: ScopeJson,
    readonly profile: Profile,
    readonly index: number,
  ) {
    this.total = json.cost ? Number(json.cost.total) : 0;
    this.calls = json.calls == null ? NaN : Number(json.calls);
    this.share = json.cost?.share ?? 0;
    this.size = json.best_size && json.sizes?.[json.best_size] ? json.best_size : widest(json.sizes);
    this.model = json.by_argument?.model ?? json.sizes?.[this.size]?.model ?? null;
    this.degree = json.two_sizes ? degreeOfTwoSizes(json.two_sizes.class) : degreeOf(this.model);
  }

  get id(): string {
    return this.json.id;
  }
  get series(): SeriesHead | undefined {
    return this.json.sizes?.[this.size];
  }
  /** The sizes that its growth is about: by a name, how many, the smallest and the largest. */
  get measured(): { metric: string; distinct: Int; min: Int; max: Int } | undefined {
    const by = this.json.by_argument ?? this.series;
    return by && { metric: this.json.by_argument?.metric ?? this.size, distinct: by.distinct, min: by.min, max: by.max };
  }
  /** Own cost's share of the predicted run; null: nothing is predicted. */
  get shareAt(): number | null {
    return this.profile.predicts ? (this.json.share_at_10x ?? null) : null;
  }
  get growth(): number {
    return this.model ? rank(this.model.class) : -2;
  }
  /** Code of a library, whose own cost counts for the code that calls it; or the dynamic loader's. */
  get isLibrary(): boolean {
    return this.json.library === true;
  }
  get where(): string {
    return this.json.file ? this.json.file + (this.json.line ? ":" + this.json.line : "") : "";
  }
  /** Its name outside of its routine. */
  get title(): string {
    if (this.json.kind === "loop") return `loop in ${this.json.routine}${this.lineMark}`;
    return this.json.kind === "recursion" ? `recursion ${this.json.name}` : this.json.name;
  }
  /** The end of its title that tells loops of one routine apart: ":12", or nothing. */
  get lineMark(): string {
    return this.json.kind === "loop" && this.json.line ? `:${this.json.line}` : "";
  }
  /** The text that the search looks through. */
  get haystack(): string {
    if (!this.text) {
      const j = this.json;
      const linkage = j.linkage_name === j.name ? "" : j.linkage_name;
      const growth = this.json.two_sizes?.class ?? this.model?.class ?? "";
      this.text = `${j.name}\n${j.kind === "loop" ? j.routine : linkage}\n${j.file}\n${growth}\n${className(growth)}`.toLowerCase();
    }
    return this.text;
  }
  /** Own cost, the only one that the page shows: without callees and inner loops, with the library
   * routines and the code of libraries that it calls. A recursion's is the sum of its members'; that of code of
   * libraries is counted twice, there and here. NaN: none is known. */
  get own(): number {
    return this.json.own == null ? NaN : Number(this.json.own);
  }
  get ownShare(): number {
    return this.profile.total && this.json.own != null ? this.own / this.profile.total : 0;
  }
  /** Own cost's share of the predicted run. That of a recursion is divided among its members as their
   * own cost now is. */
  get ownShareAt(): number | null {
    if (this.shareAt != null || !this.recursion) return this.shareAt;
    const all = this.recursion.own;
    return this.recursion.shareAt == null || !(all > 0) || Number.isNaN(this.own) ? null : (this.recursion.shareAt * this.own) / all;
  }
  /** The recursion whose member it is. */
  recursion: Scope | null = null;
  /** Whether a context of `other` is one of this scope: a recursion's are those of its routines. */
  isAt(other: Scope | null): boolean {
    return other === this || (other != null && this.json.members != null && this.json.members.some((m) => m.id === other.id));
  }
  /** What calls it. For a recursion: the callers of its routines from outside. */
  get callers(): Neighbour[] {
    return this.json.members ? this.outside((s) => s.json.callers) : (this.json.callers ?? []);
  }
  /** What it calls. */
  get callees(): Neighbour[] {
    return this.json.members ? this.outside((s) => s.json.children) : (this.json.children ?? []);
  }
  /** The neighbours of a recursion's routines, except these routines and the loops that are in them. */
  private outside(of: (s: Scope) => Neighbour[] | undefined): Neighbour[] {
    const inside = new Set(this.json.members!.map((m) => m.id));
    const found = new Map<string, Neighbour>();
    for (const id of inside)
      for (const x of (this.profile.byId.get(id) && of(this.profile.byId.get(id)!)) ?? []) {
        if (inside.has(x.id) || inside.has(this.profile.byId.get(x.id)?.json.routine_id ?? "")) continue;
        const before = found.get(x.id);
        found.set(x.id, before ? { ...x, calls: value(before.calls) + value(x.calls), cost: value(before.cost) + value(x.cost) } : x);
      }
    return [...found.values()];
  }
  /** What gives it the colour of its class as written. */
  get shade(): number | null {
    const { two_sizes: two, by_caller: callers } = this.json;
    if (two) return degreeOfTwoSizes(two.class);
    if (callers) return Math.max(...callers.populations.map((p) => rank(p.model.class)));
    return this.model ? rank(this.model.class) : null;
  }
  get headShade(): number | null {
    return this.finding ? degreeOfFinding(this.finding) : this.shade;
  }
  /** The growth to show first: that of its finding, else that of its cost function. */
  get headDegree(): number | null {
    return (this.finding && degreeOfFinding(this.finding)) ?? this.degree;
  }

  /** The cost metric that its growth is fitted to. */
  get growthCost(): string {
    return this.json.sizes_cost ?? this.profile.report.cost_metric;
  }
  /** The sizes with one cost metric. */
  sizes(cost: string): Sizes {
    if (cost === this.growthCost) return this.json.sizes ?? {};
    return this.json.costs?.[cost]?.sizes ?? {};
  }
  costs(): string[] {
    return [this.growthCost, ...Object.keys(this.json.costs ?? {})];
  }
  points(size: string, cost: string): Promise<Point[]> {
    const head = this.sizes(cost)[size];
    return head ? this.profile.points(head) : Promise.resolve([]);
  }
}

function widest(sizes: Sizes | undefined): string {
  let best = "rms";
  let most = -1;
  for (const [name, s] of Object.entries(sizes ?? {}))
    if (Number(s.distinct) > most || (name === "rms" && Number(s.distinct) === most)) {
      best = name;
      most = Number(s.distinct);
    }
  return best;
}

const LEAST_GAIN = 1.1;

/** Of a scope without a class, a prediction says something if the share changes. */
export const foretold = (s: Scope): boolean =>
  s.json.share_at_10x != null && s.json.own != null && (s.degree != null || s.json.by_caller != null || s.json.share_at_10x > LEAST_GAIN * s.ownShare);

export interface Context {
  scope: Scope | null;
  parent: number;
  calls: number;
  cost: number; // own cost and that of the boxes below; a recursion's re-entries count where it began
  self: number;
  children: number[];
}

export class Profile {
  readonly scopes: Scope[];
  readonly byId = new Map<string, Scope>();
  readonly total: number;
  readonly hasModels: boolean;
  /** Whether own costs have those of code of libraries in them. */
  readonly foldsLibraries: boolean;
  /** Whether some scope's cost function, or history, says something of larger sizes. */
  readonly predicts: boolean;
  readonly files: FileIndex[];
  readonly findings: Finding[];
  private readonly chunks = new Map<number, Promise<SeriesJson[]>>();
  private tree: Promise<Context[]> | null = null;
  private forest: Promise<TreeJson> | null = null;
  private readonly texts = new Map<number, Promise<string>>();

  constructor(
    readonly report: ReportJson,
    readonly number: number,
    readonly entry: Index["profiles"][number],
    readonly found: FindingsJson,
  ) {
    this.total = value(report.total_cost);
    this.scopes = report.scopes.map((j, i) => new Scope(j, this, i));
    this.foldsLibraries = this.scopes.some((s) => s.isLibrary);
    this.predicts = this.scopes.some((s) => foretold(s));
    for (const s of this.scopes) this.byId.set(s.id, s);
    for (const s of this.scopes) {
      const parent = s.json.parent && this.byId.get(s.json.parent);
      if (!parent || s.json.kind !== "loop") continue;
      parent.loops.push(s);
      s.outer = parent;
    }
    this.hasModels = this.scopes.some((s) => s.model);
    this.files = entry.files;
    for (const s of this.scopes)
      for (const m of s.json.members ?? []) {
        const member = this.byId.get(m.id);
        if (member && member !== s && s.shareAt != null) member.recursion ??= s;
      }
    for (const [id, growth, exponent, low, high] of found.over_runs ?? []) {
      const s = this.byId.get(id);
      if (s && exponent != null) s.overRuns = { class: growth, exponent, low: low ?? -Infinity, high: high ?? Infinity };
    }
    this.findings = listFindings(this);
    for (const f of this.findings) f.scope.finding ??= f;
  }

  /** The scope that views begin with: that of the first finding, else the one with most of the predicted
   * run. */
  get firstScope(): Scope | undefined {
    if (this.findings.length) return this.findings[0]!.scope;
    const weight = (s: Scope): number => s.shareAt ?? s.ownShare;
    return this.scopes.reduce<Scope | undefined>((best, s) => (s.json.sizes && !s.isLibrary && (!best || weight(s) > weight(best)) ? s : best), undefined) ?? this.scopes[0];
  }

  get name(): string {
    return this.entry.name;
  }

  /** Predictions are for so many times the sizes. */
  get factor(): number {
    return this.found.factor;
  }
  /** "10×" */
  get times(): string {
    return `${this.factor}×`;
  }

  async points({ series, bucketed }: SeriesHead): Promise<Point[]> {
    const starts = this.entry.chunks;
    let low = 0;
    for (let high = starts.length; low + 1 < high; ) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= series) low = middle;
      else high = middle;
    }
    const first = starts[low];
    if (first == null) return [];
    const found = (await this.chunk(first))[series - first];
    return found ? rows(found, bucketed).map(point) : [];
  }

  private chunk(first: number): Promise<SeriesJson[]> {
    let c = this.chunks.get(first);
    if (!c) {
      c = blockJson<SeriesJson[]>(`ordo-${this.number}-points-${first}`);
      this.chunks.set(first, c);
      if (this.chunks.size > 24) this.chunks.delete(this.chunks.keys().next().value!);
    }
    return c;
  }

  contexts(): Promise<Context[]> {
    this.tree ??= blockJson<ContextsJson>(`ordo-${this.number}-contexts-0`).then((c) => {
      let parent = 0;
      const nodes = c.scope.map((scope, i): Context => {
        parent += c.parent[i]!;
        return {
          scope: this.byId.get(c.scopes[scope]!) ?? null,
          parent,
          calls: Number(c.calls[i]),
          cost: Number(c.self[i]),
          self: Number(c.self[i]),
          children: [],
        };
      });
      nodes.forEach((node, i) => nodes[node.parent]?.children.push(i));
      for (let i = nodes.length - 1; i >= 0; i--) {
        const up = nodes[nodes[i]!.parent];
        if (up) up.cost += nodes[i]!.cost;
      }
      return nodes;
    });
    return this.tree;
  }

  /** Whether (a part of) the program is a structure build, whose scopes have no sizes. */
  get isStructure(): boolean {
    return this.report.warnings.some((w) => w.code === "repetitions-only");
  }
  /** Whether it has a repetition tree. */
  get hasTree(): boolean {
    return this.entry.tree === true;
  }
  repetitions(): Promise<TreeJson> {
    this.forest ??= blockJson<TreeJson>(`ordo-${this.number}-tree-0`);
    return this.forest;
  }

  source({ source }: FileIndex): Promise<string> {
    let t = this.texts.get(source!);
    if (!t) {
      t = blockText(`ordo-${this.number}-source-${source}`);
      this.texts.set(source!, t);
      if (this.texts.size > 8) this.texts.delete(this.texts.keys().next().value!);
    }
    return t;
  }
}

export function loadProfiles(index: Index): Promise<Profile[]> {
  return Promise.all(index.profiles.map(async (entry, i) => new Profile(await blockJson<ReportJson>(`ordo-${i}-report-0`), i, entry, await blockJson<FindingsJson>(`ordo-${i}-findings-0`))));
}
