// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// build.mjs: bundles src/main.ts and src/*.css into src/page.html, for `ordo` to embed: `node build.mjs OUT`.
import { build } from "esbuild";
import { readFile, rename, writeFile } from "node:fs/promises";
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

const result = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts", "src/page.css", "src/lab.css"],
  outdir: "out",
  write: false,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome103", "firefox113", "safari16.4"],
  charset: "ascii",
  banner: { js: licences },
  legalComments: "inline",
  logLevel: "warning",
});
const text = (end) => result.outputFiles.find((f) => f.path.endsWith(end)).text;
// Nothing in the bundle may look like the end of the element that it stands in.
const script = text("main.js").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const style = (text("page.css") + text("lab.css")).replaceAll("</style", "<\\/style");
let page = await readFile(join(here, "src/page.html"), "utf8");
page = page.replace("/*style*/", () => style).replace("/*script*/", () => script);
if (page.split("<!--ordo:data-->").length !== 2) throw new Error("page.html: the data has no place");
await writeFile(out + ".part", page);
await rename(out + ".part", out);
