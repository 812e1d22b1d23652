import { beforeEach, describe, expect, it } from "vitest";
import {
  type AtomicDriver,
  createPublicApi,
  type PostInput,
  type PublicApi,
  type StoredPost,
} from "../../lib/mod.ts";
import { importPosts } from "../../lib/import/mod.ts";
import { exportRecords, importRecords, inspectStore, type TransferRecord } from "../../lib/moving/entry.ts";
import { recordingDriver } from "../access/recording_driver.ts";
import { acmePost } from "../acme.ts";
import { allOf, each } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";
import { untilIdle } from "../until_idle.ts";

const blog = "https://acme.example/blog";

/** The forms in which a post names another post. */
const forms: [form: string, (slug: string) => string, shownUnbound: object][] = [
  ["slug", (slug) => slug, {}],
  // The address may be that of a page that is no post.
  ["address", (slug) => `${blog}/${slug}`, { en: "hello", de: "hallo" }],
];

let storage: AtomicDriver;
let clock: ManualClock;
let api: PublicApi;

beforeEach(async () => {
  clock = new ManualClock();
  storage = memoryDriver({ clock });
  api = await open(storage);
});

async function open(driver: AtomicDriver): Promise<PublicApi> {
  const opened = createPublicApi({ storage: driver, clock, cache: { tags: true } });
  if ((await opened.organizations.get("acme")) === null) {
    await opened.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  }
  return opened;
}

async function create(slug: string, input: Partial<PostInput> = {}): Promise<void> {
  await api.posts.create("acme", { name: slug, slug, ...input });
}

async function change(slug: string, changes: Partial<PostInput>): Promise<StoredPost> {
  return api.posts.update(acmePost(slug), changes);
}

/** Creates a group of an English and a German post that name each other. */
async function createGroup(form: (slug: string) => string = (slug) => slug): Promise<void> {
  const translations = { en: form("hello"), de: form("hallo") };
  await create("hello", { inLanguage: "en", translations });
  await create("hallo", { inLanguage: "de", translations });
}

async function get(path: string, server = api): Promise<Response> {
  return server.fetch(new Request(`http://localhost/api/public/v1${path}`));
}

/** Returns the alternates in the head of a post, as slugs by language. */
async function headOf(slug: string, server = api): Promise<Record<string, string>> {
  const { head } = (await (await get(`/post/acme/${slug}?fields=head`, server)).json()) as { head: string };
  const found = head.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g);
  return Object.fromEntries(
    [...found].map(([, language = "", href = ""]) => [language, href.replace(`${blog}/`, "")]),
  );
}

/** Returns the alternates of a post in the sitemap. */
async function sitemapOf(slug: string, server = api): Promise<Record<string, string>> {
  const text = await (await get("/post/acme/sitemap", server)).text();
  const entry = text.split("<url>").find((one) => one.includes(`<loc>${blog}/${slug}</loc>`)) ?? "";
  const found = entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g);
  return Object.fromEntries(
    [...found].map(([, language = "", href = ""]) => [language, href.replace(`${blog}/`, "")]),
  );
}

/** Expects that some posts name the same group, in their heads and in the sitemap, and nobody else is in it. */
async function expectGroup(group: Record<string, string>, server = api): Promise<void> {
  for (const slug of Object.values(group)) {
    expect([slug, await headOf(slug, server)]).toEqual([slug, group]);
    expect([slug, await sitemapOf(slug, server)]).toEqual([slug, group]);
  }
}

