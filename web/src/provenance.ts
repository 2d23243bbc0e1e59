// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// provenance.ts: where the profile came from, what it does not cover, and how many points it has.
import type { App } from "./app";
import { h } from "./dom";
import { exact, percent, shown, time } from "./numbers";
import { PlotPanel } from "./plot_panel";
import type { Profile } from "./profile";
import type { Address, View } from "./router";
import type { RunJson } from "./schema";
import { warningList } from "./overview";

const table = (head: string[], rows: (Node | string)[][]): HTMLElement =>
  h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, head.map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, rows.map((r) => h("tr", {}, r.map((c) => h("td", {}, c)))))));

function run(r: RunJson, i: number): HTMLElement {
  const end = r.signal ? `killed by signal ${r.signal}` : r.exit_status == null ? "exit status unknown" : `exit status ${r.exit_status}`;
  const features = Object.entries(r.features).map(([k, v]) => `${k} = ${v}`);
  return h(
    "details",
    { open: i === 0 },
    h("summary", {}, h("code", {}, shown(r.command || "(command unknown)"))),
    h("p", { class: "quiet" }, [time(r.start_ns), end, ...features].join(" · ")),
    table(
      ["pid", "program", "ended", "threads", "cost"],
      r.processes.slice(0, 500).map((x) => [exact(x.pid), h("span", { title: shown(x.command) }, shown(x.exe)), x.state + (x.stop ? `; recording stopped: ${x.stop}${x.stop_reason ? ` (${x.stop_reason})` : ""}` : ""), exact(x.threads), exact(x.cost)]),
    ),
  );
}

/** The plots of aprof's figures 7 and 8. */
async function richness(p: Profile, first: PlotPanel, second: PlotPanel): Promise<void> {
  const scopes = p.scopes.filter((s) => s.series);
  const counts = scopes.map((s) => Number(s.series!.distinct)).sort((a, b) => a - b);
  const xs = [...new Set(counts)];
  const share = xs.map((k) => (100 * counts.filter((c) => c >= k).length) / Math.max(1, counts.length));
  first.show(
    scopes.length
      ? { title: "scopes with at least k points", x: "k: points", y: "% of scopes", xLog: true, yLog: false, series: [{ label: "scopes", xs, ys: share, marker: "circle", color: "--mean" }] }
      : null,
    scopes.length ? `at least 10 points: ${percent(counts.filter((c) => c >= 10).length / scopes.length)} of ${exact(scopes.length)} scopes` : "no scope has points",
  );
  const poor: number[] = [];
  for (const s of scopes) {
    if (Number(s.series!.distinct) >= 10) continue;
    const points = await p.points(s.series!);
    poor.push(points.reduce((most, x) => Math.max(most, x.max), 0));
  }
  poor.sort((a, b) => b - a);
  second.show(
    poor.length
      ? { title: "maximum cost of scopes with fewer than 10 points", x: "% of these scopes", y: "maximum cost", xLog: false, yLog: true, series: [{ label: "cost", xs: poor.map((_, i) => (100 * (i + 1)) / poor.length), ys: poor, marker: "circle", color: "--worst" }] }
      : null,
    poor.length ? `${exact(poor.length)} scopes: those on the left are expensive but have few points` : "every scope has at least 10 points",
  );
}

export function provenance(app: App): (root: HTMLElement, address: Address) => View {
  return (root) => {
    const panels: PlotPanel[] = [];
    for (const p of app.profiles) {
      const r = p.report;
      const [one, two] = [new PlotPanel({ height: 230, small: true }), new PlotPanel({ height: 230, small: true })];
      panels.push(one, two);
      root.append(
        h("h1", {}, shown(p.name)),
        h(
          "dl",
          { class: "facts-list" },
          h("dt", {}, "Engine"),
          h("dd", {}, r.engine),
          h("dt", {}, "Cells"),
          h("dd", {}, r.cell_bytes ? `${r.cell_bytes} bytes` : "nothing was recorded"),
          h("dt", {}, "Cost"),
          h("dd", {}, `${r.production ? "~" : ""}${exact(r.total_cost)} ${r.cost_metric}`),
          h("dt", {}, "Page"),
          h("dd", {}, `made by ordo ${app.index.version}`),
          h("dt", {}, "Objects"),
          h("dd", {}, (r.objects ?? []).length ? h("ul", { class: "plain" }, (r.objects ?? []).map((o) => h("li", {}, h("code", {}, shown(o.path)), o.source_root ? [" · sources below ", h("code", {}, shown(o.source_root))] : ""))) : "none"),
        ),
        h("h2", {}, `Runs (${exact(r.runs.length)})`),
        ...r.runs.slice(0, 200).map(run),
        h("h2", {}, "Warnings"),
        warningList(p),
        h("h2", {}, "Not covered"),
        r.uncovered.length
          ? table(
              ["library", "function", "calls"],
              [...r.uncovered].sort((a, b) => Number(b.calls) - Number(a.calls)).slice(0, 300).map((u) => [shown(u.library || "(unknown)"), h("code", {}, shown(u.function)), exact(u.calls)]),
            )
          : h("p", { class: "quiet" }, "Every routine that was called is instrumented or modelled."),
        h("h2", {}, "Points per scope"),
        h("div", { class: "two" }, h("figure", {}, h("figcaption", {}, "Scopes with at least k points"), one.element), h("figure", {}, h("figcaption", {}, "Maximum cost of scopes with fewer than 10 points"), two.element)),
      );
      void richness(p, one, two);
    }
    return { update: () => {}, dispose: () => panels.forEach((x) => x.dispose()) };
  };
}
