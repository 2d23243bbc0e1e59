// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// blocks.ts: reads the page's data: script elements with deflated bytes in base64.

async function inflate(id: string): Promise<Uint8Array> {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this file is incomplete: its part ${id} is missing`);
  const binary = atob(element.textContent ?? "");
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Bytes that are not UTF-8 become U+FFFD. */
export async function blockText(id: string): Promise<string> {
  return new TextDecoder().decode(await inflate(id));
}

export async function blockJson<T>(id: string): Promise<T> {
  return JSON.parse(await blockText(id)) as T;
}
