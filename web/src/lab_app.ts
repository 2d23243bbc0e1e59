// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_app.ts: the page of a laboratory: its views.
import type { Lab } from "./lab";
import { labExperiments } from "./lab_experiments";
import { labStatements } from "./lab_statements";
import { here } from "./router";
import { Shell } from "./shell";

export class LabApp {
  constructor(readonly lab: Lab) {}

  start(root: HTMLElement): void {
    new Shell({
      views: {
        overview: ["Statements", labStatements(this.lab)],
        experiments: ["Experiments", labExperiments(this.lab)],
      },
      file: this.lab.name.replace(/[^\s]*\//g, ""),
      files: this.lab.name,
      keep: (view) => (view === "overview" && here().view === "overview" ? Object.fromEntries(here().params) : {}),
    }).start(root);
  }
}
