import type { ListQuery, PostOptions, SitemapOptions } from "./client_types.ts";

type Query = ListQuery | Pick<PostOptions, "fields"> | Pick<SitemapOptions, "page">;

/** An address with query parameters. Whether a value is allowed is the server's to say. */
export function withQuery(address: string, query: Query): string {
  // JSON leaves out what is undefined, and writes a Date in ISO 8601; a list of names becomes one with commas.
  const parameters = JSON.parse(JSON.stringify(query)) as Record<string, string>;
  const search = new URLSearchParams(parameters).toString();
  return search === "" ? address : `${address}?${search}`;
}
