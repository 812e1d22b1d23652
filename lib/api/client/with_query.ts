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
  | Pick<PostOptions<unknown>, "fields" | "preview">
  | Pick<SitemapOptions, "page">;

/** Parameters whose lists are sent as repeated parameters. Other lists are joined with commas, which tags may contain. */
const repeated: ReadonlySet<string> = new Set(["tag", "notTag"]);

/** Adds query parameters to an address. The server checks their values. */
export function withQuery(address: string, query: Query): string {
  // JSON omits undefined values and writes a Date in ISO 8601.
  const values = JSON.parse(JSON.stringify(query)) as Record<string, unknown>;
  const parameters = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) && repeated.has(name)
      ? value.map((one) => [name, String(one)])
      : [[name, String(value)]],
  );
  const search = new URLSearchParams(parameters).toString();
  return search === "" ? address : `${address}?${search}`;
}
