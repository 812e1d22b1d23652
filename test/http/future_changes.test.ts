import { describe, expect, it } from "vitest";
import type { ContentSource } from "../../lib/mod.ts";
import { openMemory } from "../access/storages.ts";
import { World } from "../api/world.ts";
import { hostOrganization } from "../host_organization.ts";

type Row = NonNullable<Awaited<ReturnType<ContentSource["getPost"]>>>;

const created = Date.UTC(2026, 0, 1);
const changed = Date.UTC(2027, 0, 1);

const row = {
  id: 7,
  name: "A",
  slug: "a",
  version: "1",
  createdAt: new Date(created).toISOString(),
  updatedAt: new Date(changed).toISOString(),
} as Row;

/** A host with a post whose `updatedAt` is in the future. */
const content: ContentSource = {
  findOrganization: async () => ({ ...hostOrganization, version: "1" }),
  getPost: async () => row,
  listPosts: async () => ({ posts: [row], next: null }),
};

describe("a cached post with an updatedAt in the future", () => {
  const world = World.forEachTest(openMemory, { content });

  const modified = (response: Response): number => Date.parse(response.headers.get("last-modified") ?? "");

  it.each(["/post/acme/a", "/post/acme/a?fields=name", "/post/acme/a?format=markdown"])(
    "has a new date after that time: %s",
    async (path) => {
      world.clock.time = changed - 60_000;
      for (const _request of [1, 2]) expect(modified(await world.get(path))).toBe(created);
      world.clock.time = changed + 60_000;
      for (const _request of [1, 2]) expect(modified(await world.get(path))).toBe(changed);
    },
  );

  it("has a new date for a request after that time, while it is rendered for an earlier request", async () => {
    world.clock.time = changed - 60_000;
    const earlier = world.get("/post/acme/a");
    world.clock.time = changed + 60_000;
    const later = world.get("/post/acme/a");
    expect(modified(await earlier)).toBe(created);
    expect(modified(await later)).toBe(changed);
  });
});
