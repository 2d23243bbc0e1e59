// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// page_test.mjs FOLDER: tests the pages made by web.sh, as a reader uses them.
import { readFile, stat } from "node:fs/promises";
import { bundled, check, equal, pixels, points, run, save, test, until } from "./browser.mjs";

const folder = process.argv[2];
const rows = (page) => page.$$eval(".ranked .rows .row .c-name a:not(.badge)", (a) => a.map((x) => x.textContent));
const text = (page, selector) => page.textContent(selector);
const hash = (page) => page.evaluate(() => location.hash);
const idOf = (page, name) =>
  page.$eval(`.ranked .rows .row:has(.c-name bdi:text-is("${name}"))`, (r) => r.dataset.id);
const toScope = async (page, open, name, more = "", file = "real.html") => {
  await open(file, "#/overview?nest=0");
  const id = await idOf(page, name);
  await open(file, `#/scope?id=${id}${more}`);
  await page.waitForSelector(".panel:not(.small) .uplot");
  return id;
};
test("the front end passes the type checker", async () => equal(process.env.TYPES, "0", "status of tsc"));

test("one or two reported classes are shown", async (page, open) => {
  await open("real.html");
  await bundled(page, "badge.ts", "badges");
  const shown = (reported, probabilities) =>
    page.evaluate(([classes, p]) => {
      const badge = badges.classBadge({ class: classes[0], reported: classes, probabilities: p });
      return `${badge.textContent}: ${badge.title}`;
    }, [reported, probabilities]);
  equal(await shown(["n"], { n: 0.97, "n log n": 0.03 }), "n: n, probability 97 %", "one");
  equal(await shown(["n", "n log n"], { n: 0.38, "n log n": 0.6 }), "n or n log n: n or n log n, probability 98 %", "two");
  equal(await shown(["n^2", "n^2 log n"], { "n^2": 0.6, "n^2 log n": 0.4 }), "n² or n² log n: n² or n² log n, probability 100 %", "squares");
});

test("overview ranks the planted quadratic routine and its class", async (page, open) => {
  await open("real.html");
  check((await rows(page)).includes("insertion_sort"), "insertion_sort is not listed");
  const row = '.ranked .row:has(.c-name bdi:text-is("insertion_sort"))';
  equal(await text(page, `${row} .c-class`), "n²", "its class");
  check(Math.abs(Number((await text(page, `${row} .c-exponent`)).split(" ")[0]) - 2) < 0.2, "its exponent is not near 2");
  const notes = await page.$$eval("p.note", (p) => p.map((x) => x.textContent));
  check(notes.some((n) => n.includes("no scope outside of the findings with 0.5 % of the run or more would have a greater share")), "other scopes take over from it: " + notes);
  equal(await text(page, '.ranked .row:has(.c-name bdi:text-is("scan")) .c-class'), "n", "class of scan");
});

test("a click on a column sorts by it, a second click reverses the order, Back undoes it", async (page, open) => {
  await open("real.html", "#/overview?nest=0");
  const before = await rows(page);
  await page.click('.head [data-key="name"]');
  await page.waitForSelector('.c-name[aria-sort="ascending"]');
  const up = await rows(page);
  equal(up, [...up].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)), "names in order");
  check((await hash(page)).includes("sort=name"), "the address does not say it");
  await page.click('.head [data-key="name"]');
  await page.waitForSelector('.c-name[aria-sort="descending"]');
  await page.goBack();
  await page.waitForSelector('.c-name[aria-sort="ascending"]');
  await page.goBack();
  await page.waitForSelector('.c-name[aria-sort="none"]');
  equal(await rows(page), before, "the first order again");
});

test("search finds by name, file and class while typing, and is kept in the address", async (page, open) => {
  await open("real.html", "#/overview?nest=0");
  const all = (await rows(page)).length;
  await page.type("#search", "insertion");
  const found = await rows(page);
  check(found.length > 0 && found.length < all, `${found.length} of ${all} rows`);
  check(found.every((n) => n.includes("insertion")), "a row without the word: " + found);
  await page.waitForFunction(() => location.hash.includes("q=insertion"));
  await page.fill("#search", "n^2");
  check((await rows(page)).some((n) => n === "insertion_sort"), "the class is not searched");
  await page.fill("#search", "growing.c");
  check((await rows(page)).includes("scan"), "the file is not searched");
  await page.fill("#search", "no such thing");
  equal(await rows(page), [], "rows for nonsense");
  await open("real.html", "#/overview?q=scan&nest=0", true);
  equal(await page.inputValue("#search"), "scan", "the search of a shared link");
});

test("the list filters by kind and nests loops below their routines", async (page, open) => {
  await open("real.html");
  const names = await page.$$eval(".ranked .rows .row .c-name", (c) => c.map((x) => [x.querySelector(".kind").getAttribute("aria-label"), x.textContent]));
  const at = names.findIndex(([, n]) => n.includes("insertion_sort"));
  equal(names[at + 1][0], "loop", "what stands below insertion_sort");
  check(/loop at line \d+/.test(names[at + 1][1]), "its loop is " + names[at + 1][1]);
  await page.selectOption('.field:has-text("Kind") select', "recursion");
  await page.waitForFunction(() => [...document.querySelectorAll(".ranked .rows .row .kind")].every((k) => k.getAttribute("aria-label") === "recursion"));
  check((await rows(page)).includes("count_down"), "the recursion is missing");
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll(".ranked .rows .kind-loop").length > 0);
});

test("the keyboard leads from the search to a scope, and the focus is visible", async (page, open) => {
  await open("real.html");
  await page.focus("#search");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const outline = await page.$eval(".ranked .rows", (e) => [document.activeElement === e, getComputedStyle(e).outlineStyle]);
  equal(outline, [true, "solid"], "the table has the focus and shows it");
  const current = await text(page, ".ranked .row.current .c-name a");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".scope-name");
  const name = await text(page, ".scope-name");
  check(name.includes(current) || current.startsWith("loop"), `${name} is not ${current}`);
  await page.goBack();
  await page.waitForSelector(".ranked");
  for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
  check(await page.evaluate(() => document.activeElement !== document.body && getComputedStyle(document.activeElement).outlineStyle !== "none"), "Tab shows no focus");
});

