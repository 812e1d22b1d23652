const PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const STARTS_ABSOLUTE = /^\s*(?:https?:|mailto:)/i;

/** Returns the URL of a link if it is absolute, and of http, https or mailto; normalized, without characters of HTML. */
export function linkTarget(href: string | undefined): string | undefined {
  if (href === undefined || !STARTS_ABSOLUTE.test(href)) return undefined;
  const url = parsed(href);
  if (url === undefined || !PROTOCOLS.has(url.protocol)) return undefined;
  return url.href.replaceAll('"', "%22").replaceAll("<", "%3C").replaceAll(">", "%3E");
}

function parsed(href: string): URL | undefined {
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
}
