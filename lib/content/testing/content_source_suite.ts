/**
 * Tests for a host's own `ContentSource`.
 *
 * @module
 */
import type {
  CheckedSource,
  ContentSource,
  PostFilter,
  PostSort,
  PostSortField,
  PostTally,
  SourceFilter,
  PostQuery,
} from "../sources/content_source.ts";
import { checkedOnUse } from "../sources/checked/load_checks.ts";
import { MalformedPosts } from "../sources/checked/malformed_posts.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { Post } from "../posts/post_forms.ts";
import { expectEqual } from "../../store/testing/expect_equal.ts";
import { type ContentFixture, contentFixture, type FixturePost } from "./content_source_fixture.ts";

export type { ContentFixture, FixturePost } from "./content_source_fixture.ts";

/** A source that a test opened. */
export interface OpenedContentSource {
  source: ContentSource;
  close?: () => void | Promise<void>;
}

/** Functions of the test runner. vitest, Jest, `node:test`, Bun and Deno (`@std/testing/bdd`) have them. */
export interface TestRunner {
  describe: (name: string, body: () => void) => void;
  it: (name: string, body: () => Promise<void>) => void;
}

/** Options of {@link describeContentSource}. */
export interface ContentSourceSuiteOptions extends TestRunner {
  /** Opens a source that contains only these organizations and posts. */
  open: (fixture: ContentFixture) => Promise<OpenedContentSource>;
}

/** The fields that every source can sort by, and those that a source states in `sortFields`. */
const usualFields: readonly PostSortField[] = ["createdAt", "updatedAt", "name"];
const statedFields: readonly PostSortField[] = ["publishedAt", "changedAt"];

/** Slugs that clients can send and that databases may misinterpret. */
const hostileSlugs = [
  "",
  " ",
  "%",
  "_ost-1",
  "post-1 ",
  "POST-1",
  "'",
  "' OR '1'='1",
  "\\",
  "\0",
  "😀",
  "x".repeat(1000),
];

/**
 * Defines the tests for a host's `ContentSource`.
 *
 * @param name name of the source in the report
 *
 * @example
 * ```ts ignore
 * import { describeContentSource } from "postern/testing/content-source";
 * import { describe, it } from "vitest";
 *
 * describeContentSource("our database", {
 *   describe,
 *   it,
 *   open: async ({ organizations, posts }) => ({ source: await fill(organizations, posts) }),
 * });
 * ```
 */
export function describeContentSource(name: string, { describe, it, open }: ContentSourceSuiteOptions): void {
  const test: Test = (title, check) =>
    it(title, async () => {
      const { source, close } = await open(contentFixture);
      const malformed: unknown[] = [];
      try {
        await check(
          checkedOnUse(
            source,
            new MalformedPosts({ clock: systemClock, onError: (error) => malformed.push(error) }),
          ),
        );
        for (const error of malformed) throw error;
      } finally {
        await close?.();
      }
    });
  describe(`content source: ${name}`, () => {
    testOrganizations(test);
    testSinglePosts(test);
    testLists(test);
    testFilters(test);
    testStatistics(test);
  });
}

type Test = (title: string, check: (source: CheckedSource) => Promise<void>) => void;

function testOrganizations(test: Test): void {
  test("finds an organization by its exact slug only", async (source) => {
    for (const organization of contentFixture.organizations) {
      const found = await source.findOrganization(organization.slug);
      expectEqual(found?.id, organization.id, "the organization's id");
      expectEqual(found?.slug, organization.slug, "the organization's slug");
    }
    for (const slug of [...hostileSlugs, "ACME", "acme "]) {
      expectEqual(await source.findOrganization(slug), null, `the organization ${JSON.stringify(slug)}`);
    }
  });
}

