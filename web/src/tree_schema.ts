// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tree_schema.ts: the repetition tree and its algorithms, as in `ordo tree --json`
// (docs/tree.schema.json). Without a structure build there are no algorithms.
import type { Int, Model, PointJson } from "./schema";

export interface RepetitionJson {
  kind: "entry" | "loop" | "recursion";
  routine: string;
  file: string;
  line: number;
  column: number;
  invocations: Int;
  steps?: Int; // absent in entries
  members?: string[];
  algorithm?: number;
  bond?: string; // why it belongs to the algorithm around it
  repetitions: RepetitionJson[];
}

export interface InputJson {
  description: string;
  form: string;
  operation: string;
  invocations: Int;
  reads: Int;
  writes: Int;
  creations: Int;
  partial: boolean; // the three counts are lower bounds
  sizes: Record<string, [Int, Int]>; // least and greatest
}

export interface FunctionJson {
  best: boolean;
  cost: { description: string };
  size: { description: string };
  n_min: Int;
  n_max: Int;
  invocations: Int;
  unmeasured: Int;
  unexplained: number | null;
  model: Model;
  points: PointJson[];
}

export interface AlgorithmJson {
  number: number;
  kind: string;
  summary: string;
  by_hand: boolean;
  invocations: Int;
  kept: Int;
  steps: Int;
  inputs: InputJson[];
  functions: FunctionJson[];
}

export interface TreeJson {
  truncated: boolean;
  stopped_processes: number;
  late_recursions?: string[];
  identity?: string;
  entries: RepetitionJson[];
  algorithms?: AlgorithmJson[];
}
