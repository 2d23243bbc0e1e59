// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// browser.mjs: a test runner, checks, and what several suites do with a page.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const { chromium } = await import(pathToFileURL(process.env.PLAYWRIGHT).href);

export function check(condition, what) {
  if (!condition) throw new Error(what);
}
export function equal(actual, expected, what) {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: expected ${e}, got ${a}`);
}

const tests = [];
/* options: of the browser's context; asks: pattern of allowed requests besides the page itself; long: a test that only
 * LONG=1, which runs all tests, and ONLY=WORD run; init: runs in each page before its scripts; own: the test changes more of
 * its tab than the page in it. */
export const test = (name, body, options = {}) => tests.push({ name, body, options });

/* Runs all tests. A page that logs an error, throws or makes another request has failed. Tests with the same options
 * share a tab, because a new one takes longer than most tests; each loads its page again. */
export async function run(folder, suite) {
  let [passed, failed] = [0, 0];
  const only = process.env.ONLY ?? "";
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const wanted = ({ name, options }) => name.includes(only) && (!options.long || only || process.env.LONG);
  const tabs = new Map(); // by options
  for (const { name, body, options: { asks, long, own, init, ...options } } of tests.filter(wanted)) {
    const began = Date.now();
    const key = JSON.stringify([options, String(init)]);
    const tab = (!own && tabs.get(key)) || (await newTab(browser, options, init));
    const { context, page, watch } = tab;
    tabs.delete(key);
    const wrong = [];
    watch(wrong, asks);
    let loaded = "";
    // Goes to a view of the page; loads the page if the test has not, or if it must be as new.
    const open = async (file, view = "", anew = false) => {
      if (!anew && file === loaded && page.url().includes(`/${file}`)) return goTo(page, view);
      await page.goto("about:blank");
      await page.goto(pathToFileURL(`${folder}/${file}`).href + view);
      await page.waitForSelector("header nav a");
      loaded = file;
    };
    try {
      await body(page, open);
      if (wrong.length) throw new Error(wrong.join("; "));
      passed++;
      if (!own) tabs.set(key, tab);
      const seconds = Math.round((Date.now() - began) / 1000);
      console.log(`ok    ${suite}: ${name}${seconds < 5 ? "" : ` (${seconds} s)`}`);
    } catch (e) {
      failed++;
      console.log(`FAIL  ${suite}: ${name}\n    ${[e.message, ...wrong].join("\n    ")}`);
    }
    if (tabs.get(key) !== tab) await context.close();
  }
  await browser.close();
  console.log(`${suite}: ${passed} passed, ${failed} failed, 0 skipped`);
  process.exit(failed ? 1 : 0);
}

async function newTab(browser, options, init) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  if (init) await page.addInitScript(init);
  // Looks 20 times a second: in every frame, which is the default, it takes as long as the page itself.
  const { waitForFunction } = page;
  page.waitForFunction = (body, arg) => waitForFunction.call(page, body, arg, { polling: 50 });
  let [wrong, asks] = [[], undefined];
  page.on("pageerror", (e) => wrong.push(`the page threw: ${e.message}`));
  page.on("console", (m) => m.type() === "error" && wrong.push(`the page logged: ${m.text()}`));
  page.on("dialog", (d) => (wrong.push(`a dialog: ${d.message()}`), d.dismiss()));
  page.on("request", (r) => /^(file|blob|data|about):/.test(r.url()) || asks?.test(r.url()) || wrong.push(`the page asked for ${r.url()}`));
  return { context, page, watch: (list, pattern) => ([wrong, asks] = [list, pattern]) };
}

/* Another view of the page that is loaded, as a link leads to it. */
const goTo = (page, view) =>
  page.evaluate(
    (hash) =>
      new Promise((done) => {
        if (location.hash === hash) return done();
        addEventListener("hashchange", () => done(), { once: true });
        location.hash = hash;
      }),
    view,
  );

/* What the page makes of a text of the terminal's report. */
export const signs = (text) => text.replace(/\^2/g, "\u00b2").replace(/\^3/g, "\u00b3").replace(/(\d)x\b/g, "$1\u00d7");

/* Waits for a condition that cannot be queried in the page. Fails with the message `what`. */
export const until = async (happens, what) => {
  for (let i = 0; i < 600; i++) {
    if (await happens()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(what);
};

/* Returns the number of pixels of a canvas that have the colour of a CSS variable. */
export const pixelsOf = (page, canvas, variable) =>
  page.evaluate(
    ([selector, name]) => {
      const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
      const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
      const { width, height } = document.querySelector(selector);
      const data = document.querySelector(selector).getContext("2d").getImageData(0, 0, width, height).data;
      let n = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] > 200 && Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 24) n++;
      return n;
    },
    [canvas, variable],
  );

/* The main plot of a view: how many points it has. */
export const points = async (page) => Number(/, (\d+) points$/.exec(await page.getAttribute(".panel:not(.small) .plot-host", "aria-label"))[1]);

/* Clicks a button of the main plot that saves it. */
export const save = async (page, button) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.plot-bar button:text-is("${button}")`)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

/* Returns the number of pixels of the main plot that have the colour of a CSS variable. */
export const pixels = (page, variable) => pixelsOf(page, ".panel:not(.small) canvas", variable);

/* Bundles a file of the front end for use in a page; its exports are in the global `name`. */
export const bundled = async (page, file, name) => {
  const web = new URL("../../web/", import.meta.url).pathname;
  const { build } = await import(`${web}node_modules/esbuild/lib/main.js`);
  const bundle = await build({ absWorkingDir: web, entryPoints: [`src/${file}`], bundle: true, write: false, format: "iife", globalName: name });
  await page.addScriptTag({ content: bundle.outputFiles[0].text });
};