test("a scope shows worst, average, best, model, prediction zone", async (page, open) => {
  await toScope(page, open, "insertion_sort");
  check(/\d n² [+−-]/.test(await text(page, ".facts-list")), "its formula is not said: " + (await text(page, ".facts-list")));
  check((await points(page)) >= 3 * 40, "too few points: " + (await points(page)));
  for (const v of ["--best", "--model"]) check((await pixels(page, v)) > 30, `nothing drawn in ${v}`);
  // Each size was seen once, so there is no variance to plot.
  equal(await page.$$eval(".side", (s) => s.map((x) => x.dataset.plot)), ["total", "frequency", "residuals", "ratio"], "the plots beside");
  await page.waitForFunction(() => document.querySelectorAll(".side .uplot").length === 4);
  const drawn = await pixels(page, "--best");
  await page.click('.menu summary:text-is("Shown")');
  await page.click('.layers label:has-text("best") input');
  await page.waitForFunction(() => location.hash.includes("hide="));
  await until(async () => (await pixels(page, "--best")) < drawn / 2, "best is still drawn");
});

test("points can be hovered", async (page, open) => {
  await toScope(page, open, "scan");
  const box = await (await page.$(".panel:not(.small) .u-over")).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => /\d/.test(document.querySelectorAll(".u-legend .u-value")[2].textContent));
});

test("dragging, buttons and keys zoom the range, which is kept in the address", async (page, open) => {
  await toScope(page, open, "insertion_sort");
  const box = await (await page.$(".panel:not(.small) .u-over")).boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => /from=/.test(location.hash));
  await page.click('.plot-bar button:text-is("Whole range")');
  await page.waitForFunction(() => !/from=/.test(location.hash));
  await page.click('.plot-bar [aria-label="Zoom in"]');
  await page.waitForFunction(() => /from=/.test(location.hash));
  const zoomed = await hash(page);
  await page.focus(".panel:not(.small) .plot-host");
  await page.keyboard.press("0");
  await page.waitForFunction(() => !/from=/.test(location.hash));
  await page.keyboard.press("+");
  await page.waitForFunction(() => /from=/.test(location.hash));
  equal(await hash(page), zoomed, "key and button");
});

test("the formula box evaluates while typing and explains mistakes", async (page, open) => {
  await toScope(page, open, "scan");
  const plotted = () => text(page, ".panel:not(.small) .note");
  await page.fill("#formula", "c / n");
  await page.waitForFunction(() => /no model/.test(document.querySelector(".panel:not(.small) .note").textContent));
  check((await page.getAttribute(".panel:not(.small) .plot-host", "aria-label")).includes("y = c / n"), "the axis does not name it");
  check((await hash(page)).includes("f=c"), "the address does not have it");
  for (const [bad, why] of [
    ["c / (n", "not closed"],
    ["c / m", "'m' is unknown"],
    ["c +", "ends too early"],
    ["c $ n", "'$' is not expected"],
    ["log(n, 2)", "takes 1 value"],
    ["c / n)", "')' without '('"],
    ["constructor(n)", "is unknown"],
  ]) {
    await page.fill("#formula", bad);
    await page.waitForFunction((w) => document.querySelector(".mistake").textContent.includes(w), why);
    equal(await page.getAttribute("#formula", "aria-invalid"), "true", `state of ${bad}`);
    check(await page.$(".panel:not(.small) .uplot"), `${bad}: the picture is gone`);
  }
  for (const good of ["c / (n*log(n))", "worst / best", "max(c, 3) - 2^n^0.5", "log n + 2 n", "-c/-n"]) {
    await page.fill("#formula", good);
    await page.waitForFunction(() => document.querySelector(".mistake").textContent === "");
  }
  await page.fill("#formula", "0 / 0");
  await page.waitForFunction(() => /no points|cannot be shown/.test(document.querySelector(".panel:not(.small) .note").textContent));
  await page.click('.menu summary:text-is("Formulas")');
  await page.click('.preset:text-is("c")');
  await page.waitForFunction(() => !/f=/.test(location.hash));
  check(!(await plotted()).includes("derived"), "the model is not back");
});

test("size and cost metrics and axes can be chosen", async (page, open) => {
  await toScope(page, open, "insertion_sort");
  const sizes = await page.$$eval('.field:has-text("Size n") option', (o) => o.map((x) => x.value));
  check(sizes.includes("rms") && sizes.includes("arg:n"), "sizes: " + sizes);
  await page.selectOption('.field:has-text("Size n") select', "rms");
  await page.waitForFunction(() => location.hash.includes("x=rms"));
  const costs = await page.$$eval('.field:has-text("Cost c") option', (o) => o.map((x) => x.value));
  check(costs[0] === "blocks" && costs.includes("iterations"), "costs: " + costs);
  await page.selectOption('.field:has-text("Cost c") select', "iterations");
  await page.waitForFunction(() => document.querySelector(".panel:not(.small) .plot-host").getAttribute("aria-label").includes("c: iterations"));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".panel:not(.small) .plot-host").getAttribute("aria-label").includes("c: blocks"));
  for (const axes of ["linear", "xlog", "log"]) {
    await page.selectOption('.field:has-text("Axes") select', axes);
    await page.waitForFunction((a) => location.hash.includes("scale=" + a), axes);
    await page.waitForSelector(".panel:not(.small) .uplot");
  }
  await page.selectOption('.field:has-text("Guess") select', "n");
  await page.waitForFunction(() => /g=n/.test(location.hash));
  check((await text(page, '[data-plot="ratio"] figcaption')).endsWith("g(n) = n is right"), "the guess's caption");
});

test("other scopes can be added to a scope's plot", async (page, open) => {
  await toScope(page, open, "insertion_sort");
  const before = await points(page);
  await page.fill(".compare", "scan");
  await page.click(".choices button");
  await page.waitForFunction(() => /with=0%3A/.test(location.hash));
  await page.waitForFunction((n) => !document.querySelector(".panel:not(.small) .plot-host").getAttribute("aria-label").endsWith(`, ${n} points`), before);
  check((await points(page)) > before, "no point was added");
  check((await text(page, ".chip")).includes("scan"), "no chip");
  await page.click(".chip button");
  await page.waitForFunction(() => !/with=/.test(location.hash));
});

