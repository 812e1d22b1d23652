import { afterEach, describe, expect, it } from "vitest";
import type { PublicApiOptions } from "../../lib/mod.ts";
import { expectProblem, World } from "../api/world.ts";
import { type Asked, askFrom } from "./ask_from.ts";
import { unknownKey, withWrongSecret } from "./forged_keys.ts";
import { openMemory } from "./storages.ts";

const attacker = "203.0.113.7";

describe("failed attempts", () => {
  let world: World;
  afterEach(() => world.close());

  const open = async (options: Partial<PublicApiOptions> = {}): Promise<void> => {
    world = await World.open(openMemory, {
      rateLimit: { failures: { attempts: 3, windowSeconds: 10 } },
      ...options,
    });
  };
  const ask = async (key: string, ip = attacker, asked: Partial<Asked> = {}): Promise<Response> =>
    askFrom(world, ip, { key, ...asked });
  const fail = async (times: number, ip = attacker): Promise<number[]> => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time++) statuses.push((await ask(unknownKey(time), ip)).status);
    return statuses;
  };

  it("are limited to 30 in 60 seconds by default", async () => {
    world = await World.open(openMemory);
    expect(await fail(32)).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
    world.clock.advance(59_999);
    expect(await fail(1)).toEqual([429]);
    world.clock.advance(1);
    expect(await fail(1)).toEqual([401]);
  });

  it("leave the window one by one, to the millisecond", async () => {
    await open();
    await fail(1);
    world.clock.advance(4000);
    await fail(2);
    world.clock.advance(5999);
    const refused = await ask(unknownKey());
    expect(refused.headers.get("retry-after")).toBe("1");
    await expectProblem(refused, 429, "too-many-failures");
    world.clock.advance(1);
    expect(await fail(2)).toEqual([401, 429]);
    world.clock.advance(3999);
    expect(await fail(1)).toEqual([429]);
    world.clock.advance(1);
    expect(await fail(3)).toEqual([401, 401, 429]);
  });

  it("block nobody after a clock that was ahead is right again", async () => {
    await open();
    world.clock.advance(18_000_000);
    expect(await fail(4)).toEqual([401, 401, 401, 429]);
    world.clock.advance(-18_000_000);
    expect(await fail(4)).toEqual([401, 401, 401, 429]);
  });

  it("return Retry-After in whole seconds, which refused attempts do not extend", async () => {
    await open();
    await fail(3);
    world.clock.advance(1);
    expect((await ask("x")).headers.get("retry-after")).toBe("10");
    await fail(20);
    world.clock.advance(9998);
    expect((await ask("x")).headers.get("retry-after")).toBe("1");
    world.clock.advance(1);
    expect((await ask("x")).status).toBe(401);
  });

  it.each([
    ["unknown keys", () => unknownKey()],
    ["values that are no keys", () => "x"],
    ["empty values", () => ""],
  ])("are %s", async (_what, keyOf) => {
    await open();
    for (let attempt = 0; attempt < 3; attempt++) expect((await ask(keyOf())).status).toBe(401);
    await expectProblem(await ask(keyOf()), 429, "too-many-failures");
  });

  it("include wrong secrets, and do not count against a key's quota", async () => {
    await open({ rateLimit: { perDay: 2, failures: { attempts: 3, windowSeconds: 10 } } });
    const { key, id } = await world.createKey();
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await ask(withWrongSecret(key))).status).toBe(401);
    }
    const refused = await ask(withWrongSecret(key));
    expect([refused.status, refused.headers.get("ratelimit")]).toEqual([429, null]);
    expect(await world.requestsToday(id)).toBe(0);
    expect((await ask(key, "198.51.100.1")).headers.get("ratelimit")).toContain("r=1;");
  });

  it("exclude requests with a correct secret", async () => {
    await open();
    const revoked = await world.createKey();
    await world.revokeKey(revoked.id);
    for (let attempt = 0; attempt < 5; attempt++) {
      await expectProblem(await ask(revoked.key), 401, "revoked-key");
    }
    expect(await fail(1)).toEqual([401]);
  });

  it("do not block other addresses, requests without a key, or a cached valid key", async () => {
    await open();
    const seen = await world.createKey();
    const unseen = await world.createKey();
    expect((await ask(seen.key)).status).toBe(200);
    expect(await fail(4)).toEqual([401, 401, 401, 429]);
    expect((await ask(unknownKey(), "203.0.113.8")).status).toBe(401);
    expect((await world.get("/post/acme")).status).toBe(200);
    expect((await ask(seen.key)).status).toBe(200);
    await expectProblem(await ask(withWrongSecret(seen.key)), 429, "too-many-failures");
    await expectProblem(await ask(unseen.key), 429, "too-many-failures");
    expect((await ask(unseen.key, "203.0.113.8")).status).toBe(200);
    expect((await ask(unseen.key)).status).toBe(200);
    await world.revokeKey(seen.id);
    await expectProblem(await ask(seen.key), 401, "revoked-key");
  });

  it("are answered with 401 only up to the limit if sent concurrently", async () => {
    await open();
    const { key } = await world.createKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(withWrongSecret(key))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(47);
  });

  it("are counted per IPv6 /64 network", async () => {
    await open();
    expect(await fail(2, "2001:db8:0:1::1")).toEqual([401, 401]);
    expect(await fail(2, "2001:db8:0:1:ffff::2")).toEqual([401, 429]);
    expect(await fail(1, "2001:db8:0:2::1")).toEqual([401]);
  });

  it("are counted for an IPv4 address in each of its forms", async () => {
    await open();
    expect(await fail(2, "::ffff:203.0.113.7")).toEqual([401, 401]);
    expect(await fail(2, attacker)).toEqual([401, 429]);
  });

  it("are not limited with false or without a known address", async () => {
    await open({ rateLimit: { failures: false } });
    expect(new Set(await fail(100))).toEqual(new Set([401]));
    await world.close();
    await open();
    expect(new Set(await fail(100, ""))).toEqual(new Set([401]));
  });

  it("store at most 10,000 clients, and drop the oldest", async () => {
    await open();
    await fail(3);
    for (let client = 0; client < 10_000; client++) {
      await ask("x", `10.0.${Math.floor(client / 250)}.${client % 250}`);
    }
    expect(await fail(1)).toEqual([401]);
  });

  it.each([
    [{ attempts: 0 }, /rateLimit.failures.attempts must be a whole number from 1 to 1000, and is 0/],
    [{ attempts: 1.5 }, /rateLimit.failures.attempts/],
    [{ windowSeconds: 86_401 }, /rateLimit.failures.windowSeconds must be a whole number from 1 to 86400/],
  ])("refuse the limit %j", async (failures, message) => {
    await open();
    await expect(World.open(openMemory, { rateLimit: { failures } })).rejects.toThrow(message);
  });
});
