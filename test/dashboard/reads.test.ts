import { expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type Organization } from "../../lib/mod.ts";
import { permissions } from "../../lib/access/mod.ts";
import { DamagedRecordError } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";
import { openCountedApi } from "./counted_api.ts";
import { expectPage, openDashboardWorld, origin, signIn, visit } from "./dashboard_world.ts";

it("looks up each organization of a user and the membership once", async () => {
  const slugs = ["acme", "bar", "foo"];
  const asked: string[] = [];
  const api = createPublicApi({
    storage: memoryDriver(),
    content: {
      findOrganization: async (slug): Promise<Organization> => {
        asked.push(`organization ${slug}`);
        return { ...hostOrganization, slug, id: slug };
      },
      getPost: async () => null,
      listPosts: async () => ({ posts: [], next: null }),
    },
    identity: {
      findMember: (_userId, { slug }) => {
        asked.push(`member ${slug}`);
        return { status: "active", permissions };
      },
    },
  });
  const { id } = await api.users.create({ name: "Ada" });
  for (const organizationSlug of slugs)
    await api.users.addToOrganization(id, { organizationSlug, role: "owner" });
  const world = { api, dashboard: createDashboard(api) };
  const visitor = await signIn(world, id);
  asked.length = 0;
  expect((await visit(world, "/o/bar/settings/api-keys/usage", visitor)).status).toBe(200);
  expect(asked.toSorted()).toEqual(
    slugs.flatMap((slug) => [`member ${slug}`, `organization ${slug}`]).toSorted(),
  );
});

it("leaves a damaged organization out of the switcher, also the one that was opened last", async () => {
  const clock = new ManualClock();
  const storage = memoryDriver({ clock });
  const isDamaged = {
    partition: "org!other",
    key: "organization",
    place: "other",
    reason: "its form is wrong",
  };
  let damaged = "";
  const errors: unknown[] = [];
  const getMany: typeof storage.atomic.getMany = (addresses) => {
    if (addresses.some(({ partition, key }) => partition === damaged && key === isDamaged.key))
      throw new DamagedRecordError(isDamaged);
    return storage.atomic.getMany(addresses);
  };
  const atomic = forwardAtomic(storage.atomic, { getMany, query: undefined });
  const world = await openDashboardWorld(
    {},
    { storage: { ...storage, atomic }, clock, onError: (error) => errors.push(error) },
  );
  const { userId } = world.owner;
  await world.api.users.addToOrganization(userId, { organizationSlug: "other", role: "viewer" });
  const visitor = await signIn(world, userId, "/o/other");
  damaged = isDamaged.partition;
  const page = await expectPage(await visit(world, "/o/acme", visitor), 200, "/dashboard/o/acme");
  expect(page).not.toContain("/dashboard/o/other");
  expect(errors).toEqual([expect.objectContaining({ place: "other" })]);
});

it("polls the usage of live keys only", async () => {
  const world = await openDashboardWorld();
  const { api, owner } = world;
  const visitor = await signIn(world, owner.userId);
  const gone = await api.apiKeys.generate({ organizationSlug: "acme", userId: owner.userId, name: "Gone" });
  await api.apiKeys.revoke({ organizationSlug: "acme", keyId: gone.id });
  const usage = await visitor.page("/o/acme/settings/api-keys/usage");
  expect(usage).toContain(`requests-${owner.keyId}`);
  expect(usage).not.toContain(gone.id);
});

/** Pages of the dashboard that show keys. */
const keyPages: Record<string, string> = {
  "the overview": "/o/acme",
  "the steps of the setup": "/o/acme/setup",
  "the list of keys": "/o/acme/settings/api-keys",
  "the poll of the list": "/o/acme/settings/api-keys/usage",
  "the list of ended keys": "/o/acme/settings/api-keys?view=ended",
  "the list of expiring keys": "/o/acme/settings/api-keys?view=expiring",
  "a search for keys": "/o/acme/settings/api-keys?search=site",
  "a search for an ended key": "/o/acme/settings/api-keys?view=ended&search=site",
  "a search by several words": "/o/acme/settings/api-keys?search=site+web+nothing",
  "the palette": "/o/acme/palette?q=site",
  "the palette with several words": "/o/acme/palette?q=web+site",
  "the form for a new key": "/o/acme/settings/api-keys/new",
  "the questions about a key": "/o/acme/settings/api-keys/{id}/revoke",
  "requests by key": "/o/acme/insight",
  "the file of requests": "/o/acme/insight.csv",
  "the audit log": "/o/acme/settings/audit",
};

