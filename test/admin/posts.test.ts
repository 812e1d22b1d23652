import { beforeEach, describe, expect, it } from "vitest";
import type { PostPreview, PostRevision, StoredPost, StoredPostWithHtml } from "../../lib/mod.ts";
import { expectProblem } from "../api/world.ts";
import { type AdminRequest, type AdminWorld, openAdminWorld } from "./admin_world.ts";

describe("posts of the admin API", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
  });

  const send = async (...request: AdminRequest): Promise<Response> => world.send(...request);
  const read = async <Body>(...request: AdminRequest): Promise<Body> => world.read<Body>(...request);
  const markdown = { "content-type": "text/markdown" };

  it.each([
    ["draft: true", { status: "draft" }],
    ["published: false", { status: "draft" }],
    ["status: published\ndraft: true", { status: "draft" }],
    ["expiryDate: 2026-01-01", { status: "archived" }],
    ["date: 2026-12-24", { status: "scheduled", publishedAt: "2026-12-24T00:00:00.000Z" }],
    ["publishedAt: 2026-05-01", { status: "published", createdAt: "2026-06-15T12:00:00.000Z" }],
    [
      "category: news\ntags: a b\nlang: de_DE",
      { articleSection: "news", tags: ["a", "b"], inLanguage: "de-DE" },
    ],
    ["permalink: /2026/other/", { slug: "other" }],
  ])("are made of front matter as an import reads it: %j", async (lines, expected) => {
    const file = `---\ntitle: News\n${lines}\n---\nText`;
    const post = await read("POST", "/posts", file, markdown);
    expect(post).toMatchObject({ name: "News", ...expected });
    const { slug: _slug, ...others } = expected as { slug?: string };
    expect(await read("PUT", "/posts/by-path", file, markdown)).toMatchObject({ slug: "by-path", ...others });
  });

  it("keep the dialect of their Markdown until a change names another", async () => {
    const text = "## Why? {#w}\n\n{{< gallery >}}";
    const body = { name: "News", markdown: text, markdownDialect: "hugo" };
    expect(await read("PUT", "/posts/news", body)).toMatchObject({ html: '<h2 id="w">Why?</h2>\n', ...body });
    const changed = await read("PATCH", "/posts/news", { markdown: "## How?\n{{< gallery >}}" });
    expect(changed).toMatchObject({ html: '<h2 id="how">How?</h2>\n', markdownDialect: "hugo" });
    const other = await read("PATCH", "/posts/news", { markdownDialect: "editor" });
    expect(other).toMatchObject({ html: expect.stringContaining("gallery"), markdownDialect: "editor" });
    const own = await read("PATCH", "/posts/news", { html: "<p>own</p>" });
    expect(own).not.toHaveProperty("markdownDialect");
    const { revisions } = await read<{ revisions: PostRevision[] }>("GET", "/posts/news/revisions");
    expect(revisions.map(({ markdownDialect }) => markdownDialect)).toEqual([
      undefined,
      "editor",
      "hugo",
      "hugo",
    ]);
    await read("POST", "/posts/news/revisions/2/restore");
    const restored = await read("GET", "/posts/news/working-copy");
    expect(restored).toMatchObject({ markdown: "## How?\n{{< gallery >}}", markdownDialect: "hugo" });
    await send("PATCH", "/posts/news", { html: "<p>own</p>" });
    const alone = await read("PATCH", "/posts/news", { markdownDialect: "hugo" });
    expect(alone).toMatchObject({ html: "<p>own</p>" });
    expect(alone).not.toHaveProperty("markdownDialect");
  });

  it("are published from Markdown, again and again, and change only when the file does", async () => {
    const file = "---\ntitle: News\ntags: [a]\n---\n## Why?\n\nBecause.\n\n## How?\n\nSo.";
    const first = await send("PUT", "/posts/news", file, markdown);
    expect([first.status, first.headers.get("location")]).toEqual([201, "news"]);
    const etag = first.headers.get("etag");
    world.world.clock.advance(60_000);
    const again = await send("PUT", "/posts/news", file, markdown);
    expect([again.status, again.headers.get("etag")]).toEqual([200, etag]);
    expect(await again.json()).toEqual(await first.json());
    const changed = await send("PUT", "/posts/news", file.replace("tags: [a]\n", ""), markdown);
    expect(changed.headers.get("etag")).not.toBe(etag);
    const post = (await changed.json()) as StoredPostWithHtml;
    expect(post).toMatchObject({ name: "News", slug: "news", status: "published", revision: 2 });
    expect(post).not.toHaveProperty("tags");
    expect([post.createdAt, post.publishedAt, post.updatedAt]).toEqual([
      "2026-06-15T12:00:00.000Z",
      "2026-06-15T12:00:00.000Z",
      "2026-06-15T12:01:00.000Z",
    ]);
    const shown = await world.world.read<{ faqEntries: unknown[] }>("/post/acme/news");
    expect(shown.faqEntries).toHaveLength(2);
  });

  it("are changed by only one of two writers with the same ETag", async () => {
    const etag = (await send("GET", "/posts/hello")).headers.get("etag") ?? "";
    for (const method of ["PUT", "PATCH"]) {
      const current = (await send("GET", "/posts/hello")).headers.get("etag") ?? "";
      const write = async (name: string): Promise<Response> =>
        send(method, "/posts/hello", { name: `${method} ${name}` }, { "if-match": current });
      const responses = await Promise.all(["One", "Two", "Three"].map(write));
      expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["200", "412", "412"]);
    }
    const stale = await send("DELETE", "/posts/hello", undefined, { "if-match": etag });
    await expectProblem(stale, 412, "precondition-failed");
    const current = (await send("GET", "/posts/hello")).headers.get("etag") ?? "";
    for (const [match, status] of [
      [`W/${current}`, 412],
      [`"other", ${current}`, 200],
      ["*", 200],
    ] as const) {
      const name = `By ${match}`;
      const response = await send("PATCH", "/posts/hello", { name }, { "if-match": match });
      expect(response.status).toBe(status);
    }
    for (const [slug, headers, status, code] of [
      ["none", { "if-match": "*" }, 412, "precondition-failed"],
      ["hello", { "if-none-match": "*" }, 412, "precondition-failed"],
      ["hello", { "if-match": "42-1" }, 400, "invalid-header"],
      ["hello", { "if-none-match": '"x"' }, 400, "invalid-header"],
    ] as const)
      await expectProblem(await send("PUT", `/posts/${slug}`, { name: "N" }, headers), status, code);
  });

  it("are created once by writers at the same time", async () => {
    const responses = await Promise.all(
      ["One", "Two", "Three"].map((name) => send("PUT", "/posts/new", { name }, { "if-none-match": "*" })),
    );
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["201", "412", "412"]);
  });

  it("are not sent again to clients with a current copy, and are not cached", async () => {
    const shown = await send("GET", "/posts/hello");
    const etag = shown.headers.get("etag") ?? "";
    expect(shown.headers.get("cache-control")).toBe("no-store");
    const again = await send("GET", "/posts/hello", undefined, { "if-none-match": etag });
    expect([again.status, await again.text(), again.headers.get("cache-control")]).toEqual([
      304,
      "",
      "no-store",
    ]);
    const head = await send("HEAD", "/posts/hello");
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
  });

  it("keep their last ten revisions with author, changed fields and content", async () => {
    for (let edit = 1; edit <= 11; edit++)
      await send("PATCH", "/posts/hello", { name: `Edit ${edit}`, author: "Ann" });
    const { revisions } = await read<{ revisions: PostRevision[] }>("GET", "/posts/hello/revisions");
    expect(revisions.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(revisions[0]).toMatchObject({
      by: world.owner.userId,
      via: world.owner.keyId,
      changed: ["name"],
      post: { name: "Edit 11" },
      html: "<h2>Why?</h2><p>So.</p>",
    });
    await send("PATCH", "/posts/hello", { html: `<p>${"x".repeat(100_000)}</p>` });
    const [latest] = (await read<{ revisions: PostRevision[] }>("GET", "/posts/hello/revisions")).revisions;
    expect(latest?.changed).toEqual(["html"]);
    expect(latest).not.toHaveProperty("html");
    await send("PATCH", "/posts/hello", { slug: "moved" });
    const moved = await read<{ revisions: PostRevision[] }>("GET", "/posts/moved/revisions");
    expect(moved.revisions.map(({ number }) => number)[0]).toBe(14);
    await send("DELETE", "/posts/moved");
    await expectProblem(await send("GET", "/posts/moved/revisions"), 404, "not-found");
    const { atomic } = world.world.storage as Extract<typeof world.world.storage, { atomic: unknown }>;
    const left = await atomic.list("org!acme", { start: "revision", end: "revision~", limit: 100 });
    expect(left).toHaveLength(1);
  });

  it("are found by name, slug, section and tag, in every status", async () => {
    await send("POST", "/posts", { name: "Ünïcode Days", status: "draft", tags: ["Spring"] });
    await send("POST", "/posts", {
      name: "Later",
      status: "scheduled",
      publishedAt: "2027-01-01",
      articleSection: "Spring",
    });
    await send("POST", "/posts", { name: "Gone", status: "archived", inLanguage: "de-DE" });
    const slugs = async (query: string): Promise<string[]> => {
      const { posts } = await read<{ posts: StoredPost[] }>("GET", `/posts?sort=name&${query}`);
      return posts.map(({ slug }) => slug);
    };
    expect(await slugs("search=%C3%BCN%C3%8FC")).toEqual(["ünïcode-days"]);
    expect(await slugs("search=DAYS+%C3%BCn")).toEqual(["ünïcode-days"]);
    expect(await slugs("search=days+nothing")).toEqual([]);
    expect(await slugs("search=spring")).toEqual(["later", "ünïcode-days"]);
    expect(await slugs("status=scheduled")).toEqual(["later"]);
    expect(await slugs("status=archived&language=de-de")).toEqual(["gone"]);
    expect(await slugs("section=Spring")).toEqual(["later"]);
    expect(await slugs("tag=Spring&status=published")).toEqual([]);
    const first = await read<{ posts: StoredPost[]; nextCursor: string }>("GET", "/posts?sort=name&limit=3");
    expect(first.posts).toHaveLength(3);
    expect(await slugs(`limit=3&cursor=${first.nextCursor}`)).toHaveLength(2);
    for (const wrong of [
      "status=gone",
      "limit=0",
      "limit=101",
      "sort=x",
      "cursor=x",
      "limit=1&limit=2",
      "language=en_",
    ]) {
      const problem = await expectProblem(await send("GET", `/posts?${wrong}`), 400, "invalid-parameter");
      expect(problem.detail).toContain(wrong.split("=")[0]);
    }
  });

  it("are previewed as search engines read them, with warnings", async () => {
    const preview = await read<PostPreview>("GET", "/posts/hello/preview");
    expect(preview).toMatchObject({
      status: "published",
      url: "https://acme.example/blog/hello",
      faqEntries: [{ question: "Why?", answer: "So." }],
      structuredData: { article: { headline: "Hello" } },
      sitemapEntry: { loc: "https://acme.example/blog/hello", lastmod: "2026-06-15T12:00:00.000Z" },
    });
    expect(preview.warnings.map(({ pointer }) => pointer)).toEqual([
      "/article/image",
      "/article/author",
      "/article/description",
      "/faqPage",
    ]);
    const draft = await read<PostPreview>("GET", "/posts/secret/preview");
    expect([draft.status, draft.sitemapEntry]).toEqual(["draft", null]);
  });

  it.each<[what: string, request: AdminRequest, status?: number, code?: string]>([
    ["a slug that differs from the path's", ["PUT", "/posts/a", { name: "A", slug: "b" }]],
    ["a slug that cannot be", ["PUT", "/posts/..%2Fa", { name: "A" }]],
    ["the reserved slug", ["PUT", "/posts/sitemap", { name: "A" }]],
    ["no name", ["POST", "/posts", { html: "<p>" }]],
    ["fields that are not known", ["PUT", "/posts/a", { name: "A", revision: 7 }]],
    ["an id", ["PATCH", "/posts/hello", { id: 1 }]],
    ["__proto__", ["PUT", "/posts/a", '{"name":"A","__proto__":{"status":"draft"}}']],
    ["Markdown and HTML", ["PUT", "/posts/a", { markdown: "A", html: "B" }]],
    ["Markdown that is no text", ["PUT", "/posts/a", { markdown: 5 }]],
    ["front matter without end", ["PUT", "/posts/a", "---\ntitle: A", markdown]],
    ["front matter that is no mapping", ["PUT", "/posts/a", "---\n- A\n---\n", markdown]],
    ["an image of no site", ["PUT", "/posts/a", "---\nimage: /a.png\n---\n", markdown]],
    ["a language of none", ["PUT", "/posts/a", "---\nlanguage: x\n---\n", markdown]],
    ["a date of none", ["PUT", "/posts/a", "---\ndate: soon\n---\n", markdown]],
    ["a list", ["PUT", "/posts/a", "[]"]],
    ["no JSON", ["PUT", "/posts/a", "{"], 400, "malformed-json"],
    ["no body", ["PUT", "/posts/a", "", markdown], 400, "missing-body"],
    [
      "a form",
      ["POST", "/posts", "name=A", { "content-type": "application/x-www-form-urlencoded" }],
      415,
      "unsupported-media-type",
    ],
    [
      "a coded body",
      ["PUT", "/posts/a", "A", { ...markdown, "content-encoding": "gzip" }],
      415,
      "unsupported-media-type",
    ],
    [
      "Markdown in another charset",
      ["PUT", "/posts/a", "A", { "content-type": "text/markdown; charset=latin1" }],
      415,
      "unsupported-media-type",
    ],
    ["a body that is too large", ["PUT", "/posts/a", "A".repeat(1_048_577), markdown], 413, "body-too-large"],
    ["a malformed path", ["GET", "/posts/%ff"], 400, "malformed-path"],
    ["a taken slug", ["POST", "/posts", { name: "Hello" }], 409, "already-exists"],
    ["a move to a taken slug", ["PATCH", "/posts/hello", { slug: "secret" }], 409, "already-exists"],
    ["a plan without a time", ["PATCH", "/posts/secret", { status: "scheduled" }]],
  ])("are not made of %s", async (_what, request, status = 422, code = "invalid-body") => {
    await expectProblem(await send(...request), status, code);
    const { posts } = await read<{ posts: StoredPost[] }>("GET", "/posts?sort=name");
    expect(posts.map(({ name }) => name)).toEqual(["Hello", "Secret"]);
  });
});

