// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// blocks.ts: reads the page's data: script elements with deflated bytes in base64.

async function inflate(id: string): Promise<Uint8Array> {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this file is incomplete: its part ${id} is missing`);
  const binary = atob(element.textContent ?? "");
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  // Written and read here, because a browser copies a Blob and a Response through another process.
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  writer.write(bytes).then(() => writer.close()).catch(() => {}); // reading fails, too
  const parts: Uint8Array[] = [];
  let n = 0;
  for (const reader = stream.readable.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    n += value.length;
  }
  const all = new Uint8Array(n);
  n = 0;
  for (const part of parts) {
    all.set(part, n);
    n += part.length;
  }
  return all;
}

/** Bytes that are not UTF-8 become U+FFFD. */
export async function blockText(id: string): Promise<string> {
  return new TextDecoder().decode(await inflate(id));
}

export async function blockJson<T>(id: string): Promise<T> {
  return JSON.parse(await blockText(id)) as T;
}
