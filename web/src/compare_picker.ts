// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compare_picker.ts: chooses other scopes, of this profile or the other, to draw over one.
import { button, h } from "./dom";
import { brief } from "./numbers";
import type { Profile, Scope } from "./profile";

/** "1:0123456789abcdef": how an address names a scope of a profile. */
export const refer = (s: Scope): string => `${s.profile.number}:${s.id}`;

export function resolve(text: string, profiles: Profile[]): Scope[] {
  return text
    .split(",")
    .map((r) => {
      const [number, id] = r.split(":");
      return profiles[Number(number)]?.byId.get(id ?? "");
    })
    .filter((s): s is Scope => s != null);
}

export class ComparePicker {
  readonly element: HTMLElement;
  private readonly chips = h("span", { class: "chips" });
  private readonly input: HTMLInputElement;
  private readonly list = h("ul", { class: "choices", hidden: true });

  constructor(
    private readonly profiles: Profile[],
    private readonly label: (s: Scope) => string,
    private readonly add: (s: Scope) => void,
    private readonly remove: (s: Scope) => void,
  ) {
    this.input = h("input", {
      type: "search",
      class: "compare",
      placeholder: "another scope",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.offer(),
      onkeydown: (e: Event) => {
        const key = (e as KeyboardEvent).key;
        if (key === "Escape") this.close();
        if (key === "ArrowDown") this.list.querySelector("button")?.focus();
        if (key === "Enter") this.list.querySelector("button")?.click();
      },
    });
    this.element = h("div", { class: "picker" }, h("label", { class: "field" }, h("span", {}, "Compare with"), this.input), this.chips, this.list);
    this.element.addEventListener("focusout", () =>
      setTimeout(() => {
        if (!this.element.contains(document.activeElement)) this.close();
      }, 0),
    );
  }

  private close(): void {
    this.list.hidden = true;
    this.list.replaceChildren();
  }

  private offer(): void {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return this.close();
    const found: Scope[] = [];
    for (const p of this.profiles)
      for (const s of p.scopes) {
        if (found.length >= 10) break;
        if (s.json.sizes && words.every((w) => s.haystack.includes(w))) found.push(s);
      }
    this.list.hidden = false;
    this.list.replaceChildren(
      ...(found.length
        ? found.map((s) =>
            h(
              "li",
              {},
              button(this.label(s), () => {
                this.input.value = "";
                this.close();
                this.input.focus();
                this.add(s);
              }),
            ),
          )
        : [h("li", { class: "quiet" }, "no match")]),
    );
  }

  show(chosen: Scope[]): void {
    this.chips.replaceChildren(
      ...chosen.map((s) => h("span", { class: "chip" }, brief(this.label(s)), button("×", () => this.remove(s), { "aria-label": `Remove ${this.label(s).slice(0, 80)}` }))),
    );
  }
}
