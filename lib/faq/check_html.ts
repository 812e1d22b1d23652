import { FaqInputTooLargeError } from "./faq_input_too_large_error.ts";

/**
 * Checks the first argument of a function that takes HTML.
 *
 * @throws {TypeError} when it is no string
 * @throws {FaqInputTooLargeError} when it is longer than the limit
 */
export function checkHtml(functionName: string, html: unknown, limit: number): void {
  if (typeof html !== "string") {
    throw new TypeError(`${functionName} takes HTML as a string, and got ${shown(html)}`);
  }
  if (html.length > limit) throw new FaqInputTooLargeError(html.length, limit);
}

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const { constructor } = value;
  return typeof constructor === "function" ? `an instance of ${constructor.name}` : "an object";
}
