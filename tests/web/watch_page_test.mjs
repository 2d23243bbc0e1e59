// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// watch_page_test.mjs FOLDER SERVE_PAGE: tests a page that is served and saved while it is open.
import { spawn } from "node:child_process";
import { copyFile, readFile, rename } from "node:fs/promises";
import { connect } from "node:net";
import { check, equal, run, test } from "./browser.mjs";

const [, , folder, program] = process.argv;

/* Serves a copy of a page while `body` runs. */
async function served(file, body) {
  const copy = `${folder}/served.html`;
  await copyFile(`${folder}/${file}`, copy);
  const server = spawn(program, [copy], { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((done) => server.once("exit", (status, signal) => done(status ?? signal)));
  try {
    const url = await new Promise((done, fail) => {
      server.stdout.once("data", (d) => done(String(d).trim()));
      gone.then((status) => fail(new Error(`the server ended with ${status}`)));
    });
    await body(url, async (from) => {
      await copyFile(`${folder}/${from}`, copy + ".new");
      await rename(copy + ".new", copy);
    });
  } finally {
    server.kill("SIGTERM");
  }
  equal(await gone, 0, "status of the stopped server");
}

/* Returns the answer to a plain socket. */
const talk = (url, text) =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    let all = "";
    socket.on("data", (d) => (all += d));
    socket.on("end", () => done(all));
    socket.on("error", fail);
  });

test("a served page is reloaded when it is saved, at the same address, and the file is not changed", async (page) => {
  await served("lab_course.html", async (url, save) => {
    await page.goto(`${url}#/overview?pick=8`);
    await page.waitForSelector('.curve-list tr[data-token="8"]');
    await save("lab_bare.html");
    await page.waitForSelector(".lab-source .warning");
    check((await page.evaluate(() => location.hash)) === "#/overview?pick=8", "the view is another");
    check((await page.content()).includes("changes?v="), "it waits for nothing any more");
    await save("lab_course.html");
    await page.waitForFunction(() => document.querySelector(".lab-source .line.has") && !document.querySelector(".lab-source .warning"));
    equal(await readFile(`${folder}/served.html`, "utf8"), await readFile(`${folder}/lab_course.html`, "utf8"), "the saved file");
  });
}, { asks: /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/(changes\?v=\d+)?(#.*)?$/, own: true });

test("two browsers are notified; a slow client delays neither; strangers are rejected", async (page) => {
  await served("lab_course.html", async (url, save) => {
    const { host, pathname } = new URL(url);
    const slow = connect(Number(new URL(url).port), "127.0.0.1", () => slow.write("GET / HT"));
    slow.on("error", () => {});
    const other = await page.context().newPage();
    for (const p of [page, other]) {
      await p.goto(url);
      await p.waitForSelector(".lab-source .line.has");
    }
    await save("lab_bare.html");
    for (const p of [page, other]) await p.waitForSelector(".lab-source .warning");
    await other.close();
    for (const [text, status] of [
      [`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, "200"],
      [`GET ${pathname} HTTP/1.1\r\nHost: evil.example\r\n\r\n`, "403"],
      [`GET /other/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`, "404"],
      [`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, "405"],
      ["nonsense\r\n\r\n", "400"],
      [`GET / HTTP/1.1\r\nA: ${"a".repeat(20000)}\r\n\r\n`, "431"],
    ]) equal((await talk(url, text)).slice(9, 12), status, `answer to ${text.slice(0, 30)}`);
    slow.destroy();
  });
}, { asks: /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/(changes\?v=\d+)?$/, own: true });

await run(folder, "watch page");
