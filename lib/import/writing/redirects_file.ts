/** A redirect from an old address of the site to a post's address. */
export interface Redirect {
  /** An absolute path, with the query string if the address has one, percent-encoded. */
  from: string;
  /** An absolute URL. */
  to: string;
}

/** The redirects that a map can express, and the others with the reason. */
export interface WrittenMap {
  text: string;
  missing: (Redirect & { reason: string })[];
}

/** Writes redirects as a `_redirects` file. Its fields are separated by spaces, and paths stay percent-encoded. */
export function toRedirectsFile(redirects: readonly Redirect[]): WrittenMap {
  const missing: WrittenMap["missing"] = [];
  const lines: string[] = [];
  for (const redirect of redirects) {
    const { from, to } = redirect;
    const reason =
      queryOf(from) === ""
        ? /\*|:[A-Za-z]/.test(from)
          ? "_redirects reads * and :name as placeholders"
          : undefined
        : "_redirects compares no query strings";
    if (reason === undefined) lines.push(`${from} ${to} 301\n`);
    else missing.push({ ...redirect, reason });
  }
  return { text: lines.join(""), missing };
}

/** Returns the query string of a redirect with its question mark, or an empty text. */
export function queryOf(from: string): string {
  const start = from.indexOf("?");
  return start < 0 ? "" : from.slice(start);
}
