// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dom.ts: makes elements. Text is only added as text nodes, so no name can become markup.

type Child = Node | string | number | null | undefined | false | Child[];
type Attributes = Record<string, unknown>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, v] of Object.entries(attributes)) {
    if (v == null || v === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), v as EventListener);
    else if (name === "style") element.setAttribute("style", String(v));
    else element.setAttribute(name, v === true ? "" : String(v));
  }
  append(element, children);
}

export function append(element: Element, children: Child[]): void {
  for (const c of children) {
    if (Array.isArray(c)) append(element, c);
    else if (c != null && c !== false) element.append(typeof c === "number" ? String(c) : c);
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

export function select(
  label: string,
  options: [string, string][],
  chosen: string,
  change: (v: string) => void,
): HTMLLabelElement {
  const box = h(
    "select",
    { onchange: () => change(box.value) },
    options.map(([v, text]) => h("option", { value: v, selected: v === chosen }, text)),
  );
  return h("label", { class: "field" }, h("span", {}, label), box);
}

export function checkbox(label: string, on: boolean, change: (on: boolean) => void): HTMLLabelElement {
  const box = h("input", { type: "checkbox", checked: on, onchange: () => change(box.checked) });
  return h("label", { class: "check" }, box, label);
}

export function button(label: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: action, ...attributes }, label);
}

/** A button that opens a box below it; a click elsewhere or Escape closes the box. */
export function menu(label: string, ...content: Child[]): HTMLDetailsElement {
  const box: HTMLDetailsElement = h(
    "details",
    {
      class: "menu",
      onfocusout: (e: Event) => {
        const to = (e as FocusEvent).relatedTarget;
        if (to instanceof Node && !box.contains(to)) box.open = false;
      },
      onkeydown: (e: Event) => {
        if ((e as KeyboardEvent).key !== "Escape" || !box.open) return;
        box.open = false;
        box.querySelector("summary")!.focus();
        e.stopPropagation();
      },
      ontoggle: () => (box.open ? addEventListener("pointerdown", outside) : removeEventListener("pointerdown", outside)),
    },
    h("summary", {}, label),
    h("div", { class: "menu-box" }, ...content),
  );
  const outside = (e: Event): void => {
    if (!box.isConnected || !box.contains(e.target as Node)) box.open = false;
  };
  return box;
}

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const a = h("a", { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
