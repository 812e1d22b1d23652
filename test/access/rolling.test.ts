import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { expectProblem, World } from "../api/world.ts";
import { storages } from "./storages.ts";
import { allOf } from "../async_items.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe.each(storages)("rolling a key on %s", (_name, open) => {
  const world = World.forEachTest(open, { rateLimit: { perDay: 150 } });

  const status = async (key: string): Promise<number> => (await world.get("/post/acme", key)).status;

  it.each([
    ["24 hours by default", {}, day],
    ["the overlap", { overlap: "1h" }, hour],
    ["an ISO 8601 overlap", { overlap: "PT1S" }, 1000],
  ])("keeps the old key valid for %s, to the millisecond", async (_what, input, overlap) => {
    const old = await world.createKey();
    const rolled = await world.rollKey(old.id, input);
    world.clock.advance(overlap - 1);
    expect([await status(old.key), await status(rolled.key)]).toEqual([200, 200]);
    world.clock.advance(1);
    await expectProblem(await world.get("/post/acme", old.key), 401, "expired-key");
    expect(await status(rolled.key)).toBe(200);
    expect(await world.api.apiKeys.get({ organizationSlug: "acme", keyId: old.id })).toMatchObject({
      rolledTo: rolled.id,
    });
  });

  it("ends the old key immediately with the overlap 0, in every process", async () => {
    const old = await world.createKey();
    const other = createPublicApi({ storage: world.storage, clock: world.clock });
    const ask = async (key: string): Promise<Response> =>
      other.fetch(new Request("http://localhost/api/public/v1/post/acme", { headers: { "x-api-key": key } }));
    expect([await status(old.key), (await ask(old.key)).status]).toEqual([200, 200]);
    const rolled = await world.rollKey(old.id, { overlap: "0" });
    await expectProblem(await world.get("/post/acme", old.key), 401, "expired-key");
    await expectProblem(await ask(old.key), 401, "expired-key");
    expect([await status(rolled.key), (await ask(rolled.key)).status]).toEqual([200, 200]);
  });

  it("gives the new key a different id and secret, and copies the rest", async () => {
    const {
      key: oldKey,
      start: _oldStart,
      ...old
    } = await world.createKey({
      name: "Site",
      expiresIn: "30d",
      permissions: ["posts:read"],
      rateLimit: { perDay: 7 },
    });
    world.clock.advance(10 * day);
    const { key, start, ...rolled } = await world.rollKey(old.id);
    expect(rolled).toEqual({
      ...old,
      id: expect.stringMatching(new RegExp(`^${old.id.slice(0, 12)}[a-z2-7]{4}$`)),
      createdAt: "2026-06-25T12:00:00.000Z",
      expiresAt: "2026-07-25T12:00:00.000Z",
    });
    expect(rolled.id).not.toBe(old.id);
    expect(key.startsWith(start)).toBe(true);
    expect(key.slice(25)).not.toBe(oldKey.slice(25));
    expect((await world.get("/post/acme", key)).headers.get("ratelimit-policy")).toBe('"daily";q=7;w=86400');
  });

  it.each([
    [{ expiresIn: "1h" }, "2026-06-15T13:00:00.000Z"],
    [{ expiresAt: "2027-01-01T00:00:00Z" }, "2027-01-01T00:00:00.000Z"],
  ])("applies the expiry %j to the new key", async (expiry, expiresAt) => {
    const { id } = await world.createKey({ expiresIn: "30d" });
    expect((await world.rollKey(id, expiry)).expiresAt).toBe(expiresAt);
  });

  it("does not extend the lifetime of a key that expires within the overlap", async () => {
    const { id, key } = await world.createKey({ expiresIn: "1h" });
    await world.rollKey(id, { overlap: "2h" });
    world.clock.advance(hour - 1);
    expect(await status(key)).toBe(200);
    world.clock.advance(1);
    await expectProblem(await world.get("/post/acme", key), 401, "expired-key");
  });

  it("rolls a key with the latest possible expiry", async () => {
    const expiresAt = "9999-12-31T23:59:59.999Z";
    const { id } = await world.createKey({ expiresAt });
    world.clock.advance(day);
    expect((await world.rollKey(id)).expiresAt).toBe(expiresAt);
  });

  it.each([
    [{ overlap: "never" }, "/overlap"],
    [{ overlap: "0h" }, "/overlap"],
    [{ overlap: "P104000000D" }, "/overlap"],
    [{ overlap: "999999w" }, "/overlap"],
    [{ expiresIn: "1d", expiresAt: "2027-01-01" }, ""],
    [{ expiresAt: "2020-01-01" }, "/expiresAt"],
  ])("refuses %j, and keeps the old key valid", async (input, pointer) => {
    const { id, key } = await world.createKey();
    await expect(world.rollKey(id, input)).rejects.toMatchObject({
      name: "InvalidInputError",
      fields: [expect.objectContaining({ pointer })],
    });
    world.clock.advance(400 * day);
    expect(await status(key)).toBe(200);
  });

  it("refuses a key that is rolled, revoked, expired, foreign or unknown", async () => {
    await world.createOther();
    const rolled = await world.createKey();
    await world.rollKey(rolled.id);
    const revoked = await world.createKey();
    await world.revokeKey(revoked.id);
    const expired = await world.createKey({ expiresIn: "1m" });
    world.clock.advance(60_000);
    const roll = async (id: string): Promise<unknown> => world.rollKey(id);
    await expect(roll(rolled.id)).rejects.toThrow(/Cannot roll the key: the key ".{16}" was rolled already/);
    await expect(roll(revoked.id)).rejects.toThrow(/is revoked or has expired/);
    await expect(roll(expired.id)).rejects.toThrow(/is revoked or has expired/);
    await expect(roll("nothing")).rejects.toThrow(/has no key/);
    const foreign = await world.createKey({ organizationSlug: "b" });
    await expect(roll(foreign.id)).rejects.toThrow(/has no key/);
  });

  it("succeeds for one of several concurrent callers", async () => {
    const { id } = await world.createKey();
    const rolls = await Promise.allSettled(Array.from({ length: 10 }, () => world.rollKey(id)));
    expect(rolls.filter((roll) => roll.status === "fulfilled")).toHaveLength(1);
    const ids = (await allOf(world.api.apiKeys.iterate("acme"))).map((key) => key.id);
    expect(ids).toHaveLength(2);
  });

  it("revokes the old and the new key separately", async () => {
    const old = await world.createKey();
    const rolled = await world.rollKey(old.id);
    await world.revokeKey(old.id);
    expect([await status(old.key), await status(rolled.key)]).toEqual([401, 200]);
  });

  it("does not raise the day's quota, rolled 100 times a day", async () => {
    let { id, key } = await world.createKey();
    let served = 0;
    for (let roll = 0; roll < 100; roll++) {
      for (let request = 0; request < 2; request++) served += Number((await status(key)) === 200);
      ({ id, key } = await world.rollKey(id));
      world.clock.advance(60_000);
    }
    expect(served).toBe(150);
    expect(await status(key)).toBe(429);
    expect(await world.requestsToday(id)).toBe(150);
    world.clock.advance(day);
    expect(await status(key)).toBe(200);
  });
});
