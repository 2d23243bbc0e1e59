// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend.ts: the page's trend: clusters with their names and points, workloads, sources.
import { blockText } from "./blocks";
import { evaluator, rank } from "./growth";
import { shown } from "./numbers";
import type { FileIndex, Index, Model } from "./schema";
import type { ClusterJson, FitJson, LocationJson, TrendFitJson, TrendJson, WorkloadJson } from "./trend_schema";

export type FitName = "power" | "linear" | "model";
export const FIT_WORDS: Record<FitName, string> = { power: "power function", linear: "line", model: "Ordo's cost function" };

export interface TrendPoint {
  x: number;
  y: number;
  workload: WorkloadJson;
}

export const base = (file: string): string => file.replace(/.*\//, "");
export const place = (l: LocationJson): string => (l.line ? `${base(l.file)}:${l.line}` : `block ${l.block}`);
const most = (l: LocationJson): number => Number(l.max ?? 0);

export class Cluster {
  readonly name: string; // C1, C2, ... in the order of the ranking
  readonly costliest: LocationJson;
  readonly title: string;
  private readonly found = new Map<string, TrendPoint[]>();

  constructor(
    readonly json: ClusterJson,
    readonly trend: Trend,
    readonly index: number,
  ) {
    this.name = `C${index + 1}`;
    this.costliest = json.members.reduce((a, b) => (most(b) > most(a) ? b : a));
    const r = json.representative;
    const where = "feature" in r ? this.costliest : r;
    this.title = `${shown(where.routine)} ${where.line ? `line ${where.line}` : `block ${where.block}`}`;
  }

  get ofFeature(): string {
    return "feature" in this.json.representative ? this.json.representative.feature : "";
  }

  fit(feature: string): TrendFitJson | undefined {
    return this.json.fits.find((f) => f.feature === feature);
  }
  /** By the feature that explains it best. */
  get best(): TrendFitJson | undefined {
    return this.json.best == null ? undefined : this.fit(this.json.best);
  }
  get growth(): number {
    return rank(this.best?.model.class);
  }

  /** Sorted by size. */
  points(feature: string): TrendPoint[] {
    let list = this.found.get(feature);
    if (!list) {
      list = this.trend.ok.map((workload, i) => ({ x: workload.features[feature] ?? NaN, y: this.json.costs[i]!, workload }));
      list.sort((a, b) => a.x - b.x || a.y - b.y);
      this.found.set(feature, list);
    }
    return list;
  }
}

/** The power function, the line or the cost function, as a function of the feature. */
export function fitted(fit: TrendFitJson | undefined, name: FitName): ((x: number) => number) | null {
  if (!fit) return null;
  if (name === "model") return evaluator(fit.model as Model);
  const l: FitJson | null = fit[name];
  if (!l) return null;
  return name === "power" ? (x) => l.a * x ** l.b : (x) => l.a + l.b * x;
}

export class Trend {
  readonly clusters: Cluster[];
  readonly ok: WorkloadJson[];
  readonly left: WorkloadJson[];
  readonly files: FileIndex[];
  readonly name: string;

  constructor(
    readonly json: TrendJson,
    entry: NonNullable<Index["trend"]>,
  ) {
    this.name = entry.name;
    this.files = entry.files;
    this.ok = json.workloads.filter((w) => w.status === "ok");
    this.left = json.workloads.filter((w) => w.status !== "ok");
    this.clusters = json.clusters.map((c, i) => new Cluster(c, this, i));
  }

  get features(): string[] {
    return this.json.features.map((f) => f.name);
  }
  cluster(name: string): Cluster | undefined {
    return this.clusters[Number(/^C(\d+)$/.exec(name)?.[1] ?? NaN) - 1];
  }
  /** The feature that explains most of the costly clusters best. */
  get mainFeature(): string {
    const votes = new Map<string, number>();
    for (const c of this.clusters) if (c.json.costly && c.json.best) votes.set(c.json.best, (votes.get(c.json.best) ?? 0) + 1);
    return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? this.features[0] ?? "";
  }
  range(feature: string): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    for (const w of this.ok) {
      const x = w.features[feature];
      if (x == null) continue;
      if (x < low) low = x;
      if (x > high) high = x;
    }
    return [low, high];
  }
  async source(file: string): Promise<string[] | null> {
    const index = this.files.find((f) => f.file === file);
    if (index?.source == null) return null;
    return (await blockText(`ordo-0-source-${index.source}`)).split(/\r?\n/);
  }
}
