/** Returns the cache tag of a post's page. */
export function postTag(slug: string): string {
  return `post-${encodeURIComponent(slug)}`;
}
