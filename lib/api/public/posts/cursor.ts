/** Encodes the start of a list's next page and the list's sort as an opaque cursor. */
export function encodeCursor(after: string, sort: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([sort, after]));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a cursor. Returns undefined if it is invalid or belongs to a different sort. */
export function decodeCursor(cursor: string, sort: string): string | undefined {
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const parts: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!Array.isArray(parts) || parts.length !== 2 || parts[0] !== sort) return undefined;
    return typeof parts[1] === "string" ? parts[1] : undefined;
  } catch {
    return undefined;
  }
}
