// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// footing.ts: what of two profiles can be compared. Builds of different kinds measure different things, and of
// runs on different inputs only the growth can be judged.
import type { Profile, Scope } from "./profile";

export interface Footing {
  comparable: boolean; // measured in the same way
  sameInput: boolean; // as far as the arguments show
}

/** What was recorded, after "a profile of". */
export const recorded = (p: Profile): string =>
  p.isStructure ? "a structure build" : p.report.production ? "a production build" : p.report.engine === "valgrind" ? "an unmodified program under Valgrind" : "an exact build";

/** The arguments of a command; the program may have another name. */
const argumentsOf = (command: string): string => command.trim().replace(/^(?:'[^']*'|"[^"]*"|\S)+\s*/, "");
const inputs = (p: Profile): string => JSON.stringify(p.report.runs.map((r) => argumentsOf(r.command)).sort());

export const footing = (before: Profile, after: Profile): Footing => ({
  comparable: recorded(before) === recorded(after) && before.report.cost_metric === after.report.cost_metric,
  sameInput: inputs(before) === inputs(after),
});

/** Whether its numbers are known: some scopes are only listed, and a production build leaves out what no sample was in. */
export const isRecorded = (s: Scope): boolean =>
  s.json.profiled !== false && !s.json.folded && (!s.json.production || s.json.production.calls_exact || Number(s.json.production.recorded) > 0 || s.total > 0);
