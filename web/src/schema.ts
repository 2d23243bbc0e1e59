// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schema.ts: the data embedded in the page: the outline of `ordo report --json` and the index of the other
// parts (docs/html-data.md). Unknown fields are ignored; fields with "?" may be absent.

/** A natural number; above 2^53 a decimal string. */
export type Int = number | string;

export interface Model {
  class: string; // "1", "log n", ..., "2^n", "none"
  reported?: string[]; // one or two classes, as far as the points distinguish them
  probabilities?: Record<string, number>; // without classes whose probability is 0
  exponent: number | null;
  ci: [number, number] | null;
  exponent_at_top?: number | null;
  ci_at_top?: [number, number] | null;
  later?: { class: string; from: number } | null; // a term that takes over at larger sizes
  at_least?: { class: string; probability: number }; // what three sizes show
  base?: number | null;
  base_ci?: [number, number] | null;
  r2?: number | null;
  pred?: number | null;
  pred_at?: number | null;
  pred_ci?: [number, number] | null;
  formula?: string | null;
  terms?: { term: string; coefficient: number | null; base?: number | null }[];
  from?: number | null; // below this size, cost grows differently
  warnings?: { code: string; remedy: string }[];
  why?: string; // of a trend: why it has no class
}

export interface SeriesHead {
  distinct: Int;
  min: Int;
  max: Int;
  bucketed: boolean;
  series: number; // its number, by which its points are found
  model?: Model | null;
  worst?: Model | null; // absent: the same as `model`
}

export const worstOf = (s: SeriesHead | undefined): Model | null | undefined => (s && "worst" in s ? s.worst : s?.model);

export type Sizes = Record<string, SeriesHead>;

export interface Neighbour {
  id: string;
  kind: string;
  name: string;
  calls: Int;
  cost: Int;
}

/** With its 95 % interval, or the reason why it was not estimated. */
export interface EstimateJson {
  value?: number;
  low?: number;
  high?: number;
  method?: string;
  not_estimated?: string;
}

/** Which numbers of a production profile's scope are exact, and what its samples say. */
export interface SampledJson {
  recorded: Int;
  calls_exact: boolean;
  iterations_exact: boolean;
  self_exact: boolean;
  cost_is_least?: boolean; // a recursion whose activations are not counted
  calls_of?: string; // nothing counts the routine's calls: they are those of this callee
  executions?: Int;
  samples?: Int;
  incomplete?: Int;
  given_up?: Int;
  left?: Int;
  total?: EstimateJson;
  mean_size?: EstimateJson;
  mean_cost?: EstimateJson;
  over_run?: { verdict: string; faster: boolean; cells: EstimateJson; text: string };
}

export interface ProductionJson {
  runs: Int;
  samples: Int;
  executions: Int;
  incomplete: Int;
  given_up: Int;
  left: Int;
  unsampled: Int;
  unlogged: Int;
  sampled_ns: Int;
  processes: { pid: Int; one_of: number | null; budget: number | null }[];
}

export interface TwoSizesJson {
  class: string; // "n*m", "m log n", "n + m", ...
  n: { metric: string; min: number; max: number };
  m: { metric: string; min: number; max: number };
  probability: number;
  formula: string;
  calls: Int;
  error: number; // typical error of ln cost
  error_of_one_size: number;
}

/** Of a loop that works in registers: its cost by an argument of its routine, or by depth. */
export interface ByArgumentJson {
  metric: string;
  calls: Int;
  distinct: Int;
  min: Int;
  max: Int;
  model: Model;
}

export interface ByCallerJson {
  metric: string;
  error: number;
  error_of_one_function: number;
  populations: { caller: string | null; share: number; calls: Int; model: Model }[];
}

