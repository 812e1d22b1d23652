const names: Readonly<Record<string, string>> = {
  "post/{organizationSlug}": "List of posts",
  "post/{organizationSlug}/{slug}": "Single post",
  "post/{organizationSlug}/{slug}/related": "Related posts",
  "post/{organizationSlug}/sitemap": "Sitemap of the posts",
  "sitemap/{organizationSlug}": "Sitemap of the organization",
  "search/{organizationSlug}": "Search",
  "search/{organizationSlug}/suggest": "Search suggestions",
  "context/{organizationSlug}": "Passages for assistants",
  "faq/{organizationSlug}": "Questions and answers",
  "organization/{organizationSlug}": "Organization",
  "schema/{organizationSlug}": "Schema of the posts",
  "tags/{organizationSlug}": "Tags",
  "authors/{organizationSlug}": "Authors",
  "redirects/{organizationSlug}": "Redirects",
  "knowledge-base": "Knowledge base",
  "knowledge-base/search": "Search in the knowledge base",
  "POST knowledge-base": "New knowledge base text",
  "events/{organizationSlug}": "Events",
  "feed/{organizationSlug}/rss.xml": "RSS feed",
  "feed/{organizationSlug}/atom.xml": "Atom feed",
  "feed/{organizationSlug}/feed.json": "JSON feed",
  "llms/{organizationSlug}": "Overview for language models",
  "llms-full/{organizationSlug}": "All posts for language models",
  "POST mcp/{organizationSlug}": "Assistants (MCP)",
  admin: "Admin API",
};

/** Returns the name of an endpoint in words, or its path. */
export function endpointName(endpoint: string): string {
  return Object.hasOwn(names, endpoint) ? (names[endpoint] ?? endpoint) : endpoint;
}
