import { describe, expect, it } from "vitest";
import { type ImportItem, readGhost } from "../../lib/import/mod.ts";
import { ghostItems, ghostPost, lexical, mobiledoc, node, text } from "./_ghost.ts";
import { newApi, readAll, importText, postOf } from "./_import.ts";

describe("a date in a Ghost export", () => {
  it.each([
    ["2014-05-06T07:08:09.000Z"],
    ["2014-05-06T09:08:09+02:00"],
    ["2014-05-06 07:08:09"],
    [1_399_360_089_000],
    ["1399360089000"],
  ])("can be %j", async (date) => {
    const { input, others } = await ghostPost({ published_at: date, created_at: 0, updated_at: date });
    const instant = "2014-05-06T07:08:09.000Z";
    expect(input).toMatchObject({ publishedAt: instant, createdAt: instant, updatedAt: instant });
    expect(others).toEqual([]);
  });

  it("of creation replaces a missing date of publication", async () => {
    const { input } = await ghostPost({ published_at: null, created_at: 1_399_360_089_000 });
    expect(input.publishedAt).toBe("2014-05-06T07:08:09.000Z");
    const draft = await ghostPost({ status: "draft", published_at: null, created_at: 1_399_360_089_000 });
    expect(draft.input).not.toHaveProperty("publishedAt");
    expect(draft.input.createdAt).toBe("2014-05-06T07:08:09.000Z");
  });

  it("that cannot be read is named with its post", async () => {
    const { others } = await ghostPost({ published_at: "soon", updated_at: 1e30 });
    expect(others).toMatchObject([
      {
        category: "date",
        text: '"Hello" has times that cannot be read: published_at "soon", updated_at 1e+30, so it becomes a draft',
        count: 2,
        isLoss: true,
      },
    ]);
  });

  it("that is missing makes a scheduled post a draft", async () => {
    const { input, others } = await ghostPost({ status: "scheduled", published_at: null });
    expect(input.status).toBe("draft");
    expect(others).toMatchObject([{ category: "date" }]);
  });
});

describe("a post of a Ghost export", () => {
  it("has its tags and authors in order, and the first public tag as section", async () => {
    const { input } = await ghostPost(
      {},
      {
        tags: [
          { id: 1, name: "One" },
          { id: 2, name: "Two" },
          { id: 3, name: "#internal" },
          { id: 4, name: "Hidden", visibility: "internal" },
          { id: 5, name: "Three", parent_id: 5 },
        ],
        posts_tags: [
          { post_id: "p1", tag_id: 1, sort_order: 3 },
          { post_id: "p1", tag_id: 2, sort_order: 2 },
          { post_id: "p1", tag_id: 3, sort_order: 0 },
          { post_id: "p1", tag_id: 4, sort_order: 1 },
          { post_id: "p1", tag_id: 5, sort_order: 4 },
          { post_id: "p1", tag_id: 99, sort_order: 0 },
        ],
        users: [
          { id: 1, name: "Ada" },
          { id: 2, name: "Grace" },
        ],
        posts_authors: [
          { post_id: "p1", author_id: 1, sort_order: 1 },
          { post_id: "p1", author_id: 2, sort_order: 0 },
        ],
      },
    );
    expect(input).toMatchObject({
      tags: ["Two", "One", "Three"],
      articleSection: "Two",
      authors: ["Grace", "Ada"],
    });
  });

  it("can have the fields of older versions", async () => {
    const { input } = await ghostPost(
      {
        id: 7,
        html: null,
        markdown: "# Hi\n\n*there*",
        image: "/content/a.png",
        meta_description: "About",
        language: "en_US",
        author_id: 1,
        page: 1,
        published_at: 1_399_360_089_000,
      },
      {
        users: [{ id: 1, name: "Ada" }],
        tags: [{ id: 3, name: "News" }],
        posts_tags: [{ post_id: 7, tag_id: 3 }],
      },
    );
    expect(input).toMatchObject({
      html: "<h1>Hi</h1>\n<p><em>there</em></p>\n",
      image: "https://acme.example/content/a.png",
      description: "About",
      inLanguage: "en-US",
      author: "Ada",
      tags: ["News"],
      publishedAt: "2014-05-06T07:08:09.000Z",
      status: "published",
    });
  });

  it("is a draft if Ghost sends it only as an email, or shows it only to members", async () => {
    const cases: readonly [Record<string, unknown>, Record<string, unknown>][] = [
      [{ status: "sent" }, {}],
      [{}, { posts_meta: [{ post_id: "p1", email_only: 1 }] }],
      [{ visibility: "members" }, {}],
      [{ visibility: "paid" }, {}],
      [{ visibility: "tiers" }, {}],
    ];
    for (const [fields, tables] of cases) {
      const { input, others } = await ghostPost(fields, tables);
      expect(input).toMatchObject({ status: "draft", isAccessibleForFree: false });
      expect(others).toMatchObject([{ kind: "note", category: "not-public" }]);
    }
  });

  it("keeps a canonical address on another site", async () => {
    const { input, others } = await ghostPost({ canonical_url: "https://ada@x.example/first" });
    expect([input.canonicalUrl, others]).toEqual(["https://x.example/first", []]);
  });

  it("names what it cannot keep", async () => {
    const tags = Array.from({ length: 60 }, (_, index) => ({ id: index, name: `t${index}` }));
    const { input, others } = await ghostPost(
      {
        codeinjection_head: "<style></style>",
        codeinjection_foot: "x()",
        canonical_url: "__GHOST_URL__/hello/",
      },
      {
        tags,
        posts_tags: tags.map(({ id }) => ({ post_id: "p1", tag_id: id, sort_order: id })),
        posts_meta: [{ post_id: "p1", feature_image_caption: "By Ada" }],
      },
    );
    expect(input.tags).toHaveLength(50);
    expect(input).not.toHaveProperty("canonicalUrl");
    expect(others).toMatchObject([
      { category: "tag-limit", count: 10, isLoss: true },
      { category: "code-injection", count: 2, isLoss: false },
      { category: "canonical-url", count: 1, isLoss: false },
      { category: "image-caption", count: 1, isLoss: false },
    ]);
  });
});

