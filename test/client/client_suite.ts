import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublicApi } from "../../lib/mod.ts";
import { createClient, type PosternClient } from "../../lib/api/client/mod.ts";
import { errorOf } from "./client_of.ts";

/** An API with the organization "acme" and its posts, and the options of a client for it. */
export interface ReachedApi {
  api: PublicApi;
  connection: Pick<Parameters<typeof createClient>[0], "baseUrl" | "fetch">;
  close(): Promise<void>;
}

const html = "<h2>Grüße, 世界 😀?</h2><p>Ja &amp; nein.</p><h3>Two?</h3><p>Yes.</p>";
const names = ["Alpha", "Beta", "Delta", "Epsilon", "Gamma"];

/** Fills an API with the suite's content. */
export async function seed(api: PublicApi): Promise<void> {
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (const [index, name] of names.entries()) {
    await api.posts.create("acme", { name, html, tags: index % 2 ? ["odd & even"] : [] });
  }
  await api.posts.create("acme", {
    name: "Grüße",
    slug: "grüße",
    html: "<p>Ja.</p>",
    articleSection: "News",
  });
}

/** Tests the client with a real API, over any connection. */
export function describeClient(name: string, open: () => Promise<ReachedApi>): void {
  describe(`the client over ${name}`, () => {
    let reached: ReachedApi;
    let key: string;
    let textKey: string;
    let client: PosternClient;
    beforeAll(async () => {
      reached = await open();
      await seed(reached.api);
      const { id: userId } = await reached.api.users.create({ name: "Ada" });
      await reached.api.users.addToOrganization(userId, { organizationSlug: "acme", role: "editor" });
      ({ key } = await reached.api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Test" }));
      const permissions = ["knowledge:read", "knowledge:write"] as const;
      const named = { organizationSlug: "acme", userId, name: "Texts", permissions };
      ({ key: textKey } = await reached.api.apiKeys.generate(named));
      client = createClient({ ...reached.connection, organizationSlug: "acme" });
    });
    afterAll(() => reached.close());
    const withKey = (apiKey = key): PosternClient =>
      createClient({ ...reached.connection, organizationSlug: "acme", apiKey });
    const codeOf = async (call: Promise<unknown>): Promise<string> => (await errorOf(call)).code;

    it("lists a page with every parameter", async () => {
      const { data } = await client.listPosts({ limit: 2, sort: "name" });
      expect(data.posts.map(({ name }) => name)).toEqual(["Alpha", "Beta"]);
      const next = await client.listPosts({ limit: 2, sort: "name", cursor: data.nextCursor ?? "" });
      expect(next.data.posts.map(({ name }) => name)).toEqual(["Delta", "Epsilon"]);
      const odd = await client.listPosts({ tag: "odd & even", sort: "-name", language: undefined });
      expect(odd.data).toMatchObject({ posts: [{ name: "Epsilon" }, { name: "Beta" }], nextCursor: null });
      expect((await client.listPosts({ section: "News" })).data.posts).toMatchObject([{ slug: "grüße" }]);
      expect((await client.listPosts({ updatedSince: new Date(4e12) })).data.posts).toEqual([]);
      expect(await codeOf(client.listPosts({ limit: 101 }))).toBe("invalid-parameter");
    });

    it("filters and sorts by fields of the organization", async () => {
      const { organizations, posts } = reached.api;
      const postFields = [{ name: "rating", type: "number", isFilterable: true }] as const;
      await organizations.create({
        slug: "rated",
        name: "Rated",
        siteUrl: "https://rated.example",
        postFields,
      });
      for (const rating of [1, 2, 3])
        await posts.create("rated", { name: `Post ${rating}`, custom: { rating } });
      const rated = createClient({ ...reached.connection, organizationSlug: "rated" });
      const { data } = await rated.listPosts({ "custom.rating.from": 2, sort: "-custom.rating" });
      expect(data.posts.map(({ name }) => name)).toEqual(["Post 3", "Post 2"]);
      expect((await rated.listPosts({ "custom.rating": 1 })).data.posts).toMatchObject([{ name: "Post 1" }]);
    });

    it("lists tags and authors, and the total of a list", async () => {
      const { data } = await client.listPosts({ total: true, limit: 1, author: "Nobody" });
      expect(data).toEqual({ posts: [], nextCursor: null, total: 0 });
      expect((await client.getSchema()).data.$defs).toHaveProperty("PostItem");
      expect((await client.getOrganization()).data).toMatchObject({
        slug: "acme",
        url: "https://acme.example",
      });
      expect((await client.listFaq({ limit: 1, section: "News" })).data).toEqual({
        faqEntries: [],
        nextCursor: null,
      });
      expect((await client.getFaqPage()).data.mainEntity).toContainEqual(
        expect.objectContaining({ url: "https://acme.example/blog/alpha" }),
      );
      const { data: first } = await client.listTags({ limit: 1, sort: "-postCount" });
      expect(first.tags).toEqual([{ name: "odd & even", postCount: 2 }]);
      expect((await client.listAuthors()).data).toEqual({ authors: [], nextCursor: null });
      expect(await codeOf(client.listTags({ cursor: "x" }))).toBe("invalid-parameter");
    });

    it("reads a post with any slug", async () => {
      const { data: post, headers, quota } = await client.getPost("alpha");
      expect(post).toMatchObject({ name: "Alpha", html, faqEntries: [{ answer: "Ja & nein." }, {}] });
      expect(post.structuredData.faqPage?.mainEntity).toHaveLength(2);
      expect([headers.get("etag"), quota]).toEqual([expect.stringMatching(/^"/), undefined]);
      expect((await client.getPost("grüße")).data.name).toBe("Grüße");
      for (const slug of ["none", "a/b", "a?b#c", "%2e%2e", "…"]) {
        expect(await codeOf(client.getPost(slug))).toBe("post-not-found");
      }
      expect(await codeOf(client.getPost("sitemap"))).toBe("invalid-answer");
    });

    it("follows an earlier slug, with and without a key, and lists the redirects", async () => {
      const { posts } = reached.api;
      await posts.create("acme", { name: "Old", html });
      await posts.update({ organizationSlug: "acme", slug: "old" }, { slug: "new", aliases: ["/2016/old/"] });
      for (const one of [client, withKey()]) {
        expect((await one.getPost("old", { fields: ["slug"] })).data).toEqual({ slug: "new" });
        expect((await one.getPostMarkdown("old")).data).toContain('slug: "new"');
        const found: string[] = [];
        for await (const { from, to } of one.iterateRedirects({ limit: 1 })) found.push(`${from} ${to}`);
        expect(found).toEqual(["/2016/old/ /blog/new", "/blog/old /blog/new"]);
        expect((await one.listRedirects()).data.nextCursor).toBeNull();
      }
      await posts.delete({ organizationSlug: "acme", slug: "new" });
    });

    it("searches posts, suggests, and gets a context and related posts", async () => {
      const { posts } = reached.api;
      await posts.create("acme", {
        name: "Zanzibar",
        html: "<h2>Why Zanzibar?</h2><p>Spices from there.</p>",
      });
      await posts.create("acme", { name: "More of Zanzibar", html: "<p>Spices, too.</p>" });
      for (const one of [client, withKey()]) {
        const { data } = await one.search("spices", { in: ["posts"], limit: 1 });
        const next = await one.search("spices", { in: ["posts"], limit: 1, cursor: data.nextCursor ?? "" });
        const found = [...data.results, ...next.data.results].map(({ slug }) => slug);
        expect(found.toSorted()).toEqual(["more-of-zanzibar", "zanzibar"]);
        const { suggestions } = (await one.suggest("why zan", { limit: 1 })).data;
        expect(suggestions.map(({ text }) => text)).toEqual(["Why Zanzibar?"]);
        const { passages } = (await one.getContext("zanzibar spices", { maxTokens: 200 })).data;
        expect(passages.map(({ text }) => text)).toContain("Spices from there.");
        expect((await one.listRelated("zanzibar")).data.related[0]?.slug).toBe("more-of-zanzibar");
        expect((await one.search("?")).data).toEqual({ results: [], nextCursor: null });
        expect((await one.search("spices -grown")).data.excluded).toEqual(["grown"]);
        expect(await codeOf(one.search(" "))).toBe("invalid-parameter");
        expect(await codeOf(one.searchKnowledge("spices"))).toMatch(/^missing-(key|permission)$/);
        expect(await codeOf(one.listKnowledge())).toMatch(/^missing-(key|permission)$/);
      }
      for (const slug of ["zanzibar", "more-of-zanzibar"]) {
        await posts.delete({ organizationSlug: "acme", slug });
      }
    });

    it("reads a draft with the token of a preview link", async () => {
      const address = { organizationSlug: "acme", slug: "plan" };
      await reached.api.posts.create("acme", { name: "Plan", html, status: "draft" });
      const { token: preview } = await reached.api.previews.create(address);
      for (const one of [client, withKey()]) {
        expect((await one.getPost("plan", { preview, fields: ["name"] })).data).toEqual({ name: "Plan" });
        expect(await codeOf(one.getPost("plan", { preview: "x" }))).toBe("post-not-found");
      }
      await reached.api.posts.delete(address);
    });

    it("reads the requested fields, with their types", async () => {
      const { data } = await client.listPosts({ fields: ["name", "html"], limit: 1, sort: "name" });
      const [first] = data.posts satisfies { name: string; html: string }[];
      expect(first).toEqual({ name: "Alpha", html });
      // @ts-expect-error -- the field was not requested
      expect(first?.slug).toBeUndefined();
      const slugs: string[] = [];
      for await (const post of client.iteratePosts({ fields: ["slug"], limit: 4, sort: "name" })) {
        expect(Object.keys(post)).toEqual(["slug"]);
        slugs.push(post.slug);
      }
      expect(slugs).toHaveLength(6);
      const { data: post } = await client.getPost("alpha", { fields: ["faqEntries", "id"] });
      expect(Object.keys(post)).toEqual(["id", "faqEntries"]);
      const wrong = client.listPosts({ fields: ["secret" as "name"] });
      expect(await codeOf(wrong)).toBe("invalid-parameter");
    });

    it("reads both sitemaps", async () => {
      const posts = await client.getPostSitemap();
      expect(posts.data.match(/<loc>/g)).toHaveLength(6);
      const site = await client.getOrganizationSitemap();
      expect(site.data).toContain("<loc>https://acme.example/</loc>");
      expect(site.data.match(/<loc>/g)).toHaveLength(7);
    });

    it("reads sitemaps in JSON, and their pages", async () => {
      const { data } = await client.getOrganizationSitemap({ format: "json" });
      if (!("urls" in data)) throw new Error("It is an index");
      expect(data.urls).toHaveLength(7);
      expect(data.urls[0]?.loc).toBe("https://acme.example/");
      const first = await client.getPostSitemap({ page: 1 });
      expect(first.data satisfies string).toBe((await client.getPostSitemap()).data);
      expect(await codeOf(client.getPostSitemap({ page: 2, format: "json" }))).toBe("page-not-found");
      const wrong = client.getPostSitemap({ format: "text" as "xml" });
      await expect(wrong).rejects.toThrow('format must be xml or json, and is "text"');
    });

    it("reads feeds, the llms.txt, and a post as Markdown", async () => {
      expect(await codeOf(client.getFeed("rss"))).toBe("feed-not-found");
      await reached.api.organizations.update("acme", { feeds: true });
      expect((await client.getFeed("rss")).data).toContain("<rss");
      expect((await client.getFeed("atom")).data).toContain("<feed");
      expect(JSON.parse((await client.getFeed("json")).data)).toMatchObject({ title: "Acme" });
      expect((await client.getLlmsTxt()).data).toContain("# Acme");
      expect((await client.getPostMarkdown("alpha")).data).toContain("## Grüße, 世界 😀?");
      expect(await codeOf(client.getPostMarkdown("none"))).toBe("post-not-found");
      const wrong = client.getFeed("opml" as "rss");
      await expect(wrong).rejects.toThrow('format must be rss, atom or json, and is "opml"');
    });

    it("returns the quota of a key", async () => {
      const keyed = withKey();
      const { quota: first } = await keyed.getPost("alpha");
      const { quota: second } = await keyed.getPostSitemap();
      expect(second).toEqual({
        ...first,
        remaining: (first?.remaining ?? 0) - 1,
        resetsAt: expect.any(Number),
      });
      expect(first?.limit).toBe(2000);
      const error = await keyed.getPost("none").catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: 404, quota: { remaining: (first?.remaining ?? 0) - 2 } });
    });

    it("adds to the knowledge base, each call once", async () => {
      const keyed = withKey();
      const { data } = await keyed.addKnowledge("Grüße, 世界");
      expect(data).toMatchObject({ organizationSlug: "acme", characters: 9 });
      expect((await keyed.addKnowledge("Grüße, 世界")).data.id).not.toBe(data.id);
      const named = await keyed.addKnowledge("Named", { idempotencyKey: "a" });
      expect((await keyed.addKnowledge("Named", { idempotencyKey: "a" })).data).toEqual(named.data);
      expect(await codeOf(keyed.addKnowledge("Other", { idempotencyKey: "a" }))).toBe(
        "idempotency-key-reused",
      );
      await keyed.addKnowledge("Without", { idempotencyKey: false });
      expect(await codeOf(client.addKnowledge("Without a key"))).toBe("missing-key");
      const texts: string[] = [];
      for await (const { text } of reached.api.knowledgeBase.iterate("acme")) texts.push(text);
      expect(texts.toSorted()).toEqual(["Grüße, 世界", "Grüße, 世界", "Named", "Without"]);
    });

    it("puts, reads and deletes a text by its id, unless it has changed", async () => {
      const keyed = withKey(textKey);
      const input = { text: "We open at nine.", title: "Hours", source: "https://acme.example/visit" };
      const { data, headers } = await keyed.putKnowledge("faq:hours", input);
      expect(data).toMatchObject({ id: "faq:hours", ...input });
      const etag = headers.get("etag") ?? "";
      expect((await keyed.putKnowledge("faq:hours", input)).headers.get("etag")).toBe(etag);
      expect((await keyed.getKnowledge("faq:hours")).data).toEqual(data);
      const other = { text: "We open at ten." };
      await keyed.putKnowledge("faq:hours", other, { ifMatch: etag });
      expect(await codeOf(keyed.putKnowledge("faq:hours", input, { ifMatch: etag }))).toBe(
        "precondition-failed",
      );
      expect(await codeOf(keyed.deleteKnowledge("faq:hours", { ifMatch: etag }))).toBe("precondition-failed");
      expect((await keyed.deleteKnowledge("faq:hours")).data).toBeNull();
      expect(await codeOf(keyed.getKnowledge("faq:hours"))).toBe("not-found");
      await expect(keyed.getKnowledge("..")).rejects.toThrow(/id must be a string other than/);
    });

    it("throws the API's problems, with the errors of each field", async () => {
      const error = await withKey()
        .addKnowledge(" ")
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        name: "PosternError",
        code: "invalid-body",
        status: 422,
        problem: { title: expect.stringMatching(/\w/), errors: [{ pointer: "/text" }] },
        message: expect.stringMatching(/^Cannot add to the knowledge base: 422 invalid-body: /),
      });
      const other = createClient({ ...reached.connection, organizationSlug: "none" });
      expect(await codeOf(other.listPosts())).toBe("organization-not-found");
    });

    it("iterates over all posts and pages", async () => {
      const found: string[] = [];
      for await (const { name } of client.iteratePosts({ limit: 2, sort: "name" })) found.push(name);
      expect(found).toEqual([...names, "Grüße"]);
      const sizes: number[] = [];
      for await (const { data } of client.iteratePages({ limit: 4 })) sizes.push(data.posts.length);
      expect(sizes).toEqual([4, 2]);
      const fromCursor: string[] = [];
      const { data } = await client.listPosts({ limit: 4, sort: "name" });
      const rest = client.iteratePosts({ limit: 1, sort: "name", cursor: data.nextCursor ?? "" });
      for await (const { name } of rest) fromCursor.push(name);
      expect(fromCursor).toEqual(["Gamma", "Grüße"]);
    });

    it("yields every existing post once, while posts are created and deleted", async () => {
      const found: string[] = [];
      for await (const { name } of client.iteratePosts({ limit: 1, sort: "name" })) {
        found.push(name);
        if (name === "Alpha") {
          await reached.api.posts.create("acme", { name: "Aaron", html });
          await reached.api.posts.create("acme", { name: "Carol", html });
          await reached.api.posts.delete({ organizationSlug: "acme", slug: "delta" });
        }
        if (name === "Beta") await reached.api.posts.delete({ organizationSlug: "acme", slug: "beta" });
      }
      expect(found).toEqual(["Alpha", "Beta", "Carol", "Epsilon", "Gamma", "Grüße"]);
    });
  });
}
