// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// production.ts: which numbers of a production profile are exact or estimated, and what was left out.
import { h } from "./dom";
import { exact, percent, short, shown } from "./numbers";
import type { Profile, Scope } from "./profile";
import { signs } from "./prose";
import { href } from "./router";
import type { EstimateJson, Int } from "./schema";

/** The mark of an estimated number; empty for exact numbers. */
export const mark = (s: Scope, known?: boolean): string => (s.json.production && !known ? "~" : "");

/** A recursion that neither counts nor samples say anything about: its numbers are lower bounds. */
export const isUnknown = (s: Scope): boolean => !!s.json.production?.cost_is_least && Number(s.json.production.recorded) === 0;

export const callsText = (s: Scope, format: (v: Int) => string): string => {
  const known = s.json.production?.calls_exact;
  return (isUnknown(s) && !known ? "\u2265" : mark(s, known)) + format(s.json.calls ?? 0);
};

function interval(e: EstimateJson | undefined): string {
  if (!e) return "";
  if (e.not_estimated != null) return ` (no interval: ${e.not_estimated})`;
  if (e.method === "exact") return "";
  return ` (${short(e.low!)} to ${short(e.high!)}, by ${e.method})`;
}

/** A scope's total cost, with its interval. */
export function totalText(s: Scope): string {
  const e = s.json.production?.total;
  const known = e != null && e.method === "exact";
  return mark(s, known) + (known || !s.json.production ? exact(s.json.cost!.total) : short(s.json.cost!.total)) + interval(e);
}

/** Nanoseconds, as in the terminal's report. */
function duration(ns: number): string {
  const ms = ns / 1e6;
  if (ms < 999.5) return `${Number(ms.toPrecision(3))} ms`;
  return ms < 99950 ? `${Number((ms / 1e3).toPrecision(3))} s` : `${(ms / 1e3).toFixed(0)} s`;
}

function meanText(e: EstimateJson): string {
  if (e.not_estimated != null) return `not estimated: ${e.not_estimated}`;
  return (e.method === "exact" ? "" : "~") + short(e.value!) + interval(e);
}

const some = (n: number | string | undefined, what: string): string => (n && n !== "0" ? `${exact(n)} ${what}` : "");

/** The samples behind a scope's numbers, as labels and texts. */
export function sampleFacts(s: Scope): [string, string][] {
  const x = s.json.production;
  if (!x) return [];
  const left = [some(x.incomplete, "incomplete"), some(x.given_up, "given up"), some(x.left, "left by a jump")].filter(Boolean);
  const own = x.samples == null ? " activations" : ` of ${exact(x.executions!)} executions; ${exact(x.samples)} sampled here` + (left.length ? `, of them ${left.join(", ")}` : "");
  const facts: [string, string][] = [["Recorded", exact(x.recorded) + own]];
  if (x.mean_size) facts.push(["Mean size of an execution", meanText(x.mean_size)]);
  if (x.mean_cost) facts.push(["Mean cost of an execution", `${meanText(x.mean_cost)} ${s.profile.report.cost_metric}`]);
  if (x.over_run?.text) facts.push(["Over the run", signs(x.over_run.text)]);
  return facts;
}

function settings(p: Profile): string {
  const list = p.report.production!.processes;
  const rates = [...new Set(list.map((x) => (x.one_of == null ? "rate set by the budget" : x.one_of === 1 ? "every execution" : `rate 1/${exact(x.one_of)}`)))];
  const budgets = [...new Set(list.map((x) => (x.budget == null ? "no budget" : `budget ${percent(x.budget)} of CPU time`)))];
  return [rates.length === 1 ? rates[0]! : "rates differ", budgets.length === 1 ? budgets[0]! : "budgets differ"].join(" · ");
}

/** Share of the run, as in the terminal's report: loops with less are not listed. */
const LEAST_SHARE = 0.001;

/** About the profile as a whole, with the loops that grow faster over the run; null for other profiles. */
export function productionNote(p: Profile): HTMLElement | null {
  const x = p.report.production;
  if (!x) return null;
  const left = [
    some(x.incomplete, "incomplete"),
    some(x.given_up, "given up"),
    some(x.left, "left by a jump"),
  ].filter(Boolean);
  const unsampled = some(x.unsampled, "more were due, but the budget was spent");
  const unlogged = some(x.unlogged, "count in totals only, because the log was full");
  const faster = p.scopes.filter((s) => s.json.production?.over_run?.faster && s.share >= LEAST_SHARE).sort((a, b) => b.share - a.share);
  return h(
    "section",
    { class: "production" },
    h(
      "p",
      { class: "quiet" },
      `Production profile of ${exact(x.runs)} ${Number(x.runs) === 1 ? "run" : "runs"} · ${settings(p)} · ${duration(Number(x.sampled_ns))} in samples: `,
      `${exact(x.samples)} of ${exact(x.executions)} executions were sampled`,
      unsampled && ` (${unsampled})`,
      left.length ? `; not in the models: ${left.join(", ")}` : "",
      unlogged && `; ${unlogged}`,
      ". Sizes and costs of samples are exact; ~ marks estimates from samples.",
      p.scopes.some((s) => s.json.sizes_cost) ? " The growth of loops is fitted to events (steps and memory accesses); totals are in steps." : "",
    ),
    faster.length
      ? [
          h("p", {}, "Cost grows faster over the run than in a single execution:"),
          h(
            "ul",
            {},
            faster.slice(0, 10).map((s) => h("li", {}, h("a", { href: href("scope", { id: s.id }) }, shown(s.title)), ` ${signs(s.json.production!.over_run!.text)}`)),
          ),
        ]
      : null,
  );
}
