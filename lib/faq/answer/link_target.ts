const PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const STARTS_ABSOLUTE = /^\s*(?:https?:|mailto:)/i;

/**
 * Returns a link's normalized URL if it is absolute and uses http, https or mailto. Percent-encodes `"`, `<` and `>`.
 */
export function linkTarget(href: string | undefined): string | undefined {
  if (href === undefined || !STARTS_ABSOLUTE.test(href)) return undefined;
  const url = parseUrl(href);
  if (url === undefined || !PROTOCOLS.has(url.protocol)) return undefined;
  return url.href.replaceAll('"', "%22").replaceAll("<", "%3C").replaceAll(">", "%3E");
}

function parseUrl(href: string): URL | undefined {
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
}
