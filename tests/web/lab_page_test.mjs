// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_page_test.mjs FOLDER: tests the laboratory's pages made by web.sh, as a student uses them.
import { readFile } from "node:fs/promises";
import { check, equal, run, test, until } from "./browser.mjs";

const folder = process.argv[2];
const lab = JSON.parse(await readFile(`${folder}/lab_course.json`, "utf8"));
const experiment = (id) => lab.experiments.find((e) => e.id === id);
const random = experiment("bubble_sort/ordo_random_ints");
const statement = (e, line, col) => e.statements.find((s) => s.file === "course.c" && s.line === line && s.col === col);
const mean = (p) => Number(p[4]) / Number(p[1]);
const last = (s, which = "own") => mean(s[which].points[s[which].points.length - 1]);
const commas = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

const text = (page, selector) => page.textContent(selector);
const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
const ready = (page) => page.waitForSelector(".lab-source .line.has");
const show = async (page, open, view = "", file = "lab_course.html") => {
  await open(file, view);
  await ready(page);
};
const row = (line) => `.lab-source .rows [data-line="${line}"]`;
const curves = (page) => page.$$eval(".curve-list tbody tr", (r) => r.map((x) => x.dataset.token));
const waitCurves = (page, n) => page.waitForFunction((k) => document.querySelectorAll(".curve-list tbody tr").length === k, n);
const points = async (page) => Number(/, (\d+) points$/.exec(await page.getAttribute(".panel .plot-host", "aria-label"))[1]);
const waitHash = (page, part) => page.waitForFunction((p) => decodeURIComponent(location.hash).includes(p), part);
const save = async (page, button) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.plot-bar button:text-is("${button}")`)]);
  return (await readFile(await download.path())).toString();
};
const csv = async (page) => (await save(page, "CSV")).trim().split("\r\n").map((l) => l.split(","));

test("it opens with the first experiment's hottest line, its bars and its plot", async (page, open) => {
  await show(page, open);
  equal(await text(page, "h1"), "bubble_sort on ordo_random_ints", "the title");
  equal(await curves(page), ["7"], "what is picked");
  equal(await text(page, `${row(8)} .pct`), commas(last(statement(random, 8, 17))), "comparisons at 200");
  const share = (line) => page.$eval(`${row(line)} .hist`, (x) => [...x.children].reduce((w, i) => w + parseFloat(i.style.width), 0));
  check(Math.abs((await share(7)) - 100) < 0.1, "the hottest line's bar is not whole");
  check(Math.abs((await share(8)) - (100 * 19900) / 40198) < 0.1, "the bar of line 8 is " + (await share(8)));
  equal(await page.$$eval(`${row(9)} .hist i`, (x) => x.length), 3, "statements of line 9 in its bar");
  equal(await page.$$eval(`${row(9)} code .st`, (x) => x.map((s) => s.textContent)), ["int t = d[i];", "d[i] = d[i + 1]", "d[i + 1] = t"], "the statements of line 9");
  equal(await page.$$eval(`${row(16)} code .st`, (x) => x.map((s) => s.textContent)), ["c + 1 < n", " && ", "d[c + 1] > d[c]", "c++"], "statements in a statement, behind tabs");
  const title = await page.getAttribute(`${row(7)} .hist`, "title");
  check(title.includes("i < k  (condition): 20,099") && title.includes("int i = 0  (init): 199"), "hovering shows " + title);
  check((await page.getAttribute(`${row(9)} code .st`, "title")).includes("8,852 to 10,747"), "the range over repetitions");
  equal(await text(page, ".curve-list .badge"), "n²", "class of the line");
  const whole = random.lines.find((l) => l.file === "course.c" && l.line === 7);
  check((await text(page, ".curve-list .cost")).includes(whole.own.model.formula), "the line's cost function");
  equal(await page.$$eval([6, 7, 8, 9].map((l) => `${row(l)} .marks .badge`).join(","), (b) => b.map((x) => x.textContent)), ["n", "n²", "n²", "n²"], "classes beside the lines");
  check((await text(page, ".lab-state")).includes(random.function_model.formula), "the whole function's cost");
});

test("clicks pick lines and single statements, each with its plot, its cost function and its address", async (page, open) => {
  await show(page, open, "#/overview?pick=-");
  check((await text(page, ".panel .note")).includes("nothing is picked"), "an empty plot says nothing");
  await page.click(`${row(8)} .no`);
  await waitCurves(page, 1);
  check((await hash(page)).includes("pick=8"), "the address: " + (await hash(page)));
  check((await text(page, ".curve-list")).includes(statement(random, 8, 17).own.model.formula), "the cost function");
  equal(await points(page), 21, "points");
  await page.click(`${row(9)} code [data-token="9:31"]`);
  await waitCurves(page, 2);
  equal(await curves(page), ["8", "9:31"], "a line and a statement of another");
  check(await page.$eval(`${row(9)} code [data-token="9:31"]`, (x) => x.classList.contains("marked")), "it is not marked");
  await page.click('.lab-line button[data-token="9:48"]');
  await waitCurves(page, 3);
  await page.goBack();
  await waitCurves(page, 2);
  await page.click('.curve-list tr[data-token="8"] .remove');
  await waitCurves(page, 1);
  const rows = await csv(page);
  equal(rows.slice(1).map((r) => Number(r[6])), statement(random, 9, 31).own.points.map(mean), "averages saved");
  equal(rows.slice(1).map((r) => [r[4], r[5]].map(Number)), statement(random, 9, 31).own.points.map((p) => [p[2], p[3]]), "extremes saved");
});

test("with Shift, a click picks all lines from the one before", async (page, open) => {
  await show(page, open, "#/overview?pick=-");
  await page.click(`${row(6)} .no`);
  await waitCurves(page, 1);
  await page.click(`${row(10)} .no`, { modifiers: ["Shift"] });
  await waitCurves(page, 4);
  equal(await curves(page), ["6", "7", "8", "9"], "lines with statements");
});

test("the sum of the picked lines has points and no model", async (page, open) => {
  await show(page, open, "#/overview?pick=8,9");
  await page.check('.lab-picked label:has-text("sum") input');
  await page.waitForSelector('.curve-list tr[data-token="sum"]');
  check((await hash(page)).includes("add=1"), "not in the address");
  const parts = [[8, 17], [9, 17], [9, 31], [9, 48]].map(([l, c]) => statement(random, l, c));
  const want = random.sizes.map((_, i) => parts.reduce((n, s) => n + mean(s.own.points[i]), 0));
  const got = (await csv(page)).slice(1).map((r) => Number(r[6]));
  check(got.length === want.length && got.every((v, i) => Math.abs(v - want[i]) < 1e-6 * (1 + want[i])), `sums ${got}, expected ${want}`);
  check((await text(page, ".panel .note")).includes("no model"), "it does not say that it has no model");
  check((await text(page, ".panel .note")).includes("bounds"), "it does not say what its extremes are");
  equal(await text(page, '.curve-list tr[data-token="sum"] .count'), "49,82146,456 to 52,141", "the sum at 200");
});

test("y = f(n, c) makes derived curves without a model; a mistake is reported at its place", async (page, open) => {
  await show(page, open, "#/overview?pick=8");
  await page.click('.menu summary:text-is("Formulas")');
  await page.click('.preset:text-is("c / n")');
  await waitHash(page, "f=c / n".replaceAll(" ", "+"));
  await page.waitForFunction(() => document.querySelector(".panel .note").textContent.includes("no model"));
  const rows = await csv(page);
  equal(rows.slice(2).map((r) => Number(r[7])), statement(random, 8, 17).own.points.slice(1).map((p) => mean(p) / p[0]), "y");
  await page.fill("#formula", "worst - best +");
  await page.waitForFunction(() => document.querySelector(".mistake").textContent.includes("ends too early"));
  await open("lab_course.html", "#/overview?pick=8&f=c%2Fn", true);
  await ready(page);
  equal(await page.inputValue("#formula"), "c/n", "a shared formula");
});

test("average, minimum and maximum over the repetitions are drawn and can be hidden", async (page, open) => {
  const paint = () =>
    page.evaluate(() => {
      const c = document.querySelector(".panel canvas");
      const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
      let n = 0;
      for (let i = 3; i < d.length; i += 4) if (d[i]) n++;
      return n;
    });
  await show(page, open, "#/overview?pick=9:31");
  await page.waitForSelector(".uplot");
  const labels = await page.$$eval(".layers label", (l) => l.map((x) => x.textContent));
  for (const word of ["average", "minimum", "maximum", "cost function"]) check(labels.some((l) => l.includes(word)), `no ${word} in ${labels}`);
  await page.waitForFunction(() => [...document.querySelectorAll(".u-legend tr")].length > 1);
  await until(async () => (await paint()) > 30, "nothing is painted");
  let before = await paint();
  for (const word of ["minimum", "maximum"]) {
    await page.click(`.layers label:has-text("${word}") input`);
    await waitHash(page, word.slice(0, 3));
    // the plot is repainted some time after the address has changed
    await until(async () => (await paint()) < before, `the ${word} is still painted`);
    before = await paint();
  }
  await show(page, open, "#/overview?e=bubble_sort/ordo_sorted_ints&pick=8");
  equal(await page.$$eval(".layers input", (l) => l.length), 2, "layers where all repetitions are alike");
});

test("with calls, the second phase of heap sort is n log n, and the first has no certain logarithm", async (page, open) => {
  await show(page, open, "#/overview?e=heap_sort/ordo_random_ints&pick=24,27");
  await page.selectOption('.field:has-text("Counts") select', "inclusive");
  await waitHash(page, "count=inclusive");
  const e = experiment("heap_sort/ordo_random_ints");
  await page.waitForFunction(([sel, want]) => document.querySelector(sel)?.textContent === want, [`${row(27)} .pct`, commas(Math.round(last(statement(e, 27, 9), "inclusive")))]);
  equal(await page.$$eval(".curve-list .badge", (b) => b.map((x) => x.textContent)), ["n or n log n", "n log n"], "their classes");
  await page.selectOption('.field:has-text("Counts") select', "");
  await page.waitForFunction((sel) => document.querySelector(sel)?.textContent === "100", `${row(24)} .pct`);
});

test("the bars show the selected size, also if the keyboard selects it", async (page, open) => {
  await show(page, open, "#/overview?pick=8");
  await page.focus(".sizes input");
  await page.keyboard.press("Home");
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await waitHash(page, "at=50");
  await page.waitForFunction((sel) => document.querySelector(sel).textContent === "1,225", `${row(8)} .pct`);
  check((await text(page, ".curve-list")).includes("at n = 50"), "the table has another size");
  check(await page.evaluate(() => document.activeElement.type === "range"), "the focus is lost");
  await show(page, open, "#/overview?pick=8&at=100");
  equal(await text(page, `${row(8)} .pct`), "4,950", "a shared size");
});

test("other inputs, functions and experiments can be added to the plot", async (page, open) => {
  await show(page, open, "#/overview?pick=8,24");
  await page.selectOption('.field:has-text("Input") select', "bubble_sort/ordo_sorted_ints");
  await page.waitForFunction(() => document.querySelector("h1").textContent.endsWith("ordo_sorted_ints"));
  await show(page, open, "#/overview?pick=8,24");
  await page.selectOption('.field:has-text("Compare with") select', "heap_sort/ordo_random_ints");
  await page.waitForSelector(".chip");
  await page.waitForFunction(() => document.querySelectorAll(".curve-list tbody tr").length === 2);
  equal(await page.$$eval(".curve-list tbody tr", (r) => r.map((x) => `${x.dataset.token} ${x.dataset.experiment}`)), ["8 bubble_sort/ordo_random_ints", "24 heap_sort/ordo_random_ints"], "one line of each function");
  equal(await points(page), 42, "points of two functions");
  await page.selectOption('.field:has-text("Function") select', "fibonacci");
  await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("fibonacci"));
  await page.check('.lab-picked label:has-text("whole function") input');
  await waitHash(page, "pick=33,f");
  check((await text(page, '.curve-list tr[data-token="f"]')).includes("2ⁿ"), "class of the whole function");
});

test("the list of experiments has how each ended, its cost, and all functions in one plot", async (page, open) => {
  await open("lab_course.html", "#/experiments");
  await page.waitForSelector(".experiments tbody tr");
  equal(await page.$$eval(".experiments tbody tr", (r) => r.length), lab.experiments.length, "rows");
  for (const e of lab.experiments.filter((x) => x.status !== "ok")) {
    const all = await text(page, `.experiments tr[data-id="${e.id.replaceAll('"', '\\"')}"]`);
    check(all.includes(e.status) && all.includes(e.why), `${e.id} does not say why: ${all}`);
  }
  check((await text(page, '.experiments tr[data-id="bubble_sort/ordo_random_ints"]')).includes(random.function_model.formula), "its cost function");
  await page.uncheck('.experiments tr[data-id="linear_search/ordo_random_ints"] input');
  await waitHash(page, "pick=");
  await page.waitForFunction(() => document.querySelectorAll(".curve-list tbody tr").length === 3);
  equal(await points(page), 63, "points of three");
  await page.check('.experiments tr[data-id="fibonacci/ordo_integers"] input');
  await page.waitForFunction(() => document.querySelectorAll(".curve-list tbody tr").length === 4);
  const [, ...rows] = await csv(page);
  equal(rows.filter((r) => r[0] === "fibonacci/ordo_integers").map((r) => Number(r[6])), experiment("fibonacci/ordo_integers").function_model.points.map(mean), "calls of fibonacci");
  await page.click('.experiments tr[data-id="heap_sort/ordo_random_ints"] a');
  await page.waitForFunction(() => document.querySelector("h1").textContent.startsWith("heap_sort"));
});

test("a failed experiment shows the reason and the finished sizes", async (page, open) => {
  await show(page, open, "#/overview?e=linear_search/ordo_random_ints");
  const all = await text(page, ".lab-state .warning");
  check(all.includes("crashed") && all.includes("signal 11") && all.includes("10 sizes"), all);
  check((await text(page, ".lab-state .facts")).includes("1 other experiment failed"), "nothing about the other");
  await show(page, open, `#/overview?e=${encodeURIComponent("linear_search/</script><b>own")}`);
  check((await text(page, ".lab-state .warning")).includes("No size was completed"), "nothing is said");
  check((await text(page, ".lab-right")).includes("nothing to plot"), "nothing is said of the plot");
});

