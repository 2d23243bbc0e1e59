// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flame.ts: the calling context tree as a flame graph: width is cost, colour is growth, that of its finding if
// a scope has one. Only boxes that are wide enough to see are drawn. A click or Enter zooms to a node.
import { scopeWords } from "./badge";
import { button, h } from "./dom";
import { tone } from "./growth";
import { growthLegend } from "./legend";
import { brief, className, exact, percent, shown } from "./numbers";
import type { Context, Profile, Scope } from "./profile";

const ROW = 20;
const THINNEST = 1.2; // pixels
const MOST = 4000; // boxes

export class Flame {
  readonly element: HTMLElement;
  private readonly area = h("div", { class: "flame", tabindex: 0, role: "tree", "aria-label": "Calling contexts", onkeydown: (e: Event) => this.key(e as KeyboardEvent) });
  private readonly path = h("p", { class: "flame-path" });
  private readonly status = h("p", { class: "quiet", role: "status" });
  private nodes: Context[] = [];
  private top = -1;
  private current = -1;
  private marked: Scope | null = null;
  private sought: Set<Scope> | null = null;
  private readonly loaded: Promise<void>;
  private readonly observer = new ResizeObserver(() => this.draw());
  private width = 0;

  constructor(
    p: Profile,
    private readonly zoomed: (node: number) => void,
  ) {
    this.element = h(
      "section",
      { "aria-label": "Flame graph" },
      h("h2", {}, "Calling contexts"),
      growthLegend(),
      p.report.contexts_truncated ? h("p", { class: "warning" }, "There were more contexts than Ordo keeps: rare deep ones are missing.") : "",
      this.path,
      this.area,
      this.status,
      h("p", { class: "quiet note" }, "Width: cost; a recursion's cost is drawn where it was entered. A scope with a finding has the colour of the finding. A click zooms."),
    );
    this.observer.observe(this.area);
    this.loaded = p.contexts().then((nodes) => {
      this.nodes = nodes;
      this.width = 0;
      this.draw();
    });
  }

  update(top: number, marked: Scope | null): void {
    this.top = Number.isInteger(top) ? top : -1;
    this.marked = marked;
    this.width = 0;
    this.draw();
  }

  /** Marks the scopes' boxes by fading the others; null: all have their colours. */
  search(scopes: Set<Scope> | null): void {
    this.sought = scopes;
    this.width = 0;
    this.draw();
  }

  /** Zooms to the scope's context with most cost. */
  async zoomTo(s: Scope | null): Promise<void> {
    await this.loaded;
    let best = -1;
    this.nodes.forEach((c, i) => {
      if (s?.isAt(c.scope) && (best < 0 || c.cost > this.nodes[best]!.cost)) best = i;
    });
    this.zoomed(best);
  }

  /** Cost of the outermost contexts below `roots` that are sought. */
  private soughtCost(roots: number[]): number {
    const stack = [...roots];
    let cost = 0;
    for (let i = stack.pop(); i != null; i = stack.pop()) {
      const c = this.nodes[i]!;
      if (c.scope && this.sought!.has(c.scope)) cost += c.cost;
      else for (const child of c.children) stack.push(child);
    }
    return cost;
  }

  private name(c: Context | undefined): string {
    return c?.scope ? c.scope.title : "library";
  }

  private drawPath(): void {
    const trail: number[] = [];
    for (let i = this.top; i >= 0 && this.nodes[i]; i = this.nodes[i]!.parent) trail.unshift(i);
    this.path.replaceChildren(
      ...(trail.length ? [button("all", () => this.zoomed(-1)), ...trail.slice(-8).flatMap((i) => [" › ", button(brief(this.name(this.nodes[i])), () => this.zoomed(i))])] : []),
    );
  }

