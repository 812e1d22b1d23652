import { declaredEncoding, type Markup } from "./declared_encoding.ts";

/** Decodes the beginning of a file to detect its format. Bytes that are no text become U+FFFD. */
export function beginningOfText(bytes: Uint8Array, markup?: Markup): string {
  const encoding = declaredEncoding(bytes, markup) ?? "utf-8";
  try {
    return new TextDecoder(encoding).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder().decode(bytes, { stream: true });
  }
}
