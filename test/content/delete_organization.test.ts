import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import type { AtomicDriver, Changes, Committed, Conflict } from "../../lib/store/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { allOf } from "../async_items.ts";

interface Written {
  driver: AtomicDriver;
  /** All addresses that were written. */
  addresses: Map<string, { partition: string; key: string }>;
  commits: string[];
  /** Fails every commit from this number on. */
  failFrom: (number: number) => void;
}

function recordingDriver(clock: ManualClock): Written {
  const driver = memoryDriver({ clock });
  const addresses: Written["addresses"] = new Map();
  const commits: string[] = [];
  let failing = Infinity;
  const commit = async (partition: string, changes: Changes): Promise<Committed | Conflict> => {
    if (commits.length >= failing) throw new Error("the process has ended");
    for (const { key } of [...(changes.sets ?? []), ...(changes.sums ?? [])]) {
      addresses.set(`${partition} ${key}`, { partition, key });
    }
    for (const key of changes.deletes ?? []) commits.push(`delete ${partition} ${key}`);
    return driver.atomic.commit(partition, changes);
  };
  return {
    driver: { ...driver, atomic: { ...driver.atomic, commit } },
    addresses,
    commits,
    failFrom: (number) => (failing = number),
  };
}

async function fill(api: PublicApi, slug: string): Promise<{ keys: string[]; userId: string }> {
  await api.organizations.create({ slug, name: slug, siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: slug, role: "owner" });
  for (let index = 0; index < 30; index++)
    await api.posts.create(slug, { name: `Post ${index}`, html: "<p>x</p>" });
  const first = await api.apiKeys.generate({ organizationSlug: slug, userId, name: "a" });
  const rolled = await api.apiKeys.roll({ organizationSlug: slug, keyId: first.id });
  const other = await api.apiKeys.generate({ organizationSlug: slug, userId, name: "b" });
  const keys = [first.key, rolled.key, other.key];
  for (const key of keys) expect(await statusOf(api, slug, key)).toBe(200);
  await api.fetch(
    new Request("http://localhost/api/public/v1/knowledge-base", {
      method: "POST",
      headers: { "x-api-key": first.key, "content-type": "application/json", "idempotency-key": "1" },
      body: '{"text":"hello"}',
    }),
  );
  return { keys, userId };
}

async function statusOf(api: PublicApi, slug: string, key: string): Promise<number> {
  const request = new Request(`http://localhost/api/public/v1/post/${slug}`, {
    headers: { "x-api-key": key },
  });
  return (await api.fetch(request)).status;
}

describe("deleting an organization", () => {
  it("deletes all its records, and keeps all other records", async () => {
    const clock = new ManualClock();
    const { driver, addresses } = recordingDriver(clock);
    const api = createPublicApi({ storage: driver, clock });
    const { keys, userId } = await fill(api, "acme");
    expect(await api.organizations.contents("acme")).toEqual({
      posts: 30,
      texts: 1,
      members: 1,
      keys: 3,
      auditEntries: 4,
    });
    const before = new Set(addresses.keys());
    const other = await fill(api, "other");
    expect(await api.organizations.delete("acme")).toBe(true);

    // The worker removes the marks in `events` and `due`.
    const left: string[] = [];
    for (const [name, address] of addresses) {
      const isOfAcme =
        before.has(name) && !/^(?:user!\w+ user|users |store schema|post-ids |events |due )/.test(name);
      const [record] = await driver.atomic.getMany([address]);
      if (isOfAcme && record !== null && record !== undefined) left.push(name);
    }
    expect(left).toEqual([]);
    expect((await api.users.iterateOrganizations(userId).next()).done).toBe(true);
    expect(await api.organizations.contents("acme")).toBeNull();
    for (const key of keys) expect(await statusOf(api, "other", key)).toBe(401);
    expect(await statusOf(api, "other", other.keys[0] ?? "")).toBe(200);
    expect(await api.organizations.delete("acme")).toBe(false);
  });

  it("rejects its keys from the first commit on, and its slug until it is completed", async () => {
    const clock = new ManualClock();
    const { driver, commits, failFrom } = recordingDriver(clock);
    const api = createPublicApi({ storage: driver, clock });
    const { keys, userId } = await fill(api, "acme");
    await fill(api, "other");
    failFrom(commits.length + 1);
    await expect(api.organizations.delete("acme")).rejects.toThrow("the process has ended");
    failFrom(Infinity);
    for (const key of keys) {
      expect(await statusOf(api, "acme", key)).toBe(403);
      expect(await statusOf(api, "other", key)).toBe(403);
    }
    const input = { organizationSlug: "acme", userId, name: "late" };
    await expect(api.apiKeys.generate(input)).rejects.toThrow('there is no organization "acme"');
    const again = { slug: "acme", name: "New", siteUrl: "https://acme.example" };
    await expect(api.organizations.create(again)).rejects.toThrow(
      'the deletion of "acme" was interrupted; delete it again first',
    );
    expect(await api.organizations.contents("acme")).toMatchObject({ posts: 30 });
    expect(await api.organizations.delete("acme")).toBe(true);
    expect(await api.organizations.create(again)).toMatchObject({ name: "New" });
  });

  it("is completed by deleting again after any interruption, and no key survives", async () => {
    for (let allowed = 0; allowed < 10; allowed++) {
      const clock = new ManualClock();
      const { driver, commits, failFrom } = recordingDriver(clock);
      const api = createPublicApi({ storage: driver, clock });
      const { keys } = await fill(api, "acme");
      failFrom(commits.length + allowed * 20);
      const isInterrupted = await api.organizations.delete("acme").then(
        () => false,
        () => true,
      );
      failFrom(Infinity);
      expect(await api.organizations.delete("acme")).toBe(isInterrupted);
      for await (const { slug } of api.organizations.iterate()) expect(slug).not.toBe("acme");
      const left = await driver.atomic.list("org!acme", { limit: 10 });
      expect(left).toEqual([]);
      await api.organizations.create({ slug: "acme", name: "New", siteUrl: "https://acme.example" });
      for (const key of keys) expect(await statusOf(api, "acme", key)).toBe(401);
    }
  });

  it.each(["list", "commit"] as const)(
    "leaves alone another one that takes the slug right before its last %s",
    async (last) => {
      const clock = new ManualClock();
      const { atomic, ...driver } = memoryDriver({ clock });
      const others = createPublicApi({ storage: { ...driver, atomic }, clock });
      await fill(others, "acme");
      const input = { slug: "acme", name: "New", siteUrl: "https://new.example" };
      const created: string[] = [];
      const takeSlug = async (): Promise<void> => {
        if (created.length > 0 || (await atomic.list("org!acme", { limit: 1 })).length > 0) return;
        created.push((await others.organizations.create(input)).id);
        await others.posts.create("acme", { name: "Theirs" });
      };
      const deleting: AtomicDriver["atomic"] = {
        ...atomic,
        list: async (partition, range) => {
          if (last === "list") await takeSlug();
          return atomic.list(partition, range);
        },
        commit: async (partition, changes) => {
          if (last === "commit" && partition === "organizations") await takeSlug();
          return atomic.commit(partition, changes);
        },
      };
      const api = createPublicApi({ storage: { ...driver, atomic: deleting }, clock });
      expect(await api.organizations.delete("acme")).toBe(true);
      expect(created).toHaveLength(1);
      const found = (await allOf(others.organizations.iterate())).map(({ id }) => id);
      expect(found).toEqual(created);
      expect(await others.posts.get({ organizationSlug: "acme", slug: "theirs" })).not.toBeNull();
    },
  );
});
