import { describe, expect, it } from "vitest";
import type { PostInput, SinglePost } from "../../lib/mod.ts";
import { openMemory } from "../access/storages.ts";
import { World } from "../api/world.ts";

const world = World.forEachTest(openMemory);
const now = "2026-06-15T12:00:00.000Z";
const old = "2020-01-01T00:00:00.000Z";
const may = "2026-05-01T00:00:00.000Z";
const june = "2026-06-01T00:00:00.000Z";
const planned = "2026-06-15T13:00:00.000Z";
const future = "2062-01-01T00:00:00.000Z";
const absent = undefined;

/** The dates of the post "hello" on each surface. */
interface Dates {
  updatedAt?: string | undefined;
  dateModified?: string | undefined;
  lastmod?: string | undefined;
  /** Date of the change in feeds. */
  feed?: string | undefined;
}

async function datesShown(): Promise<Dates> {
  await world.updateOrganization({ feeds: true });
  const post = await world.read<SinglePost & { head: string }>(
    "/post/acme/hello?fields=updatedAt,structuredData,head",
  );
  const { dateModified } = post.structuredData.article;
  expect(/article:modified_time" content="([^"]*)"/.exec(post.head)?.[1]).toBe(dateModified);
  const feed = await world.read<{ items: { date_modified?: string }[] }>("/feed/acme/feed.json");
  const sitemaps = [];
  for (const path of ["/post/acme/sitemap", "/sitemap/acme"]) {
    const response = await world.send("GET", path, { headers: { accept: "application/json" } });
    const { urls } = (await response.json()) as { urls: { lastmod?: string }[] };
    sitemaps.push(urls.at(-1)?.lastmod);
  }
  expect(new Set(sitemaps).size).toBe(1);
  return {
    updatedAt: post.updatedAt,
    dateModified,
    lastmod: sitemaps[0],
    feed: feed.items[0]?.date_modified,
  };
}

describe("the dates of a post", () => {
  it.each<[string, Partial<PostInput>, Dates]>([
    ["of now", {}, { updatedAt: now, dateModified: now, lastmod: now, feed: now }],
    [
      "with a stated change",
      { publishedAt: may, createdAt: may, updatedAt: june },
      { updatedAt: june, dateModified: june, lastmod: june, feed: june },
    ],
    [
      "with a stated change before the publication",
      { publishedAt: may, updatedAt: old },
      { updatedAt: old, dateModified: absent, lastmod: old, feed: may },
    ],
    [
      "with a stated change in the future",
      { publishedAt: may, createdAt: may, updatedAt: future },
      { updatedAt: future, dateModified: absent, lastmod: may, feed: may },
    ],
  ])("%s", async (_name, input, dates) => {
    await world.createPost({ name: "Hello", html: "<p>Hi</p>", ...input });
    expect(await datesShown()).toEqual(dates);
  });

  it.each<[string, Partial<PostInput>, Partial<PostInput> | undefined, Dates]>([
    [
      "are its publication",
      {},
      undefined,
      { updatedAt: planned, dateModified: planned, lastmod: planned, feed: planned },
    ],
    [
      "are a stated change",
      { updatedAt: old },
      undefined,
      { updatedAt: old, dateModified: absent, lastmod: old, feed: planned },
    ],
    [
      "are its publication after an edit without a date",
      { updatedAt: old },
      { author: "Ann" },
      { updatedAt: planned, dateModified: planned, lastmod: planned, feed: planned },
    ],
    [
      "stay a stated change that is stated again",
      { updatedAt: old },
      { author: "Ann", updatedAt: old },
      { updatedAt: old, dateModified: absent, lastmod: old, feed: planned },
    ],
  ])("of a scheduled post %s", async (_name, input, changes, dates) => {
    await world.createPost({ name: "Hello", html: "<p>Hi</p>", publishedAt: planned, ...input });
    if (changes !== undefined) await world.updatePost("hello", changes);
    world.clock.advance(3_600_000);
    expect(await datesShown()).toEqual(dates);
    await world.api.events.deliver();
    const { events } = await world.api.events.list("acme");
    const published = events.find(({ type }) => type === "post.published");
    expect(published?.data).toMatchObject({ publishedAt: planned, updatedAt: dates.updatedAt });
  });

  it("of a scheduled post that is edited later are the edit", async () => {
    await world.createPost({ name: "Hello", html: "<p>Hi</p>", publishedAt: planned });
    world.clock.advance(7_200_000);
    await world.updatePost("hello", { author: "Ann" });
    const edited = "2026-06-15T14:00:00.000Z";
    expect(await datesShown()).toEqual({
      updatedAt: edited,
      dateModified: edited,
      lastmod: edited,
      feed: edited,
    });
  });
});
