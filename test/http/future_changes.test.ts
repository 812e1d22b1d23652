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
  changedAt: new Date(created).toISOString(),
} as Row;

/** A host with a post whose `updatedAt` is in the future. */
const content: ContentSource = {
  findOrganization: async () => ({ ...hostOrganization, version: "1", updatedAt: created }),
  getPost: async () => row,
  listPosts: async () => ({ posts: [row], next: null }),
};

describe("a cached post with an updatedAt in the future", () => {
  const world = World.forEachTest(openMemory, { content });

  const modified = (response: Response): number => Date.parse(response.headers.get("last-modified") ?? "");

  it.each(["/post/acme/a", "/post/acme/a?fields=name", "/post/acme/a?format=markdown"])(
    "has a new date after that time: %s",
    async (path) => {
      const started = world.clock.now();
      world.clock.time = changed - 60_000;
      for (const _request of [1, 2]) expect(modified(await world.get(path))).toBe(started);
      world.clock.time = changed + 60_000;
      for (const _request of [1, 2]) expect(modified(await world.get(path))).toBe(changed);
    },
  );

  it("has a new date for a request after that time, while it is rendered for an earlier request", async () => {
    const started = world.clock.now();
    world.clock.time = changed - 60_000;
    const earlier = world.get("/post/acme/a");
    world.clock.time = changed + 60_000;
    const later = world.get("/post/acme/a");
    expect(modified(await earlier)).toBe(started);
    expect(modified(await later)).toBe(changed);
  });
});

describe("the date of a post of a host", () => {
  const organization = { ...hostOrganization, updatedAt: created };
  const post = { ...row, updatedAt: created };

  const dateOf = async (
    shown: typeof organization | typeof hostOrganization,
    changedAt: Row["changedAt"],
  ): Promise<string | null> => {
    const source = {
      ...content,
      findOrganization: () => shown,
      getPost: () => ({ ...post, changedAt }),
    };
    const world = await World.open(openMemory, { content: source });
    world.clock.advance(60_000);
    return (await world.get("/post/acme/a")).headers.get("last-modified");
  };

  it.each<[string, typeof hostOrganization, Row["changedAt"], number | undefined]>([
    ["is the start of the process, if that is the latest", organization, created, 0],
    ["is changedAt, if that is later", organization, Date.UTC(2026, 5, 15, 12) + 30_000, 30_000],
    ["is unknown without changedAt", organization, undefined, undefined],
    ["is unknown while changedAt is in the future", organization, "2062-01-01", undefined],
    ["is unknown if changedAt is no time", organization, "soon", undefined],
    ["is unknown without the updatedAt of the organization", hostOrganization, created, undefined],
  ])("%s", async (_name, shown, changedAt, sinceStart) => {
    const expected =
      sinceStart === undefined ? null : new Date(Date.UTC(2026, 5, 15, 12) + sinceStart).toUTCString();
    expect(await dateOf(shown, changedAt)).toBe(expected);
  });
});
