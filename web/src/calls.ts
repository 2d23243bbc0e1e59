// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// calls.ts: callers and callees of a scope, with shares, and the flame graph of all contexts.
import type { App } from "./app";
import { kindSign, scopeBadge } from "./badge";
import { h } from "./dom";
import { Flame } from "./flame";
import { exact, percent, short, shown } from "./numbers";
import type { Profile, Scope } from "./profile";
import { adjust, href, type Address, type View } from "./router";
import type { Neighbour } from "./schema";

function neighbours(p: Profile, list: Neighbour[], whole: number, title: string, none: string): HTMLElement {
  const sorted = [...list].sort((a, b) => Number(b.cost) - Number(a.cost));
  const most = 200;
  return h(
    "section",
    { class: "neighbours" },
    h("h2", {}, title),
    sorted.length
      ? h(
          "div",
          { class: "scroll" },
          h(
            "table",
            {},
            h("thead", {}, h("tr", {}, ["", "scope", "share", "calls", "cost"].map((t) => h("th", { scope: "col" }, t)))),
            h(
              "tbody",
              {},
              sorted.slice(0, most).map((x) => {
                const scope = p.byId.get(x.id);
                const share = whole ? Number(x.cost) / whole : 0;
                return h(
                  "tr",
                  {},
                  h("td", {}, kindSign(x.kind), scope ? scopeBadge(scope) : ""),
                  h("td", { class: "name" }, scope ? h("a", { href: href("calls", { id: x.id }) }, h("bdi", {}, shown(scope.title.slice(0, 160)))) : h("bdi", {}, shown(x.name.slice(0, 160)))),
                  h("td", {}, h("span", { class: "share" }, h("i", { style: `width:${Math.min(100, share * 100)}%` }), h("em", {}, percent(share)))),
                  h("td", { class: "num" }, short(x.calls)),
                  h("td", { class: "num" }, short(x.cost)),
                );
              }),
            ),
          ),
          sorted.length > most ? h("p", { class: "quiet" }, `and ${exact(sorted.length - most)} more`) : "",
        )
      : h("p", { class: "quiet" }, none),
  );
}

export function calls(app: App): (root: HTMLElement, address: Address) => View {
  return (root, address) => {
    const p = app.profile;
    const head = h("div");
    const tables = h("div", { class: "two" });
    const flame = new Flame(p, (node) => adjust({ node: node < 0 ? "" : String(node) }));
    root.append(head, tables, flame.element);
    const update = (a: Address): void => {
      const id = a.get("id");
      const s: Scope | undefined = id ? p.byId.get(id) : p.scopes[0];
      if (!s) {
        head.replaceChildren(h("h1", {}, id ? "No such scope" : "Calls"), h("p", { class: "empty" }, id ? "This page has no scope with this address." : "This profile has no scopes."));
        tables.replaceChildren();
      } else {
        head.replaceChildren(
          h("h1", { class: "scope-name" }, kindSign(s.json.kind), " ", h("bdi", {}, shown(s.title))),
          h("p", { class: "quiet" }, `${percent(s.share)} of the run · `, h("a", { href: href("scope", { id: s.id }) }, "cost against size"), " · ", h("a", { href: href("source", { file: s.json.file, line: String(s.json.line) }) }, h("bdi", {}, shown(s.where)))),
        );
        tables.replaceChildren(
          neighbours(p, s.json.callers ?? [], s.total, "Callers", s.json.kind === "recursion" ? "A recursion is entered through its routines." : "None in this profile: it starts a thread, or its callers are not instrumented."),
          neighbours(p, s.json.children ?? [], s.total, "Callees and inner loops", "It calls nothing that was recorded."),
        );
      }
      flame.update(Number(a.get("node", "-1")), s ?? null);
    };
    update(address);
    return { update, dispose: () => flame.dispose() };
  };
}
