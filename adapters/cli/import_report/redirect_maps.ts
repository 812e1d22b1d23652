/** A redirect from an old path of the site to a post's address. */
export interface Redirect {
  /** An absolute path, decoded. */
  from: string;
  /** An absolute URL. */
  to: string;
}

/** Redirects as three web servers read them. */
export interface RedirectMaps {
  /** A `map` block for the `http` context, and the rule that uses it in a comment. */
  nginx: string;
  /** `redir` lines for a site block. */
  caddy: string;
  /** A `_redirects` file. */
  _redirects: string;
}

/**
 * Returns the redirects of a post.
 *
 * @param addresses the post's earlier addresses: absolute URLs, or paths
 * @param url the post's address now
 */
export function redirectsTo(url: string, addresses: readonly string[]): Redirect[] {
  const target = new URL(url);
  const paths = addresses.flatMap((address) => {
    if (!URL.canParse(address, target)) return [];
    const { pathname, search, protocol } = new URL(address, target);
    // A redirect by path cannot tell two query strings apart.
    return search === "" && protocol.startsWith("http") ? [pathname] : [];
  });
  return [...new Set(paths)]
    .filter((path) => path !== "/" && path !== target.pathname)
    .map((from) => ({ from, to: target.href }));
}

/** Writes redirects for nginx, Caddy and `_redirects`. */
export function toRedirectMaps(redirects: readonly Redirect[]): RedirectMaps {
  const nginx = redirects.map(({ from, to }) => `  ${quoted(decoded(from))} ${quoted(to)};`);
  return {
    nginx: [
      "# In the server block: if ($postern_redirect) { return 301 $postern_redirect; }",
      "map $uri $postern_redirect {",
      ...nginx,
      "}",
      "",
    ].join("\n"),
    caddy: redirects
      .map(({ from, to }) => `redir ${quoted(decoded(from))} ${quoted(to)} permanent\n`)
      .join(""),
    _redirects: redirects.map(({ from, to }) => `${from} ${to} 301\n`).join(""),
  };
}

/** nginx and Caddy compare the decoded path. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"$]/g, (character) => `\\${character}`).replace(/[\r\n]/g, "")}"`;
}
