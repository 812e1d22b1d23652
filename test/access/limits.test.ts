import { afterEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { createStorage } from "unstorage";
import { expectProblem, World } from "../api/world.ts";
import { openMemory, storages } from "./storages.ts";

const path = "/post/acme";

const remainingOf = ({ headers }: Response): string | undefined =>
  /"daily";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1];

describe.each(storages)("the limit per second on %s", (_name, open) => {
  let world: World;
  afterEach(() => world.close());

  it("refuses requests above it until the second ends, and does not use the daily quota", async () => {
    world = await World.open(open, { rateLimit: { perSecond: 2, perDay: 10 } });
    const { key, id } = await world.createKey();
    world.clock.advance(300);
    const [one, two, three] = [
      await world.get(path, key),
      await world.get(path, key),
      await world.get(path, key),
    ];
    expect([one.status, two.status, three.status]).toEqual([200, 200, 429]);
    expect(one.headers.get("ratelimit-policy")).toBe('"daily";q=10;w=86400, "burst";q=2;w=1');
    expect(one.headers.get("ratelimit")).toBe('"daily";r=9;t=43200, "burst";r=1;t=1');
    expect(two.headers.get("ratelimit")).toBe('"daily";r=8;t=43200, "burst";r=0;t=1');
    expect(three.headers.get("retry-after")).toBe("1");
    await expectProblem(three, 429, "burst-exceeded");
    world.clock.advance(699);
    expect((await world.get(path, key)).status).toBe(429);
    expect(await world.requestsToday(id)).toBe(2);
    world.clock.advance(1);
    expect(remainingOf(await world.get(path, key))).toBe("7");
  });

  it("applies to each key, and the daily limit is reported first if both are exceeded", async () => {
    world = await World.open(open, { rateLimit: { perSecond: 1, perDay: 1 } });
    const [one, other] = [await world.createKey(), await world.createKey()];
    expect((await world.get(path, one.key)).status).toBe(200);
    expect((await world.get(path, other.key)).status).toBe(200);
    await expectProblem(await world.get(path, one.key), 429, "quota-exceeded");
  });

  it("is shared by keys that were rolled from one another", async () => {
    world = await World.open(open, { rateLimit: { perSecond: 1 } });
    const old = await world.createKey();
    const { key } = await world.rollKey(old.id);
    expect((await world.get(path, old.key)).status).toBe(200);
    await expectProblem(await world.get(path, key), 429, "burst-exceeded");
  });

  it("is exact for concurrent requests in two processes", async () => {
    world = await World.open(open, { rateLimit: { perSecond: 7 } });
    const other = createPublicApi({
      storage: world.storage,
      clock: world.clock,
      rateLimit: { perSecond: 7 },
    });
    const { key } = await world.createKey();
    const ask = async (index: number): Promise<Response> => {
      if (index % 2 === 0) return world.get(path, key);
      const headers = { "x-api-key": key };
      return other.fetch(new Request(`http://localhost/api/public/v1${path}`, { headers }));
    };
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(33);
  });
});

describe("the limit per second", () => {
  it("is off by default", async () => {
    const world = await World.open(openMemory);
    const { key } = await world.createKey();
    const statuses = await Promise.all(Array.from({ length: 200 }, () => world.get(path, key)));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(statuses[0]?.headers.get("ratelimit")).not.toContain("burst");
  });

  it.each([[0], [1.5], [1_000_001], [true as never]])("cannot be %j", async (perSecond) => {
    await expect(World.open(openMemory, { rateLimit: { perSecond } })).rejects.toThrow(
      /rateLimit.perSecond must be/,
    );
  });

  it("leaves one record, even if the storage does not remove expired records", async () => {
    const storage = createStorage();
    const world = await World.open(async () => ({ storage, close: () => undefined }), {
      rateLimit: { perSecond: 5 },
    });
    const { key } = await world.createKey();
    await world.get(path, key);
    await world.api.events.settle();
    const before = (await storage.getKeys()).length;
    for (let second = 0; second < 50; second++) {
      world.clock.advance(1000);
      await world.get(path, key);
    }
    expect(await storage.getKeys()).toHaveLength(before);
  });
});

describe.each(storages)("the limit per day on %s", (_name, open) => {
  let world: World;
  afterEach(() => world.close());

  const limitOf = async (key: string): Promise<string | undefined> =>
    /q=(\d+)/.exec((await world.get(path, key)).headers.get("ratelimit-policy") ?? "")?.[1];

  it("comes from the key, else the organization, else the API", async () => {
    world = await World.open(open, { rateLimit: { perDay: 5 } });
    const plain = await world.createKey();
    const own = await world.createKey({ rateLimit: { perDay: 3 } });
    expect([await limitOf(plain.key), await limitOf(own.key)]).toEqual(["5", "3"]);
    await world.updateOrganization({ rateLimit: { perDay: 7 } });
    expect([await limitOf(plain.key), await limitOf(own.key)]).toEqual(["7", "3"]);
  });

  it("applies immediately to a cached key when it is raised or lowered", async () => {
    world = await World.open(open, { rateLimit: { perDay: 2 } });
    const { key } = await world.createKey();
    const ask = async (times: number): Promise<number[]> => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time++) statuses.push((await world.get(path, key)).status);
      return statuses;
    };
    expect(await ask(3)).toEqual([200, 200, 429]);
    await world.updateOrganization({ rateLimit: { perDay: 5 } });
    expect(await ask(2)).toEqual([200, 200]);
    await world.updateOrganization({ rateLimit: { perDay: 3 } });
    expect(await ask(2)).toEqual([429, 429]);
    await world.updateOrganization({ rateLimit: { perDay: 1000 } });
    expect(new Set(await ask(20))).toEqual(new Set([200]));
  });

  it("is exact for concurrent requests while it is raised", async () => {
    world = await World.open(open, { rateLimit: { perDay: 20 } });
    const { key, id } = await world.createKey();
    await world.get(path, key);
    const raise = world.updateOrganization({ rateLimit: { perDay: 30 } });
    const early = Array.from({ length: 100 }, () => world.get(path, key));
    await raise;
    const late = Array.from({ length: 100 }, () => world.get(path, key));
    const answers = await Promise.all([...early, ...late]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(29);
    expect(await world.requestsToday(id)).toBe(30);
  });

  it.each([[0], [1.5], [1_000_000_001]])("cannot be %j for a key or an organization", async (limit) => {
    world = await World.open(open);
    const pointer = "/rateLimit/perDay";
    const error = { fields: [expect.objectContaining({ pointer })] };
    await expect(world.createKey({ rateLimit: { perDay: limit } })).rejects.toMatchObject(error);
    const update = world.updateOrganization({ rateLimit: { perDay: limit } });
    await expect(update).rejects.toMatchObject(error);
  });
});