test("the same scope of two profiles is compared", async (page, open) => {
  await toScope(page, open, "insertion_sort", "", "two.html");
  const before = await points(page);
  await page.click('label:has-text("the same scope in other.data") input');
  await page.waitForFunction(() => /with=1%3A/.test(location.hash));
  await page.waitForFunction((n) => !document.querySelector(".panel:not(.small) .plot-host").getAttribute("aria-label").endsWith(`, ${n} points`), before);
  check((await text(page, ".u-legend")).includes("other.data"), "the legend does not tell them apart");
});

test("pictures and data are saved", async (page, open) => {
  await toScope(page, open, "insertion_sort");
  const csv = await save(page, "CSV");
  const lines = csv.bytes.toString().trim().split("\r\n");
  equal(lines[0].split(",").slice(0, 5), ["scope", "size_metric", "cost_metric", "n", "count"], "columns");
  equal(lines.length - 1, (await points(page)) / 3, "rows");
  equal(csv.name, "insertion_sort.csv", "the file's name");
  const png = await save(page, "PNG");
  equal([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47], "PNG's signature");
  const svg = (await save(page, "SVG")).bytes.toString();
  check(svg.startsWith("<svg") && svg.includes("insertion_sort"), "no SVG");
  const parsed = await page.evaluate((s) => new DOMParser().parseFromString(s, "image/svg+xml").querySelectorAll("parsererror").length, svg);
  equal(parsed, 0, "errors in the SVG");
});

test("every digit of every point is preserved", async (page, open) => {
  for (const [file, name, metric, distinct] of [
    ["real", "insertion_sort", "rms", 0],
    ["real", "try_size", "arg:n", 0],
    ["hostile", "huge_sizes", "arg:n", 61],
    ["hostile", "many_sizes", "rms", 0],
  ]) {
    const report = JSON.parse(await readFile(`${folder}/${file}.json`, "utf8"));
    const scope = report.scopes.find((s) => s.name === name && s.kind === "routine");
    const want = scope.sizes[metric].points.map((p) => p.map(String));
    check(distinct ? want.length === distinct : want.length > 20, `${name}: ${want.length} points`);
    await open(`${file}.html`, `#/scope?id=${scope.id}&x=${metric}`);
    await page.waitForSelector(".panel:not(.small) .uplot");
    const lines = (await save(page, "CSV")).bytes.toString().trim().split("\r\n").slice(1);
    equal(lines.map((l) => l.split(",").slice(3, 9)), want, `${name} by ${metric}`);
  }
});

test("the source shows costs next to the lines, and a click plots the line's scope", async (page, open) => {
  await open("real.html", "#/source");
  await page.waitForSelector(".line.has");
  check((await text(page, ".source-body")).includes("static void insertion_sort"), "the text is not there");
  // Every size is scanned once, and the sum is returned once per size.
  equal(await text(page, '.line:has-text("return sum;") >> nth=0 >> .ran'), "49", "executions of a line");
  const outer = '.line.has:has-text("for (int i = 1; i < n; i++)")';
  equal(await text(page, `${outer} .marks .badge >> nth=0`), "n²", "class of the outer loop");
  const hot = '.line.has:has-text("for (int j = i; j > 0")';
  equal(await text(page, `${hot} .marks .badge >> nth=0`), "n", "class of the inner loop");
  check((await page.$eval(`${hot} .hist i`, (i) => i.getBoundingClientRect().width)) > 50, "its bar is short");
  check((await text(page, ".jumps a")).startsWith(`line ${await text(page, `${hot} .no`)} `), "the costliest line is not offered first");
  await page.click(".jumps a");
  await page.waitForFunction(() => /line=\d/.test(location.hash));
  await page.click(`${hot} code`);
  await page.waitForSelector(".panel:not(.small) .uplot");
  check((await text(page, ".scope-name")).includes("loop in insertion_sort"), "another scope: " + (await text(page, ".scope-name")));
});

test("missing sources are reported as missing", async (page, open) => {
  await open("lost.html", "#/source");
  await page.waitForSelector(".warning");
  check((await text(page, ".warning")).includes("could not be read"), await text(page, ".warning"));
  check((await page.$$(".line.has")).length > 3, "the lines of scopes are not listed");
  await open("bare.html", "#/source");
  await page.waitForSelector(".warning");
  check((await text(page, ".warning")).includes("--no-source"), await text(page, ".warning"));
  check(!(await readFile(`${folder}/bare.html`, "latin1")).includes("-source-0"), "a source is in it");
});

test("scopes of a file without lines are listed one by one, the costliest first", async (page, open) => {
  await open("hostile.html", "#/source?file=stripped.so");
  await page.waitForSelector(".line.has");
  equal(await page.$$eval(".source-body .line", (l) => l.map((x) => [x.querySelector(".no").textContent, x.querySelector("code").textContent])), [["?", "stripped+0x90"], ["?", "stripped+0x10"]], "the rows");
  await page.click('.line:has-text("stripped+0x10") code');
  await page.waitForFunction(() => document.querySelector(".scope-name")?.textContent.includes("stripped+0x10"));
});

test("calls have callers, callees, and a flame graph that zooms", async (page, open) => {
  const id = await toScope(page, open, "try_size");
  await page.click('.scope-head a:text-is("callers and callees")');
  await page.waitForSelector(".neighbours");
  const [up, down] = await page.$$eval(".neighbours", (n) => n.map((x) => x.textContent));
  check(up.includes("loop in main"), "caller: " + up);
  for (const callee of ["insertion_sort", "scan", "count_down"]) check(down.includes(callee), `${callee} is not among ${down}`);
  await page.waitForSelector(".flame .box");
  const box = '.flame .box:text-is("try_size")';
  check(await page.$eval(box, (b) => b.classList.contains("marked")), "the scope is not marked");
  await page.click(box);
  await page.waitForFunction(() => /node=/.test(location.hash));
  await page.waitForSelector(".flame-path button");
  equal(await page.$eval(".flame .box", (b) => b.textContent), "try_size", "the first box");
  await page.goBack();
  await page.waitForFunction(() => !/node=/.test(location.hash) && document.querySelector(".flame .box").textContent === "main");
  await page.focus(".flame");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /node=/.test(location.hash));
  check((await hash(page)).includes(id), "the scope is lost from the address");
  await page.goBack();
  await page.click('.neighbours bdi:text-is("scan")');
  await page.waitForFunction(() => document.querySelector(".scope-name").textContent.includes("scan"));
});

