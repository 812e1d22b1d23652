import { beforeEach, describe, expect, it } from "vitest";
import { importPosts } from "../../lib/import/mod.ts";
import { type AtomicDriver, createPublicApi, type PublicApi, type RedirectItems } from "../../lib/mod.ts";
import { exportRecords, importRecords, type TransferRecord } from "../../lib/moving/entry.ts";
import { acmePost } from "../acme.ts";
import { allOf, each } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";

let api: PublicApi;
let clock: ManualClock;
let storage: AtomicDriver;

async function open(organization: object = {}): Promise<void> {
  clock = new ManualClock();
  storage = memoryDriver({ clock });
  api = createPublicApi({ storage, clock });
  await api.organizations.create({
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    ...organization,
  });
}

const write = async (slug: string, input: object = {}): Promise<unknown> =>
  api.posts.create("acme", { name: slug, slug, html: "", ...input });
const add = async (from: string, slug: string): Promise<{ isNew: boolean }> =>
  api.redirects.add("acme", { from, slug });
const kept = async (): Promise<string[]> =>
  (await api.redirects.list("acme")).redirects.map(({ from }) => from);
async function shown(): Promise<string[]> {
  const response = await api.fetch(new Request("http://localhost/api/public/v1/redirects/acme"));
  return ((await response.json()) as RedirectItems).redirects.map(({ from }) => from);
}

/** Spellings of one address each. The first is its normal form. */
const equivalents: [string, ...string[]][] = [
  [
    "/g/%EB%A1%9C",
    "/g/%eb%a1%9c",
    "/g/%Eb%a1%9C",
    "/g/로",
    "/g/로".normalize("NFD"),
    "https://acme.example/g/%eb%a1%9c",
  ],
  [
    "/caf%C3%A9",
    "/cafe%CC%81",
    "/café",
    "/cafe\u0301",
    "HTTPS://ACME.example:443/café",
    "http://acme.example/café",
  ],
  ["/~user/a-b_c.d", "/%7euser/a%2Db%5fc%2ed", "/%7Euser/%61-b_c.d"],
  ["/a%2Fb", "/a%2fb"],
  ["/x%7Cy%5Bz%5D", "/x|y[z]", "/x%7cy%5bz%5d"],
  ["/page?b=%C3%A9", "/page?b=é", "/page?b=%c3%a9"],
  ["/empty", "/empty?", "/empty#", "/empty?#"],
  ["/latin1/%E9", "/latin1/%e9"],
  ["/not/%3E%CC%81", "/not/%3e%cc%81", "/not/>\u0301"],
  ["/%EF%BB%BFbom", "/%ef%bb%bfbom", "/\ufeffbom".normalize("NFC").replace("\ufeff", "%EF%BB%BF")],
  ["https://old.example/%C3%A9?x=1", "https://OLD.example/é?x=1", "https://old.example:443/%c3%A9?x=1"],
  ["https://old.example/", "https://old.example", "HTTPS://old.example/?"],
  ["grüße", "gru\u0308ße"],
];

