/** Maximum number of characters of an input that a message repeats. */
const longestEcho = 80;

const longEcho = new RegExp(`^(.{${longestEcho - 1}}).{2}.*$`, "su");
const quote = /"((?:[^"\\]|\\.)*)"/gsu;

/** Returns an input as messages repeat it: its first 80 characters. */
export function echoed(input: string): string {
  return input.length <= longestEcho ? input : input.replace(longEcho, "$1…");
}

/** Maximum number of characters of a message. */
const longestMessage = 2000;

/** Shortens the inputs that a message repeats in quotes, and the message. */
export function withShortQuotes(message: string): string {
  if (message.length <= longestEcho) return message;
  const shown = message.replace(quote, (_quote, input: string) => `"${echoed(input)}"`);
  return shown.length <= longestMessage ? shown : `${shown.slice(0, longestMessage)}…`;
}
