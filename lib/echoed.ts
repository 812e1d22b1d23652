/** Maximum number of characters of an input that a message repeats. */
const longestEcho = 80;

const longEcho = new RegExp(`^(.{${longestEcho - 1}}).{2}.*$`, "su");
const longQuote = new RegExp(`"([^"]{${longestEcho - 1}})[^"]{2,}"`, "gu");

/** Returns an input as messages repeat it: its first 80 characters. */
export function echoed(input: string): string {
  return input.length <= longestEcho ? input : input.replace(longEcho, "$1…");
}

/** Shortens the inputs that a message repeats in quotes. */
export function withShortQuotes(message: string): string {
  return message.length <= longestEcho ? message : message.replace(longQuote, '"$1…"');
}
