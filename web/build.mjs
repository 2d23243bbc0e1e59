// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// build.mjs: bundles src/main.ts and src/*.css into src/page.html, for `ordo` to embed: `node build.mjs OUT`. The bundler
// is the one of node_modules. If it is not there, as in Debian's source package, it is the esbuild of the PATH.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error("build.mjs: which file? node build.mjs OUT");
  process.exit(2);
}

// The page contains these packages, so it contains their licences.
const licence = async (name) => `/*! ${name}: ${(await readFile(join(here, "node_modules", name, "LICENSE"), "utf8")).replaceAll("*/", "* /").trim()} */`;
const licences = (await Promise.all(["highlight.js", "uplot"].map(licence))).join("\n");

const own = join(here, "node_modules/.bin/esbuild");
const folder = await mkdtemp(join(tmpdir(), "ordo-page-"));
try {
  execFileSync(existsSync(own) ? own : "esbuild", [
    "src/main.ts", "src/page.css", "src/lab.css", "--bundle", "--minify", "--format=iife",
    "--target=chrome103,firefox113,safari16.4", "--charset=ascii", "--legal-comments=inline", "--log-level=warning",
    `--banner:js=${licences}`, `--outdir=${folder}`,
  ], { cwd: here, stdio: "inherit" });
  await pack((name) => readFile(join(folder, name), "utf8"));
} finally {
  await rm(folder, { recursive: true });
}

/** Writes the page with the bundles that `text` reads. */
async function pack(text) {
  // Nothing in the bundle may look like the end of the element that it stands in.
  const script = (await text("main.js")).replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const style = ((await text("page.css")) + (await text("lab.css"))).replaceAll("</style", "<\\/style");
  let page = await readFile(join(here, "src/page.html"), "utf8");
  page = page.replace("/*style*/", () => style).replace("/*script*/", () => script);
  if (page.split("<!--ordo:data-->").length !== 2) throw new Error("page.html: the data has no place");
  await writeFile(out + ".part", page);
  await rename(out + ".part", out);
}
