import { beforeAll, describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type Post, type PublicApi } from "../../lib/mod.ts";
import { permissions } from "../../lib/access/mod.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

const pageBytes = 10_000;
const most = 12;

type Page = Record<string, unknown>;

/** Returns text of a length, which differs by number. */
const textOf = (number: number, length: number): string => `${number} ${"words ".repeat(length / 6)}`;

const htmlOf = (number: number, length: number): string =>
  Array.from(
    { length: 4 },
    (_, at) => `<h2>Is ${number} the question ${at}?</h2><p>${textOf(number, length / 4)}</p>`,
  ).join("");

/** Lists of the APIs: the path, the array in the response, and the name of an item. */
const lists: readonly [path: string, field: string][] = [
  ["public/v1/post/acme?limit=100", "posts"],
  ["public/v1/post/acme?limit=100&sort=name", "posts"],
  ["public/v1/post/acme?limit=100&author=Ada", "posts"],
  ["public/v1/post/acme?limit=100&fields=slug,html", "posts"],
  ["public/v1/post/acme?limit=7&fields=slug,html", "posts"],
  ["public/v1/faq/acme?limit=100", "faqEntries"],
  ["public/v1/faq/acme?limit=5", "faqEntries"],
  ["public/v1/redirects/acme?limit=100", "redirects"],
  ["public/v1/tags/acme?limit=100", "tags"],
  ["public/v1/authors/acme?limit=100&sort=-postCount", "authors"],
  ["public/v1/search/acme?q=question&limit=50", "results"],
  ["public/v1/knowledge-base?limit=100", "texts"],
  ["public/v1/knowledge-base/search?q=words&limit=50", "results"],
  ["admin/v1/posts?limit=100", "posts"],
  ["admin/v1/posts?limit=100&search=post", "posts"],
  ["admin/v1/redirects?limit=100", "redirects"],
  ["admin/v1/knowledge-base?limit=100", "entries"],
  ["admin/v1/audit?limit=100", "entries"],
];

