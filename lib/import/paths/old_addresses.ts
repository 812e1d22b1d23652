const maxAliases = 100;
const maxAliasLength = 2000;

/**
 * Returns the paths from which a post redirects, such as `/2020/old.html` or `/?p=12`: Hugo's and Zola's `aliases`, and
 * `redirect_from` of Jekyll. Addresses of other sites are left out.
 */
export function oldAddresses(found: readonly unknown[], siteUrl: string): string[] | undefined {
  const given = found.flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]));
  const paths = new Set<string>();
  for (const value of given) {
    if (paths.size === maxAliases) break;
    const path =
      typeof value === "string" && value.length <= maxAliasLength ? pathOf(value, siteUrl) : undefined;
    if (path !== undefined) paths.add(path);
  }
  return paths.size === 0 ? undefined : [...paths];
}

/** Returns the absolute path of an address, with its query string and fragment. `..` cannot leave the site. */
function pathOf(address: string, siteUrl: string): string | undefined {
  const site = URL.canParse(siteUrl) ? new URL(siteUrl) : new URL("http://site.invalid");
  const text = address.trim();
  const base = `${site.protocol}//${site.host}/`;
  if (text === "" || !URL.canParse(text, base)) return undefined;
  const { host, protocol, pathname, search, hash } = new URL(text, base);
  if (host !== site.host || !/^https?:$/.test(protocol)) return undefined;
  const path = pathname + search + hash;
  return path === "/" || path.startsWith("//") || path.length > maxAliasLength ? undefined : path;
}
