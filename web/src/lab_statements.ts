// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_statements.ts: one experiment: the histogram over the source, and the plot of what is picked in it
// against the size. Address parameters: e (the experiment), with (others to compare), file, count (own,
// or inclusive of calls), at (the size), pick, add (sum of the picks), and those of lab_plot.ts.
import { classBadge } from "./badge";
import { button, checkbox, h, select } from "./dom";
import { curveOf, MOST_CURVES, look, sumOf, type LabCurve } from "./lab_curves";
import { written, type Experiment, type Lab, type Series, type Statement, type Which } from "./lab";
import { lineToken, NOTHING, picks, statementToken, toggled, WHOLE, type Pick } from "./lab_pick";
import { LabPlot, type CurveRow } from "./lab_plot";
import { LabSource } from "./lab_source";
import { average, exact, shown } from "./numbers";
import { adjust, here, href, type Address, type View } from "./router";
import type { Model } from "./schema";

export function labStatements(lab: Lab): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const view = new Statements(lab, root);
    view.update(address);
    return view;
  };
}

const label = (e: Experiment): string => shown(e.json.input || e.json.function) + (e.ok ? "" : ` – ${e.json.status}`);

class Statements implements View {
  private readonly controls = h("div", { class: "toolbar lab-controls" });
  private readonly state = h("div", { class: "lab-state" });
  private readonly source: LabSource;
  private readonly chosen = h("div", { class: "toolbar lab-picked" });
  private readonly alone = h("div", { class: "lab-line" });
  private readonly plot: LabPlot;
  private readonly body = h("div", { class: "lab-body" });
  private address!: Address;
  private experiment!: Experiment;
  private turn = 0;
  private lines: string[] | null = null;

  constructor(
    private readonly lab: Lab,
    private readonly root: HTMLElement,
  ) {
    this.source = new LabSource(
      lab,
      (token) => this.toggle(token),
      (tokens) => adjust({ pick: [...new Set([...this.picked.map((p) => p.token), ...tokens])].join(","), from: "", to: "" }),
    );
    this.plot = new LabPlot(() => this.update(here()));
    this.body.append(h("section", { class: "lab-left", "aria-label": "Histogram over the source" }, this.source.element, this.alone), h("section", { class: "lab-right" }, this.chosen, this.plot.element));
  }

  private get which(): Which {
    return this.address.get("count") === "inclusive" ? "inclusive" : "own";
  }
  /** The index of the chosen size; the largest unless the address says otherwise. */
  private get at(): number {
    const sizes = this.experiment.sizes;
    const asked = this.address.get("at");
    const i = asked ? sizes.indexOf(Number(asked)) : -1;
    return i >= 0 ? i : sizes.length - 1;
  }
  private get others(): Experiment[] {
    const ids = this.address.get("with").split(";").filter(Boolean);
    return [...new Set(ids)].map((id) => this.lab.experiment(id)).filter((e) => e != null && e !== this.experiment && e.sizes.length > 0) as Experiment[];
  }

  update(address: Address): void {
    this.address = address;
    const id = address.get("e");
    const experiment = id ? this.lab.experiment(id) : (this.lab.experiments.find((e) => e.ok) ?? this.lab.experiments[0]);
    if (!experiment) {
      this.root.replaceChildren(
        h("h1", {}, id ? "No such experiment" : "No experiment"),
        h("p", {}, id ? `This page has no experiment ${shown(id.slice(0, 80))}. ` : "The sources declare none. ", h("a", { href: href("experiments") }, "To all experiments")),
      );
      return;
    }
    this.experiment = experiment;
    if (!this.body.isConnected) this.root.replaceChildren(h("h1", { class: "lab-title" }), this.controls, this.state, this.body);
    this.root.querySelector("h1")!.textContent = `${shown(experiment.json.function)}${experiment.json.input ? ` on ${shown(experiment.json.input)}` : ""}`;
    this.sync();
    const all = [experiment, ...this.others];
    const turn = ++this.turn;
    if (all.every((e) => e.ready) && this.lines && this.file === this.read) this.draw();
    else
      void Promise.all([this.lab.source(this.file), ...all.map((e) => e.load())]).then(([text]) => {
        if (turn !== this.turn) return;
        this.lines = text;
        this.read = this.file;
        this.draw();
      });
  }

