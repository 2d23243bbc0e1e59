// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// router.ts: every view has an address: #/VIEW?KEY=VALUE&... A link or a choice makes an entry in the
// history; typing replaces the current one.

export class Address {
  constructor(
    readonly view: string,
    readonly params: URLSearchParams,
  ) {}

  get(key: string, otherwise = ""): string {
    return this.params.get(key) ?? otherwise;
  }
}

export function parse(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return new Address(path || "overview", new URLSearchParams(query));
}

export function href(view: string, params: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [k, v] of Object.entries(params)) if (v != null && v !== "") query.set(k, v);
  const text = query.toString();
  return `#/${view}${text ? "?" + text : ""}`;
}

export const here = (): Address => parse(location.hash);

/** Sets some parameters of the current address ("" removes one); the others stay. */
export function adjust(changes: Record<string, string>, entry: "new" | "same" = "new"): void {
  const { view, params } = here();
  for (const [k, v] of Object.entries(changes)) {
    if (v === "") params.delete(k);
    else params.set(k, v);
  }
  const text = params.toString();
  const hash = `#/${view}${text ? "?" + text : ""}`;
  if (hash === location.hash) return;
  if (entry === "new") location.hash = hash;
  else history.replaceState(null, "", hash);
}

export interface View {
  /** The same view at another address. */
  update(address: Address): void;
  dispose?(): void;
}

export type ViewMaker = (root: HTMLElement, address: Address) => View;
