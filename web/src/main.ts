// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// main.ts: reads the data, then shows it.
import { App } from "./app";
import { blockJson } from "./blocks";
import { h } from "./dom";
import { Lab } from "./lab";
import { LabApp } from "./lab_app";
import type { LabJson } from "./lab_schema";
import { loadProfiles } from "./profile";
import type { Index } from "./schema";
import { Trend } from "./trend";
import { TrendApp } from "./trend_app";
import type { TrendJson } from "./trend_schema";

async function main(): Promise<void> {
  const root = document.getElementById("app")!;
  try {
    const index = await blockJson<Index>("ordo-index");
    if (index.trend) new TrendApp(new Trend(await blockJson<TrendJson>("ordo-0-trend-0"), index.trend)).start(root);
    else if (index.lab) new LabApp(new Lab(await blockJson<LabJson>("ordo-0-lab-0"), index.lab)).start(root);
    else new App(index, await loadProfiles(index)).start(root);
  } catch (e) {
    root.replaceChildren(
      h("h1", {}, "This report cannot be read"),
      h("p", {}, e instanceof Error ? e.message : String(e)),
      h("p", {}, "Create it again with `ordo report --html`, and open it in a browser from 2023 or later."),
    );
    throw e;
  }
}

void main();
