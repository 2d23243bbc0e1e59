// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pairs.ts: the scopes of two profiles side by side. Scopes are the same if their identities are; between two
// versions of a source, whose lines moved, routines are the same if their names and files are, and loops if
// their routines are and have equally many of them.
import { outgrowsNLogN } from "./growth";
import type { Profile, Scope } from "./profile";

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

/** Whether it outgrows n log n now, and did not, or less. */
export function growsWorse({ before, after }: Pair): boolean {
  if (!after || !outgrowsNLogN(after.headDegree) || Math.max(after.share, after.shareAt ?? 0) < LEAST_SHARE) return false;
  return !before || before.headDegree == null ? after.finding != null : after.headDegree! - before.headDegree >= WORSE;
}

/** Whether it has more own cost only because work moved into it: with what it calls it costs less than before, and it does
 * not grow faster. */
export function tookWork({ before, after }: Pair): boolean {
  return before != null && after != null && ownOf(after) > ownOf(before) && after.total < before.total && (after.headDegree ?? 0) <= (before.headDegree ?? 0);
}

/** Greater: became worse. Growth counts before own cost, except that of a scope that took work of its callees: what
 * counts is then its total. Recursions have the cost of their members, who are listed. */
export function worsened(x: Pair): number {
  const isRecursion = (x.after ?? x.before)!.json.kind === "recursion";
  const cost = isRecursion ? 0 : tookWork(x) ? x.after!.total - x.before!.total : ownChange(x);
  const profile = (x.after ?? x.before)!.profile;
  return cost / Math.max(1, profile.total) + (growsWorse(x) ? 1e6 + (x.after!.shareAt ?? x.after!.share) : 0);
}
