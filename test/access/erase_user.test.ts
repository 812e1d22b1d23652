import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AtomicDriver, createPublicApi, type PublicApi, type UserRecord } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { allOf } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { memoryDriver } from "../slow_memory.ts";
import { closedAfterUse } from "../storage-drivers/_open_driver.ts";
import { patient } from "../storage-drivers/_patient.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { interruptedDriver } from "./interrupted_driver.ts";
import { createTwin } from "./create_twin.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

const email = "Ada.o'neil@acme.example";
/** Another address that contains the erased address. */
const longer = `x${email}`;
const secret = "a random text of at least 32 characters";

type OpenDriver = (clock: ManualClock) => Promise<AtomicDriver>;

const stores: [name: string, open: OpenDriver][] = [
  ["memory that takes time", async (clock) => memoryDriver({ clock })],
  ["LMDB", async (clock) => closedAfterUse(lmdbDriver({ path: scratchDirectory(), clock }))],
];
if (!sqliteIsMissing()) {
  stores.push([
    "SQLite",
    async (clock) => closedAfterUse(sqliteDriver({ path: join(scratchDirectory(), "data.db"), clock })),
  ]);
}
if (!redisIsMissing()) {
  stores.push([
    "Redis",
    async (clock) => {
      const server = await startRedis();
      releaseAfterUse(() => server.stop());
      return closedAfterUse(redisDriver({ url: server.url, clock, ...patient }));
    },
  ]);
}
if (!postgresIsMissing()) {
  stores.push([
    "PostgreSQL",
    async (clock) =>
      closedAfterUse(postgresDriver({ url: (await sharedPostgres()).url(), clock, ...patient })),
  ]);
}

/** Kinds of an organization's records that are content. */
const contentKinds = /^org!\S+ (?:post|html|revision|copy|knowledge)/;

/** Returns the places and texts of all records, also of expired ones, that have the address. */
async function recordsWith(storage: AtomicDriver, address: string): Promise<string[]> {
  const { atomic } = storage;
  const found: string[] = [];
  for await (const partition of atomic.partitions?.() ?? []) {
    for (let after: string | undefined; ;) {
      const records = (await atomic.scan?.(partition, after, 100)) ?? [];
      for (const { key, raw } of records) {
        const text = `${partition} ${key} ${raw}`;
        if (text.toLowerCase().replaceAll(longer.toLowerCase(), "").includes(address.toLowerCase())) {
          found.push(text);
        }
      }
      after = records.at(-1)?.key;
      if (records.length < 100) break;
    }
  }
  return found;
}

interface Filled {
  api: PublicApi;
  ada: string;
  owner: string;
  webhookId: string;
  clock: ManualClock;
  bodies: string[];
}

/** Fills a store with records of every kind that name the address. */
async function fill(storage: AtomicDriver, clock: ManualClock): Promise<Filled> {
  const bodies: string[] = [];
  const send = async ({
    body,
    url,
  }: {
    body: string;
    url: string;
  }): Promise<{ status: number; body: Uint8Array }> => {
    bodies.push(body);
    const echo = new TextEncoder().encode(`got ${body}`);
    return { status: url.endsWith("/ok") ? 200 : 500, body: echo };
  };
  const api = createPublicApi({ storage, clock, secret, webhooks: { send } });
  const { id: owner } = await api.users.create({ name: "Bea", email: "bea@acme.example" });
  for (const slug of ["acme", "beta", "gamma"]) {
    await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
    await api.users.addToOrganization(owner, { organizationSlug: slug, role: "owner" });
  }
  const events = ["invitation.changed", "member.changed"] as const;
  const { id: webhookId } = await api.webhooks.create("acme", {
    url: "https://acme.example/ok",
    events: [...events],
  });
  await api.webhooks.create("acme", { url: "https://acme.example/fails", events: [...events] });
  const by = { by: owner };
  for (const organizationSlug of ["acme", "beta"]) {
    await api.invitations.create(organizationSlug, { email, role: "author", name: email }, by);
  }
  await api.invitations.create("acme", { email: longer, role: "viewer" }, by);
  const { id: ada } = await api.users.create({ name: email, email });
  for (const { organizationSlug, id } of await api.invitations.allOfUser(ada)) {
    if (organizationSlug === "acme") await api.invitations.accept(ada, { organizationSlug, id });
    else await api.invitations.decline(ada, { organizationSlug, id });
  }
  await api.invitations.create("gamma", { email: email.toUpperCase(), role: "viewer" }, by);
  await api.invitations.create("beta", { userId: ada, role: "viewer" }, by);
  await api.apiKeys.generate({ organizationSlug: "acme", userId: ada, name: "Site" });
  await api.posts.create("acme", { name: "Contact", html: `<p>Write to ${email}</p>`, author: "Ada" });
  await api.knowledgeBase.add("acme", { text: `Ask ${email}.` });
  await api.admin.savedFilters.save(
    { organizationSlug: "acme", userId: ada, permissions: ["posts:read"] },
    { name: "Mine", query: "tag=news" },
  );
  await api.events.settle();
  await api.events.deliver();
  return { api, ada, owner, webhookId, clock, bodies };
}

