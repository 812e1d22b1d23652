import * as v from "valibot";

/** The pattern includes scheme and host, because URL parsers also accept ` http:example.com`. */
const webUrlForm = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#\s\\]+(?:[/?#][^\\\p{Cc}]*)?$/u;

/** JSON Schema pattern of absolute http and https URLs. */
export const webUrlPattern: string = webUrlForm.source;

/** Maximum length of a URL that pages link to or load. */
const longestUrl = 4096;

/** Validates a URL that pages link to or load. Rejects `javascript:` and `data:`. */
export const webUrlInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.metadata({ format: "uri", pattern: webUrlPattern }),
  v.maxLength(longestUrl, `must be at most ${longestUrl} characters`),
  v.check(isWebUrl, "must be an absolute http or https URL"),
);

/** True for an absolute http or https URL that matches {@link webUrlPattern}. */
export function isWebUrl(text: string): boolean {
  return webUrlForm.test(text) && URL.canParse(text);
}

/** Returns the percent-encoded http or https URL of a text, or undefined. */
export function webUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
}

/**
 * Returns a text unchanged if it is an http or https URL, else undefined. Content sources of hosts and old stores can contain
 * `javascript:` URLs, which must not reach pages.
 */
export function servedUrl(text: string | undefined): string | undefined {
  return text !== undefined && webUrl(text) !== undefined ? text : undefined;
}
