// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend_app.ts: the views of a trend's page.
import { here, type ViewMaker } from "./router";
import { Shell } from "./shell";
import { base, type Trend } from "./trend";
import { clusterView } from "./trend_cluster";
import { trendOverview } from "./trend_overview";
import { trendSource } from "./trend_source";
import { trendWorkloads } from "./trend_workloads";

export class TrendApp {
  constructor(readonly trend: Trend) {}

  start(root: HTMLElement): void {
    new Shell({
      views: {
        overview: ["Clusters", trendOverview(this.trend)],
        ...(this.trend.clusters.length ? { cluster: ["Cluster", clusterView(this.trend)] as [string, ViewMaker] } : {}),
        source: ["Source", trendSource(this.trend)],
        workloads: ["Workloads", trendWorkloads(this.trend)],
      },
      file: base(this.trend.name),
      files: this.trend.name,
      keep: (view) => (view === "cluster" ? { id: here().get("id") || "C1" } : {}),
    }).start(root);
  }
}