test("own cost has one meaning: in the table, beside the source, in the facts and in JSON", async (page, open) => {
  for (const file of process.env.LONG ? ["real", "runs", "within"] : ["real"]) {
    const report = JSON.parse(await readFile(`${folder}/${file}.json`, "utf8"));
    const total = Number(report.total_cost);
    const all = report.scopes.filter((s) => s.kind !== "recursion").reduce((sum, s) => sum + Number(s.own ?? 0), 0);
    check(Math.abs(all - total) <= 1e-9 * total + report.scopes.length, `${file}: own costs add up to ${all}, the run to ${total}`);
    for (const s of report.scopes.filter((x) => x.own != null)) check(Math.abs(s.own_share - Number(s.own) / total) < 1e-9, `${file}: the share of ${s.name}`);
    await open(`${file}.html`, "#/overview?nest=0&sort=own");
    const own = await page.$$eval(".ranked .rows .row", (r) => r.slice(0, 4).map((x) => [x.dataset.id, x.querySelector(".c-own em").textContent]));
    for (const [id, share] of own) {
      const scope = report.scopes.find((s) => s.id === id);
      await page.evaluate((h) => (location.hash = h), `#/scope?id=${id}`);
      await page.waitForSelector(".facts-list");
      check((await text(page, ".facts-list")).includes(`own ${Number(scope.own).toLocaleString("en-US")} (${share})`), `${file}: the facts of ${scope.name}`);
      const here = report.scopes.filter((s) => s.file === scope.file && s.line === scope.line && s.kind !== "recursion" && s.own != null);
      if (scope.kind === "recursion" || here.length > 1) continue;
      await page.evaluate((h) => (location.hash = h), `#/source?heat=now&file=${encodeURIComponent(scope.file)}&line=${scope.line}`);
      await page.waitForFunction(([line, words]) => document.querySelector(`.line[data-line="${line}"] .pct`)?.textContent === words, [scope.line, share]);
    }
  }
});

test("a scope that settled says so, and no other scope does", async (page, open) => {
  const { scopes } = JSON.parse(await readFile(`${folder}/settled.json`, "utf8"));
  const [settled, whole] = [true, undefined].map((is) => scopes.find((s) => s.kind === "routine" && s.calls && s.settled === is));
  check(settled?.name.startsWith("fib"), "fib has not settled");
  for (const s of [settled, whole]) {
    await open("settled.html", `#/scope?id=${encodeURIComponent(s.id)}`);
    await page.waitForSelector(".facts-list");
    equal((await text(page, ".facts-list")).includes("not all were kept (ordo record --all-points keeps all)"), s === settled, `the facts of ${s.name}`);
  }
});

test("the scopes whose cost outgrows n log n are above the others, after the findings, and colours have a legend", async (page, open) => {
  const report = JSON.parse(await readFile(`${folder}/real.json`, "utf8"));
  await open("real.html", "#/overview?nest=0");
  const rank = await page.$$eval(".ranked .rows .row", (r) => r.map((x) => [x.dataset.id, Boolean(x.querySelector(".finding-badge"))]));
  const found = rank.findLastIndex(([, f]) => f);
  equal(found, report.findings.filter((f, i, all) => all.findIndex((x) => x.scope === f.scope) === i).length - 1, "the findings are the first rows");
  const weak = rank.findIndex(([id], i) => i > found && !(Number(report.scopes.find((s) => s.id === id).sizes?.[report.scopes.find((s) => s.id === id).best_size]?.model?.exponent) >= 1.35));
  const strong = rank.slice(weak).filter(([id]) => {
    const s = report.scopes.find((x) => x.id === id);
    return Number(s.sizes?.[s.best_size]?.model?.exponent) >= 1.35 && s.cost.share >= 0.001;
  });
  equal(strong, [], "scopes that grow faster below others");
  for (const view of ["#/overview", "#/calls", "#/compare"]) {
    await open("two.html", view);
    const legend = await page.$$eval(".legend .badge", (b) => b.map((x) => x.textContent));
    for (const c of ["1", "n", "n log n", "n²", "2ⁿ", "no model"]) check(legend.includes(c), `${view}: no ${c} in the legend`);
  }
});

test("scopes that never ran are listed on demand only", async (page, open) => {
  await open("calls.html", "#/overview?nest=0");
  const idle = await page.$$eval(".ranked .check", (c) => c.map((x) => x.textContent).find((x) => x.includes("never ran")) ?? "");
  const rows = await page.$$eval(".ranked .rows .row .c-calls", (c) => c.map((x) => x.textContent));
  check(!rows.includes("0"), "a scope without calls is listed");
  if (!idle) return;
  const before = await text(page, ".ranked .toolbar [role=status]");
  await page.click('.check:has-text("never ran") input');
  await page.waitForFunction((t) => document.querySelector(".ranked .toolbar [role=status]").textContent !== t, before);
  check((await hash(page)).includes("all=1"), "the address does not say it");
});

for (const [width, height, top] of [[1400, 900, 330], [390, 844, 420]])
  test(`a scope opens with its plot in sight at ${width} pixels`, async (page, open) => {
    await open("real.html");
    await page.click('header nav a:text-is("Scope")');
    await page.waitForSelector(".panel:not(.small) .uplot");
    const first = JSON.parse(await readFile(`${folder}/real.json`, "utf8")).findings[0].scope;
    check((await hash(page)).includes(first), "another scope than that of the first finding");
    const box = await (await page.$(".panel:not(.small) .uplot")).boundingBox();
    check(box.y < top && box.y + box.height / 2 < height, `the plot begins at ${box.y}`);
    if (width < 1000) return;
    const middles = await page.$$eval(".scope-controls select, .scope-controls input:not([type=checkbox]), .scope-controls summary", (all) => all.map((x) => x.getBoundingClientRect()).map((r) => Math.round(r.top + r.height / 2)));
    check(middles.length >= 6 && Math.max(...middles) - Math.min(...middles) <= 3, "the controls are not in one row: " + middles);
    check((await (await page.$(".scope-aside")).boundingBox()).y < top, "what is known is not beside the plot");
  }, { viewport: { width, height } });

