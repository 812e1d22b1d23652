import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import type { OpenStorage } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { searchStorages } from "./_search_storages.ts";

const minute = 60_000;

class World {
  readonly clock: ManualClock;
  readonly api: PublicApi;
  /** Number of lists of the posts and the texts. */
  lists = 0;

  constructor({ atomic, ...driver }: AtomicDriver, clock: ManualClock) {
    const counted = forwardAtomic(atomic, {
      list: (partition, options) => {
        if (/^(?:posts-by|knowledge-id)!/.test(options.start ?? "")) this.lists++;
        return atomic.list(partition, options);
      },
    });
    this.clock = clock;
    this.api = createPublicApi({ storage: { ...driver, atomic: counted }, clock });
  }

  /** Runs a test in an organization with three posts that a search has found. */
  static async using(open: OpenStorage, use: (world: World) => Promise<void>): Promise<void> {
    const clock = new ManualClock();
    const { storage, close } = await open(clock);
    try {
      const world = new World(storage as AtomicDriver, clock);
      await world.api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      for (const slug of ["a", "b", "c"]) await world.put(slug);
      await world.search();
      world.lists = 0;
      await use(world);
      await world.api.events.settle();
    } finally {
      await close();
    }
  }

  async put(slug: string, fields: object = {}, options: { isSilent?: boolean } = {}): Promise<void> {
    await this.api.posts.put("acme", { name: "Post", slug, html: "<p>common</p>", ...fields }, options);
  }

  /** Returns functions that search the knowledge base, and that add a text to it over HTTP. */
  async knowledge(): Promise<{
    search: (query: string) => Promise<string[]>;
    post: (body: string | ReadableStream<Uint8Array>) => Promise<number>;
  }> {
    const { id } = await this.api.users.create({ name: "Ada" });
    await this.api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    const permissions = ["knowledge:read", "knowledge:write"] as const;
    const { key } = await this.api.apiKeys.generate({
      name: "Test",
      organizationSlug: "acme",
      userId: id,
      permissions,
    });
    const url = "http://localhost/api/public/v1/knowledge-base";
    const headers = { "x-api-key": key, "content-type": "application/json" };
    return {
      search: async (query) => {
        const response = await this.api.fetch(new Request(`${url}/search?q=${query}`, { headers }));
        const { results } = (await response.json()) as { results: { passage: { text: string } }[] };
        return results.map(({ passage }) => passage.text).toSorted();
      },
      post: async (body) => {
        const init = { method: "POST", headers, body, duplex: "half" };
        return (await this.api.fetch(new Request(url, init))).status;
      },
    };
  }

  async search(query = "common"): Promise<string[]> {
    const url = `http://localhost/api/public/v1/search/acme?in=posts&q=${query}%20`;
    const { results } = (await (await this.api.fetch(new Request(url))).json()) as {
      results: { slug: string }[];
    };
    return results.map(({ slug }) => slug).toSorted();
  }
}

const at = (slug: string): { organizationSlug: string; slug: string } => ({ organizationSlug: "acme", slug });

/** Changes, and the posts that a search finds afterwards. */
const changes: [name: string, change: (world: World) => Promise<unknown>, found: string[]][] = [
  ["a new post", (world) => world.put("d"), ["a", "b", "c", "d"]],
  ["an edited post", (world) => world.put("a", { html: "<p>other</p>" }), ["b", "c"]],
  ["a silent import", (world) => world.put("d", {}, { isSilent: true }), ["a", "b", "c", "d"]],
  ["an archived post", (world) => world.put("a", { status: "archived" }), ["b", "c"]],
  ["a draft", (world) => world.put("a", { status: "draft" }), ["b", "c"]],
  ["a deleted post", ({ api }) => api.posts.delete(at("a")), ["b", "c"]],
  ["a renamed post", ({ api }) => api.posts.update(at("a"), { slug: "z" }), ["b", "c", "z"]],
  [
    "a slug that another post takes",
    async (world) => {
      await world.api.posts.update(at("a"), { slug: "z" });
      await world.put("a");
    },
    ["a", "b", "c", "z"],
  ],
  [
    "a deleted post that is created again",
    async (world) => {
      await world.api.posts.delete(at("a"));
      await world.put("a");
    },
    ["a", "b", "c"],
  ],
  [
    "a post that is scheduled again",
    ({ clock, api }) =>
      api.posts.update(at("a"), {
        status: "published",
        publishedAt: new Date(clock.now() + minute).toISOString(),
      }),
    ["b", "c"],
  ],
];

describe.each(searchStorages)("a search after a change, with %s", (_name, open) => {
  it.each(changes)("reads only the changed posts: %s", (_change, change, found) =>
    World.using(open, async (world) => {
      await change(world);
      expect(await world.search()).toEqual(found);
      expect(world.lists).toBe(0);
    }),
  );

  it("lists all posts after more changes than the store names", () =>
    World.using(open, async (world) => {
      for (let change = 0; change < 33; change++) await world.put("d", { name: `Post ${change}` });
      await world.put("a", { html: "<p>other</p>" });
      expect(await world.search()).toEqual(["b", "c", "d"]);
      expect(world.lists).toBeGreaterThan(0);
    }));

  it("finds a scheduled post from its time on", () =>
    World.using(open, async (world) => {
      const publishedAt = new Date(world.clock.now() + minute).toISOString();
      await world.put("d", { status: "published", publishedAt });
      expect(await world.search()).toEqual(["a", "b", "c"]);
      expect(world.lists).toBe(0);
      world.clock.advance(2 * minute);
      expect(await world.search()).toEqual(["a", "b", "c", "d"]);
    }));

  it("reads only the changed texts of the knowledge base, also after concurrent changes", () =>
    World.using(open, async (world) => {
      const { knowledgeBase } = world.api;
      const { search } = await world.knowledge();
      const add = (text: string): Promise<{ id: string }> => knowledgeBase.add("acme", { text });
      const [{ id }] = await Promise.all([add("nine one"), add("nine two"), add("nine three")]);
      expect(await search("nine")).toEqual(["nine one", "nine three", "nine two"]);
      world.lists = 0;
      await add("nine four");
      expect(await search("nine")).toEqual(["nine four", "nine one", "nine three", "nine two"]);
      await knowledgeBase.delete({ organizationSlug: "acme", id });
      await add("nine five");
      expect(await search("nine")).toEqual(["nine five", "nine four", "nine three", "nine two"]);
      expect(world.lists).toBe(0);
      await Promise.all([add("nine six"), add("nine seven")]);
      expect(await search("nine")).toHaveLength(6);
    }));

  it("reads only the changed texts, also after a change while the body of another arrives", () =>
    World.using(open, async (world) => {
      const { search, post } = await world.knowledge();
      expect(await post('{"text":"nine one"}')).toBe(201);
      expect(await search("nine")).toEqual(["nine one"]);
      world.lists = 0;
      const body = new TransformStream<Uint8Array, Uint8Array>();
      const posting = post(body.readable);
      const writer = body.writable.getWriter();
      await writer.write(new TextEncoder().encode('{"text":'));
      await world.api.knowledgeBase.add("acme", { text: "nine two" });
      await writer.write(new TextEncoder().encode('"nine three"}'));
      await writer.close();
      expect(await posting).toBe(201);
      expect(await search("nine")).toEqual(["nine one", "nine three", "nine two"]);
      expect(world.lists).toBe(0);
    }));
});