/** Changes of a post's name, with the group afterwards. */
const renames: [name: string, () => Promise<unknown>, group: Record<string, string>][] = [
  ["renamed", () => change("hallo", { slug: "hallo-2" }), { en: "hello", de: "hallo-2" }],
  [
    "renamed twice",
    async () => {
      await change("hallo", { slug: "hallo-2" });
      await change("hallo-2", { slug: "hallo-3" });
    },
    { en: "hello", de: "hallo-3" },
  ],
  [
    "renamed, and a new post takes the slug",
    async () => {
      await change("hallo", { slug: "hallo-2" });
      await create("hallo", { inLanguage: "de" });
    },
    { en: "hello", de: "hallo-2" },
  ],
  [
    "renamed as a draft, and a new post takes the slug",
    async () => {
      await change("hallo", { status: "draft" });
      await change("hallo", { slug: "hallo-2" });
      await create("hallo", { inLanguage: "de" });
      await change("hallo-2", { status: "published" });
    },
    { en: "hello", de: "hallo-2" },
  ],
  ["itself renamed", () => change("hello", { slug: "hello-2" }), { en: "hello-2", de: "hallo" }],
  [
    "exchanged",
    async () => {
      await change("hello", { slug: "x" });
      await change("hallo", { slug: "hello" });
      await change("x", { slug: "hallo" });
    },
    { en: "hallo", de: "hello" },
  ],
];

describe.each(forms)("references by %s", (_form, form, shownUnbound) => {
  it.each(renames)("hold on to a post that is %s", async (_name, rename, group) => {
    await createGroup(form);
    await expectGroup({ en: "hello", de: "hallo" });
    await rename();
    await expectGroup(group);
    const expected = { en: form(group["en"] ?? ""), de: form(group["de"] ?? "") };
    for (const slug of Object.values(group)) {
      expect((await api.posts.get(acmePost(slug)))?.translations).toEqual(expected);
    }
    const { posts } = await api.posts.list("acme", { search: "hello" });
    expect(posts.map(({ translations }) => translations)).toContainEqual(expected);
    expect(await allOf(inspectStore(storage))).toEqual([]);
  });

  it("wait for a post, and are bound when it is made", async () => {
    await create("hello", { inLanguage: "en", translations: { en: form("hello"), de: form("hallo") } });
    expect(await headOf("hello")).toEqual(shownUnbound);
    expect((await api.posts.get(acmePost("hello")))?.translations?.["de"]).toBe(form("hallo"));
    await create("other", { inLanguage: "de", status: "draft", translations: { en: form("hello") } });
    await change("other", { slug: "hallo" });
    await change("hallo", { slug: "hallo-2", status: "published" });
    await create("hallo", { inLanguage: "fr" });
    expect(await headOf("hello")).toEqual({ en: "hello", de: "hallo-2" });
    await expectGroup({ en: "hello", de: "hallo-2" });
  });

  it("to a deleted post are not shown, and wait for the next post with its last slug", async () => {
    await createGroup(form);
    await change("hallo", { slug: "hallo-2" });
    await api.posts.delete(acmePost("hallo-2"));
    expect(await headOf("hello")).toEqual({});
    expect((await api.posts.get(acmePost("hello")))?.translations?.["de"]).toBe("hallo-2");
    await create("hallo", { inLanguage: "de" });
    expect(await headOf("hello")).toEqual({});
    await create("hallo-2", { inLanguage: "de", translations: { en: form("hello") } });
    await change("hallo-2", { slug: "hallo-3" });
    await expectGroup({ en: "hello", de: "hallo-3" });
  });

  it("name the pages of the posts after the site has moved", async () => {
    await createGroup(form);
    const site = { siteUrl: "https://new.example", postUrlTemplate: "/p/{slug}" };
    await api.organizations.update("acme", site);
    const pages = { en: "https://new.example/p/hello", de: "https://new.example/p/hallo" };
    for (const slug of ["hello", "hallo"]) expect(await headOf(slug)).toEqual(pages);
    const expected = form("x") === "x" ? { en: "hello", de: "hallo" } : pages;
    expect((await api.posts.get(acmePost("hello")))?.translations).toEqual(expected);
  });

  it("are found by a redirect when they are written", async () => {
    await create("hallo", { inLanguage: "de" });
    await change("hallo", { slug: "hallo-2" });
    const written = await api.posts.put("acme", {
      name: "hello",
      slug: "hello",
      inLanguage: "en",
      translations: { de: form("hallo") },
    });
    expect(written.post.translations).toEqual({ de: form("hallo-2") });
    expect(await headOf("hello")).toEqual({ en: "hello", de: "hallo-2" });
  });

  it("are unchanged by a write with the shown or an earlier name of the post", async () => {
    await createGroup(form);
    const before = await api.posts.get(acmePost("hello"));
    await change("hallo", { slug: "hallo-2" });
    for (const name of ["hallo-2", "hallo"]) {
      const translations = { en: form("hello"), de: form(name) };
      const input = { name: "hello", slug: "hello", inLanguage: "en", translations, html: "" };
      const { outcome, post } = await api.posts.put("acme", input);
      expect([name, outcome, post.revision, post.changedAt]).toEqual([
        name,
        "unchanged",
        1,
        before?.changedAt,
      ]);
    }
    const { revision } = await change("hello", { author: "Ann" });
    expect(revision).toBe(2);
    const [latest] = await api.posts.revisions(acmePost("hello"));
    expect(latest?.changed).toEqual(["author"]);
    expect(latest?.post).not.toHaveProperty("references");
  });

  it("of an earlier revision name the same post when it is restored", async () => {
    await createGroup(form);
    await change("hello", { translations: {} });
    await change("hallo", { slug: "hallo-2" });
    await create("hallo", { inLanguage: "de" });
    const [, first] = await api.posts.revisions(acmePost("hello"));
    expect(first?.post.translations).toEqual({ en: form("hello"), de: form("hallo") });
    const restored = await api.posts.restore(acmePost("hello"), 1);
    expect(restored.translations).toEqual({ en: form("hello"), de: form("hallo-2") });
    await expectGroup({ en: "hello", de: "hallo-2" });
  });

  it("are exported with the present names, and bound again by an import", async () => {
    await createGroup(form);
    await change("hallo", { slug: "hallo-2" });
    const records = await allOf(exportRecords(storage));
    expect(translationsIn(records)).toContainEqual({ en: form("hello"), de: form("hallo-2") });
    const again = await importRecords(storage, each(records), { clock });
    expect(again).toMatchObject({ created: 0, updated: 0 });
    // An export of an earlier version has no ids of references.
    for (const exported of [records, records.map(withoutIds)]) {
      const copy = memoryDriver({ clock });
      await importRecords(copy, each(exported), { clock });
      const repeated = await importRecords(copy, each(exported), { clock });
      expect(repeated).toMatchObject({ created: 0, updated: 0 });
      const server = await open(copy);
      await expectGroup({ en: "hello", de: "hallo-2" }, server);
      await server.posts.update(acmePost("hallo-2"), { slug: "hallo-3" });
      await server.posts.create("acme", { name: "Other", slug: "hallo-2" });
      await expectGroup({ en: "hello", de: "hallo-3" }, server);
    }
  });
});