test("axes begin where the data do, and bars at 0", async (page, open) => {
  await open("real.html");
  await bundled(page, "plot_spec.ts", "specs");
  const range = (values, log) => page.evaluate(([v, l]) => specs.extent(v, l), [values, log]);
  const near = ([low, high], a, b) => low <= a && low >= a - (b - a) * 0.05 && high >= b && high <= b + (b - a) * 0.05;
  for (const [a, b] of [[500, 1000], [3, 2000], [0, 7], [1e6, 1e9], [-4, 9]]) check(near(await range([[a, b], [(a + b) / 2]], false), a, b), `linear from ${a} to ${b}: ${await range([[a, b]], false)}`);
  const [low, high] = await range([[20, 4000]], true);
  check(low <= 20 && low > 14 && high >= 4000 && high < 5700, `logarithmic: ${low} to ${high}`);
  equal(await page.evaluate(() => specs.apart([10, 20, 60], [20, 20, 20], 4)), [true, false, true], "labels that do not touch");
  await toScope(page, open, "insertion_sort", "&x=arg%3An&scale=linear");
  const bars = await page.$eval('[data-plot="frequency"] canvas', (c) => {
    const data = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
    let lowest = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200 && data[i + 2] > data[i] + 60) lowest = Math.floor(i / 4 / c.width);
    return lowest / c.height;
  });
  check(bars > 0.7, `bars end ${bars} of the way down`);
});

test("an interval opens from the largest size, and one that spans everything is not drawn", async (page, open) => {
  await open("real.html");
  await bundled(page, "curves.ts", "curves");
  const fan = (low, high) =>
    page.evaluate(([a, b]) => {
      const band = curves.fan((n) => n * n, 2, [a, b], 100, 1000, true);
      return band && [band.xs[0], band.high[0] / band.low[0], band.xs.at(-1), band.high.at(-1) / band.low.at(-1)];
    }, [low, high]);
  const [from, none, to, wide] = await fan(1.9, 2.2);
  check(from === 100 && Math.abs(none - 1) < 1e-9 && Math.round(to) === 1000 && Math.abs(wide - 10 ** 0.3) < 0.01, `the fan: ${[from, none, to, wide]}`);
  equal(await fan(-1, 4), undefined, "an interval of five powers");
});

test("source lines have syntax colours, also inside of long comments", async (page, open) => {
  await open("real.html", "#/source");
  await page.waitForSelector(".line code .hljs-type");
  equal(await text(page, '.line:has-text("static void insertion_sort") .hljs-title'), "insertion_sort", "the name of a routine");
  check((await page.$$(".line code .hljs-comment")).length > 0 && (await page.$$(".line code .hljs-number")).length > 0, "comments and numbers");
  const colours = await page.$$eval(".line code .hljs-type, .line code .hljs-comment, .line code .hljs-number", (all) => new Set(all.map((x) => getComputedStyle(x).color)).size);
  check(colours >= 3, `${colours} colours`);
  await bundled(page, "highlight.ts", "highlight");
  const look = (file, lines, at) =>
    page.evaluate(
      ([f, text, n]) => {
        const box = document.createElement("p");
        box.append(...new highlight.Highlighter(f, text).line(n));
        return [box.textContent, ...[...box.querySelectorAll("*")].map((x) => `${x.className}=${x.textContent}`)];
      },
      [file, lines, at],
    );
  equal(await look("a.c", ["/* one", "int two;", "*/ int x;"], 2), ["int two;", "hljs-comment=int two;"], "inside of a comment");
  equal((await look("a.c", ["/* one", "int two;", "*/ int x;"], 3)).slice(0, 2), ["*/ int x;", "hljs-comment=*/"], "its end");
  equal((await look("a.c", ['char *s = "/*";', "int two;"], 2))[1], "hljs-type=int", "no comment in a string");
  equal((await look("a.c", ["// /*", "int two;"], 2))[1], "hljs-type=int", "no comment in a comment");
  equal((await look("a.c", ["a = b /* 1 */ + /* 2", "int two; */ int c;"], 2))[1], "hljs-comment=int two; */", "the second comment of a line");
  equal(await look("a.cc", ["x = a<b && c>\"<img src=x>\";"], 1).then((l) => l[0]), 'x = a<b && c>"<img src=x>";', "text stays text");
  equal(await look("notes.txt", ["int two;"], 1), ["int two;"], "no C file");
});

test("the source opens at the first finding, as a heat map of shares at 10x", async (page, open) => {
  const report = JSON.parse(await readFile(`${folder}/real.json`, "utf8"));
  await open("real.html");
  await page.click('header nav a:text-is("Source")');
  const line = report.findings[0].line;
  await page.waitForFunction((l) => document.querySelector(".row.line.current")?.dataset.line === String(l), line);
  check(await page.$(`.line.found[data-line="${line}"] .finding-badge`), "the finding is not marked");
  const heat = await page.$$eval(".source-body .line.has", (all) => all.map((x) => [Number(x.dataset.line), parseFloat(x.querySelector(".pct").textContent.replace("<", "")) || 0, parseFloat(x.style.getPropertyValue("--warmth")) || 0]));
  for (const [a, share, warmth] of heat)
    for (const [b, other, cold] of heat) check(share <= other || warmth >= cold, `line ${a} has ${share} % and ${warmth} % warmth, line ${b} ${other} % and ${cold} %`);
  check(Math.max(...heat.map((x) => x[2])) === 100, "no line is hot");
  const scopes = report.scopes.filter((s) => s.share_at_10x != null && s.kind !== "recursion");
  const hottest = scopes.reduce((a, b) => (b.share_at_10x > a.share_at_10x ? b : a));
  const row = heat.find(([l]) => l === hottest.line);
  check(row && row[2] === 100 && Math.abs(row[1] - 100 * hottest.share_at_10x) < 0.1, `the hottest line ${hottest.line}: ${row}`);
  check((await page.$$(".heat-strip a")).length > 0, "no strip");
  await page.selectOption('.field:has-text("Heat") select', "now");
  await page.waitForFunction(() => location.hash.includes("heat=now"));
});