describe("pages of at most 10,000 bytes", () => {
  const driver = slowDriver(memoryDriver(), 2);
  const open = (limits: { pageBytes?: number }): PublicApi =>
    createPublicApi({ storage: driver, adminApi: true, mcp: mcp(), limits });
  const [small, large] = [open({ pageBytes }), open({})];
  let key = "";

  beforeAll(async () => {
    await large.organizations.create({
      slug: "acme",
      name: "Acme",
      siteUrl: "https://acme.example",
      feeds: true,
    });
    const user = await large.users.create({ name: "Ada" });
    await large.users.addToOrganization(user.id, { organizationSlug: "acme", role: "owner" });
    const owner = { organizationSlug: "acme", userId: user.id, permissions };
    ({ key } = await large.apiKeys.generate({ ...owner, name: "Test" }));
    for (let number = 0; number < most; number++) {
      // One post is longer than a page.
      const html = htmlOf(number, number === 5 ? 15_000 : 3000);
      await large.posts.create("acme", {
        name: `Post ${number}`,
        slug: `p${number}`,
        html,
        description: textOf(number, 1000),
        authors: ["Ada", ...Array.from({ length: 3 }, (_, at) => `${number} ${at} ${"字".repeat(180)}`)],
        tags: Array.from({ length: 5 }, (_, at) => `${number} ${at} ${"字".repeat(90)}`),
        aliases: Array.from({ length: 4 }, (_, at) => `/old/${number}/${at}/${"r".repeat(1000)}`),
        createdAt: Date.UTC(2026, 0, 1 + number),
      });
      await large.knowledgeBase.add("acme", { text: textOf(number, number === 7 ? 15_000 : 3000) });
    }
    for (let number = 0; number < 90; number++) {
      await large.apiKeys.generate({ ...owner, name: `Key ${number}` });
    }
    await large.events.settle();
  });

  const read = async (api: PublicApi, path: string): Promise<{ bytes: number; text: string }> => {
    const request = new Request(`http://localhost/api/${path}`, { headers: { "x-api-key": key } });
    const response = await api.fetch(request);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${text}`);
    return { bytes: new TextEncoder().encode(text).length, text };
  };

  /** Returns the items of all pages, and checks the size of each page. */
  const walk = async (
    api: PublicApi,
    path: string,
    field: string,
  ): Promise<{ items: unknown[]; pages: number }> => {
    const items: unknown[] = [];
    let pages = 0;
    for (let cursor: string | null = ""; cursor !== null; pages++) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { bytes, text } = await read(api, path + from);
      const page = JSON.parse(text) as Page;
      const found = page[field] as { post?: { slug: string } }[];
      items.push(...found);
      cursor = page["nextCursor"] as string | null;
      // The questions of a post stay together.
      const whole = new Set(found.map((item, at) => item.post?.slug ?? at)).size;
      if (api === small && whole > 1) expect([path, bytes <= pageBytes]).toEqual([path, true]);
      if (cursor !== null && api === small) expect(found.length).toBeGreaterThan(0);
    }
    return { items, pages };
  };

  it.each(lists)("returns each item of %s once", async (path, field) => {
    const whole = await walk(large, path, field);
    const parts = await walk(small, path, field);
    expect(parts.items).toEqual(whole.items);
    expect(parts.pages).toBeGreaterThan(whole.pages);
  });

  it("ends a page of events early", async () => {
    const path = (after: number): string => `public/v1/events/acme?limit=100&after=${after}`;
    const sequences: number[] = [];
    for (let [after, hasMore] = [0, true]; hasMore;) {
      const { bytes, text } = await read(small, path(after));
      const page = JSON.parse(text) as { events: { sequence: number }[]; last: number; hasMore: boolean };
      expect(bytes).toBeLessThanOrEqual(pageBytes);
      sequences.push(...page.events.map(({ sequence }) => sequence));
      ({ last: after, hasMore } = page);
    }
    const all = JSON.parse((await read(large, path(0))).text) as { events: { sequence: number }[] };
    expect(sequences.length).toBeGreaterThan(0);
    expect(sequences.slice(0, all.events.length)).toEqual(all.events.map(({ sequence }) => sequence));
  });

  it.each([
    ["public/v1/feed/acme/rss.xml", /<item>.*?<\/item>/gs],
    ["public/v1/feed/acme/atom.xml", /<entry.*?<\/entry>/gs],
    ["public/v1/feed/acme/feed.json", /"content_html"/g],
    ["public/v1/llms/acme", /^- .*$/gm],
    ["public/v1/faq/acme?limit=100&format=jsonld", /"@type":"Question"/g],
  ])("has fewer entries in %s", async (path, entry) => {
    const [part, whole] = [await read(small, path), await read(large, path)];
    expect(part.bytes).toBeLessThanOrEqual(pageBytes);
    const [found, all] = [part.text.match(entry) ?? [], whole.text.match(entry) ?? []];
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(all.slice(0, found.length));
    expect(all.length).toBeGreaterThan(found.length);
  });

  it.each(["get_faq", "list_posts"])("returns all items by pages of the tool %s", async (name) => {
    const slugs: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const params = { name, arguments: { limit: 100, ...(cursor === undefined ? {} : { cursor }) } };
      const request = new Request("http://localhost/api/public/v1/mcp/acme", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      });
      const text = await (await small.fetch(request)).text();
      const message = JSON.parse(text.replace(/^[^{]*/, "")) as { result: { structuredContent: Page } };
      const { faqEntries, posts, nextCursor } = message.result.structuredContent as {
        faqEntries?: { post: { slug: string } }[];
        posts?: { slug: string }[];
        nextCursor: string | null;
      };
      const found = [
        ...new Set((posts ?? faqEntries?.map(({ post }) => post) ?? []).map(({ slug }) => slug)),
      ];
      expect(found.length > 1 && text.length > pageBytes).toBe(false);
      slugs.push(...found);
      cursor = nextCursor;
    }
    expect(slugs).toEqual(Array.from({ length: most }, (_, number) => `p${most - 1 - number}`));
  });
});

it("writes a long post in parts as one JSON text", async () => {
  const api = createPublicApi({ storage: memoryDriver() });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const html = Array.from({ length: 1000 }, (_, number) => `${htmlOf(number, 100)}<p>😀</p>`).join("");
  await api.posts.create("acme", { name: "Long", slug: "long", html });
  for (const query of ["", "?fields=head,html,faqEntries"]) {
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/post/acme/long${query}`));
    const text = await response.text();
    const post = JSON.parse(text) as { html: string; faqEntries: object[] };
    expect(text).toBe(JSON.stringify(post));
    expect([post.html, post.faqEntries.length]).toEqual([html, 4000]);
    expect(response.headers.get("content-length")).toBe(String(new TextEncoder().encode(text).length));
  }
});