describe("a Ghost export", () => {
  it("can have its data in db or at the top", async () => {
    const data = { posts: [{ id: 1, title: "A", html: "x", status: "published" }] };
    for (const file of [{ db: [{ meta: {}, data }] }, { meta: {}, data }]) {
      const items = await readAll(readGhost, JSON.stringify(file));
      expect(items).toMatchObject([{ kind: "post", input: { name: "A" } }]);
    }
  });

  it("counts the records that are not imported, without a loss", async () => {
    const items = await ghostItems({
      posts: [null, { id: 1, title: "A" }],
      members: [{ email: "a@x.example" }, { email: "b@x.example" }],
      newsletters: [{ id: 1 }],
      products: [{ id: 1 }],
      roles: [{ id: 1 }],
      permissions: [{ id: 1 }, { id: 2 }],
    });
    expect(items.filter((item) => item.kind === "note")).toMatchObject([
      { category: "members", text: "members are not imported: 2", count: 2, isLoss: false },
      { category: "newsletters", count: 1, isLoss: false },
      { category: "products", count: 1, isLoss: false },
      { category: "other-table", count: 3, text: expect.stringContaining("roles, permissions") as string },
    ]);
    expect(JSON.stringify(items)).not.toContain("x.example");
  });

  it("of any kind of content is imported once", async () => {
    const api = await newApi();
    const file = JSON.stringify({
      data: {
        posts: [
          { id: 1, title: "L", status: "published", lexical: lexical(node("paragraph", [text("l")])) },
          { id: 2, title: "M", status: "published", mobiledoc: mobiledoc({ sections: [[1, "p", []]] }) },
          { id: 3, title: "D", status: "published", markdown: "d", published_at: 1_399_360_089_000 },
        ],
      },
    });
    for (const outcome of ["created", "unchanged"]) {
      const lines = await importText(api, readGhost, file);
      expect(lines).toEqual([`${outcome} l`, `${outcome} m`, `${outcome} d`]);
    }
    const post = await postOf(api, "d");
    expect(post).toMatchObject({ html: "<p>d</p>\n", publishedAt: "2014-05-06T07:08:09.000Z" });
  });
});

