import { beforeEach, describe, expect, it } from "vitest";
import { type ChangeEvent, createPublicApi, type PostInput, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";

let api: PublicApi;
let clock: ManualClock;
let seen: number;

beforeEach(async () => {
  clock = new ManualClock();
  seen = 0;
  api = createPublicApi({ storage: memoryDriver({ clock }), clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
});

const hello = { organizationSlug: "acme", slug: "hello" };

/** Returns the events since the last call. */
async function newEvents(): Promise<ChangeEvent[]> {
  await api.events.deliver();
  const { events, last } = await api.events.list("acme", { after: seen });
  seen = last;
  return events;
}

async function typesAfter(change: () => Promise<unknown>): Promise<string[]> {
  await change();
  return (await newEvents()).map(({ type }) => type);
}

function put(input: Partial<PostInput> = {}): Promise<unknown> {
  return api.posts.put("acme", { name: "Hello", html: "<p>Hi</p>", ...input });
}

describe("events of a post", () => {
  it("contain no values of the organization's fields", async () => {
    const postFields = [
      { name: "rating", type: "number", shown: "list" },
      { name: "deskNote", type: "text", shown: "admin" },
    ] as const;
    await api.organizations.update("acme", { postFields });
    await put({ custom: { rating: 4 } });
    await newEvents();
    await put({ custom: { rating: 4, deskNote: "secret" } });
    const events = await newEvents();
    expect(events.map(({ type }) => type)).toEqual(["post.updated"]);
    expect(JSON.stringify(events)).not.toMatch(/custom|rating|deskNote|secret/);
  });

  it("contain its public fields, and no content", async () => {
    await put({ tags: ["a"], author: "Ann" });
    expect(await newEvents()).toEqual([
      {
        id: expect.stringMatching(/^evt_[a-z2-7]{16}_1_0$/),
        type: "post.published",
        time: "2026-06-15T12:00:00.000Z",
        organizationSlug: "acme",
        sequence: clock.now(),
        data: {
          id: 1,
          slug: "hello",
          revision: 1,
          name: "Hello",
          section: "Articles",
          language: "en-US",
          tags: ["a"],
          publishedAt: "2026-06-15T12:00:00.000Z",
          updatedAt: "2026-06-15T12:00:00.000Z",
        },
      },
    ]);
  });

  it("follow from the states that a client can see", async () => {
    const update = (changes: Partial<PostInput>) => () => api.posts.update(hello, changes);
    expect(await typesAfter(() => put({ status: "draft" }))).toEqual([]);
    expect(await typesAfter(update({ author: "Ann" }))).toEqual([]);
    expect(await typesAfter(update({ status: "published" }))).toEqual(["post.published"]);
    expect(await typesAfter(update({ author: "Bob" }))).toEqual(["post.updated"]);
    expect(await typesAfter(update({ status: "archived" }))).toEqual(["post.unpublished"]);
    expect(await typesAfter(update({ author: "Eve" }))).toEqual([]);
    expect(await typesAfter(update({ status: "published" }))).toEqual(["post.published"]);
    expect(await typesAfter(() => api.posts.restore(hello, 2))).toEqual(["post.updated"]);
    expect(await typesAfter(() => api.posts.delete(hello))).toEqual(["post.deleted"]);
    expect(await typesAfter(() => api.posts.delete(hello))).toEqual([]);
  });

  it("are none if a write changes nothing", async () => {
    expect(await typesAfter(() => put())).toEqual(["post.published"]);
    expect(await typesAfter(() => put())).toEqual([]);
  });

  it("name the former slug", async () => {
    await put();
    await api.posts.update(hello, { slug: "hi" });
    const [, moved, ...others] = await newEvents();
    expect(others).toEqual([]);
    expect(moved).toMatchObject({ type: "post.moved", data: { slug: "hi", previousSlug: "hello" } });
  });

  it("are in the order of the writes", async () => {
    await put();
    const authors = Array.from({ length: 300 }, (_, index) => `Author ${index}`);
    for (const author of authors) await api.posts.update(hello, { author });
    await api.events.deliver();
    const { events } = await api.events.list("acme", { limit: 1000 });
    const sequences = events.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
    const revisions = events.map(({ data }) => ("revision" in data ? data.revision : 0));
    expect(revisions).toEqual(Array.from({ length: 301 }, (_, index) => index + 1));
  });
});

describe("a scheduled post", () => {
  const inAMinute = (): number => clock.now() + 60_000;

  it("is published when its time has come, once", async () => {
    expect(await typesAfter(() => put({ publishedAt: inAMinute() }))).toEqual([]);
    clock.advance(59_999);
    expect(await typesAfter(() => api.events.deliver())).toEqual([]);
    clock.advance(1);
    expect(await typesAfter(() => api.events.deliver())).toEqual(["post.published"]);
    expect(await typesAfter(() => api.events.deliver())).toEqual([]);
    expect(await typesAfter(() => put({ publishedAt: clock.now(), author: "Ann" }))).toEqual([
      "post.updated",
    ]);
  });

  it("is published before its next change, if nobody delivered in between", async () => {
    await put({ publishedAt: inAMinute() });
    clock.advance(60_000);
    const change = (): Promise<unknown> => api.posts.update(hello, { author: "Ann" });
    expect(await typesAfter(change)).toEqual(["post.published", "post.updated"]);
  });

  it("is not published at its former time if it was postponed, deleted or withdrawn", async () => {
    await put({ publishedAt: inAMinute() });
    await put({ slug: "b", publishedAt: inAMinute() });
    await put({ slug: "c", publishedAt: inAMinute() });
    await api.posts.update(hello, { publishedAt: clock.now() + 120_000 });
    await api.posts.delete({ organizationSlug: "acme", slug: "b" });
    await api.posts.update({ organizationSlug: "acme", slug: "c" }, { status: "draft" });
    clock.advance(60_000);
    expect(await typesAfter(() => api.events.deliver())).toEqual([]);
    clock.advance(60_000);
    expect(await typesAfter(() => api.events.deliver())).toEqual(["post.published"]);
  });

  it("is published under the slug that it has then", async () => {
    await put({ publishedAt: inAMinute() });
    await api.posts.update(hello, { slug: "hi" });
    clock.advance(60_000);
    expect(await newEvents()).toMatchObject([{ type: "post.published", data: { slug: "hi" } }]);
  });
});

describe("redirect.changed", () => {
  const changes = async (change: () => Promise<unknown>): Promise<unknown[]> => {
    await change();
    return (await newEvents()).map(({ type, data }) => [type, data]);
  };

  it("reports a redirect to a public post that is added or removed", async () => {
    await put();
    await newEvents();
    const add = (from: string) => () => api.redirects.add("acme", { from, slug: "hello" });
    const remove = (from: string) => () => api.redirects.remove("acme", from);
    expect(await changes(add("old"))).toEqual([["redirect.changed", { from: "old", slug: "hello" }]]);
    expect(await changes(add("old"))).toEqual([]);
    expect(await changes(add("/blog/hi/"))).toEqual([
      ["redirect.changed", { from: "/blog/hi/", slug: "hello" }],
      ["redirect.changed", { from: "hi", slug: "hello" }],
    ]);
    expect(await changes(remove("/blog/hi/"))).toEqual([
      ["redirect.changed", { from: "/blog/hi/" }],
      ["redirect.changed", { from: "hi" }],
    ]);
    expect(await changes(remove("old"))).toEqual([["redirect.changed", { from: "old" }]]);
    expect(await changes(remove("old"))).toEqual([]);
  });

  it("does not report a redirect to a draft, and the event of a post covers its redirects", async () => {
    await put({ status: "draft" });
    expect(await changes(() => api.redirects.add("acme", { from: "old", slug: "hello" }))).toEqual([]);
    const update = (input: Partial<PostInput>) => () => api.posts.update(hello, input);
    expect(await typesAfter(update({ status: "published" }))).toEqual(["post.published"]);
    expect(await typesAfter(update({ aliases: ["earlier"] }))).toEqual(["post.updated"]);
    expect(await typesAfter(update({ slug: "hi" }))).toEqual(["post.moved"]);
    expect(await typesAfter(() => api.posts.delete({ ...hello, slug: "hi" }))).toEqual(["post.deleted"]);
  });

  it("is sent to a webhook that names no events, whatever its filters", async () => {
    const sent: string[] = [];
    const send = async ({ body }: { body: string }): Promise<{ status: number; body: Uint8Array }> => {
      sent.push((JSON.parse(body) as ChangeEvent).type);
      return { status: 204, body: new Uint8Array() };
    };
    const secret = "a random text of at least 32 characters";
    api = createPublicApi({ storage: memoryDriver({ clock }), clock, secret, webhooks: { send } });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await put();
    await api.webhooks.create("acme", { url: "https://acme.example/hook", sections: ["News"] });
    await api.redirects.add("acme", { from: "old", slug: "hello" });
    await untilIdle(api);
    expect(sent).toEqual(["redirect.changed"]);
  });
});

describe("the log", () => {
  it("is read in pages", async () => {
    for (const author of ["A", "B", "C"]) await put({ author });
    await api.events.deliver();
    const first = await api.events.list("acme", { limit: 2 });
    expect([first.events.length, first.missedFrom]).toEqual([2, undefined]);
    const second = await api.events.list("acme", { after: first.last });
    expect([second.events.length, second.missedFrom]).toEqual([1, undefined]);
    const { last } = second;
    expect(await api.events.list("acme", { after: last })).toEqual({ events: [], last });
    expect(await api.events.last("acme")).toBe(last);
  });

  it("holds 7 days, and says what a reader missed", async () => {
    await put();
    await api.events.deliver();
    const first = await api.events.last("acme");
    clock.advance(7 * 86_400_000 - 1);
    await put({ author: "Ann" });
    await api.events.deliver();
    expect((await api.events.list("acme")).events).toHaveLength(2);
    clock.advance(1);
    const page = await api.events.list("acme");
    expect([page.events.length, page.missedFrom]).toEqual([1, 1]);
    expect((await api.events.list("acme", { after: first })).missedFrom).toBeUndefined();
    clock.advance(7 * 86_400_000);
    const empty = await api.events.list("acme", { after: first });
    const last = await api.events.last("acme");
    expect(empty).toEqual({ events: [], last, missedFrom: first + 1 });
    expect(await api.events.list("acme", { after: last })).toEqual({ events: [], last });
  });

  it("refuses values that are out of range", async () => {
    await expect(api.events.list("acme", { limit: 0 })).rejects.toThrow(
      /limit must be a whole number from 1 to 1000/,
    );
    await expect(api.events.list("acme", { after: -1 })).rejects.toThrow(/after must be a whole number/);
  });

  it("belongs to an organization, and ends with it", async () => {
    await put();
    await api.events.deliver();
    const before = await api.events.last("acme");
    clock.advance(1);
    await api.organizations.delete("acme");
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    expect(await api.events.list("acme")).toEqual({ events: [], last: 0 });
    await put();
    await api.events.deliver();
    const { events, last, missedFrom } = await api.events.list("acme", { after: before });
    expect([events.length, last > before, missedFrom]).toEqual([1, true, before + 1]);
  });

  it("has the changes of the organization", async () => {
    await api.organizations.update("acme", { name: "Acme Ltd" });
    const [event] = await newEvents();
    expect(event).toMatchObject({ type: "organization.updated", data: { slug: "acme", name: "Acme Ltd" } });
  });
});
