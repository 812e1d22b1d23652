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

/** A member of `Accept`, `Accept-Encoding` or a similar header. */
export interface QualityValue {
  /** Name in lower case, without parameters: `text/markdown`, `gzip`, `*`. */
  name: string;
  /** Number from 0 to 1. Invalid weights are 0. */
  weight: number;
}

/** Reads the members of a header field with quality values, in order (RFC 9110, section 12.4.2). */
export function qualityValues(header: string): QualityValue[] {
  return splitUnquoted(header, ",").map(toItem);
}

function toItem(text: string): QualityValue {
  const [name = "", ...parameters] = splitUnquoted(text, ";").map((part) => part.trim().toLowerCase());
  const parameter = parameters.find((one) => one.startsWith("q="));
  const weight = parameter === undefined ? 1 : Number(parameter.slice("q=".length));
  return { name, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
