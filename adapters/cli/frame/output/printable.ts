/** Replaces control characters in untrusted text, because a terminal executes them. Line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}

/** Like {@link printable}, and replaces line breaks and tabs. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, " "));
}
