/**
 * Returns the relative reference (RFC 3986, section 4.2) from a request to a path of the same server. Clients resolve it against the address
 * that they requested, so it holds behind a proxy that removes or adds a prefix.
 *
 * @param target encoded path and query of the request
 * @param path absolute encoded path
 */
export function relativeReference(target: string, path: string): string {
  const from = (/^[^?#]*/.exec(target)?.[0] ?? "").split("/").slice(0, -1);
  const to = path.split("/");
  const differs = to.findIndex((part, index) => index === to.length - 1 || part !== from[index]);
  const rest = to.slice(differs).join("/");
  const ups = "../".repeat(from.length - differs);
  // Without `./`, a colon in the first part would end a scheme, and an empty part would begin an authority.
  return ups === "" && /^(?:$|\/|[^/]*:)/.test(rest) ? `./${rest}` : ups + rest;
}
