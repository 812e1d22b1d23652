import * as v from "valibot";

const rule = "must be an absolute http or https URL";

/** Validates a URL that pages link to or load: `javascript:` and `data:` are refused. */
export const webUrlInput: v.GenericSchema<string> = v.config(
  v.pipe(
    v.string("must be a string"),
    v.check((text) => webUrl(text) !== undefined, rule),
    // For the `format` of the OpenAPI document.
    v.url(rule),
  ),
  { abortPipeEarly: true },
);

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
