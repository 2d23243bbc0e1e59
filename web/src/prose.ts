// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// prose.ts: texts of the terminal's report as the page writes them: commands between backticks become code, and
// what is not code has the page's signs for powers and multiples.
import { h } from "./dom";
import { formulaText, shown } from "./numbers";

/** "n^2 over the input; at 10x" as "n² over the input; at 10×". */
export const signs = (text: string): string => formulaText(text).replace(/(\d)x(?![\w.])/g, "$1×");

/** Text without commands. */
export const proseText = (text: string): string => signs(shown(text.replace(/\n/g, " ")));

/** Text with commands between backticks, and options, which no line break may divide. */
export const prose = (text: string): (Node | string)[] =>
  (text && shown(text.replace(/\n/g, " ")))
    .split(/`([^`]*)`|((?<=\s)--[a-z][a-z-]*)/)
    .map((part, i) => (part && i % 3 ? h("code", { class: i % 3 === 2 ? "option" : null }, part) : signs(part ?? "")));
