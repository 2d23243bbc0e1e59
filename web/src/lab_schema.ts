// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_schema.ts: the data of a laboratory's page (docs/html-data.md).
import type { Int, Model } from "./schema";

export interface StatementJson {
  file: string;
  line: number;
  col: number; // bytes, from 1
  end_line: number;
  end_col: number;
  kind: string;
  function: string;
}

export interface ExperimentJson {
  id: string;
  function: string;
  input: string;
  file: string | null;
  line: number;
  seed: Int;
  repeat: Int;
  status: string;
  why: string | null;
  sizes: Int[];
  function_model: Model & { points: [Int, Int, Int, Int, Int, number | null][] };
}

export interface LabJson {
  statements: StatementJson[];
  lines: [number, number][]; // with several statements: the first, and their number
  experiments: ExperimentJson[];
}

/** The number of a statement or line; at each size one count, or min, max, sum; the cost function. */
export type CountsRow = [number, (Int | [Int, Int, Int])[], Model];

export interface CountsJson {
  own: CountsRow[];
  inclusive: CountsRow[];
  own_lines: CountsRow[];
  inclusive_lines: CountsRow[];
}
