import { describe, expect, expectTypeOf, it } from "vitest";
import type { ChangeEvent, Hooks, KeyEventData, KeyRefusedEvent } from "../../lib/mod.ts";
import { World } from "../api/world.ts";
import { askFrom } from "./ask_from.ts";
import { unknownKey, withWrongSecret } from "./forged_keys.ts";
import { recordedHooks, type ToldHook } from "./recorded_hooks.ts";
import { openMemory } from "./storages.ts";

type EventOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

async function openTold(
  options: Parameters<typeof World.open>[1] = {},
): Promise<{ world: World; told: ToldHook[] }> {
  const { hooks, told } = recordedHooks();
  return { world: await World.open(openMemory, { hooks, ...options }), told };
}

function dataOf(told: readonly ToldHook[], name: "key.generated" | "key.rolled"): KeyEventData {
  const [, event] = told.find(([type]) => type === name) ?? [];
  return (event as ChangeEvent<"key.generated">).data;
}

/** Triggers every hook, and returns the statuses of its requests. */
async function doEverything(world: World): Promise<number[]> {
  const { key, id, userId } = await world.createKey();
  const statuses = [(await world.get("/post/acme", key)).status];
  await world.api.events.settle();
  statuses.push((await world.get("/post/acme", "x")).status);
  await world.api.events.settle();
  const rolled = await world.rollKey(id);
  await world.api.events.settle();
  await world.revokeKey(id);
  await world.api.events.settle();
  await world.createPost({ name: "Hello" });
  const headers = { "x-api-key": rolled.key, "content-type": "application/json" };
  statuses.push((await world.send("POST", "/knowledge-base", { headers, body: '{"text":"x"}' })).status);
  await world.api.events.settle();
  statuses.push((await world.get("/post/acme", rolled.key)).status);
  await world.api.users.setStatus(userId, "disabled");
  await world.api.events.settle();
  await world.api.users.removeFromOrganization({ userId, organizationSlug: "acme" });
  await world.api.events.settle();
  return statuses;
}