test("columns are bytes: letters of several bytes do not shift statements", async (page, open) => {
  await show(page, open, "#/overview?e=linear_search/ordo_random_ints");
  await page.waitForSelector(row(40));
  equal(await page.$$eval(`${row(40)} code .st`, (x) => x.map((s) => s.textContent)), ["return -1"], "a statement behind letters of several bytes");
});

test("a line can be picked with the keyboard, and the focus is visible", async (page, open) => {
  await show(page, open, "#/overview?pick=-");
  await page.focus(".lab-source .rows");
  await page.keyboard.press("Home");
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await waitCurves(page, 1);
  equal(await curves(page), ["8"], "the eighth line");
  equal(await page.evaluate(() => [document.activeElement.className, getComputedStyle(document.activeElement).outlineStyle]), ["rows", "solid"], "the focus");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await waitCurves(page, 2);
  await page.focus('.lab-line button[data-token="9:31"]');
  await page.keyboard.press("Enter");
  await waitCurves(page, 3);
});

test("statements of another file are shown on its lines", async (page, open) => {
  await show(page, open, "#/overview?e=heap_sort/ordo_random_ints&pick=24");
  await page.selectOption('.field:has-text("File") select', "swap.h");
  await page.waitForFunction((sel) => document.querySelector(sel)?.textContent.includes("d[a] = d[b]"), row(2));
  await page.click(`${row(2)} .no`);
  await waitCurves(page, 2);
  equal(await curves(page), ["24", "1/2"], "lines of two files");
  check((await text(page, '.curve-list tr[data-token="24"]')).includes("course.c line 24"), "the other file is not named");
});

