// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// virtual_rows.ts: a long list of rows of equal height, of which only the visible ones exist. The list is
// one stop of the Tab key. Arrows, Page Up, Page Down, Home and End move the current row; Enter opens it.
import { h } from "./dom";

const SPARE = 6;
// Browsers clip elements taller than this.
const TALLEST = 16_000_000;

export interface RowOptions {
  label: string;
  rowHeight: number;
  role?: "grid" | "listbox";
  render: (index: number) => HTMLElement;
  open: (index: number) => void;
}

export class VirtualRows {
  readonly element: HTMLDivElement;
  private readonly space: HTMLDivElement;
  private n = 0;
  private current = -1;
  private first = -1;
  private last = -1;
  private readonly id = "rows-" + Math.random().toString(36).slice(2, 8);

  constructor(private readonly options: RowOptions) {
    this.space = h("div", { class: "rows-space", role: "presentation" });
    this.element = h(
      "div",
      {
        class: "rows",
        tabindex: 0,
        role: options.role ?? "grid",
        "aria-label": options.label,
        onscroll: () => this.draw(),
        onkeydown: (e: Event) => this.key(e as KeyboardEvent),
      },
      this.space,
    );
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  get rowHeight(): number {
    return this.options.rowHeight;
  }
  set rowHeight(height: number) {
    if (height === this.options.rowHeight) return;
    this.options.rowHeight = height;
    this.show(this.n);
  }

  /** Shows rows 0 .. n-1, all created again. */
  show(n: number): void {
    this.n = n;
    this.first = -1;
    if (this.current >= n) this.current = n - 1;
    this.element.setAttribute("aria-rowcount", String(n));
    this.space.style.height = Math.min(n * this.rowHeight, TALLEST) + "px";
    this.draw();
  }

  private draw(): void {
    const height = this.element.clientHeight || 600;
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.rowHeight) - SPARE);
    const last = Math.min(this.n, Math.ceil((this.element.scrollTop + height) / this.rowHeight) + SPARE);
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; i++) {
      const row = this.options.render(i);
      row.classList.add("row");
      row.id = `${this.id}-${i}`;
      row.style.transform = `translateY(${i * this.rowHeight}px)`;
      row.style.height = this.rowHeight + "px";
      row.setAttribute("role", this.options.role === "listbox" ? "option" : "row");
      row.setAttribute("aria-rowindex", String(i + 1));
      if (i === this.current) row.classList.add("current");
      row.addEventListener("mousedown", () => this.move(i, false));
      rows.push(row);
    }
    this.space.replaceChildren(...rows);
  }

  /** Makes a row the current one and scrolls it into view. */
  move(to: number, scroll = true): void {
    if (!this.n) return;
    this.current = Math.min(Math.max(to, 0), this.n - 1);
    if (scroll) {
      const top = this.current * this.rowHeight;
      const e = this.element;
      if (top < e.scrollTop) e.scrollTop = top;
      else if (top + this.rowHeight > e.scrollTop + e.clientHeight)
        e.scrollTop = top + this.rowHeight - e.clientHeight;
    }
    this.draw();
    for (const row of this.space.children) row.classList.toggle("current", row.id === `${this.id}-${this.current}`);
    this.element.setAttribute("aria-activedescendant", `${this.id}-${this.current}`);
  }

  /** Scrolls a row to the middle. */
  center(index: number): void {
    this.element.scrollTop = index * this.rowHeight - this.element.clientHeight / 2;
    this.move(index);
  }

  private key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target !== this.element) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
    const at = this.current < 0 ? -1 : this.current;
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: this.n - 1,
    };
    if (e.key === "Enter" && at >= 0) this.options.open(at);
    else if (e.key in moves) this.move(moves[e.key]!);
    else return;
    e.preventDefault();
  }
}
