import { describe, expect, it } from "vitest";
import { type ImportedPost, type ImportItem, importPosts } from "../../lib/import/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { importItems, newApi, postOf } from "./_import.ts";
import { ifSqlite } from "../sqlite_is_missing.ts";

const post = (key: string, input: Partial<ImportedPost["input"]> = {}): ImportedPost => ({
  kind: "post",
  key,
  input: { name: key, html: `<p>${key}</p>`, ...input },
  place: { file: key },
});
const source = "blog";

async function slugs(api: PublicApi): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { slug, name, status } of api.posts.iterate("acme")) {
    found[slug] = status === "published" ? name : `${name} (${status})`;
  }
  return found;
}

describe("posts with the same slug", () => {
  const items = [
    post("one", { slug: "about" }),
    post("two", { slug: "about" }),
    post("three", { slug: "about" }),
  ];

  it("get free slugs, and the same ones again", async () => {
    const api = await newApi();
    await api.posts.create("acme", { name: "By hand", slug: "about-2" });
    expect(await importItems(api, items, { source })).toEqual([
      "created about",
      "created about-3",
      "created about-4",
    ]);
    const all = { about: "one", "about-2": "By hand", "about-3": "two", "about-4": "three" };
    expect(await slugs(api)).toEqual(all);
    for (const order of [items, items.toReversed()]) {
      const outcomes = await importItems(api, order, { source });
      expect(new Set(outcomes)).toEqual(
        new Set(["unchanged about", "unchanged about-3", "unchanged about-4"]),
      );
    }
    expect(await slugs(api)).toEqual(all);
  });

  it("are counted with the number that they got", async () => {
    const api = await newApi();
    const { categories } = await importPosts(api.posts, items, { organizationSlug: "acme", source });
    expect(categories).toMatchObject([{ category: "numbered-slug", count: 2, isLoss: false }]);
    expect(categories[0]?.examples[0]?.text).toBe('the slug "about" was taken, so the slug is "about-2"');
  });

  it("are skipped with onConflict skip", async () => {
    const api = await newApi();
    await api.posts.create("acme", { name: "By hand", slug: "about" });
    expect(await importItems(api, items.slice(0, 2), { source, onConflict: "skip" })).toEqual([
      'skipped one: the organization already has a post with the slug "about"',
      'skipped two: another post in this import has the slug "about"',
    ]);
  });

  it("are replaced with onConflict replace", async () => {
    const api = await newApi();
    await api.posts.create("acme", { name: "By hand", slug: "about" });
    expect(await importItems(api, items.slice(0, 1), { source, onConflict: "replace" })).toEqual([
      "updated about",
    ]);
    expect(await slugs(api)).toEqual({ about: "one" });
  });

  it("are taken over without a change if they were imported without a source before", async () => {
    const api = await newApi();
    const [item] = items;
    await importItems(api, items.slice(0, 1));
    const before = await postOf(api, "about");
    for (let run = 0; run < 2; run++) {
      expect(await importItems(api, items.slice(0, 1), { source })).toEqual(["unchanged about"]);
    }
    const after = await postOf(api, "about");
    expect(after?.updatedAt).toBe(before?.updatedAt);
    expect(after?.importedFrom).toMatchObject({ source, key: item?.key });
    expect(await slugs(api)).toEqual({ about: "one" });
  });
});

describe("posts with the same key", () => {
  it("are all imported, and found again", async () => {
    const api = await newApi();
    const items = [post("a", { slug: "one" }), post("a", { slug: "two" })];
    const text = 'note a: the source has the key "a" several times. This item gets the key "a (2)"';
    expect(await importItems(api, items, { source })).toEqual(["created one", text, "created two"]);
    expect(await importItems(api, items, { source, prune: true })).toEqual([
      "unchanged one",
      text,
      "unchanged two",
    ]);
  });
});

describe("long names of sources and keys", () => {
  it.each(["fs", "lmdb", ...ifSqlite("sqlite")])("work with the store %s", async (kind) => {
    const directory = temporaryDirectory();
    const storage = await openStorageDriver(`${kind}:${directory.path}/store`);
    try {
      const api = createPublicApi({ storage });
      await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      const item = post(`文書/${"é".repeat(2000)}.md`, { name: "Long" });
      const options = { source: "ソース".repeat(60) };
      expect(await importItems(api, [item], options)).toEqual(["created long"]);
      expect(await importItems(api, [item], options)).toEqual(["unchanged long"]);
      expect(await importItems(api, [], { ...options, prune: true })).toEqual(["archived long"]);
    } finally {
      await storage.dispose?.();
      directory.remove();
    }
  });
});

