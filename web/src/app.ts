// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// app.ts: the page of one or two profiles: its views and what they share.
import { calls } from "./calls";
import { overview } from "./overview";
import { compareView } from "./compare";
import type { Profile } from "./profile";
import { provenance } from "./provenance";
import { here, type ViewMaker } from "./router";
import type { Index } from "./schema";
import { scopeView } from "./scope_view";
import { Shell } from "./shell";
import { sourceView } from "./source_view";
import { treeView } from "./tree_view";

export class App {
  constructor(
    readonly index: Index,
    readonly profiles: Profile[],
  ) {}

  get profile(): Profile {
    return this.profiles[0]!;
  }
  get other(): Profile | undefined {
    return this.profiles[1];
  }

  /** The profile's file name, with folders if two profiles have the same name. */
  nameOf(p: Profile): string {
    const base = (x: Profile): string => x.name.replace(/.*\//, "");
    return this.profiles.some((x) => x !== p && base(x) === base(p)) ? p.name : base(p);
  }

  start(root: HTMLElement): void {
    new Shell({
      views: {
        overview: ["Overview", overview(this)],
        ...(this.other ? { compare: ["Compare", compareView(this)] as [string, ViewMaker] } : {}),
        scope: ["Scope", scopeView(this)],
        source: ["Source", sourceView(this)],
        calls: ["Calls", calls(this)],
        ...(this.profile.hasTree ? { tree: ["Algorithms", treeView(this.profile)] as [string, ViewMaker] } : {}),
        provenance: ["Provenance", provenance(this)],
      },
      file: this.profiles.map((p) => this.nameOf(p)).join(" · "),
      files: this.profiles.map((p) => p.name).join(" and "),
      keep: (view) => (view === "scope" || view === "calls" ? { id: here().get("id") || this.profile.firstScope?.id } : {}),
    }).start(root);
  }
}
