import { refuse } from "../../base/input/check_options.ts";
import type { KnowledgeReceipt } from "../../content/mod.ts";
import type { SinglePost } from "../representations/post_schema.ts";
import type { RedirectItems } from "../representations/redirect_schema.ts";
import type { KnowledgeText } from "../representations/search_schema.ts";
import type { OrganizationFaqPage } from "../representations/represent_faq.ts";
import { type Answer, type Format, json, text, toAnswer } from "./answer.ts";
import { at, checkedSegment, checkInteger, header } from "./check.ts";
import {
  type ClientOptions,
  type ClientSettings,
  type FetchOptions,
  fetchOptionsCheck,
  resolveClientOptions,
} from "./client_options.ts";
import type {
  AnyPostSchema,
  CallOptions,
  ChangeKnowledgeOptions,
  FeedFormat,
  PosternClient,
  PostSchema,
  RedirectsQuery,
  SitemapFormats,
  SitemapOptions,
  ContextQuery,
  EventQuery,
  ListQuery,
  PostOptions,
  SearchQuery,
} from "./client_types.ts";
import type { Call } from "./exchange.ts";
import { eachPage, eachPost, eachRedirect } from "./pages.ts";
import { send } from "./send.ts";
import { publicApiAddress } from "../../base/api_address.ts";

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
function withQuery(address: string, query: Query): string {
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

const receipt = json<KnowledgeReceipt>("id");
const knowledgeText = json<KnowledgeText>("id");
const noContent: Format<null> = { mediaType: "none", parse: () => null };
const markdown = text("text/markdown");
const faqPage = json<OrganizationFaqPage>("mainEntity", "application/ld+json");
const sitemapFormats: { [Name in keyof SitemapFormats]: Format<SitemapFormats[Name]> } = {
  xml: text("application/xml"),
  json: json(),
};
/** File name and media subtype of each feed. */
const feeds: Readonly<Record<FeedFormat, readonly [string, string]>> = {
  rss: ["rss.xml", "rss+xml"],
  atom: ["atom.xml", "atom+xml"],
  json: ["feed.json", "feed+json"],
};

/**
 * Creates a client of the public content API for one organization. It runs in all runtimes with `fetch`: browsers, Node, Bun, Deno, Workers.
 *
 * A request with a temporary failure (no connection, timeout, 408, 429, 500, 502, 503, 504) is sent again, up to `maxAttempts` times
 * within `timeBudgetMs`. It waits for the time in `Retry-After` plus a random time. If the wait exceeds the budget, the call fails.
 *
 * @typeParam Schema types of the organization's posts, as `postern types` writes them. Default: the types of any organization.
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { createClient } from "postern/client";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 * await api.posts.create("acme", { name: "Hello", html: "<h2>Is it open?</h2><p>It is.</p>" });
 *
 * // Over the network, leave out `fetch`.
 * const client = createClient({ baseUrl: "https://acme.example", organizationSlug: "acme", fetch: api.fetch });
 * const { data: post } = await client.getPost("hello");
 * post.faqEntries; // [{ question: "Is it open?", answer: "It is." }]
 *
 * const names: string[] = [];
 * for await (const { name } of client.iteratePosts({ sort: "name" })) names.push(name);
 * names; // ["Hello"]
 * ```
 */
export function createClient<Schema extends PostSchema = AnyPostSchema>(
  options: ClientOptions,
): PosternClient<Schema> {
  const settings = resolveClientOptions(options);
  const root = publicApiAddress({ basePath: settings.baseUrl });
  const organization = checkedSegment("organizationSlug", settings.organizationSlug);
  const posts = `${root}/post/${organization}`;
  const knowledge = `${root}/knowledge-base`;
  const get = async <Data>(
    url: string,
    format: Format<Data>,
    { signal, fetchOptions }: CallOptions = {},
    more: Pick<Call, "postsUrl"> = {},
  ): Promise<Answer<Data>> => {
    const headers = { accept: format.mediaType };
    const call: Call = {
      action: `get ${url}`,
      method: "GET",
      url,
      headers,
      ...more,
      ...sentWith(fetchOptions),
    };
    return toAnswer(call, await send(call, settings, { isRepeatable: true, signal }), { format, settings });
  };
  const sentWith = (own: FetchOptions | undefined): Pick<Call, "fetchOptions"> => {
    if (own !== undefined) fetchOptionsCheck(own, at("fetchOptions"));
    const { fetchOptions: common } = settings;
    return { fetchOptions: own && common ? { ...common, ...own } : (own ?? common) };
  };
  /** Changes a text. Both methods are idempotent, so temporary failures are retried. */
  const change = async <Data>(
    id: string,
    method: "PUT" | "DELETE",
    {
      body,
      format,
      ifMatch,
      signal,
      fetchOptions,
    }: ChangeKnowledgeOptions & { body?: string; format: Format<Data> },
  ): Promise<Answer<Data>> => {
    const headers: Record<string, string> = { accept: "application/json" };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (ifMatch !== undefined) {
      header(ifMatch, at("ifMatch"));
      headers["if-match"] = ifMatch;
    }
    const call: Call = {
      action: `${method.toLowerCase()} the text "${id}"`,
      method,
      url: `${knowledge}/${checkedSegment("id", id)}`,
      headers,
      ...(body !== undefined && { body }),
      ...sentWith(fetchOptions),
    };
    return toAnswer(call, await send(call, settings, { isRepeatable: true, signal }), { format, settings });
  };
  const sitemap = async <Name extends keyof SitemapFormats>(
    address: string,
    { format, page, ...options }: SitemapOptions<Name> = {},
  ): Promise<Answer<SitemapFormats[Name]>> => {
    const known = sitemapFormats[format ?? ("xml" as Name)] ?? refuse(at("format"), "xml or json", format);
    return get(withQuery(address, { page }), known, options);
  };

  const client: PosternClient<Schema> = {
    listPosts: (query = {}, options) => get(withQuery(posts, query), json("nextCursor"), options),
    iteratePages: (query = {}, { maxPages = 1000, ...options } = {}) => {
      checkInteger("maxPages", maxPages, 1_000_000);
      return eachPage((cursor) => client.listPosts({ ...query, ...cursor }, options), maxPages);
    },
    iteratePosts: (query, options) => eachPost(client.iteratePages(query, options), options),
    getPost: async (slug, { fields, preview, ...options } = {}) => {
      const address = `${posts}/${checkedSegment("slug", slug)}`;
      // Posts may lack most fields, but a post with all fields always has `faqEntries`.
      const format = json<Pick<SinglePost, "faqEntries">>(fields === undefined ? "faqEntries" : "");
      return get(withQuery(address, { fields, preview }), format as Format<never>, options, {
        postsUrl: posts,
      });
    },
    getPostMarkdown: async (slug, options) =>
      get(`${posts}/${checkedSegment("slug", slug)}`, markdown, options, { postsUrl: posts }),
    listFaq: (query = {}, options) =>
      get(withQuery(`${root}/faq/${organization}`, query), json("faqEntries"), options),
    getFaqPage: (query = {}, options) =>
      get(withQuery(`${root}/faq/${organization}`, query), faqPage, options),
    getOrganization: (options) => get(`${root}/organization/${organization}`, json("slug"), options),
    getSchema: (options) =>
      get(`${root}/schema/${organization}`, json("$defs", "application/schema+json"), options),
    listTags: (query = {}, options) =>
      get(withQuery(`${root}/tags/${organization}`, query), json("tags"), options),
    listAuthors: (query = {}, options) =>
      get(withQuery(`${root}/authors/${organization}`, query), json("authors"), options),
    listRedirects: (query = {}, options) =>
      get(withQuery(`${root}/redirects/${organization}`, query), json("nextCursor"), options),
    iterateRedirects: (query = {}, { maxPages = 1000, ...options } = {}) => {
      checkInteger("maxPages", maxPages, 1_000_000);
      const page = (cursor: Pick<RedirectsQuery, "cursor">): Promise<Answer<RedirectItems>> =>
        client.listRedirects({ ...query, ...cursor }, options);
      return eachRedirect(page, { signal: options.signal, maxPages });
    },
    search: (q, query = {}, options) =>
      get(withQuery(`${root}/search/${organization}`, { ...query, q }), json("nextCursor"), options),
    suggest: (q, query = {}, options) =>
      get(withQuery(`${root}/search/${organization}/suggest`, { ...query, q }), json("suggestions"), options),
    getContext: (q, query = {}, options) =>
      get(withQuery(`${root}/context/${organization}`, { ...query, q }), json("passages"), options),
    listRelated: async (slug, query = {}, options) =>
      get(withQuery(`${posts}/${checkedSegment("slug", slug)}/related`, query), json("related"), options, {
        postsUrl: posts,
      }),
    listKnowledge: (query = {}, options) => get(withQuery(knowledge, query), json("nextCursor"), options),
    searchKnowledge: (q, query = {}, options) =>
      get(withQuery(`${knowledge}/search`, { ...query, q }), json("nextCursor"), options),
    getPostSitemap: (options) => sitemap(`${posts}/sitemap`, options),
    getOrganizationSitemap: (options) => sitemap(`${root}/sitemap/${organization}`, options),
    getFeed: async (format, options) => {
      const [file, type] = feeds[format] ?? refuse(at("format"), "rss, atom or json", format);
      return get(`${root}/feed/${organization}/${file}`, text(`application/${type}`), options);
    },
    getLlmsTxt: (options) => get(`${root}/llms/${organization}`, markdown, options),
    getLlmsFullTxt: (options) => get(`${root}/llms-full/${organization}`, markdown, options),
    events: (query = {}, options) =>
      get(withQuery(`${root}/events/${organization}`, query), json("events"), options),
    addKnowledge: async (text, { idempotencyKey = randomKey(settings), signal, fetchOptions } = {}) => {
      const call = {
        ...knowledgeCall(knowledge, text, idempotencyKey),
        ...sentWith(fetchOptions),
      };
      const received = await send(call, settings, { isRepeatable: idempotencyKey !== false, signal });
      return toAnswer(call, received, { format: receipt, settings });
    },
    getKnowledge: async (id, options) =>
      get(`${knowledge}/${checkedSegment("id", id)}`, knowledgeText, options),
    putKnowledge: (id, input, options) =>
      change(id, "PUT", { body: JSON.stringify(input), format: knowledgeText, ...options }),
    deleteKnowledge: (id, options) => change(id, "DELETE", { format: noContent, ...options }),
  };
  return client;
}

/** Creates the call that adds a text. With an idempotency key, a text that is sent twice is added once. */
function knowledgeCall(url: string, text: string, idempotencyKey: string | false): Call {
  const headers: Record<string, string> = { accept: receipt.mediaType, "content-type": receipt.mediaType };
  if (idempotencyKey !== false) {
    header(idempotencyKey, at("idempotencyKey"));
    headers["idempotency-key"] = idempotencyKey;
  }
  const body = JSON.stringify({ text });
  return { action: "add to the knowledge base", method: "POST", url, headers, body };
}

/** Returns 128 random bits in hexadecimal. */
function randomKey({ randomBytes }: ClientSettings): string {
  return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
