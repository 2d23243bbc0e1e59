// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend_schema.ts: the JSON report of a trend (docs/trend.schema.json) as embedded in the page.
import type { Int, Model } from "./schema";

export interface LocationJson {
  routine: string;
  file: string;
  line: number;
  col: number;
  block: number;
  max?: Int;
}

/** Value, and its interval. */
export type PredictionJson = [number, number | null, number | null] | null;

export interface FitJson {
  a: number;
  b: number;
  a_ci: [number, number] | null;
  b_ci: [number, number] | null;
  r2: number;
  zeros: number;
  pred: Record<string, PredictionJson>;
  band?: PredictionJson[]; // size, low, high
}

export interface TrendFitJson {
  feature: string;
  power: FitJson | null;
  linear: FitJson | null;
  model: Model & { f95x2: number | null; f95x10: number | null; asked?: number | null };
}

export interface ClusterJson {
  representative: LocationJson | { feature: string };
  members: LocationJson[];
  max: number;
  costly: boolean;
  best: string | null;
  predicted: number | null;
  costs: number[];
  fits: TrendFitJson[];
}

export interface WorkloadJson {
  name: string;
  status: string;
  command: string;
  why: string;
  total: Int;
  features: Record<string, number | null>;
}

export interface TrendJson {
  schema: number;
  command: string;
  source: string;
  sort: "max" | "predicted" | "power"; // what the clusters are ranked by
  features: { name: string; f95: number | null; asked: number | null }[];
  workloads: WorkloadJson[];
  locations: { total: number; constant: number; little: number; varying: number };
  costly_clusters: number;
  costly_share: number | null;
  clusters: ClusterJson[];
}