export interface ScopeJson {
  id: string;
  kind: "routine" | "loop" | "recursion";
  name: string;
  linkage_name: string;
  object: string;
  file: string;
  line: number;
  column: number;
  routine: string;
  routine_id: string;
  parent: string | null;
  folded: boolean;
  library?: boolean; // code of a library: its own cost is part of that of its callers
  profiled: boolean;
  members?: { id: string; name: string }[];
  callers?: Neighbour[];
  children?: Neighbour[];
  calls?: Int;
  iterations?: Int;
  settled?: boolean; // not all of its activations are points
  unfinished?: Int;
  unfinished_cost?: Int;
  at_exit?: Int;
  cost?: { total: Int; self?: Int; share: number };
  sizes_cost?: string; // of sizes; absent: the report's cost_metric
  sizes?: Sizes;
  costs?: Record<string, { sizes: Sizes }>;
  production?: SampledJson;
  best_size?: string | null;
  own?: Int | null; // with the library routines that it calls; of a recursion: its members'
  share_at_10x?: number | null;
  predicted_total?: Int | null;
  explosive?: boolean;
  run_growth?: { points: RunPointJson[] };
  two_sizes?: TwoSizesJson; // the cost by two sizes, if no one size explains it
  two_run_sizes?: TwoSizesJson; // its total, by two sizes of the run
  by_argument?: ByArgumentJson;
  by_caller?: ByCallerJson; // the cost by caller, if one function for all callers does not explain it
  cause?: { through: string; child: string | null; class: string; root: string | null; text: string } | null;
}

export interface ProcessJson {
  pid: Int;
  exe: string;
  command: string;
  state: string;
  stop?: string;
  stop_reason?: string;
  continues?: boolean; // a part of the process of the same pid before it
  threads: Int;
  cost: Int;
}

export interface RunJson {
  command: string;
  start_ns?: Int;
  end_ns?: Int;
  exit_status?: number;
  signal?: number;
  features: Record<string, number>;
  processes: ProcessJson[];
}

export interface WarningJson {
  code: string;
  text: string;
  remedy: string;
  scope: string | null;
}

/** A point of a scope's total over a series of runs. */
export interface RunPointJson {
  size: number;
  calls: number;
  cost: number;
}

export interface FindingJson {
  rank: number;
  scope: string;
  file: string;
  line: number;
  growth: string | null;
  exponent: number | null;
  ci: [number, number] | null;
  two_sizes?: TwoSizesJson;
  basis: "activation" | "runs" | "run" | "worst" | "conditional";
  size: { metric: string; name: string; unit: string };
  through: string[];
}

/** What the page has of a finding besides FindingJson: its words, and the curve of its plot. */
export interface FindingPartJson {
  title: string;
  scope: string;
  share: string;
  reason: string;
  curve?: [number, number | null, number | null, number | null][]; // size, total, its 95 % interval
  falls?: boolean; // sizes fall during the run
  cells?: boolean; // sizes are cells
  history?: [Int, Int, Int][]; // number of the call; what it and all before it cost and read
}

export interface FindingsJson {
  none?: string; // why there are no findings
  left_out?: string;
  unjudged?: string; // scopes whose growth is not known
  prediction?: string;
  factor: number; // of the sizes, for all predictions
  over_runs?: [string, string | null, number | null, number | null, number | null][]; // scope, class, exponent, its 95 % interval
  run?: [number, number][]; // size and cost of the whole run
  list: FindingPartJson[]; // in the order of the report's findings
}

export interface ReportJson {
  schema: number;
  engine: string;
  cell_bytes: number;
  cost_metric: string;
  total_cost: Int;
  production?: ProductionJson;
  runs: RunJson[];
  findings: FindingJson[];
  warnings: WarningJson[];
  uncovered: { library: string; function: string; calls: Int }[];
  objects?: { path: string; source_root: string }[];
  scopes: ScopeJson[];
  contexts_truncated?: boolean;
  lines?: { file: string; line: number; count: Int }[];
}

export interface FileIndex {
  file: string;
  source?: number; // the number of its part
  newer?: boolean;
  missing?: string; // why there is no text
}

export interface Index {
  schema: number;
  version: string;
  profiles: { name: string; tree?: boolean; chunks: number[]; files: FileIndex[] }[];
  trend?: { name: string; files: FileIndex[] }; // there are no profiles then
  lab?: { name: string; files: FileIndex[] }; // the same
}

/** n, count, min, max, sum, sumsq */
export type PointJson = [Int, Int, Int, Int, Int, Int];
/** A column: one value for all points, or one each. */
export type Column = Int | Int[];
/** The number of points; then columns: differences of n (for buckets: n), count, min, max - min,
 * sum - count * min, and sumsq - sum * sum / count, rounded down. */
export type SeriesJson = [number, ...Column[]];
export interface ContextsJson {
  scopes: string[];
  scope: number[];
  parent: number[]; // as differences; -1: the outermost scope of a thread
  calls: Int[];
  self: Int[];
}
