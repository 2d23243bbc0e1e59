// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// findings_page_test.mjs FOLDER: tests what the overview says of findings, on pages of several runs
// (runs.html), of one run (within.html), and without findings (repaired.html).
import { readFile } from "node:fs/promises";
import { check, equal, pixelsOf, run, signs, test, until } from "./browser.mjs";

const folder = process.argv[2];
const text = (page, selector) => page.textContent(selector);
const hash = (page) => page.evaluate(() => location.hash);
const opened = (page) => page.waitForSelector(".finding-detail:not([aria-busy]) .panel:not(.small) .uplot");
const label = (page) => page.getAttribute(".finding-plot .panel:not(.small) .plot-host", "aria-label");
/* The pixels of the finding's plot that have the colour of a CSS variable. */
const pixels = (page, variable) => pixelsOf(page, ".finding-plot .panel:not(.small) canvas", variable);

test("the overview begins with the findings, in the words of the terminal report", async (page, open) => {
  for (const name of ["runs", "within", "real"]) {
    const terminal = (await readFile(`${folder}/${name}.txt`, "utf8")).split("\n");
    const at = terminal.findIndex((l) => l.startsWith("1  "));
    await open(`${name}.html`);
    const [title, scope, place] = terminal[at].slice(3).split("  ");
    equal(await text(page, ".finding-title .badge"), signs(title), `${name}: the growth`);
    check((await text(page, ".finding-title .finding-scope")).endsWith(scope), `${name}: the scope`);
    equal(await text(page, ".finding-place a"), place, `${name}: the place`);
    equal(await page.$$eval(".finding >> nth=0 >> .finding-share, .finding-reason", (p) => p.slice(0, 2).map((x) => x.textContent)), terminal.slice(at + 1, at + 3).map((l) => signs(l.trim())), `${name}: share and reason`);
    const order = await page.$$eval(".findings, .takeover, .ranked", (e) => e.map((x) => x.className.split(" ")[0]));
    equal(order[0], "findings", `${name}: the first section`);
  }
});

test("the overview answers in one sentence, before everything else", async (page, open) => {
  for (const [name, words] of [
    ["runs", /^loop in insert \(.*sorted_insert\.c:\d+\) costs n\u00b2 over the input: nearly all of the largest run; .*\.$/],
    ["within", /^loop in insert \(.*\) costs n\u00b2 over the run: .*\.$/],
    ["real", /^loop in insertion_sort \(growing\.c:\d+\) costs n\u00b2 in each call: .*\.$/],
    ["sampled", /^loop in main \(.*:13\) costs n\u00b2 over the run, if its data stay: nearly all of this run; .*\.$/],
  ]) {
    await open(`${name}.html`);
    const answer = await text(page, ".answer");
    check(words.test(answer), `${name}: ${answer}`);
    const [above, below] = await page.evaluate(() => [".answer", ".findings, .production, .ranked"].map((x) => document.querySelector(x).getBoundingClientRect().top));
    check(above < below && above < 200, `${name}: the sentence is at ${above}`);
  }
});

test("a finding's card has its plot, its growth, its place and what calls it", async (page, open) => {
  for (const [name, axes, callers] of [
    ["runs", "●\u00a0total: blocks by size of the run: n; ◆\u00a0whole run", "Called by add ‹ numbers ‹ main"],
    ["within", "total: blocks by the first calls of the run", "Called by add ‹ numbers ‹ main"],
    ["tree", "●\u00a0total: blocks by size of the run: n; ◆\u00a0whole run", "Called by build ‹ main"],
  ]) {
    await open(`${name}.html`);
    await page.waitForSelector(".finding-spark .uplot");
    equal(await text(page, ".finding-spark figcaption"), axes, `${name}: the axes`);
    equal(await text(page, ".called-by"), callers, `${name}: the callers`);
    const [border, fill] = await page.$eval(".finding", (f) => [getComputedStyle(f).borderLeftColor, getComputedStyle(f.querySelector(".badge")).backgroundColor]);
    equal(border, fill, `${name}: the border has the colour of the growth`);
    check((await pixelsOf(page, ".finding-spark canvas", "--model")) > 20, `${name}: no curve`);
    const [card, plot] = await Promise.all([".finding", ".finding-spark .uplot"].map(async (x) => (await page.$(x)).boundingBox()));
    check(plot.x >= card.x && plot.x + plot.width <= card.x + card.width + 1 && plot.y + plot.height <= card.y + card.height, `${name}: the plot is not inside of the card`);
  }
  await open("calls.html");
  const columns = await page.$$eval(".finding", (f) => new Set(f.map((x) => Math.round(x.getBoundingClientRect().left))).size);
  equal(columns, 2, "columns of cards");
}, { viewport: { width: 1400, height: 900 } });

