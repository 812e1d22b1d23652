/** Text that others wrote, for a terminal, which takes control characters for commands. Line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}

/** The same in one line. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, " "));
}
