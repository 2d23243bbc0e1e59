// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shell.ts: what all pages have: the header with its tabs, the colours, and the change of views.
import { append, h } from "./dom";
import { shown } from "./numbers";
import { here, href, type View, type ViewMaker } from "./router";

export interface ShellOptions {
  views: Record<string, [string, ViewMaker]>; // by name in addresses
  file: string; // in the header
  files: string; // its full name
  /** Parameters of the current address that a tab's link keeps. */
  keep: (view: string) => Record<string, string | undefined>;
}

export class Shell {
  private view: View | null = null;
  private name = "";
  private readonly main = h("main", { id: "view", tabindex: -1 });
  private readonly tabs = h("nav", { "aria-label": "Views" });

  constructor(private readonly options: ShellOptions) {}

  start(root: HTMLElement): void {
    root.replaceChildren(
      h("a", { class: "skip", href: "#view", onclick: (e: Event) => (e.preventDefault(), this.main.focus()) }, "Skip to the content"),
      h(
        "header",
        {},
        h("a", { class: "brand", href: href("overview") }, "Ordo"),
        this.tabs,
        h("span", { class: "file", title: this.options.files }, shown(this.options.file)),
        themeButton(() => this.redraw()),
      ),
      this.main,
    );
    addEventListener("hashchange", () => this.show());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    // Paper is always light.
    matchMedia("print").addEventListener("change", () => this.redraw());
    this.show();
  }

  /** Canvases take their colours when they are drawn. */
  private redraw(): void {
    const y = scrollY;
    this.name = "";
    this.show();
    scrollTo(0, y);
  }

  private show(): void {
    const { views } = this.options;
    const address = here();
    const name = Object.hasOwn(views, address.view) ? address.view : "";
    if (name && name === this.name) this.view!.update(address);
    else {
      this.view?.dispose?.();
      this.view = null;
      this.main.replaceChildren();
      this.name = name;
      if (name) {
        this.view = views[name]![1](this.main, address);
        scrollTo(0, 0);
      } else
        append(this.main, [
          h("h1", {}, "No such view"),
          h("p", {}, `This page has no view "${address.view.slice(0, 80)}". `, h("a", { href: href("overview") }, "To the overview")),
        ]);
    }
    this.tabs.replaceChildren(
      ...Object.entries(views).map(([key, [label]]) => h("a", { href: href(key, this.options.keep(key)), "aria-current": key === name ? "page" : null }, label)),
    );
    document.title = `${views[name]?.[0] ?? "Ordo"} – ${this.options.file} – Ordo`;
  }
}

function themeButton(changed: () => void): HTMLElement {
  const order = ["auto", "light", "dark"];
  const read = (): string => {
    try {
      return localStorage.getItem("ordo-theme") ?? "auto";
    } catch {
      return "auto";
    }
  };
  let theme = read();
  const button = h("button", { type: "button", class: "theme" });
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    document.documentElement.dataset.theme = theme === "auto" ? (system.matches ? "dark" : "light") : theme;
    button.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme] ?? "◐";
    button.setAttribute("aria-label", `Colours: ${theme}`);
    button.title = `Colours: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = order[(order.indexOf(theme) + 1) % order.length]!;
    try {
      localStorage.setItem("ordo-theme", theme);
    } catch {
      // A browser may store nothing for files: the choice then lasts until the page is closed.
    }
    apply();
    changed();
  });
  system.addEventListener("change", apply);
  apply();
  return button;
}
