import { describe, expect, it } from "vitest";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { type AdminActor, type AtomicDriver, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";

const rating = { name: "rating", type: "number" } as const;

async function openWith(storage: AtomicDriver): Promise<{ api: PublicApi; actor: AdminActor }> {
  const api = createPublicApi({ storage });
  await api.organizations.create({
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    postFields: [rating, { name: "note", type: "text" }],
  });
  const { id } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
  const actor = await api.admin.findActor(id, "acme");
  if (actor === null) throw new Error("no owner");
  return { api, actor };
}

/** Returns a driver whose posts are repeated without end, as in a very large organization. */
function withEndlessPosts(driver: AtomicDriver): AtomicDriver {
  let repeated = 0;
  return {
    ...driver,
    atomic: forwardAtomic(driver.atomic, {
      list: async (partition, range) => {
        const start = range.start?.replace(/~.*/, "");
        const records = await driver.atomic.list(partition, {
          ...range,
          ...(start !== undefined && { start }),
        });
        const { limit } = range;
        const [record] = records;
        if (record === undefined || !record.key.includes("endless")) return records;
        return Array.from({ length: limit }, () => ({ ...record, key: `${record.key}~${repeated++}` }));
      },
    }),
  };
}

describe("the count of the posts with a value of a field", () => {
  it("has posts of every status, earlier names, and values that no longer fit", async () => {
    const { api, actor } = await openWith(slowDriver(memoryDriver(), 3));
    const values = [{ rating: 5 }, { rating: 4, note: "good" }, { note: "none" }, {}];
    for (const [index, custom] of values.entries()) {
      const status = index === 0 ? "draft" : "published";
      await api.posts.create("acme", { name: `Post ${index}`, status, custom });
    }
    const count = async (name: string): Promise<object> =>
      api.admin.organization.countFieldValues(actor, name);
    expect(await count("rating")).toEqual({ posts: 2, hasMore: false });
    const renamed = { name: "stars", type: "date", earlierNames: ["rating"] } as const;
    await api.organizations.update("acme", { postFields: [renamed] });
    expect(await count("stars")).toEqual({ posts: 2, hasMore: false });
    await expect(count("rating")).rejects.toThrow('"acme" has no field "rating"');
  });

  it.each([
    ["10,000 posts with a value", "rating", { posts: 10_000, hasMore: true }],
    ["50,000 posts", "note", { posts: 0, hasMore: true }],
  ])("ends after %s", async (_limit, name, count) => {
    const { api, actor } = await openWith(withEndlessPosts(memoryDriver()));
    await api.posts.create("acme", { name: "Post", slug: "endless", custom: { rating: 5 } });
    expect(await api.admin.organization.countFieldValues(actor, name)).toEqual(count);
  });
});
