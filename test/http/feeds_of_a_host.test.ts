import { parseAtomFeed, parseRssFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type Organization, type Post } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";

const acme: Organization = { ...hostOrganization, feeds: { atom: "/atom.xml" } };
const paid: Post = { id: 1, name: "Paid", slug: "paid", html: "<p>secret</p>", isAccessibleForFree: false };
const free: Post = { id: 2, name: "Free", slug: "free", html: "<p>open</p>" };

/** Reads a feed of a host's rows. The host's list returns them with their content. */
async function readFeed(
  rows: Post[],
  { path, ...source }: Partial<ContentSource> & { path: string },
): Promise<string> {
  const content: ContentSource = {
    findOrganization: async () => acme,
    getPost: async () => null,
    listPosts: async () => ({ posts: rows, next: null }),
    ...source,
  };
  const api = createPublicApi({ storage: memoryDriver(), content, clock: new ManualClock() });
  return (await api.fetch(new Request(`http://localhost/api/public/v1/${path}`))).text();
}

describe("the feeds of a host's own posts", () => {
  it("omit content that is not free, even if the host's list has it", async () => {
    for (const path of ["feed/acme/rss.xml", "feed/acme/atom.xml", "feed/acme/feed.json", "llms/acme"]) {
      const text = await readFeed([paid, free], { path });
      expect(text).toContain("Paid");
      expect(text).not.toContain("secret");
      expect(text.includes("open")).toBe(path !== "llms/acme");
    }
  });

  it("have the posts that match their filter, even if only late pages of the host's list have them", async () => {
    const rows = Array.from({ length: 400 }, (_, at): Post => ({
      ...free,
      id: at + 1,
      slug: `post-${at}`,
      tags: at < 397 ? ["common"] : [],
    }));
    // A host may return fewer posts than the limit.
    const listPosts: ContentSource["listPosts"] = async (_slug, { after = "0" }) => {
      const end = Number(after) + 10;
      return { posts: rows.slice(Number(after), end), next: end < rows.length ? String(end) : null };
    };
    const text = await readFeed([], { path: "feed/acme/rss.xml?notTag=common", listPosts });
    expect(parseRssFeed(text).items).toHaveLength(3);
  });

  it("have free posts in llms-full.txt, also after 500 newer posts that are not free", async () => {
    const rows = Array.from({ length: 502 }, (_, at): Post => ({
      id: at + 1,
      name: `Post ${at}`,
      slug: `post-${at}`,
      isAccessibleForFree: at >= 500,
    }));
    const listPosts: ContentSource["listPosts"] = async (_slug, { limit, after = "0" }) => {
      const end = Number(after) + limit;
      return { posts: rows.slice(Number(after), end), next: end < rows.length ? String(end) : null };
    };
    const getPost: ContentSource["getPost"] = async (_slug, slug) => {
      const row = rows.find((one) => one.slug === slug);
      return row === undefined ? null : { ...row, html: "<p>open</p>" };
    };
    const text = await readFeed([], { path: "llms-full/acme", listPosts, getPost });
    expect(text.match(/^open$/gm)).toHaveLength(2);
  });

  it("omit the content of a post that became paid while the feed was rendered", async () => {
    const listed = { id: 1, name: "Paid", slug: "paid" };
    const text = await readFeed([listed], { path: "feed/acme/rss.xml", getPost: async () => paid });
    expect(text).toContain("Paid");
    expect(text).not.toContain("secret");
  });

  it("omit a post that was deleted while the feed was rendered", async () => {
    const { html: _html, ...listed } = free;
    const { items = [] } = parseRssFeed(await readFeed([listed], { path: "feed/acme/rss.xml" }));
    expect(items).toEqual([]);
  });

  it("have a date in Atom even if the host has none", async () => {
    const row = { ...free, publishedAt: "soon", createdAt: null, updatedAt: "2100-01-01" };
    const { entries, links } = parseAtomFeed(await readFeed([row], { path: "feed/acme/atom.xml" }));
    expect(entries).toMatchObject([{ updated: "2026-06-15T12:00:00.000Z" }]);
    expect(entries?.[0]).not.toHaveProperty("published");
    expect(links).toContainEqual({
      href: "https://acme.example/atom.xml",
      rel: "self",
      type: "application/atom+xml",
    });
  });
});