it("reads as many records for 105 keys as for 210", async () => {
  const { world, records, userId } = await openCountedApi();
  const { api } = world;
  const grant = { organizationSlug: "acme", userId };
  const { id, key } = await api.apiKeys.generate({ ...grant, name: "Web site" });
  const addKeys = async (count: number): Promise<void> => {
    const addPair = async (): Promise<void> => {
      await api.apiKeys.generate({ ...grant, name: "Web site", expiresIn: "7d" });
      const ended = await api.apiKeys.generate({ ...grant, name: "Old web site" });
      await api.apiKeys.revoke({ organizationSlug: "acme", keyId: ended.id });
    };
    await Promise.all(Array.from({ length: count }, addPair));
    await api.fetch(new Request(`${origin}/api/public/v1/post/acme`, { headers: { "x-api-key": key } }));
    await api.events.settle();
  };
  const visitor = await signIn(world, userId);
  const readOf = async (path: string): Promise<number> => {
    records.length = 0;
    const response = await visit(world, path.replace("{id}", id), visitor);
    await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    return records.length;
  };
  const counts = async (): Promise<Record<string, number>> => {
    const read: Record<string, number> = {};
    // The first visit fills the caches.
    for (const [name, path] of Object.entries(keyPages)) {
      await readOf(path);
      read[name] = await readOf(path);
    }
    return read;
  };
  await addKeys(105);
  const few = await counts();
  await addKeys(105);
  expect(await counts()).toEqual(few);
});

it("reads the live keys once for the overview, also with the steps of the setup", async () => {
  const { world, reads, userId } = await openCountedApi();
  const { api } = world;
  const { id } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Site" });
  const visitor = await signIn(world, userId);
  await api.events.settle();
  reads.length = 0;
  const page = await visitor.page("/o/acme");
  expect(page).toContain("Set up");
  expect(page).toContain("Requests in 30 days");
  expect(page).toContain("Requests today");
  expect(reads.filter((key) => key === `credential!${id}`)).toHaveLength(1);
});

it("reads the names of the keys in the audit log without their usage", async () => {
  const { world, lists, userId } = await openCountedApi();
  const { api } = world;
  for (const name of ["One", "Two"]) await api.apiKeys.generate({ organizationSlug: "acme", userId, name });
  const visitor = await signIn(world, userId);
  await api.events.settle();
  lists.length = 0;
  const page = await visitor.page("/o/acme/settings/audit");
  expect(page).toContain("generated the key One");
  expect(page).toContain("generated the key Two");
  expect(lists.filter((key) => key.startsWith("requests!"))).toEqual([]);
});

it("reads the titles of the most read posts without their content", async () => {
  const { world, reads, userId } = await openCountedApi();
  const { api } = world;
  for (const name of ["One", "Two"]) {
    await api.posts.create("acme", { name, html: "<p>Hi</p>" });
    await api.fetch(new Request(`${origin}/api/public/v1/post/acme/${name.toLowerCase()}`));
  }
  const visitor = await signIn(world, userId);
  await api.events.settle();
  reads.length = 0;
  const page = await visitor.page("/o/acme/insight");
  expect(page).toMatch(/>One<\/a>/);
  expect(page).toMatch(/>Two<\/a>/);
  expect(reads.filter((key) => key.startsWith("post!")).toSorted()).toEqual(["post!one", "post!two"]);
  expect(reads.filter((key) => key.startsWith("html!"))).toEqual([]);
});