  private read = -1;

  /** The file in the address, otherwise the function's. */
  private get file(): number {
    const asked = this.address.get("file");
    const i = asked ? this.lab.files.findIndex((f) => f.file === asked) : -1;
    if (i >= 0) return i;
    const own = this.lab.files.findIndex((f) => f.file === this.experiment.json.file);
    const home = this.lab.statements.find((s) => s.json.function === this.experiment.json.function);
    return home?.file ?? Math.max(0, own);
  }

  private sync(): void {
    const e = this.experiment;
    const functions = [...new Set(this.lab.experiments.map((x) => x.json.function))];
    const inputs = this.lab.experiments.filter((x) => x.json.function === e.json.function);
    const files = this.lab.files.map((f, i) => [f.file, i] as const).filter(([, i]) => this.lab.statements.some((s) => s.file === i));
    const go = (x: Experiment | undefined): void => adjust({ e: x?.id ?? "", at: "", pick: "", file: "", from: "", to: "" });
    const focused = this.focus();
    this.controls.replaceChildren(
      select("Function", functions.map((f) => [f, shown(f)]), e.json.function, (v) => go(this.lab.experiments.find((x) => x.json.function === v && x.ok) ?? this.lab.experiments.find((x) => x.json.function === v))),
      ...(inputs.length > 1 || e.json.input ? [select("Input", inputs.map((x) => [x.id, label(x)]), e.id, (v) => adjust({ e: v, at: "", from: "", to: "" }))] : []),
      ...(files.length > 1 ? [select("File", files.map(([f]) => [f, shown(f)]), this.lab.files[this.file]?.file ?? "", (v) => adjust({ file: v }))] : []),
      select("Counts", [["", "own executions"], ["inclusive", "with calls"]], this.which === "own" ? "" : this.which, (v) => adjust({ count: v })),
      ...(e.sizes.length > 1 ? [this.slider()] : []),
    );
    focused();
    this.state.replaceChildren(...this.stateLines());
  }

  /** The controls are replaced: restores the focus. */
  private focus(): () => void {
    const list = (): HTMLElement[] => [...this.controls.querySelectorAll<HTMLElement>("select, input")];
    const i = list().indexOf(document.activeElement as HTMLElement);
    return () => i >= 0 && list()[i]?.focus();
  }

  private slider(): HTMLElement {
    const sizes = this.experiment.sizes;
    const value = h("output", {}, exact(sizes[this.at]!));
    const range = h("input", {
      type: "range",
      min: 0,
      max: sizes.length - 1,
      step: 1,
      value: this.at,
      "aria-valuetext": `n = ${sizes[this.at]}`,
      oninput: () => {
        const i = Number(range.value);
        value.textContent = exact(sizes[i]!);
        range.setAttribute("aria-valuetext", `n = ${sizes[i]}`);
        adjust({ at: i === sizes.length - 1 ? "" : String(sizes[i]) }, "same");
        this.address = here();
        this.draw();
      },
    });
    return h("label", { class: "field sizes" }, h("span", {}, "At n ="), value, range);
  }

  private stateLines(): Node[] {
    const e = this.experiment;
    const failed = this.lab.experiments.filter((x) => !x.ok && x !== e).length;
    const done = e.sizes.length ? `The ${exact(e.sizes.length)} ${e.sizes.length === 1 ? "size" : "sizes"} completed before, up to ${exact(e.sizes[e.sizes.length - 1]!)}, are shown.` : "No size was completed.";
    const facts = h(
      "div",
      { class: "facts" },
      e.sizes.length > 1 ? h("div", { class: "fact" }, h("b", {}, exact(e.sizes.length)), ` sizes, ${exact(e.sizes[0]!)} to ${exact(e.sizes[e.sizes.length - 1]!)}`) : null,
      Number(e.json.repeat) > 1 ? h("div", { class: "fact" }, h("b", {}, exact(e.json.repeat)), " repetitions each") : null,
      h("div", { class: "fact" }, "seed ", h("b", {}, String(e.json.seed))),
      e.sizes.length > 1 ? h("div", { class: "fact whole" }, "the whole function ", classBadge(e.total.model), " ", h("code", {}, e.total.model?.formula ?? "")) : null,
      failed ? h("div", { class: "fact" }, h("a", { href: href("experiments") }, `${exact(failed)} other ${failed === 1 ? "experiment" : "experiments"} failed`)) : null,
    );
    return [facts, ...(e.ok ? [] : [h("p", { class: "warning", role: "status" }, h("b", {}, e.json.status), `: ${shown(e.json.why ?? "")}. ${done}`)])];
  }