function testSinglePosts(test: Test): void {
  test("gets each published post with all fields, from the right organization", async (source) => {
    for (const post of contentFixture.posts.filter(({ isPublished }) => isPublished)) {
      const found = await source.getPost(post.organizationSlug, post.slug);
      const { id, slug, name, html } = found ?? {};
      const { id: itsId, slug: itsSlug, name: itsName, html: itsHtml } = post;
      expectEqual(
        { id, slug, name, html },
        { id: itsId, slug: itsSlug, name: itsName, html: itsHtml },
        post.slug,
      );
    }
  });

  test("leaves out unknown fields", async (source) => {
    const found = await source.getPost("acme", "timeless-1");
    expectEqual(found?.createdAt, undefined, "createdAt of a post without one");
  });

  test("returns null for drafts, missing posts and hostile slugs", async (source) => {
    for (const slug of ["draft", "missing", ...hostileSlugs]) {
      expectEqual(await source.getPost("acme", slug), null, `the post ${JSON.stringify(slug)}`);
      expectEqual(await source.getPost(slug, "post-1"), null, `a post of ${JSON.stringify(slug)}`);
    }
  });
}

function testLists(test: Test): void {
  const sorts = [...usualFields, ...statedFields].flatMap((field): [PostSortField, PostSort][] => [
    [field, field],
    [field, `-${field}`],
  ]);
  for (const [field, sort] of sorts) {
    const condition = statedFields.includes(field) ? ", if it states that order" : "";
    const title = `lists each published post once, in the order of ${sort}, for any page size${condition}`;
    test(title, async (source) => {
      const { sortFields = usualFields } = source;
      if (!sortFields.includes(field)) return;
      const whole = await listAll(source, { sort, limit: 100 });
      const expected = publishedSlugs(() => true);
      expectEqual(slugsOf(whole).toSorted(), expected, "the slugs of one page");
      expectOrder(whole, sort);
      for (const limit of [1, 3, whole.length]) {
        const paged = await listAll(source, { sort, limit });
        expectEqual(slugsOf(paged), slugsOf(whole), `the slugs, by pages of ${limit}`);
      }
    });
  }

  test("lists the posts with their html if the query asks for it", async (source) => {
    const { posts } = await source.listPosts("acme", { sort: "name", limit: 100, html: true });
    for (const { slug, html } of posts) {
      const post = contentFixture.posts.find((one) => one.organizationSlug === "acme" && one.slug === slug);
      expectEqual(html, post?.html, `the html of ${slug}`);
    }
  });

  test("returns an empty list for a missing organization", async (source) => {
    const page = await source.listPosts("missing", { sort: "name", limit: 10 });
    expectEqual(page, { posts: [], next: null }, "the page");
  });

  test("does not fail on an invalid cursor", async (source) => {
    for (const after of ["", "x", "[]", "null", '["x"]', "'; --", "\0"]) {
      const { posts } = await source.listPosts("acme", { sort: "createdAt", limit: 2, after });
      expectEqual(Array.isArray(posts), true, `Array.isArray(posts) after ${JSON.stringify(after)}`);
    }
  });
}

function testFilters(test: Test): void {
  const since = Date.UTC(2026, 2, 1);
  const filters: readonly [PostFilter, (post: FixturePost, source: CheckedSource) => boolean][] = [
    [{ section: "50% off_" }, (post) => post.articleSection === "50% off_"],
    [{ section: "50%" }, () => false],
    [{ language: "de" }, (post) => post.inLanguage === "de"],
    [{ language: "en" }, (post) => post.inLanguage === "en-GB"],
    [{ language: "en-GB" }, (post) => post.inLanguage === "en-GB"],
    [{ language: "e" }, () => false],
    [{ tag: "C++" }, (post) => post.tags?.includes("C++") === true],
    [{ tag: "C" }, () => false],
    [{ tags: ["C"] }, () => false],
    [{ tags: ["C++"] }, (post) => post.tags?.includes("C++") === true],
    [{ tags: ["C", "a"] }, () => true],
    [{ notTags: ["C", "C++"] }, (post) => post.tags?.includes("C++") === false],
    [
      { tags: ["C++"], language: "de" },
      (post) => post.inLanguage === "de" && post.tags?.includes("C++") === true,
    ],
    [
      { updatedSince: since },
      ({ updatedAt, changedAt }, { sortFields = usualFields }) =>
        Number((sortFields.includes("changedAt") ? changedAt : updatedAt) ?? 0) >= since,
    ],
  ];
  for (const [filter, matches] of filters) {
    test(`lists by ${JSON.stringify(filter)}, exactly, in pages, if it knows the filter`, async (source) => {
      if (!knows(source, filter)) return;
      const listed = await listAll(source, { sort: "-updatedAt", limit: 2, ...filter });
      expectEqual(
        slugsOf(listed).toSorted(),
        publishedSlugs((post) => matches(post, source)),
        "the slugs",
      );
    });
  }
}

