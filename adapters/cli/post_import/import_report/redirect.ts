import type { Redirect } from "../../../../lib/import/writing/mod.ts";

export { queryOf, type Redirect, type WrittenMap } from "../../../../lib/import/writing/mod.ts";

/** An old address that cannot be redirected, or only by some of the web servers. */
export interface UnmappedAddress extends Redirect {
  /** The maps in which the address is missing. */
  missingIn: (keyof RedirectMaps)[];
  reason: string;
}

/** Redirects as three web servers read them. */
export interface RedirectMaps {
  /** `map` blocks for the `http` context, and the rule that uses them in a comment. */
  nginx: string;
  /** `map` and `redir` directives for a site block. */
  caddy: string;
  /** A `_redirects` file. */
  _redirects: string;
}

/** Returns the path of a redirect as a web server compares it, or undefined if it is not encoded as UTF-8. */
export function decodedPath(from: string): string | undefined {
  const [path = ""] = from.split("?", 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Encodes the characters of a URL that begin variables of nginx and placeholders of Caddy. */
export function withoutVariables(url: string): string {
  return url.replaceAll("$", "%24").replaceAll("{", "%7B").replaceAll("}", "%7D");
}
