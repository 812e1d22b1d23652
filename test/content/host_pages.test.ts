import { describe, expect, it } from "vitest";
import { type ContentSource, HostValueError } from "../../lib/mod.ts";
import { HostTable, type HostWorld, openHost, rowOf } from "./host_table.ts";

interface Page {
  posts: { slug: string }[];
  nextCursor: string | null;
}

async function pageOf(host: HostWorld, query: string): Promise<Page> {
  const response = await host.get(`/post/acme?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

/** Reads every page of a list. Returns the slugs of each. */
async function pagesOf(host: HostWorld, query: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await pageOf(host, cursor === "" ? query : `${query}&cursor=${cursor}`);
    pages.push(page.posts.map(({ slug }) => slug));
    cursor = page.nextCursor;
  }
  return pages;
}

const bad = (id: number): object => ({ ...rowOf(id, "bad"), tags: "a,b" });
const isBad: Record<string, (id: number) => boolean> = {
  "no bad row": () => false,
  "a bad row in the middle of a page": (id) => id === 10,
  "a bad row at the end of a page": (id) => id === 20,
  "a bad row at the start of a page": (id) => id === 21,
  "a bad first and last row": (id) => id === 1 || id === 65,
  "a page of bad rows": (id) => id > 20 && id <= 40,
  "every second row bad": (id) => id % 2 === 0,
  "only bad rows": () => true,
};

describe("pages of a host's posts", () => {
  const cases = Object.entries(isBad).flatMap(([name, is]) =>
    ["createdAt", "-createdAt"].map((sort) => ({ name, is, sort })),
  );
  it.each(cases)("with $name have every other post once, in the order of $sort", async ({ is, sort }) => {
    const ids = Array.from({ length: 65 }, (_, at) => at + 1);
    const host = openHost(new HostTable(ids.map((id) => (is(id) ? bad(id) : rowOf(id)))).source);
    const good = ids.filter((id) => !is(id)).map((id) => `good-${id}`);
    const expected = sort === "createdAt" ? good : good.toReversed();
    for (const limit of [1, 7, 20, 100]) {
      const pages = await pagesOf(host, `sort=${sort}&limit=${limit}`);
      expect([limit, pages.flat()]).toEqual([limit, expected]);
      expect(pages.filter((page) => page.length > limit)).toEqual([]);
    }
    const first = await pageOf(host, `sort=${sort}&limit=20&total=true`);
    expect(first.posts).toHaveLength(Math.min(20, expected.length));
    expect(first).toMatchObject({ total: expected.length });
    // A filter that the source does not know reads on by itself.
    expect((await pagesOf(host, `sort=${sort}&limit=20&tag=good+tag&language=en`)).flat()).toEqual(expected);
  });

  it("read a source that ignores the limit, and lose none of its posts", async () => {
    const rows = Array.from({ length: 50 }, (_, at) => (at === 25 ? bad(at) : rowOf(at)));
    const { source } = new HostTable(rows);
    const host = openHost({ ...source, listPosts: () => ({ posts: rows, next: null }) } as ContentSource);
    expect((await pagesOf(host, "limit=20")).flat()).toHaveLength(49);
  });

  it("have a repeated post once, and report it once", async () => {
    const host = openHost(
      new HostTable([rowOf(1), rowOf(2), { ...rowOf(1), name: "Joined" }, rowOf(3)]).source,
    );
    for (const path of ["/post/acme", "/post/acme/sitemap", "/tags/acme", "/search/acme?q=bread"]) {
      expect([path, (await host.get(path)).status]).toEqual([path, 200]);
    }
    expect((await pagesOf(host, "sort=createdAt")).flat()).toEqual(["good-1", "good-2", "good-3"]);
    expect(host.errors.map(({ message }) => message)).toEqual([
      'Cannot use post "good-1" of content.listPosts for "acme": /slug is also the slug of an earlier post of the page',
    ]);
    expect((await host.get("/post/acme/good-1")).status).toBe(200);
  });

  it.each<[name: string, row: unknown, message: string]>([
    ["null", null, "it must be an object, and is null"],
    ["a text", "hello", 'it must be an object, and is "hello"'],
    ["a list", [1, 2], "it must be an object, and is [1, 2]"],
    ["a promise", () => Promise.resolve(rowOf(2)), "it must be an object, and is a promise: await it"],
    [
      "a promise that rejects",
      () => Promise.reject(new Error("no")),
      "it must be an object, and is a promise: await it",
    ],
    ["a hole", undefined, "it must be an object, and is undefined"],
    ["an empty row", {}, "/id is missing; /name is missing; /slug is missing"],
  ])("leave out %s in place of a row", async (_name, row, message) => {
    const { source } = new HostTable([]);
    const host = openHost({
      ...source,
      listPosts: () => {
        const posts: unknown[] = [rowOf(1)];
        // The row of the case "a hole" is left out.
        if (row !== undefined) posts[1] = typeof row === "function" ? (row as () => unknown)() : row;
        posts[2] = rowOf(3);
        return { posts, next: null } as never;
      },
    });
    expect((await pagesOf(host, "sort=createdAt")).flat()).toEqual(["good-1", "good-3"]);
    expect((await host.get("/post/acme/sitemap")).status).toBe(200);
    expect(host.errors.map((error) => error.message)).toEqual([
      expect.stringMatching(/^Cannot use (?:item 1 of posts) of content.listPosts for "acme": /),
    ]);
    expect(host.errors[0]?.message).toContain(message);
  });

  it.each<[name: string, page: (after: string | undefined) => unknown, message: string]>([
    [
      "no page",
      () => undefined,
      'the result of content.listPosts for "acme": it must be an object, and is undefined',
    ],
    ["a list of rows", () => [rowOf(1)], "it must be an object, and is [an object]"],
    ["no rows", () => ({ next: null }), "/posts is missing"],
    ["null as rows", () => ({ posts: null, next: null }), "/posts must be an array, and is null"],
    [
      "an object of rows",
      () => ({ posts: { 0: rowOf(1) }, next: null }),
      "/posts must be an array, and is an object",
    ],
    ["no cursor", () => ({ posts: [rowOf(1)] }), "/next is missing"],
    ["a number as cursor", () => ({ posts: [rowOf(1)], next: 2 }), "/next must be a string, and is 2"],
    [
      "the same cursor again",
      () => ({ posts: [rowOf(1)], next: "x" }),
      '/next must be another cursor than that of the page, and is "x"',
    ],
    [
      "a Date as its change",
      () => ({ posts: [], next: null, changesAt: new Date(0) }),
      "/changesAt must be a whole number, and is an object",
    ],
    ["a promise that rejects", () => Promise.reject(new Error("no connection")), "no connection"],
    [
      "an error",
      () => {
        throw new Error("no table");
      },
      "no table",
    ],
  ])("respond with 500 to %s, and name the field", async (_name, page, message) => {
    const { source } = new HostTable([]);
    const host = openHost({ ...source, listPosts: (_slug, { after }) => page(after) as never });
    for (const path of ["/post/acme/sitemap", "/llms/acme", "/tags/acme", "/search/acme?q=bread"]) {
      expect([path, (await host.get(path)).status]).toEqual([path, 500]);
      expect(String(host.errors.at(-1))).toContain(message);
    }
  });
});

it.each([2, 3, 10])("ends a walk over pages whose cursors repeat after %i pages", async (length) => {
  const { source } = new HostTable([]);
  const paid = { ...rowOf(1), isAccessibleForFree: false };
  const host = openHost({
    ...source,
    listPosts: (_slug, { after = "-1" }) =>
      ({ posts: [paid], next: String((Number(after) + 1) % length) }) as never,
  });
  const walks = [
    "/post/acme/sitemap",
    "/sitemap/acme",
    "/post/acme?total=true",
    "/tags/acme",
    "/authors/acme",
  ];
  for (const path of [...walks, "/search/acme?q=bread", "/llms-full/acme"]) {
    expect([path, (await host.get(path)).status]).toEqual([path, 500]);
    expect(host.errors.at(-1)?.message).toBe(
      'Cannot use the result of content.listPosts for "acme": /next must lead to the last page, and is an earlier cursor again',
    );
  }
  expect((await host.get("/post/acme")).status).toBe(200);
});

describe("the errors of a malformed post", () => {
  it.each([true, false])(
    "are reported once for its state, also after a restart of the walk (versions: %s)",
    async (hasVersion) => {
      const stateOf = (tags: unknown, version: string): object => ({
        ...rowOf(2, "odd"),
        tags,
        ...(hasVersion && { version }),
      });
      const table = new HostTable([rowOf(1), stateOf("a", "1"), rowOf(3)]);
      const host = openHost(table.source);
      const readAll = async (): Promise<number> => {
        for (const path of ["/post/acme", "/post/acme/odd-2", "/post/acme/sitemap", "/search/acme?q=bread"]) {
          expect((await host.get(path)).status).toBe(
            path.endsWith("odd-2") && typeof tagsOf(table) === "string" ? 500 : 200,
          );
        }
        return host.errors.length;
      };
      expect([await readAll(), await readAll()]).toEqual([1, 1]);
      table.rows[1] = stateOf("a, b", "2");
      expect([await readAll(), await readAll()]).toEqual([2, 2]);
      table.rows[1] = stateOf(["a"], "3");
      host.clock.advance(120_000);
      expect(await readAll()).toBe(2);
      expect(await (await host.get("/search/acme?q=odd")).text()).toContain("odd-2");
      table.rows[1] = stateOf("a, b", "4");
      expect([await readAll(), await readAll()]).toEqual([3, 3]);
    },
  );

  it("are reported with the request if the address of the post is read first, and never by a throwing onError", async () => {
    const requests: unknown[] = [];
    const { source } = new HostTable([rowOf(1), bad(2)]);
    const host = openHost(source, {
      onError: (error, request) => {
        requests.push([error instanceof HostValueError && error.source, request?.url.slice(-6)]);
        throw new Error("the log is full");
      },
    });
    expect((await host.get("/post/acme/bad-2")).status).toBe(500);
    expect((await host.get("/post/acme")).status).toBe(200);
    expect(requests).toEqual([["content.getPost", "/bad-2"]]);
    const other = openHost(source, {
      onError: () => {
        throw new Error("the log is full");
      },
    });
    expect((await other.get("/post/acme")).status).toBe(200);
  });

  it("of its content leave it out of lists, too, if it has a version", async () => {
    const table = new HostTable([rowOf(1), { ...rowOf(2, "odd"), version: "1" }, rowOf(3)]);
    const { source } = table;
    const html = { mended: false };
    const host = openHost({
      ...source,
      getPost: (organization, slug) => {
        const row = source.getPost(organization, slug) as object;
        return (slug === "odd-2" && !html.mended ? { ...row, html: new Uint8Array(3) } : row) as never;
      },
    });
    for (const path of [
      "/faq/acme",
      "/llms-full/acme",
      "/search/acme?q=bread",
      "/post/acme",
      "/post/acme/sitemap",
    ]) {
      const response = await host.get(path);
      expect([path, response.status, (await response.text()).includes("odd")]).toEqual([path, 200, false]);
    }
    expect((await host.get("/post/acme/odd-2")).status).toBe(500);
    expect(host.errors.map(({ message }) => message)).toEqual([
      'Cannot use post "odd-2" of content.getPost for "acme": /html must be a string, and is bytes',
    ]);
    html.mended = true;
    table.rows[1] = { ...rowOf(2, "odd"), version: "2" };
    expect((await pagesOf(host, "sort=createdAt")).flat()).toContain("odd-2");
    expect((await host.get("/post/acme/odd-2")).status).toBe(200);
  });

  it("are bounded for each organization", async () => {
    const host = openHost(new HostTable(Array.from({ length: 1500 }, (_, at) => bad(at + 1))).source);
    for (let walk = 0; walk < 2; walk++) expect((await host.get("/post/acme/sitemap")).status).toBe(200);
    expect(host.errors).toHaveLength(100);
    // The address of a post that no list reported is an error of its request.
    expect((await host.get("/post/acme/bad-1400")).status).toBe(500);
    expect(host.errors).toHaveLength(101);
  });
});

function tagsOf({ rows }: HostTable): unknown {
  return (rows[1] as { tags: unknown }).tags;
}
