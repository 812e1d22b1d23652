/** Writes the place where a list goes on, with the sort it belongs to, as opaque text. */
export function encodeCursor(after: string, sort: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([sort, after]));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads a cursor, or answers undefined when it is none of this sort. */
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
