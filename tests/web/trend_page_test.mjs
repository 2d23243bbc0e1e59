// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// trend_page_test.mjs FOLDER: tests the pages of trends.
import { readFile } from "node:fs/promises";
import { check, equal, pixels, points, run, save, test, until } from "./browser.mjs";

const folder = process.argv[2];
const text = (page, selector) => page.textContent(selector);
const hash = (page) => page.evaluate(() => location.hash);
const trendJson = async () => JSON.parse(await readFile(`${folder}/trend.json`, "utf8"));
const clusterNames = (page) => page.$$eval(".trend-table .rows .row .tag", (t) => t.map((x) => x.textContent));

test("a trend's clusters are ranked, with their class, and compared in one plot", async (page, open) => {
  await open("trend.html");
  const t = await trendJson();
  const costly = t.clusters.filter((c) => c.costly).length;
  check(costly >= 2, `${costly} costly clusters`);
  equal((await clusterNames(page)).length, costly, "rows");
  equal(await text(page, '.trend-table .row:has(.tag:text-is("C1")) .c-class'), "n²", "class of the first");
  const funnel = await page.$$eval(".funnel .step b", (b) => b.map((x) => Number(x.textContent.replaceAll(",", ""))));
  equal(funnel, [t.locations.total, t.locations.varying, t.clusters.length, t.costly_clusters], "blocks, varying, clusters, costly");
  await page.waitForSelector(".panel:not(.small) .uplot");
  const ok = t.workloads.filter((w) => w.status === "ok").length;
  equal(await points(page), Math.min(costly, 6) * ok, "points of all that are compared");
  for (const v of ["--mean", "--worst"]) check((await pixels(page, v)) > 30, `nothing drawn in ${v}`);
  await page.click('.trend-table .head [data-key="blocks"]');
  await page.waitForSelector('.c-blocks[aria-sort="descending"]');
  const blocks = await page.$$eval(".trend-table .rows .row .c-blocks", (c) => c.map((x) => Number(x.textContent)));
  equal(blocks, [...blocks].sort((a, b) => b - a), "blocks in order");
  await page.goBack();
  await page.waitForSelector('.c-max[aria-sort="descending"]');
  const most = t.clusters.filter((c) => c.costly).map((c) => c.max);
  equal(most, [...most].sort((a, b) => b - a), "the order is that of the column with the arrow");
  equal(await page.$$eval(".trend-table [aria-sort=descending]", (c) => c.length), 1, "arrows");
});

test("a trend predicts what the command line predicts, with its reasons and remedies", async (page, open) => {
  const [terminal, t] = await Promise.all([readFile(`${folder}/noisy.txt`, "utf8"), readFile(`${folder}/noisy.json`, "utf8").then(JSON.parse)]);
  const rows = terminal.split("\n").filter((l) => /noisy\.c:\d+$/.test(l));
  equal(t.clusters.map((c) => c.predicted == null), rows.map((l) => l.trim().startsWith("-")), "clusters without a prediction");
  check(t.clusters.some((c) => c.predicted == null) && t.clusters.some((c) => c.predicted > 0), "one of each");
  await open("noisy.html", "#/overview?all=1");
  equal(await page.$$eval(".trend-table .rows .c-later", (c) => c.map((x) => x.textContent === "–")), t.clusters.map((c) => c.predicted == null), "dashes");
  const at = t.clusters.findIndex((c) => c.predicted == null);
  const [fit] = t.clusters[at].fits.filter((f) => f.feature === t.clusters[at].best);
  check(terminal.includes(`(${fit.model.why})`), `the terminal does not say ${fit.model.why}`);
  await open("noisy.html", `#/cluster?id=C${at + 1}`);
  await page.waitForSelector(".predictions");
  const facts = await text(page, ".facts-list");
  check(facts.includes(fit.model.why.replace(/\bx\b/, "seed")) && !facts.includes("not enough data"), "the reason: " + facts);
  const advice = /add workloads of about seed = \d+/.exec(terminal)[0];
  check(facts.includes(advice) && !facts.includes("merge"), "the advice: " + facts);
  equal(await text(page, ".predictions tbody tr >> nth=1 >> td >> nth=1"), "–", "ten times the feature");
  await open("noisy.html", "#/overview?all=1&sort=later");
  await page.waitForSelector('.c-later[aria-sort="descending"]');
  const later = await page.$$eval(".trend-table .rows .c-later", (c) => c.map((x) => x.textContent));
  check(!later.slice(later.indexOf("–")).some((x) => x !== "–"), "clusters without a prediction are last: " + later);
});

