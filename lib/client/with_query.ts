import type {
  ContextQuery,
  EventQuery,
  ListQuery,
  PostOptions,
  RedirectsQuery,
  SearchQuery,
  SitemapOptions,
} from "./client_types.ts";

type Query =
  | ListQuery
  | EventQuery
  | RedirectsQuery
  | (SearchQuery & { q: string })
  | (ContextQuery & { q: string })
  | Pick<PostOptions, "fields" | "preview">
  | Pick<SitemapOptions, "page">;

/** Adds query parameters to an address. The server checks their values. */
export function withQuery(address: string, query: Query): string {
  // JSON omits undefined values and writes a Date in ISO 8601. Lists of names are joined with commas.
  const parameters = JSON.parse(JSON.stringify(query)) as Record<string, string>;
  const search = new URLSearchParams(parameters).toString();
  return search === "" ? address : `${address}?${search}`;
}
