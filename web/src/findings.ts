// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// findings.ts: the findings of a profile, and where the calls of their scopes come from.
import type { Context, Profile, Scope } from "./profile";
import { CLASSES, degreeOfTwoSizes, rank } from "./growth";
import type { FindingJson, FindingPartJson } from "./schema";

export interface Finding {
  json: FindingJson;
  part: FindingPartJson;
  scope: Scope;
}

/** The most expensive first; findings of library routines have no scope in the page, so no detail. */
export function listFindings(p: Profile): Finding[] {
  const out: Finding[] = [];
  p.report.findings.forEach((json, i) => {
    const [part, scope] = [p.found.list[i], p.byId.get(json.scope)];
    if (part && scope) out.push({ json, part, scope });
  });
  return out;
}

/** The class that its title names, the same in all views; null: it names none. */
export function classOfFinding({ json, part }: Finding): string | null {
  if (json.two_sizes) return json.two_sizes.class;
  const named = CLASSES.filter((c) => part.title.startsWith(c + " ")).sort((a, b) => b.length - a.length);
  return named[0] ?? null;
}

/** The growth that the finding is about, as a degree; null: it has no class. */
export function degreeOfFinding(f: Finding): number | null {
  if (f.json.two_sizes) return degreeOfTwoSizes(f.json.two_sizes.class);
  const named = classOfFinding(f);
  return named ? rank(named) : f.json.exponent;
}

export interface PathStep {
  scope: Scope | null; // null: a library routine
  calls: number;
  cost: number;
}

/** A way of calls, from a scope to the outermost one. */
export interface CallPath {
  steps: PathStep[];
  share: number; // of the scope's cost
  others: number; // how many more ways there are
}

const isNested = (contexts: Context[], at: number, s: Scope): boolean => {
  for (let up = contexts[at]!.parent; up >= 0; up = contexts[up]!.parent) if (s.isAt(contexts[up]!.scope)) return true;
  return false;
};

/** The way with most of the scope's cost; without contexts, the one by each scope's costliest caller. That of a
 * recursion begins where one of its routines is entered from outside. */
export async function mainPath(s: Scope): Promise<CallPath> {
  const contexts = await s.profile.contexts();
  const own = contexts.flatMap((c, i) => (s.isAt(c.scope) && !isNested(contexts, i, s) ? [i] : []));
  if (!own.length) return { steps: byCallers(s), share: 1, others: 0 };
  const whole = own.reduce((sum, i) => sum + contexts[i]!.cost, 0);
  const main = own.reduce((best, i) => (contexts[i]!.cost > contexts[best]!.cost ? i : best));
  const steps: PathStep[] = [];
  for (let i = main; i >= 0; i = contexts[i]!.parent) steps.push(i === main ? { ...contexts[i]!, scope: s } : contexts[i]!);
  return { steps, share: whole ? contexts[main]!.cost / whole : 1, others: own.length - 1 };
}

/** Whether the scope is one of `found`, or most of its cost comes from one. */
export const isInFinding = (s: Scope, found: Set<Scope | null>): boolean => byCallers(s).some((step) => found.has(step.scope));

function byCallers(from: Scope): PathStep[] {
  const steps: PathStep[] = [];
  const seen = new Set<Scope>();
  for (let s: Scope | undefined = from; s && !seen.has(s); ) {
    seen.add(s);
    steps.push({ scope: s, calls: s.calls, cost: s.total });
    const [caller] = [...s.callers].sort((a, b) => Number(b.cost) - Number(a.cost));
    s = caller && s.profile.byId.get(caller.id);
  }
  return steps;
}
