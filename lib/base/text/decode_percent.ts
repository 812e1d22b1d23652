/** Decodes the percent-encoded bytes of a text. A text whose bytes are not UTF-8 stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
