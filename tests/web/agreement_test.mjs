// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// agreement_test.mjs FOLDER: the page says the same as the terminal, all views of a page say the same, and what cannot be
// compared is not.
import { readFile } from "node:fs/promises";
import { bundled, check, equal, run, test } from "./browser.mjs";

const folder = process.argv[2];
const text = (page, selector) => page.textContent(selector);
const json = async (name) => JSON.parse(await readFile(`${folder}/${name}.json`, "utf8"));
const words = (name) => readFile(`${folder}/${name}`, "utf8");
/* The row of the terminal's table for a scope: {OWN: "1,201", ...}, by the ends of the columns' titles. */
async function terminalRow(name, scope) {
  const lines = (await words(`${name}.txt`)).split("\n");
  const head = lines.find((l) => / OWN /.test(l));
  const row = lines.find((l) => l.includes(`  ${scope}  `));
  const cells = {};
  let from = 0;
  for (const m of head.matchAll(/AT 10x|[A-Z]+(?= |$)/g)) {
    const to = m.index + m[0].length;
    cells[m[0]] = row.slice(from, to).trim();
    from = to;
  }
  return cells;
}
const rowOf = (page, id) => page.$eval(`.ranked .row[data-id="${id}"]`, (r) => Object.fromEntries([...r.children].map((c) => [[...c.classList].find((x) => x.startsWith("c-")).slice(2), c.textContent])));

test("a loop that works in registers has the size and the class of the terminal in all views", async (page, open) => {
  const loop = (await json("registers")).scopes.find((s) => s.kind === "loop" && s.routine === "spin");
  const { metric, min, max, distinct, model } = loop.by_argument;
  equal([metric, model.class], ["arg:n", "n"], "what the report says");
  check((await words("registers.txt")).split("\n").some((l) => l.includes("loop in spin") && l.includes(`${metric} ${min}..${max}`)), "the terminal's sizes");
  await open("registers.html");
  const row = await rowOf(page, loop.id);
  equal([row.class, row.sizes], ["n", `${distinct} ${metric} ${min}\u2026${max}`], "the overview");
  await open("registers.html", `#/scope?id=${loop.id}`);
  const facts = await text(page, ".facts-list");
  check(facts.includes(`n is ${metric} of its routine (${distinct} distinct, ${min} to ${max})`), "the facts: " + facts);
  check(!/another (size|metric)/.test(await text(page, "main")), "advice that was followed");
  equal(await page.$$eval(".uplot", (u) => u.length), 0, "plots of a single point");
  await page.waitForFunction(() => document.querySelector(".panel .note").textContent.startsWith("no plot of one point: n = 0 "));
  await open("registers.html", "#/source");
  const line = `.line[data-line="${loop.line}"]`;
  await page.waitForSelector(line);
  equal(await page.$$eval(`${line} .marks .badge`, (b) => b.map((x) => x.textContent)), ["n"], "the source");
  await open("registers.html", `#/calls?id=${loop.routine_id}`);
  equal(await text(page, ".neighbours:last-child .badge"), "n", "the calls");
});

test("a profile without predictions has none in any view, and its recursion costs what its routine costs", async (page, open) => {
  const scopes = (await json("repeated")).scopes;
  const recursion = scopes.find((s) => s.kind === "recursion");
  equal([recursion.cost.total, recursion.cost.total >= recursion.own], [scopes.find((s) => s.id === recursion.members[0].id).cost.total, true], "the recursion's total");
  check(recursion.cost.total > 1000, "it costs something");
  await open("repeated.html");
  check((await text(page, "main")).includes("nothing is predicted"), "the overview");
  for (const s of scopes.filter((s) => s.own > 0)) {
    await open("repeated.html", `#/scope?id=${s.id}`);
    check(!(await text(page, "main")).includes("At 10"), `a prediction for ${s.name}`);
  }
  await open("repeated.html", "#/source");
  await page.waitForSelector(".line.has");
  check(!(await text(page, "main")).includes("10\u00d7"), "heat of a prediction");
});