describe("a post that was edited since the last import", () => {
  const edit = async (api: PublicApi): Promise<unknown> =>
    api.posts.update({ organizationSlug: "acme", slug: "one" }, { name: "Edited" });

  it("is kept, also after it was renamed", async () => {
    const api = await newApi();
    await importItems(api, [post("one")], { source });
    await edit(api);
    expect(await importItems(api, [post("one", { html: "new" })], { source })).toEqual(["kept one"]);
    await api.posts.update({ organizationSlug: "acme", slug: "one" }, { slug: "first" });
    const summary = await importPosts(api.posts, [post("one")], { organizationSlug: "acme", source });
    expect(summary).toMatchObject({ imported: 0, kept: 1, lost: 0 });
    expect(await slugs(api)).toEqual({ first: "Edited" });
  });

  it("is overwritten with overwriteEdits", async () => {
    const api = await newApi();
    await importItems(api, [post("one")], { source });
    await edit(api);
    const options = { source, overwriteEdits: true };
    expect(await importItems(api, [post("one")], options)).toEqual(["updated one"]);
    expect(await importItems(api, [post("one")], { source })).toEqual(["unchanged one"]);
    expect(await slugs(api)).toEqual({ one: "one" });
  });

  it("keeps its slug if the slug changes in the source, and a note says so", async () => {
    const api = await newApi();
    await importItems(api, [post("one")], { source });
    expect(await importItems(api, [post("one", { slug: "uno" })], { source })).toEqual([
      "unchanged one",
      'note one: its slug in the source is now "uno". The post keeps the slug "one"',
    ]);
  });
});

