import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PostInput, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { allOf } from "../async_items.ts";
import { acmePost } from "../acme.ts";
import { untilIdle } from "../until_idle.ts";

describe("posts", () => {
  let api: PublicApi;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    api = createPublicApi({ storage: memoryDriver({ clock }), clock });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  });

  it.each<[string, object]>([
    ["/name", { name: "" }],
    ["/name", { name: "x".repeat(501) }],
    ["/name", { name: 5 }],
    ["/slug", { slug: "a/b" }],
    ["/slug", { slug: "sitemap" }],
    ["/slug", { name: "!?" }],
    ["/html", { html: null }],
    ["/image", { image: "/relative.png" }],
    ["/image", { image: "javascript:alert(1)" }],
    ["/image", { image: " \tJavaScript:alert(1)" }],
    ["/image", { image: "data:image/svg+xml,<svg/>" }],
    ["/image", { image: "ftp://acme.example/a.png" }],
    ["/translations/de", { translations: { de: "data:text/html,x" } }],
    ["/tags", { tags: "faq" }],
    ["/tags/1", { tags: ["a", ""] }],
    ["/tags", { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }],
    ["/inLanguage", { inLanguage: "en_US" }],
    ["/isAccessibleForFree", { isAccessibleForFree: "yes" }],
    ["/status", { status: "deleted" }],
    ["/publishedAt", { publishedAt: "soon" }],
    ["/publishedAt", { status: "scheduled" }],
    ["/createdAt", { createdAt: Number.NaN }],
    ["/updatedAt", { updatedAt: "2026-02-30" }],
    ["/id", { id: 5 }],
  ])("rejects invalid input, and names %s", async (pointer, change) => {
    const creation = api.posts.create("acme", { name: "Hello", ...change });
    await expect(creation).rejects.toMatchObject({ name: "InvalidInputError", fields: [{ pointer }] });
    await expect(api.posts.iterate("acme").next()).resolves.toMatchObject({ done: true });
  });

  it("treats an undefined field as missing", async () => {
    const input = { name: "Hello", description: undefined, slug: undefined } as unknown as PostInput;
    const post = await api.posts.create("acme", input);
    expect(post).not.toHaveProperty("description");
    expect(post.slug).toBe("hello");
  });

  it("lists posts of every status, sorted by creation", async () => {
    for (const [index, status] of (["draft", "published", "archived"] as const).entries()) {
      await api.posts.create("acme", { name: status, status, createdAt: clock.now() - index });
    }
    const names = (await allOf(api.posts.iterate("acme"))).map(({ name }) => name);
    expect(names).toEqual(["archived", "published", "draft"]);
    expect((await api.posts.get(acmePost("draft")))?.status).toBe("draft");
    expect(await api.posts.get(acmePost("nothing"))).toBeNull();
  });

  it("sets updatedAt to now when a post changes, unless the change sets it", async () => {
    await api.posts.create("acme", { name: "Hello", createdAt: "2026-01-01" });
    expect((await api.posts.update(acmePost("hello"), { name: "H" })).updatedAt).toBe(
      "2026-06-15T12:00:00.000Z",
    );
    const updatedAt = "2026-02-01T00:00:00.000Z";
    expect((await api.posts.update(acmePost("hello"), { updatedAt })).updatedAt).toBe(updatedAt);
  });

  it("gives a slug to one of two posts, even if both are created concurrently", async () => {
    const creations = await Promise.allSettled(
      [1, 2, 3].map(() => api.posts.create("acme", { name: "Hello" })),
    );
    expect(creations.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await api.posts.create("acme", { name: "Other" });
    const move = api.posts.update(acmePost("other"), { slug: "hello" });
    await expect(move).rejects.toMatchObject({ name: "AlreadyExistsError" });
    expect((await api.posts.get(acmePost("other")))?.name).toBe("Other");
  });

  it("keeps every one of many concurrent changes", async () => {
    await api.posts.create("acme", { name: "Hello" });
    await Promise.all([
      api.posts.update(acmePost("hello"), { author: "Ada" }),
      api.posts.update(acmePost("hello"), { description: "D" }),
      api.posts.update(acmePost("hello"), { articleSection: "S" }),
    ]);
    expect(await api.posts.get(acmePost("hello"))).toMatchObject({
      author: "Ada",
      description: "D",
      articleSection: "S",
    });
  });

  it("throws NotFoundError for missing organizations and posts", async () => {
    await expect(api.posts.update(acmePost("nothing"), { name: "N" })).rejects.toThrow(/"nothing"/);
    await expect(
      api.posts.update({ organizationSlug: "nobody", slug: "hello" }, { name: "N" }),
    ).rejects.toThrow(/"nobody"/);
    expect(await api.posts.delete(acmePost("nothing"))).toBe(false);
  });

  it("reads lists in batches of 100", async () => {
    const { atomic, ...driver } = memoryDriver({ clock });
    let readings = 0;
    const counted: typeof atomic = {
      ...atomic,
      getMany: (addresses) => (readings++, atomic.getMany(addresses)),
      list: async (partition, range) => (readings++, atomic.list(partition, range)),
    };
    api = createPublicApi({ storage: { ...driver, atomic: counted }, clock });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const names = Array.from({ length: 250 }, (_, index) => `Post ${index}`);
    for (const name of names) await api.posts.create("acme", { name, status: "draft" });
    await untilIdle(api);
    readings = 0;
    const listed = (await allOf(api.posts.iterate("acme"))).map(({ name }) => name);
    expect(listed).toEqual(names);
    expect(readings).toBe(6);
  });
});
