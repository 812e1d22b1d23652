import { expect, it } from "vitest";
import type { SinglePost } from "../../lib/mod.ts";
import { readMarkdown } from "../../lib/import/mod.ts";
import { type AdminWorld, openAdminWorld } from "../admin/admin_world.ts";
import { importItems, newApi, postOf, siteUrl } from "../import/_import.ts";

const own = "https://acme.example/blog/guest";

/** Opens the world with a post "guest" that has a canonical address. */
async function openWith(canonicalUrl: string): Promise<AdminWorld> {
  const world = await openAdminWorld();
  await world.api.posts.create("acme", { name: "Guest", html: "<p>Text</p>", canonicalUrl });
  return world;
}

it.each<[canonical: string, isElsewhere: boolean]>([
  ["https://first.example/a?b=c", true],
  ["https://acme.example/blog/hello", true],
  ["https://acme.example/blog/guest/", false],
  ["http://ACME.example/blog/gu%65st", false],
])("is named by all forms of a post: %s", async (canonicalUrl, isElsewhere) => {
  const { world, read } = await openWith(canonicalUrl);
  const shown = new URL(canonicalUrl).href;
  const post = await world.read<SinglePost>("/post/acme/guest?fields=*,head");
  const { article } = post.structuredData;
  expect([post.canonicalUrl, post.url]).toEqual([shown, own]);
  expect([article.url, article.mainEntityOfPage?.["@id"]]).toEqual([shown, shown]);
  expect(post.head).toContain(`<link rel="canonical" href="${shown}">`);
  expect(post.head).toContain(`<meta property="og:url" content="${shown}">`);
  const { posts } = await world.read<{ posts: SinglePost[] }>("/post/acme");
  expect(posts.find(({ slug }) => slug === "guest")?.canonicalUrl).toBe(shown);
  const markdown = await world.send("GET", "/post/acme/guest", { headers: { accept: "text/markdown" } });
  expect(markdown.headers.get("link")).toBe(`<${shown}>; rel="canonical"`);
  for (const path of ["/post/acme/sitemap", "/sitemap/acme"]) {
    const sitemap = await (await world.get(path)).text();
    expect(sitemap.includes(own)).toBe(!isElsewhere);
    expect(sitemap).not.toContain("first.example");
  }
  const { sitemapEntry } = await read<{ sitemapEntry: object | null }>("GET", "/posts/guest/preview");
  expect(sitemapEntry === null).toBe(isElsewhere);
});

it("is changed and removed, and must be an absolute address", async () => {
  const { read, send } = await openWith("https://first.example/a");
  const changed = await read("PATCH", "/posts/guest", { canonicalUrl: "https://first.example/b" });
  expect(changed["canonicalUrl"]).toBe("https://first.example/b");
  expect(await read("PATCH", "/posts/guest", { canonicalUrl: null })).not.toHaveProperty("canonicalUrl");
  for (const canonicalUrl of ["/a", "javascript:alert(1)", "", `https://x.example/${"x".repeat(4_096)}`]) {
    expect((await send("PATCH", "/posts/guest", { canonicalUrl })).status).toBe(422);
  }
});

it.each([
  ["canonicalUrl: https://first.example/a", "https://first.example/a"],
  ["canonical_url: https://first.example/a", "https://first.example/a"],
  ["canonicalURL: https://first.example/a", "https://first.example/a"],
  ["canonical: https://first.example/a", "https://first.example/a"],
  ["canonical: https://acme.example/old/place", undefined],
  ["canonical: /old/place", undefined],
  ["canonical: javascript:alert(1)", undefined],
])("is read from front matter if it is on another site: %s", async (line, canonicalUrl) => {
  const api = await newApi();
  const text = `---\ntitle: Guest\n${line}\n---\nText`;
  await importItems(api, readMarkdown(text, "guest.md", { siteUrl, path: "guest.md", now: 0 }));
  expect((await postOf(api, "guest"))?.canonicalUrl).toBe(canonicalUrl);
});
