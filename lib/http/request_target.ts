/** Forms that proxies and servers resolve differently, each with the reason that the client is given. */
const refusedForms: readonly (readonly [form: RegExp, detail: string])[] = [
  [/\\|%5c/i, "The path must not contain a backslash, raw or as %5C: separate its segments by /"],
  [
    /\/(?:\.|%2e){1,2}(?:\/|$)/i,
    "The path must not contain the segments . and .., raw or percent-encoded: send the resolved path",
  ],
  [
    /[^\x21-\x7e]|%(?:[01][\da-f]|7f)/i,
    "The path must be visible ASCII without control characters, raw or as %00 to %1F and %7F: percent-encode other characters as UTF-8",
  ],
];

/** Every refused form holds one of these. Most paths hold neither, and are then looked at once. */
const hint = /[^\x21-\x5b\x5d-\x7e]|%|\/\./;

/**
 * Returns the reason to refuse a path, or undefined where it is allowed. A proxy that reads such a path in another way than this server lets
 * a request through to a page that its rules close. The path is refused and never normalized. A doubly encoded `%252E` is allowed: nothing
 * decodes it twice. So is a slash as `%2F`, which is part of a name and separates nothing.
 *
 * @param path as the client sent it, still encoded: `/api/public/v1/post/acme`
 */
export function targetRefusal(path: string): string | undefined {
  if (!hint.test(path)) return undefined;
  return refusedForms.find(([form]) => form.test(path))?.[1];
}