describe("references", () => {
  it("of imported posts are bound in any order", async () => {
    const translations = { en: "hello", de: "hallo" };
    const post = (slug: string, inLanguage: string): object => ({
      kind: "post",
      key: slug,
      source: "test",
      input: { name: slug, slug, inLanguage, translations, html: "" },
    });
    const items = [post("hello", "en"), post("hallo", "de")] as never[];
    await importPosts(api.posts, each(items), { organizationSlug: "acme" });
    await change("hallo", { slug: "hallo-2" });
    await create("hallo");
    await expectGroup({ en: "hello", de: "hallo-2" });
  });

  it("of a post that is restored over another one name the restored post", async () => {
    await createGroup();
    const records = await allOf(exportRecords(storage));
    await api.posts.delete(acmePost("hallo"));
    await create("hallo", { inLanguage: "de", translations: { en: "hello" } });
    await importRecords(storage, each(records), { clock });
    await change("hallo", { slug: "hallo-2" });
    await expectGroup({ en: "hello", de: "hallo-2" });
    expect(await allOf(inspectStore(storage))).toEqual([]);
  });

  it.each<[change: string, () => Promise<unknown>]>([
    ["is unpublished", () => change("hallo", { status: "draft" })],
    ["is renamed", () => change("hallo", { slug: "hallo-2" })],
    ["is deleted", () => api.posts.delete(acmePost("hallo"))],
    ["is published", () => change("salut", { status: "published" })],
    ["is made", () => create("hola", { inLanguage: "es" })],
  ])("change the ETag of a head when a post that it names %s", async (_change, write) => {
    await create("salut", { inLanguage: "fr", status: "draft" });
    await create("hallo", { inLanguage: "de" });
    const translations = { de: "hallo", fr: "salut", es: "hola" };
    await create("hello", { inLanguage: "en", translations });
    const read = async (): Promise<(string | null)[]> => {
      const { headers } = await get("/post/acme/hello?fields=head");
      return ["etag", "cache-tag"].map((name) => headers.get(name));
    };
    const [etag, tags] = await read();
    expect(tags).toBe("org-acme,posts-acme,post-3,post-acme-hello,post-acme-hallo");
    await write();
    expect((await read())[0]).not.toBe(etag);
    await create("hallo-3");
    const head = await headOf("hello");
    const others = Object.values(head).filter((slug) => slug !== "hello");
    const named = others.map((slug) => `,post-acme-${slug}`).join("");
    expect((await read())[1]).toBe(`org-acme,posts-acme,post-3,post-acme-hello${named}`);
  });

  it("cost no read without translations, no further read with them, and a single one after a rename", async () => {
    await createGroup();
    await create("plain");
    const readsOf = async (slug: string): Promise<number> => {
      const { driver, calls } = recordingDriver(storage);
      const server = createPublicApi({ storage: driver, clock });
      await get(`/post/acme/${slug}?fields=name`, server);
      await untilIdle(server);
      calls.length = 0;
      await get(`/post/acme/${slug}?fields=head`, server);
      return new Set(calls.map(({ turn }) => turn)).size;
    };
    const plain = await readsOf("plain");
    expect(await readsOf("hello")).toBe(plain + 1);
    await change("hallo", { slug: "hallo-2" });
    expect(await readsOf("hello")).toBe(plain + 2);
  });

  it("that are written while their post is deleted wait for the next post with its last slug", async () => {
    await create("hallo", { inLanguage: "de" });
    const { atomic } = storage;
    let isWritten = false;
    const commit: typeof atomic.commit = async (partition, changes) => {
      const isDeletion = changes.deletes?.includes("post!hallo") === true && !isWritten;
      isWritten ||= isDeletion;
      if (isDeletion) await create("salut", { inLanguage: "fr", translations: { de: "hallo" } });
      return atomic.commit(partition, changes);
    };
    const deleting = await open({ ...storage, atomic: forwardAtomic(atomic, { commit }) });
    await deleting.posts.delete(acmePost("hallo"));
    await create("hallo", { inLanguage: "de" });
    await change("hallo", { slug: "hallo-2" });
    expect([isWritten, await headOf("salut")]).toEqual([true, { de: "hallo-2", fr: "salut" }]);
  });

  it("survive a rename while their post is written", async () => {
    await createGroup();
    await Promise.all([
      change("hallo", { slug: "hallo-2" }),
      change("hello", { author: "Ann" }),
      create("salut", { inLanguage: "fr", translations: { en: "hello", de: "hallo" } }),
    ]);
    await change("hallo-2", { slug: "hallo-3" });
    await expectGroup({ en: "hello", de: "hallo-3" });
    expect(await headOf("salut")).toEqual({ en: "hello", de: "hallo-3", fr: "salut" });
  });
});

function translationsIn(records: readonly TransferRecord[]): unknown[] {
  return records.flatMap((record) => (record.type === "post" ? [record.post.translations] : []));
}

function withoutIds(record: TransferRecord): TransferRecord {
  if (record.type !== "post") return record;
  const { references: _references, ...post } = record.post;
  return { ...record, post };
}
