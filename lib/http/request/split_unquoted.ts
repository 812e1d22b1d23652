/** Parts of a list or of parameters. A quoted string without an end goes to the end of the text. */
const parts: Readonly<Record<"," | ";", RegExp>> = {
  ",": /(?:"(?:[^"\\]|\\[^]?)*"?|[^",])+/g,
  ";": /(?:"(?:[^"\\]|\\[^]?)*"?|[^";])+/g,
};

/** Splits the value of a header at separators outside of quoted strings (RFC 9110, sections 5.6.1 and 5.6.6). */
export function splitUnquoted(text: string, separator: keyof typeof parts): string[] {
  if (!text.includes('"')) return text.split(separator);
  return text.match(parts[separator]) ?? [];
}