test("calls can be searched and zoomed, and are coloured by growth", async (page, open) => {
  const report = JSON.parse(await readFile(`${folder}/real.json`, "utf8"));
  await open("real.html", "#/calls");
  await page.waitForSelector(".flame .box");
  check((await text(page, ".scope-name")).includes("insertion_sort"), "the first scope is not that of the first finding");
  await page.fill("#search", "scan");
  await page.waitForFunction(() => location.hash.includes("q=scan"));
  const bright = await page.$$eval(".flame .box:not(.faded)", (b) => b.map((x) => x.title.split("\n")[0]));
  check(bright.length > 0 && bright.every((x) => x.includes("scan")), "what is not faded: " + bright);
  check(/^The contexts found have [\d.]+ % of the cost/.test(await text(page, ".flame + p")), await text(page, ".flame + p"));
  await page.click('.matches a:has-text("scan")');
  await page.waitForFunction(() => document.querySelector(".scope-name").textContent.includes("scan"));
  await page.click('button:text-is("Zoom to this scope")');
  await page.waitForFunction(() => /node=/.test(location.hash) && document.querySelector(".flame .box").textContent === "scan");
  await page.click('button:text-is("Whole run")');
  await page.waitForFunction(() => !/node=/.test(location.hash) && document.querySelector(".flame .box").textContent === "main");
  await page.fill("#search", "");
  await page.waitForFunction(() => !document.querySelector(".flame .box.faded"));
  const name = report.findings[0].text.split(": ")[1].split(";")[0];
  const fill = (box) => box.style.background;
  const found = await page.$eval(`.flame .box:has-text("${name}")`, fill);
  const legend = await page.$$eval(".legend .badge", (b) => Object.fromEntries(b.map((x) => [x.textContent, x.style.background])));
  equal(found, legend[{ "n^2": "n²", "n^1.5": "n¹·⁵", "n^3": "n³" }[report.findings[0].growth]], "the colour of the finding");
});

test("a scope without points says why", async (page, open) => {
  const { scopes } = JSON.parse(await readFile(`${folder}/blind.json`, "utf8"));
  for (const [s, words] of [
    [scopes.find((x) => x.kind === "loop" && x.calls > 1), "A structure build does not measure the sizes of scopes, so it has no points. Algorithms has the sizes"],
    [scopes.find((x) => x.kind === "routine" && !x.profiled && !x.folded), "only entry points and possibly recursive routines have rows of their own"],
  ]) {
    await open("blind.html", `#/scope?id=${s.id}`);
    await page.waitForFunction((id) => location.hash.includes(id) && document.querySelector(".empty"), s.id);
    check((await text(page, ".empty")).includes(words), await text(page, ".empty"));
  }
  await page.click('.empty a:text-is("Algorithms")');
  await page.waitForSelector(".algorithm-entry");
  await open("blind.html", "#/overview?nest=0&all=1");
  check(await page.$('.answer a[href="#/tree"]'), "the answer does not lead to the algorithms: " + (await text(page, ".answer")));
  equal(await page.$(".takeover"), null, "scopes that take over without cost functions");
  const reasons = await page.$$eval(".ranked .rows .row.faint .reason", (r) => r.map((x) => [x.textContent, x.getBoundingClientRect().width > 20]));
  check(reasons.length > 0 && reasons.every(([words, seen]) => words === "not profiled" && seen), "the reasons of rows: " + reasons);
  await bundled(page, "scope_facts.ts", "facts");
  const why = (json, calls, profile = {}) => page.evaluate(([j, n, p]) => facts.withoutPoints({ json: j, calls: n, profile: { report: {}, ...p } }).map((x) => x.textContent ?? x).join(""), [json, calls, profile]);
  const production = { report: { production: {} } };
  equal(await why({ kind: "loop", unfinished: 0, production: { executions: 19936 } }, 19936, production), "No activation of it was recorded: none of 19,936 executions was sampled, so it has no points. A higher --rate or --budget samples more.", "a loop that was not sampled");
  check((await why({ kind: "routine", unfinished: 3 }, 3)).startsWith("None of its activations ended"), "unfinished ones");
  check((await why({ kind: "routine", unfinished: 0 }, 0)).startsWith("It never ran"), "none");
  check((await why({ kind: "loop", profiled: false }, NaN)).startsWith("Not profiled: control enters"), "a loop with two entries");
});