describe("a hostile Ghost export", () => {
  /** Nests elements without recursion. */
  function nested(open: string, inner: string, close: string, depth: number): string {
    return open.repeat(depth) + inner + close.repeat(depth);
  }

  async function read(fields: Record<string, unknown>): Promise<ImportItem[]> {
    return await ghostItems({ posts: [{ id: 1, title: "Bad", status: "published", ...fields }] }, 65_536);
  }

  it.each([["quote"], ["listitem"], ["link"], ["heading"], ["unknown"]])(
    "with 10,000 nested nodes of the type %s keeps the text",
    async (type) => {
      const inner = '{"type":"text","text":"deep"}';
      const tree = nested(`{"type":"${type}","children":[`, inner, "]}", 10_000);
      const [post] = await read({ lexical: `{"root":{"children":[${tree}]}}` });
      expect(post).toMatchObject({
        kind: "post",
        input: { html: expect.stringContaining("deep") as string },
      });
      const html = post?.kind === "post" ? (post.input.html ?? "") : "";
      expect(html.length).toBeLessThan(10_000);
    },
  );

  it("with 8,000 nested lists keeps the text", async () => {
    const tree = nested(
      '{"type":"list","children":[{"type":"listitem","children":[',
      '{"type":"text","text":"deep"}',
      "]}]}",
      8000,
    );
    const [post] = await read({ lexical: `{"root":{"children":[${tree}]}}` });
    expect(post).toMatchObject({ kind: "post", input: { html: expect.stringContaining("deep") as string } });
  });

  it("with one card that 50,000 sections refer to is bounded", async () => {
    const cards = [["html", { html: "x".repeat(1000) }]];
    const sections = Array.from({ length: 50_000 }, () => [10, 0]);
    expect(await read({ mobiledoc: mobiledoc({ cards, sections }) })).toMatchObject([
      { kind: "skipped", reason: expect.stringContaining("its HTML is longer than") as string },
    ]);
  });

  it("with 100,000 open markups keeps the text", async () => {
    const opened = Array.from({ length: 100_000 }, () => 0);
    const sections = [[1, "p", [[0, opened, 1e9, "deep"]]]];
    const [post] = await read({ mobiledoc: mobiledoc({ markups: [["b"]], sections }) });
    expect(post).toMatchObject({ input: { html: expect.stringContaining("deep") as string } });
  });

  it("with many kinds of unknown cards names at most 21", async () => {
    const nodes = Array.from({ length: 5000 }, (_, index) => ({ type: `card${index}` }));
    const [, ...notes] = await read({ lexical: lexical(...nodes) });
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toMatchObject({
      count: 4980,
      text: expect.stringContaining("cards of other kinds") as string,
    });
  });

  it("with a record of more than 16,000,000 characters goes on with the next", async () => {
    const items = await ghostItems(
      { posts: [{ html: "x".repeat(16_000_001) }, { id: 2, title: "Next", html: "x" }] },
      1_000_000,
    );
    expect(items).toMatchObject([
      { kind: "skipped", category: "too-long", place: { line: 1, column: expect.any(Number) as number } },
      { kind: "post", input: { name: "Next" } },
    ]);
  });

  it.each([
    [{ sections: {} }],
    [{ sections: [[], null, 5, [99], [10, -1], [1], [3, "ul", [1, null]], [1, "p", [[], [1, [], 0, 9]]]] }],
    [
      {
        markups: 5,
        cards: "x",
        atoms: null,
        sections: [
          [10, 0],
          [1, "p", [[0, [7], 9, 4]]],
        ],
      },
    ],
  ])("with values of wrong types is read or named: Mobiledoc %#", async (parts) => {
    expect((await read({ mobiledoc: mobiledoc(parts) })).map(({ kind }) => kind)).not.toEqual([]);
  });

  it("with values of wrong types is read: Lexical", async () => {
    const nodes = [null, 5, "x", { type: 5 }, { type: "image", src: {} }, { type: "gallery", images: {} }];
    const broken = JSON.stringify({ root: { children: [...nodes, { type: "list", children: [1, {}] }] } });
    expect(await read({ lexical: broken, tags: 5, published_at: {} })).toMatchObject([
      { kind: "post" },
      { kind: "note", category: "date" },
      { kind: "note", category: "card" },
    ]);
  });
});
