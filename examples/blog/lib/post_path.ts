/** Returns the path of a post's page. */
export function postPath(slug: string): string {
  return `/blog/${encodeURIComponent(slug)}`;
}
