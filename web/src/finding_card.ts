// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finding_card.ts: the part of a finding that is seen before it is opened: its plot and what calls its scope.
import { h } from "./dom";
import { findingPlot, WHOLE_RUN } from "./finding_plots";
import { mainPath, type CallPath, type Finding } from "./findings";
import { brief, shown } from "./numbers";
import { PlotPanel } from "./plot_panel";
import { onlyPlace } from "./plot_spec";
import type { Scope } from "./profile";
import { href } from "./router";

const MOST_STEPS = 3; // of the way to the outermost scope
const HEIGHT = 132;

/** The scopes around it that are shown: the nearest ones and the outermost one. A routine stands for its loops. */
function around({ steps }: CallPath): (Scope | null)[] {
  const out: (Scope | null)[] = [];
  let routine = steps[0]?.scope?.json.routine_id;
  for (const { scope } of steps.slice(1)) {
    if (scope && scope.json.routine_id === routine && scope.json.kind !== "recursion") continue;
    routine = scope?.json.routine_id;
    out.push(scope);
  }
  return out.length > MOST_STEPS + 1 ? [...out.slice(0, MOST_STEPS), out[out.length - 1]!] : out;
}

function callers(path: CallPath): (Node | string)[] {
  const list = around(path);
  const whole = new Set(path.steps.map((s) => s.scope));
  if (!list.length) return whole.size > 1 ? [] : ["Called from outside of recorded code"];
  const name = (s: Scope | null): Node | string => (s ? h("a", { href: href("calls", { id: s.id }) }, h("bdi", {}, brief(s.json.kind === "loop" ? s.json.routine : s.json.name))) : "a library routine");
  return ["Called by ", ...list.flatMap((s, i) => [i ? (i === MOST_STEPS ? " ‹ … ‹ " : " ‹ ") : "", name(s)])];
}

export class FindingCard {
  readonly plot: HTMLElement;
  readonly callers = h("p", { class: "quiet called-by" }, "\u00a0");
  private readonly panel = new PlotPanel({ height: HEIGHT, small: true });
  private gone = false;

  constructor(finding: Finding) {
    const caption = h("figcaption", {}, "\u00a0");
    this.plot = h("figure", { class: "finding-spark" }, this.panel.element, caption);
    // After the table is painted.
    setTimeout(() => void this.load(finding, caption), 0);
  }

  private async load(finding: Finding, caption: HTMLElement): Promise<void> {
    const [{ spec }, path] = await Promise.all([findingPlot(finding), mainPath(finding.scope)]);
    if (this.gone) return;
    this.callers.replaceChildren(...callers(path));
    if (!spec || onlyPlace(spec) != null) return this.plot.remove();
    const whole = spec.series.find((s) => s.label === WHOLE_RUN);
    caption.textContent = shown(`${whole ? "●\u00a0" : ""}${spec.y} by ${spec.x.replace(/^n: /, "")}${whole ? `; ◆\u00a0${WHOLE_RUN}` : ""}`);
    this.panel.show(spec);
  }

  dispose(): void {
    this.gone = true;
    this.panel.dispose();
  }
}
