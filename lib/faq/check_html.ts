import { FaqInputTooLargeError } from "./faq_input_too_large_error.ts";

/**
 * Checks the first argument of a function that takes HTML.
 *
 * @throws {TypeError} if it is not a string
 * @throws {FaqInputTooLargeError} if it is longer than the limit
 */
export function checkHtml(functionName: string, html: unknown, limit: number): void {
  if (typeof html !== "string") {
    throw new TypeError(`${functionName} expects HTML as a string, but got ${describe(html)}`);
  }
  if (html.length > limit) throw new FaqInputTooLargeError(html.length, limit);
}

function describe(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const { constructor } = value;
  return typeof constructor === "function" ? `an instance of ${constructor.name}` : "an object";
}
