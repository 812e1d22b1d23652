import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import {
  exportLines,
  exportRecords,
  importRecords,
  type RestoredPost,
  restoreOnePost,
  type TransferRecord,
} from "../../lib/moving/entry.ts";
import { parseRecords } from "../../lib/moving/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { acmePost } from "../acme.ts";
import { allOf, each } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";

let clock: ManualClock;
let storage: AtomicDriver;
let api: PublicApi;

beforeEach(async () => {
  clock = new ManualClock();
  storage = memoryDriver({ clock });
  api = createPublicApi({ storage, clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
});

const good = {
  name: "Hello",
  html: "<p>Good</p>",
  description: "Says hello",
  tags: ["a"],
  authors: ["Ada", "Bob"],
  aliases: ["/2016/hello/"],
};

async function backup(): Promise<TransferRecord[]> {
  return allOf(exportRecords(storage, { withHashes: true, clock }));
}

async function restore(records: readonly TransferRecord[], slug = "hello"): Promise<RestoredPost> {
  return restoreOnePost({ storage, api }, () => each(records), { organizationSlug: "acme", slug, clock });
}

/** Returns the working copy of a post, as an export has it. */
async function copyOf(slug: string): Promise<unknown> {
  for await (const record of exportRecords(storage, { clock })) {
    if (record.type === "post" && record.post.slug === slug) return record.workingCopy;
  }
  return undefined;
}

describe("the text of a post that readers see", () => {
  it.each(["published", "scheduled"] as const)("becomes the working copy of a %s post", async (status) => {
    const publishedAt = status === "scheduled" ? { publishedAt: clock.now() + 1000 } : {};
    await api.posts.create("acme", { ...good, status, ...publishedAt });
    const records = await backup();
    const damaged = { html: "<p>Bad</p>", tags: ["b"], aliases: ["/other/"] };
    await api.posts.update(acmePost("hello"), damaged);
    const before = await api.posts.get(acmePost("hello"));
    expect(await restore(records)).toEqual({
      slug: "hello",
      outcome: "working-copy",
      aliasesLeftOut: [],
      fieldsKept: ["aliases"],
    });
    expect(await api.posts.get(acmePost("hello"))).toEqual(before);
    expect(await copyOf("hello")).toMatchObject({
      name: "Hello",
      html: "<p>Good</p>",
      description: "Says hello",
      tags: ["a"],
      authors: ["Ada", "Bob"],
      baseRevision: 2,
    });
  });

  it("is never written over a working copy", async () => {
    await api.posts.create("acme", good);
    const records = await backup();
    await api.posts.update(acmePost("hello"), { html: "<p>Bad</p>" });
    await restore(records);
    const first = await copyOf("hello");
    await expect(restore(records)).rejects.toThrow(
      'Cannot restore: the post "hello" has a working copy already: apply or discard it first',
    );
    expect(await copyOf("hello")).toEqual(first);
  });

  it("is found by the id of the post, after a rename", async () => {
    await api.posts.create("acme", good);
    const records = await backup();
    await api.posts.update(acmePost("hello"), { slug: "renamed", html: "<p>Bad</p>" });
    await api.posts.create("acme", { name: "Another", slug: "hello", html: "<p>Another</p>" });
    expect(await restore(records)).toMatchObject({ slug: "renamed", outcome: "working-copy" });
    expect(await copyOf("hello")).toBeUndefined();
  });

  it("keeps its Markdown if Postern rendered it, else its HTML", async () => {
    await api.posts.create("acme", { ...good, markdown: "Good", markdownDialect: "editor" });
    await api.posts.create("acme", { ...good, slug: "own", aliases: [], markdown: "Good *own*" });
    const records = await backup();
    for (const slug of ["hello", "own"]) {
      await api.posts.update(acmePost(slug), { html: "<p>Bad</p>" });
      await restore(records, slug);
    }
    expect(await copyOf("hello")).toMatchObject({ markdown: "Good", markdownDialect: "editor" });
    expect(await copyOf("hello")).not.toHaveProperty("html");
    expect(await copyOf("own")).toMatchObject({ html: "<p>Good</p>" });
    expect(await copyOf("own")).not.toHaveProperty("markdown");
  });

  it("is not written if the post has it already", async () => {
    await api.posts.create("acme", good);
    const records = await backup();
    expect(await restore(records)).toMatchObject({ slug: "hello", outcome: "unchanged" });
    expect(await copyOf("hello")).toBeUndefined();
  });
});

describe("a deleted post", () => {
  it("comes back as a draft of its creator", async () => {
    await api.posts.create("acme", good, { by: "ada" });
    const records = await backup();
    await api.posts.delete(acmePost("hello"));
    await restore(records);
    expect(await api.posts.get(acmePost("hello"))).toMatchObject({ createdBy: "ada", status: "draft" });
    expect((await api.posts.revisions(acmePost("hello")))[0]).not.toHaveProperty("by");
  });

  it("comes back as a draft with its addresses, translations and times", async () => {
    await api.posts.create("acme", { name: "Hallo", slug: "hallo", html: "<p>Hallo</p>", inLanguage: "de" });
    const translations = { de: "hallo" };
    await api.posts.create("acme", { ...good, slug: "first", translations, isAccessibleForFree: false });
    await api.posts.update(acmePost("first"), { slug: "hello" });
    await api.redirects.add("acme", { from: "/added/", slug: "hello" });
    const records = await backup();
    const former = await api.posts.get(acmePost("hello"));
    await api.posts.delete(acmePost("hello"));
    clock.advance(60_000);
    expect(await restore(records)).toEqual({
      slug: "hello",
      outcome: "draft",
      aliasesLeftOut: [],
      fieldsKept: [],
    });
    const draft = await api.posts.get(acmePost("hello"));
    expect(draft).toMatchObject({
      status: "draft",
      html: good.html,
      translations,
      isAccessibleForFree: false,
      createdAt: former?.createdAt,
      publishedAt: former?.publishedAt,
    });
    expect(draft?.aliases).toEqual(expect.arrayContaining(["/2016/hello/", "/added/", "first"]));
    expect(draft?.id).not.toBe(former?.id);
    const ask = (slug: string): Promise<Response> =>
      api.fetch(new Request(`http://localhost/api/public/v1/post/acme/${slug}`));
    expect((await ask("hello")).status).toBe(404);
    await api.posts.update(acmePost("hello"), { status: "published" });
    expect((await ask("first")).status).toBe(308);
    expect(await restore(records)).toMatchObject({ slug: "hello", outcome: "unchanged" });
  });

  it("gets a slug with a number if another post has its slug, and loses its aliases to the pages of others", async () => {
    await api.posts.create("acme", good);
    const records = await backup();
    await api.posts.delete(acmePost("hello"));
    await api.posts.create("acme", { name: "New", slug: "hello", html: "<p>New</p>" });
    expect(await restore(records)).toMatchObject({ slug: "hello-2", outcome: "draft" });
    expect(await restore(records)).toMatchObject({ slug: "hello-2", outcome: "unchanged" });
    expect(await api.posts.get(acmePost("hello"))).toMatchObject({ html: "<p>New</p>" });
  });

  it("names aliases that are the pages of other posts now", async () => {
    await api.posts.create("acme", { ...good, aliases: ["taken", "/2016/hello/"] });
    const records = await backup();
    await api.posts.delete(acmePost("hello"));
    await api.posts.create("acme", { name: "Taken", slug: "taken", html: "<p>Taken</p>" });
    const restored = await restore(records);
    expect(restored).toMatchObject({ outcome: "draft" });
    expect(restored.aliasesLeftOut.toSorted()).toEqual(["/2016/hello/", "taken"]);
  });
});

it.each(["draft", "archived"] as const)(
  "a %s post stays, and its former text is a new draft",
  async (status) => {
    await api.posts.create("acme", { ...good, status });
    const records = await backup();
    await api.posts.update(acmePost("hello"), { html: "<p>Newer</p>" });
    expect(await restore(records)).toMatchObject({ slug: "hello-2", outcome: "draft" });
    expect(await api.posts.get(acmePost("hello"))).toMatchObject({ html: "<p>Newer</p>", status });
  },
);

describe("a store with a new organization of the same slug", () => {
  it("gets the text by the slug, because ids of posts are others", async () => {
    await api.posts.create("acme", good);
    const records = await backup();
    await api.organizations.delete("acme");
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "Hello", html: "<p>Anew</p>" });
    expect(await restore(records)).toMatchObject({ slug: "hello", outcome: "working-copy" });
  });
});