test("several runs predict the whole run; one run does not", async (page, open) => {
  await open("runs.html");
  check(/^The whole run at 10× the input \(n = 20,000\), a run costs \d+ times as much: [\d.]+ M blocks \(95 %: /.test(await text(page, ".prediction")), await text(page, ".prediction"));
  await open("within.html");
  equal(await page.$(".prediction"), null, "a prediction of one run");
});

test("the factor of the prediction is that of the report, in all views", async (page, open) => {
  for (const [name, times, other] of [["four", "4×", /10×|ten times|10 times/], ["runs", "10×", /\b4×/]]) {
    const view = async (address, words) => {
      await open(`${name}.html`, address);
      const shown = await text(page, "main");
      for (const w of words) check(shown.includes(w), `${name}: no "${w}" in ${address}: ${shown.slice(0, 2000)}`);
      check(!other.test(shown), `${name}: another factor in ${address}`);
    };
    await view("#/overview", [`at ${times} the input`, `At ${times}`, `${parseInt(times)} times as large`]);
    if (name !== "four") continue;
    await view("#/scope", [`At ${times}`, `to ${times}`]);
    await view("#/source", [`own cost at ${times}`]);
  }
});

test("the rest of the overview does not repeat the findings", async (page, open) => {
  await open("real.html");
  check((await text(page, ".finding")).includes("insertion_sort"), "the finding");
  check(!(await page.$$eval(".takeover .who", (w) => w.map((x) => x.textContent))).some((w) => w.includes("insertion_sort")), "it is among those who take over, too");
});

test("without findings, the overview says what the terminal says", async (page, open) => {
  await open("repaired.html");
  equal(await text(page, ".answer"), "Over these 3 runs, by n, no scope outgrows n log n.", "the text");
  equal(await page.$(".finding"), null, "a finding");
  check(await page.$(".ranked"), "the table is missing");
});

test("a finding over the runs opens its plot, its callers up to main, and its source line", async (page, open) => {
  await open("runs.html");
  await page.click(".finding-title");
  await opened(page);
  equal(await page.getAttribute(".finding-title", "aria-expanded"), "true", "its state");
  equal(await hash(page), "#/overview?finding=1", "the address");
  check((await label(page)).includes("total: blocks against size of the run: n, 6 points"), "the plot: " + (await label(page)));
  for (const v of ["--mean", "--model"]) check((await pixels(page, v)) > 20, `nothing drawn in ${v}`);
  equal(await page.$$eval(".finding-plot .side", (s) => s.map((x) => x.dataset.plot)), ["calls", "each"], "the plots beside");
  const way = await page.$$eval(".finding-callers tbody tr", (r) => r.map((x) => x.querySelector(".name a").textContent.replace(/:\d+$/, "")));
  equal(way, ["loop in insert", "insert", "add", "loop in numbers", "numbers", "main"], "the callers");
  check((await text(page, ".finding-callers tr:has(em)")).includes("loop in numbers"), "the scope that repeats it");
  check((await text(page, ".source-lines .marked code")).includes("for (; i > 0 && sorted[i - 1] > number; i--)"), "the source line");
  await page.click(".source-lines .marked code");
  await page.waitForSelector(".source-body .line.has");
  check(/^#\/source\?file=.*sorted_insert\.c&line=\d+$/.test(await hash(page)), "the source view: " + (await hash(page)));
  await page.goBack();
  await opened(page);
  await page.goBack();
  await page.waitForSelector('.finding-title[aria-expanded="false"]');
  equal(await page.$(".finding-detail"), null, "Back closes it");
});

test("a finding that is a recursion names what calls it: in its callers and in Calls", async (page, open) => {
  await open("tree.html", "#/overview?finding=1");
  await opened(page);
  const way = await page.$$eval(".finding-callers tbody tr", (r) => r.map((x) => [x.querySelector(".name a").textContent.replace(/:\d+$/, ""), x.querySelector(".num").textContent]));
  equal(way, [["recursion insert", "700"], ["loop in build", "3"], ["build", "3"], ["main", "3"]], "the callers");
  await page.click('.finding-callers a:text-is("All callers and callees")');
  await page.waitForSelector(".neighbours");
  const [up, down] = await page.$$eval(".neighbours", (n) => n.map((x) => [...x.querySelectorAll("td.name")].map((y) => y.querySelector("bdi").textContent.replace(/:\d+$/, ""))));
  equal(up, ["loop in build"], "what calls it");
  equal(down, ["calloc"], "what it calls");
  check((await page.$$(".flame .box.marked")).length > 0, "its contexts are not marked");
  await page.click('button:text-is("Zoom to this scope")');
  await page.waitForFunction(() => /node=/.test(location.hash) && document.querySelector(".flame .box").textContent === "insert");
});

test("a finding over one run plots its total by the number of calls", async (page, open) => {
  await open("within.html", "#/overview?finding=1");
  await opened(page);
  check(/total: blocks against n: the first calls of the run, \d\d points$/.test(await label(page)), await label(page));
  check((await text(page, ".finding-plot .note")).includes("calls were observed"), "the note");
  equal(await page.$$eval(".finding-plot .side", (s) => s.map((x) => x.dataset.plot)), ["cost", "size"], "the plots beside");
  check((await text(page, ".finding-callers tr:has(em)")).includes("loop in numbers"), "the scope that repeats it");
});

test("a finding in each call opens the plot of its scope", async (page, open) => {
  await open("real.html", "#/overview?finding=1");
  await opened(page);
  check((await label(page)).includes("c: blocks against n: rms"), await label(page));
  await page.click('.finding-plot a:has-text("other plots of the scope")');
  await page.waitForSelector(".facts-list");
  await page.click('.facts-list a:text-is("n² in each call")');
  await opened(page);
});

test("costs of two sizes and by caller are shown as such", async (page, open) => {
  await open("calls.html");
  const titles = await page.$$eval(".finding-title .badge", (b) => b.map((x) => x.textContent));
  check(titles.includes("n\u00b7m in each call") && titles.includes("n² if calls get larger from fill"), "the findings: " + titles);
  const row = (name) => `.ranked .rows .row:has(.c-name bdi:text-is("${name}"))`;
  const toRow = (name) => open("calls.html", `#/overview?q=${name}&nest=0`);
  const toFacts = async (name) => {
    await open("calls.html", `#/scope?id=${await page.$eval(row(name), (r) => r.dataset.id)}`);
    await page.waitForSelector(".facts-list");
    return text(page, ".facts-list");
  };
  await toRow("multiply");
  equal(await text(page, `${row("multiply")} .badge`), "n\u00b2\u00b7m", "the badge of multiply");
  const both = await toFacts("multiply");
  check(/Two sizes.*3 n\u00b2\u00b7m \+ 4 n\u00b7m .* n is arg:n .* m is arg:m .* typical error 1 %/.test(both), both);
  await toRow("insertion");
  equal(await text(page, `${row("insertion")} .badge`), "n\u00b2, n by caller", "the badge of insertion");
  const facts = await toFacts("insertion");
  check(/Called from.*fill.*n\u00b2.*Called from.*tidy.*n/.test(facts), "the callers: " + facts);
});

test("the keyboard opens and closes a finding, and the focus is visible", async (page, open) => {
  await open("runs.html");
  for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.matches(".finding-title"))); i++) await page.keyboard.press("Tab");
  equal(await page.evaluate(() => [document.activeElement.className, getComputedStyle(document.activeElement).outlineStyle]), ["finding-title", "solid"], "Tab leads to it");
  await page.keyboard.press("Enter");
  await opened(page);
  equal(await page.evaluate(() => document.activeElement.className), "finding-title", "the focus stays");
  const controls = await page.getAttribute(".finding-title", "aria-controls");
  check(await page.$(`#${controls}`), "what it controls is not there");
  await page.keyboard.press("Space");
  await page.waitForSelector('.finding-title[aria-expanded="false"]');
});