test("own cost is that of the terminal's table and of the annotated source", async (page, open) => {
  const report = await json("library");
  const at = (routine, kind) => report.scopes.find((s) => s.kind === kind && s.routine === routine && s.file.endsWith("library_calls.cpp"));
  await open("library.html");
  const annotated = (await words("annotated")).split("\n");
  const meaning = "without callees and inner loops, with the code of libraries called there";
  check(annotated.includes(`OWN: ${meaning}`), "what the annotated source says of own costs");
  for (const [scope, name] of [[at("count_words", "loop"), "  loop in count_words"], [at("sort_numbers", "routine"), "sort_numbers"]]) {
    const cells = await terminalRow("library", name);
    const own = Number(cells.OWN.replaceAll(",", ""));
    check(own > 100000 && own > Number(scope.own) * 2, `${name}: most of its own cost is code of libraries`);
    const row = await rowOf(page, scope.id);
    const share = `${((100 * own) / report.total_cost).toFixed(1)} %`;
    equal([row.own, row.later], [share, cells["AT 10x"]], `${name} in the overview`);
    const line = annotated.find((l) => new RegExp(` ${scope.line} [\u2502|] `).test(l));
    equal(line.slice(0, 8).trim(), share, `${name} in the annotated source`);
  }
  const rows = await page.$$eval(".ranked .c-where a", (a) => a.map((x) => x.title));
  check(rows.length && rows.every((w) => w.includes("library_calls.cpp")), "rows of libraries");
  await page.click('.check:has-text(" of libraries")');
  await page.waitForFunction(() => /stl_|basic_string/.test(document.querySelector(".ranked").textContent + [...document.querySelectorAll(".ranked .c-where a")].map((a) => a.title)));
  for (const s of [at("count_words", "loop")]) {
    await open("library.html", `#/scope?id=${s.id}`);
    check((await text(page, ".facts-list")).includes("with code of libraries that it calls"), "the facts");
    await open("library.html", `#/source?heat=now&line=${s.line}`);
    const line = `.line[data-line="${s.line}"]`;
    await page.waitForSelector(line);
    equal(await text(page, `${line} .pct`), annotated.find((l) => new RegExp(` ${s.line} [\u2502|] `).test(l)).slice(0, 8).trim(), "the line's share");
    check((await text(page, ".own-key")).includes(meaning), "what the source view says of own costs");
  }
});

test("the dynamic loader is no news on the page of a program under Valgrind", async (page, open) => {
  await open("plain.html");
  const terminal = await words("plain.txt");
  check(/ of the dynamic loader with /.test(terminal), "the terminal folds the loader");
  check(!/_dl_|ld-linux|__GI___tunables/.test(await text(page, "main")), "the overview names the loader");
  await page.fill("#search", "_dl_relocate_object");
  await page.waitForFunction(() => document.querySelectorAll(".ranked .rows .row").length > 0);
});

test("profiles of different builds are not judged against each other", async (page, open) => {
  for (const [name, build] of [["samples", "a production build"], ["repeated", "a structure build"]]) {
    await open(`against_${name}.html`, "#/compare");
    await page.waitForSelector(".compare-table .rows .row");
    check((await text(page, ".answer")).includes("cannot be compared"), `${name}: ${await text(page, ".answer")}`);
    check((await text(page, ".warning")).includes(`Before is ${build} `), `${name}: the reason`);
    equal(await page.$$eval(".compare-table .rows .c-change", (c) => [...new Set(c.map((x) => x.textContent))]), ["\u2013"], `${name}: changes`);
    equal(await page.$$eval(".worse, .better", (c) => c.length), 0, `${name}: judgements`);
    check(!/what became worse/.test(await text(page, "main")), `${name}: the order`);
    const find = await page.$eval('.compare-table .row:has(.c-name bdi:text-is("find"))', (r) => [".c-before", ".c-calls"].map((c) => r.querySelector(c).textContent));
    check(find[0] === "\u2013" && find[1].startsWith("\u2013 "), `${name}: a routine that was not recorded: ${find}`);
  }
});

