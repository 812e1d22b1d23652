import * as v from "valibot";

/** The scheme and the host are spelled out: URL parsers also read ` http:example.com`. */
const webUrlForm = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#\s\\]+(?:[/?#][^\\\p{Cc}]*)?$/u;

/** Absolute http and https URLs as a JSON Schema pattern. */
export const webUrlPattern: string = webUrlForm.source;

/** Validates a URL that pages link to or load: `javascript:` and `data:` are refused. */
export const webUrlInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.metadata({ format: "uri", pattern: webUrlPattern }),
  v.check(isWebUrl, "must be an absolute http or https URL"),
);

/** Returns true for an absolute http or https URL as {@link webUrlPattern} describes it. */
export function isWebUrl(text: string): boolean {
  return webUrlForm.test(text) && URL.canParse(text);
}

/** The address that a text means on the web, percent-encoded, or undefined. */
export function webUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
}

/**
 * The text as it is where it is an http or https URL, else undefined. A host's content source and stores of older versions can have others,
 * such as `javascript:`, which must not reach pages.
 */
export function servedUrl(text: string | undefined): string | undefined {
  return text !== undefined && webUrl(text) !== undefined ? text : undefined;
}
