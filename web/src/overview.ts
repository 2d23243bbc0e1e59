// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// overview.ts: the run in one line, the answer in one sentence, the findings, the scopes that take over, the
// ranked table, and the warnings.
import type { App } from "./app";
import { h } from "./dom";
import { answer } from "./answer";
import { findingList } from "./finding_list";
import { growthLegend } from "./legend";
import { exact, short, shown } from "./numbers";
import { productionNote } from "./production";
import type { Profile } from "./profile";
import { prose } from "./prose";
import { RankedTable } from "./ranked_table";
import { href, type Address, type View } from "./router";
import { takeover } from "./takeover";

function summary(p: Profile): HTMLElement {
  const r = p.report;
  const processes = r.runs.reduce((n, run) => n + run.processes.filter((x) => !x.continues).length, 0);
  const plural = (n: number, word: string, more = word + "s"): string => `${exact(n)} ${n === 1 ? word : more}`;
  const fact = (text: string, label: string): HTMLElement => h("div", { class: "fact" }, h("b", {}, text), " ", label);
  return h(
    "div",
    { class: "facts" },
    fact((r.production ? "~" : "") + short(r.total_cost), r.cost_metric),
    fact(exact(p.scopes.length), p.scopes.length === 1 ? "scope" : "scopes"),
    fact(exact(r.runs.length), r.runs.length === 1 ? "run" : "runs"),
    h("div", { class: "fact" }, plural(processes, "process", "processes"), r.engine === "valgrind" ? " under Valgrind" : ""),
    r.cell_bytes ? h("div", { class: "fact" }, `cells of ${plural(r.cell_bytes, "byte")}`) : null,
  );
}

/** The warnings, except those about code of libraries, which has no rows. */
export function warningList(p: Profile): HTMLElement {
  const warnings = p.report.warnings.filter((w) => !w.scope || !p.byId.get(w.scope)?.isLibrary);
  if (!warnings.length) return h("p", { class: "quiet" }, "No warnings.");
  return h(
    "details",
    { class: "warnings" },
    h("summary", {}, `${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}`),
    h(
      "ul",
      {},
      warnings.slice(0, 500).map((w) => {
        const scope = w.scope ? p.byId.get(w.scope) : undefined;
        return h(
          "li",
          {},
          h("code", {}, w.code),
          " ",
          scope ? h("a", { href: href("scope", { id: scope.id }) }, prose(w.text)) : prose(w.text),
          h("span", { class: "quiet" }, " → ", prose(w.remedy)),
        );
      }),
    ),
  );
}

export function overview(app: App): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const p = app.profile;
    const table = new RankedTable(p);
    const commands = p.report.runs.map((r) => r.command).filter(Boolean);
    root.append(
      h("h1", { class: "run-line", title: commands.join("\n") }, commands.length ? shown(commands[0]!) : p.name, commands.length > 1 ? ` and ${commands.length - 1} more` : ""),
      summary(p),
    );
    if (!p.scopes.length) {
      root.append(warningList(p), h("p", { class: "empty" }, "This profile has no scopes: no instrumented code ran. The warnings say what to do."));
      return { update: () => {} };
    }
    const findings = findingList(p);
    const legend = p.hasModels ? growthLegend() : null;
    root.append(...[answer(p), findings?.element, productionNote(p), takeover(p), legend, table.element, warningList(p)].filter((x) => x != null));
    const update = (a: Address): void => {
      findings?.update(a);
      table.update(a);
    };
    update(address);
    return { update, dispose: () => findings?.dispose() };
  };
}