test("the costs of different arguments are not judged, and growth is compared by one measure", async (page, open) => {
  await open("against_registers.html", "#/compare");
  await page.waitForSelector(".compare-table .rows .row");
  check((await text(page, ".warning")).includes("different arguments"), "the inputs");
  check(!(await text(page, ".answer")).includes("\u00d7"), "a factor of costs: " + (await text(page, ".answer")));
  equal(await page.$$eval(".worse, .better", (c) => c.length), 0, "judgements");
  equal((await page.$$eval(".facts-list dd", (d) => d.map((x) => x.textContent))).map((d) => /and 2 more runs$/.test(d)), [false, true], "all runs are named");
  // Before: a finding over the run; after: one over the input. Neither says whether the other changed.
  const loop = '.compare-table .row:has(.c-name bdi:text-matches("^loop in find"))';
  equal((await page.$$eval(`${loop} .c-growth .badge`, (b) => b.map((x) => x.textContent))).length, 2, "both findings");
  await bundled(page, "pairs.ts", "pairs");
  const judged = (before, after) =>
    page.evaluate(
      (both) => {
        const [b, a] = both.map(({ finding, over, degree }) => ({ own: 10, total: 10, degree, headDegree: finding ? 2 : degree, share: 0.5, shareAt: 0.5, overRuns: over, finding: finding && { json: { basis: finding } }, json: { kind: "loop" }, profile: { total: 20 } }));
        const x = { before: b, after: a };
        return [pairs.growsWorse(x), pairs.growthChange(x)];
      },
      [before, after],
    );
  const [wide, narrow] = [{ exponent: 2.3, low: 1.7, high: 2.9 }, { exponent: 1, low: 0.9, high: 1.2 }];
  equal(await judged({ finding: "runs", degree: 1 }, { degree: 1, over: wide }), [false, 0], "over the input it is not known now");
  equal(await judged({ finding: "runs", degree: 1 }, { degree: 1, over: narrow }), [false, -1], "over the input it is known now");
  equal(await judged({ degree: 1, over: null }, { finding: "runs", degree: 1 }), [false, 0], "over the input it was not known");
  equal(await judged({ degree: 1, over: narrow }, { finding: "runs", degree: 1 }), [true, 1], "over the input it was known");
  equal(await judged({ finding: "run", degree: 1 }, { finding: "runs", degree: 1 }), [false, 0], "findings of two kinds");
});

test("frames, badges and the legend have one scale of colours, by the class as written", async (page, open) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const name of ["library", "registers"]) {
      await open(`${name}.html`, "#/calls", true);
      await page.waitForSelector(".flame .box");
      const legend = await page.$$eval(".legend .badge", (b) => b.map((x) => [x.textContent, getComputedStyle(x).backgroundColor]));
      const color = new Map(legend.map(([word, c]) => [word.replace(" or more", ""), c]));
      equal(new Set(color.values()).size, color.size, "colours of the legend");
      const frames = await page.$$eval(".flame .box", (b) => b.map((x) => [x.title.split("\n").pop(), getComputedStyle(x).backgroundColor]));
      color.set("none", color.get("no model"));
      const known = frames.filter(([word]) => color.has(word));
      check(known.some(([word]) => word === "none") && known.some(([word]) => word === (name === "library" ? "n log n" : "n")), `frames of ${name}: ${known}`);
      for (const [word, c] of known) equal(c, color.get(word), `${colorScheme}: a frame of ${word}`);
    }
  }
  await bundled(page, "growth.ts", "growth");
  const [cubic, quartic, exponential] = await page.evaluate(() => [3, 4, growth.rank("2^n")].map((d) => growth.tone(d).fill));
  check(cubic === quartic && quartic !== exponential, `n^4 is no exponential: ${[cubic, quartic, exponential]}`);
});

await run(folder, "agreement");
