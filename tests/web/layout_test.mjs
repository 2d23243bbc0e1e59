// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// layout_test.mjs FOLDER: walks every view of every page, at 390 and 1400 pixels, in both themes, and looks for
// text that is cut off, lies over other text, leaves the window, or is hard to read.
import { check, equal, run, test, until } from "./browser.mjs";

const folder = process.argv[2];
const PAGES = ["real", "runs", "within", "calls", "two", "tree", "figure", "blind", "sampled", "hostile", "empty", "bare", "trend", "noisy", "plain_trend", "single", "lab_course", "library", "against_samples"];
/* What the quick tests look at: the kinds of pages. */
const QUICK = ["real", "runs", "figure", "trend"];
/* Views that no tab leads to. */
const MORE = { runs: ["#/overview?finding=1"], within: ["#/overview?finding=1"], real: ["#/overview?finding=1&sort=name", "#/calls?q=sort", "#/scope?f=c%2Fn", "#/nowhere"], two: ["#/compare?pair=2"], figure: ["#/tree?a=1"] };

/* In the page, before its scripts: each canvas keeps the boxes of the level texts that were drawn on it. */
const watchCanvases = () => {
  const proto = CanvasRenderingContext2D.prototype;
  const { fillText, clearRect } = proto;
  proto.clearRect = function (...box) {
    this.canvas.drawn = [];
    return clearRect.apply(this, box);
  };
  proto.fillText = function (text, x, y, ...rest) {
    const { a, b, d, e, f } = this.getTransform();
    const m = this.measureText(text);
    if (!b && String(text).trim())
      (this.canvas.drawn ??= []).push({
        text: String(text),
        left: (x - m.actualBoundingBoxLeft) * a + e,
        right: (x + m.actualBoundingBoxRight) * a + e,
        top: (y - m.actualBoundingBoxAscent) * d + f,
        bottom: (y + m.actualBoundingBoxDescent) * d + f,
      });
    return fillText.call(this, text, x, y, ...rest);
  };
};

/* In the page: what is wrong with its text. */
const faults = () => {
  const out = new Set();
  const style = new Map();
  const of = (e) => style.get(e) ?? (style.set(e, getComputedStyle(e)), style.get(e));
  const name = (e) => (e.className && typeof e.className === "string" ? `.${e.className.trim().replace(/\s+/g, ".")}` : e.tagName.toLowerCase());
  const isTitled = (e) => e.closest("[title]") != null || e.querySelector("[title]") != null;
  const seen = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    const text = node.textContent.trim();
    if (!text || e.closest("script, style, noscript, select, datalist, .unseen, .skip, .uplot") || !e.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) {
      if (r.width < 1 || r.height < 1) continue;
      const box = { left: r.left, right: r.right, top: r.top, bottom: r.bottom };
      let scrolls = false;
      for (let up = e; up && up !== document.documentElement; up = up.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, display } = of(up);
        if (display === "inline" || (overflowX === "visible" && overflowY === "visible")) continue;
        const b = up.getBoundingClientRect();
        const hides = [overflowX, overflowY].every((o) => o === "hidden" || o === "clip");
        const cut = box.right > b.right + 1.5 || box.left < b.left - 1.5 || box.bottom > b.bottom + 3 || box.top < b.top - 3;
        const marked = (textOverflow === "ellipsis" || webkitLineClamp !== "none") && isTitled(up);
        if (hides && cut && !scrolls && !marked) out.add(`cut off by ${name(up)}: ${text.slice(0, 40)}`);
        if (!hides) scrolls = true;
        box.left = Math.max(box.left, b.left);
        box.right = Math.min(box.right, b.right);
        box.top = Math.max(box.top, b.top);
        box.bottom = Math.min(box.bottom, b.bottom);
      }
      if (!scrolls && box.right > innerWidth + 1) out.add(`leaves the window: ${name(e)}: ${text.slice(0, 40)}`);
      if (box.right - box.left > 2 && box.bottom - box.top > 3 && !e.closest("header")) seen.push({ ...box, e, node, text });
    }
  }
  seen.sort((a, b) => a.top - b.top);
  seen.forEach((a, i) => {
    for (let k = i + 1; k < seen.length && seen[k].top < a.bottom - 4; k++) {
      const b = seen[k];
      if (b.node === a.node) continue; // an ellipsis divides it
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - b.top > 4) out.add(`${name(a.e)}: ${a.text.slice(0, 30)} over ${name(b.e)}: ${b.text.slice(0, 30)}`);
    }
  });
  for (const { drawn = [] } of document.querySelectorAll("main canvas"))
    drawn.forEach((a, i) => {
      for (const b of drawn.slice(i + 1))
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) out.add(`in a plot: ${a.text} over ${b.text}`);
    });
  for (const badge of document.querySelectorAll("main .badge")) {
    if (badge.checkVisibility({ visibilityProperty: true }) && badge.scrollWidth > badge.clientWidth + 1) out.add(`a badge that is cut off: ${badge.textContent}`);
    if (badge.getClientRects().length > 1 || badge.getBoundingClientRect().height > 26) out.add(`a badge of two lines: ${badge.textContent}`);
  }
  for (const table of document.querySelectorAll("main .table:not(.compare-table)"))
    if (table.querySelector(".rows .row") && !table.querySelector(".head").checkVisibility()) out.add("a table without headings");
  for (const cell of document.querySelectorAll("main .ranked .c-where")) {
    const line = cell.querySelector("bdi > span:last-child");
    if (line && cell.checkVisibility() && line.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1) out.add(`a line number that is cut off: ${cell.textContent}`);
  }
  for (const select of document.querySelectorAll("main select")) {
    const chosen = select.selectedOptions[0];
    // Names of files and routines may be longer than any window.
    if (!chosen || chosen.textContent.length > 28 || !select.checkVisibility()) continue;
    const lone = select.parentElement.appendChild(select.cloneNode(false));
    lone.append(chosen.cloneNode(true));
    lone.style.cssText = "position:absolute;width:max-content;max-width:none";
    if (lone.clientWidth > select.clientWidth + 1) out.add(`a choice that is cut off: ${chosen.textContent}`);
    lone.remove();
  }

  const channels = (c) => c.match(/[\d.]+(?:e-?\d+)?/g).map(Number).map((v, i) => (i < 3 && c.startsWith("color(") ? v * 255 : v));
  const luminance = ([r, g, b]) => [r, g, b].map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const under = (e) => {
    const layers = [];
    for (let x = e; x; x = x.parentElement) {
      const [r, g, b, alpha = 1] = channels(of(x).backgroundColor);
      layers.push([r, g, b, alpha]);
      if (alpha === 1) break;
    }
    return layers.reverse().reduce((below, [r, g, b, alpha]) => [r, g, b].map((v, i) => v * alpha + below[i] * (1 - alpha)), [255, 255, 255]);
  };
  for (const { e, text } of seen) {
    if (e.closest(".faint, .faded, :disabled") || /^[▾▸◐☀☾]$/.test(text)) continue;
    const [a, b] = [luminance(channels(of(e).color)), luminance(under(e))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) out.add(`contrast ${ratio.toFixed(2)}: ${name(e)}: ${text.slice(0, 24)}`);
  }
  return [...out];
};