test("a page writes powers and multiples in one way only", async (page, open) => {
  for (const [file, views] of [["real", ["#/overview?finding=1", "#/scope", "#/calls", "#/source"]], ["runs", ["#/overview?finding=1", "#/scope"]], ["trend", ["#/overview", "#/cluster?id=C1"]]])
    for (const view of views) {
      await open(`${file}.html`, view);
      await page.waitForFunction(() => document.querySelector("main").childElementCount > 0 && !document.querySelector("main [aria-busy]"));
      const odd = await page.$$eval("main *", (all) => all.flatMap((e) => (e.closest("code, input, datalist, .preset, .menu") ? [] : [...e.childNodes].filter((n) => n.nodeType === 3 && /n\^|2\^|\d+x\b|(^|[+−] )1 n\b|`/.test(n.textContent)).map((n) => n.textContent))));
      equal(odd, [], `${file} ${view}`);
    }
});

test("a warning about a scope is shown once, and its commands as commands", async (page, open) => {
  const report = JSON.parse(await readFile(`${folder}/tree.json`, "utf8"));
  const twice = report.scopes.find((s) => Object.values(s.sizes ?? {}).some((x) => x.model?.warnings.length) && s.best_size && s.sizes[s.best_size].model.warnings.some((w) => w.remedy.includes("`")));
  await open("tree.html", `#/scope?id=${twice.id}`);
  await page.waitForSelector(".facts-list");
  const facts = await text(page, ".scope-facts");
  for (const { code } of twice.sizes[twice.best_size].model.warnings) equal(facts.split(code).length - 1, 1, `how often ${code} is shown`);
  check(!facts.includes("`"), "backticks: " + facts);
  check(!(await text(page, ".panel:not(.small) .note")).includes("`"), "backticks below the plot");
  check((await page.$$eval(".scope-facts dd code", (c) => c.map((x) => x.textContent))).some((x) => x.startsWith("ordo ")), "no command");
});

test("the residuals of a perfect fit have an axis around 0", async (page, open) => {
  await open("real.html");
  await bundled(page, "plot.ts", "plots");
  const range = (ys) =>
    page.evaluate((v) => {
      const host = document.querySelector("main").appendChild(document.createElement("div"));
      const plot = new plots.Plot(host, { title: "", x: "n", y: "", xLog: false, yLog: false, level: 0, series: [{ label: "", xs: v.map((_, i) => i), ys: v, color: "--mean", marker: "circle" }] }, { height: 100, small: true });
      const { y } = plot.range;
      plot.dispose();
      host.remove();
      return y;
    }, ys);
  for (const ys of [[0, 0, 0], [1e-16, -1e-16, 0]]) {
    const [low, high] = await range(ys);
    check(Math.abs(low + high) < 1e-9 && low < -0.005 && high < 0.1, `from ${low} to ${high}`);
  }
  const [low, high] = await range([-0.4, 0.2]);
  check(low < -0.4 && low > -0.5 && high > 0.2 && high < 0.3, `from ${low} to ${high}`);
});

test("a heading is not broken inside of a line number", async (page, open) => {
  await toScope(page, open, "insertion_sort", "", "real.html");
  await page.click('.facts-list a:text-matches("^line ")');
  await page.waitForFunction(() => /:\d+/.test(document.querySelector(".scope-name").textContent));
  for (const width of [100, 140, 180, 190, 200]) {
    const lines = await page.$eval(".scope-name bdi .whole", (b, w) => ((b.closest(".scope-name").style.width = w + "px"), b.getClientRects().length), width);
    equal(lines, 1, `lines of the number at ${width} pixels`);
  }
});

test("provenance shows the command, the cells, the coverage and the richness", async (page, open) => {
  await open("real.html", "#/provenance");
  const all = await text(page, "main");
  for (const word of ["./growing", "8 bytes", "compiled", "exit status 0", "Not covered", "blocks"]) check(all.includes(word), `nothing about ${word}`);
  await page.waitForFunction(() => document.querySelectorAll("main .uplot").length === 2);
});

test("every view fits 390 pixels", async (page, open) => {
  await open("real.html", "#/overview?nest=0");
  const id = await idOf(page, "insertion_sort");
  for (const view of ["#/overview", `#/scope?id=${id}`, "#/source", `#/calls?id=${id}`, "#/provenance"]) {
    await open("real.html", view);
    await page.waitForTimeout(100);
    check((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${view} is wider`);
    check((await page.$eval("main", (m) => parseFloat(getComputedStyle(m).fontSize))) >= 13, `${view}: small print`);
  }
  for (const view of ["#/overview", "#/cluster?id=C1", "#/source", "#/workloads"]) {
    await open("trend.html", view);
    await page.waitForSelector("main h1");
    check((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${view} of a trend is wider`);
  }
}, { viewport: { width: 390, height: 800 }, long: true });

const background = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
test("the theme follows the system's, and the button overrides it", async (page, open) => {
  await open("real.html");
  const dark = await background(page);
  await page.click(".theme");
  equal(await page.getAttribute("html", "data-theme"), "light", "the theme");
  const light = await background(page);
  check(dark !== light && light === "rgb(255, 255, 255)", `${dark} and ${light}`);
}, { colorScheme: "dark" });

test("text has enough contrast in both themes", async (page, open) => {
  for (const theme of ["light", "dark"]) {
    await open("real.html");
    await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
    const poor = await page.evaluate(() => {
      const luminance = (c) => {
        const [r, g, b] = c.match(/[\d.]+/g).map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const under = (e) => {
        for (let x = e; x; x = x.parentElement) {
          const c = getComputedStyle(x).backgroundColor;
          if (!/, 0\)$/.test(c) && c !== "transparent") return c;
        }
        return "rgb(255, 255, 255)";
      };
      const out = [];
      for (const e of document.querySelectorAll("main .badge, main .quiet, main a, main button, .facts, .head button")) {
        if (!e.textContent.trim() || e.closest(".faint")) continue;
        const [a, b] = [luminance(getComputedStyle(e).color), luminance(under(e))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) out.push(`${e.className}: ${e.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
      }
      return [...new Set(out)];
    });
    equal(poor, [], `poor contrast, ${theme}`);
  }
}, { long: true });

test("hostile names stay text in every view", async (page, open) => {
  await open("hostile.html", "#/overview?nest=0&sort=cost");
  const listed = await rows(page);
  check(listed.some((n) => n.includes("<script>window.broken")), "the name with a script is not listed as text");
  check(listed.some((n) => n.includes("‹U+202E›")), "the turning mark is not shown");
  check(listed.some((n) => n.includes("\ufffd")), "invalid UTF-8 is not shown");
  check(listed.some((n) => n.startsWith("std::map<…>::operator[]")), "the template is not shortened");
  check(listed.includes("(no name)") && listed.includes("__proto__"), "odd names: " + listed);
  const ids = await page.$$eval(".ranked .row[data-id]", (r) => r.map((x) => x.dataset.id));
  for (const id of ids)
    for (const view of ["scope", "calls"]) {
      await page.evaluate((h) => (location.hash = h), `#/${view}?id=${id}`);
      await page.waitForSelector(".scope-name");
    }
  for (const view of ["#/source?file=%3C%2Fscript%3E.c", "#/source", "#/provenance", "#/scope?id=%3Cb%3E", "#/nowhere%3Cb%3E", "#/scope?f=%3C/script%3E", "#/calls?node=99999"]) {
    await open("hostile.html", view);
    await page.waitForTimeout(80);
  }
  equal(await page.evaluate(() => window.broken), undefined, "a name ran as a script");
  equal(await page.$$eval("img, main b.x", (x) => x.length), 0, "elements made of names");
});

test("sizes up to 2^60, a single point, and no points are shown", async (page, open) => {
  await toScope(page, open, "huge_sizes", "", "hostile.html");
  check((await text(page, ".facts-list")).includes("1,152,921,504,606,846,976"), "2^60 lost digits");
  check((await points(page)) >= 60, "points: " + (await points(page)));
  const onePoint = JSON.parse(await readFile(`${folder}/hostile.json`, "utf8")).scopes.find((s) => s.name === "one_point");
  await open("hostile.html", `#/scope?id=${onePoint.id}`);
  check((await text(page, ".facts-list")).includes("0 to 0"), "its only size");
  await page.waitForFunction(() => document.querySelector(".panel:not(.small) .note").textContent !== "");
  equal(await page.$$eval(".uplot", (u) => u.length), 0, "plots of a single point");
  const [point] = onePoint.sizes.rms.points;
  check((await text(page, ".panel:not(.small) .note")).startsWith("no plot of one point: n = 0 (rms, cells of "), "the point in words: " + (await text(page, ".panel:not(.small) .note")));
  equal((await page.$$eval(".data td", (t) => t.map((x) => x.textContent.replaceAll(",", "")))), point.slice(0, 5).map(String), "the point as a table");
  await open("hostile.html", "#/overview?nest=0");
  await open("hostile.html", `#/scope?id=${await idOf(page, "no_points")}`);
  check((await text(page, ".empty")).includes("no points"), "nothing is said");
});

test("an empty profile is reported as empty in every view", async (page, open) => {
  for (const [view, words] of [
    ["#/overview", "no scopes"],
    ["#/scope", "No such scope"],
    ["#/source", "No scope of this profile has a file"],
    ["#/calls", "no scopes"],
    ["#/provenance", "no scope has points"],
  ]) {
    await open("empty.html", view);
    await page.waitForFunction((w) => document.querySelector("main").textContent.includes(w), words);
  }
});

test("10,000 scopes and 1,000,000 points take at most 40 MB, are searchable and complete", async (page, open) => {
  const { size } = await stat(`${folder}/large.html`);
  check(size <= 40e6, `${size} bytes`);
  await open("large.html", "#/overview?nest=0");
  await page.waitForSelector(".ranked .row");
  check((await text(page, ".ranked")).includes("10,000 scopes"), "not all scopes");
  await page.fill("#search", "routine_9999");
  equal(await rows(page), ["routine_9999"], "the one found");
  await page.click(".ranked .row .c-name a");
  await page.waitForSelector(".panel:not(.small) .uplot");
  equal(await points(page), 300, "its points, thrice");
  // Each size was seen once, so the worst case is the cost function, which the data have once.
  check(/Worst case\s*n/.test(await text(page, ".facts-list")), "no worst case: " + (await text(page, ".facts-list")));
});

test("a page of an ordinary program is small", async () => {
  const { size } = await stat(`${folder}/real.html`);
  check(size < 1e6, `${size} bytes`);
});

test("algorithms are listed by their steps beside the chosen one's plot and inputs", async (page, open) => {
  await open("figure.html", "#/tree");
  await page.waitForSelector(".detail .uplot");
  const steps = await page.$$eval(".algorithm-entry .share", (all) => all.map((x) => Number(x.title.split(" of ")[0].replaceAll(",", ""))));
  equal(steps, [...steps].sort((a, b) => b - a), "steps in order");
  check(await page.$eval(".algorithm-entry", (x) => x.classList.contains("chosen")), "the first is not chosen");
  equal(await text(page, ".algorithm-entry.chosen .badge"), "n²", "its class");
  const [list, plot, inputs] = await Promise.all([".algorithm-list", ".detail .uplot", ".detail .inputs"].map(async (x) => (await page.$(x)).boundingBox()));
  check(list.x + list.width < plot.x && plot.y < 330, `the plot is beside the list and in sight: ${JSON.stringify([list, plot])}`);
  check(inputs.x > list.x + list.width, "the inputs are in the panel");
  await page.click(".algorithm-entry >> nth=1");
  await page.waitForFunction(() => document.querySelectorAll(".algorithm-entry")[1].classList.contains("chosen"));
  check((await text(page, ".detail h2")).includes("builds a linked structure"), "the second one's panel");
});

test("algorithms are boxes in the repetition tree, and a selected one shows its points", async (page, open) => {
  await open("figure.html", "#/tree");
  await page.waitForSelector(".nest .algorithm");
  equal(await page.$$eval(".nest .algorithm", (a) => a.length), 4, "algorithms");
  const last = page.locator(".nest .algorithm").nth(3);
  check((await last.textContent()).includes("modifies a linked structure of Node; steps = 0.2"), "its line");
  equal(await last.locator(".repetition").count(), 2, "repetitions of the sort");
  await last.locator("a").first().click();
  await page.waitForSelector(".detail .uplot");
  equal(await hash(page), "#/tree?a=4", "the address");
  check((await text(page, ".detail .inputs")).includes("0 to 99 elements"), "the sizes of its input");
  equal(await points(page), 300, "least, average and greatest of 100 sizes");
  equal(await text(page, ".detail tr.chosen .badge"), "n²", "its class");
  await page.click('.detail [aria-label="writes by Node objects"]');
  await page.waitForFunction(() => location.hash === "#/tree?a=4&f=3");
  await page.waitForFunction(() => document.querySelector(".detail .plot-host").getAttribute("aria-label").includes("writes against"));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".detail .plot-host").getAttribute("aria-label").includes("steps against"));
  await open("figure.html", "#/tree?a=9");
  await page.waitForSelector(".detail .empty");
});

test("a profile without a repetition tree has no view of it", async (page, open) => {
  await open("real.html");
  check(!(await page.textContent("header nav")).includes("Algorithms"), "there is a tab");
});

test("a production profile marks what is estimated and names growth over the run", async (page, open) => {
  await open("sampled.html", "#/overview?nest=0");
  const note = await text(page, ".production");
  check(note.includes("rate 1/20") && note.includes("199 of 2,001 executions were sampled"), "the note: " + note);
  check(/main:13.*n²/.test(note), "the loop that grows over the run: " + note);
  const row = await page.$eval('.ranked .rows .row:has(.c-where a[title$="a.c:13"])', (r) => r.textContent);
  check(row.includes("~") && row.includes("2,000"), "its row: " + row);
  const id = await page.$eval('.ranked .rows .row:has(.c-where a[title$="a.c:13"])', (r) => r.dataset.id);
  await open("sampled.html", `#/scope?id=${id}&y=iterations&x=run`);
  await page.waitForSelector(".panel:not(.small) .uplot");
  const facts = await text(page, ".facts-list");
  check(facts.includes("199 of 2,000 executions"), "what was recorded: " + facts);
  check(/Mean size of an execution~100\d(\.\d+)? \([\d.]+ to [\d.]+, by \w+\)/.test(facts), "the mean size of all executions: " + facts);
  check((await page.getAttribute(".panel:not(.small) .plot-host", "aria-label")).includes("c: iterations"), "the plot over the run");
  await open("real.html");
  check(!(await page.$(".production")), "an ordinary profile has a note");
});

await run(folder, "web");
