// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// formula_box.ts: the input for y = f(n, c), its presets, and the error in it. Address parameter: f;
// typing removes from and to.
import { button, h, menu } from "./dom";
import { compile } from "./formula";
import { adjust } from "./router";

const PAUSE_MS = 60; // the plot is drawn when typing pauses

export class FormulaBox {
  readonly element: HTMLElement;
  readonly mistake = h("p", { class: "mistake", role: "alert", hidden: true });
  private readonly input: HTMLInputElement;
  private typing = 0;

  /** presets: are suggested while typing, and are buttons in a menu, above what formulas consist of. */
  constructor(
    presets: string[],
    help: string,
    private readonly changed: () => void,
  ) {
    this.input = h("input", {
      type: "text",
      id: "formula",
      spellcheck: "false",
      autocomplete: "off",
      list: "formulas",
      "aria-describedby": "formula-help",
      oninput: () => this.typed(),
    });
    this.element = h(
      "div",
      { class: "formula-box" },
      h("label", { for: "formula" }, "y = f(n, c) ="),
      this.input,
      h("datalist", { id: "formulas" }, presets.map((p) => h("option", { value: p }))),
      menu("Formulas", h("div", { class: "presets" }, presets.map((p) => button(p, () => ((this.input.value = p), this.typed()), { class: "preset" }))), h("p", { id: "formula-help", class: "quiet" }, help)),
    );
  }

  get text(): string {
    return this.input.value;
  }

  /** Shows the address's formula, unless somebody is typing. */
  show(formula: string): void {
    if (document.activeElement === this.input) return;
    this.input.value = formula || "c";
    this.check(this.input.value);
  }

  check(text: string): void {
    const f = compile(text.trim() || "c");
    this.mistake.hidden = f.ok;
    this.mistake.textContent = f.ok ? "" : `${text.slice(0, f.at)}▸${text.slice(f.at)}: ${f.error}`;
    this.input.setAttribute("aria-invalid", String(!f.ok));
  }

  dispose(): void {
    clearTimeout(this.typing);
  }

  private typed(): void {
    const text = this.text;
    this.check(text);
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => {
      adjust({ f: text.trim() === "c" ? "" : text, from: "", to: "" }, "same");
      this.changed();
    }, PAUSE_MS);
  }
}