const settled = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let i = 0; i < 4; i++) await new Promise((done) => setTimeout(() => requestAnimationFrame(done), 0));
  });

/* A quick test looks at the dark theme of narrow pages and the light one of wide ones. */
const themes = (width) => (process.env.LONG ? ["dark", "light"] : width < 500 ? ["dark"] : ["light"]);

for (const width of [390, 1400])
  for (const name of PAGES)
    test(`the text of ${name} is whole and readable at ${width} pixels, ${themes(width).join(" and ")}`, async (page, open) => {
      await open(`${name}.html`);
      const wrong = [];
      const tabs = await page.$$eval("header nav a", (links) => links.map((a) => a.getAttribute("href")));
      for (const view of [...tabs, ...(MORE[name] ?? [])]) {
        await page.evaluate((h) => (location.hash = h), view);
        await page.waitForFunction(() => document.querySelector("main").childElementCount > 0 && !document.querySelector("main [aria-busy]"));
        await page.evaluate(() => document.querySelectorAll("main details").forEach((d) => (d.open = !d.classList.contains("menu"))));
        for (const scheme of themes(width)) {
          await page.emulateMedia({ colorScheme: scheme });
          await until(async () => (await page.getAttribute("html", "data-theme")) === scheme, `the theme ${scheme}`);
          await page.waitForFunction(() => !document.querySelector("main [aria-busy]"));
          await settled(page);
          wrong.push(...(await page.evaluate(faults)).map((fault) => `${view}, ${scheme}: ${fault}`));
          if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) wrong.push(`${view} is wider than the window`);
        }
      }
      check(!wrong.length, wrong.join("\n    "));
    }, { viewport: { width, height: width < 500 ? 844 : 900 }, init: watchCanvases, long: !QUICK.includes(name) });

test("the look-out for wrong text finds what is wrong", async (page, open) => {
  await open("real.html");
  const found = async (style, text) => {
    await page.evaluate(
      ([css, words]) => {
        const box = document.createElement("p");
        box.id = "wrong";
        box.setAttribute("style", css);
        box.textContent = words;
        document.querySelector("main").prepend(box);
      },
      [style, text],
    );
    const all = await page.evaluate(faults);
    await page.evaluate(() => document.getElementById("wrong").remove());
    return all;
  };
  const has = async (style, word) => check((await found(style, "some words that are wrong here")).some((f) => f.includes(word)), `${style}: not found`);
  equal(await page.evaluate(faults), [], "nothing is wrong at first");
  await has("width:60px;overflow:hidden;white-space:nowrap", "cut off");
  await has("width:60px;height:15px;overflow:hidden", "cut off");
  await has("position:absolute;left:1380px;width:200px;white-space:nowrap", "leaves the window");
  await has("position:absolute;top:62px", " over ");
  await has("color:#bbb;background:#fff", "contrast");
  await page.evaluate(() => {
    const plot = document.querySelector("main").appendChild(document.createElement("canvas"));
    for (const [text, y] of [["10 M", 20], ["1 M", 26], ["100 k", 60]]) plot.getContext("2d").fillText(text, 10, y);
  });
  equal(await page.evaluate(faults), ["in a plot: 10 M over 1 M"], "texts of a plot that lie over each other");
}, { viewport: { width: 1400, height: 900 }, colorScheme: "light", init: watchCanvases });

await run(folder, "layout");