const sourceFilters: readonly SourceFilter[] = ["language", "tags", "notTags"];

/** True if the API gives a source this filter. */
function knows({ filters = [] }: CheckedSource, filter: PostFilter): boolean {
  const isKnown = sourceFilters.every((name) => filter[name] === undefined || filters.includes(name));
  return isKnown && (filter.tag === undefined || !filters.includes("tags"));
}

/** Tests the optional methods that count. */
function testStatistics(test: Test): void {
  test("counts the published posts that match, if it has countPosts", async (source) => {
    const filters: PostFilter[] = [
      {},
      { tag: "C++" },
      { tags: ["C++", "C"] },
      { notTags: ["C++"] },
      { section: "50% off_", language: "en" },
    ];
    for (const filter of filters.filter((one) => knows(source, one))) {
      const counted = await source.countPosts?.("acme", filter);
      const listed = await listAll(source, { sort: "name", limit: 100, ...filter });
      expectEqual(counted?.count ?? listed.length, listed.length, `the count of ${JSON.stringify(filter)}`);
    }
  });

  test("tallies the tags of the published posts, each once, if it has tallyPosts", async (source) => {
    const { tallies } = (await source.tallyPosts?.("acme", "tags")) ?? { tallies: expectedTags() };
    const pairs = tallies.map(({ name, postCount }) => `${name} ${postCount}`);
    const expected = expectedTags().map(({ name, postCount }) => `${name} ${postCount}`);
    expectEqual(pairs.toSorted(), expected.toSorted(), "the tags");
  });
}

function expectedTags(): PostTally[] {
  const posts = contentFixture.posts.filter((post) => post.organizationSlug === "acme" && post.isPublished);
  const names = new Set(posts.flatMap(({ tags = [] }) => tags));
  return Array.from(names, (name) => ({
    name,
    postCount: posts.filter(({ tags = [] }) => tags.includes(name)).length,
  }));
}

async function listAll(source: CheckedSource, query: PostQuery): Promise<Post[]> {
  const posts: Post[] = [];
  let after: string | null | undefined;
  for (let pages = 0; pages < 100 && after !== null; pages++) {
    const page = await source.listPosts("acme", after === undefined ? query : { ...query, after });
    expectEqual(page.posts.length <= query.limit, true, "posts.length <= limit");
    posts.push(...page.posts);
    after = page.next;
  }
  expectEqual(after, null, "the cursor after the last page");
  return posts;
}

/** Checks the order of the posts that have the sorted value. Posts without it may be at either end. */
function expectOrder(posts: readonly Post[], sort: PostSort): void {
  const field = sort.replace("-", "") as PostSortField;
  const values = posts.flatMap((post) => post[field] ?? []);
  const ascending = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  expectEqual(values, sort.startsWith("-") ? ascending.toReversed() : ascending, `the order by ${sort}`);
}

function slugsOf(posts: readonly Post[]): string[] {
  return posts.map(({ slug }) => slug);
}

function publishedSlugs(matches: (post: FixturePost) => boolean): string[] {
  return contentFixture.posts
    .filter((post) => post.organizationSlug === "acme" && post.isPublished && matches(post))
    .map(({ slug }) => slug)
    .toSorted();
}
