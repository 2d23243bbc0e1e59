// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// main.ts: reads the data, then shows it.
import { App } from "./app";
import { h } from "./dom";
import { loadProfiles } from "./profile";

async function main(): Promise<void> {
  const root = document.getElementById("app")!;
  try {
    const { index, profiles } = await loadProfiles();
    new App(index, profiles).start(root);
  } catch (e) {
    root.replaceChildren(
      h("h1", {}, "This report cannot be read"),
      h("p", {}, e instanceof Error ? e.message : String(e)),
      h("p", {}, "Make it again with `ordo report --html`, and look at it with a browser of 2023 or later."),
    );
    throw e;
  }
}

void main();
