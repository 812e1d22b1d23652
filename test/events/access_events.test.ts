import { beforeEach, describe, expect, it } from "vitest";
import type { ChangeEvent } from "../../lib/mod.ts";
import { World } from "../api/world.ts";
import { openMemory } from "../access/storages.ts";

const day = 86_400_000;
let world: World;
let seen: number;

beforeEach(async () => {
  world = await World.open(openMemory, { rateLimit: { perDay: 10 } });
  seen = 0;
});

async function newEvents(): Promise<ChangeEvent[]> {
  await world.api.events.deliver();
  const { events, last } = await world.api.events.list("acme", { after: seen });
  seen = last;
  return events;
}

async function newTypes(): Promise<string[]> {
  return (await newEvents()).map(({ type }) => type);
}

/** Creates a key, and returns it after its events have been read. */
async function createKey(
  options: { expiresIn?: string } = {},
): Promise<{ key: string; id: string; userId: string }> {
  const created = await world.createKey(options);
  await newEvents();
  return created;
}

describe("events of keys", () => {
  it("name the key and its user, never the key's value", async () => {
    const { id, userId, key } = await world.createKey();
    const rolled = await world.api.apiKeys.roll({ organizationSlug: "acme", keyId: id });
    await world.api.apiKeys.revoke({ organizationSlug: "acme", keyId: id });
    const events = (await newEvents()).filter(({ type }) => type.startsWith("key."));
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ["key.generated", { id, userId }],
      ["key.rolled", { id: rolled.id, userId, replacedKeyId: id, replacedUntil: "2026-06-16T12:00:00.000Z" }],
      ["key.revoked", { id, userId }],
    ]);
    const secret = key.slice(key.indexOf("_") + 20);
    expect(world.writes.join("")).not.toContain(secret);
  });

  it("follow from an expiry, once", async () => {
    const { id, userId } = await createKey({ expiresIn: "1d" });
    world.clock.advance(day - 1);
    expect(await newTypes()).toEqual([]);
    world.clock.advance(1);
    expect(await newEvents()).toMatchObject([{ type: "key.expired", data: { id, userId } }]);
    expect(await newTypes()).toEqual([]);
  });

  it("do not follow from the expiry of a revoked key", async () => {
    const { id } = await createKey({ expiresIn: "1d" });
    await world.api.apiKeys.revoke({ organizationSlug: "acme", keyId: id });
    world.clock.advance(day);
    expect(await newTypes()).toEqual(["key.revoked"]);
  });

  it("follow from the end of the overlap of a rolled key", async () => {
    const { id } = await createKey({ expiresIn: "30d" });
    const rolled = await world.api.apiKeys.roll({ organizationSlug: "acme", keyId: id }, { overlap: "1h" });
    world.clock.advance(day / 24);
    expect(await newEvents()).toMatchObject([
      { type: "key.rolled", data: { id: rolled.id } },
      { type: "key.expired", data: { id } },
    ]);
    world.clock.advance(30 * day);
    expect(await newEvents()).toMatchObject([{ type: "key.expired", data: { id: rolled.id } }]);
  });
});

describe("quota.reached", () => {
  it("is written by the requests that use up 80% and 100%, and by no other", async () => {
    const { key, id } = await createKey();
    const get = async (): Promise<unknown[]> => {
      const { status } = await world.get("/post/acme", key);
      return [status, ...(await newEvents()).map(({ data }) => data)];
    };
    const percent = (share: number): object => expect.objectContaining({ id, limit: 10, percent: share });
    for (let use = 1; use <= 7; use++) expect(await get()).toEqual([200]);
    expect(await get()).toEqual([200, percent(80)]);
    expect(await get()).toEqual([200]);
    expect(await get()).toEqual([200, percent(100)]);
    expect(await get()).toEqual([429]);
    world.clock.advance(day);
    for (let use = 1; use <= 7; use++) expect(await get()).toEqual([200]);
    expect(await get()).toEqual([200, percent(80)]);
  });

  it("is written once for concurrent requests", async () => {
    const { key } = await createKey();
    await Promise.all(Array.from({ length: 30 }, () => world.get("/post/acme", key)));
    const shares = (await newEvents()).map((event) => event.type === "quota.reached" && event.data.percent);
    expect(shares).toEqual([80, 100]);
  });
});

describe("events of members", () => {
  it("follow from roles, statuses and invitations", async () => {
    const { api } = world;
    const ann = await api.users.create({ name: "Ann", email: "ann@acme.example" });
    const invitation = await api.invitations.create("acme", { email: "ann@acme.example", role: "editor" });
    await api.invitations.accept(ann.id, { organizationSlug: "acme", id: invitation.id });
    await newEvents();
    await api.users.setStatus(ann.id, "disabled");
    await api.users.setStatus(ann.id, "disabled");
    const disabled = await newEvents();
    await api.users.removeFromOrganization({ userId: ann.id, organizationSlug: "acme" });
    await api.users.removeFromOrganization({ userId: ann.id, organizationSlug: "acme" });
    const { events } = await api.events.list("acme");
    const data = [...events, ...(await newEvents())].map((event) => [event.type, event.data]);
    const { id, role } = invitation;
    expect(disabled).toMatchObject([{ type: "member.changed", data: { id: ann.id, status: "disabled" } }]);
    expect(data).toEqual([
      ["invitation.changed", { id, status: "pending", role, email: "ann@acme.example" }],
      ["invitation.changed", { id, status: "accepted", role, email: "ann@acme.example" }],
      ["member.changed", { id: ann.id, role }],
      ["member.changed", { id: ann.id, status: "disabled" }],
      ["member.changed", { id: ann.id }],
    ]);
  });

  it("reach every organization of a user", async () => {
    const { api } = world;
    await api.organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
    const ann = await api.users.create({ name: "Ann" });
    for (const organizationSlug of ["acme", "other"]) {
      await api.users.addToOrganization(ann.id, { organizationSlug, role: "viewer" });
    }
    await api.users.setStatus(ann.id, "disabled");
    await api.events.deliver();
    for (const slug of ["acme", "other"]) {
      const last = (await api.events.list(slug)).events.at(-1);
      expect(last).toMatchObject({ type: "member.changed", data: { id: ann.id, status: "disabled" } });
    }
  });
});

describe("knowledge.added", () => {
  it("has no text", async () => {
    const { id } = await world.api.knowledgeBase.add("acme", { text: "Closed on Sundays" });
    expect(await newEvents()).toMatchObject([{ type: "knowledge.added", data: { id, characters: 17 } }]);
    expect(JSON.stringify((await world.api.events.list("acme")).events)).not.toContain("Sundays");
  });
});
