import { describe, expect, it } from "vitest";
import { credentialLocation, permissionsOfRole } from "../../lib/access/mod.ts";
import { toSlug } from "../../lib/content/mod.ts";
import { encodeCursor } from "../../lib/api/public/posts/cursor.ts";
import { type ImportItem, importPosts } from "../../lib/import/mod.ts";
import { inspectStore, upgradeStore } from "../../lib/moving/entry.ts";
import { type AtomicDriver, encodeKey, type JsonObject } from "../../lib/store/mod.ts";
import { createPublicApi, type PostInput, type PublicApi } from "../../lib/mod.ts";
import { sha256Hex } from "../../lib/base/secrets/sha256.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver as slowMemory } from "../slow_memory.ts";
import { stores } from "../transfer/_stores.ts";
import { namesVersion } from "./names_version.ts";

const decomposed = "Cafe\u0301";
const composed = "Caf\u00e9";
const names = [
  "Zebra",
  `${composed} b`,
  `${composed} a`,
  "cafe a",
  "\u00c4pfel",
  "apfel",
  "\u0130znik",
  "Izmir",
  "z",
  "Zoo",
];
const sorted = [
  "apfel",
  "\u00c4pfel",
  `${composed} a`,
  "cafe a",
  `${composed} b`,
  "Izmir",
  "\u0130znik",
  "z",
  "Zebra",
  "Zoo",
];

const acme = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };

class World {
  readonly clock: ManualClock;
  readonly errors: unknown[] = [];
  readonly earlier: PublicApi;
  readonly present: PublicApi;
  readonly storage: AtomicDriver;

  constructor(storage?: AtomicDriver, clock = new ManualClock()) {
    this.clock = clock;
    this.storage = storage ?? memoryDriver({ clock });
    this.earlier = this.open(namesVersion(this.storage));
    this.present = this.open(this.storage);
  }

  open(storage: AtomicDriver): PublicApi {
    return createPublicApi({ storage, clock: this.clock, onError: (error) => this.errors.push(error) });
  }

  async fill(): Promise<void> {
    await this.earlier.organizations.create(acme);
    for (const name of names) {
      this.clock.advance(1000);
      const input = { name, tags: [composed], author: composed, articleSection: composed };
      await this.earlier.posts.create("acme", input);
    }
  }

