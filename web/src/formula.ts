// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// formula.ts: parses y = f(n, c), as in JPROFILE102's formula box: numbers, + - * / ^, brackets, functions, and
// juxtaposition as in "0.25 n^2 log n". Grammar:
//   sum = product (("+" | "-") product)*      product = sign (("*" | "/")? sign)*
//   sign = "-"* power                          power = atom ("^" sign)?
//   atom = number | variable | function (atom | "(" sum ("," sum)* ")") | "(" sum ")"

export type Variables = Record<string, number>;
type Node = (v: Variables) => number;
export type Compiled = { ok: true; run: Node } | { ok: false; error: string; at: number };

const VARIABLES = ["n", "c", "count", "sum", "worst", "best", "mean"];
const CONSTANTS: Variables = { e: Math.E, pi: Math.PI };
const FUNCTIONS: Record<string, [number, (...x: number[]) => number]> = {
  log: [1, Math.log2],
  log2: [1, Math.log2],
  lg: [1, Math.log2],
  ln: [1, Math.log],
  log10: [1, Math.log10],
  exp: [1, Math.exp],
  sqrt: [1, Math.sqrt],
  cbrt: [1, Math.cbrt],
  abs: [1, Math.abs],
  floor: [1, Math.floor],
  ceil: [1, Math.ceil],
  pow: [2, Math.pow],
  min: [2, Math.min],
  max: [2, Math.max],
};

class Mistake extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

interface Token {
  kind: "number" | "name" | "sign" | "end";
  text: string;
  at: number;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function scan(source: string): Token[] {
  const tokens: Token[] = [];
  const rule = /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([\p{L}_][\p{L}\d_]*)|([-+*\/^(),·×−√])|([⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:·[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?))/uy;
  while (rule.lastIndex < source.length) {
    const from = rule.lastIndex;
    const m = rule.exec(source);
    if (!m) {
      if (!source.slice(from).trim()) break;
      const at = from + source.slice(from).search(/\S/);
      throw new Mistake(`'${[...source.slice(at)][0]}' is not expected here`, at);
    }
    const at = rule.lastIndex - m[0].trimStart().length;
    if (m[1]) tokens.push({ kind: "number", text: m[1], at });
    else if (m[2]) tokens.push({ kind: "name", text: m[2], at });
    else if (m[4]) {
      tokens.push({ kind: "sign", text: "^", at });
      const digits = [...m[4]].map((c) => (c === "·" ? "." : SUPERSCRIPTS.indexOf(c))).join("");
      tokens.push({ kind: "number", text: digits, at });
    } else if (m[3] === "√") tokens.push({ kind: "name", text: "sqrt", at });
    else {
      const same: Record<string, string> = { "·": "*", "×": "*", "−": "-" };
      tokens.push({ kind: "sign", text: same[m[3]!] ?? m[3]!, at });
    }
  }
  tokens.push({ kind: "end", text: "", at: source.length });
  return tokens;
}

class Parser {
  private i = 0;
  private depth = 0;
  constructor(private readonly tokens: Token[]) {}

  private get next(): Token {
    return this.tokens[this.i]!;
  }

  private take(sign: string): boolean {
    if (this.next.kind !== "sign" || this.next.text !== sign) return false;
    this.i++;
    return true;
  }

  private unexpected(): Mistake {
    const t = this.next;
    if (t.kind === "end") return new Mistake("the formula ends too early", t.at);
    return new Mistake(`'${t.text}' is not expected here`, t.at);
  }

  whole(): Node {
    const f = this.sum();
    if (this.next.kind !== "end") {
      if (this.next.text === ")") throw new Mistake("')' without '('", this.next.at);
      throw this.unexpected();
    }
    return f;
  }

  private sum(): Node {
    if (++this.depth > 200) throw new Mistake("too many brackets", this.next.at);
    let left = this.product();
    for (;;) {
      const a = left;
      if (this.take("+")) {
        const b = this.product();
        left = (v) => a(v) + b(v);
      } else if (this.take("-")) {
        const b = this.product();
        left = (v) => a(v) - b(v);
      } else {
        this.depth--;
        return left;
      }
    }
  }

  private product(): Node {
    let left = this.sign();
    for (;;) {
      const a = left;
      if (this.take("*")) {
        const b = this.sign();
        left = (v) => a(v) * b(v);
      } else if (this.take("/")) {
        const b = this.sign();
        left = (v) => a(v) / b(v);
      } else if (this.next.kind === "number" || this.next.kind === "name" || this.next.text === "(") {
        const b = this.power();
        left = (v) => a(v) * b(v);
      } else return left;
    }
  }

  private sign(): Node {
    if (++this.depth > 200) throw new Mistake("too many signs", this.next.at);
    let f: Node;
    if (this.take("-")) {
      const a = this.sign();
      f = (v) => -a(v);
    } else {
      this.take("+");
      f = this.power();
    }
    this.depth--;
    return f;
  }

  private power(): Node {
    const a = this.atom();
    if (!this.take("^")) return a;
    const b = this.sign();
    return (v) => a(v) ** b(v);
  }

  private atom(): Node {
    const t = this.next;
    if (t.kind === "number") {
      this.i++;
      const x = Number(t.text);
      return () => x;
    }
    if (t.kind === "name") {
      this.i++;
      return this.named(t);
    }
    if (!this.take("(")) throw this.unexpected();
    const f = this.sum();
    if (!this.take(")")) throw new Mistake("this '(' is not closed", t.at);
    return f;
  }

  private named(t: Token): Node {
    const name = t.text;
    if (VARIABLES.includes(name)) return (v) => v[name] ?? NaN;
    if (name in CONSTANTS && Object.hasOwn(CONSTANTS, name)) return () => CONSTANTS[name]!;
    if (!Object.hasOwn(FUNCTIONS, name))
      throw new Mistake(
        `'${name}' is unknown: variables are ${VARIABLES.join(", ")}; functions ${Object.keys(FUNCTIONS).join(", ")}`,
        t.at,
      );
    const [arity, f] = FUNCTIONS[name]!;
    const x = this.operands(t);
    if (x.length !== arity)
      throw new Mistake(`${name} takes ${arity} ${arity === 1 ? "value" : "values"}, not ${x.length}`, t.at);
    return (v) => f(...x.map((g) => g(v)));
  }

  private operands(t: Token): Node[] {
    const open = this.next.at;
    if (!this.take("(")) {
      if (this.next.kind === "end") throw new Mistake(`${t.text} needs an argument`, t.at);
      return [this.power()];
    }
    const x = [this.sum()];
    while (this.take(",")) x.push(this.sum());
    if (!this.take(")")) throw new Mistake("this '(' is not closed", open);
    return x;
  }
}

export function compile(source: string): Compiled {
  try {
    if (!source.trim()) throw new Mistake("type a formula, for instance c / n", 0);
    return { ok: true, run: new Parser(scan(source)).whole() };
  } catch (e) {
    if (e instanceof Mistake) return { ok: false, error: e.message, at: e.at };
    throw e;
  }
}