  private toggle(token: string): void {
    adjust({ pick: toggled(this.picked, token), from: "", to: "" });
  }

  /** The picks in the address; without any, the line executed most. */
  private get picked(): Pick[] {
    const text = this.address.get("pick");
    if (text === NOTHING) return [];
    if (text) return picks(this.lab, text);
    const sums = new Map<string, number>();
    for (const s of this.lab.inFile(this.file)) {
      const token = lineToken(s.file, s.json.line);
      sums.set(token, (sums.get(token) ?? 0) + (this.experiment.series(s, this.which)?.points[this.at]?.mean ?? 0));
    }
    const [token, most] = [...sums].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    return most > 0 ? picks(this.lab, token) : [];
  }

  private seriesOf(e: Experiment, p: Pick): Series | null {
    if (p.token === WHOLE) return e.total;
    return p.whole ? e.line(p.statements, this.which) : e.series(p.statements[0]!, this.which);
  }

  private lineModel(there: Statement[]): Model | null | undefined {
    if (this.experiment.sizes.length < 2) return undefined;
    return this.experiment.line(there, this.which)?.model;
  }

  private nameOf(p: Pick): string {
    if (p.token === WHOLE) return "the whole function";
    const file = p.file === this.file ? "" : `${(this.lab.files[p.file]?.file ?? "").replace(/.*\//, "")} `;
    return `${file}line ${p.line}${p.whole ? "" : `: ${this.textOf(p.statements[0]!, 28)}`}`;
  }

  private textOf(s: Statement, most: number): string {
    const text = shown(written(s, s.file === this.read ? this.lines : null));
    return text.length > most ? text.slice(0, most - 1) + "…" : text;
  }

  private rows(): CurveRow[] {
    const experiments = [this.experiment, ...this.others];
    const picked = this.picked;
    const several = experiments.length > 1;
    const functions = new Set(experiments.map((e) => e.json.function)).size > 1;
    const of = (e: Experiment): string => (several ? ` · ${shown(functions ? e.id : e.kind)}` : "");
    const list: CurveRow[] = [];
    for (const e of experiments)
      for (const p of picked) {
        const series = this.seriesOf(e, p);
        // A line that an experiment never reaches is left out if there are other experiments.
        if (!series && several) continue;
        const zero = { points: e.total.points.map((x) => ({ ...x, min: 0, max: 0, mean: 0, sum: 0 })), model: null };
        const whole = p.file === this.read && p.whole && p.line ? (this.lines?.[p.line - 1]?.trim() ?? "") : "";
        const curve = curveOf(this.nameOf(p) + of(e), p.token, e, series ?? zero);
        const name = p.token === WHOLE ? "all executions of statements in a call" : p.whole ? (p.statements.length > 1 ? `${p.statements.length} statements` : p.statements[0]!.json.kind) : p.statements[0]!.json.kind;
        list.push({ curve, text: whole || (p.whole ? "" : this.textOf(p.statements[0]!, 300)), name, drawn: true, remove: () => this.toggle(p.token) });
      }
    if (this.address.get("add") !== "1" || picked.length < 2) return list.slice(0, MOST_CURVES);
    const out: CurveRow[] = [];
    for (const e of experiments) {
      const mine = list.filter((x) => x.curve.experiment === e);
      if (!mine.length) continue;
      const name = `${mine.length} picked lines`;
      const curve: LabCurve = sumOf("sum" + of(e), e, mine.map((x) => x.curve));
      out.push({ curve, text: "", name, drawn: true });
      out.push(...mine.map((x) => ({ ...x, drawn: false })));
    }
    return out.slice(0, MOST_CURVES);
  }

