// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// app.ts: the shell: what all views share, the tabs, the theme, and the change of views.
import { calls } from "./calls";
import { append, h } from "./dom";
import { overview } from "./overview";
import { shown } from "./numbers";
import type { Profile } from "./profile";
import { provenance } from "./provenance";
import { here, href, type View, type ViewMaker } from "./router";
import type { Index } from "./schema";
import { scopeView } from "./scope_view";
import { sourceView } from "./source_view";

export class App {
  private view: View | null = null;
  private name = "";
  private readonly main = h("main", { id: "view", tabindex: -1 });
  private readonly tabs = h("nav", { "aria-label": "Views" });
  private readonly makers: Record<string, [string, ViewMaker]>;

  constructor(
    readonly index: Index,
    readonly profiles: Profile[],
  ) {
    this.makers = {
      overview: ["Overview", overview(this)],
      scope: ["Scope", scopeView(this)],
      source: ["Source", sourceView(this)],
      calls: ["Calls", calls(this)],
      provenance: ["Provenance", provenance(this)],
    };
  }

  get profile(): Profile {
    return this.profiles[0]!;
  }
  get other(): Profile | undefined {
    return this.profiles[1];
  }

  /** Its file's name, with the folders when two files share it. */
  nameOf(p: Profile): string {
    const base = (x: Profile): string => x.name.replace(/.*\//, "");
    return this.profiles.some((x) => x !== p && base(x) === base(p)) ? p.name : base(p);
  }

  start(root: HTMLElement): void {
    root.replaceChildren(
      h("a", { class: "skip", href: "#view", onclick: (e: Event) => (e.preventDefault(), this.main.focus()) }, "To the content"),
      h(
        "header",
        {},
        h("a", { class: "brand", href: href("overview") }, "Ordo"),
        this.tabs,
        h("span", { class: "file", title: this.profiles.map((p) => p.name).join(" and ") }, shown(this.profiles.map((p) => this.nameOf(p)).join(" · "))),
        themeButton(() => this.redraw()),
      ),
      this.main,
    );
    addEventListener("hashchange", () => this.show());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    this.show();
  }

  /** Colours of canvases are taken when they are drawn. */
  private redraw(): void {
    this.name = "";
    this.show();
  }

  private show(): void {
    const address = here();
    const name = address.view in this.makers ? address.view : "";
    if (name && name === this.name) this.view!.update(address);
    else {
      this.view?.dispose?.();
      this.view = null;
      this.main.replaceChildren();
      this.name = name;
      if (name) {
        this.view = this.makers[name]![1](this.main, address);
        scrollTo(0, 0);
      } else
        append(this.main, [
          h("h1", {}, "No such view"),
          h("p", {}, `This page has no view "${address.view.slice(0, 80)}". `, h("a", { href: href("overview") }, "To the overview")),
        ]);
    }
    this.drawTabs(name);
    document.title = `${this.makers[name]?.[0] ?? "Ordo"} – ${this.profile.name} – Ordo`;
  }

  private drawTabs(name: string): void {
    const id = here().get("id") || this.profile.scopes[0]?.id;
    this.tabs.replaceChildren(
      ...Object.entries(this.makers).map(([key, [label]]) =>
        h("a", { href: href(key, key === "scope" || key === "calls" ? { id } : {}), "aria-current": key === name ? "page" : null }, label),
      ),
    );
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
  const apply = (): void => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme] ?? "◐";
    button.setAttribute("aria-label", `Colours: ${theme}`);
    button.title = `Colours: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = order[(order.indexOf(theme) + 1) % order.length]!;
    try {
      localStorage.setItem("ordo-theme", theme);
    } catch {
      // A browser may keep nothing for files: the choice then lasts as long as the page.
    }
    apply();
    changed();
  });
  apply();
  return button;
}
