// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// calls.ts: the flame graph of all calling contexts, with a search, and the callers and callees of one scope.
// Address parameters: id, node (the context that fills the width), q.
import type { App } from "./app";
import { findingBadge, headBadge, kindSign, scopeTitle } from "./badge";
import { button, h } from "./dom";
import { Flame } from "./flame";
import { brief, exact, percent, short, shown } from "./numbers";
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
            h("thead", {}, h("tr", {}, ["scope", "growth", "share", "calls", "cost"].map((t) => h("th", { scope: "col", class: "t-" + t }, t)))),
            h(
              "tbody",
              {},
              sorted.slice(0, most).map((x) => {
                const scope = p.byId.get(x.id);
                const share = whole ? Number(x.cost) / whole : 0;
                return h(
                  "tr",
                  {},
                  h(
                    "td",
                    { class: "name" },
                    h("span", { class: "kind-name" }, kindSign(x.kind), scope ? h("a", { href: href("calls", { id: x.id }) }, h("bdi", {}, brief(scope.title))) : h("bdi", {}, brief(x.name))),
                  ),
                  h("td", { class: "t-growth" }, scope ? headBadge(scope) : ""),
                  h("td", { class: "t-share" }, h("span", { class: "share" }, h("i", { style: `width:${Math.min(100, share * 100)}%` }), h("em", {}, percent(share)))),
                  h("td", { class: "num t-calls" }, short(x.calls)),
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
    const choices = h("span", { class: "matches" });
    const search = h("input", {
      type: "search",
      id: "search",
      placeholder: "name, file or class",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => {
        adjust({ q: search.value }, "same");
        find(search.value);
      },
    });
    const find = (query: string): void => {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const found = words.length ? p.scopes.filter((s) => s.calls !== 0 && words.every((w) => s.haystack.includes(w))) : [];
      const most = [...found].sort((a, b) => b.total - a.total).slice(0, 6);
      choices.replaceChildren(
        ...most.map((s) => h("a", { href: href("calls", { id: s.id, q: query }) }, kindSign(s.json.kind), h("bdi", {}, brief(s.title)))),
        h("span", { class: "quiet", role: "status" }, words.length ? (found.length > most.length ? `and ${exact(found.length - most.length)} more` : found.length ? "" : "no match") : ""),
      );
      flame.search(words.length ? new Set(found) : null);
    };
    const zoom = h("span", { class: "zooms" });
    const toolbar = h("div", { class: "toolbar" }, h("label", { class: "field grow" }, h("span", {}, "Search"), search), zoom);
    root.append(head, toolbar, choices, flame.element, tables);
    const update = (a: Address): void => {
      const id = a.get("id");
      const s: Scope | undefined = id ? p.byId.get(id) : p.firstScope;
      if (!s) {
        head.replaceChildren(h("h1", {}, id ? "No such scope" : "Calls"), h("p", { class: "empty" }, id ? "This page has no scope with this address." : "This profile has no scopes."));
        tables.replaceChildren();
      } else {
        head.replaceChildren(
          h("h1", { class: "scope-name" }, kindSign(s.json.kind), " ", scopeTitle(s), " ", findingBadge(s)),
          h("p", { class: "quiet" }, `${percent(s.share)} of the run · `, h("a", { href: href("scope", { id: s.id }) }, "cost against size"), " · ", s.json.file ? h("a", { href: href("source", { file: s.json.file, line: String(s.json.line) }) }, h("bdi", {}, shown(s.where))) : "no file known"),
        );
        tables.replaceChildren(
          neighbours(p, s.callers, s.total, "Callers", "None in this profile: it starts a thread, or its callers are not instrumented."),
          neighbours(p, s.callees, s.total, "Callees and inner loops", "It calls nothing that was recorded."),
        );
      }
      toolbar.hidden = !p.scopes.length;
      zoom.replaceChildren(
        button("Zoom to this scope", () => void flame.zoomTo(s ?? null)),
        button("Whole run", () => adjust({ node: "" }), { disabled: !a.get("node") }),
      );
      if (document.activeElement !== search) search.value = a.get("q");
      flame.update(Number(a.get("node", "-1")), s ?? null);
      find(search.value);
    };
    update(address);
    return { update, dispose: () => flame.dispose() };
  };
}