test("a finding's plot is saved as data", async (page, open) => {
  await open("runs.html", "#/overview?finding=1");
  await opened(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('.plot-bar button:text-is("CSV")')]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  const { scopes, findings } = JSON.parse(await readFile(`${folder}/runs.json`, "utf8"));
  const points = scopes.find((s) => s.id === findings[0].scope).run_growth.points;
  equal(lines.filter((l) => l.startsWith("this scope,")), points.map((p) => `this scope,${p.size},${p.cost}`), "its points");
});

test("without embedded sources a finding names file and line", async (page, open) => {
  await open("bare.html", "#/overview?finding=1");
  await opened(page);
  check(/growing\.c:\d+/.test(await text(page, ".finding-where")), "file and line");
  check((await text(page, ".finding-where")).includes("--no-source"), "why there is no text");
});

test("nothing moves while a page with an open finding loads", async (page, open) => {
  await page.addInitScript(() => {
    window.moved = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.moved += e.value))).observe({ type: "layout-shift", buffered: true });
  });
  await open("runs.html", "#/overview?finding=1");
  await opened(page);
  check((await page.evaluate(() => window.moved)) < 0.05, `layout shift ${await page.evaluate(() => window.moved)}`);
}, { own: true });

for (const width of [390, 1400])
  test(`an open finding fits ${width} pixels, in both themes and on paper`, async (page, open) => {
    for (const name of process.env.LONG ? ["runs", "within", "real"] : ["runs"]) {
      await open(`${name}.html`, "#/overview?finding=1");
      await opened(page);
      for (const scheme of ["dark", "light"]) {
        await page.emulateMedia({ colorScheme: scheme });
        await until(async () => (await page.getAttribute("html", "data-theme")) === scheme, `the theme ${scheme}`);
        await opened(page);
        check((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${name}: ${scheme} is wider`);
        check((await pixels(page, "--model")) > 20, `${name}: the plot has not the colours of ${scheme}`);
      }
      await page.emulateMedia({ media: "print" });
      await opened(page);
      check((await pixels(page, "--model")) > 20, `${name}: no plot on paper`);
      await page.emulateMedia({ media: "screen" });
    }
  }, { viewport: { width, height: 800 }, own: true });

await run(folder, "findings page");