describe("prune", () => {
  const options = { source, prune: true };

  it("archives what the source no longer has, and publishes it again when it is back", async () => {
    const api = await newApi();
    await api.posts.create("acme", { name: "By hand" });
    await importItems(api, [post("other")], { source: "other" });
    await importItems(api, [post("one"), post("two"), post("three")], { source });
    await api.posts.update({ organizationSlug: "acme", slug: "three" }, { name: "Edited" });
    const dry = await importItems(api, [post("one")], { ...options, dryRun: true });
    expect(dry.toSorted()).toEqual(["archived two", "kept three", "unchanged one"]);
    expect(await importItems(api, [post("one")], options)).toEqual(dry);
    expect(await slugs(api)).toEqual({
      "by-hand": "By hand",
      other: "other",
      one: "one",
      two: "two (archived)",
      three: "Edited",
    });
    expect(await importItems(api, [post("one")], options)).toEqual(["unchanged one", "kept three"]);
    expect(await importItems(api, [post("one"), post("two"), post("three")], options)).toEqual([
      "unchanged one",
      "updated two",
      "kept three",
    ]);
  });

  it("archives nothing if an item could not be read", async () => {
    const api = await newApi();
    await importItems(api, [post("one"), post("two")], { source });
    const lost: ImportItem = {
      kind: "skipped",
      reason: "its front matter is invalid",
      place: { file: "two" },
    };
    expect(await importItems(api, [post("one"), lost], options)).toEqual([
      "unchanged one",
      "skipped two: its front matter is invalid",
      "note blog: no post was archived, because some items of the source could not be imported",
    ]);
    const menu: ImportItem = { ...lost, category: "menu-item", isLoss: false };
    expect(await importItems(api, [post("one"), menu], options)).toContain("archived two");
  });

  it("archives posts although items that are never posts were skipped", async () => {
    const api = await newApi();
    await importItems(api, [post("one"), post("two")], { source });
    const place = { file: "_index.md", line: 1 };
    const listPage: ImportItem = { kind: "skipped", category: "list-page", reason: "it is a list", place };
    expect(await importItems(api, [listPage, post("one")], options)).toContain("archived two");
  });

  it.each([
    ["its page", { aliases: ["/blog/old"] }, {}],
    ["its page, as a URL", { aliases: ["https://acme.example/blog/old"] }, {}],
    ["its alias", { aliases: ["/2019/x", "/2020/y"] }, { aliases: ["/2019/x", "/other"] }],
    ["both", { aliases: ["/2019/x", "/blog/old"] }, { aliases: ["/2019/x"] }],
  ])("gives a renamed post the redirects of the archived one: %s", async (_name, renamed, former) => {
    const api = await newApi();
    await importItems(api, [post("old", former)], { source });
    const items = [post("new", renamed)];
    const lines = ["created new", "archived old"];
    expect(await importItems(api, items, { ...options, dryRun: true })).toEqual(lines);
    expect(await importItems(api, items, options)).toEqual(lines);
    const redirects = new Map(
      (await api.redirects.list("acme")).redirects.map(({ from, slug }) => [from, slug]),
    );
    for (const alias of renamed.aliases)
      expect(redirects.get(alias.replace("https://acme.example", ""))).toBe("new");
    expect((await postOf(api, "new"))?.aliases).toEqual(renamed.aliases);
    expect(await importItems(api, items, options)).toEqual(["unchanged new"]);
  });

  it("keeps the post and the slug of a file that was moved, unless its former key occurs, too", async () => {
    const api = await newApi();
    await importItems(api, [post("a", { slug: "hello" }), post("b")], { source });
    const before = await postOf(api, "hello");
    const moved = [post("x/a", { slug: "hello" }), post("b")];
    for (const dryRun of [true, false])
      expect(await importItems(api, moved, { ...options, dryRun })).toEqual(["unchanged b", "updated hello"]);
    expect((await postOf(api, "hello"))?.id).toBe(before?.id);
    expect(await importItems(api, moved, options)).toEqual(["unchanged hello", "unchanged b"]);
    const both = [post("y/a", { slug: "hello" }), ...moved];
    expect(await importItems(api, both, options)).toEqual([
      "unchanged hello",
      "unchanged b",
      "created hello-3",
    ]);
    const unread: ImportItem = { kind: "skipped", reason: "it is broken", place: { file: "c" } };
    const others = [post("z/a", { slug: "hello" }), unread];
    expect(await importItems(api, others, options)).toContain("created hello-2");
  });

  it("names an alias that is the page of a post that stays", async () => {
    const api = await newApi();
    await importItems(api, [post("old")], { source });
    const items = [post("old"), post("new", { aliases: ["/blog/old"] })];
    for (const dryRun of [true, false])
      expect(await importItems(api, items, { ...options, dryRun })).toEqual([
        "unchanged old",
        "created new",
        'note new: the alias "/blog/old" is left out, because it is the address of another post',
      ]);
  });

  it("requires the name of the source", async () => {
    const api = await newApi();
    await expect(importPosts(api.posts, [], { organizationSlug: "acme", prune: true })).rejects.toThrow(
      "Cannot import: prune requires the option source",
    );
  });
});