  async read<Body>(path: string, api: PublicApi = this.present): Promise<Body> {
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/${path}`));
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Body;
  }

  async names(query: string): Promise<string[]> {
    const { posts } = await this.read<{ posts: { name: string }[] }>(`post/acme?limit=100&${query}`);
    return posts.map(({ name }) => name);
  }
}

/** Expects that every post is found by both forms of its names, and that the lists are sorted. */
async function expectNormal(world: World, all: readonly string[] = sorted): Promise<void> {
  expect(await world.names("sort=name")).toEqual(all);
  expect(await world.names("sort=-name")).toEqual(all.toReversed());
  for (const form of [composed, decomposed, ` ${decomposed} `]) {
    for (const filter of ["tag", "author", "section"]) {
      const query = `sort=name&${filter}=${encodeURIComponent(form)}`;
      expect([query, await world.names(query)]).toEqual([query, all]);
    }
    expect(await world.names(`notTag=${encodeURIComponent(form)}`)).toEqual([]);
  }
  const tallies = [{ name: composed, postCount: all.length }];
  expect(await world.read("tags/acme")).toMatchObject({ tags: tallies });
  expect(await world.read("authors/acme")).toMatchObject({ authors: tallies });
  expect(await allOf(inspectStore(world.storage))).toEqual([]);
  expect(world.errors).toEqual([]);
}

describe("names that the version before wrote", () => {
  it.each(stores)("are normal and sorted on %s after the upgrade", async (_name, open) => {
    const clock = new ManualClock();
    const { storage, close } = await open(clock);
    try {
      const world = new World(storage, clock);
      await world.fill();
      clock.advance(1000);
      await upgradeStore(storage, { clock });
      await expectNormal(world);
      // Readers that ask for changes get the posts with new names.
      const since = new Date(clock.now()).toISOString();
      expect((await world.names(`updatedSince=${since}`)).length).toBe(names.length);
    } finally {
      await close();
    }
  });

  it("are normal without an upgrade when lists need them, on a store that takes time", async () => {
    const clock = new ManualClock();
    const world = new World(slowMemory({ clock }), clock);
    await world.fill();
    await expectNormal(world);
  });

  it("are found after a write of a process of that version beside", async () => {
    const world = new World();
    await world.fill();
    await upgradeStore(world.storage, { clock: world.clock });
    await world.earlier.posts.create("acme", {
      name: `${composed} c`,
      tags: [composed],
      author: composed,
      articleSection: composed,
    });
    await world.earlier.posts.update({ organizationSlug: "acme", slug: "zoo" }, { name: "B" });
    await world.earlier.posts.delete({ organizationSlug: "acme", slug: "zebra" });
    await world.present.posts.update({ organizationSlug: "acme", slug: "z" }, { name: "Z" });
    const rest = sorted.filter((name) => !["Zoo", "Zebra", "z"].includes(name));
    await expectNormal(world, [
      ...rest.slice(0, 2),
      "B",
      ...rest.slice(2, 5),
      `${composed} c`,
      ...rest.slice(5),
      "Z",
    ]);
  });

  it("continue a list by name from a cursor of that version", async () => {
    const world = new World();
    await world.fill();
    await upgradeStore(world.storage, { clock: world.clock });
    const posts = await allOf(world.present.posts.iterate("acme"));
    const rest = async (name: string, sort: string): Promise<string[]> => {
      const id = posts.find((post) => post.name === name)?.id ?? 0;
      const place = encodeKey(["posts-by", "name", name.normalize("NFKC").toLowerCase(), id]);
      return world.names(`sort=${sort}&cursor=${encodeCursor(place, sort)}`);
    };
    for (const [index, name] of sorted.entries()) {
      expect([name, await rest(name, "name")]).toEqual([name, sorted.slice(index + 1)]);
      expect([name, await rest(name, "-name")]).toEqual([name, sorted.slice(0, index).toReversed()]);
    }
    await world.present.posts.delete({ organizationSlug: "acme", slug: "zoo" });
    expect(await rest("Zoo", "name")).toEqual([]);
    expect(await rest("gone", "name")).toEqual(["Izmir", "\u0130znik", "z", "Zebra"]);
  });

  it("in settings and working copies are normal after the upgrade, each once", async () => {
    const world = new World();
    const { present, storage, clock } = world;
    await present.organizations.create({ ...acme, name: composed, section: composed });
    await present.posts.create("acme", { name: "A" });
    const { id: userId } = await present.users.create({ name: composed });
    const owner = { organizationSlug: "acme", userId };
    await present.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    await present.apiKeys.generate({ ...owner, name: composed });
    const actor = { ...owner, permissions: permissionsOfRole.owner };
    await present.invitations.create("acme", { email: "b@acme.example", name: composed, role: "viewer" });
    const copy = { name: composed, authors: [composed, "B"], tags: [composed], html: "" };
    await present.admin.posts.workingCopy.save({ actor, slug: "a" }, copy, { ifMatch: null });
    const filter = { name: composed, query: `tag=${encodeURIComponent(composed)}` };
    await present.admin.savedFilters.save(actor, filter);
    await present.admin.savedFilters.save(actor, { ...filter, name: `${composed} 2` });
    const before = await texts(storage, userId);
    expect(before.filter((text) => text.includes(composed)).length).toBeGreaterThanOrEqual(6);
    await decompose(storage, userId);
    expect((await texts(storage, userId)).filter((text) => text.includes(composed))).toEqual([]);
    await upgradeStore(storage, { clock });
    expect(await texts(storage, userId)).toEqual(before);
    expect(await allOf(inspectStore(storage))).toEqual([]);
  });
});

/** Kinds of records that an upgrade rewrites. */
const kinds = /^(?:organization|webhook|saved-filters|invitation|working-copy|user|credential)(?:!|$)/;

async function recordsOf(
  storage: AtomicDriver,
  userId: string,
): Promise<{ partition: string; key: string; value: JsonObject }[]> {
  const organization = await storage.atomic.list("org!acme", { limit: 1000 });
  const keys = organization.flatMap(({ key }) => (key.startsWith("key!") ? [key.slice("key!".length)] : []));
  const credentials = keys.map((id) => encodeKey(credentialLocation(id).partition));
  const found = [];
  for (const partition of ["org!acme", encodeKey(["user", userId]), ...credentials]) {
    const records = await storage.atomic.list(partition, { limit: 1000 });
    found.push(...records.filter(({ key }) => kinds.test(key)).map((record) => ({ ...record, partition })));
  }
  return found;
}

async function texts(storage: AtomicDriver, userId: string): Promise<string[]> {
  return (await recordsOf(storage, userId)).map(({ key, value }) => {
    return decodeURIComponent(`${key} ${JSON.stringify(value)}`);
  });
}

/** Decomposes the names of all records, and sets the version of the store to that before. */
async function decompose(storage: AtomicDriver, userId: string): Promise<void> {
  for (const { partition, key, value } of await recordsOf(storage, userId)) {
    const text = JSON.stringify(value)
      .normalize("NFD")
      .replaceAll(encodeURIComponent(composed), encodeURIComponent(decomposed));
    await storage.atomic.commit(partition, { sets: [{ key, value: JSON.parse(text) as JsonObject }] });
  }
  await storage.atomic.commit("store", { sets: [{ key: "schema", value: { version: 2 } }] });
}

describe("posts that were imported from files with decomposed names", () => {
  const source = `${decomposed} site`;
  const file = (key: string, name = "Hello"): ImportItem => ({
    kind: "post",
    key,
    input: { name, slug: toSlug(key), html: "" },
    place: { file: key },
  });
  const imported = async (world: World, items: ImportItem[], from: string): Promise<string[]> => {
    const outcomes: string[] = [];
    await importPosts(world.present.posts, items, {
      organizationSlug: "acme",
      source: from,
      prune: true,
      onReport: (report) => void ("slug" in report && outcomes.push(`${report.outcome} ${report.slug}`)),
    });
    return outcomes;
  };

  /** Writes a post of an import as the version before does. */
  const importEarlier = async (world: World, key: string, input: Partial<PostInput> = {}): Promise<void> => {
    const options = { importedFrom: { source, key } };
    const { post } = await world.earlier.posts.put(
      "acme",
      { name: "Hello", slug: toSlug(key), html: "", ...input },
      options,
    );
    const { atomic } = world.storage;
    const origin = encodeKey(["imported", sha256Hex(composed + " site"), sha256Hex(key.normalize("NFC"))]);
    const earlier = encodeKey(["imported", sha256Hex(source), sha256Hex(key)]);
    const [record] = await atomic.getMany([{ partition: "org!acme", key: origin }]);
    const sets = [{ key: earlier, value: { ...record?.value, data: { id: post.id } } }];
    await atomic.commit("org!acme", { deletes: [origin], sets });
  };

  const worldOf = async (): Promise<World> => {
    const world = new World();
    await world.earlier.organizations.create(acme);
    return world;
  };

  it("are the same posts for a later import from another system, which archives no other", async () => {
    const world = await worldOf();
    await importEarlier(world, `${decomposed}.md`);
    await importEarlier(world, "b.md");
    await upgradeStore(world.storage, { clock: world.clock });
    const items = [file(`${composed}.md`), file("b.md")];
    expect(await imported(world, items, `${composed} site`)).toEqual([
      "unchanged caf\u00e9-md",
      "unchanged b-md",
    ]);
    expect(await imported(world, [file(`${decomposed}.md`)], source)).toEqual([
      "unchanged caf\u00e9-md",
      "archived b-md",
    ]);
    expect(await allOf(inspectStore(world.storage))).toEqual([]);
  });

  it.each([
    ["published", "archived", ["published", "archived"]],
    ["archived", "published", ["archived", "published"]],
  ] as const)(
    "keep the origin of a %s post, and of an %s one, for the post that is not archived",
    async (one, other, statuses) => {
      const world = await worldOf();
      // The first post has the composed name, and the second the decomposed name.
      await importEarlier(world, `${composed}.md`, { status: one });
      await importEarlier(world, `${decomposed}.md`, { slug: "other", status: other });
      await upgradeStore(world.storage, { clock: world.clock });
      expect(await allOf(inspectStore(world.storage))).toEqual([]);
      const posts = await allOf(world.present.posts.iterate("acme"));
      expect(posts.map(({ status }) => status)).toEqual(statuses);
      expect(posts.map(({ importedFrom }) => importedFrom?.key)).toEqual(
        statuses.map((status) => (status === "archived" ? undefined : `${composed}.md`)),
      );
    },
  );
});
