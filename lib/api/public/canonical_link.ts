/** Returns a `Link` header that names the page of a copy (RFC 6596), so that search engines list the page and not the copy. */
export function canonicalLink(page: string): string {
  return `<${page}>; rel="canonical"`;
}