describe("equivalent addresses", () => {
  beforeEach(async () => open());

  it.each(equivalents)("%s is one redirect in all its forms", async (normal, ...others) => {
    await write("a");
    await write("b");
    for (const from of [normal, ...others]) {
      for (const form of [normal, ...others]) {
        expect(await api.redirects.add("acme", { from: form, slug: "a" })).toMatchObject({
          redirect: { from: normal },
        });
        await expect(add(form, "b")).rejects.toMatchObject({ name: "AlreadyExistsError" });
      }
      expect(await kept()).toEqual([normal]);
      expect(await api.redirects.remove("acme", from)).toBe(true);
      expect(await kept()).toEqual([]);
    }
  });

  it.each(equivalents)("%s is one alias in all its forms", async (normal, ...others) => {
    await write("a", { aliases: [normal, ...others] });
    expect(await kept()).toEqual([normal]);
    await api.posts.update(acmePost("a"), { aliases: [others.at(-1) ?? ""] });
    expect(await kept()).toEqual([normal]);
    await api.posts.update(acmePost("a"), { aliases: [] });
    expect(await kept()).toEqual([]);
  });

  it.each([
    "/%zz",
    "/%",
    "/a%4",
    "/a?b=%zz",
    "/a/../b",
    "/a/..",
    "/./a",
    "/a/%2e%2E/b",
    "/a/.%2e/b",
    "/\ud800",
    "https://old.example/a/../b",
    "https://old.example/%zz",
  ])("%j is refused, also as an alias", async (from) => {
    const invalid = { name: "InvalidInputError" };
    await expect(write("a", { aliases: ["/x", from] })).rejects.toMatchObject(invalid);
    await write("a", { aliases: ["/x"] });
    await expect(add(from, "a")).rejects.toMatchObject(invalid);
    const update = api.posts.update(acmePost("a"), { aliases: [from] });
    await expect(update).rejects.toMatchObject({ fields: [{ pointer: "/aliases/0" }] });
    expect(await kept()).toEqual(["/x"]);
  });

  it.each([
    ["x", "/blog/x"],
    ["/blog/x", "x"],
    ["/blog/x/", "x"],
    ["x", "/blog/%78"],
  ])("%s and %s are one address, for one post", async (first, second) => {
    for (const slug of ["a", "b"]) await write(slug);
    expect((await add(first, "a")).isNew).toBe(true);
    expect((await add(second, "a")).isNew).toBe(false);
    await expect(add(second, "b")).rejects.toMatchObject({ name: "AlreadyExistsError" });
    expect(await kept()).toEqual([first]);
  });

  it("of a post that became public takes no redirect, also one that was there", async () => {
    await write("a");
    const publishedAt = new Date(clock.now() + 60_000).toISOString();
    await write("due", { status: "scheduled", publishedAt });
    await add("/blog/due", "a");
    clock.advance(60_001);
    await expect(add("/blog/due", "a")).rejects.toMatchObject({ name: "AlreadyExistsError" });
    await expect(add("due", "a")).rejects.toMatchObject({ name: "AlreadyExistsError" });
  });

  it.each(["/a+b", "/a/b/", "/A", "/a;b", "/a?b", "/a%2525"])(
    "%s differs from its neighbors",
    async (from) => {
      await write("a");
      await write("b");
      await add(from, "a");
      const neighbors = ["/a%2Bb", "/a/b", "/a", "/a%3Bb", "/a%3Fb", "/a%25"];
      for (const neighbor of neighbors) await add(neighbor, "b");
      expect((await kept()).toSorted()).toEqual([from, ...neighbors].toSorted());
    },
  );

  it("are restored from an export of an earlier version as one: the newest stays", async () => {
    await write("a");
    await write("b");
    await add("/g/로", "a");
    clock.advance(1000);
    const records = (await allOf(exportRecords(storage))).flatMap((record): TransferRecord[] => {
      if (record.type === "end") return [{ ...record, records: record.records + 2 }];
      if (record.type !== "redirect") return [record];
      const at = (seconds: number): string => new Date(clock.now() + seconds * 1000).toISOString();
      const { redirect } = record;
      return [
        { ...record, redirect: { ...redirect, from: "/g/%eb%a1%9c", id: redirect.id, createdAt: at(1) } },
        { ...record, redirect: { ...redirect, from: "/g/로", id: redirect.id + 1, createdAt: at(3) } },
        { ...record, redirect: { ...redirect, createdAt: at(2) } },
      ];
    });
    const copy = memoryDriver({ clock });
    const restore = async (): ReturnType<typeof importRecords> => importRecords(copy, each(records));
    const { redirectsLeftOut } = await restore();
    expect(redirectsLeftOut.length).toBeGreaterThan(0);
    const other = createPublicApi({ storage: copy, clock });
    const expected = [{ from: "/g/%EB%A1%9C", slug: "b" }];
    expect((await other.redirects.list("acme")).redirects).toMatchObject(expected);
    expect(await restore()).toMatchObject({ created: 0, updated: 0 });
    expect((await other.redirects.list("acme")).redirects).toMatchObject(expected);
  });
});