  private draw(): void {
    const rows = this.rows();
    const colors = new Map<string, string>();
    let i = 0;
    for (const r of rows) if (r.drawn && r.curve.experiment === this.experiment) colors.set(r.curve.token, look(i++)[1]);
      else if (r.drawn) i++;
      else if (!colors.has(r.curve.token)) colors.set(r.curve.token, "--ink-3");
    this.source.show(this.lines, {
      file: this.read,
      at: (s) => this.experiment.series(s, this.which)?.points[this.at],
      model: (there) => this.lineModel(there),
      colors,
    });
    this.drawChosen(rows);
    this.drawLine();
    const what = rows.filter((r) => r.drawn).map((r) => r.curve.label);
    const nothing = !this.experiment.sizes.length ? "no size was completed" : "nothing is picked: choose lines in the source";
    const alone = this.experiment.sizes.length < 2 && !this.others.length;
    this.plot.element.hidden = alone;
    this.body.classList.toggle("alone", alone);
    this.plot.show(rows, this.address, `${this.experiment.id}: ${what.slice(0, 3).join(", ")}${what.length > 3 ? " …" : ""}`, this.experiment.sizes[this.at] ?? 0, nothing);
  }

  private drawChosen(rows: CurveRow[]): void {
    const picked = this.picked;
    const others = this.others;
    const left = this.lab.experiments.filter((e) => e !== this.experiment && e.sizes.length && !others.includes(e));
    const set = (list: Experiment[]): void => adjust({ with: list.map((e) => e.id).join(";"), from: "", to: "" });
    if (this.experiment.sizes.length < 2 && !others.length) {
      const why = this.experiment.sizes.length ? "This ran once. To see how a function's counts grow, declare an ORDO_EXPERIMENT with several sizes for it." : "No size was completed: there is nothing to plot.";
      this.chosen.replaceChildren(h("p", { class: "quiet" }, why));
      return;
    }
    this.chosen.replaceChildren(
      checkbox("the whole function", picked.some((p) => p.token === WHOLE), () => this.toggle(WHOLE)),
      checkbox("sum of the picked lines", this.address.get("add") === "1", (on) => adjust({ add: on ? "1" : "" })),
      ...(picked.length ? [button("Pick none", () => adjust({ pick: NOTHING }))] : []),
      ...(left.length ? [select("Compare with", [["", "another experiment …"], ...left.map((e): [string, string] => [e.id, shown(e.id)])], "", (v) => set([...others, this.lab.experiment(v)!]))] : []),
      ...others.map((e) => h("span", { class: "chip" }, shown(e.id), button("×", () => set(others.filter((x) => x !== e)), { "aria-label": `Remove ${e.id}` }))),
      h("span", { class: "quiet", role: "status" }, rows.length ? "" : "Click lines or statements of the source."),
    );
  }

  /** The statements of the line picked last, each with a button that does the same as a click on its text. */
  private drawLine(): void {
    const p = [...this.picked].reverse().find((x) => x.line && x.file === this.read);
    const there = p ? this.lab.line(p.file, p.line) : [];
    if (there.length < 2) {
      this.alone.replaceChildren(h("p", { class: "quiet" }, "Bars: executions at this size. Click a line, or press Enter, to plot its growth. With Shift: all lines from the last one picked. If a line has several statements, click one of them to plot only that statement."));
      return;
    }
    const tokens = new Set(this.picked.map((x) => x.token));
    this.alone.replaceChildren(
      h("p", { class: "quiet" }, `The statements of line ${p!.line}:`),
      h(
        "div",
        { class: "toolbar statements" },
        there.map((s) => {
          const x = this.experiment.series(s, this.which)?.points[this.at];
          const token = statementToken(s);
          return button("", () => this.toggle(token), { "aria-pressed": String(tokens.has(token)), "data-token": token, title: s.json.kind }).appendChild(h("span", {}, h("code", {}, this.textOf(s, 60)), h("small", {}, ` ${s.json.kind} ${x ? average(x.mean) : 0}`))).parentElement;
        }),
      ),
    );
  }

  dispose(): void {
    this.turn++;
    this.source.dispose();
    this.plot.dispose();
  }
}
