import * as v from "valibot";

/** The pattern includes scheme and host without user, because URL parsers also accept ` http:example.com`. */
const webUrlForm = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#\s\\@]+(?:[/?#][^\\\p{Cc}]*)?$/u;

/** JSON Schema pattern of absolute http and https URLs. */
export const webUrlPattern: string = webUrlForm.source;

/** Maximum length of a URL that pages link to or load. */
const longestUrl = 4096;

/** Validates a URL that pages link to or load. Rejects `javascript:` and `data:`. */
export const webUrlInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.metadata({ format: "uri", pattern: webUrlPattern }),
  v.maxLength(longestUrl, `must be at most ${longestUrl} characters`),
  v.check(isWebUrl, "must be an absolute http or https URL without user and password"),
);

/** True for an absolute http or https URL without user and password that matches {@link webUrlPattern}. */
export function isWebUrl(text: string): boolean {
  return webUrlForm.test(text) && URL.canParse(text);
}

/**
 * Returns the percent-encoded http or https URL of a text, or undefined. Every response has it in this form. Content sources of hosts and old
 * stores can contain passwords and `javascript:` URLs, which must not reach pages.
 */
export function webUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? withoutUser(url.href) : undefined;
}

/** Returns a URL without its user and password. */
export function withoutUser(url: string): string {
  return url.replace(/^(https?:\/\/)[^/?#\s\\]*@/i, "$1");
}