/** Sites, and the addresses of the post "hello" on each. */
const sites: { organization: object; live: string[]; free: string[] }[] = [
  {
    organization: {},
    live: [
      "hello",
      "/blog/hello",
      "/blog/hello/",
      "/blog/%68ello",
      "/%62log/hello#x",
      "https://acme.example/blog/hello",
      "http://ACME.example/blog/hello/",
    ],
    free: [
      "/hello",
      "/blog/hello?page=2",
      "/blog/hello.html",
      "https://www.acme.example/blog/hello",
      "/blog/Hello",
    ],
  },
  {
    organization: { postUrlTemplate: "/{slug}/" },
    live: ["hello", "/hello", "/hello/", "/%68ello/", "https://acme.example/hello"],
    free: ["/blog/hello", "/hello/x", "/?p=1"],
  },
  {
    organization: { siteUrl: "https://acme.example/über", postUrlTemplate: "/p/{slug}.html" },
    live: [
      "hello",
      "/%C3%BCber/p/hello.html",
      "/über/p/hello.html",
      "/u\u0308ber/p/hello.html",
      "https://acme.example/%c3%bcber/p/hello.html",
    ],
    free: ["/p/hello.html", "/hello", "/%C3%BCber/p/hello"],
  },
  {
    organization: { postUrlTemplate: "/{slug}/read/{slug}" },
    live: ["hello", "/hello/read/hello"],
    free: ["/hello/read/other", "/hello"],
  },
];
const liveCases = sites.flatMap(({ organization, live }) =>
  live.map((from) => [from, JSON.stringify(organization), organization] as const),
);
const freeCases = sites.flatMap(({ organization, free }) =>
  free.map((from) => [from, JSON.stringify(organization), organization] as const),
);

