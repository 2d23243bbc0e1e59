// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compare_page_test.mjs FOLDER: tests the view of two profiles side by side.
import { readFile } from "node:fs/promises";
import { bundled, check, equal, run, test } from "./browser.mjs";

const folder = process.argv[2];
const text = (page, selector) => page.textContent(selector);

test("two profiles are compared: before, after, change, what became worse first", async (page, open) => {
  await open("two.html", "#/compare");
  await page.waitForSelector(".compare-detail .uplot");
  const [after, before] = await Promise.all(["real", "other"].map(async (f) => JSON.parse(await readFile(`${folder}/${f}.json`, "utf8"))));
  const rows = await page.$$eval(".compare-table .rows .row", (r) => r.map((x) => ({ id: x.dataset.id, before: x.querySelector(".c-before").textContent, after: x.querySelector(".c-after").textContent, change: x.querySelector(".c-change").textContent })));
  const own = (report, id) => Number(report.scopes.find((s) => s.id === id)?.own ?? 0);
  const worst = after.scopes.filter((s) => s.kind !== "recursion").reduce((a, b) => (own(after, b.id) - own(before, b.id) > own(after, a.id) - own(before, a.id) ? b : a));
  const at = rows.findIndex((r) => r.id === worst.id);
  const grown = (id) => (after.scopes.find((s) => s.id === id).cost?.total ?? 0) > 0;
  check(at >= 0 && rows.slice(0, at).every((r) => grown(r.id)), `the costliest change is row ${at}`);
  const isRecursion = (id) => [...after.scopes, ...before.scopes].find((s) => s.id === id).kind === "recursion";
  const changes = rows.slice(at).filter((r) => !isRecursion(r.id)).map((r) => own(after, r.id) - own(before, r.id));
  equal(changes, [...changes].sort((a, b) => b - a), "changes in order");
  check(/^\+[\d.]+ M \(×[\d.]+\)$/.test(rows[at].change), "the change: " + rows[at].change);
  check((await text(page, ".answer")).startsWith("The cost was "), "the sentence");
  check((await page.getAttribute(".compare-detail .plot-host", "aria-label")).includes("c: blocks against n"), "the plot of both");
  const key = await text(page, ".compare-detail .u-legend");
  check(key.includes("before") && key.includes("after"), "the legend: " + key);
  await page.click(`.compare-table .row[data-id="${worst.id}"] .c-change`);
  await page.waitForFunction((id) => document.querySelector(".compare-table .row.chosen")?.dataset.id === id, worst.id);
  await page.click('.compare-table .head [data-key="name"]');
  await page.waitForSelector('.compare-table .c-name[aria-sort="ascending"]');
  const names = await page.$$eval(".compare-table .rows .c-name bdi", (b) => b.map((x) => x.textContent));
  equal(names, [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)), "names in order");
  await page.click('.compare-detail a:text-is("Both in the scope\'s own plots")');
  await page.waitForFunction(() => /with=1%3A/.test(location.hash) && document.querySelector(".panel:not(.small) .uplot"));
  await open("real.html", "#/compare");
  check((await text(page, "main")).includes("No such view"), "one profile has nothing to compare with");
});

test("compared costs are said to be own costs, whole or with a title, and have the overview's classes", async (page, open) => {
  await open("two.html", "#/compare");
  await page.waitForSelector(".compare-table .rows .row");
  equal(await page.$$eval(".compare-table .head button", (b) => b.map((x) => x.textContent.trim()).slice(2, 5)), ["Own before", "Own after", "Own change"], "the heads of costs");
  equal(await page.$$eval(".compare-table .head .cell", (c) => c.filter((x) => x.scrollWidth > x.clientWidth + 1).map((x) => x.textContent)), [], "heads that are cut off");
  const report = JSON.parse(await readFile(`${folder}/real.json`, "utf8"));
  const rows = await page.$$eval(".compare-table .rows .row", (r) => r.map((x) => [x.dataset.id, ...["before", "after", "change", "calls"].map((c) => x.querySelector(".c-" + c).title)]));
  for (const [id, , after, ...rest] of rows) {
    const own = report.scopes.find((s) => s.id === id)?.own;
    if (own != null) equal(after, `own cost after: ${Number(own).toLocaleString("en-US")}`, `the title of ${id}`);
    check(rest.every(Boolean), `numbers of ${id} without a title: ${rest}`);
  }
  const [room, wanted] = await page.$eval(".compare-table .rows .c-change", (c) => ((c.textContent = "+66.2 k (×7,300)"), [c.clientWidth, c.scrollWidth]));
  check(wanted <= room, `a change of ${wanted} pixels in ${room}`);
  await bundled(page, "badge.ts", "badges");
  const badge = (json, title) => page.evaluate(([f, t]) => badges.headBadge({ finding: { json: f, part: { title: t } }, json: {} }).textContent, [json, title]);
  equal(await badge({ rank: 1, growth: null, exponent: 1.8 }, "n^2 if calls get larger"), "n²", "the class that the finding's title names");
  equal(await badge({ rank: 1, growth: "n log n", exponent: 1.1 }, "n log n over the run"), "n log n", "a class of several words");
  equal(await badge({ rank: 1, growth: null, exponent: 1.8 }, "n^1.8 over the input"), "n¹·⁸", "a finding without a class");
  equal(await badge({ rank: 1, growth: null, exponent: null }, "repeated passes"), "passes", "repeated passes");
}, { viewport: { width: 1400, height: 900 } });

test("a routine that took over work of its callees is not worse if it costs less than before", async (page, open) => {
  await open("two.html");
  await bundled(page, "pairs.ts", "pairs");
  const judged = (before, after) =>
    page.evaluate(
      (sides) => {
        const [b, a] = sides.map(([own, total, degree]) => ({ own, total, headDegree: degree, share: 0.3, share10: 0.3, finding: null, json: { kind: "routine" }, profile: { total: 1e6 } }));
        const x = { before: b, after: a };
        return [pairs.tookWork(x), pairs.worsened(x) > 0];
      },
      [before, after],
    );
  equal(await judged([5641, 337000, 2], [44600, 133000, 1]), [true, false], "the total and the class fell");
  equal(await judged([5641, 337000, 1], [44600, 133000, 1]), [true, false], "the total fell");
  equal(await judged([5641, 337000, 1], [44600, 133000, 2]), [false, true], "the total fell, but it grows faster");
  equal(await judged([5641, 133000, 1], [44600, 337000, 1]), [false, true], "both grew");
  equal(await judged([44600, 133000, 1], [5641, 137000, 1]), [false, false], "its own cost fell");
});

test("routines and loops of another version of a source are found although their lines moved", async (page, open) => {
  await open("moved.html", "#/compare");
  await page.waitForSelector(".compare-table .rows .row");
  const changes = await page.$$eval(".compare-table .rows .row .c-change", (c) => c.map((x) => x.textContent));
  equal([...new Set(changes)], ["same"], "changes between two versions that differ in empty lines");
});

await run(folder, "compare page");
