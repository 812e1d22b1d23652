import { beforeEach, describe, expect, it } from "vitest";
import type { OpenApiDocument } from "../../lib/http/openapi/mod.ts";
import { type AdminWorld, openAdminWorld } from "./admin_world.ts";

/** A field of a patch: a value, and the value of the field after null. `required`: null is refused. `kept`: the field keeps its value. */
type Field = [value: unknown, after?: unknown];

interface Patched {
  path: (world: AdminWorld) => string;
  /** Every field that the operation changes. */
  fields: Readonly<Record<string, Field>>;
}

const required = Symbol("required");
const kept = Symbol("kept");
const now = "2026-06-15T12:00:00.000Z";

/** Every operation with a merge patch, and each of its fields. A new field must be added. */
const operations: Readonly<Record<string, Patched>> = {
  updatePost: {
    path: () => "/posts/hello",
    fields: {
      name: ["Hello", required],
      html: ["<p>New</p>", ""],
      markdown: ["New"],
      markdownDialect: ["hugo"],
      slug: ["hello", "hello"],
      description: ["About"],
      image: ["https://acme.example/a.png"],
      author: ["Ann"],
      authors: [["Ann", "Bob"]],
      tags: [["a"]],
      articleSection: ["News", "Articles"],
      inLanguage: ["de", "en-US"],
      translations: [{ de: "hallo" }],
      isAccessibleForFree: [false, true],
      canonicalUrl: ["https://first.example/a"],
      faqSkip: [["Why?"]],
      status: ["archived", kept],
      publishedAt: ["2020-01-01T00:00:00.000Z", now],
      createdAt: ["2020-01-01T00:00:00.000Z", kept],
      updatedAt: ["2020-01-01T00:00:00.000Z", now],
      aliases: [["/old"]],
      custom: [{ rating: 4 }],
    },
  },
  updateKey: {
    path: ({ viewerKeyId }) => `/api-keys/${viewerKeyId}`,
    fields: {
      networks: [["192.0.2.0/24"]],
      rateLimit: [{ perDay: 5 }],
      isDisabled: [true, required],
    },
  },
  updateMedia: {
    path: ({ mediaHash }) => `/media/${mediaHash}`,
    fields: { alt: ["A red roof"], title: ["Roof"], focalPoint: [{ x: 0.5, y: 0.2 }] },
  },
  changeRole: { path: ({ viewerId }) => `/members/${viewerId}`, fields: { role: ["author", required] } },
  updateOrganization: {
    path: () => "/organization",
    fields: {
      name: ["Acme Inc", required],
      siteUrl: ["https://www.acme.example", required],
      postUrlTemplate: ["/news/{slug}", "/blog/{slug}"],
      sitemapUrl: ["https://acme.example/map.xml"],
      postSitemapUrl: ["https://acme.example/posts.xml"],
      previewUrl: ["https://acme.example/preview/{slug}?token={token}"],
      language: ["de", "en-US"],
      section: ["News", "Articles"],
      speakable: [["h2"], ["h1", '[itemprop="description"]', "article p"]],
      description: ["About"],
      logo: ["https://acme.example/logo.png"],
      sameAs: [["https://social.example/acme"]],
      feeds: [true],
      paidContent: ["key"],
      postFields: [[{ name: "rating", type: "number" }]],
      synonyms: [[["car", "automobile"]]],
      faq: [{ bareText: true }],
    },
  },
  updateWebhook: {
    path: ({ webhookId }) => `/webhooks/${webhookId}`,
    fields: {
      url: ["https://acme.example/other", required],
      description: ["Site"],
      events: [["post.updated"]],
      sections: [["News"]],
      tags: [["a"]],
      languages: [["de"]],
    },
  },
};

const mergePatch = { "content-type": "application/merge-patch+json" };
let world: AdminWorld;
beforeEach(async () => {
  world = await openAdminWorld();
  await world.api.organizations.update("acme", {
    postFields: [
      { name: "rating", type: "number" },
      { name: "words", type: "list" },
    ],
  });
});

async function patches(): Promise<
  Record<string, NonNullable<OpenApiDocument["paths"][string][string]["requestBody"]>>
> {
  const { paths } = await world.read<OpenApiDocument>("GET", "/openapi.json");
  const found = Object.values(paths).flatMap(({ patch }) =>
    patch?.requestBody === undefined ? [] : [[patch.operationId, patch.requestBody] as const],
  );
  return Object.fromEntries(found);
}