describe("pages of a host's posts", () => {
  const posts = Array.from({ length: 100 }, (_, id): Post => ({
    id,
    name: `Post ${id}`,
    slug: `p${id}`,
    html: textOf(id, 4000),
    createdAt: id,
  }));
  const organization = {
    id: "1",
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    postUrlTemplate: "/{slug}",
    language: "en",
    section: "Blog",
    speakable: [],
  };

  /** Opens an API over the host's posts. `onListed` gets the posts that are still there, after each call of `listPosts`. */
  const openHost = (
    onListed: (here: Post[], listed: number) => void,
    limitOf = (limit: number): number => limit,
  ): PublicApi => {
    const here = [...posts];
    const content: ContentSource = {
      findOrganization: () => organization,
      getPost: (_organizationSlug, slug) => here.find((post) => post.slug === slug) ?? null,
      listPosts: async (_organizationSlug, { limit: wanted, after }) => {
        const limit = limitOf(wanted);
        const rest = here.filter(({ id }) => after === undefined || id > Number(after));
        const page = rest.slice(0, limit);
        onListed(here, page.length);
        return { posts: page, next: rest.length > limit ? String(page.at(-1)?.id) : null };
      },
    };
    return createPublicApi({ storage: memoryDriver(), content, limits: { pageBytes } });
  };

  const readPage = async (
    api: PublicApi,
    query: string,
  ): Promise<{ posts: Post[]; nextCursor: string | null }> => {
    const request = new Request(`http://localhost/api/public/v1/post/acme?sort=createdAt&${query}`);
    return (await (await api.fetch(request)).json()) as { posts: Post[]; nextCursor: string | null };
  };

  it("reads few posts for a page that ends early", async () => {
    let read = 0;
    const api = openHost((_here, listed) => void (read += listed));
    const page = await readPage(api, "limit=100&fields=slug,html");
    expect(page.posts.map(({ slug }) => slug)).toEqual(["p0", "p1"]);
    expect(read).toBeLessThan(10);
  });

  it("loses no post if another is deleted while the page is read", async () => {
    let calls = 0;
    const api = openHost((here) => void (++calls === 1 && here.shift()));
    const slugs: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await readPage(api, `limit=100&fields=slug,html${from}`);
      slugs.push(...page.posts.map(({ slug }) => slug));
      cursor = page.nextCursor;
    }
    expect(slugs.filter((slug) => slug !== "p0")).toEqual(posts.slice(1).map(({ slug }) => slug));
  });

  it.each([
    ["limit=3", 8],
    ["limit=3&fields=slug,html", 8],
    ["limit=20", 40],
    ["limit=20&fields=slug,html", 40],
  ])("returns each post of a source that ignores the limit, with %s", async (query, most) => {
    let calls = 0;
    const onListed = (): void => {
      if (++calls > 100) throw new Error("The source is read without end");
    };
    const api = openHost(onListed, () => most);
    const slugs: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await readPage(api, query + from);
      slugs.push(...page.posts.map(({ slug }) => slug));
      cursor = page.nextCursor;
    }
    expect(slugs).toEqual(posts.map(({ slug }) => slug));
  });
});