describe("the write of a post that is not free", () => {
  it("warns while everyone can read its content", async () => {
    const { read: send } = await openAdminWorld();
    const warnings = [
      { pointer: "/isAccessibleForFree", message: expect.stringContaining("everyone can read the content") },
    ];
    const paid = { name: "Paid", isAccessibleForFree: false };
    expect(await send("POST", "/posts", paid)).toMatchObject({ slug: "paid", warnings });
    expect(await send("PUT", "/posts/paid", paid)).toMatchObject({ warnings });
    expect(await send("PATCH", "/posts/paid", { tags: ["a"] })).toMatchObject({ warnings });
    expect(await send("GET", "/posts/paid")).not.toHaveProperty("warnings");
    expect(await send("GET", "/posts/paid/preview")).toMatchObject({
      warnings: expect.arrayContaining([{ ...warnings[0], pointer: "/article/isAccessibleForFree" }]),
    });
    await send("PATCH", "/organization", { paidContent: "key" });
    expect(await send("PATCH", "/posts/paid", { tags: ["b"] })).not.toHaveProperty("warnings");
    expect(await send("PATCH", "/posts/hello", { tags: ["b"] })).not.toHaveProperty("warnings");
    expect(await send("PATCH", "/organization", { paidContent: "all" })).toMatchObject({
      errors: [{ pointer: "/paidContent", message: 'must be "open" or "key"' }],
    });
  });
});
