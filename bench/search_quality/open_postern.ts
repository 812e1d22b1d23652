import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import type { SearchDocument } from "./search_document.ts";

/** Storage of the posts: the `storage` of `createPublicApi`. */
export type OpenStorage = NonNullable<Parameters<typeof createPublicApi>[0]>["storage"];

/** Results of a context: the ids of its documents, the best first, and the estimated tokens. */
export interface ContextResult {
  ids: string[];
  tokens: number;
}

/** Postern's search with a post for each document. */
export interface OpenPostern {
  /** Ids of at most `limit` documents, the best first. */
  search: (query: string, limit: number) => Promise<string[]>;
  /** True if the search says that it has no good match, or finds nothing. */
  hasNoMatch: (query: string) => Promise<boolean>;
  /** Ids of the suggested documents. */
  suggest: (query: string) => Promise<string[]>;
  context: (query: string) => Promise<ContextResult>;
}

/** Tokens of a context. */
export const contextTokens = 2000;

/** Writes the documents to a store, in memory by default, and opens their search. */
export async function openPostern(
  documents: readonly SearchDocument[],
  language: string,
  storage: OpenStorage = memoryDriver(),
): Promise<OpenPostern> {
  const api = createPublicApi({ storage });
  await api.organizations.create({ slug: "site", name: "Site", siteUrl: "https://site.example", language });
  for (const [number, { title, html, description }] of documents.entries()) {
    const post = { name: title, slug: `document-${number}`, html, ...(description && { description }) };
    await api.posts.create("site", post);
  }
  await api.events.settle();
  const idOf = ({ slug }: { slug: string }): string =>
    documents[Number(slug.slice("document-".length))]?.id ?? "";
  const get = async (path: string, parameters: Record<string, string>): Promise<Found> => {
    const url = `http://localhost/api/public/v1/${path}?${new URLSearchParams(parameters).toString()}`;
    const response = await api.fetch(new Request(url));
    if (!response.ok) throw new Error(`Cannot get ${url}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Found;
  };
  return {
    search: async (q, limit) => {
      const { results = [] } = await get("search/site", { q, in: "posts", limit: String(limit) });
      return results.map(idOf);
    },
    hasNoMatch: async (q) => {
      const { results = [], noGoodMatch } = await get("search/site", { q });
      return noGoodMatch === true || results.length === 0;
    },
    suggest: async (q) => [...new Set((await get("search/site/suggest", { q })).suggestions?.map(idOf))],
    context: async (q) => {
      const parameters = { q, maxTokens: String(contextTokens), format: "json" };
      const { passages = [], tokens = 0 } = await get("context/site", parameters);
      return { ids: [...new Set(passages.map(idOf))], tokens };
    },
  };
}

interface Found {
  results?: { slug: string }[];
  suggestions?: { slug: string }[];
  passages?: { slug: string }[];
  tokens?: number;
  noGoodMatch?: boolean;
}
