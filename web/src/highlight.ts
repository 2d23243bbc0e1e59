// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// highlight.ts: a line of C or C++ with syntax colours. Each line is coloured when it is shown, so a file of
// any length opens at once; what a line cannot know, whether it begins inside of a comment, one pass over
// the file finds out.
import hljs from "highlight.js/lib/core";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import { h } from "./dom";
import { shown } from "./numbers";

hljs.registerLanguage("c", c);
hljs.registerLanguage("cpp", cpp);

const LONGEST = 2000; // characters of a line that are shown
const TOKEN = /\/\/.*|\/\*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g;
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

/** For each line whether it begins inside of a comment. */
function commented(text: string[]): Uint8Array {
  const inside = new Uint8Array(text.length);
  let open = false;
  text.forEach((line, i) => {
    inside[i] = Number(open);
    let at = 0;
    for (;;) {
      if (open) {
        const end = line.indexOf("*/", at);
        if (end < 0) return;
        at = end + 2;
        open = false;
      }
      TOKEN.lastIndex = at;
      let found = TOKEN.exec(line);
      while (found && found[0] !== "/*") found = TOKEN.exec(line);
      if (!found) return;
      open = true;
      at = found.index + 2;
    }
  });
  return inside;
}

/** Makes elements of the highlighter's output, which has nothing but spans and text. */
function elements(html: string): (Node | string)[] {
  const stack: { name: string; children: (Node | string)[] }[] = [{ name: "", children: [] }];
  for (const part of html.split(/(<span class="[^"]*">|<\/span>)/)) {
    if (part.startsWith("<span ")) stack.push({ name: part.slice(13, -2), children: [] });
    else if (part === "</span>" && stack.length > 1) {
      const done = stack.pop()!;
      stack[stack.length - 1]!.children.push(h("span", { class: done.name }, done.children));
    } else if (part) stack[stack.length - 1]!.children.push(part.replace(/&(?:amp|lt|gt|quot|#x27);/g, (e) => ENTITIES[e]!));
  }
  return stack[0]!.children;
}

export class Highlighter {
  private readonly inside: Uint8Array;
  private readonly language: string | null;
  private readonly kept = new Map<number, string>();

  constructor(
    file: string,
    private readonly text: string[],
  ) {
    const ending = /\.([A-Za-z+]+)$/.exec(file)?.[1] ?? "";
    this.language = /^[ch]$/.test(ending) ? "c" : /^(cc|cpp|cxx|c\+\+|C|hh|hpp|hxx|h\+\+|H|ipp|inl|tcc|tpp)$/.test(ending) ? "cpp" : null;
    this.inside = this.language ? commented(text) : new Uint8Array(0);
  }

  /** A line, counted from 1. */
  line(number: number): (Node | string)[] {
    const raw = this.text[number - 1];
    if (!raw) return [];
    const text = shown(raw.slice(0, LONGEST).replace(/\t/g, "    "));
    if (!this.language) return [text];
    let html = this.kept.get(number);
    if (html == null) {
      // The end of a comment that began above is a comment of its own.
      const end = this.inside[number - 1] ? text.indexOf("*/") + 2 : 0;
      const before = this.inside[number - 1] ? (end > 1 ? text.slice(0, end) : text) : "";
      const escaped = before.replace(/[&<>]/g, (x) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[x]!);
      html = (before && `<span class="hljs-comment">${escaped}</span>`) + hljs.highlight(text.slice(before.length), { language: this.language, ignoreIllegals: true }).value;
      if (this.kept.size > 4000) this.kept.clear();
      this.kept.set(number, html);
    }
    return elements(html);
  }
}
