import { fromBase64, toBase64 } from "../../../base/text/base64.ts";

/** Encodes the start of a list's next page and the list's sort as an opaque cursor. */
export function encodeCursor(after: string, sort: string): string {
  const base64 = toBase64(new TextEncoder().encode(JSON.stringify([sort, after])));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a cursor. Returns undefined if it is invalid or belongs to a different sort. */
export function decodeCursor(cursor: string, sort: string): string | undefined {
  try {
    const bytes = fromBase64(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    if (bytes === undefined) return undefined;
    const parts: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!Array.isArray(parts) || parts.length !== 2 || parts[0] !== sort) return undefined;
    return typeof parts[1] === "string" ? parts[1] : undefined;
  } catch {
    return undefined;
  }
}
