import { describe, expect, it } from "vitest";
import type { KeyUsage } from "../../lib/mod.ts";
import { createCaller, openAdminWorld, sendAdmin, signedIn } from "./admin_world.ts";

const day = 24 * 60 * 60 * 1000;

describe("the usage", () => {
  it("tells requests and refusals of each key and day, and nothing that strangers send", async () => {
    const world = await openAdminWorld({ rateLimit: { perDay: 3 } });
    const { api, owner } = world;
    const caller = await createCaller(world.world, "viewer");
    for (let request = 0; request < 5; request++) await world.world.get("/post/acme", caller.key);
    world.world.clock.advance(day);
    await world.world.get("/post/acme", caller.key);
    const stranger = `${caller.key.slice(0, -20)}${"x".repeat(20)}`;
    await world.world.forgetWrites();
    for (let request = 0; request < 5; request++) await world.world.get("/post/acme", stranger);
    expect(world.world.writes).toEqual([]);
    const { usage } = await api.admin.apiKeys.usage(await signedIn(world, owner.userId));
    const own = usage.find(({ keyIds }) => keyIds.includes(caller.keyId));
    expect(own?.days).toHaveLength(30);
    expect(own?.days.slice(-3)).toEqual([
      { date: "2026-06-14", requests: 0, refusals: 0 },
      { date: "2026-06-15", requests: 3, refusals: 2 },
      { date: "2026-06-16", requests: 1, refusals: 0 },
    ]);
  });

  it("is that of the listed keys, and only with keys:manage", async () => {
    const world = await openAdminWorld();
    const { apiKeys, insight } = world.api.admin;
    const owner = await signedIn(world, world.owner.userId);
    const { keys, usage } = await apiKeys.listWith(owner, {}, { days: 30 });
    expect(keys).toEqual((await apiKeys.list(owner)).keys);
    expect(usage).toEqual((await apiKeys.usage(owner)).usage);
    const viewer = await signedIn(world, world.viewerId);
    await expect(apiKeys.listWith(viewer, {}, { days: 30 })).rejects.toThrow(/keys:manage/);
    const { isCounted, days } = await insight.read(viewer, { days: 3 });
    expect(await insight.daily(viewer, { days: 3 })).toEqual({ isCounted, days });
    await expect(insight.daily({ ...viewer, permissions: [] })).rejects.toThrow(/posts:read/);
  });

  it("writes refusals to the store once in 10 seconds for each key, however many there are", async () => {
    const world = await openAdminWorld({ rateLimit: { perDay: 1 } });
    const caller = await createCaller(world.world, "viewer");
    await world.world.get("/post/acme", caller.key);
    const told = (): number => world.world.writes.filter((write) => write.includes("refusals!")).length;
    for (let request = 0; request < 50; request++) await world.world.get("/post/acme", caller.key);
    expect(told()).toBe(0);
    world.world.clock.advance(10_000);
    for (let request = 0; request < 50; request++) await world.world.get("/post/acme", caller.key);
    expect(told()).toBe(1);
    const { usage } = await world.api.admin.apiKeys.usage(await signedIn(world, world.owner.userId));
    expect(usage.find(({ keyIds }) => keyIds.includes(caller.keyId))?.days.at(-1)?.refusals).toBe(100);
  });

  it("counts the refusals around midnight on the day of each", async () => {
    const world = await openAdminWorld({ rateLimit: { perDay: 1 } });
    const caller = await createCaller(world.world, "viewer");
    const ask = async (requests: number): Promise<void> => {
      for (let request = 0; request < requests; request++) await world.world.get("/post/acme", caller.key);
    };
    world.world.clock.advance(day / 2 - 2000);
    await ask(3);
    world.world.clock.advance(2000);
    await ask(4);
    const { usage } = await world.api.admin.apiKeys.usage(await signedIn(world, world.owner.userId));
    expect(usage.find(({ keyIds }) => keyIds.includes(caller.keyId))?.days.slice(-2)).toEqual([
      { date: "2026-06-15", requests: 1, refusals: 2 },
      { date: "2026-06-16", requests: 1, refusals: 3 },
    ]);
  });

  it("is one of a key and those it was rolled to", async () => {
    const world = await openAdminWorld();
    const { owner } = world;
    const rolled = await sendAdmin(world, owner.key, ["POST", `/api-keys/${owner.keyId}/roll`]);
    const { id, key } = (await rolled.json()) as { id: string; key: string };
    const response = await sendAdmin(world, key, ["GET", "/usage"]);
    const { usage } = (await response.json()) as { usage: KeyUsage[] };
    const own = usage.find(({ keyIds }) => keyIds.includes(id));
    expect(own?.keyIds.toSorted()).toEqual([id, owner.keyId].toSorted());
    expect(own?.days.at(-1)).toEqual({ date: "2026-06-15", requests: 2, refusals: 0 });
  });

  it("is told with a host's hooks, also one that throws", async () => {
    const world = await openAdminWorld({
      rateLimit: { perDay: 1 },
      hooks: {
        "key.refused": () => {
          throw new Error("hook");
        },
      },
    });
    const caller = await createCaller(world.world, "viewer");
    for (let request = 0; request < 3; request++) await world.world.get("/post/acme", caller.key);
    const { usage } = await world.api.admin.apiKeys.usage(await signedIn(world, world.owner.userId));
    expect(usage.find(({ keyIds }) => keyIds.includes(caller.keyId))?.days.at(-1)?.refusals).toBe(2);
    expect(world.world.errors.map(String)).toEqual(["Error: hook", "Error: hook"]);
  });
});

it("tells the daily limit of keys that have none of their own, to who may manage keys", async () => {
  const { world, api, owner, viewerId } = await openAdminWorld({ rateLimit: { perDay: 3 } });
  const limit = async (userId: string): Promise<number> => {
    const actor = await api.admin.findActor(userId, "acme");
    return actor === null ? 0 : (await api.admin.apiKeys.defaultRateLimit(actor)).perDay;
  };
  expect(await limit(owner.userId)).toBe(3);
  await world.api.organizations.update("acme", { rateLimit: { perDay: 7 } });
  expect(await limit(owner.userId)).toBe(7);
  await expect(limit(viewerId)).rejects.toMatchObject({ name: "MissingPermissionError" });
});
