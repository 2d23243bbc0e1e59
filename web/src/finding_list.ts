// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finding_list.ts: the findings at the head of the overview as cards, in the words of the terminal report.
// The address parameter `finding` has the ranks of those that are open.
import { kindSign } from "./badge";
import { button, h } from "./dom";
import { FindingCard } from "./finding_card";
import { FindingDetail, placeLink } from "./finding_detail";
import { degreeOfFinding, type Finding } from "./findings";
import { tone } from "./growth";
import { brief, exact, shown } from "./numbers";
import type { Profile } from "./profile";
import { prose, proseText, signs } from "./prose";
import { adjust, type Address } from "./router";

const MOST = 10; // more are shown on demand

interface Item {
  finding: Finding;
  element: HTMLLIElement;
  button: HTMLButtonElement;
  card: FindingCard;
  detail: FindingDetail | null;
}

const openRanks = (address: Address): Set<number> => new Set(address.get("finding").split(",").map(Number).filter((n) => n > 0));

export class FindingList {
  readonly element: HTMLElement;
  private readonly items: Item[] = [];
  private readonly list = h("ol", { class: "plain finding-cards" });
  private readonly more: HTMLButtonElement;
  private open = new Set<number>();

  constructor(private readonly p: Profile) {
    const { found, findings } = p;
    this.more = button(`and ${exact(findings.length - MOST)} more`, () => {
      this.extend(findings.length);
      this.items[MOST]!.button.focus();
    });
    this.element = h(
      "section",
      { class: "findings", "aria-label": "Findings" },
      findings.length ? h("h2", {}, "Findings") : null,
      found.prediction ? h("p", { class: "prediction" }, h("b", {}, "The whole run"), " ", proseText(found.prediction)) : null,
      this.list,
      this.more,
      ...[found.left_out, found.unjudged].map((x) => (x ? h("p", { class: "quiet note" }, prose(x)) : null)),
    );
    this.extend(MOST);
  }

  /** Lists the first findings, up to this number. */
  private extend(to: number): void {
    const added = this.p.findings.slice(this.items.length, to).map((f) => this.item(f));
    this.items.push(...added);
    this.list.append(...added.map((i) => i.element));
    this.more.hidden = this.items.length >= this.p.findings.length;
  }

  private item(f: Finding): Item {
    const { part, scope, json } = f;
    const toggle = (): void => {
      const open = new Set(this.open);
      if (!open.delete(json.rank)) open.add(json.rank);
      adjust({ finding: [...open].sort((a, b) => a - b).join(",") });
    };
    const { fill, ink } = tone(degreeOfFinding(f));
    const card = new FindingCard(f);
    const title = h(
      "button",
      { type: "button", class: "finding-title", "aria-expanded": "false", "aria-controls": `finding-${json.rank}` },
      h("span", { class: "rank" }, json.rank),
      h("span", { class: "badge", style: `background:${fill};color:${ink}` }, signs(part.title)),
      h("span", { class: "finding-scope" }, kindSign(scope.json.kind), " ", h("bdi", { title: shown(part.scope.slice(0, 300)) }, brief(part.scope))),
    );
    const element = h(
      "li",
      { class: "finding", "data-scope": scope.id, style: `border-left-color:${fill}` },
      h(
        "div",
        {
          class: "finding-head",
          // Neither a link nor the end of a selection opens it.
          onclick: (e: Event) => !(e.target as Element).closest("a") && getSelection()?.isCollapsed !== false && toggle(),
        },
        h("h3", {}, title),
        h(
          "div",
          { class: "finding-words" },
          h("p", { class: "finding-place" }, placeLink(scope, 60)),
          h("p", { class: "finding-share" }, proseText(part.share)),
          h("p", { class: "quiet finding-reason" }, proseText(part.reason)),
          card.callers,
        ),
        card.plot,
      ),
    );
    return { finding: f, element, button: title, card, detail: null };
  }

  /** Opens what the address asks for; closes the others. */
  update(address: Address): void {
    this.open = openRanks(address);
    if (this.p.findings.some((f, i) => i >= this.items.length && this.open.has(f.json.rank))) this.extend(this.p.findings.length);
    for (const item of this.items) {
      const { rank: n } = item.finding.json;
      const wanted = this.open.has(n);
      if (wanted === (item.detail != null)) continue;
      item.button.setAttribute("aria-expanded", String(wanted));
      item.element.classList.toggle("opened", wanted);
      if (wanted) {
        item.detail = new FindingDetail(item.finding, `finding-${n}`);
        item.element.append(item.detail.element);
      } else {
        item.detail!.dispose();
        item.detail!.element.remove();
        item.detail = null;
      }
    }
  }

  dispose(): void {
    for (const item of this.items) {
      item.card.dispose();
      item.detail?.dispose();
    }
  }
}

/** null: nothing is known but what the answer says. */
export function findingList(p: Profile): FindingList | null {
  const { found, findings } = p;
  return findings.length || found.left_out || found.unjudged || found.prediction ? new FindingList(p) : null;
}
