/**
 * A user's program with the client that `openapi-typescript` and `openapi-fetch` generate from the document. The test copies it next
 * to the generated types, compiles it and runs it: `node generated_client.js <address> <key>`.
 */
export const generatedClient = `
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.js";

const [, , baseUrl = "", key = ""] = process.argv;
// Send \`Accept\` to get Markdown or XML. Without it, a post is JSON.
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl, headers: { "x-api-key": key } });
const path = { organizationSlug: "acme" };

const list = await client.GET("/post/{organizationSlug}", {
  params: { path, query: { limit: 1, sort: "name", fields: "id,name", notTag: ["draft", "old"] } },
});
if (!list.data) throw new Error(list.error.detail);
const next = await client.GET("/post/{organizationSlug}", {
  params: { path, query: { limit: 1, sort: "name", cursor: list.data.nextCursor ?? "" } },
});
const post = await client.GET("/post/{organizationSlug}/{slug}", {
  params: { path: { ...path, slug: "one" } },
});
const questions: number | undefined = post.data?.structuredData?.faqPage?.mainEntity.length;
const selected: { name?: string | undefined } | undefined = post.data;
const missing = await client.GET("/post/{organizationSlug}/{slug}", {
  params: { path: { ...path, slug: "nothing" } },
});
const code: components["schemas"]["Problem"]["code"] | undefined = missing.error?.code;
const sitemap = await client.GET("/sitemap/{organizationSlug}", { params: { path }, parseAs: "text" });
const accept = { accept: "application/json" };
const { data: json } = await client.GET("/sitemap/{organizationSlug}", { params: { path }, headers: accept });
const urls: (string | undefined)[] = json && "urls" in json ? json.urls.map(({ loc }) => loc) : [];
const feed = await client.GET("/feed/{organizationSlug}/rss.xml", { params: { path }, parseAs: "text" });
const added = await client.POST("/knowledge-base", { body: { text: "Closed on Sundays" } });

// @ts-expect-error the document does not allow this sort
void client.GET("/post/{organizationSlug}", { params: { path, query: { sort: "size" } } });
// @ts-expect-error the query is required
void client.GET("/search/{organizationSlug}", { params: { path } });
// @ts-expect-error the text is required
void client.POST("/knowledge-base", { body: {} });

console.log(JSON.stringify({
  names: [...list.data.posts, ...(next.data?.posts ?? [])].map(({ name }) => name),
  questions,
  selected: selected?.name,
  code,
  sitemap: sitemap.data?.includes("<urlset"),
  urls,
  feed: feed.data?.includes("<rss"),
  characters: added.data?.characters,
}));
`;
