import { describe, expect, it } from "vitest";
import { importPosts, type ImportReport } from "../../lib/import/mod.ts";
import {
  type ContentSource,
  createPublicApi,
  type Post,
  type PostPage,
  type PublicApi,
  type SourceFilter,
} from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver as slowMemory } from "../slow_memory.ts";

const composed = "Caf\u00e9";
const decomposed = "Cafe\u0301";
/** Spellings of one name. */
const forms = [composed, decomposed, ` ${composed} `, `\n${decomposed}`];
const html = "<p>Word</p><h2>Is it a word?</h2><p>It is a word.</p>";

const input = {
  name: "Word",
  html,
  tags: ["dup", "dup", " dup ", ...forms],
  authors: forms,
  articleSection: decomposed,
};

/** A host that keeps decomposed names, and compares them exactly. */
class DecomposedSource implements ContentSource {
  readonly filters: readonly SourceFilter[];
  readonly #posts: readonly Post[] = [
    {
      id: 1,
      slug: "word",
      createdAt: 0,
      ...input,
      tags: ["dup", decomposed, composed],
      authors: [decomposed],
    },
    { id: 2, slug: "other", name: "Other", createdAt: 1, tags: [] },
  ];
  constructor(filters: readonly SourceFilter[] = []) {
    this.filters = filters;
  }
  findOrganization(): typeof hostOrganization {
    return { ...hostOrganization, section: decomposed };
  }
  getPost(_organization: string, slug: string): Post | null {
    return this.#posts.find((post) => post.slug === slug) ?? null;
  }
  async listPosts(
    _organization: string,
    {
      tag,
      tags = tag === undefined ? undefined : [tag],
      notTags,
      section,
      author,
    }: Parameters<ContentSource["listPosts"]>[1],
  ): Promise<PostPage> {
    const posts = this.#posts.filter(
      (post) =>
        (tags === undefined || tags.some((one) => post.tags?.includes(one))) &&
        notTags?.some((one) => post.tags?.includes(one)) !== true &&
        (section === undefined || post.articleSection === section) &&
        (author === undefined || post.authors?.includes(author) === true),
    );
    return { posts, next: null };
  }
  async countPosts(
    ...query: Parameters<NonNullable<ContentSource["countPosts"]>>
  ): Promise<{ count: number }> {
    return {
      count: (await this.listPosts(query[0], { ...query[1], sort: "createdAt", limit: 100 })).posts.length,
    };
  }
}

async function openStored(slow = false): Promise<PublicApi> {
  const clock = new ManualClock();
  const api = createPublicApi({ storage: slow ? slowMemory({ clock }) : memoryDriver({ clock }), clock });
  await api.organizations.create({
    slug: "acme",
    name: decomposed,
    siteUrl: "https://acme.example",
    feeds: true,
  });
  await api.posts.create("acme", input);
  await api.posts.create("acme", { name: "Other", articleSection: "Other" });
  return api;
}

const openHost = async (content: ContentSource): Promise<PublicApi> =>
  createPublicApi({ storage: memoryDriver(), clock: new ManualClock(), content });

describe.each([
  ["the store", () => openStored()],
  ["a store that takes time", () => openStored(true)],
  ["a host without filters", () => openHost(new DecomposedSource())],
  ["a host with filters", () => openHost(new DecomposedSource(["tags", "notTags"]))],
] as const)("names of %s", (_kind, open) => {
  async function read<Body>(api: PublicApi, path: string): Promise<Body> {
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/${path}`));
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Body;
  }

  it("are normal, each once, and found by every spelling", async () => {
    const api = await open();
    const post = await read<Post>(api, "post/acme/word");
    expect(post).toMatchObject({ tags: ["dup", composed], articleSection: composed });
    expect(post.authors ?? [post.author]).toEqual([composed]);
    expect(await read(api, "tags/acme?sort=name")).toMatchObject({
      tags: [
        { name: composed, postCount: 1 },
        { name: "dup", postCount: 1 },
      ],
    });
    expect(await read(api, "authors/acme")).toMatchObject({ authors: [{ name: composed, postCount: 1 }] });
    for (const form of forms.map(encodeURIComponent)) {
      for (const filter of [`tag=${form}`, `tag=x&tag=${form}`, `section=${form}`]) {
        const listed = await read<object>(api, `post/acme?total=true&${filter}`);
        expect([filter, listed]).toMatchObject([filter, { posts: [{ slug: "word" }], total: 1 }]);
        const found = await read<object>(api, `search/acme?q=word&${filter}`);
        expect([filter, found]).toMatchObject([
          filter,
          { results: expect.arrayContaining([expect.objectContaining({ slug: "word" })]) },
        ]);
        const faq = await read<object>(api, `faq/acme?${filter}`);
        expect([filter, faq]).toMatchObject([filter, { faqEntries: [{ question: "Is it a word?" }] }]);
      }
      expect(await read(api, `post/acme?total=true&author=${form}`)).toMatchObject({
        posts: [{ slug: "word" }],
        total: 1,
      });
      expect(await read(api, `post/acme?notTag=${form}`)).toMatchObject({ posts: [{ slug: "other" }] });
    }
  });
});

describe("names of the library", () => {
  it("are normal in organizations, users and keys, and found by every spelling in the lists of members", async () => {
    const api = await openStored();
    expect(await api.organizations.get("acme")).toMatchObject({ name: composed });
    const { id: userId } = await api.users.create({ name: ` ${decomposed}` });
    expect(await api.users.get(userId)).toMatchObject({ name: composed });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    const generated = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: decomposed });
    expect(await api.apiKeys.get({ organizationSlug: "acme", keyId: generated.id })).toMatchObject({
      name: composed,
    });
    for (const tag of forms) {
      expect((await api.posts.list("acme", { tag })).posts.map(({ slug }) => slug)).toEqual(["word"]);
      expect((await api.posts.list("acme", { notTags: [tag] })).posts.map(({ slug }) => slug)).toEqual([
        "other",
      ]);
      expect((await api.posts.list("acme", { section: tag, search: "cafe" })).posts).toHaveLength(1);
    }
  });

  it("of an import are normal, and U+FFFD stands for half of a surrogate pair, which the report names", async () => {
    const api = await openStored();
    const reports: ImportReport[] = [];
    const onReport = (report: ImportReport): void => void reports.push(report);
    const item = { kind: "post", place: { file: "a" } } as const;
    const items = [
      {
        ...item,
        key: decomposed,
        input: { ...input, slug: "a", name: "Half \ud83d", html: "<p>\udc00</p>" },
      },
      { ...item, key: composed, input: { ...input, slug: "b" } },
    ];
    await importPosts(api.posts, items, {
      organizationSlug: "acme",
      source: "site",
      concurrency: 1,
      onReport,
    });
    expect(reports).toMatchObject([
      {
        outcome: "note",
        category: "lone-surrogate",
        text: "halves of surrogate pairs are left out of name, html",
      },
      { outcome: "created", slug: "a", name: "Half" },
      { outcome: "note", category: "duplicate-key" },
      { outcome: "created", slug: "b" },
    ]);
    expect(await api.posts.get({ organizationSlug: "acme", slug: "a" })).toMatchObject({
      html: "<p></p>",
      importedFrom: { source: "site", key: composed },
      tags: ["dup", composed],
    });
  });
});