test("a trend without clusters has no tab for one", async (page, open) => {
  await open("single.html");
  check(!(await text(page, "header nav")).includes("Cluster "), await text(page, "header nav"));
  equal(await page.$$eval("header nav a", (a) => a.map((x) => x.textContent)), ["Clusters", "Source", "Workloads"], "the tabs");
});

test("every digit of a cluster's costs is preserved", async (page, open) => {
  const t = await trendJson();
  const ok = t.workloads.filter((w) => w.status === "ok");
  await open("trend.html", "#/cluster?id=C1&x=n");
  await page.waitForSelector(".panel:not(.small) .uplot");
  equal(await points(page), ok.length, "a point a workload, also where sizes repeat");
  const lines = (await save(page, "CSV")).bytes.toString().trim().split("\r\n").slice(1);
  const want = ok.map((w, i) => `${w.name} ${w.features.n} ${t.clusters[0].costs[i]}`).sort();
  equal(lines.map((l) => l.split(",")).map((l) => `${l[2]} ${l[4]} ${l[5]}`).sort(), want, "workload, size, cost");
});

test("a cluster shows its cost functions with intervals, residuals, and its members in the source", async (page, open) => {
  const t = await trendJson();
  await open("trend.html");
  await page.click('.trend-table .row:has(.tag:text-is("C1")) .c-name a');
  await page.waitForSelector(".cluster-head");
  await page.waitForSelector(".residuals .uplot");
  const facts = await text(page, ".facts-list");
  const fit = t.clusters[0].fits.find((f) => f.feature === t.clusters[0].best);
  check(facts.includes(` n${[...fit.power.b.toFixed(2)].map((d) => (d === "." ? "·" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[d])).join("")}`), "the power is missing: " + facts);
  check(facts.includes(`b ${fit.power.b_ci[0].toFixed(2)} to ${fit.power.b_ci[1].toFixed(2)}`), "its interval is missing");
  equal(await page.$$eval(".predictions tbody tr", (r) => r.length), 2, "predictions");
  const drawn = await pixels(page, "--worst");
  check(drawn > 30, "no power function is drawn");
  await page.selectOption('.field:has-text("Interval") select', "model");
  await page.waitForFunction(() => /residuals of the Ordo|Residuals of the Ordo/.test(document.querySelector(".residuals figcaption").textContent));
  check((await hash(page)).includes("fit=model"), "the address does not say it");
  await page.click('.layers label:has-text("power function") input');
  await page.waitForFunction(() => location.hash.includes("hide="));
  await until(async () => (await pixels(page, "--worst")) < drawn / 2, "the power function is still drawn");
  await page.waitForSelector(".line.member");
  const lines = new Set(t.clusters[0].members.map((m) => `${m.file}:${m.line}`));
  equal(await page.$$eval(".line.member", (l) => l.length), lines.size, "lines of its members");
  check((await text(page, ".member-list")).includes("while (j < n)"), "the loop's text is missing");
  await page.click('.line.member:has-text("while (j < n)")');
  await page.waitForSelector(".line.marked");
  check((await text(page, ".line.current")).includes("while (j < n)"), "another line is in sight");
  await page.goBack();
  await page.click('[aria-label="Next cluster"]');
  await page.waitForFunction(() => document.querySelector(".cluster-head .tag").textContent === "C2");
});

test("a trend lists its workloads, and why some were left out", async (page, open) => {
  const t = await trendJson();
  await open("trend.html", "#/workloads");
  equal(await page.$$eval(".workloads tbody tr", (r) => r.length), t.workloads.length, "measured");
  await open("plain_trend.html", "#/workloads");
  check((await text(page, ".left-out")).includes("exit status 1"), "the reason is missing");
  await open("trend.html", "#/cluster?id=C99");
  check((await text(page, "main")).includes("No such cluster"), "a wrong address");
});

test("a trend without features or sources can be viewed", async (page, open) => {
  await open("plain_trend.html");
  check((await text(page, "main")).includes("No features"), "it is not said");
  await page.click(".trend-table .row .c-name a");
  await page.waitForSelector(".line.member");
  check((await text(page, ".facts-list")).includes("no feature to grow with"), "the growth of nothing");
  await open("plain_trend.html", "#/source");
  await page.waitForSelector(".line.has");
  check((await text(page, ".warning")).includes("--no-source"), "why there is no text");
});

await run(folder, "trend page");