test("text has enough contrast in both themes", async (page, open) => {
  for (const theme of ["light", "dark"])
    for (const view of ["#/overview?pick=8,9:17", "#/overview?e=linear_search/ordo_random_ints&add=1&pick=38,39", "#/experiments"]) {
      await open("lab_course.html", view);
      await page.waitForSelector(".curve-list tbody tr");
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
      const poor = await page.evaluate(() => {
        // A canvas converts every notation of a colour to bytes, blended over each other.
        const c = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
        const luminance = (colors) => {
          for (const x of colors) {
            c.fillStyle = x;
            c.fillRect(0, 0, 1, 1);
          }
          const [r, g, b] = [...c.getImageData(0, 0, 1, 1).data].map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const out = [];
        for (const e of document.querySelectorAll("main .badge, main .quiet, main a, main button, main label, .facts, .st, .pct, .experiments td, .curve-list td, .warning")) {
          if (!e.textContent.trim() || e.disabled) continue;
          const under = [];
          for (let x = e; x; x = x.parentElement) under.unshift(getComputedStyle(x).backgroundColor);
          const [a, b] = [luminance([...under, getComputedStyle(e).color]), luminance(under)];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < 4.5) out.push(`${e.className}: ${e.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
        }
        return [...new Set(out)];
      });
      equal(poor, [], `poor contrast, ${theme}, ${view}`);
    }
});

test("every view fits 390 pixels", async (page, open) => {
  for (const view of ["#/overview", "#/overview?e=heap_sort/ordo_random_ints&pick=15,16:7,f&with=bubble_sort/ordo_random_ints", "#/overview?e=linear_search/ordo_random_ints", "#/experiments"]) {
    await open("lab_course.html", view);
    await page.waitForSelector(".curve-list tbody tr");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    check(width <= 390, `${view} is ${width} wide`);
    check((await page.$eval("main", (m) => parseFloat(getComputedStyle(m).fontSize))) >= 13, `${view}: small print`);
  }
  await show(page, open, "#/overview?pick=-");
  await page.click(`${row(8)} .no`);
  await waitCurves(page, 1);
}, { viewport: { width: 390, height: 800 } });

test("print has all lines and the plot, in light colours", async (page, open) => {
  await show(page, open, "#/overview?pick=8");
  await page.waitForSelector(".uplot");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.waitForSelector(".printed .line");
  equal(await page.$$eval(".printed .line", (l) => l.length), 41, "lines");
  check(await page.isVisible('.printed [data-line="41"]'), "the last line is not there");
  check(!(await page.isVisible(".plot-bar")) && !(await page.isVisible(".lab-source .rows")), "buttons are printed");
  equal(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), "rgb(255, 255, 255)", "the paper");
  check(await page.isVisible(".uplot canvas"), "no plot");
  check((await page.evaluate(() => document.documentElement.scrollWidth)) <= 800, "wider than the paper");
  await page.emulateMedia({ media: "screen" });
  await page.waitForFunction(() => !document.querySelector(".printed"));
}, { colorScheme: "dark", viewport: { width: 800, height: 1100 } });

test("hostile names stay text, wrong addresses get an answer", async (page, open) => {
  await open("lab_course.html", "#/experiments");
  await page.waitForSelector(".experiments tbody tr");
  check((await text(page, ".experiments")).includes("</script><b>own"), "the name is not shown as it is");
  for (const view of ["#/overview?e=%3Cb%3E", "#/overview?pick=%3Cb%3E,8:99999,9/9,8:1.7,,8", "#/overview?at=7&file=nowhere&with=x;y", "#/experiments?pick=x;</script>", "#/nowhere", "#/overview?f=%3C/script%3E"]) {
    await open("lab_course.html", view);
    await page.waitForSelector("main h1");
  }
  await open("lab_course.html", "#/overview?e=nothing");
  check((await text(page, "main")).includes("No such experiment"), "a wrong experiment");
  equal(await page.$$eval("main b", (x) => x.filter((b) => b.textContent === "own").length), 0, "elements made of names");
});

test("a page works without sources, without sizes, and without experiments", async (page, open) => {
  await show(page, open, "#/overview?pick=9:31", "lab_bare.html");
  check((await text(page, ".lab-source .warning")).includes("--no-source"), "why there is no text");
  check((await text(page, `${row(9)} code`)).includes("declaration"), "what stands on line 9");
  await show(page, open, "", "lab_main.html");
  equal(await text(page, "h1"), "main", "the title");
  check((await text(page, ".lab-right")).includes("This ran once"), "nothing about the missing plot");
  check(!(await page.isVisible(".lab-plot")), "a plot of one size");
  await open("lab_none.html", "");
  check((await text(page, "main")).includes("declare none"), "nothing is said");
  await open("lab_none.html", "#/experiments");
  check((await text(page, "main")).includes("no experiment"), "nothing is said of experiments");
});

await run(folder, "lab page");
