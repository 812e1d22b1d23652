import { beforeEach, describe, expect, it, vi } from "vitest";
import { createPublicApi, postTag, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";

describe("putting posts", () => {
  let api: PublicApi;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    api = createPublicApi({ storage: memoryDriver({ clock }), clock });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  });

  it("creates a post, leaves it unchanged, and replaces it", async () => {
    const input = { name: "Hello", html: "<p>Hi</p>", tags: ["a"], author: "Ann" };
    const created = await api.posts.put("acme", input, { by: "ann" });
    expect([created.outcome, created.post.revision]).toEqual(["created", 1]);
    clock.advance(1000);
    expect(await api.posts.put("acme", input)).toEqual({ outcome: "unchanged", post: created.post });
    const { author: _author, ...shorter } = input;
    const { outcome, post } = await api.posts.put("acme", shorter, { by: "bob", via: "key" });
    expect([outcome, post.id, post.createdAt]).toEqual(["updated", created.post.id, created.post.createdAt]);
    expect(post.updatedAt).toBe("2026-06-15T12:00:01.000Z");
    expect(post).not.toHaveProperty("author");
    const [second, first] = await api.posts.revisions({ organizationSlug: "acme", slug: "hello" });
    expect(second).toMatchObject({
      number: 2,
      by: "bob",
      via: "key",
      changed: ["author"],
      at: post.updatedAt,
    });
    expect(first).toMatchObject({
      number: 1,
      by: "ann",
      changed: [],
      html: "<p>Hi</p>",
      post: { author: "Ann" },
    });
    expect(await api.posts.revision({ organizationSlug: "acme", slug: "hello" }, 1)).toEqual(first);
    expect(await api.posts.revision({ organizationSlug: "acme", slug: "hello" }, 3)).toBeNull();
    expect(await api.posts.revisions({ organizationSlug: "acme", slug: "nothing" })).toEqual([]);
  });

  it("publishes a scheduled post now, and keeps the time of a published post", async () => {
    const publishedAt = clock.now() + 60_000;
    const planned = await api.posts.put("acme", { name: "Hello", publishedAt });
    expect(planned.post.status).toBe("scheduled");
    expect((await api.posts.put("acme", { name: "Hello", publishedAt })).outcome).toBe("unchanged");
    clock.advance(1000);
    expect((await api.posts.put("acme", { name: "Hello" })).post).toMatchObject({ status: "scheduled" });
    const published = await api.posts.put("acme", { name: "Hello", status: "published" });
    expect(published.post).toMatchObject({ status: "published", publishedAt: "2026-06-15T12:00:01.000Z" });
    clock.advance(1000);
    const changed = await api.posts.put("acme", { name: "Hello", html: "more" });
    expect(changed.post.publishedAt).toBe("2026-06-15T12:00:01.000Z");
  });

  it("keeps the time of a scheduled post that is now public, and emits one event", async () => {
    const told = vi.fn<() => void>();
    api = createPublicApi({ storage: memoryDriver({ clock }), clock, hooks: { "post.published": told } });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const publishedAt = new Date(clock.now() + 60_000).toISOString();
    const input = { name: "Hello", publishedAt };
    for (const name of ["Hello", "Hi"]) await api.posts.put("acme", { ...input, name });
    clock.advance(86_400_000);
    expect((await api.posts.put("acme", input)).outcome).toBe("unchanged");
    expect((await api.posts.put("acme", { name: "Hello" })).outcome).toBe("unchanged");
    const put = await api.posts.put("acme", { name: "Hello", html: "more" });
    expect(put).toMatchObject({ outcome: "updated", post: { status: "published", publishedAt } });
    const updated = await api.posts.update({ organizationSlug: "acme", slug: "hi" }, { status: "published" });
    expect(updated).toMatchObject({ status: "published", publishedAt });
    await api.events.settle();
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("is rejected if a precondition fails, and so are changes and deletions", async () => {
    const { post } = await api.posts.put("acme", { name: "Hello" });
    const ifMatch = [postTag(post)];
    await api.posts.update({ organizationSlug: "acme", slug: "hello" }, { author: "Ann" }, { ifMatch });
    const refused = { name: "PreconditionFailedError" };
    await expect(api.posts.put("acme", { name: "Hello" }, { ifMatch })).rejects.toMatchObject(refused);
    await expect(
      api.posts.update({ organizationSlug: "acme", slug: "hello" }, { author: "B" }, { ifMatch }),
    ).rejects.toMatchObject(refused);
    await expect(
      api.posts.delete({ organizationSlug: "acme", slug: "hello" }, { ifMatch }),
    ).rejects.toMatchObject(refused);
    await expect(api.posts.put("acme", { name: "None" }, { ifMatch: "*" })).rejects.toMatchObject(refused);
    const again = api.posts.put("acme", { name: "Hello" }, { ifNoneMatch: "*" });
    await expect(again).rejects.toMatchObject(refused);
    expect((await api.posts.get({ organizationSlug: "acme", slug: "hello" }))?.author).toBe("Ann");
  });

  it("rejects the tag of a deleted post for its successor", async () => {
    const { post } = await api.posts.put("acme", { name: "Hello" });
    await api.posts.delete({ organizationSlug: "acme", slug: "hello" });
    await api.posts.put("acme", { name: "Hello" });
    const put = api.posts.put("acme", { name: "Hello", html: "x" }, { ifMatch: [postTag(post)] });
    await expect(put).rejects.toMatchObject({ name: "PreconditionFailedError" });
  });

  it("writes nothing in a dry run, and returns the expected result", async () => {
    const input = { name: "Hello" };
    const dry = { dryRun: true };
    expect(await api.posts.put("acme", input, dry)).toMatchObject({ outcome: "created", post: { id: 0 } });
    expect(await api.posts.get({ organizationSlug: "acme", slug: "hello" })).toBeNull();
    await api.posts.put("acme", input);
    const before = await api.posts.get({ organizationSlug: "acme", slug: "hello" });
    const changed = { ...input, author: "Ann" };
    expect(await api.posts.put("acme", changed, dry)).toMatchObject({ outcome: "updated" });
    expect(await api.posts.put("acme", input, dry)).toMatchObject({ outcome: "unchanged" });
    expect(await api.posts.get({ organizationSlug: "acme", slug: "hello" })).toEqual(before);
    await expect(api.posts.put("acme", { name: "!?" }, dry)).rejects.toMatchObject({
      name: "InvalidInputError",
    });
  });

  it("rejects pages of more than 100 posts", async () => {
    await expect(api.posts.list("acme", { limit: 101 })).rejects.toThrow(
      new RangeError("Cannot list the posts: limit must be a whole number from 1 to 100, and is 101"),
    );
    await expect(api.knowledgeBase.list("acme", { limit: 0 })).rejects.toThrow(RangeError);
  });
});
