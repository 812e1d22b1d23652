import { expect, it } from "vitest";
import { createPublicApi, type ContentSource, type Post } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { recordingDriver } from "../access/recording_driver.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";
import { GeneratedPosts } from "./generated_posts.ts";

const url = "http://localhost/api/public/v1/post/acme/sitemap";

/** Returns the reads of the store for a sitemap of posts with or without translations, and its body. */
async function sitemapOf(
  count: number,
  translations: (number: number) => Record<string, string>,
): Promise<{ reads: string[]; body: string }> {
  const clock = new ManualClock();
  const { driver, calls } = recordingDriver(memoryDriver({ clock }));
  const api = createPublicApi({ storage: driver, clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const numbers = Array.from({ length: count }, (_item, index) => index);
  await Promise.all(
    numbers.map(async (number) =>
      api.posts.create("acme", {
        name: `Post ${number}`,
        slug: `p${number}`,
        createdAt: Date.UTC(2026, 0, 1) + number,
        status: number % 10 === 3 ? "draft" : "published",
        translations: translations(number),
      }),
    ),
  );
  await untilIdle(api);
  // The first request reads the organization and the revision of the posts, too.
  await (await api.fetch(new Request("http://localhost/api/public/v1/post/acme"))).text();
  await untilIdle(api);
  calls.length = 0;
  const response = await api.fetch(new Request(url));
  const reads = calls.map(({ operation }) => operation);
  return { reads, body: await response.text() };
}

it("reads a sitemap of one batch once, whatever its posts name", async () => {
  const plain = await sitemapOf(50, () => ({}));
  const linked = await sitemapOf(50, (number) => ({
    de: `p${(number + 7) % 50}`,
    fr: `p${(number + 3) % 50}`,
  }));
  expect(linked.reads).toEqual(plain.reads);
  expect(linked.body).toContain('hreflang="de"');
  expect(linked.body).not.toMatch(/\/p\d*3"/);
});

it("reads the posts that a batch names in other batches at once", async () => {
  const plain = await sitemapOf(1200, () => ({}));
  const linked = await sitemapOf(1200, (number) => ({ de: `p${(number + 607) % 1200}` }));
  const batches = 2;
  expect(linked.reads.length - plain.reads.length).toBeLessThanOrEqual(batches);
  expect(linked.body).toContain('hreflang="de"');
  expect(linked.body).not.toMatch(/\/p\d*3"/);
});

it("asks a host's source once for each batch, if it finds public slugs", async () => {
  const count = 2500;
  const source = new GeneratedPosts(count, (index): Omit<Post, "id" | "name"> => ({
    slug: `p${index}`,
    translations: { de: `p${(index + 1100) % 3000}` },
  }));
  const asked: number[] = [];
  const content: ContentSource = {
    findOrganization: async (slug) => source.findOrganization(slug),
    getPost: async () => source.getPost(),
    listPosts: async (slug, query) => source.listPosts(slug, query),
    findPublicSlugs: async (_slug, slugs) => {
      asked.push(slugs.length);
      return { slugs: slugs.filter((slug) => Number(slug.slice(1)) < count) };
    },
  };
  const api = createPublicApi({ storage: memoryDriver(), content });
  const body = await (await api.fetch(new Request(url))).text();
  expect(asked).toEqual([1000, 1000, 500]);
  expect(body).toContain('hreflang="de" href="https://acme.example/blog/p2499"');
  expect(body).not.toContain("/p2500");
});

it("reads each named post of a host's source without that method", async () => {
  const rows: Post[] = [
    { id: 1, name: "Hello", slug: "hello", translations: { de: "hallo", fr: "salut" } },
    { id: 2, name: "Hallo", slug: "hallo", inLanguage: "de" },
  ];
  const source = new GeneratedPosts(0);
  const content: ContentSource = {
    findOrganization: async (slug) => source.findOrganization(slug),
    getPost: async (_slug, slug) => rows.find((row) => row.slug === slug) ?? null,
    listPosts: async () => ({ posts: rows, next: null }),
  };
  const api = createPublicApi({ storage: memoryDriver(), content });
  const headUrl = "http://localhost/api/public/v1/post/acme/hello?fields=head";
  const { head } = (await (await api.fetch(new Request(headUrl))).json()) as { head: string };
  expect(head).toContain('hreflang="de"');
  expect(head).not.toContain("salut");
  const body = await (await api.fetch(new Request(url))).text();
  expect(body).toContain('hreflang="de"');
  expect(body).not.toContain("salut");
});
