import { describe, expect, it } from "vitest";
import { createPublicApi, type PostPage, type PostQuery, type SitemapUrls } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";
import { GeneratedPosts } from "./generated_posts.ts";

/** Posts in the order of their ids. Tests add and remove some. A place is the id of the previous post. */
class ChangingPosts extends GeneratedPosts {
  ids: number[];

  constructor(count: number) {
    super(count);
    this.ids = Array.from({ length: count }, (_, index) => index);
  }

  override async listPosts(_slug: string, { limit, after }: PostQuery): Promise<PostPage> {
    const start = after === undefined ? 0 : this.#indexAfter(Number(after));
    const ids = this.ids.slice(start, start + limit);
    const isLast = start + limit >= this.ids.length;
    const posts = ids.map((place) => ({ id: Math.round(place * 50_000), name: "P", slug: `p${place}` }));
    return { posts, next: isLast ? null : String(ids.at(-1)) };
  }

  #indexAfter(id: number): number {
    const index = this.ids.findIndex((other) => other > id);
    return index === -1 ? this.ids.length : index;
  }
}

describe("the pages of a sitemap while posts are added and deleted", () => {
  const content = new ChangingPosts(100_100);
  const clock = new ManualClock();
  const api = createPublicApi({ storage: memoryDriver({ clock }), clock, content });

  async function locsOf(query: string): Promise<string[]> {
    const request = new Request(`http://localhost/api/public/v1/post/acme/sitemap${query}`, {
      headers: { accept: "application/json" },
    });
    const { urls, sitemaps = [] } = (await (await api.fetch(request)).json()) as Partial<SitemapUrls> & {
      sitemaps?: { loc: string }[];
    };
    return (urls ?? sitemaps).map(({ loc }) => loc);
  }

  const readPages = async (count: number): Promise<string[]> => {
    const locs: string[] = [];
    for (let page = 1; page <= count; page++) locs.push(...(await locsOf(`?page=${page}`)));
    return locs;
  };
  const allLocs = (): string[] => content.ids.map((id) => `https://acme.example/blog/p${id}`);

  it("have every post once after deletions, with the old page boundaries", async () => {
    expect(await locsOf("")).toHaveLength(3);
    const gone = new Set([5, 6, 49_998, 49_999, 50_000, 50_001, 77_000, 99_999, 100_000]);
    content.ids = content.ids.filter((id) => !gone.has(id));
    expect(await readPages(3)).toEqual(allLocs());
  });

  it("have every post once after posts were added at the end", async () => {
    content.ids.push(200_000, 200_001);
    expect(await readPages(3)).toEqual(allLocs());
  });

  it("are divided again if new posts exceed a page", async () => {
    content.ids.push(...Array.from({ length: 40_000 }, (_, index) => 10 + (index + 1) / 50_000));
    content.ids.sort((one, other) => one - other);
    // The first page does not fit, so its rendering discards the old plan.
    expect(await readPages(3)).toEqual(allLocs());
    expect(await locsOf("")).toHaveLength(3);
  });

  it("continue when the last page overflows, and end when it is empty", async () => {
    content.ids = content.ids.slice(0, 100_000);
    expect(await locsOf("")).toHaveLength(2);
    content.ids.push(300_000);
    expect(await readPages(3)).toEqual(allLocs());
    content.ids = content.ids.slice(0, 50_000);
    expect(await readPages(1)).toEqual(allLocs());
    expect(await locsOf("?page=2")).toEqual([]);
  });
});

/** Posts whose last one is published at a time. */
class ScheduledPosts extends GeneratedPosts {
  readonly clock = new ManualClock();
  readonly #publishedAt = this.clock.now() + 7_200_000;
  override organization = { ...hostOrganization, version: "1" };

  async revision(): Promise<string> {
    return "1";
  }

  override async listPosts(slug: string, query: PostQuery): Promise<PostPage> {
    const isPublished = this.#publishedAt <= this.clock.now();
    this.count = isPublished ? 50_001 : 50_000;
    const page = await super.listPosts(slug, query);
    return isPublished ? page : { ...page, changesAt: this.#publishedAt };
  }
}

describe("a sitemap whose next page was published by a clock that was ahead", () => {
  it("has no second page after the clock is right again", async () => {
    const content = new ScheduledPosts(0);
    const { clock } = content;
    const api = createPublicApi({ storage: memoryDriver({ clock }), clock, content });
    const read = async (): Promise<[status: number, isIndex: boolean]> => {
      const url = "http://localhost/api/public/v1/post/acme/sitemap";
      const whole = await (await api.fetch(new Request(url))).text();
      const second = await api.fetch(new Request(`${url}?page=2`));
      await second.body?.cancel();
      return [second.status, whole.includes("<sitemapindex")];
    };
    for (const jump of [10_800_000, 93_600_000]) {
      expect(await read()).toEqual([404, false]);
      clock.advance(jump);
      expect(await read()).toEqual([200, true]);
      clock.advance(-jump);
    }
    expect(await read()).toEqual([404, false]);
  });
});