describe("the address of a public post", () => {
  it.each(liveCases)("%s is refused as a redirect and an alias on %s", async (from, _name, organization) => {
    await open(organization);
    await write("hello");
    await write("other");
    const taken = { name: "AlreadyExistsError" };
    await expect(add(from, "other")).rejects.toMatchObject(taken);
    await expect(write("new", { aliases: ["/x", from] })).rejects.toMatchObject(taken);
    const input = { name: "other", slug: "other", html: "", aliases: [from] };
    await expect(api.posts.put("acme", input)).rejects.toMatchObject(taken);
    await expect(api.posts.update(acmePost("other"), { aliases: [from] })).rejects.toMatchObject(taken);
    expect(await kept()).toEqual([]);
  });

  it.each(freeCases)("%s is another address on %s", async (from, _name, organization) => {
    await open(organization);
    await write("hello");
    await write("other", { aliases: [from] });
    expect(await shown()).toHaveLength(1);
    await api.posts.update(acmePost("other"), { aliases: [] });
    await add(from, "other");
    expect(await shown()).toHaveLength(1);
  });

  /** Writes after which the post "hello" is public. */
  const publications: Record<string, () => Promise<unknown>> = {
    "a new post": async () => write("hello"),
    "a scheduled post": async () => {
      await write("hello", { status: "scheduled", publishedAt: clock.now() + 1000 });
      clock.advance(2000);
    },
    "a scheduled post whose event is sent": async () => {
      await write("hello", { status: "scheduled", publishedAt: clock.now() + 1000 });
      clock.advance(2000);
      await api.events.deliver();
      expect((await kept()).filter((from) => from !== "/x")).toEqual([]);
    },
    "a rename": async () => {
      await write("draft");
      await api.posts.update(acmePost("draft"), { slug: "hello" });
    },
    "an archived post": async () => {
      await write("hello", { status: "archived" });
      await api.posts.update(acmePost("hello"), { status: "published" });
    },
    "an import": async () => {
      const item = {
        kind: "post",
        key: "h",
        place: { file: "h" },
        input: { name: "hello", html: "" },
      } as const;
      await importPosts(api.posts, [item], { organizationSlug: "acme" });
    },
  };
  const froms = ["hello", "/blog/hello", "/blog/hello/", "https://acme.example/blog/hello"];
  const cases = Object.entries(publications).flatMap(([name, publish]) =>
    froms.map((from) => [name, from, publish] as const),
  );

  it.each(cases)("%s ends the redirect and the alias %s for good", async (_name, from, publish) => {
    for (const isAlias of [true, false]) {
      await open();
      await write("other", isAlias ? { aliases: [from, "/x"] } : {});
      if (!isAlias) await add(from, "other");
      expect(await shown()).toHaveLength(isAlias ? 2 : 1);
      await publish();
      const rest = isAlias ? ["/x"] : [];
      expect((await shown()).filter((one) => one !== "/blog/draft")).toEqual(rest);
      await api.posts.delete(acmePost("hello"));
      expect(await shown()).toEqual(rest);
      const copy = memoryDriver({ clock });
      await importRecords(copy, exportRecords(storage));
      const other = createPublicApi({ storage: copy, clock });
      await other.events.deliver();
      expect((await other.redirects.list("acme")).redirects.map((one) => one.from)).toEqual(rest);
    }
  });

  it("does not come back with the alias of a removed redirect", async () => {
    await open();
    await write("other", { aliases: ["/x", "/y"] });
    await api.redirects.remove("acme", "/x");
    expect(await api.posts.get(acmePost("other"))).toMatchObject({ aliases: ["/y"] });
  });

  it("is left out of an import with a note, and the import changes nothing when it is repeated", async () => {
    await open();
    await write("hello");
    const input = { name: "other", html: "", aliases: ["/blog/hello", "/x"] };
    const item = { kind: "post", key: "o", place: { file: "o.md" }, input } as const;
    for (const outcome of ["created", "unchanged"]) {
      const reports: unknown[] = [];
      const onReport = (report: unknown): void => void reports.push(report);
      const options = { organizationSlug: "acme", source: "s", onReport };
      const { categories } = await importPosts(api.posts, [item], options);
      expect(reports[0]).toMatchObject({ outcome });
      expect(categories).toMatchObject([{ category: "alias-of-post", count: 1 }]);
      expect(await kept()).toEqual(["/x"]);
    }
  });

  it("is left out when a store or a revision is restored", async () => {
    await open();
    await write("other", { aliases: ["/blog/hello", "/2016/x"] });
    await api.posts.update(acmePost("other"), { aliases: ["/2016/x"], name: "Other" });
    await write("hello");
    await api.posts.restore(acmePost("other"), 1);
    expect(await api.posts.get(acmePost("other"))).toMatchObject({ aliases: ["/2016/x"] });
    const records = (await allOf(exportRecords(storage))).flatMap((record): TransferRecord[] => {
      if (record.type === "end") return [{ ...record, records: record.records + 1 }];
      if (record.type === "post" && record.post.slug === "other")
        return [{ ...record, post: { ...record.post, aliases: ["/blog/hello", "/2016/x"] } }];
      if (record.type !== "redirect") return [record];
      return [record, { ...record, redirect: { ...record.redirect, from: "/blog/hello/" } }];
    });
    const copy = memoryDriver({ clock });
    const { redirectsLeftOut } = await importRecords(copy, each(records));
    expect(redirectsLeftOut.map(({ from }) => from)).toEqual(["/blog/hello", "/blog/hello/"]);
    const other = createPublicApi({ storage: copy, clock });
    expect(await other.posts.get(acmePost("other"))).toMatchObject({ aliases: ["/2016/x"] });
    expect((await other.redirects.list("acme")).redirects).toMatchObject([{ from: "/2016/x" }]);
    expect(await importRecords(copy, each(records))).toMatchObject({ created: 0, updated: 0 });
  });

  it("stays free of redirects if the post and the redirect are written at the same time", async () => {
    for (let round = 0; round < 8; round++) {
      await open();
      await write("other");
      const writes = [
        write("hello"),
        add("/blog/hello", "other"),
        write("new", { aliases: ["/blog/hello/"] }),
      ];
      await Promise.allSettled(round % 2 === 0 ? writes : writes.toReversed());
      expect(await kept()).toEqual([]);
    }
  });
});