describe("hooks", () => {
  it("are typed", () => {
    expectTypeOf<EventOf<"key.generated">>().toEqualTypeOf<ChangeEvent<"key.generated">>();
    expectTypeOf<EventOf<"key.revoked">["data"]>().toEqualTypeOf<KeyEventData>();
    expectTypeOf<EventOf<"key.refused">>().toEqualTypeOf<KeyRefusedEvent>();
    expectTypeOf<EventOf<"quota.reached">["data"]>().toExtend<KeyEventData & { limit: number }>();
    expectTypeOf<EventOf<"key.rolled">["data"]>().toExtend<{
      replacedKeyId: string;
      replacedUntil: string;
    }>();
    expectTypeOf<EventOf<"user.changed">>().toExtend<{
      userId: string;
      status: "active" | "disabled" | "deleted";
    }>();
    expectTypeOf<EventOf<"knowledge.added">["data"]>().toExtend<{ id: string; characters: number }>();
    expectTypeOf<EventOf<"post.published">>().toExtend<{ id: string; data: { id: number; slug: string } }>();
  });

  it("are called once for each event", async () => {
    const { world, told } = await openTold({ rateLimit: { perDay: 2 } });
    expect(await doEverything(world)).toEqual([200, 401, 201, 429]);
    const { id, userId } = dataOf(told, "key.generated");
    const { id: newId } = dataOf(told, "key.rolled");
    const event = (data: object): object =>
      expect.objectContaining({ organizationSlug: "acme", data: expect.objectContaining(data) });
    const replacedUntil = "2026-06-16T12:00:00.000Z";
    expect(told).toEqual([
      ["member.changed", event({ id: userId, role: "editor" })],
      ["key.generated", event({ id, userId })],
      ["key.refused", { reason: "malformed" }],
      ["key.rolled", event({ id: newId, userId, replacedKeyId: id, replacedUntil })],
      ["key.revoked", event({ id, userId })],
      ["post.published", event({ id: 1, slug: "hello" })],
      ["quota.reached", event({ id: newId, userId, limit: 2, percent: 100 })],
      ["knowledge.added", event({ characters: 1 })],
      ["key.refused", { reason: "quota-exceeded", keyId: newId, organizationSlug: "acme", userId }],
      ["user.changed", { userId, status: "disabled" }],
      ["member.changed", event({ id: userId, status: "disabled" })],
      ["member.changed", event({ id: userId })],
    ]);
  });

  it("are not called for failed actions", async () => {
    const { world, told } = await openTold();
    const { id, userId } = await world.createKey();
    await world.revokeKey(id);
    const { id: other } = await world.api.users.create({ name: "Eve" });
    await world.api.events.settle();
    told.length = 0;
    await world.revokeKey(id);
    await world.api.users.removeFromOrganization({ userId: other, organizationSlug: "acme" });
    await world.api.users.removeFromOrganization({ userId, organizationSlug: "nobody" });
    await expect(world.rollKey(id)).rejects.toThrow(/revoked/);
    await expect(world.api.users.setStatus(userId, "gone" as "active")).rejects.toThrow(/one of active/);
    await world.api.events.settle();
    expect(told).toEqual([]);
    const { entries } = await world.api.audit.list("acme");
    expect(entries.filter(({ action }) => action === "member.removed")).toEqual([]);
  });

  it("report the reason and address of a refusal, and the key only for a correct secret", async () => {
    const { world, told } = await openTold({
      rateLimit: { failures: { attempts: 3, windowSeconds: 60 }, perSecond: 1 },
    });
    const { key, id, userId } = await world.createKey({ expiresIn: "1h" });
    const disabled = await world.createKey();
    await world.api.users.setStatus(disabled.userId, "disabled");
    told.length = 0;
    for (const text of [key, key, "x", unknownKey(), withWrongSecret(key), withWrongSecret(key)]) {
      await askFrom(world, "203.0.113.7", { key: text });
    }
    await askFrom(world, "203.0.113.8", { key: disabled.key });
    world.clock.advance(3_600_000);
    await askFrom(world, "203.0.113.8", { key });
    await world.revokeKey(disabled.id);
    await world.get("/post/acme", disabled.key);
    const address = "203.0.113.7";
    const which = { keyId: id, organizationSlug: "acme", userId };
    const refused = told.filter(([name]) => name === "key.refused").map(([, event]) => event);
    expect(refused).toEqual([
      { reason: "burst-exceeded", address, ...which },
      { reason: "malformed", address },
      { reason: "unknown", address },
      { reason: "unknown", address },
      { reason: "too-many-failures", address },
      {
        reason: "inactive-user",
        address: "203.0.113.8",
        ...which,
        keyId: disabled.id,
        userId: disabled.userId,
      },
      { reason: "expired", address: "203.0.113.8", ...which },
      { reason: "revoked", ...which, keyId: disabled.id, userId: disabled.userId },
    ]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("hook");
      },
    ],
    ["rejects", async () => Promise.reject(new Error("hook"))],
  ])("do not fail requests if each of them %s, and report to onError", async (_how, fail) => {
    const names = Object.keys(recordedHooks().hooks);
    const hooks = Object.fromEntries(names.map((name) => [name, fail]));
    const world = await World.open(openMemory, { hooks, rateLimit: { perDay: 2 } });
    expect(await doEverything(world)).toEqual([200, 401, 201, 429]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.errors.map(String)).toEqual(Array.from({ length: 16 }, () => "Error: hook"));
  });

  it("do not fail requests if onError throws, too", async () => {
    const unhandled: unknown[] = [];
    const listener = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", listener);
    const hooks = { "key.refused": async () => Promise.reject(new Error("hook")) };
    const onError = (): never => {
      throw new Error("no log");
    };
    const world = await World.open(openMemory, { hooks, onError });
    expect((await world.get("/post/acme", "x")).status).toBe(401);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listener);
    expect(unhandled).toEqual([]);
  });

  it("can be methods of an object, and are not awaited", async () => {
    class Counter implements Hooks {
      count = 0;
      async "key.refused"(): Promise<void> {
        this.count++;
        await new Promise(() => undefined);
      }
    }
    const counter = new Counter();
    const world = await World.open(openMemory, { hooks: counter });
    expect((await world.get("/post/acme", "x")).status).toBe(401);
    expect(counter.count).toBe(1);
  });
});