describe.each(stores)("the deletion of a user on %s", (_name, open) => {
  it("leaves the address in content only, and the id everywhere else", async () => {
    const clock = new ManualClock();
    const storage = await open(clock);
    const { api, ada, owner, clock: time, bodies } = await fill(storage, clock);
    const auditOf = async (slug: string): Promise<string[]> =>
      (await api.audit.list(slug)).entries.map(({ action }) => action).toSorted();
    const before = await recordsWith(storage, email);
    expect(before.filter((text) => !contentKinds.test(text)).length).toBeGreaterThan(10);
    const audited = await Promise.all(["acme", "beta", "gamma"].map(auditOf));
    await api.users.delete(ada, { by: owner });
    await api.events.settle();
    const after = await recordsWith(storage, email);
    expect(after.filter((text) => !contentKinds.test(text))).toEqual([]);
    expect(after.length).toBeGreaterThan(0);
    const deletion = new Set(["invitation.revoked", "key.revoked", "member.removed"]);
    for (const [index, slug] of ["acme", "beta", "gamma"].entries()) {
      const added = await auditOf(slug);
      for (const action of audited[index] ?? []) added.splice(added.indexOf(action), 1);
      expect(added.filter((action) => !deletion.has(action))).toEqual([]);
    }
    const { entries } = await api.audit.list("beta");
    expect(entries.filter(({ action }) => action === "invitation.declined")).toMatchObject([
      { subject: ada },
    ]);
    const { events } = await api.events.list("gamma");
    expect(events.filter(({ type }) => type === "invitation.changed").map(({ data }) => data)).toMatchObject([
      { status: "pending", userId: ada },
      { status: "revoked", userId: ada },
    ]);
    expect((await api.invitations.list("gamma")).invitations).toEqual([]);
    expect((await api.invitations.list("acme")).invitations).toMatchObject([{ email: longer }]);
    bodies.length = 0;
    time.advance(3_600_000);
    await api.events.deliver();
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.filter((body) => body.replaceAll(longer, "").includes(email))).toEqual([]);
    expect(await recordsWith(storage, email)).toEqual(after);
  });

  it("follows an export of all records, with content that has the address", async () => {
    const clock = new ManualClock();
    const storage = await open(clock);
    const { api, ada } = await fill(storage, clock);
    const session = await api.sessions.startFor(ada, { browser: "Firefox 140" });
    const records = await allOf(api.users.export(ada));
    const kindsOf = (found: readonly UserRecord[], slug?: string): string[] => [
      ...new Set(found.flatMap(({ kind, organizationSlug }) => (organizationSlug === slug ? kind : []))),
    ];
    expect(kindsOf(records)).toEqual(
      ["audit", "session", "user"].filter((kind) => kindsOf(records).includes(kind)),
    );
    expect(records.find(({ kind }) => kind === "session")).toMatchObject({
      record: { browser: "Firefox 140" },
    });
    expect(kindsOf(records, "acme")).toEqual(
      expect.arrayContaining(["key", "member", "audit", "event", "delivery", "queue", "html", "knowledge"]),
    );
    expect(kindsOf(records, "gamma")).toEqual(expect.arrayContaining(["invitation", "audit", "event"]));
    const text = JSON.stringify(records);
    expect(text).not.toMatch(/"hash"|sealed|<p>/);
    expect(text).not.toContain(session?.token);
    expect(records.find(({ kind }) => kind === "html")).toMatchObject({ record: { key: "html!contact" } });
    const ofAcme = await allOf(api.users.export(ada, { organizationSlug: "acme" }));
    expect(ofAcme).toEqual(records.filter(({ organizationSlug }) => organizationSlug === "acme"));
  });
});

describe("the deletion of a user", () => {
  it("keeps the address of another user of an older store", async () => {
    const clock = new ManualClock();
    const storage = memoryDriver({ clock });
    const { api, ada } = await fill(storage, clock);
    const twin = await createTwin(storage, { name: "Ada L.", email });
    await api.users.delete(ada);
    expect(
      (await api.invitations.allOfUser(twin.id)).map(({ organizationSlug }) => organizationSlug),
    ).toEqual(["gamma"]);
  });

  it("erases the address when it is repeated after an interruption at any point", async () => {
    for (let calls = 0; ; calls += 7) {
      const clock = new ManualClock();
      const storage = memoryDriver({ clock });
      const { api, ada } = await fill(storage, clock);
      const { driver, hasFailed } = interruptedDriver(storage, { calls, isLastDone: calls % 2 === 0 });
      await createPublicApi({ storage: driver, clock, secret })
        .users.delete(ada)
        .catch(() => undefined);
      if (!hasFailed()) break;
      await api.users.delete(ada).catch(() => undefined);
      await api.events.settle();
      const left = (await recordsWith(storage, email)).filter((text) => !contentKinds.test(text));
      expect([calls, left]).toEqual([calls, []]);
    }
  });
});

describe("an owner", () => {
  it("reads the records of the own organization about a user in pages", async () => {
    const clock = new ManualClock();
    const { api, ada, owner } = await fill(memoryDriver({ clock }), clock);
    const permissions = ["posts:read", "knowledge:write", "posts:write", "knowledge:read"] as const;
    const rights = [...permissions, "keys:manage", "webhooks:manage", "members:manage"] as const;
    const actor = { userId: owner, organizationSlug: "acme", permissions: rights };
    const { members } = api.admin;
    const all = await allOf(api.users.export(ada, { organizationSlug: "acme" }));
    const read: UserRecord[] = [];
    for (let next: string | null | undefined; next !== null;) {
      const page = await members.listRecords(
        { actor, userId: ada },
        { limit: 3, ...(next === undefined ? {} : { after: next }) },
      );
      read.push(...page.records);
      ({ next } = page);
    }
    expect(read).toEqual(all);
    // Only the invited address of a member is looked for.
    const beta = await members.listRecords({ actor: { ...actor, organizationSlug: "gamma" }, userId: ada });
    expect(JSON.stringify(beta.records)).not.toContain(email);
    const narrowed = { ...actor, permissions: rights.slice(1, -1) };
    await expect(members.listRecords({ actor: narrowed, userId: ada })).rejects.toMatchObject({
      name: "MissingPermissionError",
    });
  });
});
