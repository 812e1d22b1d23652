import { expect, it } from "vitest";
import { permissions } from "../../lib/access/mod.ts";
import { exportRecords, importRecords, inspectStore } from "../../lib/moving/entry.ts";
import {
  type AdminActor,
  type AtomicDriver,
  createPublicApi,
  type InsightReport,
  type PublicApi,
  type PublicApiOptions,
} from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { withWrongSecret } from "../access/forged_keys.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { PendingCalls } from "../pending_calls.ts";

const day = 24 * 60 * 60 * 1000;
const owner: AdminActor = { userId: "", organizationSlug: "acme", permissions };

interface Opened {
  api: PublicApi;
  clock: ManualClock;
  storage: AtomicDriver;
  errors: unknown[];
  key: { id: string; text: string };
  userId: string;
  /** Opens a second process over the storage. */
  open: () => PublicApi;
}

async function openAcme(
  options: Partial<PublicApiOptions> = {},
  wrap: (storage: AtomicDriver) => AtomicDriver = (one) => one,
): Promise<Opened> {
  const clock = new ManualClock();
  const storage = memoryDriver({ clock });
  const errors: unknown[] = [];
  const open = (): PublicApi =>
    createPublicApi({
      storage: wrap(storage),
      clock,
      adminApi: true,
      onError: (error) => void errors.push(error),
      trustProxy: 1,
      ...options,
    });
  const api = open();
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { name: "Visit us", html: "<p>Open from nine.</p>" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  const generated = await api.apiKeys.generate({ name: "Website", userId, organizationSlug: "acme" });
  return { api, clock, storage, errors, key: { id: generated.id, text: generated.key }, userId, open };
}

async function get(api: PublicApi, path: string, key?: string, more: RequestInit = {}): Promise<Response> {
  const headers = new Headers(more.headers);
  if (key !== undefined) headers.set("x-api-key", key);
  const response = await api.fetch(new Request(`http://localhost/api${path}`, { ...more, headers }));
  await response.arrayBuffer();
  return response;
}

async function read(api: PublicApi, days = 1): Promise<InsightReport> {
  return api.admin.insight.read(owner, { days });
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const single = "post/{organizationSlug}/{slug}";

it("counts requests by endpoint, status and key, the most used first", async () => {
  const { api, key, errors } = await openAcme();
  const { headers } = await get(api, "/public/v1/post/acme/visit-us", key.text);
  await get(api, "/public/v1/post/acme/visit-us", key.text, {
    headers: { "if-none-match": headers.get("etag") ?? "" },
  });
  await get(api, "/public/v1/post/acme/visit-us");
  await get(api, "/public/v1/post/acme/visit-us", key.text, { method: "HEAD" });
  await get(api, "/public/v1/post/acme?limit=1");
  await get(api, "/public/v1/post/acme?limit=0");
  await get(api, "/public/v1/knowledge-base", key.text, {
    method: "POST",
    body: '{"text":"Tea"}',
    headers: { "content-type": "application/json" },
  });
  await get(api, "/admin/v1/posts", key.text);
  const report = await read(api);
  expect(report.isCounted).toBe(true);
  expect(report.endpoints).toEqual([
    { endpoint: single, requests: { "2xx": 3, "304": 1, "3xx": 0, "4xx": 0, "5xx": 0 } },
    { endpoint: "post/{organizationSlug}", requests: { "2xx": 1, "304": 0, "3xx": 0, "4xx": 1, "5xx": 0 } },
    { endpoint: "POST knowledge-base", requests: { "2xx": 1, "304": 0, "3xx": 0, "4xx": 0, "5xx": 0 } },
    { endpoint: "admin", requests: { "2xx": 1, "304": 0, "3xx": 0, "4xx": 0, "5xx": 0 } },
  ]);
  expect(report.keys).toEqual([
    { key: key.id, keyName: "Website", requests: { "2xx": 4, "304": 1, "3xx": 0, "4xx": 0, "5xx": 0 } },
    { key: "none", requests: { "2xx": 2, "304": 0, "3xx": 0, "4xx": 1, "5xx": 0 } },
  ]);
  expect(report.days.map(({ requests }) => requests)).toEqual([
    { "2xx": 6, "304": 1, "3xx": 0, "4xx": 1, "5xx": 0 },
  ]);
  expect(report.posts).toEqual([{ slug: "visit-us", requests: 3 }]);
  expect(errors).toEqual([]);
});

it("counts neither preflights nor unknown paths nor previews as reads", async () => {
  const { api, key } = await openAcme();
  await get(api, "/public/v1/post/acme/visit-us", undefined, { method: "OPTIONS" });
  await get(api, "/public/v1/pots/acme", key.text);
  await api.posts.create("acme", { name: "Soon", status: "draft" });
  const { token } = await api.previews.create({ organizationSlug: "acme", slug: "soon" });
  expect((await get(api, `/public/v1/post/acme/soon?preview=${token}`)).status).toBe(200);
  const report = await read(api);
  expect(report.endpoints.map(({ endpoint, requests }) => [endpoint, requests["2xx"]])).toEqual([
    [single, 1],
  ]);
  expect(report.posts).toEqual([]);
});

it("counts slugs without a post, shortened and without marks that are not seen", async () => {
  const { api } = await openAcme();
  const strange = `<script>\u202e${"😀".repeat(78)}`;
  await get(api, "/public/v1/post/acme/gone");
  await get(api, "/public/v1/post/acme/gone?fields=name");
  await get(api, `/public/v1/post/acme/${encodeURIComponent(strange)}`);
  await get(api, "/public/v1/post/acme/__proto__");
  const { notFound, posts } = await read(api);
  expect(notFound.map(({ slug, requests }) => [slug, requests])).toEqual([
    ["gone", 2],
    [`<script>\ufffd${"😀".repeat(71)}…`, 1],
    ["__proto__", 1],
  ]);
  expect(posts).toEqual([]);
});

it("counts refusals by their problem, with the key if its secret was correct", async () => {
  const { api, key, userId } = await openAcme({ rateLimit: { perDay: 2 } });
  const other = await api.apiKeys.generate({ name: "Old", userId, organizationSlug: "acme" });
  await api.apiKeys.revoke({ organizationSlug: "acme", keyId: other.id });
  for (let request = 0; request < 4; request++) await get(api, "/public/v1/post/acme", key.text);
  await get(api, "/public/v1/post/acme", other.key);
  await get(api, "/public/v1/post/acme", withWrongSecret(other.key));
  const { refusals } = await read(api);
  expect(refusals).toEqual([
    { code: "quota-exceeded", key: key.id, keyName: "Website", requests: 2 },
    { code: "revoked-key", key: other.id, keyName: "Old", requests: 1 },
    { code: "invalid-key", key: "none", requests: 1 },
  ]);
});

it("counts a key of another organization for the organization of the key", async () => {
  const { api, key } = await openAcme();
  await api.organizations.create({ slug: "beta", name: "Beta", siteUrl: "https://beta.example" });
  await get(api, "/public/v1/post/beta", key.text);
  expect((await read(api)).refusals).toEqual([
    { code: "wrong-organization", key: key.id, keyName: "Website", requests: 1 },
  ]);
  expect((await api.admin.insight.read({ ...owner, organizationSlug: "beta" })).endpoints).toEqual([]);
});

it("writes nothing for an organization that does not exist", async () => {
  const { api, storage } = await openAcme();
  for (let number = 0; number < 1100; number++) await get(api, `/public/v1/post/no-${number}/x`, "wrong");
  await get(api, "/public/v1/post/acme");
  await api.events.settle();
  expect((await read(api)).endpoints).toHaveLength(1);
  expect(await allOf(inspectStore(storage))).toEqual([]);
});

it("adds the counts of several processes, and of days", async () => {
  const { api, open, clock } = await openAcme();
  const second = open();
  for (const one of [api, second, api]) await get(one, "/public/v1/post/acme");
  await second.events.settle();
  expect((await read(api)).days[0]?.requests["2xx"]).toBe(3);
  clock.advance(day);
  await get(api, "/public/v1/post/acme");
  const { days, endpoints } = await read(api, 30);
  expect(days).toHaveLength(30);
  expect(days.slice(-2).map(({ requests }) => requests["2xx"])).toEqual([3, 1]);
  expect(endpoints.map(({ requests }) => requests["2xx"])).toEqual([4]);
  clock.advance(30 * day);
  expect((await read(api, 30)).endpoints).toEqual([]);
});

it("commits at most once in 10 seconds for an organization", async () => {
  let commits = 0;
  let calls: PendingCalls | undefined;
  const counting = (storage: AtomicDriver): AtomicDriver => {
    const atomic = forwardAtomic(storage.atomic, {
      commit: (partition, writes) => {
        if (writes.sets?.some(({ key }) => key.startsWith("insight!"))) commits++;
        return storage.atomic.commit(partition, writes);
      },
    });
    calls = new PendingCalls({ ...storage, atomic });
    return calls.driver;
  };
  const { api, clock } = await openAcme({}, counting);
  await api.events.settle();
  commits = 0;
  const send = async (): Promise<void> => {
    for (let request = 0; request < 5; request++) await get(api, "/public/v1/post/acme/visit-us");
    await calls?.untilNone();
  };
  await send();
  expect(commits).toBe(1);
  clock.advance(9_000);
  await send();
  expect(commits).toBe(1);
  clock.advance(1_001);
  await send();
  expect(commits).toBe(2);
  expect((await read(api)).posts).toEqual([{ slug: "visit-us", requests: 15 }]);
});

it("keeps counts that could not be written, and writes them later", async () => {
  let failures = 0;
  const failing = (storage: AtomicDriver): AtomicDriver => ({
    ...storage,
    atomic: forwardAtomic(storage.atomic, {
      commit: async (partition, writes) => {
        const isCounts = writes.sets?.some(({ key }) => key.startsWith("insight!")) === true;
        if (isCounts && failures-- > 0) throw new Error("the disk is full");
        return storage.atomic.commit(partition, writes);
      },
    }),
  });
  const { api, clock, errors } = await openAcme({}, failing);
  await api.events.settle();
  failures = 3;
  for (let request = 1; request <= 3; request++) {
    await get(api, "/public/v1/post/acme/visit-us");
    await api.events.settle();
    clock.advance(11_000);
  }
  expect(failures).toBeLessThanOrEqual(0);
  expect(errors).toHaveLength(3);
  expect((await read(api)).posts).toEqual([{ slug: "visit-us", requests: 3 }]);
});

it("keeps the most used names of a day, and counts the others", async () => {
  const { api, clock } = await openAcme();
  for (let number = 0; number < 210; number++) {
    await get(api, `/public/v1/post/acme/gone-${number}`);
    if (number === 100) clock.advance(10_001);
  }
  await get(api, "/public/v1/post/acme/gone-209");
  const { notFound, otherNotFound, endpoints } = await read(api);
  expect(notFound).toHaveLength(200);
  expect(notFound[0]).toEqual({ slug: "gone-209", requests: 2 });
  expect(otherNotFound).toBe(10);
  expect(endpoints[0]?.requests["4xx"]).toBe(211);
});

it("stores no address, no key, no header and no query", async () => {
  const { api, key, storage } = await openAcme();
  await get(api, "/public/v1/post/acme/visit-us?fields=name", key.text, {
    headers: { "x-forwarded-for": "198.51.100.7", "user-agent": "Agent/7", referer: "https://from.example" },
  });
  await api.events.settle();
  const records = await allOf(exportRecords(storage, { withHashes: true }));
  const counted = records.filter(({ type }) => type === "insight");
  expect(counted).toEqual([
    {
      type: "insight",
      organizationSlug: "acme",
      counts: {
        date: expect.any(String) as string,
        requests: [{ endpoint: single, key: key.id, statuses: [1, 0, 0, 0, 0] }],
        refusals: [],
        reads: [{ slug: "visit-us", requests: 1 }],
        otherReads: 0,
        notFound: [],
        otherNotFound: 0,
      },
    },
  ]);
  expect(JSON.stringify(records)).not.toMatch(/198\.51|Agent|from\.example|fields=/);
});

it("keeps the counts in an export with hashes, and deletes them with their organization", async () => {
  const { api, storage, clock, key } = await openAcme();
  await get(api, "/public/v1/post/acme/visit-us", key.text);
  await get(api, "/public/v1/post/acme/gone");
  const report = await read(api);
  const copy = memoryDriver({ clock });
  await importRecords(copy, exportRecords(storage, { withHashes: true, clock }), { clock });
  const restored = createPublicApi({ storage: copy, clock });
  expect(await read(restored)).toEqual(report);
  const open = await allOf(exportRecords(storage, { clock }));
  expect(open.filter(({ type }) => type === "insight")).toEqual([]);
  await restored.organizations.delete("acme");
  await restored.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  expect((await read(restored)).endpoints).toEqual([]);
});

it("counts nothing if it is turned off", async () => {
  const { api, key, storage } = await openAcme({ insight: false });
  await get(api, "/public/v1/post/acme/visit-us", key.text);
  await api.events.settle();
  expect(await read(api)).toMatchObject({ isCounted: false, endpoints: [], posts: [] });
  expect(await api.admin.insight.ofKey({ actor: owner, keyId: key.id })).toMatchObject({ isCounted: false });
  expect(JSON.stringify(await allOf(exportRecords(storage, { withHashes: true })))).not.toContain("insight");
});

it("shows the requests of a key by day and endpoint", async () => {
  const { api, key, userId } = await openAcme();
  const other = await api.apiKeys.generate({ name: "Other", userId, organizationSlug: "acme" });
  await get(api, "/public/v1/post/acme", key.text);
  await get(api, "/public/v1/post/acme", other.key);
  await get(api, "/public/v1/post/acme/gone", key.text);
  const own = await api.admin.insight.ofKey({ actor: owner, keyId: key.id }, { days: 7 });
  expect(own.days).toHaveLength(7);
  expect(own.days.at(-1)?.requests).toEqual({ "2xx": 1, "304": 0, "3xx": 0, "4xx": 1, "5xx": 0 });
  expect(own.endpoints.map(({ endpoint }) => endpoint)).toEqual(["post/{organizationSlug}", single]);
  await expect(api.admin.insight.ofKey({ actor: owner, keyId: "unknown" })).rejects.toThrow(/has no key/);
});

it("shows keys only to members who manage keys", async () => {
  const { api, key } = await openAcme();
  await get(api, "/public/v1/post/acme", key.text);
  await get(api, "/public/v1/post/acme");
  const reader: AdminActor = { ...owner, permissions: ["posts:read"] };
  const report = await api.admin.insight.read(reader);
  expect(report.keys).toBeUndefined();
  const rows = await api.admin.insight.rows(reader);
  expect(rows.map(({ requests }) => requests)).toEqual([2]);
  expect(JSON.stringify([report, rows])).not.toMatch(new RegExp(`${key.id}|Website`));
  await expect(api.admin.insight.ofKey({ actor: reader, keyId: key.id })).rejects.toThrow(/keys:manage/);
  await expect(api.admin.insight.read({ ...owner, permissions: [] })).rejects.toThrow(/posts:read/);
  for (const days of [0, 31, 1.5]) {
    await expect(api.admin.insight.read(owner, { days })).rejects.toThrow(/whole number from 1 to 30/);
  }
});
