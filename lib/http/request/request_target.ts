/** Path forms that proxies and servers resolve differently, each with the reason in the response. */
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

/** Matches every refused form. Most paths do not match, so they need only this test. */
const hint = /[^\x21-\x5b\x5d-\x7e]|%|\/\./;

/**
 * Returns the reason to refuse a path, or undefined for an allowed path. If a proxy and this server resolve a path differently, a request can
 * bypass the proxy's rules. Such a path is refused and never normalized. A doubly encoded `%252E` is allowed, because no code decodes it twice.
 * A slash as `%2F` is allowed, because it is part of a name and not a separator.
 *
 * @param path the encoded path as the client sent it: `/api/public/v1/post/acme`
 */
export function targetRefusal(path: string): string | undefined {
  if (!hint.test(path)) return undefined;
  return refusedForms.find(([form]) => form.test(path))?.[1];
}