describe("is refused", () => {
  const cases: [string, { organizationSlug?: string; slug?: string }, string][] = [
    [
      "without the organization in the backup",
      { organizationSlug: "none" },
      'the backup has no organization "none"',
    ],
    ["without the post in the backup", { slug: "none" }, 'the backup has no post "none" of "acme"'],
    [
      "for a post of another organization",
      { organizationSlug: "other" },
      'the backup has no post "hello" of "other"',
    ],
    [
      "by an alias, with the name of the post",
      { slug: "/2016/hello/" },
      'the backup has no post "/2016/hello/" of "acme": "hello" is the post that had this address. Name it instead',
    ],
    [
      "by a former slug, with the name of the post",
      { slug: "first" },
      'the backup has no post "first" of "acme": "hello" is the post that had this address. Name it instead',
    ],
  ];

  it.each(cases)("%s", async (_name, asked, message) => {
    await api.posts.create("acme", { ...good, slug: "first" });
    await api.posts.update(acmePost("first"), { slug: "hello" });
    const records = await backup();
    const options = { organizationSlug: "acme", slug: "hello", clock, ...asked };
    await expect(restoreOnePost({ storage, api }, () => each(records), options)).rejects.toThrow(
      `Cannot restore: ${message}`,
    );
  });

  it("if the store has no such organization", async () => {
    await api.posts.create("acme", good);
    const records = await backup();
    await api.organizations.delete("acme");
    await expect(restore(records)).rejects.toThrow('Cannot restore: the store has no organization "acme"');
  });

  it("before anything is written, if the backup was changed or cut off", async () => {
    await api.posts.create("acme", good);
    const lines = (await allOf(exportLines(storage, { clock }))).map(({ text }) => text);
    await api.posts.update(acmePost("hello"), { html: "<p>Bad</p>" });
    for (const texts of [lines.map((text) => text.replace("Good", "Evil")), lines.slice(0, -1)]) {
      const options = { organizationSlug: "acme", slug: "hello", clock };
      const read = (): AsyncGenerator<TransferRecord> => parseRecords(each(texts));
      await expect(restoreOnePost({ storage, api }, read, options)).rejects.toThrow("Cannot import");
    }
    expect(await copyOf("hello")).toBeUndefined();
  });
});

it("adds a post of another store, into which the organization was imported", async () => {
  await api.posts.create("acme", good);
  const records = await backup();
  const target = memoryDriver({ clock });
  await importRecords(target, each(records), { clock });
  const there = createPublicApi({ storage: target, clock });
  await there.posts.update(acmePost("hello"), { html: "<p>Bad</p>" });
  const deps = { storage: target, api: there };
  const options = { organizationSlug: "acme", slug: "hello", clock };
  expect(await restoreOnePost(deps, () => each(records), options)).toMatchObject({ outcome: "working-copy" });
});
