// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pairs.ts: the scopes of two profiles side by side. Scopes are the same if their identities are; between two
// versions of a source, whose lines moved, routines are the same if their names and files are, and loops if
// their routines are and have equally many of them.
import type { Footing } from "./footing";
import { outgrowsNLogN } from "./growth";
import type { OverRuns, Profile, Scope } from "./profile";
import type { FindingJson } from "./schema";

export interface Pair {
  before: Scope | null;
  after: Scope | null;
}

const byPlace = (a: Scope, b: Scope): number => a.json.line - b.json.line || a.json.column - b.json.column || a.index - b.index;
const nameKey = (s: Scope): string => `${s.json.kind}\n${s.json.linkage_name}\n${s.json.file}`;
const loopKey = (s: Scope): string => `${s.json.linkage_name}\n${s.json.file}`;

/** Groups of scopes by key, in the order of the source. */
function grouped(scopes: Scope[], key: (s: Scope) => string): Map<string, Scope[]> {
  const out = new Map<string, Scope[]>();
  for (const s of [...scopes].sort(byPlace)) {
    const list = out.get(key(s));
    if (list) list.push(s);
    else out.set(key(s), [s]);
  }
  return out;
}

export function pairsOf(before: Profile, after: Profile): Pair[] {
  const pairs: Pair[] = [];
  const taken = new Set<Scope>();
  const open: Scope[] = [];
  for (const a of after.scopes) {
    const b = before.byId.get(a.id);
    if (b) {
      taken.add(b);
      pairs.push({ before: b, after: a });
    } else open.push(a);
  }
  const rest = before.scopes.filter((s) => !taken.has(s));
  const isLoop = (s: Scope): boolean => s.json.kind === "loop";
  for (const [which, key] of [
    [(s: Scope) => !isLoop(s), nameKey],
    [isLoop, loopKey],
  ] as const) {
    const then = grouped(rest.filter(which), key);
    for (const [name, list] of grouped(open.filter(which), key)) {
      const same = then.get(name);
      const whole = same && same.length === list.length;
      list.forEach((after, i) => pairs.push({ before: whole ? same[i]! : null, after }));
      if (whole) then.delete(name);
    }
    for (const list of then.values()) for (const before of list) pairs.push({ before, after: null });
  }
  return pairs.filter((x) => ran(x.before) || ran(x.after));
}

const ran = (s: Scope | null): boolean => s != null && (s.total > 0 || s.calls > 0);
const LEAST_SHARE = 0.001; // of a scope whose growth matters
const WORSE = 0.3; // between two degrees

export const ownOf = (s: Scope | null): number => (s && !Number.isNaN(s.own) ? s.own : 0);
export const ownChange = ({ before, after }: Pair): number => ownOf(after) - ownOf(before);

/** The growth of one side, as a degree; null: no class. `known`: false if it is not known by the measure that the
 * finding of the other side has. */
export interface SideGrowth {
  degree: number | null;
  known: boolean;
}

/** What the finding about either side measures growth by. Both sides are compared by that; without a finding (null), single calls are compared. */
export const basisOf = ({ before, after }: Pair): FindingJson["basis"] | null => (after?.finding ?? before?.finding)?.json.basis ?? null;

const WIDE = 1; // of the interval of an exponent: nothing is known then

/** A growth over the runs that is known well enough to be compared; undefined: it is not. */
export function growthOverRuns(s: Scope): OverRuns | undefined {
  const x = s.overRuns;
  return x && x.high - x.low <= WIDE ? x : undefined;
}

export function sideGrowth(s: Scope | null, basis: FindingJson["basis"] | null): SideGrowth {
  if (!s) return { degree: null, known: true };
  if (!basis) return { degree: s.headDegree, known: true };
  if (s.finding) return { degree: s.headDegree, known: s.finding.json.basis === basis };
  if (basis !== "runs") return { degree: s.degree, known: true };
  const x = growthOverRuns(s);
  return { degree: x?.exponent ?? null, known: x != null };
}

const sides = (x: Pair): [SideGrowth, SideGrowth] => {
  const basis = basisOf(x);
  return [sideGrowth(x.before, basis), sideGrowth(x.after, basis)];
};

/** Whether it outgrows n log n now, and did not, or less. */
export function growsWorse(x: Pair): boolean {
  const { before, after } = x;
  const [was, is] = sides(x);
  if (!after || !was.known || !is.known || !outgrowsNLogN(is.degree) || Math.max(after.share, after.shareAt ?? 0) < LEAST_SHARE) return false;
  return !before || was.degree == null ? after.finding != null : is.degree! - was.degree >= WORSE;
}

/** How much its growth changed; what is not known did not. */
export function growthChange(x: Pair): number {
  const [was, is] = sides(x);
  return was.known && is.known ? (is.degree ?? -1) - (was.degree ?? -1) : 0;
}

/** Whether it has more own cost only because work moved into it: with what it calls it costs less than before, and it does
 * not grow faster. */
export function tookWork(x: Pair): boolean {
  const { before, after } = x;
  return before != null && after != null && ownOf(after) > ownOf(before) && after.total < before.total && growthChange(x) <= 0;
}

/** Greater: became worse. Growth counts before own cost, except that of a scope that took work of its callees: what
 * counts is then its total. Recursions have the cost of their members, who are listed. Costs of different inputs do not
 * count. Of profiles that cannot be compared: the costliest first. */
export function worsened(x: Pair, { comparable, sameInput }: Footing = { comparable: true, sameInput: true }): number {
  if (!comparable) return ownOf(x.after) + 1e-9 * ownOf(x.before);
  const isRecursion = (x.after ?? x.before)!.json.kind === "recursion";
  const cost = isRecursion || !sameInput ? 0 : tookWork(x) ? x.after!.total - x.before!.total : ownChange(x);
  const profile = (x.after ?? x.before)!.profile;
  return cost / Math.max(1, profile.total) + (growsWorse(x) ? 1e6 + (x.after!.shareAt ?? x.after!.share) : 0);
}