describe("a merge patch", () => {
  it("has every field in the table, of every operation, in both media types", async () => {
    const { components } = await world.read<OpenApiDocument>("GET", "/openapi.json");
    const described = Object.entries(await patches()).map(([operation, { content }]) => {
      expect([operation, Object.keys(content)]).toEqual([
        operation,
        ["application/merge-patch+json", "application/json"],
      ]);
      const schema = JSON.stringify(content["application/merge-patch+json"]);
      const name = /schemas\/(\w+)/.exec(schema)?.[1] ?? "";
      const { properties = {} } = components.schemas[name] ?? {};
      const takesNull = Object.entries(properties).filter(([, schema]) =>
        JSON.stringify(schema).includes('"null"'),
      );
      return [
        operation,
        { all: Object.keys(properties).toSorted(), takesNull: takesNull.map(([name]) => name).toSorted() },
      ];
    });
    const listed = Object.entries(operations).map(([operation, { fields }]) => {
      const all = Object.keys(fields).toSorted();
      return [operation, { all, takesNull: all.filter((name) => fields[name]?.[1] !== required) }];
    });
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(listed));
  });

  const rows = Object.entries(operations).flatMap(([operation, { path, fields }]) =>
    Object.entries(fields).map(
      ([name, [value, after]]) => [operation, name, { path, value, after }] as const,
    ),
  );

  it.each(rows)(
    "%s clears %s with null, or restores its default",
    async (_operation, name, { path, value, after }) => {
      const change = async (body: object): Promise<Response> =>
        world.send("PATCH", path(world), body, mergePatch);
      const context = name === "markdownDialect" ? { markdown: "New" } : {};
      const set = await change({ ...context, [name]: value });
      const before = (await set.json()) as Record<string, unknown>;
      expect(set.status).toBe(200);
      // A disabled key shows since when.
      expect(name === "isDisabled" ? "disabledAt" in before : before[name]).toEqual(value);
      const cleared = await change({ [name]: null });
      const shown = (await cleared.json()) as Record<string, unknown>;
      const expected = after === required ? [422, undefined] : [200, after === kept ? value : after];
      expect([cleared.status, shown[name]]).toEqual(expected);
    },
  );

  it("refuses an empty text in each text field", async () => {
    for (const field of ["description", "image", "author", "articleSection", "inLanguage", "slug"]) {
      expect([field, (await world.send("PATCH", "/posts/hello", { [field]: "" })).status]).toEqual([
        field,
        422,
      ]);
    }
  });

  it("is refused in another media type, with the types that are taken", async () => {
    for (const { path } of Object.values(operations)) {
      const refused = await world.send("PATCH", path(world), "{}", { "content-type": "text/plain" });
      expect([refused.status, refused.headers.get("accept")]).toEqual([
        415,
        "application/merge-patch+json, application/json",
      ]);
    }
    const post = await world.send("POST", "/posts", { name: "New" }, mergePatch);
    expect([post.status, post.headers.get("accept")]).toEqual([415, "application/json"]);
  });

  it("clears one author field without the other", async () => {
    const change = async (body: object): Promise<Record<string, unknown>> =>
      world.read("PATCH", "/posts/hello", body, mergePatch);
    expect(await change({ authors: ["Ann", "Bob"], author: "Cy" })).not.toHaveProperty("author");
    expect(await change({ author: null })).toMatchObject({ authors: ["Ann", "Bob"] });
    const single = await change({ author: "Cy", authors: null });
    expect(single).toMatchObject({ author: "Cy" });
    expect(single).not.toHaveProperty("authors");
    expect(await change({ authors: null })).toMatchObject({ author: "Cy" });
    expect(await change({ author: null })).not.toHaveProperty("author");
  });

  it("with Markdown beside null renders the Markdown, and clears the field", async () => {
    await world.send("PATCH", "/posts/hello", {
      description: "About",
      markdownDialect: "hugo",
      markdown: "~a~",
    });
    const body = { markdown: "---\ndescription: Of the file\n---\nNew", description: null, html: null };
    const post = await world.read("PATCH", "/posts/hello", body, mergePatch);
    expect(post).toMatchObject({ html: "<p>New</p>\n" });
    expect(post).not.toHaveProperty("description");
  });

  it.each([
    ["/posts/hello", "custom", { rating: 4, words: ["a"] }, { rating: null, x: null }, { words: ["a"] }],
    ["/posts/hello", "translations", { de: "hallo", fr: "salut" }, { fr: null, x: null }, { de: "hallo" }],
    [
      "/organization",
      "feeds",
      { rss: "/feed.xml" },
      { atom: "/atom.xml" },
      { rss: "/feed.xml", atom: "/atom.xml" },
    ],
    ["/organization", "faq", { bareText: true, languages: true }, { bareText: null }, { languages: true }],
  ])("of %s merges the object %s", async (path, field, present, change, merged) => {
    await world.read("PATCH", path, { [field]: present }, mergePatch);
    expect(await world.read("PATCH", path, { [field]: change }, mergePatch)).toMatchObject({
      [field]: merged,
    });
    const after = await world.read("GET", path);
    expect(after[field]).toEqual(merged);
  });

  it("changes nothing if it removes parts of a missing object", async () => {
    const before = await world.read("GET", "/posts/hello");
    const after = await world.read("PATCH", "/posts/hello", { translations: { de: null } }, mergePatch);
    expect(after).toEqual(before);
  });

  it("needs the time of a post that is scheduled", async () => {
    const publishedAt = "2090-01-01T00:00:00.000Z";
    await world.send("PATCH", "/posts/secret", { status: "scheduled", publishedAt });
    expect((await world.send("PATCH", "/posts/secret", { publishedAt: null })).status).toBe(422);
    const draft = await world.read("PATCH", "/posts/secret", { status: "draft", publishedAt });
    expect(draft).toMatchObject({ status: "draft", publishedAt });
    expect(await world.read("PATCH", "/posts/secret", { publishedAt: null })).not.toHaveProperty(
      "publishedAt",
    );
  });
});
