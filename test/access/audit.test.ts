import { describe, expect, it } from "vitest";
import { type AuditEntry, createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { World } from "../api/world.ts";
import { storages } from "./storages.ts";
import { acmeKey } from "../acme.ts";

const second = 1000;

describe.each(storages)("the audit on %s", (_name, open) => {
  const world = World.forEachTest(open);

  const told = (entries: readonly AuditEntry[]): unknown[] =>
    entries.map(({ action, subject, by, detail }) => [action, subject, by, detail]);

  it("lists changes of keys, members and users with their actors, newest first", async () => {
    const { api, clock } = world;
    const { id: userId } = await api.users.create({ name: "Ada" });
    const steps: (() => Promise<unknown>)[] = [];
    let keyId = "";
    let newId = "";
    steps.push(
      () => api.users.addToOrganization(userId, { organizationSlug: "acme", role: "admin", by: "root" }),
      async () =>
        ({ id: keyId } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "K" })),
      async () => ({ id: newId } = await api.apiKeys.roll(acmeKey(keyId), { overlap: "1h", by: userId })),
      () => api.apiKeys.revoke(acmeKey(keyId), { by: "boss" }),
      () => api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" }),
      () => api.users.setStatus(userId, "disabled", { by: "root" }),
      () => api.users.setStatus(userId, "active"),
      () => api.users.removeFromOrganization({ userId, organizationSlug: "acme" }, { by: "root" }),
    );
    for (const step of steps) {
      await step();
      clock.advance(second);
    }
    const { entries, next } = await api.audit.list("acme");
    expect(next).toBeNull();
    expect(told(entries)).toEqual([
      ["member.removed", userId, "root", undefined],
      ["member.set", userId, undefined, "viewer"],
      ["key.revoked", keyId, "boss", undefined],
      ["key.rolled", keyId, userId, newId],
      ["key.generated", keyId, userId, undefined],
      ["member.set", userId, "root", "admin"],
    ]);
    expect(entries.map(({ at }) => at)).toEqual(
      [7, 4, 3, 2, 1, 0].map((step) => `2026-06-15T12:00:0${step}.000Z`),
    );
    expect(new Set(entries.map(({ id }) => id)).size).toBe(6);
    expect(told((await api.audit.listOfUser(userId)).entries)).toEqual([
      ["user.status", userId, undefined, "active"],
      ["user.status", userId, "root", "disabled"],
    ]);
    expect(await api.audit.list("nobody")).toEqual({ entries: [], next: null });
  });

  it("returns every entry once, in pages", async () => {
    const { id: userId } = await world.api.users.create({ name: "Ada" });
    for (let entry = 0; entry < 25; entry++) {
      await world.api.users.setStatus(userId, entry % 2 === 0 ? "disabled" : "active", { by: `${entry}` });
      if (entry % 3 === 0) world.clock.advance(1);
    }
    const all = await world.api.audit.listOfUser(userId);
    expect([all.entries.length, all.next]).toEqual([25, null]);
    for (const limit of [1, 7, 24, 25]) {
      const paged: AuditEntry[] = [];
      let after: string | null = null;
      let pages = 0;
      do {
        const query: { limit: number; after?: string } = after === null ? { limit } : { limit, after };
        const page = await world.api.audit.listOfUser(userId, query);
        paged.push(...page.entries);
        ({ next: after } = page);
        pages++;
      } while (after !== null);
      expect(paged).toEqual(all.entries);
      expect(pages).toBe(Math.ceil(25 / limit));
    }
    const { entries } = await world.api.audit.listOfUser(userId, { after: "" });
    expect(entries).toEqual([]);
  });

  it("returns 100 entries by default, and only audit entries for any `after`", async () => {
    const { userId } = await world.createKey();
    for (let entry = 0; entry < 101; entry++)
      await world.api.users.setStatus(userId, entry % 2 === 0 ? "disabled" : "active");
    const page = await world.api.audit.listOfUser(userId);
    expect(page.entries).toHaveLength(100);
    for (const after of ["zzzz", "user", "member!", "audit!z"]) {
      const { entries } = await world.api.audit.list("acme", { after });
      expect(entries.every(({ action }) => typeof action === "string")).toBe(true);
      expect(entries.length).toBeLessThanOrEqual(2);
    }
  });

  it.each([[0], [-1], [1.5], [1001], [Number.NaN]])("refuses a page of %j", async (limit) => {
    const list = world.api.audit.list("acme", { limit });
    await expect(list).rejects.toThrow(
      new RangeError(`Cannot list the audit: limit must be a whole number from 1 to 1000, and is ${limit}`),
    );
  });

  it("has one entry for a key that is revoked several times", async () => {
    const { id } = await world.createKey();
    await world.revokeKey(id, { by: "first" });
    world.clock.advance(second);
    await world.revokeKey(id, { by: "second" });
    const { entries } = await world.api.audit.list("acme");
    const revocations = entries.filter(({ action }) => action === "key.revoked");
    expect(told(revocations)).toEqual([["key.revoked", id, "first", undefined]]);
  });
});

describe("the audit", () => {
  it("records a missed revocation when the key is revoked again", async () => {
    const driver = memoryDriver();
    let isBroken = false;
    const { atomic } = driver;
    const breaking = {
      ...driver,
      atomic: {
        ...atomic,
        commit: async (...[partition, changes]: Parameters<typeof atomic.commit>) => {
          if (isBroken && partition.startsWith("org!")) throw new Error("gone");
          return atomic.commit(partition, changes);
        },
      },
    };
    const world = await World.open(async () => ({ storage: breaking, close: () => undefined }));
    const { key, id } = await world.createKey();
    isBroken = true;
    await expect(world.revokeKey(id, { by: "ann" })).rejects.toThrow(/Cannot use the store/);
    expect((await world.get("/post/acme", key)).status).toBe(401);
    isBroken = false;
    await world.revokeKey(id, { by: "ann" });
    const { entries } = await createPublicApi({ storage: driver }).audit.list("acme");
    expect(entries.filter(({ action }) => action === "key.revoked")).toEqual([
      { id, at: "2026-06-15T12:00:00.000Z", action: "key.revoked", subject: id, by: "ann" },
    ]);
  });
});
