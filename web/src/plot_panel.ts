// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// plot_panel.ts: a plot with its buttons: zoom, pictures and data.
import { button, download, h } from "./dom";
import { short } from "./numbers";
import { css, Plot } from "./plot";
import { plotSvg } from "./plot_svg";
import { drawable, inWords, onlyPlace, type PlotSpec, type Range } from "./plot_spec";
import { prose } from "./prose";

export interface PanelOptions {
  height: number;
  small?: boolean;
  csv?: () => string;
  zoomed?: (range: Range | null) => void;
}

const LITTLE = 0.05; // of the values of a plot

const fileName = (title: string): string => title.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 60) || "plot";

export class PlotPanel {
  readonly element: HTMLElement;
  private readonly host: HTMLDivElement;
  private readonly note = h("p", { class: "quiet note", role: "status" });
  private readonly bar: HTMLElement | null;
  private plot: Plot | null = null;

  constructor(private readonly options: PanelOptions) {
    this.host = h("div", {
      class: "plot-host",
      tabindex: options.small ? null : 0,
      role: "img",
      onkeydown: (e: Event) => this.key(e as KeyboardEvent),
    });
    this.bar = options.small
      ? null
      : h(
          "div",
          { class: "plot-bar" },
          button("+", () => this.plot?.step(0.5, 0), { "aria-label": "Zoom in", title: "Zoom in (key +); or drag in the plot" }),
          button("−", () => this.plot?.step(2, 0), { "aria-label": "Zoom out", title: "Zoom out (key -)" }),
          button("←", () => this.plot?.step(1, -0.25), { "aria-label": "Smaller sizes" }),
          button("→", () => this.plot?.step(1, 0.25), { "aria-label": "Larger sizes" }),
          button("Whole range", () => this.plot?.zoom(null), { title: "Key 0, or double-click" }),
          h("span", { class: "grow" }),
          button("PNG", () => void this.png()),
          button("SVG", () => this.svg()),
          button("CSV", () => options.csv && download(this.name + ".csv", new Blob([options.csv()], { type: "text/csv" }))),
        );
    this.element = h("div", { class: "panel" + (options.small ? " small" : "") }, this.host, this.bar, this.note);
  }

  private get name(): string {
    return fileName(this.plot?.spec.title ?? "plot");
  }

  private key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey || !this.plot) return;
    const action: Record<string, () => void> = {
      "+": () => this.plot!.step(0.5, 0),
      "=": () => this.plot!.step(0.5, 0),
      "-": () => this.plot!.step(2, 0),
      "0": () => this.plot!.zoom(null),
      ArrowLeft: () => this.plot!.step(1, -0.25),
      ArrowRight: () => this.plot!.step(1, 0.25),
    };
    if (!action[e.key]) return;
    e.preventDefault();
    action[e.key]!();
  }

  private async png(): Promise<void> {
    const blob = await this.plot?.png(css("--surface"), css("--ink"));
    if (blob) download(this.name + ".png", blob);
  }

  private svg(): void {
    if (this.plot) download(this.name + ".svg", new Blob([plotSvg(this.plot.spec, this.plot.range)], { type: "image/svg+xml" }));
  }

  show(spec: PlotSpec | null, note = "", range: Range | null = null): void {
    this.plot?.dispose();
    this.plot = null;
    this.host.replaceChildren();
    // A frame without anything in it says nothing.
    const only = spec && onlyPlace(spec);
    const empty = !spec || only != null || !drawable(spec).spec.series.some((s) => s.xs.length);
    this.host.classList.toggle("nothing", empty);
    if (this.bar) this.bar.hidden = empty;
    if (!spec || empty) {
      const values = spec?.series.reduce((n, s) => n + s.xs.length, 0) ?? 0;
      this.say([spec && only != null ? inWords(spec, only, short) : "", note, spec && !values ? "no points" : "", values && only == null ? "its values cannot be shown on these axes" : ""]);
      this.host.removeAttribute("aria-label");
      return;
    }
    const points = spec.series.reduce((n, s) => n + (s.marker || s.bars ? s.xs.length : 0), 0);
    this.plot = new Plot(this.host, spec, { height: this.options.height, small: this.options.small, range, zoomed: this.options.zoomed });
    // Of a small plot, a few are not worth a line.
    const lost = this.plot.lost > (this.options.small ? LITTLE * points : 0) ? `${this.plot.lost} of ${points} values cannot be shown on these axes` : "";
    this.say([points ? note : "no points", lost]);
    this.host.setAttribute("aria-label", `${spec.title}: ${spec.y} against ${spec.x}, ${points} points`);
  }

  private say(notes: string[]): void {
    this.note.replaceChildren(...prose(notes.filter(Boolean).join("; ")));
  }

  zoom(range: Range | null): void {
    this.plot?.zoom(range, false);
  }

  dispose(): void {
    this.plot?.dispose();
    this.plot = null;
  }
}
