import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { type LoaderContext, type PostData, posternLoader } from "../../lib/api/astro_loader/mod.ts";
import type { ClientOptions } from "../../lib/api/client/mod.ts";
import { type ContentSource, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { frontEndPackage } from "../front_end_packages.ts";
import { ManualClock } from "../manual_clock.ts";

const astro = frontEndPackage("astro");

interface Entry {
  id: string;
  data: PostData;
  digest: string;
  rendered: { html: string };
}

type CollectionStore = Omit<LoaderContext["store"], "get"> & { get(id: string): Entry | undefined };

/** Creates an empty store of Astro's content layer. Without Astro, a map stands in for it. */
async function createStore(): Promise<CollectionStore> {
  if (astro === undefined) return mapStore();
  const file = pathToFileURL(`${astro}/dist/content/mutable-data-store.js`).href;
  const { MutableDataStore } = (await import(file)) as {
    MutableDataStore: new () => { scopedStore(collection: string): CollectionStore };
  };
  return new MutableDataStore().scopedStore("posts");
}

function mapStore(): CollectionStore {
  const entries = new Map<string, Entry>();
  return {
    get: (id) => entries.get(id),
    set: (entry) => {
      const isNew = entries.get(entry.id)?.digest !== entry.digest;
      if (isNew) entries.set(entry.id, entry);
      return isNew;
    },
    delete: (id) => void entries.delete(id),
    keys: () => [...entries.keys()],
  };
}

describe("the loader", () => {
  let api: PublicApi;
  let clock: ManualClock;
  let store: CollectionStore;
  /** Paths and status codes of the requests of a load. */
  let requests: string[] = [];
  const logged: string[] = [];

  const load = async (
    options: Partial<ClientOptions> = {},
    context: Partial<LoaderContext> = {},
  ): Promise<string[]> => {
    requests = [];
    const fetch = async (request: Request): Promise<Response> => {
      const response = await api.fetch(request);
      const path = new URL(request.url).pathname.replace("/api/public/v1", "");
      requests.push(response.ok ? path : `${path} ${response.status}`);
      return response;
    };
    const loader = posternLoader({
      baseUrl: "https://api.example",
      organizationSlug: "acme",
      fetch,
      maxAttempts: 1,
      ...options,
    });
    await loader.load({
      store,
      logger: { info: (message) => logged.push(message) },
      parseData: async ({ data }) => Promise.resolve(data),
      generateDigest: (text) => createHash("sha256").update(text).digest("hex"),
      ...context,
    });
    return requests.filter((path) => path.startsWith("/post/acme/")).toSorted();
  };

  beforeEach(async () => {
    clock = new ManualClock();
    api = createPublicApi({ storage: memoryDriver(), clock });
    store = await createStore();
    logged.length = 0;
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const html = "<h2>Is it open?</h2><p>Daily.</p>";
    for (const slug of ["one", "two", "three"]) await api.posts.create("acme", { slug, name: slug, html });
    clock.advance(60_000);
  });

  it("stores each post by its slug, with the HTML as rendered content", async () => {
    await load();
    expect(store.keys().toSorted()).toEqual(["one", "three", "two"]);
    expect(store.get("two")).toMatchObject({
      data: {
        name: "two",
        url: "https://acme.example/blog/two",
        faqEntries: [{ question: "Is it open?", answer: "Daily." }],
        structuredData: { article: { "@type": "Article" } },
      },
      rendered: { html: "<h2>Is it open?</h2><p>Daily.</p>" },
    });
    expect(store.get("two")?.data).not.toHaveProperty("html");
    expect(logged).toEqual(["Posts: 3, changed: 3, removed: 0"]);
  });

  it("reads only changed posts again, and removes posts that are no longer published", async () => {
    await load();
    expect(await load()).toEqual([]);
    expect(requests).toEqual(["/organization/acme", "/post/acme"]);
    await api.posts.update({ organizationSlug: "acme", slug: "one" }, { html: "<p>New</p>" });
    await api.posts.update({ organizationSlug: "acme", slug: "two" }, { status: "draft" });
    await api.posts.create("acme", { slug: "four", name: "four", html: "<p>4</p>" });
    expect(await load()).toEqual(["/post/acme/four", "/post/acme/one"]);
    expect(store.keys().toSorted()).toEqual(["four", "one", "three"]);
    expect(store.get("one")?.rendered.html).toBe("<p>New</p>");
    expect(logged.at(-1)).toBe("Posts: 3, changed: 2, removed: 1");
  });

  it("reads a post that was published again, and a renamed post", async () => {
    await load();
    await api.posts.update({ organizationSlug: "acme", slug: "one" }, { slug: "first" });
    await load();
    expect(store.keys().toSorted()).toEqual(["first", "three", "two"]);
    await api.posts.delete({ organizationSlug: "acme", slug: "first" });
    await load();
    await api.posts.create("acme", { slug: "first", name: "Again", html: "<p>Again</p>" });
    await load();
    expect(store.get("first")?.data.name).toBe("Again");
  });

  it("reads all posts after a change of the organization, or with a key", async () => {
    await load();
    await api.organizations.update("acme", { faq: { answerFormat: "html" } });
    expect(await load()).toHaveLength(3);
    expect(store.get("one")?.data.faqEntries[0]?.answerHtml).toBe("<p>Daily.</p>");
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "editor" });
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Site" });
    expect(await load({ apiKey: key })).toHaveLength(3);
    expect(await load({ apiKey: key })).toEqual([]);
  });

  it("compares the content of posts that have no time of a change", async () => {
    const siteUrl = "https://acme.example";
    const settings = { postUrlTemplate: "/{slug}", language: "en", section: "News", speakable: [] };
    const posts = ["one", "two"].map((slug, id) => ({ id, slug, name: slug, html: "<p>Text</p>" }));
    const content: ContentSource = {
      findOrganization: () => ({ id: "1", slug: "acme", name: "Acme", siteUrl, ...settings }),
      getPost: (_organization, slug) => posts.find((post) => post.slug === slug) ?? null,
      listPosts: async () => Promise.resolve({ posts, next: null }),
    };
    api = createPublicApi({ storage: memoryDriver(), clock, content });
    await load();
    for (const post of posts) if (post.slug === "two") post.html = "<p>New</p>";
    expect(await load()).toEqual(["/post/acme/one", "/post/acme/two"]);
    expect(logged.at(-1)).toBe("Posts: 2, changed: 1, removed: 0");
    expect(store.get("two")?.rendered.html).toBe("<p>New</p>");
  });

  it("reads more posts than a page of the list has", async () => {
    for (let post = 0; post < 120; post++)
      await api.posts.create("acme", { slug: `p-${post}`, name: `${post}`, html: "<p>Text</p>" });
    await load();
    expect(store.keys()).toHaveLength(123);
    expect(requests.filter((path) => path === "/post/acme")).toHaveLength(2);
  });

  it("skips a post that disappears between the list and its own request", async () => {
    const fetch = async (request: Request): Promise<Response> => {
      if (request.url.endsWith("/post/acme/two")) {
        await api.posts.delete({ organizationSlug: "acme", slug: "two" });
      }
      return api.fetch(request);
    };
    await load({ fetch });
    expect(store.keys().toSorted()).toEqual(["one", "three"]);
  });

  it("reads a post again if a cache had an older version than the list", async () => {
    const address = { organizationSlug: "acme", slug: "one" };
    const stale = await api.fetch(new Request("https://api.example/api/public/v1/post/acme/one"));
    await api.posts.update(address, { html: "<p>New</p>" });
    await load({
      fetch: (request) => (request.url.endsWith("/one") ? Promise.resolve(stale) : api.fetch(request)),
    });
    expect(store.get("one")?.rendered.html).toContain("Daily.");
    expect(await load()).toEqual(["/post/acme/one"]);
    expect(store.get("one")?.rendered.html).toBe("<p>New</p>");
  });

  it("rejects with the API's error, and removes nothing", async () => {
    await load();
    await expect(load({ organizationSlug: "acne" })).rejects.toMatchObject({
      name: "PosternError",
      code: "organization-not-found",
      message: expect.stringContaining("Cannot get https://api.example/api/public/v1/organization/acne"),
    });
    await api.posts.update({ organizationSlug: "acme", slug: "one" }, { name: "New" });
    await api.posts.delete({ organizationSlug: "acme", slug: "two" });
    const fetch = (request: Request): Promise<Response> =>
      request.url.includes("/post/acme/")
        ? Promise.resolve(new Response("Bad gateway", { status: 502 }))
        : api.fetch(request);
    await expect(load({ fetch })).rejects.toMatchObject({ code: "http-error", status: 502 });
    expect(store.keys().toSorted()).toEqual(["one", "three", "two"]);
  });

  it("stores data as the collection's schema returns it, and rejects with the schema's error", async () => {
    await load({}, { parseData: async ({ data }) => Promise.resolve({ ...data, name: "By the schema" }) });
    expect(store.get("one")?.data.name).toBe("By the schema");
    await api.posts.update({ organizationSlug: "acme", slug: "one" }, { name: "New" });
    const parseData = (): Promise<never> => Promise.reject(new Error("data does not match the schema"));
    await expect(load({}, { parseData })).rejects.toThrow("data does not match the schema");
  });

  it("refuses unknown options and values", () => {
    const url = { url: "https://api.example" } as unknown as ClientOptions;
    expect(() => posternLoader(url)).toThrow(/url is not a known option.*allowed are baseUrl/);
    expect(() => posternLoader({ baseUrl: "api.example", organizationSlug: "acme" })).toThrow(
      "baseUrl must be an absolute http or https URL",
    );
  });
});