describe("the status of an imported post", () => {
  const planned = "2090-01-01T00:00:00.000Z";
  const address = { organizationSlug: "acme", slug: "one" };
  const options = { source, overwriteEdits: true };

  it("stays scheduled, which a note says, and follows a new time of the source", async () => {
    const api = await newApi();
    await importItems(api, [post("one", { publishedAt: planned })], options);
    const kept = `note one: the source has no status, so it stays scheduled for ${planned}`;
    for (const input of [{}, { publishedAt: "2020-01-01" }, { publishedAt: "2020-01-01" }]) {
      expect((await importItems(api, [post("one", input)], options)).at(-1)).toBe(kept);
    }
    const later = "2091-01-01T00:00:00.000Z";
    expect(await importItems(api, [post("one", { publishedAt: later })], options)).toEqual(["updated one"]);
    expect(await postOf(api, "one")).toMatchObject({ status: "scheduled", publishedAt: later });
    const named = post("one", { status: "published", publishedAt: "2020-01-01" });
    expect(await importItems(api, [named], options)).toEqual(["updated one"]);
    expect((await postOf(api, "one"))?.status).toBe("published");
  });

  it.each(["draft", "archived"] as const)(
    "stays %s if it was set here, in every later import",
    async (status) => {
      const api = await newApi();
      await importItems(api, [post("one")], options);
      await api.posts.update(address, { status });
      const kept = `note one: the source has no status, so it stays ${status === "draft" ? "a draft" : status}`;
      for (const html of ["<p>1</p>", "<p>2</p>", "<p>2</p>"]) {
        expect((await importItems(api, [post("one", { html })], options)).at(-1)).toBe(kept);
        expect((await postOf(api, "one"))?.status).toBe(status);
      }
      expect((await postOf(api, "one"))?.importedFrom).toMatchObject({ isStatusKept: true });
      await importItems(api, [post("one", { status: "published" })], options);
      expect((await postOf(api, "one"))?.importedFrom).not.toHaveProperty("isStatusKept");
    },
  );

  it("is draft as long as the source says so", async () => {
    const api = await newApi();
    await importItems(api, [post("one", { status: "draft" })], options);
    expect(await importItems(api, [post("one")], options)).toEqual(["updated one"]);
    expect((await postOf(api, "one"))?.status).toBe("published");
  });

  it("is draft after a missed schedule, which a note says, unless the post is public since", async () => {
    const clock = new ManualClock();
    const api = createPublicApi({ storage: memoryDriver({ clock }), clock });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const missed = post("two", { status: "scheduled", publishedAt: "2020-01-01" });
    const note = "note two: the time of its schedule has passed, so it is a draft";
    expect(await importItems(api, [missed], options)).toEqual(["created two", note]);
    expect(await importItems(api, [missed], options)).toEqual(["unchanged two", note]);
    const publishedAt = new Date(clock.now() + 60_000).toISOString();
    const soon = post("one", { status: "scheduled", publishedAt });
    expect(await importItems(api, [soon], options)).toEqual(["created one"]);
    clock.advance(60_000);
    expect(await importItems(api, [soon], options)).toEqual(["unchanged one"]);
    expect((await postOf(api, "one"))?.status).toBe("published");
  });
});

describe("the summary of an import", () => {
  it("counts by category, losses first, with the first examples", async () => {
    const api = await newApi();
    const place = { file: "export" };
    const items: ImportItem[] = [
      { kind: "skipped", category: "menu-item", reason: "3 menu items", isLoss: false, place },
      { kind: "note", category: "shortcode", text: "youtube", count: 2, isLoss: true, place },
      { kind: "note", category: "shortcode", text: "figure", isLoss: true, place },
      post(""),
    ];
    const { lost, categories } = await importPosts(api.posts, items, { organizationSlug: "acme", source });
    expect(lost).toBe(4);
    expect(categories).toEqual([
      {
        category: "shortcode",
        count: 3,
        isLoss: true,
        examples: [
          { place, text: "youtube" },
          { place, text: "figure" },
        ],
      },
      expect.objectContaining({ category: "invalid", count: 1, isLoss: true }),
      expect.objectContaining({ category: "menu-item", count: 1, isLoss: false }),
    ]);
  });
});

describe("the authors of imported posts", () => {
  it("get the names of the map", async () => {
    const api = await newApi();
    const items = [post("one", { author: "kim" }), post("two", { authors: ["kim", "lee", "Kim Doe"] })];
    await importItems(api, items, { authors: { kim: "Kim Doe" } });
    const [one, two] = await Promise.all(["one", "two"].map(async (slug) => postOf(api, slug)));
    expect(one?.author).toBe("Kim Doe");
    expect(two?.authors).toEqual(["Kim Doe", "lee"]);
  });
});

describe("ids of an export", () => {
  const withId = (key: string, id: number): ImportedPost => ({ ...post(key), id });

  it("are kept by new posts if they are free, and later posts have higher ones", async () => {
    const api = await newApi();
    await api.posts.create("acme", { name: "first" });
    await importItems(api, [withId("five", 5), withId("taken", 1), withId("again", 5)], { source });
    await api.posts.create("acme", { name: "last" });
    const ids = await Promise.all(
      ["first", "five", "taken", "again", "last"].map(
        async (slug) => (await api.posts.get({ organizationSlug: "acme", slug }))?.id ?? 0,
      ),
    );
    expect(ids.slice(0, 2)).toEqual([1, 5]);
    expect(new Set(ids).size).toBe(5);
    expect(ids[4]).toBe(Math.max(...ids));
    await importItems(api, [withId("five", 50)], { source });
    expect((await api.posts.get({ organizationSlug: "acme", slug: "five" }))?.id).toBe(5);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])("cannot be %s", async (id) => {
    const api = await newApi();
    const put = api.posts.put("acme", { name: "A" }, { id });
    await expect(put).rejects.toThrow("id must be a whole number from 1");
  });
});
