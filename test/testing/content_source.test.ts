import { describe, expect, it } from "vitest";
import type { ContentSource } from "../../lib/mod.ts";
import {
  type ContentFixture,
  describeContentSource,
} from "../../lib/content/testing/content_source_suite.ts";

interface Database {
  prepare(sql: string): { run(...values: unknown[]): unknown };
  close(): void;
}

interface Example {
  openDatabase(): Database;
  databaseContent(database: Database): ContentSource;
}

/** The example's database, filled with the fixture. */
async function open({
  organizations,
  posts,
}: ContentFixture): Promise<{ source: ContentSource; close: () => void }> {
  const load = async (file: string): Promise<unknown> => import(`../../examples/database/${file}.js`);
  const example = Object.assign({}, await load("schema"), await load("content_source")) as Example;
  const database = example.openDatabase();
  const addSite = database.prepare("INSERT INTO sites VALUES (?, ?, ?, ?)");
  for (const { id, slug, name, siteUrl } of organizations) addSite.run(id, slug, name, siteUrl);
  const addArticle = database.prepare("INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const post of posts) {
    addArticle.run(
      post.id,
      post.organizationSlug,
      post.slug,
      post.name,
      post.html,
      post.isPublished ? "published" : "draft",
      post.articleSection,
      post.inLanguage,
      JSON.stringify(post.tags),
      post.createdAt ?? null,
      post.updatedAt ?? null,
      post.publishedAt ?? null,
      post.changedAt ?? null,
    );
  }
  return { source: example.databaseContent(database), close: () => database.close() };
}

describeContentSource("the example's SQLite database", { describe, it, open });

describeContentSource("the example's array of posts", {
  describe,
  it,
  open: async ({ organizations, posts }) => {
    const file = "../../examples/posts/array_content.js";
    const { arrayContent } = (await import(file)) as {
      arrayContent: (...fixture: [ContentFixture["organizations"], ContentFixture["posts"]]) => ContentSource;
    };
    return { source: arrayContent(organizations, posts) };
  },
});

describe("the content source suite", () => {
  /** Runs the suite with a source that has one fault, and returns the titles of the tests that fail. */
  async function failuresOf(change: (source: ContentSource) => Partial<ContentSource>): Promise<string[]> {
    const tests: [string, () => Promise<void>][] = [];
    describeContentSource("broken", {
      describe: (_name, body) => body(),
      it: (name, body) => void tests.push([name, body]),
      open: async (fixture) => {
        const opened = await open(fixture);
        return { ...opened, source: { ...opened.source, ...change(opened.source) } };
      },
    });
    const failures: string[] = [];
    for (const [title, body] of tests) await body().catch(() => failures.push(title));
    return failures;
  }

  /** Lists as a source that does not know `changedAt`. */
  const byUpdatedAt = (source: ContentSource): ContentSource["listPosts"] => {
    return async (slug, { updatedSince = 0, after, ...query }) => {
      const { posts } = await source.listPosts(slug, { ...query, limit: 100 });
      const matching = posts.filter((post) => Number(post.updatedAt ?? 0) >= updatedSince);
      const start = after === undefined ? 0 : matching.findIndex((post) => post.slug === after) + 1;
      const page = matching.slice(start, start + query.limit);
      const last = start + page.length < matching.length ? page.at(-1) : undefined;
      return { posts: page, next: last?.slug ?? null };
    };
  };

  it("passes an unchanged source, and a source that knows neither publishedAt nor changedAt", async () => {
    expect(await failuresOf(() => ({}))).toEqual([]);
    const sortFields = ["createdAt", "updatedAt", "name"] as const;
    expect(await failuresOf((source) => ({ sortFields, listPosts: byUpdatedAt(source) }))).toEqual([]);
  });

  it.each<[string, RegExp, (source: ContentSource) => Partial<ContentSource>]>([
    [
      "ignores the case of organization slugs",
      /finds an organization/,
      (source) => ({ findOrganization: (slug) => source.findOrganization(slug.toLowerCase()) }),
    ],
    [
      "ignores the organization of a post",
      /from the right organization|returns null/,
      (source) => ({ getPost: (_organization, slug) => source.getPost("acme", slug) }),
    ],
    [
      "loses the cursor",
      /for any page size/,
      (source) => ({
        listPosts: async (...query) => ({ ...(await source.listPosts(...query)), next: null }),
      }),
    ],
    [
      "leaves out html that the query asks for",
      /with their html/,
      (source) => ({
        listPosts: async (...query) => {
          const { posts, next } = await source.listPosts(...query);
          return { posts: posts.map(({ html: _html, ...post }) => post), next };
        },
      }),
    ],
    [
      "ignores filters",
      /lists by \{"tag":"C\+\+"\}/,
      (source) => ({
        listPosts: (slug, { sort, limit, after }) =>
          source.listPosts(slug, after === undefined ? { sort, limit } : { sort, limit, after }),
      }),
    ],
    [
      "compares languages exactly",
      /lists by \{"language":"en"\}/,
      (source) => ({
        listPosts: async (slug, { language, ...query }) => {
          const { posts, next } = await source.listPosts(slug, query);
          return {
            posts: posts.filter((post) => language === undefined || post.inLanguage === language),
            next,
          };
        },
      }),
    ],
    [
      "names filters that it ignores",
      /lists by \{"notTags":\["C","C\+\+"\]\}/,
      () => ({ filters: ["language", "tags", "notTags"] }),
    ],
    [
      "sorts by publication in the order of creation",
      /in the order of -publishedAt/,
      (source) => ({
        listPosts: (slug, query) =>
          source.listPosts(slug, query.sort === "-publishedAt" ? { ...query, sort: "-createdAt" } : query),
      }),
    ],
    [
      "compares updatedSince with the date of the author",
      /lists by \{"updatedSince"/,
      (source) => ({ listPosts: byUpdatedAt(source) }),
    ],
    ["counts drafts", /counts the published posts/, () => ({ countPosts: async () => ({ count: 16 }) })],
    [
      "tallies a tag twice",
      /tallies the tags/,
      () => ({
        tallyPosts: async () => ({
          tallies: [
            { name: "a", postCount: 7 },
            { name: "a", postCount: 7 },
            { name: "C++", postCount: 4 },
          ],
        }),
      }),
    ],
    [
      "fails on an invalid cursor",
      /an invalid cursor/,
      (source) => ({
        listPosts: async (slug, query) => {
          if (query.after === "x") throw new SyntaxError("Unexpected token");
          return source.listPosts(slug, query);
        },
      }),
    ],
  ])("fails a source that %s", async (_name, title, change) => {
    expect(await failuresOf(change)).toContainEqual(expect.stringMatching(title));
  });
});
