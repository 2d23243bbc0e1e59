// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// page.mjs FILE: measures the page for page.sh.
import { pathToFileURL } from "node:url";

const { chromium } = await import(pathToFileURL(process.env.PLAYWRIGHT).href);
const url = pathToFileURL(process.argv[2]).href;
const painted = [];
const typed = [];
const worked = [];
for (let i = 0; i < 5; i++) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // Measures from the start of navigation to the frame after the one in which rows and search are present.
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector(".ranked .rows .row") && document.querySelector("#search"))
        requestAnimationFrame(() => (window.painted = performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.goto(url);
  await page.waitForFunction(() => window.painted);
  painted.push(await page.evaluate(() => window.painted));
  const { metrics } = await session.send("Performance.getMetrics");
  worked.push(1000 * metrics.find((m) => m.name === "ProcessTime").value);
  await page.evaluate(() => {
    window.keys = [];
    document.querySelector("#search").addEventListener("keydown", () => {
      const start = performance.now();
      requestAnimationFrame(() => {
        const channel = new MessageChannel(); // the task after the paint
        channel.port1.onmessage = () => window.keys.push(performance.now() - start);
        channel.port2.postMessage(null);
      });
    });
  });
  await page.focus("#search");
  for (const key of "routine_77") {
    const before = await page.evaluate(() => window.keys.length);
    await page.keyboard.press(key);
    await page.waitForFunction((n) => window.keys.length > n, before);
  }
  typed.push(Math.max(...(await page.evaluate(() => window.keys))));
  await browser.close();
}
const show = (label, list) => console.log(`${label.padEnd(28)} worst ${Math.max(...list).toFixed(0)} ms of ${list.map((x) => x.toFixed(0)).join(", ")}`);
show("to the table painted", painted);
show("CPU time until then", worked);
show("key to filtered list", typed);