  private draw(): void {
    const width = this.area.clientWidth;
    if (!width || width === this.width || !this.nodes.length) {
      if (!this.nodes.length) this.status.textContent = "No calling contexts in this profile.";
      return;
    }
    this.width = width;
    if (!this.nodes[this.top]) this.top = -1;
    this.drawPath();
    const roots = this.top >= 0 ? [this.top] : this.nodes.flatMap((c, i) => (c.parent < 0 ? [i] : []));
    const whole = roots.reduce((sum, i) => sum + this.nodes[i]!.cost, 0);
    const boxes: HTMLElement[] = [];
    let deepest = 0;
    let thin = 0;
    // Breadth first, so that the bound leaves out the deepest boxes.
    let level: [number, number][] = [];
    let x = 0;
    const byCost = (list: number[]): number[] => [...list].sort((a, b) => this.nodes[b]!.cost - this.nodes[a]!.cost);
    for (const i of byCost(roots)) {
      level.push([i, x]);
      x += this.nodes[i]!.cost;
    }
    for (let depth = 0; level.length && boxes.length < MOST; depth++) {
      const next: [number, number][] = [];
      for (const [i, from] of level) {
        const c = this.nodes[i]!;
        const w = whole ? (c.cost / whole) * width : 0;
        if (w < THINNEST) {
          thin++;
          continue;
        }
        if (boxes.length >= MOST) break;
        deepest = depth;
        boxes.push(this.box(i, c, (from / whole) * width, w, depth, whole));
        let at = from;
        for (const child of byCost(c.children)) {
          next.push([child, at]);
          at += this.nodes[child]!.cost;
        }
      }
      level = next;
    }
    this.area.style.height = (deepest + 1) * ROW + 4 + "px";
    this.area.replaceChildren(...boxes);
    const found = this.sought ? `The contexts found have ${percent(whole ? this.soughtCost(roots) / whole : 0)} of the cost shown. ` : "";
    this.status.textContent = `${found}${exact(boxes.length)} of ${exact(this.nodes.length)} contexts; ${exact(thin)} too thin to show here.`;
    if (this.current >= 0) this.focusNode(this.current);
  }

  private box(i: number, c: Context, left: number, width: number, depth: number, whole: number): HTMLElement {
    const { fill, ink } = tone(c.scope?.headShade);
    const faded = this.sought && !(c.scope && this.sought.has(c.scope));
    const text = width > 28 ? brief(this.name(c)) : "";
    const title = `${shown(this.name(c).slice(0, 300))}\ncost ${exact(c.cost)} (${percent(whole ? c.cost / whole : 0)}), own ${exact(this.own(c))}, ${exact(c.calls)} calls\n${c.scope?.finding ? className(c.scope.finding.part.title) : c.scope?.model ? scopeWords(c.scope) : "no model"}`;
    return h(
      "div",
      {
        class: "box" + (this.marked?.isAt(c.scope) ? " marked" : "") + (faded ? " faded" : ""),
        role: "treeitem",
        id: `flame-${i}`,
        "data-node": i,
        "aria-level": depth + 1,
        style: `left:${left.toFixed(1)}px;width:${Math.max(1, width - 1).toFixed(1)}px;top:${depth * ROW}px;background:${fill};color:${ink}`,
        title,
        onclick: () => this.zoomed(i),
      },
      text,
    );
  }

  /** Own cost, with the library routines that are called here. */
  private own(c: Context): number {
    return c.children.reduce((sum, i) => sum + (this.nodes[i]!.scope ? 0 : this.nodes[i]!.cost), c.self);
  }

  private focusNode(i: number): void {
    this.area.querySelector(".current")?.classList.remove("current");
    const box = document.getElementById(`flame-${i}`);
    if (!box) return;
    this.current = i;
    box.classList.add("current");
    this.area.setAttribute("aria-activedescendant", box.id);
    this.status.textContent = box.title.replaceAll("\n", " · ");
  }

  private key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const boxes = [...this.area.children] as HTMLElement[];
    const visible = new Set(boxes.map((b) => Number(b.dataset.node)));
    if (!boxes.length) return;
    if (!visible.has(this.current)) {
      if (e.key.startsWith("Arrow")) {
        e.preventDefault();
        this.focusNode(Number(boxes[0]!.dataset.node));
      }
      return;
    }
    const c = this.nodes[this.current]!;
    const row = boxes.filter((b) => b.style.top === document.getElementById(`flame-${this.current}`)!.style.top);
    const at = row.findIndex((b) => Number(b.dataset.node) === this.current);
    const to: Record<string, number | undefined> = {
      ArrowDown: [...c.children].sort((a, b) => this.nodes[b]!.cost - this.nodes[a]!.cost).find((x) => visible.has(x)),
      ArrowUp: visible.has(c.parent) ? c.parent : undefined,
      ArrowLeft: row[at - 1] && Number(row[at - 1]!.dataset.node),
      ArrowRight: row[at + 1] && Number(row[at + 1]!.dataset.node),
    };
    if (e.key === "Enter") this.zoomed(this.current);
    else if (e.key === "Escape") this.zoomed(-1);
    else if (e.key in to) {
      if (to[e.key] != null) this.focusNode(to[e.key]!);
    } else return;
    e.preventDefault();
  }

  dispose(): void {
    this.observer.disconnect();
  }
}
