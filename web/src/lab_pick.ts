// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lab_pick.ts: what is picked in a source, as the address has it: "8" is a line, "8:17" a statement,
// "f" the whole function; "1/8" is line 8 of the second file.
import type { Lab, Statement } from "./lab";

export interface Pick {
  token: string;
  file: number;
  line: number; // 0: the whole function
  statements: Statement[]; // in the order of the source
  whole: boolean; // the pick is a whole line
}

export const WHOLE = "f";
export const NOTHING = "-";

export const lineToken = (file: number, line: number): string => (file ? `${file}/${line}` : String(line));
export const statementToken = (s: Statement): string => (s.file ? `${s.file}/${s.token}` : s.token);

function one(lab: Lab, token: string): Pick | null {
  if (token === WHOLE) return { token, file: 0, line: 0, statements: [], whole: true };
  const [, file = "0", place = ""] = /^(?:(\d+)\/)?(\d+(?::\d+(?:\.\d+)?)?)$/.exec(token) ?? [];
  if (!place) return null;
  const f = Number(file);
  if (place.includes(":")) {
    const s = lab.statement(f, place);
    return s ? { token, file: f, line: s.json.line, statements: [s], whole: false } : null;
  }
  const statements = lab.line(f, Number(place));
  return statements.length ? { token, file: f, line: Number(place), statements, whole: true } : null;
}

/** The picks that exist in this source, each once. */
export function picks(lab: Lab, text: string): Pick[] {
  return [...new Set(text.split(","))].map((t) => one(lab, t)).filter((p) => p != null);
}

export function toggled(list: Pick[], token: string): string {
  const tokens = list.map((p) => p.token);
  const next = tokens.includes(token) ? tokens.filter((t) => t !== token) : [...tokens, token];
  return next.join(",") || NOTHING;
}
